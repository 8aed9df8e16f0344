/* scenario.h - scenario files: a position, answers, and what must come of them (docs/scenarios.md).
**
** Reading and running are apart.  rd_scenario_parse turns any bytes into scenarios and faults and
** knows no rules; rd_scenario_run plays one scenario under one of its games and stops at the first
** difference.  Neither reads files: the command does.
*/
#ifndef RD_SCENARIO_H
#define RD_SCENARIO_H

#include "scenario/value.h"

/* ---- a parsed file ---- */

typedef struct rd_word rd_word; /* a list of words */
struct rd_word {
    rd_word *next;
    const char *text;
    uint32_t line, column;
};

typedef enum rd_compare {
    RD_EQUAL,
    RD_UNEQUAL,
    RD_LESS,
    RD_AT_MOST,
    RD_MORE,
    RD_AT_LEAST,
    RD_CONTAINS,
    RD_LACKS,
} rd_compare;

typedef struct rd_condition { /* PATH COMPARE VALUE */
    const char *path;
    rd_compare compare;
    rd_value *value;
} rd_condition;

typedef struct rd_pattern { /* an event: NAME ARGUMENTS by RULE */
    const char *name;       /* NULL = any event */
    const char *rule;       /* NULL = any */
    int n;
    struct {
        const char *name; /* NULL = by position */
        const char *value;
    } arg[RD_MAX_ARGS];
} rd_pattern;

/* What a line of the play does or demands. */
typedef enum rd_verb {
    RD_DO,
    RD_TIMEOUT,
    RD_DEFAULT, /* the last of those that answer */
    RD_EXPECT,
    RD_HAPPENED,
    RD_NOT_HAPPENED,
    RD_ASKED,
    RD_QUESTION,
    RD_OFFERED,
    RD_NOT_OFFERED,
    RD_REFUSED,
    RD_CHANGED,
    RD_IS_OVER,
    RD_NOT_OVER,
    RD_WINNER,
    RD_PLACES,
    RD_SCORES,
    RD_AT,
    RD_SEES,
} rd_verb;

enum { RD_NTH_LAST = -1 };

/* One item of the play.  Which members are used depends on the verb; the others are zero. */
typedef struct rd_step rd_step;
struct rd_step {
    rd_step *next;
    rd_step *inner; /* AT, SEES: what must hold then, there */
    rd_verb verb;
    uint32_t line, column;
    bool first;          /* the first item of its statement                                   */
    bool beginning;      /* OFFERED: more picks may follow                                    */
    int nth;             /* AT: which occurrence, from 1, or RD_NTH_LAST                       */
    const rd_word *only; /* the games it is for; NULL = all                                   */
    const char *text;    /* the item as written, without comment                              */
    const char *who;     /* actor or seat; NULL = the one that is asked, SEES: the spectators  */
    const char *action;  /* in the game's notation                                            */
    rd_word *because;    /* REFUSED: rules or the name of an error                            */
    rd_word *words;      /* ASKED: pairs of actor and kind; else what is listed                */
    rd_condition condition;
    rd_pattern pattern;
};

typedef struct rd_arrangement rd_arrangement; /* one line of the position, or one setting */
struct rd_arrangement {
    rd_arrangement *next;
    const rd_word *only;
    const char *key, *rest;
    uint32_t line;
    uint32_t column, rest_column; /* where key and rest begin */
};

typedef struct rd_under rd_under; /* a game to run a scenario under */
struct rd_under {
    rd_under *next;
    const rd_game *game;
    rd_arrangement *settings;
    uint32_t line, column;
};

typedef struct rd_scenario rd_scenario;
struct rd_scenario {
    rd_scenario *next;
    const rd_scenario *common; /* what stands before the first scenario; NULL for that itself */
    const char *name;
    uint32_t line, column;
    rd_under *under; /* own games; if NULL those of `common` */
    rd_word *rules;
    rd_word *fors; /* every game named by a `for` */
    rd_arrangement *settings, *position;
    rd_step *play;
    int seats; /* 0 = not given */
    bool has_seed;
    uint64_t seed;
    const char *impossible; /* a part of the fault that the set-up must have; NULL = none */
};

typedef struct rd_flaw rd_flaw; /* what is wrong with the file, in its order */
struct rd_flaw {
    rd_flaw *next;
    uint32_t line, column;
    uint32_t number; /* in the order found */
    const char *text;
};

typedef struct rd_scenario_file {
    rd_arena arena; /* owns everything below */
    rd_scenario *scenarios;
    rd_flaw *flaws;
} rd_scenario_file;

/* Never fails: what cannot be read is a flaw.  The text may be anything and is not kept. */
rd_scenario_file *rd_scenario_parse(const char *text, size_t n);
void rd_scenario_free(rd_scenario_file *f);

/* The games the scenario is run under, and the rules it cites, its file's common ones first. */
const rd_under *rd_scenario_games(const rd_scenario *sc);
bool rd_scenario_cites(const rd_scenario *sc, const char *rule);

/* ---- running ---- */

typedef enum rd_verdict_kind {
    RD_PASSED,
    RD_FAILED,     /* something is not as expected                                  */
    RD_UNSOUND,    /* the scenario itself is wrong: position, path, name            */
    RD_TRACE_ONLY, /* nothing was expected                                          */
} rd_verdict_kind;

typedef struct rd_verdict {
    rd_verdict_kind kind;
    uint32_t line, column;
    char text[1200]; /* what was expected and what is */
} rd_verdict;

/* A moment that --trace shows: the start, after each answer, and each checkpoint. */
typedef struct rd_moment {
    enum { RD_AT_START, RD_AT_ANSWER, RD_AT_TIMEOUT, RD_AT_EVENT } kind;
    uint32_t line;
    const rd_match *match;
    const rd_state *state;
    const rd_config *config; /* START: what the table was opened with */
    int actor;               /* ANSWER, TIMEOUT           */
    const char *action;      /* ANSWER: canonical text    */
    const rd_event *event;   /* EVENT                     */
} rd_moment;

typedef struct rd_watch {
    void (*moment)(void *ctx, const rd_moment *now);
    void *ctx;
    bool all; /* each event, not only checkpoints */
} rd_watch;

typedef struct rd_runner rd_runner; /* memory that is used again from run to run */
rd_runner *rd_runner_open(void);
void rd_runner_close(rd_runner *r);

/* `watch` may be NULL. */
void rd_scenario_run(rd_runner *r, const rd_scenario *sc, const rd_under *under,
                     const rd_watch *watch, rd_verdict *verdict);

const char *rd_verdict_word(rd_verdict_kind kind); /* "passed", "failed", "unsound", "trace" */

/* ---- what the command writes ---- */

/* One line of the trace (without its end): docs/scenarios.md, "The trace". */
void rd_put_moment_json(rd_out *o, const char *file, const rd_scenario *sc, const rd_moment *now);

#endif
