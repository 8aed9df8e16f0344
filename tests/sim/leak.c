/* leak.c - nobody receives a byte that depends on what they may not know.
**
** Two tables are made from the view of one seat (or of a spectator): the same log, then two states
** that differ only in what the viewer cannot know.  Both hear the same from the viewer, and from the
** others whatever is legal there, as long as it is secret.  Everything that is sent to the viewer must
** be equal, byte for byte and in the same number of messages.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"
#include "sim.h"

enum { KEPT = 128, VIEWER = 1, MOVES = 14 };

typedef struct side { /* one of the two tables */
    rd_hall *h;
    char *heard[KEPT]; /* by the viewer */
    int n;
    uint64_t lines;
    rd_prng g;
} side;

static void put(void *ctx, const rd_post_item *item) {
    side *s = ctx;
    if (item->kind == RD_OUT_APPEND) s->lines = item->line;
    bool mine = item->connection == VIEWER && s->n < KEPT;
    if (item->kind == RD_OUT_SEND && mine) s->heard[s->n++] = strdup(item->text);
    if (item->kind == RD_OUT_CLOSE && mine) s->heard[s->n++] = strdup("closed");
}

static void step(side *s, int64_t now, const rd_in *in) {
    rd_post post = {put, s};
    rd_hall_step(s->h, now, in, &post);
    rd_hall_step(s->h, now, &(rd_in){.kind = RD_IN_STORED, .line = s->lines}, &post);
}

/* ---- two tables ---- */

static bool make_side(world *w, side *s, const rd_state *state, uint64_t seed) {
    rd_fault f = {0};
    *s = (side){.h = rd_hall_new(&w->h->tools), .lines = (uint64_t)w->n_lines};
    s->g = rd_prng_seed(seed);
    for (int i = 0; i < w->n_lines; i++)
        if (!rd_hall_replay(s->h, w->line[i].at, w->line[i].n, &f)) BROKEN(w, "%s", f.text);
    rd_hall *h = s->h;
    rd_table_close(h->table);
    h->table = rd_table_open_at(h->game, &h->config, NULL, state, &f);
    if (!h->table) BROKEN(w, "a state drawn from a view cannot be played: %s", f.text);
    rd_table_listen(h->table);
    rd_hall_drop_orders(h);
    h->parts = h->line = 0;
    memset(h->events, 0, sizeof h->events);
    rd_hall_start_clocks(h, h->at);
    rd_hall_count_events(h);
    rd_hall_wind_clocks(h, h->at);
    rd_hall_forget_told(h);
    return rd_table_asked(h->table) != 0;
}

static void free_side(side *s) {
    for (int i = 0; i < s->n; i++) free(s->heard[i]);
    rd_hall_free(s->h);
}

static void compare(world *w, const side *a, const side *b, int viewer, const char *after) {
    for (int i = 0; i < a->n && i < b->n; i++) {
        const char *x = a->heard[i], *y = b->heard[i];
        int at = 0, from;
        while (x[at] && x[at] == y[at]) at++;
        from = at > 60 ? at - 60 : 0;
        if (x[at] != y[at])
            BROKEN(w, "view %d of %s: a leak after %s: %.30s... at %d:\n%.200s\n---- and\n%.200s",
                   viewer, a->h->game->id, after, x, at, x + from, y + from);
    }
    if (a->n != b->n) BROKEN(w, "view %d: %d messages or %d after %s", viewer, a->n, b->n, after);
}

/* ---- what happens at both ---- */

static void hello(side *s, int64_t now, uint64_t connection, int64_t uid) {
    rd_call c = {
        .kind = RD_CALL_HELLO,
        .as.hello = {
            .proto = RD_MSG_PROTOCOL, .vocabulary = "any", .key = "key", .lang = RD_MSG_LANG_EN}};
    step(s, now,
         &(rd_in){
             .kind = RD_IN_HELLO, .connection = connection, .uid = uid, .name = "X", .call = &c});
}

static void say(world *w, side *s, int64_t now, uint64_t connection, const char *message) {
    rd_call c;
    rd_fault f = {0};
    if (!rd_call_read(&c, message, strlen(message), &f)) BROKEN(w, "%s: %s", f.text, message);
    step(s, now, &(rd_in){.kind = RD_IN_CALL, .connection = connection, .call = &c});
    rd_call_drop(&c);
}

static bool is_secret(const side *s, int actor) {
    rd_decision d;
    return !rd_table_ask(s->h->table, actor, NULL, 0, &d) && d.secret;
}

static void put_answer(side *s, int actor, const char *kind, int id, char *out, size_t cap) {
    const rd_match *m = rd_table_match(s->h->table);
    rd_action a;
    m->game->sample(m, rd_table_state(s->h->table), actor, &s->g, &a);
    int n = snprintf(out, cap, "{\"t\":\"%s\",", kind);
    if (kind[0] == 'a') n += snprintf(out + n, cap - (size_t)n, "\"id\":\"L%d\",", id);
    n += snprintf(out + n, cap - (size_t)n, "\"actor\":%d,\"question\":%u,\"picks\":[", actor,
                  rd_hall_question(s->h, actor));
    for (int i = 0; i < a.n; i++)
        n += snprintf(out + n, cap - (size_t)n, "%s%d", i ? "," : "", a.pick[i]);
    snprintf(out + n, cap - (size_t)n, "]}");
}

