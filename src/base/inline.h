/* inline.h - what must be, or must not be, a part of its callers. */
#ifndef RD_BASE_INLINE_H
#define RD_BASE_INLINE_H

#define RD_INLINE static inline __attribute__((always_inline))
#define RD_APART  __attribute__((noinline)) /* keeps the quick way out of its callers cheap */

#endif
