#!/usr/bin/env python3
"""Random rounds of Robo Rally 2023, played by the program and by a second model of the rules.

Usage: test_rally2023.py ROBODROME [ROUNDS [SEED]]

Robots stand at random on the built-in courses and on courses of turned boards, some of them shut down or
about to return; their programs are random too.  After every register place, facing, energy, checkpoints
and SPAM of all robots must be the same in both.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from floor import DATA, SIDES, Board, Course, Floor
from moving import Unsure
from rally2023 import Race, Robot

NAMES = ["smashbot", "hulk", "hammerbot", "twonky", "spinbot", "zoombot"]
FACING = ["north", "east", "south", "west"]
CARDS = (["move1"] * 4 + ["move2"] * 3 + ["move3"] + ["rotate_right"] * 4 + ["rotate_left"] * 4 +
         ["u_turn", "move_back", "power_up", "again"])
SPAM = 23
BOARDS = {p.stem: Board(p.stem, "rally2023") for p in (DATA / "boards/rally2023").glob("*.txt")}


def built_in(chance):
    files = sorted((DATA / "courses/rally2023").glob("*.txt"))
    return Course(chance.choice(files).read_text())


def own(chance):
    """A docking bay and one to three turned boards, with checkpoints and tokens anywhere."""
    boards = []
    for name in chance.sample(sorted(n for n in BOARDS if not BOARDS[n].dock), 8):
        if BOARDS[name].back not in boards:
            boards.append(name)
    down = chance.choice([0, 0, 5])  # the dock may stand out
    places = [(3, down), (15, down), (3, down + 12)]
    lines = ["course own", "set rally2023", f"piece {chance.choice(['dock-a', 'dock-b'])} 0 0,0"]
    for name, (x, y) in list(zip(boards, places))[:chance.choice([1, 1, 2, 3])]:
        lines.append(f"piece {name} {chance.choice([0, 90, 180, 270])} {x},{y}")
    floor, cells = Floor(Course("\n".join(lines)).pieces), {}
    for cell in sorted(floor.cells):
        if floor.solid(cell) and floor.piece_at[cell]:
            cells.setdefault(floor.piece_at[cell], []).append(cell)
    for on_board in cells.values():
        x, y = on_board.pop(chance.randrange(len(on_board)))
        lines.append(f"token {x},{y} {chance.choice(SIDES)}")
    free = [c for on_board in cells.values() for c in on_board]
    for number, (x, y) in enumerate(chance.sample(free, chance.randint(1, 6)), 1):
        lines.append(f"flag {number} {x},{y}")
    if chance.random() < 0.3:
        lines.append("rule reboot_damage 3")
    return Course("\n".join(lines))


def place_robots(chance, course, floor, dynamic):
    solid = sorted(c for c in floor.cells if floor.solid(c))
    starts = sorted(c for c in solid if floor.cells[c].start)
    boards = {str(floor.piece_at[c] + 1): (c, d) for c, d in course.tokens.items()}
    middle = chance.choice(solid + list(course.tokens) * 12)  # often where robots return
    near = [c for c in solid if abs(c[0] - middle[0]) + abs(c[1] - middle[1]) <= 4]
    number = chance.randint(2, 6)
    robots, lines = [], []
    for i, cell in enumerate(chance.sample(near if len(near) >= number else solid, number)):
        r = Robot(cell, chance.randrange(4), chance.choice([0, 3, 9, 10]),
                  chance.randrange(len(course.checkpoints)), False, None)
        archive = chance.choice(starts), chance.randrange(4)
        words = [f"{cell[0]},{cell[1]} {FACING[r.facing]} energy {r.energy}"]
        words.append(f"checkpoints {r.checkpoints}")
        words.append(f"archive {archive[0][0]},{archive[0][1]} {FACING[archive[1]]}")
        lot = chance.random()
        if lot < 0.15 and i:
            board = chance.choice(sorted(boards) + ["dock"])
            r.cell, r.new_facing = None, chance.randrange(4)
            r.home = archive if dynamic or board == "dock" else boards[board]
            words[0] = f"energy {r.energy}"
            words.append(f"fallen {board}")
        elif lot < 0.25 and i:
            r.down = True
            words.append("down")
        robots.append(r)
        lines.append(f"  {NAMES[i]} " + " ".join(words))
    return robots, lines


def make(seed):
    """A scenario, and what the model expects after each register; None if it is unsure."""
    chance = random.Random(seed)
    course = chance.choice([built_in, own])(chance)
    fenced, dynamic = chance.random() < 0.25, chance.random() < 0.2
    covered = set(course.checkpoints) | (set() if dynamic else set(course.tokens))
    floor = Floor(course.pieces, covered, fenced)
    robots, lines = place_robots(chance, course, floor, dynamic)
    first, programs, answers, faces = chance.randrange(len(robots)), [], [], []
    for i, robot in enumerate(robots):
        cards = chance.sample(CARDS, 5)
        if cards[0] == "again":
            cards.reverse()
        programs.append(cards)
        if not robot.down:
            lines[i] += " hand " + " ".join(cards)
            answers.append(f"do {NAMES[i]}: " + " ".join(cards))
    race = Race(floor, robots, first, course.checkpoints, course.rules.get("reboot_damage", 2), SPAM)
    for i in race.order:
        if robots[i].home:
            faces.append(f"do {NAMES[i]}: {SIDES[robots[i].new_facing]}")
    text = [f"scenario round {seed}", f"game rally2023 first={first} edges={'walls' if fenced else 'open'} "
            f"archive={'dynamic' if dynamic else 'tokens'}", f"seats {len(robots)}", "set course"]
    text += ["  " + line for line in course.text.splitlines()]
    text += ["position", "  damage-only" + " spam" * SPAM] + lines + answers + faces
    expected = []
    try:
        for number in range(1, 6):
            race.register(number, programs)
            expected.append([r.told() for r in robots])
            if race.over:
                break
    except Unsure:
        return None
    return "\n".join(text) + "\n", expected


def told(state):
    robots = [state["robots"][n] for n in NAMES if n in state["robots"]]
    return [(tuple(r["cell"]) if r["cell"] else None, FACING.index(r["facing"]) if r["cell"] else None,
             r["energy"], r["checkpoints"], r["spam"]) for r in robots]


def play(program, rounds):
    """What the program makes of the scenarios: states after each register, by scenario."""
    got = {}
    with tempfile.NamedTemporaryFile("w", suffix=".scn") as file:
        file.write("\n".join(text for text, _ in rounds.values()))
        file.flush()
        done = subprocess.run([program, "scenario", "--trace", file.name], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            step = json.loads(line)
            if step.get("event") == "register_end":
                got.setdefault(step["scenario"], []).append(told(step["state"]))
    return got


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    count, seed = [int(a) for a in sys.argv[2:]] + [400, 1][len(sys.argv) - 2:]
    made = {f"round {s}": make(s) for s in range(seed, seed + count)}
    rounds = {name: r for name, r in made.items() if r}
    got, wrong, registers = play(program, rounds), [], 0
    for name, (text, expected) in rounds.items():
        for number, (model, engine) in enumerate(zip(expected, got[name] + [None] * 5), 1):
            registers += 1
            if model != engine:
                wrong.append(f"{name}, register {number}\n{text}model  {model}\nengine {engine}")
                break
    print("1..1")
    for difference in wrong[:3]:
        print("# " + difference.replace("\n", "\n# "))
    enough = len(rounds) > count * 0.8
    print(f"{'not ' if wrong or not enough else ''}ok 1 - {len(rounds)} random rounds, {registers} "
          f"registers: {len(wrong)} differ from a second model of the rules")


if __name__ == "__main__":
    main()
