// name-form.tsx - a guest's name, to be changed: in the settings, and in a waiting room before friends wonder who it is.
import { useState } from "preact/hooks";
import { typedIn } from "../app/typed";
import { t, tr } from "../app/words";
import { ApiError, guest, rename } from "../link/api";
import { fitName } from "./fit-name";

/** How this person is called at tables. */
export function NameForm({ onSaved }: { onSaved?: () => void }) {
  const [name, setName] = useState(guest.value?.name ?? "");
  const [told, setTold] = useState("");
  async function save(event: Event) {
    event.preventDefault();
    try {
      await rename(name.trim());
      setTold(t("web.set.saved"));
      onSaved?.();
    } catch (error) {
      setTold(error instanceof ApiError && error.error !== "offline" ? tr(`web.refused.${error.error}`) : t("web.home.lost"));
    }
  }
  return (
    <form class="set-form" onSubmit={save}>
      <label class="strong" for="my-name">{t("web.set.name")}</label>
      <div class="row">
        <input id="my-name" class="field grow" value={name} onInput={(e) => setName(typedIn(e.currentTarget, fitName))} />
        <button class="btn" type="submit" disabled={!name.trim()}>{t("web.set.save")}</button>
      </div>
      {told && <p class="mut" role="status">{told}</p>}
    </form>
  );
}
