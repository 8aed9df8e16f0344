/* think.c - see think.h. */
#define _GNU_SOURCE /* gettid: Linux gives each thread its own niceness; timedjoin */

#include "server/think.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "server/shelf.h"

enum { MOST_WAITING = 20000, MOST_THREADS = 64, LAST_S = 1 };

/* Who asks for a thought does not wait longer.  When many wait, each gets the less: all of them are
** to be answered in ALL_MS, as far as LEAST_MS allow. */
enum { TOO_LATE_MS = 15000, ALL_MS = 4000, LEAST_MS = 30 };

/* Before its first answer on a course a bot may prepare for seconds, and on one that somebody brought
** along for half a minute.  Each has a thread of its own, so that nobody else waits for it: the first
** thoughts about a match, and all about such courses. */
enum { QUICK, FIRST, OWN, LANES };
static const int NICENESS[LANES] = {10, 10, 19};
enum { READY = 128 }; /* matches that are known to be prepared */

/* ---- matches ---- */

struct rd_shared_match {
    atomic_int users;
    bool own; /* with a file that somebody brought along */
    uint64_t hash;
    rd_config config;
    rd_match *match;
};

static char *copy_text(const char *text) {
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    return copy ? memcpy(copy, text, n) : NULL;
}

void rd_shared_match_drop(rd_shared_match *m) {
    if (!m || atomic_fetch_sub(&m->users, 1) != 1) return;
    for (int i = 0; i < m->config.n_settings; i++) {
        free((char *)(uintptr_t)m->config.setting[i].key);
        free((char *)(uintptr_t)m->config.setting[i].value);
    }
    free(m->match);
    free(m);
}

rd_shared_match *rd_shared_match_keep(rd_shared_match *m) {
    atomic_fetch_add(&m->users, 1);
    return m;
}

const rd_match *rd_shared_match_of(const rd_shared_match *m) { return m->match; }
const rd_config *rd_shared_match_config(const rd_shared_match *m) { return &m->config; }

rd_shared_match *rd_shared_match_new(const rd_game *g, const rd_config *c) {
    rd_shared_match *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    atomic_store(&m->users, 1);
    m->config.n_seats = c->n_seats;
    bool ok = true;
    for (int i = 0; i < c->n_settings && ok; i++) {
        rd_setting *s = &m->config.setting[m->config.n_settings++];
        s->key = copy_text(c->setting[i].key);
        s->value = copy_text(c->setting[i].value);
        ok = s->key && s->value;
        if (strchr(c->setting[i].value, '\n')) m->own = true; /* a whole file */
    }
    m->match = calloc(1, g->match_size);
    if (!ok || !m->match || g->match_init(m->match, &m->config, NULL) != RD_E_OK) {
        rd_shared_match_drop(m);
        return NULL;
    }
    m->hash = rd_hash_bytes(0, m->match, g->match_size);
    return m;
}

/* ---- thoughts ---- */

typedef struct thought {
    struct thought *next;
    rd_thought_wish wish;
    rd_state *view;
    int64_t since;
    bool answered;
    rd_action answer;
} thought;

typedef struct lane {
    struct rd_thinkers *all;
    int niceness, n_threads, waiting;
    pthread_cond_t more;
    thought *todo, **todo_end;
} lane;

struct rd_thinkers {
    const rd_notes *notes;
    void (*wake)(void *user);
    void *user;
    int n_threads;
    pthread_t thread[MOST_THREADS + LANES - 1];
    pthread_mutex_t lock;
    lane lane[LANES]; /* under the lock, as all that follows */
    thought *done, **done_end;
    int waiting;
    uint64_t ready[READY]; /* hashes: a ring */
    unsigned n_ready;
    uint64_t seed;
    atomic_bool stop;
};

