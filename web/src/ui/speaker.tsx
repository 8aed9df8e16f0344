// speaker.tsx - the live regions of a table, and the keys of its questions.  They are for readers and
// stand in the same document as everything else.
import { useEffect, useMemo } from "preact/hooks";
import { letterKeys } from "../app/settings";
import { t } from "../app/words";
import type { Table } from "../engine/table";
import { ASK_KEYS, questionName, QUESTIONS, questionsOf, Voice, voice as spoken } from "./aloud";

export function Speaker({ table }: { table: Table }) {
  const voice = useMemo(() => new Voice(table), [table]);
  useEffect(() => {
    spoken.value = voice;
    const stop = voice.listen();
    return () => {
      stop();
      if (spoken.peek() === voice) spoken.value = null;
    };
  }, [voice]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !letterKeys.peek()) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
      const asked = QUESTIONS.find((question) => ASK_KEYS[question] === event.key.toLowerCase());
      if (!asked) return;
      event.preventDefault();
      void voice.ask(asked);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [voice]);
  return (
    <aside class="hidden" aria-label={t("web.aloud.region")}>
      <div role="log" aria-live="polite" data-aloud>
        {voice.lines.value.map((line, i) => <p key={`${i}.${line}`}>{line}</p>)}
      </div>
      <p role="status" data-answer>{voice.answer.value}</p>
      <ul>
        {questionsOf(table.game).map((question) => (
          <li key={question}>
            <button tabIndex={-1} data-question={question} onClick={() => void voice.ask(question)}>{questionName(question, table.game)} ({ASK_KEYS[question].toUpperCase()})</button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
