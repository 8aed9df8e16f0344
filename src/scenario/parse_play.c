/* parse_play.c - statements that play and expect. */
#include <stdio.h>
#include <string.h>

#include "scenario/parse_int.h"

static rd_step *add_step(rd_parser *p, const rd_scope *sc, rd_verb verb, rd_item in, bool first) {
    rd_step *s = rd_arena_get(p->arena, sizeof *s);
    s->verb = verb;
    s->line = in.line;
    s->column = in.column;
    s->text = in.text;
    s->only = sc->only;
    s->first = first;
    **sc->end = s;
    *sc->end = &s->next;
    return s;
}

static void read_action_item(rd_parser *p, rd_step *s, rd_item in) {
    rd_sc_read_who(p, &in, &s->who);
    size_t n = strlen(in.text);
    const char *because = NULL;
    if (s->verb == RD_REFUSED)
        for (const char *at = in.text; (at = strstr(at, "because ")); at++)
            if (at == in.text || strchr(" \t", at[-1])) because = at;
    if (because) {
        n = (size_t)(because - in.text);
        rd_item rest = in;
        rd_sc_item_skip(&rest, n + strlen("because"));
        s->because = rd_sc_read_words(p, rest);
    }
    bool offer = s->verb == RD_OFFERED || s->verb == RD_NOT_OFFERED;
    if (offer && n >= 3 && strcmp(in.text + n - 3, "...") == 0) {
        s->beginning = true;
        n -= 3;
    }
    while (n && strchr(" \t", in.text[n - 1])) n--;
    s->action = rd_arena_text(p->arena, in.text, n);
    if (!n && !s->beginning) rd_sc_flaw_at(p, in.line, in.column, "expected an action");
}

void rd_sc_read_actions(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                        const rd_scope *sc) {
    rd_items it;
    if (!rd_sc_items_begin(p, st, in, l, &it)) return;
    do read_action_item(p, add_step(p, sc, st->verb, it.now, it.first), it.now);
    while (rd_sc_items_next(p, &it));
}

void rd_sc_read_timeout(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                        const rd_scope *sc) {
    rd_items it;
    if (!rd_sc_items_begin(p, st, in, l, &it)) return;
    do {
        rd_step *s = add_step(p, sc, st->verb, it.now, it.first);
        rd_item rest = it.now;
        rd_sc_read_who(p, &rest, &s->who);
        if (!s->who) {
            s->who = rd_sc_item_word(p, &rest);
            if (*rest.text)
                rd_sc_flaw_at(p, rest.line, rest.column, "a draft follows the actor and ':'");
        }
        s->action = rest.text;
    } while (rd_sc_items_next(p, &it));
}

void rd_sc_read_expect(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                       const rd_scope *sc) {
    rd_items it;
    if (!rd_sc_items_begin(p, st, in, l, &it)) return;
    do {
        rd_step *s = add_step(p, sc, RD_EXPECT, it.now, it.first);
        rd_sc_read_condition(p, it.now, &s->condition);
    } while (rd_sc_items_next(p, &it));
}

void rd_sc_read_event(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                      const rd_scope *sc) {
    rd_items it;
    if (!rd_sc_items_begin(p, st, in, l, &it)) return;
    do {
        rd_step *s = add_step(p, sc, st->verb, it.now, it.first);
        rd_sc_read_pattern(p, it.now, &s->pattern);
    } while (rd_sc_items_next(p, &it));
}

/* "none", "all KIND", or "WHO KIND, WHO KIND": pairs of words, the kind "" when not given. */
void rd_sc_read_asked(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                      const rd_scope *sc) {
    rd_sc_refuse_block(p, l);
    rd_step *s = add_step(p, sc, st->verb, in, true);
    rd_word **end = &s->words;
    if (!*in.text) rd_sc_flaw_at(p, in.line, in.column, "'asked' needs who is asked, or 'none'");
    if (strcmp(in.text, "none") == 0) return;
    while (*in.text) {
        size_t n = strcspn(in.text, ",");
        rd_word *pair =
            rd_sc_read_words(p, (rd_item){rd_arena_text(p->arena, in.text, n), in.line, in.column});
        if (!pair || (pair->next && pair->next->next)) {
            rd_sc_flaw_at(p, in.line, in.column, "expected an actor and the kind of its question");
            return;
        }
        if (!pair->next) {
            pair->next = rd_arena_get(p->arena, sizeof *pair);
            pair->next->text = "";
        }
        *end = pair;
        end = &pair->next->next;
        rd_sc_item_skip(&in, n + (in.text[n] == ','));
    }
}

