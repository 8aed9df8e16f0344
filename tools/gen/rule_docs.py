"""Reads the numbered rules of a game, docs/rules/<game>[.<lang>].md.

    # Title and introduction, for readers of the file only
    ## Section
    ### RY-MOVE-1 Title of the rule
    Paragraphs.  Lines of a paragraph are joined; list items and table rows keep their lines.
"""
import re

LANGS = ("en", "ru", "uk")  # the order of rd_lang
RULE_ID = r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)+-[0-9]+"  # RY-MOVE-1


class Rule:
    def __init__(self, path, line, ident, section, title):
        self.path, self.line = path, line
        self.id, self.section, self.title = ident, section, title
        self.lines = []

    def text(self):
        """Paragraphs separated by an empty line."""
        out = ""
        for line in self.lines:
            if not line:
                out += "" if not out or out.endswith("\n\n") else "\n\n"
            elif line[0] in "-|" and out and not out.endswith("\n"):
                out += "\n" + line
            else:
                out += (" " if out and not out.endswith("\n") else "") + line
        return out.strip()


def read(path, fail):
    """The rules of a document in its order; `fail(path, line, text)` is told of each fault."""
    rules, section, seen = [], None, {}
    for number, raw in enumerate(open(path, encoding="utf-8"), 1):
        line = raw.strip()
        if line.startswith("### "):
            found = re.fullmatch(rf"({RULE_ID})\s+(\S.*)", line[4:].strip())
            if not found:
                fail(path, number, "expected '### ID Title', with an id like RY-MOVE-1")
                continue
            if section is None:
                fail(path, number, "a rule stands under a '## Section'")
            if found[1] in seen:
                fail(path, number, f"{found[1]} stands already on line {seen[found[1]]}")
            seen[found[1]] = number
            rules.append(Rule(path, number, found[1], section or "", found[2]))
        elif line.startswith("## "):
            section = line[3:].strip()
            rules.append(None)  # ends the text of the rule before it
        elif rules and rules[-1] is not None:
            rules[-1].lines.append(line)
    rules = [rule for rule in rules if rule]
    for rule in rules:
        if not rule.text():
            fail(path, rule.line, f"{rule.id} has no text")
    return rules
