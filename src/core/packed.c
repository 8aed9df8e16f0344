/* packed.c - see packed.h. */
#include "core/packed.h"

#include <string.h>

/* How many bytes at the beginning are the same. */
static size_t run_of(const uint8_t *byte, size_t n) {
    const uint64_t same = byte[0] * UINT64_C(0x0101010101010101);
    size_t run = 1;
    for (uint64_t next; run + sizeof next <= n; run += sizeof next) {
        memcpy(&next, byte + run, sizeof next);
        if (next != same) break;
    }
    while (run < n && byte[run] == byte[0]) run++;
    return run;
}

/* "*", how many, "." behind the digits of a byte; how long that is. */
static size_t put_run(char *at, size_t run) {
    char digits[20];
    size_t n = sizeof digits, used = 0;
    for (digits[--n] = '.'; run; run /= 10) digits[--n] = (char)('0' + run % 10);
    at[used++] = '*';
    while (n < sizeof digits) at[used++] = digits[n++];
    return used;
}

void rd_put_packed(rd_out *o, const void *bytes, size_t n) {
    static const char DIGIT[] = "0123456789abcdef";
    enum { PIECE = 512, LONGEST = 24 }; /* of what one byte or run takes */
    const uint8_t *byte = bytes;
    char piece[PIECE]; /* positions are mostly this: not one call for each digit */
    size_t used = 0;
    for (size_t i = 0; i < n;) {
        size_t run = i + 2 < n && byte[i + 1] == byte[i] ? run_of(byte + i, n - i) : 1;
        piece[used++] = DIGIT[byte[i] >> 4];
        piece[used++] = DIGIT[byte[i] & 15];
        if (run > 2)
            used += put_run(piece + used, run);
        else
            run = 1;
        i += run;
        if (used + LONGEST <= PIECE) continue;
        rd_put_span(o, piece, used);
        used = 0;
    }
    rd_put_span(o, piece, used);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool rd_scan_packed(rd_scan *in, void *bytes, size_t n) {
    uint8_t *byte = bytes;
    size_t at = 0;
    while (in->end - in->at >= 2 && at < n) {
        int high = hex_digit(in->at[0]), low = hex_digit(in->at[1]);
        if (high < 0 || low < 0) return false;
        in->at += 2;
        int64_t run = 1;
        if (rd_scan_char(in, '*') && (!rd_scan_int(in, &run) || !rd_scan_char(in, '.')))
            return false;
        if (run < 1 || (uint64_t)run > n - at) return false;
        memset(byte + at, high << 4 | low, (size_t)run);
        at += (size_t)run;
    }
    return at == n && rd_scan_done(in);
}

bool rd_parse_packed(const rd_match *m, const char *form, const char *text, size_t n,
                     rd_state *state, rd_fault *f) {
    size_t packed = n;
    while (packed && text[packed - 1] != ' ') packed--;
    rd_scan in = rd_scan_text(text, n, 1);
    if (!rd_scan_literal(&in, form))
        return rd_fault_set(f, 1, 1, "a position begins with '%s'", form);
    in.at = text + packed;
    if (!rd_scan_packed(&in, state, m->game->state_size))
        return rd_fault_set(f, 1, rd_scan_column(&in), "the packed part is damaged");
    if (!m->game->valid(m, state, f)) return false;
    char again[RD_TEXT_MAX];
    rd_out o = rd_out_to(again, sizeof again);
    m->game->print_state(m, state, &o);
    if (o.len != n || memcmp(again, text, n) != 0)
        return rd_fault_set(f, 1, 1, "the readable part does not fit the packed one or the course");
    return true;
}
