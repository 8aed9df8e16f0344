// Orders that stand at the table: answers given beforehand, so that a round needs one visit of each
// player.  A wish is about an option, an upgrade or a question of the round; its choices are spelled in
// the game's one-line texts, which the engine reads.
import { cellName } from "../../art/dirs";
import type { Fields, Order, Setup } from "../../engine/table";
import type { Race, Robot } from "./model";

/** An order whose answer is still a text. */
interface Spelled {
  ask: string;
  text: string;
  about?: number;
  register?: number;
}

export interface Choice {
  id: string; // "ask", "never", "use", "in.3", or a word of its own
  orders: readonly Spelled[];
}

export interface Wish {
  id: string;
  option: boolean; // named by the engine, else by the page
  choices: readonly Choice[];
  /** Questions that offer several things at once are refused only when none of them wants to be asked. */
  shares?: Spelled;
  cell?: string; // where the robot returns
}

/** In which question an option or upgrade is offered, and how it is taken; without `yes` it has to be aimed. */
interface Offer {
  ask: string;
  yes?: string;
  no?: string;
  about?: boolean; // the question names it
  shared?: boolean;
  round?: boolean; // once in a round, in no register
}

const weapon = (word: string): Offer => ({ ask: "weapon", yes: word, no: "laser", shared: true });
const inWindow = (word: string): Offer => ({ ask: "use", yes: `use ${word}`, shared: true });
const aimed: Offer = { ask: "use", shared: true };
const ofCard: Offer = { ask: "card", yes: "yes", about: true };
const slides: Offer = { ask: "slide", yes: "yes", about: true };

const OFFERS: Record<Race["edition"], Record<string, Offer>> = {
  2005: {
    abort_switch: { ask: "abort", yes: "yes" },
    brakes: ofCard,
    conditional_program: { ask: "conditional", yes: "yes" },
    fire_control: { ask: "fire_control", no: "damage" },
    fourth_gear: ofCard,
    gyroscopic_stabilizer: { ask: "gyro", yes: "yes", round: true },
    mini_howitzer: weapon("mini_howitzer"),
    pressor_beam: weapon("pressor_beam"),
    radio_control: weapon("radio_control"),
    reverse_gear: ofCard,
    scrambler: weapon("scrambler"),
    tractor_beam: weapon("tractor_beam"),
  },
  2023: {
    abort_switch: inWindow("abort_switch"),
    all_aboard: inWindow("all_aboard"),
    boink: aimed,
    brakes: { ask: "brake", yes: "yes" },
    calibration_protocol: inWindow("calibration_protocol"),
    deflector_shield: { ask: "shield", yes: "yes" },
    displacing_blast: weapon("displacing_blast"),
    drifting: slides,
    energy_conversion: { ask: "convert" },
    lucky_booster: aimed,
    magnetic: { ask: "follow", yes: "yes" },
    memory_swap: aimed,
    mini_howitzer: weapon("mini_howitzer"),
    modular_chassis: { ask: "chassis" },
    overclocked: inWindow("overclocked"),
    piercing_drill: { ask: "drill" },
    power_slide: slides,
    pressor_beam: weapon("pressor_beam"),
    pressure_release: inWindow("pressure_release"),
    re_initialize: aimed,
    recharge: inWindow("recharge"),
    scrambler: weapon("scrambler"),
    self_diagnostics: { ask: "drop" },
    switch: aimed,
    tractor_beam: weapon("tractor_beam"),
    zoop: aimed,
  },
};

const ASK: Choice = { id: "ask", orders: [] };
const REGISTERS = [1, 2, 3, 4, 5];

/** The vocabulary's number of an option or upgrade: the set-up lists them in its order. */
function numberOf(setup: Setup | null, word: string): number {
  const list = (setup?.options ?? setup?.upgrades ?? []) as Fields[];
  return list.findIndex((o) => (o.option ?? o.upgrade) === word);
}

function ofOption(word: string, offer: Offer, setup: Setup | null): Wish {
  const about = offer.about ? { about: numberOf(setup, word) } : {};
  const no: Spelled = { ask: offer.ask, text: offer.no ?? "no", ...about };
  const refusal = offer.shared ? [] : [no];
  const yes = offer.yes ? { ask: offer.ask, text: offer.yes, ...about } : null;
  return {
    id: word,
    option: true,
    choices: [
      ASK,
      { id: "never", orders: refusal },
      ...(yes ? [{ id: "use", orders: [yes] }] : []),
      ...(yes && !offer.round ? REGISTERS.map((register) => ({ id: `in.${register}`, orders: [{ ...yes, register }, ...refusal] })) : []),
    ],
    ...(offer.shared ? { shares: no } : {}),
  };
}

const one = (id: string, ask: string, text: string): Choice => ({ id, orders: [{ ask, text }] });

