/* play.c - subjects and random games; see play.h. */
#include "play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "games/registry.h"
#include "table/table.h"

/* ---- subjects ---- */

enum { SUBJECTS_MAX = 1000, MIXTURES = 3 };

static void set(rd_config *c, const char *key, const char *value) {
    c->setting[c->n_settings++] = (rd_setting){key, value};
}

/* Set-ups that the switches alone do not lead to: courses with rules of their own, and settings
** that only matter there. */
static const char MANY_OPTIONS[] = "course many-options\n"
                                   "rule start_options 3\n"
                                   "board floor\n"
                                   "grid\n"
                                   "  .  R2 .  .  GR .\n"
                                   "  .  .  O  .  .  .\n"
                                   "  .  .  .  .  R1 .\n"
                                   "  D1 D2 D3 D4 D5 D6\n"
                                   "end\n"
                                   "piece floor 0 0,0\n"
                                   "flag 1 3,1\n"
                                   "flag 2 0,0\n"
                                   "flag 3 5,2\n";
static const struct set_up {
    const char *game;
    int seats;
    rd_setting setting[3]; /* ends with a NULL key */
} SET_UPS[] = {
    {"rally2005", 4, {{"course", "all-for-one-or-one-for-all"}, {"play_on", "yes"}}},
    {"rally2005", 3, {{"course", "ball-lightning"}}},
    {"rally2005", 4, {{"course", "capture-the-flag"}}},
    {"rally2005", 6, {{"course", "capture-the-flag"}, {"capture", "free"}}},
    {"rally2005", 5, {{"course", "day-of-the-superbot"}}},
    {"rally2005", 5, {{"course", "day-of-the-superbot"}, {"superbot", "push"}}},
    {"rally2005", 5, {{"course", "factory-rejects"}}},
    {"rally2005", 5, {{"course", "frenetic-factory"}}},
    {"rally2005", 2, {{"course", "interference"}}},
    {"rally2005", 4, {{"course", "interference"}, {"racer", "lives"}}},
    {"rally2005", 8, {{"course", "marathon-madness"}, {"play_on", "yes"}, {"lives", "4"}}},
    {"rally2005", 4, {{"course", "moving-targets"}}},
    {"rally2005", 3, {{"course", "option-world"}}},
    {"rally2005", 3, {{"course", "option-world"}, {"option_sites", "round"}}},
    {"rally2005", 5, {{"course", "set-to-kill"}}},
    {"rally2005", 4, {{"course", "tandem-carnage"}}},
    {"rally2005", 4, {{"course", "toggle-boggle"}}},
    {"rally2005", 4, {{"course", "tricksy"}}},
    {"rally2005", 4, {{"course", "war-zone"}}},
    {"rally2005", 2, {{"course", MANY_OPTIONS}}},
    {"rally2005", 6, {{"course", MANY_OPTIONS}, {"arm", "round"}}},
    {"rally2023", 3, {{"course", "battle-cry"}}},
    {"rally2023", 6, {{"course", "tame-the-lightning"}}},
};

/* A course that stands here as a text is called by its first line. */
static void put_value(rd_out *o, const char *value) { rd_put_span(o, value, strcspn(value, "\n")); }

/* Adds the subject when the game accepts the set-up; if it must and does not, that is the end. */
static void add_subject(subject *list, int *n, const rd_game *game, const rd_config *c, bool must) {
    subject *s = &list[*n];
    *s = (subject){.game = game, .config = *c};
    rd_out o = rd_out_to(s->name, sizeof s->name);
    rd_put_text(&o, game->id);
    rd_put_text(&o, ", ");
    rd_put_int(&o, c->n_seats);
    rd_put_text(&o, " seats");
    for (int i = 0; i < c->n_settings; i++) {
        rd_put_text(&o, ", ");
        rd_put_text(&o, c->setting[i].key);
        rd_put_char(&o, '=');
        put_value(&o, c->setting[i].value);
    }
    rd_fault f = {0};
    rd_match *m = malloc(game->match_size);
    rd_err e = game->match_init(m, c, &f);
    free(m);
    if (e && must) {
        printf("Bail out! %s: the set-up is refused: %s\n", s->name, f.text);
        exit(1);
    }
    if (!e && *n < SUBJECTS_MAX - 1) ++*n;
}

static int count_values(const rd_switch *sw) {
    int n = 0;
    while (sw->values && sw->values[n]) n++;
    return n;
}

static void add_mixture(subject *list, int *n, const rd_game *game, rd_prng *g) {
    rd_config c = {.n_seats = (int)(game->min_seats +
                                    rd_prng_below(g, 1u + game->max_seats - game->min_seats))};
    for (const rd_switch *sw = game->switches; sw->key && c.n_settings < RD_MAX_SETTINGS; sw++) {
        int values = count_values(sw);
        if (values && rd_prng_below(g, 2))
            set(&c, sw->key, sw->values[rd_prng_below(g, (uint32_t)values)]);
    }
    if (c.n_settings) add_subject(list, n, game, &c, false);
}

