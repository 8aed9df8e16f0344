/* cmd_play.c - `robodrome play`: a game in the terminal, against bots, programs and people. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/hash.h"
#include "cli/clock.h"
#include "cli/course_words.h"
#include "cli/play.h"

enum { DEFAULT_MS = 1000, MOST_NODES = 1 << 20 };

/* ---- setting up ---- */

/* Does another seat go by the same label? */
static bool is_namesake(const rd_play *p, int seat) {
    for (int other = 0; other < p->match->n_seats; other++)
        if (other != seat && strcmp(p->player[other].label, p->player[seat].label) == 0)
            return true;
    return false;
}

static void name_seats(rd_play *p) {
    for (int seat = 0; seat < p->match->n_seats; seat++) {
        const rd_seat *who = &p->player[seat];
        rd_out o = rd_out_to(p->names[seat], RD_PLAY_NAME);
        if (who->kind != RD_HUMAN) {
            rd_put_text(&o, who->label);
            if (is_namesake(p, seat)) {
                rd_put_char(&o, ' ');
                rd_put_int(&o, seat + 1);
            }
        } else if (who->name[0])
            rd_put_text(&o, who->name);
        else
            rd_say(p->term.lang, NULL, &(rd_phrase){"word.seat", {seat + 1}}, &o);
        p->name[seat] = p->names[seat];
        snprintf(p->info.name[seat], sizeof p->info.name[seat], "%s", p->names[seat]);
    }
}

static void close_thinkers(rd_play *p) {
    for (int seat = 0; seat < RD_MAX_SEATS; seat++) rd_thinker_close(&p->thinker[seat]);
}

static bool open_thinkers(rd_play *p) {
    p->people = 0;
    for (int seat = 0; seat < p->match->n_seats; seat++) {
        p->people += p->player[seat].kind == RD_HUMAN;
        uint64_t seed = rd_hash_mix(p->seed, (uint64_t)seat);
        if (!rd_thinker_open(&p->thinker[seat], &p->player[seat], p->match, seed)) return false;
        if (!rd_thinker_new(&p->thinker[seat], p->match, rd_table_config(p->table), seat, p->name,
                            seed))
            return false;
    }
    return true;
}

bool rd_play_take_table(rd_play *p, rd_table *t) {
    const rd_match *m = rd_table_match(t);
    if (m->game != p->game || (p->match && m->n_seats != p->match->n_seats)) {
        RD_PRINT(&p->term, .key = "cli.play.other_game", .text = {m->game->id});
        rd_table_close(t);
        return false;
    }
    close_thinkers(p);
    rd_table_close(p->table);
    rd_play_keep_in(p, NULL);
    p->table = t;
    p->match = m;
    p->facing = RD_SPECTATOR;
    for (int seat = 0; seat < RD_MAX_SEATS; seat++) p->told[seat] = rd_table_length(t) + 1;
    name_seats(p);
    rd_play_watch(p);
    return open_thinkers(p);
}

/* Seat 1 is a person, the others are the best bot; those who played before sit there again; --seat
** comes before both. */
static bool choose_players(const rd_args *a, rd_play *p, const rd_record_info *before, int *seats) {
    for (int seat = 0; seat < RD_MAX_SEATS; seat++) {
        if (before && before->name[seat][0])
            rd_play_seat_again(p->game, before->name[seat], seat, &p->player[seat]);
        else if (!rd_player_read(seat ? rd_bot_best(p->game)->id : "human", p->game,
                                 &p->player[seat]))
            return false;
    }
    if (!rd_players_read(a, p->game, p->player, seats)) return false;
    for (int seat = 0; seat < RD_MAX_SEATS; seat++) {
        rd_seat *who = &p->player[seat];
        if (who->kind != RD_BOT) continue;
        if (!who->nodes && !who->ms) who->ms = DEFAULT_MS;
        if (!who->nodes) who->nodes = MOST_NODES; /* bounds its memory */
    }
    return true;
}

/* Chance is not to be foreseen, unless --seed asks for a game that repeats. */
static rd_exit draw_key(const rd_args *a, rd_setup *s) {
    if (rd_flag_given(a, "seed")) return RD_EXIT_OK;
    if (getrandom(&s->key, sizeof s->key, 0) != (ssize_t)sizeof s->key ||
        getrandom(&s->seed, sizeof s->seed, 0) != (ssize_t)sizeof s->seed)
        return rd_system_failed("the system gives no random numbers");
    return RD_EXIT_OK;
}

static rd_exit open_new(const rd_args *a, rd_play *p, int seats, rd_table **t) {
    rd_setup s;
    rd_fault f = {0};
    rd_exit e = rd_setup_open(a, p->game, seats, &s);
    if (e) return e;
    e = draw_key(a, &s);
    p->seed = s.seed;
    if (!e) {
        *t = s.placed ? rd_table_open_at(p->game, &s.config, &s.key, s.start, &f)
                      : rd_table_open(p->game, &s.config, &s.key, &f);
        if (!*t) e = rd_bad_usage("%s: %s", p->game->id, f.text);
    }
    rd_setup_close(&s);
    return e;
}

