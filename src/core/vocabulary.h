/* vocabulary.h - how a game names the things it speaks of: a type for each kind of thing.
**
** Views, events, questions, records, protocols and traces write every value through a type, so
** that a card or a cell looks the same wherever it leaves the engine.  Inside the engine a value
** is a number; outside it is
**
**                      JSON          one-line text
**   a number           7             7
**   a word             "north"       north
**   a pair             [5,3]         5,3
**   a truth            true          yes
**   hidden             null          ?
**   nothing there      false         -
**
** Words are stable ids: they are never translated and never change.
*/
#ifndef RD_CORE_VOCABULARY_H
#define RD_CORE_VOCABULARY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct rd_match;

typedef enum rd_form { RD_NUMBER, RD_WORD, RD_PAIR, RD_TRUTH } rd_form;

/* One type.  A value outside first..last is "nothing there", but for `unknown`, which is hidden. */
typedef struct rd_type {
    const char *name;
    rd_form form;
    int32_t first, last;
    int32_t unknown;          /* 0 = this type has no such value                          */
    int32_t times, plus;      /* a number is written as times * value + plus; times 0 = 1  */
    const char *const *words; /* of first, first + 1 ...; NULL = `put` knows them.  Of a number:
                              ** what `put` may write instead of one, ends with NULL        */

    /* Writes the one-line text of a value; false = there is no such thing in this match.  The match
    ** is NULL when the words are listed; a pair, which needs one, is not listed. */
    bool (*put)(const struct rd_match *m, int32_t value, rd_out *o);
} rd_type;

/* Every game's table of types begins with these and goes on from RD_T_OWN. */
enum { RD_T_N, RD_T_SEAT, RD_T_TRUTH, RD_T_OWN };
#define RD_COMMON_TYPES                                              \
    [RD_T_N] = {.name = "n", .first = INT32_MIN, .last = INT32_MAX}, \
    [RD_T_SEAT] = {.name = "seat", .last = 7},                       \
    [RD_T_TRUTH] = {.name = "truth", .form = RD_TRUTH, .last = 1}

/* A value with its type, an index into the game's types. */
typedef struct rd_meaning {
    uint8_t type;
    int32_t value;
} rd_meaning;

/* What picking an option means: the options first..last of any question are the values `value`,
** `value` + 1 ... of a type. */
typedef struct rd_option_range {
    uint16_t first, last;
    uint8_t type;
    int32_t value;
} rd_option_range;

#endif
