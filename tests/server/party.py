"""Two guests at a table, and what they play, for the tests of this folder."""
import tempfile

from player import Mind, Player, hear_any, new_table
from program import works
from wire import ask

FAST = ("--rate", "10000")
GAMES = [  # game, seats, settings, who answers for the clients
    ("robotory", "me open", {}, "any"),
    ("transmissions", "me open easy", {}, "any"),
    ("rally2005", "me open beginner", {"course": "risky-exchange"}, "beginner"),
    ("rally2023", "me open beginner", {"course": "rush-hour"}, "beginner"),
]


class Party:
    """Two guests at a new table, the second on the first open seat."""

    def __init__(self, server, game, who, settings=None, level="any", seed=1, **house):
        self.s = server
        self.a, self.b = server.guest(name="Ann"), server.guest(name="Bob")
        self.wish = new_table(game, who, settings, **house)
        made = server.ask("POST", "tables", self.wish, self.a["key"])
        self.table, self.made = made["table"], made
        self.mind = Mind(game, len(who.split()), settings, level, seed)
        self.ann = Player(server, self.a["key"], self.table)
        self.bob = Player(server, self.b["key"], self.table, made.get("secret"))
        self.players = [self.ann, self.bob]

    def __enter__(self):
        self.mind.__enter__()
        return self

    def __exit__(self, *what):
        for p in self.players:
            p.close()
        self.mind.__exit__(*what)

    def start(self):
        self.bob.done("sit", seat=1)
        self.ann.done("start")
        for p in self.players:
            p.until(lambda p=p: p.began and p.views)
        return self

    def play(self, most=3000):
        """Everybody answers until the game is over or this many answers were given; how many."""
        n = 0
        while n < most and not all(p.over for p in self.players):
            ready = [p for p in self.players if p.asked() and not p.over]
            for p in ready[:most - n]:
                p.answer(self.mind)
                n += 1
            if not ready:
                hear_any([p for p in self.players if not p.over])
        return n

    def record(self):
        status, headers, body = ask(self.s.port, "GET", f"/api/1/record/{self.table}", key=self.a["key"])
        assert status == 200, body
        return body


def verified(record):
    """`robodrome verify` finds the record whole; it must not be there for a game that goes on."""
    with tempfile.NamedTemporaryFile(suffix=".rdr") as file:
        file.write(record)
        file.flush()
        return works("verify", file.name)
