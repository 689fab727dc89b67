/* Processor features, asked once at import. */
#ifndef FYLKING_CPU_H
#define FYLKING_CPU_H

#include "fylking/bits.h"

#if defined(_M_X64) && !defined(__clang__)
#include <intrin.h>
#define FYL_X86 1
static void cpu_id(int leaf, unsigned out[4])
{
    int regs[4];
    __cpuidex(regs, leaf, 0);
    for (int i = 0; i < 4; i++) out[i] = (unsigned)regs[i];
}
static unsigned cpu_xcr0(void) { return (unsigned)_xgetbv(0); }
#elif defined(__x86_64__)
#include <cpuid.h>
#define FYL_X86 1
static void cpu_id(int leaf, unsigned out[4])
{
    __cpuid_count(leaf, 0, out[0], out[1], out[2], out[3]);
}
static unsigned cpu_xcr0(void)
{
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}
#endif

/* Everything that the AVX2 build is compiled to use, and an operating system that saves it. */
static int cpu_has_avx2_bmi2(void)
{
#if defined(FYL_X86)
    unsigned r[4], top, extended;
    cpu_id(0, r);
    top = r[0];
    cpu_id((int)0x80000000u, r);
    extended = r[0];
    if (top < 7 || extended < 0x80000001u) return 0;
    cpu_id(1, r);
    /* OSXSAVE, AVX, POPCNT */
    if (!(r[2] >> 27 & 1) || !(r[2] >> 28 & 1) || !(r[2] >> 23 & 1)) return 0;
    if ((cpu_xcr0() & 6) != 6) return 0;
    cpu_id(7, r);
    if (!(r[1] >> 3 & 1) || !(r[1] >> 5 & 1) || !(r[1] >> 8 & 1)) return 0; /* BMI1 AVX2 BMI2 */
    cpu_id((int)0x80000001u, r);
    return (int)(r[2] >> 5 & 1); /* LZCNT */
#else
    return 0;
#endif
}

/* AMD and Hygon before Zen 3 (family 19h) run PEXT and PDEP in microcode. */
static int cpu_has_slow_pext(void)
{
#if defined(FYL_X86)
    unsigned r[4], family;
    char vendor[13] = {0};
    cpu_id(0, r);
    memcpy(vendor, &r[1], 4);
    memcpy(vendor + 4, &r[3], 4);
    memcpy(vendor + 8, &r[2], 4);
    cpu_id(1, r);
    family = (r[0] >> 8 & 15) + (r[0] >> 20 & 255);
    return (strcmp(vendor, "AuthenticAMD") == 0 || strcmp(vendor, "HygonGenuine") == 0) &&
           family < 0x19;
#else
    return 0;
#endif
}

#define FYL_TEXT_(x) #x
#define FYL_TEXT(x) FYL_TEXT_(x)

static const char *compiler_text(void)
{
#if defined(__clang__)
    return "Clang " __clang_version__;
#elif defined(__GNUC__)
    return "GCC " __VERSION__;
#elif defined(_MSC_VER)
    return "MSVC " FYL_TEXT(_MSC_VER);
#else
    return "unknown";
#endif
}

#endif
