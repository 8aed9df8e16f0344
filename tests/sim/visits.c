/* visits.c - how often a player has to come to a table with days for each move, with orders.
**
** Everybody programs at random and gives orders with the program: for each kind of question that was
** ever put to somebody, the default answers that fitted.  A visit is whenever a question is open that
** no order has answered.  Prints how many rounds needed one visit of each player.
*/
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/registry.h"
#include "hall/hall_int.h"

enum { SEATS = 4, ROUNDS = 60, KNOWN = 31, WARM_UP = 3 };

typedef struct known { /* a default answer to a kind of question */
    uint16_t kind;
    rd_action answer;
} known;

typedef struct days {
    rd_hall *h;
    int64_t now;
    int ids;
    rd_prng g;
    known known[KNOWN];
    int n_known;
    int visits[SEATS], rounds, good;
    uint32_t programmed; /* actors, in this round */
} days;

static void hash(const void *bytes, size_t n, uint8_t out[RD_HASH_BYTES]) {
    crypto_hash_sha256(out, bytes, n);
}

static void draw(void *ctx, uint8_t *out, size_t n) {
    days *d = ctx;
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)rd_prng_below(&d->g, 256);
}

static void put(void *ctx, const rd_post_item *item) {
    (void)ctx;
    (void)item; /* no listener */
}

static void step(days *d, const rd_in *in) {
    rd_post post = {put, d};
    rd_hall_step(d->h, d->now, in, &post);
}

static void say(days *d, int seat, const rd_call *c) {
    step(d, &(rd_in){.kind = RD_IN_CALL, .connection = (uint64_t)seat + 1, .call = c});
    step(d, &(rd_in){.kind = RD_IN_STORED, .line = rd_hall_lines(d->h)});
}

static const char *new_id(days *d, char *out, size_t cap) {
    snprintf(out, cap, "v%d", d->ids++);
    return out;
}

static void open_table(days *d, const rd_game *g, uint64_t seed) {
    rd_web_new_table made = {.id = "m", .game = g->id, .n_seats = SEATS};
    rd_opening o = {.table = "days", .made = &made, .uid = 1, .name = "1"};
    rd_hall_tools tools = {hash, draw, d, "visits", 0};
    rd_post post = {put, d};
    rd_fault f = {0};
    for (int s = 0; s < SEATS; s++)
        made.seats[s].kind = s ? RD_MSG_SEAT_KIND_OPEN : RD_MSG_SEAT_KIND_PERSON;
    made.house = (rd_msg_house){.access = RD_MSG_ACCESS_LINK,
                                .clock = {.kind = RD_MSG_CLOCK_KIND_DAYS, .seconds = 86400},
                                .stand_in = RD_MSG_STAND_IN_RULE_VOTE,
                                .level = RD_MSG_LEVEL_EASY,
                                .watch = true};
    *d = (days){.h = rd_hall_new(&tools), .now = 1000, .g = rd_prng_seed(seed)};
    if (!rd_hall_open(d->h, d->now, &o, &post, &f)) exit(2);
    for (int s = 0; s < SEATS; s++) {
        char id[16];
        rd_call hello = {
            .kind = RD_CALL_HELLO,
            .as.hello = {
                .proto = RD_MSG_PROTOCOL, .vocabulary = "any", .key = "k", .lang = RD_MSG_LANG_EN}};
        rd_call sit = {.kind = RD_CALL_SIT, .as.sit = {.id = new_id(d, id, sizeof id), .seat = s}};
        step(d, &(rd_in){.kind = RD_IN_HELLO,
                         .connection = (uint64_t)s + 1,
                         .uid = s + 1,
                         .name = "p",
                         .call = &hello});
        if (s) say(d, s, &sit);
    }
    rd_call start = {.kind = RD_CALL_START, .as.start = {.id = "start"}};
    say(d, 0, &start);
}

static bool is_program(const rd_game *g, int kind) {
    return strcmp(g->asks[kind].name, "program") == 0;
}

