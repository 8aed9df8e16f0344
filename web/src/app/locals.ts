// locals.ts - games of this browser that are not over, to go on with from the first page or from my games.
import { stored } from "./stored";

export interface LocalNote {
  id: string;
  game: string;
  address: string;
  at: number; // ms since 1970
}

const MOST = 10;

export const localGames = stored<LocalNote[]>("locals", []);

/** Notes a game that is being played, or takes it off the list when it is over. */
export function noteLocal(note: LocalNote, over: boolean): void {
  const others = localGames.peek().filter((n) => n.id !== note.id);
  localGames.value = over ? others : [note, ...others].slice(0, MOST);
}
