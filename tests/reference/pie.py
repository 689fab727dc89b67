"""What the three games with a pie rule share: the pie rule (P1-P4), turns, passes, texts (S)."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from . import hexhex
from . import text as position_text
from .colours import opponent


@dataclass(frozen=True)
class PieGame(ABC):
    """A position. ``first`` is the colour of the first player, Black while undecided (S)."""

    size: int
    board: tuple[str, ...]
    to_move: str
    stage: str
    first: str

    GAME: ClassVar[str]
    CELL: ClassVar[re.Pattern[str]]
    ENDS_WHEN_FULL: ClassVar[bool]

    # ---- the part that each game supplies

    @property
    @abstractmethod
    def pass_action(self) -> int:
        """The number of the pass (A); ``black`` and ``white`` are the next two numbers."""

    @abstractmethod
    def may_do(self, action: int) -> bool:
        """Tell whether the rules allow this placement or move to the player to move."""

    @abstractmethod
    def may_pass(self) -> bool:
        """Tell whether the player to move may pass on an ordinary turn."""

    @abstractmethod
    def board_after(self, action: int) -> tuple[str, ...]:
        """Return the board after a placement or a move with all that follows from it."""

    @abstractmethod
    def score(self) -> tuple[float, float]:
        """Return the scores of Black and White, as if the game ended here."""

    # ---- texts

    @classmethod
    def start(cls, size: int, pie: bool = True) -> Self:
        """Return the first position (P4)."""
        if size not in hexhex.SIZES:
            raise ValueError(f"no board of size {size}")
        empty = ("." for _ in hexhex.points(size))
        return cls(size, tuple(empty), "b", "open" if pie else "play", "b")

    @classmethod
    def parse(cls, position: str) -> Self:
        """Read a position text (S)."""
        _, board, to_move, stage, seats = position_text.fields(position, 5)
        game, size = position_text.game_and_size(position)
        if game != cls.GAME or size not in hexhex.SIZES:
            raise ValueError(f"not a game of {cls.GAME}: {position!r}")
        if seats not in ("1b", "1w"):
            raise ValueError(f"not a seats field: {seats!r}")
        cells = position_text.read_board(board, hexhex.widths(size), cls.CELL)
        state = cls(size, cells, position_text.colour_to_move(to_move), stage, seats[1])
        if not state._stage_fits():
            raise ValueError(f"the stage does not go with the other fields: {position!r}")
        return state

    def text(self) -> str:
        """Write the position text (S)."""
        board = position_text.write_board(self.board, hexhex.widths(self.size))
        return f"{self.GAME}{self.size} {board} {self.to_move} {self.stage} 1{self.first}"

    def _stage_fits(self) -> bool:
        full = self.ENDS_WHEN_FULL and "." not in self.board
        match self.stage:
            case "open":  # P1, P2: Black's, and there is a point for the stone
                return self.to_move == self.first == "b" and bool(self.legal())
            case "choose":  # S: White's, the seats still undecided
                return self.to_move == "w" and self.first == "b" and not full
            case "play" | "passed":
                return not full
            case "over:b" | "over:w":  # S: after two passes it is the first passer's turn again
                return self.to_move == self.first_passer
            case "over":
                return full
            case _:
                return False

    # ---- the end

    @property
    def is_over(self) -> bool:
        return self.stage.startswith("over")

    @property
    def first_passer(self) -> str | None:
        """The colour that passed first of the two final passes."""
        return self.stage.removeprefix("over:") if self.stage.startswith("over:") else None

    @property
    def end_reason(self) -> str | None:
        if not self.is_over:
            return None
        return "board full" if self.stage == "over" else "two passes"

    @property
    def winner(self) -> str | None:
        """The winner by score; None for a draw, and while the game goes on."""
        black, white = self.score()
        if not self.is_over or black == white:
            return None
        return "b" if black > white else "w"

    # ---- actions

    def is_legal(self, action: int) -> bool:
        """Tell whether ``action`` is legal now."""
        if self.is_over:
            return False
        if self.stage == "choose":  # P3: exactly these two
            return action in (self.pass_action + 1, self.pass_action + 2)
        if action == self.pass_action:  # P4: the opening turn has no pass
            return self.stage != "open" and self.may_pass()
        if self.stage == "open" and action >= len(self.board):  # P1: a stone is placed
            return False
        return 0 <= action < self.pass_action and self.may_do(action)

    def legal(self) -> list[int]:
        """List the legal actions, ascending."""
        return [action for action in range(self.pass_action + 3) if self.is_legal(action)]

    def require_legal(self, action: int) -> None:
        """Raise ValueError when ``action`` is not legal now."""
        if not self.is_legal(action):
            raise ValueError(f"action {action} is not legal in {self.text()!r}")

    def play(self, action: int) -> Self:
        """Return the position after a legal action."""
        self.require_legal(action)
        if self.stage == "choose":
            # P3: the second player takes the side named, the first player has the other one.
            # P2: White is to move then, as before.
            first = "w" if action == self.pass_action + 1 else "b"
            return replace(self, stage="play", first=first)

        other = opponent(self.to_move)
        if action == self.pass_action:
            # FV8, HF7, FS8: the second pass in a row ends the game; the other passed first.
            stage = f"over:{other}" if self.stage == "passed" else "passed"
            return replace(self, to_move=other, stage=stage)

        board = self.board_after(action)
        if self.ENDS_WHEN_FULL and "." not in board:  # FV8, HF6
            stage = "over"
        elif self.stage == "open":  # P1
            stage = "choose"
        else:
            stage = "play"
        return replace(self, board=board, to_move=other, stage=stage)

    def action_text(self, action: int) -> str:
        """Return the notation of a placement, the pass or a choice (A)."""
        if 0 <= action < len(self.board):
            return hexhex.name(self.size, action)
        if self.pass_action <= action <= self.pass_action + 2:
            return ("pass", "black", "white")[action - self.pass_action]
        raise ValueError(f"no such action: {action}")
