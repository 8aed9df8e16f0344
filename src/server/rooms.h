/* rooms.h - tables that are loaded: each a hall, its connections, and its place in the store.
**
** All of it belongs to the serving thread.  A room is loaded at the first touch and leaves again
** when nobody is there and no clock runs.  When the store fails or another process took the table,
** the room is lost: its connections are closed, and the next touch loads what is kept.
*/
#ifndef RD_SERVER_ROOMS_H
#define RD_SERVER_ROOMS_H

#include <stdatomic.h>

#include "hall/hall.h"
#include "net/net.h"
#include "record/record.h"
#include "server/think.h"
#include "server/writer.h"

typedef struct rd_server rd_server;
typedef struct rd_room rd_room;

enum { RD_ROOM_NAME = 13, RD_BLOCKS = 200 }; /* of a person */

typedef struct rd_client { /* a WebSocket */
    rd_conn *conn;
    rd_room *room;
    uint64_t number;
    int64_t uid;   /* 0 = it has not said who it is */
    int64_t since; /* when it came                  */
    rd_msg_lang lang;
    struct rd_client *next_here, *next, **link;
    struct rd_client *next_kin; /* of those whose persons have the same place in `kin` */
} rd_client;

struct rd_room {
    int64_t id;
    char name[RD_ROOM_NAME + 1];
    uint64_t life; /* no two rooms of a process have the same */
    rd_hall *hall;
    int64_t epoch;
    uint64_t stored;     /* the last line that is on disk, as far as the hall was told   */
    uint64_t written;    /* ... as far as the writer said                                */
    int works;           /* at the writer                                                */
    rd_work *first_work; /* goes to the writer before the next one */
    bool lost, settling, card_changed;
    bool has_bots;           /* programs of people are or were asked */
    rd_kept why;             /* it was lost */
    uint64_t record_after;   /* the record of a game that is over waits for this line; 0 = none */
    atomic_uint card_number; /* of the last card that went to the writer */
    bool seats_kept;         /* the store has who sits */
    int64_t card_due;        /* when the card goes to the store; 0 = it is there */
    uint64_t card_line;      /* the line of the log that the stored card tells of */
    uint64_t card_hash;      /* of the card that went to the writer last */
    rd_store_card row;       /* what the store has of it besides */
    int n_people;
    int64_t people[RD_MAX_SEATS];
    rd_shared_match *match;
    int match_number;
    rd_client *clients;
    int64_t touched;
    int64_t due;
    int heap; /* place among those that wait for a time; -1 = none */
    rd_room *next_settling;
};

typedef struct rd_rooms {
    rd_room **slot; /* by id, open addressing */
    size_t size, filled;
    int n;
    uint64_t lives;
    rd_room **heap; /* by due */
    int n_heap, cap_heap;
    int rested;        /* since their memory was given back to the system */
    rd_room *settling; /* lines were written, the hall was not yet told */
} rd_rooms;

/* ---- the set ---- */

bool rd_rooms_init(rd_rooms *r);
void rd_rooms_free(rd_rooms *r);
rd_room *rd_rooms_at(const rd_rooms *r, int64_t id); /* NULL = not loaded */
bool rd_rooms_add(rd_rooms *r, rd_room *room);
void rd_rooms_remove(rd_rooms *r, const rd_room *room);
/* Its time is now `due`; INT64_MAX = none. */
void rd_rooms_due(rd_rooms *r, rd_room *room, int64_t due);
rd_room *rd_rooms_first(const rd_rooms *r); /* the earliest; NULL = none waits */

/* ---- names: 63 bits as 13 letters that are easy to read ---- */

void rd_room_spell(int64_t id, char out[RD_ROOM_NAME + 1]);
bool rd_room_read(const char *name, int64_t *id);

/* ---- life ---- */

