/* rally2005_damage.c - damage, locked registers, protection, destruction, repair. */
#include <string.h>

#include "games/rally2005/rally2005_int.h"

/* ---- locked registers ---- */

/* The registers that this much damage locks: R05-LOCK-1, from the fifth down. */
uint8_t r05_locked_by(int damage) {
    uint8_t set = 0;
    for (int d = 5; d <= damage && d < R05_DEADLY; d++) set |= (uint8_t)(1 << (9 - d));
    return set;
}

static void lock_register(r05_turn *t, int robot, int reg, int rule) {
    r05_robot *r = &t->s->robot[robot];
    r->locked |= (uint8_t)(1 << reg);
    R05_TELL(t, R05_EV_LOCKED, rule, robot, reg + 1);
    /* R05-LOCK-5: what locks without a card is programmed by the top card, open. */
    if (r05_is_card(r->reg[reg]) || !RD_RULE(R05_LOCK_5)) return;
    r->reg[reg] = r05_draw_card(t);
    r->open |= (uint8_t)(1 << reg);
    R05_TELL(t, R05_EV_REPLACED, R05_LOCK_5, robot, reg + 1, r->reg[reg]);
}

/* What the damage of a returning robot locks. */
void r05_lock_for_damage(r05_turn *t, int robot) {
    const r05_robot *r = &t->s->robot[robot];
    for (int reg = R05_REGISTERS - 1; reg >= 0; reg--)
        if (r05_locked_by(r->damage) >> reg & 1 && !(r->locked >> reg & 1))
            lock_register(t, robot, reg, R05_LOCK_1);
}

void r05_lock_by_choice(r05_turn *t, int robot, int reg) {
    if (!(t->s->robot[robot].locked >> reg & 1)) lock_register(t, robot, reg, R05_FIRE_CONTROL_1);
}

/* R05-LOCK-4: a register that is freed gives up its card. */
static void unlock_register(r05_turn *t, int robot, int reg) {
    r05_robot *r = &t->s->robot[robot];
    r->locked &= (uint8_t) ~(1 << reg);
    r->open &= (uint8_t) ~(1 << reg);
    if (RD_RULE(R05_LOCK_4)) {
        r05_discard(t->s, &r->reg[reg]);
        r05_discard(t->s, &r->pair[reg]);
    }
    R05_TELL(t, R05_EV_UNLOCKED, R05_LOCK_3, robot, reg + 1);
}

/* ---- taking damage ---- */

static bool is_hurtable(const r05_state *s, int robot) {
    int status = s->robot[robot].status;
    return !(status & (R05_DEAD | R05_OUT)) && (!(status & R05_DOWN) || RD_RULE(R05_DOWN_4));
}

void r05_damage(r05_turn *t, int robot, int points, int dir, int shooter) {
    if (!points) return;
    rd_frame *f = rd_agenda_push(&t->s->agenda, R05_OP_DAMAGE, (uint8_t)robot);
    f->left = (uint8_t)points;
    f->a = (int16_t)dir;
    f->b = (int16_t)shooter;
}

/* A token that nothing can prevent any more. */
void r05_take_token(r05_turn *t, int robot, int by, int rule) {
    r05_robot *r = &t->s->robot[robot];
    if (!RD_RULE(R05_DAMAGE_1)) return;
    r->damage++;
    R05_TELL(t, R05_EV_DAMAGED, rule, robot, r->damage, by);
    int reg = 9 - r->damage;
    if (r->damage >= 5 && r->damage < R05_DEADLY && RD_RULE(R05_LOCK_1) && !(r->locked >> reg & 1))
        lock_register(t, robot, reg, R05_LOCK_1);
}

/* One point of damage at a time: automatic protection, then the owner's choice, then the token. */
void r05_run_damage(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int robot = f->who;
    if (!f->left || !is_hurtable(s, robot)) {
        rd_agenda_pop(&s->agenda);
        return;
    }
    if (f->step == 0 && s->has[robot]) {
        if (r05_is_shielded(t, robot, f->a)) {
            f->left--;
            return;
        }
        if (s->has[robot] && RD_RULE(R05_PROTECT_1)) {
            f->step = 1;
            r05_ask(t, robot, R05_ASK_PROTECT, f->left);
            return;
        }
    }
    f->step = 0;
    f->left--;
    r05_take_token(t, robot, f->b, R05_DAMAGE_1);
    if (s->robot[robot].damage < R05_DEADLY || !RD_RULE(R05_DEATH_1)) return;
    int shooter = f->b;
    rd_agenda_pop(&s->agenda);
    s->last_cell = s->robots.cell[robot];
    r05_destroy(t, robot, shooter, R05_DEATH_1);
}

/* The answer to R05_ASK_PROTECT: an option takes this point instead. */
void r05_answer_protect(r05_turn *t, int robot, int pick) {
    rd_frame *f = rd_agenda_top(&t->s->agenda);
    if (pick == R05_TAKE_IT) return; /* the frame goes on at step 1 and takes it */
    R05_TELL(t, R05_EV_PREVENTED, R05_PROTECT_1, robot, pick - R05_OPTION_CARD);
    r05_lose_option(t, robot, pick - R05_OPTION_CARD, R05_PROTECT_1);
    f->step = 0;
    f->left--;
}

/* ---- destruction ---- */

