/* inline.h - what must be, or must not be, a part of its callers. */
#ifndef RD_BASE_INLINE_H
#define RD_BASE_INLINE_H

/* Unoptimised code gains nothing by it, and tools/check/coverage counts each function once. */
#ifdef __OPTIMIZE__
#define RD_INLINE static inline __attribute__((always_inline))
#else
#define RD_INLINE static inline
#endif
#define RD_APART __attribute__((noinline)) /* keeps the quick way out of its callers cheap */

#endif
