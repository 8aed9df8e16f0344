/* hall.c - one step: an input comes in, a line goes into the log, messages wait for the store. */
#include "hall/hall.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"

/* ---- memory ---- */

bool rd_hall_grow(rd_hall *h, void **block, int *room, int n, size_t size) {
    if (n < *room) return true;
    int wider = *room ? *room * 2 : 8;
    void *more = realloc(*block, (size_t)wider * size);
    if (!more) {
        h->broken = true;
        return false;
    }
    *block = more;
    *room = wider;
    return true;
}

rd_hall *rd_hall_new(const rd_hall_tools *tools) {
    rd_hall *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->tools = *tools;
    h->buffer_usual = 4096;
    return h;
}

void rd_hall_free(rd_hall *h) {
    if (!h) return;
    for (int i = 0; i < 2 * RD_MAX_SETTINGS; i++) free(h->texts[i]);
    for (int i = 0; i < h->n_people; i++) free(h->people[i]);
    for (int i = 0; i < h->n_chat; i++) free(h->chat[i].text);
    for (int i = 0; i < h->n_held; i++) rd_hall_text_done(h->held[h->first_held + i].text);
    rd_hall_drop_orders(h);
    rd_table_close(h->table);
    for (int i = 0; i < h->n_connections; i++) free(h->connection[i].blocked);
    free(h->people);
    free(h->connection);
    free(h->news);
    free(h->held);
    free(h->buffer);
    free(h);
}

bool rd_hall_is_online(const rd_hall *h, rd_doing *d, int seat) {
    (void)h;
    d->used_online = true;
    return d->online >> seat & 1;
}

/* ---- after a line ---- */

static void report(rd_hall *h, const rd_post *post) {
    if (!h->reported) return;
    const rd_chat *c = &h->chat[h->reported - 1];
    const char *text = c->text ? c->text : rd_msg_phrase_word(c->phrase);
    post->put(post->ctx, &(rd_post_item){.kind = RD_OUT_REPORT,
                                         .text = text,
                                         .n = strlen(text),
                                         .line = h->lines,
                                         .person = rd_hall_person(h, c->person)->uid});
    h->reported = 0;
}

static void block(rd_hall *h, const rd_post *post) {
    if (!h->blocking) return;
    rd_hall_block(h);
    post->put(post->ctx, &(rd_post_item){.kind = RD_OUT_BLOCK,
                                         .person = rd_hall_person(h, h->blocking)->uid,
                                         .other = rd_hall_person(h, h->block_whom)->uid,
                                         .on = h->block_on,
                                         .line = h->lines});
    h->blocking = 0;
}

static void follow(rd_hall *h, int64_t at, const rd_post *post) {
    if (h->finished) post->put(post->ctx, &(rd_post_item){.kind = RD_OUT_FINISH, .line = h->lines});
    h->finished = false;
    report(h, post);
    block(h, post);
    rd_hall_tell(h, at);
    rd_hall_ask_bots(h, at, post);
}

static int64_t time_of(const rd_hall *h, int64_t now) { return now > h->at ? now : h->at; }

/* ---- what people say ---- */

