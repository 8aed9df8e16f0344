/* rally2005_program.c - programming: which programs a hand allows, counted, indexed, sampled.
**
** A program is picked register by register, the lowest free register first; locked registers keep
** their cards.  With Dual Processor or Crab Legs a pick may be followed by a second card for the
** same register (R05_ALSO + card).  A program always fills every free register.
*/
#include <string.h>

#include "base/inline.h"
#include "games/rally2005/rally2005_int.h"

/* Cards fall into four classes that matter for pairs. */
enum { CLASS_MOVE_1, CLASS_OTHER_MOVE, CLASS_TURN, CLASS_U_TURN, CLASSES };

static int class_of(int card) {
    switch (r05_card_kind[card]) {
    case R05_MOVE_1: return CLASS_MOVE_1;
    case R05_LEFT:
    case R05_RIGHT: return CLASS_TURN;
    case R05_U_TURN: return CLASS_U_TURN;
    default: return CLASS_OTHER_MOVE;
    }
}

/* May cards of these classes share a register, the first one laid first? */
static bool may_pair(const r05_state *s, int robot, int first, int second) {
    bool moves = first == CLASS_MOVE_1 || first == CLASS_OTHER_MOVE;
    if (RD_RULE(R05_DUAL_PROCESSOR_1) && r05_has(s, robot, R05_DUAL_PROCESSOR) && moves &&
        (second == CLASS_TURN || second == CLASS_U_TURN))
        return true;
    return RD_RULE(R05_CRAB_LEGS_1) && r05_has(s, robot, R05_CRAB_LEGS) && first == CLASS_TURN &&
           second == CLASS_MOVE_1;
}

static bool has_pairs(const r05_state *s, int robot) {
    return s->has[robot] & (1u << R05_DUAL_PROCESSOR | 1u << R05_CRAB_LEGS);
}

static bool may_recompile(const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    if (!r05_has(s, robot, R05_RECOMPILE) || !RD_RULE(R05_RECOMPILE_1)) return false;
    if (r->status & R05_RECOMPILED && RD_RULE(R05_RECOMPILE_3)) return false;
    return r->damage + 1 < R05_DEADLY || !RD_RULE(R05_RECOMPILE_4);
}

/* The options that may be discarded against the damage of Recompile, a set. */
static uint32_t guards(const r05_state *s, int robot) {
    bool coat = r05_has(s, robot, R05_ABLATIVE_COAT) && RD_RULE(R05_ABLATIVE_COAT_1);
    return coat ? 0 : RD_GIVEN(R05_PROTECT_1, s->has[robot]);
}

/* How many registers are to be filled: all that are free, if the cards are enough. */
static int places(const r05_state *s, int robot, int cards) {
    int open = r05_free_registers(&s->robot[robot]);
    return cards < open ? cards : open;
}

/* More than one program?  Told by public facts alone. */
bool r05_has_choice(const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    bool open = r->locked != (1 << R05_REGISTERS) - 1 || !RD_RULE(R05_RECOMPILE_4);
    bool kept = r->flywheel != R05_NONE && RD_RULE(R05_FLYWHEEL_2);
    bool several = r->hand[1] != R05_NONE || (kept && r->hand[0] != R05_NONE);
    return open && (several || may_recompile(s, robot));
}

/* ---- the question ---- */

static bool remove_card(uint8_t *card, int *n, int which) {
    for (int i = 0; i < *n; i++) {
        if (card[i] != which) continue;
        memmove(card + i, card + i + 1, (size_t)(--*n - i));
        return true;
    }
    return false;
}

void r05_program_decision(const r05_match *m, const r05_state *s, int robot, const uint16_t *pick,
                          int n, rd_decision *d) {
    uint8_t card[R05_HAND_MAX];
    int left = r05_gather(s, robot, card), filled = 0, last = -1;
    bool paired = false;
    d->ordered = true;
    d->secret = true;
    d->min = (uint8_t)places(s, robot, left);
    d->max = (uint8_t)(2 * d->min);
    d->seconds = (uint16_t)r05_timer(m, s, robot);
    if (n && pick[0] == R05_USE_RECOMPILE) {
        d->min = 1;
        d->may_stop = true;
        for (uint32_t set = n == 1 ? guards(s, robot) : 0; set;)
            d->option[d->n++] = (uint16_t)(R05_OPTION_CARD + rd_bit_take(&set));
        return;
    }
    for (int i = 0; i < n; i++) {
        bool second = pick[i] >= R05_ALSO;
        last = second ? pick[i] - R05_ALSO : pick[i];
        if (RD_RULE(R05_PROG_2)) remove_card(card, &left, last);
        paired = second;
        filled += !second;
    }
    int open = d->min - filled;
    d->may_stop = open == 0 || !RD_RULE(R05_PROG_1);
    for (int i = 0; i < left && open; i++) d->option[d->n++] = card[i];
    for (int i = 0; i < left && n && !paired && left > open; i++)
        if (may_pair(s, robot, class_of(last), class_of(card[i])))
            d->option[d->n++] = (uint16_t)(R05_ALSO + card[i]);
    if (!n && may_recompile(s, robot)) {
        d->option[d->n++] = R05_USE_RECOMPILE;
        d->min = 1;
    }
}

