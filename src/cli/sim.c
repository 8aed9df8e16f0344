/* sim.c - see sim.h. */
#include "cli/sim.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bits.h"
#include "base/hash.h"
#include "cli/clock.h"
#include "cli/record_files.h"

/* What one thread has to itself, apart from the others' cache lines. */
typedef struct worker {
    _Alignas(128) _Atomic uint64_t played;
    const rd_sim *sim;
    atomic_bool *stop; /* shared; written once, by the first failure */
    int number;
    pthread_t thread;
    rd_thinker thinker[RD_MAX_SEATS]; /* by player */
    rd_state *state, *view;
    rd_record_info info;
    rd_exit exit;
    rd_sim_result result;
} worker;

/* One game under way; `table` only when records are wanted or a program listens. */
typedef struct match_play {
    uint64_t seed;
    int player_at[RD_MAX_SEATS];
    const char *name[RD_MAX_SEATS];
    rd_table *table;
    uint64_t actions, forced;
    uint64_t way; /* a hash of the answers so far */
} match_play;

static void seat_players(const rd_sim *s, uint64_t i, match_play *g) {
    int n = s->setup->match->n_seats;
    uint64_t turn = s->swap ? i % (uint64_t)n : 0;
    g->seed = s->setup->seed + (s->swap ? i / (uint64_t)n : i);
    for (int seat = 0; seat < n; seat++) {
        g->player_at[seat] = (int)(((uint64_t)seat + turn) % (uint64_t)n);
        g->name[seat] = s->player[g->player_at[seat]].label;
    }
}

static bool begin(worker *w, match_play *g) {
    const rd_setup *set = w->sim->setup;
    rd_key key = rd_key_from_seed(g->seed);
    bool listened = false;
    for (int seat = 0; seat < set->match->n_seats; seat++) {
        int player = g->player_at[seat];
        listened |= rd_thinker_hears(&w->thinker[player]);
        if (!rd_thinker_new(&w->thinker[player], set->match, &set->config, seat, g->name,
                            rd_hash_mix(g->seed, (uint64_t)player))) {
            w->exit = rd_system_failed("out of memory");
            return false;
        }
    }
    if (w->sim->records || listened) {
        rd_fault f = {0};
        g->table = set->placed ? rd_table_open_at(set->game, &set->config, NULL, set->start, &f)
                               : rd_table_open(set->game, &set->config, &key, &f);
        if (!g->table) {
            w->exit = rd_system_failed("cannot open a table: %s", f.text);
            return false;
        }
    }
    if (set->placed)
        memcpy(w->state, set->start, set->game->state_size);
    else
        set->game->start(set->match, &key, w->state, NULL);
    return true;
}

/* Carries out what a player answered; what is not legal becomes the fallback. */
static rd_origin enter(worker *w, int actor, rd_origin how, rd_action *a) {
    const rd_match *m = w->sim->setup->match;
    bool own = how == RD_PLAYED || how == RD_STOOD_IN;
    if (own && rd_apply(m, w->state, a, NULL, NULL, NULL)) how = RD_FORCED_ILLEGAL;
    if (how != RD_PLAYED && how != RD_STOOD_IN) {
        m->game->fallback(m, w->state, actor, a);
        m->game->commit(m, w->state, a, NULL);
    }
    return how;
}

static rd_origin answer(worker *w, const match_play *g, int player, int actor, rd_action *a) {
    const rd_match *m = w->sim->setup->match;
    if (g->actions < w->sim->opening) {
        rd_prng chance = rd_prng_seed(rd_hash_mix(g->seed, g->actions));
        m->game->sample(m, w->state, actor, &chance, a);
        return RD_PLAYED;
    }
    m->game->redact(m, w->state, m->seat_of[actor], w->view);
    rd_thinker_hear(&w->thinker[player], g->table);
    return rd_thinker_think(&w->thinker[player], w->view, actor, (int)g->actions, a, NULL);
}

static void play(worker *w, match_play *g) {
    const rd_match *m = w->sim->setup->match;
    uint32_t asked;
    for (; g->actions < RD_SIM_CUT && (asked = m->game->pending(m, w->state)); g->actions++) {
        int actor = rd_bit_first(asked), seat = m->seat_of[actor], player = g->player_at[seat];
        rd_action a;
        rd_origin how = enter(w, actor, answer(w, g, player, actor, &a), &a);
        g->way = rd_hash_bytes(rd_hash_mix(g->way, (uint64_t)actor), a.pick, a.n * sizeof *a.pick);
        if (how != RD_PLAYED) {
            w->result.score[player][seat].forced++;
            g->forced++;
        }
        if (g->table && rd_table_enter(g->table, &a, how, NULL)) {
            w->exit = rd_system_failed("out of memory for a record");
            return;
        }
    }
}

static void count_result(worker *w, const match_play *g) {
    const rd_match *m = w->sim->setup->match;
    rd_sim_result *r = &w->result;
    rd_outcome o;
    bool over = m->game->outcome(m, w->state, &o);
    uint64_t first = 0;
    for (int seat = 0; seat < m->n_seats; seat++) first += o.place[seat] == 1;
    for (int seat = 0; seat < m->n_seats; seat++) {
        rd_sim_score *s = &r->score[g->player_at[seat]][seat];
        bool won = over && o.place[seat] == 1;
        s->games++;
        s->wins += won && first == 1;
        s->shares += won ? RD_SIM_SHARES / first : 0;
        rd_thinker_hear(&w->thinker[g->player_at[seat]], g->table);
        rd_thinker_over(&w->thinker[g->player_at[seat]], &o);
    }
    r->shortest = r->games && r->shortest < g->actions ? r->shortest : g->actions;
    r->longest = r->longest > g->actions ? r->longest : g->actions;
    r->games++;
    r->way += g->way;
    r->actions += g->actions;
    r->unfinished += !over;
}

