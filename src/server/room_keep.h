/* room_keep.h - what a room gives the store, through the writer.
**
** Each is a work at the writer; they are carried out in the order in which they are given.  One that
** fails loses the room; one that is given after that is ignored.
*/
#ifndef RD_SERVER_ROOM_KEEP_H
#define RD_SERVER_ROOM_KEEP_H

#include "server/rooms.h"

/* A line of its log, a point, a report or a block, as its hall posted it. */
void rd_room_keep(rd_server *s, rd_room *room, const rd_post_item *i);
/* This process owns the table from now on. */
void rd_room_keep_owner(rd_server *s, rd_room *room);
/* The record of the game that is over. */
void rd_room_keep_record(rd_server *s, rd_room *room);
/* The card by which lists show the table: now, or when it is worth it. */
void rd_room_keep_card(rd_server *s, rd_room *room);
void rd_room_note_card(rd_server *s, rd_room *room);

/* For a room that has left the set and has nothing at the writer. */
void rd_room_free(rd_room *room);

#endif
