// oracle.ts - the worker of a table as the page calls it: every call is a promise.
import type { Lang } from "../../../src/wasm/robodrome.mjs";
import { t } from "../app/words";
import type { Calls, OpenLocal, OpenRecord, OpenView, Push, Reply, RuleText, Shot } from "./protocol";
import type { Filmed, GameEvent, Hint, Json, LogLine, Question, Step } from "./table";

export function filesOf(game: string): EngineFiles {
  const files = ENGINE[game];
  if (!files) throw new Error(t("web.error.game"));
  return files;
}

export class Oracle {
  private readonly worker: Worker;
  private waiting = new Map<number, { done: (value: never) => void; fail: (error: Error) => void }>();
  private last = 0;

  constructor(onPush: (push: Push) => void = () => undefined) {
    this.worker = new Worker(WORKER, { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<Reply | Push>) => {
      if ("push" in data) return onPush(data);
      const call = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("error" in data) call?.fail(new Error(data.error));
      else call?.done(data.value as never);
    };
    this.worker.onerror = () => this.failAll(new Error(t("web.error.engine")));
  }

  call<K extends keyof Calls>(call: K, args: Parameters<Calls[K]>[0]): Promise<ReturnType<Calls[K]>> {
    const id = ++this.last;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.worker.postMessage({ id, call, args });
    });
  }

  open(args: OpenLocal) {
    return this.call("open", args);
  }
  openView(args: OpenView) {
    return this.call("openView", args);
  }
  openRecord(args: OpenRecord) {
    return this.call("openRecord", args);
  }
  position(text: string, seat: number): Promise<Shot> {
    return this.call("position", { text, seat });
  }
  say(events: readonly GameEvent[], first: number): Promise<LogLine[]> {
    return this.call("say", { events: [...events], first });
  }
  film(step: Step): Promise<Filmed> {
    return this.call("film", step);
  }
  ask(actor: number, picks: readonly number[]): Promise<Question> {
    return this.call("ask", { actor, picks: [...picks] });
  }
  answers(actor: number, most: number): Promise<number[][]> {
    return this.call("answers", { actor, most });
  }
  read(actor: number, text: string): Promise<number[]> {
    return this.call("read", { actor, text });
  }
  preview(actor: number, kind: string, picks: readonly number[]): Promise<Json> {
    return this.call("preview", { actor, kind, picks: [...picks] });
  }
  hint(actor: number, text?: string): Promise<Hint> {
    return this.call("hint", { actor, ...(text === undefined ? {} : { text }) });
  }
  picture(): Promise<string> {
    return this.call("picture", null);
  }
  strings(keys: readonly string[]): Promise<Record<string, string>> {
    return this.call("strings", { keys: [...keys] });
  }
  rule(id: string): Promise<RuleText | null> {
    return this.call("rule", { id });
  }
  rules(game: string, lang: Lang): Promise<RuleText[]> {
    return this.call("rules", { lang, engine: filesOf(game) });
  }
  speak(lang: Lang, names: string[]) {
    return this.call("words", { lang, names });
  }

  close(): void {
    this.worker.terminate();
    this.waiting.clear(); // nobody waits for a table that was left
  }

  private failAll(error: Error): void {
    this.waiting.forEach((call) => call.fail(error));
    this.waiting.clear();
  }
}
