// boards.tsx - what a player has built: four robots with their tiles, the pipes, the forest cards.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../../app/words";
import { ItemArt } from "../../art/items";
import { Icon, Sprite } from "../../ui/icon";
import { mode } from "../../app/mode";
import { Tabs } from "../../ui/tabs";
import { aboutForest, aboutIdea, aboutItem, saying } from "./about";
import { lastOf } from "./asking";
import { type Box, type Column, type Player, type View } from "./model";
import type { Nouns } from "./nouns";
import { Network } from "./pipes";
import { worthOf } from "./shop";
import { Animals, Does } from "./signs";
import type { Asking } from "./use-asking";

interface BoardProps {
  box: Box;
  view: View;
  nouns: Nouns;
  player: Player;
  asking: Asking | null; // on my own board
  pipes?: boolean; // the network stands here too
}

/** What the answer in the making would put on a robot. */
function comingOn({ view, player, asking }: BoardProps, robot: string): string[] {
  const chain = asking?.chain;
  if (!chain) return [];
  const robots = chain.made.filter((m) => m.option.is === "robot").map((m) => m.option.value);
  if (view.phase === "ideas") return player.starting_ideas.flatMap((idea, i) => (idea && robots[i] === robot ? [idea] : []));
  const item = lastOf(chain, "item");
  const idea = chain.made[0]?.option.value === "act" ? lastOf(chain, "idea") : undefined;
  return [item, idea].flatMap((tile, i) => (typeof tile === "string" && robots[item && i ? 1 : 0] === robot ? [tile] : []));
}

function TileOn({ tile, column, props }: { tile: string; column: Column; props: BoardProps }) {
  const { box, nouns, asking, view } = props;
  const item = box.items.get(tile);
  if (item) {
    const { name, says } = nouns.tile("item", tile);
    return (
      <li class="tx-on two" data-about={aboutItem(item)} data-says={saying({ name, says })}>
        <ItemArt item={tile} size={36} />
        <span class="hidden">{name}</span>
        <span class="tx-tile-foot"><Animals worth={item} /><b class="num">{worthOf(box, tile)}</b></span>
      </li>
    );
  }
  const idea = box.ideas.get(tile);
  const { says } = nouns.tile("idea", tile);
  const state = asking && (view.move === false || view.move.robot === column.robot || asking.chain?.made.length) ? asking.state("idea", tile) : "none";
  if (state === "none" || !asking) {
    return <li class="tx-on" data-about={aboutIdea(box, tile)}><Does effect={idea} says={says} /></li>;
  }
  return (
    <li>
      <button class={`tx-on usable is-${state}`} data-idea={tile} data-about={aboutIdea(box, tile)} aria-pressed={state === "chosen"} onClick={() => asking.tap("idea", tile)}>
        <Does effect={idea} says={says} />
        <b>{t("web.tx.use")}</b>
      </button>
    </li>
  );
}

function Robot({ column, props }: { column: Column; props: BoardProps }) {
  const { view, nouns, player, asking } = props;
  const { tiles, free } = player.robots[column.robot];
  const state = asking ? asking.state("robot", column.robot) : "none";
  const moving = view.move !== false && view.move.robot === column.robot && asking !== null;
  const head = (
    <>
      <Sprite id={`transmissions-${column.robot}`} size={30} />
      <b class="num">{column.move}</b>
      <Icon name="right" size={12} />
    </>
  );
  const name = t("web.tx.robot_of", nouns.robot(column.robot), column.move, free);
  const coming = comingOn(props, column.robot);
  const slotsOf = (tile: string) => (props.box.items.has(tile) ? 2 : 1);
  const left = Math.max(0, free - coming.reduce((sum, tile) => sum + slotsOf(tile), 0));
  return (
    <div class={`tx-robot is-${state}${moving ? " moving" : ""}`} role="group" aria-label={name}>
      {state === "none" || !asking ? (
        <span class="tx-robot-head" data-about="TX-SCORE-5">{head}</span>
      ) : (
        <button class="tx-robot-head" data-robot={column.robot} data-about="TX-SCORE-5" aria-label={name} aria-pressed={state === "chosen"} onClick={() => asking.tap("robot", column.robot)}>{head}</button>
      )}
      <ul>
        {tiles.map((tile) => <TileOn key={tile} tile={tile} column={column} props={props} />)}
        {coming.map((tile) => (
          <li key={tile} class={`tx-on coming${slotsOf(tile) > 1 ? " two" : ""}`} data-coming={tile}>
            {props.box.items.has(tile) ? <><ItemArt item={tile} size={36} /><span class="hidden">{nouns.tile("item", tile).name}</span></> : <Does effect={props.box.ideas.get(tile)} says={nouns.tile("idea", tile).says} />}
          </li>
        ))}
        {Array.from({ length: left }, (_, i) => <li key={i} class="tx-free" aria-hidden="true" />)}
      </ul>
      <span class="tx-robot-foot mut">{t("web.tx.full")} <b class="num">+{column.points}</b></span>
    </div>
  );
}

