/* rally2005_preview.c - hits, the way, and what a program does; see games/rally/rally_preview.h. */
#include "games/rally/rally_preview.h"
#include "games/rally2005/rally2005_int.h"

/* The first register that is still to be run. */
static int first_register(const r05_state *s) {
    if (s->stage < R05_AT_CONDITIONAL) return 0;
    return s->stage <= R05_AT_ABORT ? s->reg : s->reg + 1;
}

/* Register `from` on, the first whose card is not known: R05_REGISTERS when all are. */
static int first_unknown(const r05_state *view, int robot, int from) {
    const r05_robot *r = &view->robot[robot];
    if (!r05_runs(view, robot) || r->master != R05_NONE) return from;
    while (from < R05_REGISTERS && r05_is_card(r->reg[from]) && r->pair[from] != R05_UNKNOWN)
        from++;
    return from;
}

static void take_others_away(const r05_match *m, r05_state *s, int robot) {
    for (int i = 0; i < m->head.n_actors; i++) {
        s->order[i] = (uint8_t)(i == 0 ? robot : i == robot ? 0 : i);
        if (i != robot) s->robots.cell[i] = RD_NOWHERE;
    }
    s->awaited = s->answered = 0;
    s->ask = R05_ASK_NOTHING;
    s->agenda.n = 0;
}

/* Lasers hit, but what they do is left out: it may hang on answers. */
static void tell_lasers(r05_turn *t, int robot) {
    rd_hit hit[RD_MAX_HITS];
    int n = r05_on_floor(t->s, robot) ? r05_wall_hits(t, hit) : 0;
    for (int i = 0; i < n; i++)
        R05_TELL(t, R05_EV_LASER, R05_LASER_1, hit[i].body, hit[i].dir, hit[i].beams);
}

/* As all stand now, for all the view knows: what is drawn at random must not decide who fires.  Flags that are fetched or that are touched in any order show no way. */
static void tell_surroundings(rd_preview *p, r05_state *s) {
    const r05_match *m = r05_match_of(p->match);
    int next = s->robot[p->actor].flags;
    bool goes =
        next < m->n_flags && !r05_on(m, R05_CAPTURE_THE_FLAG) && !r05_on(m, R05_TOGGLE_FLAGS);
    rd_preview_hits(p);
    r05_turn t = r05_turn_of(p->match, (rd_state *)s, &p->sink);
    s->n_hits = 0;
    tell_lasers(&t, p->actor);
    r05_fire_robots(&t);
    rd_preview_way(p, &m->floor, &s->robots, goes ? s->flags.cell[next] : RD_NOWHERE);
}

void r05_preview(const rd_match *m, const rd_state *view, int actor, const uint16_t *pick, int n,
                 const rd_teller *words, rd_doc *d) {
    r05_state known = *r05_state_of(view), s;
    rd_preview p = {.match = m, .words = words, .doc = d, .actor = actor, .fell = R05_EV_FELL};
    rd_prng any = rd_prng_seed(1); /* what is not known is not run */
    bool asked = r05_asked(&known) >> actor & 1 && r05_ask_kind(&known) == R05_ASK_PROGRAM;
    if (asked) {
        rd_action draft = {.kind = RD_TIME_UP, .actor = (uint8_t)actor, .n = (uint8_t)n};
        memcpy(draft.pick, pick, (size_t)n * sizeof *pick);
        r05_program_draft(&known, actor, &draft);
    }
    s = known;
    tell_surroundings(&p, &s);
    int from = first_register(&known), end = first_unknown(&known, actor, from);
    r05_determinize(m, (rd_state *)&known, m->seat_of[actor], &any, (rd_state *)&s);
    take_others_away(r05_match_of(m), &s, actor);
    rd_preview_begin(&p, end < R05_REGISTERS ? end + 1 : 0);
    r05_turn t = r05_turn_of(m, (rd_state *)&s, &p.sink);
    for (int reg = from; reg < end && !p.over; reg++) {
        rd_preview_register(&p, reg + 1);
        s.reg = (uint8_t)reg;
        s.stage = R05_AT_MOVE;
        s.at = 0;
        r05_run_through(&t, R05_AT_GEARS);
        tell_lasers(&t, actor);
        rd_preview_register_end(&p);
    }
    rd_preview_end(&p);
}