static void learn(days *d, uint16_t kind, const rd_action *a) {
    for (int i = 0; i < d->n_known; i++)
        if (d->known[i].kind == kind && d->known[i].answer.n == a->n &&
            memcmp(d->known[i].answer.pick, a->pick, a->n * sizeof a->pick[0]) == 0)
            return;
    if (d->n_known < KNOWN) d->known[d->n_known++] = (known){kind, *a};
}

static void give_orders(days *d, int seat, int actor) {
    char id[16];
    rd_call c = {.kind = RD_CALL_ORDERS,
                 .as.orders = {.id = new_id(d, id, sizeof id), .actor = actor}};
    for (int i = 0; i < d->n_known; i++) {
        rd_msg_order *o = &c.as.orders.orders[c.as.orders.n_orders++];
        *o = (rd_msg_order){.ask = d->h->game->asks[d->known[i].kind].name,
                            .kind = RD_MSG_ORDER_KIND_ALWAYS,
                            .n_picks = d->known[i].answer.n};
        for (int k = 0; k < o->n_picks; k++) o->picks[k] = d->known[i].answer.pick[k];
    }
    say(d, seat, &c);
}

static void end_round(days *d) {
    bool good = true;
    for (int s = 0; s < SEATS; s++) {
        good = good && d->visits[s] <= 1;
        d->visits[s] = 0;
    }
    d->programmed = 0;
    d->rounds++;
    d->good += good;
}

/* A player comes, gives orders and answers what is open. */
static void visit(days *d, int seat, int actor) {
    char id[16];
    const rd_table *t = rd_hall_table(d->h);
    const rd_match *m = rd_table_match(t);
    rd_decision q;
    rd_action a;
    give_orders(d, seat, actor);
    if (!rd_table_question(t, actor) || rd_table_ask(t, actor, NULL, 0, &q)) return;
    if (is_program(m->game, q.kind)) {
        if (d->programmed >> actor & 1) end_round(d); /* the next one has begun */
        d->programmed |= 1u << actor;
        m->game->sample(m, rd_table_state(t), actor, &d->g, &a);
    } else {
        rd_table_fallback(t, actor, &a);
        learn(d, q.kind, &a);
    }
    d->visits[seat]++;
    rd_call c = {.kind = RD_CALL_ACT,
                 .as.act = {.id = new_id(d, id, sizeof id),
                            .actor = actor,
                            .question = (int32_t)rd_hall_question(d->h, actor),
                            .has_picks = true,
                            .n_picks = a.n}};
    for (int i = 0; i < a.n; i++) c.as.act.picks[i] = a.pick[i];
    say(d, seat, &c);
}

static void play(days *d) {
    while (d->rounds < ROUNDS && d->h->state == RD_MSG_TABLE_STATE_PLAYING) {
        int actor = rd_bit_first(rd_table_asked(rd_hall_table(d->h)));
        visit(d, rd_hall_seat_of(d->h, actor), actor);
    }
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 10, bad = 0;
    static const char *const RACES[] = {"rally2005", "rally2023"};
    if (sodium_init() < 0) return 2;
    for (int r = 0; r < 2; r++) {
        int rounds = 0, good = 0;
        days d = {0};
        for (int i = -WARM_UP; i < games; i++) { /* first they learn what is asked at all */
            days last = d;
            open_table(&d, rd_game_find(RACES[r]), (uint64_t)(100 * r + i + WARM_UP));
            memcpy(d.known, last.known, sizeof d.known);
            d.n_known = last.n_known;
            play(&d);
            rounds += i < 0 ? 0 : d.rounds;
            good += i < 0 ? 0 : d.good;
            rd_hall_free(d.h);
        }
        printf("%s: %d of %d rounds (%d%%) needed one visit of each player\n", RACES[r], good,
               rounds, rounds ? 100 * good / rounds : 0);
        bad += good * 10 < rounds * 9;
    }
    return bad ? 1 : 0;
}
