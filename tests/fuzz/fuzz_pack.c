/* fuzz_pack.c - packs of words and rules, as a page loads them. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "lang/pack.h"

/* Every text of a row ends within the pack. */
static void check_row(const rd_pack *p, uint32_t i, size_t size) {
    const char *end = p->bytes + size, *key = rd_pack_key(p, i);
    rd_words w;
    rd_pack_row(p, i, &w);
    LAW(key >= p->bytes && memchr(key, 0, (size_t)(end - key)), "a key that does not end");
    LAW(w.text > key && w.text < end, "texts elsewhere");
    const char *at = w.text;
    for (int k = 0; k < (p->is_rules ? 3 : 1); k++) {
        const char *stop = memchr(at, 0, (size_t)(end - at));
        LAW(stop, "a text that does not end");
        at = stop + 1;
    }
}

static void check_find(const rd_pack *p) {
    static const char NONE[] = "\x7f no such key"; /* unless the fuzzer made one of it */
    rd_words w, other;
    bool there = false;
    for (uint32_t i = 0; i < p->n; i++) {
        there = there || strcmp(rd_pack_key(p, i), NONE) == 0;
        LAW(rd_pack_find(p, rd_pack_key(p, i), &w), "a key that is not found");
        rd_pack_row(p, i, &other);
        LAW(w.text == other.text, "another row is found");
    }
    LAW(rd_pack_find(p, NONE, &w) == there, "a key that is not there");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rd_pack p;
    rd_fault f = {0};
    char *bytes = malloc(size ? size : 1);
    memcpy(bytes, data, size);
    uint32_t *row = NULL;
    if (rd_pack_head(&p, bytes, size, &f)) {
        LAW(p.n <= size, "more rows than bytes");
        row = malloc((p.n + 1) * sizeof *row);
        if (rd_pack_index(&p, size, row, &f)) {
            for (uint32_t i = 0; i < p.n; i++) check_row(&p, i, size);
            if (!p.is_rules) check_find(&p);
        }
    }
    LAW(row || f.text[0], "a pack is refused without a word");
    free(row);
    free(bytes);
    return 0;
}
