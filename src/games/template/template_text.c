/* template_text.c - positions and actions as texts that parse back, and scenario lines.
**
** Position, nine words: "template/1 r0 p0.0.0.0 h1.5.9,2.3.4,-,- l-,3,-,- s- d0 k7.8.. c-":
** round, points, hands, laid places (t = by time-up, ? = unknown), who may swap, discard as a
** hexadecimal set, deck ("12~2": known to the seats of set 2), chance (key:used, "-" in views).
** Action: cards joined by +, "keep", or "-" for nothing (an empty draft).
*/
#include <string.h>

#include "games/template/template_int.h"

/* ---- printing ---- */

static void put_card(rd_out *o, int card) {
    if (card == TP_UNKNOWN)
        rd_put_char(o, '?');
    else
        rd_put_int(o, card);
}

static void put_hands(const tp_state *p, rd_out *o) {
    for (int a = 0; a < TP_ACTORS; a++) {
        int n = tp_hand_size(p, a);
        rd_put_text(o, a ? "," : " h");
        if (!n) rd_put_char(o, '-');
        for (int i = 0; i < n; i++) {
            if (i) rd_put_char(o, '.');
            put_card(o, p->hand[a][i]);
        }
    }
}

static void put_laid(const tp_state *p, rd_out *o) {
    for (int a = 0; a < TP_ACTORS; a++) {
        rd_put_text(o, a ? "," : " l");
        if (!(p->answered >> a & 1)) {
            rd_put_char(o, '-');
            continue;
        }
        if (p->timed >> a & 1) rd_put_char(o, 't');
        if (p->laid[a] == TP_UNKNOWN)
            rd_put_char(o, '?');
        else
            rd_put_int(o, p->laid[a]);
    }
}

static void put_deck(const tp_state *p, rd_out *o) {
    rd_put_text(o, " k");
    for (int i = 0; i < p->n_deck; i++) {
        if (i) rd_put_char(o, '.');
        put_card(o, p->deck[i]);
        if (!p->deck_seen[i]) continue;
        rd_put_char(o, '~');
        rd_put_int(o, p->deck_seen[i]);
    }
}

static bool has_chance(const tp_state *p) {
    for (int i = 0; i < RD_KEY_WORDS; i++)
        if (p->key.word[i]) return true;
    for (int i = 0; i <= TP_ACTORS; i++)
        if (p->used[i]) return true;
    return false;
}

static void put_chance(const tp_state *p, rd_out *o) {
    rd_put_text(o, " c");
    if (!has_chance(p)) {
        rd_put_char(o, '-');
        return;
    }
    for (int i = 0; i < RD_KEY_WORDS; i++) rd_put_hex(o, p->key.word[i], 8);
    for (int i = 0; i <= TP_ACTORS; i++) {
        rd_put_char(o, i ? '.' : ':');
        rd_put_int(o, p->used[i]);
    }
}

void tp_print_state(const rd_match *m, const rd_state *s, rd_out *o) {
    (void)m;
    const tp_state *p = (const tp_state *)s;
    rd_put_text(o, "template/1 r");
    rd_put_int(o, p->round);
    for (int a = 0; a < TP_ACTORS; a++) {
        rd_put_text(o, a ? "." : " p");
        rd_put_int(o, p->points[a]);
    }
    put_hands(p, o);
    put_laid(p, o);
    rd_put_text(o, " s");
    if (tp_swapper(p) >= 0)
        rd_put_int(o, tp_swapper(p));
    else
        rd_put_char(o, '-');
    rd_put_text(o, " d");
    rd_put_hex(o, p->discard, 12);
    put_deck(p, o);
    put_chance(p, o);
}

/* ---- parsing; every helper moves on only past what it has read ---- */

static bool scan_byte(rd_scan *in, uint8_t *out) {
    int64_t value;
    if (!rd_scan_int(in, &value) || value < 0 || value > 255) return false;
    *out = (uint8_t)value;
    return true;
}

static bool scan_card(rd_scan *in, uint8_t *card) {
    if (rd_scan_char(in, '?')) {
        *card = TP_UNKNOWN;
        return true;
    }
    return scan_byte(in, card) && tp_is_card(*card);
}

static bool scan_hands(rd_scan *in, tp_state *p) {
    memset(p->hand, TP_NO_CARD, sizeof p->hand);
    for (int a = 0; a < TP_ACTORS; a++) {
        if (a && !rd_scan_char(in, ',')) return false;
        if (rd_scan_char(in, '-')) continue;
        for (int i = 0; i == 0 || rd_scan_char(in, '.'); i++)
            if (i == TP_HAND || !scan_card(in, &p->hand[a][i])) return false;
    }
    return true;
}

