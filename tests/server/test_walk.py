"""What people get at a table, sentence by sentence: the waiting room, votes, leaving, chat, clocks, limits."""
import json
import sqlite3
import time

from house import Server
from player import Mind, Player, hear_any, new_table
from program import main, works
from wire import ask

FAST = ("--rate", "10000")
BEGAN = 1_800_000_000_000
MINUTE = 60_000


def clock(kind, seconds=0, **more):
    return {"kind": kind, "seconds": seconds, "add": 0, "short": 0, **more}


class Slow(Server):
    """A server whose clock stands still until it is moved."""

    def __init__(self):
        super().__init__(*FAST, "--test-positions")
        self.now = BEGAN
        self.passes(0)

    def passes(self, ms):
        self.now += ms
        self.ask("PUT", "testing/clock", str(self.now).encode(), expect=204)


class Room:
    """A table and its people; the first one is the host."""

    def __init__(self, server, names, game, who, settings=None, **house):
        self.s = server
        self.guests = [server.guest(name=name) for name in names.split()]
        self.made = server.ask("POST", "tables", new_table(game, who, settings, **house), self.guests[0]["key"])
        self.table = self.made["table"]
        self.players = [self.enter(g["key"]) for g in self.guests]

    def enter(self, key, secret=None, **more):
        p = Player(self.s, key, self.table, secret or self.made.get("secret"), hello=False)
        p.hello(**more)
        p.until(lambda: p.me)
        return p

    def sit(self):
        """Everybody but the host on the next open seat."""
        for n, p in enumerate(self.players[1:], 1):
            p.done("sit", seat=n)
        return self

    def start(self):
        self.players[0].done("start")
        for p in self.players:
            p.until(lambda p=p: p.began and p.views)
        return self.players

    def agree(self, who, what, yes=True, **fields):
        """Somebody asks, all who are needed say so; the state of the vote afterwards."""
        vote = who.asked_for[who.done(what, **fields)]
        who.until(lambda: vote in who.votes)
        for need in list(who.votes[vote]["need"]):
            other = next(p for p in self.players if p.me["person"] == need)
            other.done("vote", vote=vote, yes=yes)
        who.until(lambda: who.votes[vote]["state"] != "open")
        return who.votes[vote]["state"]


def come_back(p, **more):
    p.close()
    p.me = None
    p.connect(hello=False)
    p.hello(**more)
    p.until(lambda: p.me)


def seat_of(p, n):
    return next(seat for seat in p.seats if seat["seat"] == n)


def left_of(p, actor):
    return next(c for c in p.welcome["clocks"] if c["actor"] == actor)


def person(p, name):
    p.until(lambda: any(x["name"] == name for x in p.people))
    return next(x["person"] for x in p.people if x["name"] == name)


# ---- the waiting room ----


def test_waiting_room():
    """fill with bots, empty seats again, kick before the start, and only the host may"""
    with Server(*FAST) as s:
        room = Room(s, "Ann Bob Eve", "rally2005", "me open open open")
        ann, bob, eve = room.players
        ann.denied("config", "start")  # seats are open
        bob.done("sit", seat=1)
        eve.done("sit", seat=2)
        for what, fields in (("kick", {"person": 1}), ("fill", {"level": "easy"}), ("start", {}),
                             ("settings", {"title": "mine"})):
            bob.denied("not_host", what, **fields)
        ann.denied("unknown", "kick", person=99)
        ann.denied("unknown", "kick", person=ann.me["person"])
        ann.done("kick", person=person(ann, "Eve"))
        assert eve.gone() is not None and eve.bye == "kicked"
        ann.until(lambda: seat_of(ann, 2)["kind"] == "open")
        again = Player(s, room.guests[2]["key"], room.table)
        assert again.gone() is not None and again.bye == "kicked" and again.me is None
        ann.done("fill", level="beginner")
        ann.until(lambda: [x["kind"] for x in ann.seats] == ["person", "person", "bot", "bot"])
        ann.done("fill", seat=3)  # open again
        ann.done("fill", seat=2, level="strong")
        ann.until(lambda: seat_of(ann, 3)["kind"] == "open" and seat_of(ann, 2)["level"] == "strong")
        ann.denied("taken", "fill", seat=1, level="easy")
        ann.done("settings", seats=3, title="Three of us")
        bob.until(lambda: len(bob.seats) == 3)
        ann.done("start")
        bob.until(lambda: bob.began)
        ann.denied("started", "kick", person=bob.me["person"])
        ann.denied("started", "fill", level="easy")
        ann.denied("started", "settings", title="late")
        eve = room.enter(s.guest()["key"])
        eve.denied("started", "sit", seat=2)  # a bot's seat, but the game has begun


