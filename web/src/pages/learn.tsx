// learn.tsx - the lessons of each game: what they teach, which are done, where to begin.
import { useEffect, useState } from "preact/hooks";
import { GAME_IDS, playNow, type GameId } from "../app/games";
import { learned, lessonAddress } from "../app/learned";
import { lang, t, tr } from "../app/words";
import { type Lesson, loadLessons } from "../learn/lesson";
import { Icon } from "../ui/icon";
import { Page } from "../ui/topbar";

/** One lesson; `next`: the first that is not done yet. */
function LessonLine({ game, lesson, n, next }: { game: GameId; lesson: Lesson; n: number; next: boolean }) {
  const done = learned.value.includes(`${game}.${lesson.id}`);
  const words = lesson.words[lang.value];
  return (
    <li class={`lesson${done ? " done" : ""}${next ? " next" : ""}`} data-lesson={`${game}.${lesson.id}`}>
      <span class="lesson-mark num">{done ? <Icon name="check" size={18} label={t("web.learn.done")} /> : n}</span>
      <span class="grow">
        <b>{words.title}</b>
        <span class="mut small block">{lesson.goals.map((goal) => words[`goal.${goal.name}`]).join(" · ")}</span>
      </span>
      <a class={`btn small${next ? " go" : ""}`} href={lessonAddress(game, lesson.id)} aria-label={`${t(done ? "web.learn.again" : "web.learn.start")}: ${words.title}`}>
        {t(done ? "web.learn.again" : "web.learn.start")}
      </a>
    </li>
  );
}

function GameLessons({ game }: { game: GameId }) {
  const [lessons, setLessons] = useState<Lesson[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    loadLessons(game).then((found) => current && setLessons(found), () => current && setFailed(true));
    return () => {
      current = false;
    };
  }, [game]);
  const isDone = (lesson: Lesson) => learned.value.includes(`${game}.${lesson.id}`);
  const done = lessons?.filter(isDone).length ?? 0;
  const next = lessons?.find((lesson) => !isDone(lesson));
  return (
    <section class="panel learn-game" aria-labelledby={`learn-${game}`}>
      <header class="row">
        <h2 class="disp grow" id={`learn-${game}`}>{tr(`web.game.${game}`)}</h2>
        {lessons && <span class="mut">{t("web.learn.count", done, lessons.length)}</span>}
      </header>
      <p class="mut">{tr(`web.about.${game}`)}</p>
      {failed && <p role="alert">{t("web.error.page")}</p>}
      {!lessons && !failed && <p class="mut" role="status">{t("web.loading")}</p>}
      <ol>
        {lessons?.map((lesson, i) => <LessonLine key={lesson.id} game={game} lesson={lesson} n={i + 1} next={lesson === next} />)}
      </ol>
      <p class="row learn-more">
        <a class={`btn small${lessons && !next ? " go" : ""}`} href={playNow(game)}>{t("web.learn.play")}</a>
        <a class="btn small" href={`/rules/${game}`}><Icon name="book" size={18} /> {t("web.nav.rules")}</a>
      </p>
    </section>
  );
}

export default function Learn() {
  return (
    <Page class="learn-page">
      <h1 class="disp page-title">{t("web.learn")}</h1>
      <p>{t("web.learn.about")}</p>
      <div class="learn-games">{GAME_IDS.map((game) => <GameLessons key={game} game={game} />)}</div>
    </Page>
  );
}
