// my-bots.tsx - programs of this person that may play here: each has a name and a token, shown once.
import { useEffect, useState } from "preact/hooks";
import { typedIn } from "../app/typed";
import { fitName } from "./fit-name";
import { t } from "../app/words";
import { ApiError, guest, makeBot, myBots, removeBot } from "../link/api";
import type { BotLine, WebBot } from "../link/messages";
import { Icon } from "../ui/icon";

export function MyBots() {
  const [bots, setBots] = useState<BotLine[]>([]);
  const [name, setName] = useState("");
  const [made, setMade] = useState<WebBot | null>(null);
  const [told, setTold] = useState("");

  async function look() {
    setBots(guest.value ? await myBots() : []);
  }
  async function attempt(what: () => Promise<void>) {
    setTold("");
    try {
      await what();
      await look();
    } catch (error) {
      setTold(error instanceof ApiError && error.error !== "offline" ? error.message : t("web.home.lost"));
    }
  }
  useEffect(() => void attempt(async () => {}), []);

  return (
    <>
      <p class="mut">{t("web.bots.about")}</p>
      <ul class="set-bots">
        {bots.map((bot) => (
          <li key={bot.bot} class="row">
            <span class="grow">
              <span class="strong">{bot.name}</span>{" "}
              <span class="mut small">{t(bot.online ? "web.bots.online" : "web.bots.away")}</span>
            </span>
            <button
              class="btn small"
              data-revoke
              onClick={() => void attempt(async () => {
                await removeBot(bot.bot);
                setMade(null);
              })}
            >
              <Icon name="trash" size={18} /> {t("web.bots.remove")}
            </button>
          </li>
        ))}
      </ul>
      {made && (
        <div class="set-form" role="status">
          <label class="strong" for="bot-token">{t("web.bots.token")}</label>
          <input id="bot-token" class="field" readOnly value={made.token} data-token onFocus={(e) => e.currentTarget.select()} />
          <p class="mut small">{t("web.bots.token_about")}</p>
          <code class="set-address">{`${location.origin.replace(/^http/, "ws")}/bot`}</code>
        </div>
      )}
      <form
        class="set-form"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(async () => {
            setMade(await makeBot(name.trim()));
            setName("");
          });
        }}
      >
        <label class="strong" for="bot-name">{t("web.bots.name")}</label>
        <div class="row">
          <input id="bot-name" class="field grow" value={name} onInput={(e) => setName(typedIn(e.currentTarget, fitName))} />
          <button class="btn" type="submit" data-new-bot disabled={!name.trim()}>{t("web.bots.make")}</button>
        </div>
      </form>
      {told && <p role="alert">{told}</p>}
    </>
  );
}
