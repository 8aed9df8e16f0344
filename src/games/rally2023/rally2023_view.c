/* rally2023_view.c - who may know what, and a full state that fits a view.
**
** Hidden: hands, cards on Memory Cards, face-down registers and waiting Haywires (a scrambled
** register from its own player too), the decks but for what lies face up or was put there by
** their player, the discards of others, spare upgrades of others and those set aside.  While a
** simultaneous phase is open, an answer of another seat is hidden with all it changed: the view
** shows that robot as before its answer.  How many cards and SPAM each has is open.
*/
#include <string.h>

#include "games/rally2023/rally2023_int.h"

/* ---- redact ---- */

static void hide_cards(uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (card[i] != R23_NONE) card[i] = R23_UNKNOWN;
}

/* The places of a mat are looked at together: registers, second cards, waiting Haywires, and one
** more that is open.  From which number of revealed registers on each lies open to others: */
static const rd_bytes OPEN_FROM = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 9, 9, 9, 9, 9, 0};
static const rd_bytes REGISTERS = {-1, -1, -1, -1, -1};
static const rd_bytes PAIRS = {0, 0, 0, 0, 0, -1, -1, -1, -1, -1};

/* Takes a stored program back to the hand: all of it, or its ordinary cards and SPAM.  Haywires that
** wait in registers stay, unless Rewire brought them to the hand. */
static rd_bytes without_program(rd_bytes card, r23_sight *seen) {
    rd_bytes back = (rd_bytes)(card != (int8_t)R23_NONE) & (REGISTERS | PAIRS);
    if (!(seen->status & R23_REWIRED))
        back &= (rd_bytes)((card >= 0) & (card <= (int8_t)R23_SPAM)) | PAIRS;
    seen->n_hand = (uint8_t)(seen->n_hand + rd_bit_count(rd_bytes_true(back)));
    return card | back;
}

static rd_bytes hide(rd_bytes card, rd_bytes there) {
    rd_bytes none = (rd_bytes)(card == (int8_t)R23_NONE);
    return (card & ~there) | (((int8_t)R23_UNKNOWN | none) & there);
}

/* Registers that its own player does not know. */
static rd_bytes blind_places(const r23_robot *r) {
    const rd_bytes bit = {1, 2, 4, 8, 16};
    return (rd_bytes)((bit & (int8_t)r->blind) != 0);
}

void r23_see_mat(const r23_state *s, const r23_robot *r, r23_sight *seen) {
    rd_bytes covered = (rd_bytes)(OPEN_FROM > (int8_t)r23_n_revealed(s)), card;
    memcpy(&card, (const uint8_t *)r + offsetof(r23_robot, reg), sizeof card);
    seen->own = r->blind ? hide(card, covered & blind_places(r)) : card;
    seen->n_hand = r->n_hand;
    seen->status = r->status;
    if (s->stage >= R23_AT_PROGRAM && s->stage <= R23_AT_CLOSE) {
        if (s->stage == R23_AT_PROGRAM) card = without_program(card, seen);
        seen->status &= (uint8_t)~R23_DOWN;
    }
    seen->all = hide(card, covered);
}

/* A robot as its own seat, or another, may know it. */
static void hide_robot(const r23_state *s, bool own, r23_robot *r) {
    r23_sight seen;
    r23_see_mat(s, r, &seen);
    r->deck = 0;
    for (int i = 0; i < r->stacked; i++) r->top[i] = (uint8_t)r23_top_seen(r, i, own);
    memcpy((uint8_t *)r + offsetof(r23_robot, reg), own ? &seen.own : &seen.all, sizeof seen.own);
    if (own) return;
    r->n_hand = seen.n_hand;
    r->status = seen.status;
    r->hand = r->kept = r->discard = r->haywires = 0; /* how many there are stays open */
    r->blind = 0;                                     /* which registers chance has filled */
}

