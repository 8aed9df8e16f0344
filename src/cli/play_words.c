/* play_words.c - what a person can type beside answers; see play.h. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "cli/clock.h"
#include "cli/play.h"

enum { HINT_MS = 1500, HINT_LINE = 6 };

/* ---- hint ---- */

/* The reasons in one line. */
static void tell_reasons(const rd_play *p, const rd_thought *why) {
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = rd_play_speech(p);
    for (int i = 0; i < why->n_reasons; i++) {
        rd_put_text(&o, i ? "; " : "  (");
        rd_speak(&how, &why->reason[i], &o);
    }
    if (!why->n_reasons) return;
    rd_put_char(&o, ')');
    rd_print_wrapped(stdout, p->term.width, 0, 2, text);
}

static void tell_hint(rd_play *p, int seat, const rd_action *a, const rd_thought *why) {
    char number[32];
    snprintf(number, sizeof number, "%d", (int)((why->value + 1000) / 20));
    const char *key = !why->depth      ? "cli.play.hint_plain" /* no search, so no chances */
                      : !why->exact    ? "cli.play.hint"
                      : why->value > 0 ? "cli.play.hint_win"
                      : why->value < 0 ? "cli.play.hint_lose"
                                       : "cli.play.hint_draw";
    RD_PRINT(&p->term, .key = key, .text = {number});
    rd_prng g = rd_prng_seed(p->seed);
    p->game->determinize(p->match, p->view, seat, &g, p->scratch);
    rd_speech how = rd_play_speech(p);
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_table_put_words(p->table, &how, a, &o);
    rd_print_wrapped(stdout, p->term.width, 0, 2, text);
    if (!why->n_line) rd_play_imagine(p, p->scratch, a);
    for (int i = 0; i < why->n_line && i < HINT_LINE; i++) {
        if (!p->game->pending(p->match, p->scratch)) break;
        rd_play_imagine(p, p->scratch, &why->line[i]);
    }
    tell_reasons(p, why);
}

static rd_said give_hint(rd_play *p, int actor, const char *rest) {
    (void)rest;
    int seat = p->match->seat_of[actor];
    rd_seat adviser = {
        .kind = RD_BOT, .bot = rd_bot_best(p->game), .nodes = 1u << 20, .ms = HINT_MS};
    rd_thinker t;
    rd_action a;
    rd_thought why = {0};
    if (!rd_thinker_open(&t, &adviser, p->match, p->seed)) return RD_SAID_DONE;
    rd_table_view(p->table, seat, p->view);
    rd_thinker_think(&t, p->view, actor, rd_table_length(p->table), &a, &why);
    rd_thinker_close(&t);
    tell_hint(p, seat, &a, &why);
    return RD_SAID_DONE;
}

/* ---- undo ---- */

/* A person alone goes back to their own last answer, whatever came after it; people who share the
** keyboard take back the last answer as far as the rules of the table allow. */
static rd_err undo(rd_play *p, int actor) {
    int n = rd_table_length(p->table), seat = p->match->seat_of[actor];
    if (p->people == 1) {
        while (n > 0 && p->match->seat_of[rd_table_entry(p->table, n - 1)->action.actor] != seat)
            n--;
        if (!n) return RD_E_NO_UNDO;
        rd_table_rewind(p->table, n - 1);
        return RD_E_OK;
    }
    if (!n) return RD_E_NO_UNDO;
    int last = rd_table_entry(p->table, n - 1)->action.actor;
    if (rd_table_may_take_back(p->table, last)) return rd_table_take_back(p->table, last);
    return rd_table_undo(p->table, p->match->seat_of[last]);
}

static rd_said take_back(rd_play *p, int actor, const char *rest) {
    (void)rest;
    rd_err e = undo(p, actor);
    if (e) {
        char text[RD_PLAY_LINE];
        rd_out o = rd_out_to(text, sizeof text);
        rd_say_error(p->term.lang, p->match, e, 0, &o);
        rd_print_wrapped(stdout, p->term.width, 0, 0, text);
        return RD_SAID_DONE;
    }
    int length = rd_table_length(p->table);
    for (int seat = 0; seat < RD_MAX_SEATS; seat++)
        if (p->told[seat] > length + 1) p->told[seat] = length + 1;
    RD_PRINT(&p->term, .key = "cli.play.undone");
    rd_play_keep(p);
    return RD_SAID_AGAIN;
}

