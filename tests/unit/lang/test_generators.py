#!/usr/bin/env python3
"""The generators of strings and rules, and rule-coverage, refuse what is wrong with file and line.

Prints TAP.
"""
import contextlib
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools/gen"))
import gen_rules  # noqa: E402
import gen_strings  # noqa: E402

HEADS = {
    "en": '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
    "ru": '"Plural-Forms: nplurals=3; plural=(n%10==1 ? 0 : n%10==2 ? 1 : 2);\\n"',
    "uk": '"Plural-Forms: nplurals=3; plural=(n%10==1 ? 0 : n%10==2 ? 1 : 2);\\n"',
}
NO = "NOPE"  # ids with it exist nowhere, so this file must not spell them out


def run(tool, *args):
    """(exit code, output) of a generator, called in this process because there are many calls."""
    output = io.StringIO()
    tool.faults.clear()
    try:
        with contextlib.redirect_stdout(output):
            tool.main([str(arg) for arg in args])
    except SystemExit as stop:
        return 1, output.getvalue() + str(stop.code)
    return 0, output.getvalue()


def strings(folder, body, *flags, domain="t", heads=None):
    """Runs gen_strings over files of one domain; a body is one text or one for each language."""
    paths = []
    for lang, head in (heads or HEADS).items():
        text = body if isinstance(body, str) else body[lang]
        path = folder / f"{domain}.{lang}.po"
        path.write_text(f'msgid ""\nmsgstr ""\n{head}\n{text}', encoding="utf-8")
        paths.append(path)
    return run(gen_strings, *(flags or [folder / "out.c", folder / "plurals.c"]), *paths)


def same(en, ru=None, uk=None):
    return {"en": en, "ru": ru if ru is not None else en, "uk": uk if uk is not None else en}


def refused(result, *wanted):
    code, output = result
    assert code != 0, "nothing was refused"
    for text in wanted:
        assert re.search(text, output), f"no /{text}/ in: {output}"


def entry(key, text):
    return f'msgid "{key}"\nmsgstr "{text}"\n\n'


def plural(key, *forms):
    lines = [f'msgid "{key}"', f'msgid_plural "{key}"']
    return "\n".join(lines + [f'msgstr[{i}] "{f}"' for i, f in enumerate(forms)]) + "\n"


# ---- strings ----

def test_a_good_table_is_written_in_order(folder):
    body = ('msgid "t.b"\nmsgstr "B??! \\"q\\" \\\\ "\n"more\\n"\n\n#. note\n' + entry("t.a", "A"))
    code, output = strings(folder, body)
    assert code == 0, output
    text = (folder / "out.c").read_text(encoding="utf-8")
    assert text.index('"t.a"') < text.index('"t.b"')
    assert '"B\\?\\?! \\"q\\" \\\\ more\\012"' in text, text
    plurals = (folder / "plurals.c").read_text(encoding="utf-8")
    assert "return (unsigned)((n%10==1 ? 0 : n%10==2 ? 1 : 2));" in plurals


def test_a_doubled_key(folder):
    body = entry("t.a", "A") + entry("t.a", "B")
    refused(strings(folder, body), r"t\.en\.po:7: 't\.a' stands already at .*t\.en\.po:4")


def test_a_bad_escape(folder):
    refused(strings(folder, same(entry("t.a", "A"), entry("t.a", "\\x"))),
            r"t\.ru\.po:5: unknown escape '\\x'")


def test_a_quote_too_many(folder):
    refused(strings(folder, 'msgid "t.a"\nmsgstr "a"b"\n'), r"t\.en\.po:5: a double quote inside")


def test_a_text_that_does_not_end(folder):
    refused(strings(folder, 'msgid "t.a"\nmsgstr "a\n'), r"t\.en\.po:5: expected a text in double")


def test_missing_plural_forms(folder):
    body = same(plural("t.a", "{0:n} a", "{0:n} b"), plural("t.a", "{0:n} a", "{0:n} b"),
                plural("t.a", "{0:n} a", "{0:n} b", "{0:n} c"))
    refused(strings(folder, body), r"t\.ru\.po:4: 't\.a' has no text in msgstr\[2\]")


def test_too_many_plural_forms(folder):
    body = plural("t.a", "{0:n} a", "{0:n} b", "{0:n} c")
    refused(strings(folder, body), r"t\.en\.po:8: 't\.a' has more forms than nplurals=2")


def test_an_empty_text(folder):
    refused(strings(folder, entry("t.a", "")), r"t\.en\.po:5: 't\.a' has no text")


def test_a_number_that_should_choose_and_does_not(folder):
    refused(strings(folder, entry("t.a", "{0:n} a")), r"t\.en\.po:5: \{0:n\} needs")
    body = {"en": plural("t.a", "a", "b"), "ru": plural("t.a", "a", "b", "c"),
            "uk": plural("t.a", "a", "b", "c")}
    refused(strings(folder, body), r"t\.en\.po:6: 't\.a' needs one \{i:n\}")


