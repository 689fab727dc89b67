/* Logarithm and exponential from exact double operations (+ - * /), which IEEE 754 rounds the same
 * everywhere; the C library's differ from platform to platform. Errors are a few units in the last
 * place. */
#ifndef FYLKING_EXACT_H
#define FYLKING_EXACT_H

#include "fylking/rng.h"

/* ln 2, the first part with 32 zeros at its end: an int of few bits times it is exact. */
#define EXACT_LN2_HIGH 0x1.62e42feep-1
#define EXACT_LN2_LOW 0x1.a39ef35793c76p-33

/* Natural logarithm of a normal x > 0: x = 2**k * m with m near 1, and with s = (m-1) / (m+1)
 * log m = 2 (s + s**3 / 3 + s**5 / 5 + ...). */
FYL_INLINE double exact_log(double x)
{
    uint64_t bits;
    double m, s, z, sum = 0;
    int k;
    memcpy(&bits, &x, sizeof bits);
    k = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135) {
        m /= 2;
        k++;
    }
    s = (m - 1) / (m + 1);
    z = s * s;
    for (int i = 23; i > 1; i -= 2) sum = (sum + 1.0 / i) * z;
    return (2 * s * (sum + 1) + k * EXACT_LN2_LOW) + k * EXACT_LN2_HIGH;
}

/* e**x for x <= 700; 0 below -700: e**x = 2**k * e**r with |r| <= ln 2 / 2, and e**r by its series. */
FYL_INLINE double exact_exp(double x)
{
    uint64_t bits;
    double r, power, sum = 1;
    int k;
    if (!(x >= -700)) return 0;
    k = (int)(x / 0.6931471805599453 + (x < 0 ? -0.5 : 0.5));
    r = (x - k * EXACT_LN2_HIGH) - k * EXACT_LN2_LOW;
    for (int i = 15; i > 0; i--) sum = 1 + sum * r / i;
    bits = (uint64_t)(k + 1023) << 52;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

/* Uniform in (0, 1), never either end. */
FYL_INLINE double rng_unit(rng_t *rng)
{
    return ((double)(rng_next(rng) >> 12) + 0.5) / 4503599627370496.0;
}

/* A draw from the gamma distribution of shape a > 0: an exponential for each whole 1, and for the
 * rest Johnk's rejection (Johnk 1964). */
static inline double rng_gamma(rng_t *rng, double a)
{
    double sum = 0;
    for (; a >= 1; a -= 1) sum -= exact_log(rng_unit(rng));
    while (a > 0) {
        double x = exact_exp(exact_log(rng_unit(rng)) / a);
        double y = exact_exp(exact_log(rng_unit(rng)) / (1 - a));
        if (x + y > 0 && x + y <= 1) return sum - exact_log(rng_unit(rng)) * (x / (x + y));
    }
    return sum;
}

#endif
