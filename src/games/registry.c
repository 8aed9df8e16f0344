/* registry.c - the list of games; see registry.h. */
#include "games/registry.h"

#include <string.h>

#include "games/rally2005/rally2005.h"
#include "games/rally2023/rally2023.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "games/transmissions/transmissions.h"

#ifdef RD_ONLY /* a browser module has one game; tools/build-wasm names it */
const rd_game *const rd_games[] = {&RD_ONLY, NULL};
const rd_game *const rd_test_games[] = {&RD_ONLY, NULL};
#else
const rd_game *const rd_games[] = {&rd_rally2005, &rd_rally2023, &rd_robotory, &rd_transmissions,
                                   NULL};
const rd_game *const rd_test_games[] = {&rd_rally2005,     &rd_rally2023, &rd_robotory,
                                        &rd_transmissions, &rd_template,  NULL};
#endif

const rd_game *rd_game_find(const char *id) {
    for (const rd_game *const *g = rd_test_games; *g; g++)
        if (strcmp((*g)->id, id) == 0) return *g;
    return NULL;
}
