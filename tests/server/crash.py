"""Kills a server again and again while two people play, and keeps a ledger of what it acknowledged.

Usage: crash.py ROBODROME ANSWERS [KILLS [SEED]]

Two clients play game after game.  At moments drawn from the seed the server is killed (kill -9) and
started again; the clients come back and send what was not acknowledged once more, under the same id.
With ROBODROME_STORE (tests/postgres/cluster.py sets it) the server keeps games there.
At the end of each game its record must hold exactly the answers that were acknowledged, in order.
"""
import json
import os
import random
import secrets
import signal
import sys
import time

from house import Server
from player import Mind, Player, hear_any, new_table
from wire import Closed, ask


class Ledger:
    def __init__(self):
        self.kills = self.games = self.acked = self.resent = self.lost = self.doubled = 0

    def check(self, said, record):
        """Compares what each actor had acknowledged with what the record holds."""
        kept = {}
        for line in map(json.loads, record.splitlines()):
            if "picks" in line:
                kept.setdefault(line["actor"], []).append(line["picks"])
        for actor, answers in said.items():
            there = kept.get(actor, [])
            if there == answers:
                continue
            self.lost += max(0, len(answers) - len(there))
            self.doubled += max(0, len(there) - len(answers))
            if len(there) == len(answers):
                self.lost += 1  # others than were acknowledged
        self.games += 1


class Witness(Player):
    """A player that keeps what it has said until it is acknowledged."""

    def __init__(self, *args):
        self.open = None  # (id, fields)
        self.said = []
        super().__init__(*args)

    def act(self, mind, ledger):
        actor, question, position = self.asked()[0]
        self.answered.add((self.match, question))
        self.open = (secrets.token_hex(8),
                     {"actor": actor, "question": question, "picks": mind.picks(actor, position)})
        self.send_again(ledger, False)

    def send_again(self, ledger, again=True):
        if self.open:
            ledger.resent += again
            self.say("act", id=self.open[0], **self.open[1])

    def settle(self, ledger):
        """Writes an acknowledgement into the ledger."""
        if self.open and self.open[0] in self.refused:
            raise AssertionError(f"refused after a crash: {self.refused[self.open[0]]}")
        if self.open and self.open[0] in self.acked:
            self.said.append(self.open[1]["picks"])
            ledger.acked += 1
            self.open = None


def back(players, ledger):
    for p in players:
        p.close()
        p.me = None
        p.connect()
        p.until(lambda p=p: p.me)
        p.send_again(ledger)


def one_game(server, ledger, chance, kills):
    a, b = server.guest(), server.guest()
    table = server.ask("POST", "tables", new_table("robotory", "me open"), a["key"])["table"]
    players = [Witness(server, g["key"], table) for g in (a, b)]
    with Mind("robotory", 2, seed=chance.randrange(1 << 30)) as mind:
        players[1].done("sit", seat=1)
        players[0].done("start")
        until = time.time() + chance.uniform(0.002, 0.12)
        while not all(p.over for p in players):
            try:
                if time.time() > until and ledger.kills < kills:
                    server.restart(signal.SIGKILL)
                    ledger.kills += 1
                    back(players, ledger)
                    until = time.time() + chance.uniform(0.002, 0.12)
                for p in players:
                    p.settle(ledger)
                    if p.asked() and not p.open and not p.over:
                        p.act(mind, ledger)
                playing = [p for p in players if not p.over]
                if playing and not any(p.asked() and not p.open for p in playing):
                    hear_any(playing)
            except Closed:
                back(players, ledger)
    for p in players:
        p.until(lambda p=p: p.settle(ledger) or not p.open)
    record = ask(server.port, "GET", f"/api/1/record/{table}", key=a["key"])[2]
    ledger.check({n: p.said for n, p in enumerate(players)}, record)
    for p in players:
        p.close()


def run(kills, seed, store=None):
    ledger, chance = Ledger(), random.Random(seed)
    with Server("--rate", "10000", store=store) as server:
        while ledger.kills < kills:
            one_game(server, ledger, chance, kills)
    return ledger


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    done = run(int(sys.argv[3]) if len(sys.argv) > 3 else 500,
               int((sys.argv + ["", "", "1"])[4] or 1), os.environ.get("ROBODROME_STORE"))
    print(f"{done.kills} kills in {done.games} games: {done.acked} answers acknowledged, "
          f"{done.resent} sent again, {done.lost} lost, {done.doubled} doubled")
    sys.exit(1 if done.lost or done.doubled else 0)
