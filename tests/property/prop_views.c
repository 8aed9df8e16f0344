/* prop_views.c - hidden information: a view asks what the truth asks and tells nothing more. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "properties.h"

enum {
    GAMES = 6,
    STEPS = 120,
    TWINS = 3,
    REFUSALS = 12,
    STORIES = 60,    /* games whose spectators' stories are compared  */
    STORY_STEPS = 12 /* for this many actions                           */
};

/* ---- a seat decides on its own view as on the truth ---- */

static void same_answers(play *p, const rd_state *view, int actor) {
    const rd_match *m = p->match;
    rd_decision there, here;
    rd_action a = {.actor = (uint8_t)actor}, b;
    for (;;) {
        p->game->decision(m, p->state, actor, a.pick, a.n, &there);
        p->game->decision(m, view, actor, a.pick, a.n, &here);
        HOLDS(p, same_decision(&there, &here), "actor %d: the view asks another question", actor);
        uint32_t k = rd_prng_below(&p->g, (uint32_t)there.n + there.may_stop);
        if (k == there.n) break;
        a.pick[a.n++] = there.option[k];
    }
    HOLDS(p, p->game->check(m, view, &a, NULL) == RD_E_OK, "the view refuses a legal answer");
    uint64_t count = p->game->count(m, p->state, actor);
    HOLDS(p, p->game->count(m, view, actor) == count, "the view has another number of answers");
    uint64_t at = rd_prng_below64(&p->g, count);
    p->game->nth(m, p->state, actor, at, &a);
    p->game->nth(m, view, actor, at, &b);
    HOLDS(p, rd_action_same(&a, &b), "the view numbers its answers otherwise");
    rd_prng g = p->g;
    p->game->sample(m, p->state, actor, &p->g, &a);
    p->game->sample(m, view, actor, &g, &b);
    HOLDS(p, rd_action_same(&a, &b), "the view samples otherwise");
    p->game->fallback(m, p->state, actor, &a);
    p->game->fallback(m, view, actor, &b);
    HOLDS(p, rd_action_same(&a, &b), "the view has another default answer");
}

/* The texts of answers, and why others are refused: by the rules, never by what is hidden. */
static void same_refusals(play *p, const rd_state *view, int actor) {
    for (int i = 0; i < REFUSALS; i++) {
        rd_action a = near_miss(p, actor);
        uint16_t there = 0, here = 0;
        if (a.actor != actor || a.kind != RD_ANSWER) continue;
        rd_err e = p->game->check(p->match, p->state, &a, &there);
        rd_err seen = p->game->check(p->match, view, &a, &here);
        HOLDS(p, e == seen, "actor %d: %s in truth, %s in the view", actor, rd_err_name(e),
              rd_err_name(seen));
        HOLDS(p, e != RD_E_ILLEGAL || there == here, "actor %d is refused by %s, in the view by %s",
              actor, p->game->rules[there], p->game->rules[here]);
        if (e) continue;
        char text[2][300];
        rd_out o = rd_out_to(text[0], sizeof text[0]), v = rd_out_to(text[1], sizeof text[1]);
        p->game->print_action(p->match, p->state, &a, &o);
        p->game->print_action(p->match, view, &a, &v);
        HOLDS(p, strcmp(text[0], text[1]) == 0, "actor %d: the view spells %s as %s", actor,
              text[0], text[1]);
    }
}

static void check_view(play *p) {
    const rd_match *m = p->match;
    uint32_t asked = p->game->pending(m, p->state);
    for (int seat = RD_SPECTATOR; seat < m->n_seats; seat++) {
        rd_state *view = new_view(p, p->state, seat), *again = new_view(p, p->state, seat);
        rd_fault f = {0};
        HOLDS(p, same_state(p, view, again), "redact leaves bytes unset");
        HOLDS(p, p->game->valid(m, view, &f), "the view of seat %d is not valid: %s", seat, f.text);
        HOLDS(p, p->game->pending(m, view) == asked, "seat %d sees others asked than are", seat);
        HOLDS(p, p->game->outcome(m, view, NULL) == !asked, "seat %d sees another end", seat);
        p->game->redact(m, view, seat, again);
        HOLDS(p, same_state(p, view, again), "the view of a view of seat %d is another", seat);
        memcpy(again, p->state, p->game->state_size);
        p->game->redact(m, again, seat, again);
        HOLDS(p, same_state(p, view, again), "redact in place differs");
        for (uint32_t left = asked; left;) {
            int actor = rd_bit_take(&left);
            if (m->seat_of[actor] != seat) continue;
            same_answers(p, view, actor);
            same_refusals(p, view, actor);
        }
        free(view);
        free(again);
    }
}

