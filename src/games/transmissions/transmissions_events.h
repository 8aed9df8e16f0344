/* transmissions_events.h - what can happen in Transmissions, as the listeners are told it.
**
** A row for each kind of event: its name, level and meaning, what it changes in a view
** (core/film.h), and its arguments, of the types in transmissions.h.
*/
#ifndef RD_TRANSMISSIONS_EVENTS_H
#define RD_TRANSMISSIONS_EVENTS_H

enum { TX_WHY_NONE, TX_WHY_PIPES, TX_WHY_SHOP, TX_WHY_ROBOTS }; /* what brought the end */

/* name, word, level, meaning, effects, arguments */
#define TX_EVENTS(X)                                                                               \
    X(BEGIN, "begin", RD_LOG, RD_SAYS("who begins"), "active = seat", RD_ARG(seat, RD_T_SEAT))     \
    X(ROBOTS, "robots", RD_LOG, RD_SAYS("where the robots begin"),                                 \
      "robots.yellow = yellow; robots.blue = blue; robots.green = green; robots.red = red",        \
      RD_ARG(yellow, TX_T_CELL), RD_ARG(blue, TX_T_CELL), RD_ARG(green, TX_T_CELL),                \
      RD_ARG(red, TX_T_CELL))                                                                      \
    X(DEALT, "dealt", RD_LOG, RD_SAYS("two starting ideas"),                                       \
      "players[seat].starting_ideas ++ first; players[seat].starting_ideas ++ second",             \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(first, TX_T_IDEA), RD_ARG(second, TX_T_IDEA))                \
    X(ANSWERED, "answered", RD_ANIMATION, RD_SAYS("has placed the starting ideas"),                \
      "players[seat].answered = true; players[seat].chosen # 1", RD_ARG(seat, RD_T_SEAT))          \
    X(CHOSE, "chose", RD_ANIMATION, RD_SAYS("the robots chosen for them; seen by its seat only"),  \
      "players[seat].chosen = empty; players[seat].chosen ++ on; players[seat].chosen ++ beside",  \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(on, TX_T_ROBOT), RD_ARG(beside, TX_T_ROBOT))                 \
    X(PLACED, "placed", RD_LOG, RD_SAYS("where the starting ideas lie"),                           \
      "players[seat].robots[on].tiles ++ first; players[seat].robots[on].free -= 1; "              \
      "players[seat].robots[beside].tiles ++ second; players[seat].robots[beside].free -= 1; "     \
      "players[seat].starting_ideas = empty; players[seat].answered = false; "                     \
      "players[seat].chosen = empty",                                                              \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(first, TX_T_IDEA), RD_ARG(on, TX_T_ROBOT),                   \
      RD_ARG(second, TX_T_IDEA), RD_ARG(beside, TX_T_ROBOT))                                       \
    X(PHASE, "phase", RD_ANIMATION, RD_SAYS("what is going on now"), "phase = phase",              \
      RD_ARG(phase, TX_T_PHASE))                                                                   \
    X(SETS, "sets", RD_LOG, RD_SAYS("the letters in use, and how many pairs they make"),           \
      "item_sets = items; idea_sets = ideas; pile_size = pairs; "                                  \
      "pile #{item=hidden,idea=hidden} pairs",                                                     \
      RD_ARG(items, TX_T_ITEM_SETS), RD_ARG(ideas, TX_T_IDEA_SETS), RD_ARG(pairs, RD_T_N))         \
    X(SHOP, "shop", RD_LOG, RD_SAYS("a pair fills a slot"),                                        \
      "shop[slot].item = item; shop[slot].idea = idea; pile_size -= 1; pile -? 1",                 \
      RD_ARG(slot, TX_T_SLOT), RD_ARG(item, TX_T_ITEM), RD_ARG(idea, TX_T_IDEA))                   \
    X(SLOT, "slot", RD_ANIMATION,                                                                  \
      RD_SAYS("what a slot holds after a purchase, and its surcharge"),                            \
      "shop[slot].item = item; shop[slot].idea = idea; shop[slot].surcharge = surcharge",          \
      RD_ARG(slot, TX_T_SLOT), RD_ARG_OR(item, TX_T_ITEM, RD_MAY_LACK),                            \
      RD_ARG_OR(idea, TX_T_IDEA, RD_MAY_LACK), RD_ARG(surcharge, RD_T_TRUTH))                      \
    X(STACK, "stack", RD_ANIMATION,                                                                \
      RD_SAYS("the top of a stack is open now, and how many tiles it has"),                        \
      "stacks[stack] = empty; stacks[stack] # n; stacks[stack] <? pipe",                           \
      RD_ARG(stack, TX_T_STACK), RD_ARG_OR(pipe, TX_T_PIPE, RD_MAY_LACK), RD_ARG(n, RD_T_N))       \
    X(DECKS, "decks", RD_ANIMATION, RD_SAYS("cards in the forest deck, and in Harvey's"),          \
      "forest_size = forest; forest # forest; harvey_deck # harvey", RD_ARG(forest, RD_T_N),       \
      RD_ARG(harvey, RD_T_N))                                                                      \
    X(STOCK, "stock", RD_ANIMATION, RD_SAYS("what there is at the start; alone, on the board"),    \
      "supply.white = white; supply.yellow = yellow; supply.blue = blue; supply.green = green; "   \
      "board.white = white; board.yellow = yellow; board.blue = blue; board.green = green; "       \
      "board_electricity += electricity",                                                          \
      RD_ARG(white, RD_T_N), RD_ARG(yellow, RD_T_N), RD_ARG(blue, RD_T_N), RD_ARG(green, RD_T_N),  \
      RD_ARG(electricity, RD_T_N))                                                                 \
    X(EQUIPPED, "equipped", RD_ANIMATION,                                                          \
      RD_SAYS("what a player has at the start: engrams of each colour, electricity, cards"),       \
      "players[seat].engrams *= engrams; players[seat].electricity = electricity; "                \
      "players[seat].start_pipe = true; players[seat].deck # cards",                               \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(engrams, RD_T_N), RD_ARG(electricity, RD_T_N),               \
      RD_ARG(cards, RD_T_N))                                                                       \
    X(OPENED, "opened", RD_LOG, RD_SAYS("a forest card lies on the discard"), "discard ^^ forest", \
      RD_ARG(forest, TX_T_FOREST))                                                                 \
    X(TURN, "turn", RD_LOG, RD_SAYS("a turn begins; its number"), "active = seat; turns = turn",   \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(turn, RD_T_N))                                               \
    X(SHOWED, "showed", RD_ANIMATION, RD_SAYS("a movement card in hand that nobody else knew"),    \
      "players[seat].hand |= card; players[seat].hand_hidden -= 1", RD_ARG(seat, RD_T_SEAT),       \
      RD_ARG(card, TX_T_CARD))                                                                     \
    X(CARD, "card", RD_LOG, RD_SAYS("a movement card is played"),                                  \
      "players[seat].played = card; players[seat].hand >> card; players[seat].seen_cards |= card", \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(card, TX_T_CARD), RD_ARG(robot, TX_T_ROBOT))                 \
    X(MOVE, "move", RD_ANIMATION,                                                                  \
      RD_SAYS("the move under way, how far it is, and how many there are in all"),                 \
      "move ?= object; move.robot = robot; move.step = step; move.location = location; "           \
      "move.gathered = gathered; move.used = empty; moves = moves",                                \
      RD_ARG(robot, TX_T_ROBOT), RD_ARG(step, TX_T_STEP),                                          \
      RD_ARG_OR(location, TX_T_LOCATION, RD_MAY_LACK), RD_ARG(gathered, RD_T_TRUTH),               \
      RD_ARG(moves, RD_T_N))                                                                       \
    X(ABLE, "able", RD_ANIMATION, RD_SAYS("what the move may do: cells to go, and by its ideas"),  \
      "move.range = range; move.reversed = reversed; move.colours = colours; "                     \
      "move.with_idea = with_idea",                                                                \
      RD_ARG(range, RD_T_N), RD_ARG(reversed, RD_T_TRUTH), RD_ARG(colours, RD_T_TRUTH),            \
      RD_ARG(with_idea, RD_T_TRUTH))                                                               \
    X(AGAIN, "again", RD_ANIMATION, RD_SAYS("an idea used in the present move"),                   \
      "move.used << idea", RD_ARG(idea, TX_T_IDEA))                                                \
    X(MOVE_END, "move_end", RD_ANIMATION, RD_SAYS("no move is under way"),                         \
      "move = none; moves = 0", RD_ARG(seat, RD_T_SEAT))                                           \
    X(EXTRA, "extra", RD_LOG, RD_SAYS("an extra turn"), NULL, RD_ARG(seat, RD_T_SEAT),             \
      RD_ARG(robot, TX_T_ROBOT))                                                                   \
    X(MOVED, "moved", RD_LOG, RD_SAYS("a robot moves on the ring"),                                \
      "robots[robot] = to; move.step = 'act'; move.location = location", RD_ARG(seat, RD_T_SEAT),  \
      RD_ARG(robot, TX_T_ROBOT), RD_ARG(from, TX_T_CELL), RD_ARG(to, TX_T_CELL),                   \
      RD_ARG(location, TX_T_LOCATION))                                                             \
    X(SWAPPED, "swapped", RD_LOG, RD_SAYS("two robots change places"),                             \
      "robots[robot] = to; robots[other] = from; move.step = 'act'; move.location = location",     \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(robot, TX_T_ROBOT), RD_ARG(other, TX_T_ROBOT),               \
      RD_ARG(from, TX_T_CELL), RD_ARG(to, TX_T_CELL), RD_ARG(location, TX_T_LOCATION))             \
    X(ACTS, "acts", RD_ANIMATION,                                                                  \
      RD_SAYS("the robot acts where it is; whether it gathers engrams"),                           \
      "move.step = 'after'; move.gathered = gathered", RD_ARG(seat, RD_T_SEAT),                    \
      RD_ARG(location, TX_T_LOCATION), RD_ARG(gathered, RD_T_TRUTH))                               \
    X(USED, "used", RD_LOG, RD_SAYS("an idea is used"), "move.used << idea",                       \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(idea, TX_T_IDEA))                                            \
    X(COPIED, "copied", RD_LOG, RD_SAYS("an idea is copied"), NULL, RD_ARG(seat, RD_T_SEAT),       \
      RD_ARG(idea, TX_T_IDEA))                                                                     \
    X(PLAYED, "played", RD_LOG, RD_SAYS("a forest card is used"),                                  \
      "players[seat].forest_used << forest", RD_ARG(seat, RD_T_SEAT), RD_ARG(forest, TX_T_FOREST)) \
    X(ENGRAMS, "engrams", RD_LOG, RD_SAYS("got from the supply"),                                  \
      "players[seat].engrams[engram] += n; supply[engram] -= n; board[engram] -= n",               \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(engram, TX_T_ENGRAM), RD_ARG(n, RD_T_N))                     \
    X(POWER, "power", RD_LOG, RD_SAYS("electricity gained"),                                       \
      "players[seat].electricity += n; board_electricity -= n", RD_ARG(seat, RD_T_SEAT),           \
      RD_ARG(n, RD_T_N))                                                                           \
    X(PAID, "paid", RD_LOG, RD_SAYS("to the supply"),                                              \
      "players[seat].engrams.white -= white; supply.white += white; players[seat].engrams.yellow " \
      "-= yellow; supply.yellow += yellow; players[seat].engrams.blue -= blue; supply.blue += "    \
      "blue; players[seat].engrams.green -= green; supply.green += green; "                        \
      "players[seat].electricity -= electricity",                                                  \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(white, RD_T_N), RD_ARG(yellow, RD_T_N),                      \
      RD_ARG(blue, RD_T_N), RD_ARG(green, RD_T_N), RD_ARG(electricity, RD_T_N))                    \
    X(PAID_BOARD, "paid_board", RD_LOG, RD_SAYS("to the board"),                                   \
      "players[seat].engrams.white -= white; board.white += white; players[seat].engrams.yellow "  \
      "-= yellow; board.yellow += yellow; players[seat].engrams.blue -= blue; board.blue += "      \
      "blue; players[seat].engrams.green -= green; board.green += green; "                         \
      "players[seat].electricity -= electricity; board_electricity += electricity",                \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(white, RD_T_N), RD_ARG(yellow, RD_T_N),                      \
      RD_ARG(blue, RD_T_N), RD_ARG(green, RD_T_N), RD_ARG(electricity, RD_T_N))                    \
    X(PAID_BOX, "paid_box", RD_LOG, RD_SAYS("to the box"),                                         \
      "players[seat].engrams.white -= white; players[seat].engrams.yellow -= yellow; "             \
      "players[seat].engrams.blue -= blue; players[seat].engrams.green -= green; "                 \
      "players[seat].electricity -= electricity",                                                  \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(white, RD_T_N), RD_ARG(yellow, RD_T_N),                      \
      RD_ARG(blue, RD_T_N), RD_ARG(green, RD_T_N), RD_ARG(electricity, RD_T_N))                    \
    X(ITEM, "item", RD_LOG, RD_SAYS("bought, and on which robot it lies"),                         \
      "players[seat].robots[robot].tiles ++ item; players[seat].robots[robot].free -= 2",          \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(item, TX_T_ITEM), RD_ARG(robot, TX_T_ROBOT))                 \
    X(IDEA, "idea", RD_LOG, RD_SAYS("got, and on which robot it lies"),                            \
      "players[seat].robots[robot].tiles ++ idea; players[seat].robots[robot].free -= 1",          \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(idea, TX_T_IDEA), RD_ARG(robot, TX_T_ROBOT))                 \
    X(ITEM_GONE, "item_gone", RD_LOG, RD_SAYS("leaves the game"), NULL, RD_ARG(item, TX_T_ITEM))   \
    X(IDEA_GONE, "idea_gone", RD_LOG, RD_SAYS("leaves the game"), NULL, RD_ARG(idea, TX_T_IDEA))   \
    X(PIPE, "pipe", RD_LOG, RD_SAYS("attached to the player's network"),                           \
      "players[seat].pipes ++ {tile=pipe,x,y,turn}", RD_ARG(seat, RD_T_SEAT),                      \
      RD_ARG(pipe, TX_T_PIPE), RD_ARG(x, RD_T_N), RD_ARG(y, RD_T_N), RD_ARG(turn, RD_T_N))         \
    X(UNUSED, "unused", RD_LOG, RD_SAYS("kept face down"), "players[seat].unused << pipe",         \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(pipe, TX_T_PIPE))                                            \
    X(FOREST, "forest", RD_LOG, RD_SAYS("cards drawn from deck and discard"),                      \
      "drawn +? deck; drawn +? discard", RD_ARG(seat, RD_T_SEAT), RD_ARG(deck, RD_T_N),            \
      RD_ARG(discard, RD_T_N))                                                                     \
    X(SAW, "saw", RD_ANIMATION, RD_SAYS("a card drawn from the deck; seen by its seat only"),      \
      "drawn <? forest", RD_ARG(seat, RD_T_SEAT), RD_ARG(forest, TX_T_FOREST))                     \
    X(TOOK, "took", RD_ANIMATION, RD_SAYS("a card taken from the discard"), "drawn <? forest",     \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(forest, TX_T_FOREST))                                        \
    X(KEPT, "kept", RD_LOG, RD_SAYS("this card is kept"),                                          \
      "players[seat].forest << forest; drawn = empty", RD_ARG(seat, RD_T_SEAT),                    \
      RD_ARG(forest, TX_T_FOREST))                                                                 \
    X(DISCARDED, "discarded", RD_LOG, RD_SAYS("this card is not kept"), "discard ^^ forest",       \
      RD_ARG(forest, TX_T_FOREST))                                                                 \
    X(SHUFFLED, "shuffled", RD_LOG, RD_SAYS("number of cards that become the deck again"),         \
      "forest_size = n; forest # n; discard = empty", RD_ARG(n, RD_T_N))                           \
    X(LEAVES, "leaves", RD_ANIMATION, RD_SAYS("forest cards that leave the deck, or the discard"), \
      "forest_size -= deck; forest -? deck; discard -? discard", RD_ARG(deck, RD_T_N),             \
      RD_ARG(discard, RD_T_N))                                                                     \
    X(UNDER, "under", RD_ANIMATION, RD_SAYS("the card played goes under its deck"),                \
      "players[seat].played = none; players[seat].deck ++ card", RD_ARG(seat, RD_T_SEAT),          \
      RD_ARG(card, TX_T_CARD))                                                                     \
    X(DRAWS, "draws", RD_ANIMATION, RD_SAYS("movement cards come to the hand: how many"),          \
      "players[seat].deck -? n; players[seat].hand_hidden += n", RD_ARG(seat, RD_T_SEAT),          \
      RD_ARG(n, RD_T_N))                                                                           \
    X(DREW, "drew", RD_ANIMATION,                                                                  \
      RD_SAYS("a movement card; seen by its seat, or by all if it was seen before"),               \
      "players[seat].hand << card; players[seat].hand_hidden -= 1", RD_ARG(seat, RD_T_SEAT),       \
      RD_ARG(card, TX_T_CARD))                                                                     \
    X(TRIGGER, "trigger", RD_LOG, RD_SAYS("who brings the end, and how"),                          \
      "end.by = seat; end.why = why", RD_ARG(seat, RD_T_SEAT), RD_ARG(why, TX_T_WHY))              \
    X(DONE, "done", RD_CHECKPOINT, RD_SAYS("the turn is over, and who is next"), "active = next",  \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(next, RD_T_SEAT))                                            \
    X(HARVEY_CARD, "harvey_card", RD_LOG, RD_SAYS("Harvey plays a card"),                          \
      "harvey_deck -? 1; harvey_discard[card] += 1", RD_ARG(card, TX_T_CARD))                      \
    X(HARVEY_PASS, "harvey_pass", RD_LOG, RD_SAYS("none of the robots can go there"), NULL,        \
      RD_ARG(card, TX_T_CARD))                                                                     \
    X(HARVEY_NOTHING, "harvey_nothing", RD_LOG, RD_SAYS("he finds nothing there"), NULL,           \
      RD_ARG(robot, TX_T_ROBOT), RD_ARG(location, TX_T_LOCATION))                                  \
    X(HARVEY_PIPE, "harvey_pipe", RD_LOG, RD_SAYS("he takes a pipe"),                              \
      "players[seat].unused << pipe", RD_ARG(pipe, TX_T_PIPE), RD_ARG(seat, RD_T_SEAT))            \
    X(HARVEY_SHUFFLED, "harvey_shuffled", RD_LOG,                                                  \
      RD_SAYS("number of cards that become his deck again"),                                       \
      "harvey_deck # n; harvey_discard *= 0", RD_ARG(n, RD_T_N))                                   \
    X(BOARD_ENGRAMS, "board_engrams", RD_LOG, RD_SAYS("put on the board"), "board[engram] += n",   \
      RD_ARG(engram, TX_T_ENGRAM), RD_ARG(n, RD_T_N))                                              \
    X(BOARD_POWER, "board_power", RD_LOG, RD_SAYS("electricity put on the board"),                 \
      "board_electricity += n", RD_ARG(n, RD_T_N))                                                 \
    X(POINTS, "points", RD_ANIMATION, RD_SAYS("new value of a line of the score sheet"),           \
      "players[seat].score[entry] = n", RD_ARG(seat, RD_T_SEAT), RD_ARG(entry, TX_T_LINE),         \
      RD_ARG(n, RD_T_N))                                                                           \
    X(SCORE, "score", RD_LOG, RD_SAYS("total in half points, and acorns"), NULL,                   \
      RD_ARG(seat, RD_T_SEAT), RD_ARG(total, TX_T_POINTS), RD_ARG(acorns, RD_T_N))                 \
    X(END, "end", RD_CHECKPOINT, RD_SAYS("who has won, with how many half points"), NULL,          \
      RD_ARG(winner, RD_T_SEAT), RD_ARG(total, TX_T_POINTS))                                       \
    X(TIE, "tie", RD_CHECKPOINT, RD_SAYS("nobody is alone in front"), NULL,                        \
      RD_ARG(total, TX_T_POINTS))
enum {
#define X(name, word, level, says, effects, ...) TX_EV_##name,
    TX_EVENTS(X)
#undef X
        TX_EV_COUNT
};

#endif
