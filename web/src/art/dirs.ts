// Directions are quarters clockwise from north, as in the engine; words only at the border.

export type Dir = 0 | 1 | 2 | 3;
export type DirWord = "north" | "east" | "south" | "west";
export type CellPlace = readonly [col: number, row: number];

export const DIR_WORDS: readonly DirWord[] = ["north", "east", "south", "west"];
export const STEP: readonly CellPlace[] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export function dirOf(word: string): Dir {
  const at = DIR_WORDS.indexOf(word as DirWord);
  if (at < 0) throw new Error(`no direction: ${word}`);
  return at as Dir;
}

export function turned(dir: Dir, quarters: number): Dir {
  return ((((dir + quarters) % 4) + 4) % 4) as Dir;
}

/** The quarter turns from one facing to another, the short way: -1, 0, 1 or 2. */
export function quartersBetween(from: Dir, to: Dir): number {
  const q = turned(to, -from);
  return q === 3 ? -1 : q;
}

/** A column's letters: A to Z, then AA, AB ... as in a spreadsheet. */
export function columnName(col: number): string {
  const last = String.fromCharCode(65 + (col % 26));
  return col < 26 ? last : columnName(Math.floor(col / 26) - 1) + last;
}

/** The name of a cell for people: letters for its column, its row from 1. */
export function cellName(place: CellPlace): string {
  return columnName(place[0]) + String(place[1] + 1);
}

/** The cell of that name, or null. */
export function cellOf(name: string): CellPlace | null {
  const [, letters, row] = /^([A-Z]{1,2})(\d{1,2})$/.exec(name) ?? [];
  if (!letters || !row) return null;
  const col = [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;
  return [col, Number(row) - 1];
}

export function samePlace(a: CellPlace | null, b: CellPlace | null): boolean {
  return a === b || (!!a && !!b && a[0] === b[0] && a[1] === b[1]);
}

/** The engine writes a cell in a sentence as `5,3`.  Cuts a sentence into plain text and cells. */
export function splitCells(sentence: string): (string | CellPlace)[] {
  const parts: (string | CellPlace)[] = [];
  let at = 0;
  for (const found of sentence.matchAll(/(?<![\d,])(\d{1,2}),(\d{1,2})(?!,?\d)/g)) {
    if (found.index > at) parts.push(sentence.slice(at, found.index));
    parts.push([Number(found[1]), Number(found[2])]);
    at = found.index + found[0].length;
  }
  if (at < sentence.length) parts.push(sentence.slice(at));
  return parts;
}

/** The same sentence with the names of its cells. */
export function withCellNames(sentence: string): string {
  return splitCells(sentence)
    .map((part) => (typeof part === "string" ? part : cellName(part)))
    .join("");
}
