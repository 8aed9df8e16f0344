/* human.c - people and their pages: what they keep of what they hear, and what they do. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/fair.h"
#include "sim.h"

/* ---- hearing ---- */

static void take_view(world *w, tab *t, const rd_msg_view *v, bool welcome) {
    seen *s = &t->view[v->has_seat ? v->seat : RD_MAX_SEATS];
    if (s->has && v->line < s->line) BROKEN(w, "the line of play went back");
    if (s->has && v->line == s->line && v->to < s->n) BROKEN(w, "events that were told are gone");
    bool skipped = v->from == v->to && v->from > s->n; /* too much to be told at once */
    bool afresh = !s->has || skipped || (welcome && (v->line != s->line || v->from > s->n));
    if (afresh || (v->line > s->line && v->from < s->base)) {
        s->base = s->n = v->from; /* what came before is not known */
    } else if (!welcome && v->line == s->line && v->from != s->n) {
        BROKEN(w, "told from event %d, but %d are known", v->from, s->n);
    } else if (v->from > s->n) {
        BROKEN(w, "events %d to %d were never told", s->n, v->from);
    }
    if (v->from < s->base) s->base = s->n = v->from;
    forget_events(s, v->from);
    s->has = true;
    s->line = v->line;
    see_events(s, v->events.tree);
    if (s->n != v->to) BROKEN(w, "%d events, but %d are said to be there", s->n, v->to);
    if (v->position) {
        free(s->position);
        s->position = strdup(v->position);
        if (!s->position) BROKEN(w, "no memory left");
    }
    if (v->n_asked && !v->position) BROKEN(w, "asked without a position");
    s->n_asked = v->n_asked;
    for (int i = 0; i < v->n_asked; i++) {
        s->actor[i] = v->asked[i].actor;
        s->question[i] = (uint32_t)v->asked[i].question;
    }
}

static void take_me(tab *t, const rd_msg_me *me) {
    t->person = me->person;
    t->host = me->host;
    t->n_seats = me->n_seats;
    for (int i = 0; i < me->n_seats; i++) t->seats[i] = me->seats[i];
}

/* Answers of an earlier game are not sent again. */
static void drop_answers(human *h) {
    int n = 0;
    for (int i = 0; i < h->n_pending; i++)
        if (h->pending[i].by_position)
            free(h->pending[i].text);
        else
            h->pending[n++] = h->pending[i];
    h->n_pending = n;
}

void human_forgets(human *h) {
    for (int i = 0; i < h->n_pending; i++) free(h->pending[i].text);
    h->n_pending = 0;
    h->last = (pending){0};
    h->mixed[0] = 0;
    for (int i = 0; i < TABS; i++) {
        tab *t = &h->tab[i];
        t->n_seats = t->person = t->vote = 0;
        t->host = false;
        for (int v = 0; v < VIEWS; v++) t->view[v].has = false;
    }
}

static void begin_match(human *h, tab *t, int match) {
    if (h && t->match && match > t->match) drop_answers(h);
    t->match = match;
    for (int v = 0; v < VIEWS; v++) t->view[v].has = false;
}

static void take_welcome(world *w, human *h, tab *t, const rd_tell_welcome *m) {
    if (m->table.match != t->match) begin_match(h, t, m->table.match);
    take_me(t, &m->me);
    t->state = m->table.state;
    t->greeted = true;
    for (int v = 0; v < VIEWS; v++) t->view[v].n_asked = 0;
    for (int i = 0; i < m->n_views; i++) take_view(w, t, &m->views[i], true);
}

static bool names(const int32_t *list, int n, int person) {
    for (int i = 0; i < n; i++)
        if (list[i] == person) return true;
    return false;
}

/* What any page makes of a message, also a spectator's. */
static void take(world *w, human *h, tab *t, const rd_tell *m) {
    switch (m->kind) {
    case RD_TELL_WELCOME: take_welcome(w, h, t, &m->as.welcome); break;
    case RD_TELL_TOLD: take_view(w, t, &m->as.told.view, false); break;
    case RD_TELL_TABLE: t->state = m->as.table.table.state; break;
    case RD_TELL_SEATS: take_me(t, &m->as.seats.me); break;
    case RD_TELL_BEGAN: begin_match(h, t, m->as.began.match); break;
    case RD_TELL_VOTE: {
        const rd_msg_vote *v = &m->as.vote.vote;
        bool mine = v->state == RD_MSG_VOTE_STATE_OPEN && names(v->need, v->n_need, t->person);
        if (mine) t->vote = v->vote;
        if (!mine && t->vote == v->vote) t->vote = 0;
        break;
    }
    default: break;
    }
}

