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

/* R05-TIMER-1: the last player has 30 seconds, or everybody has what the course gives. */
int r05_timer(const r05_match *m, const r05_state *s, int robot) {
    if (r05_on(m, R05_PROGRAM_LIMIT)) return r05_on(m, R05_PROGRAM_LIMIT);
    for (uint32_t asked = r05_programming(m, s); asked;)
        if (m->head.seat_of[rd_bit_take(&asked)] != m->head.seat_of[robot]) return 0;
    return RD_RULE(R05_TIMER_1) ? 30 : 0;
}

/* ---- what is allowed ---- */

bool r05_may_power_down(const r05_match *m) {
    return !r05_on(m, R05_NO_POWER_DOWN) || !RD_RULE(R05_FACTORY_REJECTS_2);
}

bool r05_sites_repair(const r05_match *m) {
    return !r05_on(m, R05_SITES_GIVE_OPTIONS) || !RD_RULE(R05_OPTION_WORLD_3);
}

int r05_shots_factor(const r05_turn *t, int robot) {
    int factor = 1;
    if (r05_on(t->m, R05_LASERS_DOUBLE) && RD_RULE(R05_SET_TO_KILL_1)) factor *= 2;
    if (t->s->superbot == robot && RD_RULE(R05_SUPERBOT_3)) factor *= 2;
    return factor;
}

/* ---- set-up: options to choose from, robots to place ---- */

static void deal_drafts(r05_turn *t) {
    int each = r05_on(t->m, R05_DRAFT_OPTIONS);
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
        for (int i = 0; i < R05_HAND_MAX; i++) {
            if (r->spare[i] != R05_NONE && r->spare[i] != r->choice) put_under(s, r->spare[i]);
            r->spare[i] = R05_NONE;
        }
        r05_give_option(t, robot, r->choice, R05_TRICKSY_1);
        r->choice = R05_NONE;
    }
    s->answered = 0;
}

uint32_t r05_choosing(const r05_match *m, const r05_state *s) {
    if (!r05_on(m, R05_DRAFT_OPTIONS) || s->at != 1) return 0;
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
        if (r05_on(t->m, R05_DRAFT_OPTIONS)) {
            deal_drafts(t);
            return false;
        }
    }
    if (s->at == 1) {
        s->at = 2;
        if (r05_on(t->m, R05_DRAFT_OPTIONS)) close_drafts(t);
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
            R05_TELL(t, R05_EV_FLAG_LOST, R05_MOVING_TARGETS_2, i, before[i], 0, 0);
            follow_flag(t, i, t->m->flag[i]); /* where it comes back */
        } else {
            R05_TELL(t, R05_EV_FLAG_MOVED, R05_MOVING_TARGETS_1, i, before[i], now, 0);
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
        R05_TELL(t, R05_EV_FLAG_BACK, R05_MOVING_TARGETS_2, i, t->m->flag[i], 0, 0);
    }
}

/* ---- Capture the Flag ---- */

/* The piece that is home to the robot's team. */
static int home_piece(const r05_match *m, const r05_state *s, int robot) {
    return r05_team(m, robot) ^ s->swapped;
}

static int piece_under(const r05_match *m, const r05_state *s, int robot) {
    return m->floor.cell[s->robots.cell[robot]].piece;
}

static bool is_home(const r05_match *m, const r05_state *s, int robot) {
    return r05_on_floor(s, robot) && piece_under(m, s, robot) == home_piece(m, s, robot);
}

/* Own flag of a team: the one that starts on its home board. */
static int flag_of(const r05_match *m, const r05_state *s, int robot) {
    for (int i = 0; i < m->n_flags; i++)
        if (m->floor.cell[m->flag[i]].piece == home_piece(m, s, robot)) return i;
    return R05_NONE;
}

static void drop_flag(r05_turn *t, int robot, uint16_t cell) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    if (!r->carries) return;
    int flag = r->carries - 1;
    r->carries = 0;
    if (cell == RD_NOWHERE || rd_body_at(&s->flags, cell) != RD_NOBODY) cell = t->m->flag[flag];
    s->flags.cell[flag] = cell;
    R05_TELL(t, R05_EV_FLAG_LOST, R05_CAPTURE_THE_FLAG_7, flag, cell, 0, 0);
}

