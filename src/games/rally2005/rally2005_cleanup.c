/* rally2005_cleanup.c - touching flags, and the end of a round: repair, wiping, power, return. */
#include "games/rally2005/rally2005_int.h"

/* ---- what a robot stands on, or reaches with the Mechanical Arm ---- */

/* Is the diagonal neighbour in reach?  Only if one of the two ways around the corner is free. */
static uint16_t diagonal(const r05_turn *t, uint16_t cell, int first, int second) {
    const rd_floor *f = &t->m->floor;
    uint32_t turns = t->s->robots.turns;
    for (int k = 0; k < 2; k++) {
        uint16_t corner = rd_floor_next(f, turns, cell, k ? second : first);
        uint16_t there = corner ? rd_floor_next(f, turns, corner, k ? first : second) : RD_NOWHERE;
        if (there) return there;
    }
    return RD_NOWHERE;
}

/* The cells that count as the robot's own: its cell first, then what its arm reaches. */
static int reach(const r05_turn *t, int robot, uint16_t cell[9]) {
    const r05_state *s = t->s;
    int n = 0;
    cell[n++] = s->robots.cell[robot];
    if (!r05_reaches_out(s, robot)) return n;
    for (int d = 0; d < 4; d++) {
        uint16_t next = rd_floor_next(&t->m->floor, s->robots.turns, cell[0], d);
        if (next) cell[n++] = next;
        next = diagonal(t, cell[0], d, (d + 1) & 3);
        if (next) cell[n++] = next;
    }
    return n;
}

static uint8_t mark_at(const r05_turn *t, uint16_t cell) {
    uint32_t turns = t->s->robots.turns;
    return turns ? rd_floor_cell(&t->m->floor, turns, cell).mark : t->m->floor.cell[cell].mark;
}

static bool is_site(const r05_turn *t, uint16_t cell) {
    return mark_at(t, cell) & (RD_MARK_REPAIR | RD_MARK_OPTION);
}

int r05_flag_at(const r05_turn *t, uint16_t cell) {
    int flag = rd_body_at(&t->s->flags, cell);
    return flag == RD_NOBODY ? R05_NONE : flag;
}

/* ---- the end of a register ---- */

static void archive(r05_turn *t, int robot, uint16_t cell, int flag, int rule) {
    r05_robot *r = &t->s->robot[robot];
    uint8_t on_flag = flag == R05_NONE ? 0 : (uint8_t)(1 + flag);
    if (r->archive == cell && r->archive_flag == on_flag) return;
    r->archive = cell;
    r->archive_flag = on_flag;
    R05_TELL(t, R05_EV_ARCHIVED, rule, robot, cell, 0, 0);
}

/* A plain race: the next flag in order counts. */
void r05_touch_in_order(r05_turn *t, int robot, int flag) {
    r05_robot *r = &t->s->robot[robot];
    if (RD_RULE(R05_FLAG_2) && flag != r->flags) return;
    r->flags++;
    R05_TELL(t, R05_EV_FLAG, R05_FLAG_1, robot, flag, 0, 0);
    r05_on_flag_credit(t, robot, flag);
}

static void touch(r05_turn *t, int robot) {
    uint16_t cell[9];
    int n = reach(t, robot, cell);
    for (int i = n - 1; i >= 0; i--) { /* its own cell last: there its marker ends up */
        int flag = r05_flag_at(t, cell[i]);
        if (flag != R05_NONE) {
            if (RD_RULE(R05_FLAG_1)) r05_on_touch(t, robot, flag);
            if (RD_RULE(R05_FLAG_3)) archive(t, robot, cell[i], flag, R05_FLAG_3);
        } else if (is_site(t, cell[i]) && RD_RULE(R05_FLAG_4)) {
            archive(t, robot, cell[i], R05_NONE, R05_FLAG_4);
        }
    }
}

bool r05_stage_touch(r05_turn *t) {
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_on_floor(t->s, i)) touch(t, i);
    r05_on_register_end(t);
    r05_finish_robots(t);
    t->beat++;
    return true;
}

/* ---- repairs and options ---- */

bool r05_stage_repair(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        uint16_t cell[9];
        if (!r05_on_floor(s, i) || !r05_sites_repair(t->m)) continue;
        int n = reach(t, i, cell);
        bool repair = false, option = false;
        for (int k = 0; k < n; k++) {
            bool flag = r05_flag_at(t, cell[k]) != R05_NONE && RD_RULE(R05_REPAIR_3);
            repair = repair || flag || (is_site(t, cell[k]) && RD_RULE(R05_REPAIR_1));
            option = option || (mark_at(t, cell[k]) & RD_MARK_OPTION);
        }
        if (repair) r05_repair(t, i, R05_REPAIR_1);
        if (option && !t->m->no_options && RD_RULE(R05_REPAIR_2))
            r05_gain_option(t, i, R05_REPAIR_2);
    }
    return true;
}

/* ---- wiping ---- */

