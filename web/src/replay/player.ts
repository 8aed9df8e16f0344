// player.ts - where a replay stands, and how it goes on: by events, registers or rounds, by itself or
// by hand.  A screen with a film lends it; without one the moments follow each other.
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { isStill } from "../app/settings";
import type { Fields, Filmed, GameEvent, LogLine } from "../engine/table";
import type { Film, Speed } from "../film/player";
import { marksOf, momentAt, momentsOf, type Mark, type Moment } from "./moments";

/** What one pair of eyes saw of a whole game. */
export interface Story {
  parts: readonly number[]; // first event of each part, and at last the number of events
  events: readonly GameEvent[];
  lines: readonly LogLine[];
}

export interface Scene {
  view: Fields;
  status: readonly string[];
}

/** Where a replay comes from: a record, or what this page saw. */
export interface Source {
  /** The game after part n. */
  scene(n: number): Promise<Scene>;
  /** How part n led to it. */
  step(n: number): Promise<Filmed>;
}

export type Unit = "event" | "register" | "round";
export const UNITS: readonly Unit[] = ["event", "register", "round"];
export type WatchSpeed = Exclude<Speed, "now">;
export const WATCH_SPEEDS: readonly WatchSpeed[] = [0.5, 1, 2, 4];

const STILL_MS = 1200; // a moment without a film

export class Replay {
  readonly story = signal<Story>({ parts: [0, 0], events: [], lines: [] });
  readonly at = signal(0); // events that have happened
  readonly scene = signal<Scene | null>(null);
  readonly running = signal(false);
  readonly unit = signal<Unit>("event");
  readonly speed = signal<WatchSpeed>(1);
  readonly moments: ReadonlySignal<readonly Moment[]>;
  readonly marks: ReadonlySignal<readonly Mark[]> = computed(() => marksOf(this.story.value.events));
  readonly total = computed(() => this.story.value.events.length);
  readonly now: ReadonlySignal<number>;
  private film: Film | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private turn = 0; // a scene that comes late is dropped

  constructor(
    game: string,
    private readonly source: Source,
  ) {
    this.moments = computed(() => momentsOf(game, this.story.value.events, this.story.value.parts));
    this.now = computed(() => momentAt(this.moments.value, this.at.value));
  }

  /** Another story of the same game, from a place of it. */
  async tell(story: Story, at: number): Promise<void> {
    this.story.value = story;
    await this.seek(at);
  }

  /** The screen's film shows the steps; what it plays moves the place on. */
  attach(film: Film): () => void {
    this.film = film;
    film.onEnd = () => this.partEnded();
    const follow = effect(() => {
      const beat = film.beat.value;
      if (beat) this.at.value = beat.first;
    });
    void this.seek(this.at.peek());
    return () => {
      follow();
      film.onEnd = () => undefined;
      this.film = null;
    };
  }

  /** To where this many events have happened, and stay there. */
  async seek(at: number): Promise<void> {
    this.halt();
    await this.show(Math.max(this.first(), Math.min(at, this.total.peek())), false);
  }

  private first(): number {
    return this.moments.peek()[0]?.at ?? 0;
  }

  /** The part whose events lead to this place; of those that showed nothing there the last. */
  private partOf(at: number): number {
    const { parts } = this.story.peek();
    let part = 0;
    while (part + 2 < parts.length && ((parts[part + 1] ?? 0) < at || (parts[part + 2] ?? 0) <= at)) part++;
    return part;
  }

  /** The last part that is over at the place that is shown. */
  done(): number {
    const at = this.at.peek();
    const part = this.partOf(at);
    return at < (this.story.peek().parts[part + 1] ?? 0) ? Math.max(0, part - 1) : part;
  }

