// main.tsx - the page begins here: theme, words, then the page of the address.
import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { startFocus } from "./app/focus";
import { go, route, startRouter, type Route } from "./app/router";
import { startSettings } from "./app/settings";
import { startTheme } from "./app/theme";
import { startWords, t } from "./app/words";
import { startAnnounced } from "./link/announced";
import { AnnouncementBar } from "./ui/announcement";
import { Loading, Problem } from "./ui/states";
import Home from "./pages/home";

type Page = ComponentType<never>;

const pages: Partial<Record<Route["page"], () => Promise<{ default: Page }>>> = {
  local: () => import("./pages/local") as Promise<{ default: Page }>,
  settings: () => import("./pages/settings"),
  admin: () => import("./pages/admin"),
  mine: () => import("./pages/mine"),
  learn: () => import("./pages/learn"),
  create: () => import("./pages/create") as Promise<{ default: Page }>,
  table: () => import("./pages/table") as Promise<{ default: Page }>,
  replay: () => import("./pages/replay") as Promise<{ default: Page }>,
  rules: () => import("./pages/rules") as Promise<{ default: Page }>,
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
  if (now.page === "home") return <Home />;
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
void startWords().then(() => {
  const root = document.getElementById("app");
  if (root) render(<App />, root);
});
