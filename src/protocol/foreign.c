/* foreign.c - the referee's side of the bot protocol: games, strikes, stand-in; see foreign.h. */
#include "protocol/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/talk.h"

enum { GRACE = 250, HANDSHAKE = 10000, GOODBYE = 500 };

struct rd_foreign {
    rd_brain brain; /* first: the program as one who answers */
    rd_talk talk;
    char *command;
    rd_foreign_limits limits;
    const rd_match *match;
    const rd_config *config;
    const char *const *names;
    int seat;
    rd_state *view; /* scratch for rd_foreign_turn */
    size_t view_size;
    bool greeted;    /* this process knows of this game                     */
    bool cut;        /* a line was not taken whole: what follows is garbled */
    bool late;       /* it is not the process that saw this game begin      */
    rd_table *table; /* where the story is read, or NULL                    */
    int told;        /* parts of it that the process knows                  */
    int strikes;
    rd_prng stand_in;
    char log[1024]; /* the end of the log of a process that is gone */
};

/* ---- the process ---- */

static void end_process(rd_foreign *b) {
    if (b->talk.child) {
        const char *log = rd_child_log(b->talk.child);
        size_t n = strlen(log), most = sizeof b->log - 1;
        strcpy(b->log, n > most ? log + n - most : log);
    }
    rd_talk_end(&b->talk);
    b->greeted = b->cut = false;
    b->late = true;
}

static bool start_process(rd_foreign *b) {
    rd_bot_source from = rd_bot_from_command(b->command);
    return rd_talk_start(&b->talk, &from, b->limits.handshake);
}

/* ---- as one who answers ---- */

static bool brain_begin(rd_brain *b, const rd_match *m, const rd_config *c, int seat,
                        const char *const *name, uint64_t seed) {
    ((rd_foreign *)b)->limits.seed = seed;
    return rd_foreign_new((rd_foreign *)b, m, c, seat, name);
}

static rd_origin brain_think(rd_brain *b, const rd_state *view, int actor, int seq, rd_action *a,
                             rd_thought *why) {
    return rd_foreign_think((rd_foreign *)b, view, actor, seq, a, why);
}

static void brain_over(rd_brain *b, const rd_outcome *o) { rd_foreign_over((rd_foreign *)b, o); }
static void brain_hear(rd_brain *b, rd_table *t) { rd_foreign_hear((rd_foreign *)b, t); }

rd_brain *rd_foreign_brain(rd_foreign *b) { return &b->brain; }

rd_foreign *rd_foreign_open(const char *command, const rd_foreign_limits *l, rd_fault *f) {
    rd_foreign *b = calloc(1, sizeof *b);
    if (!b || !(b->command = strdup(command))) {
        free(b);
        rd_fault_set(f, 0, 0, "out of memory");
        return NULL;
    }
    b->brain = (rd_brain){brain_begin, brain_think, brain_over, brain_hear};
    if (l) b->limits = *l;
    if (!b->limits.budget) b->limits.budget = RD_RBP_BUDGET;
    if (!b->limits.grace) b->limits.grace = GRACE;
    if (!b->limits.handshake) b->limits.handshake = HANDSHAKE;
    if (start_process(b)) return b;
    if (f) *f = b->talk.complaint;
    rd_foreign_close(b);
    return NULL;
}

void rd_foreign_close(rd_foreign *b) {
    if (!b) return;
    if (b->talk.child) {
        int64_t until = rd_now_ms() + GOODBYE;
        rd_out o = rd_talk_line(&b->talk);
        rd_rbp_put_bye(&o);
        if (rd_talk_send(&b->talk, &o, until)) {
            rd_child_close_input(b->talk.child);
            rd_child_wait(b->talk.child, until);
        }
    }
    rd_talk_end(&b->talk);
    rd_greeting_drop(&b->talk.greeting);
    free(b->view);
    free(b->command);
    free(b);
}

/* ---- games ---- */

bool rd_foreign_new(rd_foreign *b, const rd_match *m, const rd_config *c, int seat,
                    const char *const *name) {
    if (b->view_size < m->game->state_size) {
        rd_state *more = realloc(b->view, m->game->state_size);
        if (!more) return false;
        b->view = more;
        b->view_size = m->game->state_size;
    }
    b->match = m;
    b->config = c;
    b->names = name;
    b->seat = seat;
    b->strikes = 0;
    b->greeted = b->late = false;
    b->table = NULL;
    b->told = 0;
    b->stand_in = rd_prng_seed(b->limits.seed);
    b->talk.complaint = (rd_fault){0};
    b->talk.info[0] = 0;
    return true;
}

