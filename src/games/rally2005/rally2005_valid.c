/* rally2005_valid.c - is this a state that can be played on?  Guards every decoded state. */
#include <string.h>

#include "games/rally2005/rally2005_int.h"

static bool is_cell(const r05_match *m, uint16_t cell) {
    return cell != RD_NOWHERE && cell < m->floor.n_cells && !(m->floor.cell[cell].what & RD_OFF);
}

/* ---- bodies ---- */

static bool valid_bodies(const r05_match *m, const rd_bodies *b, int n, rd_fault *f) {
    if (b->n != n || b->zero || b->hover) return rd_fault_set(f, 0, 0, "bodies are impossible");
    for (int i = 0; i < RD_MAX_BODIES; i++) {
        if (b->dir[i] > 3) return rd_fault_set(f, 0, 0, "a facing is not a direction");
        if (b->cell[i] == RD_NOWHERE) continue;
        if (i >= n || !is_cell(m, b->cell[i]))
            return rd_fault_set(f, 0, 0, "something stands off the floor");
        for (int k = 0; k < i; k++)
            if (b->cell[k] == b->cell[i]) return rd_fault_set(f, 0, 0, "two bodies share a cell");
    }
    if (n < 8 && b->steady >> n) return rd_fault_set(f, 0, 0, "no such robot is steady");
    for (int p = 0; p < 16; p++)
        if (b->turns >> (2 * p) & 3 && (p >= m->floor.n_pieces || !r05_on(m, R05_BOARD_TURNS) ||
                                        !rd_floor_can_turn(&m->floor, p)))
            return rd_fault_set(f, 0, 0, "piece %d cannot be turned", p);
    return true;
}

/* ---- cards: each of the 84 is in exactly one place, as far as they are known ---- */

typedef struct census {
    uint64_t seen[2];
    int n;
} census;

static bool count_card(census *c, uint8_t card) {
    if (card == R05_NONE) return true;
    c->n++;
    if (card == R05_UNKNOWN) return true;
    if (!r05_is_card(card) || c->seen[card >> 6] >> (card & 63) & 1) return false;
    c->seen[card >> 6] |= 1ull << (card & 63);
    return true;
}

static bool count_cards(census *c, const uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (!count_card(c, card[i])) return false;
    return true;
}

/* A pile has its cards at the bottom and nothing above. */
static bool valid_pile(census *c, const uint8_t *pile, int n, int size) {
    if (n > size || !count_cards(c, pile, n)) return false;
    for (int i = 0; i < size; i++)
        if ((pile[i] == R05_NONE) != (i >= n)) return false;
    return true;
}

static bool valid_hand(census *c, const uint8_t *hand) {
    int n = r05_hand_size(hand);
    for (int i = 0; i < R05_HAND_MAX; i++) {
        if ((i >= n) != (hand[i] == R05_NONE)) return false;
        if (i && i < n && hand[i] < hand[i - 1]) return false;
    }
    return count_cards(c, hand, R05_HAND_MAX);
}

static bool valid_cards(const r05_match *m, const r05_state *s, rd_fault *f) {
    census c = {{0}, 0};
    if (!valid_pile(&c, s->deck, s->n_deck, R05_CARDS) ||
        !valid_pile(&c, s->discard, s->n_discard, R05_CARDS))
        return rd_fault_set(f, 0, 0, "the deck or the discards are impossible");
    for (int i = 0; i < m->head.n_actors; i++) {
        const r05_robot *r = &s->robot[i];
        if (!count_cards(&c, r->reg, R05_REGISTERS) || !count_cards(&c, r->pair, R05_REGISTERS) ||
            !valid_hand(&c, r->hand) || !count_card(&c, r->aside) || !count_card(&c, r->flywheel))
            return rd_fault_set(f, 0, 0, "the cards of robot %d are impossible", i);
        if (s->stage != R05_AT_SETUP && !count_cards(&c, r->spare, R05_HAND_MAX))
            return rd_fault_set(f, 0, 0, "the cards set aside for robot %d are impossible", i);
        for (int k = 0; k < R05_REGISTERS; k++)
            if (r->pair[k] != R05_NONE && r->reg[k] == R05_NONE)
                return rd_fault_set(f, 0, 0, "robot %d has a second card without a first", i);
    }
    return c.n == R05_CARDS || rd_fault_set(f, 0, 0, "%d cards instead of %d", c.n, R05_CARDS);
}

/* ---- options ---- */

