/* packed.h - the bytes of a state as text: two hexadecimal digits each, runs shortened. */
#ifndef RD_CORE_PACKED_H
#define RD_CORE_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A run of three and more equal bytes is written "xx*n." */
void rd_put_packed(rd_out *o, const void *bytes, size_t n);

/* Reads exactly n bytes up to the end of the text; false = damaged. */
bool rd_scan_packed(rd_scan *in, void *bytes, size_t n);

#endif
