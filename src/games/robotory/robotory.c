/* robotory.c - Robotory behind the game interface: set-up, questions, answers, end. */
#include "games/robotory/robotory.h"

#include <string.h>

#include "base/bits.h"
#include "core/plain.h"
#include "core/rule.h"
#include "games/robotory/robotory_int.h"
#include "games/robotory/robotory_moves.h"

static const ry_state *state_of(const rd_state *s) { return (const ry_state *)s; }
static const ry_match *match_of(const rd_match *m) { return (const ry_match *)m; }

/* ---- set-up ---- */

static rd_err match_init(rd_match *m, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(m, &rd_robotory, c, f);
    if (e) return e;
    ry_match *own = (ry_match *)m;
    const char *end = rd_config_get(m->game, c, "end");
    const char *first = rd_config_get(m->game, c, "first");
    own->one_colour_ends = strcmp(end, "one_colour_empty") == 0;
    own->first = first[0] == '0' ? 0 : first[0] == '1' ? 1 : 2;
    return RD_E_OK;
}

static void emit(rd_sink *to, const ry_state *p, int kind, int rule, uint32_t beat, int32_t a,
                 int32_t b, int32_t c, int32_t d, int32_t e) {
    rd_event ev = {(uint16_t)kind, (uint16_t)rule, beat, RD_SEEN_BY_ALL, {a, b, c, d, e}};
    to->emit(to->ctx, &ev, (const rd_state *)p);
}

static void start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to) {
    ry_state *p = (ry_state *)s;
    *p = (ry_state){0};
    int first = match_of(m)->first;
    if (first == 2) {
        rd_draw lot = rd_draw_open(key, 0, 0);
        first = RD_GIVEN(RY_SETUP_1, (int)rd_draw_below(&lot, 2));
    }
    p->light_seat = (uint8_t)first;
    p->side = RY_DARK;
    if (RD_RULE(RY_TURN_1)) p->side = RY_LIGHT;
    for (int r = 0; r < 3; r++) {
        p->robot[r] = (uint8_t)r;
        if (RD_RULE(RY_SETUP_2)) p->robot[r] = RY_ROBOT_START[r];
    }
    for (int colour = 0; colour < 2; colour++) {
        int each = RD_GIVEN(RY_SETUP_3, RY_STOCK_START);
        p->stock[RY_LIGHT][colour] = p->stock[RY_DARK][colour] = (uint8_t)each;
        p->box[colour] = RD_GIVEN(RY_SETUP_4, RY_DISCS_EACH - 2 * RY_STOCK_START);
    }
    if (to) emit(to, p, RY_EV_BEGIN, RY_SETUP_1, 0, first, 0, 0, 0, 0);
}

/* ---- who is asked, and how it ends ---- */

static uint32_t pending(const rd_match *m, const rd_state *s) {
    const ry_state *p = state_of(s);
    return ry_is_over(match_of(m), p) ? 0 : 1u << ry_seat(p, p->side);
}

int ry_at_home(const ry_state *p, int side) {
    int dark = 0;
    for (int r = 0; r < 3; r++) dark += (RY_DARK_CAMP >> p->robot[r]) & 1;
    return side == RY_DARK ? dark : 3 - dark;
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const ry_state *p = state_of(s);
    if (o) {
        *o = (rd_outcome){0};
        int winner = ry_at_home(p, RY_DARK) >= 2 ? RY_DARK : RY_LIGHT;
        for (int side = 0; side < 2; side++) {
            o->place[ry_seat(p, side)] = RD_GIVEN(RY_WIN_1, side == winner ? 1 : 2);
            o->score[ry_seat(p, side)] = ry_at_home(p, side);
        }
    }
    return ry_is_over(match_of(m), p);
}

/* ---- legality and effect ---- */

static rd_err broken(uint16_t *rule, int which) {
    if (rule) *rule = (uint16_t)which;
    return RD_E_ILLEGAL;
}

static rd_err check_place(const ry_state *p, const rd_action *a, uint16_t *rule) {
    int colour = a->pick[0] - RY_PLACE_WHITE;
    if (a->n != 2 || a->pick[1] >= RY_HEXES) return RD_E_MALFORMED;
    if (RD_RULE(RY_PLACE_1) && !p->stock[p->side][colour]) return broken(rule, RY_PLACE_1);
    if (!(ry_open_hexes(p) >> a->pick[1] & 1))
        return broken(rule, ry_free(p) >> a->pick[1] & 1 ? RY_PLACE_3 : RY_PLACE_2);
    return RD_E_OK;
}

