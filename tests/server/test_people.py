"""The server over HTTP: guests, devices, the page, the local network, its life."""
import json
import pathlib
import signal
import sqlite3
import subprocess
import time

from house import Server
from player import Player, new_table
from program import PROGRAM, main
from wire import ask, connect


def test_life():
    """one line with the address when it answers; TERM, Ctrl-C and HUP end it with status 0"""
    for how in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with Server() as s:
            assert s.said.count("\n") == 1
            assert ask(s.port, "GET", "/health")[::2] == (200, b"ok\n")
            assert s.stop(how) == 0, s.errors()


def test_folder_in_use():
    """a second server in the same folder, or on the same port, says why not"""
    with Server() as s:
        for extra in (["--port", "0", "--data", s.folder],
                      ["--port", str(s.port), "--data", s.folder + "/other"]):
            done = subprocess.run([PROGRAM, "serve", *extra], capture_output=True, text=True,
                                  timeout=30, check=False)
            assert done.returncode == 3, done
            assert done.stderr.startswith("robodrome: "), done
            assert "in use" in done.stderr or "cannot listen" in done.stderr, done


def test_guest():
    """a guest has a name in their language and a key that stays through a restart"""
    with Server() as s:
        seen = set()
        for lang in ("en", "ru", "uk"):
            g = s.guest(lang)
            assert g["lang"] == lang and g["name"], g
            assert (lang == "en") == g["name"].isascii(), g
            assert s.ask("GET", "me", key=g["key"]) == {"name": g["name"], "lang": lang}
            seen.add(g["key"])
        assert len(seen) == 3
        s.restart()
        assert s.ask("GET", "me", key=g["key"])["name"] == g["name"]
        s.restart(signal.SIGKILL)
        assert s.ask("GET", "me", key=g["key"])["name"] == g["name"]


def test_key():
    """wrong keys open nothing; only hashes are in the folder"""
    with Server() as s:
        g = s.guest()
        for key in (None, "x", g["key"][:-1], g["key"] + "A", "'; drop table people"):
            s.refuses(401, "key", "GET", "me", key=key)
            s.refuses(401, "key", "PUT", "me", {"name": "X"}, key=key)
            s.refuses(401, "key", "DELETE", "me", key=key)
        s.stop()
        for file in pathlib.Path(s.folder).iterdir():
            assert g["key"].encode() not in file.read_bytes(), file
        assert g["key"] not in s.errors()


def test_rename():
    """another name, where it can be shown"""
    with Server() as s:
        g = s.guest(name="Ann")
        assert g["name"] == "Ann"
        key = g["key"]
        assert s.ask("PUT", "me", {"name": "Оля 🤖"}, key)["name"] == "Оля 🤖"
        assert s.ask("PUT", "me", {"lang": "uk"}, key) == {"name": "Оля 🤖", "lang": "uk"}
        for bad in ("", " ", " Ann", "Ann ", "A\u202enn", "A\u200bnn", "\u3164", "x" * 25, "a  b", "\u2800",
                    "\u0301", "A \u0301", "A\u0301\u0302\u0303", "A\u034f", "A\u180e", "\ufe0f", "a\nb", 7, None,
                    ["Ann"]):
            s.refuses(400, "malformed", "PUT", "me", {"name": bad}, key)
        assert s.ask("GET", "me", key=key)["name"] == "Оля 🤖"
        for good in ("Zoe\u0308", "\u0438\u0306 и \u0456\u0308", "❤\ufe0f", "e\u0323\u0302"):
            assert s.ask("PUT", "me", {"name": good}, key)["name"] == good


def test_seen():
    """a visit is noted, so that only who never comes back is forgotten; long names stay whole"""
    with Server() as s:
        g = s.guest(name="🤖" * 16)
        assert s.ask("GET", "me", key=g["key"])["name"] == "🤖" * 16
        s.stop()
        with sqlite3.connect(f"{s.folder}/robodrome.db") as db:
            db.execute("UPDATE people SET seen = 5")
        s.start(s.port)
        other = s.guest()  # the sweep at the start has already removed who was not seen for long
        s.refuses(401, "key", "GET", "me", key=g["key"])
        s.stop()
        with sqlite3.connect(f"{s.folder}/robodrome.db") as db:
            db.execute("UPDATE people SET seen = seen - 2 * 24 * 3600 * 1000")
            before = db.execute("SELECT seen FROM people").fetchone()[0]
        s.start(s.port)
        s.ask("GET", "me", key=other["key"])
        s.stop()
        with sqlite3.connect(f"{s.folder}/robodrome.db") as db:
            after = db.execute("SELECT seen FROM people").fetchone()[0]
        assert after > before + 24 * 3600 * 1000, (before, after)


def test_forget():
    """a person who deletes themselves is gone: key, name and devices"""
    with Server() as s:
        g = s.guest(name="Annabella")
        link = s.ask("POST", "link", key=g["key"])["link"]
        s.ask("DELETE", "me", key=g["key"], expect=204)
        s.refuses(401, "key", "GET", "me", key=g["key"])
        s.refuses(404, "gone", "POST", "link/use", {"link": link})
        s.stop()
        for file in pathlib.Path(s.folder).iterdir():
            assert b"Annabella" not in file.read_bytes(), file


