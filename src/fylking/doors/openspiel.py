"""The games in OpenSpiel: `fylking_fravan`, `fylking_herfor`, `fylking_frasvel`, `fylking_freeze`.

Importing this module registers every game of `fylking.GAMES`. Players are seats: 0 is the first
player, 1 the second.

>>> import pyspiel
>>> import fylking.doors.openspiel
>>> game = pyspiel.load_game("fylking_fravan(size=5)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("e5"))
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(1, 'black')
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from fylking import games
from fylking._position import Position
from fylking.errors import OptionError
from fylking.game import Game
from fylking.text import parse

try:
    import pyspiel  # type: ignore[import-not-found]
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        'fylking.doors.openspiel needs OpenSpiel: pip install "fylking[openspiel]" '
        "(Linux and macOS)"
    ) from _error

_PREFIX = "fylking_"

LONGEST = 1_000_000
"""`max_game_length()` of a game without a useful bound: more than is ever played, not a limit."""

_TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel knows it; `register` makes a subclass for each game of the registry.

    Args:
        params: "size" and, where there is a pie rule, "pie"; what is missing takes its default.

    Raises:
        OptionError: a size that is not offered.

    Attributes:
        room: the class of the game, one of `fylking.GAMES`.
    """

    room: ClassVar[type[Game]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        made = games.game(self.room.name, params.get("size"), params.get("pie"))
        longest = made.max_actions
        info = pyspiel.GameInfo(
            num_distinct_actions=made.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST if longest is None else longest,
        )
        super().__init__(_game_type(self.room), info, params)
        self._start = made.start()

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by class, of which there is one a game, made here: and this module must be imported.
        return _load, (str(self),)

    def new_initial_state(self, text: str | None = None) -> SpielState:
        """The state before the first action, or the state of a position text.

        Args:
            text: a position text of the same game and size; its state has no history.

        Raises:
            NotationError: the text cannot be read.
            PositionError: it describes an impossible position.
            OptionError: it is of another game or size.
        """
        return SpielState(self, text)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> PlanesObserver | HistoryObserver:
        """What `open_spiel.python.observation.make_observation` asks for.

        Args:
            iig_obs_type: None or public information without perfect recall: planes and position
                text; everything else: the history, where public information is asked for.
            params: none are known.

        Raises:
            ValueError: there are parameters.
        """
        if params:
            raise ValueError(f"there are no parameters of observations; found {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self._start.game)
        return HistoryObserver(public=iig_obs_type.public_info)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a `SpielGame`; made by its `new_initial_state`."""

    # What an instance holds, `clone` copies at a cost: only a state of a text holds the text.
    _text: str | None = None

    def __init__(self, game: SpielGame, text: str | None = None) -> None:
        super().__init__(game)
        start = game._start
        if text is None:
            self._position = start.copy()
            return
        self._position = parse(text, start.game.pie)
        if self._position.game != start.game:
            raise OptionError(
                f"{text!r} is a position of {self._position.game!r}, not of {start.game!r}"
            )
        self._text = text

    @property
    def position(self) -> Position:
        """The position, a copy: playing on it leaves the state as it is."""
        return self._position.copy()

    def current_player(self) -> int:
        """The seat to act, or `pyspiel.PlayerId.TERMINAL`."""
        position = self._position
        return _TERMINAL if position.is_over else position.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_over

    def returns(self) -> list[float]:
        """+1 for the seat that has won, -1 for the other; zeros before the end and for a draw."""
        return list(self._position.returns)

    def _legal_actions(self, player: int) -> list[int]:
        return self._position.legal_actions()

    def _apply_action(self, action: int) -> None:
        self._position.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._position.action_text(action)

    def __str__(self) -> str:
        return self._position.text


class PlanesObserver:
    """Sees the planes of `Position.observation` and the position text, whichever player asks.

    As OpenSpiel has it, `tensor` is overwritten by the next `set_from`.

    Attributes:
        tensor: float32 array of shape (planes * ranks * files,).
        dict: "observation" is a view of it, of shape (planes, ranks, files).
    """

    def __init__(self, game: Game) -> None:
        self._planes = np.zeros(game.observation_shape, np.float32)
        self.tensor = self._planes.reshape(-1)
        self.dict = {"observation": self._planes}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the planes of a state into `tensor`."""
        state._position.observation(out=self._planes)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position text."""
        return state._position.text


class HistoryObserver:
    """Sees the actions played (nothing is private), whichever player asks; it has no tensor.

    Args:
        public: whether public information is asked for; without it there is nothing to see.
    """

    def __init__(self, public: bool) -> None:
        self._public = public
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Does nothing: there is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        """The actions, after the position text that the state was made from, if it was."""
        if not self._public:
            return ""
        history: str = state.history_str()
        return history if state._text is None else f"{state._text}: {history}"


def _game_type(room: type[Game]) -> Any:
    kinds = pyspiel.GameType
    parameters: dict[str, Any] = {"size": room.default_size}
    if room.has_pie:
        parameters["pie"] = True
    return kinds(
        short_name=_PREFIX + room.name,
        long_name=room.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _load(text: str) -> Any:
    return pyspiel.load_game(text)


def register() -> None:
    """Registers the games of `fylking.GAMES` with OpenSpiel; importing this module does it.

    Call it again after adding a game to the registry.
    """
    for room in games.GAMES.values():
        # What is registered must be a class: OpenSpiel drops it after Python has shut down, when
        # the last reference to any other object would free it, and crash.
        creator = type(f"{room.title}{SpielGame.__name__}", (SpielGame,), {"room": room})
        pyspiel.register_game(_game_type(room), creator)


register()
