/* fraction.c - see fraction.h. */
#include "base/fraction.h"

bool rd_fraction_falling_counted(uint64_t rest, uint32_t n, int k) {
    uint64_t shares = 1;
    for (int i = 0; i < k; i++) shares *= n - (uint32_t)i;
    return rd_fraction_spoiled(rest, shares);
}
