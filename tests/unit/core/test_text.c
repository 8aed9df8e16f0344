/* Writing into and reading from bounded text; descriptions as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "base/text.h"
#include "core/doc_json.h"
#include "core/packed.h"

static void writing_stops_at_the_end_and_goes_on_counting(void **unused) {
    (void)unused;
    char buf[8];
    rd_out o = rd_out_to(buf, sizeof buf);
    assert_string_equal(buf, "");
    rd_put_text(&o, "robot");
    assert_string_equal(buf, "robot");
    assert_true(rd_out_fits(&o));
    rd_put_span(&o, "drome", 3);
    assert_string_equal(buf, "robotdr");
    assert_int_equal(o.len, 8);
    assert_false(rd_out_fits(&o));
    rd_out none = rd_out_to(NULL, 0);
    rd_put_text(&none, "abc");
    assert_int_equal(none.len, 3);
    assert_false(rd_out_fits(&none));
}

static void numbers_are_written(void **unused) {
    (void)unused;
    static const struct {
        int64_t value;
        const char *want;
    } cases[] = {{0, "0"},
                 {7, "7"},
                 {-7, "-7"},
                 {1234567890, "1234567890"},
                 {INT64_MAX, "9223372036854775807"},
                 {INT64_MIN, "-9223372036854775808"}};
    char buf[32];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_out o = rd_out_to(buf, sizeof buf);
        rd_put_int(&o, cases[i].value);
        assert_string_equal(buf, cases[i].want);
    }
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_put_hex(&o, 0x1f2e3d, 8);
    assert_string_equal(buf, "001f2e3d");
}

static void a_fault_says_where_and_what(void **unused) {
    (void)unused;
    rd_fault f;
    assert_false(rd_fault_set(&f, 3, 14, "hex %d of %s is %c, 100%%", -5, "robot", 'x'));
    assert_int_equal(f.line, 3);
    assert_int_equal(f.column, 14);
    assert_string_equal(f.text, "hex -5 of robot is x, 100%");
    assert_false(rd_fault_set(NULL, 1, 1, "not wanted"));
    char longer[400];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    rd_fault_set(&f, 0, 0, "%s", longer);
    assert_int_equal(strlen(f.text), sizeof f.text - 1);
}

static void numbers_are_read_within_64_bits(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        bool ok;
        int64_t want;
        size_t taken;
    } cases[] = {
        {"12x", true, 12, 2},
        {"-3", true, -3, 2},
        {"007", true, 7, 3},
        {"", false, 0, 0},
        {"-", false, 0, 0},
        {"x", false, 0, 0},
        {"+1", false, 0, 0},
        {"9223372036854775807", true, INT64_MAX, 19},
        {"9223372036854775808", false, 0, 0},
        {"-9223372036854775807", true, -INT64_MAX, 20},
        {"92233720368547758070", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t got = 0;
        rd_scan s = rd_scan_text(cases[i].text, strlen(cases[i].text), 1);
        if (rd_scan_int(&s, &got) != cases[i].ok || got != cases[i].want ||
            rd_scan_column(&s) != cases[i].taken + 1)
            fail_msg("'%s' was read as %ld", cases[i].text, (long)got);
    }
}

static void words_end_at_blanks_and_lines(void **unused) {
    (void)unused;
    const char *text = " \tone two\t\n three\r\n";
    rd_scan s = rd_scan_text(text, strlen(text), 1);
    const char *word;
    size_t n;
    assert_true(rd_scan_word(&s, &word, &n) && rd_span_is(word, n, "one"));
    assert_true(rd_scan_word(&s, &word, &n) && rd_span_is(word, n, "two"));
    assert_false(rd_span_is(word, n, "twofold"));
    assert_false(rd_span_is(word, n, "tow"));
    assert_false(rd_scan_word(&s, &word, &n));
    assert_true(rd_scan_char(&s, '\n'));
    assert_true(rd_scan_word(&s, &word, &n) && rd_span_is(word, n, "three"));
    assert_false(rd_scan_word(&s, &word, &n));
    assert_true(rd_scan_literal(&s, "\r\n"));
    assert_true(rd_scan_done(&s));
    assert_false(rd_scan_char(&s, '\n'));
    assert_false(rd_scan_word(&s, &word, &n));
}

static void literals_are_taken_whole_or_not(void **unused) {
    (void)unused;
    rd_scan s = rd_scan_text("robotory/1", 10, 1);
    assert_false(rd_scan_literal(&s, "rally"));
    assert_false(rd_scan_literal(&s, "robotory/12"));
    assert_int_equal(rd_scan_column(&s), 1);
    assert_true(rd_scan_literal(&s, "robotory/"));
    assert_false(rd_scan_char(&s, '2'));
    assert_true(rd_scan_char(&s, '1'));
    rd_scan_blanks(&s);
    assert_true(rd_scan_done(&s));
}

static void lines_lose_their_ends_and_are_counted(void **unused) {
    (void)unused;
    const char *text = "one\r\n\ntwo\nlast";
    const char *want[] = {"one", "", "two", "last"};
    rd_scan s = rd_scan_text(text, strlen(text), 10);
    const char *line;
    size_t n;
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(rd_scan_line(&s, &line, &n));
        assert_true(rd_span_is(line, n, want[i]));
        assert_int_equal(s.line, 11 + i);
    }
    assert_false(rd_scan_line(&s, &line, &n));
}

static void a_description_becomes_json(void **unused) {
    (void)unused;
    char buf[200];
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc *d = &j.doc;
    rd_doc_object(d, NULL);
    rd_doc_int(d, "n", -4);
    rd_doc_list(d, "list");
    rd_doc_int(d, NULL, 1);
    rd_doc_text(d, NULL, "a\"b\\c\n\x1f\u2192");
    rd_doc_list(d, NULL);
    rd_doc_list_end(d);
    rd_doc_list_end(d);
    rd_doc_object(d, "empty");
    rd_doc_object_end(d);
    rd_doc_bool(d, "yes", true);
    rd_doc_bool(d, "no", false);
    rd_doc_hidden(d, "hidden");
    rd_doc_none(d, "none");
    rd_doc_object_end(d);
    assert_string_equal(buf,
                        "{\"n\":-4,\"list\":[1,\"a\\\"b\\\\c\\u000a\\u001f\u2192\",[]],"
                        "\"empty\":{},\"yes\":true,\"no\":false,\"hidden\":null,\"none\":false}");
}

/* Every byte at every place among plain ones. */
static void plain_text_ends_where_json_escapes(void **unused) {
    (void)unused;
    char text[24];
    for (size_t n = 0; n <= sizeof text; n++)
        for (size_t at = 0; at < n; at++)
            for (int c = 0; c < 256; c++) {
                memset(text, 'a', sizeof text);
                text[at] = (char)c;
                bool plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
                assert_int_equal(rd_plain_span(text, n), plain ? n : at);
            }
}

