/* test_floor_props.c - what must hold on any floor, tried on thousands of random ones.
**
** Turning the whole course turns the result; renumbering the bodies renumbers it; and belts,
** pushers, steps and beams agree with references that are written in another way: on coordinates,
** and by trying every set of movers.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "floor/build.h"
#include "turning.h"

enum { WORLDS = 1500, TRIES = 12, TEXT_MAX = 16384 };

static rd_prng rng;
static int below(int n) { return (int)rd_prng_below(&rng, (uint32_t)n); }

/* ---- random courses ---- */

static void put_random_tile(rd_out *o, int busy) {
    static const char *const PLAIN[] = {".", ".", "R1", "R2", "B", "O", "GL", "GR", "x"};
    if (below(100) >= busy) {
        rd_put_text(o, PLAIN[below(9)]);
        return;
    }
    char out = "nesw"[below(4)];
    int d = (int)(strchr("nesw", out) - "nesw");
    rd_put_char(o, (char)(below(2) ? out : out - 32));
    unsigned sides = (unsigned)below(16) & ~(1u << d);
    if (sides & ~(1u << (d ^ 2)) && below(3)) {
        rd_put_char(o, '<');
        for (int side = 0; side < 4; side++)
            if (sides >> side & 1) rd_put_char(o, "nesw"[side]);
    }
    if (!below(6)) rd_put_text(o, "+B");
}

static void put_random_board(rd_out *o, int id, int cols, int rows, int busy) {
    rd_put_text(o, "board b");
    rd_put_int(o, id);
    rd_put_text(o, "\ngrid\n");
    for (int row = 0; row <= rows; row++) {
        for (int col = 0; col < cols; col++) rd_put_text(o, below(8) ? " +" : " --");
        rd_put_char(o, '\n');
        if (row == rows) break;
        for (int col = 0; col <= cols; col++) {
            if (!below(8)) rd_put_text(o, " |");
            rd_put_char(o, ' ');
            if (col < cols) put_random_tile(o, busy);
        }
        rd_put_char(o, '\n');
    }
    rd_put_text(o, "end\n");
}

/* Lasers and pushers cannot be written blindly: they are added where the board has room. */
static void put_extras(rd_out *o, const rd_board *b, int rare) {
    for (int i = 0; i < b->cols * b->rows; i++) {
        const rd_cell *c = &b->tile[i];
        if (c->what & (RD_OFF | RD_PIT)) continue;
        int d = below(4);
        if (c->wall >> (d ^ 2) & 1 && below(2)) {
            rd_put_text(o, "laser ");
            rd_put_int(o, i % b->cols);
            rd_put_char(o, ',');
            rd_put_int(o, i / b->cols);
            rd_put_char(o, ' ');
            rd_put_char(o, "NESW"[d]);
            rd_put_char(o, ' ');
            rd_put_int(o, 1 + below(3));
            rd_put_char(o, '\n');
        }
        if (!below(rare)) {
            static const char *const REGS[] = {"1", "1,3,5", "2,4", "1,2,3,4,5"};
            rd_put_text(o, "pusher ");
            rd_put_int(o, i % b->cols);
            rd_put_char(o, ',');
            rd_put_int(o, i / b->cols);
            rd_put_char(o, ' ');
            rd_put_char(o, "NESW"[below(4)]);
            rd_put_char(o, ' ');
            rd_put_text(o, REGS[below(4)]);
            rd_put_char(o, '\n');
        }
    }
}

typedef struct world {
    char text[TEXT_MAX];
    rd_course course;
    rd_floor map;
    rd_floor_options options;
} world;

static void load(world *w) {
    rd_fault f;
    if (!rd_floor_load(&w->map, &w->course, w->text, strlen(w->text), &w->options, &f))
        fail_msg("%u:%u: %s\n%s", f.line, f.column, f.text, w->text);
}

