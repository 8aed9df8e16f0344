// settings.tsx - everything a person can set; all of it stays on this device.
import type { Signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { choosePreset, presetNow, PRESETS } from "../app/presets";
import * as set from "../app/settings";
import { go, match, query } from "../app/router";
import { forgetAll } from "../app/stored";
import { themeChoice } from "../app/theme";
import { LANGS, LANG_NAMES, lang, setLang, t, type Key } from "../app/words";
import { ApiError, guest, linkDevice, removeMe, server, useLink } from "../link/api";
import { lookLan, originForOthers } from "../link/lan";
import { Choice, Line, Panel, Switch } from "../ui/controls";
import { Icon } from "../ui/icon";
import { forgetOffline, keepOffline, lookOffline, offline } from "../offline/offline";
import { ASK_KEYS, QUESTIONS } from "../ui/aloud";
import { Qr } from "../ui/qr";
import { allowNotify, canNotify } from "../ui/turn-sign";
import { Page } from "../ui/topbar";
import { MyBots } from "./my-bots";
import { MyFeed } from "./my-feed";
import { NameForm } from "./name-form";

function Toggle({ of, words, about }: { of: Signal<boolean>; words: Key; about?: Key }) {
  return (
    <Line title={t(words)} {...(about ? { about: t(about) } : {})}>
      <Switch label={t(words)} on={of.value} onChange={(on) => (of.value = on)} />
    </Line>
  );
}

const SIGNS = { family: "user", reader: "eye", quick: "bolt", strict: "star" } as const;

/** All settings of a kind of player at once; once more: as at the first visit. */
function OneTap() {
  const now = presetNow();
  return (
    <Panel title={t("web.set.one_tap")}>
      <div class="set-presets" role="group" aria-label={t("web.set.one_tap")}>
        {PRESETS.map((preset) => (
          <button key={preset} data-preset={preset} aria-pressed={preset === now} onClick={() => choosePreset(preset === now ? null : preset)}>
            <span class="set-preset-name"><Icon name={SIGNS[preset]} size={18} /> {t(`web.set.preset.${preset}`)} {preset === now && <Icon name="check" size={18} />}</span>
            <span class="mut small">{t(`web.set.preset.${preset}_about`)}</span>
          </button>
        ))}
      </div>
    </Panel>
  );
}

function Look() {
  const theme = themeChoice.value ?? "system";
  return (
    <Panel title={t("web.set.look")}>
      <Line title={t("web.settings.language")} about={t("web.set.language_about")}>
        <Choice
          label={t("web.settings.language")}
          value={lang.value}
          options={LANGS.map((code) => [code, LANG_NAMES[code]] as const)}
          onChange={(code) => void setLang(code)}
        />
      </Line>
      <Line title={t("web.set.theme")}>
        <Choice
          label={t("web.set.theme")}
          value={theme}
          options={[["day", t("web.set.day")], ["night", t("web.set.night")], ["system", t("web.set.device")]]}
          onChange={(value) => (themeChoice.value = value === "system" ? null : value)}
        />
      </Line>
      <Line title={t("web.set.text")}>
        <Choice
          label={t("web.set.text")}
          value={set.textSize.value}
          options={[["100", "100%"], ["125", "125%"], ["150", "150%"], ["200", "200%"]]}
          onChange={(value) => (set.textSize.value = value)}
        />
      </Line>
      <Toggle of={set.patterns} words="web.set.patterns" about="web.set.patterns_about" />
      <Toggle of={set.largeCells} words="web.set.cells" about="web.set.cells_about" />
    </Panel>
  );
}

function Film() {
  return (
    <Panel title={t("web.set.film")}>
      <Line title={t("web.set.speed")}>
        <Choice
          label={t("web.set.speed")}
          value={set.speed.value}
          options={[["0.5", "½"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["now", t("web.set.now")]]}
          onChange={(value) => (set.speed.value = value)}
        />
      </Line>
      <Line title={t("web.set.motion")} about={t("web.set.motion_about")}>
        <Choice
          label={t("web.set.motion")}
          value={set.motion.value}
          options={[["full", t("web.set.full")], ["none", t("web.set.none")], ["system", t("web.set.device")]]}
          onChange={(value) => (set.motion.value = value)}
        />
      </Line>
      <Line title={t("web.set.holds")}>
        <Choice
          label={t("web.set.holds")}
          value={set.holds.value}
          options={[["never", t("web.set.holds_never")], ["start", t("web.set.holds_start")], ["always", t("web.set.holds_always")]]}
          onChange={(value) => (set.holds.value = value)}
        />
      </Line>
      <Line title={t("web.set.sound")}>
        <span class="row">
          <input
            type="range"
            min="0"
            max="100"
            value={set.volume.value}
            aria-label={t("web.set.volume")}
            onInput={(e) => (set.volume.value = Number(e.currentTarget.value))}
          />
          <Switch label={t("web.set.sound")} on={set.sound.value} onChange={(on) => (set.sound.value = on)} />
        </span>
      </Line>
    </Panel>
  );
}

/** For screen readers: how much is said, and what can be asked at a table. */
function Reading() {
  return (
    <Panel title={t("web.aloud.region")}>
      <Line title={t("web.aloud.title")}>
        <Choice
          label={t("web.aloud.title")}
          value={set.aloud.value}
          options={[["event", t("web.aloud.event")], ["register", t("web.aloud.register")], ["round", t("web.aloud.round")]]}
          onChange={(value) => (set.aloud.value = value)}
        />
      </Line>
      <Line title={t("web.aloud.ask")} about={t("web.aloud.about")} below>
        <ul class="set-questions">
          {QUESTIONS.map((question) => (
            <li key={question}><kbd class="kbd">{ASK_KEYS[question].toUpperCase()}</kbd> {t(`web.aloud.${question}`)}</li>
          ))}
        </ul>
      </Line>
    </Panel>
  );
}

/** For times without a network; where the browser does not allow it, why. */
function Offline() {
  useEffect(() => void lookOffline(), []);
  const state = offline.value;
  const can = state === "none" || state === "failed" || state === "keeping";
  return (
    <Panel title={t("web.offline.title")}>
      <p class="mut">{t("web.offline.about")}</p>
      {can && (
        <button class="btn" data-keep-offline disabled={state === "keeping"} onClick={() => void keepOffline()}>
          <Icon name="dl" /> {t(state === "keeping" ? "web.loading" : "web.offline.keep")}
        </button>
      )}
      {state === "kept" && (
        <button class="btn" data-forget-offline onClick={() => void forgetOffline()}><Icon name="trash" /> {t("web.offline.forget")}</button>
      )}
      <p role="status">{state === "none" || state === "keeping" ? "" : t(`web.offline.${state}`)}</p>
    </Panel>
  );
}

function Playing() {
  return (
    <Panel title={t("web.set.playing")}>
      <Toggle of={set.showPath} words="web.set.path" about="web.set.path_about" />
      <Toggle of={set.hints} words="web.set.hints" about="web.set.hints_about" />
      <Toggle of={set.confirmSend} words="web.set.confirm" about="web.set.confirm_about" />
      <Toggle of={set.letterKeys} words="web.set.letters" about="web.set.letters_about" />
      {canNotify() && (
        <Line title={t("web.set.notify")} about={t("web.set.notify_about")}>
          <Switch label={t("web.set.notify")} on={set.notify.value} onChange={(on) => void allowNotify(on)} />
        </Line>
      )}
    </Panel>
  );
}

/** The link for another device, or what such a link offers here. */
function Device() {
  const offered = location.hash.slice(1);
  const [link, setLink] = useState("");
  const [told, setTold] = useState("");
  async function take() {
    try {
      await useLink(offered);
      history.replaceState(null, "", location.pathname);
      setTold(t("web.set.linked"));
      const to = query.peek().get("to");
      if (to && match(to).page === "table") go(to);
    } catch {
      setTold(t("web.set.link_old"));
    }
  }
  async function make() {
    try {
      await lookLan();
      setLink(`${originForOthers()}/settings#${await linkDevice()}`);
    } catch {
      setTold(t("web.home.lost"));
    }
  }
  return (
    <>
      {offered && !told && (
        <div class="set-form">
          <p class="strong">{t("web.set.link_here")}</p>
          <button class="btn go" data-take onClick={take}>{t("web.set.link_take")}</button>
        </div>
      )}
      {link ? (
        <div class="set-link">
          <Qr text={link} label={t("web.set.link_qr")} />
          <div>
            <p>{t("web.set.link_about")}</p>
            <input class="field" readOnly value={link} aria-label={t("web.set.link")} data-link onFocus={(e) => e.currentTarget.select()} />
          </div>
        </div>
      ) : (
        <button class="btn" data-make onClick={make}>
          <Icon name="phone" /> {t("web.set.show_key")}
        </button>
      )}
      {told && <p class="mut" role="status">{told}</p>}
    </>
  );
}

function Delete() {
  const [sure, setSure] = useState(false);
  const [told, setTold] = useState("");
  async function remove() {
    try {
      if (guest.value) await removeMe();
    } catch (error) {
      if (!(error instanceof ApiError) || error.error === "offline") {
        if (server.value === "lost") return setTold(t("web.home.lost"));
      }
    }
    forgetAll();
    location.assign("/");
  }
  if (!sure) {
    return (
      <button class="btn set-delete" onClick={() => setSure(true)}>
        <Icon name="trash" /> {t("web.set.delete")}
      </button>
    );
  }
  return (
    <div class="set-form">
      <p>{t("web.set.delete_sure")}</p>
      <div class="row">
        <button class="btn set-delete" onClick={remove}>{t("web.set.delete_yes")}</button>
        <button class="btn" onClick={() => setSure(false)}>{t("web.cancel")}</button>
      </div>
      {told && <p role="alert">{told}</p>}
    </div>
  );
}

export default function Settings() {
  return (
    <Page class="settings">
      <h1 class="disp page-title">
        {t("web.nav.settings")} <span class="mut small">{t("web.set.kept")}</span>
      </h1>
      <div class="set-columns">
        <div><OneTap /><Look /></div>
        <div><Film /><Playing /></div>
        <div>
          <Reading />
          <Panel title={t("web.set.data")}>
            {server.value !== "none" && <NameForm />}
            <div class="set-deeds">
              {server.value !== "none" && <Device />}
              <Delete />
            </div>
            <p class="mut small">{t("web.set.data_about")}</p>
          </Panel>
          <Offline />
          {server.value !== "none" && <Panel title={t("web.feed.title")}><MyFeed /></Panel>}
          {server.value !== "none" && <Panel title={t("web.bots.title")}><MyBots /></Panel>}
        </div>
      </div>
    </Page>
  );
}
