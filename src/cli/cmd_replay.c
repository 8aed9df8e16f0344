/* cmd_replay.c - `robodrome replay`: a recorded game told action by action, or as another text. */
#include <stdlib.h>
#include <string.h>

#include "cli/record_files.h"
#include "cli/setup.h"
#include "cli/term.h"

enum { LINE_MAX_BYTES = RD_TEXT_MAX + 512 };

typedef struct telling {
    const rd_table *table;
    const rd_match *match;
    rd_speech speech;
    rd_term term;
    int seat; /* whose eyes */
    bool boards;
    rd_state *state, *view;
    const char *name[RD_MAX_SEATS];
} telling;

/* ---- words ---- */

static void say(const telling *t, const char *indent, const rd_phrase *p, const char *text) {
    char line[LINE_MAX_BYTES];
    rd_out o = rd_out_to(line, sizeof line);
    rd_speech how = t->speech;
    for (int i = 0; i < RD_MAX_ARGS; i++)
        if (!how.text[i]) how.text[i] = text;
    rd_speak(&how, p, &o);
    printf("%s%s\n", indent, line);
}

static void tell_event(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    const telling *t = ctx;
    char line[LINE_MAX_BYTES];
    rd_out o = rd_out_to(line, sizeof line);
    if (t->match->game->events[ev->kind].quiet) return;
    rd_speak_event(&t->speech, ev, &o);
    printf("   %s\n", line);
}

static void tell_events(telling *t, int i) {
    rd_sink to = {tell_event, t};
    rd_table_events(t->table, t->seat, i, &to);
}

/* The state after n actions, as the chosen eyes see it. */
static const rd_state *look(telling *t, int n) {
    rd_table_state_at(t->table, n, t->state);
    if (t->seat == RD_SYSTEM) return t->state;
    t->match->game->redact(t->match, t->state, t->seat, t->view);
    return t->view;
}

static void show_board(telling *t, int n) {
    const rd_state *s = look(t, n);
    const rd_game *g = t->match->game;
    rd_out size = rd_out_to(NULL, 0);
    g->picture(t->match, s, t->term.draw, &size);
    char *picture = rd_need(size.len + 1);
    rd_out o = rd_out_to(picture, size.len + 1);
    g->picture(t->match, s, t->term.draw, &o);
    rd_print_picture(&t->term, picture);
    free(picture);
    rd_phrase p;
    for (int line = 0; g->status(t->match, s, line, &p); line++) say(t, "", &p, "");
}

static bool knows_answer(const telling *t, const rd_entry *e) {
    return t->seat == RD_SYSTEM || !t->match->game->hidden ||
           t->match->seat_of[e->action.actor] == t->seat;
}

static void tell_entry(telling *t, int i) {
    const rd_entry *e = rd_table_entry(t->table, i - 1);
    char text[RD_TEXT_MAX] = "-";
    rd_out o = rd_out_to(text, sizeof text);
    bool known = knows_answer(t, e);
    const rd_state *before = look(t, i - 1);
    if (known && e->action.kind == RD_ANSWER)
        t->match->game->print_action(t->match, before, &e->action, &o);
    rd_phrase turn = {known ? "replay.turn" : "replay.hidden",
                      {i, t->match->seat_of[e->action.actor]}};
    say(t, "", &turn, text);
    if (e->origin != RD_PLAYED) {
        char key[32];
        rd_out k = rd_out_to(key, sizeof key);
        rd_put_text(&k, "origin.");
        rd_put_text(&k, rd_origin_name(e->origin));
        say(t, "   ", &(rd_phrase){"replay.mark", {0}}, rd_string(t->speech.lang, key));
    }
    tell_events(t, i);
    if (t->boards) show_board(t, i);
}

static void tell_result(telling *t) {
    rd_outcome o;
    bool over = t->match->game->outcome(t->match, rd_table_state(t->table), &o);
    int n = rd_table_length(t->table);
    say(t, "", &(rd_phrase){over ? "replay.over" : "replay.open", {n}}, "");
    if (t->match->n_seats == 1) return; /* only the game knows whom that one has met: it has told */
    for (int s = 0; over && s < t->match->n_seats; s++)
        say(t, "", &(rd_phrase){"replay.place", {s, o.place[s], o.score[s]}}, "");
}

static void tell_title(telling *t, const rd_record_info *info) {
    char key[64];
    rd_out k = rd_out_to(key, sizeof key);
    rd_put_text(&k, t->match->game->id);
    rd_put_text(&k, ".title");
    t->speech.text[0] = rd_string(t->speech.lang, key);
    say(t, "", &(rd_phrase){"replay.title", {0}}, info->date);
    t->speech.text[0] = NULL;
    puts("");
}

