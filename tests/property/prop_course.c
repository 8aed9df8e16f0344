/* prop_course.c - how a game runs: determinism, events, order of answers, validity, end. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "properties.h"

enum { GAMES = 8, STEPS = 150, LONG_STEPS = 3000, UNBOUNDED_STEPS = 1500, SHOWN_MAX = 1000 };

/* ---- determinism ---- */

/* A second match, built by itself elsewhere in memory, goes the same way byte by byte. */
void equal_inputs_give_equal_bytes(const subject *of) {
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        play *a = play_open(of, seed), *b = play_open(of, seed);
        HOLDS(a, same_state(a, a->state, b->state), "two starts differ (is a byte left unset?)");
        while (a->step < STEPS && play_step(a)) {
            play_step(b);
            HOLDS(a, same_state(a, a->state, b->state), "two games with equal inputs differ");
            HOLDS(a, rd_state_hash(a->match, a->state) == rd_state_hash(b->match, b->state),
                  "equal states have different hashes");
        }
        play_close(a);
        play_close(b);
    }
}

/* ---- events ---- */

static int count_events(const rd_game *g) {
    int n = 0;
    while (g->events[n].name) n++;
    return n;
}

static int count_rules(const rd_game *g) {
    int n = 0;
    while (g->rules[n]) n++;
    return n;
}

static void check_events(const play *p, const event_log *log) {
    int kinds = count_events(p->game), rules = count_rules(p->game);
    for (int i = 0; i < log->n; i++) {
        const rd_event *ev = &log->event[i];
        HOLDS(p, ev->kind < kinds, "event kind %d does not exist", ev->kind);
        HOLDS(p, ev->rule < rules, "event %s names rule %d, which does not exist",
              p->game->events[ev->kind].name, ev->rule);
        HOLDS(p, !i || ev->beat >= ev[-1].beat, "event %s goes back a beat",
              p->game->events[ev->kind].name);
    }
}

static void compare_listeners(play *p) {
    event_log *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    rd_sink to_first = log_to(first), to_second = log_to(second);
    int actor = random_pending(p, p->state);
    if (actor >= 0) {
        rd_action a;
        p->game->sample(p->match, p->state, actor, &p->g, &a);
        rd_state *heard = new_state(p, p->state), *again = new_state(p, p->state),
                 *alone = new_state(p, p->state);
        uint32_t e1 = p->game->commit(p->match, heard, &a, &to_first);
        uint32_t e2 = p->game->commit(p->match, again, &a, &to_second);
        uint32_t e3 = p->game->commit(p->match, alone, &a, NULL);
        HOLDS(p, same_state(p, heard, alone) && same_state(p, heard, again) && e1 == e2 && e2 == e3,
              "a listener changes the game");
        HOLDS(p, (e1 & ~(uint32_t)(RD_STORED | RD_DREW | RD_SHOWED)) == 0, "unknown effects %u",
              e1);
        HOLDS(p, first->n == second->n && same_events_for(first, second, 0),
              "the same action gives other events");
        check_events(p, first);
        free(heard);
        free(again);
        free(alone);
    }
    free(first);
    free(second);
}

void listening_changes_nothing(const subject *of) {
    each_position(of, GAMES, STEPS, compare_listeners);
}

/* ---- quick ways ---- */

/* What a commit tells: all events, and the states at those that show one. */
typedef struct showing {
    const play *p;
    event_log log;
    rd_sink to;
    rd_state *state[SHOWN_MAX];
    int n;
} showing;

static void watch(void *ctx, const rd_event *ev, const rd_state *now) {
    showing *w = ctx;
    w->to.emit(w->to.ctx, ev, now);
    if (w->p->game->events[ev->kind].level == RD_CHECKPOINT && w->n < SHOWN_MAX)
        w->state[w->n++] = new_state(w->p, now);
}

static showing *new_showing(const play *p) {
    showing *w = malloc(sizeof *w);
    w->p = p;
    w->to = log_to(&w->log);
    w->n = 0;
    return w;
}

static void end_showing(showing *w) {
    while (w->n) free(w->state[--w->n]);
    free(w);
}

static void compare_ways(play *p) {
    int actor = random_pending(p, p->state);
    if (actor < 0) return;
    rd_action a;
    p->game->sample(p->match, p->state, actor, &p->g, &a);
    showing *quick = new_showing(p), *staged = new_showing(p);
    rd_state *after = new_state(p, p->state), *by_stages = new_state(p, p->state);
    rd_sink to_quick = {watch, quick}, to_staged = {watch, staged};
    uint32_t e1 = p->game->commit(p->match, after, &a, &to_quick);
    p->match->by_stages = true;
    uint32_t e2 = p->game->commit(p->match, by_stages, &a, &to_staged);
    p->match->by_stages = false;
    HOLDS(p, same_state(p, after, by_stages) && e1 == e2, "a quick way changes the game");
    HOLDS(p,
          quick->log.n == staged->log.n && memcmp(quick->log.event, staged->log.event,
                                                  (size_t)quick->log.n * sizeof(rd_event)) == 0,
          "a quick way tells something else");
    HOLDS(p, quick->n == staged->n, "a quick way shows other states");
    for (int i = 0; i < quick->n; i++)
        HOLDS(p, same_state(p, quick->state[i], staged->state[i]),
              "a quick way shows another state");
    end_showing(quick);
    end_showing(staged);
    free(after);
    free(by_stages);
}

