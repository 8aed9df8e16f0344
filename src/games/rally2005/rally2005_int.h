/* rally2005_int.h - what the files of RoboRally 2005 offer one another. */
#ifndef RD_RALLY2005_INT_H
#define RD_RALLY2005_INT_H

#include <string.h>

#include "base/bits.h"
#include "base/lanes.h"
#include "core/rule.h"
#include "games/rally2005/rally2005.h"
#include "games/rally2005/rally2005_rules.h"

static inline const r05_match *r05_match_of(const rd_match *m) { return (const r05_match *)m; }
static inline const r05_state *r05_state_of(const rd_state *s) { return (const r05_state *)s; }

enum { R05_STATUS = 5 };
enum { R05_ALL_REGISTERS = (1 << R05_REGISTERS) - 1 }; /* a set */

/* One commit at work: the match, the state it changes, who listens, and what it has done so far. */
typedef struct r05_turn {
    const r05_match *m;
    r05_state *s;
    rd_sink *to;
    uint32_t beat;
    bool together;              /* what is told now happens at the same time */
    int32_t before[R05_STATUS]; /* what r05_tell_status told last */
    uint32_t effects;           /* RD_DREW, RD_SHOWED */
    uint16_t fell_by;           /* the rule of the last fall that was told */
    uint16_t rounds;            /* that have ended since the answer */
    uint8_t thrown_by;          /* the robot whose beam is moving another; R05_NONE = no beam is */
    bool shot_down;             /* that beam is a shot                                            */
    rd_draw chance;             /* the shared stream, kept open so that a block serves many draws */
} r05_turn;

void r05_status_of(const r05_state *s, int32_t status[R05_STATUS]);

static inline void r05_turn_begin(r05_turn *t, const rd_match *m, rd_state *state, rd_sink *to) {
    r05_state *s = (r05_state *)state;
    t->m = r05_match_of(m);
    t->s = s;
    t->to = to;
    t->beat = t->effects = 0;
    t->together = false;
    t->fell_by = t->rounds = 0;
    t->thrown_by = R05_NONE;
    t->shot_down = false;
    if (to) r05_status_of(s, t->before);
    rd_draw_begin(&t->chance, &s->key, 0, s->used[0]);
}

static inline r05_turn r05_turn_of(const rd_match *m, rd_state *state, rd_sink *to) {
    r05_turn t;
    r05_turn_begin(&t, m, state, to);
    return t;
}

static inline bool r05_plays(const r05_state *s, int robot) { /* neither out nor finished */
    return !(s->robot[robot].status & R05_OUT);
}
static inline bool r05_on_floor(const r05_state *s, int robot) {
    return s->robots.cell[robot] != RD_NOWHERE;
}

/* On the floor with a program of its own. */
static inline bool r05_runs(const r05_state *s, int robot) {
    return r05_on_floor(s, robot) && !(s->robot[robot].status & R05_DOWN && RD_RULE(R05_DOWN_3));
}

/* Frames of the agenda. */
enum { R05_OP_CARD = 1, R05_OP_WALK, R05_OP_TURN, R05_OP_DAMAGE, R05_OP_LOSE_OPTION };

/* Beside the floor's own marks: a flag begins here.  For rounds in which flags do not move. */
enum { R05_MARK_FLAG = 128 };

enum { R05_NO_DIR = 4 }; /* damage that comes from nowhere in particular */

/* Steps of R05_OP_CARD: new, told, its option asked; or run for a master, without options. */
enum { R05_NEW, R05_TOLD, R05_OPTION_ASKED, R05_CONTROLLED };

/* ---- telling ---- */

void r05_tell_to(r05_turn *t, uint32_t seen_by, int kind, int rule, int32_t a, int32_t b, int32_t c,
                 int32_t d);
void r05_tell_beam(r05_turn *t, rd_beam way, int by, int rule);
void r05_tell_destroyed(r05_turn *t, int robot, int killer, int rule);
void r05_tell_hand(r05_turn *t, int robot, int rule); /* for its seat */
/* What lies in a set of registers: for its seat, and for all; what goes to the discard: told before
** it does, `keep` is a set of registers. */
void r05_tell_laid(r05_turn *t, int robot, unsigned registers);
void r05_tell_covered(r05_turn *t, int robot, unsigned registers);
void r05_tell_cleared(r05_turn *t, int robot, unsigned keep, int rule);
void r05_tell_dropped(r05_turn *t, int robot, int rule);
void r05_tell_tucked(r05_turn *t, int robot, int card, int rule);
void r05_tell_status(r05_turn *t, int rule); /* at the end of an answer, if it has changed */
static inline uint32_t r05_only(const r05_turn *t, int robot) { /* who sees what its seat sees */
    return 1u << t->m->head.seat_of[robot];
}
#define R05_TELL(t, kind, rule, ...) \
    ((t)->to ? R05_TELL_FOUR((t), (kind), (rule), __VA_ARGS__, 0, 0, 0, 0) : (void)0)
