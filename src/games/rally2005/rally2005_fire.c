/* rally2005_fire.c - the laser step: who aims at whom, what is fired, hits, and beams that move.
**
** All shots of a register are simultaneous: targets are found and every choice is made before
** anything takes effect.  Then come Fire Control, Scrambler and Radio Control, then damage, then
** the beams that move robots, in dock order.
*/
#include "games/rally2005/rally2005_int.h"

static bool can_fire(const r05_state *s, int robot) {
    if (!r05_on_floor(s, robot)) return false;
    return !(s->robot[robot].status & R05_DOWN) || !RD_RULE(R05_DOWN_7);
}

/* ---- aiming ---- */

/* The robots that the main laser hits, nearest first. */
static int main_hits(const r05_match *m, const r05_state *s, int robot, uint8_t *target) {
    const rd_floor *floor = &m->floor;
    r05_laser_kind k = r05_main_laser(s, robot);
    rd_hit hit[RD_MAX_BODIES];
    if (k.walls || k.robots > 1) {
        int n = rd_floor_ray(floor, &s->robots, s->robots.cell[robot], s->robots.dir[robot],
                             k.walls, k.robots, hit);
        for (int i = 0; i < n; i++) target[i] = hit[i].body;
        return n;
    }
    rd_sight seen = rd_floor_sight(floor, &s->robots, s->robots.cell[robot], s->robots.dir[robot]);
    if (seen.body == RD_NOBODY) return 0;
    target[0] = seen.body;
    return 1;
}

/* Each shot can be decided on its own, and does as many points as the robot's power is. */
static int main_shots(const r05_match *m, const r05_state *s, int robot) {
    return r05_main_laser(s, robot).shots * r05_shots_factor(m);
}
static int points_of_one(const r05_turn *t, int robot) {
    return r05_shots_factor(t->m) * r05_power(t->s, robot);
}

/* Fire Control: the target of a hit to be decided, or R05_NONE when there are not that many. */
int r05_shot_at(const r05_match *m, const r05_state *s, int robot, int k) {
    uint8_t target[RD_MAX_BODIES];
    int n = main_hits(m, s, robot, target), shots = main_shots(m, s, robot);
    return k < R05_SHOTS && k < n * shots ? target[k / shots] : R05_NONE;
}

static bool has_effects(const r05_turn *t, int robot, int target) {
    r05_effects may = r05_fire_control_effects(t->m, t->s, robot, target);
    return may.registers || may.options;
}

static bool choose_weapon(r05_turn *t, int robot) {
    r05_state *s = t->s;
    rd_sight seen =
        rd_floor_sight(&t->m->floor, &s->robots, s->robots.cell[robot], s->robots.dir[robot]);
    if (seen.body == RD_NOBODY) return false;
    if (!r05_weapons(s, robot, seen.body, seen.distance)) return false;
    s->robot[robot].target = seen.body;
    r05_ask(t, robot, R05_ASK_WEAPON, seen.body);
    return true;
}

/* One robot after the other, in dock order.  `at` counts robots twice: weapon, then effects. */
bool r05_stage_aim(r05_turn *t) {
    r05_state *s = t->s;
    if (!s->dealt_options) return true;
    for (; s->at < 2 * t->m->head.n_actors; s->at++) {
        int robot = r05_docked(t->m, s, s->at / 2);
        r05_robot *r = &s->robot[robot];
        if (!can_fire(s, robot)) continue;
        if (s->at % 2 == 0) {
            r->weapon = r->target = R05_NONE;
            r->n_shots = 0;
            if (r05_has_any_weapon(s, robot) && choose_weapon(t, robot)) {
                s->at++;
                return false;
            }
        } else if (r->weapon == R05_NONE && r05_chooses_effect(s, robot)) {
            int target = r05_shot_at(t->m, s, robot, r->n_shots);
            for (; target != R05_NONE && !has_effects(t, robot, target);
                 target = r05_shot_at(t->m, s, robot, r->n_shots))
                r->shot[r->n_shots++] = R05_SHOT_DAMAGE;
            if (r->n_shots) s->armed |= (uint8_t)(1 << robot);
            if (target == R05_NONE) continue;
            r05_ask(t, robot, R05_ASK_FIRE_CONTROL, target);
            return false;
        }
    }
    return true;
}

