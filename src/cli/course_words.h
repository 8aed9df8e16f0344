/* course_words.h - a course in words: its name, facts, boards, special rules, and what is not sure.
 */
#ifndef RD_CLI_COURSE_WORDS_H
#define RD_CLI_COURSE_WORDS_H

#include "cli/term.h"
#include "floor/course.h"

/* "medium, easy, 2-8 players, 3 flags" */
void rd_put_course_facts(const rd_term *t, const rd_course *c, rd_out *o);

/* All that stands above its picture; `source` is the text it was read from. */
void rd_print_course_head(const rd_term *t, const rd_course *c, const char *source);

/* The same for the course of a game; nothing for games without courses. */
void rd_print_course_of(const rd_term *t, const rd_game *game, const rd_config *config);

#endif
