"""An upgrade: a folder that one program wrote is served by the next, whose rules are another version."""
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile

from house import Server
from party import FAST, GAMES, Party
from player import Player
from program import CLEAN, PROGRAM, main
from wire import ask

NEXT = str(pathlib.Path(sys.argv[3]).resolve()) if len(sys.argv) > 3 else "robodrome-next"


def upgrade(s, how=signal.SIGTERM):
    s.stop(how)
    s.program = NEXT
    s.start(s.port)


def come_back(party):
    for p in party.players:
        p.close()
        p.me, p.views = None, {}
        p.connect()
        p.until(lambda p=p: p.me)


def verify(record, *programs):
    """What each program says of the record, and that it has no fault."""
    with tempfile.NamedTemporaryFile(suffix=".rdr") as file:
        file.write(record)
        file.flush()
        return [subprocess.run([p, "verify", file.name], capture_output=True, text=True, env=CLEAN)
                for p in programs]


def lines(s):
    """The lines of the log, as the store has them."""
    db = sqlite3.connect(f"file:{s.folder}/robodrome.db?mode=ro", uri=True)
    found = [bytes(row[0]) for row in db.execute("SELECT body FROM inputs ORDER BY tab, seq")]
    db.close()
    return found


def test_running_games():
    """a running game of every kind goes on from its position under the next rules, to its end"""
    for game, who, settings, level in GAMES:
        with Server(*FAST) as s, Party(s, game, who, settings, level) as party:
            party.start().play(9)
            come_back(party)
            party.ann.done("chat", text="see you after the upgrade")
            seen = [p.views[i]["to"] for i, p in enumerate(party.players)]
            was = [p.views[i]["position"] for i, p in enumerate(party.players)]
            old = len(lines(s))
            assert not party.ann.welcome["table"].get("carried")
            upgrade(s)
            come_back(party)
            assert all(p.welcome["table"].get("carried") for p in party.players), "the page can say so"
            for i, p in enumerate(party.players):
                assert p.views[i]["to"] >= seen[i], game
                assert "easy" in who or "beginner" in who or p.views[i]["position"] == was[i], game
                assert p.me["seats"] == [i], (game, p.me)
                assert p.welcome["table"]["rules"] > 1, game
            assert [c["text"] for c in party.ann.welcome["chat"]] == ["see you after the upgrade"]
            said = [b for b in lines(s)[old:] if b.startswith(b'{"t":"carried"')]
            assert len(said) == 1 and b'"lost":0' in said[0], (game, said)
            party.play(7)
            s.restart(signal.SIGKILL)  # the lines after the change are replayed from the point
            come_back(party)
            party.play()
            assert party.ann.over["ending"] == "played", game
            record = party.record()
            assert record.count(b'{"record":"robodrome/2"') == 2, game
            new, was = verify(record, NEXT, PROGRAM)
            assert new.returncode == 0 and "after a change of the rules" in new.stdout, new
            assert was.returncode != 0 and "rules version" in was.stderr, was
            first = record[:record.index(b'{"record":', 1)]
            part, other = verify(first, PROGRAM, NEXT)
            assert part.returncode == 0 and "not over" in part.stdout, part
            assert other.returncode != 0 and "rules version" in other.stderr, other
            for bad in (first[:-200] + b"x" + first[-199:], first[:first[:-1].rindex(b"\n") + 1]):
                assert verify(bad + record[len(first):], NEXT)[0].returncode != 0, game


def test_crash_before():
    """after a kill the upgrade begins at the last point; what came later is played or counted"""
    with Server(*FAST) as s, Party(s, "robotory", "me open", {}, "any") as party:
        party.start()
        party.play(12)
        s.restart()  # keeps a point
        come_back(party)
        party.play(5)
        upgrade(s, signal.SIGKILL)
        come_back(party)
        said = [b for b in lines(s) if b.startswith(b'{"t":"carried"')]
        assert len(said) == 1, said
        party.play()
        assert party.ann.over["ending"] == "played"
        assert verify(party.record(), NEXT)[0].returncode == 0


def test_finished_and_waiting():
    """a finished game can still be watched, a waiting table still be played at"""
    with Server(*FAST) as s, Party(s, "robotory", "me open", {}, "any") as party, \
            Party(s, "rally2005", "me open beginner", {}, "beginner") as waiting:
        party.start().play()
        before = party.record()
        upgrade(s)
        record = party.record()
        events = record.count(b'{"part":')
        assert events and events == before.count(b'{"part":'), "the events are gone"
        with tempfile.NamedTemporaryFile(suffix=".rdr") as file:
            file.write(record)
            file.flush()
            seen = subprocess.run([NEXT, "replay", file.name, "--export", "seen"],
                                  capture_output=True, text=True, env=CLEAN)
            assert seen.returncode == 0 and '"event":' in seen.stdout, seen
        line = s.ask("GET", "finished", key=party.a["key"])["tables"][0]
        assert line["table"] == party.table, line
        p = Player(s, party.a["key"], party.table)
        p.until(lambda: p.me)
        assert p.over["ending"] == "played"
        come_back(waiting)
        waiting.start().play(6)
        status, _, _ = ask(s.port, "GET", f"/api/1/record/{waiting.table}", key=waiting.a["key"])
        assert status == 200


main(globals())