/* As it was written before, byte by byte. */
static void put_packed_slowly(rd_out *o, const uint8_t *byte, size_t n) {
    for (size_t i = 0, run; i<n; i += run> 2 ? run : 1) {
        for (run = 1; i + run < n && byte[i + run] == byte[i];) run++;
        rd_put_hex(o, byte[i], 2);
        if (run < 3) continue;
        rd_put_char(o, '*');
        rd_put_int(o, (int64_t)run);
        rd_put_char(o, '.');
    }
}

static void bytes_are_packed(void **unused) {
    (void)unused;
    uint8_t byte[400];
    char one[1000], two[1000];
    rd_prng g = rd_prng_seed(5);
    for (int n = 0; n < 4000; n++) {
        size_t length = rd_prng_below(&g, sizeof byte + 1);
        for (size_t i = 0; i < length; i++) /* runs of every length */
            byte[i] = i && rd_prng_below(&g, 8) ? byte[i - 1] : (uint8_t)rd_prng_below(&g, 256);
        size_t cap = n % 2 ? sizeof one : 1 + rd_prng_below(&g, 100);
        rd_out fast = rd_out_to(one, cap), slow = rd_out_to(two, cap);
        rd_put_packed(&fast, byte, length);
        put_packed_slowly(&slow, byte, length);
        assert_int_equal(fast.len, slow.len);
        assert_string_equal(one, two);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_stops_at_the_end_and_goes_on_counting),
        cmocka_unit_test(numbers_are_written),
        cmocka_unit_test(a_fault_says_where_and_what),
        cmocka_unit_test(numbers_are_read_within_64_bits),
        cmocka_unit_test(words_end_at_blanks_and_lines),
        cmocka_unit_test(literals_are_taken_whole_or_not),
        cmocka_unit_test(lines_lose_their_ends_and_are_counted),
        cmocka_unit_test(a_description_becomes_json),
        cmocka_unit_test(plain_text_ends_where_json_escapes),
        cmocka_unit_test(bytes_are_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
