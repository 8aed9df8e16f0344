/* play_show.c - the board, what happened, and how it ended; see play.h. */
#include <string.h>

#include "cli/play.h"
#include "floor/data.h"

int rd_play_eyes(const rd_play *p) {
    if (p->people == 1)
        for (int seat = 0; seat < p->match->n_seats; seat++)
            if (p->player[seat].kind == RD_HUMAN) return seat;
    return RD_SPECTATOR;
}

rd_speech rd_play_speech(const rd_play *p) {
    return (rd_speech){.lang = p->term.lang, .match = p->match, .seat = p->name};
}

/* ---- the first screen, the keyboard goes round, and the end ---- */

/* The key of the goal: that of a special rule of the course where it has one of its own. */
static void goal_key(const rd_play *p, char *key, size_t size) {
    const char *source, *value = rd_config_get(p->game, rd_table_config(p->table), "course");
    rd_course c = {0};
    if (value) rd_data_course(p->game->id, value, &c, &source, NULL);
    for (int i = 0; i < c.n_rules; i++) {
        snprintf(key, size, "cli.play.goal.%s.%s", p->game->id, c.rule[i].word);
        if (rd_string_exists(RD_EN, key)) return;
    }
    snprintf(key, size, "cli.play.goal.%s", p->game->id);
}

void rd_play_put_goal(const rd_play *p, int seat, rd_out *o) {
    char key[96];
    if (p->greeted >> seat & 1) return;
    goal_key(p, key, sizeof key);
    if (rd_string_exists(RD_EN, key)) {
        rd_put_text(o, rd_string(p->term.lang, key));
        rd_put_char(o, ' ');
    }
    rd_put_text(o, rd_string(p->term.lang, "cli.play.h_helps"));
}

bool rd_play_hand_over(rd_play *p, int seat) {
    char line[RD_PLAY_LINE];
    if (!p->game->hidden || p->people < 2 || p->facing == seat) return true;
    p->facing = seat;
    if (p->term.live) fputs("\033[H\033[2J\033[3J", stdout);
    rd_print_words(&p->term, p->match, p->name,
                   &(rd_words){.key = "cli.play.hand_over", .arg = {seat}});
    return rd_play_read_line(p, "", line);
}

static void keep_line(void *ctx, const rd_log_line *line) {
    char *last = ctx;
    if (line->kind == RD_LOG_EVENT) snprintf(last, RD_PLAY_LINE, "%s", line->text);
}

/* Whom a player alone has met, and how they stand, is known to the game only: its last words. */
static void tell_last(const rd_play *p) {
    char text[RD_PLAY_LINE] = "";
    rd_log_sink to = {keep_line, text};
    rd_speech how = rd_play_speech(p);
    rd_table_log(p->table, &how, rd_play_eyes(p), rd_table_length(p->table), &to);
    if (!*text) return;
    putchar('\n');
    rd_print_wrapped(stdout, p->term.width, 0, 0, text);
}

void rd_play_show_result(const rd_play *p) {
    rd_outcome o;
    int first = 0, winner = 0;
    if (!rd_table_outcome(p->table, &o)) return;
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
