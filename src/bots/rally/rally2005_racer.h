/* rally2005_racer.h - what the racer of RoboRally 2005 shows to the tool that fits it. */
#ifndef RD_BOTS_RALLY2005_RACER_H
#define RD_BOTS_RALLY2005_RACER_H

#include "games/rally2005/rally2005.h"

/* Rounds left by the table in 256ths, without what hinders the robot; a racer that regards the
** others has thought in `memory` about this course. */
int32_t rd_rally2005_left(const void *memory, const r05_state *s, int robot);

#endif
