#!/usr/bin/env python3
"""`robodrome courses`: lists, pictures, texts, and faults in courses of one's own.

Usage: test_courses.py ROBODROME
"""
import re
import xml.dom.minidom

import program
from program import ROOT, fails, folder, works

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
    assert "Special rules: reboot_damage 3" in text
    assert "Reconstructed or not known" in text


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
    """a course of one's own needs no set; a board alone can be drawn"""
    with folder() as place:
        path = f"{place}/mine.txt"
        open(path, "w").write("course mine\npiece chess 90 0,0\npiece chess 0 12,0\nflag 1 3,3\n")
        text = works("courses", "rally2005", path)
        assert "chess and chess are one sheet" in text and "F1" in text
        open(path, "w").write("grid\n e . w\n")
        assert "0 flags" in works("courses", "rally2005", path)
    assert "D8" in works("courses", "rally2005", ROOT / "data/boards/rally2005/dock-b.txt")


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


if __name__ == "__main__":
    program.main(globals())
