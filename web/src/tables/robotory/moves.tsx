// moves.tsx - the game so far: one line for the answers of both sides.
import { useEffect, useRef } from "preact/hooks";
import type { GameEvent, Table } from "../../engine/table";
import { t } from "../../app/words";
import { Sprite } from "../../ui/icon";
import { DiscIcon } from "./console";
import type { Colour } from "./model";

const TOLD = new Set(["placed", "moved", "refilled"]);

function Move({ event }: { event: GameEvent | undefined }) {
  if (!event) return <span />;
  if (event.event === "placed") {
    return (
      <span class="move">
        <DiscIcon colour={event.colour as Colour} size={20} /> {t("web.ry.on", Number(event.hex))}
      </span>
    );
  }
  if (event.event === "moved") {
    return (
      <span class="move">
        <Sprite id={`robotory-${String(event.robot)}`} size={20} />
        {t("web.ry.from_to", Number(event.from), Number(event.to))}
      </span>
    );
  }
  return <span class="move">{t("web.ry.refill_of", Number(event.white), Number(event.black))}</span>;
}

export function Moves({ table }: { table: Table }) {
  const box = useRef<HTMLOListElement>(null);
  const told = table.events.value.filter((event) => TOLD.has(event.event));
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [told.length]);
  const rounds = Array.from({ length: Math.ceil(told.length / 2) }, (_, i) => i);
  return (
    <ol class="ry-moves" ref={box} tabIndex={0} aria-label={t("web.ry.moves")}>
      {rounds.map((i) => (
        <li key={i}>
          <span class="num">{i + 1}</span>
          <Move event={told[2 * i]} />
          <Move event={told[2 * i + 1]} />
        </li>
      ))}
    </ol>
  );
}
