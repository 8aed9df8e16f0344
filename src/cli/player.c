/* player.c - see player.h. */
#include "cli/player.h"

#include <stdlib.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/place.h"
#include "server/notes.h"

/* ---- reading ---- */

static void complain_unknown(const char *who, const rd_game *g) {
    const char *names[64] = {"human"};
    char list[512] = "human";
    int n = 1;
    for (int rank = 0; rank < RD_RANKS; rank++) {
        names[n++] = rd_rank_word[rank];
        size_t end = strlen(list);
        snprintf(list + end, sizeof list - end, ", %s", names[n - 1]);
    }
    for (const rd_bot *const *b = rd_bots; *b && n < 63; b++)
        if (rd_bot_find((*b)->id, g) == *b) {
            names[n++] = (*b)->id;
            size_t end = strlen(list);
            snprintf(list + end, sizeof list - end, ", %s", (*b)->id);
        }
    const char *near = rd_nearest(who, names);
    if (near)
        rd_bad_usage("--seat: nobody is called '%s'; did you mean '%s'?", who, near);
    else
        rd_bad_usage("--seat: nobody is called '%s' (%s); a program needs a '/' in its name", who,
                     list);
}

bool rd_player_read(const char *who, const rd_game *g, rd_seat *out) {
    rd_fault f = {0};
    if (rd_seat_read(who, g, out, &f)) return true;
    if (out->kind == RD_PROGRAM && !strpbrk(out->command, "/ "))
        complain_unknown(out->command, g);
    else
        rd_bad_usage("--seat: %s", f.text);
    return false;
}

bool rd_players_read(const rd_args *a, const rd_game *g, rd_seat player[RD_MAX_SEATS], int *most) {
    const char *given;
    bool named[RD_MAX_SEATS] = {false};
    for (int i = 0; (given = rd_flag_nth(a, "seat", i)); i++) {
        int seat = given[0] - '0';
        if (seat < 1 || seat > RD_MAX_SEATS || given[1] != '=' || !given[2]) {
            rd_bad_usage("--seat %s: expected N=WHO, N from 1 to %d", given, g->max_seats);
            return false;
        }
        if (seat > g->max_seats) {
            rd_bad_usage("--seat %s: %s has at most %d seats", given, g->id, g->max_seats);
            return false;
        }
        if (named[seat - 1]) {
            rd_bad_usage("--seat %s: seat %d is taken already", given, seat);
            return false;
        }
        named[seat - 1] = true;
        if (!rd_player_read(given + 2, g, &player[seat - 1])) return false;
        if (seat > *most) *most = seat;
    }
    return true;
}

/* ---- thinking ---- */

static bool time_is_up(void *ctx) { return rd_clock() >= ((const rd_thinker *)ctx)->deadline; }

static rd_brain *brain_of(rd_thinker *t) {
    return t->program ? rd_foreign_brain(t->program) : &t->bot.brain;
}

static bool open_program(rd_thinker *t, const rd_match *m, uint64_t seed) {
    const rd_seat *who = t->who;
    rd_fault f = {0};
    rd_foreign_limits l = {.budget = (int)who->ms, .seed = seed};
    t->program = rd_foreign_open(who->command, &l, &f);
    if (!t->program) {
        rd_bad_usage("%s: %s", who->command, f.text);
        return false;
    }
    if (!rd_foreign_plays(t->program, m->game)) {
        rd_bad_usage("%s: %s", who->command, rd_foreign_complaint(t->program));
        rd_thinker_close(t);
        return false;
    }
    return true;
}

/* Beside the user's games, if any are kept; threads begin after the first call. */
static const rd_notes *notes(void) {
    static rd_note_files files;
    static const rd_notes *found;
    char data[RD_PATH_MAX];
    if (!found && rd_data_folder(data, sizeof data)) found = rd_note_files_at(&files, data);
    return found;
}

bool rd_thinker_open(rd_thinker *t, const rd_seat *who, const rd_match *m, uint64_t seed) {
    *t = (rd_thinker){.who = who};
    if (who->kind == RD_PROGRAM) return open_program(t, m, seed);
    if (who->kind == RD_HUMAN) return true;
    void *scratch = rd_need(rd_bot_brain_need(who, m));
    rd_bot_brain_init(&t->bot, who, scratch, who->ms ? time_is_up : NULL, NULL);
    t->bot.limits.notes = notes();
    return t->bot.brain.begin(&t->bot.brain, m, NULL, 0, NULL, seed);
}

void rd_thinker_close(rd_thinker *t) {
    free(t->bot.scratch);
    rd_foreign_close(t->program);
    *t = (rd_thinker){0};
}

bool rd_thinker_new(rd_thinker *t, const rd_match *m, const rd_config *c, int seat,
                    const char *const *name, uint64_t seed) {
    rd_brain *b = brain_of(t);
    return !b->begin || b->begin(b, m, c, seat, name, seed);
}

void rd_thinker_over(rd_thinker *t, const rd_outcome *o) {
    rd_brain *b = brain_of(t);
    if (b->over) b->over(b, o);
}

bool rd_thinker_hears(rd_thinker *t) { return brain_of(t)->hear != NULL; }

void rd_thinker_hear(rd_thinker *t, rd_table *table) {
    if (table && rd_thinker_hears(t)) brain_of(t)->hear(brain_of(t), table);
}

rd_origin rd_thinker_think(rd_thinker *t, const rd_state *view, int actor, int seq, rd_action *a,
                           rd_thought *why) {
    t->bot.limits.ctx = t; /* set here, as a thinker may be moved */
    if (t->who->ms) t->deadline = rd_clock() + (double)t->who->ms / 1000;
    return brain_of(t)->think(brain_of(t), view, actor, seq, a, why);
}
