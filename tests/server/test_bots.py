"""Foreign bots over real sockets: tokens, whole games, dead, slow and cheating ones."""
import json
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from house import Server
from player import HOUSE, Mind, Player
from program import CLEAN, PROGRAM, main, works
from wire import Closed, WebSocket, ask, connect, read_head

ROOT = pathlib.Path(__file__).resolve().parents[2]
RACER = ROOT / "examples" / "bots" / "racer.py"
HOMEBODY = ROOT / "examples" / "bots" / "homebody.py"
COURSE = {"course": "risky-exchange"}


def wish(game, seats, settings=None, **house):
    return {"id": os.urandom(12).hex(), "game": game, "house": {**HOUSE, "level": "beginner", **house},
            "seats": [{"kind": "program", "bot": s} if isinstance(s, int) else
                      {"kind": "person"} if s == "me" else {"kind": "bot", "level": s} for s in seats],
            "settings": [{"key": k, "value": v} for k, v in (settings or {}).items()]}


class Bot:
    """A bot that does what a test wants, over a WebSocket."""

    def __init__(self, server, token, name="Testy", games=None, hello=True):
        self.socket = WebSocket(server.port, "/bot", origin=None, headers=[f"Authorization: Bearer {token}"])
        self.name, self.games, self.heard = name, games, []
        if hello:
            self.hello()

    def say(self, t, **members):
        self.socket.send(json.dumps({"t": t, **members}))

    def hear(self, *kinds):
        """The next message of one of these kinds; `ready?` is answered on the way."""
        while True:
            m = json.loads(self.socket.receive())
            self.heard.append(m)
            if m["t"] == "ready?":
                self.say("ready", id=m["id"])
            if m["t"] in kinds:
                return m

    def hello(self):
        m = self.hear("hello")
        assert m["proto"] == "RBP/2" and "rally2005" in m["games"], m
        self.say("hello", id=m["id"], proto="RBP/2", name=self.name,
                 **({"games": self.games} if self.games else {}))

    def play(self, most=10000):
        """Plays the first legal answer; how many, until the game is over."""
        for n in range(most):
            m = self.hear("ask", "over")
            if m["t"] == "over":
                return n
            self.say("act", id=m["id"], action=m["legal"][0])
        return most

    def kinds(self):
        return [m["t"] for m in self.heard]

    def gone(self):
        try:
            while True:
                self.hear("none")
        except Closed as e:
            return e.code, e.reason


def owner(s, name="Ann"):
    return s.guest(name=name)["key"]


def racer(server, token, carrier="ws"):
    address = {"ws": f"ws://127.0.0.1:{server.port}/bot", "http": f"http://127.0.0.1:{server.port}/api/1/bot"}
    return subprocess.Popen([sys.executable, RACER, address[carrier]],
                            env={**CLEAN, "ROBODROME_TOKEN": token}, stderr=subprocess.PIPE, text=True)


def test_tokens_are_made_listed_and_taken_back():
    with Server() as s:
        ann, bob = owner(s), owner(s, "Bob")
        s.refuses(401, "key", "GET", "bots", key="nobody")
        s.refuses(400, "malformed", "POST", "bots", {"name": "\u202e"}, key=ann)
        made = s.ask("POST", "bots", {"name": "Racer"}, ann)
        listed = s.ask("GET", "bots", key=ann)["bots"]
        assert [(b["bot"], b["name"], b["online"]) for b in listed] == [(made["bot"], "Racer", False)]
        assert s.ask("GET", "bots", key=bob)["bots"] == []
        # Only the hash is in the files.
        files = b"".join(p.read_bytes() for p in pathlib.Path(s.folder).glob("robodrome.db*"))
        assert made["token"].encode() not in files and b"Racer" in files
        bot = Bot(s, made["token"])
        assert s.ask("GET", "bots", key=ann)["bots"][0]["online"]
        s.refuses(404, "unknown", "DELETE", f"bots/{made['bot']}", key=bob)
        s.ask("DELETE", f"bots/{made['bot']}", key=ann, expect=204)
        assert bot.gone() == (1008, "the token was taken back")
        assert Bot(s, made["token"], hello=False).gone()[0] == 1008
        for i in range(20):
            s.ask("POST", "bots", {"name": f"B{i}"}, ann)
        s.refuses(429, "full", "POST", "bots", {"name": "one more"}, key=ann)


