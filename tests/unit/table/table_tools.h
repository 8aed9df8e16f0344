/* table_tools.h - what the tests of the table share: tables, answers, and memory that runs out. */
#ifndef RD_TEST_TABLE_TOOLS_H
#define RD_TEST_TABLE_TOOLS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "table/table.h"

extern int calls_until_failure; /* of malloc and the like; -1 = there is enough memory */

rd_table *open_game(const rd_game *g, int seats, const char *key, const char *value);
rd_table *open_robotory(void);
rd_table *open_template(int seats);
uint64_t now_hash(const rd_table *t);
rd_action read_action(const rd_table *t, int actor, const char *text);
rd_err submit(rd_table *t, const rd_action *a);
rd_err play(rd_table *t, int actor, const char *text);
rd_action nth(const rd_table *t, int actor, uint64_t i);
void lay(rd_table *t, int actor, uint64_t i);
void play_random(rd_table *t, int n, uint64_t seed);
void keep_all(rd_table *t);

#endif
