// home.tsx - the first page: four gates.
import { GAME_IDS } from "../app/games";
import { tr } from "../app/words";

export default function Home() {
  return (
    <main class="home">
      <ul class="gates">
        {GAME_IDS.map((id) => (
          <li key={id} class="panel">
            <a class="btn go" href={`/local/${id}`}>{tr(`web.game.${id}`)}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
