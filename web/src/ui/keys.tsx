// keys.tsx - the keys that every table has: help about keys and a command line, in the caption's place, as
// nothing lies over the board.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../app/words";
import type { Question, Table } from "../engine/table";
import { questionOf, questionWords, voice } from "./aloud";
import { KeyList } from "./parts";

/** A row of the help: the keys, and what they do. */
export type KeyHelp = readonly [keys: string, words: string];

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);
}

/** An answer in the game's notation, or one of the questions that can be asked at any time. */
function CommandLine({ table, question, onClose }: { table: Table; question: Question | null; onClose: () => void }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [asks, setAsks] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []); // before the next key comes
  async function send(event: Event) {
    event.preventDefault();
    const asked = questionOf(text);
    setAsks(asked !== null);
    setFault("");
    if (asked) {
      setText("");
      return voice.peek()?.ask(asked);
    }
    if (!question || question.sent) return setFault(t("web.keys.no_question", questionWords()));
    try {
      const refusal = await table.submit(question, await table.read(question.actor, text.trim()));
      if (refusal) setFault(refusal.message);
      else onClose();
    } catch (error) {
      setFault((error as Error).message);
    }
  }
  return (
    <form class="command" onSubmit={send}>
      <label class="hidden" for="command-line">{t("web.keys.command")}</label>
      <input
        id="command-line" ref={input} class="field grow" value={text} placeholder={t("web.keys.command")} autocomplete="off"
        onInput={(e) => setText(e.currentTarget.value)}
      />
      {asks && <p class="command-said" aria-hidden="true">{voice.value?.answer.value}</p>}
      {fault && <p role="alert" class="command-fault">{fault}</p>}
    </form>
  );
}

/** What "?" and "/" open at a table; null while neither is open. */
export function useKeyHelp(table: Table, question: Question | null, keys: () => readonly KeyHelp[]) {
  const [open, setOpen] = useState<"help" | "line" | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") return setOpen(null);
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const next = event.key === "?" ? "help" : event.key === "/" ? "line" : null;
      if (!next) return;
      event.preventDefault();
      setOpen((now) => (now === next ? null : next));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const close = () => setOpen(null);
  if (open === "help") return <KeyList keys={keys()} onClose={close} />;
  if (open === "line") return <CommandLine table={table} question={question} onClose={close} />;
  return null;
}
