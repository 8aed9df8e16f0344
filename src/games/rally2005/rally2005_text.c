/* rally2005_text.c - positions and answers as texts that parse back to the same thing.
**
** Answers, as people may type them (case, commas and blanks do not matter):
**   program     "490 70 670+80 10 840": priorities in register order, a second card after "+";
**               "recompile", or "recompile brakes" to discard an option against its damage
**   others      "yes", "no", "take", "laser", a priority, an option ("brakes"),
**               a register ("r3"), a cell and a facing ("5,3 n"), then "down" or "up"
** "_" stands for a register left empty in a draft, "-" for an empty draft.
**
** Position: "rally2005/2 COURSE ROUND.REGISTER ROBOTS PACKED".  The robots are for reading
** ("5,3n/2/3/1": cell and facing, damage, lives, flags); PACKED is the whole state, byte for byte.
*/
#include <string.h>

#include "core/packed.h"
#include "floor/spell.h"
#include "games/rally2005/rally2005_int.h"

/* ---- answers ---- */

static void put_pick(const r05_match *m, uint16_t pick, rd_out *o) {
    if (pick < R05_CARDS) {
        rd_put_int(o, r05_priority(pick));
    } else if (pick >= R05_CELL && pick < R05_CELL + m->floor.n_cells) {
        rd_put_cell(o, &m->floor, (uint16_t)(pick - R05_CELL));
    } else if (pick >= R05_OPTION_CARD && pick < R05_OPTION_CARD + R05_OPTIONS) {
        rd_put_text(o, r05_option_word[pick - R05_OPTION_CARD]);
    } else if (pick >= R05_FACE && pick < R05_FACE + 4) {
        rd_put_char(o, "nesw"[pick - R05_FACE]);
    } else if (pick >= R05_REGISTER && pick < R05_REGISTER + R05_REGISTERS) {
        rd_put_char(o, 'r');
        rd_put_int(o, pick - R05_REGISTER + 1);
    } else {
        rd_put_text(o, pick == R05_NO              ? "no"
                       : pick == R05_YES           ? "yes"
                       : pick == R05_USE_RECOMPILE ? "recompile"
                       : pick == R05_TAKE_IT       ? "take"
                       : pick == R05_MAIN_LASER    ? "laser"
                                                   : "_");
    }
}

void r05_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o) {
    bool power = r05_state_of(s)->ask == R05_ASK_REENTER;
    if (!a->n) rd_put_char(o, '-');
    for (int i = 0; i < a->n && i < RD_MAX_PICKS; i++) {
        uint16_t pick = a->pick[i];
        bool also = pick >= R05_ALSO && pick < R05_ALSO + R05_CARDS;
        if (i) rd_put_char(o, also ? '+' : ' ');
        if (power && i == 2)
            rd_put_text(o, pick == R05_YES ? "down" : "up");
        else
            put_pick(r05_match_of(m), also ? (uint16_t)(pick - R05_ALSO) : pick, o);
    }
}

/* A priority, or a cell "col,row"; false when the word is neither. */
static bool number_pick(const r05_match *m, rd_scan *in, uint16_t *pick) {
    int64_t first, second;
    if (!rd_scan_int(in, &first)) return false;
    if (rd_scan_char(in, ',')) {
        if (!rd_scan_int(in, &second) || first < 0 || second < 0 || first > 99 || second > 99)
            return false;
        uint16_t cell = rd_floor_at(&m->floor, (int)first, (int)second);
        *pick = (uint16_t)(R05_CELL + cell);
        return cell != RD_NOWHERE;
    }
    if (first < 10 || first > 10 * R05_CARDS || first % 10) return false;
    *pick = (uint16_t)(first / 10 - 1);
    return true;
}

