/* rally2005_special.c - what single courses change, one row of hooks a rule word.
**
** The course of play calls a moment; the rows of the words that the course has on are asked.  A
** course without special rules costs one test a moment.
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
    if (limit &&
        (limit > R05_SECONDS ? RD_RULE(R05_TIGHT_COLLAR_1) : RD_RULE(R05_BALL_LIGHTNING_1)))
        return limit;
    for (uint32_t asked = r05_programming(m, s); asked; robots++)
        if (m->head.seat_of[rd_bit_take(&asked)] != seat) return 0;
    bool alone = true; /* nobody else has programmed in this round */
    for (int i = 0; i < m->head.n_actors; i++)
        if (s->answered >> i & 1 && m->head.seat_of[i] != seat) alone = false;
    if (alone ? !RD_RULE(R05_TIMER_3) : !RD_RULE(R05_TIMER_1)) return 0;
    return RD_RULE(R05_TIMER_2) ? robots * R05_SECONDS : R05_SECONDS;
}

/* ---- what is allowed ---- */

bool r05_may_power_down(const r05_match *m) {
    return !r05_on(m, R05_NO_POWER_DOWN) || !RD_RULE(R05_FACTORY_REJECTS_2);
}

bool r05_sites_repair(const r05_match *m) {
    return !r05_on(m, R05_SITES_GIVE_OPTIONS) || !RD_RULE(R05_OPTION_WORLD_3);
}

int r05_shots_factor(const r05_match *m, const r05_state *s, int robot) {
    int factor = 1;
    if (r05_on(m, R05_LASERS_DOUBLE) && RD_RULE(R05_SET_TO_KILL_1)) factor *= 2;
    if (s->superbot == robot && RD_RULE(R05_SUPERBOT_3)) factor *= 2;
    return factor;
}

/* ---- set-up: options to choose from, robots to place ---- */

/* How many options a player may choose from at the start; 0 = none are dealt. */
static int draft_size(const r05_match *m) {
    return m->no_options || !RD_RULE(R05_TRICKSY_1) ? 0 : r05_on(m, R05_DRAFT_OPTIONS);
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
            if (RD_RULE(R05_TRICKSY_2))
                put_under(s, option);
            else
                s->owner[option] = R05_DISCARDED;
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
        int n = RD_RULE(R05_OPTION_EACH_1) ? r05_on(t->m, R05_START_OPTIONS) : 0;
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
            R05_TELL(t, R05_EV_FLAG_LOST, R05_MOVING_TARGETS_2, i + 1, before[i], 0, 0);
            follow_flag(t, i, t->m->flag[i]); /* where it comes back */
        } else {
            R05_TELL(t, R05_EV_FLAG_MOVED, R05_MOVING_TARGETS_1, i + 1, before[i], now, 0);
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
        R05_TELL(t, R05_EV_FLAG_BACK, R05_MOVING_TARGETS_2, i + 1, t->m->flag[i], 0, 0);
    }
}

/* ---- Capture the Flag ---- */

/* The piece that is home to the robot's team. */
int r05_home_piece(const r05_match *m, const r05_state *s, int robot) {
    return r05_team(m, robot) ^ s->swapped;
}

static int piece_under(const r05_match *m, const r05_state *s, int robot) {
    return m->floor.cell[s->robots.cell[robot]].piece;
}

static bool is_home(const r05_match *m, const r05_state *s, int robot) {
    return r05_on_floor(s, robot) && piece_under(m, s, robot) == r05_home_piece(m, s, robot);
}

/* Own flag of a team: the one that starts on its home board. */
static int flag_of(const r05_match *m, const r05_state *s, int robot) {
    for (int i = 0; i < m->n_flags; i++)
        if (m->floor.cell[m->flag[i]].piece == r05_home_piece(m, s, robot)) return i;
    return R05_NONE;
}

