// chat.tsx - what people at the table write; their words are only ever text.
import { useEffect, useRef, useState } from "preact/hooks";
import { typedIn } from "../app/typed";
import { fitChat } from "./fit-chat";
import { t, tr } from "../app/words";
import type { ChatLine, Hush, Refusal, Table } from "../engine/table";
import { chatInSight } from "./unread";

/** In the order of a game: the usual words of people at a table. */
const PHRASES = ["hello", "nice", "well_played", "wow", "oops", "ouch", "sorry", "one_moment", "hurry", "thanks", "good_game", "again", "bye"];

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

/** What a reader can do about a line and its author. */
function About({ line, hush, onDone }: { line: ChatLine; hush: Hush; onDone: (fault: string) => void }) {
  const run = async (what: Promise<Refusal | null>) => onDone((await what)?.message ?? "");
  const { person = 0, line: number = 0 } = line;
  return (
    <span class="row chat-about">
      <button class="chip" data-mute onClick={() => void run(hush.mute(person, true))}>{t("web.chat.mute")}</button>
      <button class="chip" data-block onClick={() => void run(hush.block(person, true))}>{t("web.chat.block")}</button>
      <button class="chip" data-report onClick={() => void run(hush.report(number))}>{t("web.chat.report")}</button>
    </span>
  );
}

/** Whom this person does not read; they can be read again. */
function Hushed({ hush, onFault }: { hush: Hush; onFault: (text: string) => void }) {
  const again = async ({ person, blocked }: { person: number; blocked: boolean }) => {
    const refusals = [blocked ? await hush.block(person, false) : null, await hush.mute(person, false)];
    onFault(refusals.find((r) => r)?.message ?? "");
  };
  return (
    <ul class="chat-phrases">
      {hush.list.value.map((h) => (
        <li key={h.person}><button class="chip" data-again onClick={() => void again(h)}>{t("web.chat.again", h.name)}</button></li>
      ))}
    </ul>
  );
}

export function Chat({ table }: { table: Table }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [about, setAbout] = useState(-1); // the line that something can be done about
  const hush = table.hush;
  const box = useRef<HTMLOListElement>(null);
  const lines = table.chat.value;
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => (chatInSight.value = seen.at(-1)?.isIntersecting ?? false));
    if (box.current?.parentElement) watch.observe(box.current.parentElement);
    return () => {
      watch.disconnect();
      chatInSight.value = false;
    };
  }, []);
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
          <li key={i}>
            {hush && line.person && line.person !== hush.me.value
              ? <button class="chat-name" aria-expanded={about === i} onClick={() => setAbout(about === i ? -1 : i)}>{line.name}</button>
              : <b>{line.name}</b>}{" "}
            {line.text}
            {hush && about === i && <About line={line} hush={hush} onDone={(text) => { setAbout(-1); setFault(text); }} />}
          </li>
        ))}
      </ol>
      {fault && <p class="chat-fault" role="alert">{fault}</p>}
      {hush && hush.list.value.length > 0 && <Hushed hush={hush} onFault={setFault} />}
      {table.can.value.phrases && <Phrases table={table} onFault={setFault} />}
      {table.can.value.chat && <form class="row chat-form" onSubmit={send}>
        <label class="grow">
          <span class="hidden">{t("web.chat.write")}</span>
          <input
            class="field"
            value={text}
            placeholder={t("web.chat.write")}
            onInput={(e) => setText(typedIn(e.currentTarget, fitChat))}
          />
        </label>
        <button class="btn" type="submit">{t("web.chat.send")}</button>
      </form>}
    </div>
  );
}
