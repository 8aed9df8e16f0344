/* rally2023.c - Robo Rally 2023 behind the game interface: set-up, start, answers, the table. */
#include "games/rally2023/rally2023.h"

#include <string.h>

#include "floor/build.h"
#include "floor/data.h"
#include "games/rally/rally_robots.h"
#include "games/rally2023/rally2023_int.h"

/* ---- the match ---- */

enum { MOST_CHECKPOINTS = 6 };

static bool is_set(const rd_config *c, const char *key, const char *value) {
    return strcmp(rd_config_get(&rd_rally2023, c, key), value) == 0;
}

static bool read_settings(r23_match *m, const rd_config *c, rd_fault *f) {
    const char *first = rd_config_get(&rd_rally2023, c, "first");
    m->first = R23_NONE;
    if (first[0] != 'r' && RD_RULE(R23_SETUP_7)) m->first = (uint8_t)(first[0] - '0');
    if (m->first != R23_NONE && m->first >= m->head.n_seats)
        return rd_fault_set(f, 0, 0, "there is no seat %d to begin", m->first);
    const char *robots = rd_config_get(&rd_rally2023, c, "robots");
    if (!rd_rally_robots(&m->head, robots, r23_robot_words, R23_ROBOTS, m->model, f)) return false;
    m->light = is_set(c, "upgrades", "no") && RD_RULE(R23_LIGHT_1);
    m->fenced = is_set(c, "edges", "walls") && RD_RULE(R23_FENCED_1);
    m->less_spam = is_set(c, "spam", "discard");
    m->dynamic = is_set(c, "archive", "dynamic");
    m->competitive = is_set(c, "start", "competitive");
    m->less_foresight = is_set(c, "shuffle", "all");
    for (int energy = 0; energy <= R23_DEAREST; energy++)
        for (int u = 0; u < R23_UPGRADES; u++)
            m->payable[energy] |= (uint64_t)(r23_upgrade_cost[u] <= energy) << u;
    m->seconds = is_set(c, "timer", "120") ? 120 : is_set(c, "timer", "180") ? 180 : 0;
    return true;
}

static bool read_rules(r23_match *m, const rd_course *c, rd_fault *f) {
    m->reboot_damage = 2;
    for (int i = 0; i < c->n_rules; i++) {
        const rd_course_rule *rule = &c->rule[i];
        if (strcmp(rule->word, "reboot_damage") != 0)
            return rd_fault_set(f, rule->line, 0, "rally2023 has no special rule '%s'", rule->word);
        if (rule->value < 0 || rule->value > 9)
            return rd_fault_set(f, rule->line, 0, "rule reboot_damage cannot be %d",
                                (int)rule->value);
        m->reboot_damage = (uint8_t)rule->value;
    }
    return true;
}

/* A reboot token on every factory board (the floor refuses two), none on the dock. */
static bool read_tokens(r23_match *m, const rd_course *c, rd_fault *f) {
    for (int i = 0; i < c->n_tokens; i++) {
        const rd_course_token *token = &c->token[i];
        uint16_t cell = rd_floor_at(&m->floor, token->col, token->row);
        int piece = m->floor.cell[cell].piece;
        if (m->floor.piece[piece].dock)
            return rd_fault_set(f, token->line, 0, "a reboot token cannot lie on the dock");
        m->token[piece] = (r23_token){.cell = cell, .dir = token->dir};
    }
    for (int p = 0; p < m->floor.n_pieces && !m->dynamic; p++)
        if (!m->floor.piece[p].dock && !m->token[p].cell)
            return rd_fault_set(f, c->piece[p].line, 0, "a factory board needs a reboot token");
    return true;
}

static bool read_starts(r23_match *m, const rd_course *c, rd_fault *f) {
    m->facings = c->facings;
    for (int i = 0; i < c->n_closed; i++) {
        uint16_t cell = rd_floor_at(&m->floor, c->closed[i].col, c->closed[i].row);
        int start = 0; /* the floor has looked: there is one */
        while (m->floor.start[start].cell != cell) start++;
        m->closed |= 1u << start;
    }
    if (m->competitive && RD_RULE(R23_COMPETE_2)) m->closed = 0;
    int open = m->floor.n_starts - rd_bit_count(m->closed);
    if (open < m->head.n_seats)
        return rd_fault_set(f, 0, 0, "the course has %d open starts for %d robots", open,
                            m->head.n_seats);
    return true;
}

