#!/usr/bin/env python3
"""The command `robodrome scenario` from outside, and what its documents promise.  Prints TAP.

Usage: check_command.py ROBODROME SOURCE-ROOT
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
GOOD = "scenario g\ngame robotory\nrules RY-TURN-1\nasked light turn\n"
tests = []


def test(function):
    tests.append(function)
    return function


def scenario(*arguments, text=None):
    return subprocess.run([PROGRAM, "scenario", *map(str, arguments)], input=text,
                          capture_output=True, text=True, timeout=60)


def same(got, want):
    assert got == want, f"{got!r} instead of {want!r}"


@test
def passing_scenarios_end_with_0():
    run = scenario("-", text=GOOD)
    same((run.returncode, run.stdout, run.stderr), (0, "1 passed, 0 failed\n", ""))


@test
def a_difference_ends_with_1_and_names_its_place():
    run = scenario("-", text=GOOD + "scenario h\ngame robotory\nasked dark\n")
    same((run.returncode, run.stdout), (1, "1 passed, 1 failed\n"))
    same(run.stderr, "robodrome: (input):7: h (robotory): expected asked dark, but asked is light "
                     "turn\n")


@test
def a_wrong_file_ends_with_2_and_names_every_flaw():
    run = scenario("-", text=GOOD + "hop\nover now\n")
    same((run.returncode, run.stdout), (2, "0 passed, 1 failed\n"))
    same(run.stderr, "robodrome: (input):5: column 1: 'hop' is not a statement\n"
                     "robodrome: (input):6: column 6: nothing may follow 'over'\n")


@test
def an_unsound_scenario_ends_with_2():
    run = scenario("-", text=GOOD + "expect lamp = on\n")
    same(run.returncode, 2)
    assert "there is no 'lamp'" in run.stderr, run.stderr


@test
def a_file_that_cannot_be_read_ends_with_3():
    run = scenario("no/such.scn")
    same(run.returncode, 3)
    same(run.stderr, "robodrome: no/such.scn: cannot open: No such file or directory\n")


@test
def folders_are_searched_by_name():
    with tempfile.TemporaryDirectory() as folder:
        same(scenario(folder).returncode, 2)
        below = pathlib.Path(folder, "b")
        below.mkdir()
        (below / "x.scn").write_text(GOOD.replace("g\n", "x\n", 1))
        pathlib.Path(folder, "a.scn").write_text(GOOD)
        pathlib.Path(folder, "c.txt").write_text("no scenario")
        run = scenario("--list", folder)
        same(run.stdout.replace(folder, "F"), "F/a.scn:1: g (robotory) RY-TURN-1\n"
                                              "F/b/x.scn:1: x (robotory) RY-TURN-1\n")
        same(scenario(folder).stdout, "2 passed, 0 failed\n")


@test
def scenarios_can_be_chosen():
    text = GOOD + "scenario other\ngame robotory\nrules RY-TURN-2\nover\n"
    same(scenario("-f", "g", "-", text=text).stdout, "1 passed, 0 failed\n")
    same(scenario("--rule", "RY-TURN-2", "-", text=text).stdout, "0 passed, 1 failed\n")
    run = scenario("-f", "neither", "-", text=text)
    same((run.returncode, run.stderr), (2, "robodrome: scenario: no scenario fits\n"))


@test
def a_scenario_that_expects_nothing_fails_only_when_strict():
    text = "scenario t\ngame robotory\ndo +w0\n"
    run = scenario("-", text=text)
    same((run.returncode, run.stdout), (0, "1 without expectations\n0 passed, 0 failed\n"))
    run = scenario("--strict", "-", text=text)
    same((run.returncode, run.stdout), (1, "1 without expectations\n0 passed, 1 failed\n"))
    same(run.stderr, "robodrome: (input):1: t (robotory): nothing is expected\n")


@test
def results_are_json_on_demand():
    run = scenario("--json", "-", text=GOOD + "scenario h\ngame robotory\nover\n")
    good, bad = map(json.loads, run.stdout.splitlines())
    same(good, {"file": "(input)", "line": 1, "scenario": "g", "game": "robotory",
                "rules": ["RY-TURN-1"], "result": "passed"})
    same((bad["result"], bad["difference"]["line"]), ("failed", 7))
    same(run.stderr.splitlines()[-1], "1 passed, 1 failed")


@test
def results_are_tap_on_demand():
    run = scenario("--tap", "-", text=GOOD + "scenario h\ngame robotory\nover\n")
    same(run.stdout, "ok 1 - (input):1 g\nnot ok 2 - (input):5 h\n1..2\n")


@test
def events_are_traced_where_they_are_asked_for():
    text = "scenario t\ngame robotory\ndo +w0\n"
    traced = {flag: [json.loads(line) for line in scenario(flag, "-", text=text).stdout.splitlines()]
              for flag in ("--trace", "--events")}
    told = [line["event"] for line in traced["--events"] if line["at"] == "event"]
    assert "placed" in told and len(traced["--events"]) > len(traced["--trace"]), told


COURSE = """game rally2005 first=0