/* The cards of all registers but those of the set `keep`. */
void r05_discard_registers(r05_state *s, r05_robot *r, unsigned keep) {
    uint64_t cards = r05_five(r->reg);
    if (!keep && r05_five(r->pair) == R05_FIVE(R05_NONE)) { /* mostly: no card, or one in each */
        if (cards == R05_FIVE(R05_NONE)) return;
        if (!(cards & R05_FIVE(0x80))) {
            memcpy(s->discard + s->n_discard, r->reg, R05_REGISTERS);
            memset(r->reg, R05_NONE, R05_REGISTERS);
            s->n_discard += R05_REGISTERS;
            return;
        }
    }
    for (int i = 0; i < R05_REGISTERS; i++) {
        if (keep >> i & 1) continue;
        r05_discard(s, &r->reg[i]);
        r05_discard(s, &r->pair[i]);
    }
}

/* All but what lies in locked registers. */
static void drop_cards(r05_turn *t, int robot) {
    r05_robot *r = &t->s->robot[robot];
    r05_tell_cleared(t, robot, r->locked, R05_DEATH_7);
    r05_tell_dropped(t, robot, R05_DEATH_7);
    r05_discard_registers(t->s, r, r->locked);
    r05_discard_hand(t->s, r->hand);
    r05_discard(t->s, &r->aside);
    r->open &= r->locked;
    r->blind = 0;
}

/* Out of the race for good: everything it holds goes back. */
void r05_retire(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    if (!r05_plays(s, robot)) return;
    r->status = R05_OUT;
    r->died = (uint8_t)(1 + s->gone);
    s->unsettled = 1;
    s->robots.cell[robot] = RD_NOWHERE;
    r->locked = r->damage = 0;
    R05_TELL(t, R05_EV_LEFT, R05_DEATH_6, robot);
    drop_cards(t, robot);
    r05_discard(s, &r->flywheel);
    for (uint32_t left = s->has[robot]; left;)
        r05_lose_option(t, robot, rd_bit_take(&left), R05_DEATH_6);
    r05_end_control(s, robot);
    r05_on_out(t, robot);
}

/* The robot leaves the floor: it neither controls others nor is controlled any more. */
void r05_end_control(r05_state *s, int robot) {
    s->robot[robot].master = R05_NONE;
    for (int i = 0; i < R05_ROBOTS; i++)
        if (s->robot[i].master == robot && RD_RULE(R05_RADIO_CONTROL_5))
            s->robot[i].master = R05_NONE;
}

void r05_destroy(r05_turn *t, int robot, int killer, int rule) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    /* RULING-R05-2: what it got while it was powered down stays, except with the tenth token. */
    bool keeps = r->status & R05_DOWN && r->damage < R05_DEADLY && RD_RULE(R05_RETURN_4);
    s->robots.cell[robot] = RD_NOWHERE;
    if (RD_RULE(R05_DOWN_5)) r->status &= (uint8_t)~R05_ANNOUNCED;
    r->status = (uint8_t)(R05_DEAD | (r->status & R05_ANNOUNCED));
    r->died = ++s->deaths;
    r05_end_control(s, robot);
    if (!keeps && RD_RULE(R05_RETURN_3)) r->damage = r->locked = 0;
    if (RD_RULE(R05_DEATH_7)) drop_cards(t, robot);
    if (r->lives && RD_RULE(R05_DEATH_4)) r->lives--;
    if (t->to) r05_tell_destroyed(t, robot, killer, rule);
    r05_on_destroyed(t, robot, killer, rule);
    if (!r->lives)
        r05_eliminate(t, robot); /* with all its options */
    else if (s->has[robot] && RD_RULE(R05_DEATH_5))
        rd_agenda_push(&s->agenda, R05_OP_LOSE_OPTION, (uint8_t)robot);
}

void r05_eliminate(r05_turn *t, int robot) {
    if (!RD_RULE(R05_DEATH_6) || !r05_plays(t->s, robot)) return;
    r05_retire(t, robot);
    R05_TELL(t, R05_EV_OUT, R05_DEATH_6, robot);
}

/* R05-DEATH-5: one option is lost, of the player's choice. */
void r05_run_lose_option(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int robot = f->who;
    if (f->step == 0 && rd_bit_count(s->has[robot]) > 1) {
        f->step = 1;
        r05_ask(t, robot, R05_ASK_LOSE_OPTION, 0);
        return;
    }
    if (f->step == 0 && s->has[robot]) /* else it went out of the game meanwhile */
        r05_lose_option(t, robot, rd_bit_first(s->has[robot]), R05_DEATH_5);
    rd_agenda_pop(&s->agenda);
}

/* ---- repair ---- */

/* One point of repair: frees what Fire Control locked first, else takes a token off. */
void r05_repair(r05_turn *t, int robot, int rule) {
    r05_robot *r = &t->s->robot[robot];
    uint8_t extra = r->locked & (uint8_t)~r05_locked_by(r->damage);
    if (extra && RD_RULE(R05_FIRE_CONTROL_5)) {
        unlock_register(t, robot, rd_bit_first(extra));
        return;
    }
    if (!r->damage) return;
    uint8_t before = r05_locked_by(r->damage);
    r->damage--;
    R05_TELL(t, R05_EV_REPAIRED, rule, robot, r->damage);
    uint8_t freed = before & (uint8_t)~r05_locked_by(r->damage);
    if (freed && RD_RULE(R05_LOCK_3)) unlock_register(t, robot, rd_bit_first(freed));
}

/* All tokens off: at the start of a round that a robot spends powered down. */
void r05_repair_all(r05_turn *t, int robot, int rule) {
    r05_robot *r = &t->s->robot[robot];
    if (!r->damage && !r->locked) return;
    r->damage = 0;
    R05_TELL(t, R05_EV_REPAIRED, rule, robot);
    for (unsigned locked = r->locked; locked;) unlock_register(t, robot, rd_bit_take(&locked));
}
