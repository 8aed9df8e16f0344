// What the caption says while a program is made.
import { t } from "../../app/words";
import { cellName, type CellPlace } from "../../art/dirs";
import { relative } from "./camera";
import { farWords, goalWords, wayWords } from "./camera-bar";
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

/** The robot's next flag and the way there, or "" where it has none. */
function goalOf(race: Race, robot: Robot | null): string {
  const from = robot?.cell ?? robot?.archive;
  const flag = robot && race.flags[robot.flags];
  if (!robot || !from || !flag) return "";
  const { ahead, right } = relative(from, robot.dir, flag);
  const far = farWords(ahead, right) || wayWords(ahead, right); // one line of a phone
  return `${goalWords(race.edition, robot.flags + 1, far)}, ${cellName(flag)}.`;
}
