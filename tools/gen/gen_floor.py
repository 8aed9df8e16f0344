#!/usr/bin/env python3
"""Turns data/boards/<set>/*.txt and data/courses/<set>/*.txt into one C file of texts.

Usage: gen_floor.py [--narrow] OUT.c FILE...

The texts are kept as they are, comments left out: src/floor reads them when a match is set up.
--narrow leaves out the blanks that only put their words below one another.
"""
import os
import sys

from gen_strings import MAX_LITERAL, literal

KINDS = {"boards": "board", "courses": "course"}


def name_of(path):
    """(kind, set, id) of .../boards/rally/chess.txt"""
    folder, file = os.path.split(os.path.abspath(path))
    above, group = os.path.split(folder)
    kind = KINDS.get(os.path.basename(above))
    ident, ending = os.path.splitext(file)
    if not kind or ending != ".txt":
        sys.exit(f"gen_floor: {path}: expected data/boards/<set>/<id>.txt or data/courses/...")
    return kind, group, ident


def text_of(path, name):
    lines = [line.rstrip() + "\n" for line in open(path, encoding="utf-8")
             if line.strip() and not line.lstrip().startswith("#")]
    if not lines or lines[0].split() != [name[0], name[2]]:
        sys.exit(f"gen_floor: {path}:1: expected '{name[0]} {name[2]}', like the file's name")
    if len("".join(lines).encode()) > MAX_LITERAL:
        sys.exit(f"gen_floor: {path}: longer than {MAX_LITERAL} bytes")
    return lines


def main(out, paths, narrow):
    files = sorted((name_of(path), path) for path in paths)
    with open(out, "w", encoding="utf-8") as o:
        o.write("/* Generated from data/boards and data/courses. */\n#include \"floor/data.h\"\n\n")
        rows = []
        for number, (name, path) in enumerate(files):
            lines = text_of(path, name)
            if narrow:
                lines = [" ".join(line.split()) + "\n" for line in lines]
            o.write(f"static const char text_{number}[] =\n    ")
            o.write("\n    ".join(literal(line) for line in lines) + ";\n\n")
            kind, group, ident = name
            rows.append(f'    {{"{kind}", "{group}", "{ident}", text_{number}, '
                        f"sizeof text_{number} - 1}},\n")
        o.write("const rd_data_file rd_data_files[] = {\n" + "".join(rows))
        o.write("    {NULL, NULL, NULL, NULL, 0},\n};\n")


if __name__ == "__main__":
    NARROW = sys.argv[1:2] == ["--narrow"]
    ARGS = sys.argv[1 + NARROW:]
    if len(ARGS) < 2:
        sys.exit(__doc__)
    main(ARGS[0], ARGS[1:], NARROW)