static bool scan_laid(rd_scan *in, tp_state *p) {
    for (int a = 0; a < TP_ACTORS; a++) {
        if (a && !rd_scan_char(in, ',')) return false;
        if (rd_scan_char(in, '-')) continue;
        p->answered |= (uint8_t)(1 << a);
        if (rd_scan_char(in, 't')) p->timed |= (uint8_t)(1 << a);
        if (rd_scan_char(in, '?'))
            p->laid[a] = TP_UNKNOWN;
        else if (!scan_byte(in, &p->laid[a]) || p->laid[a] >= 1 << TP_HAND)
            return false;
    }
    return true;
}

static bool scan_deck(rd_scan *in, tp_state *p) {
    memset(p->deck, TP_NO_CARD, sizeof p->deck);
    if (rd_scan_done(in) || *in->at == ' ') return true;
    do {
        if (p->n_deck == TP_CARDS || !scan_card(in, &p->deck[p->n_deck])) return false;
        if (rd_scan_char(in, '~') &&
            (!scan_byte(in, &p->deck_seen[p->n_deck]) || !p->deck_seen[p->n_deck]))
            return false;
        p->n_deck++;
    } while (rd_scan_char(in, '.'));
    return true;
}

static bool scan_hex(rd_scan *in, int digits, uint64_t *out) {
    *out = 0;
    for (; digits; digits--, in->at++) {
        const char *all = "0123456789abcdef";
        const char *found = rd_scan_done(in) || !*in->at ? NULL : strchr(all, *in->at);
        if (!found) return false;
        *out = *out << 4 | (uint64_t)(found - all);
    }
    return true;
}

static bool scan_chance(rd_scan *in, tp_state *p) {
    if (rd_scan_char(in, '-')) return true;
    for (int i = 0; i < RD_KEY_WORDS; i++) {
        uint64_t word;
        if (!scan_hex(in, 8, &word)) return false;
        p->key.word[i] = (uint32_t)word;
    }
    for (int i = 0; i <= TP_ACTORS; i++) {
        int64_t used;
        if (!rd_scan_char(in, i ? '.' : ':') || !rd_scan_int(in, &used) || used < 0 ||
            used > UINT32_MAX)
            return false;
        p->used[i] = (uint32_t)used;
    }
    return has_chance(p);
}

static bool scan_points(rd_scan *in, tp_state *p) {
    for (int a = 0; a < TP_ACTORS; a++)
        if ((a && !rd_scan_char(in, '.')) || !scan_byte(in, &p->points[a])) return false;
    return true;
}

/* The agenda while someone may swap: the swap, and the draw that follows it. */
static bool scan_swapper(rd_scan *in, tp_state *p) {
    uint8_t who;
    if (rd_scan_char(in, '-')) return true;
    if (!scan_byte(in, &who) || who >= TP_ACTORS) return false;
    rd_agenda_push(&p->agenda, TP_OP_DRAW, 0);
    rd_agenda_push(&p->agenda, TP_OP_SWAP, who);
    return true;
}

bool tp_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f) {
    tp_state p = {0};
    rd_scan in = rd_scan_text(text, n, 1);
    bool read = rd_scan_literal(&in, "template/1 r") && scan_byte(&in, &p.round) &&
                rd_scan_literal(&in, " p") && scan_points(&in, &p) && rd_scan_literal(&in, " h") &&
                scan_hands(&in, &p) && rd_scan_literal(&in, " l") && scan_laid(&in, &p) &&
                rd_scan_literal(&in, " s") && scan_swapper(&in, &p) && rd_scan_literal(&in, " d") &&
                scan_hex(&in, 12, &p.discard) && rd_scan_literal(&in, " k") && scan_deck(&in, &p) &&
                rd_scan_literal(&in, " c") && scan_chance(&in, &p) && rd_scan_done(&in);
    if (!read) return rd_fault_set(f, 1, rd_scan_column(&in), "not a position of the template");
    if (!m->game->valid(m, (rd_state *)&p, f)) return false;
    memcpy(s, &p, sizeof p);
    return true;
}

/* ---- actions ---- */

