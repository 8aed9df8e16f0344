// table-view.tsx - a table on its game's screen, once both are there.
import { useEffect, useMemo, useState } from "preact/hooks";
import { addStyle } from "../app/style";
import { addWords, t } from "../app/words";
import type { Table } from "../engine/table";
import { loadScreen, type TableScreen } from "../tables";
import { LookBack } from "../ui/look-back";
import { Speaker } from "../ui/speaker";
import { useTurnSign } from "../ui/turn-sign";
import { Handover } from "../ui/handover";
import { Loading, Problem } from "../ui/states";

export function TableView({ table, plain }: { table: Table; plain: boolean }) {
  const [screen, setScreen] = useState<{ show: TableScreen } | null>(null);
  const [failed, setFailed] = useState(false);
  useTurnSign(table);
  useEffect(() => {
    let current = true;
    loadScreen(table.game, plain).then(
      (show) => current && setScreen({ show }),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [table, plain]);
  // A look back is a table of its own in the same place: the game goes on, and the eye stays.
  const [past, setPast] = useState<Table | null>(null);
  const told = table.events.value.length;
  useEffect(() => {
    if (past) table.shown(told);
  }, [past, told]);
  const lookBack = useMemo(
    () =>
      table.replay || table.curtain // what one person saw is not for the next
        ? null
        : async (event: number) => {
            const [{ openPast }, { replayConsole }] = await Promise.all([
              import("../replay/table"), import("../replay/bar"), addStyle("replay"), addWords("pages"),
            ]);
            const back = () => setPast(null);
            setPast(openPast(table, event, (replay) => ({
              Console: replayConsole(replay, table.game, { table, back }),
              Tools: () => null,
            })));
          },
    [table],
  );
  useEffect(() => () => past?.close(), [past]);
  const link = table.link.value;
  if (failed) return <Problem text={t("web.error.page")} />;
  if (link.state === "failed") return <Problem text={t("web.error.engine")} detail={link.message} />;
  if (table.curtain && table.curtain.next.value !== null) return <Handover curtain={table.curtain} />;
  if (!screen || table.view.value === null) return <Loading />;
  const shown = past?.view.value ? past : table;
  return (
    <LookBack.Provider value={past ? null : lookBack}>
      {!table.replay && <Speaker table={table} />}
      <screen.show table={shown} key={shown === table ? "live" : "past"} />
    </LookBack.Provider>
  );
}