static bool valid_options(const r05_match *m, const r05_state *s, rd_fault *f) {
    uint32_t seen = 0;
    int unknown = 0, in_deck = 0;
    if (s->n_option_deck > R05_OPTIONS) return rd_fault_set(f, 0, 0, "too many options");
    for (int i = 0; i < R05_OPTIONS; i++) {
        uint8_t o = s->option_deck[i];
        if ((i >= s->n_option_deck) != (o == R05_NONE) ||
            (o != R05_NONE && o != R05_UNKNOWN && o >= R05_OPTIONS))
            return rd_fault_set(f, 0, 0, "the option deck is impossible");
        if (o == R05_UNKNOWN) unknown++;
        if (o < R05_OPTIONS && (s->owner[o] != R05_IN_DECK || seen >> o & 1))
            return rd_fault_set(f, 0, 0, "an option is in two places");
        if (o < R05_OPTIONS) seen |= 1u << o;
    }
    for (int i = 0; i < m->head.n_actors && s->stage == R05_AT_SETUP; i++)
        for (int k = 0; k < R05_HAND_MAX; k++) {
            uint8_t o = s->robot[i].spare[k];
            if (o == R05_NONE) continue;
            if (o == R05_UNKNOWN) {
                unknown++;
                continue;
            }
            if (o >= R05_OPTIONS || s->owner[o] != R05_IN_DECK || seen >> o & 1)
                return rd_fault_set(f, 0, 0, "an option to choose from is impossible");
            seen |= 1u << o;
        }
    uint32_t has[R05_ROBOTS] = {0};
    for (int o = 0; o < R05_OPTIONS; o++) {
        if (s->owner[o] < m->head.n_actors)
            has[s->owner[o]] |= 1u << o;
        else if (s->owner[o] == R05_IN_DECK)
            in_deck++;
        else if (s->owner[o] != R05_DISCARDED)
            return rd_fault_set(f, 0, 0, "option %d belongs to nobody", o);
        int most = o == R05_ABLATIVE_COAT   ? R05_COAT_POINTS - 1
                   : o == R05_MINI_HOWITZER ? R05_HOWITZER_SHOTS - 1
                                            : 0;
        if (s->tokens[o] > (s->owner[o] < R05_ROBOTS ? most : 0))
            return rd_fault_set(f, 0, 0, "option %d cannot hold that many tokens", o);
    }
    if (in_deck != rd_bit_count(seen) + unknown)
        return rd_fault_set(f, 0, 0, "an option of the deck is missing");
    int dealt = 0;
    for (int i = 0; i < R05_ROBOTS; i++) dealt += rd_bit_count(has[i]);
    return (dealt == s->dealt_options && memcmp(has, s->has, sizeof has) == 0) ||
           rd_fault_set(f, 0, 0, "the robots' options do not agree");
}

/* ---- robots ---- */

/* A stored answer is one of the cards or options that it was asked about. */
static bool valid_choice(const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    if (r->choice == R05_NONE) return true;
    if (!(s->answered >> robot & 1)) return false;
    if (r->choice == R05_UNKNOWN) return true; /* in a view, at every stage */
    bool setup = s->stage == R05_AT_SETUP;
    if (!setup && s->stage != R05_AT_ASIDE && s->stage != R05_AT_FLYWHEEL) return false;
    return (!setup && r->choice == r->flywheel) ||
           memchr(setup ? r->spare : r->hand, r->choice, R05_HAND_MAX);
}

