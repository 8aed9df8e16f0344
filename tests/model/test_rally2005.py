#!/usr/bin/env python3
"""Random rounds of RoboRally 2005, played by the program and by a second model of the rules.

Usage: test_rally2005.py ROBODROME [ROUNDS [SEED]]

Robots stand at random on the built-in courses and on courses of turned boards, with damage and locked
registers, some powered down; their programs and answers are random too.  After every register and at the
end of the round all robots must stand alike in both, and where a robot returns the program must offer
exactly the places that the model knows.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from floor import DATA, Board, Course, Floor
from moving import Unsure
from options2005 import COAT_POINTS, HOWITZER_SHOTS, OPTIONS, OptionRace, equip
from rally2005 import DECK, FACING, TURNS, Race, Robot, kind, locked

NAMES = ["twonky", "zoombot", "hulk", "hammerbot", "spinbot", "squashbot", "trundlebot", "twitch"]
BATCH = 250
BOARDS = {p.stem: Board(p.stem, "rally2005") for p in (DATA / "boards/rally2005").glob("*.txt")}
# these have goals or robots of their own and are left to the scenarios
UNKNOWN = {"capture_the_flag", "superbot", "team_elimination", "toggle_flags", "two_robots_racer_blocker"}
# where options are dealt or drawn in another way, or answers would depend on the program's coins
WITHOUT_OPTIONS = {"start_options", "draft_options", "repair_gives_options", "rotate_board_on_flag"}
COURSES = [c for c in (Course(p.read_text()) for p in sorted((DATA / "courses/rally2005").glob("*.txt")))
           if not UNKNOWN & set(c.rules)]


def own_course(chance):
    """A docking bay and one to three turned boards, with flags anywhere."""
    boards = chance.sample(sorted(n for n in BOARDS if not BOARDS[n].dock), 3)
    lines = ["course own", f"piece {chance.choice(['dock-a', 'dock-b'])} 0 0,12"]
    for name, corner in list(zip(boards, ["0,0", "12,0", "12,12"]))[:chance.randint(1, 3)]:
        lines.append(f"piece {name} {chance.choice([0, 90, 180, 270])} {corner}")
    floor = Floor(Course("\n".join(lines)).pieces, game="rally2005")
    solid = sorted(c for c in floor.cells if floor.solid(c))
    for number, (x, y) in enumerate(chance.sample(solid, chance.randint(1, 6)), 1):
        lines.append(f"flag {number} {x},{y}")
    if chance.random() < 0.2:
        lines.append(f"rule {chance.choice(['flags_move_on_belts', 'robot_lasers_double', 'no_power_down'])}")
    return Course("\n".join(lines))


def make_robots(chance, course):
    """Often close together, and often on the flag that they look for."""
    floor = Floor(course.pieces, game="rally2005")
    solid = sorted(c for c in floor.cells if floor.solid(c))
    middle = chance.choice(solid)
    far = chance.choice([2, 3, 3])
    near = [c for c in solid if abs(c[0] - middle[0]) <= far and abs(c[1] - middle[1]) <= far]
    number = int(chance.choice(course.words.get("players", ["2", "3", "5", "6", "8"])))
    cells = chance.sample(near if len(near) >= number and chance.random() < 0.7 else solid, number)
    robots = [Robot(name, cell, chance.randrange(4)) for name, cell in zip(NAMES, cells)]
    for i, robot in enumerate(robots):
        robot.damage = chance.choice([0, 0, 0, 1, 2, 4, 5, 6, 7, 8, 9] if i else [0, 1, 2, 3, 4])
        robot.down = i > 0 and chance.random() < 0.15 and "no_power_down" not in course.rules
        robot.lives = chance.choice([1, 2, 3, 3, 3])
        robot.flags = chance.randrange(len(course.checkpoints))
        robot.archive = chance.choice(chance.choice([near, solid, cells]))
        goal = course.checkpoints[robot.flags]
        if chance.random() < 0.2 and all(r.cell != goal for r in robots):
            robot.cell = goal
    if "team_shared_flags" in course.rules:
        for i, robot in enumerate(robots):
            robot.flags = robots[i % (number // 2)].flags
    return robots


def give_options(chance, robots):
    """Up to four options each, and tokens so that coats and howitzers are soon used up; what is left of the deck."""
    deck = chance.sample(OPTIONS, len(OPTIONS))
    for robot in robots:
        options = [deck.pop() for _ in range(min(len(deck), chance.randint(0, 4)))]
        equip(robot, options, chance.randrange(COAT_POINTS if "ablative_coat" in options else HOWITZER_SHOTS))
    return deck


def draw_cards(chance, robot, deck, may_pair):
    """One card for a register, or two if the robot's options allow it."""
    cards = [deck.pop()]
    with_it = []
    if "dual_processor" in robot.options and kind(cards[0]) not in TURNS:
        with_it = TURNS
    elif "crab_legs" in robot.options and kind(cards[0]).startswith("rotate"):
        with_it = ["move_1"]
    if with_it and may_pair and chance.random() < 0.6:
        cards.append(next(c for c in deck if kind(c) in with_it))
        deck.remove(cards[1])
    return cards


