/* world.c - the server, its store and its wires; see sim.h. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "games/registry.h"
#include "sim.h"

_Noreturn void broken(const world *w, const char *file, int line, const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, pattern, args);
    fflush(stdout);
    fprintf(stderr, "\n    step %d of seed %llu: lifetimes --seed %llu --lifetimes 1 --trace\n",
            w->steps, (unsigned long long)w->seed, (unsigned long long)w->seed);
    va_end(args);
    exit(1);
}

int roll(world *w, int n) { return (int)rd_prng_below(&w->g, (uint32_t)n); }
bool chance_of(world *w, int percent) { return roll(w, 100) < percent; }

/* ---- tools of the hall ---- */

static void hash(const void *bytes, size_t n, uint8_t out[RD_HASH_BYTES]) {
    crypto_hash_sha256(out, bytes, n);
}

static void draw(void *ctx, uint8_t *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)roll(ctx, 256);
}

static rd_hall_tools tools(world *w) { return (rd_hall_tools){hash, draw, w, "sim", 0}; }

/* ---- wires ---- */

static void push(world *w, queue *q, const char *at, size_t n) {
    if (q->n == QUEUE) BROKEN(w, "a wire is full");
    char *copy = malloc(n + 1);
    memcpy(copy, at, n);
    copy[n] = 0;
    q->item[(q->first + q->n++) % QUEUE] = (text){copy, n};
}

static text pull(queue *q) {
    text t = q->item[q->first];
    q->first = (q->first + 1) % QUEUE;
    q->n--;
    return t;
}

static void drain(queue *q) {
    while (q->n) free(pull(q).at);
}

static tab *tab_of(world *w, uint64_t connection, int *who) {
    for (int h = 0; h < PEOPLE; h++)
        for (int t = 0; t < TABS; t++)
            if (w->human[h].tab[t].connection == connection) {
                if (who) *who = h;
                return &w->human[h].tab[t];
            }
    if (who) *who = -1;
    return w->watcher.connection == connection ? &w->watcher : NULL;
}

void send_up(world *w, tab *t, const char *message) {
    if (t->up.n < QUEUE - 1) push(w, &t->up, message, strlen(message));
}

/* ---- what the hall posts ---- */

static void take_line(world *w, const rd_post_item *item) {
    if (item->line != (uint64_t)w->n_lines + 1) BROKEN(w, "line %d is skipped", w->n_lines + 1);
    if (w->n_lines == w->line_room) {
        w->line_room = w->line_room ? 2 * w->line_room : 64;
        w->line = realloc(w->line, (size_t)w->line_room * sizeof *w->line);
    }
    char *copy = malloc(item->n + 1);
    memcpy(copy, item->text, item->n + 1);
    w->line[w->n_lines++] = (log_line){.at = copy, .n = item->n, .person = item->person};
    if (w->trace) printf("      line %d: %.300s\n", w->n_lines, copy);
    check_line(w);
}

static void take_job(world *w, const rd_post_item *item) {
    if (w->n_jobs == JOBS) w->n_jobs--; /* a worker forgot one */
    job *j = &w->job[w->n_jobs++];
    *j = (job){.number = item->job, .fate = chance_of(w, 90) ? 0 : 1 + roll(w, 2)};
    item->match->game->sample(item->match, item->view, item->actor, &w->g, &j->answer);
    if (j->fate == 2) j->answer.pick[0] = 60000;
}

static void take_point(world *w, const rd_post_item *item) {
    if (item->line != (uint64_t)w->n_lines) BROKEN(w, "a point of other lines than there are");
    free(w->point.at);
    w->point = (text){malloc(item->n + 1), item->n};
    memcpy(w->point.at, item->text, item->n + 1);
    w->pointed = w->n_lines;
    w->points++;
}

static void deliver(world *w, const rd_post_item *item, int synced) {
    int who;
    tab *t = tab_of(w, item->connection, &who);
    if (item->line > (uint64_t)synced) BROKEN(w, "sent before line %d was stored", (int)item->line);
    if (!t || t->lost) return;
    if (item->kind == RD_OUT_SEND && t->down.n == QUEUE - 1)
        world_cut(w, t); /* it reads too slowly */
    else if (item->kind == RD_OUT_SEND)
        push(w, &t->down, item->text, item->n);
    else
        push(w, &t->down, "", 0);
}

