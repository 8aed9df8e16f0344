// key-list.tsx - the keys of a table in words.
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../app/words";
import { questionWords } from "./aloud";
import type { KeyHelp } from "./keys";

const commonKeys = (): KeyHelp[] => [
  ["Enter", t("web.keys.enter")],
  ["Esc", t("web.keys.escape")],
  ["?", t("web.keys.help")],
  ["/", `${t("web.keys.line")}; ${t("web.keys.ask", questionWords())}`],
];

export function KeyList({ keys, onClose }: { keys: readonly KeyHelp[]; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => close.current?.focus(), []);
  return (
    <div class="key-help" data-help>
      <h2 class="strong">{t("web.keys")}</h2>
      <dl>
        {[...keys, ...commonKeys()].map(([sign, words]) => (
          <div key={sign}>
            <dt>{sign.split(" ").map((k) => <kbd key={k} class="kbd">{k}</kbd>)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <button class="btn small" ref={close} onClick={onClose}>{t("web.keys.close")}</button>
    </div>
  );
}