/* One card of the hand for each register that is to be filled, each once: legal whatever else may
** be.  Nearly every program is of this kind, so that the tree of questions need not be walked. */
bool r05_is_plain_program(const r05_state *s, const rd_action *a) {
    uint8_t card[R05_HAND_MAX];
    uint64_t have[2] = {0};
    int n = r05_gather(s, a->actor, card);
    if (!RD_RULE(R05_PROG_1) || !RD_RULE(R05_PROG_2) || !n || a->n != places(s, a->actor, n))
        return false;
    for (int i = 0; i < n; i++) have[card[i] >> 6 & 1] |= 1ull << (card[i] & 63);
    for (int i = 0; i < a->n; i++) {
        if (a->pick[i] >= R05_CARDS) return false;
        uint64_t *half = &have[a->pick[i] >> 6], bit = 1ull << (a->pick[i] & 63);
        if (!(*half & bit)) return false;
        *half &= ~bit;
    }
    return true;
}

/* A program with a card that is not there, or that is there only once. */
bool r05_uses_other_cards(const r05_state *s, const rd_action *a) {
    uint8_t card[R05_HAND_MAX];
    int left = r05_gather(s, a->actor, card);
    for (int i = 0; i < a->n; i++) {
        int which = a->pick[i] >= R05_ALSO ? a->pick[i] - R05_ALSO : a->pick[i];
        if (r05_is_card(which) && !remove_card(card, &left, which)) return true;
    }
    return false;
}

/* ---- counting ---- */

/* Ways to fill `open` registers from cards of these classes; every card is a card of its own. */
static uint64_t ways(const r05_state *s, int robot, int open, uint8_t *in, int total) {
    if (!open) return 1;
    if (total < open) return 0;
    uint64_t sum = 0;
    for (int first = 0; first < CLASSES; first++) {
        if (!in[first]) continue;
        uint64_t choices = in[first]--;
        uint64_t below = ways(s, robot, open - 1, in, total - 1);
        for (int second = 0; second < CLASSES; second++) {
            if (!in[second] || !may_pair(s, robot, first, second)) continue;
            uint64_t seconds = in[second]--;
            below += seconds * ways(s, robot, open - 1, in, total - 2);
            in[second]++;
        }
        in[first]++;
        sum += choices * below;
    }
    return sum;
}

static uint64_t falling(int n, int k) {
    uint64_t product = 1;
    for (int i = 0; i < k; i++) product *= (uint64_t)(n - i);
    return product;
}

static uint64_t programs(const r05_state *s, int robot, int open, const uint8_t *card, int n) {
    if (!has_pairs(s, robot)) return falling(n, open);
    uint8_t in[CLASSES] = {0};
    for (int i = 0; i < n; i++) in[class_of(card[i])]++;
    return ways(s, robot, open, in, n);
}

uint64_t r05_program_count(const r05_state *s, int robot) {
    uint8_t card[R05_HAND_MAX];
    int n = r05_gather(s, robot, card);
    uint64_t all = programs(s, robot, places(s, robot, n), card, n);
    return may_recompile(s, robot) ? all + 1 + (uint64_t)rd_bit_count(guards(s, robot)) : all;
}

void r05_program_nth(const r05_state *s, int robot, uint64_t i, rd_action *a) {
    uint8_t card[R05_HAND_MAX];
    int n = r05_gather(s, robot, card), open = places(s, robot, n);
    a->n = 0;
    if (may_recompile(s, robot)) {
        uint64_t ways = 1 + (uint64_t)rd_bit_count(guards(s, robot));
        if (i < ways) {
            a->pick[a->n++] = R05_USE_RECOMPILE;
            if (i)
                a->pick[a->n++] =
                    (uint16_t)(R05_OPTION_CARD + rd_bit_nth(guards(s, robot), (int)i - 1));
            return;
        }
        i -= ways;
    }
    for (; open; open--) {
        for (int k = 0; k < n; k++) {
            uint8_t rest[R05_HAND_MAX], first = card[k];
            int size = n;
            memcpy(rest, card, (size_t)n);
            remove_card(rest, &size, first);
            uint64_t below = programs(s, robot, open - 1, rest, size);
            if (i < below) {
                a->pick[a->n++] = first;
                memcpy(card, rest, (size_t)size);
                n = size;
                break;
            }
            i -= below;
            bool found = false;
            for (int j = 0; j < size && !found && has_pairs(s, robot); j++) {
                if (!may_pair(s, robot, class_of(first), class_of(rest[j]))) continue;
                uint8_t less[R05_HAND_MAX], second = rest[j];
                int fewer = size;
                memcpy(less, rest, (size_t)size);
                remove_card(less, &fewer, second);
                below = fewer >= open - 1 ? programs(s, robot, open - 1, less, fewer) : 0;
                if (i >= below) {
                    i -= below;
                    continue;
                }
                a->pick[a->n++] = first;
                a->pick[a->n++] = (uint16_t)(R05_ALSO + second);
                memcpy(card, less, (size_t)fewer);
                n = fewer;
                found = true;
            }
            if (found) break;
        }
    }
}

