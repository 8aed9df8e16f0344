// reader.mjs - a page as a screen reader has it: roles, names, states, live regions and the focus from
// the browser's accessibility tree, and keys.  Nothing of the document itself is looked at.

const STEP = 40; // ms between two looks

export async function reader(page) {
  const link = await page.context().newCDPSession(page);
  await link.send("Accessibility.enable");

  /** All that is said, in its order; `inside` are the names of the parts, lists and grids around it. */
  async function tree() {
    const { nodes } = await link.send("Accessibility.getFullAXTree");
    const by = new Map(nodes.map((node) => [node.nodeId, node]));
    const said = [];
    const text = (node) =>
      node.role?.value === "StaticText" ? (node.name?.value ?? "") : (node.childIds ?? []).map((id) => (by.get(id) ? text(by.get(id)) : "")).join(" ");
    const visit = (node, inside) => {
      const role = node.role?.value;
      const name = node.name?.value ?? "";
      const state = Object.fromEntries((node.properties ?? []).map((p) => [p.name, p.value.value]));
      if (!node.ignored && role !== "StaticText" && role !== "InlineTextBox") {
        said.push({ role, name, inside, disabled: state.disabled === true, pressed: state.pressed === "true", focused: state.focused === true, live: state.live, text: state.live || role === "alert" ? text(node).trim() : "" });
      }
      for (const id of node.childIds ?? []) if (by.has(id)) visit(by.get(id), name ? [...inside, name] : inside);
    };
    if (nodes[0]) visit(nodes[0], []);
    return said;
  }

  /** Looks until `what` finds something in the tree. */
  async function until(what, told = String(what)) {
    const end = Date.now() + 20_000;
    for (;;) {
      const now = await tree();
      const found = what(now);
      if (found) return found;
      if (Date.now() > end) {
        const heard = now.filter((n) => n.name).map((n) => `${n.role} ${n.name}`).join("\n");
        throw new Error(`never heard: ${told}\n${heard.slice(0, 4000)}`);
      }
      await new Promise((done) => setTimeout(done, STEP));
    }
  }

  const press = (key) => page.keyboard.press(key);

  /** Tab until `what` holds of the thing in focus. */
  async function tabTo(what, most = 80) {
    for (let i = 0; i < most; i++) {
      await press("Tab");
      const focused = (await tree()).find((n) => n.focused && n.role !== "RootWebArea");
      if (focused && what(focused)) return focused;
    }
    throw new Error(`Tab leads to nothing such as ${what}`);
  }

  /** The answer to a question that is put by key. */
  async function ask(key) {
    const status = (now) => now.find((n) => n.role === "status" && n.inside.includes("Read aloud"))?.text ?? "";
    const before = status(await tree());
    await press(key);
    return until((now) => status(now) !== before && status(now), `an answer to ${key}`);
  }

  const part = (now, role, inside) => now.filter((n) => n.role === role && n.inside.includes(inside));
  return { tree, until, press, tabTo, ask, part };
}
