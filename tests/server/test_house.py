"""The house rules over real sockets: clocks, hot seat, screens, own courses, votes, secrets."""
import base64
import json
import time

from house import Server
from player import Mind, Player, hear_any, new_table
from program import ROOT, main
from wire import ask

FAST = ("--rate", "10000")


def clock(kind, seconds=0, **more):
    return {"kind": kind, "seconds": seconds, "add": 0, "short": 0, **more}


def at_table(s, wish, key=None, **more):
    key = key or s.guest()["key"]
    made = s.ask("POST", "tables", wish, key)
    p = Player(s, key, made["table"], **more)
    p.until(lambda: p.me)
    return p


def finish(players, mind, most=3000):
    """Everybody answers, to the end or this many times."""
    while most > 0 and not all(p.over for p in players):
        ready = [p for p in players if p.asked() and not p.over]
        for p in ready:
            p.answer(mind)
            most -= 1
        if not ready:
            hear_any([p for p in players if not p.over])


def test_clock():
    """a person who does not answer in time is answered for, also through a restart and with nobody there"""
    with Server(*FAST) as s:
        p = at_table(s, new_table("robotory", "me beginner", clock=clock("decision", 1)))
        p.done("start")
        p.until(p.asked)
        question = p.asked()[0][1]
        began = time.time()
        p.until(lambda: p.asked() and p.asked()[0][1] != question)
        assert 0.8 < time.time() - began < 6, time.time() - began
        assert "late" in p.notices, p.notices
        to = p.views[0]["to"]
        p.close()
        s.restart()
        time.sleep(3.5)  # nobody is there; the clock runs all the same
        p.connect()
        p.me = None
        p.until(lambda: p.me)
        assert p.views[0]["to"] > to, (p.views[0]["to"], to)


def test_outage():
    """the time in which the server was down is nobody's"""
    with Server(*FAST) as s:
        p = at_table(s, new_table("robotory", "me beginner", clock=clock("decision", 8)))
        p.done("start")
        p.until(p.asked)
        question = p.asked()[0][1]
        s.stop()
        time.sleep(8.5)
        s.start(s.port)
        p.close()
        p.connect()
        p.me = None
        p.until(lambda: p.me)
        assert [q[1] for q in p.asked()] == [question], (p.asked(), question)


def test_hot_seat():
    """one person on both seats sees both views and plays for both"""
    with Server(*FAST) as s, Mind("robotory", 2) as mind:
        p = at_table(s, new_table("robotory", "me me"))
        assert p.me["seats"] == [0, 1], p.me
        p.done("start")
        p.until(lambda: set(p.views) == {0, 1})
        finish([p], mind)


def test_screen():
    """a table screen of a player has no hands: it sees what a spectator sees"""
    with Server(*FAST) as s, Mind("rally2005", 3, level="beginner") as mind:
        key = s.guest()["key"]
        p = at_table(s, new_table("rally2005", "me beginner beginner"), key)
        screen = Player(s, key, p.table, hello=False)
        screen.hello(screen=True)
        screen.until(lambda: screen.me)
        watcher = Player(s, s.guest()["key"], p.table)
        watcher.until(lambda: watcher.me)
        p.done("start")
        for _ in range(4):
            p.until(p.asked)
            p.answer(mind)
        for q in (screen, watcher):
            q.until(lambda q=q: q.views and q.views[-1]["to"] > 3)
            assert list(q.views) == [-1], q.views
            assert not q.asked()
        n = min(screen.views[-1]["to"], watcher.views[-1]["to"])
        assert screen.views[-1]["events"][:n] == watcher.views[-1]["events"][:n]


def test_own_course():
    """a custom course is played; one that is wrong is refused with its line"""
    course = (ROOT / "data/courses/rally2005/risky-exchange.txt").read_text(encoding="utf-8")
    with Server(*FAST) as s, Mind("rally2005", 2, {"course": course}, "beginner") as mind:
        p = at_table(s, new_table("rally2005", "me beginner", {"course": course}))
        p.done("start")
        for _ in range(3):
            p.until(p.asked)
            p.answer(mind)
        s.restart()
        p.close()
        p.connect()
        p.me = None
        p.until(lambda: p.me)
        assert p.began["settings"]["course"] == course
        s.refuses(400, "config", "POST", "tables",
                  new_table("rally2005", "me beginner", {"course": course.replace("risky", "\nx y z\n")}),
                  p.key)


