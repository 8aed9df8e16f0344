/* rally2023_setup.c - the first state, and where the robots start. */
#include <string.h>

#include "games/rally2023/rally2023_int.h"

/* ---- the start ---- */

r23_turn r23_turn_of(const rd_match *m, rd_state *state, rd_sink *to) {
    r23_turn t;
    r23_turn_begin(&t, m, state, to, 0);
    return t;
}

void r23_tell(r23_turn *t, uint32_t what, int32_t a, int32_t b, int32_t c, int32_t d) {
    r23_tell_now(t, (uint16_t)what, (int)(what >> 16), a, b, c, d);
    t->ev.beat += r23_pace(t);
}

void r23_tell_to(r23_turn *t, int robot, int kind, int rule, int32_t b) {
    if (!t->to) return;
    t->ev.seen_by = r23_only(t, robot);
    R23_TELL(t, kind, rule, robot, b);
    t->ev.seen_by = RD_SEEN_BY_ALL;
}

void r23_tell_face_up(r23_turn *t, int kind, int rule, int robot, int reg, int card, int second) {
    if (!t->to) return;
    t->touched |= 1ull << (8 * robot + reg);
    R23_TELL(t, kind, rule, robot, reg + 1, card, second);
}

void r23_tell_status(r23_turn *t, int rule) {
    const r23_state *s = t->s;
    uint64_t status = r23_status_of(s);
    if (!t->to || status == t->status) return;
    t->status = status;
    t->ev.beat++;
    t->ev.arg[4] = s->n_upgrades;
    R23_TELL(t, R23_EV_STATUS, rule, s->stage, s->reg + 1, s->lead, s->n_damage);
    t->ev.arg[4] = 0;
}

void r23_tell_works(r23_turn *t, bool there, int rule) {
    if (there) R23_TELL(t, R23_EV_WORKS, rule, t->s->stage, t->s->reg + 1);
}

void r23_robot_clear(r23_robot *r) {
    memset(r, 0, sizeof *r);
    memset(r->reg, R23_NONE, sizeof r->reg);
    memset(r->pair, R23_NONE, sizeof r->pair);
    memset(r->under, R23_NONE, sizeof r->under);
    memset(r->extra, R23_NONE, sizeof r->extra);
    memset(r->top, R23_NONE, sizeof r->top);
    r->follows = r->fresh = r->weapon = r->lucky = R23_NONE;
}

static void empty_state(r23_state *s) {
    memset(s, 0, sizeof *s);
    memset(s->damage, R23_NONE, sizeof s->damage);
    memset(s->damage_discard, R23_NONE, sizeof s->damage_discard);
    memset(s->damage_gone, R23_NONE, sizeof s->damage_gone);
    memset(s->did, R23_NONE, sizeof s->did);
    memset(s->before, R23_NONE, sizeof s->before);
    s->ask = R23_ASK_NOTHING;
    s->winner = R23_NONE;
    for (int i = 0; i < R23_ROBOTS; i++) r23_robot_clear(&s->robot[i]);
}

static void fill_decks(const r23_match *m, r23_state *s) {
    for (int i = 0; i < m->head.n_actors; i++) {
        r23_robot *r = &s->robot[i];
        for (int kind = 0; kind < R23_ORDINARY; kind++)
            r->deck += r23_card_copies[kind] * r23_one(kind);
        r->n_deck = (uint8_t)r23_total(r->deck);
        r->energy = m->light ? 0 : RD_GIVEN(R23_SETUP_5, R23_START_ENERGY);
    }
    for (int i = 0; i < R23_SPAMS; i++) s->damage[s->n_damage++] = R23_SPAM;
    for (int i = 0; i < R23_HAYWIRES; i++) s->damage[s->n_damage++] = (uint8_t)(R23_HW01 + i);
    s->n_upgrades = R23_UPGRADES;
    for (int u = 0; u < R23_UPGRADES; u++) {
        s->upgrade_deck[u] = (uint8_t)u;
        s->place[u] = R23_IN_DECK;
    }
}

static void deal_upgrades(r23_turn *t) {
    for (int i = 0; i < t->m->head.n_actors && !t->m->light && RD_RULE(R23_SETUP_4); i++)
        for (int k = 0; k < 3; k++) {
            int upgrade = r23_draw_upgrade(t);
            r23_place_upgrade(t->s, upgrade, R23_SPARE + i);
            t->s->robot[i].n_spare++;
            r23_tell_to(t, i, R23_EV_SPARE, R23_SETUP_4, upgrade);
        }
}

void r23_start(const rd_match *match, const rd_key *key, rd_state *state, rd_sink *to) {
    const r23_match *m = r23_match_of(match);
    r23_state *s = (r23_state *)state;
    empty_state(s);
    s->key = *key;
    s->robots.n = match->n_actors;
    s->closed = m->closed;
    fill_decks(m, s);
    r23_turn t = r23_turn_of(match, state, to);
    s->first = m->first;
    if (m->first == R23_NONE) s->first = (uint8_t)r23_below(&t, match->n_actors);
    s->lead = s->first;
    R23_TELL(&t, R23_EV_BEGIN, R23_SETUP_7, s->first);
    deal_upgrades(&t);
    r23_run(&t);
}

/* ---- the dock ---- */

/* Starts that a robot may take: neither closed nor taken. */
uint32_t r23_open_starts(const r23_match *m, const r23_state *s) {
    uint32_t set = 0;
    for (int i = 0; i < m->floor.n_starts; i++) {
        bool closed = s->closed >> i & 1 && RD_RULE(R23_SETUP_3);
        if (!closed && rd_body_at(&s->robots, m->floor.start[i].cell) == RD_NOBODY) set |= 1u << i;
    }
    return set;
}

bool r23_stage_cubes(r23_turn *t) {
    r23_state *s = t->s;
    if (!t->m->competitive || !RD_RULE(R23_COMPETE_1)) return true;
    while (s->at < t->m->head.n_actors) {
        int robot = r23_in_turn(t->m, s, s->at++);
        if (rd_bit_count(r23_open_starts(t->m, s)) <= t->m->head.n_actors) continue;
        r23_ask(t, robot, R23_ASK_CUBE, 0);
        return false;
    }
    return true;
}

bool r23_stage_starts(r23_turn *t) {
    r23_state *s = t->s;
    while (s->at < t->m->head.n_actors) {
        int k = s->at++, robot = k;
        if (RD_RULE(R23_SETUP_1)) robot = r23_in_turn(t->m, s, k);
        if (r23_on_floor(s, robot)) continue;
        r23_ask(t, robot, R23_ASK_START, 0);
        return false;
    }
    s->closed = 0;
    return true;
}

void r23_place_rest(r23_turn *t) {
    r23_state *s = t->s;
    if (s->stage > R23_AT_STARTS) return;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        uint32_t open = r23_open_starts(t->m, s);
        if (r23_on_floor(s, i) || s->robot[i].status & R23_FALLEN || !open) continue;
        const rd_start *start = &t->m->floor.start[rd_bit_first(open)];
        s->robots.cell[i] = start->cell;
        s->robots.dir[i] = start->dir;
    }
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (s->robot[i].archive == RD_NOWHERE && r23_on_floor(s, i)) {
            s->robot[i].archive = s->robots.cell[i];
            s->robot[i].arrow = s->robots.dir[i];
        }
    s->closed = 0;
    s->at = s->asked = 0;
    s->ask = R23_ASK_NOTHING;
}