void views_ask_the_same(const subject *of) { each_position(of, GAMES, STEPS, check_view); }

/* ---- what is public ---- */

/* A byte that every seat sees as it is, a spectator sees so too, and the other way round: whatever
** a spectator sees, every seat sees. */
static void compare_with_spectator(play *p) {
    const rd_match *m = p->match;
    const uint8_t *truth = (const uint8_t *)p->state;
    rd_state *of_spectator = new_view(p, p->state, RD_SPECTATOR), *of_seat[RD_MAX_SEATS];
    for (int seat = 0; seat < m->n_seats; seat++) of_seat[seat] = new_view(p, p->state, seat);
    for (size_t at = 0; at < p->game->state_size; at++) {
        bool open = ((const uint8_t *)of_spectator)[at] == truth[at];
        int seeing = 0;
        for (int seat = 0; seat < m->n_seats; seat++)
            seeing += ((const uint8_t *)of_seat[seat])[at] == truth[at];
        HOLDS(p, open || seeing < m->n_seats,
              "byte %zu of the state is open to every seat but not to spectators: is it a leak?",
              at);
        HOLDS(p, !open || seeing == m->n_seats, "byte %zu is open to spectators, not to a seat",
              at);
    }
    for (int seat = 0; seat < m->n_seats; seat++) free(of_seat[seat]);
    free(of_spectator);
}

/* Who has been told the same story has the same view, whatever the cards are: two games with other
** chance are told to the spectator until their stories part. */
static void compare_stories(const subject *of, uint64_t seed) {
    play *pair[2];
    event_log *log = malloc(2 * sizeof *log);
    for (int i = 0; i < 2; i++) {
        pair[i] = play_open(of, seed + (uint64_t)i * STORIES);
        rd_sink to = log_to(&log[i]);
        rd_key key = rd_key_from_seed(pair[i]->seed);
        pair[i]->game->start(pair[i]->match, &key, pair[i]->state, &to);
    }
    while (same_events_for(&log[0], &log[1], RD_SPECTATOR)) {
        rd_state *first = new_view(pair[0], pair[0]->state, RD_SPECTATOR);
        rd_state *second = new_view(pair[1], pair[1]->state, RD_SPECTATOR);
        HOLDS(pair[0], same_state(pair[0], first, second),
              "a spectator was told the same of two games, yet sees a difference");
        free(first);
        free(second);
        uint32_t asked = pair[0]->game->pending(pair[0]->match, pair[0]->state);
        if (!asked || pair[0]->step++ == STORY_STEPS) break;
        for (int i = 0; i < 2; i++) {
            rd_action a;
            rd_sink to = log_to(&log[i]);
            play *p = pair[i];
            p->game->sample(p->match, p->state, rd_bit_first(asked), &p->g, &a);
            p->game->commit(p->match, p->state, &a, &to);
        }
    }
    free(log);
    play_close(pair[0]);
    play_close(pair[1]);
}

void only_what_was_told_is_public(const subject *of) {
    each_position(of, GAMES, STEPS, compare_with_spectator);
    for (uint64_t seed = 1; seed <= STORIES; seed++) compare_stories(of, seed);
}

/* ---- twins: states that differ only in what a seat cannot know ---- */

/* twin[0] is the truth, the others are drawn from the seat's view. */
static void make_twins(play *p, int seat, rd_state *twin[TWINS]) {
    rd_state *view = new_view(p, p->state, seat);
    twin[0] = new_state(p, p->state);
    for (int i = 1; i < TWINS; i++) {
        rd_prng g = p->g;
        rd_state *again = new_state(p, NULL);
        twin[i] = new_state(p, NULL);
        p->game->determinize(p->match, view, seat, &p->g, twin[i]);
        p->game->determinize(p->match, view, seat, &g, again);
        HOLDS(p, same_state(p, twin[i], again), "determinize gives two states from one draw");
        free(again);
    }
    free(view);
}

