// remote.ts - a table on the server: its connection, and what a table screen may do there.
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { lang, t, tr } from "../app/words";
import { sendingOf } from "../engine/sending";
import type { Can, Curtain, Deed as TableDeed, Hint, Link, Order, Refusal, Setup, Standing, Table } from "../engine/table";
import { guest } from "./api";
import { Company } from "./company";
import { Connection, type Deed, type Done } from "./connection";
import { Share } from "./fair";
import type * as msg from "./messages";
import { type Room, deedsOf, seatsOf } from "./room";
import { secretOf } from "./secrets";
import { Views } from "./views";

export interface RemoteTable extends Table {
  readonly room: ReadonlySignal<Room | null>;
  readonly bye: ReadonlySignal<msg.ByeReason | null>;
  act(deed: Deed): Promise<Refusal | null>;
}

function refusalOf(done: Done): Refusal | null {
  if (!("error" in done)) return null;
  return { message: done.text || tr(`web.refused.${done.error}`), rule: done.rule ?? null };
}

function address(id: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/table/${id}`;
}

function canDo(company: Company, views: Views): Can {
  const now = company.room.value;
  const seated = views.seat.value >= 0;
  const people = now?.seats.filter((s) => s.kind === "person").length ?? 0; // also two at one device
  return {
    undo: seated && (now?.table.house.undo ?? false) && company.outcome.value === null && views.seen.log.value.length > 1,
    takeBack: seated,
    hint: seated && (now?.table.house.hints ?? false) && people < 2,
    chat: now?.table.house.chat ?? false,
    phrases: seated,
    rematch: seated,
    leave: true,
  };
}

function standingOf(company: Company, act: RemoteTable["act"]): Standing {
  return {
    of: (actor) => company.orders.value.find((o) => o.actor === actor)?.orders ?? [],
    async give(actor, given) {
      const list: Order[] = [...given];
      const refusal = await act({ t: "orders", actor, orders: list });
      if (!refusal) company.keepOrders(actor, list);
      return refusal;
    },
  };
}

/** A deed whose refusal is said in the caption's place. */
const aloud = (company: Company, act: RemoteTable["act"]): RemoteTable["act"] => async (deed) => {
  const refusal = await act(deed);
  if (refusal) company.tell(refusal.message);
  return refusal;
};

/** What a person says and does at the table; the server judges it. */
function deedsOfMine(company: Company, views: Views, connection: Connection, act: RemoteTable["act"]) {
  const { seen, drafts, seat } = views;
  const sending = sendingOf(seen.questions);
  const tryTo = aloud(company, act);
  return {
    questions: sending.questions,
    submit: (question, picks) =>
      sending.send(question, () => act({ t: "act", actor: question.actor, question: question.number, picks: [...picks] })),
    draft(question, picks) {
      drafts.set(question.actor, question.number, picks, views.isShared ? null : views.match);
      connection.tellNewest(`draft ${question.actor}`, { t: "draft", actor: question.actor, question: question.number, picks: [...picks] });
    },
    drafted: (question) => drafts.get(question.actor, question.number),
    takeBack: (actor) => act({ t: "take_back", actor }),
    undo: (event) => tryTo({ t: "undo", ...(event === undefined ? {} : { event, seat: seat.peek() }) }),
    shown: (event) => views.shown(event),
    say: (text) => act({ t: "chat", text }),
    phrase: (phrase) => act({ t: "phrase", phrase: phrase as msg.Phrase }),
    vote: (vote, yes) => tryTo({ t: "vote", vote, yes }),
    hush: {
      me: computed(() => company.room.value?.me.person ?? 0),
      list: company.hushed,
      mute: (person, on) => act({ t: "mute", person, on }),
      block: (person, on) => act({ t: "block", person, on }),
      report: (line) => act({ t: "report", line }),
    },
    deeds: computed<readonly TableDeed[]>(() => {
      const room = company.room.value;
      const asked = room ? deedsOf(room, company.clocked.value, views.actors.value, seat.value) : [];
      return asked.map(({ deed, ...rest }) => ({ id: deed.t, ...rest, run: () => tryTo(deed) }));
    }),
  } satisfies Partial<RemoteTable>;
}

/** What the engine in the worker answers. */
function answersOf(views: Views) {
  return {
    film: (step) => views.engine.film(step),
    ask: async (actor, picks) => {
      const asked = await views.engine.ask(actor, picks);
      return { ...asked, number: views.seen.questions.value.find((q) => q.actor === actor)?.number ?? 0 };
    },
    answers: (actor, most) => views.engine.answers(actor, most),
    read: (actor, text) => views.engine.read(actor, text),
    hint: (actor): Promise<Hint> => views.engine.hint(actor),
    preview: (actor, kind, picks) => views.engine.preview(actor, kind, picks),
    picture: () => views.engine.picture(),
    strings: (keys) => views.engine.strings(keys),
    rule: (rule) => views.engine.rule(rule),
  } satisfies Partial<RemoteTable>;
}

/** `screen`: a table screen, which watches whoever holds the key. */
export function openRemote(id: string, screen = false): RemoteTable {
  const link = signal<Link>({ state: "loading" });
  const company = new Company(id);
  const views = new Views(id, company, (message) => connection.tell(message));
  const { room, bye } = company;
  let vocabulary = "any";
  let refused = ""; // why this table does not let us in
  let work: Promise<void> = Promise.resolve(); // messages are taken one after another
  const inOrder = (task: () => Promise<void> | void): void => {
    work = work.then(task).catch((error: Error) => {
      link.value = { state: "failed", message: error.message };
    });
  };

  async function welcome(m: msg.TellWelcome): Promise<void> {
    const known = room.value?.table.match === m.table.match && views.match === m.table.match;
    vocabulary = m.vocabulary;
    company.welcome(m);
    if (m.setup) await (known ? views.compare(m.setup as Setup) : views.open(m.setup as Setup, m.table.match));
    for (const told of m.views) await (known ? views.take(told, false) : views.comeBack(told));
    await views.pass();
    link.value = { state: "open" };
  }

  async function hear(m: msg.ServerMessage): Promise<void> {
    switch (m.t) {
      case "welcome":
        share.again();
        return welcome(m);
      case "began":
        views.forget();
        company.begin(m.fair);
        return views.open(m.setup as Setup, m.match);
      case "told":
        await views.take(m.view, true);
        return views.pass();
      case "refused":
        refused = refusalOf(m)?.message ?? "";
        return;
    }
    company.hear(m);
    if (m.t === "fair") share.reveal();
    if (m.t === "over") views.seen.questions.value = [];
  }

  const connection = new Connection(address(id), {
    hello: () => ({
      key: guest.peek()?.key ?? "",
      secret: secretOf(id),
      lang: lang.peek(),
      ...(screen ? { screen } : {}),
      vocabulary,
      seen: views.told,
    }),
    onMessage: (m) => inOrder(() => hear(m)),
    onState(state, retryAt) {
      inOrder(() => {
        if (state === "lost") link.value = { state: "lost", since: performance.now(), retryAt };
        if (state === "closed") link.value = { state: "failed", message: bye.value ? tr(`web.bye.${bye.value}`) : refused || tr("web.refused.unknown") };
      });
    },
  });

  const share = new Share((message) => connection.tell(message));
  const stopShare = effect(() => share.look(room.value));
  const stopWords = effect(() => {
    const now = lang.value;
    if (link.peek().state === "open") inOrder(() => views.speak(now));
  });

  const curtain: Curtain = {
    next: views.curtained,
    name: (which) => t("web.player", which + 1),
    open: () => new Promise((done) => inOrder(() => views.unveil().then(done))),
  };

  const act = async (deed: Deed): Promise<Refusal | null> => refusalOf(await connection.act(deed));
  const standing = standingOf(company, act);
  const { seen } = views;
  return {
    kind: "remote",
    get game() {
      return company.game;
    },
    id,
    title: company.title,
    link,
    can: computed(() => canDo(company, views)),
    setup: views.setup,
    seat: views.seat,
    seats: computed(() => (room.value ? seatsOf(room.value, company.clocked.value, views.waiting.value, views.actors.value, views.seat.value) : [])),
    view: seen.view,
    decides: seen.decides,
    status: seen.status,
    events: seen.events,
    log: computed(() => (room.value?.table.carried ? [{ text: t("web.carried"), event: -1, rule: null }, ...seen.log.value] : seen.log.value)),
    past: () => seen.past,
    since: views.since,
    onStep: (listener) => views.onStep(listener),
    chat: company.chat,
    outcome: company.outcome,
    fair: company.fair,
    votes: company.votes,
    paused: company.paused,
    news: company.news,
    room,
    bye,
    ...answersOf(views),
    ...deedsOfMine(company, views, connection, act),
    act,
    get standing() {
      return room.value?.table.house.clock.kind === "days" ? standing : undefined;
    },
    get curtain() {
      return views.isShared ? curtain : undefined;
    },
    async rematch(change) {
      await aloud(company, act)({ t: "rematch", ...(change ? { change } : {}) });
      return `/table/${id}`;
    },
    close() {
      stopWords();
      stopShare();
      connection.close();
      views.close();
    },
  };
}
