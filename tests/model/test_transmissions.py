#!/usr/bin/env python3
"""Random games of Transmissions in which every list of answers and every score is made a second time.

Usage: test_transmissions.py ROBODROME [GAMES [SEED]]
       test_transmissions.py --bot REPORT SEED

The players are bots of the second form.  At each question such a bot compares the legal answers and the
score sheets that it is told with those of the model, writes what differs into REPORT, and answers at random,
more often by doing something than by doing nothing.  Harvey's turns are compared from random positions, a
hundred for each game.
"""
import copy
import json
import random
import subprocess
import sys
import tempfile

import harvey
from comparing import Bot, main, play
from transmissions import BOX, COLOURS, ROBOTS, Question, sheets


class Second(Bot):
    turn, done, seen = None, frozenset(), 0  # of what was answered in this turn: where it acted

    def compare(self, obs):
        view, kind = obs["view"], obs["question"]["ask"]
        if obs["seq"] < self.seen or view["turns"] != self.turn:  # another game, another turn
            self.turn, self.done = view["turns"], frozenset()
        self.seen = obs["seq"]
        if view["phase"] != "play":
            return
        told_scores = [(p["score"]["total_halves"], p["score"]["acorns"]) for p in view["players"]]
        wanted = sheets(view, obs.setup["seats"])
        if told_scores != wanted:
            yield f"scores {told_scores}, not {wanted}"
        answers = set(Question(view, obs["actor"], obs.setup["seats"], self.done).answers(kind))
        if obs["complete"] and answers != set(obs["legal"]):
            yield f"{sorted(answers ^ set(obs['legal']))}"
        if len(answers) != obs["count"]:
            yield f"{obs['count']} answers, not {len(answers)}"

    def pick(self, obs):
        legal = obs["legal"]
        deeds = [a for a in legal if a.startswith("act")] if self.chance.random() < 0.6 else []
        busy = [a for a in legal if a != "end"] if self.chance.random() < 0.8 else []
        answer = self.chance.choice(deeds or busy or legal)
        if answer.startswith("act"):
            self.done |= {obs["view"]["move"]["location"]}
        return answer


# ---- Harvey's turns ----

def random_table(chance):
    """A table before a turn of Harvey's, and the card he will turn up."""
    def of(kind, letters):
        names = [n for n, t in BOX.tile.items() if t["kind"] == kind and n[0] in letters]
        return chance.sample(names, len(names))
    items, ideas = of("item", "ABX"), of("idea", "EFZ")
    pipes, cards = of("pipe", "P"), of("forest", "L")
    table = {"robots": dict(zip(ROBOTS, chance.sample(range(14), 4))), "end": None}
    table["tiles"] = {r: [] for r in ROBOTS}
    for robot in ROBOTS:
        while chance.random() < 0.7 and (room := harvey.free(table, robot)):
            table["tiles"][robot].append((items if room > 1 and chance.random() < 0.5 else ideas).pop())
    if not any(harvey.free(table, r) for r in ROBOTS):
        table["tiles"]["red"].pop()
    pairs = list(zip(items, ideas))[:chance.choice([4, 5, 9])]
    table["shop"], table["pile"] = pairs[:4], pairs[4:]
    if chance.random() < 0.2:  # the player has brought the end
        table["end"] = ("0", "shop")
        table["shop"][0], table["pile"] = None, []
    table["stacks"] = [[pipes.pop() for _ in range(chance.choice([1, 2, 6]))] for _ in range(4)]
    table["pipes"] = [pipes.pop() for _ in range(chance.randrange(5))]
    table["discard"] = [cards.pop() for _ in range(chance.randint(1, 3))]
    table["forest"] = [cards.pop() for _ in range(4)]
    table["cards"] = [cards.pop() for _ in range(chance.randrange(4))]
    table["held"] = {c: chance.randrange(8) for c in COLOURS}
    table["board"] = {c: chance.choice([0, 2, 7, 8]) for c in COLOURS} | {"E": chance.randrange(9)}
    return table, chance.choice(ROBOTS + list(harvey.CARDS))


def as_scenario(name, table, card):
    def row(words):
        return " ".join(words) or "-"
    lines = [f"scenario {name}", "game transmissions items=ABX ideas=EFZ", "seats 1", "position",
             "  turn harvey", "  robots " + " ".join(str(table["robots"][r]) for r in ROBOTS),
             "  shop " + " ".join(":".join(p) if p else "-" for p in table["shop"]),
             "  pile " + row(":".join(p) for p in table["pile"]), "  forest " + row(table["forest"]),
             "  discard " + row(table["discard"]), f"  harvey deck {card} yellow",
             "  board " + " ".join(f"{c}{n}" for c, n in table["board"].items()),
             "  player 0 has " + " ".join(f"{c}{n}" for c, n in table["held"].items())]
    lines += [f"  stack{k} " + row(stack) for k, stack in enumerate(table["stacks"], 1)]
    lines += [f"  harvey {r} " + " ".join(t) for r, t in table["tiles"].items() if t]
    lines += [f"  harvey {what} " + " ".join(table[name]) for what, name in
              (("pipes", "pipes"), ("forest", "cards")) if table[name]]
    lines += [f"  end {table['end'][0]} {table['end'][1]}"] if table["end"] else []
    return "\n".join(lines) + "\n"


def told(state):
    """The same parts of a state that the program prints."""
    he, end = state["players"][1], state["end"]
    return {"robots": state["robots"], "pile": [(p["item"], p["idea"]) for p in state["pile"]],
            "shop": [(p["item"], p["idea"]) if p["item"] else None for p in state["shop"]],
            "stacks": state["stacks"], "discard": state["discard"], "pipes": he["unused"],
            "tiles": {r: he["robots"][r]["tiles"] for r in ROBOTS}, "cards": he["forest"],
            "end": (str(end["by"]), end["why"]) if end["why"] != "none" else None,
            "board": {c: state["board"][n] for c, n in COLOURS.items()} | {"E": state["board_electricity"]}}


def harvey_turns(program, number, seed):
    text, wanted, faults = "", {}, []
    for i in range(number):
        table, card = random_table(random.Random(f"{seed} {i}"))
        after = copy.deepcopy(table)
        harvey.turn(after, card)
        name = f"{i} {card}"
        text += as_scenario(name, table, card)
        wanted[name] = after | {"pipes": sorted(after["pipes"]), "cards": sorted(after["cards"])}
    done = subprocess.run([program, "scenario", "--trace", "-"], input=text, capture_output=True, text=True,
                          check=False)
    states = {}
    for line in done.stdout.splitlines():
        entry = json.loads(line)
        states[entry["scenario"]] = told(entry["state"])
    for name, after in wanted.items():
        differs = [k for k in states.get(name, {}) if states[name][k] != after[k]]
        if differs or name not in states:
            faults.append(f"{name}: {[(k, states[name][k], after[k]) for k in differs]}")
    return len(states), faults + ([done.stderr] if done.returncode else [])


# ---- the whole ----

def parts(program, games, seed):
    with tempfile.TemporaryDirectory() as folder:
        for seats in range(1, 5):
            words = [program, "sim", "transmissions", "--games", str(games), "--set", "stacks=all", "--set",
                     "robots=random"]
            yield (f"questions of games with seats: {seats}", *play(words, seats, seed, folder))
    yield ("turns of Harvey's", *harvey_turns(program, 100 * games, seed))


if __name__ == "__main__":
    sys.exit(main(Second, parts, 5, 3))
