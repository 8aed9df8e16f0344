/* clocks.c - see clocks.h.
**
** `at` is how far time is counted.  Every change first counts up to `now`, so that between two
** changes each clock either stands or runs, and where it will end is a sum.
*/
#include "seat/clocks.h"

#include <string.h>

static const char *const pace_name[RD_PACES] = {"none", "book", "decision", "bank", "days"};

const char *rd_pace_name(rd_pace p) { return (unsigned)p < RD_PACES ? pace_name[p] : "unknown"; }

bool rd_pace_find(const char *name, rd_pace *p) {
    for (int i = 0; i < RD_PACES; i++)
        if (strcmp(name, pace_name[i]) == 0) {
            *p = (rd_pace)i;
            return true;
        }
    return false;
}

/* ---- counting ---- */

static bool is_held(const rd_clocks *c, int actor) { return c->held >> c->seat_of[actor] & 1; }

/* How much of a span an actor's clock runs: all but what is held. */
static int64_t running(const rd_clocks *c, int actor, int64_t span) {
    int64_t hold = is_held(c, actor) ? c->actor[actor].hold_left : 0;
    return span > hold ? span - hold : 0;
}

static int64_t span_to(const rd_clocks *c, int64_t now) {
    return c->paused || now < c->at ? 0 : now - c->at;
}

/* What a seat's bank pays for a span: its questions run side by side. */
static int64_t paid_by(const rd_clocks *c, int seat, int64_t span) {
    int64_t most = 0;
    for (int a = 0; a < c->n_actors; a++) {
        if (c->seat_of[a] != seat || !c->actor[a].question) continue;
        int64_t run = running(c, a, span);
        most = run > most ? run : most;
    }
    return most;
}

static void count_to(rd_clocks *c, int64_t now) {
    int64_t span = span_to(c, now);
    if (c->rules.pace == RD_PACE_BANK)
        for (int s = 0; s < c->n_seats; s++) {
            int64_t paid = paid_by(c, s, span);
            if (paid) c->bank[s] = paid < c->bank[s] ? c->bank[s] - paid : 0; /* nobody owes time */
        }
    for (int a = 0; a < c->n_actors; a++) {
        rd_actor_clock *k = &c->actor[a];
        if (!k->question) continue;
        int64_t run = running(c, a, span);
        if (is_held(c, a)) k->hold_left -= span - run;
        k->left -= run;
    }
    if (now > c->at) c->at = now;
}

/* ---- questions ---- */

static void set_left(rd_actor_clock *k, int64_t ms) {
    k->limited = true;
    k->left = ms;
}

/* The book's timer begins, is shortened, or ends. */
static void set_book(rd_actor_clock *k, uint16_t seconds, bool runs_on) {
    int64_t ms = (int64_t)seconds * 1000;
    if (!seconds)
        k->limited = false;
    else if (!runs_on || !k->limited || k->left > ms)
        set_left(k, ms);
    k->seconds = seconds;
}

static void open_question(rd_clocks *c, int actor, uint32_t question, uint16_t seconds,
                          bool new_unit) {
    rd_actor_clock *k = &c->actor[actor], old = *k;
    bool runs_on = k->question && !new_unit;
    rd_actor_clock fresh = {.question = question, .hold_left = c->rules.hold_ms};
    if (runs_on) {
        fresh.limited = k->limited;
        fresh.left = k->left;
    }
    *k = fresh;
    switch (c->rules.pace) {
    case RD_PACE_BOOK: set_book(k, seconds, runs_on); break;
    case RD_PACE_DECISION:
    case RD_PACE_DAYS: set_left(k, c->rules.ms); break;
    case RD_PACE_BANK: c->bank[c->seat_of[actor]] += c->rules.more_ms; break;
    default: k->limited = false;
    }
    if (!old.again) return;
    k->again = (uint8_t)(old.again - 1);
    k->hold_left = old.hold_left;
    if (old.limited && k->limited && old.left < k->left) k->left = old.left;
}

void rd_clocks_again(rd_clocks *c, int actor, int n) {
    rd_actor_clock *k = &c->actor[actor];
    if (c->rules.pace == RD_PACE_BANK)
        c->bank[c->seat_of[actor]] -= n * c->rules.more_ms; /* it comes with the question */
    else
        k->again = (uint8_t)(k->again + n < UINT8_MAX ? k->again + n : UINT8_MAX);
}

/* Where units are not counted, every input begins something new. */
static uint64_t unit_of(const rd_table *t) {
    const rd_match *m = rd_table_match(t);
    return m->game->units ? m->game->units(m, rd_table_state(t)) : (uint64_t)rd_table_length(t);
}

void rd_clocks_sync(rd_clocks *c, const rd_table *t, int64_t now) {
    rd_decision d;
    count_to(c, now);
    uint64_t unit = unit_of(t);
    bool new_unit = unit != c->unit;
    c->unit = unit;
    for (int a = 0; a < c->n_actors; a++) {
        rd_actor_clock *k = &c->actor[a];
        uint32_t question = rd_table_question(t, a);
        if (!question || rd_table_ask(t, a, NULL, 0, &d)) {
            *k =
                (rd_actor_clock){.limited = k->limited, .left = k->left, .hold_left = k->hold_left};
            continue;
        }
        if (question != k->question)
            open_question(c, a, question, d.seconds, new_unit);
        else if (c->rules.pace == RD_PACE_BOOK && d.seconds != k->seconds)
            set_book(k, d.seconds, true);
    }
}

