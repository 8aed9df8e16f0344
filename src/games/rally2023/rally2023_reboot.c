/* rally2023_reboot.c - robots that fell, robots that come back, robots that shut down. */
#include <string.h>

#include "games/rally2023/rally2023_int.h"

/* ---- reboot ---- */

/* A card of a cancelled program: SPAM stays with its player, Haywires do not. */
static void cancel_card(r23_state *s, int robot, uint8_t *place) {
    int card = *place;
    *place = R23_NONE;
    if (!r23_is_card(card)) return;
    if (card == R23_SPAM && RD_RULE(R23_REBOOT_5))
        r23_to_own(&s->robot[robot], card);
    else
        r23_throw(s, robot, card);
}

static void cancel_hand(r23_state *s, int robot) {
    r23_robot *r = &s->robot[robot];
    while (!RD_RULE(R23_REBOOT_5) && r23_hand_take(r, R23_SPAM)) r23_throw(s, robot, R23_SPAM);
    r23_hand_to_own(r, r->hand); /* Haywires are in a hand only until the programs are laid */
}

static void cancel_program(r23_state *s, int robot) {
    r23_robot *r = &s->robot[robot];
    if (RD_RULE(R23_REBOOT_3)) r23_registers_to_own(r);
    for (int i = 0; i < R23_REGISTERS && !r23_registers_bare(r); i++) {
        if (!RD_RULE(R23_REBOOT_3)) break;
        cancel_card(s, robot, &r->reg[i]);
        cancel_card(s, robot, &r->pair[i]);
        if (RD_RULE(R23_REBOOT_6)) cancel_card(s, robot, &r->under[i]);
    }
    for (int i = 0; i < 2; i++) cancel_card(s, robot, &r->extra[i]);
    if (RD_RULE(R23_REBOOT_4)) cancel_hand(s, robot);
    r->blind = 0;
    s->before[robot] = s->did[robot] = R23_NONE;
}

/* The robot is off the floor already. */
void r23_reboot(r23_turn *t, int robot, bool pit, int piece) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    bool docked = t->m->floor.piece[piece].dock;
    s->robots.cell[robot] = RD_NOWHERE;
    s->robots.hover &= (uint8_t) ~(1 << robot);
    r->status |= R23_FALLEN;
    r->phase |= R23_FELL;
    r->follows = R23_NONE;
    r->home = (uint8_t)(docked ? 0 : piece);
    if (docked && RD_RULE(R23_RETURN_3)) r->home = RD_NO_PIECE;
    if (t->m->dynamic && RD_RULE(R23_ARCHIVE_2)) r->home = RD_NO_PIECE;
    t->effects |= RD_SHOWED; /* the Haywires that lay face down */
    R23_TELL(t, R23_EV_REBOOTED, pit ? R23_REBOOT_1 : R23_REBOOT_2, robot);
    cancel_program(s, robot);
    bool safe = pit || !RD_RULE(R23_FIREWALL_2);
    if (safe && r23_has(s, robot, R23_FIREWALL) && RD_RULE(R23_FIREWALL_1)) return;
    if (s->mark[robot] & R23_SHIELDED && !RD_RULE(R23_DEFLECTOR_SHIELD_2)) return;
    int points = 2;
    if (RD_RULE(R23_BATTLE_CRY_1)) points = t->m->reboot_damage;
    if (RD_RULE(R23_REBOOT_7)) r23_hurt(t, robot, points, R23_REBOOT_7);
    if (!RD_RULE(R23_REBOOT_8)) cancel_card(s, robot, &r->under[s->reg]);
}

/* ---- return ---- */

/* Where a fallen robot returns. */
r23_token r23_home(const r23_match *m, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    r23_token own = {r->archive, r->arrow};
    if (r->home == RD_NO_PIECE || !RD_RULE(R23_RETURN_2)) return own;
    return m->token[r->home].cell ? m->token[r->home] : own;
}

