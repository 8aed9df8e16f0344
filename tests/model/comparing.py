"""Bots that know the rules a second time: they play random games and report what the program says otherwise."""
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Bot:
    """Compares every question by `compare`, which yields what differs, and answers by `pick`."""

    def __init__(self, report, seed):
        self.report, self.chance = report, random.Random(seed)

    def tell(self, text):
        with open(self.report, "a", encoding="utf-8") as file:
            file.write(text + "\n")

    def compare(self, obs):
        raise NotImplementedError

    def pick(self, obs):
        return self.chance.choice(obs["legal"])

    def choose(self, obs):
        try:
            for fault in self.compare(obs):
                self.tell(f"{fault}: {obs['position']}")
        except Exception as error:  # pylint: disable=broad-except
            self.tell(f"{error!r}: {obs['position']}")
        self.tell("compared")
        return self.pick(obs)


def be_bot(kind, report, seed):
    sys.path.insert(0, str(ROOT / "python"))
    import robodrome_bot  # pylint: disable=import-outside-toplevel
    robodrome_bot.run(kind(report, int(seed)).choose, name="Second")


def play(words, seats, seed, folder):
    """Runs `words` (a sim) with bots of the calling script in all seats: how many questions were compared, and
    what differed."""
    report = pathlib.Path(folder) / "report"
    report.write_text("", encoding="utf-8")
    words = [*words, "--seed", str(seed), "--seats", str(seats), "--fail-fast"]
    for seat in range(1, seats + 1):
        words += ["--seat", f"{seat}={sys.executable} {sys.argv[0]} --bot {report} {seed + seat}:ms=20000"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    lines = report.read_text(encoding="utf-8").splitlines()
    faults = [line for line in lines if line != "compared"]
    return len(lines) - len(faults), faults + ([done.stderr] if done.returncode else [])


def main(kind, parts, count, games):
    """A script of its own: PROGRAM [GAMES [SEED]] compares `count` parts, --bot REPORT SEED is one of its bots."""
    if sys.argv[1] == "--bot":
        be_bot(kind, *sys.argv[2:])
        return 0
    program, *numbers = sys.argv[1:]
    games, seed = [int(n) for n in numbers] + [games, 1][len(numbers):]
    print(f"1..{count}")
    return report_parts(parts(program, games, seed))


def report_parts(parts):
    """Prints TAP for (what, compared, faults) of each part; the status to end with."""
    failed = 0
    for number, (what, compared, faults) in enumerate(parts, 1):
        bad = bool(faults) or not compared
        failed += bad
        print(f"{'not ok' if bad else 'ok'} {number} - {compared} {what}", flush=True)
        for fault in faults[:5]:
            print(f"# {fault}")
    return 1 if failed else 0
