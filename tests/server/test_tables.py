"""Tables over real sockets: whole games, coming back, two tabs, restarts, rematches, invitations."""
import contextlib
import json
import pathlib
import signal
import time

from house import Server
from party import FAST, GAMES, Party, verified
from player import Mind, Player, hear_any, new_table
from program import main
from wire import Closed, ask, connect, read_head


def not_by_the_serving_thread(server, work, most=0.25):
    """What takes long is done beside the thread that serves all tables."""
    def spent():
        tasks = pathlib.Path(f"/proc/{server.process.pid}/task").iterdir()
        return {task.name: int((task / "schedstat").read_text().split()[0]) for task in tasks}
    before = spent()
    for _ in range(10):
        work()
    after = spent()
    all_threads = sum(after.values()) - sum(before.values())
    serving = after[str(server.process.pid)] - before[str(server.process.pid)]
    assert serving < most * all_threads, (serving, all_threads)


def test_whole_games():
    """a whole game of every kind with two clients and a bot; its record verifies"""
    for game, who, settings, level in GAMES:
        with Server(*FAST) as s, Party(s, game, who, settings, level) as party:
            party.start()
            n = party.play()
            assert all(p.over["ending"] == "played" for p in party.players), (game, n)
            assert party.ann.over == party.bob.over, game
            verified(party.record())
            if game == "rally2005":
                not_by_the_serving_thread(s, party.record)
            line = s.ask("GET", "finished", key=party.a["key"])["tables"][0]
            assert line["table"] == party.table and line["state"] == "over", line
            assert line["places"] == party.ann.over["places"], line


def test_robots():
    """the robot that somebody chose races for them: in the set-up, the events, the words, the record"""
    for game, mine, other, course in (("rally2005", "hulk", "zoombot", "risky-exchange"),
                                      ("rally2023", "spinbot", "hulk", "rush-hour")):
        settings = {"course": course}
        with Server(*FAST) as s, Party(s, game, "me open beginner", settings, "beginner") as party:
            ann, bob = party.ann, party.bob
            ann.done("robot", seat=0, robot=mine)
            bob.denied("taken", "sit", seat=1, robot=mine)
            bob.denied("unknown", "sit", seat=1, robot="nobody")
            ann.denied("not_yours", "robot", seat=1, robot="twonky")
            ann.done("robot", seat=2, robot=other)
            bob.done("sit", seat=1)
            ann.done("start")
            for p in party.players:
                p.until(lambda p=p: p.began and p.views)
            robots = [a["robot"] for a in ann.began["actors"]]
            assert robots[0] == mine and robots[2] == other and robots[1] not in (mine, other), robots
            assert ann.began["settings"]["robots"] == f"{mine},-,{other}", ann.began["settings"]
            with_robots = {**settings, "robots": ann.began["settings"]["robots"]}
            party.mind.__exit__(None)
            party.mind = Mind(game, 3, with_robots, "beginner")
            party.play(4)
            named = {e["robot"] for e in ann.views[0]["events"] if e.get("robot")}
            assert mine in named and named <= set(robots), named
            s.restart()
            for p in party.players:
                p.began = None
                p.connect()
                p.until(lambda p=p: p.began)
                assert [a["robot"] for a in p.began["actors"]] == robots
            party.play(2)
            ann.done("concede", seat=0)
            bob.done("concede", seat=1)
            ann.until(lambda: ann.over)
            record = party.record()
            assert f"{mine},-,{other}".encode() in record
            verified(record)


def test_same_wish():
    """a table that is wished for twice is made once"""
    with Server() as s:
        key = s.guest()["key"]
        wish = new_table("robotory", "me easy")
        first = s.ask("POST", "tables", wish, key)
        assert s.ask("POST", "tables", wish, key) == first
        s.restart()
        assert s.ask("POST", "tables", wish, key) == first
        assert s.ask("POST", "tables", wish, s.guest()["key"]) != first
        assert len(s.ask("GET", "me/tables", key=key)["tables"]) == 1


def test_titles():
    """the title of a table is made of visible letters, like a name, and may be left out"""
    with Server(*FAST) as s:
        key = s.guest()["key"]
        good, bad = ("Friday, 20:00", "Zoe\u0308's table of people who like long titles", ""), (
            " ", "x ", "A\u0301\u0302\u0303", "\u0301x", "a\u200bb", "\u3164", "a  b")
        for title in bad:
            s.refuses(400, "malformed", "POST", "tables", {**new_table("robotory", "me easy"), "title": title}, key)
        for title in good:
            made = s.ask("POST", "tables", {**new_table("robotory", "me easy"), "title": title}, key)
        p = Player(s, key, made["table"])
        for title in bad:
            p.denied("malformed", "settings", title=title)
        for title in good:
            p.done("settings", title=title)


