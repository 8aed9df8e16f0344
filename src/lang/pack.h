/* pack.h - words that come as a file: what a page loads beside its browser module.
**
** A pack is made by tools/gen/gen_packs.py.  Its first line names what it holds, the game, the language
** and the number of rows: "words 1 robotory en 170".  Each row is a key, a zero byte, the argument
** that chooses the plural form as a digit or '-', the number of texts as a digit, and the texts,
** each ended by a zero byte.  Rows of "words" ascend by key as bytes: first the titles of the rules
** under their ids, then the strings.  Rows of "rules" keep the order of their document and have
** three texts: section, title, text.
*/
#ifndef RD_LANG_PACK_H
#define RD_LANG_PACK_H

#include "base/text.h"
#include "lang/words.h"

typedef struct rd_pack {
    bool is_rules;
    char game[32];
    rd_lang lang;
    uint32_t n;          /* rows                                   */
    uint32_t head;       /* bytes of the first line                */
    const uint32_t *row; /* where each one begins; the caller's    */
    const char *bytes;   /* the caller's, for as long as it is used */
} rd_pack;

/* Reads the first line; then `rd_pack_index` checks every row and fills `row`, which has room for
** n numbers.  Both return false with a fault when this is not a pack. */
bool rd_pack_head(rd_pack *p, const char *bytes, size_t size, rd_fault *f);
bool rd_pack_index(rd_pack *p, size_t size, uint32_t *row, rd_fault *f);

const char *rd_pack_key(const rd_pack *p, uint32_t i);
void rd_pack_row(const rd_pack *p, uint32_t i, rd_words *out);
bool rd_pack_find(const rd_pack *p, const char *key, rd_words *out); /* of a pack of words */

#endif
