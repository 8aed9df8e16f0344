"""Pairs of positions that one viewer cannot tell apart, at two processes with the same clock and chance.

    pairs.py ROBODROME ANSWERS N [REPORT [GAME...]]     the program `pairs` is beside ANSWERS

N pairs of each game, or of those named; REPORT keeps its lines about the others.

Whatever the viewer and a spectator get must be equal to the byte: frames, answers to requests, errors,
the log, the metrics.  Both processes hear the same, but for the positions and what others answer in secret.
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import time

from house import Server
from player import Mind, Player, new_table
from wire import WebSocket, ask

FLAGS = ("--test-positions", "--log", "--rate", "1000000")
# These tell how long writing and closing took, and how often we asked; not what is written.
TIMING = ("store_batches_total", "store_longest_batch_us", "connections", "sockets", "requests_total")
GAMES = [  # game, seats, settings
    ("robotory", 2, {}),
    ("transmissions", 3, {}),
    ("rally2005", 4, {"course": "risky-exchange"}),
    ("rally2023", 4, {"course": "rush-hour"}),
]
CLOCKS = {True: {"kind": "decision", "seconds": 600, "add": 0, "short": 60},
          False: {"kind": "none", "seconds": 0, "add": 0, "short": 0}}


class Leak(AssertionError):
    """The viewer could tell the two apart."""


class Guest(Player):
    """A player whose bytes are kept; ids are counted, so that both processes hear the same."""

    def __init__(self, side, *args, **more):
        self.tap, self.ids, self.pongs = [], itertools.count(1), set()
        super().__init__(side.server, *args, tap=self.tap, **more)

    def do(self, what, **fields):
        number = f"n{next(self.ids)}"
        self.say(what, id=number, **fields)
        return number

    def on_pong(self, m):
        self.pongs.add(m["n"])

    def connect(self, hello=True):
        self.began = None
        super().connect(hello)

    def settle(self):
        """Everything that was caused before now has come."""
        n = next(self.ids)
        self.say("ping", n=n)
        self.until(lambda: n in self.pongs)

    def online(self):
        return [q["person"] for q in self.people if q["online"]]

    def heard(self):
        """What came since the last call."""
        got = b"".join(self.tap)
        self.tap.clear()
        return got


class Program:
    """A bot that calls the server and has the last seat: it listens, and never answers."""

    def __init__(self, side, key):
        made = side.server.ask("POST", "bots", {"name": "Testy"}, key)
        self.number, self.tap, self.game = made["bot"], [], []
        self.socket = WebSocket(side.server.port, "/bot", origin=None, tap=self.tap,
                                headers=[f"Authorization: Bearer {made['token']}"])

    def say(self, t, **members):
        self.socket.send(json.dumps({"t": t, **members}))

    def asked(self):
        """Every byte of the game that it plays now, from its beginning to the first question."""
        while not self.game or self.game[-1] != "ask":
            m = json.loads(self.socket.receive())
            if m["t"] == "new":
                self.tap[:-1], self.game = [], []
            if m["t"] == "hello":
                self.say("hello", id=m["id"], proto="RBP/2", name="Testy")
            elif m["t"] == "ready?":
                self.say("ready", id=m["id"])
            self.game.append(m["t"])
        self.game = []
        return b"".join(self.tap)

    def close(self):
        self.socket.close()


class Side:
    """One of the two processes: the people at a table and a spectator."""

    def __init__(self, **more):
        self.server = Server(*FLAGS, **more)

    def seat(self, game, seats, settings, n, clocked):
        """At tables with clocks a program has the last of three seats or more."""
        s = self.server
        program = clocked and seats > 2
        people = seats - program
        self.keys = [s.guest(name=f"P{i}")["key"] for i in range(people + 1)]
        wish = {**new_table(game, "me" + " open" * (people - 1), settings, clock=CLOCKS[clocked]), "id": f"t{n}"}
        self.program = Program(self, self.keys[0]) if program else None
        if program:
            wish["seats"].append({"kind": "program", "bot": self.program.number})
        self.table = s.ask("POST", "tables", wish, self.keys[0])["table"]
        self.feeds = {k: s.ask("POST", "me/feed", None, k)["token"] for k in self.keys}
        self.people = []
        for i, key in enumerate(self.keys):
            p = Guest(self, key, self.table)
            self.people.append(p)
            p.until(lambda p=p: p.me)
            if 0 < i < people:
                p.done("sit", seat=i)
        self.watcher = self.people[-1]
        self.settle()

    def leave(self):
        """One after the other: each is told of those who went before."""
        left = self.people
        if self.program:
            self.program.close()
        while left:
            p, *left = left[::-1]
            p.close()
            left = left[::-1]
            if left and p.me["person"]:
                left[0].until(lambda p=p, o=left[0]: p.me["person"] not in o.online())

    def settle(self):
        for p in self.people:
            p.settle()

    def place(self, position):
        self.server.ask("PUT", f"testing/position/{self.table}", position.encode(), expect=204)

    def waiting(self):
        return self.watcher.views[-1]["waiting"]

    def documents(self, guest):
        """Lists, the game so far, and errors, as this guest gets them."""
        for path in ("me", "me/tables", "me/data", "me/feed", "bots", "tables", "finished", "announcement",
                     f"record/{self.table}", "record/none", "admin/state"):
            yield path, ask(self.server.port, "GET", "/api/1/" + path, key=guest.key)
        for kind in ("atom", "ics"):
            status, headers, body = ask(self.server.port, "GET", f"/feed/{self.feeds[guest.key]}.{kind}")
            yield kind, (status, headers["content-type"], body.replace(str(self.server.port).encode(), b"PORT"))
        yield "bad", ask(self.server.port, "POST", "/api/1/tables", {"id": "x", "game": self.table}, guest.key)

    def counters(self):
        """The metrics, when the store has everything."""
        found = {"store_waiting": 1}
        while found["store_waiting"]:
            found = self.server.metrics()
        return found

    def metrics(self):
        """How much they grew at this table."""
        return [(k, v - self.before[k]) for k, v in self.counters().items() if k not in TIMING]


class Maker:
    """The program that makes positions."""

    def __init__(self, program, game, seats, settings):
        self.process = subprocess.Popen([program, game, str(seats), *(f"{k}={v}" for k, v in settings.items())],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def pair(self, seed):
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        viewer, asked, secret = map(int, self.process.stdout.readline().split())
        return viewer, secret, [self.process.stdout.readline().rstrip("\n") for _ in range(2)]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Bench:
    """Two processes side by side."""

    def __init__(self, maker, **more):
        self.maker, self.sides = maker, [Side(**more) for _ in range(2)]
        self.tables = self.pairs = self.parted = self.compared = self.programs = 0

    def __enter__(self):
        return self

    def __exit__(self, *what):
        for s in self.sides:
            s.server.__exit__(*what)

    # ---- comparing ----

    def same(self, what, a, b):
        self.compared += 1
        if a == b:
            return
        x, y = (v if isinstance(v, (bytes, str)) else repr(v) for v in (a, b))
        at = next((i for i, (p, q) in enumerate(zip(x, y)) if p != q), min(len(x), len(y)))
        raise Leak(f"pair {self.pairs}, {what}: {x[max(0, at - 60):at + 60]} and {y[max(0, at - 60):at + 60]}")

    def listen(self, what):
        """What the viewer and the spectator heard; the others may hear whatever they may know."""
        for s in self.sides:
            for p in s.people:
                p.settle()
        for i, (a, b) in enumerate(zip(self.sides[0].people, self.sides[1].people)):
            heard = a.heard(), b.heard()
            if i in (self.viewer, len(self.sides[0].people) - 1):
                self.same(what, *heard)

    def hear_program(self):
        """What a bot is told that calls us."""
        if not self.sides[0].program or self.viewer < len(self.sides[0].people) - 1:
            return
        if any(self.seat_of(a) == self.viewer for a in self.sides[0].waiting()):
            self.programs += 1
            self.same("program", *(s.program.asked() for s in self.sides))

    def documents(self):
        for s in self.sides:
            s.metrics()  # lists come from the store: everything is in it now
        for i in {self.viewer, len(self.sides[0].people) - 1} - {-1}:
            for a, b in zip(*(s.documents(s.people[i]) for s in self.sides)):
                self.same(*[f"GET {a[0]}", a[1], b[1]])
        self.same("metrics", *(s.metrics() for s in self.sides))

    # ---- what happens ----

    def others_answer(self, mind, chance, kind):
        """One of the others answers or drafts, at each process what is legal there.  False: nobody can."""
        waiting = self.sides[0].waiting()
        people = len(self.sides[0].people) - 1  # on the first seats
        can = [a for a in waiting if self.secret >> a & 1 and self.viewer != self.seat_of(a) < people]
        if len(waiting) < 2 or not can:
            return False
        actor = chance.choice(can)
        for s in self.sides:
            p = s.people[self.seat_of(actor)]
            p.settle()
            # An answer may have been given before; its question is open again when it was taken back.
            question, position = next((q["question"], v["position"]) for v in p.views.values()
                                      for q in v["asked"] if q["actor"] == actor)
            picks = mind.picks(actor, position)
            p.say(kind, actor=actor, question=question, picks=picks,
                  **({"id": f"a{self.pairs}-{next(p.ids)}"} if kind == "act" else {}))
            p.settle()
        return True

    def seat_of(self, actor):
        return self.actors[actor]

    def viewer_acts(self, mind):
        both = [s.people[self.viewer] for s in self.sides]
        waiting = self.sides[0].waiting()
        for actor, question, position in both[0].asked() if len(waiting) > 1 else ():
            if self.secret >> actor & 1:
                picks = mind.picks(actor, position)
                for p in both:
                    p.answered.add((p.match, question))
                    p.do("act", actor=actor, question=question, picks=picks)
                return

    def viewer_says(self, chance):
        what = chance.choice([
            ("undo", {}), ("take_back", {"actor": chance.randrange(4)}), ("chat", {"text": "hm"}),
            ("undo", {"event": chance.randrange(20), "seat": max(self.viewer, 0)}), ("stand_in", {"seat": chance.randrange(4)}),
            ("block", {"person": 1 + chance.randrange(3), "on": chance.random() < 0.5}), ("report", {"line": 1}),
            ("mute", {"person": 1 + chance.randrange(3), "on": chance.random() < 0.5}),
            ("orders", {"actor": max(self.viewer, 0), "orders": []}), ("rematch", {}),
            ("more_time", {"seat": chance.randrange(4), "seconds": 5}),
            ("act", {"actor": chance.randrange(4), "question": 999999, "picks": [1, 2]}),
            ("act", {"actor": chance.randrange(4), "question": 1, "text": "what"}), ("nonsense", {}),
            ("claim", {"seat": chance.randrange(4)}), ("pause", {}), ("start", {})])
        for s in self.sides:
            for p in dict.fromkeys((s.people[self.viewer], s.watcher)):
                p.do(what[0], **what[1])
                p.settle()
        self.listen(what[0])
        for s in self.sides:  # a vote ends, so that it does not stand in the way
            for p in s.people[:-1]:
                p.settle()
                for v in [v for v in p.votes.values() if v["state"] == "open" and p.me["person"] in v["need"]]:
                    p.do("vote", vote=v["vote"], yes=False)
                    p.settle()

    def come_back(self, keep):
        for s in self.sides:
            other = s.people[1 if self.viewer == 0 else 0]
            for p in dict.fromkeys((s.people[self.viewer], s.watcher)):
                p.settle()
                other.settle()
                p.close()
                if p.me["person"]:  # it is news that they have gone, and comes before they are back
                    other.until(lambda p=p: p.me["person"] not in other.online())
                if not keep:
                    p.views = {}
                p.connect()
                p.until(lambda p=p: p.began)

    def run_pair(self, mind, seed):
        chance = random.Random(seed)
        self.viewer, self.secret, positions = self.made.pair(seed)
        self.pairs += 1
        for s, position in zip(self.sides, positions):
            s.place(position)
        self.listen("position")
        self.actors = {a["actor"] if "actor" in a else i: a["seat"]
                       for i, a in enumerate(self.sides[0].watcher.began["actors"])}
        self.hear_program()
        for _ in range(4):
            if chance.random() < 0.5:
                self.others_answer(mind, chance, chance.choice(["act", "act", "draft"]))
            elif self.viewer >= 0 and chance.random() < 0.4:
                self.viewer_acts(mind)
            else:
                self.viewer_says(chance)
            for s in self.sides:
                s.watcher.settle()
            if len({str(s.waiting()) for s in self.sides}) > 1:  # who is asked is known to all
                self.parted += 1
                return False
            self.listen("answers")
        self.come_back(keep=chance.random() < 0.5)
        self.listen("coming back")
        self.documents()
        return True

    def new_table(self, again, game, seats, settings):
        self.tables += 1
        for s in self.sides:
            if again:
                s.settle()
                s.leave()
            s.seat(game, seats, settings, self.tables, self.tables % 2 == 0)
            for p in s.people:
                p.heard()
        for s in self.sides:
            s.before = s.counters()  # pairs that parted before had their own messages

    def run(self, game, seats, settings, pairs, seed, each=25):
        self.made = Maker(self.maker, game, seats, settings)
        with Mind(game, seats, settings, "any", seed) as mind:
            together = True
            for n in range(pairs):
                if n % each == 0 or not together:
                    self.new_table(n > 0, game, seats, settings)
                together = self.run_pair(mind, seed * 1000003 + n)
            for s in self.sides:
                s.leave()
        self.made.close()
        self.same("log", *(s.server.errors().replace(str(s.server.port), "PORT") for s in self.sides))


HEAD = """# Pairs of positions that a viewer cannot tell apart