static bool valid_robot(const r05_match *m, const r05_state *s, int i, rd_fault *f) {
    const r05_robot *r = &s->robot[i];
    const uint8_t registers = (1 << R05_REGISTERS) - 1;
    bool on = r05_on_floor(s, i), gone = r->status & (R05_DEAD | R05_OUT);
    if ((r->status & R05_DEAD && r->status & R05_OUT) || on == gone)
        if (!(s->stage == R05_AT_SETUP && !on && !gone && r05_on(m, R05_CAPTURE_THE_FLAG)))
            return rd_fault_set(f, 0, 0, "robot %d: its status and its cell differ", i);
    if (r->damage > R05_DEADLY || (on && r->damage == R05_DEADLY) || r->lives > 4 ||
        r->flags > m->n_flags || r->place > R05_ROBOTS || r->rest > 2 || r->flywheel_used > 1)
        return rd_fault_set(f, 0, 0, "robot %d: a number is out of range", i);
    if ((r->locked | r->open | r->blind) & ~registers || r->blind & r->open || r->shield > 15)
        return rd_fault_set(f, 0, 0, "robot %d: a set is out of range", i);
    if (on && r05_locked_by(r->damage) & ~r->locked)
        return rd_fault_set(f, 0, 0, "robot %d: its damage locks more registers", i);
    if (r->archive != RD_NOWHERE
            ? !is_cell(m, r->archive)
            : !(!on && r05_on(m, R05_CAPTURE_THE_FLAG) && s->stage == R05_AT_SETUP))
        return rd_fault_set(f, 0, 0, "robot %d: its archive marker is off the floor", i);
    if (r->archive_flag > m->n_flags || r->carries > m->n_flags ||
        (r->carries && !r05_on(m, R05_CAPTURE_THE_FLAG)))
        return rd_fault_set(f, 0, 0, "robot %d: no such flag", i);
    if (r->master != R05_NONE && (r->master >= m->head.n_actors || r->master == i))
        return rd_fault_set(f, 0, 0, "robot %d cannot be controlled by %d", i, r->master);
    if (r->weapon != R05_NONE &&
        (r->weapon >= R05_OPTIONS || r->target >= m->head.n_actors || r->target == i))
        return rd_fault_set(f, 0, 0, "robot %d aims in vain", i);
    if (r->target != R05_NONE && r->target >= m->head.n_actors)
        return rd_fault_set(f, 0, 0, "robot %d aims at nobody", i);
    if (!valid_choice(s, i))
        return rd_fault_set(f, 0, 0, "robot %d: it was not asked about its choice", i);
    if (r->n_shots > R05_SHOTS || (m->head.n_actors < 8 && r->shoved >> m->head.n_actors))
        return rd_fault_set(f, 0, 0, "robot %d: impossible shots", i);
    for (int k = 0; k < R05_SHOTS; k++)
        if (r->shot[k] != R05_SHOT_DAMAGE && r->shot[k] >= R05_REGISTERS &&
            (r->shot[k] < 8 || r->shot[k] >= 8 + R05_OPTIONS))
            return rd_fault_set(f, 0, 0, "robot %d: impossible effect of a shot", i);
    for (int k = 0; k < R05_REGISTERS; k++)
        if (r->blind >> k & 1 && r->reg[k] == R05_NONE)
            return rd_fault_set(f, 0, 0, "robot %d: a register without a card is face down", i);
    return true;
}

static bool valid_empty_robot(const r05_robot *r) {
    r05_robot none;
    r05_robot_clear(&none);
    return memcmp(&none, r, sizeof none) == 0;
}

/* ---- the course of play ---- */

static bool valid_frame(const r05_match *m, const r05_state *s, const rd_frame *f, bool top) {
    if (f->who >= m->head.n_actors) return false;
    switch (f->op) {
    case R05_OP_CARD:
        return f->a >= 0 && f->a < R05_CARDS && f->b >= -1 && f->b < R05_CARDS &&
               f->step <= R05_CONTROLLED && (f->left <= 9 || !f->step) &&
               (f->step != R05_NEW || top);
    case R05_OP_WALK: return f->a >= 0 && f->a < 4 && f->left <= 4 && f->b >= 0 && f->b < 256;
    case R05_OP_TURN: return f->a >= -1 && f->a <= 2;
    case R05_OP_DAMAGE:
        return f->left <= 32 && f->step <= 1 && f->a >= 0 && f->a <= R05_NO_DIR &&
               (f->b == R05_NONE || (f->b >= 0 && f->b < m->head.n_actors));
    case R05_OP_LOSE_OPTION: return f->step <= 1 && s->has[f->who];
    default: return false;
    }
}

static bool valid_agenda(const r05_match *m, const r05_state *s, rd_fault *f) {
    const rd_agenda *g = &s->agenda;
    static const rd_frame EMPTY = {0};
    bool frames = s->stage >= R05_AT_CONDITIONAL && s->stage != R05_AT_AIM; /* may there be any? */
    if (g->n > (frames ? RD_AGENDA_MAX - 10 : 0))
        return rd_fault_set(f, 0, 0, "the agenda is too long");
    for (int i = 0; i < 7; i++)
        if (g->zero[i]) return rd_fault_set(f, 0, 0, "the agenda is damaged");
    for (int i = 0; i < RD_AGENDA_MAX; i++)
        if (i < g->n ? !valid_frame(m, s, &g->frame[i], i == g->n - 1)
                     : memcmp(&g->frame[i], &EMPTY, sizeof EMPTY) != 0)
            return rd_fault_set(f, 0, 0, "frame %d of the agenda is impossible", i);
    return true;
}

