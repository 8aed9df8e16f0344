/* rally2005_refusals.c - which rule an answer breaks. */
#include "games/rally2005/rally2005_int.h"

/* A robot returns elsewhere than it may, faces where it must not, or is powered down. */
static int return_refused_by(const r05_match *m, const r05_state *s, const rd_action *a) {
    const r05_robot *r = &s->robot[a->actor];
    uint16_t cell[RD_MAX_OPTIONS];
    if (r->status & R05_THROWN) return R05_CAPTURE_THE_FLAG_5;
    int cells = r05_return_cells(m, s, a->actor, cell, RD_MAX_OPTIONS), i = 0;
    while (i < cells && !(a->n && a->pick[0] == R05_CELL + cell[i])) i++;
    if (i == cells)
        return rd_body_at(&s->robots, r->archive) == RD_NOBODY ? R05_RETURN_1 : R05_RETURN_7;
    if (a->n < 2) return R05_RETURN_1;
    int dir = a->pick[1] - R05_FACE;
    bool faces = dir >= 0 && dir < 4 && r05_facings(m, s, a->actor, cell[i]) >> dir & 1;
    return faces ? R05_FACTORY_REJECTS_2 : R05_RETURN_8;
}

/* The rule that an illegal answer breaks: the one of its question where nothing closer is known. */
int r05_refused_by(const rd_match *m, const rd_state *state, const rd_action *a) {
    static const uint8_t RULE[R05_ASK_COUNT] = {
        [R05_ASK_PROGRAM] = R05_PROG_1,
        [R05_ASK_ASIDE] = R05_CONDITIONAL_PROGRAM_1,
        [R05_ASK_FLYWHEEL] = R05_FLYWHEEL_1,
        [R05_ASK_POWER_DOWN] = R05_DOWN_1,
        [R05_ASK_GYRO] = R05_GYROSCOPIC_STABILIZER_1,
        [R05_ASK_CONDITIONAL] = R05_CONDITIONAL_PROGRAM_2,
        [R05_ASK_ABORT] = R05_ABORT_SWITCH_1,
        [R05_ASK_WEAPON] = R05_WEAPON_1,
        [R05_ASK_FIRE_CONTROL] = R05_FIRE_CONTROL_1,
        [R05_ASK_PROTECT] = R05_PROTECT_1,
        [R05_ASK_LOSE_OPTION] = R05_DEATH_5,
        [R05_ASK_STAY_DOWN] = R05_DOWN_6,
        [R05_ASK_CHOOSE_OPTION] = R05_TRICKSY_1,
        [R05_ASK_PLACE] = R05_CAPTURE_THE_FLAG_1,
    };
    const r05_state *s = r05_state_of(state);
    int kind = r05_ask_kind(s), first = a->n ? a->pick[0] : 0;
    if (kind == R05_ASK_REENTER) return return_refused_by(r05_match_of(m), s, a);
    if (kind == R05_ASK_CARD) return r05_card_option_rule(s->subject);
    if (kind == R05_ASK_PROGRAM && r05_uses_other_cards(s, a)) return R05_PROG_2;
    if (kind == R05_ASK_FIRE_CONTROL && first >= R05_REGISTER &&
        first < R05_REGISTER + R05_REGISTERS)
        return R05_FIRE_CONTROL_4;
    return RULE[kind];
}