static void free_thought(thought *t) {
    rd_shared_match_drop(t->wish.match);
    free(t->view);
    free(t);
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

typedef struct budget {
    int64_t until;
    const atomic_bool *stop;
} budget;

static bool is_over(void *ctx) {
    const budget *b = ctx;
    return atomic_load(b->stop) || now_ms() >= b->until;
}

static void think(rd_thinkers *all, rd_shelf *kept, thought *t, int share, uint64_t seed) {
    const rd_match *m = t->wish.match->match;
    const rd_level *level = rd_level_of(m->game, t->wish.rank);
    const rd_bot *bot = rd_level_bot(m->game, level);
    int64_t ms = level->ms && (int)level->ms < t->wish.ms ? (int)level->ms : t->wish.ms;
    if (ms > share) ms = share;
    budget b = {now_ms() + ms, &all->stop};
    rd_limits l = rd_level_limits(level);
    l.stop = is_over;
    l.ctx = &b;
    l.notes = all->notes;
    void *scratch = rd_shelf_take(kept, bot, m, &l);
    if (!scratch) return;
    rd_prng chance = rd_prng_seed(seed);
    bot->think(m, t->view, t->wish.actor, &l, &chance, scratch, &t->answer, NULL);
    t->answered = !atomic_load(&all->stop);
}

/* ---- lanes ---- */

static bool is_ready(const rd_thinkers *all, uint64_t match) {
    for (int i = 0; i < READY; i++)
        if (all->ready[i] == match) return true;
    return false;
}

static int lane_of(const rd_thinkers *all, const rd_thought_wish *w) {
    const rd_game *g = w->match->match->game;
    const rd_level *level = rd_level_of(g, w->rank);
    const rd_bot *bot = rd_level_bot(g, level);
    bool prepares = bot->prepares && level->skill.sight == RD_SEES_ALL;
    if (w->match->own) return OWN;
    return prepares && !is_ready(all, w->match->hash) ? FIRST : QUICK;
}

/* The next one, with its share of the time; NULL = none waits. */
static thought *take(lane *l, int *share) {
    thought *t = l->todo;
    if (!t) return NULL;
    *share = ALL_MS * l->n_threads / l->waiting;
    if (*share < LEAST_MS) *share = LEAST_MS;
    l->waiting--;
    l->todo = t->next;
    if (!l->todo) l->todo_end = &l->todo;
    return t;
}

static void *think_on(void *arg) {
    lane *l = arg;
    rd_thinkers *all = l->all;
    rd_shelf kept = {0};
    setpriority(PRIO_PROCESS, (id_t)gettid(), l->niceness);
    pthread_mutex_lock(&all->lock);
    while (!atomic_load(&all->stop)) {
        int share;
        thought *t = take(l, &share);
        if (!t) {
            pthread_cond_wait(&l->more, &all->lock);
            continue;
        }
        uint64_t seed = all->seed++;
        pthread_mutex_unlock(&all->lock);
        if (now_ms() - t->since < TOO_LATE_MS) think(all, &kept, t, share, seed);
        pthread_mutex_lock(&all->lock);
        if (l == &all->lane[FIRST] && t->answered && !is_ready(all, t->wish.match->hash))
            all->ready[all->n_ready++ % READY] = t->wish.match->hash;
        t->next = NULL;
        *all->done_end = t;
        all->done_end = &t->next;
        if (!atomic_load(&all->stop)) all->wake(all->user); /* else it may be gone already */
    }
    pthread_mutex_unlock(&all->lock);
    rd_shelf_free(&kept);
    return NULL;
}

/* ---- the other thread ---- */

rd_thinkers *rd_thinkers_start(int threads, const rd_notes *notes, void (*wake)(void *user),
                               void *user) {
    rd_thinkers *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads <= 0) threads = cores > 2 ? cores - 1 : 1;
    if (threads > MOST_THREADS) threads = MOST_THREADS;
    t->notes = notes;
    t->wake = wake;
    t->user = user;
    t->done_end = &t->done;
    t->seed = (uint64_t)now_ms();
    pthread_mutex_init(&t->lock, NULL);
    bool all = true;
    for (int i = 0; i < LANES; i++) {
        t->lane[i] =
            (lane){.all = t, .niceness = NICENESS[i], .n_threads = i == QUICK ? threads : 1};
        t->lane[i].todo_end = &t->lane[i].todo;
        pthread_cond_init(&t->lane[i].more, NULL);
        for (int n = 0; all && n < t->lane[i].n_threads; n++) {
            all = pthread_create(&t->thread[t->n_threads], NULL, think_on, &t->lane[i]) == 0;
            t->n_threads += all;
        }
    }
    if (all) return t;
    rd_thinkers_halt(t);
    rd_thinkers_free(t);
    return NULL;
}

bool rd_thinkers_put(rd_thinkers *all, const rd_thought_wish *wish) {
    size_t size = wish->match->match->game->state_size;
    thought *t = calloc(1, sizeof *t);
    rd_state *view = malloc(size);
    if (!t || !view) {
        free(t);
        free(view);
        return false;
    }
    memcpy(view, wish->view, size);
    t->wish = *wish;
    t->wish.view = NULL;
    t->view = view;
    t->since = now_ms();
    atomic_fetch_add(&wish->match->users, 1);
    pthread_mutex_lock(&all->lock);
    lane *l = &all->lane[lane_of(all, wish)];
    bool room = all->waiting < MOST_WAITING;
    if (room) {
        all->waiting++;
        l->waiting++;
        *l->todo_end = t;
        l->todo_end = &t->next;
        pthread_cond_signal(&l->more);
    }
    pthread_mutex_unlock(&all->lock);
    if (!room) free_thought(t);
    return room;
}

void rd_thinkers_settle(rd_thinkers *all, rd_thought_back *back, void *user) {
    pthread_mutex_lock(&all->lock);
    thought *first = all->done;
    all->done = NULL;
    all->done_end = &all->done;
    for (thought *t = first; t; t = t->next) all->waiting--;
    pthread_mutex_unlock(&all->lock);
    while (first) {
        thought *next = first->next;
        back(user, first->wish.table, first->wish.life, first->wish.job,
             first->answered ? &first->answer : NULL);
        free_thought(first);
        first = next;
    }
}

static void free_all(thought *t) {
    while (t) {
        thought *next = t->next;
        free_thought(t);
        t = next;
    }
}

void rd_thinkers_halt(rd_thinkers *t) {
    if (!t) return;
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->stop, true);
    for (int i = 0; i < LANES; i++) pthread_cond_broadcast(&t->lane[i].more);
    pthread_mutex_unlock(&t->lock);
}

void rd_thinkers_free(rd_thinkers *t) {
    struct timespec until;
    if (!t) return;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LAST_S;
    for (int i = 0; i < t->n_threads; i++)
        if (pthread_timedjoin_np(t->thread[i], NULL, &until) != 0) return;
    free_all(t->done);
    for (int i = 0; i < LANES; i++) {
        free_all(t->lane[i].todo);
        pthread_cond_destroy(&t->lane[i].more);
    }
    pthread_mutex_destroy(&t->lock);
    free(t);
}

int rd_thinkers_waiting(rd_thinkers *t) {
    pthread_mutex_lock(&t->lock);
    int n = t->waiting;
    pthread_mutex_unlock(&t->lock);
    return n;
}
