/* transmissions_valid.c - is this a state, or a view of one, that can be played on? */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

/* Everything that was met on the way, to find what stands twice. */
typedef struct census {
    uint64_t ideas, items, pipes, leaves;
    int n_leaves, hidden_leaves;
} census;

static bool see(uint64_t *seen, int thing, int limit) {
    if (thing < 0 || thing >= limit || *seen >> thing & 1) return false;
    *seen |= 1ull << thing;
    return true;
}

static bool all_zero(const void *bytes, size_t n) {
    const uint8_t *b = bytes;
    for (size_t i = 0; i < n; i++)
        if (b[i]) return false;
    return true;
}

static bool valid_head(const tx_match *m, const tx_state *p, rd_fault *f) {
    uint32_t cells = 0;
    if (p->phase > TX_OVER || p->active >= m->players || p->turns > TX_TURNS_MAX ||
        p->pool_power > TX_POWER_MAX || p->end_why > TX_WHY_ROBOTS ||
        !all_zero(p->zero, sizeof p->zero) || p->nought)
        return rd_fault_set(f, 0, 0, "phase, player or a number is out of range");
    if (p->end_by == TX_NOBODY ? p->end_why || p->phase == TX_OVER
                               : p->end_by >= m->players || !p->end_why)
        return rd_fault_set(f, 0, 0, "who brought the end, and why, do not fit");
    for (int r = 0; r < TX_ROBOTS; r++) {
        if (p->robot[r] >= TX_CELLS || cells >> p->robot[r] & 1)
            return rd_fault_set(f, 0, 0, "robot %d has no cell of its own", r);
        cells |= 1u << p->robot[r];
    }
    return true;
}

/* ---- the tiles of the shop and on the boards ---- */

static bool see_idea(census *c, const tx_state *p, int piece, bool out) {
    int idea = piece - 1;
    return see(&c->ideas, idea, TX_IDEAS) && (p->idea_out >> idea & 1) == out &&
           (idea >= TX_BOUGHT_IDEAS || p->phase < TX_PLAYING ||
            p->idea_sets >> tx_ideas[idea].set & 1);
}

static bool see_item(census *c, const tx_state *p, int piece, bool out) {
    int item = piece - TX_FIRST_ITEM;
    return see(&c->items, item, TX_ITEMS) && (p->item_out >> item & 1) == out &&
           p->item_sets >> tx_items[item].set & 1;
}

static bool valid_shop(const tx_match *m, const tx_state *p, census *c, rd_fault *f) {
    bool playing = p->phase >= TX_PLAYING;
    if (rd_bit_count(p->idea_sets) != (playing ? m->sets : 0) || p->idea_sets >> TX_SETS ||
        rd_bit_count(p->item_sets) != (playing ? m->sets : 0) || p->item_sets >> TX_SETS)
        return rd_fault_set(f, 0, 0, "the letters in use do not fit the number of players");
    if (p->idea_out >> TX_IDEAS || p->item_out >> TX_ITEMS || p->n_pile > TX_MAX_PILE)
        return rd_fault_set(f, 0, 0, "the piles hold what does not exist");
    if (!playing && (p->item_out || p->idea_out & ((1ull << TX_BOUGHT_IDEAS) - 1)))
        return rd_fault_set(f, 0, 0, "a tile is out before the shop has opened");
    for (int i = 0; i < TX_SHOP; i++) {
        int item = p->shop_item[i], idea = p->shop_idea[i];
        if (!item != !idea ||
            (item && (!see_item(c, p, item, true) || !see_idea(c, p, idea, true))))
            return rd_fault_set(f, 0, 0, "slot %d of the shop is impossible", i + 1);
    }
    for (int i = 0; i < TX_MAX_PILE; i++) {
        int item = p->item_pile[i], idea = p->idea_pile[i];
        bool there = i < p->n_pile;
        if (there ? (item != TX_HIDDEN && !see_item(c, p, item, false)) ||
                        (idea != TX_HIDDEN && !see_idea(c, p, idea, false))
                  : item || idea)
            return rd_fault_set(f, 0, 0, "place %d of a pile is impossible", i + 1);
    }
    if (__builtin_popcountll(tx_letters(p->idea_sets) & ~p->idea_out) != p->n_pile ||
        __builtin_popcountll(tx_letters(p->item_sets) & ~p->item_out) != p->n_pile)
        return rd_fault_set(f, 0, 0, "what is not out does not lie in the piles");
    return true;
}

