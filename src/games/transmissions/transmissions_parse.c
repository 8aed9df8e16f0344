/* transmissions_parse.c - reads the text of a position, in the form of transmissions_print.c.
** Only the canonical spelling is accepted, and only of states that can be. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

typedef struct reader {
    rd_scan in;
    rd_fault *f;
} reader;

static bool fail(reader *r, const char *expected) {
    return rd_fault_set(r->f, 1, rd_scan_column(&r->in), "expected %s", expected);
}

static bool take(reader *r, char c) { return rd_scan_char(&r->in, c); }

static bool read_key(reader *r, const char *key) {
    return (take(r, ' ') && rd_scan_literal(&r->in, key) && take(r, '=')) ||
           rd_fault_set(r->f, 1, rd_scan_column(&r->in), "expected '%s='", key);
}

static bool read_number(reader *r, int64_t least, int64_t most, int64_t *value) {
    const char *at = r->in.at;
    return (rd_scan_int(&r->in, value) && *value >= least && *value <= most &&
            (*at != '0' || r->in.at == at + 1) && (*at != '-' || *value)) ||
           fail(r, "a number in range");
}

static bool read_byte(reader *r, int most, uint8_t *out) {
    int64_t value;
    if (!read_number(r, 0, most, &value)) return false;
    *out = (uint8_t)value;
    return true;
}

static bool read_numbers(reader *r, uint8_t *value, int n, int most) {
    for (int i = 0; i < n; i++)
        if ((i && !take(r, ',')) || !read_byte(r, most, &value[i])) return fail(r, "numbers");
    return true;
}

/* A name up to the next separator. */
static size_t span(reader *r, const char **at) {
    *at = r->in.at;
    while (!rd_scan_done(&r->in) && !strchr(" .,:/@*", *r->in.at) && *r->in.at) r->in.at++;
    return (size_t)(r->in.at - *at);
}

typedef int finder(const char *text, size_t n);

/* A thing by name; the spelling must be the printed one. */
static bool read_thing(reader *r, finder *find, tx_namer *put, int *thing) {
    const char *at;
    char name[8];
    size_t n = span(r, &at);
    *thing = n ? find(at, n) : -1;
    if (*thing < 0) return fail(r, "the name of a tile or card");
    rd_out o = rd_out_to(name, sizeof name);
    put(&o, *thing);
    return rd_span_is(at, n, name) || fail(r, "capitals");
}

static bool read_piece(reader *r, bool may_hide, int *piece) {
    if (may_hide && take(r, '?')) {
        *piece = TX_HIDDEN;
        return true;
    }
    return read_thing(r, tx_find_piece, tx_put_piece_name, piece);
}

/* A row as 1 + number, top first in the text and last in the row. */
static bool read_row(reader *r, uint8_t *row, uint8_t *n, int most, finder *find, tx_namer *put) {
    *n = 0;
    if (take(r, '-')) return true;
    do {
        int thing = TX_HIDDEN - 1;
        if (*n == most) return fail(r, "a shorter list");
        if (!take(r, '?') && !read_thing(r, find, put, &thing)) return false;
        row[(*n)++] = (uint8_t)(1 + thing);
    } while (take(r, '.'));
    for (int i = 0; i < *n / 2; i++) {
        uint8_t held = row[i];
        row[i] = row[*n - 1 - i];
        row[*n - 1 - i] = held;
    }
    return true;
}

/* A set in ascending order; stars mark members of `starred`. */
static bool read_set(reader *r, uint64_t *set, uint64_t *starred, finder *find, tx_namer *put) {
    *set = 0;
    if (take(r, '-')) return true;
    do {
        int thing;
        if (!read_thing(r, find, put, &thing)) return false;
        if (*set >> thing) return fail(r, "ascending names");
        *set |= 1ull << thing;
        if (starred && take(r, '*')) *starred |= 1ull << thing;
    } while (take(r, '.'));
    return true;
}

static bool read_digits(reader *r, uint8_t *set) {
    *set = 0;
    if (take(r, '-')) return true;
    while (!rd_scan_done(&r->in) && *r->in.at >= '0' && *r->in.at < '0' + TX_CARDS) {
        int card = *r->in.at++ - '0';
        if (*set >> card) return fail(r, "ascending cards");
        *set |= (uint8_t)(1 << card);
    }
    return *set || fail(r, "cards as digits");
}

