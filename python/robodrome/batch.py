"""Many games of one match side by side: one call steps them all."""
import ctypes

from . import Random, State
from ._library import ERRORS, Action, lib


class Batch:
    """`n` states in one block of memory. `memory` can be wrapped by numpy without a copy."""

    def __init__(self, game, n, seed=0):
        self.game, self.n = game, n
        self.memory = (ctypes.c_uint8 * (n * game.state_size))()
        self.random = Random(seed)
        self.actions = (Action * n)()
        self._errors, self._pending = (ctypes.c_int32 * n)(), (ctypes.c_uint32 * n)()
        self.reset(seed)

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        """A copy of state i."""
        if not 0 <= i < self.n:
            raise IndexError(i)
        size = self.game.state_size
        return State(self.game, bytes(self.memory[i * size:(i + 1) * size]))

    def reset(self, seed=0):
        """Game i starts from seed + i."""
        lib.rd_api_start_batch(self.game._handle, seed, self.memory, self.n)

    def pending(self):
        """For each game the set of actors asked, as bits; 0 = over."""
        lib.rd_api_pending_batch(self.game._handle, self.memory, self.n, self._pending)
        return list(self._pending)

    def sample(self):
        """Fills `actions` with one sampled answer for the first actor asked in each game."""
        lib.rd_api_sample_batch(self.game._handle, self.memory, self.n,
                                ctypes.byref(self.random.word), self.actions)
        return self.actions

    def step(self, actions=None):
        """Applies action i to game i; returns the error name of each ("ok", "illegal", "over")."""
        lib.rd_api_apply_batch(self.game._handle, self.memory, self.n, actions or self.actions,
                               self._errors)
        return [ERRORS[e] for e in self._errors]

    def playout(self, limit=0):
        """Plays all games on by sampling; returns the number of actions played."""
        return lib.rd_api_playout_batch(self.game._handle, self.memory, self.n,
                                        ctypes.byref(self.random.word), limit)
