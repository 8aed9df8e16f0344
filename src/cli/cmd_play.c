/* cmd_play.c - `robodrome play`: a game in the terminal, against bots, programs and people. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/hash.h"
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
    rd_keeper_close(&p->keeper); /* the file starts again with the other table */
    p->table = t;
    p->match = m;
    p->facing = RD_SPECTATOR;
    for (int seat = 0; seat < RD_MAX_SEATS; seat++) p->told[seat] = rd_table_length(t) + 1;
    name_seats(p);
    return open_thinkers(p);
}

void rd_play_keep(rd_play *p) {
    if (!p->save) return;
    if (!p->keeper.begun) rd_record_stamp(&p->info);
    if (rd_keep_record(&p->keeper, p->save, p->table, &p->info)) p->save = NULL;
}

/* Seat 1 is a person, the others are the best bot, unless --seat says otherwise. */
static bool choose_players(const rd_args *a, rd_play *p, int *seats) {
    for (int seat = 0; seat < RD_MAX_SEATS; seat++)
        if (!rd_player_read(seat ? rd_bot_best(p->game)->id : "human", p->game, &p->player[seat]))
            return false;
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

static rd_exit open_play(const rd_args *a, rd_play *p) {
    rd_table *t = NULL;
    rd_record_info info;
    int seats = 0;
    const char *from = rd_flag_text(a, "load"), *draw = rd_flag_text(a, "draw");
    p->game = rd_game_named(a->operand[0]);
    if (!p->game || !choose_players(a, p, &seats)) return RD_EXIT_USAGE;
    if (draw && strcmp(draw, "ascii") != 0 && strcmp(draw, "unicode") != 0)
        return rd_bad_usage("play: --draw %s: expected ascii or unicode", draw);
    if (draw) p->term.draw = *draw == 'a' ? RD_ASCII : RD_UNICODE;
    rd_exit e = from ? rd_open_record(from, &t, &info) : open_new(a, p, seats, &t);
    if (e) return e;
    p->view = rd_need(p->game->state_size);
    p->scratch = rd_need(p->game->state_size);
    if (!rd_play_take_table(p, t)) return RD_EXIT_USAGE;
    if (!from)
        for (int seat = 0; seat < RD_MAX_SEATS; seat++) p->told[seat] = 0;
    return RD_EXIT_OK;
}

static void close_play(rd_play *p) {
    close_thinkers(p);
    rd_table_close(p->table);
    rd_keeper_close(&p->keeper);
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
            p->deadline = 0;
            return !rd_table_time_up(p->table, actor, &a);
        }
        if (said != RD_REPLY_ANSWER) return said == RD_REPLY_AGAIN;
    }
    rd_err e = rd_table_submit(p->table, seat, rd_table_question(p->table, actor), &a, NULL);
    if (e) RD_PRINT(&p->term, .key = "error.illegal");
    if (!(rd_table_asked(p->table) >> actor & 1)) p->deadline = 0;
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
    uint32_t asked;
    while ((asked = rd_table_asked(p->table)) && !rd_output_gone()) {
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
        RD_PRINT(&p->term, .key = "cli.play.left");
        if (!p->game->hidden && !p->save) {
            char text[RD_TEXT_MAX];
            rd_out out = rd_out_to(text, sizeof text);
            rd_table_put_position(p->table, RD_SPECTATOR, &out);
            RD_PRINT(&p->term, .key = "cli.play.go_on");
            printf("  robodrome play %s --position '%s'\n", p->game->id, text);
        }
    }
    if (p->save) RD_PRINT(&p->term, .key = "cli.play.saved", .text = {p->save});
}

static rd_exit run(const rd_args *a) {
    static rd_play p;
    p = (rd_play){.term = rd_term_of(a), .save = rd_flag_text(a, "save"), .facing = RD_SPECTATOR};
    p.echo = !isatty(STDIN_FILENO);
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
    return e;
}

const rd_command rd_cmd_play = {
    .name = "play",
    .operands = "GAME",
    .summary = "play in the terminal against bots, programs and people",
    .about =
        "Type the number of a choice, an action as a whole, or h for help. Where the rules limit "
        "the time for an answer, the clock runs if one person plays.",
    .flags =
        (const rd_flag[]){RD_FLAG_SEAT("1: human, others: the best bot"),
                          RD_FLAG_SET,
                          RD_FLAG_SEATS,
                          {"seed", 0, "N", "the chance of the game, to repeat it", NULL},
                          RD_FLAG_POSITION,
                          {"save", 'o', "FILE", "keep a record there after every answer", NULL},
                          {"load", 'l', "FILE", "go on with a recorded game", NULL},
                          {"draw", 0, "STYLE", "ascii or unicode; else by the locale", NULL},
                          {0}},
    .examples =
        (const rd_example[]){{"play robotory", "against the strongest bot"},
                             {"play robotory -s 2=human:Anna", "two people, one keyboard"},
                             {"play robotory -s 1=./mybot.py -s 2=human --save game.rdr", NULL},
                             {0}},
    .run = run,
};
