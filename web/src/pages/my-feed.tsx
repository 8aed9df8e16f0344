// my-feed.tsx - the secret address of a person's games for feed readers and calendars, shown once.
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import { ApiError, guest, makeFeed, myFeed, removeFeed } from "../link/api";
import { Icon } from "../ui/icon";

function Address({ token, kind }: { token: string; kind: "atom" | "ics" }) {
  const id = `feed-${kind}`;
  return (
    <>
      <label class="strong" for={id}>{t(`web.feed.${kind}`)}</label>
      <input
        id={id}
        class="field"
        readOnly
        value={`${location.origin}/feed/${token}.${kind}`}
        data-feed={kind}
        onFocus={(e) => e.currentTarget.select()}
      />
    </>
  );
}

export function MyFeed() {
  const [made, setMade] = useState(false);
  const [token, setToken] = useState("");
  const [told, setTold] = useState("");

  async function attempt(what: () => Promise<void>) {
    setTold("");
    try {
      await what();
    } catch (error) {
      setTold(error instanceof ApiError && error.error !== "offline" ? error.message : t("web.home.lost"));
    }
  }
  async function make() {
    setToken(await makeFeed());
    setMade(true);
  }
  async function remove() {
    await removeFeed();
    setToken("");
    setMade(false);
  }
  useEffect(() => void attempt(async () => setMade(guest.value !== null && (await myFeed()))), []);

  return (
    <>
      <p class="mut">{t("web.feed.about")}</p>
      {token && (
        <div class="set-form" role="status">
          <Address token={token} kind="atom" />
          <Address token={token} kind="ics" />
          <p class="mut small">{t("web.feed.once")}</p>
        </div>
      )}
      {made && !token && <p>{t("web.feed.there")}</p>}
      <div class="row">
        <button class="btn" data-new-feed onClick={() => void attempt(make)}>
          <Icon name="clock" /> {t(made ? "web.feed.again" : "web.feed.make")}
        </button>
        {made && (
          <button class="btn" data-no-feed onClick={() => void attempt(remove)}>
            <Icon name="trash" /> {t("web.feed.remove")}
          </button>
        )}
      </div>
      {told && <p role="alert">{told}</p>}
    </>
  );
}