/* One to three boards of one square size, side by side or with a gap, turned at random. */
static void make_world(world *w) {
    static char plain[TEXT_MAX];
    int boards = 1 + below(3), side = 2 + below(5), busy = below(90);
    rd_out o = rd_out_to(w->text, TEXT_MAX);
    rd_put_text(&o, "course random\n");
    for (int i = 0; i < boards; i++) {
        rd_out p = rd_out_to(plain, sizeof plain);
        rd_board b;
        rd_fault f;
        put_random_board(&p, i, side, side, busy);
        if (!rd_board_parse(&b, plain, p.len, 1, &f)) fail_msg("%u: %s\n%s", f.line, f.text, plain);
        rd_put_span(&o, plain, p.len - strlen("end\n"));
        put_extras(&o, &b, 1 + below(4));
        rd_put_text(&o, "end\n");
    }
    for (int i = 0; i < boards; i++) {
        rd_put_text(&o, "piece b");
        rd_put_int(&o, i);
        rd_put_char(&o, ' ');
        rd_put_int(&o, 90 * below(4));
        rd_put_char(&o, ' ');
        rd_put_int(&o, i * side + below(2) * (i == 2));
        rd_put_char(&o, ',');
        rd_put_int(&o, below(2));
        rd_put_char(&o, '\n');
    }
    assert_true(rd_out_fits(&o));
    w->options = (rd_floor_options){.fenced = !below(4), .pushers_hide = below(2)};
    load(w);
}

static bool can_stand(const rd_floor *f, uint32_t turns, int cell) {
    rd_cell c = rd_floor_cell(f, turns, (uint16_t)cell);
    return cell && !(c.what & (RD_OFF | RD_PIT));
}

static void place_bodies(const rd_floor *f, rd_bodies *b) {
    bool crowd = below(3); /* within three by three cells, so that rows and knots arise */
    int left = below(f->cols), top = below(f->rows);
    memset(b, 0, sizeof *b);
    b->n = (uint8_t)(1 + below(RD_MAX_BODIES));
    for (int i = 0; i < b->n; i++) {
        b->dir[i] = (uint8_t)below(4);
        for (int tries = 0; tries < 40 && !b->cell[i]; tries++) {
            int cell =
                crowd ? rd_floor_at(f, left + below(3), top + below(3)) : 1 + below(f->n_cells - 1);
            if (can_stand(f, 0, cell) && rd_body_at(b, (uint16_t)cell) == RD_NOBODY && below(9))
                b->cell[i] = (uint16_t)cell;
        }
    }
    if (!below(4)) b->steady = (uint8_t)below(256);
    if (!below(4)) b->hover = (uint8_t)below(256);
}

/* ---- operations by number ---- */

typedef struct op {
    int what, who, d, reg;
    unsigned only;
} op;
enum { STEP, BELTS_ALL, BELTS_EXPRESS, PUSHERS, GEARS, OPS };

static op random_op(const rd_bodies *b) {
    return (op){below(OPS), below(b->n), below(4), 1 + below(5),
                below(3) ? 0xff : (unsigned)below(256)};
}

static rd_effect apply(const rd_floor *f, rd_bodies *b, op o, rd_facts *facts) {
    switch (o.what) {
    case STEP: return rd_floor_step(f, b, o.who, o.d, facts);
    case BELTS_ALL: return rd_floor_belts(f, b, RD_BELT | RD_EXPRESS, o.only, facts);
    case BELTS_EXPRESS: return rd_floor_belts(f, b, RD_EXPRESS, o.only, facts);
    case PUSHERS: return rd_floor_pushers(f, b, o.reg, facts);
    default: return rd_floor_gears(f, b, facts);
    }
}

static void assert_bodies_sound(const rd_floor *f, const rd_bodies *b) {
    for (int i = 0; i < b->n; i++) {
        assert_true(b->cell[i] < f->n_cells);
        if (!b->cell[i]) continue;
        int what = rd_floor_cell(f, b->turns, b->cell[i]).what;
        assert_false(what & RD_OFF);
        assert_true(!(what & RD_PIT) || b->hover >> i & 1);
        for (int k = 0; k < i; k++) assert_int_not_equal(b->cell[i], b->cell[k]);
    }
    for (int i = b->n; i < RD_MAX_BODIES; i++) assert_int_equal(b->cell[i], RD_NOWHERE);
}

/* ---- turning the course turns the result ---- */

static uint16_t turned_cell(const rd_floor *from, const rd_floor *to, uint16_t cell, int quarters) {
    if (!cell) return 0;
    int col = from->cell[cell].col, row = from->cell[cell].row;
    turn_spot(from->cols, from->rows, quarters, &col, &row);
    return (uint16_t)((row + 1) * to->delta[RD_SOUTH] + col + 1);
}

