/* bench_told.c - see bench_told.h. */
#include "cli/bench_told.h"

#include <stdlib.h>

#include "base/bits.h"
#include "table/table.h"

enum { LONGEST = 20000 };

/* Where messages are written: as long as the longest so far. */
typedef struct page {
    char *text;
    size_t room;
} page;

static size_t write_part(const rd_table *t, int seat, int i, page *p) {
    for (;;) {
        rd_out o = rd_out_to(p->text, p->room);
        rd_table_put_part(t, seat, i, &o);
        if (rd_out_fits(&o)) return o.len;
        free(p->text);
        p->room = 2 * o.len;
        p->text = rd_need(p->room);
    }
}

/* One answer is given and told: who sees the same shares the bytes.  Never inlined, so that
** callgrind can count it alone. */
__attribute__((noinline)) static uint64_t work_told(rd_table *t, const rd_action *a, page *p) {
    const rd_match *m = rd_table_match(t);
    int first = rd_table_length(t) + 1, seat = m->seat_of[a->actor];
    uint64_t bytes = 0;
    if (rd_table_submit(t, seat, rd_table_question(t, a->actor), a, NULL)) return 0;
    for (int i = first; i <= rd_table_length(t); i++) {
        bytes += write_part(t, RD_SPECTATOR, i, p);
        for (int viewer = 0; viewer < m->n_seats; viewer++)
            if (rd_table_audience(t, viewer, i) == viewer) bytes += write_part(t, viewer, i, p);
    }
    return bytes;
}

static uint64_t units_of(const rd_table *t) {
    const rd_match *m = rd_table_match(t);
    return m->game->units ? m->game->units(m, rd_table_state(t)) : 0;
}

static void play_told(rd_table *t, rd_prng *random, page *p, rd_told_cost *c) {
    const rd_match *m = rd_table_match(t);
    uint64_t begun = units_of(t);
    uint32_t asked;
    rd_action a;
    for (int n = 0; n < LONGEST && (asked = rd_table_asked(t)); n++) {
        m->game->sample(m, rd_table_state(t), rd_bit_first(asked), random, &a);
        c->bytes += work_told(t, &a, p);
        c->steps++;
    }
    c->units += units_of(t) - begun;
}

void rd_bench_told(const rd_setup *s, uint64_t games, rd_told_cost *c) {
    page p = {rd_need(1 << 16), 1 << 16};
    for (uint64_t i = 0; i < games; i++) {
        rd_key key = rd_key_from_seed(s->seed + i);
        rd_prng random = rd_prng_seed(i);
        rd_table *t = rd_table_open(s->game, &s->config, &key, NULL);
        if (t && rd_table_listen(t)) play_told(t, &random, &p, c);
        rd_table_close(t);
    }
    free(p.text);
}
