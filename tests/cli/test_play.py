#!/usr/bin/env python3
"""`robodrome play` from the outside: whole games by menu, words, files, secrets and bad players.

Usage: test_play.py ROBODROME
"""
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import shutil
import signal
import stat
import struct
import subprocess
import sys
import termios

import program
from program import FAKE_BOT, fails, folder, run, works

POSITION = "robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+10 l0"


class Dialogue:
    """A game under way: reads up to each prompt and answers it."""

    def __init__(self, *arguments, env=None):
        self.process = subprocess.Popen([program.PROGRAM, "play", *arguments], text=True, bufsize=0,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, encoding="utf-8",
                                        env={**program.CLEAN, **(env or {})})
        self.text = ""

    def until_prompt(self):
        """What is printed up to the next prompt; None at the end."""
        part = b""
        while not part.endswith(b"\n> "):
            byte = os.read(self.process.stdout.fileno(), 1)
            if not byte:
                self.text += part.decode()
                return None
            part += byte
        self.text += part.decode()
        return part.decode()

    def say(self, line):
        os.write(self.process.stdin.fileno(), line.encode() + b"\n")

    def end(self):
        rest = self.process.stdout.read()
        self.text += rest
        errors = self.process.stderr.read()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        return self.process.wait(60), errors


def labels(text):
    """The choices of the last menu in the text."""
    found = []
    for line in reversed(text.splitlines()[:-1]):
        if re.match(r" {5,}[^\s\d]", line):  # the rest of a long option
            continue
        if not re.match(r" +(\d+|\.)\) ", line):
            break
        found += re.findall(r"(?:^|  )\s*(\d+|\.)\) ", line)
    return found


def play_to_the_end(*arguments, seed=1):
    chance = random.Random(seed)
    game = Dialogue(*arguments)
    while (text := game.until_prompt()) is not None:
        choices = labels(text)
        assert choices, text
        game.say(chance.choice(choices))
    status, errors = game.end()
    assert (status, errors) == (0, ""), (status, errors)
    return game.text


def test_whole_games():
    """a game is played to its end by menus alone, in every language"""
    ends = {"en": r"You win!|random wins\.", "ru": r"Вы выиграли!|Побеждает random\.",
            "uk": r"Ви виграли!|Перемагає random\."}
    for lang, end in ends.items():
        text = play_to_the_end("robotory", "-s", "2=random", "--seed", "7", "--lang", lang)
        assert re.search(end, text), text[-500:]
        assert max(map(len, text.splitlines())) <= 80
        assert not re.search(r"\b(robotory|cli)\.[a-z]+\.", text), "an untranslated key"


def test_whole_game_with_secrets():
    """a game with hidden hands, simultaneous answers and several picks ends too"""
    for lang in ("en", "ru", "uk"):
        text = play_to_the_end("template", "--seats", "3", "-s", "2=random", "-s", "3=random",
                               "--seed", "3", "--lang", lang)
        assert re.search(r"^1\. ", text, re.M), text[-500:]


def test_whole_games_of_all():
    """every game can be played to its end by menus alone"""
    for game, seats in program.games().items():
        bots = [w for n in range(2, seats + 1) for w in ("-s", f"{n}=random")]
        text = play_to_the_end(game, "--seats", str(seats), *bots, "--seed", "2")
        assert re.search(r"^1\. ", text, re.M), (game, text[-500:])


def test_alone():
    """a player alone is told at the end who has won, in points of the game"""
    text = works("play", "transmissions", "--seats", "1", "-s", "1=greedy", "--seed", "3")
    assert re.fullmatch(r"Harvey wins with [0-9½]+ points\.", text.splitlines()[-1]), text[-300:]


def test_bots_alone():
    """without people the game plays itself"""
    text = works("play", "robotory", "-s", "1=random", "-s", "2=random", "--seed", "3")
    assert re.search(r"^random [12] wins\.$", text, re.M), text[-300:]


def test_seed_repeats():
    """the same seed and the same input give the same game"""
    words = ("play", "robotory", "--seed", "11", "-s", "2=mcts:nodes=50")
    script = "1 0\n1 1\n3\n"
    def played(*words):
        return re.sub(r"\S+\.rdr", "FILE", works(*words, text=script))
    assert played(*words) == played(*words)
    assert played(*words) != played("play", "robotory", "--seed", "12", *words[4:])


