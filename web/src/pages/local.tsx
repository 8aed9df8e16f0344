// local.tsx - a table in this browser: /local/<game>, with the choices of create-table as a query.
import { useEffect, useState } from "preact/hooks";
import { effect } from "@preact/signals";
import { noteLocal } from "../app/locals";
import { go, place, query } from "../app/router";
import { t } from "../app/words";
import { GAMES, isGame } from "../app/games";
import { openLocal } from "../engine/local";
import { newId } from "../link/api";
import { LEVELS, type Level, type Table } from "../engine/table";
import { TableView } from "./table-view";
import { Problem } from "../ui/states";

function level(word: string | null): Level {
  return LEVELS.find((l) => l === word) ?? "easy";
}

/** Who plays each seat: "me.easy.strong", or one level for all the others. */
function levels(asked: URLSearchParams, seats: number): (Level | null)[] {
  const named = asked.get("bots")?.split(".") ?? [];
  const mine = Math.max(0, named.indexOf("me"));
  return Array.from({ length: seats }, (_, i) => (i === mine ? null : level(named[i] ?? asked.get("level"))));
}

export default function LocalPage({ game }: { game: string }) {
  const [table, setTable] = useState<Table | null>(null);
  const asked = query.value;
  useEffect(() => {
    if (!isGame(game)) return;
    const settings: Record<string, string> = {};
    asked.forEach((value, key) => {
      if (key.startsWith("set.")) settings[key.slice(4)] = value;
    });
    const seed = asked.get("seed");
    const position = asked.get("position");
    // The address names the game, so that a reload goes on with it.
    const id = asked.get("id");
    if (!id) {
      const wish = new URLSearchParams(asked);
      wish.set("id", newId());
      go(`/local/${game}?${wish}`, "replace");
      return;
    }
    const seats = Number(asked.get("seats")) || GAMES[game].usualSeats;
    const opened = openLocal({
      game,
      seats,
      settings,
      levels: levels(asked, seats),
      ...(position ? { position } : {}),
      keep: id,
      ...(seed && /^\d+$/.test(seed) ? { seed: BigInt(seed) } : {}),
    });
    setTable(opened);
    const stop = effect(() => {
      if (opened.view.value) noteLocal({ id, game, address: place.peek(), at: Date.now() }, opened.outcome.value !== null);
    });
    return () => {
      stop();
      opened.close();
      setTable(null);
    };
  }, [game, asked]);
  if (!isGame(game)) return <Problem text={t("web.error.game")} />;
  return table && <TableView table={table} plain={asked.has("plain")} />;
}
