// turn-sign.ts - whose turn it is, for somebody who looks elsewhere: in the tab's title, and as a
// notification where the browser allows it and the person asked for it.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { notify } from "../app/settings";
import { t } from "../app/words";
import type { Table } from "../engine/table";

/** Notifications need a secure context; without one nothing is offered. */
export const canNotify = (): boolean => globalThis.isSecureContext === true && "Notification" in globalThis;

export async function allowNotify(wanted: boolean): Promise<void> {
  notify.value = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
}

function tell(title: string): void {
  if (!notify.peek() || !canNotify() || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible") return;
  const sign = new Notification(title, { body: t("web.table.your_turn"), tag: location.pathname });
  sign.onclick = () => globalThis.focus();
}

export function useTurnSign(table: Table): void {
  useEffect(() => {
    const before = document.title;
    let last = -1;
    const stop = effect(() => {
      const question = table.questions.value[0];
      const over = table.outcome.value !== null;
      const waits = table.seats.value.filter((s) => s.asked && s.kind !== "me").map((s) => s.name);
      const state = over
        ? t("web.table.over")
        : question
          ? `● ${t("web.table.your_turn")}`
          : waits.length
            ? t("web.table.waiting_for", waits.join(", ")).replace(/\.$/, "")
            : "";
      document.title = [state, table.title.value, "Robodrome"].filter(Boolean).join(" · ");
      if (question && question.number !== last && table.kind === "remote") tell(table.title.value);
      last = question?.number ?? -1;
    });
    return () => {
      stop();
      document.title = before;
    };
  }, [table]);
}
