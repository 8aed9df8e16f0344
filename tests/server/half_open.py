"""Half-open connections from a second process: requests that never end, handshakes without a hello.

Usage: half_open.py ROBODROME ANSWERS [CONNECTIONS]

Starts a server, opens this many connections from another process, as many at once as it gets, and asks
the server meanwhile; prints what it saw.  On the loopback address only.
"""
import pathlib
import resource
import select
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import house  # noqa: E402
from player import new_table  # noqa: E402
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


def attack(server, n):
    """(opened, refused, longest answer in seconds, memory in KiB more) while n half-open ones came."""
    key = server.guest()["key"]
    table = server.ask("POST", "tables", new_table("robotory", "me beginner"), key)["table"]

    def memory():
        text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
        return int(text.split("VmRSS:")[1].split()[0])

    before, longest = memory(), 0.0
    other = subprocess.Popen([sys.executable, __file__, "--hold", str(server.port), table, str(n)],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while True:
        began = time.time()
        assert ask(server.port, "GET", "/health")[0] == 200
        server.ask("GET", "me", key=key)
        longest = max(longest, time.time() - began)
        said = select_line(other)
        if said:
            break
    opened, refused = map(int, said.split())
    after = memory()
    other.stdin.close()
    other.stdout.close()
    assert other.wait(60) == 0
    assert ask(server.port, "GET", "/health")[0] == 200
    return opened, refused, longest, after - before


def select_line(process):
    ready = select.select([process.stdout], [], [], 0.02)[0]
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
        opened, refused, longest, memory = attack(s, n)
        print(f"{opened} half-open connections, {refused} refused: longest answer meanwhile "
              f"{longest * 1000:.0f} ms, {memory / n:.1f} KiB each")


if __name__ == "__main__":
    main()
