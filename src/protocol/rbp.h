/* rbp.h - the messages of the bot protocol RBP/2 (docs/protocol.md), written and read.
**
** A message is one line, one JSON object.  The writers follow rd_out's convention and end the line;
** a buffer of RD_RBP_LINE_MAX bytes holds any of them.  Reading is strict JSON; what is not known
** is ignored, so that either end may be newer than the other.
*/
#ifndef RD_PROTOCOL_RBP_H
#define RD_PROTOCOL_RBP_H

#include <jansson.h>

#include "core/game.h"
#include "protocol/lines.h"
#include "table/table.h"

#define RD_RBP "RBP/2"

enum {
    RD_RBP_LEGAL_MAX = 512, /* a question lists its legal answers when there are no more    */
    RD_RBP_SAMPLES = 16,    /* examples that it gives otherwise, at most                    */
    RD_RBP_BUDGET = 1000,   /* milliseconds for an answer when nobody says otherwise        */
    RD_RBP_HASH_MAX = 17,   /* bytes of a vocabulary's hash as text, its end included       */
};

/* One question, as its seat may know it. */
typedef struct rd_ask {
    const rd_match *match;
    const rd_config *config;
    const rd_state *view; /* redact(state, seat of the actor)  */
    int actor;
    int seq; /* inputs of the game before it      */
} rd_ask;

/* ---- what a referee says ---- */

void rd_rbp_put_hello(rd_out *o, int64_t id);
void rd_rbp_put_ready(rd_out *o, int64_t id); /* ready? */
/* The whole set-up, for that seat.  `name` has a text for each seat, or is NULL. */
void rd_rbp_put_new(rd_out *o, int64_t id, const rd_match *m, const rd_config *c, int seat,
                    const char *const *name, int budget_ms);
/* Part i of a table's story, as that seat may see it. */
void rd_rbp_put_happened(rd_out *o, const rd_table *t, int seat, int i);
/* The question, with what its seat may know.  False when the line would be too long. */
bool rd_rbp_put_ask(rd_out *o, int64_t id, const rd_ask *q, int budget_ms);
void rd_rbp_put_stop(rd_out *o, int64_t id);
void rd_rbp_put_over(rd_out *o, const rd_match *m, int seat, const rd_outcome *r);
void rd_rbp_put_bye(rd_out *o);
void rd_rbp_put_error(rd_out *o, int64_t id, const char *code, const char *text);

/* The reply to a bot's `follow`: the question after the picks made so far. */
void rd_rbp_put_question(rd_out *o, const json_t *follow, const rd_ask *q);

/* The hash by which both ends know that they speak of a game in the same way. */
void rd_rbp_hash(const rd_game *g, char hash[RD_RBP_HASH_MAX]);

/* ---- reading ---- */

/* One line as an object with a type; NULL with a fault.  The caller drops the reference. */
json_t *rd_rbp_read(const char *line, size_t n, const char **type, rd_fault *f);
bool rd_rbp_is_blank(const char *line, size_t n);
int64_t rd_rbp_id(const json_t *message); /* -1 = none */

/* The answer of an `act`, by text or by picks, checked against the view.  On false `why` says what
** is wrong with it. */
bool rd_rbp_read_act(const json_t *act, const rd_ask *q, rd_action *a, rd_fault *why);

#endif
