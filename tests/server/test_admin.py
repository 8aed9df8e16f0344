"""The operator of a running server: who is here, bans, rules, closing, retention, data, the log."""
import json
import os
import sqlite3
import stat
import time

from fleet import Cluster, number_of
from house import Server
from party import FAST, Party
from player import Player, new_table
from program import fails, main, works
from wire import ask


def admin(s, *words):
    told = works("admin", *words, "--data", s.folder, "--port", s.port)
    return json.loads(told) if told.strip() else None


def test_operator():
    """sees who is here, bans and unbans, closes a table, switches chat and public tables off"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        party.start().play(3)
        now = admin(s, "who")
        assert {p["name"] for p in now["people"]} == {"Ann", "Bob"}, now
        assert [t["table"] for t in now["tables"]] == [party.table], now
        bob = next(p["person"] for p in now["people"] if p["name"] == "Bob")
        assert now["rules"] == {"chat": 1, "public": 1, "guests": 30, "tables": 20, "keep_days": 0}

        party.ann.done("chat", text="hello")
        party.bob.until(lambda: party.bob.chat)
        party.bob.done("report", line=party.bob.chat[-1]["line"])
        complaint, = admin(s, "who")["reports"]
        assert (complaint["text"], complaint["table"]) == ("hello", party.table), complaint
        assert complaint["person"] != bob, "who wrote it, not who complained"
        admin(s, "dismiss", complaint["report"])
        assert admin(s, "who")["reports"] == []
        for number in (complaint["report"], 0, "x"):
            fails(2, "404", "admin", "dismiss", number, "--data", s.folder, "--port", s.port)
        admin(s, "set", "chat", "off")
        party.ann.denied("chat_off", "chat", text="hello?")
        admin(s, "set", "public", "off")
        wish = new_table("robotory", "me open")
        s.refuses(403, "config", "POST", "tables", wish, party.a["key"])
        s.ask("POST", "tables", new_table("robotory", "me open", access="code"), party.a["key"])
        s.restart()  # the rules hold
        s.refuses(403, "config", "POST", "tables", wish, party.a["key"])
        admin(s, "set", "public", "on")
        s.ask("POST", "tables", wish, party.a["key"])

        for p in party.players:
            p.close()
            p.connect()
        party.bob.me = None
        party.bob.until(lambda: party.bob.me)
        admin(s, "ban", "person", bob, "3")
        party.bob.gone()
        assert party.bob.bye == "kicked"
        s.refuses(403, "gone", "GET", "me", key=party.b["key"])
        again = Player(s, party.b["key"], party.table)
        again.gone()
        assert again.bye == "kicked" and [b["what"] for b in admin(s, "who")["bans"]] == [f"person {bob}"]
        admin(s, "unban", "person", bob)
        assert s.ask("GET", "me", key=party.b["key"])["name"] == "Bob"
        fails(2, "404", "admin", "unban", "person", bob, "--data", s.folder, "--port", s.port)
        fails(2, "the server says 404: there is no such person", "admin", "ban", "person", "999", "--data", s.folder,
              "--port", s.port)
        admin(s, "ban", "address", "127.0.0.1")
        s.refuses(403, "gone", "POST", "guest", {"lang": "en"})
        party.ann.gone()  # who is there from that address goes too
        assert party.ann.bye == "kicked"
        admin(s, "unban", "address", "127.0.0.1")
        for typo in ("nonsense", "203.0.113.777", "2001:db8::g", "203.0.113.7:80"):
            fails(2, "this is not an address", "admin", "ban", "address", typo, "--data", s.folder, "--port", s.port)
        admin(s, "ban", "address", "2001:DB8:0::07")  # as connections spell it
        assert [b["what"] for b in admin(s, "who")["bans"]] == ["address 2001:db8::7"]
        admin(s, "unban", "address", "2001:db8::7")

        party.ann.connect()
        party.ann.me = None
        party.ann.until(lambda: party.ann.me)
        admin(s, "close", party.table)
        party.ann.gone()
        assert party.ann.bye == "table_gone"
        late = Player(s, party.a["key"], party.table)
        late.gone()
        assert late.me is None


def test_address_behind_a_proxy():
    """the address that is banned is the device's: who comes from there goes and stays away, others stay"""
    with Server(*FAST, "--proxy", "--host", "play.example") as s:
        def at(address):
            return {"headers": {"X-Forwarded-For": address}, "host": "play.example"}

        def sit(key, address):
            return Player(s, key, table, host="play.example", headers=[f"X-Forwarded-For: {address}"])

        bad, good = (s.ask("POST", "guest", {"lang": "en"}, **at(a))["key"] for a in ("203.0.113.7", "203.0.113.8"))
        table = s.ask("POST", "tables", new_table("robotory", "me open"), good, **at("203.0.113.8"))["table"]
        p, q = sit(bad, "203.0.113.7"), sit(good, "203.0.113.8")
        for one in (p, q):
            one.until(lambda one=one: one.me)
        assert {c["address"] for c in admin(s, "who")["people"]} == {"203.0.113.7", "203.0.113.8"}
        admin(s, "ban", "address", "203.0.113.7")
        p.gone()
        assert p.bye == "kicked"
        again = sit(bad, "203.0.113.7")
        again.gone()
        assert again.bye == "kicked" and again.me is None
        s.refuses(403, "gone", "GET", "me", key=bad, **at("203.0.113.7"))
        q.done("phrase", phrase="hello")
        s.ask("GET", "me", key=good, **at("203.0.113.8"))


