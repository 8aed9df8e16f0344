/* table.h - the tables that tools/gen/gen_strings.py and tools/gen/gen_rules.py write; for built_in.c. */
#ifndef RD_LANG_TABLE_H
#define RD_LANG_TABLE_H

#include "lang/words.h"

/* One key.  A text with plural forms holds them one after another, each ended by a zero byte. */
typedef struct rd_string_row {
    const char *key;
    int8_t plural;              /* the argument that chooses the form, or -1 */
    const char *text[RD_LANGS]; /* NULL where the language lacks it          */
} rd_string_row;

extern const rd_string_row rd_string_rows[]; /* by key, ascending as bytes */
extern const int rd_n_string_rows;

const rd_string_row *rd_string_row_find(const char *key); /* NULL when there is none */

/* The rules of one game in the order of its document. */
typedef struct rd_rule_row {
    const char *id;
    const char *section[RD_LANGS], *title[RD_LANGS], *text[RD_LANGS]; /* NULL: not translated */
} rd_rule_row;

typedef struct rd_rule_book {
    const char *game;
    const rd_rule_row *rows;
    int n;
} rd_rule_book;

extern const rd_rule_book rd_rule_books[]; /* ends with a NULL game */

#endif
