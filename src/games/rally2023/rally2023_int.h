/* rally2023_int.h - what the files of Robo Rally 2023 offer one another. */
#ifndef RD_RALLY2023_INT_H
#define RD_RALLY2023_INT_H

#include <stddef.h>
#include <string.h>

#include "base/bits.h"
#include "base/inline.h"
#include "core/rule.h"
#include "games/rally2023/rally2023.h"
#include "games/rally2023/rally2023_rules.h"

static inline const r23_match *r23_match_of(const rd_match *m) { return (const r23_match *)m; }
static inline const r23_state *r23_state_of(const rd_state *s) { return (const r23_state *)s; }

/* One commit at work: the match, the state it changes, who listens, and what it has done so far. */
typedef struct r23_turn {
    const r23_match *m;
    r23_state *s;
    rd_sink *to;
    rd_event ev;      /* what is told: its beat, and that all may see it, last */
    uint64_t status;  /* what r23_tell_status told last */
    uint64_t touched; /* registers that events told of, bit 8 * robot + register */
    uint32_t effects; /* RD_DREW, RD_SHOWED */
    rd_draw chance;   /* stream 0; an actor's own while it answers in a simultaneous phase */
} r23_turn;

/* How far the round is, and cards in the decks: bytes of one word. */
static inline uint64_t r23_status_of(const r23_state *s) {
    return s->stage | (uint64_t)s->reg << 8 | (uint64_t)s->lead << 16 |
           (uint64_t)s->n_damage << 24 | (uint64_t)s->n_upgrades << 32;
}

static inline void r23_turn_begin(r23_turn *t, const rd_match *m, rd_state *state, rd_sink *to,
                                  uint32_t stream) {
    r23_state *s = (r23_state *)state;
    t->m = r23_match_of(m);
    t->s = s;
    t->to = to;
    t->ev.beat = t->effects = 0;
    t->touched = 0;
    if (to) {
        t->status = r23_status_of(s);
        t->ev.seen_by = RD_SEEN_BY_ALL;
        t->ev.arg[4] = t->ev.arg[5] = 0;
    }
    rd_draw_begin(&t->chance, &s->key, stream, s->used[stream]);
}

r23_turn r23_turn_of(const rd_match *m, rd_state *state, rd_sink *to);

/* Is there room for a quick way of each kind, and for telling as a part of each caller?  A browser
** module has one quick way, for play without a listener; its listener, of one table, hears the
** stages. */
#ifdef RD_SMALL
enum { R23_ROOM = false };
#define R23_TELLING static inline RD_APART
#else
enum { R23_ROOM = true };
#define R23_TELLING static inline
#endif

/* Not where rules are switched off, as their switches are in the long way. */
static inline bool r23_may_be_quick(const r23_turn *t) {
#ifdef RD_MUTANTS
    (void)t;
    return false;
#else
    return !t->m->head.by_stages;
#endif
}

static inline bool r23_on_floor(const r23_state *s, int robot) {
    return s->robots.cell[robot] != RD_NOWHERE;
}

/* On the floor and switched on. */
static inline bool r23_runs(const r23_state *s, int robot) {
    return r23_on_floor(s, robot) && !(s->robot[robot].status & R23_DOWN && RD_RULE(R23_DOWN_5));
}

/* Installed, and the player has not asked to be left alone with it. */
static inline bool r23_offers(const r23_state *s, int robot, int upgrade) {
    return r23_has(s, robot, upgrade) &&
           !(s->order_for[upgrade] & (R23_HELD | R23_QUIET) && RD_RULE(R23_UPGRADE_10));
}

/* A robot without energy that is to pay right now may use its Recharge first: "any time". */
static inline bool r23_may_recharge(const r23_state *s, int robot) {
    return !s->robot[robot].energy && r23_has(s, robot, R23_RECHARGE) && RD_RULE(R23_ANYTIME_2);
}

