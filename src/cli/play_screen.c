/* play_screen.c - the board and what stands beside it, in as many lines as there are; see play.h.
**
** A board that is too high is drawn in its compact form, if the game has one; then it loses its
** empty lines and what is far from the robot that is asked, or without one from all robots; one that
** is too wide its far columns.  The whole is shown on a key.
*/
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"

enum { PICTURE_MAX = 32768, LINES_MAX = 256, LEAST_BOARD = 6, ROW_NAMES = 3 };

typedef struct line {
    const char *text;
    size_t n;
} line;

typedef struct screen {
    const rd_play *p;
    int actor, room; /* -1 = nobody's; lines, 0 = no end */
    line board[LINES_MAX];
    int rows, columns;
    char letter;     /* of the actor's robot on a floor; 0 = none */
    int row, column; /* where that robot is, or the others are; -1 = none on the board */
    char *beside;    /* the lines beside it, wrapped */
    int lines;
    bool cut;
} screen;

/* ---- what stands beside ---- */

static int count_lines(const char *text) {
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

int rd_play_lines(const rd_play *p, int margin, const char *text) {
    char *wrapped = NULL;
    size_t n;
    FILE *to = open_memstream(&wrapped, &n);
    if (!to) return 1;
    rd_print_wrapped(to, p->term.width, RD_HANG, margin, text);
    fclose(to);
    int lines = count_lines(wrapped);
    free(wrapped);
    return lines;
}

static bool is_legend(const rd_phrase *what) { return strstr(what->key, ".legend.") != NULL; }

static void put_status(const rd_play *p, const rd_phrase *what, FILE *to) {
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = rd_play_speech(p);
    rd_speak(&how, what, &o);
    rd_print_wrapped(to, p->term.width, RD_HANG, 4, text);
}

void rd_play_show_legend(const rd_play *p, int seat) {
    rd_phrase what;
    rd_table_view(p->table, seat, p->view);
    for (int i = 0; p->game->status(p->match, p->view, i, &what); i++)
        if (is_legend(&what)) put_status(p, &what, stdout);
}

/* Is it about the one who is asked?  Only races have so much to say that it matters, and there the
** first argument is the robot. */
static bool is_own(const screen *s, int i, const rd_phrase *what) {
    return i == 0 || !s->letter || what->arg[0] == s->actor;
}

/* All lines, or those that matter most. */
static void read_beside(screen *s, bool own) {
    const rd_play *p = s->p;
    size_t n;
    rd_phrase what;
    free(s->beside);
    s->beside = NULL;
    FILE *to = open_memstream(&s->beside, &n);
    if (!to) exit((int)rd_system_failed("out of memory"));
    for (int i = 0; p->game->status(p->match, p->view, i, &what); i++)
        if (!is_legend(&what) && (!own || is_own(s, i, &what))) put_status(p, &what, to);
    fclose(to);
    s->lines = count_lines(s->beside);
}

static void print_beside(const screen *s, int most) {
    const char *at = s->beside;
    for (int i = 0; *at && (!s->room || i < most); i++) {
        size_t n = strcspn(at, "\n");
        printf("%.*s\n", (int)n, at);
        at += n + (at[n] == '\n');
    }
}

/* ---- the board ---- */

/* The next sign of a picture, without marks of roles; 0 at its end. */
static int next_sign(const char **at, const char *end) {
    while (*at < end && (**at == RD_ROLE || **at == RD_PLAIN)) *at += **at == RD_ROLE ? 2 : 1;
    if (*at >= end) return 0;
    const unsigned char *c = (const unsigned char *)*at;
    int bytes = c[0] < 0x80 ? 1 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    *at += bytes;
    return bytes == 1 ? c[0] : bytes == 2 ? c[0] << 8 | c[1] : c[1] << 8 | c[2];
}

/* Nothing but corners between cells. */
static bool is_bare(const line *l) {
    const char *at = l->text, *end = l->text + l->n;
    bool corner = false;
    for (int c; (c = next_sign(&at, end));) {
        bool is = c == '+' || c == (0xc2 << 8 | 0xb7); /* U+00B7 */
        if (!is && c != ' ') return false;
        corner |= is;
    }
    return corner;
}

static int width_of(const line *l) {
    const char *at = l->text, *end = l->text + l->n;
    int n = 0;
    while (next_sign(&at, end)) n++;
    return n;
}

static bool is_facing(int c) {
    static const int arrow[] = {'^', '>', 'v', '<', 0x96b2, 0x96b6, 0x96bc, 0x9780};
    for (unsigned i = 0; i < sizeof arrow / sizeof arrow[0]; i++)
        if (c == arrow[i]) return true;
    return false;
}

/* The letter of an actor's robot on a floor; 0 = it has none. */
static char sign_of(const screen *s, int actor) {
    char word[16] = "";
    rd_out o = rd_out_to(word, sizeof word);
    const rd_game *g = s->p->game;
    if (actor >= 0 && g->noun) g->noun(s->p->match, "sign", actor, &o);
    return word[0] && !word[1] ? word[0] : 0;
}

/* "A^" is a robot and where it faces: the actor's, or else the middle of all that are there. */
static void find_robot(screen *s) {
    int top = -1, bottom = -1, left = 0, right = 0;
    s->row = s->column = -1;
    s->letter = sign_of(s, s->actor);
    if (!sign_of(s, 0)) return;
    for (int row = 0; row < s->rows && s->row < 0; row++) {
        const char *at = s->board[row].text, *end = at + s->board[row].n;
        int before = 0, column = 0;
        for (int c; (c = next_sign(&at, end)); before = c, column++) {
            if (before < 'A' || before >= 'A' + s->p->match->n_actors || !is_facing(c)) continue;
            if (before == s->letter) {
                s->row = row;
                s->column = column;
            }
            if (top < 0 || column < left) left = column;
            if (column > right) right = column;
            if (top < 0) top = row;
            bottom = row;
        }
    }
    if (s->row >= 0 || top < 0) return;
    s->row = (top + bottom) / 2;
    s->column = (left + right) / 2;
}

static void read_board(screen *s, bool compact) {
    static char picture[PICTURE_MAX];
    rd_out o = rd_out_to(picture, sizeof picture);
    const rd_play *p = s->p;
    p->game->picture(p->match, p->view, p->term.draw | (compact ? RD_COMPACT : 0), &o);
    s->rows = s->columns = 0;
    for (const char *at = picture; *at && s->rows < LINES_MAX;) {
        line l = {at, strcspn(at, "\n")};
        at += l.n + (at[l.n] == '\n');
        if (compact && is_bare(&l)) continue;
        int wide = width_of(&l);
        if (wide > s->columns) s->columns = wide;
        s->board[s->rows++] = l;
    }
    find_robot(s);
}

/* A window of `size` in `all`, with `here` in the middle as far as it can be. */
static int window(int all, int size, int here) {
    int from = here < 0 ? 0 : here - size / 2;
    if (from > all - size) from = all - size;
    return from < 0 ? 0 : from;
}

static void print_row(const screen *s, int row, int from, int wide) {
    const line *l = &s->board[row];
    bool whole = !s->room || s->columns < s->p->term.width;
    if (whole) {
        rd_print_part(&s->p->term, l->text, l->n, 0, s->columns);
    } else {
        rd_print_part(&s->p->term, l->text, l->n, 0, ROW_NAMES);
        rd_print_part(&s->p->term, l->text, l->n, from, from + wide);
    }
    putchar('\n');
}

/* The first line names the columns, so it stays. */
static void print_board(const screen *s, int rows) {
    int wide = s->p->term.width - 1 - ROW_NAMES;
    int column = window(s->columns - ROW_NAMES, wide, s->column - ROW_NAMES) + ROW_NAMES;
    int row = window(s->rows - 1, rows - 1, s->row - 1) + 1;
    putchar('\n');
    print_row(s, 0, column, wide);
    for (int i = 0; i < rows - 1 && row + i < s->rows; i++) print_row(s, row + i, column, wide);
}

/* ---- together ---- */

static bool fits(const screen *s) { return !s->room || 1 + s->rows + s->lines <= s->room; }

/* What does not fit is left out step by step; a line says how to see it. */
static void show_what_fits(screen *s) {
    read_board(s, true);
    if (!fits(s)) {
        s->cut = true;
        s->room--;
        read_beside(s, true);
    }
    int most = s->room - 1 - (s->rows < LEAST_BOARD ? s->rows : LEAST_BOARD);
    int lines = s->lines < most ? s->lines : most > 0 ? most : 0;
    int rows = s->room - 1 - lines;
    if (rows > s->rows) rows = s->rows;
    s->cut |= s->columns >= s->p->term.width;
    if (rows > 2) print_board(s, rows);
    print_beside(s, rows > 2 ? lines : s->room);
}

int rd_play_view_lines(const rd_play *p, int actor) {
    screen s = {.p = p, .actor = actor};
    read_board(&s, true);
    read_beside(&s, false);
    free(s.beside);
    return 1 + s.rows + s.lines;
}

void rd_play_show_view(const rd_play *p, int actor, int room) {
    screen s = {.p = p, .actor = actor, .room = room > 0 ? room : 0};
    if (room < 0) return;
    read_board(&s, false);
    read_beside(&s, false);
    if (fits(&s) && (!s.room || s.columns < p->term.width)) {
        print_board(&s, s.rows);
        print_beside(&s, s.lines);
    } else {
        show_what_fits(&s);
    }
    if (s.cut) RD_PRINT(&p->term, .key = "cli.play.more");
    free(s.beside);
}

void rd_play_show_board(const rd_play *p, int seat) {
    rd_table_view(p->table, seat, p->view);
    rd_play_show_view(p, -1, 0);
}
