/* rally2005_special.c - what single courses change, one row of hooks a rule word.
**
** The course of play calls a moment; the rows of the words that the course has on are asked.  A
** course without special rules costs one test at each moment.
*/
#include <string.h>

#include "games/rally2005/rally2005_int.h"

const char *const r05_special_word[R05_SPECIAL_COUNT] = {
#define X(name, word) word,
    R05_SPECIALS(X)
#undef X
};

/* ---- time ---- */

/* The last player has 30 seconds for each robot, or everybody has what the course gives. */
int r05_timer(const r05_match *m, const r05_state *s, int robot) {
    int limit = r05_on(m, R05_PROGRAM_LIMIT), robots = 0, seat = m->head.seat_of[robot];
    if (limit && RD_RULE(limit > R05_SECONDS ? R05_TIGHT_COLLAR_1 : R05_BALL_LIGHTNING_1))
        return limit;
    for (uint32_t asked = r05_programming(m, s); asked; robots++)
        if (m->head.seat_of[rd_bit_take(&asked)] != seat) return 0;
    bool alone = true; /* nobody else has programmed in this round */
    for (int i = 0; i < m->head.n_actors; i++)
        if (s->answered >> i & 1 && m->head.seat_of[i] != seat) alone = false;
    if (!RD_RULE(alone ? R05_TIMER_3 : R05_TIMER_1)) return 0;
    return RD_GIVEN(R05_TIMER_2, robots) * R05_SECONDS;
}

/* ---- what is allowed ---- */

bool r05_may_power_down(const r05_match *m) {
    return !r05_on(m, R05_NO_POWER_DOWN) || !RD_RULE(R05_FACTORY_REJECTS_2);
}

bool r05_sites_repair(const r05_match *m) {
    return !r05_on(m, R05_SITES_GIVE_OPTIONS) || !RD_RULE(R05_OPTION_WORLD_3);
}

int r05_shots_factor(const r05_match *m) {
    return 1 + (r05_on(m, R05_LASERS_DOUBLE) && RD_RULE(R05_SET_TO_KILL_1));
}

int r05_power(const r05_state *s, int robot) {
    return 1 + (s->superbot == robot && RD_RULE(R05_SUPERBOT_3));
}

/* ---- set-up: options to choose from, robots to place ---- */

/* How many options a player may choose from at the start; 0 = none are dealt. */
static int draft_size(const r05_match *m) {
    return m->no_options ? 0 : RD_GIVEN(R05_TRICKSY_1, r05_on(m, R05_DRAFT_OPTIONS));
}

static void deal_drafts(r05_turn *t) {
    int each = draft_size(t->m);
    for (int k = 0; k < t->m->head.n_actors; k++)
        for (int i = 0; i < each; i++)
            t->s->robot[r05_docked(t->m, t->s, k)].spare[i] = (uint8_t)r05_draw_option(t);
}

static void put_under(r05_state *s, int option) {
    memmove(s->option_deck + 1, s->option_deck, s->n_option_deck);
    s->option_deck[0] = (uint8_t)option;
    s->n_option_deck++;
}

/* All choices take effect together, in dock order. */
static void close_drafts(r05_turn *t) {
    r05_state *s = t->s;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, s, k);
        r05_robot *r = &s->robot[robot];
        if (r->choice == R05_NONE) r->choice = r->spare[0]; /* there was only one */
        for (int i = 0; i < R05_HAND_MAX; i++) {
            uint8_t option = r->spare[i];
            r->spare[i] = R05_NONE;
            if (option == R05_NONE || option == r->choice) continue;
            if (RD_RULE(R05_TRICKSY_2)) put_under(s, option);
        }
        r05_give_option(t, robot, r->choice, R05_TRICKSY_1);
        r->choice = R05_NONE;
    }
    s->answered = 0;
}

uint32_t r05_choosing(const r05_match *m, const r05_state *s) {
    if (draft_size(m) < 2 || s->at != 1) return 0;
    return ((1u << m->head.n_actors) - 1) & ~(uint32_t)s->answered;
}