/* Effects of pushes: what came by an exchange in this register does not have them yet. */
static inline bool r23_reacts(const r23_state *s, int robot, int upgrade) {
    return r23_has(s, robot, upgrade) &&
           !(s->robot[robot].fresh == upgrade && RD_RULE(R23_MODULAR_CHASSIS_2));
}

/* A mark of ours beside those of the floor: this cell has a checkpoint. */
enum { R23_MARK_CHECKPOINT = 64 };

/* The registers as the five lowest bytes of a word; the others mean nothing. */
static inline uint64_t r23_registers_of(const r23_robot *r) {
    uint64_t cards;
    memcpy(&cards, (const uint8_t *)r + offsetof(r23_robot, reg), sizeof cards);
    return cards;
}

static inline void r23_set_registers(r23_robot *r, uint64_t cards) {
    memcpy((uint8_t *)r + offsetof(r23_robot, reg), &cards, sizeof cards);
}

/* Which of the five lowest bytes are below n, at most 127: the lowest bit of each that is. */
static inline uint64_t r23_bytes_below(uint64_t bytes, int n) {
    const uint64_t ones = 0x0101010101;
    return ((((bytes & 127 * ones) + (uint64_t)(128 - n) * ones) | bytes) >> 7 & ones) ^ ones;
}

/* From bit 8i to bit i. */
static inline unsigned r23_register_set(uint64_t bytes) { return bytes * 0x0102040810 >> 32 & 31; }

/* Registers without a card, a set.  R23_NONE alone has both the first and the last bit of a byte.
 */
static inline unsigned r23_empty_registers(const r23_robot *r) {
    uint64_t cards = r23_registers_of(r);
    return r23_register_set(cards >> 7 & cards & 0x0101010101);
}

static inline int r23_open_registers(const r23_robot *r) {
    return rd_bit_count(r23_empty_registers(r));
}

/* How many registers have been revealed in this round: the first ones.  Cards in them lie open. */
static inline int r23_n_revealed(const r23_state *s) {
    bool now = s->stage > R23_AT_REVEAL;
    return s->stage < R23_AT_BEGIN ? 0 : RD_GIVEN(R23_REVEAL_1, s->reg + now);
}
static inline unsigned r23_revealed(const r23_state *s) { return (1u << r23_n_revealed(s)) - 1; }

/* Is there no card in or below its registers, nor beside them? */
static inline bool r23_registers_bare(const r23_robot *r) {
    uint64_t places[2]; /* reg, pair, under and extra follow one another: 17 bytes */
    memcpy(places, (const uint8_t *)r + offsetof(r23_robot, reg), sizeof places);
    return !~(places[0] & places[1]) && r->extra[1] == R23_NONE;
}

/* Frames of the agenda. */
enum {
    R23_OP_ACT = 1, /* a robot's turn in a register                             */
    R23_OP_CARD,    /* a = kind, b = R23_REPEATED, R23_SIDEWAYS                 */
    R23_OP_WALK,    /* a = direction, left = cells, b = R23_BY_CARD ...         */
    R23_OP_HURT,    /* left = points, a = shooter or -1 for wall lasers         */
    R23_OP_FIRE,    /* a robot's weapons                                        */
};
enum {
    R23_REPEATED = 1,
    R23_SIDEWAYS = 2,
    R23_SLOT_SHIFT = 4, /* where its card lies: 0 = in the register, 1, 2 = drawn by Haywire 16 */
};

/* Where a frame goes on. */
enum { R23_ACT_RETURN, R23_ACT_BEFORE, R23_ACT_CARD, R23_ACT_AFTER, R23_ACT_DONE };
enum {
    R23_CARD_RESOLVE,
    R23_CARD_OPS,
    R23_CARD_LAND = R23_CARD_OPS + R23_DEEDS,
    R23_CARD_SLIDE,
    R23_CARD_DONE
};
enum { R23_WALK_FOLLOW, R23_WALK_GO, R23_WALK_DRILL, R23_WALK_CHASSIS };
enum { R23_FIRE_CHOOSE, R23_FIRE_MAIN, R23_FIRE_REAR, R23_FIRE_DONE };