/* Where people look on, a register waits for Enter. */
static rd_exit read_pace(const rd_args *a, rd_play *p) {
    const char *pace = rd_flag_text(a, "pace");
    char *end;
    if (!pace)
        p->pace = p->term.live && isatty(STDIN_FILENO) ? RD_HALT_ENTER : RD_HALT_OFF;
    else if (strcmp(pace, "enter") == 0 || strcmp(pace, "off") == 0)
        p->pace = *pace == 'e' ? RD_HALT_ENTER : RD_HALT_OFF;
    else {
        p->pace = RD_HALT_TIME;
        p->seconds = strtod(pace, &end);
        if (end == pace || *end || !(p->seconds >= 0 && p->seconds <= 60))
            return rd_bad_usage("play: --pace %s: expected enter, off or seconds up to 60", pace);
    }
    return RD_EXIT_OK;
}

static rd_exit read_style(const rd_args *a, rd_play *p) {
    const char *draw = rd_flag_text(a, "draw");
    if (draw && strcmp(draw, "ascii") != 0 && strcmp(draw, "unicode") != 0)
        return rd_bad_usage("play: --draw %s: expected ascii or unicode", draw);
    if (draw) p->term.draw = *draw == 'a' ? RD_ASCII : RD_UNICODE;
    return read_pace(a, p);
}

/* Sits everybody down at the table, which is the play's from here on. */
static bool sit_down(rd_play *p, rd_table *t) {
    p->view = rd_need(p->game->state_size);
    p->scratch = rd_need(p->game->state_size);
    return rd_play_take_table(p, t);
}

static rd_exit open_old(const rd_args *a, rd_play *p, const char *path) {
    rd_table *t = NULL;
    rd_record_info info;
    int seats = 0;
    rd_exit e = rd_open_record(path, &t, &info);
    if (e) return e;
    if (!p->game) p->game = rd_table_match(t)->game;
    /* One who sits in a seat of another game is not looked for: the game is refused below. */
    bool same = rd_table_match(t)->game == p->game;
    if (!choose_players(a, p, same ? &info : NULL, &seats)) {
        rd_table_close(t);
        return RD_EXIT_USAGE;
    }
    if (!sit_down(p, t)) return RD_EXIT_USAGE;
    const char *save = rd_flag_text(a, "save");
    if (save)
        rd_play_keep_in(p, save);
    else if (strcmp(path, "-") != 0)
        rd_play_keep_on(p, path, rd_flag_given(a, "resume"));
    return RD_EXIT_OK;
}

static rd_exit open_play(const rd_args *a, rd_play *p) {
    rd_table *t = NULL;
    int seats = 0;
    char last[RD_PATH_MAX];
    const char *from = rd_flag_text(a, "load");
    bool resume = rd_flag_given(a, "resume");
    rd_exit e = read_style(a, p);
    if (e) return e;
    if (a->n_operands && !(p->game = rd_game_named(a->operand[0]))) return RD_EXIT_USAGE;
    if (resume && from) return rd_bad_usage("play: give --load or --resume, not both");
    if (resume && (e = rd_play_find_last(p->game, last))) return e;
    if (resume || from) return open_old(a, p, resume ? last : from);
    if (!p->game) return rd_bad_usage("play: expected: %s play GAME", rd_call());
    if (!choose_players(a, p, NULL, &seats)) return RD_EXIT_USAGE;
    e = open_new(a, p, seats, &t);
    if (e) return e;
    if (!sit_down(p, t)) return RD_EXIT_USAGE;
    rd_play_keep_in(p, rd_flag_text(a, "save"));
    for (int seat = 0; seat < RD_MAX_SEATS; seat++) p->told[seat] = 0;
    return RD_EXIT_OK;
}

static void close_play(rd_play *p) {
    close_thinkers(p);
    rd_table_close(p->table);
    rd_keeper_close(&p->keeper);
    rd_play_watch_end(p);
    free(p->view);
    free(p->scratch);
}

/* ---- from question to question ---- */

/* A bot or a program answers. */
static rd_err think(rd_play *p, int actor) {
    int seat = p->match->seat_of[actor];
    rd_action a;
    rd_table_view(p->table, seat, p->view);
    rd_thinker_hear(&p->thinker[seat], p->table);
    rd_origin how =
        rd_thinker_think(&p->thinker[seat], p->view, actor, rd_table_length(p->table), &a, NULL);
    if (p->term.live) fputs("\033[K", stdout);
    bool own = how == RD_PLAYED || how == RD_STOOD_IN;
    if (own) return rd_table_enter(p->table, &a, how, NULL);
    return rd_table_force(p->table, actor, how);
}

