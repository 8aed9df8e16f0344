// The upgrade phase of 2023: draw, install, remove, done; the receipt stands beside the board.
import { t } from "../../app/words";
import { CardBack } from "../../art/card";
import type { Fields, Option, Question, Setup } from "../../engine/table";
import { Icon } from "../../ui/icon";
import { OptionSign } from "./badge";
import { sentence } from "./decision";
import type { Robot } from "./model";
import type { Nouns } from "./nouns";
import { temporaryOf } from "./roster";

export interface ShopProps {
  question: Question;
  robot: Robot;
  setup: Setup | null;
  nouns: Nouns;
  chosen: Option | null;
  busy: boolean;
  onChoose: (option: Option | null) => void;
  onSend: (option: Option) => void;
}

function costOf(setup: Setup | null, upgrade: string): number {
  const list = Array.isArray(setup?.upgrades) ? (setup.upgrades as Fields[]) : [];
  return Number(list.find((u) => u.upgrade === upgrade)?.cost ?? 0);
}

const find = (q: Question, is: string, value: string) => q.options.find((o) => o.is === is && o.value === value);

function Spare({ word, props }: { word: string; props: ShopProps }) {
  const { question, nouns, setup, chosen } = props;
  const once = temporaryOf(setup).has(word);
  const install = find(question, "install", word);
  const picked = chosen !== null && chosen === install;
  return (
    <li class={`shop-card${once ? " once" : ""}${picked ? " chosen" : ""}`} data-spare={word}>
      <div class="shop-paper">
        <p class="shop-name"><OptionSign word={word} name={nouns.option(word)} /><span>{nouns.option(word)}</span><span class="num"><Icon name="bolt" size={16} />{costOf(setup, word)}</span></p>
        <p class="shop-text">{nouns.text(word)}</p>
      </div>
      <button
        class="btn console" disabled={!install || props.busy} aria-pressed={picked}
        onClick={() => install && props.onChoose(picked ? null : install)}
      >
        {picked ? t("web.rally.shop.chosen") : t("web.rally.shop.install", costOf(setup, word))}
      </button>
    </li>
  );
}

function Installed({ word, props }: { word: string; props: ShopProps }) {
  const { question, nouns, robot, setup, chosen, busy } = props;
  const once = temporaryOf(setup).has(word);
  const remove = find(question, "remove", word);
  const use = find(question, "use", word);
  const hold = find(question, "hold", word);
  return (
    <li class={`shop-place${once ? " once" : ""}${chosen && chosen === remove ? " chosen" : ""}`} title={nouns.text(word)}>
      <p class="shop-name"><OptionSign word={word} name={nouns.option(word)} /><span>{nouns.option(word)}</span></p>
      <p class="shop-acts">
        {use && <button class="link" disabled={busy} onClick={() => props.onChoose(use)}>{t("web.rally.shop.use")}</button>}
        {hold && (
          <button class="link" disabled={busy} onClick={() => props.onSend(hold)}>
            {t(robot.held.includes(word) ? "web.rally.shop.held" : "web.rally.shop.asks")}
          </button>
        )}
        {remove && <button class="link strong" disabled={busy} onClick={() => props.onChoose(remove)}>{t("web.rally.shop.remove")}</button>}
      </p>
    </li>
  );
}

function Places({ once, props }: { once: boolean; props: ShopProps }) {
  const { robot, setup, chosen, nouns } = props;
  const temporary = temporaryOf(setup);
  const limit = Number(setup?.upgrade_limit ?? 3);
  const here = robot.options.filter((u) => temporary.has(u) === once);
  const coming = chosen?.is === "install" && temporary.has(String(chosen.value)) === once ? String(chosen.value) : null;
  const free = Math.max(0, limit - here.length - (coming ? 1 : 0));
  return (
    <div class="shop-row">
      <p class="shop-kind">{t(once ? "web.rally.shop.temporary" : "web.rally.shop.permanent")}<span>{t("web.rally.shop.of", here.length, limit)}</span></p>
      <ol class="shop-places">
        {here.map((u) => <Installed key={u} word={u} props={props} />)}
        {coming && <li class={`shop-place coming${once ? " once" : ""}`}>{t("web.rally.shop.here", nouns.option(coming))}</li>}
        {Array.from({ length: free }, (_, i) => <li key={i} class={`shop-place free${once ? " once" : ""}`}>{t("web.rally.shop.free")}</li>)}
      </ol>
    </div>
  );
}

export function Shop(props: ShopProps) {
  const { question, robot, busy, chosen } = props;
  const draw = question.options.find((o) => o.is === "choice" && o.value === "draw");
  return (
    <div class="shop">
      <div class="shop-deck">
        <p class="machmut">{t("web.rally.shop.deck")}</p>
        <span class="shop-back"><CardBack /></span>
        <button class="btn console" disabled={!draw || busy} aria-pressed={chosen === draw} data-draw onClick={() => draw && props.onChoose(chosen === draw ? null : draw)}>
          {t("web.rally.shop.draw")}<Icon name="bolt" size={16} />1
        </button>
      </div>
      <div class="shop-spares">
        <p class="machmut">{t("web.rally.shop.spare")}</p>
        <ol>{robot.spare.map((u) => <Spare key={u} word={u} props={props} />)}</ol>
      </div>
      <div class="shop-installed">
        <p class="machmut">{t("web.rally.shop.installed")}</p>
        <Places once={false} props={props} />
        <Places once props={props} />
      </div>
    </div>
  );
}

/** What it costs and what is left, and the two ways on. */
export function Receipt(props: ShopProps) {
  const { question, robot, chosen, setup, busy, nouns } = props;
  const done = question.options.find((o) => o.is === "choice" && o.value === "done");
  const price = chosen?.is === "install" ? costOf(setup, String(chosen.value)) : chosen?.value === "draw" ? 1 : 0;
  const about = chosen && typeof chosen.value === "string" && chosen.is !== "choice" ? nouns.text(chosen.value) : "";
  return (
    <div class="ask" data-ask="upgrade">
      <h2 class="ask-title">{t("web.rally.shop.title")}</h2>
      <p class="mut ask-context">{about || t("web.rally.shop.context")}</p>
      <dl class="receipt">
        <div><dt>{t("web.rally.shop.now")}</dt><dd class="num"><Icon name="bolt" size={16} />{robot.energy}</dd></div>
        {chosen && price > 0 && <div><dt>{sentence(chosen.words)}</dt><dd class="num cost">−{price}</dd></div>}
        {chosen && price > 0 && <div class="sum"><dt>{t("web.rally.shop.left")}</dt><dd class="num"><Icon name="bolt" size={16} />{robot.energy - price}</dd></div>}
      </dl>
      <div class="ask-buttons">
        {chosen && <button class="btn act" disabled={busy} data-send onClick={() => props.onSend(chosen)}>
          {chosen.is === "install" ? t("web.rally.shop.install_for", price) : sentence(chosen.words)}
        </button>}
        {done && <button class={chosen ? "btn" : "btn act"} disabled={busy} data-done onClick={() => props.onSend(done)}>{t("web.rally.shop.done")}</button>}
      </div>
    </div>
  );
}
