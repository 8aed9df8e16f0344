/* rally2005_finish.c - who has finished, in which place, and when the race is over. */
#include "games/rally2005/rally2005_int.h"

/* ---- places ---- */

/* A place for the robot's side; sides of one moment share it. */
void r05_award(r05_turn *t, int robot, int rule) {
    r05_state *s = t->s;
    if (s->robot[robot].place) return;
    int place = 1 + s->finished + s->newly;
    if (RD_RULE(R05_WIN_3)) place -= s->newly;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_team(t->m, i) == r05_team(t->m, robot)) s->robot[i].place = (uint8_t)place;
    R05_TELL(t, R05_EV_FINISHED, rule, robot, place);
    s->newly++;
    s->unsettled = 1;
}

/* RULING-R05-44: where the race goes on, those who have finished leave the floor. */
void r05_close_places(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors && s->newly && t->m->play_on; i++)
        if (s->robot[i].place && r05_plays(s, i)) r05_retire(t, i);
    s->finished = (uint8_t)(s->finished + s->newly);
    s->newly = 0;
}

/* ---- finishing ---- */

static bool has_finished(const r05_match *m, const r05_state *s, int robot) {
    if (r05_on(m, R05_CAPTURE_THE_FLAG) || r05_on(m, R05_ELIMINATION) || !m->n_flags) return false;
    if (r05_on(m, R05_TOGGLE_FLAGS)) {
        for (int f = 0; f < m->n_flags; f++)
            if (s->control[f] != 1 + r05_team(m, robot)) return false;
        return RD_RULE(R05_TOGGLE_BOGGLE_3);
    }
    if (r05_on(m, R05_ONE_FINISHER) && !RD_RULE(R05_ONE_FOR_ALL_1)) return false;
    if (r05_on(m, R05_RACER_AND_BLOCKER) && !RD_RULE(R05_INTERFERENCE_4)) return false;
    return s->robot[robot].flags >= m->n_flags && RD_RULE(R05_WIN_1);
}

static int rule_of_win(const r05_match *m) {
    return r05_on(m, R05_TOGGLE_FLAGS)        ? R05_TOGGLE_BOGGLE_3
           : r05_on(m, R05_ONE_FINISHER)      ? R05_ONE_FOR_ALL_1
           : r05_on(m, R05_SHARED_FLAGS)      ? R05_TANDEM_CARNAGE_1
           : r05_on(m, R05_RACER_AND_BLOCKER) ? R05_INTERFERENCE_4
                                              : R05_WIN_1;
}

void r05_finish_robots(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_plays(s, i) && has_finished(t->m, s, i)) r05_award(t, i, rule_of_win(t->m));
    r05_close_places(t);
}

/* The sides (players, or teams) that still have a robot in the race, a set. */
static unsigned sides_left(const r05_match *m, const r05_state *s) {
    unsigned sides = 0;
    for (int i = 0; i < m->head.n_actors; i++)
        if (r05_plays(s, i) && !r05_is_blocker(m, i)) sides |= 1u << r05_team(m, i);
    return sides;
}

static int rule_of_last(const r05_match *m) {
    return r05_on(m, R05_ELIMINATION)         ? R05_WAR_ZONE_1
           : r05_on(m, R05_RACER_AND_BLOCKER) ? R05_INTERFERENCE_3
                                              : R05_WIN_4;
}

static void tell_end(r05_turn *t, int rule) {
    rd_outcome o;
    r05_outcome((const rd_match *)t->m, (const rd_state *)t->s, &o);
    int winner = 0;
    for (int i = t->m->head.n_seats - 1; i >= 0; i--)
        if (o.place[i] == 1) winner = i;
    R05_TELL(t, R05_EV_END, rule, winner);
}

/* Over when someone has won, or nobody is left to race against.  Asked when that may have changed.
** With two teams nothing is left to race for once one has won. */
bool r05_race_over(r05_turn *t) {
    r05_state *s = t->s;
    s->unsettled = 0;
    bool won = s->finished && (!t->m->play_on || t->m->n_teams == 2);
    int left = rd_bit_count(sides_left(t->m, s)), last = rule_of_last(t->m);
    bool races = last == R05_WIN_4 && t->m->reading.last_races;
    if (!won && (left > 1 || (left == 1 && (races || !RD_RULE(last))))) return false;
    tell_end(t, won ? rule_of_win(t->m) : left ? last : R05_WIN_5);
    return true;
}

/* RULING-R05-48: where robots run the same locked programs for ever, nobody is asked any more.
** Asked once at the end of each round. */
bool r05_is_idle(r05_turn *t) {
    int most = 2 * R05_IDLE; /* so that a game without the rule ends too */
    if (RD_RULE(R05_WIN_6)) most = R05_IDLE;
    if (++t->rounds < most) return false;
    tell_end(t, R05_WIN_6);
    return true;
}

/* Higher is better: finished early, then still in the race, then out late, then more flags. */
static int standing(const r05_match *m, const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    enum { FINISHED = 10000, RACING = 5000, MOMENT = 16 };
    if (r->place) return FINISHED - r->place;
    if (r05_is_blocker(m, robot)) return -1;
    int flags = r05_on(m, R05_TOGGLE_FLAGS) ? 0 : RD_GIVEN(R05_WIN_5, r->flags);
    return (r->status & R05_OUT ? MOMENT * r->died : RACING) + flags;
}

bool r05_outcome(const rd_match *match, const rd_state *state, rd_outcome *o) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    if (o) {
        int best[RD_MAX_SEATS];
        *o = (rd_outcome){0};
        for (int team = 0; team < RD_MAX_SEATS; team++) best[team] = -2;
        for (int i = 0; i < m->head.n_actors; i++) {
            int team = r05_team(m, i), seat = m->head.seat_of[i];
            if (standing(m, s, i) > best[team]) best[team] = standing(m, s, i);
            if (s->robot[i].flags > o->score[seat]) o->score[seat] = s->robot[i].flags;
        }
        for (int seat = 0; seat < match->n_seats; seat++) {
            int own = best[match->team_of[seat]];
            o->place[seat] = 1;
            for (int team = 0; team < RD_MAX_SEATS; team++)
                if (best[team] > own) o->place[seat]++;
        }
    }
    return s->stage == R05_AT_OVER;
}
