#!/usr/bin/env python3
"""Turns data/robotory/board.txt into a C header of constant tables.

Beside the board it writes RY_VERB_OF: for each set of possible verbs, which of them each of 60
equal chances stands for.  60 divides by every size of such a set, so that all are equally likely.

Usage: gen_robotory.py BOARD.txt OUT.h
Fails with FILE:LINE when the board is not symmetric in its neighbours or not complete.
"""
import sys

VERBS, CHANCES = 6, 60

def fail(path, line, text):
    sys.exit(f"gen_robotory: {path}:{line}: {text}")


def main(path, out):
    hexes, robots, where, confidence = {}, {}, {}, []
    for number, raw in enumerate(open(path, encoding="utf-8"), 1):
        words = raw.split("#")[0].replace(":", " : ").split()
        if not words:
            continue
        if words[0] == "hex":
            ident, q, r = map(int, words[1:4])
            hexes[ident] = (q, r, words[4], [int(w) for w in words[6:]])
            where[ident] = number
        elif words[0] == "robot":
            robots[words[1]] = int(words[2])
        elif words[0] == "confidence":
            confidence.append((words[1].replace("-", "_"), words[2]))
        else:
            fail(path, number, f"unknown statement '{words[0]}'")
    if sorted(hexes) != list(range(len(hexes))):
        fail(path, 1, "hex ids must be 0, 1, 2 ...")
    for ident, (_, _, camp, near) in hexes.items():
        if camp not in ("dark", "light"):
            fail(path, where[ident], f"unknown camp '{camp}'")
        for other in near:
            if other not in hexes or ident not in hexes[other][3]:
                fail(path, where[ident], f"hex {other} is not a neighbour back")
    with open(out, "w", encoding="utf-8") as o:
        o.write("/* Generated from data/robotory/board.txt. */\n")
        o.write(f"enum {{ RY_HEXES = {len(hexes)} }};\n")
        masks = [sum(1 << n for n in hexes[i][3]) for i in range(len(hexes))]
        o.write("static const uint32_t RY_NEAR[RY_HEXES] = {\n    ")
        o.write(",\n    ".join(f"0x{m:06x}" for m in masks) + ",\n};\n")
        dark = sum(1 << i for i in hexes if hexes[i][2] == "dark")
        o.write(f"enum {{ RY_DARK_CAMP = 0x{dark:06x} }};\n")
        o.write("/* The hexes of each camp that touch no hex of the other. */\n")
        for name, camp in (("DARK", dark), ("LIGHT", ~dark)):
            back = sum(1 << i for i in hexes if camp >> i & 1 and not masks[i] & ~camp)
            o.write(f"enum {{ RY_{name}_BACK = 0x{back:06x} }};\n")
        o.write("static const uint8_t RY_ROBOT_START[3] = {%d, %d, %d};\n"
                % tuple(robots[c] for c in ("white", "black", "red")))
        rows = ", ".join(str(hexes[i][0] + hexes[i][1]) for i in range(len(hexes)))
        o.write(f"static const uint8_t RY_HEX_ROW[RY_HEXES] = {{{rows}}}; /* from the dark edge */\n")
        for name, k in (("RY_HEX_Q", 0), ("RY_HEX_R", 1)):
            values = ", ".join(str(hexes[i][k]) for i in range(len(hexes)))
            o.write(f"static const int8_t {name}[RY_HEXES] = {{{values}}};\n")
        o.write("static const rd_confidence RY_CONFIDENCE[] = {\n")
        o.write("".join('    {"%s", "%s"},\n' % pair for pair in confidence) + "    {0},\n};\n")
        o.write("enum { RY_VERBS = %d, RY_CHANCES = %d };\n" % (VERBS, CHANCES))
        o.write("static const uint8_t RY_VERB_OF[1 << RY_VERBS][64] = {\n")
        for verbs in range(1 << VERBS):
            members = [v for v in range(VERBS) if verbs >> v & 1] or [0]
            row = (str(members[k * len(members) // CHANCES]) for k in range(CHANCES))
            o.write("    {%s},\n" % ", ".join(row))
        o.write("};\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