/* Up to some thousand years, so that no sum of a few overflows. */
static bool is_span(int64_t ms) { return ms >= 0 && ms < (int64_t)1 << 48; }

bool rd_clocks_start(rd_clocks *c, const rd_clock_rules *r, const rd_table *t, int64_t now) {
    const rd_match *m = rd_table_match(t);
    bool needs_ms =
        r->pace == RD_PACE_DECISION || r->pace == RD_PACE_BANK || r->pace == RD_PACE_DAYS;
    if ((unsigned)r->pace >= RD_PACES || !is_span(r->ms) || !is_span(r->more_ms) ||
        !is_span(r->hold_ms) || (needs_ms && !r->ms))
        return false;
    *c = (rd_clocks){.rules = *r, .n_seats = m->n_seats, .n_actors = m->n_actors, .at = now};
    for (int a = 0; a < m->n_actors; a++) c->seat_of[a] = m->seat_of[a];
    for (int s = 0; s < m->n_seats; s++) c->bank[s] = r->pace == RD_PACE_BANK ? r->ms : 0;
    c->unit = unit_of(t);
    rd_clocks_sync(c, t, now);
    return true;
}

/* ---- standing still ---- */

void rd_clocks_pause(rd_clocks *c, int64_t now) {
    count_to(c, now);
    c->paused = true;
}

void rd_clocks_resume(rd_clocks *c, int64_t now) {
    count_to(c, now);
    c->paused = false;
}

void rd_clocks_hold(rd_clocks *c, int seat, bool shows_film, int64_t now) {
    if (seat < 0 || seat >= c->n_seats) return;
    count_to(c, now);
    c->held = (uint8_t)(shows_film ? c->held | 1u << seat : c->held & ~(1u << seat));
}

void rd_clocks_give(rd_clocks *c, int seat, int64_t ms, int64_t now) {
    if (seat < 0 || seat >= c->n_seats || !is_span(ms)) return;
    count_to(c, now);
    if (c->rules.pace == RD_PACE_BANK) c->bank[seat] += ms;
    for (int a = 0; a < c->n_actors; a++)
        if (c->seat_of[a] == seat && c->actor[a].limited) c->actor[a].left += ms;
}

/* ---- drafts ---- */

bool rd_clocks_draft(rd_clocks *c, uint32_t question, const rd_action *draft) {
    if (draft->actor >= c->n_actors || draft->n > RD_MAX_PICKS) return false;
    rd_actor_clock *k = &c->actor[draft->actor];
    if (!question || k->question != question) return false;
    k->draft = *draft;
    k->draft.kind = RD_TIME_UP;
    k->draft.zero = 0;
    k->drafted = true;
    return true;
}

const rd_action *rd_clocks_draft_of(const rd_clocks *c, int actor) {
    const rd_actor_clock *k = &c->actor[actor];
    return k->question && k->drafted ? &k->draft : NULL;
}

/* ---- when ---- */

/* What was left at c->at, holds aside; false when there is no limit. */
static bool left_at(const rd_clocks *c, int actor, int64_t *left) {
    const rd_actor_clock *k = &c->actor[actor];
    if (!k->question) return false;
    *left = c->rules.pace == RD_PACE_BANK ? c->bank[c->seat_of[actor]] : k->left;
    return c->rules.pace == RD_PACE_BANK || k->limited;
}

int64_t rd_clocks_left(const rd_clocks *c, int actor, int64_t now) {
    int64_t left;
    if (actor < 0 || actor >= c->n_actors || !left_at(c, actor, &left)) return RD_NEVER;
    int64_t span = span_to(c, now);
    left -= c->rules.pace == RD_PACE_BANK ? paid_by(c, c->seat_of[actor], span)
                                          : running(c, actor, span);
    return left > 0 ? left : 0;
}

int64_t rd_clocks_next(const rd_clocks *c) {
    int64_t first = RD_NEVER;
    for (int a = 0; a < c->n_actors && !c->paused; a++) {
        int64_t left;
        if (!left_at(c, a, &left)) continue;
        int64_t hold = is_held(c, a) ? c->actor[a].hold_left : 0;
        int64_t end = left > 0 ? c->at + hold + left : c->at;
        first = end < first ? end : first;
    }
    return first;
}

int rd_clocks_due(const rd_clocks *c, int64_t now) {
    for (int a = 0; a < c->n_actors && !c->paused; a++)
        if (rd_clocks_left(c, a, now) == 0) return a;
    return -1;
}

rd_err rd_clocks_time_up(rd_clocks *c, rd_table *t, int actor, int64_t now) {
    if (actor < 0 || actor >= c->n_actors) return RD_E_NOT_ASKED;
    const rd_action *draft = rd_clocks_draft_of(c, actor);
    rd_err e = rd_table_time_up(t, actor, draft);
    if (e && draft) e = rd_table_time_up(t, actor, NULL); /* it was no draft of an answer */
    rd_clocks_sync(c, t, now);
    return e;
}
