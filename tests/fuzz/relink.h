/* relink.h - makes the chain of a changed record right again, so that tests and fuzzers reach what
** lies behind it. */
#ifndef RD_TEST_RELINK_H
#define RD_TEST_RELINK_H

#include <stdlib.h>
#include <string.h>

#include "record/record.h"

/* Where the digits of a link stand that ends at `end`; NULL = there is none. */
static inline char *link_before(char *begin, char *end, const char *key) {
    size_t n = strlen(key), all = n + RD_CHAIN_DIGITS + 1;
    /* Of an empty line the end is before the beginning. */
    if (end < begin || (size_t)(end - begin) < all || memcmp(end - all, key, n) != 0) return NULL;
    return end - all + n;
}

static inline void write_link(char *at, const char *text, size_t n) {
    uint8_t sum[32];
    char hex[RD_CHAIN_DIGITS + 1];
    rd_out o = rd_out_to(hex, sizeof hex);
    rd_sha256_plain(text, n, sum);
    for (int i = 0; i < RD_CHAIN_DIGITS / 2; i++) rd_put_hex(&o, sum[i], 2);
    memcpy(at, hex, RD_CHAIN_DIGITS);
}

static inline void relink(char *text, size_t n) {
    char *before = NULL;
    for (char *line = text, *end; line < text + n; before = line, line = end) {
        char *stop = memchr(line, '\n', (size_t)(text + n - line));
        end = stop ? stop + 1 : text + n;
        if (!stop || !before) continue;
        char *sum = link_before(line, stop - 1, ",\"sum\":\"");
        char *prev = link_before(line, sum ? sum - 8 : stop - 1, ",\"prev\":\"");
        if (prev) write_link(prev, before, (size_t)(line - before));
        if (sum) write_link(sum, line, (size_t)(sum - 8 - line));
    }
}

#endif
