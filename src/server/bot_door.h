/* bot_door.h - a port of this machine where a bot calls by WebSocket, for `bot-check`. */
#ifndef RD_SERVER_BOT_DOOR_H
#define RD_SERVER_BOT_DOOR_H

#include "protocol/child.h"
#include "protocol/lines.h"

typedef struct rd_bot_door rd_bot_door;

/* Listens on the loopback address; port 0 = a free one.  NULL after a fault. */
rd_bot_door *rd_bot_door_open(int port, rd_fault *f);
void rd_bot_door_close(rd_bot_door *d);

const char *rd_bot_door_address(const rd_bot_door *d); /* "ws://127.0.0.1:PORT/bot" */
const char *rd_bot_door_token(const rd_bot_door *d);
/* The next bot that calls; it waits a minute for the first, ten seconds for others. */
rd_bot_source rd_bot_door_source(rd_bot_door *d);

#endif
