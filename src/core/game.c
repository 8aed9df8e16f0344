/* game.c - what is written once over the interface; see game.h. */
#include "core/game.h"

#include <string.h>

#include "base/hash.h"
#include "core/rule.h"

#ifdef RD_MUTANTS
int rd_rule_off = -1;
#endif

const char *rd_err_name(rd_err e) {
    static const char *const name[] = {
#define X(code, key) #key,
        RD_ERRORS(X)
#undef X
    };
    return (unsigned)e < RD_E_COUNT ? name[e] : "unknown";
}

void rd_put_event_key(rd_out *o, const rd_game *g, const rd_event *ev) {
    rd_put_text(o, g->id);
    rd_put_text(o, ".event.");
    rd_put_text(o, g->events[ev->kind].name);
}

static const rd_switch *find_switch(const rd_game *g, const char *key) {
    for (const rd_switch *sw = g->switches; sw->key; sw++)
        if (strcmp(sw->key, key) == 0) return sw;
    return NULL;
}

const char *rd_config_get(const rd_game *g, const rd_config *c, const char *key) {
    for (int i = 0; i < c->n_settings; i++)
        if (strcmp(c->setting[i].key, key) == 0) return c->setting[i].value;
    const rd_switch *sw = find_switch(g, key);
    return sw ? sw->fallback : NULL;
}

static bool is_listed(const char *const *values, const char *value) {
    for (; *values; values++)
        if (strcmp(*values, value) == 0) return true;
    return false;
}

bool rd_seats_fit(const rd_game *g, int seats, rd_fault *f) {
    if (seats >= g->min_seats && seats <= g->max_seats) return true;
    if (g->min_seats == g->max_seats)
        rd_fault_set(f, 0, 0, "%s is for %d players, not %d", g->id, g->min_seats, seats);
    else
        rd_fault_set(f, 0, 0, "%s is for %d to %d players, not %d", g->id, g->min_seats,
                     g->max_seats, seats);
    return false;
}

rd_err rd_match_head(rd_match *m, const rd_game *g, const rd_config *c, rd_fault *f) {
    if (!rd_seats_fit(g, c->n_seats, f)) return RD_E_CONFIG;
    if (c->n_settings < 0 || c->n_settings > RD_MAX_SETTINGS) {
        rd_fault_set(f, 0, 0, "more than %d settings", RD_MAX_SETTINGS);
        return RD_E_CONFIG;
    }
    for (int i = 0; i < c->n_settings; i++) {
        const rd_setting *set = &c->setting[i];
        const rd_switch *sw = find_switch(g, set->key);
        if (!sw) {
            rd_fault_set(f, 0, 0, "%s has no setting '%s'", g->id, set->key);
            return RD_E_CONFIG;
        }
        if (sw->values && !is_listed(sw->values, set->value)) {
            rd_fault_set(f, 0, 0, "setting '%s' of %s cannot be '%s'", set->key, g->id, set->value);
            return RD_E_CONFIG;
        }
        for (int j = 0; j < i; j++)
            if (strcmp(c->setting[j].key, set->key) == 0) {
                rd_fault_set(f, 0, 0, "setting '%s' is given twice", set->key);
                return RD_E_CONFIG;
            }
    }
    memset(m, 0, g->match_size);
    m->game = g;
    m->n_seats = m->n_actors = (uint8_t)c->n_seats;
    for (int i = 0; i < RD_MAX_SEATS; i++) m->seat_of[i] = m->team_of[i] = (uint8_t)i;
    return RD_E_OK;
}

rd_err rd_apply_in_turn(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to,
                        uint32_t *effects, uint16_t *rule) {
    rd_action instead;
    if (a->kind == RD_TIME_UP && !m->game->timed) {
        if (a->actor >= m->n_actors || !(m->game->pending(m, s) >> a->actor & 1))
            return RD_E_NOT_ASKED;
        if (a->n > RD_MAX_PICKS) return RD_E_MALFORMED;
        m->game->fallback(m, s, a->actor, &instead);
        a = &instead;
    }
    rd_err e = m->game->check(m, s, a, rule);
    if (e) return e;
    uint32_t done = m->game->commit(m, s, a, to);
    if (effects) *effects = done;
    return RD_E_OK;
}