/* What is told and by which rule are one number: then all arguments are in registers. */
#define R05_TELL_FOUR(t, kind, rule, a, b, c, d, ...) \
    r05_tell(t, (uint32_t)(kind) | (uint32_t)(rule) << 16, (a), (b), (c), (d))
void r05_tell(r05_turn *t, uint32_t what, int32_t a, int32_t b, int32_t c, int32_t d); /* to all */

/* The stage that begins, if the floor has something for it. */
static inline void r05_tell_works(r05_turn *t, bool there, int rule) {
    if (there) R05_TELL(t, R05_EV_WORKS, rule, t->s->stage, t->s->reg + 1);
}
static inline bool r05_has_works(const r05_turn *t, int what) { return t->m->works.what & what; }
static inline bool r05_has_pushers(const r05_turn *t) { /* that are active in this register */
    return t->m->works.push >> (2 + t->s->reg + 1) & 1;
}

/* ---- rally2005_mats.c ---- */

/* What lies beside a robot.  No byte is padding: mats are compared as a whole. */
enum { R05_NO_TOKENS = -1 }; /* it has not the option for them */
typedef struct r05_mat {
    uint16_t archive;
    uint8_t lives, flags;
    int8_t coat, shots;
    uint8_t master, carries;
    uint8_t aside[2], flywheel[2]; /* as all know them, and as its own seat does */
    uint8_t zero[4];
} r05_mat;
typedef struct r05_mats {
    r05_mat of[R05_ROBOTS];
    uint8_t control[R05_FLAGS];
} r05_mats;
/* The mats of some robots, a set, and what has changed there since `before`. */
void r05_see_mats(const r05_state *s, unsigned whose, r05_mats *mats);
void r05_tell_mats(r05_turn *t, const r05_mats *before, unsigned whose);

/* ---- rally2005_setup.c ---- */

void r05_start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to);

/* ---- rally2005_answer.c ---- */

static inline int r05_ask_kind(const r05_state *s) {
    static const uint8_t TOGETHER[R05_AT_OVER + 1] = {[R05_AT_SETUP] = R05_ASK_CHOOSE_OPTION,
                                                      [R05_AT_PROGRAM] = R05_ASK_PROGRAM,
                                                      [R05_AT_ASIDE] = R05_ASK_ASIDE,
                                                      [R05_AT_FLYWHEEL] = R05_ASK_FLYWHEEL};
    return s->ask != R05_ASK_NOTHING ? s->ask : TOGETHER[s->stage];
}

unsigned r05_power_choices(const r05_match *m, const r05_state *s, int robot);
void r05_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                  rd_decision *d);
void r05_answer(r05_turn *t, int kind, const rd_action *a);

/* ---- rally2005_refusals.c ---- */

int r05_refused_by(const rd_match *m, const rd_state *s, const rd_action *a);

/* ---- rally2005_cards.c ---- */

/* A hand as sixteen bytes; places without a card are 127, unknown cards 126. */
static inline rd_bytes r05_spread(const uint8_t *hand) {
    rd_bytes all = {0};
    all |= 127;
    memcpy(&all, hand, R05_HAND_MAX);
    return all & 127;
}
static inline int r05_hand_size(const uint8_t *hand) {
    return rd_bit_count(rd_bytes_below(r05_spread(hand), 127));
}
void r05_sort_hand(uint8_t *hand);
void r05_thin_hand(uint8_t *hand, rd_bytes all, unsigned out);
bool r05_take_from_hand(uint8_t *hand, int card);
static inline void r05_discard(r05_state *s, uint8_t *place) { /* empties the place */
    if (r05_is_card(*place)) s->discard[s->n_discard++] = *place;
    *place = R05_NONE;
}
void r05_discard_hand(r05_state *s, uint8_t *hand);

/* Five registers as one number, and five times the same byte. */
#define R05_FIVE(byte) (UINT64_C(0x0101010101) * (byte))
static inline uint64_t r05_five(const uint8_t *reg) {
    uint64_t five = 0;
    memcpy(&five, reg, R05_REGISTERS); /* their order does not matter here */
    return five;
}
uint8_t r05_draw_card(
    r05_turn *t); /* from the shuffled discards when the deck is out, or R05_NONE */