static void drop_flag(r05_turn *t, int robot, uint16_t cell, int rule) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    if (!r->carries) return;
    int flag = r->carries - 1;
    r->carries = 0;
    bool stays = RD_RULE(R05_CAPTURE_THE_FLAG_7);
    if (!stays || cell == RD_NOWHERE || rd_body_at(&s->flags, cell) != RD_NOBODY)
        cell = t->m->flag[flag];
    s->flags.cell[flag] = cell;
    R05_TELL(t, R05_EV_FLAG_LOST, rule, flag + 1, cell, 0, 0);
}

static void capture_touch(r05_turn *t, int robot, int flag) {
    r05_state *s = t->s;
    if (flag == flag_of(t->m, s, robot)) {
        if (!is_home(t->m, s, robot) || s->flags.cell[flag] == t->m->flag[flag]) return;
        if (!RD_RULE(R05_CAPTURE_THE_FLAG_9)) return;
        s->flags.cell[flag] = t->m->flag[flag];
        R05_TELL(t, R05_EV_FLAG_BACK, R05_CAPTURE_THE_FLAG_9, flag + 1, t->m->flag[flag], 0, 0);
    } else if (!s->robot[robot].carries && RD_RULE(R05_CAPTURE_THE_FLAG_6)) {
        s->robot[robot].carries = (uint8_t)(1 + flag);
        s->flags.cell[flag] = RD_NOWHERE;
        R05_TELL(t, R05_EV_FLAG_TAKEN, R05_CAPTURE_THE_FLAG_6, robot, flag + 1, 0, 0);
    }
}

/* It leaves the floor until the end of the round, but is not destroyed. */
static void throw_out(r05_turn *t, int robot, int by) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    R05_TELL(t, R05_EV_REMOVED, R05_CAPTURE_THE_FLAG_2, robot, by, 0, 0);
    drop_flag(t, robot, s->robots.cell[robot], R05_CAPTURE_THE_FLAG_7);
    s->robots.cell[robot] = RD_NOWHERE;
    r->status = R05_DEAD | R05_THROWN;
    r->died = ++s->deaths;
    r05_end_control(s, robot);
    if (!t->m->reading.capture_free && r->lives && RD_RULE(R05_CAPTURE_THE_FLAG_3)) r->lives--;
    if (!r->lives) r05_eliminate(t, robot);
}

/* A robot at home that pushed an enemy and is still there at the end throws it out. */
static void throw_out_all(r05_turn *t) {
    r05_state *s = t->s;
    unsigned thrown = 0;
    uint8_t by[R05_ROBOTS] = {0};
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, s, k);
        unsigned shoved = s->robot[robot].shoved;
        s->robot[robot].shoved = 0;
        if (!r05_on_floor(s, robot)) continue;
        for (thrown |= shoved; shoved;) by[rd_bit_take(&shoved)] = (uint8_t)robot;
    }
    for (int k = 0; k < t->m->head.n_actors && RD_RULE(R05_CAPTURE_THE_FLAG_2); k++) {
        int robot = r05_docked(t->m, s, k);
        if (thrown >> robot & 1 && r05_on_floor(s, robot)) throw_out(t, robot, by[robot]);
    }
}

/* Does it matter whom this robot pushes? */
bool r05_pushes_matter(const r05_turn *t, int who) {
    return r05_on(t->m, R05_CAPTURE_THE_FLAG) || r05_rams(t, who);
}

static bool is_base(const r05_match *m, const r05_state *s, int robot, uint16_t cell) {
    return m->floor.cell[cell].piece == r05_home_piece(m, s, robot);
}

/* Robot `who` has pushed another, from these cells. */
void r05_on_push(r05_turn *t, int who, uint16_t from, int pushed, uint16_t pushed_from) {
    r05_state *s = t->s;
    const r05_match *m = t->m;
    if (!r05_on(m, R05_CAPTURE_THE_FLAG)) return;
    if (r05_team(m, who) != r05_team(m, pushed) && is_base(m, s, who, from) &&
        is_base(m, s, who, pushed_from))
        s->robot[who].shoved |= (uint8_t)(1 << pushed);
    if (!is_base(m, s, pushed, pushed_from) && RD_RULE(R05_CAPTURE_THE_FLAG_8))
        drop_flag(t, pushed, pushed_from, R05_CAPTURE_THE_FLAG_8);
}

