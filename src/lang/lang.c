/* lang.c - the languages, and the string of a key; see lang.h. */
#include "lang/lang.h"

#include <string.h>

#include "lang/table.h"

static const char *const CODE[RD_LANGS] = {"en", "ru", "uk"};

const char *rd_lang_code(rd_lang lang) { return CODE[lang]; }

/* A locale name begins with the language; what follows begins with '_', '-', '.' or '@'. */
bool rd_lang_find(const char *name, rd_lang *lang) {
    *lang = RD_EN;
    if (!name) return false;
    size_t n = strcspn(name, "_-.@");
    for (int i = 0; i < RD_LANGS; i++) {
        if (n != 2 || (name[0] | 32) != CODE[i][0] || (name[1] | 32) != CODE[i][1]) continue;
        *lang = (rd_lang)i;
        return true;
    }
    return false;
}

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

const char *rd_string(rd_lang lang, const char *key) {
    const rd_string_row *row = rd_string_row_find(key);
    if (!row) return key;
    if (row->text[lang]) return row->text[lang];
    return row->text[RD_EN] ? row->text[RD_EN] : key;
}

bool rd_string_exists(rd_lang lang, const char *key) {
    const rd_string_row *row = rd_string_row_find(key);
    return row && row->text[lang];
}
