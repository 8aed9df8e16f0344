/* run_int.h - what the files of the runner share: run.c plays, facts.c judges, happened.c knows
** events, words.c says who and what. */
#ifndef RD_SCENARIO_RUN_INT_H
#define RD_SCENARIO_RUN_INT_H

#include "scenario/scenario.h"
#include "table/table.h"

enum { RD_WORD_MAX = 64 }; /* an actor's or a value's word, with its end */

struct rd_runner {
    rd_arena arena; /* descriptions, for one check at a time */
    rd_table *table;
    const rd_match *match;            /* the table's */
    rd_sink ear;                      /* what happens at it is heard */
    rd_state *state, *before, *trial; /* state: the table's; before: the last `do` began here */
    rd_state *view[2];                /* what a seat sees: now, and at an event */
    size_t state_cap, before_cap, trial_cap, view_cap[2];

    /* What happened in the last `do`; `states` holds the state at each event if `keep_states`. */
    rd_event *event;
    bool *used; /* by an item of the `event` statement being judged */
    unsigned char *states;
    size_t n_events, event_cap, used_cap, states_cap;
    uint32_t next_beat; /* beats of the next answer begin here */
    uint32_t sequence;  /* the beat of the last item that was found */
    bool keep_states;

    const rd_scenario *scenario;
    const rd_watch *watch;
    uint32_t line; /* of the step being played */
    int facts;     /* judged so far */
    rd_verdict *verdict;
};

/* Where a fact is judged: on which state, by whose eyes, among which events. */
typedef struct rd_look {
    const rd_state *state;
    bool seen; /* by `seat` (or spectators); else the truth */
    int seat;
    int depth;       /* 0 now, 1 at an event */
    size_t from, to; /* events of the runner */
} rd_look;

/* Begins the verdict: what is written to it follows.  UNSOUND: the scenario is wrong itself. */
rd_out rd_sc_say_failed(rd_runner *r, const rd_step *s);
rd_out rd_sc_say_unsound(rd_runner *r, const rd_step *s);

/* ---- words.c ---- */

void rd_sc_put_actor(rd_out *o, const rd_match *m, const rd_state *s, int actor);
void rd_sc_put_asked(rd_out *o, const rd_match *m, const rd_state *s); /* "light turn, dark turn" */
int rd_sc_rule_index(const rd_game *g, const char *rule);              /* -1 = none */
/* The actor that `who` names; -1 after an unsound verdict. */
int rd_sc_find_actor(rd_runner *r, const rd_look *at, const rd_step *s, const char *who);
/* The seat of that number, or that the actor of that name belongs to; else the same. */
int rd_sc_find_seat(rd_runner *r, const rd_look *at, const rd_step *s, const char *who);
/* The actor of an answer, which may be left out when one alone is asked. */
int rd_sc_find_asked(rd_runner *r, const rd_look *at, const rd_step *s);
void rd_sc_put_event(rd_out *o, const rd_match *m, const rd_event *ev); /* "turn side=light" */
/* Argument i of an event kind: its name, and a value as a word or number; false past the last. */
bool rd_sc_event_arg(const rd_match *m, const rd_event *ev, int i, char name[RD_WORD_MAX],
                     char word[RD_WORD_MAX]);

/* ---- happened.c ---- */

/* The n-th event (or the last) that fits; -1 when there is none, after a verdict. */
int rd_sc_find_event(rd_runner *r, const rd_look *at, const rd_step *s);
bool rd_sc_check_happened(rd_runner *r, const rd_look *at, const rd_step *s);
bool rd_sc_check_not_happened(rd_runner *r, const rd_look *at, const rd_step *s);

/* ---- facts.c, offers.c: false after a verdict ---- */

bool rd_sc_check_condition(rd_runner *r, const rd_step *s, rd_value *root);
bool rd_sc_check_fact(rd_runner *r, const rd_look *at, const rd_step *s);
bool rd_sc_check_offered(rd_runner *r, const rd_look *at, const rd_step *s);
bool rd_sc_check_refused(rd_runner *r, const rd_look *at, const rd_step *s);
bool rd_sc_check_question(rd_runner *r, const rd_look *at, const rd_step *s);

#endif
