/* course_print.c - the canonical text of a course; see course.h. */
#include "floor/course.h"

static void put_word(rd_out *o, const char *keyword, const char *word) {
    if (*word) rd_put_statement(o, keyword, word);
}

static void put_number(rd_out *o, const char *keyword, int value) {
    if (!value) return;
    rd_put_text(o, keyword);
    rd_put_char(o, ' ');
    rd_put_int(o, value);
    rd_put_char(o, '\n');
}

static void put_place(rd_out *o, int col, int row) {
    rd_put_char(o, ' ');
    rd_put_int(o, col);
    rd_put_char(o, ',');
    rd_put_int(o, row);
}

static void put_sets(rd_out *o, const rd_course *c) {
    if (c->players) {
        rd_put_text(o, "players");
        for (int n = 1; n <= RD_MAX_PLAYERS; n++) {
            if (!(c->players >> n & 1)) continue;
            rd_put_char(o, ' ');
            rd_put_int(o, n);
        }
        rd_put_char(o, '\n');
    }
    put_number(o, "teams", c->teams);
    put_number(o, "team_size", c->team_size);
    if (c->facings) {
        rd_put_text(o, "facing");
        for (int d = 0; d < 4; d++) {
            if (!(c->facings >> d & 1)) continue;
            rd_put_char(o, ' ');
            rd_put_char(o, rd_dir_letter(d));
        }
        rd_put_char(o, '\n');
    }
}

static void put_layout(rd_out *o, const rd_course *c) {
    for (int i = 0; i < c->n_pieces; i++) {
        const rd_piece *p = &c->piece[i];
        if (!p->board[0]) continue; /* a nameless board lies in the corner without being told */
        rd_put_text(o, "piece ");
        rd_put_text(o, p->board);
        rd_put_char(o, ' ');
        rd_put_int(o, p->turn * 90);
        put_place(o, p->col, p->row);
        rd_put_char(o, '\n');
    }
    for (int i = 0; i < c->n_flags; i++) {
        rd_put_text(o, "flag ");
        rd_put_int(o, c->flag[i].number);
        put_place(o, c->flag[i].col, c->flag[i].row);
        rd_put_char(o, '\n');
    }
    for (int i = 0; i < c->n_tokens; i++) {
        rd_put_text(o, "token");
        put_place(o, c->token[i].col, c->token[i].row);
        rd_put_char(o, ' ');
        rd_put_char(o, rd_dir_letter(c->token[i].dir));
        rd_put_char(o, '\n');
    }
    for (int i = 0; i < c->n_closed; i++) {
        rd_put_text(o, "closed");
        put_place(o, c->closed[i].col, c->closed[i].row);
        rd_put_char(o, '\n');
    }
}

static void put_rules(rd_out *o, const rd_course *c) {
    for (int i = 0; i < c->n_rules; i++) {
        rd_put_text(o, "rule ");
        rd_put_text(o, c->rule[i].word);
        if (c->rule[i].value) {
            rd_put_char(o, ' ');
            rd_put_int(o, c->rule[i].value);
        }
        rd_put_char(o, '\n');
    }
}

static void put_inline(rd_out *o, const rd_course *c, const char *text) {
    for (int i = 0; i < c->n_inline; i++) {
        const rd_inline *in = &c->inlined[i];
        rd_reader r = rd_read_text(text + in->offset, in->length, in->line, NULL);
        rd_word w;
        rd_board board;
        bool ended;
        rd_read_line(&r);
        rd_read_word(&r, &w);
        if (!rd_board_read(&r, &w, &board, &ended))
            continue; /* it was read before: it can be read again */
        rd_board_print(&board, o);
        rd_put_text(o, "end\n");
    }
}

void rd_course_print(const rd_course *c, const char *text, rd_out *o) {
    put_word(o, "course", c->label.id);
    if (!c->label.id[0]) put_inline(o, c, text);
    put_word(o, "set", c->set);
    rd_put_label_names(o, &c->label);
    put_word(o, "category", c->category);
    put_word(o, "difficulty", c->difficulty);
    put_word(o, "length", c->length);
    put_number(o, "page", c->page);
    put_sets(o, c);
    if (c->label.id[0]) put_inline(o, c, text);
    put_layout(o, c);
    put_rules(o, c);
    rd_put_label_trusts(o, &c->label);
}
