#!/usr/bin/env python3
"""Turns the string tables data/strings/<domain>.<lang>.po into C.

Usage: gen_strings.py STRINGS.c PLURALS.c FILE.po...  writes the table that src/lang looks up, and
                                            which plural form a number takes
       gen_strings.py --complete FILE.po...  fails when a language lacks a key or has one too many
       gen_strings.py --module FILE.po       prints one language as a module for the page

The format is gettext's; docs/translating.md says how it is used here.  Every fault is reported as
FILE:LINE, all of them in one run.
"""
import json
import os
import re
import sys

LANGS = ("en", "ru", "uk")  # the order of rd_lang
MAX_ARGS = 6                # RD_MAX_ARGS
MAX_LITERAL = 4095          # what every C compiler must take
# Case forms of a noun: "<key>.acc" beside "<key>", in the languages that need them.
CASES = ("gen", "dat", "acc", "ins", "loc", "to")

ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
PLACEHOLDER = re.compile(r"\{(\d+)(?::(#?[a-z0-9_.]+))?\}")
KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
PLURAL_FORMS = re.compile(r"nplurals=(\d+);\s*plural=([n\d\s()?:!=<>&|%+*-]+);")

faults = []


def fault(path, line, text):
    faults.append(f"gen_strings: {path}:{line}: {text}")


def stop_on_faults():
    if faults:
        sys.exit("\n".join(faults))


class Entry:
    """One msgid with its translations and the line each of them stands on."""

    def __init__(self, path, line):
        self.path, self.line = path, line
        self.key, self.plural = None, None
        self.forms, self.form_line = {}, {}

    def where(self, form=0):
        return self.path, self.form_line.get(form, self.line)


def unquote(path, line, text):
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        fault(path, line, "expected a text in double quotes")
        return ""
    out, rest = [], iter(text[1:-1])
    for char in rest:
        if char == '"':
            fault(path, line, "a double quote inside a text is written \\\"")
        elif char == "\\":
            escape = next(rest, "")
            if escape not in ESCAPES:
                fault(path, line, f"unknown escape '\\{escape}'; there are \\n \\t \\\" \\\\")
            char = ESCAPES.get(escape, "")
        out.append(char)
    return "".join(out)


def parse(path):
    """All entries of a file, the header (empty msgid) among them, in the order of the file."""
    entries, entry, slot = [], None, None
    try:
        lines = open(path, encoding="utf-8").read().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        fault(path, 1, str(error))
        return entries
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if line.startswith("#,") and "fuzzy" in line:
            fault(path, number, "a fuzzy entry: confirm the text and take the flag away")
        if not line or line[0] == "#":
            slot = None
            continue
        word, _, text = line.partition(" ") if line[0] != '"' else ("", "", line)
        text = unquote(path, number, text.strip())
        if word == "msgid":
            entry, slot = Entry(path, number), "msgid"
            entry.key = text
            entries.append(entry)
        elif word == "msgid_plural" and slot == "msgid":
            entry.plural, slot = text, word
        elif re.fullmatch(r"msgstr(\[\d\])?", word) and slot is not None:
            slot = int(word[7]) if "[" in word else 0
            if ("[" in word) != (entry.plural is not None):
                fault(path, number, "msgstr[0] ... belong to msgid_plural, msgstr to msgid alone")
            if slot in entry.forms:
                fault(path, number, f"'{word}' of '{entry.key}' is given twice")
            entry.forms[slot], entry.form_line[slot] = text, number
        elif word == "" and slot == "msgid":
            entry.key += text
        elif word == "" and slot == "msgid_plural":
            entry.plural += text
        elif word == "" and slot is not None:
            entry.forms[slot] += text
        else:
            fault(path, number, f"'{word or line}' is not expected here")
    return entries


class Language:
    def __init__(self):
        self.n_forms, self.expression, self.source = 0, None, None


def read_header(entry, language, needed):
    """The Plural-Forms of a file, which must be the same in all files of a language that have
    any."""
    found = re.search(r"^Plural-Forms:\s*(.*)$", entry.forms.get(0, ""), re.MULTILINE)
    if not found and not needed:
        return
    form = PLURAL_FORMS.fullmatch(found.group(1).strip()) if found else None
    if not form:
        fault(*entry.where(), "the header needs 'Plural-Forms: nplurals=N; plural=EXPRESSION;'")
        return
    pair = (int(form.group(1)), form.group(2).strip())
    if language.expression is None:
        language.n_forms, language.expression = pair
        language.source = entry.path
    elif pair != (language.n_forms, language.expression):
        fault(*entry.where(), f"Plural-Forms differ from those in {language.source}")