static rd_bodies turned_bodies(const rd_floor *from, const rd_floor *to, const rd_bodies *b,
                               int q) {
    rd_bodies t = *b;
    for (int i = 0; i < b->n; i++) {
        t.cell[i] = turned_cell(from, to, b->cell[i], q);
        t.dir[i] = (uint8_t)((b->dir[i] + q) & 3);
    }
    return t;
}

static int count_hits(const rd_floor *f, const rd_bodies *b, int body, int d) {
    rd_hit hit[RD_MAX_HITS];
    int n = rd_floor_lasers(f, b, hit), beams = 0;
    for (int i = 0; i < n; i++)
        if (hit[i].body == body && hit[i].dir == (d & 3)) beams += hit[i].beams;
    return beams;
}

static void assert_same_beams(const rd_floor *f, const rd_bodies *b, const rd_floor *g,
                              const rd_bodies *t, int q) {
    for (int i = 0; i < b->n; i++)
        for (int d = 0; d < 4; d++) {
            assert_int_equal(count_hits(f, b, i, d), count_hits(g, t, i, d + q));
            rd_sight x = rd_floor_sight(f, b, b->cell[i], d);
            rd_sight y = rd_floor_sight(g, t, t->cell[i], (d + q) & 3);
            assert_int_equal(x.body, y.body);
            assert_int_equal(x.distance, y.distance);
        }
}

static void turning_the_course(void **state) {
    (void)state;
    static world w;
    static rd_floor other;
    rng = rd_prng_seed(1);
    for (int n = 0; n < WORLDS; n++) {
        make_world(&w);
        int q = 1 + below(3);
        rd_course turned = w.course;
        rd_fault fault;
        turn_course(&turned, &w.map, q);
        assert_true(rd_floor_build(&other, &turned, w.text, &w.options, &fault));
        for (int k = 0; k < TRIES; k++) {
            rd_bodies b;
            place_bodies(&w.map, &b);
            rd_bodies t = turned_bodies(&w.map, &other, &b, q);
            assert_same_beams(&w.map, &b, &other, &t, q);
            op o = random_op(&b), p = o;
            p.d = (o.d + q) & 3;
            rd_effect e = apply(&w.map, &b, o, NULL), f = apply(&other, &t, p, NULL);
            rd_bodies want = turned_bodies(&w.map, &other, &b, q);
            assert_memory_equal(&want, &t, sizeof want);
            assert_memory_equal(&e, &f, sizeof e);
            assert_bodies_sound(&w.map, &b);
        }
    }
}

/* ---- renumbering the bodies ---- */

static rd_bodies renumbered(const rd_bodies *b, const int *to) {
    rd_bodies t = *b;
    t.steady = t.hover = 0;
    for (int i = 0; i < b->n; i++) {
        t.cell[to[i]] = b->cell[i];
        t.dir[to[i]] = b->dir[i];
        t.steady |= (uint8_t)((b->steady >> i & 1) << to[i]);
        t.hover |= (uint8_t)((b->hover >> i & 1) << to[i]);
    }
    return t;
}

static unsigned renumbered_set(unsigned set, const int *to, int n) {
    unsigned out = 0;
    for (int i = 0; i < n; i++) out |= (set >> i & 1) << to[i];
    return out;
}

