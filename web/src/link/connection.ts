// connection.ts - one WebSocket for one person at one table: it comes back by itself, and what was
// not answered is sent once more with the same id, so that nothing is lost and nothing is doubled.
import { newId } from "./api";
import { PROTOCOL, type ClientMessage, type Seen, type ServerMessage, type TellRefused } from "./messages";

type WithoutTag<T> = T extends unknown ? Omit<T, "id"> : never;
export type Deed = WithoutTag<Extract<ClientMessage, { id: string }>>;

export interface Hello {
  key: string;
  secret: string | null;
  lang: "en" | "ru" | "uk";
  vocabulary: string;
  seen: Seen[];
  screen?: boolean; // a table screen
}

export type Done = { vote: number | null } | TellRefused;

export interface Hooks {
  hello: () => Hello;
  onMessage: (message: ServerMessage) => void;
  onState: (state: "open" | "lost" | "closed", retryAt: number) => void;
}

// How long to wait before each new try: quick while a server may be moving house, then ever slower.
const WAITS = [500, 500, 1000, 1000, 1000, 1000, 2000, 4000, 8000, 15_000];
const REST = 300; // between two messages of which only the newest counts
const SILENCE = 25_000; // then a ping; as long again without an answer: the link is dead
const COME_BACK: readonly string[] = ["shutdown", "too_slow", "too_fast", "moved"];
const NO_TABLE = 1008; // how a server closes where there is no such table; a store that is slow to wake looks the same,
const SURE = 3; // so one is sure of it after that many tries
const CALM = 7; // of WAITS: whoever was too fast rests as after that many tries

export class Connection {
  /** How long a deed or a greeting may stay unanswered: a server may have stopped, another goes on. */
  static patience = 2_000;
  private socket: WebSocket | null = null;
  private open: { id: string; text: string; sent: number; done: (done: Done) => void }[] = [];
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private began = 0;
  private pings = 0;
  private ended = false;
  private wasThere = false; // this table has let us in before
  private welcomed = false;
  private newest = new Map<string, ClientMessage>();
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly hooks: Hooks,
    private readonly make: (address: string) => WebSocket = (a) => new WebSocket(a),
  ) {
    this.connect();
    globalThis.addEventListener?.("online", this.now);
    globalThis.document?.addEventListener("visibilitychange", this.now);
    this.watch = setInterval(() => this.look(), 1000);
  }

  /** Does something at the table; resolves when the server has it, also after a lost connection. */
  act(deed: Deed): Promise<Done> {
    const id = newId();
    const text = JSON.stringify({ ...deed, id });
    return new Promise((done) => {
      this.open.push({ id, text, sent: Date.now(), done });
      this.send(text);
    });
  }

  /** Only over an open link: what a closing one is given is lost, and the browser complains of it. */
  private send(text: string): void {
    if (this.welcomed && this.socket?.readyState === 1) this.socket.send(text);
  }

  /** Says something that needs no answer; lost when there is no connection. */
  tell(message: ClientMessage): void {
    this.send(JSON.stringify(message));
  }

  /** The same for what changes often and counts only as it is now: between two of them is a rest, and what was
   * replaced in it is never sent. */
  tellNewest(about: string, message: ClientMessage): void {
    if (this.resting !== undefined) return void this.newest.set(about, message);
    this.tell(message);
    this.resting = setTimeout(() => {
      const waiting = [...this.newest];
      this.newest.clear();
      this.resting = undefined;
      waiting.forEach(([key, last]) => this.tellNewest(key, last));
    }, REST);
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.resting);
    clearInterval(this.watch);
    globalThis.removeEventListener?.("online", this.now);
    globalThis.document?.removeEventListener("visibilitychange", this.now);
    this.socket?.close();
  }

  private connect(): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.welcomed = false;
    this.began = Date.now();
    const socket = this.make(this.address);
    this.socket = socket;
    socket.onopen = () => {
      const { key, secret, lang, vocabulary, seen, screen } = this.hooks.hello();
      const hello: ClientMessage = {
        t: "hello", proto: PROTOCOL, vocabulary, key, lang,
        ...(screen ? { screen } : {}),
        ...(secret ? { secret } : {}),
        ...(seen.length ? { seen } : {}),
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = (event?: CloseEvent) => this.lose(socket, event?.code);
    socket.onerror = () => undefined; // onclose follows
  }

  private hear(text: string): void {
    this.heard = Date.now();
    const message = JSON.parse(text) as ServerMessage;
    if (message.t === "welcome") {
      this.welcomed = this.wasThere = true;
      this.tries = 0;
      this.hooks.onState("open", 0);
      this.hooks.onMessage(message);
      this.open.forEach((deed) => {
        deed.sent = Date.now();
        this.send(deed.text);
      });
      return;
    }
    if (message.t === "acked") return this.answer(message.id, { vote: message.vote ?? null });
    if (message.t === "refused" && message.id) return this.answer(message.id, message);
    const isRefused = message.t === "refused" && !this.welcomed && message.error !== "busy"; // hello itself
    if (isRefused || (message.t === "bye" && !COME_BACK.includes(message.reason))) {
      this.ended = true;
      this.hooks.onMessage(message);
      this.hooks.onState("closed", 0);
      return;
    }
    if (message.t === "bye" && message.reason === "too_fast") this.tries = CALM;
    this.hooks.onMessage(message);
  }

  private answer(id: string, done: Done): void {
    const deed = this.open.find((d) => d.id === id);
    this.open = this.open.filter((d) => d.id !== id);
    deed?.done(done);
  }

  private lose(socket: WebSocket, code?: number): void {
    if (socket !== this.socket || this.ended) return;
    this.welcomed = false;
    if (code === NO_TABLE && !this.wasThere && this.tries + 1 >= SURE) {
      this.ended = true;
      this.hooks.onState("closed", 0);
      return;
    }
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 0;
    this.hooks.onState("lost", performance.now() + wait);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** A link that does not answer may also not answer to being closed: it is left at once. */
  private leave(socket: WebSocket): void {
    socket.onclose = null;
    socket.close();
    this.lose(socket);
    this.socket = null;
  }

  /** The network is back or the page is looked at again: no need to wait on. */
  private now = (): void => {
    if (globalThis.document?.visibilityState === "hidden") return;
    if (!this.ended && (!this.socket || this.socket.readyState === 3)) this.connect();
    else this.look();
  };

  private look(): void {
    if (this.ended || !this.socket || this.socket.readyState > 1) return;
    const waiting = this.welcomed ? this.open[0]?.sent : this.began;
    if (waiting !== undefined && Date.now() - waiting > Connection.patience) return this.leave(this.socket);
    if (!this.welcomed) return;
    const silent = Date.now() - this.heard;
    if (silent > 2 * SILENCE) this.leave(this.socket);
    else if (silent > SILENCE) this.tell({ t: "ping", n: ++this.pings });
  }
}
