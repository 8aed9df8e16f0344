/* term.c - see term.h. */
#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "cli/term.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROW = 40, USUAL = 80, WIDE = 120, LOW = 12, TEXT_MAX = 2048 };

void rd_term_measure(rd_term *t) {
    struct winsize size = {0};
    int width = USUAL;
    t->height = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        if (size.ws_col) width = size.ws_col;
        if (size.ws_row) t->height = size.ws_row < LOW ? LOW : size.ws_row;
    }
    t->width = width < NARROW ? NARROW : width > WIDE ? WIDE : width;
}

static bool locale_is_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        const char *code = strchr(value, '.');
        return code && (strncasecmp(code, ".utf-8", 6) == 0 || strncasecmp(code, ".utf8", 5) == 0);
    }
    return false;
}

rd_term rd_term_of(const rd_args *a) {
    const char *no_colour = getenv("NO_COLOR");
    bool live = isatty(STDOUT_FILENO);
    rd_term t = {.lang = a->lang,
                 .live = live,
                 .colour = live && !(no_colour && *no_colour),
                 .draw = locale_is_utf8() ? RD_UNICODE : RD_ASCII};
    rd_term_measure(&t);
    return t;
}

int rd_letters(const char *text) {
    int n = 0;
    for (; *text; text++) n += (*text & 0xc0) != 0x80;
    return n;
}

static int letters_of(const char *text, size_t bytes) {
    int n = 0;
    for (size_t i = 0; i < bytes; i++) n += (text[i] & 0xc0) != 0x80;
    return n;
}

void rd_print_wrapped(FILE *to, int width, int at, int margin, const char *text) {
    if (at >= 0 && at < margin) {
        fprintf(to, "%*s", margin - at, "");
        at = margin;
    }
    if (at < 0) at = 0;
    bool first = true;
    while (*text) {
        size_t n = strcspn(text, " \n");
        int wide = letters_of(text, n);
        if (!first && at + 1 + wide > width - 1) {
            fprintf(to, "\n%*s", margin, "");
            at = margin;
        } else if (!first && n) {
            fputc(' ', to);
            at++;
        }
        fwrite(text, 1, n, to);
        at += wide;
        first = first && !n;
        text += n;
        if (*text == '\n') {
            text++;
            fprintf(to, "\n%*s", *text && *text != '\n' ? margin : 0, "");
            at = margin;
            first = true;
        }
        text += strspn(text, " ");
    }
    fputc('\n', to);
}

/* ---- pictures ---- */

static const struct {
    char role;
    const char *stressed, *plain;
} colours[] = {
    {'R', "1;31", "31"},
    {'G', "1;32", "32"},
    {'Y', "1;33", "33"},
    {'U', "1;34", "34"},
    {'V', "1;35", "35"},
    {'C', "1;36", "36"},
    {'O', "1;38;5;208", "38;5;208"},
    {'W', "1;30;47", "1;37"},
    {'B', "1;37;40", "1;90"},
    {'D', "2", "2"},
};

static const char *colour_of(char role) {
    char big = (char)(role & ~32);
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++)
        if (colours[i].role == big) return role == big ? colours[i].stressed : colours[i].plain;
    return NULL;
}

void rd_print_picture(const rd_term *t, const char *text) {
    rd_print_part(t, text, strlen(text), 0, INT_MAX);
}

void rd_print_part(const rd_term *t, const char *text, size_t n, int from, int to) {
    bool open = false;
    int column = -1;
    for (const char *end = text + n; text < end; text++) {
        if (*text == RD_ROLE && text + 1 < end) {
            const char *code = t->colour ? colour_of(*++text) : (text++, NULL);
            if (code) printf("\033[%sm", code);
            open = code != NULL;
        } else if (*text == RD_PLAIN) {
            if (open) fputs("\033[0m", stdout);
            open = false;
        } else {
            column += (*text & 0xc0) != 0x80;
            if (column >= from && column < to) fputc(*text, stdout);
        }
    }
}

void rd_print_words(const rd_term *t, const rd_match *m, const char *const *seat,
                    const rd_words *w) {
    char text[TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {.lang = t->lang, .match = m, .seat = seat};
    rd_phrase p = {.key = w->key};
    memcpy(how.text, w->text, sizeof how.text);
    memcpy(p.arg, w->arg, sizeof p.arg);
    rd_speak(&how, &p, &o);
    rd_print_wrapped(stdout, t->width, 0, 0, text);
}
