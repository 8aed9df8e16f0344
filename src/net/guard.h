/* guard.h - who may knock: names of this server, origins, connections per address. */
#ifndef RD_NET_GUARD_H
#define RD_NET_GUARD_H

#include <stdbool.h>

/* Is `origin` a page of the server that was asked as `host`?  "http://h:1" and "h:1" are. */
bool rd_origin_is(const char *origin, const char *host);

bool rd_is_loopback(const char *address);

/* How many connections each address has. */
typedef struct rd_addresses rd_addresses;
rd_addresses *rd_addresses_new(void);
void rd_addresses_free(rd_addresses *a);
int rd_addresses_count(const rd_addresses *a, const char *address);
void rd_addresses_add(rd_addresses *a, const char *address, int by);

/* Tokens that come back with time: `per_second`, at most `burst`. */
typedef struct rd_bucket {
    long long last_ms;
    long long milli; /* thousandths of tokens left */
} rd_bucket;
void rd_bucket_fill(rd_bucket *b, int burst, long long now_ms);
bool rd_bucket_take(rd_bucket *b, int per_second, int burst, long long now_ms);
bool rd_bucket_take_many(rd_bucket *b, int n, int per_second, int burst, long long now_ms);

#endif
