/* rally2005_scene.c - positions of scenario files, line by line; docs/fields/rally2005.md.
**
** The first line takes all hands back into the deck.  Lines then say what differs from the start;
** at the end whoever got no hand is dealt one, and the round goes on with programming.
*/
#include <string.h>

#include "floor/spell.h"
#include "games/rally2005/rally2005_int.h"

/* ---- moving cards by name ---- */

static bool pull_from(uint8_t *pile, uint8_t *n, int card) {
    for (int i = 0; i < *n; i++) {
        if (pile[i] != card) continue;
        memmove(pile + i, pile + i + 1, (size_t)(*n - i - 1));
        pile[--*n] = R05_NONE;
        return true;
    }
    return false;
}

bool r05_pull_card(r05_state *s, int card) {
    return pull_from(s->deck, &s->n_deck, card) || pull_from(s->discard, &s->n_discard, card);
}

static void undeal(const r05_match *m, r05_state *s) {
    s->arranging = 1;
    for (int i = 0; i < m->head.n_actors; i++)
        for (int k = 0; k < R05_HAND_MAX; k++) {
            uint8_t *place[] = {&s->robot[i].hand[k], &s->robot[i].spare[k]};
            for (int which = 0; which < 2; which++) {
                if (r05_is_card(*place[which]) && s->stage != R05_AT_SETUP)
                    s->deck[s->n_deck++] = *place[which];
                if (s->stage != R05_AT_SETUP) *place[which] = R05_NONE;
            }
        }
}

/* ---- reading ---- */

static bool scan_card(r05_state *s, rd_scan *in, uint8_t *card, rd_fault *f) {
    int priority = 0;
    if (!rd_scan_number(in, 10 * R05_CARDS, &priority, f)) return false;
    if (priority < 10 || priority % 10)
        return rd_fault_set(f, 0, rd_scan_column(in), "a card is its priority, 10 to 840");
    *card = (uint8_t)(priority / 10 - 1);
    return r05_pull_card(s, *card) ||
           rd_fault_set(f, 0, rd_scan_column(in), "card %d is already somewhere else", priority);
}

static int find_option(const char *word, size_t n) {
    for (int o = 0; o < R05_OPTIONS; o++)
        if (rd_span_is(word, n, r05_option_word[o])) return o;
    return R05_NONE;
}

static bool done(rd_scan *in, rd_fault *f) {
    rd_scan_blanks(in);
    return rd_scan_done(in) || rd_fault_set(f, 0, rd_scan_column(in), "too much on the line");
}

/* ---- lines of a robot: "twonky 5,3 north damage 2 options brakes flywheel" ---- */

static bool read_hand(r05_state *s, r05_robot *r, rd_scan *in, rd_fault *f) {
    int n = 0;
    for (int i = 0; i < R05_HAND_MAX; i++) { /* a later line replaces an earlier one */
        if (r05_is_card(r->hand[i])) s->deck[s->n_deck++] = r->hand[i];
        r->hand[i] = R05_NONE;
    }
    for (rd_scan_blanks(in); !rd_scan_done(in) && *in->at >= '0' && *in->at <= '9';
         rd_scan_blanks(in)) {
        if (n == R05_HAND_MAX) return rd_fault_set(f, 0, rd_scan_column(in), "too many cards");
        if (!scan_card(s, in, &r->hand[n++], f)) return false;
    }
    r05_sort_hand(r->hand);
    return true;
}

/* "locked 5:490": the register and the card that lies in it. */
static bool read_locked(r05_state *s, r05_robot *r, rd_scan *in, rd_fault *f) {
    int reg = 0;
    if (!rd_scan_number(in, R05_REGISTERS, &reg, f)) return false;
    if (reg < 1 || !rd_scan_char(in, ':'))
        return rd_fault_set(f, 0, rd_scan_column(in), "expected register:card, as in 5:490");
    if (!scan_card(s, in, &r->reg[reg - 1], f)) return false;
    if (rd_scan_char(in, '+') && !scan_card(s, in, &r->pair[reg - 1], f)) return false;
    r->locked |= (uint8_t)(1 << (reg - 1));
    r->open |= (uint8_t)(1 << (reg - 1));
    return true;
}

