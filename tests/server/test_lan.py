"""The local network: this machine and a phone, each in a network of its own, with a cable between them.

The test makes both networks itself, as root or in a user namespace, and fails where it cannot.
"""
import contextlib
import ctypes
import json
import os
import subprocess
import sys
import time

from house import Server
from party import Party, verified
from player import Player
from program import main
from wire import ask, connect

NEW_NETWORK = 0x40000000  # CLONE_NEWNET of <sched.h>
HERE, THERE = "192.168.77.1", "192.168.77.2"


def network_of(pid):
    return os.readlink(f"/proc/{pid}/ns/net")


def ip(*words, pid=None):
    inside = ["nsenter", "-t", str(pid), "-n"] if pid else []
    subprocess.run([*inside, "ip", *words], check=True)


@contextlib.contextmanager
def phone():
    """A second network, at the other end of a cable; its process id."""
    held = subprocess.Popen(["unshare", "-n", "sleep", "600"])
    try:
        while network_of(held.pid) == network_of("self"):
            assert held.poll() is None, "no second network can be made"
            time.sleep(0.01)
        ip("link", "add", "cable", "type", "veth", "peer", "name", "wifi")
        ip("link", "set", "wifi", "netns", str(held.pid))
        ip("addr", "add", f"{HERE}/24", "dev", "cable")
        ip("link", "set", "cable", "up")
        ip("addr", "add", f"{THERE}/24", "dev", "wifi", pid=held.pid)
        ip("link", "set", "wifi", "up", pid=held.pid)
        yield held.pid
        ip("link", "del", "cable")
    finally:
        held.kill()
        held.wait()


@contextlib.contextmanager
def at(pid):
    """What is connected inside comes from the phone."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/self/ns/net", encoding="ascii") as home, open(f"/proc/{pid}/ns/net", encoding="ascii") as away:
        assert libc.setns(away.fileno(), NEW_NETWORK) == 0, os.strerror(ctypes.get_errno())
        try:
            yield
        finally:
            assert libc.setns(home.fileno(), NEW_NETWORK) == 0, os.strerror(ctypes.get_errno())


class FromPhone:
    """The same server as the phone sees it."""

    def __init__(self, server, pid):
        self.server, self.pid = server, pid

    def ask(self, method, path, body=None, key=None, **more):
        with at(self.pid):
            return ask(self.server.port, method, path, body, key, address=HERE, **more)

    def socket(self, table, **more):
        with at(self.pid):
            return self.server.socket(table, address=HERE, **more)

    def reaches(self):
        try:
            with at(self.pid), connect(self.server.port, timeout=2, address=HERE) as s:
                s.sendall(b"GET /health HTTP/1.1\r\n\r\n")
                return bool(s.recv(100))
        except OSError:
            return False


def test_door():
    """closed until this machine opens it, for its own name alone; what is this machine's stays so"""
    with phone() as pid, Server() as s:
        p = FromPhone(s, pid)
        assert s.ask("GET", "lan") == {"open": False, "addresses": []}
        assert not p.reaches()
        told = s.ask("POST", "lan", {"open": True})
        assert told == {"open": True, "addresses": [f"http://{HERE}:{s.port}/"]}, told
        status, headers, _ = p.ask("GET", "/")
        assert status in (200, 404) and "content-security-policy" in headers, (status, headers)
        assert p.ask("GET", "/health")[0] == 200
        assert p.ask("GET", "/health", host=f"play.example:{s.port}")[0] == 421
        assert p.ask("GET", "/metrics")[0] in (403, 404)
        status, _, data = p.ask("POST", "/api/1/lan", {"open": False})
        assert status == 403 and json.loads(data)["error"] == "not_host", data
        assert s.ask("POST", "lan", {"open": False}) == {"open": False, "addresses": []}
        assert not p.reaches()


def test_game():
    """a phone joins with the code, plays to the end and again, through a restart in between"""
    with phone() as pid, Server("--lan", "--rate", "10000") as s:
        assert f"http://{HERE}:{s.port}/" in s.said, s.said
        p = FromPhone(s, pid)
        with Party(s, "robotory", "me open", access="code") as party:
            party.bob.close()
            found = json.loads(p.ask("GET", f"/api/1/code/{party.made['code']}")[2])
            guest = json.loads(p.ask("POST", "/api/1/guest", {"lang": "uk"})[2])
            party.bob = Player(p, guest["key"], found["table"], party.made["code"])
            party.players = [party.ann, party.bob]
            party.start()
            party.play(6)
            s.restart()
            for one in party.players:
                one.connect()
                one.until(lambda one=one: one.views)
            party.play()
            assert all(one.over for one in party.players)
            verified(party.record())
            party.ann.do("rematch")
            party.bob.until(lambda: any(v["kind"] == "rematch" for v in party.bob.votes.values()))
            party.bob.done("vote", vote=max(party.bob.votes), yes=True)
            for one in party.players:
                one.until(lambda one=one: not one.over)
            assert party.play() > 6 and all(one.over for one in party.players)


def test_crowd():
    """one device has at most 50 connections; this machine is not bound by that"""
    with phone() as pid, Server("--lan") as s, at(pid):
        held = [connect(s.port, address=HERE) for _ in range(50)]
        with connect(s.port, address=HERE, timeout=5) as more:
            more.sendall(f"GET /health HTTP/1.1\r\nHost: {HERE}:{s.port}\r\n\r\n".encode())
            with contextlib.suppress(ConnectionError):
                assert more.recv(100).startswith(b"HTTP/1.1 503 ")
        for one in held:
            one.close()


if "--own-network" not in sys.argv:
    own = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-rn"]
    os.execvp(own[0], [*own, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, *sys.argv, "--own-network"])
main(globals())