static rd_handler *const HANDLER[RD_CALL_KINDS] = {
    [RD_CALL_SIT] = rd_do_sit,
    [RD_CALL_LEAVE] = rd_do_leave,
    [RD_CALL_NAME] = rd_do_name,
    [RD_CALL_ROBOT] = rd_do_robot,
    [RD_CALL_SETTINGS] = rd_do_settings,
    [RD_CALL_KICK] = rd_do_kick,
    [RD_CALL_FILL] = rd_do_fill,
    [RD_CALL_START] = rd_do_start,
    [RD_CALL_SHARE] = rd_do_share,
    [RD_CALL_REVEAL] = rd_do_reveal,
    [RD_CALL_ACT] = rd_do_act,
    [RD_CALL_DRAFT] = rd_do_draft,
    [RD_CALL_TAKE_BACK] = rd_do_take_back,
    [RD_CALL_UNDO] = rd_do_undo,
    [RD_CALL_PAUSE] = rd_do_pause,
    [RD_CALL_RESUME] = rd_do_resume,
    [RD_CALL_MORE_TIME] = rd_do_more_time,
    [RD_CALL_END] = rd_do_end,
    [RD_CALL_STAND_IN] = rd_do_stand_in,
    [RD_CALL_CLAIM] = rd_do_claim,
    [RD_CALL_VOTE] = rd_do_vote,
    [RD_CALL_CONCEDE] = rd_do_concede,
    [RD_CALL_ORDERS] = rd_do_orders,
    [RD_CALL_CHAT] = rd_do_chat,
    [RD_CALL_PHRASE] = rd_do_phrase,
    [RD_CALL_MUTE] = rd_do_mute,
    [RD_CALL_BLOCK] = rd_do_block,
    [RD_CALL_REPORT] = rd_do_report,
    [RD_CALL_FILM] = rd_do_film,
    [RD_CALL_REMATCH] = rd_do_rematch,
};

/* What brings a game to its end, and nothing that can be repeated for ever. */
static bool goes_on(rd_call_kind kind) {
    return kind == RD_CALL_ACT || kind == RD_CALL_CONCEDE || kind == RD_CALL_LEAVE ||
           kind == RD_CALL_RESUME;
}

static bool is_used_up(const rd_hall *h) {
    return h->lines >= (h->tools.lines ? h->tools.lines : RD_HALL_LINES);
}

rd_msg_refusal rd_hall_do(rd_hall *h, rd_doing *d, const rd_call *c) {
    const char *id = rd_call_id(c);
    if (rd_hall_person(h, d->person)->kicked) return RD_MSG_REFUSAL_NOT_YOURS;
    rd_msg_refusal no = HANDLER[c->kind] ? HANDLER[c->kind](h, d, c) : RD_MSG_REFUSAL_MALFORMED;
    if (!no && id) rd_hall_set_done(h, d->person, c, d->vote);
    return no;
}

/* The table calls a person as they call themselves now. */
static void call_them(rd_hall *h, int person, const rd_connection *c, int64_t at,
                      const rd_post *post) {
    h->at = at;
    rd_hall_set_name(h, person, c->name);
    rd_hall_append(h, post, c->uid, RD_NOTE_NAMED,
                   &(rd_note_named){.at = at, .person = person, .name = c->name});
}

/* Somebody who only watched takes a part: from now on they have a number. */
static bool enroll(rd_hall *h, rd_connection *c, int64_t at, const rd_post *post) {
    int person = rd_hall_add_person(h, c->uid);
    if (!person) return false;
    for (int i = 0; i < h->n_connections; i++)
        if (h->connection[i].uid == c->uid) h->connection[i].person = person;
    h->at = at;
    rd_hall_append(h, post, 0, RD_NOTE_JOINED, &(rd_note_joined){.at = at, .uid = c->uid});
    call_them(h, person, c, at, post);
    return true;
}

static bool takes_part(rd_call_kind kind) {
    return kind == RD_CALL_SIT || kind == RD_CALL_CHAT || kind == RD_CALL_PHRASE ||
           kind == RD_CALL_CLAIM || kind == RD_CALL_MUTE || kind == RD_CALL_BLOCK ||
           kind == RD_CALL_REPORT;
}

typedef struct line_text {
    char text[RD_CALL_MAX + 64];
    char random[2 * RD_FAIR_BYTES + 1];
} line_text;

static void log_call(rd_hall *h, const rd_doing *d, const rd_call *c, const rd_post *post) {
    line_text t;
    rd_out o = rd_out_to(t.text, sizeof t.text);
    rd_call_write(c, &o); /* it was read: it is in order */
    rd_note_did m = {.at = d->at,
                     .person = d->person,
                     .has_online = d->used_online,
                     .online = (int32_t)d->online,
                     .say.text = t.text};
    rd_fair_hex(d->random, t.random);
    if (d->used_random) m.random = t.random;
    int64_t whose = rd_hall_is_erasable(c->kind) ? rd_hall_person(h, d->person)->uid : 0;
    rd_hall_append(h, post, whose, RD_NOTE_DID, &m);
}

