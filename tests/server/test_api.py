"""The requests that docs/messages.md lists: each is there, for those whom the list names, and there are no others."""
import json
import pathlib
import re

from house import Server
from player import Player, new_table
from program import main
from wire import WebSocket, ask, end_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = ("GET", "POST", "PUT", "DELETE")


def listed():
    """(method, path, who) of each line of the table."""
    text = (ROOT / "docs/messages.md").read_text(encoding="utf-8")
    table = text.split("tests/server/test_api.py -->")[1].split("\nBesides")[0]
    return [(m[1], m[2], m[3].strip()) for m in re.finditer(r"^\| `(\w+) ([^`]+)` \|([^|]*)\|", table, re.M)]


def served():
    """(method, path) of each route of the API; `*` is any name."""
    text = "".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "src/server").glob("*.c")))
    return {(m[1], m[2]) for m in re.finditer(r'\{RD_(GET|POST|PUT|DELETE), "([^"]+)"', text)
            if not m[2].startswith(("/", "testing/"))}


def test_list():
    """the list has every request of the server, and no other"""
    assert {(method, re.sub(r"/[A-Z]+$", "/*", path)) for method, path, _ in listed()} == served()


def test_who():
    """without a key each request is refused as the list says; by another method it is 405"""
    with Server() as s:
        for method, path, who in listed():
            path = re.sub(r"/[A-Z]+$", "/7", path)
            status, _, text = ask(s.port, method, f"/api/1/{path}", b"" if method != "GET" else None)
            error = json.loads(text).get("error")
            if who == "yes" or (who == "token of a bot" and method == "GET"):
                assert (status, error) == (401, "key"), (method, path, status, text)
            elif who.startswith("operator"):
                assert (status, error) in ((403, "not_host"), (429, "too_fast")), (method, path, status, text)
            elif method == "POST" or "/" in path:  # nothing that is of use was sent
                assert (status, error) in ((400, "malformed"), (404, "unknown")), (method, path, status, text)
            else:
                assert status == 200, (method, path, status, text)
            for other in METHODS:
                if not any(m == other and re.sub(r"/[A-Z]+$", "/7", p) == path for m, p, _ in listed()):
                    s.refuses(405, "malformed", other, path)
        s.refuses(404, "unknown", "GET", "nothing")


def test_statuses():
    """what every request can be answered with"""
    with Server() as s:
        key = s.guest()["key"]
        s.refuses(400, "malformed", "PUT", "me", {"colour": 1}, key=key)
        s.refuses(403, "malformed", "GET", "me", key=key, headers={"Origin": "http://evil.example"})
        s.refuses(411, "malformed", "POST", "guest", headers={"Transfer-Encoding": "chunked"})
        s.refuses(413, "malformed", "POST", "guest", headers={"Content-Length": "300000"})
        s.refuses(421, "malformed", "GET", "me", host="evil.example")
        assert ask(s.port, "HEAD", "/api/1/me", key=key)[::2] == (200, b"")
        assert ask(s.port, "GET", "/health")[2] == b"ok\n"
        assert ask(s.port, "GET", "/feed/none.atom")[0] == 404


def test_codes():
    """the codes with which connections are closed"""
    with Server() as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
        hello = {"t": "hello", "proto": 1, "vocabulary": "any", "key": key, "lang": "en"}
        assert end_of(WebSocket(s.port, "/table/none").receive) == 1008
        for first, code in (("{}", 1008), ('{"t":"ping","n":1}', 1008), (json.dumps({**hello, "key": "none"}), 1008),
                            (json.dumps({**hello, "proto": 99}), 1000), (json.dumps({**hello, "vocabulary": "old"}), 1000),
                            ("x" * 9000, 1009)):
            w = s.socket(table)
            w.send(first)
            assert end_of(w.receive) == code, first
        for frame, code in (((2, b"x"), 1003), ((1, b"\xff"), 1007)):
            p = Player(s, key, table)
            p.until(lambda p=p: p.me)
            p.socket.raw(p.socket.frame(*frame))
            assert p.gone() == code, frame
        p = Player(s, key, table)
        p.until(lambda: p.me)
        s.stop()
        assert p.gone() == 1000 and p.bye == "shutdown"
        s.start()


def test_flood():
    """requests of another machine have a limit; those of others are answered"""
    with Server("--proxy", "--host", "play.example") as s:
        def far(address):
            return {"headers": {"X-Forwarded-For": address}, "host": "play.example"}
        said = [ask(s.port, "GET", "/api/1/games", **far("203.0.113.7"))[0] for _ in range(500)]
        assert set(said) == {200, 429} and said.index(429) >= 300, said.index(429)
        assert ask(s.port, "GET", "/api/1/games", **far("203.0.113.9"))[0] == 200
        assert s.metrics()["refused_flood_total"] == said.count(429)


main(globals())