static bool read_letters(reader *r, const char *letters, uint8_t *set) {
    *set = 0;
    if (take(r, '-')) return true;
    for (const char *found;
         !rd_scan_done(&r->in) && *r->in.at && (found = strchr(letters, *r->in.at)); r->in.at++) {
        if (*set >> (found - letters)) return fail(r, "ascending letters");
        *set |= (uint8_t)(1 << (found - letters));
    }
    return *set || fail(r, "letters of stacks");
}

static bool read_pair(reader *r, bool may_hide, uint8_t *item, uint8_t *idea) {
    int first, second;
    if (!read_piece(r, may_hide, &first)) return false;
    if (!take(r, ':')) return fail(r, "an item and an idea as A1:E1");
    if (!read_piece(r, may_hide, &second)) return false;
    if ((first != TX_HIDDEN && !tx_is_item(first)) || (second != TX_HIDDEN && !tx_is_idea(second)))
        return fail(r, "an item and an idea as A1:E1");
    *item = (uint8_t)first;
    *idea = (uint8_t)second;
    return true;
}

static bool read_pile(reader *r, tx_state *p) {
    int n = 0;
    if (take(r, '-')) return true;
    do {
        if (n == TX_MAX_PILE) return fail(r, "a shorter pile");
        if (!read_pair(r, true, &p->item_pile[n], &p->idea_pile[n])) return false;
        n++;
    } while (take(r, '.'));
    for (int i = 0; i < n / 2; i++) {
        uint8_t item = p->item_pile[i], idea = p->idea_pile[i];
        p->item_pile[i] = p->item_pile[n - 1 - i];
        p->idea_pile[i] = p->idea_pile[n - 1 - i];
        p->item_pile[n - 1 - i] = item;
        p->idea_pile[n - 1 - i] = idea;
    }
    p->n_pile = (uint8_t)n;
    return true;
}

static int find_idea(const char *text, size_t n) {
    int piece = tx_find_piece(text, n);
    return tx_is_idea(piece) ? piece - 1 : -1;
}

static int find_item(const char *text, size_t n) {
    int piece = tx_find_piece(text, n);
    return tx_is_item(piece) ? piece - TX_FIRST_ITEM : -1;
}

static bool read_shop(reader *r, tx_state *p) {
    if (!read_key(r, "sets") || !read_letters(r, tx_item_letters, &p->item_sets) || !take(r, ',') ||
        !read_letters(r, tx_idea_letters, &p->idea_sets))
        return fail(r, "the letters of items and ideas");
    if (!read_key(r, "shop")) return false;
    for (int i = 0; i < TX_SHOP; i++) {
        if (i && !take(r, '.')) return fail(r, "four slots");
        if (!take(r, '-') && !read_pair(r, false, &p->shop_item[i], &p->shop_idea[i])) return false;
    }
    return read_key(r, "pile") && read_pile(r, p) && read_key(r, "gone") &&
           read_set(r, &p->item_out, NULL, find_item, tx_put_item) &&
           (take(r, ',') || fail(r, "','")) &&
           read_set(r, &p->idea_out, NULL, find_idea, tx_put_idea);
}

static bool read_harvey(reader *r, tx_state *p) {
    if (!read_key(r, "harvey")) return false;
    int n = 0;
    if (!take(r, '-'))
        for (; !rd_scan_done(&r->in) && *r->in.at != ','; n++) {
            char c = *r->in.at++;
            if (n == TX_HARVEY_CARDS || (c != '?' && (c < '0' || c >= '0' + TX_CARDS)))
                return fail(r, "Harvey's cards as digits");
            memmove(p->harvey + 1, p->harvey, (size_t)n);
            p->harvey[0] = (uint8_t)(c == '?' ? TX_HIDDEN : 1 + c - '0');
        }
    p->n_harvey = (uint8_t)n;
    if (!take(r, ',')) return fail(r, "','");
    for (int card = 0; card < TX_CARDS; card++) {
        if (rd_scan_done(&r->in) || *r->in.at < '0' || *r->in.at > '9') return fail(r, "digits");
        p->harvey_discard[card] = (uint8_t)(*r->in.at++ - '0');
    }
    return true;
}

