// router.ts - which page an address shows.  Addresses are plain paths, so that every page can be
// linked, reloaded and gone back from.
import { computed, signal } from "@preact/signals";

export type Route =
  | { page: "home" }
  | { page: "tables" }
  | { page: "create"; game: string | null }
  | { page: "table"; id: string }
  | { page: "mine" }
  | { page: "settings" }
  | { page: "admin" }
  | { page: "learn" }
  | { page: "rules"; game: string }
  | { page: "local"; game: string }
  | { page: "replay"; id: string }
  | { page: "none" };

const WORD = "[a-z0-9_-]+";

const table: [RegExp, (m: RegExpMatchArray, query: URLSearchParams) => Route][] = [
  [/^\/$/, () => ({ page: "home" })],
  [/^\/tables$/, () => ({ page: "tables" })],
  [/^\/create$/, (_, query) => ({ page: "create", game: query.get("game") })],
  [/^\/table\/([A-Za-z0-9_-]+)$/, (m) => ({ page: "table", id: m[1] ?? "" })],
  [/^\/replay(?:\/([A-Za-z0-9_-]+))?$/, (m) => ({ page: "replay", id: m[1] ?? "" })],
  [/^\/mine$/, () => ({ page: "mine" })],
  [/^\/settings$/, () => ({ page: "settings" })],
  [/^\/admin$/, () => ({ page: "admin" })],
  [/^\/learn$/, () => ({ page: "learn" })],
  [new RegExp(`^/rules/(${WORD})$`), (m) => ({ page: "rules", game: m[1] ?? "" })],
  [new RegExp(`^/local/(${WORD})$`), (m) => ({ page: "local", game: m[1] ?? "" })],
];

export function match(path: string, search = ""): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  for (const [pattern, make] of table) {
    const found = plain.match(pattern);
    if (found) return make(found, new URLSearchParams(search));
  }
  return { page: "none" };
}

/** The address now: path and query. */
export const place = signal(globalThis.location ? location.pathname + location.search : "/");
export const route = computed<Route>(() => {
  const [path, search] = place.value.split("?");
  return match(path ?? "/", search ?? "");
});
export const query = computed(() => new URLSearchParams(place.value.split("?")[1] ?? ""));

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  place.value = to.split("#")[0] ?? "/";
  scrollTo(0, 0);
}

/** A plain left click on a link of ours changes the page without loading it again. */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
  if (event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
  const link = event.target.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (match(link.pathname).page === "none") return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function startRouter(): void {
  addEventListener("popstate", () => (place.value = location.pathname + location.search));
  document.addEventListener("click", onClick);
}
