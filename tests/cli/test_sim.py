#!/usr/bin/env python3
"""`robodrome sim`, `bench` and `perft` from the outside: figures, repeatability, failures.

Usage: test_sim.py ROBODROME
"""
import json
import math
import pathlib
import re
import sys
import tempfile

import program
from program import FAKE_BOT, ROOT, fails, folder, games, run, works


def sim(*arguments):
    result = json.loads(works("sim", *arguments, "--json"))
    result.pop("time")
    return result


def wilson(wins, games):
    z = 1.959963984540054
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return max(0, middle - reach), min(1, middle + reach)


def counted(claims):
    """the share to reach, wins and games of the last claim"""
    return open(claims).read().split()[-4:-1]


def test_ladder_of_other_bots():
    """a line of bots that play otherwise now begins again, a proved one when asked to check"""
    with tempfile.TemporaryDirectory() as place:
        claims = f"{place}/claims.txt"
        line = "robotory - alphabeta:nodes=60 random:nodes=1 65"
        open(claims, "w").write(f"{line}\n")
        works("ladder", claims, "--games", "6")
        way = open(claims).read().split()[-1]
        open(claims, "w").write(f"{line} 0 6 {way}\n")
        works("ladder", claims, "--games", "8")
        assert counted(claims)[1:] == ["2", "8"], "what is known to be of these bots is kept"
        for known in ("", " 5f0c9a11d2e4b367"):
            open(claims, "w").write(f"{line} 0 6{known}\n")
            works("ladder", claims, "--games", "8")
            assert counted(claims)[1:] == ["8", "8"], open(claims).read()
            assert open(claims).read().split()[-1] == way
            open(claims, "w").write(f"{line} 30 30{known}\n")
            works("ladder", claims, "--games", "8", "--report", f"{place}/report.md")
            assert " 65 30 30" in open(claims).read(), "a proved line is left alone"
            last = open(f"{place}/report.md").read().splitlines()[-1]
            assert last.endswith("| holds |" if known else "| holds, older |"), last
            works("ladder", claims, "--games", "2", "--check")
            assert counted(claims)[1:] == ["2", "2"], open(claims).read()


def test_ladder():
    """ladder counts in units, goes on where it ended, and refuses what cannot repeat"""
    with tempfile.TemporaryDirectory() as place:
        claims, report = f"{place}/claims.txt", f"{place}/report.md"
        open(claims, "w").write("robotory - alphabeta:nodes=60 random:nodes=1 65\n")
        works("ladder", claims, "--games", "4", "--unit", "4")
        assert counted(claims) == ["65", "4", "4"], open(claims).read()
        works("ladder", claims, "--games", "40", "--unit", "4", "--report", report)
        assert counted(claims) == ["65", "20", "20"], open(claims).read()
        assert "| 20 of 20, 100% (84 to 100) |" in open(report).read(), open(report).read()
        assert open(report).read().endswith("| holds |\n")
        open(claims, "w").write("rally2023 morning-workout planner:nodes=12 random:nodes=1*2 60\n")
        works("ladder", claims, "--games", "3", "--unit", "4")
        assert counted(claims) == ["60", "3", "3"], open(claims).read()
        open(claims, "w").write("robotory - alphabeta:nodes=40 alphabeta:nodes=10 48.56-50\n")
        works("ladder", claims, "--games", "40", "--unit", "40", "--report", report)
        wins = float(counted(claims)[1])
        assert 0 < wins < 40 and wins != 20, "games without chance are one game over and over"
        assert "| 50%, not 48.56% |" in open(report).read(), open(report).read()
        open(claims, "w").write("robotory - human random:nodes=1 65\n")
        fails(2, "a claim is about levels", "ladder", claims)


def test_threads_do_not_matter():
    """the result is the same for any number of threads, for every game"""
    for game, seats in games().items():
        words = (game, "-n", "13", "--seats", seats, "-s", "1=mcts:nodes=8", "-s", "2=random",
                 "--seed", "9")
        results = [sim(*words, "-j", n) for n in (1, 2, 7)]
        assert results[0] == results[1] == results[2], results
        assert results[0] == sim(*words)
        assert results[0] != sim(*words[:-1], "10")


def test_figures():
    """wins, rates and intervals add up, and the interval is Wilson's"""
    r = sim("robotory", "-n", "60", "-s", "1=random", "-s", "2=random", "--seed", "4")
    assert r["games"] == 60 and r["unfinished"] == 0 and r["swap"] is True
    assert sum(b["wins"] for b in r["bots"]) == 60 == sum(s["wins"] for s in r["seats"])
    for b in r["bots"]:
        assert [s["games"] for s in b["seats"]] == [30, 30]
        assert sum(s["wins"] for s in b["seats"]) == b["wins"]
        low, high = wilson(b["wins"], b["games"])
        assert abs(b["low"] - low) < 1e-5 and abs(b["high"] - high) < 1e-5
        assert abs(b["rate"] - b["wins"] / 60) < 1e-6
    assert 20 < r["actions"]["mean"] < 60
    assert r["actions"]["least"] <= r["actions"]["mean"] <= r["actions"]["most"] <= 76