static void post_item(void *ctx, const rd_post_item *item) {
    world *w = ctx;
    if (item->n) w->digest = rd_hash_bytes(w->digest, item->text, item->n);
    if (item->kind == RD_OUT_APPEND) take_line(w, item);
    if (item->kind == RD_OUT_THINK) take_job(w, item);
    if (item->kind == RD_OUT_FINISH) w->games++;
    if (item->kind == RD_OUT_POINT) take_point(w, item);
    if (item->kind == RD_OUT_SEND || item->kind == RD_OUT_CLOSE) deliver(w, item, w->synced);
}

/* What a process says that lost the table: it cannot write, so it must not say what is new. */
static void post_old(void *ctx, const rd_post_item *item) {
    world *w = ctx;
    if (item->kind == RD_OUT_APPEND) w->old_fenced = true;
    if (item->kind == RD_OUT_SEND || item->kind == RD_OUT_CLOSE) deliver(w, item, w->old_synced);
}

static void step(world *w, const rd_in *in) {
    rd_post post = {post_item, w};
    rd_hall_step(w->h, w->now, in, &post);
}

/* At the process where this page is. */
static void step_at(world *w, const tab *t, const rd_in *in) {
    rd_post post = {post_old, w};
    if (t->old)
        rd_hall_step(w->old, w->now, in, &post);
    else
        step(w, in);
}

/* ---- coming and going ---- */

void tab_clear(tab *t) {
    drain(&t->up);
    drain(&t->down);
    t->connection = 0;
    t->greeted = t->lost = t->old = false;
    t->vote = 0;
}

/* Cut: what was on the way is lost; the server hears of it later. */
void world_cut(world *w, tab *t) {
    (void)w;
    drain(&t->up);
    drain(&t->down);
    t->lost = true;
}

static void server_hears_of_cut(world *w, tab *t) {
    step_at(w, t, &(rd_in){.kind = RD_IN_GONE, .connection = t->connection});
    tab_clear(t);
}

static void put_seen(const tab *t, rd_call_hello *hello) {
    for (int v = 0; v < VIEWS; v++) {
        const seen *s = &t->view[v];
        if (!s->has || hello->n_seen == 8) continue;
        hello->has_seen = true;
        hello->seen[hello->n_seen++] = (rd_msg_seen){.has_seat = v != RD_MAX_SEATS,
                                                     .seat = v != RD_MAX_SEATS ? v : 0,
                                                     .match = t->match,
                                                     .line = s->line,
                                                     .event = s->n};
    }
}

void world_connect(world *w, int who, int which) {
    tab *t = who < 0 ? &w->watcher : &w->human[who].tab[which];
    rd_call hello = {.kind = RD_CALL_HELLO,
                     .as.hello = {.proto = RD_MSG_PROTOCOL,
                                  .vocabulary = "any",
                                  .key = "key",
                                  .lang = RD_MSG_LANG_UK,
                                  .screen = who < 0 && w->screen}};
    put_seen(t, &hello.as.hello);
    t->connection = ++w->last_connection;
    step(w, &(rd_in){.kind = RD_IN_HELLO,
                     .connection = t->connection,
                     .uid = who < 0 ? 100 : w->human[who].uid,
                     .name = who < 0 ? "Wanda" : w->human[who].name,
                     .call = &hello});
}

/* ---- the store ---- */

static void sync_to(world *w, int upto) {
    w->synced = upto;
    step(w, &(rd_in){.kind = RD_IN_STORED, .line = (uint64_t)upto});
}

static void cut_all(world *w) {
    for (int h = 0; h < PEOPLE; h++)
        for (int t = 0; t < TABS; t++) tab_clear(&w->human[h].tab[t]);
    tab_clear(&w->watcher);
}

static tab *nth_tab(world *w, int i) {
    return i == PEOPLE * TABS ? &w->watcher : &w->human[i / TABS].tab[i % TABS];
}

/* The process that lost the table hears of it: its pages are told to come back. */
static void drop_old(world *w) {
    if (!w->old) return;
    for (int i = 0; i <= PEOPLE * TABS; i++)
        if (nth_tab(w, i)->old) tab_clear(nth_tab(w, i));
    rd_hall_free(w->old);
    w->old = NULL;
}

