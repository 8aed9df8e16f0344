"""Going back and coming in: take back, undo by agreement, "I was ...", a day's orders, the fair shuffle."""
import hashlib
import json
import re
import secrets
import subprocess
import tempfile

from house import Server
from party import FAST, Party, verified
from player import Player, hear_any
from program import PROGRAM, main


def open_vote(p):
    p.until(lambda: [v for v in p.votes.values() if v["state"] == "open"])
    return next(v["vote"] for v in p.votes.values() if v["state"] == "open")


def test_take_back():
    """a program is taken back until the last one is in; the others see no more than that"""
    with Server(*FAST) as s, Party(s, "rally2005", "me open", {}, "beginner") as party:
        party.start()
        ann, bob = party.players
        for p in party.players:
            p.until(p.asked)
        actor, question, position = ann.asked()[0]
        ann.answer(party.mind)
        ann.until(lambda: actor not in ann.views[0]["waiting"])
        ann.done("take_back", actor=actor)
        ann.until(lambda: ann.asked() and ann.asked()[0][1] != question)
        assert "taken_back" in ann.notices
        assert ann.asked()[0][2] == position, "the hand has changed"
        ann.denied("stale", "act", actor=actor, question=question, picks=[0])
        bob.answer(party.mind)
        ann.answer(party.mind)
        ann.until(lambda: any(e["event"] == "revealed" for e in ann.views[0]["events"]))
        ann.denied("no_undo", "take_back", actor=actor)


def test_undo():
    """your own last answer comes back freely; over the other's answer they have to agree"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        party.start()
        party.play(2)
        ann, bob = party.players
        while not any(p.asked() for p in party.players):
            hear_any(party.players)
        first, second = (ann, bob) if ann.asked() else (bob, ann)
        seat = party.players.index(first)
        before = first.views[seat]["position"]
        first.answer(party.mind)
        second.until(second.asked)
        first.done("undo")  # nobody has acted since, nothing was shown
        first.until(lambda: "undone" in first.notices and first.asked())
        assert first.views[seat]["position"] == before
        first.answer(party.mind)
        second.until(lambda: second.views[1 - seat]["line"] == 1 and second.asked())
        second.answer(party.mind)
        first.until(first.asked)
        for yes in (False, True):
            first.do("undo")
            vote = open_vote(second)
            line = first.views[seat]["line"]
            second.done("vote", vote=vote, yes=yes)
            for p in party.players:
                p.until(lambda p=p: p.votes.get(vote, {}).get("state") in ("passed", "failed"))
            assert (first.votes[vote]["state"] == "passed") == yes
        first.until(lambda: first.views[seat]["line"] > line)
        first.until(lambda: first.views[seat]["position"] == before)
        party.play()
        assert ann.over == bob.over and ann.over["ending"] == "played"


def test_claim():
    """a person who has lost their key says who they were; the host confirms, and seat and hand come back"""
    with Server(*FAST) as s, Party(s, "rally2005", "me open", {}, "beginner") as party:
        party.start()
        ann, bob = party.players
        bob.until(bob.asked)
        hand = bob.asked()[0][2]
        again = Player(s, s.guest(name="Bob again")["key"], party.table)
        again.until(lambda: again.me)
        again.denied("taken", "claim", seat=1)  # the holder is there
        bob.close()
        ann.until(lambda: any(not x["online"] for x in ann.people))
        again.done("claim", seat=1)
        assert again.me["seats"] == []
        ann.done("vote", vote=open_vote(ann), yes=True)
        again.until(lambda: again.me["seats"] == [1] and again.asked())
        assert again.asked()[0][2] == hand
        bob.connect()
        bob.me = None
        bob.until(lambda: bob.me)
        assert bob.me["seats"] == [] and 1 not in {v.get("seat") for v in bob.welcome["views"]}
        again.answer(party.mind)
        ann.answer(party.mind)


def test_a_round_a_day():
    """with orders a round of days needs one visit: power-down is never asked again"""
    days = {"kind": "days", "seconds": 86400, "add": 0, "short": 0}
    with Server(*FAST) as s, Party(s, "rally2005", "me open", {}, "beginner", clock=days) as party:
        party.start()
        ann, bob = party.players
        for p, seat in ((ann, 0), (bob, 1)):
            p.until(p.asked)
            p.done("orders", actor=seat,
                   orders=[{"ask": "power_down", "kind": "always", "picks": [220]}])
        party.ann.close()
        s.restart()  # orders stay
        party.bob.close()
        for p in party.players:
            p.me = None
            p.connect()
            p.until(lambda p=p: p.me)
            assert p.welcome["orders"][0]["orders"][0]["ask"] == "power_down", p.welcome["orders"]
        answers = 0
        while answers < 12 and not ann.over:
            ready = [p for p in party.players if p.asked()]
            for p in ready:
                p.answer(party.mind)
                answers += 1
            if not ready:
                hear_any(party.players)
        for p in party.players:
            p.until(lambda p=p: p.asked() or p.over or not p.waits())
        rounds = sum(e["event"] == "round" for e in ann.views[0]["events"])
        # without the orders each round would ask both a second time
        assert rounds >= 5 or ann.over, (answers, rounds)


def relinked(record):
    """The record with its chain made right again, so that what lies behind it is looked at."""
    lines, before = [], None
    for line in record.splitlines(keepends=True):
        if before is not None:
            link = hashlib.sha256(before).hexdigest()[:32].encode()
            line = re.sub(rb'"prev":"[0-9a-f]{32}"', b'"prev":"' + link + b'"', line)
        head, mark, _ = line.partition(b',"sum":"')
        if mark:
            line = head + mark + hashlib.sha256(head).hexdigest()[:32].encode() + b'"}\n'
        lines.append(line)
        before = line
    return b"".join(lines)


def test_fair():
    """the seats' values are in the shuffle, the record has it, and `verify` finds it changed"""
    with Server(*FAST) as s, Party(s, "robotory", "me open") as party:
        values = [secrets.token_bytes(32) for _ in party.players]
        party.bob.done("sit", seat=1)
        for p, value in zip(party.players, values):
            p.say("share", hash=hashlib.sha256(value).hexdigest())
            p.done("phrase", phrase="hello")  # the share came before
        party.ann.do("start")
        for p, value in zip(party.players, values):
            while p.hear()["t"] != "fair":
                pass
            p.say("reveal", value=value.hex())
        for p in party.players:
            p.until(lambda p=p: p.began and p.views)
        party.play(4)
        s.restart()  # the record is then made of what the log has
        for p in party.players:
            p.close()
            p.me = None
            p.connect()
            p.until(lambda p=p: p.me)
        party.play()
        record = party.record()
        head = json.loads(record.splitlines()[0])
        assert all(value.hex() in head["fair"] for value in values), head["fair"]
        assert party.table in head["fair"]
        assert "the shuffle is fair" in verified(record)
        assert relinked(record) == record
        other = values[0].hex()[::-1]
        with tempfile.NamedTemporaryFile(suffix=".rdr") as file:
            file.write(relinked(record.replace(values[0].hex().encode(), other.encode())))
            file.flush()
            done = subprocess.run([PROGRAM, "verify", file.name], capture_output=True, check=False)
            assert b"the value of seat 1 does not fit its hash" in done.stderr, done
            assert done.returncode != 0


main(globals())
