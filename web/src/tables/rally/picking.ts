// Cards that were laid become picks of an answer, asked of the engine register by register, so that
// the page need not know what may lie where.
import type { Option, Question, Table } from "../../engine/table";
import type { CardValue } from "./model";
import type { Laid } from "./slots";

export interface Picked {
  picks: number[];
  /** Index into the laid cards of the first one that the rules do not allow there; -1 = none. */
  stuck: number;
  /** The question after the picks. */
  after: Question;
}

function fits(option: Option, laid: Laid): boolean {
  return option.is === (laid.second ? "also" : "card") && option.value === laid.card;
}

/** Asks and remembers, for one question of the table. */
export class Picker {
  private readonly known = new Map<string, Promise<Question>>();

  constructor(
    private readonly table: Pick<Table, "ask">,
    readonly question: Question,
  ) {}

  after(picks: readonly number[]): Promise<Question> {
    if (!picks.length) return Promise.resolve(this.question);
    const key = picks.join();
    let asked = this.known.get(key);
    if (!asked) {
      asked = this.table.ask(this.question.actor, picks);
      this.known.set(key, asked);
    }
    return asked;
  }

  async spell(cards: readonly Laid[]): Promise<Picked> {
    const picks: number[] = [];
    let after = await this.after(picks);
    for (let i = 0; i < cards.length; i++) {
      const option = after.options.find((o) => fits(o, cards[i] as Laid));
      if (!option) return { picks, stuck: i, after };
      picks.push(option.pick);
      after = await this.after(picks);
    }
    return { picks, stuck: -1, after };
  }

  /** May this card lie beside the one in the register that the laid cards end with? */
  async takesSecond(cards: readonly Laid[], card: CardValue): Promise<boolean> {
    const { stuck, after } = await this.spell(cards);
    return stuck < 0 && after.options.some((o) => o.is === "also" && o.value === card);
  }
}

/** Cards of a kept draft, as they were picked. */
export async function drafted(picker: Picker, picks: readonly number[]): Promise<{ card: CardValue; second: boolean }[]> {
  const out: { card: CardValue; second: boolean }[] = [];
  for (let i = 0; i < picks.length; i++) {
    const q = await picker.after(picks.slice(0, i));
    const option = q.options.find((o) => o.pick === picks[i]);
    if (!option || (option.is !== "card" && option.is !== "also")) break;
    out.push({ card: option.value as CardValue, second: option.is === "also" });
  }
  return out;
}
