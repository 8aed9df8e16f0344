/* rally2023_scene.c - positions of scenario files, line by line; docs/fields/rally2023.md.
**
** The first line puts all robots on the first open starts and takes hands and spare upgrades back.
** Lines then say what differs; at the end whoever got no hand draws one, and the game stands in the
** programming phase, or in the upgrade phase where a line asks for it.
*/
#include <string.h>

#include "floor/data.h"
#include "floor/spell.h"
#include "games/rally2023/rally2023_int.h"

enum { ARRANGING = 1, FROM_UPGRADES = 2 };

/* ---- taking things from where they are ---- */

/* From the bottom up: what a line has stacked on top is taken last. */
static bool pull_from(uint8_t *pile, uint8_t *n, uint8_t *stacked, int card) {
    for (int i = 0; i < *n; i++) {
        if (pile[i] != card) continue;
        if (i >= *n - *stacked) --*stacked;
        memmove(pile + i, pile + i + 1, (size_t)(*n - i - 1));
        pile[--*n] = R23_NONE;
        return true;
    }
    return false;
}

static bool pull_damage(r23_state *s, int card) {
    uint8_t none = 0;
    return pull_from(s->damage, &s->n_damage, &s->damage_stacked, card) ||
           pull_from(s->damage_discard, &s->n_damage_discard, &none, card);
}

/* What a line has stacked on the deck is taken last. */
static bool pull_own(r23_robot *r, int card) {
    uint8_t none = 0;
    if (r23_count_of(r->deck, card)) {
        r->deck -= r23_one(card);
    } else if (!pull_from(r->top, &r->stacked, &none, card)) {
        if (!r23_count_of(r->discard, card)) return false;
        r->discard -= r23_one(card);
        r->n_discard--;
        return true;
    }
    r->n_deck--;
    return true;
}

/* An ordinary card comes from the player's own deck or discard, another from the damage deck. */
static bool pull_card(r23_state *s, int robot, int card) {
    r23_robot *r = &s->robot[robot];
    if (r23_is_ordinary(card)) return pull_own(r, card);
    if (!pull_damage(s, card)) return false;
    r->spam = (uint8_t)(r->spam + (card == R23_SPAM));
    return true;
}

/* Own cards and SPAM go to the deck, Haywires below the damage deck. */
static void hand_back(r23_state *s, int robot) {
    r23_robot *r = &s->robot[robot];
    for (uint32_t set = r->haywires; set; s->n_damage++) {
        memmove(s->damage + 1, s->damage, s->n_damage);
        s->damage[0] = (uint8_t)rd_bit_take(&set);
    }
    r->deck += r->hand;
    r->n_deck = (uint8_t)(r->n_deck + r23_total(r->hand));
    r->hand = r->haywires = r->n_hand = 0;
    r->status &= (uint8_t)~R23_REWIRED;
}

static void begin_arranging(r23_turn *t) {
    r23_state *s = t->s;
    r23_place_rest(t);
    s->arranging = ARRANGING;
    for (int i = 0; i < t->m->head.n_actors; i++) hand_back(s, i);
    for (int i = 0; i < t->m->head.n_actors; i++) s->robot[i].n_spare = 0;
    for (int u = 0; u < R23_UPGRADES; u++)
        if (s->place[u] != R23_IN_DECK) r23_place_upgrade(s, u, R23_IN_DECK);
}

/* ---- reading ---- */

static bool scan_byte(rd_scan *in, int most, uint8_t *out, rd_fault *f) {
    int value = 0;
    if (!rd_scan_number(in, most, &value, f)) return false;
    *out = (uint8_t)value;
    return true;
}

static int find_in(const char *const *list, int count, const char *word, size_t n) {
    for (int i = 0; i < count; i++)
        if (rd_span_is(word, n, list[i])) return i;
    return R23_NONE;
}

/* The words that follow as long as they are in the list; returns how many, at most `most`. */
static int scan_words(rd_scan *in, const char *const *list, int count, uint8_t *found, int most) {
    int n = 0;
    const char *word;
    size_t size;
    for (rd_scan before = *in; n < most && rd_scan_word(in, &word, &size); before = *in) {
        int at = find_in(list, count, word, size);
        if (at == R23_NONE) {
            *in = before;
            break;
        }
        found[n++] = (uint8_t)at;
    }
    return n;
}