def test_action_as_a_whole():
    """an action can be typed as the log writes it"""
    text = works("play", "robotory", "-p", POSITION, "-s", "2=random", text="+w12\n")
    assert "+w12        Light places a white disc on hex 12." in text
    text = works("play", "robotory", "-p", POSITION, "-s", "2=random", text="1 12\n")
    assert "+w12        Light places a white disc on hex 12." in text


def test_labels_stay():
    """a card keeps its number while others are laid"""
    text = works("play", "template", "--seed", "5", "-s", "2=random", text="1\n")
    menu = text.split("> 1\n")[1].split(">")[0]
    assert sorted(labels(menu + ">")) == [".", "2", "3"], menu
    text = works("play", "template", "--seed", "5", "-s", "2=random", text="1 3\n")
    assert "has laid" in text or "lays" in text, text


def test_refused():
    """what is illegal is refused with its rule, what is unreadable with help"""
    text = works("play", "robotory", "-p", POSITION, text="R14\nhello\n99\n")
    assert "Rule RY-MOVE-1 does not allow this: To a neighbouring disc." in text
    assert text.count("I do not understand") == 2
    assert "places" not in text
    text = works("play", "robotory", "-p", POSITION, "--lang", "uk", text="R14\n")
    assert "RY-MOVE-1" in text and "does not" not in text


def test_undo():
    """undo goes back to their own last answer, and says when there is none"""
    words = ("play", "robotory", "-p", POSITION, "-s", "2=random")
    text = works(*words, text="undo\n+w12\nu\np\n")
    assert "There is nothing that can be taken back." in text
    assert f"\n{POSITION}\n" in text, text[-900:]
    text = works("play", "robotory", "-p", POSITION, "-s", "2=human", text="+w12\nundo\np\n")
    assert f"\n{POSITION}\n" in text, text[-900:]


def test_hint():
    """hint names an action and goes on in words"""
    near_end = "robotory/1 3/4/1WB2/3R1/4/3 0+4 2+0 1+0 d0"
    text = works("play", "robotory", "-p", near_end, "-s", "1=random", "-s", "2=human", text="hint\n")
    said = text.split("hint\n", 1)[1]
    assert re.search(r"^[+=WBR]\S+ +Dark ", said, re.M), said
    assert re.search(r"^ +\((wins|holds out|looked) .*\)$", said, re.M), said


def test_words():
    """the other words work, in the player's language and in English"""
    words = ("play", "robotory", "-p", POSITION, "-s", "2=random", "--seed", "1")
    text = works(*words, text="h\n?\nlog\nboard\nrules\nrules ry-win-1\nsave\nload\nquit\n")
    assert text.count("this help") == 2
    assert "The winner" in text and "RY-SETUP-1" in text
    assert text.count("Which file?") == 2
    assert text.count("Light to play") == 2
    text = works(*words, "--lang", "ru", text="справка\nпозиция\nвыход\n")
    assert "эта справка" in text and POSITION in text and "Партия не окончена." in text
    assert "RY-SETUP-1" in text and "конвейер" not in text
    for game, rule, sign in (("rally2005", "R05-SETUP-1", "R1 R2"), ("rally2023", "R23-SETUP-1", "T>")):
        text = works("play", game, "--draw", "ascii", text="h\n")
        said = text.split("> h\n", 1)[1]
        assert rule in said and f"\n  {sign}  " in said, said


def test_beginnings():
    """an answer that is only begun is asked for to its end"""
    words = ("play", "transmissions", "--seats", "2", "--set", "first=0", "-s", "2=random")
    text = works(*words, text="place blue\n1\n")
    assert "does not allow" not in text and "do not understand" not in text, text
    assert re.search(r"Player 1 places “[^”]+”\s+\(blue\s+robot\)", text), text
    text = works(*words, "--set", "robots=choose", text="0\n3\n13\n6\n9\n.\n")
    assert "The robots are on cells 0, 3, 6 and 9." in text, text


def test_sets():
    """the members of a set can be picked in any order, and each as the first one"""
    golden = (program.ROOT / "tests/golden/transmissions-4.txt").read_text()
    position = re.findall(r"^state (.*)$", golden.split("answer 1 discard W W Y")[0], re.M)[-1]
    words = ("play", "transmissions", "--seats", "4", "-s", "1=random", "-s", "2=human:Bo",
             "-s", "3=random", "-s", "4=random", "-p", position)
    text = works(*words, text="4\nu\n4\n1\n2\n.\n")
    first = text.split("> 4\n")[0]
    assert labels(first + "> 4\n") == ["1", "2", "3", "4"], first
    assert "So far 2 of 3: green engram, white engram" in text, text
    assert re.search(r"^discard W Y G", text, re.M), text


