/* reader.h - reads texts of statements, one per line: "keyword word word ...".
**
** Lines that are empty or begin with '#' are skipped.  Every function that can fail fills the fault
** with line, column and what is wrong, and returns false.
*/
#ifndef RD_FLOOR_READER_H
#define RD_FLOOR_READER_H

#include "base/text.h"

typedef struct rd_reader {
    rd_scan in;    /* the whole text, at the next line */
    rd_scan words; /* the rest of the present line     */
    const char *line;
    size_t length;
    uint32_t number; /* of the present line */
    rd_fault *fault;
} rd_reader;

typedef struct rd_word { /* a span of the text, and where it stands */
    const char *text;
    size_t n;
    uint32_t column;
} rd_word;

rd_reader rd_read_text(const char *text, size_t n, uint32_t first_line, rd_fault *f);

/* The next line that says something; false at the end of the text.  Its words can then be taken. */
bool rd_read_line(rd_reader *r);

/* The next word of the line; false, without fault, when there is none. */
bool rd_read_word(rd_reader *r, rd_word *w);

/* A fault at the word, or where the line has been read to.  Always false. */
bool rd_read_fault(rd_reader *r, const rd_word *w, const char *text);
/* The same about a word that is quoted: BEFORE 'word' AFTER. */
bool rd_read_fault_word(rd_reader *r, const rd_word *w, const char *before, const char *after);

/* What must follow; `what` says what was expected, for the fault. */
bool rd_read_name(rd_reader *r, char *out, size_t cap, const char *what); /* a-z 0-9 - _ */
bool rd_read_number(rd_reader *r, int least, int most, int *out, const char *what);
bool rd_read_place(rd_reader *r, int *col, int *row);                     /* "7,1" */
bool rd_read_dir(rd_reader *r, int *d);                                   /* N E S W */
bool rd_read_rest(rd_reader *r, char *out, size_t cap, const char *what); /* to the line's end */
bool rd_read_end(rd_reader *r); /* nothing more may stand on the line */

bool rd_word_is(const rd_word *w, const char *text);
int rd_dir_of_letter(char c); /* of N E S W or n e s w, else -1 */
char rd_dir_letter(int d);    /* N E S W */

/* Copies a name or text that fits, and fills the rest with zeros. */
void rd_copy_text(char *out, size_t cap, const char *text, size_t n);

#endif