def check_entry(entry, domain, domains, language):
    path, line = entry.path, entry.line
    prefix = entry.key.split(".")[0]
    if not KEY.fullmatch(entry.key):
        fault(path, line, f"'{entry.key}' is not a key like 'robotory.event.moved'")
    elif domain != "core" and prefix != domain:
        fault(path, line, f"keys of this file begin with '{domain}.', not '{prefix}.'")
    elif domain == "core" and prefix in domains - {"core"}:
        fault(path, line, f"keys that begin with '{prefix}.' belong to {prefix}.*.po")
    if entry.plural is not None and entry.plural != entry.key:
        fault(path, line, "msgid_plural repeats the key")
    wanted = language.n_forms if entry.plural is not None else 1
    for form in range(wanted):
        if not entry.forms.get(form):
            name = f"msgstr[{form}]" if entry.plural is not None else "msgstr"
            fault(*entry.where(form), f"'{entry.key}' has no text in {name}")
    for form in entry.forms:
        if form >= wanted:
            fault(*entry.where(form), f"'{entry.key}' has more forms than nplurals={wanted}")


def placeholders(entry):
    """{(argument, type without case suffix)} over all forms; faults for what cannot be read."""
    found = set()
    for form, text in entry.forms.items():
        plain = text.replace("{{", "")
        for index, kind in PLACEHOLDER.findall(plain):
            if int(index) >= MAX_ARGS:
                fault(*entry.where(form), f"'{{{index}}}': arguments are 0 to {MAX_ARGS - 1}")
            if not kind.startswith("#"):
                kind, dot, case = kind.partition(".")
                if dot and case not in CASES:
                    fault(*entry.where(form), f"'{case}' is not a case; there are {' '.join(CASES)}")
            found.add((int(index), kind))
        if "{" in PLACEHOLDER.sub("", plain):
            fault(*entry.where(form), "a '{' that opens no placeholder is written '{{'")
    return found


def check_plural(entry, found):
    """The argument that chooses the form, or -1."""
    chosen = sorted(index for index, kind in found if kind == "n")
    if entry.plural is None:
        if chosen:
            fault(*entry.where(), f"{{{chosen[0]}:n}} needs msgid_plural and all plural forms")
        return -1
    if len(chosen) != 1:
        fault(*entry.where(), f"'{entry.key}' needs one {{i:n}} to choose the plural form by")
        return -1
    return chosen[0]


def spell(found):
    return " ".join("{%d:%s}" % p if p[1] else "{%d}" % p[0] for p in sorted(found)) or "none"


def check_like_english(entry, found, english, wanted):
    if (entry.plural is None) != (english.plural is None):
        fault(*entry.where(), f"'{entry.key}' has plural forms in one language and not in English")
    elif found != wanted:
        fault(*entry.where(), f"placeholders {spell(found)} are not English's {spell(wanted)}")


def check_references(key, entry, found, keys):
    for _, kind in found:
        if kind.startswith("#") and kind[1:] not in keys:
            fault(*entry.where(), f"'{key}' refers to '{kind[1:]}', which is not a key")


def load(paths):
    """({key: {lang: entry}}, {key: plural argument}, {lang: Language}), all checked."""
    languages = {lang: Language() for lang in LANGS}
    table, named = {}, []
    for path in paths:
        parts = os.path.basename(path).split(".")
        if len(parts) != 3 or parts[1] not in LANGS or parts[2] != "po":
            fault(path, 1, f"a file is called <domain>.<{'|'.join(LANGS)}>.po")
        else:
            named.append((path, parts[0], parts[1]))
    domains = {domain for _, domain, _ in named}
    for path, domain, lang in named:
        entries = parse(path)
        if not entries or entries[0].key:
            fault(path, 1, "the first entry is the header: msgid \"\"")
            continue
        has_plurals = any(entry.plural is not None for entry in entries)
        read_header(entries[0], languages[lang], has_plurals)
        for entry in entries[1:]:
            check_entry(entry, domain, domains, languages[lang])
            first = table.setdefault(entry.key, {}).setdefault(lang, entry)
            if first is not entry:
                fault(path, entry.line,
                      f"'{entry.key}' stands already at {first.path}:{first.line}")
    plural = {}
    for key, row in table.items():
        found = {lang: placeholders(row[lang]) for lang in row}
        for lang in row:
            chosen = check_plural(row[lang], found[lang])
            plural.setdefault(key, chosen)
            check_references(key, row[lang], found[lang], table)
            if "en" in row and lang != "en":
                check_like_english(row[lang], found[lang], row["en"], found["en"])
    for lang in sorted({lang for _, _, lang in named}, key=LANGS.index):
        if languages[lang].expression is None and not faults:
            fault(f"<domain>.{lang}.po", 1, "no Plural-Forms in any file of this language")
    stop_on_faults()
    return table, plural, languages


