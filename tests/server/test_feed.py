"""Your games by a secret address: an Atom feed and a calendar, for programs that look now and then."""
import json
import pathlib
import xml.etree.ElementTree as xml

from house import Server
from party import FAST, Party
from player import Player, new_table
from program import main, works
from wire import ask

ATOM = "{http://www.w3.org/2005/Atom}"
DAYS = {"kind": "days", "seconds": 2 * 86400, "add": 0, "short": 0}


def read_feed(s, token, kind="atom", status=200):
    got, headers, body = ask(s.port, "GET", f"/feed/{token}.{kind}")
    assert got == status, (got, body)
    if status == 200:
        assert headers["content-type"].startswith({"atom": "application/atom+xml", "ics": "text/calendar"}[kind])
        assert "no-store" in headers["cache-control"], headers
    return body.decode()


def titles(text):
    return [e.find(ATOM + "title").text for e in xml.fromstring(text).findall(ATOM + "entry")]


def events(text):
    """The events of a calendar, unfolded, as dicts."""
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n")), "lines are folded"
    lines = text.replace("\r\n ", "").split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""], lines
    found, now = [], None
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            now = {}
            found.append(now)
        elif line == "END:VEVENT":
            now = None
        elif now is not None:
            now[name] = value.replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\")
    return found


def test_turns():
    """your turn is an entry, with days for each move also an event, in the person's language, and nothing more"""
    with Server(*FAST) as s, Party(s, "robotory", "me open", clock=DAYS) as p:
        p.ann.done("settings", title="Friday, <b>&; café with a very long name, so that it is folded")
        p.start()
        s.ask("PUT", "me", {"lang": "uk"}, p.b["key"])
        tokens = [s.ask("POST", "me/feed", None, who["key"])["token"] for who in (p.a, p.b)]
        first = 0 if p.ann.asked() else 1
        feeds = [titles(read_feed(s, t)) for t in tokens]
        turn = {0: "Your turn: Robotory", 1: "Ваш хід: Robotory"}
        assert [len(f) for f in feeds] == [1 - first, first], feeds
        assert feeds[first][0].startswith(turn[first]) and "<b>&; café" in feeds[first][0], feeds
        due = events(read_feed(s, tokens[first], "ics"))
        assert len(due) == 1 and not events(read_feed(s, tokens[1 - first], "ics")), due
        assert p.table in due[0]["UID"] and due[0]["URL"].endswith(f"/table/{p.table}"), due
        assert "Friday, <b>&; café with a very long name, so that it is folded" in due[0]["SUMMARY"], due
        mine = s.ask("GET", "me/tables", key=(p.a, p.b)[first]["key"])["tables"][0]
        assert 0 < mine["due"] - mine["at"] <= 2 * 86400 * 1000, mine

        whole = read_feed(s, tokens[first]) + read_feed(s, tokens[first], "ics")
        for hidden in (p.a["key"], p.b["key"], "Ann", "Bob", *tokens):
            assert hidden not in whole, hidden
        p.players[first].answer(p.mind)  # and now it is the other's turn
        assert [len(titles(read_feed(s, t))) for t in tokens] == [first, 1 - first]
        s.restart()  # from what the store has, before anybody has touched the table
        assert [len(events(read_feed(s, t, "ics"))) for t in tokens] == [first, 1 - first]


def test_over():
    """a game that is over is told once more, with the address of its replay; without days nothing is in the calendar"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as p:
        p.start()
        token = s.ask("POST", "me/feed", None, p.a["key"])["token"]
        assert not events(read_feed(s, token, "ics"))
        p.bob.done("concede", seat=1)
        p.ann.until(lambda: p.ann.over)
        while not titles(text := read_feed(s, token)):
            pass  # the list follows when the store has the end of the game
        assert titles(text) == ["Finished: Robotory"] and f"/replay/{p.table}" in text, text


def test_secret():
    """the address is good until it is replaced or taken back; only its hash is kept; guesses are slowed down"""
    with Server(*FAST) as s:
        key = s.guest()["key"]
        assert s.ask("GET", "me/feed", key=key) == {}
        old = s.ask("POST", "me/feed", None, key)["token"]
        made = s.ask("GET", "me/feed", key=key)
        assert made["made"] and "token" not in made
        token = s.ask("POST", "me/feed", None, key)["token"]
        read_feed(s, old, status=404)
        read_feed(s, token)
        for wrong in (token[:-1], token + "x", key, "..", ""):
            read_feed(s, wrong, status=404)
        read_feed(s, token, "json", status=404)
        s.refuses(401, "key", "GET", "me", key=token)  # it opens nothing else
        table = s.ask("POST", "tables", new_table("robotory", "me open"), key)["table"]
        stranger = Player(s, token, table)
        assert stranger.gone() == 1008
        assert s.ask("GET", "me/data", key=key)["feed"] == s.ask("GET", "me/feed", key=key)["made"]
        exported = works("export", "--data", s.folder)
        kept = b"".join(p.read_bytes() for p in pathlib.Path(s.folder).rglob("*") if p.is_file())
        assert token not in exported and token.encode() not in kept
        assert [json.loads(line)[0] for line in exported.splitlines()[1:]].count("feeds") == 1
        s.ask("DELETE", "me/feed", None, key, expect=204)
        s.ask("DELETE", "me/feed", None, key, expect=204)
        read_feed(s, token, status=404)
        token = s.ask("POST", "me/feed", None, key)["token"]
        s.ask("DELETE", "me", None, key, expect=204)
        read_feed(s, token, status=404)
        statuses = [ask(s.port, "GET", f"/feed/{'A' * 43}.atom")[0] for _ in range(30)]
        assert 429 in statuses, statuses


main(globals())
