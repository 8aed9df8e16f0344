/* rally2023_fire.c - wall lasers, and the weapons of the robots.
**
** Wall lasers hit all at once; the damage comes in turn order.  Weapons resolve one robot after the
** other.  Who has a Deflector Shield may be asked before each damage.
*/
#include "base/inline.h"
#include "games/rally2023/rally2023_moments.h"

/* ---- damage by lasers and weapons ---- */

static bool may_shield(const r23_state *s, int robot) {
    bool pays = s->robot[robot].energy || r23_may_recharge(s, robot);
    return pays && RD_RULE(R23_DEFLECTOR_SHIELD_1) && r23_offers(s, robot, R23_DEFLECTOR_SHIELD);
}

static void strike(r23_turn *t, int robot, int points, int shooter, int rule) {
    uint8_t *mark = &t->s->mark[robot];
    int taken = *mark & R23_SHIELDED ? 0 : r23_hurt(t, robot, points, rule);
    if (shooter < 0 && (taken || !RD_RULE(R23_ENERGY_CONVERSION_2))) *mark |= R23_BURNT;
}

static void push_hurt(r23_turn *t, int robot, int points, int shooter) {
    rd_frame *f = rd_agenda_push(&t->s->agenda, R23_OP_HURT, (uint8_t)robot);
    f->left = (uint8_t)points;
    f->a = (int16_t)shooter;
}

/* Frame: left = points, a = the shooter, or -1 for wall lasers.  Nothing moves between a shot and its
** damage, so the robot is still there. */
void r23_run_hurt(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    int robot = f->who, points = f->left, shooter = f->a;
    if (f->step == 0) {
        f->step = 1;
        if (shooter < 0)
            R23_TELL(t, R23_EV_LASER, R23_LASER_1, robot, points);
        else
            R23_TELL(t, R23_EV_SHOT, R23_FIRE_1, robot, shooter, points);
        if (!(s->mark[robot] & R23_SHIELDED) && may_shield(s, robot)) {
            r23_ask(t, robot, R23_ASK_SHIELD, points);
            return;
        }
    }
    rd_agenda_pop(&s->agenda);
    strike(t, robot, points, shooter, shooter < 0 ? R23_LASER_1 : R23_FIRE_1);
}

/* ---- wall lasers ---- */

static inline void tell_beam_now(r23_turn *t, rd_beam way, int by, int rule) {
    t->ev.arg[4] = way.body;
    t->ev.arg[5] = by;
    r23_tell_now(t, R23_EV_BEAM, rule, way.from, way.dir, way.to, way.beams);
    t->ev.arg[4] = t->ev.arg[5] = 0;
}

static RD_APART void tell_beam(r23_turn *t, rd_beam way, int by, int rule) {
    tell_beam_now(t, way, by, rule);
    t->ev.beat += r23_pace(t);
}

/* Also those that hit nobody. */
static RD_APART void tell_beams(r23_turn *t, const rd_hit *hit, int hits) {
    rd_beam way[RD_MAX_LASERS];
    rd_floor_shine(&t->m->floor, &t->s->robots, hit, hits, way);
    for (int i = 0; i < t->m->floor.n_lasers; i++) tell_beam(t, way[i], R23_NONE, R23_LASER_1);
}

bool r23_stage_lasers(r23_turn *t) {
    r23_state *s = t->s;
    rd_hit hit[RD_MAX_HITS];
    if (!t->m->floor.n_lasers) return true;
    r23_tell_works(t, true, R23_LASER_1);
    int n = r23_wall_hits(t, hit);
    if (t->to && RD_RULE(R23_LASER_1)) tell_beams(t, hit, n);
    for (int i = 0; i < n; i++) {
        r23_robot *r = &s->robot[hit[i].body];
        if (r->status & R23_DOWN && !RD_RULE(R23_DOWN_10)) continue;
        r->burn = (uint8_t)(r->burn + 1 + RD_GIVEN(R23_LASER_3, hit[i].beams - 1));
    }
    return true;
}

