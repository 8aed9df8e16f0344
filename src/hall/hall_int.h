/* hall_int.h - what a hall is made of; for the files of src/hall alone.
**
** Three kinds of things are in it.  What the log brings back: people, seats, house, game, clocks,
** votes, chat.  Who is connected and what they were told; a replay knows nobody.  Messages that
*wait
** for the store.  A handler changes the first kind and notes in `news` and the `dirty` flags what
** is to be told; rd_hall_tell tells it when the line is in the log.
*/
#ifndef RD_HALL_HALL_INT_H
#define RD_HALL_HALL_INT_H

#include "record/fair.h"
#include "hall/hall.h"
#include "seat/clocks.h"

enum {
    RD_VIEWS = RD_MAX_SEATS + 1, /* the last one is the spectators' */
    RD_WATCHER = RD_MAX_SEATS,
    RD_ONLINE_HOST = RD_MAX_SEATS, /* after the seats, where the log says who was connected */
    RD_DONE_KEPT = 64,
    RD_CHAT_KEPT = 50,
    RD_VOTES = 8,
    RD_ORDERS = 32,
    RD_MUTED = 64,
    RD_BLOCKED = 64, /* of the people of a table */
    RD_RECENT = 5,
    RD_PEOPLE = 9999,
    RD_MATCHES = 9999, /* games at one table, as messages and points count them */
};

typedef struct rd_done { /* an action that was done, so that it is not done again */
    char id[25];
    int vote;
    uint32_t sum;  /* of what was asked for; 0 = not known, as in points of earlier versions */
    uint64_t said; /* the line that has it, when it can be emptied; points have no sum then  */
} rd_done;

/* How often something may be done: `most` times in `ms` milliseconds. */
typedef struct rd_limit {
    int most; /* at most RD_RECENT */
    int64_t ms;
} rd_limit;

typedef struct rd_recent { /* when something last happened */
    int n;
    int64_t at[RD_RECENT]; /* a ring */
} rd_recent;

typedef struct rd_person {
    int64_t uid;
    char name[RD_HALL_NAME + 1];
    uint64_t named; /* the line that says so; 0 = none */
    bool kicked;
    bool films; /* their page tells how far the film is */
    int n_muted, n_done;
    uint16_t muted[RD_MUTED];
    rd_recent spoke;            /* they wrote */
    rd_recent denied;           /* others said no to what they asked */
    rd_done done[RD_DONE_KEPT]; /* a ring */
    rd_fair_share share;
    int32_t seen[RD_VIEWS]; /* events of this game that they have seen */
} rd_person;

typedef struct rd_place { /* a seat */
    rd_msg_seat_kind kind;
    int person; /* 0 = nobody */
    rd_msg_level level, stand_in;
    bool conceded;
    char robot[17];
    int64_t bot; /* the program that plays it; 0 = none */
    int strikes; /* of the program, in this game        */
    char bot_name[RD_HALL_NAME + 1];
    uint64_t bot_named; /* the line that says so */
} rd_place;

typedef struct rd_vote {
    int number;
    rd_msg_vote_kind kind;
    rd_msg_vote_state state;
    int by, seat, seconds; /* seat -1 = none */
    bool change;           /* rematch: back to the waiting room */
    int to;                /* undo: length of the log */
    int n_yes, n_need;
    int yes[RD_MAX_SEATS], need[RD_MAX_SEATS];
    int64_t until;
} rd_vote;

typedef struct rd_chat {
    int person;
    uint64_t
        said; /* the line of the log that has its text: also its number, which stays when others
                       are emptied */
    uint64_t named; /* ... and the one that had their name then; 0 = as it is now */
    int64_t at;
    rd_msg_phrase phrase;
    int event;
    char name[RD_HALL_NAME + 1];
    char *text;
    bool reported; /* the operator was told; once is enough */
} rd_chat;

typedef struct rd_standing { /* the orders of an actor */
    int n;
    rd_order order[RD_ORDERS];
} rd_standing;

typedef struct rd_job { /* an answer that a bot is to give; not in the log */
    uint32_t number, question;
    int64_t until;
} rd_job;

