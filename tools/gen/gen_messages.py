#!/usr/bin/env python3
"""Turns data/messages.txt into C, TypeScript and tables.

Usage: gen_messages.py --header OUT.h FILE     C structs and what reads and writes them
       gen_messages.py --source OUT.c FILE     their tables for src/hall/codec.c
       gen_messages.py --types OUT.ts FILE     TypeScript types
       gen_messages.py --docs DOC.md FILE      rewrites the tables of that document
       gen_messages.py --check DOC.md FILE     fails when they are not current

The form of the file is described at its head.  Every fault is reported as FILE:LINE.
"""
import pathlib
import re
import sys

HEAD = re.compile(r"(words|object|client|server|document|log) ([a-z][a-z_0-9]*)(?:: (.*))?$")
FIELD = re.compile(r"([a-z][a-z_0-9]*)(\??)\s+(\S.*?)(?:\s{2,}(\S.*))?$")
INT = re.compile(r"int (-?\d+)\.\.(-?\d+)$")
SIZED = re.compile(r"(text|lines|token|json) (\d+)$")
LIST = re.compile(r"list (\d+) of (\S.*)$")
SAFE = 2 ** 53 - 1  # what a JavaScript number holds exactly
PREFIX = {"object": "rd_msg_", "client": "rd_call_", "server": "rd_tell_", "document": "rd_web_",
          "log": "rd_note_"}
UNIONS = {"client": ("call", "Client", 8192), "server": ("tell", "Server", 1 << 20),
          "log": ("note", None, 1 << 18)}
MARK = "<!-- the tables below are made from data/messages.txt by tools/gen/gen_messages.py -->"

faults = []


def fault(path, line, text):
    faults.append(f"gen_messages: {path}:{line}: {text}")


class Type:
    """A field's type: kind, limits, and for words and objects their definition."""

    def __init__(self, kind, low=0, high=0, of=None):
        self.kind, self.low, self.high, self.of = kind, low, high, of


class Field:
    def __init__(self, name, optional, kind, most, meaning):
        self.name, self.optional, self.type, self.most, self.meaning = name, optional, kind, most, meaning


class Definition:
    def __init__(self, group, name, line, words):
        self.group, self.name, self.line, self.words = group, name, line, words
        self.meaning, self.fields = "", []

    @property
    def c_name(self):
        return ("rd_msg_" if self.group == "words" else PREFIX[self.group]) + self.name

    @property
    def ts_name(self):
        name = "".join(part.capitalize() for part in self.name.split("_"))
        return {"client": "Say", "server": "Tell", "document": "Web"}.get(self.group, "") + name


class Messages:
    def __init__(self, path):
        self.path, self.protocol, self.all = path, None, []
        for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").split("\n"), 1):
            self.read_line(number, line)
        for one in self.all:
            if not one.meaning:
                fault(path, one.line, f"'{one.name}' has no line that says what it means")
            if one.group != "words" and not one.fields:
                fault(path, one.line, f"'{one.name}' has no fields")
        if self.protocol is None:
            fault(path, 1, "no line 'protocol N'")
        if faults:
            sys.exit("\n".join(faults))

    def group(self, *groups):
        return [one for one in self.all if one.group in groups]

    def find(self, name):
        return next((one for one in self.group("words", "object") if one.name == name), None)

    def read_line(self, number, line):
        if not line.strip() or line.startswith("#"):
            return
        if line.startswith("    "):
            self.read_indented(number, line.strip())
        elif re.fullmatch(r"protocol \d+", line):
            self.protocol = int(line.split()[1])
        elif match := HEAD.match(line):
            group, name, words = match.groups()
            if (group == "words") != (words is not None):
                return fault(self.path, number, "only 'words' has a list after a colon")
            if any(one.name == name and self.clash(one.group, group) for one in self.all):
                fault(self.path, number, f"'{name}' is defined twice")
            self.all.append(Definition(group, name, number, words.split() if words else []))
        else:
            fault(self.path, number, "expected words, object, client, server, document or log")

    @staticmethod
    def clash(one, other):
        return one == other or {one, other} == {"words", "object"}

    def read_indented(self, number, line):
        if not self.all:
            return fault(self.path, number, "a field before the first definition")
        owner = self.all[-1]
        if not owner.meaning:
            owner.meaning = line
            return None
        match = FIELD.match(line)
        if not match or owner.group == "words":
            return fault(self.path, number, "expected: name, type, two blanks, meaning")
        name, optional, kind, meaning = match.groups()
        if not meaning:
            return fault(self.path, number, f"'{name}' has no meaning")
        if any(field.name == name for field in owner.fields):
            return fault(self.path, number, f"'{name}' stands there twice")
        most = 0
        if is_list := LIST.match(kind):
            most, kind = int(is_list[1]), is_list[2]
        if found := self.type_of(number, kind):
            owner.fields.append(Field(name, bool(optional), found, most, meaning))
        return None

    def type_of(self, number, text):
        if text == "bool":
            return Type("bool")
        if match := INT.match(text):
            low, high = int(match[1]), int(match[2])
            if low > high or low < -SAFE or high > SAFE:
                fault(self.path, number, f"'{text}': no such range, or past 2^53")
            return Type("int", low, high)
        if match := SIZED.match(text):
            return Type(match[1], 0, int(match[2]))
        if found := self.find(text):
            return Type("word" if found.group == "words" else "object", of=found)
        return fault(self.path, number, f"'{text}' is not a type")


