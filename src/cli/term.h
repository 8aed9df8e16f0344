/* term.h - what the terminal can show, and text for people in it.
**
** Lengths are counted in letters: every language of ours is one column per letter.
*/
#ifndef RD_CLI_TERM_H
#define RD_CLI_TERM_H

#include "cli/command.h"

typedef struct rd_term {
    rd_lang lang;
    bool live;     /* standard output is a terminal                             */
    bool colour;   /* ... and NO_COLOR is not set                               */
    rd_style draw; /* RD_UNICODE when the locale says UTF-8                     */
    int width;     /* columns, 40 to 120: lines longer than that read badly     */
    int height;    /* lines; 0 = no end                                         */
} rd_term;

rd_term rd_term_of(const rd_args *a);
void rd_term_measure(rd_term *t); /* width and height, which may have changed */

int rd_letters(const char *text); /* of UTF-8 text, not bytes */

/* Prints text broken between words: lines begin at column `margin`, the first one stands at
** column `at` already and is filled up to the margin; with RD_HANG it begins at column 0.  A line
** break in the text stays one. */
enum { RD_HANG = -1 };
void rd_print_wrapped(FILE *to, int width, int at, int margin, const char *text);

/* A picture or a text with role marks, coloured when the terminal can.  Letters of roles are
** colours: R red, G green, Y yellow, U blue, V violet, C cyan, O orange, W white, B black; small
** ones are the same without stress; d and l are dark and light ground. */
void rd_print_picture(const rd_term *t, const char *text);
/* n bytes of it, and of those the columns from .. to - 1. */
void rd_print_part(const rd_term *t, const char *text, size_t n, int from, int to);

/* The string of a key with numbers and texts filled in, printed with a line end and wrapped. */
typedef struct rd_words {
    const char *key;
    int32_t arg[RD_MAX_ARGS];
    const char *text[RD_MAX_ARGS];
} rd_words;
void rd_print_words(const rd_term *t, const rd_match *m, const char *const *seat,
                    const rd_words *w);
#define RD_PRINT(term, ...) rd_print_words(term, NULL, NULL, &(rd_words){__VA_ARGS__})

#endif