/* Power fails: what was not synced is gone, or some of it is there all the same. */
static void crash(world *w, int64_t outage) {
    rd_post post = {post_item, w};
    w->crashes++;
    drop_old(w);
    rd_hall_free(w->h);
    int keep = w->synced + (chance_of(w, 50) ? roll(w, w->n_lines - w->synced + 1) : 0);
    while (w->n_lines > keep) free(w->line[--w->n_lines].at);
    if (w->pointed > keep) { /* it was not kept either, nor the one before it */
        free(w->point.at);
        w->point = (text){0};
        w->pointed = 0;
    }
    w->synced = w->n_lines;
    cut_all(w);
    w->n_jobs = 0;
    check_ledger(w);
    rd_hall_tools t = tools(w);
    w->h = rd_hall_new(&t);
    reload(w, w->h);
    w->now += outage;
    memset(w->holder, -1, sizeof w->holder);
    rd_hall_wake_up(w->h, w->now, outage, &post);
}

/* Another process takes the table.  The first one was stopped; what it had written and not heard
** of may be there or not, and it goes on with what it knows. */
static void takeover(world *w) {
    rd_post post = {post_item, w};
    int keep = w->synced + roll(w, w->n_lines - w->synced + 1);
    if (w->old || w->pointed > keep) return;
    w->takeovers++;
    if (chance_of(w, 50)) sync_to(w, keep);
    /* What it said when it heard that is new: it goes the way of the rest. */
    while (w->n_lines > keep) free(w->line[--w->n_lines].at);
    w->old = w->h;
    w->old_synced = w->synced;
    w->old_fenced = false;
    w->synced = w->n_lines;
    for (int i = 0; i <= PEOPLE * TABS; i++) nth_tab(w, i)->old = nth_tab(w, i)->connection != 0;
    w->n_jobs = 0;
    check_ledger(w);
    rd_hall_tools t = tools(w);
    w->h = rd_hall_new(&t);
    reload(w, w->h);
    memset(w->holder, -1, sizeof w->holder);
    rd_hall_wake_up(w->h, w->now, 0, &post);
}

/* Somebody deletes themselves: the store empties their lines, the table hears of it, and whoever comes
** next on that device is a stranger. */
static void delete_one(world *w) {
    human *h = &w->human[roll(w, PEOPLE)];
    if (w->old || w->synced < w->n_lines) return;
    for (int t = 0; t < TABS; t++)
        if (h->tab[t].connection) server_hears_of_cut(w, &h->tab[t]);
    for (int i = 0; i < w->n_lines; i++) {
        if (w->line[i].person != h->uid) continue;
        w->line[i].at[0] = 0;
        w->line[i].n = 0;
    }
    if (chance_of(w, 30)) crash(w, 0); /* and the next process tells the table */
    step(w, &(rd_in){.kind = RD_IN_FORGET, .uid = h->uid});
    h->uid = 1000 + w->deleted++;
    human_forgets(h);
}

/* ---- one thing happens ---- */

static tab *any_tab(world *w, int *who, int *which) {
    *who = roll(w, PEOPLE + 1) - 1;
    *which = roll(w, TABS);
    return *who < 0 ? &w->watcher : &w->human[*who].tab[*which];
}

static void carry_up(world *w, int who, tab *t) {
    rd_call c;
    rd_fault f = {0};
    text m = pull(&t->up);
    if (w->trace) printf("  %d says %s\n", who, m.at);
    if (rd_call_read(&c, m.at, m.n, &f)) {
        step_at(w, t, &(rd_in){.kind = RD_IN_CALL, .connection = t->connection, .call = &c});
        rd_call_drop(&c);
    } else {
        BROKEN(w, "a page said what cannot be read: %s: %s", f.text, m.at);
    }
    free(m.at);
}

static void carry_down(world *w, int who, int which, tab *t) {
    text m = pull(&t->down);
    if (w->trace && m.n) printf("    to %d: %.200s\n", who, m.at);
    if (!m.n)
        tab_clear(t); /* closed by the server */
    else if (who < 0)
        watcher_hears(w, m.at, m.n);
    else
        human_hears(w, who, which, m.at, m.n);
    free(m.at);
}

static void bots_answer(world *w) {
    if (!w->n_jobs) return;
    int i = roll(w, w->n_jobs);
    job j = w->job[i];
    w->job[i] = w->job[--w->n_jobs];
    if (j.fate != 1) step(w, &(rd_in){.kind = RD_IN_THOUGHT, .job = j.number, .answer = &j.answer});
    if (j.fate == 1 && chance_of(w, 50)) step(w, &(rd_in){.kind = RD_IN_THOUGHT, .job = j.number});
}

