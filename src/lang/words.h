/* words.h - where the texts come from; lang.h is built on it.
**
** The program has all of them compiled in (built_in.c).  A browser module has those packs that its
** page handed in (wasm/packs.c); rd_rule_count and rd_rule_get of lang.h belong to the source too.
*/
#ifndef RD_LANG_WORDS_H
#define RD_LANG_WORDS_H

#include "lang/lang.h"

typedef struct rd_words {
    const char *text; /* plural forms one after another, each ended by a zero byte */
    int plural;       /* the argument that chooses the form, or -1                 */
} rd_words;

/* The text of a key in that very language; false when it has none. */
bool rd_words_find(rd_lang lang, const char *key, rd_words *out);

/* The form for a number, by the Plural-Forms expression of each language. */
extern unsigned (*const rd_plural_form[RD_LANGS])(unsigned long n);

#endif
