// The generic table: any game as text.  The board is the engine's text picture, every question a
// list, every event a line.  What a game's own screen lacks can always be played here.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../app/words";
import type { Question, Refusal, Table } from "../../engine/table";
import { End } from "../../ui/parts";
import { Frame } from "../../ui/frame";
import { Icon } from "../../ui/icon";
import { Roster } from "../../ui/roster";
import { LinkBanner } from "../../ui/banner";
import { Clock } from "../../ui/clock";
import { useKeyHelp } from "../../ui/keys";
import { TableMenu } from "../../ui/menu";
import { SideTabs } from "../../ui/side";
import { Votes } from "../../ui/votes";
import { Waiting } from "../../ui/waiting";
import { pieces } from "./pieces";

function Picture({ table }: { table: Table }) {
  const [text, setText] = useState("");
  const view = table.view.value;
  useEffect(() => {
    let current = true;
    table.picture().then(
      (picture) => current && setText(picture),
      () => undefined, // the next view brings its own
    );
    return () => {
      current = false;
    };
  }, [view]);
  return (
    <div class="g-board" tabIndex={0}>
      <pre aria-label={t("web.table.board")}>
        {pieces(text).map((piece, i) =>
          piece.role ? (
            <span key={i} class={`role-${piece.role.toLowerCase()}${piece.role < "a" ? " stressed" : ""}`}>{piece.text}</span>
          ) : (
            piece.text
          ),
        )}
      </pre>
      <ul class="g-status">
        {table.status.value.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

interface Asking {
  question: Question; // after the picks
  chosen: { pick: number; words: string }[];
}

/** A question as a list: each pick leads to the next list, until the answer is whole. */
function Ask({ table, start }: { table: Table; start: Question }) {
  const [now, setNow] = useState<Asking>({ question: start, chosen: [] });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [asking, setBusy] = useState(false);
  const busy = asking || start.sent === true;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => setNow({ question: start, chosen: [] }), [start.number, start.actor, start.prompt]);

  async function choose(chosen: Asking["chosen"]) {
    setBusy(true);
    setRefusal(null);
    const picks = chosen.map((c) => c.pick);
    try {
      const next = await table.ask(start.actor, picks);
      const whole = next.options.length === 0;
      if (whole && chosen.length === 1) {
        setRefusal(await table.submit(start, picks));
      } else {
        table.draft(start, picks);
        setNow({ question: next, chosen });
      }
    } catch (error) {
      setRefusal({ message: (error as Error).message, rule: null }); // the table has moved on
    }
    setBusy(false);
  }

  async function send() {
    setBusy(true);
    setRefusal(await table.submit(start, now.chosen.map((c) => c.pick)));
    setBusy(false);
  }

  const { question, chosen } = now;
  const left = Math.max(0, start.min - chosen.length);
  return (
    <div class="g-ask">
      {chosen.length > 0 && (
        <p class="g-chosen">
          {t("web.table.chosen")}: {chosen.map((c) => c.words).join(", ")}
        </p>
      )}
      {refusal && <p class="g-refusal" role="alert">{refusal.message}</p>}
      <ol class="g-options" ref={list} aria-busy={busy}>
        {question.options.map((option) => (
          <li key={option.pick}>
            <button
              class="g-option"
              disabled={busy}
              data-pick={option.pick}
              onClick={() => choose([...chosen, { pick: option.pick, words: option.words }])}
            >
              {option.words}
            </button>
          </li>
        ))}
      </ol>
      <div class="g-send row">
        {chosen.length > 0 && (
          <button class="btn console" disabled={busy} onClick={() => choose(chosen.slice(0, -1))}>
            <Icon name="undo" /> {t("web.table.back")}
          </button>
        )}
        {question.mayStop && (
          <button class="btn act" data-send disabled={busy} onClick={send}>
            {t(question.options.length ? "web.table.done" : "web.table.confirm")}
          </button>
        )}
        {!question.mayStop && chosen.length > 0 && left > 0 && (
          <span class="g-left">{t("web.table.to_go", left)}</span>
        )}
      </div>
    </div>
  );
}

export default function GenericTable({ table }: { table: Table }) {
  const told = table.events.value.length;
  useEffect(() => table.shown(told), [told]); // there is no film here: what was told is shown
  const question = table.questions.value[0];
  const keyHelp = useKeyHelp(table, question ?? null, () => []);
  const over = table.outcome.value !== null;
  const [tab, setTab] = useState("log");
  const undo = table.can.value.undo && (
    <button class="btn console" data-undo onClick={() => table.undo()}>
      <Icon name="undo" /> {t("web.table.undo")}
    </button>
  );
  return (
    <Frame
      class={table.replay ? "generic watching" : "generic"}
      title={table.title.value}
      phases={
        <span class="rail-pill now">
          {t(over ? "web.table.over" : question ? "web.table.your_turn" : table.replay ? "web.replay" : "web.table.waiting")}
        </span>
      }
      roster={<Roster table={table} />}
      board={<Picture table={table} />}
      asked={question !== undefined}
      clock={<Clock table={table} />}
      menu={<>{table.replay && <table.replay.Tools />}<TableMenu table={table} /></>}
      caption={
        <>
          <LinkBanner table={table} />
          <Votes table={table} />
          {keyHelp}
          {question ? (
            <div class="decision" aria-live="assertive">
              <p class="strong">{question.prompt}</p>
            </div>
          ) : over ? (
            <End table={table} />
          ) : (
            !table.replay && <Waiting table={table} />
          )}
        </>
      }
      side={
        <SideTabs table={table} now={tab} own={[]} onTab={setTab} />
      }
      console={table.replay ? <table.replay.Console /> :
        <div class="g-console">
          {question && <Ask table={table} start={question} key={`${question.number}.${question.actor}`} />}
          <div class="g-tools">{undo}</div>
        </div>
      }
    />
  );
}