static void answered(world *w, int who, const char *id, rd_msg_refusal error) {
    human *h = &w->human[who];
    if (strcmp(h->mixed, id) == 0) {
        if (!error) BROKEN(w, "%s was used for something else, and acknowledged", id);
        w->mixed += error == RD_MSG_REFUSAL_REUSED;
        return;
    }
    for (int i = 0; i < h->n_pending; i++) {
        pending *p = &h->pending[i];
        if (strcmp(p->id, id) != 0) continue;
        if (!error) check_acked(w, who, p);
        bool wrong = error == RD_MSG_REFUSAL_ILLEGAL || error == RD_MSG_REFUSAL_MALFORMED;
        /* A process that lost the table may know another question of this number. */
        if (p->by_position && wrong && !w->old)
            BROKEN(w, "legal in its own view, but refused: %s", p->text);
        free(p->text);
        memmove(p, p + 1, (size_t)(--h->n_pending - i) * sizeof *p);
        return;
    }
}

static void reveal(world *w, int who, tab *t) {
    char hex[65], message[120];
    rd_fair_hex(w->human[who].value, hex);
    snprintf(message, sizeof message, "{\"t\":\"reveal\",\"value\":\"%s\"}", hex);
    if (chance_of(w, 80)) send_up(w, t, message);
}

static rd_tell *read(world *w, const char *message, size_t n) {
    static rd_tell m;
    rd_fault f = {0};
    if (!rd_tell_read(&m, message, n, &f)) BROKEN(w, "%s: %.300s", f.text, message);
    return &m;
}

/* The set-up is long, and every welcome has it: read it seldom. */
static bool is_began(world *w, human *h, tab *t, const char *message) {
    const char *head = "{\"t\":\"began\",\"match\":";
    if (strncmp(message, head, strlen(head)) != 0 || chance_of(w, 5)) return false;
    begin_match(h, t, atoi(message + strlen(head)));
    return true;
}

void human_hears(world *w, int who, int which, const char *message, size_t n) {
    tab *t = &w->human[who].tab[which];
    if (is_began(w, &w->human[who], t, message)) return;
    rd_tell *m = read(w, message, n);
    take(w, &w->human[who], t, m);
    if (m->kind == RD_TELL_WELCOME) human_resends(w, who, t);
    if (m->kind == RD_TELL_FAIR) reveal(w, who, t);
    if (m->kind == RD_TELL_ACKED) answered(w, who, m->as.acked.id, RD_NO_MSG_REFUSAL);
    if (m->kind == RD_TELL_REFUSED && m->as.refused.id)
        answered(w, who, m->as.refused.id, m->as.refused.error);
    rd_tell_drop(m);
}

void watcher_hears(world *w, const char *message, size_t n) {
    if (is_began(w, NULL, &w->watcher, message)) return;
    rd_tell *m = read(w, message, n);
    take(w, NULL, &w->watcher, m);
    if (w->watcher.n_seats) BROKEN(w, "somebody who only watches has a seat");
    for (int v = 0; v < RD_MAX_SEATS; v++)
        if (w->watcher.view[v].has) BROKEN(w, "somebody who only watches has a seat's view");
    rd_tell_drop(m);
}

/* ---- doing ---- */

static void send_pending(world *w, tab *t, pending *p) {
    p->sent_on = t->connection;
    p->sends++;
    send_up(w, t, p->text);
}

void human_resends(world *w, int who, tab *t) {
    human *h = &w->human[who];
    for (int i = 0; i < h->n_pending; i++) send_pending(w, t, &h->pending[i]);
}

/* Sends a new action; `body` is what follows the id. */
static void act(world *w, int who, tab *t, bool by_position, const char *kind, const char *body) {
    human *h = &w->human[who];
    if (h->n_pending == PENDING) return;
    pending *p = &h->pending[h->n_pending++];
    *p = (pending){.by_position = by_position, .order = h->ids};
    snprintf(p->id, sizeof p->id, "h%d-%d", who, h->ids++);
    size_t cap = strlen(kind) + strlen(body) + 60;
    p->text = malloc(cap);
    snprintf(p->text, cap, "{\"t\":\"%s\",\"id\":\"%s\"%s}", kind, p->id, body);
    send_pending(w, t, p);
    if (chance_of(w, 5)) send_pending(w, t, p); /* a nervous finger */
}

