// explain.ts - how each line of the score sheet came about, thing by thing.
import { t } from "../../app/words";
import type { Box, Player, Worth } from "./model";
import type { Nouns } from "./nouns";

const tilesOf = (player: Player): string[] => Object.values(player.robots).flatMap((robot) => robot.tiles);

/** Things with printed points, each with its name. */
function each(ids: readonly string[], of: (id: string) => Worth | undefined, name: (id: string) => string): string {
  return ids
    .flatMap((id) => {
      const points = of(id)?.points;
      return points ? [`${name(id)} ${points}`] : [];
    })
    .join(", ");
}

/** Things whose own words name their points. */
function told(ids: readonly string[], of: (id: string) => Worth | undefined, says: (id: string) => string): string {
  return ids.filter((id) => of(id)?.points).map(says).join("; ");
}

/** Pieces of a collection count more the more there are: "2 × 5". */
function collections(box: Box, player: Player, nouns: Nouns): string {
  const pieces = new Map<number, string[]>();
  for (const id of tilesOf(player)) {
    const kind = box.items.get(id)?.collection;
    if (kind) pieces.set(kind, [...(pieces.get(kind) ?? []), id]);
  }
  return [...pieces].map(([kind, ids]) => `${nouns.tile("item", ids[0] ?? "").name} ${ids.length} × ${box.collections[kind - 1]?.[ids.length - 1] ?? 0}`).join(", ");
}

export function explain(key: string, box: Box, player: Player, nouns: Nouns): string {
  const { score } = player;
  const tiles = tilesOf(player);
  switch (key) {
    case "animals": return `${score.birds} × ${score.butterflies}`;
    case "pipes": {
      const joined = player.pipes.map((p) => box.pipes.get(p.tile)?.points ?? 0).join(" + ");
      const parts = [joined, player.unused.length ? t("web.tx.why.face_down", player.unused.length, box.unusedPoints) : ""];
      return parts.filter(Boolean).join("; ");
    }
    case "chain": return score.chain_length ? t("web.tx.why.chain", score.chain_length) : "";
    case "items": return each(tiles, (id) => box.items.get(id), (id) => nouns.tile("item", id).name);
    case "collections": return collections(box, player, nouns);
    case "ideas": return told(tiles, (id) => box.ideas.get(id), (id) => nouns.tile("idea", id).says);
    case "robots": return box.columns.filter((c) => player.robots[c.robot].free === 0).map((c) => c.points).join(" + ");
    case "forest": return told(player.forest, (id) => box.forest.get(id), (id) => nouns.tile("forest", id).says);
    case "acorns": return t("web.tx.why.acorns", score.acorns);
    default: return "";
  }
}