void r05_draw_cards(r05_turn *t, uint8_t *card, int n);
void r05_gather_deck(r05_turn *t); /* all that nobody holds goes back and is shuffled */

/* ---- rally2005_program.c ---- */

static inline int r05_free_registers(const r05_robot *r) {
    return R05_REGISTERS - rd_bit_count(r->locked & ((1u << R05_REGISTERS) - 1));
}
bool r05_has_choice(const r05_state *s, int robot);
/* What the player has to choose from: the hand, and what the Flywheel kept.  Ascending. */
static inline int r05_gather(const r05_state *s, int robot, uint8_t card[R05_HAND_MAX]) {
    const r05_robot *r = &s->robot[robot];
    int n = r05_hand_size(r->hand);
    memcpy(card, r->hand, R05_HAND_MAX);
    if (!r05_is_card(r->flywheel) || !RD_RULE(R05_FLYWHEEL_2)) return n;
    int i = n++;
    for (; i && card[i - 1] > r->flywheel; i--) card[i] = card[i - 1];
    card[i] = r->flywheel;
    return n;
}

void r05_program_decision(const r05_match *m, const r05_state *s, int robot, const uint16_t *pick,
                          int n, rd_decision *d);
bool r05_is_plain_program(const r05_state *s, const rd_action *a);
bool r05_uses_other_cards(const r05_state *s, const rd_action *a);
uint64_t r05_program_count(const r05_state *s, int robot);
void r05_program_nth(const r05_state *s, int robot, uint64_t i, rd_action *a);
void r05_program_sample(const rd_match *m, const rd_state *s, int robot, rd_prng *g, rd_action *a);
void r05_program_store(r05_state *s, int robot, const rd_action *a);
void r05_program_draft(r05_state *s, int robot, const rd_action *a);
void r05_program_fill(r05_turn *t, int robot);
void r05_recompile(r05_turn *t, int robot, int instead); /* of the damage: an option, or none */
void r05_return_spares(r05_state *s, r05_robot *r);

/* ---- rally2005_options.c: rows at named moments ---- */

static inline bool r05_has(const r05_state *s, int robot, int option) {
    return s->has[robot] >> option & 1;
}
typedef struct r05_laser_kind {
    int shots, walls, robots;
} r05_laser_kind;
int r05_draw_option(r05_turn *t);
void r05_give_option(r05_turn *t, int robot, int option, int rule);
void r05_gain_option(r05_turn *t, int robot, int rule);
void r05_lose_option(r05_turn *t, int robot, int option, int rule);
int r05_extra_cards(const r05_state *s, int robot);
bool r05_may_set_aside(const r05_state *s, int robot);
bool r05_may_keep(const r05_state *s, int robot);
bool r05_may_steady(const r05_state *s, int robot);
bool r05_may_switch(const r05_state *s, int robot);
bool r05_may_abort(const r05_state *s, int robot);
bool r05_ask_card_options(r05_turn *t, rd_frame *f);
int r05_card_option_rule(int option);
void r05_answer_card(r05_turn *t, int robot, bool yes);
bool r05_rams(const r05_turn *t, int robot);
bool r05_is_shielded(r05_turn *t, int robot, int dir);
uint32_t r05_weapons(const r05_state *s, int robot, int target, int distance);
bool r05_has_any_weapon(const r05_state *s, int robot);
r05_laser_kind r05_main_laser(const r05_state *s, int robot);
typedef struct r05_effects {
    unsigned registers; /* that may be locked    */
    uint32_t options;   /* that may be destroyed */
} r05_effects;
r05_effects r05_fire_control_effects(const r05_match *m, const r05_state *s, int robot, int target);
bool r05_fires_back(const r05_state *s, int robot);
bool r05_chooses_effect(const r05_state *s, int robot);
void r05_wear_weapon(r05_turn *t, int robot, int weapon);
bool r05_breaks_circuit(const r05_state *s, int robot);
int r05_return_damage(const r05_state *s, int robot);
bool r05_reaches_out(const r05_state *s, int robot);

/* ---- rally2005_move.c ---- */

void r05_forget_floor_rules(rd_floor *f);
rd_effect r05_step(r05_turn *t, int who, int dir, int rule);
int r05_spaces(int card, int pair, int added);
void r05_run_walk(r05_turn *t, rd_frame *f);
void r05_run_turn(r05_turn *t, rd_frame *f);
void r05_run_card(r05_turn *t, rd_frame *f);