bool r23_stage_burn(r23_turn *t) {
    r23_state *s = t->s;
    bool shields = r23_matters(t, R23_BIT(DEFLECTOR_SHIELD));
    while (s->at < t->m->head.n_actors) {
        int robot = r23_in_turn(t->m, s, s->at++), points = s->robot[robot].burn;
        s->robot[robot].burn = 0;
        if (!points) continue;
        if (shields) {
            push_hurt(t, robot, points, -1);
            return false;
        }
        R23_TELL(t, R23_EV_LASER, R23_LASER_1, robot, points);
        strike(t, robot, points, -1, R23_LASER_1);
    }
    return true;
}

bool r23_stage_convert(r23_turn *t) {
    r23_state *s = t->s;
    if (!r23_matters(t, R23_BIT(ENERGY_CONVERSION))) return true;
    while (s->at < t->m->head.n_actors) {
        int robot = r23_in_turn(t->m, s, s->at++);
        bool burnt = s->mark[robot] & R23_BURNT && r23_runs(s, robot);
        if (!burnt || !RD_RULE(R23_ENERGY_CONVERSION_1) ||
            !r23_offers(s, robot, R23_ENERGY_CONVERSION))
            continue;
        r23_ask(t, robot, R23_ASK_CONVERT, 0);
        return false;
    }
    return true;
}

/* ---- weapons ---- */

static bool fires(const r23_state *s, int robot) {
    bool off = s->robot[robot].status & R23_DOWN && RD_RULE(R23_DOWN_8);
    return r23_on_floor(s, robot) && !off;
}

static rd_sight target_of(const r23_match *m, const r23_state *s, int robot, int turn) {
    return rd_floor_sight(&m->floor, &s->robots, s->robots.cell[robot],
                          rd_dir_turn(s->robots.dir[robot], turn));
}

static r23_token blast_token(const r23_match *m, const r23_state *s, int target) {
    int piece = m->floor.cell[s->robots.cell[target]].piece;
    if (m->dynamic && RD_RULE(R23_ARCHIVE_3))
        return (r23_token){s->robot[target].archive, s->robot[target].arrow};
    if (m->floor.piece[piece].dock && !RD_RULE(R23_DISPLACING_BLAST_2))
        return (r23_token){s->robot[target].archive, s->robot[target].arrow};
    return m->token[piece];
}

static bool may_scramble(const r23_state *s, int target) {
    if (s->reg + 1 == R23_REGISTERS) return false;
    const r23_robot *r = &s->robot[target];
    return r->reg[s->reg + 1] != R23_NONE && r->n_deck + r->n_discard;
}

/* What this robot could fire now instead of its main laser. */
uint64_t r23_weapons(const r23_match *m, const r23_state *s, int robot) {
    static const uint8_t WEAPONS[] = {R23_SCRAMBLER, R23_MINI_HOWITZER, R23_PRESSOR_BEAM,
                                      R23_TRACTOR_BEAM, R23_DISPLACING_BLAST};
    rd_sight seen = target_of(m, s, robot, 0);
    uint64_t set = 0;
    if (seen.body == RD_NOBODY || !RD_RULE(R23_FIRE_4)) return 0;
    for (unsigned i = 0; i < sizeof WEAPONS; i++)
        if (r23_offers(s, robot, WEAPONS[i])) set |= 1ull << WEAPONS[i];
    bool scrambles = may_scramble(s, seen.body) && RD_RULE(R23_SCRAMBLER_1);
    if (s->reg + 1 == R23_REGISTERS && !RD_RULE(R23_SCRAMBLER_2)) scrambles = true;
    if (!scrambles) set &= ~(1ull << R23_SCRAMBLER);
    if (!RD_RULE(R23_MINI_HOWITZER_1) || (!s->robot[robot].energy && RD_RULE(R23_MINI_HOWITZER_3)))
        set &= ~(1ull << R23_MINI_HOWITZER);
    if (!RD_RULE(R23_PRESSOR_BEAM_1)) set &= ~(1ull << R23_PRESSOR_BEAM);
    if (!RD_RULE(R23_TRACTOR_BEAM_1) || (seen.distance < 2 && RD_RULE(R23_TRACTOR_BEAM_2)))
        set &= ~(1ull << R23_TRACTOR_BEAM);
    r23_token to = blast_token(m, s, seen.body);
    if (!RD_RULE(R23_DISPLACING_BLAST_1) || to.cell == RD_NOWHERE ||
        to.cell == s->robots.cell[seen.body])
        set &= ~(1ull << R23_DISPLACING_BLAST);
    return set;
}

