/* log.c - the lines of a table's log: the first one, and playing them again. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "core/wire.h"
#include "games/registry.h"
#include "hall/hall_int.h"

enum { TIMES_IN_A_ROW = 256 };

static void copy_name(char *to, size_t cap, const char *text) {
    rd_out o = rd_out_to(to, cap);
    rd_put_text(&o, text ? text : "");
}

/* ---- what happens by itself ---- */

bool rd_hall_pass_time(rd_hall *h, rd_doing *d) {
    bool any = false;
    if (h->committed && h->reveal_until <= d->at) {
        rd_hall_begin(h, d);
        any = true;
    }
    any = rd_hall_expire_votes(h, d->at) || any;
    for (int n = 0; n < TIMES_IN_A_ROW && h->state == RD_MSG_TABLE_STATE_PLAYING; n++) {
        int actor = rd_clocks_due(&h->clocks, d->at);
        if (actor < 0) break;
        rd_hall_time_up(h, d, actor);
        any = true;
    }
    return any;
}

bool rd_hall_give_back(rd_hall *h, int person) {
    bool any = false;
    for (uint32_t left = rd_hall_seats_of(h, person); left;) {
        int seat = rd_bit_take(&left);
        if (!h->seat[seat].stand_in) continue;
        h->seat[seat].stand_in = RD_NO_MSG_LEVEL;
        rd_hall_notice(h, RD_MSG_NOTICE_KIND_STAND_IN_GONE, seat, person, 0);
        h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CLOCK;
        any = true;
    }
    return any;
}

/* ---- opening ---- */

static void seat_everybody(rd_hall *h, const rd_note_opened *o) {
    for (int s = 0; s < o->n_seats; s++) {
        const rd_msg_new_seat *from = &o->seats[s];
        rd_place *to = &h->seat[s];
        *to = (rd_place){.kind = from->kind};
        if (from->kind == RD_MSG_SEAT_KIND_PERSON) to->person = h->host;
        if (from->kind == RD_MSG_SEAT_KIND_PROGRAM) to->bot = from->bot;
        if (from->kind == RD_MSG_SEAT_KIND_BOT)
            to->level = from->level ? from->level : RD_MSG_LEVEL_NORMAL;
        copy_name(to->robot, sizeof to->robot, from->robot);
    }
}

static bool apply_opened(rd_hall *h, const rd_note_opened *o, rd_fault *f) {
    if (h->game) return rd_fault_set(f, 0, 0, "the table is made twice");
    h->game = rd_game_find(o->game);
    if (!h->game) return rd_fault_set(f, 0, 0, "there is no game '%s'", o->game);
    h->rules = (uint32_t)o->rules; /* a game that began under other rules needs a point */
    if (!rd_hall_set_settings(h, o->n_seats, o->settings, o->n_settings, f)) return false;
    copy_name(h->name, sizeof h->name, o->table);
    copy_name(h->code, sizeof h->code, o->code);
    copy_name(h->title, sizeof h->title, o->title);
    rd_out hash = rd_out_to(h->vocabulary, sizeof h->vocabulary);
    rd_put_hex(&hash, rd_vocabulary_hash(h->game), 16);
    h->house = o->house;
    h->state = RD_MSG_TABLE_STATE_WAITING;
    h->match = 1;
    h->at = o->at;
    h->host = rd_hall_add_person(h, o->maker);
    if (!h->host) return rd_fault_set(f, 0, 0, "out of memory");
    seat_everybody(h, o);
    return true;
}

void rd_hall_name_program(rd_hall *h, int64_t at, int seat, const char *name, int64_t owner,
                          const rd_post *post) {
    rd_place *p = &h->seat[seat];
    copy_name(p->bot_name, sizeof p->bot_name, name);
    p->bot_named = h->lines + 1;
    rd_hall_append(h, post, owner, RD_NOTE_PROGRAM,
                   &(rd_note_program){.at = at, .seat = seat, .name = name});
}

bool rd_hall_open(rd_hall *h, int64_t now, const rd_opening *o, const rd_post *post, rd_fault *f) {
    const rd_web_new_table *made = o->made;
    const rd_game *g = rd_game_find(made->game);
    rd_note_opened m = {.at = now,
                        .table = o->table,
                        .game = made->game,
                        .rules = g ? (int32_t)g->rules_version : 0,
                        .title = made->title,
                        .code = o->code,
                        .n_seats = made->n_seats,
                        .n_settings = made->n_settings,
                        .house = made->house,
                        .maker = o->uid};
    memcpy(m.seats, made->seats, sizeof m.seats);
    memcpy(m.settings, made->settings, sizeof m.settings);
    if (!apply_opened(h, &m, f)) return false;
    rd_hall_append(h, post, 0, RD_NOTE_OPENED, &m);
    rd_hall_set_name(h, h->host, o->name);
    rd_hall_append(h, post, o->uid, RD_NOTE_NAMED,
                   &(rd_note_named){.at = now, .person = h->host, .name = o->name});
    for (int s = 0; s < m.n_seats; s++) {
        if (!o->bot_name[s]) continue;
        rd_hall_name_program(h, now, s, o->bot_name[s], o->uid, post);
    }
    rd_hall_tell(h, now);
    rd_hall_flush(h, post);
    return true;
}

/* ---- playing lines again ---- */