typedef struct rd_connection {
    uint64_t number;
    int64_t uid;
    int person; /* 0 = only watches */
    bool screen;
    rd_msg_lang lang;
    char name[RD_HALL_NAME + 1];
    int64_t *blocked; /* uids of people whom they do not want to read; NULL = nobody */
    int n_blocked;
} rd_connection;

typedef struct rd_told { /* what everybody with this view knows */
    int32_t parts, events, line;
    uint32_t waiting;
    uint32_t question[RD_MAX_ACTORS];
} rd_told;

typedef struct rd_shared_text {
    int users;
    size_t n;
    char at[];
} rd_shared_text;

typedef struct rd_held { /* waits until line `after` is stored */
    uint64_t after;
    rd_out_kind kind;
    uint64_t connection;
    int64_t person;
    rd_shared_text *text;
} rd_held;

typedef struct rd_news {
    rd_tell_kind what; /* NOTICE, VOTE, CHAT, BEGAN, FAIR, OVER */
    rd_msg_notice_kind notice;
    int seat, person, seconds; /* -1, 0, 0 = none */
    rd_vote vote;
} rd_news;

enum { RD_DIRTY_SEATS = 1, RD_DIRTY_TABLE = 2, RD_DIRTY_CLOCK = 4, RD_DIRTY_CARD = 8 };

struct rd_hall {
    rd_hall_tools tools;

    /* ---- what the log brings back ---- */
    char name[33], code[17], title[RD_HALL_NAME + 1];
    const rd_game *game;
    char vocabulary[17]; /* hash of its words, in hex */
    rd_config config;
    char *texts[2 * RD_MAX_SETTINGS]; /* of the config */
    rd_msg_house house;
    rd_msg_table_state state;
    int64_t at; /* of the last line */
    int match;  /* which game at this table */
    int host;
    bool host_left; /* and nobody else had a seat: whoever sits down next decides */
    rd_place seat[RD_MAX_SEATS];
    rd_person **people; /* person p is people[p - 1] */
    int n_people, people_room;
    rd_table *table;
    uint32_t rules; /* version that the table is played by                                */
    int recorded;   /* steps of the game that are in lines of the record; -1 = none yet   */
    char chain[33]; /* hash of the last line of the record                                */
    char after[33]; /* ... of the part that was played by other rules; "" = there is none */
    bool committed; /* the shuffle: waiting for values until `reveal_until` */
    uint32_t awaited;
    int64_t reveal_until;
    rd_fair fair;
    uint8_t commit[RD_FAIR_BYTES];
    rd_msg_result result;
    int32_t line;    /* of play */
    bool had_secret; /* questions that all answer at once have been asked */
    rd_clocks clocks;
    int32_t film_to[RD_MAX_SEATS]; /* the clock waits until this many events are shown */
    int32_t parts;                 /* of the story that are counted in `events`      */
    int32_t events[RD_VIEWS];      /* of this line of play that each view has        */
    int32_t before[RD_VIEWS];      /* of these, the events that the table no longer has */
    rd_standing *orders[RD_MAX_ACTORS];
    uint32_t rest[RD_MAX_ACTORS];  /* the question for which orders rest: it was taken back */
    uint32_t asked[RD_MAX_ACTORS]; /* questions for which the clocks are wound              */
    rd_vote vote[RD_VOTES];
    int n_votes, last_vote;
    rd_chat chat[RD_CHAT_KEPT];
    int n_chat;

    /* ---- who is there ---- */
    rd_connection *connection;
    int n_connections, connection_room;
    rd_told told[RD_VIEWS];
    rd_job job[RD_MAX_ACTORS];
    uint32_t last_job;
    uint64_t welcomed; /* has just been told everything */

    /* ---- what is to be told ---- */
    unsigned dirty;
    rd_news *news;
    int n_news, news_room;

