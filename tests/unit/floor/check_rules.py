#!/usr/bin/env python3
"""Every rule of docs/rules/floor.md and every ruling about the floor has a case in tests/floor, and
every id that a case cites exists.

Usage: check_rules.py PROJECT-FOLDER
"""
import pathlib
import re
import sys


def main(root):
    sys.path.insert(0, str(root / "tools/gen"))
    from rule_docs import RULE_ID, read
    faults = []
    rules = read(root / "docs/rules/floor.md", lambda path, line, text:
                 faults.append(f"{path}:{line}: {text}"))
    known = {rule.id for rule in rules}
    rulings = (root / "docs/rules/rulings.md").read_text(encoding="utf-8")
    known |= set(re.findall(r"^### (RULING-FLOOR-\d+)", rulings, re.MULTILINE))
    cited = {}
    for path in sorted((root / "tests/floor").glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            words = line.split()
            if words[:1] == ["rules"]:
                for word in words[1:]:
                    cited.setdefault(word, f"{path.name}:{number}")
                    if not re.fullmatch(RULE_ID, word) or word not in known:
                        faults.append(f"{path}:{number}: there is no rule {word}")
    faults += [f"floor.md: no case cites {ident}" for ident in sorted(known - set(cited))]
    print("\n".join(faults) or f"{len(known)} rules and rulings, all with cases")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])) if len(sys.argv) == 2 else __doc__)
