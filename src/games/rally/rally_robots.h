/* rally_robots.h - which robot plays for which seat.
**
** The rules know robots by number, in the order of the seats.  Only their words differ when players
** have chosen: the setting "robots" names them, seat by seat, separated by commas; "-" and what is
** left out: the robot of the same number, or the next that nobody chose.
*/
#ifndef RD_RALLY_ROBOTS_H
#define RD_RALLY_ROBOTS_H

#include "core/game.h"

/* Fills `model`: of each of the `n` robots of the match, playing or not, the number of its word.
** Where a seat has several robots, the first one was chosen. */
bool rd_rally_robots(const rd_match *m, const char *chosen, const char *const *word, int n,
                     uint8_t *model, rd_fault *f);

#endif
