// line-picture.tsx - what a list shows of a table: the picture and the name of its course, or a look into
// its factory.  Courses are fetched and drawn only where a list has one.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { courseName, loadCourses } from "../app/courses";
import type { GameId } from "../app/games";
import type { LocalNote } from "../app/locals";
import { lang, tr } from "../app/words";
import { GatePicture } from "./gates";

interface Shown {
  picture: ComponentChildren;
  name: string; // of the course; "" = it has none, or is not known yet
}

export function useCourse(game: GameId, id: string | undefined): Shown {
  const [shown, setShown] = useState<Shown>({ picture: null, name: "" });
  const code = lang.value;
  useEffect(() => {
    let current = true;
    setShown({ picture: null, name: "" });
    const draw = async () => {
      const [{ CoursePicture }, courses] = await Promise.all([import("../ui/thumb"), loadCourses(game)]);
      const course = courses.find((c) => c.id === id);
      if (current && course)
        setShown({ picture: <CoursePicture course={course} shields={game === "rally2023"} />, name: courseName(course, code) });
    };
    if (id) draw().catch(() => undefined); // then the factory stays
    return () => {
      current = false;
    };
  }, [game, id, code]);
  return shown;
}

/** The course that a game of this browser is played on, if its address names one. */
export const courseOfNote = (note: LocalNote): string | undefined =>
  new URLSearchParams(note.address.split("?")[1]).get("set.course") ?? undefined;

/** What a table is called in a list: by its people, by its course, or by its game. */
export const nameOf = (game: string, title: string | undefined, course: Shown) => title || course.name || tr(`web.game.${game}`);

export function LinePicture({ game, course }: { game: GameId; course: Shown }) {
  return <span class="open-picture">{course.picture ?? <GatePicture game={game} />}</span>;
}
