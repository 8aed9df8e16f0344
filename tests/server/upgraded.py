"""Two people play while somebody else upgrades the server; tools/ship/try-package does.

Usage: upgraded.py ROBODROME ANSWERS PORT [LEAST]

Plays game after game, an answer every quarter of a second, over a server that is already there.  "playing" is printed
when a game goes on.  When the server goes, the clients come back to the same port and send what was not
acknowledged once more.  Ends when the game is over in which the server went for the LEAST-th time (1), and fails when
its record does not hold exactly what was acknowledged.
"""
import sys
import time

from crash import Ledger, Witness
from house import Server
from player import Mind, hear_any, new_table
from wire import Closed, ask

PATIENCE_S = 300


class There(Server):
    """A server that somebody else starts and stops."""

    def __init__(self, port):
        self.port = port


def back(players, ledger):
    """Everybody returns to the server, which may not be there yet."""
    until = time.monotonic() + PATIENCE_S
    for p in players:
        p.close()
        p.me = None
        while True:
            try:
                p.connect()
                p.until(lambda p=p: p.me)
                break
            except (Closed, OSError):
                assert time.monotonic() < until, "the server does not come back"
                time.sleep(0.2)
        p.send_again(ledger)


def one_game(server, ledger, mind):
    """A whole game; how often the server went in it."""
    a, b = server.guest(), server.guest()
    table = server.ask("POST", "tables", new_table("robotory", "me open"), a["key"])["table"]
    players = [Witness(server, g["key"], table) for g in (a, b)]
    players[1].done("sit", seat=1)
    players[0].done("start")
    went = 0
    while not all(p.over and not p.open for p in players):
        try:
            for p in players:
                p.settle(ledger)
                if p.asked() and not p.open and not p.over:
                    p.act(mind, ledger)
                    time.sleep(0.25)
            if ledger.acked == 4:
                print("playing", flush=True)
            waiting = [p for p in players if p.open or not p.over]
            if waiting and not any(p.asked() and not p.open for p in waiting):
                hear_any(waiting)
        except (Closed, AssertionError, OSError) as e:
            assert not isinstance(e, AssertionError) or "nobody is told" in str(e), e
            went += 1
            back(players, ledger)
    record = ask(server.port, "GET", f"/api/1/record/{table}", key=a["key"])[2]
    ledger.check({n: p.said for n, p in enumerate(players)}, record)
    for p in players:
        p.close()
    return went


def main():
    server, ledger, went = There(int(sys.argv[3])), Ledger(), 0
    least = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    with Mind("robotory", 2) as mind:
        while went < least:
            went += one_game(server, ledger, mind)
    print(f"{ledger.games} games, {ledger.acked} answers acknowledged, {went} times the server went, "
          f"{ledger.resent} sent again, {ledger.lost} lost, {ledger.doubled} doubled")
    return 1 if ledger.lost or ledger.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
