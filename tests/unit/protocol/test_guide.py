"""The bots that the guide and examples/bots show keep the protocol, and the racer races.  Prints TAP.

usage: test_guide.py ROBODROME SOURCE_ROOT C_BOT
"""
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

robodrome, root, c_bot = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
number = 0


def result(name, good, details=""):
    global number
    number += 1
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    for line in "" if good else details.splitlines():
        print("#", line)


def run(*words):
    return subprocess.run([robodrome, *words], capture_output=True, text=True, timeout=250)


def check(name, command, *flags):
    ran = run("bot-check", command, "--budget", "10000", *flags)
    result(name, ran.returncode == 0, ran.stdout + ran.stderr)


guide = (root / "docs/protocol.md").read_text(encoding="utf-8")
smallest, racer = re.findall(r"^```python\n(.*?)^```", guide, re.S | re.M)
with tempfile.TemporaryDirectory() as folder:
    bot = Path(folder) / "bot.py"
    bot.write_text(smallest, encoding="utf-8")
    check("the guide's smallest bot", f"python3 {shlex.quote(str(bot))}")
check("examples/bots/random_bot.c", shlex.quote(c_bot))
if shutil.which("node"):
    check("examples/bots/random_bot.mjs",
          f"node {shlex.quote(str(root / 'examples/bots/random_bot.mjs'))}")
else:
    number += 1
    print(f"ok {number} - examples/bots/random_bot.mjs # SKIP no node here")
check("examples/bots/homebody.py", shlex.quote(str(root / "examples/bots/homebody.py")))

file = root / "examples/bots/racer.py"
result("the guide shows examples/bots/racer.py", racer == file.read_text(encoding="utf-8"))
result("which has less than 60 lines", racer.count("\n") < 60)
check("and keeps the protocol", shlex.quote(str(file)))
GAMES = 8
ran = run("sim", "rally2005", "--json", "--games", str(GAMES), "--threads", "1", "--seat",
          f"1={file}:ms=10000", "--seat", "2=random")
won = json.loads(ran.stdout)["bots"][0] if ran.returncode == 0 else {}
result("and beats random play on the default course",
       won.get("wins", 0) >= GAMES - 2 and not won.get("forced", 1), ran.stdout + ran.stderr)
# Zoom Bot has Recompile, so that the shortest answer to "program" is not a program.
recompile = (root / "tests/unit/protocol/recompile.position").read_text(encoding="utf-8").strip()
ran = run("sim", "rally2005", "--json", "--games", "4", "--threads", "1", "--fail-fast", "--no-swap", "--set",
          "course=risky-exchange", "--position", recompile, "--seat", "1=beginner", "--seat", f"2={file}:ms=10000")
result("and programs with a card that may be played instead", ran.returncode == 0, ran.stdout + ran.stderr)
print(f"1..{number}")
