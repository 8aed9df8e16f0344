/* rally2023_words.c - the race for people: words, status, picture. */
#include <string.h>

#include "core/wire.h"
#include "floor/draw.h"
#include "floor/spell.h"
#include "games/rally2023/rally2023_int.h"

int r23_robot_find(const rd_match *m, const char *word, size_t n) {
    for (int i = 0; i < R23_ROBOTS; i++)
        if (rd_span_is(word, n, r23_robot_word(m, i))) return i;
    return R23_NONE;
}

/* ---- words ---- */

void r23_actor_word(const rd_match *m, const rd_state *s, int actor, rd_out *o) {
    (void)s;
    rd_put_text(o, r23_robot_word(m, actor));
}

/* Questions that have another sentence where something else stands behind them. */
static const char *other_prompt(const r23_state *s, const rd_decision *d) {
    const r23_robot *r = &s->robot[d->actor];
    switch (d->kind) {
    case R23_ASK_DRILL: return r23_on_floor(s, d->subject) ? NULL : "rally2023.ask.drill_fallen";
    case R23_ASK_PROGRAM:
        return r23_empty_registers(r) && r->n_hand ? NULL : "rally2023.ask.program_full";
    case R23_ASK_FACE: return d->subject ? "rally2023.ask.face_return" : NULL;
    case R23_ASK_DROP: return d->subject == R23_HW12 ? NULL : "rally2023.ask.drop_may";
    case R23_ASK_SHIELD:
        return s->agenda.n && s->agenda.frame[s->agenda.n - 1].a < 0 ? "rally2023.ask.shield_wall"
                                                                     : NULL;
    default: return NULL;
    }
}

void r23_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    static const char *const KEY[R23_ASK_COUNT] = {
#define X(name, word, about, options, says) "rally2023.ask." word,
        R23_QUESTIONS(X)
#undef X
    };
    (void)m;
    const r23_state *state = r23_state_of(s);
    const r23_robot *r = &state->robot[d->actor];
    const char *other = other_prompt(state, d);
    const rd_frame *top = state->agenda.n ? &state->agenda.frame[state->agenda.n - 1] : NULL;
    int last = r->energy;
    if (d->kind == R23_ASK_SHIELD && top) last = top->a; /* the shooter */
    if (d->kind == R23_ASK_LUCKY) last = r->reg[state->reg];
    *p = (rd_phrase){other ? other : KEY[d->kind], {d->actor, d->subject, state->reg + 1, last}};
}

/* Picks that are a range of cards, upgrades, robots ... with a word for the whole range. */
static const struct {
    uint16_t first, n;
    const char *key;
} RANGES[] = {
    {0, R23_KINDS, "rally2023.option.card"},
    {R23_ALSO, R23_KINDS, "rally2023.option.also"},
    {R23_PAY, R23_HW07_MOST + 1, "rally2023.option.pay"},
    {R23_PLAYER, R23_ROBOTS, "rally2023.option.robot"},
    {R23_FACE, 4, "rally2023.option.face"},
    {R23_USE, R23_UPGRADES, "rally2023.option.use"},
    {R23_INSTALL, R23_UPGRADES, "rally2023.option.install"},
    {R23_REMOVE, R23_UPGRADES, "rally2023.option.remove"},
    {R23_STANDING, R23_UPGRADES, "rally2023.option.hold"},
    {R23_UPGRADE, R23_UPGRADES, "rally2023.option.upgrade"},
    {R23_FROM_HAND, R23_KINDS, "rally2023.option.from_hand"},
    {R23_FROM_DISCARD, R23_KINDS, "rally2023.option.from_discard"},
    {R23_CELL, RD_FLOOR_CELLS, "rally2023.option.cell"},
};

static const char *single_key(uint16_t option, int ask) {
    switch (option) {
    case R23_YES: return "rally2023.option.yes";
    case R23_DRAW_UPGRADE: return "rally2023.option.draw";
    case R23_DONE: return "rally2023.option.done";
    case R23_SHUT_DOWN: return "rally2023.option.shutdown";
    case R23_MAIN_LASER: return "rally2023.option.laser";
    case R23_NOT_AGAIN: return "rally2023.option.not_again";
    case R23_TO_LEFT: return "rally2023.option.left";
    case R23_TO_RIGHT: return "rally2023.option.right";
    case R23_FORWARD: return "rally2023.option.forward";
    case R23_BACKWARD: return "rally2023.option.backward";
    default: return ask == R23_ASK_USE ? "rally2023.option.pass" : "rally2023.option.no";
    }
}

