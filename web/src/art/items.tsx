// The things in the shop of Transmissions, drawn in a box of 40 by 40: parts with a fill, an outline
// around each.

const RED = "var(--c1)", PINK = "var(--c6)", YELLOW = "var(--head-yellow)", ORANGE = "var(--tx-town)", GREEN = "var(--tx-forest)";
const BLUE = "var(--tx-lake)", SKY = "var(--enm)", GREY = "var(--tin)", BROWN = "var(--tx-scrap)", PAPER = "var(--place)";
const DARK = "var(--head-black)", LINE = "none";

/** A part: its fill and its path. */
type Part = readonly [fill: string, d: string];

const disc = (x: number, y: number, r: number) => `M${x - r},${y}a${r},${r} 0 1 1 ${2 * r},0a${r},${r} 0 1 1 ${-2 * r},0Z`;
const box = (x: number, y: number, w: number, h: number, r = 2) =>
  `M${x + r},${y}h${w - 2 * r}q${r},0 ${r},${r}v${h - 2 * r}q0,${r} ${-r},${r}h${2 * r - w}q${-r},0 ${-r},${-r}v${2 * r - h}q0,${-r} ${r},${-r}Z`;

const DRAWN: Record<string, readonly Part[]> = {
  sock: [[PINK, "M14,5h12v15l8,7q4,4 0,7q-3,2 -7,1l-10,-5q-4,-3 -3,-7Z"], [PAPER, "M14,5h12v6h-12Z"], [LINE, "M26,20q-5,1 -6,6"]],
  toaster: [[BROWN, "M12,14v-6q0,-3 3,-3h10q3,0 3,3v6Z"], [GREY, box(5, 14, 30, 19, 5)], [DARK, "M10,33h5v3h-5ZM25,33h5v3h-5Z"], [LINE, "M31,19v8M10,20h12M10,25h12"]],
  umbrella: [[RED, "M5,20a15,14 0 0 1 30,0q-4,-4 -7.5,0q-4,-4 -7.5,0q-4,-4 -7.5,0q-4,-4 -7.5,0Z"], [LINE, "M20,3v3M20,20v11q0,4 4,4q3,0 3,-3"]],
  teddy: [[BROWN, disc(11, 11, 5)], [BROWN, disc(29, 11, 5)], [BROWN, disc(20, 21, 13)], [PAPER, disc(20, 26, 5)], [DARK, disc(15, 18, 1)], [DARK, disc(25, 18, 1)], [DARK, disc(20, 24, 1.5)]],
  clock: [[YELLOW, disc(12, 9, 4)], [YELLOW, disc(28, 9, 4)], [RED, disc(20, 22, 13)], [PAPER, disc(20, 22, 9)], [LINE, "M20,16v6l4,3M11,33l-3,3M29,33l3,3"]],
  teacup: [[PAPER, "M6,14h23v8q0,10 -11.5,10q-11.5,0 -11.5,-10Z"], [LINE, "M29,17q7,-1 6,5q-1,5 -8,5M13,4q-3,3 0,6M21,4q-3,3 0,6M8,35h20"], [BLUE, "M6,18h23v4h-23Z"]],
  radio: [[ORANGE, box(4, 13, 32, 21, 4)], [PAPER, disc(14, 24, 6)], [SKY, box(23, 17, 9, 5, 1)], [DARK, disc(25, 28, 1.5)], [DARK, disc(31, 28, 1.5)], [LINE, "M12,13l14,-9M11,24h6"]],
  lantern: [[LINE, "M13,9q0,-6 7,-6q7,0 7,6"], [GREY, box(11, 9, 18, 5, 1)], [YELLOW, "M13,14h14l3,16h-20Z"], [GREY, box(8, 30, 24, 5, 1)], [RED, "M20,17q5,6 0,10q-5,-4 0,-10Z"]],
  globe: [[SKY, disc(20, 17, 13)], [GREEN, "M20,7l6,10h-4l5,8h-14l5,-8h-4Z"], [BROWN, "M9,28h22l3,7h-28Z"], [PAPER, disc(12, 14, 1)], [PAPER, disc(28, 14, 1)]],
  music: [[BROWN, box(6, 19, 28, 16, 2)], [ORANGE, "M6,19l4,-13h24l0,13Z"], [LINE, "M15,15v-6l7,-1v6"], [DARK, disc(13.5, 15, 1.5)], [DARK, disc(20.5, 14, 1.5)], [YELLOW, disc(20, 27, 3)]],
  boat: [[PAPER, "M20,5l10,18h-20Z"], [SKY, "M4,21l8,2h16l8,-2l-7,13h-18Z"], [LINE, "M20,5v18M12,23l8,11l8,-11"]],
  postcard: [[PAPER, box(4, 9, 32, 23, 2)], [RED, box(26, 12, 7, 8, 1)], [LINE, "M20,12v17M24,24h9M24,28h9"], [BLUE, "M7,28v-6l4,-5l3,4l2,-2l2,3v6Z"]],
  bell: [[GREY, "M5,24a15,15 0 0 1 30,0Z"], [YELLOW, disc(20, 15, 3)], [DARK, box(4, 24, 32, 4, 1)], [GREY, "M16,28h8v6h-8Z"], [LINE, "M35,21l3,-4"]],
  camera: [[DARK, "M13,12l3,-5h8l3,5Z"], [GREY, box(4, 11, 32, 22, 4)], [DARK, disc(20, 22, 8)], [BLUE, disc(20, 22, 4.5)], [YELLOW, disc(31, 16, 1.5)]],
  kite: [[RED, "M22,3l10,13l-10,12l-10,-12Z"], [YELLOW, "M22,3v25l-10,-12Z"], [LINE, "M22,28q-6,2 -3,5t-7,4"], [BLUE, "M14,31l-4,-2v5Z"]],
  marble: [[BLUE, disc(20, 20, 14)], [YELLOW, "M9,27q4,-14 22,-13q-2,10 -22,13Z"], [PAPER, disc(14, 12, 2)]],
  gnome: [[PAPER, "M10,20h20q1,13 -10,15q-11,-2 -10,-15Z"], [RED, "M20,2l11,18h-22Z"], [ORANGE, "M13,19q0,6 7,6q7,0 7,-6Z"], [DARK, disc(17, 21, 1)], [DARK, disc(23, 21, 1)]],
  can: [[GREEN, "M13,16h18v18h-18Z"], [LINE, "M31,19q7,0 6,6q0,6 -6,6M16,16q0,-9 6,-9q6,0 6,9"], [GREEN, "M13,24l-6,-8l-3,2l1,-7l6,3l-2,1l4,5Z"]],
  telescope: [[BLUE, "M5,20l18,-12l5,8l-19,10Z"], [YELLOW, "M23,8l7,-4l5,9l-7,3Z"], [LINE, "M18,23l-7,13M19,22l3,14M19,22l10,12"]],
  shelf: [[BROWN, box(5, 6, 30, 29, 2)], [PAPER, "M8,9h24v10h-24ZM8,22h24v10h-24Z"], [RED, "M10,12h4v7h-4Z"], [BLUE, "M15,10h4v9h-4Z"], [YELLOW, disc(25, 16, 3)], [GREEN, "M12,25h7v7h-7Z"], [PINK, "M24,24h4v8h-4Z"]],
  notebook: [[RED, box(8, 5, 25, 31, 3)], [PAPER, box(13, 10, 16, 9, 1)], [LINE, "M5,11h6M5,17h6M5,23h6M5,29h6M15,13h12M15,16h8"]],
  wrench: [[GREY, "M27,4q-9,1 -9,9l-13,15q-2,4 1,7q3,2 7,-1l14,-14q8,0 8,-9l-5,4l-5,-1l-1,-5Z"], [PAPER, disc(9, 31, 1.5)]],
  feeder: [[RED, "M20,3l15,12h-30Z"], [ORANGE, "M9,15h22v13h-22Z"], [DARK, disc(20, 21, 4)], [BROWN, box(6, 28, 28, 4, 1)], [LINE, "M20,32v5"]],
  pot: [[GREEN, "M20,22q-9,0 -10,-8q8,-1 10,8q2,-9 10,-8q-1,8 -10,8Z"], [PINK, disc(20, 9, 5)], [YELLOW, disc(20, 9, 2)], [LINE, "M20,14v9"], [ORANGE, "M9,22h22v5h-2l-3,9h-12l-3,-9h-2Z"]],
  glove: [[BLUE, "M11,34v-10l-5,-6q-1,-4 3,-4l5,4v-12q3,-3 4,0v9v-11q3,-3 4,0v11v-9q3,-3 4,0v10q4,-5 4,-1v13l-3,6Z"], [PAPER, box(10, 31, 18, 5, 1)]],
};

const OF_STACK: Record<string, readonly string[]> = {
  A: ["sock", "sock", "sock", "toaster", "umbrella", "teddy", "clock"],
  B: ["teacup", "teacup", "teacup", "radio", "lantern", "globe", "music"],
  C: ["boat", "boat", "postcard", "postcard", "bell", "camera", "kite"],
  D: ["marble", "marble", "marble", "marble", "gnome", "can", "telescope"],
  X: ["shelf", "notebook", "wrench", "feeder", "pot", "glove", "glove"],
};

/** The name of an item's drawing: the items are numbered by stack. */
export function drawingOf(item: string): string | undefined {
  return OF_STACK[item.charAt(0).toUpperCase()]?.[Number(item.slice(1)) - 1];
}

/** An item as a picture; nothing for a thing that nobody has drawn. */
export function ItemArt({ item, size = 40 }: { item: string; size?: number }) {
  const parts = DRAWN[drawingOf(item) ?? ""];
  if (!parts) return null;
  return (
    <svg class="item-art" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      {parts.map(([fill, d], i) => <path key={i} fill={fill} d={d} />)}
    </svg>
  );
}
