// local.tsx - a table in this browser: /local/<game>, with the choices of create-table as a query.
import { useEffect, useState } from "preact/hooks";
import { effect } from "@preact/signals";
import { noteLocal } from "../app/locals";
import { courseSetting } from "../app/own-courses";
import { go, place, query } from "../app/router";
import { t } from "../app/words";
import { GAMES, isGame } from "../app/games";
import { chance, openLocal, type LocalChoice } from "../engine/local";
import { newId } from "../link/api";
import { LEVELS, type Level, type Table } from "../engine/table";
import type { Lesson } from "../learn/lesson";
import { TableView } from "./table-view";
import { Problem } from "../ui/states";

function level(word: string | null): Level {
  return LEVELS.find((l) => l === word) ?? "easy";
}

/** Who plays each seat: "me.easy.strong", or one level for all the others; "here" is one more person at
 * this device. */
function levels(asked: URLSearchParams, seats: number): (Level | null)[] {
  const named = asked.get("bots")?.split(".") ?? [];
  const mine = Math.max(0, named.indexOf("me"));
  return Array.from({ length: seats }, (_, i) => (i === mine || named[i] === "here" ? null : level(named[i] ?? asked.get("level"))));
}

/** The choices that an address stands for. */
function choiceOf(game: string, asked: URLSearchParams, keep: string): LocalChoice {
  const settings: Record<string, string> = {};
  asked.forEach((value, key) => {
    if (!key.startsWith("set.")) return;
    const meant = key === "set.course" ? courseSetting(value) : value;
    if (meant === null) throw new Error(t("web.create.own_gone"));
    settings[key.slice(4)] = meant;
  });
  const seed = asked.get("seed");
  const position = asked.get("position");
  const seats = Number(asked.get("seats")) || (isGame(game) ? GAMES[game].usualSeats : 2);
  return {
    game, seats, settings, keep,
    levels: levels(asked, seats),
    ...(position ? { position } : {}),
    ...(seed && /^\d+$/.test(seed) ? { seed: BigInt(seed) } : {}),
  };
}

function choiceOfLesson(game: string, lesson: Lesson, keep: string): LocalChoice {
  const { seats, settings, position, seed, bots } = lesson;
  return { game, seats, settings, keep, levels: [null, ...bots], seed: BigInt(seed), ...(position ? { position } : {}) };
}

/** The table of an address; a lesson has its coach. */
async function openTable(game: string, asked: URLSearchParams, id: string): Promise<Table> {
  const wanted = asked.get("lesson");
  if (!wanted) return openLocal(choiceOf(game, asked, id));
  const [{ Coach }, { loadLessons }] = await Promise.all([import("../learn/coach"), import("../learn/lesson")]);
  const lesson = (await loadLessons(game)).find((l) => l.id === wanted);
  if (!lesson) throw new Error(t("web.error.page"));
  const table = openLocal(choiceOfLesson(game, lesson, id));
  const coach = new Coach(lesson, table, id);
  return {
    ...table,
    coach,
    close() {
      coach.close();
      table.close();
    },
  };
}

/** Is there a module of this game?  One that the page does not offer is played at the generic table. */
const hasEngine = (game: string): boolean => Object.prototype.hasOwnProperty.call(ENGINE, game);

export default function LocalPage({ game }: { game: string }) {
  const [table, setTable] = useState<Table | null>(null);
  const [fault, setFault] = useState("");
  const asked = query.value;
  useEffect(() => {
    if (!hasEngine(game)) return;
    // The address names the game, so that a reload goes on with it, also before the first answer is kept.
    const id = asked.get("id");
    if (!id) {
      const wish = new URLSearchParams(asked);
      wish.set("id", newId());
      if (!wish.has("seed")) wish.set("seed", String(chance()));
      go(`/local/${game}?${wish}`, "replace");
      return;
    }
    let current = true;
    let stop = () => undefined as void;
    void openTable(game, asked, id).then(
      (opened) => {
        if (!current) return opened.close();
        setTable(opened);
        const stopNotes = effect(() => {
          if (opened.view.value && isGame(game)) noteLocal({ id, game, address: place.peek(), at: Date.now() }, opened.outcome.value !== null);
        });
        stop = () => {
          stopNotes();
          opened.close();
        };
      },
      (error: Error) => current && setFault(error.message),
    );
    return () => {
      current = false;
      stop();
      setTable(null);
      setFault("");
    };
  }, [game, asked]);
  if (!hasEngine(game)) return <Problem text={t("web.error.game")} />;
  if (fault) return <Problem text={fault} />;
  return table && <TableView table={table} plain={asked.has("plain")} />;
}
