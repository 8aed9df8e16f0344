/* rally2005.c - RoboRally 2005 behind the game interface: set-up, questions, answers. */
#include "games/rally2005/rally2005.h"

#include <string.h>

#include "floor/build.h"
#include "floor/data.h"
#include "games/rally2005/rally2005_int.h"

/* ---- the match ---- */

static bool read_specials(r05_match *m, const rd_course *c, rd_fault *f) {
    for (int i = 0; i < c->n_rules; i++) {
        int which = 0;
        while (which < R05_SPECIAL_COUNT && strcmp(c->rule[i].word, r05_special_word[which]) != 0)
            which++;
        if (which == R05_SPECIAL_COUNT)
            return rd_fault_set(f, c->rule[i].line, 0, "rally2005 has no special rule '%s'",
                                c->rule[i].word);
        int32_t value = c->rule[i].value ? c->rule[i].value : 1;
        bool fits = value >= 1 && value <= 3600;
        if (which == R05_START_DAMAGE) fits = fits && value < R05_DEADLY;
        if (which == R05_START_OPTIONS || which == R05_DRAFT_OPTIONS) fits = fits && value <= 3;
        if (!fits)
            return rd_fault_set(f, c->rule[i].line, 0, "rule %s cannot be %d", c->rule[i].word,
                                (int)value);
        m->special[which] = (int16_t)value;
    }
    static const uint8_t OUTSIDE[] = {R05_DRAFT_OPTIONS, R05_START_DAMAGE, R05_NO_POWER_DOWN,
                                      R05_PROGRAM_LIMIT, R05_START_OPTIONS};
    unsigned on = 0;
    for (int i = 0; i < R05_SPECIAL_COUNT; i++) on |= (unsigned)(m->special[i] != 0) << i;
    for (unsigned i = 0; i < sizeof OUTSIDE; i++) on &= ~(1u << OUTSIDE[i]);
    m->plain = !on && c->n_flags;
    return true;
}

/* Teams sit by turns, so that each has every second (or n-th) dock. */
static bool form_teams(r05_match *m, const rd_course *c, rd_fault *f) {
    int seats = m->head.n_seats;
    m->n_teams = c->teams;
    if (c->team_size) m->n_teams = (uint8_t)(seats / c->team_size);
    if (!m->n_teams) return true;
    if (seats % m->n_teams || m->n_teams < 2)
        return rd_fault_set(f, 0, 0, "%d players cannot form the teams of this course", seats);
    int size = seats / m->n_teams;
    for (int i = 0; i < seats; i++)
        m->head.team_of[i] = (uint8_t)(RD_RULE(R05_TEAM_1) ? i % m->n_teams : i / size);
    return true;
}

static bool check_course(r05_match *m, const rd_course *c, rd_fault *f) {
    int seats = m->head.n_seats;
    if (c->players && !(c->players >> seats & 1))
        return rd_fault_set(f, 0, 0, "the course %s is not for %d players", c->label.id, seats);
    if (m->special[R05_RACER_AND_BLOCKER] && RD_RULE(R05_INTERFERENCE_1)) {
        if (seats > R05_ROBOTS / 2) return rd_fault_set(f, 0, 0, "two robots each: 2 to 4 players");
        m->head.n_actors = (uint8_t)(2 * seats);
        for (int i = 0; i < m->head.n_actors; i++) m->head.seat_of[i] = (uint8_t)(i / 2);
    }
    bool docked = !m->special[R05_CAPTURE_THE_FLAG];
    if (docked && m->floor.n_starts < m->head.n_actors)
        return rd_fault_set(f, 0, 0, "the course has %d starts for %d robots", m->floor.n_starts,
                            m->head.n_actors);
    if (!docked && (m->floor.n_pieces < 2 || c->n_flags != 2 || m->n_teams != 2))
        return rd_fault_set(f, 0, 0, "capture_the_flag needs two boards, two flags and two teams");
    if (!c->n_flags && !m->special[R05_ELIMINATION])
        return rd_fault_set(f, 0, 0, "the course has no flags");
    if (m->special[R05_TOGGLE_FLAGS] && !m->n_teams)
        return rd_fault_set(f, 0, 0, "toggle_flags needs teams");
    int options = m->special[R05_START_OPTIONS] + m->special[R05_DRAFT_OPTIONS];
    if (options * m->head.n_actors > R05_OPTIONS)
        return rd_fault_set(f, 0, 0, "there are %d options, too few for %d robots", R05_OPTIONS,
                            m->head.n_actors);
    m->n_flags = c->n_flags;
    for (int i = 0; i < c->n_flags; i++)
        m->flag[i] = rd_floor_at(&m->floor, c->flag[i].col, c->flag[i].row);
    for (int i = 0; i < c->n_flags; i++) m->floor.cell[m->flag[i]].mark |= R05_MARK_FLAG;
    return true;
}