static void wipe(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    for (int i = 0; i < R05_REGISTERS; i++) {
        bool keeps = r->locked >> i & 1 && RD_RULE(R05_LOCK_2);
        if (keeps) {
            r->open |= (uint8_t)(1 << i);
            continue;
        }
        r05_discard(s, &r->reg[i]);
        r05_discard(s, &r->pair[i]);
        r->open &= (uint8_t) ~(1 << i);
    }
    r->blind = 0;
    r05_discard(s, &r->aside);
    r->master = R05_NONE;
    r->status &= (uint8_t) ~(R05_ABORTED | R05_LATE | R05_RECOMPILED);
    if (r05_on_floor(s, robot) && r05_breaks_circuit(s, robot) && r05_may_power_down(t->m)) {
        r->status |= R05_ANNOUNCED;
        R05_TELL(t, R05_EV_OPTION_USED, R05_CIRCUIT_BREAKER_1, robot, R05_CIRCUIT_BREAKER, 0, 0);
    }
}

bool r05_stage_wipe(r05_turn *t) {
    t->s->robots.steady = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) wipe(t, i);
    return true;
}

/* ---- power ---- */

/* R05-DOWN-5: who was down says whether it stays so; then the announcements take effect. */
bool r05_stage_stay_down(r05_turn *t) {
    r05_state *s = t->s;
    while (s->at < t->m->head.n_actors) {
        int robot = r05_docked(t->m, s, s->at++);
        r05_robot *r = &s->robot[robot];
        if (!r05_on_floor(s, robot)) continue;
        if (r->status & R05_DOWN) {
            if (RD_RULE(R05_DOWN_5)) {
                r05_ask(t, robot, R05_ASK_STAY_DOWN, 0);
                return false;
            }
            r->status &= (uint8_t)~R05_DOWN;
        } else if (r->status & R05_ANNOUNCED) {
            r->status &= (uint8_t)~R05_ANNOUNCED;
            if (!RD_RULE(R05_DOWN_3)) continue;
            r->status |= R05_DOWN;
            R05_TELL(t, R05_EV_POWERED_DOWN, R05_DOWN_3, robot, 0, 0, 0);
        }
    }
    return true;
}

/* ---- return ---- */

/* Where a robot returns: on its archive cell, or beside it when that is taken. */
int r05_return_cells(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most) {
    const rd_floor *f = &m->floor;
    const r05_robot *r = &s->robot[robot];
    uint16_t home = r->archive;
    int n = r05_special_cells(m, s, robot, cell, most);
    if (n) return n;
    if (rd_body_at(&s->robots, home) == RD_NOBODY) {
        cell[n++] = home;
        return n;
    }
    rd_cell at = rd_floor_cell(f, s->robots.turns, home);
    for (int row = at.row - 1; row <= at.row + 1; row++)
        for (int col = at.col - 1; col <= at.col + 1; col++) {
            uint16_t c = rd_floor_at(f, col, row);
            if (c == RD_NOWHERE || c == home || rd_body_at(&s->robots, c) != RD_NOBODY) continue;
            if (rd_floor_cell(f, s->robots.turns, c).what & RD_PIT) continue;
            cell[n++] = c;
        }
    return n;
}

/* Facings without a robot in sight within three cells; on its own cell every facing is free. */
bool r05_may_face(const r05_match *m, const r05_state *s, int robot, uint16_t cell, int dir) {
    if (cell == s->robot[robot].archive || !RD_RULE(R05_RETURN_6)) return true;
    rd_sight seen = rd_floor_sight(&m->floor, &s->robots, cell, dir);
    if (seen.body == RD_NOBODY || seen.distance > 3) return true;
    bool friend = r05_team(m, seen.body) == r05_team(m, robot);
    return r05_on(m, R05_CAPTURE_THE_FLAG) && friend; /* there only enemies matter */
}

static int next_to_return(const r05_turn *t, int order) {
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (t->s->robot[i].died == order && (t->s->robot[i].status & R05_DEAD)) return i;
    return R05_NONE;
}

/* `at` counts the order of destruction: R05-RETURN-5. */
bool r05_stage_reenter(r05_turn *t) {
    r05_state *s = t->s;
    while (s->at < s->deaths) {
        int robot = next_to_return(t, ++s->at);
        if (robot == R05_NONE || !r05_may_return(t, robot)) continue;
        r05_ask(t, robot, R05_ASK_REENTER, 0);
        return false;
    }
    return true;
}

void r05_answer_reenter(r05_turn *t, int robot, const uint16_t *pick) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    s->robots.cell[robot] = (uint16_t)(pick[0] - R05_CELL);
    s->robots.dir[robot] = (uint8_t)(pick[1] - R05_FACE);
    r->status = pick[2] == R05_YES ? R05_DOWN : 0;
    r->died = 0;
    R05_TELL(t, R05_EV_REENTERED, R05_RETURN_1, robot, s->robots.cell[robot], s->robots.dir[robot],
             0);
    int points = r05_return_damage(s, robot);
    if (r->damage + points >= R05_DEADLY) points = R05_DEADLY - 1 - r->damage;
    r->damage = (uint8_t)(r->damage + points);
    if (points) R05_TELL(t, R05_EV_DAMAGED, R05_RETURN_2, robot, r->damage, 0, 0);
    r05_lock_for_damage(t, robot);
    if (r->status & R05_DOWN) R05_TELL(t, R05_EV_POWERED_DOWN, R05_RETURN_4, robot, 0, 0, 0);
}

bool r05_stage_round_end(r05_turn *t) {
    r05_state *s = t->s;
    r05_on_round_end(t);
    R05_TELL(t, R05_EV_CLEANUP, R05_WIPE_1, s->round, 0, 0, 0);
    t->beat++;
    return true;
}