def position_of(scenario):
    """The position in which the story ends."""
    return json.loads(works("scenario", "--trace", "-", text=scenario).splitlines()[-1])["position"]


def test_sets_with_equal_members():
    """a card that is there twice is a member like the others, and so is what comes before it"""
    hall = ["board hall", "grid", *("  .  .  .  ." for _ in range(3)), "  D1 D2 .  .", "end", "flag 1 3,0",
            "token 3,3 W"]
    course = "".join(f"  {line}\n" for line in hall)
    position = position_of(f"""game rally2023 first=0
set course
{course}scenario cards for Memory Cards
position
  smashbot 1,1 north upgrades memory_cards hand move1 move2 move2 rotate_left rotate_left rotate_right u_turn power_up
  hulk 3,2 south down
do smashbot: move1 rotate_left rotate_left rotate_right power_up
""")
    with folder() as here:
        place = pathlib.Path(here, "hall.txt")
        place.write_text("\n".join(hall) + "\n")
        text = works("play", "rally2023", "--set", "first=0", "--set", f"course=@{place}", "-s", "2=random",
                     "-p", position, text="2\n1\n1\n.\n")
    assert "So far: U-Turn, Move 2\n" in text and "So far: Move 2, Move 2, U-Turn\n" in text, text
    assert re.search(r"^move2 move2 u_turn", text, re.M), text


def test_later():
    """upgrades are not offered before the register that was named; the word alone ends that"""
    hall = ["board hall", "grid", *("  .  .  .  ." for _ in range(3)), "  D1 D2 .  .", "end", "flag 1 3,0",
            "token 3,3 W"]
    course = "".join(f"  {line}\n" for line in hall)
    turns = "rotate_left rotate_right rotate_left rotate_right rotate_left"
    position = position_of(f"""game rally2023 first=0
set course
{course}scenario an upgrade for any time
position
  smashbot 1,1 north energy 1 upgrades recharge hand {turns}
  hulk 3,2 south down
do smashbot: {turns}
""")
    with folder() as here:
        place = pathlib.Path(here, "hall.txt")
        place.write_text("\n".join(hall) + "\n")
        game = ("play", "rally2023", "--set", "first=0", "--set", f"course=@{place}", "-s", "2=random", "-p", position)
        text = works(*game, text="later 1\nlater 6\nlater 3\nlater\nno\n")
        own = works(*game, "--lang", "uk", text="пізніше 5\n")
    assert text.count("as in \"later 3\"") == 2, text
    asked = re.findall(r"register (\d), before the cards are revealed: use an upgrade", text)
    assert asked == ["1", "3", "4"], text
    assert "Until register 3 of each round the answer to this is: no." in text, text
    assert "You are asked every time again." in text, text
    assert "До регістра 5 кожного раунду відповідь на це запитання: ні." in own, own


def test_long_options():
    """an option that is longer than a line goes on below itself"""
    position = position_of("""game transmissions first=0
seats 2
scenario two cards with long words
position
  robots 11 3 5 0
  player 0 hand yellow blue green
  forest L12 L18
do 0: play yellow
do 0: go 12
do 0: act deck+deck
""")
    for lang in ("en", "ru", "uk"):
        text = works("play", "transmissions", "--seats", "2", "-s", "2=random", "--lang", lang, "-p", position,
                     text="")
        assert re.search(r"^  2\) .*\n     \S", text, re.M), text
        assert max(map(len, text.splitlines())) <= 80, text


SHOP = """game transmissions first=0
seats 2
scenario two socks in the shop, and an idea for the way
position
  robots 0 7 8 10
  player 0 has W2 Y2 B2 G2 E9
  player 0 yellow F2
  shop A1:E1 A2:F1 A3:E2 A4:E4
do 0: play yellow
"""


def test_tiles_in_words():
    """a tile is called by what it does and costs, two with the same words by their place in the shop"""
    game = ("play", "transmissions", "--seats", "2", "-s", "2=random", "-p", position_of(SHOP + "do 0: go 2\n"))
    text = works(*game, text="2\n1\nh\n")
    assert "F2: move counter-clockwise" in text.split("> h\n")[1], text
    text = text.split("> h\n")[0]
    assert "shop 1: sock (1/5/8 points each) for white, blue, 4 electricity" in text, text
    assert "shop 2: sock (1/5/8 points each) for yellow, green, 3 electricity" in text, text
    said = text[text.index("Player 1: "):]
    assert not re.search(r"\b[A-HSXZL][0-9]+ ", said), said
    ideas = works(*game[:-1], position_of(SHOP.replace("robots 0", "robots 5") + "do 0: go 6\n"), text="2\n")
    assert "“1 cell further” for 0 electricity and a white or yellow engram" in ideas.replace("\n     ", " "), ideas


