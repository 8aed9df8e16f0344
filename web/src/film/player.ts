// The film of a race: steps of the table, shown beat by beat.  It never holds anyone up: the table
// goes on, and "now" jumps to where it is.
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Fields, Filmed, GameEvent, LogLine, Step } from "../engine/table";
import { type Beat, stepFrom, type StepSize, type Timeline, timeline, toBeats } from "./beats";

export type Speed = 0.5 | 1 | 2 | 4 | "now";
export const SPEEDS: readonly Speed[] = [0.5, 1, 2, 4, "now"];

/** Before a decision of the viewer at most this much of the film is still shown. */
export const DECISION_MS = 1500;

/** What the board animates now; null = stand still. */
export interface Motion {
  beat: Beat;
  ms: number;
}

interface Reel {
  line: Timeline;
  /** The view before each beat, and after the last. */
  views: Fields[];
}

export interface Clock {
  now(): number;
  after(ms: number, call: () => void): () => void;
}

const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, call) {
    const id = setTimeout(call, ms);
    return () => clearTimeout(id);
  },
};

/** Stages of a round outside its registers, in both editions. */
const NO_REGISTER =
  /^(setup|deal|program|aside|flywheel|announce|gyro|cubes|starts|round|upgrade|draw|keep|close|repair|wipe|stay_down|reenter|round_end|over)$/;

function runningRegister(view: Fields): number {
  return NO_REGISTER.test(String(view.stage)) ? 0 : Number(view.register) || 0;
}

function beatsOf(step: Step): Beat[] {
  return toBeats(step.events, step.lines, step.first, runningRegister(step.before));
}

function reelOf(step: Filmed, shown: Timeline | null = null): Reel {
  const line = timeline(beatsOf(step), shown);
  const views = [step.before, ...line.beats.map((beat) => step.views[beat.cut] ?? step.after)];
  // What the film does not tell of (cards drawn, decks) is as it is now.
  if (views.length > 1) views[views.length - 1] = step.after;
  return { line, views };
}

export class Film {
  private readonly reel = signal<Reel | null>(null);
  private readonly index = signal(0); // the beat being shown; line.beats.length = at the end
  private readonly live = signal<Fields | null>(null);
  private waiting: Filmed[] = [];
  private stop: (() => void) | null = null;
  private hurry = false;
  private hold = false;
  private haste = 1;

  readonly running = signal(false); // plays by itself
  readonly motion = signal<Motion | null>(null);
  readonly speed = signal<Speed>(1);
  /** Beats are told here as they begin: sounds, announcements. */
  onBeat: (beat: Beat) => void = () => {};
  /** Told when all that was to be shown has been. */
  onEnd: () => void = () => {};

  constructor(private readonly clock: Clock = browserClock) {}

  readonly line: ReadonlySignal<Timeline | null> = computed(() => this.reel.value?.line ?? null);
  readonly at: ReadonlySignal<number> = computed(() => this.index.value);

  /** The film stands before its end, playing or paused. */
  readonly active: ReadonlySignal<boolean> = computed(() => {
    const reel = this.reel.value;
    return reel !== null && this.index.value < reel.line.beats.length;
  });

  /** What board and plates show. */
  readonly shown: ReadonlySignal<Fields | null> = computed(() => {
    const reel = this.reel.value;
    if (!reel || !this.active.value) return this.live.value;
    const moving = this.motion.value !== null;
    return reel.views[this.index.value + (moving ? 1 : 0)] ?? this.live.value;
  });

  readonly beat: ReadonlySignal<Beat | null> = computed(() => {
    const reel = this.reel.value;
    return reel && this.active.value ? (reel.line.beats[this.index.value] ?? null) : null;
  });

  /** The last words said up to the beat being shown. */
  readonly caption: ReadonlySignal<readonly LogLine[]> = computed(() => {
    const reel = this.reel.value;
    if (!reel || !this.active.value) return [];
    for (let i = this.index.value; i >= 0; i--) {
      const lines = reel.line.beats[i]?.lines ?? [];
      if (lines.length) return lines;
    }
    return [];
  });

  /** The table's view; shown when no film runs. */
  setLive(view: Fields | null): void {
    this.live.value = view;
  }

  add(step: Filmed): void {
    if (!beatsOf(step).some((b) => b.ms > 0)) return;
    if (this.speed.peek() === "now" && !this.hold) return;
    this.waiting.push(step);
    if (!this.active.peek()) this.nextReel();
  }

  private nextReel(): void {
    const step = this.waiting.shift();
    if (!step) {
      this.running.value = false;
      this.onEnd();
      return;
    }
    this.index.value = 0;
    this.reel.value = reelOf(step, this.line.peek());
    this.running.value = true;
    this.hasten();
    this.show();
  }

  /** A step in place of what runs, from one of its events on. */
  load(step: Filmed, event: number, play: boolean): void {
    this.clear();
    const reel = reelOf(step);
    const at = reel.line.beats.findIndex((b) => b.first + b.events.length > event);
    batch(() => {
      this.reel.value = reel;
      this.index.value = at < 0 ? reel.line.beats.length : at;
      this.running.value = play;
      if (play) this.show();
    });
  }

  /** No film: what the table shows. */
  clear(): void {
    this.stop?.();
    this.stop = null;
    this.waiting = [];
    batch(() => {
      this.motion.value = null;
      this.running.value = false;
      this.reel.value = null;
      this.index.value = 0;
    });
  }

