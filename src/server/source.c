/* source.c - the clock and chance: of the machine, or fixed ones by which a test compares processes.
*/
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "server/server_int.h"

/* Set once before there are other threads; 0 = the machine's clock. */
static atomic_llong fixed_now;
static atomic_uint drawn;

int64_t rd_server_now(void) {
    int64_t fixed = atomic_load_explicit(&fixed_now, memory_order_relaxed);
    if (fixed) return fixed;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void rd_server_random(uint8_t *out, size_t n) { randombytes_buf(out, n); }
uint32_t rd_server_draw(uint32_t n) { return randombytes_uniform(n); }

/* ---- for tests ---- */

static const char *fixed_name(void) { return "fixed"; }

/* Each draw is a stream of its own, so that its length does not matter. */
static void fixed_bytes(void *const out, const size_t n) {
    uint8_t seed[randombytes_SEEDBYTES] = {0};
    unsigned number = atomic_fetch_add(&drawn, 1);
    memcpy(seed, &number, sizeof number);
    randombytes_buf_deterministic(out, n, seed);
}

static uint32_t fixed_number(void) {
    uint32_t number;
    fixed_bytes(&number, sizeof number);
    return number;
}

static randombytes_implementation FIXED = {
    .implementation_name = fixed_name, .random = fixed_number, .buf = fixed_bytes};

void rd_server_fix_source(void) {
    rd_server_set_clock(1000000000000); /* in 2001 */
    randombytes_set_implementation(&FIXED);
}

void rd_server_set_clock(int64_t now) { atomic_store(&fixed_now, now); }
