// keys.tsx - help about the keys and the command line of a table, in the caption's place: nothing
// lies over the board.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../app/words";
import type { Question, Table } from "../engine/table";

/** A row of the help: the keys, and what they do. */
export type KeyHelp = readonly [keys: string, words: string];

export const commonKeys = (): KeyHelp[] => [
  ["Enter", t("web.keys.enter")],
  ["Esc", t("web.keys.escape")],
  ["?", t("web.keys.help")],
  ["/", t("web.keys.line")],
];

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);
}

function Help({ keys, onClose }: { keys: readonly KeyHelp[]; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div class="key-help" data-help>
      <h2 class="strong">{t("web.keys")}</h2>
      <dl>
        {[...keys, ...commonKeys()].map(([sign, words]) => (
          <div key={sign}>
            <dt>{sign.split(" ").map((k) => <kbd key={k} class="kbd">{k}</kbd>)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <button class="btn small" ref={close} onClick={onClose}>{t("web.keys.close")}</button>
    </div>
  );
}

function CommandLine({ table, question, onClose }: { table: Table; question: Question; onClose: () => void }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  async function send(event: Event) {
    event.preventDefault();
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
      {fault && <p role="alert" class="command-fault">{fault}</p>}
    </form>
  );
}

/** What "?" and "/" open at a table; null while neither is open. */
export function useKeyHelp(table: Table, question: Question | null, keys: readonly KeyHelp[]) {
  const [open, setOpen] = useState<"help" | "line" | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") return setOpen(null);
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const next = event.key === "?" ? "help" : event.key === "/" && question && !question.sent ? "line" : null;
      if (!next) return;
      event.preventDefault();
      setOpen((now) => (now === next ? null : next));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const close = () => setOpen(null);
  if (open === "help") return <Help keys={keys} onClose={close} />;
  if (open === "line" && question) return <CommandLine table={table} question={question} onClose={close} />;
  return null;
}
