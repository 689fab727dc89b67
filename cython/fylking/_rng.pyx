"""The package's random generator."""

from operator import index

from fylking.errors import OptionError, int_text

from fylking.rng cimport rng_below, rng_next, rng_seed, rng_split
from fylking.turn cimport PASSES_FORCED, PASSES_UNIFORM

cdef unsigned long long as_word(object value, str what) except? 0:
    value = index(value)
    if not 0 <= value < 1 << 64:
        raise OptionError(f"{what} is {int_text(value)}; it must be from 0 to 2**64 - 1")
    return value


cdef class Rng:
    """A random generator: xoshiro256++, seeded through SplitMix64.

    The stream depends on the seed only and is the same on every platform.

    Args:
        seed: an int from 0 to 2**64 - 1.

    Raises:
        OptionError: the seed is out of range.

    >>> import fylking
    >>> rng = fylking.Rng(1)
    >>> rng.below(6), rng.below(6)
    (4, 4)
    >>> rng.split(0) == fylking.Rng(1).split(0)
    False
    """

    def __init__(self, seed):
        rng_seed(&self.state, as_word(seed, "a seed"))

    def next(self):
        """The next 64 random bits, as an int."""
        return rng_next(&self.state)

    def below(self, n):
        """A uniform int from 0 to n - 1; n is from 1 to 2**32 - 1.

        Raises:
            OptionError: n is out of range.
        """
        n = index(n)
        if not 1 <= n < 1 << 32:
            raise OptionError(f"n is {int_text(n)}; it must be from 1 to 2**32 - 1")
        return rng_below(&self.state, n)

    def split(self, i):
        """The i-th generator split off from this one, which does not change.

        Args:
            i: an int from 0 to 2**64 - 1.
        """
        cdef Rng child = Rng.__new__(Rng)
        rng_split(&child.state, &self.state, as_word(i, "i"))
        return child

    @property
    def state(self):
        """The state as a tuple of four 64-bit ints; may be set."""
        return _words(self)

    @state.setter
    def state(self, words):
        cdef int i
        cdef unsigned long long[4] s
        words = tuple(words)
        if len(words) != 4:
            raise OptionError(f"a state has 4 words, not {len(words)}")
        for i in range(4):
            s[i] = as_word(words[i], "a word of the state")
        if not any(words):
            raise OptionError("a state of four zeros gives zeros for ever")
        for i in range(4):
            self.state.s[i] = s[i]

    def copy(self):
        """A generator that will give the same numbers as this one."""
        cdef Rng twin = Rng.__new__(Rng)
        twin.state = self.state
        return twin

    def __eq__(self, other):
        if not isinstance(other, Rng):
            return NotImplemented
        return _words(self) == _words(other)

    def __hash__(self):
        raise TypeError("a generator changes as it is used, so it has no hash")

    def __repr__(self):
        return f"<fylking.Rng state={_words(self)}>"

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return _restore, (_words(self),)


cdef tuple _words(Rng rng):
    """The state for Python (within the class, `state` is the C struct)."""
    cdef unsigned long long[4] s = rng.state.s
    return (s[0], s[1], s[2], s[3])


def _restore(words):
    """Rebuilds a generator from its state (for pickle)."""
    rng = Rng.__new__(Rng)
    (<object>rng).state = words
    return rng


cdef Rng as_rng(object source):
    """Whatever may stand for a generator: one of ours, a seed, a NumPy Generator (for a seed)."""
    if isinstance(source, Rng):
        return source
    if hasattr(source, "bit_generator"):
        return Rng(int(source.integers(0, 1 << 64, dtype="uint64")))
    return Rng(source)


cdef int as_passes(object passes) except -1:
    if isinstance(passes, str):  # arrays compare otherwise
        if passes == "forced":
            return PASSES_FORCED
        if passes == "uniform":
            return PASSES_UNIFORM
    raise OptionError(f'passes is {passes!r}; it is "forced" or "uniform"')


def make_rng(source):
    """The generator that `source` stands for: an Rng (itself), a seed, or a NumPy Generator."""
    return as_rng(source)
