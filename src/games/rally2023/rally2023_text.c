/* rally2023_text.c - positions and answers as texts that parse back to the same thing.
**
** Answers, as people may type them (case, commas and blanks do not matter):
**   program     "move1 rotate_left+move1 again": cards in register order, a second one after "+";
**               shorter "1 2 3 l r u b p a s" for the ten kinds
**   others      "yes", "no", "pass", "draw", "done", "shutdown", "laser", "left", "forward",
**               "pay 3", a facing ("n"), a cell ("5,3"), a robot ("hulk"), an upgrade ("brakes")
**               or what to do with one ("use boink", "install brakes"), a card ("hand spam")
** "_" stands for a register left empty in a draft, "-" for an empty draft.
**
** Position: "rally2023/2 COURSE ROUND.REGISTER ROBOTS PACKED".  The robots are for reading
** ("5,3n/4/1": cell and facing, energy, checkpoints); PACKED is the whole state, byte for byte.
*/
#include <string.h>

#include "core/packed.h"
#include "floor/spell.h"
#include "games/rally2023/rally2023_int.h"

_Static_assert(2 * sizeof(r23_state) + 300 < RD_TEXT_MAX, "a position fits its text");

/* ---- writing answers ---- */

/* Ranges of picks that are a word of a list, after a word that says what becomes of it. */
static const struct {
    const char *before;
    uint16_t first;
    bool upgrade; /* else a card */
} PHRASES[] = {
    {"use", R23_USE, true},         {"install", R23_INSTALL, true},
    {"remove", R23_REMOVE, true},   {"hold", R23_STANDING, true},
    {"hand", R23_FROM_HAND, false}, {"discard", R23_FROM_DISCARD, false},
    {"", R23_UPGRADE, true},        {"", 0, false},
};
enum { N_PHRASES = sizeof PHRASES / sizeof PHRASES[0] };

static const struct {
    const char *word;
    uint16_t pick;
} WORDS[] = {
    {"no", R23_NO},
    {"yes", R23_YES},
    {"draw", R23_DRAW_UPGRADE},
    {"done", R23_DONE},
    {"shutdown", R23_SHUT_DOWN},
    {"laser", R23_MAIN_LASER},
    {"not_again", R23_NOT_AGAIN},
    {"left", R23_TO_LEFT},
    {"right", R23_TO_RIGHT},
    {"forward", R23_FORWARD},
    {"backward", R23_BACKWARD},
    {"n", R23_FACE},
    {"e", R23_FACE + 1},
    {"s", R23_FACE + 2},
    {"w", R23_FACE + 3},
    {"_", RD_GAP},
    /* from here on: read, never written */
    {"pass", R23_NO},
    {"shut_down", R23_SHUT_DOWN},
    {"down", R23_SHUT_DOWN},
    {"quiet", R23_NOT_AGAIN},
    {"back", R23_BACKWARD},
    {"north", R23_FACE},
    {"east", R23_FACE + 1},
    {"south", R23_FACE + 2},
    {"west", R23_FACE + 3},
};
enum { N_WORDS = sizeof WORDS / sizeof WORDS[0] };

static void put_robot(int robot, rd_out *o) { r23_actor_word(NULL, NULL, robot, o); }

static void put_pick(const r23_match *m, uint16_t pick, rd_out *o) {
    if (pick >= R23_CELL && pick < R23_CELL + m->floor.n_cells) {
        rd_put_cell(o, &m->floor, (uint16_t)(pick - R23_CELL));
        return;
    }
    for (int i = 0; i < N_PHRASES; i++) {
        int at = pick - PHRASES[i].first;
        if (at < 0 || at >= (PHRASES[i].upgrade ? (int)R23_UPGRADES : (int)R23_KINDS)) continue;
        rd_put_text(o, PHRASES[i].before);
        if (PHRASES[i].before[0]) rd_put_char(o, ' ');
        rd_put_text(o, PHRASES[i].upgrade ? r23_upgrade_word[at] : r23_card_word[at]);
        return;
    }
    if (pick >= R23_PAY && pick <= R23_PAY + R23_HW07_MOST) {
        rd_put_text(o, "pay ");
        rd_put_int(o, pick - R23_PAY);
    } else if (pick >= R23_PLAYER && pick < R23_PLAYER + R23_ROBOTS) {
        put_robot(pick - R23_PLAYER, o);
    } else {
        int word = 0;
        while (word < N_WORDS && WORDS[word].pick != pick) word++;
        rd_put_text(o, word == N_WORDS         ? "?"
                       : pick == R23_NOT_AGAIN ? "not-again"
                                               : WORDS[word].word);
    }
}