def test_the_door_is_for_programs_with_a_token():
    with Server() as s:
        token = s.ask("POST", "bots", {"name": "B"}, owner(s))["token"]
        for origin, headers in ((None, []), ("http://evil.example", [f"Authorization: Bearer {token}"])):
            try:
                WebSocket(s.port, "/bot", origin=origin, headers=headers)
                assert False, "it was let in"
            except Closed:
                pass
        assert Bot(s, "x" * 43, hello=False).gone() == (1008, "no bot here has this token")
        stranger = Bot(s, token, hello=False)
        stranger.say("hello", id=1, proto="RBP/1", name="old")
        assert stranger.gone()[0] == 1008
        held = [Bot(s, token) for _ in range(8)]
        assert Bot(s, token, hello=False).gone() == (1008, "too many connections")
        # A key of a person opens no bot's door, and a token no person's.
        assert Bot(s, owner(s, "Eve"), hello=False).gone()[0] == 1008
        s.refuses(401, "key", "GET", "me", key=token)
        for b in held:
            b.socket.close()


def test_only_ones_own_bots_can_be_seated():
    with Server() as s:
        ann, bob = owner(s), owner(s, "Bob")
        mine = s.ask("POST", "bots", {"name": "B"}, ann)["bot"]
        s.refuses(400, "config", "POST", "tables", wish("robotory", ["me", mine]), key=bob)
        s.refuses(400, "config", "POST", "tables", wish("robotory", ["me", mine + 7]), key=ann)
        w = wish("robotory", ["me", mine])
        del w["seats"][1]["bot"]
        s.refuses(400, "config", "POST", "tables", w, key=ann)


def test_the_host_seats_programs_in_the_waiting_room():
    user = ("--program-user", "nobody") if os.geteuid() == 0 else ()
    with Server("--rate", "10000", "--program", "ghost=/no/such/program", *user) as s:
        ann, bob = owner(s), owner(s, "Bob")
        mine, his = (s.ask("POST", "bots", {"name": f"Of {n}"}, key) for n, key in (("Ann", ann), ("Bob", bob)))
        table = s.ask("POST", "tables", wish("robotory", ["me", "easy"]), ann)["table"]
        p, q = Player(s, ann, table), Player(s, bob, table)
        for one in (p, q):
            one.until(lambda one=one: one.me)
        q.done("phrase", phrase="hello")
        q.denied("not_host", "fill", seat=1, bot=his["bot"])
        for bad in ({"bot": his["bot"]}, {"bot": 999}, {"program": "none"}, {"program": "ghost", "bot": mine["bot"]}):
            p.denied("unknown", "fill", seat=1, **bad)
        p.denied("malformed", "fill", bot=mine["bot"])  # on which seat?
        p.denied("malformed", "fill", seat=1, level="easy", bot=mine["bot"])
        p.denied("taken", "fill", seat=0, bot=mine["bot"])
        p.done("fill", seat=1, program="ghost")
        q.until(lambda: q.seats[1].get("bot") == "ghost" and q.seats[1]["kind"] == "program")
        p.done("fill", seat=1)
        q.until(lambda: q.seats[1]["kind"] == "open")
        assert not s.ask("GET", "bots", key=ann)["bots"][0]["online"]
        bot = Bot(s, mine["token"])
        while not s.ask("GET", "bots", key=ann)["bots"][0]["online"]:
            pass
        p.done("fill", seat=1, bot=mine["bot"])
        q.until(lambda: q.seats[1].get("bot") == "Of Ann")
        s.restart()
        bot = Bot(s, mine["token"])
        p = Player(s, ann, table)
        p.until(lambda: p.me)
        assert p.seats[1]["bot"] == "Of Ann" and p.seats[1]["kind"] == "program", p.seats
        p.done("start")
        p.until(lambda: p.views)
        if p.asked():
            with Mind("robotory", 2) as mind:
                p.answer(mind)
        bot.hear("ask")
        s.ask("DELETE", "me", key=ann, expect=204)
        p.close()
        s.stop()
        files = b"".join(f.read_bytes() for f in pathlib.Path(s.folder).glob("robodrome.db*"))
        assert b"Of Ann" not in files
        s.start()


