#!/usr/bin/env python3
"""`robodrome setup`: what it prints is documented field by field, and what it refuses.

Usage: test_setup.py ROBODROME
"""
import json
import re

import program
from program import ROOT, fails, folder, games, works

GUIDE = (ROOT / "docs/fields/setup.md").read_text(encoding="utf-8")
# Objects whose keys are not fields but ids: of settings, parts of the data, languages, cards.
KEYED = {"settings", "confidence", "name", "cards", "damage_cards"}


def fields(value, named="", keyed=False):
    """Every field name in it."""
    if isinstance(value, list):
        return {f for item in value for f in fields(item, named)}
    if not isinstance(value, dict):
        return set()
    found = set() if keyed else set(value)
    return found.union(*(fields(v, k, k in KEYED) for k, v in value.items()))


def documented():
    """Every name in backticks; `gears.left` is two."""
    return {name for text in re.findall(r"`([^`]+)`", GUIDE) for name in re.split(r"[.,\s]+", text)}


def courses(game):
    return sorted(p.stem for p in (ROOT / "data/courses" / game).glob("*.txt"))


def test_every_field_is_documented():
    """every field that any game or course prints is in docs/fields/setup.md"""
    known = documented()
    told = [works("setup", game, "--seats", seats) for game, seats in games().items()
            if game != "template"]
    told.append(works("setup", "transmissions", "--seats", "1"))
    for game in ("rally2005", "rally2023"):
        for course in courses(game):
            seats = max(map(int, re.search(r"^players (.*)$", (
                ROOT / f"data/courses/{game}/{course}.txt").read_text(encoding="utf-8"),
                re.M)[1].split()))
            told.append(works("setup", game, "--seats", seats, "--set", f"course={course}"))
    for text in told:
        unknown = fields(json.loads(text)) - known
        assert not unknown, unknown


def test_an_own_course():
    """a custom course comes from its file, and its text is among the settings"""
    text = ("board own\ngrid\n  D1  .  .\n  D2  s  O\n  .   .  .\nend\n"
            "piece own 0 0,0\nflag 1 2,2\n")
    with folder() as where:
        with open(f"{where}/own.txt", "w", encoding="utf-8") as file:
            file.write(text)
        told = json.loads(works("setup", "rally2005", "--set", f"course=@{where}/own.txt"))
    assert told["settings"]["course"] == text
    assert told["course"]["id"] == "" and told["floor"]["pits"] == [[2, 1]]
    assert told["floor"]["belts"] == [
        {"cell": [1, 1], "dir": "south", "speed": 1, "from": ["north"]}]


def test_refusals():
    """unknown games, seats and courses are refused in one line"""
    fails(2, "did you mean 'robotory'", "setup", "robotori")
    fails(2, "robotory is for 2 players, not 3", "setup", "robotory", "--seats", "3")
    fails(2, "nowhere", "setup", "rally2005", "--set", "course=nowhere")
    fails(2, "GAME", "setup")


if __name__ == "__main__":
    program.main(globals())
