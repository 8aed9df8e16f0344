/* rally2023_end.c - the end of a register and of a round: batteries, checkpoints, discards. */
#include <string.h>

#include "games/rally2023/rally2023_int.h"

/* ---- the end of a register ---- */

bool r23_stage_battery(r23_turn *t) {
    r23_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        bool off = s->robot[i].status & R23_DOWN && RD_RULE(R23_DOWN_6);
        if (!r23_on_floor(s, i) || off || !RD_RULE(R23_BATTERY_1)) continue;
        if (t->m->floor.cell[s->robots.cell[i]].mark & RD_MARK_BATTERY)
            r23_gain_energy(t, i, 1, R23_BATTERY_1);
    }
    return true;
}

static int checkpoint_at(const r23_match *m, uint16_t cell) {
    for (int i = 0; i < m->n_checkpoints; i++)
        if (m->checkpoint[i] == cell) return i;
    return R23_NONE;
}

/* R23-ARCHIVE-1 */
static void archive(r23_turn *t, int robot, int checkpoint) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    uint16_t cell = s->robots.cell[robot];
    bool site = checkpoint != R23_NONE || t->m->floor.cell[cell].mark & RD_MARK_BATTERY;
    if (!t->m->dynamic || !site || !RD_RULE(R23_ARCHIVE_1)) return;
    r->archive = cell;
    r->arrow = s->robots.dir[robot];
    R23_TELL(t, R23_EV_ARCHIVED, R23_ARCHIVE_1, robot, cell, r->arrow);
}

static bool reaches(const r23_turn *t, int robot, int checkpoint) {
    const r23_robot *r = &t->s->robot[robot];
    if (checkpoint == R23_NONE || (r->status & R23_DOWN && RD_RULE(R23_DOWN_7))) return false;
    return checkpoint == r->checkpoints || (checkpoint > r->checkpoints && !RD_RULE(R23_CHECK_1));
}

static bool race_ends(const r23_turn *t) {
    for (int i = 0; i < t->m->head.n_actors; i++) {
        int checkpoint =
            r23_on_floor(t->s, i) ? checkpoint_at(t->m, t->s->robots.cell[i]) : R23_NONE;
        if (checkpoint + 1 == t->m->n_checkpoints && reaches(t, i, checkpoint)) return true;
    }
    return t->s->winner != R23_NONE;
}

/* Others may have reached a checkpoint in the register in which somebody wins: it counts. */
static bool end_race(r23_turn *t) {
    r23_state *s = t->s;
    if (s->winner == R23_NONE) return true;
    t->ev.beat++;
    R23_TELL(t, R23_EV_REGISTER_END, R23_REVEAL_1, s->reg + 1);
    t->ev.beat++;
    s->stage = R23_AT_OVER;
    s->at = 0;
    R23_TELL(t, R23_EV_END, R23_CHECK_2, t->m->head.seat_of[s->winner]);
    return false;
}

bool r23_stage_checkpoint(r23_turn *t) {
    r23_state *s = t->s;
    while (s->at < t->m->head.n_actors) {
        int robot = r23_in_turn(t->m, s, s->at++);
        r23_robot *r = &s->robot[robot];
        if (!r23_on_floor(s, robot)) continue;
        int checkpoint = checkpoint_at(t->m, s->robots.cell[robot]);
        archive(t, robot, checkpoint);
        if (!reaches(t, robot, checkpoint)) continue;
        r->checkpoints = (uint8_t)(checkpoint + 1);
        R23_TELL(t, R23_EV_CHECKPOINT, R23_CHECK_1, robot, r->checkpoints);
        if (r->checkpoints == t->m->n_checkpoints && RD_RULE(R23_CHECK_2))
            s->winner = (uint8_t)robot;
        else if (r23_offers(s, robot, R23_SELF_DIAGNOSTICS) && r->n_hand + r->n_discard &&
                 !race_ends(t) && RD_RULE(R23_SELF_DIAGNOSTICS_1)) {
            r23_ask(t, robot, R23_ASK_DROP, R23_SPAM);
            return false;
        }
    }
    return end_race(t);
}