def test_token():
    """nothing without the token, which only the owner of the folder can read"""
    with Server() as s:
        file = f"{s.folder}/admin.token"
        assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
        with open(file, encoding="utf-8") as kept:
            token = kept.read()
        guest = s.guest()
        for key in (None, guest["key"], "x" * 43, ""):
            for method, path, body in (("GET", "state", None), ("POST", "rules", {"chat": 0}),
                                       ("POST", "ban", {"what": "person 1", "days": 1}),
                                       ("DELETE", "person/1", None), ("GET", "person/1", None)):
                status, _, text = ask(s.port, method, f"/api/1/admin/{path}", body, key)
                assert status in (403, 429), (method, path, status, text)
        assert s.ask("GET", "me", key=guest["key"])
        assert admin(s, "who")["rules"]["chat"] == 1
        fails(3, "No such file", "admin", "who", "--data", f"{s.folder}/none", "--port", s.port)
        os.truncate(file, 19)
        fails(3, "20 letters or more", "admin", "who", "--data", s.folder, "--port", s.port)
        with open(file, "w", encoding="utf-8") as again:
            again.write(token)
        for bad in (["set", "chat", "7"], ["set", "colour", "1"], ["ban", "person"], ["dance"]):
            fails(2, "", "admin", *bad, "--data", s.folder, "--port", s.port)


def test_notice():
    """everybody reads a notice at once, who comes later too, until it is taken back or its time is over"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        party.start()
        admin(s, "notice", "A pause", 'at 20:00: "short"', "й" * 100)
        text = f'A pause at 20:00: "short" {"й" * 100}'
        for p in party.players:
            p.until(lambda p=p: p.announced)
            assert p.announced[0]["text"] == text and "until" not in p.announced[0], p.announced
        s.restart()  # it is kept
        ann = party.ann
        first, = ann.announced
        assert s.ask("GET", "announcement") == {"announcement": first}
        ann.connect()
        ann.until(lambda: len(ann.announced) == 2)
        admin(s, "notice", "off")
        ann.until(lambda: len(ann.announced) == 3)
        assert ann.announced == [first, first, None] and s.ask("GET", "announcement") == {}
        admin(s, "notice", "soon over", "--minutes", "1")
        s.stop()
        with sqlite3.connect(f"{s.folder}/robodrome.db") as db:  # seconds are left of the minute
            note, = db.execute("SELECT body FROM notes WHERE name = 'announcement'").fetchone()
            kept = json.loads(note)
            kept["announcement"]["until"] -= 56000
            db.execute("UPDATE notes SET body = ? WHERE name = 'announcement'", (json.dumps(kept).encode(),))
        s.start(s.port)
        ann.connect()
        ann.until(lambda: ann.announced[-1] is None and len(ann.announced) > 3)  # and nobody asked
        assert s.ask("GET", "announcement") == {}
        for bad in (["notice"], ["notice", ""], ["notice", "x" * 301], ["notice", "two\nlines"]):
            fails(2, "", "admin", *bad, "--data", s.folder, "--port", s.port)
        s.refuses(403, "not_host", "POST", "admin/announcement", {"text": "no"}, party.a["key"])


def test_page_token():
    """the page's token is printed once, kept as a hash, makes no other, and ends when another is made"""
    with Server() as s:
        told = works("admin", "token", "--data", s.folder, "--port", s.port)
        token = told.split()[0]
        assert len(token) == 43 and f"http://127.0.0.1:{s.port}/admin" in told, told
        assert s.ask("GET", "admin/state", key=token)["figures"]["sockets"] == 0
        s.refuses(403, "not_host", "POST", "admin/token", None, token)
        s.restart()
        assert s.ask("GET", "admin/state", key=token)["server"]
        files = [open(f"{s.folder}/{name}", "rb").read() for name in os.listdir(s.folder)]
        assert files and not any(token.encode() in body for body in files)
        second = works("admin", "token", "--data", s.folder, "--port", s.port).split()[0]
        s.refuses(403, "not_host", "GET", "admin/state", key=token)
        assert s.ask("GET", "admin/state", key=second)
        admin(s, "token", "off")
        s.refuses(403, "not_host", "GET", "admin/state", key=second)
        # Who comes over a proxy is not on the machine of the server, whatever they know.
    with Server("--proxy") as s:
        file = open(f"{s.folder}/admin.token", encoding="utf-8").read().strip()
        for address, status in (("192.0.2.7", 403), ("127.0.0.1", 200)):
            got = ask(s.port, "GET", "/api/1/admin/state", None, file, {"X-Forwarded-For": address})
            assert got[0] == status, got