static bool valid_column(const tx_state *p, const tx_player *q, int robot, census *c) {
    int size = 0, n = 0;
    const uint8_t *piece = q->piece[robot];
    for (; n < TX_MAX_SLOTS && piece[n]; n++) {
        bool item = tx_is_item(piece[n]);
        if (item ? !see_item(c, p, piece[n], true)
                 : !tx_is_idea(piece[n]) || !see_idea(c, p, piece[n], true))
            return false;
        size += item ? TX_ITEM_SLOTS : 1;
    }
    return size == q->fill[robot] && size <= tx_columns[robot].slots &&
           all_zero(piece + n, (size_t)(TX_MAX_SLOTS - n));
}

/* ---- pipes ---- */

static bool valid_stacks(const tx_match *m, const tx_state *p, census *c, rd_fault *f) {
    for (int k = 0; k < TX_STACKS; k++) {
        int n = p->n_stack[k];
        if (n > m->per_stack || !all_zero(p->stack[k] + n, (size_t)(TX_MAX_STACK - n)))
            return rd_fault_set(f, 0, 0, "stack %d of pipes has a wrong size", k + 1);
        for (int i = 0; i < n; i++) {
            int tile = p->stack[k][i];
            if (tile == TX_HIDDEN ? i == n - 1 : !see(&c->pipes, tile - 1, TX_PIPES))
                return rd_fault_set(f, 0, 0, "stack %d of pipes is impossible", k + 1);
        }
    }
    return true;
}

static bool valid_network(const tx_player *q, census *c) {
    tx_player before = *q;
    if (!q->n_pipes) return all_zero(q->pipe, sizeof q->pipe);
    if (q->n_pipes > 1 + TX_PIPES || q->pipe[0].tile != TX_PIPES || q->pipe[0].x || q->pipe[0].y ||
        q->pipe[0].turn)
        return false;
    for (int i = 1; i < q->n_pipes; i++) {
        const tx_joined *j = &q->pipe[i];
        before.n_pipes = (uint8_t)i;
        if (j->x < -31 || j->x > 31 || j->y < -31 || j->y > 31 || j->turn > 3 ||
            !see(&c->pipes, j->tile, TX_PIPES) ||
            (RD_RULE(TX_PIPE_2) && !(tx_pipe_turns(&before, j->tile, j->x, j->y) >> j->turn & 1)))
            return false;
    }
    return all_zero(&q->pipe[q->n_pipes], sizeof q->pipe[0] * (size_t)(1 + TX_PIPES - q->n_pipes));
}

/* ---- players ---- */

static bool valid_cards(const tx_state *p, const tx_player *q, int who) {
    uint64_t seen = q->hand;
    int hidden = 0, played = 0;
    if (q->n_deck > TX_CARDS || q->hand >> TX_CARDS || q->open >> TX_CARDS) return false;
    for (int i = 0; i < q->n_deck; i++) {
        if (q->deck[i] == TX_HIDDEN)
            hidden++;
        else if (!see(&seen, q->deck[i], TX_CARDS))
            return false;
    }
    const rd_frame *turn = p->agenda.n ? &p->agenda.frame[0] : NULL;
    if (turn && turn->who == who && turn->left) {
        played = 1;
        if (!see(&seen, turn->left - 1, TX_CARDS)) return false;
    }
    int unknown = TX_CARDS - __builtin_popcountll(seen) - hidden;
    if (unknown && q->hand & ~q->open)
        return false; /* a hand is known, or only what all have seen */
    int hand = TX_CARDS - q->n_deck - played;
    return all_zero(q->deck + q->n_deck, (size_t)(TX_CARDS - q->n_deck)) && unknown >= 0 &&
           tx_hand_size(q) + unknown == hand && hand <= TX_HAND;
}

