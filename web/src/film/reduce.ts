// What an event changes of a race's view, so that board and plates can stand at any moment of the
// film.  The last moment is always the view that the table gave.
import type { Fields, GameEvent, Json } from "../engine/table";

type Robot = Fields;

function patch(view: Fields, robot: Json | undefined, change: (r: Robot) => Fields): Fields {
  const robots = view.robots as Record<string, Robot> | undefined;
  const name = String(robot);
  const old = robots?.[name];
  if (!robots || !old) return view;
  return { ...view, robots: { ...robots, [name]: { ...old, ...change(old) } } };
}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const number = (value: Json | undefined): number => (typeof value === "number" ? value : 0);

function withItem(values: Json | undefined, item: Json | undefined): Json[] {
  const all = list(values);
  return item === undefined || all.includes(item) ? all : [...all, item];
}

function without(values: Json | undefined, item: Json | undefined): Json[] {
  const all = list(values);
  const at = all.indexOf(item as Json);
  return at < 0 ? all : [...all.slice(0, at), ...all.slice(at + 1)];
}

function replaceAt(values: Json | undefined, at: number, item: Json | undefined): Json[] {
  const all = list(values).slice();
  if (at >= 0 && item !== undefined) all[at] = item;
  return all;
}

const step = (v: Fields, e: GameEvent) => patch(v, e.robot, () => ({ cell: e.to as Json }));
const gone = (v: Fields, e: GameEvent) => patch(v, e.robot, () => ({ cell: false }));
const back = (v: Fields, e: GameEvent) =>
  patch(v, e.robot, () => ({ cell: e.cell as Json, facing: e.dir as Json, destroyed: false, fallen: false }));
const show = (v: Fields, e: GameEvent) =>
  patch(v, e.robot, (r) => ({
    registers: replaceAt(r.registers, number(e.register) - 1, e.card),
    open: withItem(r.open, e.register),
  }));
const gains = (key: string, what: string) => (v: Fields, e: GameEvent) =>
  patch(v, e.robot, (r) => ({ [key]: withItem(r[key], e[what]) }));
const loses = (key: string, what: string) => (v: Fields, e: GameEvent) =>
  patch(v, e.robot, (r) => ({ [key]: without(r[key], e[what]) }));
const sets = (fields: Fields) => (v: Fields, e: GameEvent) => patch(v, e.robot, () => fields);
const takes = (key: string, what: string) => (v: Fields, e: GameEvent) =>
  patch(v, e.robot, () => ({ [key]: e[what] as Json }));
const flagAt = (key: string) => (v: Fields, e: GameEvent) => ({
  ...v,
  flags: replaceAt(v.flags, number(e.flag) - 1, e[key]),
});

const CHANGES: Record<string, (view: Fields, event: GameEvent) => Fields> = {
  moved: step, pushed: step, carried: step, shoved: step, jumped: step,
  turned: takes("facing", "dir"),
  fell: gone, removed: gone,
  destroyed: (v, e) => patch(v, e.robot, () => ({ lives: e.lives as Json, destroyed: true, cell: false })),
  rebooted: sets({ fallen: true, cell: false }),
  out: sets({ out: true, cell: false }), left: sets({ out: true, cell: false, destroyed: false, damage: 0 }),
  status: (v, e) => ({ ...v, stage: e.stage as Json, register: e.register as Json }),
  reentered: back, returned: back, placed: back,
  damaged: takes("damage", "damage"), repaired: takes("damage", "damage"),
  locked: gains("locked", "register"), unlocked: loses("locked", "register"),
  option_gained: gains("options", "option"), option_lost: loses("options", "option"),
  installed: gains("upgrades", "upgrade"), removed_upgrade: loses("upgrades", "upgrade"),
  spent: loses("upgrades", "upgrade"),
  energy: takes("energy", "energy"),
  spam: (v, e) => patch(v, e.robot, (r) => ({ spam: number(r.spam) + 1 })),
  flag: (v, e) => patch(v, e.robot, (r) => ({ flags: Math.max(number(r.flags), number(e.flag)) })),
  checkpoint: takes("checkpoints", "checkpoint"),
  archived: takes("archive", "cell"),
  powered_down: sets({ powered_down: true, announced: false }), powered_up: sets({ powered_down: false }),
  shut_down: sets({ down: true }),
  announced: sets({ announced: true }),
  finished: takes("place", "place"),
  revealed: show, replaced: show,
  flag_moved: flagAt("to"), flag_back: flagAt("cell"),
  flag_lost: (v, e) => ({ ...v, flags: replaceAt(v.flags, number(e.flag) - 1, false) }),
  flag_taken: (v, e) =>
    patch({ ...v, flags: replaceAt(v.flags, number(e.flag) - 1, false) }, e.robot, () => ({ carries: e.flag as Json })),
  board_turned: (v, e) => ({
    ...v,
    turned: replaceAt(v.turned, number(e.piece) - 1, (number(list(v.turned)[number(e.piece) - 1]) + 1) % 4),
  }),
  priority: (v, e) => ({ ...v, first: e.robot as Json }),
  superbot: (v, e) => ({ ...v, superbot: e.robot as Json }),
  register_end: (v, e) => ({ ...v, register: Math.min(5, number(e.register) + 1) }),
  round: (v, e) => ({ ...v, round: e.round as Json, register: 1 }),
};

/** `removed` means a robot in 2005 and an upgrade in 2023. */
function changeOf(event: GameEvent) {
  return CHANGES[event.event === "removed" && "upgrade" in event ? "removed_upgrade" : event.event];
}

export function reduce(view: Fields, event: GameEvent): Fields {
  return changeOf(event)?.(view, event) ?? view;
}

export function reduceAll(view: Fields, events: readonly GameEvent[]): Fields {
  return events.reduce(reduce, view);
}