rd_err rd_apply(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to, uint32_t *effects,
                uint16_t *rule) {
#ifndef RD_MUTANTS /* the switches of the rules are in `check` and `commit` */
    if (!to && m->game->apply) return m->game->apply(m, s, a, to, effects, rule);
#endif
    return rd_apply_in_turn(m, s, a, to, effects, rule);
}

bool rd_each_answer(const rd_match *m, const rd_state *s, int actor, rd_visit visit, void *ctx) {
    const rd_game *g = m->game;
    if (g->each) return g->each(m, s, actor, visit, ctx);
    for (uint64_t i = 0, n = g->count(m, s, actor); i < n; i++) {
        rd_action a;
        g->nth(m, s, actor, i, &a);
        if (!visit(ctx, &a)) return false;
    }
    return true;
}

rd_err rd_check_apart(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    return m->game->check(m, s, a, rule);
}

uint64_t rd_state_hash(const rd_match *m, const rd_state *s) {
    return rd_hash_bytes(m->game->rules_version, s, m->game->state_size);
}

/* ---- binary form ---- */

enum { ENCODED_ID = 16, ENCODED_HEAD = 2 + ENCODED_ID + 4, ENCODED_TAIL = 8 };

static void put_little(uint8_t *to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get_little(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)from[i] << (8 * i);
    return value;
}

size_t rd_state_encode_size(const rd_game *g) {
    return ENCODED_HEAD + g->state_size + ENCODED_TAIL;
}

size_t rd_state_encode(const rd_match *m, const rd_state *s, uint8_t *buf, size_t cap) {
    size_t size = rd_state_encode_size(m->game);
    if (cap < size) return 0;
    memset(buf, 0, ENCODED_HEAD);
    memcpy(buf, "RD", 2);
    strncpy((char *)buf + 2, m->game->id, ENCODED_ID - 1);
    put_little(buf + 2 + ENCODED_ID, m->game->rules_version, 4);
    memcpy(buf + ENCODED_HEAD, s, m->game->state_size);
    put_little(buf + size - ENCODED_TAIL, rd_state_hash(m, s), ENCODED_TAIL);
    return size;
}

rd_err rd_state_decode(const rd_match *m, const uint8_t *buf, size_t n, rd_state *s, rd_fault *f) {
    const rd_game *g = m->game;
    char id[ENCODED_ID] = {0};
    if (n != rd_state_encode_size(g) || memcmp(buf, "RD", 2) != 0) {
        rd_fault_set(f, 0, 0, "not an encoded %s state", g->id);
        return RD_E_MALFORMED;
    }
    strncpy(id, g->id, ENCODED_ID - 1);
    if (memcmp(buf + 2, id, ENCODED_ID) != 0) {
        rd_fault_set(f, 0, 0, "a state of another game than %s", g->id);
        return RD_E_MALFORMED;
    }
    if (get_little(buf + 2 + ENCODED_ID, 4) != g->rules_version) {
        rd_fault_set(f, 0, 0, "a state of another rules version than %d", (int)g->rules_version);
        return RD_E_VERSION;
    }
    if (get_little(buf + n - ENCODED_TAIL, ENCODED_TAIL) !=
        rd_hash_bytes(g->rules_version, buf + ENCODED_HEAD, g->state_size)) {
        rd_fault_set(f, 0, 0, "the state's check sum does not fit: it was damaged");
        return RD_E_MALFORMED;
    }
    memcpy(s, buf + ENCODED_HEAD, g->state_size);
    return g->valid(m, s, f) ? RD_E_OK : RD_E_MALFORMED;
}

