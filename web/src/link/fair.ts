// fair.ts - this browser's part in a fair shuffle (docs/fair-play.md): a random value, whose hash is
// sent while the table waits and which is shown when the server has committed to its own.
import { sha256 } from "./sha256";
import type * as msg from "./messages";

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const NAME = "fair-1";

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** One hash of the procedure: over the table, the game, what each seat gave (null: nothing), the seed. */
function hashOf(what: "commit" | "key", table: string, match: number, given: readonly (string | null)[], seed: string): string {
  const head = new TextEncoder().encode(`${NAME}\0${what}\0${table}\0`);
  const seats = given.flatMap((value) => (value ? [1, ...bytesOf(value)] : Array<number>(33).fill(0)));
  return hex(sha256(Uint8Array.from([...head, match & 255, match >> 8, given.length, ...seats, ...bytesOf(seed)])));
}

/** How a key was made, after the game. */
export interface Shuffle {
  table: string;
  match: number;
  commit: string;
  seed: string;
  key: string;
  seats: readonly { share: string; value: string | null }[]; // share "": the seat gave none
}

/** Do the values fit the shares, the commitment seed and shares, and the key seed and values? */
export function isFair(s: Shuffle): boolean {
  const values = s.seats.map((seat) => seat.value);
  const shares = s.seats.map((seat) => seat.share || null);
  return (
    s.seats.every((seat) => seat.value === null || hex(sha256(bytesOf(seat.value))) === seat.share) &&
    hashOf("commit", s.table, s.match, shares, s.seed) === s.commit &&
    hashOf("key", s.table, s.match, values, s.seed) === s.key
  );
}

/** As a server tells it at the end of a game; null while it is not all shown. */
export function shuffleOf(fair: msg.Fair, table: string, match: number, seats: number): Shuffle | null {
  if (fair.version !== NAME || !fair.seed || !fair.key) return null;
  const given = (seat: number) => fair.shares.find((s) => s.seat === seat);
  return {
    table, match, commit: fair.commit, seed: fair.seed, key: fair.key,
    seats: Array.from({ length: seats }, (_, seat) => ({ share: given(seat)?.hash ?? "", value: given(seat)?.value ?? null })),
  };
}

/** As it stands in the first line of a record; null: the game was not dealt so. */
export function shuffleIn(fair: string, key: string): Shuffle | null {
  const [name, table, match, commit, seed, ...seats] = fair.split(" ");
  if (name !== NAME || !table || !commit || !seed) return null;
  return {
    table, match: Number(match), commit, seed, key,
    seats: seats.map((text) => {
      const [share, value] = text.split(":");
      return { share: share === "-" ? "" : (share ?? ""), value: value ?? null };
    }),
  };
}

/** What has to be known of the table. */
interface Place {
  me: { seats: readonly number[] };
  table: { state: msg.TableState; match: number };
}

export class Share {
  private value: Uint8Array | null = null;
  private sent = "";

  constructor(
    private readonly tell: (message: msg.ClientMessage) => void,
    private readonly draw: (bytes: Uint8Array) => void = (bytes) => void crypto.getRandomValues(bytes),
  ) {}

  /** The connection is new: what was said on the one before may be lost. */
  again(): void {
    this.sent = "";
  }

  /** Sends the hash of a fresh value once for each game, from the moment this person has a seat. */
  look(place: Place | null): void {
    if (!place?.me.seats.length) return;
    const { state, match } = place.table;
    if (state !== "waiting" && state !== "over") return;
    const game = `${match}.${state}`;
    if (this.sent === game) return;
    this.sent = game;
    this.value = new Uint8Array(32);
    this.draw(this.value);
    this.tell({ t: "share", hash: hex(sha256(this.value)) });
  }

  /** The server has committed. */
  reveal(): void {
    if (this.value) this.tell({ t: "reveal", value: hex(this.value) });
    this.value = null;
  }
}
