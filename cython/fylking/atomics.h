/* What several threads may read and write at once, in order. C11's atomics are missing from older
 * MSVC. */
#ifndef FYLKING_ATOMICS_H
#define FYLKING_ATOMICS_H

#include <stdint.h>

#include "fylking/bits.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
typedef volatile long atomic32_t;
typedef volatile __int64 atomic64_t;
static inline int32_t load32(atomic32_t *from) { return _InterlockedOr(from, 0); }
static inline void store32(atomic32_t *to, int32_t value) { _InterlockedExchange(to, value); }
static inline int32_t exchange32(atomic32_t *with, int32_t value)
{
    return _InterlockedExchange(with, value);
}
static inline int32_t add32(atomic32_t *to, int32_t value)
{
    return _InterlockedExchangeAdd(to, value) + value;
}
static inline int64_t load64(atomic64_t *from) { return _InterlockedOr64(from, 0); }
static inline void store64(atomic64_t *to, int64_t value) { _InterlockedExchange64(to, value); }
static inline int replace64(atomic64_t *in, int64_t *seen, int64_t value)
{
    int64_t found = _InterlockedCompareExchange64(in, value, *seen);
    int done = found == *seen;
    *seen = found;
    return done;
}
#else
typedef int32_t atomic32_t;
typedef int64_t atomic64_t;
static inline int32_t load32(atomic32_t *from) { return __atomic_load_n(from, __ATOMIC_SEQ_CST); }
static inline void store32(atomic32_t *to, int32_t value)
{
    __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}
static inline int32_t exchange32(atomic32_t *with, int32_t value)
{
    return __atomic_exchange_n(with, value, __ATOMIC_SEQ_CST);
}
static inline int32_t add32(atomic32_t *to, int32_t value)
{
    return __atomic_add_fetch(to, value, __ATOMIC_SEQ_CST);
}
static inline int64_t load64(atomic64_t *from) { return __atomic_load_n(from, __ATOMIC_SEQ_CST); }
static inline void store64(atomic64_t *to, int64_t value)
{
    __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}
/* Puts `value` in the place of `*seen`; when something else was there, that becomes `*seen`. */
static inline int replace64(atomic64_t *in, int64_t *seen, int64_t value)
{
    return __atomic_compare_exchange_n(in, seen, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
#endif

static inline void lower64(atomic64_t *to, int64_t value)
{
    int64_t seen = load64(to);
    while (value < seen && !replace64(to, &seen, value)) { }
}

/* Tells the processor that this is a loop that waits. */
static inline void relax(void)
{
#if defined(_MSC_VER) && !defined(__clang__)
#if defined(_M_X64) || defined(_M_IX86)
    _mm_pause();
#else
    __yield();
#endif
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("yield");
#endif
}

#endif
