"""Robodrome from Python: games, states, legal answers, views, bots, and many games at once.

    import robodrome
    game = robodrome.Game("robotory", end="one_colour_empty")
    state = game.start(seed=7)
    while not state.over:
        actor = state.asked[0]
        state.apply(actor, state.sample(actor))
    print(state.places)

Nothing but the standard library is needed. A state is a block of bytes: copying is cheap, and equal
states are equal bytes. `view(seat)` is all that a seat may know; bots should get nothing else. Games and
states can be copied and pickled.
"""
import ctypes
import json

from ._library import (ERRORS, MAX_OPTION, MAX_PICKS, MAX_SEATS, SPECTATOR, Action, lib, text_of)

__all__ = ["Action", "Batch", "Env", "Game", "IllegalAction", "ParallelEnv", "RobodromeError",
           "SPECTATOR", "State", "bots", "games"]
__version__ = "0.2.0"


class RobodromeError(Exception):
    """Something the engine refuses; `code` is one of the error names of game.h."""

    def __init__(self, message, code="config"):
        super().__init__(message)
        self.code = code


class IllegalAction(RobodromeError):
    """An answer that the rules forbid, or that answers no open question. The state is unchanged."""


def games():
    """The ids of all games."""
    found = []
    while (name := lib.rd_api_game(len(found))) is not None:
        found.append(name.decode())
    return found


def bots(game):
    """The ids of the bots that play a game, strongest first."""
    found = []
    while (name := lib.rd_api_bot(game.encode(), len(found))) is not None:
        found.append(name.decode())
    return found


class Random:
    """The engine's quick generator, so that sampled play repeats on every machine."""

    def __init__(self, seed=0):
        self.word = ctypes.c_uint64(seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019)


class Game:
    """One match: a game, its number of seats and its settings. Makes and reads states."""

    def __init__(self, name, seats=None, **settings):
        if not isinstance(name, str):
            raise RobodromeError(f"a game is given by its name, such as 'robotory', not {name!r}")
        fewest = lib.rd_api_seats(name.encode(), 0)
        seats = fewest if seats is None else seats
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise RobodromeError(f"the seats are a number, not {seats!r}")
        packed = b"".join(f"{k}={v}".encode() + b"\0" for k, v in settings.items()) + b"\0"
        reason = ctypes.create_string_buffer(256)
        self._handle = lib.rd_api_open(name.encode(), seats, packed, reason, len(reason))
        if not self._handle:
            raise RobodromeError(reason.value.decode())
        self.name, self.seats = name, seats
        self.settings = dict(settings)
        self.actors = lib.rd_api_actors(self._handle)
        self.state_size = lib.rd_api_state_size(self._handle)

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.rd_api_close(self._handle)
            self._handle = None

    # A match never changes, and the engine's handle of it must be closed once: copies are the same.

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _open, (self.name, self.seats, self.settings)

    @property
    def setup(self):
        """What is fixed before the game begins: the floor, cards, costs (docs/fields/setup.md)."""
        return json.loads(text_of(lambda b, n: lib.rd_api_setup_json(self._handle, b, n)))

    def seat_of(self, actor):
        return lib.rd_api_seat_of(self._handle, self._actor(actor))

    def start(self, seed=0):
        state = State(self)
        lib.rd_api_start(self._handle, seed, state._bytes)
        return state

    def parse(self, text):
        """The state of a position text; a text with hidden things is a view."""
        state = State(self, is_view="?" in text)
        self._must(lib.rd_api_state_parse(self._handle, text.encode(), state._bytes))
        return state

    def string(self, key, lang="en"):
        return lib.rd_api_string(lang.encode(), key.encode()).decode()

    def _must(self, code, kind=RobodromeError):
        if code:
            raise kind(lib.rd_api_fault(self._handle).decode(), ERRORS[code])

    def _actor(self, actor):
        return _whole(actor, 0, self.actors - 1, f"{self.name} has actors", IllegalAction)

    def _viewer(self, seat):
        if seat == SPECTATOR:
            return seat
        return _whole(seat, 0, self.seats - 1, "a view is of SPECTATOR or of seats")


def _open(name, seats, settings):
    return Game(name, seats, **settings)


def _parse(game, text, is_view):
    state = game.parse(text)
    state.is_view = is_view
    return state


def _whole(number, least, most, what, kind=RobodromeError):
    """A whole number of that range, or an exception that says what was expected."""
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise kind(f"{what} {least} to {most}, not {number!r}", "malformed")
    return number