static void free_twins(rd_state *twin[TWINS]) {
    for (int i = 0; i < TWINS; i++) free(twin[i]);
}

static void same_views(const play *p, int seat, rd_state *const twin[TWINS], const char *when) {
    rd_state *first = new_view(p, twin[0], seat);
    for (int i = 1; i < TWINS; i++) {
        rd_state *other = new_view(p, twin[i], seat);
        HOLDS(p, same_state(p, first, other), "seat %d: twins do not look the same %s", seat, when);
        free(other);
    }
    free(first);
}

static int drawn, distinct; /* of the subject at work: do draws differ at all? */

static void check_secrets(play *p) {
    for (int seat = 0; seat < p->match->n_seats; seat++) {
        rd_state *twin[TWINS];
        rd_fault f = {0};
        make_twins(p, seat, twin);
        for (int i = 1; i < TWINS; i++)
            HOLDS(p, p->game->valid(p->match, twin[i], &f), "a drawn state is not valid: %s",
                  f.text);
        drawn++;
        distinct += !same_state(p, twin[1], twin[2]);
        same_views(p, seat, twin, "at once");
        same_views(p, RD_SPECTATOR, twin, "to a spectator"); /* who knows no more than a seat */
        for (int i = 0; i < 5; i++) {                        /* a drawn state can be played on */
            int actor = random_pending(p, twin[1]);
            if (actor < 0) break;
            rd_action a;
            p->game->sample(p->match, twin[1], actor, &p->g, &a);
            p->game->commit(p->match, twin[1], &a, NULL);
            HOLDS(p, p->game->valid(p->match, twin[1], &f), "a drawn state goes wrong: %s", f.text);
        }
        free_twins(twin);
    }
}

void views_keep_their_secrets(const subject *of) {
    drawn = distinct = 0;
    each_position(of, GAMES, STEPS, check_secrets);
    play *p = play_open(of, 1);
    HOLDS(p, !of->game->hidden || distinct * 2 > drawn,
          "only %d of %d pairs of drawn states differ: what is hidden?", distinct, drawn);
    play_close(p);
}

/* One input: mostly an answer, at times a time-up with a draft. */
static void choose_input(play *p, const rd_state *s, int actor, bool late, rd_action *a) {
    if (late)
        *a = random_draft(p, s, actor);
    else
        p->game->sample(p->match, s, actor, &p->g, a);
}

/* The inputs of one actor to the twins: its own answer is one and the same; an answer that the
** seat may not see yet differs from twin to twin, but that time is up is seen by all; any other
** is public, so again the same. */
static bool choose_inputs(play *p, int seat, int actor, rd_state *const twin[TWINS],
                          rd_action input[TWINS]) {
    rd_decision d;
    p->game->decision(p->match, twin[0], actor, NULL, 0, &d);
    bool secret = d.secret && p->match->seat_of[actor] != seat;
    bool late = p->game->timed && rd_prng_below(&p->g, 8) == 0;
    for (int i = 0; i < TWINS; i++) {
        if (!i || secret)
            choose_input(p, twin[i], actor, late, &input[i]);
        else
            input[i] = input[0];
        if (p->game->check(p->match, twin[i], &input[i], NULL)) return false;
    }
    return true;
}

static int surprises, foreseen; /* of the subject at work: what only the seat is told */

/* Events that give a seat its own answer back: no surprise to the seat that answers. */
static const char *const ECHOES[] = {"laid"};

static bool is_echo(const play *p, const rd_event *ev) {
    for (size_t i = 0; i < sizeof ECHOES / sizeof ECHOES[0]; i++)
        if (strcmp(p->game->events[ev->kind].name, ECHOES[i]) == 0) return true;
    return false;
}

/* What a seat alone is told (its new cards) cannot be the same in most drawn states: if it were,
** the view would have told it before. */
static void count_surprise(const play *p, event_log *a, event_log *b, int seat, bool answers) {
    event_log *both[] = {a, b};
    for (int k = 0; k < 2; k++) { /* keep what not all are told */
        int n = 0;
        for (int i = 0; i < both[k]->n; i++) {
            const rd_event *ev = &both[k]->event[i];
            bool alone = ev->seen_by != RD_SEEN_BY_ALL && ev->seen_by >> seat & 1;
            if (alone && !(answers && is_echo(p, ev))) both[k]->event[n++] = *ev;
        }
        both[k]->n = n;
    }
    surprises += a->n > 0;
    foreseen += a->n > 0 && same_events_for(a, b, seat);
}

