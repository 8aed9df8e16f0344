/* rally2005_cleanup.c - touching flags, and the end of a round: repair, wiping, power, return. */
#include <string.h>

#include "games/rally2005/rally2005_int.h"

/* ---- what a robot stands on, or reaches with the Mechanical Arm ---- */

/* Do walls leave a way to the neighbour in that direction, and then in the other one, if there is one? */
static bool is_open(const r05_turn *t, uint16_t cell, int first, int second) {
    const rd_floor *f = &t->m->floor;
    uint16_t next = rd_floor_next(f, t->s->robots.turns, cell, first);
    return next && (second == RD_NO_DIR || rd_floor_next(f, t->s->robots.turns, next, second));
}

/* The cells that count as the robot's own: its cell first, then what its arm reaches.  To a cell across a
** corner one of the two ways must be open. */
static int reach(const r05_turn *t, int robot, uint16_t cell[9]) {
    static const int8_t EAST[4] = {0, 1, 0, -1}, SOUTH[4] = {-1, 0, 1, 0};
    const r05_state *s = t->s;
    int n = 0;
    cell[n++] = s->robots.cell[robot];
    bool now = s->reg + 1 == R05_REGISTERS || t->m->reading.arm_by_register;
    if (!now || !r05_reaches_out(s, robot)) return n;
    const rd_cell *own = &t->m->floor.cell[cell[0]];
    for (int i = 0; i < 8; i++) {
        int d = i / 2, beside = i % 2 ? (d + 1) & 3 : RD_NO_DIR;
        int col = own->col + EAST[d], row = own->row + SOUTH[d];
        bool open = is_open(t, cell[0], d, beside);
        if (beside != RD_NO_DIR) {
            col += EAST[beside];
            row += SOUTH[beside];
            open |= is_open(t, cell[0], beside, d);
        }
        uint16_t there = rd_floor_at(&t->m->floor, col, row);
        if (there && (open || !RD_RULE(R05_MECHANICAL_ARM_2))) cell[n++] = there;
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
    R05_TELL(t, R05_EV_ARCHIVED, rule, robot, cell);
}

/* A plain race: the next flag in order counts, which is the one that was `due` when the register
** ended. */
void r05_touch_in_order(r05_turn *t, int robot, int flag, int due) {
    r05_robot *r = &t->s->robot[robot];
    bool next = flag == due && flag == r->flags;
    if ((RD_RULE(R05_FLAG_2) && !next) || r->flags == t->m->n_flags) return;
    r->flags++;
    R05_TELL(t, R05_EV_FLAG, R05_FLAG_1, robot, flag + 1);
    r05_on_flag_credit(t, robot, flag);
}

/* One cell of a robot's reach; `far`: only its arm is there. */
static void touch_cell(r05_turn *t, int robot, uint16_t cell, bool far, int due) {
    int flag = r05_flag_at(t, cell);
    bool marks = !far || RD_RULE(R05_MECHANICAL_ARM_4);
    bool site = is_site(t, cell) && (!far || RD_RULE(R05_MECHANICAL_ARM_3));
    if (flag != R05_NONE) {
        if (RD_RULE(R05_FLAG_1)) r05_on_touch(t, robot, flag, due);
        if (marks && RD_RULE(R05_FLAG_3)) archive(t, robot, cell, flag, R05_FLAG_3);
    } else if (site && marks && RD_RULE(R05_FLAG_4)) {
        archive(t, robot, cell, R05_NONE, R05_FLAG_4);
    }
}

void r05_touch(r05_turn *t, int robot, int due) {
    uint16_t cell[9];
    int n = reach(t, robot, cell);
    for (int i = n - 1; i >= 0; i--) /* its own cell last: there its marker ends up */
        touch_cell(t, robot, cell[i], i > 0, due);
}

bool r05_stage_touch(r05_turn *t) {
    uint8_t due[R05_ROBOTS]; /* what a partner touches now does not count yet */
    for (int i = 0; i < t->m->head.n_actors; i++) due[i] = t->s->robot[i].flags;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, t->s, k);
        if (r05_on_floor(t->s, robot)) r05_touch(t, robot, due[robot]);
    }
    r05_on_register_end(t);
    r05_finish_robots(t);
    t->beat++;
    return true;
}

/* ---- repairs and options ---- */

static void trip_circuit_breaker(r05_turn *t, int robot) {
    if (!t->s->has[robot] || !r05_on_floor(t->s, robot) || !r05_breaks_circuit(t->s, robot)) return;
    if (!r05_may_power_down(t->m)) return;
    t->s->robot[robot].status |= R05_ANNOUNCED;
    R05_TELL(t, R05_EV_OPTION_USED, R05_CIRCUIT_BREAKER_1, robot, R05_CIRCUIT_BREAKER);
}