void r05_answer_weapon(r05_turn *t, int robot, int pick) {
    r05_robot *r = &t->s->robot[robot];
    r->weapon = pick == R05_MAIN_LASER ? R05_NONE : (uint8_t)(pick - R05_OPTION_CARD);
    if (r->weapon == R05_NONE) r->target = R05_NONE;
    if (r->weapon == R05_NONE) return;
    t->s->armed |= (uint8_t)(1 << robot);
    R05_TELL(t, R05_EV_WEAPON, R05_WEAPON_1, robot, r->weapon, r->target);
}

void r05_answer_fire_control(r05_turn *t, int robot, int pick) {
    r05_robot *r = &t->s->robot[robot];
    uint8_t choice = R05_SHOT_DAMAGE;
    if (pick >= R05_OPTION_CARD)
        choice = (uint8_t)(8 + pick - R05_OPTION_CARD);
    else if (pick != R05_MAIN_LASER)
        choice = (uint8_t)(pick - R05_REGISTER);
    r->shot[r->n_shots++] = choice;
    t->s->armed |= (uint8_t)(1 << robot);
}

/* ---- hits ---- */

static void add_hit(r05_state *s, int target, int shooter, int dir, int points) {
    if (!points || s->n_hits == R05_HITS) return;
    s->hit[s->n_hits++] =
        (r05_hit){(uint8_t)target, (uint8_t)shooter, (uint8_t)dir, (uint8_t)points};
}

/* Also those that hit nobody. */
static void tell_beams(r05_turn *t, const rd_hit *hit, int hits) {
    rd_beam way[RD_MAX_LASERS];
    rd_floor_shine(&t->m->floor, &t->s->robots, hit, hits, way);
    for (int i = 0; i < t->m->floor.n_lasers; i++) r05_tell_beam(t, way[i], R05_NONE, R05_LASER_1);
}

static void wall_lasers(r05_turn *t) {
    rd_hit hit[RD_MAX_HITS];
    int n = r05_wall_hits(t, hit);
    if (t->to && RD_RULE(R05_LASER_1)) tell_beams(t, hit, n);
    bool doubled = r05_on(t->m, R05_LASERS_DOUBLE) && !RD_RULE(R05_SET_TO_KILL_2);
    for (int i = 0; i < n; i++) {
        int beams = hit[i].beams << doubled;
        R05_TELL(t, R05_EV_LASER, R05_LASER_1, hit[i].body, hit[i].dir, beams);
        add_hit(t->s, hit[i].body, R05_NONE, hit[i].dir, beams);
    }
}

/* The way of a robot's laser, also where it hits nobody. */
static void tell_laser(r05_turn *t, int robot, int dir, int walls, int robots, int rule) {
    const r05_state *s = t->s;
    if (t->to)
        r05_tell_beam(
            t,
            rd_floor_ray_way(&t->m->floor, &s->robots, s->robots.cell[robot], dir, walls, robots),
            robot, rule);
}

static void fire_main(r05_turn *t, int robot) {
    r05_state *s = t->s;
    const r05_robot *r = &s->robot[robot];
    uint8_t target[RD_MAX_BODIES];
    r05_laser_kind laser = r05_main_laser(s, robot);
    int n = main_hits(t->m, s, robot, target), shots = main_shots(t->m, s, robot);
    tell_laser(t, robot, s->robots.dir[robot], laser.walls, laser.robots > 1 ? laser.robots : 1,
               R05_LASER_4);
    for (int i = 0; i < n; i++) {
        int points = shots;
        for (int k = i * shots; k < (i + 1) * shots && k < r->n_shots; k++)
            points -= r->shot[k] != R05_SHOT_DAMAGE;
        points *= r05_power(s, robot);
        if (points) R05_TELL(t, R05_EV_SHOT, R05_LASER_4, target[i], robot, points);
        add_hit(s, target[i], robot, s->robots.dir[robot], points);
    }
}

