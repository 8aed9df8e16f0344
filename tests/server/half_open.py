"""Half-open connections from a second process: requests that never end, handshakes without a hello.

Usage: half_open.py ROBODROME ANSWERS [CONNECTIONS]

Starts a server, opens this many connections from another process, as many at once as it gets, and asks
the server meanwhile; prints what it saw.  On the loopback address only.
"""
import concurrent.futures
import dataclasses
import pathlib
import resource
import select
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import house  # noqa: E402
from player import Player, new_table  # noqa: E402
from wire import ask, connect  # noqa: E402

HEADS = (b"", b"G", b"GET / HTTP/1.1\r\nHost: ", b"POST /api/1/guest HTTP/1.1\r\nContent-Length: 50\r\n")


def hold(port, table, n):
    """The second process: opens them, says how many, holds them until its input ends."""
    held = refused = 0
    kept = []
    for i in range(n):
        try:
            s = connect(port, timeout=5)
            if i % 5 == 4:  # a WebSocket that never says who it is
                s.sendall(f"GET /table/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
            else:
                s.sendall(HEADS[i % 5])
            kept.append(s)
            held += 1
        except OSError:
            refused += 1
    print(held, refused, flush=True)
    sys.stdin.read()


def more_files(n):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, n + 1000), hard))


@dataclasses.dataclass
class Seen:
    opened: int = 0
    refused: int = 0
    knock: float = 0.0  # the longest answer to somebody new, in seconds
    inside: float = 0.0  # ... to somebody at a table
    memory: int = 0  # KiB more


def attack(server, n):
    """What others saw while n half-open ones came."""
    key = server.guest()["key"]
    table = server.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]
    player = Player(server, key, table)
    player.until(lambda: player.me)
    seen = Seen()

    def memory():
        text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
        return int(text.split("VmRSS:")[1].split()[0])

    def knock():
        assert ask(server.port, "GET", "/health")[0] == 200
        server.ask("GET", "me", key=key)

    def inside():
        player.say("ping", n=1)
        while player.hear()["t"] != "pong":
            pass

    def seconds(what):
        began = time.time()
        what()
        return time.time() - began

    before = memory()
    other = subprocess.Popen([sys.executable, __file__, "--hold", str(server.port), table, str(n)],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with concurrent.futures.ThreadPoolExecutor(1) as door:
        said, knocking = "", door.submit(seconds, knock)
        while not said:
            seen.inside = max(seen.inside, seconds(inside))
            if knocking.done():
                seen.knock = max(seen.knock, knocking.result())
                knocking = door.submit(seconds, knock)
            said = select_line(other)
        seen.knock = max(seen.knock, knocking.result())
    seen.opened, seen.refused = map(int, said.split())
    seen.memory = memory() - before
    other.stdin.close()
    other.stdout.close()
    assert other.wait(60) == 0
    assert ask(server.port, "GET", "/health")[0] == 200
    player.close()
    return seen


def select_line(process):
    ready = select.select([process.stdout], [], [], 0.12)[0]  # a connection may say ten things a second
    return process.stdout.readline() if ready else ""


def main():
    if sys.argv[1:2] == ["--hold"]:
        more_files(int(sys.argv[4]))
        hold(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
        return
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    more_files(n)
    with house.Server() as s:
        seen = attack(s, n)
        print(f"{seen.opened} half-open connections, {seen.refused} refused: longest answer meanwhile "
              f"{seen.inside * 1000:.0f} ms at a table, {seen.knock * 1000:.0f} ms to somebody new; "
              f"{seen.memory / n:.1f} KiB each")


if __name__ == "__main__":
    main()