static void time_passes(world *w) {
    int64_t due = rd_hall_due(w->h);
    int kind = w->faults ? roll(w, 20) : 5;
    if (kind == 0) w->now += roll(w, 100000000);                    /* a day */
    if (kind == 1) w->now -= roll(w, 100000);                       /* the clock was set back */
    if (kind > 1 && kind < 5 && due != INT64_MAX) w->now = due + 1; /* just in time */
    if (kind >= 5) w->now += roll(w, 2000);
    if (rd_hall_due(w->h) <= w->now || chance_of(w, 10)) step(w, &(rd_in){.kind = RD_IN_TIME});
    rd_post post = {post_old, w};
    if (w->old && chance_of(w, 50))
        rd_hall_step(w->old, w->now, &(rd_in){.kind = RD_IN_TIME}, &post);
}

static void keep_point(world *w) {
    rd_post post = {post_item, w};
    rd_hall_point(w->h, &post);
}

static void something_breaks(world *w) {
    int who, which, kind = roll(w, 32);
    tab *t = any_tab(w, &who, &which);
    if (rd_hall_wants_point(w->h, chance_of(w, 5))) keep_point(w);
    if (kind == 0)
        crash(w, chance_of(w, 50) ? roll(w, 100000) : 0);
    else if (kind == 1 && w->synced == w->n_lines)
        check_reload(w);
    else if (kind < 4 && t->connection && !t->lost)
        world_cut(w, t);
    else if (kind < 14)
        w->leaks += check_leak(w);
    else if (kind == 14 && w->old)
        drop_old(w);
    else if (kind < 16)
        takeover(w);
    else if (kind == 16)
        delete_one(w);
}

static void someone_does(world *w) {
    int who, which;
    tab *t = any_tab(w, &who, &which);
    if (t->lost)
        server_hears_of_cut(w, t);
    else if (!t->connection && chance_of(w, which ? 10 : 80))
        world_connect(w, who, which);
    else if (who >= 0)
        human_does(w, who);
}

/* Some of what is on a wire arrives; the search begins anywhere, so that wires overtake. */
static bool something_arrives(world *w) {
    int at = roll(w, 2 * (PEOPLE + 1));
    for (int i = 0; i < 2 * (PEOPLE + 1); i++, at++) {
        int who = at / 2 % (PEOPLE + 1) - 1, which = who < 0 ? 0 : at % 2;
        tab *t = who < 0 ? &w->watcher : &w->human[who].tab[which];
        if (t->lost || !(t->up.n || t->down.n)) continue;
        for (int n = 1 + roll(w, 6); n; n--) {
            if (t->up.n && chance_of(w, 70)) carry_up(w, who, t);
            if (t->down.n) carry_down(w, who, which, t);
        }
        return true;
    }
    return false;
}

void world_step(world *w) {
    w->steps++;
    switch (roll(w, 16)) {
    case 0:
    case 1:
        if (chance_of(w, w->trouble)) something_breaks(w);
        break;
    case 2: time_passes(w); break;
    case 3:
    case 4: bots_answer(w); break;
    case 5:
    case 6:
    case 7:
        if (w->synced < w->n_lines) sync_to(w, w->synced + 1 + roll(w, w->n_lines - w->synced));
        if (w->old && w->old_fenced) drop_old(w);
        break;
    case 8:
    case 9:
    case 10:
    case 11:
        while (something_arrives(w) && !chance_of(w, w->trouble)) continue;
        break;
    default:
        for (int n = roll(w, 5); n >= 0; n--) someone_does(w);
    }
    if (rd_hall_is_broken(w->h)) BROKEN(w, "the hall says that it is broken");
}

/* Everything on the wires arrives, the store keeps up, bots answer. */
static void settle(world *w) {
    drop_old(w);
    for (bool busy = true; busy;) {
        busy = false;
        if (w->synced < w->n_lines) sync_to(w, w->n_lines);
        for (int who = -1; who < PEOPLE; who++)
            for (int which = 0; which < (who < 0 ? 1 : TABS); which++) {
                tab *t = who < 0 ? &w->watcher : &w->human[who].tab[which];
                if (t->lost) server_hears_of_cut(w, t);
                busy = busy || t->up.n || t->down.n;
                if (t->up.n) carry_up(w, who, t);
                if (t->down.n) carry_down(w, who, which, t);
            }
    }
}

void world_rest(world *w) {
    w->faults = 0;
    settle(w);
    for (int who = 0; who < PEOPLE; who++)
        if (!w->human[who].tab[0].connection) world_connect(w, who, 0);
    if (!w->watcher.connection) world_connect(w, -1, 0);
    settle(w);
    for (int who = 0; who < PEOPLE; who++) {
        human *h = &w->human[who];
        if (h->tab[0].greeted) human_resends(w, who, &h->tab[0]);
    }
    settle(w);
    for (int who = 0; who < PEOPLE; who++)
        if (w->human[who].tab[0].greeted && w->human[who].n_pending)
            BROKEN(w, "%s was never answered", w->human[who].pending[0].text);
    check_ledger(w);
    check_stories(w);
    check_reload(w);
}

