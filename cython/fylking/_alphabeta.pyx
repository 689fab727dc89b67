"""Alpha-beta search of one game: what `fylking.search.AlphaBeta` and `solve` stand on."""

# Of a won position, whatever the margin or the distance; lost is the same below zero. Evaluations
# are nearer to zero.
WON = 990_000


cdef class Searcher:
    """A search with its table; each game compiles its own (`KernelSearcher`, in alphabeta.pxi).

    Values are ints, seen from the seat that acts at the root. There are two ways to count. By
    distance, a win is worth 1,000,000 less the number of actions to it. By margin, it is worth
    1,000,000 and the winner's half points less the loser's. A draw is 0.

    A call that meets a search at work raises `fylking.Error`.

    With a depth, the value is that of a minimax search of this depth with `evaluation` at the
    leaves, and does not depend on the table or on what was searched before.
    """

    def __init__(self, *args):
        if type(self) is Searcher:
            raise TypeError("searchers are made by fylking.search")

    def clear(self):
        """Forgets everything."""
        raise NotImplementedError

    def begin(self):
        """Tells that a new series of searches begins: what earlier ones left ages."""
        raise NotImplementedError

    def search(self, pos, depth, alpha, beta, nodes, milliseconds, control):
        """Searches a position, which must not be over.

        Args:
            pos: the position; it does not change.
            depth: actions deep; 0: to the ends of the games.
            alpha, beta: the window. With `beta` = `alpha` + 1 there is no variation, but its first
                action.
            nodes: how many nodes at most, or -1.
            milliseconds: how long at most, or -1.
            control: a switch that makes it return early.

        Returns:
            (finished, value, certain, variation, nodes): whether nothing stopped it; the value, or
            a bound outside the window; whether no leaf cut off by the depth stands behind it; a
            tuple of actions, empty when it was stopped too early for any; positions looked at.
        """
        raise NotImplementedError
