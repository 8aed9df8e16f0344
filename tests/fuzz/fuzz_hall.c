/* fuzz_hall.c - messages of pages: any bytes can be read, and a table stands whatever they say.
**
** The first byte chooses the game.  Then come lines: "1 ..." to "3 ..." is a message of that person,
** "+" lets time pass, "b" lets the bots answer, "x" cuts the third connection and opens it again.
*/
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "games/registry.h"
#include "hall/hall.h"
#include "hall_tools.h"

enum { LINES = 512, JOBS = 8 };

typedef struct place {
    rd_hall *h;
    int64_t now;
    char *line[LINES];
    int n;
    uint32_t job[JOBS];
    rd_action answer[JOBS];
    int n_jobs;
    rd_prng g;
} place;

static void put(void *ctx, const rd_post_item *item) {
    place *p = ctx;
    if (item->kind == RD_OUT_APPEND && p->n < LINES) p->line[p->n++] = strdup(item->text);
    if (item->kind == RD_OUT_THINK && p->n_jobs < JOBS) {
        p->job[p->n_jobs] = item->job;
        item->match->game->sample(item->match, item->view, item->actor, &p->g,
                                  &p->answer[p->n_jobs++]);
    }
    if (item->kind == RD_OUT_SEND) {
        static rd_tell t;
        LAW(rd_tell_read(&t, item->text, item->n, NULL), "said what a page cannot read");
        rd_tell_drop(&t);
    }
}

static void step(place *p, const rd_in *in) {
    rd_post post = {put, p};
    rd_hall_step(p->h, p->now, in, &post);
    rd_hall_step(p->h, p->now, &(rd_in){.kind = RD_IN_STORED, .line = rd_hall_lines(p->h)}, &post);
}

static void join(place *p, uint64_t connection, int64_t uid) {
    rd_call c = {
        .kind = RD_CALL_HELLO,
        .as.hello = {
            .proto = RD_MSG_PROTOCOL, .vocabulary = "any", .key = "k", .lang = RD_MSG_LANG_RU}};
    step(p,
         &(rd_in){
             .kind = RD_IN_HELLO, .connection = connection, .uid = uid, .name = "N", .call = &c});
}

static bool open_table(place *p, const rd_game *g) {
    rd_web_new_table made = {
        .id = "m", .game = g->id, .n_seats = g->min_seats < 2 ? 2 : g->min_seats};
    rd_opening o = {.table = "t", .made = &made, .uid = 1, .name = "N"};
    rd_post post = {put, p};
    rd_fault f;
    made.seats[0].kind = RD_MSG_SEAT_KIND_PERSON;
    made.seats[1].kind = RD_MSG_SEAT_KIND_OPEN;
    for (int s = 2; s < made.n_seats; s++) made.seats[s].kind = RD_MSG_SEAT_KIND_BOT;
    made.house = (rd_msg_house){.access = RD_MSG_ACCESS_PUBLIC,
                                .clock = {.kind = RD_MSG_CLOCK_KIND_DECISION, .seconds = 30},
                                .stand_in = RD_MSG_STAND_IN_RULE_LATE,
                                .level = RD_MSG_LEVEL_EASY,
                                .chat = true,
                                .undo = true,
                                .watch = true};
    *p = (place){.h = rd_hall_new(&TOOLS), .now = 1000000, .g = rd_prng_seed(1)};
    if (!rd_hall_open(p->h, p->now, &o, &post, &f)) return false;
    for (uint64_t c = 1; c <= 3; c++) join(p, c, (int64_t)c);
    return true;
}

/* What is read is written and read the same; what is refused says why. */
static void hear(place *p, uint64_t connection, const char *text, size_t n) {
    static char once[RD_CALL_MAX * 8], twice[RD_CALL_MAX * 8];
    rd_call c, d;
    rd_fault f = {0};
    if (!rd_call_read(&c, text, n, &f)) {
        LAW(f.text[0], "refused without a word");
        return;
    }
    rd_out o = rd_out_to(once, sizeof once);
    if (rd_call_write(&c, &o)) { /* escapes can make it longer than a page may send */
        LAW(rd_call_read(&d, once, o.len, &f), "what was written cannot be read");
        o = rd_out_to(twice, sizeof twice);
        LAW(rd_call_write(&d, &o) && strcmp(once, twice) == 0, "written differently");
        rd_call_drop(&d);
        if (c.kind != RD_CALL_HELLO)
            step(p, &(rd_in){.kind = RD_IN_CALL, .connection = connection, .call = &c});
    }
    rd_call_drop(&c);
}

static void bots(place *p) {
    int n = p->n_jobs;
    p->n_jobs = 0;
    for (int i = 0; i < n; i++) {
        rd_action a = p->answer[i];
        step(p, &(rd_in){.kind = RD_IN_THOUGHT, .job = p->job[i], .answer = &a});
    }
}

static void obey(place *p, const char *line, size_t n) {
    if (n > 2 && line[0] >= '1' && line[0] <= '3')
        hear(p, (uint64_t)(line[0] - '0'), line + 2, n - 2);
    if (line[0] == '+') p->now += 10000;
    if (line[0] == '+') step(p, &(rd_in){.kind = RD_IN_TIME});
    if (line[0] == 'b') bots(p);
    if (line[0] == 'x') step(p, &(rd_in){.kind = RD_IN_GONE, .connection = 3});
    if (line[0] == 'x') join(p, 3, 3);
}

static void check_log(place *p) {
    static char now[1 << 17], again[1 << 17];
    rd_fault f = {0};
    rd_out a = rd_out_to(now, sizeof now), b = rd_out_to(again, sizeof again);
    rd_hall *h = rd_hall_new(&TOOLS);
    LAW(!rd_hall_is_broken(p->h), "the table broke");
    for (int i = 0; i < p->n; i++)
        LAW(rd_hall_replay(h, p->line[i], strlen(p->line[i]), &f), "a line cannot be played again");
    rd_hall_put_digest(p->h, &a);
    rd_hall_put_digest(h, &b);
    LAW(p->n == LINES || strcmp(now, again) == 0, "the log gives another table");
    rd_hall_free(h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int games = 0;
    place p;
    while (rd_test_games[games]) games++;
    if (!size || !open_table(&p, rd_test_games[data[0] % games])) return 0;
    const char *at = (const char *)data + 1, *end = (const char *)data + size;
    for (int n = 0; at < end && n < 200 && p.n < LINES - 8; n++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (stop > at) obey(&p, at, (size_t)(stop - at));
        at = stop + 1;
    }
    check_log(&p);
    for (int i = 0; i < p.n; i++) free(p.line[i]);
    rd_hall_free(p.h);
    return 0;
}
