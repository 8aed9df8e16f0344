// The green desk: cards and registers, the upgrade phase, or the film's controls.
import { t } from "../../app/words";
import type { Timeline } from "../../film/beats";
import type { LogLine, Setup } from "../../engine/table";
import { HintButton } from "../../ui/hint";
import { waitedFor } from "../../ui/waiting";
import { FilmBar } from "./filmbar";
import { Badge } from "./badge";
import { HeldBar, OrderMenus, Shop } from "./late";
import { actorOf, type CardValue, phaseOf, type Race, type Robot, robotOfActor } from "./model";
import { Program } from "./program";
import { temporaryOf } from "./roster";
import { NO_SLOTS } from "./slots";
import type { Screen } from "./use-screen";

function handNote(race: Race, robot: Robot, setup: Setup | null): string {
  if (race.edition === 2023) return robot.spam ? t("web.rally.note.spam", robot.spam) : "";
  const base = Number(setup?.hand ?? 9);
  if (robot.hand.length >= base && !robot.locked.length) return "";
  const locked = robot.locked.length ? ` ${t("web.rally.note.locked", robot.locked.join(", "))}` : "";
  return t("web.rally.note.hand", base, robot.damage, robot.hand.length) + locked;
}

/** My cards of the round that the film shows. */
function cardsOf(line: Timeline | null, robot: string | undefined): CardValue[] {
  const cards: CardValue[] = [false, false, false, false, false];
  for (const event of line?.beats.flatMap((b) => b.events) ?? [])
    if (event.event === "revealed" && event.robot === robot) cards[Number(event.register) - 1] = event.card as CardValue;
  return cards;
}

function Programming({ of, race, robot }: { of: Screen; race: Race; robot: Robot }) {
  const { table, setup, program, ready, questions } = of;
  const hand = program?.hand ?? robot.hand;
  const dealt = Number(setup?.hand ?? 9);
  const { orders, give } = of.round;
  const waits = waitedFor(table.seats.value, of.seatName);
  return (
    <Program
      robot={robot}
      robots={of.myRobots.map((r) => {
        const asks = questions.find((q) => robotOfActor(setup, race, q.actor) === r.name);
        return { name: r.name, words: of.nouns.robot(r.name), now: r.name === robot.name, open: asks !== undefined && !asks.sent, choose: () => asks && of.lookAt(asks.actor) };
      })}
      slots={program?.slots ?? NO_SLOTS}
      look={of.look}
      hand={hand}
      burnt={race.edition === 2005 ? Math.max(0, dealt - hand.length - (ready ? 5 - robot.locked.length : 0)) : 0}
      note={handNote(race, robot, setup)}
      ready={!program}
      busy={of.busy || (program?.busy ?? false)}
      refusal={program?.refusal ?? null}
      canUndo={program?.canUndo ?? false}
      extras={program?.extras ?? []}
      chosenExtra={program?.extra ?? null}
      powerDown={race.edition === 2005 && robot.damage > 0 ? of.round.powersDown : null}
      waiting={program ? null : waits && t("web.table.waiting_for", waits)}
      canTakeBack={table.can.value.takeBack}
      energy={race.edition === 2023 ? robot.energy : null}
      focusCard={program?.focusCard ?? -1}
      onHand={(c) => program?.lay(c)}
      onSlot={(i) => program?.slot(i)}
      onDrop={(from, at) => program?.drop(from, at)}
      onFocus={(c) => program?.setFocus(c)}
      onUndo={() => program?.undo()}
      onReady={() => void program?.send()}
      onTakeBack={() => of.question === null && void table.takeBack(actorOf(setup, race, robot))}
      onExtra={(x) => program?.setExtra(x)}
      onPowerDown={of.round.powerDown}
      help={of.help}
      onHelp={of.explain}
      hint={<HintButton hints={of.hints} class="btn console" />}
      orders={program && !of.standing && robot.options.length > 0 && <OrderMenus robot={robot} table={table} orders={orders} nouns={of.nouns} onOrder={give} />}
      armed={(register) => {
        const armed = robot.options.filter((word) => orders[word] === register);
        return armed.length > 0 && <span class="slot-armed">{armed.map((word) => <Badge key={word} word={word} name={of.nouns.option(word)} once={temporaryOf(setup).has(word)} />)}</span>;
      }}
    />
  );
}

/** The words of the beat being shown; of gears the log says nothing. */
function captionOf({ film, playing, nouns }: Screen): readonly Pick<LogLine, "text">[] {
  const beat = film.beat.value;
  if (!playing) return [];
  if (beat?.kind !== "gears" || beat.lines.length) return film.caption.value;
  return [{ text: t("web.rally.gears_turn", beat.events.map((e) => nouns.robot(String(e.robot))).join(", ")) }];
}

export function Desk({ of }: { of: Screen }) {
  const { table, film, truth, robot, shop, playing, look } = of;
  if (table.replay) return <table.replay.Console />;
  if (!truth) return null;
  if (shop && !playing) return <Shop {...shop} />;
  if ((of.programs || of.ready) && robot && !playing) return <Programming of={of} race={truth} robot={robot} />;
  if (of.held) return <HeldBar film={film} look={look} own={cardsOf(film.line.value, robot?.name)} running={film.heldAfter()} />;
  return (
    <FilmBar
      film={film} look={look} lines={captionOf(of)} newCards={of.programs} actor={film.beat.value?.actor ?? null}
      own={robot?.registers ?? []} running={phaseOf(truth.stage) === "registers" ? truth.register : 0} onCell={of.flash}
    />
  );
}
