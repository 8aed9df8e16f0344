/* bots.c - which connection of a bot answers for which seat; see bots.h. */
#include "server/bots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/programs.h"
#include "server/server_int.h"

struct rd_bot_wish { /* a question that waits for its program */
    rd_bot_wish *next;
    int64_t bot, table;
    uint64_t life, line; /* not told before this line is on disk */
    uint32_t job;
    int seat, actor, match_number, ms;
    bool started; /* a process of the program was started for it */
    rd_shared_match *match;
    rd_bot_link *at; /* who has it; NULL = nobody yet */
};

/* No option has this number, so that the game refuses it also when the log is played again. */
static const rd_action NO_ANSWER = {.kind = RD_ANSWER, .n = 1, .pick = {RD_GAP}};

void rd_bots_look_soon(rd_server *s) {
    s->bots.changed = true;
    rd_server_wake_by(s, rd_server_now());
}

/* ---- wishes ---- */

static void take_out(rd_server *s, const rd_bot_wish *w) {
    rd_bot_wish **at = &s->bots.wishes;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
}

static void free_wish(rd_bot_wish *w) {
    rd_shared_match_drop(w->match);
    free(w);
}

static void drop_wish(rd_server *s, rd_bot_wish *w) {
    take_out(s, w);
    if (w->at) {
        w->at->wish = NULL;
        rd_session_cancel(&w->at->session);
    }
    free_wish(w);
}

static rd_room *room_of(const rd_server *s, int64_t table, uint64_t life) {
    rd_room *room = table ? rd_rooms_at(&s->rooms, table) : NULL;
    return room && room->life == life && !room->lost ? room : NULL;
}

void rd_bots_wish(rd_server *s, rd_room *room, const rd_post_item *i) {
    rd_bot_wish *w = calloc(1, sizeof *w);
    if (!w) return; /* the hall's own deadline answers */
    *w = (rd_bot_wish){.next = s->bots.wishes,
                       .bot = rd_hall_seat_bot(room->hall, i->seat),
                       .table = room->id,
                       .life = room->life,
                       .line = rd_hall_lines(room->hall),
                       .job = i->job,
                       .seat = i->seat,
                       .actor = i->actor,
                       .match_number = room->match_number,
                       .ms = i->ms,
                       .match = rd_shared_match_keep(room->match)};
    s->bots.wishes = w;
    room->has_bots = true;
    rd_bots_look_soon(s);
}

/* ---- answers ---- */

static void on_say(void *user, const char *line, size_t n) {
    rd_bot_link *l = user;
    if (!l->closing) l->carrier->say(l->to, line, n);
}

static void on_ready(void *user) {
    rd_bot_link *l = user;
    rd_bots_look_soon(l->server);
}

static void give_up(rd_server *s, rd_bot_wish *w) {
    take_out(s, w);
    rd_room_thought(s, w->table, w->life, w->job, NULL);
    free_wish(w);
}

static void on_answered(void *user, rd_origin how, const rd_action *a) {
    rd_bot_link *l = user;
    rd_server *s = l->server;
    rd_bot_wish *w = l->wish;
    on_ready(l);
    if (!w) return;
    l->wish = NULL;
    w->at = NULL;
    take_out(s, w);
    rd_action none = NO_ANSWER;
    none.actor = (uint8_t)w->actor;
    s->bots.answers += how == RD_PLAYED;
    s->bots.illegal += how == RD_FORCED_ILLEGAL;
    s->bots.late += how == RD_FORCED_LATE;
    rd_room_thought(s, w->table, w->life, w->job,
                    how == RD_PLAYED           ? a
                    : how == RD_FORCED_ILLEGAL ? &none
                                               : NULL);
    free_wish(w);
}

static void hang_up(rd_bot_link *l, const char *why) {
    if (l->closing) return;
    l->closing = true;
    l->carrier->close(l->to, why);
}

static void on_failed(void *user, const char *why) { hang_up(user, why); }

/* ---- coming and going ---- */

static int links_of(const rd_server *s, int64_t bot) {
    int n = 0;
    for (const rd_bot_link *l = s->bots.links; l; l = l->next) n += l->bot == bot;
    return n;
}