/* Tells the process of the game and waits until it is ready. */
static bool greet(rd_foreign *b) {
    int64_t until = rd_now_ms() + b->limits.handshake;
    rd_out o = rd_talk_line(&b->talk);
    rd_rbp_put_new(&o, ++b->talk.last_id, b->match, b->config, b->seat, b->names, b->limits.budget);
    rd_talk_send(&b->talk, &o, until);
    if (b->late && b->table) b->told = rd_table_length(b->table) + 1; /* the view tells it all */
    return b->greeted = rd_talk_barrier(&b->talk, until);
}

void rd_foreign_hear(rd_foreign *b, rd_table *t) {
    rd_table_listen(t); /* where it can't, the parts are computed again */
    b->table = t;
}

static bool say(rd_foreign *b, const rd_out *o, int64_t until) {
    if (!rd_talk_send(&b->talk, o, until)) b->cut = true;
    return !b->cut;
}

/* What has happened since it was told last.  A part too long for a line is left out: the view has
** what came of it. */
static bool tell_story(rd_foreign *b, int64_t until) {
    int parts = b->table ? rd_table_length(b->table) + 1 : 0;
    if (b->told > parts) b->told = parts; /* something was taken back */
    for (; b->told < parts; b->told++) {
        rd_out o = rd_talk_line(&b->talk);
        rd_rbp_put_happened(&o, b->table, b->seat, b->told);
        if (rd_out_fits(&o) && !say(b, &o, until)) return false;
    }
    return true;
}

void rd_foreign_over(rd_foreign *b, const rd_outcome *o) {
    if (!b->talk.child || !b->greeted) return;
    tell_story(b, rd_now_ms() + b->limits.grace);
    rd_out line = rd_talk_line(&b->talk);
    rd_rbp_put_over(&line, b->match, b->seat, o);
    rd_talk_send(&b->talk, &line, rd_now_ms() + b->limits.grace);
}

/* ---- one question ---- */

static rd_origin ask(rd_foreign *b, const rd_ask *q, rd_action *a, rd_thought *why) {
    rd_talk *t = &b->talk;
    if (!t->child && !start_process(b)) return RD_FORCED_DEAD;
    if (!b->greeted && !greet(b)) return RD_FORCED_DEAD;
    bool hears = tell_story(b, rd_now_ms() + b->limits.budget);
    int64_t id = ++t->last_id, until = rd_now_ms() + (hears ? b->limits.budget : 0);
    rd_out o = rd_talk_line(t);
    if (hears && rd_rbp_put_ask(&o, id, q, b->limits.budget))
        say(b, &o, until); /* when it does not take it, reading says why */
    return rd_talk_answer(t, q, id, until, b->limits.grace, a, why);
}

rd_origin rd_foreign_think(rd_foreign *b, const rd_state *view, int actor, int seq, rd_action *a,
                           rd_thought *why) {
    rd_ask q = {b->match, b->config, view, actor, seq};
    if (why) *why = (rd_thought){0};
    b->talk.info[0] = 0;
    if (rd_foreign_is_given_up(b)) {
        b->match->game->sample(b->match, view, actor, &b->stand_in, a);
        return RD_STOOD_IN;
    }
    rd_origin how = ask(b, &q, a, why);
    if (how == RD_PLAYED) return how;
    b->strikes++;
    if (how == RD_FORCED_DEAD || b->cut || rd_foreign_is_given_up(b)) end_process(b);
    return how;
}

rd_err rd_foreign_turn(rd_foreign *b, rd_table *t, int actor) {
    return rd_brain_turn(&b->brain, t, actor, b->view);
}

/* ---- what can be said about it ---- */

const char *rd_foreign_name(const rd_foreign *b) { return b->talk.greeting.name; }
bool rd_foreign_plays(rd_foreign *b, const rd_game *g) {
    return rd_greeting_plays(&b->talk.greeting, g, &b->talk.complaint);
}
int rd_foreign_strikes(const rd_foreign *b) { return b->strikes; }
bool rd_foreign_is_given_up(const rd_foreign *b) { return b->strikes >= RD_FOREIGN_STRIKES; }
const char *rd_foreign_complaint(const rd_foreign *b) { return b->talk.complaint.text; }
const char *rd_foreign_info(const rd_foreign *b) { return b->talk.info; }
const char *rd_foreign_log(const rd_foreign *b) {
    return b->talk.child ? rd_child_log(b->talk.child) : b->log;
}
