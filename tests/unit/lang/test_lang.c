/* Languages, plural forms, placeholders, truncation, errors and rules in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/robotory/robotory.h"
#include "lang/lang.h"
#include "lang/table.h"

static ry_match match;

static int set_up(void **unused) {
    (void)unused;
    const rd_config c = {.n_seats = 2};
    return rd_robotory.match_init(&match.head, &c, NULL);
}

/* The phrase in words, in one of a few buffers so that several can stand in one expression. */
static const char *said(rd_lang lang, rd_phrase p) {
    static char buf[4][400];
    static int next;
    char *to = buf[next++ % 4];
    rd_out o = rd_out_to(to, sizeof buf[0]);
    rd_say(lang, &match.head, &p, &o);
    assert_true(rd_out_fits(&o));
    return to;
}

/* ---- languages ---- */

static void languages_are_found_by_locale_names(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        bool found;
        rd_lang lang;
    } cases[] = {
        {"uk_UA.UTF-8", true, RD_UK},  {"uk", true, RD_UK},       {"ru", true, RD_RU},
        {"ru_RU.KOI8-R", true, RD_RU}, {"RU", true, RD_RU},       {"ru-BY", true, RD_RU},
        {"ru@latin", true, RD_RU},     {"ru.UTF-8", true, RD_RU}, {"en", true, RD_EN},
        {"en_GB.UTF-8", true, RD_EN},  {"C", false, RD_EN},       {"C.UTF-8", false, RD_EN},
        {"POSIX", false, RD_EN},       {"", false, RD_EN},        {"de", false, RD_EN},
        {"rue", false, RD_EN},         {"r", false, RD_EN},       {"_ru", false, RD_EN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_lang lang = RD_LANGS;
        assert_int_equal(rd_lang_find(cases[i].name, &lang), cases[i].found);
        assert_int_equal(lang, cases[i].lang);
    }
    rd_lang lang = RD_UK;
    assert_false(rd_lang_find(NULL, &lang));
    assert_int_equal(lang, RD_EN);
    for (int i = 0; i < RD_LANGS; i++) {
        assert_true(rd_lang_find(rd_lang_code((rd_lang)i), &lang));
        assert_int_equal(lang, i);
    }
}

/* ---- plural forms ---- */

