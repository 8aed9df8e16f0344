"""All answers of a position of Robotory, written from the rulebook a second time.

Five columns of hexes, `q` from -2 to 2, with `r` growing downwards; the camps are the hexes with q + r up to 2
and from 3 on.  An answer is ("place", colour, hex), ("move", robot, end, discs) or ("refill", white, black).
"""
import re

HEXES = sorted(((q, r) for q in range(-2, 3) for r in range(6) if 0 <= q + r <= 5), key=lambda h: (sum(h), h))
NUMBER = {h: i for i, h in enumerate(HEXES)}
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
NEAR = [[NUMBER[q + a, r + b] for a, b in STEPS if (q + a, r + b) in NUMBER] for q, r in HEXES]
DARK = {i for i, (q, r) in enumerate(HEXES) if q + r <= 2}
RUNS_ON = {"white": ("white",), "black": ("black",), "red": ("white", "black")}
STORE, MANY = 4, 20000


def moves(robot, at, discs, used=frozenset()):
    for to in NEAR[at]:
        if to in discs and to not in used:
            yield "move", robot, to, used | {to}
            yield from moves(robot, to, discs, used | {to})


def answers(view):
    """The set of them, or None where the ways over the discs are too many to walk."""
    lying, robots, box = view["discs"], view["robots"], view["box"]
    stock = view[view["turn"]]["stock"]
    taken = set(lying["white"]) | set(lying["black"]) | set(robots.values())
    found = {("place", colour, h) for colour in stock if stock[colour] for h in range(24) if h not in taken}
    for robot, at in robots.items():
        discs = {h for colour in RUNS_ON[robot] for h in lying[colour]}
        for walked, way in enumerate(moves(robot, at, discs)):
            if walked > MANY:
                return None
            found.add(way)
    missing = min(STORE - sum(stock.values()), sum(box.values()))
    if missing:
        found |= {("refill", w, missing - w) for w in range(missing + 1)
                  if w <= box["white"] and missing - w <= box["black"]}
    return found


def read(text):
    """An answer as the program spells it."""
    hexes = [int(n) for n in re.findall(r"\d+", text)]
    if text[0] == "=":
        return ("refill", *hexes)
    if text[0] == "+":
        return "place", {"w": "white", "b": "black"}[text[1]], hexes[0]
    return "move", {"W": "white", "B": "black", "R": "red"}[text[0]], hexes[-1], frozenset(hexes)


def home(view, side):
    dark = sum(h in DARK for h in view["robots"].values())
    return dark if side == "dark" else 3 - dark