static r05_gift gift_at(const r05_turn *t, uint16_t cell) {
    uint8_t mark = mark_at(t, cell);
    return mark & RD_MARK_OPTION              ? R05_GIFT_HAMMER
           : mark & RD_MARK_REPAIR            ? R05_GIFT_WRENCH
           : r05_flag_at(t, cell) != R05_NONE ? R05_GIFT_FLAG
                                              : R05_NO_GIFT;
}

/* The best that a robot's cells give: its own, and what its arm reaches. */
r05_gift r05_gift_of(const r05_turn *t, int robot) {
    uint16_t cell[9];
    r05_gift best = gift_at(t, t->s->robots.cell[robot]);
    int n = t->s->has[robot] ? reach(t, robot, cell) : 1;
    for (int i = 1; i < n && RD_RULE(R05_MECHANICAL_ARM_3); i++) {
        r05_gift here = gift_at(t, cell[i]);
        if (here > best) best = here;
    }
    return best;
}

static void repair_at(r05_turn *t, int robot) {
    static const uint16_t RULE[] = {0, R05_REPAIR_3, R05_REPAIR_1, R05_REPAIR_2};
    r05_gift gift = r05_gift_of(t, robot);
    if (gift == R05_NO_GIFT || !RD_RULE(RULE[gift])) return;
    r05_repair(t, robot, RULE[gift]);
    if (gift == R05_GIFT_HAMMER) r05_gain_option(t, robot, R05_REPAIR_2);
}

bool r05_stage_repair(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors && !RD_RULE(R05_CIRCUIT_BREAKER_2); i++)
        trip_circuit_breaker(t, i);
    int n = r05_sites_repair(t->m) ? t->m->head.n_actors : 0;
    for (int k = 0; k < n; k++) {
        int robot = r05_docked(t->m, s, k);
        if (r05_on_floor(s, robot)) repair_at(t, robot);
    }
    if (s->superbot != R05_NONE && r05_on_floor(s, s->superbot) && RD_RULE(R05_SUPERBOT_2))
        r05_repair_all(t, s->superbot, R05_SUPERBOT_2);
    return true;
}

/* ---- wiping ---- */

static void wipe(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    unsigned keep = RD_GIVEN(R05_LOCK_2, r->locked);
    r05_tell_cleared(t, robot, keep, R05_WIPE_1);
    if (RD_RULE(R05_WIPE_1)) r05_discard_registers(s, r, keep);
    r->open = (uint8_t)keep;
    r->blind = 0;
    if (RD_RULE(R05_CONDITIONAL_PROGRAM_4)) r05_discard(s, &r->aside);
    r->master = R05_NONE;
    r->status &= (uint8_t) ~(R05_ABORTED | R05_LATE | R05_RECOMPILED);
    if (RD_RULE(R05_CIRCUIT_BREAKER_2)) trip_circuit_breaker(t, robot);
}

bool r05_stage_wipe(r05_turn *t) {
    t->s->robots.steady = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) wipe(t, i);
    return true;
}

/* ---- power ---- */

/* R05-DOWN-6: who was down says whether it stays so, unless a Circuit Breaker has decided; for the
** others the announcements take effect. */
bool r05_stage_stay_down(r05_turn *t) {
    r05_state *s = t->s;
    while (s->at < t->m->head.n_actors) {
        int robot = r05_docked(t->m, s, s->at++);
        r05_robot *r = &s->robot[robot];
        if (!r05_on_floor(s, robot)) continue;
        if (r->status & R05_ANNOUNCED) {
            r->status = (uint8_t)((r->status & ~R05_ANNOUNCED) | R05_DOWN);
            R05_TELL(t, R05_EV_POWERED_DOWN, R05_DOWN_1, robot);
        } else if (r->status & R05_DOWN) {
            if (RD_RULE(R05_DOWN_6)) {
                r05_ask(t, robot, R05_ASK_STAY_DOWN, 0);
                return false;
            }
            r->status &= (uint8_t)~R05_DOWN;
        }
    }
    return true;
}

/* ---- return ---- */

/* The free cells at that distance from `home`. */
static int ring(const r05_match *m, const r05_state *s, uint16_t home, int far, uint16_t *cell,
                int most) {
    const rd_floor *f = &m->floor;
    const rd_cell *at = &f->cell[home];
    int n = 0;
    for (int row = at->row - far; row <= at->row + far; row++)
        for (int col = at->col - far; col <= at->col + far && n < most; col++) {
            bool edge = row == at->row - far || row == at->row + far || col == at->col - far ||
                        col == at->col + far;
            uint16_t c = rd_floor_at(f, col, row);
            if (!edge || c == RD_NOWHERE || rd_body_at(&s->robots, c) != RD_NOBODY) continue;
            bool pit = rd_floor_cell(f, s->robots.turns, c).what & RD_PIT;
            if (!pit || !RD_RULE(R05_RETURN_7)) cell[n++] = c;
        }
    return n;
}