/* How a robot is moved. */
enum {
    R23_BY_CARD = 1,    /* its own register card: Ramming Gear, Piercing Drill ...  */
    R23_GENTLE = 2,     /* stops before it would push                               */
    R23_WALL_HURTS = 4, /* Haywire 14                                               */
    R23_SHOVE = 8,      /* another robot's weapon does it                           */
};

/* The question that a robot which is asked has before it. */
static inline int r23_ask_kind(const r23_state *s, int robot) {
    if (s->ask != R23_ASK_NOTHING) return s->ask;
    if (s->robot[robot].phase & R23_SWAPS) return R23_ASK_PUT_BACK;
    return s->stage == R23_AT_PROGRAM   ? R23_ASK_PROGRAM
           : s->stage == R23_AT_UPGRADE ? R23_ASK_UPGRADE
                                        : R23_ASK_KEEP;
}

/* ---- telling ---- */

/* Stages in which one thing happens after the other; in the others all is simultaneous, as far as
** no fact of the floor parts it. */
enum {
    R23_IN_TURN = 1u << R23_AT_ACT | 1u << R23_AT_BURN | 1u << R23_AT_CONVERT | 1u << R23_AT_FIRE
};

/* The event stands in the turn, so that only what differs from the one before is written.  Whoever
** writes more than four arguments, or who may see it, puts that back. */
static inline void r23_event(r23_turn *t, int kind, int rule) {
    t->ev.kind = (uint16_t)kind;
    t->ev.rule = (uint16_t)rule;
}
static inline void r23_emit(r23_turn *t) {
    t->to->emit(t->to->ctx, &t->ev, (const rd_state *)t->s);
}
/* Beats from one event to the next. */
static inline uint32_t r23_pace(const r23_turn *t) { return R23_IN_TURN >> t->s->stage & 1; }
/* To all, at the same time as what is told next. */
R23_TELLING void r23_tell_now(r23_turn *t, int kind, int rule, int32_t a, int32_t b, int32_t c,
                              int32_t d) {
    r23_event(t, kind, rule);
    t->ev.arg[0] = a;
    t->ev.arg[1] = b;
    t->ev.arg[2] = c;
    t->ev.arg[3] = d;
    r23_emit(t);
}
void r23_tell_to(r23_turn *t, int robot, int kind, int rule, int32_t b); /* to its seat alone */
/* A card that lies face up in a register: revealed, or another one than before. */
void r23_tell_face_up(r23_turn *t, int kind, int rule, int robot, int reg, int card, int second);
/* What has changed on the mats of some robots, a set, since `before`, as everybody and each one's
** seat may know it. */
void r23_tell_mats(r23_turn *t, const r23_state *before, unsigned whose);
void r23_tell_status(r23_turn *t, int rule); /* at the end of an answer, if it has changed */
#define R23_TELL(t, kind, rule, ...) \
    ((t)->to ? R23_TELL_FOUR((t), (kind), (rule), __VA_ARGS__, 0, 0, 0, 0) : (void)0)
/* What is told and by which rule are one number: then all arguments are in registers. */
#define R23_TELL_FOUR(t, kind, rule, a, b, c, d, ...) \
    r23_tell(t, (uint32_t)(kind) | (uint32_t)(rule) << 16, (a), (b), (c), (d))
void r23_tell(r23_turn *t, uint32_t what, int32_t a, int32_t b, int32_t c, int32_t d); /* to all */

static inline uint32_t r23_only(const r23_turn *t, int robot) {
    return 1u << t->m->head.seat_of[robot];
}

/* The card beside that of a register, as events tell it. */
static inline int r23_second(const r23_robot *r, int reg) {
    return r->pair[reg] == R23_NONE ? -1 : r->pair[reg];
}

