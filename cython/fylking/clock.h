/* The time, for loops that must not ask Python for it. */
#ifndef FYLKING_CLOCK_H
#define FYLKING_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Micro- and milliseconds since some moment; they may jump when the system's clock is set. */
static inline int64_t clock_us(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static inline int64_t clock_ms(void) { return clock_us() / 1000; }

#endif
