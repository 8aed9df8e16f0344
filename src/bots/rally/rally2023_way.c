/* rally2023_way.c - see rally2023_way.h. */
#include "bots/rally/rally2023_way.h"

uint16_t w23_home(const r23_match *m, int piece, uint16_t archive) {
    bool token = piece != RD_NO_PIECE && !m->dynamic && m->token[piece].cell;
    return token ? m->token[piece].cell : archive;
}

/* ---- cards ---- */

/* Cards after which the robot may go on by a cell. */
static uint16_t slides_of(const r23_state *s, int robot) {
    return (uint16_t)(r23_has(s, robot, R23_DRIFTING) << R23_LEFT_CARD |
                      r23_has(s, robot, R23_POWER_SLIDE) << R23_RIGHT_CARD);
}

static uint16_t walk(const rd_race_table *t, uint16_t place, int dir, int cells) {
    uint16_t facing = place & 3, at = rd_race_place(place / 4, dir & 3);
    while (cells-- && at >= RD_FALLEN) at = t->drive[R23_MOVE1][at];
    return at < RD_FALLEN ? at : rd_race_place(at / 4, facing);
}

static uint16_t turned(uint16_t place, int quarters) {
    return rd_race_place(place / 4, (place + quarters) & 3);
}

/* Deed by deed; those with a choice have it in their first one. */
int w23_haywire(const rd_race_table *t, int card, uint16_t place, uint16_t to[RD_RACE_ENDS]) {
    int n = 1;
    to[0] = place;
    for (int i = 0; i < R23_DEEDS; i++) {
        r23_deed deed = r23_script[card][i];
        if (deed.what == R23_DO_SIDE) {
            n = 2;
            to[0] = deed.n ? walk(t, place, place + 3, deed.n) : turned(place, 3);
            to[1] = deed.n ? walk(t, place, place + 1, deed.n) : turned(place, 1);
        }
        if (deed.what == R23_DO_FACE)
            for (n = 0; n < 4; n++) to[n] = turned(place, n);
        for (int k = 0; k < n; k++) {
            if (to[k] < RD_FALLEN) continue;
            if (deed.what == R23_DO_MOVE || deed.what == R23_DO_CRASH)
                to[k] = walk(t, to[k], to[k] + (deed.n < 0 ? 2 : 0), deed.n < 0 ? -deed.n : deed.n);
            if (deed.what == R23_DO_TURN || deed.what == R23_DO_SPIN) to[k] = turned(to[k], deed.n);
        }
    }
    return n;
}

/* The card of a register that is filled. */
static uint8_t fixed_card(int card) {
    return (uint8_t)(card == R23_NONE ? RD_NO_KIND : card < R23_KINDS ? card : W23_STILL);
}

rd_race_start w23_start(const rd_race_table *t, const r23_match *m, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    uint16_t cell = s->robots.cell[robot];
    int dir = s->robots.dir[robot];
    if (!cell) { /* it returns to its token, facing as well as it can */
        cell = w23_home(m, r->home, r->archive);
        for (int d = 0; d < 4; d++)
            if (rd_race_left(t, r->checkpoints, rd_race_place(cell, d)) <
                rd_race_left(t, r->checkpoints, rd_race_place(cell, dir)))
                dir = d;
    }
    rd_race_start at = {.place = rd_race_place(cell, dir),
                        .goals = r->checkpoints,
                        .last = RD_NO_KIND,
                        .slides = slides_of(s, robot),
                        .step = R23_MOVE1,
                        .other = w23_haywire};
    if (r23_has(s, robot, R23_CRAB_LEGS)) at.asides = 1u << R23_LEFT_CARD | 1u << R23_RIGHT_CARD;
    for (int reg = 0; reg < R23_REGISTERS; reg++) at.fixed[reg] = fixed_card(r->reg[reg]);
    for (int kind = 0; kind < W23_KINDS; kind++) at.left[kind] = (uint8_t)r23_in_hand(r, kind);
    return at;
}

/* ---- within a round ---- */