bool rd_action_same(const rd_action *a, const rd_action *b) {
    return a->kind == b->kind && a->actor == b->actor && a->n == b->n && a->n <= RD_MAX_PICKS &&
           memcmp(a->pick, b->pick, a->n * sizeof a->pick[0]) == 0;
}

/* ---- the tree of decisions ---- */

static bool has_option(const rd_decision *d, uint16_t option) {
    for (int i = 0; i < d->n; i++)
        if (d->option[i] == option) return true;
    return false;
}

rd_err rd_check_by_decision(const rd_match *m, const rd_state *s, const rd_action *a) {
    rd_decision d;
    if (a->actor >= m->n_actors || !(m->game->pending(m, s) >> a->actor & 1)) return RD_E_NOT_ASKED;
    if (a->kind != RD_ANSWER || a->n > RD_MAX_PICKS) return RD_E_MALFORMED;
    for (int i = 0; i < a->n; i++) {
        m->game->decision(m, s, a->actor, a->pick, i, &d);
        if (!has_option(&d, a->pick[i])) return RD_E_ILLEGAL;
    }
    m->game->decision(m, s, a->actor, a->pick, a->n, &d);
    return d.may_stop ? RD_E_OK : RD_E_ILLEGAL;
}

static uint64_t count_from(const rd_match *m, const rd_state *s, rd_action *a, uint64_t limit) {
    rd_decision d;
    m->game->decision(m, s, a->actor, a->pick, a->n, &d);
    uint64_t total = d.may_stop;
    for (int i = 0; i < d.n && total < limit; i++) {
        a->pick[a->n++] = d.option[i];
        total += count_from(m, s, a, limit - total);
        a->pick[--a->n] = 0;
    }
    return total;
}

uint64_t rd_count_by_decision(const rd_match *m, const rd_state *s, int actor, uint64_t limit) {
    rd_action a = {.actor = (uint8_t)actor};
    return count_from(m, s, &a, limit);
}

/* Finds answer *i below the prefix in `a`; otherwise lowers *i by the answers passed over. */
static bool nth_from(const rd_match *m, const rd_state *s, uint64_t *i, rd_action *a) {
    rd_decision d;
    m->game->decision(m, s, a->actor, a->pick, a->n, &d);
    if (d.may_stop && (*i)-- == 0) return true;
    for (int k = 0; k < d.n; k++) {
        a->pick[a->n++] = d.option[k];
        if (nth_from(m, s, i, a)) return true;
        a->pick[--a->n] = 0;
    }
    return false;
}

void rd_nth_by_decision(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a) {
    *a = (rd_action){.actor = (uint8_t)actor};
    nth_from(m, s, &i, a);
}

static bool each_from(const rd_match *m, const rd_state *s, rd_action *a, rd_visit visit,
                      void *ctx) {
    rd_decision d;
    m->game->decision(m, s, a->actor, a->pick, a->n, &d);
    if (d.may_stop && !visit(ctx, a)) return false;
    for (int i = 0; i < d.n; i++) {
        a->pick[a->n++] = d.option[i];
        if (!each_from(m, s, a, visit, ctx)) return false;
        a->pick[--a->n] = 0;
    }
    return true;
}

bool rd_each_by_decision(const rd_match *m, const rd_state *s, int actor, rd_visit visit,
                         void *ctx) {
    rd_action a = {.actor = (uint8_t)actor};
    return each_from(m, s, &a, visit, ctx);
}

void rd_sample_by_decision(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                           rd_action *a) {
    rd_decision d;
    *a = (rd_action){.actor = (uint8_t)actor};
    for (;;) {
        m->game->decision(m, s, actor, a->pick, a->n, &d);
        uint32_t k = rd_prng_below(g, (uint32_t)d.n + d.may_stop);
        if (k == d.n) return;
        a->pick[a->n++] = d.option[k];
    }
}
