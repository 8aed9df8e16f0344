// second-device.tsx - one more device for a person at a table, from the table's menu.
import { useState } from "preact/hooks";
import { t } from "../app/words";
import type { Table } from "../engine/table";
import { linkDevice } from "../link/api";
import { originForOthers } from "../link/lan";
import { Icon } from "./icon";
import { Qr } from "./qr";

/** A code with which another phone or tablet becomes this person at this table: two people, one seat. */
export function SecondDevice({ table }: { table: Table }) {
  const [link, setLink] = useState("");
  const [fault, setFault] = useState("");
  const make = async () => {
    try {
      setLink(`${originForOthers()}/settings?to=/table/${table.id}#${await linkDevice()}`);
    } catch {
      setFault(t("web.home.lost"));
    }
  };
  if (!link) {
    return (
      <>
        <button data-second onClick={() => void make()}><Icon name="phone" /> {t("web.menu.second")}</button>
        {fault && <p role="alert">{fault}</p>}
      </>
    );
  }
  return (
    <div class="menu-second">
      <p>{t("web.menu.second_about")}</p>
      <Qr text={link} label={t("web.set.link_qr")} />
      <input class="field" readOnly value={link} aria-label={t("web.set.link")} data-link onFocus={(e) => e.currentTarget.select()} />
    </div>
  );
}