static void acknowledge(rd_hall *h, uint64_t connection, const char *id, int vote) {
    rd_hall_send(h, connection, RD_TELL_ACKED,
                 &(rd_tell_acked){.id = id, .has_vote = vote > 0, .vote = vote});
}

static void hear(rd_hall *h, int64_t now, rd_connection *from, const rd_in *in,
                 const rd_post *post) {
    const rd_call *c = in->call;
    const char *id = rd_call_id(c);
    uint64_t number = from->number;
    rd_doing d = {.at = time_of(h, now),
                  .online = rd_hall_online(h),
                  .answers = c->kind == RD_CALL_ACT || c->kind == RD_CALL_ORDERS};
    const rd_done *before = id && from->person ? rd_hall_done(h, from->person, id) : NULL;
    if (before && !from->screen) {
        if (rd_hall_is_same(before, c))
            acknowledge(h, number, id, before->vote);
        else
            rd_hall_refuse(h, from, id, RD_MSG_REFUSAL_REUSED, NULL);
        return;
    }
    if (is_used_up(h) && !goes_on(c->kind)) {
        if (id) rd_hall_refuse(h, from, id, RD_MSG_REFUSAL_USED_UP, NULL);
        return;
    }
    if (!from->person && !from->screen && takes_part(c->kind)) enroll(h, from, d.at, post);
    d.person = from->person;
    if (!d.person || from->screen) {
        if (id) rd_hall_refuse(h, from, id, RD_MSG_REFUSAL_NOT_SEATED, NULL);
        return;
    }
    rd_msg_refusal no = rd_hall_do(h, &d, c);
    if (no) {
        if (id || no == RD_MSG_REFUSAL_MALFORMED) rd_hall_refuse(h, from, id, no, &d);
        return;
    }
    h->at = d.at;
    log_call(h, &d, c, post);
    if (c->kind == RD_CALL_FILL && c->as.fill.has_bot && in->bot_name)
        rd_hall_name_program(h, d.at, c->as.fill.seat, in->bot_name, in->bot_owner, post);
    if (id) acknowledge(h, number, id, d.vote);
    follow(h, d.at, post);
}

/* ---- coming and going ---- */

static void turn_away(rd_hall *h, const rd_in *in, rd_msg_refusal error, rd_msg_bye_reason why) {
    rd_connection to = {.number = in->connection, .lang = in->call->as.hello.lang};
    if (error) rd_hall_refuse(h, &to, NULL, error, NULL);
    rd_hall_send(h, to.number, RD_TELL_BYE, &(rd_tell_bye){why});
    rd_hall_hold(h, RD_OUT_CLOSE, to.number, 0, NULL);
}

static void come_back(rd_hall *h, int64_t at, int person, const rd_post *post) {
    if (!rd_hall_give_back(h, person)) return;
    h->at = at;
    rd_hall_append(h, post, 0, RD_NOTE_BACK, &(rd_note_back){.at = at, .person = person});
}

bool rd_hall_place(rd_hall *h, int64_t now, const char *position, size_t n, const rd_post *post,
                   rd_fault *f) {
    rd_doing d = {.at = time_of(h, now), .online = rd_hall_online(h)};
    for (int s = 0; s < h->config.n_seats; s++)
        if (h->seat[s].kind == RD_MSG_SEAT_KIND_OPEN)
            return rd_fault_set(f, 0, 0, "a seat is open");
    if (!rd_hall_begin_at(h, &d, position, n, f)) return false;
    h->at = d.at;
    rd_hall_append(h, post, 0, RD_NOTE_PLACED, &(rd_note_placed){.at = d.at, .position = position});
    follow(h, d.at, post);
    rd_hall_flush(h, post);
    return true;
}

static void take_blocked(rd_hall *h, rd_connection *c, const rd_in *in) {
    size_t n = (size_t)in->n_blocked * sizeof *c->blocked;
    if (!n) return;
    c->blocked = malloc(n);
    if (!c->blocked) {
        h->broken = true;
        return;
    }
    memcpy(c->blocked, in->blocked, n);
    c->n_blocked = in->n_blocked;
}