def test_leaving_the_room():
    """a person who leaves before the start frees the seat; when the host leaves, the next one decides"""
    with Server(*FAST) as s:
        room = Room(s, "Ann Bob", "robotory", "me open").sit()
        ann, bob = room.players
        ann.done("leave")
        bob.until(lambda: bob.me["host"])
        bob.done("fill", seat=0, level="beginner")
        bob.done("start")
        bob.until(lambda: bob.began)


def test_rematch_changed():
    """after the end: back to the waiting room, other settings and people, another game"""
    with Server(*FAST) as s:
        room = Room(s, "Ann Bob", "rally2005", "me open beginner", {"course": "risky-exchange"}).sit()
        ann, bob = room.players
        ann.done("robot", seat=0, robot="hulk")
        ann.done("robot", seat=2, robot="zoombot")
        room.start()
        ann.denied("not_started", "rematch")
        assert room.agree(ann, "end") == "passed"
        for p in (ann, bob):
            p.until(lambda p=p: p.over)
            assert p.over["ending"] == "agreed"
        assert room.agree(bob, "rematch", yes=False, change=True) == "failed"
        assert room.agree(bob, "rematch", change=True) == "passed"
        for p in (ann, bob):
            p.until(lambda p=p: p.state == "waiting")
            p.began = None
        # a seat less: what was chosen for the game before is in nobody's way
        ann.done("settings", seats=2)
        ann.done("settings", settings=[{"key": "course", "value": "dizzy-dash"}], house={
            **new_table("rally2005", "me")["house"], "chat": False})
        room.start()
        assert ann.began["settings"]["course"] == "dizzy-dash" and len(ann.began["actors"]) == 2
        ann.denied("chat_off", "chat", text="hello")
        assert ann.match == bob.match == 2
        for game in (1, 2):
            status = ask(s.port, "GET", f"/api/1/record/{room.table}?game={game}", key=room.guests[0]["key"])[0]
            assert status == 200, game


# ---- agreement ----


def test_asked_too_often():
    """a person who was told no three times in a minute waits before asking again, also over a restart; others may
    ask, also to claim a seat"""
    with Slow() as s:
        room = Room(s, "Ann Bob", "robotory", "me open", clock=clock("none")).sit()
        ann, bob = room.start()
        for what in ("pause", "end", "pause"):
            assert room.agree(ann, what, yes=False) == "failed"
        for what, fields in (("pause", {}), ("end", {}), ("more_time", {"seat": 0, "seconds": 9})):
            ann.denied("too_fast", what, **fields)
        s.restart()
        s.passes(0)
        for p in (ann, bob):
            come_back(p)
        ann.denied("too_fast", "pause")
        assert room.agree(bob, "pause") == "passed"
        assert room.agree(bob, "resume") == "passed"
        s.passes(MINUTE)
        assert room.agree(ann, "pause") == "passed"
        assert room.agree(ann, "resume") == "passed"
        bob.close()
        ann.until(lambda: any(not x["online"] for x in ann.people))
        stranger = room.enter(s.guest()["key"])
        for _ in range(3):
            number = stranger.asked_for[stranger.done("claim", seat=1)]
            ann.until(lambda n=number: n in ann.votes)
            ann.done("vote", vote=number, yes=False)
        stranger.denied("too_fast", "claim", seat=1)