static bool valid_hits(const r05_match *m, const r05_state *s) {
    if (s->n_hits > R05_HITS || s->hit_at > s->n_hits) return false;
    static const r05_hit EMPTY = {0};
    for (int i = 0; i < R05_HITS; i++) {
        const r05_hit *h = &s->hit[i];
        bool there = i >= s->hit_at && i < s->n_hits;
        if (!there && memcmp(h, &EMPTY, sizeof EMPTY) != 0) return false;
        if (there && (h->target >= m->head.n_actors || h->dir > 3 || h->points > 16 ||
                      (h->shooter != R05_NONE && h->shooter >= m->head.n_actors)))
            return false;
    }
    return true;
}

/* The open question must fit the stage or the frame that asked it. */
static bool valid_question(const r05_match *m, const r05_state *s) {
    if (s->ask == R05_ASK_NOTHING) return !s->asked && !s->subject;
    if (s->asked >= m->head.n_actors || s->stage == R05_AT_OVER) return false;
    const rd_frame *top = s->agenda.n ? &s->agenda.frame[s->agenda.n - 1] : NULL;
    int who = s->asked;
    bool on = r05_on_floor(s, who);
    switch (s->ask) {
    case R05_ASK_PROTECT:
        return top && top->op == R05_OP_DAMAGE && top->step == 1 && top->who == who && top->left &&
               s->has[who];
    case R05_ASK_LOSE_OPTION:
        return top && top->op == R05_OP_LOSE_OPTION && top->step == 1 && top->who == who;
    case R05_ASK_CARD:
        return top && top->op == R05_OP_CARD && top->step == R05_OPTION_ASKED && top->who == who &&
               on && s->subject < R05_OPTIONS;
    default: break;
    }
    if (top) return false;
    switch (s->ask) {
    case R05_ASK_POWER_DOWN: return s->stage == R05_AT_ANNOUNCE && on;
    case R05_ASK_GYRO: return s->stage == R05_AT_GYRO && on;
    case R05_ASK_CONDITIONAL: return s->stage == R05_AT_CONDITIONAL && on;
    case R05_ASK_ABORT: return s->stage == R05_AT_ABORT && on;
    case R05_ASK_WEAPON:
        return s->stage == R05_AT_AIM && on && s->robot[who].target < m->head.n_actors &&
               s->subject == s->robot[who].target;
    case R05_ASK_FIRE_CONTROL:
        return s->stage == R05_AT_AIM && on && s->subject < m->head.n_actors &&
               s->subject == r05_shot_at(m, s, who, s->robot[who].n_shots);
    case R05_ASK_STAY_DOWN: return s->stage == R05_AT_STAY_DOWN && on;
    case R05_ASK_REENTER: return s->stage == R05_AT_REENTER && !on && r05_plays(s, who);
    case R05_ASK_PLACE: return s->stage == R05_AT_SETUP && !on && r05_on(m, R05_CAPTURE_THE_FLAG);
    default: return false;
    }
}

/* What Fire Control decides about is hit, while robots aim; it is forgotten after the shots. */
static bool valid_aim(const r05_match *m, const r05_state *s) {
    for (int i = 0; i < m->head.n_actors; i++) {
        int n = s->robot[i].n_shots;
        if (!n) continue;
        if (!(s->armed >> i & 1) || s->stage < R05_AT_AIM || s->stage > R05_AT_BEAMS) return false;
        if (s->stage == R05_AT_AIM &&
            (!r05_on_floor(s, i) || r05_shot_at(m, s, i, n - 1) == R05_NONE))
            return false;
    }
    return true;
}

static int cards_in_free_registers(const r05_robot *r) {
    int n = 0;
    for (int k = 0; k < R05_REGISTERS; k++)
        if (!(r->locked >> k & 1)) n += (r->reg[k] != R05_NONE) + (r->pair[k] != R05_NONE);
    return n;
}

/* A robot that is programmed has free registers without cards, and cards to fill them; those of a
** stored program go back into the hand where it is hidden. */
static bool valid_hands(const r05_match *m, const r05_state *s) {
    for (int i = 0; i < m->head.n_actors && s->stage == R05_AT_PROGRAM; i++) {
        const r05_robot *r = &s->robot[i];
        int cards = r05_hand_size(r->hand), laid = cards_in_free_registers(r);
        bool stored = s->answered >> i & 1 && r->choice != R05_UNKNOWN;
        if (stored ? cards + laid > R05_HAND_MAX : laid && r05_runs(s, i)) return false;
        if (r05_asked(s) >> i & 1 && s->n_deck && /* else no more were left */
            cards + (r->flywheel != R05_NONE) < r05_free_registers(r))
            return false;
    }
    return true;
}