/* What lies under checkpoints and reboot tokens is off.  Dynamic archiving has no tokens. */
static bool build_floor(r23_match *m, rd_course *c, const char *text, rd_fault *f) {
    rd_course laid = *c;
    if ((m->dynamic && RD_RULE(R23_ARCHIVE_3)) || !RD_RULE(R23_COVER_2)) laid.n_tokens = 0;
    if (!RD_RULE(R23_COVER_1)) laid.n_flags = 0;
    const rd_floor_options options = {.cover = true, .fenced = m->fenced || !RD_RULE(R23_REBOOT_2)};
    if (!rd_floor_build(&m->floor, &laid, text, &options, f)) return false;
    for (int i = 0; i < c->n_pieces && RD_RULE(R23_SHEET_1); i++) {
        int other = rd_course_same_sheet(c, i, text);
        if (other != RD_NO_PIECE)
            return rd_fault_set(f, c->piece[i].line, 0,
                                "%s and %s are two sides of one sheet: they cannot lie together",
                                c->piece[other].board, c->piece[i].board);
    }
    if (c->n_flags < 1 || c->n_flags > MOST_CHECKPOINTS)
        return rd_fault_set(f, 0, 0, "a course has 1 to %d checkpoints, not %d", MOST_CHECKPOINTS,
                            c->n_flags);
    m->n_checkpoints = c->n_flags;
    for (int i = 0; i < c->n_flags; i++)
        m->checkpoint[i] = rd_floor_at(&m->floor, c->flag[i].col, c->flag[i].row);
    for (int i = 0; i < c->n_flags; i++)
        m->floor.cell[m->checkpoint[i]].mark |= R23_MARK_CHECKPOINT;
    if (c->players && !(c->players >> m->head.n_seats & 1))
        return rd_fault_set(f, 0, 0, "the course %s is not for %d players", c->label.id,
                            m->head.n_seats);
    return true;
}

static rd_err match_init(rd_match *match, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(match, &rd_rally2023, c, f);
    if (e) return e;
    r23_match *m = (r23_match *)match;
    m->everybody = (uint8_t)((1 << match->n_actors) - 1);
    const char *text, *value = rd_config_get(match->game, c, "course");
    rd_course course;
    if (!read_settings(m, c, f) || !rd_data_course("rally2023", value, &course, &text, f) ||
        !build_floor(m, &course, text, f) || !read_rules(m, &course, f) ||
        !read_tokens(m, &course, f) || !read_starts(m, &course, f))
        return RD_E_CONFIG;
    memcpy(m->course, course.label.id, sizeof m->course);
    r23_forget_floor_rules(&m->floor);
    m->works = rd_floor_at_work(&m->floor);
    return RD_E_OK;
}

/* ---- answers ---- */

static uint32_t pending(const rd_match *m, const rd_state *s) {
    const r23_state *p = r23_state_of(s);
    return p->stage == R23_AT_OVER ? 0 : r23_asked(r23_match_of(m), p);
}

static bool programs(const rd_state *s, int actor) {
    return r23_ask_kind(r23_state_of(s), actor) == R23_ASK_PROGRAM;
}

static uint64_t count(const rd_match *m, const rd_state *s, int actor) {
    return programs(s, actor) ? r23_program_count(m, s, actor)
                              : rd_count_by_decision(m, s, actor, UINT64_MAX);
}

static void nth(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a) {
    if (programs(s, actor))
        r23_program_nth(m, s, actor, i, a);
    else
        rd_nth_by_decision(m, s, actor, i, a);
}

static void sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    a->kind = RD_ANSWER;
    a->actor = (uint8_t)actor;
    a->zero = 0;
    int kind = r23_ask_kind(r23_state_of(s), actor);
    if (kind == R23_ASK_PROGRAM) {
        r23_program_sample(m, s, actor, g, a);
    } else if (kind == R23_ASK_UPGRADE) {
        r23_upgrade_sample(m, s, actor, g, a);
    } else if (kind == R23_ASK_FACE) { /* every robot that returns */
        a->n = 1;
        a->pick[0] = (uint16_t)(R23_FACE + rd_prng_below(g, 4));
    } else {
        rd_sample_by_decision(m, s, actor, g, a);
    }
}

static void sample_whole(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                         rd_action *a) {
    nth(m, s, actor, rd_prng_below64(g, count(m, s, actor)), a);
}

