"""The tree of a Monte Carlo search: what `fylking.search` stands on."""


cdef class Tree:
    """A tree over the positions that can follow one; each game compiles its own (`KernelTree`, in
    mcts.pxi).

    Only `run` may be called by several threads at a time. Arrays must be C-contiguous and fit;
    `fylking.search` sees to that. Values are for the seat that acts in the tree's root, unless it
    is said for whom.
    """

    def __init__(self, *args):
        if type(self) is Tree:
            raise TypeError("trees are made by fylking.search.MCTS")

    def join(self, others):
        """Makes this tree stand for several, of the same position, whose threads run apart.

        What is asked of it, and done to it, from now on is asked of and done to all; the others
        are not to be used any more.

        Args:
            others: the other trees, a list.
        """
        raise NotImplementedError

    # ---- What it is ----

    @property
    def nodes(self):
        """Number of nodes."""
        raise NotImplementedError

    @property
    def used(self):
        """Bytes taken for nodes."""
        raise NotImplementedError

    @property
    def full(self):
        """Whether the memory is used up, so that the tree does not grow."""
        raise NotImplementedError

    @property
    def visits(self):
        """Simulations that went through the root."""
        raise NotImplementedError

    @property
    def bounds(self):
        """The least and the greatest return that the root can have."""
        raise NotImplementedError

    def position(self):
        """The root's position, without history."""
        raise NotImplementedError

    def is_root(self, position):
        """Whether a position is the root's."""
        raise NotImplementedError

    # ---- Searching ----

    def begin(self, simulations, nodes):
        """Sets what the next runs are to do together; -1 for no limit.

        Args:
            simulations: how many.
            nodes: no more once the tree has so many nodes, or is full.
        """
        raise NotImplementedError

    def run(self, which, shared, milliseconds, control):
        """Simulates until what `begin` said is done, or the root's value is proven.

        Args:
            which: number of the thread; each draws from a generator of its own, and simulates in
                the tree of that number, if there are several.
            shared: whether other threads do the same.
            milliseconds: no longer than this; -1 for no limit.
            control: a switch that makes it return early.

        Returns:
            The number of simulations done.
        """
        raise NotImplementedError

    def gather(self, most, masks, planes, row, control):
        """Looks for leaves to ask an evaluator about, for the next `feed` or `forget`.

        Args:
            most: how many at most.
            masks: bool (rows, action_count), to write the leaves' legal actions to.
            planes: float32 (rows, planes, ranks, files), to write their observations to.
            row: the first row to write.
            control: a switch that makes it return early.

        Returns:
            How many leaves there are, and how many simulations are done without asking.
        """
        raise NotImplementedError

    def feed(self, policies, values, row):
        """Takes the answers about the leaves gathered.

        Args:
            policies: float32 (rows, action_count), not negative.
            values: float32 (rows,), from -1 to 1, for the player to move.
            row: the first row to read.
        """
        raise NotImplementedError

    def forget(self):
        """Gives up the leaves gathered."""
        raise NotImplementedError

    def push(self, action):
        """Plays a legal action: the tree below it is kept. Returns whether there was one."""
        raise NotImplementedError

    # ---- What it found ----

    def read(self, visits, values, low, high):
        """Writes what is known of the root's actions; others' entries stay as they are.

        Args:
            visits: int64 (action_count,).
            values: float64 (action_count,), the mean returns of actions that were tried.
            low, high: int8 (action_count,), the least and greatest returns they can have.
        """
        raise NotImplementedError

    def line(self, most):
        """The best actions in turn, as far as the tree goes, at most so many."""
        raise NotImplementedError

    def sample(self, temperature):
        """An action drawn by its visits to the power 1 / temperature."""
        raise NotImplementedError

    def add_noise(self, share, alpha):
        """Mixes a Dirichlet draw into the priors of the root's actions; False: it has none yet."""
        raise NotImplementedError
