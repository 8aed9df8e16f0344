// handover.tsx - the curtain of a hot seat: whose turn it is, and nothing else, until they tap.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/words";
import type { Curtain } from "../engine/table";
import { Icon } from "./icon";

export function Handover({ curtain }: { curtain: Curtain }) {
  const button = useRef<HTMLButtonElement>(null);
  const seat = curtain.next.value;
  useEffect(() => button.current?.focus(), [seat]);
  if (seat === null) return null;
  return (
    <main class="handover" data-curtain={seat}>
      <Icon name="eye" size={64} />
      <h1 class="disp">{t("web.curtain.pass", curtain.name(seat))}</h1>
      <p>{t("web.curtain.about")}</p>
      <button class="btn act" ref={button} data-curtain-open onClick={() => void curtain.open()}>
        {t("web.curtain.open", curtain.name(seat))}
      </button>
    </main>
  );
}