/* What is left for a robot that has run its card and comes to that place, with its later cards. */
static int32_t left_from(const rd_race_table *t, const r23_state *s, int robot, uint16_t place) {
    const r23_robot *r = &s->robot[robot];
    rd_race_start at = {.place = place,
                        .goals = r->checkpoints,
                        .last = s->did[robot] < R23_KINDS ? s->did[robot] : RD_NO_KIND,
                        .slides = slides_of(s, robot),
                        .step = R23_MOVE1,
                        .other = w23_haywire};
    if (place < RD_FALLEN) return INT32_MAX;
    for (int reg = 0; reg < R23_REGISTERS; reg++) at.fixed[reg] = fixed_card(r->reg[reg]);
    return rd_race_rest(t, &at, s->reg);
}

/* One of two answers: the one that leads to the better place. */
static uint16_t better(const rd_race_table *t, const r23_state *s, int robot, uint16_t one,
                       int for_one, uint16_t other, int for_other) {
    bool is_one = left_from(t, s, robot, one) <= left_from(t, s, robot, other);
    return (uint16_t)(is_one ? for_one : for_other);
}

/* The way a robot faces that returns to the floor with its program laid. */
static void find_facing(const rd_race_table *t, const r23_match *m, const r23_state *s, int robot,
                        rd_action *a) {
    rd_race_start from = w23_start(t, m, s, robot);
    int32_t least = INT32_MAX;
    *a = (rd_action){.actor = (uint8_t)robot, .n = 1};
    for (int d = 0; d < 4; d++) {
        rd_race_plan plan;
        from.place = rd_race_place(s->subject, d);
        if (!rd_race_plans(t, &from, &plan, 1, NULL) || plan.cost >= least) continue;
        least = plan.cost;
        a->pick[0] = (uint16_t)(R23_FACE + d);
    }
}

bool w23_find_way(const rd_race_table *t, const r23_match *m, const r23_state *s, int robot,
                  rd_action *a) {
    uint16_t cell = s->robots.cell[robot];
    int dir = s->robots.dir[robot];
    uint16_t here = rd_race_place(cell, dir), ahead = t->drive[R23_MOVE1][here];
    uint16_t end[RD_RACE_ENDS];
    int best = 0;
    *a = (rd_action){.actor = (uint8_t)robot, .n = 1};
    if (!cell && s->ask == R23_ASK_FACE) find_facing(t, m, s, robot, a);
    if (!cell) return s->ask == R23_ASK_FACE;
    switch (s->ask) {
    case R23_ASK_SLIDE: a->pick[0] = better(t, s, robot, here, R23_NO, ahead, R23_YES); break;
    case R23_ASK_BRAKE: a->pick[0] = better(t, s, robot, ahead, R23_NO, here, R23_YES); break;
    case R23_ASK_SIDE:
        w23_haywire(t, s->subject, here, end);
        a->pick[0] = better(t, s, robot, end[0], R23_TO_LEFT, end[1], R23_TO_RIGHT);
        break;
    case R23_ASK_FACE:
        w23_haywire(t, R23_HW04, here, end);
        for (int k = 1; k < 4; k++)
            if (left_from(t, s, robot, end[k]) < left_from(t, s, robot, end[best])) best = k;
        a->pick[0] = (uint16_t)(R23_FACE + rd_dir_turn(dir, best));
        break;
    default: return false;
    }
    return true;
}

void w23_find_start(const rd_race_table *t, const r23_match *m, const r23_state *s, int robot,
                    rd_action *best) {
    const rd_game *game = m->head.game;
    int32_t least = INT32_MAX;
    for (uint64_t i = game->count(&m->head, (const rd_state *)s, robot); i--;) {
        rd_action a;
        game->nth(&m->head, (const rd_state *)s, robot, i, &a);
        if (a.pick[0] < R23_CELL) continue;
        int start = 0, cell = a.pick[0] - R23_CELL;
        while (m->floor.start[start].cell != cell) start++;
        int dir = a.n > 1 ? a.pick[1] - R23_FACE : m->floor.start[start].dir;
        int32_t left = rd_race_left(t, 0, rd_race_place((uint16_t)cell, dir));
        if (left >= least) continue;
        least = left;
        *best = a;
    }
}
