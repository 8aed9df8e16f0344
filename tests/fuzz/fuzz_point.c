/* fuzz_point.c - the points of stored tables: damage is refused, or gives a table that can go on.
**
** The first bytes choose a game and how many answers are played.  The rest are changes of the point that
** the table then gives: a number becomes another, a part is cut out, bytes are written over.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "fuzz.h"
#include "games/registry.h"
#include "hall/hall.h"
#include "hall_tools.h"

enum { POINT_ROOM = 1 << 17, LINE_ROOM = 1 << 17, CHANGES = 16 };

typedef struct place {
    rd_hall *h;
    uint64_t lines;
    char *point;
    size_t n;
} place;

static void put(void *ctx, const rd_post_item *item) {
    place *p = ctx;
    if (item->kind != RD_OUT_POINT) return;
    LAW(item->n < POINT_ROOM, "a point is too long");
    memcpy(p->point, item->text, item->n);
    p->n = item->n;
}

static void step(place *p, int64_t now, const rd_in *in) {
    rd_post post = {put, p};
    rd_hall_step(p->h, now, in, &post);
    rd_hall_step(p->h, now, &(rd_in){.kind = RD_IN_STORED, .line = rd_hall_lines(p->h)}, &post);
}

static void hello(place *p, int64_t now, uint64_t connection, int64_t uid) {
    rd_call c = {
        .kind = RD_CALL_HELLO,
        .as.hello = {
            .proto = RD_MSG_PROTOCOL, .vocabulary = "any", .key = "k", .lang = RD_MSG_LANG_EN}};
    step(p, now,
         &(rd_in){
             .kind = RD_IN_HELLO, .connection = connection, .uid = uid, .name = "N", .call = &c});
}

static void say(place *p, int64_t now, uint64_t connection, const char *text) {
    rd_call c;
    if (!rd_call_read(&c, text, strlen(text), NULL)) return;
    step(p, now, &(rd_in){.kind = RD_IN_CALL, .connection = connection, .call = &c});
    rd_call_drop(&c);
}

/* ---- a table with everything in it ---- */

static bool open_table(place *p, const rd_game *g) {
    rd_web_new_table made = {
        .id = "m", .game = g->id, .n_seats = g->min_seats < 2 ? 2 : g->min_seats};
    rd_opening o = {.table = "t", .made = &made, .uid = 1, .name = "N"};
    rd_post post = {put, p};
    rd_fault f;
    for (int s = 0; s < made.n_seats; s++)
        made.seats[s].kind = s == 1 ? RD_MSG_SEAT_KIND_OPEN : RD_MSG_SEAT_KIND_PERSON;
    made.house = (rd_msg_house){.access = RD_MSG_ACCESS_PUBLIC,
                                .clock = {.kind = RD_MSG_CLOCK_KIND_DECISION, .seconds = 30},
                                .stand_in = RD_MSG_STAND_IN_RULE_LATE,
                                .level = RD_MSG_LEVEL_EASY,
                                .chat = true,
                                .undo = true,
                                .watch = true};
    p->h = rd_hall_new(&TOOLS);
    if (!rd_hall_open(p->h, 1000, &o, &post, &f)) return false;
    for (int i = 1; i <= 2; i++) hello(p, 1000, (uint64_t)i, i);
    say(p, 1000, 2, "{\"t\":\"sit\",\"id\":\"a\",\"seat\":1}");
    say(p, 1000, 1, "{\"t\":\"chat\",\"id\":\"b\",\"text\":\"hm\"}");
    say(p, 1000, 1, "{\"t\":\"start\",\"id\":\"c\"}");
    say(p, 1000, 2, "{\"t\":\"mute\",\"id\":\"d\",\"person\":1,\"on\":true}");
    return rd_hall_table(p->h) != NULL;
}

static void play(place *p, int answers) {
    rd_prng g = rd_prng_seed(1);
    for (int n = 0; n < answers; n++) {
        const rd_table *t = rd_hall_table(p->h);
        const rd_match *m = rd_table_match(t);
        uint32_t asked = rd_table_asked(t);
        if (!asked) return;
        char text[400];
        rd_action a;
        int actor = rd_bit_first(asked);
        m->game->sample(m, rd_table_state(t), actor, &g, &a);
        int at = snprintf(text, sizeof text,
                          "{\"t\":\"act\",\"id\":\"p%d\",\"actor\":%d,\"question\":%u,\"picks\":[",
                          n, actor, rd_table_question(t, actor));
        for (int i = 0; i < a.n; i++)
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%d", i ? "," : "", a.pick[i]);
        snprintf(text + at, sizeof text - (size_t)at, "]}");
        say(p, 2000, m->seat_of[actor] == 1 ? 2 : 1, text);
    }
    say(p, 2000, 1, "{\"t\":\"pause\",\"id\":\"u\"}");
    say(p, 2000, 2, "{\"t\":\"vote\",\"id\":\"u\",\"vote\":1,\"yes\":false}");
    say(p, 2000, 1, "{\"t\":\"pause\",\"id\":\"v\"}");
}

