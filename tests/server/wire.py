"""HTTP and WebSocket as a client that can also misbehave; the standard library only."""
import base64
import json
import os
import socket
import struct


class Closed(Exception):
    """The other side closed; `code` is the WebSocket's close code, None = without one."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed {code} {reason}")
        self.code, self.reason = code, reason


def end_of(receive):
    """Receives until the other side closes: the close code."""
    try:
        while True:
            receive()
    except Closed as e:
        return e.code


def connect(port, timeout=10, address="127.0.0.1"):
    s = socket.create_connection((address, port), timeout=timeout)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return s


def read_head(s, data=b""):
    """(status, headers, what came after the head); status 0 = closed without an answer.  `data` came before."""
    while b"\r\n\r\n" not in data:
        try:
            more = s.recv(65536)
        except ConnectionError:
            more = b""
        if not more:
            return 0, {}, data
        data += more
    head, rest = data.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return int(lines[0].split()[1]), headers, rest


def ask(port, method, path, body=None, key=None, headers=None, timeout=20, host=None,
        address="127.0.0.1"):
    """One request on a connection of its own: (status, headers, body as bytes)."""
    if isinstance(body, (dict, list)):
        body = json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'{address}:{port}'}",
             "Connection: close"]
    if key:
        lines.append(f"Authorization: Bearer {key}")
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    lines += [f"{k}: {v}" for k, v in (headers or {}).items()]
    with connect(port, timeout, address) as s:
        s.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b""))
        status, got, rest = read_head(s)
        while True:
            wanted = got.get("content-length")
            if wanted is not None and len(rest) >= int(wanted):
                break
            try:
                more = s.recv(65536)
            except ConnectionError:
                break
            if not more:
                break
            rest += more
    return status, got, rest


class WebSocket:
    """One connection; send and receive texts."""

    def __init__(self, port, path, origin="same", host=None, timeout=20, upgrade="websocket",
                 headers=(), address="127.0.0.1", tap=None, version=13):
        self.s = connect(port, timeout, address)
        self.tap = tap  # a list: gets the handshake and each frame as it came, but for pings, which hang on time
        host = host or f"{address}:{port}"
        key = base64.b64encode(os.urandom(16) if tap is None else bytes(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Upgrade: {upgrade}",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", f"Sec-WebSocket-Version: {version}"]
        if origin:
            lines.append("Origin: " + (f"http://{host}" if origin == "same" else origin))
        lines += headers
        self.s.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        self.status, self.headers, self.data = read_head(self.s)
        if self.status != 101:
            self.s.close()
            raise Closed(None, f"handshake answered {self.status}")
        if tap is not None:
            tap.append(repr(self.headers).encode())

    def frame(self, opcode, payload, fin=True, reserved=0):
        """A frame as bytes, well formed or not."""
        head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
        n = len(payload)
        if n < 126:
            head += bytes([0x80 | n])
        elif n < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", n)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", n)
        mask = os.urandom(4)
        wide = int.from_bytes((mask * (n // 4 + 1))[:n], "big")
        return head + mask + (int.from_bytes(payload, "big") ^ wide).to_bytes(n, "big")

    def raw(self, data):
        try:
            self.s.sendall(data)
        except OSError as e:
            raise Closed(None, str(e)) from e

    def send(self, text):
        self.raw(self.frame(1, text.encode() if isinstance(text, str) else text))

    def _need(self, n):
        while len(self.data) < n:
            try:
                more = self.s.recv(65536)
            except (ConnectionError, OSError) as e:
                if isinstance(e, TimeoutError):
                    raise
                raise Closed(None, str(e)) from e
            if not more:
                raise Closed()
            self.data += more

    def _take(self, n):
        self._need(n)
        got, self.data = self.data[:n], self.data[n:]
        return got

    def receive(self):
        """The next text; answers pings on the way."""
        text = b""
        while True:
            # Nothing is taken before the whole frame is here, so that a timeout loses nothing.
            self._need(2)
            first, second = self.data[0], self.data[1]
            n, skip = second & 127, 2
            if n == 126:
                self._need(4)
                n, skip = struct.unpack(">H", self.data[2:4])[0], 4
            elif n == 127:
                self._need(10)
                n, skip = struct.unpack(">Q", self.data[2:10])[0], 10
            self._need(skip + n)
            frame = self._take(skip + n)
            payload, opcode = frame[skip:], first & 15
            if self.tap is not None and opcode != 9:
                self.tap.append(frame)
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if n >= 2 else None
                raise Closed(code, payload[2:].decode("utf-8", "replace"))
            if opcode == 9:
                self.raw(self.frame(10, payload))
            elif opcode in (0, 1):
                text += payload
                if first & 0x80:
                    return text.decode()

    def close(self):
        self.s.close()
