"""A guest at a table: says hello, keeps what it is told, answers questions."""
import json
import pathlib
import secrets
import select
import subprocess
import sys

from wire import end_of

ANSWERS = str(pathlib.Path(sys.argv[2]).resolve()) if len(sys.argv) > 2 else "answers"
HOUSE = {"access": "public", "clock": {"kind": "none", "seconds": 0, "add": 0, "short": 0},
         "stand_in": "vote", "level": "easy", "chat": True, "hints": True, "previews": True,
         "undo": True, "watch": True}


def seats(text):
    """"me open easy" -> the seats of a new table."""
    kinds = {"me": {"kind": "person"}, "open": {"kind": "open"}}
    return [kinds.get(word, {"kind": "bot", "level": word}) for word in text.split()]


def new_table(game, who, settings=None, **house):
    return {"id": secrets.token_hex(12), "game": game, "seats": seats(who), "house": {**HOUSE, **house},
            "settings": [{"key": k, "value": v} for k, v in (settings or {}).items()]}


class Mind:
    """Answers for players of one set-up, by the program that stands beside this file."""

    def __init__(self, game, seats, settings=None, level="any", seed=1):
        self.level, self.seed = level, seed
        self.process = subprocess.Popen(
            [ANSWERS, game, str(seats), *(f"{k}={v}" for k, v in (settings or {}).items())],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def picks(self, actor, position):
        self.seed += 1
        self.process.stdin.write(f"{self.seed} {self.level} {actor} {position}\n")
        self.process.stdin.flush()
        return [int(n) for n in self.process.stdout.readline().split()]

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(20) == 0 or what[0]


def hear_any(players):
    """Reads one message of whoever gets one first."""
    ready = [p for p in players if p.waits()]
    if not ready:
        found = select.select([p.socket.s for p in players], [], [], 20)[0]
        assert found, "nobody is told anything"
        ready = [p for p in players if p.socket.s in found]
    ready[0].hear()


class Player:
    def __init__(self, server, key, table, secret=None, hello=True, **more):
        self.server, self.key, self.table, self.secret = server, key, table, secret
        self.more = more
        self.acked, self.refused, self.answered = set(), {}, set()
        self.asked_for = {}  # id of an action: the vote that it waits for
        self.began = self.over = None
        self.views, self.notices, self.chat, self.votes = {}, [], [], {}
        self.seats, self.people, self.state, self.me = [], [], None, None
        self.bytes, self.frames, self.bye = 0, 0, None
        self.announced = []
        self.connect(hello)

    def connect(self, hello=True):
        self.socket = self.server.socket(self.table, **self.more)
        self.bye = None
        if hello:
            self.hello()

    def hello(self, **change):
        seen = [{k: v for k, v in (("seat", view.get("seat")), ("match", view["match"]),
                                   ("line", view["line"]), ("event", view["to"])) if v is not None}
                for view in self.views.values()]
        self.say("hello", **{**{"proto": 1, "vocabulary": "any", "key": self.key, "lang": "en"},
                             **({"secret": self.secret} if self.secret else {}),
                             **({"seen": seen} if seen else {}), **change})

    # ---- saying ----

    def say(self, what, **fields):
        self.socket.send(json.dumps({"t": what, **fields}))

    def do(self, what, **fields):
        """Says it with an id, which is returned."""
        number = secrets.token_hex(8)
        self.say(what, id=number, **fields)
        return number

    def done(self, what, **fields):
        """... and waits for the acknowledgement."""
        number = self.do(what, **fields)
        self.until(lambda: number in self.acked or number in self.refused)
        assert number in self.acked, (what, fields, self.refused.get(number))
        return number

    def denied(self, error, what, **fields):
        number = self.do(what, **fields)
        self.until(lambda: number in self.acked or number in self.refused)
        assert self.refused.get(number, {}).get("error") == error, (what, self.refused.get(number))

    # ---- hearing ----

    def hear(self):
        text = self.socket.receive()
        self.bytes += len(text)
        self.frames += 1
        m = json.loads(text)
        getattr(self, "on_" + m["t"], lambda m: None)(m)
        return m

    def waits(self):
        """Has something to read already?"""
        return bool(self.socket.data)

    def until(self, true):
        while not true():
            self.hear()

    def take_view(self, v):
        """Adds what is new to a view; `first` is the number of its first event that is known."""
        at = v.get("seat", -1)
        old = self.views.get(at)
        if not old or old["match"] != self.match or v["from"] < old["first"]:
            old = {"events": [], "first": v["from"]}
        events = old["events"][:v["from"] - old["first"]] + v["events"]
        assert len(events) == v["to"] - old["first"], (at, len(events), v["from"], v["to"])
        self.views[at] = {**old, **v, "events": events, "match": self.match}

    def on_welcome(self, m):
        self.began = m.get("setup")
        self.seats, self.state, self.me = m["seats"], m["table"]["state"], m["me"]
        self.match = m["table"].get("match", 1)
        self.over = m.get("result")
        self.votes = {v["vote"]: v for v in m["votes"]}
        for v in m["views"]:
            self.take_view(v)
        self.welcome = m

    def on_table(self, m):
        self.state = m["table"]["state"]
        self.match = m["table"].get("match", 1)

    def on_seats(self, m):
        self.seats, self.me, self.people = m["seats"], m["me"], m["people"]

    def on_began(self, m):
        self.began, self.over, self.views = m["setup"], None, {}

    def on_told(self, m):
        self.take_view(m["view"])

    def on_acked(self, m):
        self.acked.add(m["id"])
        self.asked_for[m["id"]] = m.get("vote")

    def on_refused(self, m):
        self.refused[m.get("id")] = m

    def on_over(self, m):
        self.over = m["result"]

    def on_notice(self, m):
        self.notices.append(m["notice"])

    def on_chat(self, m):
        self.chat.append(m["line"])

    def on_vote(self, m):
        self.votes[m["vote"]["vote"]] = m["vote"]

    def on_announced(self, m):
        self.announced.append(m.get("announcement"))

    def on_bye(self, m):
        self.bye = m["reason"]

    # ---- playing ----

    def asked(self):
        """(actor, question, position) of everything that this player is asked."""
        return [(q["actor"], q["question"], v["position"]) for v in self.views.values()
                for q in v["asked"] if (self.match, q["question"]) not in self.answered]

    def think(self, mind):
        """An answer to the first question, which counts as answered; `mind` knows the rules."""
        actor, question, position = self.asked()[0]
        self.answered.add((self.match, question))
        return {"actor": actor, "question": question, "picks": mind.picks(actor, position)}

    def answer(self, mind, wait=True):
        """Answers the first question."""
        fields = self.think(mind)
        return self.done("act", **fields) if wait else self.do("act", **fields)

    def gone(self):
        """Waits for the end of the connection: the close code."""
        return end_of(self.hear)

    def close(self):
        self.socket.close()
