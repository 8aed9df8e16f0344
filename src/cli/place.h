/* place.h - where the user's games are kept, and how this program is called. */
#ifndef RD_CLI_PLACE_H
#define RD_CLI_PLACE_H

#include <stdbool.h>
#include <stddef.h>

enum { RD_PATH_MAX = 2048 };

/* The folder under the user's home where programs keep what they may not lose; false when there is
** no home. */
bool rd_data_folder(char *out, size_t cap);

/* How a user starts this program from where they are, so that a command can be printed that works:
** what ./run was called as, else what this program was called as. */
void rd_call_is(const char *first_word);
const char *rd_call(void);

/* A word as a shell reads it back, in quotes where it needs them.  Good until the next call. */
const char *rd_shell_word(const char *word);

#endif