/* The stage that begins, if the floor has something for it. */
void r23_tell_works(r23_turn *t, bool there, int rule);
static inline bool r23_has_works(const r23_turn *t, int what) { return t->m->works.what & what; }
static inline bool r23_has_pushers(const r23_turn *t) { /* that are active in this register */
    return t->m->works.push >> (2 + t->s->reg + 1) & 1;
}

/* ---- rally2023_cards.c ---- */

uint32_t r23_below(r23_turn *t, uint32_t n); /* chance: a number below n */

/* The cards of a pile one by one: the lowest first, unknown ones last; returns n. */
int r23_spread(r23_cards cards, uint32_t haywires, int n, uint8_t *card);
static inline uint32_t r23_hand_kinds(const r23_robot *r) { /* a set */
    return r23_kind_set(r->hand) | r->haywires;
}
void r23_hand_add(r23_robot *r, int card);
bool r23_hand_take(r23_robot *r, int card);
void r23_take_kept(r23_robot *r);                    /* from Memory Cards to the hand */
void r23_hand_to_own(r23_robot *r, r23_cards cards); /* from the hand on its discard     */
void r23_registers_to_own(r23_robot *r);             /* their ordinary cards, on its discard     */
void r23_to_own(r23_robot *r, int card);             /* on its discard                */
void r23_to_damage(r23_state *s, int card);          /* on the damage discard         */
void r23_throw(r23_state *s, int robot, int card);   /* where such a card belongs  */
int r23_draw_card(r23_turn *t, int robot);           /* the top of its deck, or R23_NONE */
void r23_draw_to_hand(r23_turn *t, int robot, int n);
void r23_stack_card(r23_robot *r, int card);                /* on top of the deck            */
void r23_turn_up_top(r23_turn *t, int robot);               /* Spam Filter                   */
void r23_shuffle_all(r23_turn *t, int robot);               /* less foresight                */
int r23_draw_damage(r23_turn *t);                           /* or R23_NONE                   */
int r23_hurt(r23_turn *t, int robot, int points, int rule); /* how many it took  */
void r23_gain_energy(r23_turn *t, int robot, int n, int rule);
void r23_pay_energy(r23_turn *t, int robot, int n, int rule);

/* ---- rally2023_program.c ---- */

bool r23_is_plain_program(const r23_state *s, const rd_action *a);
void r23_program_decision(const r23_match *m, const r23_state *s, int robot, const uint16_t *pick,
                          int n, rd_decision *d);
uint64_t r23_program_count(const rd_match *m, const rd_state *s, int robot);
void r23_program_nth(const rd_match *m, const rd_state *s, int robot, uint64_t i, rd_action *a);
void r23_program_sample(const rd_match *m, const rd_state *s, int robot, rd_prng *g, rd_action *a);
void r23_program_store(r23_state *s, int robot, const rd_action *a);
void r23_program_draft(r23_state *s, int robot, const rd_action *a);
void r23_program_fill(r23_turn *t, int robot);
uint32_t r23_keeping(const r23_match *m, const r23_state *s); /* who is asked for Memory Cards */
void r23_keep_decision(const r23_state *s, int robot, const uint16_t *pick, int n, rd_decision *d);
void r23_keep(r23_turn *t, int robot, const rd_action *a);

/* ---- rally2023_upgrades.c ---- */

void r23_place_upgrade(r23_state *s, int upgrade, int place);       /* from anywhere to anywhere */
int r23_draw_upgrade(r23_turn *t);                                  /* or R23_NONE */
int r23_upgrades_of(const r23_state *s, int robot, bool permanent); /* how many installed */
void r23_lose_upgrade(r23_turn *t, int robot, int upgrade);         /* installed -> discard */
void r23_spend(r23_turn *t, int robot, int upgrade);                /* a temporary one was used */
void r23_put_back_decision(const r23_state *s, int robot, const uint16_t *pick, int n,
                           rd_decision *d);
void r23_put_back(r23_turn *t, int robot, const rd_action *a);
uint64_t r23_exchangeable(const r23_state *s, int robot, int other); /* Modular Chassis */
void r23_exchange(r23_turn *t, int robot, int other, int upgrade);

