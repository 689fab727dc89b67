/* A lock for critical sections of less than a microsecond, without the GIL. C11's atomics are
 * missing from older MSVC. */
#ifndef FYLKING_SPIN_H
#define FYLKING_SPIN_H

#include "fylking/bits.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
__declspec(dllimport) int __stdcall SwitchToThread(void);
typedef volatile long spin_t;
#define SPIN_TAKE(lock) (_InterlockedExchange((lock), 1) == 0)
#define SPIN_GIVE(lock) ((void)_InterlockedExchange((lock), 0))
#define SPIN_IS_HELD(lock) (*(lock) != 0)
#define SPIN_YIELD() ((void)SwitchToThread())
#else
#ifdef _WIN32
__declspec(dllimport) int __stdcall SwitchToThread(void);
#define SPIN_YIELD() ((void)SwitchToThread())
#else
#include <sched.h>
#define SPIN_YIELD() ((void)sched_yield())
#endif
typedef int spin_t;
#define SPIN_TAKE(lock) (__atomic_exchange_n((lock), 1, __ATOMIC_ACQUIRE) == 0)
#define SPIN_GIVE(lock) __atomic_store_n((lock), 0, __ATOMIC_RELEASE)
#define SPIN_IS_HELD(lock) (__atomic_load_n((lock), __ATOMIC_RELAXED) != 0)
#endif

static inline void spin_take(spin_t *lock)
{
    while (!SPIN_TAKE(lock)) {
        /* Whoever holds it may have been put off the processor. */
        for (int i = 0; SPIN_IS_HELD(lock); i++)
            if (i >= 200) SPIN_YIELD();
    }
}

static inline void spin_give(spin_t *lock) { SPIN_GIVE(lock); }

#endif