def test_the_racer_plays_whole_races_by_websocket_and_by_http():
    for carrier in ("ws", "http"):
        # Twice in some thousand races an answer over HTTP counted as illegal, and why is not known yet: then
        # what the bot was told is printed, and the next race has to be without a fault.
        said = race(carrier)
        if said:
            print(f"# an answer over {carrier} was refused: {said}", file=sys.stderr)
            said = race(carrier)
        assert not said, said


def race(carrier):
    """Plays one race; what the bot said on its standard error if an answer of it was refused."""
    with Server("--rate", "10000") as s:
        key = owner(s)
        made = s.ask("POST", "bots", {"name": "Racer"}, key)
        bot = racer(s, made["token"], carrier)
        table = s.ask("POST", "tables", wish("rally2005", [made["bot"], "me"], COURSE), key)["table"]
        p = Player(s, key, table)
        p.until(lambda: p.seats)
        assert p.seats[0]["kind"] == "program" and p.seats[0]["bot"] == "Racer", p.seats
        p.done("start")
        with Mind("rally2005", 2, COURSE, "beginner") as mind:
            while not p.over:
                while p.asked():
                    p.answer(mind)
                if not p.over:
                    p.hear()
        assert p.over["ending"] == "played", p.over
        assert "stood_in" not in p.notices and s.metrics()["bot_late_total"] == 0
        assert s.metrics()["bot_answers_total"] > 5
        illegal = s.metrics()["bot_illegal_total"]
        # Its name is not in the record, as its owner may want to be forgotten.
        record = ask(s.port, "GET", f"/api/1/record/{table}", None, key)[2]
        assert b"program" in record.splitlines()[0] and b"Racer" not in record
        p.close()
        assert s.stop() == 0
        bot.terminate()
        said = bot.stderr.read()
        bot.stderr.close()
        bot.wait(10)
        s.start()
        return f"{illegal} refused; {said}" if illegal else ""


def test_bots_alone_play_all_games_at_once_through_a_restart():
    with Server("--rate", "10000") as s:
        key = owner(s)
        made = s.ask("POST", "bots", {"name": "First"}, key)
        tables = [s.ask("POST", "tables", wish(g, seats, settings), key)["table"] for g, seats, settings in
                  (("robotory", [made["bot"], "beginner"], {}),
                   ("transmissions", [made["bot"], "beginner"], {}))]
        people = [Player(s, key, t) for t in tables]
        for p in people:
            p.until(lambda p=p: p.seats)
            p.done("start")
            p.close()
        bot = Bot(s, made["token"])
        assert bot.play(7) == 7
        s.restart(signal.SIGKILL)
        bot = Bot(s, made["token"])
        people = [Player(s, key, t) for t in tables]
        for p in people:
            p.until(lambda p=p: p.me)
        # One connection plays both seats by turns; it hears the end of the game where it is then.
        while not all(p.over for p in people):
            bot.play()
            for p in people:
                p.socket.send('{"t":"ping","n":1}')
                while p.hear()["t"] != "pong":
                    pass
        over = [m for m in bot.heard if m["t"] == "over"]
        assert over and all(sorted(o["places"]) in ([1, 2], [1, 1]) for o in over), over
        games = {m["setup"]["game"] for m in bot.heard if m["t"] == "new"}
        assert games == {"robotory", "transmissions"}, games
        assert s.metrics()["bot_illegal_total"] == 0
        for p in people:
            p.close()


