/* rally2005_describe.c - the vocabulary of the race, and everything in a state through it. */
#include "core/wire.h"
#include "floor/spell.h"
#include "games/rally2005/rally2005_int.h"

/* ---- types ---- */

const char *const r05_robot_words[R05_ROBOTS] = {"twonky",  "zoombot",   "hulk",       "hammerbot",
                                                 "spinbot", "squashbot", "trundlebot", "twitch"};
const char *r05_robot_word(const rd_match *m, int robot) {
    return r05_robot_words[m ? r05_match_of(m)->model[robot] : robot];
}

static bool put_robot_word(const rd_match *m, int32_t robot, rd_out *o) {
    rd_put_text(o, r05_robot_word(m, robot));
    return true;
}

static const char *const STAGE[R05_STAGES + 1] = {
    [R05_AT_SETUP] = "setup",         [R05_AT_DEAL] = "deal",
    [R05_AT_PROGRAM] = "program",     [R05_AT_ASIDE] = "aside",
    [R05_AT_FLYWHEEL] = "flywheel",   [R05_AT_ANNOUNCE] = "announce",
    [R05_AT_GYRO] = "gyro",           [R05_AT_CONDITIONAL] = "conditional",
    [R05_AT_REVEAL] = "reveal",       [R05_AT_ABORT] = "abort",
    [R05_AT_MOVE] = "move",           [R05_AT_EXPRESS] = "express",
    [R05_AT_BELTS] = "belts",         [R05_AT_PUSHERS] = "pushers",
    [R05_AT_GEARS] = "gears",         [R05_AT_AIM] = "aim",
    [R05_AT_FIRE] = "fire",           [R05_AT_BEAMS] = "beams",
    [R05_AT_TOUCH] = "touch",         [R05_AT_REGISTER_END] = "register_end",
    [R05_AT_REPAIR] = "repair",       [R05_AT_WIPE] = "wipe",
    [R05_AT_STAY_DOWN] = "stay_down", [R05_AT_REENTER] = "reenter",
    [R05_AT_ROUND_END] = "round_end", [R05_AT_OVER] = "over",
};

static const char *const COIN[] = {"tails", "heads"};
static const char *const CHOICE[] = {"no", "yes", "recompile", "take", "laser"};
enum { CHOICES = sizeof CHOICE / sizeof CHOICE[0] };

static bool put_cell(const rd_match *m, int32_t cell, rd_out *o) {
    const rd_floor *f = &r05_match_of(m)->floor;
    if (cell >= f->n_cells) return false;
    rd_put_cell(o, f, (uint16_t)cell);
    return true;
}

#define CARD_TYPE .last = R05_CARDS - 1, .unknown = R05_UNKNOWN, .times = 10, .plus = 10
const rd_type r05_types[] = {
    RD_COMMON_TYPES(RD_T_SEAT_ROW),
    [R05_T_ROBOT] = {"robot", RD_WORD, .last = R05_ROBOTS - 1, .put = put_robot_word},
    [R05_T_CARD] = {"card", CARD_TYPE},
    [R05_T_ALSO] = {"also", CARD_TYPE},
    [R05_T_OPTION] = {"option", RD_WORD, .last = R05_OPTIONS - 1, .words = r05_option_word},
    [R05_T_CELL] = {"cell", RD_PAIR, .first = 1, .last = RD_FLOOR_CELLS - 1, .put = put_cell},
    [R05_T_DIR] = {"dir", RD_WORD, .last = 3, .words = rd_dir_word},
    [R05_T_REGISTER] = {"register", .first = 1, .last = R05_REGISTERS},
    [R05_T_FLAG] = {"flag", .first = 1, .last = R05_FLAGS},
    [R05_T_PIECE] = {"piece", .first = 1, .last = RD_MAX_PIECES},
    [R05_T_POINTS] = {"points", .last = UINT8_MAX},
    [R05_T_COIN] = {"coin", RD_WORD, .last = 1, .words = COIN},
    [R05_T_STAGE] = {"stage", RD_WORD, .last = R05_STAGES, .words = STAGE},
    [R05_T_CHOICE] = {"choice", RD_WORD, .last = CHOICES - 1, .words = CHOICE},
    [R05_T_COUNT] = {0},
};

const rd_option_range r05_option_ranges[] = {
    {0, R05_CARDS - 1, R05_T_CARD, 0},
    {R05_ALSO, R05_ALSO + R05_CARDS - 1, R05_T_ALSO, 0},
    {R05_NO, R05_NO + CHOICES - 1, R05_T_CHOICE, 0},
    {R05_REGISTER, R05_REGISTER + R05_REGISTERS - 1, R05_T_REGISTER, 1},
    {R05_FACE, R05_FACE + 3, R05_T_DIR, 0},
    {R05_OPTION_CARD, R05_OPTION_CARD + R05_OPTIONS - 1, R05_T_OPTION, 0},
    {R05_CELL, R05_CELL + RD_FLOOR_CELLS - 1, R05_T_CELL, 0},
    {0},
};