static void renumbering_the_bodies(void **state) {
    (void)state;
    static world w;
    rng = rd_prng_seed(2);
    for (int n = 0; n < WORLDS; n++) {
        make_world(&w);
        for (int k = 0; k < TRIES; k++) {
            rd_bodies b;
            int to[RD_MAX_BODIES];
            place_bodies(&w.map, &b);
            b.hover &= (uint8_t)((1u << b.n) - 1);
            b.steady &= (uint8_t)((1u << b.n) - 1);
            for (int i = 0; i < b.n; i++) {
                int at = below(i + 1);
                to[i] = i;
                int swap = to[at];
                to[at] = to[i];
                to[i] = swap;
            }
            rd_bodies t = renumbered(&b, to);
            op o = random_op(&b), p = o;
            p.who = to[o.who];
            p.only = renumbered_set(o.only, to, b.n);
            rd_facts fb, ft;
            rd_effect e = apply(&w.map, &b, o, &fb), f = apply(&w.map, &t, p, &ft);
            rd_bodies want = renumbered(&b, to);
            assert_memory_equal(&want, &t, sizeof want);
            assert_int_equal(renumbered_set(e.moved, to, b.n), f.moved);
            assert_int_equal(renumbered_set(e.turned, to, b.n), f.turned);
            assert_int_equal(renumbered_set(e.fell, to, b.n), f.fell);
            assert_int_equal(renumbered_set(e.blocked, to, b.n), f.blocked);
            assert_int_equal(fb.n, ft.n);
            for (int i = 0; i < fb.n; i++) { /* each fact, renumbered, is among the others */
                rd_fact x = fb.fact[i];
                bool found = false;
                x.body = (uint8_t)to[x.body];
                if (x.other != RD_NOBODY) x.other = (uint8_t)to[x.other];
                for (int m = 0; m < ft.n; m++) found |= !memcmp(&x, &ft.fact[m], sizeof x);
                assert_true(found);
            }
        }
    }
}

/* ---- a piece turned in play is as if it had been laid so ---- */

static void turning_a_piece_in_play(void **state) {
    (void)state;
    static world w;
    static rd_floor laid;
    rng = rd_prng_seed(3);
    for (int n = 0; n < WORLDS; n++) {
        make_world(&w);
        rd_course c = w.course;
        rd_fault fault;
        uint32_t turns = 0;
        for (int p = 0; p < c.n_pieces; p++) {
            int q = below(4);
            assert_true(rd_floor_can_turn(&w.map, p));
            c.piece[p].turn = (uint8_t)((c.piece[p].turn + q) & 3);
            turns |= (uint32_t)q << (2 * p);
        }
        assert_true(rd_floor_build(&laid, &c, w.text, &w.options, &fault));
        for (int k = 0; k < TRIES; k++) {
            rd_bodies b, t;
            place_bodies(&laid, &b);
            t = b;
            t.turns = turns;
            assert_same_beams(&laid, &b, &w.map, &t, 0);
            op o = random_op(&b);
            rd_facts fb, ft;
            rd_effect e = apply(&laid, &b, o, &fb), f = apply(&w.map, &t, o, &ft);
            t.turns = 0;
            assert_memory_equal(&b, &t, sizeof b);
            assert_memory_equal(&e, &f, sizeof e);
            assert_int_equal(fb.n, ft.n);
            assert_memory_equal(fb.fact, ft.fact, (size_t)fb.n * sizeof *fb.fact);
        }
        for (int cell = 1; cell < laid.n_cells; cell++)
            for (int d = 0; d < 4; d++) {
                if (laid.cell[cell].what & RD_OFF) continue;
                assert_int_equal(rd_floor_wall(&laid, 0, (uint16_t)cell, d),
                                 rd_floor_wall(&w.map, turns, (uint16_t)cell, d));
                assert_int_equal(rd_floor_next(&laid, 0, (uint16_t)cell, d),
                                 rd_floor_next(&w.map, turns, (uint16_t)cell, d));
            }
    }
}

/* ---- references: on coordinates, by trying every set ---- */

static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

static const rd_cell *ref_at(const rd_floor *f, int x, int y) {
    static const rd_cell beyond = {.what = RD_OFF};
    uint16_t cell = rd_floor_at(f, x, y);
    return cell ? &f->cell[cell] : &beyond;
}

/* A wall seen from either side, from what each piece itself has there. */
static bool ref_wall(const rd_floor *f, int x, int y, int d) {
    const rd_cell *here = ref_at(f, x, y), *there = ref_at(f, x + DX[d], y + DY[d]);
    if (there->what & RD_OFF) return here->wall >> (4 + d) & 1 || f->fenced;
    return here->wall >> (4 + d) & 1 || there->wall >> (4 + (d ^ 2)) & 1;
}

typedef struct ref_body {
    int x, y, dir, want; /* want: direction, or -1 */
    int by;
    bool there, falls;
} ref_body;