set course
# at the margin
  board hall
  grid
    .  .  .  .
    .  Q  .  .
    D1 .  D2 .
  end
  flag 1 0,0

scenario a fault inside the course is named where it stands
rules R05-STEP-1
expect round = 1
"""


@test
def faults_of_a_course_have_its_line():
    run = scenario("-", text=COURSE)
    assert ":8:" in run.stderr and "unknown cell 'Q'" in run.stderr, run.stderr


@test
def misspelt_words_are_named():
    for game, robot, line in (("rally2005", "twonky", "options brakez"), ("rally2023", "smashbot", "upgrades brakez")):
        run = scenario("-", text=f"scenario t\ngame {game} first=0\nposition\n  {robot} {line}\nexpect round = 1\n")
        assert ":4:" in run.stderr and "'brakez'" in run.stderr, run.stderr


@test
def a_trace_needs_no_expectation():
    run = scenario("--trace", "-", text="scenario t\ngame robotory\ndo +w0\n")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    same([line["at"] for line in lines], ["start", "event", "do"])
    same(lines[2]["state"]["discs"]["white"], [0])


@test
def nobody_needs_to_read_it_all():
    long = "".join(GOOD.replace("g\n", f"g{i}\n", 1) for i in range(5000))
    run = subprocess.run(f"'{PROGRAM}' scenario --trace - | head -n 1", shell=True, input=long,
                         capture_output=True, text=True, timeout=60)
    same((len(run.stdout.splitlines()), run.stderr), (1, ""))


@test
def the_examples_of_the_guide_pass():
    text = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?m)(?:^(?: {4}.*)?\n)+", text)
    examples = [textwrap.dedent(block) for block in blocks if re.search("(?m)^    scenario ", block)
                and "robodrome scenario" not in block]
    assert len(examples) >= 2, "the guide has lost its examples"
    for example in examples:
        run = scenario("--strict", "-", text=example)
        assert run.returncode == 0, f"{example}\n{run.stderr}"


def names_in(value):
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


ALWAYS = {"file", "scenario", "game", "line", "at", "event", "beat", "rule", "state"}


@test
def every_field_and_event_is_documented():
    documented = {path.stem: set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))
                  for path in (ROOT / "docs/fields").glob("*.md")}
    lines = scenario("--trace", ROOT / "tests/scenarios").stdout.splitlines()
    assert lines, "no scenarios"
    for moment in map(json.loads, lines):
        names = set(names_in(moment["state"])) | {q["ask"] for q in moment.get("asked", [])}
        if moment["at"] == "event":
            names |= {moment["event"], *(moment.keys() - ALWAYS)}
        missing = names - documented[moment["game"]]
        assert not missing, f"docs/fields/{moment['game']}.md lacks {missing}"


def main():
    failed = 0
    for number, function in enumerate(tests, 1):
        try:
            function()
            print(f"ok {number} - {function.__name__}")
        except (AssertionError, OSError, ValueError, subprocess.TimeoutExpired) as why:
            failed += 1
            print(f"not ok {number} - {function.__name__}")
            print(textwrap.indent(str(why), "# "))
    print(f"1..{len(tests)}")
    return 1 if failed else 0


sys.exit(main())
