/* transmissions_score.c - the score sheet of every player, line by line, in half points. */
#include <stddef.h>
#include <string.h>

#include "games/transmissions/transmissions_int.h"

enum { CHAIN_TABLE = 6, CHAIN_EACH = 5 };

/* TX-SCORE-4 */
static int chain_points(int tiles) {
    static const uint8_t POINTS[CHAIN_TABLE] = {0, 1, 3, 6, 10, 15};
    if (tiles < CHAIN_TABLE) return POINTS[tiles];
    return POINTS[CHAIN_TABLE - 1] + (tiles - CHAIN_TABLE + 1) * CHAIN_EACH;
}

typedef struct tally {
    int ideas, items, pipes, special[TX_SPECIALS];
    uint8_t collected[1 + TX_MAX_COLLECTIONS];
} tally;

static void add_animals(tx_sheet *t, int birds, int butterflies) {
    t->birds += birds;
    t->butterflies += butterflies;
}

/* TX-SCORE-6; scoring ideas are the lines 18 to 22 of the reminder. */
static void count_piece(tx_sheet *t, tally *y, int piece) {
    if (tx_is_item(piece)) {
        const tx_item *item = &tx_items[piece - TX_FIRST_ITEM];
        y->items++;
        y->collected[item->collection]++;
        y->special[item->special]++;
        if (RD_RULE(TX_SCORE_6)) t->items += 2 * item->points;
        add_animals(t, item->birds, item->butterflies);
    } else {
        const tx_idea *idea = &tx_ideas[piece - 1];
        y->ideas++;
        if (!RD_RULE(tx_idea_rule(piece - 1))) return;
        if (RD_RULE(TX_SCORE_6)) t->ideas += 2 * idea->points;
        add_animals(t, idea->birds, idea->butterflies);
    }
}

static void count_board(tx_sheet *t, tally *y, const tx_player *q) {
    for (int robot = 0; robot < TX_ROBOTS; robot++) {
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[robot][i]; i++)
            count_piece(t, y, q->piece[robot][i]);
        if (tx_free(q, robot)) continue;
        t->full++;
        if (RD_RULE(TX_SCORE_5)) t->robots += 2 * tx_columns[robot].points;
    }
}

static void count_pipe(tx_sheet *t, int tile) {
    if (RD_RULE(TX_SCORE_2)) t->pipes += 2 * tx_pipes[tile].points;
    add_animals(t, tx_pipes[tile].birds, tx_pipes[tile].butterflies);
}

static void count_pipes(tx_sheet *t, tally *y, const tx_match *m, const tx_player *q) {
    int unused = __builtin_popcountll(q->unused);
    for (int i = 1; i < q->n_pipes; i++) count_pipe(t, q->pipe[i].tile);
    y->pipes = q->n_pipes - (q->n_pipes > 0) + unused;
    t->chain = tx_longest_chain(q) + (m->chain_counts_start && q->n_pipes);
    if (RD_RULE(TX_SCORE_3)) t->unused = 2 * TX_UNUSED_POINTS * unused;
}

/* TX-SOLO-9: Harvey's pipes lie beside his board; they score, and count as one line. */
static void count_harvey_pipes(tx_sheet *t, tally *y, const tx_player *q) {
    for (uint64_t left = q->unused; left; left &= left - 1) {
        count_pipe(t, __builtin_ctzll(left));
        y->pipes++;
    }
    t->chain = RD_GIVEN(TX_SOLO_9, y->pipes);
}

/* TX-SCORE-7 and the special items */
static void count_items(tx_sheet *t, const tally *y) {
    const int of[TX_SPECIALS] = {0, RD_GIVEN(TX_ITEM_1, y->items), RD_GIVEN(TX_ITEM_2, y->ideas),
                                 RD_GIVEN(TX_ITEM_3, y->pipes)};
    for (int c = 1; c <= TX_MAX_COLLECTIONS && RD_RULE(TX_SCORE_7); c++)
        if (y->collected[c])
            t->sets += 2 * y->collected[c] * tx_collections[c][y->collected[c] - 1];
    for (int k = 1; k < TX_SPECIALS; k++) {
        int points = of[k] * tx_special_each[k];
        if (points > tx_special_most[k]) points = tx_special_most[k];
        t->specials += 2 * y->special[k] * points;
    }
}

static void count_forest(tx_sheet *t, const tx_player *q) {
    for (uint32_t left = q->leaf; left;) {
        const tx_leaf *leaf = &tx_leaves[rd_bit_take(&left)];
        t->acorns += leaf->acorns;
        if (RD_RULE(TX_LEAF_1) && RD_RULE(TX_SCORE_8)) t->forest += 2 * leaf->points;
    }
}

