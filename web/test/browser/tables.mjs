// tables.mjs - tables on a server with people around them, and what their pages keep in memory.

/** A race that ends soon: four starts below two flags, walls all around, so that nobody falls. */
export const SMALL_HALL = `course small-hall
name en Small hall
piece hall 0 0,0
flag 1 1,0
flag 2 3,1
token 2,1 N
board hall
grid
  --- --- --- ---
| .   .   .   .  |
| .   .   .   .  |
| D1  D2  D3  D4 |
  --- --- --- ---
end
`;

/** The same with half of the floor: a race by random cards takes half as many rounds. */
export const SMALLEST_HALL = `course smallest-hall
name en Smallest hall
piece hall 0 0,0
flag 1 1,0
flag 2 2,0
token 3,0 N
board hall
grid
  --- --- --- ---
| .   .   .   .  |
| D1  D2  D3  D4 |
  --- --- --- ---
end
`;

const HOUSE = {
  access: "link", clock: { kind: "none", seconds: 0, add: 0, short: 0 }, stand_in: "late", level: "normal",
  chat: true, hints: true, previews: true, undo: true, watch: true,
};

async function post(world, path, body, key) {
  const answer = await fetch(`${world.site.address}/api/1/${path}`, {
    method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** A table where the named people sit in their browsers, the first one as host; `looks` are options of
 * their contexts, `bots` the levels of bots after them.  Resolves with their pages, before the start. */
export async function gather(world, game, names, { settings = {}, looks = [], house = {}, bots = [] } = {}) {
  const guests = [];
  for (const name of names) guests.push({ name, key: (await post(world, "guest", { lang: "en", name })).key });
  const { table, secret } = await post(world, "tables", {
    id: `t${Math.random().toString(36).slice(2)}`, game, house: { ...HOUSE, ...house },
    seats: [{ kind: "person" }, ...names.slice(1).map(() => ({ kind: "open" })), ...bots.map((level) => ({ kind: "bot", level }))],
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  }, guests[0].key);
  const pages = [];
  for (const [i, guest] of guests.entries()) {
    const localStorage = [{ name: "robodrome.guest", value: JSON.stringify(guest) }];
    const storageState = { cookies: [], origins: [{ origin: world.site.address, localStorage }] };
    const page = await world.open(`/table/${table}#${secret}`, { ...looks[i], storageState });
    if (i) await page.locator("[data-sit]").first().click();
    await page.locator(i ? ".room-seat:has(.room-ready)" : "[data-start]").nth(i).waitFor();
    pages.push(page);
  }
  return pages;
}

/** To another page by a link of this one, which is not loaded again for it; until `ready` is on its screen. */
export async function follow(page, to, ready) {
  await page.evaluate((href) => {
    document.querySelector(".frame")?.setAttribute("data-left", "");
    const link = document.body.appendChild(Object.assign(document.createElement("a"), { href }));
    link.click();
    link.remove();
  }, to);
  await page.locator(`:is(${ready}):not([data-left] *)`).first().waitFor();
}

/** In the page, before anything else: keeps what workers are told and tell. */
export function hearWorkers() {
  globalThis.heard = [];
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => globalThis.heard.push(JSON.stringify(data)));
    }
    postMessage(data, ...rest) {
      globalThis.heard.push(JSON.stringify(data));
      super.postMessage(data, ...rest);
    }
  };
}

/** A robot of some view: its seat, and the cards of it that only its player may see. */
function robotIn(value) {
  if (!Array.isArray(value.registers) || !Array.isArray(value.hand) || typeof value.seat !== "number") return [];
  const open = [...(value.open ?? []), ...(value.locked ?? [])];
  const covered = value.registers.filter((_, i) => !open.includes(i + 1));
  return [{ seat: value.seat, cards: [...value.hand, ...covered].filter((card) => card !== null && card !== false) }];
}

/** The robots of whatever views are in these documents. */
export function robotsAmong(documents) {
  const inside = (value) => (value && typeof value === "object" ? [...robotIn(value), ...Object.values(value).flatMap(inside)] : []);
  return documents.flatMap(inside);
}

/** Hands and covered registers in everything that a page can reach: its objects as V8 counts them after
 * a collection, its texts from a snapshot of the heap, and what crossed to and from its workers. */
export async function cardsKept(page, match) {
  const cdp = await page.context().newCDPSession(page);
  const proto = await cdp.send("Runtime.evaluate", { expression: "Object.prototype" });
  const { objects } = await cdp.send("Runtime.queryObjects", { prototypeObjectId: proto.result.objectId });
  const { result } = await cdp.send("Runtime.callFunctionOn", {
    objectId: objects.objectId, returnByValue: true,
    functionDeclaration: `function () { ${robotIn}
      return this.filter((o) => Object.hasOwn(o, "registers")).flatMap(robotIn); }`,
  });
  await cdp.send("Runtime.releaseObject", { objectId: objects.objectId });
  let snapshot = "";
  cdp.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => (snapshot += chunk));
  await cdp.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await cdp.detach();
  const texts = JSON.parse(snapshot).strings;
  const positions = texts.filter((text) => /^rally20\d\d\/\d/.test(text)).flatMap((text) => {
    try {
      return [match.describe(match.parseState(text))];
    } catch {
      return []; // the beginning of one
    }
  });
  const told = texts.filter((text) => /^[[{].*"registers"/s.test(text)).map((text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  });
  const heard = await page.evaluate(() => globalThis.heard.map((text) => JSON.parse(text)));
  return { objects: result.value, texts: robotsAmong([...positions, ...told]), workers: robotsAmong(heard) };
}
