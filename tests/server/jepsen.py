"""Jepsen's method: faults under load, and a check of what the clients were told against the log.

Usage: jepsen.py ROBODROME ANSWERS [FAULTS [SEED [REPORT.md]]]

Three processes serve one PostgreSQL behind nginx.  Pairs of clients play game after game and keep
a ledger: each deed with its id, when it was sent and when it was acknowledged.  Meanwhile owners of
tables are killed or stopped for seconds, PostgreSQL is restarted, connections are cut.  A client
behaves as the page does: it leaves a server that is silent for two seconds, comes back after half
a second (later more), and sends what was not acknowledged once more under the same id.

At the end every acknowledged deed must be in the log of its table, once, and in the order in which
its client sent them.  Recovery is the time from a fault to the first acknowledgement at a table that
the fault hit; where PostgreSQL itself was away, from the moment when it answers again.
"""
import json
import os
import pathlib
import random
import secrets
import select
import signal
import sys
import threading
import time

from fleet import Fleet, number_of
from player import Mind, Player, new_table
from wire import Closed

PATIENCE, WAITS = 2.0, (0.5, 0.5, 1, 1, 1, 1, 2, 4, 8, 15)  # those of web/src/link/connection.ts
FAULTS = ("kill", "stop", "restart of PostgreSQL", "crash of PostgreSQL", "cut")


# ---- the checker ----

class Verdict:
    def __init__(self):
        self.acked = self.resent = self.tables = 0
        self.lost = self.doubled = self.reordered = self.changed = self.strange = 0

    def is_clean(self):
        return not (self.lost or self.doubled or self.reordered or self.changed or self.strange)

    def check(self, ledgers, log):
        """`ledgers`: of each client its deeds in the order of sending; `log`: the table's lines."""
        self.tables += 1
        at = {}
        for place, line in enumerate(map(json.loads, log)):
            if line.get("t") != "did":
                continue
            call = line["say"]
            self.doubled += call["id"] in at
            at.setdefault(call["id"], (place, call))
        for deeds in ledgers:
            last = -1
            for deed in deeds:
                self.acked += deed.acked is not None
                self.resent += deed.sends - 1
                place, call = at.pop(deed.id, (None, None))
                if place is None:
                    self.lost += deed.acked is not None
                    continue
                self.strange += deed.refused
                self.reordered += place < last
                self.changed += any(call.get(k) != v for k, v in deed.fields.items())
                last = place
        self.strange += len(at)


class Deed:
    def __init__(self, what, fields):
        self.what, self.fields, self.id = what, fields, secrets.token_hex(8)
        self.sends, self.sent, self.acked, self.refused = 0, 0.0, None, False


# ---- clients ----

class Client(Player):
    """A player who comes back as the page does; nothing here waits for long."""

    def __init__(self, fleet, key, table):
        self.deeds, self.open, self.tries, self.since = [], None, 0, 0.0
        self.retry_at, self.broken, self.socket, self.why = 0.0, None, None, None
        super().__init__(fleet, key, table, timeout=PATIENCE)

    def connect(self, hello=True):
        self.me, self.since = None, time.time()
        try:
            super().connect(hello)
        except (Closed, OSError) as e:
            self.why = repr(e)
            self.lose()

    def lose(self):
        if self.socket:
            self.socket.close()
        self.socket, self.me = None, None
        self.retry_at = time.time() + WAITS[min(self.tries, len(WAITS) - 1)]
        self.tries += 1

    def say(self, what, **fields):
        try:
            super().say(what, **fields)
        except (Closed, OSError):
            self.lose()

    def do(self, what, **fields):
        self.open = Deed(what, fields)
        self.deeds.append(self.open)
        self.send_open()

    def send_open(self):
        self.open.sends += 1
        self.open.sent = time.time()
        self.say(self.open.what, id=self.open.id, **self.open.fields)

    def on_welcome(self, m):
        super().on_welcome(m)
        self.tries = 0
        if self.open:
            self.send_open()

    def on_acked(self, m):
        if self.open and m["id"] == self.open.id:
            self.open.acked, self.open = time.time(), None

    def on_refused(self, m):
        if self.open and m.get("id") == self.open.id:
            self.broken = m

    def look(self, now):
        """What the page does now and then."""
        if not self.socket:
            if now >= self.retry_at:
                self.connect()
            return
        waiting = self.since if not self.me else self.open.sent if self.open else now
        if now - waiting > PATIENCE:
            self.lose()

    def state_now(self):
        now = time.time()
        return {"connected": bool(self.socket), "welcome": bool(self.me), "over": bool(self.over),
                "asked": len(self.asked()), "deeds": len(self.deeds), "tries": self.tries, "why": self.why,
                "open": self.open and (self.open.what, self.open.sends, now - self.open.sent)}

    def hear_all(self):
        try:
            self.hear()
            while self.socket and self.waits():
                self.hear()
        except (Closed, OSError):
            self.lose()