/* Somebody else answers, or lays cards out: what they like at each table.  False: nobody can. */
static bool other_answers(world *w, side *both, int64_t now, int viewer, int id) {
    char message[400];
    const rd_hall *h = both[0].h;
    uint32_t asked = rd_table_asked(h->table);
    if (rd_bit_count(asked) < 2) return false; /* the last answer would show all */
    int actor = rd_bit_nth(asked, roll(w, rd_bit_count(asked)));
    int seat = rd_hall_seat_of(h, actor);
    if (seat == viewer || !is_secret(&both[0], actor)) return false;
    if (rd_hall_bot_plays(h, seat)) {
        for (int i = 0; i < 2; i++) {
            const rd_match *m = rd_table_match(both[i].h->table);
            rd_action a;
            m->game->sample(m, rd_table_state(both[i].h->table), actor, &both[i].g, &a);
            step(
                &both[i], now,
                &(rd_in){.kind = RD_IN_THOUGHT, .job = both[i].h->job[actor].number, .answer = &a});
        }
        return true;
    }
    const char *kind = chance_of(w, 40) ? "draft" : "act";
    for (int i = 0; i < 2; i++) {
        put_answer(&both[i], actor, kind, id, message, sizeof message);
        say(w, &both[i], now, (uint64_t)(10 + seat), message);
    }
    return true;
}

/* The viewer does something; both tables hear the same. */
static void viewer_does(world *w, side *both, int64_t now, int viewer, int id, int64_t uid) {
    char message[400];
    int kind = roll(w, 8);
    const rd_hall *h = both[0].h;
    uint32_t asked = rd_table_asked(h->table);
    snprintf(message, sizeof message, "{\"t\":\"chat\",\"id\":\"L%d\",\"text\":\"hm\"}", id);
    if (kind == 0) snprintf(message, sizeof message, "{\"t\":\"undo\",\"id\":\"L%d\"}", id);
    if (kind == 1)
        snprintf(message, sizeof message, "{\"t\":\"take_back\",\"id\":\"L%d\",\"actor\":%d}", id,
                 roll(w, 4));
    if (kind == 2)
        snprintf(message, sizeof message,
                 "{\"t\":\"act\",\"id\":\"L%d\",\"actor\":%d,\"question\":999999,\"picks\":[1,2]}",
                 id, roll(w, 4));
    if (kind == 3 && rd_bit_count(asked) > 1 && viewer >= 0)
        for (uint32_t left = asked; left;) {
            int actor = rd_bit_take(&left);
            if (rd_hall_seat_of(h, actor) == viewer && is_secret(&both[0], actor))
                put_answer(&both[0], actor, "act", id, message, sizeof message);
        }
    for (int i = 0; i < 2; i++) {
        if (kind == 4) {
            step(&both[i], now, &(rd_in){.kind = RD_IN_GONE, .connection = VIEWER});
            hello(&both[i], now, VIEWER, uid);
        } else {
            say(w, &both[i], now, VIEWER, message);
        }
    }
}

static void other_fails(world *w, side *both, int64_t now, int viewer, int id) {
    char message[200];
    int seat = roll(w, w->config.n_seats);
    if (seat == viewer) return;
    snprintf(message, sizeof message, "{\"t\":\"take_back\",\"id\":\"L%d\",\"actor\":%d}", id,
             seat);
    for (int i = 0; i < 2; i++) say(w, &both[i], now, (uint64_t)(10 + seat), message);
}

static void play_pair(world *w, side *both, int viewer, int64_t uid) {
    int64_t now = w->now;
    for (int i = 0; i < 2; i++) {
        for (int s = 0; s < w->config.n_seats; s++) {
            int person = both[i].h->seat[s].person;
            if (person && s != viewer)
                hello(&both[i], now, (uint64_t)(10 + s), rd_hall_person(both[i].h, person)->uid);
        }
        hello(&both[i], now, VIEWER, uid);
    }
    compare(w, &both[0], &both[1], viewer, "joining");
    for (int n = 0; n < MOVES; n++) {
        if (chance_of(w, 60))
            other_answers(w, both, now, viewer, n);
        else if (chance_of(w, 70))
            viewer_does(w, both, now, viewer, n, uid);
        else
            other_fails(w, both, now, viewer, n);
        /* who is asked is known to all: when it differs, the games have parted */
        if (rd_table_asked(both[0].h->table) != rd_table_asked(both[1].h->table)) return;
        if (both[0].h->state != RD_MSG_TABLE_STATE_PLAYING) return;
        compare(w, &both[0], &both[1], viewer, "an answer");
    }
}

int check_leak(world *w) {
    const rd_hall *h = w->h;
    if (!h->table || h->state != RD_MSG_TABLE_STATE_PLAYING || !h->game->hidden) return 0;
    int viewer = roll(w, w->config.n_seats + 1) - 1;
    if (viewer >= 0 && (!h->seat[viewer].person || h->seat[viewer].conceded)) return 0;
    /* who plays two seats knows what both know */
    if (viewer >= 0 && rd_hall_seats_of(h, h->seat[viewer].person) != 1u << viewer) return 0;
    const rd_match *m = rd_table_match(h->table);
    rd_state *view = calloc(1, h->game->state_size), *full = calloc(1, h->game->state_size);
    side both[2];
    bool good = true;
    rd_table_view(h->table, viewer < 0 ? RD_SPECTATOR : viewer, view);
    for (int i = 0; i < 2; i++) {
        rd_prng g = rd_prng_seed(w->seed * 1000 + (uint64_t)w->steps * 2 + (uint64_t)i);
        h->game->determinize(m, view, viewer < 0 ? RD_SPECTATOR : viewer, &g, full);
        good = make_side(w, &both[i], full, w->seed + (uint64_t)i) && good;
    }
    int64_t uid = viewer < 0 ? 100 : rd_hall_person(h, h->seat[viewer].person)->uid;
    if (good) play_pair(w, both, viewer, uid);
    for (int i = 0; i < 2; i++) free_side(&both[i]);
    free(view);
    free(full);
    return good;
}
