/* cmd_ladder.c - `robodrome ladder`: claims about strength, tested with as few games as they need. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sim.h"
#include "lab/claims.h"

enum {
    FILE_MAX = 1 << 16,
    UNIT_MOST = 1000,
    OPENING = 2, /* random answers at the start of a game that knows no chance of its own */
};

/* ---- files ---- */

static rd_exit read_claims(const char *path, rd_claim *list, int *n) {
    static char text[FILE_MAX];
    rd_fault fault = {0};
    FILE *f = fopen(path, "r");
    if (!f) return rd_bad_usage("cannot read %s", path);
    size_t size = fread(text, 1, sizeof text - 1, f);
    bool whole = feof(f) && !ferror(f);
    fclose(f);
    text[size] = 0;
    if (!whole) return rd_bad_usage("%s is too long or cannot be read", path);
    *n = rd_claims_read(text, list, RD_CLAIMS_MAX, &fault);
    return *n < 0 ? rd_bad_input(path, &fault) : RD_EXIT_OK;
}

/* Beside the old file and then in its place, so that a run can be ended at any moment. */
static rd_exit write_text(const char *path, const char *text) {
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *f = fopen(beside, "w");
    bool done = f && fputs(text, f) >= 0;
    if (f) done &= fclose(f) == 0;
    if (!done || rename(beside, path)) return rd_system_failed("cannot write %s", path);
    return RD_EXIT_OK;
}