By `python3 tests/server/pairs.py build/src/cli/robodrome build-asan/tests/server/answers N docs/reports/pairs.md GAME`
on the 2-core machine of the project, busy with other work. What it does is in [testing.md](../testing.md#leaks).

| game | pairs | parted | outputs compared | different | time |
|---|---|---|---|---|---|
"""


def write(report, rows):
    """The report with these lines in place of older ones about the same games."""
    file = pathlib.Path(report)
    kept = {line.split(" | ")[0][2:]: line for line in (file.read_text(encoding="utf-8") if file.exists() else "").splitlines()
            if line.endswith(" s |")}
    kept.update(rows)
    file.write_text(HEAD + "".join(kept[game] + "\n" for game, _, _ in GAMES if game in kept), encoding="utf-8")


def main():
    folder, count = pathlib.Path(sys.argv[2]).parent, int(sys.argv[3])
    wanted = sys.argv[5:] or [game for game, _, _ in GAMES]
    rows = {}
    for game, seats, settings in GAMES:
        if game not in wanted:
            continue
        began = time.time()
        with Bench(str(folder / "pairs")) as bench:
            bench.run(game, seats, settings, count, 1)
        rows[game] = (f"| {game} | {bench.pairs:,} | {bench.parted:,} | {bench.compared:,} | 0 "
                      f"| {time.time() - began:.0f} s |")
        print(rows[game], flush=True)
    if len(sys.argv) > 4:
        write(sys.argv[4], rows)


if __name__ == "__main__":
    main()
