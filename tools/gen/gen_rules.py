#!/usr/bin/env python3
"""Turns the numbered rules docs/rules/<game>[.<lang>].md into one C file.

Usage: gen_rules.py OUT.c FILE.md...

<game>.md is English, <game>.ru.md and <game>.uk.md translate it: the same rules in the same order.
Every fault is reported as FILE:LINE, all of them in one run.
"""
import os
import sys

from gen_strings import MAX_LITERAL, literal
from rule_docs import LANGS, read

faults = []


def fail(path, line, text):
    faults.append(f"gen_rules: {path}:{line}: {text}")


def stop_on_faults():
    if faults:
        sys.exit("\n".join(faults))


def load(paths):
    """{game: {lang: [Rule]}}"""
    games = {}
    for path in paths:
        game, *rest = os.path.basename(path).split(".")
        lang = "en" if rest == ["md"] else rest[0]
        if rest[-1] != "md" or lang not in LANGS:
            fail(path, 1, "a file is called <game>.md or <game>.<lang>.md")
            continue
        games.setdefault(game, {})[lang] = read(path, fail)
    return games


def compare(english, other):
    """A translation has the same rules in the same order."""
    for a, b in zip(english, other):
        if a.id != b.id:
            fail(b.path, b.line, f"{b.id} stands where English has {a.id} ({a.path}:{a.line})")
            return
    for rule in english[len(other):]:
        fail(other[-1].path, other[-1].line, f"{rule.id} is missing ({rule.path}:{rule.line})")
    for rule in other[len(english):]:
        fail(rule.path, rule.line, f"{rule.id} is not in the English rules")


def check_prefixes(games):
    """The first part of an id says which game it is of."""
    owner = {}
    for game, by_lang in sorted(games.items()):
        for rule in by_lang["en"]:
            prefix = rule.id.split("-")[0]
            other = owner.setdefault(prefix, game)
            if other != game:
                fail(rule.path, rule.line, f"the prefix {prefix} of {rule.id} is that of {other}: "
                                           f"choose another for {game}")
                break


def in_all(by_lang, index, part):
    """The C initializer {en, ru, uk} of one part of a rule."""
    out = []
    for lang in LANGS:
        if lang not in by_lang:
            out.append("NULL")
            continue
        rule = by_lang[lang][index]
        text = part(rule)
        if len(text.encode()) > MAX_LITERAL:
            fail(rule.path, rule.line, f"{rule.id} is longer than {MAX_LITERAL} bytes: split it")
        out.append(literal(text))
    return "{" + ",\n      ".join(out) + "}"


def write(out, games):
    body, books = [], []
    for game, by_lang in sorted(games.items()):
        rows = []
        for index, rule in enumerate(by_lang["en"]):
            parts = [in_all(by_lang, index, part)
                     for part in (lambda r: r.section, lambda r: r.title, lambda r: r.text())]
            rows.append(f"    {{{literal(rule.id)},\n     " + ",\n     ".join(parts) + "},\n")
        body.append(f"static const rd_rule_row {game}_rules[] = {{\n{''.join(rows)}}};\n\n")
        books.append(f'    {{"{game}", {game}_rules, {len(rows)}}},\n')
    stop_on_faults()
    with open(out, "w", encoding="utf-8") as o:
        o.write("/* Generated from docs/rules. */\n#include \"lang/table.h\"\n\n")
        o.write("".join(body))
        o.write("const rd_rule_book rd_rule_books[] = {\n" + "".join(books))
        o.write("    {NULL, NULL, 0},\n};\n")


def main(args):
    if len(args) < 2:
        sys.exit(__doc__)
    games = load(args[1:])
    for game, by_lang in games.items():
        if "en" not in by_lang:
            fail(f"{game}.md", 1, "the English rules are missing")
        elif not by_lang["en"]:
            fail(f"{game}.md", 1, "no rules in the document")
    stop_on_faults()
    for by_lang in games.values():
        for lang in LANGS[1:]:
            if lang in by_lang:
                compare(by_lang["en"], by_lang[lang])
    check_prefixes(games)
    stop_on_faults()
    write(args[0], games)


if __name__ == "__main__":
    main(sys.argv[1:])