static void ref_read(const rd_floor *f, const rd_bodies *b, ref_body *r) {
    for (int i = 0; i < b->n; i++) {
        r[i] = (ref_body){.want = -1, .by = -1, .there = b->cell[i] != 0, .dir = b->dir[i]};
        r[i].x = f->cell[b->cell[i]].col;
        r[i].y = f->cell[b->cell[i]].row;
    }
}

static int ref_on(const ref_body *r, int n, int x, int y) {
    for (int i = 0; i < n; i++)
        if (r[i].there && r[i].x == x && r[i].y == y) return i;
    return -1;
}

static void ref_want(const rd_floor *f, const rd_bodies *b, ref_body *r, int i, int d) {
    if (ref_wall(f, r[i].x, r[i].y, d)) return;
    int what = ref_at(f, r[i].x + DX[d], r[i].y + DY[d])->what;
    r[i].want = d;
    r[i].falls = what & RD_OFF || (what & RD_PIT && !(b->hover >> i & 1));
}

/* May all of this set move and nobody else? */
static bool ref_possible(const ref_body *r, int n, unsigned set) {
    for (int i = 0; i < n; i++) {
        if (!(set >> i & 1)) continue;
        if (r[i].want < 0) return false;
        if (r[i].by >= 0 && !(set >> r[i].by & 1)) return false;
        if (r[i].falls) continue;
        int x = r[i].x + DX[r[i].want], y = r[i].y + DY[r[i].want], on = ref_on(r, n, x, y);
        if (on >= 0 && !(set >> on & 1)) return false;
        if (on >= 0 && r[on].want == (r[i].want ^ 2)) return false;
        for (int k = 0; k < n; k++)
            if (k != i && r[k].want >= 0 && !r[k].falls && r[k].x + DX[r[k].want] == x &&
                r[k].y + DY[r[k].want] == y)
                return false;
    }
    return true;
}

/* Possible sets are closed under union, so there is a greatest. */
static unsigned ref_greatest(const ref_body *r, int n) {
    unsigned all = 0;
    for (unsigned set = 1; set < 1u << n; set++)
        if (ref_possible(r, n, set)) all |= set;
    assert_true(ref_possible(r, n, all));
    return all;
}

static void assert_as_reference(const rd_floor *f, const rd_bodies *b, ref_body *r, unsigned moved,
                                bool belts, unsigned steady) {
    for (int i = 0; i < b->n; i++) {
        if (!r[i].there) continue;
        int x = r[i].x, y = r[i].y, dir = r[i].dir;
        if (moved >> i & 1) {
            x += DX[r[i].want];
            y += DY[r[i].want];
            const rd_cell *c = ref_at(f, x, y);
            if (belts && c->belt >> (4 + r[i].want) & 1 && !(steady >> i & 1))
                dir += c->belt % 4 == (r[i].want + 1) % 4 ? 1 : 3;
        }
        if (moved >> i & 1 && r[i].falls) {
            assert_int_equal(b->cell[i], RD_NOWHERE);
            continue;
        }
        assert_int_equal(b->cell[i], rd_floor_at(f, x, y));
        assert_int_equal(b->dir[i], dir % 4);
    }
}

static void belts_as_by_brute_force(void **state) {
    (void)state;
    static world w;
    rng = rd_prng_seed(4);
    for (int n = 0; n < WORLDS; n++) {
        make_world(&w);
        for (int k = 0; k < TRIES; k++) {
            rd_bodies b;
            ref_body r[RD_MAX_BODIES];
            int kinds = below(2) ? RD_EXPRESS : RD_BELT | RD_EXPRESS;
            place_bodies(&w.map, &b);
            ref_read(&w.map, &b, r);
            for (int i = 0; i < b.n; i++) {
                const rd_cell *c = &w.map.cell[b.cell[i]];
                if (r[i].there && c->what & kinds) ref_want(&w.map, &b, r, i, c->belt & 3);
            }
            unsigned moved = ref_greatest(r, b.n);
            rd_effect e = rd_floor_belts(&w.map, &b, kinds, 0xff, NULL);
            assert_int_equal(e.moved | e.fell, moved);
            assert_as_reference(&w.map, &b, r, moved, true, b.steady);
        }
    }
}

