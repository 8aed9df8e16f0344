/* rally2005_capture.c - Capture the Flag: bases, carried flags, robots that are thrown out. */
#include "games/rally2005/rally2005_int.h"

/* The piece that is home to the robot's team. */
int r05_home_piece(const r05_match *m, const r05_state *s, int robot) {
    return r05_team(m, robot) ^ s->swapped;
}

int r05_piece_under(const r05_match *m, const r05_state *s, int robot) {
    return m->floor.cell[s->robots.cell[robot]].piece;
}

static bool is_home(const r05_match *m, const r05_state *s, int robot) {
    return r05_on_floor(s, robot) && r05_piece_under(m, s, robot) == r05_home_piece(m, s, robot);
}

/* Own flag of a team: the one that starts on its home board. */
static int flag_of(const r05_match *m, const r05_state *s, int robot) {
    for (int i = 0; i < m->n_flags; i++)
        if (m->floor.cell[m->flag[i]].piece == r05_home_piece(m, s, robot)) return i;
    return R05_NONE;
}

void r05_drop_flag(r05_turn *t, int robot, uint16_t cell, int rule) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    if (!r->carries) return;
    int flag = r->carries - 1;
    r->carries = 0;
    bool stays = RD_RULE(R05_CAPTURE_THE_FLAG_7);
    if (!stays || cell == RD_NOWHERE || rd_body_at(&s->flags, cell) != RD_NOBODY)
        cell = t->m->flag[flag];
    s->flags.cell[flag] = cell;
    R05_TELL(t, R05_EV_FLAG_LOST, rule, flag + 1, cell);
}

void r05_capture_touch(r05_turn *t, int robot, int flag) {
    r05_state *s = t->s;
    if (flag == flag_of(t->m, s, robot)) {
        if (!is_home(t->m, s, robot) || s->flags.cell[flag] == t->m->flag[flag]) return;
        if (!RD_RULE(R05_CAPTURE_THE_FLAG_9)) return;
        s->flags.cell[flag] = t->m->flag[flag];
        R05_TELL(t, R05_EV_FLAG_BACK, R05_CAPTURE_THE_FLAG_9, flag + 1, t->m->flag[flag]);
    } else if (!s->robot[robot].carries && RD_RULE(R05_CAPTURE_THE_FLAG_6)) {
        s->robot[robot].carries = (uint8_t)(1 + flag);
        s->flags.cell[flag] = RD_NOWHERE;
        R05_TELL(t, R05_EV_FLAG_TAKEN, R05_CAPTURE_THE_FLAG_6, robot, flag + 1);
    }
}

/* It leaves the floor until the end of the round, but is not destroyed. */
static void throw_out(r05_turn *t, int robot, int by) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    R05_TELL(t, R05_EV_REMOVED, R05_CAPTURE_THE_FLAG_2, robot, by);
    r05_drop_flag(t, robot, s->robots.cell[robot], R05_CAPTURE_THE_FLAG_7);
    s->robots.cell[robot] = RD_NOWHERE;
    r->status = R05_DEAD | R05_THROWN;
    r->died = ++s->deaths;
    r05_end_control(s, robot);
    if (!t->m->reading.capture_free && r->lives && RD_RULE(R05_CAPTURE_THE_FLAG_3)) r->lives--;
    if (!r->lives) r05_eliminate(t, robot);
}

/* A robot at home that pushed an enemy and is still there at the end throws it out. */
void r05_throw_out_all(r05_turn *t) {
    r05_state *s = t->s;
    unsigned thrown = 0;
    uint8_t by[R05_ROBOTS] = {0};
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, s, k);
        unsigned shoved = s->robot[robot].shoved;
        s->robot[robot].shoved = 0;
        if (!r05_on_floor(s, robot)) continue;
        for (thrown |= shoved; shoved;) by[rd_bit_take(&shoved)] = (uint8_t)robot;
    }
    for (int k = 0; k < t->m->head.n_actors && RD_RULE(R05_CAPTURE_THE_FLAG_2); k++) {
        int robot = r05_docked(t->m, s, k);
        if (thrown >> robot & 1 && r05_on_floor(s, robot)) throw_out(t, robot, by[robot]);
    }
}

/* Does it matter whom this robot pushes? */
bool r05_pushes_matter(const r05_turn *t, int who) {
    return r05_on(t->m, R05_CAPTURE_THE_FLAG) || r05_rams(t, who);
}

static bool is_base(const r05_match *m, const r05_state *s, int robot, uint16_t cell) {
    return m->floor.cell[cell].piece == r05_home_piece(m, s, robot);
}

/* Robot `who` has pushed another, from these cells. */
void r05_on_push(r05_turn *t, int who, uint16_t from, int pushed, uint16_t pushed_from) {
    r05_state *s = t->s;
    const r05_match *m = t->m;
    if (!r05_on(m, R05_CAPTURE_THE_FLAG)) return;
    if (r05_team(m, who) != r05_team(m, pushed) && is_base(m, s, who, from) &&
        is_base(m, s, who, pushed_from))
        s->robot[who].shoved |= (uint8_t)(1 << pushed);
}

/* A carrier that was pushed on foreign ground, by whatever it was, loses its flag.  `before` is
** where they stood. */
void r05_on_pushed(r05_turn *t, unsigned pushed, const uint16_t *before) {
    if (!r05_on(t->m, R05_CAPTURE_THE_FLAG) || !RD_RULE(R05_CAPTURE_THE_FLAG_8)) return;
    while (pushed) {
        int robot = rd_bit_take(&pushed);
        if (!is_base(t->m, t->s, robot, before[robot]))
            r05_drop_flag(t, robot, before[robot], R05_CAPTURE_THE_FLAG_8);
    }
}

/* The cells where a robot may be put down: six rows of its base, those away from the enemy. */
static bool is_back_row(const r05_match *m, const r05_state *s, int robot, uint16_t cell) {
    const rd_placed *own = &m->floor.piece[r05_home_piece(m, s, robot)];
    const rd_placed *other = &m->floor.piece[!r05_home_piece(m, s, robot)];
    const rd_cell *c = &m->floor.cell[cell];
    if (c->piece != r05_home_piece(m, s, robot)) return false;
    if (!RD_RULE(s->ask == R05_ASK_PLACE ? R05_CAPTURE_THE_FLAG_1 : R05_CAPTURE_THE_FLAG_5))
        return true;
    if (own->col != other->col)
        return own->col < other->col ? c->col < own->col + 6 : c->col >= own->col + own->cols - 6;
    return own->row < other->row ? c->row < own->row + 6 : c->row >= own->row + own->rows - 6;
}

static int back_rows(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most) {
    int n = 0;
    for (uint16_t c = 1; c < m->floor.n_cells && n < most; c++) {
        if (m->floor.cell[c].what & (RD_OFF | RD_PIT)) continue;
        if (rd_body_at(&s->robots, c) == RD_NOBODY && is_back_row(m, s, robot, c)) cell[n++] = c;
    }
    return n;
}

int r05_special_cells(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most) {
    bool base = s->ask == R05_ASK_PLACE || s->robot[robot].status & R05_THROWN;
    if (!r05_on(m, R05_CAPTURE_THE_FLAG) || !base) return 0;
    return back_rows(m, s, robot, cell, most);
}

bool r05_captured(const r05_match *m, const r05_state *s, int robot) {
    return s->robot[robot].carries && is_home(m, s, robot);
}
