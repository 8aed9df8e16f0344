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
    rd_state *view;
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

static void tell_line(void *ctx, const rd_log_line *line) {
    const telling *t = ctx;
    if (line->kind == RD_LOG_EVENT)
        printf("   %s\n", line->text);
    else if (line->kind == RD_LOG_MARK)
        say(t, "   ", &(rd_phrase){"replay.mark", {0}}, line->text);
}

static void tell_part(telling *t, int i) {
    rd_log_sink to = {tell_line, t};
    rd_table_log(t->table, &t->speech, t->seat, i, &to);
}

/* The state after n actions, as the chosen eyes see it. */
static const rd_state *look(telling *t, int n) {
    rd_table_view_at(t->table, t->seat, n, t->view);
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

static void tell_entry(telling *t, int i) {
    const rd_entry *e = rd_table_entry(t->table, i - 1);
    char text[RD_TEXT_MAX] = "";
    rd_out o = rd_out_to(text, sizeof text);
    rd_table_put_answer(t->table, t->seat, i, &o);
    bool known = rd_table_knows_answer(t->table, t->seat, i);
    rd_phrase turn = {known ? "replay.turn" : "replay.hidden",
                      {i, t->match->seat_of[e->action.actor]}};
    say(t, "", &turn, *text ? text : "-");
    tell_part(t, i);
    if (t->boards) show_board(t, i);
}

static void tell_result(telling *t) {
    rd_outcome o;
    bool over = rd_table_outcome(t->table, &o);
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
    tell_part(t, 0);
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

static rd_exit read_seat(const rd_args *a, int seats, int *seat) {
    const char *text = rd_flag_text(a, "as");
    uint64_t number = 0;
    *seat = RD_SYSTEM;
    if (!text) return RD_EXIT_OK;
    *seat = RD_SPECTATOR;
    if (strcmp(text, "spectator") == 0) return RD_EXIT_OK;
    if (!rd_flag_number(a, "as", 1, (uint64_t)seats, &number)) return RD_EXIT_USAGE;
    *seat = (int)number - 1;
    return RD_EXIT_OK;
}

static bool write_as(const char *form, const rd_table *t, const rd_record_info *info, int seat,
                     char **text, size_t *n, rd_fault *f) {
    const rd_record_wish plain = {.keep_private = true, .sha = rd_sha256_fast};
    const rd_record_wish full = {.keep_private = true, .with_events = true, .sha = rd_sha256_fast};
    if (strcmp(form, "text") == 0) return rd_record_write_text(t, info, seat, text, n, f);
    if (strcmp(form, "view") == 0)
        return rd_record_write_view(t, info, seat == RD_SYSTEM ? RD_SPECTATOR : seat, text, n, f);
    return rd_record_write(t, info, strcmp(form, "full") == 0 ? &full : &plain, text, n, f);
}

/* The game as text; with --at only its first actions, and nothing that was undone. */
static rd_exit export_as(const rd_args *a, const rd_table *t, const rd_record_info *info,
                         int seat) {
    const char *form = rd_flag_text(a, "export");
    uint64_t at = (uint64_t)rd_table_length(t);
    char *text;
    size_t n;
    rd_fault f = {0};
    rd_table *cut = NULL;
    if (!rd_flag_number(a, "at", 0, at, &at)) return RD_EXIT_USAGE;
    if (rd_flag_given(a, "at") && !(cut = rd_table_fork(t, (int)at, &f)))
        return rd_system_failed("%s", f.text);
    bool ok = write_as(form, cut ? cut : t, info, seat, &text, &n, &f);
    rd_table_close(cut);
    if (!ok) return rd_system_failed("%s", f.text);
    fwrite(text, 1, n, stdout);
    free(text);
    return RD_EXIT_OK;
}

/* ---- what was seen ---- */

static void print_json(void *ctx, const char *json, size_t n) {
    (void)ctx;
    fwrite(json, 1, n, stdout);
    putchar('\n');
}

static void print_event(void *ctx, int part, const char *json, size_t n) {
    (void)part;
    print_json(ctx, json, n);
}

/* From what is stored in the record, without its rules. */
static rd_exit export_seen(const rd_args *a) {
    static const rd_record_eyes eyes = {print_json, print_json, print_event, NULL};
    const char *path = a->operand[0];
    rd_fault f = {0};
    size_t n;
    int seat;
    rd_exit e = read_seat(a, RD_MAX_SEATS, &seat);
    if (e) return e;
    char *text = rd_file_read(path, RD_RECORD_MAX, &n, &f);
    if (!text) return rd_system_failed("%s: %s", path, f.text);
    rd_record_verdict v = rd_record_watch(text, n, rd_sha256_fast, seat, &eyes, NULL, &f);
    free(text);
    return v ? rd_bad_input(path, &f) : RD_EXIT_OK;
}

static rd_exit tell(const rd_args *a, const rd_table *t, const rd_record_info *info, int seat) {
    telling told = {.table = t, .match = rd_table_match(t), .seat = seat, .term = rd_term_of(a)};
    uint64_t at = 0;
    for (int i = 0; i < RD_MAX_SEATS; i++) told.name[i] = info->name[i];
    told.speech = (rd_speech){.lang = a->lang, .match = told.match, .seat = told.name};
    told.boards = rd_flag_given(a, "boards");
    if (!rd_flag_number(a, "at", 0, (uint64_t)rd_table_length(t), &at)) return RD_EXIT_USAGE;
    told.view = rd_need(told.match->game->state_size);
    if (rd_flag_given(a, "at"))
        tell_point(&told, (int)at);
    else
        tell_game(&told, info);
    free(told.view);
    return RD_EXIT_OK;
}

static rd_exit run(const rd_args *a) {
    static const char *const forms[] = {"text", "view", "record", "full", "seen", NULL};
    const char *form = rd_flag_text(a, "export");
    rd_table *t;
    rd_record_info info;
    int seat, i = 0;
    while (form && forms[i] && strcmp(form, forms[i]) != 0) i++;
    if (form && !forms[i])
        return rd_bad_usage("--export %s: expected text, view, record, full or seen", form);
    if (form && strcmp(form, "seen") == 0) return export_seen(a);
    rd_exit e = rd_open_record(a->operand[0], &t, &info);
    if (e) return e;
    e = read_seat(a, rd_table_match(t)->n_seats, &seat);
    if (!e) e = form ? export_as(a, t, &info, seat) : tell(a, t, &info, seat);
    rd_table_close(t);
    return e;
}

const rd_command rd_cmd_replay = {
    .name = "replay",
    .operands = "FILE",
    .summary = "print a recorded game, show any point of it, or export it",
    .about = "The record is verified on the way, and the first line that differs is named. A "
             "record made under other rules cannot be replayed; if it is full, what was seen can "
             "still be read from it.",
    .flags =
        (const rd_flag[]){
            {"at", 0, "N", "show board and position after N actions; with --export, cut there",
             NULL},
            {"as", 0, "SEAT", "show what seat 1, 2, ... or a spectator sees", NULL},
            {"boards", 'b', NULL, "draw the board after every action", NULL},
            {"export", 0, "FORM",
             "text (for people), view (what a seat saw), record, full (a record that includes all "
             "that was seen) or seen (what a full record says was seen, under any rules)",
             NULL},
            {0}},
    .examples = (const rd_example[]){{"replay game.rdr --at 12", NULL},
                                     {"replay game.rdr --export text", NULL},
                                     {"replay game.rdr --at 12 --export record", "to play on"},
                                     {0}},
    .run = run,
};