static bool is_set(const rd_config *c, const char *key, const char *value) {
    return strcmp(rd_config_get(&rd_rally2005, c, key), value) == 0;
}

static bool read_settings(r05_match *m, const rd_config *c, rd_fault *f) {
    m->lives = RD_RULE(R05_SETUP_3) ? R05_LIVES : 1;
    if (is_set(c, "lives", "4") && RD_RULE(R05_SETUP_4)) m->lives = R05_LIVES + 1;
    if (m->lives > R05_LIVES && m->head.n_seats <= R05_FEW)
        return rd_fault_set(f, 0, 0, "four lives are for six players or more");
    m->play_on = is_set(c, "play_on", "yes") && RD_RULE(R05_WIN_2);
    m->no_options = is_set(c, "options", "no") && RD_RULE(R05_SETUP_5);
    const char *first = rd_config_get(&rd_rally2005, c, "first");
    m->first = first[0] == 'r' ? R05_NONE : (uint8_t)(first[0] - '0');
    if (m->first != R05_NONE && m->first >= m->head.n_seats)
        return rd_fault_set(f, 0, 0, "there is no seat %d to begin", m->first);
    r05_readings *r = &m->reading;
    r->capture_free = is_set(c, "capture", "free") && RD_RULE(R05_CAPTURE_THE_FLAG_4);
    r->options_by_round = is_set(c, "option_sites", "round") && RD_RULE(R05_OPTION_WORLD_4);
    r->racer_has_lives = is_set(c, "racer", "lives") && RD_RULE(R05_INTERFERENCE_5);
    r->arm_by_round = is_set(c, "arm", "round") && RD_RULE(R05_MECHANICAL_ARM_5);
    r->superbot_by_push = is_set(c, "superbot", "push") && RD_RULE(R05_SUPERBOT_8);
    return true;
}

static rd_err match_init(rd_match *match, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(match, &rd_rally2005, c, f);
    if (e) return e;
    r05_match *m = (r05_match *)match;
    const rd_game *g = match->game;
    const char *text;
    size_t size;
    if (!rd_data_course("rally2005", rd_config_get(g, c, "course"), &text, &size, f))
        return RD_E_CONFIG;
    rd_course course;
    const rd_floor_options laid = {.pushers_hide = RD_RULE(R05_LASER_6),
                                   .fenced = !RD_RULE(R05_DEATH_3)};
    if (!rd_floor_load(&m->floor, &course, text, size, &laid, f) || !read_specials(m, &course, f) ||
        !form_teams(m, &course, f) || !check_course(m, &course, f))
        return RD_E_CONFIG;
    memcpy(m->course, course.label.id, sizeof m->course);
    r05_forget_floor_rules(&m->floor);
    return read_settings(m, c, f) ? RD_E_OK : RD_E_CONFIG;
}

/* ---- the start ---- */

