"""The module against the library: run from the python folder with `python3 -m unittest`."""
import copy
import pickle
import unittest

import robodrome
from robodrome import Batch, Env, Game, IllegalAction, ParallelEnv, RobodromeError


class GamesTest(unittest.TestCase):
    def test_robotory_is_listed_and_has_bots(self):
        self.assertIn("robotory", robodrome.games())
        self.assertIn("random", robodrome.bots("robotory"))

    def test_impossible_set_ups_say_why(self):
        for arguments, reason in ((("chess",), "no game 'chess'"), (("robotory", 3), "for 2 players, not 3")):
            with self.assertRaisesRegex(RobodromeError, reason):
                Game(*arguments)
        for name, seats, reason in ((None, 2, "its name"), (Game("robotory"), 2, "its name"),
                                    ("robotory", "2", "a number, not '2'"), ("robotory", 2.0, "a number")):
            with self.assertRaisesRegex(RobodromeError, reason):
                Game(name, seats)
        with self.assertRaisesRegex(RobodromeError, "of a Game, not of 'robotory'"):
            robodrome.Batch("robotory", 3)
        with self.assertRaisesRegex(RobodromeError, "cannot be 'never'"):
            Game("robotory", end="never")
        with self.assertRaisesRegex(RobodromeError, "no setting 'colour'"):
            Game("robotory", colour="red")


    def test_the_set_up_is_told(self):
        setup = Game("rally2005", seats=3, course="dizzy-dash").setup
        self.assertEqual([a["robot"] for a in setup["actors"]], ["twonky", "zoombot", "hulk"])
        self.assertEqual(setup["settings"]["course"], "dizzy-dash")
        self.assertEqual((setup["floor"]["cols"], setup["floor"]["rows"]), (12, 16))
        self.assertEqual(sum(map(len, setup["cards"].values())), 84)


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
        self.assertEqual(told["en"][0]["event"], "placed")
        self.assertEqual(told["en"][0]["rule"], "RY-PLACE-1")
        self.assertEqual(len({t[0]["words"] for t in told.values()}), 3)

    def test_question_walks_the_tree(self):
        options = [o["pick"] for o in self.state.question(0)["options"]]
        after = self.state.question(0, options[:1])
        self.assertEqual(len(after["options"]), 21)
        self.assertTrue(self.state.question(0, (options[0], after["options"][0]["pick"]))["may_stop"])
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

    def test_a_bot_says_why(self):
        race = Game("rally2005", seats=2, course="dizzy-dash", first=0).start(1)
        action, thought = race.explain(0, "racer", nodes=30)
        self.assertTrue(race.is_legal(0, action))
        self.assertIn(len(thought["reasons"]), (1, 2, 3))
        for reason in thought["reasons"]:
            self.assertTrue(reason["key"].startswith("bot.why.") and reason["words"])


class CopyTest(unittest.TestCase):
    """Everything can be copied and pickled, and each handle of the engine is closed once."""

    def test_deep_copies_of_an_env_go_their_own_way(self):
        env = Env("robotory", first=0)
        env.reset(seed=3)
        twin = copy.deepcopy(env)
        env.step(0)
        self.assertEqual(twin.state.asked, [0])
        self.assertNotEqual(env.state, twin.state)
        del env  # what it held may be closed now, what the copy holds may not
        twin.step(0)

    def test_states_and_views_pickle_in_every_game(self):
        for name in robodrome.games():
            game = Game(name)
            state = game.start(7)
            for _ in range(5):
                actor = state.asked[0]
                state.apply(actor, state.sample(actor, robodrome.Random(4)))
            back = pickle.loads(pickle.dumps(state))
            self.assertEqual((back, back.is_view), (state, False), name)
            self.assertEqual((back.game.name, back.game.seats), (name, game.seats))
            actor = back.asked[0]
            back.apply(actor, back.fallback(actor))
            view = state.view(0)
            back = pickle.loads(pickle.dumps(view))
            self.assertEqual((back, back.is_view), (view, True), name)

    def test_settings_live_on_in_a_pickle(self):
        game = Game("rally2005", seats=3, course="dizzy-dash", options="no")
        back = pickle.loads(pickle.dumps(game))
        self.assertEqual((back.name, back.seats, back.settings), ("rally2005", 3, game.settings))
        self.assertIs(copy.deepcopy(game), game)
        self.assertIs(copy.copy(game), game)

    def test_bytes_come_back_and_damaged_ones_are_refused(self):
        for name in robodrome.games():
            game = Game(name)
            state = game.start(3)
            self.assertEqual(robodrome.State(game, bytes(state)), state)
            with self.assertRaises(RobodromeError):
                robodrome.State(game, b"\xff" * game.state_size)
            with self.assertRaisesRegex(RobodromeError, f"has {game.state_size} bytes"):
                robodrome.State(game, b"too few")

    def test_damaged_pickles_are_refused(self):
        state = Game("robotory").start(1)
        damaged = pickle.dumps(state).replace(b"1WB2", b"1WW2")
        with self.assertRaises(RobodromeError):
            pickle.loads(damaged)

    def test_batches_copy_and_pickle(self):
        batch = Batch(Game("robotory"), 3, seed=5)
        batch.sample()
        for twin in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
            self.assertEqual(list(twin.actions), list(batch.actions))
            self.assertEqual(twin.step(), ["ok"] * 3)
            self.assertNotEqual(twin.truth(0), batch.truth(0))
            self.assertEqual(twin.random.word.value, batch.random.word.value)


