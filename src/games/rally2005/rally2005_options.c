/* rally2005_options.c - the 26 option cards, each as a row at the moment it matters.
**
** The course of play asks for a moment ("a card is run", "a shot is aimed", "damage arrives") and
** never for a card.  A row names the card, its condition and its effect; rows that give the player
** a choice open a question.  Pairs of cards in a register (Dual Processor, Crab Legs) and
** Recompile shape the program itself and stand in rally2005_program.c.
*/
#include "games/rally2005/rally2005_int.h"

const char *const r05_option_word[R05_OPTIONS] = {
#define X(name, word) word,
    R05_OPTION_CARDS(X)
#undef X
};

/* ---- the deck of options ---- */

static void shuffle_discarded(r05_turn *t) {
    r05_state *s = t->s;
    for (int o = 0; o < R05_OPTIONS; o++) {
        if (s->owner[o] != R05_DISCARDED) continue;
        s->owner[o] = R05_IN_DECK;
        s->option_deck[s->n_option_deck++] = (uint8_t)o;
    }
    rd_draw_shuffle(&t->chance, s->option_deck, s->n_option_deck);
    s->used[0] = t->chance.used;
    t->effects |= RD_DREW;
    if (s->n_option_deck) R05_TELL(t, R05_EV_OPTIONS_SHUFFLED, R05_REPAIR_4, s->n_option_deck);
}

int r05_draw_option(r05_turn *t) {
    r05_state *s = t->s;
    if (!s->n_option_deck && RD_RULE(R05_REPAIR_4)) shuffle_discarded(t);
    if (!s->n_option_deck) return R05_NONE;
    int option = s->option_deck[--s->n_option_deck];
    s->option_deck[s->n_option_deck] = R05_NONE;
    t->effects |= RD_SHOWED;
    return option;
}

void r05_give_option(r05_turn *t, int robot, int option, int rule) {
    r05_state *s = t->s;
    s->owner[option] = (uint8_t)robot;
    s->tokens[option] = 0;
    s->has[robot] |= 1u << option;
    s->dealt_options++;
    R05_TELL(t, R05_EV_OPTION_GAINED, rule, robot, option);
}

void r05_gain_option(r05_turn *t, int robot, int rule) {
    int option = t->m->no_options ? R05_NONE : r05_draw_option(t);
    if (option != R05_NONE) r05_give_option(t, robot, option, rule);
}

void r05_lose_option(r05_turn *t, int robot, int option, int rule) {
    r05_state *s = t->s;
    s->owner[option] = R05_DISCARDED;
    s->tokens[option] = 0;
    s->has[robot] &= ~(1u << option);
    s->dealt_options--;
    if (option == R05_FLYWHEEL) r05_discard(s, &s->robot[robot].flywheel);
    if (option == R05_CONDITIONAL_PROGRAM) r05_discard(s, &s->robot[robot].aside);
    R05_TELL(t, R05_EV_OPTION_LOST, rule, robot, option);
}

/* One use of a card that wears out; true when that was its last. */
static bool wear(r05_turn *t, int robot, int option, int uses, int rule) {
    if (++t->s->tokens[option] < uses) return false;
    r05_lose_option(t, robot, option, rule);
    return true;
}

/* ---- the deal ---- */

int r05_extra_cards(const r05_state *s, int robot) {
    return r05_has(s, robot, R05_EXTRA_MEMORY) && RD_RULE(R05_EXTRA_MEMORY_1);
}

/* ---- leftover cards after programming ---- */

bool r05_may_set_aside(const r05_state *s, int robot) {
    bool kept = s->robot[robot].flywheel != R05_NONE && RD_RULE(R05_FLYWHEEL_2);
    return r05_has(s, robot, R05_CONDITIONAL_PROGRAM) && RD_RULE(R05_CONDITIONAL_PROGRAM_1) &&
           (kept || r05_hand_size(s->robot[robot].hand) > 0);
}

/* A card that lies there goes back to the hand when another takes its place. */
bool r05_may_keep(const r05_state *s, int robot) {
    bool full = s->robot[robot].flywheel != R05_NONE && !RD_RULE(R05_FLYWHEEL_3);
    return r05_has(s, robot, R05_FLYWHEEL) && !full && RD_RULE(R05_FLYWHEEL_1) &&
           r05_hand_size(s->robot[robot].hand) > 0;
}

