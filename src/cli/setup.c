/* setup.c - matches from the command line; see setup.h. */
#include "cli/place.h"
#include "cli/setup.h"

#include <stdlib.h>
#include <string.h>

#include "cli/scenario_files.h"
#include "games/registry.h"

void *rd_need(size_t size) {
    enum { LINES = 128 }; /* bytes that processors fetch together */
    size_t whole = (size / LINES + 1) * LINES;
    void *memory = aligned_alloc(LINES, whole);
    if (!memory) exit((int)rd_system_failed("out of memory"));
    return memset(memory, 0, whole);
}

const rd_game *rd_game_named(const char *id) {
    const rd_game *g = rd_game_find(id);
    if (g) return g;
    const char *ids[64] = {NULL};
    for (int i = 0; rd_games[i] && i < 63; i++) ids[i] = rd_games[i]->id;
    const char *near = rd_nearest(id, ids);
    if (near)
        rd_bad_usage("unknown game '%s'; did you mean '%s'?", id, near);
    else
        rd_bad_usage("unknown game '%s'; `%s games` lists them", id, rd_call());
    return NULL;
}

/* "@FILE" is what the file holds, so that a custom course can be named. */
static bool read_value(rd_setup *s, rd_setting *setting) {
    size_t n;
    if (setting->value[0] != '@') return true;
    const char *path = setting->value + 1;
    setting->value = s->file[s->n_files] = rd_read_whole(path, &n);
    s->path[s->n_files++] = path;
    return setting->value != NULL;
}

static rd_exit read_settings(const rd_args *a, rd_setup *s) {
    size_t room = 1;
    const char *given;
    for (int i = 0; (given = rd_flag_nth(a, "set", i)); i++) room += strlen(given) + 1;
    char *at = s->texts = rd_need(room);
    for (int i = 0; (given = rd_flag_nth(a, "set", i)); i++) {
        char *value = strchr(strcpy(at, given), '=');
        if (!value) return rd_bad_usage("--set %s: expected KEY=VALUE", given);
        if (i == RD_MAX_SETTINGS) return rd_bad_usage("--set: more than %d variants", i);
        *value = 0;
        s->config.setting[s->config.n_settings] = (rd_setting){at, value + 1};
        if (!read_value(s, &s->config.setting[s->config.n_settings++])) return RD_EXIT_SYSTEM;
        at += strlen(given) + 1;
    }
    return RD_EXIT_OK;
}

static rd_exit read_seats(const rd_args *a, int least, rd_setup *s) {
    uint64_t seats = least > s->game->min_seats ? (uint64_t)least : s->game->min_seats;
    if (!rd_flag_number(a, "seats", 1, RD_MAX_SEATS, &seats)) return RD_EXIT_USAGE;
    rd_fault f = {0};
    if (!rd_seats_fit(s->game, (int)seats, &f)) return rd_bad_usage("%s", f.text);
    if ((int)seats < least)
        return rd_bad_usage("--seats %d is too few for --seat %d", (int)seats, least);
    s->config.n_seats = (int)seats;
    return RD_EXIT_OK;
}

/* A position that a player or a spectator was shown lacks what they may not know: the seed draws it. */
static void fill_in(rd_setup *s) {
    if (!s->game->hidden) return;
    rd_state *seen = rd_need(s->game->state_size);
    rd_prng g = rd_prng_seed(s->seed);
    for (int seat = RD_SPECTATOR; seat < s->match->n_seats; seat++) {
        s->game->redact(s->match, s->start, seat, seen);
        if (memcmp(seen, s->start, s->game->state_size) != 0) continue;
        s->game->determinize(s->match, seen, seat, &g, s->start);
        break;
    }
    free(seen);
}

static rd_exit build(const rd_args *a, rd_setup *s) {
    rd_fault f = {0};
    if (s->game->match_init(s->match, &s->config, &f)) {
        if (f.line && s->n_files == 1) return rd_bad_input(s->path[0], &f);
        return rd_bad_usage("%s: %s", s->game->id, f.text);
    }
    s->key = rd_key_from_seed(s->seed);
    const char *position = rd_flag_text(a, "position");
    s->placed = position != NULL;
    if (!position) {
        s->game->start(s->match, &s->key, s->start, NULL);
        return RD_EXIT_OK;
    }
    if (s->game->parse_state(s->match, position, strlen(position), s->start, &f)) {
        fill_in(s);
        return RD_EXIT_OK;
    }
    return f.column ? rd_bad_usage("--position, character %u: %s", f.column, f.text)
                    : rd_bad_usage("--position: %s", f.text);
}

rd_exit rd_setup_open(const rd_args *a, const rd_game *game, int seats, rd_setup *s) {
    *s = (rd_setup){.game = game, .seed = 1};
    if (!rd_flag_number(a, "seed", 0, UINT64_MAX, &s->seed)) return RD_EXIT_USAGE;
    rd_exit e = read_seats(a, seats, s);
    if (e) return e;
    s->match = rd_need(game->match_size);
    s->start = rd_need(game->state_size);
    e = read_settings(a, s);
    if (!e) e = build(a, s);
    if (e) rd_setup_close(s);
    return e;
}

void rd_setup_close(rd_setup *s) {
    free(s->match);
    free(s->start);
    free(s->texts);
    for (int i = 0; i < s->n_files; i++) free(s->file[i]);
    *s = (rd_setup){0};
}
