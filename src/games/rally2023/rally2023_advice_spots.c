/* rally2023_advice_spots.c - advice on single things of a course: checkpoints, reboot tokens, the
** docking bay; see rally2023_advice.h. */
#include "floor/route.h"
#include "games/rally2023/rally2023_advice.h"

static bool is_dock(const rd_floor *f, uint16_t cell) {
    uint8_t piece = f->cell[cell].piece;
    return piece != RD_NO_PIECE && f->piece[piece].dock;
}

static bool is_factory(const rd_floor *f, uint16_t cell) {
    uint8_t piece = f->cell[cell].piece;
    return piece != RD_NO_PIECE && !f->piece[piece].dock;
}

static bool is_belt(const rd_floor *f, uint16_t cell) {
    return f->cell[cell].what & (RD_BELT | RD_EXPRESS);
}

static bool is_machine(const rd_cell *c) {
    return c->what & (RD_BELT | RD_EXPRESS | RD_GEAR_LEFT | RD_GEAR_RIGHT) || c->push;
}

/* What a robot that goes one step off the cell meets: RD_OFF, RD_PIT or neither. */
static int danger(const rd_floor *f, uint16_t cell, int d) {
    if (rd_floor_wall(f, 0, cell, d)) return 0;
    return f->cell[cell + f->delta[d]].what & (RD_OFF | RD_PIT);
}

/* ---- checkpoints ---- */

static void advise_ways(const rd_inspection *in, const rd_course_flag *flag, uint16_t cell) {
    int walls = in->floor->cell[cell].wall & 15, ways = 0;
    bool corner = false;
    for (int d = 0; d < 4; d++) {
        corner |= (walls >> d & 1) && (walls >> rd_dir_turn(d, 1) & 1);
        ways += rd_floor_open(in->floor, 0, cell, d);
    }
    if (corner)
        RD_FIND(in, RD_FINDING_WARNING, flag->line, .key = "course.flag_corner",
                .arg = {RD_FLAG(flag->number)});
    else if (ways <= RD_R23_WAYS)
        RD_FIND(in, RD_FINDING_WARNING, flag->line, .key = "course.flag_narrow",
                .arg = {RD_FLAG(flag->number), RD_NUMBER(ways)});
    else if (walls)
        RD_FIND(in, RD_FINDING_NOTE, flag->line, .key = "course.flag_wall",
                .arg = {RD_FLAG(flag->number)});
}

static void advise_dangers(const rd_inspection *in, const rd_course_flag *flag, uint16_t cell) {
    bool first = flag->number == 1;
    int met = 0;
    for (int d = 0; d < 4; d++) met |= danger(in->floor, cell, d);
    if (met & RD_PIT)
        RD_FIND(in, RD_FINDING_WARNING, flag->line,
                .key = first ? "course.first_by_pit" : "course.flag_by_pit",
                .arg = {RD_FLAG(flag->number)});
    if (met & RD_OFF)
        RD_FIND(in, RD_FINDING_WARNING, flag->line,
                .key = first ? "course.first_by_edge" : "course.flag_by_edge",
                .arg = {RD_FLAG(flag->number)});
}

static void note_covered(const rd_inspection *in, const rd_course_flag *flag, uint16_t cell) {
    const rd_cell *c = &in->floor->cell[cell];
    rd_start start[RD_MAX_STARTS];
    int n = rd_inspect_starts(in, start);
    if (c->mark & RD_MARK_BATTERY)
        RD_FIND(in, RD_FINDING_NOTE, flag->line, .key = "course.flag_battery",
                .arg = {RD_FLAG(flag->number)});
    if (is_machine(c))
        RD_FIND(in, RD_FINDING_NOTE, flag->line, .key = "course.flag_machine",
                .arg = {RD_FLAG(flag->number)});
    for (int i = 0; i < n; i++)
        if (start[i].cell == cell)
            RD_FIND(in, RD_FINDING_WARNING, flag->line, .key = "course.flag_start",
                    .arg = {RD_FLAG(flag->number), RD_NUMBER(start[i].number)});
}

/* ---- the way from checkpoint to checkpoint ---- */