/* The common case without pairs: each register takes one of the cards left. */
void r05_program_sample(const rd_match *m, const rd_state *state, int robot, rd_prng *g,
                        rd_action *a) {
    const r05_state *s = r05_state_of(state);
    if (has_pairs(s, robot) || may_recompile(s, robot)) {
        rd_sample_by_decision(m, state, robot, g, a);
        return;
    }
    uint8_t card[R05_HAND_MAX];
    uint32_t rest;
    int n, open;
    do {
        n = r05_gather(s, robot, card);
        open = places(s, robot, n);
        rest = rd_prng_next(g);
        for (int i = 0, left = n; i < open; i++) {
            uint32_t at = rd_prng_part(&rest, (uint32_t)left);
            a->pick[i] = card[at];
            card[at] = card[--left];
        }
    } while (rd_prng_falling_spoiled(rest, (uint32_t)n, open));
    a->n = (uint8_t)open;
}

/* ---- carrying it out ---- */

static void use_card(r05_robot *r, int card) {
    if (r05_take_from_hand(r->hand, card)) return;
    r->flywheel = R05_NONE;
    r->flywheel_used = 1;
}

/* The next free register after `reg`, or R05_REGISTERS. */
static int next_free(const r05_robot *r, int reg) {
    do reg++;
    while (reg < R05_REGISTERS && r->locked >> reg & 1);
    return reg;
}

/* One card for each of five free registers, none of them kept by an option: most programs. */
static rd_bytes store_five(r05_robot *r, const rd_action *a, rd_bytes hand) {
    rd_bytes used = {0};
    for (int i = 0; i < R05_REGISTERS; i++) {
        r->reg[i] = (uint8_t)a->pick[i];
        used |= hand == (int8_t)a->pick[i];
    }
    return used;
}

static RD_APART rd_bytes store_any(r05_robot *r, const rd_action *a, rd_bytes hand) {
    rd_bytes used = {0};
    unsigned open = R05_ALL_REGISTERS & ~(unsigned)r->locked;
    int reg = 0;
    for (int i = 0; i < a->n; i++) {
        uint8_t card = a->pick[i] % R05_ALSO;
        if (a->pick[i] >= R05_ALSO)
            r->pair[reg] = card;
        else
            r->reg[reg = rd_bit_take(&open)] = card;
        used |= hand == (int8_t)card;
        if (card != r->flywheel) continue;
        r->flywheel = R05_NONE;
        r->flywheel_used = 1;
    }
    return used;
}

void r05_program_store(r05_state *s, int robot, const rd_action *a) {
    r05_robot *r = &s->robot[robot];
    rd_bytes hand = r05_spread(r->hand);
    bool five = !r->locked && !s->has[robot] && a->n == R05_REGISTERS;
    rd_bytes used = five ? store_five(r, a, hand) : store_any(r, a, hand);
    r05_thin_hand(r->hand, hand, rd_bytes_true(used));
}

/* Every register needs a card: second cards of a draft go back to the hand as far as they lack. */
static void spare_seconds(r05_robot *r) {
    int empty = 0, n = r05_hand_size(r->hand);
    for (int reg = next_free(r, -1); reg < R05_REGISTERS; reg = next_free(r, reg))
        empty += !r05_is_card(r->reg[reg]);
    for (int reg = R05_REGISTERS - 1; reg >= 0 && n < empty; reg--) {
        if (r->locked >> reg & 1 || !r05_is_card(r->pair[reg])) continue;
        r->hand[n++] = r->pair[reg];
        r->pair[reg] = R05_NONE;
    }
    r05_sort_hand(r->hand);
}