/* The cells where a robot may be put down: six rows of its base, those away from the enemy. */
static bool is_back_row(const r05_match *m, const r05_state *s, int robot, uint16_t cell) {
    const rd_placed *own = &m->floor.piece[r05_home_piece(m, s, robot)];
    const rd_placed *other = &m->floor.piece[!r05_home_piece(m, s, robot)];
    const rd_cell *c = &m->floor.cell[cell];
    if (c->piece != r05_home_piece(m, s, robot)) return false;
    if (s->ask == R05_ASK_PLACE ? !RD_RULE(R05_CAPTURE_THE_FLAG_1)
                                : !RD_RULE(R05_CAPTURE_THE_FLAG_5))
        return true;
    if (own->col != other->col)
        return own->col < other->col ? c->col < own->col + 6 : c->col >= own->col + own->cols - 6;
    return own->row < other->row ? c->row < own->row + 6 : c->row >= own->row + own->rows - 6;
}

static int back_rows(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most) {
    int n = 0;
    for (uint16_t c = 1; c < m->floor.n_cells && n < most; c++) {
        if (m->floor.cell[c].what & (RD_OFF | RD_PIT)) continue;
        if (rd_body_at(&s->robots, c) == RD_NOBODY && is_back_row(m, s, robot, c)) cell[n++] = c;
    }
    return n;
}

int r05_special_cells(const r05_match *m, const r05_state *s, int robot, uint16_t *cell, int most) {
    bool base = s->ask == R05_ASK_PLACE || s->robot[robot].status & R05_THROWN;
    if (!r05_on(m, R05_CAPTURE_THE_FLAG) || !base) return 0;
    return back_rows(m, s, robot, cell, most);
}

/* ---- touching a flag ---- */

static void toggle(r05_turn *t, int robot, int flag) {
    r05_state *s = t->s;
    uint8_t team = (uint8_t)(1 + r05_team(t->m, robot));
    if (!RD_RULE(R05_TOGGLE_BOGGLE_1) && flag && !s->control[flag - 1]) return; /* in order */
    if (s->control[flag] == team || (s->control[flag] && !RD_RULE(R05_TOGGLE_BOGGLE_2))) return;
    s->control[flag] = team;
    R05_TELL(t, R05_EV_FLAG, R05_TOGGLE_BOGGLE_2, robot, flag + 1, 0, 0);
}

static void share_credit(r05_turn *t, int robot) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_team(t->m, i) == r05_team(t->m, robot) && RD_RULE(R05_TANDEM_CARNAGE_1))
            s->robot[i].flags = s->robot[robot].flags;
}

void r05_on_touch(r05_turn *t, int robot, int flag, int due) {
    const r05_match *m = t->m;
    if (r05_on(m, R05_CAPTURE_THE_FLAG))
        capture_touch(t, robot, flag);
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
    R05_TELL(t, R05_EV_COIN, R05_FRENETIC_FACTORY_1, robot, heads, 0, 0);
    if (heads && RD_RULE(R05_FRENETIC_FACTORY_1)) s->turning |= (uint16_t)(1 << robot);
}

void r05_on_flag_credit(r05_turn *t, int robot, int flag) {
    (void)flag;
    if (r05_on(t->m, R05_SHARED_FLAGS)) share_credit(t, robot);
    if (r05_on(t->m, R05_BOARD_TURNS)) toss_coin(t, robot);
}

/* Boards turn after every robot was checked, a quarter for each coin; a robot that now stands on a
** pit falls. */
static void turn_boards(r05_turn *t) {
    r05_state *s = t->s;
    if (!s->turning) return;
    for (unsigned left = s->turning; left;) {
        int piece = piece_under(t->m, s, rd_bit_take(&left));
        if (!rd_floor_can_turn(&t->m->floor, piece)) continue;
        rd_bodies_turn_piece(&s->robots, piece);
        R05_TELL(t, R05_EV_BOARD_TURNED, R05_FRENETIC_FACTORY_1, piece + 1, 0, 0, 0);
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
        int options = gift == R05_NO_GIFT || !RD_RULE(rule) ? 0 : gift == R05_GIFT_HAMMER ? 2 : 1;
        while (options--) r05_gain_option(t, robot, rule);
    }
}