static bool valid_player(const tx_match *m, const tx_state *p, int who, census *c, rd_fault *f) {
    const tx_player *q = &p->player[who];
    bool harvey = m->solo && who == 1, playing = p->phase >= TX_PLAYING && !harvey;
    for (int robot = 0; robot < TX_ROBOTS; robot++)
        if (!valid_column(p, q, robot, c))
            return rd_fault_set(f, 0, 0, "robot %d of player %d is impossible", robot, who);
    if (!valid_network(q, c) || (harvey && q->n_pipes))
        return rd_fault_set(f, 0, 0, "the pipes of player %d is impossible", who);
    for (uint64_t left = q->unused; left; left &= left - 1)
        if (!see(&c->pipes, __builtin_ctzll(left), TX_PIPES))
            return rd_fault_set(f, 0, 0, "unused pipes of player %d is impossible", who);
    for (uint32_t left = q->leaf; left; c->n_leaves++)
        if (!see(&c->leaves, rd_bit_take(&left), TX_LEAVES))
            return rd_fault_set(f, 0, 0, "forest cards of player %d is impossible", who);
    if (q->leaf_used & ~q->leaf || q->power > TX_POWER_MAX || !all_zero(q->zero, sizeof q->zero) ||
        !all_zero(q->nought, sizeof q->nought))
        return rd_fault_set(f, 0, 0, "player %d holds what is impossible", who);
    if (playing ? !valid_cards(p, q, who)
                : q->hand | q->open | q->n_deck || !all_zero(q->deck, TX_CARDS))
        return rd_fault_set(f, 0, 0, "the movement cards of player %d is impossible", who);
    return true;
}

static bool valid_goods(const tx_match *m, const tx_state *p, rd_fault *f) {
    for (int c = 0; c < TX_COLOURS; c++) {
        int sum = p->pool[c];
        for (int who = 0; who < m->players; who++) sum += p->player[who].engram[c];
        if (p->phase < TX_PLAYING ? sum
            : m->solo             ? sum > TX_ENGRAM_SUPPLY
                                  : sum != TX_ENGRAM_SUPPLY)
            return rd_fault_set(f, 0, 0, "there are %d engrams of %s", sum, tx_colour_word[c]);
    }
    return m->solo || !p->pool_power || rd_fault_set(f, 0, 0, "electricity lies on the board");
}

/* ---- the decks of the table ---- */

static bool see_leaf(census *c, int leaf) {
    c->n_leaves++;
    return leaf == TX_HIDDEN || see(&c->leaves, leaf - 1, TX_LEAVES);
}

static bool valid_forest(const tx_state *p, census *c, rd_fault *f) {
    if (p->n_forest > TX_LEAVES || p->n_discard > TX_LEAVES)
        return rd_fault_set(f, 0, 0, "too many forest cards");
    for (int i = 0; i < TX_LEAVES; i++)
        if ((i < p->n_forest ? !see_leaf(c, p->forest[i]) : p->forest[i]) ||
            (i < p->n_discard ? p->discard[i] == TX_HIDDEN || !see_leaf(c, p->discard[i])
                              : p->discard[i]))
            return rd_fault_set(f, 0, 0, "the forest deck or its discard is impossible");
    const rd_frame *top = tx_top(p);
    if (top && top->op == TX_OP_KEEP)
        if (!see_leaf(c, top->a) || (top->b && !see_leaf(c, top->b)))
            return rd_fault_set(f, 0, 0, "the drawn forest cards are impossible");
    return c->n_leaves == (p->phase < TX_PLAYING ? 0 : TX_LEAVES) ||
           rd_fault_set(f, 0, 0, "%d forest cards instead of %d", c->n_leaves, TX_LEAVES);
}

static bool valid_harvey(const tx_match *m, const tx_state *p, rd_fault *f) {
    int seen[TX_CARDS] = {0}, all = 0, counted = 0;
    bool plays = m->solo && p->phase >= TX_PLAYING;
    if (p->n_harvey > TX_HARVEY_CARDS) return rd_fault_set(f, 0, 0, "Harvey's deck is too large");
    for (int i = 0; i < TX_HARVEY_CARDS; i++) {
        int card = p->harvey[i];
        if (i >= p->n_harvey ? card != 0 : card != TX_HIDDEN && (card < 1 || card > TX_CARDS))
            return rd_fault_set(f, 0, 0, "Harvey's deck is impossible");
        if (i < p->n_harvey && card != TX_HIDDEN) seen[card - 1]++;
    }
    for (int card = 0; card < TX_CARDS; card++) {
        all += plays ? m->harvey_cards[card] : 0;
        counted += p->harvey_discard[card];
        if (seen[card] + p->harvey_discard[card] > (plays ? m->harvey_cards[card] : 0))
            return rd_fault_set(f, 0, 0, "Harvey has too many cards of a kind");
    }
    return p->n_harvey + counted == all || !RD_RULE(TX_SOLO_14) ||
           rd_fault_set(f, 0, 0, "Harvey has %d cards instead of %d", p->n_harvey + counted, all);
}

/* ---- the question that is open ---- */