static void hide_upgrades(const rd_match *m, r23_state *s, int seat) {
    memset(s->upgrade_deck, R23_UNKNOWN, s->n_upgrades);
    s->upgrades_stacked = 0;
    for (int u = 0; u < R23_UPGRADES; u++) {
        int place = s->place[u], spare = place - R23_SPARE, laid = place - R23_LAID_BY;
        bool is_spare = spare >= 0 && spare < R23_ROBOTS;
        bool is_laid = laid >= 0 && laid < R23_ROBOTS;
        if (is_spare && m->seat_of[spare] == seat) continue;
        if (!is_spare && !is_laid && place != R23_IN_DECK) continue;
        if (is_laid) s->robot[laid].laid_unseen = 1;
        s->place[u] = R23_NOWHERE_KNOWN;
    }
}

void r23_redact(const rd_match *m, const rd_state *state, int seat, rd_state *out) {
    memmove(out, state, sizeof(r23_state));
    r23_state *s = (r23_state *)out;
    memset(&s->key, 0, sizeof s->key);
    memset(s->used, 0, sizeof s->used);
    hide_cards(s->damage, s->n_damage);
    s->damage_stacked = 0;
    hide_upgrades(m, s, seat);
    for (int i = 0; i < m->n_actors; i++) hide_robot(s, m->seat_of[i] == seat, &s->robot[i]);
}

/* ---- determinize ---- */

typedef struct pool {
    uint8_t card[R23_PILE + R23_DAMAGE_CARDS];
    int n;
} pool;

static void put_in(pool *p, int card, int n) {
    while (n-- > 0) p->card[p->n++] = (uint8_t)card;
}

/* The last card of the pool for which `fits` holds, or the last one. */
static uint8_t take(pool *p, bool (*fits)(int card)) {
    int at = p->n - 1;
    for (int i = at; i >= 0; i--)
        if (fits(p->card[i])) {
            at = i;
            break;
        }
    if (at < 0) return R23_NONE;
    uint8_t card = p->card[at];
    p->card[at] = p->card[--p->n];
    return card;
}

static bool is_any(int card) { return card != R23_NONE; }
static bool is_move1(int card) { return card == R23_MOVE1; }
static bool is_rotate(int card) { return card == R23_LEFT_CARD || card == R23_RIGHT_CARD; }
static bool is_plain(int card) { return r23_is_ordinary(card); }
static bool is_spam(int card) { return card == R23_SPAM; }

/* Fills up to `most` unknown places; returns how many. */
static int fill(pool *p, uint8_t *card, int n, int most, bool (*fits)(int card)) {
    int filled = 0;
    for (int i = 0; i < n && filled < most; i++)
        if (card[i] == R23_UNKNOWN) {
            card[i] = take(p, fits);
            filled++;
        }
    return filled;
}

/* The piles of a robot card by card, for as long as they are filled. */
typedef struct piles {
    uint8_t hand[R23_HAND_MAX], kept[R23_HAND_MAX], deck[R23_PILE], discard[R23_PILE];
} piles;

static void spread(const r23_robot *r, piles *p) {
    r23_spread(r->hand, r->haywires, r->n_hand, p->hand);
    r23_spread(r->kept, 0, r->n_kept, p->kept);
    r23_spread(r->deck, 0, r->n_deck - r->stacked, p->deck);
    r23_spread(r->discard, 0, r->n_discard, p->discard);
}

static r23_cards gathered(const uint8_t *card, int n) {
    r23_cards cards = 0;
    for (int i = 0; i < n; i++)
        if (card[i] <= R23_SPAM) cards += r23_one(card[i]);
    return cards;
}

static void gather(r23_robot *r, const piles *p) {
    r->hand = gathered(p->hand, r->n_hand);
    r->kept = gathered(p->kept, r->n_kept);
    r->deck = gathered(p->deck, r->n_deck - r->stacked);
    r->discard = gathered(p->discard, r->n_discard);
    r->haywires = 0;
    for (int i = 0; i < r->n_hand; i++)
        if (r23_is_haywire(p->hand[i])) r->haywires |= 1u << p->hand[i];
}

/* Everything of a robot that can hold a card. */
enum { IN_HAND = 2, ZONES = 9 };
typedef struct zone {
    uint8_t *card;
    int n;
} zone;