static bool done(rd_scan *in, rd_fault *f) {
    rd_scan_blanks(in);
    return rd_scan_done(in) || rd_fault_set(f, 0, rd_scan_column(in), "too much on the line");
}

/* ---- words of a robot's line ---- */

static bool missing(rd_scan *in, int card, rd_fault *f) {
    return rd_fault_set(f, 0, rd_scan_column(in), "card %s is already somewhere else",
                        r23_card_word[card]);
}

/* "hand", "deck", "discard", "kept" and the cards after it. */
static bool read_pile(r23_state *s, int robot, const char *name, rd_scan *in, rd_fault *f) {
    r23_robot *r = &s->robot[robot];
    uint8_t card[R23_HAND_MAX];
    if (name[0] == 'h') hand_back(s, robot); /* a later line replaces an earlier one */
    int n = scan_words(in, r23_card_word, R23_KINDS, card, R23_HAND_MAX);
    for (int i = 0; i < n; i++) {
        bool plain = r23_is_ordinary(card[i]);
        if (name[0] == 'k' && !plain)
            return rd_fault_set(f, 0, rd_scan_column(in), "Memory Cards keep no damage cards");
        if (name[0] != 'h' && r23_is_haywire(card[i]))
            return rd_fault_set(f, 0, rd_scan_column(in), "Haywires are in hand or in registers");
        if (!pull_card(s, robot, card[i])) return missing(in, card[i], f);
    }
    for (int i = 0; i < n; i++) {
        if (name[0] == 'h') r23_hand_add(r, card[i]);
        if (name[0] == 'k') r->kept += r23_one(card[i]), r->n_kept++;
        if (name[0] == 'd' && name[1] == 'e') r23_stack_card(r, card[n - 1 - i]);
        if (name[0] == 'd' && name[1] == 'i') r23_to_own(r, card[i]);
        if (name[0] == 'h' && r23_is_haywire(card[i])) r->status |= R23_REWIRED;
    }
    return true;
}

/* "haywires 3:hw10 5:hw02": face down in registers, for this round. */
static bool read_haywires(r23_state *s, int robot, rd_scan *in, rd_fault *f) {
    r23_robot *r = &s->robot[robot];
    for (rd_scan_blanks(in); !rd_scan_done(in) && *in->at >= '1' && *in->at <= '5';
         rd_scan_blanks(in)) {
        rd_scan before = *in;
        int reg = *in->at++ - '1';
        const char *word;
        size_t n;
        if (!rd_scan_char(in, ':')) { /* a cell follows */
            *in = before;
            return true;
        }
        int card = rd_scan_word(in, &word, &n) ? find_in(r23_card_word, R23_KINDS, word, n) : 0;
        if (!r23_is_haywire(card) || r->reg[reg] != R23_NONE)
            return rd_fault_set(f, 0, rd_scan_column(in),
                                "expected register:Haywire, as in 3:hw10");
        if (!pull_damage(s, card)) return missing(in, card, f);
        r->reg[reg] = (uint8_t)card;
    }
    return true;
}

static bool read_upgrades(r23_state *s, int place, rd_scan *in, rd_fault *f) {
    uint8_t upgrade[R23_UPGRADES];
    int n = scan_words(in, r23_upgrade_word, R23_UPGRADES, upgrade, R23_UPGRADES);
    for (int i = 0; i < n; i++) {
        if (s->place[upgrade[i]] != R23_IN_DECK)
            return rd_fault_set(f, 0, rd_scan_column(in),
                                "there is only one %s, and it is used already",
                                r23_upgrade_word[upgrade[i]]);
        r23_place_upgrade(s, upgrade[i], place);
        if (place >= R23_SPARE) s->robot[place - R23_SPARE].n_spare++;
    }
    return true;
}

static bool read_place(const r23_match *m, r23_state *s, int robot, rd_scan *in, rd_fault *f) {
    uint16_t cell = 0;
    if (!rd_scan_cell(in, &m->floor, &cell, f) || !rd_scan_dir(in, &s->robots.dir[robot], f))
        return false;
    int other = rd_body_at(&s->robots, cell);
    if (other != RD_NOBODY && other != robot) s->robots.cell[other] = s->robots.cell[robot];
    s->robots.cell[robot] = cell;
    return true;
}

