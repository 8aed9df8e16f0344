/* bot_check.h - does a bot speak RBP/2?  Tries everything a referee may do with it. */
#ifndef RD_PROTOCOL_BOT_CHECK_H
#define RD_PROTOCOL_BOT_CHECK_H

#include "core/game.h"
#include "protocol/child.h"

typedef struct rd_bot_check_options {
    const rd_game *game; /* NULL = every game that it says it plays  */
    int games;           /* of each variant and seat; 0 = 1          */
    int budget_ms;       /* for an answer; 0 = 1000                  */
    uint64_t seed;
    bool calls; /* the bot calls us, and again when the connection is lost */
} rd_bot_check_options;

/* One finding: what was tried, whether it went well, and a detail (may be empty). */
typedef struct rd_bot_check_report {
    void (*tell)(void *ctx, bool passed, const char *what, const char *detail);
    void *ctx;
} rd_bot_check_report;

/* Runs every check; true when all passed. */
bool rd_bot_check(const rd_bot_source *from, const rd_bot_check_options *o,
                  rd_bot_check_report *to);

#endif
