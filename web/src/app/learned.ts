// learned.ts - which lessons this browser has seen to their end, and what "play now" does for it.
import { GAMES, playNow, type GameId } from "./games";
import { stored } from "./stored";

/** "rally2005.first"; "rally2005" alone: no lessons wanted. */
export const learned = stored<string[]>("lessons", []);

export function noteLearned(what: string): void {
  if (!learned.peek().includes(what)) learned.value = [...learned.peek(), what];
}

/** The first lesson of a game that was not finished yet; null when there is none, or none is wanted. */
export function nextLesson(game: GameId): string | null {
  if (learned.value.includes(game)) return null;
  return LESSONS[game]?.ids.find((id) => !learned.value.includes(`${game}.${id}`)) ?? null;
}

export const lessonAddress = (game: string, id: string): string => `/local/${game}?lesson=${id}`;

/** The lesson that a newcomer to the game plays first; null for anybody who has finished one or wants none. */
export function firstLesson(game: GameId): string | null {
  const begun = learned.value.some((what) => what === game || what.startsWith(`${game}.`));
  return begun ? null : nextLesson(game);
}

/** Where "play now" leads: the first lesson of a newcomer, else a game at once. */
export function playAddress(game: GameId): string {
  const lesson = GAMES[game] && firstLesson(game);
  return lesson ? lessonAddress(game, lesson) : playNow(game);
}
