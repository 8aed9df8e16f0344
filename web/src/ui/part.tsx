// part.tsx - a part of a screen that is fetched when it is first shown.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";

/** Stands for a component until it is there; when the network fails it says so and offers to try again. */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [state, setState] = useState<"coming" | "there" | "lost">(loaded ? "there" : "coming");
    useEffect(() => {
      if (state !== "coming") return undefined;
      let current = true;
      load().then(
        (component) => {
          loaded = component;
          if (current) setState("there");
        },
        () => current && setState("lost"),
      );
      return () => {
        current = false;
      };
    }, [state]);
    if (loaded) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (state === "coming") return <p class="mut" aria-busy="true">{t("web.loading")}</p>;
    return (
      <p role="alert" class="row" data-part-lost>
        <span class="grow">{t("web.error.part")}</span>
        <button class="btn small" onClick={() => setState("coming")}>{t("web.again")}</button>
      </p>
    );
  };
}
