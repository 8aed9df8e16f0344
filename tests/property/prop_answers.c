/* prop_answers.c - questions, and the answers counted, indexed, sampled and judged. */
#include <stdlib.h>
#include <string.h>

#include "properties.h"

enum {
    GAMES = 8,
    STEPS = 120,
    WALK_MAX = 1500, /* count the whole tree of questions up to this many answers  */
    LIST_MAX = 300,  /* compare all answers one by one up to here                   */
    FAIR_MAX = 60,   /* and test the samplers' fairness up to here                  */
    FAIR_EACH = 120, /* draws for each answer                                       */
    FAIR_EVERY = 9,  /* on every ninth position                                     */
};

/* ---- the tree of questions ---- */

static void ask(const play *p, int actor, const rd_action *a, rd_decision *d) {
    memset(d, 0x55, sizeof *d);
    p->game->decision(p->match, p->state, actor, a->pick, a->n, d);
}

static void check_question(const play *p, int actor, const rd_action *a, const rd_decision *d) {
    int asks = 0;
    while (p->game->asks[asks].name) asks++;
    HOLDS(p, d->kind < asks, "question kind %d does not exist", d->kind);
    HOLDS(p, d->actor == actor, "the question is for actor %d, not %d", d->actor, actor);
    HOLDS(p, d->min <= d->max && d->max <= RD_MAX_PICKS, "%d to %d picks", d->min, d->max);
    HOLDS(p, d->n <= RD_MAX_OPTIONS, "%d options", d->n);
    HOLDS(p, d->n || d->may_stop, "the question leads nowhere after %d picks", a->n);
    HOLDS(p, !d->may_stop || (a->n >= d->min && a->n <= d->max),
          "may stop after %d picks of %d to %d", a->n, d->min, d->max);
    HOLDS(p, a->n < d->max || !d->n, "options after the last pick");
    for (int i = 0; i < d->n; i++) {
        HOLDS(p, !i || d->option[i] > d->option[i - 1], "options do not ascend");
        HOLDS(p, d->option[i] != RD_GAP, "an option has the number of a gap");
    }
    if (!d->ordered && a->n && d->n)
        HOLDS(p, d->option[0] > a->pick[a->n - 1], "a set's options go below its last pick");
}

static void walk_questions(play *p) {
    int actor = random_pending(p, p->state);
    if (actor < 0) return;
    for (int walk = 0; walk < 4; walk++) {
        rd_action a = {.actor = (uint8_t)actor};
        rd_decision first, d;
        ask(p, actor, &a, &first);
        for (d = first;; ask(p, actor, &a, &d)) {
            check_question(p, actor, &a, &d);
            HOLDS(p,
                  d.kind == first.kind && d.ordered == first.ordered && d.secret == first.secret &&
                      d.automatic == first.automatic && d.seconds == first.seconds &&
                      d.subject == first.subject,
                  "the question changes its nature as picks are made");
            HOLDS(p, !d.automatic || p->game->count(p->match, p->state, actor) == 1,
                  "an automatic question has a choice");
            if (!d.n || (d.may_stop && rd_prng_below(&p->g, 3) == 0)) break;
            a.pick[a.n++] = d.option[rd_prng_below(&p->g, d.n)];
        }
        rd_err e = p->game->check(p->match, p->state, &a, NULL);
        HOLDS(p, !e, "an answer spelled as asked is %s", rd_err_name(e));
    }
}

void questions_are_well_formed(const subject *of) {
    each_position(of, GAMES, STEPS, walk_questions);
}

/* ---- counted and indexed ---- */

static int by_spelling(const void *x, const void *y) {
    const rd_action *a = x, *b = y;
    int shared = a->n < b->n ? a->n : b->n;
    for (int i = 0; i < shared; i++)
        if (a->pick[i] != b->pick[i]) return a->pick[i] < b->pick[i] ? -1 : 1;
    return a->n - b->n;
}

static void check_answer(const play *p, int actor, const rd_action *a, const char *from) {
    HOLDS(p, a->kind == RD_ANSWER && a->actor == actor && !a->zero && a->n <= RD_MAX_PICKS,
          "an answer from %s is not filled in", from);
    rd_err e = p->game->check(p->match, p->state, a, NULL);
    HOLDS(p, !e, "an answer from %s is %s", from, rd_err_name(e));
    e = rd_check_by_decision(p->match, p->state, a);
    HOLDS(p, !e, "an answer from %s is not spelled as the question asks", from);
}

typedef struct walk {
    const rd_action *answer; /* as nth lists them */
    int n, seen;
    bool same;
} walk;

static bool compare_next(void *ctx, const rd_action *a) {
    walk *w = ctx;
    w->same &= w->seen < w->n && rd_action_same(a, &w->answer[w->seen]);
    return ++w->seen != w->n + 1;
}

static bool stop_at_once(void *ctx, const rd_action *a) {
    (void)a;
    ++*(int *)ctx;
    return false;
}

