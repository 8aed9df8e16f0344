/* course.h - a course: which pieces lie where, flags, tokens, closed starts, rules; its text form.
**
** The notation is documented in docs/boards.md.  Words that a course uses for its category, its
** difficulty and its special rules mean nothing here: the games read them.
*/
#ifndef RD_FLOOR_COURSE_H
#define RD_FLOOR_COURSE_H

#include "floor/board.h"

enum {
    RD_MAX_FLAGS = 8,
    RD_MAX_TOKENS = RD_MAX_PIECES,
    RD_MAX_COURSE_RULES = 12,
    RD_MAX_INLINE = 6,
    RD_MAX_PLAYERS = 8,
};

/* Every entry knows its line in the text, for faults that show only when the floor is built. */
typedef struct rd_piece {
    char board[RD_ID_MAX];
    uint8_t turn; /* quarters, clockwise */
    uint8_t col, row;
    uint32_t line;
} rd_piece;

typedef struct rd_course_flag {
    uint8_t number, col, row;
    uint32_t line;
} rd_course_flag;

typedef struct rd_course_token { /* where robots return; `dir` is its arrow */
    uint8_t col, row, dir;
    uint32_t line;
} rd_course_token;

typedef struct rd_course_closed { /* a start that must stay free */
    uint8_t col, row;
    uint32_t line;
} rd_course_closed;

typedef struct rd_course_rule { /* "rule program_limit 60" */
    char word[RD_ID_MAX];
    int32_t value; /* 0 where none is given */
    uint32_t line;
} rd_course_rule;

typedef struct rd_inline { /* a board within the text of the course */
    char id[RD_ID_MAX];
    uint32_t line;           /* of its first line, "board ID" */
    uint32_t offset, length; /* bytes in the text             */
} rd_inline;

typedef struct rd_course {
    rd_label label;
    char set[RD_ID_MAX]; /* whose boards it names */
    char category[RD_ID_MAX], difficulty[RD_ID_MAX], length[RD_ID_MAX];
    uint8_t page;             /* in the printed manual; 0 = not in it        */
    uint8_t teams, team_size; /* 0 = everybody alone                        */
    uint16_t players;         /* bit n = n players may play; 0 = any number  */
    uint8_t facings;          /* bit d = robots may start facing d; 0 = as the dock says */
    uint8_t n_pieces, n_flags, n_tokens, n_closed, n_rules, n_inline;
    rd_piece piece[RD_MAX_PIECES];
    rd_course_flag flag[RD_MAX_FLAGS]; /* by number */
    rd_course_token token[RD_MAX_TOKENS];
    rd_course_closed closed[RD_MAX_STARTS];
    rd_course_rule rule[RD_MAX_COURSE_RULES];
    rd_inline inlined[RD_MAX_INLINE];
} rd_course;

/* A text that is one course; it begins with "course ID", or, nameless, with a board or its grid. */
bool rd_course_parse(rd_course *c, const char *text, size_t n, rd_fault *f);

/* The canonical text.  `text` is the one that was read: boards within it are printed from there. */
void rd_course_print(const rd_course *c, const char *text, rd_out *o);

const rd_course_rule *rd_course_rule_of(const rd_course *c, const char *word); /* or NULL */

#endif
