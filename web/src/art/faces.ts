// What a card and a robot look like, by their words in the engine's vocabulary.

export interface Face {
  glyph: string;
  band: "move" | "turn" | "back" | "power" | "again" | "spam" | "haywire";
  /** The last part of the key of its short name. */
  label: string;
}

const FACES: Record<string, Face> = {
  move1: { glyph: "move1", band: "move", label: "move1" },
  move2: { glyph: "move2", band: "move", label: "move2" },
  move3: { glyph: "move3", band: "move", label: "move3" },
  move_back: { glyph: "back", band: "back", label: "back" },
  rotate_left: { glyph: "left", band: "turn", label: "left" },
  rotate_right: { glyph: "right", band: "turn", label: "right" },
  u_turn: { glyph: "uturn", band: "turn", label: "uturn" },
  power_up: { glyph: "power", band: "power", label: "power" },
  again: { glyph: "again", band: "again", label: "again" },
  spam: { glyph: "spam", band: "spam", label: "spam" },
};
const HAYWIRE: Face = { glyph: "haywire", band: "haywire", label: "haywire" };

/** Words of 2005 that mean the same picture. */
const ALIAS: Record<string, string> = {
  move_1: "move1", move_2: "move2", move_3: "move3", back_up: "move_back",
};

export function faceOf(kind: string): Face {
  return FACES[ALIAS[kind] ?? kind] ?? HAYWIRE;
}

/** The number on each robot's plate; its colour is --c1 to --c8. */
const NUMBERS: Record<string, number> = {
  twonky: 1, zoombot: 2, hulk: 3, hammerbot: 4, spinbot: 5, squashbot: 6, smashbot: 6, trundlebot: 7, twitch: 8,
};

export function robotNumber(robot: string): number {
  return NUMBERS[robot] ?? 8;
}

export function robotColour(robot: string): string {
  return `var(--c${robotNumber(robot)})`;
}

/** A priority as the holes of a punch card: ten places, highest first. */
export function holes(priority: number): boolean[] {
  return Array.from({ length: 10 }, (_, i) => ((priority >> (9 - i)) & 1) === 1);
}
