/* rally2005_view.c - who may know what, and a full state that fits a view.
**
** Hidden: hands, face-down registers (a scrambled one from its own player too), the cards set aside
** for Recompile, both decks and the discards.  While a simultaneous phase is open, an answer of
** another seat is hidden with all it changed: the view shows that robot as before its answer.
*/
#include <string.h>

#include "games/rally2005/rally2005_int.h"

/* ---- redact ---- */

static void hide_cards(uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (card[i] != R05_NONE) card[i] = R05_UNKNOWN;
}

/* Takes a stored program back: its cards are in hand again, unknown. */
static void hide_program(r05_robot *r) {
    int n = r05_hand_size(r->hand);
    for (int reg = 0; reg < R05_REGISTERS; reg++) {
        if (r->locked >> reg & 1) continue;
        if (r->reg[reg] != R05_NONE) r->hand[n++] = R05_UNKNOWN;
        if (r->pair[reg] != R05_NONE) r->hand[n++] = R05_UNKNOWN;
        r->reg[reg] = r->pair[reg] = R05_NONE;
    }
    /* A card from the Flywheel may be among them: it is shown where it was. */
    if (r->flywheel_used) {
        r->flywheel_used = 0;
        r->flywheel = R05_UNKNOWN;
        r->hand[--n] = R05_NONE;
    }
    r->blind = 0;
}

void r05_hide_robot(const r05_state *s, int robot, r05_robot *r, bool own) {
    bool answered = s->answered >> robot & 1;
    if (s->stage != R05_AT_SETUP || !own) hide_cards(r->spare, R05_HAND_MAX);
    if (own) {
        for (int reg = 0; reg < R05_REGISTERS; reg++)
            if (r->blind >> reg & 1) hide_cards(&r->reg[reg], 1);
        return;
    }
    if (s->stage == R05_AT_PROGRAM && answered) hide_program(r);
    hide_cards(r->hand, R05_HAND_MAX);
    hide_cards(&r->aside, 1);
    hide_cards(&r->flywheel, 1);
    if (answered) r->choice = R05_UNKNOWN;
    for (int reg = 0; reg < R05_REGISTERS; reg++) {
        if (r->open >> reg & 1) continue;
        hide_cards(&r->reg[reg], 1);
        hide_cards(&r->pair[reg], 1);
    }
    r->blind = 0;
}

void r05_redact(const rd_match *m, const rd_state *state, int seat, rd_state *out) {
    memmove(out, state, sizeof(r05_state));
    r05_state *s = (r05_state *)out;
    memset(&s->key, 0, sizeof s->key);
    memset(s->used, 0, sizeof s->used);
    hide_cards(s->deck, s->n_deck);
    hide_cards(s->discard, s->n_discard);
    hide_cards(s->option_deck, s->n_option_deck);
    s->stacked = 0;
    for (int i = 0; i < m->n_actors; i++) r05_hide_robot(s, i, &s->robot[i], m->seat_of[i] == seat);
}

/* ---- determinize ---- */

typedef struct pool {
    uint8_t card[R05_CARDS];
    int n;
} pool;

static void see(uint64_t seen[2], const uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (r05_is_card(card[i])) seen[card[i] >> 6] |= 1ull << (card[i] & 63);
}

static pool unseen_cards(const r05_state *s, rd_prng *g) {
    uint64_t seen[2] = {0};
    pool p = {.n = 0};
    for (int i = 0; i < R05_ROBOTS; i++) {
        const r05_robot *r = &s->robot[i];
        see(seen, r->reg, R05_REGISTERS);
        see(seen, r->pair, R05_REGISTERS);
        see(seen, r->hand, R05_HAND_MAX);
        see(seen, &r->aside, 1);
        see(seen, &r->flywheel, 1);
    }
    for (int c = 0; c < R05_CARDS; c++)
        if (!(seen[c >> 6] >> (c & 63) & 1)) p.card[p.n++] = (uint8_t)c;
    rd_prng_shuffle(g, p.card, p.n);
    return p;
}

static void fill(pool *p, uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (card[i] == R05_UNKNOWN) card[i] = p->card[--p->n];
}

/* Options: those that no robot has and that were not discarded are in the deck or in drafts. */
static void fill_options(const rd_match *m, r05_state *s, rd_prng *g) {
    uint8_t left[R05_OPTIONS];
    int n = 0;
    uint32_t seen = 0;
    for (int i = 0; i < m->n_actors && s->stage == R05_AT_SETUP; i++)
        for (int k = 0; k < R05_HAND_MAX; k++)
            if (s->robot[i].spare[k] < R05_OPTIONS) seen |= 1u << s->robot[i].spare[k];
    for (int o = 0; o < R05_OPTIONS; o++)
        if (s->owner[o] == R05_IN_DECK && !(seen >> o & 1)) left[n++] = (uint8_t)o;
    rd_prng_shuffle(g, left, n);
    for (int i = 0; i < s->n_option_deck; i++)
        if (s->option_deck[i] == R05_UNKNOWN) s->option_deck[i] = left[--n];
    for (int i = 0; i < m->n_actors && s->stage == R05_AT_SETUP; i++)
        for (int k = 0; k < R05_HAND_MAX; k++)
            if (s->robot[i].spare[k] == R05_UNKNOWN) s->robot[i].spare[k] = left[--n];
}

/* Answers that others have given but not shown: any legal one will do. */
static void fill_answers(const rd_match *m, r05_state *s, rd_prng *g) {
    for (int i = 0; i < m->n_actors; i++) {
        r05_robot *r = &s->robot[i];
        if (r->choice != R05_UNKNOWN) continue;
        r->choice = R05_NONE;
        rd_action a;
        s->answered &= (uint8_t) ~(1 << i);
        bool late = r->status & R05_LATE;
        if (!late && (r05_together(r05_match_of(m), s) >> i & 1)) {
            do m->game->sample(m, (const rd_state *)s, i, g, &a);
            while (a.pick[0] == R05_USE_RECOMPILE);
            if (s->stage == R05_AT_PROGRAM)
                r05_program_store(s, i, &a);
            else if (s->stage == R05_AT_SETUP)
                r->choice = (uint8_t)(a.pick[0] - R05_OPTION_CARD);
            else if (a.pick[0] != R05_NO)
                r->choice = (uint8_t)a.pick[0];
        }
        s->answered |= (uint8_t)(1 << i);
    }
}

void r05_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out) {
    (void)seat;
    memmove(out, view, sizeof(r05_state));
    r05_state *s = (r05_state *)out;
    pool p = unseen_cards(s, g);
    for (int i = 0; i < m->n_actors; i++) {
        r05_robot *r = &s->robot[i];
        fill(&p, r->reg, R05_REGISTERS);
        fill(&p, r->pair, R05_REGISTERS);
        fill(&p, r->hand, R05_HAND_MAX);
        fill(&p, &r->aside, 1);
        fill(&p, &r->flywheel, 1);
        if (s->stage != R05_AT_SETUP) fill(&p, r->spare, R05_HAND_MAX);
        r05_sort_hand(r->hand);
    }
    fill(&p, s->deck, s->n_deck);
    fill(&p, s->discard, s->n_discard);
    fill_options(m, s, g);
    for (int i = 0; i < RD_KEY_WORDS; i++) s->key.word[i] = rd_prng_next(g);
    fill_answers(m, s, g);
}