APART rd_err check_move(const ry_state *p, const rd_action *a, uint16_t *rule) {
    int robot = a->pick[0] - RY_MOVE_WHITE, at = p->robot[robot], n = a->n - 1;
    if (n < 1 || n > RY_PATH_MAX) return RD_E_MALFORMED;
    if (!RD_RULE(RY_MOVE_6) && p->side == RY_DARK && robot == RY_RED)
        return broken(rule, RY_MOVE_6);
    if (!RD_RULE(RY_MOVE_4) && n > 1) return broken(rule, RY_MOVE_4);
    uint32_t any = p->disc[RY_WHITE] | p->disc[RY_BLACK];
    uint32_t usable = ry_usable(p, robot), used = 0;
    uint8_t path[RY_PATH_MAX];
    for (int i = 0; i < n; i++) {
        if (a->pick[1 + i] >= RY_HEXES) return RD_E_MALFORMED;
        path[i] = (uint8_t)a->pick[1 + i];
        uint32_t hex = ry_bit(path[i]);
        uint32_t near = RY_ALL_HEXES;
        if (RD_RULE(RY_MOVE_1)) near = RY_NEAR[at];
        if (!(near & any & ~used & hex)) return broken(rule, RY_MOVE_1);
        if (!(usable & hex)) return broken(rule, robot == RY_RED ? RY_MOVE_3 : RY_MOVE_2);
        used |= hex;
        at = path[i];
    }
    if (n < 3 || !RD_RULE(RY_MOVE_7)) return RD_E_OK;
    return ry_is_lowest_path(p->robot[robot], used, path, n) ? RD_E_OK : RD_E_MALFORMED;
}

APART rd_err check_refill(const ry_state *p, const rd_action *a, uint16_t *rule) {
    ry_refill r = ry_refill_range(p);
    const uint8_t *stock = p->stock[p->side];
    int take = a->pick[1] - RY_TAKE_0, black = a->n == 3 ? a->pick[2] - RY_TAKE_0 : r.total - take;
    if (a->n < 2 || a->n > 3 || take < 0 || take > RY_DISCS_EACH) return RD_E_MALFORMED;
    bool wrong_sum = a->n == 3;
    if (wrong_sum && (black < 0 || black > RY_DISCS_EACH || take + black == r.total))
        return RD_E_MALFORMED;
    if (!r.total) return broken(rule, RY_REFILL_2);
    if (wrong_sum) {
        bool is_short = stock[RY_WHITE] + stock[RY_BLACK] + r.total < RY_STOCK_MAX;
        return broken(rule, is_short ? RY_REFILL_3 : RY_REFILL_1);
    }
    if (take < r.lowest) return broken(rule, RY_REFILL_4);
    if (take > r.highest) return broken(rule, take > r.total ? RY_REFILL_1 : RY_REFILL_4);
    return RD_E_OK;
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    const ry_state *p = state_of(s);
    if (rule) *rule = RY_TURN_2;
    if (ry_is_over(match_of(m), p)) return RD_E_OVER;
    if (a->actor != ry_seat(p, p->side)) return RD_E_NOT_ASKED;
    if (a->kind != RD_ANSWER) return RD_E_MALFORMED;
    if (a->n == 0 && RD_RULE(RY_TURN_2)) return RD_E_ILLEGAL;
    if (a->n == 0) return RD_E_OK;
    switch (a->pick[0]) {
    case RY_PLACE_WHITE:
    case RY_PLACE_BLACK: return check_place(p, a, rule);
    case RY_MOVE_WHITE:
    case RY_MOVE_BLACK:
    case RY_MOVE_RED: return check_move(p, a, rule);
    case RY_REFILL: return check_refill(p, a, rule);
    default: return RD_E_MALFORMED;
    }
}

static inline void carry_out(ry_state *p, const rd_action *a) {
    int verb = a->pick[0];
    if (!RD_RULE(RY_TURN_2) && !a->n) return;
    if (verb == RY_PLACE_WHITE || verb == RY_PLACE_BLACK) {
        ry_put_disc(p, verb - RY_PLACE_WHITE, a->pick[1]);
    } else if (verb == RY_REFILL) {
        int white = a->pick[1] - RY_TAKE_0, black = ry_refill_total(p) - white;
        ry_take_discs(p, RY_WHITE, white);
        ry_take_discs(p, RY_BLACK, black);
    } else {
        int i = a->n - 1;
        uint32_t used = 0;
        p->robot[verb - RY_MOVE_WHITE] = (uint8_t)a->pick[i];
        for (; i; i--) used |= ry_bit(a->pick[i]);
        ry_use_discs(p, used);
    }
}

