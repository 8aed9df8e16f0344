// main.tsx - the page begins here: theme, words, then the page of the address.
import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { startFocus } from "./app/focus";
import { go, route, startRouter, type Route } from "./app/router";
import { startSettings } from "./app/settings";
import { startTheme } from "./app/theme";
import { addStyle } from "./app/style";
import { addWords, startWords, t } from "./app/words";
import { startAnnounced } from "./link/announced";
import { AnnouncementBar } from "./ui/announcement";
import { Loading, Problem } from "./ui/states";

type Page = ComponentType<never>;
type Load = () => Promise<{ default: Page }>;

/** A page with the style and words of those that are not tables. */
const page = (load: Load): Load => async () => (await Promise.all([load(), addStyle("pages"), addWords("pages")]))[0];

const pages: Partial<Record<Route["page"], Load>> = {
  home: page(() => import("./pages/home")),
  local: () => import("./pages/local"),
  settings: page(() => import("./pages/settings")),
  admin: page(() => import("./pages/admin")),
  mine: page(() => import("./pages/mine")),
  learn: page(() => import("./pages/learn")),
  create: page(() => import("./pages/create")),
  table: page(() => import("./pages/table")),
  replay: page(() => import("./pages/replay")),
  rules: page(() => import("./pages/rules")),
};

function Shown() {
  const now = route.value;
  const [loaded, setLoaded] = useState<{ page: string; show: Page | null } | null>(null);
  useEffect(() => {
    const load = pages[now.page];
    if (!load) return;
    let current = true;
    load().then(
      (module) => current && setLoaded({ page: now.page, show: module.default }),
      () => current && setLoaded({ page: now.page, show: null }),
    );
    return () => {
      current = false;
    };
  }, [now.page]);
  if (!pages[now.page]) return <Problem text={t("web.error.none")} />;
  if (loaded?.page !== now.page) return <Loading />;
  if (!loaded.show) return <Problem text={t("web.error.page")} />;
  const Show = loaded.show as ComponentType<Route>;
  return <Show {...now} />;
}

function App() {
  return (
    <>
      <AnnouncementBar />
      <Shown />
    </>
  );
}

/** A record that is dropped anywhere is shown. */
function startDrops(): void {
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    const [text, { keepRecord }] = await Promise.all([file.text(), import("./app/records")]);
    go(`/replay/${await keepRecord(text)}`);
  });
}

startTheme();
startDrops();
startFocus();
startSettings();
startRouter();
startAnnounced();
pages[route.peek().page]?.().catch(() => undefined); // under way with the words; what fails is said by the page
void startWords().then(() => {
  const root = document.getElementById("app");
  if (root) render(<App />, root);
});
