// chat.tsx - what people at the table write; their words are only ever text.
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tr } from "../app/words";
import type { Table } from "../engine/table";

/** In the order of a game: the usual words of people at a table. */
const PHRASES = ["hello", "nice", "well_played", "wow", "oops", "ouch", "sorry", "one_moment", "hurry", "thanks", "good_game", "again", "bye"];

/** Whether people can say anything here. */
export const talks = (table: Table): boolean => table.can.value.chat || table.can.value.phrases;

function Phrases({ table, onFault }: { table: Table; onFault: (text: string) => void }) {
  const say = async (phrase: string) => onFault((await table.phrase(phrase))?.message ?? "");
  return (
    <ul class="chat-phrases" aria-label={t("web.chat.phrases")}>
      {PHRASES.map((phrase) => (
        <li key={phrase}><button class="chip" data-phrase={phrase} onClick={() => void say(phrase)}>{tr(`web.phrase.${phrase}`)}</button></li>
      ))}
    </ul>
  );
}

export function Chat({ table }: { table: Table }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const box = useRef<HTMLOListElement>(null);
  const lines = table.chat.value;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length]);
  async function send(event: Event) {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    const refusal = await table.say(said);
    setFault(refusal?.message ?? "");
    if (!refusal) setText("");
  }
  return (
    <div class="chat">
      <ol class="chat-lines" ref={box} tabIndex={0} aria-label={t("web.chat")} aria-live="polite">
        {lines.map((line, i) => (
          <li key={i}><b>{line.name}</b> {line.text}</li>
        ))}
      </ol>
      {fault && <p class="chat-fault" role="alert">{fault}</p>}
      {table.can.value.phrases && <Phrases table={table} onFault={setFault} />}
      {table.can.value.chat && <form class="row chat-form" onSubmit={send}>
        <label class="grow">
          <span class="hidden">{t("web.chat.write")}</span>
          <input
            class="field"
            value={text}
            maxLength={300}
            placeholder={t("web.chat.write")}
            onInput={(e) => setText(e.currentTarget.value)}
          />
        </label>
        <button class="btn" type="submit">{t("web.chat.send")}</button>
      </form>}
    </div>
  );
}
