/* parse_head.c - statements that set a scenario up: game, settings, seats, chance, position. */
#include <stdio.h>
#include <string.h>

#include "games/registry.h"
#include "scenario/parse_int.h"

static rd_arrangement *add_arrangement(rd_parser *p, rd_arrangement ***end, const rd_scope *sc,
                                       const char *key, rd_item rest, uint32_t column) {
    rd_arrangement *a = rd_arena_get(p->arena, sizeof *a);
    *a = (rd_arrangement){NULL, sc->only, key, rest.text, rest.line, column, rest.column};
    **end = a;
    *end = &a->next;
    return a;
}

void rd_sc_read_game(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                     const rd_scope *sc) {
    bool several = strcmp(st->word, "games") == 0;
    rd_under **end = &p->now->under;
    while (*end) end = &(*end)->next;
    rd_sc_refuse_block(p, l);
    if (!*in.text) rd_sc_flaw_at(p, in.line, in.column, "'%s' needs the name of a game", st->word);
    for (rd_under *u = NULL; *in.text;) {
        rd_item begin = in;
        const char *word = rd_sc_item_word(p, &in), *equals = strchr(word, '=');
        if (u && !several) {
            rd_arrangement **last = &u->settings;
            while (*last) last = &(*last)->next;
            if (!equals || equals == word)
                rd_sc_flaw_at(p, begin.line, begin.column, "expected a setting KEY=VALUE, not '%s'",
                              word);
            else
                add_arrangement(p, &last, sc,
                                rd_arena_text(p->arena, word, (size_t)(equals - word)),
                                (rd_item){equals + 1, begin.line, begin.column}, begin.column);
            continue;
        }
        u = rd_arena_get(p->arena, sizeof *u);
        *u = (rd_under){NULL, rd_game_find(word), NULL, begin.line, begin.column};
        if (!u->game) rd_sc_flaw_at(p, begin.line, begin.column, "there is no game '%s'", word);
        *end = u;
        end = &u->next;
    }
}

void rd_sc_read_rules(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                      const rd_scope *sc) {
    (void)sc;
    rd_word **end = &p->now->rules;
    while (*end) end = &(*end)->next;
    rd_sc_refuse_block(p, l);
    *end = rd_sc_read_words(p, in);
    if (!*end) rd_sc_flaw_at(p, in.line, in.column, "'%s' needs the id of a rule", st->word);
}

void rd_sc_read_seats(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                      const rd_scope *sc) {
    (void)st, (void)sc;
    int64_t n;
    rd_sc_refuse_block(p, l);
    if (rd_sc_parse_number(p, in, 1, RD_MAX_SEATS, &n)) p->now->seats = (int)n;
}

void rd_sc_read_seed(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                     const rd_scope *sc) {
    (void)st, (void)sc;
    int64_t n;
    rd_sc_refuse_block(p, l);
    p->now->has_seed = rd_sc_parse_number(p, in, 0, INT64_MAX, &n);
    if (p->now->has_seed) p->now->seed = (uint64_t)n;
}

void rd_sc_read_set(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                    const rd_scope *sc) {
    (void)st;
    uint32_t column = in.column;
    const char *key = rd_sc_item_word(p, &in);
    if (!*key) {
        rd_sc_flaw_at(p, in.line, in.column, "'set' needs a setting and its value");
        return;
    }
    if (*in.text) {
        rd_sc_refuse_block(p, l);
    } else {
        in.text = rd_lines_block(p->arena, l);
        if (!*in.text) rd_sc_flaw_at(p, in.line, in.column, "setting '%s' has no value", key);
        in.line++; /* the block begins on the next line */
    }
    add_arrangement(p, &p->settings_end, sc, key, in, column);
}

/* A line of the position: a key, and the rest with all that is indented below it as it stands. */
static void read_position_line(rd_parser *p, const rd_line *l, const rd_scope *sc) {
    rd_item in = rd_sc_item_of(l);
    uint32_t column = in.column;
    const char *key = rd_sc_item_word(p, &in);
    if (l->block) {
        const char *block = rd_lines_block(p->arena, l);
        size_t size = strlen(in.text) + strlen(block) + 2;
        char *joined = rd_arena_get(p->arena, size);
        snprintf(joined, size, "%s%s%s", in.text, *in.text ? "\n" : "", block);
        in.text = joined;
    }
    add_arrangement(p, &p->position_end, sc, key, in, column);
}

void rd_sc_read_position(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                         const rd_scope *sc) {
    if (*in.text) add_arrangement(p, &p->position_end, sc, NULL, in, in.column);
    if (!*in.text && !l->block)
        rd_sc_flaw_at(p, in.line, in.column, "'%s' needs lines indented below it", st->word);
    for (const rd_line *below = l->block; below; below = below->next)
        read_position_line(p, below, sc);
}

void rd_sc_read_impossible(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                           const rd_scope *sc) {
    (void)sc;
    rd_sc_refuse_block(p, l);
    if (p->now == p->common)
        rd_sc_flaw_at(p, in.line, in.column, "'%s' stands before the first 'scenario'", st->word);
    else if (!*in.text)
        rd_sc_flaw_at(p, in.line, in.column, "'%s' needs a part of the fault", st->word);
    p->now->impossible = rd_arena_text(p->arena, in.text, strlen(in.text));
}
