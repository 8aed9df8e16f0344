// coach-card.tsx - the coach in the caption's place: what happened and why, what to do, what is left.
import { useEffect, useRef, useState } from "preact/hooks";
import { lessonAddress, nextLesson, noteLearned } from "../app/learned";
import type { GameId } from "../app/games";
import { isRace, playNow } from "../app/games";
import { go } from "../app/router";
import { t } from "../app/words";
import { withCellNames } from "../art/dirs";
import type { Hint, Question, Table } from "../engine/table";
import { Icon, Sprite } from "../ui/icon";
import type { Coach, Line } from "./coach";

function Why({ table, rule }: { table: Table; rule: string }) {
  const [text, setText] = useState<{ title: string; text: string } | null>(null);
  useEffect(() => setText(null), [rule]);
  const toggle = async () => setText(text ? null : await table.rule(rule));
  return (
    <>
      <button class="link" data-coach="why" aria-expanded={text !== null} onClick={() => void toggle()}>{t("web.why")}</button>
      {text && (
        <div class="coach-rule">
          <p class="strong">{text.title} <a class="mut small" href={`/rules/${table.game}#${rule}`}>{rule}</a></p>
          <p>{text.text}</p>
        </div>
      )}
    </>
  );
}

/** Why a bot would do that. */
function Because({ hint }: { hint: Hint }) {
  return hint.reasons.length > 0 ? <span class="mut small" data-why> {hint.reasons.join("; ")}</span> : null;
}

/** What a strong bot would do, in words, and a button that does it. */
function Shown({ table, question, hint, onClose }: { table: Table; question: Question; hint: Hint; onClose: () => void }) {
  const words = hint.words || hint.text;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.scrollIntoView({ block: "nearest" }), [words]); // where the coach is scrolled
  return (
    <p class="coach-hint">
      <Icon name="help" size={18} /> <span class="grow">{isRace(table.game) ? withCellNames(words) : words}<Because hint={hint} /></span>
      <button ref={button} class="btn small" data-coach="do" onClick={() => { onClose(); void table.submit(question, hint.picks); }}>{t("web.learn.do_it")}</button>
    </p>
  );
}

function Goals({ coach }: { coach: Coach }) {
  return (
    <ul class="coach-goals" aria-label={t("web.learn.goals")}>
      {coach.goals.value.map((goal) => (
        <li key={goal.name} class={goal.done ? "done" : ""} data-goal={goal.name}>
          <Icon name={goal.done ? "check" : "flag"} size={16} /> {goal.words}
          {goal.done && <span class="hidden">{t("web.learn.reached")}</span>}
        </li>
      ))}
    </ul>
  );
}

function Finish({ table, coach }: { table: Table; coach: Coach }) {
  const game = table.game as GameId;
  const next = nextLesson(game);
  const won = coach.done.value;
  const line = won ? coach.end.value : coach.happened.value;
  return (
    <>
      <p class="strong coach-head">{line?.head ?? t("web.learn.lost")}</p>
      <p>{line?.text}</p>
      <div class="row coach-next">
        {won && next && <a class="btn go" data-coach="next" href={lessonAddress(game, next)}>{t("web.learn.next")}</a>}
        {won && <a class={next ? "btn" : "btn go"} data-coach="play" href={playNow(game)}>{t("web.learn.play")}</a>}
        {won && table.outcome.value === null && (
          <button class="btn" data-coach="on" onClick={() => (coach.off.value = true)}>{t("web.learn.play_on")}</button>
        )}
        {!won && (
          <button class="btn go" data-coach="again" onClick={() => void table.rematch().then((to) => go(to, "replace"))}>
            {t("web.learn.again")}
          </button>
        )}
        <a class="btn" href="/">{t("web.home")}</a>
      </div>
    </>
  );
}

/** `held`: the film stands after a register.  `onShow`: the screen shows an answer in its own way. */
export function CoachCard({ table, held = false, brief = false, told = null, onAgain, onShow }: {
  table: Table;
  held?: boolean;
  brief?: boolean; // the head alone, where there is little room
  told?: { words: string; rule: string | null } | null; // what happened, where the lesson has no words for it
  onAgain?: () => void;
  onShow?: ((hint: Hint) => void) | undefined;
}) {
  const coach = table.coach;
  const [shown, setShown] = useState<{ number: number; hint: Hint } | null>(null);
  const [busy, setBusy] = useState(false);
  const [more, setMore] = useState(false); // on a small phone: the board first, the whole text on demand
  const question = table.questions.value[0];
  const hint = shown && shown.number === question?.number ? shown.hint : null; // never that of the last question
  if (!coach || coach.off.value) return null;
  // Not while the others answer: a film may follow.
  const over = (coach.done.value && question !== undefined) || table.outcome.value !== null;
  if (over && !held) {
    return (
      <section class="coach" role="status" data-coach-done={coach.done.value}>
        <Sprite id="coach" size={56} />
        <div class="grow"><Finish table={table} coach={coach} /></div>
      </section>
    );
  }
  const happened = coach.happened.value;
  const plain: Line | null = told && { name: "told", head: told.words, text: "", rule: told.rule };
  const line: Line | null = held ? (happened ?? plain) : (coach.advice.value ?? happened);
  const before = !held && happened && line !== happened ? happened : null;
  const rule = line?.rule ?? before?.rule ?? null;
  const show = async () => {
    if (!question || busy) return;
    setBusy(true);
    try {
      const found = await coach.example(question);
      if (table.questions.peek()[0]?.number !== question.number) return setBusy(false);
      onShow?.(found);
      setShown({ number: question.number, hint: found });
    } catch {
      setShown(null); // the table has moved on
    }
    setBusy(false);
  };
  const leave = () => {
    coach.off.value = true;
    noteLearned(table.game);
  };
  return (
    <section class={`coach${brief ? " brief" : ""}${!held && question ? " asks" : ""}${more ? " more" : ""}`} role="status" data-coach-says={line?.name}>
      <Sprite id="coach" size={56} />
      <div class="grow">
        {before && <p class="coach-then">{before.head} {before.text}</p>}
        {line && <p class="strong coach-head">{line.head}</p>}
        {line?.text && <p class="coach-text">{line.text}</p>}
        {hint && onShow && <Because hint={hint} />}
        {hint && question && !onShow && <Shown table={table} question={question} hint={hint} onClose={() => setShown(null)} />}
        <div class="coach-links">
          <Goals coach={coach} />
          {line?.text && !brief && (
            <button class="link coach-more" data-coach="more" aria-expanded={more} onClick={() => setMore(!more)}>{t("web.learn.more")}</button>
          )}
          {rule && <Why table={table} rule={rule} />}
          {held && onAgain && <button class="link" data-coach="replay" onClick={onAgain}>{t("web.learn.replay")}</button>}
          {!held && question && (!hint || onShow) && (
            <button class="link" data-coach="show" disabled={busy} onClick={() => void show()}>{t("web.learn.show")}</button>
          )}
          <button class="link" data-coach="off" onClick={leave}>{t("web.learn.off")}</button>
        </div>
      </div>
    </section>
  );
}
