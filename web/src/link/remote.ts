// remote.ts - a table on the server.  The server tells events, positions and who is asked; what a
// position means (view, questions, words) the engine in this browser's worker says.
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { GAMES, isGame } from "../app/games";
import { lang, t, tr } from "../app/words";
import { Oracle, filesOf } from "../engine/oracle";
import type { Shot } from "../engine/protocol";
import { Seen } from "../engine/seen";
import { sendingOf } from "../engine/sending";
import type {
  Can, ChatLine, Curtain, Deed as TableDeed, Filmed, GameEvent, Hint, Hushed, Link, Order, Outcome, Question, Refusal, Setup, Since, Standing, Table, Vote,
} from "../engine/table";
import { announced } from "./announced";
import { guest } from "./api";
import { Connection, type Deed, type Done } from "./connection";
import type * as msg from "./messages";
import { Drafts } from "./drafts";
import { Share, isFair, shuffleOf } from "./fair";
import { HeldViews } from "./held";
import { findSeen, noteSeen } from "./last-seen";
import { type Clocked, type Room, chatLine, deedsOf, hushedOf, namesOf, seatsOf, voteOf } from "./room";
import { secretOf } from "./secrets";

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

/** `screen`: a table screen, which watches whoever holds the key. */
export function openRemote(id: string, screen = false): RemoteTable {
  const link = signal<Link>({ state: "loading" });
  const room = signal<Room | null>(null);
  const bye = signal<msg.ByeReason | null>(null);
  const setup = signal<Setup | null>(null);
  const drafts = new Drafts(id);
  const since = signal<Since | null>(null);
  const seen = new Seen(() => {
    drafts.clear();
    since.value = null;
  });
  const sending = sendingOf(seen.questions);
  const chat = signal<readonly ChatLine[]>([]);
  const outcome = signal<Outcome | null>(null);
  const fair = signal<boolean | null>(null);
  let commit = ""; // what the server bound itself to, as it was first told
  const waiting = signal<readonly number[]>([]);
  const clocked = signal<Clocked>({ clocks: [], at: 0 });
  const votes = signal<readonly msg.Vote[]>([]);
  const orders = signal<readonly msg.Ordered[]>([]);
  const listeners = new Set<(step: Filmed) => void>();
  let vocabulary = "any";
  let line = 0; // line of play of my view
  let upTo = 0; // events it was told, also those too many to be sent
  let filmed = 0; // events that this device has shown
  let opened = 0; // the match the oracle knows
  let oracle: Oracle | null = null;
  let work: Promise<void> = Promise.resolve(); // messages are taken one after another

  const actors = computed(() => {
    const list = (setup.value?.actors ?? []) as { seat: number }[];
    return list.map((a) => a.seat);
  });
  const holder = signal<number | null>(null); // of several people at this device, the one who looks
  const curtained = signal<number | null>(null); // the one it is passed to
  const held = new HeldViews();
  const seat = computed(() => holder.value ?? room.value?.me.seats[0] ?? -1);
  const mySeats = (): readonly number[] => room.peek()?.me.seats ?? [];

  /** Several people share this device: it goes to the one who is asked, through a curtain where the
   *  game hides something. */
  async function pass(): Promise<void> {
    if (mySeats().length < 2 || !opened) return;
    const next = held.next(mySeats(), curtained.peek() ?? holder.peek());
    if (next === null) return;
    const game = room.peek()?.table.game ?? "";
    if (isGame(game) && GAMES[game].open) return sit(next);
    batch(() => {
      curtained.value = next;
      seen.forget();
    });
  }

  async function sit(next: number): Promise<void> {
    const known = held.of(next);
    if (!known || !oracle) return;
    const lines = await oracle.say(known.events, 0);
    const shot = known.position ? await oracle.position(known.position, next) : null;
    batch(() => {
      seen.forget();
      holder.value = next;
      curtained.value = null;
      line = known.line;
      filmed = upTo = known.events.length;
      seen.tell(0, known.events, lines, null);
      waiting.value = known.waiting;
      known.asked.forEach((a) => a.draft && drafts.set(a.actor, a.question, a.draft));
      if (shot) seen.show(shot, number(shot, known.asked));
    });
  }

  const curtain: Curtain = {
    next: curtained,
    name: (which) => t("web.player", which + 1),
    open: () => new Promise((done) => inOrder(async () => {
      const next = curtained.peek();
      if (next !== null) await sit(next);
      done();
    })),
  };

  const inOrder = (task: () => Promise<void> | void): void => {
    work = work.then(task).catch((error: Error) => {
      link.value = { state: "failed", message: error.message };
    });
  };

  const names = (): string[] => (room.peek() ? namesOf(room.peek() as Room) : []);

  async function openEngine(told: Setup, match: number): Promise<void> {
    const table = room.value?.table;
    if (!table) return;
    oracle ??= new Oracle();
    await oracle.openView({
      game: table.game,
      seats: told.seats,
      settings: told.settings as Record<string, string>,
      names: names(),
      lang: lang.peek(),
      engine: filesOf(table.game),
    });
    opened = match;
    setup.value = told;
  }

  function number(shot: Shot, asked: readonly msg.Asked[]): Question[] {
    return shot.questions.flatMap((q) => {
      const mine = asked.find((a) => a.actor === q.actor);
      if (!mine) return [];
      const { late, ...rest } = q;
      return [{ ...rest, number: mine.question, ...(mine.default && late ? { late } : {}) }];
    });
  }

  /** What the server missed while it was away is told again. */
  function keepDraft({ actor, question, draft }: msg.Asked): void {
    const picks = drafts.meet(actor, question, draft, opened);
    if (picks) connection.tell({ t: "draft", actor, question, picks: [...picks] });
  }

  /** The part of a message that is about one view; the step to it, from event `from` on. */
  async function take(told: msg.View, film: boolean, from: number | null = null): Promise<Filmed | null> {
    held.keep(told);
    const shared = mySeats().length > 1 && (holder.peek() === null || curtained.peek() !== null);
    if (!oracle || shared || (told.seat ?? -1) !== seat.value) return null;
    const fresh = (told.events ?? []) as GameEvent[];
    const first = told.from;
    const position = told.position ?? null;
    const goesOn = seen.view.peek() !== null && first === upTo; // nothing was taken back
    const { lines, shot, step } = await oracle.call("tell", {
      seat: seat.value, first, events: fresh, position, since: from ?? (goesOn ? first : null),
    });
    batch(() => {
      line = told.line;
      upTo = told.to;
      waiting.value = told.waiting;
      told.asked.forEach(keepDraft);
      seen.tell(first, fresh, lines, step);
      if (shot) seen.show(shot, number(shot, told.asked));
      else if (!told.asked.length) seen.questions.value = [];
    });
    if (position && seat.value >= 0 && document.visibilityState === "visible")
      noteSeen({ table: id, seat: seat.value, match: opened, line, event: first + fresh.length, position });
    if (film && step?.events.length) listeners.forEach((listener) => listener(step));
    return step;
  }

  /** The first view after opening the page: what this device did not show yet can be watched. */
  async function comeBack(told: msg.View): Promise<void> {
    const mine = (told.seat ?? -1) === seat.value && seat.value >= 0;
    const old = mine ? findSeen(id, seat.value, opened, told.line) : null;
    const missed = old !== null && told.from <= old.event;
    if (missed) await oracle?.position(old.position, old.seat);
    const step = await take(told, false, missed ? old.event : null);
    if (step?.lines.length) since.value = step;
  }

  async function welcome(m: msg.TellWelcome): Promise<void> {
    const known = room.value?.table.match === m.table.match && opened === m.table.match;
    batch(() => {
      vocabulary = m.vocabulary;
      room.value = { me: m.me, table: m.table, seats: m.seats, people: m.people, watching: m.watching };
      clocked.value = { clocks: m.clocks, at: performance.now() };
      votes.value = m.votes;
      orders.value = m.orders;
      chat.value = m.chat.map((l) => chatLine(l, room.value));
      outcome.value = m.result ? { places: m.result.places, scores: m.result.scores } : null;
    });
    if (m.fair) checkShuffle(m.fair);
    if (m.setup && !known) await openEngine(m.setup as Setup, m.table.match);
    for (const told of m.views) await (known ? take(told, false) : comeBack(told));
    await pass();
    link.value = { state: "open" };
  }

  /** Once the seed is shown: the commitment is the one from before the deal, and the key follows. */
  function checkShuffle(told: msg.Fair): void {
    const now = room.value;
    const shuffle = now && shuffleOf(told, id, now.table.match, now.seats.length);
    if (!shuffle) commit = told.commit;
    else fair.value = isFair(shuffle) && (commit === "" || commit === told.commit);
  }

  function onMessage(m: msg.ServerMessage): void {
    inOrder(async () => {
      const now = room.value;
      switch (m.t) {
        case "welcome":
          share.again();
          return welcome(m);
        case "fair":
          fair.value = null;
          checkShuffle(m.fair);
          return share.reveal();
        case "table":
          if (now) room.value = { ...now, table: m.table };
          return;
        case "seats":
          if (now) room.value = { ...now, seats: m.seats, people: m.people, watching: m.watching, me: m.me };
          return;
        case "began":
          filmed = 0;
          held.clear();
          batch(() => {
            holder.value = null;
            curtained.value = null;
            outcome.value = null;
            fair.value = null;
            votes.value = [];
            orders.value = [];
            seen.forget();
          });
          checkShuffle(m.fair);
          return openEngine(m.setup as Setup, m.match);
        case "told":
          await take(m.view, true);
          return pass();
        case "clock":
          clocked.value = { clocks: m.clocks, at: performance.now() };
          return;
        case "vote":
          votes.value = [...votes.value.filter((v) => v.vote !== m.vote.vote), m.vote].filter((v) => v.state === "open");
          return;
        case "chat":
          chat.value = [...chat.value, chatLine(m.line, now)];
          return;
        case "over":
          outcome.value = { places: m.result.places, scores: m.result.scores };
          seen.questions.value = [];
          checkShuffle(m.fair);
          return;
        case "announced":
          announced.value = m.announcement ?? null;
          return;
        case "bye":
          bye.value = m.reason;
          return;
      }
    });
  }

  /** What each of my seats, or I who watch, was told last. */
  const seenBy = (mine: readonly number[]) =>
    (mine.length ? mine : [-1]).flatMap((which) => {
      const known = held.of(which);
      return known ? [{ ...(which >= 0 ? { seat: which } : {}), match: opened, line: known.line, event: known.events.length }] : [];
    });

  const connection = new Connection(address(id), {
    hello: () => ({
      key: guest.peek()?.key ?? "",
      secret: secretOf(id),
      lang: lang.peek(),
      ...(screen ? { screen } : {}),
      vocabulary,
      seen: opened
        ? seenBy(mySeats())
        : [],
    }),
    onMessage,
    onState(state, retryAt) {
      inOrder(() => {
        if (state === "lost") link.value = { state: "lost", since: performance.now(), retryAt };
        if (state === "closed" && bye.value) link.value = { state: "failed", message: tr(`web.bye.${bye.value}`) };
      });
    },
  });

  const share = new Share((message) => connection.tell(message));
  const stopShare = effect(() => share.look(room.value));

  const act = async (deed: Deed): Promise<Refusal | null> => refusalOf(await connection.act(deed));

  const standing: Standing = {
    of: (actor) => orders.value.find((o) => o.actor === actor)?.orders ?? [],
    async give(actor, given) {
      const list: Order[] = [...given];
      const refusal = await act({ t: "orders", actor, orders: list });
      if (!refusal) orders.value = [...orders.value.filter((o) => o.actor !== actor), { actor, orders: list }];
      return refusal;
    },
  };

  const stopWords = effect(() => {
    const now = lang.value;
    if (link.peek().state !== "open" || !oracle) return;
    inOrder(async () => {
      const shot = (await oracle?.speak(now, names()))?.shot;
      const lines = (await oracle?.say(seen.events.value, 0)) ?? [];
      if (!shot) return;
      const questions = seen.questions.value.map((q) => {
        const again = shot.questions.find((s) => s.actor === q.actor);
        return again ? { ...again, number: q.number, ...(q.late ? { late: q.late } : {}) } : q;
      });
      batch(() => {
        seen.log.value = lines;
        seen.show(shot, questions);
      });
    });
  });

  const can = computed<Can>(() => {
    const now = room.value;
    const seated = seat.value >= 0;
    const people = now?.seats.filter((s) => s.kind === "person").length ?? 0; // also two at one device
    return {
      undo: seated && (now?.table.house.undo ?? false) && outcome.value === null && seen.log.value.length > 1,
      takeBack: seated,
      hint: seated && (now?.table.house.hints ?? false) && people < 2,
      chat: now?.table.house.chat ?? false,
      phrases: seated,
      rematch: seated,
      leave: true,
    };
  });

  const deeds = computed<readonly TableDeed[]>(() =>
    room.value ? deedsOf(room.value, clocked.value, actors.value, seat.value).map(({ deed, ...rest }) => ({ id: deed.t, ...rest, run: () => act(deed) })) : [],
  );

  const hushed = computed<readonly Hushed[]>(() => (room.value ? hushedOf(room.value, chat.value) : []));

  const need = (): Oracle => {
    if (!oracle) throw new Error("the game has not begun");
    return oracle;
  };

  return {
    kind: "remote",
    get game() {
      return room.peek()?.table.game ?? "";
    },
    id,
    title: computed(() => room.value?.table.title || tr(`web.game.${room.value?.table.game ?? "robotory"}`)),
    link,
    can,
    setup,
    seat,
    seats: computed(() => (room.value ? seatsOf(room.value, clocked.value, waiting.value, actors.value, seat.value) : [])),
    view: seen.view,
    questions: sending.questions,
    decides: seen.decides,
    status: seen.status,
    events: seen.events,
    log: computed(() => (room.value?.table.carried ? [{ text: t("web.carried"), event: -1, rule: null }, ...seen.log.value] : seen.log.value)),
    chat: computed(() => chat.value.filter((l) => !hushed.value.some((h) => h.person === l.person))),
    hush: {
      me: computed(() => room.value?.me.person ?? 0),
      list: hushed,
      mute: (person, on) => act({ t: "mute", person, on }),
      block: (person, on) => act({ t: "block", person, on }),
      report: (line) => act({ t: "report", line }),
    },
    outcome,
    fair,
    votes: computed<readonly Vote[]>(() => votes.value.map((v) => voteOf(v, room.value))),
    deeds,
    room,
    bye,
    act,
    past: () => seen.past,
    film: (step) => need().film(step),
    since,
    get standing() {
      return room.value?.table.house.clock.kind === "days" ? standing : undefined;
    },
    get curtain() {
      return mySeats().length > 1 ? curtain : undefined;
    },
    onStep(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: async (actor, picks) => {
      const asked = await need().ask(actor, picks);
      return { ...asked, number: seen.questions.value.find((q) => q.actor === actor)?.number ?? 0 };
    },
    answers: (actor, most) => need().answers(actor, most),
    read: (actor, text) => need().read(actor, text),
    submit: (question, picks) =>
      sending.send(question, () =>
        act({ t: "act", actor: question.actor, question: question.number, picks: [...picks] }),
      ),
    draft(question, picks) {
      drafts.set(question.actor, question.number, picks, mySeats().length > 1 ? null : opened);
      connection.tell({ t: "draft", actor: question.actor, question: question.number, picks: [...picks] });
    },
    drafted: (question) => drafts.get(question.actor, question.number),
    takeBack: (actor) => act({ t: "take_back", actor }),
    undo: (event) => act({ t: "undo", ...(event === undefined ? {} : { event, seat: seat.peek() }) }),
    hint: (actor): Promise<Hint> => need().hint(actor),
    preview: (actor, kind, picks) => need().preview(actor, kind, picks),
    picture: () => need().picture(),
    strings: (keys) => need().strings(keys),
    rule: (rule) => need().rule(rule),
    shown(event) {
      if (event <= filmed || seat.peek() < 0) return;
      filmed = event;
      connection.tell({ t: "film", seat: seat.peek(), event });
    },
    say: (text) => act({ t: "chat", text }),
    phrase: (phrase) => act({ t: "phrase", phrase: phrase as msg.Phrase }),
    vote: (vote, yes) => act({ t: "vote", vote, yes }),
    async rematch(change) {
      await act({ t: "rematch", ...(change ? { change } : {}) });
      return `/table/${id}`;
    },
    close() {
      stopWords();
      stopShare();
      connection.close();
      oracle?.close();
    },
  };
}
