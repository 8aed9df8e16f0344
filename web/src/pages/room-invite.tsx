// room-invite.tsx - how to get to a table: QR, code, link, and phones of the same network.
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import { isLoopback, lan, lookLan, openLan, originForOthers } from "../link/lan";
import type { Room } from "../link/room";
import { secretOf } from "../link/secrets";
import { Icon } from "../ui/icon";
import { Qr } from "../ui/qr";

/** The link that invites; its secret stands behind the #, which no server sees. */
function invitation(id: string, hand = false): string {
  const secret = secretOf(id);
  return `${originForOthers()}/table/${id}${hand ? "?hand" : ""}${secret ? `#${secret}` : ""}`;
}

/** On the server's own machine: phones of the network are let in when somebody says so. */
function LetIn() {
  const [failed, setFailed] = useState(false);
  if (!isLoopback(location.hostname) || lan.value === null || lan.value.open) return null;
  return (
    <div class="room-lan">
      <p class="mut small">{t(failed ? "web.room.lan_failed" : "web.room.lan_about")}</p>
      <button class="btn wide" onClick={() => openLan().catch(() => setFailed(true))}>
        <Icon name="phone" size={18} /> {t("web.room.lan_open")}
      </button>
    </div>
  );
}

/** On a table screen: how to join, or to take a seat that was lost. */
export function JoinCard({ room }: { room: Room }) {
  const code = room.table.code ?? "";
  useEffect(() => void lookLan(), []);
  return (
    <section class="join-card">
      <Qr text={invitation(room.table.table, true)} label={t("web.room.qr")} />
      <p>
        {t("web.screen.hands")}
        <span class="strong block">{originForOthers().replace(/^https?:\/\//, "")}</span>
        {code && <span class="num block join-code">{code.slice(0, 3)} {code.slice(3)}</span>}
      </p>
    </section>
  );
}

export function Invite({ room }: { room: Room }) {
  const screen = room.me.screen;
  const link = invitation(room.table.table, screen);
  useEffect(() => void lookLan(), []);
  const [copied, setCopied] = useState(false);
  const code = room.table.code ?? "";
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Plain http: the link is selected, the reader copies it.
      const box = document.querySelector<HTMLInputElement>("#room-link");
      box?.focus();
      box?.select();
    }
  }
  return (
    <section class="panel room-invite">
      <Qr text={link} label={t("web.room.qr")} />
      <div class="room-invite-words">
        <h2 class="strong">{t("web.room.join")}</h2>
        <p class="mut">{t("web.room.join_about")}</p>
        <p class="strong room-host">{originForOthers().replace(/^https?:\/\//, "")}</p>
        {code && (
          <>
            <p class="mut">{t("web.room.type")}</p>
            <p class="num room-code" data-code={code}>{code.slice(0, 3)} {code.slice(3)}</p>
          </>
        )}
      </div>
      {room.me.host && <LetIn />}
      <div class="room-link row">
        <label class="grow">
          <span class="hidden">{t("web.room.link")}</span>
          <input id="room-link" class="field" readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
        </label>
        <button class="btn" onClick={copy}>
          <Icon name="link" size={18} /> {t(copied ? "web.room.copied" : "web.room.copy")}
        </button>
      </div>
      {!screen && (
        <a class="btn room-screen" data-screen href={`/table/${room.table.table}?screen`}><Icon name="tv" size={18} /> {t("web.screen.open")}</a>
      )}
    </section>
  );
}