static void tell_steps(const ry_state *p, const rd_action *a, rd_sink *to) {
    int robot = a->pick[0] - RY_MOVE_WHITE;
    for (int i = 1; i < a->n; i++)
        emit(to, p, RY_EV_STEP, RY_MOVE_4, (uint32_t)i - 1, robot,
             i == 1 ? p->robot[robot] : a->pick[i - 1], a->pick[i],
             (int32_t)(p->disc[RY_BLACK] >> a->pick[i] & 1), 0);
}

static void tell_end(const ry_match *m, const ry_state *p, rd_sink *to) {
    int winner = ry_at_home(p, RY_DARK) >= 2 ? RY_DARK : RY_LIGHT;
    emit(to, p, RY_EV_END, m->one_colour_ends ? RY_END_2 : RY_END_1, RY_PATH_MAX + 1, winner,
         ry_at_home(p, winner), 0, 0, 0);
}

APART uint32_t commit_aloud(const ry_match *m, ry_state *p, const rd_action *a, rd_sink *to) {
    ry_state before = *p;
    int side = p->side, verb = a->n ? a->pick[0] : 0, robot = verb - RY_MOVE_WHITE;
    bool moves = verb >= RY_MOVE_WHITE && verb <= RY_MOVE_RED;
    if (moves) tell_steps(p, a, to);
    carry_out(p, a);
    if (moves)
        emit(to, p, RY_EV_MOVED, RY_MOVE_1, (uint32_t)a->n - 1, side, robot, before.robot[robot],
             p->robot[robot], a->n - 1);
    else if (verb == RY_REFILL)
        emit(to, p, RY_EV_REFILLED, RY_REFILL_1, 0, side, before.box[RY_WHITE] - p->box[RY_WHITE],
             before.box[RY_BLACK] - p->box[RY_BLACK], 0, 0);
    else if (verb)
        emit(to, p, RY_EV_PLACED, RY_PLACE_1, 0, side, verb - RY_PLACE_WHITE, a->pick[1], 0, 0);
    p->side ^= 1;
    emit(to, p, RY_EV_TURN, RY_TURN_1, RY_PATH_MAX, side, ry_is_over(m, p) ? RY_DARK + 1 : p->side,
         ry_at_home(p, RY_LIGHT), ry_at_home(p, RY_DARK), 0);
    if (ry_is_over(m, p)) tell_end(m, p, to);
    return 0;
}

static uint32_t commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    ry_state *p = (ry_state *)s;
    if (to) return commit_aloud(match_of(m), p, a, to);
    carry_out(p, a);
    p->side ^= 1;
    return 0;
}

static bool valid(const rd_match *m, const rd_state *s, rd_fault *f) {
    (void)m;
    const ry_state *p = state_of(s);
    if (p->side > 1 || p->light_seat > 1 || p->zero)
        return rd_fault_set(f, 0, 0, "side or seat is not 0 or 1");
    if ((p->disc[0] | p->disc[1]) & ~(uint32_t)RY_ALL_HEXES)
        return rd_fault_set(f, 0, 0, "a disc lies off the board");
    if (p->disc[0] & p->disc[1]) return rd_fault_set(f, 0, 0, "two discs lie on one hex");
    uint32_t taken = p->disc[0] | p->disc[1];
    for (int r = 0; r < 3; r++) {
        if (p->robot[r] >= RY_HEXES) return rd_fault_set(f, 0, 0, "a robot stands off the board");
        if (taken & ry_bit(p->robot[r]))
            return rd_fault_set(f, 0, 0, "hex %d holds a robot and something else", p->robot[r]);
        taken |= ry_bit(p->robot[r]);
    }
    for (int side = 0; side < 2; side++)
        if (p->stock[side][0] + p->stock[side][1] > RY_STOCK_MAX)
            return rd_fault_set(f, 0, 0, "a stock holds more than %d discs", RY_STOCK_MAX);
    for (int colour = 0; colour < 2; colour++) {
        int seen = rd_bit_count(p->disc[colour]) + p->box[colour] + p->stock[0][colour] +
                   p->stock[1][colour];
        if (seen > RY_DISCS_EACH)
            return rd_fault_set(f, 0, 0, "more than %d %s discs", RY_DISCS_EACH,
                                colour ? "black" : "white");
    }
    return true;
}

/* ---- the table of the game ---- */

