/* thought.c - why a bot answers as it does, as data. */
#include <string.h>

#include "bots/bot.h"

enum { TEXT_MAX = 512, WORDS_MAX = 256 };

void rd_thought_add(rd_thought *why, rd_phrase reason) {
    if (why && why->n_reasons < RD_REASONS_MAX) why->reason[why->n_reasons++] = reason;
}

/* The answers it expects.  Where something is hidden only the first, its own, can be spelled. */
static void put_line(rd_doc *d, const rd_match *m, const rd_thought *why, rd_state *walk) {
    const rd_game *g = m->game;
    int n = g->hidden && why->n_line > 1 ? 1 : why->n_line;
    rd_doc_list(d, "line");
    for (int i = 0; i < n; i++) {
        char text[TEXT_MAX];
        rd_out o = rd_out_to(text, sizeof text);
        if (rd_check_apart(m, walk, &why->line[i], NULL)) break;
        g->print_action(m, walk, &why->line[i], &o);
        rd_doc_text(d, NULL, text);
        if (i + 1 < n) g->commit(m, walk, &why->line[i], NULL);
    }
    rd_doc_list_end(d);
}

/* Reasons are data: a string key and its arguments. */
static void put_reasons(rd_doc *d, const rd_match *m, const rd_thought *why,
                        const rd_teller *words) {
    rd_doc_list(d, "reasons");
    for (int i = 0; i < why->n_reasons; i++) {
        const rd_phrase *p = &why->reason[i];
        rd_doc_object(d, NULL);
        rd_doc_text(d, "key", p->key);
        rd_doc_list(d, "args");
        for (int k = 0; k < RD_MAX_ARGS; k++) rd_doc_int(d, NULL, p->arg[k]);
        rd_doc_list_end(d);
        if (words) {
            char said[WORDS_MAX] = "";
            rd_out o = rd_out_to(said, sizeof said);
            words->say(words->ctx, m, p, &o);
            rd_doc_text(d, "words", said);
        }
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

void rd_doc_thought(rd_doc *d, const rd_match *m, const rd_state *view, const rd_thought *why,
                    const rd_teller *words, rd_state *walk) {
    rd_doc_int(d, "value", why->value);
    rd_doc_bool(d, "exact", why->exact);
    rd_doc_int(d, "depth", why->depth);
    rd_doc_int(d, "nodes", (int64_t)why->nodes);
    memcpy(walk, view, m->game->state_size);
    put_line(d, m, why, walk);
    put_reasons(d, m, why, words);
}
