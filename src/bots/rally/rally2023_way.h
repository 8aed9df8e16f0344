/* rally2023_way.h - the way of a robot in Robo Rally 2023 by the table of rounds left: where its cards
** lead it, and the questions about its way that follow from that.
*/
#ifndef RD_BOTS_RALLY2023_WAY_H
#define RD_BOTS_RALLY2023_WAY_H

#include "bots/rally/race_table.h"
#include "games/rally2023/rally2023.h"

/* The kinds of the table are the ordinary cards; SPAM stands for all that nobody knows. */
enum { W23_STILL = R23_SPAM, W23_KINDS = R23_SPAM + 1 };

/* Where a robot returns that fell from that piece; `archive` is its own token. */
uint16_t w23_home(const r23_match *m, int piece, uint16_t archive);

/* Where a Haywire leads a robot alone, before the floor takes over: puts down the places, below
** RD_FALLEN where it falls, and returns how many; with a choice, in the order of its options.  What
** energy or a draw would bring is left out. */
int w23_haywire(const rd_race_table *t, int card, uint16_t place, uint16_t to[RD_RACE_ENDS]);

/* The robot before its program, with the cards that it holds.  Who has fallen returns to its token,
** facing as well as it can. */
rd_race_start w23_start(const rd_race_table *t, const r23_match *m, const r23_state *s, int robot);

/* The answer to a question about the way within a round; false = it is about something else. */
bool w23_find_way(const rd_race_table *t, const r23_match *m, const r23_state *s, int robot,
                  rd_action *a);

/* The start with the shortest way, among all that may be answered now. */
void w23_find_start(const rd_race_table *t, const r23_match *m, const r23_state *s, int robot,
                    rd_action *best);

#endif