void r23_option_words(const rd_match *m, const rd_state *state, const rd_decision *d,
                      uint16_t option, rd_phrase *p) {
    const r23_state *s = r23_state_of(state);
    (void)m;
    *p = (rd_phrase){single_key(option, d->kind), {0}};
    for (unsigned i = 0; i < sizeof RANGES / sizeof RANGES[0]; i++) {
        if (option < RANGES[i].first || option >= RANGES[i].first + RANGES[i].n) continue;
        int at = option - RANGES[i].first;
        *p = (rd_phrase){RANGES[i].key, {at}};
        if (!RANGES[i].first) { /* where there is a choice, it says how many are in hand */
            int n = d->n > 1 ? r23_in_hand(&s->robot[d->actor], at) : 1;
            p->arg[1] = n > 1 ? n : 1;
        }
        if (RANGES[i].first == R23_INSTALL) p->arg[1] = r23_upgrade_cost[at];
        if (RANGES[i].first == R23_STANDING && s->order_for[at] & R23_HELD)
            p->key = "rally2023.option.release";
    }
}

static void put_key(rd_out *o, const char *group, const char *word) {
    rd_put_text(o, "@rally2023.");
    rd_put_text(o, group);
    rd_put_char(o, '.');
    rd_put_text(o, word);
}

/* A register in the status: its card, both of a pair, "?" or "-". */
enum { PAIRED = 256 };

static void put_slot(int32_t value, rd_out *o) {
    int card = value & 255;
    if (value & PAIRED && (card == R23_LEFT_CARD || card == R23_RIGHT_CARD))
        put_key(o, "crab", r23_card_word[card]);
    else if (r23_is_card(card))
        put_key(o, "card", r23_card_word[card]);
    else
        rd_put_char(o, card == R23_UNKNOWN ? '?' : '-');
}

/* Types whose values are the words of a list. */
static bool listed_noun(const char *type, int32_t value, rd_out *o) {
    static const struct {
        const char *noun;
        int type;
    } LISTS[] = {
        {"upgrade", R23_T_UPGRADE}, {"upgrade_text", R23_T_UPGRADE}, {"card", R23_T_CARD},
        {"dir", R23_T_DIR},         {"window", R23_T_WINDOW},
    };
    for (unsigned i = 0; i < sizeof LISTS / sizeof LISTS[0]; i++) {
        const rd_type *t = &r23_types[LISTS[i].type];
        if (strcmp(type, LISTS[i].noun) != 0) continue;
        bool known = rd_is_value(t, value), torn = LISTS[i].type == R23_T_DIR && value == RD_NO_DIR;
        if (!known && !torn) return LISTS[i].type == R23_T_CARD; /* no second card */
        put_key(o, LISTS[i].noun, torn ? "none" : t->words[value]);
        return true;
    }
    return false;
}

bool r23_noun(const rd_match *match, const char *type, int32_t value, rd_out *o) {
    const r23_match *m = r23_match_of(match);
    if (listed_noun(type, value, o)) return true;
    if (strcmp(type, "robot") == 0 && value >= 0 && value < R23_ROBOTS) {
        put_key(o, "robot", r23_robot_word(match, value));
        return true;
    }
    if (strcmp(type, "sign") == 0 && value >= 0 && value < R23_ROBOTS) { /* as in the picture */
        rd_put_char(o, (char)('A' + value));
        return true;
    }
    if (strcmp(type, "slot") == 0) {
        put_slot(value, o);
        return true;
    }
    if (strcmp(type, "cell") != 0 || value <= 0 || value >= m->floor.n_cells) return false;
    rd_put_int(o, m->floor.cell[value].col);
    rd_put_char(o, ',');
    rd_put_int(o, m->floor.cell[value].row);
    return true;
}

/* ---- beside the board ---- */

/* Lines are counted down: `line` is how many are still to be passed over. */
typedef struct lines {
    int left;
    rd_phrase *p;
} lines;

static bool is_line(lines *l, rd_phrase phrase) {
    if (l->left--) return false;
    *l->p = phrase;
    return true;
}

static bool upgrade_lines(const r23_state *s, int i, lines *l) {
    for (int u = 0; u < R23_UPGRADES; u++) {
        const char *key = s->place[u] != i             ? "rally2023.status.spare"
                          : s->order_for[u] & R23_HELD ? "rally2023.status.held"
                                                       : "rally2023.status.upgrade";
        if ((s->place[u] == i || s->place[u] == R23_SPARE + i) &&
            is_line(l, (rd_phrase){key, {i, u, r23_upgrade_cost[u]}}))
            return true;
    }
    return false;
}

