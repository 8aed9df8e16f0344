/* rally2005_setup.c - the first state: robots in their docks, shuffled options. */
#include <string.h>

#include "games/rally2005/rally2005_int.h"

/* ---- the start ---- */

/* Stages in which one thing happens after the other; in the others all is simultaneous, as far as
** no fact of the floor parts it. */
enum {
    IN_TURN = 1u << R05_AT_MOVE | 1u << R05_AT_FIRE | 1u << R05_AT_BEAMS | 1u << R05_AT_REENTER
};

/* How far an event moves the beat on. */
static inline uint32_t step_of(const r05_turn *t) {
    return !t->together && IN_TURN >> t->s->stage & 1;
}

static void emit(r05_turn *t, const rd_event *ev) {
    t->to->emit(t->to->ctx, ev, (const rd_state *)t->s);
    if (step_of(t)) t->beat++;
}

void r05_tell(r05_turn *t, uint32_t what, int32_t a, int32_t b, int32_t c, int32_t d) {
    rd_event ev = {(uint16_t)what, (uint16_t)(what >> 16), t->beat, RD_SEEN_BY_ALL, {a, b, c, d}};
    emit(t, &ev);
}

void r05_tell_to(r05_turn *t, uint32_t seen_by, int kind, int rule, int32_t a, int32_t b, int32_t c,
                 int32_t d) {
    rd_event ev = {(uint16_t)kind, (uint16_t)rule, t->beat, seen_by, {a, b, c, d}};
    emit(t, &ev);
}

void r05_tell_beam(r05_turn *t, rd_beam way, int by, int rule) {
    rd_event ev = {R05_EV_BEAM,
                   (uint16_t)rule,
                   t->beat,
                   RD_SEEN_BY_ALL,
                   {way.from, way.dir, way.to, way.beams, way.body, by}};
    emit(t, &ev);
}

void r05_status_of(const r05_state *s, int32_t status[R05_STATUS]) {
    const int32_t now[] = {s->stage, s->reg + 1, s->n_deck, s->n_discard, s->n_option_deck};
    memcpy(status, now, sizeof now);
}

void r05_tell_status(r05_turn *t, int rule) {
    rd_event ev = {R05_EV_STATUS, (uint16_t)rule, t->beat, RD_SEEN_BY_ALL, {0}};
    if (!t->to) return;
    r05_status_of(t->s, ev.arg);
    if (memcmp(ev.arg, t->before, sizeof t->before) == 0) return;
    memcpy(t->before, ev.arg, sizeof t->before);
    ev.beat = ++t->beat;
    emit(t, &ev);
}

void r05_tell_destroyed(r05_turn *t, int robot, int killer, int rule) {
    const r05_robot *r = &t->s->robot[robot];
    rd_event ev = {R05_EV_DESTROYED,
                   (uint16_t)rule,
                   t->beat,
                   RD_SEEN_BY_ALL,
                   {robot, r->lives, t->s->last_cell, killer, r->damage}};
    emit(t, &ev);
}

/* Several events of a robot that tell of one thing after the other: the rest is written once. */
typedef struct series {
    rd_event ev;
    uint32_t step;
} series;

static series series_of(const r05_turn *t, uint32_t seen_by, int kind, int rule, int robot) {
    rd_event first = {(uint16_t)kind, (uint16_t)rule, t->beat, seen_by, {robot}};
    return (series){first, step_of(t)};
}

static inline void tell_next(r05_turn *t, series *all) {
    t->to->emit(t->to->ctx, &all->ev, (const rd_state *)t->s);
    all->ev.beat = t->beat += all->step;
}

void r05_tell_hand(r05_turn *t, int robot, int rule) {
    const uint8_t *hand = t->s->robot[robot].hand;
    if (!t->to) return;
    series all = series_of(t, r05_only(t, robot), R05_EV_CARD_DEALT, rule, robot);
    for (int i = 0; i < R05_HAND_MAX && hand[i] != R05_NONE; i++) {
        all.ev.arg[1] = hand[i];
        tell_next(t, &all);
    }
}

void r05_tell_laid(r05_turn *t, int robot, unsigned registers) {
    const r05_robot *r = &t->s->robot[robot];
    if (!t->to) return;
    series all = series_of(t, r05_only(t, robot), R05_EV_LAID, R05_PROG_1, robot);
    for (unsigned left = registers; left;) {
        int reg = rd_bit_take(&left);
        if (!r05_is_card(r->reg[reg])) continue;
        all.ev.arg[1] = reg + 1;
        all.ev.arg[2] = r->blind >> reg & 1 ? R05_UNKNOWN : r->reg[reg];
        all.ev.arg[3] = r->pair[reg];
        tell_next(t, &all);
    }
}