def test_a_plural_form_may_leave_the_number_out(folder):
    body = {"en": plural("t.a", "one {1}", "{0:n} {1}"),
            "ru": plural("t.a", "{0:n} {1}", "{0:n} {1}", "{0:n} {1}"),
            "uk": plural("t.a", "{0:n} {1}", "{0:n} {1}", "{0:n} {1}")}
    code, output = strings(folder, body)
    assert code == 0, output


def test_placeholders_unlike_english(folder):
    for wrong in ("{0:hex}", "{1:robot}", "{0}", "none", "{0:robot} {1}"):
        body = same(entry("t.a", "{0:robot}"), entry("t.a", wrong))
        refused(strings(folder, body), r"t\.ru\.po:5: placeholders .* are not English's \{0:r")


def test_a_case_may_differ_from_english(folder):
    body = same(entry("t.a", "{0:robot}"), entry("t.a", "{0:robot.acc}"))
    code, output = strings(folder, body)
    assert code == 0, output
    refused(strings(folder, entry("t.a", "{0:robot.xyz}")), r":5: 'xyz' is not a case")


def test_an_argument_too_many(folder):
    refused(strings(folder, entry("t.a", "{6}")), r":5: '\{6\}': arguments are 0 to 5")


def test_a_brace_that_opens_nothing(folder):
    refused(strings(folder, entry("t.a", "{x}")), r":5: a '\{' that opens no placeholder")
    code, output = strings(folder, entry("t.a", "{{x}"))
    assert code == 0, output


def test_a_reference_to_nothing(folder):
    refused(strings(folder, entry("t.a", "{0:#t.b}")), r":5: 't\.a' refers to 't\.b'")


def test_keys_stay_in_their_domain(folder):
    refused(strings(folder, entry("u.a", "A")), r":4: keys of this file begin with 't\.'")
    refused(strings(folder, entry("T.a", "A")), r":4: 'T\.a' is not a key")


def test_a_header_is_needed_for_plurals(folder):
    body = {"en": plural("t.a", "{0:n} a", "{0:n} b"), "ru": "", "uk": ""}
    heads = {"en": '"Language: en\\n"', "ru": HEADS["ru"], "uk": HEADS["uk"]}
    refused(strings(folder, body, heads=heads), r"t\.en\.po:2: the header needs 'Plural-Forms")


def test_only_arithmetic_in_a_plural_expression(folder):
    heads = dict(HEADS, ru='"Plural-Forms: nplurals=3; plural=system(n);\\n"')
    refused(strings(folder, "", heads=heads), r"t\.ru\.po:2: the header needs 'Plural-Forms")


def test_stray_words_and_fuzzy_entries(folder):
    refused(strings(folder, 'msgctxt "x"\nmsgid "t.a"\nmsgstr "A"\n'), r":4: 'msgctxt' is not exp")
    refused(strings(folder, '#, fuzzy\nmsgid "t.a"\nmsgstr "A"\n'), r":4: a fuzzy entry")
    refused(strings(folder, 'msgstr "A"\n'), r":4: 'msgstr' of '' is given twice")


def test_a_key_that_a_language_lacks(folder):
    body = same(entry("t.a", "A") + entry("t.b", "B"), entry("t.a", "A"))
    code, output = strings(folder, body)
    assert code == 0, output
    refused(strings(folder, body, "--complete"), r"t\.en\.po:7: 't\.b' is missing in .*t\.ru\.po")


def test_a_key_too_many(folder):
    body = same(entry("t.a", "A"), uk=entry("t.a", "A") + entry("t.z", "Z"))
    refused(strings(folder, body, "--complete"), r"t\.uk\.po:7: 't\.z' is missing in .*t\.en\.po")


def test_cases_need_not_be_complete(folder):
    body = same(entry("t.a", "A"), entry("t.a", "A") + entry("t.a.acc", "B"))
    code, output = strings(folder, body, "--complete")
    assert code == 0, output


# ---- rules ----

def rules(folder, **texts):
    paths = []
    for lang, text in texts.items():
        path = folder / ("t.md" if lang == "en" else f"t.{lang}.md")
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return run(gen_rules, folder / "rules.c", *paths)


ENGLISH = """# T

Introduction.

## S

### T-A-1 First

One
two.

Three.
- x
- y

### T-A-2 Next

X.
"""


def test_paragraphs_are_joined_and_lists_kept(folder):
    code, output = rules(folder, en=ENGLISH)
    assert code == 0, output
    text = (folder / "rules.c").read_text(encoding="utf-8")
    assert '"One two.\\012\\012Three.\\012- x\\012- y"' in text, text
    assert "Introduction" not in text and "NULL" in text