static bool apply_did(rd_hall *h, const rd_note_did *m, rd_fault *f) {
    rd_call call;
    rd_doing d = {.at = m->at,
                  .person = m->person,
                  .replaying = true,
                  .online = (uint32_t)m->online,
                  .blind = !m->has_online};
    if (m->person > h->n_people) return rd_fault_set(f, 0, 0, "did: nobody has this number");
    if (m->random && !rd_fair_unhex(m->random, d.random))
        return rd_fault_set(f, 0, 0, "did.random: no 64 hex digits");
    if (!rd_call_take(&call, m->say.tree, f)) return false;
    rd_msg_refusal no = rd_hall_do(h, &d, &call);
    if (no)
        rd_fault_set(f, 0, 0, "%s: refused when played again: %s", rd_call_word(call.kind),
                     rd_msg_refusal_word(no));
    rd_call_drop(&call);
    return !no;
}

static bool apply_thought(rd_hall *h, const rd_note_thought *m, rd_fault *f) {
    rd_doing d = {.at = m->at, .replaying = true};
    rd_action a = {.kind = RD_ANSWER, .actor = (uint8_t)m->actor, .n = (uint8_t)m->n_picks};
    for (int i = 0; i < m->n_picks; i++) a.pick[i] = (uint16_t)m->picks[i];
    if (!rd_hall_thought(h, &d, m->actor, (uint32_t)m->question, m->has_picks ? &a : NULL))
        return true;
    return rd_fault_set(f, 0, 0, "thought: refused when played again");
}

static void credit(rd_hall *h, int64_t outage) {
    if (h->state != RD_MSG_TABLE_STATE_PLAYING || !outage) return;
    rd_clocks_pause(&h->clocks, h->at);
    rd_clocks_resume(&h->clocks, h->at + outage);
}

static bool apply(rd_hall *h, const rd_note *n, rd_fault *f) {
    if (n->kind == RD_NOTE_OPENED) return apply_opened(h, &n->as.opened, f);
    if (!h->game) return rd_fault_set(f, 0, 0, "the first line does not make a table");
    switch (n->kind) {
    case RD_NOTE_JOINED:
        h->at = n->as.joined.at;
        return rd_hall_add_person(h, n->as.joined.uid) || rd_fault_set(f, 0, 0, "too many people");
    case RD_NOTE_NAMED:
        if (n->as.named.person > h->n_people)
            return rd_fault_set(f, 0, 0, "named: nobody has this number");
        rd_hall_set_name(h, n->as.named.person, n->as.named.name);
        h->at = n->as.named.at;
        return true;
    case RD_NOTE_PROGRAM:
        copy_name(h->seat[n->as.program.seat].bot_name, sizeof h->seat[0].bot_name,
                  n->as.program.name);
        h->seat[n->as.program.seat].bot_named = h->lines + 1;
        h->at = n->as.program.at;
        return true;
    case RD_NOTE_DID:
        if (!apply_did(h, &n->as.did, f)) return false;
        h->at = n->as.did.at;
        return true;
    case RD_NOTE_TIME: {
        rd_doing d = {
            .at = n->as.time.at, .replaying = true, .online = (uint32_t)n->as.time.online};
        h->at = d.at;
        return rd_hall_pass_time(h, &d) || rd_fault_set(f, 0, 0, "time: nothing was due");
    }
    case RD_NOTE_THOUGHT:
        if (!apply_thought(h, &n->as.thought, f)) return false;
        h->at = n->as.thought.at;
        return true;
    case RD_NOTE_BACK:
        if (n->as.back.person > h->n_people) return rd_fault_set(f, 0, 0, "back: nobody");
        h->at = n->as.back.at;
        return rd_hall_give_back(h, n->as.back.person) ||
               rd_fault_set(f, 0, 0, "back: nobody stood in");
    case RD_NOTE_WOKE:
        credit(h, n->as.woke.outage);
        h->at = n->as.woke.at;
        return true;
    case RD_NOTE_RECORD:
        rd_hall_note_record(h, &n->as.record);
        h->at = n->as.record.at;
        return true;
    case RD_NOTE_PLACED: {
        rd_doing d = {.at = n->as.placed.at, .replaying = true};
        const char *text = n->as.placed.position;
        h->at = d.at;
        return rd_hall_begin_at(h, &d, text, strlen(text), f);
    }
    case RD_NOTE_CARRIED:
        h->rules = (uint32_t)n->as.carried.to;
        h->at = n->as.carried.at;
        return true;
    default: return rd_fault_set(f, 0, 0, "a line of no known kind");
    }
}

bool rd_hall_replay(rd_hall *h, const char *line, size_t n, rd_fault *f) {
    rd_note note;
    bool good = true;
    if (n) {
        if (!rd_note_read(&note, line, n, f)) return false;
        good = apply(h, &note, f);
        rd_note_drop(&note);
        if (h->carrying && !good) {
            h->lost++;
            good = true;
        }
        h->carrying = h->carrying && h->rules != h->game->rules_version;
    }
    rd_hall_forget_told(h);
    h->stored = ++h->lines;
    if (good && h->broken) return rd_fault_set(f, 0, 0, "out of memory");
    return good;
}

void rd_hall_wake_up(rd_hall *h, int64_t now, int64_t outage, const rd_post *post) {
    int64_t at = now > h->at ? now : h->at;
    if (outage > at - h->at) outage = at - h->at;
    if (outage > 0) {
        credit(h, outage);
        h->at = at;
        rd_hall_append(h, post, 0, RD_NOTE_WOKE, &(rd_note_woke){.at = at, .outage = outage});
    }
    if (h->rules != h->game->rules_version) rd_hall_carried(h, at, post);
    rd_hall_ask_bots(h, at, post);
}