rd_bot_link *rd_bots_admit(rd_server *s, int64_t bot, int64_t owner, const rd_carrier *carrier,
                           void *to) {
    rd_bot_link *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    *l = (rd_bot_link){.server = s,
                       .bot = bot,
                       .owner = owner,
                       .carrier = carrier,
                       .to = to,
                       .next = s->bots.links,
                       .link = &s->bots.links};
    if (l->next) l->next->link = &l->next;
    s->bots.links = l;
    s->bots.n_links++;
    rd_session_calls calls = {l, on_say, on_ready, on_answered, on_failed};
    rd_session_open(&l->session, &calls, rd_server_now());
    rd_server_wake_by(s, rd_server_now());
    return l;
}

static const char BANNED[] = "the operator has banned you";

rd_bot_link *rd_bots_join(rd_server *s, const char *token, const char *address,
                          const rd_carrier *carrier, void *to, const char **why) {
    uint8_t hash[RD_STORE_HASH];
    rd_store_bot bot;
    rd_store_person owner;
    rd_token_hash(token, hash);
    rd_kept k = rd_store_bot_known(s->reader, hash, &bot);
    rd_bot_link *l = NULL;
    if (k != RD_KEPT)
        *why = k == RD_KEPT_NONE ? "no bot here has this token" : "the store cannot be read";
    else if (rd_admin_banned(s, bot.person) || rd_admin_banned_address(s, address))
        *why = BANNED;
    else if (links_of(s, bot.id) >= RD_LINKS_OF_A_BOT || s->bots.n_links >= RD_BOT_LINKS)
        *why = "too many connections";
    else if (!(l = rd_bots_admit(s, bot.id, bot.person, carrier, to)))
        *why = "no memory left";
    if (!l) {
        s->bots.refused++;
        return NULL;
    }
    snprintf(l->address, sizeof l->address, "%s", address);
    if (rd_store_person_of(s->reader, bot.person, &owner) == RD_KEPT) rd_api_saw(s, &owner);
    return l;
}

void rd_bots_hear(rd_server *s, rd_bot_link *l, const char *text, size_t n) {
    (void)s;
    if (!l->closing) rd_session_hear(&l->session, text, n, rd_server_now());
}

static void leave_game(rd_bot_link *l) {
    rd_session_leave(&l->session);
    rd_shared_match_drop(l->match);
    l->match = NULL;
    l->table = 0;
}

void rd_bots_gone(rd_server *s, rd_bot_link *l) {
    if (l->wish) { /* another connection, or this one when it is back, may still answer */
        l->wish->at = NULL;
        l->wish = NULL;
        rd_bots_look_soon(s);
    }
    leave_game(l);
    rd_session_close(&l->session);
    *l->link = l->next;
    if (l->next) l->next->link = l->link;
    s->bots.n_links--;
    free(l);
}

/* ---- giving out ---- */

static bool plays_it(const rd_bot_link *l, const rd_bot_wish *w) {
    return l->table == w->table && l->life == w->life && l->seat == w->seat &&
           l->match_number == w->match_number;
}

/* Who plays the seat already; else somebody without a seat, else somebody whose seat rests. */
static rd_bot_link *find_link(const rd_server *s, const rd_bot_wish *w) {
    rd_bot_link *found = NULL;
    const rd_game *game = rd_shared_match_of(w->match)->game;
    for (rd_bot_link *l = s->bots.links; l; l = l->next) {
        if (l->bot != w->bot || l->closing) continue;
        if (plays_it(l, w)) return l->wish || !rd_session_is_free(&l->session) ? NULL : l;
        if (l->wish || !rd_session_is_free(&l->session) ||
            !rd_greeting_plays(&l->session.greeting, game, NULL))
            continue;
        if (!found || (found->table && !l->table)) found = l;
    }
    return found;
}

/* Has the seat answered before?  Then somebody else has heard what happened until now. */
static bool is_late(const rd_table *t, int seat) {
    const rd_match *m = rd_table_match(t);
    for (int i = 0; i < rd_table_length(t); i++)
        if (m->seat_of[rd_table_entry(t, i)->action.actor] == seat) return true;
    return false;
}

static void begin_game(rd_bot_link *l, const rd_bot_wish *w, const rd_room *room) {
    const char *name[RD_MAX_SEATS];
    const rd_table *t = rd_hall_table(room->hall);
    leave_game(l);
    l->table = w->table;
    l->life = w->life;
    l->seat = w->seat;
    l->match_number = w->match_number;
    l->match = rd_shared_match_keep(w->match);
    for (int i = 0; i < rd_table_config(t)->n_seats; i++)
        name[i] = rd_hall_seat_name(room->hall, i);
    rd_session_game g = {.match = rd_shared_match_of(l->match),
                         .config = rd_shared_match_config(l->match),
                         .seat = l->seat,
                         .budget_ms = w->ms,
                         .name = name,
                         .told = is_late(t, l->seat) ? rd_table_length(t) + 1 : 0};
    rd_session_new(&l->session, &g, rd_server_now());
}