# ---- C ----

def c_int(kind):
    return "int32_t" if -2 ** 31 <= kind.low and kind.high < 2 ** 31 else "int64_t"


def c_type(kind):
    return {"bool": "bool", "text": "const char *", "lines": "const char *", "token": "const char *",
            "json": "rd_json", "int": c_int(kind) if kind.kind == "int" else "",
            }.get(kind.kind) or kind.of.c_name


def has_flag(field):
    """Texts have NULL, words have 0 and bools false for what is left out."""
    return field.optional and (field.most or field.type.kind in ("int", "object"))


def c_struct(one):
    out = [f"/* {one.meaning} */", f"typedef struct {one.c_name} {{"]
    for field in one.fields:
        name, kind = field.name, c_type(field.type)
        if name in ("default", "short", "register"):  # words of C
            name += "_"
        gap = "" if kind.endswith("*") else " "
        if has_flag(field):
            out.append(f"    bool has_{field.name};")
        if field.most:
            out.append(f"    int n_{field.name};")
            name += f"[{field.most}]"
        out.append(f"    {kind}{gap}{name}; /* {field.meaning} */")
    return "\n".join(out + [f"}} {one.c_name};", ""])


def c_words(one):
    upper = one.c_name.upper()
    rows = "".join(f"    {upper}_{word.upper()},\n" for word in one.words)
    return (f"/* {one.meaning} */\ntypedef enum {one.c_name} {{\n    {upper.replace('RD_', 'RD_NO_')},\n{rows}"
            f"    {upper.replace('RD_', 'RD_ALL_')}\n}} {one.c_name};\n"
            f"const char *{one.c_name}_word({one.c_name} value); /* \"\" = none */\n")


def c_union(messages, group):
    short, _, most = UNIONS[group]
    members = messages.group(group)
    if not members:
        return ""
    kinds = "".join(f"    RD_{short.upper()}_{one.name.upper()},\n" for one in members)
    parts = "".join(f"        {one.c_name} {c_member(one)};\n" for one in members)
    return f"""enum {{ RD_{short.upper()}_MAX = {most} }}; /* bytes of one message */
typedef enum rd_{short}_kind {{
    RD_{short.upper()}_NOTHING,
{kinds}    RD_{short.upper()}_KINDS
}} rd_{short}_kind;

/* Texts in it are borrowed: after reading from `root`, else from whoever filled it in. */
typedef struct rd_{short} {{
    rd_{short}_kind kind;
    union {{
{parts}    }} as;
    json_t *root;
}} rd_{short};

const char *rd_{short}_word(rd_{short}_kind kind);
/* False with a fault that names the place; nothing is to be dropped then. */
bool rd_{short}_read(rd_{short} *m, const char *text, size_t n, rd_fault *f);
/* The same from a value that was read before; it is kept alive by the message. */
bool rd_{short}_take(rd_{short} *m, json_t *from, rd_fault *f);
bool rd_{short}_write(const rd_{short} *m, rd_out *o); /* false: breaks its own limits or is too long */
/* The same from the struct of that kind alone. */
bool rd_{short}_put(rd_{short}_kind kind, const void *as, rd_out *o);
void rd_{short}_drop(rd_{short} *m);
const char *rd_{short}_id(const rd_{short} *m); /* the member "id"; NULL = it has none */
"""


def c_member(one):
    return one.name + "_" if one.name in ("default", "register") else one.name


def header(messages):
    parts = ["""/* messages.h - made from data/messages.txt: what page and server say to each other. */
#ifndef RD_HALL_MESSAGES_H
#define RD_HALL_MESSAGES_H

#include "hall/codec.h"
""", f"enum {{ RD_MSG_PROTOCOL = {messages.protocol} }};\n"]
    parts += map(c_words, messages.group("words"))
    parts += map(c_struct, messages.group("object"))
    for group in ("client", "server", "log"):
        parts += map(c_struct, messages.group(group))
        parts.append(c_union(messages, group))
    for one in messages.group("document"):
        parts.append(c_struct(one))
        parts.append(f"bool {one.c_name}_read({one.c_name} *m, const char *text, size_t n, json_t "
                     f"**root, rd_fault *f);\nbool {one.c_name}_write(const {one.c_name} *m, rd_out *o);\n")
    return "\n".join(parts) + "\n#endif\n"