/* ---- rally2023_temporary.c: rows offered at named windows ---- */

enum { R23_IN_UPGRADES = R23_WINDOW_COUNT, R23_IN_PROGRAMMING, R23_ALL_WINDOWS };

uint64_t r23_offered(const r23_match *m, const r23_state *s, int robot, int window);
void r23_use_options(const r23_match *m, const r23_state *s, int robot, uint64_t set,
                     const uint16_t *pick, int n, rd_decision *d);
void r23_use(r23_turn *t, int robot, const uint16_t *pick);
void r23_answer_lucky(r23_turn *t, int robot, bool yes);
void r23_silence(r23_state *s, int robot); /* "not again" */
bool r23_window(r23_turn *t, int window);  /* true = nobody is asked any more */

/* ---- rally2023_shop.c ---- */

uint32_t r23_upgrading(const r23_match *m, const r23_state *s); /* who is asked */
bool r23_somebody_upgrades(const r23_match *m, const r23_state *s);
void r23_upgrade_decision(const r23_match *m, const r23_state *s, int robot, const uint16_t *pick,
                          int n, rd_decision *d);
/* A legal step that uses nothing: what else there is need not be listed. */
bool r23_is_plain_step(const r23_match *m, const r23_state *s, const rd_action *a);
void r23_upgrade_sample(const rd_match *m, const rd_state *s, int robot, rd_prng *g, rd_action *a);
void r23_answer_upgrade(r23_turn *t, int robot, const rd_action *a);
int r23_upgrade_refused_by(const r23_state *s, int robot, int pick);

/* ---- rally2023_floor.c ---- */

void r23_forget_floor_rules(rd_floor *f);
void r23_tell_facts(r23_turn *t, const rd_facts *facts, int how, int rule);
rd_effect r23_step(r23_turn *t, int who, int dir, int how, int rule);
/* The robots that stood so before belts dropped some of them. */
void r23_reboot_from_belts(r23_turn *t, const rd_bodies *before, unsigned fell);
void r23_run_belts(r23_turn *t, int kinds, unsigned only, int rule);
void r23_run_pushers(r23_turn *t);
void r23_run_gears(r23_turn *t);
void r23_drop(r23_turn *t, int robot); /* onto the pit below it, if there is one */
int r23_wall_hits(r23_turn *t, rd_hit hit[RD_MAX_HITS]);

/* ---- rally2023_move.c ---- */

int r23_row_before(const r23_turn *t, int who, int dir, uint8_t row[RD_MAX_BODIES]);
void r23_contact(r23_turn *t, int who, const uint8_t *row, int n, int how, uint64_t *met);
void r23_push_walk(r23_turn *t, int who, int dir, int cells, int how);
void r23_run_walk(r23_turn *t, rd_frame *f);
void r23_answer_follow(r23_turn *t, int robot, bool yes);
void r23_answer_drill(r23_turn *t, int robot, int pick);
void r23_turn_robot(r23_turn *t, int robot, int quarters, int rule);

/* ---- rally2023_run.c ---- */

bool r23_stage_act(r23_turn *t);
void r23_run_plainly(r23_turn *t, int robot); /* its card, which asks nothing */
void r23_run_act(r23_turn *t, rd_frame *f);

/* ---- rally2023_card.c ---- */

/* Could its card of this register ask its player something?  Again may repeat such a card. */
static inline bool r23_card_may_ask(const r23_state *s, int robot) {
    const uint32_t asking = 1u << R23_HW02 | 1u << R23_HW04 | 1u << R23_HW05 | 1u << R23_HW07 |
                            1u << R23_HW11 | 1u << R23_HW12 | 1u << R23_HW16;
    int card = s->robot[robot].reg[s->reg];
    bool repeats = card == R23_AGAIN || card == R23_SPAM; /* SPAM may bring Again */
    return (r23_is_card(card) && asking >> card & 1) ||
           (repeats && r23_is_haywire(s->before[robot]));
}

