/* rally_preview.h - what a robot can know of what comes: who hits it where all stand now, its way to
** the next flag, and what its program does if nobody gets in the way, register by register.
**
** Both races run their own rules on a copy of the view from which the other robots are taken away
** (not for the hits); what the robot goes through is written as the events it would be told.  It
** ends with a fall, or before the first card that is not known:
**
**   {"hits": [EVENT ...], "way": [{"turn": 1 (quarters, clockwise), "steps": 4} ...] or false,
**    "unknown_from": 3 (0 = all is foreseen), "registers": [{"register": 1, "events": [...]}, ...]}
*/
#ifndef RD_RALLY_PREVIEW_H
#define RD_RALLY_PREVIEW_H

#include "core/wire.h"
#include "floor/floor.h"

typedef struct rd_preview {
    rd_sink sink; /* for the turn that is run */
    const rd_match *match;
    const rd_teller *words; /* may be NULL */
    rd_doc *doc;
    int actor;
    int fell;  /* kind of the event that ends it */
    bool over; /* that happened                  */
} rd_preview;

/* `p` must stay where it is until the end: its sink points to it.  What is told to the sink before
** the way are the hits. */
void rd_preview_hits(rd_preview *p);
/* A shortest way on foot, straight on while that leads nearer; none from or to RD_NOWHERE. */
void rd_preview_way(rd_preview *p, const rd_floor *f, const rd_bodies *robots, uint16_t goal);
void rd_preview_begin(rd_preview *p, int unknown_from);
void rd_preview_register(rd_preview *p, int number);
void rd_preview_register_end(rd_preview *p);
void rd_preview_end(rd_preview *p);

#endif