class WrongUseTest(unittest.TestCase):
    """Wrong actors, seats and picks are told as such, and change nothing."""

    def setUp(self):
        self.state = Game("template", seats=3).start(4)

    def refuses(self, reason, call, *arguments, kind=RobodromeError, **named):
        before = bytes(self.state)
        with self.assertRaisesRegex(kind, reason):
            call(*arguments, **named)
        self.assertEqual(bytes(self.state), before)

    def test_actors(self):
        s = self.state
        for call in (s.question, s.count, s.legal, s.sample, s.fallback, s.game.seat_of):
            for actor in (3, -1, "0", None, True):
                self.refuses("template has actors 0 to 2, not", call, actor, kind=IllegalAction)
        self.refuses("actors 0 to 2, not 9", s.apply, 9, "1", kind=IllegalAction)
        self.refuses("actors 0 to 2, not 9", s.parse, 9, "1", kind=IllegalAction)
        self.assertFalse(s.is_legal(9, "1"))

    def test_seats(self):
        s = self.state
        for seat in (3, -2, "0", None):
            self.refuses("of seats 0 to 2, not", s.view, seat)
            self.refuses("of seats 0 to 2, not", s.view(0).determinize, seat)
            self.refuses("of seats 0 to 2, not", s.apply_told, 0, s.nth(0, 0), seat)

    def test_picks(self):
        s = self.state
        for picks in ((70000,), (-1,), ("a",), (1.5,), (True,)):
            self.refuses("option ids 0 to 65535, not", s.question, 0, picks, kind=IllegalAction)
            self.refuses("option ids 0 to 65535, not", s.apply, 0, picks, kind=IllegalAction)
        self.refuses("25 picks", s.apply, 0, [1] * 25, kind=IllegalAction)
        self.refuses("a list of option ids", s.apply, 0, 5, kind=IllegalAction)
        self.refuses("a list of option ids", s.question, 0, "+w13", kind=IllegalAction)
        self.refuses("legal answers are 0 to", s.nth, 0, 10 ** 6, kind=IllegalAction)
        self.refuses("an answer of actor 0, not 1", s.apply, 1, s.nth(0, 0), kind=IllegalAction)

    def test_picks_that_the_game_does_not_know_have_no_text(self):
        for game in ("robotory", "transmissions", "rally2005", "rally2023"):
            state = Game(game).start(seed=1)
            for picks in ([60000], [*state.sample(state.asked[0]).picks, 60000]):
                self.refuses("does not know", state.text, robodrome.Action.of(0, picks),
                             kind=IllegalAction)

    def test_picks_are_an_answer(self):
        twin = self.state.copy()
        action = twin.nth(0, 1)
        twin.apply(0, action)
        self.assertEqual(self.state.apply(0, list(action.picks)), twin)

    def test_views_are_not_played_on(self):
        view = self.state.view(0)
        action = view.nth(0, 0)
        self.assertTrue(view.is_legal(0, action))
        for call in (view.apply, view.apply_told, self.state.game.parse(str(view)).apply):
            self.refuses("a view is not played on", call, 0, action)
        view.determinize(0).apply(0, action)

    def test_batches(self):
        game = self.state.game
        for n in (0, -1, "3", 1.5, True):
            self.refuses("at least one game", Batch, game, n)
        batch = Batch(game, 2)
        self.refuses("step takes 2 Actions", batch.step, [self.state.nth(0, 0)])
        self.refuses("step takes 2 Actions", batch.step, ["1", "1"])
        with self.assertRaises(IndexError):
            batch.view(2, 0)


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
        self.assertTrue(all(e["event"] != "dealt" for e in theirs))
        self.assertGreaterEqual(len(mine), len(theirs))


