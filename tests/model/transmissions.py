"""What can be answered in Transmissions, and what a board is worth, written from the rulebook a second time.

It reads data/transmissions/components.txt itself and knows nothing of the program but how answers are
spelled.  Where the rulebook is open it keeps to docs/rules/rulings.md.
"""
import itertools
import pathlib

DATA = pathlib.Path(__file__).resolve().parents[2] / "data/transmissions/components.txt"
ROBOTS = ["yellow", "blue", "green", "red"]
COLOURS = dict(zip("WYBG", ["white", "yellow", "blue", "green"]))
CELLS, LIMIT, AT_ONCE, UNLIMITED = 14, 7, 16, 9999
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


class Components:
    def __init__(self):
        self.tile, self.column, self.collection, self.special = {}, {}, {}, {}
        for line in DATA.read_text().splitlines():
            kind, *rest = line.split() or [""]
            values = dict(word.split("=", 1) for word in rest if "=" in word)
            if kind in ("pipe", "idea", "starting", "item", "forest"):
                self.tile[rest[0]] = {**values, "kind": "idea" if kind == "starting" else kind}
            elif kind == "column":
                self.column[rest[0]] = {k: int(v) for k, v in values.items()}
            elif kind == "collection":
                self.collection[rest[0]] = [int(n) for n in rest[1:]]
            elif kind == "special":
                self.special[rest[0]] = values
            elif kind == "ring":
                self.ring = rest
            elif kind == "prices":
                self.prices = [int(n) for n in rest]
            elif kind == "start-pipe":
                self.start = values["edges"]

    def number(self, name, what):
        return int(self.tile[name].get(what, 0))

    def is_a(self, name, kind):
        return self.tile[name]["kind"] == kind


BOX = Components()


def turned(edges, turn):
    return "".join(edges[(side - turn) % 4] for side in range(4))


def bags(have, number, colours="WYBG"):
    """Every choice of this many engrams out of `have`, as sorted tuples of letters."""
    for bag in itertools.combinations_with_replacement([c for c in "WYBG" if c in colours], number):
        if all(bag.count(c) <= have[c] for c in bag):
            yield bag


class Board:
    """One player's board: what lies on it and what it is worth."""

    def __init__(self, player, harvey=False):
        self.player, self.harvey = player, harvey
        self.net = {(0, 0): BOX.start} if player["start_pipe"] else {}
        for pipe in player["pipes"]:
            self.net[pipe["x"], pipe["y"]] = turned(BOX.tile[pipe["tile"]]["edges"], pipe["turn"])

    def free(self, robot):
        tiles = self.player["robots"][robot]["tiles"]
        return BOX.column[robot]["slots"] - sum(2 if BOX.is_a(t, "item") else 1 for t in tiles)

    def longest(self, at=(0, 0), seen=frozenset([(0, 0)])):
        best = 0
        for side, (dx, dy) in enumerate(SIDES):
            to = at[0] + dx, at[1] + dy
            if to in self.net and to not in seen and self.net[at][side] != "-":
                best = max(best, 1 + self.longest(to, seen | {to}))
        return best

    def places(self, pipe):
        """Where a pipe can be attached: x, y, turn; turns that look the same once."""
        edges = BOX.tile[pipe]["edges"]
        around = {(x + dx, y + dy) for x, y in self.net for dx, dy in SIDES} - set(self.net)
        for x, y in around:
            for turn, look in enumerate(turned(edges, t) for t in range(4)):
                if look in [turned(edges, t) for t in range(turn)]:
                    continue
                pairs = [(look[side], self.net[x + dx, y + dy][(side + 2) % 4])
                         for side, (dx, dy) in enumerate(SIDES) if (x + dx, y + dy) in self.net]
                if all(a == b for a, b in pairs) and any(a != "-" for a, _ in pairs):
                    yield x, y, turn

    def acorns(self):
        return sum(BOX.number(card, "acorns") for card in self.player["forest"])

    def halves(self):
        """Half points without acorns and what lies on the board of a solo game."""
        player = self.player
        tiles = [t for r in ROBOTS for t in player["robots"][r]["tiles"]]
        items = [t for t in tiles if BOX.is_a(t, "item")]
        pipes = player["unused"] if self.harvey else [p["tile"] for p in player["pipes"]]
        aside = [] if self.harvey else player["unused"]
        line = len(pipes) if self.harvey else self.longest()
        own = {"items": len(items), "ideas": len(tiles) - len(items), "pipes": len(pipes) + len(aside)}
        points = sum(BOX.number(t, "points") for t in tiles + pipes + player["forest"]) + 4 * len(aside)
        points += sum(BOX.number(t, "birds") for t in tiles + pipes) * sum(
            BOX.number(t, "butterflies") for t in tiles + pipes)
        points += line * (line + 1) // 2 if line < 6 else 15 + 5 * (line - 5)
        points += sum(BOX.column[r]["points"] for r in ROBOTS if not self.free(r))
        for name, each in BOX.collection.items():
            pieces = sum(BOX.tile[t].get("collection") == name for t in items)
            points += pieces * each[pieces - 1] if pieces else 0
        for rule in (BOX.special[BOX.tile[t]["special"]] | {"of": BOX.tile[t]["special"]}
                     for t in items if "special" in BOX.tile[t]):
            points += min(int(rule["each"]) * own[rule["of"]], int(rule["most"]))
        return 2 * (points + (len(player["forest"]) if self.harvey else 0))