/* The piece of that name, or of that number from 1; -1 = none. */
static int find_piece(const r23_match *m, const char *word, size_t n) {
    const rd_data_file *file = rd_data_find("course", "rally2023", m->course);
    rd_course c;
    if (file && rd_course_parse(&c, file->text, file->size, NULL))
        for (int i = 0; i < c.n_pieces; i++)
            if (rd_span_is(word, n, c.piece[i].board)) return i;
    return n == 1 && word[0] >= '1' && word[0] - '1' < m->floor.n_pieces ? word[0] - '1' : -1;
}

/* "fallen in-and-out": off the floor, back in register 1 on that board's token; "fallen dock": on
** its archive token. */
static bool read_fallen(const r23_match *m, r23_state *s, int robot, rd_scan *in, rd_fault *f) {
    r23_robot *r = &s->robot[robot];
    const char *word;
    size_t n;
    if (!rd_scan_word(in, &word, &n))
        return rd_fault_set(f, 0, rd_scan_column(in), "expected the name of a board, or dock");
    int piece = RD_NO_PIECE;
    if (!m->dynamic && !rd_span_is(word, n, "dock") && !rd_span_is(word, n, "archive")) {
        piece = find_piece(m, word, n);
        if (piece < 0 || m->floor.piece[piece].dock)
            return rd_fault_set(f, 0, rd_scan_column(in), "no such board lies here");
    }
    r->home = (uint8_t)piece;
    r->status |= R23_FALLEN;
    s->robots.cell[robot] = RD_NOWHERE;
    return true;
}

static bool read_robot_word(r23_turn *t, int robot, const char *word, size_t n, rd_scan *in,
                            rd_fault *f) {
    static const char *const PILES[] = {"hand", "deck", "discard", "kept"};
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int pile = find_in(PILES, 4, word, n);
    if (pile != R23_NONE) return read_pile(s, robot, PILES[pile], in, f);
    if (rd_span_is(word, n, "archive"))
        return rd_scan_cell(in, &t->m->floor, &r->archive, f) && rd_scan_dir(in, &r->arrow, f);
    if (rd_span_is(word, n, "energy")) return scan_byte(in, R23_MOST_ENERGY, &r->energy, f);
    if (rd_span_is(word, n, "checkpoints"))
        return scan_byte(in, t->m->n_checkpoints - 1, &r->checkpoints, f);
    if (rd_span_is(word, n, "upgrades")) return read_upgrades(s, robot, in, f);
    if (rd_span_is(word, n, "spare")) return read_upgrades(s, R23_SPARE + robot, in, f);
    if (rd_span_is(word, n, "haywires")) return read_haywires(s, robot, in, f);
    if (rd_span_is(word, n, "fallen")) return read_fallen(t->m, s, robot, in, f);
    if (rd_span_is(word, n, "down")) {
        r->status |= R23_DOWN;
        return true;
    }
    return rd_fault_set(f, 0, (uint32_t)(word - in->line_start) + 1,
                        "'%.*s' is not known here; the words for a robot are cell and facing, "
                        "energy, checkpoints, archive, upgrades, spare, hand, deck, discard, kept, "
                        "haywires, down, fallen",
                        (int)n, word);
}

static bool arrange_robot(r23_turn *t, int robot, rd_scan *in, rd_fault *f) {
    const char *word;
    size_t n;
    while (rd_scan_word(in, &word, &n)) {
        if (word[0] >= '0' && word[0] <= '9') {
            in->at = word;
            if (!read_place(t->m, t->s, robot, in, f)) return false;
        } else if (!read_robot_word(t, robot, word, n, in, f)) {
            return false;
        }
    }
    return true;
}

/* ---- the other lines ---- */

