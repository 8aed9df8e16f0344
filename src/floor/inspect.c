/* inspect.c - what any race needs of its course; see inspect.h. */
#include "floor/inspect.h"

#include "floor/route.h"

/* ---- the list ---- */

void rd_find(const rd_inspection *in, const rd_finding *f) {
    if (in->out->n < RD_MAX_FINDINGS) in->out->item[in->out->n++] = *f;
}

static bool earlier(const rd_finding *a, const rd_finding *b) {
    return a->severity != b->severity ? a->severity < b->severity : a->line < b->line;
}

void rd_findings_sort(rd_findings *f) {
    for (int i = 1; i < f->n; i++) {
        rd_finding one = f->item[i];
        int at = i;
        for (; at && earlier(&one, &f->item[at - 1]); at--) f->item[at] = f->item[at - 1];
        f->item[at] = one;
    }
}

int rd_findings_count(const rd_findings *f, rd_severity severity) {
    int n = 0;
    for (int i = 0; i < f->n; i++) n += f->item[i].severity == severity;
    return n;
}

/* ---- cells ---- */

static uint16_t standing(const rd_floor *f, int col, int row) {
    uint16_t cell = rd_floor_at(f, col, row);
    return f->cell[cell].what & RD_PIT ? (uint16_t)RD_NOWHERE : cell;
}

uint16_t rd_inspect_flag(const rd_inspection *in, int i) {
    return standing(in->floor, in->course->flag[i].col, in->course->flag[i].row);
}

uint16_t rd_inspect_token(const rd_inspection *in, int i) {
    return standing(in->floor, in->course->token[i].col, in->course->token[i].row);
}

static bool is_closed(const rd_inspection *in, uint16_t cell) {
    for (int i = 0; i < in->course->n_closed; i++)
        if (rd_floor_at(in->floor, in->course->closed[i].col, in->course->closed[i].row) == cell)
            return true;
    return false;
}

int rd_inspect_starts(const rd_inspection *in, rd_start start[RD_MAX_STARTS]) {
    int n = 0;
    for (int i = 0; i < in->floor->n_starts; i++)
        if (!is_closed(in, in->floor->start[i].cell)) start[n++] = in->floor->start[i];
    return n;
}

int rd_inspect_players(const rd_inspection *in) {
    int n = 0;
    while (in->players >> (n + 1)) n++;
    return n;
}

/* ---- things stand where they can ---- */

static void inspect_flags(const rd_inspection *in) {
    const rd_course *c = in->course;
    for (int i = 0; i < c->n_flags; i++) {
        const rd_course_flag *a = &c->flag[i];
        int before = i ? c->flag[i - 1].number : 0;
        if (a->number != before + 1)
            RD_FIND(in, RD_FINDING_ERROR, a->line, .key = "course.flag_missing",
                    .arg = {RD_FLAG(a->number), RD_NUMBER(a->number - 1)});
        if (!rd_floor_at(in->floor, a->col, a->row))
            RD_FIND(in, RD_FINDING_ERROR, a->line, .key = "course.flag_off",
                    .arg = {RD_FLAG(a->number)});
        else if (!rd_inspect_flag(in, i))
            RD_FIND(in, RD_FINDING_ERROR, a->line, .key = "course.flag_pit",
                    .arg = {RD_FLAG(a->number)});
        for (int k = 0; k < i; k++)
            if (c->flag[k].col == a->col && c->flag[k].row == a->row)
                RD_FIND(in, RD_FINDING_ERROR, a->line, .key = "course.flags_together",
                        .arg = {RD_FLAG(c->flag[k].number), RD_FLAG(a->number)});
    }
}

static void inspect_tokens(const rd_inspection *in) {
    const rd_course *c = in->course;
    for (int i = 0; i < c->n_tokens; i++) {
        const rd_course_token *t = &c->token[i];
        uint16_t cell = rd_floor_at(in->floor, t->col, t->row);
        int piece = in->floor->cell[cell].piece;
        if (!cell) {
            RD_FIND(in, RD_FINDING_ERROR, t->line, .key = "course.token_off");
            continue;
        }
        if (!rd_inspect_token(in, i))
            RD_FIND(in, RD_FINDING_ERROR, t->line, .key = "course.token_pit",
                    .arg = {RD_PIECE(piece)});
        for (int k = 0; k < i; k++) {
            uint16_t other = rd_floor_at(in->floor, c->token[k].col, c->token[k].row);
            if (!other || in->floor->cell[other].piece != piece) continue;
            RD_FIND(in, RD_FINDING_ERROR, t->line, .key = "course.token_second",
                    .arg = {RD_PIECE(piece)});
            break;
        }
    }
}

