/* rally2005_stages.c - see rally2005_stages.h. */
#include "bots/rally/rally2005_stages.h"

#include <string.h>

#include "bots/rally/rally2005_goals.h"

/* Capture the Flag, each with the number of a base added: a flag that lies elsewhere, the thief or
** whoever else is to be met, the flag in its place, the way home. */
enum { FETCH = 0, GUARD = 2, SEEK = 4, CARRY = 6, CAPTURE = 8 };

static int aims_of(const r05_match *m) {
    int n = m->head.n_actors;
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) return SEEK;
    if (r05_on(m, R05_ELIMINATION) || !m->n_flags) return n;
    return r05_on(m, R05_SUPERBOT) ? 1 : r05_on(m, R05_RACER_AND_BLOCKER) ? n / 2 : 0;
}

static int base_of(const r05_match *m, const r05_state *s, int robot) {
    return r05_team(m, robot) ^ s->swapped;
}

/* The flag that the robots of that base are after. */
static int flag_for(const r05_match *m, int base) {
    return m->floor.cell[m->flag[0]].piece == base;
}

int r05_stage_of(const r05_match *m, const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    int base = base_of(m, s, robot), flag = flag_for(m, base), held = 0;
    if (r05_on(m, R05_CAPTURE_THE_FLAG))
        return base + (r->carries ? CARRY : s->flags.cell[flag] == m->flag[flag] ? SEEK : FETCH);
    if (!r05_on(m, R05_TOGGLE_FLAGS)) return aims_of(m) + r->flags;
    for (int i = 0; i < m->n_flags; i++) held |= (s->control[i] == 1 + r05_team(m, robot)) << i;
    return held;
}

/* The same, with what the robot is after. */
static int errand(const r05_match *m, const r05_state *s, int robot, p05_list *after) {
    p05_goals_list(after, m, s, robot);
    if (r05_on(m, R05_CAPTURE_THE_FLAG))
        return after->n == 1 && after->goal[0] < RD_TO_PIECE ? GUARD + base_of(m, s, robot)
                                                             : r05_stage_of(m, s, robot);
    if (!after->hunts) return r05_stage_of(m, s, robot);
    return r05_on(m, R05_SUPERBOT) ? 0 : r05_on(m, R05_RACER_AND_BLOCKER) ? robot / 2 : robot;
}

int r05_errand_of(const r05_match *m, const r05_state *s, int robot) {
    p05_list after;
    return aims_of(m) ? errand(m, s, robot, &after) : r05_stage_of(m, s, robot);
}

/* ---- for the table ---- */

/* Belts carry flags in every register; goals are where they will lie at the end of the round. */
static void follow_flags(const r05_match *m, const r05_state *s, rd_race_rules *r) {
    rd_bodies f = s->flags;
    f.turns = s->robots.turns;
    for (int reg = 0; reg < RD_REGISTERS; reg++) {
        for (int i = 0; i < m->n_flags; i++)
            if (!f.cell[i]) f.cell[i] = m->flag[i];
        rd_floor_belts(&m->floor, &f, RD_EXPRESS, 0xff, NULL);
        rd_floor_belts(&m->floor, &f, RD_EXPRESS | RD_BELT, 0xff, NULL);
        for (int i = 0; i < m->n_flags; i++) {
            r->moving[reg][i] = f.cell[i];
            r->goal[i] = f.cell[i] ? f.cell[i] : m->flag[i];
        }
    }
    r->moves = true;
}

/* To the flag, and home, which its own flag is part of. */
static void find_bases(const r05_match *m, rd_race_rules *r) {
    for (int base = 0; base < 2; base++) {
        int flag = flag_for(m, base), over = CAPTURE - CARRY - base;
        r->goal[2 + base] = (uint16_t)(RD_TO_PIECE + base);
        r->step[SEEK + base][1 + flag] = CARRY - SEEK;
        r->step[CARRY + base][1 + !flag] = r->step[CARRY + base][3 + base] = (uint8_t)over;
    }
}

bool r05_stages_find(const r05_match *m, const r05_state *s, rd_race_rules *r) {
    int aims = aims_of(m), n = m->n_flags;
    bool toggles = r05_on(m, R05_TOGGLE_FLAGS), captures = r05_on(m, R05_CAPTURE_THE_FLAG);
    r->n_goals = captures ? CAPTURE : toggles ? (1 << n) - 1 : aims + n;
    if (r->n_goals > RD_RACE_GOALS) return false;
    for (int i = 0; i < n; i++) r->goal[i] = m->flag[i];
    for (int stage = aims; stage < r->n_goals && !captures; stage++)
        for (int i = 0; i < n; i++)
            if (toggles ? !(stage >> i & 1) : stage == aims + i)
                r->step[stage][1 + i] = (uint8_t)(toggles ? 1 << i : 1);
    if (captures) find_bases(m, r);
    if (r05_on(m, R05_FLAGS_MOVE)) follow_flags(m, s, r);
    for (int stage = 0; stage < r->n_goals; stage++) {
        int behind = captures ? !flag_for(m, stage & 1) : toggles ? -1 : stage - aims - 1;
        uint16_t home = behind < 0 ? m->floor.start[0].cell : r->goal[behind];
        for (int piece = 0; piece < RD_MAX_PIECES; piece++) r->home[stage][piece] = home;
    }
    return true;
}

void r05_stages_aim(const r05_match *m, const r05_state *s, const rd_race_rules *r,
                    rd_race_table *t) {
    unsigned aimed = 0;
    for (int i = 0; i < m->head.n_actors && aims_of(m); i++) {
        p05_list after;
        int stage = errand(m, s, i, &after);
        if (stage >= aims_of(m) || !after.n || aimed >> stage & 1) continue;
        aimed |= 1u << stage;
        rd_race_aim(t, r, stage, after.goal[0], after.n > 1 ? stage + CARRY - FETCH : r->n_goals);
    }
}
