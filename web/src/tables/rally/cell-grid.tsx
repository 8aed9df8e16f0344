// The board for keys and readers: a grid of which only the cell in focus is in the document.
import { useState } from "preact/hooks";
import { t } from "../../app/words";
import { cellName, type CellPlace, samePlace } from "../../art/dirs";
import type { Plan } from "../../art/plan";
import type { BoardChoice } from "./board";
import type { Race } from "./model";
import { spokenCell } from "./spoken";

interface GridProps {
  plan: Plan;
  race: Race;
  cell: number;
  turn: number;
  show: (p: CellPlace) => CellPlace;
  start: CellPlace | null;
  nameOf: (robot: string) => string;
  onCell: (words: string) => void;
  choices: readonly BoardChoice[];
  onChoose: (c: BoardChoice) => void;
}

const ARROWS: Record<string, CellPlace> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function CellGrid({ plan, race, cell, turn, show, start, nameOf, onCell, choices, onChoose }: GridProps) {
  const [moved, setMoved] = useState<CellPlace | null>(null);
  const place = moved ?? start ?? [0, 0];
  const seen = show(place);
  const words = spokenCell(plan, race, place, nameOf, turn);
  const cols = Math.max(...[show([0, 0])[0], show([plan.cols - 1, plan.rows - 1])[0]]) + 1;
  const rows = Math.max(...[show([0, 0])[1], show([plan.cols - 1, plan.rows - 1])[1]]) + 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step) {
      const next: CellPlace = [
        Math.max(0, Math.min(cols - 1, seen[0] + step[0])),
        Math.max(0, Math.min(rows - 1, seen[1] + step[1])),
      ];
      setMoved(unshow(next, show, plan));
      event.preventDefault();
    }
    if (event.key === "Enter" || event.key === " ") {
      const choice = choices.find((c) => samePlace(c.place, place));
      if (choice) onChoose(choice);
      else onCell(words);
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div class="cell-grid" role="grid" aria-label={t("web.table.board")} aria-rowcount={rows} aria-colcount={cols}>
      <div role="row" aria-rowindex={seen[1] + 1}>
        <div
          role="gridcell" aria-colindex={seen[0] + 1} aria-label={words} tabIndex={0} class="cell-focus"
          id="board-cell" style={{ transform: `translate(${seen[0] * cell}px, ${seen[1] * cell}px)` }} onKeyDown={onKeyDown} data-place={cellName(place)}
          onFocus={() => moved || setMoved(place)}
        />
      </div>
    </div>
  );
}

/** The cell that is shown at a place of the turned board. */
export function unshow(seen: CellPlace, show: (p: CellPlace) => CellPlace, plan: Plan): CellPlace {
  const zero = show([0, 0]);
  const turnedBoard = zero[0] !== 0;
  return turnedBoard ? [seen[1], plan.rows - 1 - seen[0]] : seen;
}