void quick_ways_change_nothing(const subject *of) { each_position(of, GAMES, STEPS, compare_ways); }

/* ---- simultaneous answers ---- */

static void answer_in_order(play *p, const rd_action *input, const int *order, int n, rd_state *s) {
    for (int i = 0; i < n; i++) {
        const rd_action *a = &input[order[i]];
        HOLDS(p, p->game->pending(p->match, s) >> a->actor & 1,
              "actor %d is no longer asked after another one's answer", a->actor);
        uint32_t effects = 0;
        rd_err e = rd_apply(p->match, s, a, NULL, &effects, NULL);
        HOLDS(p, !e, "actor %d: the answer became %s after another one's", a->actor,
              rd_err_name(e));
        HOLDS(p, i == n - 1 || effects & RD_STORED,
              "an answer took effect before all who are asked have answered");
    }
}

static void try_orders(play *p) {
    uint32_t asked = p->game->pending(p->match, p->state);
    rd_action input[RD_MAX_ACTORS];
    int order[RD_MAX_ACTORS], n = 0;
    while (asked) {
        int actor = rd_bit_take(&asked);
        if (p->game->timed && rd_prng_below(&p->g, 4) == 0)
            input[n] = random_draft(p, p->state, actor);
        else
            p->game->sample(p->match, p->state, actor, &p->g, &input[n]);
        order[n] = n;
        n++;
    }
    if (n < 2) return;
    rd_state *first = new_state(p, p->state);
    answer_in_order(p, input, order, n, first);
    for (int trial = 0; trial < 3; trial++) {
        for (int i = n - 1; i > 0; i--) {
            int j = trial ? (int)rd_prng_below(&p->g, (uint32_t)i + 1) : 0;
            int held = order[i];
            order[i] = order[j];
            order[j] = held;
        }
        rd_state *other = new_state(p, p->state);
        answer_in_order(p, input, order, n, other);
        HOLDS(p, same_state(p, first, other), "another order of the same answers ends elsewhere");
        free(other);
    }
    free(first);
}

void order_of_simultaneous_answers_does_not_matter(const subject *of) {
    each_position(of, GAMES, STEPS, try_orders);
}

/* ---- who is asked, and the end ---- */

static void check_asked(play *p) {
    const rd_match *m = p->match;
    uint32_t asked = p->game->pending(m, p->state);
    rd_outcome o;
    bool over = p->game->outcome(m, p->state, &o);
    HOLDS(p, over == p->game->outcome(m, p->state, NULL), "outcome depends on who asks for it");
    HOLDS(p, over == !asked, over ? "it is over, yet someone is asked" : "nobody is asked");
    HOLDS(p, asked >> m->n_actors == 0, "an actor is asked who does not exist");
    bool alone = m->n_seats == 1; /* against the game itself, which may be first */
    int first = alone;
    for (int seat = 0; seat < m->n_seats; seat++) {
        HOLDS(p, o.place[seat] >= 0 && o.place[seat] <= m->n_seats + alone, "seat %d has place %d",
              seat, o.place[seat]);
        first += o.place[seat] == 1;
    }
    HOLDS(p, !over || first, "it is over and nobody is first");
    for (int seat = m->n_seats; seat < RD_MAX_SEATS; seat++)
        HOLDS(p, !o.place[seat] && !o.score[seat], "an empty seat has a result");
    for (int actor = 0; actor < m->n_actors; actor++)
        HOLDS(p, m->seat_of[actor] < m->n_seats, "actor %d has no seat", actor);
}

void someone_is_asked_until_it_is_over(const subject *of) {
    each_position(of, GAMES, LONG_STEPS, check_asked);
}

static void check_valid(play *p) {
    rd_fault f = {0};
    HOLDS(p, p->game->valid(p->match, p->state, &f), "not valid: %s", f.text);
}

void every_state_is_valid_and_games_end(const subject *of) {
    int longest = of->game->longest;
    each_position(of, 3 * GAMES, longest ? longest + 1 : UNBOUNDED_STEPS, check_valid);
    for (uint64_t seed = 1; longest && seed <= 3 * GAMES; seed++) {
        play *p = play_open(of, seed);
        while (play_step(p))
            HOLDS(p, p->step <= longest, "it goes on after its longest, %d actions", longest);
        play_close(p);
    }
}
