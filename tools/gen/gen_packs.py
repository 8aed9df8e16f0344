#!/usr/bin/env python3
"""Writes the words and the rules of one game in one language as packs for a browser (lang/pack.h).

Usage: gen_packs.py GAME LANG WORDS RULES DOMAIN[,DOMAIN...] FILE.po... FILE.md...

WORDS and RULES are the files to write.  WORDS holds the strings of the domains and the titles of
the rules, RULES the whole rules.  All string files are read, so that a reference from one domain to
another is checked; of the rules, the game's documents.
"""
import sys

import gen_rules
import gen_strings

VERSION = 1  # of lang/pack.c


def row(key, plural, texts):
    mark = "-" if plural < 0 else str(plural)
    return key + "\0" + mark + str(len(texts)) + "".join(text + "\0" for text in texts)


def write(path, kind, game, lang, rows):
    with open(path, "wb") as o:
        o.write(f"{kind} {VERSION} {game} {lang} {len(rows)}\n".encode())
        o.write("".join(rows).encode())


def string_rows(table, plural, lang, domains):
    """{key: row} of the strings of these domains; those of core begin with no other domain."""
    others = {entry.path.rsplit("/", 1)[-1].split(".")[0] for row in table.values()
              for entry in row.values()} - {"core"}
    found = {}
    for key, in_lang in table.items():
        domain = key.split(".")[0] if key.split(".")[0] in others else "core"
        if domain in domains and lang in in_lang:
            forms = in_lang[lang].forms
            found[key] = row(key, plural[key], [forms[i] for i in sorted(forms)])
    return found


def main(args):
    if len(args) < 6:
        sys.exit(__doc__)
    game, lang, words, rules, domains = args[:5]
    table, plural, _ = gen_strings.load([path for path in args[5:] if path.endswith(".po")])
    books = gen_rules.load([path for path in args[5:] if path.endswith(".md")])
    gen_rules.stop_on_faults()
    book = books[game].get(lang) or books[game]["en"]
    found = string_rows(table, plural, lang, domains.split(","))
    found.update((rule.id, row(rule.id, -1, [rule.title])) for rule in book)
    write(words, "words", game, lang, [found[key] for key in sorted(found)])
    write(rules, "rules", game, lang,
          [row(rule.id, -1, [rule.section, rule.title, rule.text()]) for rule in book])


if __name__ == "__main__":
    main(sys.argv[1:])
