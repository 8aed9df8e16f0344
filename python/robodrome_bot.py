"""The bot protocol RBP/1 for bots in Python (docs/protocol.md). Needs nothing but this file.

    import robodrome_bot

    def choose(obs):
        return obs["legal"][0]

    robodrome_bot.run(choose, name="First")

`choose` gets each observation, a dict with `view`, `position`, `decision`, `count`, `legal`,
`complete` and `fallback`, and returns an answer: a text, or a list of picks. Where `legal` is not
complete, `obs.options(picks)` asks the referee what may follow the picks made so far.
"""
import json
import sys


class Observation(dict):
    """What the seat may know, and the question; plus a line to the referee."""

    def __init__(self, members, link, go):
        super().__init__(members)
        self._link, self._go = link, go
        self.budget_ms = go.get("budget_ms", 0)

    def options(self, picks):
        """(picks that may follow these, whether the answer may end here)"""
        reply = self._link.ask({"t": "ask", "picks": list(picks)})
        if reply["t"] == "error":
            raise ValueError(reply.get("text", "refused"))
        return [option["pick"] for option in reply["options"]], reply["may_stop"]

    def info(self, **members):
        """Tells why: value=-1000..1000, line=[...], text="..." """
        self._link.send({"t": "info", "id": self._go["id"], **members})


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
            if reply.get("t") in ("options", "error") and reply.get("id") == self.asked:
                return reply
            if reply.get("t") == "bye":
                break
        raise EOFError("the referee is gone")


def run(choose, name, author="", games=None, source=None, sink=None):
    """Speaks the protocol until the referee says bye. A bot that raises plays the fallback."""
    link, obs = _Link(source or sys.stdin, sink or sys.stdout), {}
    while (message := link.receive()) is not None:
        kind = message.get("t")
        if kind == "hello":
            reply = {"t": "hello", "id": message["id"], "proto": "RBP/1", "name": name,
                     "author": author}
            link.send({**reply, "games": games} if games else reply)
        elif kind == "ready?":
            link.send({"t": "ready", "id": message["id"]})
        elif kind == "obs":
            obs = message
        elif kind == "go":
            try:
                answer = choose(Observation(obs, link, message))
            except EOFError:
                return
            except Exception as error:  # pylint: disable=broad-except
                print(f"{name}: {error!r}, playing the fallback", file=sys.stderr)
                answer = obs["fallback"]
            key = "action" if isinstance(answer, str) else "picks"
            link.send({"t": "act", "id": message["id"], key: answer})
        elif kind == "bye":
            return
