"""What positions of all games have in common, and the switch that stops native loops."""

from fylking.turn cimport (
    FORMAT_VERSION as _FORMAT_VERSION,
    STAGE_CHOOSE,
    STAGE_FREEZE,
    STAGE_JUMP,
    STAGE_OPEN,
    STAGE_OVER,
    STAGE_OVER_PASSES,
    STAGE_PASSED,
    STAGE_PLAY,
)

FORMAT_VERSION = _FORMAT_VERSION

# The stages of the position text and their numbers in the kernels. "over:" is an end by two passes.
STAGE_NUMBERS = {
    "open": STAGE_OPEN,
    "choose": STAGE_CHOOSE,
    "play": STAGE_PLAY,
    "passed": STAGE_PASSED,
    "jump": STAGE_JUMP,
    "freeze": STAGE_FREEZE,
    "over:": STAGE_OVER_PASSES,
    "over": STAGE_OVER,
}


cdef class Control:
    """A switch that tells native loops in other threads to stop."""

    def cancel(self):
        """Makes the loops that were given this switch return soon."""
        self.stop = 1


cdef class Turnstile:
    """Lets one call in at a time, as a context manager.

    In C, so that no Ctrl-C comes between letting a call in and the block that lets it out.

    Args:
        error: what is raised, with `message`, when another call is inside.
    """

    def __init__(self, error, message):
        self.refusal = (error, message)

    def enter(self, who):
        """Lets in what must not be None."""
        if self.inside is not None:
            raise self.refusal[0](self.refusal[1])
        self.inside = who

    def leave(self, who):
        """Lets out, if it is inside; for those who cannot know."""
        if self.inside is who:
            self.inside = None

    def __enter__(self):
        if self.inside is not None:
            raise self.refusal[0](self.refusal[1])
        self.inside = True

    def __exit__(self, *raised):
        self.inside = None


