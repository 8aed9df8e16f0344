// topbar.tsx - the head of every page that is not a table, and the tab bar of phones.
import type { ComponentChildren } from "preact";
import { route } from "../app/router";
import { switchTheme, theme } from "../app/theme";
import { LANGS, LANG_NAMES, lang, setLang, t, type Key, type Lang } from "../app/words";
import { guest } from "../link/api";
import { RobotFace } from "../art/robot";
import { Icon, Logo } from "./icon";

// A phone has room for four; the lessons lead to the rules.
const places: { page: string; href: string; words: Key; icon?: string }[] = [
  { page: "home", href: "/", words: "web.nav.play", icon: "play" },
  { page: "mine", href: "/mine", words: "web.nav.mine", icon: "bot" },
  { page: "learn", href: "/learn", words: "web.learn", icon: "book" },
  { page: "rules", href: "/rules/rally2005", words: "web.nav.rules" },
  { page: "settings", href: "/settings", words: "web.nav.settings", icon: "gear" },
];

function isHere(page: string): boolean {
  return route.value.page === page;
}

function LangChoice() {
  return (
    <label class="top-lang">
      <span class="hidden">{t("web.settings.language")}</span>
      <span aria-hidden="true">{lang.value.toUpperCase()}</span>
      <select value={lang.value} onChange={(e) => setLang(e.currentTarget.value as Lang)}>
        {LANGS.map((code) => (
          <option key={code} value={code}>{LANG_NAMES[code]}</option>
        ))}
      </select>
    </label>
  );
}

export function TopBar({ children }: { children?: ComponentChildren }) {
  const night = theme.value === "night";
  return (
    <>
      <a class="skip" href="#content">{t("web.skip")}</a>
      <header class="top">
        <div class="top-in">
          <a class="top-name" href="/">
            <Logo size={46} />
            <span class="disp">Robodrome</span>
          </a>
          <nav class="top-nav" aria-label={t("web.nav")}>
            {places.map((p) => (
              <a key={p.page} href={p.href} aria-current={isHere(p.page) ? "page" : undefined}>
                {t(p.words)}
              </a>
            ))}
          </nav>
          {children}
          <LangChoice />
          <button
            class="top-button top-theme"
            aria-label={t(night ? "web.theme.to_day" : "web.theme.to_night")}
            onClick={switchTheme}
          >
            <Icon name="moon" />
          </button>
          <a class="top-me" href="/settings">
            <RobotFace robot="twonky" size={30} />
            <span class="top-me-name">{guest.value?.name ?? t("web.guest")}</span>
          </a>
        </div>
      </header>
    </>
  );
}

export function TabBar() {
  return (
    <nav class="tabbar" aria-label={t("web.nav.phone")}>
      {places.map((p) => p.icon && (
        <a key={p.page} href={p.href} aria-current={isHere(p.page) ? "page" : undefined}>
          <Icon name={p.icon} size={24} />
          {t(p.words)}
        </a>
      ))}
    </nav>
  );
}

/** A page with head, content and tab bar. */
export function Page({ class: name, children }: { class: string; children: ComponentChildren }) {
  return (
    <div class="page">
      <TopBar />
      <main id="content" class={name} tabIndex={-1}>{children}</main>
      <TabBar />
    </div>
  );
}
