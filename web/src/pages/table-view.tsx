// table-view.tsx - a table on its game's screen, once both are there.
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import type { Table } from "../engine/table";
import { loadScreen, type TableScreen } from "../tables";
import { Loading, Problem } from "../ui/states";

export function TableView({ table, plain }: { table: Table; plain: boolean }) {
  const [screen, setScreen] = useState<{ show: TableScreen } | null>(null);
  const [failed, setFailed] = useState(false);
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
  const link = table.link.value;
  if (failed) return <Problem text={t("web.error.page")} />;
  if (link.state === "failed") return <Problem text={t("web.error.engine")} detail={link.message} />;
  if (!screen || table.view.value === null) return <Loading />;
  return <screen.show table={table} />;
}
