/* lines.c - indentation and comments; see lines.h. */
#include "scenario/lines.h"

#include <string.h>

#include "base/text.h"

static uint32_t indent_of(const char *raw) {
    uint32_t width = 0;
    for (; *raw == ' ' || *raw == '\t'; raw++) width = *raw == '\t' ? (width | 7) + 1 : width + 1;
    return width;
}

/* Where the content ends: before a '#' that begins the line or follows a blank, outside quotes. */
static size_t content_size(const char *text) {
    size_t end = 0;
    bool quoted = false;
    for (size_t i = 0; text[i]; i++) {
        bool blank = text[i] == ' ' || text[i] == '\t';
        if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
        if (text[i] == '#' && !quoted && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t'))
            break;
        if (!blank) end = i + 1;
    }
    return end;
}

static rd_line *read_line(rd_arena *a, const char *raw, size_t n, uint32_t number) {
    rd_line *l = rd_arena_get(a, sizeof *l);
    l->raw = rd_arena_text(a, raw, n);
    l->number = number;
    l->indent = indent_of(l->raw);
    const char *begin = l->raw + strspn(l->raw, " \t");
    l->column = (uint32_t)(begin - l->raw) + 1;
    l->text = rd_arena_text(a, begin, content_size(begin));
    return l;
}

/* Hangs a line into the tree; `last` is the line of the tree before it. */
static void hang(rd_lines *t, rd_line *last, rd_line *l) {
    rd_line *beside = last;
    while (beside && beside->indent > l->indent && beside->above &&
           beside->above->indent >= l->indent)
        beside = beside->above;
    if (!last) {
        t->top = l;
    } else if (beside == last && l->indent > last->indent) {
        last->block = l;
        l->above = last;
    } else {
        beside->next = l;
        l->above = beside->above;
    }
}

rd_lines rd_lines_read(rd_arena *a, const char *text, size_t n) {
    rd_lines t = {0};
    rd_scan in = rd_scan_text(text, n, 1);
    if (n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) in.at += 3; /* some editors mark UTF-8 */
    rd_line *before = NULL, *last = NULL;
    const char *raw;
    size_t size;
    for (uint32_t number = 1; rd_scan_line(&in, &raw, &size); number++) {
        rd_line *l = read_line(a, raw, size, number);
        if (before)
            before->after = l;
        else
            t.first = l;
        before = l;
        if (!*l->text) continue;
        hang(&t, last, l);
        last = l;
    }
    return t;
}

/* ---- blocks as they stand ---- */

static bool is_blank(const rd_line *l) { return !l->raw[strspn(l->raw, " \t")]; }

/* The last line of the block: blank lines and comments at the margin do not end it. */
static const rd_line *block_end(const rd_line *l) {
    const rd_line *last = l;
    for (const rd_line *at = l->after; at; at = at->after) {
        if (is_blank(at) || (!*at->text && at->indent <= l->indent)) continue;
        if (at->indent <= l->indent) break;
        last = at;
    }
    return last;
}

/* The line without its first `width` columns. */
static const char *without_indent(const char *raw, uint32_t width) {
    uint32_t column = 0;
    while (column < width && (*raw == ' ' || *raw == '\t'))
        column = *raw++ == '\t' ? (column | 7) + 1 : column + 1;
    return raw;
}

const char *rd_lines_block(rd_arena *a, const rd_line *l) {
    const rd_line *last = block_end(l);
    uint32_t width = UINT32_MAX;
    size_t size = 0;
    if (last == l) return "";
    for (const rd_line *at = l->after; at != last->after; at = at->after) {
        if (!is_blank(at) && at->indent > l->indent && at->indent < width) width = at->indent;
        size += strlen(at->raw) + 1;
    }
    char *text = rd_arena_get(a, size + 1);
    rd_out o = rd_out_to(text, size + 1);
    for (const rd_line *at = l->after; at != last->after; at = at->after) {
        bool margin = !is_blank(at) && at->indent <= l->indent;
        if (at != l->after) rd_put_char(&o, '\n'); /* line by line, so that faults count them */
        rd_put_text(&o, is_blank(at) || margin ? "" : without_indent(at->raw, width));
    }
    return text;
}