cdef class Position:
    """A position of one of the games; made by `Game.start`, `fylking.parse` and the like.

    It changes by `push` and `pop`, and belongs to one thread at a time. Equality, `key`, text and
    bytes depend on the position alone, not on how it came about. Being mutable, it has no hash: use
    `key`.

    >>> import fylking
    >>> pos = fylking.Fravan(size=2, pie=False).start()
    >>> pos.push("b2")
    >>> pos.text
    'fravan2 ../.b./.. w play 1b'
    """

    def __init__(self, *args):
        if type(self) is Position:
            raise TypeError("positions are made by game.start(), fylking.parse() and the like")

    # ---- What it is ----

    @property
    def text(self):
        """The position text, one line that `fylking.parse` reads."""
        return self.game._text(self)

    def __str__(self):
        """A drawing in characters, with coordinates; the last action's points are marked."""
        return self.game._draw(self)

    def __repr__(self):
        rest = "" if self.game.pie or not self.game.has_pie else ", pie=False"
        return f"fylking.parse({self.text!r}{rest})"

    def __hash__(self):
        raise TypeError("a position changes as it is played, so it has no hash; use .key")

    @property
    def to_move(self):
        """The colour whose action is next, a `Color`."""
        raise NotImplementedError

    @property
    def seat(self):
        """The seat whose action is next: 0 for the first player, 1 for the second."""
        raise NotImplementedError

    @property
    def stage(self):
        """The stage of the turn, as the position text writes it: "play", "choose", ..."""
        return self.game._stage(self)

    @property
    def ply(self):
        """Number of actions played since the position was made."""
        raise NotImplementedError

    @property
    def is_over(self):
        """Whether the game is over."""
        raise NotImplementedError

    @property
    def winner(self):
        """The colour that has won; None before the end and for a draw."""
        raise NotImplementedError

    @property
    def score(self):
        """The score (Black's, White's) as floats, as if the game ended here."""
        raise NotImplementedError

    @property
    def returns(self):
        """+1.0 for a win, -1.0 for a loss, 0.0 otherwise: (seat 0's, seat 1's)."""
        raise NotImplementedError

    @property
    def evaluation(self):
        """What a cheap look says that the position is worth to Black, an int.

        In hundredths of a point, or of a soldier in Freeze; it depends on the position alone, and
        is the same on every platform. Searches look ahead and end with it.

        >>> import fylking
        >>> fylking.parse("herfor2 b./b../.. w play 1b").evaluation
        380
        """
        raise NotImplementedError

    @property
    def end_reason(self):
        """Why the game is over: "two passes", "board full", "no jump"; None before the end."""
        return self.game._end_reason(self)

    @property
    def key(self):
        """A 64-bit int, equal for equal positions, the same on every platform."""
        raise NotImplementedError

    def canonical_key(self):
        """A 64-bit int, equal for positions that a symmetry of the game takes to each other.

        It is the `key` of one of the images, the same on every platform; in Freeze, once a square
        has been frozen in the turn, the position's own (FZ7: the rest go by the order of squares,
        which no symmetry keeps).

        >>> import fylking
        >>> one, other = fylking.Herfor(size=3).start(), fylking.Herfor(size=3).start()
        >>> one.push("a1")
        >>> other.push("e5")
        >>> one.key == other.key, one.canonical_key() == other.canonical_key()
        (False, True)
        """
        from fylking.symmetry import canonical_key

        return canonical_key(self)

    @property
    def board(self):
        """A new int8 array of shape (points,), with 0 where empty, +height Black, -height White."""
        raise NotImplementedError

    # ---- Legal actions ----

    def legal_actions(self):
        """The legal actions, an ascending list of ints; empty once the game is over."""
        raise NotImplementedError

    def legal_count(self):
        """The number of legal actions."""
        raise NotImplementedError

    def is_legal(self, action):
        """Whether an action (an int, or its text) is legal.

        Raises:
            NotationError: a text that is no action of the game.
        """
        raise NotImplementedError

    def legal_mask(self, out=None):
        """The legal actions as a bool array of shape (action_count,).

        Args:
            out: an array to write to (C-contiguous, bool) and return; a new one by default.

        Raises:
            OptionError: `out` has another shape or dtype, or cannot be written.
        """
        raise NotImplementedError

    def observation(self, out=None, dtype="float32"):
        """Planes for networks: what the player to move sees of the position, and nothing else.

        `game.planes` names them. Equal positions have equal planes. Numbers are 0 and 1, and
        counts where the name says so; off the board they are 0.

        Args:
            out: an array to write to (C-contiguous, float32 or uint8, of shape
                `game.observation_shape`: planes, ranks, files; rank 1 first) and return; a new one
                by default.
            dtype: of a new array: float32 or uint8.

        Raises:
            OptionError: `out` has another shape or dtype, or cannot be written; another `dtype`.
        """
        raise NotImplementedError

    # ---- Playing ----

    def push(self, action):
        """Plays a legal action.

        Args:
            action: an int, or the text of an action.

        Raises:
            IllegalActionError: it is not legal here; the position is as before.
            NotationError: a text that is no action of the game.
        """
        raise NotImplementedError

    def push_unchecked(self, action):
        """Plays an action without testing that it is legal.

        .. warning::
            An action that is not legal spoils the position, or worse. `push` checks.

        Args:
            action: an int.
        """
        raise NotImplementedError

    def pop(self):
        """Takes back the last action and returns it, an int.

        Raises:
            IndexError: nothing has been played since the position was made.
        """
        raise NotImplementedError

    def peek(self):
        """The last action, an int.

        Raises:
            IndexError: nothing has been played since the position was made.
        """
        raise NotImplementedError

    @property
    def history(self):
        """The actions played since the position was made, a tuple of ints."""
        raise NotImplementedError

    def copy(self):
        """An independent copy, history included."""
        raise NotImplementedError

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def random_action(self, rng, passes="forced"):
        """A legal action drawn uniformly, an int.

        Args:
            rng: a `fylking.Rng` (which moves on), an int seed or a NumPy Generator.
            passes: "forced" draws a pass only when nothing else is legal, "uniform" as one
                action among the others.

        Raises:
            IllegalActionError: the game is over.
        """
        raise NotImplementedError

    def play_random(self, rng, max_actions=None, passes="forced"):
        """Plays drawn actions to the end of the game; returns how many were played.

        Args:
            rng: as for `random_action`.
            max_actions: stop after so many; None for no limit.
            passes: as for `random_action`.
        """
        raise NotImplementedError

    # ---- Whole turns ----

    @property
    def within_turn(self):
        """Whether the player to move is in the middle of a turn of several actions."""
        raise NotImplementedError

    def push_turn(self, text):
        """Plays a whole turn (or the rest of one) given as text.

        Raises:
            NotationError: the text is no turn of the game.
            IllegalActionError: the turn is not legal here, or does not end the turn; the
                position is as before.
        """
        played = 0
        try:
            for action in self.game._turn_actions(self, text):
                self.push(action)
                played += 1
        except BaseException:
            for _ in range(played):
                self.pop()
            raise

    def pop_turn(self):
        """Takes back all actions of the last turn (or of the turn begun); returns them, a tuple.

        Raises:
            IndexError: nothing has been played since the position was made.
        """
        actions = [self.pop()]
        while self.within_turn and self.ply:
            actions.append(self.pop())
        return tuple(reversed(actions))

    def legal_turns(self):
        """Iterates over the texts of the legal turns, or of the ways to finish the turn begun.

        There can be millions: they are made one by one, from a copy of the position.
        """
        return self.game._turns(self.copy())

    def turn_text(self):
        """The text of the last turn, or of what has been played of the turn begun.

        Raises:
            IndexError: nothing has been played since the position was made.
        """
        before = self.copy()
        actions = before.pop_turn()
        return self.game._turn_text(before, actions)

    # ---- Notation ----

    def action_text(self, action):
        """The text of an action of this game, legal here or not.

        Raises:
            IllegalActionError: the int is no action of the game.
        """
        return self.game._action_text(self, self.game._checked_index(action))

    def parse_action(self, text):
        """The int of an action given as text; forgives case and spaces, and never guesses.

        Raises:
            NotationError: the text is no action of the game.
        """
        return self.game._parse_action(self, text)

    def preview(self, action):
        """What a legal action would change on the board, without playing it.

        Args:
            action: an int, or the text of an action.

        Returns:
            A `fylking.Preview`.

        Raises:
            IllegalActionError: the action is not legal here.
        """
        raise NotImplementedError

    # ---- Pictures ----

    def svg(self, **options):
        """The position as a picture, an SVG document.

        Equal positions with equal histories give equal texts.

        Args:
            **options: theme, coordinates, caption, last, targets, selected, preview, arrows,
                numbers, heat, territory, legend, interactive, prefix, title: see
                `fylking.draw.svg`.

        Raises:
            OptionError: an option that does not fit.

        >>> import fylking
        >>> fylking.Fravan(size=3).start().svg(theme="dark")[:4]
        '<svg'
        """
        from fylking.draw import svg

        return svg(self, **options)

    def _repr_svg_(self):
        """The picture that notebooks show."""
        from fylking.draw.picture import notebook_svg

        return notebook_svg(self)

    # ---- Bytes ----

    def to_bytes(self):
        """The position as bytes, which `Position.from_bytes` reads; the same on every platform."""
        raise NotImplementedError

    @staticmethod
    def from_bytes(data, pie=True):
        """The position that `to_bytes` wrote.

        Args:
            data: bytes.
            pie: whether its game has the pie rule.

        Raises:
            NotationError: the bytes are not of the format.
            PositionError: they describe an impossible position.
        """
        from fylking.codec import position_from_bytes

        return position_from_bytes(data, pie)

    # ---- For the functions of the package ----

    def _set_up(self, head, cells):
        """Becomes the position of a checked head (HEAD_BYTES) and cells (an int8 a point)."""
        raise NotImplementedError

    def _perft(self, depth, make_leaves, Control control):
        raise NotImplementedError

    def _perft_turns(self, depth, Control control):
        raise NotImplementedError

    def _perft_sums(self, depth, Control control):
        raise NotImplementedError

    def _playouts(self, rng, first, last, max_actions, passes, listed, Control control):
        raise NotImplementedError