static void check_each(play *p, int actor, const rd_action *answer, int n) {
    walk w = {answer, n, 0, true};
    int calls = 0;
    bool all = rd_each_answer(p->match, p->state, actor, compare_next, &w);
    HOLDS(p, all && w.same && w.seen == n, "each answer is not what nth lists");
    all = rd_each_answer(p->match, p->state, actor, stop_at_once, &calls);
    HOLDS(p, !all && calls == 1, "each answer does not stop when it is told to");
}

static void check_index(play *p) {
    int actor = random_pending(p, p->state);
    if (actor < 0) return;
    uint64_t count = p->game->count(p->match, p->state, actor);
    uint64_t walked = rd_count_by_decision(p->match, p->state, actor, WALK_MAX);
    HOLDS(p, count >= 1, "a question without an answer");
    HOLDS(p, count < WALK_MAX ? walked == count : walked >= WALK_MAX,
          "count says %llu, the questions have %llu", (unsigned long long)count,
          (unsigned long long)walked);
    int n;
    rd_action *answer = all_answers(p, p->state, actor, LIST_MAX, &n);
    if (answer) {
        for (int i = 0; i < n; i++) check_answer(p, actor, &answer[i], "nth");
        check_each(p, actor, answer, n);
        qsort(answer, (size_t)n, sizeof *answer, by_spelling);
        for (int i = 1; i < n; i++)
            HOLDS(p, by_spelling(&answer[i - 1], &answer[i]) != 0, "two indices, one answer");
        free(answer);
    } else {
        for (int i = 0; i < 12; i++) {
            rd_action a;
            memset(&a, 0x55, sizeof a);
            uint64_t at = i == 0 ? 0 : i == 1 ? count - 1 : rd_prng_below64(&p->g, count);
            p->game->nth(p->match, p->state, actor, at, &a);
            check_answer(p, actor, &a, "nth");
        }
    }
}

void count_and_index_agree_with_the_questions(const subject *of) {
    each_position(of, GAMES, STEPS, check_index);
}

/* ---- sampled ---- */

typedef struct share { /* an answer and how often it should and did come */
    rd_action a;
    double expected;
    int seen;
} share;

/* The chance of each answer when every pick, stopping among them, is equally likely. */
static void share_out(const play *p, rd_action *a, double chance, share *list, int *n) {
    rd_decision d;
    ask(p, a->actor, a, &d);
    double each = chance / (d.n + d.may_stop);
    if (d.may_stop) list[(*n)++] = (share){*a, each, 0};
    for (int i = 0; i < d.n; i++) {
        a->pick[a->n++] = d.option[i];
        share_out(p, a, each, list, n);
        a->pick[--a->n] = 0;
    }
}

/* Chi-square, answers that should come less than five times pooled; far out is unfair. */
static bool is_fair(const share *list, int n, double draws) {
    double sum = 0, pooled = 0, pooled_seen = 0;
    int degrees = -1;
    for (int i = 0; i < n; i++) {
        double expected = list[i].expected * draws;
        if (expected < 5) {
            pooled += expected;
            pooled_seen += list[i].seen;
            continue;
        }
        sum += (list[i].seen - expected) * (list[i].seen - expected) / expected;
        degrees++;
    }
    if (pooled >= 5) {
        sum += (pooled_seen - pooled) * (pooled_seen - pooled) / pooled;
        degrees++;
    }
    double excess = sum - degrees - 16; /* less than one in a million, for any degrees */
    return excess <= 0 || excess * excess < 50.0 * degrees;
}

typedef void sampler(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a);

static void check_fair(play *p, int actor, share *list, int n, sampler *draw, const char *name) {
    int draws = n * FAIR_EACH;
    for (int i = 0; i < n; i++) list[i].seen = 0;
    for (int i = 0; i < draws; i++) {
        rd_action a;
        draw(p->match, p->state, actor, &p->g, &a);
        share *found = bsearch(&a, list, (size_t)n, sizeof *list, by_spelling);
        HOLDS(p, found, "%s draws an answer that is none", name);
        found->seen++;
    }
    HOLDS(p, is_fair(list, n, draws), "%s is not fair", name);
}

static void check_samples(play *p) {
    int actor = random_pending(p, p->state);
    if (actor < 0) return;
    for (int i = 0; i < 8; i++) {
        rd_action a;
        memset(&a, 0x55, sizeof a);
        (i % 4 ? p->game->sample : p->game->sample_whole)(p->match, p->state, actor, &p->g, &a);
        check_answer(p, actor, &a, i % 4 ? "sample" : "sample_whole");
    }
    if (p->step % FAIR_EVERY || p->game->count(p->match, p->state, actor) > FAIR_MAX) return;
    share list[FAIR_MAX];
    rd_action prefix = {.actor = (uint8_t)actor};
    int n = 0;
    share_out(p, &prefix, 1, list, &n);
    qsort(list, (size_t)n, sizeof *list, by_spelling); /* a share begins with its answer */
    check_fair(p, actor, list, n, p->game->sample, "sample");
    for (int i = 0; i < n; i++) list[i].expected = 1.0 / n;
    check_fair(p, actor, list, n, p->game->sample_whole, "sample_whole");
}

void samples_are_legal_and_fair(const subject *of) {
    each_position(of, GAMES, STEPS, check_samples);
}

