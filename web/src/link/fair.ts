// fair.ts - this browser's part in a fair shuffle (docs/fair-play.md): a random value, whose hash is
// sent while the table waits and which is shown when the server has committed to its own.
import { sha256 } from "./sha256";
import type * as msg from "./messages";

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

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
