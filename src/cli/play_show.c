/* play_show.c - the board, what happened, and how it ended; see play.h. */
#include <string.h>

#include "cli/play.h"

enum { PICTURE_MAX = 32768, ACTION_COLUMN = 12 };

int rd_play_eyes(const rd_play *p) {
    if (p->people == 1)
        for (int seat = 0; seat < p->match->n_seats; seat++)
            if (p->player[seat].kind == RD_HUMAN) return seat;
    return RD_SPECTATOR;
}

void rd_play_action_text(const rd_play *p, const rd_state *s, const rd_action *a, char *text,
                         size_t cap) {
    rd_out o = rd_out_to(text, cap);
    p->game->print_action(p->match, s, a, &o);
}

/* A line beside the board; where it must be broken, the rest is set in. */
static void print_status(const rd_play *p, const rd_phrase *what) {
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {.lang = p->term.lang, .match = p->match, .seat = p->name};
    rd_speak(&how, what, &o);
    rd_print_wrapped(stdout, p->term.width, RD_HANG, 4, text);
}

void rd_play_show_board(const rd_play *p, int seat) {
    static char picture[PICTURE_MAX];
    rd_out o = rd_out_to(picture, sizeof picture);
    rd_phrase line;
    rd_table_view(p->table, seat, p->view);
    p->game->picture(p->match, p->view, p->term.draw, &o);
    putchar('\n');
    rd_print_picture(&p->term, picture);
    for (int i = 0; p->game->status(p->match, p->view, i, &line); i++) print_status(p, &line);
}

/* ---- what happened ---- */

typedef struct teller {
    const rd_play *play;
    char lead[64]; /* stands before the first line: the action as it is written */
    int lines;
} teller;

static void tell_event(void *ctx, const rd_event *ev, const rd_state *now) {
    teller *t = ctx;
    const rd_play *p = t->play;
    (void)now;
    if (!rd_event_has_words(p->game, ev)) return;
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {.lang = p->term.lang, .match = p->match, .seat = p->name};
    rd_speak_event(&how, ev, &o);
    int at = 0;
    if (!t->lines && t->lead[0]) {
        printf("%s ", t->lead);
        at = rd_letters(t->lead) + 1;
    }
    t->lines++;
    rd_print_wrapped(stdout, p->term.width, at, ACTION_COLUMN, text);
}

/* May that seat read an answer as it was written? */
static bool is_open_to(const rd_play *p, int seat, const rd_entry *e) {
    return !p->game->hidden || (seat >= 0 && p->match->seat_of[e->action.actor] == seat);
}

static void tell_entry(const rd_play *p, int seat, int i) {
    teller t = {.play = p};
    rd_sink to = {tell_event, &t};
    if (i == 0) {
        rd_table_events(p->table, seat, 0, &to);
        return;
    }
    const rd_entry *e = rd_table_entry(p->table, i - 1);
    if (is_open_to(p, seat, e)) {
        rd_table_state_at(p->table, i - 1, p->scratch);
        rd_play_action_text(p, p->scratch, &e->action, t.lead, sizeof t.lead);
    }
    rd_table_events(p->table, seat, i, &to);
    if (!t.lines && t.lead[0] && !(e->effects & RD_STORED)) printf("%s\n", t.lead);
    if (e->origin == RD_PLAYED) return;
    char key[64];
    snprintf(key, sizeof key, "origin.%s", rd_origin_name(e->origin));
    if (e->origin != RD_TIMED && e->origin != RD_STOOD_IN)
        snprintf(key, sizeof key, "origin.forced_%s", rd_origin_name(e->origin));
    rd_print_wrapped(stdout, p->term.width, 0, ACTION_COLUMN, rd_string(p->term.lang, key));
}

void rd_play_tell(rd_play *p, int seat) {
    bool apart = p->game->hidden && p->people > 1 && seat >= 0;
    int *told = &p->told[apart ? seat : 0];
    int length = rd_table_length(p->table);
    for (; *told <= length; ++*told) tell_entry(p, seat, *told);
}

void rd_play_imagine(const rd_play *p, rd_state *s, const rd_action *a) {
    teller t = {.play = p};
    rd_sink to = {tell_event, &t};
    rd_play_action_text(p, s, a, t.lead, sizeof t.lead);
    if (rd_apply(p->match, s, a, &to, NULL, NULL)) return;
    if (!t.lines) printf("%s\n", t.lead);
}

/* ---- the keyboard goes round, and the end ---- */

bool rd_play_hand_over(rd_play *p, int seat) {
    char line[RD_PLAY_LINE];
    if (!p->game->hidden || p->people < 2 || p->facing == seat) return true;
    p->facing = seat;
    if (p->term.live) fputs("\033[H\033[2J\033[3J", stdout);
    rd_print_words(&p->term, p->match, p->name,
                   &(rd_words){.key = "cli.play.hand_over", .arg = {seat}});
    return rd_play_read_line(p, "", line);
}

typedef struct last_event {
    const rd_play *play;
    rd_event event;
    bool any;
} last_event;

static void keep_event(void *ctx, const rd_event *ev, const rd_state *now) {
    last_event *last = ctx;
    (void)now;
    if (!rd_event_has_words(last->play->game, ev)) return;
    last->event = *ev;
    last->any = true;
}

/* Whom a player alone has met, and how they stand, is known to the game only: its last words. */
static void tell_last(const rd_play *p) {
    last_event last = {.play = p};
    rd_sink to = {keep_event, &last};
    rd_table_events(p->table, rd_play_eyes(p), rd_table_length(p->table), &to);
    if (!last.any) return;
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {.lang = p->term.lang, .match = p->match, .seat = p->name};
    rd_speak_event(&how, &last.event, &o);
    putchar('\n');
    rd_print_wrapped(stdout, p->term.width, 0, 0, text);
}

void rd_play_show_result(const rd_play *p) {
    rd_outcome o;
    int first = 0, winner = 0;
    if (!p->game->outcome(p->match, rd_table_state(p->table), &o)) return;
    if (p->match->n_seats == 1) {
        tell_last(p);
        return;
    }
    for (int seat = 0; seat < p->match->n_seats; seat++)
        if (o.place[seat] == 1) {
            first++;
            winner = seat;
        }
    putchar('\n');
    if (first == 1) {
        const char *key = p->people == 1 && rd_play_eyes(p) == winner ? "cli.play.you_win"
                          : p->people == 1                            ? "cli.play.you_lose"
                                                                      : "cli.play.wins";
        rd_print_words(&p->term, p->match, p->name, &(rd_words){.key = key, .arg = {winner}});
    } else {
        RD_PRINT(&p->term, .key = "cli.play.draw");
    }
    for (int place = 1; place <= p->match->n_seats; place++)
        for (int seat = 0; seat < p->match->n_seats; seat++)
            if (o.place[seat] == place)
                rd_print_words(
                    &p->term, p->match, p->name,
                    &(rd_words){.key = "cli.play.place", .arg = {place, seat, o.score[seat]}});
}
