"""The bot protocol RBP/2 for bots in Python (docs/protocol.md). Needs nothing but this file.

    import robodrome_bot

    def choose(ask):
        return ask["legal"][0]

    robodrome_bot.run(choose, name="First")

`choose` gets each question, a dict with `view`, `position`, `question`, `count`, `legal`, `complete`
and `fallback`, and returns an answer: a text, or a list of picks. `ask.setup` is the set-up of the game
(docs/fields/setup.md), `ask.seat` the bot's seat, `ask.happened` what has happened since it was asked
last. Where `legal` is not complete, `ask.follow(picks)` gives the question after the picks made so far.

A referee starts the program and speaks through its standard input and output. A server is called instead:

    ROBODROME_TOKEN=... ./mybot.py ws://127.0.0.1:8050/bot
    ROBODROME_TOKEN=... ./mybot.py http://127.0.0.1:8050/api/1/bot
"""
import base64
import http.client
import json
import os
import socket
import ssl
import struct
import sys
import time
import traceback
import urllib.parse


class Ask(dict):
    """A question with what the seat may know; plus the game it belongs to and a line to the referee."""

    def __init__(self, members, link, game, happened):
        super().__init__(members)
        self._link = link
        self.setup, self.seat = game.get("setup", {}), game.get("seat")
        self.happened = happened

    def follow(self, picks):
        """The question after these picks; its options are what may come next."""
        reply = self._link.ask({"t": "follow", "picks": list(picks)})
        if reply["t"] == "error":
            raise ValueError(reply.get("text", "refused"))
        return reply["question"]

    def info(self, **members):
        """Tells why: value=-1000..1000, line=[...], text="..." """
        self._link.send({"t": "info", "id": self["id"], **members})


class _Link:
    def __init__(self, source, sink):
        self.source, self.sink, self.asked = source, sink, 0

    def send(self, message):
        self.sink.write(json.dumps(message, ensure_ascii=False) + "\n")
        self.sink.flush()

    def receive(self):
        """The next message, or None at the end of the input."""
        for line in self.source:
            if line.strip():
                return json.loads(line)
        return None

    def ask(self, message):
        self.asked += 1
        self.send({**message, "id": self.asked})
        while (reply := self.receive()) is not None:
            if reply.get("t") in ("question", "error") and reply.get("id") == self.asked:
                return reply
            if reply.get("t") == "bye":
                break
        raise EOFError("the referee is gone")


