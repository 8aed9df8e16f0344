#!/usr/bin/env python3
"""A bot that keeps the protocol, or breaks it in the way that its argument names."""
import json
import os
import sys
import time

MODE = sys.argv[1] if len(sys.argv) > 1 else "good"
MEMORY = sys.argv[2] if len(sys.argv) > 2 else None  # a file that outlives a crash


def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def first_time():
    if os.path.exists(MEMORY):
        return False
    open(MEMORY, "w").close()
    return True


def hang():
    while True:
        time.sleep(60)


def hello(m):
    if MODE == "silent":
        hang()
    if MODE == "hello-garbage":
        print("Hello, World!", flush=True)
    elif MODE == "hello-proto":
        say(t="hello", id=m["id"], proto="UCI", name="x")
    elif MODE == "hello-nameless":
        say(t="hello", id=m["id"], proto="RBP/2")
    elif MODE == "hello-empty-name":
        say(t="hello", id=m["id"], proto="RBP/2", name="")
    elif MODE == "hello-no-proto":
        say(t="hello", id=m["id"], name="x")
    elif MODE == "hello-dies-at-length":
        sys.stderr.write("\n" + "why? " * 400)
        sys.exit(3)
    elif MODE == "hello-other-id":
        say(t="hello", id=m["id"] + 1, proto="RBP/2", name="somebody else")
        say(t="hello", id=m["id"], proto="RBP/2", name="x\x7fy", games="all of them")
    elif MODE == "hello-dies":
        sys.exit("no licence found")
    elif MODE == "only-chess":
        say(t="hello", id=m["id"], proto="RBP/2", name="chess only", games=["chess"])
    elif MODE == "long-name":
        say(t="hello", id=m["id"], proto="RBP/2", name="\u044f\n" + "\u0436" * 50, games=["robotory", 7])
    elif MODE == "by-hash":
        say(t="hello", id=m["id"], proto="RBP/2", name="by hash",
            games={"robotory": m["games"]["robotory"], "template": "0" * 16, "rally2005": None,
                   "rally2023": 7})
    else:
        say(t="hello", id=m["id"], proto="RBP/2", name="fake " + MODE)


def by_following(ask):
    """Builds an answer pick by pick, always the last option."""
    question = ask["question"]
    while not question["may_stop"]:
        picks = question["picked"] + [question["options"][-1]["pick"]]
        say(t="follow", id=5, picks=picks)
        m = json.loads(sys.stdin.readline())
        assert m["t"] == "question" and m["id"] == 5, m
        question = m["question"]
        assert question["picked"] == picks, m
    for bad, code in (([9999], "illegal"), ("x", "malformed"), ([0] * 25, "malformed")):
        say(t="follow", picks=bad)
        m = json.loads(sys.stdin.readline())
        assert m["t"] == "error" and m["code"] == code, m
    return question["picked"]


