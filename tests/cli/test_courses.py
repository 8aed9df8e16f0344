#!/usr/bin/env python3
"""`robodrome courses`: lists, pictures, texts, and faults in custom courses.

Usage: test_courses.py ROBODROME
"""
import re
import xml.dom.minidom

import program
from program import ROOT, fails, folder, run, works

SETS = {"rally2005": 34, "rally2023": 13}


def ids(game):
    return sorted(p.stem for p in (ROOT / "data/courses" / game).glob("*.txt"))


def test_lists():
    """all courses are listed, with their facts in three languages"""
    for game, count in SETS.items():
        assert len(ids(game)) == count
        text = works("courses", game)
        assert re.findall(r"^([a-z-]+)  ", text, re.M) == ids(game)
    everything = works("courses")
    assert all(re.search(rf"^{game}$", everything, re.M) for game in SETS)
    assert "medium, easy, 2–8 players, 3 flags" in everything
    assert "середньої довжини" in works("courses", "rally2023", "--lang", "uk")
    assert "средней длины, простая, игроков: 2–8, 3 флага" in works("courses", "--lang", "ru")


def test_pictures():
    """a course is drawn, and what is not sure about it is said"""
    text = works("courses", "rally2005", "risky-exchange")
    assert "Boards: Exchange, Docking Bay, Side B" in text
    assert all(flag in text for flag in ("F1", "F2", "F3"))
    assert "Reconstructed" not in text
    assert "▲" in works("courses", "rally2005", "option-world", env={"LC_ALL": "C.UTF-8"})
    text = works("courses", "rally2023", "battle-cry")
    assert "Special rules: a reboot costs 3 damage cards" in text
    assert "5 checkpoints" in text and "flag" not in text
    assert "Reconstructed or not known" in text
    for game in SETS:  # special rules are given in words, in every language
        for name in ids(game):
            for lang in ("en", "ru", "uk"):
                told = works("courses", game, name, "--lang", lang).split("\n\n")[0]
                assert not re.search(r"[a-z]+_[a-z]", told), told


def test_svg():
    """every course is well-formed SVG"""
    for game in SETS:
        for name in ids(game):
            drawn = xml.dom.minidom.parseString(works("courses", game, name, "--svg"))
            assert drawn.documentElement.tagName == "svg"
            used = {u.getAttribute("href")[1:] for u in drawn.getElementsByTagName("use")}
            made = {e.getAttribute("id") for e in drawn.getElementsByTagName("*")}
            assert used <= made, used - made


def test_text():
    """the canonical text is that of the file, and reads back"""
    for game in SETS:
        for name in ids(game):
            text = works("courses", game, name, "--text")
            assert text == (ROOT / f"data/courses/{game}/{name}.txt").read_text()
            assert works("courses", game, "-", "--text", text=text) == text


def test_own_courses():
    """a custom course needs no set; a board alone can be drawn"""
    with folder() as place:
        path = f"{place}/mine.txt"
        open(path, "w").write("course mine\npiece chess 90 0,0\npiece chess 0 12,0\nflag 1 3,3\n")
        text = works("courses", "rally2005", path)
        assert "chess and chess are one sheet" in text and "F1" in text
        open(path, "w").write("grid\n e . w\n")
        assert "0 flags" in works("courses", "rally2005", path)
    assert "D8" in works("courses", "rally2005", ROOT / "data/boards/rally2005/dock-b.txt")


def test_play_own_course():
    """a custom course is played from its file; its faults are told with file and line"""
    with folder() as place:
        path = f"{place}/mine.txt"
        course = "course mine\npiece energize 0 3,0\npiece dock-a 0 0,0\nflag 1 12,4\n"
        words = ("play", "rally2023", "--set", f"course=@{path}", "--save", f"{place}/game.rdr")
        open(path, "w").write(course + "token 8,5 E\n")
        assert "F1" in works(*words, text="1\n")
        assert "1 checkpoint\nBoards: Energize, Docking Bay A\n" in works(*words)
        works("verify", f"{place}/game.rdr")  # the record holds the course itself
        open(path, "w").write(course + "token 7,5 E\n")
        fails(2, f"{path}:5: 7,5 is a pit", *words)
        fails(3, "No such file", "play", "rally2023", "--set", f"course=@{place}/none.txt")


def test_told_in_play():
    """a game begins with the name, the special rules and the doubts of its course"""
    told = works("play", "rally2023", "--set", "course=battle-cry").split("\n\n")[0]
    assert told == works("courses", "rally2023", "battle-cry").split("\n\n")[0]