void r05_tell_to(r05_turn *t, uint32_t seen_by, int kind, int rule, int32_t a, int32_t b, int32_t c,
                 int32_t d) {
    rd_event ev = {(uint16_t)kind, (uint16_t)rule, t->beat, seen_by, {a, b, c, d}};
    t->to->emit(t->to->ctx, &ev, (const rd_state *)t->s);
}

void r05_robot_clear(r05_robot *r) {
    memset(r, 0, sizeof *r);
    memset(r->reg, R05_NONE, sizeof r->reg);
    memset(r->pair, R05_NONE, sizeof r->pair);
    memset(r->hand, R05_NONE, sizeof r->hand);
    memset(r->spare, R05_NONE, sizeof r->spare);
    r->aside = r->flywheel = r->master = r->weapon = r->target = r->choice = R05_NONE;
}

static void empty_state(r05_state *s) {
    memset(s, 0, sizeof *s);
    memset(s->deck, R05_NONE, sizeof s->deck);
    memset(s->discard, R05_NONE, sizeof s->discard);
    memset(s->option_deck, R05_NONE, sizeof s->option_deck);
    memset(s->owner, R05_IN_DECK, sizeof s->owner);
    s->ask = R05_ASK_NOTHING;
    s->superbot = R05_NONE;
    for (int i = 0; i < R05_ROBOTS; i++) r05_robot_clear(&s->robot[i]);
}

static void place_robot(const r05_match *m, r05_state *s, int robot, int dock) {
    r05_robot *r = &s->robot[robot];
    r->lives = m->lives;
    r->damage = RD_RULE(R05_FACTORY_REJECTS_1) ? (uint8_t)r05_on(m, R05_START_DAMAGE) : 0;
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) return;
    s->robots.cell[robot] = r->archive = m->floor.start[dock].cell;
    s->robots.dir[robot] = m->floor.start[dock].dir;
    if (!RD_RULE(R05_SETUP_1)) s->robots.dir[robot] = rd_dir_back(s->robots.dir[robot]);
}

static void start(const rd_match *match, const rd_key *key, rd_state *state, rd_sink *to) {
    const r05_match *m = r05_match_of(match);
    r05_state *s = (r05_state *)state;
    empty_state(s);
    s->key = *key;
    rd_draw chance = rd_draw_open(&s->key, 0, 0);
    int first = m->first;
    if (first == R05_NONE) first = (int)rd_draw_below(&chance, match->n_seats);
    s->first = (uint8_t)(first * match->n_actors / match->n_seats);
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) s->swapped = (uint8_t)rd_draw_below(&chance, 2);
    s->robots.n = match->n_actors;
    int last = match->n_actors - 1;
    for (int k = 0; k <= last; k++)
        place_robot(m, s, r05_docked(m, s, RD_RULE(R05_SETUP_2) ? k : last - k), k);
    if (r05_on(m, R05_SUPERBOT))
        s->superbot = (uint8_t)r05_docked(m, s, RD_RULE(R05_SUPERBOT_1) ? 0 : last);
    s->flags.n = m->n_flags;
    for (int i = 0; i < m->n_flags; i++) s->flags.cell[i] = m->flag[i];
    s->n_deck = R05_CARDS;
    for (int c = 0; c < R05_CARDS; c++) s->deck[c] = (uint8_t)c;
    s->n_option_deck = R05_OPTIONS;
    for (int o = 0; o < R05_OPTIONS; o++) s->option_deck[o] = (uint8_t)o;
    rd_draw_shuffle(&chance, s->option_deck, R05_OPTIONS);
    s->used[0] = chance.used;
    r05_turn t = r05_turn_of(match, state, to);
    R05_TELL(&t, R05_EV_BEGIN, R05_SETUP_2, s->first, 0, 0, 0);
    for (int i = 0; i < match->n_actors && r05_on(m, R05_CAPTURE_THE_FLAG); i++)
        R05_TELL(&t, R05_EV_BASES, R05_CAPTURE_THE_FLAG_1, i, 1 + r05_home_piece(m, s, i), 0, 0);
    r05_run(&t);
}