static rd_exit write_claims(const char *path, const rd_claim *list, int n) {
    static char text[FILE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_text(
        &o,
        "# robodrome ladder: game, course, better, worse, per cent to reach, wins, games, way\n");
    rd_claims_print(list, n, &o);
    return write_text(path, text);
}

/* ---- games ---- */

static rd_exit open_claim(const rd_claim *c, rd_setup *set, rd_seat player[RD_MAX_SEATS]) {
    rd_fault f = {0};
    char worse[RD_CLAIM_WORD];
    int seats = 1 + rd_claim_rivals(c, worse);
    *set = (rd_setup){.game = rd_game_named(c->game), .config = {.n_seats = seats}};
    if (!set->game) return RD_EXIT_USAGE;
    if (strcmp(c->course, "-") != 0) {
        set->config.n_settings = 1;
        set->config.setting[0] = (rd_setting){"course", c->course};
    }
    for (int i = 0; i < seats; i++) {
        if (!rd_player_read(i ? worse : c->better, set->game, &player[i])) return RD_EXIT_USAGE;
        if (player[i].kind != RD_BOT || !player[i].nodes)
            return rd_bad_usage("%s: a claim is about levels and bots with nodes=N",
                                player[i].label);
        player[i].ms = 0; /* so that it repeats */
    }
    set->match = rd_need(set->game->match_size);
    if (set->game->match_init(set->match, &set->config, &f) == RD_E_OK) return RD_EXIT_OK;
    free(set->match);
    return rd_bad_usage("%s: %s", c->game, f.text);
}

/* Every seed in every seating, from `seed` on; adds to the tally. */
static rd_exit play_games(const rd_claim *c, uint64_t seed, uint64_t games, int threads,
                          rd_tally *to, uint64_t *way) {
    rd_setup set;
    rd_seat player[RD_MAX_SEATS];
    rd_sim_result result;
    rd_exit e = open_claim(c, &set, player);
    if (e) return e;
    int seats = set.match->n_seats;
    set.seed = seed;
    games -= games % (uint64_t)seats;
    rd_sim sim = {.setup = &set,
                  .player = player,
                  .games = games ? games : (uint64_t)seats,
                  .threads = threads,
                  .opening = set.game->hidden ? 0 : OPENING,
                  .swap = true};
    e = rd_sim_run(&sim, NULL, &result);
    for (int seat = 0; seat < seats && !e; seat++) {
        to->wins += (double)result.score[0][seat].shares / RD_SIM_SHARES;
        to->games += (double)result.score[0][seat].games;
    }
    *way = result.way;
    free(set.match);
    return e;
}

/* The games of the first seed once more.  If they do not go as they did, the bots play otherwise
** now, and what was counted says nothing about them: the sums begin again with these games. */
static rd_exit play_first(rd_claim *c, int threads) {
    rd_tally first = {0};
    uint64_t way = 0;
    rd_exit e = play_games(c, 1, 0, threads, &first, &way);
    if (e || way == c->way) return e;
    c->tally = first;
    c->way = way;
    return RD_EXIT_OK;
}

/* Seeds go on where the games counted so far ended. */
static rd_exit play_unit(rd_claim *c, uint64_t games, int threads) {
    uint64_t way, seats = 1 + (uint64_t)rd_claim_rivals(c, (char[RD_CLAIM_WORD]){0});
    return play_games(c, 1 + (uint64_t)c->tally.games / seats, games, threads, &c->tally, &way);
}

/* ---- the report ---- */

static const char *const VERDICT[] = {
    [RD_OPEN] = "open", [RD_HOLDS] = "holds", [RD_FAILS] = "fails"};

static void put_row(rd_out *o, const rd_claim *c) {
    char line[600], elo[64] = "", low[32] = "";
    rd_interval share = rd_share(c->tally), points = rd_elo(c->tally);
    if (rd_claim_rivals(c, (char[RD_CLAIM_WORD]){0}) == 1)
        snprintf(elo, sizeof elo, "%+.0f (%+.0f to %+.0f)", points.at, points.low, points.high);
    if (rd_claim_names_low(c)) snprintf(low, sizeof low, ", not %g%%", c->low);
    snprintf(line, sizeof line, "| %s | %s | %s | %s | %g%%%s | ", c->game, c->course, c->better,
             c->worse, c->percent, low);
    rd_put_text(o, line);
    if (c->tally.games > 0)
        snprintf(line, sizeof line, "%g of %g, %.0f%% (%.0f to %.0f) | %s | %s%s |\n",
                 c->tally.wins, c->tally.games, 100 * share.at, 100 * share.low, 100 * share.high,
                 elo, VERDICT[rd_claim_verdict(c)], c->way ? "" : ", older");
    else
        snprintf(line, sizeof line, "not played | | open |\n");
    rd_put_text(o, line);
}

static rd_exit write_report(const char *path, const rd_claim *list, int n) {
    static char text[FILE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_text(&o, "# Strength of the bots\n\n"
                    "Written by `robodrome ladder`. Two players, or one against several "
                    "(normal*3); fixed nodes, each seed\n"
                    "played in every seating. A claim holds or fails by a sequential test with "
                    "errors of 5% both ways: the\n"
                    "share to reach against one that is 10% short of it (20% by the number of "
                    "players where there are more),\n"
                    "or against the one named beside it (48.56% is -10 Elo). Open means that more "
                    "games are needed.\n"
                    "Games without chance begin with two random answers, the same in every "
                    "seating. Intervals are 95%.\n"
                    "Games of one seed are counted as if they were independent. A line begins "
                    "again when its bots play\n"
                    "otherwise than they did in its first games (`--check` looks at all lines). "
                    "Older: counted\n"
                    "when lines did not keep how those went, so perhaps for bots that are gone.\n\n"
                    "| game | course | better | worse | to reach | won | Elo | claim |\n"
                    "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < n; i++) put_row(&o, &list[i]);
    return write_text(path, text);
}

/* ---- the command ---- */

typedef struct ladder {
    const char *path;
    int n, threads;
    rd_claim list[RD_CLAIMS_MAX];
    bool is_todays[RD_CLAIMS_MAX]; /* its first games were played in this run */
} ladder;

/* The claim that is open and has the fewest games below the limit; -1 = none. */
static int next_claim(const ladder *l, uint64_t most) {
    const rd_claim *list = l->list;
    int best = -1;
    for (int i = 0; i < l->n; i++) {
        bool open = rd_claim_verdict(&list[i]) == RD_OPEN && list[i].tally.games < (double)most;
        if (open && (best < 0 || list[i].tally.games < list[best].tally.games)) best = i;
    }
    return best;
}

/* One step with a claim: its first games, or `games` more; the file and the output tell of it. */
static rd_exit go_on(ladder *l, int i, uint64_t games) {
    rd_claim *c = &l->list[i];
    rd_exit e = l->is_todays[i] ? play_unit(c, games, l->threads) : play_first(c, l->threads);
    l->is_todays[i] = true;
    if (!e) e = write_claims(l->path, l->list, l->n);
    if (e) return e;
    printf("%s %s: %s %g of %g against %s, %s\n", c->game, c->course, c->better, c->tally.wins,
           c->tally.games, c->worse, VERDICT[rd_claim_verdict(c)]);
    fflush(stdout);
    return RD_EXIT_OK;
}

static rd_exit run(const rd_args *a) {
    static ladder l;
    const char *report = rd_flag_text(a, "report");
    uint64_t most = 0, unit = 0, threads = 0;
    int i;
    if (!rd_flag_number(a, "games", 0, 1000000, &most) ||
        !rd_flag_number(a, "unit", 1, UNIT_MOST, &unit) ||
        !rd_flag_number(a, "threads", 1, RD_SIM_THREADS, &threads))
        return RD_EXIT_USAGE;
    l.path = a->operand[0];
    l.threads = (int)threads;
    rd_exit e = read_claims(l.path, l.list, &l.n);
    for (i = 0; i < l.n && !e && rd_flag_given(a, "check"); i++)
        if (l.list[i].tally.games > 0) e = go_on(&l, i, 0);
    while (!e && (i = next_claim(&l, most)) >= 0) {
        uint64_t left = most - (uint64_t)l.list[i].tally.games;
        e = go_on(&l, i, unit < left ? unit : left);
    }
    return !e && report ? write_report(report, l.list, l.n) : e;
}

const rd_command rd_cmd_ladder = {
    .name = "ladder",
    .operands = "FILE",
    .summary = "test claims about the strength of bots with as few games as possible",
    .about = "Each line of FILE is a claim: game, course (or -), the better bot, the worse bot, "
             "and the percentage of wins to reach; normal*3 means three of the worse bot, and "
             "50-55 means 55% rather than 50%. Results are saved in FILE after every unit, so a "
             "run can be stopped and continued. Before a run adds games to a line, it repeats the "
             "first ones: if the bots now play differently, the line starts from zero.",
    .flags = (const rd_flag[]){{"games", 'n', "N", "play at most this many per claim", "100"},
                               {"unit", 'u', "N", "games between two checks of the result", "10"},
                               {"threads", 'j', "N", "how many", "1"},
                               {"check", 0, NULL,
                                "check every line in that way, even those that are decided", NULL},
                               {"report", 0, "FILE", "write the table of results there", NULL},
                               {0}},
    .examples =
        (const rd_example[]){{"ladder claims.txt --games 40 --report strength.md", NULL}, {0}},
    .apart = true,
    .run = run,
};
