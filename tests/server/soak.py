"""A server under steady use for hours: does its memory grow, do descriptors leak, does it get slower?

Usage: python3 tests/server/soak.py PROGRAM ANSWERS HOURS [TABLES [REPORT.md]]

Tables of a person against a bot are played without end: a game that is over is followed by a new
table.  A client in every fifth turn breaks its connection and comes back.  Half of a run up to two
hours, else the first hour, is warm-up, and longer until every table is at its second game on
average: tables need more memory the longer their game is.  A run that does not come so far, as the
machine is slow, says nothing and fails.  After it: growth is the mean of the last quarter of
the memory samples against that of the first quarter; it fails above 1% (and more than 256 kB), when
descriptors grow by more than 10, or when the median answer takes twice as long at the end.
"""
import os
import pathlib
import random
import select
import statistics
import sys
import threading
import time

from house import Server
from player import Mind, Player, new_table
from wire import Closed

SAMPLE_S = 5
PATIENCE_S = 60
TURNS_A_SECOND = 200
CROWDS = 4  # answers that are on their way at the same time


def memory(pid):
    """Resident kilobytes."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(text.split("VmRSS:")[1].split()[0])


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


class Client:
    """One person who plays one table after the other."""

    def __init__(self, server):
        self.server, self.key, self.player, self.lost = server, server.guest()["key"], None, False

    def begin(self):
        table = self.server.ask("POST", "tables", new_table("robotory", "me beginner"), self.key)["table"]
        self.player = Player(self.server, self.key, table, timeout=PATIENCE_S)
        self.player.until(lambda: self.player.me)
        self.player.done("start")

    def catch_up(self):
        """Hears what waits for them, and so answers the server's pings."""
        s = self.player.socket.s
        s.settimeout(0.001)
        try:
            while True:  # a ping may wait behind a text
                self.player.hear()
        except TimeoutError:
            s.settimeout(PATIENCE_S)

    def come_back(self):
        self.player.close()
        self.player.me = None
        self.player.connect()
        self.player.until(lambda: self.player.me)
        self.lost = False

    def turn(self, mind):
        """One answer, acknowledged; how long that took in seconds, None when nothing was asked."""
        p = self.player
        self.catch_up()
        if not p.over and not p.asked():
            return None  # the bot is thinking; others need not wait for it
        if p.over:
            p.close()
            self.player = None
            return None
        began = time.monotonic()
        p.answer(mind)
        return time.monotonic() - began


class Crowd(threading.Thread):
    """Clients that act one after the other, beside other crowds."""

    def __init__(self, clients, ends, chance):
        super().__init__(daemon=True)
        self.clients, self.ends, self.chance = clients, ends, chance
        self.new = list(clients)  # all tables are there before any is played on
        self.window = []  # how long the answers since the last sample took
        self.games = self.answers = self.returns = self.dropped = 0
        self.now = self.fault = None  # the client that is speaking or hearing

    def one(self, mind):
        c = self.now = self.new.pop() if self.new else self.chance.choice(self.clients)
        if not c.player:
            c.begin()
            self.games += 1
        elif c.lost or self.chance.random() < 0.2:
            c.come_back()
            self.returns += 1
        took = c.turn(mind)
        if took is not None:
            self.answers += 1
            self.window.append(took)

    def listen(self):
        """Everybody catches up."""
        waits = select.poll()
        by_number = {c.player.socket.s.fileno(): c for c in self.clients if c.player and not c.lost}
        for number in by_number:
            waits.register(number, select.POLLIN)
        for number, _ in waits.poll(0):
            self.now = by_number[number]
            self.now.catch_up()

    def play(self, mind):
        heard = time.monotonic() + 1
        while (now := time.monotonic()) < self.ends:
            try:
                self.one(mind)
                if now >= heard:
                    self.listen()
                    heard = now + 1
            except (Closed, TimeoutError):
                # The server leaves who does not answer a ping for 15 seconds; on a busy machine that can be us.
                self.dropped += 1
                self.now.lost = True
            time.sleep(max(0, CROWDS / TURNS_A_SECOND - (time.monotonic() - now)))

    def run(self):
        try:
            with Mind("robotory", 2) as mind:
                self.play(mind)
        except BaseException as fault:  # said by the run, which would wait for nothing otherwise
            self.fault = fault


