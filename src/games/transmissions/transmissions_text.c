/* transmissions_text.c - actions as short texts that parse back to the same thing.
**
**   play yellow            the card of the yellow robot       play lake_meadow blue   and its robot
**   go 5                   to cell 5                          end                     the turn
**   use E3                 an idea                            forest L08 B            a forest card
**   act W                  at the lake                        act deck+discard        in the forest
**   act A4 red             an item for the red robot          act E5 blue Y           an idea
**   act stack2 1,0 turn3   a pipe                             act stack2 unused       ... put aside
**   keep L08   discard W Y   place yellow blue   place 0 3 7 10
**
** The words are the options of the answer in order; the verb says which kind the first is.  Picks
** that leave no choice may be left out.
*/
#include <string.h>

#include "games/transmissions/transmissions_int.h"

/* ---- writing ---- */

static const char *verb_of(const tx_state *p, int first) {
    const rd_frame *top = p->phase == TX_PLAYING ? tx_top(p) : NULL;
    if (!top) return "place ";
    if (top->op == TX_OP_LIMIT) return "discard ";
    if (top->op == TX_OP_KEEP) return "keep ";
    if (first < TX_O_ROBOT) return "go ";
    if (first >= TX_O_CARD && first < TX_O_END) return "play ";
    if (first >= TX_O_LEAF && first < TX_O_PLACE) return "forest ";
    return first >= TX_O_IDEA ? "use " : "";
}

void tx_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o) {
    (void)m;
    if (!a->n) {
        rd_put_char(o, '-');
        return;
    }
    rd_put_text(o, verb_of(tx_state_of(s), a->pick[0]));
    for (int i = 0; i < a->n; i++) {
        if (i) rd_put_char(o, ' ');
        tx_put_option(o, a->pick[i]);
    }
}

/* ---- reading ---- */

static const char *const VERBS[] = {"play", "go", "use", "forest", "keep", "discard", "place"};
enum { PLAY, FOREST = 3, N_VERBS = 7 };

typedef struct words {
    uint16_t option[RD_MAX_PICKS + 1];
    int n;
} words;

static bool read_words(rd_scan *in, words *w, rd_fault *f) {
    const char *span;
    size_t n;
    bool card = false;
    for (int i = 0; rd_scan_word(in, &span, &n); i++) {
        uint32_t column = (uint32_t)(span - in->line_start) + 1;
        int verb = i ? -1 : tx_find_word(VERBS, N_VERBS, span, n);
        if (verb >= 0) {
            card = verb == PLAY;
            continue;
        }
        if (!i && rd_span_is(span, n, "-")) continue;
        int found = card ? tx_find_card(span, n) : tx_find_option(span, n);
        if (found < 0)
            return rd_fault_set(f, 1, column,
                                card ? "there is no such movement card"
                                     : "this is not an option of any question");
        if (w->n == RD_MAX_PICKS) return rd_fault_set(f, 1, column, "too many words");
        w->option[w->n++] = (uint16_t)(card ? TX_O_CARD + found : found);
        card = false;
    }
    return rd_scan_done(in) || rd_fault_set(f, 1, rd_scan_column(in), "an action is one line");
}

static bool offers(const rd_decision *d, int option) {
    for (int i = 0; i < d->n; i++)
        if (d->option[i] == option) return true;
    return false;
}

/* Options of one kind are next to each other. */
static int kind_of(int option) {
    static const uint16_t FIRST[] = {TX_O_ROBOT, TX_O_ENGRAM, TX_O_CARD, TX_O_END,  TX_O_STACK,
                                     TX_O_TURN,  TX_O_IDEA,   TX_O_ITEM, TX_O_LEAF, TX_O_PLACE};
    int kind = 0;
    for (size_t i = 0; i < sizeof FIRST / sizeof FIRST[0]; i++) kind += option >= FIRST[i];
    return kind;
}

/* Adds the picks that leave no choice, up to where `word` is offered, or for -1 to the end of the
** answer; adds nothing when that place is not reached. */
static bool skip_forced(const rd_match *m, const rd_state *s, int word, rd_action *a) {
    rd_decision d;
    int before = a->n;
    while (a->n < RD_MAX_PICKS) {
        tx_decision(m, s, a->actor, a->pick, a->n, &d);
        if (word < 0 ? d.may_stop : offers(&d, word)) return true;
        if (d.n != 1 || d.may_stop || !a->n) break;
        if (word >= 0 && kind_of(word) == kind_of(d.option[0])) break; /* meant for this pick */
        a->pick[a->n++] = d.option[0];
    }
    a->n = (uint8_t)before;
    return false;
}

/* The words with what they leave out, as long as they are legal. */
static void complete(const rd_match *m, const rd_state *s, const words *w, rd_action *a) {
    bool legal = m->game->pending(m, s) >> a->actor & 1;
    for (int i = 0; i < w->n && a->n < RD_MAX_PICKS; i++) {
        legal = legal && skip_forced(m, s, w->option[i], a);
        a->pick[a->n++] = w->option[i];
    }
    if (legal && w->n) skip_forced(m, s, -1, a);
}

static bool is_engram(int option) {
    return option >= TX_O_ENGRAM && option < TX_O_ENGRAM + TX_COLOURS;
}

/* Engrams that are given together may be named in any order; answers have them ascending. */
static bool sort_engrams(words *w) {
    bool changed = false;
    for (int i = 1; i < w->n; i++)
        for (int k = i; k && is_engram(w->option[k]) && is_engram(w->option[k - 1]) &&
                        w->option[k] < w->option[k - 1];
             k--) {
            uint16_t swap = w->option[k];
            w->option[k] = w->option[k - 1];
            w->option[k - 1] = swap;
            changed = true;
        }
    return changed;
}

bool tx_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                     rd_action *a, rd_fault *f) {
    rd_scan in = rd_scan_text(text, n, 1);
    words w = {.n = 0};
    *a = (rd_action){.actor = (uint8_t)actor};
    if (!read_words(&in, &w, f)) return false;
    complete(m, s, &w, a);
    rd_action sorted = *a;
    if (sort_engrams(&w) && m->game->check(m, s, a, NULL) != RD_E_OK) {
        sorted.n = 0;
        complete(m, s, &w, &sorted);
        if (m->game->check(m, s, &sorted, NULL) == RD_E_OK) *a = sorted;
    }
    return true;
}
