/* greeting.h - what a bot says about itself in its hello: a name, and which games it plays. */
#ifndef RD_PROTOCOL_GREETING_H
#define RD_PROTOCOL_GREETING_H

#include "protocol/rbp.h"

enum { RD_BOT_NAME_MAX = 64 };

/* All zero is a bot that has not said hello. */
typedef struct rd_greeting {
    char name[RD_BOT_NAME_MAX + 1];
    json_t *games; /* the list or object it gave; NULL: any */
} rd_greeting;

/* False with a fault when the hello is not one of RBP/2; what was known before then stays. */
bool rd_greeting_read(rd_greeting *g, const json_t *hello, rd_fault *why);
void rd_greeting_drop(rd_greeting *g);

/* Does it play the game, and as it is spoken of here? */
bool rd_greeting_plays(const rd_greeting *g, const rd_game *game, rd_fault *why);

/* Cut to whole letters, and harmless on a terminal; `to` has room for most + 1 bytes. */
void rd_copy_plain(char *to, size_t most, const char *text);

#endif
