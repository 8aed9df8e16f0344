// read-course.ts - what the engine says about the text of a course: its first fault, or its floor and
// the numbers of players that can start on it.
import type { Engine } from "../../../src/wasm/robodrome.mjs";
import type { CourseRead } from "./protocol";

interface RaceSetup extends Record<string, unknown> {
  course: Pick<CourseRead, "name" | "difficulty" | "length" | "players" | "teams"> & { rules: { rule: string }[] };
  floor: CourseRead["floor"];
}

function setupFor(engine: Engine, seats: number, course: string): RaceSetup | null {
  try {
    const match = engine.open<unknown, unknown, unknown, RaceSetup>(seats, { course });
    const setup = match.setup();
    match.close();
    return setup;
  } catch {
    return null; // not for that many
  }
}

export function readCourse(engine: Engine, text: string): CourseRead | { fault: NonNullable<ReturnType<Engine["courseFault"]>> } {
  const fault = engine.courseFault(text);
  if (fault) return { fault };
  const { fewest, most } = engine.about;
  const counts = Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i);
  const found = counts.map((n) => [n, setupFor(engine, n, text)] as const).filter(([, setup]) => setup);
  const setup = found[0]?.[1] as RaceSetup;
  const { name, difficulty, length, teams } = setup.course;
  const rules = setup.course.rules.map(({ rule }) => rule);
  return { name, difficulty, length, teams, rules, players: found.map(([n]) => n), verified: false, floor: setup.floor };
}
