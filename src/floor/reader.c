/* reader.c - reads texts of statements; see reader.h. */
#include "floor/reader.h"

#include <string.h>

rd_reader rd_read_text(const char *text, size_t n, uint32_t first_line, rd_fault *f) {
    rd_reader r = {.in = rd_scan_text(text, n, first_line), .fault = f};
    r.words = r.in;
    r.number = first_line;
    return r;
}

bool rd_read_line(rd_reader *r) {
    for (;;) {
        r->number = r->in.line;
        if (!rd_scan_line(&r->in, &r->line, &r->length)) {
            r->words = rd_scan_text(r->in.at, 0, r->number);
            return false;
        }
        r->words = rd_scan_text(r->line, r->length, r->number);
        rd_scan_blanks(&r->words);
        if (!rd_scan_done(&r->words) && *r->words.at != '#') return true;
    }
}

bool rd_read_word(rd_reader *r, rd_word *w) {
    rd_scan_blanks(&r->words);
    w->column = rd_scan_column(&r->words);
    return rd_scan_word(&r->words, &w->text, &w->n);
}

bool rd_read_fault(rd_reader *r, const rd_word *w, const char *text) {
    return rd_fault_set(r->fault, r->number, w ? w->column : rd_scan_column(&r->words), "%s", text);
}

bool rd_read_fault_word(rd_reader *r, const rd_word *w, const char *before, const char *after) {
    enum { MOST = 40 }; /* of a long word its beginning will do */
    char quoted[MOST + 1];
    size_t n = 0;
    while (n < w->n && n < MOST && (unsigned char)w->text[n] >= ' ') {
        quoted[n] = w->text[n];
        n++;
    }
    while (n && n < w->n && ((unsigned char)w->text[n] & 0xc0) == 0x80) n--; /* whole characters */
    quoted[n] = 0;
    return rd_fault_set(r->fault, r->number, w->column, "%s '%s'%s%s", before, quoted,
                        *after ? " " : "", after);
}

static bool expected(rd_reader *r, const rd_word *w, const char *what) {
    return rd_fault_set(r->fault, r->number, w->column, "expected %s", what);
}

bool rd_read_name(rd_reader *r, char *out, size_t cap, const char *what) {
    rd_word w;
    if (!rd_read_word(r, &w)) return expected(r, &w, what);
    for (size_t i = 0; i < w.n; i++) {
        char c = w.text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'))
            return rd_read_fault_word(r, &w, "a name has only a-z 0-9 - _; ", "has more");
    }
    if (w.n >= cap) return rd_read_fault_word(r, &w, "the name", "is too long");
    rd_copy_text(out, cap, w.text, w.n);
    return true;
}

bool rd_read_number(rd_reader *r, int least, int most, int *out, const char *what) {
    rd_word w;
    int64_t value = 0;
    bool read = rd_read_word(r, &w);
    rd_scan in = rd_scan_text(w.text, read ? w.n : 0, r->number);
    if (!rd_scan_int(&in, &value) || !rd_scan_done(&in) || value < least || value > most)
        return rd_fault_set(r->fault, r->number, w.column, "expected %s, %d to %d", what, least,
                            most);
    *out = (int)value;
    return true;
}

bool rd_read_place(rd_reader *r, int *col, int *row) {
    rd_word w;
    int64_t c = 0, o = 0;
    bool read = rd_read_word(r, &w);
    rd_scan in = rd_scan_text(w.text, read ? w.n : 0, r->number);
    if (!rd_scan_int(&in, &c) || !rd_scan_char(&in, ',') || !rd_scan_int(&in, &o) ||
        !rd_scan_done(&in) || c < 0 || o < 0 || c > 99 || o > 99)
        return expected(r, &w, "a place COL,ROW such as 7,1");
    *col = (int)c;
    *row = (int)o;
    return true;
}

int rd_dir_of_letter(char c) {
    switch (c) {
    case 'N':
    case 'n': return 0;
    case 'E':
    case 'e': return 1;
    case 'S':
    case 's': return 2;
    case 'W':
    case 'w': return 3;
    default: return -1;
    }
}

char rd_dir_letter(int d) { return "NESW"[d & 3]; }

bool rd_read_dir(rd_reader *r, int *d) {
    rd_word w;
    if (!rd_read_word(r, &w) || w.n != 1 || !*w.text || !strchr("NESW", *w.text))
        return expected(r, &w, "a direction, N E S or W");
    *d = rd_dir_of_letter(*w.text);
    return true;
}

/* The bytes of the character that begins here, or 0 if it is none that a text may have. */
static size_t character(const char *text, size_t n) {
    unsigned char first = (unsigned char)*text;
    if (first < 0x80) return first >= ' ' && first != 0x7f;
    size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || more >= n) return 0;
    for (size_t i = 1; i <= more; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80) return 0;
    unsigned char second = (unsigned char)text[1];
    bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    bool beyond = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
    return overlong || beyond ? 0 : more + 1;
}

bool rd_read_rest(rd_reader *r, char *out, size_t cap, const char *what) {
    rd_scan_blanks(&r->words);
    rd_word w = {r->words.at, (size_t)(r->words.end - r->words.at), rd_scan_column(&r->words)};
    while (w.n && (w.text[w.n - 1] == ' ' || w.text[w.n - 1] == '\t')) w.n--;
    if (!w.n) return expected(r, &w, what);
    for (size_t i = 0; i < w.n;) {
        size_t bytes = character(w.text + i, w.n - i);
        if (!bytes)
            return rd_fault_set(r->fault, r->number, w.column + (uint32_t)i,
                                "texts are UTF-8 without control characters");
        i += bytes;
    }
    if (w.n >= cap)
        return rd_fault_set(r->fault, r->number, w.column + (uint32_t)cap - 1,
                            "the text is longer than %d bytes", (int)cap - 1);
    rd_copy_text(out, cap, w.text, w.n);
    r->words.at = r->words.end;
    return true;
}

bool rd_read_end(rd_reader *r) {
    rd_word w;
    if (!rd_read_word(r, &w))
        return rd_scan_done(&r->words) || rd_read_fault(r, &w, "a control character");
    return rd_read_fault_word(r, &w, "nothing is expected here, but", "follows");
}

bool rd_word_is(const rd_word *w, const char *text) { return rd_span_is(w->text, w->n, text); }

void rd_copy_text(char *out, size_t cap, const char *text, size_t n) {
    memset(out, 0, cap);
    memcpy(out, text, n < cap ? n : cap - 1);
}