def test_a_cheating_and_a_slow_bot_cost_only_themselves():
    with Server("--rate", "10000") as s:
        key = owner(s)
        made = s.ask("POST", "bots", {"name": "Bad"}, key)
        p = Player(s, key, s.ask("POST", "tables", wish("robotory", [made["bot"], "beginner"]), key)["table"])
        p.until(lambda: p.seats)
        p.done("start")
        bot = Bot(s, made["token"])
        m = bot.hear("ask")
        bot.say("follow", id=5, picks=[60000])
        assert bot.hear("error", "question")["code"] == "illegal"
        bot.say("act", id=m["id"] - 1, action=m["legal"][0])  # of an earlier question: ignored
        bot.say("act", id=m["id"], action="mate in one")
        assert bot.hear("error")["code"] == "illegal"
        m = bot.hear("ask")
        bot.socket.send("no JSON")
        assert bot.hear("error")["code"] == "malformed"
        began = time.time()
        m = bot.hear("ask")
        stop = bot.hear("stop")
        assert stop["id"] == m["id"] and 4 < time.time() - began < 15
        p.until(lambda: "stood_in" in p.notices)  # the third strike
        assert s.metrics()["bot_illegal_total"] == 2 and s.metrics()["bot_late_total"] == 1
        p.until(lambda: p.over)
        assert bot.hear("over")["seat"] == 0
        # A message that is too long, and too many of them.
        bot.socket.send("x" * 70000)
        assert bot.gone()[0] == 1009
        bot = Bot(s, made["token"])
        try:
            for _ in range(2000):
                bot.say("info", id=1)
        except Closed:
            pass
        assert bot.gone()[0] in (1008, None)
        p.close()


def test_a_dead_bot_delays_no_other_table():
    with Server("--rate", "10000") as s:
        key = owner(s)
        made = s.ask("POST", "bots", {"name": "Dead"}, key)
        dead = Player(s, key, s.ask("POST", "tables", wish("robotory", [made["bot"], "me"], {"first": "0"}), key)["table"])
        dead.until(lambda: dead.seats)
        dead.done("start")
        bot = Bot(s, made["token"])
        bot.hear("ask")
        bot.socket.close()  # in the middle of its question
        with Mind("robotory", 2) as mind:
            p = Player(s, key, s.ask("POST", "tables", wish("robotory", ["me", "me"]), key)["table"])
            p.until(lambda: p.seats)
            p.done("start")
            p.until(p.asked)
            slowest, n = 0, 0
            while not p.over and n < 30:
                began = time.time()
                p.answer(mind)
                slowest, n = max(slowest, time.time() - began), n + 1
                p.until(lambda: p.asked() or p.over)
            assert slowest < 2, slowest
            # The hall's deadline gives the default, and the game goes on.
            dead.until(dead.asked)
            dead.answer(mind)
        p.close()
        dead.close()


def test_streams_over_http():
    with Server() as s:
        key = owner(s)
        made = s.ask("POST", "bots", {"name": "B"}, key)
        head = f"Host: 127.0.0.1:{s.port}\r\nAuthorization: Bearer {made['token']}\r\n\r\n"
        line = connect(s.port)
        line.sendall(f"GET /api/1/bot/one HTTP/1.1\r\n{head}".encode())
        status, headers, rest = read_head(line)
        assert status == 200 and headers["content-type"] == "application/x-ndjson", (status, headers)
        while b"\n" not in rest:
            rest += line.recv(65536)
        hello = json.loads(rest.split(b"\n")[0])
        assert hello["t"] == "hello" and hello["proto"] == "RBP/2"
        s.refuses(401, "key", "GET", "bot/two", key="nobody")
        s.refuses(409, "taken", "GET", "bot/one", key=made["token"])
        s.refuses(409, "taken", "GET", "bot/no%20name", key=made["token"])
        s.refuses(404, "unknown", "POST", "bot/two", {"t": "hello"}, key=made["token"])
        s.refuses(404, "unknown", "POST", "bot/one", {"t": "hello"}, key=key)
        answer = {"t": "hello", "id": hello["id"], "proto": "RBP/2", "name": "B"}
        s.ask("POST", "bot/one", answer, made["token"], expect=204)
        many = b'{"t":"info"}\n' * 1000
        s.refuses(429, "too_fast", "POST", "bot/one", many, key=made["token"])
        assert s.ask("GET", "bots", key=key)["bots"][0]["online"]
        s.ask("DELETE", f"bots/{made['bot']}", key=key, expect=204)
        while line.recv(65536):  # until it is closed
            pass
        line.close()


