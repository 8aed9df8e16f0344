/* table_log.c - the story in words, line by line. */
#include <assert.h>

#include "table/table_int.h"

enum { LINE = RD_TEXT_MAX + 512 };

typedef struct speaker {
    const rd_table *t;
    rd_speech how;
    int part;
    rd_log_sink *to;
} speaker;

static void tell(const speaker *s, rd_log_kind kind, const rd_event *ev, const char *text) {
    const rd_log_line line = {s->part, kind, ev, text};
    s->to->line(s->to->ctx, &line);
}

static void tell_event(void *ctx, const rd_event *ev, const rd_state *now) {
    const speaker *s = ctx;
    (void)now;
    if (!rd_event_has_words(s->t->match->game, ev)) return;
    char text[LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speak_event(&s->how, ev, &o);
    tell(s, RD_LOG_EVENT, ev, text);
}

static void tell_mark(const speaker *s, rd_origin origin) {
    char key[32];
    rd_out k = rd_out_to(key, sizeof key);
    rd_put_text(&k, "origin.");
    rd_put_text(&k, rd_origin_name(origin));
    tell(s, RD_LOG_MARK, NULL, rd_string(s->how.lang, key));
}

void rd_table_log(const rd_table *t, const rd_speech *how, int seat, int i, rd_log_sink *to) {
    assert(i >= 0 && i <= t->n);
    speaker s = {t, *how, i, to};
    s.how.match = t->match;
    if (i && rd_table_knows_answer(t, seat, i) && t->log[i - 1].action.kind == RD_ANSWER) {
        char text[LINE];
        rd_out o = rd_out_to(text, sizeof text);
        rd_table_put_answer(t, seat, i, &o);
        tell(&s, RD_LOG_ANSWER, NULL, text);
    }
    rd_sink events = {tell_event, &s};
    rd_table_events(t, seat, i, &events);
    if (i && t->log[i - 1].origin != RD_PLAYED) tell_mark(&s, t->log[i - 1].origin);
}