def test_numbers_by_kind():
    """a cell is chosen by its number, also where other choices have none of their own"""
    position = position_of(SHOP.replace("robots 0", "robots 3"))
    text = works("play", "transmissions", "--seats", "2", "-s", "2=random", "-p", position, text="5\n")
    menu = text.split("\n> ")[0].rsplit("\n\n", 1)[1]
    assert re.search(r"^  4\) cell 4 ", menu, re.M) and re.search(r"\b1\) idea “move counter-clockwise”", menu), menu
    assert re.search(r"^go 5 ", text, re.M), text


def test_steps():
    """undo takes back the last pick, the fifth card asks, and every step of a robot is told"""
    words = ("play", "rally2005", "--set", "course=dizzy-dash", "-s", "2=random", "--seed", "3")
    text = works(*words, "--pace", "enter", text="1\n2\nu\n3\n4 5\n6\nu\n7\n\n\n\na\n")
    assert re.search(r"be the first robot.*Type h", text.split("\n> ")[0], re.S), text
    assert "So far: U-Turn (20), Rotate Left (110)\n" in text
    sent = text.split("u takes the last choice back)\n> \n")
    assert len(sent) == 2 and sent[1].startswith("20 460 550 650 760 Twonky is programmed."), text
    assert text.count("that is all: send it") == 2
    told = sent[1]
    assert "Twonky now faces south." in told and "Twonky goes from 6,15 to 6,14." in told
    assert told.count("Enter goes on;") == 3, told
    for register in (1, 2, 3):  # each with the board as it was then
        assert f"Register {register} is over.\n\n       0 " in told, told
        assert f"Round 1, register {register}\n" in told, told
    assert "Enter goes on;" not in works(*words, text="1 2 3 4 5\n")
    for leave in ("q", "quit"):  # also between two registers
        text = works(*words, "--pace", "enter", text=f"1 2 3 4 5\n\n{leave}\n")
        assert text.count("put cards into the free registers") == 1 and "The game is not over." in text, text
    text = works(*words, text="hint\n")
    assert re.search(r"\n  [A-Z][^\n]*\(\d+\), ", text.split("> hint")[1]), text
    fails(2, "--pace x: expected", *words, "--pace", "x")


def test_letters():
    """a letter is a word of play even where a game could read it as a colour; !b is the answer"""
    words = ("play", "transmissions", "--seats", "2", "--set", "first=0", "-s", "2=random")
    text = works(*words, text="1 1\nb\ng\n")
    assert text.count("Player 1: play a movement card.") == 2, text
    assert text.count("The robots are on cells") == 2, text
    assert "does not allow" not in text, text
    assert "does not allow" in works(*words, text="1 1\n!b\n")


def test_time():
    """the rulebook's timer runs for a person alone, from the question on"""
    words = ("play", "rally2023", "--set", "timer=120", "--set", "upgrades=no", "--seed", "3")
    text = works(*words, text="1\n1\n")
    assert re.search(r"shut down\.\nTime left: 1[12]\d seconds\.\n", text), text[-900:]
    assert "Time left" not in works(*words, "-s", "2=human", text="\n1\n\n1\n\n")
    assert "Time left" not in works("play", "rally2023", "--set", "upgrades=no", text="1\n1\n")


def test_end_of_input():
    """the end of the input ends politely and says how to go on, also where no file can be kept"""
    text = works("play", "robotory", "-s", "2=random", text="+w12\n",
                 env={"XDG_DATA_HOME": "", "HOME": ""})
    again = re.search(r"robodrome play robotory --position '(.*)'", text).group(1)
    assert again in works("play", "robotory", "-p", again, text="p\n")


def end_game(home, how, *arguments):
    """Answers twice, asks for the position and ends the game in that way; the position, the text."""
    game = Dialogue(*arguments, env={"XDG_DATA_HOME": home})
    for line in ("1 0", "p"):
        game.until_prompt()
        game.say(line)
    said = game.until_prompt()
    if how == "q":
        game.say("q")
    elif how == "end":
        game.process.stdin.close()
    else:
        game.process.send_signal(how)
    status, errors = game.end()
    assert (status, errors) == (0 if isinstance(how, str) else -how, ""), (how, status, errors)
    return re.search(r"^robotory/1 .*$", said, re.M).group(0), game.text