/* Capture the Flag: the teams put their robots down by turns, in dock order. */
static bool place_robots(r05_turn *t) {
    r05_state *s = t->s;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, s, k);
        if (r05_on_floor(s, robot)) continue;
        r05_ask(t, robot, R05_ASK_PLACE, 0);
        return false;
    }
    return true;
}

bool r05_stage_setup(r05_turn *t) {
    r05_state *s = t->s;
    if (s->at == 0) {
        s->at = 1;
        int n = RD_GIVEN(R05_OPTION_EACH_1, r05_on(t->m, R05_START_OPTIONS));
        for (int i = 0; i < n; i++)
            for (int k = 0; k < t->m->head.n_actors; k++)
                r05_gain_option(t, r05_docked(t->m, s, k), R05_OPTION_EACH_1);
        deal_drafts(t);
        if (draft_size(t->m)) return false;
    }
    if (s->at == 1) {
        s->at = 2;
        if (draft_size(t->m)) close_drafts(t);
    }
    return !r05_on(t->m, R05_CAPTURE_THE_FLAG) || place_robots(t);
}

/* ---- Moving Targets ---- */

static void follow_flag(r05_turn *t, int flag, uint16_t cell) {
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (t->s->robot[i].archive_flag == 1 + flag && RD_RULE(R05_MOVING_TARGETS_3))
            t->s->robot[i].archive = cell;
}

static void carry_flags(r05_turn *t, int kinds) {
    r05_state *s = t->s;
    uint16_t before[R05_FLAGS];
    memcpy(before, s->flags.cell, sizeof before);
    s->flags.turns = s->robots.turns;
    if (RD_RULE(R05_MOVING_TARGETS_1)) rd_floor_belts(&t->m->floor, &s->flags, kinds, 0xff, NULL);
    for (int i = 0; i < s->flags.n; i++) {
        uint16_t now = s->flags.cell[i];
        if (now == before[i]) continue;
        if (now == RD_NOWHERE) {
            R05_TELL(t, R05_EV_FLAG_LOST, R05_MOVING_TARGETS_2, i + 1, before[i]);
            follow_flag(t, i, t->m->flag[i]); /* where it comes back */
        } else {
            R05_TELL(t, R05_EV_FLAG_MOVED, R05_MOVING_TARGETS_1, i + 1, before[i], now);
            follow_flag(t, i, now);
        }
    }
}

void r05_on_belts(r05_turn *t, int kinds) {
    if (r05_on(t->m, R05_FLAGS_MOVE)) carry_flags(t, kinds);
}

/* Flags that were lost are back at the beginning of the next register. */
void r05_on_register_start(r05_turn *t) {
    r05_state *s = t->s;
    if (!r05_on(t->m, R05_FLAGS_MOVE)) return;
    for (int i = 0; i < s->flags.n; i++) {
        if (s->flags.cell[i] != RD_NOWHERE || !RD_RULE(R05_MOVING_TARGETS_2)) continue;
        if (rd_body_at(&s->flags, t->m->flag[i]) != RD_NOBODY) continue; /* another flag is there */
        s->flags.cell[i] = t->m->flag[i];
        R05_TELL(t, R05_EV_FLAG_BACK, R05_MOVING_TARGETS_2, i + 1, t->m->flag[i]);
    }
}

/* ---- touching a flag ---- */

static void toggle(r05_turn *t, int robot, int flag) {
    r05_state *s = t->s;
    uint8_t team = (uint8_t)(1 + r05_team(t->m, robot));
    if (!RD_RULE(R05_TOGGLE_BOGGLE_1) && flag && !s->control[flag - 1]) return; /* in order */
    if (s->control[flag] == team || (s->control[flag] && !RD_RULE(R05_TOGGLE_BOGGLE_2))) return;
    s->control[flag] = team;
    R05_TELL(t, R05_EV_FLAG, R05_TOGGLE_BOGGLE_2, robot, flag + 1);
}

