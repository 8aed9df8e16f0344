/* play_menu.c - see play_menu.h. */
#include "cli/play_menu.h"

#include <string.h>

/* ---- labels ---- */

/* The numbers that have been given in this question. */
static struct book {
    int n;
    uint16_t option[2 * RD_MAX_OPTIONS];
    char words[2 * RD_MAX_OPTIONS][RD_MENU_WORDS];
    char label[2 * RD_MAX_OPTIONS][RD_MENU_LABEL];
} book;

static int in_book(uint16_t option, const char *words) {
    for (int i = 0; i < book.n; i++)
        if (book.option[i] == option && strcmp(book.words[i], words) == 0) return i;
    return -1;
}

static bool is_label_free(const char *label) {
    for (int i = 0; i < book.n; i++)
        if (strcmp(book.label[i], label) == 0) return false;
    return true;
}

static void write_down(uint16_t option, const char *words, const char *label) {
    if (book.n == 2 * RD_MAX_OPTIONS) return;
    book.option[book.n] = option;
    snprintf(book.words[book.n], RD_MENU_WORDS, "%s", words);
    snprintf(book.label[book.n++], RD_MENU_LABEL, "%s", label);
}

/* The number that names it, as in "hex 12": the second word, and the only number. */
static bool names_number(const char *words, char label[RD_MENU_LABEL]) {
    const char *from = strchr(words, ' ');
    size_t n = from ? strspn(++from, "0123456789") : 0;
    if (!n || n >= RD_MENU_LABEL || strcspn(words, "0123456789") < (size_t)(from - words) ||
        strpbrk(from + n, "0123456789"))
        return false;
    memcpy(label, from, n);
    label[n] = 0;
    return true;
}

/* What had a number keeps it, and what is new gets one that was not used. */
static void label_on(rd_menu *u) {
    int next = 1;
    for (int i = 0; i < u->d.n; i++) {
        int k = in_book(u->d.option[i], u->words[i]);
        if (k >= 0) {
            memcpy(u->label[i], book.label[k], RD_MENU_LABEL);
            continue;
        }
        do snprintf(u->label[i], RD_MENU_LABEL, "%d", next++);
        while (!is_label_free(u->label[i]));
        write_down(u->d.option[i], u->words[i], u->label[i]);
    }
}

/* "hex 12" is chosen by typing 12, as long as every option of its kind has a number of its own. */
static bool has_own_numbers(rd_menu *u, const char *kind) {
    for (int i = 0; i < u->d.n; i++) {
        if (strcmp(u->kind[i], kind) != 0) continue;
        if (!names_number(u->words[i], u->label[i])) return false;
        for (int k = 0; k < u->d.n; k++)
            if (k != i && strcmp(u->label[k], u->label[i]) == 0) return false;
    }
    return true;
}

static void forget_labels(rd_menu *u, const char *kind) {
    for (int i = 0; i < u->d.n; i++)
        if (strcmp(u->kind[i], kind) == 0) u->label[i][0] = 0;
}

/* The other options are counted, with the numbers that are left. */
static void label_first(rd_menu *u) {
    book.n = 0;
    for (int i = 0; i < u->d.n; i++)
        if (!u->label[i][0] && !has_own_numbers(u, u->kind[i])) forget_labels(u, u->kind[i]);
    for (int i = 0; i < u->d.n; i++)
        if (u->label[i][0]) write_down(u->d.option[i], u->words[i], u->label[i]);
    label_on(u);
}

static void label_options(rd_menu *u, bool first) {
    bool known = false;
    if (!u->d.n) return; /* the numbers stay, in case the last pick is taken back */
    for (int i = 0; i < u->d.n && !known && !first; i++)
        known = in_book(u->d.option[i], u->words[i]) >= 0;
    if (known)
        label_on(u);
    else
        label_first(u);
}

/* ---- sets ---- */

enum { MOST_NODES = 4000 };

/* A walk through the answers that hold what was picked, in the engine's order. */
typedef struct walk {
    const rd_play *p;
    rd_action a; /* the way here                                  */
    const char *kind;
    const rd_draft *draft;
    rd_menu *u;
    int nodes;
} walk;

/* The key of its words: members of a set have the same one. */
static const char *kind_of(const rd_play *p, const rd_decision *d, uint16_t option) {
    rd_phrase phrase = {0};
    p->game->option_words(p->match, p->view, d, option, &phrase);
    return phrase.key;
}

static bool is_kind(const walk *w, const rd_decision *d, uint16_t option) {
    return strcmp(kind_of(w->p, d, option), w->kind) == 0;
}

static void put_option(const rd_play *p, const rd_decision *d, uint16_t option, rd_menu *u) {
    rd_speech how = rd_play_speech(p);
    rd_out o = rd_out_to(u->words[u->d.n], RD_MENU_WORDS);
    rd_table_put_option(p->table, &how, d, option, &o);
    u->kind[u->d.n] = kind_of(p, d, option);
    u->d.option[u->d.n++] = option;
}

