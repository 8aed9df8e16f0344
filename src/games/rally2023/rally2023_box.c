/* rally2023_box.c - the set-up: what the box holds and the course, for pages and bots. */
#include "core/setup.h"
#include "floor/data.h"
#include "games/rally/rally_setup.h"
#include "games/rally2023/rally2023_int.h"

static void put_cards(rd_doc *d) {
    rd_doc_object(d, "cards"); /* of each player's own deck */
    for (int kind = 0; kind < R23_ORDINARY; kind++)
        rd_doc_int(d, r23_card_word[kind], r23_card_copies[kind]);
    rd_doc_object_end(d);
    rd_doc_object(d, "damage_cards");
    for (int kind = R23_SPAM; kind < R23_KINDS; kind++)
        rd_doc_int(d, r23_card_word[kind], kind == R23_SPAM ? R23_SPAMS : 1);
    rd_doc_object_end(d);
}

static void put_upgrades(rd_doc *d, bool none) {
    rd_doc_list(d, "upgrades");
    for (int u = 0; u < R23_UPGRADES && !none; u++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "upgrade", r23_upgrade_word[u]);
        rd_doc_text(d, "kind", r23_is_permanent(u) ? "permanent" : "temporary");
        rd_doc_int(d, "cost", r23_upgrade_cost[u]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

void r23_describe_setup(const rd_match *match, const rd_config *c, rd_doc *d) {
    const r23_match *m = r23_match_of(match);
    rd_course course;
    const char *text;
    rd_describe_actors(match, "robot", r23_robot_word, d);
    rd_doc_int(d, "registers", R23_REGISTERS);
    rd_doc_int(d, "hand", R23_DRAWN);
    rd_doc_int(d, "energy", m->light ? 0 : R23_START_ENERGY);
    rd_doc_int(d, "most_energy", R23_MOST_ENERGY);
    rd_doc_int(d, "upgrade_limit", R23_LIMIT);
    rd_doc_int(d, "reboot_damage", m->reboot_damage);
    put_cards(d);
    put_upgrades(d, m->light);
    if (!rd_data_course("rally2023", rd_config_get(match->game, c, "course"), &course, &text, NULL))
        return;
    if (m->dynamic) course.n_tokens = 0;
    rd_describe_course(&m->floor, &course, text, d);
}