static bool card_lines(const r23_state *s, int i, lines *l) {
    const r23_robot *r = &s->robot[i];
    int slot[R23_REGISTERS], laid = 0, waiting = 0;
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        slot[reg] = r->reg[reg] | (r->pair[reg] != R23_NONE ? PAIRED : 0);
        laid += r->reg[reg] != R23_NONE;
        waiting += r->under[reg] != R23_NONE;
    }
    if (laid && is_line(l, (rd_phrase){"rally2023.status.program",
                                       {i, slot[0], slot[1], slot[2], slot[3], slot[4]}}))
        return true;
    if (waiting && is_line(l, (rd_phrase){"rally2023.status.waiting",
                                          {i, r->under[0], r->under[1], r->under[2], r->under[3],
                                           r->under[4]}}))
        return true;
    if (r->n_kept && is_line(l, (rd_phrase){"rally2023.status.kept", {i, r->n_kept}})) return true;
    return r->shown && is_line(l, (rd_phrase){"rally2023.status.shown", {i, r->top[r->shown - 1]}});
}

static const char *phase_key(const r23_state *s) {
    if (!s->round) return "rally2023.status.setup";
    if (s->stage <= R23_AT_UPGRADE) return "rally2023.status.upgrading";
    return s->stage < R23_AT_BEGIN ? "rally2023.status.programming" : "rally2023.status.round";
}

static const char *robot_key(const r23_match *m, const r23_robot *r) {
    if (r->status & R23_FALLEN)
        return m->light ? "rally2023.status.light_fallen" : "rally2023.status.fallen";
    if (r->status & R23_DOWN)
        return m->light ? "rally2023.status.light_down" : "rally2023.status.down";
    return m->light ? "rally2023.status.light" : "rally2023.status.robot";
}

bool r23_status(const rd_match *match, const rd_state *state, int line, rd_phrase *p) {
    const r23_match *m = r23_match_of(match);
    const r23_state *s = r23_state_of(state);
    lines l = {line, p};
    if (is_line(&l, (rd_phrase){phase_key(s), {s->round, s->reg + 1, s->first}})) return true;
    for (int i = 0; i < match->n_actors; i++) {
        const r23_robot *r = &s->robot[i];
        if (is_line(&l, (rd_phrase){robot_key(m, r),
                                    {i, match->seat_of[i], r->checkpoints, r->energy, r->spam,
                                     r->n_spare}}))
            return true;
        if (r->status & R23_FALLEN &&
            is_line(&l, (rd_phrase){"rally2023.status.returns", {i, r23_home(m, s, i).cell}}))
            return true;
    }
    for (int i = 0; i < match->n_actors; i++)
        if (card_lines(s, i, &l) || upgrade_lines(s, i, &l)) return true;
    return false;
}

/* ---- the floor: robots by letter and facing, checkpoints by number, tokens by arrow ---- */

enum { MARKS = 2 * R23_ROBOTS + R23_CHECKPOINTS + RD_MAX_PIECES + RD_MAX_STARTS };

static int lay_marks(const r23_match *m, const r23_state *s, rd_mark *mark) {
    int n = 0;
    for (int i = 0; i < m->n_checkpoints; i++)
        mark[n++] =
            (rd_mark){.kind = RD_DRAW_FLAG, .sign = (char)('1' + i), .cell = m->checkpoint[i]};
    for (int i = 0; i < m->floor.n_pieces && !m->dynamic; i++)
        mark[n++] =
            (rd_mark){.kind = RD_DRAW_TOKEN, .dir = m->token[i].dir, .cell = m->token[i].cell};
    for (int i = 0; i < m->head.n_actors && m->dynamic; i++)
        mark[n++] = (rd_mark){.kind = RD_DRAW_TOKEN,
                              .dir = s->robot[i].arrow,
                              .role = "RGYUVC"[i],
                              .cell = s->robot[i].archive};
    for (int i = 0; i < m->floor.n_starts && !s->round; i++)
        if (s->closed >> i & 1)
            mark[n++] = (rd_mark){.kind = RD_DRAW_CLOSED, .cell = m->floor.start[i].cell};
    return n;
}

void r23_picture(const rd_match *match, const rd_state *state, rd_style style, rd_out *o) {
    const r23_match *m = r23_match_of(match);
    const r23_state *s = r23_state_of(state);
    rd_mark mark[MARKS];
    int n = 0;
    for (int i = 0; i < s->robots.n; i++)
        mark[n++] = (rd_mark){.kind = RD_DRAW_ROBOT,
                              .dir = s->robots.dir[i],
                              .sign = (char)('A' + i),
                              .role = "RGYUVC"[i],
                              .cell = s->robots.cell[i]};
    n += lay_marks(m, s, mark + n);
    rd_floor_draw(&m->floor, s->robots.turns, mark, n, style, o);
}
