/* wire_read.h - an event back from its JSON, so that whoever was told can say it in words. */
#ifndef RD_CORE_WIRE_READ_H
#define RD_CORE_WIRE_READ_H

#include "core/game.h"

/* Reads one event object as rd_doc_event writes it, members in any order; members it does not know
** are passed over, arguments that are missing are "nothing there".  Who may see it is not told:
** `seen_by` is everybody.  False with a fault when it is not an event of this game. */
bool rd_read_event(const rd_match *m, const char *json, size_t n, rd_event *ev, rd_fault *f);

#endif