/* Is every member after another one at least as high?  Then the order is the engine's alone. */
static bool is_set(const rd_play *p, const rd_action *a, const rd_decision *d) {
    walk w = {.p = p, .a = *a};
    bool goes_on = false;
    if (d->n < 2 || a->n == RD_MAX_PICKS) return false;
    w.kind = kind_of(p, d, d->option[0]);
    for (int i = 0; i < d->n; i++) {
        rd_decision next;
        if (!is_kind(&w, d, d->option[i])) return false;
        w.a.pick[a->n] = d->option[i];
        if (rd_table_ask(p->table, a->actor, w.a.pick, a->n + 1, &next)) return false;
        for (int k = 0; k < next.n; k++) {
            if (!is_kind(&w, &next, next.option[k])) continue;
            if (next.option[k] < d->option[i]) return false;
            goes_on = true;
        }
    }
    return goes_on;
}

/* The members of the way here that are not held: each can be picked now.  False when what is held
** is not on the way. */
static bool leave_held(const walk *w, bool extra[RD_MAX_PICKS]) {
    int from = w->draft->a.n;
    for (int i = from; i < w->a.n; i++) extra[i] = true;
    for (int h = 0; h < w->draft->n_held; h++) {
        int i = from;
        while (i < w->a.n && !(extra[i] && w->a.pick[i] == w->draft->held[h])) i++;
        if (i == w->a.n) return false;
        extra[i] = false;
    }
    return true;
}

static void offer(walk *w) {
    bool extra[RD_MAX_PICKS];
    if (!leave_held(w, extra)) return;
    for (int i = w->draft->a.n; i < w->a.n; i++) {
        rd_decision d;
        int k = 0;
        while (k < w->u->d.n && w->u->d.option[k] != w->a.pick[i]) k++;
        if (!extra[i] || k < w->u->d.n || k == RD_MAX_OPTIONS) continue;
        if (!rd_table_ask(w->p->table, w->a.actor, w->a.pick, i, &d))
            put_option(w->p, &d, w->a.pick[i], w->u);
    }
}

/* Does the set end here?  It does where no member can follow, and where another set begins. */
static bool is_whole(const walk *w, const rd_decision *d) {
    bool more = false;
    if (w->a.n == w->draft->a.n) return false;
    for (int i = 0; i < d->n; i++) {
        if (!is_kind(w, d, d->option[i])) continue;
        if (d->option[i] < w->a.pick[w->a.n - 1]) return true;
        more = true;
    }
    return !more || w->a.n == RD_MAX_PICKS;
}

static void walk_on(walk *w) {
    rd_decision d;
    if (++w->nodes > MOST_NODES) return;
    if (rd_table_ask(w->p->table, w->a.actor, w->a.pick, w->a.n, &d)) return;
    bool end = is_whole(w, &d);
    for (int i = 0; i < d.n && !end; i++) {
        if (!is_kind(w, &d, d.option[i])) continue;
        w->a.pick[w->a.n++] = d.option[i];
        walk_on(w);
        w->a.n--;
    }
    if (end || d.may_stop) offer(w);
}

rd_action rd_menu_answer(const rd_draft *draft) {
    rd_action a = draft->a;
    for (int i = 0; i < draft->n_held && a.n < RD_MAX_PICKS; i++) {
        int at = a.n++;
        for (; at > draft->a.n && a.pick[at - 1] > draft->held[i]; at--)
            a.pick[at] = a.pick[at - 1];
        a.pick[at] = draft->held[i];
    }
    return a;
}

/* By option, as the engine lists them. */
static void sort_options(rd_menu *u) {
    for (int i = 1; i < u->d.n; i++)
        for (int k = i; k > 0 && u->d.option[k - 1] > u->d.option[k]; k--) {
            char words[RD_MENU_WORDS];
            uint16_t option = u->d.option[k];
            const char *kind = u->kind[k];
            u->kind[k] = u->kind[k - 1];
            u->kind[k - 1] = kind;
            memcpy(words, u->words[k], sizeof words);
            u->d.option[k] = u->d.option[k - 1];
            memcpy(u->words[k], u->words[k - 1], sizeof words);
            u->d.option[k - 1] = option;
            memcpy(u->words[k - 1], words, sizeof words);
        }
}

static bool read_set(const rd_play *p, const rd_draft *draft, const rd_decision *d, rd_menu *u) {
    walk w = {.p = p, .a = draft->a, .draft = draft, .u = u};
    rd_action all = rd_menu_answer(draft);
    rd_decision now;
    u->d = *d;
    u->d.n = 0;
    w.kind = kind_of(p, d, d->option[0]);
    walk_on(&w);
    if (w.nodes > MOST_NODES) return false;
    u->d.may_stop = !rd_table_ask(p->table, all.actor, all.pick, all.n, &now) && now.may_stop;
    sort_options(u);
    return true;
}

/* ---- the menu ---- */

void rd_menu_read(const rd_play *p, const rd_draft *draft, bool first, rd_menu *u) {
    rd_decision d;
    *u = (rd_menu){.d = {.actor = draft->a.actor}};
    rd_table_view(p->table, p->match->seat_of[draft->a.actor], p->view);
    if (rd_table_ask(p->table, draft->a.actor, draft->a.pick, draft->a.n, &d)) return;
    u->set = is_set(p, &draft->a, &d) && read_set(p, draft, &d, u);
    if (!u->set) {
        u->d = d;
        u->d.n = 0;
        for (int i = 0; i < d.n; i++) put_option(p, &d, d.option[i], u);
    }
    label_options(u, first);
}

