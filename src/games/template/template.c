/* template.c - the rules of the template game: set-up, questions, answers, the round. */
#include "games/template/template.h"

#include <string.h>

#include "base/bits.h"
#include "core/plain.h"
#include "core/rule.h"
#include "games/template/template_int.h"

static const tp_state *state_of(const rd_state *s) { return (const tp_state *)s; }

/* ---- telling ---- */

typedef struct teller {
    rd_sink *to;
    const tp_state *p;
    uint32_t beat;
} teller;

static void tell(teller *t, int kind, int rule, uint32_t seen_by, int32_t a, int32_t b, int32_t c,
                 int32_t d) {
    if (!t->to) return;
    rd_event ev = {(uint16_t)kind, (uint16_t)rule, t->beat, seen_by, {a, b, c, d}};
    t->to->emit(t->to->ctx, &ev, (const rd_state *)t->p);
}

/* ---- set-up ---- */

static rd_err match_init(rd_match *m, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(m, &rd_template, c, f);
    if (e) return e;
    int robots = rd_config_get(m->game, c, "robots")[0] - '0';
    if (robots * m->n_seats > TP_ACTORS) {
        rd_fault_set(f, 0, 0, "two robots each are for two players");
        return RD_E_CONFIG;
    }
    m->n_actors = (uint8_t)(robots * m->n_seats);
    for (int a = 0; a < m->n_actors; a++) m->seat_of[a] = (uint8_t)(a % m->n_seats);
    return RD_E_OK;
}

int tp_hand_size(const tp_state *p, int actor) {
    int n = 0;
    while (n < TP_HAND && p->hand[actor][n] != TP_NO_CARD) n++;
    return n;
}

void tp_sort_hand(uint8_t *hand) {
    for (int i = 1; i < TP_HAND; i++)
        for (int j = i; j && hand[j] < hand[j - 1]; j--) {
            uint8_t held = hand[j];
            hand[j] = hand[j - 1];
            hand[j - 1] = held;
        }
}

static uint8_t take_top(tp_state *p) {
    uint8_t card = p->deck[0];
    p->n_deck--;
    memmove(p->deck, p->deck + 1, p->n_deck);
    memmove(p->deck_seen, p->deck_seen + 1, p->n_deck);
    p->deck[p->n_deck] = TP_NO_CARD;
    p->deck_seen[p->n_deck] = 0;
    return card;
}

/* TP-DRAW-1: fills the hand from the top of the deck. */
static void draw_up(const rd_match *m, tp_state *p, int actor, teller *t) {
    int size = tp_hand_size(p, actor), most = RD_GIVEN(TP_DRAW_1, TP_HAND);
    int lacks = size < most ? most - size : 0;
    tell(t, TP_EV_DREW, TP_DRAW_1, RD_SEEN_BY_ALL, actor, lacks, 0, 0);
    for (int i = size; i < most; i++) {
        p->hand[actor][i] = take_top(p);
        tell(t, TP_EV_DEALT, TP_DRAW_1, 1u << m->seat_of[actor], actor, p->hand[actor][i], 0, 0);
    }
    tp_sort_hand(p->hand[actor]);
}

static void start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to) {
    tp_state *p = (tp_state *)s;
    memset(p, 0, sizeof *p);
    p->key = *key;
    p->n_deck = TP_CARDS;
    for (int i = 0; i < TP_CARDS; i++) p->deck[i] = (uint8_t)i;
    rd_draw draw = rd_draw_open(&p->key, 0, 0);
    rd_draw_shuffle(&draw, p->deck, TP_CARDS);
    p->used[0] = draw.used;
    memset(p->hand, TP_NO_CARD, sizeof p->hand);
    teller t = {to, p, 0};
    for (int a = 0; a < m->n_actors; a++) draw_up(m, p, a, &t);
}

/* ---- questions ---- */

int tp_swapper(const tp_state *p) {
    if (!p->agenda.n) return -1;
    const rd_frame *top = &p->agenda.frame[p->agenda.n - 1];
    return top->op == TP_OP_SWAP ? top->who : -1;
}

