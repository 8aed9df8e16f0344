/* registry.h - all games.  Adding a game is one line in list.inc. */
#ifndef RD_GAMES_REGISTRY_H
#define RD_GAMES_REGISTRY_H

#include "core/game.h"

extern const rd_game *const rd_games[];      /* what users see; ends with NULL          */
extern const rd_game *const rd_test_games[]; /* those and the template; ends with NULL  */

/* Finds a game by id, the template too; NULL if there is none. */
const rd_game *rd_game_find(const char *id);

#endif
