// A cell in words, for readers and for the caption when it is tapped; what the engine says about who
// hits a robot, and about its way.
import { t, tr } from "../../app/words";
import { cellName, type CellPlace, type Dir, DIR_WORDS, samePlace, STEP, withCellNames } from "../../art/dirs";
import { cellParts } from "../../art/draw-floor";
import { cellAt, type Plan } from "../../art/plan";
import type { Fields, GameEvent, Json } from "../../engine/table";
import type { Race } from "./model";

function beamsThrough(plan: Plan, place: CellPlace): number {
  return plan.lasers.filter((l) => {
    const [dc, dr] = STEP[l.dir] as CellPlace;
    for (let i = 0; i < l.length; i++) if (samePlace([l.place[0] + dc * i, l.place[1] + dr * i], place)) return true;
    return false;
  }).length;
}

const SEEN = ["up", "right", "down", "left"] as const;

/** Where a direction points on the screen when the board lies turned by that many quarters. */
export const seenDir = (dir: Dir, turn: number) => SEEN[(dir + turn) % 4] as (typeof SEEN)[number];

/** A direction as the compass has it; on a board that lies turned also as it is seen. */
function dirWords(dir: Dir, turn: number): string {
  const word = tr(`web.rally.dir.${DIR_WORDS[dir]}`);
  return turn ? t("web.rally.dir.turned", word, t(`web.rally.seen.${seenDir(dir, turn)}`)) : word;
}

/** Cell, robot with facing, floor, walls, beams, marks: in this order.  `turn`: how the board lies. */
export function spokenCell(plan: Plan, race: Race, place: CellPlace, nameOf: (robot: string) => string, turn: number): string {
  const cell = cellAt(plan, place[0], place[1]);
  const said = [cellName(place)];
  const robot = race.robots.find((r) => samePlace(r.cell, place));
  if (robot) said.push(t("web.rally.say.robot", nameOf(robot.name), dirWords(robot.dir, turn)));
  for (const part of cellParts(plan, place[0], place[1])) {
    if (part === "belt" || part === "express") {
      const to = cell?.belt ? dirWords(cell.belt.to, turn) : "";
      said.push(tr(`web.rally.part.${part}`, to));
    } else if (part === "start") said.push(t("web.rally.part.start", cell?.start ?? 0));
    else if (part === "pusher") said.push(t("web.rally.part.pusher", cell?.pusher?.registers.join(", ") ?? ""));
    else said.push(tr(`web.rally.part.${part}`));
  }
  const walls = ([0, 1, 2, 3] as const).filter((d) => (cell?.walls ?? 0) & (1 << d)).map((d) => dirWords(d, turn));
  if (walls.length) said.push(t("web.rally.say.walls", walls.join(", ")));
  const beams = beamsThrough(plan, place);
  if (beams) said.push(t("web.rally.say.beam"));
  race.flags.forEach((p, i) => {
    if (samePlace(p, place)) said.push(t(plan.shields ? "web.rally.say.checkpoint" : "web.rally.say.flag", i + 1));
  });
  return `${said.join(". ")}.`;
}

/** Who hits the robot where all stand now, from the engine's preview. */
export function hitsIn(preview: Json): string {
  const hits = ((preview as Fields | null)?.hits ?? []) as (GameEvent & { words?: string })[];
  const said = hits.flatMap((hit) => (hit.words ? [withCellNames(hit.words.trim())] : []));
  return said.length ? t("web.aloud.hits_now", said.join(" ")) : t("web.aloud.hits_none");
}

/** Where the next flag is, as `goal` says, and a way there on foot in the robot's own steps. */
export function wayIn(preview: Json, goal: string): string {
  const legs = (preview as Fields | null)?.way as { turn: number; steps: number }[] | false | undefined;
  const steps = (legs || []).map(({ turn, steps }) => [turn ? tr(`web.rally.way.turn${turn}`) : "", t("web.rally.way.steps", steps)].filter(Boolean).join(", "));
  const said = [goal];
  if (legs === false) said.push(t("web.rally.way.none"));
  if (steps.length) said.push(`${sentence(steps.join("; "))}.`);
  return said.join(" ");
}

const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
