// pipes.tsx - pipe tiles: the four stacks, and the network that a player has laid.
import type { ComponentChildren } from "preact";
import { t, tr } from "../../app/words";
import { DIR_WORDS } from "../../art/dirs";
import { Icon } from "../../ui/icon";
import { lastOf } from "./asking";
import { bounds, isLaidOut, turned, type Box, type Joint, type PipeTile, type Player, type View } from "./model";
import { Bird, Butterfly, Price } from "./signs";
import { useStackDrag } from "./stack-drag";
import { useGrid } from "./grid";
import type { Asking } from "./use-asking";

const SIZE = 64;
const ENDS: [number, number][] = [[32, 0], [64, 32], [32, 64], [0, 32]];

function JointMark({ joint, at }: { joint: Joint; at: [number, number] }) {
  if (joint === "round") return <circle cx={at[0]} cy={at[1]} r="11" class="tx-round" />;
  if (joint === "square") return <rect x={at[0] - 10} y={at[1] - 10} width="20" height="20" class="tx-square" />;
  return null;
}

/** One tile at 0,0 to 64,64; its joints lie on the edge, half on each tile. */
export function Tile({ joints, tile, turn = 0, start = false }: { joints: readonly Joint[]; tile?: PipeTile; turn?: number; start?: boolean }) {
  const lies = turned(joints, turn);
  const ways = lies.flatMap((joint, i) => (joint ? [ENDS[i] as [number, number]] : []));
  const path = ways.length === 2 ? `M${ways[0]}Q32,32 ${ways[1]}` : ways.map((end) => `M32,32L${end}`).join("");
  return (
    <g class={`tx-pipe${start ? " start" : ""}`}>
      <rect x="1.5" y="1.5" width="61" height="61" rx="8" class="tx-pipe-tile" />
      <path d={path} class="tx-pipe-rim" />
      <path d={path} class="tx-pipe-body" />
      {ways.length === 1 && <circle cx="32" cy="32" r="10" class="tx-pipe-cap" />}
      {lies.map((joint, i) => <JointMark key={i} joint={joint} at={ENDS[i] as [number, number]} />)}
      {tile?.points !== undefined && (
        <g>
          <circle cx="51" cy="13" r="9.5" class="tx-pipe-worth" />
          <text x="51" y="17.5" class="tx-pipe-points num" font-size="13">{tile.points}</text>
        </g>
      )}
      {tile?.birds && <g transform="translate(3 44) scale(.75)"><Bird /></g>}
      {tile?.butterflies && <g transform="translate(3 44) scale(.75)"><Butterfly /></g>}
    </g>
  );
}

export function tileName(tile: PipeTile | undefined): string {
  if (!tile) return t("web.tx.start_tile");
  const parts = [t("web.tx.pipe_of", tile.pipe, tile.points ?? 0)];
  if (tile.birds) parts.push(t("web.tx.birds_of", tile.birds));
  if (tile.butterflies) parts.push(t("web.tx.butterflies_of", tile.butterflies));
  return parts.join(", ");
}

/** A tile as it lies: what it is worth, and its joints by sides. */
function spokenTile(name: string, joints: readonly Joint[]): string {
  const sides = joints.flatMap((joint, i) => (joint ? [`${tr(`web.rally.dir.${DIR_WORDS[i]}`)} ${t(`web.tx.joint.${joint}`)}`] : []));
  return `${name}, ${t("web.tx.pipe_joints", sides.join(", "))}`;
}

/** The four stacks; `children` is my network where the screen has no other room for it. */
export function Stacks({ box, view, asking, children }: { box: Box; view: View; asking: Asking; children?: ComponentChildren }) {
  const drag = useStackDrag(asking);
  const laid = isLaidOut(view);
  const held = drag.held && box.pipes.get(view.stacks[drag.held.stack - 1]?.[0] ?? "");
  return (
    <section class="tx-panel tx-pipes" aria-label={t("web.tx.pipes")}>
      <header><h2>{t("web.tx.pipes")}</h2><p class="mut">{t(laid ? "web.tx.pipes_about" : "web.tx.later")}</p></header>
      <ul>
        {view.stacks.map((stack, i) => {
          const tile = box.pipes.get(stack[0] ?? "");
          const state = asking.state("stack", i + 1);
          return (
            <li key={i}>
              <button class={`tx-stack is-${state}`} data-stack={i + 1} data-about="TX-PIPE-1" data-says={tileName(tile)} disabled={!tile} aria-pressed={state === "chosen"} aria-disabled={state === "none"} aria-label={tile ? spokenTile(tileName(tile), tile.joints) : t(laid ? "web.tx.empty" : "web.tx.later")} {...drag.handlers(i + 1)} onClick={drag.clicked(() => asking.tap("stack", i + 1))}>
                <svg viewBox="0 0 64 64" aria-hidden="true">{tile && <Tile joints={tile.joints} tile={tile} />}</svg>
              </button>
              {tile && <Price goods={tile.cost} size={15} />}
              {laid && <span class="mut tx-left">{t("web.tx.left", stack.length)}</span>}
              {laid && <span class="mut num tx-left-short" aria-hidden="true">× {stack.length}</span>}
            </li>
          );
        })}
        <li class="tx-deck" data-about="TX-FOREST-2">
          <span class="tx-deck-card"><svg width="36" height="36" aria-hidden="true"><use href="#place-forest" width="36" height="36" /></svg></span>
          {laid && <span class="mut">{t("web.tx.cards", view.forest_size)}</span>}
        </li>
      </ul>
      {children}
      {drag.held && held && (
        <svg class={`tx-held${drag.over ? " lies" : ""}`} viewBox="-12 -12 88 88" style={{ left: `${drag.held.x}px`, top: `${drag.held.y}px` }} aria-hidden="true">
          <Tile joints={held.joints} tile={held} turn={Number(lastOf(asking.chain, "turn") ?? 0)} />
        </svg>
      )}
    </section>
  );
}