static void tell_game(telling *t, const rd_record_info *info) {
    tell_title(t, info);
    tell_events(t, 0);
    if (t->boards) show_board(t, 0);
    for (int i = 1; i <= rd_table_length(t->table) && !rd_output_gone(); i++) tell_entry(t, i);
    puts("");
    tell_result(t);
}

static void tell_point(telling *t, int n) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    say(t, "", &(rd_phrase){"replay.point", {n}}, "");
    show_board(t, n);
    t->match->game->print_state(t->match, look(t, n), &o);
    puts(text);
}

/* ---- the command ---- */

static rd_exit read_seat(const rd_args *a, const rd_match *m, int *seat) {
    const char *text = rd_flag_text(a, "as");
    uint64_t number = 0;
    *seat = RD_SYSTEM;
    if (!text) return RD_EXIT_OK;
    *seat = RD_SPECTATOR;
    if (strcmp(text, "spectator") == 0) return RD_EXIT_OK;
    if (!rd_flag_number(a, "as", 1, m->n_seats, &number)) return RD_EXIT_USAGE;
    *seat = (int)number - 1;
    return RD_EXIT_OK;
}

/* The game, cut after --at actions, as text. */
static rd_exit export_as(const rd_args *a, rd_table *t, const rd_record_info *info, int seat) {
    const char *form = rd_flag_text(a, "export");
    uint64_t at = (uint64_t)rd_table_length(t);
    char *text;
    size_t n;
    rd_fault f = {0};
    bool ok;
    if (!rd_flag_number(a, "at", 0, at, &at)) return RD_EXIT_USAGE;
    rd_table_rewind(t, (int)at);
    if (strcmp(form, "text") == 0)
        ok = rd_record_write_text(t, info, seat, &text, &n, &f);
    else if (strcmp(form, "view") == 0)
        ok = rd_record_write_view(t, info, seat == RD_SYSTEM ? RD_SPECTATOR : seat, &text, &n, &f);
    else if (strcmp(form, "record") == 0)
        ok = rd_record_write(t, info, true, &text, &n, &f);
    else
        return rd_bad_usage("--export %s: expected text, view or record", form);
    if (!ok) return rd_system_failed("%s", f.text);
    fwrite(text, 1, n, stdout);
    free(text);
    return RD_EXIT_OK;
}

static rd_exit tell(const rd_args *a, const rd_table *t, const rd_record_info *info, int seat) {
    telling told = {.table = t, .match = rd_table_match(t), .seat = seat, .term = rd_term_of(a)};
    uint64_t at = 0;
    for (int i = 0; i < RD_MAX_SEATS; i++) told.name[i] = info->name[i];
    told.speech = (rd_speech){.lang = a->lang, .match = told.match, .seat = told.name};
    told.boards = rd_flag_given(a, "boards");
    if (!rd_flag_number(a, "at", 0, (uint64_t)rd_table_length(t), &at)) return RD_EXIT_USAGE;
    told.state = rd_need(told.match->game->state_size);
    told.view = rd_need(told.match->game->state_size);
    if (rd_flag_given(a, "at"))
        tell_point(&told, (int)at);
    else
        tell_game(&told, info);
    free(told.state);
    free(told.view);
    return RD_EXIT_OK;
}

static rd_exit run(const rd_args *a) {
    rd_table *t;
    rd_record_info info;
    int seat;
    rd_exit e = rd_open_record(a->operand[0], &t, &info);
    if (e) return e;
    e = read_seat(a, rd_table_match(t), &seat);
    bool exported = rd_flag_given(a, "export");
    if (!e) e = exported ? export_as(a, t, &info, seat) : tell(a, t, &info, seat);
    rd_table_close(t);
    return e;
}

const rd_command rd_cmd_replay = {
    .name = "replay",
    .operands = "FILE",
    .summary = "tell a recorded game, show any point of it, or export it",
    .about = "The record is verified on the way; the first action that differs is named.",
    .flags =
        (const rd_flag[]){
            {"at", 0, "N", "the board and position after N actions; with --export, cut there",
             NULL},
            {"as", 0, "SEAT", "with the eyes of seat 1, 2, ... or spectator", NULL},
            {"boards", 'b', NULL, "draw the board after every action", NULL},
            {"export", 0, "FORM", "text (for people), view (what a seat saw) or record", NULL},
            {0}},
    .examples = (const rd_example[]){{"replay game.rdr --at 12", NULL},
                                     {"replay game.rdr --export text", NULL},
                                     {"replay game.rdr --at 12 --export record", "to play on"},
                                     {0}},
    .run = run,
};