void r23_replace_card(r23_turn *t, int robot, int reg, int card, int rule);
void r23_clear_spam(r23_turn *t); /* right after the reveal, before anybody acts */

/* Goes on with a card until it is done (true), or a question or a frame stands in between. */
bool r23_card_step(r23_turn *t, rd_frame *f);
bool r23_way_ahead(const r23_match *m, const r23_state *s, int robot);
uint64_t r23_turns_first(const r23_match *m, const r23_state *s, const rd_frame *f);
void r23_run_card(r23_turn *t, rd_frame *f);

/* ---- rally2023_card_asks.c ---- */

uint64_t r23_lendable(const r23_state *s, int robot); /* Haywire 5: a set of upgrades */
void r23_lend(r23_turn *t, int robot, int upgrade);
void r23_drop_card(r23_turn *t, int robot, int pick, int rule); /* out of the game */
void r23_draw_two(r23_turn *t, int robot);                      /* Haywire 16      */
void r23_card_decision(const r23_match *m, const r23_state *s, int kind, int robot, int n,
                       rd_decision *d);
void r23_answer_card(r23_turn *t, int kind, const rd_action *a);

/* ---- rally2023_reboot.c ---- */

void r23_reboot(r23_turn *t, int robot, bool pit, int piece);
r23_token r23_home(const r23_match *m, const r23_state *s, int robot);
bool r23_put_down(r23_turn *t, int robot, r23_token where); /* shifts who stands there */
void r23_return(r23_turn *t, int robot, int dir);
void r23_shut_down(r23_turn *t, int robot);

/* ---- rally2023_fire.c ---- */

bool r23_stage_lasers(r23_turn *t);
bool r23_stage_burn(r23_turn *t);
bool r23_stage_convert(r23_turn *t);
bool r23_stage_fire(r23_turn *t);
void r23_tell_shots(
    r23_turn *t); /* who hits whom with lasers now; nobody is hurt, the agenda is lost */
void r23_run_hurt(r23_turn *t, rd_frame *f);
void r23_run_fire(r23_turn *t, rd_frame *f);
uint64_t r23_weapons(const r23_match *m, const r23_state *s, int robot);

/* ---- rally2023_round.c: the runner ---- */

/* Is a simultaneous phase open? */
static inline bool r23_is_together(const r23_state *s) {
    return 1u << s->stage & (1u << R23_AT_UPGRADE | 1u << R23_AT_PROGRAM | 1u << R23_AT_KEEP);
}

/* Opens a question; the stage or frame that asks returns at once and is resumed by the answer. */
void r23_ask(r23_turn *t, int robot, int kind, int subject);
uint32_t r23_asked_together(const r23_match *m, const r23_state *s);
static inline uint32_t r23_asked(const r23_match *m, const r23_state *s) { /* robots, a set */
    if (s->ask != R23_ASK_NOTHING) return 1u << s->asked;
    if (s->stage == R23_AT_PROGRAM) return m->everybody & ~(uint32_t)s->answered;
    return r23_is_together(s) ? r23_asked_together(m, s) : 0;
}
static inline bool r23_somebody_asked(const r23_match *m, const r23_state *s) {
    bool upgrades = s->stage == R23_AT_UPGRADE && s->ask == R23_ASK_NOTHING;
    return upgrades ? r23_somebody_upgrades(m, s) : r23_asked(m, s);
}
void r23_run(r23_turn *t);
/* From the stage it is in to the end of stage `last`, every question answered by the default. */
void r23_run_through(r23_turn *t, int last);
void r23_draw_rest(r23_turn *t);      /* for arranged positions: on with programming */
void r23_begin_upgrades(r23_turn *t); /* for arranged positions: on with the upgrade phase */
void r23_give_priority(r23_turn *t, int robot, int rule);

/* ---- rally2023_preview.c ---- */

void r23_preview(const rd_match *m, const rd_state *view, int actor, const uint16_t *pick, int n,
                 const struct rd_teller *words, rd_doc *d);