/* Directions in which rows push a body that is on no active pusher. */
static void ref_shoves(const rd_floor *f, const rd_bodies *b, ref_body *r, unsigned on,
                       int shoves[RD_MAX_BODIES][4]) {
    for (int i = 0; i < b->n; i++) {
        if (!(on >> i & 1)) continue;
        int d = f->cell[b->cell[i]].push & 3, last = i;
        for (;;) {
            if (ref_wall(f, r[last].x, r[last].y, d)) break;
            int next = ref_on(r, b->n, r[last].x + DX[d], r[last].y + DY[d]);
            if (next < 0 || on >> next & 1) break;
            shoves[next][d] = last + 1;
            last = next;
        }
    }
}

static void pushers_as_by_brute_force(void **state) {
    (void)state;
    static world w;
    rng = rd_prng_seed(5);
    int pushed = 0;
    for (int n = 0; n < WORLDS; n++) {
        make_world(&w);
        for (int k = 0; k < TRIES; k++) {
            rd_bodies b;
            ref_body r[RD_MAX_BODIES];
            int reg = 1 + below(5), shoves[RD_MAX_BODIES][4] = {{0}};
            unsigned on = 0;
            place_bodies(&w.map, &b);
            ref_read(&w.map, &b, r);
            for (int i = 0; i < b.n; i++)
                if (r[i].there && w.map.cell[b.cell[i]].push & 4 << reg) on |= 1u << i;
            ref_shoves(&w.map, &b, r, on, shoves);
            for (int i = 0; i < b.n; i++) {
                int many = 0;
                if (on >> i & 1) ref_want(&w.map, &b, r, i, w.map.cell[b.cell[i]].push & 3);
                for (int d = 0; d < 4; d++) many += shoves[i][d] > 0;
                for (int d = 0; d < 4; d++)
                    if (many == 1 && shoves[i][d]) {
                        ref_want(&w.map, &b, r, i, d);
                        r[i].by = shoves[i][d] - 1;
                    }
            }
            unsigned moved = ref_greatest(r, b.n);
            rd_effect e = rd_floor_pushers(&w.map, &b, reg, NULL);
            assert_int_equal(e.moved | e.fell, moved);
            assert_as_reference(&w.map, &b, r, moved, false, 0);
            pushed += moved != 0;
        }
    }
    assert_true(pushed > 1000); /* the floors were not all empty */
}

/* A step, told as a story: push what is in the way first, then go if it went. */
static bool ref_step(const rd_floor *f, const rd_bodies *b, ref_body *r, int i, int d) {
    if (ref_wall(f, r[i].x, r[i].y, d)) return false;
    int x = r[i].x + DX[d], y = r[i].y + DY[d], on = ref_on(r, b->n, x, y);
    if (on >= 0 && !ref_step(f, b, r, on, d)) return false;
    int what = ref_at(f, x, y)->what;
    if (what & RD_OFF || (on < 0 && what & RD_PIT && !(b->hover >> i & 1))) r[i].there = false;
    r[i].x = x;
    r[i].y = y;
    return true;
}

static void steps_as_a_story(void **state) {
    (void)state;
    static world w;
    rng = rd_prng_seed(6);
    for (int n = 0; n < WORLDS; n++) {
        make_world(&w);
        for (int k = 0; k < TRIES; k++) {
            rd_bodies b;
            ref_body r[RD_MAX_BODIES];
            place_bodies(&w.map, &b);
            b.hover = 0;
            ref_read(&w.map, &b, r);
            int who = below(b.n), d = below(4);
            bool there = r[who].there;
            bool went = there && ref_step(&w.map, &b, r, who, d);
            rd_effect e = rd_floor_step(&w.map, &b, who, d, NULL);
            assert_int_equal(((e.moved | e.fell) >> who & 1), went);
            assert_int_equal(e.blocked != 0, there && !went);
            for (int i = 0; i < b.n; i++)
                assert_int_equal(b.cell[i],
                                 r[i].there ? rd_floor_at(&w.map, r[i].x, r[i].y) : RD_NOWHERE);
        }
    }
}

