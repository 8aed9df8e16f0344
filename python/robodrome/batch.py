"""Many games of one match side by side: one call steps them all."""
import ctypes

from . import Game, Random, RobodromeError, State
from ._library import ERRORS, Action, lib


class Batch:
    """`n` games side by side. `view` and `views` are what players may know of them; only `truth` and
    `true_memory` show the whole, for a referee or a value net that may cheat in training.

    `true_memory` can be wrapped by numpy without a copy."""

    def __init__(self, game, n, seed=0):
        if not isinstance(game, Game):
            raise RobodromeError(f"a batch is of a Game, not of {game!r}", "malformed")
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise RobodromeError(f"a batch has at least one game, not {n!r}", "malformed")
        self.game, self.n = game, n
        self.true_memory = (ctypes.c_uint8 * (n * game.state_size))()
        self.random = Random(seed)
        self.actions = (Action * n)()
        self._errors, self._pending = (ctypes.c_int32 * n)(), (ctypes.c_uint32 * n)()
        self.reset(seed)

    def __len__(self):
        return self.n

    def __reduce__(self):
        return _restore, (self.game, self.n, bytes(self.true_memory), bytes(self.actions),
                          self.random.word.value)

    def truth(self, i):
        """A copy of the full state of game i, with everything that its players must not know."""
        if not 0 <= i < self.n:
            raise IndexError(f"game {i} of {self.n}")
        size = self.game.state_size
        return State(self.game, bytes(self.true_memory[i * size:(i + 1) * size]))

    def view(self, i, seat):
        """What a seat (or SPECTATOR) may know of game i."""
        return self.truth(i).view(seat)

    def views(self, seat):
        """The same of every game."""
        return [self.view(i, seat) for i in range(self.n)]

    def reset(self, seed=0):
        """Game i starts from seed + i."""
        lib.rd_api_start_batch(self.game._handle, seed, self.true_memory, self.n)

    def pending(self):
        """For each game the set of actors asked, as bits; 0 = over."""
        lib.rd_api_pending_batch(self.game._handle, self.true_memory, self.n, self._pending)
        return list(self._pending)

    def sample(self):
        """Fills `actions` with one sampled answer for the first actor asked in each game."""
        lib.rd_api_sample_batch(self.game._handle, self.true_memory, self.n,
                                ctypes.byref(self.random.word), self.actions)
        return self.actions

    def step(self, actions=None):
        """Applies action i to game i; returns the error name of each ("ok", "illegal", "over")."""
        lib.rd_api_apply_batch(self.game._handle, self.true_memory, self.n,
                               self.actions if actions is None else self._array(actions),
                               self._errors)
        return [ERRORS[e] for e in self._errors]

    def _array(self, actions):
        if isinstance(actions, type(self.actions)):
            return actions
        actions = list(actions)
        if len(actions) != self.n or not all(isinstance(a, Action) for a in actions):
            raise RobodromeError(f"step takes {self.n} Actions, one for each game", "malformed")
        return type(self.actions)(*actions)

    def playout(self, limit=0):
        """Plays all games on by sampling; returns the number of actions played."""
        return lib.rd_api_playout_batch(self.game._handle, self.true_memory, self.n,
                                        ctypes.byref(self.random.word), limit)


def _restore(game, n, memory, actions, word):
    batch = Batch(game, n)
    batch.true_memory[:] = memory
    batch.actions = type(batch.actions).from_buffer_copy(actions)
    batch.random.word.value = word
    return batch
