/* packed.h - the bytes of a state as text: two hexadecimal digits each, runs shortened.
**
** A position text of this kind is "FORM ... PACKED": a word that names game and layout, something
** for people to read, and the whole state.
*/
#ifndef RD_CORE_PACKED_H
#define RD_CORE_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "core/game.h"

/* A run of three and more equal bytes is written "xx*n." */
void rd_put_packed(rd_out *o, const void *bytes, size_t n);

/* Reads exactly n bytes up to the end of the text; false = damaged. */
bool rd_scan_packed(rd_scan *in, void *bytes, size_t n);

/* Reads such a position of the match's game into `state`, which is spoilt on failure.  `form` is its
** beginning, blank included.  The text must be what print_state writes for a valid state. */
bool rd_parse_packed(const rd_match *m, const char *form, const char *text, size_t n,
                     rd_state *state, rd_fault *f);

#endif