static void fire_back(r05_turn *t, int robot) {
    r05_state *s = t->s;
    int dir = rd_dir_back(s->robots.dir[robot]);
    tell_laser(t, robot, dir, 0, 1, R05_REAR_FIRING_LASER_1);
    rd_sight seen = rd_floor_sight(&t->m->floor, &s->robots, s->robots.cell[robot], dir);
    if (seen.body == RD_NOBODY) return;
    int points = points_of_one(t, robot);
    R05_TELL(t, R05_EV_SHOT, R05_REAR_FIRING_LASER_1, seen.body, robot, points);
    add_hit(s, seen.body, robot, dir, points);
}

/* Without options: every robot hits what it sees straight ahead. */
static void fire_plain(r05_turn *t, int robot, int target) {
    if (t->to)
        r05_tell_beam(t, rd_floor_aimed_way(&t->m->floor, &t->s->robots, robot, target), robot,
                      R05_LASER_4);
    if (target == RD_NOBODY) return;
    int points = points_of_one(t, robot);
    R05_TELL(t, R05_EV_SHOT, R05_LASER_4, target, robot, points);
    add_hit(t->s, target, robot, t->s->robots.dir[robot], points);
}

static void fire_with_options(r05_turn *t, int robot) {
    r05_state *s = t->s;
    const r05_robot *r = &s->robot[robot];
    if (r->weapon == R05_NONE || !RD_RULE(R05_WEAPON_1)) fire_main(t, robot);
    if (r->weapon == R05_MINI_HOWITZER && RD_RULE(R05_MINI_HOWITZER_2)) {
        bool doubled = r05_on(t->m, R05_LASERS_DOUBLE) && !RD_RULE(R05_SET_TO_KILL_2);
        add_hit(s, r->target, robot, s->robots.dir[robot], 1 << doubled);
    }
    bool replaced = r->weapon != R05_NONE && !RD_RULE(R05_REAR_FIRING_LASER_2);
    if (r05_fires_back(s, robot) && !replaced) fire_back(t, robot);
}

void r05_fire_robots(r05_turn *t) {
    r05_state *s = t->s;
    uint8_t target[RD_MAX_BODIES];
    rd_floor_aim(&t->m->floor, &s->robots, target);
    /* In the order of this register's cards, so that the last shot can be told (SuperBot). */
    for (int i = 0; i < t->m->head.n_actors; i++) {
        int robot = i;
        if (RD_RULE(R05_SUPERBOT_6)) robot = s->order[i];
        if (!can_fire(s, robot) || !RD_RULE(R05_LASER_4)) continue;
        if (!s->has[robot] && RD_RULE(R05_LASER_5) && RD_RULE(R05_LASER_6)) {
            fire_plain(t, robot, target[robot]);
            continue;
        }
        fire_with_options(t, robot);
    }
}

/* ---- effects that are not damage ---- */

static void scramble(r05_turn *t, int target) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[target];
    int next = s->reg + 1;
    if (next == R05_REGISTERS || !r05_is_card(r->reg[next])) return;
    if (r->locked >> next & 1 && RD_RULE(R05_SCRAMBLER_3)) return;
    uint8_t card = r05_draw_card(t);
    if (card == R05_NONE) return;
    r05_discard(s, &r->reg[next]);
    r05_discard(s, &r->pair[next]);
    r->reg[next] = card;
    r->blind |= (uint8_t)(1 << next); /* face down for its own player too */
    R05_TELL(t, R05_EV_SCRAMBLED, R05_SCRAMBLER_1, target, next + 1);
}

static void control_fire(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    for (int k = 0; k < r->n_shots; k++) {
        int who = r05_shot_at(t->m, s, robot, k), choice = r->shot[k];
        if (choice == R05_SHOT_DAMAGE) continue;
        if (!RD_RULE(R05_FIRE_CONTROL_3) && s->has[who])
            r05_lose_option(t, who, rd_bit_first(s->has[who]), R05_PROTECT_1);
        else if (choice < 8)
            r05_lock_by_choice(t, who, choice);
        else if (r05_has(s, who, choice - 8))
            r05_lose_option(t, who, choice - 8, R05_FIRE_CONTROL_2);
    }
}

static void strange_effects(r05_turn *t) {
    r05_state *s = t->s;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, s, k);
        r05_robot *r = &s->robot[robot];
        if (!(s->armed >> robot & 1)) continue;
        if (r->weapon == R05_SCRAMBLER) scramble(t, r->target);
        if (r->weapon == R05_RADIO_CONTROL) s->robot[r->target].master = (uint8_t)robot;
        if (r->weapon == R05_NONE && r->n_shots) control_fire(t, robot);
    }
}

