"""src/net from outside: what it answers, what it refuses, and that refusals disturb nobody."""
import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "server"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli"))
from program import main  # noqa: E402
from wire import Closed, WebSocket, ask, connect, read_head  # noqa: E402

server = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
PORT = int(server.stdout.readline())


def counts():
    return json.loads(ask(PORT, "GET", "/counts")[2])


def refused(code, **options):
    """A WebSocket that is not opened, or closed with this code."""
    try:
        w = WebSocket(PORT, options.pop("path", "/echo"), **options)
        w.receive()
    except Closed as e:
        assert e.code == code, (e.code, e.reason)
        return
    raise AssertionError("it was not refused")


def counted(what, action):
    before = counts()[what]
    action()
    after = counts()[what]
    assert after > before, (what, before, after)


def test_request():
    """a request arrives whole: method, path, query, key, body"""
    status, headers, body = ask(PORT, "POST", "/asked?a=1&b=%20x", b"hello", key="abc",
                                headers={"Accept-Encoding": "br, gzip"})
    assert status == 200
    assert body == (b"POST /asked ? a=1&b= x bearer abc gzip 1 address 127.0.0.1 body 5 hello"), body
    assert headers["x-test"] == "yes"
    for method in ("GET", "DELETE", "PUT"):
        assert ask(PORT, method, "/asked")[2].startswith(method.encode()), method
    assert ask(PORT, "POST", "/asked")[2].startswith(b"POST"), "without a body"
    assert ask(PORT, "POST", "/asked", b"")[2].startswith(b"POST"), "with an empty body"
    assert ask(PORT, "GET", "/nothing")[0] == 404


def test_headers():
    """every answer carries the security headers"""
    for path in ("/asked", "/nothing", "/big"):
        headers = ask(PORT, "GET", path)[1]
        assert "'wasm-unsafe-eval'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert ask(PORT, "GET", "/asked")[1]["cache-control"] == "no-store"
    assert ask(PORT, "GET", "/big")[1]["cache-control"] == "max-age=60"


def test_big_and_head():
    """a long body comes whole; HEAD has only the head"""
    assert ask(PORT, "GET", "/big")[2] == b"b" * 300000
    status, headers, body = ask(PORT, "HEAD", "/big")
    assert (status, headers["content-length"], body) == (200, "300000", b"")


def test_kept():
    """a connection carries one request after the other"""
    one = f"GET /asked HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n\r\n"
    with connect(PORT) as s:
        for _ in range(5):
            s.sendall(one.encode())
            status, headers, rest = read_head(s)
            assert status == 200 and "connection" not in headers, headers
            while len(rest) < int(headers["content-length"]):
                rest += s.recv(1000)
            assert rest.count(b"GET /asked ?") == 1, rest


def test_early():
    """a request that comes with the one before it is not read, nor its body: the connection ends"""
    one = f"GET /asked HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n\r\n"
    for more in (one, one.replace("\r\n\r\n", "\r\nContent-Length: 3\r\n\r\nabc")):
        with connect(PORT) as s:
            s.sendall((one + more).encode())
            status, _, rest = read_head(s)
            while some := s.recv(1000):
                rest += some
            assert status == 200 and rest.count(b"GET /asked ?") == 1, rest
        assert ask(PORT, "GET", "/asked")[0] == 200


def test_later():
    """an answer may come later; a client that leaves before it does no harm"""
    assert ask(PORT, "GET", "/later")[2] == b"later"
    with connect(PORT) as s:
        s.sendall(f"GET /later HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n\r\n".encode())
    time.sleep(0.15)
    assert ask(PORT, "GET", "/later")[2] == b"later"