/* ---- later ---- */

/* The table gives the usual answer until that register, in each round; without a number it stops. */
static rd_said answer_later(rd_play *p, int actor, const char *rest) {
    enum { LAST = 5 };
    rd_decision d;
    if (rd_table_ask(p->table, actor, NULL, 0, &d)) return RD_SAID_DONE;
    rd_order o = {.ask = d.kind, .about = -1, .before = (int)strtol(rest, NULL, 10)};
    if (!*rest) {
        rd_table_cancel_order(p->table, actor, o.ask, o.about);
        RD_PRINT(&p->term, .key = "cli.play.asked_again");
        return RD_SAID_DONE;
    }
    int now = rd_table_register(p->table);
    if (!now || o.before <= now || o.before > LAST) {
        RD_PRINT(&p->term, .key = "cli.play.which_register");
        return RD_SAID_DONE;
    }
    char text[RD_PLAY_LINE];
    rd_out words = rd_out_to(text, sizeof text);
    rd_speech how = rd_play_speech(p);
    rd_table_fallback(p->table, actor, &o.action);
    rd_table_put_words(p->table, &how, &o.action, &words);
    if (rd_table_order(p->table, &o)) return RD_SAID_DONE;
    RD_PRINT(&p->term, .key = "cli.play.ordered", .text = {text}, .arg = {0, o.before});
    return RD_SAID_AGAIN;
}

/* ---- files ---- */

static rd_said save(rd_play *p, int actor, const char *rest) {
    (void)actor;
    const char *path = *rest ? rest : p->save;
    if (!path) {
        RD_PRINT(&p->term, .key = "cli.play.which_file");
        return RD_SAID_DONE;
    }
    rd_record_stamp(&p->info);
    if (!rd_save_record(path, p->table, &p->info))
        RD_PRINT(&p->term, .key = "cli.play.saved", .text = {path});
    return RD_SAID_DONE;
}

static rd_said load(rd_play *p, int actor, const char *rest) {
    (void)actor;
    rd_table *t;
    rd_record_info info;
    if (!*rest) {
        RD_PRINT(&p->term, .key = "cli.play.which_file");
        return RD_SAID_DONE;
    }
    if (rd_open_record(rest, &t, &info)) return RD_SAID_DONE;
    if (!rd_play_take_table(p, t)) return RD_SAID_DONE;
    rd_play_keep_on(p, rest, false);
    RD_PRINT(&p->term, .key = "cli.play.loaded", .text = {rest});
    return RD_SAID_AGAIN;
}

/* ---- to read ---- */

static rd_said help(rd_play *p, int actor, const char *rest);

static rd_said tell_log(rd_play *p, int actor, const char *rest) {
    (void)rest;
    int seat = p->match->seat_of[actor], shared = p->game->hidden && p->people > 1 ? seat : 0;
    p->told[shared] = 0;
    rd_play_tell(p, seat);
    return RD_SAID_DONE;
}

static rd_said show_board(rd_play *p, int actor, const char *rest) {
    (void)p, (void)actor, (void)rest;
    return RD_SAID_SHOW;
}

static rd_said show_position(rd_play *p, int actor, const char *rest) {
    (void)rest;
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_table_put_position(p->table, p->match->seat_of[actor], &o);
    puts(text);
    return RD_SAID_DONE;
}

static rd_said show_rules(rd_play *p, int actor, const char *rest) {
    (void)actor;
    rd_rule_text r;
    if (*rest && rd_rule_find(p->term.lang, p->game, rest, &r)) {
        printf("%s  %s\n", r.id, r.title);
        rd_print_wrapped(stdout, p->term.width, 0, 4, r.text);
        return RD_SAID_DONE;
    }
    for (int i = 0; rd_rule_get(p->term.lang, p->game, i, &r); i++) {
        int at = printf("%-14s ", r.id);
        rd_print_wrapped(stdout, p->term.width, at, 15, r.title);
    }
    return RD_SAID_DONE;
}