def test_agreement():
    """undo, pause, more time for one seat, the end: done when the others agree, not when one does not"""
    with Slow() as s:
        room = Room(s, "Ann Bob Eve", "rally2005", "me open open", clock=clock("decision", 300)).sit()
        ann, bob, eve = room.start()
        watcher = room.enter(s.guest()["key"])
        for what, fields in (("pause", {}), ("end", {}), ("undo", {}), ("more_time", {"seat": 0, "seconds": 9})):
            watcher.denied("not_seated", what, **fields)

        vote = ann.do("pause")  # one of two is not enough
        bob.until(lambda: bob.votes)
        number = max(bob.votes)
        bob.done("vote", vote=number, yes=True)
        bob.denied("no_vote", "vote", vote=number, yes=True)  # nobody votes twice
        ann.denied("no_vote", "vote", vote=number, yes=True)  # nor for what they asked
        watcher.denied("not_seated", "vote", vote=number, yes=True)
        ann.denied("busy", "pause")
        assert ann.state == "playing" and vote in ann.acked
        eve.done("vote", vote=number, yes=False)
        ann.until(lambda: ann.votes[number]["state"] == "failed")

        assert room.agree(ann, "pause") == "passed"
        bob.until(lambda: bob.state == "paused")
        s.passes(60 * MINUTE)  # no clock runs
        for p in room.players:
            p.until(p.asked)
            actor, question, _ = p.asked()[0]
            p.denied("paused", "act", actor=actor, question=question, picks=[0])
        come_back(bob)
        assert not left_of(bob, 1)["running"] and left_of(bob, 1)["left"] == 300_000
        assert room.agree(eve, "resume") == "passed"

        s.passes(MINUTE)
        assert room.agree(bob, "more_time", seat=1, seconds=600) == "passed"
        come_back(bob)
        assert left_of(bob, 1)["left"] == 240_000 + 600_000, left_of(bob, 1)
        assert left_of(bob, 0)["left"] == 240_000, "one seat got it, not all"
        s.passes(5 * MINUTE)
        for p in (ann, eve):  # late; Bob still has time
            p.until(lambda p=p: p.notices.count("late") == 2)
            p.answered.clear()
        assert 1 in bob.views[1]["waiting"]

        vote = ann.do("end")
        bob.until(lambda: any(v["kind"] == "end" and v["state"] == "open" for v in bob.votes.values()))
        s.passes(2 * MINUTE)  # nobody said anything: it fails by itself
        ann.until(lambda: ann.votes[max(ann.votes)]["state"] == "failed")
        eve.close()
        bob.until(lambda: any(not x["online"] for x in bob.people))
        ann.do("end")  # the absent are asked too where it is about their game
        bob.until(lambda: max(bob.votes) > number and bob.votes[max(bob.votes)]["state"] == "open")
        bob.done("vote", vote=max(bob.votes), yes=True)
        assert bob.state == "playing" and not bob.over
        come_back(eve)
        assert eve.welcome["votes"], "who comes back sees what is asked"
        eve.done("vote", vote=eve.welcome["votes"][0]["vote"], yes=True)
        for p in room.players:
            p.until(lambda p=p: p.over)
            assert p.over["ending"] == "agreed"


def test_concede():
    """a person who concedes is played on by a bot, until one is left; nobody concedes for another"""
    with Server(*FAST) as s, Mind("transmissions", 3) as mind:
        room = Room(s, "Ann Bob Eve", "transmissions", "me open open").sit()
        ann, bob, eve = room.start()
        ann.denied("not_yours", "concede", seat=1)
        bob.done("concede", seat=1)
        bob.denied("not_yours", "concede", seat=1)
        ann.until(lambda: seat_of(ann, 1).get("conceded"))
        for _ in range(4):  # the bot answers for Bob
            while not (ann.asked() or eve.asked()):
                hear_any([ann, eve])
            (ann if ann.asked() else eve).answer(mind)
        assert not ann.over
        eve.done("concede", seat=2)
        for p in room.players:
            p.until(lambda p=p: p.over)
            assert p.over["ending"] == "conceded" and p.over["places"] == [1, 2, 2], p.over
        vote = ann.asked_for[ann.done("rematch")]
        bob.until(lambda: vote in bob.votes)
        assert sorted(bob.votes[vote]["need"]) == [2, 3], "who conceded is asked for another game too"


