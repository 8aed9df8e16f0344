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
**   a text             "any"         (only in views)
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

typedef enum rd_form { RD_NUMBER, RD_WORD, RD_PAIR, RD_TRUTH, RD_TEXT } rd_form;

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
enum { RD_T_N, RD_T_SEAT, RD_T_TRUTH, RD_T_TEXT, RD_T_OWN, RD_T_OBJECT = 63 };
#define RD_T_SEAT_ROW [RD_T_SEAT] = {.name = "seat", .last = 7}
#define RD_COMMON_TYPES(seat)                                        \
    [RD_T_N] = {.name = "n", .first = INT32_MIN, .last = INT32_MAX}, \
    [RD_T_TRUTH] = {.name = "truth", .form = RD_TRUTH, .last = 1},   \
    [RD_T_TEXT] = {.name = "text", .form = RD_TEXT}, seat

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

/* What is said of a field, an event or a question in the generated docs.  Small builds go without:
** no program reads it. */
#ifdef RD_SMALL
#define RD_SAYS(text) NULL
#else
#define RD_SAYS(text) text
#endif

/* What may be the case with a value besides being there. */
enum {
    RD_MAY_MISS = 1, /* its member may be missing altogether  */
    RD_MAY_HIDE = 2, /* it may be hidden from a viewer        */
    RD_MAY_LACK = 4, /* there may be nothing                  */
};

/* A field of the view.  In its path a member is ".name", a member of a list "[]", a member of an
** object that has one for each robot (or other words of a type) ".{robot}" where only some are
** there, ".<robot>" where all are.  RD_T_OBJECT is an object that there may not be. */
typedef struct rd_field {
    const char *path;
    uint8_t type, may;
    const char *says;
} rd_field;

#define RD_IS(type) (1ull << (type)) /* in a set of types */

#endif
