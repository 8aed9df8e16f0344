"""The protocol module, spoken to by a referee made of text."""
import contextlib
import io
import json
import unittest

import robodrome_bot


def talk(choose, *messages, **named):
    source = io.StringIO("".join(json.dumps(m) + "\n" for m in messages))
    sink = io.StringIO()
    robodrome_bot.run(choose, name="Test", source=source, sink=sink, **named)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


NEW = {"t": "new", "id": 2, "seat": 1, "setup": {"game": "robotory"}}
ASK = {"t": "ask", "id": 4, "legal": ["+w3", "+b4"], "fallback": "+b4", "complete": True}


class BotTest(unittest.TestCase):
    def test_a_game(self):
        said = talk(lambda ask: ask["legal"][0], {"t": "hello", "id": 1}, NEW,
                    {"t": "ready?", "id": 3}, ASK, {"t": "over"}, {"t": "bye"},
                    {"t": "ready?", "id": 9}, games={"robotory": None})
        self.assertEqual([m["t"] for m in said], ["hello", "ready", "act"])
        self.assertEqual(said[0]["games"], {"robotory": None})
        self.assertEqual(said[2], {"t": "act", "id": 4, "action": "+w3"})

    def test_the_set_up_and_what_happened_are_there(self):
        seen = []

        def choose(ask):
            seen.append((ask.seat, ask.setup, list(ask.happened)))
            return ask["fallback"]
        parts = [{"t": "happened", "part": {"n": n}} for n in range(3)]
        talk(choose, NEW, *parts[:2], ASK, parts[2], ASK, {**NEW, "seat": 0}, ASK)
        game = {"game": "robotory"}
        self.assertEqual(seen, [(1, game, [{"n": 0}, {"n": 1}]), (1, game, [{"n": 2}]),
                                (0, game, [])])

    def test_picks_info_and_unknown_messages(self):
        def choose(ask):
            ask.info(value=5)
            return [32, 3]
        said = talk(choose, {"t": "weather"}, NEW, {**ASK, "mood": 1}, {"t": "stop", "id": 9})
        self.assertEqual(said, [{"t": "info", "id": 4, "value": 5},
                                {"t": "act", "id": 4, "picks": [32, 3]}])

    def test_following_picks(self):
        said = talk(lambda ask: [o["pick"] for o in ask.follow([32])["options"]][:1], NEW, ASK,
                    {"t": "question", "id": 1, "question": {"options": [{"pick": 7}, {"pick": 8}]}})
        self.assertEqual(said[0], {"t": "follow", "picks": [32], "id": 1})
        self.assertEqual(said[1]["picks"], [7])

    def test_a_refused_follow_is_an_error_of_the_bot(self):
        said = talk(lambda ask: ask.follow([99])["options"], NEW, ASK,
                    {"t": "error", "id": 1, "code": "illegal", "text": "no answer begins so"})
        self.assertEqual((said[1]["t"], said[1]["id"]), ("error", 4))
        self.assertIn("no answer begins so", said[1]["text"])

    def test_a_bot_that_fails_says_why_and_where(self):
        def choose(_):
            raise KeyError("nothing")
        said = talk(choose, NEW, ASK, {**ASK, "id": 5})
        self.assertEqual([(m["t"], m["id"], m["code"]) for m in said],
                         [("error", 4, "failed"), ("error", 5, "failed")])
        self.assertRegex(said[0]["text"], r"^KeyError: 'nothing' \(test_bot\.py:\d+\)$")

    def test_a_refused_answer_is_told_to_its_author(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            talk(lambda ask: "+w99", NEW, ASK, {"t": "error", "id": 4, "code": "illegal", "text": "no such hex"})
        self.assertEqual(said.getvalue(), "Test: refused: no such hex\n")

    def test_it_ends_when_the_referee_is_gone(self):
        for last in ((), ({"t": "bye"},)):
            said = talk(lambda ask: ask.follow([1]), NEW, ASK, *last)
            self.assertEqual(said[-1]["t"], "follow")


if __name__ == "__main__":
    unittest.main()