function ForestCards({ box, nouns, player, asking }: BoardProps) {
  if (!player.forest.length) return null;
  return (
    <ul class="tx-forest" aria-label={t("web.tx.forest_cards")}>
      {player.forest.map((card) => {
        const used = player.forest_used.includes(card);
        const state = asking && !used ? asking.state("forest", card) : "none";
        const says = nouns.tile("forest", card).says;
        return (
          <li key={card}>
            <button class={`tx-leaf is-${state}${used ? " used" : ""}`} data-forest={card} data-about={aboutForest(box, card)} aria-disabled={state === "none"} aria-pressed={state === "chosen"} onClick={() => asking?.tap("forest", card)}>
              <Does effect={box.forest.get(card)} says={says} />
              <b>{used ? t("web.tx.used") : state === "none" ? "" : t("web.tx.play")}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Harvey moves by his deck, and his pipes need not be joined. */
function AboutHarvey({ view }: { view: View }) {
  const left = view.harvey_deck?.length ?? 0;
  const used = Object.values(view.harvey_discard ?? {}).reduce((sum, n) => sum + n, 0);
  return <p class="mut small tx-harvey" data-harvey>{t("web.tx.harvey_deck", left, left + used)} {t("web.tx.harvey_pipes")}</p>;
}

export function Board(props: BoardProps) {
  const { box, player, view } = props;
  const isHarvey = box.solo && view.players.indexOf(player) > 0;
  return (
    <div class="tx-board">
      {isHarvey && <AboutHarvey view={view} />}
      <div class="tx-robots">
        {box.columns.map((column) => <Robot key={column.robot} column={column} props={props} />)}
      </div>
      {props.pipes !== false && <Network box={box} view={props.view} player={player} asking={props.asking} />}
      <ForestCards {...props} />
    </div>
  );
}

interface BoardsProps {
  box: Box;
  view: View;
  nouns: Nouns;
  names: readonly string[]; // of the players, Harvey's last
  me: number; // -1: I watch
  asking: Asking;
  apart: boolean; // my network stands beside the stacks
}

const SIZES = [1, 0.85, 0.72, 0.61, 0.52, 0.44, 0.38, 0.32, 0.27];

/** On a table screen nobody can scroll: the boards are as large as all of them can be. */
function useFit(box: { current: HTMLElement | null }, view: View): void {
  const screen = mode.value === "screen";
  useLayoutEffect(() => {
    const room = box.current;
    if (!room || !screen) return;
    const fit = () => {
      const fits = (size: number) => {
        room.style.setProperty("--fit", String(size));
        return room.scrollHeight <= room.clientHeight + 1 && room.scrollWidth <= room.clientWidth + 1;
      };
      SIZES.some(fits);
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(room);
    return () => watch.disconnect();
  }, [screen, view]);
}

/** My board, another one, or all side by side. */
export function Boards({ box, view, nouns, names, me, asking, apart }: BoardsProps) {
  const [shown, setShown] = useState(mode.peek() === "screen" ? "all" : "mine");
  const first = me >= 0 ? me : 0;
  const others = view.players.map((_, i) => i).filter((i) => i !== first);
  const now = asking.chain ? (shown === "all" ? "all" : "mine") : shown;
  const room = useRef<HTMLElement>(null);
  useFit(room, view);
  const wanted = shown === "all" ? [first, ...others] : shown === "mine" ? [first] : [Number(shown)];
  return (
    <section ref={room} class={`tx-panel tx-boards${asking.chain && now === "mine" ? " mine" : ""}`} aria-label={t("web.tx.boards")}>
      <header>
        <h2>{t(me >= 0 ? "web.tx.my_board" : "web.tx.boards")}</h2>
        <Tabs
          label={t("web.tx.boards")}
          now={shown}
          onChange={setShown}
          tabs={[["mine", names[first] ?? ""], ...others.map((i) => [String(i), names[i] ?? ""] as [string, string]), ["all", t("web.tx.all")]]}
        />
      </header>
      <div class={`tx-side-by-side${wanted.length > 1 ? " several" : ""}`}>
        {wanted.map((i) => {
          const player = view.players[i];
          if (!player) return null;
          return (
            <div key={i} class="tx-one-board">
              {wanted.length > 1 && <h3>{names[i]}</h3>}
              <Board box={box} view={view} nouns={nouns} player={player} asking={i === me ? asking : null} pipes={!apart || i !== me} />
            </div>
          );
        })}
      </div>
    </section>
  );
}

