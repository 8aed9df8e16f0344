// code-form.tsx - six signs, typed, pasted or from a picture; the code leads to its table.
import { useRef, useState } from "preact/hooks";
import { go } from "../app/router";
import { t } from "../app/words";
import { ApiError, request } from "../link/api";
import { keepSecret } from "../link/secrets";
import type { WebFound } from "../link/messages";

const SIGNS = 6;

/** What can be part of a code: letters and digits, however they were typed. */
export function cleanCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "").slice(0, SIGNS);
}

export function CodeForm() {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState("");
  const input = useRef<HTMLInputElement>(null);

  async function join(event: Event) {
    event.preventDefault();
    if (code.length < SIGNS) {
      input.current?.focus();
      return;
    }
    setFault("");
    try {
      const found = await request<WebFound>("GET", `code/${code}`);
      keepSecret(found.table, code);
      go(`/table/${found.table}`);
    } catch (error) {
      const offline = error instanceof ApiError && error.error === "offline";
      setFault(t(offline ? "web.home.lost" : "web.home.code_unknown"));
    }
  }

  return (
    <form class="code" onSubmit={join}>
      <label class="code-signs">
        <span class="hidden">{t("web.home.code")}</span>
        <input
          ref={input}
          value={code}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          inputMode="text"
          onInput={(e) => {
            setCode(cleanCode(e.currentTarget.value));
            e.currentTarget.value = cleanCode(e.currentTarget.value);
          }}
        />
        {Array.from({ length: SIGNS }, (_, i) => (
          <span key={i} class={`code-sign num${code[i] ? " full" : ""}`} aria-hidden="true">
            {code[i] ?? ""}
          </span>
        ))}
      </label>
      <button class="btn" type="submit">{t("web.home.join")}</button>
      {fault && <p class="code-fault" role="alert">{fault}</p>}
    </form>
  );
}
