/* The planners finish every course of both RoboRally editions, with few players and with many; so do
** racers of level normal where the course has goals of its own, and there they beat planners. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/level.h"
#include "floor/data.h"
#include "games/rally2005/rally2005.h"
#include "games/rally2023/rally2023.h"

enum { ROUNDS_MAX = 120, GAMES = 6, WINS = 5 };

static union {
    rd_match head;
    r05_match of_2005;
    r23_match of_2023;
} match;

static union {
    r05_state of_2005;
    r23_state of_2023;
} state, view;

static const rd_game *game;
static const rd_bot *bot, *rival; /* rival NULL = it only guesses */
static rd_limits limits;
static const char *course;
static void *memory, *rivals_memory;
static int decided[256], pairs; /* answers of each kind that are not the default; second cards */

static int round_now(void) {
    return game == &rd_rally2005 ? state.of_2005.round : state.of_2023.round;
}

static bool set_up(const char *id, int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"course", id}}};
    course = id;
    return game->match_init(&match.head, &c, NULL) == RD_E_OK;
}

static void note_answer(const rd_match *m, const rd_state *v, const rd_action *a) {
    rd_decision d;
    rd_action plain;
    game->decision(m, v, a->actor, NULL, 0, &d);
    game->fallback(m, v, a->actor, &plain);
    decided[d.kind] += !rd_action_same(a, &plain);
    for (int i = 0; i < a->n && d.kind == R05_ASK_PROGRAM && game == &rd_rally2005; i++)
        pairs += a->pick[i] >= R05_ALSO;
}

/* Plays a game; seats of the set `others` are the rival's.  Returns the rounds it took. */
static int play(uint64_t seed, unsigned others, rd_outcome *o) {
    const rd_match *m = &match.head;
    rd_state *s = (rd_state *)&state, *v = (rd_state *)&view;
    rd_key key = rd_key_from_seed(seed);
    rd_prng prng = rd_prng_seed(seed);
    game->start(m, &key, s, NULL);
    for (uint32_t asked; (asked = game->pending(m, s)) != 0 && round_now() <= ROUNDS_MAX;) {
        int actor = rd_bit_first(asked), seat = m->seat_of[actor];
        rd_action a;
        game->redact(m, s, seat, v);
        if (others >> seat & 1 && rival)
            rival->think(m, v, actor, &limits, &prng, rivals_memory, &a, NULL);
        else if (others >> seat & 1)
            game->sample(m, v, actor, &prng, &a);
        else
            bot->think(m, v, actor, &limits, &prng, memory, &a, NULL);
        note_answer(m, v, &a);
        assert_int_equal(rd_apply(m, s, &a, NULL, NULL, NULL), RD_E_OK);
    }
    if (!game->outcome(m, s, o)) fail_msg("%s: not over after %d rounds", course, ROUNDS_MAX);
    return round_now();
}

/* With the fewest seats and with the most; returns the fewest. */
static int finish_course(const char *id) {
    rd_outcome o;
    int fewest = 0, most = 0;
    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        if (set_up(id, seats)) {
            if (!fewest) fewest = seats;
            most = seats;
        }
    assert_true(fewest && set_up(id, fewest));
    int few = play(1, 0, &o);
    assert_true(set_up(id, most));
    int many = play(2, 0, &o);
    print_message("# %s: %d rounds with %d seats, %d with %d\n", id, few, fewest, many, most);
    return fewest;
}

static void finish_every_course(void) {
    const rd_data_file *file;
    for (int k = 0; (file = rd_data_nth("course", game->id, k)) != NULL; k++)
        finish_course(file->id);
}

/* One side of seats is the bot's; the sides take turns. */
static int wins_of_one_side(int seats) {
    int wins = 0;
    for (int i = 0; i < GAMES; i++) {
        rd_outcome o;
        int side = r05_team(&match.of_2005, i % seats), one = 0;
        unsigned others = 0;
        for (int actor = 0; actor < match.head.n_actors; actor++) {
            int seat = match.head.seat_of[actor];
            if (r05_team(&match.of_2005, actor) == side)
                one = seat;
            else
                others |= 1u << seat;
        }
        play((uint64_t)(20 + i), others, &o);
        wins += o.place[one] == 1;
    }
    return wins;
}

static void beat_guessing(const char *id) {
    int wins = 0;
    assert_true(set_up(id, 2));
    for (int i = 0; i < GAMES; i++) {
        rd_outcome o;
        play((uint64_t)(10 + i), 1u << (i & 1), &o);
        wins += o.place[!(i & 1)] == 1;
    }
    assert_true(wins >= WINS);
}

static void repeat_a_race(const char *id) {
    rd_outcome o;
    assert_true(set_up(id, 3));
    int rounds = play(7, 0, &o);
    assert_int_equal(play(7, 0, &o), rounds);
}

static void planner_of_2005(void) {
    game = &rd_rally2005;
    bot = &rd_bot_rally2005_planner;
    limits = (rd_limits){.nodes = 36};
}

static void planner_of_2023(void) {
    game = &rd_rally2023;
    bot = &rd_bot_rally2023_planner;
    limits = (rd_limits){.nodes = 36};
}

static void every_course_of_2005_comes_to_its_end(void **unused) {
    (void)unused;
    planner_of_2005();
    finish_every_course();
}

static void every_course_of_2023_comes_to_its_end(void **unused) {
    (void)unused;
    planner_of_2023();
    finish_every_course();
}