/* Where a robot returns: on its archive cell, or beside it when that is taken.  A ring farther out
** only if all cells beside it are taken or pits. */
static int cells_at_marker(const r05_match *m, const r05_state *s, int robot, uint16_t *cell,
                           int most) {
    uint16_t home = s->robot[robot].archive;
    bool pit = rd_floor_cell(&m->floor, s->robots.turns, home).what & RD_PIT; /* a board turned */
    if (!pit && rd_body_at(&s->robots, home) == RD_NOBODY) {
        cell[0] = home;
        return 1;
    }
    int n = 0;
    for (int far = 1; !n && far < RD_FLOOR_SIDE; far++) n = ring(m, s, home, far, cell, most);
    return n;
}

/* Facings with nobody in sight within three cells, of all directions; a robot that was thrown out
** may see its friends. */
static unsigned unseeing(const r05_match *m, const r05_state *s, int robot, uint16_t cell) {
    unsigned dirs = 0;
    bool thrown = s->robot[robot].status & R05_THROWN;
    for (int d = 0; d < 4; d++) {
        rd_sight seen = rd_floor_sight(&m->floor, &s->robots, cell, d);
        bool clear = seen.body == RD_NOBODY || seen.distance > 3;
        if (clear || (thrown && r05_team(m, seen.body) == r05_team(m, robot))) dirs |= 1u << d;
    }
    return dirs;
}

/* Does the sight of others matter where it returns?  On its marker and at the start it does not. */
static bool must_not_see(const r05_state *s, int robot, uint16_t cell) {
    if (s->ask == R05_ASK_PLACE) return false;
    if (s->robot[robot].status & R05_THROWN) return RD_RULE(R05_CAPTURE_THE_FLAG_5);
    return cell != s->robot[robot].archive && RD_RULE(R05_RETURN_8);
}

/* The facings allowed on a cell; RULING-R05-37: if no cell has a fitting one, all will do, and
** r05_return_cells gives such a cell only then. */
unsigned r05_facings(const r05_match *m, const r05_state *s, int robot, uint16_t cell) {
    unsigned dirs = must_not_see(s, robot, cell) ? unseeing(m, s, robot, cell) : 15;
    return dirs ? dirs : 15;
}

int r05_return_cells(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most) {
    int n = r05_special_cells(m, s, robot, cell, most), fitting = 0;
    if (!n) n = cells_at_marker(m, s, robot, cell, most);
    uint16_t fits[RD_MAX_OPTIONS];
    for (int i = 0; i < n; i++)
        if (!must_not_see(s, robot, cell[i]) || unseeing(m, s, robot, cell[i]))
            fits[fitting++] = cell[i];
    if (!fitting) return n;
    memcpy(cell, fits, (size_t)fitting * sizeof *cell);
    return fitting;
}

static int next_to_return(const r05_turn *t, int order) {
    for (int i = 0; i < t->m->head.n_actors; i++)
        if ((t->s->robot[i].died == order || !RD_RULE(R05_RETURN_6)) &&
            (t->s->robot[i].status & R05_DEAD))
            return i;
    return R05_NONE;
}

/* `at` counts the order of destruction: R05-RETURN-6. */
bool r05_stage_reenter(r05_turn *t) {
    r05_state *s = t->s;
    while (s->at < s->deaths && RD_RULE(R05_RETURN_1)) {
        s->at++;
        int robot = next_to_return(t, s->at);
        if (robot == R05_NONE || !r05_may_return(t, robot)) continue;
        r05_ask(t, robot, R05_ASK_REENTER, 0);
        return false;
    }
    return true;
}

void r05_answer_reenter(r05_turn *t, int robot, const uint16_t *pick) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    bool thrown = r->status & R05_THROWN;
    s->robots.cell[robot] = (uint16_t)(pick[0] - R05_CELL);
    s->robots.dir[robot] = (uint8_t)(pick[1] - R05_FACE);
    r->status = pick[2] == R05_YES ? R05_DOWN : 0;
    r->died = 0;
    R05_TELL(t, R05_EV_REENTERED, thrown ? R05_CAPTURE_THE_FLAG_5 : R05_RETURN_1, robot,
             s->robots.cell[robot], s->robots.dir[robot]);
    int points = thrown ? 0 : r05_return_damage(s, robot);
    if (r->damage + points >= R05_DEADLY) points = R05_DEADLY - 1 - r->damage;
    r->damage = (uint8_t)(r->damage + points);
    if (points) R05_TELL(t, R05_EV_DAMAGED, R05_RETURN_2, robot, r->damage, R05_NONE);
    r05_lock_for_damage(t, robot);
    if (r->status & R05_DOWN) R05_TELL(t, R05_EV_POWERED_DOWN, R05_RETURN_5, robot);
}

bool r05_stage_round_end(r05_turn *t) {
    r05_state *s = t->s;
    r05_on_round_end(t);
    R05_TELL(t, R05_EV_CLEANUP, R05_WIPE_1, s->round);
    t->beat++;
    if (!(s->unsettled && r05_race_over(t)) && !r05_is_idle(t)) return true;
    s->stage = R05_AT_OVER;
    return false;
}