void r23_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o) {
    bool window = r23_state_of(s)->ask == R23_ASK_USE;
    if (!a->n) rd_put_char(o, '-');
    for (int i = 0; i < a->n && i < RD_MAX_PICKS; i++) {
        uint16_t pick = a->pick[i];
        bool also = pick >= R23_ALSO && pick < R23_ALSO + R23_KINDS;
        if (i) rd_put_char(o, also ? '+' : ' ');
        if (window && pick == R23_NO)
            rd_put_text(o, "pass");
        else
            put_pick(r23_match_of(m), also ? (uint16_t)(pick - R23_ALSO) : pick, o);
    }
}

/* ---- reading answers ---- */

static int find_word(const char *const *list, int count, const char *word, size_t n) {
    for (int i = 0; i < count; i++)
        if (rd_span_like(word, n, list[i])) return i;
    return -1;
}

/* A register's card in short, or a plain word that means a card only there. */
static int short_card(const char *word, size_t n) {
    static const struct {
        const char *word;
        uint8_t kind;
    } SHORT[] = {
        {"1", R23_MOVE1},        {"2", R23_MOVE2},          {"3", R23_MOVE3},
        {"r", R23_RIGHT_CARD},   {"right", R23_RIGHT_CARD}, {"l", R23_LEFT_CARD},
        {"left", R23_LEFT_CARD}, {"u", R23_U_TURN},         {"uturn", R23_U_TURN},
        {"b", R23_BACK_CARD},    {"back", R23_BACK_CARD},   {"p", R23_POWER_UP},
        {"power", R23_POWER_UP}, {"a", R23_AGAIN},          {"s", R23_SPAM},
    };
    for (size_t i = 0; i < sizeof SHORT / sizeof SHORT[0]; i++)
        if (rd_span_like(word, n, SHORT[i].word)) return SHORT[i].kind;
    return -1;
}

/* A cell "col,row", or the energy of a payment; false when the word is neither. */
static bool number_pick(const r23_match *m, const char *word, size_t n, uint16_t *pick) {
    int64_t first, second;
    rd_scan in = rd_scan_text(word, n, 1);
    if (!rd_scan_int(&in, &first) || first < 0 || first > 99) return false;
    if (rd_scan_done(&in)) {
        *pick = (uint16_t)(R23_PAY + first);
        return first <= R23_HW07_MOST;
    }
    if (!rd_scan_char(&in, ',') || !rd_scan_int(&in, &second) || !rd_scan_done(&in) || second < 0 ||
        second > 99)
        return false;
    uint16_t cell = rd_floor_at(&m->floor, (int)first, (int)second);
    *pick = (uint16_t)(R23_CELL + cell);
    return cell != RD_NOWHERE;
}

/* What one word means where program cards (`programs`) or other things are asked. */
static bool word_pick(const r23_match *m, bool programs, const char *word, size_t n,
                      uint16_t *pick) {
    int found = programs ? short_card(word, n) : -1;
    if (found < 0) found = find_word(r23_card_word, R23_KINDS, word, n);
    if (found >= 0) {
        *pick = (uint16_t)found;
        return true;
    }
    if (number_pick(m, word, n, pick)) return true;
    for (int i = 0; i < N_WORDS; i++)
        if (rd_span_like(word, n, WORDS[i].word)) {
            *pick = WORDS[i].pick;
            return true;
        }
    found = find_word(r23_upgrade_word, R23_UPGRADES, word, n);
    if (found >= 0) {
        *pick = (uint16_t)(R23_UPGRADE + found);
        return true;
    }
    found = r23_robot_find(&m->head, word, n);
    *pick = (uint16_t)(R23_PLAYER + found);
    return found != R23_NONE;
}

static bool next_word(rd_scan *in, const char **word, size_t *n) {
    rd_scan_blanks(in);
    *word = in->at;
    while (!rd_scan_done(in) && *in->at != ' ' && *in->at != '\t' && *in->at != '+' &&
           *in->at != ';')
        in->at++;
    *n = (size_t)(in->at - *word);
    return *n > 0;
}

/* "use boink", "hand spam", "pay 3": two words that make one pick; else leaves `in` alone. */
static bool phrase_pick(rd_scan *in, uint16_t *pick) {
    rd_scan try = *in;
    const char *word, *what;
    size_t n, size;
    if (!next_word(&try, &word, &n) || !next_word(&try, &what, &size)) return false;
    if (rd_span_like(word, n, "pay") && size == 1 && what[0] >= '0' &&
        what[0] <= '0' + R23_HW07_MOST) {
        *pick = (uint16_t)(R23_PAY + what[0] - '0');
        *in = try;
        return true;
    }
    for (int i = 0; i < N_PHRASES; i++) {
        if (!PHRASES[i].before[0] || !rd_span_like(word, n, PHRASES[i].before)) continue;
        int found = PHRASES[i].upgrade ? find_word(r23_upgrade_word, R23_UPGRADES, what, size)
                                       : find_word(r23_card_word, R23_KINDS, what, size);
        if (found < 0) return false;
        *pick = (uint16_t)(PHRASES[i].first + found);
        *in = try;
        return true;
    }
    return false;
}