    /* ---- the store ---- */
    uint64_t lines, stored, pointed; /* the last point has this many lines */
    int back_to;   /* ... and the game from this entry on: nothing goes back behind it */
    bool carrying; /* lines of other rules are being replayed */
    int lost;      /* this many of them were not allowed        */
    rd_held *held;
    int first_held, n_held, held_room;
    char *buffer;                              /* for one message */
    size_t buffer_room, buffer_usual, written; /* usual = how large it begins; written = the length
                                                  of that message */
    bool finished;                             /* the game has ended in this step */
    int rewelcome;                             /* a person whose views have changed */
    int reported;                              /* a line of the chat, from 1 */
    int blocking; /* a person blocks `block_whom`, or no longer; 0 = nobody does */
    int block_whom;
    bool block_on;
    bool broken; /* out of memory: nothing more is promised */
};

/* One thing that is being done. */
typedef struct rd_doing {
    int64_t at;
    int person; /* 0 = nobody */
    bool replaying;
    uint32_t online; /* see rd_hall_online; read it by rd_hall_is_online */
    bool blind;      /* a line of the log that does not say who was connected */
    bool used_online, used_random;
    uint8_t random[RD_FAIR_BYTES];
    uint16_t rule; /* of an illegal answer */
    rd_fault why;  /* of a malformed answer, or of settings that do not fit */
    bool answers;  /* it is about an answer to the game */
    int vote;      /* it is done when this vote passes */
} rd_doing;

typedef rd_msg_refusal rd_handler(rd_hall *h, rd_doing *d, const rd_call *c);

/* hall.c */
rd_msg_refusal rd_hall_do(rd_hall *h, rd_doing *d, const rd_call *c);
bool rd_hall_grow(rd_hall *h, void **block, int *room, int n, size_t size);
bool rd_hall_is_online(const rd_hall *h, rd_doing *d, int seat);

/* done.c: an action is done once, and its id means nothing else */
const rd_done *rd_hall_done(const rd_hall *h, int person, const char *id);
bool rd_hall_is_same(const rd_done *before, const rd_call *c);
void rd_hall_set_done(rd_hall *h, int person, const rd_call *c, int vote);
uint32_t rd_hall_sum(const rd_call *c);
bool rd_hall_is_erasable(rd_call_kind kind);

/* recent.c: what a person may do only so often.  What the log has was allowed when it was done. */
bool rd_hall_too_often(const rd_recent *r, const rd_limit *limit, const rd_doing *d);
void rd_hall_note_time(rd_recent *r, const rd_doing *d);

/* refuse.c: tells a connection why something was not done; `d` may be NULL */
void rd_hall_refuse(rd_hall *h, const rd_connection *to, const char *id, rd_msg_refusal error,
                    const rd_doing *d);

/* log.c */
bool rd_hall_pass_time(rd_hall *h, rd_doing *d); /* was anything due? */
void rd_hall_name_program(rd_hall *h, int64_t at, int seat, const char *name, int64_t owner,
                          const rd_post *post);
bool rd_hall_give_back(rd_hall *h, int person); /* did a bot stand in for them? */

/* point.c and restore.c: see rd_hall_point */
enum { RD_MEMBER_INT, RD_MEMBER_NATURAL, RD_MEMBER_TEXT, RD_MEMBER_BYTES };
enum { RD_POINT_COUNT = 1000000000 }; /* the most that a point may have counted */
/* The greatest integer in a point: times can be reckoned on from it. */
#define RD_POINT_MOST (INT64_C(1) << 53)
typedef struct rd_member { /* a member of a struct that a point keeps */
    const char *name;
    size_t at;
    uint8_t kind, size;
    int n;
    int low, high; /* what it may be; both 0 = whatever its type holds */
    bool newer;    /* points of earlier versions have none: 0 */
} rd_member;
typedef struct rd_members {
    const rd_member *field;
    int n;
} rd_members;
extern const rd_members rd_members_hall, rd_members_person, rd_members_done, rd_members_place,
    rd_members_vote, rd_members_chat, rd_members_order, rd_members_clock, rd_members_share,
    rd_members_point, rd_members_entry;
rd_state *rd_hall_read_position(const rd_hall *h, const char *text, size_t n, rd_fault *f);
void rd_hall_note_record(rd_hall *h, const rd_note_record *m);
void rd_hall_carried(rd_hall *h, int64_t at, const rd_post *post); /* when other rules made it */

