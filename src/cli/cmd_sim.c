/* cmd_sim.c - `robodrome sim`: which bot is stronger, and how sure that is. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/place.h"
#include "cli/sim.h"
#include "cli/term.h"
#include "core/doc_json.h"
#include "lab/count.h"

enum { DEFAULT_NODES = 1000, NAME_COLUMN = 30 };

/* ---- figures ---- */

/* A shared first place counts as its part of a win. */
static rd_interval share_of(const rd_sim_score *s) {
    return rd_share((rd_tally){(double)s->shares / RD_SIM_SHARES, (double)s->games});
}

static void add(rd_sim_score *to, const rd_sim_score *s) {
    to->games += s->games;
    to->wins += s->wins;
    to->shares += s->shares;
    to->forced += s->forced;
}

static rd_sim_score of_player(const rd_sim_result *r, int player, int seats) {
    rd_sim_score sum = {0};
    for (int seat = 0; seat < seats; seat++) add(&sum, &r->score[player][seat]);
    return sum;
}

static rd_sim_score of_seat(const rd_sim_result *r, int seat, int seats) {
    rd_sim_score sum = {0};
    for (int player = 0; player < seats; player++) add(&sum, &r->score[player][seat]);
    return sum;
}

/* ---- for people ---- */

static void print_name(const char *name) {
    int wide = rd_letters(name);
    printf("%s", name);
    if (wide >= NAME_COLUMN) putchar('\n');
    printf("%*s", wide < NAME_COLUMN ? NAME_COLUMN - wide : NAME_COLUMN, "");
}

static void print_score(const char *name, const rd_sim_score *s) {
    rd_interval i = share_of(s);
    print_name(name);
    printf("%9" PRIu64 "%9" PRIu64 "%8.1f%%%9.1f - %.1f%%\n", s->wins, s->games, 100 * i.at,
           100 * i.low, 100 * i.high);
}

static void put_string(const rd_term *t, char *text, size_t cap, const char *key, int32_t number) {
    rd_out o = rd_out_to(text, cap);
    rd_say(t->lang, NULL, &(rd_phrase){key, {number}}, &o);
}

static void print_scores(const rd_term *t, const rd_sim *s, const rd_sim_result *r) {
    char text[256];
    int seats = s->setup->match->n_seats;
    print_name("");
    printf("%s\n", rd_string(t->lang, "cli.sim.head"));
    for (int p = 0; p < seats; p++) {
        rd_sim_score all = of_player(r, p, seats);
        print_score(s->player[p].label, &all);
        for (int seat = 0; s->swap && seat < seats; seat++) {
            put_string(t, text, sizeof text, "cli.sim.in_seat", seat + 1);
            print_score(text, &r->score[p][seat]);
        }
    }
    for (int seat = 0; seat < seats; seat++) {
        rd_sim_score all = of_seat(r, seat, seats);
        put_string(t, text, sizeof text, "cli.sim.seat", seat + 1);
        print_score(text, &all);
    }
}

static void print_report(const rd_term *t, const rd_sim *s, const rd_sim_result *r) {
    char number[64];
    RD_PRINT(t, .key = "cli.sim.title", .arg = {0, (int32_t)r->games, s->swap ? 1 : 0},
             .text = {s->setup->game->id});
    print_scores(t, s, r);
    snprintf(number, sizeof number, "%.1f", r->games ? (double)r->actions / (double)r->games : 0.0);
    RD_PRINT(t, .key = "cli.sim.length", .arg = {0, (int32_t)r->shortest, (int32_t)r->longest},
             .text = {number});
    for (int p = 0; p < s->setup->match->n_seats; p++) {
        rd_sim_score all = of_player(r, p, s->setup->match->n_seats);
        if (all.forced)
            RD_PRINT(t, .key = "cli.sim.forced", .arg = {0, (int32_t)all.forced},
                     .text = {s->player[p].label});
    }
    if (r->unfinished) RD_PRINT(t, .key = "cli.sim.unfinished", .arg = {(int32_t)r->unfinished});
    snprintf(number, sizeof number, "%.2f", r->seconds);
    char speed[64];
    snprintf(speed, sizeof speed, "%.0f", (double)r->games / (r->seconds > 0 ? r->seconds : 1e-9));
    RD_PRINT(t, .key = "cli.sim.time", .arg = {0, 0, s->threads}, .text = {number, speed});
}