def test_faults():
    """faults are told with file and line; unknown names with the nearest"""
    with folder() as place:
        path = f"{place}/mine.txt"
        for text, line, says in (("", 1, "empty"), ("grid\n . q\n", 2, "unknown cell 'q'"),
                                 ("course c\npiece moon 0 0,0\n", 2, "no board 'moon'"),
                                 ("grid\n . .\nend\nflag 1 5,5\n", 4, "not on the floor")):
            open(path, "w").write(text)
            fails(2, f"{path}:{line}: ", "courses", "rally2005", path)
            fails(2, says, "courses", "rally2005", path)
    fails(2, "did you mean 'dizzy-dash'", "courses", "rally2005", "dizy-dash")
    fails(2, "no courses for 'robotory'", "courses", "robotory")
    fails(3, "No such file", "courses", "rally2005", "./none.txt")


DRAFT = """# a draft
course draft
length short
players 2 3
piece energize 0 3,0
piece dock-a 0 0,0
flag 1 10,9
flag 3 14,4
token 10,7 S
rule no_power_down
"""


def checked(text, *more):
    """The exit status and the lines of `courses rally2023 FILE --check`."""
    done = run("courses", "rally2023", "-", "--check", *more, text=text)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout.splitlines()


def test_check():
    """a course is checked: findings with their lines, errors first, and the exit status"""
    status, lines = checked(DRAFT)
    assert status == 1
    assert lines[0] == "-:8: error: checkpoint 3 is here, but number 2 is missing"
    assert lines[1] == "-:10: error: the game has no rule no_power_down"
    assert "-:9: warning: the token is too near a checkpoint (checkpoint 1); steps: 2" in lines
    assert "-:8: warning: checkpoint 3 is at the edge of the floor" in lines
    severities = [re.match(r"-:(?:\d+:)? (error|warning|note): ", line)[1] for line in lines]
    assert severities == sorted(severities, key=("error", "warning", "note").index)
    good = DRAFT.replace("rule no_power_down\n", "").replace("flag 3 14,4\n", "")
    status, lines = checked(good)
    assert status == 0 and len(lines) == 1 and "-:8: warning: " in lines[0]
    status, lines = checked(good.replace("token 10,7 S", "token 8,5 E"))
    assert status == 0 and lines == ["-: no faults found"]


def test_check_languages():
    """findings are reported in three languages, boards by their names"""
    text = DRAFT.replace("token 10,7 S\n", "")
    assert "-:5: error: Energize has no reboot token; a board has exactly one" in checked(text)[1]
    russian = checked(text, "--lang", "ru")[1]
    assert "-:8: ошибка: есть контрольная точка 3, а номера 2 нет" in russian
    assert any(" предупреждение: контрольная точка 3 стоит у края поля" in x for x in russian)
    assert any(": помилка: на полі «Зарядись!» немає жетона" in x
               for x in checked(text, "--lang", "uk")[1])


def test_check_players():
    """a course is checked for the players that it names, or for as many as are asked for"""
    text = DRAFT.replace("players 2 3\n", "")
    cramped = "one board may be too cramped for six robots"
    assert f"-: note: {cramped}" in checked(text)[1]
    assert f"-: warning: {cramped}" in checked(text, "--players", "6")[1]
    assert cramped not in "".join(checked(text, "--players", "4")[1])
    assert "-: error: the course is not for 6 players" in checked(DRAFT, "--players", "6")[1]
    fails(2, "--players goes with --check", "courses", "rally2023", "rush-hour", "--players", "3")
    fails(2, "--check needs a game", "courses", "--check")
    fails(2, "expected", "courses", "rally2023", "rush-hour", "--check", "--players", "9")
    fails(2, "-:1: ", "courses", "rally2023", "-", "--check", text="nonsense\n")
    fails(2, "-:3: column 9: unknown cell 'q'", "courses", "rally2023", "-", "--check", text="board b\ngrid\n  .  .  q\n")


def test_check_all():
    """no built-in course has an error, and those of 2005 are not held to the advice of 2023"""
    text = works("courses", "rally2023", "--check")
    assert set(re.findall(r"^([a-z-]+):", text, re.M)) == set(ids("rally2023"))
    assert "dangerous-curves:13: note: checkpoint 2 covers a battery" in text
    text = works("courses", "rally2005", "--check")
    assert text == "".join(f"{name}: no faults found\n" for name in ids("rally2005"))
    cut_off = "grid\n D1 . O .\nend\nflag 1 3,0\n"
    done = run("courses", "rally2005", "-", "--check", "--players", "2", text=cut_off)
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["-: error: open starts: 1, but players: 2",
                                        "-:4: error: flag 1 cannot be reached from 1 of 1 open "
                                        "starts"]


if __name__ == "__main__":
    program.main(globals())