def test_seats_swap():
    """bots change seats unless told not to; equal bots in swapped seats share the wins"""
    r = sim("robotory", "-n", "10", "--nodes", "10", "--no-swap")
    assert [s["games"] for s in r["bots"][0]["seats"]] == [10, 0]
    r = sim("template", "-n", "12", "--seats", "4", "-s", "1=random")
    assert all([s["games"] for s in b["seats"]] == [3] * 4 for b in r["bots"])


def test_table():
    """the table for people has every bot and seat, in every language, within 80 columns"""
    for lang in ("en", "ru", "uk"):
        text = works("sim", "robotory", "-n", "4", "--nodes", "10", "--lang", lang)
        assert len(re.findall(r"\d+\.\d% +\d+\.\d - \d+\.\d%", text)) == 8, text
        assert max(map(len, text.splitlines())) <= 80


def test_records():
    """records are kept, whole, the same for any number of threads, and agree with the result"""
    def inputs(path):
        return [re.sub(r'"(date|prev|sum)":"[^"]*"', "", f.read_text())
                for f in sorted(path.iterdir())]
    with folder() as name:
        one, two = pathlib.Path(name) / "one", pathlib.Path(name) / "two"
        words = ("template", "-n", "6", "-s", "1=random", "-s", "2=mcts:nodes=20")
        first = sim(*words, "-j", "1", "--records", one)
        assert first == sim(*words, "-j", "3", "--records", two) == sim(*words)
        assert inputs(one) == inputs(two) and len(inputs(one)) == 6
        works("verify", *one.iterdir())
        (pathlib.Path(name) / "file").write_text("")
        done = run("sim", *words, "--records", pathlib.Path(name) / "file")
        assert done.returncode == 3 and "file" in done.stderr, done


def test_programs():
    """other people's programs take part; what they do wrong is counted and ends nothing"""
    good = sim("robotory", "-n", "2", "-s", "1=random", "-s", f"2={FAKE_BOT} good")
    assert good["games"] == 2 and good["bots"][1]["forced"] == 0
    bad = sim("robotory", "-n", "2", "-s", "1=random", "-s", f"2={FAKE_BOT} crash")
    assert bad["games"] == 2 and bad["bots"][1]["forced"] > 0 == bad["bots"][0]["forced"]
    done = run("sim", "robotory", "-n", "4", "-s", "1=random", "-s", f"2={FAKE_BOT} illegal",
               "--fail-fast")
    assert done.returncode == 1 and "stopped at game 1 (seed 1)" in done.stderr, done
    fails(2, "it ended with status 1", "sim", "robotory", "-s", "2=/bin/false")


def test_bench_signature():
    """every build of every compiler has the kept signatures"""
    kept = dict(line.split() for line in (ROOT / "tests/cli/signatures.txt").read_text().splitlines())
    listed = re.findall(r"^RD_\w+\((\w+)\)$", (ROOT / "src/games/list.inc").read_text(), re.MULTILINE)
    assert sorted(kept) == sorted(listed), "tests/cli/signatures.txt has a line for each game"
    for game, signature in kept.items():
        assert works("bench", game, "--signature").strip() == signature, \
            f"{game}: rules or texts changed; when that is meant, renew tests/cli/signatures.txt"


def test_bench_figures():
    """bench plays what it is told and allocates nothing after the set-up"""
    for what in ("sample", "whole", "apply", "events"):
        r = json.loads(works("bench", "robotory", "--what", what, "--count", "20", "--json"))
        assert r["work"][what]["games"] == 20 and r["work"][what]["steps"] > 400
        assert r["allocations"] == 0
    r = json.loads(works("bench", "robotory", "--what", "perft", "--count", "3", "--json"))
    assert r["work"]["perft"]["steps"] == 69768
    r = json.loads(works("bench", "rally2005", "--what", "sample", "--count", "5", "--json"))
    assert r["unit"] == "register" and r["work"]["sample"]["units"] > 5 * 20
    text = works("bench", "rally2005", "--what", "sample", "--count", "5")
    assert "registers/s instr/register cards/register" in text
    for game in ("rally2005", "rally2023"):
        r = json.loads(works("bench", game, "--seats", "4", "--what", "first", "--count", "40", "--json"))
        assert r["part"] == "card" and r["work"]["first"]["units"] == 40 * 5, r
        assert 2.5 < r["work"]["first"]["parts"] <= 4.5, r  # most robots run
    r = json.loads(works("bench", "rally2005", "--seats", "4", "--what", "sample", "--count", "40", "--json"))
    assert 1 < r["work"]["sample"]["parts"] < 2.5, r  # random players power down
    text = works("bench", "template", "--what", "sample", "--count", "5")
    assert "allocations after set-up: 0" in text


def test_perft():
    """perft knows the first numbers of Robotory, divided or not"""
    for depth, leaves in enumerate((1, 42, 1699, 69768, 2785244)):
        assert works("perft", "robotory", "-d", depth) == f"{leaves}\n"
    lines = works("perft", "robotory", "-d", "2", "--divide", "--quiet").splitlines()
    shares = dict(line.split() for line in lines[:-1])
    assert len(shares) == 42 and sum(map(int, shares.values())) == 1699 == int(lines[-1])
    assert shares["+w12"] in ("40", "41", "42")
    over = "robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 0+0 l0"
    assert works("perft", "robotory", "-p", over, "-d", "2") == "0\n"
    assert works("perft", "template", "--seed", "2") == works("perft", "template", "--seed", "2")


if __name__ == "__main__":
    program.main(dict(globals()))
    sys.exit(0)
