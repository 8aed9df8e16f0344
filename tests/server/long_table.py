"""Is a long table as quick as a short one?

Usage: long_table.py ROBODROME ANSWERS

A table gets 100, 1,000 and 10,000 lines (drafts of a program).  Printed are the processor time of the
server for each of the last hundred lines, and how long loading the table takes after a restart.
"""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from house import Server  # noqa: E402
from player import Player, new_table  # noqa: E402


def cpu(server):
    """Seconds of processor time that all threads of the server have used."""
    tasks = pathlib.Path(f"/proc/{server.process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text(encoding="utf-8").split()[0]) for task in tasks) / 1e9


def say_drafts(p, n):
    """Writes that many lines, and waits until the last one is stored."""
    actor, question, _ = p.asked()[0]
    for i in range(n):
        p.say("draft", actor=actor, question=question, picks=[65535] * (1 + i % 5))
    number = p.do("orders", actor=actor, orders=[])
    p.until(lambda: number in p.acked)


def load(server, key, table):
    """Milliseconds from the connection to the welcome after a restart, the best of three."""
    best = 1e9
    for _ in range(3):
        server.restart()
        server.ask("GET", "me", key=key)
        began = time.time()
        p = Player(server, key, table)
        p.until(lambda p=p: p.me)
        best = min(best, (time.time() - began) * 1000)
        p.close()
    return best


def main():
    with Server("--rate", "100000") as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("rally2005", "me me"), key)["table"]
        p = Player(s, key, table)
        p.until(lambda: p.me)
        p.done("start")
        p.until(p.asked)
        lines = 0
        for upto in (100, 1000, 10000):
            say_drafts(p, upto - lines - 100)
            before = cpu(s)
            say_drafts(p, 100)
            each = (cpu(s) - before) / 100 * 1e6
            lines = upto
            p.close()
            ms = load(s, key, table)
            p.me = None
            p.connect()
            p.until(lambda: p.me)
            print(f"{upto} lines: {each:.0f} us of the server for a line, loaded in {ms:.1f} ms", flush=True)
        p.close()


if __name__ == "__main__":
    main()