class _Socket(_Link):
    """The same messages over a WebSocket: one message, one text frame."""

    def __init__(self, address, token):
        super().__init__(None, None)
        at = urllib.parse.urlsplit(address)
        secure = at.scheme == "wss"
        self.data, self.gone = b"", False
        self.socket = socket.create_connection((at.hostname, at.port or (443 if secure else 80)), 60)
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=at.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {at.path or '/'} HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode())
        while b"\r\n\r\n" not in self.data:
            self._more()
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        if head.split(b" ")[1] != b"101":
            raise PermissionError("the server refuses the connection")

    def _more(self):
        more = self.socket.recv(65536)
        if not more:
            raise ConnectionError("the server is gone")
        self.data += more

    def _take(self, n):
        while len(self.data) < n:
            self._more()
        taken, self.data = self.data[:n], self.data[n:]
        return taken

    def _frame(self, kind, payload):
        n, mask = len(payload), os.urandom(4)
        length = bytes([n | 128]) if n < 126 else struct.pack(">BH", 254, n) if n < 65536 \
            else struct.pack(">BQ", 255, n)
        wide = int.from_bytes(payload, "big") ^ int.from_bytes((mask * (n // 4 + 1))[:n], "big")
        self.socket.sendall(bytes([128 | kind]) + length + mask + wide.to_bytes(n, "big"))

    def send(self, message):
        self._frame(1, json.dumps(message, ensure_ascii=False).encode())

    def receive(self):
        text = b""
        while True:
            first, n = self._take(2)
            n &= 127
            n = struct.unpack(">H", self._take(2))[0] if n == 126 else \
                struct.unpack(">Q", self._take(8))[0] if n == 127 else n
            payload = self._take(n)
            if first & 15 == 8:  # closed
                if payload[:2] == struct.pack(">H", 1008):
                    raise PermissionError(payload[2:].decode("utf-8", "replace"))
                raise ConnectionError("the server closed the connection")
            if first & 15 == 9:
                self._frame(10, payload)
            elif first & 15 < 2:
                text += payload
                if first & 128:
                    return json.loads(text)


class _Stream(_Link):
    """The same messages over HTTP: the referee's lines are one long answer, ours are requests."""

    def __init__(self, address, token):
        super().__init__(None, None)
        at = urllib.parse.urlsplit(address)
        self.kind = http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection
        self.path, self.at = f"{at.path.rstrip('/')}/{os.urandom(8).hex()}", at.netloc
        self.head = {"Authorization": f"Bearer {token}"}
        self.out = self.kind(self.at, timeout=60)
        self.stream = self.kind(self.at, timeout=60)
        self.stream.request("GET", self.path, headers=self.head)
        self.source = self.stream.getresponse()
        if self.source.status != 200:
            raise PermissionError(f"the server refuses: {self.source.read().decode()}")

    def send(self, message):
        self.out.request("POST", self.path, json.dumps(message).encode(), self.head)
        reply = self.out.getresponse()
        reply.read()
        if reply.status != 204:
            raise ConnectionError(f"the server answered {reply.status}")

    def receive(self):
        message = super().receive()
        if message is None:
            raise ConnectionError("the server closed the connection")
        return message


def _answer(choose, ask, name):
    """The answer as a message. A bot that raises says so, and the referee plays the fallback."""
    try:
        answer = choose(ask)
    except EOFError:
        raise
    except Exception as error:  # pylint: disable=broad-except
        print(f"{name}: {traceback.format_exc()}", file=sys.stderr)
        at = traceback.extract_tb(error.__traceback__)[-1]
        return {"t": "error", "id": ask["id"], "code": "failed",
                "text": f"{type(error).__name__}: {error} ({os.path.basename(at.filename)}:{at.lineno})"}
    return {"t": "act", "id": ask["id"],
            "action" if isinstance(answer, str) else "picks": answer}


def run(choose, name, author="", games=None, source=None, sink=None):
    """Speaks the protocol until the referee says bye. `games` is a list of ids, or a dict from ids to
    the hash of the vocabulary that the bot was written for (None = any). When the first argument of
    the program is the address of a server, the bot calls it, and again when the connection is lost."""
    address = sys.argv[1] if len(sys.argv) > 1 else ""
    if source or not address.startswith(("ws://", "wss://", "http://", "https://")):
        _play(_Link(source or sys.stdin, sink or sys.stdout), choose, name, author, games)
        return
    patience = 0
    while patience < 30:
        try:
            link = (_Stream if address.startswith("http") else _Socket)(
                address, os.environ.get("ROBODROME_TOKEN", ""))
            patience = 0
            _play(link, choose, name, author, games)
            return
        except PermissionError as error:
            sys.exit(f"{name}: {error}")
        except (OSError, http.client.HTTPException) as error:
            patience += 1
            print(f"{name}: {error}, calling again", file=sys.stderr)
            time.sleep(1)
    sys.exit(f"{name}: nobody answers at {address}")


def _play(link, choose, name, author, games):
    game, happened = {}, []
    while (message := link.receive()) is not None:
        kind = message.get("t")
        if kind == "hello":
            reply = {"t": "hello", "id": message["id"], "proto": "RBP/2", "name": name,
                     "author": author}
            link.send({**reply, "games": games} if games else reply)
        elif kind == "ready?":
            link.send({"t": "ready", "id": message["id"]})
        elif kind == "new":
            game, happened = message, []
        elif kind == "happened":
            happened.append(message["part"])
        elif kind == "ask":
            try:
                link.send(_answer(choose, Ask(message, link, game, happened), name))
            except EOFError:
                return
            happened = []
        elif kind == "error":
            print(f"{name}: refused: {message.get('text', message.get('code'))}", file=sys.stderr)
        elif kind == "bye":
            return