void r23_forget_register(r23_state *s) {
    memcpy(s->before, s->did, sizeof s->before);
    memset(s->did, R23_NONE, sizeof s->did);
    memset(s->mark, 0, sizeof s->mark);
}

bool r23_stage_register_end(r23_turn *t) {
    r23_state *s = t->s;
    r23_forget_register(s);
    for (int i = 0; i < t->m->head.n_actors; i++) s->robot[i].fresh = R23_NONE;
    R23_TELL(t, R23_EV_REGISTER_END, R23_REVEAL_1, s->reg + 1);
    t->ev.beat++;
    if (s->reg + 1 == R23_REGISTERS) return true;
    s->reg++;
    s->stage = R23_AT_BEGIN;
    s->at = 0;
    return false;
}

/* ---- the end of the round ---- */

static void discard_card(r23_state *s, int robot, uint8_t *place) {
    int card = *place;
    if (!r23_is_card(card)) return;
    if (!RD_RULE(r23_is_ordinary(card) ? R23_ROUND_1 : R23_ROUND_2)) return;
    if (r23_is_haywire(card) && !RD_RULE(R23_HAYWIRE_2)) return;
    *place = R23_NONE;
    r23_throw(s, robot, card);
}

static void clear_each(r23_state *s, int robot) {
    r23_robot *r = &s->robot[robot];
    rd_bytes all; /* registers, pairs and what lies under them follow one another */
    memcpy(&all, r->reg, sizeof all);
    unsigned empty = rd_bytes_equal(all, R23_NONE), revealed = r23_revealed(s);
    empty &= empty >> R23_REGISTERS & empty >> 2 * R23_REGISTERS;
    for (uint32_t left = ~empty & ((1 << R23_REGISTERS) - 1); left;) {
        int i = rd_bit_take(&left);
        if (revealed >> i & 1 || r->reg[i] == R23_NONE) {
            discard_card(s, robot, &r->reg[i]);
            discard_card(s, robot, &r->pair[i]);
        }
        if (r->under[i] == R23_NONE) continue;
        int waits = r->under[i]; /* it waits as the card of that register */
        r->under[i] = R23_NONE;
        if (r->reg[i] != R23_NONE || !RD_RULE(R23_HAYWIRE_1))
            r23_to_damage(s, waits);
        else
            r->reg[i] = (uint8_t)waits;
    }
    for (int i = 0; i < 2; i++) discard_card(s, robot, &r->extra[i]);
}

static void clear_registers(r23_state *s, int robot) {
    r23_robot *r = &s->robot[robot];
    if (RD_RULE(R23_REVEAL_1) && RD_RULE(R23_ROUND_1)) r23_registers_to_own(r);
    if (!r23_registers_bare(r)) clear_each(s, robot);
    r->blind = 0;
}

bool r23_stage_round_end(r23_turn *t) {
    r23_state *s = t->s;
    int next = s->first + 1 < t->m->head.n_actors ? s->first + 1 : 0;
    if (!s->token_stays && RD_RULE(R23_ORDER_3)) r23_give_priority(t, next, R23_ORDER_3);
    memset(s->before, R23_NONE, sizeof s->before);
    for (int i = 0; i < t->m->head.n_actors; i++) {
        clear_registers(s, i);
        if (RD_RULE(R23_DOWN_9)) s->robot[i].status &= (uint8_t)~R23_DOWN;
        if (t->m->less_foresight && RD_RULE(R23_FORESIGHT_1)) r23_shuffle_all(t, i);
        for (uint64_t left = s->installed[i]; left; left &= left - 1) {
            int u = __builtin_ctzll(left);
            if (!(s->order_for[u] & R23_LENT)) continue;
            R23_TELL(t, R23_EV_REMOVED, R23_HW05_2, i, u);
            r23_lose_upgrade(t, i, u);
        }
    }
    R23_TELL(t, R23_EV_ROUND_END, R23_ROUND_1, s->round);
    t->ev.beat++;
    return true;
}
