/* course_words.c - see course_words.h. */
#include "cli/course_words.h"

#include <string.h>

#include "floor/build.h"
#include "floor/data.h"

enum { KEY_MAX = 144, LINE_MAX = 1024 };

/* A word of a course file in the language, or as it stands when it is a word of the user's. */
static const char *word_of(const rd_term *t, const char *group, const char *word) {
    static char key[KEY_MAX];
    snprintf(key, sizeof key, "cli.courses.%s.%s", group, word);
    return rd_string_exists(RD_EN, key) ? rd_string(t->lang, key) : word;
}

static void say(const rd_term *t, rd_out *o, const char *key, int number, const char *text) {
    rd_speech how = {.lang = t->lang, .text = {text}};
    rd_speak(&how, &(rd_phrase){key, {number}}, o);
}

/* The same for a word with a number.  A game may have a word of its own: flags are checkpoints in
** one of them. */
static void say_word(const rd_term *t, const rd_course *c, const char *word, int number,
                     rd_out *o) {
    char common[KEY_MAX / 2], own[KEY_MAX];
    snprintf(common, sizeof common, "cli.courses.%s", word);
    snprintf(own, sizeof own, "%s.%s", common, c->set);
    if (rd_string_exists(RD_EN, own))
        say(t, o, own, number, NULL);
    else if (rd_string_exists(RD_EN, common))
        say(t, o, common, number, NULL);
    else
        rd_put_text(o, strchr(word, '.') + 1);
}

static void put_players(rd_out *o, uint16_t players) {
    bool first = true;
    for (int n = 1; n <= RD_MAX_PLAYERS; n++) {
        if (!(players >> n & 1)) continue;
        int last = n;
        while (players >> (last + 1) & 1) last++;
        if (!first) rd_put_text(o, ", ");
        rd_put_int(o, n);
        if (last > n) rd_put_text(o, "–");
        if (last > n) rd_put_int(o, last);
        first = false;
        n = last;
    }
}

/* "medium, easy, 2–8 players, 3 flags" */
void rd_put_course_facts(const rd_term *t, const rd_course *c, rd_out *o) {
    char players[LINE_MAX];
    rd_out p = rd_out_to(players, sizeof players);
    if (c->length[0]) rd_put_text(o, word_of(t, "length", c->length));
    if (c->difficulty[0]) {
        if (o->len) rd_put_text(o, ", ");
        rd_put_text(o, word_of(t, "difficulty", c->difficulty));
    }
    put_players(&p, c->players);
    if (c->players) {
        if (o->len) rd_put_text(o, ", ");
        say(t, o, "cli.courses.players", 0, players);
    }
    if (o->len) rd_put_text(o, ", ");
    say_word(t, c, "flags", c->n_flags, o);
}

static void print_boards(const rd_term *t, const rd_course *c, const char *source) {
    char text[LINE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    for (int i = 0; i < c->n_pieces; i++) {
        rd_board b;
        if (!rd_course_board(c, i, source, &b, NULL)) continue;
        if (i) rd_put_text(&o, ", ");
        rd_put_text(&o, rd_label_name(&b.label, (int)t->lang));
    }
    if (o.len) RD_PRINT(t, .key = "cli.courses.boards", .text = {text});
    for (int i = 0; i < c->n_pieces; i++) {
        int other = rd_course_same_sheet(c, i, source);
        if (other != RD_NO_PIECE)
            RD_PRINT(t, .key = "cli.courses.one_sheet",
                     .text = {c->piece[other].board, c->piece[i].board});
    }
}

static void print_rules(const rd_term *t, const rd_course *c) {
    char text[LINE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    for (int i = 0; i < c->n_rules; i++) {
        char word[KEY_MAX / 3];
        snprintf(word, sizeof word, "rule.%s", c->rule[i].word);
        if (i) rd_put_text(&o, "; ");
        say_word(t, c, word, c->rule[i].value, &o);
    }
    if (c->n_rules) RD_PRINT(t, .key = "cli.courses.rules", .text = {text});
}

/* Only what is not sure is worth a line. */
static void print_doubts(const rd_term *t, const rd_course *c) {
    char text[LINE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    for (int i = 0; i < c->label.n_trusts; i++) {
        const char *word = c->label.trust[i].word;
        if (strcmp(word, "verified") == 0 || strcmp(word, "agreed") == 0) continue;
        char part[KEY_MAX / 3];
        snprintf(part, sizeof part, "part.%s", c->label.trust[i].part);
        if (o.len) rd_put_text(&o, ", ");
        say_word(t, c, part, 0, &o);
    }
    if (o.len) RD_PRINT(t, .key = "cli.courses.doubts", .text = {text});
}

void rd_print_course_head(const rd_term *t, const rd_course *c, const char *source) {
    char text[LINE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_course_facts(t, c, &o);
    if (c->label.id[0])
        rd_print_wrapped(stdout, t->width, 0, 0, rd_label_name(&c->label, (int)t->lang));
    rd_print_wrapped(stdout, t->width, 0, 0, text);
    print_boards(t, c, source);
    print_rules(t, c);
    print_doubts(t, c);
}

void rd_print_course_of(const rd_term *t, const rd_game *game, const rd_config *config) {
    const char *source, *value = rd_config_get(game, config, "course");
    rd_course c;
    if (value && rd_data_course(game->id, value, &c, &source, NULL)) {
        rd_print_course_head(t, &c, source);
        putchar('\n');
    }
}