static void greet(rd_hall *h, int64_t now, const rd_in *in, const rd_post *post) {
    const rd_call_hello *hello = &in->call->as.hello;
    int person = rd_hall_find_person(h, in->uid);
    int64_t at = time_of(h, now);
    if (hello->proto != RD_MSG_PROTOCOL) {
        turn_away(h, in, RD_MSG_REFUSAL_PROTO, RD_MSG_BYE_REASON_ERROR);
        return;
    }
    if (strcmp(hello->vocabulary, "any") != 0 && strcmp(hello->vocabulary, h->vocabulary) != 0) {
        turn_away(h, in, RD_MSG_REFUSAL_VOCABULARY, RD_MSG_BYE_REASON_ERROR);
        return;
    }
    if (person && rd_hall_person(h, person)->kicked) {
        turn_away(h, in, RD_NO_MSG_REFUSAL, RD_MSG_BYE_REASON_KICKED);
        return;
    }
    void *list = h->connection;
    bool grown =
        rd_hall_grow(h, &list, &h->connection_room, h->n_connections, sizeof *h->connection);
    h->connection = list;
    if (!grown) return;
    if (person && !hello->screen) come_back(h, at, person, post);
    follow(h, at, post);
    rd_connection *c = &h->connection[h->n_connections++];
    *c = (rd_connection){.number = in->connection,
                         .uid = in->uid,
                         .person = person,
                         .screen = hello->screen,
                         .lang = hello->lang};
    rd_out o = rd_out_to(c->name, sizeof c->name);
    rd_put_text(&o, in->name);
    take_blocked(h, c, in);
    if (person && strcmp(c->name, rd_hall_person(h, person)->name) != 0)
        call_them(h, person, c, at, post); /* renamed elsewhere since they were here */
    rd_hall_welcome(h, at, c, hello);
    h->dirty |= RD_DIRTY_SEATS;
    if (!person || hello->screen) return; /* who only watches is told of with the next news */
    h->welcomed = in->connection;
    follow(h, at, post);
    h->welcomed = 0;
}

static void lose(rd_hall *h, int64_t now, uint64_t number, const rd_post *post) {
    rd_connection *c = rd_hall_connection(h, number);
    if (!c) return;
    bool news = c->person && !c->screen;
    free(c->blocked);
    *c = h->connection[--h->n_connections];
    h->dirty |= RD_DIRTY_SEATS;
    if (!news) return;
    follow(h, time_of(h, now), post);
}

/* ---- bots and time ---- */

static void hear_thought(rd_hall *h, int64_t at, int actor, const rd_action *answer,
                         const rd_post *post) {
    rd_doing d = {.at = at, .online = rd_hall_online(h)};
    rd_note_thought m = {.at = at, .actor = actor, .question = (int32_t)h->job[actor].question};
    h->job[actor] = (rd_job){0};
    m.has_picks = answer != NULL && answer->n <= RD_MAX_PICKS;
    m.n_picks = m.has_picks ? answer->n : 0;
    for (int i = 0; i < m.n_picks; i++) m.picks[i] = answer->pick[i];
    if (answer && answer->actor != actor) return;
    if (rd_hall_thought(h, &d, actor, (uint32_t)m.question, m.has_picks ? answer : NULL)) return;
    h->at = at;
    rd_hall_append(h, post, 0, RD_NOTE_THOUGHT, &m);
}

static void hear_bot(rd_hall *h, int64_t now, const rd_in *in, const rd_post *post) {
    for (int a = 0; a < RD_MAX_ACTORS; a++)
        if (in->job && h->job[a].number == in->job)
            hear_thought(h, time_of(h, now), a, in->answer, post);
    follow(h, time_of(h, now), post);
}