static const char *const END_VALUES[] = {"box_empty", "one_colour_empty", NULL};
static const char *const FIRST_VALUES[] = {"random", "0", "1", NULL};
static const rd_switch SWITCHES[] = {
    {"end", "box_empty", END_VALUES},
    {"first", "random", FIRST_VALUES},
    {0},
};
static const rd_ask_spec ASKS[] = {
    {"turn", 0,
     RD_IS(RY_T_HEX) | RD_IS(RY_T_PLACE) | RD_IS(RY_T_MOVE) | RD_IS(RY_T_TAKE) | RD_IS(RY_T_CHOICE),
     RD_SAYS("place a disc, move a robot or refill the store")},
    {0},
};
static const rd_event_spec EVENTS[] = {
    {"begin", RD_LOG, RD_SAYS("who plays light"), NULL, {RD_ARG(seat, RD_T_SEAT)}},
    {"placed",
     RD_LOG,
     RD_SAYS("a disc was placed"),
     "discs[colour] << hex; [side].stock[colour] -= 1",
     {RD_ARG(side, RY_T_SIDE), RD_ARG(colour, RY_T_COLOUR), RD_ARG(hex, RY_T_HEX)}},
    {"moved",
     RD_LOG,
     RD_SAYS("the whole move, and how many discs it used"),
     "robots[robot] = to",
     {RD_ARG(side, RY_T_SIDE), RD_ARG(robot, RY_T_ROBOT), RD_ARG(from, RY_T_HEX),
      RD_ARG(to, RY_T_HEX), RD_ARG(discs, RD_T_N)}},
    {"step",
     RD_ANIMATION,
     RD_SAYS("one step of a move, and the disc that it uses"),
     "robots[robot] = to; discs[colour] >> to",
     {RD_ARG(robot, RY_T_ROBOT), RD_ARG(from, RY_T_HEX), RD_ARG(to, RY_T_HEX),
      RD_ARG(colour, RY_T_COLOUR)}},
    {"refilled",
     RD_LOG,
     RD_SAYS("discs taken from the box"),
     "[side].stock.white += white; [side].stock.black += black; "
     "box.white -= white; box.black -= black",
     {RD_ARG(side, RY_T_SIDE), RD_ARG(white, RD_T_N), RD_ARG(black, RD_T_N)}},
    {"turn",
     RD_CHECKPOINT,
     RD_SAYS("this side has acted; who is next, and the robots at home"),
     "turn = next; light.home = light; dark.home = dark",
     {RD_ARG(side, RY_T_SIDE), RD_ARG(next, RY_T_TURN), RD_ARG(light, RD_T_N),
      RD_ARG(dark, RD_T_N)}},
    {"end",
     RD_CHECKPOINT,
     RD_SAYS("the winning side, and its robots at home"),
     NULL,
     {RD_ARG(winner, RY_T_SIDE), RD_ARG(home, RD_T_N)}},
    {0},
};
static const char *const RULES[] = {RY_RULES(RD_RULE_ID) NULL};

const rd_game rd_robotory = {
    .id = "robotory",
    .rules_version = RD_RULES(1),
    .min_seats = 2,
    .max_seats = 2,
    .match_size = sizeof(ry_match),
    .state_size = sizeof(ry_state),
    .longest = RY_LONGEST,
    .switches = SWITCHES,
    .rules = RULES,
    .types = ry_types,
    .fields = ry_fields,
    .options = ry_option_ranges,
    .asks = ASKS,
    .events = EVENTS,
    .confidence = RY_CONFIDENCE,
    .match_init = match_init,
    .start = start,
    .pending = pending,
    .decision = ry_decision,
    .count = ry_count,
    .nth = ry_nth,
    .each = ry_each,
    .sample = ry_sample,
    .sample_whole = ry_sample_whole,
    .check = check,
    .commit = commit,
    .apply = ry_apply,
    .fallback = ry_fallback,
    .outcome = outcome,
    .redact = rd_redact_nothing,
    .determinize = rd_determinize_nothing,
    .valid = valid,
    .print_state = ry_print_state,
    .parse_state = ry_parse_state,
    .print_action = ry_print_action,
    .parse_action = ry_parse_action,
    .describe = ry_describe,
    .describe_setup = ry_describe_setup,
    .arrange = ry_arrange,
    .settle = ry_settle,
    .prompt = ry_prompt,
    .option_words = ry_option_words,
    .noun = ry_noun,
    .actor_word = ry_actor_word,
    .status = ry_status,
    .picture = ry_picture,
};