/* ---- who is asked ---- */

uint32_t r05_together(const r05_match *m, const r05_state *s) {
    switch (s->stage) {
    case R05_AT_SETUP: return r05_choosing(m, s);
    case R05_AT_PROGRAM: return r05_programming(m, s);
    case R05_AT_ASIDE:
    case R05_AT_FLYWHEEL: return r05_setting_aside(m, s);
    default: return 0;
    }
}

static uint32_t pending(const rd_match *m, const rd_state *s) {
    (void)m;
    return r05_asked(r05_state_of(s));
}

static inline int ask_kind(const r05_state *s) {
    static const uint8_t TOGETHER[R05_AT_OVER + 1] = {[R05_AT_SETUP] = R05_ASK_CHOOSE_OPTION,
                                                      [R05_AT_PROGRAM] = R05_ASK_PROGRAM,
                                                      [R05_AT_ASIDE] = R05_ASK_ASIDE,
                                                      [R05_AT_FLYWHEEL] = R05_ASK_FLYWHEEL};
    return s->ask != R05_ASK_NOTHING ? s->ask : TOGETHER[s->stage];
}

/* ---- questions ---- */

static void add(rd_decision *d, int option) { d->option[d->n++] = (uint16_t)option; }

static void add_option_cards(rd_decision *d, uint32_t set) {
    while (set) add(d, R05_OPTION_CARD + rd_bit_take(&set));
}

static void ask_yes_no(rd_decision *d, int n) {
    d->min = d->max = 1;
    d->may_stop = n == 1;
    if (n) return;
    add(d, R05_NO);
    add(d, R05_YES);
}

static void ask_leftover(const r05_state *s, int robot, rd_decision *d, int n) {
    d->min = d->max = 1;
    d->secret = true;
    d->may_stop = n == 1;
    if (n) return;
    for (int i = 0; i < r05_hand_size(s->robot[robot].hand); i++) add(d, s->robot[robot].hand[i]);
    add(d, R05_NO);
}

static void ask_target(const r05_state *s, rd_decision *d) {
    r05_effects may = r05_fire_control_effects(s, s->subject);
    add(d, R05_MAIN_LASER);
    for (unsigned left = may.registers; left;) add(d, R05_REGISTER + rd_bit_take(&left));
    add_option_cards(d, may.options);
}

/* How a robot may return: bit 0 running, bit 1 powered down. */
static unsigned power_choices(const r05_match *m, const r05_state *s, int robot) {
    if (s->robot[robot].status & R05_ANNOUNCED) return 2; /* without R05-DOWN-5 it stands */
    return r05_may_power_down(m) && RD_RULE(R05_RETURN_5) ? 3 : 1;
}

/* A robot returns: cell, facing, powered down or not.  It is put down (Capture the Flag): cell and
** facing. */
static void ask_place(const r05_match *m, const r05_state *s, int robot, const uint16_t *pick,
                      int n, rd_decision *d) {
    uint16_t cell[RD_MAX_OPTIONS];
    bool power = s->ask == R05_ASK_REENTER;
    d->ordered = true;
    d->min = d->max = power ? 3 : 2;
    d->may_stop = n == d->max;
    if (n == 0) {
        int cells = r05_return_cells(m, s, robot, cell, RD_MAX_OPTIONS);
        for (int i = 0; i < cells; i++) add(d, R05_CELL + cell[i]);
    } else if (n == 1) {
        for (unsigned dirs = r05_facings(m, s, robot, (uint16_t)(pick[0] - R05_CELL)); dirs;)
            add(d, R05_FACE + rd_bit_take(&dirs));
    } else if (n == 2 && power) {
        for (unsigned left = power_choices(m, s, robot); left;) add(d, R05_NO + rd_bit_take(&left));
    }
}