def c_row(one, field):
    kind, name = field.type, field.name
    member = name + "_" if name in ("default", "short", "register") else name
    flag = f"offsetof({one.c_name}, has_{name})" if has_flag(field) else "RD_CODEC_NO_FLAG"
    count = f"offsetof({one.c_name}, n_{name})" if field.most else "RD_CODEC_NO_FLAG"
    low, high = kind.low, kind.high
    code = kind.kind.upper()
    if kind.kind == "int" and c_int(kind) == "int64_t":
        code = "LONG"
    words = of = "NULL"
    stride = f"sizeof(((const {one.c_name} *)0)->{member}{'[0]' if field.most else ''})"
    if kind.kind == "word":
        words, high = f"words_{kind.of.name}", len(kind.of.words)
    if kind.kind == "object":
        of = f"&shape_{kind.of.group}_{kind.of.name}"
    return (f'    {{"{name}", RD_CODEC_{code}, {str(field.optional).lower()}, {field.most}, '
            f"offsetof({one.c_name}, {member}),\n     {flag}, {count}, {stride}, {low}, {high}, {words}, {of}}},\n")


def c_shape(one):
    rows = "".join(c_row(one, field) for field in one.fields)
    return (f"static const rd_codec_field fields_{one.group}_{one.name}[] = {{\n{rows}}};\n"
            f"static const rd_codec_shape shape_{one.group}_{one.name} = {{\"{one.name}\", sizeof({one.c_name}), {len(one.fields)},\n"
            f"    fields_{one.group}_{one.name}}};\n")


def c_union_code(messages, group):
    short = UNIONS[group][0]
    members = messages.group(group)
    if not members:
        return ""
    rows = "".join(f"    &shape_{group}_{one.name},\n" for one in members)
    ids = "".join(f"    case RD_{short.upper()}_{one.name.upper()}: return m->as.{c_member(one)}.id;\n"
                  for one in members if any(field.name == "id" for field in one.fields))
    find_id = f"    switch (m->kind) {{\n{ids}    default: return NULL;\n    }}" if ids else "    (void)m;\n    return NULL;"
    return f"""static const rd_codec_shape *const {short}_shapes[] = {{
    NULL,
{rows}}};
const char *rd_{short}_word(rd_{short}_kind kind) {{
    return kind > 0 && kind < RD_{short.upper()}_KINDS ? {short}_shapes[kind]->name : "";
}}
bool rd_{short}_take(rd_{short} *m, json_t *from, rd_fault *f) {{
    int kind = rd_codec_which({short}_shapes, RD_{short.upper()}_KINDS, from, f);
    m->kind = (rd_{short}_kind)kind;
    m->root = json_incref(from);
    if (kind) memset(&m->as, 0, {short}_shapes[kind]->size); /* the largest is large */
    if (kind && rd_codec_read({short}_shapes[kind], from, true, &m->as, f)) return true;
    rd_{short}_drop(m);
    return false;
}}
bool rd_{short}_read(rd_{short} *m, const char *text, size_t n, rd_fault *f) {{
    json_t *root = rd_codec_parse(text, n, RD_{short.upper()}_MAX, f);
    m->kind = RD_{short.upper()}_NOTHING;
    m->root = NULL;
    bool good = root && rd_{short}_take(m, root, f);
    json_decref(root);
    return good;
}}
bool rd_{short}_put(rd_{short}_kind kind, const void *as, rd_out *o) {{
    if (kind <= 0 || kind >= RD_{short.upper()}_KINDS) return false;
    size_t before = o->len;
    return rd_codec_write({short}_shapes[kind], true, as, o) && o->len - before <= RD_{short.upper()}_MAX;
}}
bool rd_{short}_write(const rd_{short} *m, rd_out *o) {{ return rd_{short}_put(m->kind, &m->as, o); }}
const char *rd_{short}_id(const rd_{short} *m) {{
{find_id}
}}
void rd_{short}_drop(rd_{short} *m) {{
    json_decref(m->root);
    m->root = NULL;
    m->kind = RD_{short.upper()}_NOTHING;
}}
"""


