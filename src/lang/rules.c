/* rules.c - finds a numbered rule by its id; see lang.h. */
#include "lang/lang.h"

/* Ids are capitals, digits and hyphens. */
static bool same_id(const char *id, const char *typed) {
    for (; *id; id++, typed++) {
        char c = *typed >= 'a' && *typed <= 'z' ? (char)(*typed - 32) : *typed;
        if (*id != c) return false;
    }
    return !*typed;
}

bool rd_rule_find(rd_lang lang, const rd_game *g, const char *id, rd_rule_text *out) {
    for (int i = 0; rd_rule_get(lang, g, i, out); i++)
        if (same_id(out->id, id)) return true;
    return false;
}