/* queue.c: what goes out */
rd_shared_text *rd_hall_text(rd_hall *h, rd_tell_kind kind, const void *as); /* NULL: no memory */
void rd_hall_send(rd_hall *h, uint64_t connection, rd_tell_kind kind, const void *as);
void rd_hall_send_text(rd_hall *h, uint64_t connection, rd_shared_text *text);
void rd_hall_text_done(rd_shared_text *text);
void rd_hall_hold(rd_hall *h, rd_out_kind kind, uint64_t connection, int64_t person,
                  rd_shared_text *text);
void rd_hall_append(rd_hall *h, const rd_post *post, int64_t person, rd_note_kind kind,
                    const void *as);
void rd_hall_flush(rd_hall *h, const rd_post *post);
/* Writes with `write` into the hall's buffer, which grows until it fits; NULL: it is longer than
** `most`, or memory is short. */
const char *rd_hall_write(rd_hall *h, size_t most, void (*write)(const void *ctx, rd_out *o),
                          const void *ctx);

/* people.c */
rd_person *rd_hall_person(const rd_hall *h, int person);
int rd_hall_find_person(const rd_hall *h, int64_t uid); /* 0 = none */
int rd_hall_add_person(rd_hall *h, int64_t uid);        /* 0 = no room */
void rd_hall_set_name(rd_hall *h, int person, const char *name);
void rd_hall_unsay(rd_hall *h, int person); /* removes what they wrote */
void rd_hall_block(rd_hall *h);             /* at the connections of who blocks */
rd_connection *rd_hall_connection(const rd_hall *h, uint64_t number);
uint32_t rd_hall_seats_of(const rd_hall *h, int person);
bool rd_hall_decides(const rd_hall *h, const rd_doing *d); /* is it the host who does it? */
void rd_hall_make_host(rd_hall *h, int person);
/* Seats whose holders are connected, as bits, and RD_ONLINE_HOST. */
uint32_t rd_hall_online(const rd_hall *h);
uint32_t rd_hall_views_of(const rd_hall *h, const rd_connection *c); /* bits of views */
rd_handler rd_do_sit, rd_do_leave, rd_do_name, rd_do_robot, rd_do_kick, rd_do_fill;

/* setup.c */
bool rd_hall_set_settings(rd_hall *h, int n_seats, const rd_msg_setting *s, int n, rd_fault *f);
/* Robots that people choose: the setting "robots" of a game that has it. */
bool rd_hall_has_robot(const rd_hall *h, const char *robot);
bool rd_hall_set_robots(rd_hall *h);  /* before a game begins; false: no memory */
void rd_hall_drop_robots(rd_hall *h); /* after it: the seats keep theirs */
rd_handler rd_do_settings;

/* start.c */
rd_handler rd_do_share, rd_do_start, rd_do_reveal;
rd_msg_refusal rd_hall_begin(rd_hall *h, rd_doing *d);
rd_msg_refusal rd_hall_commit(rd_hall *h, rd_doing *d); /* on the way to begin */
bool rd_hall_begin_at(rd_hall *h, rd_doing *d, const char *position, size_t n, rd_fault *f);
void rd_hall_end(rd_hall *h, rd_doing *d, rd_msg_ending how);
void rd_hall_to_waiting(rd_hall *h);

/* play.c */
rd_handler rd_do_act, rd_do_draft, rd_do_take_back, rd_do_concede, rd_do_film;
void rd_hall_settle(rd_hall *h, rd_doing *d);
int rd_hall_seat_of(const rd_hall *h, int actor);
/* The number of an actor's question as people know it, which no rematch uses again; 0 = none. */
uint32_t rd_hall_question(const rd_hall *h, int actor);
bool rd_hall_bot_plays(const rd_hall *h, int seat);
rd_msg_refusal rd_hall_thought(rd_hall *h, rd_doing *d, int actor, uint32_t question,
                               const rd_action *answer);
rd_msg_refusal rd_hall_error(rd_err e);
void rd_hall_check_survivors(rd_hall *h, rd_doing *d);
void rd_hall_ask_bots(rd_hall *h, int64_t now, const rd_post *post);

/* orders.c */
rd_handler rd_do_orders;
void rd_hall_carry_out(rd_hall *h);
void rd_hall_drop_orders(rd_hall *h);

