// A question of the rules as a small prompt beside the board: what each choice does, one button
// that says the choice in words.
import { useEffect, useRef } from "preact/hooks";
import { confirmSend } from "../../app/settings";
import { has, t, tr } from "../../app/words";
import { CardBack, PunchCard } from "../../art/card";
import { RobotFace } from "../../art/robot";
import { cellName, type CellPlace, dirOf, withCellNames } from "../../art/dirs";
import type { Option } from "../../engine/table";
import { Icon } from "../../ui/icon";
import { type Asking, aboutOf, isPair, latePick, offeredBy, signs } from "./asking";
import type { Look } from "./cards";
import type { CardValue, Robot } from "./model";
import type { Nouns } from "./nouns";

/** A sentence with a capital, its cells by name. */
export function sentence(text: string): string {
  const said = withCellNames(text.trim());
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}

/** What a choice does, where its word alone would not say it: keys "web.rally.does.power_down.yes". */
function effect(ask: string, option: Option): string | null {
  const key = `web.rally.does.${ask}.${String(option.value)}`;
  return option.is === "choice" && has(key) ? tr(key) : null;
}

/** The button of a choice: a verb with its object. */
function verb(ask: string, option: Option): string {
  const key = `web.rally.do.${ask}.${String(option.value)}`;
  return option.is === "choice" && has(key) ? tr(key) : sentence(option.words);
}

/** The prompt without the name of the robot it is put to, which is mine. */
export function titleOf(prompt: string, robot: string): string {
  const own = `${robot}: `;
  return sentence(prompt.startsWith(own) ? prompt.slice(own.length) : prompt);
}

const CARD_TYPES = new Set(["card", "also", "from_hand", "from_discard"]);
const TEXT_TYPES = new Set(["option", "upgrade", "use", "install", "remove"]);

const refuses = (o: Option) => o.is === "choice" && o.value === "no";
/** In the order in which they are read, in rows and on buttons: what leaves all as it is comes last. */
const refusalLast = (options: readonly Option[]) => [...options.filter((o) => !refuses(o)), ...options.filter(refuses)];

function Picture({ option, look, target, turned }: { option: Option; look: Look; target: Robot | null; turned: number }) {
  if (option.is === "dir") {
    const quarters = dirOf(String(option.value)) + turned;
    return <span class="choice-dir" data-quarters={quarters % 4} style={{ transform: `rotate(${quarters * 90}deg)` }}><Icon name="north" size={22} /></span>;
  }
  if (option.is === "register" && target) {
    const card = target.registers[Number(option.value) - 1] ?? false;
    return <span class="choice-card">{card === null ? <CardBack size="tiny" /> : card !== false && <PunchCard {...look(card)} size="tiny" />}</span>;
  }
  if (CARD_TYPES.has(option.is ?? "")) {
    const one = look(option.value as CardValue);
    return <span class="choice-card"><PunchCard {...one} size="tiny" /></span>;
  }
  if (option.is === "robot") return <RobotFace robot={String(option.value)} size={28} />;
  return null;
}

export interface DecisionProps {
  asking: Asking;
  robot: string;
  robots: readonly Robot[];
  /** Quarters that the board lies turned by: arrows point as they do there. */
  turned: number;
  look: Look;
  nouns: Nouns;
  busy: boolean;
  refusal: string | null;
  context: string;
  onChoose: (option: Option) => void;
  onSend: () => void;
  onDirect: (option: Option) => void;
  onBack: () => void;
  onOrder: (() => void) | null;
}

