"""Secrets in everything that leaves a server: sockets, HTTP, errors, log, metrics, export, files."""
import base64
import json
import pathlib

from house import Server
from party import FAST, Mind
from player import Player, new_table
from program import main, works
from wire import ask


def spellings(secret):
    """A secret as it may stand in an output: raw, in hex, in base64 at any offset."""
    raw = [secret.encode()]
    try:
        raw += [bytes.fromhex(secret), bytes.fromhex(secret)[::-1]]
    except ValueError:
        pass
    try:
        raw.append(base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4)))
    except ValueError:
        pass
    for r in [r for r in raw if len(r) > 7]:
        yield r
        yield r.hex().encode()
        yield r.hex().upper().encode()
        for offset in range(3):
            text = base64.b64encode(bytes(offset) + r)[4 if offset else 0:]
            text = text[:len(text) // 4 * 4 - 4]  # without what depends on its neighbours
            yield text
            yield text.replace(b"+", b"-").replace(b"/", b"_")


def hashes_in(record):
    """The hashes of the full states: after the end the record has them."""
    lines = [json.loads(line) for line in record.decode().splitlines()]
    return {line["hash"] for line in lines if "hash" in line}


def finds(secret, output):
    return any(s in output for s in spellings(secret))


class Ears:
    """All bytes that each of them gets."""

    def __init__(self, server):
        self.server, self.got = server, {}

    def __call__(self, who, data):
        self.got.setdefault(who, bytearray()).extend(data if isinstance(data, bytes) else data.encode())

    def player(self, who, *args, **more):
        p = Player(self.server, *args, hello=False, **more)
        receive = p.socket.receive

        def hear():
            text = receive()
            self(who, text)
            return text
        p.socket.receive = hear
        p.hello()
        return p

    def ask(self, who, method, path, body=None, key=None):
        status, headers, data = ask(self.server.port, method, path, body, key)
        self(who, repr(headers))
        self(who, data)
        return status, data

    def ask_all(self, who, key, table):
        """Every list and document, and errors of all kinds."""
        for path in ("about", "games", "tables", "me", "me/tables", "finished", "bots", "lan", "nothing",
                     f"record/{table}", "record/none", "code/AAAAA"):
            self.ask(who, "GET", "/api/1/" + path, key=key)
        for path in ("/health", "/metrics", "/", f"/table/{table}", "/no.where"):
            self.ask(who, "GET", path, key=key)
        self.ask(who, "POST", "/api/1/tables", {"id": key or "x", "game": key or "x"}, key)
        self.ask(who, "PUT", "/api/1/me", {"name": "\u202e"}, key)
        self.ask(who, "POST", "/api/1/link/use", {"link": "AAAA"}, key)
        self.ask(who, "DELETE", "/api/1/tables", key=key)


def test_secrets():
    """keys, tokens, invitations, chat, the key and the states of a game are nowhere but where they belong"""
    with Server(*FAST, "--log") as s:
        ears = Ears(s)
        ann, bob, eve = (s.guest(name=name)["key"] for name in ("Ann", "Bob", "Eve"))
        token = s.ask("POST", "bots", {"name": "Racer"}, ann)["token"]
        link = s.ask("POST", "link", None, ann)
        feed = s.ask("POST", "me/feed", None, ann)["token"]
        course = {"course": "risky-exchange"}
        made = s.ask("POST", "tables", new_table("rally2005", "me open beginner", course, access="link"), ann)
        invitation, table, words = made["secret"], made["table"], "the plan is to push Twonky"
        a, b = ears.player("ann", ann, table), ears.player("bob", bob, table, invitation)
        w = ears.player("eve", eve, table)  # has no invitation
        assert w.gone() == 1008 and w.refused[None]["error"] == "unknown"
        b.done("sit", seat=1)
        a.done("chat", text=words)
        a.done("start")
        with Mind("rally2005", 3, course, "beginner") as mind:
            for _ in range(2):
                for p in (a, b):
                    p.until(p.asked)
                    p.answer(mind)
        a.say("nonsense")
        # Stale, or nothing is asked of her now: that hangs on how fast the bot is.
        late = a.do("act", actor=0, question=1, picks=[1])
        a.until(lambda: late in a.refused)
        assert a.refused[late]["error"] in ("stale", "not_asked"), a.refused[late]
        b.denied("not_yours", "act", actor=0, question=1, picks=[1])
        for who, key in (("ann", ann), ("bob", bob), ("eve", eve), ("nobody", None), ("nobody", "f" * 43)):
            ears.ask_all(who, key, table)
        for kind in ("atom", "ics"):
            assert ears.ask("reader", "GET", f"/feed/{feed}.{kind}")[0] == 200
        running = {who: bytes(got) for who, got in ears.got.items()}
        log = s.errors().encode()
        a.done("concede", seat=0)
        b.done("concede", seat=1)
        said = {}
        while "fair" not in said:
            said = a.hear() if not a.over else {"fair": None}
        if not said["fair"]:  # it came with the acknowledgement
            again = ears.player("ann", ann, table)
            again.until(lambda: again.me)
            said = again.welcome
        fair = said["fair"]
        hashes = hashes_in(ears.ask("ann", "GET", f"/api/1/record/{table}", key=ann)[1])
        exported = works("export", "--data", s.folder).encode()
        kept = b"".join(p.read_bytes() for p in pathlib.Path(s.folder).rglob("*") if p.is_file())

        assert finds(fair["seed"], ears.got["ann"]), "the search finds what is told at the end"
        assert finds(fair["commit"], running["bob"]), "the search finds what everybody may know"
        assert finds(words, running["bob"]) and finds(words, exported)
        for name in ("seed", "key"):
            for who, got in running.items():
                assert not finds(fair[name], got), (name, who)
            assert not finds(fair[name], log), name
        assert len(hashes) > 4 and all(finds(h, ears.got["ann"]) for h in hashes), "the record has them at the end"
        for where, output in {**running, "log": log}.items():
            assert not any(finds(h, output) for h in hashes), f"the hash of a state: {where}"
        outputs = {**{who: bytes(got) for who, got in ears.got.items()}, "log": s.errors().encode(),
                   "export": exported, "files": kept}
        for name, secret in (("key of Ann", ann), ("key of Bob", bob), ("key of Eve", eve), ("token", token),
                             ("link", link["link"]), ("feed", feed)):
            for where, output in outputs.items():
                assert not finds(secret, output), (name, where)
        for where in ("eve", "nobody", "reader", "log"):
            assert not finds(invitation, outputs[where]) and not finds(words, outputs[where]), where
        assert not finds(invitation, outputs["bob"] + outputs["export"] + outputs["files"])


main(globals())
