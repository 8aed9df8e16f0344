/* record_tools.h - what the tests of records share: games, their texts, and memory that runs out. */
#ifndef RD_TEST_RECORD_TOOLS_H
#define RD_TEST_RECORD_TOOLS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../../fuzz/relink.h"

extern const rd_record_info INFO;
extern const rd_record_wish PRIVATE, PUBLIC, FULL;

extern int calls_until_failure; /* of malloc and the like; -1 = there is enough memory */

typedef struct text {
    char *at;
    size_t n;
} text;

rd_table *play_game(const rd_game *g, int seats, int actions, uint64_t seed);
text write_record(const rd_table *t, bool keep_private);
text played(const rd_game *g, int seats, int actions, uint64_t seed);
/* Exactly as long as the reader is told, and a NUL, for the sanitizer. */
char *copy_of(const text *from, size_t n);
/* The verdict on a changed text whose chain is right again; the change is a replacement of the first
** match. */
rd_record_verdict read_changed(const text *from, const char *what, const char *with, rd_fault *f);

#endif
