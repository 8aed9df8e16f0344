"""The module against the library: run from the python folder with `python3 -m unittest`."""
import unittest

import robodrome
from robodrome import Batch, Env, Game, IllegalAction, ParallelEnv, RobodromeError


class GamesTest(unittest.TestCase):
    def test_robotory_is_listed_and_has_bots(self):
        self.assertIn("robotory", robodrome.games())
        self.assertIn("random", robodrome.bots("robotory"))

    def test_impossible_set_ups_say_why(self):
        for arguments, reason in ((("chess",), "no game 'chess'"), (("robotory", 3), "2 to 2"),):
            with self.assertRaisesRegex(RobodromeError, reason):
                Game(*arguments)
        with self.assertRaisesRegex(RobodromeError, "cannot be 'never'"):
            Game("robotory", end="never")
        with self.assertRaisesRegex(RobodromeError, "no setting 'colour'"):
            Game("robotory", colour="red")


class StateTest(unittest.TestCase):
    def setUp(self):
        self.game = Game("robotory", first=0)
        self.state = self.game.start(1)

    def test_start(self):
        self.assertEqual(self.state.asked, [0])
        self.assertEqual(self.state.count(0), 42)
        self.assertEqual(len(set(self.state.legal(0))), 42)
        self.assertEqual(self.state.describe()["robots"], {"white": 8, "black": 9, "red": 15})

    def test_legal_refuses_to_list_too_many(self):
        with self.assertRaisesRegex(RobodromeError, "42 legal answers"):
            self.state.legal(0, limit=41)

    def test_apply_by_text_and_by_action(self):
        twin = self.state.copy()
        self.state.apply(0, "+w13")
        twin.apply(0, twin.parse(0, "+w13"))
        self.assertEqual(self.state, twin)
        self.assertEqual(hash(self.state), hash(twin))
        self.assertEqual(self.state.asked, [1])

    def test_illegal_answers_change_nothing(self):
        before = bytes(self.state)
        for actor, text in ((0, "W13"), (1, "+w3"), (0, "+w8"), (0, "nonsense"), (0, "=1+3")):
            with self.assertRaises(IllegalAction):
                self.state.apply(actor, text)
            self.assertEqual(bytes(self.state), before)
            self.assertFalse(self.state.is_legal(actor, text))

    def test_the_error_names_the_rule(self):
        with self.assertRaisesRegex(IllegalAction, "RY-MOVE-1"):
            self.state.apply(0, "W13")

    def test_texts_round_trip(self):
        state = self.state.apply(0, "+w13").apply(1, "+b4")
        self.assertEqual(self.game.parse(str(state)), state)
        for i in range(state.count(0)):
            action = state.nth(0, i)
            self.assertEqual(state.parse(0, state.text(action)), action)
        with self.assertRaises(RobodromeError):
            self.game.parse("robotory/1 nothing")

    def test_events_in_three_languages(self):
        told = {lang: self.state.copy().apply_told(0, "+w13", lang=lang)
                for lang in ("en", "ru", "uk")}
        self.assertEqual(told["en"][0]["name"], "placed")
        self.assertEqual(told["en"][0]["rule"], "RY-PLACE-1")
        self.assertEqual(len({t[0]["words"] for t in told.values()}), 3)

    def test_question_walks_the_tree(self):
        options = [o["id"] for o in self.state.question(0)["options"]]
        after = self.state.question(0, options[:1])
        self.assertEqual(len(after["options"]), 21)
        self.assertTrue(self.state.question(0, (options[0], after["options"][0]["id"]))["may_stop"])
        with self.assertRaises(IllegalAction):
            self.state.question(0, (999,))

    def test_picture_and_status(self):
        self.assertIn("[W]", self.state.picture())
        self.assertTrue(all(ord(c) < 128 for c in self.state.picture(unicode=False)))
        self.assertEqual(len(self.state.status("ru").splitlines()), 4)

    def test_random_games_repeat_and_end(self):
        def play():
            state, random = self.game.start(5), robodrome.Random(9)
            while not state.over:
                actor = state.asked[0]
                state.apply(actor, state.sample(actor, random))
            return state
        first, second = play(), play()
        self.assertEqual(first, second)
        self.assertEqual(sorted(first.places), [1, 2])
        self.assertEqual(sum(first.scores), 3)

    def test_bot_answers_legally(self):
        action, value = self.state.think(0, "mcts", nodes=100)
        self.assertTrue(self.state.is_legal(0, action))
        self.assertLessEqual(abs(value), 1000)
        with self.assertRaisesRegex(RobodromeError, "no bot 'deep'"):
            self.state.think(0, "deep")


