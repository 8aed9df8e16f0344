/* recent.c - what a person may do only so often, so that nobody can keep others busy. */
#include "hall/hall_int.h"

bool rd_hall_too_often(const rd_recent *r, const rd_limit *limit, const rd_doing *d) {
    if (d->replaying || r->n < limit->most) return false;
    return d->at - r->at[(r->n - limit->most) % RD_RECENT] < limit->ms;
}

void rd_hall_note_time(rd_recent *r, const rd_doing *d) { r->at[r->n++ % RD_RECENT] = d->at; }