/* The way of a robot's laser, also where it hits nobody. */
static void tell_laser(r23_turn *t, int robot, int dir, int walls, int bodies) {
    const r23_state *s = t->s;
    if (t->to)
        tell_beam(
            t,
            rd_floor_ray_way(&t->m->floor, &s->robots, s->robots.cell[robot], dir, walls, bodies),
            robot, R23_FIRE_1);
}

/* Pushes the damage of a laser that way; what is hit first is on top. */
static RD_APART void shoot(r23_turn *t, int robot, int turn, int points, bool pierces) {
    r23_state *s = t->s;
    rd_hit hit[RD_MAX_BODIES];
    int dir = rd_dir_turn(s->robots.dir[robot], turn), n;
    int walls = 255, bodies = RD_MAX_BODIES;
    if (RD_RULE(R23_FIRE_2) && !(pierces && RD_RULE(R23_RAIL_GUN_1))) walls = 0;
    if (!(pierces && RD_RULE(R23_RAIL_GUN_2))) bodies = 1;
    tell_laser(t, robot, dir, walls, bodies);
    n = rd_floor_ray(&t->m->floor, &s->robots, s->robots.cell[robot], dir, walls, bodies, hit);
    while (n) push_hurt(t, hit[--n].body, points, robot);
}

static int main_points(const r23_state *s, int robot) {
    int points = 1;
    if (r23_has(s, robot, R23_DOUBLE_BARREL_LASER) && RD_RULE(R23_DOUBLE_BARREL_LASER_1)) points++;
    if (s->mark[robot] & R23_BOOSTED) points++;
    return points;
}

static RD_APART void fire_main(r23_turn *t, int robot) {
    r23_state *s = t->s;
    bool kata =
        r23_has(s, robot, R23_LASER_KATA) && s->mark[robot] & R23_SPUN && RD_RULE(R23_LASER_KATA_1);
    if (!RD_RULE(R23_FIRE_1)) return;
    for (int turn = kata ? 3 : 0; turn >= 0; turn--)
        shoot(t, robot, turn, main_points(s, robot), r23_has(s, robot, R23_RAIL_GUN));
}

static RD_APART void fire_rear(r23_turn *t, int robot) {
    int points = main_points(t->s, robot);
    if (RD_RULE(R23_DOUBLE_BARREL_LASER_2)) points = 1;
    if (r23_has(t->s, robot, R23_REAR_LASER) && RD_RULE(R23_REAR_LASER_1))
        shoot(t, robot, 2, points, false);
}

static void scramble(r23_turn *t, int target) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[target];
    int reg = s->reg + 1;
    if (reg >= R23_REGISTERS) reg = s->reg; /* without R23-SCRAMBLER-2 */
    bool known = r->stacked;
    int card = r23_draw_card(t, target);
    if (card == R23_NONE) return;
    if (!RD_RULE(R23_SCRAMBLER_3)) r->reg[reg] = R23_NONE; /* what lay there goes nowhere */
    r23_replace_card(t, target, reg, card, R23_SCRAMBLER_1);
    if (!known) r->blind |= (uint8_t)(1 << reg);
    R23_TELL(t, R23_EV_SCRAMBLED, R23_SCRAMBLER_1, target, reg + 1);
}

static void blast(r23_turn *t, int robot, int target) {
    r23_state *s = t->s;
    r23_token to = blast_token(t->m, s, target);
    uint16_t from = s->robots.cell[target];
    r23_spend(t, robot, R23_DISPLACING_BLAST);
    s->robots.cell[target] = RD_NOWHERE; /* so that who is shifted does not run into it */
    if (!r23_put_down(t, target, to)) s->robots.cell[target] = from;
    R23_TELL(t, R23_EV_JUMPED, R23_DISPLACING_BLAST_1, target, from, s->robots.cell[target]);
}

