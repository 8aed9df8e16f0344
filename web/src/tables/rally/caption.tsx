// What stands in the caption's place: the end, a prompt, what was said, or whom the table waits for.
import { teamName } from "../../app/courses";
import { t } from "../../app/words";
import type { Question } from "../../engine/table";
import type { EndWords } from "../../ui/end";
import { End } from "../../ui/parts";
import { Waiting } from "../../ui/waiting";
import { RobotFace } from "../../art/robot";
import { offeredBy } from "./asking";
import { Decision } from "./decision";
import { Receipt, VolleyPrompt } from "./late";
import { hasTeams, mine, type Race, type Robot } from "./model";
import type { Nouns } from "./nouns";
import { ProgramCaption } from "./program-caption";
import { tellRegister } from "./told";
import type { Screen } from "./use-screen";

/** What the decision is about besides its title, from the view. */
function contextOf(question: Question, race: Race, robot: Robot, nouns: Nouns): string {
  if (race.edition === 2005 && ["protect", "power_down", "stay_down"].includes(question.ask)) {
    const resting = race.robots.filter(({ announced }) => announced && question.ask === "power_down").map(({ name }) => nouns.robot(name)).join(", ");
    return t("web.rally.context.damage", robot.damage) + (resting && ` ${t("web.rally.context.resting", resting)}`);
  }
  if (race.edition === 2023 && ["shield", "pay"].includes(question.ask)) return t("web.rally.context.energy", robot.energy);
  return "";
}

/** How far the robots of a seat came: the one with most flags speaks for them. */
function endOf(race: Race, seat: number, nouns: Nouns): EndWords | null {
  const [robot] = mine(race, seat).sort((a, b) => b.flags - a.flags);
  if (!robot) return null;
  const reached = t(race.edition === 2005 ? "web.create.flags" : "web.rally.checkpoints", robot.flags);
  const about = race.edition === 2005 ? `${reached}, ${t("web.rally.lives", robot.lives)}` : reached;
  return { picture: <RobotFace robot={robot.name} size={32} />, name: nouns.robot(robot.name), about };
}

const teamOf = (race: Race, seat: number): string => mine(race, seat).map(({ team }) => teamName(team))[0] ?? "";

function Prompt({ of }: { of: Screen }) {
  const { table, truth, robot, plain, decisions, onDetour, nouns } = of;
  if (!truth || !robot || !plain || !decisions) return null;
  const offer = offeredBy(plain);
  return (
    <Decision
      asking={decisions.asking} robot={robot.name} robots={truth.robots} turned={of.turned} look={of.look} nouns={nouns} busy={decisions.busy} refusal={decisions.refusal}
      context={contextOf(plain, truth, robot, nouns)}
      onChoose={decisions.choose} onSend={decisions.send} onDirect={decisions.direct}
      onBack={() => (onDetour && !decisions.asking.picks.length ? of.endDetour() : decisions.back())}
      onOrder={offer && (() => {
        of.round.give(offer.word, "never");
        void table.submit(plain, [offer.no]);
      })}
    />
  );
}

const BRIEF = 96; // letters that fit beside the camera's buttons of a phone

/** What a phone says there: the card in focus, or what was tapped. */
export function briefly(of: Screen) {
  const { asked, over, held, playing, said, programs, program, truth, coach, hints } = of;
  if (!truth || asked || over || held || playing) return null;
  if (said) return said.length > BRIEF ? null : <p class="caption brief" aria-live="polite">{said}</p>;
  return programs && program && !coach && !hints.now ? <ProgramCaption program={program} robot={of.robot} race={truth} onCell={of.flash} /> : null;
}

export function Caption({ of }: { of: Screen }) {
  const { table, film, truth, robot, program, volley, shop, playing, asked } = of;
  if (!truth) return null;
  if (of.over) return of.coach ? null : <End table={table} team={hasTeams(truth) ? (seat) => teamOf(truth, seat) : undefined} of={(seat) => endOf(truth, seat, of.nouns)} />;
  if (of.held && !of.coach)
    return <p class="caption" role="status">{tellRegister(film.shownRegister(), robot?.name).words || film.caption.value.map((l) => l.text).join(" ")}</p>;
  if (playing && (of.plain || !film.caption.value.length)) return null;
  if (asked && shop) return <Receipt {...shop} />;
  if (asked && volley) return <VolleyPrompt volley={volley} nouns={of.nouns} />;
  if (asked && of.decisions && robot) return <Prompt of={of} />;
  if (of.said) return <p class={`caption ${of.said.length > BRIEF ? "lengthy" : "brief"}`} aria-live="polite">{of.said}</p>;
  if (of.programs && of.hints.now) return null;
  if (of.programs && program && !playing && !of.coach) return <ProgramCaption program={program} robot={robot} race={truth} onCell={of.flash} />;
  if (!of.question && !playing && !table.replay) return <Waiting table={table} nameOf={of.seatName} />;
  return null;
}