def test_no_game_is_lost():
    """however a game is left, --resume goes on with it, and what was left is named"""
    words = ("robotory", "-s", "1=human:Anna", "-s", "2=random", "--seed", "7")
    for how in ("q", "end", signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        with folder() as home:
            position, text = end_game(home, how, *words)
            file, = pathlib.Path(home).glob("robodrome/play/robotory-*.rdr")
            if how != signal.SIGKILL:
                assert f"{program.PROGRAM} play --resume\n" in text and str(file) in "".join(
                    text.split()), text[-400:]
            before = file.read_text()
            again = works("play", "--resume", text="p\n1 1\nq\n", env={"XDG_DATA_HOME": home})
            assert f"\n{position}\n" in again, (how, again)
            works("verify", file)
            after = file.read_text()
            assert after.startswith(before) and len(after) > len(before), (how, before, after)
            assert '"names":["Anna","random"]' in after
            assert list(file.parent.iterdir()) == [file]
    with folder() as home:
        env = {"XDG_DATA_HOME": home}
        fails(2, "no unfinished game", "play", "--resume", env=env)
        works("play", "robotory", "-s", "2=random", text="q\n", env=env)
        fails(2, "no unfinished game", "play", "--resume", env=env)  # nothing was played
        first, _ = end_game(home, "q", *words)
        works("play", "transmissions", "--seats", "2", "-s", "2=random", "--set", "first=0",
              text="1 1\nq\n", env=env)
        assert "\ntransmissions/" in works("play", "--resume", text="p\nq\n", env=env)
        assert first in works("play", "robotory", "--resume", text="p\nq\n", env=env)
        fails(2, "no unfinished game of template", "play", "template", "--resume", env=env)
        fails(2, "not both", "play", "--resume", "--load", "x.rdr", env=env)
        fails(2, "play GAME", "play", env=env)


def test_files_are_safe():
    """a loaded game is kept in its file; what is not a record is never overwritten"""
    with folder() as name, folder() as home:
        path, env = pathlib.Path(name), {"XDG_DATA_HOME": home}
        first, _ = end_game(home, "q", "robotory", "-s", "2=human", "-o", str(path / "a b.rdr"))
        assert not list(pathlib.Path(home).rglob("*.rdr"))
        text = works("play", "-l", path / "a b.rdr", text="1 1\np\nq\n", env=env)
        assert f"--load '{path}/a b.rdr'" in text, text
        second = re.search(r"^robotory/1 .*$", text, re.M).group(0)
        assert second != first
        works("verify", path / "a b.rdr")
        text = works("play", "robotory", "-s", "2=human", text=f"load {path}/a b.rdr\np\n1 2\nq\n", env=env)
        assert second in text
        assert second not in works("play", "-l", path / "a b.rdr", text="p\n", env=env)
        letter = path / "letter.txt"
        letter.write_text("Dear Anna")
        done = run("play", "robotory", "-s", "2=random", "--set", "first=0", "-o", letter,
                   text=f"1 0\nsave {letter}\nq\n", env=env)
        assert done.stderr.count("letter.txt: it is not a record") == 2, done
        assert letter.read_text() == "Dear Anna" and "play --resume" in done.stdout
        assert len(list(pathlib.Path(home).rglob("*.rdr"))) == 1


def test_save_and_load():
    """a game can be saved, is whole, and goes on where it stopped"""
    with folder() as name:
        path = pathlib.Path(name)
        text = works("play", "robotory", "--seed", "1", "-s", "2=random", "-o", path / "a.rdr",
                     text=f"1 0\nsave {path}/b.rdr\np\n")
        position = re.search(r"^robotory/1 .*$", text, re.M).group(0)
        for file in ("a.rdr", "b.rdr"):
            works("verify", path / file)
            assert position in works("play", "robotory", "-l", path / file, text="p\n"), file
        text = works("play", "robotory", text=f"load {path}/a.rdr\np\n")
        assert position in text
        broken = (path / "a.rdr").read_text()
        (path / "cut.rdr").write_text(broken[:len(broken) // 2])
        done = run("play", "robotory", "--load", path / "cut.rdr")
        assert done.returncode == 2 and "cut.rdr" in done.stderr, done
        done = run("play", "robotory", "--load", path / "none.rdr")
        assert done.returncode in (2, 3) and "none.rdr" in done.stderr, done
        done = run("play", "template", "--load", path / "a.rdr")
        assert done.returncode == 2, done
        done = run("play", "robotory", "-s", "2=random", "-o", path / "no/such/folder.rdr",
                   text="+w12\nq\n")
        assert "folder.rdr" in done.stderr, done
        def steps(file):  # without the chain, as the dates may differ
            return [re.sub(r',"prev":.*', "", line) for line in file.read_text().splitlines()[1:]]
        lines = steps(path / "a.rdr")
        text = works("play", "robotory", "-l", path / "a.rdr", "-s", "2=random", "-o",
                     path / "c.rdr", text="1 1\nu\nq\n")
        kept = steps(path / "c.rdr")
        assert kept[:len(lines)] == lines and '"parent":' in kept[-1], kept
        works("verify", path / "c.rdr")


def test_odd_files():
    """devices are not replaced, links are followed, and endless files are not read"""
    with folder() as name:
        path = pathlib.Path(name)
        done = run("play", "robotory", "-s", "2=random", "-o", "/dev/full", text="+w12\nq\n")
        assert "not a regular file" in done.stderr, done
        assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
        (path / "link.rdr").symlink_to("real.rdr")
        works("play", "robotory", "-s", "2=random", "-o", path / "link.rdr", text="+w12\nq\n")
        assert (path / "link.rdr").is_symlink() and (path / "real.rdr").is_file()
        assert sorted(p.name for p in path.iterdir()) == ["link.rdr", "real.rdr"]
        for words in (("scenario", "/dev/zero"), ("courses", "rally2005", "/dev/zero", "--check"),
                      ("play", "rally2005", "--set", "course=@/dev/zero"), ("verify", "/dev/zero")):
            done = run(*words)
            assert done.returncode in (2, 3) and "more than" in done.stderr, done


def test_hot_seat_secrets():
    """people at one keyboard see only their own hand"""
    text = works("play", "template", "--seed", "5", "-s", "1=human:Anna", "-s", "2=human:Bohdan",
                 text="\n1 .\n\n1 .\n\n")
    first, second = text.split("Bohdan is next.")[:2]
    first = first.split("Anna is next.")[1]
    hand = lambda part, n: re.search(rf"^{n}: (.*)$", part, re.M).group(1).split()
    assert "?" not in hand(first, 1) and hand(first, 2) == ["?"] * 3, first
    second = second.split("Anna is next.")[0]
    assert hand(second, 1)[0] == "?" or "?" in "".join(hand(second, 1)), second
    assert "?" not in "".join(hand(second, 2)), second


def test_bad_programs():
    """a program that dies, stalls or answers nonsense never ends the game"""
    for mode in ("crash", "illegal", "garbage", "hang"):
        done = run("play", "robotory", "--seed", "1", "-s", f"2={FAKE_BOT} {mode}:ms=200",
                   "-s", "1=random")
        assert done.returncode == 0, (mode, done.returncode, done.stderr)
        assert re.search(r"wins\.$", done.stdout, re.M), mode
    fails(2, "it ended with status 1", "play", "robotory", "-s", "2=/bin/false")
    fails(2, "does not play robotory", "play", "robotory", "-s", f"2={FAKE_BOT} only-chess")


def test_closed_output():
    """when nobody reads any more, the game ends without a word and the record is whole"""
    with folder() as name:
        file = pathlib.Path(name) / "g.rdr"
        reader, writer = os.pipe()
        os.close(reader)
        done = run("play", "robotory", "-s", "2=random", "-o", file, text="+w12\n" * 50,
                   stdout=writer)
        os.close(writer)
        assert done.returncode == -13 and done.stderr == "", done
        works("verify", file)


def on_a_terminal(*arguments, size=None, **env):
    """A game on a terminal of its own, `size` is its rows and columns: the process, and where its screen is read."""
    screen, other = pty.openpty()
    if size:
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    process = subprocess.Popen([program.PROGRAM, "play", *arguments], stdin=subprocess.PIPE, stdout=other,
                               env={**program.CLEAN, "TERM": "xterm", **env})
    os.close(other)
    return process, screen


def shown(typed, *arguments, **terminal):
    """All that the screen shows of a game in which this is typed."""
    process, screen = on_a_terminal(*arguments, **terminal)
    process.stdin.write(typed)
    process.stdin.close()
    output = b""
    try:
        while part := os.read(screen, 65536):
            output += part
    except OSError:
        pass
    os.close(screen)
    assert process.wait(60) == 0
    return output.decode()


def test_terminal():
    """on a terminal the board has colours, unless NO_COLOR is set, and circles in UTF-8"""
    def colours(**env):
        return shown(b"+w12\n", "robotory", "-p", POSITION, "-s", "2=random", **env)
    assert "\033[1;31m[R]" in colours()
    assert "\033[1;31m" not in colours(NO_COLOR="1")
    assert "○" in colours(LANG="en_US.UTF-8")
    assert "○" not in colours(LANG="C")


def test_run_script():
    """./run takes relative files from where it is called, also for a user who may not build"""
    with folder() as name, folder() as other:
        home, here = pathlib.Path(name), pathlib.Path(other)
        for file in ("run", "tools/setup.sh", "tools/packages"):
            (home / file).parent.mkdir(exist_ok=True)
            shutil.copy(program.ROOT / file, home / file)
        (home / "tools/build").write_text("#!/bin/sh\ntouch built\n")
        (home / "tools/build").chmod(0o755)
        (home / "build/src/cli").mkdir(parents=True)
        shutil.copy(program.PROGRAM, home / "build/src/cli/robodrome")
        home.chmod(0o755)
        here.chmod(0o777)
        call = os.path.relpath(home / "run", here)

        def started(**more):
            done = subprocess.run([call, "play", "robotory", "-s", "2=random", "-o", "g.rdr"], cwd=here,
                                  input="1 0\nq\n", capture_output=True, text=True, env=program.CLEAN,
                                  **more)
            assert done.returncode == 0, done
            assert f"{call} play robotory --load g.rdr" in done.stdout, done.stdout
            assert (here / "g.rdr").is_file()
            (here / "g.rdr").unlink()
        if os.getuid() == 0:
            started(user=65534, group=65534, extra_groups=[])
            assert not (home / "built").exists()
        started()
        assert (home / "built").exists()


def test_halts_show_robots():
    """on a small terminal the board of a halt is cut around the player's robot, as that of a question is"""
    text = shown(b"1 2 3 4 5\n\n\n\n\n\nq\n", "rally2005", "-s", "2=random", "--seed", "3", "--pace", "enter",
                 size=(24, 80), NO_COLOR="1", LANG="C.UTF-8")
    halts = text.replace("\r", "").split("Enter goes on;")[:-1]
    assert len(halts) == 5, len(halts)
    for halt in halts:
        assert re.search(r"^ ?\d+ .*\b[AB][▲▶▼◀]", halt.split(" is over.\n")[-1], re.M), halt[-900:]


MARK = "\033]133;A\033\\"
RAW_KEY = re.compile(r"\b(?:cli|core|origin|error|word|robotory|transmissions|rally20\d\d)\.[a-z_]+")


def screens(rows, columns, count, *arguments, seed=1, told=False):
    """The questions of a random game on a terminal of that size, each as its lines; with what was told before."""
    process, main = on_a_terminal("--pace", "off", *arguments, size=(rows, columns), NO_COLOR="1", LANG="C.UTF-8")
    chance, part, found = random.Random(seed), b"", []
    try:
        while len(found) < count and (more := os.read(main, 65536)):
            part += more
            if not part.endswith(b"\n> "):
                continue
            text = part.decode().replace("\r", "")
            part = b""
            text = re.sub(r"\033\[K", "", text)
            found.append((text.replace(MARK, "") if told else text.split(MARK)[-1]).splitlines())
            assert not RAW_KEY.search(text), text
            process.stdin.write(chance.choice(labels(text)).encode() + b"\n")
            process.stdin.flush()
    except OSError:
        pass  # the game is over
    process.kill()
    process.stdin.close()
    process.wait()
    os.close(main)
    return found


def test_screens_fit():
    """every question fits on 80x24, and with its board on 120x40; names appear and raw keys never"""
    matches = (("robotory", 2, ()), ("transmissions", 4, ()), ("rally2005", 8, ()),
               ("rally2005", 4, ("--set", "course=dizzy-dash")), ("rally2023", 6, ()),
               ("rally2005", 8, ("--set", "course=capture-the-flag")))
    for (game, seats, more), lang in zip(matches, ("en", "ru", "uk", "ru", "en", "uk")):
        others = [w for n in range(2, seats + 1) for w in ("-s", f"{n}=random")]
        words = (game, "--seats", str(seats), "-s", "1=human:Zoryana", *others, *more, "--lang", lang,
                 "--seed", "4")
        for rows, columns in ((24, 80), (40, 120)):
            seen = screens(rows, columns, 60, *words)
            assert len(seen) > 15, (game, len(seen))
            for lines in seen:
                fit(lines, rows, columns, game)
            whole = [lines for lines in seen if not lines[0] and len(lines) > 8]
            assert any("Zoryana" in line for line in sum(whole, [])), (game, rows)
            if rows == 40:  # the first screen has the board
                assert len(seen[0]) > 12, seen[0]


def test_what_matters_stays():
    """on 80x24 the first screen says the goal, also that of a course with another one; in Robotory the board is
    whole, and the bot's answer in sight"""
    four = ("--seats", "4", "-s", "3=random", "-s", "4=random", "--set")
    for game, goal, *more in (("robotory", "your camp at the end"), ("transmissions", "the most points at the end"),
                              ("rally2005", "all flags in their order"),
                              ("rally2023", "all checkpoints in their order"),
                              ("rally2005", "all robots of the other team", *four, "course=war-zone"),
                              ("rally2005", "flag to your own base", *four, "course=capture-the-flag"),
                              ("rally2005", "holds all flags", *four, "course=toggle-boggle")):
        first, = screens(24, 80, 1, game, "-s", "2=random", *more, told=True)
        text = re.sub(r"\s+", " ", " ".join(first[-24:]))
        assert goal in text and "Type h" in text, text
        assert text.count("Each round") == (game[:5] == "rally"), text
    for seed, lang in enumerate(("en", "ru", "uk")):  # an unlucky game is over before it shows enough
        seen = screens(24, 80, 20, "robotory", "-s", "2=random", "--set", "first=1", "--lang", lang, "--seed",
                       str(seed), told=True)
        boards = [lines[-24:] for lines in seen[1:] if any(re.match(" +2:", line) for line in lines)]
        assert len(boards) > 5, seen
        for lines in boards:
            board = [line for line in lines if re.fullmatch(r"( +\d+[: ]?(\[[WBR]\]|\([○●]\))?)+", line)]
            assert sorted(map(int, re.findall(r"\d+", " ".join(board)))) == list(range(24)), lines
            assert any(re.match(r"[+=WBR]", line) for line in lines[:3]), lines


def seat_of(moment, actor):
    """The seat of an actor of a trace, from 1; None when no seat has secrets there."""
    if moment["game"] == "robotory":
        return None
    if str(actor).isdigit():
        return 1 + int(actor)
    return 1 + moment["state"]["robots"][actor]["seat"]


def questions(game):
    """One position of the scenarios for each kind of question: (moment, how the table was opened)."""
    found, opened = {}, None
    trace = run("scenario", "--trace", program.ROOT / "tests/scenarios" / game).stdout
    for line in trace.splitlines():
        moment = json.loads(line)
        if moment["at"] == "start":
            opened = moment
        if moment["at"] != "event":
            for asked in moment["asked"]:
                found[asked["ask"]] = moment, asked["actor"], opened
    return found


def fit(lines, rows, columns, what):
    text = "\n".join(lines)
    assert len(lines) <= rows, (what, rows, len(lines), text)
    assert max(map(len, lines)) <= columns, (what, columns, text)


def test_rare_screens_fit():
    """every kind of question in the scenarios fits on both screens, in all languages, and so do its next menus"""
    with folder() as home:
        for game, least in (("robotory", 1), ("transmissions", 6), ("rally2005", 14), ("rally2023", 20)):
            kinds = questions(game)
            assert len(kinds) >= least, (game, sorted(kinds))
            for number, (kind, (moment, actor, opened)) in enumerate(sorted(kinds.items())):
                words = [game, "--seats", str(opened["seats"]), "--position", moment["position"], "--seed", "1"]
                for key, value in opened["settings"].items():
                    path = pathlib.Path(home) / f"{game}-{number}-{key}"
                    path.write_text(str(value), encoding="utf-8")
                    words += ["--set", f"{key}=@{path}" if "\n" in str(value) else f"{key}={value}"]
                human = seat_of(moment, actor)
                for seat in range(1, opened["seats"] + 1):
                    words += ["-s", f"{seat}=" + ("human" if human in (None, seat) else "random")]
                for turn, (rows, columns) in enumerate(((24, 80), (40, 120))):
                    lang = ("en", "ru", "uk")[(number + turn) % 3]
                    seen = screens(rows, columns, 4, *words, "--lang", lang)
                    assert seen, (game, kind)
                    for lines in seen:
                        fit(lines, rows, columns, (game, kind, lang))
                        assert not re.search(r"\((\d+)\) \1\b", "\n".join(lines)), lines  # a number said twice


if __name__ == "__main__":
    program.main(dict(globals()))
    sys.exit(0)
