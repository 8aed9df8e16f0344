#!/usr/bin/env python3
"""A small Robotory bot: bring robots home, keep the discs beside them few for the other side.

    robodrome play robotory --seat 2=examples/bots/homebody.py
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import robodrome_bot  # noqa: E402

ROBOTS = {"W": "white", "B": "black", "R": "red"}


def worth(hexes, view, answer):
    """Robots at home after the answer, first of all; then fewer discs spent."""
    side, robots = view["turn"], dict(view["robots"])

    def at_home():
        return sum(hexes[h]["camp"] == side for h in robots.values())
    if answer[0] in ROBOTS:
        steps = answer[1:].split("-")
        robots[ROBOTS[answer[0]]] = int(steps[-1])
        return 100 * at_home() - len(steps)
    value = 100 * at_home()
    if answer[0] == "+":
        own = hexes[int(answer[2:])]["camp"] == side
        return value - 10 + 3 * own  # discs deep in the player's camp pull robots home
    return value - 5  # a refill


def choose(ask):
    hexes, view, legal = ask.setup["hexes"], ask["view"], ask["legal"]
    best = max(worth(hexes, view, a) for a in legal)
    ask.info(text=f"{best // 100 + (best % 100 > 50)} robots at home after this")
    return random.choice([a for a in legal if worth(hexes, view, a) == best])


if __name__ == "__main__":
    robodrome_bot.run(choose, name="Homebody", games=["robotory"])