void r05_on_register_end(r05_turn *t) {
    const r05_match *m = t->m;
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) throw_out_all(t);
    if (r05_on(m, R05_BOARD_TURNS)) turn_boards(t);
    if (r05_on(m, R05_SITES_GIVE_OPTIONS) &&
        (!m->reading.options_by_round || t->s->reg + 1 == R05_REGISTERS))
        give_options(t);
}

/* ---- destruction ---- */

static void pass_title(r05_turn *t, int robot, int rule) {
    t->s->superbot = (uint8_t)robot;
    if (!RD_RULE(R05_SUPERBOT_7)) t->s->robot[robot].flags = 0;
    R05_TELL(t, R05_EV_SUPERBOT, rule, robot, 0, 0, 0);
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
    bool pushed = rule != R05_DEATH_1;
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
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) drop_flag(t, robot, s->last_cell, R05_CAPTURE_THE_FLAG_7);
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
        drop_flag(t, robot, s->last_cell, R05_CAPTURE_THE_FLAG_7);
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

/* ---- places ---- */

/* A place for the robot's side; sides of one moment share it. */
static void award(r05_turn *t, int robot, int rule) {
    r05_state *s = t->s;
    if (s->robot[robot].place) return;
    int place = 1 + s->finished + (RD_RULE(R05_WIN_3) ? 0 : s->newly);
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_team(t->m, i) == r05_team(t->m, robot)) s->robot[i].place = (uint8_t)place;
    R05_TELL(t, R05_EV_FINISHED, rule, robot, place, 0, 0);
    s->newly++;
    s->unsettled = 1;
}

/* RULING-R05-44: where the race goes on, those who have finished leave the floor. */
static void close_places(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors && s->newly && t->m->play_on; i++)
        if (s->robot[i].place && r05_plays(s, i)) r05_retire(t, i);
    s->finished = (uint8_t)(s->finished + s->newly);
    s->newly = 0;
}

/* ---- the end of a round ---- */

/* Does it lose all damage at the end of this round? */
bool r05_heals(const r05_turn *t, int robot) {
    return t->s->superbot == robot && RD_RULE(R05_SUPERBOT_2);
}

static bool captured(const r05_match *m, const r05_state *s, int robot) {
    return s->robot[robot].carries && is_home(m, s, robot);
}

void r05_on_round_end(r05_turn *t) {
    r05_state *s = t->s;
    if (s->superbot != R05_NONE && r05_on_floor(s, s->superbot) && r05_heals(t, s->superbot))
        r05_repair_all(t, s->superbot, R05_SUPERBOT_2);
    if (!r05_on(t->m, R05_CAPTURE_THE_FLAG) || !RD_RULE(R05_CAPTURE_THE_FLAG_10)) return;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (captured(t->m, s, i)) award(t, i, R05_CAPTURE_THE_FLAG_10);
    close_places(t);
}

/* ---- finishing ---- */

static bool has_finished(const r05_match *m, const r05_state *s, int robot) {
    if (r05_on(m, R05_CAPTURE_THE_FLAG) || r05_on(m, R05_ELIMINATION) || !m->n_flags) return false;
    if (r05_on(m, R05_TOGGLE_FLAGS)) {
        for (int f = 0; f < m->n_flags; f++)
            if (s->control[f] != 1 + r05_team(m, robot)) return false;
        return RD_RULE(R05_TOGGLE_BOGGLE_3);
    }
    if (r05_on(m, R05_ONE_FINISHER) && !RD_RULE(R05_ONE_FOR_ALL_1)) return false;
    if (r05_on(m, R05_RACER_AND_BLOCKER) && !RD_RULE(R05_INTERFERENCE_4)) return false;
    return s->robot[robot].flags >= m->n_flags && RD_RULE(R05_WIN_1);
}

