// robodrome.mjs - the engine of one game in a browser or in Node: loads its module and speaks
// JavaScript.  robodrome.d.mts has the types.
//
// The functions behind it are those of src/api/api.h.  States are Uint8Arrays that belong to the
// caller and never change: what would change a state returns a new one, so that a page can keep,
// compare and branch as it likes.  A view is a state too.  Nothing here knows a rule.
//
//   const engine = await load(bytes("robotory.wasm"), { packs: [bytes("words/robotory.uk")] });
//   const match = engine.open(2, { end: "box_empty" });
//   let state = match.start(1n);
//   const answer = match.parseAction(state, 0, "+w12");
//   const { state: next, events } = match.apply(state, answer, { seat: 0, lang: "uk" });

export const SPECTATOR = -1;
export const REFEREE = -2; // sees everything

const ACTION_SIZE = 52; // rd_action: kind, actor, n, zero, 24 picks of 16 bits
const MOST_PICKS = 24;
const GAP = 0xffff; // a pick of a draft that was not made yet
const TEXT_START = 1 << 14; // room for texts; grows when one is longer

export class EngineError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "EngineError";
    this.code = code; // rd_err of core/game.h; 0 when the set-up or a pack was refused
  }
}

/** The module's bytes or a compiled WebAssembly.Module, and packs of words and rules. */
export async function load(source, { packs = [] } = {}) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const clock = { stop: () => false };
  const imports = { robodrome: { stop: () => (clock.stop() ? 1 : 0) } };
  const instance = await WebAssembly.instantiate(module, imports);
  instance.exports._initialize();
  const engine = new Engine(instance.exports, clock);
  packs.forEach((pack) => engine.addPack(pack));
  return engine;
}

/** One game, its words, and the memory that calls pass their texts through. */
export class Engine {
  #room = 0; // size of the text buffer
  #buffer = 0;

  constructor(exports, clock) {
    this.c = exports;
    this.clock = clock;
    this.length = this.alloc(4); // where C tells the length of a text
    this.game = this.text(exports.rd_api_game(0));
    this.about = JSON.parse(
      this.withTexts([this.game], (g) =>
        this.collect((buffer, room) => exports.rd_api_about(g, buffer, room)),
      ),
    );
  }

