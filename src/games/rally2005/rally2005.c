/* rally2005.c - RoboRally 2005 behind the game interface: set-up, questions, answers. */
#include "games/rally2005/rally2005.h"

#include <string.h>

#include "base/inline.h"
#include "floor/build.h"
#include "floor/data.h"
#include "games/rally/rally_robots.h"
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
    return true;
}

/* Does no special rule change what happens in a register?  Boards turn between two of them. */
static bool is_plain_race(const r05_match *m) {
    unsigned outside = 1u << R05_DRAFT_OPTIONS | 1u << R05_START_DAMAGE | 1u << R05_NO_POWER_DOWN |
                       1u << R05_PROGRAM_LIMIT | 1u << R05_START_OPTIONS | 1u << R05_BOARD_TURNS;
    if (m->no_options) outside |= 1u << R05_SITES_GIVE_OPTIONS;
    unsigned on = 0;
    for (int i = 0; i < R05_SPECIAL_COUNT; i++) on |= (unsigned)(m->special[i] != 0) << i;
    return !(on & ~outside) && m->n_flags;
}

/* Teams sit by turns, so that each has every second (or n-th) dock. */
static bool form_teams(r05_match *m, const rd_course *c, rd_fault *f) {
    int seats = m->head.n_seats;
    m->n_teams = c->teams;
    if (c->team_size) m->n_teams = (uint8_t)(seats / c->team_size);
    if (!m->n_teams) return true;
    if (seats % m->n_teams || m->n_teams < 2)
        return rd_fault_set(f, 0, 0, "%d players cannot form the teams of this course", seats);
    for (int i = 0; i < seats && RD_RULE(R05_TEAM_1); i++)
        m->head.team_of[i] = (uint8_t)(i % m->n_teams);
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
    m->lives = RD_GIVEN(R05_SETUP_3, R05_LIVES);
    if (is_set(c, "lives", "4") && RD_RULE(R05_SETUP_4)) m->lives = R05_LIVES + 1;
    if (m->lives > R05_LIVES && m->head.n_seats <= R05_FEW)
        return rd_fault_set(f, 0, 0, "four lives are for six players or more");
    const char *robots = rd_config_get(&rd_rally2005, c, "robots");
    if (!rd_rally_robots(&m->head, robots, r05_robot_words, R05_ROBOTS, m->model, f)) return false;
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
    r->arm_by_register = is_set(c, "arm", "register") && RD_RULE(R05_MECHANICAL_ARM_5);
    r->superbot_by_push = is_set(c, "superbot", "push") && RD_RULE(R05_SUPERBOT_8);
    r->last_races = is_set(c, "last", "races") && RD_RULE(R05_WIN_7);
    return true;
}

