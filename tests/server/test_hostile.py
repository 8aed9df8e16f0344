"""Hostile clients: whatever they do, they are refused, counted, and others play on."""
import contextlib
import itertools
import json
import random
import threading
import time

import half_open
from house import Server
from player import Mind, Player, new_table
from program import main
from wire import Closed, WebSocket, ask, connect, read_head


class Quiet:
    """A game of two well-behaved players that goes on while something else happens."""

    def __init__(self, server):
        self.server, self.stop, self.moves, self.slowest, self.error = server, False, 0, 0, None
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *what):
        until = time.time() + 20
        while self.moves <= 3 and self.thread.is_alive() and time.time() < until:
            time.sleep(0.05)  # what went before was quicker than a few moves
        self.stop = True
        self.thread.join(60)
        if not what[0]:
            assert not self.error, self.error
            assert self.moves > 3, self.moves
            assert self.slowest < 3, self.slowest

    def run(self):
        try:
            while not self.stop:
                key = self.server.guest()["key"]
                table = self.server.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
                p = Player(self.server, key, table)
                p.done("start")
                with Mind("robotory", 2) as mind:
                    while not p.over and not self.stop:
                        p.until(lambda: p.asked() or p.over)
                        if not p.over:
                            began = time.time()
                            p.answer(mind)
                            self.slowest = max(self.slowest, time.time() - began)
                            self.moves += 1
                            time.sleep(0.02)
                p.close()
        except Exception as e:  # told by __exit__
            self.error = repr(e)


def test_rubbish():
    """thousands of malformed messages at a table: each is refused, none disturbs"""
    with Server("--rate", "10000") as s, Quiet(s):
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
        p = Player(s, key, table)
        p.done("start")
        chance = random.Random(5)
        good = [json.dumps({"t": t, "id": "a1", **f}) for t, f in (
            ("act", {"actor": 0, "question": 1, "picks": [1, 2]}), ("chat", {"text": "hello"}),
            ("sit", {"seat": 1}), ("orders", {"actor": 0, "orders": []}), ("vote", {"vote": 1, "yes": True}),
            ("settings", {"seats": 2}), ("kick", {"person": 1}), ("concede", {"seat": 3}))]
        sent = 0
        for _ in range(1500):
            text = list(chance.choice(good))
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(text))
                text[at:at + chance.randrange(3)] = chance.choice(
                    ["", "{", "}", "[", '"', "9" * 30, "-", "\\u0000", "null", "é", "\\", ",", "1e9"])
            try:
                p.socket.send("".join(text))
                sent += 1
            except Closed:
                break
        p.say("ping", n=7)
        pong = {}
        while pong.get("t") != "pong":
            pong = p.hear()
        assert sent == 1500 and s.metrics()["refused_malformed_total"] > 500


def test_words():
    """what was refused is explained in the reader's language: the rule, the column, the field"""
    with Server("--rate", "10000") as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
        p = Player(s, key, table, hello=False)

        def why(text):
            p.refused.clear()
            p.socket.send(text if isinstance(text, str) else json.dumps(text))
            p.until(lambda: p.refused)
            return next(iter(p.refused.values()))

        p.hello(lang="ru")
        p.done("start")
        p.until(p.asked)
        actor, question, _ = p.asked()[0]
        act = {"t": "act", "id": "a", "actor": actor, "question": question}
        no = why({**act, "picks": []})
        assert no["error"] == "illegal" and no["rule"] in no["text"] and "Правило" in no["text"], no
        no = why({**act, "text": "+w0 nonsense"})
        assert no["error"] == "malformed" and no["text"] == "Ответ непонятен начиная с позиции 5.", no
        assert why({**act, "picks": "x"})["text"] == "Ошибка в сообщении, поле act.picks."
        assert why('{"t":"ping",}')["text"] == "Сообщение не в формате JSON, позиция 13."
        assert why({"t": "chat", "id": "c", "text": " "})["text"] == "Сообщение непонятно."
        assert why({"t": "nonsense"})["text"] == "Ошибка в сообщении, поле t."
        assert why({**act, "question": question + 1, "picks": [1]})["text"].startswith("На этот вопрос")
        assert "Приветствие" in why({"t": "hello", "proto": 1, "vocabulary": "any", "key": key,
                                       "lang": "uk"})["text"]
        p.close()
        table = s.ask("POST", "tables", new_table("rally2005", "me beginner"), key)["table"]
        p = Player(s, key, table)
        no = why({"t": "settings", "id": "b", "settings": [{"key": "course", "value": "nonsense\n"}]})
        assert no["error"] == "config" and "line 1, column 1: " in no["text"], no
        p.close()
        p = Player(s, "nobody", table, hello=False)
        p.hello(lang="uk")
        assert p.gone() == 1008 and "ключ" in p.refused[None]["text"]


