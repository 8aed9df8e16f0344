/* rally2005_stages.h - the stages of every kind of race of RoboRally 2005 (race_table.h).
**
** First come those that are aimed at somebody or something for one question, then those of the
** course: its flags in their order; in Toggle Boggle the sets of flags that a team may control; in
** Capture the Flag the ways to the flag, then the ways home.
*/
#ifndef RD_BOTS_RALLY2005_STAGES_H
#define RD_BOTS_RALLY2005_STAGES_H

#include "bots/rally/race_table.h"
#include "games/rally2005/rally2005.h"

/* Describes the stages of the race as it stands; false = they are more than a table holds. */
bool r05_stages_find(const r05_match *m, const r05_state *s, rd_race_rules *r);

/* Aims stages at what robots are after now. */
void r05_stages_aim(const r05_match *m, const r05_state *s, const rd_race_rules *r,
                    rd_race_table *t);

/* How far a robot is in the race, and the stage that it drives by. */
int r05_stage_of(const r05_match *m, const r05_state *s, int robot);
int r05_errand_of(const r05_match *m, const r05_state *s, int robot);

#endif