static void inspect_closed(const rd_inspection *in) {
    for (int i = 0; i < in->course->n_closed; i++) {
        const rd_course_closed *a = &in->course->closed[i];
        uint16_t cell = rd_floor_at(in->floor, a->col, a->row);
        if (!(in->floor->cell[cell].mark & RD_MARK_START))
            RD_FIND(in, RD_FINDING_ERROR, a->line, .key = "course.closed_wrong",
                    .arg = {RD_NUMBER(a->col), RD_NUMBER(a->row)});
    }
}

static void inspect_sheets(const rd_inspection *in) {
    for (int i = 0; i < in->course->n_pieces; i++) {
        int other = rd_course_same_sheet(in->course, i, in->text);
        if (other == RD_NO_PIECE) continue;
        RD_FIND(in, in->one_box ? RD_FINDING_ERROR : RD_FINDING_NOTE, in->course->piece[i].line,
                .key = "course.one_sheet", .arg = {RD_PIECE(other), RD_PIECE(i)});
    }
}

/* ---- everybody can begin, and come everywhere ---- */

static void inspect_starts(const rd_inspection *in, const rd_start *start, int n) {
    for (int i = 1; i < in->floor->n_starts; i++)
        if (in->floor->start[i].number == in->floor->start[i - 1].number) {
            RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.starts_alike",
                    .arg = {RD_NUMBER(in->floor->start[i].number)});
            break;
        }
    if (in->floor->n_starts && n < rd_inspect_players(in))
        RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.starts_few",
                .arg = {RD_NUMBER(n), RD_NUMBER(rd_inspect_players(in))});
    for (int i = 0; i < n; i++) {
        bool out = false;
        for (int d = 0; d < 4; d++) out |= rd_floor_open(in->floor, 0, start[i].cell, d);
        if (!out)
            RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.start_walled",
                    .arg = {RD_NUMBER(start[i].number)});
    }
}

/* Walls and pits part the floor into regions, and every start must lie in that of every flag: what
** can be reached from one cell of a region can be reached from all of them. */
static void inspect_routes(const rd_inspection *in, const rd_start *start, int n) {
    const rd_course *c = in->course;
    rd_steps steps;
    for (int i = 0; i < c->n_flags; i++) {
        uint16_t flag = rd_inspect_flag(in, i);
        int cut_off = 0;
        if (!flag) continue;
        rd_floor_steps(in->floor, 0, &flag, 1, &steps);
        for (int k = 0; k < n; k++) cut_off += steps.to[start[k].cell] == RD_NO_ROUTE;
        if (cut_off)
            RD_FIND(in, RD_FINDING_ERROR, c->flag[i].line, .key = "course.flag_unreachable",
                    .arg = {RD_FLAG(c->flag[i].number), RD_NUMBER(cut_off), RD_NUMBER(n)});
        for (int k = 0; k < c->n_tokens; k++) {
            uint16_t token = rd_inspect_token(in, k);
            if (token && steps.to[token] == RD_NO_ROUTE)
                RD_FIND(in, RD_FINDING_ERROR, c->token[k].line, .key = "course.token_cut_off",
                        .arg = {RD_FLAG(c->flag[i].number)});
        }
    }
}

void rd_course_inspect(const rd_inspection *in) {
    rd_start start[RD_MAX_STARTS];
    int n = rd_inspect_starts(in, start);
    if (in->course->players && in->players & ~in->course->players)
        RD_FIND(in, RD_FINDING_ERROR, 0, .key = "course.players_outside",
                .arg = {RD_NUMBER(rd_inspect_players(in))});
    inspect_flags(in);
    inspect_tokens(in);
    inspect_closed(in);
    inspect_sheets(in);
    inspect_starts(in, start, n);
    inspect_routes(in, start, n);
}
