// games.ts - the games the page offers, in the order of the gates.
export type GameId = "rally2005" | "rally2023" | "transmissions" | "robotory";

export interface GameFacts {
  fewest: number;
  most: number;
  usualSeats: number; // of "play now"
}

export const GAMES: Record<GameId, GameFacts> = {
  rally2005: { fewest: 2, most: 8, usualSeats: 4 },
  rally2023: { fewest: 2, most: 6, usualSeats: 4 },
  transmissions: { fewest: 1, most: 4, usualSeats: 3 },
  robotory: { fewest: 2, most: 2, usualSeats: 2 },
};

export const GAME_IDS = Object.keys(GAMES) as GameId[];

export function isGame(id: string): id is GameId {
  return Object.prototype.hasOwnProperty.call(GAMES, id);
}