/* A bare upgrade is meant to be used where upgrades are used. */
static uint16_t meant(const r23_state *s, uint16_t pick) {
    bool uses = s->ask == R23_ASK_USE || s->ask == R23_ASK_SLIDE || s->stage == R23_AT_UPGRADE ||
                s->stage == R23_AT_PROGRAM;
    bool bare = pick >= R23_UPGRADE && pick < R23_UPGRADE + R23_UPGRADES;
    return uses && bare ? (uint16_t)(pick - R23_UPGRADE + R23_USE) : pick;
}

/* The second card of a register; the pair of Crab Legs may be named in either order. */
static uint16_t beside(uint16_t *first, uint16_t pick) {
    bool turns = pick == R23_LEFT_CARD || pick == R23_RIGHT_CARD;
    if (first && *first == R23_MOVE1 && turns) {
        *first = pick;
        pick = R23_MOVE1;
    }
    return (uint16_t)(pick + R23_ALSO);
}

/* Cards for Memory Cards are a set: they may be named in any order. */
static void sort_picks(rd_action *a) {
    for (int i = 1; i < a->n; i++)
        for (int k = i; k && a->pick[k] < a->pick[k - 1]; k--) {
            uint16_t held = a->pick[k];
            a->pick[k] = a->pick[k - 1];
            a->pick[k - 1] = held;
        }
}

bool r23_parse_action(const rd_match *m, const rd_state *state, int actor, const char *text,
                      size_t n, rd_action *a, rd_fault *f) {
    const r23_state *s = r23_state_of(state);
    bool programs = s->stage == R23_AT_PROGRAM && s->ask == R23_ASK_NOTHING;
    rd_scan in = rd_scan_text(text, n, 1);
    *a = (rd_action){.actor = (uint8_t)actor};
    rd_scan_blanks(&in);
    if (rd_scan_literal(&in, "-") && rd_scan_done(&in)) return true;
    in.at = text;
    for (rd_scan_blanks(&in); !rd_scan_done(&in); rd_scan_blanks(&in)) {
        bool also = rd_scan_char(&in, '+');
        rd_scan_blanks(&in);
        uint32_t column = rd_scan_column(&in);
        const char *word;
        size_t size;
        uint16_t pick;
        bool using = a->n && a->pick[a->n - 1] >= R23_USE; /* "use zoop s": a facing */
        bool read = phrase_pick(&in, &pick) ||
                    (next_word(&in, &word, &size) &&
                     word_pick(r23_match_of(m), programs && !using, word, size, &pick));
        if (!read)
            return rd_fault_set(f, 1, column,
                                "expected cards (move1 rotate_left+move1), yes, no, pass, done, "
                                "draw, an upgrade (use boink), a robot, a cell (5,3) or a facing");
        if (a->n == RD_MAX_PICKS) return rd_fault_set(f, 1, column, "too many words");
        if (also && pick < R23_KINDS) pick = beside(a->n ? &a->pick[a->n - 1] : NULL, pick);
        a->pick[a->n++] = meant(s, pick);
        rd_scan_char(&in, ';');
    }
    if (r23_ask_kind(s, actor) == R23_ASK_KEEP) sort_picks(a);
    return a->n > 0 || rd_fault_set(f, 1, 1, "an answer is missing");
}

/* ---- positions ---- */

static void put_robots(const r23_match *m, const r23_state *s, rd_out *o) {
    for (int i = 0; i < m->head.n_actors; i++) {
        rd_put_char(o, i ? ';' : ' ');
        rd_put_body(o, &m->floor, &s->robots, i);
        rd_put_char(o, '/');
        rd_put_int(o, s->robot[i].energy);
        rd_put_char(o, '/');
        rd_put_int(o, s->robot[i].checkpoints);
    }
}

#define FORM "rally2023/2 " /* + 1 whenever the layout of the state changes */

void r23_print_state(const rd_match *match, const rd_state *state, rd_out *o) {
    const r23_match *m = r23_match_of(match);
    const r23_state *s = r23_state_of(state);
    rd_put_text(o, FORM);
    rd_put_text(o, m->course[0] ? m->course : "-");
    rd_put_char(o, ' ');
    rd_put_int(o, s->round);
    rd_put_char(o, '.');
    rd_put_int(o, s->reg + 1);
    put_robots(m, s, o);
    rd_put_char(o, ' ');
    rd_put_packed(o, s, sizeof *s);
}

bool r23_parse_state(const rd_match *match, const char *text, size_t n, rd_state *state,
                     rd_fault *f) {
    r23_state s;
    if (!rd_parse_packed(match, FORM, text, n, (rd_state *)&s, f)) return false;
    memcpy(state, &s, sizeof s);
    return true;
}