static void capture_touch(r05_turn *t, int robot, int flag) {
    r05_state *s = t->s;
    if (flag == flag_of(t->m, s, robot)) {
        if (!is_home(t->m, s, robot) || s->flags.cell[flag] == t->m->flag[flag]) return;
        s->flags.cell[flag] = t->m->flag[flag];
        R05_TELL(t, R05_EV_FLAG_BACK, R05_CAPTURE_THE_FLAG_8, flag, t->m->flag[flag], 0, 0);
    } else if (!s->robot[robot].carries) {
        s->robot[robot].carries = (uint8_t)(1 + flag);
        s->flags.cell[flag] = RD_NOWHERE;
        R05_TELL(t, R05_EV_FLAG_TAKEN, R05_CAPTURE_THE_FLAG_6, robot, flag, 0, 0);
    }
}

/* A robot at home that pushed an enemy and is still there at the end sends it off. */
static void send_home(r05_turn *t) {
    r05_state *s = t->s;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, s, k);
        unsigned shoved = s->robot[robot].shoved;
        s->robot[robot].shoved = 0;
        if (!r05_on_floor(s, robot)) continue;
        while (shoved) {
            int enemy = rd_bit_take(&shoved);
            r05_robot *r = &s->robot[enemy];
            if (!r05_on_floor(s, enemy)) continue;
            R05_TELL(t, R05_EV_REMOVED, R05_CAPTURE_THE_FLAG_3, enemy, robot, 0, 0);
            drop_flag(t, enemy, s->robots.cell[enemy]);
            s->robots.cell[enemy] = RD_NOWHERE;
            r->status = (uint8_t)((r->status & R05_ANNOUNCED) | R05_DEAD);
            r->died = ++s->deaths;
            if (!t->m->reading.capture_free && r->lives) r->lives--;
            if (!r->lives) r05_eliminate(t, enemy);
        }
    }
}

void r05_on_push(r05_turn *t, int who, int pushed) {
    r05_state *s = t->s;
    if (!r05_on(t->m, R05_CAPTURE_THE_FLAG)) return;
    if (r05_team(t->m, who) != r05_team(t->m, pushed) && is_home(t->m, s, who))
        s->robot[who].shoved |= (uint8_t)(1 << pushed);
    if (s->robot[pushed].carries && !is_home(t->m, s, pushed) && RD_RULE(R05_CAPTURE_THE_FLAG_7))
        drop_flag(t, pushed, s->robots.cell[pushed]);
}

/* The cells where a robot may be put down: six rows of its base, those away from the enemy. */
static bool is_back_row(const r05_match *m, const r05_state *s, int robot, uint16_t cell) {
    const rd_placed *own = &m->floor.piece[home_piece(m, s, robot)];
    const rd_placed *other = &m->floor.piece[!home_piece(m, s, robot)];
    const rd_cell *c = &m->floor.cell[cell];
    if (c->piece != home_piece(m, s, robot)) return false;
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
    return r05_on(m, R05_CAPTURE_THE_FLAG) ? back_rows(m, s, robot, cell, most) : 0;
}

/* ---- touching a flag ---- */

static void toggle(r05_turn *t, int robot, int flag) {
    r05_state *s = t->s;
    uint8_t team = (uint8_t)(1 + r05_team(t->m, robot));
    if (s->control[flag] == team) return;
    s->control[flag] = team;
    R05_TELL(t, R05_EV_FLAG, R05_TOGGLE_BOGGLE_1, robot, flag, 0, 0);
}

static void share_credit(r05_turn *t, int robot) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_team(t->m, i) == r05_team(t->m, robot) && RD_RULE(R05_TANDEM_CARNAGE_1))
            s->robot[i].flags = s->robot[robot].flags;
}

void r05_on_touch(r05_turn *t, int robot, int flag) {
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
        r05_touch_in_order(t, robot, flag);
}

