/* play_tell.c - what happened, line by line, and register by register; see play.h.
**
** The log of a table is short: it leaves out each step and turn.  People who look at a terminal see
** no robot move, so those are said here, the steps of a card as one line.
*/
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/play.h"

enum { ACTION_COLUMN = 12 };

/* Lines stand in a column of their own; before the first one stands the answer as it is written. */
typedef struct teller {
    rd_play *play;
    int seat, part;
    char lead[64];
    int lines;
    bool walks; /* a robot is on its way; its steps so far are in `walk` */
    rd_phrase walk;
} teller;

static void tell_text(teller *t, const char *text) {
    int at = 0;
    if (!t->lines++ && t->lead[0]) {
        printf("%s ", t->lead);
        at = rd_letters(t->lead) + 1;
    }
    rd_print_wrapped(stdout, t->play->term.width, at, ACTION_COLUMN, text);
    t->play->news += rd_play_lines(t->play, ACTION_COLUMN, text);
}

static void tell_phrase(teller *t, const rd_phrase *what, const char *more) {
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = rd_play_speech(t->play);
    how.text[3] = more;
    rd_speak(&how, what, &o);
    tell_text(t, text);
}

static void end_walk(teller *t) {
    if (t->walks) tell_phrase(t, &t->walk, NULL);
    t->walks = false;
}

static bool is_event(const rd_game *g, const rd_event *ev, const char *name) {
    return strcmp(g->events[ev->kind].name, name) == 0;
}

/* Robot, from, to: the steps of one robot are one way. */
static void tell_step(teller *t, const rd_event *ev) {
    if (t->walks && t->walk.arg[0] != ev->arg[0]) end_walk(t);
    if (!t->walks) t->walk = (rd_phrase){"cli.log.moved", {ev->arg[0], ev->arg[1], ev->arg[2]}};
    t->walk.arg[2] = ev->arg[2];
    t->walks = true;
}

/* Robot, quarters, new facing; the floor is named when it turns the robot. */
static void tell_turn(teller *t, const rd_event *ev) {
    const rd_game *g = t->play->game;
    const char *id = g->rules[ev->rule];
    rd_rule_text rule;
    bool floor = strstr(id, "-GEAR-") || strstr(id, "-BELT-");
    end_walk(t);
    if (floor && rd_rule_find(t->play->term.lang, g, id, &rule))
        tell_phrase(t, &(rd_phrase){"cli.log.turned_by", {ev->arg[0], 0, ev->arg[2]}}, rule.title);
    else
        tell_phrase(t, &(rd_phrase){"cli.log.turned", {ev->arg[0], 0, ev->arg[2]}}, NULL);
}

/* ---- register by register ---- */

static void keep_moment(void *ctx, const rd_event *ev, const rd_state *now) {
    rd_play *p = ctx;
    if (!is_event(p->game, ev, "register_end")) return;
    rd_play_moment *m = &p->moment[p->moments++ % RD_PLAY_MOMENTS];
    if (!m->state) m->state = rd_need(p->game->state_size);
    m->part = rd_table_length(p->table) + 1;
    m->number = ev->arg[0];
    memcpy(m->state, now, p->game->state_size);
}

void rd_play_watch(rd_play *p) {
    p->ear = (rd_sink){keep_moment, p};
    if (p->pace != RD_HALT_OFF) rd_table_hear(p->table, &p->ear);
}

void rd_play_watch_end(rd_play *p) {
    for (int i = 0; i < RD_PLAY_MOMENTS; i++) free(p->moment[i].state);
}

static void wait_a_while(double seconds) {
    struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    fflush(stdout);
    nanosleep(&left, NULL); /* a signal ends it early */
}

/* The first robot of that seat; -1 for nobody's. */
static int actor_of(const rd_play *p, int seat) {
    for (int i = 0; seat >= 0 && i < p->match->n_actors; i++)
        if (p->match->seat_of[i] == seat) return i;
    return -1;
}

/* The board as it was when a register ended, and time to look at it. */
static void show_moment(teller *t, int number) {
    rd_play *p = t->play;
    char line[RD_PLAY_LINE];
    if (p->pace == RD_HALT_OFF || p->hurry || rd_play_signal()) return;
    for (int i = 0; i < RD_PLAY_MOMENTS; i++) {
        const rd_play_moment *m = &p->moment[i];
        if (!m->state || m->part != t->part || m->number != number) continue;
        p->game->redact(p->match, m->state, t->seat, p->view);
        p->news = 0;
        rd_term_measure(&p->term);
        rd_play_show_view(p, actor_of(p, t->seat), p->term.height ? p->term.height - 2 : 0);
        if (p->pace == RD_HALT_TIME) {
            wait_a_while(p->seconds);
            return;
        }
        RD_PRINT(&p->term, .key = "cli.play.pace");
        bool said = rd_play_read_line(p, "", line);
        p->hurry = !said || *line;
        p->leaves = said && rd_play_is_quit(p, line);
        return;
    }
}

/* ---- events ---- */

static void tell_event(void *ctx, const rd_event *ev, const rd_state *now) {
    teller *t = ctx;
    const rd_game *g = t->play->game;
    (void)now;
    if (rd_event_has_words(g, ev)) {
        char text[RD_PLAY_LINE];
        rd_out o = rd_out_to(text, sizeof text);
        rd_speech how = rd_play_speech(t->play);
        /* one who pushes others is still on its way */
        if (!is_event(g, ev, "pushed") || ev->arg[3] != t->walk.arg[0]) end_walk(t);
        rd_speak_event(&how, ev, &o);
        tell_text(t, text);
        if (t->part >= 0 && is_event(g, ev, "register_end")) show_moment(t, ev->arg[0]);
    } else if (is_event(g, ev, "moved")) {
        tell_step(t, ev);
    } else if (is_event(g, ev, "turned")) {
        tell_turn(t, ev);
    }
}

static void tell_part(rd_play *p, int seat, int i) {
    teller t = {.play = p, .seat = seat, .part = i};
    rd_sink to = {tell_event, &t};
    const rd_entry *e = i ? rd_table_entry(p->table, i - 1) : NULL;
    if (e && rd_table_knows_answer(p->table, seat, i) && e->action.kind == RD_ANSWER) {
        rd_out o = rd_out_to(t.lead, sizeof t.lead);
        rd_table_put_answer(p->table, seat, i, &o);
    }
    rd_table_events(p->table, seat, i, &to);
    end_walk(&t);
    if (!t.lines && t.lead[0] && !(e && e->effects & RD_STORED)) printf("%s\n", t.lead);
    if (e && e->origin != RD_PLAYED) {
        char key[32];
        snprintf(key, sizeof key, "origin.%s", rd_origin_name(e->origin));
        rd_print_wrapped(stdout, p->term.width, 0, ACTION_COLUMN, rd_string(p->term.lang, key));
    }
}

void rd_play_tell(rd_play *p, int seat) {
    bool apart = p->game->hidden && p->people > 1 && seat >= 0;
    int *told = &p->told[apart ? seat : 0];
    int length = rd_table_length(p->table);
    p->hurry = false;
    for (; *told <= length; ++*told) tell_part(p, seat, *told);
}

void rd_play_imagine(rd_play *p, rd_state *s, const rd_action *a) {
    teller t = {.play = p, .part = -1};
    rd_sink to = {tell_event, &t};
    rd_out o = rd_out_to(t.lead, sizeof t.lead);
    p->game->print_action(p->match, s, a, &o);
    if (rd_apply(p->match, s, a, &to, NULL, NULL)) return;
    end_walk(&t);
    if (!t.lines) printf("%s\n", t.lead);
}
