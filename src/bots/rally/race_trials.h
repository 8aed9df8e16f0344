/* race_trials.h - the racer of both editions: answers tried against opponents who play their own
** best plans.
**
** Each trial is one round in the real engine, in a state that fits the view, stopped before the
** next deal.  All answers meet the same worlds.  The worse half is dropped whenever the number of
** worlds has doubled, so that time goes where the choice is close.
**
** An edition gives the answers worth trying and how many rounds each robot has left after the
** trial.
*/
#ifndef RD_BOTS_RALLY_RACE_TRIALS_H
#define RD_BOTS_RALLY_RACE_TRIALS_H

#include "bots/bot.h"
#include "bots/rally/race_table.h"

enum {
    RD_RACE_TRIED = 112,   /* answers compared at the most                   */
    RD_RACE_FINALISTS = 3, /* compared to the end                            */
    RD_RACE_OUT = INT32_MAX,
    RD_RACE_WHY = 25, /* rounds of the answer that are watched to say why it is given */
};

/* How a program is chosen.  The last two are what others have published: they do not regard the
** other robots at all. */
typedef enum rd_race_method {
    RD_BY_TRIALS,
    RD_BY_MAP,      /* by the table of rounds left alone          */
    RD_BY_DISTANCE, /* by the map of distances alone              */
} rd_race_method;

struct rd_race_edition;

/* One question; first member of the edition's own racer. */
typedef struct rd_race_trials {
    const struct rd_race_edition *edition;
    const rd_match *match;
    rd_state *view;
    const rd_limits *limits;
    int actor;
    rd_race_method method;
    bool overlooks;         /* the others, this time: who misjudges at all does so now and then */
    rd_state *guess, *play; /* room for a state each */
    rd_race_table *table;
    struct rd_race_trials *rival; /* thinks for the others; NULL = they go by the table */
    uint64_t used;                /* rounds played, those of rivals too                 */
} rd_race_trials;

/* Answers to try, and what each is thought to cost beforehand in 256ths of a round. */
typedef struct rd_race_answers {
    int n;
    rd_action list[RD_RACE_TRIED];
    int32_t prior[RD_RACE_TRIED];
} rd_race_answers;

typedef struct rd_race_edition {
    const rd_bot
        *planner; /* asked where there is nothing to try; NULL = the plainest answer is given */
    size_t size, view, guess, play; /* of the edition's racer, and where in it three states are */
    uint16_t ask_program;           /* kind of the question */
    /* Kinds of events.  All but the end of a register begin with the robot; a goal's number
    ** follows. */
    uint16_t ev_card, ev_works, ev_register_end, ev_goal, ev_fell, ev_hurt;
    const char *reaches; /* string key: goal {0} in register {1}, in {2} per cent of the trials */
    /* Finds the answers to that kind of question worth trying, the best first; none = the planner
    ** decides. */
    void (*find)(rd_race_trials *t, int kind, rd_prng *g, rd_race_answers *out, rd_thought *why);
    /* Does the planner know answers that `find` does not?  NULL = never. */
    bool (*needs_planner)(const rd_race_trials *t);
    /* Takes back what other seats have programmed already: nobody has seen it, so that it is better
    ** foreseen than drawn. */
    void (*reopen)(const rd_race_trials *t, rd_state *view);
    /* What a robot that programs now does, the other ones found once for each world. */
    void (*foresee)(rd_race_trials *t, const rd_state *guess, int actor, rd_prng *g, rd_action *a);
    /* What a robot answers in `play` to a question about its way, by the table; false = it takes the
    ** plainest answer.  NULL = it always does. */
    bool (*react)(rd_race_trials *t, int actor, rd_action *a);
    bool (*is_programming)(const rd_state *s);
    uint32_t (*round)(const rd_state *s);
    /* Rounds that the robot has left in `play`, in 256ths, with all that hinders it; RD_RACE_OUT =
    ** it races no more. */
    int32_t (*burden)(rd_race_trials *t, int robot);
    /* The same to what the robot drives for, which may be to meet others. */
    int32_t (*errand)(rd_race_trials *t, int robot);
} rd_race_edition;

/* How much is seen this time: a beginner forgets the floor now and then. */
int rd_race_sight(const rd_race_trials *t, rd_prng *g);

/* Are the others regarded, by trials? */
static inline bool rd_race_tries(const rd_race_trials *t) {
    return t->method == RD_BY_TRIALS && t->limits->skill.sight == RD_SEES_ALL && !t->overlooks;
}

static inline bool rd_race_is_legal(const rd_race_trials *t, const rd_state *s,
                                    const rd_action *a) {
    return rd_check_apart(t->match, s, a, NULL) == RD_E_OK;
}

/* How many rounds may be played. */
static inline uint64_t rd_race_nodes(const rd_limits *l) {
    return l->nodes ? l->nodes : UINT64_MAX;
}

/* How many programs are worth comparing with that budget, `most` at the most. */
int rd_race_wanted(const rd_race_trials *t, int most);

/* Adds the answer where it is legal now, new, and there is room. */
void rd_race_offer(const rd_race_trials *t, rd_race_answers *to, const rd_action *a, int32_t prior);

/* Adds all answers to a question that has few. */
void rd_race_offer_all(const rd_race_trials *t, rd_race_answers *to);

/* The bytes a racer of that edition thinks in: its own, then the planner's. */
size_t rd_race_scratch(const rd_race_edition *e, const rd_match *m, const rd_limits *l);

/* The whole of a racer's `think`.  Who does not regard the others goes by what answers are thought
** to cost alone. */
void rd_race_think(const rd_race_edition *e, rd_race_method method, const rd_match *m,
                   const rd_state *view, int actor, const rd_limits *l, rd_prng *g, void *memory,
                   rd_action *out, rd_thought *why);

/* Defines rd_bot_GAME_NAME, the bot that plays `edition` by that method. */
#define RD_RACE_BOT(game_, name, edition, method)                                          \
    static size_t name##_scratch(const rd_match *m, const rd_limits *l) {                  \
        return rd_race_scratch(&(edition), m, l);                                          \
    }                                                                                      \
    static void name##_think(const rd_match *m, const rd_state *view, int actor,           \
                             const rd_limits *l, rd_prng *g, void *memory, rd_action *out, \
                             rd_thought *why) {                                            \
        rd_race_think(&(edition), (method), m, view, actor, l, g, memory, out, why);       \
    }                                                                                      \
    const rd_bot rd_bot_##game_##_##name = {.id = #name,                                   \
                                            .game = #game_,                                \
                                            .scratch = name##_scratch,                     \
                                            .think = name##_think,                         \
                                            .prepares = true}

#endif