/* A set to which nothing can be added, before or after what is held, becomes part of the answer. */
static void settle(const rd_play *p, rd_draft *draft, const rd_decision *d) {
    rd_menu more = {0};
    if (read_set(p, draft, d, &more) && !more.d.n) *draft = (rd_draft){.a = rd_menu_answer(draft)};
}

void rd_menu_pick(const rd_play *p, rd_draft *draft, const rd_menu *u, int i) {
    rd_decision d;
    if (!u->set) {
        draft->a.pick[draft->a.n++] = u->d.option[i];
        return;
    }
    draft->held[draft->n_held++] = u->d.option[i];
    if (rd_table_ask(p->table, draft->a.actor, draft->a.pick, draft->a.n, &d) || !d.n) return;
    settle(p, draft, &d);
}

void rd_menu_put_picks(const rd_play *p, const rd_draft *draft, rd_out *o) {
    rd_speech how = rd_play_speech(p);
    rd_decision d;
    rd_table_put_words(p->table, &how, &draft->a, o);
    if (rd_table_ask(p->table, draft->a.actor, draft->a.pick, draft->a.n, &d)) return;
    for (int h = 0; h < draft->n_held; h++) {
        d.option[0] = draft->held[h]; /* it is said, not offered among others */
        d.n = 1;
        if (draft->a.n || h) rd_put_text(o, ", ");
        rd_table_put_option(p->table, &how, &d, draft->held[h], o);
    }
}

enum { MOST_ROWS = 12 };

typedef struct grid {
    int label, wide, columns, rows;
    size_t skip; /* bytes of each option that are not shown */
} grid;

/* The first word with its blank, where all options have the same: 5 for "cell 0,3", "cell 1,3". */
static size_t first_word(const rd_menu *u) {
    size_t n = strcspn(u->words[0], " ") + 1;
    for (int i = 0; i < u->d.n; i++)
        if (strncmp(u->words[i], u->words[0], n) != 0) return 0;
    return n;
}

/* In as many columns as fit, read downwards. */
static grid lay_out(const rd_play *p, const rd_menu *u, size_t skip) {
    grid g = {.skip = skip};
    for (int i = 0; i < u->d.n; i++) {
        int l = rd_letters(u->label[i]), w = rd_letters(u->words[i] + skip);
        g.label = l > g.label ? l : g.label;
        g.wide = w > g.wide ? w : g.wide;
    }
    g.columns = (p->term.width - 1) / (g.label + g.wide + 5);
    if (g.columns < 1) g.columns = 1;
    g.rows = (u->d.n + g.columns - 1) / g.columns;
    return g;
}

/* A long list leaves out the word that the question has named. */
static grid grid_of(const rd_play *p, const rd_menu *u) {
    grid g = lay_out(p, u, 0);
    return g.rows > MOST_ROWS ? lay_out(p, u, first_word(u)) : g;
}

/* In one column a long option goes on below itself. */
static bool is_long(const rd_play *p, const grid *g) {
    return g->columns == 1 && g->label + g->wide + 4 >= p->term.width;
}

int rd_menu_rows(const rd_play *p, const rd_menu *u) {
    grid g = grid_of(p, u);
    int rows = g.rows;
    for (int i = 0; i < u->d.n && is_long(p, &g); i++) {
        char line[RD_MENU_LABEL + RD_MENU_WORDS + 4];
        snprintf(line, sizeof line, "__%*s) %s", g.label, u->label[i], u->words[i] + g.skip);
        rows += rd_play_lines(p, g.label + 4, line) - 1;
    }
    return rows + u->d.may_stop;
}

void rd_menu_show(const rd_play *p, const rd_menu *u) {
    grid g = grid_of(p, u);
    for (int row = 0; row < g.rows; row++) {
        if (is_long(p, &g)) {
            printf("  %*s) ", g.label, u->label[row]);
            rd_print_wrapped(stdout, p->term.width, g.label + 4, g.label + 4,
                             u->words[row] + g.skip);
            continue;
        }
        for (int i = row; i < u->d.n; i += g.rows) {
            const char *words = u->words[i] + g.skip;
            printf("  %*s) %s", g.label, u->label[i], words);
            if (i + g.rows < u->d.n) printf("%*s", g.wide - rd_letters(words) + 1, "");
        }
        putchar('\n');
    }
    if (u->d.may_stop) {
        printf("  %*s) ", g.label, ".");
        rd_print_wrapped(stdout, p->term.width, g.label + 4, 0,
                         rd_string(p->term.lang, "cli.play.stop"));
    }
}

int rd_menu_chosen(const rd_menu *u, const char *word) {
    if (u->d.may_stop && strcmp(word, ".") == 0) return -2;
    for (int i = 0; i < u->d.n; i++)
        if (strcmp(u->label[i], word) == 0) return i;
    return -1;
}