/* Steps from the open starts and from each checkpoint. */
typedef struct routes {
    uint16_t flag[RD_MAX_FLAGS];
    rd_steps from_dock, from[RD_MAX_FLAGS];
} routes;

static void find_routes(const rd_inspection *in, routes *r) {
    rd_start start[RD_MAX_STARTS];
    uint16_t cell[RD_MAX_STARTS];
    int n = rd_inspect_starts(in, start);
    for (int i = 0; i < n; i++) cell[i] = start[i].cell;
    rd_floor_steps(in->floor, 0, cell, n, &r->from_dock);
    for (int i = 0; i < in->course->n_flags; i++) {
        r->flag[i] = rd_inspect_flag(in, i);
        rd_floor_steps(in->floor, 0, &r->flag[i], 1, &r->from[i]);
    }
}

/* Does a shortest way between the two touch the piece? */
static bool crosses(const rd_floor *f, const rd_steps *a, const rd_steps *b, uint16_t goal,
                    int piece) {
    int total = a->to[goal];
    if (total == RD_NO_ROUTE) return true; /* an error, and told as one */
    for (int i = 1; i < f->n_cells; i++)
        if (f->cell[i].piece == piece && a->to[i] + b->to[i] == total) return true;
    return false;
}

/* With one checkpoint the only way is the one that leads there. */
static void advise_boards(const rd_inspection *in, const routes *r) {
    int n = in->course->n_flags;
    for (int p = 0; p < in->floor->n_pieces; p++) {
        bool visited = n < 2 && crosses(in->floor, &r->from_dock, &r->from[0], r->flag[0], p);
        if (in->floor->piece[p].dock) continue;
        for (int i = 1; i < n; i++)
            visited |= crosses(in->floor, &r->from[i - 1], &r->from[i], r->flag[i], p);
        if (!visited)
            RD_FIND(in, RD_FINDING_WARNING, in->course->piece[p].line, .key = "course.board_unused",
                    .arg = {RD_PIECE(p)});
    }
}

/* On several boards the leader must somewhere come back towards the dock, to those behind. */
static void advise_return(const rd_inspection *in, const routes *r) {
    int boards = 0, n = in->course->n_flags;
    for (int i = 0; i < in->floor->n_pieces; i++) boards += !in->floor->piece[i].dock;
    for (int i = 1; i < n; i++)
        if (r->from_dock.to[r->flag[i]] <= r->from_dock.to[r->flag[i - 1]]) return;
    if (boards > 1 && n > 1) RD_FIND(in, RD_FINDING_WARNING, 0, .key = "course.no_return");
}

void r23_advise_checkpoints(const rd_inspection *in) {
    routes r;
    bool all = in->course->n_flags > 0;
    for (int i = 0; i < in->course->n_flags; i++) {
        uint16_t cell = rd_inspect_flag(in, i);
        if (!cell) {
            all = false;
            continue;
        }
        advise_ways(in, &in->course->flag[i], cell);
        advise_dangers(in, &in->course->flag[i], cell);
        note_covered(in, &in->course->flag[i], cell);
    }
    if (!all) return;
    find_routes(in, &r);
    advise_boards(in, &r);
    advise_return(in, &r);
}

/* ---- reboot tokens ---- */

/* Can a robot drive off the floor on that side of the piece? */
static bool open_side(const rd_floor *f, int piece, int d) {
    for (int i = 1; i < f->n_cells; i++)
        if (f->cell[i].piece == piece && danger(f, (uint16_t)i, d) == RD_OFF) return true;
    return false;
}

/* Who falls off one side must not come back near the other: the token lies at most two thirds of
** the board away from each side that is open. */
static bool lies_aside(const rd_floor *f, uint16_t cell) {
    const rd_cell *c = &f->cell[cell];
    const rd_placed *p = &f->piece[c->piece];
    int from[4] = {c->row - p->row, p->col + p->cols - 1 - c->col, p->row + p->rows - 1 - c->row,
                   c->col - p->col};
    for (int d = 0; d < 4; d++) {
        int extent = d & 1 ? p->cols : p->rows;
        if (from[d] * 3 > extent * 2 && open_side(f, c->piece, d)) return true;
    }
    return false;
}