static bool take_option(r05_state *s, int option, rd_scan *in, rd_fault *f) {
    if (s->owner[option] == R05_IN_DECK && pull_from(s->option_deck, &s->n_option_deck, option))
        return true;
    return rd_fault_set(f, 0, rd_scan_column(in), "there is only one %s, and it is used already",
                        r05_option_word[option]);
}

static bool scan_robot(const r05_turn *t, rd_scan *in, uint8_t *robot, rd_fault *f) {
    const char *word;
    size_t n;
    int found = rd_scan_word(in, &word, &n) ? r05_robot_find(&t->m->head, word, n) : R05_NONE;
    if (found >= t->m->head.n_actors)
        return rd_fault_set(f, 0, rd_scan_column(in), "expected a robot that plays");
    *robot = (uint8_t)found;
    return true;
}

/* A flag that is carried does not lie on the floor. */
static void carry(r05_state *s, const r05_robot *r) {
    if (r->carries) s->flags.cell[r->carries - 1] = RD_NOWHERE;
}

/* The robot is out of the game: it has no life, no place and no cards. */
static void put_out(r05_turn *t, int robot) {
    t->s->robot[robot].lives = 0;
    t->s->last_cell = t->s->robots.cell[robot];
    r05_retire(t, robot);
    t->s->unsettled = 0;
}

static bool read_flag_word(r05_robot *r, const char *word, size_t n) {
    static const struct {
        const char *word;
        uint8_t status;
    } WORDS[] = {{"powered-down", R05_DOWN}, {"announced", R05_ANNOUNCED}};
    for (unsigned i = 0; i < 2; i++)
        if (rd_span_is(word, n, WORDS[i].word)) {
            r->status |= WORDS[i].status;
            return true;
        }
    return false;
}

static bool read_number_word(const r05_match *m, r05_robot *r, const char *word, size_t n,
                             rd_scan *in, bool *known, rd_fault *f) {
    struct {
        const char *word;
        uint8_t *place;
        int most;
    } words[] = {{"damage", &r->damage, R05_DEADLY - 1},
                 {"lives", &r->lives, 4},
                 {"flags", &r->flags, m->n_flags},
                 {"carries", &r->carries, m->n_flags}};
    for (unsigned i = 0; i < 4; i++) {
        if (!rd_span_is(word, n, words[i].word)) continue;
        int value = 0;
        *known = true;
        if (!rd_scan_number(in, words[i].most, &value, f)) return false;
        *words[i].place = (uint8_t)value;
        return true;
    }
    *known = false;
    return true;
}

