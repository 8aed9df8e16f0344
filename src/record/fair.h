/* fair.h - shuffles that nobody chose (docs/fair-play.md).
**
** Each seat sends the hash of a random value; the server answers with a commitment to its own seed,
** bound to the table, the game and those hashes; then the seats show their values, and the key of
** all chance is made from everything.  After the game everything is shown and can be checked.
*/
#ifndef RD_RECORD_FAIR_H
#define RD_RECORD_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/chance.h"
#include "base/text.h"

#define RD_FAIR_VERSION "fair-1"
enum { RD_FAIR_BYTES = 32, RD_FAIR_SEATS = 8 };

typedef void rd_fair_hash(const void *bytes, size_t n, uint8_t out[RD_FAIR_BYTES]);

typedef struct rd_fair_share {
    bool given; /* a hash came before the commitment */
    bool shown; /* and its value after it            */
    uint8_t hash[RD_FAIR_BYTES];
    uint8_t value[RD_FAIR_BYTES]; /* all zero when not shown */
} rd_fair_share;

typedef struct rd_fair {
    const char *table; /* its name in addresses */
    int match;         /* which game at it      */
    int seats;
    rd_fair_share share[RD_FAIR_SEATS];
    uint8_t seed[RD_FAIR_BYTES];
} rd_fair;

/* What the server publishes before anything is dealt. */
void rd_fair_commit(const rd_fair *f, rd_fair_hash *hash, uint8_t out[RD_FAIR_BYTES]);
/* The key of all chance. */
void rd_fair_key(const rd_fair *f, rd_fair_hash *hash, uint8_t out[RD_FAIR_BYTES]);
/* Does the shown value belong to the hash that was given? */
bool rd_fair_fits(const rd_fair_share *s, rd_fair_hash *hash, const uint8_t value[RD_FAIR_BYTES]);
/* Bytes as a key; its hex digits in a record are those of the bytes. */
rd_key rd_fair_key_of(const uint8_t bytes[RD_FAIR_BYTES]);

/* The whole shuffle as one line: version, table, game, commitment, seed, and for each seat "-", its
** hash, or hash:value.  RD_FAIR_TEXT bytes are enough. */
enum { RD_FAIR_NAME = 32, RD_FAIR_TEXT = 220 + RD_FAIR_SEATS * (4 * RD_FAIR_BYTES + 2) };
void rd_fair_put(const rd_fair *f, rd_fair_hash *hash, rd_out *o);
/* Reads that line and checks it: each value fits its hash, and the commitment fits everything.
** *key is then what all chance of the game must have come from.  False with a fault. */
bool rd_fair_check(const char *line, int seats, rd_fair_hash *hash, rd_key *key, rd_fault *why);

/* 64 lower-case hex digits (and a NUL), and back; false when they are none. */
void rd_fair_hex(const uint8_t bytes[RD_FAIR_BYTES], char out[2 * RD_FAIR_BYTES + 1]);
bool rd_fair_unhex(const char *text, uint8_t out[RD_FAIR_BYTES]);

#endif
