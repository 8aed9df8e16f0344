/* rules.c - the numbered rules of a game in words; see lang.h. */
#include <string.h>

#include "lang/table.h"

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

/* Ids are capitals, digits and hyphens. */
static bool same_id(const char *id, const char *typed) {
    for (; *id; id++, typed++) {
        char c = *typed >= 'a' && *typed <= 'z' ? (char)(*typed - 32) : *typed;
        if (*id != c) return false;
    }
    return !*typed;
}

bool rd_rule_find(rd_lang lang, const rd_game *g, const char *id, rd_rule_text *out) {
    const rd_rule_book *b = book_of(g);
    for (int i = 0; b && i < b->n; i++)
        if (same_id(b->rows[i].id, id)) return rd_rule_get(lang, g, i, out);
    return false;
}