# ---- away and back ----


def test_stand_in():
    """a bot stands in only by the table's rule or the others' vote, and gives the seat back at once"""
    with Slow() as s, Mind("robotory", 2) as mind:
        for rule in ("never", "vote", "late"):
            room = Room(s, "Ann Bob", "robotory", "me open", stand_in=rule, clock=clock("decision", 60)).sit()
            ann, bob = room.start()
            while not (ann.asked() or bob.asked()):
                hear_any(room.players)
            away, here = (ann, bob) if ann.asked() else (bob, ann)
            seat = room.players.index(away)
            here.denied("no_vote" if rule == "never" else "taken", "stand_in", seat=seat)  # there
            away.close()
            here.until(lambda: any(not x["online"] for x in here.people))
            if rule == "never":
                here.denied("no_vote", "stand_in", seat=seat)
                s.passes(61_000)
                here.until(lambda: "late" in here.notices)
                assert not seat_of(here, seat).get("stand_in")
                continue
            if rule == "vote":
                here.done("stand_in", seat=seat)
            else:
                s.passes(61_000)
            here.until(lambda: seat_of(here, seat).get("stand_in"))
            here.until(here.asked)
            come_back(away)
            assert not seat_of(away, seat).get("stand_in") and away.me["seats"] == [seat]
            here.until(lambda: not seat_of(here, seat).get("stand_in"))
            here.answer(mind)
            away.until(away.asked)
            away.answer(mind)


def test_claims():
    """the address of the laptop changed: everybody says who they were, at the same time; the host confirms"""
    with Server(*FAST) as s:
        for access, watch in (("public", True), ("code", False)):
            room = Room(s, "Ann Bob Eve", "rally2005", "me open open", access=access, watch=watch).sit()
            ann, bob, eve = room.start()
            hands = []
            for p in (bob, eve):
                p.until(p.asked)
                hands.append(p.asked()[0][2])
                p.close()
            ann.until(lambda: sum(not x["online"] for x in ann.people) == 2)
            # By the code, as new guests of a new address.
            assert s.ask("GET", f"code/{room.made['code']}")["table"] == room.table
            news = [room.enter(s.guest(name=name)["key"], room.made["code"]) for name in ("B", "E")]
            thief = room.enter(s.guest()["key"], room.made["code"])
            for p, seat in zip(news, (1, 2)):
                assert not p.asked()
                p.done("claim", seat=seat)  # one does not wait for the other
            thief.denied("busy", "claim", seat=1)
            thief.denied("taken", "claim", seat=0)
            thief.denied("no_vote", "vote", vote=1, yes=True)
            ann.until(lambda: sum(v["state"] == "open" for v in ann.votes.values()) == 2)
            ann.until(lambda: {"B", "E"} <= {x["name"] for x in ann.people})
            names = {x["person"]: x["name"] for x in ann.people}
            for v in [v for v in ann.votes.values() if v["state"] == "open"]:
                assert names[v["by"]] == {1: "B", 2: "E"}[v["seat"]], (v, names)
                ann.done("vote", vote=v["vote"], yes=True)
            for p, seat, hand in zip(news, (1, 2), hands):
                p.until(lambda p=p: p.asked())
                assert p.me["seats"] == [seat] and p.asked()[0][2] == hand
            # The host's own key is lost: the others confirm, all of them.
            ann.close()
            news[0].until(lambda: any(not x["online"] for x in news[0].people))
            host = room.enter(s.guest(name="A")["key"], room.made["code"])
            host.done("claim", seat=0)
            news[0].until(lambda: any(v["seat"] == 0 for v in news[0].votes.values()))
            vote = max(news[0].votes)
            news[0].done("vote", vote=vote, yes=True)
            assert host.me["seats"] == []
            news[1].done("vote", vote=vote, yes=True)
            host.until(lambda: host.me["seats"] == [0] and host.me["host"])


