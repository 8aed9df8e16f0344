// line-picture.tsx - the small picture of a table in a list: its course, or a look into its factory.
// Courses are fetched and drawn only where a list has one.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadCourses } from "../app/courses";
import type { GameId } from "../app/games";
import { GatePicture } from "./gates";

export function LinePicture({ game, course: id }: { game: GameId; course?: string | undefined }) {
  const [picture, setPicture] = useState<ComponentChildren>(null);
  useEffect(() => {
    let current = true;
    setPicture(null);
    const draw = async () => {
      const [{ CoursePicture }, courses] = await Promise.all([import("../ui/thumb"), loadCourses(game)]);
      const course = courses.find((c) => c.id === id);
      if (current && course) setPicture(<CoursePicture course={course} shields={game === "rally2023"} />);
    };
    if (id) draw().catch(() => undefined); // then the factory stays
    return () => {
      current = false;
    };
  }, [game, id]);
  return <span class="open-picture">{picture ?? <GatePicture game={game} />}</span>;
}