class HiddenTest(unittest.TestCase):
    """The template game has what Robotory lacks: secrets, and several asked at once."""

    def setUp(self):
        self.game = Game("template", seats=3)
        self.state = self.game.start(4)

    def test_views_hide_and_determinize_fits(self):
        view = self.state.view(0)
        robots = view.describe()["robots"]
        self.assertNotIn(None, robots[0]["hand"])
        self.assertEqual(robots[1]["hand"], [None] * 3)
        self.assertEqual(view.determinize(0).view(0), view)

    def test_order_of_answers_does_not_matter(self):
        one, two = self.state.copy(), self.state.copy()
        for state, order in ((one, (0, 1, 2)), (two, (2, 0, 1))):
            for actor in order:
                state.apply(actor, state.nth(actor, 0))
        self.assertEqual(one, two)

    def test_secret_events_stay_secret(self):
        for actor in (0, 1):
            self.state.apply(actor, self.state.nth(actor, 0))
        twin = self.state.copy()
        mine = self.state.apply_told(2, self.state.nth(2, 0), seat=2)
        theirs = twin.apply_told(2, twin.nth(2, 0), seat=robodrome.SPECTATOR)
        self.assertTrue(all(e["name"] != "dealt" for e in theirs))
        self.assertGreaterEqual(len(mine), len(theirs))


class EnvTest(unittest.TestCase):
    def test_env_plays_a_game(self):
        env = Env("robotory")
        observation, _ = env.reset(seed=2)
        self.assertEqual(len(observation["action_mask"]), 42)
        over, steps = False, 0
        while not over:
            observation, reward, over, truncated, _ = env.step(0)
            steps += 1
        self.assertIsNone(observation)
        self.assertIn(reward, (1.0, -1.0))
        self.assertFalse(truncated)
        self.assertLessEqual(steps, 76)
        with self.assertRaises(IllegalAction):
            env.step(0)

    def test_parallel_env_needs_all_answers_and_is_all_or_nothing(self):
        env = ParallelEnv("template", seats=2, robots=2)
        env.reset(seed=1)
        before = env.state.copy()
        with self.assertRaises(IllegalAction):
            env.step({0: 0})
        with self.assertRaises(IllegalAction):
            env.step({0: 0, 1: 0, 2: 0, 3: 999})
        self.assertEqual(env.state, before)
        while env.agents:
            _, rewards, over, _, _ = env.step({a: 0 for a in env.agents})
        self.assertEqual(set(rewards), {0, 1, 2, 3})
        self.assertTrue(all(over.values()))
        self.assertEqual(rewards[0], rewards[2])


class BatchTest(unittest.TestCase):
    def test_batch_equals_single_games(self):
        game = Game("robotory")
        batch = Batch(game, 5, seed=10)
        for i in range(5):
            self.assertEqual(batch[i], game.start(10 + i))
        batch.sample()
        expected = [batch[i].apply(batch.actions[i].actor, batch.actions[i]) for i in range(5)]
        self.assertEqual(batch.step(), ["ok"] * 5)
        self.assertEqual([batch[i] for i in range(5)], expected)

    def test_illegal_and_finished_games_are_told_apart(self):
        batch = Batch(Game("robotory"), 3)
        self.assertEqual(batch.step(), ["not_asked" if batch[i].asked != [0] else "illegal"
                                        for i in range(3)])
        self.assertGreater(batch.playout(), 3 * 20)
        self.assertEqual(batch.pending(), [0, 0, 0])
        self.assertEqual(batch.step(), ["over"] * 3)

    def test_memory_is_shared_without_a_copy(self):
        batch = Batch(Game("robotory"), 2)
        self.assertEqual(bytes(memoryview(batch.memory)[:batch.game.state_size]), bytes(batch[0]))


if __name__ == "__main__":
    unittest.main()
