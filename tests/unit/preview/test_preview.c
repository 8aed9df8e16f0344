/* Previews of programs against what the engine then does, as long as no other robot is near; hits
** and ways against the floor. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "core/doc_json.h"
#include "core/wire.h"
#include "core/wire_read.h"
#include "floor/route.h"
#include "games/rally2005/rally2005.h"
#include "games/rally2023/rally2023.h"
#include "games/registry.h"

enum {
    GAMES = 60,
    ACTIONS = 300,
    REGISTERS = 5,
    ROBOTS = 2,
    SEATS = 4,
    TEXT_MAX = 1 << 15,
    FAR = 11,    /* cells between two robots that cannot meet within a register */
    LEAST = 150, /* registers that must have been compared                      */
};

/* What one robot goes through in one register: its movements, as text. */
typedef struct way {
    char text[1024];
    int n;
} way;

typedef struct trial {
    const rd_match *match;
    int register_end; /* kind of that event */
    way foreseen[ROBOTS][REGISTERS], real[ROBOTS][REGISTERS];
    int known[ROBOTS], first[ROBOTS]; /* registers that were foreseen       */
    bool alone[REGISTERS];            /* nobody was near when it began      */
    int reg;                          /* that is being played               */
    int cell[ROBOTS][2];              /* where they stand, by what was told */
    int compared, falls;
} trial;

static bool is_movement(const char *name) {
    static const char *const KINDS[] = {"moved", "carried", "shoved", "turned", "fell", NULL};
    for (int i = 0; KINDS[i]; i++)
        if (strcmp(name, KINDS[i]) == 0) return true;
    return false;
}

static void add(way *w, const rd_match *m, const rd_event *ev) {
    const rd_event_spec *spec = &m->game->events[ev->kind];
    size_t end = strlen(w->text);
    if (!is_movement(spec->name)) return;
    rd_out o = rd_out_to(w->text + end, sizeof w->text - end);
    rd_put_text(&o, spec->name);
    for (int i = 0; i < RD_MAX_ARGS && spec->args[i].name; i++) {
        rd_put_char(&o, ' ');
        rd_put_value_text(&o, m, &m->game->types[spec->args[i].type], ev->arg[i]);
    }
    rd_put_char(&o, ';');
    assert_true(rd_out_fits(&o));
    w->n++;
}

/* ---- the preview, read back from its JSON ---- */

static const char *number_after(const char *text, const char *name, int *number) {
    const char *at = strstr(text, name);
    if (!at) return NULL;
    *number = atoi(at + strlen(name));
    return at + strlen(name);
}

