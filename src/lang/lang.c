/* lang.c - the languages, and the string of a key; see lang.h. */
#include "lang/lang.h"

#include <string.h>

#include "lang/words.h"

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

const char *rd_string(rd_lang lang, const char *key) {
    rd_words w;
    return rd_words_find(lang, key, &w) || rd_words_find(RD_EN, key, &w) ? w.text : key;
}

bool rd_string_exists(rd_lang lang, const char *key) {
    rd_words w;
    return rd_words_find(lang, key, &w);
}