/* ---- rally2005_floor.c ---- */

void r05_tell_facts(r05_turn *t, const rd_facts *facts, int how, int rule);
void r05_destroy_fallen(r05_turn *t, unsigned fell, const uint16_t *before, int killer);
void r05_run_belts(r05_turn *t, int kinds, int rule);
void r05_run_pushers(r05_turn *t);
void r05_run_gears(r05_turn *t);
int r05_wall_hits(r05_turn *t, rd_hit hit[RD_MAX_HITS]);

/* ---- rally2005_damage.c ---- */

void r05_damage(r05_turn *t, int robot, int points, int dir, int shooter);
void r05_run_damage(r05_turn *t, rd_frame *f);
uint8_t r05_locked_by(int damage); /* a set of registers */
void r05_answer_protect(r05_turn *t, int robot, int pick);
void r05_lock_by_choice(r05_turn *t, int robot, int reg);
void r05_lock_for_damage(r05_turn *t, int robot);
void r05_take_token(r05_turn *t, int robot, int by, int rule); /* by R05_NONE = no robot */
void r05_destroy(r05_turn *t, int robot, int killer, int rule);
void r05_discard_registers(r05_state *s, r05_robot *r, unsigned keep);
void r05_retire(r05_turn *t, int robot);
void r05_eliminate(r05_turn *t, int robot);
void r05_end_control(r05_state *s, int robot);
void r05_run_lose_option(r05_turn *t, rd_frame *f);
void r05_repair(r05_turn *t, int robot, int rule);
void r05_repair_all(r05_turn *t, int robot, int rule);

/* ---- rally2005_fire.c ---- */

bool r05_stage_aim(r05_turn *t);
int r05_shot_at(const r05_match *m, const r05_state *s, int robot, int k);
void r05_fire_robots(r05_turn *t); /* tells and collects the hits; nobody is hurt yet */
bool r05_stage_fire(r05_turn *t);
bool r05_stage_beams(r05_turn *t);
void r05_answer_weapon(r05_turn *t, int robot, int pick);
void r05_answer_fire_control(r05_turn *t, int robot, int pick);

/* ---- rally2005_cleanup.c ---- */

int r05_flag_at(const r05_turn *t, uint16_t cell); /* or R05_NONE */
typedef enum r05_gift { R05_NO_GIFT, R05_GIFT_FLAG, R05_GIFT_WRENCH, R05_GIFT_HAMMER } r05_gift;
r05_gift r05_gift_of(const r05_turn *t, int robot);
void r05_touch_in_order(r05_turn *t, int robot, int flag, int due);
void r05_touch(r05_turn *t, int robot, int due);
bool r05_stage_touch(r05_turn *t);
bool r05_stage_repair(r05_turn *t);
bool r05_stage_wipe(r05_turn *t);
bool r05_stage_stay_down(r05_turn *t);
bool r05_stage_reenter(r05_turn *t);
bool r05_stage_round_end(r05_turn *t);
int r05_return_cells(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most);
unsigned r05_facings(const r05_match *m, const r05_state *s, int robot, uint16_t cell);
void r05_answer_reenter(r05_turn *t, int robot, const uint16_t *pick);

/* ---- rally2005_round.c: the runner ---- */

/* Opens a question; the stage or frame that asks returns at once and is resumed by the answer. */
void r05_ask(r05_turn *t, int robot, int kind, int subject);
uint32_t r05_programming(const r05_match *m, const r05_state *s);
uint32_t r05_setting_aside(const r05_match *m, const r05_state *s);
uint32_t r05_together(const r05_match *m, const r05_state *s); /* robots asked at the same time */
void r05_await(const r05_turn *t);                             /* notes them in the state */
static inline uint32_t r05_asked(const r05_state *s) {         /* robots asked now */
    return s->ask == R05_ASK_NOTHING ? s->awaited : 1u << s->asked;
}
void r05_replace_card(r05_turn *t, int robot);
void r05_deal_rest(r05_turn *t);
void r05_robot_clear(r05_robot *r); /* as it is without cards, options and history */
/* By name; R05_NONE = no such robot. */
int r05_robot_find(const rd_match *m, const char *word, size_t n);
bool r05_pull_card(r05_state *s, int card); /* out of deck, discards or any hand */
void r05_run(r05_turn *t);
/* From the stage it is in to the end of stage `last`, every question answered by the default. */
void r05_run_through(r05_turn *t, int last);

/* ---- rally2005_preview.c ---- */