def test_flood():
    """floods of messages, connections and requests; slow readers; others play on"""
    with Server() as s, Quiet(s):
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
        for _ in range(4):
            p = Player(s, key, table)
            p.until(lambda p=p: p.me)
            p.socket.raw(b"".join(p.socket.frame(1, b'{"t":"ping","n":1}') for _ in range(200)))
            assert p.gone() in (1008, None)
        held = []
        for _ in range(300):  # half a request, and never more
            c = connect(s.port)
            c.sendall(b"GET / HTTP/1.1\r\nHost: ")
            held.append(c)
        for _ in range(150):
            assert ask(s.port, "GET", "/health")[0] == 200
        slow = Player(s, key, table)  # asks much and reads nothing
        for _ in range(40):
            try:
                slow.hello()
            except Closed:
                break
        for c in held:
            c.close()
        m = s.metrics()
        assert m["refused_too_fast_total"] >= 4, m


def test_half_open():
    """1,500 connections of a second process that never finish what they began: others play on"""
    with Server() as s, Quiet(s):
        seen = half_open.attack(s, 1500)
        assert seen.opened + seen.refused == 1500
        assert seen.inside < 1 and seen.knock < 5, seen


def test_tricks():
    """oversized messages, binary, other upgrades, other origins, wrong paths"""
    with Server() as s, Quiet(s):
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
        for data, code in (("x" * 8193, 1009), (b"\xff\xfe\xfd", 1007)):
            p = Player(s, key, table)
            p.until(lambda p=p: p.me)
            try:
                p.socket.raw(p.socket.frame(1, data if isinstance(data, bytes) else data.encode()))
                assert p.gone() in (code, None), data[:9]
            except Closed:
                pass
        for options in ({"origin": "http://evil.example"}, {"origin": None}, {"upgrade": "h2c"},
                        {"host": "evil.example"}, {"origin": "null"}, {"version": 8}):
            try:
                WebSocket(s.port, f"/table/{table}", **options)
            except Closed:
                continue
            raise AssertionError(f"{options} was let in")
        try:  # a token opens the door of the bots, and no table
            WebSocket(s.port, f"/table/{table}", origin=None, headers=[f"Authorization: Bearer {key}"])
            raise AssertionError("let in without an origin")
        except Closed:
            pass
        WebSocket(s.port, f"/table/{table}", upgrade="WebSocket").close()
        m = s.metrics()
        for name in ("too_big", "origin", "upgrade", "host"):
            assert m[f"refused_{name}_total"] >= 1, (name, m)
        assert ask(s.port, "POST", "/api/1/tables", b"{" * 190000, key)[0] == 400
        assert ask(s.port, "POST", "/api/1/tables", b"x" * 300000, key)[0] in (0, 413)