static void plurals_follow_each_language(void **unused) {
    (void)unused;
    static const struct {
        int n;
        const char *text[RD_LANGS];
    } cases[] = {
        {0, {"0 white discs", "0 белых дисков", "0 білих дисків"}},
        {1, {"1 white disc", "1 белый диск", "1 білий диск"}},
        {2, {"2 white discs", "2 белых диска", "2 білі диски"}},
        {5, {"5 white discs", "5 белых дисков", "5 білих дисків"}},
        {11, {"11 white discs", "11 белых дисков", "11 білих дисків"}},
        {14, {"14 white discs", "14 белых дисков", "14 білих дисків"}},
        {21, {"21 white discs", "21 белый диск", "21 білий диск"}},
        {22, {"22 white discs", "22 белых диска", "22 білі диски"}},
        {25, {"25 white discs", "25 белых дисков", "25 білих дисків"}},
        {101, {"101 white discs", "101 белый диск", "101 білий диск"}},
        {111, {"111 white discs", "111 белых дисков", "111 білих дисків"}},
        {-1, {"-1 white disc", "-1 белый диск", "-1 білий диск"}},
        {INT32_MIN,
         {"-2147483648 white discs", "-2147483648 белых дисков", "-2147483648 білих дисків"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int lang = 0; lang < RD_LANGS; lang++)
            assert_string_equal(
                said((rd_lang)lang, (rd_phrase){"robotory.count.white", {cases[i].n}}),
                cases[i].text[lang]);
}

/* ---- placeholders ---- */

static void nouns_and_cases_are_filled_in(void **unused) {
    (void)unused;
    const rd_phrase p = {"robotory.event.moved", {RY_DARK, RY_RED, 15, 9, 2}};
    assert_string_equal(said(RD_EN, p),
                        "Dark moves the red robot from hex 15 to hex 9, using 2 discs.");
    assert_string_equal(
        said(RD_RU, p),
        "Тёмные перемещают красного робота с гекса 15 на гекс 9: использовано 2 диска.");
    assert_string_equal(
        said(RD_UK, p),
        "Темні переміщують червоного робота з гекса 15 на гекс 9: використано 2 диски.");
}

static void a_string_may_name_another(void **unused) {
    (void)unused;
    const rd_phrase p = {"robotory.option.take", {3, 1}};
    assert_string_equal(said(RD_EN, p), "3 white discs, 1 black disc");
    assert_string_equal(said(RD_RU, p), "3 белых диска, 1 чёрный диск");
    assert_string_equal(said(RD_UK, p), "3 білі диски, 1 чорний диск");
}

static void a_value_without_a_name_is_a_number(void **unused) {
    (void)unused;
    assert_string_equal(said(RD_EN, (rd_phrase){"robotory.option.move", {7}}), "move the 7");
    char buf[80];
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_say(RD_EN, NULL, &(rd_phrase){"robotory.option.move", {RY_RED}}, &o);
    assert_string_equal(buf, "move the 2");
}

static void seats_have_numbers_or_names(void **unused) {
    (void)unused;
    const rd_event ev = {.kind = RY_EV_BEGIN, .arg = {1}};
    char buf[200];
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_say_event(RD_UK, &match.head, &ev, &o);
    assert_string_equal(buf, "Гравець 2 грає за світлих і починає.");
    const char *const names[] = {"Анна", "mcts"};
    rd_speech how = {.lang = RD_RU, .match = &match.head, .seat = names};
    o = rd_out_to(buf, sizeof buf);
    rd_speak_event(&how, &ev, &o);
    assert_string_equal(buf, "mcts играет за светлых и начинает.");
}

static void callers_add_texts_of_their_own(void **unused) {
    (void)unused;
    char buf[200];
    rd_speech how = {.lang = RD_EN, .text = {"RY-MOVE-1", "{0:text}"}};
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_speak(&how, &(rd_phrase){"word.broken_rule", {0}}, &o);
    assert_string_equal(buf, "Rule RY-MOVE-1 does not allow this: {0:text}.");
    how.text[1] = NULL;
    o = rd_out_to(buf, sizeof buf);
    rd_speak(&how, &(rd_phrase){"word.broken_rule", {0}}, &o);
    assert_string_equal(buf, "Rule RY-MOVE-1 does not allow this: .");
}

/* ---- unknown keys, small buffers ---- */

static void an_unknown_key_is_its_own_text(void **unused) {
    (void)unused;
    assert_string_equal(rd_string(RD_RU, "robotory.event.flew"), "robotory.event.flew");
    assert_false(rd_string_exists(RD_EN, "robotory.event.flew"));
    assert_false(rd_string_exists(RD_EN, ""));
    assert_false(rd_string_exists(RD_EN, "zzz"));
    assert_string_equal(said(RD_RU, (rd_phrase){"no.such.key", {1}}), "no.such.key");
    assert_true(rd_string_exists(RD_UK, "error.over"));
    assert_string_equal(rd_string(RD_UK, "error.over"), "Гру завершено.");
}

static void every_key_is_found(void **unused) {
    (void)unused;
    for (int i = 0; i < rd_n_string_rows; i++) {
        const rd_string_row *row = &rd_string_rows[i];
        assert_ptr_equal(rd_string_row_find(row->key), row);
        if (i) assert_true(strcmp(rd_string_rows[i - 1].key, row->key) < 0);
    }
}

static bool is_whole_utf8(const char *text) {
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        int more = *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : 0;
        if (!more && *p >= 0x80) return false;
        for (p++; more; more--, p++)
            if ((*p & 0xc0) != 0x80) return false;
    }
    return true;
}

static void what_does_not_fit_is_cut_between_characters(void **unused) {
    (void)unused;
    const rd_phrase p = {"robotory.event.moved", {RY_LIGHT, RY_WHITE, 8, 13, 1}};
    for (int lang = 0; lang < RD_LANGS; lang++) {
        const char *whole = said((rd_lang)lang, p);
        for (size_t cap = 0; cap <= strlen(whole) + 1; cap++) {
            char buf[400];
            memset(buf, 'x', sizeof buf);
            rd_out o = rd_out_to(buf, cap);
            rd_say((rd_lang)lang, &match.head, &p, &o);
            assert_int_equal(o.len, strlen(whole));
            assert_int_equal(buf[cap], 'x');
            if (!cap) continue;
            assert_true(is_whole_utf8(buf));
            assert_memory_equal(buf, whole, strlen(buf));
            assert_true(strlen(buf) + 2 >= (cap - 1 < o.len ? cap - 1 : o.len));
        }
    }
}

static void words_are_added_to_what_stands_there(void **unused) {
    (void)unused;
    char buf[40];
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_put_text(&o, "> ");
    rd_say(RD_EN, NULL, &(rd_phrase){"error.over", {0}}, &o);
    assert_string_equal(buf, "> The game is over.");
}

/* ---- errors and rules ---- */

static const char *error_text(rd_lang lang, const rd_match *m, rd_err e, uint16_t rule) {
    static char buf[200];
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_say_error(lang, m, e, rule, &o);
    return buf;
}

static void an_illegal_action_names_the_broken_rule(void **unused) {
    (void)unused;
    assert_string_equal(error_text(RD_EN, &match.head, RD_E_ILLEGAL, RY_PLACE_2),
                        "Rule RY-PLACE-2 does not allow this: On a free hex.");
    assert_string_equal(error_text(RD_RU, &match.head, RD_E_ILLEGAL, RY_PLACE_2),
                        "Правило RY-PLACE-2 этого не позволяет: «На свободный гекс».");
    assert_string_equal(error_text(RD_UK, &match.head, RD_E_ILLEGAL, RY_PLACE_2),
                        "Правило RY-PLACE-2 цього не дозволяє: «На вільний гекс».");
    assert_string_equal(error_text(RD_EN, &match.head, RD_E_ILLEGAL, RY_RULE_COUNT),
                        "The rules do not allow this.");
    assert_string_equal(error_text(RD_EN, NULL, RD_E_ILLEGAL, RY_PLACE_2),
                        "The rules do not allow this.");
    assert_string_equal(error_text(RD_EN, &match.head, RD_E_OVER, RY_PLACE_2), "The game is over.");
}

static void rules_are_found_by_number_and_by_id(void **unused) {
    (void)unused;
    rd_rule_text by_index, by_id;
    assert_int_equal(rd_rule_count(&rd_robotory), RY_RULE_COUNT);
    for (int i = 0; i < RY_RULE_COUNT; i++) {
        assert_true(rd_rule_get(RD_UK, &rd_robotory, i, &by_index));
        assert_true(rd_rule_find(RD_UK, &rd_robotory, by_index.id, &by_id));
        assert_string_equal(by_id.title, by_index.title);
    }
    assert_true(rd_rule_find(RD_EN, &rd_robotory, "ry-move-2", &by_id));
    assert_string_equal(by_id.id, "RY-MOVE-2");
    assert_string_equal(by_id.section, "Moving a robot");
    assert_string_equal(by_id.title, "The white and the black robot");
    assert_string_equal(by_id.text, "The white robot runs on white discs only, the black robot on "
                                    "black discs only.");
    assert_false(rd_rule_get(RD_EN, &rd_robotory, RY_RULE_COUNT, &by_id));
    assert_false(rd_rule_get(RD_EN, &rd_robotory, -1, &by_id));
    assert_false(rd_rule_find(RD_EN, &rd_robotory, "RY-MOVE-", &by_id));
    assert_false(rd_rule_find(RD_EN, &rd_robotory, "RY-MOVE-2x", &by_id));
    assert_false(rd_rule_find(RD_EN, &rd_robotory, "r{-MOVE-2", &by_id));
    assert_false(rd_rule_find(RD_EN, &rd_robotory, "", &by_id));
}

static void a_game_without_a_document_has_no_rules(void **unused) {
    (void)unused;
    const rd_game stranger = {.id = "chess"};
    rd_rule_text rule;
    assert_int_equal(rd_rule_count(&stranger), 0);
    assert_false(rd_rule_get(RD_EN, &stranger, 0, &rule));
    assert_false(rd_rule_find(RD_EN, &stranger, "RY-MOVE-2", &rule));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(languages_are_found_by_locale_names),
        cmocka_unit_test(plurals_follow_each_language),
        cmocka_unit_test(nouns_and_cases_are_filled_in),
        cmocka_unit_test(a_string_may_name_another),
        cmocka_unit_test(a_value_without_a_name_is_a_number),
        cmocka_unit_test(seats_have_numbers_or_names),
        cmocka_unit_test(callers_add_texts_of_their_own),
        cmocka_unit_test(an_unknown_key_is_its_own_text),
        cmocka_unit_test(every_key_is_found),
        cmocka_unit_test(what_does_not_fit_is_cut_between_characters),
        cmocka_unit_test(words_are_added_to_what_stands_there),
        cmocka_unit_test(an_illegal_action_names_the_broken_rule),
        cmocka_unit_test(rules_are_found_by_number_and_by_id),
        cmocka_unit_test(a_game_without_a_document_has_no_rules),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
