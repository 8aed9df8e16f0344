#!/usr/bin/env python3
"""Turns data/names.txt into a table of C or of TypeScript.

Usage: gen_names.py --header OUT.h NAMES.txt
       gen_names.py --module OUT.ts NAMES.txt
"""
import sys

LIMITS = ("letters", "marks")
CLASSES = ("hidden", "blank", "mark")


def read(path):
    """({limit: number}, {class: [(first, last)]})"""
    limits, ranges = {}, {name: [] for name in CLASSES}
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        name, values = words[0], words[1:]
        if name in LIMITS and len(values) == 1:
            limits[name] = int(values[0])
        elif name in CLASSES and values:
            for value in values:
                first, _, last = value.partition("-")
                ranges[name].append((int(first, 16), int(last or first, 16)))
        else:
            sys.exit(f"gen_names: {path}:{number}: expected one of {', '.join(LIMITS + CLASSES)} and its values")
    for name, pairs in ranges.items():
        ends = [end for pair in pairs for end in pair]
        if ends != sorted(ends) or not ends:
            sys.exit(f"gen_names: {path}: {name}: expected ranges in order")
    if len(limits) < len(LIMITS):
        sys.exit(f"gen_names: {path}: expected {' and '.join(LIMITS)}")
    return limits, ranges


def header(limits, ranges):
    yield "/* Generated from data/names.txt; for names.c alone. */\n"
    yield f"enum {{ {', '.join(f'{name.upper()} = {n}' for name, n in limits.items())} }};\n"
    yield "typedef struct span {\n    uint32_t first, last;\n} span;\n"
    for name, pairs in ranges.items():
        rows = "".join(f"    {{{first:#x}, {last:#x}}},\n" for first, last in pairs)
        yield f"static const span {name.upper()}[] = {{\n{rows}}};\n"


def module(limits, ranges):
    yield "// Generated from data/names.txt.\n"
    for name, n in limits.items():
        yield f"export const {name.upper()} = {n};\n"
    for name, pairs in ranges.items():
        inside = "".join(f"\\u{{{first:x}}}-\\u{{{last:x}}}" for first, last in pairs)
        yield f"export const {name.upper()} = /[{inside}]/u;\n"


WAYS = {"--header": header, "--module": module}

if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in WAYS:
        sys.exit(__doc__)
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.writelines(WAYS[sys.argv[1]](*read(sys.argv[3])))