static void advise_arrow(const rd_inspection *in, const rd_course_token *t, uint16_t cell) {
    const char *key = NULL;
    int met = danger(in->floor, cell, t->dir), room = 0;
    if (rd_floor_wall(in->floor, 0, cell, t->dir)) key = "course.arrow_wall";
    if (met & RD_PIT) key = "course.arrow_pit";
    if (met & RD_OFF) key = "course.arrow_edge";
    if (key) {
        RD_FIND(in, RD_FINDING_WARNING, t->line, .key = key);
        return;
    }
    for (; rd_floor_open(in->floor, 0, cell, t->dir); room++)
        cell = rd_floor_next(in->floor, 0, cell, t->dir);
    if (room < RD_R23_ARROW_ROOM && in->players >> RD_R23_BIG_GAME)
        RD_FIND(in, RD_FINDING_WARNING, t->line, .key = "course.arrow_short",
                .arg = {RD_NUMBER(room), RD_NUMBER(RD_R23_ARROW_ROOM)});
}

static void advise_token(const rd_inspection *in, const rd_course_token *t, uint16_t cell) {
    const rd_cell *c = &in->floor->cell[cell];
    rd_steps steps;
    rd_floor_steps(in->floor, 0, &cell, 1, &steps);
    for (int i = 0; i < in->course->n_flags; i++) {
        uint16_t flag = rd_inspect_flag(in, i);
        if (flag && steps.to[flag] <= RD_R23_TOKEN_NEAR)
            RD_FIND(in, RD_FINDING_WARNING, t->line, .key = "course.token_near",
                    .arg = {RD_FLAG(in->course->flag[i].number), RD_NUMBER(steps.to[flag])});
    }
    if (lies_aside(in->floor, cell))
        RD_FIND(in, RD_FINDING_WARNING, t->line, .key = "course.token_aside",
                .arg = {RD_PIECE(c->piece)});
    if (c->mark & RD_MARK_BATTERY)
        RD_FIND(in, RD_FINDING_NOTE, t->line, .key = "course.token_battery");
    if (is_machine(c)) RD_FIND(in, RD_FINDING_NOTE, t->line, .key = "course.token_machine");
}

void r23_advise_tokens(const rd_inspection *in) {
    bool has[RD_MAX_PIECES] = {false};
    for (int i = 0; i < in->course->n_tokens; i++) {
        const rd_course_token *t = &in->course->token[i];
        uint16_t cell = rd_floor_at(in->floor, t->col, t->row);
        if (!cell) continue;
        has[in->floor->cell[cell].piece] = true;
        if (is_dock(in->floor, cell)) {
            RD_FIND(in, RD_FINDING_ERROR, t->line, .key = "course.token_dock");
        } else if (rd_inspect_token(in, i)) {
            advise_token(in, t, cell);
            advise_arrow(in, t, cell);
        }
    }
    for (int i = 0; i < in->floor->n_pieces; i++)
        if (!in->floor->piece[i].dock && !has[i])
            RD_FIND(in, RD_FINDING_ERROR, in->course->piece[i].line, .key = "course.token_none",
                    .arg = {RD_PIECE(i)});
}

/* ---- the docking bay ---- */

/* The cells of the boards beside the dock, and how many of them hold a robot up or carry it off. */
typedef struct border {
    int cells, busy;
} border;

static border look_at_border(const rd_floor *f) {
    border b = {0, 0};
    for (int i = 1; i < f->n_cells; i++) {
        if (!is_dock(f, (uint16_t)i)) continue;
        for (int d = 0; d < 4; d++) {
            uint16_t next = (uint16_t)(i + f->delta[d]);
            const rd_cell *c = &f->cell[next];
            if (!is_factory(f, next)) continue;
            b.cells++;
            b.busy += is_machine(c) || c->what & RD_PIT || c->wall >> d & 1 ||
                      c->wall >> rd_dir_back(d) & 1;
        }
    }
    return b;
}

