// fit-name.ts - a name as the server takes it: nothing hidden, at most 24 letters.
import { cut } from "../app/typed";
import { BLANK, HIDDEN, LETTERS, MARK, MARKS } from "../gen/name-letters";

const BYTES = 64;

/** A name as far as it can be shown; a blank at its end may be the one before the next word. */
export function fitName(text: string): string {
  const kept: string[] = [];
  let [blank, marks] = [true, 0]; // of the letter before
  for (const letter of text) {
    const space = BLANK.test(letter) || /\s/.test(letter);
    const mark = MARK.test(letter);
    if ((HIDDEN.test(letter) && !space) || (blank && (space || mark)) || (mark && marks === MARKS)) continue;
    kept.push(space ? " " : letter);
    [blank, marks] = [space, mark ? marks + 1 : 0];
  }
  return cut(kept.slice(0, LETTERS).join(""), BYTES);
}