def test_forget_after_a_kick():
    """a person who was sent away from a table and deletes themselves leaves no name and no word there"""
    with Server() as s:
        host, guest = s.guest(name="Ann"), s.guest(name="Bartholomew")
        table = s.ask("POST", "tables", new_table("robotory", "me open"), host["key"])["table"]
        ann, bart = Player(s, host["key"], table), Player(s, guest["key"], table)
        bart.done("chat", text="farewell")
        ann.until(lambda: ann.chat)
        ann.done("kick", person=ann.chat[0]["person"])
        bart.gone()
        s.ask("DELETE", "me", key=guest["key"], expect=204)
        again = Player(s, host["key"], table)
        again.until(lambda: again.me)
        told = json.dumps(again.welcome)
        assert "Bartholomew" not in told and "farewell" not in told, told


def test_forget_and_crash():
    """the process ends between the deletion and telling all tables: the next one tells the rest"""
    with Server() as s:
        ann, bart = s.guest(name="Ann"), s.guest(name="Bartholomew")
        tables = [s.ask("POST", "tables", new_table("robotory", "open me"), bart["key"])["table"]
                  for _ in range(20)]
        s.restart()  # none is loaded now
        with connect(s.port) as c:
            c.sendall(f"DELETE /api/1/me HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\n"
                      f"Authorization: Bearer {bart['key']}\r\n\r\n".encode())
            while ask(s.port, "GET", "/api/1/me", key=bart["key"])[0] != 401:
                pass
            s.restart(signal.SIGKILL)
        until = time.time() + 20
        while b"Bartholomew" in ask(s.port, "GET", "/api/1/tables", key=ann["key"])[2]:
            assert time.time() < until, "a list still has the name"
            time.sleep(0.1)
        for table in tables:
            p = Player(s, ann["key"], table)
            p.until(lambda p=p: p.me)
            assert [seat["kind"] for seat in p.seats] == ["open", "open"], p.seats
            p.done("sit", seat=0)
            p.close()


def test_device():
    """a link makes another device the same person, once"""
    with Server() as s:
        g = s.guest(name="Ann")
        link = s.ask("POST", "link", key=g["key"])
        phone = s.ask("POST", "link/use", {"link": link["link"]})
        assert phone["name"] == "Ann" and phone["key"] != g["key"]
        s.refuses(404, "gone", "POST", "link/use", {"link": link["link"]})
        s.ask("PUT", "me", {"name": "Anna"}, phone["key"])
        assert s.ask("GET", "me", key=g["key"])["name"] == "Anna"
        old = s.ask("POST", "link", key=g["key"])["link"]
        s.stop()
        db = sqlite3.connect(f"{s.folder}/robodrome.db")
        db.execute("UPDATE links SET until = 1")
        db.commit()
        db.close()
        s.start(s.port)
        s.refuses(404, "gone", "POST", "link/use", {"link": old})
        statuses = [ask(s.port, "POST", "/api/1/link", key=g["key"])[0] for _ in range(41)]
        assert statuses.count(200) <= 40 and statuses[-1] == 429, "each link makes a key, which stays"


def test_malformed():
    """bodies that are no document, unknown paths and methods: a clear problem"""
    with Server() as s:
        for bad in (b"", b"{", b"[]", b"\xff", b'{"lang":"en","x":1}', b'{"lang":"xx"}',
                    b'{"lang":"en","lang":"ru"}', b"{}" + b" " * 5, b"[" * 5000):
            s.refuses(400, "malformed", "POST", "guest", bad)
        s.refuses(404, "unknown", "GET", "nothing")
        s.refuses(405, "malformed", "POST", "me")
        s.refuses(405, "malformed", "DELETE", "guest")
        assert ask(s.port, "POST", "/")[0] == 405
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd"):
            assert b"root:" not in ask(s.port, "GET", path)[2], path
        assert ask(s.port, "GET", "/a/none.js")[0] == 404


def test_page():
    """the page, or plain words when it was not built"""
    with Server() as s:
        about = s.ask("GET", "about")
        status, headers, body = ask(s.port, "GET", "/")
        assert headers["content-type"].startswith("text/html")
        if not about["page"]:
            assert status == 404 and b"without the page" in body
            assert "without the page" in s.said
            return
        assert status == 200 and b"<!doctype html" in body.lower()
        packed = ask(s.port, "GET", "/", headers={"Accept-Encoding": "gzip"})
        assert packed[1]["content-encoding"] == "gzip" and len(packed[2]) < len(body)
        again = ask(s.port, "GET", "/", headers={"If-None-Match": headers["etag"]})
        assert again[0] == 304 and not again[2]
        assert ask(s.port, "GET", "/table/abc")[2] == body


def test_house():
    """games, QR codes, metrics"""
    with Server() as s:
        ids = [g["game"] for g in s.ask("GET", "games")["games"]]
        assert ids and "robotory" in ids
        qr = s.ask("POST", "qr", {"text": "http://192.168.1.2:8050/table/abc#secret"})
        assert len(qr["dots"]) == qr["size"] ** 2
        finder = "1111111"
        assert qr["dots"].startswith(finder + "0")
        before = s.metrics()["requests_total"]
        s.ask("GET", "games")
        assert s.metrics()["requests_total"] == before + 2


main(globals())
