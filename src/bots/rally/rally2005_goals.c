/* rally2005_goals.c - see rally2005_goals.h. */
#include "bots/rally/rally2005_goals.h"

typedef struct seeker {
    p05_list *to;
    const r05_match *m;
    const r05_state *s;
    int robot;
} seeker;

static int team_of(const seeker *k, int robot) { return r05_team(k->m, robot); }

static int distance(const r05_match *m, uint16_t a, uint16_t b) {
    int col = m->floor.cell[a].col - m->floor.cell[b].col;
    int row = m->floor.cell[a].row - m->floor.cell[b].row;
    return (col < 0 ? -col : col) + (row < 0 ? -row : row);
}

/* The nearest robot of another side, or a given one. */
static uint16_t prey(const seeker *k, int only) {
    uint16_t from = k->s->robots.cell[k->robot], best = RD_NOWHERE;
    for (int i = 0; i < k->m->head.n_actors; i++) {
        uint16_t cell = k->s->robots.cell[i];
        if (!cell || team_of(k, i) == team_of(k, k->robot)) continue;
        if (only != R05_NONE ? i != only : r05_is_blocker(k->m, i)) continue;
        if (!best || distance(k->m, from, cell) < distance(k->m, from, best)) best = cell;
    }
    return best;
}

static void add(const seeker *k, uint16_t cell) {
    if (cell != RD_NOWHERE && k->to->n < P05_GOALS) k->to->goal[k->to->n++] = cell;
}

/* ---- Capture the Flag ---- */

static int home_of(const seeker *k) { return team_of(k, k->robot) ^ k->s->swapped; }

static bool is_at_home(const seeker *k, uint16_t cell) {
    return cell && k->m->floor.cell[cell].piece == home_of(k);
}

static int carrier_of(const seeker *k, int flag) {
    for (int i = 0; i < k->m->head.n_actors; i++)
        if (k->s->robot[i].carries == flag + 1) return i;
    return R05_NONE;
}

/* Fetches the enemy's flag and carries it home.  At home it looks after its team's own flag first;
** while another one carries the enemy's, it is in the enemy's way. */
static void capture(const seeker *k) {
    const uint16_t *flag = k->s->flags.cell;
    int own = is_at_home(k, k->m->flag[0]) ? 0 : 1, thief = carrier_of(k, own);
    bool guards = is_at_home(k, k->s->robots.cell[k->robot]) && flag[own] != k->m->flag[own];
    if (k->s->robot[k->robot].carries) {
        add(k, (uint16_t)(RD_TO_PIECE + home_of(k)));
    } else if (guards && thief != R05_NONE) {
        add(k, k->s->robots.cell[thief]);
    } else if (guards && is_at_home(k, flag[own])) {
        add(k, flag[own]);
    } else if (flag[!own]) {
        add(k, flag[!own]);
        add(k, (uint16_t)(RD_TO_PIECE + home_of(k)));
    } else {
        add(k, prey(k, R05_NONE));
    }
}

/* ---- other courses ---- */

/* Flags of the others or of nobody. */
static void toggle(const seeker *k) {
    for (int i = 0; i < k->m->n_flags; i++)
        if (k->s->control[i] != 1 + team_of(k, k->robot)) add(k, k->s->flags.cell[i]);
}

static void race(const seeker *k) {
    for (int i = k->s->robot[k->robot].flags; i < k->m->n_flags; i++)
        add(k, k->s->flags.cell[i] ? k->s->flags.cell[i] : k->m->flag[i]);
}

void p05_goals_list(p05_list *g, const r05_match *m, const r05_state *s, int robot) {
    seeker k = {g, m, s, robot};
    int title = s->superbot != robot ? s->superbot : R05_NONE; /* that it would like to have */
    g->n = 0;
    g->hunts =
        title != R05_NONE || r05_is_blocker(m, robot) || !m->n_flags || r05_on(m, R05_ELIMINATION);
    if (r05_on(m, R05_CAPTURE_THE_FLAG))
        capture(&k);
    else if (r05_on(m, R05_TOGGLE_FLAGS))
        toggle(&k);
    else if (g->hunts)
        add(&k, prey(&k, title));
    else
        race(&k);
}

void p05_goals_find(p05_goals *g, const r05_match *m, const r05_state *s, int robot) {
    p05_goals_list(&g->list, m, s, robot);
    for (int i = 0; i < g->list.n; i++)
        rd_way_draw(&m->floor, s->robots.turns, g->list.goal[i], &g->way[i], g->queue);
}