def _picks(picks):
    """Picks as the engine takes them."""
    if isinstance(picks, str) or not hasattr(picks, "__iter__"):
        raise IllegalAction(f"picks are a list of option ids, not {picks!r}", "malformed")
    picks = [_whole(p, 0, MAX_OPTION, "picks are option ids", IllegalAction) for p in picks]
    if len(picks) > MAX_PICKS:
        raise IllegalAction(f"{len(picks)} picks; an answer has at most {MAX_PICKS}", "malformed")
    return picks


class State:
    """A position, true or as a seat sees it (`is_view`). Changes only by `apply`, which a view
    refuses: `determinize` makes a full state of it."""

    def __init__(self, game, data=None, is_view=False):
        self.game, self.is_view = game, is_view
        self._bytes = ctypes.create_string_buffer(game.state_size)
        if data is not None:
            if len(data) != game.state_size:
                raise RobodromeError(f"a state of {game.name} has {game.state_size} bytes",
                                     "malformed")
            self._bytes.raw = bytes(data)
            game._must(lib.rd_api_state_valid(game._handle, self._bytes))

    def __bytes__(self):
        return self._bytes.raw

    def __eq__(self, other):
        return isinstance(other, State) and self._bytes.raw == other._bytes.raw

    def __hash__(self):
        return lib.rd_api_hash(self.game._handle, self._bytes)

    def __str__(self):
        return text_of(lambda b, n: lib.rd_api_state_text(self.game._handle, self._bytes, b, n))

    def __repr__(self):
        return f"<{self.game.name} {self}>"

    def copy(self):
        twin = State(self.game, is_view=self.is_view)
        twin._bytes.raw = self._bytes.raw
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return _parse, (self.game, str(self), self.is_view)

    # -- who is asked what

    @property
    def asked(self):
        """The actors asked now; empty when the game is over."""
        mask = lib.rd_api_pending(self.game._handle, self._bytes)
        return [a for a in range(self.game.actors) if mask >> a & 1]

    @property
    def over(self):
        return not lib.rd_api_pending(self.game._handle, self._bytes)

    def question(self, actor, picks=(), lang="en"):
        """The open question after the picks made so far, as a dict."""
        actor, picks = self.game._actor(actor), _picks(picks)
        array = (ctypes.c_uint16 * max(1, len(picks)))(*picks)
        length = ctypes.c_size_t()

        def fill(buffer, size):
            self.game._must(lib.rd_api_question_json(
                self.game._handle, self._bytes, actor, array, len(picks), lang.encode(), buffer,
                size, ctypes.byref(length)), IllegalAction)
            return length.value
        return json.loads(text_of(fill))

    def count(self, actor):
        """How many answers are legal, 0 for an actor who is not asked; the engine never lists them."""
        return lib.rd_api_count(self.game._handle, self._bytes, self.game._actor(actor))

    def nth(self, actor, index):
        """Legal answer number `index`, below `count`."""
        action, number = Action(), self.count(actor)
        if number:
            _whole(index, 0, number - 1, "the legal answers are", IllegalAction)
        self.game._must(lib.rd_api_nth(self.game._handle, self._bytes, actor, index, action),
                        IllegalAction)
        return action

    def legal(self, actor, limit=1000):
        """The legal answers as texts, or a RobodromeError when there are more than `limit`."""
        number = self.count(actor)
        if number > limit:
            raise RobodromeError(f"{number} legal answers: use count, nth and sample", "no_room")
        return [self.text(self.nth(actor, i)) for i in range(number)]

    def sample(self, actor, random=None, whole=False):
        """A legal answer, uniform at each pick or (dearer) over whole answers."""
        action, actor = Action(), self.game._actor(actor)
        random = random or _shared_random
        self.game._must(lib.rd_api_sample(self.game._handle, self._bytes, actor, whole,
                                          ctypes.byref(random.word), action), IllegalAction)
        return action

    def fallback(self, actor):
        """The answer of the absent."""
        action, actor = Action(), self.game._actor(actor)
        self.game._must(lib.rd_api_fallback(self.game._handle, self._bytes, actor, action),
                        IllegalAction)
        return action

    # -- answers

    def parse(self, actor, text):
        """The answer that a text means; it need not be legal."""
        action, actor = Action(), self.game._actor(actor)
        self.game._must(lib.rd_api_action_parse(self.game._handle, self._bytes, actor,
                                                text.encode(), action), IllegalAction)
        return action

    def text(self, action):
        text = text_of(lambda b, n: lib.rd_api_action_text(self.game._handle, self._bytes, action,
                                                           b, n))
        if not text:
            raise IllegalAction("it has a pick that the game does not know", "malformed")
        return text

    def _action(self, actor, answer):
        """An answer is a text, an Action, or a list of picks."""
        self.game._actor(actor)
        if isinstance(answer, str):
            return self.parse(actor, answer)
        if not isinstance(answer, Action):
            return Action.of(actor, _picks(answer))
        if answer.actor != actor:
            raise IllegalAction(f"an answer of actor {answer.actor}, not {actor}", "malformed")
        return answer

    def _playable(self):
        if self.is_view:
            raise RobodromeError("a view is not played on: determinize it first", "config")

    def is_legal(self, actor, answer):
        try:
            action = self._action(actor, answer)
        except IllegalAction:
            return False
        return not lib.rd_api_check(self.game._handle, self._bytes, action)

    def apply(self, actor, answer):
        """Carries out an answer (text, Action or picks) and runs on to the next question."""
        self._playable()
        action = self._action(actor, answer)
        self.game._must(lib.rd_api_apply(self.game._handle, self._bytes, action), IllegalAction)
        return self

    def apply_told(self, actor, answer, seat=SPECTATOR, lang="en"):
        """The same, and returns the events that the seat may see, each as a dict."""
        self._playable()
        action, before = self._action(actor, answer), self._bytes.raw
        seat, length = self.game._viewer(seat), ctypes.c_size_t()

        def fill(buffer, size):
            self._bytes.raw = before
            self.game._must(lib.rd_api_apply_told(
                self.game._handle, self._bytes, action, seat, lang.encode(), buffer, size,
                ctypes.byref(length)), IllegalAction)
            return length.value
        return json.loads(text_of(fill))

    # -- what it says

    def view(self, seat):
        """What a seat (or SPECTATOR) may know, as a state."""
        out = State(self.game, is_view=True)
        self.game._must(lib.rd_api_view(self.game._handle, self._bytes,
                                        self.game._viewer(seat), out._bytes))
        return out

    def determinize(self, seat, random=None):
        """A full state that fits this view of that seat, the rest drawn."""
        out = State(self.game)
        random = random or _shared_random
        self.game._must(lib.rd_api_determinize(self.game._handle, self._bytes,
                                               self.game._viewer(seat), ctypes.byref(random.word), out._bytes))
        return out

    def describe(self):
        """Everything in the state under documented names (docs/fields)."""
        return json.loads(text_of(
            lambda b, n: lib.rd_api_state_json(self.game._handle, self._bytes, b, n)))

    def _outcome(self):
        place, score = (ctypes.c_int32 * MAX_SEATS)(), (ctypes.c_int32 * MAX_SEATS)()
        lib.rd_api_outcome(self.game._handle, self._bytes, place, score)
        return list(place[:self.game.seats]), list(score[:self.game.seats])

    @property
    def places(self):
        """The place of each seat, 1 = first, as it stands."""
        return self._outcome()[0]

    @property
    def scores(self):
        return self._outcome()[1]

    def picture(self, unicode=True):
        """The board for a terminal, without colours."""
        raw = text_of(lambda b, n: lib.rd_api_picture(self.game._handle, self._bytes, unicode, b,
                                                      n))
        plain, skip = [], False
        for c in raw:  # \1 and a letter begin a colour role, \2 ends it
            if skip or c in "\1\2":
                skip = c == "\1"
            else:
                plain.append(c)
        return "".join(plain)

    def status(self, lang="en"):
        return text_of(lambda b, n: lib.rd_api_status(self.game._handle, self._bytes,
                                                      lang.encode(), b, n))

    def think(self, actor, bot, nodes=1000, random=None):
        """A bot's answer for the actor, from its seat's view alone, and the value it expects."""
        action, thought = self.explain(actor, bot, nodes, random)
        return action, thought["value"]

    def explain(self, actor, bot, nodes=1000, random=None):
        """The same with all that the bot says about it: value, line, and reasons in words."""
        view = self.view(self.game.seat_of(actor))
        action, why, length = Action(), ctypes.create_string_buffer(1 << 14), ctypes.c_size_t()
        random = random or _shared_random
        self.game._must(lib.rd_api_think(self.game._handle, view._bytes, actor, bot.encode(),
                                         nodes, None, None, ctypes.byref(random.word), action,
                                         why, len(why), ctypes.byref(length)))
        return action, json.loads(why.value)


_shared_random = Random(1)

from .batch import Batch  # noqa: E402  (needs the names above)
from .env import Env, ParallelEnv  # noqa: E402
