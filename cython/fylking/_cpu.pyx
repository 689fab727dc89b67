"""What the processor can do."""

cdef extern from "fylking/cpu.h" nogil:
    int cpu_has_avx2_bmi2()
    int cpu_has_slow_pext()
    const char *compiler_text()

cdef extern from *:
    """
    #ifdef FYLKING_AVX2_BUILT
    enum { avx2_built = 1 };
    #else
    enum { avx2_built = 0 };
    #endif
    """
    bint avx2_built


def has_avx2_bmi2():
    """Whether processor and operating system offer AVX2, BMI1, BMI2, LZCNT and POPCNT."""
    return bool(cpu_has_avx2_bmi2())


def has_slow_pext():
    """Whether PEXT and PDEP are microcoded (AMD before Zen 3)."""
    return bool(cpu_has_slow_pext())


def built_paths():
    """The instruction paths that this build has."""
    return ("portable", "avx2") if avx2_built else ("portable",)


def compiler():
    """The compiler that built the package."""
    return compiler_text().decode()