/* The first option at each pick: the lowest cards, no extras; the upgrade phase is left at once. */
static void fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    rd_decision d;
    *a = (rd_action){.actor = (uint8_t)actor};
    if (r23_ask_kind(r23_state_of(s), actor) == R23_ASK_UPGRADE) {
        a->pick[a->n++] = R23_DONE;
        return;
    }
    for (r23_decision(m, s, actor, a->pick, 0, &d); !d.may_stop;
         r23_decision(m, s, actor, a->pick, a->n, &d))
        a->pick[a->n++] = d.option[0];
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    const r23_state *p = r23_state_of(s);
    if (p->stage == R23_AT_OVER) return RD_E_OVER;
    if (a->actor >= m->n_actors || !(pending(m, s) >> a->actor & 1)) return RD_E_NOT_ASKED;
    if (a->kind == RD_TIME_UP) return a->n <= RD_MAX_PICKS ? RD_E_OK : RD_E_MALFORMED;
    int ask = a->kind == RD_ANSWER ? r23_ask_kind(p, a->actor) : R23_ASK_NOTHING;
    if (ask == R23_ASK_PROGRAM && r23_is_plain_program(p, a)) return RD_E_OK;
    if (R23_ROOM && ask == R23_ASK_UPGRADE && r23_is_plain_step(r23_match_of(m), p, a))
        return RD_E_OK;
    bool faces = a->n == 1 && a->pick[0] >= R23_FACE && a->pick[0] < R23_FACE + 4;
    if (ask == R23_ASK_FACE && faces) return RD_E_OK;
    rd_err e = rd_check_by_decision(m, s, a);
    if (e && rule) *rule = (uint16_t)r23_refused_by(r23_match_of(m), p, a);
    return e;
}

/* While a simultaneous phase is open, an answer draws from its actor's own stream only. */
static uint32_t carry_out(r23_turn *t, const rd_match *m, const rd_action *a, rd_sink *to) {
    rd_state *state = (rd_state *)t->s;
    r23_state *s = (r23_state *)state;
    rd_action instead;
    bool together = s->ask == R23_ASK_NOTHING;
    r23_turn_begin(t, m, state, to, together ? 1 + (uint32_t)a->actor : 0);
    if (a->kind == RD_TIME_UP && r23_ask_kind(s, a->actor) != R23_ASK_PROGRAM) {
        fallback(m, state, a->actor, &instead);
        if (s->stage == R23_AT_PROGRAM) { /* Memory Swap was asked: it is the program's time */
            r23_answer(t, &instead);
            instead = (rd_action){.kind = RD_TIME_UP, .actor = a->actor};
        }
        a = &instead;
    }
    r23_answer(t, a);
    if (together) {
        if (r23_somebody_asked(t->m, s)) return RD_STORED | t->effects;
        rd_draw_begin(&t->chance, &s->key, 0, s->used[0]);
    }
    r23_run(t);
    return t->effects;
}

/* What lies where is told at the end of an answer, as each may know it.  An answer that is only
** stored changes nothing on the mats of others. */
static RD_APART uint32_t commit_aloud(const rd_match *m, rd_state *state, const rd_action *a,
                                      rd_sink *to) {
    r23_state before; /* but for chance and the agenda, which lie on no mat */
    size_t from = offsetof(r23_state, before);
    memcpy((uint8_t *)&before + from, (const uint8_t *)state + from, m->game->state_size - from);
    r23_turn t;
    t.s = (r23_state *)state;
    uint32_t done = carry_out(&t, m, a, to);
    if (done & RD_STORED) r23_tell_status(&t, R23_ORDER_1); /* it may have drawn an upgrade */
    r23_tell_mats(&t, &before, done & RD_STORED ? 1u << a->actor : t.m->everybody);
    return done;
}

static RD_APART uint32_t commit_silently(const rd_match *m, rd_state *state, const rd_action *a) {
    r23_turn t;
    t.s = (r23_state *)state;
    return carry_out(&t, m, a, NULL);
}

static uint32_t commit(const rd_match *m, rd_state *state, const rd_action *a, rd_sink *to) {
    return to ? commit_aloud(m, state, a, to) : commit_silently(m, state, a);
}

/* ---- the end ---- */

