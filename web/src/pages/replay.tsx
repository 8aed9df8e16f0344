// replay.tsx - a finished game of the server (/replay/<table>), or a record of this browser
// (/replay/here-<id>), or the place to open one (/replay).
import { useEffect, useState } from "preact/hooks";
import { effect } from "@preact/signals";
import { REFEREE } from "../../../src/wasm/robodrome.mjs";
import { isGame } from "../app/games";
import { findRecord, keepRecord } from "../app/records";
import { go, query } from "../app/router";
import { addStyle } from "../app/style";
import { t, tr } from "../app/words";
import { ApiError, beGuest, fetchRecord } from "../link/api";
import { replayConsole } from "../replay/bar";
import { replayPlot } from "../replay/plot";
import { openRecord, readHeader, type RecordTable } from "../replay/table";
import { addressOf, replayTools } from "../replay/tools";
import { Icon } from "../ui/icon";
import { Loading, Problem } from "../ui/states";
import { Page } from "../ui/topbar";
import { TableView } from "./table-view";

async function textOf(id: string, game: string | null): Promise<string> {
  if (id.startsWith("here-")) return (await findRecord(id)) ?? "";
  await beGuest();
  return fetchRecord(id, game);
}

function Open() {
  const [fault, setFault] = useState("");
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text();
    if (!readHeader(text)) return setFault(t("web.replay.no_record"));
    go(`/replay/${await keepRecord(text)}`);
  };
  return (
    <Page class="replay-open">
      <h1 class="disp page-title">{t("web.replay.open")}</h1>
      <section class="panel replay-drop">
        <Icon name="dl" size={40} />
        <p class="strong">{t("web.replay.drop")}</p>
        <label class="btn go">
          {t("web.replay.choose")}
          <input class="hidden" type="file" accept=".rdr,.jsonl,.ndjson,text/plain" onChange={(e) => void take(e.currentTarget.files?.[0])} />
        </label>
        <p class="mut" role="alert">{fault}</p>
      </section>
    </Page>
  );
}

export default function ReplayPage({ id }: { id: string }) {
  const [table, setTable] = useState<RecordTable | null>(null);
  const [fault, setFault] = useState<{ text: string; detail?: string } | null>(null);
  useEffect(() => {
    if (!id) return;
    let opened: RecordTable | null = null;
    let stop = () => undefined as void;
    let current = true;
    const wish = query.peek();
    Promise.all([textOf(id, wish.get("game")), addStyle("replay")]).then(
      ([text]) => {
        const header = readHeader(text);
        if (!current) return;
        if (!header || !isGame(header.game)) return setFault({ text: t(text ? "web.replay.no_record" : "web.replay.gone") });
        if (header.view) return setFault({ text: t("web.replay.not_over") });
        const eye = wish.has("eye") ? Number(wish.get("eye")) : REFEREE;
        const made = openRecord(text, header, { at: wish.get("at") ?? "0", eye }, (find) => (replay) => ({
          Console: replayConsole(replay, header.game, null),
          Tools: replayTools(find, !id.startsWith("here-")),
          Plot: replayPlot(find),
        }));
        opened = made;
        setTable(made);
        // The address follows, so that a reload and a link come back to the same place.
        stop = effect(() => {
          const address = addressOf(made);
          if (made.link.value.state === "open" && !made.replay.running.value) history.replaceState(null, "", address);
        });
      },
      (error: Error) => {
        const known = error instanceof ApiError && error.error !== "offline";
        if (current) setFault({ text: known ? tr(`web.refused.${error.error}`) : t("web.home.lost") });
      },
    );
    return () => {
      current = false;
      stop();
      opened?.close();
      setTable(null);
      setFault(null);
    };
  }, [id]);
  if (!id) return <Open />;
  if (fault) return <Problem {...fault} />;
  if (!table) return <Loading />;
  const link = table.link.value;
  if (link.state === "failed") return <Problem text={t("web.replay.damaged")} detail={link.message} />;
  return <TableView table={table} plain={query.value.has("plain")} />;
}