void r05_tell_covered(r05_turn *t, int robot, unsigned registers) {
    const r05_robot *r = &t->s->robot[robot];
    if (!t->to) return;
    series all = series_of(t, RD_SEEN_BY_ALL, R05_EV_LAID, R05_PROG_1, robot);
    all.ev.arg[2] = R05_UNKNOWN;
    for (unsigned left = registers; left;) {
        int reg = rd_bit_take(&left);
        if (!r05_is_card(r->reg[reg])) continue;
        all.ev.arg[1] = reg + 1;
        all.ev.arg[3] = r05_is_card(r->pair[reg]) ? R05_UNKNOWN : R05_NONE;
        tell_next(t, &all);
    }
}

void r05_tell_tucked(r05_turn *t, int robot, int card, int rule) {
    if (!t->to) return;
    R05_TELL(t, R05_EV_TUCKED, rule, robot, R05_UNKNOWN);
    r05_tell_to(t, 1u << t->m->head.seat_of[robot], R05_EV_TUCKED, rule, robot, card, 0, 0);
}

void r05_tell_cleared(r05_turn *t, int robot, unsigned keep, int rule) {
    const r05_robot *r = &t->s->robot[robot];
    if (!t->to) return;
    series all = series_of(t, RD_SEEN_BY_ALL, R05_EV_CLEARED, rule, robot);
    for (unsigned left = R05_ALL_REGISTERS & ~keep; left;) {
        int reg = rd_bit_take(&left);
        if (r->reg[reg] == R05_NONE && !(r->open >> reg & 1)) continue;
        all.ev.arg[1] = reg + 1;
        tell_next(t, &all);
    }
}

void r05_tell_dropped(r05_turn *t, int robot, int rule) {
    if (t->to && r05_hand_size(t->s->robot[robot].hand)) R05_TELL(t, R05_EV_DROPPED, rule, robot);
}

void r05_robot_clear(r05_robot *r) {
    memset(r, 0, sizeof *r);
    memset(r->reg, R05_NONE, sizeof r->reg);
    memset(r->pair, R05_NONE, sizeof r->pair);
    memset(r->hand, R05_NONE, sizeof r->hand);
    memset(r->spare, R05_NONE, sizeof r->spare);
    r->aside = r->flywheel = r->master = r->weapon = r->target = r->choice = R05_NONE;
}

static void empty_state(r05_state *s) {
    memset(s, 0, sizeof *s);
    memset(s->deck, R05_NONE, sizeof s->deck);
    memset(s->discard, R05_NONE, sizeof s->discard);
    memset(s->option_deck, R05_NONE, sizeof s->option_deck);
    memset(s->owner, R05_IN_DECK, sizeof s->owner);
    s->ask = R05_ASK_NOTHING;
    s->superbot = R05_NONE;
    for (int i = 0; i < R05_ROBOTS; i++) r05_robot_clear(&s->robot[i]);
}

static void place_robot(const r05_match *m, r05_state *s, int robot, int dock) {
    r05_robot *r = &s->robot[robot];
    r->lives = m->lives;
    r->damage = (uint8_t)RD_GIVEN(R05_FACTORY_REJECTS_1, r05_on(m, R05_START_DAMAGE));
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) return;
    s->robots.cell[robot] = r->archive = m->floor.start[dock].cell;
    s->robots.dir[robot] = RD_GIVEN(R05_SETUP_1, m->floor.start[dock].dir);
}

void r05_start(const rd_match *match, const rd_key *key, rd_state *state, rd_sink *to) {
    const r05_match *m = r05_match_of(match);
    r05_state *s = (r05_state *)state;
    empty_state(s);
    s->key = *key;
    rd_draw chance = rd_draw_open(&s->key, 0, 0);
    int first = m->first;
    if (first == R05_NONE) first = (int)rd_draw_below(&chance, match->n_seats);
    s->first = (uint8_t)(first * match->n_actors / match->n_seats);
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) s->swapped = (uint8_t)rd_draw_below(&chance, 2);
    s->robots.n = match->n_actors;
    for (int k = 0; k < match->n_actors; k++) {
        int robot = k;
        if (RD_RULE(R05_SETUP_2)) robot = r05_docked(m, s, k);
        place_robot(m, s, robot, k);
    }
    if (r05_on(m, R05_SUPERBOT) && RD_RULE(R05_SUPERBOT_1)) s->superbot = s->first;
    s->flags.n = m->n_flags;
    for (int i = 0; i < m->n_flags; i++) s->flags.cell[i] = m->flag[i];
    s->n_deck = R05_CARDS;
    for (int c = 0; c < R05_CARDS; c++) s->deck[c] = (uint8_t)c;
    s->n_option_deck = R05_OPTIONS;
    for (int o = 0; o < R05_OPTIONS; o++) s->option_deck[o] = (uint8_t)o;
    rd_draw_shuffle(&chance, s->option_deck, R05_OPTIONS);
    s->used[0] = chance.used;
    r05_turn t = r05_turn_of(match, state, to);
    R05_TELL(&t, R05_EV_BEGIN, R05_SETUP_2, s->first);
    for (int i = 0; i < match->n_actors && r05_on(m, R05_CAPTURE_THE_FLAG); i++)
        R05_TELL(&t, R05_EV_BASES, R05_CAPTURE_THE_FLAG_1, i, 1 + r05_home_piece(m, s, i));
    r05_run(&t);
}
