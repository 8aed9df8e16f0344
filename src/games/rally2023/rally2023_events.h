/* rally2023_events.h - what can happen in Robo Rally 2023, as the listeners are told it.
**
** A row for each kind of event: its name, level and meaning, what it changes in a view
** (core/film.h), and its arguments, of the types in rally2023.h.
*/
#ifndef RD_RALLY2023_EVENTS_H
#define RD_RALLY2023_EVENTS_H

#define R23_PILE_LIST(X)                \
    X(HAND, "hand")                     \
    X(KEPT, "kept")                     \
    X(DISCARD, "discard")               \
    X(GONE, "gone")                     \
    X(HELD, "held")                     \
    X(LENT, "lent")                     \
    X(DAMAGE_DISCARD, "damage_discard") \
    X(DAMAGE_GONE, "damage_gone")       \
    X(CLOSED, "closed")
enum {
#define X(name, word) R23_PILE_##name,
    R23_PILE_LIST(X)
#undef X
        R23_PILES
};

/* name, word, level, meaning, effects, arguments */
#define R23_EVENTS(X)                                                                              \
    X(BEGIN, "begin", RD_LOG, RD_SAYS("has the priority token first"), NULL,                       \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(CUBE, "cube", RD_LOG, RD_SAYS("a start is closed"), NULL, RD_ARG(robot, R23_T_ROBOT),        \
      RD_ARG(cell, R23_T_CELL))                                                                    \
    X(PLACED, "placed", RD_LOG, RD_SAYS("on its start"),                                           \
      "robots[robot].cell = cell; robots[robot].facing = dir; robots[robot].archive = cell; "      \
      "robots[robot].arrow = dir",                                                                 \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(cell, R23_T_CELL), RD_ARG(dir, R23_T_DIR))                \
    X(ROUND, "round", RD_LOG, RD_SAYS("a round begins; who has the priority token"),               \
      "round = round; first = robot", RD_ARG(round, RD_T_N), RD_ARG(robot, R23_T_ROBOT))           \
    X(SPARE, "spare", RD_ANIMATION, RD_SAYS("dealt or drawn; seen by its seat only"),              \
      "robots[robot].spare << upgrade", RD_ARG(robot, R23_T_ROBOT),                                \
      RD_ARG(upgrade, R23_T_UPGRADE))                                                              \
    X(UPGRADE_DRAWN, "upgrade_drawn", RD_LOG, RD_SAYS("from the deck"), NULL,                      \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(INSTALLED, "installed", RD_LOG, RD_SAYS("it pays for it and has it"),                        \
      "robots[robot].upgrades << upgrade; robots[robot].spare >> upgrade",                         \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(upgrade, R23_T_UPGRADE))                                  \
    X(REMOVED, "removed", RD_LOG, RD_SAYS("it is discarded"), "robots[robot].upgrades >> upgrade", \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(upgrade, R23_T_UPGRADE))                                  \
    X(ORDERED, "ordered", RD_ANIMATION, RD_SAYS("held, or offered again"), NULL,                   \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(upgrade, R23_T_UPGRADE))                                  \
    X(USED, "used", RD_LOG, RD_SAYS("it uses an upgrade"), NULL, RD_ARG(robot, R23_T_ROBOT),       \
      RD_ARG(upgrade, R23_T_UPGRADE))                                                              \
    X(SPENT, "spent", RD_ANIMATION, RD_SAYS("a temporary one leaves after use"),                   \
      "robots[robot].upgrades >> upgrade", RD_ARG(robot, R23_T_ROBOT),                             \
      RD_ARG(upgrade, R23_T_UPGRADE))                                                              \
    X(ENERGY, "energy", RD_LOG, RD_SAYS("what it has now"), "robots[robot].energy = energy",       \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(energy, RD_T_N))                                          \
    X(DREW, "drew", RD_LOG, RD_SAYS("number of cards"), NULL, RD_ARG(robot, R23_T_ROBOT),          \
      RD_ARG(cards, RD_T_N))                                                                       \
    X(CARD_DRAWN, "card_drawn", RD_ANIMATION, RD_SAYS("seen by its seat only"), NULL,              \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(card, R23_T_CARD))                                        \
    X(RESHUFFLED, "reshuffled", RD_LOG, RD_SAYS("its discard became its deck"), NULL,              \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(TURNED_UP, "turned_up", RD_LOG, RD_SAYS("Spam Filter"), NULL, RD_ARG(robot, R23_T_ROBOT),    \
      RD_ARG(card, R23_T_CARD))                                                                    \
    X(PROGRAMMED, "programmed", RD_LOG, RD_SAYS("its program is laid"), NULL,                      \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(TIME_UP, "time_up", RD_LOG, RD_SAYS("its time to program is over"), NULL,                    \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(STORED, "stored", RD_LOG, RD_SAYS("how many lie on Memory Cards"), NULL,                     \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(cards, RD_T_N))                                           \
    X(SHUT_DOWN, "shut_down", RD_LOG, RD_SAYS("for this round"), "robots[robot].down = true",      \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(REVEALED, "revealed", RD_LOG, RD_SAYS("its card of this register lies open"),                \
      "robots[robot].registers[register] = card; robots[robot].seconds[register] = second; "       \
      "robots[robot].open << register",                                                            \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(register, R23_T_REGISTER), RD_ARG(card, R23_T_CARD),      \
      RD_ARG_OR(second, R23_T_CARD, RD_MAY_LACK))                                                  \
    X(REPLACED, "replaced", RD_LOG, RD_SAYS("another card lies face up there"),                    \
      "robots[robot].registers[register] = card", RD_ARG(robot, R23_T_ROBOT),                      \
      RD_ARG(register, R23_T_REGISTER), RD_ARG(card, R23_T_CARD))                                  \
    X(SCRAMBLED, "scrambled", RD_LOG, RD_SAYS("another card lies face down there"), NULL,          \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(register, R23_T_REGISTER))                                \
    X(CARD, "card", RD_LOG, RD_SAYS("it runs a card"), NULL, RD_ARG(robot, R23_T_ROBOT),           \
      RD_ARG(card, R23_T_CARD), RD_ARG_OR(second, R23_T_CARD, RD_MAY_LACK))                        \
    X(REPEATS, "repeats", RD_LOG, RD_SAYS("Again"), NULL, RD_ARG(robot, R23_T_ROBOT),              \
      RD_ARG(card, R23_T_CARD))                                                                    \
    X(MOVED, "moved", RD_ANIMATION, RD_SAYS("by itself"), "robots[robot].cell = to",               \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(from, R23_T_CELL), RD_ARG(to, R23_T_CELL),                \
      RD_ARG(dir, R23_T_DIR))                                                                      \
    X(PUSHED, "pushed", RD_LOG, RD_SAYS("by another robot"), "robots[robot].cell = to",            \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(from, R23_T_CELL), RD_ARG(to, R23_T_CELL),                \
      RD_ARG(by, R23_T_ROBOT))                                                                     \
    X(CARRIED, "carried", RD_LOG, RD_SAYS("by a belt"), "robots[robot].cell = to",                 \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(from, R23_T_CELL), RD_ARG(to, R23_T_CELL),                \
      RD_ARG(dir, R23_T_DIR))                                                                      \
    X(SHOVED, "shoved", RD_LOG, RD_SAYS("by a push panel, a weapon, a returning robot"),           \
      "robots[robot].cell = to", RD_ARG(robot, R23_T_ROBOT), RD_ARG(from, R23_T_CELL),             \
      RD_ARG(to, R23_T_CELL), RD_ARG(dir, R23_T_DIR))                                              \
    X(JUMPED, "jumped", RD_LOG, RD_SAYS("exchanged or displaced"), "robots[robot].cell = to",      \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(from, R23_T_CELL), RD_ARG(to, R23_T_CELL))                \
    X(TURNED, "turned", RD_ANIMATION, RD_SAYS("clockwise; dir is the new facing"),                 \
      "robots[robot].facing = dir", RD_ARG(robot, R23_T_ROBOT), RD_ARG(quarters, RD_T_N),          \
      RD_ARG(dir, R23_T_DIR))                                                                      \
    X(BLOCKED, "blocked", RD_LOG, RD_SAYS("a wall or a robot stops it"), NULL,                     \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(from, R23_T_CELL),                                        \
      RD_ARG_OR(dir, R23_T_DIR, RD_MAY_LACK))                                                      \
    X(FELL, "fell", RD_LOG, RD_SAYS("into the pit, or over the edge from that last cell"),         \
      "robots[robot].cell = none", RD_ARG(robot, R23_T_ROBOT), RD_ARG(cell, R23_T_CELL),           \
      RD_ARG(from, R23_T_CELL), RD_ARG_OR(dir, R23_T_DIR, RD_MAY_LACK))                            \
    X(LASER, "laser", RD_LOG, RD_SAYS("hit by wall lasers"), NULL, RD_ARG(robot, R23_T_ROBOT),     \
      RD_ARG(beams, RD_T_N))                                                                       \
    X(SHOT, "shot", RD_LOG, RD_SAYS("hit by the laser of a robot"), NULL,                          \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(by, R23_T_ROBOT), RD_ARG(points, R23_T_POINTS))           \
    X(WEAPON, "weapon", RD_LOG, RD_SAYS("it fires an upgrade instead of the main laser"), NULL,    \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(upgrade, R23_T_UPGRADE), RD_ARG(target, R23_T_ROBOT))     \
    X(RAMMED, "rammed", RD_LOG, RD_SAYS("by Ramming Gear"), NULL, RD_ARG(robot, R23_T_ROBOT),      \
      RD_ARG(by, R23_T_ROBOT))                                                                     \
    X(PRICKED, "pricked", RD_LOG, RD_SAYS("by Spiky"), NULL, RD_ARG(robot, R23_T_ROBOT),           \
      RD_ARG(by, R23_T_ROBOT))                                                                     \
    X(SHIELDED, "shielded", RD_LOG, RD_SAYS("Deflector Shield takes a point"),                     \
      "robots[robot].shielded = true", RD_ARG(robot, R23_T_ROBOT))                                 \
    X(SPAM, "spam", RD_LOG, RD_SAYS("a SPAM card goes to its discard"), "robots[robot].spam += 1", \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(HAYWIRE, "haywire", RD_LOG, RD_SAYS("one waits face down for the next round"), NULL,         \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(register, R23_T_REGISTER))                                \
    X(WHICH_HAYWIRE, "which_haywire", RD_ANIMATION, RD_SAYS("seen by its seat only"), NULL,        \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(card, R23_T_CARD))                                        \
    X(SPARED, "spared", RD_LOG, RD_SAYS("a second Haywire for a register is discarded"), NULL,     \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(card, R23_T_CARD))                                        \
    X(EXCHANGED, "exchanged", RD_LOG, RD_SAYS("Modular Chassis"),                                  \
      "robots[robot].upgrades >> upgrade; robots[robot].upgrades << taken; "                       \
      "robots[other].upgrades >> taken; robots[other].upgrades << upgrade",                        \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(upgrade, R23_T_UPGRADE), RD_ARG(other, R23_T_ROBOT),      \
      RD_ARG(taken, R23_T_UPGRADE))                                                                \
    X(DROPPED, "dropped", RD_LOG, RD_SAYS("leaves the game"), NULL, RD_ARG(robot, R23_T_ROBOT),    \
      RD_ARG(card, R23_T_CARD))                                                                    \
    X(LUCKY, "lucky", RD_LOG, RD_SAYS("turned up by Lucky Booster"), NULL,                         \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(card, R23_T_CARD))                                        \
    X(REBOOTED, "rebooted", RD_LOG, RD_SAYS("it is off the floor"),                                \
      "robots[robot].cell = none; robots[robot].fallen = true", RD_ARG(robot, R23_T_ROBOT))        \
    X(RETURNED, "returned", RD_LOG, RD_SAYS("it is back on the floor"),                            \
      "robots[robot].cell = cell; robots[robot].facing = dir; robots[robot].fallen = false",       \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(cell, R23_T_CELL), RD_ARG(dir, R23_T_DIR))                \
    X(PRIORITY, "priority", RD_LOG, RD_SAYS("has the token now"), "first = robot",                 \
      RD_ARG(robot, R23_T_ROBOT))                                                                  \
    X(ARCHIVED, "archived", RD_LOG, RD_SAYS("its archive token goes there"),                       \
      "robots[robot].archive = cell; robots[robot].arrow = dir", RD_ARG(robot, R23_T_ROBOT),       \
      RD_ARG(cell, R23_T_CELL), RD_ARG(dir, R23_T_DIR))                                            \
    X(CHECKPOINT, "checkpoint", RD_LOG, RD_SAYS("reached in order"),                               \
      "robots[robot].checkpoints = checkpoint", RD_ARG(robot, R23_T_ROBOT),                        \
      RD_ARG(checkpoint, R23_T_CHECKPOINT))                                                        \
    X(WORKS, "works", RD_ANIMATION, RD_SAYS("belts, pushers, gears or lasers begin their work"),   \
      NULL, RD_ARG(stage, R23_T_STAGE), RD_ARG(register, R23_T_REGISTER))                          \
    X(BEAM, "beam", RD_ANIMATION,                                                                  \
      RD_SAYS("a laser fires; hit is the robot it ends at, if any, and by the robot that fires"),  \
      NULL, RD_ARG(from, R23_T_CELL), RD_ARG(dir, R23_T_DIR), RD_ARG(to, R23_T_CELL),              \
      RD_ARG(beams, RD_T_N), RD_ARG_OR(hit, R23_T_ROBOT, RD_MAY_LACK),                             \
      RD_ARG_OR(by, R23_T_ROBOT, RD_MAY_LACK))                                                     \
    X(COVERED, "covered", RD_ANIMATION,                                                            \
      RD_SAYS("a card lies face down in a register; its seat is told which"),                      \
      "robots[robot].registers[register] = card; robots[robot].seconds[register] = second; "       \
      "robots[robot].open >> register",                                                            \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(register, R23_T_REGISTER),                                \
      RD_ARG_OR(card, R23_T_CARD, RD_MAY_HIDE),                                                    \
      RD_ARG_OR(second, R23_T_CARD, RD_MAY_HIDE | RD_MAY_LACK))                                    \
    X(UNCOVERED, "uncovered", RD_ANIMATION, RD_SAYS("what lies face up in a register now"),        \
      "robots[robot].registers[register] = card; robots[robot].seconds[register] = second; "       \
      "robots[robot].open << register",                                                            \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(register, R23_T_REGISTER),                                \
      RD_ARG_OR(card, R23_T_CARD, RD_MAY_HIDE),                                                    \
      RD_ARG_OR(second, R23_T_CARD, RD_MAY_HIDE | RD_MAY_LACK))                                    \
    X(CLEARED, "cleared", RD_ANIMATION, RD_SAYS("a register is empty now"),                        \
      "robots[robot].registers[register] = none; robots[robot].seconds[register] = none; "         \
      "robots[robot].open >> register",                                                            \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(register, R23_T_REGISTER))                                \
    X(WAITING, "waiting", RD_ANIMATION, RD_SAYS("a Haywire for the next round, or none any more"), \
      "robots[robot].waiting[register] = card", RD_ARG(robot, R23_T_ROBOT),                        \
      RD_ARG(register, R23_T_REGISTER), RD_ARG_OR(card, R23_T_CARD, RD_MAY_HIDE | RD_MAY_LACK))    \
    X(MEMORY, "memory", RD_ANIMATION,                                                              \
      RD_SAYS("what Again would repeat, and whether it is shut down"),                             \
      "robots[robot].again = card; robots[robot].down = down", RD_ARG(robot, R23_T_ROBOT),         \
      RD_ARG_OR(card, R23_T_CARD, RD_MAY_LACK), RD_ARG(down, RD_T_TRUTH))                          \
    X(COUNTS, "counts", RD_ANIMATION, RD_SAYS("how many cards it has, and where"),                 \
      "robots[robot].hand # hand; robots[robot].discard # discard; robots[robot].deck = deck; "    \
      "robots[robot].spam = spam; robots[robot].spares = spares",                                  \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG(hand, RD_T_N), RD_ARG(discard, RD_T_N),                   \
      RD_ARG(deck, RD_T_N), RD_ARG(spam, RD_T_N), RD_ARG(spares, RD_T_N))                          \
    X(HOLDS, "holds", RD_ANIMATION, RD_SAYS("how often a card is in a pile of a robot"),           \
      "robots[robot][pile]{card} # n", RD_ARG(robot, R23_T_ROBOT), RD_ARG(pile, R23_T_PILE),       \
      RD_ARG(card, R23_T_CARD), RD_ARG(n, RD_T_N))                                                 \
    X(MARKS, "marks", RD_ANIMATION, RD_SAYS("whether an upgrade is held or lent"),                 \
      "robots[robot][pile]{upgrade} # n", RD_ARG(robot, R23_T_ROBOT), RD_ARG(pile, R23_T_PILE),    \
      RD_ARG(upgrade, R23_T_UPGRADE), RD_ARG(n, RD_T_N))                                           \
    X(HOME, "home", RD_ANIMATION,                                                                  \
      RD_SAYS(                                                                                     \
          "where it will return, how many cards are on Memory Cards, what lies face up on its "    \
          "deck; the order of the deck's top follows"),                                            \
      "robots[robot].returns_to := cell; robots[robot].kept # kept; robots[robot].shown = shown; " \
      "robots[robot].stacked = empty",                                                             \
      RD_ARG(robot, R23_T_ROBOT), RD_ARG_OR(cell, R23_T_CELL, RD_MAY_LACK), RD_ARG(kept, RD_T_N),  \
      RD_ARG_OR(shown, R23_T_CARD, RD_MAY_LACK))                                                   \
    X(STACKED, "stacked", RD_ANIMATION, RD_SAYS("the next card of the top of its deck, upwards"),  \
      "robots[robot].stacked ++ card", RD_ARG(robot, R23_T_ROBOT),                                 \
      RD_ARG_OR(card, R23_T_CARD, RD_MAY_HIDE))                                                    \
    X(EMPTIED, "emptied", RD_ANIMATION, RD_SAYS("a pile of all; what is in it follows"),           \
      "[pile] = empty", RD_ARG(pile, R23_T_PILE))                                                  \
    X(ADDED, "added", RD_ANIMATION, RD_SAYS("a damage card to a pile of all"), "[pile] ++ card",   \
      RD_ARG(pile, R23_T_PILE), RD_ARG(card, R23_T_CARD))                                          \
    X(CLOSED, "closed", RD_ANIMATION, RD_SAYS("a start that stays free"), "closed ++ cell",        \
      RD_ARG(cell, R23_T_CELL))                                                                    \
    X(DISCARDED, "discarded", RD_ANIMATION, RD_SAYS("whether an upgrade is in the discard"),       \
      "upgrade_discard{upgrade} # n", RD_ARG(upgrade, R23_T_UPGRADE), RD_ARG(n, RD_T_N))           \
    X(STATUS, "status", RD_ANIMATION, RD_SAYS("how far the round is, and cards in the decks"),     \
      "stage = stage; register = register; lead = lead; damage_deck = damage; upgrade_deck = "     \
      "upgrades",                                                                                  \
      RD_ARG(stage, R23_T_STAGE), RD_ARG(register, R23_T_REGISTER), RD_ARG(lead, R23_T_ROBOT),     \
      RD_ARG(damage, RD_T_N), RD_ARG(upgrades, RD_T_N))                                            \
    X(REGISTER_END, "register_end", RD_CHECKPOINT, RD_SAYS("the register is over"), NULL,          \
      RD_ARG(register, R23_T_REGISTER))                                                            \
    X(ROUND_END, "round_end", RD_CHECKPOINT, RD_SAYS("the round is over"), NULL,                   \
      RD_ARG(round, RD_T_N))                                                                       \
    X(END, "end", RD_CHECKPOINT, RD_SAYS("the race is over"), NULL, RD_ARG(winner, RD_T_SEAT))
enum {
#define X(name, word, level, says, effects, ...) R23_EV_##name,
    R23_EVENTS(X)
#undef X
        R23_EV_COUNT
};

#endif