static void zones_of(r23_robot *r, piles *p, zone z[ZONES]) {
    const zone all[ZONES] = {
        {r->under, R23_REGISTERS},
        {r->reg, R23_REGISTERS},
        {p->hand, r->n_hand},
        {r->top, r->stacked},
        {p->deck, r->n_deck - r->stacked},
        {p->discard, r->n_discard},
        {r->pair, R23_REGISTERS},
        {p->kept, r->n_kept},
        {r->extra, 2},
    };
    memcpy(z, all, sizeof all);
}

static void see_haywires(uint32_t *seen, const uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (r23_is_haywire(card[i])) *seen |= 1u << (card[i] - R23_HW01);
}

/* Haywires that the viewer does not see anywhere. */
static pool unseen_haywires(const rd_match *m, r23_state *s, rd_prng *g) {
    uint32_t seen = 0;
    pool p = {.n = 0};
    for (int i = 0; i < m->n_actors; i++) {
        const r23_robot *r = &s->robot[i];
        see_haywires(&seen, r->under, R23_REGISTERS);
        see_haywires(&seen, r->reg, R23_REGISTERS);
        see_haywires(&seen, &r->lucky, 1);
        seen |= r->haywires >> R23_HW01;
    }
    see_haywires(&seen, s->damage_discard, s->n_damage_discard);
    see_haywires(&seen, s->damage_gone, s->n_damage_gone);
    for (int k = 0; k < R23_HAYWIRES; k++)
        if (!(seen >> k & 1)) put_in(&p, R23_HW01 + k, 1);
    rd_prng_shuffle(g, p.card, p.n);
    return p;
}

/* The ordinary cards and SPAM that a robot must have in places which the viewer does not see; `places`
** is how many such places there are. */
static pool unseen_cards(const r23_robot *r, const zone z[ZONES], int *places, rd_prng *g) {
    int seen[R23_KINDS] = {0};
    pool p = {.n = 0};
    *places = 0;
    for (int k = 0; k < ZONES; k++)
        for (int i = 0; i < z[k].n; i++) {
            if (r23_is_card(z[k].card[i])) seen[z[k].card[i]]++;
            *places += z[k].card[i] == R23_UNKNOWN;
        }
    for (int kind = 0; kind < R23_ORDINARY; kind++)
        put_in(&p, kind, r23_card_copies[kind] - r->gone[kind] - seen[kind]);
    put_in(&p, R23_SPAM, r->spam - seen[R23_SPAM]);
    rd_prng_shuffle(g, p.card, p.n);
    return p;
}

/* Haywires first: they wait below registers, lie in registers, or are in hand. */
static void fill_haywires(r23_robot *r, zone *hand, int n, pool *haywires, rd_prng *g) {
    n -= fill(haywires, r->under, R23_REGISTERS, n, is_any);
    int from = (int)rd_prng_below(g, R23_REGISTERS);
    for (int k = 0; k < R23_REGISTERS && n > 0; k++) {
        int reg = (from + k) % R23_REGISTERS;
        if (r->pair[reg] == R23_NONE) n -= fill(haywires, &r->reg[reg], 1, n, is_any);
    }
    fill(haywires, hand->card, hand->n, n, is_any);
}

static void fill_robot(const r23_state *s, r23_robot *r, pool *haywires, rd_prng *g) {
    int places;
    piles all;
    zone z[ZONES];
    spread(r, &all);
    zones_of(r, &all, z);
    pool p = unseen_cards(r, z, &places, g);
    fill_haywires(r, &z[IN_HAND], places - p.n, haywires, g);
    for (int reg = 0; reg < R23_REGISTERS; reg++)
        if (fill(&p, &r->pair[reg], 1, 1, is_move1)) fill(&p, &r->reg[reg], 1, 1, is_rotate);
    fill(&p, all.kept, r->n_kept, R23_HAND_MAX, is_plain);
    /* Between programming and drawing a hand has damage cards, as far as anybody knows. */
    if (s->stage > R23_AT_CLOSE) fill(&p, all.hand, r->n_hand, R23_HAND_MAX, is_spam);
    for (int k = 0; k < ZONES; k++) fill(&p, z[k].card, z[k].n, R23_PILE, is_any);
    gather(r, &all);
}

