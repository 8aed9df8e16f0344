/* rally2023_describe.c - the vocabulary of the race, and everything in a state through it. */
#include "core/wire.h"
#include "floor/spell.h"
#include "games/rally2023/rally2023_int.h"

/* ---- types ---- */

const char *const r23_robot_words[R23_ROBOTS] = {"smashbot", "hulk",    "hammerbot",
                                                 "twonky",   "spinbot", "zoombot"};
const char *r23_robot_word(const rd_match *m, int robot) {
    return r23_robot_words[m ? r23_match_of(m)->model[robot] : robot];
}

static bool put_robot_word(const rd_match *m, int32_t robot, rd_out *o) {
    rd_put_text(o, r23_robot_word(m, robot));
    return true;
}

static const char *const STAGE[R23_STAGES] = {
#define X(name, word) word,
    R23_STAGE_LIST(X)
#undef X
};
static const char *const WINDOW[R23_WINDOW_COUNT] = {
#define X(name, word) word,
    R23_WINDOWS(X)
#undef X
};

static const char *const CHOICE[] = {"no",        "yes",  "draw",  "done",    "shut_down", "laser",
                                     "not_again", "left", "right", "forward", "backward"};
enum { CHOICES = sizeof CHOICE / sizeof CHOICE[0] };

static bool put_cell(const rd_match *m, int32_t cell, rd_out *o) {
    const rd_floor *f = &r23_match_of(m)->floor;
    if (cell >= f->n_cells) return false;
    rd_put_cell(o, f, (uint16_t)cell);
    return true;
}

static const char *const PILE[R23_PILES] = {
#define X(name, word) word,
    R23_PILE_LIST(X)
#undef X
};

#define CARD_TYPE    RD_WORD, .last = R23_KINDS - 1, .unknown = R23_UNKNOWN, .words = r23_card_word
#define UPGRADE_TYPE RD_WORD, .last = R23_UPGRADES - 1, .words = r23_upgrade_word
const rd_type r23_types[] = {
    RD_COMMON_TYPES(RD_T_SEAT_ROW),
    [R23_T_ROBOT] = {"robot", RD_WORD, .last = R23_ROBOTS - 1, .put = put_robot_word},
    [R23_T_CARD] = {"card", CARD_TYPE},
    [R23_T_ALSO] = {"also", CARD_TYPE},
    [R23_T_FROM_HAND] = {"from_hand", CARD_TYPE},
    [R23_T_FROM_DISCARD] = {"from_discard", CARD_TYPE},
    [R23_T_UPGRADE] = {"upgrade", UPGRADE_TYPE},
    [R23_T_USE] = {"use", UPGRADE_TYPE},
    [R23_T_INSTALL] = {"install", UPGRADE_TYPE},
    [R23_T_REMOVE] = {"remove", UPGRADE_TYPE},
    [R23_T_HOLD] = {"hold", UPGRADE_TYPE},
    [R23_T_CELL] = {"cell", RD_PAIR, .first = 1, .last = RD_FLOOR_CELLS - 1, .put = put_cell},
    [R23_T_DIR] = {"dir", RD_WORD, .last = 3, .words = rd_dir_word},
    [R23_T_REGISTER] = {"register", .first = 1, .last = R23_REGISTERS},
    [R23_T_CHECKPOINT] = {"checkpoint", .first = 1, .last = R23_CHECKPOINTS},
    [R23_T_POINTS] = {"points", .last = UINT8_MAX},
    [R23_T_ENERGY] = {"energy", .last = R23_MOST_ENERGY},
    [R23_T_WINDOW] = {"window", RD_WORD, .last = R23_WINDOW_COUNT - 1, .words = WINDOW},
    [R23_T_STAGE] = {"stage", RD_WORD, .last = R23_STAGES - 1, .words = STAGE},
    [R23_T_CHOICE] = {"choice", RD_WORD, .last = CHOICES - 1, .words = CHOICE},
    [R23_T_PILE] = {"pile", RD_WORD, .last = R23_PILES - 1, .words = PILE},
    [R23_T_COUNT] = {0},
};