/* ---- for programs ---- */

static void put_score_json(const rd_sim_score *s) {
    rd_interval i = share_of(s);
    printf("\"games\":%" PRIu64 ",\"wins\":%" PRIu64 ",\"rate\":%.6f,\"low\":%.6f,\"high\":%.6f",
           s->games, s->wins, i.at, i.low, i.high);
}

static void print_json(const rd_sim *s, const rd_sim_result *r) {
    int seats = s->setup->match->n_seats;
    char label[4 * RD_SEAT_LABEL];
    printf("{\"game\":\"%s\",\"rules\":%u,\"seed\":%" PRIu64 ",\"games\":%" PRIu64
           ",\"swap\":%s,\"bots\":[",
           s->setup->game->id, s->setup->game->rules_version, s->setup->seed, r->games,
           s->swap ? "true" : "false");
    for (int p = 0; p < seats; p++) {
        rd_out o = rd_out_to(label, sizeof label);
        rd_put_json_text(&o, s->player[p].label);
        rd_sim_score all = of_player(r, p, seats);
        printf("%s{\"bot\":%s,", p ? "," : "", label);
        put_score_json(&all);
        printf(",\"forced\":%" PRIu64 ",\"seats\":[", all.forced);
        for (int seat = 0; seat < seats; seat++) {
            printf("%s{", seat ? "," : "");
            put_score_json(&r->score[p][seat]);
            putchar('}');
        }
        printf("]}");
    }
    printf("],\"seats\":[");
    for (int seat = 0; seat < seats; seat++) {
        rd_sim_score all = of_seat(r, seat, seats);
        printf("%s{", seat ? "," : "");
        put_score_json(&all);
        putchar('}');
    }
    printf("],\"actions\":{\"mean\":%.4f,\"least\":%" PRIu64 ",\"most\":%" PRIu64
           "},\"unfinished\":%" PRIu64 ",\"time\":{\"seconds\":%.3f,\"threads\":%d}}\n",
           r->games ? (double)r->actions / (double)r->games : 0.0, r->shortest, r->longest,
           r->unfinished, r->seconds, s->threads);
}

/* ---- progress ---- */

static void show_progress(const rd_sim *s, uint64_t played, double took) {
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    int full = (int)(played * WIDTH / s->games);
    for (int i = 0; i < WIDTH; i++) bar[i] = i < full ? '#' : '.';
    bar[WIDTH] = 0;
    double left = played ? took * (double)(s->games - played) / (double)played : 0;
    fprintf(stderr, "\r[%s] %3d%%  %" PRIu64 "/%" PRIu64 "  %.0f s, ~%.0f s \033[K", bar,
            (int)(played * 100 / s->games), played, s->games, took, left);
}

/* ---- the command ---- */

static bool choose_players(const rd_args *a, const rd_game *g, rd_seat *player, int *seats) {
    const rd_bot *best = rd_bot_best(g);
    for (int seat = 0; seat < RD_MAX_SEATS; seat++)
        if (!rd_player_read(seat ? "random" : best->id, g, &player[seat])) return false;
    if (!rd_players_read(a, g, player, seats)) return false;
    uint64_t nodes = DEFAULT_NODES;
    if (!rd_flag_number(a, "nodes", 1, UINT64_MAX, &nodes)) return false;
    for (int seat = 0; seat < RD_MAX_SEATS; seat++) {
        rd_seat *p = &player[seat];
        if (p->kind == RD_BOT && !p->nodes && !p->ms) p->nodes = nodes;
        if (p->kind == RD_HUMAN) {
            rd_bad_usage("sim: a person cannot sit in seat %d; see `%s play`", seat + 1, rd_call());
            return false;
        }
    }
    return true;
}