static bool outcome(const rd_match *match, const rd_state *state, rd_outcome *o) {
    const r23_state *s = r23_state_of(state);
    bool over = s->stage == R23_AT_OVER;
    if (!o) return over;
    *o = (rd_outcome){0};
    for (int i = 0; i < match->n_actors; i++) {
        int place = 1;
        for (int k = 0; k < match->n_actors; k++) {
            bool ahead = s->robot[k].checkpoints > s->robot[i].checkpoints;
            place += ahead && RD_RULE(R23_CHECK_3);
        }
        o->place[match->seat_of[i]] = (int8_t)place;
        o->score[match->seat_of[i]] = s->robot[i].checkpoints;
    }
    return over;
}

static uint64_t registers_begun(const rd_match *m, const rd_state *state) {
    const r23_state *s = r23_state_of(state);
    (void)m;
    if (!s->round) return 0;
    return (uint64_t)(s->round - 1) * R23_REGISTERS + (s->stage >= R23_AT_BEGIN ? s->reg + 1 : 0);
}

/* ---- the table of the game ---- */

static const char *const YES_NO[] = {"yes", "no", NULL};
static const char *const FIRST[] = {"random", "0", "1", "2", "3", "4", "5", NULL};
static const char *const EDGES[] = {"open", "walls", NULL};
static const char *const SPAM[] = {"keep", "discard", NULL};
static const char *const ARCHIVE[] = {"tokens", "dynamic", NULL};
static const char *const START[] = {"free", "competitive", NULL};
static const char *const TIMER[] = {"0", "120", "180", NULL};
static const char *const SHUFFLE[] = {"deck", "all", NULL};
static const rd_switch SWITCHES[] = {
    {"course", "morning-workout", NULL},
    {"first", "random", FIRST},
    {"robots", "-", NULL},
    {"upgrades", "yes", YES_NO},
    {"edges", "open", EDGES},
    {"spam", "keep", SPAM},
    {"archive", "tokens", ARCHIVE},
    {"start", "free", START},
    {"timer", "0", TIMER},
    {"shuffle", "deck", SHUFFLE},
    {0},
};
static const rd_ask_spec ASKS[] = {
#define X(name, word, about, options, says) {word, about, options, says},
    R23_QUESTIONS(X)
#undef X
        {0},
};
static const rd_event_spec EVENTS[] = {
#define X(name, word, level, says, effects, ...) {word, level, says, effects, {__VA_ARGS__}},
    R23_EVENTS(X)
#undef X
        {0},
};
static const char *const RULES[] = {R23_RULES(RD_RULE_ID) NULL};
static const rd_confidence CONFIDENCE[] = {
    {"boards", "source"},
    {"programming_cards", "rulebook"},
    {"damage_counts", "source"},
    {"haywires_shown", "rulebook"},
    {"haywires_told", "single"},
    {"upgrades", "rulebook"},
    {"robots_named", "rulebook"},
    {"robots_added", "designed"},
    {"courses", "rulebook"},
    {"course_layouts", "designed"},
    {0},
};

const rd_game rd_rally2023 = {
    .id = "rally2023",
    .rules_version = RD_RULES(3),
    .min_seats = 2,
    .max_seats = R23_ROBOTS,
    .match_size = sizeof(r23_match),
    .state_size = sizeof(r23_state),
    .hidden = true,
    .timed = true,
    .unit = "register",
    .part = "card",
    .units = registers_begun,
    .switches = SWITCHES,
    .rules = RULES,
    .types = r23_types,
    .fields = r23_fields,
    .options = r23_option_ranges,
    .asks = ASKS,
    .events = EVENTS,
    .confidence = CONFIDENCE,
    .match_init = match_init,
    .start = r23_start,
    .pending = pending,
    .decision = r23_decision,
    .count = count,
    .nth = nth,
    .sample = sample,
    .sample_whole = sample_whole,
    .check = check,
    .commit = commit,
    .fallback = fallback,
    .outcome = outcome,
    .redact = r23_redact,
    .determinize = r23_determinize,
    .valid = r23_valid,
    .print_state = r23_print_state,
    .parse_state = r23_parse_state,
    .print_action = r23_print_action,
    .parse_action = r23_parse_action,
    .describe = r23_describe,
    .describe_setup = r23_describe_setup,
    .prompt = r23_prompt,
    .option_words = r23_option_words,
    .noun = r23_noun,
    .status = r23_status,
    .picture = r23_picture,
    .preview = r23_preview,
    .actor_word = r23_actor_word,
#ifndef RD_SMALL /* a browser reads no scenario files and judges no courses */
    .arrange = r23_arrange,
    .settle = r23_settle,
    .advise = rd_rally2023_advise,
#endif
};