class Run:
    def __init__(self, server, tables, hours):
        self.s, self.seconds, self.tables = server, hours * 3600, tables
        self.began = time.monotonic()
        clients = [Client(server) for _ in range(tables)]
        self.crowds = [Crowd(clients[i::CROWDS], self.began + self.seconds, random.Random(i)) for i in range(CROWDS)]
        self.samples = []

    def count(self, what):
        return sum(getattr(crowd, what) for crowd in self.crowds)

    def sample(self):
        pid = self.s.process.pid
        ranked = []
        for crowd in self.crowds:
            window, crowd.window = crowd.window, []
            ranked += window
        if ranked:
            ranked.sort()
            self.samples.append((time.monotonic() - self.began, memory(pid), descriptors(pid), ranked[len(ranked) // 2],
                                 ranked[int(len(ranked) * 0.99)], self.s.metrics()["tables"], self.count("games")))

    def go(self):
        for crowd in self.crowds:
            crowd.start()
        while any(crowd.is_alive() for crowd in self.crowds):
            time.sleep(SAMPLE_S)
            self.sample()
            for crowd in self.crowds:
                if crowd.fault:
                    raise crowd.fault
        self.sample()

    def warm(self):
        """The samples after the warm-up."""
        since = min(3600, self.seconds / 2)
        return [s for s in self.samples if s[0] >= since and s[6] >= 2 * self.tables]

    def judge(self):
        """(what, first, last, fine) of each thing that must not grow; nothing when it was never warm."""
        kept = self.warm()
        if len(kept) < 16:
            return []
        quarter = max(1, len(kept) // 4)
        first, last = kept[:quarter], kept[-quarter:]
        mean = [[statistics.mean(s[i] for s in part) for part in (first, last)] for i in range(1, 5)]
        rss, fds, median, slowest = mean
        return [("memory, kB", *rss, rss[1] <= rss[0] * 1.01 or rss[1] - rss[0] <= 256),
                ("descriptors", *fds, fds[1] <= fds[0] + 10),
                ("median answer, ms", *(1000 * x for x in median), median[1] <= 2 * median[0]),
                ("99 of 100 answers, ms", *(1000 * x for x in slowest), True)]


def head(tables, hours):
    """What was run, where, and what was not."""
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                  if line.startswith("model name")), "unknown")
    load = pathlib.Path("/proc/loadavg").read_text(encoding="utf-8").split()[0]
    short = hours < 1 or tables < 2000
    return ["# A server under steady use", "",
            f"Written by `python3 tests/server/soak.py PROGRAM ANSWERS {hours:g} {tables} docs/reports/soak.md` on "
            f"{time.strftime('%Y-%m-%d')}: {model}, {os.cpu_count()} cores, load average {load} at the end.", "",
            "Tables of a person against a bot are played without end; every fifth turn breaks its connection and comes",
            "back. Memory, descriptors and the time of an answer are compared after a warm-up. It fails when memory grows by",
            "more than 1%, descriptors by more than 10, or when the median answer takes twice as long.", "",
            *(["**This is not the hour with 2,000 tables that is the goal** (`... 1 2000`; for three days `... 72 2000`).",
               ""] if short else [])]


def report(run, tables, hours):
    lines = head(tables, hours) + [f"{hours:g} hours, {tables} tables, {run.count('games')} games begun, {run.count('answers')} answers, "
             f"{run.count('returns')} connections broken and back, {run.count('dropped')} left by the server.", "",
             *([] if run.judge() else ["**It was too short, or too few games were played, to leave the warm-up: it says nothing about growth.**", ""]),
             "| after warm-up | first quarter | last quarter | change |", "|---|---|---|---|"]
    for what, first, last, _ in run.judge():
        lines.append(f"| {what} | {first:.1f} | {last:.1f} | {100 * (last / first - 1):+.2f}% |")
    lines += ["", "| minute | memory, kB | tables in memory | descriptors | median answer, ms |", "|---|---|---|---|---|"]
    step = max(1, len(run.samples) // 12)
    lines += [f"| {at / 60:.1f} | {rss} | {loaded} | {fds} | {1000 * median:.1f} |"
              for at, rss, fds, median, _, loaded, _ in run.samples[step - 1::step]]
    return "\n".join(lines) + "\n"


def main():
    hours = float(sys.argv[3])
    tables = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    with Server("--rate", "10000") as s:
        run = Run(s, tables, hours)
        run.go()
        text = report(run, tables, hours)
        print(text)
        if len(sys.argv) > 5:
            pathlib.Path(sys.argv[5]).write_text(text, encoding="utf-8")
        judged = run.judge()
        if not judged:
            sys.exit(f"soak: says nothing: {run.count('games')} games at {tables} tables, too few or too short for the warm-up")
        bad = [what for what, _, _, fine in judged if not fine]
        if bad:
            sys.exit(f"soak: grew: {', '.join(bad)}")


main()