/* ---- fields ---- */

const rd_field r05_fields[] = {
    {"course", RD_T_TEXT, 0, RD_SAYS("its name; empty for a nameless one")},
    {"round", RD_T_N, 0, RD_SAYS("from 1; 0 before the first deal")},
    {"register", R05_T_REGISTER, 0, RD_SAYS("the register being run")},
    {"stage", R05_T_STAGE, 0, RD_SAYS("of the round")},
    {"first", R05_T_ROBOT, 0, RD_SAYS("of dock 1")},
    {"superbot", R05_T_ROBOT, RD_MAY_MISS, RD_SAYS("only where there is one")},
    {"flags[]", R05_T_CELL, RD_MAY_LACK,
     RD_SAYS("where each flag is; nothing while it is carried or lost")},
    {"bases", R05_T_PIECE, RD_MAY_MISS, RD_SAYS("Capture the Flag: the board of the first team")},
    {"control[]", RD_T_N, RD_MAY_MISS,
     RD_SAYS("Toggle Boggle: the team that controls each flag, -1 = nobody")},
    {"turned[]", RD_T_N, 0, RD_SAYS("quarters that each piece was turned in play")},
    {"deck", RD_T_N, 0, RD_SAYS("cards in the deck")},
    {"discard", RD_T_N, 0, RD_SAYS("cards in the discard")},
    {"option_deck", RD_T_N, 0, RD_SAYS("cards in the deck of options")},
    {"option_discard[]", R05_T_OPTION, 0, RD_SAYS("discarded options, which lie face up")},
    {"robots.{robot}.seat", RD_T_SEAT, 0, RD_SAYS("who plays it")},
    {"robots.{robot}.team", RD_T_N, 0, RD_SAYS("robots of one team play together")},
    {"robots.{robot}.cell", R05_T_CELL, RD_MAY_LACK, RD_SAYS("nothing while it is off the floor")},
    {"robots.{robot}.facing", R05_T_DIR, 0, RD_SAYS("which way it faces")},
    {"robots.{robot}.archive", R05_T_CELL, RD_MAY_LACK, RD_SAYS("where its archive marker lies")},
    {"robots.{robot}.damage", RD_T_N, 0, RD_SAYS("damage tokens")},
    {"robots.{robot}.lives", RD_T_N, 0, RD_SAYS("life tokens")},
    {"robots.{robot}.flags", RD_T_N, 0,
     RD_SAYS("flags touched, in order; Toggle Boggle: a set of bits")},
    {"robots.{robot}.place", RD_T_N, 0, RD_SAYS("0 until its side has finished")},
    {"robots.{robot}.powered_down", RD_T_TRUTH, 0, RD_SAYS("in this round")},
    {"robots.{robot}.announced", RD_T_TRUTH, 0, RD_SAYS("it will power down in the next round")},
    {"robots.{robot}.destroyed", RD_T_TRUTH, 0, RD_SAYS("it returns at the end of the round")},
    {"robots.{robot}.out", RD_T_TRUTH, 0, RD_SAYS("it is out of the game")},
    {"robots.{robot}.registers[]", R05_T_CARD, RD_MAY_HIDE | RD_MAY_LACK,
     RD_SAYS("five; nothing = empty")},
    {"robots.{robot}.seconds[]", R05_T_CARD, RD_MAY_HIDE | RD_MAY_LACK,
     RD_SAYS("five; second cards of Dual Processor and Crab Legs")},
    {"robots.{robot}.locked[]", R05_T_REGISTER, 0, RD_SAYS("registers that keep their cards")},
    {"robots.{robot}.open[]", R05_T_REGISTER, 0, RD_SAYS("registers that lie face up")},
    {"robots.{robot}.hand[]", R05_T_CARD, RD_MAY_HIDE, RD_SAYS("ascending")},
    {"robots.{robot}.aside", R05_T_CARD, RD_MAY_HIDE | RD_MAY_LACK,
     RD_SAYS("on Conditional Program")},
    {"robots.{robot}.flywheel", R05_T_CARD, RD_MAY_HIDE | RD_MAY_LACK, RD_SAYS("on the Flywheel")},
    {"robots.{robot}.options[]", R05_T_OPTION, 0, RD_SAYS("option cards it has")},
    {"robots.{robot}.coat_tokens", RD_T_N, RD_MAY_MISS,
     RD_SAYS("points taken by its Ablative Coat")},
    {"robots.{robot}.howitzer_shots", RD_T_N, RD_MAY_MISS,
     RD_SAYS("shots left of its Mini Howitzer")},
    {"robots.{robot}.controlled_by", R05_T_ROBOT, RD_MAY_MISS, RD_SAYS("under Radio Control")},
    {"robots.{robot}.carries", R05_T_FLAG, RD_MAY_MISS, RD_SAYS("Capture the Flag")},
    {0},
};