static bool read_decks(reader *r, tx_state *p) {
    int64_t power;
    if (!read_key(r, "pipes")) return false;
    for (int k = 0; k < TX_STACKS; k++)
        if ((k && !take(r, '/')) ||
            !read_row(r, p->stack[k], &p->n_stack[k], TX_MAX_STACK, tx_find_pipe, tx_put_pipe))
            return fail(r, "four stacks of pipes");
    if (!read_key(r, "forest") ||
        !read_row(r, p->forest, &p->n_forest, TX_LEAVES, tx_find_leaf, tx_put_leaf) ||
        !read_key(r, "discard") ||
        !read_row(r, p->discard, &p->n_discard, TX_LEAVES, tx_find_leaf, tx_put_leaf) ||
        !read_key(r, "pool") || !read_numbers(r, p->pool, TX_COLOURS, 255) || !take(r, ',') ||
        !read_number(r, 0, TX_POWER_MAX, &power))
        return fail(r, "decks and pool");
    p->pool_power = (uint16_t)power;
    return read_harvey(r, p);
}

static bool read_start(reader *r, const rd_match *m, tx_state *p) {
    if (!read_key(r, "start")) return false;
    if (p->phase != TX_PLACING_IDEAS) return take(r, '-') || fail(r, "'-'");
    for (int who = 0; who < m->n_seats; who++) {
        int piece;
        if (who && !take(r, '.')) return fail(r, "the ideas of each player");
        for (int i = 0; i < TX_STARTING; i++) {
            if (!read_piece(r, false, &piece) || !take(r, ':')) return fail(r, "an idea and ':'");
            p->start_idea[who][i] = (uint8_t)piece;
        }
        if (take(r, '?'))
            p->start_robot[who] = TX_HIDDEN;
        else if (!read_byte(r, TX_ROBOTS * TX_ROBOTS, &p->start_robot[who]))
            return false;
        if (p->start_robot[who]) p->answered |= (uint8_t)(1 << who);
    }
    return true;
}

static bool read_agenda(reader *r, tx_state *p) {
    if (!read_key(r, "agenda")) return false;
    if (take(r, '-')) return true;
    do {
        int64_t value[6];
        if (p->agenda.n == RD_AGENDA_MAX) return fail(r, "a shorter agenda");
        for (int k = 0; k < 6; k++)
            if ((k && !take(r, ',')) || !read_number(r, 0, k < 4 ? 255 : INT16_MAX, &value[k]))
                return fail(r, "six numbers");
        rd_frame *f = rd_agenda_push(&p->agenda, (uint8_t)value[0], (uint8_t)value[1]);
        f->step = (uint8_t)value[2];
        f->left = (uint8_t)value[3];
        f->a = (int16_t)value[4];
        f->b = (int16_t)value[5];
    } while (take(r, '.'));
    return true;
}

static bool read_chance(reader *r, tx_state *p) {
    if (!read_key(r, "chance")) return false;
    if (take(r, '?')) return true;
    for (int i = 0; i < RD_KEY_WORDS * 8; i++) {
        const char *found =
            rd_scan_done(&r->in) || !*r->in.at ? NULL : strchr("0123456789abcdef", *r->in.at);
        if (!found) return fail(r, "64 digits of the key");
        p->key.word[i / 8] = p->key.word[i / 8] << 4 | (uint32_t)(found - "0123456789abcdef");
        r->in.at++;
    }
    for (int i = 0; i <= TX_PLAYERS; i++) {
        int64_t used;
        if (!take(r, ',') || !read_number(r, 0, UINT32_MAX, &used)) return fail(r, "counters");
        p->used[i] = (uint32_t)used;
    }
    return tx_knows_chance(p) || fail(r, "'?' for a view");
}

static bool read_network(reader *r, tx_player *q) {
    if (!read_key(r, "pipes")) return false;
    if (take(r, '-')) return true;
    if (!take(r, 'S')) return fail(r, "the starting tile S");
    q->pipe[q->n_pipes++] = (tx_joined){.tile = TX_PIPES};
    while (take(r, '.')) {
        int tile;
        int64_t x, y, turn;
        if (q->n_pipes > TX_PIPES) return fail(r, "fewer pipes");
        if (!read_thing(r, tx_find_pipe, tx_put_pipe, &tile)) return false;
        if (!take(r, '@') || !read_number(r, -31, 31, &x) || !take(r, ',') ||
            !read_number(r, -31, 31, &y) || !take(r, '/') || !read_number(r, 0, 3, &turn))
            return fail(r, "a pipe as P01@0,-1/2");
        q->pipe[q->n_pipes++] = (tx_joined){(int8_t)x, (int8_t)y, (uint8_t)tile, (uint8_t)turn};
    }
    return true;
}