def test_another_device():
    """a link for another device: the same person at the table on both, valid once"""
    with Server(*FAST) as s, Mind("robotory", 2) as mind:
        room = Room(s, "Ann Bob", "robotory", "me open").sit()
        ann, bob = room.start()
        link = s.ask("POST", "link", key=room.guests[0]["key"])["link"]
        phone = s.ask("POST", "link/use", {"link": link})
        s.refuses(404, "gone", "POST", "link/use", {"link": link})
        other = room.enter(phone["key"])
        assert other.me["seats"] == [0] and other.me["name"] == "Ann"
        while not (ann.asked() or bob.asked()):
            hear_any(room.players)
        if bob.asked():
            bob.answer(mind)
        other.until(other.asked)
        other.answer(mind)
        ann.until(lambda: ann.views[0]["to"] >= other.views[0]["to"])


# ---- talking ----


def test_talking():
    """chat is refused where it is off, phrases are not; length and rate, mute, block, report"""
    with Server(*FAST) as s:
        room = Room(s, "Ann Bob Eve", "rally2005", "me open open", chat=False).sit()
        ann, bob, eve = room.players
        bob.denied("chat_off", "chat", text="hello")
        bob.done("phrase", phrase="good_game")
        ann.until(lambda: ann.chat)
        assert ann.chat[-1]["phrase"] == "good_game" and "text" not in ann.chat[-1]
        ann.done("settings", house={**new_table("rally2005", "me")["house"], "chat": True})
        for text in ("", "  "):
            bob.denied("malformed", "chat", text=text)
        bob.say("chat", id="long", text="x" * 501)
        bob.until(lambda: None in bob.refused or "long" in bob.refused)
        bob.done("chat", text="й" * 250)
        bob_is = person(ann, "Bob")
        ann.done("mute", person=bob_is, on=True)
        assert bob_is in ann.me.get("muted", [bob_is])
        heard = len(ann.chat)
        bob.done("chat", text="can you hear me?")
        eve.done("chat", text="I can")
        ann.until(lambda: ann.chat[-1].get("text") == "I can")
        assert not any(c.get("text") == "can you hear me?" for c in ann.chat[heard:])
        come_back(ann)
        assert not any(c["person"] == bob_is for c in ann.welcome["chat"]), "muted also after coming back"
        ann.done("mute", person=bob_is, on=False)
        come_back(ann)
        assert any(c["person"] == bob_is for c in ann.welcome["chat"])
        line = next(c["line"] for c in ann.welcome["chat"] if c.get("text") == "can you hear me?")
        ann.done("report", line=line)
        bob.denied("unknown", "report", line=line)  # their own
        ann.denied("unknown", "report", line=9999)
        refused = 0
        for n in range(12):
            number = eve.do("chat", text=f"line {n}")
            eve.until(lambda: number in eve.acked or number in eve.refused)
            refused += number in eve.refused
        assert refused and {m["error"] for m in eve.refused.values()} == {"too_fast"}, eve.refused
        watcher = room.enter(s.guest(name="Wim")["key"])
        watcher.done("chat", text="from the side")
        ann.until(lambda: ann.chat and ann.chat[-1].get("text") == "from the side")


def test_blocked():
    """a person who was blocked is not read at any table, also after a restart, until they are unblocked"""
    with Server(*FAST) as s:
        first = Room(s, "Ann Bob", "robotory", "me open").sit()
        ann, bob = first.players
        ann.denied("unknown", "block", person=99, on=True)
        ann.denied("unknown", "block", person=ann.me["person"], on=True)
        ann.done("block", person=person(ann, "Bob"), on=True)
        bob.done("chat", text="at once")
        ann.done("phrase", phrase="hello")
        assert not any(c.get("text") == "at once" for c in ann.chat)
        s.restart()
        other = s.ask("POST", "tables", new_table("robotory", "me open"), first.guests[1]["key"])["table"]
        there = {name: Player(s, g["key"], other) for name, g in zip(("Ann", "Bob"), first.guests)}
        for p in there.values():
            p.until(lambda p=p: p.me)
        ann, bob = there["Ann"], there["Bob"]
        bob.done("chat", text="at another table")
        bob.done("phrase", phrase="hurry")
        ann.done("phrase", phrase="bye")  # comes after both
        ann.until(lambda: ann.chat)
        assert [c["name"] for c in ann.chat] == ["Ann"], ann.chat
        data = json.dumps(s.ask("GET", "me/data", key=first.guests[0]["key"]))
        assert '"blocked": ["Bob"]' in data, data
        come_back(ann)
        bob_is = next(x["person"] for x in ann.welcome["people"] if x["name"] == "Bob")
        assert ann.me["blocked"] == [bob_is] and not any(c["person"] == bob_is for c in ann.welcome["chat"])
        ann.done("block", person=bob_is, on=False)
        bob.done("chat", text="again")
        ann.until(lambda: any(c.get("text") == "again" for c in ann.chat))
        assert "Ann" not in json.dumps(s.ask("GET", "me/data", key=first.guests[1]["key"]))