/* ---- rally2023_end.c ---- */

bool r23_stage_battery(r23_turn *t);
bool r23_stage_checkpoint(r23_turn *t);
void r23_forget_register(r23_state *s); /* what lasts for one register only */
bool r23_stage_register_end(r23_turn *t);
bool r23_stage_round_end(r23_turn *t);

/* ---- rally2023_setup.c ---- */

void r23_start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to);
bool r23_stage_cubes(r23_turn *t);
bool r23_stage_starts(r23_turn *t);
void r23_place_rest(r23_turn *t); /* for arranged positions: robots without a start */

/* ---- rally2023_quick.c ---- */

/* Runs registers in one go as far as it can; false = not even this one. */
bool r23_quick_registers(r23_turn *t);

/* The card of its register, which asks nothing. */
void r23_quick_card(r23_turn *t, int robot);

/* ---- rally2023_answer.c ---- */

void r23_robot_clear(r23_robot *r); /* as it is without cards and history */
uint32_t r23_open_starts(const r23_match *m, const r23_state *s);
void r23_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                  rd_decision *d);
void r23_answer(r23_turn *t, const rd_action *a);
int r23_refused_by(const r23_match *m, const r23_state *s, const rd_action *a);

static inline void r23_add(rd_decision *d, int option) { d->option[d->n++] = (uint16_t)option; }
static inline void r23_add_each(rd_decision *d, int first, uint64_t set) {
    for (; set; set &= set - 1) r23_add(d, first + __builtin_ctzll(set));
}

/* ---- rally2023_text.c, rally2023_view.c, rally2023_scene.c, rally2023_valid.c, _words.c ---- */

/* What is to be seen on a robot's mat: cards as in r23_robot from its registers on, by all and by its
** own seat; the number of cards in its hand and its status by all, as its seat knows the true ones. */
typedef struct r23_sight {
    rd_bytes all, own;
    uint8_t n_hand, status;
} r23_sight;
void r23_see_mat(const r23_state *s, const r23_robot *r, r23_sight *seen);
/* A card of the stacked top of its deck. */
static inline int r23_top_seen(const r23_robot *r, int i, bool own) {
    return own || i + 1 == r->shown ? r->top[i] : R23_UNKNOWN;
}
void r23_redact(const rd_match *m, const rd_state *s, int seat, rd_state *out);
void r23_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out);
void r23_describe(const rd_match *m, const rd_state *s, rd_doc *d);
extern const rd_type r23_types[];
extern const rd_field r23_fields[];
extern const rd_option_range r23_option_ranges[];
void r23_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p);
void r23_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                      rd_phrase *p);
bool r23_noun(const rd_match *m, const char *type, int32_t value, rd_out *o);
bool r23_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p);
void r23_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o);
void r23_actor_word(const rd_match *m, const rd_state *s, int actor, rd_out *o);
extern const char *const r23_robot_words[R23_ROBOTS]; /* as in the box */
/* Without a match, as in the box. */
const char *r23_robot_word(const rd_match *m, int robot);
/* By name; R23_NONE = no such robot. */
int r23_robot_find(const rd_match *m, const char *word, size_t n);
void r23_print_state(const rd_match *m, const rd_state *s, rd_out *o);
bool r23_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
void r23_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
bool r23_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                      rd_action *a, rd_fault *f);
bool r23_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f);
bool r23_settle(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f);
bool r23_valid(const rd_match *m, const rd_state *s, rd_fault *f);
bool r23_valid_cards(const r23_match *m, const r23_state *s, rd_fault *f);
bool r23_valid_upgrades(const r23_match *m, const r23_state *s, rd_fault *f);

/* Registers are run, or were when the race ended. */
static inline bool r23_in_registers(const r23_state *s) { return s->stage >= R23_AT_BEGIN; }

/* rally2023_box.c */
void r23_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);

/* ---- _advice.c ---- */

void rd_rally2023_advise(const struct rd_inspection *in);

#endif
