"""The protocol module, spoken to by a referee made of text."""
import io
import json
import unittest

import robodrome_bot


def talk(choose, *messages):
    source = io.StringIO("".join(json.dumps(m) + "\n" for m in messages))
    sink = io.StringIO()
    robodrome_bot.run(choose, name="Test", source=source, sink=sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


OBS = {"t": "obs", "game": "robotory", "legal": ["+w3", "+b4"], "fallback": "+b4", "complete": True}


class BotTest(unittest.TestCase):
    def test_a_game(self):
        said = talk(lambda obs: obs["legal"][0], {"t": "hello", "id": 1}, {"t": "new", "id": 2},
                    {"t": "ready?", "id": 3}, OBS, {"t": "go", "id": 4, "budget_ms": 10},
                    {"t": "over"}, {"t": "bye"})
        self.assertEqual([m["t"] for m in said], ["hello", "ready", "act"])
        self.assertEqual(said[2], {"t": "act", "id": 4, "action": "+w3"})

    def test_picks_info_and_unknown_messages(self):
        def choose(obs):
            obs.info(value=5)
            return [32, 3]
        said = talk(choose, {"t": "weather"}, {**OBS, "mood": 1}, {"t": "stop", "id": 9},
                    {"t": "go", "id": 5})
        self.assertEqual(said, [{"t": "info", "id": 5, "value": 5},
                                {"t": "act", "id": 5, "picks": [32, 3]}])

    def test_asking_for_options(self):
        said = talk(lambda obs: list(obs.options([32])[0][:1]), OBS, {"t": "go", "id": 5},
                    {"t": "options", "id": 1, "options": [{"pick": 7}, {"pick": 8}], "may_stop": False})
        self.assertEqual(said[0], {"t": "ask", "picks": [32], "id": 1})
        self.assertEqual(said[1]["picks"], [7])

    def test_a_bot_that_fails_plays_the_fallback(self):
        def choose(_):
            raise KeyError("nothing")
        self.assertEqual(talk(choose, OBS, {"t": "go", "id": 6})[0]["action"], "+b4")

    def test_it_ends_when_the_referee_is_gone(self):
        self.assertEqual(talk(lambda obs: obs.options([1]), OBS, {"t": "go", "id": 5})[-1]["t"],
                         "ask")


if __name__ == "__main__":
    unittest.main()
