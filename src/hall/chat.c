/* chat.c - what people say to each other. */
#include <stdlib.h>
#include <string.h>

#include "hall/hall_int.h"

static const rd_limit LINES = {5, 10000};

static rd_msg_refusal say(rd_hall *h, rd_doing *d, const char *text, rd_msg_phrase phrase) {
    rd_person *p = rd_hall_person(h, d->person);
    char *copy = NULL;
    if (rd_hall_too_often(&p->spoke, &LINES, d)) return RD_MSG_REFUSAL_TOO_FAST;
    if (text && !(copy = malloc(strlen(text) + 1))) return RD_MSG_REFUSAL_NO_ROOM;
    if (copy) strcpy(copy, text);
    rd_hall_note_time(&p->spoke, d);
    if (h->n_chat == RD_CHAT_KEPT) {
        free(h->chat[0].text);
        memmove(h->chat, h->chat + 1, (RD_CHAT_KEPT - 1) * sizeof h->chat[0]);
        h->n_chat--;
    }
    rd_chat *line = &h->chat[h->n_chat++];
    *line = (rd_chat){.person = d->person,
                      .said = h->lines + 1,
                      .named = p->named,
                      .at = d->at,
                      .phrase = phrase,
                      .event = h->events[RD_WATCHER],
                      .text = copy};
    strcpy(line->name, p->name);
    rd_hall_new_news(h, RD_TELL_CHAT);
    return RD_NO_MSG_REFUSAL;
}

void rd_hall_unsay(rd_hall *h, int person) {
    int n = 0;
    for (int i = 0; i < h->n_chat; i++) {
        if (h->chat[i].person == person)
            free(h->chat[i].text);
        else
            h->chat[n++] = h->chat[i];
    }
    h->n_chat = n;
}

rd_msg_refusal rd_do_chat(rd_hall *h, rd_doing *d, const rd_call *c) {
    if (!h->house.chat) return RD_MSG_REFUSAL_CHAT_OFF;
    if (!c->as.chat.text[strspn(c->as.chat.text, " ")]) return RD_MSG_REFUSAL_MALFORMED;
    return say(h, d, c->as.chat.text, RD_NO_MSG_PHRASE);
}

rd_msg_refusal rd_do_phrase(rd_hall *h, rd_doing *d, const rd_call *c) {
    return say(h, d, NULL, c->as.phrase.phrase);
}

rd_msg_refusal rd_do_mute(rd_hall *h, rd_doing *d, const rd_call *c) {
    rd_person *p = rd_hall_person(h, d->person);
    int whom = c->as.mute.person, n = 0;
    if (whom > h->n_people || whom == d->person) return RD_MSG_REFUSAL_UNKNOWN;
    for (int i = 0; i < p->n_muted; i++)
        if (p->muted[i] != whom) p->muted[n++] = p->muted[i];
    p->n_muted = n;
    if (c->as.mute.on && n == RD_MUTED) return RD_MSG_REFUSAL_NO_ROOM;
    if (c->as.mute.on) p->muted[p->n_muted++] = (uint16_t)whom;
    h->dirty |= RD_DIRTY_SEATS;
    return RD_NO_MSG_REFUSAL;
}

/* Who is blocked is kept with the person, not with the table: the store is told (RD_OUT_BLOCK), and
** the connections here know it at once. */
rd_msg_refusal rd_do_block(rd_hall *h, rd_doing *d, const rd_call *c) {
    int whom = c->as.block.person;
    if (whom > h->n_people || whom == d->person) return RD_MSG_REFUSAL_UNKNOWN;
    h->blocking = d->person;
    h->block_whom = whom;
    h->block_on = c->as.block.on;
    h->dirty |= RD_DIRTY_SEATS;
    return RD_NO_MSG_REFUSAL;
}

static void block_at(rd_hall *h, rd_connection *c, int64_t uid, bool on) {
    int n = 0;
    for (int i = 0; i < c->n_blocked; i++)
        if (c->blocked[i] != uid) c->blocked[n++] = c->blocked[i];
    c->n_blocked = n;
    if (!on) return;
    int64_t *more = realloc(c->blocked, (size_t)(n + 1) * sizeof *more);
    if (!more) {
        h->broken = true;
        return;
    }
    c->blocked = more;
    c->blocked[c->n_blocked++] = uid;
}

void rd_hall_block(rd_hall *h) {
    int64_t uid = rd_hall_person(h, h->block_whom)->uid;
    for (int i = 0; i < h->n_connections; i++)
        if (h->connection[i].person == h->blocking)
            block_at(h, &h->connection[i], uid, h->block_on);
}

rd_msg_refusal rd_do_report(rd_hall *h, rd_doing *d, const rd_call *c) {
    for (int i = 0; i < h->n_chat; i++) {
        rd_chat *line = &h->chat[i];
        if (line->said != (uint64_t)c->as.report.line || line->person == d->person) continue;
        if (!line->reported) h->reported = i + 1;
        line->reported = true;
        return RD_NO_MSG_REFUSAL;
    }
    /* Of a line of the log the writer may have been forgotten since, and what they wrote with them. */
    return d->replaying ? RD_NO_MSG_REFUSAL : RD_MSG_REFUSAL_UNKNOWN;
}