/* A person answers; true to go on. */
static bool ask(rd_play *p, int actor) {
    int seat = p->match->seat_of[actor];
    rd_action a;
    rd_decision d;
    if (!rd_play_hand_over(p, seat)) return false;
    rd_play_tell(p, p->game->hidden ? seat : rd_play_eyes(p));
    if (rd_table_ask(p->table, actor, NULL, 0, &d)) return false;
    if (d.automatic) {
        rd_table_fallback(p->table, actor, &a); /* the only answer */
    } else {
        rd_reply said = rd_play_ask(p, actor, &a);
        if (said == RD_REPLY_LATE) {
            rd_err late = rd_table_time_up(p->table, actor, &a);
            rd_clocks_sync(&p->clocks, p->table, rd_clock_ms());
            return !late;
        }
        if (said != RD_REPLY_ANSWER) return said == RD_REPLY_AGAIN;
    }
    rd_err e = rd_table_submit(p->table, seat, rd_table_question(p->table, actor), &a, NULL);
    if (e) RD_PRINT(&p->term, .key = "error.illegal");
    if (!(rd_table_asked(p->table) >> actor & 1))
        rd_clocks_sync(&p->clocks, p->table, rd_clock_ms());
    return true;
}

/* Where several are asked at once, people are asked before bots: so everybody's time begins to run
** while everybody is asked. */
static int next_actor(const rd_play *p, uint32_t asked) {
    for (uint32_t set = asked; set;) {
        int actor = rd_bit_take(&set);
        if (p->player[p->match->seat_of[actor]].kind == RD_HUMAN) return actor;
    }
    return rd_bit_first(asked);
}

static rd_exit go_on(rd_play *p) {
    const rd_clock_rules book = {.pace = RD_PACE_BOOK};
    uint32_t asked;
    rd_clocks_start(&p->clocks, &book, p->table, rd_clock_ms());
    while ((asked = rd_table_asked(p->table)) && !rd_output_gone() && !rd_play_signal()) {
        int actor = next_actor(p, asked), seat = p->match->seat_of[actor];
        int length = rd_table_length(p->table);
        if (p->player[seat].kind == RD_HUMAN) {
            if (!ask(p, actor)) break;
        } else {
            if (think(p, actor)) return rd_system_failed("out of memory");
        }
        if (rd_table_length(p->table) != length) rd_play_keep(p);
        if (!p->game->hidden || p->people < 2) rd_play_tell(p, rd_play_eyes(p));
        if (!p->people && rd_table_asked(p->table)) rd_play_show_board(p, RD_SPECTATOR);
    }
    return RD_EXIT_OK;
}

static void finish(rd_play *p) {
    rd_outcome o;
    bool over = rd_table_outcome(p->table, &o);
    for (int seat = 0; over && seat < p->match->n_seats; seat++) {
        rd_thinker_hear(&p->thinker[seat], p->table);
        rd_thinker_over(&p->thinker[seat], &o);
    }
    if (over) {
        rd_play_tell(p, rd_play_eyes(p)); /* what nobody has read yet, as secrets kept it apart */
        rd_play_show_board(p, RD_SPECTATOR);
        rd_play_show_result(p);
    } else {
        rd_play_say_left(p);
    }
    if (p->save) RD_PRINT(&p->term, .key = "cli.play.saved", .text = {p->save});
}

static rd_exit run(const rd_args *a) {
    static rd_play p;
    p = (rd_play){.term = rd_term_of(a), .facing = RD_SPECTATOR};
    p.echo = !isatty(STDIN_FILENO);
    rd_play_catch_signals();
    setvbuf(stdin, NULL, _IONBF, 0); /* so that waiting for a line can end by the clock */
    rd_exit e = open_play(a, &p);
    if (!e) {
        rd_print_course_of(&p.term, p.game, rd_table_config(p.table));
        rd_play_keep(&p);
        if (!p.game->hidden || p.people < 2) rd_play_tell(&p, rd_play_eyes(&p));
        e = go_on(&p);
        if (!e) finish(&p);
    }
    close_play(&p);
    rd_play_end_by_signal();
    return e;
}

const rd_command rd_cmd_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "play in the terminal against bots, programs and people",
    .about = "Type h for help. Every answer is saved as it is given; without --save or --load the "
             "file is in ~/.local/share/robodrome/play.",
    .flags =
        (const rd_flag[]){
            RD_FLAG_SEAT("1: human, others: the best bot"),
            RD_FLAG_SET,
            RD_FLAG_SEATS,
            {"seed", 0, "N", "seed, to repeat the same game", NULL},
            RD_FLAG_POSITION,
            {"save", 'o', "FILE", "save the game in this file", NULL},
            {"load", 'l', "FILE", "continue a recorded game, and save it there", NULL},
            {"resume", 0, NULL, "continue the last game that is not over", NULL},
            {"pace", 0, "WAIT", "pause after each register: enter, off or seconds", NULL},
            {"draw", 0, "STYLE", "ascii or unicode; otherwise the locale decides", NULL},
            {0}},
    .examples = (const rd_example[]){{"play robotory", "against the strongest bot"},
                                     {"play robotory -s 2=human:Anna", "two people, one keyboard"},
                                     {0}},
    .run = run,
};