  /** A pack of words or rules, as bytes; one of the same kind and language is replaced. */
  addPack(pack) {
    const bytes = new Uint8Array(pack);
    const at = this.alloc(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    const wrong = this.text(this.c.rd_wasm_pack(at, bytes.length));
    if (wrong) throw new EngineError(0, wrong);
  }

  /** The string of a key; the key itself where there is none. */
  string(lang, key) {
    return this.withTexts([lang, key], (l, k) => this.text(this.c.rd_api_string(l, k)));
  }

  /** All numbered rules in the order of their document; only titles without a pack of rules. */
  rules(lang) {
    return this.#rules(lang, (g, l, buffer, room) => this.c.rd_api_rules(g, l, 0, buffer, room));
  }

  /** One rule by its id, or null. */
  rule(lang, id) {
    const found = this.withTexts([id], (i) =>
      this.#rules(lang, (g, l, buffer, room) => this.c.rd_api_rules(g, l, i, buffer, room)),
    );
    return found[0] ?? null;
  }

  /** A match; throws EngineError with the reason when the set-up is impossible. */
  open(seats, settings = {}, voice = {}) {
    const list = Object.entries(settings).map(([key, value]) => `${key}=${value}\0`);
    let session = 0;
    const reason = this.withTexts([this.game, list.join("")], (game, settingsAt) =>
      this.collect((buffer, room) => {
        session = this.c.rd_api_open(game, seats, settingsAt, buffer, room);
        return session ? 0 : this.#lengthAt(buffer);
      }),
    );
    if (!session) throw new EngineError(0, reason);
    const match = new Match(this, session);
    match.speak(voice);
    return match;
  }

  /** A game from its record: { match, table }.  Throws when it is damaged or of other rules. */
  readRecord(text) {
    const at = this.alloc(4);
    let session = 0;
    try {
      const reason = this.withTexts([text], (t) =>
        this.collect((buffer, room) => {
          session = this.c.rd_api_record_read(t, at, buffer, room);
          return session ? 0 : this.#lengthAt(buffer);
        }),
      );
      if (!session) throw new EngineError(0, reason);
      const match = new Match(this, session);
      return { match, table: new Table(match, this.view().getUint32(at, true)) };
    } finally {
      this.c.rd_api_free(at);
    }
  }

  /** What keeps a course of this text from being played: { line, column, what }, or null. */
  courseFault(text) {
    return JSON.parse(
      this.withTexts([this.game, text], (g, t) =>
        this.collect((buffer, room) => this.c.rd_api_course_fault(g, t, buffer, room)),
      ),
    );
  }

  // ---- memory, for Match ----

  bytes(at, n) {
    return new Uint8Array(this.c.memory.buffer, at, n); // fresh: memory may have grown
  }

  view() {
    return new DataView(this.c.memory.buffer);
  }

  alloc(n) {
    const at = this.c.rd_api_alloc(n || 1);
    if (!at) throw new EngineError(0, "out of memory");
    return at;
  }

  /** Text that C ended with a zero; null for a NULL pointer. */
  text(at) {
    return at ? new TextDecoder().decode(this.bytes(at, this.#lengthAt(at))) : null;
  }

  /** Calls `use` with a copy of each text in memory, and frees the copies. */
  withTexts(texts, use) {
    const at = texts.map((text) => {
      const bytes = new TextEncoder().encode(text + "\0");
      const place = this.alloc(bytes.length);
      this.bytes(place, bytes.length).set(bytes);
      return place;
    });
    try {
      return use(...at);
    } finally {
      at.forEach((place) => this.c.rd_api_free(place));
    }
  }

  /** Calls `write(buffer, room)`, which returns the length it needs, until that fits. */
  collect(write) {
    for (let wanted = TEXT_START; ; ) {
      if (wanted > this.#room) {
        this.c.rd_api_free(this.#buffer);
        this.#room = 0;
        this.#buffer = this.alloc(wanted);
        this.#room = wanted;
      }
      const length = write(this.#buffer, this.#room);
      if (length < this.#room) return new TextDecoder().decode(this.bytes(this.#buffer, length));
      wanted = 2 * length;
    }
  }

  #lengthAt(at) {
    const all = new Uint8Array(this.c.memory.buffer);
    return all.indexOf(0, at) - at;
  }

  #rules(lang, write) {
    return JSON.parse(
      this.withTexts([this.game, lang], (g, l) =>
        this.collect((buffer, room) => write(g, l, buffer, room)),
      ),
    );
  }
}

/** One match.  Close it when it is no longer needed. */
export class Match {
  constructor(engine, session) {
    this.engine = engine;
    this.c = engine.c;
    this.session = session;
    this.seats = this.c.rd_api_seat_count(session);
    this.stateSize = this.c.rd_api_state_size(session);
    this.actors = this.c.rd_api_actors(session);
    this.scratch = engine.alloc(this.stateSize);
    this.other = engine.alloc(this.stateSize);
    this.actionAt = engine.alloc(ACTION_SIZE);
    this.number = engine.alloc(8); // a generator's state
  }

  close() {
    const own = [this.scratch, this.other, this.actionAt, this.number];
    own.forEach((at) => this.c.rd_api_free(at));
    this.c.rd_api_close(this.session);
    this.session = 0;
  }

  seatOf(actor) {
    return this.c.rd_api_seat_of(this.session, actor);
  }

  /** The language of refusals, and what the seats are called in words. */
  speak({ lang = "en", names = null }) {
    const all = Array.from({ length: this.seats }, (_, i) => `${names?.[i] ?? ""}\0`).join("");
    this.engine.withTexts([lang, all], (l, at) =>
      this.must(this.c.rd_api_speak(this.session, l, names ? at : 0)),
    );
  }

  // ---- playing ----

  start(seed) {
    this.c.rd_api_start(this.session, BigInt(seed), this.scratch);
    return this.#takeState(this.scratch);
  }

  /** The actors who are asked now; empty when the game is over. */
  pending(state) {
    const bits = this.c.rd_api_pending(this.session, this.#putState(state));
    return Array.from({ length: this.actors }, (_, a) => a).filter((a) => (bits >>> a) & 1);
  }

  count(state, actor) {
    return BigInt.asUintN(64, this.c.rd_api_count(this.session, this.#putState(state), actor));
  }

  nth(state, actor, index) {
    const at = this.#putState(state);
    this.must(this.c.rd_api_nth(this.session, at, actor, BigInt(index), this.actionAt));
    return this.#takeAction();
  }

  /** `random` is { state: BigInt }, the caller's own generator; it moves on. */
  sample(state, actor, random, whole = false) {
    const at = this.#putState(state);
    return this.#withRandom(random, (r) => {
      this.must(
        this.c.rd_api_sample(this.session, at, actor, whole ? 1 : 0, r, this.actionAt),
      );
      return this.#takeAction();
    });
  }

  fallback(state, actor) {
    const at = this.#putState(state);
    this.must(this.c.rd_api_fallback(this.session, at, actor, this.actionAt));
    return this.#takeAction();
  }

  /** Throws EngineError with the broken rule in words when the action is not legal. */
  check(state, action) {
    this.must(this.c.rd_api_check(this.session, this.#putState(state), this.putAction(action)));
  }

  isLegal(state, action) {
    const at = this.#putState(state);
    return this.c.rd_api_check(this.session, at, this.putAction(action)) === 0;
  }

  /** The state after the action and what happened, as far as that seat may see it. */
  apply(state, action, { seat = SPECTATOR, lang = "en" } = {}) {
    const events = this.engine.withTexts([lang], (l) =>
      this.told((buffer, room, length) => {
        const at = this.#putState(state); // again for each try: a success changes it
        const a = this.putAction(action);
        return this.c.rd_api_apply_told(this.session, at, a, seat, l, buffer, room, length);
      }),
    );
    return { state: this.#takeState(this.scratch), events };
  }

  outcome(state) {
    const at = this.engine.alloc(64);
    try {
      const over = this.c.rd_api_outcome(this.session, this.#putState(state), at, at + 32);
      const numbers = new Int32Array(this.c.memory.buffer, at, 16);
      return {
        over: over === 1,
        places: Array.from(numbers.subarray(0, this.seats)),
        scores: Array.from(numbers.subarray(8, 8 + this.seats)),
      };
    } finally {
      this.c.rd_api_free(at);
    }
  }

  hash(state) {
    return BigInt.asUintN(64, this.c.rd_api_hash(this.session, this.#putState(state)));
  }

  signature() {
    return BigInt.asUintN(64, this.c.rd_api_signature(this.session));
  }

  // ---- what a seat may know ----

  view(state, seat) {
    const at = this.#putState(state);
    this.must(this.c.rd_api_view(this.session, at, seat, this.other));
    return this.#takeState(this.other);
  }

  determinize(view, seat, random) {
    const at = this.#putState(view);
    return this.#withRandom(random, (r) => {
      this.must(this.c.rd_api_determinize(this.session, at, seat, r, this.other));
      return this.#takeState(this.other);
    });
  }

  // ---- texts ----

  stateText(state) {
    return this.#text(state, (at, buffer, room) =>
      this.c.rd_api_state_text(this.session, at, buffer, room),
    );
  }

  /** From the text of a position or of a view. */
  parseState(text) {
    this.engine.withTexts([text], (t) =>
      this.must(this.c.rd_api_state_parse(this.session, t, this.scratch)),
    );
    return this.#takeState(this.scratch);
  }

  actionText(state, action) {
    const a = this.putAction(action);
    return this.#text(state, (at, buffer, room) =>
      this.c.rd_api_action_text(this.session, at, a, buffer, room),
    );
  }

  parseAction(state, actor, text) {
    const at = this.#putState(state);
    this.engine.withTexts([text], (t) =>
      this.must(this.c.rd_api_action_parse(this.session, at, actor, t, this.actionAt)),
    );
    return this.#takeAction();
  }

  /** Everything in the state as plain data (docs/fields). */
  describe(state) {
    return JSON.parse(
      this.#text(state, (at, buffer, room) =>
        this.c.rd_api_state_json(this.session, at, buffer, room),
      ),
    );
  }

  /** The question to an actor after the picks made so far, in words. */
  question(state, actor, picks = [], lang = "en") {
    return this.asked(picks, lang, (p, n, l, buffer, room, length) =>
      this.c.rd_api_question_json(
        this.session, this.#putState(state), actor, p, n, l, buffer, room, length,
      ),
    );
  }

  /**
   * What an answer, or the beginning of one, would do as far as the view alone tells; null in games
   * that cannot say.  A pick that is not made yet is null.
   */
  preview(view, actor, picks = [], lang = "en") {
    const known = picks.map((pick) => pick ?? GAP);
    const found = this.asked(known, lang, (p, n, l, buffer, room, length) =>
      this.c.rd_api_preview(
        this.session, this.#putState(view), actor, p, n, l, buffer, room, length,
      ),
    );
    found?.registers.forEach((register) => {
      register.words = register.events.map((event) => event.words).filter(Boolean);
    });
    return found;
  }

  /** The board as text; roles are marked as in base/text.h. */
  picture(state, unicode = true) {
    return this.#text(state, (at, buffer, room) =>
      this.c.rd_api_picture(this.session, at, unicode ? 1 : 0, buffer, room),
    );
  }

  /** What stands beside the board, line by line. */
  status(state, lang = "en") {
    return this.engine
      .withTexts([lang], (l) =>
        this.#text(state, (at, buffer, room) =>
          this.c.rd_api_status(this.session, at, l, buffer, room),
        ),
      )
      .split("\n")
      .slice(0, -1);
  }

  /** What never changes during the match: floor or board, cards, actors. */
  setup() {
    return JSON.parse(
      this.engine.collect((buffer, room) => this.c.rd_api_setup_json(this.session, buffer, room)),
    );
  }

  /** The fields of a view after events that its seat was told. */
  film(fields, events) {
    return this.engine.withTexts([JSON.stringify(fields), JSON.stringify(events)], (f, e) =>
      this.told((buffer, room, length) =>
        this.c.rd_api_film(this.session, f, e, buffer, room, length),
      ),
    );
  }

  /** The lines of the log for events that came as JSON; "" for those only for animation. */
  say(events, lang = "en") {
    return events.map((event) =>
      this.engine.withTexts([JSON.stringify(event), lang], (e, l) =>
        this.engine.collect((buffer, room) => {
          const { length } = this.engine;
          const code = this.c.rd_api_event_words(this.session, e, l, buffer, room, length);
          return code ? 0 : this.engine.view().getUint32(length, true);
        }),
      ),
    );
  }

  // ---- bots ----

  /**
   * What a bot answers to the view of the actor's seat, and why.  `who` is a bot or a level.  It
   * thinks for `nodes` or until `stop()` is true; a level has its own limit when neither is given.
   */
  think(view, actor, who, { nodes = 0, stop = null, random = { state: 1n } } = {}) {
    this.engine.clock.stop = stop ?? (() => false);
    const before = random.state;
    const why = this.engine.withTexts([who], (w) =>
      this.told((buffer, room, length) => {
        random.state = before;
        const at = this.#putState(view);
        return this.#withRandom(random, (r) =>
          this.c.rd_wasm_think(
            this.session, at, actor, w, BigInt(nodes), stop ? 1 : 0, r, this.actionAt, buffer, room,
            length,
          ),
        );
      }),
    );
    return { action: this.#takeAction(), ...why };
  }

  // ---- tables ----

  /** A table from the start, with chance drawn from the seed. */
  table(seed) {
    return this.#sit(this.c.rd_api_table_open(this.session, BigInt(seed)));
  }

  /** A table that begins at a position. */
  tableAt(state, seed = 1n) {
    const at = this.#putState(state);
    return this.#sit(this.c.rd_api_table_open_at(this.session, at, BigInt(seed)));
  }

  #sit(table) {
    if (!table) throw new EngineError(0, this.engine.text(this.c.rd_api_fault(this.session)));
    return new Table(this, table);
  }

  // ---- between JavaScript and memory; those without # are also for Table ----

  #putState(state) {
    if (state.length !== this.stateSize) throw new EngineError(0, "not a state of this match");
    this.engine.bytes(this.scratch, this.stateSize).set(state);
    return this.scratch;
  }

  #takeState(at) {
    return this.engine.bytes(at, this.stateSize).slice();
  }

  putAction({ actor, picks }) {
    if (picks.length > MOST_PICKS) throw new EngineError(0, "not an action");
    this.engine.bytes(this.actionAt, ACTION_SIZE).fill(0).set([0, actor, picks.length, 0]);
    picks.forEach((pick, i) => this.engine.view().setUint16(this.actionAt + 4 + 2 * i, pick, true));
    return this.actionAt;
  }

  #takeAction() {
    const [, actor, n] = this.engine.bytes(this.actionAt, 4);
    const pick = (_, i) => this.engine.view().getUint16(this.actionAt + 4 + 2 * i, true);
    return { actor, picks: Array.from({ length: n }, pick) };
  }