class Table(threading.Thread):
    """Two clients at one table after another."""

    def __init__(self, fleet, seed, until):
        super().__init__(daemon=True)
        self.fleet, self.seed, self.until = fleet, seed, until
        self.past, self.clients, self.name, self.error = [], [], None, None
        self.last_ack, self.why = 0.0, None

    def retry(self, *what):
        while True:
            try:
                return self.fleet.ask(*what, timeout=PATIENCE)
            except (AssertionError, Closed, OSError) as e:
                self.why = (time.time(), what[:2], repr(e))
                if self.until.is_set():
                    raise SystemExit from e
                time.sleep(0.3)

    def open_table(self):
        guests = [self.retry("POST", "guest", {"lang": "en"}) for _ in range(2)]
        wish = new_table("robotory", "me open")
        self.name = self.retry("POST", "tables", wish, guests[0]["key"])["table"]
        self.clients = [Client(self.fleet, g["key"], self.name) for g in guests]
        self.past.append((self.name, self.clients))
        return [(1, "sit", {"seat": 1}), (0, "start", {})]

    def act(self, number, mind, script):
        p = self.clients[number]
        if script and script[0][0] == number and not any(c.open for c in self.clients):
            p.do(script[0][1], **script.pop(0)[2])
        elif not script and p.asked() and not p.over:
            actor, question, position = p.asked()[0]
            p.answered.add((p.match, question))
            p.do("act", actor=actor, question=question, picks=mind.picks(actor, position))

    def turn(self, mind, script):
        now = time.time()
        for number, p in enumerate(self.clients):
            p.look(now)
            if p.broken and p.open.what == "start":
                # Its process does not know yet that the other sat down elsewhere.
                p.open.refused, p.open, p.broken = True, None, None
                script.append((0, "start", {}))
            assert not p.broken, f"refused: {p.broken} for {vars(p.deeds[-1])}"
            if p.me and not p.open:
                self.act(number, mind, script)
        there = [p for p in self.clients if p.socket]
        ready = [p for p in there if p.waits()]
        if not there:
            time.sleep(0.05)
        elif not ready:
            found = select.select([p.socket.s for p in there], [], [], 0.05)[0]
            ready = [p for p in there if p.socket.s in found]
        for p in ready:
            p.hear_all()
        self.last_ack = max([self.last_ack] + [d.acked or 0 for p in self.clients
                                               for d in p.deeds[-2:]])

    def leave(self, mind):
        """What is still open is answered before the end."""
        end = time.time() + 20
        while any(p.open for p in self.clients):
            assert time.time() < end, "a deed stays unanswered"
            self.turn(mind, [(9, "nothing", {})])
        for p in self.clients:
            if p.socket:
                p.lose()

    def run(self):
        try:
            with Mind("robotory", 2, seed=self.seed) as mind:
                while not self.until.is_set():
                    script = self.open_table()
                    while not self.until.is_set() and not all(p.over for p in self.clients):
                        self.turn(mind, script)
                    self.leave(mind)
        except SystemExit:
            pass
        except Exception as e:  # told by the main thread
            self.error = e

    def cut(self):
        for p in self.clients:
            s = p.socket
            try:
                if s:
                    s.s.shutdown(2)
            except OSError:
                pass


# ---- faults ----

class Chaos:
    def __init__(self, fleet, tables, chance):
        self.fleet, self.tables, self.chance = fleet, tables, chance
        self.recovery = []  # (fault, seconds)
        self.counts = dict.fromkeys(FAULTS, 0)
        self.fresh = list(fleet.servers)  # whose lives are not known yet, in order
        self.lives = {}
        self.away = []  # how long PostgreSQL was

    def owners(self):
        """Of each table its server."""
        sql = self.fleet.cluster.sql
        for life in sql("SELECT id FROM robodrome.lives ORDER BY id").split():
            if life not in self.lives:
                self.lives[life] = self.fresh.pop(0)
        rows = dict(r.split("|") for r in sql("SELECT id, owner FROM robodrome.tables").split())
        of = {t: rows.get(str(number_of(t.name))) for t in self.tables if t.name}
        return {t: self.lives[life] for t, life in of.items() if life}

    def restart(self, server):
        server.process.stdout.close()
        server.log.close()
        server.start(server.port)
        self.fresh.append(server)

    def strike(self, kind):
        """Does it; when, which tables are hit, and what puts it right again."""
        hit, victim = list(self.tables), None
        if kind in ("kill", "stop"):
            owners = self.owners()
            victim = self.chance.choice(sorted(set(owners.values()), key=lambda s: s.port))
            hit = [t for t, s in owners.items() if s is victim]
        began = time.time()
        if kind == "kill":
            victim.process.kill()
            victim.process.wait()
            return began, hit, lambda: self.restart(victim)
        if kind == "stop":
            victim.process.send_signal(signal.SIGSTOP)
            return began, hit, lambda: victim.process.send_signal(signal.SIGCONT)
        if kind == "cut":
            for t in self.tables:
                t.cut()
            self.fleet.cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                   " WHERE application_name LIKE 'robodrome%'")
        else:
            self.fleet.cluster.stop(signal.SIGINT if "restart" in kind else signal.SIGQUIT)
            self.fleet.cluster.start()
            self.away.append(time.time() - began)
            began = time.time()
        return began, hit, lambda: None

    def run(self, faults):
        kinds = []
        for _ in range(faults):
            self.calm(time.time(), self.tables)
            time.sleep(self.chance.uniform(0.05, 0.5))
            kinds = kinds or self.chance.sample(FAULTS, len(FAULTS))
            kind = kinds.pop()
            began, hit, right = self.strike(kind)
            self.recovery += [(kind, t) for t in self.calm(began, hit)]
            right()
            self.counts[kind] += 1

    def calm(self, since, tables):
        """Waits for an acknowledgement at each; how long after `since` it came."""
        first, until = {}, time.time() + 30
        while len(first) < len(tables):
            for t in tables:
                if t.error:
                    raise t.error
                if t not in first and t.last_ack > since:
                    first[t] = t.last_ack - since
            assert time.time() < until, self.why_not([t for t in tables if t not in first])
            time.sleep(0.005)
        return first.values()


    def why_not(self, tables):
        """What there is to know when tables do not go on."""
        said = [f"{self.counts} at {time.time()}"]
        said += [f"{t.name} does not go on: {[p.state_now() for p in t.clients]}, {t.why}, alive {t.is_alive()}"
                 for t in tables]
        said += [f"server {s.port}: exit status {s.process.poll()}, {s.errors()[-1500:]}" for s in self.fleet.servers]
        said += ["nginx: " + self.fleet.nginx.errors()[-1500:], "PostgreSQL: " + self.fleet.cluster.log()[-1500:]]
        return "\n".join(said)