/* ---- judged ---- */

static void check_judgement(play *p) {
    int rules = 0, actor = random_pending(p, p->state), asked = actor >= 0 ? actor : 0;
    while (p->game->rules[rules]) rules++;
    rd_state *s = new_state(p, p->state);
    for (int i = 0; i < 60; i++) {
        rd_action a = {.actor = 0, .n = 1, .pick = {(uint16_t)i}};
        if (actor >= 0) a = near_miss(p, asked);
        uint16_t rule = 0;
        rd_err e = p->game->check(p->match, p->state, &a, &rule);
        HOLDS(p, same_state(p, s, p->state), "check changed the state");
        HOLDS(p, (unsigned)e < RD_E_COUNT, "check gave an unknown code");
        HOLDS(p, e != RD_E_ILLEGAL || rule < rules, "an illegal action breaks no rule");
        HOLDS(p, actor >= 0 || e, "an action is accepted after the end");
        if (e == RD_E_OK && a.kind == RD_ANSWER)
            HOLDS(p, rd_check_by_decision(p->match, p->state, &a) == RD_E_OK,
                  "an accepted answer is not among the questions' answers");
        HOLDS(p, e != RD_E_OK || a.kind == RD_ANSWER || p->game->timed,
              "a game without a timer accepts a time-up by itself");
        rd_err applied = rd_apply(p->match, s, &a, NULL, NULL, NULL);
        if (a.kind == RD_ANSWER) HOLDS(p, applied == e, "apply and check disagree");
        HOLDS(p, !applied || same_state(p, s, p->state), "a refused action changed the state");
        memcpy(s, p->state, p->game->state_size);
    }
    free(s);
}

void refused_actions_change_nothing(const subject *of) {
    each_position(of, GAMES, STEPS, check_judgement);
}

/* Answers, and what is nearly one, in one go and one after the other. */
static void compare_apply(play *p) {
    int actor = random_pending(p, p->state);
    rd_state *s = new_state(p, p->state), *other = new_state(p, p->state);
    for (int i = 0; i < 24; i++) {
        rd_action a = {.actor = 0, .n = 1, .pick = {(uint16_t)i}};
        if (actor >= 0 && i % 3)
            a = near_miss(p, actor);
        else if (actor >= 0)
            p->game->sample(p->match, p->state, actor, &p->g, &a);
        uint32_t effects[2] = {0};
        uint16_t rule[2] = {0};
        rd_err e = rd_apply(p->match, s, &a, NULL, &effects[0], &rule[0]);
        rd_err in_turn = rd_apply_in_turn(p->match, other, &a, NULL, &effects[1], &rule[1]);
        HOLDS(p, e == in_turn, "apply says %s, check %s", rd_err_name(e), rd_err_name(in_turn));
        HOLDS(p, e || effects[0] == effects[1], "apply has other effects than commit");
        HOLDS(p, e != RD_E_ILLEGAL || rule[0] == rule[1], "apply names another rule than check");
        HOLDS(p, same_state(p, s, other), "apply makes another state than commit");
        memcpy(s, p->state, p->game->state_size);
        memcpy(other, p->state, p->game->state_size);
    }
    free(s);
    free(other);
}

void apply_is_check_and_commit(const subject *of) {
    each_position(of, GAMES, STEPS, compare_apply);
}

static void check_defaults(play *p) {
    rd_action draft = {.kind = RD_TIME_UP, .actor = (uint8_t)p->match->n_actors};
    rd_state *s = new_state(p, p->state), *other = new_state(p, p->state);
    HOLDS(p, rd_apply(p->match, s, &draft, NULL, NULL, NULL) && same_state(p, s, p->state),
          "time-up is accepted for an actor who does not exist");
    uint32_t asked = p->game->pending(p->match, p->state);
    for (int actor = 0; actor < p->match->n_actors; actor++) {
        draft = (rd_action){.kind = RD_TIME_UP, .actor = (uint8_t)actor};
        memcpy(s, p->state, p->game->state_size);
        rd_err e = rd_apply(p->match, s, &draft, NULL, NULL, NULL);
        HOLDS(p, (e == RD_E_OK) == (asked >> actor & 1), "time-up for actor %d: %s", actor,
              rd_err_name(e));
        HOLDS(p, same_state(p, s, p->state) == (e != RD_E_OK), "time-up for actor %d: %s", actor,
              e ? "refused, yet the state changed" : "nothing happened");
        if (e) continue;
        rd_action a, b;
        memset(&a, 0x55, sizeof a);
        p->game->fallback(p->match, p->state, actor, &a);
        p->game->fallback(p->match, p->state, actor, &b);
        HOLDS(p, rd_action_same(&a, &b), "the default answer changes from call to call");
        check_answer(p, actor, &a, "fallback");
        memcpy(other, p->state, p->game->state_size);
        p->game->commit(p->match, other, &a, NULL);
        HOLDS(p, p->game->timed || same_state(p, s, other), "time-up is not the default answer");
    }
    free(s);
    free(other);
}

void defaults_and_time_up_are_accepted(const subject *of) {
    each_position(of, GAMES, STEPS, check_defaults);
}
