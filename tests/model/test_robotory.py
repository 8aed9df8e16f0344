#!/usr/bin/env python3
"""Random games of Robotory in which every list of answers is made a second time, with both ends.

Usage: test_robotory.py ROBODROME [GAMES [SEED]]
       test_robotory.py --bot REPORT SEED
"""
import sys
import tempfile

import robotory
from comparing import Bot, main, play


class Second(Bot):
    def compare(self, obs):
        view, box = obs["view"], obs["view"]["box"]
        one_colour = obs.setup["settings"]["end"] == "one_colour_empty"
        if not (min if one_colour else max)(box.values()):
            yield "the game should be over"
        if any(view[side]["home"] != robotory.home(view, side) for side in ("light", "dark")):
            yield "robots in the camps"
        answers = robotory.answers(view)
        if answers is None:
            return
        if obs["count"] != len(answers):
            yield f"{obs['count']} answers, not {len(answers)}"
        if obs["complete"] and answers != {robotory.read(text) for text in obs["legal"]}:
            yield "other answers"

    def pick(self, obs):
        """Often a disc or a refill, so that boards get crowded."""
        quiet = [text for text in obs["legal"] if text[0] in "+="] if self.chance.random() < 0.6 else []
        return self.chance.choice(quiet or obs["legal"])


def parts(program, games, seed):
    with tempfile.TemporaryDirectory() as folder:
        for end in ("box_empty", "one_colour_empty"):
            words = [program, "sim", "robotory", "--games", str(games), "--set", f"end={end}"]
            yield (f"questions of games with {end}", *play(words, 2, seed, folder))


if __name__ == "__main__":
    sys.exit(main(Second, parts, 2, 10))