static void hear_time(rd_hall *h, int64_t now, const rd_post *post) {
    rd_doing d = {.at = time_of(h, now), .online = rd_hall_online(h)};
    for (int a = 0; a < RD_MAX_ACTORS; a++)
        if (h->job[a].number && h->job[a].until <= d.at) hear_thought(h, d.at, a, NULL, post);
    if (rd_hall_pass_time(h, &d)) {
        h->at = d.at;
        rd_hall_append(h, post, 0, RD_NOTE_TIME,
                       &(rd_note_time){.at = d.at, .online = (int32_t)d.online});
    }
    follow(h, d.at, post);
}

int64_t rd_hall_due(const rd_hall *h) {
    int64_t due = rd_hall_vote_due(h);
    if (h->committed && h->reveal_until < due) due = h->reveal_until;
    if (h->state != RD_MSG_TABLE_STATE_PLAYING) return due;
    int64_t clock = rd_clocks_next(&h->clocks);
    if (clock < due) due = clock;
    for (int a = 0; a < RD_MAX_ACTORS; a++)
        if (h->job[a].number && h->job[a].until < due) due = h->job[a].until;
    return due;
}

static void do_for(rd_hall *h, int64_t now, int person, const rd_call *c, const rd_post *post) {
    rd_doing d = {.at = time_of(h, now), .person = person, .online = rd_hall_online(h)};
    if (rd_hall_do(h, &d, c)) return;
    h->at = d.at;
    log_call(h, &d, c, post);
    follow(h, d.at, post);
}

/* Nobody waits for a person who cannot come back: they have left the waiting room, or conceded. */
static void give_up_for(rd_hall *h, int64_t now, int person, const rd_post *post) {
    rd_call leave = {.kind = RD_CALL_LEAVE, .as.leave.id = "forgotten"};
    if (h->state == RD_MSG_TABLE_STATE_WAITING) do_for(h, now, person, &leave, post);
    if (!h->table) return;
    if (!rd_hall_seats_of(h, person)) do_for(h, now, person, &leave, post); /* perhaps the host */
    for (uint32_t left = rd_hall_seats_of(h, person); left;) {
        rd_call concede = {.kind = RD_CALL_CONCEDE,
                           .as.concede = {.id = "forgotten", .seat = rd_bit_take(&left)}};
        do_for(h, now, person, &concede, post);
    }
}

/* The same as when their lines, emptied, are replayed: no name, and nothing that they said. */
static void forget(rd_hall *h, int64_t now, int64_t uid, const rd_post *post) {
    int person = rd_hall_find_person(h, uid);
    if (!person) return;
    /* Between the commitment and the deal nobody leaves: the game begins, without their value. */
    if (h->committed) hear_time(h, h->reveal_until, post);
    give_up_for(h, now, person, post);
    rd_hall_set_name(h, person, "");
    rd_hall_unsay(h, person);
    /* Programs were seated by the maker or a host. */
    bool seats = person == 1 || person == h->host;
    for (int s = 0; seats && s < RD_MAX_SEATS; s++) h->seat[s].bot_name[0] = 0;
    follow(h, time_of(h, now), post);
}

void rd_hall_step(rd_hall *h, int64_t now, const rd_in *in, const rd_post *post) {
    rd_connection *c = NULL;
    switch (in->kind) {
    case RD_IN_HELLO: greet(h, now, in, post); break;
    case RD_IN_CALL:
        c = rd_hall_connection(h, in->connection);
        if (c && in->call->kind == RD_CALL_PING)
            rd_hall_send(h, c->number, RD_TELL_PONG,
                         &(rd_tell_pong){.n = in->call->as.ping.n, .now = time_of(h, now)});
        else if (c)
            hear(h, now, c, in, post);
        break;
    case RD_IN_GONE: lose(h, now, in->connection, post); break;
    case RD_IN_STORED:
        if (in->line > h->stored && in->line <= h->lines) h->stored = in->line;
        break;
    case RD_IN_THOUGHT: hear_bot(h, now, in, post); break;
    case RD_IN_TIME: hear_time(h, now, post); break;
    case RD_IN_FORGET: forget(h, now, in->uid, post); break;
    }
    rd_hall_flush(h, post);
}