/* TX-SOLO-12: what lies on the board counts against the player. */
static int board_penalty(const tx_state *p) {
    if (!RD_RULE(TX_SOLO_12)) return 0;
    return 4 * (p->pool[TX_B] + p->pool[TX_G]) + 2 * (p->pool[TX_W] + p->pool[TX_Y]) +
           p->pool_power;
}

static void score_player(const tx_match *m, const tx_state *p, int who, tx_sheet *t) {
    const tx_player *q = &p->player[who];
    bool harvey = m->solo && who == 1;
    tally y = {0};
    memset(t, 0, sizeof *t);
    if (harvey && !RD_RULE(TX_SOLO_8)) return;
    count_board(t, &y, q);
    if (harvey)
        count_harvey_pipes(t, &y, q);
    else
        count_pipes(t, &y, m, q);
    count_items(t, &y);
    count_forest(t, q);
    if (RD_RULE(TX_SCORE_1)) t->animals = 2 * t->birds * t->butterflies;
    if (RD_RULE(TX_SCORE_4)) t->line = 2 * chain_points(t->chain);
    if (harvey && RD_RULE(TX_SOLO_10)) t->cards = 2 * rd_bit_count(q->leaf);
    if (m->solo && !harvey) t->penalty = -board_penalty(p);
}

/* TX-SCORE-9: the fewest acorns, but one at least; all who tie.  TX-SOLO-11: against Harvey none
** are the fewest too, unless neither of the two has any. */
static void score_acorns(const tx_match *m, tx_sheet *sheet) {
    int fewest = -1, most = 0, least = m->solo ? 0 : 1;
    for (int who = 0; who < m->players; who++) {
        int acorns = sheet[who].acorns;
        if (acorns >= least && (fewest < 0 || acorns < fewest)) fewest = acorns;
        if (acorns > most) most = acorns;
    }
    if (!most || !RD_RULE(m->solo ? TX_SOLO_11 : TX_SCORE_9)) return;
    for (int who = 0; who < m->players; who++)
        if (sheet[who].acorns == fewest) sheet[who].acorn_bonus = 2 * TX_ACORN_POINTS;
}

void tx_score(const tx_match *m, const tx_state *p, tx_sheet sheet[TX_PLAYERS]) {
    for (int who = 0; who < m->players; who++) score_player(m, p, who, &sheet[who]);
    score_acorns(m, sheet);
    for (int who = 0; who < m->players; who++) {
        tx_sheet *t = &sheet[who];
        t->total = t->animals + t->pipes + t->unused + t->line + t->robots + t->ideas + t->items +
                   t->sets + t->specials + t->forest + t->acorn_bonus + t->cards + t->penalty;
    }
}

/* ---- line by line ---- */

static const struct {
    uint8_t at, by, rule; /* where in the sheet, in ints */
} LINE[] = {
#define X(word, member, by, rule) {offsetof(tx_sheet, member) / sizeof(int), by, TX_##rule},
    TX_LINES(X)
#undef X
};

int tx_line(const tx_sheet *t, int line) {
    return ((const int *)(const void *)t)[LINE[line].at] / LINE[line].by;
}

void tx_tell_points(tx_run *r) {
    tx_sheet now[TX_PLAYERS];
    if (!r->told) return;
    tx_score(r->m, r->p, now);
    uint32_t beat = r->beat;
    for (int who = 0; who < r->m->players; who++)
        for (int line = 0; line < TX_LINE_COUNT; line++) {
            int n = tx_line(&now[who], line);
            if (n == tx_line(&r->told[who], line)) continue;
            r->beat = beat; /* all at once */
            TX_TELL(r, TX_EV_POINTS, LINE[line].rule, who, line, n);
        }
    memcpy(r->told, now, sizeof now);
}

/* TX-SCORE-10, TX-SOLO-13: more points win; TX-SCORE-11: then fewer acorns. */
static bool is_better(const tx_match *m, const tx_sheet *a, const tx_sheet *b) {
    (void)m; /* which rule it is matters to the mutant build only */
    if (a->total != b->total)
        return (a->total > b->total) == RD_RULE(m->solo ? TX_SOLO_13 : TX_SCORE_10);
    return RD_RULE(TX_SCORE_11) && a->acorns < b->acorns;
}

void tx_places(const tx_match *m, const tx_sheet *sheet, int8_t *place) {
    for (int who = 0; who < m->players; who++) {
        place[who] = 1;
        for (int other = 0; other < m->players; other++)
            place[who] = (int8_t)(place[who] + is_better(m, &sheet[other], &sheet[who]));
    }
}