/* Frenetic Factory: heads, and the board under the robot turns. */
static void toss_coin(r05_turn *t, int robot) {
    r05_state *s = t->s;
    int heads = (int)rd_draw_below(&t->chance, 2), piece = piece_under(t->m, s, robot);
    s->used[0] = t->chance.used;
    t->effects |= RD_DREW;
    R05_TELL(t, R05_EV_COIN, R05_FRENETIC_FACTORY_1, robot, heads, 0, 0);
    if (!heads || !rd_floor_can_turn(&t->m->floor, piece) || !RD_RULE(R05_FRENETIC_FACTORY_1))
        return;
    s->turning |= (uint16_t)(1 << piece);
}

void r05_on_flag_credit(r05_turn *t, int robot, int flag) {
    (void)flag;
    if (r05_on(t->m, R05_SHARED_FLAGS)) share_credit(t, robot);
    if (r05_on(t->m, R05_BOARD_TURNS)) toss_coin(t, robot);
}

/* Boards turn after every robot was checked; a robot that now stands on a pit falls. */
static void turn_boards(r05_turn *t) {
    r05_state *s = t->s;
    if (!s->turning) return;
    for (int p = 0; p < t->m->floor.n_pieces; p++) {
        if (!(s->turning >> p & 1)) continue;
        rd_bodies_turn_piece(&s->robots, p);
        R05_TELL(t, R05_EV_BOARD_TURNED, R05_FRENETIC_FACTORY_1, p, 0, 0, 0);
    }
    s->turning = 0;
    rd_effect e = rd_floor_drop(&t->m->floor, &s->robots, 0xff, NULL);
    for (unsigned fell = e.fell; fell;) r05_destroy(t, rd_bit_take(&fell), R05_NONE, R05_DEATH_2);
}

/* Option World: sites and flags give options instead of repairs. */
static void give_options(r05_turn *t, int rule) {
    r05_state *s = t->s;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, s, k);
        if (!r05_on_floor(s, robot)) continue;
        uint16_t cell = s->robots.cell[robot];
        uint8_t mark = rd_floor_cell(&t->m->floor, s->robots.turns, cell).mark;
        int options = 0;
        if (mark & RD_MARK_OPTION)
            options = 2;
        else if (mark & RD_MARK_REPAIR || r05_flag_at(t, cell) != R05_NONE)
            options = 1;
        for (int i = 0; i < options; i++) r05_gain_option(t, robot, rule);
    }
}

void r05_on_register_end(r05_turn *t) {
    const r05_match *m = t->m;
    if (r05_on(m, R05_CAPTURE_THE_FLAG) && RD_RULE(R05_CAPTURE_THE_FLAG_3)) send_home(t);
    if (r05_on(m, R05_BOARD_TURNS)) turn_boards(t);
    if (r05_on(m, R05_SITES_GIVE_OPTIONS) && RD_RULE(R05_OPTION_WORLD_1) &&
        (!m->reading.options_by_round || t->s->reg + 1 == R05_REGISTERS))
        give_options(t, R05_OPTION_WORLD_1);
}

/* ---- destruction ---- */

/* The title goes to whoever made the last shot, or pushed the SuperBot to its end. */
static void pass_title(r05_turn *t, int killer) {
    if (killer == R05_NONE || !RD_RULE(R05_SUPERBOT_5)) return;
    t->s->superbot = (uint8_t)killer;
    R05_TELL(t, R05_EV_SUPERBOT, R05_SUPERBOT_5, killer, 0, 0, 0);
}

void r05_on_destroyed(r05_turn *t, int robot, int killer) {
    r05_state *s = t->s;
    const r05_match *m = t->m;
    if (s->superbot == robot && killer != robot) pass_title(t, killer);
    if (r05_on(m, R05_CAPTURE_THE_FLAG)) drop_flag(t, robot, s->last_cell);
    if (r05_on(m, R05_TOGGLE_FLAGS) && RD_RULE(R05_TOGGLE_BOGGLE_3)) s->robot[robot].rest = 1;
    if (r05_on(m, R05_RACER_AND_BLOCKER) && !r05_is_blocker(m, robot) &&
        !m->reading.racer_has_lives && RD_RULE(R05_INTERFERENCE_4))
        s->robot[robot].lives = 0;
}

