/* table_tools.c - see table_tools.h. */
#include "table_tools.h"

#include <string.h>

#include "base/bits.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"

/* ---- memory that can run out (the linker sends the table's calls here) ---- */

int calls_until_failure = -1; /* -1: never */

static bool fails_now(void) { return calls_until_failure >= 0 && calls_until_failure-- == 0; }

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n) { return fails_now() ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) { return fails_now() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t n) { return fails_now() ? NULL : __real_realloc(p, n); }

/* ---- tables and answers ---- */

rd_table *open_game(const rd_game *g, int seats, const char *key, const char *value) {
    rd_config c = {.n_seats = seats};
    if (key) c.setting[c.n_settings++] = (rd_setting){key, value};
    rd_key chance = rd_key_from_seed(7);
    rd_fault f = {0};
    rd_table *t = rd_table_open(g, &c, &chance, &f);
    if (!t) fail_msg("%s", f.text);
    return t;
}

rd_table *open_robotory(void) { return open_game(&rd_robotory, 2, "first", "0"); }
rd_table *open_template(int seats) { return open_game(&rd_template, seats, NULL, NULL); }

uint64_t now_hash(const rd_table *t) { return rd_state_hash(rd_table_match(t), rd_table_state(t)); }

rd_action read_action(const rd_table *t, int actor, const char *text) {
    const rd_match *m = rd_table_match(t);
    rd_action a;
    rd_fault f = {0};
    if (!m->game->parse_action(m, rd_table_state(t), actor, text, strlen(text), &a, &f))
        fail_msg("%s: %s", text, f.text);
    return a;
}

rd_err submit(rd_table *t, const rd_action *a) {
    return rd_table_submit(t, rd_table_match(t)->seat_of[a->actor], rd_table_question(t, a->actor),
                           a, NULL);
}

rd_err play(rd_table *t, int actor, const char *text) {
    rd_action a = read_action(t, actor, text);
    return submit(t, &a);
}

/* The i-th legal answer of an actor, counted round. */
rd_action nth(const rd_table *t, int actor, uint64_t i) {
    const rd_match *m = rd_table_match(t);
    rd_action a;
    m->game->nth(m, rd_table_state(t), actor, i % m->game->count(m, rd_table_state(t), actor), &a);
    return a;
}

void lay(rd_table *t, int actor, uint64_t i) {
    rd_action a = nth(t, actor, i);
    assert_int_equal(submit(t, &a), RD_E_OK);
}

/* Plays at random until `n` entries or the end. */
void play_random(rd_table *t, int n, uint64_t seed) {
    const rd_match *m = rd_table_match(t);
    rd_prng g = rd_prng_seed(seed);
    while (rd_table_length(t) < n && rd_table_asked(t)) {
        rd_action a;
        m->game->sample(m, rd_table_state(t), rd_bit_first(rd_table_asked(t)), &g, &a);
        assert_int_equal(submit(t, &a), RD_E_OK);
    }
}

/* Finishes the winner's swap, if one is asked. */
void keep_all(rd_table *t) {
    const rd_match *m = rd_table_match(t);
    rd_decision d;
    uint32_t asked = rd_table_asked(t);
    if (!asked) return;
    int actor = rd_bit_first(asked);
    m->game->decision(m, rd_table_state(t), actor, NULL, 0, &d);
    if (d.kind == TP_ASK_SWAP) assert_int_equal(play(t, actor, "keep"), RD_E_OK);
}
