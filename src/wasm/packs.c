/* packs.c - a browser module's words: the packs that its page hands in.
**
** They stand here instead of lang/built_in.c.  What changes here is the module's instance, which is
** one page's or one worker's own; the engine itself stays free of globals that change.
*/
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "lang/pack.h"

static rd_pack words[RD_LANGS], rules[RD_LANGS];
static rd_fault fault;

/* Takes a pack: `bytes` come from rd_api_alloc and belong to the module from now on.  A pack takes
** the place of an earlier one of the same kind and language.  Returns NULL, or what is wrong. */
RD_API(rd_wasm_pack) const char *rd_wasm_pack(char *bytes, size_t size);

const char *rd_wasm_pack(char *bytes, size_t size) {
    rd_pack p;
    uint32_t *row = NULL;
    bool read = rd_pack_head(&p, bytes, size, &fault);
    if (read && strcmp(p.game, rd_api_game(0)) != 0)
        read = rd_fault_set(&fault, 0, 0, "a pack of %s, not of %s", p.game, rd_api_game(0));
    if (read && !(row = malloc((p.n + 1) * sizeof *row)))
        read = rd_fault_set(&fault, 0, 0, "out of memory");
    if (!read || !rd_pack_index(&p, size, row, &fault)) {
        free(row);
        free(bytes);
        return fault.text;
    }
    rd_pack *old = &(p.is_rules ? rules : words)[p.lang];
    free((void *)(uintptr_t)old->row);
    free((void *)(uintptr_t)old->bytes);
    *old = p;
    return NULL;
}

bool rd_words_find(rd_lang lang, const char *key, rd_words *out) {
    return rd_pack_find(&words[lang], key, out);
}

/* The language's pack, or another one that is there: better than nothing. */
static const rd_pack *choose(const rd_pack pack[RD_LANGS], rd_lang lang) {
    return pack[lang].n ? &pack[lang] : &pack[RD_EN];
}

static bool is_rule(const char *key) { return key[0] >= 'A' && key[0] <= 'Z'; }

/* Without a pack of rules there are their titles, which come first among the words. */
bool rd_rule_get(rd_lang lang, const rd_game *g, int index, rd_rule_text *out) {
    const rd_pack *book = choose(rules, lang), *titles = choose(words, lang);
    const rd_pack *p = book->n ? book : titles;
    (void)g; /* there is one */
    if (index < 0 || (uint32_t)index >= p->n || !is_rule(rd_pack_key(p, (uint32_t)index)))
        return false;
    rd_words w;
    rd_pack_row(p, (uint32_t)index, &w);
    *out = (rd_rule_text){rd_pack_key(p, (uint32_t)index), "", w.text, ""};
    if (p == book) {
        out->section = w.text;
        out->title = out->section + strlen(out->section) + 1;
        out->text = out->title + strlen(out->title) + 1;
    }
    return true;
}

int rd_rule_count(const rd_game *g) {
    rd_rule_text rule;
    int n = 0;
    while (rd_rule_get(RD_EN, g, n, &rule)) n++;
    return n;
}