static bool choose_threads(const rd_args *a, const rd_seat *player, rd_sim *s) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t threads = cores > 0 ? (uint64_t)cores : 1;
    for (int seat = 0; seat < s->setup->match->n_seats; seat++)
        if (player[seat].kind == RD_PROGRAM)
            threads = 1; /* programs may use the cores themselves */
    if (threads > RD_SIM_THREADS) threads = RD_SIM_THREADS;
    if (!rd_flag_number(a, "threads", 1, RD_SIM_THREADS, &threads)) return false;
    s->threads = (int)(threads < s->games ? threads : s->games);
    return true;
}

static rd_exit simulate(const rd_args *a, const rd_seat *player, const rd_setup *setup) {
    rd_sim s = {.setup = setup,
                .player = player,
                .games = 100,
                .swap = !rd_flag_given(a, "no-swap"),
                .fail_fast = rd_flag_given(a, "fail-fast"),
                .records = rd_flag_text(a, "records")};
    if (!rd_flag_number(a, "games", 1, INT32_MAX, &s.games) ||
        !rd_flag_number(a, "opening", 0, RD_SIM_CUT, &s.opening) || !choose_threads(a, player, &s))
        return RD_EXIT_USAGE;
    rd_term t = rd_term_of(a);
    rd_sim_result r;
    bool watched = isatty(STDERR_FILENO);
    rd_exit e = rd_sim_run(&s, watched ? show_progress : NULL, &r);
    if (watched) fputs("\r\033[K", stderr);
    if (e) return e;
    if (rd_flag_given(a, "json"))
        print_json(&s, &r);
    else
        print_report(&t, &s, &r);
    if (!r.failed_game) return RD_EXIT_OK;
    return rd_mismatch(NULL, 0,
                       "stopped at game %" PRIu64 " (seed %" PRIu64 "): it was not played "
                       "to its end by the players' own answers",
                       r.failed_game, r.failed_seed);
}

static rd_exit run(const rd_args *a) {
    rd_seat player[RD_MAX_SEATS];
    rd_setup setup;
    int seats = 0;
    const rd_game *g = rd_game_named(a->operand[0]);
    if (!g || !choose_players(a, g, player, &seats)) return RD_EXIT_USAGE;
    rd_exit e = rd_setup_open(a, g, seats, &setup);
    if (e) return e;
    e = simulate(a, player, &setup);
    rd_setup_close(&setup);
    return e;
}

const rd_command rd_cmd_sim = {
    .name = "sim",
    .operands = "GAME",
    .summary = "play many games between bots and compare them",
    .about = "Rates come with 95% intervals. More threads give the same result.",
    .flags =
        (const rd_flag[]){
            {"games", 'n', "N", "how many", "100"},
            RD_FLAG_SEAT("1: the best bot, others: random"),
            {"nodes", 0, "N", "for bots without a limit of their own", "1000"},
            {"opening", 0, "N", "begin with N random answers, alike in every seating", "0"},
            {"no-swap", 0, NULL, "keep the seats instead of rotating them", NULL},
            {"threads", 'j', "N", "how many (otherwise all cores; 1 with programs)", NULL},
            {"records", 'r', "DIR", "keep a record of every game", NULL},
            {"fail-fast", 0, NULL, "stop at the first default answer", NULL},
            {"json", 0, NULL, "one JSON object instead of the table", NULL},
            RD_FLAG_POSITION,
            RD_FLAG_SET,
            RD_FLAG_SEATS,
            {"seed", 0, "N", "to repeat the same games", "1"},
            {0}},
    .examples =
        (const rd_example[]){
            {"sim robotory --games 50", NULL},
            {"sim robotory -n 10 -s 1=mcts:nodes=500 -s 2=./mybot.py:ms=100", NULL},
            {0}},
    .run = run,
};
