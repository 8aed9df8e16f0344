#!/usr/bin/env python3
"""Rounds of Robo Rally 2023 full of upgrades and Haywires, played by the program and by a second model.

Usage: test_upgrades2023.py ROBODROME [ROUNDS [FIRST]]

Each round is a scenario drawn at random (upgrades2023.py) with every answer; the program must agree with
it after every register.  One test a hundred rounds.  With - for ROBODROME the scenarios are printed.
"""
import random
import subprocess
import sys

from upgrades2023 import Race, Untold

BATCH = 100


def scenarios(first):
    """Every round of a batch that can be told to its end."""
    for seed in range(first, first + BATCH):
        try:
            lines = Race(random.Random(seed)).run_round()
        except Untold:
            continue
        yield "\n".join([f"scenario round {seed}", *lines, "", ""])


def main(program, count=1000, first=0):
    starts = range(int(first), int(first) + int(count), BATCH)
    if program == "-":
        for start in starts:
            print("".join(scenarios(start)))
        return 0
    failed = 0
    print(f"1..{len(starts)}")
    for i, start in enumerate(starts, 1):
        told = list(scenarios(start))
        done = subprocess.run([program, "scenario", "--strict", "-"], input="".join(told),
                              text=True, capture_output=True, check=False)
        good = done.returncode == 0 and len(told) > BATCH // 2
        failed += not good
        print(f"{'ok' if good else 'not ok'} {i} - {len(told)} rounds from {start} on")
        for line in done.stderr.splitlines()[:5]:
            print("# " + line)
    return failed > 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