static void ask_one(const r05_match *m, const r05_state *s, int robot, int kind, rd_decision *d,
                    int n) {
    d->min = d->max = 1;
    d->may_stop = n == 1;
    d->secret = kind == R05_ASK_CHOOSE_OPTION;
    if (n) return;
    if (kind == R05_ASK_FIRE_CONTROL) {
        ask_target(s, d);
    } else if (kind == R05_ASK_WEAPON) {
        rd_sight seen =
            rd_floor_sight(&m->floor, &s->robots, s->robots.cell[robot], s->robots.dir[robot]);
        add(d, R05_MAIN_LASER);
        add_option_cards(d, r05_weapons(s, robot, s->robot[robot].target, seen.distance));
    } else if (kind == R05_ASK_CHOOSE_OPTION) {
        uint32_t set = 0;
        for (int i = 0; i < R05_HAND_MAX; i++)
            if (s->robot[robot].spare[i] < R05_OPTIONS) set |= 1u << s->robot[robot].spare[i];
        add_option_cards(d, set);
    } else {
        if (kind == R05_ASK_PROTECT) add(d, R05_TAKE_IT);
        add_option_cards(d, s->has[robot]);
    }
}

static void decision(const rd_match *match, const rd_state *state, int actor, const uint16_t *pick,
                     int n, rd_decision *d) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    int kind = ask_kind(s);
    *d = (rd_decision){.kind = (uint16_t)kind, .actor = (uint8_t)actor, .subject = s->subject};
    switch (kind) {
    case R05_ASK_PROGRAM: r05_program_decision(m, s, actor, pick, n, d); break;
    case R05_ASK_ASIDE:
    case R05_ASK_FLYWHEEL: ask_leftover(s, actor, d, n); break;
    case R05_ASK_REENTER:
    case R05_ASK_PLACE: ask_place(m, s, actor, pick, n, d); break;
    case R05_ASK_WEAPON:
    case R05_ASK_FIRE_CONTROL:
    case R05_ASK_PROTECT:
    case R05_ASK_LOSE_OPTION:
    case R05_ASK_CHOOSE_OPTION: ask_one(m, s, actor, kind, d, n); break;
    default: ask_yes_no(d, n);
    }
}

/* ---- answers ---- */

static uint64_t count(const rd_match *m, const rd_state *s, int actor) {
    if (ask_kind(r05_state_of(s)) == R05_ASK_PROGRAM)
        return r05_program_count(r05_state_of(s), actor);
    return rd_count_by_decision(m, s, actor, UINT64_MAX);
}

static void nth(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a) {
    if (ask_kind(r05_state_of(s)) != R05_ASK_PROGRAM) {
        rd_nth_by_decision(m, s, actor, i, a);
        return;
    }
    *a = (rd_action){.actor = (uint8_t)actor};
    r05_program_nth(r05_state_of(s), actor, i, a);
}

static int draw_member(rd_prng *g, unsigned set) {
    return rd_bit_nth(set, (int)rd_prng_below(g, (uint32_t)rd_bit_count(set)));
}

static void sample_place(const r05_match *m, const r05_state *s, int robot, rd_prng *g,
                         rd_action *a) {
    uint16_t cell[RD_MAX_OPTIONS];
    uint32_t cells = (uint32_t)r05_return_cells(m, s, robot, cell, RD_MAX_OPTIONS);
    uint16_t to = cell[rd_prng_below(g, cells)];
    a->n = 2;
    a->pick[0] = (uint16_t)(R05_CELL + to);
    a->pick[1] = (uint16_t)(R05_FACE + draw_member(g, r05_facings(m, s, robot, to)));
    if (s->ask == R05_ASK_REENTER)
        a->pick[a->n++] = (uint16_t)(R05_NO + draw_member(g, power_choices(m, s, robot)));
}