/* A page that takes an id for a second thing.  Only one whose answers have all come. */
static void mix_up(world *w, int who, tab *t) {
    human *h = &w->human[who];
    char message[100];
    if (h->last.sends != 1) return;
    strcpy(h->mixed, h->last.id);
    snprintf(message, sizeof message, "{\"t\":\"chat\",\"id\":\"%s\",\"text\":\"mixed up\"}",
             h->mixed);
    send_up(w, t, message);
}

static size_t put_picks(char *at, size_t cap, const rd_action *a) {
    size_t n = (size_t)snprintf(at, cap, "[");
    for (int i = 0; i < a->n; i++)
        n += (size_t)snprintf(at + n, cap - n, "%s%d", i ? "," : "", a->pick[i]);
    return n + (size_t)snprintf(at + n, cap - n, "]");
}

/* A legal answer from the page's own position, as a page with the engine in it would find. */
static bool find_answer(world *w, const seen *s, int actor, rd_action *a, rd_decision *d) {
    const rd_game *g = w->match->game;
    rd_fault f = {0};
    rd_state *view = calloc(1, g->state_size);
    if (!g->parse_state(w->match, s->position, strlen(s->position), view, &f))
        BROKEN(w, "a view cannot be read: %s: %s", f.text, s->position);
    bool asked = g->pending(w->match, view) >> actor & 1;
    if (asked) {
        g->sample(w->match, view, actor, &w->g, a);
        g->decision(w->match, view, actor, NULL, 0, d);
    }
    free(view);
    return asked;
}

static void give_answer(world *w, int who, tab *t) {
    char body[400], picks[200];
    rd_action a;
    rd_decision d;
    for (int k = 0; k < t->n_seats; k++) {
        const seen *s = &t->view[t->seats[k]];
        if (!s->has || !s->n_asked) continue;
        int i = roll(w, s->n_asked);
        if (!find_answer(w, s, s->actor[i], &a, &d)) BROKEN(w, "asked, but not in its own view");
        put_picks(picks, sizeof picks, &a);
        if (chance_of(w, 15)) { /* only laid out */
            snprintf(body, sizeof body,
                     "{\"t\":\"draft\",\"actor\":%d,\"question\":%u,\"picks\":%s}", s->actor[i],
                     s->question[i], picks);
            send_up(w, t, body);
        } else if (chance_of(w, 10)) {
            snprintf(body, sizeof body,
                     ",\"actor\":%d,\"orders\":[{\"ask\":\"%s\",\"kind\":\"always\",\"picks\":%s}]",
                     s->actor[i], w->match->game->asks[d.kind].name, picks);
            act(w, who, t, true, "orders", body);
        } else {
            snprintf(body, sizeof body, ",\"actor\":%d,\"question\":%u,\"picks\":%s", s->actor[i],
                     s->question[i], picks);
            w->acts++;
            act(w, who, t, true, "act", body);
        }
        return;
    }
}

static void share(world *w, int who, tab *t) {
    uint8_t hash[32];
    char hex[65], message[120];
    for (int i = 0; i < 32; i++) w->human[who].value[i] = (uint8_t)roll(w, 256);
    crypto_hash_sha256(hash, w->human[who].value, 32);
    rd_fair_hex(hash, hex);
    snprintf(message, sizeof message, "{\"t\":\"share\",\"hash\":\"%s\"}", hex);
    send_up(w, t, message);
}

static const char *const ROBOT[] = {"twonky", "hulk", "zoombot", "nobody"};

static void wait_for_game(world *w, int who, tab *t) {
    char body[500];
    int seat = roll(w, w->config.n_seats);
    snprintf(body, sizeof body, ",\"seat\":%d", seat);
    if (t->host && chance_of(w, 50)) {
        bool fill = chance_of(w, 30);
        act(w, who, t, false, fill ? "fill" : "start", fill ? ",\"level\":\"beginner\"" : "");
        return;
    }
    switch (roll(w, 9)) {
    case 0:
    case 1:
    case 2:
        if (!t->n_seats || chance_of(w, 10)) act(w, who, t, false, "sit", body);
        break;
    case 3: share(w, who, t); break;
    case 4:
        if (chance_of(w, 20)) act(w, who, t, false, "leave", body);
        break;
    case 5:
        snprintf(body, sizeof body, ",\"title\":\"T%d\",\"house\":%s", seat, w->house);
        act(w, who, t, false, "settings", body);
        break;
    case 6:
        snprintf(body, sizeof body, ",\"person\":%d", 1 + roll(w, 4));
        if (chance_of(w, 10)) act(w, who, t, false, "kick", body);
        break;
    default:
        snprintf(body, sizeof body, ",\"seat\":%d,\"robot\":\"%s\"", seat, ROBOT[roll(w, 4)]);
        act(w, who, t, false, "robot", body);
    }
}