function ofRound(race: Race, robot: Robot): Wish[] {
  const wish = (id: string, ...choices: Choice[]): Wish => ({ id, option: false, choices: [ASK, ...choices] });
  if (race.edition === 2023) return [wish("upgrade", one("done", "upgrade", "done"))];
  const all = robot.options;
  const lost = (first: string): Choice => ({
    id: `lose.${first}`,
    orders: [first, ...all.filter((o) => o !== first)].map((text) => ({ ask: "lose_option", text })),
  });
  const rests = robot.down || robot.announced;
  const home = robot.archive;
  return [
    wish("power_down", one("no", "power_down", "no"), one("yes", "power_down", "yes")),
    ...(rests ? [wish("stay_down", one("no", "stay_down", "no"), one("yes", "stay_down", "yes"))] : []),
    ...(all.length ? [wish("protect", one("take", "protect", "take"))] : []),
    ...(all.length > 1 ? [wish("lose_option", ...all.map(lost))] : []),
    ...(home
      ? [{ ...wish("reenter", ...["north", "east", "south", "west"].map((dir) => one(dir, "reenter", `${home.join(",")} ${dir} up`))), cell: cellName(home) }]
      : []),
  ];
}

/** What can be ordered for a robot now. */
export function wishesOf(race: Race, robot: Robot, setup: Setup | null): Wish[] {
  const offers = OFFERS[race.edition];
  const options = robot.options.flatMap((word) => (offers[word] ? [ofOption(word, offers[word], setup)] : []));
  return [...ofRound(race, robot), ...options];
}

export type Chosen = Readonly<Record<string, string>>; // by wish: the choice; left out: "ask"
export type Picks = ReadonlyMap<string, readonly number[]>; // by text

/** Every text that the wishes may need. */
export function textsOf(wishes: readonly Wish[]): string[] {
  return [...new Set(wishes.flatMap((w) => [...w.choices.flatMap((c) => c.orders), ...(w.shares ? [w.shares] : [])]).map((o) => o.text))];
}

const chosenOf = (wish: Wish, chosen: Chosen): Choice => wish.choices.find((c) => c.id === chosen[wish.id]) ?? ASK;

/** The wish whose question this one shares and that wants to be asked: then this one is, too. */
export function askedWith(wish: Wish, wishes: readonly Wish[], chosen: Chosen): Wish | null {
  if (!wish.shares) return null;
  return wishes.find((w) => w !== wish && w.shares?.ask === wish.shares?.ask && chosenOf(w, chosen) === ASK) ?? null;
}

function written(spelled: Spelled, picks: Picks): Order[] {
  const answer = picks.get(spelled.text);
  if (!answer) return [];
  const { ask, about, register } = spelled;
  return [{
    ask, kind: about === undefined ? "always" : "when", picks: [...answer],
    ...(about === undefined ? {} : { about }), ...(register ? { register } : {}),
  }];
}

/** The orders to give for what was chosen, in the order in which they are tried. */
export function ordersOf(wishes: readonly Wish[], chosen: Chosen, picks: Picks): Order[] {
  const taken = wishes.flatMap((w) => chosenOf(w, chosen).orders);
  const refusals = wishes.filter((w) => w.shares && chosenOf(w, chosen) !== ASK && !askedWith(w, wishes, chosen));
  const shared = new Map(refusals.map((w) => [w.shares?.ask, w.shares as Spelled]));
  return [...taken, ...shared.values()].flatMap((s) => written(s, picks));
}

const same = (a: Order, b: Order): boolean =>
  a.ask === b.ask && a.kind === b.kind && a.about === b.about && a.register === b.register && a.picks.join() === b.picks.join();

/** What was chosen, read from the orders that stand. */
export function readOrders(wishes: readonly Wish[], orders: readonly Order[], picks: Picks): Chosen {
  const stands = (spelled: Spelled) => written(spelled, picks).some((o) => orders.some((given) => same(given, o)));
  const chosen: Record<string, string> = {};
  for (const wish of wishes) {
    // Of choices that all stand the one that says most; the refusal alone is a part of others.
    const full = wish.choices.filter((c) => c.orders.length && c.orders.every(stands));
    const best = full.sort((a, b) => b.orders.length - a.orders.length).find((c) => !c.id.startsWith("lose.") || first(c, orders, picks));
    if (best) chosen[wish.id] = best.id;
    else if (wish.shares && stands(wish.shares)) chosen[wish.id] = "never";
  }
  return chosen;
}

/** Of several orders for one question the first is the choice. */
function first(choice: Choice, orders: readonly Order[], picks: Picks): boolean {
  const [mine] = choice.orders.flatMap((s) => written(s, picks));
  const tried = orders.find((o) => o.ask === mine?.ask);
  return mine !== undefined && tried !== undefined && same(tried, mine);
}
