/* think.c - bots for other languages; see api.h. */
#include <stdlib.h>
#include <string.h>

#include "api/api_int.h"
#include "bots/level.h"
#include "core/doc_json.h"

/* The answers a bot expects.  Where something is hidden only its own can be carried out. */
static void put_line(const rd_session *x, const rd_thought *why, rd_state *now, rd_doc *d) {
    const rd_game *g = x->match->game;
    rd_doc_list(d, "line");
    for (int i = 0; i < why->n_line && (i == 0 || !g->hidden); i++) {
        char text[512];
        rd_out o = rd_out_to(text, sizeof text);
        if (g->check(x->match, now, &why->line[i], NULL)) break;
        g->print_action(x->match, now, &why->line[i], &o);
        rd_doc_text(d, NULL, text);
        if (!g->hidden) g->commit(x->match, now, &why->line[i], NULL);
    }
    rd_doc_list_end(d);
}

/* The reasons as data, and in the words of the session. */
static void put_reasons(const rd_session *x, const rd_thought *why, rd_doc *d) {
    rd_speech how = rd_api_speech(x, rd_lang_code(x->lang));
    rd_doc_list(d, "reasons");
    for (int i = 0; i < why->n_reasons; i++) {
        const rd_phrase *p = &why->reason[i];
        char words[256];
        rd_out o = rd_out_to(words, sizeof words);
        rd_speak(&how, p, &o);
        rd_doc_object(d, NULL);
        rd_doc_text(d, "key", p->key);
        rd_doc_list(d, "args");
        for (int k = 0; k < RD_MAX_ARGS; k++) rd_doc_int(d, NULL, p->arg[k]);
        rd_doc_list_end(d);
        rd_doc_text(d, "words", words);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

static void put_thought(const rd_session *x, const rd_thought *why, rd_state *now, rd_out *o) {
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_int(&j.doc, "value", why->value);
    rd_doc_bool(&j.doc, "exact", why->exact);
    rd_doc_int(&j.doc, "nodes", (int64_t)why->nodes);
    rd_doc_int(&j.doc, "depth", why->depth);
    put_line(x, why, now, &j.doc);
    put_reasons(x, why, &j.doc);
    rd_doc_object_end(&j.doc);
}

/* A bot finds its memory as it left it, unless it now needs another size; NULL: there is none. */
static void *memory_of(rd_session *x, const rd_bot *b, const rd_limits *l) {
    size_t size = b->scratch(x->match, l);
    struct rd_mind *mind = x->mind, *last = x->mind + RD_API_MINDS - 1;
    while (mind < last && mind->bot && (mind->bot != b || mind->skill.sight != l->skill.sight))
        mind++;
    if (mind->bot == b && mind->size == size && mind->skill.sight == l->skill.sight)
        return mind->memory;
    free(mind->memory);
    *mind = (struct rd_mind){b, l->skill, calloc(1, size ? size : 1), size};
    if (!mind->memory) mind->bot = NULL;
    return mind->memory;
}

int rd_api_think(rd_session *x, const rd_state *view, int actor, const char *who, uint64_t nodes,
                 bool (*stop)(void *ctx), void *ctx, uint64_t *random, rd_action *a, char *buf,
                 size_t cap, size_t *length) {
    const rd_game *game = x->match->game;
    const rd_level *level = rd_level_find(game, who);
    const rd_bot *b = level ? rd_level_bot(game, level) : rd_bot_find(who, game);
    rd_limits limits = level ? rd_level_limits(level) : (rd_limits){0};
    if (!rd_api_is_asked(x, view, actor)) return rd_api_fail(x, RD_E_NOT_ASKED, 0);
    if (!b || (!nodes && !stop && !level)) {
        rd_fault_set(&x->fault, 0, 0, b ? "a bot needs a limit" : "no bot '%s' for %s", who,
                     game->id);
        return RD_E_CONFIG;
    }
    if (nodes || stop) limits.nodes = nodes;
    limits.stop = stop;
    limits.ctx = ctx;
    void *memory = memory_of(x, b, &limits);
    rd_state *copy = rd_api_room(x);
    if (!copy || !memory) return rd_api_fail(x, RD_E_NO_ROOM, 0);
    rd_prng g = {*random};
    rd_thought why = {0};
    b->think(x->match, view, actor, &limits, &g, memory, a, &why);
    *random = g.state;
    rd_out o = rd_out_to(buf, cap);
    put_thought(x, &why, memcpy(copy, view, game->state_size), &o);
    *length = o.len;
    return RD_E_OK;
}