class EnvTest(unittest.TestCase):
    def test_env_plays_a_game(self):
        env = Env("robotory")
        observation, _ = env.reset(seed=2)
        self.assertEqual(len(observation["action_mask"]), 42)
        over, steps = False, 0
        while not over:
            observation, rewards, over, truncated, _ = env.step(0)
            steps += 1
        self.assertIsNone(observation)
        self.assertEqual(sorted(rewards.values()), [-1.0, 1.0])
        self.assertFalse(truncated)
        self.assertLessEqual(steps, 76)
        with self.assertRaises(IllegalAction):
            env.step(0)

    def test_every_seat_gets_its_reward(self):
        """Whoever acts last: the winner gets 1, the last -1, the others what lies between."""
        winners = set()
        for seed in range(12):
            env, random = Env("template", seats=3), robodrome.Random(seed)
            env.reset(seed)
            over = False
            while not over:
                actor = env.agent
                _, rewards, over, _, _ = env.step(env.state.sample(actor, random))
                if not over:
                    self.assertEqual(rewards, {0: 0.0, 1: 0.0, 2: 0.0})
            places = env.state.places
            if len(set(places)) == 1:
                self.assertEqual(rewards, {0: 0.0, 1: 0.0, 2: 0.0})
                continue
            for seat, place in enumerate(places):
                if place == 1:
                    self.assertEqual(rewards[seat], 1.0)
                    winners.add(seat != actor)
                if place == max(places):
                    self.assertEqual(rewards[seat], -1.0)
        self.assertIn(True, winners)

    def test_a_player_alone_wins_or_loses(self):
        env, random = Env("transmissions"), robodrome.Random(1)
        env.reset(seed=1)
        over = False
        while not over:
            _, rewards, over, _, _ = env.step(env.state.sample(env.agent, random))
        self.assertEqual(rewards, {0: 1.0 if env.state.places == [1] else -1.0})

    def test_an_env_is_reset_before_anything_else(self):
        env = Env("robotory")
        for early in (lambda: env.agent, lambda: env.observe(0), lambda: env.step(0),
                      lambda: ParallelEnv("robotory").step({})):
            with self.assertRaisesRegex(RobodromeError, "reset"):
                early()

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
            self.assertEqual(batch.truth(i), game.start(10 + i))
        batch.sample()
        expected = [batch.truth(i).apply(batch.actions[i].actor, batch.actions[i]) for i in range(5)]
        self.assertEqual(batch.step(), ["ok"] * 5)
        self.assertEqual([batch.truth(i) for i in range(5)], expected)

    def test_illegal_and_finished_games_are_told_apart(self):
        batch = Batch(Game("robotory"), 3)
        self.assertEqual(batch.step(), ["not_asked" if batch.truth(i).asked != [0] else "illegal"
                                        for i in range(3)])
        self.assertGreater(batch.playout(), 3 * 20)
        self.assertEqual(batch.pending(), [0, 0, 0])
        self.assertEqual(batch.step(), ["over"] * 3)

    def test_memory_is_shared_without_a_copy(self):
        batch = Batch(Game("robotory"), 2)
        self.assertEqual(bytes(memoryview(batch.true_memory)[:batch.game.state_size]),
                         bytes(batch.truth(0)))

    def test_the_truth_has_to_be_asked_for_by_name(self):
        game = Game("template", seats=3)
        batch = Batch(game, 4, seed=2)
        with self.assertRaises(TypeError):
            batch[0]
        for i, view in enumerate(batch.views(1)):
            self.assertEqual(view, game.start(2 + i).view(1))
            self.assertTrue(view.is_view)
            self.assertNotEqual(bytes(view), bytes(batch.truth(i)))
        self.assertEqual(batch.view(3, robodrome.SPECTATOR),
                         batch.truth(3).view(robodrome.SPECTATOR))


if __name__ == "__main__":
    unittest.main()