static bool arrange_robot(r05_turn *t, int robot, rd_scan *in, rd_fault *f) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    const char *word;
    size_t n;
    while (rd_scan_word(in, &word, &n)) {
        bool known = false;
        if (word[0] >= '0' && word[0] <= '9') {
            in->at = word;
            uint16_t cell = 0;
            if (!rd_scan_cell(in, &t->m->floor, &cell, f) ||
                !rd_scan_dir(in, &s->robots.dir[robot], f))
                return false;
            int other = rd_body_at(&s->robots, cell);
            if (other != RD_NOBODY && other != robot) s->robots.cell[other] = s->robots.cell[robot];
            s->robots.cell[robot] = cell;
        } else if (rd_span_is(word, n, "archive")) {
            if (!rd_scan_cell(in, &t->m->floor, &r->archive, f)) return false;
        } else if (rd_span_is(word, n, "hand")) {
            if (!read_hand(s, r, in, f)) return false;
        } else if (rd_span_is(word, n, "locked")) {
            if (!read_locked(s, r, in, f)) return false;
        } else if (rd_span_is(word, n, "flywheel-card")) {
            if (!scan_card(s, in, &r->flywheel, f)) return false;
        } else if (rd_span_is(word, n, "tokens")) {
            int tokens = 0;
            if (!rd_scan_number(in, 4, &tokens, f)) return false;
            if (r05_has(s, robot, R05_ABLATIVE_COAT))
                s->tokens[R05_ABLATIVE_COAT] = (uint8_t)tokens;
            if (r05_has(s, robot, R05_MINI_HOWITZER))
                s->tokens[R05_MINI_HOWITZER] = (uint8_t)tokens;
        } else if (rd_span_is(word, n, "controlled-by")) {
            if (!scan_robot(t, in, &r->master, f)) return false;
        } else if (rd_span_is(word, n, "out")) {
            put_out(t, robot);
        } else if (find_option(word, n) != R05_NONE) {
            if (!take_option(s, find_option(word, n), in, f)) return false;
            r05_give_option(t, robot, find_option(word, n), R05_REPAIR_2);
        } else if (!rd_span_is(word, n, "options") && !read_flag_word(r, word, n)) {
            if (!read_number_word(t->m, r, word, n, in, &known, f)) return false;
            if (!known)
                return rd_fault_set(
                    f, 0, (uint32_t)(word - in->line_start) + 1,
                    "'%.*s' is not an option or a word for a robot: archive, damage, "
                    "lives, flags, carries, hand, locked, tokens, flywheel-card, "
                    "powered-down, announced, controlled-by, out",
                    (int)n, word);
        }
    }
    carry(s, r);
    r05_share_flags(t, robot);
    return true;
}

/* ---- the other lines ---- */

static bool stack_cards(r05_state *s, rd_scan *in, rd_fault *f) {
    uint8_t card[R05_CARDS];
    int n = 0;
    for (rd_scan_blanks(in); !rd_scan_done(in); rd_scan_blanks(in))
        if (n == R05_CARDS || !scan_card(s, in, &card[n++], f)) return false;
    for (int i = n - 1; i >= 0; i--) s->deck[s->n_deck++] = card[i];
    s->stacked = (uint8_t)(s->stacked + n);
    return true;
}

/* To the top of the deck, the first one drawn first, or to the discards. */
static bool stack_options(r05_state *s, rd_scan *in, bool discarded, rd_fault *f) {
    uint8_t option[R05_OPTIONS];
    const char *word;
    size_t size;
    int n = 0;
    while (rd_scan_word(in, &word, &size)) {
        int o = find_option(word, size);
        if (o == R05_NONE || n == R05_OPTIONS)
            return rd_fault_set(f, 0, rd_scan_column(in), "there is no option '%.*s'", (int)size,
                                word);
        if (!take_option(s, o, in, f)) return false;
        option[n++] = (uint8_t)o;
    }
    while (n) {
        if (discarded)
            s->owner[option[--n]] = R05_DISCARDED;
        else
            s->option_deck[s->n_option_deck++] = option[--n];
    }
    return true;
}

/* Toggle Boggle: "control 2 1" = flag 2 belongs to team 1; 0 = to nobody. */
static bool read_control(const r05_match *m, r05_state *s, rd_scan *in, rd_fault *f) {
    int flag = 0, team = 0;
    if (!rd_scan_number(in, m->n_flags, &flag, f) || !rd_scan_number(in, m->n_teams, &team, f))
        return false;
    if (flag < 1) return rd_fault_set(f, 0, 0, "flags are numbered from 1");
    s->control[flag - 1] = (uint8_t)team;
    return true;
}

static bool place_flag(const r05_match *m, r05_state *s, rd_scan *in, rd_fault *f) {
    int flag = 0;
    uint16_t cell = 0;
    if (!rd_scan_number(in, m->n_flags, &flag, f) || !rd_scan_cell(in, &m->floor, &cell, f))
        return false;
    if (flag < 1) return rd_fault_set(f, 0, 0, "flags are numbered from 1");
    s->flags.cell[flag - 1] = cell;
    return true;
}

