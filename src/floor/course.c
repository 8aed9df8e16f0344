/* course.c - reads courses from text and names every fault; see course.h. */
#include "floor/course.h"

#include <string.h>

const rd_course_rule *rd_course_rule_of(const rd_course *c, const char *word) {
    for (int i = 0; i < c->n_rules; i++)
        if (strcmp(c->rule[i].word, word) == 0) return &c->rule[i];
    return NULL;
}

/* ---- statements: each begins after its keyword ---- */

static bool read_word_once(rd_reader *r, char *out, size_t cap, const char *what) {
    if (*out) return rd_read_fault(r, NULL, "this is given twice");
    return rd_read_name(r, out, cap, what) && rd_read_end(r);
}

static bool read_set(rd_reader *r, rd_course *c) {
    return read_word_once(r, c->set, sizeof c->set, "the set of boards");
}
static bool read_category(rd_reader *r, rd_course *c) {
    return read_word_once(r, c->category, sizeof c->category, "a category");
}
static bool read_difficulty(rd_reader *r, rd_course *c) {
    return read_word_once(r, c->difficulty, sizeof c->difficulty, "a difficulty");
}
static bool read_length(rd_reader *r, rd_course *c) {
    return read_word_once(r, c->length, sizeof c->length, "a length");
}

static bool read_small_once(rd_reader *r, uint8_t *out, int least, int most, const char *what) {
    int value;
    if (*out) return rd_read_fault(r, NULL, "this is given twice");
    if (!rd_read_number(r, least, most, &value, what)) return false;
    *out = (uint8_t)value;
    return rd_read_end(r);
}

static bool read_page(rd_reader *r, rd_course *c) {
    return read_small_once(r, &c->page, 1, 255, "a page");
}
static bool read_teams(rd_reader *r, rd_course *c) {
    return read_small_once(r, &c->teams, 2, 4, "the number of teams");
}
static bool read_team_size(rd_reader *r, rd_course *c) {
    return read_small_once(r, &c->team_size, 2, 4, "the players of a team");
}

static bool more_words(const rd_reader *r) {
    rd_reader ahead = *r;
    rd_word w;
    return rd_read_word(&ahead, &w);
}

static bool read_players(rd_reader *r, rd_course *c) {
    if (c->players) return rd_read_fault(r, NULL, "this is given twice");
    do {
        int n;
        if (!rd_read_number(r, 1, RD_MAX_PLAYERS, &n, "a number of players")) return false;
        if (c->players >> n) return rd_read_fault(r, NULL, "the numbers must grow");
        c->players |= (uint16_t)(1u << n);
    } while (more_words(r));
    return true;
}

static bool read_facing(rd_reader *r, rd_course *c) {
    if (c->facings) return rd_read_fault(r, NULL, "this is given twice");
    do {
        int d;
        if (!rd_read_dir(r, &d)) return false;
        if (c->facings >> d & 1) return rd_read_fault(r, NULL, "a direction is given twice");
        c->facings |= (uint8_t)(1u << d);
    } while (more_words(r));
    return true;
}

/* "piece exchange 90 0,12": a board, how far it is turned, where its upper left corner lies. */
static bool read_piece(rd_reader *r, rd_course *c) {
    rd_piece p = {.line = r->number};
    int degrees, col, row;
    if (c->n_pieces == RD_MAX_PIECES) return rd_read_fault(r, NULL, "too many pieces");
    if (!rd_read_name(r, p.board, sizeof p.board, "a board") ||
        !rd_read_number(r, 0, 270, &degrees, "degrees, clockwise"))
        return false;
    if (degrees % 90) return rd_read_fault(r, NULL, "a piece is turned by 0, 90, 180 or 270");
    if (!rd_read_place(r, &col, &row)) return false;
    p.turn = (uint8_t)(degrees / 90);
    p.col = (uint8_t)col;
    p.row = (uint8_t)row;
    c->piece[c->n_pieces++] = p;
    return rd_read_end(r);
}

static bool read_flag(rd_reader *r, rd_course *c) {
    int number, col, row, at = c->n_flags;
    if (!rd_read_number(r, 1, RD_MAX_FLAGS, &number, "the number of a flag")) return false;
    while (at && c->flag[at - 1].number > number) at--;
    if (at && c->flag[at - 1].number == number)
        return rd_read_fault(r, NULL, "this flag is given twice");
    if (!rd_read_place(r, &col, &row)) return false;
    memmove(c->flag + at + 1, c->flag + at, (size_t)(c->n_flags - at) * sizeof *c->flag);
    c->flag[at] = (rd_course_flag){(uint8_t)number, (uint8_t)col, (uint8_t)row, r->number};
    c->n_flags++;
    return rd_read_end(r);
}

static bool read_token(rd_reader *r, rd_course *c) {
    int col, row, d;
    if (c->n_tokens == RD_MAX_TOKENS) return rd_read_fault(r, NULL, "too many tokens");
    if (!rd_read_place(r, &col, &row) || !rd_read_dir(r, &d)) return false;
    c->token[c->n_tokens++] = (rd_course_token){(uint8_t)col, (uint8_t)row, (uint8_t)d, r->number};
    return rd_read_end(r);
}

