/* table.c - one match being played: the log, the states along it, questions, orders. */
#include "table/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "table/table_int.h"

/* A run of answers by orders alone ends here, so that orders can never play on for ever. */
enum { ORDERS_IN_A_ROW = 4096 };

const char *rd_origin_name(rd_origin o) {
    static const char *const name[] = {"played", "late", "illegal", "dead", "timed", "stood_in"};
    return (unsigned)o < RD_ORIGINS ? name[o] : "unknown";
}

static const rd_game *game_of(const rd_table *t) { return t->match->game; }
static uint32_t pending(const rd_table *t) { return game_of(t)->pending(t->match, t->now); }
static rd_state *copy_at(const rd_table *t, int k) {
    return (rd_state *)(void *)(t->copies + (size_t)k * game_of(t)->state_size);
}
static void copy_state(const rd_table *t, rd_state *to, const rd_state *from) {
    memcpy(to, from, game_of(t)->state_size);
}

/* ---- memory ---- */

bool rd_table_grow(void **block, int *room, int n, size_t size) {
    if (n < *room) return true;
    int wider = *room ? *room * 2 : 8;
    void *more = realloc(*block, (size_t)wider * size);
    if (!more) return false;
    *block = more;
    *room = wider;
    return true;
}

bool rd_table_grow_log(rd_table *t, int n) {
    while (t->log_room < n || t->copy_room <= n / RD_STRIDE) {
        void *log = t->log, *copies = t->copies;
        bool grown = rd_table_grow(&log, &t->log_room, n - 1, sizeof *t->log);
        t->log = log;
        if (!grown) return false;
        grown = rd_table_grow(&copies, &t->copy_room, n / RD_STRIDE, game_of(t)->state_size);
        t->copies = copies;
        if (!grown) return false;
    }
    return true;
}

static bool copy_config(rd_table *t, const rd_config *c) {
    size_t size = 1;
    for (int i = 0; i < c->n_settings; i++)
        size += strlen(c->setting[i].key) + strlen(c->setting[i].value) + 2;
    char *at = t->texts = malloc(size);
    if (!at) return false;
    t->config = *c;
    for (int i = 0; i < c->n_settings; i++) {
        t->config.setting[i].key = strcpy(at, c->setting[i].key);
        at += strlen(at) + 1;
        t->config.setting[i].value = strcpy(at, c->setting[i].value);
        at += strlen(at) + 1;
    }
    return true;
}

void rd_table_close(rd_table *t) {
    if (!t) return;
    free(t->texts);
    free(t->match);
    free(t->now);
    free(t->spare);
    free(t->shown);
    free(t->log);
    free(t->copies);
    free(t->orders);
    free(t->steps);
    rd_table_forget(t, 0);
    free(t->told);
    free(t->parts);
    free(t->json);
    free(t);
}

/* ---- questions ---- */

static bool same_question(const rd_decision *a, const rd_decision *b) {
    return a->kind == b->kind && a->min == b->min && a->max == b->max && a->ordered == b->ordered &&
           a->may_stop == b->may_stop && a->subject == b->subject && a->n == b->n &&
           memcmp(a->option, b->option, a->n * sizeof a->option[0]) == 0;
}

/* The question of that actor is the one it had before the last commit; `before` is the state then.
** In an open simultaneous phase nobody's answer touches another's question.  Otherwise the two
** are compared, as an effect that took place may have changed what is asked. */
static bool is_still_open(const rd_table *t, const rd_state *before, int actor, uint32_t effects) {
    if (!t->question[actor]) return false;
    if (effects & RD_STORED) return true;
    rd_decision was, is;
    game_of(t)->decision(t->match, before, actor, NULL, 0, &was);
    game_of(t)->decision(t->match, t->now, actor, NULL, 0, &is);
    return same_question(&was, &is);
}

void rd_table_number(rd_table *t, uint32_t kept) {
    uint32_t asked = pending(t);
    for (int a = 0; a < t->match->n_actors; a++) {
        if (kept & asked & 1u << a) continue;
        t->question[a] = asked & 1u << a ? ++t->last_question : 0;
        t->held &= ~(1u << a);
    }
}

