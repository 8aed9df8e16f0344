/* record_tools.c - see record_tools.h. */
#include "record_tools.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

const rd_record_info INFO = {.date = "2025-01-31T12:00:00Z",
                             .name = {"Ann", "Боб \"the\\bot\"", "Cyd", "D", "E", "F", "G", "H"},
                             .event = "Friday",
                             .engine = "0.1.0"};

const rd_record_wish PRIVATE = {.keep_private = true, .sha = rd_sha256_plain};
const rd_record_wish PUBLIC = {.sha = rd_sha256_plain};
const rd_record_wish FULL = {.with_events = true, .sha = rd_sha256_plain};

/* ---- memory that can run out ---- */

int calls_until_failure = -1;
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

/* ---- helpers ---- */

rd_table *play_game(const rd_game *g, int seats, int actions, uint64_t seed) {
    rd_config c = {.n_seats = seats};
    rd_key key = rd_key_from_seed(seed);
    rd_table *t = rd_table_open(g, &c, &key, NULL);
    const rd_match *m = rd_table_match(t);
    rd_prng p = rd_prng_seed(seed);
    while (rd_table_length(t) < actions && rd_table_asked(t)) {
        int actor = rd_bit_first(rd_table_asked(t)), n = rd_table_length(t);
        rd_action a;
        m->game->sample(m, rd_table_state(t), actor, &p, &a);
        if (n % 7 == 3)
            assert_int_equal(rd_table_force(t, actor, RD_FORCED_LATE), RD_E_OK);
        else if (n % 7 == 5)
            assert_int_equal(rd_table_enter(t, &a, RD_STOOD_IN, NULL), RD_E_OK);
        else if (n % 7 == 6)
            assert_int_equal(rd_table_time_up(t, actor, &a), RD_E_OK);
        else
            assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
    }
    return t;
}

text write_record(const rd_table *t, bool keep_private) {
    text out = {0};
    rd_fault f = {0};
    if (!rd_record_write(t, &INFO, keep_private ? &PRIVATE : &PUBLIC, &out.at, &out.n, &f))
        fail_msg("%s", f.text);
    return out;
}

text played(const rd_game *g, int seats, int actions, uint64_t seed) {
    rd_table *t = play_game(g, seats, actions, seed);
    text out = write_record(t, true);
    rd_table_close(t);
    return out;
}

char *copy_of(const text *from, size_t n) {
    char *copy = malloc(n + 1); /* exactly as long as the reader is told, for the sanitizer */
    memcpy(copy, from->at, n);
    copy[n] = 0;
    return copy;
}

/* The verdict on a changed text whose chain is right again; the change is a sed-like replacement of
** its first match. */
rd_record_verdict read_changed(const text *from, const char *what, const char *with, rd_fault *f) {
    char *hit = strstr(from->at, what);
    if (!hit) fail_msg("no %s in the record", what);
    size_t head = (size_t)(hit - from->at), n = from->n - strlen(what) + strlen(with);
    char *copy = malloc(n + 1);
    memcpy(copy, from->at, head);
    memcpy(copy + head, with, strlen(with));
    strcpy(copy + head + strlen(with), hit + strlen(what));
    relink(copy, n);
    rd_table *t;
    rd_record_verdict v = rd_record_read(copy, n, rd_sha256_plain, &t, NULL, f);
    rd_table_close(t);
    free(copy);
    return v;
}
