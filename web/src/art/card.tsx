// Punch cards: cut corner, band with the priority, one glyph, name, a row of holes.
import { useMemo } from "preact/hooks";
import { type Face, holes } from "./faces";

export type CardSize = "full" | "short" | "flat" | "tiny";

export interface CardProps {
  face: Face;
  label: string;
  priority?: number | undefined;
  /** Text in place of the name's line: what a Haywire does. */
  detail?: string | undefined;
  size?: CardSize;
  /** The key that chooses it, in the cut corner. */
  hint?: string | undefined;
}

const BOX: Record<CardSize, readonly [number, number]> = { full: [84, 118], short: [84, 92], flat: [84, 68], tiny: [30, 39] };

function outline(w: number, h: number, cut: number, r: number): string {
  return (
    `M${cut},1H${w - r - 1}Q${w - 1},1 ${w - 1},${r + 1}V${h - r - 1}Q${w - 1},${h - 1} ${w - r - 1},${h - 1}` +
    `H${r + 1}Q1,${h - 1} 1,${h - r - 1}V${cut}Z`
  );
}

function band(w: number, cut: number, r: number, low: number): string {
  return `M${cut},1H${w - r - 1}Q${w - 1},1 ${w - 1},${r + 1}V${low}H1V${Math.min(cut, low)}Z`;
}

function Holes({ priority, w, y }: { priority: number; w: number; y: number }) {
  const step = 7;
  const left = (w - 9 * step) / 2;
  return (
    <>
      {holes(priority / 10).map((punched, i) => (
        <rect
          key={i}
          class={punched ? "card-hole punched" : "card-hole"}
          x={left + i * step - 2}
          y={y}
          width="4"
          height="4"
          rx="1"
        />
      ))}
    </>
  );
}

function Glyph({ face, x, y, size }: { face: Face; x: number; y: number; size: number }) {
  return <use class="card-glyph" href={`#card-${face.glyph}`} x={x} y={y} width={size} height={size} />;
}

function TinyCard({ face, priority }: CardProps) {
  const [w, h] = BOX.tiny;
  return (
    <svg class={`card tiny band-${face.band}`} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      <path class="card-paper" d={outline(w, h, 7, 4)} />
      <Glyph face={face} x={priority ? 7 : 4} y={priority ? 5 : 8} size={priority ? 17 : 22} />
      {priority && (
        <text class="num card-tiny" font-size="11" x={w / 2} y={h - 6} text-anchor="middle">
          {priority}
        </text>
      )}
    </svg>
  );
}

/** A hand and five registers are some hundred shapes: a card that stays the same is not drawn again. */
export function PunchCard(props: CardProps) {
  const { face, label, priority, detail, size, hint } = props;
  return useMemo(() => (size === "tiny" ? <TinyCard {...props} /> : <LargeCard {...props} />), [face, label, priority, detail, size, hint]);
}

function LargeCard({ face, label, priority, detail, size = "full", hint }: CardProps) {
  const [w, h] = BOX[size];
  const full = size === "full";
  const glyph = full ? (detail ? 40 : 54) : 40;
  return (
    <svg class={`card ${size} band-${face.band}`} viewBox={`0 0 ${w} ${h}`} role="img" aria-label={label}>
      <path class="card-paper" d={outline(w, h, 15, 6)} />
      <path class="card-band" d={band(w, 15, 6, 21)} />
      <path class="card-pattern" d={band(w, 15, 6, 21)} />
      {hint && (
        <text class="num card-hint" font-size="11" x="17" y="16" text-anchor="middle">
          {hint}
        </text>
      )}
      {priority !== undefined && (
        <text class="num card-priority" font-size="17" x={w - 7} y="17" text-anchor="end">
          {priority}
        </text>
      )}
      <Glyph face={face} x={(w - glyph) / 2} y={full ? 26 : 25} size={glyph} />
      {full && detail && (
        <foreignObject font-size="10" x="3" y="66" width={w - 6} height="34">
          <div class="card-detail">{detail}</div>
        </foreignObject>
      )}
      {size !== "flat" && (
        <text class="card-label" font-size={full ? 13 : 16} x={w / 2} y={!full ? 84 : priority === undefined ? 108 : 99} text-anchor="middle">
          {label}
        </text>
      )}
      {full && priority !== undefined && <Holes priority={priority} w={w} y={107} />}
    </svg>
  );
}

/** A card that nobody here may see. */
export function CardBack({ size = "full" }: { size?: CardSize }) {
  const [w, h] = BOX[size];
  const cut = size === "tiny" ? 7 : 15;
  const gear = Math.min(w, h) * 0.42;
  return (
    <svg class={`card back ${size}`} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      <path class="card-cover" d={outline(w, h, cut, size === "tiny" ? 4 : 6)} />
      {size !== "tiny" && <path class="card-inner" d={outline(w - 14, h - 14, 13, 4)} transform="translate(7 7)" />}
      <g class="card-gear" transform={`translate(${w / 2} ${h / 2}) scale(${gear / 64}) translate(-32 -32)`}>
        <use href="#t-gear" />
      </g>
    </svg>
  );
}
