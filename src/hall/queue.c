/* queue.c - what goes out of a hall, and what waits until it may. */
#include <stdlib.h>
#include <string.h>

#include "hall/hall_int.h"

enum { MESSAGE_MAX = 1 << 21, BUFFER_KEPT = 16384 };

const char *rd_hall_write(rd_hall *h, size_t most, void (*write)(const void *ctx, rd_out *o),
                          const void *ctx) {
    for (;;) {
        rd_out o = rd_out_to(h->buffer, h->buffer_room);
        if (h->buffer_room) write(ctx, &o);
        h->written = o.len;
        if (h->buffer_room && rd_out_fits(&o)) return h->buffer;
        if (h->buffer_room > most) return NULL;
        size_t wider = h->buffer_room ? h->buffer_room * 2 : h->buffer_usual;
        while (wider <= o.len) wider *= 2; /* what did not fit was counted all the same */
        char *more = realloc(h->buffer, wider);
        if (!more) {
            h->broken = true;
            return NULL;
        }
        h->buffer = more;
        h->buffer_room = wider;
    }
}

/* ---- texts that several read ---- */

typedef struct body {
    rd_hall *h;
    bool line; /* of the log, else a message */
    int kind;
    const void *as;
} body;

static void write_body(const void *ctx, rd_out *o) {
    const body *b = ctx;
    bool good = b->line ? rd_note_put((rd_note_kind)b->kind, b->as, o)
                        : rd_tell_put((rd_tell_kind)b->kind, b->as, o);
    /* What we say keeps our own limits, unless the table was read from a damaged point. */
    if (!good && rd_out_fits(o)) b->h->broken = true;
}

rd_shared_text *rd_hall_text(rd_hall *h, rd_tell_kind kind, const void *as) {
    body b = {h, false, (int)kind, as};
    const char *text = rd_hall_write(h, MESSAGE_MAX, write_body, &b);
    if (!text || h->broken) return NULL;
    size_t n = h->written;
    rd_shared_text *t = malloc(sizeof *t + n + 1);
    if (!t) {
        h->broken = true;
        return NULL;
    }
    t->users = 1;
    t->n = n;
    memcpy(t->at, text, n + 1);
    return t;
}

void rd_hall_text_done(rd_shared_text *t) {
    if (t && --t->users == 0) free(t);
}

/* ---- waiting for the store ---- */

void rd_hall_hold(rd_hall *h, rd_out_kind kind, uint64_t connection, int64_t person,
                  rd_shared_text *text) {
    if (h->first_held && h->first_held + h->n_held == h->held_room) {
        memmove(h->held, h->held + h->first_held, (size_t)h->n_held * sizeof *h->held);
        h->first_held = 0;
    }
    void *held = h->held;
    bool grown = rd_hall_grow(h, &held, &h->held_room, h->first_held + h->n_held, sizeof *h->held);
    h->held = held;
    if (!grown) return;
    if (text) text->users++;
    h->held[h->first_held + h->n_held++] = (rd_held){h->lines, kind, connection, person, text};
}

void rd_hall_send_text(rd_hall *h, uint64_t connection, rd_shared_text *text) {
    if (text) rd_hall_hold(h, RD_OUT_SEND, connection, 0, text);
}

void rd_hall_send(rd_hall *h, uint64_t connection, rd_tell_kind kind, const void *as) {
    rd_shared_text *text = rd_hall_text(h, kind, as);
    rd_hall_send_text(h, connection, text);
    rd_hall_text_done(text);
}

void rd_hall_append(rd_hall *h, const rd_post *post, int64_t person, rd_note_kind kind,
                    const void *as) {
    body b = {h, true, (int)kind, as};
    const char *text = rd_hall_write(h, MESSAGE_MAX, write_body, &b);
    h->lines++;
    if (!text || h->broken) return;
    post->put(post->ctx, &(rd_post_item){.kind = RD_OUT_APPEND,
                                         .text = text,
                                         .n = h->written,
                                         .line = h->lines,
                                         .person = person});
}

void rd_hall_flush(rd_hall *h, const rd_post *post) {
    while (h->n_held && h->held[h->first_held].after <= h->stored) {
        rd_held out = h->held[h->first_held++];
        h->n_held--;
        post->put(post->ctx, &(rd_post_item){.kind = out.kind,
                                             .connection = out.connection,
                                             .text = out.text ? out.text->at : NULL,
                                             .n = out.text ? out.text->n : 0,
                                             .line = out.after,
                                             .person = out.person});
        rd_hall_text_done(out.text);
    }
    if (!h->n_held) h->first_held = 0;
    if (h->buffer_room <= BUFFER_KEPT) return;
    h->buffer_usual = h->buffer_room; /* what told of a round once will do so again */
    free(h->buffer);                  /* ... but there are many tables                 */
    h->buffer = NULL;
    h->buffer_room = 0;
}