function Row({ option, sign, chosen, many, props }: {
  option: Option; sign: string; chosen: boolean; many: boolean; props: DecisionProps;
}) {
  const { start } = props.asking;
  const named = TEXT_TYPES.has(option.is ?? "") ? String(option.value) : option.value === "yes" && start.ask === "card" ? offeredBy(start)?.word : "";
  const text = named ? props.nouns.text(named) : "";
  const about = aboutOf(start, "robot");
  const target = props.robots.find((r) => r.name === about) ?? null;
  return (
    <li>
      <button
        class={`ask-row${chosen ? " chosen" : ""}`} aria-pressed={chosen} disabled={props.busy} data-pick={option.pick}
        data-is={option.is} data-value={String(option.value)}
        onClick={() => (chosen ? props.onSend() : props.onChoose(option))}
      >
        <span class={option.value === "no" ? "ask-sign quiet num" : "ask-sign num"}>{sign}</span>
        <Picture option={option} look={props.look} target={target} turned={props.turned} />
        <span class="ask-words">
          {many && option.is === "cell" ? cellName(option.value as unknown as CellPlace) : (effect(start.ask, option) ?? verb(start.ask, option))}
          {text && <span class="mut ask-text">{text}</span>}
          {latePick(props.asking) === option.pick && <span class="tag warn" data-late>{t("web.rally.ask.late")}</span>}
        </span>
      </button>
    </li>
  );
}

function Buttons({ props }: { props: DecisionProps }) {
  const { asking, busy } = props;
  if (isPair(asking) && !confirmSend.value) {
    return (
      <div class="ask-buttons pair">
        {refusalLast(asking.now.options).map((o) => (
          <button key={o.pick} class="btn act" disabled={busy} data-direct={String(o.value)} onClick={() => props.onDirect(o)}>
            {verb(asking.start.ask, o)}
          </button>
        ))}
      </div>
    );
  }
  const { chosen, now, picks } = asking;
  const stop = now.mayStop && picks.length > 0;
  return (
    <div class="ask-buttons">
      {chosen || stop ? (
        <button class="btn act" disabled={busy} data-send onClick={props.onSend}>
          {chosen ? verb(asking.start.ask, chosen) : t("web.rally.ask.send")}
        </button>
      ) : now.mayStop ? (
        <button class="btn" disabled={busy} data-send onClick={props.onSend}>{t("web.rally.ask.none")}</button>
      ) : (
        <button class="btn" disabled>{t("web.rally.ask.choose")}</button>
      )}
      {picks.length > 0 && (
        <button class="btn" disabled={busy} data-back onClick={props.onBack}><Icon name="undo" /> {t("web.rally.ask.back")}</button>
      )}
    </div>
  );
}

export function Decision(props: DecisionProps) {
  const { asking, nouns, robot } = props;
  const box = useRef<HTMLDivElement>(null);
  const letters = signs(asking.now.options);
  const again = asking.now.options.find((o) => o.value === "not_again");
  const rows = refusalLast(asking.now.options.filter((o) => o !== again));
  const cells = rows.filter((o) => o.is === "cell");
  const many = cells.length > 4;
  useEffect(() => {
    box.current?.scrollTo?.({ top: 0 });
  }, [asking.now]);
  return (
    <div class="ask" ref={box} data-ask={asking.start.ask} data-number={asking.start.number}>
      <h2 class="ask-title" aria-live="assertive">{titleOf(asking.now.prompt, nouns.robot(robot))}</h2>
      {props.context && <p class="mut ask-context">{props.context}</p>}
      {asking.picks.length > 0 && (
        <p class="ask-picked">{asking.picks.map((p) => sentence(p.words)).join(" · ")}</p>
      )}
      {props.refusal && <p class="ask-refusal" role="alert">{props.refusal}</p>}
      {many && <p class="mut ask-context">{t("web.rally.ask.on_board")}</p>}
      <ol class={`ask-list${many ? " cells" : ""}${rows.length > 2 && !rows.some((o) => TEXT_TYPES.has(o.is ?? "")) ? " several" : ""}`}>
        {rows.map((o) => (
          <Row key={o.pick} option={o} sign={letters.get(o.pick) ?? ""} chosen={asking.chosen?.pick === o.pick} many={many} props={props} />
        ))}
      </ol>
      <Buttons props={props} />
      {again && (
        <button class="link ask-order" disabled={props.busy} data-direct="not_again" onClick={() => props.onDirect(again)}>
          {sentence(again.words)}
        </button>
      )}
      {props.onOrder && !again && (
        <button class="link ask-order" data-order onClick={props.onOrder}>{t("web.rally.ask.never")}</button>
      )}
    </div>
  );
}
