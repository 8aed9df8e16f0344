/* bench.h - a hall on a bench: its log, what it sent, and people who speak to it. */
#ifndef RD_TEST_HALL_BENCH_H
#define RD_TEST_HALL_BENCH_H

#include "hall/hall.h"

enum { BENCH_CONNECTIONS = 80, BENCH_KEPT = 400 };

typedef struct bench {
    rd_hall *h;
    int64_t now;
    bool slow;     /* the store says nothing until bench_sync */
    uint64_t dice; /* what `random` gives */
    char *line[4096];
    int n_lines, synced;
    struct {
        char *text[BENCH_KEPT];
        int n;
        bool closed;
    } to[BENCH_CONNECTIONS];
    struct {
        uint32_t job;
        int seat, actor;
        rd_msg_level level;
        rd_action answer; /* at random */
    } think[64];
    int n_thinks, finished, reports;
    rd_prng g;
} bench;

/* A table made by uid 1: `seats` is one letter per seat: p the maker, o open, b a bot. */
void bench_open(bench *b, const char *game, const char *seats, const char *house);
void bench_close(bench *b);
/* Robotory without a clock: uid 1 has a seat and connection 1, uid 2 connection 2. */
void bench_open_two(bench *b);
void bench_begin_two(bench *b);    /* ... uid 2 sits down, and it begins */
int bench_to_move(const bench *b); /* ... whose turn it is: connections are seats plus one */
/* Throws the hall away and loads it from the lines that are synced. */
void bench_restart(bench *b, int64_t outage);
void bench_sync(bench *b);
void bench_point(bench *b); /* has it write one; the simulator reads them */

void bench_join(bench *b, int connection, int64_t uid, bool screen);
void bench_leave(bench *b, int connection);
void bench_forget_person(bench *b, int64_t uid); /* who wants to be forgotten */
void bench_say(bench *b, int connection, const char *message);
void bench_time(bench *b, int64_t ms); /* passes, with everything that falls due */
void bench_bots(bench *b);             /* answer what they were asked so far */

/* The last message of that kind to a connection, NULL = none; and how many there were. */
const char *bench_heard(const bench *b, int connection, const char *kind);
int bench_count(const bench *b, int connection, const char *kind);
void bench_forget(bench *b);
/* Fails unless the last message of that kind has this in it. */
void bench_expect(const bench *b, int connection, const char *kind, const char *part);

/* Answers every question of that connection's actors at random, and lets bots answer, `most` times
** at most or until the game is over. */
void bench_play(bench *b, int connection, int64_t uid, int most);
int bench_act(bench *b, int connection,
              int actor); /* one answer at random; the question's number */

#define HOUSE(clock, stand_in)                                                            \
    "\"access\":\"link\",\"clock\":" clock ",\"stand_in\":\"" stand_in                    \
    "\",\"level\":\"easy\",\"chat\":true,\"hints\":true,\"previews\":true,\"undo\":true," \
    "\"watch\":true"
#define NO_CLOCK "{\"kind\":\"none\",\"seconds\":0,\"add\":0,\"short\":0}"

#endif
