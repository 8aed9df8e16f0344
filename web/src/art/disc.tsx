/** An energy disc of Robotory around the origin: white ones have a dashed ring, black ones a solid one. */
export function Disc({ kind }: { kind: "white" | "black" }) {
  return (
    <g class={`disc-${kind}`}>
      <circle r="27" class="disc-rim" />
      <circle r="16" class="disc-ring" />
      <path d="M3,-11L-7,2.5H-0.5L-3,11L7,-2.5H0.5Z" class="disc-bolt" />
    </g>
  );
}