void r05_share_flags(r05_turn *t, int robot) {
    r05_state *s = t->s;
    if (!r05_on(t->m, R05_SHARED_FLAGS)) return;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_team(t->m, i) == r05_team(t->m, robot) && RD_RULE(R05_TANDEM_CARNAGE_1))
            s->robot[i].flags = s->robot[robot].flags;
}

void r05_on_touch(r05_turn *t, int robot, int flag, int due) {
    const r05_match *m = t->m;
    if (r05_on(m, R05_CAPTURE_THE_FLAG))
        r05_capture_touch(t, robot, flag);
    else if (r05_on(m, R05_TOGGLE_FLAGS))
        toggle(t, robot, flag);
    else if (r05_is_blocker(m, robot) && RD_RULE(R05_INTERFERENCE_2))
        return;
    else if (t->s->superbot != R05_NONE && t->s->superbot != robot && RD_RULE(R05_SUPERBOT_4))
        return;
    else
        r05_touch_in_order(t, robot, flag, due);
}

/* Frenetic Factory: heads, and the board under the robot turns. */
static void toss_coin(r05_turn *t, int robot) {
    r05_state *s = t->s;
    int heads = (int)rd_draw_below(&t->chance, 2);
    s->used[0] = t->chance.used;
    t->effects |= RD_DREW;
    R05_TELL(t, R05_EV_COIN, R05_FRENETIC_FACTORY_1, robot, heads);
    if (heads && RD_RULE(R05_FRENETIC_FACTORY_1)) s->turning |= (uint16_t)(1 << robot);
}

void r05_on_flag_credit(r05_turn *t, int robot, int flag) {
    (void)flag;
    r05_share_flags(t, robot);
    if (r05_on(t->m, R05_BOARD_TURNS)) toss_coin(t, robot);
}

/* Boards turn after every robot was checked, a quarter for each coin; a robot that now stands on a
** pit falls. */
static void turn_boards(r05_turn *t) {
    r05_state *s = t->s;
    if (!s->turning) return;
    for (unsigned left = s->turning; left;) {
        int piece = r05_piece_under(t->m, s, rd_bit_take(&left));
        if (!rd_floor_can_turn(&t->m->floor, piece)) continue;
        rd_bodies_turn_piece(&s->robots, piece);
        R05_TELL(t, R05_EV_BOARD_TURNED, R05_FRENETIC_FACTORY_1, piece + 1,
                 s->robots.turns >> (2 * piece) & 3);
    }
    s->turning = 0;
    uint16_t before[RD_MAX_BODIES];
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    memcpy(before, s->robots.cell, sizeof before);
    rd_effect e = rd_floor_drop(&t->m->floor, &s->robots, 0xff, wanted);
    if (wanted) r05_tell_facts(t, wanted, R05_EV_MOVED, R05_FRENETIC_FACTORY_1);
    if (e.fell) r05_destroy_fallen(t, e.fell, before, R05_NONE);
}

/* Option World: sites and flags give options instead of repairs. */
static void give_options(r05_turn *t) {
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, t->s, k);
        if (!r05_on_floor(t->s, robot)) continue;
        r05_gift gift = r05_gift_of(t, robot);
        int rule = gift == R05_GIFT_HAMMER ? R05_OPTION_WORLD_2 : R05_OPTION_WORLD_1;
        if (gift == R05_NO_GIFT || !RD_RULE(rule)) continue;
        int options = gift == R05_GIFT_HAMMER ? 2 : 1;
        while (options--) r05_gain_option(t, robot, rule);
    }
}

void r05_on_register_end(r05_turn *t) {
    const r05_match *m = t->m;
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) r05_throw_out_all(t);
    if (r05_on(m, R05_BOARD_TURNS)) turn_boards(t);
    if (r05_on(m, R05_SITES_GIVE_OPTIONS) &&
        (!m->reading.options_by_round || t->s->reg + 1 == R05_REGISTERS))
        give_options(t);
}

