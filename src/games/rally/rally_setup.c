/* rally_setup.c - the course and its floor as a page draws them; see rally_setup.h.
**
** Everything stands in lists by kind, the commonest as bare cells, so that the largest course fits
** a message with room to spare.
*/
#include "games/rally/rally_setup.h"

#include "floor/build.h"
#include "floor/spell.h"

typedef struct put {
    rd_doc *d;
    const rd_floor *f;
} put;

static void put_cell(const put *p, const char *name, int cell) {
    rd_doc_pair(p->d, name, p->f->cell[cell].col, p->f->cell[cell].row);
}

static void put_dirs(rd_doc *d, const char *name, unsigned set) {
    rd_doc_list(d, name);
    for (int dir = 0; dir < 4; dir++)
        if (set >> dir & 1) rd_doc_text(d, NULL, rd_dir_word[dir]);
    rd_doc_list_end(d);
}

/* ---- what boards and courses have in common ---- */

static void put_label(rd_doc *d, const rd_label *l) {
    static const char *const LANG[RD_NAME_LANGS] = {"en", "ru", "uk"};
    rd_doc_object(d, "name");
    for (int i = 0; i < RD_NAME_LANGS; i++)
        if (l->name[i][0]) rd_doc_text(d, LANG[i], l->name[i]);
    rd_doc_object_end(d);
    rd_doc_object(d, "confidence");
    for (int i = 0; i < l->n_trusts; i++) rd_doc_text(d, l->trust[i].part, l->trust[i].word);
    rd_doc_object_end(d);
}

/* ---- the course ---- */

static void put_fact(rd_doc *d, const char *name, const char *word) {
    if (word[0]) rd_doc_text(d, name, word);
}

static void put_course(rd_doc *d, const rd_course *c) {
    rd_doc_object(d, "course");
    rd_doc_text(d, "id", c->label.id);
    put_label(d, &c->label);
    put_fact(d, "category", c->category);
    put_fact(d, "difficulty", c->difficulty);
    put_fact(d, "length", c->length);
    if (c->page) rd_doc_int(d, "page", c->page);
    rd_doc_set(d, "players", c->players >> 1);
    rd_doc_int(d, "teams", c->teams);
    rd_doc_int(d, "team_size", c->team_size);
    put_dirs(d, "facings", c->facings);
    rd_doc_list(d, "rules");
    for (int i = 0; i < c->n_rules; i++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "rule", c->rule[i].word);
        rd_doc_int(d, "value", c->rule[i].value);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}

/* ---- the pieces as they lie ---- */