static void sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    int kind = ask_kind(r05_state_of(s));
    a->kind = RD_ANSWER;
    a->actor = (uint8_t)actor;
    a->zero = 0;
    if (kind == R05_ASK_PROGRAM) {
        r05_program_sample(m, s, actor, g, a);
    } else if ((kind >= R05_ASK_POWER_DOWN && kind <= R05_ASK_CARD) || kind == R05_ASK_STAY_DOWN) {
        a->n = 1;
        a->pick[0] = (uint16_t)(R05_NO + rd_prng_below(g, 2));
    } else if (kind == R05_ASK_REENTER || kind == R05_ASK_PLACE) {
        sample_place(r05_match_of(m), r05_state_of(s), actor, g, a);
    } else {
        rd_sample_by_decision(m, s, actor, g, a);
    }
}

static void sample_whole(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                         rd_action *a) {
    nth(m, s, actor, rd_prng_below64(g, count(m, s, actor)), a);
}

/* The first option at each pick: the lowest cards, no extras, take the damage. */
static void fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    rd_decision d;
    *a = (rd_action){.actor = (uint8_t)actor};
    for (decision(m, s, actor, a->pick, 0, &d); !d.may_stop;
         decision(m, s, actor, a->pick, a->n, &d))
        a->pick[a->n++] = d.option[0];
}

static int rule_of(int kind) {
    switch (kind) {
    case R05_ASK_PROGRAM: return R05_PROG_1;
    case R05_ASK_ASIDE: return R05_CONDITIONAL_PROGRAM_1;
    case R05_ASK_FLYWHEEL: return R05_FLYWHEEL_1;
    case R05_ASK_REENTER: return R05_RETURN_1;
    case R05_ASK_PLACE: return R05_CAPTURE_THE_FLAG_1;
    case R05_ASK_PROTECT: return R05_PROTECT_1;
    case R05_ASK_LOSE_OPTION: return R05_DEATH_5;
    case R05_ASK_CHOOSE_OPTION: return R05_TRICKSY_1;
    case R05_ASK_WEAPON: return R05_WEAPON_1;
    case R05_ASK_FIRE_CONTROL: return R05_FIRE_CONTROL_1;
    default: return R05_ORDER_1;
    }
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    const r05_state *p = r05_state_of(s);
    if (p->stage == R05_AT_OVER) return RD_E_OVER;
    if (a->actor >= m->n_actors || !(pending(m, s) >> a->actor & 1)) return RD_E_NOT_ASKED;
    if (rule) *rule = (uint16_t)rule_of(ask_kind(p));
    if (a->kind == RD_TIME_UP) return a->n <= RD_MAX_PICKS ? RD_E_OK : RD_E_MALFORMED;
    return rd_check_by_decision(m, s, a);
}

/* ---- carrying out ---- */

/* A simultaneous answer is in. */
static void is_in(r05_state *s, int robot) {
    s->answered |= (uint8_t)(1 << robot);
    s->awaited &= (uint8_t) ~(1 << robot);
}

static void answer_program(r05_turn *t, const rd_action *a) {
    r05_state *s = t->s;
    if (a->kind == RD_TIME_UP) {
        r05_program_draft(s, a->actor, a);
        s->robot[a->actor].status |= R05_LATE;
        is_in(s, a->actor);
        R05_TELL(t, R05_EV_TIME_UP, R05_TIMER_4, a->actor, 0, 0, 0);
    } else if (a->pick[0] == R05_USE_RECOMPILE) {
        r05_recompile(t, a->actor);
        r05_await(t); /* it may have no choice left */
    } else {
        r05_program_store(s, a->actor, a);
        is_in(s, a->actor);
        R05_TELL(t, R05_EV_PROGRAMMED, R05_PROG_1, a->actor, 0, 0, 0);
    }
}

/* Kept until everybody has chosen: see r05_close_leftover. */
static void answer_leftover(r05_turn *t, const rd_action *a) {
    is_in(t->s, a->actor);
    if (a->pick[0] != R05_NO) t->s->robot[a->actor].choice = (uint8_t)a->pick[0];
}