/* Targets in dock order, each one's hits as they came: who is destroyed first must not hang on
** who shot first. */
static void sort_hits(r05_turn *t) {
    r05_state *s = t->s;
    int dock[R05_ROBOTS];
    for (int k = 0; k < t->m->head.n_actors; k++) dock[r05_docked(t->m, s, k)] = k;
    for (int i = 1; i < s->n_hits; i++) {
        r05_hit h = s->hit[i];
        int j = i;
        for (; j && dock[s->hit[j - 1].target] > dock[h.target]; j--) s->hit[j] = s->hit[j - 1];
        s->hit[j] = h;
    }
}

/* ---- the two stages ---- */

bool r05_stage_fire(r05_turn *t) {
    r05_state *s = t->s;
    if (s->at == 0) {
        s->at = 1;
        s->n_hits = s->hit_at = 0;
        for (int i = 0; i < t->m->head.n_actors; i++) s->robot[i].shield = 0;
        t->together = true;
        r05_tell_works(t, t->m->floor.n_lasers, R05_LASER_1);
        wall_lasers(t);
        r05_fire_robots(t);
        if (s->armed) strange_effects(t);
        t->together = false;
        if (s->n_hits > 1) sort_hits(t);
        t->beat++;
    }
    if (s->hit_at < s->n_hits) {
        r05_hit h = s->hit[s->hit_at];
        s->hit[s->hit_at++] = (r05_hit){0};
        bool late = h.shooter != R05_NONE && !r05_on_floor(s, h.shooter);
        if (late && !RD_RULE(R05_LASER_7)) return false;
        r05_damage(t, h.target, h.points, h.dir, h.shooter);
        return false;
    }
    s->n_hits = s->hit_at = 0;
    return true;
}

static int rule_of_beam(int weapon) {
    return weapon == R05_MINI_HOWITZER  ? R05_MINI_HOWITZER_4
           : weapon == R05_PRESSOR_BEAM ? R05_PRESSOR_BEAM_1
                                        : R05_TRACTOR_BEAM_1;
}

/* Has the target come next to the robot that pulls it?  Another beam may have moved it there. */
static bool is_beside(const r05_turn *t, int target, int dir, int robot) {
    const rd_bodies *b = &t->s->robots;
    return b->cell[target] + t->m->floor.delta[dir] == b->cell[robot] &&
           RD_RULE(R05_TRACTOR_BEAM_2);
}

/* Howitzer, pressor and tractor move their targets, which were fixed before. */
bool r05_stage_beams(r05_turn *t) {
    r05_state *s = t->s;
    int n = t->m->head.n_actors;
    while (s->at < n && s->armed) {
        int robot = s->at;
        if (RD_RULE(R05_WEAPON_2)) robot = r05_docked(t->m, s, s->at);
        r05_robot *r = &s->robot[robot];
        s->at++;
        if (!(s->armed >> robot & 1)) continue;
        s->armed &= (uint8_t) ~(1 << robot);
        int weapon = r->weapon, target = r->target, dir = s->robots.dir[robot];
        r->weapon = r->target = R05_NONE;
        r->n_shots = 0;
        for (int k = 0; k < R05_SHOTS; k++) r->shot[k] = 0;
        if (weapon == R05_NONE || weapon == R05_SCRAMBLER || weapon == R05_RADIO_CONTROL) continue;
        r05_wear_weapon(t, robot, weapon);
        if (!r05_on_floor(s, target)) continue;
        if (weapon == R05_TRACTOR_BEAM) dir = rd_dir_back(dir);
        if (weapon == R05_MINI_HOWITZER && !RD_RULE(R05_MINI_HOWITZER_4)) continue;
        if (weapon == R05_TRACTOR_BEAM && is_beside(t, target, dir, robot)) continue;
        t->thrown_by = (uint8_t)robot;
        t->shot_down = weapon == R05_MINI_HOWITZER && RD_RULE(R05_SUPERBOT_9);
        r05_step(t, target, dir, rule_of_beam(weapon));
        t->thrown_by = R05_NONE;
        t->shot_down = false;
        return false;
    }
    return true;
}