/* The way of a line of fire by its known target, and by walking it. */
static void same_way(const rd_floor *f, const rd_bodies *b, int body, int target) {
    rd_beam aimed = rd_floor_aimed_way(f, b, body, target);
    rd_beam walked = rd_floor_ray_way(f, b, b->cell[body], b->dir[body], 0, 1);
    assert_int_equal(aimed.from, walked.from);
    assert_int_equal(aimed.to, walked.to);
    assert_int_equal(aimed.dir, walked.dir);
    assert_int_equal(aimed.beams, walked.beams);
    assert_int_equal(aimed.body, walked.body);
}

/* Beams by walking from every laser, sight by walking from every cell. */
static void beams_by_walking(void **state) {
    (void)state;
    static world w;
    rng = rd_prng_seed(7);
    for (int n = 0; n < WORLDS; n++) {
        make_world(&w);
        for (int k = 0; k < TRIES; k++) {
            rd_bodies b;
            ref_body r[RD_MAX_BODIES];
            rd_hit hit[RD_MAX_HITS], ray[RD_MAX_BODIES];
            rd_beam way[RD_MAX_LASERS];
            uint8_t target[RD_MAX_BODIES];
            place_bodies(&w.map, &b);
            ref_read(&w.map, &b, r);
            int hits = rd_floor_lasers(&w.map, &b, hit), found = 0;
            rd_floor_shine(&w.map, &b, hit, hits, way);
            for (int l = 0; l < w.map.n_lasers; l++) {
                const rd_laser *laser = &w.map.laser[l];
                int x = w.map.cell[laser->cell].col, y = w.map.cell[laser->cell].row,
                    d = laser->dir;
                while (ref_on(r, b.n, x, y) < 0 && !ref_wall(&w.map, x, y, d) &&
                       !(ref_at(&w.map, x + DX[d], y + DY[d])->what & RD_OFF))
                    x += DX[d], y += DY[d];
                int on = ref_on(r, b.n, x, y);
                assert_int_equal(way[l].from, laser->cell);
                assert_int_equal(way[l].to, rd_floor_at(&w.map, x, y));
                assert_int_equal(way[l].body, on < 0 ? RD_NOBODY : on);
                if (on < 0) continue;
                bool same = false;
                for (int i = 0; i < hits; i++)
                    same |= hit[i].laser == l && hit[i].body == on && hit[i].dir == d &&
                            hit[i].beams == laser->beams;
                assert_true(same);
                found++;
            }
            assert_int_equal(found, hits);
            rd_floor_aim(&w.map, &b, target);
            for (int i = 0; i < b.n; i++) {
                rd_sight s = rd_floor_sight(&w.map, &b, b.cell[i], b.dir[i]);
                int rays = rd_floor_ray(&w.map, &b, b.cell[i], b.dir[i], 0, 1, ray);
                assert_int_equal(target[i], s.body);
                assert_int_equal(rays, s.body != RD_NOBODY);
                if (b.cell[i]) same_way(&w.map, &b, i, target[i]);
                if (!rays) continue;
                assert_int_equal(ray[0].body, s.body);
                assert_int_equal(ray[0].distance, s.distance);
            }
        }
    }
}

/* ---- texts ---- */

static void texts_read_back(void **state) {
    (void)state;
    static world w;
    static rd_floor again;
    static char once[TEXT_MAX], twice[TEXT_MAX];
    rng = rd_prng_seed(8);
    for (int n = 0; n < WORLDS / 4; n++) {
        rd_course c;
        rd_fault f;
        make_world(&w);
        rd_out o = rd_out_to(once, sizeof once), p = rd_out_to(twice, sizeof twice);
        rd_course_print(&w.course, w.text, &o);
        assert_true(rd_out_fits(&o));
        if (!rd_floor_load(&again, &c, once, o.len, &w.options, &f))
            fail_msg("%u:%u: %s\n%s", f.line, f.column, f.text, once);
        rd_course_print(&c, once, &p);
        assert_string_equal(once, twice);
        assert_memory_equal(&again, &w.map, sizeof again);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_the_course),        cmocka_unit_test(renumbering_the_bodies),
        cmocka_unit_test(turning_a_piece_in_play),   cmocka_unit_test(belts_as_by_brute_force),
        cmocka_unit_test(pushers_as_by_brute_force), cmocka_unit_test(steps_as_a_story),
        cmocka_unit_test(beams_by_walking),          cmocka_unit_test(texts_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