class Question:
    """All answers of the player who is asked.  `done` are the locations acted at in this turn."""

    def __init__(self, view, actor, seats, done):
        self.view, self.me, self.solo, self.done = view, view["players"][actor], seats == 1, done
        self.actor, self.move, self.board = actor, view["move"], Board(view["players"][actor])
        self.have = {c: self.me["engrams"][name] for c, name in COLOURS.items()}
        pool = view["board"] if self.solo else view["supply"]
        self.pool = {c: pool[name] for c, name in COLOURS.items()}
        self.power = view["board_electricity"] if self.solo else UNLIMITED

    def paid(self, text, pays=True):
        return [f"{text} board", f"{text} box"] if self.solo and pays else [text]

    # ---- ideas and forest cards ----

    def trades(self, text, tile):
        pay, gain = tile.get("pay", ""), tile["gain"]
        power = int(pay[:-1]) if pay.endswith("E") else 0
        fixed = [c for c in pay if c in "WYBG"]
        if self.me["electricity"] < power or any(self.have[c] < fixed.count(c) for c in fixed):
            return
        for bag in bags(self.have, pay.count("*")):
            engrams = fixed + list(bag)
            back = {c: self.pool[c] + engrams.count(c) for c in self.pool}
            for place in ("board", "box") if self.solo and pay else ("",):
                pool = self.pool if place == "box" else back
                head = " ".join([text, *bag, *([place] if place else [])])
                if gain.endswith("E"):
                    yield from [head] if self.power else []
                elif "/" in gain or "*" in gain:
                    of = gain.replace("/", "") if "/" in gain else "WYBG"
                    number = min(max(gain.count("*"), 1), sum(pool[c] for c in of))
                    yield from (" ".join([head, *b]) for b in bags(pool, number, of) if b)
                elif any(pool[c] for c in gain):
                    yield head

    def effects(self, text, name):
        tile = BOX.tile[name]
        what, step = tile.get("do", ""), self.move["step"] if self.move else "card"
        if tile.get("when") == "gather" and not (self.move and self.move["gathered"]):
            return
        if tile.get("when", "gather") != "gather" and tile["when"] not in self.done:
            return
        if "gain" in tile:
            yield from self.trades(text, tile)
        pay = int(tile.get("pay", "0E")[:-1]) if what else 0
        if not what or self.me["electricity"] < pay:
            return
        if what.startswith("copy"):
            column = ROBOTS.index(self.move["robot"]) + (1 if what == "copy:right" else -1)
            for other in self.me["robots"][ROBOTS[column]]["tiles"] if 0 <= column < 4 else []:
                if BOX.is_a(other, "idea") and not BOX.tile[other].get("do", "").startswith("copy"):
                    yield from self.effects(f"{text} {other}", other)
        elif what.startswith("steps") or (what == "reverse" and not (self.move and self.move["reversed"])):
            yield from [text] if step == "move" else []
        elif what == "swap" and step == "move":
            for robot in ROBOTS:
                yield from self.paid(f"{text} {robot}") if robot != self.move["robot"] else []
        elif what == "teleport" and step == "move":
            for cell in set(range(CELLS)) - set(self.view["robots"].values()):
                yield from self.paid(f"{text} {cell}")
        elif what == "forest" and self.view["forest_size"] + len(self.view["discard"]):
            yield from self.paid(text)
        elif what == "turn" and (self.view["end"]["by"] is False or self.view["end"]["by"] != self.actor):
            yield from (f"{text} {robot}" for robot in ROBOTS)
        elif what == "colours" and step == "act" and not self.move["colours"]:
            place = self.move["location"]
            yield from [text] if place in ("town", "pipeline") and any(self.acts(True, False)) else []
        elif what == "idea" and step == "act" and not self.move["with_idea"]:
            town = self.move["location"] == "town"
            yield from [text] if town and any(self.acts(self.move["colours"], False)) else []

    # ---- the locations ----

    def payments(self, text, cost, colours):
        if not colours:
            yield from self.paid(text) if all(self.have[c] >= cost.count(c) for c in cost) else []
            return
        cheap, dear = sum(c in "WY" for c in cost), sum(c in "BG" for c in cost)
        for bag in itertools.product(bags(self.have, cheap, "WY"), bags(self.have, dear, "BG")):
            yield from self.paid(" ".join([text, *bag[0], *bag[1]]))

    def items(self, colours, with_idea):
        for slot, pair in enumerate(self.view["shop"]):
            if not pair["item"] or self.me["electricity"] < BOX.prices[slot]:
                continue
            for robot in (r for r in ROBOTS if self.board.free(r) >= 2):
                text = f"act {pair['item']} {robot}"
                beside = [r for r in ROBOTS if self.board.free(r) - 2 * (r == robot) >= 1]
                for head in [f"{text} {r}" for r in beside] if with_idea and beside else [text]:
                    yield from self.payments(head, BOX.tile[pair["item"]]["cost"], colours)

    def ideas(self):
        lying = [pair["idea"] for pair in self.view["shop"] if pair["idea"]]
        for slot, idea in enumerate(lying):  # the two leftmost that lie there cost more
            price = BOX.number(idea, "price")
            if self.me["electricity"] < price:
                continue
            for robot in (r for r in ROBOTS if self.board.free(r)):
                text = f"act {idea} {robot}"
                if slot > 1:
                    yield from self.paid(text, price > 0)
                for colour in (c for c in "WY" if slot < 2 and self.have[c]):
                    yield from self.paid(f"{text} {colour}")

    def pipes(self, colours):
        for number, stack in enumerate(self.view["stacks"], 1):
            if not stack:
                continue
            ways = ["unused"] + [f"{x},{y} turn{t}" for x, y, t in self.board.places(stack[0])]
            for way in ways:
                yield from self.payments(f"act stack{number} {way}", BOX.tile[stack[0]]["cost"], colours)

    def acts(self, colours, with_idea):
        place, left = self.move["location"], len(self.view["discard"])
        cards = self.view["forest_size"] + left
        if place in ("lake", "meadow"):
            yield from (f"act {c}" for c in ("WB" if place == "lake" else "YG") if self.pool[c])
        elif place == "power_plant":
            yield from ["act"] if self.power else []
        elif place == "forest":
            yield from ["act deck+deck"] if cards else []
            yield from ["act deck+discard"] if left and cards > 1 else []
            yield from ["act discard+discard"] if left > 1 else []
        elif place == "town":
            yield from self.items(colours, with_idea)
        elif place == "junkyard":
            yield from self.ideas()
        else:
            yield from self.pipes(colours)

    # ---- the questions ----

    def reach(self):
        step = -1 if self.move["reversed"] else 1
        start, taken = self.view["robots"][self.move["robot"]], set(self.view["robots"].values())
        free = [c for c in ((start + step * k) % CELLS for k in range(1, CELLS)) if c not in taken]
        return free[:self.move["range"]]

    def cards(self):
        for card in self.me["hand"]:
            if card in ROBOTS:
                yield f"play {card}"
                continue
            for robot in ROBOTS:  # a location has a word of one or two parts
                if BOX.ring[self.view["robots"][robot] // 2] in card:
                    yield f"play {card} {robot}"

    def answers(self, kind):
        if kind == "keep":
            yield from (f"keep {card}" for card in self.view["drawn"])
        elif kind == "limit":
            excess = min(sum(self.have.values()) - LIMIT, AT_ONCE)
            for bag in bags(self.have, excess):
                yield from self.paid(" ".join(["discard", *bag]))
        else:
            yield from self.cards() if kind == "card" else []
            yield from (f"go {cell}" for cell in self.reach()) if kind == "move" else []
            yield from ["end"] if kind in ("act", "after") else []
            if kind == "act":
                yield from self.acts(self.move["colours"], self.move["with_idea"])
            on_robot = self.me["robots"][self.move["robot"]]["tiles"] if kind != "card" else []
            for name in on_robot:
                if BOX.is_a(name, "idea") and name not in self.move["used"]:
                    yield from self.effects(f"use {name}", name)
            for name in self.me["forest"]:
                if name not in self.me["forest_used"]:
                    yield from self.effects(f"forest {name}", name)


def sheets(view, seats):
    """Half points and acorns of every player."""
    boards = [Board(p, seats == 1 and who == 1) for who, p in enumerate(view["players"])]
    acorns = [b.acorns() for b in boards]
    totals = [b.halves() for b in boards]
    fewest = min((a for a in acorns if a or seats == 1), default=None) if any(acorns) else None
    totals = [t + 10 * (a == fewest) for t, a in zip(totals, acorns)]
    if seats == 1:
        lies = view["board"]
        totals[0] -= 4 * (lies["blue"] + lies["green"]) + 2 * (lies["white"] + lies["yellow"])
        totals[0] -= view["board_electricity"]
    return list(zip(totals, acorns))
