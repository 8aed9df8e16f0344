/* setup.c - what the set-ups of all games have in common; see setup.h. */
#include "core/setup.h"

#include "core/doc_json.h"
#include "core/wire.h"

void rd_describe_actors(const rd_match *m, const char *what,
                        const char *(*word)(const rd_match *m, int actor), rd_doc *d) {
    rd_doc_list(d, "actors");
    for (int i = 0; i < m->n_actors; i++) {
        rd_doc_object(d, NULL);
        rd_doc_int(d, "seat", m->seat_of[i]);
        rd_doc_int(d, "team", m->team_of[m->seat_of[i]]);
        if (word) rd_doc_text(d, what, word(m, i));
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

void rd_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d) {
    const rd_game *g = m->game;
    rd_doc_vocabulary(d, g);
    rd_doc_text(d, "game", g->id);
    rd_doc_int(d, "rules", g->rules_version);
    rd_doc_int(d, "seats", m->n_seats);
    rd_doc_object(d, "settings");
    for (const rd_switch *sw = g->switches; sw->key; sw++)
        rd_doc_text(d, sw->key, rd_config_get(g, c, sw->key));
    rd_doc_object_end(d);
    rd_doc_object(d, "confidence");
    for (const rd_confidence *k = g->confidence; k && k->part; k++)
        rd_doc_text(d, k->part, k->word);
    rd_doc_object_end(d);
    g->describe_setup(m, c, d);
}

void rd_put_setup_json(const rd_match *m, const rd_config *c, rd_out *o) {
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc_object(&j.doc, NULL);
    rd_describe_setup(m, c, &j.doc);
    rd_doc_object_end(&j.doc);
}