static bool same_view(const play *p, int seat, const rd_state *a, const rd_state *b) {
    rd_state *first = new_view(p, a, seat), *second = new_view(p, b, seat);
    bool same = same_state(p, first, second);
    free(first);
    free(second);
    return same;
}

/* Who is asked, and what about: that much a question shows to all. */
static bool same_questions(const play *p, const rd_state *a, const rd_state *b) {
    uint32_t asked = p->game->pending(p->match, a);
    if (asked != p->game->pending(p->match, b)) return false;
    while (asked) {
        rd_decision one, other;
        int actor = rd_bit_take(&asked);
        p->game->decision(p->match, a, actor, NULL, 0, &one);
        p->game->decision(p->match, b, actor, NULL, 0, &other);
        if (one.kind != other.kind || one.subject != other.subject) return false;
    }
    return true;
}

/* After one input to each twin.  The seat sees the same if it was told the same, but for what the
** next question shows; where nothing was drawn and shown, it was told the same.  The seat that may go
** back on its own answer in one of them (nothing drawn and shown, or stored and nothing shown)
** must not find itself in another one, even if that one says that it showed something. */
static void compare_twins(const play *p, int seat, int actor, rd_state *const twin[TWINS],
                          const uint32_t effects[TWINS], const event_log *log) {
    uint32_t all = 0;
    bool back = false;
    for (int i = 0; i < TWINS; i++) {
        all |= effects[i];
        back |= !(effects[i] & (RD_DREW | RD_SHOWED)) ||
                (effects[i] & RD_STORED && !(effects[i] & RD_SHOWED));
    }
    back = (back && p->match->seat_of[actor] == seat) || !(all & (RD_DREW | RD_SHOWED));
    const uint32_t ends_undo = RD_DREW | RD_SHOWED;
    for (int i = 1; i < TWINS; i++) {
        bool told = same_events_for(&log[0], &log[i], seat);
        HOLDS(p, told || !back, "actor %d answers, and seat %d hears what it cannot know", actor,
              seat);
        bool shown = all & RD_SHOWED && !back && !same_questions(p, twin[0], twin[i]);
        HOLDS(p, !told || shown || same_view(p, seat, twin[0], twin[i]),
              "actor %d answers, and seat %d sees what it was not told", actor, seat);
        bool alike = !(effects[0] & ends_undo) == !(effects[i] & ends_undo);
        HOLDS(p,
              alike || !told || p->match->seat_of[actor] != seat ||
                  !same_view(p, seat, twin[0], twin[i]),
              "whether seat %d may go back on its answer tells what it cannot know", seat);
    }
}

/* Lets the twins go on together as long as nothing was drawn and nothing hidden was shown. */
static void go_on(play *p) {
    event_log *log = malloc(TWINS * sizeof *log);
    for (int seat = 0; seat < p->match->n_seats; seat++) {
        rd_state *twin[TWINS];
        make_twins(p, seat, twin);
        for (int step = 0; step < 4; step++) {
            rd_action input[TWINS];
            int actor = random_pending(p, twin[0]);
            if (actor < 0 || !choose_inputs(p, seat, actor, twin, input)) break;
            uint32_t effects[TWINS], all = 0;
            for (int i = 0; i < TWINS; i++) {
                rd_sink to = log_to(&log[i]);
                rd_err e = rd_apply(p->match, twin[i], &input[i], &to, &effects[i], NULL);
                HOLDS(p, !e, "a twin refuses an input");
                all |= effects[i];
            }
            compare_twins(p, seat, actor, twin, effects, log);
            if (all & (RD_DREW | RD_SHOWED)) {
                count_surprise(p, &log[1], &log[2], seat, p->match->seat_of[actor] == seat);
                break;
            }
        }
        free_twins(twin);
    }
    free(log);
}

void twins_look_the_same_as_they_go_on(const subject *of) {
    surprises = foreseen = 0;
    each_position(of, GAMES, STEPS, go_on);
    play *p = play_open(of, 1);
    HOLDS(p, surprises < 10 || foreseen * 2 <= surprises,
          "%d of %d times a seat could foresee what it alone was told", foreseen, surprises);
    play_close(p);
}