static rd_said quit(rd_play *p, int actor, const char *rest) {
    (void)p, (void)actor, (void)rest;
    return RD_SAID_QUIT;
}

/* ---- the words ---- */

static const struct word {
    const char *english; /* understood in every language; the others are in the string tables */
    char letter;         /* short for it; 0 = none */
    rd_said (*act)(rd_play *p, int actor, const char *rest);
} words[] = {
    {"help", 'h', help},        {"hint", 't', give_hint},
    {"undo", 'u', take_back},   {"later", 0, answer_later},
    {"board", 'b', show_board}, {"log", 'g', tell_log},
    {"rules", 'r', show_rules}, {"position", 'p', show_position},
    {"save", 's', save},        {"load", 'l', load},
    {"quit", 'q', quit},
};
enum { WORDS = sizeof words / sizeof words[0] };

static const char *translated(const rd_play *p, const struct word *w) {
    static char key[64];
    snprintf(key, sizeof key, "cli.play.word.%s", w->english);
    return rd_string(p->term.lang, key);
}

/* Only games with registers know a later one. */
static bool is_of_use(const rd_play *p, const struct word *w) {
    return w->act != answer_later || (p->game->unit && strcmp(p->game->unit, "register") == 0);
}

/* What the word does; the number of a rule stands as an example. */
static void print_about(const rd_play *p, const struct word *w, int at) {
    char key[64], text[RD_PLAY_LINE];
    rd_rule_text rule = {.id = ""};
    rd_out o = rd_out_to(text, sizeof text);
    rd_rule_get(p->term.lang, p->game, 0, &rule);
    snprintf(key, sizeof key, "cli.play.about.%s", w->english);
    rd_speech how = {.lang = p->term.lang, .text = {rule.id}};
    rd_speak(&how, &(rd_phrase){key, {0}}, &o);
    rd_print_wrapped(stdout, p->term.width, at, 28, text);
}

static rd_said help(rd_play *p, int actor, const char *rest) {
    (void)rest;
    RD_PRINT(&p->term, .key = "cli.play.help");
    for (int i = 0; i < WORDS; i++) {
        if (!is_of_use(p, &words[i])) continue;
        int at = words[i].letter ? printf("  %c, ", words[i].letter) : printf("     ");
        at += printf("%s", words[i].english);
        const char *own = translated(p, &words[i]);
        if (strcmp(own, words[i].english) != 0) {
            printf(", %s", own);
            at += 2 + rd_letters(own);
        }
        printf("  ");
        print_about(p, &words[i], at + 2);
    }
    rd_play_signs(&p->term, p->game);
    rd_play_show_legend(p, p->match->seat_of[actor]);
    return RD_SAID_DONE;
}

/* The word that a line begins with; WORDS = none. */
static int word_of(const rd_play *p, const char *line, bool brief) {
    size_t n = strcspn(line, " \t");
    for (int i = 0; i < WORDS; i++) {
        if (!is_of_use(p, &words[i])) continue;
        const char *own = translated(p, &words[i]);
        bool is = rd_span_is(line, n, words[i].english) || rd_span_is(line, n, own);
        bool letter = n == 1 && line[0] == words[i].letter;
        if (is || (brief && (letter || (n == 1 && line[0] == '?' && i == 0)))) return i;
    }
    return WORDS;
}

bool rd_play_is_word(const rd_play *p, const char *line) { return word_of(p, line, false) < WORDS; }

bool rd_play_is_undo(const rd_play *p, const char *line) {
    int i = word_of(p, line, true);
    return i < WORDS && words[i].act == take_back;
}

bool rd_play_is_quit(const rd_play *p, const char *line) {
    int i = word_of(p, line, true);
    return i < WORDS && words[i].act == quit;
}

rd_said rd_play_word(rd_play *p, int actor, const char *line, bool brief) {
    size_t n = strcspn(line, " \t");
    int i = word_of(p, line, brief);
    return i < WORDS ? words[i].act(p, actor, line + n + strspn(line + n, " \t")) : RD_SAID_NOTHING;
}
