// robodrome.mjs - the engine in a browser or in Node: loads robodrome.wasm and speaks JavaScript.
//
// The functions behind it are those of src/api/api.h.  States and actions are Uint8Arrays that
// belong to the caller and never change: what would change a state returns a new one, so that a
// page can keep, compare and branch as it likes.  Nothing here knows a rule.
//
//   const engine = await load(await fetch("robodrome.wasm").then((r) => r.arrayBuffer()));
//   const match = engine.open("robotory", 2, { end: "box_empty" });
//   let state = match.start(1n);
//   const answer = match.parseAction(state, actor, "+w12");
//   const { state: next, events } = match.apply(state, answer, { seat: 0, lang: "uk" });

export const SPECTATOR = -1;

const ACTION_SIZE = 52; // rd_action: kind, actor, n, zero, 24 picks of 16 bits
const TEXT_START = 1 << 14; // room for texts; grows when one is longer

export class EngineError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "EngineError";
    this.code = code; // rd_err of core/game.h; 0 when the set-up was refused
  }
}

/** The module's bytes or a compiled WebAssembly.Module. */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const instance = await WebAssembly.instantiate(module, {});
  instance.exports._initialize();
  return new Engine(instance.exports);
}

/** What there is to play, and the memory that calls pass their texts through. */
export class Engine {
  #room = 0; // size of the text buffer
  #buffer = 0;

  constructor(exports) {
    this.c = exports;
  }

  bytes(at, n) {
    return new Uint8Array(this.c.memory.buffer, at, n); // fresh: memory may have grown
  }

  alloc(n) {
    const at = this.c.rd_api_alloc(n || 1);
    if (!at) throw new EngineError(0, "out of memory");
    return at;
  }

  /** Text that C ended with a zero; null for a NULL pointer. */
  text(at) {
    if (!at) return null;
    const all = new Uint8Array(this.c.memory.buffer);
    return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
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
        this.#buffer = this.alloc(wanted);
        this.#room = wanted;
      }
      const length = write(this.#buffer, this.#room);
      if (length < this.#room) return new TextDecoder().decode(this.bytes(this.#buffer, length));
      wanted = 2 * length;
    }
  }

  games() {
    return this.#list((i) => this.c.rd_api_game(i));
  }

  /** Bots that play this game, the strongest first. */
  bots(game) {
    return this.withTexts([game], (at) => this.#list((i) => this.c.rd_api_bot(at, i)));
  }

  seats(game) {
    return this.withTexts([game], (at) => ({
      fewest: this.c.rd_api_seats(at, 0),
      most: this.c.rd_api_seats(at, 1),
    }));
  }

  string(lang, key) {
    return this.withTexts([lang, key], (l, k) => this.text(this.c.rd_api_string(l, k)));
  }

  /** A match of that game; throws EngineError with the reason when the set-up is impossible. */
  open(game, seats, settings = {}) {
    const list = Object.entries(settings).map(([key, value]) => `${key}=${value}\0`);
    let session = 0;
    const reason = this.withTexts([game, list.join("")], (at, settingsAt) =>
      this.collect((buffer, room) => {
        session = this.c.rd_api_open(at, seats, settingsAt, buffer, room);
        return session ? 0 : this.text(buffer).length;
      }),
    );
    if (!session) throw new EngineError(0, reason);
    return new Match(this, session, seats);
  }

  #list(get) {
    const found = [];
    for (let at; (at = get(found.length)); ) found.push(this.text(at));
    return found;
  }
}

/** One match.  Close it when it is no longer needed. */
export class Match {
  constructor(engine, session, seats) {
    this.engine = engine;
    this.c = engine.c;
    this.session = session;
    this.seats = seats;
    this.stateSize = this.c.rd_api_state_size(session);
    this.actors = this.c.rd_api_actors(session);
    this.scratch = engine.alloc(2 * this.stateSize + ACTION_SIZE + 16);
    this.other = this.scratch + this.stateSize;
    this.actionAt = engine.alloc(ACTION_SIZE);
    this.number = engine.alloc(16); // a generator's state, then a length
  }

  close() {
    [this.scratch, this.actionAt, this.number].forEach((at) => this.c.rd_api_free(at));
    this.c.rd_api_close(this.session);
    this.session = 0;
  }

  seatOf(actor) {
    return this.c.rd_api_seat_of(this.session, actor);
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
    this.#must(this.c.rd_api_nth(this.session, at, actor, BigInt(index), this.actionAt));
    return this.#takeAction();
  }

