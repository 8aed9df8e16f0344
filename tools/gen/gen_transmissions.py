#!/usr/bin/env python3
"""Turns data/transmissions/components.txt into a C file of constant tables.

Usage: gen_transmissions.py COMPONENTS.txt OUT.c
Fails with FILE:LINE when a line cannot be read, and when the set is not complete.
"""
import re
import sys

ROBOTS = ["yellow", "blue", "green", "red"]
COLOURS = "WYBG"
LOCATIONS = ["lake", "town", "meadow", "junkyard", "power_plant", "pipeline", "forest"]
SPECIALS = ["items", "ideas", "pipes"]
JOINTS = {"-": 0, "o": 1, "#": 2}
DOING = {"reverse": "REVERSE", "swap": "SWAP", "teleport": "TELEPORT", "forest": "FOREST",
         "colours": "COLOURS", "idea": "IDEA", "turn": "TURN"}
IDEA_LETTERS, ITEM_LETTERS = "EFGHZ", "ABCDX"
COUNTS = {"pipe": 34, "idea": 35, "starting": 10, "item": 35, "forest": 28, "card": 7, "column": 4}
MEMO_LINES = {"idea": 24, "starting": 24, "forest": 11}
MAX_SLOTS, MAX_COLLECTIONS, MAX_COLLECTED, MAX_EXTRA_TURNS = 6, 15, 7, 8