static void add_set_ups(subject *list, int *n, const rd_game *game) {
    for (size_t i = 0; i < sizeof SET_UPS / sizeof SET_UPS[0]; i++) {
        const struct set_up *u = &SET_UPS[i];
        if (strcmp(u->game, game->id) != 0) continue;
        rd_config c = {.n_seats = u->seats};
        for (int k = 0; k < 3 && u->setting[k].key; k++)
            set(&c, u->setting[k].key, u->setting[k].value);
        add_subject(list, n, game, &c, true);
    }
}

subject *list_subjects(int *n) {
    subject *list = malloc(SUBJECTS_MAX * sizeof *list);
    *n = 0;
    for (const rd_game *const *game = rd_test_games; *game; game++) {
        rd_prng g = rd_prng_seed(1);
        for (int seats = (*game)->min_seats; seats <= (*game)->max_seats; seats++)
            add_subject(list, n, *game, &(rd_config){.n_seats = seats}, true);
        for (const rd_switch *sw = (*game)->switches; sw->key; sw++)
            for (int v = 0; v < count_values(sw); v++) {
                if (strcmp(sw->values[v], sw->fallback) == 0) continue;
                rd_config c = {.n_seats = (*game)->min_seats};
                set(&c, sw->key, sw->values[v]);
                add_subject(list, n, *game, &c, false);
            }
        for (int i = 0; i < MIXTURES; i++) add_mixture(list, n, *game, &g);
        add_set_ups(list, n, *game);
    }
    return list;
}

/* ---- plays ---- */

play *play_open(const subject *of, uint64_t seed) {
    play *p = malloc(sizeof *p);
    *p = (play){.of = of, .game = of->game, .seed = seed, .g = rd_prng_seed(seed)};
    p->match = malloc(of->game->match_size);
    rd_err e = of->game->match_init(p->match, &of->config, NULL);
    if (e) fail_msg("%s: match_init said %s", of->name, rd_err_name(e));
    p->state = new_state(p, NULL);
    rd_key key = rd_key_from_seed(seed);
    p->game->start(p->match, &key, p->state, NULL);
    return p;
}

void play_close(play *p) {
    free(p->match);
    free(p->state);
    free(p);
}

int random_pending(play *p, const rd_state *s) {
    uint32_t asked = p->game->pending(p->match, s);
    if (!asked) return -1;
    return rd_bit_nth(asked, (int)rd_prng_below(&p->g, (uint32_t)rd_bit_count(asked)));
}

rd_action random_draft(play *p, const rd_state *s, int actor) {
    rd_action a;
    p->game->sample(p->match, s, actor, &p->g, &a);
    a.kind = RD_TIME_UP;
    a.n = (uint8_t)rd_prng_below(&p->g, 1u + a.n);
    if (a.n && rd_prng_below(&p->g, 3) == 0) a.pick[rd_prng_below(&p->g, a.n)] = RD_GAP;
    return a;
}

/* A long answer has more that can be wrong with it: the longest of some. */
static rd_action long_answer(play *p, int actor) {
    rd_action best = {0}, a;
    for (int i = 0; i < 6; i++) {
        p->game->sample(p->match, p->state, actor, &p->g, &a);
        if (!i || a.n > best.n) {
            best = (rd_action){a.kind, a.actor, a.n, a.zero, {0}};
            memcpy(best.pick, a.pick, a.n * sizeof a.pick[0]);
        }
    }
    return best;
}

rd_action near_miss(play *p, int actor) {
    rd_action a = long_answer(p, actor);
    uint16_t any = (uint16_t)rd_prng_next(&p->g);
    switch (rd_prng_below(&p->g, 10)) {
    case 0: a.kind = (uint8_t)rd_prng_below(&p->g, 4); break;
    case 1: a.actor = (uint8_t)rd_prng_below(&p->g, RD_MAX_ACTORS + 2); break;
    case 2: a.n = (uint8_t)rd_prng_next(&p->g); break; /* also past the end */
    case 3: a.n = (uint8_t)(a.n ? a.n - 1 : 1); break;
    case 4:
        if (a.n < RD_MAX_PICKS) a.pick[a.n++] = any;
        break;
    case 5:
        for (a.n = 0; a.n < RD_MAX_PICKS && rd_prng_below(&p->g, 8); a.n++)
            a.pick[a.n] = (uint16_t)rd_prng_below(&p->g, RD_MAX_OPTIONS);
        break;
    case 6:
    case 7: /* other spellings of the same picks */
        for (int swaps = 1 + (int)rd_prng_below(&p->g, 3); a.n > 1 && swaps; swaps--) {
            int i = (int)rd_prng_below(&p->g, a.n - 1u);
            uint16_t held = a.pick[i];
            a.pick[i] = a.pick[i + 1];
            a.pick[i + 1] = held;
        }
        break;
    default: /* a neighbour, or anything */
        if (a.n) {
            int i = (int)rd_prng_below(&p->g, a.n);
            a.pick[i] = rd_prng_below(&p->g, 4) ? (uint16_t)(a.pick[i] + any % 7 - 3) : any;
        }
    }
    return a;
}

