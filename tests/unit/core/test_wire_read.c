/* test_wire_read.c - events read back from JSON: all that random games tell, and what is refused. */
#include "core/wire_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "core/wire.h"
#include "games/registry.h"

enum { ACTIONS = 60, JSON_MAX = 1024 };

typedef struct listener {
    const rd_match *match;
    int heard;
} listener;

/* What is read back says the same again; what is cut off anywhere is refused. */
static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    listener *l = ctx;
    char json[JSON_MAX], again[JSON_MAX];
    rd_out o = rd_out_to(json, sizeof json), o2 = rd_out_to(again, sizeof again);
    rd_event back;
    rd_fault f = {0};
    rd_put_event_json(&o, l->match, ev, NULL);
    assert_true(rd_read_event(l->match, json, o.len, &back, &f));
    assert_int_equal(back.kind, ev->kind);
    assert_int_equal(back.rule, ev->rule);
    assert_int_equal(back.beat, ev->beat);
    rd_put_event_json(&o2, l->match, &back, NULL);
    assert_string_equal(again, json);
    if (l->heard++ % 17 == 0)
        for (size_t n = 0; n < o.len; n++)
            assert_false(rd_read_event(l->match, json, n, &back, NULL));
}

static void every_event_reads_back(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_config c = {.n_seats = (*g)->max_seats};
        rd_match *m = calloc(1, (*g)->match_size);
        rd_state *s = calloc(1, (*g)->state_size);
        assert_int_equal((*g)->match_init(m, &c, NULL), RD_E_OK);
        listener l = {m, 0};
        rd_sink sink = {hear, &l};
        rd_prng random = rd_prng_seed(3);
        rd_key key = rd_key_from_seed(3);
        (*g)->start(m, &key, s, &sink);
        for (int i = 0; i < ACTIONS && (*g)->pending(m, s); i++) {
            rd_action a;
            (*g)->sample(m, s, rd_bit_first((*g)->pending(m, s)), &random, &a);
            (*g)->commit(m, s, &a, &sink);
        }
        assert_in_range(l.heard, 10, 1 << 20);
        free(s);
        free(m);
    }
}

/* ---- by hand ---- */

static bool reads(const char *json, rd_event *ev) {
    const rd_game *g = rd_game_find("robotory");
    rd_config c = {.n_seats = 2};
    rd_match *m = calloc(1, g->match_size);
    rd_fault f = {0};
    assert_int_equal(g->match_init(m, &c, NULL), RD_E_OK);
    bool read = rd_read_event(m, json, strlen(json), ev, &f);
    assert_true(read || f.text[0]);
    free(m);
    return read;
}

static void members_come_in_any_order(void **unused) {
    (void)unused;
    rd_event one, other;
    assert_true(reads("{\"event\":\"moved\",\"beat\":2,\"rule\":\"RY-MOVE-1\",\"robot\":\"white\","
                      "\"from\":3,\"to\":8}",
                      &one));
    assert_true(reads(" { \"to\" : 8, \"new\":{\"a\":[1,{\"b\":\"}\\\"\"}]},\n\"robot\":\"white\","
                      "\"from\":3,\"words\":\"a, b\",\"rule\":\"RY-MOVE-1\",\"beat\":2,"
                      "\"event\":\"moved\" } ",
                      &other));
    assert_memory_equal(&one, &other, sizeof one);
    assert_true(reads("{\"event\":\"moved\",\"beat\":2,\"rule\":\"RY-MOVE-1\",\"a\":[],\"b\":{},"
                      "\"robot\":\"white\",\"from\":3,\"to\":8}",
                      &other));
    assert_memory_equal(&one, &other, sizeof one);
}

/* What a game does not name is a number; "-" is a value outside of every type. */
static void every_type_has_nothing(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_config c = {.n_seats = (*g)->max_seats};
        rd_match *m = calloc(1, (*g)->match_size);
        assert_int_equal((*g)->match_init(m, &c, NULL), RD_E_OK);
        assert_int_equal(rd_option_means(*g, UINT16_MAX).type, RD_T_N);
        for (const rd_type *t = (*g)->types; t->name; t++) {
            int32_t value = 0;
            bool all = t->last == INT32_MAX; /* then no number is left for it */
            assert_int_equal(rd_read_value(m, t, "-", 1, &value), !all);
            if (!all) assert_false(rd_is_value(t, value));
            assert_true(all || !t->unknown || value != t->unknown);
            assert_false(rd_read_value(m, t, "3x", 2, &value));
        }
        free(m);
    }
}

static void what_is_no_event_is_refused(void **unused) {
    (void)unused;
    rd_event ev;
    static const char *const NO[] = {"",
                                     "{}",
                                     "[]",
                                     "{\"event\":\"danced\"}",
                                     "{\"event\":7}",
                                     "{\"event\":\"moved\"",
                                     "{\"event\":\"moved\"} 1",
                                     "{\"event\":\"moved\",}",
                                     "{\"event\":\"moved\",\"to\":true}",
                                     "{\"event\":\"moved\",\"rule\":\"RY-NOPE\"}",
                                     "{\"event\":\"moved\",\"beat\":-1}",
                                     "{\"event\":\"moved\",\"beat\":\"x\"}",
                                     "{\"event\":\"moved\",\"beat\":4294967296}",
                                     "{\"event\":\"moved\",\"from\":\"-\"}",
                                     "{\"event\":\"moved\",\"from\":}",
                                     "{\"event\":\"moved\",\"robot\":\"?\"}",
                                     "{\"event\":\"moved\",\"robot\":\"-\"}",
                                     "{\"event\":\"moved\\",
                                     "{\"event\":\"moved\",\"robot\":\"pink\"}",
                                     "{\"event\":\"moved\",\"x\":}",
                                     "{\"event\":\"moved\",\"x\":[[[[[[[[[[1]]]]]]]]]]}",
                                     NULL};
    for (const char *const *no = NO; *no; no++) assert_false(reads(*no, &ev));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_reads_back),
        cmocka_unit_test(members_come_in_any_order),
        cmocka_unit_test(every_type_has_nothing),
        cmocka_unit_test(what_is_no_event_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
