/* think.c - bots for other languages; see api.h. */
#include <stdlib.h>

#include "api/api_int.h"
#include "bots/level.h"
#include "core/doc_json.h"

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
    rd_speech how = rd_api_speech(x, rd_lang_code(x->lang));
    rd_teller words = rd_teller_of(&how);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_thought(&j.doc, x->match, view, &why, &words, copy);
    rd_doc_object_end(&j.doc);
    *length = o.len;
    return RD_E_OK;
}