class Reader:
    def __init__(self, path):
        self.path, self.line = path, 0
        self.rows = {kind: [] for kind in COUNTS}
        self.once, self.confidence = {}, []
        self.collections, self.specials, self.seen = {}, {}, {}

    def fail(self, text):
        sys.exit(f"gen_transmissions: {self.path}:{self.line}: {text}")

    def number(self, text, most=255):
        if not text.isdigit() or int(text) > most:
            self.fail(f"'{text}' is not a number up to {most}")
        return int(text)

    def fields(self, words, allowed):
        """{name: [values]} of name=value words."""
        out = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or name not in allowed.split():
                self.fail(f"'{word}' is not one of: {allowed}")
            out.setdefault(name, []).append(value)
        return out

    def one(self, fields, name, default=None, most=255):
        values = fields.get(name, [])
        if len(values) > 1 or (not values and default is None):
            self.fail(f"{name}= is needed once")
        return self.number(values[0], most) if values else default

    def engrams(self, text, total=None):
        if re.search(f"[^{COLOURS}]", text) or (total and len(text) != total):
            self.fail(f"'{text}' is not {total or 'some'} engrams of {COLOURS}")
        return [text.count(c) for c in COLOURS]

    def ident(self, kind, text, pattern):
        if not re.fullmatch(pattern, text):
            self.fail(f"'{text}' is not an id of a {kind}")
        if text in self.seen:
            self.fail(f"{text} stands already on line {self.seen[text]}")
        self.seen[text] = self.line
        return text

    def read(self):
        for self.line, raw in enumerate(open(self.path, encoding="utf-8"), 1):
            words = [] if raw.startswith("#") else raw.split()
            if not words:
                continue
            reader = getattr(self, "read_" + words[0].replace("-", "_"), None)
            if not reader:
                self.fail(f"unknown statement '{words[0]}'")
            if len(words) < 2:
                self.fail(f"nothing after '{words[0]}'")
            reader(words[1:])
        self.check()

    # ---- the statements ----

    def set_once(self, name, value):
        if name in self.once:
            self.fail(f"a second '{name}'")
        self.once[name] = value

    def read_set(self, words):
        if len(words) != 1 or not re.fullmatch(r"[a-z0-9_]+", words[0]):
            self.fail("the name of the set is one word of a-z, 0-9 and _")
        self.set_once("set", words[0])

    def read_confidence(self, words):
        if len(words) != 2 or words[1] not in ("rulebook", "source", "follows", "designed"):
            self.fail("confidence is rulebook, source, follows or designed")
        self.confidence.append(words)

    def read_ring(self, words):
        if sorted(words) != sorted(LOCATIONS):
            self.fail("the ring is the seven locations, each once")
        self.set_once("ring", [LOCATIONS.index(w) for w in words])

    def read_robots(self, words):
        cells = sorted(self.number(w, 13) for w in words)
        gaps = [(b - a) % 14 for a, b in zip(cells, cells[1:] + cells[:1])]
        if len(words) != 4 or min(gaps) < 3:
            self.fail("four cells, at least two empty ones between any two")
        self.set_once("robots", [int(w) for w in words])

    def read_prices(self, words):
        if len(words) != 4:
            self.fail("four prices")
        self.set_once("prices", [self.number(w, 99) for w in words])

    def read_start_pipe(self, words):
        f = self.fields(words, "edges")
        self.set_once("start-pipe", self.edges(f))

    def read_column(self, words):
        if len(self.rows["column"]) == 4 or words[0] != ROBOTS[len(self.rows["column"])]:
            self.fail("the columns are " + ", ".join(ROBOTS))
        f = self.fields(words[1:], "move slots points")
        row = (self.one(f, "move", most=9), self.one(f, "slots", most=MAX_SLOTS),
               self.one(f, "points"))
        if not row[0]:
            self.fail("a robot moves at least 1")
        self.rows["column"].append(row)

    def read_card(self, words):
        if len(words) == 1 and words[0] in ROBOTS:
            row = ([], ROBOTS.index(words[0]))
        elif set(words) <= set(LOCATIONS) and len(set(words)) == len(words):
            row = ([LOCATIONS.index(w) for w in words], 0)
        else:
            self.fail("a card names one robot or some locations")
        self.rows["card"].append(row)

    def edges(self, f):
        text = f.get("edges", [""])[0]
        if len(text) != 4 or set(text) - set(JOINTS):
            self.fail("edges= is four of - o #, north first")
        return sum(JOINTS[c] << 2 * i for i, c in enumerate(text))

    def animals(self, f):
        return (self.one(f, "points", 0), self.one(f, "birds", 0, 9),
                self.one(f, "butterflies", 0, 9))

    def read_pipe(self, words):
        name = self.ident("pipe", words[0], r"P\d\d")
        f = self.fields(words[1:], "cost edges points birds butterflies")
        cost = self.engrams("".join(f.get("cost", [])), 3)
        edges = self.edges(f)
        if not edges:
            self.fail("a pipe without a joint")
        self.rows["pipe"].append((name, cost, edges, *self.animals(f)))

    def read_idea(self, words, kind="idea", pattern=f"[{IDEA_LETTERS}][1-7]"):
        name = self.ident(kind, words[0], pattern)
        f = self.fields(words[1:], "memo price points birds butterflies pay gain when do")
        price = self.one(f, "price", 0 if kind == "starting" else None, 99)
        letter = IDEA_LETTERS.index(name[0]) if kind == "idea" else len(IDEA_LETTERS)
        self.rows[kind].append((name, letter, price, *self.animals(f), self.effect(kind, f)))

    def read_starting(self, words):
        self.read_idea(words, "starting", r"S\d\d")

    def read_item(self, words):
        name = self.ident("item", words[0], f"[{ITEM_LETTERS}][1-7]")
        if len(words) < 2 or not re.fullmatch("[a-z_]+", words[1]):
            self.fail("an item has a name of a-z and _")
        f = self.fields(words[2:], "cost points birds butterflies collection special")
        special = f.get("special", [None])[0]
        if special and special not in SPECIALS:
            self.fail("special= is one of " + ", ".join(SPECIALS))
        self.rows["item"].append(
            (name, ITEM_LETTERS.index(name[0]), self.engrams("".join(f.get("cost", [])), 2),
             *self.animals(f), f.get("collection", [None])[0],
             1 + SPECIALS.index(special) if special else 0, self.line))

    def read_collection(self, words):
        each = [self.number(w) for w in words[1:]]
        if not 0 < len(each) <= MAX_COLLECTED:
            self.fail(f"a collection has up to {MAX_COLLECTED} pieces")
        if words[0] in self.collections:
            self.fail(f"a second collection '{words[0]}'")
        self.collections[words[0]] = each

    def read_special(self, words):
        if words[0] not in SPECIALS or words[0] in self.specials:
            self.fail("special items, special ideas and special pipes stand once each")
        f = self.fields(words[1:], "each most")
        self.specials[words[0]] = (self.one(f, "each"), self.one(f, "most"))

    def read_forest(self, words):
        name = self.ident("forest", words[0], r"L\d\d")
        f = self.fields(words[1:], "memo acorns points pay gain when do")
        self.rows["forest"].append((name, self.one(f, "points", 0), self.one(f, "acorns", most=9),
                                    self.effect("forest", f)))

    # ---- effects ----

    def amounts(self, values, free):
        """(electricity, engrams, any or one of, mask) of pay= or gain= words."""
        power, engrams, choose, mask = 0, [0] * 4, 0, 0
        for text in values:
            if re.fullmatch(r"\d+E", text):
                power = int(text[:-1])
            elif re.fullmatch(r"\*+", text):
                choose, mask = len(text), 15
            elif free and re.fullmatch(f"[{COLOURS}](/[{COLOURS}])+", text):
                choose, mask = 1, sum(1 << COLOURS.index(c) for c in text.split("/"))
            else:
                engrams = self.engrams(text)
        return power, engrams, choose, mask

    def effect(self, kind, f):
        memo = self.one(f, "memo", most=MEMO_LINES[kind])
        if not memo:
            self.fail("memo= counts from 1")
        pay_power, pay, pay_any, _ = self.amounts(f.get("pay", []), False)
        gain_power, gain, choose, mask = self.amounts(f.get("gain", []), True)
        do, arg = f.get("do", [""])[0], 0
        if found := re.fullmatch(r"steps:(\d)", do):
            what, arg = "STEPS", int(found[1])
        elif do in ("copy:left", "copy:right"):
            what, arg = "COPY", 1 if do == "copy:right" else -1
        elif do in DOING:
            what = DOING[do]
        elif do:
            self.fail(f"do={do} is unknown")
        else:
            what = "TRADE" if f.get("gain") else "NONE"
        if what != "TRADE" and (pay_any or any(pay)):
            self.fail("engrams are paid for gains only")
        when, place = f.get("when", [""])[0], 0
        if when in LOCATIONS:
            when, place = "WHEN_DONE", LOCATIONS.index(when)
        elif when not in ("", "gather"):
            self.fail(f"when={when} is unknown")
        else:
            when = "WHEN_GATHER" if when else "ANY_TIME"
        return (f"{{TX_FX_{what}, TX_{when}, {place}, {memo}, {arg}, {pay_power}, {pay_any}, "
                f"{gain_power}, {choose}, {mask}, {row(pay)}, {row(gain)}}}")

    # ---- the whole ----

    def check(self):
        for name in ("set", "ring", "robots", "prices", "start-pipe"):
            if name not in self.once:
                self.fail(f"'{name}' is missing")
        for kind, count in COUNTS.items():
            if len(self.rows[kind]) != count:
                self.fail(f"{len(self.rows[kind])} lines '{kind}' instead of {count}")
        if sum(not card[0] for card in self.rows["card"]) != 4:
            self.fail("four cards are robots'")
        covered = sum((card[0] for card in self.rows["card"]), [])
        if set(covered) != set(range(7)):
            self.fail("a location stands on no card, so that a hand could have none to play")
        if len(self.collections) > MAX_COLLECTIONS or set(self.specials) != set(SPECIALS):
            self.fail("too many collections, or a special is missing")
        if sum("TX_FX_TURN" in leaf[-1] for leaf in self.rows["forest"]) > MAX_EXTRA_TURNS:
            self.fail(f"more than {MAX_EXTRA_TURNS} extra turns")
        pieces = {}
        for item in self.rows["item"]:
            self.line = item[-1]
            if item[6] is not None and item[6] not in self.collections:
                self.fail(f"there is no collection '{item[6]}'")
            pieces[item[6]] = pieces.get(item[6], 0) + 1
        for name, each in self.collections.items():
            if pieces.get(name, 0) != len(each):
                self.fail(f"{pieces.get(name, 0)} pieces of {name}, but points for {len(each)}")