static void fire_weapon(r23_turn *t, int robot, int weapon) {
    r23_state *s = t->s;
    int target = target_of(t->m, s, robot, 0).body, dir = s->robots.dir[robot];
    R23_TELL(t, R23_EV_WEAPON, R23_FIRE_4, robot, weapon, target);
    switch (weapon) {
    case R23_MINI_HOWITZER:
        if (s->robot[robot].energy) r23_pay_energy(t, robot, 1, R23_MINI_HOWITZER_1);
        if (RD_RULE(R23_MINI_HOWITZER_2)) r23_push_walk(t, target, dir, 1, R23_SHOVE);
        push_hurt(t, target, 2, robot);
        break;
    case R23_PRESSOR_BEAM: r23_push_walk(t, target, dir, 1, R23_SHOVE); break;
    case R23_TRACTOR_BEAM: r23_push_walk(t, target, dir + 2, 1, R23_SHOVE); break;
    case R23_SCRAMBLER: scramble(t, target); break;
    default: blast(t, robot, target);
    }
}

void r23_run_fire(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    int robot = f->who, weapon = s->robot[robot].weapon;
    if (!r23_on_floor(s, robot)) f->step = R23_FIRE_DONE;
    if (f->step == R23_FIRE_CHOOSE) {
        f->step = R23_FIRE_MAIN;
        if (r23_weapons(t->m, s, robot)) {
            r23_ask(t, robot, R23_ASK_WEAPON, target_of(t->m, s, robot, 0).body);
            return;
        }
    }
    if (f->step == R23_FIRE_MAIN) {
        f->step = R23_FIRE_REAR;
        if (weapon != R23_NONE)
            fire_weapon(t, robot, weapon);
        else
            fire_main(t, robot);
        return;
    }
    if (f->step == R23_FIRE_REAR) {
        f->step = R23_FIRE_DONE;
        if (weapon == R23_NONE || RD_RULE(R23_REAR_LASER_2)) fire_rear(t, robot);
        return;
    }
    s->robot[robot].weapon = R23_NONE;
    rd_agenda_pop(&s->agenda);
}

void r23_tell_shots(r23_turn *t) {
    rd_agenda *due = &t->s->agenda;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        if (!fires(t->s, k)) continue;
        due->n = 0;
        fire_main(t, k);
        fire_rear(t, k);
        for (int i = 0; i < due->n; i++)
            R23_TELL(t, R23_EV_SHOT, R23_FIRE_1, due->frame[i].who, k, due->frame[i].left);
    }
}

/* Everybody fires a plain laser, and nobody moves. */
static void fire_plainly(r23_turn *t) {
    r23_state *s = t->s;
    uint8_t target[RD_MAX_BODIES];
    rd_floor_aim(&t->m->floor, &s->robots, target);
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r23_in_turn(t->m, s, k);
        if (!fires(s, robot)) continue;
        if (t->to) {
            rd_beam way = rd_floor_aimed_way(&t->m->floor, &s->robots, robot, target[robot]);
            tell_beam_now(t, way, robot, R23_FIRE_1);
            t->ev.beat++;
        }
        if (target[robot] == RD_NOBODY) continue;
        int points = main_points(s, robot);
        R23_TELL(t, R23_EV_SHOT, R23_FIRE_1, target[robot], robot, points);
        strike(t, target[robot], points, robot, R23_FIRE_1);
    }
}

bool r23_stage_fire(r23_turn *t) {
    r23_state *s = t->s;
    if (!s->at && !r23_matters(t, R23_FOR_FIRE) && RD_RULE(R23_FIRE_1) && RD_RULE(R23_FIRE_2)) {
        fire_plainly(t);
        return true;
    }
    while (s->at < t->m->head.n_actors) {
        int robot = s->at;
        if (RD_RULE(R23_FIRE_3)) robot = r23_in_turn(t->m, s, s->at);
        s->at++;
        if (!fires(s, robot)) continue;
        rd_agenda_push(&s->agenda, R23_OP_FIRE, (uint8_t)robot);
        return false;
    }
    return true;
}