static rd_err match_init(rd_match *match, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(match, &rd_rally2005, c, f);
    if (e) return e;
    r05_match *m = (r05_match *)match;
    const rd_game *g = match->game;
    const char *text;
    rd_course course;
    const rd_floor_options laid = {.pushers_hide = RD_RULE(R05_LASER_6),
                                   .fenced = !RD_RULE(R05_DEATH_3),
                                   .pits_part = RD_RULE(R05_BELT_10)};
    if (!rd_data_course("rally2005", rd_config_get(g, c, "course"), &course, &text, f) ||
        !rd_floor_build(&m->floor, &course, text, &laid, f) || !read_specials(m, &course, f) ||
        !form_teams(m, &course, f) || !check_course(m, &course, f))
        return RD_E_CONFIG;
    memcpy(m->course, course.label.id, sizeof m->course);
    r05_forget_floor_rules(&m->floor);
    m->works = rd_floor_at_work(&m->floor);
    if (!read_settings(m, c, f)) return RD_E_CONFIG;
    m->plain = is_plain_race(m);
    return RD_E_OK;
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

/* ---- answers ---- */

static uint64_t count(const rd_match *m, const rd_state *s, int actor) {
    if (r05_ask_kind(r05_state_of(s)) == R05_ASK_PROGRAM)
        return r05_program_count(r05_state_of(s), actor);
    return rd_count_by_decision(m, s, actor, UINT64_MAX);
}

static void nth(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a) {
    if (r05_ask_kind(r05_state_of(s)) != R05_ASK_PROGRAM) {
        rd_nth_by_decision(m, s, actor, i, a);
        return;
    }
    *a = (rd_action){.actor = (uint8_t)actor};
    r05_program_nth(r05_state_of(s), actor, i, a);
}

static int draw_member(rd_prng *g, unsigned set) {
    return rd_bit_nth(set, (int)rd_prng_below(g, (uint32_t)rd_bit_count(set)));
}

static RD_APART void sample_place(const rd_match *match, const rd_state *state, int robot,
                                  rd_prng *g, rd_action *a) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    uint16_t cell[RD_MAX_OPTIONS];
    uint32_t cells = (uint32_t)r05_return_cells(m, s, robot, cell, RD_MAX_OPTIONS);
    uint16_t to = cell[rd_prng_below(g, cells)];
    a->n = 2;
    a->pick[0] = (uint16_t)(R05_CELL + to);
    a->pick[1] = (uint16_t)(R05_FACE + draw_member(g, r05_facings(m, s, robot, to)));
    if (s->ask == R05_ASK_REENTER)
        a->pick[a->n++] = (uint16_t)(R05_NO + draw_member(g, r05_power_choices(m, s, robot)));
}

static void sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    int kind = r05_ask_kind(r05_state_of(s));
    a->kind = RD_ANSWER;
    a->actor = (uint8_t)actor;
    a->zero = 0;
    if (kind == R05_ASK_PROGRAM) {
        r05_program_sample(m, s, actor, g, a);
    } else if ((kind >= R05_ASK_POWER_DOWN && kind <= R05_ASK_CARD) || kind == R05_ASK_STAY_DOWN) {
        a->n = 1;
        a->pick[0] = (uint16_t)(R05_NO + rd_prng_below(g, 2));
    } else if (kind == R05_ASK_REENTER || kind == R05_ASK_PLACE) {
        sample_place(m, s, actor, g, a);
    } else {
        rd_sample_by_decision(m, s, actor, g, a);
    }
}

static void sample_whole(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                         rd_action *a) {
    nth(m, s, actor, rd_prng_below64(g, count(m, s, actor)), a);
}

/* The first option at each pick: the lowest cards, no extras, take the damage.  No card is set
 * aside. */
static void fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    rd_decision d;
    *a = (rd_action){.actor = (uint8_t)actor};
    for (r05_decision(m, s, actor, a->pick, 0, &d); !d.may_stop;
         r05_decision(m, s, actor, a->pick, a->n, &d)) {
        bool leftover = d.kind == R05_ASK_ASIDE || d.kind == R05_ASK_FLYWHEEL;
        a->pick[a->n++] = leftover ? R05_NO : d.option[0];
    }
}

/* What is legal at a glance, as most answers are; the others are checked question by question. */
static bool is_plain(const r05_state *s, const rd_action *a) {
    switch (r05_ask_kind(s)) {
    case R05_ASK_PROGRAM: return r05_is_plain_program(s, a);
    case R05_ASK_POWER_DOWN:
    case R05_ASK_STAY_DOWN: return a->n == 1 && (a->pick[0] == R05_NO || a->pick[0] == R05_YES);
    default: return false;
    }
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    const r05_state *p = r05_state_of(s);
    if (p->stage == R05_AT_OVER) return RD_E_OVER;
    if (a->actor >= m->n_actors || !(pending(m, s) >> a->actor & 1)) return RD_E_NOT_ASKED;
    if (a->kind == RD_TIME_UP) return a->n <= RD_MAX_PICKS ? RD_E_OK : RD_E_MALFORMED;
    if (a->kind == RD_ANSWER && is_plain(p, a)) return RD_E_OK;
    rd_err e = rd_check_by_decision(m, s, a);
    if (e == RD_E_ILLEGAL && rule) *rule = (uint16_t)r05_refused_by(m, s, a);
    return e;
}

/* ---- carrying out ---- */