  #text(state, write) {
    return this.engine.collect((buffer, room) => write(this.#putState(state), buffer, room));
  }

  /** A state that `write(at)` fills in. */
  filled(write) {
    this.must(write(this.other));
    return this.#takeState(this.other);
  }

  /** Text from a call that returns a code and tells its length apart. */
  said(write) {
    let code = 0;
    const text = this.engine.collect((buffer, room) => {
      code = write(buffer, room, this.engine.length);
      return code ? 0 : this.engine.view().getUint32(this.engine.length, true);
    });
    this.must(code);
    return text;
  }

  told(write) {
    return JSON.parse(this.said(write));
  }

  /** Calls `use(at, n)` with picks in memory. */
  withPicks(picks, use) {
    const at = this.engine.alloc(2 * picks.length);
    try {
      picks.forEach((pick, i) => this.engine.view().setUint16(at + 2 * i, pick, true));
      return use(at, picks.length);
    } finally {
      this.c.rd_api_free(at);
    }
  }

  /** A question from a call that takes picks and a language. */
  asked(picks, lang, ask) {
    return this.withPicks(picks, (at, n) =>
      this.engine.withTexts([lang], (l) =>
        this.told((buffer, room, length) => ask(at, n, l, buffer, room, length)),
      ),
    );
  }

  #withRandom(random, use) {
    this.engine.view().setBigUint64(this.number, BigInt.asUintN(64, random.state), true);
    const result = use(this.number);
    random.state = this.engine.view().getBigUint64(this.number, true);
    return result;
  }