const rd_option_range r23_option_ranges[] = {
    {0, R23_KINDS - 1, R23_T_CARD, 0},
    {R23_ALSO, R23_ALSO + R23_KINDS - 1, R23_T_ALSO, 0},
    {R23_NO, R23_NO + CHOICES - 1, R23_T_CHOICE, 0},
    {R23_PAY, R23_PAY + R23_HW07_MOST, R23_T_ENERGY, 0},
    {R23_PLAYER, R23_PLAYER + R23_ROBOTS - 1, R23_T_ROBOT, 0},
    {R23_FACE, R23_FACE + 3, R23_T_DIR, 0},
    {R23_USE, R23_USE + R23_UPGRADES - 1, R23_T_USE, 0},
    {R23_INSTALL, R23_INSTALL + R23_UPGRADES - 1, R23_T_INSTALL, 0},
    {R23_REMOVE, R23_REMOVE + R23_UPGRADES - 1, R23_T_REMOVE, 0},
    {R23_STANDING, R23_STANDING + R23_UPGRADES - 1, R23_T_HOLD, 0},
    {R23_UPGRADE, R23_UPGRADE + R23_UPGRADES - 1, R23_T_UPGRADE, 0},
    {R23_FROM_HAND, R23_FROM_HAND + R23_KINDS - 1, R23_T_FROM_HAND, 0},
    {R23_FROM_DISCARD, R23_FROM_DISCARD + R23_KINDS - 1, R23_T_FROM_DISCARD, 0},
    {R23_CELL, R23_CELL + RD_FLOOR_CELLS - 1, R23_T_CELL, 0},
    {0},
};

/* ---- fields ---- */

const rd_field r23_fields[] = {
    {"course", RD_T_TEXT, 0, RD_SAYS("its name; empty for a nameless one")},
    {"round", RD_T_N, 0, RD_SAYS("from 1; 0 while setting up")},
    {"register", R23_T_REGISTER, 0, RD_SAYS("the register being run")},
    {"stage", R23_T_STAGE, 0, RD_SAYS("of the round")},
    {"first", R23_T_ROBOT, 0, RD_SAYS("has the priority token")},
    {"lead", R23_T_ROBOT, 0, RD_SAYS("had it when this register began")},
    {"checkpoints[]", R23_T_CELL, 0, RD_SAYS("in order")},
    {"closed[]", R23_T_CELL, 0, RD_SAYS("starts that stay free")},
    {"damage_deck", RD_T_N, 0, RD_SAYS("cards in the damage deck")},
    {"damage_discard[]", R23_T_CARD, 0, RD_SAYS("damage cards discarded")},
    {"damage_gone[]", R23_T_CARD, 0, RD_SAYS("damage cards removed from the game")},
    {"upgrade_deck", RD_T_N, 0, RD_SAYS("cards in the deck of upgrades")},
    {"upgrade_discard[]", R23_T_UPGRADE, 0, RD_SAYS("upgrades discarded")},
    {"robots.{robot}.seat", RD_T_SEAT, 0, RD_SAYS("who plays it")},
    {"robots.{robot}.cell", R23_T_CELL, RD_MAY_LACK, RD_SAYS("nothing while it is off the floor")},
    {"robots.{robot}.facing", R23_T_DIR, 0, RD_SAYS("which way it faces")},
    {"robots.{robot}.archive", R23_T_CELL, RD_MAY_LACK, RD_SAYS("where its archive token lies")},
    {"robots.{robot}.arrow", R23_T_DIR, 0, RD_SAYS("where that token points")},
    {"robots.{robot}.returns_to", R23_T_CELL, RD_MAY_MISS, RD_SAYS("while it is off the floor")},
    {"robots.{robot}.energy", RD_T_N, 0, RD_SAYS("energy cubes")},
    {"robots.{robot}.checkpoints", RD_T_N, 0, RD_SAYS("reached so far")},
    {"robots.{robot}.down", RD_T_TRUTH, 0, RD_SAYS("shut down in this round")},
    {"robots.{robot}.fallen", RD_T_TRUTH, 0, RD_SAYS("off the floor")},
    {"robots.{robot}.shielded", RD_T_TRUTH, 0, RD_SAYS("its Deflector Shield is paid")},
    {"robots.{robot}.registers[]", R23_T_CARD, RD_MAY_HIDE | RD_MAY_LACK,
     RD_SAYS("five; nothing = empty")},
    {"robots.{robot}.seconds[]", R23_T_CARD, RD_MAY_HIDE | RD_MAY_LACK,
     RD_SAYS("five; second cards of Crab Legs")},
    {"robots.{robot}.waiting[]", R23_T_CARD, RD_MAY_HIDE | RD_MAY_LACK,
     RD_SAYS("five; Haywires for the next round")},
    {"robots.{robot}.open[]", R23_T_REGISTER, 0, RD_SAYS("registers that lie face up")},
    {"robots.{robot}.again", R23_T_CARD, RD_MAY_LACK, RD_SAYS("what Again would repeat")},
    {"robots.{robot}.hand[]", R23_T_CARD, RD_MAY_HIDE, RD_SAYS("ascending")},
    {"robots.{robot}.kept[]", R23_T_CARD, RD_MAY_HIDE, RD_SAYS("on Memory Cards")},
    {"robots.{robot}.deck", RD_T_N, 0, RD_SAYS("cards in its deck")},
    {"robots.{robot}.stacked[]", R23_T_CARD, RD_MAY_HIDE,
     RD_SAYS("on top of the deck, their order is fixed, the topmost last")},
    {"robots.{robot}.shown", R23_T_CARD, RD_MAY_LACK, RD_SAYS("face up on the deck: Spam Filter")},
    {"robots.{robot}.discard[]", R23_T_CARD, RD_MAY_HIDE, RD_SAYS("ascending")},
    {"robots.{robot}.spam", RD_T_N, 0, RD_SAYS("SPAM that it has anywhere")},
    {"robots.{robot}.gone[]", R23_T_CARD, 0, RD_SAYS("its own cards that left the game")},
    {"robots.{robot}.upgrades[]", R23_T_UPGRADE, 0, RD_SAYS("installed")},
    {"robots.{robot}.held[]", R23_T_UPGRADE, 0, RD_SAYS("standing order: not to be offered")},
    {"robots.{robot}.lent[]", R23_T_UPGRADE, 0, RD_SAYS("installed by Haywire 5 for this round")},
    {"robots.{robot}.spare[]", R23_T_UPGRADE, 0,
     RD_SAYS("face down beside its mat, as far as they are known")},
    {"robots.{robot}.spares", RD_T_N, 0, RD_SAYS("how many of them there are")},
    {0},
};