static uint32_t pending(const rd_match *m, const rd_state *s) {
    const tp_state *p = state_of(s);
    if (p->round == TP_ROUNDS) return 0;
    int swapper = tp_swapper(p);
    if (swapper >= 0) return 1u << swapper;
    return ((1u << m->n_actors) - 1) & ~(uint32_t)p->answered;
}

static void decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                     rd_decision *d) {
    const tp_state *p = state_of(s);
    bool swap = tp_swapper(p) == actor;
    int most = 1;
    if (RD_RULE(TP_LAY_2)) most = TP_LAY_MAX;
    *d = (rd_decision){.kind = swap ? TP_ASK_SWAP : TP_ASK_LAY, .actor = (uint8_t)actor, .min = 1};
    d->max = (uint8_t)(swap ? 1 : most);
    d->secret = !swap;
    d->may_stop = n >= 1 || (!swap && !RD_RULE(TP_LAY_1));
    if (!swap && rd_bit_count(pending(m, s)) == 1) d->seconds = TP_SECONDS; /* TP-TIME-1 */
    if (n >= d->max) return;
    for (int i = 0; i < tp_hand_size(p, actor); i++)
        if (!n || p->hand[actor][i] > pick[n - 1]) d->option[d->n++] = p->hand[actor][i];
    if (swap) d->option[d->n++] = TP_KEEP;
}

/* ---- answers ---- */

static void fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    (void)m;
    const tp_state *p = state_of(s);
    *a = (rd_action){.actor = (uint8_t)actor, .n = 1};
    a->pick[0] = tp_swapper(p) == actor ? TP_KEEP : p->hand[actor][0];
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    const tp_state *p = state_of(s);
    if (p->round == TP_ROUNDS) return RD_E_OVER;
    if (a->actor >= m->n_actors || !(pending(m, s) >> a->actor & 1)) return RD_E_NOT_ASKED;
    bool swap = tp_swapper(p) == a->actor;
    if (rule) *rule = (uint16_t)(swap ? TP_SWAP_1 : a->n > TP_LAY_MAX ? TP_LAY_2 : TP_LAY_1);
    if (a->kind == RD_TIME_UP) return a->n <= RD_MAX_PICKS ? RD_E_OK : RD_E_MALFORMED;
    return rd_check_by_decision(m, s, a);
}

/* ---- the round ---- */

static uint8_t laid_places(const tp_state *p, const rd_action *a) {
    uint8_t places = 0;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < TP_HAND; k++)
            if (p->hand[a->actor][k] == a->pick[i] && rd_bit_count(places) < TP_LAY_MAX)
                places |= (uint8_t)(1 << k);
    return places;
}

static int laid_sum(const tp_state *p, int actor) {
    int sum = 0;
    for (int k = 0; k < TP_HAND; k++)
        if (p->laid[actor] >> k & 1) sum += tp_value(p->hand[actor][k]);
    return sum;
}

/* TP-TIME-1: who ran out of time keeps what was laid out; if nothing was, chance lays a card. */
static uint32_t fill_late(tp_state *p, int actor) {
    if (!(p->timed >> actor & 1) || p->laid[actor] || !RD_RULE(TP_TIME_1)) return 0;
    rd_draw draw = rd_draw_open(&p->key, 1 + (uint32_t)actor, p->used[1 + actor]);
    uint32_t place = rd_draw_below(&draw, (uint32_t)tp_hand_size(p, actor));
    p->laid[actor] = (uint8_t)(1 << place);
    p->used[1 + actor] = draw.used;
    return RD_DREW;
}

static void reveal(const rd_match *m, tp_state *p, teller *t) {
    for (int a = 0; a < m->n_actors; a++) {
        int card[TP_HAND] = {-1, -1}, n = 0;
        for (int k = 0; k < TP_HAND; k++)
            if (p->laid[a] >> k & 1) card[n++] = p->hand[a][k];
        tell(t, TP_EV_REVEALED, TP_LAY_1, RD_SEEN_BY_ALL, a, card[0], card[1], laid_sum(p, a));
    }
    t->beat++;
}