def test_deleted():
    """a person who deletes themselves has conceded, and leaves neither key, name nor chat; complaints go too"""
    with Server(*FAST) as s:
        room = Room(s, "Ann Roberta", "robotory", "me open").sit()
        ann, bob = room.start()
        bob.done("chat", text="call 555-01234")
        ann.until(lambda: ann.chat)
        ann.done("report", line=ann.chat[-1]["line"])
        told = json.loads(works("admin", "who", "--data", s.folder, "--port", s.port))["reports"]
        assert [r["text"] for r in told] == ["call 555-01234"] and told[0]["table"] == room.table, told
        s.ask("DELETE", "me", key=room.guests[1]["key"], expect=204)
        assert bob.gone() is not None and bob.bye == "deleted"
        s.refuses(401, "key", "GET", "me", key=room.guests[1]["key"])
        again = Player(s, room.guests[1]["key"], room.table)
        assert again.gone() == 1008 and again.refused[None]["error"] == "key"
        come_back(ann)
        told = json.dumps(ann.welcome)
        assert "Roberta" not in told and "555-01234" not in told
        assert ann.over["ending"] == "conceded", "nobody waits for who will never come back"
        assert not json.loads(works("admin", "who", "--data", s.folder, "--port", s.port))["reports"]
        assert room.agree(ann, "rematch") == "passed"
        ann.until(lambda: ann.state == "waiting")  # the other cannot be asked
        record = ask(s.port, "GET", f"/api/1/record/{room.table}", key=room.guests[0]["key"])[2]
        assert b"former player" in record and b"Roberta" not in record, record


# ---- clocks ----


def test_draft():
    """what lay on the table when time was up is played, also through a restart"""
    with Slow() as s:
        room = Room(s, "Ann Bob", "rally2005", "me open", clock=clock("decision", 60)).sit()
        ann, bob = room.start()
        ann.until(ann.asked)
        actor, question, position = ann.asked()[0]
        with Mind("rally2005", 2, level="beginner") as mind:
            picks = mind.picks(actor, position)
        ann.say("draft", actor=actor, question=question, picks=picks[:3])
        ann.done("phrase", phrase="hello")
        s.restart()
        s.passes(0)
        for p in (ann, bob):
            come_back(p)
        assert ann.views[0]["asked"][0]["draft"] == picks[:3], ann.views[0]["asked"]
        assert not any("draft" in q for q in bob.views[1]["asked"]), "another's draft is hidden"
        s.passes(61_000)
        ann.until(lambda: any(e["event"] == "revealed" for e in ann.views[0]["events"]))
        mine = ann.began["actors"][0]["robot"]
        shown = [e["card"] for e in ann.views[0]["events"] if e["event"] == "revealed" and e["robot"] == mine]
        assert shown[:3] == [10 * (pick + 1) for pick in picks[:3]], (shown, picks)