def act(m):
    id, legal = m["id"], m["legal"]
    if MODE == "garbage":
        print("I think " + legal[0], flush=True)
    elif MODE == "no-type":
        say(id=id, action=legal[0])
    elif MODE == "illegal":
        say(t="act", id=id, action="+w99")
    elif MODE == "fails":
        say(t="error", id=id, code="failed", text="KeyError: 'hex'")
    elif MODE == "illegal-picks":
        say(t="act", id=id, picks=[1, 2, 3])
    elif MODE == "odd-picks":
        say(t="act", id=id, picks=[-1])
    elif MODE == "neither":
        say(t="act", id=id)
    elif MODE == "both":
        say(t="act", id=id, action=legal[0], picks=[])
    elif MODE == "action-number":
        say(t="act", id=id, action=7)
    elif MODE == "real-picks":
        say(t="act", id=id, picks=[1.5])
    elif MODE == "null-picks":
        say(t="act", id=id, picks=[None])
    elif MODE == "large-picks":
        say(t="act", id=id, picks=[65535])
    elif MODE == "real-id":
        say(t="act", id=1.5, action=legal[0])
    elif MODE == "crash":
        sys.stderr.write("lost my way\n")
        os._exit(3)
    elif MODE == "crash-at-length":
        sys.stderr.write("I remember it well. " * 200)
        os._exit(3)
    elif MODE == "crash-once" and first_time():
        os._exit(3)
    elif MODE == "killed":
        os.kill(os.getpid(), 9)
    elif MODE == "hang":
        hang()
    elif MODE == "late":
        time.sleep(0.6)
        say(t="act", id=id, action=legal[0])
    elif MODE == "other-id":
        say(t="act", id=id + 1000, action=legal[0])
        say(t="act", action=legal[0])
    elif MODE == "close":
        os.close(1)
        hang()
    elif MODE == "follows":
        while True:
            say(t="follow", id=1, picks=[])
    elif MODE == "babble":
        while True:
            say(t="info", id=id, text="still thinking")
    elif MODE == "long-line":
        print("x" * 800000, flush=True)
    elif MODE == "long-number":
        print('{"t":"act","id":%s}' % ("9" * 400), flush=True)
    elif MODE == "deep":
        print("[" * 60000, flush=True)
    elif MODE == "nul":
        sys.stdout.write('{"t":"act"\0}\n')
        sys.stdout.flush()
    elif MODE == "stop":  # thinks until it is stopped
        while json.loads(sys.stdin.readline())["t"] != "stop":
            pass
        say(t="act", id=id, action=legal[-1])
    elif MODE == "chatty":
        sys.stderr.write("thinking hard\n" * 20000)
        sys.stderr.flush()
        print("\n  \r", flush=True)
        say(t="mood", mood="good", id=id)
        say(t="act", id=id - 1, action="nonsense")
        say(t="info", id=id, exact=False)
        say(t="info", id=id, value=5000, depth=-3, nodes=77, exact=True, text="mate\u001b[31m soon")
        say(t="act", id=id, action="  " + legal[0] + " ", extra={"a": [1]})
    elif MODE == "asks":
        say(t="act", id=id, picks=by_following(m))
    elif MODE == "story" and [part["n"] for part in story] != list(range(m["seq"] + 1)):
        sys.exit("the story has gaps")
    elif MODE == "from-the-start" and m["seq"] and not story:
        sys.exit("I was not there")
    else:
        say(t="act", id=id, action=legal[m["seq"] % len(legal)])


story = []  # all that has happened in this game


def main():
    if MODE == "pid":
        with open(MEMORY, "w") as f:
            f.write(str(os.getpid()))
        hang()
    if MODE == "grandchild":
        child = os.fork()
        if child == 0:
            hang()
        with open(MEMORY, "w") as f:
            f.write(str(child))
    if MODE == "deaf":  # leaves a mark each time it is started
        with open(MEMORY, "a") as f:
            f.write("x")
    if MODE.startswith("once") and not first_time():
        sys.exit("once is enough")
    lines = int(MODE.lstrip("abcdefghijklmnopqrstuvwxyz-") or 0)  # this many it reads, then it leaves
    for line in sys.stdin:
        m = json.loads(line)
        if MODE.startswith(("once", "leaves")):
            lines -= 1
            if lines < 0:
                sys.exit(3)
        if m["t"] == "hello":
            hello(m)
        elif m["t"] == "ready?":
            if MODE == "never-ready":
                hang()
            say(t="ready", id=m["id"])
            if MODE == "unasked":
                say(t="bored")
            if MODE == "ready-and-gone":
                sys.exit(3)
            if MODE == "deaf":
                hang()
        elif m["t"] == "new":
            story.clear()
        elif m["t"] == "happened":
            story.append(m["part"])
        elif m["t"] == "ask":
            if MODE == "strict" and "x-future" in m:
                sys.exit(1)
            act(m)
        elif m["t"] == "over":
            if MODE == "gone-when-over":
                sys.exit(3)
            if MEMORY and MODE == "good":
                with open(MEMORY, "w") as f:
                    f.write(line)
        elif m["t"] == "bye":
            if MODE == "stays":
                hang()
            sys.exit(4 if MODE == "bye-4" else 0)
        elif m["t"] == "weather" and MODE == "strict":
            sys.exit("unknown message")


main()
