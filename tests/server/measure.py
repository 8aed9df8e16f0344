"""Measures a server that is otherwise idle: memory of sockets, start with many stored games.

Usage: measure.py ROBODROME ANSWERS [SOCKETS [GAMES]]
"""
import pathlib
import resource
import sqlite3
import sys
import time

from house import Server
from player import Player, new_table


def rss(server):
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(text.split("VmRSS:")[1].split()[0])  # KiB


def pump(held):
    """Reads what came, so that pings are answered."""
    for w in held:
        w.s.settimeout(0.0001)
        try:
            while True:
                w.receive()
        except (TimeoutError, BlockingIOError):
            w.s.settimeout(20)


def sockets(n):
    """KiB of memory for each open WebSocket that has said hello, its share of the table included."""
    with Server("--rate", "10000") as s:
        held = []
        for i in range(n + 200):
            if i == 200:  # the first ones fill what is allocated once
                before = rss(s)
            if i % 5 == 0:  # five windows of a person, twenty persons at a table
                key = s.guest()["key"]
            if i % 100 == 0:
                wish = new_table("robotory", "me beginner")
                table = s.ask("POST", "tables", wish, key)["table"]
            p = Player(s, key, table)
            p.until(lambda p=p: p.me)
            held.append(p.socket)
            if i % 250 == 249:
                pump(held)
        after = rss(s)
        there = s.metrics()["sockets"]
        assert there == n + 200, f"only {there} are still open"
        for w in held:
            w.close()
        return (after - before) / n


def start(games):
    """Seconds until the first answer with this many stored games, and without any."""
    with Server() as s:
        key = s.guest()["key"]
        s.ask("POST", "tables", new_table("robotory", "me beginner"), key)
        s.stop()
        began = time.time()
        s.start(s.port)
        empty = time.time() - began
        s.stop()
        with sqlite3.connect(f"{s.folder}/robodrome.db") as db:
            db.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
                "INSERT INTO tables(id, epoch, made, game, phase, listed, changed, about, timed) "
                "SELECT t.id + n.i, 1, 1, game, 2, 0, 1, about, 0 FROM n, tables AS t",
                (games,))
            db.execute("INSERT INTO records SELECT id, 1, 1, randomblob(3000) FROM tables WHERE phase = 2")
        db.close()
        began = time.time()
        s.start(s.port)
        return empty, time.time() - began


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 8000
    games = int(sys.argv[4]) if len(sys.argv) > 4 else 100000
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, n + 1000), hard))
    print(f"{n} sockets: {sockets(n):.1f} KiB each", flush=True)
    empty, full = start(games)
    print(f"start: {empty * 1000:.0f} ms empty, {full * 1000:.0f} ms with {games} stored games")


if __name__ == "__main__":
    main()
