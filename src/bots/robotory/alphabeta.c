/* alphabeta.c - the bot that looks Robotory ahead; the search itself is in ry_search.c. */
#include "bots/bots.h"
#include "bots/robotory/ry_book.h"
#include "bots/robotory/ry_search.h"
#include "bots/robotory/ry_table.h"

static const ry_search_setup SETUP = {.keeps = true};

static size_t scratch(const rd_match *m, const rd_limits *l) {
    (void)m;
    return ry_search_scratch(l, &SETUP);
}

/* Points of evaluation as an expected result; a proof is the result itself. */
static int32_t expected(int value) {
    enum { HALF = 110 }; /* hundredths of the log-odds: at 3 to 1 half of a win is expected */
    if (ry_is_proof(value)) return value > 0 ? 1000 : -1000;
    return value * 999 / ((value < 0 ? -value : value) + HALF);
}

/* What a player does who does not look ahead: of some answers that come to mind the one after which
** the board looks best. */
static void play_at_sight(const rd_match *m, const rd_state *view, int actor, rd_prng *g,
                          rd_action *out) {
    enum { COME_TO_MIND = 12 };
    int best = 0;
    for (int i = 0; i < COME_TO_MIND; i++) {
        rd_action a;
        ry_state after = *(const ry_state *)view;
        m->game->sample(m, view, actor, g, &a);
        m->game->commit(m, (rd_state *)&after, &a, NULL);
        bool over = m->game->outcome(m, (const rd_state *)&after, NULL);
        int value = over ? 0 : -ry_evaluate((const ry_match *)m, &after);
        if (i && value <= best) continue;
        best = value;
        *out = a;
    }
}

/* What is proved or expected, and what the play threatens or prevents. */
static void give_reasons(const ry_match *m, const ry_state *p, const ry_found *found,
                         rd_thought *why) {
    ry_state next;
    int me = p->side, plays = RY_WON - (found->value < 0 ? -found->value : found->value);
    ry_play_make(p, found->line[0], &next);
    if (!ry_is_proof(found->value))
        rd_thought_add(why, (rd_phrase){"bot.why.looked", {found->depth}});
    else
        rd_thought_add(why,
                       (rd_phrase){found->value > 0 ? "bot.why.wins" : "bot.why.loses", {plays}});
    if (plays == 1 && found->value > 0) return;
    if (ry_wins_at_once(m, p, !me) && !ry_wins_at_once(m, &next, !me))
        rd_thought_add(why, (rd_phrase){"bot.why.prevents", {0}});
    if (ry_wins_at_once(m, &next, me)) rd_thought_add(why, (rd_phrase){"bot.why.threatens", {0}});
}

const ry_opening *ry_book_find(const ry_match *m, const ry_state *p) {
    uint64_t key = ry_key(p);
    int low = 0, high = m->one_colour_ends ? 0 : ry_book_size;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ry_book[middle].key == key) return &ry_book[middle];
        if (ry_book[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* From the book, else by a search.  Who misjudges does not know the book either. */
static void find(const ry_match *m, const ry_state *p, const rd_limits *l, void *memory,
                 ry_found *out) {
    const ry_opening *known = l->skill.noise ? NULL : ry_book_find(m, p);
    if (known)
        *out = (ry_found){known->value, known->depth, 0, 1, {known->play}};
    else
        ry_search_run(m, p, l, &SETUP, memory, out);
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    ry_state p = *(const ry_state *)view;
    if (l->skill.noise && rd_prng_below(g, 1000) < l->skill.noise) {
        play_at_sight(m, view, actor, g, out);
        if (why) *why = (rd_thought){.n_line = 1, .line = {*out}};
        return;
    }
    ry_found found;
    find((const ry_match *)m, &p, l, memory, &found);
    ry_play_action(&p, found.line[0], actor, out);
    if (!why) return;
    *why = (rd_thought){.value = expected(found.value),
                        .exact = ry_is_proof(found.value),
                        .nodes = found.nodes,
                        .depth = found.depth};
    give_reasons((const ry_match *)m, &p, &found, why);
    for (int i = 0; i < found.n_line; i++) {
        ry_state next;
        ry_play_action(&p, found.line[i], ry_seat(&p, p.side), &why->line[why->n_line++]);
        ry_play_make(&p, found.line[i], &next);
        p = next;
    }
}

const rd_bot rd_bot_alphabeta = {
    .id = "alphabeta", .game = "robotory", .scratch = scratch, .think = think};