static void fill_damage(const rd_match *m, r23_state *s, pool *haywires, rd_prng *g) {
    int spam = R23_SPAMS;
    for (int i = 0; i < m->n_actors; i++) spam -= s->robot[i].spam;
    for (int i = 0; i < s->n_damage_discard; i++) spam -= s->damage_discard[i] == R23_SPAM;
    for (int i = 0; i < s->n_damage_gone; i++) spam -= s->damage_gone[i] == R23_SPAM;
    for (int i = 0; i < s->n_damage; i++) spam -= s->damage[i] == R23_SPAM;
    put_in(haywires, R23_SPAM, spam);
    rd_prng_shuffle(g, haywires->card, haywires->n);
    fill(haywires, s->damage, s->n_damage, R23_DAMAGE_CARDS, is_any);
}

/* A player who is asked which permanent upgrade to lend has two. */
static void lend_permanent(r23_state *s, uint8_t *left, int *n) {
    int robot = s->asked, has = 0, spare = s->robot[robot].n_spare;
    for (int u = 0; u < R23_UPGRADES; u++) {
        has += s->place[u] == R23_SPARE + robot && r23_is_permanent(u);
        spare -= s->place[u] == R23_SPARE + robot;
    }
    for (int i = *n - 1; i >= 0 && has < 2 && spare > 0; i--) {
        if (!r23_is_permanent(left[i])) continue;
        s->place[left[i]] = (uint8_t)(R23_SPARE + robot);
        left[i] = left[--*n];
        has++;
        spare--;
    }
}

static void fill_upgrades(const rd_match *m, r23_state *s, rd_prng *g) {
    uint8_t left[R23_UPGRADES];
    int n = 0;
    for (int u = 0; u < R23_UPGRADES; u++)
        if (s->place[u] == R23_NOWHERE_KNOWN) left[n++] = (uint8_t)u;
    rd_prng_shuffle(g, left, n);
    if (s->ask == R23_ASK_LEND) lend_permanent(s, left, &n);
    for (int i = 0; i < m->n_actors; i++) {
        r23_robot *r = &s->robot[i];
        int spare = r->n_spare;
        for (int u = 0; u < R23_UPGRADES; u++) spare -= s->place[u] == R23_SPARE + i;
        for (; spare > 0 && n; spare--) s->place[left[--n]] = (uint8_t)(R23_SPARE + i);
        for (; r->laid_unseen && n; r->laid_unseen--)
            s->place[left[--n]] = (uint8_t)(R23_LAID_BY + i);
    }
    for (int i = 0; i < s->n_upgrades && n; i++)
        if (s->upgrade_deck[i] == R23_UNKNOWN) {
            s->upgrade_deck[i] = left[--n];
            s->place[left[n]] = R23_IN_DECK;
        }
}

/* Does the view show what the robot's player answered?  Not even to its seat, if it was a
** spectator's view before. */
static bool shows_answer(const r23_robot *r) {
    return r->status & (R23_DOWN | R23_LATE) || !memchr(r->reg, R23_NONE, R23_REGISTERS);
}

/* Programs that are laid but not shown: any legal one will do. */
static void fill_programs(const rd_match *m, r23_state *s, int seat, rd_prng *g) {
    uint8_t answered = s->answered;
    for (int i = 0; i < m->n_actors && s->stage == R23_AT_PROGRAM; i++) {
        rd_action a;
        bool own = m->seat_of[i] == seat && shows_answer(&s->robot[i]);
        if (own || !(answered >> i & 1)) continue;
        s->answered &= (uint8_t) ~(1 << i);
        if (r23_asked(r23_match_of(m), s) >> i & 1) {
            do r23_program_sample(m, (const rd_state *)s, i, g, &a);
            while (a.n && a.pick[0] >= R23_USE);
            r23_program_store(s, i, &a);
        }
        s->answered = answered;
    }
}

void r23_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out) {
    memmove(out, view, sizeof(r23_state));
    r23_state *s = (r23_state *)out;
    pool haywires = unseen_haywires(m, s, g);
    for (int i = 0; i < m->n_actors; i++) fill_robot(s, &s->robot[i], &haywires, g);
    fill_damage(m, s, &haywires, g);
    fill_upgrades(m, s, g);
    for (int i = 0; i < RD_KEY_WORDS; i++) s->key.word[i] = rd_prng_next(g);
    fill_programs(m, s, seat, g);
}