/* ---- destruction ---- */

static void pass_title(r05_turn *t, int robot, int rule) {
    t->s->superbot = (uint8_t)robot;
    if (!RD_RULE(R05_SUPERBOT_7)) t->s->robot[robot].flags = 0;
    R05_TELL(t, R05_EV_SUPERBOT, rule, robot);
}

/* All lasers fire at once: a shot that is still to be counted when the robot is destroyed has
** hit it too, and is later than the one that gave the tenth token. */
static int last_shooter(const r05_state *s, int target, int killer) {
    for (int i = s->hit_at; i < s->n_hits; i++) {
        int shooter = s->hit[i].target == target ? s->hit[i].shooter : R05_NONE;
        if (shooter != R05_NONE && r05_plays(s, shooter)) killer = shooter;
    }
    return killer;
}

/* The title goes to who made the last shot, or by the setting to who pushed it to its end. */
static void succeed(r05_turn *t, int robot, int killer, int rule) {
    bool pushed = rule != R05_DEATH_1 && !(t->shot_down && killer == t->thrown_by);
    if (!pushed && RD_RULE(R05_SUPERBOT_6)) killer = last_shooter(t->s, robot, killer);
    if (killer == R05_NONE || killer == robot || !r05_plays(t->s, killer)) return;
    if (pushed && t->m->reading.superbot_by_push) pass_title(t, killer, R05_SUPERBOT_8);
    if (!pushed && RD_RULE(R05_SUPERBOT_5)) pass_title(t, killer, R05_SUPERBOT_5);
    if (!RD_RULE(R05_SUPERBOT_7)) t->s->robot[robot].flags = 0;
}

void r05_on_destroyed(r05_turn *t, int robot, int killer, int rule) {
    r05_state *s = t->s;
    const r05_match *m = t->m;
    if (s->superbot == robot) succeed(t, robot, killer, rule);
    if (r05_on(m, R05_CAPTURE_THE_FLAG))
        r05_drop_flag(t, robot, s->last_cell, R05_CAPTURE_THE_FLAG_7);
    if (r05_on(m, R05_TOGGLE_FLAGS) && RD_RULE(R05_TOGGLE_BOGGLE_4)) s->robot[robot].rest = 1;
    if (r05_on(m, R05_RACER_AND_BLOCKER) && !r05_is_blocker(m, robot) &&
        !m->reading.racer_has_lives && RD_RULE(R05_INTERFERENCE_3))
        s->robot[robot].lives = 0;
}

/* RULING-R05-21: a SuperBot that is out without a successor leaves the title to the next robot by
** docks.  A player whose racer is out is out with the blocker too. */
void r05_on_out(r05_turn *t, int robot) {
    r05_state *s = t->s;
    int n = t->m->head.n_actors;
    if (r05_on(t->m, R05_CAPTURE_THE_FLAG))
        r05_drop_flag(t, robot, s->last_cell, R05_CAPTURE_THE_FLAG_7);
    for (int k = 1; k < n && s->superbot == robot && RD_RULE(R05_SUPERBOT_5); k++) {
        int next = (robot + k) % n;
        if (r05_plays(s, next)) pass_title(t, next, R05_SUPERBOT_5);
    }
    if (r05_on(t->m, R05_RACER_AND_BLOCKER) && !r05_is_blocker(t->m, robot))
        r05_retire(t, robot + 1);
}

bool r05_may_return(const r05_turn *t, int robot) {
    r05_robot *r = &t->s->robot[robot];
    if (!r->rest) return true;
    r->rest--;
    return false;
}

/* ---- the end of a round ---- */

void r05_on_round_end(r05_turn *t) {
    r05_state *s = t->s;
    if (!r05_on(t->m, R05_CAPTURE_THE_FLAG) || !RD_RULE(R05_CAPTURE_THE_FLAG_10)) return;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_captured(t->m, s, i)) r05_award(t, i, R05_CAPTURE_THE_FLAG_10);
    r05_close_places(t);
}
