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
        &o, "# robodrome ladder: game, course, better, worse, per cent to reach, wins, games\n");
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

/* A unit: every seed in every seating.  Seeds go on where the games counted so far ended. */
static rd_exit play_unit(rd_claim *c, uint64_t games, int threads) {
    rd_setup set;
    rd_seat player[RD_MAX_SEATS];
    rd_sim_result result;
    rd_exit e = open_claim(c, &set, player);
    if (e) return e;
    int seats = set.match->n_seats;
    set.seed = 1 + (uint64_t)c->tally.games / (uint64_t)seats;
    games -= games % (uint64_t)seats;
    rd_sim sim = {.setup = &set,
                  .player = player,
                  .games = games ? games : (uint64_t)seats,
                  .threads = threads,
                  .opening = set.game->hidden ? 0 : OPENING,
                  .swap = true};
    e = rd_sim_run(&sim, NULL, &result);
    for (int seat = 0; seat < seats && !e; seat++) {
        c->tally.wins += (double)result.score[0][seat].shares / RD_SIM_SHARES;
        c->tally.games += (double)result.score[0][seat].games;
    }
    free(set.match);
    return e;
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
        snprintf(line, sizeof line, "%g of %g, %.0f%% (%.0f to %.0f) | %s | %s |\n", c->tally.wins,
                 c->tally.games, 100 * share.at, 100 * share.low, 100 * share.high, elo,
                 VERDICT[rd_claim_verdict(c)]);
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
                    "Games of one seed are counted as if they were independent.\n\n"
                    "| game | course | better | worse | to reach | won | Elo | claim |\n"
                    "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < n; i++) put_row(&o, &list[i]);
    return write_text(path, text);
}

/* ---- the command ---- */

/* The claim that is open and has the fewest games below the limit; -1 = none. */
static int next_claim(const rd_claim *list, int n, uint64_t most) {
    int best = -1;
    for (int i = 0; i < n; i++) {
        bool open = rd_claim_verdict(&list[i]) == RD_OPEN && list[i].tally.games < (double)most;
        if (open && (best < 0 || list[i].tally.games < list[best].tally.games)) best = i;
    }
    return best;
}

static rd_exit run(const rd_args *a) {
    static rd_claim list[RD_CLAIMS_MAX];
    const char *path = a->operand[0], *report = rd_flag_text(a, "report");
    uint64_t most = 0, unit = 0, threads = 0;
    int n = 0, i;
    if (!rd_flag_number(a, "games", 0, 1000000, &most) ||
        !rd_flag_number(a, "unit", 1, UNIT_MOST, &unit) ||
        !rd_flag_number(a, "threads", 1, RD_SIM_THREADS, &threads))
        return RD_EXIT_USAGE;
    rd_exit e = read_claims(path, list, &n);
    while (!e && (i = next_claim(list, n, most)) >= 0) {
        e = play_unit(&list[i], unit, (int)threads);
        if (!e) e = write_claims(path, list, n);
        if (!e)
            printf("%s %s: %s %g of %g against %s, %s\n", list[i].game, list[i].course,
                   list[i].better, list[i].tally.wins, list[i].tally.games, list[i].worse,
                   VERDICT[rd_claim_verdict(&list[i])]);
        fflush(stdout);
    }
    return !e && report ? write_report(report, list, n) : e;
}

const rd_command rd_cmd_ladder = {
    .name = "ladder",
    .operands = "FILE",
    .summary = "test claims about the strength of bots with as few games as they need",
    .about =
        "Each line of FILE is a claim: game, course (or -), better, worse, per cent of wins to "
        "reach; normal*3 is three of the worse, and 50-55 names the lower share that 55 is told "
        "from. The sums are kept in FILE after every unit, so a "
        "run can be ended and gone on "
        "with.",
    .flags = (const rd_flag[]){{"games", 'n', "N", "at most this many for each claim", "100"},
                               {"unit", 'u', "N", "games between two looks at the sums", "10"},
                               {"threads", 'j', "N", "how many", "1"},
                               {"report", 0, "FILE", "write the table of results there", NULL},
                               {0}},
    .examples =
        (const rd_example[]){{"ladder claims.txt --games 40 --report strength.md", NULL}, {0}},
    .apart = true,
    .run = run,
};
