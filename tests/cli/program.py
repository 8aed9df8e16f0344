"""What the tests of the command line share: running the program, and TAP.

A test is a function whose name begins with test_; its docstring is what it proves.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "robodrome"
ROOT = pathlib.Path(__file__).resolve().parents[2]
FAKE_BOT = f"{sys.executable} {ROOT}/tests/unit/protocol/fake_bot.py"
CLEAN = {k: v for k, v in os.environ.items()
         if not k.startswith("LC_") and k not in ("LANG", "LANGUAGE", "NO_COLOR", "COLUMNS", "ROBODROME_CALL")}
HOME = tempfile.TemporaryDirectory(prefix="robodrome-home-")  # no test writes to the user's folder
CLEAN["XDG_DATA_HOME"] = HOME.name


def run(*arguments, text="", env=None, cwd=None, timeout=120, **more):
    """Runs robodrome; the result has returncode, stdout and stderr."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    options.update(more)
    return subprocess.run([PROGRAM, *map(str, arguments)], input=text, text=True, cwd=cwd,
                          encoding="utf-8", env={**CLEAN, **(env or {})}, timeout=timeout,
                          **options)


def fails(status, message, *arguments, **more):
    """The program ends with that status and one line on stderr that holds the message."""
    done = run(*arguments, **more)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    lines = done.stderr.splitlines()
    assert len(lines) == 1, (arguments, lines)
    assert lines[0].startswith("robodrome: "), (arguments, lines[0])
    assert message in lines[0], (arguments, lines[0])
    return done


def works(*arguments, **more):
    done = run(*arguments, **more)
    assert done.returncode == 0, (arguments, done.returncode, done.stderr)
    return done.stdout


def games():
    """Every registered game and the template, each with a number of seats that it can have."""
    told = [json.loads(line) for line in works("games", "--json").splitlines()]
    return {**{g["game"]: max(2, g["min_seats"]) for g in told}, "template": 2}


def folder():
    return tempfile.TemporaryDirectory(prefix="robodrome-test-")


def main(names):
    """Runs the tests of a file: all, or those named on the command line (test_...)."""
    wanted = [word for word in sys.argv[2:] if word.startswith("test_")]
    tests = [f for n, f in names.items() if n.startswith("test_") and callable(f)
             and (not wanted or n in wanted)]
    if not tests or len(tests) < len(wanted):
        sys.exit(f"there is no such test among: {' '.join(wanted)}")
    failed = False
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        title = " ".join((test.__doc__ or test.__name__).split()).replace("#", "number ")
        try:
            test()
            print(f"ok {number} - {title}", flush=True)
        except Exception:  # a failed test must not end the others
            failed = True
            print(f"not ok {number} - {title}", flush=True)
            print(f"{title}:\n{traceback.format_exc()}", file=sys.stderr, flush=True)  # meson shows it
    sys.exit(1 if failed else 0)