def test_translations_have_the_same_rules(folder):
    refused(rules(folder, en=ENGLISH, ru=ENGLISH.replace("T-A-2", "T-A-3")),
            r"t\.ru\.md:16: T-A-3 stands where English has T-A-2 .*t\.md:16")
    refused(rules(folder, en=ENGLISH, uk=ENGLISH[:ENGLISH.index("### T-A-2")]),
            r"t\.uk\.md:7: T-A-2 is missing")
    refused(rules(folder, en=ENGLISH, uk=ENGLISH + "\n### T-A-3 More\n\nX.\n"),
            r"t\.uk\.md:20: T-A-3 is not in the English rules")
    refused(rules(folder, ru=ENGLISH), r"the English rules are missing")


def test_faulty_rule_documents(folder):
    refused(rules(folder, en=ENGLISH.replace("T-A-2", "T-A-1")), r"t\.md:16: T-A-1 stands already")
    refused(rules(folder, en=ENGLISH.replace("### T-A-2", "### A2")), r"t\.md:16: expected '### ID")
    refused(rules(folder, en=ENGLISH.replace("X.\n", "")), r"t\.md:16: T-A-2 has no text")
    refused(rules(folder, en=ENGLISH.replace("## S\n", "", 1)), r"t\.md:6: a rule stands under")
    refused(rules(folder, en=ENGLISH.replace("X.", "long " * 900)), r"t\.md:16: .*: split it")


# ---- coverage ----

HEADER = '''#define T_RULES(X) \\
    X(A_1, "T-A-1") \\
    X(A_2, "T-A-2")
enum {
#define X(name, id) T_##name,
    T_RULES(X)
#undef X
};
'''


def coverage(folder, *flags, code="int f = RD_RULE(T_A_1);\n", scenario="", rulings="",
             doc=ENGLISH):
    for name, text in {"docs/rules/t.md": doc, "docs/rules/rulings.md": rulings,
                       "src/games/t/t.h": HEADER, "src/games/t/t.c": code,
                       "tests/scenarios/t/a.scn": scenario}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for tool in ("check/rule-coverage", "gen/rule_docs.py"):
        (folder / "tools" / tool).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tools" / tool, folder / "tools" / tool)
    done = subprocess.run([sys.executable, "-B", folder / "tools/check/rule-coverage", *flags],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_coverage_counts_code_and_scenarios(folder):
    code, output = coverage(folder, scenario="rules T-A-1\n\nscenario y\nrules T-A-1 T-A-2\n")
    assert code == 0, output
    assert "t: 2 rules, 1 in code (50 %), 2 with a scenario (100 %)" in output, output
    assert "no code: T-A-2" in output and "no scenario" not in output, output
    code, output = coverage(folder, "--list", scenario="rules T-A-1\n")
    assert re.search(r"T-A-1 +1 scenarios +t\.c:1", output), output


def test_a_comment_or_a_text_is_no_code(folder):
    code, output = coverage(folder, code='/* T_A_2 */ const char *t = "T_A_2"; // T_A_2\n')
    assert "0 in code" in output, output


def test_strict_coverage_wants_all(folder):
    code, output = coverage(folder, "--strict", scenario="rules T-A-1 T-A-2\n")
    assert code == 1, output
    code, output = coverage(folder, "--strict", scenario="rules T-A-1 T-A-2\n",
                            code="int f = T_A_1 + T_A_2;\n")
    assert code == 0, output


def test_ids_that_do_not_exist(folder):
    bad = f"T-{NO}-1"
    refused(coverage(folder, scenario=f"scenario x\nrules {bad}\n"),
            rf"tests/scenarios/t/a\.scn:2: there is no rule {bad}")
    refused(coverage(folder, scenario=f"rules Q-{NO}-1\n"), rf"a\.scn:1: there is no rule Q-{NO}-1")
    refused(coverage(folder, code=f"\n/* {bad} */\n"), rf"t/t\.c:2: there is no rule {bad}")
    refused(coverage(folder, rulings=f"### RULING-{NO}-2 Q\n\nShown by: {bad}\n"),
            rf"docs/rules/rulings\.md:3: there is no rule {bad}")
    refused(coverage(folder, code=f"/* RULING-{NO}-1 */\n"), rf"t\.c:1: .* RULING-{NO}-1")


def test_table_and_document_must_agree(folder):
    refused(coverage(folder, doc=ENGLISH + "\n### T-A-3 More\n\nX.\n"),
            r"docs/rules/t\.md:20: T-A-3 is not in the table of rules of src/games/t")
    refused(coverage(folder, doc=ENGLISH[:ENGLISH.index("### T-A-2")]),
            r"src/games/t/t\.h:3: T-A-2 is not in docs/rules/t\.md")


def main():
    tests = [(n, f) for n, f in globals().items() if n.startswith("test_")]
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(pathlib.Path(folder))
                print(f"ok {number} - {name[5:]}")
            except AssertionError as error:
                print(f"not ok {number} - {name[5:]}")
                print("\n".join("# " + line for line in str(error).split("\n")))


if __name__ == "__main__":
    main()