def test_handshakes():
    """hundreds of damaged handshakes and requests: none is upgraded wrongly, the server lives"""
    with Server() as s, Quiet(s):
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
        good = (f"GET /table/{table} HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                f"Sec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:{s.port}\r\n\r\n").encode()
        chance = random.Random(9)
        for _ in range(300):
            data = bytearray(good)
            for _ in range(chance.randrange(1, 6)):
                at = chance.randrange(len(data))
                data[at:at + chance.randrange(4)] = chance.choice(
                    [b"", b"\r\n", b"\0", b":", b" ", b"A" * 300, b"\xff", b"%00", b"\n\n", b"h2c", b","])
            with connect(s.port, timeout=0.05) as c:
                try:
                    c.sendall(data)
                    c.recv(2000)
                except OSError:
                    pass
        assert ask(s.port, "GET", "/health")[0] == 200


def test_foreign_keys():
    """nobody acts with a key that is not theirs, or after it was deleted"""
    with Server() as s:
        a, b = s.guest(), s.guest()
        table = s.ask("POST", "tables", new_table("robotory", "me open", access="link"), a["key"])["table"]
        for key in (b["key"], "A" * 43, a["key"][::-1]):
            p = Player(s, key, table)
            assert p.gone() == 1008, key
        p = Player(s, a["key"], table)
        p.until(lambda: p.me)
        s.ask("DELETE", "me", key=a["key"], expect=204)
        assert p.gone() is not None and p.bye == "deleted"
        assert Player(s, a["key"], table).gone() == 1008



def lives(s, first, drip=b"", most=40):
    """Seconds until the server closes a connection that sends this, and then a little every half second."""
    with connect(s.port, timeout=0.5) as c, contextlib.suppress(ConnectionError):
        began = time.time()
        c.sendall(first)
        while time.time() - began < most:
            with contextlib.suppress(TimeoutError):
                if not c.recv(1000):
                    break
            c.sendall(drip)
        return time.time() - began
    return time.time() - began


def test_patience():
    """a request that is not finished is closed: 5 seconds for the head, 20 for the body, none for a tunnel"""
    with Server() as s, Quiet(s):
        host = f"Host: 127.0.0.1:{s.port}\r\n".encode()
        body = b"POST /api/1/guest HTTP/1.1\r\n" + host + b"Content-Length: 100000\r\n\r\n"
        cases = {"nothing": (b"", b"", 4, 9), "head": (b"GET /health HTTP/1.1\r\n" + host + b"X: ", b"a", 4, 9),
                 "body": (body, b"a", 19, 28), "no body": (body, b"", 19, 28),
                 "tunnel": (b"CONNECT x:1 HTTP/1.1\r\n" + host + b"\r\n", b"", 0, 9)}
        took = {}

        def run(name, first, drip):
            took[name] = lives(s, first, drip)
        threads = [threading.Thread(target=run, args=(name, c[0], c[1])) for name, c in cases.items()]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        for name, (_, _, least, most) in cases.items():
            assert least <= took[name] <= most, took


def test_forwarded():
    """behind a proxy nobody is taken for the machine itself, whatever they write before the proxy does"""
    with Server("--proxy", "--host", "play.example") as s:
        for before in ("", "127.0.0.1, ", "127.0.0.1, " * 30, "x" * 300 + ", ", "127.0.0.1," * 200):
            status, _, _ = ask(s.port, "GET", "/metrics", host="play.example",
                               headers={"X-Forwarded-For": before + "203.0.113.7"})
            assert status == 403, (before[:20], len(before), status)
        assert ask(s.port, "GET", "/metrics", headers={"X-Forwarded-For": "127.0.0.1"})[0] == 200


def test_long_messages():
    """a message of some kB counts as several: nobody writes 80 kB a second to the disk"""
    with Server() as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("rally2005", "me beginner"), key)["table"]
        p = Player(s, key, table)
        p.until(lambda: p.me)
        for _ in range(25):
            p.say("ping", n=1)
        p.say("ping", n=2)
        pong = {}
        while pong.get("n") != 2:
            pong = p.hear()
        p.close()
        p = Player(s, key, table)
        p.until(lambda: p.me)
        with contextlib.suppress(Closed, ConnectionError):
            for n in range(6):
                p.say("settings", id=f"s{n}", settings=[{"key": "course", "value": "#" * 7000}])
        assert p.gone() in (1008, None)
        assert s.metrics()["refused_too_fast_total"] == 1


def vast_course(number):
    """As large as a course can be, and as long to think about; each number is another one."""
    row = " ".join(["."] * 19) + "\n"
    starts = " ".join(f"D{i}" if i < 9 else "." for i in range(1, 20)) + "\n"
    lines = "course vast\nname en Vast\n"
    for n in range(4):
        lines += f"board b{n}\ngrid\n{row}{starts if n == 0 else row}{row * 17}end\n"
        lines += f"piece b{n} 0 {19 * (n % 2)},{19 * (n // 2)}\n"
    return lines + "".join(f"flag {f} {(7 * f + number) % 38},{20 + 2 * f}\n" for f in range(1, 9))