static void put_pile(const rd_match *m, rd_doc *d, const char *name, r23_cards cards,
                     uint32_t haywires, int n) {
    uint8_t card[R23_PILE];
    rd_doc_values(d, name, m, R23_T_CARD, card, r23_spread(cards, haywires, n, card));
}

/* Upgrades that lie at that place, and have that order if one is asked for. */
static void put_upgrades(const rd_match *m, const r23_state *s, rd_doc *d, const char *name,
                         int place, int order) {
    rd_doc_list(d, name);
    for (int u = 0; u < R23_UPGRADES; u++)
        if (s->place[u] == place && (!order || s->order_for[u] & order))
            rd_doc_value(d, NULL, m, R23_T_UPGRADE, u);
    rd_doc_list_end(d);
}

static void put_home(const r23_match *m, const r23_state *s, int i, rd_doc *d) {
    const rd_match *head = &m->head;
    const r23_robot *r = &s->robot[i];
    rd_doc_value(d, "archive", head, R23_T_CELL, r->archive);
    rd_doc_value(d, "arrow", head, R23_T_DIR, r->arrow & 3);
    if (r->status & R23_FALLEN)
        rd_doc_value(d, "returns_to", head, R23_T_CELL, r23_home(m, s, i).cell);
}

static void put_piles(const rd_match *head, const r23_state *s, int i, rd_doc *d) {
    const r23_robot *r = &s->robot[i];
    put_pile(head, d, "hand", r->hand, r->haywires, r->n_hand);
    put_pile(head, d, "kept", r->kept, 0, r->n_kept);
    rd_doc_int(d, "deck", r->n_deck);
    rd_doc_values(d, "stacked", head, R23_T_CARD, r->top, r->stacked);
    rd_doc_value(d, "shown", head, R23_T_CARD, r->shown ? r->top[r->shown - 1] : R23_NONE);
    put_pile(head, d, "discard", r->discard, 0, r->n_discard);
    rd_doc_int(d, "spam", r->spam);
    rd_doc_list(d, "gone");
    for (int kind = 0; kind < R23_ORDINARY; kind++)
        for (int n = r->gone[kind]; n; n--) rd_doc_value(d, NULL, head, R23_T_CARD, kind);
    rd_doc_list_end(d);
}

