#!/usr/bin/env python3
"""Help, man page, versions, languages, exit codes and complaints of every command.

Usage: test_framework.py ROBODROME
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess

import program
from program import ROOT, fails, folder, run, works

LISTED, MORE = works("-h").split("Examples:")[0].split("More:")
COMMANDS = re.findall(r"^  ([a-z-]+) ", LISTED, re.M) + MORE.splitlines()[0].split()
KEEPING = ("backup", "restore", "export", "import", "admin")


def flags_in_help(command):
    return set(re.findall(r"^ {2,6}(?:-[A-Za-z], )?(--[a-z-]+)", works(command, "-h"), re.M))


def man_sections():
    """What the man page says of each command, with its troff marks taken off."""
    page = re.sub(r"\\f[BIR]", "", works("--man")).replace("\\-", "-")
    parts = re.split(r"^\.SS robodrome ([a-z-]+).*$", page.split(".SH FLAGS OF")[0], flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def test_help_fits():
    """help of the program and of every command fits on a screen and has examples"""
    assert len(COMMANDS) >= 11, COMMANDS
    for words in [[]] + [[c] for c in COMMANDS]:
        text = works(*words, "-h")
        assert len(text.splitlines()) <= 24, (words, len(text.splitlines()))
        assert max(map(len, text.splitlines())) <= 80, words
        assert "Examples:" in text, words
        assert text == works(*words, "--help") == works("help", *words)


def test_man_is_current():
    """docs/man/robodrome.1 is what --man prints"""
    assert (ROOT / "docs/man/robodrome.1").read_text() == works("--man"), \
        "renew it: robodrome --man > docs/man/robodrome.1"


def test_man_is_sound():
    """the man page is well-formed troff"""
    if not shutil.which("groff"):
        return
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z"], input=works("--man"), text=True,
                          stderr=subprocess.PIPE, check=True)
    assert done.stderr == "", done.stderr


def test_man_and_help_agree():
    """man page and help name the same commands and flags"""
    sections = man_sections()
    assert list(sections) == COMMANDS, list(sections)
    for command, text in sections.items():
        named = set(re.findall(r"^(?:-[A-Za-z], )?(--[a-z-]+)", text, re.M))
        assert named | {"--help", "--lang"} == flags_in_help(command), command


def example_folder(path):
    """A folder in which the files exist that examples name."""
    shutil.copy(ROOT / "tests/unit/protocol/fake_bot.py", path / "mybot.py")
    (path / "mybot.py").chmod(0o755)
    (path / "robodrome").symlink_to(program.PROGRAM)
    (path / "tests").symlink_to(ROOT / "tests")
    (path / "my.scn").write_text("scenario g\ngame robotory\nrules RY-TURN-1\nasked light turn\n")
    works("sim", "robotory", "-n", "3", "--nodes", "10", "--records", path / "games")


def test_examples_work():
    """every example of the man page works"""
    with folder() as name:
        path = pathlib.Path(name)
        example_folder(path)
        env = {**program.CLEAN, "PATH": f"{path}:{os.environ['PATH']}"}
        lines = re.findall(r"\.nf\n(robodrome .*)\n\.fi", works("--man").replace("\\-", "-"))
        assert len(lines) > 15, lines
        for line in lines:
            if line.split()[1] in ("bot-check", "ladder", "load", "serve", *KEEPING):
                continue  # whole matches at full thinking time, or a server: they have own tests
            shutil.copy(path / "games/000001.rdr", path / "game.rdr")
            done = subprocess.run(["bash", "-c", line], cwd=path, env=env, input="", text=True,
                                  capture_output=True, timeout=120)
            assert done.returncode == 0, (line, done.returncode, done.stderr)


def test_version():
    """--version names the program's version and each game's rules"""
    lines = works("--version").splitlines()
    assert re.fullmatch(r"robodrome \d+\.\d+\.\d+", lines[0]), lines
    assert any(re.fullmatch(r"robotory rules \d+", line) for line in lines[1:]), lines


def test_no_command():
    """without a command: help on stderr, exit status 2"""
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert "Exit status" in done.stderr


def test_unknown_words():
    """a mistyped command, flag, game, bot or rule gets the nearest one suggested"""
    fails(2, "unknown command 'paly'; did you mean 'play'?", "paly")
    fails(2, "unknown command 'xyzzy'", "xyzzy")
    fails(2, "did you mean 'perft'?", "help", "pertf")
    fails(2, "perft: unknown flag --dpeth; did you mean --depth?", "perft", "robotory", "--dpeth")
    fails(2, "unknown flag --qqqqq", "games", "--qqqqq")
    fails(2, "unknown flag -Q", "games", "-Q")
    fails(2, "unknown flag --bogus", "--bogus", "games")
    for command in ("rules", "play", "sim", "bench", "perft"):
        fails(2, "unknown game 'robotori'; did you mean 'robotory'?", command, "robotori")
        fails(2, "unknown game 'chess'", command, "chess")
    fails(2, "did you mean 'mcts'?", "sim", "robotory", "--seat", "2=mtcs")
    fails(2, "did you mean 'RY-MOVE-1'?", "rules", "robotory", "ry-muve-1")


def test_operands_and_values():
    """missing, superfluous and impossible operands and values are named"""
    fails(2, f"expected: {program.PROGRAM} perft GAME", "perft")
    fails(2, "'x' is too much", "perft", "robotory", "x")
    fails(2, "--depth needs a value (N)", "perft", "robotory", "--depth")
    fails(2, "--divide takes no value", "perft", "robotory", "--divide=3")
    for value in ("-1", "abc", "3x", "", "99", "18446744073709551616"):
        fails(2, f"--depth {value}: expected a whole number", "perft", "robotory", f"--depth={value}")
    fails(2, "--what runs: expected sample", "bench", "robotory", "--what", "runs")
    fails(2, "--draw blue: expected ascii or unicode", "play", "robotory", "--draw", "blue")


def test_set_up():
    """impossible variants, seats and positions are named"""
    fails(2, "--set end: expected KEY=VALUE", "perft", "robotory", "--set", "end")
    fails(2, "no setting 'moon'", "perft", "robotory", "--set", "moon=full")
    fails(2, "cannot be 'never'", "perft", "robotory", "--set", "end=never")
    fails(2, "robotory is for 2 players, not 3", "perft", "robotory", "--seats", "3")
    fails(2, "template is for 2 to 4 players, not 8", "perft", "template", "--seats", "8")
    fails(2, "--seats 2 is too few for --seat 3", "sim", "template", "--seats", "2", "-s", "3=random")
    fails(2, "robotory is for 2 players, not 4", "load", "--game", "robotory", "--seats", "4")
    fails(2, "--position, character 1: a position begins with", "perft", "robotory", "-p", "x")
    fails(2, "at most 2 seats", "sim", "robotory", "--seat", "3=random")
    fails(2, "expected N=WHO", "sim", "robotory", "--seat", "random")
    fails(2, "seat 1 is taken already", "sim", "robotory", "-s", "1=random", "-s", "1=mcts")
    fails(2, "'node=5' is not a limit for mcts:node=5", "sim", "robotory", "-s", "1=mcts:node=5")
    fails(2, "a person cannot sit in seat 1", "sim", "robotory", "-s", "1=human")


def test_languages():
    """--lang chooses the language, before and after the command; else the locale; else English"""
    russian, ukrainian = "Игра заканчивается", "Гра закінчується"
    assert russian in works("games", "--lang", "ru")
    assert russian in works("--lang", "ru", "games")
    assert russian in works("games", env={"LANG": "ru_RU.UTF-8"})
    assert ukrainian in works("games", env={"LC_ALL": "uk_UA.UTF-8", "LANG": "ru_RU.UTF-8"})
    assert ukrainian in works("games", "--lang", "uk", env={"LC_ALL": "ru_RU.UTF-8"})
    english = works("games")
    assert english == works("games", env={"LANG": "de_DE.UTF-8"}) == works("games", "--lang", "en")
    fails(2, "the languages are en, ru and uk", "games", "--lang", "xx")


def test_rules():
    """rules are readable in every language, whole, by id and by the beginning of ids"""
    for lang in ("en", "ru", "uk"):
        text = works("rules", "robotory", "--lang", lang)
        assert max(map(len, text.splitlines())) <= 80
        one = works("rules", "robotory", "ry-move-7", "--lang", lang)
        assert one.startswith("RY-MOVE-7  ") and one.strip() in text
    assert works("rules", "robotory", "RY-MOVE").count("RY-MOVE-") >= 7
    assert "decided here" in works("rules", "robotory").split("What the data rests on")[1]


def test_closed_output():
    """a reader who reads no further ends the program by SIGPIPE, without a word"""
    for words in (["rules", "robotory"], ["perft", "robotory", "-q", "-d", "2", "--divide"],
                  ["games"], ["--man"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = run(*words, stdout=writer)
        os.close(writer)
        assert done.returncode == -signal.SIGPIPE, (words, done.returncode)
        assert done.stderr == "", (words, done.stderr)


def test_full_output():
    """output that cannot be written is exit status 3"""
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "w") as full:
        done = run("rules", "robotory", stdout=full)
    assert done.returncode == 3
    assert done.stderr.startswith("robodrome: cannot write the output: "), done.stderr


def test_no_colour_in_files():
    """nothing is coloured when the output is not a terminal"""
    for words in (["games"], ["rules", "robotory"], ["play", "robotory", "--seed", "1"]):
        assert "\033" not in works(*words), words


program.main(dict(globals()))
