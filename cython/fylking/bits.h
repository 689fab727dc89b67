/* Bit primitives: the one place that knows compilers and instruction sets.
 *
 * Every function has a portable body; compiled with BMI2/AVX2 flags the same
 * name uses the instruction. The results are the same bit for bit.
 */
#ifndef FYLKING_BITS_H
#define FYLKING_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define FYL_INLINE static __forceinline
#define FYL_COLD static __declspec(noinline)
#define FYL_LIKELY(x) (x)
#define FYL_UNLIKELY(x) (x)
#else
#if defined(__SANITIZE_ADDRESS__)
#define FYL_INLINE static inline __attribute__((unused)) /* forced, it would take many minutes */
#else
#define FYL_INLINE static inline __attribute__((always_inline, unused))
#endif
#define FYL_COLD static __attribute__((noinline, unused))
#define FYL_LIKELY(x) __builtin_expect(!!(x), 1)
#define FYL_UNLIKELY(x) __builtin_expect(!!(x), 0)
#endif

/* The 64-bit instructions exist on x86-64 only. MSVC defines __AVX2__ under /arch:AVX2 and nothing
 * for BMI2, which every processor with AVX2 has. */
#if defined(__x86_64__) || defined(_M_X64)
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(__AVX2__))
#define FYL_BMI2 1
#endif
#if defined(__AVX2__)
#define FYL_AVX2 1
#endif
#endif
#if defined(FYL_BMI2) || defined(FYL_AVX2)
#include <immintrin.h>
#endif

/* Number of one bits. */
FYL_INLINE int popcount64(uint64_t x)
{
#if defined(__POPCNT__) || (defined(__GNUC__) && !defined(__x86_64__))
    return __builtin_popcountll(x);
#elif defined(FYL_BMI2)
    return (int)_mm_popcnt_u64(x);
#else
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
#endif
}

/* Index of the lowest one bit; x must not be 0. */
FYL_INLINE int lowest64(uint64_t x)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long i;
    _BitScanForward64(&i, x);
    return (int)i;
#else
    return __builtin_ctzll(x);
#endif
}

/* Index of the highest one bit; x must not be 0. */
FYL_INLINE int highest64(uint64_t x)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long i;
    _BitScanReverse64(&i, x);
    return (int)i;
#else
    return 63 - __builtin_clzll(x);
#endif
}

/* Index of the k-th one bit from below, 0 <= k < popcount64(x). */
FYL_INLINE int select64(uint64_t x, int k)
{
#if defined(FYL_BMI2)
    return lowest64(_pdep_u64((uint64_t)1 << k, x));
#else
    /* Byte-wise prefix counts find the byte, three halvings find the bit. */
    uint64_t b = x - ((x >> 1) & 0x5555555555555555u);
    b = (b & 0x3333333333333333u) + ((b >> 2) & 0x3333333333333333u);
    b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    uint64_t prefix = b * 0x0101010101010101u; /* byte i: ones in bytes 0..i */
    uint64_t wanted = (uint64_t)k * 0x0101010101010101u;
    /* Bytes whose prefix is <= k lie wholly below the bit (all bytes < 128). */
    uint64_t below = ((wanted | 0x8080808080808080u) - prefix) & 0x8080808080808080u;
    int shift = 8 * (int)(((below >> 7) * 0x0101010101010101u) >> 56);
    k -= (int)(((prefix << 8) >> shift) & 0xff);
    uint32_t byte = (uint32_t)(x >> shift) & 0xff;
    while (k--) byte &= byte - 1;
    return shift + lowest64(byte);
#endif
}

/* A bijection of 64-bit words that scatters every bit: the finaliser of SplitMix64
 * (Steele, Lea, Flood 2014; constants by Stafford, mix 13). */
FYL_INLINE uint64_t mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Eight bits as eight bytes of 0 or 1, the lowest bit in the lowest byte. */
FYL_INLINE uint64_t spread8(uint32_t bits)
{
#if defined(FYL_BMI2)
    return _pdep_u64(bits, 0x0101010101010101u);
#else
    uint64_t x = bits & 0xff;
    x = (x | (x << 28)) & 0x0000000f0000000fu;
    x = (x | (x << 14)) & 0x0003000300030003u;
    return (x | (x << 7)) & 0x0101010101010101u;
#endif
}

/* Stores eight bytes, the lowest first on every machine. As a word: bytes may alias anything, and
 * what is read between single stores would be read again. */
FYL_INLINE void put8(void *out, uint64_t bytes)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int k = 0; k < 8; k++) ((uint8_t *)out)[k] = (uint8_t)(bytes >> (8 * k));
#else
    memcpy(out, &bytes, 8);
#endif
}

/* Eight bytes of 0 or 1, lowest first, as a byte with the first of them in the highest bit. */
FYL_INLINE uint8_t pack8(uint64_t bytes) { return (uint8_t)(bytes * 0x8040201008040201u >> 56); }

/* Reads eight bytes, the lowest first on every machine. */
FYL_INLINE uint64_t get8(const void *from)
{
    uint64_t bytes = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int k = 0; k < 8; k++) bytes |= (uint64_t)((const uint8_t *)from)[k] << (8 * k);
#else
    memcpy(&bytes, from, 8);
#endif
    return bytes;
}

/* Two words in one register, and of two such the last of the one beside the first of the other;
 * compilers without such types do without. */
#if defined(__GNUC__) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define PAIR_BETWEEN(x, y) __builtin_shufflevector(x, y, 1, 2)
#elif __has_builtin(__builtin_shuffle)
#define PAIR_BETWEEN(x, y) __builtin_shuffle(x, y, (pair_t){1, 2})
#endif
#if defined(PAIR_BETWEEN)
#define FYL_PAIRS
typedef uint64_t pair_t __attribute__((vector_size(16)));
#endif
#endif

#endif