/* ---- opening ---- */

static bool lay_out(rd_table *t, const rd_game *g, const rd_config *c, const rd_key *key,
                    rd_fault *f) {
    if (!copy_config(t, c) || !(t->match = calloc(1, g->match_size)) ||
        !(t->now = calloc(1, g->state_size)) || !(t->spare = calloc(1, g->state_size)) ||
        !(t->shown = calloc(1, g->state_size)))
        return rd_fault_set(f, 0, 0, "out of memory");
    if (g->match_init(t->match, &t->config, f)) return false;
    if (key) t->key = *key;
    return rd_table_grow_log(t, 1) || rd_fault_set(f, 0, 0, "out of memory");
}

rd_table *rd_table_open_at(const rd_game *g, const rd_config *c, const rd_key *key,
                           const rd_state *position, rd_fault *f) {
    /* match_init would refuse these too, but the texts are copied first */
    if (c->n_settings < 0 || c->n_settings > RD_MAX_SETTINGS) {
        rd_fault_set(f, 0, 0, "more than %d settings", RD_MAX_SETTINGS);
        return NULL;
    }
    rd_table *t = calloc(1, sizeof *t);
    if (!t) {
        rd_fault_set(f, 0, 0, "out of memory");
        return NULL;
    }
    bool opened = lay_out(t, g, c, key, f);
    t->placed = position != NULL;
    t->base_step = -1;
    if (opened && position) {
        copy_state(t, t->now, position);
        opened = g->valid(t->match, t->now, f);
    } else if (opened) {
        g->start(t->match, &t->key, t->now, NULL);
    }
    if (!opened) {
        rd_table_close(t);
        return NULL;
    }
    copy_state(t, copy_at(t, 0), t->now);
    rd_table_number(t, 0);
    return t;
}

rd_table *rd_table_open(const rd_game *g, const rd_config *c, const rd_key *key, rd_fault *f) {
    return rd_table_open_at(g, c, key, NULL, f);
}

bool rd_table_place(rd_table *t, const rd_state *position, rd_fault *f) {
    if (!game_of(t)->valid(t->match, position, f)) return false;
    copy_state(t, t->now, position);
    copy_state(t, copy_at(t, 0), position);
    t->placed = true;
    t->n = t->n_steps = t->gone = t->first_step = 0;
    t->base_step = -1;
    rd_table_forget(t, 0);
    if (t->listens) rd_table_listen(t); /* to nothing, yet */
    rd_table_number(t, 0);
    return true;
}

rd_table *rd_table_fork(const rd_table *t, int n, rd_fault *f) {
    assert(n >= 0 && n <= t->n);
    rd_table *fork =
        rd_table_open_at(game_of(t), &t->config, &t->key, t->placed ? copy_at(t, 0) : NULL, f);
    for (int i = 0; fork && i < n; i++) {
        if (!rd_table_enter(fork, &t->log[i].action, t->log[i].origin, NULL)) continue;
        rd_fault_set(f, 0, 0, "out of memory");
        rd_table_close(fork);
        fork = NULL;
    }
    return fork;
}

/* ---- reading ---- */

const rd_match *rd_table_match(const rd_table *t) { return t->match; }
const rd_config *rd_table_config(const rd_table *t) { return &t->config; }
bool rd_table_is_placed(const rd_table *t) { return t->placed; }
const rd_key *rd_table_key(const rd_table *t) { return &t->key; }
const rd_state *rd_table_state(const rd_table *t) { return t->now; }
const rd_state *rd_table_first(const rd_table *t) { return copy_at(t, 0); }
uint32_t rd_table_asked(const rd_table *t) { return pending(t); }
int rd_table_length(const rd_table *t) { return t->n; }

bool rd_table_outcome(const rd_table *t, rd_outcome *o) {
    return game_of(t)->outcome(t->match, t->now, o);
}

