import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { beltPaths } from "./belts";
import { cellName, cellOf, columnName, dirOf, quartersBetween, splitCells, turned, withCellNames } from "./dirs";
import { drawFloor, drawThumbnail, wallEdges } from "./draw-floor";
import { faceOf, holes, robotNumber } from "./faces";
import { drawingOf } from "./items";
import { OPTION_SIGNS } from "./option-signs";
import { beamLength, cellAt, emptyCell, type Plan, turnPiece, turnPlan } from "./plan";
import { type FloorSetup, readPlan } from "./read-plan";

const GOLDEN = join(process.env.WEB ?? ".", "..", "tests", "golden");

function golden(game: string): FloorSetup {
  return JSON.parse(readFileSync(join(GOLDEN, `setup-${game}.json`), "utf8")).floor;
}

function open(cols: number, rows: number): Plan {
  const cells = Array.from({ length: cols * rows }, () => emptyCell("floor"));
  const pieces = [{ col: 0, row: 0, cols, rows, dock: false }];
  return { cols, rows, cells, lasers: [], pieces, tokens: [], closed: [], shields: false };
}

test("cells are named by letters and numbers from 1", () => {
  assert.equal(cellName([0, 0]), "A1");
  assert.equal(cellName([10, 7]), "K8");
  assert.equal(columnName(26), "AA");
  assert.deepEqual(cellOf("K8"), [10, 7]);
  assert.deepEqual(cellOf("AB12"), [27, 11]);
  assert.equal(cellOf("8K"), null);
  assert.equal(columnName(27), "AB");
  assert.equal(withCellNames("A belt carries Twonky from 7,15 to 6,15."), "A belt carries Twonky from H16 to G16.");
  assert.equal(withCellNames("It has 1,2,3 and 5 cards"), "It has 1,2,3 and 5 cards");
  assert.equal(withCellNames("Zoom Bot returns on 9,2, facing south."), "Zoom Bot returns on J3, facing south.");
  assert.deepEqual(splitCells("at 3,4."), ["at ", [3, 4], "."]);
});

test("turning the short way", () => {
  assert.equal(quartersBetween(0, 3), -1);
  assert.equal(quartersBetween(3, 0), 1);
  assert.equal(quartersBetween(1, 3), 2);
  assert.equal(turned(dirOf("north"), -1), 3);
  assert.throws(() => dirOf("up"));
});

for (const game of ["rally2005", "rally2023"]) {
  test(`${game}: every thing of the set-up is on the plan`, () => {
    const setup = golden(game);
    const plan = readPlan(setup, game === "rally2023");
    const count = (has: (c: Plan["cells"][number]) => boolean) => plan.cells.filter(has).length;
    assert.equal(count((c) => c.belt !== null), setup.belts.length);
    assert.equal(count((c) => c.pit), setup.pits.length);
    assert.equal(count((c) => c.gear < 0), setup.gears.left.length);
    assert.equal(count((c) => c.gear > 0), setup.gears.right.length);
    assert.equal(count((c) => c.repair > 0), setup.repair_sites.length);
    assert.equal(count((c) => c.repair === 2), setup.option_sites.length);
    assert.equal(count((c) => c.battery), setup.batteries.length);
    assert.equal(count((c) => c.start > 0), setup.starts.length);
    assert.equal(count((c) => c.pusher !== null), setup.pushers.length);
    const walls = Object.values(setup.walls).reduce((n, list) => n + list.length, 0);
    assert.equal(wallEdges(plan).length, walls);
    const svg = drawFloor(plan);
    assert.equal(svg.split("#t-wall").length - 1, walls);
    assert.equal(svg.split("#t-mount").length - 1, setup.lasers.length);
    assert.equal(svg.split("#t-token").length - 1, setup.tokens.length);
  });

  test(`${game}: beams are drawn as far as the engine says`, () => {
    const setup = golden(game);
    const plan = readPlan(setup, false);
    for (const laser of plan.lasers) assert.equal(beamLength(plan, laser), laser.length);
  });

  test(`${game}: a course has few nodes, a thumbnail fewer`, () => {
    const setup = golden(game);
    const plan = readPlan(setup, false);
    const nodes = (svg: string) => svg.split("<").length - 1;
    assert.ok(nodes(drawFloor(plan)) < 1200);
    assert.ok(drawThumbnail(plan, setup.flags).length < drawFloor(plan).length);
    assert.ok(drawThumbnail(plan, setup.flags).includes(setup.tokens.length ? "t-token" : "t-flag"));
  });

  test(`${game}: four quarter turns are none, and each turns everything`, () => {
    const plan = readPlan(golden(game), false);
    let turning = plan;
    for (let i = 0; i < 4; i++) turning = turnPlan(turning, 1);
    assert.deepEqual(turning.cells, plan.cells);
    assert.deepEqual(turning.lasers, plan.lasers);
    const once = turnPlan(plan, 1);
    assert.equal(once.cols, plan.rows);
    for (const laser of once.lasers) assert.equal(beamLength(once, laser), laser.length);
    assert.deepEqual(turnPlan(plan, 2).cells, turnPlan(once, 1).cells);
  });
}