bool r05_arrange(const rd_match *match, rd_state *state, const char *key, const char *rest,
                 rd_fault *f) {
    const r05_match *m = r05_match_of(match);
    r05_state *s = (r05_state *)state;
    r05_turn t = r05_turn_of(match, state, NULL);
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    int value = 0, robot = r05_robot_find(match, key, strlen(key));
    if (strcmp(key, "position") == 0) return r05_parse_state(match, rest, strlen(rest), state, f);
    if (!s->arranging) undeal(m, s);
    if (robot != R05_NONE) {
        if (robot >= match->n_actors) return rd_fault_set(f, 0, 0, "%s does not play", key);
        return arrange_robot(&t, robot, &in, f) && done(&in, f);
    }
    if (strcmp(key, "deck") == 0) return stack_cards(s, &in, f);
    if (strcmp(key, "option-deck") == 0) return stack_options(s, &in, false, f);
    if (strcmp(key, "option-discard") == 0) return stack_options(s, &in, true, f);
    if (strcmp(key, "control") == 0 && r05_on(m, R05_TOGGLE_FLAGS))
        return read_control(m, s, &in, f) && done(&in, f);
    if (strcmp(key, "flag") == 0) return place_flag(m, s, &in, f) && done(&in, f);
    if (strcmp(key, "round") == 0) {
        if (!rd_scan_number(&in, 1000, &value, f)) return false;
        s->round = (uint16_t)value;
        return done(&in, f);
    }
    if (strcmp(key, "bases") == 0 && r05_on(m, R05_CAPTURE_THE_FLAG)) {
        if (!rd_scan_number(&in, 2, &value, f)) return false;
        if (value < 1) return rd_fault_set(f, 0, 0, "the first team has board 1 or 2");
        s->swapped = value == 2;
        return done(&in, f);
    }
    if (strcmp(key, "first") == 0 || strcmp(key, "superbot") == 0) {
        robot = r05_robot_find(match, rest, strlen(rest));
        if (robot >= match->n_actors) return rd_fault_set(f, 0, 0, "no robot '%s' plays", rest);
        *(key[0] == 'f' ? &s->first : &s->superbot) = (uint8_t)robot;
        return true;
    }
    return rd_fault_set(f, 0, 0,
                        "rally2005 knows a robot's name, deck, option-deck, option-discard, flag, "
                        "control, round, first, superbot, bases and position, not '%s'",
                        key);
}

/* Capture the Flag: when every robot was placed by a line, the first round begins. */
static void end_placing(const r05_match *m, r05_state *s) {
    if (s->stage != R05_AT_SETUP || !r05_on(m, R05_CAPTURE_THE_FLAG)) return;
    for (int i = 0; i < m->head.n_actors; i++)
        if (!r05_on_floor(s, i)) return;
    for (int i = 0; i < m->head.n_actors; i++)
        if (s->robot[i].archive == RD_NOWHERE) s->robot[i].archive = s->robots.cell[i];
    s->ask = R05_ASK_NOTHING;
    s->asked = s->at = 0;
    s->round = 1;
    s->stage = R05_AT_PROGRAM;
}

bool r05_settle(const rd_match *match, rd_state *state, rd_sink *to, rd_fault *f) {
    r05_state *s = (r05_state *)state;
    if (s->arranging) {
        s->arranging = 0;
        r05_turn silent = r05_turn_of(match, state, NULL);
        for (int i = 0; i < match->n_actors; i++) /* what the lines have not locked themselves */
            if (r05_on_floor(s, i)) r05_lock_for_damage(&silent, i);
        r05_turn t = r05_turn_of(match, state, to);
        end_placing(t.m, s);
        if (s->stage == R05_AT_PROGRAM) r05_deal_rest(&t);
    }
    return r05_valid(match, state, f);
}