/* Time is up: the draft stays as far as it is legal; gaps are filled when the phase closes. */
void r05_program_draft(r05_state *s, int robot, const rd_action *a) {
    r05_robot *r = &s->robot[robot];
    uint8_t card[R05_HAND_MAX];
    int left = r05_gather(s, robot, card), reg = -1, last = R05_NONE;
    for (int i = 0; i < a->n; i++) {
        bool second = a->pick[i] >= R05_ALSO && a->pick[i] < R05_ALSO + R05_CARDS;
        int want = second ? a->pick[i] - R05_ALSO : a->pick[i];
        if (!second) reg = next_free(r, reg);
        if (reg >= R05_REGISTERS) break;
        if (second && (!r05_is_card(last) ||
                       !may_pair(s, robot, class_of(last), r05_is_card(want) ? class_of(want) : 0)))
            continue;
        last = R05_NONE;
        if (want >= R05_CARDS || !remove_card(card, &left, want)) continue;
        *(second ? &r->pair[reg] : &r->reg[reg]) = (uint8_t)want;
        use_card(r, want);
        if (!second) last = want;
    }
    spare_seconds(r);
}

/* R05-TIMER-4: what is left is filled at random, and the rest of the hand goes, all unseen: by the
** rest its player would know what lies in the registers. */
void r05_program_fill(r05_turn *t, int robot) {
    r05_robot *r = &t->s->robot[robot];
    /* Always, and first: what chance takes is not seen, nor whether it takes all there is. */
    R05_TELL(t, R05_EV_DROPPED, R05_TIMER_4, robot);
    rd_draw chance = rd_draw_open(&t->s->key, 1 + (uint32_t)robot, t->s->used[1 + robot]);
    for (int reg = next_free(r, -1); reg < R05_REGISTERS; reg = next_free(r, reg)) {
        int n = r05_hand_size(r->hand);
        if (r05_is_card(r->reg[reg])) continue;
        if (!n) break; /* the deck ran out in the deal */
        uint8_t card = r->hand[rd_draw_below(&chance, (uint32_t)n)];
        r05_take_from_hand(r->hand, card);
        r->reg[reg] = card;
        r->blind |= (uint8_t)(1 << reg);
        t->effects |= RD_DREW;
    }
    t->s->used[1 + robot] = chance.used;
    r05_discard_hand(t->s, r->hand);
}

/* The token of Recompile, unless a coat or the option `instead` (or R05_NONE) takes it. */
static void pay_recompile(r05_turn *t, int robot, int instead) {
    r05_robot *r = &t->s->robot[robot];
    if (!RD_RULE(R05_RECOMPILE_2)) return;
    if (instead != R05_NONE) {
        R05_TELL(t, R05_EV_PREVENTED, R05_PROTECT_1, robot, instead);
        r05_lose_option(t, robot, instead, R05_PROTECT_1);
        return;
    }
    if (r05_is_shielded(t, robot, R05_NO_DIR)) return;
    int reg = 9 - ++r->damage;
    R05_TELL(t, R05_EV_DAMAGED, R05_RECOMPILE_2, robot, r->damage, R05_NONE);
    if (r->damage < 5 || r->locked >> reg & 1) return;
    /* The register that locks is empty: its card was set aside too. */
    r->locked |= (uint8_t)(1 << reg);
    r->open |= (uint8_t)(1 << reg);
    r->reg[reg] = r->spare[R05_HAND_MAX - 1];
    r->spare[R05_HAND_MAX - 1] = R05_NONE;
    R05_TELL(t, R05_EV_LOCKED, R05_LOCK_1, robot, reg + 1);
    R05_TELL(t, R05_EV_REPLACED, R05_LOCK_5, robot, reg + 1, r->reg[reg]);
}

/* Recompile: the hand goes, the cards set aside for it come, and the robot pays. */
void r05_recompile(r05_turn *t, int robot, int instead) {
    r05_robot *r = &t->s->robot[robot];
    int n = r05_hand_size(r->hand);
    r->status |= R05_RECOMPILED;
    R05_TELL(t, R05_EV_RECOMPILED, R05_RECOMPILE_1, robot, n);
    for (int i = 0; i < n; i++) {
        uint8_t gone = r->hand[i];
        r->hand[i] = r->spare[i];
        r->spare[i] = gone; /* it is discarded when the phase closes */
        if (t->to)
            r05_tell_to(t, 1u << t->m->head.seat_of[robot], R05_EV_CARD_DEALT, R05_RECOMPILE_1,
                        robot, r->hand[i], 0, 0);
    }
    r05_sort_hand(r->hand);
    t->effects |= RD_SHOWED;
    pay_recompile(t, robot, instead);
}

/* Programming is over: what was set aside for Recompile goes back to the deck, a hand given up to the
** discards. */
void r05_return_spares(r05_state *s, r05_robot *r) {
    bool used = r->status & R05_RECOMPILED;
    for (int k = 0; k < R05_HAND_MAX; k++) {
        if (used && k < R05_HAND_MAX - 1) {
            r05_discard(s, &r->spare[k]);
            continue;
        }
        if (r05_is_card(r->spare[k])) s->deck[s->n_deck++] = r->spare[k];
        r->spare[k] = R05_NONE;
    }
}