static inline uint32_t carry_out(r05_turn *t, const rd_match *m, const rd_action *a) {
    r05_state *s = t->s;
    rd_action instead;
    int kind = r05_ask_kind(s);
    if (a->kind == RD_TIME_UP && kind != R05_ASK_PROGRAM) {
        fallback(m, (rd_state *)s, a->actor, &instead);
        a = &instead;
    }
    r05_answer(t, kind, a);
    if (s->awaited) return RD_STORED | t->effects;
    r05_run(t);
    return t->effects;
}

/* What lies where is told at the end of an answer, as each may know it.  An answer that is only
** stored changes nothing on the mats of others, and without options nothing on its own. */
__attribute__((noinline)) static uint32_t commit_aloud(const rd_match *m, rd_state *state,
                                                       const rd_action *a, rd_sink *to) {
    const r05_state *s = r05_state_of(state);
    bool stored = s->awaited & ~(1u << a->actor); /* others have not answered yet */
    unsigned own = s->has[a->actor] ? 1u << a->actor : 0;
    unsigned whose = stored ? own : (1u << m->n_actors) - 1;
    r05_mats before;
    r05_see_mats(s, whose, &before);
    r05_turn t;
    r05_turn_begin(&t, m, state, to);
    uint32_t done = carry_out(&t, m, a);
    r05_tell_mats(&t, &before, whose);
    return done;
}

static uint32_t commit(const rd_match *m, rd_state *state, const rd_action *a, rd_sink *to) {
    if (to) return commit_aloud(m, state, a, to);
    if (r05_quick_store(m, (r05_state *)state, a)) return RD_STORED;
    r05_turn t = r05_turn_of(m, state, NULL);
    return carry_out(&t, m, a);
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
static const char *const ARM[] = {"round", "register", NULL};
static const char *const SUPERBOT[] = {"shot", "push", NULL};
static const char *const LAST[] = {"wins", "races", NULL};
static const rd_switch SWITCHES[] = {
    {"course", "risky-exchange", NULL},
    {"lives", "3", LIVES},
    {"options", "yes", YES_NO},
    {"play_on", "no", NO_YES},
    {"first", "random", FIRST},
    {"robots", "-", NULL},
    {"capture", "life", CAPTURE},
    {"option_sites", "register", OPTION_SITES},
    {"racer", "once", RACER},
    {"arm", "round", ARM},
    {"superbot", "shot", SUPERBOT},
    {"last", "wins", LAST},
    {0},
};
static const rd_ask_spec ASKS[] = {
#define X(name, word, about, options, says) {word, about, options, says},
    R05_QUESTIONS(X)
#undef X
        {0},
};
static const rd_event_spec EVENTS[] = {
#define X(name, word, level, says, effects, ...) {word, level, says, effects, {__VA_ARGS__}},
    R05_EVENTS(X)
#undef X
        {0},
};
static const char *const RULES[] = {R05_RULES(RD_RULE_ID) NULL};

const rd_game rd_rally2005 = {
    .id = "rally2005",
    .rules_version = RD_RULES(4),
    .min_seats = 2,
    .max_seats = R05_ROBOTS,
    .match_size = sizeof(r05_match),
    .state_size = sizeof(r05_state),
    .hidden = true,
    .timed = true,
    .unit = "register",
    .part = "card",
    .switches = SWITCHES,
    .rules = RULES,
    .types = r05_types,
    .fields = r05_fields,
    .options = r05_option_ranges,
    .asks = ASKS,
    .events = EVENTS,
    .match_init = match_init,
    .start = r05_start,
    .pending = pending,
    .decision = r05_decision,
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
    .describe_setup = r05_describe_setup,
    .prompt = r05_prompt,
    .option_words = r05_option_words,
    .noun = r05_noun,
    .status = r05_status,
    .picture = r05_picture,
    .preview = r05_preview,
    .actor_word = r05_actor_word,
#ifndef RD_SMALL /* a browser reads no scenario files and judges no courses */
    .arrange = r05_arrange,
    .settle = r05_settle,
#endif
};