/* ---- before the first register, before and after each reveal ---- */

bool r05_may_steady(const r05_state *s, int robot) {
    return r05_has(s, robot, R05_GYROSCOPIC_STABILIZER) && RD_RULE(R05_GYROSCOPIC_STABILIZER_1);
}

/* A robot whose own registers rest has nothing to change in them. */
static bool runs_own_cards(const r05_robot *r) {
    return r->master == R05_NONE || !RD_RULE(R05_RADIO_CONTROL_3);
}

bool r05_may_switch(const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    bool aborted = r->status & R05_ABORTED && RD_RULE(R05_CONDITIONAL_PROGRAM_5);
    if (aborted || !runs_own_cards(r)) return false;
    bool locked = r->locked >> s->reg & 1 && RD_RULE(R05_CONDITIONAL_PROGRAM_3);
    return r05_has(s, robot, R05_CONDITIONAL_PROGRAM) && r->aside != R05_NONE &&
           r->reg[s->reg] != R05_NONE && !locked && RD_RULE(R05_CONDITIONAL_PROGRAM_2);
}

bool r05_may_abort(const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    bool locked = r->locked >> s->reg & 1 && RD_RULE(R05_ABORT_SWITCH_3);
    return r05_has(s, robot, R05_ABORT_SWITCH) && !(r->status & R05_ABORTED) && runs_own_cards(r) &&
           r05_is_card(r->reg[s->reg]) && !locked && RD_RULE(R05_ABORT_SWITCH_1);
}

/* ---- a card is run ---- */

static const struct card_row {
    uint8_t option, kind;
    int8_t added; /* spaces */
    uint16_t rule;
} CARD_ROWS[] = {
    {R05_BRAKES, R05_MOVE_1, -1, R05_BRAKES_1},
    {R05_FOURTH_GEAR, R05_MOVE_3, 1, R05_FOURTH_GEAR_1},
    {R05_REVERSE_GEAR, R05_BACK_UP, 1, R05_REVERSE_GEAR_1},
};
enum { N_CARD_ROWS = sizeof CARD_ROWS / sizeof CARD_ROWS[0] };

int r05_card_option_rule(int option) {
    int i = 0;
    while (CARD_ROWS[i].option != option) i++;
    return CARD_ROWS[i].rule;
}

/* Opens the question of a card that changes this move; the frame's step keeps what was asked. */
bool r05_ask_card_options(r05_turn *t, rd_frame *f) {
    if (f->step != R05_TOLD) return false;
    f->step = R05_OPTION_ASKED;
    int kind = r05_card_kind[f->a];
    if (f->b >= 0 && r05_is_rotation(kind)) kind = r05_card_kind[f->b]; /* Crab Legs */
    for (int i = 0; i < N_CARD_ROWS; i++) {
        const struct card_row *row = &CARD_ROWS[i];
        if (row->kind != kind || !r05_has(t->s, f->who, row->option) || !RD_RULE(row->rule))
            continue;
        if (r05_spaces(f->a, f->b, row->added) == r05_spaces(f->a, f->b, 0)) continue;
        r05_ask(t, f->who, R05_ASK_CARD, row->option);
        return true;
    }
    return false;
}

void r05_answer_card(r05_turn *t, int robot, bool yes) {
    rd_frame *f = rd_agenda_top(&t->s->agenda);
    for (int i = 0; i < N_CARD_ROWS && yes; i++) {
        const struct card_row *row = &CARD_ROWS[i];
        if (row->option != t->s->subject) continue;
        f->left = (uint8_t)(f->left + row->added);
        R05_TELL(t, R05_EV_OPTION_USED, row->rule, robot, row->option);
    }
}

bool r05_rams(const r05_turn *t, int robot) {
    return r05_has(t->s, robot, R05_RAMMING_GEAR) && RD_RULE(R05_RAMMING_GEAR_1);
}

/* ---- damage arrives ---- */

