/* race_table.h - how many rounds a race still takes, from every cell, facing and stage of it.
**
** What a robot alone on the floor does with each kind of card is looked up, not played: a drive
** (the card) leads from one place to another, then the floor (belts, pushers, gears) leads on and
** tells the beams that hit there.  From the true mix of cards the table holds the expected number
** of rounds to the end of the race under the best program of each hand.  It depends on the course
** alone, so it is made once and kept; the map of distances (rally_plan.h) serves until then.
**
** A place is cell * 4 + facing; places below RD_FALLEN are nowhere.
**
** A stage is what a robot still has to do.  Where flags are touched in their order, stage g ends on
** goal g; other races say which flag leads from each stage to which.  Stages that only last as long
** as somebody stands somewhere are aimed at a cell, and their values follow from the distance.
*/
#ifndef RD_BOTS_RALLY_RACE_TABLE_H
#define RD_BOTS_RALLY_RACE_TABLE_H

#include "bots/bot.h"
#include "bots/rally/rally_plan.h"
#include "floor/floor.h"

enum {
    RD_RACE_KINDS = 10,
    RD_RACE_ENDS = 4,  /* places to which one card may lead */
    RD_RACE_GOALS = 8, /* flags at the most, and stages */
    RD_RACE_PLACES = RD_FLOOR_CELLS * 4,
    RD_RACE_ROUND = 256,                        /* values are in 256ths of a round           */
    RD_RACE_HANDS = 96,                         /* hands that the expectation is taken over  */
    RD_FALLEN = 4,                              /* places below this one are off the floor   */
    RD_NO_KIND = 0xff,                          /* no card, or one that is not known         */
    RD_RACE_WORST = 0xffff - 4 * RD_RACE_ROUND, /* no expectation is longer */
};

/* What a card does: spaces ahead (back if negative), then quarters.  `again` repeats the card of
** the register before, which counts as standing still in the first. */
typedef struct rd_race_kind {
    int8_t spaces;
    uint8_t quarters, again;
    uint8_t in_deck; /* how many cards of a full deck are of this kind   */
    uint8_t risk;    /* what nobody knows of it costs, in 256ths of a round */
} rd_race_kind;

/* What an edition tells of a race. */
typedef struct rd_race_rules {
    const rd_floor *floor;
    uint32_t turns; /* of the floor's pieces */
    int n_kinds, hand;
    const rd_race_kind *kind;
    void (*run_floor)(const rd_floor *f, rd_bodies *alone, int reg);
    int beam_cost, fall_cost;     /* in 256ths of a round */
    int beam_share;               /* what a hit costs besides, in 256ths of the rounds left */
    int n_goals;                  /* stages */
    bool moves;                   /* flags move */
    uint16_t goal[RD_RACE_GOALS]; /* cell of each flag, or a piece on which the round has to end */
    uint16_t moving[RD_REGISTERS][RD_RACE_GOALS]; /* where flags that move lie in each register  */
    /* How many stages on a flag leads from each stage, [stage][1 + flag]. */
    uint8_t step[RD_RACE_GOALS][RD_RACE_GOALS + 1];
    /* Where a robot on the way to that goal returns when it falls from that piece of the floor. */
    uint16_t home[RD_RACE_GOALS][RD_MAX_PIECES];
} rd_race_rules;

typedef struct rd_race_floor {
    uint16_t to;
    uint8_t beams; /* that hit there */
    uint8_t flag;  /* 1 + the flag that lies there */
} rd_race_floor;

typedef struct rd_race_table {
    uint64_t made_for; /* hash of what it was made from; 0 = not made */
    uint32_t turns;    /* of the floor that was looked up */
    /* What the values follow from. */
    int n_kinds, n_goals;
    rd_race_kind kind[RD_RACE_KINDS];
    uint8_t step[RD_RACE_GOALS][RD_RACE_GOALS + 1];
    uint16_t home[RD_RACE_GOALS][RD_MAX_PIECES]; /* places, facing as well as one can */
    uint8_t piece[RD_FLOOR_CELLS];
    uint16_t beam_cost, beam_share, fall_cost;
    uint16_t drive[RD_RACE_KINDS][RD_RACE_PLACES];
    rd_race_floor floor[RD_REGISTERS][RD_RACE_PLACES];
    uint16_t value[RD_RACE_GOALS][RD_RACE_PLACES]; /* rounds to the end of the race */
    /* What a round costs at the least from the beginning of a register on, with any cards. */
    uint16_t least[RD_RACE_GOALS][RD_REGISTERS + 1][RD_RACE_PLACES];
    uint16_t order[RD_WAY_QUEUE]; /* scratch: places, the nearest first */
    rd_way way;                   /* scratch */
} rd_race_table;

