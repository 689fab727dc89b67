"""Many positions of one game side by side, each with a generator: what `Batch` stands on."""

from fylking.errors import Error

# What becomes of a game that has ended, in the kernels' numbers: Gymnasium's three modes.
MODES = {"same-step": 0, "next-step": 1, "disabled": 2}


cdef class Slots:
    """The slots of a batch; each game compiles its own (`KernelBatch`, in batch.pxi).

    The threads of a crew share the work. Nothing has happened until `commit`. Arrays must be
    C-contiguous and fit; `fylking.Batch` sees to that.

    `with` it, a call has it to itself: what lets go of the GIL, or changes the present, must not
    meet another call of another thread or of a signal handler.
    """

    def __init__(self, *args):
        if type(self) is Slots:
            raise TypeError("slots are made by fylking.Batch")

    # In C, so that no Ctrl-C comes between a change of `busy` and the block that it is for.
    def __enter__(self):
        if self.busy:
            raise Error("another call is at work on this batch: it belongs to one thread at a time")
        self.busy = True

    def __exit__(self, *raised):
        self.busy = False

    def restart(self, where, rng):
        """Starts games anew: those that `where` (bool, (n,)) marks; with new generators, or not."""
        raise NotImplementedError

    def advance(self, crew, actions, passes, results, mask, packed, seen):
        """Plays an action in every game, for the next `commit`.

        Args:
            crew: who does it.
            actions: int64 (n,), or None: draw them, `passes` being what a draw may take.
            passes: "forced" or "uniform".
            results: arrays for rewards (float32, (n, 2)), terminated and truncated (bool, (n,)).
            mask: None, or an array for the next legal actions, `packed` or not.
            packed: whether a byte of `mask` holds eight actions.
            seen: None, or an array for the next observations.

        Returns:
            The first game whose action is illegal, or -1.
        """
        raise NotImplementedError

    def commit(self):
        """Makes what `advance` has done for all games their present."""
        raise NotImplementedError

    def write_masks(self, crew, mask, packed):
        """Writes the legal actions of all games."""
        raise NotImplementedError

    def write_planes(self, crew, seen, final):
        """Writes observations: of the present, or of the last positions of games just ended."""
        raise NotImplementedError

    def read(self, name, out):
        """Writes one number a game, or two."""
        raise NotImplementedError

    def has_ended(self, i):
        """Whether game i ended, or was cut off, at the last step."""
        raise NotImplementedError

    def is_finished(self, i):
        """Whether game i has ended and waits for its reset."""
        raise NotImplementedError

    def position(self, i, final=False):
        """The position of game i; or the last one of the game that has just ended there."""
        raise NotImplementedError

    def set_position(self, i, position):
        """Makes a position that of game i."""
        raise NotImplementedError

    def copy(self):
        """Independent slots with the same in them."""
        raise NotImplementedError

    def dump(self, i):
        """All that there is of game i, as a tuple for `load`."""
        raise NotImplementedError

    def load(self, i, dumped):
        """Puts back what `dump` gave."""
        raise NotImplementedError
