// courses.ts - the courses of a race with their floors, fetched once for each game; built from the
// engine's own set-up of every course (build.mjs).
import type { FloorSetup } from "../art/read-plan";
import { type Lang, t } from "./words";

export interface Course {
  id: string;
  name: Partial<Record<Lang, string>>;
  difficulty: string;
  length: string;
  players: number[];
  teams: Record<number, number[]>; // the team of each seat, for the numbers of players who form teams
  rules: string[]; // special ones
  special?: Record<Lang, string>[]; // what they say; of a course from a file only its rules are known
  verified: boolean;
  own?: true; // from a file of this browser
  floor: FloorSetup;
}

const held = new Map<string, Promise<Course[]>>();

export function loadCourses(game: string): Promise<Course[]> {
  const address = COURSES[game];
  if (!address) return Promise.resolve([]);
  let courses = held.get(game);
  if (!courses) {
    courses = fetch(address).then((r) => r.json() as Promise<Course[]>);
    courses.catch(() => held.delete(game));
    held.set(game, courses);
  }
  return courses;
}

/** What a course does otherwise than others, a sentence each. */
export function specialsOf(course: Course, lang: Lang): string[] {
  return (course.special ?? []).map((words) => words[lang]);
}

export function courseName(course: Course, lang: Lang): string {
  return course.name[lang] ?? course.name.en ?? course.id;
}

export const teamName = (team: number): string => t("web.rally.team", String.fromCharCode(65 + team));