/* The single highest robot, or -1 on a tie: TP-SCORE-1, TP-SCORE-2. */
static int best_robot(const rd_match *m, const tp_state *p, int *best) {
    int who = -1;
    *best = -1;
    for (int a = 0; a < m->n_actors; a++) {
        int sum = laid_sum(p, a);
        if (sum == *best && RD_RULE(TP_SCORE_2)) who = -1;
        if (sum > *best) {
            *best = sum;
            who = a;
        }
    }
    return who;
}

static void discard_laid(const rd_match *m, tp_state *p) {
    for (int a = 0; a < m->n_actors; a++) {
        for (int k = 0; k < TP_HAND; k++) {
            if (!(p->laid[a] >> k & 1)) continue;
            p->discard |= 1ull << p->hand[a][k];
            p->hand[a][k] = TP_NO_CARD;
        }
        tp_sort_hand(p->hand[a]);
        p->laid[a] = 0;
    }
}

static uint32_t close_round(const rd_match *m, tp_state *p, teller *t) {
    uint32_t effects = RD_SHOWED;
    for (int a = 0; a < m->n_actors; a++) effects |= fill_late(p, a);
    reveal(m, p, t);
    int best, winner = best_robot(m, p, &best);
    discard_laid(m, p);
    p->answered = p->timed = 0;
    rd_agenda_push(&p->agenda, TP_OP_DRAW, 0);
    if (winner < 0) {
        tell(t, TP_EV_TIED, TP_SCORE_2, RD_SEEN_BY_ALL, best, 0, 0, 0);
    } else {
        p->points[winner] = (uint8_t)(p->points[winner] + RD_RULE(TP_SCORE_1));
        tell(t, TP_EV_SCORED, TP_SCORE_1, RD_SEEN_BY_ALL, winner, p->points[winner], 0, 0);
        if (RD_RULE(TP_SWAP_1)) rd_agenda_push(&p->agenda, TP_OP_SWAP, (uint8_t)winner);
    }
    return effects;
}

/* TP-SWAP-1: the card goes under the deck, where its seat knows it; the top card comes to hand. */
static void swap_card(const rd_match *m, tp_state *p, int actor, int card, teller *t) {
    for (int k = 0; k < TP_HAND; k++)
        if (p->hand[actor][k] == card) p->hand[actor][k] = TP_NO_CARD;
    tp_sort_hand(p->hand[actor]);
    p->deck[p->n_deck] = (uint8_t)card;
    p->deck_seen[p->n_deck] = (uint8_t)(1 << m->seat_of[actor]);
    p->n_deck++;
    tell(t, TP_EV_PUT_BACK, TP_SWAP_1, 1u << m->seat_of[actor], actor, card, 0, 0);
    tell(t, TP_EV_SWAPPED, TP_SWAP_1, RD_SEEN_BY_ALL, actor, p->n_deck, 0, 0);
    uint8_t got = take_top(p);
    p->hand[actor][tp_hand_size(p, actor)] = got;
    tp_sort_hand(p->hand[actor]);
    tell(t, TP_EV_DEALT, TP_SWAP_1, 1u << m->seat_of[actor], actor, got, 0, 0);
}

/* TP-TEAM-1: both robots of a player score for it. */
static int seat_points(const rd_match *m, const tp_state *p, int seat) {
    int sum = 0;
    for (int a = 0; a < m->n_actors; a++)
        if (m->seat_of[a] == seat && (a == seat || RD_RULE(TP_TEAM_1))) sum += p->points[a];
    return sum;
}

static void end_round(const rd_match *m, tp_state *p, teller *t) {
    int rounds = TP_ROUNDS - 1;
    if (RD_RULE(TP_END_1)) rounds = TP_ROUNDS;
    t->beat++;
    p->round++;
    if (p->round == rounds) p->round = TP_ROUNDS;
    for (int a = 0; a < m->n_actors && p->round < TP_ROUNDS; a++) draw_up(m, p, a, t);
    tell(t, TP_EV_ROUND, TP_DRAW_1, RD_SEEN_BY_ALL, p->round, 0, 0, 0);
    if (p->round < TP_ROUNDS) return;
    int best = 0;
    for (int s = 0; s < m->n_seats; s++)
        if (seat_points(m, p, s) > best) best = seat_points(m, p, s);
    tell(t, TP_EV_END, TP_END_1, RD_SEEN_BY_ALL, best, 0, 0, 0);
}