static void answer_switch(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    r05_discard(s, &r->reg[s->reg]);
    r05_discard(s, &r->pair[s->reg]);
    r->reg[s->reg] = r->aside;
    r->aside = R05_NONE;
    r->blind &= (uint8_t) ~(1 << s->reg);
    R05_TELL(t, R05_EV_OPTION_USED, R05_CONDITIONAL_PROGRAM_2, robot, R05_CONDITIONAL_PROGRAM, 0,
             0);
}

static void answer_abort(r05_turn *t, int robot) {
    R05_TELL(t, R05_EV_OPTION_USED, R05_ABORT_SWITCH_1, robot, R05_ABORT_SWITCH, 0, 0);
    r05_replace_card(t, robot);
    t->s->robot[robot].status |= R05_ABORTED;
    t->effects |= RD_SHOWED;
}

static void answer_yes_no(r05_turn *t, int kind, int robot, bool yes) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    switch (kind) {
    case R05_ASK_POWER_DOWN:
        if (!yes) break;
        r->status |= R05_ANNOUNCED;
        R05_TELL(t, R05_EV_ANNOUNCED, R05_DOWN_1, robot, 0, 0, 0);
        break;
    case R05_ASK_GYRO:
        if (!yes) break;
        s->robots.steady |= (uint8_t)(1 << robot);
        R05_TELL(t, R05_EV_STEADY, R05_GYROSCOPIC_STABILIZER_1, robot, 0, 0, 0);
        break;
    case R05_ASK_CONDITIONAL:
        if (yes) answer_switch(t, robot);
        break;
    case R05_ASK_ABORT:
        if (yes) answer_abort(t, robot);
        break;
    case R05_ASK_CARD: r05_answer_card(t, robot, yes); break;
    case R05_ASK_STAY_DOWN:
        if (yes) break;
        r->status &= (uint8_t)~R05_DOWN;
        R05_TELL(t, R05_EV_POWERED_UP, R05_DOWN_6, robot, 0, 0, 0);
        break;
    default: assert(0 && "a question with yes and no");
    }
}

static void answer_place(r05_turn *t, const rd_action *a) {
    r05_state *s = t->s;
    s->robots.cell[a->actor] = s->robot[a->actor].archive = (uint16_t)(a->pick[0] - R05_CELL);
    s->robots.dir[a->actor] = (uint8_t)(a->pick[1] - R05_FACE);
    R05_TELL(t, R05_EV_REENTERED, R05_CAPTURE_THE_FLAG_1, a->actor, s->robots.cell[a->actor],
             s->robots.dir[a->actor], 0);
}

static void answer(r05_turn *t, int kind, const rd_action *a) {
    r05_state *s = t->s;
    s->ask = R05_ASK_NOTHING;
    switch (kind) {
    case R05_ASK_PROGRAM: answer_program(t, a); break;
    case R05_ASK_ASIDE:
    case R05_ASK_FLYWHEEL: answer_leftover(t, a); break;
    case R05_ASK_CHOOSE_OPTION:
        s->robot[a->actor].choice = (uint8_t)(a->pick[0] - R05_OPTION_CARD);
        is_in(s, a->actor);
        break;
    case R05_ASK_WEAPON: r05_answer_weapon(t, a->actor, a->pick[0]); break;
    case R05_ASK_FIRE_CONTROL: r05_answer_fire_control(t, a->actor, a->pick[0]); break;
    case R05_ASK_PROTECT: r05_answer_protect(t, a->actor, a->pick[0]); break;
    case R05_ASK_LOSE_OPTION:
        r05_lose_option(t, a->actor, a->pick[0] - R05_OPTION_CARD, R05_DEATH_5);
        break;
    case R05_ASK_REENTER: r05_answer_reenter(t, a->actor, a->pick); break;
    case R05_ASK_PLACE: answer_place(t, a); break;
    default: answer_yes_no(t, kind, a->actor, a->pick[0] == R05_YES);
    }
    s->subject = 0;
    s->asked = 0;
}