def test_data():
    """a person gets everything that is kept about them; the operator can give it and forget them"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        party.start()
        party.ann.done("chat", text="a secret of mine")
        mine = s.ask("GET", "me/data", key=party.a["key"])
        assert mine["name"] == "Ann" and [t["table"] for t in mine["tables"]] == [party.table], mine
        assert "a secret of mine" in json.dumps(mine["lines"]), mine
        other = s.ask("GET", "me/data", key=party.b["key"])
        assert "a secret of mine" not in json.dumps(other), other
        assert admin(s, "person", mine["person"]) == mine
        admin(s, "forget", mine["person"])
        s.refuses(401, "key", "GET", "me", key=party.a["key"])
        fails(2, "404", "admin", "person", mine["person"], "--data", s.folder, "--port", s.port)


def test_retention():
    """finished games go after the days that the operator set, running ones stay"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as over, \
            Party(s, "robotory", "me open") as running:
        over.start().play()
        running.start().play(3)
        admin(s, "set", "keep_days", "30")
        s.stop()
        with sqlite3.connect(f"{s.folder}/robodrome.db") as db:
            db.execute("UPDATE tables SET changed = changed - 29 * 86400000")
        s.start(s.port)
        assert len(s.ask("GET", "finished", key=over.a["key"])["tables"]) == 1
        s.stop()
        with sqlite3.connect(f"{s.folder}/robodrome.db") as db:
            db.execute("UPDATE tables SET changed = changed - 2 * 86400000")
        s.start(s.port)
        s.guest()  # comes after the sweep of the start
        assert s.ask("GET", "finished", key=over.a["key"])["tables"] == []
        assert len(s.ask("GET", "me/tables", key=running.a["key"])["tables"]) == 1


def test_log():
    """the log is JSON with numbers alone: no name, no token, no key, no chat, no position"""
    with Server(*FAST, "--log") as s, Party(s, "robotory", "me open") as party:
        party.start().play(5)
        party.ann.done("chat", text="whispered words")
        position = party.ann.views[0].get("position", "")
        token = open(f"{s.folder}/admin.token", encoding="utf-8").read().strip()
        admin(s, "set", "chat", "off")
        admin(s, "ban", "address", "203.0.113.9")
        admin(s, "close", party.table)
        s.stop()
        lines = [json.loads(line) for line in s.errors().splitlines()]
        assert [e["event"] for e in lines] == ["began", "rules", "ban", "table_lost", "close", "ended"]
        assert all(isinstance(v, int) for e in lines for k, v in e.items() if k != "event"), lines
        secrets = ["Ann", "Bob", party.a["key"], party.b["key"], token, "whispered", party.table,
                   *position.split()]
        for word in filter(lambda w: len(w) > 2, secrets):
            assert word not in s.errors(), word


def test_log_of_troubles():
    """a store that is away and back and a table that cannot be read are told, without --log too, by numbers alone"""
    with Cluster(fsync="off") as cluster, Server(*FAST, store=cluster.store) as s, \
            Party(s, "robotory", "me open") as party:
        party.start().play(3)
        for p in party.players:
            p.close()
        cluster.stop()
        while "store_lost" not in s.errors():
            time.sleep(0.05)
        assert s.metrics()["store_silent_ms"] > 0
        cluster.start()
        while "store_back" not in s.errors():
            time.sleep(0.05)
        s.stop()
        number = number_of(party.table)
        cluster.sql(f"UPDATE robodrome.inputs SET body = 'Ann played nonsense' WHERE tab = {number}")
        cluster.sql("DELETE FROM robodrome.checkpoints")
        s.start()
        Player(s, party.a["key"], party.table).gone()
        lines = [json.loads(line) for line in s.errors().splitlines()]
        assert [e["event"] for e in lines][:3] == ["store_lost", "store_back", "table_unreadable"], lines
        assert lines[2]["table"] == number and "Ann" not in s.errors(), lines


def test_metrics():
    """Prometheus reads the metrics: every one has a type, counters end with _total"""
    with Server() as s:
        text = ask(s.port, "GET", "/metrics")[2].decode()
        lines = text.splitlines()
        assert len(lines) > 40 and len(lines) % 2 == 0
        for head, line in zip(lines[::2], lines[1::2]):
            name, value = line.split()
            assert head == f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}", head
            assert int(value) >= 0


main(globals())