/* Runs the agenda until a question opens or it is empty. */
static void run(const rd_match *m, tp_state *p, teller *t) {
    while (p->agenda.n && tp_swapper(p) < 0) {
        rd_agenda_pop(&p->agenda);
        end_round(m, p, t);
    }
}

static uint32_t commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    tp_state *p = (tp_state *)s;
    teller t = {to, p, 0};
    uint32_t effects = RD_SHOWED; /* a revealed hand, a drawn card */
    if (tp_swapper(p) == a->actor) {
        rd_agenda_pop(&p->agenda);
        if (a->kind == RD_ANSWER && a->pick[0] != TP_KEEP)
            swap_card(m, p, a->actor, a->pick[0], &t);
        else
            tell(&t, TP_EV_KEPT, TP_SWAP_1, RD_SEEN_BY_ALL, a->actor, 0, 0, 0);
    } else {
        p->laid[a->actor] = laid_places(p, a);
        p->answered |= (uint8_t)(1 << a->actor);
        if (a->kind == RD_TIME_UP) p->timed |= (uint8_t)(1 << a->actor);
        tell(&t, a->kind == RD_TIME_UP ? TP_EV_TIME_UP : TP_EV_LAID,
             a->kind == RD_TIME_UP ? TP_TIME_1 : TP_LAY_1, RD_SEEN_BY_ALL, a->actor, 0, 0, 0);
        if (pending(m, s)) return RD_STORED;
        t.beat++;
        effects |= close_round(m, p, &t);
    }
    run(m, p, &t);
    return effects;
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const tp_state *p = state_of(s);
    if (o) {
        *o = (rd_outcome){0};
        for (int seat = 0; seat < m->n_seats; seat++) {
            o->score[seat] = seat_points(m, p, seat);
            o->place[seat] = 1;
            for (int other = 0; other < m->n_seats; other++)
                if (seat_points(m, p, other) > seat_points(m, p, seat)) o->place[seat]++;
        }
    }
    return p->round == TP_ROUNDS;
}

/* ---- is it a state? ---- */

/* Counts a card; false when it is impossible there or stands twice. */
static bool see(uint64_t *seen, int card) {
    if (card == TP_UNKNOWN) return true;
    if (!tp_is_card(card) || *seen >> card & 1) return false;
    *seen |= 1ull << card;
    return true;
}

static bool valid_deck(const rd_match *m, const tp_state *p, uint64_t *seen, rd_fault *f) {
    for (int i = 0; i < TP_CARDS; i++) {
        if (i < p->n_deck ? !see(seen, p->deck[i]) : p->deck[i] != TP_NO_CARD || p->deck_seen[i])
            return rd_fault_set(f, 0, 0, "place %d of the deck is impossible", i);
        if (p->deck_seen[i] >> m->n_seats)
            return rd_fault_set(f, 0, 0, "no such seat knows a card of the deck");
    }
    return true;
}