void rd_table_view(const rd_table *t, int seat, rd_state *out) {
    if (seat == RD_SYSTEM)
        copy_state(t, out, t->now);
    else
        game_of(t)->redact(t->match, t->now, seat, out);
}

uint32_t rd_table_question(const rd_table *t, int actor) {
    return actor >= 0 && actor < t->match->n_actors ? t->question[actor] : 0;
}

const rd_entry *rd_table_entry(const rd_table *t, int i) {
    assert(i >= 0 && i < t->n);
    return &t->log[i];
}

uint32_t rd_table_redo(const rd_table *t, rd_state *s, const rd_action *a, rd_sink *to) {
    uint32_t effects = 0;
    rd_err e = rd_apply(t->match, s, a, to, &effects, NULL);
    assert(!e);
    (void)e;
    return effects;
}

void rd_table_state_at(const rd_table *t, int n, rd_state *out) {
    assert(n >= 0 && n <= t->n);
    copy_state(t, out, copy_at(t, n / RD_STRIDE));
    for (int i = n - n % RD_STRIDE; i < n; i++) rd_table_redo(t, out, &t->log[i].action, NULL);
}

void rd_table_view_at(const rd_table *t, int seat, int n, rd_state *out) {
    rd_table_state_at(t, n, out);
    if (seat != RD_SYSTEM) game_of(t)->redact(t->match, out, seat, out);
}

/* ---- playing ---- */

void rd_table_append(rd_table *t, const rd_action *a, rd_origin how, uint32_t effects) {
    rd_entry *e = &t->log[t->n++];
    *e = (rd_entry){.origin = how, .effects = effects, .step = -1};
    e->hash = rd_state_hash(t->match, t->now);
    e->action.kind = a->kind;
    e->action.actor = a->actor;
    e->action.n = a->n;
    memcpy(e->action.pick, a->pick, a->n * sizeof a->pick[0]);
    if (t->n % RD_STRIDE == 0) copy_state(t, copy_at(t, t->n / RD_STRIDE), t->now);
}

static rd_err enter(rd_table *t, const rd_action *a, rd_origin how, uint16_t *rule) {
    uint32_t asked = pending(t), effects = 0;
    if (!asked) return RD_E_OVER;
    if (a->actor >= t->match->n_actors || a->n > RD_MAX_PICKS) return RD_E_MALFORMED;
    if (!(asked >> a->actor & 1)) return RD_E_NOT_ASKED;
    if (!rd_table_grow_log(t, t->n + 1) || !rd_table_grow_steps(t, 1)) return RD_E_NO_ROOM;
    copy_state(t, t->spare, t->now);
    rd_sink to = rd_table_ears(t, false);
    rd_err e = rd_apply(t->match, t->now, a, to.emit ? &to : NULL, &effects, rule);
    if (e) {
        rd_table_no_part(t);
        return e;
    }
    rd_table_end_part(t, a, t->spare);
    rd_table_append(t, a, how, effects);
    rd_table_note(t, RD_STEP_INPUT, 0, &t->log[t->n - 1]);
    uint32_t kept = 0;
    for (uint32_t left = pending(t) & asked & ~(1u << a->actor); left;) {
        int actor = rd_bit_take(&left);
        if (is_still_open(t, t->spare, actor, effects)) kept |= 1u << actor;
    }
    rd_table_number(t, kept);
    return RD_E_OK;
}

/* ---- standing orders ---- */

int rd_table_register(const rd_table *t) {
    enum { REGISTERS = 5 };
    const rd_game *g = game_of(t);
    if (!g->units || strcmp(g->unit, "register") != 0) return 0;
    uint64_t begun = g->units(t->match, t->now);
    return begun ? (int)((begun - 1) % REGISTERS) + 1 : 0;
}

bool rd_table_order_fits(const rd_table *t, const rd_order *o, const rd_decision *d) {
    if (o->ask != d->kind || (o->about >= 0 && o->about != d->subject)) return false;
    if (!o->only && !o->before) return true;
    int now = rd_table_register(t);
    return (!o->only || now == o->only) && (!o->before || now < o->before);
}