static void foresee(trial *t, const rd_state *view, const rd_action *a) {
    static char text[TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_doc_json j = rd_doc_json_to(&o);
    int unknown = 0, robot = a->actor, reg = 0;
    rd_doc_object(&j.doc, NULL);
    t->match->game->preview(t->match, view, robot, a->pick, a->n, NULL, &j.doc);
    rd_doc_object_end(&j.doc);
    assert_true(rd_out_fits(&o));
    memset(t->foreseen[robot], 0, sizeof t->foreseen[robot]);
    t->known[robot] = 0;
    assert_non_null(number_after(text, "\"unknown_from\":", &unknown));
    for (const char *at = text; (at = number_after(at, "{\"register\":", &reg));) {
        const char *next = strstr(at, "{\"register\":");
        t->known[robot] = reg;
        for (const char *e = at; (e = strstr(e, "{\"event\":")) && (!next || e < next); e++) {
            rd_event ev;
            assert_true(rd_read_event(t->match, e, (size_t)(strchr(e, '}') + 1 - e), &ev, NULL));
            assert_int_equal(ev.arg[0], robot);
            add(&t->foreseen[robot][reg - 1], t->match, &ev);
        }
    }
    bool fell = t->known[robot] && strstr(t->foreseen[robot][t->known[robot] - 1].text, "fell");
    t->falls += fell;
    if (!fell) assert_int_equal(unknown ? unknown - 1 : REGISTERS, t->known[robot]);
}

/* ---- the game ---- */

static bool cells_of(trial *t, const rd_state *s) {
    static char text[TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_view_json(&o, t->match, s);
    const char *at = strstr(text, "\"robots\":");
    for (int i = 0; i < ROBOTS && at; i++) {
        at = strstr(at, "\"cell\":");
        if (at && sscanf(at, "\"cell\":[%d,%d]", &t->cell[i][0], &t->cell[i][1]) != 2) at = NULL;
        if (at) at++;
    }
    return at;
}

static bool are_far(const trial *t) {
    return abs(t->cell[0][0] - t->cell[1][0]) + abs(t->cell[0][1] - t->cell[1][1]) > FAR;
}

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    trial *t = ctx;
    const rd_event_spec *spec = &t->match->game->events[ev->kind];
    if (spec->args[0].name && strcmp(spec->args[0].name, "robot") == 0 && t->reg < REGISTERS &&
        ev->arg[0] >= 0 && ev->arg[0] < ROBOTS)
        add(&t->real[ev->arg[0]][t->reg], t->match, ev);
    if (strcmp(spec->name, "register_end") != 0 || t->reg == REGISTERS) return;
    if (++t->reg == REGISTERS) return; /* a round may follow in which nobody programs */
    t->alone[t->reg] = cells_of(t, now) && are_far(t);
}

static void compare(trial *t) {
    for (int robot = 0; robot < ROBOTS; robot++)
        for (int reg = 0; reg < t->known[robot] && reg < t->reg && t->alone[reg]; reg++) {
            if (strcmp(t->foreseen[robot][reg].text, t->real[robot][reg].text) != 0) {
                fprintf(stderr, "%s robot %d register %d\n foreseen %s\n real     %s\n",
                        t->match->game->id, robot, reg + 1, t->foreseen[robot][reg].text,
                        t->real[robot][reg].text);
                fail();
            }
            t->compared += t->real[robot][reg].n > 0;
        }
}

static void begin_round(trial *t, const rd_state *s) {
    memset(t->real, 0, sizeof t->real);
    memset(t->known, 0, sizeof t->known);
    memset(t->alone, 0, sizeof t->alone);
    t->reg = 0;
    t->alone[0] = cells_of(t, s) && are_far(t);
}

static void play(trial *t, uint64_t seed) {
    const rd_match *m = t->match;
    const rd_game *g = m->game;
    rd_state *s = malloc(g->state_size), *view = malloc(g->state_size);
    rd_sink sink = {hear, t};
    rd_prng random = rd_prng_seed(seed);
    rd_key key = rd_key_from_seed(seed);
    uint32_t asked;
    bool programming = false;
    g->start(m, &key, s, NULL);
    for (int i = 0; i < ACTIONS && (asked = g->pending(m, s)) != 0; i++) {
        rd_action a;
        rd_decision d;
        int actor = rd_bit_first(asked);
        g->decision(m, s, actor, NULL, 0, &d);
        bool program = strcmp(g->asks[d.kind].name, "program") == 0;
        if (program)
            g->sample(m, s, actor, &random, &a);
        else
            g->fallback(m, s, actor, &a);
        if (program && !programming) {
            compare(t);
            begin_round(t, s);
        }
        programming = program;
        if (program) {
            g->redact(m, s, m->seat_of[actor], view);
            foresee(t, view, &a);
        }
        g->commit(m, s, &a, &sink);
    }
    t->known[0] = t->known[1] = 0;
    free(s);
    free(view);
}

static void check(const char *game, const char *course) {
    const rd_game *g = rd_game_find(game);
    rd_config c = {.n_seats = ROBOTS, .n_settings = 1, .setting = {{"course", course}}};
    rd_match *m = calloc(1, g->match_size);
    rd_fault f = {0};
    trial *t = calloc(1, sizeof *t);
    if (g->match_init(m, &c, &f)) fail_msg("%s", f.text);
    t->match = m;
    for (uint64_t seed = 1; seed <= GAMES; seed++) play(t, seed);
    printf("# %s on %s: %d registers compared, %d falls foreseen\n", game, course, t->compared,
           t->falls);
    assert_in_range(t->compared, LEAST, 1 << 30);
    assert_in_range(t->falls, 1, 1 << 30);
    free(t);
    free(m);
}

static void of_2005(void **unused) {
    (void)unused;
    check("rally2005", "dizzy-dash");
    check("rally2005", "island-hop");
}

static void of_2023(void **unused) {
    (void)unused;
    check("rally2023", "wild-dance");
    check("rally2023", "rush-hour");
}

/* Any beginning of an answer, on any view, before and between the registers. */
static void beginnings_are_beginnings(void **unused) {
    (void)unused;
    static char whole[TEXT_MAX], part[TEXT_MAX];
    for (const char *const *id = (const char *const[]){"rally2005", "rally2023", NULL}; *id; id++) {
        const rd_game *g = rd_game_find(*id);
        rd_config c = {.n_seats = 4};
        rd_match *m = calloc(1, g->match_size);
        rd_state *s = malloc(g->state_size), *view = malloc(g->state_size);
        rd_prng random = rd_prng_seed(4);
        rd_key key = rd_key_from_seed(4);
        assert_int_equal(g->match_init(m, &c, NULL), RD_E_OK);
        g->start(m, &key, s, NULL);
        for (int i = 0; i < ACTIONS && g->pending(m, s); i++) {
            rd_action a;
            int actor = rd_bit_first(g->pending(m, s));
            g->sample(m, s, actor, &random, &a);
            for (int viewer = 0; viewer < m->n_actors; viewer++) {
                g->redact(m, s, m->seat_of[viewer], view);
                for (int n = a.n; n >= 0; n--) {
                    rd_out o = rd_out_to(n == a.n ? whole : part, TEXT_MAX);
                    rd_doc_json j = rd_doc_json_to(&o);
                    g->preview(m, view, actor, a.pick, n, NULL, &j.doc);
                    assert_true(rd_out_fits(&o));
                }
            }
            g->commit(m, s, &a, NULL);
        }
        free(s);
        free(view);
        free(m);
    }
}

/* ---- what stands around a robot ---- */

typedef struct around {
    const rd_floor *floor;
    const rd_bodies *robots;
    uint16_t goal; /* or RD_NOWHERE: none */
    unsigned off;  /* robots that are powered down, a set */
} around;

/* Walks the way that was told; how many robots' shots were told is returned. */
static int check_around(const around *w, int actor, const char *text) {
    uint16_t at = w->robots->cell[actor];
    int dir = w->robots->dir[actor], walked = 0, shots = 0, turn;
    rd_steps left;
    const char *path = strstr(text, "\"way\":"), *end = strstr(text, "\"unknown_from\"");
    rd_floor_steps(w->floor, w->robots->turns, &w->goal, 1, &left);
    bool leads = at != RD_NOWHERE && left.to[at] != RD_NO_ROUTE;
    assert_true(path && end);
    assert_int_equal(path[6] == '[', leads);
    for (const char *e = text; (e = strstr(e, "\"event\":\"shot\"")) && e < path; e++) shots++;
    for (const char *leg = path; (leg = number_after(leg, "\"turn\":", &turn)) && leg < end;) {
        int steps = 0;
        number_after(leg, "\"steps\":", &steps);
        assert_in_range(steps, 1, 60);
        dir = rd_dir_turn(dir, turn);
        for (; steps; steps--, walked++) {
            assert_true(rd_floor_open(w->floor, w->robots->turns, at, dir));
            at = rd_floor_next(w->floor, w->robots->turns, at, dir);
        }
    }
    if (leads) assert_int_equal(at, w->goal);
    if (leads) assert_int_equal(walked, left.to[w->robots->cell[actor]]);
    return shots;
}

/* Without options and upgrades a robot hits what it sees straight ahead. */
static int seen_by(const around *w, int actor) {
    int n = 0;
    for (int i = 0; i < w->robots->n; i++)
        if (w->robots->cell[i] != RD_NOWHERE && !(w->off >> i & 1))
            n += rd_floor_sight(w->floor, w->robots, w->robots->cell[i], w->robots->dir[i]).body ==
                 actor;
    return n;
}

static around around_2005(const rd_match *m, const rd_state *s, int actor) {
    const r05_match *match = (const r05_match *)m;
    const r05_state *state = (const r05_state *)s;
    int next = state->robot[actor].flags;
    around w = {&match->floor, &state->robots,
                next < match->n_flags ? state->flags.cell[next] : RD_NOWHERE, 0};
    for (int i = 0; i < SEATS; i++)
        w.off |= (unsigned)(state->robot[i].status & R05_DOWN ? 1 : 0) << i;
    return w;
}

static around around_2023(const rd_match *m, const rd_state *s, int actor) {
    const r23_match *match = (const r23_match *)m;
    const r23_state *state = (const r23_state *)s;
    int next = state->robot[actor].checkpoints;
    around w = {&match->floor, &state->robots,
                next < match->n_checkpoints ? match->checkpoint[next] : RD_NOWHERE, 0};
    for (int i = 0; i < SEATS; i++)
        w.off |= (unsigned)(state->robot[i].status & R23_DOWN ? 1 : 0) << i;
    return w;
}

static void look_around(const char *game, const char *plain, const char *value,
                        around (*of)(const rd_match *, const rd_state *, int)) {
    static char text[TEXT_MAX];
    const rd_game *g = rd_game_find(game);
    rd_config c = {.n_seats = SEATS, .n_settings = 1, .setting = {{plain, value}}};
    rd_match *m = calloc(1, g->match_size);
    rd_state *s = malloc(g->state_size), *view = malloc(g->state_size);
    int hits = 0, looks = 0;
    assert_int_equal(g->match_init(m, &c, NULL), RD_E_OK);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        rd_prng random = rd_prng_seed(seed);
        rd_key key = rd_key_from_seed(seed);
        g->start(m, &key, s, NULL);
        for (int i = 0; i < ACTIONS && g->pending(m, s); i++) {
            rd_action a = {0};
            int actor = rd_bit_first(g->pending(m, s));
            g->redact(m, s, m->seat_of[actor], view);
            rd_out o = rd_out_to(text, sizeof text);
            rd_doc_json j = rd_doc_json_to(&o);
            g->preview(m, view, actor, a.pick, 0, NULL, &j.doc);
            assert_true(rd_out_fits(&o));
            around w = of(m, view, actor); /* who shuts down is secret at first */
            int shots = check_around(&w, actor, text);
            assert_int_equal(shots, seen_by(&w, actor));
            hits += shots;
            looks++;
            g->sample(m, s, actor, &random, &a);
            g->commit(m, s, &a, NULL);
        }
    }
    printf("# %s: %d shots in %d looks\n", game, hits, looks);
    assert_in_range(hits, 10, 1 << 30);
    free(s);
    free(view);
    free(m);
}

static void around_a_robot(void **unused) {
    (void)unused;
    look_around("rally2005", "options", "no", around_2005);
    look_around("rally2023", "upgrades", "no", around_2023);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_2005),
        cmocka_unit_test(of_2023),
        cmocka_unit_test(beginnings_are_beginnings),
        cmocka_unit_test(around_a_robot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