static void ask(rd_bot_link *l, rd_bot_wish *w, const rd_room *room) {
    const rd_table *t = rd_hall_table(room->hall);
    rd_state *view = malloc(rd_shared_match_of(l->match)->game->state_size);
    if (!view) return;
    rd_table_view(t, l->seat, view);
    rd_ask q = {.match = rd_shared_match_of(l->match),
                .config = rd_shared_match_config(l->match),
                .view = view,
                .actor = w->actor,
                .seq = rd_table_length(t)};
    rd_session_tell(&l->session, t);
    if (rd_session_ask(&l->session, &q, w->ms, rd_server_now())) {
        w->at = l;
        l->wish = w;
    }
    free(view);
}

static void give_out(rd_server *s, rd_bot_wish *w, const rd_room *room) {
    rd_bot_link *l = w->at || room->stored < w->line ? NULL : find_link(s, w);
    if (!l && !w->at && !w->started && rd_program_listed(s, w->bot) >= 0) {
        w->started = true; /* once for a question: one that ends at once is not started again */
        rd_programs_start(s, w->bot);
    }
    if (!l) return;
    if (plays_it(l, w))
        ask(l, w, room);
    else
        begin_game(l, w, room);
}

/* A game that is over is told, when everything that led to it is on disk. */
static void end_game(rd_server *s, rd_bot_link *l) {
    rd_outcome o;
    rd_room *room = room_of(s, l->table, l->life);
    if (!room || rd_hall_match_number(room->hall) != l->match_number) {
        leave_game(l);
        return;
    }
    if (room->stored < rd_hall_lines(room->hall) || !rd_session_is_free(&l->session) ||
        !rd_hall_outcome(room->hall, &o))
        return;
    rd_session_tell(&l->session, rd_hall_table(room->hall));
    rd_session_over(&l->session, &o);
    leave_game(l);
}

/* The process that was started for it has ended: there will be no answer. */
static bool is_hopeless(const rd_server *s, const rd_bot_wish *w) {
    return w->started && !w->at && !links_of(s, w->bot);
}

static void deal(rd_server *s) {
    s->bots.changed = false;
    for (rd_bot_wish *w = s->bots.wishes, *next; w; w = next) {
        rd_room *room = room_of(s, w->table, w->life);
        next = w->next;
        if (!room || !rd_hall_wants(room->hall, w->job))
            drop_wish(s, w);
        else if (is_hopeless(s, w))
            give_up(s, w);
        else
            give_out(s, w, room);
    }
    for (rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->table && !l->wish) end_game(s, l);
}

int64_t rd_bots_look(rd_server *s, int64_t now) {
    int64_t next = INT64_MAX;
    if (s->bots.changed) deal(s);
    for (rd_bot_link *l = s->bots.links; l; l = l->next) {
        int64_t due = l->closing ? INT64_MAX : rd_session_look(&l->session, now);
        if (due < next) next = due;
    }
    return s->bots.changed ? now : next;
}

/* ---- the end ---- */

bool rd_bots_online(const rd_server *s, int64_t bot) {
    for (const rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->bot == bot && !l->closing) return true;
    return false;
}

void rd_bots_revoke(rd_server *s, int64_t bot) {
    for (rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->bot == bot) hang_up(l, "the token was taken back");
}

void rd_bots_forget(rd_server *s, int64_t owner) {
    for (rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->owner == owner) hang_up(l, "the token was taken back");
}

void rd_bots_ban(rd_server *s, int64_t owner) {
    for (rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->owner == owner) hang_up(l, BANNED);
}

void rd_bots_ban_address(rd_server *s, const char *address) {
    for (rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->address[0] && strcmp(l->address, address) == 0) hang_up(l, BANNED);
}

void rd_bots_close(rd_server *s) {
    for (rd_bot_link *l = s->bots.links; l; l = l->next) {
        if (!l->closing) rd_session_bye(&l->session);
        hang_up(l, "the server ends");
    }
}

void rd_bots_free(rd_server *s) {
    while (s->bots.wishes) drop_wish(s, s->bots.wishes);
}