/* "damage", "damage-only", "damage-discard": cards of the damage deck. */
static bool arrange_damage(r23_state *s, const char *key, rd_scan *in, rd_fault *f) {
    uint8_t card[R23_DAMAGE_CARDS];
    int n = scan_words(in, r23_card_word, R23_KINDS, card, R23_DAMAGE_CARDS);
    bool discards = strcmp(key, "damage-discard") == 0, only = strcmp(key, "damage-only") == 0;
    for (int i = 0; i < n; i++)
        if (r23_is_ordinary(card[i]) || !pull_damage(s, card[i])) return missing(in, card[i], f);
    while (only && s->n_damage) {
        r23_to_damage(s, s->damage[--s->n_damage]);
        s->damage[s->n_damage] = R23_NONE;
    }
    for (int i = n - 1; i >= 0; i--) {
        if (discards)
            r23_to_damage(s, card[i]);
        else
            s->damage[s->n_damage++] = card[i];
    }
    if (only) s->damage_stacked = 0;
    if (!discards) s->damage_stacked = (uint8_t)(s->damage_stacked + n);
    return done(in, f);
}

static bool stack_upgrades(r23_state *s, rd_scan *in, rd_fault *f) {
    uint8_t upgrade[R23_UPGRADES];
    int n = scan_words(in, r23_upgrade_word, R23_UPGRADES, upgrade, R23_UPGRADES);
    for (int i = n - 1; i >= 0; i--) {
        if (!pull_from(s->upgrade_deck, &s->n_upgrades, &s->upgrades_stacked, upgrade[i]))
            return rd_fault_set(f, 0, 0, "upgrade %s is not in the deck",
                                r23_upgrade_word[upgrade[i]]);
        s->upgrade_deck[s->n_upgrades++] = upgrade[i];
    }
    s->upgrades_stacked = (uint8_t)(s->upgrades_stacked + n);
    return done(in, f);
}

bool r23_arrange(const rd_match *match, rd_state *state, const char *key, const char *rest,
                 rd_fault *f) {
    r23_state *s = (r23_state *)state;
    r23_turn t = r23_turn_of(match, state, NULL);
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    int value = 0, robot = r23_robot_find(match, key, strlen(key));
    if (strcmp(key, "position") == 0) return r23_parse_state(match, rest, strlen(rest), state, f);
    if (!s->arranging) begin_arranging(&t);
    if (robot != R23_NONE) {
        if (robot >= match->n_actors) return rd_fault_set(f, 0, 0, "%s does not play", key);
        return arrange_robot(&t, robot, &in, f) && done(&in, f);
    }
    if (strncmp(key, "damage", 6) == 0 &&
        (!key[6] || strcmp(key + 6, "-only") == 0 || strcmp(key + 6, "-discard") == 0))
        return arrange_damage(s, key, &in, f);
    if (strcmp(key, "upgrade-deck") == 0) return stack_upgrades(s, &in, f);
    if (strcmp(key, "round") == 0) {
        if (!rd_scan_number(&in, 1000, &value, f)) return false;
        s->round = (uint16_t)(value ? value : 1);
        return done(&in, f);
    }
    if (strcmp(key, "phase") == 0) {
        if (strcmp(rest, "upgrade") != 0 && strcmp(rest, "program") != 0)
            return rd_fault_set(f, 0, 0, "the phase is upgrade or program, not '%s'", rest);
        s->arranging = rest[0] == 'u' ? FROM_UPGRADES : ARRANGING;
        return true;
    }
    if (strcmp(key, "first") == 0) {
        robot = r23_robot_find(match, rest, strlen(rest));
        if (robot >= match->n_actors) return rd_fault_set(f, 0, 0, "no robot '%s' plays", rest);
        s->first = s->lead = (uint8_t)robot;
        return true;
    }
    return rd_fault_set(f, 0, 0,
                        "rally2023 knows a robot's name, damage, damage-only, damage-discard, "
                        "upgrade-deck, first, round, phase and position, not '%s'",
                        key);
}

bool r23_settle(const rd_match *match, rd_state *state, rd_sink *to, rd_fault *f) {
    r23_state *s = (r23_state *)state;
    int arranged = s->arranging;
    r23_turn t = r23_turn_of(match, state, to);
    s->arranging = 0;
    if (arranged == FROM_UPGRADES) r23_begin_upgrades(&t);
    if (arranged == ARRANGING) r23_draw_rest(&t);
    return r23_valid(match, state, f);
}