def test_echo():
    """messages of all lengths come back, in fragments too"""
    w = WebSocket(PORT, "/echo")
    for n in (0, 1, 125, 126, 1000, 1024, 1025, 5000, 8192):
        w.send("ü" * (n // 2) + "x" * (n % 2))
        assert len(w.receive().encode()) == n, n
    w.raw(w.frame(1, b"one ", fin=False) + w.frame(9, b"ping") + w.frame(0, b"two", fin=True))
    assert w.receive() == "one two"
    w.send("close")
    assert w.receive() == "bye"
    try:
        w.receive()
    except Closed as e:
        assert (e.code, e.reason) == (4001, "as you like"), (e.code, e.reason)
    else:
        raise AssertionError("it stayed open")


def test_no_extensions():
    """no extension is agreed to"""
    w = WebSocket(PORT, "/echo", headers=["Sec-WebSocket-Extensions: permessage-deflate"])
    assert "sec-websocket-extensions" not in w.headers
    w.send("plain")
    assert w.receive() == "plain"


def test_origin():
    """a page of another server, or of none, gets no WebSocket and no answer"""
    counted("bad_origin", lambda: refused(None, origin="http://evil.example"))
    counted("bad_origin", lambda: refused(None, origin=f"http://127.0.0.1:{PORT}.evil.example"))
    counted("bad_origin", lambda: refused(None, origin=None))
    counted("bad_origin", lambda: refused(None, origin="null"))
    assert ask(PORT, "POST", "/asked", b"x", headers={"Origin": "http://evil.example"})[0] == 403
    same = {"Origin": f"http://127.0.0.1:{PORT}"}
    assert ask(PORT, "POST", "/asked", b"x", headers=same)[0] == 200


def test_host():
    """a foreign name that points here (DNS rebinding) is refused; a name that was allowed is not"""
    counted("bad_host", lambda: refused(None, host="evil.example"))
    assert ask(PORT, "GET", "/asked", host=f"evil.example:{PORT}")[0] == 421
    assert ask(PORT, "GET", "/asked", host="play.example")[0] == 200
    WebSocket(PORT, "/echo", host="play.example", origin="https://play.example").close()
    assert ask(PORT, "GET", "/asked", host=f"localhost:{PORT}")[0] == 200


def test_upgrade():
    """nothing but "websocket" is upgraded"""
    counted("bad_upgrade", lambda: refused(None, upgrade="h2c"))
    for other in ("WebSocket2", "websocketx", "websocket, h2c", "xwebsocket", "TLS/1.0"):
        refused(None, upgrade=other)

    def after_a_request():
        s = connect(PORT)
        for more in ("", "Upgrade: other\r\n"):
            s.sendall(f"GET /asked HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n{more}\r\n".encode())
            _, headers, body = read_head(s)
            while len(body) < int(headers.get("content-length", 0)):
                body += s.recv(4096)
        while s.recv(4096):
            pass
        s.close()
    counted("bad_upgrade", after_a_request)


def test_path():
    """a path that nobody knows closes with a reason"""
    counted("bad_path", lambda: refused(1008, path="/other"))


def test_too_big():
    """a message past the limit closes with 1009, a body gets 413"""
    def too_long():
        w = WebSocket(PORT, "/echo")
        w.send("x" * 8193)
        try:
            w.receive()
        except Closed as e:
            assert e.code == 1009, e.code
        else:
            raise AssertionError("it was not refused")
    counted("too_big", too_long)
    counted("too_big", lambda: ask(PORT, "POST", "/asked", b"x" * 300000))


def test_bad_frames():
    """invalid UTF-8, binary and reserved frames close the connection"""
    w = WebSocket(PORT, "/echo")
    for data, codes in ((w.frame(1, b"\xff\xfe"), (1007, None)), (w.frame(2, b"binary"), (1003,)),
                        (w.frame(1, b"x", reserved=4), (1002, None)),
                        (w.frame(3, b"x"), (1002, None)), (w.frame(9, b"x" * 126), (1002, None))):
        w = WebSocket(PORT, "/echo", timeout=5)
        w.raw(data)
        try:
            got = w.receive()
        except Closed as e:
            assert e.code in codes, (data, e.code)
        else:
            raise AssertionError(f"{data} was answered {got!r}")


def test_too_fast():
    """more than 30 messages at once close with 1008; ten a second go on"""
    def flood():
        w = WebSocket(PORT, "/echo")
        w.raw(b"".join(w.frame(1, b"x") for _ in range(60)))
        n = 0
        try:
            while True:
                w.receive()
                n += 1
        except Closed as e:
            assert e.code == 1008, e.code
        assert 30 <= n <= 31, n
    counted("too_fast", flood)
    w = WebSocket(PORT, "/echo")
    for _ in range(40):
        w.send("x")
        w.receive()
        time.sleep(0.06)


def test_too_slow():
    """a client that does not read is dropped when its queue is full; others go on"""
    other = WebSocket(PORT, "/echo")

    def slow():
        w = WebSocket(PORT, "/echo")
        w.send("flood")
        for _ in range(30):
            other.send("still here")
            assert other.receive() == "still here"
            if counts()["too_slow"]:
                break
            time.sleep(0.1)
    counted("too_slow", slow)


def test_many():
    """half-open and slow connections are cut off after some seconds, and never stop others"""
    half = [connect(PORT) for _ in range(30)]
    for s in half[:10]:
        s.sendall(b"GET /asked HT")
    for s in half[10:20]:
        s.sendall(f"POST /asked HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nContent-Length: 50\r\n\r\nx"
                  .encode())
    assert ask(PORT, "GET", "/asked")[0] == 200
    more = [connect(PORT) for _ in range(60)]
    time.sleep(0.3)
    open_now = 0
    for s in more:
        s.setblocking(False)
        try:
            open_now += s.recv(100)[:12] not in (b"", b"HTTP/1.1 503")
        except BlockingIOError:
            open_now += 1
        except ConnectionError:
            pass
    assert open_now <= 30, open_now
    for s in more:
        s.close()
    began = time.time()
    for s in half[:10] + half[20:]:
        s.settimeout(20)
        try:
            assert s.recv(1) == b""
        except ConnectionError:
            pass
    assert time.time() - began < 15
    time.sleep(0.1)
    assert ask(PORT, "GET", "/asked")[0] == 200
    for s in half:
        s.close()


def test_half():
    """of more who have not said one whole thing yet the oldest is told so and goes; speakers stay"""
    with subprocess.Popen([sys.argv[1], "20"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as own:
        port = int(own.stdout.readline())
        inside = WebSocket(port, "/echo")
        inside.send("first word")
        assert inside.receive() == "first word"
        half = [connect(port) for _ in range(25)]
        for s in half[:5]:
            head, _, body = s.recv(1000).partition(b"\r\n\r\n")
            assert b"503" in head and json.loads(body)["error"] == "busy", (head, body)
            assert s.recv(1) == b""
        inside.send("still here")
        assert inside.receive() == "still here"
        late = half[5]
        late.sendall(f"GET /asked HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert read_head(late)[0] == 200
        assert json.loads(ask(port, "GET", "/counts")[2])["too_many"] >= 5
        inside.close()
        for s in half:
            s.close()
        own.stdin.close()
        assert own.wait(20) == 0


def test_empty_fragments():
    """fragments without a byte count as messages: a flood of them is closed with 1008, some are not"""
    w = WebSocket(PORT, "/echo")
    parts = [w.frame(1, b"a", fin=False)] + [w.frame(0, b"", fin=False)] * 5 + [w.frame(0, b"b")]
    w.raw(b"".join(parts))
    assert w.receive() == "ab"

    def flood():
        w.raw(w.frame(1, b"a", fin=False) + w.frame(0, b"", fin=False) * 100)
        try:
            w.receive()
        except Closed as e:
            assert e.code == 1008, e.code
            return
        raise AssertionError("it was not refused")
    counted("too_fast", flood)


def test_silence():
    """a silent connection is pinged: if it answers it stays, if not it is closed; one that speaks is left alone"""
    with subprocess.Popen([sys.argv[1], "20", "1000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as own:
        port = int(own.stdout.readline())
        sockets = {name: WebSocket(port, "/echo", timeout=0.2) for name in ("deaf", "polite", "busy")}
        for name, w in sockets.items():
            w.send(name)
            assert w.receive() == name
        deaf, polite, busy = sockets.values()
        pings = {w: 0 for w in (polite, busy)}
        deaf_until = None
        began = time.time()
        while time.time() - began < 6:
            busy.send("still here")
            for w in (polite, busy):
                with contextlib.suppress(TimeoutError):
                    while True:
                        w._need(2)
                        opcode, payload = w.data[0] & 15, w._take(2 + w.data[1])[2:]
                        if opcode == 9:
                            pings[w] += 1
                            w.raw(w.frame(10, payload))
            if not deaf_until:
                with contextlib.suppress(TimeoutError):
                    try:
                        deaf._need(len(deaf.data) + 1)
                    except Closed:
                        deaf_until = time.time() - began
        assert deaf_until and 1.5 < deaf_until < 5, deaf_until
        assert deaf.data == bytes([0x89, 1, 0]), deaf.data
        assert 2 <= pings[polite] <= 6 and not pings[busy], pings
        polite.send("and now")
        assert polite.receive() == "and now"
        for w in sockets.values():
            w.close()
        own.stdin.close()
        assert own.wait(20) == 0



def test_smuggling():
    """bodies whose length is told twice or otherwise are refused"""
    for extra in ("Transfer-Encoding: chunked\r\n", "Content-Length: 5x\r\n",
                  "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n"):
        with connect(PORT) as s:
            s.sendall(f"POST /asked HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n{extra}\r\n0\r\n\r\n"
                      .encode())
            status = read_head(s)[0]
            assert status in (0, 400, 411, 413), (extra, status)


def test_rubbish():
    """what is not HTTP at all is cut off"""
    for data in (b"\x16\x03\x01\x02\x00\x01\x00", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 3000, b"GET /" + b"a" * 9000, b"\0" * 500):
        with connect(PORT) as s:
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
                while s.recv(1000):
                    pass
            except TimeoutError:
                raise
            except OSError:
                pass
    assert ask(PORT, "GET", "/asked")[0] == 200


def test_end():
    """all connections were counted off, and it ends cleanly"""
    time.sleep(0.2)
    left = counts()
    assert left["connections"] <= 3, left
    server.stdin.close()
    assert server.wait(20) == 0


main(globals())
