"""Nobody gets a byte that depends on what they may not know: pairs of positions at real processes."""
import sys

from house import Server
from pairs import FLAGS, GAMES, Bench, Maker
from party import verified
from player import Player, new_table
from program import fails, main
from wire import ask

PAIRS, LEAKY = sys.argv[4], sys.argv[5]


def test_pairs():
    """200 pairs over all games: frames, documents, errors, log and metrics are equal"""
    for game, seats, settings in GAMES:
        with Bench(PAIRS) as bench:
            bench.run(game, seats, settings, 50, 7)
        print(f"# {game}: {bench.compared} outputs compared, {bench.parted} of {bench.pairs} pairs parted, {bench.programs} seen by a program")
        assert bench.parted < bench.pairs // 2, "most pairs are played to the end"


def found(leak):
    """Is that leak, planted into the server, found by a few pairs?"""
    with Bench(PAIRS, program=LEAKY, env={"LEAK": leak}) as bench:
        try:
            bench.run(*GAMES[3], 30, 7)
        except AssertionError as e:  # a Leak, or a client that is told what does not fit
            return str(e)
    return None


def test_planted_leaks():
    """a server that leaks a position, its size, an event or a record is found out; without a leak it is not"""
    for leak in ("position", "size", "events", "record"):
        assert found(leak), leak
    assert not (what := found("nothing")), what


def test_kept():
    """a game at a set position goes on after a restart, and its record is whole"""
    game, seats, settings = GAMES[2]
    made = Maker(PAIRS, game, seats, settings)
    with Server(*FLAGS) as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table(game, "me me me me", settings), key)["table"]
        for seed in range(2):
            viewer, secret, (position, _) = made.pair(seed)
            s.ask("PUT", f"testing/position/{table}", position.encode(), expect=204)
        a = Player(s, key, table)
        a.until(lambda: a.views)
        before = {seat: view["position"] for seat, view in a.views.items()}
        a.close()
        s.restart()
        a = Player(s, key, table)
        a.until(lambda: a.views)
        assert {seat: view["position"] for seat, view in a.views.items()} == before
        for seat in range(seats - 1):
            a.done("concede", seat=seat)
        a.until(lambda: a.over)
        verified(ask(s.port, "GET", f"/api/1/record/{table}", key=key)[2])
        a.close()
    made.close()


def test_only_for_tests():
    """positions are set only on this machine and only with the flag"""
    for more in (["--lan"], ["--host", "play.example"], ["--proxy"]):
        fails(2, "--test-positions is for tests", "serve", "--test-positions", "--data", "/tmp/none", *more)
    fails(2, "--test-positions is for tests", "serve", "--test-positions")
    with Server() as s:
        s.refuses(404, "unknown", "PUT", "testing/position/x", b"1")
        s.refuses(404, "unknown", "PUT", "testing/clock", b"1")
    with Server("--test-positions") as s:
        s.refuses(403, "not_host", "POST", "lan", {"open": True})
        s.refuses(404, "unknown", "PUT", "testing/position/x", b"1")
        s.refuses(400, "malformed", "PUT", "testing/clock", b"1")
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me me"), key)["table"]
        s.refuses(400, "config", "PUT", f"testing/position/{table}", b"no position")


main(globals())