static void put_robot(const r23_match *m, const r23_state *s, int i, rd_doc *d) {
    const rd_match *head = &m->head;
    const r23_robot *r = &s->robot[i];
    rd_doc_object(d, r23_robot_word(&m->head, i));
    rd_doc_int(d, "seat", m->head.seat_of[i]);
    rd_doc_value(d, "cell", head, R23_T_CELL, s->robots.cell[i]);
    rd_doc_value(d, "facing", head, R23_T_DIR, s->robots.dir[i] & 3);
    put_home(m, s, i, d);
    rd_doc_int(d, "energy", r->energy);
    rd_doc_int(d, "checkpoints", r->checkpoints);
    rd_doc_bool(d, "down", r->status & R23_DOWN);
    rd_doc_bool(d, "fallen", r->status & R23_FALLEN);
    rd_doc_bool(d, "shielded", s->mark[i] & R23_SHIELDED);
    rd_doc_values(d, "registers", head, R23_T_CARD, r->reg, R23_REGISTERS);
    rd_doc_values(d, "seconds", head, R23_T_CARD, r->pair, R23_REGISTERS);
    rd_doc_values(d, "waiting", head, R23_T_CARD, r->under, R23_REGISTERS);
    rd_doc_set(d, "open", r23_revealed(s) & ~r23_empty_registers(r));
    rd_doc_value(d, "again", head, R23_T_CARD, s->before[i]);
    put_piles(head, s, i, d);
    put_upgrades(head, s, d, "upgrades", i, 0);
    put_upgrades(head, s, d, "held", i, R23_HELD);
    put_upgrades(head, s, d, "lent", i, R23_LENT);
    put_upgrades(head, s, d, "spare", R23_SPARE + i, 0);
    rd_doc_int(d, "spares", r->n_spare);
    rd_doc_object_end(d);
}

void r23_describe(const rd_match *match, const rd_state *state, rd_doc *d) {
    const r23_match *m = r23_match_of(match);
    const r23_state *s = r23_state_of(state);
    rd_doc_text(d, "course", m->course);
    rd_doc_int(d, "round", s->round);
    rd_doc_value(d, "register", match, R23_T_REGISTER, s->reg + 1);
    rd_doc_value(d, "stage", match, R23_T_STAGE, s->stage);
    rd_doc_value(d, "first", match, R23_T_ROBOT, s->first);
    rd_doc_value(d, "lead", match, R23_T_ROBOT, s->lead);
    rd_doc_object(d, "robots");
    for (int i = 0; i < match->n_actors; i++) put_robot(m, s, i, d);
    rd_doc_object_end(d);
    rd_doc_list(d, "checkpoints");
    for (int i = 0; i < m->n_checkpoints; i++)
        rd_doc_value(d, NULL, match, R23_T_CELL, m->checkpoint[i]);
    rd_doc_list_end(d);
    rd_doc_list(d, "closed"); /* starts that stay free */
    for (int i = 0; i < m->floor.n_starts; i++)
        if (s->closed >> i & 1) rd_doc_value(d, NULL, match, R23_T_CELL, m->floor.start[i].cell);
    rd_doc_list_end(d);
    rd_doc_int(d, "damage_deck", s->n_damage);
    rd_doc_values(d, "damage_discard", match, R23_T_CARD, s->damage_discard, s->n_damage_discard);
    rd_doc_values(d, "damage_gone", match, R23_T_CARD, s->damage_gone, s->n_damage_gone);
    rd_doc_int(d, "upgrade_deck", s->n_upgrades);
    put_upgrades(match, s, d, "upgrade_discard", R23_DISCARDED, 0);
}