def test_film():
    """no clock runs while its owner's page shows the film; not for ever, and for nobody else"""
    with Slow() as s, Mind("rally2005", 2, level="beginner") as mind:
        room = Room(s, "Ann Bob", "rally2005", "me open", clock=clock("decision", 60)).sit()
        ann, bob = room.start()
        ann.say("film", seat=0, event=ann.views[0]["to"])  # this page shows films
        for p in (ann, bob):
            p.until(p.asked)
            p.answer(mind)
        for p, seat in ((ann, 0), (bob, 1)):
            p.until(lambda p=p: p.asked())
        come_back(ann)
        assert left_of(ann, 0)["film"] and not left_of(ann, 0)["running"], ann.welcome["clocks"]
        assert left_of(ann, 1)["running"], "the other's runs"
        s.passes(20_000)
        shown = ann.views[0]["to"]
        ann.say("film", seat=0, event=shown)
        come_back(ann)
        assert ann.welcome["views"][0]["seen"] == shown, "since you were here"
        assert left_of(ann, 0)["left"] == 60_000 and left_of(ann, 0)["running"], ann.welcome["clocks"]
        assert left_of(ann, 1)["left"] == 40_000
        for p in (ann, bob):
            p.answered.clear()
            p.answer(mind)
        while not ann.asked():  # Bob may be asked something before
            if bob.asked():
                bob.answer(mind)
            else:
                hear_any(room.players)
        actor = ann.asked()[0][0]
        s.passes(119_000)  # a page that never says that the film is over: a minute, then the clock runs
        come_back(ann)
        assert 0 < left_of(ann, actor)["left"] <= 1000 and "late" not in ann.notices, ann.welcome["clocks"]
        s.passes(2000)
        ann.until(lambda: "late" in ann.notices)


def test_glass():
    """the rulebook's glass runs for the last who programs, for thirty seconds, and for nobody before"""
    with Slow() as s, Mind("rally2005", 2, level="beginner") as mind:
        room = Room(s, "Ann Bob", "rally2005", "me open", clock=clock("glass")).sit()
        ann, bob = room.start()
        for p in (ann, bob):
            p.until(p.asked)
        s.passes(10 * MINUTE)  # both still think: there is no timer
        come_back(bob)
        assert bob.welcome["clocks"] == [] and not bob.notices, bob.welcome["clocks"]
        ann.answer(mind)
        bob.until(lambda: bob.views[1]["waiting"] == [1])
        come_back(bob)
        assert left_of(bob, 1)["running"] and left_of(bob, 1)["left"] == 30_000, bob.welcome["clocks"]
        s.passes(29_000)
        come_back(bob)
        assert left_of(bob, 1)["left"] == 1000 and "late" not in bob.notices, bob.welcome["clocks"]
        s.passes(1001)
        bob.until(lambda: "late" in bob.notices)
        bob.until(lambda: any(e["event"] == "revealed" for e in bob.views[1]["events"]))


def test_days():
    """a day for each move, through a restart; who lets it pass is answered for, and the game goes on"""
    day = 24 * 60 * MINUTE
    with Slow() as s, Mind("rally2005", 2, level="beginner") as mind:
        room = Room(s, "Ann Bob", "rally2005", "me open", clock=clock("days", 86400, short=3600)).sit()
        ann, bob = room.start()
        for p in (ann, bob):
            p.until(p.asked)
        ann.answer(mind)
        for p in (ann, bob):
            p.close()
        s.passes(day - 60 * MINUTE)
        s.restart()
        s.passes(0)
        for p in (ann, bob):
            come_back(p)
        assert left_of(bob, 1)["left"] == 60 * MINUTE and left_of(bob, 1)["running"], bob.welcome["clocks"]
        waiting = s.ask("GET", "me/tables", key=room.guests[1]["key"])["tables"][0]
        assert waiting["your_turn"], waiting
        s.passes(60 * MINUTE + 1)
        bob.until(lambda: "late" in bob.notices)
        ann.until(lambda: any(e["event"] == "revealed" for e in ann.views[0]["events"]))


# ---- kinds of people ----