static void save(worker *w, const match_play *g, uint64_t i) {
    char path[4096];
    for (int seat = 0; seat < w->sim->setup->match->n_seats; seat++)
        snprintf(w->info.name[seat], sizeof w->info.name[seat], "%s", g->name[seat]);
    snprintf(path, sizeof path, "%s/%06" PRIu64 ".rdr", w->sim->records, i + 1);
    rd_exit e = rd_save_record(path, g->table, &w->info);
    if (e) w->exit = e;
}

static void *work(void *ctx) {
    worker *w = ctx;
    const rd_sim *s = w->sim;
    for (uint64_t i = (uint64_t)w->number; i < s->games && !w->exit; i += (uint64_t)s->threads) {
        if (atomic_load_explicit(w->stop, memory_order_relaxed)) break;
        match_play g = {0};
        seat_players(s, i, &g);
        if (begin(w, &g)) {
            uint64_t cut = w->result.unfinished;
            play(w, &g);
            if (!w->exit) count_result(w, &g);
            if (s->records && !w->exit) save(w, &g, i);
            if (s->fail_fast && !w->exit && (g.forced || w->result.unfinished > cut)) {
                w->result.failed_game = i + 1;
                w->result.failed_seed = g.seed;
                atomic_store(w->stop, true);
            }
        }
        rd_table_close(g.table);
        if (w->exit) atomic_store(w->stop, true);
        atomic_store_explicit(&w->played, w->played + 1, memory_order_relaxed);
    }
    return NULL;
}

/* ---- the threads ---- */

static void add_result(rd_sim_result *to, const rd_sim_result *r) {
    if (r->games) {
        to->shortest = to->games && to->shortest < r->shortest ? to->shortest : r->shortest;
        to->longest = to->longest > r->longest ? to->longest : r->longest;
    }
    to->games += r->games;
    to->way += r->way;
    to->actions += r->actions;
    to->unfinished += r->unfinished;
    if (r->failed_game && (!to->failed_game || r->failed_game < to->failed_game)) {
        to->failed_game = r->failed_game;
        to->failed_seed = r->failed_seed;
    }
    for (int p = 0; p < RD_MAX_SEATS; p++)
        for (int s = 0; s < RD_MAX_SEATS; s++) {
            to->score[p][s].games += r->score[p][s].games;
            to->score[p][s].wins += r->score[p][s].wins;
            to->score[p][s].shares += r->score[p][s].shares;
            to->score[p][s].forced += r->score[p][s].forced;
        }
}

static bool open_worker(worker *w, const rd_sim *s, int number, atomic_bool *stop) {
    const rd_match *m = s->setup->match;
    w->sim = s;
    w->stop = stop;
    w->number = number;
    w->state = rd_need(m->game->state_size);
    w->view = rd_need(m->game->state_size);
    rd_record_stamp(&w->info);
    for (int p = 0; p < m->n_seats; p++)
        if (!rd_thinker_open(&w->thinker[p], &s->player[p], m, s->setup->seed)) return false;
    return true;
}

static void close_worker(worker *w) {
    for (int p = 0; p < RD_MAX_SEATS; p++) rd_thinker_close(&w->thinker[p]);
    free(w->state);
    free(w->view);
}

static uint64_t played_so_far(const worker *w, int n) {
    uint64_t total = 0;
    for (int i = 0; i < n; i++) total += atomic_load_explicit(&w[i].played, memory_order_relaxed);
    return total;
}

static void watch(const rd_sim *s, worker *w, const atomic_bool *stop, double began,
                  void (*progress)(const rd_sim *s, uint64_t played, double took)) {
    const struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
    uint64_t played = 0;
    while (played < s->games && !atomic_load(stop)) {
        nanosleep(&pause, NULL);
        played = played_so_far(w, s->threads);
        progress(s, played, rd_clock() - began);
    }
}

static rd_exit run_threads(const rd_sim *s, worker *w, atomic_bool *stop,
                           void (*progress)(const rd_sim *s, uint64_t played, double took),
                           rd_sim_result *out) {
    double began = rd_clock();
    int started = 0;
    rd_exit e = RD_EXIT_OK;
    for (; started < s->threads; started++)
        if (pthread_create(&w[started].thread, NULL, work, &w[started]) != 0) {
            e = rd_system_failed("cannot start thread %d", started + 1);
            atomic_store(stop, true);
            break;
        }
    if (progress && !e) watch(s, w, stop, began, progress);
    for (int i = 0; i < started; i++) {
        pthread_join(w[i].thread, NULL);
        add_result(out, &w[i].result);
        if (w[i].exit) e = w[i].exit;
    }
    out->seconds = rd_clock() - began;
    return e;
}

rd_exit rd_sim_run(const rd_sim *s, void (*progress)(const rd_sim *s, uint64_t played, double took),
                   rd_sim_result *out) {
    atomic_bool stop = false;
    *out = (rd_sim_result){0};
    if (s->records && mkdir(s->records, 0777) != 0 && errno != EEXIST)
        return rd_system_failed("%s: %s", s->records, strerror(errno));
    worker *w = aligned_alloc(128, (size_t)s->threads * sizeof *w);
    if (!w) return rd_system_failed("out of memory");
    memset(w, 0, (size_t)s->threads * sizeof *w);
    rd_exit e = RD_EXIT_OK;
    for (int i = 0; i < s->threads && !e; i++)
        if (!open_worker(&w[i], s, i, &stop)) e = RD_EXIT_USAGE;
    if (!e) e = run_threads(s, w, &stop, progress, out);
    for (int i = 0; i < s->threads; i++) close_worker(&w[i]);
    free(w);
    return e;
}
