/* sim.h - whole lives of a server with one table, from a seed; of two processes, where one takes
** the table over while the other still has people connected and does not know.
**
** A world has a hall, a store that is slow and forgets what it had not synced, people with one or
** two open pages, connections that drop, and bots that answer late, wrongly or never.  Time jumps.
** Everything is drawn from the seed, so a failure is repeated by its number.
**
** What is checked is written in check.c; the leaks, which need two worlds at once, in leak.c.
*/
#ifndef RD_TESTS_SIM_H
#define RD_TESTS_SIM_H

#include "hall/hall.h"

enum {
    PEOPLE = 4,
    TABS = 2, /* pages of a person */
    QUEUE = 64,
    PENDING = 16,
    VIEWS = RD_MAX_SEATS + 1,
    JOBS = 16,
};

typedef struct text {
    char *at;
    size_t n;
} text;

typedef struct queue { /* texts on the way; a ring */
    text item[QUEUE];
    int first, n;
} queue;

typedef struct seen { /* what a page has of one view */
    bool has;
    int32_t line, base, n; /* events base .. n - 1 are known */
    uint64_t *sum;         /* sum[i]: of the i events from base on */
    int room;
    char *position; /* NULL before the first */
    int n_asked;
    int actor[RD_MAX_ACTORS];
    uint32_t question[RD_MAX_ACTORS];
} seen;

typedef struct tab {     /* an open page */
    uint64_t connection; /* 0 = none */
    bool greeted;        /* welcome came */
    bool lost;           /* cut off, and the server does not know yet */
    bool old;            /* at the process that lost the table         */
    queue up, down;
    int match;
    seen view[VIEWS];
    rd_msg_table_state state;
    int seats[RD_MAX_SEATS], n_seats, person, vote; /* vote: asked of us */
    bool host;
} tab;

typedef struct pending { /* an action that nobody has answered yet */
    char id[25];
    char *text;
    bool by_position; /* made from the page's own position: it must be legal */
    uint64_t sent_on; /* connection of the last sending */
    int order, sends;
} pending;

typedef struct human {
    int64_t uid;
    char name[16];
    tab tab[TABS];
    pending pending[PENDING];
    int n_pending, ids;
    pending last; /* acknowledged; its text is gone */
    int last_line;
    char mixed[25];    /* an id that was used for something else afterwards */
    uint8_t value[32]; /* for the shuffle */
} human;

typedef struct log_line {
    char *at;
    size_t n;
    char id[25];    /* of the action in it; "" = none */
    int64_t person; /* whose it is: it is emptied when they are deleted */
} log_line;

typedef struct job {
    uint32_t number;
    rd_action answer;
    int fate; /* 0 = answers, 1 = never, 2 = illegal */
} job;

typedef struct acked { /* an action that its sender knows to be done */
    int human;
    char id[25];
} acked;

typedef struct world {
    uint64_t seed;
    rd_prng g; /* of the world */
    int64_t now;
    rd_hall *h;
    rd_hall *old; /* of a process that was stopped: another took the table; NULL = none */
    int old_synced;
    bool old_fenced; /* it tried to write, and will hear that it may not */
    bool dead;       /* the hall is in the middle of its end: what it says is lost */
    log_line *line;
    int n_lines, line_room, synced;
    text point;  /* the last one of the table; NULL = none */
    int pointed; /* this many lines are in it */
    uint64_t last_connection;
    human human[PEOPLE];
    bool screen; /* a table screen is there */
    tab watcher;
    job job[JOBS];
    int n_jobs;
    acked *acked;
    int n_acked, acked_room;
    int holder[RD_MAX_SEATS]; /* person numbers, as the last line left them */
    uint64_t digest;          /* of everything that went out */
    rd_match *match;          /* to read positions with */
    rd_config config;
    char house[300];
    int trouble; /* percent: in some lives few things break, so that games come far */
    int faults;  /* 0 = none any more: the world comes to rest */
    bool trace;
    int steps, crashes, takeovers, acts, games, leaks, points, deleted, mixed;
} world;

/* Says what broke, with the seed, and ends the program. */
#define BROKEN(w, ...) broken((w), __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 4, 5))) _Noreturn void broken(const world *w, const char *file,
                                                            int line, const char *pattern, ...);

/* world.c */
void world_open(world *w, uint64_t seed, bool trace); /* all zeros before */
void world_close(world *w);                           /* all zeros after  */
void world_step(world *w);                            /* one thing happens */
void world_rest(world *w); /* no more faults: everybody reconnects, everything arrives */
int roll(world *w, int n); /* 0 .. n - 1 */
bool chance_of(world *w, int percent);
void send_up(world *w, tab *t, const char *message);
void world_connect(world *w, int who, int which);
void world_cut(world *w, tab *t);

/* human.c */
void human_hears(world *w, int who, int which, const char *message, size_t n);
void human_does(world *w, int who);
void human_resends(world *w, int who, tab *t);
void watcher_hears(world *w, const char *message, size_t n);
void tab_clear(tab *t);
void human_forgets(human *h); /* all that they were waiting for */

/* check.c */
void check_line(world *w); /* a line was appended  */
void check_acked(world *w, int who, const pending *p);
void check_ledger(world *w);            /* after a crash, and at the end */
void check_reload(world *w);            /* the lines give the same table */
void reload(world *w, rd_hall *h);      /* from the last point, if there is one */
void check_stories(world *w);           /* what pages saw happen did happen */
void see_events(seen *s, json_t *list); /* adds to the sums */
void forget_events(seen *s, int32_t n); /* all after the first n */

/* leak.c: 0 = the table is not in a position for it. */
int check_leak(world *w);

#endif
