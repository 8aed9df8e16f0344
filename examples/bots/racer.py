#!/usr/bin/env python3
"""A RoboRally (2005) bot: tries its cards on the empty floor, takes what ends nearest to the flag."""
import sys

sys.path.insert(0, sys.path[0] + "/../../python")
import robodrome_bot  # noqa: E402

SIDES = ["north", "east", "south", "west"]
TURN = {"rotate_right": 1, "u_turn": 2, "rotate_left": 3}
STEPS = {"move_1": 1, "move_2": 2, "move_3": 3, "back_up": -1}

class Floor:
    def __init__(self, setup):
        floor = setup["floor"]
        self.kind = {card: kind for kind, cards in setup["cards"].items() for card in cards}
        self.cells = {(p["cell"][0] + x, p["cell"][1] + y) for p in floor["pieces"]
                      for x in range(p["cols"]) for y in range(p["rows"])}
        self.cells -= {tuple(c) for c in floor["pits"] + floor["holes"]}
        self.walls = {(tuple(c), SIDES.index(s)) for s, at in floor["walls"].items() for c in at}
        self.belts = {tuple(b["cell"]): SIDES.index(b["dir"]) for b in floor["belts"]}

    def step(self, cell, side):  # the same cell before a wall, None for a robot that falls
        x, y = cell[0] + (0, 1, 0, -1)[side], cell[1] + (-1, 0, 1, 0)[side]
        walled = (cell, side) in self.walls or ((x, y), (side + 2) % 4) in self.walls
        return cell if walled else (x, y) if (x, y) in self.cells else None

    def distances(self, flag):  # from every cell to the flag
        far = {flag: 0}
        for cell in (ring := [flag]):  # grows while it is read
            for to in (self.step(cell, side) for side in range(4)):
                if to and to not in far:
                    far[to] = far[cell] + 1
                    ring.append(to)
        return far

    def best(self, cell, facing, cards, left, far):  # (how far from the flag, picks)
        if cell is None or not left or far.get(cell) == 0:
            return 99 if cell is None else far.get(cell, 50) - left, [p for _, p in cards[:left]]
        found = {}
        for i, (value, pick) in enumerate(cards):
            to, turned = cell, (facing + TURN.get(kind := self.kind[value], 0)) % 4
            for _ in range(abs(STEPS.get(kind, 0))):
                to = to and self.step(to, turned if STEPS[kind] > 0 else (turned + 2) % 4)
            to = self.step(to, self.belts[to]) if to in self.belts else to
            if kind not in found:
                worth, picks = self.best(to, turned, cards[:i] + cards[i + 1:], left - 1, far)
                found[kind] = worth, [pick, *picks]
        return min(found.values())

def choose(ask):
    question, view = ask["question"], ask["view"]
    if question["ask"] != "program":
        return ask["fallback"]
    me, floor = view["robots"][question["who"]], Floor(ask.setup)
    cards = [(o["value"], o["pick"]) for o in question["options"] if o["is"] == "card"]
    return floor.best(tuple(me["cell"]), SIDES.index(me["facing"]), cards, 5 - len(me["locked"]),
                      floor.distances(tuple(view["flags"][me["flags"]])))[1]

robodrome_bot.run(choose, name="Racer", games=["rally2005"])
