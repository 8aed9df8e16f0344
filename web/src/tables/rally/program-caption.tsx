// What the caption says while a program is made.
import { t } from "../../app/words";
import type { CellPlace } from "../../art/dirs";
import { goalOf } from "./camera-bar";
import { NamedCells } from "./filmbar";
import type { Race, Robot } from "./model";
import { Foreseen } from "./side";
import type { useProgram } from "./use-program";

/** On phones the panel with my program has no column: the register in focus is said here, and before the
 * first card where the next flag is; the line is always there, so that the board does not jump. */
export function ProgramCaption({ program, robot, race, onCell }: {
  program: NonNullable<ReturnType<typeof useProgram>>; robot: Robot | null; race: Race; onCell: (p: CellPlace) => void;
}) {
  const { ghost, focusRegister } = program;
  const told = ghost.told.find((x) => x.register === focusRegister) ?? ghost.told[ghost.told.length - 1];
  const unknown = ghost.unknownFrom && !told;
  return (
    <p class="caption program-caption" aria-live="polite">
      {told && <span class="told-number num open">{told.register}</span>}
      <span>
        {told ? <Foreseen events={told.events} onCell={onCell} /> : <NamedCells text={unknown ? t("web.rally.unknown_from") : goalOf(race, robot)} onCell={onCell} />}
      </span>
    </p>
  );
}
