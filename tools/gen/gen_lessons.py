#!/usr/bin/env python3
"""Turns the lessons data/lessons/<game>/*.scn and their words into JSON for the page.

Usage: gen_lessons.py OUT-DIR      writes OUT-DIR/GAME.json for every game that has lessons
       gen_lessons.py --check      only reports faults

A lesson is a scenario file (docs/scenarios.md, "Lessons").  The native build plays its model answers
and proves its goals; this tool takes what the page needs: how the game begins, the goals, what the
coach says and when, the model answers of seat 0.  Events, arguments, kinds of questions and rules are checked against the game's
schema, words against data/strings/lesson.*.po in all languages.  Every fault is one line; status 1.
"""
import json
import pathlib
import sys

import gen_strings

HERE = pathlib.Path(__file__).resolve().parents[2]
LESSONS = HERE / "data" / "lessons"
LEVELS = ("beginner", "easy", "normal", "strong", "expert")
ALWAYS = ("title", "done")  # words that every lesson has

faults = []


def fault(path, number, text):
    faults.append(f"gen_lessons: {path.relative_to(HERE)}:{number}: {text}")


def logical_lines(path):
    """(number, word, rest, block): statements at the margin with the lines indented below them."""
    found = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not raw.strip() or raw.lstrip().startswith("#"):
            continue
        if raw[0] in " \t":
            found[-1][3].append((number, raw))
        else:
            word, _, rest = raw.partition(" ")
            found.append((number, word, rest.strip(), []))
    return found


def dedent(block):
    least = min(len(raw) - len(raw.lstrip()) for _, raw in block)
    return "\n".join(raw[least:].rstrip() for _, raw in block)


class Schema:
    """What a game can tell and ask, from its frozen schema."""

    def __init__(self, game):
        text = (HERE / "tests" / "golden" / f"schema-{game}.json").read_text(encoding="utf-8")
        held = json.loads(text)
        self.events = {e["event"]: {a["name"] for a in e.get("args", [])} for e in held["events"]}
        self.asks = {q["ask"] for q in held["questions"]}


def value(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def pattern(path, number, words, schema):
    """NAME key=value... [by RULE] as {"event", "args", "rule"}."""
    name, *rest = words or [""]
    if name not in schema.events:
        fault(path, number, f"the game has no event '{name}'")
    made = {"event": name, "args": {}}
    if len(rest) >= 2 and rest[-2] == "by":
        made["rule"] = rest[-1]
        rest = rest[:-2]
    for word in rest:
        key, equals, text = word.partition("=")
        if not equals or key not in schema.events.get(name, ()):
            fault(path, number, f"event '{name}' has no argument '{key}'")
        made["args"][key] = value(text)
    return made


def read_goal(path, number, rest, schema):
    name, kind, *words = [*rest.split(), "", ""]
    words = [word for word in words if word]
    if kind == "over":
        return {"name": name, "over": True}
    return {"name": name, **pattern(path, number, words, schema)}


def read_say(path, number, words, schema):
    name, when, *rest = [*words, "", ""]
    rest = [word for word in rest if word]
    if when == "event":
        return {"name": name, **pattern(path, number, rest, schema)}
    if when != "asked" or not rest or rest[0] not in schema.asks:
        fault(path, number, "expected 'say NAME asked KIND [TIMES]' or 'say NAME event ...'")
        return {"name": name, "asked": ""}
    return {"name": name, "asked": rest[0], **({"times": int(rest[1])} if rest[1:] else {})}


def read_lesson(path, schema):
    lesson = {"id": "", "seats": 2, "seed": "1", "settings": {}, "position": "", "bots": [],
              "hold": "", "answers": {}, "goals": [], "says": [], "model": []}
    for number, word, rest, block in logical_lines(path):
        if word in ("seats", "seed"):
            lesson[word] = int(rest) if word == "seats" else rest
        elif word == "set":
            key, _, text = rest.partition(" ")
            lesson["settings"][key] = dedent(block) if block else text.strip()
        elif word == "position":
            lesson["position"] = rest
            if block:
                fault(path, number, "the page begins with a whole position on the line, or none")
        elif word == "do" and rest.startswith("0:"):
            lesson["model"].append(rest[2:].strip())
        elif word == "goal":
            lesson["goals"].append(read_goal(path, number, rest, schema))
        elif word == "lesson":
            lesson["id"] = rest
            for at, raw in block:
                read_part(path, at, raw.split(), schema, lesson)
    check_lesson(path, lesson)
    return lesson


def read_part(path, number, words, schema, lesson):
    """A line of the lesson's block."""
    word, *rest = words
    if word == "bots" and rest and all(level in LEVELS for level in rest):
        lesson["bots"] = rest
    elif word == "hold" and rest == ["register"]:
        lesson["hold"] = rest[0]
    elif word == "answer" and len(rest) == 2 and rest[0] in schema.asks:
        lesson["answers"][rest[0]] = rest[1]
    elif word == "say":
        lesson["says"].append(read_say(path, number, rest, schema))
    else:
        fault(path, number, f"'{' '.join(words)}' is nothing a lesson can say")


def check_lesson(path, lesson):
    if not lesson["id"] or not lesson["goals"]:
        fault(path, 1, "a lesson needs a name and a goal")
    if len(lesson["bots"]) != lesson["seats"] - 1:
        fault(path, 1, f"{lesson['seats']} seats need {lesson['seats'] - 1} bots")


def read_words():
    """{language: {key: text}} of lesson.*.po."""
    return {lang: {e.key: e.forms[0] for e in
                   gen_strings.parse(str(HERE / "data" / "strings" / f"lesson.{lang}.po")) if e.key}
            for lang in gen_strings.LANGS}


def add_words(path, game, lesson, words, used):
    names = [*ALWAYS, *(f"goal.{g['name']}" for g in lesson["goals"]),
             *(s["name"] for s in lesson["says"])]
    lesson["words"] = {}
    for lang, held in words.items():
        texts = lesson["words"][lang] = {}
        for name in names:
            key = f"lesson.{game}.{lesson['id']}.{name}"
            used.add(key)
            if key not in held:
                fault(path, 1, f"no words for '{key}' in {lang}")
            texts[name] = held.get(key, "")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    words, used, games = read_words(), set(), {}
    for folder in sorted(LESSONS.iterdir()):
        schema = Schema(folder.name)
        for path in sorted(folder.glob("*.scn")):
            lesson = read_lesson(path, schema)
            add_words(path, folder.name, lesson, words, used)
            games.setdefault(folder.name, []).append(lesson)
    for key in sorted(set(words["en"]) - used):
        faults.append(f"gen_lessons: no lesson says '{key}'")
    if faults:
        sys.exit("\n".join(faults))
    if sys.argv[1] == "--check":
        return
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for game, lessons in games.items():
        text = json.dumps(lessons, ensure_ascii=False, separators=(",", ":"))
        (out / f"{game}.json").write_text(text, encoding="utf-8")


main()