/* Loaded or loaded now; NULL with the reason. */
rd_room *rd_room_touch(rd_server *s, int64_t id, rd_kept *why);
/* A new table; `row`, which makes its row, goes to the writer before its first line.  NULL with a
** fault: then `row` is still the caller's. */
rd_room *rd_room_open(rd_server *s, int64_t id, const rd_opening *o, rd_work *row, rd_fault *f);
void rd_room_step(rd_server *s, rd_room *room, const rd_in *in);
/* For tests: see rd_hall_place. */
bool rd_room_place(rd_server *s, rd_room *room, const char *position, size_t n, rd_fault *f);
void rd_room_lose(rd_server *s, rd_room *room, rd_kept why);
/* The same for who holds the room no longer: it is freed, or by what is still at the writer. */
void rd_room_drop(rd_server *s, rd_room *room, rd_kept why);
/* Tells halls what was written since the last call. */
void rd_rooms_settle(rd_server *s);
/* Lets go on what waits for a time; when the next one does, INT64_MAX = none. */
int64_t rd_rooms_look(rd_server *s, int64_t now);
/* A person asked to be forgotten, and the store has done so: the loaded tables, and any other. */
void rd_rooms_forget(rd_server *s, int64_t uid);
void rd_room_forget(rd_server *s, int64_t table, int64_t uid);
/* Unloads rooms where nothing has happened for a while; soon after the end of their game. */
void rd_rooms_rest(rd_server *s, int64_t now);
/* The end of the server: keeps a point of each room, so that the next program, which may have other
** rules, goes on from there; and forgets all rooms. */
void rd_rooms_keep(rd_server *s);
void rd_rooms_close(rd_server *s);
void rd_room_thought(void *server, int64_t table, uint64_t life, uint32_t job,
                     const rd_action *answer);

/* The game that is or was last played, with a line of persons before it: their names are filled in
** when it is read, so that who asked to be forgotten is in none.  The draft is made quickly from the
** room, and what takes long, the game played once more, needs the draft alone: any thread may do it. */
typedef struct rd_draft rd_draft;
rd_draft *rd_room_draft(rd_server *s, const rd_room *room, rd_fault *f); /* NULL with a fault */
const char *rd_draft_persons(const rd_draft *d);                         /* its first line */
/* The line of persons and the record with all that was seen; the caller frees it. */
bool rd_draft_finish(rd_draft *d, char **text, size_t *n, rd_fault *f);
/* What one seat, or RD_SPECTATOR, has seen; without a line of persons. */
bool rd_draft_view(const rd_draft *d, const rd_record_info *info, int seat, char **text, size_t *n,
                   rd_fault *f);
void rd_draft_free(rd_draft *d);

/* ---- connections ---- */

bool rd_client_open(rd_server *s, rd_conn *c, const char *path);
void rd_client_message(rd_server *s, rd_client *c, const char *text, size_t n);
void rd_client_closed(rd_server *s, rd_client *c);
void rd_client_tell(const rd_client *c, const rd_tell *m);
void rd_client_bye(rd_client *c, rd_msg_bye_reason why);
/* Everybody enters a public table; the others whoever is in, or has the link or the code. */
bool rd_client_may_enter(rd_server *s, const rd_room *room, int64_t uid, const char *secret);
/* Drops whoever has not said hello in time; when to look again. */
int64_t rd_clients_look(rd_server *s, int64_t now);
void rd_clients_close(rd_server *s); /* the server ends: everybody is told */

/* ---- what the store has of a table ---- */

enum { RD_ABOUT_ROOM = 4608 };

/* The card for everybody, and whose turn it is; its length, 0 when there is none. */
size_t rd_room_about(const rd_room *room, char *about, size_t cap);
rd_store_card rd_room_row(const rd_room *room);
/* Fills the hall of a new room: from the table's last point, or from its first line. */
rd_kept rd_room_replay(rd_server *s, rd_room *room, const rd_store_table *row);

/* ---- what lists show ---- */

/* The card as a JSON object, for a person (0 = anybody); the caller drops it. */
json_t *rd_room_card(const rd_room *room, int64_t uid);
/* The same from what the store has. */
json_t *rd_room_card_kept(rd_bytes about, int64_t uid);
/* Has the log lines that the stored card does not tell of? */
bool rd_room_card_is_late(const rd_store_table *t);

#endif