static void put_pieces(const put *p, const rd_course *c, const char *text) {
    rd_doc *d = p->d;
    rd_doc_list(d, "pieces");
    for (int i = 0; i < p->f->n_pieces; i++) {
        const rd_placed *at = &p->f->piece[i];
        rd_board b;
        rd_doc_object(d, NULL);
        rd_doc_text(d, "board", c->piece[i].board);
        rd_doc_pair(d, "cell", at->col, at->row);
        rd_doc_int(d, "cols", at->cols);
        rd_doc_int(d, "rows", at->rows);
        rd_doc_int(d, "turn", at->turn);
        rd_doc_bool(d, "dock", at->dock);
        if (rd_course_board(c, i, text, &b, NULL)) put_label(d, &b.label);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

/* ---- the cells ---- */

/* Cells with any of these bits. */
static void put_ground(const put *p, const char *name, unsigned what) {
    rd_doc_list(p->d, name);
    for (int i = 1; i < p->f->n_cells; i++)
        if (p->f->cell[i].what & what && p->f->cell[i].piece != RD_NO_PIECE) put_cell(p, NULL, i);
    rd_doc_list_end(p->d);
}

static void put_marked(const put *p, const char *name, unsigned mark) {
    rd_doc_list(p->d, name);
    for (int i = 1; i < p->f->n_cells; i++)
        if (p->f->cell[i].mark & mark) put_cell(p, NULL, i);
    rd_doc_list_end(p->d);
}

/* Each edge once: the southern and eastern side of a cell only where no cell lies beyond. */
static bool tells_wall(const rd_floor *f, int cell, int side) {
    if (f->cell[cell].what & RD_OFF || !(f->cell[cell].wall >> side & 1)) return false;
    return side == RD_NORTH || side == RD_WEST || f->cell[cell + f->delta[side]].what & RD_OFF;
}

static void put_walls(const put *p) {
    rd_doc_object(p->d, "walls");
    for (int side = 0; side < 4; side++) {
        rd_doc_list(p->d, rd_dir_word[side]);
        for (int i = 1; i < p->f->n_cells; i++)
            if (tells_wall(p->f, i, side)) put_cell(p, NULL, i);
        rd_doc_list_end(p->d);
    }
    rd_doc_object_end(p->d);
}

/* The sides from which a belt is drawn to come in; a plain one comes in straight. */
static unsigned belt_inputs(const rd_cell *c) {
    unsigned sides = 0, straight = 1u << rd_dir_back(rd_cell_belt_dir(c));
    for (int d = 0; d < 4; d++)
        if (c->belt >> (4 + d) & 1) sides |= 1u << rd_dir_back(d);
    return !sides || c->belt & 4 ? sides | straight : sides;
}

static void put_belts(const put *p) {
    rd_doc_list(p->d, "belts");
    for (int i = 1; i < p->f->n_cells; i++) {
        const rd_cell *c = &p->f->cell[i];
        if (!(c->what & (RD_BELT | RD_EXPRESS))) continue;
        rd_doc_object(p->d, NULL);
        put_cell(p, "cell", i);
        rd_doc_text(p->d, "dir", rd_dir_word[rd_cell_belt_dir(c)]);
        rd_doc_int(p->d, "speed", c->what & RD_EXPRESS ? 2 : 1);
        put_dirs(p->d, "from", belt_inputs(c));
        rd_doc_object_end(p->d);
    }
    rd_doc_list_end(p->d);
}

static void put_pushers(const put *p) {
    rd_doc_list(p->d, "pushers");
    for (int i = 1; i < p->f->n_cells; i++) {
        const rd_cell *c = &p->f->cell[i];
        if (!c->push) continue;
        rd_doc_object(p->d, NULL);
        put_cell(p, "cell", i);
        rd_doc_text(p->d, "dir", rd_dir_word[rd_cell_push_dir(c)]);
        rd_doc_set(p->d, "registers", c->push >> 3);
        rd_doc_object_end(p->d);
    }
    rd_doc_list_end(p->d);
}

static void put_lasers(const put *p) {
    rd_doc_list(p->d, "lasers");
    for (int i = 0; i < p->f->n_lasers; i++) {
        const rd_laser *l = &p->f->laser[i];
        rd_doc_object(p->d, NULL);
        put_cell(p, "cell", l->cell);
        rd_doc_text(p->d, "dir", rd_dir_word[l->dir]);
        rd_doc_int(p->d, "beams", l->beams);
        put_cell(p, "end", l->end);
        rd_doc_object_end(p->d);
    }
    rd_doc_list_end(p->d);
}

static void put_starts(const put *p) {
    rd_doc_list(p->d, "starts");
    for (int i = 0; i < p->f->n_starts; i++) {
        rd_doc_object(p->d, NULL);
        rd_doc_int(p->d, "number", p->f->start[i].number);
        put_cell(p, "cell", p->f->start[i].cell);
        rd_doc_text(p->d, "dir", rd_dir_word[p->f->start[i].dir]);
        rd_doc_object_end(p->d);
    }
    rd_doc_list_end(p->d);
}

static void put_tokens(rd_doc *d, const rd_course *c) {
    rd_doc_list(d, "tokens");
    for (int i = 0; i < c->n_tokens; i++) {
        rd_doc_object(d, NULL);
        rd_doc_pair(d, "cell", c->token[i].col, c->token[i].row);
        rd_doc_text(d, "dir", rd_dir_word[c->token[i].dir]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

void rd_describe_course(const rd_floor *f, const rd_course *c, const char *text, rd_doc *d) {
    const put p = {d, f};
    put_course(d, c);
    rd_doc_object(d, "floor");
    rd_doc_int(d, "cols", f->cols);
    rd_doc_int(d, "rows", f->rows);
    put_pieces(&p, c, text);
    put_ground(&p, "holes", RD_OFF);
    put_walls(&p);
    put_ground(&p, "pits", RD_PIT);
    put_belts(&p);
    rd_doc_object(d, "gears");
    put_ground(&p, "left", RD_GEAR_LEFT);
    put_ground(&p, "right", RD_GEAR_RIGHT);
    rd_doc_object_end(d);
    put_pushers(&p);
    put_lasers(&p);
    put_marked(&p, "repair_sites", RD_MARK_REPAIR);
    put_marked(&p, "option_sites", RD_MARK_OPTION);
    put_marked(&p, "batteries", RD_MARK_BATTERY);
    put_starts(&p);
    put_tokens(d, c);
    rd_doc_list(d, "flags");
    for (int i = 0; i < c->n_flags; i++) rd_doc_pair(d, NULL, c->flag[i].col, c->flag[i].row);
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}
