/* rally2023_draft.h - programs of Robo Rally 2023 in the making: one robot alone on the floor. */
#ifndef RD_BOTS_RALLY2023_DRAFT_H
#define RD_BOTS_RALLY2023_DRAFT_H

#include "bots/rally/rally_plan.h"
#include "games/rally2023/rally2023.h"

/* What counts, in hundredths of a card. */
enum { P23_CARD = 100, P23_ENERGY = 30, P23_BEAM = 70, P23_FALL = 350, P23_SURPRISE = 120 };

enum { P23_BEAM_WIDTH = 64 }; /* programs kept from one register to the next */

/* The way from everywhere to the end of the race. */
typedef struct p23_ways {
    const r23_match *m;
    rd_way way[R23_CHECKPOINTS];    /* to each checkpoint                          */
    int32_t after[R23_CHECKPOINTS]; /* steps from there over all that follow it    */
    uint16_t queue[RD_WAY_QUEUE];
} p23_ways;

typedef struct p23_draft {
    rd_bodies body;          /* the robot alone on the floor                     */
    uint8_t left[R23_KINDS]; /* cards that are still in hand                     */
    uint8_t checkpoints;     /* reached so far                                   */
    uint8_t last;            /* the card run last; R23_NONE = not known          */
    uint8_t n;
    uint16_t pick[2 * R23_REGISTERS];
    int32_t value, worth; /* of what happened; and of the place it has reached */
} p23_draft;

typedef struct p23_drafts {
    p23_ways ways;
    p23_draft beam[2][P23_BEAM_WIDTH];
} p23_drafts;

/* Draws the maps from checkpoint `from` (0-based) to the last. */
void p23_ways_draw(p23_ways *w, const r23_match *m, int from);

/* What is left of the race for a robot that has reached this many checkpoints, in cards. */
int32_t p23_way_left(const p23_ways *w, int checkpoints, uint16_t cell, int dir);
int32_t p23_way_left_any(const p23_ways *w, int checkpoints, uint16_t cell); /* best facing */

/* Where a robot that fell there returns. */
uint16_t p23_home(const r23_match *m, const r23_robot *r, int piece);

/* Programs for the hand of that robot, the best first; returns them and sets *n. */
const p23_draft *p23_draft_programs(p23_drafts *p, const r23_state *s, int robot, int *n);

/* The same robot shut down. */
int32_t p23_worth_of_rest(const p23_drafts *p, const r23_state *s, int robot);

/* Harm done by that many SPAM cards in a deck: the more there are, the more each of them hurts. */
static inline int32_t p23_harm(int spam) { return spam * (40 + 4 * spam); }

#endif