void tp_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o) {
    (void)m, (void)s;
    if (!a->n) rd_put_char(o, '-');
    for (int i = 0; i < a->n; i++) {
        if (i) rd_put_char(o, '+');
        if (a->pick[i] == TP_KEEP)
            rd_put_text(o, "keep");
        else if (a->pick[i] == RD_GAP)
            rd_put_char(o, '_');
        else
            rd_put_int(o, a->pick[i]);
    }
}

bool tp_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                     rd_action *a, rd_fault *f) {
    (void)m, (void)s;
    rd_scan in = rd_scan_text(text, n, 1);
    *a = (rd_action){.actor = (uint8_t)actor};
    rd_scan_blanks(&in);
    if (!rd_scan_char(&in, '-')) {
        do {
            uint8_t card;
            rd_scan_blanks(&in);
            if (a->n == RD_MAX_PICKS)
                return rd_fault_set(f, 1, rd_scan_column(&in), "too many cards");
            if (rd_scan_literal(&in, "keep"))
                a->pick[a->n++] = TP_KEEP;
            else if (rd_scan_char(&in, '_'))
                a->pick[a->n++] = RD_GAP;
            else if (scan_byte(&in, &card) && tp_is_card(card))
                a->pick[a->n++] = card;
            else
                return rd_fault_set(f, 1, rd_scan_column(&in), "expected cards as 5+12, or keep");
            rd_scan_blanks(&in);
        } while (rd_scan_char(&in, '+'));
    }
    if (a->n == 2 && a->pick[0] > a->pick[1]) { /* people may name them in any order */
        uint16_t held = a->pick[0];
        a->pick[0] = a->pick[1];
        a->pick[1] = held;
    }
    rd_scan_blanks(&in);
    return rd_scan_done(&in) || rd_fault_set(f, 1, rd_scan_column(&in), "nothing may follow");
}

/* ---- scenario lines: "hand 0 5 12 31", "top 7 8", "points 1 2", "round 3" ---- */

/* Takes a card out of the deck; false when it is not there. */
static bool pull(tp_state *p, int card) {
    for (int i = 0; i < p->n_deck; i++) {
        if (p->deck[i] != card) continue;
        p->n_deck--;
        memmove(p->deck + i, p->deck + i + 1, (size_t)(p->n_deck - i));
        p->deck[p->n_deck] = TP_NO_CARD;
        return true;
    }
    return false;
}

static void under(tp_state *p, uint8_t card) { p->deck[p->n_deck++] = card; }

static bool give_hand(const rd_match *m, tp_state *p, const uint8_t *value, int n, rd_fault *f) {
    int actor = n ? value[0] : TP_ACTORS;
    if (actor >= m->n_actors || n < 2 || n > 1 + TP_HAND)
        return rd_fault_set(f, 0, 0, "hand needs a robot and one to three cards");
    for (int i = 0; i < TP_HAND; i++) {
        if (p->hand[actor][i] != TP_NO_CARD) under(p, p->hand[actor][i]);
        p->hand[actor][i] = TP_NO_CARD;
    }
    for (int i = 1; i < n; i++) {
        if (!pull(p, value[i]))
            return rd_fault_set(f, 0, 0, "card %d is not in the deck", value[i]);
        p->hand[actor][i - 1] = value[i];
    }
    tp_sort_hand(p->hand[actor]);
    return true;
}

static bool stack_top(tp_state *p, const uint8_t *value, int n, rd_fault *f) {
    for (int i = n - 1; i >= 0; i--) {
        if (!pull(p, value[i]))
            return rd_fault_set(f, 0, 0, "card %d is not in the deck", value[i]);
        memmove(p->deck + 1, p->deck, p->n_deck++);
        p->deck[0] = value[i];
    }
    return true;
}

bool tp_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f) {
    tp_state *p = (tp_state *)s;
    uint8_t value[TP_CARDS];
    int n = 0;
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    for (rd_scan_blanks(&in); !rd_scan_done(&in); rd_scan_blanks(&in))
        if (n == TP_CARDS || !scan_byte(&in, &value[n++]))
            return rd_fault_set(f, 0, rd_scan_column(&in), "expected small numbers");
    if (strcmp(key, "hand") == 0) return give_hand(m, p, value, n, f);
    if (strcmp(key, "top") == 0) return stack_top(p, value, n, f);
    if (strcmp(key, "round") == 0 && n == 1) {
        p->round = value[0];
        return true;
    }
    if (strcmp(key, "points") == 0 && n == 2 && value[0] < m->n_actors) {
        p->points[value[0]] = value[1];
        return true;
    }
    return rd_fault_set(f, 0, 0, "the template has no position line '%s' of that form", key);
}
