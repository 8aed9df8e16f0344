"""`robodrome load`, the generator of the measurements, against a real server."""
import json

from house import Server
from party import FAST
from program import fails, main, works


def test_load():
    """moves are made, acknowledged and seen by everybody; the server's own count agrees"""
    with Server(*FAST) as s:
        told = json.loads(works("load", "--port", s.port, "--tables", 6, "--viewers", 2, "--moves", 90,
                                "--pid", s.process.pid))
        assert told["tables"] == 6 and told["sockets"] == 24 and told["moves"] == 90, told
        assert told["refused"] == 0 and 0 < told["median_ms"] <= told["p99_ms"] <= told["slowest_ms"], told
        assert told["kib_after"] >= told["kib_before"] > 0, told
        m = s.metrics()
        assert m["sockets_opened_total"] == 24 and m["tables"] == 6, m
        assert m["messages_in_total"] == 24 + 6 + 6 + 90, m  # hello, sit, start, moves
        slow = json.loads(works("load", "--port", s.port, "--tables", 2, "--moves", 20, "--move-rate", 40))
        assert slow["moves"] == 20 and slow["seconds"] >= 0.4, slow
        idle = json.loads(works("load", "--port", s.port, "--tables", 2, "--moves", 0))
        assert idle["moves"] == 0 and idle["sockets"] == 4, idle
        race = json.loads(works("load", "--port", s.port, "--game", "rally2005", "--seats", 4, "--tables", 2, "--moves", 60))
        assert race["moves"] == 60 and race["sockets"] == 8 and race["messages"] > 4 * 60, race


def test_bounds():
    """more connections than a server has room for, and a port where nobody is, are refused"""
    fails(2, "at most", "load", "--tables", 10000)
    fails(2, "no game", "load", "--game", "chess")
    fails(2, "is for", "load", "--game", "robotory", "--seats", 5)
    with Server() as s:
        port = s.port
    fails(3, "tables began", "load", "--port", port, "--tables", 1)


main(globals())