  must(code) {
    if (code) throw new EngineError(code, this.engine.text(this.c.rd_api_fault(this.session)));
  }
}

/** One match being played: its log, what each seat sees of it, undo and replay. */
export class Table {
  constructor(match, table) {
    this.match = match;
    this.engine = match.engine;
    this.c = match.c;
    this.at = table;
  }

  close() {
    this.c.rd_api_table_close(this.at);
    this.at = 0;
  }

  // ---- how it stands ----

  /** Who is asked, what may be taken back, the result. */
  stands(seat = SPECTATOR) {
    return this.#json((buffer, room) =>
      this.c.rd_api_table_json(this.match.session, this.at, seat, buffer, room),
    );
  }

  /** What a seat may know now, or after the first n entries: a state, to be read with the match. */
  view(seat, n = null) {
    const { session } = this.match;
    return this.match.filled((state) =>
      n === null
        ? this.c.rd_api_table_view(session, this.at, seat, state)
        : this.c.rd_api_table_view_at(session, this.at, seat, n, state),
    );
  }

  question(actor, picks = [], lang = "en") {
    return this.match.asked(picks, lang, (p, n, l, buffer, room, length) =>
      this.c.rd_api_table_question(
        this.match.session, this.at, actor, p, n, l, buffer, room, length,
      ),
    );
  }

  /** Throws EngineError with the broken rule in words when the seat may not answer so. */
  check(seat, action) {
    const a = this.match.putAction(action);
    this.match.must(this.c.rd_api_table_check(this.match.session, this.at, seat, a));
  }

  /** An answer, or the beginning of one, in words. */
  words(action, lang = "en") {
    return this.engine.withTexts([lang], (l) =>
      this.engine.collect((buffer, room) => {
        const a = this.match.putAction(action);
        return this.c.rd_api_table_words(this.match.session, this.at, a, l, buffer, room);
      }),
    );
  }

  // ---- what is done ----

  /** A seat's answer to the question of that number. */
  submit(seat, number, action) {
    const a = this.match.putAction(action);
    this.#do(this.c.rd_api_table_submit(this.match.session, this.at, seat, number, a));
  }

  /** The default answer, for an actor that does not answer. */
  force(actor) {
    this.#do(this.c.rd_api_table_force(this.match.session, this.at, actor));
  }

  /** The game's own timer: what the actor had laid out by then counts; null is a gap. */
  timeUp(actor, draft = []) {
    const picks = draft.map((pick) => pick ?? GAP);
    const a = this.match.putAction({ actor, picks });
    this.#do(this.c.rd_api_table_time_up(this.match.session, this.at, actor, a));
  }

  takeBack(actor) {
    this.#do(this.c.rd_api_table_take_back(this.match.session, this.at, actor));
  }

  undo(seat) {
    this.#do(this.c.rd_api_table_undo(this.match.session, this.at, seat));
  }

  /** Back to the first n entries, whatever they showed: for one person alone, and for analysis. */
  rewind(n) {
    this.#do(this.c.rd_api_table_rewind(this.match.session, this.at, n));
  }

  /** As it stood after a step of the journal, also one that was taken back; -1 = the start. */
  go(step) {
    this.#do(this.c.rd_api_table_go(this.match.session, this.at, step));
  }

  // ---- what happened ----

  /** The parts of the story from i on (0 = the set-up), each with the events that the seat saw. */
  since(seat, i = 0) {
    return this.#json((buffer, room) => this.c.rd_api_table_since(this.at, seat, i, buffer, room));
  }

  /** The same in words, line by line. */
  log(seat, i = 0, lang = "en") {
    return this.engine.withTexts([lang], (l) =>
      this.#json((buffer, room) =>
        this.c.rd_api_table_log(this.match.session, this.at, seat, i, l, buffer, room),
      ),
    );
  }

  /**
   * The record, as text.  Of a game that is not over only with `keepPrivate`: it holds the key of all
   * chance.
   */
  record({ date = `${new Date().toISOString().slice(0, 19)}Z`, keepPrivate = false } = {}) {
    return this.engine.withTexts([date], (d) =>
      this.match.said((buffer, room, length) =>
        this.c.rd_api_record_write(
          this.match.session, this.at, d, keepPrivate ? 1 : 0, buffer, room, length,
        ),
      ),
    );
  }

  #json(write) {
    return JSON.parse(this.engine.collect(write));
  }

  #do(code) {
    this.match.must(code);
  }
}