PROGRAM_BOT = """#!/usr/bin/python3
import json, os, resource, socket, sys
folder, data, port = sys.argv[1:]
def tries(what):
    try:
        return what() or "open"
    except OSError:
        return "closed"
def look():
    soft = {n: resource.getrlimit(getattr(resource, n))[0] for n in
            ("RLIMIT_DATA", "RLIMIT_CPU", "RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_CORE")}
    return {"env": sorted(set(os.environ) - {"LC_CTYPE", "PWD"}), "uid": os.getuid(),
            "fds": sorted(os.listdir("/proc/self/fd"))[:9], "limits": soft, "cwd": os.getcwd(),
            "referee": tries(lambda: open(f"/proc/{os.getppid()}/mem", "rb").close()),
            "network": tries(lambda: socket.create_connection(("127.0.0.1", int(port)), 5).close()),
            "files": tries(lambda: open(folder + "/made", "w").close()),
            "data": tries(lambda: os.listdir(data) and "seen"),
            "processes": sum(name.isdigit() for name in os.listdir("/proc"))}
told = False
for line in sys.stdin:
    m = json.loads(line)
    if m["t"] == "hello":
        print(json.dumps({"t": "hello", "id": m["id"], "proto": "RBP/2", "name": "P"}), flush=True)
    elif m["t"] == "ready?":
        print(json.dumps({"t": "ready", "id": m["id"]}), flush=True)
    elif m["t"] == "ask":
        if not told:
            told = True
            seen = json.dumps(look())
            with open(folder + "/report", "w") as f:  # a pipe: also where nothing else can be written
                f.write(seen)
        print(json.dumps({"t": "act", "id": m["id"], "action": m["legal"][0]}), flush=True)
"""


def heard_from(pipe):
    """What a program writes there, later."""
    got = []
    reader = threading.Thread(target=lambda: got.append(json.loads(pathlib.Path(pipe).read_text(encoding="utf-8"))),
                              daemon=True)
    reader.start()
    return lambda: (reader.join(20), got[0])[1]


def test_programs_of_the_host_are_started_in_bounds():
    # Not under /tmp, of which a program behind bubblewrap has its own.
    with tempfile.TemporaryDirectory(prefix="robodrome-bot-", dir="/var/tmp") as folder, socket.socket() as door, \
            tempfile.TemporaryDirectory(prefix="robodrome-data-", dir="/var/tmp") as data:
        door.bind(("127.0.0.1", 0))
        door.listen()
        os.chmod(folder, 0o777)
        os.chmod(data, 0o755)
        os.mkfifo(f"{folder}/report")
        os.chmod(f"{folder}/report", 0o666)
        bot = pathlib.Path(folder) / "bot.py"
        bot.write_text(PROGRAM_BOT, encoding="utf-8")
        bot.chmod(0o755)
        listed = ("--program", f"first={bot} {folder} {data} {door.getsockname()[1]}", "--program", "gone=/no/such/program")
        user = ()
        if os.geteuid() == 0:
            refused = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", folder, *listed], env=CLEAN,
                                     capture_output=True, text=True, timeout=20)
            assert refused.returncode != 0 and "--program-user" in refused.stderr, refused
            user = ("--program-user", "nobody")
        told = heard_from(f"{folder}/report")
        with Server("--rate", "10000", *listed, *user, folder=data) as s:
            key = owner(s)
            assert s.ask("GET", "bots", key=key)["programs"] == ["first", "gone"]
            w = wish("robotory", ["beginner", "beginner"])
            w["seats"][0] = {"kind": "program", "program": "other"}
            s.refuses(400, "config", "POST", "tables", w, key=key)
            w["seats"] = [{"kind": "program", "program": "first"}, {"kind": "bot", "level": "beginner"}]
            p = Player(s, key, s.ask("POST", "tables", w, key)["table"])
            p.until(lambda: p.seats)
            assert p.seats[0]["bot"] == "first", p.seats
            p.done("start")
            p.until(lambda: p.over)
            assert p.over["ending"] == "played" and "stood_in" not in p.notices
            p.close()
            seen = told()
            assert seen["env"] == [] and seen["cwd"] == "/", seen
            assert seen["uid"] == (pwd.getpwnam("nobody").pw_uid if user else os.getuid()), seen
            assert seen["limits"] == {"RLIMIT_DATA": 1 << 30, "RLIMIT_CPU": 3600, "RLIMIT_NOFILE": 64,
                                      "RLIMIT_NPROC": 256, "RLIMIT_CORE": 0}, seen
            assert seen["fds"] == ["0", "1", "2", "3"], seen  # the last one reads this very list
            wrapped = os.access("/usr/bin/bwrap", os.X_OK)
            if wrapped:  # no network, nothing to write, nobody around it, no data of the server
                assert seen["network"] == seen["files"] == "closed" and seen["processes"] <= 3, seen
                assert seen["data"] == "open", seen  # an empty folder stands in its place
            elif user or "asan" not in PROGRAM:  # the leak checker keeps the test builds open
                assert seen["referee"] == "closed", seen
            # A program that is not there costs its seat, not the game.
            w = wish("robotory", ["beginner", "beginner"])
            w["seats"][0] = {"kind": "program", "program": "gone"}
            p = Player(s, key, s.ask("POST", "tables", w, key)["table"])
            p.until(lambda: p.seats)
            p.done("start")
            p.until(lambda: "stood_in" in p.notices)
            p.close()


