/* rally2005_events.h - what can happen in RoboRally 2005, as the listeners are told it.
**
** A row for each kind of event: its name, level and meaning, what it changes in a view
** (core/film.h), and its arguments, of the types in rally2005.h.
*/
#ifndef RD_RALLY2005_EVENTS_H
#define RD_RALLY2005_EVENTS_H

/* name, word, level, meaning, effects, arguments */
#define R05_EVENTS(X)                                                                              \
    X(BEGIN, "begin", RD_LOG, RD_SAYS("it starts from dock 1"), NULL, RD_ARG(robot, R05_T_ROBOT))  \
    X(BASES, "bases", RD_LOG, RD_SAYS("Capture the Flag: its base"), NULL,                         \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(piece, R05_T_PIECE))                                      \
    X(ROUND, "round", RD_LOG, RD_SAYS("a round begins"), "round = round", RD_ARG(round, RD_T_N))   \
    X(DEALT, "dealt", RD_LOG, RD_SAYS("number of cards"), "robots[robot].hand +? cards",           \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(cards, RD_T_N))                                           \
    X(CARD_DEALT, "card_dealt", RD_ANIMATION, RD_SAYS("seen by its seat only"),                    \
      "robots[robot].hand << card", RD_ARG(robot, R05_T_ROBOT), RD_ARG(card, R05_T_CARD))          \
    X(PROGRAMMED, "programmed", RD_LOG, RD_SAYS("its program is laid"), NULL,                      \
      RD_ARG(robot, R05_T_ROBOT))                                                                  \
    X(LAID, "laid", RD_ANIMATION, RD_SAYS("face down in a register; its seat is told which card"), \
      "robots[robot].registers[register] ?= card; robots[robot].seconds[register] ?= pair; "       \
      "robots[robot].hand >> card; robots[robot].hand >> pair",                                    \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(register, R05_T_REGISTER),                                \
      RD_ARG_OR(card, R05_T_CARD, RD_MAY_HIDE),                                                    \
      RD_ARG_OR(pair, R05_T_CARD, RD_MAY_HIDE | RD_MAY_LACK))                                      \
    X(CLEARED, "cleared", RD_ANIMATION, RD_SAYS("the cards of a register are discarded"),          \
      "robots[robot].registers[register] = none; robots[robot].seconds[register] = none; "         \
      "robots[robot].open >> register; robots[robot].locked >> register",                          \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(register, R05_T_REGISTER))                                \
    X(DROPPED, "dropped", RD_ANIMATION, RD_SAYS("the rest of its hand is discarded"),              \
      "robots[robot].hand = empty", RD_ARG(robot, R05_T_ROBOT))                                    \
    X(TIME_UP, "time_up", RD_LOG, RD_SAYS("its time to program is over"), NULL,                    \
      RD_ARG(robot, R05_T_ROBOT))                                                                  \
    X(RECOMPILED, "recompiled", RD_LOG, RD_SAYS("number of new cards for Recompile"),              \
      "robots[robot].hand = empty; robots[robot].hand +? cards", RD_ARG(robot, R05_T_ROBOT),       \
      RD_ARG(cards, RD_T_N))                                                                       \
    X(TUCKED, "tucked", RD_ANIMATION,                                                              \
      RD_SAYS("a card of its hand goes under an option; its seat is told which"),                  \
      "robots[robot].hand >> card", RD_ARG(robot, R05_T_ROBOT),                                    \
      RD_ARG_OR(card, R05_T_CARD, RD_MAY_HIDE))                                                    \
    X(FETCHED, "fetched", RD_ANIMATION, RD_SAYS("its program has the card of its Flywheel"),       \
      "robots[robot].hand +? cards", RD_ARG(robot, R05_T_ROBOT), RD_ARG(cards, RD_T_N))            \
    X(BESIDE, "beside", RD_ANIMATION,                                                              \
      RD_SAYS("what lies on Conditional Program and Flywheel; its seat is told which"),            \
      "robots[robot].aside = aside; robots[robot].flywheel = flywheel",                            \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG_OR(aside, R05_T_CARD, RD_MAY_HIDE | RD_MAY_LACK),         \
      RD_ARG_OR(flywheel, R05_T_CARD, RD_MAY_HIDE | RD_MAY_LACK))                                  \
    X(SET_ASIDE, "set_aside", RD_LOG, RD_SAYS("for Conditional Program or Flywheel"), NULL,        \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(option, R05_T_OPTION))                                    \
    X(ANNOUNCED, "announced", RD_LOG, RD_SAYS("it will power down in the next round"),             \
      "robots[robot].announced = true", RD_ARG(robot, R05_T_ROBOT))                                \
    X(STEADY, "steady", RD_LOG,                                                                    \
      RD_SAYS("Gyroscopic Stabilizer: belts and gears do not turn it this round"), NULL,           \
      RD_ARG(robot, R05_T_ROBOT))                                                                  \
    X(REVEALED, "revealed", RD_LOG, RD_SAYS("its card of this register lies open"),                \
      "robots[robot].registers[register] = card; robots[robot].seconds[register] = pair; "         \
      "robots[robot].open << register",                                                            \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(register, R05_T_REGISTER), RD_ARG(card, R05_T_CARD),      \
      RD_ARG_OR(pair, R05_T_CARD, RD_MAY_LACK))                                                    \
    X(REPLACED, "replaced", RD_LOG, RD_SAYS("face up from the deck"),                              \
      "robots[robot].registers[register] = card; robots[robot].seconds[register] = none; "         \
      "robots[robot].open << register",                                                            \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(register, R05_T_REGISTER), RD_ARG(card, R05_T_CARD))      \
    X(SCRAMBLED, "scrambled", RD_LOG, RD_SAYS("face down from the deck"),                          \
      "robots[robot].registers[register] = hidden; robots[robot].seconds[register] = none",        \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(register, R05_T_REGISTER))                                \
    X(CARD, "card", RD_LOG, RD_SAYS("it runs a card"), NULL, RD_ARG(robot, R05_T_ROBOT),           \
      RD_ARG(card, R05_T_CARD), RD_ARG_OR(pair, R05_T_CARD, RD_MAY_LACK))                          \
    X(OPTION_USED, "option_used", RD_LOG, RD_SAYS("it uses an option"), NULL,                      \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(option, R05_T_OPTION))                                    \
    X(MOVED, "moved", RD_ANIMATION, RD_SAYS("by itself or by a beam"), "robots[robot].cell = to",  \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(from, R05_T_CELL), RD_ARG(to, R05_T_CELL),                \
      RD_ARG(dir, R05_T_DIR))                                                                      \
    X(PUSHED, "pushed", RD_LOG, RD_SAYS("by another robot"), "robots[robot].cell = to",            \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(from, R05_T_CELL), RD_ARG(to, R05_T_CELL),                \
      RD_ARG(by, R05_T_ROBOT))                                                                     \
    X(CARRIED, "carried", RD_LOG, RD_SAYS("by a belt"), "robots[robot].cell = to",                 \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(from, R05_T_CELL), RD_ARG(to, R05_T_CELL),                \
      RD_ARG(dir, R05_T_DIR))                                                                      \
    X(SHOVED, "shoved", RD_LOG, RD_SAYS("by a pusher"), "robots[robot].cell = to",                 \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(from, R05_T_CELL), RD_ARG(to, R05_T_CELL),                \
      RD_ARG(dir, R05_T_DIR))                                                                      \
    X(TURNED, "turned", RD_ANIMATION, RD_SAYS("clockwise; dir is the new facing"),                 \
      "robots[robot].facing = dir", RD_ARG(robot, R05_T_ROBOT), RD_ARG(quarters, RD_T_N),          \
      RD_ARG(dir, R05_T_DIR))                                                                      \
    X(BLOCKED, "blocked", RD_LOG, RD_SAYS("a wall or a robot stops it"), NULL,                     \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(from, R05_T_CELL),                                        \
      RD_ARG_OR(dir, R05_T_DIR, RD_MAY_LACK))                                                      \
    X(FELL, "fell", RD_LOG, RD_SAYS("into the pit, or over the edge from that last cell"),         \
      "robots[robot].cell = none", RD_ARG(robot, R05_T_ROBOT), RD_ARG(cell, R05_T_CELL),           \
      RD_ARG(from, R05_T_CELL), RD_ARG_OR(dir, R05_T_DIR, RD_MAY_LACK))                            \
    X(LASER, "laser", RD_LOG, RD_SAYS("hit by a laser of the factory"), NULL,                      \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(dir, R05_T_DIR), RD_ARG(beams, RD_T_N))                   \
    X(SHOT, "shot", RD_LOG, RD_SAYS("hit by the laser of a robot"), NULL,                          \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(by, R05_T_ROBOT), RD_ARG(points, R05_T_POINTS))           \
    X(WEAPON, "weapon", RD_LOG, RD_SAYS("it fires an option instead of the main laser"), NULL,     \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(option, R05_T_OPTION), RD_ARG(target, R05_T_ROBOT))       \
    X(RAMMED, "rammed", RD_LOG, RD_SAYS("pushed by Ramming Gear"), NULL,                           \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(by, R05_T_ROBOT))                                         \
    X(DAMAGED, "damaged", RD_LOG, RD_SAYS("the tokens it has now"),                                \
      "robots[robot].damage = damage", RD_ARG(robot, R05_T_ROBOT), RD_ARG(damage, RD_T_N),         \
      RD_ARG_OR(by, R05_T_ROBOT, RD_MAY_LACK))                                                     \
    X(PREVENTED, "prevented", RD_LOG, RD_SAYS("one point of damage"), NULL,                        \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(option, R05_T_OPTION))                                    \
    X(LOCKED, "locked", RD_LOG, RD_SAYS("the register keeps its card"),                            \
      "robots[robot].locked << register", RD_ARG(robot, R05_T_ROBOT),                              \
      RD_ARG(register, R05_T_REGISTER))                                                            \
    X(UNLOCKED, "unlocked", RD_LOG, RD_SAYS("the register is free again"),                         \
      "robots[robot].locked >> register; robots[robot].open >> register; "                         \
      "robots[robot].registers[register] = none; robots[robot].seconds[register] = none",          \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(register, R05_T_REGISTER))                                \
    X(OPTION_GAINED, "option_gained", RD_LOG, RD_SAYS("it gets an option card"),                   \
      "robots[robot].options << option", RD_ARG(robot, R05_T_ROBOT), RD_ARG(option, R05_T_OPTION)) \
    X(OPTION_LOST, "option_lost", RD_LOG, RD_SAYS("the card leaves it"),                           \
      "robots[robot].options >> option; option_discard << option", RD_ARG(robot, R05_T_ROBOT),     \
      RD_ARG(option, R05_T_OPTION))                                                                \
    X(OPTIONS_SHUFFLED, "options_shuffled", RD_LOG,                                                \
      RD_SAYS("the discarded options become the deck again"),                                      \
      "option_discard = empty; option_deck = n", RD_ARG(n, RD_T_N))                                \
    X(DESTROYED, "destroyed", RD_LOG, RD_SAYS("the lives it has left"),                            \
      "robots[robot].cell = none; robots[robot].lives = lives; robots[robot].destroyed = true; "   \
      "robots[robot].powered_down = false; robots[robot].announced = false; robots[robot].damage " \
      "= damage",                                                                                  \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(lives, RD_T_N), RD_ARG_OR(cell, R05_T_CELL, RD_MAY_LACK), \
      RD_ARG_OR(by, R05_T_ROBOT, RD_MAY_LACK), RD_ARG(damage, RD_T_N))                             \
    X(LEFT, "left", RD_ANIMATION, RD_SAYS("it leaves the race for good, and its tokens with it"),  \
      "robots[robot].cell = none; robots[robot].out = true; robots[robot].destroyed = false; "     \
      "robots[robot].powered_down = false; robots[robot].announced = false; robots[robot].damage " \
      "= 0",                                                                                       \
      RD_ARG(robot, R05_T_ROBOT))                                                                  \
    X(OUT, "out", RD_LOG, RD_SAYS("of the game"),                                                  \
      "robots[robot].cell = none; robots[robot].out = true; robots[robot].destroyed = false",      \
      RD_ARG(robot, R05_T_ROBOT))                                                                  \
    X(FLAG, "flag", RD_LOG, RD_SAYS("touched"), "robots[robot].flags = flag",                      \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(flag, R05_T_FLAG))                                        \
    X(ARCHIVED, "archived", RD_LOG, RD_SAYS("its marker goes there"),                              \
      "robots[robot].archive = cell", RD_ARG(robot, R05_T_ROBOT), RD_ARG(cell, R05_T_CELL))        \
    X(REPAIRED, "repaired", RD_LOG, RD_SAYS("the tokens it has now"),                              \
      "robots[robot].damage = damage", RD_ARG(robot, R05_T_ROBOT), RD_ARG(damage, RD_T_N))         \
    X(POWERED_DOWN, "powered_down", RD_LOG, RD_SAYS("for this round"),                             \
      "robots[robot].powered_down = true; robots[robot].announced = false",                        \
      RD_ARG(robot, R05_T_ROBOT))                                                                  \
    X(POWERED_UP, "powered_up", RD_LOG, RD_SAYS("it runs again"),                                  \
      "robots[robot].powered_down = false", RD_ARG(robot, R05_T_ROBOT))                            \
    X(REENTERED, "reentered", RD_LOG, RD_SAYS("it is back on the floor"),                          \
      "robots[robot].cell = cell; robots[robot].facing = dir; robots[robot].destroyed = false",    \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(cell, R05_T_CELL), RD_ARG(dir, R05_T_DIR))                \
    X(FINISHED, "finished", RD_LOG, RD_SAYS("in that place"), "robots[robot].place = place",       \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(place, RD_T_N))                                           \
    X(FLAG_MOVED, "flag_moved", RD_ANIMATION, RD_SAYS("by a belt"), "flags[flag] = to",            \
      RD_ARG(flag, R05_T_FLAG), RD_ARG(from, R05_T_CELL), RD_ARG(to, R05_T_CELL))                  \
    X(FLAG_LOST, "flag_lost", RD_LOG, RD_SAYS("it lies nowhere"), "flags[flag] = none",            \
      RD_ARG(flag, R05_T_FLAG), RD_ARG(cell, R05_T_CELL))                                          \
    X(FLAG_BACK, "flag_back", RD_LOG, RD_SAYS("where it lay at the start"), "flags[flag] = cell",  \
      RD_ARG(flag, R05_T_FLAG), RD_ARG(cell, R05_T_CELL))                                          \
    X(FLAG_TAKEN, "flag_taken", RD_LOG, RD_SAYS("it carries the flag"),                            \
      "flags[flag] = none; robots[robot].carries = flag", RD_ARG(robot, R05_T_ROBOT),              \
      RD_ARG(flag, R05_T_FLAG))                                                                    \
    X(COIN, "coin", RD_LOG, RD_SAYS("it tosses for the board to turn"), NULL,                      \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(side, R05_T_COIN))                                        \
    X(BOARD_TURNED, "board_turned", RD_LOG,                                                        \
      RD_SAYS("a quarter clockwise; how many quarters from the start"),                            \
      "turned[piece] = quarters", RD_ARG(piece, R05_T_PIECE), RD_ARG(quarters, RD_T_N))            \
    X(CONTROL, "control", RD_ANIMATION, RD_SAYS("Toggle Boggle: the team that controls the flag"), \
      "control[flag] = team", RD_ARG(flag, R05_T_FLAG), RD_ARG(team, RD_T_N))                      \
    X(MARKERS, "markers", RD_ANIMATION, RD_SAYS("its archive, lives and flags now"),               \
      "robots[robot].archive = archive; robots[robot].lives = lives; robots[robot].flags = flags", \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG_OR(archive, R05_T_CELL, RD_MAY_LACK),                     \
      RD_ARG(lives, RD_T_N), RD_ARG(flags, RD_T_N))                                                \
    X(TOKENS, "tokens", RD_ANIMATION,                                                              \
      RD_SAYS("on Ablative Coat and Mini Howitzer, who controls it, the flag it carries"),         \
      "robots[robot].coat_tokens := coat; robots[robot].howitzer_shots := shots; "                 \
      "robots[robot].controlled_by := by; robots[robot].carries := flag",                          \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG_OR(coat, R05_T_POINTS, RD_MAY_LACK),                      \
      RD_ARG_OR(shots, R05_T_POINTS, RD_MAY_LACK), RD_ARG_OR(by, R05_T_ROBOT, RD_MAY_LACK),        \
      RD_ARG_OR(flag, R05_T_FLAG, RD_MAY_LACK))                                                    \
    X(SUPERBOT, "superbot", RD_LOG, RD_SAYS("the new one"), "superbot = robot",                    \
      RD_ARG(robot, R05_T_ROBOT))                                                                  \
    X(REMOVED, "removed", RD_LOG, RD_SAYS("thrown out"), "robots[robot].cell = none",              \
      RD_ARG(robot, R05_T_ROBOT), RD_ARG(by, R05_T_ROBOT))                                         \
    X(WORKS, "works", RD_ANIMATION, RD_SAYS("belts, pushers, gears or lasers begin their work"),   \
      NULL, RD_ARG(stage, R05_T_STAGE), RD_ARG(register, R05_T_REGISTER))                          \
    X(BEAM, "beam", RD_ANIMATION,                                                                  \
      RD_SAYS("a laser fires; hit is the robot it ends at, if any, and by the robot that fires"),  \
      NULL, RD_ARG(from, R05_T_CELL), RD_ARG(dir, R05_T_DIR), RD_ARG(to, R05_T_CELL),              \
      RD_ARG(beams, RD_T_N), RD_ARG_OR(hit, R05_T_ROBOT, RD_MAY_LACK),                             \
      RD_ARG_OR(by, R05_T_ROBOT, RD_MAY_LACK))                                                     \
    X(STATUS, "status", RD_ANIMATION, RD_SAYS("how far the round is, and cards in the decks"),     \
      "stage = stage; register = register; deck = deck; discard = discard; option_deck = options", \
      RD_ARG(stage, R05_T_STAGE), RD_ARG(register, R05_T_REGISTER), RD_ARG(deck, RD_T_N),          \
      RD_ARG(discard, RD_T_N), RD_ARG(options, RD_T_N))                                            \
    X(REGISTER_END, "register_end", RD_CHECKPOINT, RD_SAYS("the register is over"), NULL,          \
      RD_ARG(register, R05_T_REGISTER))                                                            \
    X(CLEANUP, "cleanup", RD_CHECKPOINT, RD_SAYS("the round is over"), NULL,                       \
      RD_ARG(round, RD_T_N))                                                                       \
    X(END, "end", RD_CHECKPOINT, RD_SAYS("the race is over"), NULL, RD_ARG(winner, RD_T_SEAT))
enum {
#define X(name, word, level, says, effects, ...) R05_EV_##name,
    R05_EVENTS(X)
#undef X
        R05_EV_COUNT
};

#endif