static bool valid_robot(const rd_match *m, const tp_state *p, int a, uint64_t *seen, rd_fault *f) {
    int n = tp_hand_size(p, a);
    bool plays = a < m->n_actors, answered = p->answered >> a & 1, timed = p->timed >> a & 1;
    for (int i = 0; i < TP_HAND; i++) {
        int card = p->hand[a][i];
        if (i < n ? !see(seen, card) : card != TP_NO_CARD)
            return rd_fault_set(f, 0, 0, "hand of robot %d is impossible", a);
        if (i && i < n && card < p->hand[a][i - 1])
            return rd_fault_set(f, 0, 0, "hand of robot %d is not in order", a);
    }
    bool lays = p->round < TP_ROUNDS && !p->agenda.n;
    if (plays ? (lays ? !n : answered) : n || answered || p->points[a])
        return rd_fault_set(f, 0, 0, "robot %d cannot hold %d cards", a, n);
    int scored = p->round + (p->agenda.n > 0);
    if (p->points[a] > scored || (timed && !answered))
        return rd_fault_set(f, 0, 0, "robot %d: impossible points or time", a);
    if (p->laid[a] == TP_UNKNOWN ? !answered : answered ? !p->laid[a] && !timed : p->laid[a] != 0)
        return rd_fault_set(f, 0, 0, "robot %d: laid cards and answer differ", a);
    if (p->laid[a] != TP_UNKNOWN && (p->laid[a] >> n || rd_bit_count(p->laid[a]) > TP_LAY_MAX))
        return rd_fault_set(f, 0, 0, "robot %d laid what it cannot", a);
    return true;
}

static bool valid_agenda(const rd_match *m, const tp_state *p) {
    rd_agenda want = {0};
    if (p->agenda.n) {
        rd_agenda_push(&want, TP_OP_DRAW, 0);
        rd_agenda_push(&want, TP_OP_SWAP, p->agenda.frame[1].who);
        if (p->answered || p->round == TP_ROUNDS || want.frame[1].who >= m->n_actors) return false;
    }
    return memcmp(&want, &p->agenda, sizeof want) == 0;
}

/* What the rounds to come can draw: the next draw fills every hand, a later one what was laid. */
static int most_draws(const rd_match *m, const tp_state *p) {
    int draws = TP_ROUNDS - 1 - p->round, sum = 0;
    if (draws <= 0) return 0;
    for (int a = 0; a < m->n_actors; a++) {
        int left = tp_hand_size(p, a) - (p->agenda.n ? 0 : TP_LAY_MAX);
        sum += TP_HAND - (left > 0 ? left : 0) + (draws - 1) * TP_LAY_MAX;
    }
    return sum;
}

static bool valid(const rd_match *m, const rd_state *s, rd_fault *f) {
    const tp_state *p = state_of(s);
    if (p->round > TP_ROUNDS || p->n_deck > TP_CARDS || p->discard >> TP_CARDS ||
        p->used[1 + TP_ACTORS] || (p->answered | p->timed) >> TP_ACTORS)
        return rd_fault_set(f, 0, 0, "round, deck, discard or answers are out of range");
    uint64_t seen = p->discard;
    int cards = __builtin_popcountll(p->discard) + p->n_deck;
    if (!valid_deck(m, p, &seen, f)) return false;
    for (int a = 0; a < TP_ACTORS; a++) {
        if (!valid_robot(m, p, a, &seen, f)) return false;
        cards += tp_hand_size(p, a);
    }
    if (cards != TP_CARDS) return rd_fault_set(f, 0, 0, "%d cards instead of %d", cards, TP_CARDS);
    if (p->n_deck < most_draws(m, p))
        return rd_fault_set(f, 0, 0, "the deck is too small for the rounds to come");
    if (!valid_agenda(m, p) || (p->round < TP_ROUNDS && !pending(m, s)))
        return rd_fault_set(f, 0, 0, "nobody could be asked in this state");
    return true;
}

/* ---- the table of the game ---- */

