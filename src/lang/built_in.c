/* built_in.c - texts and rules that are compiled into the program; see words.h. */
#include <string.h>

#include "lang/table.h"

const rd_string_row *rd_string_row_find(const char *key) {
    int low = 0, high = rd_n_string_rows;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(key, rd_string_rows[middle].key);
        if (order == 0) return &rd_string_rows[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

bool rd_words_find(rd_lang lang, const char *key, rd_words *out) {
    const rd_string_row *row = rd_string_row_find(key);
    if (!row || !row->text[lang]) return false;
    *out = (rd_words){row->text[lang], row->plural};
    return true;
}

static const rd_rule_book *book_of(const rd_game *g) {
    for (const rd_rule_book *b = rd_rule_books; b->game; b++)
        if (strcmp(b->game, g->id) == 0) return b;
    return NULL;
}

static const char *in_lang(const char *const text[RD_LANGS], rd_lang lang) {
    return text[lang] ? text[lang] : text[RD_EN];
}

int rd_rule_count(const rd_game *g) {
    const rd_rule_book *b = book_of(g);
    return b ? b->n : 0;
}

bool rd_rule_get(rd_lang lang, const rd_game *g, int index, rd_rule_text *out) {
    const rd_rule_book *b = book_of(g);
    if (!b || index < 0 || index >= b->n) return false;
    const rd_rule_row *row = &b->rows[index];
    *out = (rd_rule_text){row->id, in_lang(row->section, lang), in_lang(row->title, lang),
                          in_lang(row->text, lang)};
    return true;
}
