/* ry_node.h - what the files of Robotory's search share: the search under way and one position of it.
*/
#ifndef RD_BOTS_RY_NODE_H
#define RD_BOTS_RY_NODE_H

#include "bots/robotory/ry_search.h"
#include "bots/robotory/ry_table.h"

enum {
    RY_PLY_MAX = RY_LONGEST,
    RY_HISTORY = 1 << 8, /* kinds and hexes of plays */
};

typedef struct ry_seeker {
    const ry_match *match;
    const rd_limits *limits;
    uint64_t nodes;
    bool stopped, plain;
    ry_table table;
    ry_play *free; /* room for the plays of the next position and their keys */
    int n_line[RY_PLY_MAX + 2];
    ry_play line[RY_PLY_MAX + 2][RD_LINE_MAX]; /* the best line found from each ply on */
    ry_play killer[RY_PLY_MAX + 2][2];
    int32_t history[2][RY_HISTORY];
    ry_outlook placed[RY_PLY_MAX + 2][2]; /* by colour, where the node has `foreseen` it */
} ry_seeker;

typedef struct ry_node {
    const ry_spot *at;
    const ry_state *p; /* at->p */
    int ply, depth, alpha, beta;
    bool wide;        /* on the principal variation                              */
    bool endgame;     /* a refill can end the game: proofs are near              */
    bool threatened;  /* the other side would end the game and win               */
    bool forced;      /* ... and so only plays that bring a robot home are listed */
    bool complete;    /* all plays are looked at, so that a loss is proved       */
    bool foreseen[2]; /* whether `placed` is worked out, by colour              */
    uint64_t key;
    ry_play hint;       /* the best play of an earlier search, tried first          */
    ry_play early[3];   /* tried before any were listed */
    int stage, n_early; /* of ry_early_play, and of `early` */
    ry_play *list;      /* NULL until those were not enough                       */
    int32_t *order;     /* for each play its rank, then, the other way round, its place */
    int n;
    int32_t *worth; /* for each play what it looks to be worth, where that was asked     */
    int32_t value;  /* ... of the play given last, if `valued`                           */
    bool valued;
} ry_node;

/* Plays that may be enough before any are listed: the hint and, where plays are not ordered by what
** they are worth, those that refuted a sister.  RY_NO_PLAY = there is no other. */
ry_play ry_early_play(const ry_seeker *s, ry_node *n);

/* Lists the plays but for those tried early. */
void ry_list_plays(ry_seeker *s, ry_node *n);

/* The best listed play that was not tried yet; RY_NO_PLAY = none is left.  Where plays are ordered by
** what they look to be worth, n->value becomes that: ry_evaluate_spot after the play, for the side
** that makes it. */
ry_play ry_next_play(ry_node *n);

/* Takes all plays from the list that look to be worth no more than `alpha`, but for refills; returns
** how many, and the best of them with its worth. */
int ry_skim(ry_node *n, int alpha, ry_play *best, int *worth);

/* ry_evaluate_spot after this play, which puts a disc down, for the side that does. */
static inline int ry_value_placed(ry_seeker *s, ry_node *n, ry_play m) {
    int colour = ry_play_kind(m);
    ry_outlook *placed = &s->placed[n->ply][colour];
    if (!n->foreseen[colour]) {
        *placed = ry_outlook_of(s->match, n->at, colour);
        n->foreseen[colour] = true;
    }
    return ry_judge_place(placed, n->at, ry_play_hex(m));
}

/* The play refuted the position: it is tried earlier elsewhere. */
void ry_reward(ry_seeker *s, const ry_node *n, ry_play m);

#endif