/* ---- damage ---- */

static const char *const NUMBERS[] = {
    "-1",         "0",           "1",    "7",   "8",
    "9",          "64",          "255",  "256", "65535",
    "2147483647", "-2147483648", "null", "[]",  "9223372036854775807"};

static bool is_digit(char c) { return (c >= '0' && c <= '9') || c == '-'; }

/* The number that begins at or after `at`, outside of texts as far as one can see. */
static size_t number_at(const place *p, size_t at, size_t *len) {
    while (at < p->n && !(is_digit(p->point[at]) && at && strchr(":,[", p->point[at - 1]))) at++;
    for (*len = 0; at + *len < p->n && is_digit(p->point[at + *len]);) ++*len;
    return at;
}

static void splice(place *p, size_t at, size_t cut, const char *in, size_t n) {
    if (at > p->n || cut > p->n - at || p->n - cut + n >= POINT_ROOM) return;
    memmove(p->point + at + n, p->point + at + cut, p->n - at - cut);
    memcpy(p->point + at, in, n);
    p->n = p->n - cut + n;
}

static void change(place *p, input *in) {
    size_t at = take_below(in, 65535) % (p->n + 1), len;
    uint8_t how = take_byte(in), what = take_byte(in);
    if (how % 4 < 2) {
        at = number_at(p, at, &len);
        const char *number = NUMBERS[what % (sizeof NUMBERS / sizeof *NUMBERS)];
        if (at < p->n) splice(p, at, len, number, strlen(number));
    } else if (how % 4 == 2) {
        splice(p, at, what, "", 0);
    } else {
        char byte = (char)what;
        splice(p, at, 1, &byte, 1);
    }
}

/* ---- and then ---- */

static const char *no_line(void *ctx, uint64_t line, size_t *n) {
    (void)ctx, (void)line;
    *n = 0;
    return NULL;
}

static char *digest_of(const rd_hall *h) {
    char *text = malloc(LINE_ROOM);
    LAW(text, "no memory");
    rd_out o = rd_out_to(text, LINE_ROOM);
    rd_hall_put_digest(h, &o);
    return text;
}

static void check_own_point(const place *p) {
    rd_hall_log none = {no_line, NULL};
    rd_fault f = {0};
    char *before = digest_of(p->h);
    rd_hall *again = rd_hall_new(&TOOLS);
    LAW(rd_hall_restore(again, p->point, p->n, &none, &f), "its own point is refused");
    char *after = digest_of(again);
    LAW(strcmp(before, after) == 0, "its own point gives another table");
    rd_hall_free(again);
    free(before);
    free(after);
}

/* What was taken goes on, or says that it is broken: people come, time passes, and its own point gives the same table. */
static void go_on(place *p) {
    rd_post post = {put, p};
    p->n = 0;
    rd_hall_wake_up(p->h, 3000, 0, &post);
    rd_hall_point(p->h, &post);
    if (rd_hall_is_broken(p->h)) return; /* its room is thrown away */
    if (p->n) check_own_point(p);        /* there is none while a vote about an undo is open */
    for (int i = 1; i <= 3; i++) hello(p, 3000, (uint64_t)i, i);
    say(p, 3000, 1, "{\"t\":\"undo\",\"id\":\"y\"}");
    say(p, 3000, 2, "{\"t\":\"vote\",\"id\":\"y\",\"vote\":2,\"yes\":true}");
    say(p, 3000, 1, "{\"t\":\"take_back\",\"id\":\"z\",\"actor\":0}");
    step(p, 200000, &(rd_in){.kind = RD_IN_TIME});
    step(p, 200000, &(rd_in){.kind = RD_IN_FORGET, .uid = 1});
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char room[POINT_ROOM];
    input in = {data, data + size};
    int games = 0;
    place p = {.point = room};
    rd_hall_log none = {no_line, NULL};
    rd_fault f = {0};
    while (rd_test_games[games]) games++;
    if (open_table(&p, rd_test_games[take_byte(&in) % games])) {
        rd_post post = {put, &p};
        play(&p, take_byte(&in) % 40);
        rd_hall_point(p.h, &post);
    }
    rd_hall_free(p.h);
    for (int n = 0; p.n && in.at < in.end && n < CHANGES; n++) change(&p, &in);
    p.h = rd_hall_new(&TOOLS);
    if (p.n && rd_hall_restore(p.h, p.point, p.n, &none, &f))
        go_on(&p);
    else
        LAW(!p.n || f.text[0], "refused without a word");
    rd_hall_free(p.h);
    return 0;
}