static int rule_of_win(const r05_match *m) {
    return r05_on(m, R05_TOGGLE_FLAGS)        ? R05_TOGGLE_BOGGLE_3
           : r05_on(m, R05_ONE_FINISHER)      ? R05_ONE_FOR_ALL_1
           : r05_on(m, R05_SHARED_FLAGS)      ? R05_TANDEM_CARNAGE_1
           : r05_on(m, R05_RACER_AND_BLOCKER) ? R05_INTERFERENCE_4
                                              : R05_WIN_1;
}

void r05_finish_robots(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_plays(s, i) && has_finished(t->m, s, i)) award(t, i, rule_of_win(t->m));
    close_places(t);
}

/* The sides (players, or teams) that still have a robot in the race, a set. */
static unsigned sides_left(const r05_match *m, const r05_state *s) {
    unsigned sides = 0;
    for (int i = 0; i < m->head.n_actors; i++)
        if (r05_plays(s, i) && !r05_is_blocker(m, i)) sides |= 1u << r05_team(m, i);
    return sides;
}

static int rule_of_last(const r05_match *m) {
    return r05_on(m, R05_ELIMINATION)         ? R05_WAR_ZONE_1
           : r05_on(m, R05_RACER_AND_BLOCKER) ? R05_INTERFERENCE_3
                                              : R05_WIN_4;
}

static void tell_end(r05_turn *t, int rule) {
    rd_outcome o;
    r05_outcome((const rd_match *)t->m, (const rd_state *)t->s, &o);
    int winner = 0;
    for (int i = t->m->head.n_seats - 1; i >= 0; i--)
        if (o.place[i] == 1) winner = i;
    R05_TELL(t, R05_EV_END, rule, winner, 0, 0, 0);
}

/* Over when someone has won, or nobody is left to race against.  Asked when that may have changed.
** With two teams nothing is left to race for once one has won. */
bool r05_race_over(r05_turn *t) {
    r05_state *s = t->s;
    s->unsettled = 0;
    bool won = s->finished && (!t->m->play_on || t->m->n_teams == 2);
    int left = rd_bit_count(sides_left(t->m, s)), last = rule_of_last(t->m);
    if (!won && (left > 1 || (left == 1 && !RD_RULE(last)))) return false;
    tell_end(t, won ? rule_of_win(t->m) : left ? last : R05_WIN_5);
    return true;
}

/* RULING-R05-48: where robots run the same locked programs for ever, nobody is asked any more.
** Asked once at the end of each round. */
bool r05_is_idle(r05_turn *t) {
    if (++t->rounds < (RD_RULE(R05_WIN_6) ? R05_IDLE : 2 * R05_IDLE)) return false;
    tell_end(t, R05_WIN_6);
    return true;
}

/* Higher is better: finished early, then still in the race, then out late, then more flags. */
static int standing(const r05_match *m, const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    enum { FINISHED = 10000, RACING = 5000, MOMENT = 16 };
    if (r->place) return FINISHED - r->place;
    if (r05_is_blocker(m, robot)) return -1;
    int flags = r05_on(m, R05_TOGGLE_FLAGS) || !RD_RULE(R05_WIN_5) ? 0 : r->flags;
    return (r->status & R05_OUT ? MOMENT * r->died : RACING) + flags;
}

bool r05_outcome(const rd_match *match, const rd_state *state, rd_outcome *o) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    if (o) {
        int best[RD_MAX_SEATS];
        *o = (rd_outcome){0};
        for (int team = 0; team < RD_MAX_SEATS; team++) best[team] = -2;
        for (int i = 0; i < m->head.n_actors; i++) {
            int team = r05_team(m, i), seat = m->head.seat_of[i];
            if (standing(m, s, i) > best[team]) best[team] = standing(m, s, i);
            if (s->robot[i].flags > o->score[seat]) o->score[seat] = s->robot[i].flags;
        }
        for (int seat = 0; seat < match->n_seats; seat++) {
            int own = best[match->team_of[seat]];
            o->place[seat] = 1;
            for (int team = 0; team < RD_MAX_SEATS; team++)
                if (best[team] > own) o->place[seat]++;
        }
    }
    return s->stage == R05_AT_OVER;
}
