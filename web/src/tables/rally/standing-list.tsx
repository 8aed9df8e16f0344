// The list of standing orders beside the program: for each thing that may be asked in the round what is
// answered without its player, and what that will do.
import { t, tr } from "../../app/words";
import type { Nouns } from "./nouns";
import { askedWith, type Chosen, type Wish } from "./standing";
import type { StandingOrders } from "./use-standing";

const nameOf = (wish: Wish, nouns: Nouns): string => (wish.option ? nouns.option(wish.id) : tr(`web.rally.standing.${wish.id}`));

function choiceName(wish: Wish, choice: string, nouns: Nouns): string {
  const [kind = "", rest = ""] = choice.split(".");
  if (kind === "in") return t("web.rally.standing.in", Number(rest));
  if (kind === "lose") return nouns.option(rest);
  if (wish.id === "reenter" && choice !== "ask") return tr(`web.rally.standing.${choice}`);
  return tr(`web.rally.standing.${wish.option || choice === "ask" ? choice : `${wish.id}.${choice}`}`);
}

/** What comes of a choice, in a sentence. */
function effectOf(wish: Wish, wishes: readonly Wish[], chosen: Chosen, nouns: Nouns): string {
  const choice = chosen[wish.id] ?? "ask";
  const [kind = "", rest = ""] = choice.split(".");
  const other = choice === "ask" ? null : askedWith(wish, wishes, chosen);
  if (choice === "ask") return t("web.rally.standing.does.ask");
  if (kind === "never" && other) return t("web.rally.standing.does.with", nouns.option(other.id));
  if (wish.id === "reenter") return t("web.rally.standing.does.reenter", wish.cell ?? "", tr(`web.rally.standing.${choice}`));
  if (kind === "lose") return t("web.rally.standing.does.lose", nouns.option(rest));
  if (kind === "in") return t("web.rally.standing.does.in", Number(rest));
  return tr(`web.rally.standing.does.${wish.option ? kind : `${wish.id}.${choice}`}`);
}

export function StandingList({ orders, nouns }: { orders: StandingOrders; nouns: Nouns }) {
  return (
    <div class="orders standing" data-standing>
      <h2 class="strong">{t("web.rally.standing")}</h2>
      <p class="mut small">{t("web.rally.standing_note")}</p>
      {orders.refusal && <p class="ask-refusal" role="alert">{orders.refusal}</p>}
      <ul>
        {orders.wishes.map((wish) => (
          <li key={wish.id} class="standing-line" data-wish={wish.id}>
            <label>
              <span class="order-name" title={wish.option ? nouns.text(wish.id) : ""}>{nameOf(wish, nouns)}</span>
              <select class="select" value={orders.chosen[wish.id] ?? "ask"} onChange={(e) => orders.choose(wish.id, e.currentTarget.value)}>
                {wish.choices.map((c) => <option key={c.id} value={c.id}>{choiceName(wish, c.id, nouns)}</option>)}
              </select>
            </label>
            <p class="mut small" data-does>{effectOf(wish, orders.wishes, orders.chosen, nouns)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