def deal(chance, robots):
    """Programs for all; position lines of the robots, and the answers to the first question."""
    deck, lines, answers = chance.sample(DECK, len(DECK)), [], []
    for robot in robots:
        (x, y), (ax, ay) = robot.cell, robot.archive
        words = [f"  {robot.name} {x},{y} {FACING[robot.facing]} damage {robot.damage} lives {robot.lives} "
                 f"flags {robot.flags} archive {ax},{ay}"]
        if robot.options:
            words += ["options", *sorted(robot.options)]
        if {"ablative_coat", "mini_howitzer"} & robot.options:
            words.append(f"tokens {robot.coat}")
        stuck, spare = locked(robot.damage), max(0, 4 - robot.damage)
        robot.program = []
        for number in range(1, 6):
            robot.program.append(draw_cards(chance, robot, deck, number in stuck or spare > 0))
            spare -= len(robot.program[-1]) - 1
        spelled = ["+".join(map(str, cards)) for cards in robot.program]
        if robot.down:
            words.append("powered-down")
        else:
            words += [f"locked {n}:{spelled[n - 1]}" for n in stuck]
            free = spelled[:5 - len(stuck)]
            hand = " ".join(free).replace("+", " ").split()
            words += ["hand", *hand] if hand else []
            if len(hand) > 1:  # one card for one register is not a question
                answers.append(f"  {robot.name}: {' '.join(free)}")
        lines.append(" ".join(words))
    return lines, answers


def make(seed, with_options, turns=()):
    """A scenario, and what the model expects after each register and at the end of the round; None if it is
    unsure.  How boards turned is known only from the program; until then the scenario ends with the programs."""
    chance = random.Random(seed)
    known = [c for c in COURSES if not (with_options and set(c.rules) & WITHOUT_OPTIONS)]
    course = own_course(chance) if chance.random() < 0.3 else chance.choice(known)
    robots = make_robots(chance, course)
    first = chance.randrange(len(robots))
    option_deck = give_options(chance, robots) if with_options else []
    lines, answers = deal(chance, robots)
    race = OptionRace(course, robots, first, chance, option_deck) if with_options else \
        Race(course, robots, first, chance)
    race.announce()
    name = course.words["course"][0]
    text = [f"scenario round {seed} on {name}",
            f"game rally2005 first={first} options={'yes' if with_options else 'no'}", f"seats {len(robots)}"]
    text += ["set course", *("  " + line for line in course.text.splitlines())] if name == "own" else \
            [f"set course {name}"]
    text += ["position", *lines, *(["  option-deck " + " ".join(option_deck)] if option_deck else [])]
    text += ["do", *answers]
    if "rotate_board_on_flag" in course.rules and not turns:
        return "\n".join(text + race.script) + "\n", None
    expected = []
    try:
        for number in range(1, 6):
            race.register(number, turns[number - 1] if turns else None)
            expected.append([r.told() for r in robots])
            if race.over:
                break
        else:
            race.end_round()
            expected.append([(*r.told(), *([locked(r.damage), r.stays_down] if r.cell else [])) for r in robots])
    except Unsure:
        return None
    return "\n".join(text + race.script) + "\n", expected


def told(step):
    ends = step["event"] == "cleanup"
    for r in step["state"]["robots"].values():
        alive = bool(r["cell"])
        yield (tuple(r["cell"]) if alive else None, FACING.index(r["facing"]) if alive else None,
               r["damage"] if alive else None, r["flags"], tuple(r["archive"]), r["lives"], r["options"],
               *([r["locked"], r["powered_down"] or r["announced"]] if ends and alive else []))


def play(program, rounds):
    """What the program makes of the scenarios: the robots and the turned boards at the end of each register, and
    the robots at the end of the round, by seed; and what it found wrong."""
    got, turned = {}, {}
    with tempfile.NamedTemporaryFile("w", suffix=".scn") as file:
        file.write("\n".join(text for text, _ in rounds.values()))
        file.flush()
        done = subprocess.run([program, "scenario", "--trace", file.name], capture_output=True, text=True)
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            step = json.loads(line)
            if step.get("event") in ("register_end", "cleanup") and step["state"]["round"] == 1:
                seed = int(step["scenario"].split()[1])
                got.setdefault(seed, []).append(list(told(step)))
                turned.setdefault(seed, []).append(step["state"]["turned"])
    return got, turned, done.stderr.splitlines() if done.returncode else []


def compare(program, with_options, seeds):
    """Some rounds in both: how many, how many registers they had, and what differed."""
    rounds = {s: make(s, with_options) for s in seeds}
    unsettled = {s: r for s, r in rounds.items() if r and not r[1]}
    if unsettled:
        turned = play(program, unsettled)[1]
        rounds.update({s: make(s, with_options, turned[s] + [turned[s][-1]] * 5) for s in unsettled})
    rounds = {s: r for s, r in rounds.items() if r}
    got, _, faults = play(program, rounds)
    registers, wrong = 0, []
    for seed, (text, expected) in rounds.items():
        for number, (model, engine) in enumerate(zip(expected, got.get(seed, []) + [None] * 6), 1):
            registers += number < 6
            if model != engine:
                when = f"after register {number}" if number < 6 else "at the end of the round"
                wrong.append("\n".join([f"{text}{when}", f"model  {model}", f"engine {engine}",
                                        *(f for f in faults if f" round {seed} " in f)]))
                break
    return len(rounds), registers, wrong or faults


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    count, first = [int(a) for a in sys.argv[2:]] + [1000, 1][len(sys.argv) - 2:]
    print("1..2")
    for number, with_options in enumerate((False, True), 1):
        rounds, registers, wrong = 0, 0, []
        for start in range(first, first + count, BATCH):
            part = compare(program, with_options, range(start, min(start + BATCH, first + count)))
            rounds, registers, wrong = rounds + part[0], registers + part[1], wrong + part[2]
        for difference in wrong[:3]:
            print("# " + difference.replace("\n", "\n# "))
        enough = rounds > count * 0.8
        print(f"{'not ' if wrong or not enough else ''}ok {number} - {rounds} random rounds "
              f"with{'' if with_options else 'out'} options, {registers} registers: {len(wrong)} differ from a "
              "second model of the rules", flush=True)


if __name__ == "__main__":
    main()
