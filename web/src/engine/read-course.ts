// read-course.ts - what the engine says about the text of a course: its first fault, or its floor and
// the numbers of players that can start on it.
import type { Engine } from "../../../src/wasm/robodrome.mjs";
import type { CourseRead } from "./protocol";
import { type RaceSetup, setupsOf, teamsOf } from "./setups.mjs";

export function readCourse(engine: Engine, text: string): CourseRead | { fault: NonNullable<ReturnType<Engine["courseFault"]>> } {
  const fault = engine.courseFault(text);
  if (fault) return { fault };
  const setups = setupsOf(engine, text);
  const { course, floor } = setups[0] as RaceSetup;
  const { name, difficulty, length } = course;
  const rules = course.rules.map(({ rule }) => rule);
  return { name, difficulty, length, teams: teamsOf(setups), rules, players: setups.map(({ seats }) => seats), verified: false, floor };
}