  private lengthOf(i: number): number {
    const line = this.line.peek();
    const speed = this.speed.peek();
    if (!line || speed === "now") return 0;
    return ((line.lengths[i] ?? 0) / speed) * this.haste;
  }

  /** How much shorter beats are from here on, so that all that is left fits before a decision. */
  private hasten(): void {
    const line = this.line.peek();
    const speed = this.speed.peek();
    this.haste = 1;
    if (!this.hurry || !line || speed === "now") return;
    const left = (line.total - (line.starts[this.index.peek()] ?? 0)) / speed;
    if (left > DECISION_MS) this.haste = DECISION_MS / left;
  }

  /** Shows the beat at the index and goes on to the next one after its time. */
  private show(): void {
    this.stop?.();
    const reel = this.reel.peek();
    const i = this.index.peek();
    const beat = reel?.line.beats[i];
    if (!reel || !beat) {
      this.motion.value = null;
      this.nextReel();
      return;
    }
    const ms = this.lengthOf(i);
    this.motion.value = { beat, ms };
    this.onBeat(beat);
    this.stop = this.clock.after(ms, () => {
      this.stop = null;
      const holds = this.hold && beat.kind === "register";
      this.jump(i + 1, this.running.peek() && !holds);
    });
  }

  /** To the moment before beat i; plays on from there if `play`. */
  private jump(i: number, play: boolean): void {
    this.stop?.();
    this.stop = null;
    const count = this.line.peek()?.beats.length ?? 0;
    batch(() => {
      this.index.value = Math.max(0, Math.min(i, count));
      this.motion.value = null;
      this.running.value = play;
      if (play || i >= count) this.show();
    });
  }

  toggle(): void {
    if (this.running.peek()) this.pause();
    else this.jump(this.active.peek() ? this.index.peek() : 0, true);
  }

  pause(): void {
    this.stop?.();
    this.stop = null;
    this.motion.value = null;
    this.running.value = false;
  }

  /** One step on and then held; a single beat is shown as it happens, and the next one takes its place at once. */
  stepOn(size: StepSize = "event"): void {
    const line = this.line.peek();
    if (!line || !this.active.peek()) return;
    if (size !== "event") return this.jump(stepFrom(line, this.index.peek(), 1, size), false);
    const stepping = this.motion.peek() !== null && !this.running.peek();
    if (stepping) this.jump(this.index.peek() + 1, false);
    this.running.value = false;
    if (this.active.peek()) this.show();
  }

  stepBack(size: StepSize = "event"): void {
    const line = this.line.peek();
    if (!line) return;
    this.jump(stepFrom(line, this.active.peek() ? this.index.peek() : line.beats.length, -1, size), false);
  }

  /** That many beats on, without showing them. */
  jumpBy(beats: number): void {
    if (this.active.peek()) this.jump(this.index.peek() + beats, false);
  }

  registerOn(): void {
    const line = this.line.peek();
    if (line && this.active.peek()) this.jump(stepFrom(line, this.index.peek(), 1, "register"), this.running.peek());
  }

  registerBack(): void {
    const line = this.line.peek();
    if (line) this.jump(stepFrom(line, this.index.peek(), -1, "register"), false);
  }

  /** The register that was shown last, 1 to 5; 0 before the first. */
  heldAfter(): number {
    return this.line.peek()?.beats[this.index.peek() - 1]?.register ?? 0;
  }

  /** The beat that the register shown last begins with. */
  private registerBegin(): number {
    const beats = this.line.peek()?.beats ?? [];
    let i = this.index.peek() - 1;
    while (i > 0 && beats[i - 1]?.kind !== "register") i--;
    return Math.max(0, i);
  }

  /** Number of the event that it begins with. */
  registerStart(): number {
    return this.line.peek()?.beats[this.registerBegin()]?.first ?? 0;
  }

  /** All that happened in it. */
  shownRegister(): GameEvent[] {
    const beats = this.line.peek()?.beats.slice(this.registerBegin(), this.index.peek()) ?? [];
    return beats.flatMap((b) => b.events);
  }

  /** The register shown last, once more. */
  again(): void {
    this.jump(this.registerBegin(), true);
  }

  /** To where an event of the match is shown; false if it is not in the film. */
  seek(event: number): boolean {
    const line = this.line.peek();
    if (!line) return false;
    const i = line.beats.findIndex((b) => event >= b.first && event < b.first + b.events.length);
    if (i < 0) return false;
    this.jump(i + 1, false);
    return true;
  }

  /** To the end of everything: what the table shows now. */
  skip(): void {
    this.waiting = [];
    this.stop?.();
    this.stop = null;
    batch(() => {
      this.motion.value = null;
      this.running.value = false;
      this.index.value = this.line.peek()?.beats.length ?? 0;
    });
  }

  setSpeed(speed: Speed): void {
    this.speed.value = speed;
    if (speed === "now") this.skip();
  }

  slower(): void {
    const i = SPEEDS.indexOf(this.speed.peek());
    this.setSpeed(SPEEDS[Math.max(0, i - 1)] as Speed);
  }

  faster(): void {
    const i = SPEEDS.indexOf(this.speed.peek());
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, i + 1)] as Speed);
  }

  /** A question of the viewer waits at the end: the rest is shown in little time. */
  setHurry(hurry: boolean): void {
    if (this.hurry === hurry) return;
    this.hurry = hurry;
    this.hasten();
  }

  /** Stops after each register until it is told to go on; then there is a film even where nothing moves. */
  setHold(hold: boolean): void {
    this.hold = hold;
  }

  close(): void {
    this.stop?.();
    this.waiting = [];
  }
}
