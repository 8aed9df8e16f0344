/* registry.c - the list of games; see registry.h and list.inc. */
#include "games/registry.h"

#include <string.h>

#ifdef RD_ONLY /* a browser module has one game; tools/build-wasm names it */
extern const rd_game RD_ONLY;
const rd_game *const rd_games[] = {&RD_ONLY, NULL};
const rd_game *const rd_test_games[] = {&RD_ONLY, NULL};
#else
#define RD_GAME(name)      extern const rd_game rd_##name;
#define RD_TEST_GAME(name) RD_GAME(name)
#include "games/list.inc"
#undef RD_GAME
#undef RD_TEST_GAME

#define RD_GAME(name) &rd_##name,
#define RD_TEST_GAME(name)
const rd_game *const rd_games[] = {
#include "games/list.inc"
    NULL};
#undef RD_TEST_GAME

#define RD_TEST_GAME(name) &rd_##name,
const rd_game *const rd_test_games[] = {
#include "games/list.inc"
    NULL};
#endif

const rd_game *rd_game_find(const char *id) {
    for (const rd_game *const *g = rd_test_games; *g; g++)
        if (strcmp((*g)->id, id) == 0) return *g;
    return NULL;
}
