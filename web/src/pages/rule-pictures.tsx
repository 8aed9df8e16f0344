// rule-pictures.tsx - what a rule is about, drawn as it is on the floor or on the table.
import type { CellPlace } from "../art/dirs";
import { drawFloor, drawMarks } from "../art/draw-floor";
import { type FloorSetup, readPlan } from "../art/read-plan";
import { Sprite } from "../ui/icon";

/** A few cells of floor, with what is on them. */
type Part = Partial<FloorSetup> & { cols: number; rows: number };

const NOTHING: Omit<FloorSetup, "cols" | "rows" | "pieces"> = {
  holes: [], walls: {}, pits: [], belts: [], gears: { left: [], right: [] }, pushers: [], lasers: [],
  repair_sites: [], option_sites: [], batteries: [], starts: [], tokens: [], flags: [],
};

const row = (n: number, speed: number) =>
  Array.from({ length: n }, (_, col) => ({ cell: [col, 0] as CellPlace, dir: "east", speed, from: ["west"] }));
const one = { cols: 1, rows: 1 };
const here: CellPlace = [0, 0];
const curve = [
  { cell: [0, 0] as CellPlace, dir: "east", speed: 1, from: ["west"] },
  { cell: [1, 0] as CellPlace, dir: "south", speed: 1, from: ["west"] },
  { cell: [1, 1] as CellPlace, dir: "south", speed: 1, from: ["north"] },
];
const starts = [1, 2].map((number, i) => ({ number, cell: [i, 0] as CellPlace, dir: "north" }));

const PARTS = {
  belt: { cols: 2, rows: 1, belts: row(2, 1) },
  express: { cols: 2, rows: 1, belts: row(2, 2) },
  curve: { cols: 2, rows: 2, belts: curve },
  right: { ...one, gears: { left: [], right: [here] } },
  left: { ...one, gears: { left: [here], right: [] } },
  pusher: { ...one, walls: { north: [here] }, pushers: [{ cell: here, dir: "south", registers: [2, 4] }] },
  laser: { cols: 3, rows: 1, walls: { west: [here], east: [[2, 0]] }, lasers: [{ cell: here, dir: "east", beams: 1, end: [2, 0] }] },
  pit: { ...one, pits: [here] },
  wall: { cols: 2, rows: 1, walls: { east: [here] } },
  wrench: { ...one, repair_sites: [here] },
  hammer: { ...one, option_sites: [here] },
  battery: { ...one, batteries: [here] },
  flag: { cols: 2, rows: 1, flags: [[0, 0], [1, 0]] },
  start: { cols: 2, rows: 1, starts },
  token: { ...one, tokens: [{ cell: here, dir: "north" }] },
} satisfies Record<string, Part>;

type Picture = { part: keyof typeof PARTS } | { sprites: string[] };
const part = (name: keyof typeof PARTS): Picture => ({ part: name });
const sprites = (...ids: string[]): Picture => ({ sprites: ids });

export const PICTURES: Record<string, Picture> = {
  "R05-SETUP-1": part("start"), "R05-STEP-6": part("wall"), "R05-BELT-1": part("express"), "R05-BELT-2": part("belt"),
  "R05-BELT-6": part("curve"), "R05-PUSHER-1": part("pusher"), "R05-GEAR-1": part("right"), "R05-GEAR-2": part("left"),
  "R05-LASER-1": part("laser"), "R05-FLAG-1": part("flag"), "R05-REPAIR-1": part("wrench"), "R05-REPAIR-2": part("hammer"),
  "R05-DEATH-2": part("pit"),
  "R05-STEP-2": sprites("card-move1", "card-move2", "card-move3"), "R05-STEP-3": sprites("card-back"),
  "R05-STEP-4": sprites("card-left", "card-right"), "R05-STEP-5": sprites("card-uturn"),
  "R23-SETUP-1": part("start"), "R23-STEP-5": part("wall"), "R23-BELT-1": part("express"), "R23-BELT-2": part("belt"),
  "R23-BELT-6": part("curve"), "R23-PUSHER-1": part("pusher"), "R23-GEAR-1": part("right"), "R23-GEAR-2": part("left"),
  "R23-LASER-1": part("laser"), "R23-BATTERY-1": part("battery"), "R23-CHECK-1": part("flag"), "R23-REBOOT-1": part("pit"),
  "R23-RETURN-2": part("token"),
  "TX-TURN-2": sprites("transmissions-yellow", "transmissions-blue", "transmissions-green", "transmissions-red"),
  "TX-LAKE-1": sprites("place-lake"), "TX-MEADOW-1": sprites("place-meadow"), "TX-POWER-1": sprites("place-power"),
  "TX-FOREST-1": sprites("place-forest"), "TX-TOWN-1": sprites("place-town"), "TX-JUNK-1": sprites("place-junk"),
  "TX-PIPE-1": sprites("place-pipe"),
  "RY-SETUP-2": sprites("robotory-white", "robotory-black", "robotory-red"), "RY-MOVE-2": sprites("robotory-white", "robotory-black"),
  "RY-MOVE-3": sprites("robotory-red"),
};

function Floor({ setup, shields }: { setup: Part; shields: boolean }) {
  const { cols, rows } = setup;
  const whole: FloorSetup = { ...NOTHING, pieces: [{ cell: [0, 0], cols, rows, dock: "starts" in setup }], ...setup };
  const drawn = drawFloor(readPlan(whole, shields)) + drawMarks(whole.flags, shields);
  return <svg viewBox={`-6 -6 ${cols * 64 + 12} ${rows * 64 + 12}`} style={{ width: `${cols * 3.6}rem` }} aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawn }} />;
}

/** A location of the ring: its drawing has a box of 44. */
const PlaceSign = ({ id }: { id: string }) => (
  <svg width="46" height="46" viewBox="0 0 44 44" aria-hidden="true"><use href={`#${id}`} width="40" height="40" /></svg>
);

/** The picture of a rule; the words beside it say what it shows. */
export function RulePicture({ rule }: { rule: string }) {
  const picture = PICTURES[rule];
  if (!picture) return null;
  return (
    <span class="rule-picture" data-picture={"part" in picture ? picture.part : "sprites"}>
      {"part" in picture ? (
        <Floor setup={PARTS[picture.part]} shields={rule.startsWith("R23-")} />
      ) : (
        picture.sprites.map((id) => (id.startsWith("place-") ? <PlaceSign key={id} id={id} /> : <Sprite key={id} id={id} size={46} />))
      )}
    </span>
  );
}