/** What a player has joined; on my own board also where the chosen tile may go, and how it lies. */
export function Network({ box, view, player, asking }: { box: Box; view: View; player: Player; asking: Asking | null }) {
  const chain = asking?.chain ?? null;
  const stack = lastOf(chain, "stack");
  const held = typeof stack === "number" ? box.pipes.get(view.stacks[stack - 1]?.[0] ?? "") : undefined;
  const spot = lastOf(chain, "spot") as [number, number] | undefined;
  const turn = Number(lastOf(chain, "turn") ?? 0);
  const offered = chain
    ? [...chain.now.options, ...chain.made.flatMap((m) => m.options)].filter((o) => o.is === "spot").map((o) => o.value as [number, number])
    : [];
  const places = [...player.pipes, ...(player.start_pipe ? [{ x: 0, y: 0 }] : []), ...offered.map(([x, y]) => ({ x, y }))];
  const cells = places.map(({ x, y }) => ({ key: `${x},${y}`, x, y })).filter((p, i, all) => all.findIndex((q) => q.key === p.key) === i);
  const { grid, cell } = useGrid(cells);
  if (!places.length) return null;
  const all = bounds(places);
  const at = (x: number, y: number) => `translate(${(x - all.x) * SIZE} ${(y - all.y) * SIZE})`;
  const canTurn = (chain?.made.find((m) => m.option.is === "turn")?.options.length ?? 0) > 1;
  const nothing = () => undefined;
  const rows = [...new Set(cells.map((p) => p.y))].sort((a, b) => a - b);
  return (
    <div class={`tx-network${offered.length ? " laying" : ""}`}>
      <svg viewBox={`-12 -12 ${all.cols * SIZE + 24} ${all.rows * SIZE + 24}`} style={{ maxWidth: `${all.cols * 5 + 1.5}rem` }} {...grid} aria-label={t("web.tx.network")}>
        {rows.map((row) => (
          <g key={row} role="row">
            {cells.filter((p) => p.y === row).map(({ key, x, y }) => {
              const pipe = player.pipes.find((p) => p.x === x && p.y === y);
              const tile = pipe && box.pipes.get(pipe.tile);
              if (tile && pipe) {
                const name = `${spokenTile(tileName(tile), turned(tile.joints, pipe.turn))}: ${x}, ${y}`;
                return <g key={key} transform={at(x, y)} {...cell(key, name, "none", nothing)}><Tile joints={tile.joints} tile={tile} turn={pipe.turn} /></g>;
              }
              if (player.start_pipe && !x && !y) {
                const name = spokenTile(t("web.tx.start_tile"), box.startPipe.joints);
                return <g key={key} transform={at(x, y)} {...cell(key, name, "none", nothing)}><Tile joints={box.startPipe.joints} start /></g>;
              }
              const here = spot !== undefined && spot[0] === x && spot[1] === y;
              const state = asking?.state("spot", [x, y]) ?? "none";
              const lies = here && held ? `, ${spokenTile(tileName(held), turned(held.joints, turn))}` : "";
              return (
                <g key={key} class={`tx-spot is-${state}`} transform={at(x, y)} data-spot={key} data-about="TX-PIPE-2" {...cell(key, `${t("web.tx.spot", x, y)}${lies}`, state, () => asking?.tap("spot", [x, y]))}>
                  {here && held && <Tile joints={held.joints} tile={held} turn={turn} />}
                  <rect x="3" y="3" width="58" height="58" rx="8" class="tx-spot-edge" />
                </g>
              );
            })}
          </g>
        ))}
      </svg>
      {asking && spot && canTurn && (
        <div class="row tx-turns">
          <button class="btn icon-only" data-turn="-1" aria-label={t("web.tx.turn_left")} onClick={() => asking.rotate(-1)}><Icon name="undo" /></button>
          <button class="btn icon-only tx-mirror" data-turn="1" aria-label={t("web.tx.turn_right")} onClick={() => asking.rotate(1)}><Icon name="undo" /></button>
        </div>
      )}
      {player.unused.length > 0 && <p class="mut">{t("web.tx.face_down", player.unused.length)}</p>}
    </div>
  );
}
