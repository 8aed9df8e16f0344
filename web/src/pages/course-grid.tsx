// course-grid.tsx - the courses of a race as pictures, filtered by players, length and level, and
// those from your own files.
import { useEffect, useState } from "preact/hooks";
import { courseName, loadCourses, type Course } from "../app/courses";
import { GAMES, type GameId } from "../app/games";
import { minutesOf } from "../app/minutes";
import { dropCourse, ownCourses, readCourse } from "../app/own-courses";
import { lang, t, tr } from "../app/words";
import { Choice, Select } from "../ui/controls";
import { Icon } from "../ui/icon";
import { useMedia } from "../ui/media";
import { CoursePicture } from "../ui/thumb";
import { CourseFile } from "./course-file";

// From the easiest on, in the words of both editions.
const DIFFICULTIES = ["starter", "beginner", "easy", "medium", "intermediate", "hard", "advanced", "expert", "team"];
const LENGTHS = ["short", "medium", "long"];

interface Filters {
  players: "any" | "seats";
  length: string;
  difficulty: string;
}

interface Props {
  game: GameId;
  seats: number;
  chosen: Course | null;
  onChoose: (course: Course | null) => void;
  onPlayers: (n: number) => void;
}

export function playersOf(course: Course): string {
  const fewest = Math.min(...course.players);
  const most = Math.max(...course.players);
  return fewest === most ? String(most) : `${fewest}–${most}`;
}

/** The built-in courses of a game, the easiest first; null while they come, "failed" if they do not. */
function useCourses(game: GameId, onFound: (usual: Course | undefined) => void): Course[] | "failed" | null {
  const [courses, setCourses] = useState<Course[] | "failed" | null>(null);
  useEffect(() => {
    let current = true;
    setCourses(null);
    loadCourses(game).then(
      (found) => {
        if (!current) return;
        const rank = (c: Course) => DIFFICULTIES.indexOf(c.difficulty);
        setCourses([...found].sort((a, b) => rank(a) - rank(b)));
        onFound(found.find((c) => c.id === GAMES[game].usualCourse) ?? found[0]);
      },
      () => current && setCourses("failed"),
    );
    return () => {
      current = false;
    };
  }, [game]);
  return courses;
}

/** The courses kept from files, read again by the engine. */
function useOwn(game: GameId): Course[] {
  const [own, setOwn] = useState<Course[]>([]);
  const kept = ownCourses.value.filter((c) => c.game === game);
  useEffect(() => {
    let current = true;
    void Promise.all(kept.map(async (c) => ({ c, read: await readCourse(game, c.id, c.text) }))).then(
      (all) =>
        current &&
        setOwn(all.flatMap(({ c, read }) => ("course" in read ? [{ ...read.course, name: nameOf(read.course, c.file) }] : []))),
      () => current && setOwn([]), // no engine: nothing to show
    );
    return () => {
      current = false;
    };
  }, [game, kept.map((c) => c.id).join()]);
  return own;
}

const nameOf = (course: Course, file: string) => (Object.keys(course.name).length ? course.name : { en: file });

/** A row of choices; on phones a list, which is one line high. */
function Filter(props: Parameters<typeof Select>[0]) {
  return useMedia("(max-width: 599px)") ? <Select {...props} /> : <Choice {...props} />;
}