  private async show(at: number, play: boolean): Promise<boolean> {
    const mine = ++this.turn;
    const { parts } = this.story.peek();
    // To play on from the end of a part is to begin the next one that shows something.
    const part = this.partOf(play ? at + 1 : at);
    const whole = part === 0 || (at >= (parts[part + 1] ?? 0) && !play);
    const [after, step] = await Promise.all([this.source.scene(part), this.film && !whole ? this.source.step(part) : null]);
    if (mine !== this.turn) return false;
    batch(() => {
      this.scene.value = after;
      this.at.value = at;
      if (!this.film) return;
      this.film.setLive(after.view);
      if (!step) return this.film.clear();
      this.film.setSpeed(this.speed.peek());
      this.film.load(step, at, play);
    });
    return true;
  }

  private halt(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.running.value = false;
    this.film?.pause();
  }

  toggle(): void {
    if (this.running.peek()) return this.halt();
    void this.play();
  }

  private async play(): Promise<void> {
    if (this.at.peek() >= this.total.peek()) await this.seek(this.first());
    this.running.value = true;
    this.goOn();
  }

  private goOn(): void {
    if (!this.running.peek()) return;
    if (this.at.peek() >= this.total.peek()) return this.halt();
    if (this.film && !isStill()) {
      void this.show(this.at.peek(), true);
      return;
    }
    this.timer = setTimeout(async () => {
      const next = this.moments.peek()[this.now.peek() + 1];
      if (next && (await this.show(next.at, false))) this.goOn();
    }, STILL_MS / this.speed.peek());
  }

  private partEnded(): void {
    const part = this.partOf(this.at.peek() + 1);
    this.at.value = this.story.peek().parts[part + 1] ?? this.total.peek();
    this.goOn();
  }

  setSpeed(speed: WatchSpeed): void {
    this.speed.value = speed;
    this.film?.setSpeed(speed);
  }

  faster(by: 1 | -1): void {
    const i = WATCH_SPEEDS.indexOf(this.speed.peek()) + by;
    this.setSpeed(WATCH_SPEEDS[Math.max(0, Math.min(i, WATCH_SPEEDS.length - 1))] as WatchSpeed);
  }

  async step(by: 1 | -1, unit: Unit = this.unit.peek()): Promise<void> {
    this.halt();
    if (unit === "event" && this.film) return by > 0 ? this.eventOn(this.film) : this.eventBack(this.film);
    const moments = this.moments.peek();
    const now = this.now.peek();
    const here = moments[now];
    if (!here) return;
    if (unit !== "round") {
      // From inside a register the way back leads to its beginning first.
      const inside = by < 0 && this.at.peek() > here.at;
      return this.seek(moments[Math.max(0, inside ? now : now + by)]?.at ?? this.total.peek());
    }
    const round = moments[now]?.round ?? 0;
    const begins = moments.filter((m, i) => m.round !== moments[i - 1]?.round);
    const to = by > 0 ? begins.find((m) => m.round > round) : [...begins].reverse().find((m) => m.at < this.at.peek());
    await this.seek(to?.at ?? (by > 0 ? this.total.peek() : this.first()));
  }

  private async eventOn(film: Film): Promise<void> {
    if (this.at.peek() >= this.total.peek()) return;
    if (!film.active.peek() && !(await this.show(this.at.peek(), true))) return;
    if (isStill()) film.jumpBy(1);
    else film.stepOn();
  }

  private async eventBack(film: Film): Promise<void> {
    if (film.active.peek() && film.at.peek() > 0) return film.stepBack();
    const part = this.partOf(this.at.peek());
    const { parts } = this.story.peek();
    // Inside a part that stands at its beginning, or at the end of one.
    const end = film.active.peek() ? (parts[part] ?? 0) : this.at.peek();
    if (end <= this.first()) return;
    const last = this.partOf(end);
    if (last === 0) return this.seek(this.first());
    if (!(await this.show(end - 1, false))) return;
    this.at.value = film.beat.peek()?.first ?? end - 1;
  }

  close(): void {
    this.halt();
    this.turn++;
  }
}
