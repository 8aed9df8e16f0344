"""The bots that the guide and examples/bots show keep the protocol.  Prints TAP.

usage: test_guide.py ROBODROME SOURCE_ROOT C_BOT
"""
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

robodrome, root, c_bot = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
number = 0


def check(name, command, skip=""):
    global number
    number += 1
    if skip:
        print(f"ok {number} - {name} # SKIP {skip}")
        return
    ran = subprocess.run([robodrome, "bot-check", command, "--budget", "10000"],
                         capture_output=True, text=True, timeout=150)
    print(f"{'ok' if ran.returncode == 0 else 'not ok'} {number} - {name}")
    if ran.returncode:
        for line in (ran.stdout + ran.stderr).splitlines():
            print("#", line)


guide = (root / "docs/protocol.md").read_text(encoding="utf-8")
blocks = re.findall(r"^```python\n(.*?)^```", guide, re.S | re.M)
with tempfile.TemporaryDirectory() as folder:
    for i, block in enumerate(blocks):
        bot = Path(folder) / f"bot{i}.py"
        bot.write_text(block, encoding="utf-8")
        check("the guide's smallest bot", f"python3 {shlex.quote(str(bot))}")
    check("examples/bots/random_bot.c", f"{shlex.quote(c_bot)}")
    script = shlex.quote(str(root / "examples/bots/random_bot.mjs"))
    check("examples/bots/random_bot.mjs", f"node {script}",
          "" if shutil.which("node") else "no node here")
print(f"1..{number}")
