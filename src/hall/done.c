/* done.c - what a person has done, so that a message that comes twice is done once. */
#include <string.h>

#include "base/hash.h"
#include "hall/hall_int.h"

/* Chat and names are emptied when their author wants to be forgotten. */
bool rd_hall_is_erasable(rd_call_kind kind) {
    return kind == RD_CALL_CHAT || kind == RD_CALL_PHRASE || kind == RD_CALL_NAME;
}

uint32_t rd_hall_sum(const rd_call *c) {
    char text[RD_CALL_MAX + 64];
    rd_out o = rd_out_to(text, sizeof text);
    rd_call_write(c, &o);
    uint32_t sum = (uint32_t)rd_hash_bytes(1, text, o.len);
    return sum ? sum : 1;
}

const rd_done *rd_hall_done(const rd_hall *h, int person, const char *id) {
    const rd_person *p = rd_hall_person(h, person);
    int kept = p->n_done < RD_DONE_KEPT ? p->n_done : RD_DONE_KEPT;
    for (int i = 0; i < kept; i++)
        if (strcmp(p->done[i].id, id) == 0) return &p->done[i];
    return NULL;
}

bool rd_hall_is_same(const rd_done *before, const rd_call *c) {
    return !before->sum || before->sum == rd_hall_sum(c);
}

void rd_hall_set_done(rd_hall *h, int person, const rd_call *c, int vote) {
    rd_person *p = rd_hall_person(h, person);
    rd_done *at = &p->done[p->n_done++ % RD_DONE_KEPT];
    rd_out o = rd_out_to(at->id, sizeof at->id);
    rd_put_text(&o, rd_call_id(c));
    at->vote = vote;
    at->sum = rd_hall_sum(c);
    at->said = rd_hall_is_erasable(c->kind) ? h->lines + 1 : 0; /* its line is written later */
}
