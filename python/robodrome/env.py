"""The classic shapes for learning: `Env` (one actor after the other) and `ParallelEnv` (all at once).

They have the methods and tuples of the well-known libraries without importing them. Observations hold
the view as documented fields (docs/fields), its text, the number of legal answers and, where there are
few, the answers themselves; `action_mask` then has a 1 for each index, so that an index is an action.
"""
from . import Game, IllegalAction

MASK_LIMIT = 4096


def _observation(state, actor):
    view = state.view(state.game.seat_of(actor))
    number = state.count(actor)  # of the actor's own question: its seat knows the answers
    return {"view": view.describe(), "text": str(view), "count": number,
            "action_mask": [1] * number if number <= MASK_LIMIT else None}


def _answer(state, actor, action):
    """An action is an index below count, a text, or an Action."""
    if isinstance(action, int):
        if not 0 <= action < state.count(actor):
            raise IllegalAction(f"index {action} of {state.count(actor)} answers", "illegal")
        return state.nth(actor, action)
    return action


def _reward(state, seat):
    """1 for the winner, -1 for the last, in between by place; 0 while the game goes on."""
    if not state.over or state.game.seats < 2:
        return 0.0
    return 1.0 - 2.0 * (state.places[seat] - 1) / (state.game.seats - 1)


class Env:
    """reset, observe, step: whoever is asked first acts next (`agent`)."""

    def __init__(self, name, seats=None, **settings):
        self.game = Game(name, seats, **settings)
        self.possible_agents = list(range(self.game.actors))
        self.state = None

    def reset(self, seed=0, options=None):
        del options
        self.state = self.game.start(seed)
        return self.observe(self.agent), {}

    @property
    def agent(self):
        """The actor to act next; None when the game is over."""
        asked = self.state.asked
        return asked[0] if asked else None

    def observe(self, actor):
        return _observation(self.state, actor)

    def step(self, action):
        """(observation of the next agent, reward of the one that acted, over, False, info)"""
        actor = self.agent
        if actor is None:
            raise IllegalAction("the game is over", "over")
        self.state.apply(actor, _answer(self.state, actor, action))
        observation = None if self.state.over else self.observe(self.agent)
        return (observation, _reward(self.state, self.game.seat_of(actor)), self.state.over, False,
                {"agent": self.agent})


class ParallelEnv:
    """All actors asked at once answer in one dict; for games with one actor at a time, one entry."""

    def __init__(self, name, seats=None, **settings):
        self.game = Game(name, seats, **settings)
        self.possible_agents = list(range(self.game.actors))
        self.state, self.agents = None, []

    def reset(self, seed=0, options=None):
        del options
        self.state = self.game.start(seed)
        self.agents = self.state.asked
        return {a: _observation(self.state, a) for a in self.agents}, {a: {} for a in self.agents}

    def step(self, actions):
        """`actions` has one entry for each of `agents`. If one is illegal, none is carried out."""
        if set(actions) != set(self.agents):
            raise IllegalAction(f"asked are {self.agents}, answered {sorted(actions)}", "not_asked")
        after = self.state.copy()
        for actor in self.agents:
            after.apply(actor, _answer(after, actor, actions[actor]))
        self.state, acted = after, self.agents
        self.agents = after.asked
        # At the end everybody learns the result, also those who had nothing to say.
        watched = self.possible_agents if after.over else sorted(set(acted) | set(self.agents))
        return ({a: _observation(after, a) for a in self.agents},
                {a: _reward(after, self.game.seat_of(a)) for a in watched},
                {a: after.over for a in watched}, {a: False for a in watched},
                {a: {} for a in watched})