static uint32_t commit(const rd_match *m, rd_state *state, const rd_action *a, rd_sink *to) {
    r05_state *s = (r05_state *)state;
    r05_turn t = r05_turn_of(m, state, to);
    rd_action instead;
    int kind = ask_kind(s);
    if (a->kind == RD_TIME_UP && kind != R05_ASK_PROGRAM) {
        fallback(m, state, a->actor, &instead);
        a = &instead;
    }
    answer(&t, kind, a);
    if (s->awaited) return RD_STORED | t.effects;
    r05_run(&t);
    return t.effects;
}

static uint64_t registers(const rd_match *m, const rd_state *state) {
    (void)m;
    const r05_state *s = r05_state_of(state);
    if (!s->round) return 0;
    int begun = s->stage < R05_AT_CONDITIONAL ? 0 : s->reg + 1;
    return (uint64_t)(R05_REGISTERS * (s->round - 1) + begun);
}

/* ---- the table of the game ---- */

static const char *const NO_YES[] = {"no", "yes", NULL};
static const char *const YES_NO[] = {"yes", "no", NULL};
static const char *const LIVES[] = {"3", "4", NULL};
static const char *const FIRST[] = {"random", "0", "1", "2", "3", "4", "5", "6", "7", NULL};
static const char *const CAPTURE[] = {"life", "free", NULL};
static const char *const OPTION_SITES[] = {"register", "round", NULL};
static const char *const RACER[] = {"once", "lives", NULL};
static const char *const SUPERBOT[] = {"shot", "push", NULL};
static const rd_switch SWITCHES[] = {
    {"course", "risky-exchange", NULL},
    {"lives", "3", LIVES},
    {"options", "yes", YES_NO},
    {"play_on", "no", NO_YES},
    {"first", "random", FIRST},
    {"capture", "life", CAPTURE},
    {"option_sites", "register", OPTION_SITES},
    {"racer", "once", RACER},
    {"arm", "register", OPTION_SITES},
    {"superbot", "shot", SUPERBOT},
    {0},
};
static const char *const ASKS[] = {
#define X(name, word) word,
    R05_QUESTIONS(X)
#undef X
        NULL,
};
static const rd_event_spec EVENTS[] = {
#define X(name, word, checkpoint, quiet, args) {word, checkpoint, quiet, args},
    R05_EVENTS(X)
#undef X
        {0},
};
static const char *const RULES[] = {
#define X(name, id) id,
    R05_RULES(X)
#undef X
        NULL,
};

const rd_game rd_rally2005 = {
    .id = "rally2005",
    .rules_version = 2,
    .min_seats = 2,
    .max_seats = R05_ROBOTS,
    .match_size = sizeof(r05_match),
    .state_size = sizeof(r05_state),
    .hidden = true,
    .timed = true,
    .unit = "register",
    .switches = SWITCHES,
    .rules = RULES,
    .asks = ASKS,
    .events = EVENTS,
    .match_init = match_init,
    .start = start,
    .pending = pending,
    .decision = decision,
    .count = count,
    .nth = nth,
    .sample = sample,
    .sample_whole = sample_whole,
    .check = check,
    .commit = commit,
    .fallback = fallback,
    .units = registers,
    .outcome = r05_outcome,
    .redact = r05_redact,
    .determinize = r05_determinize,
    .valid = r05_valid,
    .print_state = r05_print_state,
    .parse_state = r05_parse_state,
    .print_action = r05_print_action,
    .parse_action = r05_parse_action,
    .describe = r05_describe,
    .arrange = r05_arrange,
    .settle = r05_settle,
    .prompt = r05_prompt,
    .option_words = r05_option_words,
    .noun = r05_noun,
    .status = r05_status,
    .picture = r05_picture,
    .actor_word = r05_actor_word,
};
