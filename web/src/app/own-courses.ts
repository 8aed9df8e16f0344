// own-courses.ts - courses from files, kept in this browser.  The engine says whether a text is a
// course, for how many players, and what its floor is.
import { filesOf, Oracle } from "../engine/oracle";
import { newId } from "../link/api";
import type { Course } from "./courses";
import { stored } from "./stored";
import { lang } from "./words";

export interface OwnCourse {
  id: string; // "own:..." in addresses of this browser
  game: string;
  file: string; // what the file was called
  text: string;
}

export const MOST_BYTES = 65_536; // of a course; a server takes no more
const MOST = 8;
const OWN = "own:";

export const ownCourses = stored<OwnCourse[]>("courses", []);

export type Read = { course: Course } | { fault: { line: number; column: number; what: string } };

/** What the engine says about a text. */
export async function readCourse(game: string, id: string, text: string): Promise<Read> {
  const oracle = new Oracle();
  try {
    const said = await oracle.call("course", { engine: filesOf(game), lang: lang.peek(), text });
    return "fault" in said ? said : { course: { ...said, id, own: true } };
  } finally {
    oracle.close();
  }
}

/** Keeps a course, the newest first; the same text is kept once. */
export function keepCourse(game: string, file: string, text: string): OwnCourse {
  const held = ownCourses.peek();
  const course = held.find((c) => c.game === game && c.text === text) ?? { id: OWN + newId(), game, file, text };
  ownCourses.value = [course, ...held.filter((c) => c !== course)].slice(0, MOST);
  return course;
}

export function dropCourse(id: string): void {
  ownCourses.value = ownCourses.peek().filter((c) => c.id !== id);
}

/** What a setting stands for: the text of a course that is kept here, else the value itself; null if
 * the course is gone. */
export function courseSetting(value: string): string | null {
  if (!value.startsWith(OWN)) return value;
  return ownCourses.peek().find((c) => c.id === value)?.text ?? null;
}