def test_same_wish_at_once():
    """a person who asks again before the table is stored hears what becomes of it: here it is one too many"""
    with Server(*FAST, "--proxy", "--host", "play.example") as s:
        far = {"headers": {"X-Forwarded-For": "203.0.113.7"}, "host": "play.example"}
        key = s.ask("POST", "guest", {"lang": "en"}, **far)["key"]
        while ask(s.port, "POST", "/api/1/tables", new_table("robotory", "me easy"), key, **far)[0] == 200:
            pass
        body = json.dumps(new_table("robotory", "me easy")).encode()
        wish = (f"POST /api/1/tables HTTP/1.1\r\nHost: play.example\r\nX-Forwarded-For: 203.0.113.7\r\n"
                f"Authorization: Bearer {key}\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(connect(s.port)) for _ in range(12)]
            for c in lines:
                c.sendall(wish)
            said = [read_head(c)[0] for c in lines]
        assert set(said) == {429}, said


def test_bad_tables():
    """impossible set-ups are refused with the reason; nothing of them stays"""
    with Server() as s:
        key = s.guest()["key"]
        good = new_table("robotory", "me easy")
        for change in ({"game": "chess"}, {"seats": []}, {"seats": good["seats"] * 3},
                       {"settings": [{"key": "end", "value": "never"}]},
                       {"settings": [{"key": "course", "value": "no such course"}]}):
            status, _, body = ask(s.port, "POST", "/api/1/tables", {**good, "id": "x1", **change}, key)
            assert status == 400, (change, status, body)
            assert json.loads(body)["text"], change
        s.refuses(401, "key", "POST", "tables", good, "nobody")
        assert s.ask("GET", "tables")["tables"] == []
        assert s.ask("GET", "me/tables", key=key)["tables"] == []


def test_come_back():
    """a client that drops at any point of a round comes back to the same view, and goes on"""
    for game, who, settings, level in GAMES:
        with Server(*FAST) as s, Party(s, game, who, settings, level) as party:
            party.start()
            for _ in range(25):
                if party.play(1) == 0:
                    break
                whole = Player(s, party.a["key"], party.table)  # from nothing
                whole.until(lambda: whole.me)
                party.ann.close()
                party.ann.connect()  # from what it has seen
                party.ann.me = None
                party.ann.until(lambda: party.ann.me)
                for seat, view in party.ann.views.items():
                    fresh = whole.views[seat]
                    while any(view[k] != fresh[k] for k in ("to", "waiting")):  # a bot moved
                        hear_any([whole, party.ann])
                        view, fresh = party.ann.views[seat], whole.views[seat]
                    if view["asked"]:
                        assert view["asked"] == fresh["asked"], game
                        assert view["position"] == fresh["position"], game
                    n = len(fresh["events"])
                    assert view["events"][len(view["events"]) - n:] == fresh["events"], game
                whole.close()


def test_two_tabs():
    """the same person in two windows: both hear everything, an answer from either counts once"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        party.start()
        tab = Player(s, party.a["key"], party.table)
        tab.until(lambda: tab.me)
        while not party.ann.over:
            if party.ann.asked():
                number = party.ann.answer(party.mind, wait=False)
                actor, question, _ = tab.asked()[0] if tab.asked() else (0, 1, "")
                tab.say("act", id=number, actor=actor, question=question, picks=[0])
                party.ann.until(lambda: number in party.ann.acked)
            elif party.bob.asked():
                party.bob.answer(party.mind)
            else:
                hear_any(party.players + [tab])
        tab.until(lambda: tab.over)
        party.ann.until(lambda: party.ann.views[0]["to"] == tab.views[0]["to"])
        heard = tab.views[0]["events"]
        assert heard and heard == party.ann.views[0]["events"][-len(heard):]
        verified(party.record())


def test_restart():
    """through restarts and kills in mid-game everybody goes on where they were"""
    for game, who, settings, level in GAMES:
        with Server(*FAST) as s, Party(s, game, who, settings, level) as party:
            party.start()
            for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
                party.play(7)
                before = {p: {k: (v["events"], v.get("position")) for k, v in p.views.items()}
                          for p in party.players}
                if how == signal.SIGTERM:
                    s.stop(how)
                    for p in party.players:
                        assert p.gone() == 1000 and p.bye == "shutdown", (game, p.bye)
                    s.start(s.port)
                else:
                    s.restart(how)
                for p in party.players:
                    p.me = None
                    p.close()
                    p.connect()
                    p.until(lambda p=p: p.me)
                    for seat, (events, _) in before[p].items():
                        assert p.views[seat]["events"][:len(events)] == events, (game, seat)
            party.play()
            assert party.ann.over and party.ann.over["ending"] == "played", game
            verified(party.record())


def test_rematch():
    """after the end the same people play again; both records stay"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        party.start().play()
        first = party.record()
        party.ann.do("rematch")
        party.bob.until(lambda: [v for v in party.bob.votes.values() if v["state"] == "open"])
        vote = next(v["vote"] for v in party.bob.votes.values() if v["state"] == "open")
        for p in party.players:
            p.over = None
        party.bob.done("vote", vote=vote, yes=True)
        for p in party.players:
            p.until(lambda p=p: p.began and p.views and not p.over and p.match == 2)
        party.play()
        second = party.record()
        assert verified(first) and verified(second) and first != second
        again = ask(s.port, "GET", f"/api/1/record/{party.table}?game=1", key=party.a["key"])[2]
        assert again == first


def test_invitations():
    """a table by link or code is in no list, and opens to the link, the code and its people only"""
    for access in ("link", "code"):
        with Server() as s:
            a, b, eve = s.guest(), s.guest(), s.guest()
            made = s.ask("POST", "tables", new_table("robotory", "me open", access=access), a["key"])
            assert s.ask("GET", "tables")["tables"] == []
            assert ("code" in made) == (access == "code"), made
            Player(s, a["key"], made["table"]).until(lambda: True)
            invited = Player(s, b["key"], made["table"], made["secret"])
            invited.until(lambda: invited.me)
            for secret in (None, "wrong", made["secret"][:-1], "A" * 43):
                p = Player(s, eve["key"], made["table"], secret)
                assert p.gone() == 1008 and p.refused[None]["error"] == "unknown", secret
            invited.done("sit", seat=1)
            invited.close()
            s.restart()
            back = Player(s, b["key"], made["table"])
            back.until(lambda: back.me)
            assert back.me["seats"] == [1]
            if access == "code":
                assert s.ask("GET", f"code/{made['code'].lower()}")["table"] == made["table"]
                p = Player(s, eve["key"], made["table"], made["code"])
                p.until(lambda: p.me)
            s.refuses(404, "unknown", "GET", "code/ZZZZZ")


def test_guessing():
    """codes cannot be guessed quickly"""
    with Server() as s:
        answers = [ask(s.port, "GET", f"/api/1/code/AAA{n:02}")[0] for n in range(40)]
        assert answers[:10] == [404] * 10 and answers[-1] == 429, answers


def test_wrong_seat():
    """a person who has no seat, another's or no part in the question is refused, and the game goes on"""
    with Server(*FAST) as s, Party(s, "rally2005", "me open beginner", {}, "beginner") as party:
        eve = Player(s, s.guest()["key"], party.table)
        eve.until(lambda: eve.me)
        eve.denied("not_seated", "start")
        eve.denied("not_seated", "fill", seat=1, level="easy")
        party.bob.done("sit", seat=1)
        party.bob.denied("not_host", "start")
        party.bob.denied("taken", "sit", seat=0)
        party.bob.done("leave", seat=1)
        party.start()
        eve.until(lambda: eve.views)
        assert all("seat" not in v for v in eve.views.values()), eve.views
        actor, question, position = party.bob.asked()[0]
        picks = party.mind.picks(actor, position)
        for player in (eve, party.ann):
            number = player.do("act", actor=actor, question=question, picks=picks)
            player.until(lambda: number in player.refused)
            assert player.refused[number]["error"] in ("not_yours", "not_seated"), player.refused
        party.bob.denied("stale", "act", actor=actor, question=question + 1000, picks=picks)
        party.bob.denied("illegal", "act", actor=actor, question=question, picks=[0])
        party.bob.done("act", actor=actor, question=question, picks=picks)


def test_hidden():
    """the record of a game that goes on tells a seat its own view; hidden things stay hidden"""
    with Server(*FAST) as s, Party(s, "rally2005", "me open beginner", {}, "beginner") as party:
        party.start()
        for p in party.players:
            p.until(p.asked)  # both hold cards that the other must not see
        assert party.ann.views[0]["position"] != party.bob.views[1]["position"]
        party.play(6)
        mine = ask(s.port, "GET", f"/api/1/record/{party.table}", key=party.a["key"])[2].decode()
        other = ask(s.port, "GET", f"/api/1/record/{party.table}", key=s.guest()["key"])[2].decode()
        assert '"key"' not in mine and '"hash"' not in mine and mine != other
        s.refuses(404, "unknown", "GET", "record/0000000000001", key=party.a["key"])
        s.refuses(401, "key", "GET", f"record/{party.table}")


def test_lists():
    """open tables, my tables and whose turn it is, loaded or not"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        line = s.ask("GET", "tables")["tables"][0]
        assert (line["table"], line["taken"], line["host"]) == (party.table, 1, "Ann"), line
        party.start().play(3)
        assert s.ask("GET", "tables")["tables"] == []
        while not any(p.asked() for p in party.players):
            hear_any(party.players)
        turn = [bool(p.asked()) for p in party.players]
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGTERM):  # the first leaves the stored card behind
            s.restart(how)
            turns = [s.ask("GET", "me/tables", key=g["key"])["tables"][0].get("your_turn", False)
                     for g in (party.a, party.b)]
            assert turns == turn, (turns, turn)
        assert s.ask("GET", "me/tables", key=s.guest()["key"])["tables"] == []


def test_forgotten():
    """a person who deletes themselves is nameless in lists, at tables and in records; the game stays"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        s.ask("PUT", "me", {"name": "Robertina"}, party.b["key"])
        party.start()
        party.bob.done("name", name="Robertina")
        party.bob.done("chat", text="my telephone number is 555-01234")
        party.play()
        assert b"Robertina" in party.record()
        s.ask("DELETE", "me", key=party.b["key"], expect=204)
        assert party.bob.gone() is not None
        line = s.ask("GET", "finished", key=party.a["key"])["tables"][0]
        assert "Robertina" not in json.dumps(line), line
        assert b"Robertina" not in party.record() and b"former player" in party.record()
        verified(party.record())
        p = Player(s, party.a["key"], party.table)
        p.until(lambda: p.me)
        assert "Robertina" not in json.dumps(p.welcome) and "555-01234" not in json.dumps(p.welcome)
        s.stop()
        for file in pathlib.Path(s.folder).iterdir():
            for text in (b"Robertina", b"555-01234"):
                assert text not in file.read_bytes(), (file, text)


def test_many_windows():
    """a sixth window of the same person is refused"""
    with Server() as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me easy"), key)["table"]
        windows = [Player(s, key, table) for _ in range(5)]
        for w in windows:
            w.until(lambda w=w: w.me)
        sixth = Player(s, key, table)
        assert sixth.gone() == 1008 and sixth.refused[None]["error"] == "full"
        windows[0].close()
        time.sleep(0.2)
        again = Player(s, key, table)
        again.until(lambda: again.me)


def test_no_hello():
    """a person who does not say hello, or says it wrong, is sent away"""
    with Server() as s:
        key = s.guest()["key"]
        table = s.ask("POST", "tables", new_table("robotory", "me easy"), key)["table"]
        began = time.time()
        silent = Player(s, key, table, hello=False)
        for text in ("", "{", "[]", '{"t":"start","id":"x"}', '{"t":"hello"}', "x" * 8000,
                     '{"t":"hello","proto":1,"vocabulary":"any","key":"","lang":"en","more":1}'):
            p = Player(s, key, table, hello=False)
            p.socket.send(text)
            assert p.gone() == 1008, text
        wrong = Player(s, "A" * 43, table)
        assert wrong.gone() == 1008 and wrong.refused[None]["error"] == "key"
        late = Player(s, key, table, hello=False)
        late.hello(proto=99)
        late.gone()
        assert late.refused or late.bye, "an unknown protocol was accepted"
        assert silent.gone() is not None and silent.bye == "too_slow"
        assert 4 < time.time() - began < 15
        for path in ("0000000000001", "x", "../metrics", "0" * 13):
            try:
                p = Player(s, key, path)
                assert p.gone() == 1008, path
            except Closed:
                pass


main(globals())