static bool shield_stops(r05_turn *t, int robot, int dir) {
    r05_robot *r = &t->s->robot[robot];
    bool aimless = dir == R05_NO_DIR && RD_RULE(R05_POWER_DOWN_SHIELD_2);
    if (!(r->status & R05_DOWN) || aimless || r->shield >> (dir & 3) & 1) return false;
    dir &= 3;
    r->shield |= (uint8_t)(1 << dir);
    R05_TELL(t, R05_EV_PREVENTED, R05_POWER_DOWN_SHIELD_1, robot, R05_POWER_DOWN_SHIELD);
    return true;
}

static bool coat_stops(r05_turn *t, int robot, int dir) {
    (void)dir;
    R05_TELL(t, R05_EV_PREVENTED, R05_ABLATIVE_COAT_1, robot, R05_ABLATIVE_COAT);
    if (RD_RULE(R05_ABLATIVE_COAT_2))
        wear(t, robot, R05_ABLATIVE_COAT, R05_COAT_POINTS, R05_ABLATIVE_COAT_2);
    return true;
}

static const struct guard_row {
    uint8_t option;
    uint16_t rule;
    bool (*stops)(r05_turn *t, int robot, int dir);
} GUARD_ROWS[] = {
    {R05_POWER_DOWN_SHIELD, R05_POWER_DOWN_SHIELD_1, shield_stops},
    {R05_ABLATIVE_COAT, R05_ABLATIVE_COAT_1, coat_stops},
};

/* Protection that works by itself, in the order of the rows: R05-PROTECT-2. */
bool r05_is_shielded(r05_turn *t, int robot, int dir) {
    enum { N = sizeof GUARD_ROWS / sizeof GUARD_ROWS[0] };
    bool stopped = false;
    for (int i = 0; i < N; i++) {
        const struct guard_row *row = &GUARD_ROWS[i];
        if (stopped && RD_RULE(R05_PROTECT_2)) break;
        if (r05_has(t->s, robot, row->option) && RD_RULE(row->rule) && row->stops(t, robot, dir))
            stopped = true;
    }
    return stopped;
}

/* ---- a shot is aimed ---- */

static bool always(const r05_state *s, int target, int distance) {
    (void)s, (void)target, (void)distance;
    return true;
}

static bool is_apart(const r05_state *s, int target, int distance) {
    (void)s, (void)target;
    return distance > 1 || !RD_RULE(R05_TRACTOR_BEAM_2);
}

static bool has_next_register(const r05_state *s, int target, int distance) {
    (void)distance;
    const r05_robot *r = &s->robot[target];
    int next = s->reg + 1;
    if (next == R05_REGISTERS) return !RD_RULE(R05_SCRAMBLER_2);
    return (!(r->locked >> next & 1) || !RD_RULE(R05_SCRAMBLER_3)) && r->reg[next] != R05_NONE;
}

static bool is_programmed(const r05_state *s, int target, int distance) {
    (void)distance;
    return s->reg + 1 < R05_REGISTERS && !(s->robot[target].status & R05_DOWN);
}

static const struct weapon_row {
    uint8_t option;
    uint16_t rule;
    bool (*usable)(const r05_state *s, int target, int distance);
} WEAPON_ROWS[] = {
    {R05_MINI_HOWITZER, R05_MINI_HOWITZER_1, always},
    {R05_PRESSOR_BEAM, R05_PRESSOR_BEAM_1, always},
    {R05_RADIO_CONTROL, R05_RADIO_CONTROL_1, is_programmed},
    {R05_SCRAMBLER, R05_SCRAMBLER_1, has_next_register},
    {R05_TRACTOR_BEAM, R05_TRACTOR_BEAM_1, is_apart},
};
enum { N_WEAPON_ROWS = sizeof WEAPON_ROWS / sizeof WEAPON_ROWS[0] };

/* The options that may be fired instead of the main laser, as a set. */
uint32_t r05_weapons(const r05_state *s, int robot, int target, int distance) {
    uint32_t set = 0;
    for (int i = 0; i < N_WEAPON_ROWS; i++)
        if (r05_has(s, robot, WEAPON_ROWS[i].option) && RD_RULE(WEAPON_ROWS[i].rule) &&
            WEAPON_ROWS[i].usable(s, target, distance))
            set |= 1u << WEAPON_ROWS[i].option;
    return set;
}

