/* template_view.c - what each seat may know, and the game for people: fields, words, picture. */
#include <string.h>

#include "core/setup.h"
#include "core/wire.h"
#include "games/template/template_int.h"

/* ---- hidden information ---- */

void tp_redact(const rd_match *m, const rd_state *s, int seat, rd_state *out) {
    memmove(out, s, sizeof(tp_state));
    tp_state *p = (tp_state *)out;
    memset(&p->key, 0, sizeof p->key);
    memset(p->used, 0, sizeof p->used);
    for (int i = 0; i < p->n_deck; i++)
        if (seat < 0 || !(p->deck_seen[i] >> seat & 1)) p->deck[i] = TP_UNKNOWN;
    for (int a = 0; a < m->n_actors; a++) {
        if (m->seat_of[a] == seat) continue;
        memset(p->hand[a], TP_UNKNOWN, (size_t)tp_hand_size(p, a));
        if (p->answered >> a & 1) p->laid[a] = TP_UNKNOWN; /* how many cards is a secret too */
    }
}

/* The cards that the view does not show. */
static int unseen_cards(const tp_state *p, uint8_t *card) {
    uint64_t seen = p->discard;
    for (int i = 0; i < p->n_deck; i++)
        if (tp_is_card(p->deck[i])) seen |= 1ull << p->deck[i];
    for (int a = 0; a < TP_ACTORS; a++)
        for (int i = 0; i < TP_HAND; i++)
            if (tp_is_card(p->hand[a][i])) seen |= 1ull << p->hand[a][i];
    int n = 0;
    for (int c = 0; c < TP_CARDS; c++)
        if (!(seen >> c & 1)) card[n++] = (uint8_t)c;
    return n;
}

void tp_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out) {
    (void)seat;
    memmove(out, view, sizeof(tp_state));
    tp_state *p = (tp_state *)out;
    uint8_t card[TP_CARDS];
    int n = unseen_cards(p, card);
    rd_prng_shuffle(g, card, n);
    for (int i = 0; i < p->n_deck; i++)
        if (p->deck[i] == TP_UNKNOWN) p->deck[i] = card[--n];
    for (int a = 0; a < m->n_actors; a++) {
        for (int i = 0; i < TP_HAND; i++)
            if (p->hand[a][i] == TP_UNKNOWN) p->hand[a][i] = card[--n];
        tp_sort_hand(p->hand[a]);
        if (p->laid[a] != TP_UNKNOWN) continue;
        uint32_t sets =
            (1u << tp_hand_size(p, a)) - 1; /* all but the empty one; at most two cards */
        p->laid[a] = (uint8_t)(1 + rd_prng_below(g, sets < 6 ? sets : 6));
    }
    for (int i = 0; i < RD_KEY_WORDS; i++) p->key.word[i] = rd_prng_next(g);
}

/* ---- fields ---- */

static const char *const CHOICE[] = {"keep"};

const rd_type tp_types[] = {
    RD_COMMON_TYPES(RD_T_SEAT_ROW),
    [TP_T_ROBOT] = {"robot", .last = TP_ACTORS - 1},
    [TP_T_CARD] = {"card", .last = TP_CARDS - 1, .unknown = TP_UNKNOWN},
    [TP_T_CHOICE] = {"choice", RD_WORD, .words = CHOICE},
    [TP_T_COUNT] = {0},
};

const rd_option_range tp_option_ranges[] = {
    {0, TP_CARDS - 1, TP_T_CARD, 0},
    {TP_KEEP, TP_KEEP, TP_T_CHOICE, 0},
    {0},
};

/* ---- fields ---- */

const rd_field tp_fields[] = {
    {"round", RD_T_N, 0, RD_SAYS("rounds played")},
    {"over", RD_T_TRUTH, 0, RD_SAYS("after four rounds")},
    {"deck_size", RD_T_N, 0, RD_SAYS("cards in the deck")},
    {"deck[]", TP_T_CARD, RD_MAY_HIDE,
     RD_SAYS("the next card first; hidden from all but those who put it there")},
    {"robots[].seat", RD_T_SEAT, 0, RD_SAYS("whose robot it is")},
    {"robots[].points", RD_T_N, 0, RD_SAYS("rounds it has won")},
    {"robots[].answered", RD_T_TRUTH, 0, RD_SAYS("it has laid in this round")},
    {"robots[].swapping", RD_T_TRUTH, 0, RD_SAYS("it is asked for a swap")},
    {"robots[].hand[]", TP_T_CARD, RD_MAY_HIDE, RD_SAYS("ascending; hidden from other seats")},
    {0},
};