export function CourseGrid({ game, seats, chosen, onChoose, onPlayers }: Props) {
  const [filters, setFilters] = useState<Filters>({ players: "seats", length: "all", difficulty: "all" });
  const found = useCourses(game, (usual) => usual && onChoose(usual));
  const own = useOwn(game);
  const courses = Array.isArray(found) ? found : [];
  const fits = (c: Course) =>
    (filters.length === "all" || c.length === filters.length) &&
    (filters.difficulty === "all" || c.difficulty === filters.difficulty) &&
    (filters.players === "any" || c.players.includes(seats));
  const shown = courses.filter(fits);
  const words = (all: string, list: readonly string[], word: (w: string) => string) =>
    [["all", all], ...list.map((w) => [w, word(w)] as const)] as const;
  const levels = DIFFICULTIES.filter((d) => courses.some((c) => c.difficulty === d));
  const { fewest, most } = GAMES[game];
  const counts = Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i);
  return (
    <section class="courses" aria-labelledby="courses-head">
      <header class="row courses-head">
        <h2 class="disp" id="courses-head">{t("web.create.course")}</h2>
        <span class="mut" data-shown={shown.length}>
          {courses.length ? t("web.create.of_book", shown.length, courses.length) : ""}
        </span>
      </header>
      <div class="courses-filters">
        <Select
          label={t("web.create.players")}
          value={filters.players === "any" ? "any" : String(seats)}
          options={[["any", t("web.create.all_players")], ...counts.map((n) => [String(n), t("web.create.players_n", n)] as const)]}
          onChange={(value) => {
            setFilters({ ...filters, players: value === "any" ? "any" : "seats" });
            if (value !== "any") onPlayers(Number(value));
          }}
        />
        <Filter
          label={t("web.create.all_length")}
          value={filters.length}
          options={words(t("web.create.all_length"), LENGTHS, (w) => tr(`web.length.${w}`))}
          onChange={(length) => setFilters({ ...filters, length })}
        />
        {levels.length > 1 && (
          <Filter
            label={t("web.create.all_difficulty")}
            value={filters.difficulty}
            options={words(t("web.create.all_difficulty"), levels, (w) => tr(`web.difficulty.${w}`))}
            onChange={(difficulty) => setFilters({ ...filters, difficulty })}
          />
        )}
      </div>
      {found === "failed" && <p role="alert">{t("web.error.page")}</p>}
      {found === null && <p class="mut">{t("web.loading")}</p>}
      {courses.length > 0 && !shown.length && <p class="mut">{t("web.create.no_course")}</p>}
      <ul class="course-grid">
        {[...own, ...shown].map((course) => (
          <li key={course.id}>
            <CourseCard game={game} course={course} seats={seats} chosen={course.id === chosen?.id} onChoose={onChoose} />
            {course.own && (
              <button
                class="btn small course-drop"
                onClick={() => {
                  dropCourse(course.id);
                  if (course.id === chosen?.id) onChoose(courses[0] ?? null);
                }}
              >
                {t("web.create.own_drop")}
              </button>
            )}
          </li>
        ))}
        <li><CourseFile game={game} onCourse={onChoose} /></li>
      </ul>
    </section>
  );
}

function CourseCard({ game, course, seats, chosen, onChoose }: {
  game: GameId;
  course: Course;
  seats: number;
  chosen: boolean;
  onChoose: (course: Course) => void;
}) {
  const minutes = course.own ? null : minutesOf(game, course.id, seats);
  return (
    <button class="course" data-course={course.id} aria-pressed={chosen} onClick={() => onChoose(course)}>
      <span class="course-frame"><CoursePicture course={course} shields={game === "rally2023"} /></span>
      <span class="course-words">
        <span class="strong">{courseName(course, lang.value)}</span>
        <span class="row course-facts">
          {course.difficulty && <span class={`tag level-${course.difficulty}`}>{tr(`web.difficulty.${course.difficulty}`)}</span>}
          {minutes !== null ? (
            <span class="mut course-minutes"><Icon name="clock" size={15} /> {t("web.create.minutes", minutes)}</span>
          ) : (
            course.length && <span class="mut">{tr(`web.length.${course.length}`)}</span>
          )}
          <span class="mut course-players">
            {playersOf(course)} • {t(game === "rally2023" ? "web.rally.checkpoints" : "web.create.flags", course.floor.flags.length)}
          </span>
        </span>
        {course.own ? (
          <span class="tag course-not">{t("web.create.own")}</span>
        ) : (
          !course.verified && <span class="tag warn course-not">{t("web.create.not_verified")}</span>
        )}
        {course.rules.length > 0 && <span class="tag info course-not">{t("web.create.special")}</span>}
      </span>
    </button>
  );
}
