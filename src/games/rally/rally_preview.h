/* rally_preview.h - what a program does if nobody gets in the way, told register by register.
**
** Both races run their own rules on a copy of the view from which the other robots are taken away;
** what the robot goes through is written as the events it would be told.  It ends with a fall, or
** before the first card that is not known:
**
**   {"unknown_from": 3 (0 = all is foreseen), "registers": [{"register": 1, "events": [...]}, ...]}
*/
#ifndef RD_RALLY_PREVIEW_H
#define RD_RALLY_PREVIEW_H

#include "core/wire.h"

typedef struct rd_preview {
    rd_sink sink; /* for the turn that is run */
    const rd_match *match;
    const rd_teller *words; /* may be NULL */
    rd_doc *doc;
    int actor;
    int fell;  /* kind of the event that ends it */
    bool over; /* that happened                  */
} rd_preview;

/* `p` must stay where it is until the end: its sink points to it. */
void rd_preview_begin(rd_preview *p, int unknown_from);
void rd_preview_register(rd_preview *p, int number);
void rd_preview_register_end(rd_preview *p);
void rd_preview_end(rd_preview *p);

#endif