/* Shifts who stands there along the arrow, or along the next free side clockwise. */
static bool make_room(r23_turn *t, r23_token where) {
    r23_state *s = t->s;
    int other = rd_body_at(&s->robots, where.cell);
    if (other == RD_NOBODY) return true;
    if (!RD_RULE(R23_RETURN_5)) return false;
    for (int k = 0; k < 4; k++) {
        if (k && !RD_RULE(R23_RETURN_7)) break;
        int dir = rd_dir_turn(where.dir, k);
        uint64_t met = 0;
        uint8_t row[RD_MAX_BODIES];
        int n = r23_row_before(t, other, dir, row);
        if (!RD_RULE(R23_RETURN_6)) r23_contact(t, other, row, n, 0, &met);
        rd_effect e = r23_step(t, other, dir, R23_EV_SHOVED, R23_RETURN_5);
        if ((e.moved | e.fell) >> other & 1) return true;
    }
    return false;
}

bool r23_put_down(r23_turn *t, int robot, r23_token where) {
    if (t->s->robots.cell[robot] == where.cell) return true;
    if (!make_room(t, where)) return false;
    t->s->robots.cell[robot] = where.cell;
    return true;
}

void r23_return(r23_turn *t, int robot, int dir) {
    r23_state *s = t->s;
    if (!r23_put_down(t, robot, r23_home(t->m, s, robot))) return;
    s->robots.dir[robot] = (uint8_t)dir;
    s->robot[robot].status &= (uint8_t)~R23_FALLEN;
    R23_TELL(t, R23_EV_RETURNED, R23_RETURN_1, robot, s->robots.cell[robot], dir);
    t->ev.beat++;
}

/* ---- shutdown ---- */

static const uint32_t OWN_KINDS = (1u << R23_ORDINARY) - 1;

/* Damage cards of a pile that nobody holds: SPAM. */
static void clear_pile(r23_state *s, int robot, r23_cards *pile, uint8_t *n) {
    for (int spam = r23_spam_in(*pile); spam; spam--, --*n) r23_throw(s, robot, R23_SPAM);
    *pile &= R23_ONLY_OWN;
}

static void throw_place(r23_state *s, int robot, uint8_t *place) {
    int card = *place;
    if (!r23_is_card(card)) return;
    if (!RD_RULE(r23_is_ordinary(card) ? R23_DOWN_4 : R23_DOWN_2)) return;
    *place = R23_NONE;
    r23_throw(s, robot, card);
}

void r23_shut_down(r23_turn *t, int robot) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_SHUT_DOWN, R23_DOWN_1, robot);
    for (int i = 0; i < 3 && r23_has(s, robot, R23_CHAOS_THEORY); i++)
        if (r->reg[i] == R23_SPAM && RD_RULE(R23_CHAOS_THEORY_3))
            r23_gain_energy(t, robot, 1, R23_CHAOS_THEORY_3);
    if (RD_RULE(R23_DOWN_4)) r23_registers_to_own(r);
    for (int i = 0; i < R23_REGISTERS && !r23_registers_bare(r); i++) {
        throw_place(s, robot, &r->reg[i]);
        throw_place(s, robot, &r->pair[i]);
    }
    r->blind = 0;
    if (RD_RULE(R23_DOWN_2) && r->spam) clear_pile(s, robot, &r->discard, &r->n_discard);
    if (!RD_RULE(R23_DOWN_3)) clear_pile(s, robot, &r->deck, &r->n_deck);
    if (RD_RULE(R23_DOWN_4)) r23_hand_to_own(r, r->hand & R23_ONLY_OWN);
    for (uint32_t set = RD_GIVEN(R23_DOWN_2, r23_hand_kinds(r) & ~OWN_KINDS); set;) {
        int card = rd_bit_take(&set);
        while (r23_hand_take(r, card)) r23_throw(s, robot, card);
    }
}