def answers_meanwhile(s, tables):
    """Bots of another table answer in time while those of these, of the highest level, prepare."""
    held = []
    for course in tables:
        key = s.guest()["key"]
        wish = new_table("rally2005", "me" + 7 * " expert", {"course": course})
        held.append(Player(s, key, s.ask("POST", "tables", wish, key)["table"]))
        held[-1].done("start")
    key = s.guest()["key"]
    p = Player(s, key, s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"])
    p.done("start")
    with Mind("robotory", 2) as mind:
        for _ in range(3):
            p.until(p.asked)
            p.answer(mind)
            began = time.time()
            p.until(p.asked)
            assert time.time() - began < 10, "it was played for the bot after 15 seconds"
    for q in held + [p]:
        q.close()


def test_bots_that_think_long():
    """bots on courses that take half a minute to prepare for: others get their answers"""
    with Server() as s:
        answers_meanwhile(s, map(vast_course, range(3)))


def test_bots_that_prepare():
    """bots on a dozen courses of the house at once, none of them prepared: others get their answers"""
    with Server() as s:
        answers_meanwhile(s, ("marathon-madness", "around-the-world", "checkmate", "day-of-the-superbot",
                              "factory-rejects", "frenetic-factory", "island-king", "oddest-sea",
                              "set-to-kill", "twister", "whirlwind-tour", "pilgrimage"))


def test_games_without_end():
    """somebody who gives up and begins again for ever is stopped, and the table can still be read"""
    with Server("--rate", "1000000") as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
        p = Player(s, key, table)
        p.done("start")
        last = None
        while last not in p.refused:
            for _ in range(15):
                p.do("concede", seat=0)
                last = p.do("rematch")
            p.until(lambda: last in p.acked or last in p.refused)
        assert p.refused[last]["error"] == "used_up" and p.match == 9999, (p.refused[last], p.match)
        p.close()
        s.restart()
        p = Player(s, key, table)
        p.until(lambda: p.me)
        assert p.match == 9999 and p.state == "over"


def read_answer(c, data=b""):
    """(status, headers, what came behind the answer)"""
    status, headers, rest = read_head(c, data)
    length = int(headers.get("content-length", 0))
    while status and len(rest) < length:
        rest += c.recv(65536)
    return status, headers, rest[length:]


def test_requests_at_once():
    """requests in one packet, with and without bodies: the first is answered, and others are served on"""
    with Server() as s:
        head = f"HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\n"
        body = 'Content-Length: 13\r\n\r\n{"lang":"en"}'
        get, post = f"GET /health {head}\r\n", f"POST /api/1/guest {head}{body}"
        odd, other = f"GET /health {head}{body}", f"GET / HTTP/1.1\r\nHost: evil.example\r\n{body}"
        for first in (get, post, odd, other):
            for second in (get, post, odd, other, "x", post[:-5]):
                with connect(s.port) as c:
                    c.sendall((first + second).encode())
                    status, _, rest = read_answer(c)
                    assert status in (200, 421), (first, second, status)
                    while second not in ("x", post[:-5]) and (more := c.recv(65536)):
                        rest += more  # until it is closed
                    assert rest.count(b"HTTP/1.1") <= 1, (first, second, rest)
                assert ask(s.port, "GET", "/health")[0] == 200, (first, second)


def test_kept_connections():
    """a connection serves many requests; whoever sends the next one early may be closed, and nobody is stuck"""
    with Server() as s:
        head = f"HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\n"
        get = f"GET /health {head}\r\n".encode()
        post = f"POST /api/1/guest {head}Content-Length: 13\r\n\r\n".encode() + b'{"lang":"en"}'
        with connect(s.port) as c:
            for n in range(40):
                c.sendall(post if n % 2 else get)
                status, headers, rest = read_answer(c)
                assert status == 200 and headers.get("connection") != "close" and not rest, (n, status, headers)
        for early in itertools.product((get, post), repeat=3):
            for cut in (0, 5, 40):
                with connect(s.port) as c:
                    n, data = 0, b""
                    with contextlib.suppress(ConnectionError):
                        for one in early:
                            c.sendall(one[:-cut or None])
                            time.sleep(0.001)
                            c.sendall(one[-cut:] if cut else b"")
                        while n < 3:
                            status, _, data = read_answer(c, data)
                            if not status:
                                break
                            assert status == 200, (early, cut, n, status)
                            n += 1
            assert ask(s.port, "GET", "/health")[0] == 200, early


main(globals())