def test_bot_check_speaks_to_a_bot_that_calls():
    check = subprocess.Popen([PROGRAM, "bot-check", "--listen", "0", "--game", "robotory", "--budget", "10000"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=CLEAN)
    words = check.stdout.readline().split()  # call ADDRESS with the token TOKEN
    bot = subprocess.Popen([sys.executable, HOMEBODY, words[1]], env={**CLEAN, "ROBODROME_TOKEN": words[-1]},
                           stderr=subprocess.DEVNULL)
    out, err = check.communicate(timeout=120)
    assert check.returncode == 0, (out, err)
    assert "closes the connection on bye" in out and "calls again" in out and ", 0 failed" in out, out
    assert bot.wait(10) == 0
    wrong = subprocess.run([PROGRAM, "bot-check"], env=CLEAN, capture_output=True, text=True, timeout=20)
    assert wrong.returncode == 2 and "--listen" in wrong.stderr, wrong


def test_who_is_banned_takes_their_bots_along():
    """also over HTTP, and not only those that are connected; others are not touched"""
    with Server() as s:
        key = owner(s)
        mine, theirs = (s.ask("POST", "bots", {"name": "Testy"}, k)["token"] for k in (key, owner(s, "Eve")))
        bot, free = Bot(s, mine), Bot(s, theirs)
        number = s.ask("GET", "me/data", key=key)["person"]

        def ban(what, *days):
            word = "ban" if days else "unban"
            works("admin", word, *what.split(), *days, "--data", s.folder, "--port", s.port)

        ban(f"person {number}", "1")
        banned = (1008, "the operator has banned you")
        assert bot.gone() == banned and Bot(s, mine, hello=False).gone() == banned
        s.refuses(401, "key", "GET", "bot/x", key=mine)
        ban(f"person {number}")
        Bot(s, mine).socket.close()
        ban("address 127.0.0.1", "1")
        assert free.gone() == banned and Bot(s, theirs, hello=False).gone() == banned


def test_who_is_forgotten_takes_their_bots_along():
    with Server() as s:
        key = owner(s)
        made = s.ask("POST", "bots", {"name": "Remembrance"}, key)
        eve = owner(s, "Eve")
        table = s.ask("POST", "tables", wish("robotory", [made["bot"], "me"]), key)["table"]
        bot = Bot(s, made["token"])
        p = Player(s, eve, table)
        p.until(lambda: p.seats)
        assert p.seats[0]["bot"] == "Remembrance"
        s.ask("DELETE", "me", key=key, expect=204)
        assert bot.gone()[0] == 1008
        p.close()
        s.restart()
        p = Player(s, eve, table)
        p.until(lambda: p.seats)
        assert "bot" not in p.seats[0], p.seats
        p.close()
        s.stop()
        files = b"".join(f.read_bytes() for f in pathlib.Path(s.folder).glob("robodrome.db*"))
        assert b"Remembrance" not in files
        s.start()


main(globals())