static bool read_closed(rd_reader *r, rd_course *c) {
    int col, row;
    if (c->n_closed == RD_MAX_STARTS) return rd_read_fault(r, NULL, "too many closed starts");
    if (!rd_read_place(r, &col, &row)) return false;
    c->closed[c->n_closed++] = (rd_course_closed){(uint8_t)col, (uint8_t)row, r->number};
    return rd_read_end(r);
}

static bool read_rule(rd_reader *r, rd_course *c) {
    rd_course_rule rule = {.line = r->number};
    int value = 0;
    if (c->n_rules == RD_MAX_COURSE_RULES) return rd_read_fault(r, NULL, "too many rules");
    if (!rd_read_name(r, rule.word, sizeof rule.word, "a rule")) return false;
    if (rd_course_rule_of(c, rule.word)) return rd_read_fault(r, NULL, "a rule is given twice");
    if (more_words(r) && !rd_read_number(r, 1, 9999, &value, "the rule's number")) return false;
    rule.value = value;
    c->rule[c->n_rules++] = rule;
    return rd_read_end(r);
}

static bool read_name(rd_reader *r, rd_course *c) { return rd_read_label_name(r, &c->label); }
static bool read_trust(rd_reader *r, rd_course *c) { return rd_read_label_trust(r, &c->label); }
static bool read_note(rd_reader *r, rd_course *c) { return rd_read_label_note(r, &c->label); }

static const struct {
    const char *word;
    bool (*read)(rd_reader *r, rd_course *c);
} STATEMENTS[] = {
    {"set", read_set},     {"name", read_name},        {"category", read_category},
    {"page", read_page},   {"length", read_length},    {"difficulty", read_difficulty},
    {"teams", read_teams}, {"players", read_players},  {"team_size", read_team_size},
    {"piece", read_piece}, {"facing", read_facing},    {"flag", read_flag},
    {"token", read_token}, {"closed", read_closed},    {"rule", read_rule},
    {"note", read_note},   {"confidence", read_trust},
};

/* A board within the course is read to find its faults and its end, and read again when the floor
** is built.  One with which the text begins may fill it to its end. */
static bool read_inline(rd_reader *r, const rd_word *w, rd_course *c, const char *text) {
    rd_inline in = {.line = r->number, .offset = (uint32_t)(r->line - text)};
    rd_board board;
    bool ended;
    if (c->n_inline == RD_MAX_INLINE) return rd_read_fault(r, NULL, "too many boards");
    if (!rd_board_read(r, w, &board, &ended)) return false;
    if (!ended && (c->label.id[0] || c->n_inline))
        return rd_fault_set(r->fault, r->number, 0, "the board is not closed by 'end'");
    for (int i = 0; i < c->n_inline; i++)
        if (strcmp(c->inlined[i].id, board.label.id) == 0)
            return rd_fault_set(r->fault, in.line, 0, "the board '%s' is given twice",
                                board.label.id);
    memcpy(in.id, board.label.id, sizeof in.id);
    in.length = (uint32_t)(r->in.at - text) - in.offset;
    c->inlined[c->n_inline++] = in;
    return true;
}

static bool read_statement(rd_reader *r, const rd_word *w, rd_course *c, const char *text) {
    if (rd_word_is(w, "board")) return read_inline(r, w, c, text);
    for (size_t i = 0; i < sizeof STATEMENTS / sizeof *STATEMENTS; i++)
        if (rd_word_is(w, STATEMENTS[i].word)) return STATEMENTS[i].read(r, c);
    return rd_read_fault_word(r, w, "a course has no statement", "");
}

/* A board alone is a course: it lies in the corner. */
static bool check_whole(rd_reader *r, rd_course *c) {
    if (!c->n_pieces && c->n_inline == 1) {
        c->n_pieces = 1;
        c->piece[0] = (rd_piece){.line = c->inlined[0].line};
        memcpy(c->piece[0].board, c->inlined[0].id, sizeof c->piece[0].board);
    }
    return c->n_pieces || rd_fault_set(r->fault, r->number, 0, "the course has no piece");
}

bool rd_course_parse(rd_course *c, const char *text, size_t n, rd_fault *f) {
    rd_reader r = rd_read_text(text, n, 1, f);
    rd_word w;
    memset(c, 0, sizeof *c);
    if (n > INT32_MAX) return rd_fault_set(f, 0, 0, "the text is too long");
    if (!rd_read_line(&r)) return rd_fault_set(f, r.number, 0, "the text is empty");
    rd_read_word(&r, &w);
    if (rd_word_is(&w, "course")) {
        if (!rd_read_name(&r, c->label.id, sizeof c->label.id, "the id of the course") ||
            !rd_read_end(&r))
            return false;
    } else if (!rd_word_is(&w, "board") && !rd_word_is(&w, "grid")) {
        return rd_read_fault(&r, &w, "a course begins with 'course ID' or with a board");
    } else if (!read_inline(&r, &w, c, text)) {
        return false;
    }
    while (rd_read_line(&r)) {
        rd_read_word(&r, &w);
        if (!read_statement(&r, &w, c, text)) return false;
    }
    return check_whole(&r, c);
}
