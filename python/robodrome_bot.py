"""The bot protocol RBP/2 for bots in Python (docs/protocol.md). Needs nothing but this file.

    import robodrome_bot

    def choose(ask):
        return ask["legal"][0]

    robodrome_bot.run(choose, name="First")

`choose` gets each question, a dict with `view`, `position`, `question`, `count`, `legal`, `complete`
and `fallback`, and returns an answer: a text, or a list of picks. `ask.setup` is the set-up of the game
(docs/fields/setup.md), `ask.seat` the bot's seat, `ask.happened` what has happened since it was asked
last. Where `legal` is not complete, `ask.follow(picks)` gives the question after the picks made so far.
"""
import json
import sys


class Ask(dict):
    """A question with what the seat may know; plus the game it belongs to and a line to the referee."""

    def __init__(self, members, link, game, happened):
        super().__init__(members)
        self._link = link
        self.setup, self.seat = game.get("setup", {}), game.get("seat")
        self.happened = happened

    def follow(self, picks):
        """The question after these picks; its options are what may come next."""
        reply = self._link.ask({"t": "follow", "picks": list(picks)})
        if reply["t"] == "error":
            raise ValueError(reply.get("text", "refused"))
        return reply["question"]

    def info(self, **members):
        """Tells why: value=-1000..1000, line=[...], text="..." """
        self._link.send({"t": "info", "id": self["id"], **members})


class _Link:
    def __init__(self, source, sink):
        self.source, self.sink, self.asked = source, sink, 0

    def send(self, message):
        self.sink.write(json.dumps(message, ensure_ascii=False) + "\n")
        self.sink.flush()

    def receive(self):
        """The next message, or None at the end of the input."""
        for line in self.source:
            if line.strip():
                return json.loads(line)
        return None

    def ask(self, message):
        self.asked += 1
        self.send({**message, "id": self.asked})
        while (reply := self.receive()) is not None:
            if reply.get("t") in ("question", "error") and reply.get("id") == self.asked:
                return reply
            if reply.get("t") == "bye":
                break
        raise EOFError("the referee is gone")


def _answer(choose, ask, name):
    """The answer as a message. A bot that raises plays the fallback."""
    try:
        answer = choose(ask)
    except EOFError:
        raise
    except Exception as error:  # pylint: disable=broad-except
        print(f"{name}: {error!r}, playing the fallback", file=sys.stderr)
        answer = ask["fallback"]
    return {"t": "act", "id": ask["id"],
            "action" if isinstance(answer, str) else "picks": answer}


def run(choose, name, author="", games=None, source=None, sink=None):
    """Speaks the protocol until the referee says bye. `games` is a list of ids, or a dict from ids to
    the hash of the vocabulary that the bot was written for (None = any)."""
    link = _Link(source or sys.stdin, sink or sys.stdout)
    game, happened = {}, []
    while (message := link.receive()) is not None:
        kind = message.get("t")
        if kind == "hello":
            reply = {"t": "hello", "id": message["id"], "proto": "RBP/2", "name": name,
                     "author": author}
            link.send({**reply, "games": games} if games else reply)
        elif kind == "ready?":
            link.send({"t": "ready", "id": message["id"]})
        elif kind == "new":
            game, happened = message, []
        elif kind == "happened":
            happened.append(message["part"])
        elif kind == "ask":
            try:
                link.send(_answer(choose, Ask(message, link, game, happened), name))
            except EOFError:
                return
            happened = []
        elif kind == "bye":
            return