/* For the verdict, which would otherwise speak of a field. */
static const char *with_word(rd_parser *p, const rd_statement *st, rd_item in) {
    size_t size = strlen(st->word) + strlen(in.text) + 2;
    char *text = rd_arena_get(p->arena, size);
    snprintf(text, size, "%s %s", st->word, in.text);
    return text;
}

void rd_sc_read_question(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                         const rd_scope *sc) {
    rd_sc_refuse_block(p, l);
    rd_step *s = add_step(p, sc, st->verb, in, true);
    s->text = with_word(p, st, in);
    s->who = rd_sc_item_word(p, &in);
    rd_sc_read_condition(p, in, &s->condition);
}

void rd_sc_read_count(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                      const rd_scope *sc) {
    rd_sc_refuse_block(p, l);
    rd_step *s = add_step(p, sc, st->verb, in, true);
    s->text = with_word(p, st, in);
    if (!strchr("=!<>", *in.text)) s->who = rd_sc_item_word(p, &in);
    s->condition.path = "count";
    rd_sc_read_comparison(p, in, &s->condition);
}

void rd_sc_read_list(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                     const rd_scope *sc) {
    rd_sc_refuse_block(p, l);
    rd_step *s = add_step(p, sc, st->verb, in, true);
    s->words = rd_sc_read_words(p, in);
    if (!s->words) rd_sc_flaw_at(p, in.line, in.column, "'%s' needs something", st->word);
    if (st->verb != RD_PLACES && st->verb != RD_SCORES) return;
    int64_t number; /* one per seat */
    for (const rd_word *w = s->words; w; w = w->next)
        if (strcmp(w->text, "_") != 0)
            rd_sc_parse_number(p, (rd_item){w->text, w->line, w->column}, INT32_MIN, INT32_MAX,
                               &number);
}

void rd_sc_read_bare(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                     const rd_scope *sc) {
    rd_sc_refuse_block(p, l);
    add_step(p, sc, st->verb, in, true);
    if (*in.text) rd_sc_flaw_at(p, in.line, in.column, "nothing may follow '%s'", st->word);
}

/* ---- statements that hold others ---- */

static int read_ordinal(rd_parser *p, rd_item *in) {
    size_t digits = strspn(in->text, "0123456789"), n = rd_sc_item_peek(in);
    if (rd_span_is(in->text, n, "last")) {
        rd_sc_item_skip(in, n);
        return RD_NTH_LAST;
    }
    if (!digits || n != digits + 2 ||
        !strstr("st nd rd th", rd_arena_text(p->arena, in->text + digits, 2)))
        return 1;
    int64_t nth = 1;
    rd_item number = {rd_arena_text(p->arena, in->text, digits), in->line, in->column};
    rd_sc_parse_number(p, number, 1, 10000, &nth);
    rd_sc_item_skip(in, n);
    return (int)nth;
}

void rd_sc_read_at(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                   const rd_scope *sc) {
    rd_step *s = add_step(p, sc, st->verb, in, true), **end = &s->inner;
    rd_scope inner = {&end, NULL, RD_IN_AT, st->word};
    s->nth = read_ordinal(p, &in);
    if (!*in.text) rd_sc_flaw_at(p, in.line, in.column, "'at' needs an event");
    rd_sc_read_pattern(p, in, &s->pattern);
    if (!l->block)
        rd_sc_flaw_at(p, l->number, l->column, "'at' needs lines indented below it that hold then");
    for (const rd_line *below = l->block; below; below = below->next)
        rd_sc_read_statement(p, rd_sc_item_of(below), below, &inner);
}

void rd_sc_read_sees(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                     const rd_scope *sc) {
    rd_step *s = add_step(p, sc, st->verb, in, true), **end = &s->inner;
    rd_scope inner = {&end, NULL, RD_IN_SEES, "sees"};
    bool spectator = strcmp(st->word, "spectator") == 0;
    if (!spectator) s->who = rd_sc_item_word(p, &in);
    rd_item sees = in;
    if (strcmp(rd_sc_item_word(p, &in), "sees") != 0) {
        rd_sc_flaw_at(p, sees.line, sees.column, "expected '%s sees'",
                      spectator ? "spectator" : "seat N");
        return;
    }
    if (*in.text)
        rd_sc_read_statement(p, in, l, &inner);
    else if (!l->block)
        rd_sc_flaw_at(p, in.line, in.column, "'sees' needs something, here or indented below it");
    else
        for (const rd_line *below = l->block; below; below = below->next)
            rd_sc_read_statement(p, rd_sc_item_of(below), below, &inner);
}