def row(values):
    return "{" + ", ".join(str(v) for v in values) + "}"


def table(o, head, rows):
    o.write(f"const {head} = {{\n" + "".join(f"    {r},\n" for r in rows) + "};\n")


def write(r, out):
    with open(out, "w", encoding="utf-8") as o:
        o.write("/* Generated from data/transmissions/components.txt. */\n"
                "#include \"games/transmissions/transmissions_int.h\"\n\n")
        o.write(f"const char tx_set_name[] = \"{r.once['set']}\";\n")
        table(o, "rd_confidence tx_confidence[]",
              [f'{{"{part}", "{word}"}}' for part, word in r.confidence] + ["{NULL, NULL}"])
        ring = r.once["ring"]
        table(o, "uint8_t tx_location_of[TX_CELLS]", [p for place in ring for p in (place, place)])
        table(o, "uint8_t tx_near_cell[TX_LOCATIONS]", [2 * ring.index(p) for p in range(7)])
        table(o, "uint8_t tx_robot_start[TX_ROBOTS]", r.once["robots"])
        table(o, "tx_column tx_columns[TX_ROBOTS]", map(row, r.rows["column"]))
        table(o, "tx_card tx_cards[TX_CARDS]",
              [f"{{{sum(3 << 2 * ring.index(p) for p in places or ring)}, "
               f"{sum(1 << p for p in places)}, "
               f"{len(places)}, {row(places or [0])}, {robot}}}"
               for places, robot in r.rows["card"]])
        table(o, "uint8_t tx_prices[TX_SHOP]", r.once["prices"])
        table(o, "tx_pipe tx_pipes[1 + TX_PIPES]",
              [f"{{\"{name}\", {row(cost)}, {', '.join(map(str, rest))}}}"
               for name, cost, *rest in r.rows["pipe"]]
              + [f"{{\"SP\", {{0}}, {r.once['start-pipe']}, 0, 0, 0}}"])
        table(o, "tx_idea tx_ideas[TX_IDEAS]",
              [f"{{\"{name}\", {', '.join(map(str, rest))}}}"
               for name, *rest in r.rows["idea"] + r.rows["starting"]])
        names = [None] + list(r.collections)
        table(o, "tx_item tx_items[TX_ITEMS]",
              [f"{{\"{name}\", {letter}, {row(cost)}, {points}, {birds}, {butterflies}, "
               f"{names.index(collection)}, {special}}}"
               for name, letter, cost, points, birds, butterflies, collection, special, _
               in r.rows["item"]])
        table(o, "uint8_t tx_collections[1 + TX_MAX_COLLECTIONS][TX_MAX_COLLECTED]",
              ["{0}"] + [row(each) for each in r.collections.values()])
        for k, name in enumerate(("each", "most")):
            table(o, f"uint8_t tx_special_{name}[TX_SPECIALS]",
                  [0] + [r.specials[s][k] for s in SPECIALS])
        table(o, "tx_leaf tx_leaves[TX_LEAVES]",
              [f"{{\"{name}\", {', '.join(map(str, rest))}}}"
               for name, *rest in r.rows["forest"]])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    components = Reader(sys.argv[1])
    components.read()
    write(components, sys.argv[2])