static bool read_columns(reader *r, tx_player *q) {
    for (int robot = 0; robot < TX_ROBOTS; robot++) {
        int n = 0, piece;
        if (!read_key(r, tx_robot_word[robot])) return false;
        if (take(r, '-')) continue;
        do {
            if (n++ == TX_MAX_SLOTS) return fail(r, "fewer tiles");
            if (!read_piece(r, false, &piece)) return false;
            tx_put_piece(q, robot, piece);
        } while (take(r, '.'));
    }
    return true;
}

static bool read_player(reader *r, tx_player *q, int who) {
    int64_t number, power;
    uint64_t leaf, used = 0;
    if (!rd_scan_literal(&r->in, " |") || !read_number(r, who, who, &number))
        return fail(r, "the next player");
    if (!read_key(r, "has") || !read_numbers(r, q->engram, TX_COLOURS, 255) || !take(r, ',') ||
        !read_number(r, 0, TX_POWER_MAX, &power) || !read_key(r, "hand") ||
        !read_digits(r, &q->hand) || !read_key(r, "open") || !read_digits(r, &q->open) ||
        !read_key(r, "deck"))
        return fail(r, "goods and cards");
    q->power = (uint16_t)power;
    if (!take(r, '-'))
        for (; !rd_scan_done(&r->in) && *r->in.at != ' '; r->in.at++) {
            char c = *r->in.at;
            if (q->n_deck == TX_CARDS || (c != '?' && (c < '0' || c >= '0' + TX_CARDS)))
                return fail(r, "cards as digits");
            q->deck[q->n_deck++] = (uint8_t)(c == '?' ? TX_HIDDEN : c - '0');
        }
    if (!read_columns(r, q) || !read_network(r, q) || !read_key(r, "unused") ||
        !read_set(r, &q->unused, NULL, tx_find_pipe, tx_put_pipe) || !read_key(r, "forest") ||
        !read_set(r, &leaf, &used, tx_find_leaf, tx_put_leaf))
        return false;
    q->leaf = (uint32_t)leaf;
    q->leaf_used = (uint32_t)used;
    return true;
}

static bool read_head(reader *r, tx_state *p) {
    int64_t value;
    const char *at;
    size_t n;
    if (!rd_scan_literal(&r->in, "transmissions/1 "))
        return rd_fault_set(r->f, 1, 1, "a position begins with 'transmissions/1 '");
    n = span(r, &at);
    int phase = 0;
    while (phase < 4 && !rd_span_is(at, n, tx_phase_word[phase])) phase++;
    if (phase == 4) return fail(r, "robots, ideas, play or over");
    p->phase = (uint8_t)phase;
    if (!read_key(r, "to") || !read_byte(r, TX_PLAYERS, &p->active) || !read_key(r, "end"))
        return false;
    n = span(r, &at);
    int why = rd_span_is(at, n, "-") ? 0 : 1;
    while (why && why < 4 && !rd_span_is(at, n, tx_why_word[why])) why++;
    if (why == 4) return fail(r, "-, pipes, shop or robots");
    p->end_why = (uint8_t)why;
    p->end_by = TX_NOBODY;
    if (why && (!take(r, ',') || !read_byte(r, TX_PLAYERS, &p->end_by))) return fail(r, "who");
    if (!read_key(r, "turns") || !read_number(r, 0, TX_TURNS_MAX, &value)) return false;
    p->turns = (uint16_t)value;
    return read_key(r, "robots") && read_numbers(r, p->robot, TX_ROBOTS, TX_CELLS - 1);
}

/* What lies open has left the piles too. */
static void complete_out(tx_state *p) {
    uint64_t ideas = ~0ull, items = ~0ull, gone_ideas = p->idea_out, gone_items = p->item_out;
    p->idea_out = p->item_out = ~0ull;
    tx_gone(p, &ideas, &items);
    p->idea_out = gone_ideas | ~ideas;
    p->item_out = gone_items | ~items;
}

bool tx_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f) {
    tx_state p;
    rd_fault unheard;
    reader r = {rd_scan_text(text, n, 1), f ? f : &unheard};
    memset(&p, 0, sizeof p);
    if (!read_head(&r, &p) || !read_shop(&r, &p) || !read_decks(&r, &p) || !read_start(&r, m, &p) ||
        !read_agenda(&r, &p) || !read_chance(&r, &p))
        return false;
    for (int who = 0; who < tx_match_of(m)->players; who++)
        if (!read_player(&r, &p.player[who], who)) return false;
    if (!rd_scan_done(&r.in)) return fail(&r, "nothing more");
    complete_out(&p);
    if (!tx_valid(m, (const rd_state *)&p, f)) return false;
    memcpy(s, &p, sizeof p);
    return true;
}