def test_hot_seat_and_screen():
    """several seats of one person; a screen of the table has no seat, no hands and no say"""
    with Server(*FAST) as s, Mind("rally2023", 3, level="beginner") as mind:
        room = Room(s, "Ann", "rally2023", "me me beginner", watch=False)
        ann, = room.start()
        ann.until(lambda: set(ann.views) == {0, 1})
        assert ann.me["seats"] == [0, 1]
        screen = room.enter(room.guests[0]["key"], screen=True)
        assert screen.me["screen"] and screen.me["seats"] == [] and list(screen.views) == [-1]
        ann.until(ann.asked)
        asked = ann.asked()[0]
        screen.denied("not_seated", "act", actor=asked[0], question=asked[1], picks=[0])
        screen.denied("not_seated", "concede", seat=0)
        for _ in range(4):
            ann.until(ann.asked)
            ann.answer(mind)
        screen.until(lambda: screen.views[-1]["to"] > 3)
        assert not screen.asked()
        for screen in (False, True):  # may not watch here, whatever they say they are
            nosy = room.enter(s.guest()["key"], screen=screen)
            assert nosy.views == {} and nosy.welcome["views"] == []
            s.refuses(404, "unknown", "GET", f"record/{room.table}", key=nosy.key)
        assert ask(s.port, "GET", f"/api/1/record/{room.table}", key=ann.key)[0] == 200


# ---- limits ----


def test_limits():
    """from another machine: guests of an address and tables of a person in an hour have a limit"""
    with Server(*FAST, "--proxy", "--host", "play.example") as s:
        far = {"headers": {"X-Forwarded-For": "203.0.113.7"}, "host": "play.example"}

        def until_refused(path, body, key=None):
            """What was answered before the limit; an hour of the clock may end on the way."""
            made = []
            while True:
                status, _, text = ask(s.port, "POST", f"/api/1/{path}", body(), key, **far)
                if status == 429:
                    assert json.loads(text)["error"] == "too_fast" and json.loads(text)["text"], text
                    return made
                assert status == 200, (status, text)
                made.append(json.loads(text))

        guests = until_refused("guest", lambda: {"lang": "en"})
        assert 30 <= len(guests) <= 60, len(guests)
        other = {**far, "headers": {"X-Forwarded-For": "203.0.113.8"}}
        s.ask("POST", "guest", {"lang": "en"}, **other)
        first, second = (g["key"] for g in guests[:2])
        tables = until_refused("tables", lambda: new_table("robotory", "me easy"), first)
        assert 20 <= len(tables) <= 40, len(tables)
        s.ask("POST", "tables", new_table("robotory", "me easy"), second, **far)
        assert len(s.ask("GET", "me/tables", key=first, **far)["tables"]) == len(tables)
        # A course that is no good makes no table, but is not read without end either.
        bad = new_table("rally2005", "me easy", {"course": "own\n" + "x" * 20000})
        said = [ask(s.port, "POST", "/api/1/tables", bad, second, **far)[0] for _ in range(30)]
        assert set(said) == {400, 429} and said.count(400) <= 25, said


def test_abandoned():
    """tables that nobody touched, begun or not, are removed after their days; a finished game stays"""
    with Server(*FAST) as s:
        made = {}
        for name in ("waiting", "running", "over", "fresh"):
            room = Room(s, name, "robotory", "me beginner")
            made[name] = room
            if name in ("running", "over"):
                room.start()
            if name == "over":
                room.players[0].done("concede", seat=0)
            for p in room.players:
                p.close()
        s.stop()
        day = 24 * 3600 * 1000

        def older(days):
            with sqlite3.connect(f"{s.folder}/robodrome.db") as db:
                for name in ("waiting", "running", "over"):
                    db.execute("UPDATE tables SET changed = changed - ? WHERE id IN (SELECT tab FROM places"
                               " JOIN people ON people.id = person WHERE people.name = ?)", (days * day, name))
            s.start(s.port)

        def there():
            return {name for name, room in made.items() for what in ("me/tables", "finished")
                    if s.ask("GET", what, key=room.guests[0]["key"])["tables"]}

        for days, stay in ((15, {"running", "over", "fresh"}), (80, {"over", "fresh"})):
            older(days)
            until = time.monotonic() + 20
            while there() != stay:  # the sweep goes on behind the first answers
                assert time.monotonic() < until, (days, there())
            s.stop()
        s.start(s.port)


main(globals())
