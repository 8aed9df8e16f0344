// table.tsx - a table on the server: its waiting room, then the game on its screen.
import { useEffect, useState } from "preact/hooks";
import { query } from "../app/router";
import { mode } from "../app/mode";
import { t, tr } from "../app/words";
import { ApiError, beGuest } from "../link/api";
import { openRemote, type RemoteTable } from "../link/remote";
import { keepSecret } from "../link/secrets";
import { LinkBanner } from "../ui/banner";
import { Corner } from "../ui/corner";
import { CountUnread } from "../ui/count-unread";
import { Icon } from "../ui/icon";
import { Loading, Problem } from "../ui/states";
import { TableView } from "./table-view";
import { JoinCard } from "./room-invite";
import { WaitingRoom } from "./waiting-room";

function Watchers({ count }: { count: number }) {
  return <p class="watchers" data-watchers={count}><Icon name="eye" size={18} /> {t("web.table.watchers", count)}</p>;
}

export default function TablePage({ id }: { id: string }) {
  const [table, setTable] = useState<RemoteTable | null>(null);
  const [fault, setFault] = useState("");
  const [again, setAgain] = useState(0);
  const screen = mode.value === "screen";
  // An invitation pasted over the address of its own table changes nothing but what stands behind the #.
  useEffect(() => {
    const invited = () => location.hash && setAgain((n) => n + 1);
    addEventListener("hashchange", invited);
    return () => removeEventListener("hashchange", invited);
  }, []);
  useEffect(() => {
    let opened: RemoteTable | null = null;
    let current = true;
    // The secret of an invitation stands behind the # and is never sent with an address.
    const secret = location.hash.slice(1);
    if (secret) {
      keepSecret(id, secret);
      history.replaceState(null, "", location.pathname + location.search);
    }
    beGuest().then(
      () => {
        if (!current) return;
        opened = openRemote(id, screen);
        setTable(opened);
      },
      (error) => {
        if (!current) return;
        const known = error instanceof ApiError && error.error !== "offline";
        setFault(known ? tr(`web.refused.${error.error}`) : t("web.home.lost"));
      },
    );
    return () => {
      current = false;
      opened?.close();
      setTable(null);
    };
  }, [id, screen, again]);
  useEffect(() => {
    document.documentElement.dataset.mode = mode.value;
    return () => {
      delete document.documentElement.dataset.mode;
    };
  }, [mode.value]);
  if (fault) return <Problem text={fault} />;
  if (!table) return <Loading />;
  const link = table.link.value;
  if (link.state === "failed") return <Problem text={link.message || t("web.error.table")} />;
  const room = table.room.value;
  if (!room) return link.state === "lost" ? <main class="state"><LinkBanner table={table} /></main> : <Loading />;
  if (room.table.state === "waiting") return <WaitingRoom table={table} room={room} />;
  // Robotory is played on its board: a hand without one has the same answers as a list.
  const plain = query.value.has("plain") || (mode.value === "hand" && room.table.game === "robotory");
  return (
    <Corner.Provider value={screen ? <JoinCard room={room} /> : room.watching ? <Watchers count={room.watching} /> : null}>
      <CountUnread table={table} />
      <TableView table={table} plain={plain} key={room.table.match} />
    </Corner.Provider>
  );
}