/* clock.c */
void rd_hall_start_clocks(rd_hall *h, int64_t at);
void rd_hall_wind_clocks(rd_hall *h, int64_t at); /* after a change of the game */
void rd_hall_time_up(rd_hall *h, rd_doing *d, int actor);
void rd_hall_count_events(rd_hall *h);
/* Adds what each view sees of a part; for one view: events_in. */
void rd_hall_add_events(const rd_hall *h, int part, int32_t events[RD_VIEWS]);
int32_t rd_hall_events_in(const rd_hall *h, int view, int part);
int32_t rd_hall_events_until(const rd_hall *h, int view, int parts);

/* vote.c */
rd_handler rd_do_undo, rd_do_pause, rd_do_resume, rd_do_more_time, rd_do_end, rd_do_stand_in,
    rd_do_claim, rd_do_vote, rd_do_rematch;
void rd_hall_fail_votes(rd_hall *h, rd_msg_vote_kind kind); /* none = all */
void rd_hall_fail_votes_of(rd_hall *h, int person);         /* what they asked for */
bool rd_hall_expire_votes(rd_hall *h, int64_t at);
int64_t rd_hall_vote_due(const rd_hall *h);

/* chat.c */
rd_handler rd_do_chat, rd_do_phrase, rd_do_mute, rd_do_block, rd_do_report;

/* tell.c */
void rd_hall_notice(rd_hall *h, rd_msg_notice_kind what, int seat, int person, int seconds);
rd_news *rd_hall_new_news(rd_hall *h, rd_tell_kind what);
void rd_hall_tell(rd_hall *h, int64_t at);
bool rd_hall_has_muted(const rd_hall *h, const rd_connection *reader, int writer);
bool rd_hall_has_blocked(const rd_hall *h, const rd_connection *reader, int writer);
void rd_hall_write_setup(const void *hall, rd_out *o);
/* A copy that outlives the next use of the hall's buffer; NULL: too long, or no memory. */
char *rd_hall_kept(rd_hall *h, size_t most, void (*write)(const void *ctx, rd_out *o),
                   const void *ctx);
enum { RD_JSON_MAX = 200000, RD_DEFAULT_MAX = 200 };
typedef struct rd_view_text { /* what a view's pointers point to; the caller frees `events` */
    char *events;
    char position[RD_TEXT_MAX + 1];
    char fallback[RD_MAX_ACTORS][RD_DEFAULT_MAX + 1];
} rd_view_text;
/* The story from part `from` on, before which the view had `events`. */
void rd_hall_shape_view(rd_hall *h, int view, int from, int32_t events, size_t most,
                        rd_view_text *text, rd_msg_view *out);

/* welcome.c */
void rd_hall_welcome(rd_hall *h, int64_t at, const rd_connection *c, const rd_call_hello *hello);
void rd_hall_story_cut(rd_hall *h, int parts); /* the log was cut: this many parts stand */
void rd_hall_forget_told(rd_hall *h);          /* nobody is there who would know less */

/* shape.c: the hall's things as those of messages */
void rd_hall_shape_seats(const rd_hall *h, int *n, rd_msg_seat out[RD_MAX_SEATS]);
int rd_hall_shape_people(const rd_hall *h, int *n, rd_msg_person out[64]); /* returns watchers */
void rd_hall_shape_me(const rd_hall *h, const rd_connection *c, rd_msg_me *out);
void rd_hall_shape_table(const rd_hall *h, rd_msg_table *out);
void rd_hall_shape_clocks(const rd_hall *h, int64_t at, int *n, rd_msg_clock out[RD_MAX_ACTORS]);
void rd_hall_shape_vote(const rd_vote *v, rd_msg_vote *out);
void rd_hall_shape_chat(const rd_chat *c, rd_msg_chat_line *out);
/* Hex digits live in `text`. */
typedef struct rd_fair_text {
    char hex[3 + 2 * RD_FAIR_SEATS][2 * RD_FAIR_BYTES + 1];
} rd_fair_text;
void rd_hall_shape_fair(const rd_hall *h, rd_msg_fair *out, rd_fair_text *text);

#endif