/* The number of the last line of the chat: that of its line in the log. */
static int last_said(const world *w) {
    int i = w->n_lines;
    while (i > 1 && !strstr(w->line[i - 1].at, "\"t\":\"chat\"") &&
           !strstr(w->line[i - 1].at, "\"t\":\"phrase\""))
        i--;
    return i;
}

static void answer_vote(world *w, int who, tab *t) {
    char body[200];
    snprintf(body, sizeof body, ",\"vote\":%d,\"yes\":%s", t->vote,
             chance_of(w, 50) ? "true" : "false");
    act(w, who, t, false, "vote", body);
    t->vote = 0;
}

/* What is said while a game runs, beside its answers. */
static void speak(world *w, int who, tab *t) {
    char body[200];
    int seat = roll(w, w->config.n_seats);
    if (t->vote && chance_of(w, 50)) {
        answer_vote(w, who, t);
        return;
    }
    snprintf(body, sizeof body, ",\"seat\":%d", seat);
    switch (roll(w, 18)) {
    case 0: act(w, who, t, false, "undo", ""); break;
    case 1: act(w, who, t, false, "pause", ""); break;
    case 2: act(w, who, t, false, "resume", ""); break;
    case 3: act(w, who, t, false, "stand_in", body); break;
    case 4: act(w, who, t, false, "claim", body); break;
    case 5:
        if (chance_of(w, 10)) act(w, who, t, false, "concede", body);
        break;
    case 6:
        if (chance_of(w, 10)) act(w, who, t, false, "leave", body);
        break;
    case 7:
        if (chance_of(w, 20)) act(w, who, t, false, "end", "");
        break;
    case 8:
        snprintf(body, sizeof body, ",\"seat\":%d,\"seconds\":%d", seat, 1 + roll(w, 100));
        act(w, who, t, false, "more_time", body);
        break;
    case 9: act(w, who, t, false, "chat", ",\"text\":\"so \\\"it\\\" goes\""); break;
    case 10:
        snprintf(body, sizeof body, ",\"line\":%d", last_said(w));
        if (chance_of(w, 50))
            act(w, who, t, false, "phrase", ",\"phrase\":\"ouch\"");
        else
            act(w, who, t, false, "report", body);
        break;
    case 11:
        snprintf(body, sizeof body, ",\"person\":%d,\"on\":%s", 1 + seat,
                 chance_of(w, 50) ? "true" : "false");
        act(w, who, t, false, "mute", body);
        break;
    case 12:
        snprintf(body, sizeof body, ",\"name\":\"N%d\"", roll(w, 100));
        act(w, who, t, false, "name", body);
        break;
    case 13:
        snprintf(body, sizeof body, ",\"actor\":%d,\"question\":%d,\"picks\":[]", seat,
                 1 + roll(w, 9));
        act(w, who, t, false, "act", body);
        break;
    case 14:
        if (!t->n_seats) break;
        snprintf(body, sizeof body, "{\"t\":\"film\",\"seat\":%d,\"event\":%d}", t->seats[0],
                 t->view[t->seats[0]].n);
        send_up(w, t, body);
        break;
    case 15:
    case 16:
    case 17:
        snprintf(body, sizeof body, ",\"actor\":%d", roll(w, 4));
        act(w, who, t, false, "take_back", body);
        break;
    default: break;
    }
}

void human_does(world *w, int who) {
    human *h = &w->human[who];
    tab *t = &h->tab[roll(w, TABS)];
    if (!t->greeted || t->lost) t = &h->tab[0];
    if (!t->greeted || t->lost) return;
    if (t->state == RD_MSG_TABLE_STATE_WAITING)
        wait_for_game(w, who, t);
    else if (t->state == RD_MSG_TABLE_STATE_OVER && chance_of(w, 40))
        act(w, who, t, false, "rematch", chance_of(w, 20) ? ",\"change\":true" : "");
    else if (t->state == RD_MSG_TABLE_STATE_PLAYING && chance_of(w, 85))
        give_answer(w, who, t);
    else if (chance_of(w, 10))
        mix_up(w, who, t);
    else
        speak(w, who, t);
}