void tp_describe(const rd_match *m, const rd_state *s, rd_doc *d) {
    const tp_state *p = (const tp_state *)s;
    rd_doc_int(d, "round", p->round);
    rd_doc_bool(d, "over", p->round == TP_ROUNDS);
    rd_doc_int(d, "deck_size", p->n_deck);
    rd_doc_values(d, "deck", m, TP_T_CARD, p->deck, p->n_deck);
    rd_doc_list(d, "robots");
    for (int a = 0; a < m->n_actors; a++) {
        rd_doc_object(d, NULL);
        rd_doc_value(d, "seat", m, RD_T_SEAT, m->seat_of[a]);
        rd_doc_int(d, "points", p->points[a]);
        rd_doc_bool(d, "answered", p->answered >> a & 1);
        rd_doc_bool(d, "swapping", tp_swapper(p) == a);
        rd_doc_values(d, "hand", m, TP_T_CARD, p->hand[a], tp_hand_size(p, a));
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

/* ---- the set-up ---- */

void tp_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d) {
    (void)c;
    rd_describe_actors(m, NULL, NULL, d);
    rd_doc_int(d, "rounds", TP_ROUNDS);
    rd_doc_int(d, "hand", TP_HAND);
    rd_doc_int(d, "most_laid", TP_LAY_MAX);
    rd_doc_list(d, "values"); /* of the cards, by number */
    for (int card = 0; card < TP_CARDS; card++) rd_doc_int(d, NULL, tp_value(card));
    rd_doc_list_end(d);
}

/* ---- words ---- */

void tp_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    (void)m, (void)s;
    *p = (rd_phrase){d->kind == TP_ASK_LAY ? "template.ask.lay" : "template.ask.swap", {d->actor}};
}

void tp_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                     rd_phrase *p) {
    (void)m, (void)s, (void)d;
    if (option == TP_KEEP)
        *p = (rd_phrase){"template.option.keep", {0}};
    else
        *p = (rd_phrase){"template.option.card", {option, tp_value(option)}};
}

bool tp_noun(const rd_match *m, const char *type, int32_t value, rd_out *o) {
    (void)m;
    if (strcmp(type, "robot") == 0) {
        rd_put_int(o, value + 1);
    } else if (strcmp(type, "card") == 0) {
        if (value < 0 || value >= TP_CARDS) return true; /* no second card */
        rd_put_int(o, value);
    } else {
        return false;
    }
    return true;
}

bool tp_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p) {
    const tp_state *st = (const tp_state *)s;
    if (line == 0)
        *p = (rd_phrase){"template.status.round", {st->round + 1, st->n_deck}};
    else if (line <= m->n_actors)
        *p = (rd_phrase){"template.status.robot",
                         {line - 1, m->seat_of[line - 1], st->points[line - 1]}};
    return line <= m->n_actors;
}

/* One line a robot: its number, its hand with the laid cards in brackets. */
void tp_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o) {
    (void)style;
    const tp_state *p = (const tp_state *)s;
    for (int a = 0; a < m->n_actors; a++) {
        rd_put_int(o, a + 1);
        rd_put_text(o, ":");
        for (int i = 0; i < tp_hand_size(p, a); i++) {
            bool laid = p->laid[a] != TP_UNKNOWN && p->laid[a] >> i & 1;
            rd_put_text(o, laid ? " [" : "  ");
            if (tp_is_card(p->hand[a][i]))
                rd_put_int(o, p->hand[a][i]);
            else
                rd_put_char(o, '?');
            rd_put_text(o, laid ? "]" : " ");
        }
        rd_put_char(o, '\n');
    }
}