/* Makes the table unless it is the one of this race already.  With `quick` only the look-ups are
** made, and the values follow from the map of distances.  The values of a whole table are taken from
** the notes (may be NULL) if they are there, and kept there if not. */
void rd_race_prepare(rd_race_table *t, const rd_race_rules *r, bool quick, const rd_notes *notes);

/* Looks the floor up again when its pieces have turned; the values stay as they were. */
void rd_race_turn(rd_race_table *t, rd_race_rules *r, uint32_t turns);

/* From now on that stage leads to a cell, and on to stage `next` (n_goals: nowhere). */
void rd_race_aim(rd_race_table *t, const rd_race_rules *r, int stage, uint16_t cell, int next);

static inline uint16_t rd_race_place(uint16_t cell, int dir) { return (uint16_t)(cell * 4 + dir); }

/* Rounds from that place to the end; `goals` are behind. */
static inline int32_t rd_race_left(const rd_race_table *t, int goals, uint16_t place) {
    return goals < t->n_goals ? t->value[goals][place] : 0;
}

/* The same for a robot that falls from that place. */
static inline int32_t rd_race_left_fallen(const rd_race_table *t, int goals, uint16_t from) {
    return goals < t->n_goals ? t->fall_cost + t->value[goals][t->home[goals][t->piece[from / 4]]]
                              : 0;
}

/* The same for a robot that will stand on that cell and may choose its facing. */
int32_t rd_race_left_any(const rd_race_table *t, int goals, uint16_t cell);

/* The same for a robot that will be dealt one of those hands, each as likely. */
int32_t rd_race_left_dealt(const rd_race_table *t, const uint8_t (*hand)[RD_RACE_KINDS], int n,
                           int goals, uint16_t place);

/* What the beams cost that hit there: the longer the way, the more a robot is hindered by them. */
static inline int32_t rd_race_hurt(const rd_race_table *t, rd_race_floor at, int goals) {
    if (!at.beams) return 0;
    return at.beams * (t->beam_cost + rd_race_left(t, goals, at.to) * t->beam_share / 256);
}

/* What a register with that kind of card, and all after it, cost at the least. */
static inline int32_t rd_race_least_after(const rd_race_table *t, int kind, int reg, uint16_t place,
                                          int goals) {
    rd_race_floor after = t->floor[reg][kind == RD_NO_KIND ? place : t->drive[kind][place]];
    if (after.to < RD_FALLEN) return RD_RACE_ROUND + rd_race_left_fallen(t, goals, place);
    int32_t cost = rd_race_hurt(t, after, goals);
    goals += t->step[goals][after.flag];
    if (goals == t->n_goals) return cost + (reg + 1) * RD_RACE_ROUND / RD_REGISTERS;
    return cost + t->least[goals][reg + 1][after.to];
}

/* ---- programs: every sequence of kinds that a hand allows ---- */

typedef struct rd_race_plan {
    int32_t cost; /* expected 256ths of a round to the end, this round included */
    uint8_t kind[RD_REGISTERS];
    uint8_t aside; /* registers with a step beside their card, a set */
    uint8_t fell, goals;
    uint16_t place; /* at the end of the round */
} rd_race_plan;

typedef struct rd_race_start {
    uint16_t place;
    uint8_t goals;               /* behind it                                            */
    uint8_t last;                /* kind that an Again in register 1 repeats; 0xff = none */
    uint8_t fixed[RD_REGISTERS]; /* the kind of a locked register, or another card; 0xff = free */
    uint8_t left[RD_RACE_KINDS]; /* cards in hand, by kind                               */
    /* What its own parts let it do, sets of kinds; a step ahead is the kind `step`. */
    uint16_t slides; /* after these it may go one cell ahead                              */
    uint16_t asides; /* with a step beside them they lead one cell aside instead of turning */
    uint8_t step;
    /* Where a card leads that is none of the table's kinds, such as one that lies fixed in a register:
    ** puts down the places and returns how many, as its player may have a choice. */
    int (*other)(const rd_race_table *t, int card, uint16_t place, uint16_t to[RD_RACE_ENDS]);
} rd_race_start;

/* The best `most` programs, the best first; returns how many.  Programs that end alike share a
** place in the list at most twice.  `tried` (may be NULL) counts all that were compared. */
int rd_race_plans(const rd_race_table *t, const rd_race_start *s, rd_race_plan *list, int most,
                  uint64_t *tried);

/* What the rest of the round costs at the least, and all after it, for a robot that has just run its
** card of that register; the cards of the later ones are `fixed`, those before do not matter. */
int32_t rd_race_rest(const rd_race_table *t, const rd_race_start *s, int reg);

#endif