/* Each robot can be destroyed once a round, and returns at its end. */
static bool valid_deaths(const r05_match *m, const r05_state *s) {
    int can_die = 0, out = 0;
    uint32_t order = 0;
    for (int i = 0; i < m->head.n_actors; i++) {
        int status = s->robot[i].status, died = s->robot[i].died;
        can_die += !(status & (R05_DEAD | R05_OUT));
        out += (status & R05_OUT) != 0;
        if (died > m->head.n_actors) return false;
        if (!(status & R05_DEAD)) continue;
        if (!died || died > s->deaths || order >> died & 1) return false;
        order |= 1u << died;
    }
    return s->gone <= out &&
           s->deaths + (s->stage < R05_AT_REENTER ? can_die : 0) <= m->head.n_actors;
}

static bool valid_course_of_play(const r05_match *m, const r05_state *s, rd_fault *f) {
    int n = m->head.n_actors;
    if (s->stage > R05_AT_OVER || s->reg >= R05_REGISTERS || s->at > 2 * R05_ROBOTS ||
        s->finished > n || s->newly || s->unsettled > 1 || s->swapped > 1 || s->gone > n ||
        (n < 8 && s->armed >> n) || s->turning || s->first >= n || (n < 8 && s->answered >> n))
        return rd_fault_set(f, 0, 0, "the course of play is out of range");
    if (s->superbot != R05_NONE && (s->superbot >= n || !r05_on(m, R05_SUPERBOT)))
        return rd_fault_set(f, 0, 0, "no such SuperBot");
    if (s->last_cell >= RD_FLOOR_CELLS || s->used[1 + R05_ROBOTS] || s->stacked > s->n_deck ||
        s->arranging)
        return rd_fault_set(f, 0, 0, "the state is damaged");
    for (int i = 0; i < R05_TAIL; i++)
        if (s->tail[i]) return rd_fault_set(f, 0, 0, "the state is damaged at its end");
    for (int i = 0; i < R05_FLAGS; i++)
        if (s->control[i] > (i < m->n_flags ? m->n_teams : 0))
            return rd_fault_set(f, 0, 0, "flag %d is controlled by nobody", i + 1);
    unsigned order = 0;
    for (int i = 0; i < R05_ROBOTS; i++) {
        if (i < n && s->order[i] < n) order |= 1u << s->order[i];
        if (i >= n && s->order[i]) return rd_fault_set(f, 0, 0, "the order has too many robots");
    }
    if (order != (1u << n) - 1 && s->stage >= R05_AT_MOVE && s->stage <= R05_AT_FIRE)
        return rd_fault_set(f, 0, 0, "the order of the cards lacks a robot");
    if (!valid_deaths(m, s)) return rd_fault_set(f, 0, 0, "more robots are destroyed than can be");
    if (!valid_hits(m, s)) return rd_fault_set(f, 0, 0, "the hits are impossible");
    if (!valid_question(m, s)) return rd_fault_set(f, 0, 0, "the open question does not fit");
    if (s->awaited != (s->ask == R05_ASK_NOTHING ? r05_together(m, s) : 0))
        return rd_fault_set(f, 0, 0, "others are asked together");
    if (s->stage != R05_AT_OVER && !r05_asked(s)) return rd_fault_set(f, 0, 0, "nobody is asked");
    if (!valid_aim(m, s)) return rd_fault_set(f, 0, 0, "more shots are decided than hit");
    return valid_hands(m, s) || rd_fault_set(f, 0, 0, "a hand does not fit the registers");
}

bool r05_valid(const rd_match *match, const rd_state *state, rd_fault *f) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    if (!valid_bodies(m, &s->robots, m->head.n_actors, f) ||
        !valid_bodies(m, &s->flags, m->n_flags, f))
        return false;
    for (int i = 0; i < R05_ROBOTS; i++) {
        if (i >= m->head.n_actors) {
            if (!valid_empty_robot(&s->robot[i]) || s->has[i])
                return rd_fault_set(f, 0, 0, "robot %d does not play", i);
        } else if (!valid_robot(m, s, i, f)) {
            return false;
        }
    }
    return valid_cards(m, s, f) && valid_options(m, s, f) && valid_agenda(m, s, f) &&
           valid_course_of_play(m, s, f);
}
