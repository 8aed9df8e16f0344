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
DARK = range(12)  # hexes 0 to 11 are the dark camp


def at_home(side, hexes):
    dark = sum(h in DARK for h in hexes)
    return dark if side == "dark" else len(hexes) - dark


def worth(view, answer):
    """Robots at home after the answer, first of all; then fewer discs spent."""
    side, robots = view["turn"], dict(view["robots"])
    if answer[0] in ROBOTS:
        steps = answer[1:].split("-")
        robots[ROBOTS[answer[0]]] = int(steps[-1])
        return 100 * at_home(side, robots.values()) - len(steps)
    value = 100 * at_home(side, robots.values())
    if answer[0] == "+":
        own = (int(answer[2:]) in DARK) == (side == "dark")
        return value - 10 + 3 * own  # discs deep in the own camp pull robots home
    return value - 5  # a refill


def choose(obs):
    if obs["game"] != "robotory":
        return random.choice(obs["legal"])
    best = max(worth(obs["view"], a) for a in obs["legal"])
    obs.info(text=f"{best // 100 + (best % 100 > 50)} robots at home after this")
    return random.choice([a for a in obs["legal"] if worth(obs["view"], a) == best])


if __name__ == "__main__":
    robodrome_bot.run(choose, name="Homebody", games=["robotory"])
