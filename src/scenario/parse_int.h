/* parse_int.h - what the two halves of the parser share: parse.c reads statements, parse_items.c
** reads what stands in them. */
#ifndef RD_SCENARIO_PARSE_INT_H
#define RD_SCENARIO_PARSE_INT_H

#include "scenario/lines.h"
#include "scenario/scenario.h"

/* A text with its place in the file; reading moves all three forward. */
typedef struct rd_item {
    const char *text;
    uint32_t line, column;
} rd_item;

typedef struct rd_parser {
    rd_arena *arena;
    rd_flaw **flaws_end;
    uint32_t n_flaws;
    rd_scenario_file *file;
    rd_scenario **scenarios_end;
    rd_scenario *common, *now; /* now: the scenario being read, `common` before the first */
    rd_arrangement **settings_end, **position_end;
    rd_step **play_end;
} rd_parser;

/* Where a statement may stand: before the play, in it, inside `at`, inside `sees`. */
enum {
    RD_HEAD = 1,
    RD_PLAY = 2,
    RD_IN_AT = 4,
    RD_IN_SEES = 8,
    RD_ANYWHERE = RD_PLAY | RD_IN_AT | RD_IN_SEES,
};

/* The list that steps are added to, and what surrounds them. */
typedef struct rd_scope {
    rd_step ***end;
    const rd_word *only; /* inside `for` */
    int where;
    const char *inside; /* "at", "sees", "for"; NULL at the margin */
} rd_scope;

/* A statement of the language.  `in` is what follows its word, `l` the line with its block. */
typedef struct rd_statement rd_statement;
typedef void rd_sc_reader(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                          const rd_scope *sc);
struct rd_statement {
    const char *word;
    int where;
    rd_verb verb;
    rd_sc_reader *read;
};

void rd_sc_read_statement(rd_parser *p, rd_item in, const rd_line *l, const rd_scope *sc);
rd_sc_reader rd_sc_read_game, rd_sc_read_rules, rd_sc_read_seats, rd_sc_read_seed, rd_sc_read_set,
    rd_sc_read_position, rd_sc_read_impossible;
rd_sc_reader rd_sc_read_actions, rd_sc_read_timeout, rd_sc_read_expect, rd_sc_read_event,
    rd_sc_read_asked, rd_sc_read_question, rd_sc_read_count, rd_sc_read_list, rd_sc_read_bare,
    rd_sc_read_at, rd_sc_read_sees;

/* The items of a statement: one on its line, or one per line below it. */
typedef struct rd_items {
    rd_item now;
    const rd_line *below;
    bool first;
} rd_items;

bool rd_sc_items_begin(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                       rd_items *it);
bool rd_sc_items_next(rd_parser *p, rd_items *it);
void rd_sc_refuse_block(rd_parser *p, const rd_line *l); /* a flaw if there is one */
rd_item rd_sc_item_of(const rd_line *l);

/* Notes what is wrong; returns false. */
bool rd_sc_flaw_at(rd_parser *p, uint32_t line, uint32_t column, const char *pattern, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- items: each returns false after noting a flaw ---- */

/* Takes the next word, with the blanks around it; an empty word at the end. */
const char *rd_sc_item_word(rd_parser *p, rd_item *in);
/* The number of bytes of the next word; 0 at the end. */
size_t rd_sc_item_peek(const rd_item *in);
void rd_sc_item_skip(rd_item *in, size_t n); /* n bytes and the blanks after them */

rd_word *rd_sc_read_words(rd_parser *p, rd_item in); /* separated by blanks or commas */
/* "WHO: REST": takes WHO away if it is there. */
void rd_sc_read_who(rd_parser *p, rd_item *in, const char **who);
bool rd_sc_read_value(rd_parser *p, rd_item in, rd_value **out);
bool rd_sc_read_condition(rd_parser *p, rd_item in, rd_condition *out);
bool rd_sc_read_comparison(rd_parser *p, rd_item in, rd_condition *out); /* without the path */
bool rd_sc_read_pattern(rd_parser *p, rd_item in, rd_pattern *out);
bool rd_sc_parse_number(rd_parser *p, rd_item in, int64_t least, int64_t most, int64_t *out);

#endif