test("a belt is drawn from every side it comes in by", () => {
  const plan = open(2, 1);
  (plan.cells[0] as Plan["cells"][number]).belt = { to: 1, from: [3], express: false };
  (plan.cells[1] as Plan["cells"][number]).belt = { to: 1, from: [0, 3], express: false };
  const { ways, chevrons } = beltPaths(plan, false);
  assert.equal(ways, "M0,32L64,32M96,0A32,32 0 0 0 128,32M64,32L128,32");
  assert.equal(chevrons.split("M").length - 1, 2);
  assert.equal(beltPaths(plan, true).ways, "");
});

test("a curve bends the way it leads", () => {
  const plan = open(1, 1);
  (plan.cells[0] as Plan["cells"][number]).belt = { to: 1, from: [2], express: true };
  assert.equal(beltPaths(plan, true).ways, "M32,64A32,32 0 0 1 64,32");
});

test("a piece turned in play takes its lasers and walls along", () => {
  const plan = open(4, 4);
  (plan.cells[0] as Plan["cells"][number]).walls = 1;
  plan.lasers = [{ place: [0, 0], dir: 1, beams: 1, length: 4 }];
  const once = turnPiece(plan, 0, 1);
  assert.equal(cellAt(once, 3, 0)?.walls, 2);
  assert.deepEqual(once.lasers[0], { place: [3, 0], dir: 2, beams: 1, length: 4 });
});

test("cards and robots have a picture in both editions", () => {
  assert.equal(faceOf("move_1").glyph, faceOf("move1").glyph);
  assert.equal(faceOf("back_up").band, "back");
  assert.equal(faceOf("hw07").band, "haywire");
  assert.equal(robotNumber("smashbot"), 6);
  assert.equal(holes(68).filter(Boolean).length, 2);
});

test("every item of Transmissions has a drawing, and a collection shares one", () => {
  const setup = JSON.parse(readFileSync(join(GOLDEN, "setup-transmissions.json"), "utf8"));
  const byCollection = new Map<number, Set<string | undefined>>();
  for (const { item, collection } of setup.items as { item: string; collection?: number }[]) {
    assert.ok(drawingOf(item), item);
    if (collection) byCollection.set(collection, (byCollection.get(collection) ?? new Set()).add(drawingOf(item)));
  }
  assert.ok(byCollection.size);
  for (const [collection, drawings] of byCollection) assert.equal(drawings.size, 1, `collection ${collection}`);
});

test("every option and upgrade has a sign, and no two of one game the same", () => {
  for (const [game, list, key] of [["rally2005", "options", "option"], ["rally2023", "upgrades", "upgrade"]] as const) {
    const setup = JSON.parse(readFileSync(join(GOLDEN, `setup-${game}.json`), "utf8"));
    const words: string[] = setup[list].map((card: Record<string, string>) => card[key]);
    assert.ok(words.length > 20);
    const signs = words.map((word) => OPTION_SIGNS[word] ?? "");
    assert.deepEqual(words.filter((_, i) => !/^M[\d.]/.test(signs[i] ?? "")), []);
    assert.equal(new Set(signs).size, signs.length, game);
  }
});