/* ---- opening ---- */

static void draw_house(world *w, char *out, size_t cap) {
    static const char *const CLOCK[] = {"none", "decision", "glass", "bank", "days"};
    static const char *const RULE[] = {"never", "vote", "late"};
    /* one draw per declaration: the order of arguments is the compiler's */
    const char *clock = CLOCK[roll(w, 5)], *rule = RULE[roll(w, 3)];
    int seconds = 1 + roll(w, 100), add = roll(w, 5), brief = roll(w, 20);
    const char *chat = chance_of(w, 80) ? "true" : "false";
    const char *undo = chance_of(w, 80) ? "true" : "false";
    snprintf(out, cap,
             "{\"access\":\"link\",\"clock\":{\"kind\":\"%s\",\"seconds\":%d,\"add\":%d,"
             "\"short\":%d},\"stand_in\":\"%s\",\"level\":\"beginner\",\"chat\":%s,\"hints\":true,"
             "\"previews\":true,\"undo\":%s,\"watch\":true}",
             clock, seconds, add, brief, rule, chat, undo);
}

static const rd_game *draw_game(world *w) {
    int n = 0;
    while (rd_test_games[n]) n++;
    return rd_test_games[roll(w, n)];
}

static void make_table(world *w) {
    char made[2000], *at = made;
    rd_web_new_table table;
    json_t *root;
    rd_fault f = {0};
    rd_post post = {post_item, w};
    const rd_game *g = draw_game(w);
    int most = g->max_seats < 4 ? g->max_seats : 4;
    w->config.n_seats = g->min_seats + roll(w, most - g->min_seats + 1);
    at += sprintf(at, "{\"id\":\"m\",\"game\":\"%s\",\"seats\":[", g->id);
    for (int s = 0; s < w->config.n_seats; s++)
        at += sprintf(at, "%s{\"kind\":\"%s\"}", s ? "," : "",
                      !s                 ? "person"
                      : chance_of(w, 60) ? "open"
                      : chance_of(w, 70) ? "bot"
                                         : "person");
    sprintf(at, "],\"settings\":[],\"house\":%s}", w->house);
    if (!rd_web_new_table_read(&table, made, strlen(made), &root, &f)) BROKEN(w, "%s", f.text);
    rd_opening o = {.table = "sim", .made = &table, .uid = 1, .name = "P1"};
    rd_hall_tools t = tools(w);
    w->h = rd_hall_new(&t);
    if (!rd_hall_open(w->h, w->now, &o, &post, &f)) BROKEN(w, "%s", f.text);
    json_decref(root);
    sync_to(w, w->n_lines); /* a table that is not stored is not there */
    w->match = calloc(1, g->match_size);
    if (g->match_init(w->match, &w->config, &f)) BROKEN(w, "%s", f.text);
}

void world_open(world *w, uint64_t seed, bool trace) {
    w->seed = seed;
    w->g = rd_prng_seed(seed);
    w->trace = trace;
    w->now = 1700000000000;
    w->faults = 1;
    w->trouble = 10 + 30 * roll(w, 4);
    w->screen = chance_of(w, 50);
    memset(w->holder, -1, sizeof w->holder);
    for (int h = 0; h < PEOPLE; h++) {
        w->human[h].uid = h + 1;
        snprintf(w->human[h].name, sizeof w->human[h].name, "P%d", h + 1);
    }
    draw_house(w, w->house, sizeof w->house);
    make_table(w);
}

static void free_tab(tab *t) {
    tab_clear(t);
    for (int v = 0; v < VIEWS; v++) {
        free(t->view[v].sum);
        free(t->view[v].position);
    }
}

void world_close(world *w) {
    for (int h = 0; h < PEOPLE; h++) {
        for (int t = 0; t < TABS; t++) free_tab(&w->human[h].tab[t]);
        for (int i = 0; i < w->human[h].n_pending; i++) free(w->human[h].pending[i].text);
    }
    free_tab(&w->watcher);
    for (int i = 0; i < w->n_lines; i++) free(w->line[i].at);
    free(w->line);
    free(w->point.at);
    free(w->acked);
    free(w->match);
    rd_hall_free(w->old);
    rd_hall_free(w->h);
    memset(w, 0, sizeof *w);
}
