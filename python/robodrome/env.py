"""The classic shapes for learning: `Env` (one actor after the other) and `ParallelEnv` (all at once).

They have the methods and tuples of the well-known libraries without importing them. Observations hold
the view as documented fields (docs/fields), its text and the number of legal answers, `count`. An action
is an index below it (`state.nth(actor, index)` is the answer), a text or an Action; where there are few,
`action_mask` has a 1 for each index.
"""
from . import Game, IllegalAction, RobodromeError

MASK_LIMIT = 4096


def _begun(state):
    if state is None:
        raise RobodromeError("there is no game yet: call reset first", "malformed")
    return state


def _observation(state, actor):
    view = state.view(state.game.seat_of(actor))
    number = state.count(actor)  # of the actor's own question: its seat knows the answers
    return {"view": view.describe(), "text": str(view), "count": number,
            "action_mask": [1] * number if number <= MASK_LIMIT else None}


def _answer(state, actor, action):
    """An action is an index below count, a text, or an Action."""
    return state.nth(actor, action) if isinstance(action, int) else action


def _rewards(state, actors):
    """For each actor what its seat got: 1 for the first, -1 for the last, in between by place, all 0
    while the game goes on or when nobody is better than another. A player alone wins or loses."""
    game = state.game
    if not state.over:
        return {a: 0.0 for a in actors}
    worst = game.seats if game.seats > 1 else 2
    place = [p or worst for p in state.places]  # 0 = not placed
    last = max(place) if game.seats > 1 else worst
    gained = [1.0 - 2.0 * (p - 1) / (last - 1) if last > 1 else 0.0 for p in place]
    return {a: gained[game.seat_of(a)] for a in actors}


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
        asked = _begun(self.state).asked
        return asked[0] if asked else None

    def observe(self, actor):
        return _observation(_begun(self.state), actor)

    def step(self, action):
        """(observation of the next agent, rewards by agent, over, False, info)

        Rewards come at the end, and for everybody: the one that acts last is seldom the winner."""
        actor = self.agent
        if actor is None:
            raise IllegalAction("the game is over", "over")
        self.state.apply(actor, _answer(self.state, actor, action))
        observation = None if self.state.over else self.observe(self.agent)
        return (observation, _rewards(self.state, self.possible_agents), self.state.over, False,
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
        after = _begun(self.state).copy()
        for actor in self.agents:
            after.apply(actor, _answer(after, actor, actions[actor]))
        self.state, acted = after, self.agents
        self.agents = after.asked
        # At the end everybody learns the result, also those who had nothing to say.
        watched = self.possible_agents if after.over else sorted(set(acted) | set(self.agents))
        return ({a: _observation(after, a) for a in self.agents},
                _rewards(after, watched),
                {a: after.over for a in watched}, {a: False for a in watched},
                {a: {} for a in watched})
