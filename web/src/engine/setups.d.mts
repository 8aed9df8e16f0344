import type { Engine } from "../../../src/wasm/robodrome.mjs";
import type { CourseRead } from "./protocol";

export interface RaceSetup extends Record<string, unknown> {
  seats: number;
  actors: { seat: number; team: number }[];
  course: Pick<CourseRead, "name" | "difficulty" | "length"> & { rules: { rule: string }[] };
  floor: CourseRead["floor"];
}

export function setupsOf(engine: Engine, course: string): RaceSetup[];
export function teamsOf(setups: readonly RaceSetup[]): CourseRead["teams"];