/* What others left in the memory is none of a racer's. */
static void racers_of_2005(void) {
    game = &rd_rally2005;
    const rd_level *normal = rd_level_of(game, RD_NORMAL);
    bot = rd_level_bot(game, normal);
    limits = rd_level_limits(normal);
    memset(memory, 0, bot->scratch(&match.head, &limits));
}

/* Goals that are not a row of flags which stay where they are. */
static void special_courses_of_2005_are_played_to_win(void **unused) {
    (void)unused;
    static const char *const SPECIAL[] = {"capture-the-flag", "day-of-the-superbot",
                                          "toggle-boggle",    "war-zone",
                                          "moving-targets",   "frenetic-factory"};
    racers_of_2005();
    for (size_t i = 0; i < sizeof SPECIAL / sizeof SPECIAL[0]; i++) {
        int seats = finish_course(SPECIAL[i]);
        assert_true(set_up(SPECIAL[i], seats));
        int wins = wins_of_one_side(seats);
        print_message("# %s: %d of %d against guessers\n", SPECIAL[i], wins, GAMES);
        assert_true(wins >= WINS);
    }
}

/* The planner knows the goals of these courses too, but no table of rounds left. */
static void racers_beat_planners_on_special_courses(void **unused) {
    (void)unused;
    static const char *const SPECIAL[] = {"moving-targets", "toggle-boggle"};
    racers_of_2005();
    limits = (rd_limits){.nodes = 100};
    rival = &rd_bot_rally2005_planner;
    for (size_t i = 0; i < sizeof SPECIAL / sizeof SPECIAL[0]; i++) {
        int seats = i ? 4 : 2;
        assert_true(set_up(SPECIAL[i], seats));
        int wins = wins_of_one_side(seats);
        print_message("# %s: %d of %d against planners\n", SPECIAL[i], wins, GAMES);
        assert_true(wins >= WINS);
    }
    rival = NULL;
}

/* Two robots of a seat, shared flags, one finisher for all: a table is made for each. */
static void courses_of_pairs_and_teams_are_finished(void **unused) {
    (void)unused;
    static const char *const TOGETHER[] = {"interference", "tandem-carnage",
                                           "all-for-one-or-one-for-all"};
    racers_of_2005();
    for (size_t i = 0; i < sizeof TOGETHER / sizeof TOGETHER[0]; i++) finish_course(TOGETHER[i]);
}

static void it_beats_guessing(void **unused) {
    (void)unused;
    planner_of_2005();
    beat_guessing("risky-exchange");
    planner_of_2023();
    beat_guessing("rush-hour");
}

static void the_same_seed_gives_the_same_race(void **unused) {
    (void)unused;
    planner_of_2005();
    repeat_a_race("island-hop");
    planner_of_2023();
    repeat_a_race("river-run");
}

static void options_of_2005_are_put_to_use(void **unused) {
    (void)unused;
    static const char COURSE[] = "course many-options\n"
                                 "rule start_options 3\n"
                                 "board floor\n"
                                 "grid\n"
                                 "  .  .  .  .  .  .  .  .\n"
                                 "  .  .  O  .  .  O  .  .\n"
                                 "  GR GL GR GL GR GL GR GL\n"
                                 "  .  .  .  .  .  .  .  .\n"
                                 "  .  D1 D2 D3 D4 D5 D6 .\n"
                                 "end\n"
                                 "piece floor 0 0,0\n"
                                 "flag 1 0,0\n"
                                 "flag 2 7,1\n"
                                 "flag 3 0,3\n"
                                 "flag 4 7,4\n";
    static const int ASKED[] = {R05_ASK_ASIDE,  R05_ASK_FLYWHEEL,     R05_ASK_ABORT,  R05_ASK_CARD,
                                R05_ASK_WEAPON, R05_ASK_FIRE_CONTROL, R05_ASK_PROTECT};
    planner_of_2005();
    memset(decided, 0, sizeof decided);
    pairs = 0;
    assert_true(set_up(COURSE, 6));
    course = "many-options";
    for (uint64_t seed = 1; seed <= 12; seed++) {
        rd_outcome o;
        play(seed, 0, &o);
    }
    for (size_t i = 0; i < sizeof ASKED / sizeof ASKED[0]; i++) {
        print_message("# %s: %d\n", game->asks[ASKED[i]].name, decided[ASKED[i]]);
        assert_true(decided[ASKED[i]] > 0);
    }
    print_message("# pairs: %d\n", pairs);
    assert_true(pairs > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_course_of_2005_comes_to_its_end),
        cmocka_unit_test(every_course_of_2023_comes_to_its_end),
        cmocka_unit_test(options_of_2005_are_put_to_use),
        cmocka_unit_test(special_courses_of_2005_are_played_to_win),
        cmocka_unit_test(racers_beat_planners_on_special_courses),
        cmocka_unit_test(courses_of_pairs_and_teams_are_finished),
        cmocka_unit_test(it_beats_guessing),
        cmocka_unit_test(the_same_seed_gives_the_same_race),
    };
    size_t of_2005 = rd_bot_rally2005_racer.scratch(&match.head, &limits);
    size_t of_2023 = rd_bot_rally2023_planner.scratch(&match.head, &limits);
    memory = malloc(of_2005 > of_2023 ? of_2005 : of_2023);
    rivals_memory = malloc(rd_bot_rally2005_planner.scratch(&match.head, &limits));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(memory);
    free(rivals_memory);
    return failed;
}
