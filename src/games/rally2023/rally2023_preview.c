/* rally2023_preview.c - hits, the way, and what a program does; see rally_preview.h. */
#include "games/rally/rally_preview.h"
#include "games/rally2023/rally2023_int.h"

/* The first register that is still to be run. */
static int first_register(const r23_state *s) {
    if (s->stage < R23_AT_BEGIN) return 0;
    return s->stage <= R23_AT_REVEALED ? s->reg : s->reg + 1;
}

/* SPAM brings a card of the deck, and so does Again in the first register; a Haywire may ask. */
static bool is_foreseen(const r23_robot *r, int reg) {
    int card = r->reg[reg];
    return r23_is_card(card) && card != R23_SPAM && !r23_is_haywire(card) &&
           !(card == R23_AGAIN && reg == 0) && r->pair[reg] != R23_UNKNOWN;
}

static int first_unknown(const r23_state *view, int robot, int from) {
    const r23_robot *r = &view->robot[robot];
    if (!r23_runs(view, robot)) return from;
    while (from < R23_REGISTERS && is_foreseen(r, from)) from++;
    return from;
}

static void take_others_away(const r23_match *m, r23_state *s, int robot) {
    for (int i = 0; i < m->head.n_actors; i++) {
        if (i == robot) continue;
        s->robots.cell[i] = RD_NOWHERE;
        s->robot[i].status &= (uint8_t)~R23_FALLEN; /* nobody returns */
        memset(s->robot[i].reg, R23_NONE, sizeof s->robot[i].reg);
    }
    s->ask = R23_ASK_NOTHING;
    s->agenda.n = 0;
}

/* Lasers hit, but what they do is left out: it hangs on cards that nobody knows. */
static void tell_lasers(r23_turn *t, int robot) {
    rd_hit hit[RD_MAX_HITS];
    int beams = 0, n = r23_on_floor(t->s, robot) ? r23_wall_hits(t, hit) : 0;
    for (int i = 0; i < n; i++) beams += hit[i].body == robot ? hit[i].beams : 0;
    if (beams) R23_TELL(t, R23_EV_LASER, R23_LASER_1, robot, beams);
}

/* As all stand now, for all the view knows: what is drawn at random must not decide who fires. */
static void tell_surroundings(rd_preview *p, r23_state *s) {
    const r23_match *m = r23_match_of(p->match);
    int next = s->robot[p->actor].checkpoints;
    rd_preview_hits(p);
    r23_turn t = r23_turn_of(p->match, (rd_state *)s, &p->sink);
    tell_lasers(&t, p->actor);
    r23_tell_shots(&t);
    rd_preview_way(p, &m->floor, &s->robots,
                   next < m->n_checkpoints ? m->checkpoint[next] : RD_NOWHERE);
}

void r23_preview(const rd_match *m, const rd_state *view, int actor, const uint16_t *pick, int n,
                 const rd_teller *words, rd_doc *d) {
    r23_state known = *r23_state_of(view), s;
    rd_preview p = {.match = m, .words = words, .doc = d, .actor = actor, .fell = R23_EV_FELL};
    rd_prng any = rd_prng_seed(1); /* what is not known is not run */
    bool asked = r23_asked(r23_match_of(m), &known) >> actor & 1;
    if (asked && r23_ask_kind(&known, actor) == R23_ASK_PROGRAM) {
        rd_action draft = {.kind = RD_TIME_UP, .actor = (uint8_t)actor, .n = (uint8_t)n};
        memcpy(draft.pick, pick, (size_t)n * sizeof *pick);
        r23_program_draft(&known, actor, &draft);
    }
    s = known;
    tell_surroundings(&p, &s);
    int from = first_register(&known), end = first_unknown(&known, actor, from);
    r23_determinize(m, (rd_state *)&known, m->seat_of[actor], &any, (rd_state *)&s);
    take_others_away(r23_match_of(m), &s, actor);
    rd_preview_begin(&p, end < R23_REGISTERS ? end + 1 : 0);
    r23_turn t = r23_turn_of(m, (rd_state *)&s, &p.sink);
    for (int reg = from; reg < end && !p.over; reg++) {
        rd_preview_register(&p, reg + 1);
        s.reg = (uint8_t)reg;
        s.stage = R23_AT_ACT;
        s.at = 0;
        r23_run_through(&t, R23_AT_GEARS);
        tell_lasers(&t, actor);
        r23_forget_register(&s);
        rd_preview_register_end(&p);
    }
    rd_preview_end(&p);
}