static bool word_pick(const char *word, size_t n, uint16_t *pick) {
    static const struct {
        const char *word;
        uint16_t pick;
    } WORDS[] = {
        {"no", R05_NO},
        {"yes", R05_YES},
        {"up", R05_NO},
        {"down", R05_YES},
        {"take", R05_TAKE_IT},
        {"laser", R05_MAIN_LASER},
        {"n", R05_FACE},
        {"e", R05_FACE + 1},
        {"s", R05_FACE + 2},
        {"w", R05_FACE + 3},
        {"north", R05_FACE},
        {"east", R05_FACE + 1},
        {"south", R05_FACE + 2},
        {"west", R05_FACE + 3},
        {"recompile", R05_USE_RECOMPILE},
        {"damage", R05_MAIN_LASER},
        {"_", RD_GAP},
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (rd_span_like(word, n, WORDS[i].word)) {
            *pick = WORDS[i].pick;
            return true;
        }
    for (int o = 0; o < R05_OPTIONS; o++)
        if (rd_span_like(word, n, r05_option_word[o])) {
            *pick = (uint16_t)(R05_OPTION_CARD + o);
            return true;
        }
    if (n == 2 && (word[0] | 32) == 'r' && word[1] >= '1' && word[1] <= '5') {
        *pick = (uint16_t)(R05_REGISTER + word[1] - '1');
        return true;
    }
    return false;
}

static bool is_word_end(char c) { return c == ' ' || c == '\t' || c == '+' || c == ';'; }

bool r05_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                      rd_action *a, rd_fault *f) {
    bool programs = r05_state_of(s)->stage == R05_AT_PROGRAM;
    rd_scan in = rd_scan_text(text, n, 1);
    *a = (rd_action){.actor = (uint8_t)actor};
    rd_scan_blanks(&in);
    if (rd_scan_literal(&in, "-") && rd_scan_done(&in)) return true;
    in.at = text;
    for (rd_scan_blanks(&in); !rd_scan_done(&in); rd_scan_blanks(&in)) {
        bool also = rd_scan_char(&in, '+');
        rd_scan_blanks(&in);
        const char *word = in.at;
        while (!rd_scan_done(&in) && !is_word_end(*in.at)) in.at++;
        rd_scan number = rd_scan_text(word, (size_t)(in.at - word), 1);
        uint16_t pick;
        bool read = (number_pick(r05_match_of(m), &number, &pick) && rd_scan_done(&number)) ||
                    word_pick(word, (size_t)(in.at - word), &pick);
        if (!read)
            return rd_fault_set(f, 1, (uint32_t)(word - text) + 1,
                                "expected priorities (490 70+670), yes, no, an option, r1-r5, a "
                                "cell (5,3) or a facing (n)");
        if (a->n == RD_MAX_PICKS)
            return rd_fault_set(f, 1, (uint32_t)(word - text) + 1, "too many words");
        if (pick == R05_USE_RECOMPILE && (!programs || a->n))
            pick = R05_OPTION_CARD + R05_RECOMPILE;
        if (also && pick < R05_CARDS) pick = (uint16_t)(pick + R05_ALSO);
        a->pick[a->n++] = pick;
        rd_scan_char(&in, ';');
    }
    return a->n > 0 || rd_fault_set(f, 1, 1, "an answer is missing");
}

/* ---- positions ---- */

static void put_robots(const r05_match *m, const r05_state *s, rd_out *o) {
    for (int i = 0; i < m->head.n_actors; i++) {
        const r05_robot *r = &s->robot[i];
        rd_put_char(o, i ? ';' : ' ');
        rd_put_body(o, &m->floor, &s->robots, i);
        const int number[] = {r->damage, r->lives, r->flags};
        for (int k = 0; k < 3; k++) {
            rd_put_char(o, '/');
            rd_put_int(o, number[k]);
        }
    }
}

#define FORM "rally2005/2 " /* + 1 whenever the layout of the state changes */

void r05_print_state(const rd_match *match, const rd_state *state, rd_out *o) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
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

bool r05_parse_state(const rd_match *match, const char *text, size_t n, rd_state *state,
                     rd_fault *f) {
    r05_state s;
    if (!rd_parse_packed(match, FORM, text, n, (rd_state *)&s, f)) return false;
    memcpy(state, &s, sizeof s);
    return true;
}