def source(messages):
    parts = ["/* Made from data/messages.txt. */\n#include \"hall/messages.h\"\n\n#include <stddef.h>\n"
             "#include <string.h>\n"]
    for one in messages.group("words"):
        listed = "".join(f'    "{word}",\n' for word in one.words)
        parts.append(f"static const char *const words_{one.name}[] = {{\n    \"\",\n{listed}}};\n"
                     f"const char *{one.c_name}_word({one.c_name} value) {{\n"
                     f"    return (unsigned)value <= {len(one.words)} ? words_{one.name}[value] : \"\";\n}}\n")
    parts += map(c_shape, messages.group("object", "client", "server", "log", "document"))
    parts += (c_union_code(messages, group) for group in UNIONS)
    for one in messages.group("document"):
        parts.append(f"""bool {one.c_name}_read({one.c_name} *m, const char *text, size_t n, json_t **root, rd_fault *f) {{
    memset(m, 0, sizeof *m);
    return rd_codec_read_document(&shape_document_{one.name}, text, n, root, m, f);
}}
bool {one.c_name}_write(const {one.c_name} *m, rd_out *o) {{
    return rd_codec_write(&shape_document_{one.name}, false, m, o);
}}
""")
    return "\n".join(parts)


# ---- TypeScript ----

def ts_type(field):
    kind = field.type
    name = {"bool": "boolean", "int": "number", "text": "string", "lines": "string", "token": "string",
            "json": "unknown"}.get(kind.kind) or kind.of.ts_name
    return name + "[]" if field.most else name


def ts_limits(field):
    kind, parts = field.type, []
    if field.most:
        parts.append(f"at most {field.most}")
    if kind.kind == "int":
        parts.append(f"{kind.low}..{kind.high}")
    elif kind.kind in ("text", "lines", "token", "json"):
        parts.append(f"at most {kind.high} bytes")
    return f" ({'; '.join(parts)})" if parts else ""


def types(messages):
    out = ["// Made from data/messages.txt by tools/gen/gen_messages.py: what page and server say to each other.",
           "", f"export const PROTOCOL = {messages.protocol};", ""]
    for one in messages.group("words"):
        out += [f"/** {one.meaning} */",
                f"export const {one.name.upper()} = [{', '.join(repr(w) for w in one.words)}] as const;",
                f"export type {one.ts_name} = (typeof {one.name.upper()})[number];", ""]
    for one in messages.group("object", "client", "server", "document"):
        out += [f"/** {one.meaning} */", f"export interface {one.ts_name} {{"]
        if one.group in ("client", "server"):
            out.append(f'  t: "{one.name}";')
        for field in one.fields:
            out.append(f"  /** {field.meaning}{ts_limits(field)} */")
            out.append(f"  {field.name}{'?' if field.optional else ''}: {ts_type(field)};")
        out += ["}", ""]
    for group in ("client", "server"):
        names = " | ".join(one.ts_name for one in messages.group(group))
        out += [f"export type {UNIONS[group][1]}Message = {names};", ""]
    return "\n".join(out).rstrip("\n") + "\n"


# ---- tables ----

def doc_type(field):
    kind = field.type
    if kind.kind in ("word", "object"):
        text = f"[{kind.of.name}](#{kind.of.name.replace('_', '_')})"
    elif kind.kind == "int":
        text = f"int {kind.low}..{kind.high}"
    else:
        text = kind.kind + (f" {kind.high}" if kind.high else "")
    return f"list {field.most} of {text}" if field.most else text


def doc_fields(one):
    rows = ["| member | type | |", "|---|---|---|"]
    for field in one.fields:
        name = f"`{field.name}`" + (" (optional)" if field.optional else "")
        rows.append(f"| {name} | {doc_type(field)} | {field.meaning} |")
    return rows


def tables(messages):
    out = []
    for group, title in (("client", "From the page"), ("server", "To the page"),
                         ("document", "Documents of the HTTP API"), ("object", "Objects")):
        out += [f"## {title}", ""]
        for one in messages.group(group):
            heading = f"`{one.name}`" if group != "object" else one.name
            out += [f"### {heading}", "", one.meaning, ""] + doc_fields(one) + [""]
    out += ["## Words", ""]
    for one in messages.group("words"):
        out += [f"### {one.name}", "", f"{one.meaning} " + " ".join(f"`{w}`" for w in one.words), ""]
    return "\n".join(out).rstrip("\n") + "\n"


def with_tables(path, messages):
    head, mark, _ = pathlib.Path(path).read_text(encoding="utf-8").partition(MARK)
    if not mark:
        sys.exit(f"gen_messages: {path}: the line is missing: {MARK}")
    return f"{head}{mark}\n\n{tables(messages)}"


def main(args):
    if len(args) != 3 or args[0] not in ("--header", "--source", "--types", "--docs", "--check"):
        sys.exit(__doc__)
    how, target, path = args
    messages = Messages(path)
    if how == "--check":
        if with_tables(target, messages) != pathlib.Path(target).read_text(encoding="utf-8"):
            sys.exit(f"gen_messages: {target} is not current: tools/gen/gen_messages.py --docs {target} {path}")
        return
    make = {"--header": header, "--source": source, "--types": types}.get(how)
    text = make(messages) if make else with_tables(target, messages)
    pathlib.Path(target).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