bool r05_may_return(const r05_turn *t, int robot) {
    r05_robot *r = &t->s->robot[robot];
    if (!r->rest) return true;
    r->rest--;
    return false;
}

/* ---- the end of a round ---- */

static bool captured(const r05_match *m, const r05_state *s, int robot) {
    return s->robot[robot].carries && is_home(m, s, robot);
}

void r05_on_round_end(r05_turn *t) {
    r05_state *s = t->s;
    if (s->superbot != R05_NONE && r05_on_floor(s, s->superbot) && RD_RULE(R05_SUPERBOT_2))
        r05_repair_all(t, s->superbot, R05_SUPERBOT_2);
    if (!r05_on(t->m, R05_CAPTURE_THE_FLAG) || !RD_RULE(R05_CAPTURE_THE_FLAG_9)) return;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (captured(t->m, s, i)) r05_award(t, i, R05_CAPTURE_THE_FLAG_9);
}

/* ---- finishing ---- */

/* A place for the robot and all that win with it; those of one moment share it. */
void r05_award(r05_turn *t, int robot, int rule) {
    r05_state *s = t->s;
    if (s->robot[robot].place) return;
    s->robot[robot].place = (uint8_t)(1 + s->finished);
    R05_TELL(t, R05_EV_FINISHED, rule, robot, s->robot[robot].place, 0, 0);
    s->newly++;
    s->unsettled = 1;
}

static bool has_finished(const r05_match *m, const r05_state *s, int robot) {
    if (r05_on(m, R05_CAPTURE_THE_FLAG) || r05_on(m, R05_ELIMINATION) || !m->n_flags) return false;
    if (r05_on(m, R05_TOGGLE_FLAGS)) {
        for (int f = 0; f < m->n_flags; f++)
            if (s->control[f] != 1 + r05_team(m, robot)) return false;
        return true;
    }
    return s->robot[robot].flags >= m->n_flags;
}

void r05_finish_robots(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_plays(s, i) && has_finished(t->m, s, i) && RD_RULE(R05_WIN_1))
            r05_award(t, i, R05_WIN_1);
    for (int i = 0; i < t->m->head.n_actors && s->newly && t->m->play_on; i++)
        if (s->robot[i].place && r05_plays(s, i)) r05_retire(t, i);
    s->finished = (uint8_t)(s->finished + s->newly);
    s->newly = 0;
}

/* How many sides (players, or teams) still have a robot that plays. */
static int sides_left(const r05_match *m, const r05_state *s) {
    unsigned sides = 0;
    for (int i = 0; i < m->head.n_actors; i++) {
        bool counts = r05_plays(s, i) && !r05_is_blocker(m, i);
        if (counts) sides |= 1u << r05_team(m, i);
    }
    return rd_bit_count(sides);
}

/* Over when someone has won, or nobody is left to race against.  Asked when that may have changed.
 */
bool r05_race_over(r05_turn *t) {
    r05_state *s = t->s;
    s->unsettled = 0;
    s->finished = (uint8_t)(s->finished + s->newly);
    s->newly = 0;
    bool won = s->finished && !t->m->play_on && RD_RULE(R05_WIN_1);
    if (!won && sides_left(t->m, s) > 1) return false;
    rd_outcome o;
    r05_outcome((const rd_match *)t->m, (const rd_state *)s, &o);
    int winner = 0;
    for (int i = 0; i < t->m->head.n_seats; i++)
        if (o.place[i] == 1) winner = i;
    R05_TELL(t, R05_EV_END, won ? R05_WIN_1 : R05_WIN_3, winner, 0, 0, 0);
    return true;
}

/* ---- places ---- */

/* Higher is better: finished early, then still in the race, then more flags. */
static int standing(const r05_match *m, const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    if (r->place) return 10000 - r->place;
    int flags = r05_on(m, R05_TOGGLE_FLAGS) ? 0 : r->flags;
    if (r05_is_blocker(m, robot)) return -1;
    return (r->status & R05_OUT ? 0 : 1000) + flags;
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
