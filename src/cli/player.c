/* player.c - see player.h. */
#include "cli/player.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bots/level.h"
#include "cli/clock.h"

/* ---- reading ---- */

static bool read_limit(const char *text, size_t n, rd_player *p) {
    char word[32];
    unsigned long long value = 0;
    char *end = NULL;
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    char *number = strchr(word, '=');
    errno = 0;
    if (number && number[1] >= '0' && number[1] <= '9') value = strtoull(number + 1, &end, 10);
    if (end && !*end && !errno && value > 0) {
        *number = 0;
        if (strcmp(word, "nodes") == 0 && p->kind == RD_BOT) {
            p->nodes = value;
            return true;
        }
        if (strcmp(word, "ms") == 0 && value < 86400000) {
            p->ms = value;
            return true;
        }
    }
    rd_bad_usage("--seat: '%.*s' is no limit for %s; expected %sms=N", (int)n, text, p->label,
                 p->kind == RD_BOT ? "nodes=N or " : "");
    return false;
}

/* "nodes=500,ms=200" */
static bool read_limits(const char *text, rd_player *p) {
    while (*text) {
        size_t n = strcspn(text, ",");
        if (!read_limit(text, n, p)) return false;
        text += n + (text[n] == ',');
    }
    return true;
}

static void complain_unknown(const char *who, const rd_game *g) {
    const char *names[64] = {"human"};
    char list[512] = "human";
    int n = 1;
    for (int rank = 0; rank < RD_RANKS; rank++) {
        names[n++] = rd_rank_word[rank];
        size_t end = strlen(list);
        snprintf(list + end, sizeof list - end, ", %s", rd_rank_word[rank]);
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

/* Where the limits begin: after a bot's name, or at ":ms=" of a program, whose command may have
** colons of its own. */
static const char *limits_of(const char *who, const rd_game *g, rd_player *out) {
    size_t n = strcspn(who, ":");
    snprintf(out->command, sizeof out->command, "%.*s", (int)n, who);
    const rd_level *level = rd_level_find(g, out->command);
    if (level) {
        out->nodes = level->nodes;
        out->skill = level->skill;
    }
    out->bot = level ? rd_level_bot(g, level) : rd_bot_find(out->command, g);
    out->kind = out->bot ? RD_BOT : RD_PROGRAM;
    if (out->bot) return who[n] ? who + n + 1 : "";
    const char *colon = strrchr(who, ':');
    bool limited = colon && strncmp(colon, ":ms=", 4) == 0;
    n = limited ? (size_t)(colon - who) : strlen(who);
    snprintf(out->command, sizeof out->command, "%.*s", (int)n, who);
    return limited ? colon + 1 : "";
}

bool rd_player_read(const char *who, const rd_game *g, rd_player *out) {
    *out = (rd_player){0};
    snprintf(out->label, sizeof out->label, "%s", who);
    if (strlen(who) > RD_COMMAND_MAX) {
        rd_bad_usage("--seat: the name is longer than %d characters", RD_COMMAND_MAX);
        return false;
    }
    if (strcmp(who, "human") == 0 || strncmp(who, "human:", 6) == 0) {
        out->kind = RD_HUMAN;
        snprintf(out->name, sizeof out->name, "%s", who[5] ? who + 6 : "");
        return true;
    }
    const char *limits = limits_of(who, g, out);
    if (!out->bot && !strpbrk(out->command, "/ ")) {
        complain_unknown(out->command, g);
        return false;
    }
    return read_limits(limits, out);
}

bool rd_players_read(const rd_args *a, const rd_game *g, rd_player player[RD_MAX_SEATS],
                     int *most) {
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

bool rd_thinker_open(rd_thinker *t, const rd_player *who, const rd_match *m, uint64_t seed) {
    *t = (rd_thinker){.who = who, .match = m, .chance = rd_prng_seed(seed)};
    if (who->kind == RD_BOT) {
        t->limits = (rd_limits){.nodes = who->nodes, .skill = who->skill};
        if (who->ms) t->limits.stop = time_is_up;
        t->scratch = rd_need(who->bot->scratch(m, &t->limits));
    } else if (who->kind == RD_PROGRAM) {
        rd_fault f = {0};
        rd_foreign_limits l = {.budget = (int)who->ms, .seed = seed};
        t->program = rd_foreign_open(who->command, &l, &f);
        if (!t->program) {
            rd_bad_usage("%s: %s", who->command, f.text);
            return false;
        }
        if (!rd_foreign_plays(t->program, m->game)) {
            rd_bad_usage("%s: it does not play %s", who->command, m->game->id);
            rd_thinker_close(t);
            return false;
        }
    }
    return true;
}

void rd_thinker_close(rd_thinker *t) {
    free(t->scratch);
    rd_foreign_close(t->program);
    *t = (rd_thinker){0};
}

void rd_thinker_new(rd_thinker *t, const rd_config *c, int seat, const char *const *name,
                    uint64_t seed) {
    t->chance = rd_prng_seed(seed);
    if (t->program && !rd_foreign_new(t->program, t->match, c, seat, name))
        exit((int)rd_system_failed("out of memory"));
}

void rd_thinker_over(rd_thinker *t, const rd_outcome *o) {
    if (t->program) rd_foreign_over(t->program, o);
}

rd_origin rd_thinker_think(rd_thinker *t, const rd_state *view, int actor, int seq, rd_action *a,
                           rd_thought *why) {
    if (t->program) return rd_foreign_think(t->program, view, actor, seq, a, why);
    rd_limits l = t->limits;
    l.ctx = t; /* set here, as a thinker may be moved */
    if (t->who->ms) t->deadline = rd_clock() + (double)t->who->ms / 1000;
    t->who->bot->think(t->match, view, actor, &l, &t->chance, t->scratch, a, why);
    return RD_PLAYED;
}