def is_case(key, table):
    noun, _, last = key.rpartition(".")
    return last in CASES and noun in table


def check_complete(table):
    for key in sorted(table):
        row = table[key]
        if is_case(key, table):
            continue
        known = row.get("en") or next(iter(row.values()))
        for lang in LANGS:
            if lang not in row:
                path = re.sub(r"\.\w+\.po$", f".{lang}.po", known.path)
                fault(known.path, known.line, f"'{key}' is missing in {path}")
    stop_on_faults()


def literal(text):
    """A C string literal; '?' is escaped so that no trigraph can arise."""
    out = []
    for char in text:
        if char in '"\\?':
            out.append("\\" + char)
        elif ord(char) < 32:
            out.append("\\%03o" % ord(char))
        else:
            out.append(char)
    return '"' + "".join(out) + '"'


def write(out, table, plural):
    rows = []
    for key in sorted(table):
        texts = []
        for lang in LANGS:
            entry = table[key].get(lang)
            if entry is None:
                texts.append("NULL")
                continue
            joined = "\0".join(entry.forms[i] for i in sorted(entry.forms))
            if len(joined.encode()) > MAX_LITERAL:
                fault(*entry.where(), f"'{key}' is longer than {MAX_LITERAL} bytes")
            texts.append(literal(joined))
        rows.append('    {%s, %d,\n     {%s}},\n'
                    % (literal(key), plural[key], ",\n      ".join(texts)))
    stop_on_faults()
    with open(out, "w", encoding="utf-8") as o:
        o.write("/* Generated from data/strings. */\n#include \"lang/table.h\"\n\n")
        o.write("const rd_string_row rd_string_rows[] = {\n" + "".join(rows) + "};\n")
        o.write(f"const int rd_n_string_rows = {len(rows)};\n")


def print_module(table, plural, languages):
    """TypeScript: the words of a language, [argument, form, form ...] where a number chooses."""
    lang = next(iter(next(iter(table.values()))))
    print("// Generated from data/strings.")
    print("export const words = {")
    for key in sorted(table):
        entry = table[key][lang]
        forms = [entry.forms[i] for i in sorted(entry.forms)]
        value = forms[0] if entry.plural is None else [plural[key], *forms]
        print(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)},")
    print("};")
    print(f"export const plural = (n: number): number => Number({languages[lang].expression});")


def write_plurals(out, languages):
    with open(out, "w", encoding="utf-8") as o:
        o.write("/* Generated from data/strings. */\n#include \"lang/words.h\"\n\n")
        for lang in LANGS:
            o.write(f"static unsigned plural_{lang}(unsigned long n) {{\n"
                    f"    return (unsigned)({languages[lang].expression});\n}}\n\n")
        o.write("unsigned (*const rd_plural_form[RD_LANGS])(unsigned long n) = {\n    ")
        o.write(", ".join(f"plural_{lang}" for lang in LANGS) + ",\n};\n")


def main(args):
    least = {"--complete": 2, "--module": 2}.get(args[0] if args else "", 3)
    if len(args) < least:
        sys.exit(__doc__)
    if args[0] == "--module":
        print_module(*load(args[1:]))
    elif args[0] == "--complete":
        table, _, _ = load(args[1:])
        check_complete(table)
        print(f"{len(table)} keys in {len(LANGS)} languages")
    else:
        table, plural, languages = load(args[2:])
        write(args[0], table, plural)
        write_plurals(args[1], languages)


if __name__ == "__main__":
    main(sys.argv[1:])