static const char *const ROBOT_VALUES[] = {"1", "2", NULL};
static const rd_switch SWITCHES[] = {{"robots", "1", ROBOT_VALUES}, {0}};
static const rd_ask_spec ASKS[] = {
    {"lay", 0, RD_IS(TP_T_CARD), RD_SAYS("one or two cards to lay")},
    {"swap", 0, RD_IS(TP_T_CARD) | RD_IS(TP_T_CHOICE),
     RD_SAYS("a card to change for one of the deck")},
    {0},
};
static const rd_event_spec EVENTS[] = {
    {"dealt",
     RD_LOG,
     RD_SAYS("seen by its seat only"),
     "robots[robot].hand << card",
     {RD_ARG(robot, TP_T_ROBOT), RD_ARG(card, TP_T_CARD)}},
    {"drew",
     RD_LOG,
     RD_SAYS("how many"),
     "deck -? cards; deck_size -= cards; robots[robot].hand +? cards",
     {RD_ARG(robot, TP_T_ROBOT), RD_ARG(cards, RD_T_N)}},
    {"laid",
     RD_LOG,
     RD_SAYS("it has answered"),
     "robots[robot].answered = true",
     {RD_ARG(robot, TP_T_ROBOT)}},
    {"revealed",
     RD_LOG,
     RD_SAYS("what was laid; -1 for no card"),
     "robots[robot].hand >> first; robots[robot].hand >> second; robots[robot].answered = false",
     {RD_ARG(robot, TP_T_ROBOT), RD_ARG(first, TP_T_CARD),
      RD_ARG_OR(second, TP_T_CARD, RD_MAY_LACK), RD_ARG(sum, RD_T_N)}},
    {"time_up",
     RD_LOG,
     RD_SAYS("its time ran out"),
     "robots[robot].answered = true",
     {RD_ARG(robot, TP_T_ROBOT)}},
    {"scored",
     RD_LOG,
     RD_SAYS("its points now"),
     "robots[robot].points = points; robots[robot].swapping = true",
     {RD_ARG(robot, TP_T_ROBOT), RD_ARG(points, RD_T_N)}},
    {"tied", RD_LOG, RD_SAYS("nobody scores"), NULL, {RD_ARG(sum, RD_T_N)}},
    {"swapped",
     RD_LOG,
     RD_SAYS("it changed a card for one of the deck, which had this many cards with it"),
     "robots[robot].swapping = false; deck # cards; deck -? 1",
     {RD_ARG(robot, TP_T_ROBOT), RD_ARG(cards, RD_T_N)}},
    {"put_back",
     RD_ANIMATION,
     RD_SAYS("under the deck; seen by its seat only"),
     "robots[robot].hand >> card; deck ++ card",
     {RD_ARG(robot, TP_T_ROBOT), RD_ARG(card, TP_T_CARD)}},
    {"kept",
     RD_ANIMATION,
     RD_SAYS("it changes no card"),
     "robots[robot].swapping = false",
     {RD_ARG(robot, TP_T_ROBOT)}},
    {"round", RD_CHECKPOINT, RD_SAYS("rounds played"), "round = round", {RD_ARG(round, RD_T_N)}},
    {"end", RD_CHECKPOINT, RD_SAYS("the best score"), "over = true", {RD_ARG(best, RD_T_N)}},
    {0},
};
static const char *const RULES[] = {TP_RULES(RD_RULE_ID) NULL};

const rd_game rd_template = {
    .id = "template",
    .rules_version = RD_RULES(1),
    .min_seats = 2,
    .max_seats = TP_ACTORS,
    .match_size = sizeof(tp_match),
    .state_size = sizeof(tp_state),
    .longest = TP_ROUNDS * (TP_ACTORS + 1),
    .hidden = true,
    .timed = true,
    .switches = SWITCHES,
    .rules = RULES,
    .types = tp_types,
    .fields = tp_fields,
    .options = tp_option_ranges,
    .asks = ASKS,
    .events = EVENTS,
    .match_init = match_init,
    .start = start,
    .pending = pending,
    .decision = decision,
    .count = rd_count_plain,
    .nth = rd_nth_by_decision,
    .sample = rd_sample_by_decision,
    .sample_whole = rd_sample_whole_plain,
    .check = check,
    .commit = commit,
    .fallback = fallback,
    .outcome = outcome,
    .redact = tp_redact,
    .determinize = tp_determinize,
    .valid = valid,
    .print_state = tp_print_state,
    .parse_state = tp_parse_state,
    .print_action = tp_print_action,
    .parse_action = tp_parse_action,
    .describe = tp_describe,
    .describe_setup = tp_describe_setup,
    .arrange = tp_arrange,
    .settle = rd_settle_valid,
    .prompt = tp_prompt,
    .option_words = tp_option_words,
    .noun = tp_noun,
    .status = tp_status,
    .picture = tp_picture,
};
