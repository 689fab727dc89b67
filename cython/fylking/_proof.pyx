"""Proof-number search of one game: what `fylking.search.solve` stands on where games are long."""


cdef class Prover:
    """A proof-number search with its table; each game compiles its own (`KernelProver`, in
    proof.pxi).

    Values are ints, seen from the seat that acts at the root: a win is worth 1,000,000 and the
    winner's half points less the loser's, a draw 0.

    A call that meets a search at work raises `fylking.Error`.
    """

    def __init__(self, *args):
        if type(self) is Prover:
            raise TypeError("provers are made by fylking.search")

    def prove(self, pos, bound, nodes, milliseconds, control):
        """Finds out whether a position, which must not be over, is worth `bound` or more.

        Args:
            pos: the position; it does not change.
            bound: the value in question.
            nodes: how many nodes at most, or -1.
            milliseconds: how long at most, or -1.
            control: a switch that makes it return early.

        Returns:
            (finished, value, action, nodes): whether nothing stopped it; a bound of the value, from
            below if it is `bound` or more, else from above; an action that leads there, or -1 when
            there is none; positions looked at.
        """
        raise NotImplementedError