def test_longest_course():
    """a file of 64 kB is played, also after a restart; a longer one, or one of very short lines, is refused"""
    course = (ROOT / "data/courses/rally2005/risky-exchange.txt").read_text(encoding="utf-8")
    for line in ("# a\\\"b\n", "#" + "x" * 200 + "\n"):
        longest = course + line * ((65536 - len(course)) // len(line))
        with Server(*FAST) as s:
            p = at_table(s, new_table("rally2005", "me beginner", {"course": longest}))
            p.done("start")
            p.until(p.asked)
            s.restart()
            p.close()
            p.began = None
            p.connect()
            p.until(lambda p=p: p.began)
            assert p.began["settings"]["course"] == longest
            s.refuses(400, "malformed", "POST", "tables",
                      new_table("rally2005", "me beginner", {"course": longest + line * 300}), p.key)
            s.refuses(400, "config", "POST", "tables",
                      new_table("rally2005", "me beginner", {"course": course + "#\n" * 30000}), p.key)
            p.close()


def test_votes():
    """pause and going on, more time, a stand-in who gives the seat back"""
    with Server(*FAST) as s, Mind("robotory", 2) as mind:
        a, b = s.guest()["key"], s.guest()["key"]
        ann = at_table(s, new_table("robotory", "me open", clock=clock("bank", 600)), a)
        bob = Player(s, b, ann.table)
        bob.until(lambda: bob.me)
        bob.done("sit", seat=1)
        ann.done("start")
        finish([ann, bob], mind, 3)

        def agree(who, other, what, **fields):
            who.do(what, **fields)
            other.until(lambda: [v for v in other.votes.values() if v["state"] == "open"])
            vote = next(v["vote"] for v in other.votes.values() if v["state"] == "open")
            other.done("vote", vote=vote, yes=True)
            for p in (who, other):
                p.until(lambda p=p: p.votes.get(vote, {}).get("state") == "passed")

        agree(ann, bob, "pause")
        bob.until(lambda: bob.state == "paused")
        while not ann.asked() and not bob.asked():
            hear_any([ann, bob])
        asked = ann if ann.asked() else bob
        actor, question, _ = asked.asked()[0]
        asked.denied("paused", "act", actor=actor, question=question, picks=[0])
        agree(bob, ann, "resume")
        ann.until(lambda: ann.state == "playing")
        agree(ann, bob, "more_time", seat=1, seconds=60)
        ann.close()
        bob.until(lambda: any(not x["online"] for x in bob.people))
        bob.done("stand_in", seat=0)
        bob.until(lambda: any(x.get("stand_in") for x in bob.seats))
        bob.until(bob.asked)
        bob.answer(mind)
        ann.connect()
        ann.me = None
        ann.until(lambda: ann.me)
        bob.until(lambda: not any(x.get("stand_in") for x in bob.seats))
        for p in (ann, bob):
            p.answered.clear()
        finish([ann, bob], mind)


def test_secrets():
    """keys, invitations and the game's key are in nothing that others get before the end"""
    with Server(*FAST) as s, Mind("rally2023", 3, level="beginner") as mind:
        a, b, eve = (s.guest() for _ in range(3))
        wish = new_table("rally2023", "me open beginner", access="code")
        made = s.ask("POST", "tables", wish, a["key"])
        heard = {}

        class Listener(Player):
            def hear(self):
                text = self.socket.receive()
                heard.setdefault(self.key, []).append(text)
                m = json.loads(text)
                getattr(self, "on_" + m["t"], lambda m: None)(m)
                return m

        ann = Listener(s, a["key"], made["table"])
        bob = Listener(s, b["key"], made["table"], made["code"])
        watcher = Listener(s, eve["key"], made["table"], made["secret"])
        for p in (ann, bob, watcher):
            p.until(lambda p=p: p.me)
        bob.done("sit", seat=1)
        ann.done("start")
        finish([ann, bob], mind, 8)
        bob.do("chat", text="for all")
        watcher.until(lambda: watcher.chat)
        lists = json.dumps([s.ask("GET", "tables"), s.ask("GET", "me/tables", key=b["key"])])
        metrics = ask(s.port, "GET", "/metrics")[2].decode()
        running = ask(s.port, "GET", f"/api/1/record/{made['table']}", key=eve["key"])[2].decode()
        ann.done("end")
        bob.until(lambda: [v for v in bob.votes.values() if v["state"] == "open"])
        bob.done("vote", vote=next(v["vote"] for v in bob.votes.values() if v["state"] == "open"), yes=True)
        before = {key: len(texts) for key, texts in heard.items()}
        ann.until(lambda: ann.over)
        record = ask(s.port, "GET", f"/api/1/record/{made['table']}", key=a["key"])[2].decode()
        game_key = json.loads(record.splitlines()[0])["key"]
        hashes = [json.loads(line)["hash"] for line in record.splitlines() if '"hash"' in line]
        raw = bytes.fromhex(game_key)
        never = [g["key"] for g in (a, b, eve)] + [made["secret"]]
        until_the_end = [game_key, base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode(),
                         *hashes]
        outside = [lists, metrics, running, s.errors()]
        for key, texts in heard.items():
            told = [t for t in texts[:before[key]] if '"t":"over"' not in t]
            for text in told + outside:
                assert not [x for x in until_the_end if x in text], (key, text[:200])
            for text in texts + outside:
                assert not [x for x in never if x in text], (key, text[:200])
        assert game_key in record


main(globals())
