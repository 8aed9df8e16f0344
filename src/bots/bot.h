/* bot.h - a bot: from what a seat may know to an answer.
**
** A bot never holds the real state: the caller hands it redact(state, seat), and a bot that looks
** ahead draws full states with determinize.  Bots read no clock: `stop` is the caller's.  With a
** node limit and a seed the answer repeats on every machine.  Scratch memory is the caller's too,
** so that thinking allocates nothing: it is handed in zeroed at first and then kept from answer to
** answer, as some bots remember there what they found.  It may serve other seats and other games of
** such a match in between: a bot relies on nothing there that is not public or in its view.
*/
#ifndef RD_BOT_H
#define RD_BOT_H

#include "core/wire.h"

/* How much a bot sees of what lies ahead. */
typedef enum rd_foresight {
    RD_SEES_ALL,   /* also what the others may do                       */
    RD_SEES_FLOOR, /* what the board does to it, but not the others     */
    RD_SEES_NEAR,  /* only what it does itself: a beginner              */
} rd_foresight;

/* What keeps a bot from playing as well as it can.  All zero = nothing does. */
typedef struct rd_skill {
    uint8_t sight; /* rd_foresight                                                                */
    uint16_t noise; /* how far it may misjudge an answer, in thousandths of a good turn's gain */
} rd_skill;

/* Where what bots work out for long outlives their memory: bots know no files, so the place is the
** caller's.  A key says all that the bytes were made from, so they fit whoever asks for it. */
typedef struct rd_notes {
    bool (*find)(void *ctx, uint64_t key, void *to,
                 size_t size); /* false = nothing so long there */
    void (*keep)(void *ctx, uint64_t key, const void *from, size_t size);
    void *ctx;
} rd_notes;

typedef struct rd_limits {
    uint64_t nodes;          /* 0 = no limit; at least one limit must be set               */
    bool (*stop)(void *ctx); /* asked now and then; NULL = never                           */
    void *ctx;
    rd_skill skill;
    const rd_notes *notes; /* NULL = there is no such place */
} rd_limits;

enum { RD_LINE_MAX = 16, RD_REASONS_MAX = 3 };

/* Why: for hints, logs and the bot protocol's info lines.  The reasons are for people: phrases with
** the string keys "bot.why...", the weightiest first; there may be none. */
typedef struct rd_thought {
    int32_t value; /* expected result for the actor's seat, -1000 (lost) .. 1000 (won)        */
    bool exact;    /* the value is proved                                                     */
    uint64_t nodes;
    int depth;
    int n_line;
    rd_action line[RD_LINE_MAX]; /* principal variation, the answer first                     */
    int n_reasons;
    rd_phrase reason[RD_REASONS_MAX];
} rd_thought;

/* Adds a reason if there is room for it; `why` may be NULL. */
void rd_thought_add(rd_thought *why, rd_phrase reason);

/* The thought on that view, members of an open object; `words` (may be NULL) says the reasons too.
** `walk` is room for one state. */
void rd_doc_thought(rd_doc *d, const rd_match *m, const rd_state *view, const rd_thought *why,
                    const rd_teller *words, rd_state *walk);

typedef struct rd_bot {
    const char *id;   /* "random"; its description has the string key "bot.<id>" */
    const char *game; /* the only game it plays; NULL = every game               */
    size_t (*scratch)(const rd_match *m, const rd_limits *l); /* bytes `think` needs          */
    void (*think)(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *scratch, rd_action *out, rd_thought *why /* may be NULL */);
    /* Seeing all (rd_foresight), it works for seconds before its first answer in a match, unless the
    ** notes have what it works out. */
    bool prepares;
} rd_bot;

extern const rd_bot *const rd_bots[]; /* ends with NULL; a game's strongest comes first */

/* A bot by id that can play this game; NULL = none.  rd_bot_best: the strongest one for it. */
const rd_bot *rd_bot_find(const char *id, const rd_game *g);
const rd_bot *rd_bot_best(const rd_game *g);

#endif