  /** `random` is { state: BigInt }, the caller's own generator; it moves on. */
  sample(state, actor, random, whole = false) {
    const at = this.#putState(state);
    return this.#withRandom(random, (r) => {
      this.#must(
        this.c.rd_api_sample(this.session, at, actor, whole ? 1 : 0, r, this.actionAt),
      );
      return this.#takeAction();
    });
  }

  fallback(state, actor) {
    const at = this.#putState(state);
    this.#must(this.c.rd_api_fallback(this.session, at, actor, this.actionAt));
    return this.#takeAction();
  }

  /** Throws EngineError with the broken rule in words when the action is not legal. */
  check(state, action) {
    this.#must(this.c.rd_api_check(this.session, this.#putState(state), this.#putAction(action)));
  }

  /** The state after the action and what happened, as far as that seat may see it. */
  apply(state, action, { seat = SPECTATOR, lang = "en" } = {}) {
    let code = 0;
    const told = this.engine.withTexts([lang], (l) =>
      this.engine.collect((buffer, room) => {
        const at = this.#putState(state); // again for each try: a success changes it
        const a = this.#putAction(action);
        const length = this.number + 8;
        code = this.c.rd_api_apply_told(this.session, at, a, seat, l, buffer, room, length);
        return this.#view().getUint32(length, true);
      }),
    );
    this.#must(code);
    return { state: this.#takeState(this.scratch), events: JSON.parse(told) };
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
    this.#must(this.c.rd_api_view(this.session, at, seat, this.other));
    return this.#takeState(this.other);
  }

  determinize(view, seat, random) {
    const at = this.#putState(view);
    return this.#withRandom(random, (r) => {
      this.#must(this.c.rd_api_determinize(this.session, at, seat, r, this.other));
      return this.#takeState(this.other);
    });
  }

  // ---- texts ----

  stateText(state) {
    return this.#text(state, (at, buffer, room) =>
      this.c.rd_api_state_text(this.session, at, buffer, room),
    );
  }

  parseState(text) {
    this.engine.withTexts([text], (t) =>
      this.#must(this.c.rd_api_state_parse(this.session, t, this.scratch)),
    );
    return this.#takeState(this.scratch);
  }

  actionText(state, action) {
    const a = this.#putAction(action);
    return this.#text(state, (at, buffer, room) =>
      this.c.rd_api_action_text(this.session, at, a, buffer, room),
    );
  }

  parseAction(state, actor, text) {
    const at = this.#putState(state);
    this.engine.withTexts([text], (t) =>
      this.#must(this.c.rd_api_action_parse(this.session, at, actor, t, this.actionAt)),
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
    const picksAt = this.engine.alloc(2 * picks.length);
    let code = 0;
    try {
      const json = this.engine.withTexts([lang], (l) =>
        this.engine.collect((buffer, room) => {
          const at = this.#putState(state);
          new Uint16Array(this.c.memory.buffer, picksAt, picks.length).set(picks);
          const length = this.number + 8;
          code = this.c.rd_api_question_json(
            this.session, at, actor, picksAt, picks.length, l, buffer, room, length,
          );
          return this.#view().getUint32(length, true);
        }),
      );
      this.#must(code);
      return JSON.parse(json);
    } finally {
      this.c.rd_api_free(picksAt);
    }
  }

  /** The board as text; roles are marked as in core/game.h. */
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

  // ---- bots ----

  /** What a bot answers to the view of the actor's seat, and what it thinks the position is worth. */
  think(view, actor, bot, nodes, random) {
    const at = this.#putState(view);
    return this.#withRandom(random, (r) => {
      const value = this.number + 8;
      this.engine.withTexts([bot], (b) =>
        this.#must(
          this.c.rd_api_think(
            this.session, at, actor, b, BigInt(nodes), r, this.actionAt, value,
          ),
        ),
      );
      return { action: this.#takeAction(), value: this.#view().getInt32(value, true) };
    });
  }

  // ---- between JavaScript and memory ----

  #view() {
    return new DataView(this.c.memory.buffer);
  }

  #putState(state) {
    if (state.length !== this.stateSize) throw new EngineError(0, "not a state of this match");
    this.engine.bytes(this.scratch, this.stateSize).set(state);
    return this.scratch;
  }

  #takeState(at) {
    return this.engine.bytes(at, this.stateSize).slice();
  }

  #putAction(action) {
    if (action.length !== ACTION_SIZE) throw new EngineError(0, "not an action");
    this.engine.bytes(this.actionAt, ACTION_SIZE).set(action);
    return this.actionAt;
  }

  #takeAction() {
    const action = this.engine.bytes(this.actionAt, ACTION_SIZE).slice();
    return action.fill(0, 4 + 2 * action[2]); // picks at and after n mean nothing
  }

  #text(state, write) {
    return this.engine.collect((buffer, room) => write(this.#putState(state), buffer, room));
  }

  #withRandom(random, use) {
    this.#view().setBigUint64(this.number, BigInt.asUintN(64, random.state), true);
    const result = use(this.number);
    random.state = this.#view().getBigUint64(this.number, true);
    return result;
  }

  #must(code) {
    if (code) throw new EngineError(code, this.engine.text(this.c.rd_api_fault(this.session)));
  }
}
