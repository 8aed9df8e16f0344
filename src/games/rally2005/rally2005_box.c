/* rally2005_box.c - the set-up: what the box holds and the course, for pages and bots. */
#include "core/setup.h"
#include "floor/data.h"
#include "games/rally/rally_setup.h"
#include "games/rally2005/rally2005_int.h"

/* Priorities say all of a card, so each kind lists its own. */
static void put_cards(rd_doc *d) {
    rd_doc_object(d, "cards");
    for (int kind = 0; kind < R05_KINDS; kind++) {
        rd_doc_list(d, r05_kind_word(kind));
        for (int card = 0; card < R05_CARDS; card++)
            if (r05_card_kind[card] == kind) rd_doc_int(d, NULL, r05_priority(card));
        rd_doc_list_end(d);
    }
    rd_doc_object_end(d);
}

static int tokens_on(int option) {
    return option == R05_ABLATIVE_COAT   ? R05_COAT_POINTS
           : option == R05_MINI_HOWITZER ? R05_HOWITZER_SHOTS
                                         : 0;
}

static void put_options(rd_doc *d, bool none) {
    rd_doc_list(d, "options");
    for (int option = 0; option < R05_OPTIONS && !none; option++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "option", r05_option_word[option]);
        if (tokens_on(option)) rd_doc_int(d, "tokens", tokens_on(option));
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

void r05_describe_setup(const rd_match *match, const rd_config *c, rd_doc *d) {
    const r05_match *m = r05_match_of(match);
    rd_course course;
    const char *text;
    rd_describe_actors(match, "robot", r05_robot_word, d);
    rd_doc_int(d, "registers", R05_REGISTERS);
    rd_doc_int(d, "hand", R05_HAND);
    rd_doc_int(d, "lives", m->lives);
    rd_doc_int(d, "first_lock", R05_LAST_FREE + 1);
    rd_doc_int(d, "deadly", R05_DEADLY);
    put_cards(d);
    put_options(d, m->no_options);
    if (rd_data_course("rally2005", rd_config_get(match->game, c, "course"), &course, &text, NULL))
        rd_describe_course(&m->floor, &course, text, d);
}