bool play_step(play *p) {
    int actor = random_pending(p, p->state);
    if (actor < 0) return false;
    rd_action a;
    uint32_t how = rd_prng_below(&p->g, 16);
    if (how == 0)
        p->game->fallback(p->match, p->state, actor, &a);
    else if (how == 1)
        a = random_draft(p, p->state, actor);
    else
        p->game->sample(p->match, p->state, actor, &p->g, &a);
    rd_err e = rd_apply(p->match, p->state, &a, NULL, NULL, NULL);
    HOLDS(p, !e, "%s is refused: %s",
          how == 0   ? "the default answer"
          : how == 1 ? "time-up with a draft"
                     : "a sampled answer",
          rd_err_name(e));
    p->step++;
    return true;
}

int patience = 1;

void each_position(const subject *of, int games, int steps, void (*visit)(play *p)) {
    for (int game = 1; game <= games * patience; game++) {
        play *p = play_open(of, (uint64_t)game);
        do visit(p);
        while (p->step < steps * patience && play_step(p));
        play_close(p);
    }
}

rd_state *new_state(const play *p, const rd_state *from) {
    static unsigned char rubbish = 0;
    rd_state *s = malloc(p->game->state_size);
    if (from)
        memcpy(s, from, p->game->state_size);
    else
        memset(s, rubbish = (unsigned char)(rubbish + 0x55), p->game->state_size);
    return s;
}

bool same_state(const play *p, const rd_state *a, const rd_state *b) {
    return memcmp(a, b, p->game->state_size) == 0;
}

rd_state *new_view(const play *p, const rd_state *s, int seat) {
    rd_state *view = new_state(p, NULL);
    p->game->redact(p->match, s, seat, view);
    return view;
}

bool same_decision(const rd_decision *a, const rd_decision *b) {
    return a->kind == b->kind && a->actor == b->actor && a->min == b->min && a->max == b->max &&
           a->ordered == b->ordered && a->may_stop == b->may_stop && a->secret == b->secret &&
           a->automatic == b->automatic && a->seconds == b->seconds && a->subject == b->subject &&
           a->n == b->n && memcmp(a->option, b->option, a->n * sizeof a->option[0]) == 0;
}

rd_action *all_answers(const play *p, const rd_state *s, int actor, uint64_t limit, int *n) {
    uint64_t count = p->game->count(p->match, s, actor);
    if (count > limit) return NULL;
    rd_action *answer = malloc((size_t)count * sizeof *answer);
    for (uint64_t i = 0; i < count; i++) p->game->nth(p->match, s, actor, i, &answer[i]);
    *n = (int)count;
    return answer;
}

void property_fails(const play *p, const char *file, int line, const char *what, ...) {
    char text[300], position[RD_TEXT_MAX];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    rd_out o = rd_out_to(position, sizeof position);
    p->game->print_state(p->match, p->state, &o);
    fprintf(stderr, "%s:%d: %s, seed %d, after %d actions: %s\n    position %s\n", file, line,
            p->of->name, (int)p->seed, p->step, text, position);
    fail_msg("%s: %s", p->of->name, text);
    abort(); /* not reached: fail_msg leaves the test */
}

/* ---- events ---- */

static void append(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    event_log *log = ctx;
    if (log->n == LOG_MAX) fail_msg("more than %d events in one action", LOG_MAX);
    log->event[log->n++] = *ev;
}

rd_sink log_to(event_log *log) {
    log->n = 0;
    return (rd_sink){append, log};
}

static const rd_event *next_seen(const event_log *log, int *i, int seat) {
    while (*i < log->n && !rd_event_is_seen(&log->event[*i], seat)) ++*i;
    return *i < log->n ? &log->event[(*i)++] : NULL;
}

bool same_events_for(const event_log *a, const event_log *b, int seat) {
    for (int i = 0, j = 0;;) {
        const rd_event *x = next_seen(a, &i, seat), *y = next_seen(b, &j, seat);
        if (!x || !y) return x == y;
        if (x->kind != y->kind || x->rule != y->rule || x->beat != y->beat ||
            x->seen_by != y->seen_by || memcmp(x->arg, y->arg, sizeof x->arg) != 0)
            return false;
    }
}
