// rules.tsx - the rules of a game, one numbered sentence after another, from the engine's own texts.
import { useEffect, useMemo, useState } from "preact/hooks";
import { GAME_IDS, isGame } from "../app/games";
import { lang, t, tr } from "../app/words";
import { Oracle } from "../engine/oracle";
import type { RuleText } from "../engine/protocol";
import { Problem } from "../ui/states";
import { Page } from "../ui/topbar";
import { PICTURES, RulePicture } from "./rule-pictures";

interface Section {
  title: string;
  rules: RuleText[];
}

export function bySection(rules: readonly RuleText[]): Section[] {
  const sections: Section[] = [];
  for (const rule of rules) {
    const last = sections[sections.length - 1];
    if (last?.title === rule.section) last.rules.push(rule);
    else sections.push({ title: rule.section, rules: [rule] });
  }
  return sections;
}

/** Names of settings stand between backticks. */
function withCode(line: string) {
  return line.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}

/** Every drawn thing with its name: a way into the rules by what one sees. */
function Glance({ rules }: { rules: readonly RuleText[] }) {
  const drawn = rules.filter((rule) => rule.id in PICTURES);
  if (!drawn.length) return null;
  return (
    <section class="panel rules-section">
      <h2 class="disp">{t("web.rules.glance")}</h2>
      <ul class="rules-glance">
        {drawn.map((rule) => (
          <li key={rule.id}><a href={`#${rule.id}`}><RulePicture rule={rule.id} /> {rule.title}</a></li>
        ))}
      </ul>
    </section>
  );
}

export default function Rules({ game }: { game: string }) {
  const [rules, setRules] = useState<RuleText[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [find, setFind] = useState("");
  const known = isGame(game);
  useEffect(() => {
    if (!known) return;
    setRules(null);
    setFailed(false);
    const oracle = new Oracle();
    let current = true;
    oracle.rules(game, lang.value).then(
      (found) => current && setRules(found),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
      oracle.close();
    };
  }, [game, lang.value]);
  useEffect(() => {
    if (rules && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [rules]);
  const wanted = find.trim().toLowerCase();
  const sections = useMemo(
    () => bySection((rules ?? []).filter((r) => `${r.id} ${r.title} ${r.text}`.toLowerCase().includes(wanted))),
    [rules, wanted],
  );
  if (!known) return <Problem text={t("web.error.game")} />;
  return (
    <Page class="rules">
      <h1 class="disp page-title">{t("web.nav.rules")}</h1>
      <nav class="rules-games" aria-label={t("web.create.game")}>
        {GAME_IDS.map((id) => (
          <a key={id} class="btn" href={`/rules/${id}`} aria-current={id === game ? "page" : undefined}>
            {tr(`web.game.${id}`)}
          </a>
        ))}
      </nav>
      {failed && <p role="alert">{t("web.error.engine")}</p>}
      {!rules && !failed && <p class="mut" role="status">{t("web.loading")}</p>}
      {rules && (
        <div class="rules-body">
          <nav class="panel rules-contents" aria-label={t("web.rules.contents")}>
            <label>
              <span class="hidden">{t("web.rules.find")}</span>
              <input
                class="field"
                type="search"
                value={find}
                placeholder={t("web.rules.find")}
                onInput={(e) => setFind(e.currentTarget.value)}
              />
            </label>
            <ol>
              {sections.map((s) => (
                <li key={s.title}><a href={`#${s.rules[0]?.id ?? ""}`}>{s.title}</a></li>
              ))}
            </ol>
          </nav>
          <div class="rules-text">
            {!sections.length && <p class="mut">{t("web.rules.none")}</p>}
            {!wanted && <Glance rules={rules} />}
            {sections.map((s) => (
              <section key={s.title} class="panel rules-section">
                <h2 class="disp">{s.title}</h2>
                {s.rules.map((rule) => (
                  <article key={rule.id} id={rule.id}>
                    <RulePicture rule={rule.id} />
                    <h3 class="strong">
                      {rule.title} <a class="rules-id mut" href={`#${rule.id}`}>{rule.id}</a>
                    </h3>
                    {rule.text.split("\n").filter(Boolean).map((line, i) => <p key={i}>{withCode(line)}</p>)}
                  </article>
                ))}
              </section>
            ))}
          </div>
        </div>
      )}
    </Page>
  );
}