/* The ideas that this move has used lie in the robot's column. */
static bool valid_used(const tx_state *p, const rd_frame *f) {
    for (int slot = 0; slot < TX_MAX_SLOTS; slot++)
        if (tx_used(f) >> slot & 1 && !tx_is_idea(p->player[f->who].piece[f->left][slot]))
            return false;
    return tx_used(f) >> TX_MAX_SLOTS == 0;
}

static bool valid_frame(const tx_state *p, const rd_frame *f, bool top) {
    if (f->who != p->active) return false;
    switch (f->op) {
    case TX_OP_MOVE:
        return f->left < TX_ROBOTS && f->step <= TX_AT_AFTER && tx_cell(f) >= 0 &&
               tx_cell(f) < TX_CELLS && (f->b & 0xf0) == 0 && f->a >= 0 && valid_used(p, f);
    case TX_OP_KEEP: return top && !f->step && f->left < 4 && f->a;
    case TX_OP_LIMIT:
        return top && !f->step && !f->left && !f->a && !f->b &&
               tx_engrams(&p->player[f->who]) > TX_ENGRAM_LIMIT;
    default: return false;
    }
}

static bool valid_agenda(const tx_match *m, const tx_state *p, rd_fault *f) {
    const rd_agenda *g = &p->agenda;
    bool good = g->n <= RD_AGENDA_MAX && all_zero(g->zero, sizeof g->zero) &&
                (g->n > 0) == (p->phase == TX_PLAYING);
    for (int i = 0; good && i < RD_AGENDA_MAX; i++) {
        const rd_frame *at = &g->frame[i];
        if (i >= g->n)
            good = all_zero(at, sizeof *at);
        else if (i)
            good = valid_frame(p, at, i == g->n - 1);
        else
            good = at->op == TX_OP_TURN && at->who == p->active && at->who < m->head.n_seats &&
                   at->step <= TX_AT_END && (at->step == TX_AT_END) == (at->left > 0) &&
                   at->left <= TX_CARDS && at->a >> TX_LOCATIONS == 0 && !at->b &&
                   (at->step == TX_AT_CARD || g->n > 1);
    }
    return good || rd_fault_set(f, 0, 0, "the agenda is impossible");
}

static bool valid_setup(const tx_match *m, const tx_state *p, census *c, rd_fault *f) {
    bool placing = p->phase == TX_PLACING_IDEAS;
    int seats = m->head.n_seats;
    bool good =
        !(p->answered >> seats) && (placing || !p->answered) && p->answered != (1u << seats) - 1;
    for (int who = 0; good && who < TX_PLAYERS; who++) {
        bool answered = p->answered >> who & 1;
        int stored = p->start_robot[who];
        good = answered ? stored == TX_HIDDEN || (stored > 0 && stored <= TX_ROBOTS * TX_ROBOTS)
                        : !stored;
        for (int i = 0; i < TX_STARTING && good; i++) {
            int piece = p->start_idea[who][i];
            good = placing && who < seats ? piece > TX_BOUGHT_IDEAS && see_idea(c, p, piece, true)
                                          : !piece;
        }
    }
    return good || rd_fault_set(f, 0, 0, "the starting ideas are impossible");
}

/* The players and the stacks of pipes have nothing before play begins. */
static bool valid_before_play(const tx_state *p, rd_fault *f) {
    if (p->phase >= TX_PLAYING ||
        (all_zero(p->player, sizeof p->player) && all_zero(p->n_stack, sizeof p->n_stack)))
        return true;
    return rd_fault_set(f, 0, 0, "something is dealt before the game begins");
}

bool tx_valid(const rd_match *m, const rd_state *s, rd_fault *f) {
    const tx_state *p = tx_state_of(s);
    const tx_match *own = tx_match_of(m);
    census c = {0};
    if (!valid_before_play(p, f)) return false;
    if (!valid_head(own, p, f) || !valid_agenda(own, p, f) || !valid_shop(own, p, &c, f) ||
        !valid_stacks(own, p, &c, f) || !valid_setup(own, p, &c, f))
        return false;
    for (int who = 0; who < own->players; who++)
        if (!valid_player(own, p, who, &c, f)) return false;
    size_t rest = sizeof(tx_player) * (size_t)(TX_PLAYERS - own->players);
    if (!all_zero(&p->player[own->players], rest))
        return rd_fault_set(f, 0, 0, "a player too many");
    return valid_goods(own, p, f) && valid_forest(p, &c, f) && valid_harvey(own, p, f);
}
