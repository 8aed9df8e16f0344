// company.ts - what the server tells of a table besides its game: who is there, clocks, votes, chat, orders, the
// result, and whether the shuffle was fair.
import { batch, computed, signal } from "@preact/signals";
import { t, tr } from "../app/words";
import type { ChatLine, Hushed, Outcome, Vote } from "../engine/table";
import { announced } from "./announced";
import { isFair, shuffleOf } from "./fair";
import type * as msg from "./messages";
import { type Clocked, type Room, chatLine, hushedOf, namesOf, noticeOf, voteOf } from "./room";

const NEWS_MS = 12_000;

export class Company {
  readonly room = signal<Room | null>(null);
  readonly bye = signal<msg.ByeReason | null>(null);
  readonly outcome = signal<Outcome | null>(null);
  readonly fair = signal<boolean | null>(null);
  readonly news = signal("");
  readonly clocked = signal<Clocked>({ clocks: [], at: 0 });
  readonly orders = signal<readonly msg.Ordered[]>([]);
  private readonly said = signal<readonly ChatLine[]>([]);
  private readonly open = signal<readonly msg.Vote[]>([]);
  private newsTimer: ReturnType<typeof setTimeout> | undefined;
  private commit = ""; // what the server bound itself to, as it was first told

  constructor(private readonly table: string) {}

  readonly paused = computed(() => this.room.value?.table.state === "paused");
  readonly title = computed(() => this.room.value?.table.title || tr(`web.game.${this.room.value?.table.game ?? "robotory"}`));
  readonly votes = computed<readonly Vote[]>(() => this.open.value.map((v) => voteOf(v, this.room.value)));
  readonly hushed = computed<readonly Hushed[]>(() => (this.room.value ? hushedOf(this.room.value, this.said.value) : []));
  readonly chat = computed(() => this.said.value.filter((l) => !this.hushed.value.some((h) => h.person === l.person)));

  get game(): string {
    return this.room.peek()?.table.game ?? "";
  }

  /** The seats of this device: of one person, or of several who pass it round. */
  get mine(): readonly number[] {
    return this.room.peek()?.me.seats ?? [];
  }

  get names(): string[] {
    const room = this.room.peek();
    return room ? namesOf(room) : [];
  }

  welcome(m: msg.TellWelcome): void {
    batch(() => {
      this.room.value = { me: m.me, table: m.table, seats: m.seats, people: m.people, watching: m.watching };
      this.clocked.value = { clocks: m.clocks, at: performance.now() };
      this.open.value = m.votes;
      this.orders.value = m.orders;
      this.said.value = m.chat.map((l) => chatLine(l, this.room.value));
      this.outcome.value = m.result ? { places: m.result.places, scores: m.result.scores } : null;
    });
    if (m.fair) this.checkShuffle(m.fair);
  }

  begin(fair: msg.Fair): void {
    batch(() => {
      this.outcome.value = null;
      this.fair.value = null;
      this.open.value = [];
      this.orders.value = [];
    });
    this.checkShuffle(fair);
  }

  /** Shows for a while what happened beside the game. */
  tell(words: string): void {
    if (!words) return;
    clearTimeout(this.newsTimer);
    this.news.value = words;
    this.newsTimer = setTimeout(() => (this.news.value = ""), NEWS_MS);
  }

  hear(m: msg.ServerMessage): void {
    const now = this.room.value;
    switch (m.t) {
      case "fair":
        this.fair.value = null;
        return this.checkShuffle(m.fair);
      case "table":
        if (now) this.room.value = { ...now, table: m.table };
        return;
      case "seats":
        if (now) this.room.value = { ...now, seats: m.seats, people: m.people, watching: m.watching, me: m.me };
        return;
      case "clock":
        this.clocked.value = { clocks: m.clocks, at: performance.now() };
        return;
      case "vote":
        this.open.value = [...this.open.value.filter((v) => v.vote !== m.vote.vote), m.vote].filter((v) => v.state === "open");
        if (m.vote.state === "failed" && m.vote.by === now?.me.person) this.tell(t("web.vote.failed"));
        return;
      case "chat":
        this.said.value = [...this.said.value, chatLine(m.line, now)];
        return;
      case "over":
        this.outcome.value = { places: m.result.places, scores: m.result.scores };
        return this.checkShuffle(m.fair);
      case "notice":
        if (now) this.tell(noticeOf(m, now));
        return;
      case "announced":
        announced.value = m.announcement ?? null;
        return;
      case "bye":
        this.bye.value = m.reason;
        return;
    }
  }

  /** Orders that the server has taken. */
  keepOrders(actor: number, orders: msg.Ordered["orders"]): void {
    this.orders.value = [...this.orders.value.filter((o) => o.actor !== actor), { actor, orders }];
  }

  /** Once the seed is shown: the commitment is the one from before the deal, and the key follows. */
  private checkShuffle(told: msg.Fair): void {
    const now = this.room.value;
    const shuffle = now && shuffleOf(told, this.table, now.table.match, now.seats.length);
    if (!shuffle) this.commit = told.commit;
    else this.fair.value = isFair(shuffle) && (this.commit === "" || this.commit === told.commit);
  }
}
