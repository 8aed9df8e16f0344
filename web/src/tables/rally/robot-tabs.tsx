// Which of my robots is programmed, where a course gives each player two.
import { t } from "../../app/words";
import { RobotFace } from "../../art/robot";
import { Icon } from "../../ui/icon";
import type { MyRobot } from "./program";

export function RobotTabs({ robots }: { robots: readonly MyRobot[] }) {
  return (
    <span class="robot-tabs" role="group" aria-label={t("web.rally.which_robot")}>
      {robots.map((r) => (
        <button key={r.name} class="btn console" aria-pressed={r.now} disabled={!r.open} data-robot-tab={r.name} onClick={r.choose}>
          <RobotFace robot={r.name} size={26} /> {r.words} {!r.open && <Icon name="check" size={16} />}
        </button>
      ))}
    </span>
  );
}