bool r05_has_any_weapon(const r05_state *s, int robot) {
    return s->has[robot] & (1u << R05_MINI_HOWITZER | 1u << R05_PRESSOR_BEAM |
                            1u << R05_RADIO_CONTROL | 1u << R05_SCRAMBLER | 1u << R05_TRACTOR_BEAM);
}

/* How the main laser fires: shots a hit, walls and robots passed. */
r05_laser_kind r05_main_laser(const r05_state *s, int robot) {
    r05_laser_kind k = {.shots = 1, .walls = RD_FLOOR_SIDE, .robots = R05_ROBOTS - 1};
    if (RD_RULE(R05_LASER_6)) k.walls = 0;
    if (RD_RULE(R05_LASER_5)) k.robots = 1;
    if (r05_has(s, robot, R05_DOUBLE_BARRELED_LASER) && RD_RULE(R05_DOUBLE_BARRELED_LASER_1))
        k.shots = 2;
    if (r05_has(s, robot, R05_HIGH_POWER_LASER)) {
        k.walls = RD_RULE(R05_HIGH_POWER_LASER_1);
        k.robots = 1 + RD_RULE(R05_HIGH_POWER_LASER_2);
    }
    return k;
}

bool r05_fires_back(const r05_state *s, int robot) {
    return r05_has(s, robot, R05_REAR_FIRING_LASER) && RD_RULE(R05_REAR_FIRING_LASER_1);
}

bool r05_chooses_effect(const r05_state *s, int robot) {
    return r05_has(s, robot, R05_FIRE_CONTROL);
}

/* What the next shot can do to a robot by Fire Control instead of damage: not what an earlier shot
** of the volley does to it already. */
r05_effects r05_fire_control_effects(const r05_match *m, const r05_state *s, int robot,
                                     int target) {
    const r05_robot *r = &s->robot[robot];
    int shots = r05_main_laser(s, robot).shots * r05_shots_factor(m);
    r05_effects may = {
        .registers = RD_GIVEN(R05_FIRE_CONTROL_1, (1u << R05_REGISTERS) - 1),
        .options = RD_GIVEN(R05_FIRE_CONTROL_2, s->has[target]),
    };
    if (RD_RULE(R05_FIRE_CONTROL_4)) may.registers &= ~(unsigned)s->robot[target].locked;
    for (int k = r->n_shots - r->n_shots % shots; k < r->n_shots; k++) {
        if (r->shot[k] == R05_SHOT_DAMAGE) continue;
        if (r->shot[k] < 8)
            may.registers &= ~(1u << r->shot[k]);
        else
            may.options &= ~(1u << (r->shot[k] - 8));
    }
    return may;
}

/* The howitzer wears out with each shot. */
void r05_wear_weapon(r05_turn *t, int robot, int weapon) {
    if (weapon == R05_MINI_HOWITZER && r05_has(t->s, robot, weapon) && RD_RULE(R05_MINI_HOWITZER_3))
        wear(t, robot, weapon, R05_HOWITZER_SHOTS, R05_MINI_HOWITZER_3);
}

/* ---- the end of the round, and the return ---- */

bool r05_breaks_circuit(const r05_state *s, int robot) {
    return r05_has(s, robot, R05_CIRCUIT_BREAKER) && s->robot[robot].damage >= 3 &&
           RD_RULE(R05_CIRCUIT_BREAKER_1);
}

int r05_return_damage(const r05_state *s, int robot) {
    bool archive =
        r05_has(s, robot, R05_SUPERIOR_ARCHIVE) ||
        (s->owner[R05_SUPERIOR_ARCHIVE] == R05_DISCARDED && !RD_RULE(R05_SUPERIOR_ARCHIVE_2));
    if (archive && RD_RULE(R05_SUPERIOR_ARCHIVE_1)) return 0;
    return RD_GIVEN(R05_RETURN_2, R05_REENTRY_DAMAGE);
}

bool r05_reaches_out(const r05_state *s, int robot) {
    return r05_has(s, robot, R05_MECHANICAL_ARM) && RD_RULE(R05_MECHANICAL_ARM_1);
}
