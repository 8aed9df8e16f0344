/* think.c - bots in a browser, which has its own clock. */
#include "api/api.h"

/* The page says whether a bot has thought long enough. */
__attribute__((import_module("robodrome"), import_name("stop"))) int rd_wasm_stop(void);

static bool stop(void *ctx) {
    (void)ctx;
    return rd_wasm_stop();
}

/* rd_api_think; with `timed` it asks the page now and then whether to stop. */
RD_API(rd_wasm_think)
int rd_wasm_think(rd_session *x, const rd_state *view, int actor, const char *who, uint64_t nodes,
                  int timed, uint64_t *random, rd_action *a, char *buf, size_t cap, size_t *length);

int rd_wasm_think(rd_session *x, const rd_state *view, int actor, const char *who, uint64_t nodes,
                  int timed, uint64_t *random, rd_action *a, char *buf, size_t cap,
                  size_t *length) {
    return rd_api_think(x, view, actor, who, nodes, timed ? stop : NULL, NULL, random, a, buf, cap,
                        length);
}