static bool looks_at_factory(const rd_inspection *in, const rd_start *s) {
    int facings = in->course->facings ? in->course->facings : 1 << s->dir;
    for (int d = 0; d < 4; d++) {
        if (!(facings >> d & 1)) continue;
        for (uint16_t at = s->cell; !(in->floor->cell[at].what & RD_OFF);
             at = (uint16_t)(at + in->floor->delta[d]))
            if (is_factory(in->floor, at)) return true;
    }
    return false;
}

/* Does a ride from this belt end at the first checkpoint or pass beside it, and save some way?  The
** checkpoint itself is the end of any ride: it covers the belt. */
static bool rides_to(const rd_floor *f, const rd_steps *goal, uint16_t belt) {
    uint16_t at = belt, nearest = goal->to[at];
    for (int ride = 0; ride < f->n_cells && nearest; ride++) {
        if (!is_belt(f, at) || !rd_floor_open(f, 0, at, rd_cell_belt_dir(&f->cell[at]))) break;
        at = (uint16_t)(at + f->delta[rd_cell_belt_dir(&f->cell[at])]);
        if (goal->to[at] < nearest) nearest = goal->to[at];
    }
    return nearest <= 1 && goal->to[belt] - nearest >= RD_R23_RIDE;
}

static void advise_belts(const rd_inspection *in, const rd_start *start, int n) {
    uint16_t goal = in->course->n_flags ? rd_inspect_flag(in, 0) : (uint16_t)RD_NOWHERE;
    rd_steps to_goal, from_start;
    int lucky = 0;
    if (!goal) return;
    rd_floor_steps(in->floor, 0, &goal, 1, &to_goal);
    for (int i = 0; i < n; i++) {
        bool rides = false;
        rd_floor_steps(in->floor, 0, &start[i].cell, 1, &from_start);
        for (int k = 1; k < in->floor->n_cells && !rides; k++)
            rides = from_start.to[k] <= RD_R23_BELT_NEAR && is_belt(in->floor, (uint16_t)k) &&
                    rides_to(in->floor, &to_goal, (uint16_t)k);
        lucky += rides;
    }
    if (lucky)
        RD_FIND(in, RD_FINDING_WARNING, in->course->flag[0].line, .key = "course.dock_belt",
                .arg = {RD_FLAG(1), RD_NUMBER(lucky), RD_NUMBER(n)});
}

void r23_advise_dock(const rd_inspection *in) {
    rd_start start[RD_MAX_STARTS];
    int n = rd_inspect_starts(in, start), dock = RD_NO_PIECE, away = 0;
    border b = look_at_border(in->floor);
    for (int i = 0; i < in->floor->n_pieces; i++) {
        if (!in->floor->piece[i].dock) continue;
        if (dock != RD_NO_PIECE)
            RD_FIND(in, RD_FINDING_ERROR, in->course->piece[i].line, .key = "course.dock_second");
        dock = i;
    }
    if (dock == RD_NO_PIECE) {
        RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.dock_none");
        return;
    }
    for (int i = 0; i < n; i++) away += !looks_at_factory(in, &start[i]);
    if (!b.cells)
        RD_FIND(in, RD_FINDING_ERROR, in->course->piece[dock].line, .key = "course.dock_apart");
    else if (away)
        RD_FIND(in, RD_FINDING_ERROR, in->course->piece[dock].line, .key = "course.dock_away",
                .arg = {RD_NUMBER(away), RD_NUMBER(n)});
    if (!in->floor->n_starts)
        RD_FIND(in, RD_FINDING_ERROR, in->course->piece[dock].line, .key = "course.starts_few",
                .arg = {RD_NUMBER(0), RD_NUMBER(rd_inspect_players(in))});
    else if (in->floor->n_starts < 2 * rd_inspect_players(in))
        RD_FIND(in, RD_FINDING_NOTE, in->course->piece[dock].line, .key = "course.starts_contest",
                .arg = {RD_NUMBER(in->floor->n_starts), RD_NUMBER(rd_inspect_players(in))});
    if (b.busy * 2 > b.cells)
        RD_FIND(in, RD_FINDING_WARNING, in->course->piece[dock].line, .key = "course.dock_busy",
                .arg = {RD_NUMBER(b.busy), RD_NUMBER(b.cells)});
    advise_belts(in, start, n);
}