void r05_preview(const rd_match *m, const rd_state *view, int actor, const uint16_t *pick, int n,
                 const struct rd_teller *words, rd_doc *d);

/* Robots by falling keys, equal ones as they are numbered: each one's place is the number of those
** before it. */
static inline void r05_order_by(const int *key, int n, uint8_t *order) {
    for (int i = 0; i < n; i++) {
        int place = 0;
        for (int k = 0; k < i; k++) place += key[k] >= key[i];
        for (int k = i + 1; k < n; k++) place += key[k] > key[i];
        order[place] = (uint8_t)i;
    }
}

/* ---- rally2005_quick.c ---- */

bool r05_quick_registers(r05_turn *t);
bool r05_quick_store(const rd_match *m, r05_state *s, const rd_action *a);

/* ---- rally2005_special.c: the rules of single courses ---- */

bool r05_stage_setup(r05_turn *t);
uint32_t r05_choosing(const r05_match *m, const r05_state *s); /* set-up: who is asked */
int r05_timer(const r05_match *m, const r05_state *s, int robot);
int r05_shots_factor(const r05_match *m);     /* shots fired instead of one */
int r05_power(const r05_state *s, int robot); /* points that each of its shots does */
bool r05_may_power_down(const r05_match *m);
bool r05_sites_repair(const r05_match *m);
bool r05_may_return(const r05_turn *t, int robot);
void r05_on_register_start(r05_turn *t);
void r05_on_belts(r05_turn *t, int kinds);
void r05_on_touch(r05_turn *t, int robot, int flag, int due);
void r05_share_flags(r05_turn *t, int robot); /* where a team has its flags together */
void r05_on_flag_credit(r05_turn *t, int robot, int flag);
void r05_on_register_end(r05_turn *t);
void r05_on_destroyed(r05_turn *t, int robot, int killer, int rule);
void r05_on_out(r05_turn *t, int robot);
void r05_on_round_end(r05_turn *t);

/* ---- rally2005_capture.c ---- */

int r05_home_piece(const r05_match *m, const r05_state *s, int robot);
int r05_piece_under(const r05_match *m, const r05_state *s, int robot);
void r05_drop_flag(r05_turn *t, int robot, uint16_t cell, int rule);
void r05_capture_touch(r05_turn *t, int robot, int flag);
void r05_throw_out_all(r05_turn *t);
bool r05_pushes_matter(const r05_turn *t, int who);
void r05_on_push(r05_turn *t, int who, uint16_t from, int pushed, uint16_t pushed_from);
void r05_on_pushed(r05_turn *t, unsigned pushed, const uint16_t *before);
int r05_special_cells(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most);
bool r05_captured(const r05_match *m, const r05_state *s, int robot); /* a flag is home */

/* ---- rally2005_finish.c ---- */

void r05_award(r05_turn *t, int robot, int rule); /* a place for its side */
void r05_close_places(r05_turn *t);
void r05_finish_robots(r05_turn *t);
bool r05_race_over(r05_turn *t);
bool r05_is_idle(r05_turn *t);
bool r05_outcome(const rd_match *m, const rd_state *s, rd_outcome *o);

/* ---- rally2005_view.c, rally2005_text.c, rally2005_valid.c ---- */

void r05_redact(const rd_match *m, const rd_state *s, int seat, rd_state *out);
void r05_hide_robot(const r05_state *s, int robot, r05_robot *r, bool own); /* in a view */
void r05_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out);
void r05_describe(const rd_match *m, const rd_state *s, rd_doc *d);
extern const rd_type r05_types[];
extern const rd_field r05_fields[];
extern const rd_option_range r05_option_ranges[];
void r05_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p);
void r05_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                      rd_phrase *p);
bool r05_noun(const rd_match *m, const char *type, int32_t value, rd_out *o);
bool r05_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p);
void r05_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o);
void r05_actor_word(const rd_match *m, const rd_state *s, int actor, rd_out *o);
extern const char *const r05_robot_words[R05_ROBOTS]; /* as in the box */
/* Without a match, as in the box. */
const char *r05_robot_word(const rd_match *m, int robot);
const char *r05_kind_word(int kind);
void r05_print_state(const rd_match *m, const rd_state *s, rd_out *o);
bool r05_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
void r05_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
bool r05_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                      rd_action *a, rd_fault *f);
bool r05_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f);
bool r05_settle(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f);
bool r05_valid(const rd_match *m, const rd_state *s, rd_fault *f);

/* rally2005_box.c */
void r05_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);

#endif