static void put_options(const r05_match *m, const r05_state *s, rd_doc *d, int robot) {
    rd_doc_list(d, "options");
    for (int o = 0; o < R05_OPTIONS; o++)
        if (r05_has(s, robot, o)) rd_doc_value(d, NULL, &m->head, R05_T_OPTION, o);
    rd_doc_list_end(d);
    if (r05_has(s, robot, R05_ABLATIVE_COAT))
        rd_doc_int(d, "coat_tokens", s->tokens[R05_ABLATIVE_COAT]);
    if (r05_has(s, robot, R05_MINI_HOWITZER))
        rd_doc_int(d, "howitzer_shots", s->tokens[R05_MINI_HOWITZER]);
}

static void put_robot(const r05_match *m, const r05_state *s, int i, rd_doc *d) {
    const r05_robot *r = &s->robot[i];
    rd_doc_object(d, r05_robot_word(&m->head, i));
    rd_doc_int(d, "seat", m->head.seat_of[i]);
    rd_doc_int(d, "team", r05_team(m, i));
    rd_doc_value(d, "cell", &m->head, R05_T_CELL, s->robots.cell[i]);
    rd_doc_value(d, "facing", &m->head, R05_T_DIR, s->robots.dir[i]);
    rd_doc_value(d, "archive", &m->head, R05_T_CELL, r->archive);
    rd_doc_int(d, "damage", r->damage);
    rd_doc_int(d, "lives", r->lives);
    rd_doc_int(d, "flags", r->flags);
    rd_doc_int(d, "place", r->place);
    rd_doc_bool(d, "powered_down", r->status & R05_DOWN);
    rd_doc_bool(d, "announced", r->status & R05_ANNOUNCED);
    rd_doc_bool(d, "destroyed", r->status & R05_DEAD);
    rd_doc_bool(d, "out", r->status & R05_OUT);
    rd_doc_values(d, "registers", &m->head, R05_T_CARD, r->reg, R05_REGISTERS);
    rd_doc_values(d, "seconds", &m->head, R05_T_CARD, r->pair, R05_REGISTERS);
    rd_doc_set(d, "locked", r->locked);
    rd_doc_set(d, "open", r->open);
    rd_doc_values(d, "hand", &m->head, R05_T_CARD, r->hand, r05_hand_size(r->hand));
    rd_doc_value(d, "aside", &m->head, R05_T_CARD, r->aside);
    rd_doc_value(d, "flywheel", &m->head, R05_T_CARD, r->flywheel);
    put_options(m, s, d, i);
    if (r->master != R05_NONE) rd_doc_value(d, "controlled_by", &m->head, R05_T_ROBOT, r->master);
    if (r->carries) rd_doc_value(d, "carries", &m->head, R05_T_FLAG, r->carries);
    rd_doc_object_end(d);
}

void r05_describe(const rd_match *match, const rd_state *state, rd_doc *d) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    rd_doc_text(d, "course", m->course);
    rd_doc_int(d, "round", s->round);
    rd_doc_value(d, "register", match, R05_T_REGISTER, s->reg + 1);
    rd_doc_value(d, "stage", match, R05_T_STAGE, s->stage);
    rd_doc_value(d, "first", &m->head, R05_T_ROBOT, s->first);
    if (s->superbot != R05_NONE) rd_doc_value(d, "superbot", &m->head, R05_T_ROBOT, s->superbot);
    rd_doc_object(d, "robots");
    for (int i = 0; i < match->n_actors; i++) put_robot(m, s, i, d);
    rd_doc_object_end(d);
    rd_doc_list(d, "flags");
    for (int i = 0; i < m->n_flags; i++)
        rd_doc_value(d, NULL, &m->head, R05_T_CELL, s->flags.cell[i]);
    rd_doc_list_end(d);
    if (r05_on(m, R05_CAPTURE_THE_FLAG))
        rd_doc_value(d, "bases", match, R05_T_PIECE,
                     1 + s->swapped); /* the board of the first team */
    if (r05_on(m, R05_TOGGLE_FLAGS)) {
        rd_doc_list(d, "control"); /* the team of each flag, -1 = none */
        for (int i = 0; i < m->n_flags; i++) rd_doc_int(d, NULL, s->control[i] - 1);
        rd_doc_list_end(d);
    }
    rd_doc_list(d, "turned"); /* quarters that each piece was turned in play */
    for (int i = 0; i < m->floor.n_pieces; i++) rd_doc_int(d, NULL, s->robots.turns >> (2 * i) & 3);
    rd_doc_list_end(d);
    rd_doc_int(d, "deck", s->n_deck);
    rd_doc_int(d, "discard", s->n_discard);
    rd_doc_int(d, "option_deck", s->n_option_deck);
    rd_doc_list(d, "option_discard"); /* they lie face up */
    for (int o = 0; o < R05_OPTIONS; o++)
        if (s->owner[o] == R05_DISCARDED) rd_doc_value(d, NULL, &m->head, R05_T_OPTION, o);
    rd_doc_list_end(d);
}
