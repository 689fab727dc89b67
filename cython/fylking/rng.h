/* The package's random generator: xoshiro256++ (Blackman and Vigna, 2019), seeded through
 * SplitMix64. Streams depend on the seed only: the same on every platform, path and thread. */
#ifndef FYLKING_RNG_H
#define FYLKING_RNG_H

#include "fylking/bits.h"

typedef struct {
    uint64_t s[4];
} rng_t;

/* Fills the four words with SplitMix64 outputs; never the all-zero state. */
FYL_INLINE void rng_seed(rng_t *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        rng->s[i] = mix64(seed);
    }
}

FYL_INLINE uint64_t rng_next(rng_t *rng)
{
    uint64_t *s = rng->s;
    uint64_t sum = s[0] + s[3];
    uint64_t result = ((sum << 23) | (sum >> 41)) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0..n-1 without bias, 1 <= n < 2**32 (Lemire 2019, on the upper 32 bits). */
FYL_INLINE uint32_t rng_below(rng_t *rng, uint32_t n)
{
    uint64_t product = (rng_next(rng) >> 32) * n;
    if (FYL_UNLIKELY((uint32_t)product < n)) {
        uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold) product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* The i-th generator split off from `parent`, which does not change. */
FYL_INLINE void rng_split(rng_t *child, const rng_t *parent, uint64_t i)
{
    uint64_t h = mix64(i + 0x9e3779b97f4a7c15u);
    for (int k = 0; k < 4; k++) h = mix64(h ^ parent->s[k]);
    rng_seed(child, h);
}

#endif