def quantile(values, q):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def check_logs(fleet, threads):
    verdict = Verdict()
    for name, clients in (past for t in threads for past in t.past):
        log = fleet.cluster.sql("SELECT convert_from(body, 'UTF8') FROM robodrome.inputs"
                                f" WHERE tab = {number_of(name)} ORDER BY seq").splitlines()
        verdict.check([p.deeds for p in clients], log)
    gaps = fleet.cluster.sql("SELECT count(*) FROM (SELECT tab FROM robodrome.inputs JOIN"
                             " robodrome.tables ON id = tab GROUP BY tab, head"
                             " HAVING count(*) <> head OR max(seq) <> head) AS gaps")
    assert gaps == "0", f"{gaps} logs have gaps"
    return verdict


def run(faults, seed, tables=6):
    chance, until = random.Random(seed), threading.Event()
    with Fleet(3, "--rate", "10000") as fleet:
        threads = [Table(fleet, chance.randrange(1 << 30), until) for _ in range(tables)]
        for t in threads:
            t.start()
        chaos = Chaos(fleet, threads, chance)
        try:
            chaos.run(faults)
        finally:
            until.set()
            for t in threads:
                t.join(40)
        for t in threads:
            if t.error:
                raise t.error
        return check_logs(fleet, threads), chaos


def told(verdict, chaos):
    rows = [f"{sum(chaos.counts.values())} faults ("
            + ", ".join(f"{n} {kind}" for kind, n in chaos.counts.items()) + "), "
            f"{verdict.tables} tables, {verdict.acked} deeds acknowledged, {verdict.resent} sent "
            f"again: {verdict.lost} lost, {verdict.doubled} doubled, {verdict.reordered} reordered, "
            f"{verdict.changed} changed, {verdict.strange} of nobody"]
    if chaos.away:
        rows.append(f"PostgreSQL itself was away for {min(chaos.away):.1f} to {max(chaos.away):.1f} s; "
                    "recovery counts from then")
    for kind in (*FAULTS, "all"):
        times = [t for k, t in chaos.recovery if kind in (k, "all")]
        if times:
            rows.append(f"{kind}: recovery at {len(times)} tables: median "
                        f"{quantile(times, 0.5):.2f} s, 99% {quantile(times, 0.99):.2f} s, "
                        f"longest {max(times):.2f} s")
    return rows


def write_report(path, rows):
    here = [pathlib.Path(a).as_posix() for a in sys.argv]
    pathlib.Path(path).write_text(
        "# Faults under load\n\nThree processes, one PostgreSQL 15, nginx, six tables of two clients "
        "each, on the 2-core machine of the\nproject, busy with other builds. How it is done and what "
        "is checked: `tests/server/jepsen.py`. By the command\n\n"
        f"    python3 {' '.join(here)}\n\n" + "\n".join(f"- {r}" for r in rows) + "\n",
        encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if os.getpgrp() != os.getpid():
        os.setsid()  # else the end of the shell that began it would end stopped servers, and their group
    count, first_seed = [int(a) for a in (sys.argv[3:5] + ["100", "1"][len(sys.argv[3:5]):])]
    result, faults_done = run(count, first_seed)
    lines = told(result, faults_done)
    print("\n".join(lines))
    if len(sys.argv) > 5:
        write_report(sys.argv[5], lines)
    sys.exit(0 if result.is_clean() and
             quantile([t for _, t in faults_done.recovery], 0.99) < 5 else 1)