static int find_order(const rd_table *t, int actor, uint16_t ask, int about) {
    for (int i = 0; i < t->n_orders; i++) {
        const rd_order *o = &t->orders[i];
        if (o->action.actor == actor && o->ask == ask && o->about == about) return i;
    }
    return -1;
}

/* Answers one open question by an order; false when no order fits. */
static bool carry_out_one(rd_table *t) {
    for (uint32_t left = pending(t) & ~t->held; left;) {
        int actor = rd_bit_take(&left);
        rd_decision d;
        game_of(t)->decision(t->match, t->now, actor, NULL, 0, &d);
        for (int i = 0; i < t->n_orders; i++) {
            const rd_order *o = &t->orders[i];
            bool fits = o->action.actor == actor && rd_table_order_fits(t, o, &d);
            if (fits && !enter(t, &o->action, RD_PLAYED, NULL)) return true;
        }
    }
    return false;
}

static void carry_out_orders(rd_table *t) {
    if (!t->n_orders) return;
    for (int i = 0; i < ORDERS_IN_A_ROW && carry_out_one(t); i++) {
    }
}

rd_err rd_table_order(rd_table *t, const rd_order *o) {
    const rd_action *a = &o->action;
    if (a->kind != RD_ANSWER || a->actor >= t->match->n_actors || a->n > RD_MAX_PICKS)
        return RD_E_MALFORMED;
    int at = find_order(t, a->actor, o->ask, o->about);
    if (at < 0) {
        void *orders = t->orders;
        bool grown = rd_table_grow(&orders, &t->order_room, t->n_orders, sizeof *t->orders);
        t->orders = orders;
        if (!grown) return RD_E_NO_ROOM;
        at = t->n_orders++;
    }
    t->orders[at] = *o;
    carry_out_orders(t);
    return RD_E_OK;
}

void rd_table_cancel_order(rd_table *t, int actor, uint16_t ask, int about) {
    int at = find_order(t, actor, ask, about);
    if (at >= 0) t->orders[at] = t->orders[--t->n_orders];
}

/* ---- answers from outside ---- */

rd_err rd_table_enter(rd_table *t, const rd_action *a, rd_origin how, uint16_t *rule) {
    if ((a->kind == RD_TIME_UP) != (how == RD_TIMED)) return RD_E_MALFORMED;
    rd_err e = enter(t, a, how, rule);
    if (!e) carry_out_orders(t);
    return e;
}

rd_err rd_table_submit(rd_table *t, int seat, uint32_t question, const rd_action *a,
                       uint16_t *rule) {
    if (!pending(t)) return RD_E_OVER;
    if (a->kind != RD_ANSWER || a->actor >= t->match->n_actors) return RD_E_MALFORMED;
    if (t->match->seat_of[a->actor] != seat) return RD_E_NOT_ASKED;
    uint32_t open = t->question[a->actor];
    if (!open && (!question || question > t->last_question)) return RD_E_NOT_ASKED;
    if (question != open) return RD_E_STALE;
    return rd_table_enter(t, a, RD_PLAYED, rule);
}

rd_err rd_table_force(rd_table *t, int actor, rd_origin why) {
    if (!pending(t)) return RD_E_OVER;
    if (!rd_table_question(t, actor)) return RD_E_NOT_ASKED;
    rd_action a = {0};
    game_of(t)->fallback(t->match, t->now, actor, &a);
    return rd_table_enter(t, &a, why, NULL);
}

rd_err rd_table_time_up(rd_table *t, int actor, const rd_action *draft) {
    if (!pending(t)) return RD_E_OVER;
    if (!rd_table_question(t, actor)) return RD_E_NOT_ASKED;
    rd_action a = draft ? *draft : (rd_action){0};
    a.kind = RD_TIME_UP;
    a.actor = (uint8_t)actor;
    a.zero = 0;
    return rd_table_enter(t, &a, RD_TIMED, NULL);
}
