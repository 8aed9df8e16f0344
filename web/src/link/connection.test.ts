import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection, type Hooks } from "./connection";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: { t: string; id?: string }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event?: { code: number }) => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  hear(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
}

function open(hooks: Partial<Hooks> = {}) {
  FakeSocket.all = [];
  const states: string[] = [];
  const connection = new Connection(
    "ws://here/table/x",
    {
      hello: () => ({ key: "k", secret: null, lang: "en", vocabulary: "any", seen: [] }),
      onMessage: () => undefined,
      onState: (state) => states.push(state),
      ...hooks,
    },
    () => new FakeSocket() as unknown as WebSocket,
  );
  const socket = () => FakeSocket.all[FakeSocket.all.length - 1] as FakeSocket;
  socket().onopen?.();
  return { connection, socket, states };
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

test("the first message is hello; what is done before the welcome waits for it", () => {
  const { connection, socket } = open();
  void connection.act({ t: "start" });
  assert.deepEqual(socket().sent.map((m) => m.t), ["hello"]);
  socket().hear({ t: "welcome" });
  assert.deepEqual(socket().sent.map((m) => m.t), ["hello", "start"]);
  connection.close();
});

test("what was not answered is sent once more with its id, what was is not", async () => {
  const { connection, socket, states } = open();
  socket().hear({ t: "welcome" });
  const first = connection.act({ t: "undo" });
  const second = connection.act({ t: "start" });
  const ids = socket().sent.slice(1).map((m) => m.id);
  socket().hear({ t: "acked", id: ids[0] });
  assert.deepEqual(await first, { vote: null });
  socket().close();
  assert.deepEqual(states, ["open", "lost"]);
  await wait(600);
  assert.equal(FakeSocket.all.length, 2);
  socket().onopen?.();
  socket().hear({ t: "welcome" });
  assert.deepEqual(socket().sent.map((m) => [m.t, m.id]), [["hello", undefined], ["start", ids[1]]]);
  socket().hear({ t: "refused", id: ids[1], error: "not_host" });
  assert.equal("error" in (await second), true);
  connection.close();
});

test("a link that is closing is given nothing more; what was to be done is done over the next one", async () => {
  const { connection, socket } = open();
  socket().hear({ t: "welcome" });
  const closing = socket();
  closing.readyState = 2;
  const done = connection.act({ t: "rematch" });
  assert.deepEqual(closing.sent.map((m) => m.t), ["hello"]);
  closing.close();
  await wait(600);
  socket().onopen?.();
  socket().hear({ t: "welcome" });
  const [, deed] = socket().sent;
  assert.equal(deed?.t, "rematch");
  socket().hear({ t: "acked", id: deed?.id });
  assert.deepEqual(await done, { vote: null });
  connection.close();
});

test("of drafts that follow each other quickly the first and the last are sent", async () => {
  const { connection, socket } = open();
  socket().hear({ t: "welcome" });
  for (let card = 1; card <= 5; card++) connection.tellNewest("draft 0", { t: "draft", actor: 0, question: 7, picks: [card] });
  await wait(800);
  const drafts = socket().sent.filter((m) => m.t === "draft") as unknown as { picks: number[] }[];
  assert.deepEqual(drafts.map((m) => m.picks), [[1], [5]]);
  connection.close();
});

test("a table that is gone is not asked for again", async () => {
  const { connection, socket, states } = open();
  socket().hear({ t: "bye", reason: "table_gone" });
  socket().close();
  await wait(600);
  assert.equal(FakeSocket.all.length, 1);
  assert.deepEqual(states, ["closed"]);
  connection.close();
});

test("a table that moved is asked for again", async () => {
  const { connection, socket, states } = open();
  socket().hear({ t: "welcome" });
  socket().hear({ t: "bye", reason: "moved" });
  socket().close();
  await wait(600);
  assert.equal(FakeSocket.all.length, 2);
  assert.deepEqual(states, ["open", "lost"]);
  connection.close();
});

test("a server that does not answer is left, and the deed is sent elsewhere", async () => {
  Connection.patience = 100;
  const { connection, socket } = open();
  socket().hear({ t: "welcome" });
  const done = connection.act({ t: "start" });
  await wait(1700);
  assert.equal(FakeSocket.all.length, 2);
  socket().onopen?.();
  socket().hear({ t: "welcome" });
  const [, deed] = socket().sent;
  assert.equal(deed?.t, "start");
  socket().hear({ t: "acked", id: deed?.id });
  assert.deepEqual(await done, { vote: null });
  Connection.patience = 2_000;
  connection.close();
});

test("a page that was too fast comes back after a rest", () => {
  let back = 0;
  const { connection, socket, states } = open({ onState: (state, retryAt) => (states.push(state), (back = retryAt)) });
  socket().hear({ t: "welcome" });
  socket().hear({ t: "bye", reason: "too_fast" });
  socket().close();
  connection.close();
  assert.deepEqual(states, ["open", "lost"]);
  assert.ok(back - performance.now() > 3000);
});

test("a table that lets nobody in without an invitation is not asked again; one that is busy is", async () => {
  const heard: string[] = [];
  const shut = open({ onMessage: (m) => heard.push(m.t) });
  shut.socket().hear({ t: "refused", error: "unknown", text: "This table is by invitation." });
  shut.socket().close();
  assert.deepEqual([heard, shut.states], [["refused"], ["closed"]]);
  shut.connection.close();
  const busy = open();
  busy.socket().hear({ t: "refused", error: "busy" });
  busy.socket().close();
  assert.deepEqual(busy.states, ["lost"]);
  busy.connection.close();
});

test("a table that is not there is looked for three times; one that let us in for as long as it takes", async () => {
  const { connection, socket, states } = open();
  for (let i = 0; i < 2; i++) {
    socket().onclose?.({ code: 1008 });
    await wait(600);
  }
  assert.deepEqual(states, ["lost", "lost"]);
  socket().onclose?.({ code: 1008 });
  assert.deepEqual(states, ["lost", "lost", "closed"]);
  connection.close();
  const known = open();
  known.socket().hear({ t: "welcome" });
  for (let i = 0; i < 3; i++) {
    known.socket().onclose?.({ code: 1008 });
    if (i < 2) await wait(i ? 1100 : 600);
  }
  assert.deepEqual(known.states, ["open", "lost", "lost", "lost"]);
  known.connection.close();
});
