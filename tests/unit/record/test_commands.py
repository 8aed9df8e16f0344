"""robodrome replay and verify: what they say, and how they end.  Prints TAP.

usage: test_commands.py ROBODROME
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

robodrome = sys.argv[1]
number = 0
ENV = {**os.environ, "LC_ALL": "C"}


def run(*args):
    ran = subprocess.run([robodrome, *map(str, args)], capture_output=True, text=True, env=ENV,
                         encoding="utf-8", timeout=60)
    return ran.returncode, ran.stdout, ran.stderr


def test(name, right, *shown):
    global number
    number += 1
    print(f"{'ok' if right else 'not ok'} {number} - {name}")
    if not right:
        for text in shown:
            for line in str(text).splitlines():
                print("#", line)


def changed(path, what, with_what):
    copy = path.with_name("changed.rdr")
    text = path.read_text(encoding="utf-8")
    assert what in text, what
    copy.write_text(text.replace(what, with_what, 1), encoding="utf-8")
    return copy


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def relinked(path):
    """With a chain that is right again, so that what lies behind it is reached."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for i in range(1, len(lines)):
        lines[i] = re.sub(r'"prev":"\w+"', f'"prev":"{digest(lines[i - 1])}"', lines[i])
        head, found, _ = lines[i].partition(',"sum":')
        if found:
            lines[i] = f'{head},"sum":"{digest(head)}"}}\n'
    path.write_text("".join(lines), encoding="utf-8")
    return path


with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    status, out, err = run("sim", "robotory", "--games", 2, "--seat", "1=random", "--records", folder)
    one, two = sorted(folder.glob("*.rdr"))
    test("sim keeps records", status == 0, err)

    status, out, err = run("verify", one, two)
    test("verify praises good records", status == 0 and "2 good, 0 bad" in out and not err, out, err)
    status, out, err = run("verify", "-q", one)
    test("verify -q says nothing of them", (status, out, err) == (0, "", ""), out, err)

    bad = changed(one, '"n":5', '"n":6')
    status, out, err = run("verify", bad, two)
    test("a damaged record is named with its line",
         status == 2 and err.startswith(f"robodrome: {bad}:7: the line before this one") and
         "1 good, 1 bad" in out, out, err)
    bad = relinked(bad)
    status, out, err = run("verify", bad)
    test("and so is one whose chain was fixed",
         status == 2 and err.startswith(f"robodrome: {bad}:6: "), out, err)
    fifth = next(line for line in one.read_text(encoding="utf-8").splitlines() if '"n":5' in line)
    bad = relinked(changed(one, json.loads(fifth)["hash"], "0123456789abcdef"))
    status, out, err = run("verify", bad)
    test("the first differing line is named",
         status == 1 and f"{bad}:6: line 5 is the first that differs" in err, out, err)
    status, out, err = run("replay", bad)
    test("replay names it too", status == 1 and "line 5" in err and not out, out, err)
    status, out, err = run("verify", folder / "none.rdr", one)
    test("a missing file is the machine's fault", status == 3 and "cannot open" in err, out, err)
    bad.write_bytes(one.read_bytes()[:700])
    status, out, err = run("replay", bad)
    test("a cut file is said to be cut", status == 2 and "cut off" in err, out, err)

    length = one.read_text(encoding="utf-8").count('"n":')
    status, out, err = run("replay", one)
    test("replay tells every action", status == 0 and f"\n{length}. " in out and
         f"over after {length} actions" in out and "place 1, " in out, out, err)
    for lang, word in ("ru", "Игра окончена"), ("uk", "Гру завершено"):
        status, out, err = run("replay", one, "--lang", lang)
        test(f"replay speaks {lang}", status == 0 and word in out, out, err)
    status, out, err = run("replay", one, "--at", 3)
    test("replay --at shows a point", status == 0 and out.splitlines()[-1].startswith("robotory/1 ")
         and "After 3 actions" in out, out, err)
    status, out, err = run("replay", one, "--boards")
    test("replay --boards draws them all", status == 0 and out.count("[R]") == length + 1, out, err)
    status, out, err = run("replay", one, "--export", "text")
    test("replay --export text", status == 0 and '[Game "robotory"]' in out and "\n1. " in out, out)
    status, out, err = run("replay", one, "--export", "view", "--as", 2)
    lines = [json.loads(line) for line in out.splitlines()]
    test("replay --export view", status == 0 and lines[0]["view"] == 1 and "key" not in lines[0]
         and len(lines) == length + 3, out)
    status, out, err = run("replay", one, "--export", "record")
    test("a record exported is the same record", out == one.read_text(encoding="utf-8"), out, err)
    status, out, err = run("replay", one, "--at", 4, "--export", "record")
    cut = folder / "cut.rdr"
    cut.write_text(out, encoding="utf-8")
    status, out, err = run("verify", cut)
    test("and can be cut to be played on", status == 0 and "4 actions, not over" in out, out, err)
    status, full, err = run("replay", one, "--export", "full")
    watched = folder / "full.rdr"
    watched.write_text(full, encoding="utf-8")
    status, out, err = run("verify", watched)
    test("a full record is a record", status == 0 and "over" in out, out, err)
    watched = relinked(changed(watched, '"rules":1', '"rules":999'))
    status, out, err = run("replay", watched)
    test("other rules are not replayed", status == 2 and "rules version 999" in err and
         "watched" in err and not out, out, err)
    status, out, err = run("replay", watched, "--export", "seen", "--as", 2)
    lines = [json.loads(line) for line in out.splitlines()]
    test("but can be watched", status == 0 and lines[0]["game"] == "robotory" and
         lines[-1]["event"] == "end" and len(lines) > length, out[-300:], err)
    status, out, err = run("replay", one, "--export", "seen")
    test("unless nothing seen is stored", status == 2 and "not stored" in err, out, err)
    old = folder / "old.rdr"
    old.write_text('{"date":"2025-01-31T12:00:00Z","engine":"0.1.0","format":"robodrome/1"}\n')
    status, out, err = run("verify", old)
    test("an old record is said to be old", status == 2 and "robodrome/1" in err, out, err)
    for args in (("--at", length + 1), ("--as", 3), ("--as", "x"), ("--export", "pgn")):
        status, out, err = run("replay", one, *args)
        test(f"replay {args[0]} {args[1]} is refused", status == 2 and err.startswith("robodrome: ")
             and not out, status, out, err)

    hidden = folder / "hidden"
    hidden.mkdir()
    status, out, err = run("sim", "template", "--games", 1, "--seat", "1=random", "--records", hidden)
    game = next(hidden.glob("*.rdr"), None)
    test("the template's games are kept too", status == 0 and game, out, err)
    if game:
        _, everything, _ = run("replay", game)
        _, own, _ = run("replay", game, "--as", 1)
        _, others, _ = run("replay", game, "--as", "spectator")
        test("a seat is told less than all, a spectator least",
             len(everything) > len(own) > len(others) and "answers." in own and
             "answers." not in everything, own)
print(f"1..{number}")
