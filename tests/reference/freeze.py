"""Freeze (FZ)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from . import text as position_text
from . import torus
from .colours import opponent

_CELL = re.compile(r"[.bwBW]")
_NUMBER = r"[1-9][0-9]*"
_SQUARE = r"[a-j][1-9][0-9]?"
_STAGE = re.compile(
    rf"(?P<plain>play|passed|over:[bw]|over)"
    rf"|jump@(?P<chain>{_SQUARE})\+(?P<captured>{_NUMBER})"
    rf"|freeze\+(?P<left>{_NUMBER})(?:>(?P<last>{_SQUARE}))?"
)


@dataclass(frozen=True)
class Freeze:
    """A position of Freeze; a cell is ``.``, a soldier ``b`` ``w`` or a king ``B`` ``W`` (FZ2).

    ``phase`` is the stage of the text without its details, which are:

    * ``jump``: ``square`` the soldier that may go on, ``count`` the pieces captured so far;
    * ``freeze``: ``square`` the square frozen last, if any, ``count`` the pieces still to place.
    """

    size: int
    board: tuple[str, ...]
    to_move: str
    phase: str
    square: int | None = None
    count: int = 0

    # ---- texts

    @classmethod
    def start(cls, size: int, pie: bool = True) -> Self:
        """Return the first position (FZ1). There is no pie rule (P4): ``pie`` changes nothing."""
        if size not in torus.SIZES:
            raise ValueError(f"no board of size {size}")
        half = size // 2
        # FZ1 counts files and ranks from 1
        pair = [(2, size - 1), (3, size - 1)]
        pair += [(file + half, rank + half) for file, rank in pair]
        empty = [torus.index(size, file - 1, rank - 1) for file, rank in pair]
        cells = ["bw"[(file + rank + 1) % 2] for rank in range(size) for file in range(size)]
        for square in empty:
            cells[square] = "."
        return cls(size, tuple(cells), "b", "play")

    @classmethod
    def parse(cls, position: str) -> Self:
        """Read a position text (S)."""
        _, board, to_move, stage = position_text.fields(position, 4)
        game, size = position_text.game_and_size(position)
        if game != "freeze" or size not in torus.SIZES:
            raise ValueError(f"not a game of freeze: {position!r}")
        match = _STAGE.fullmatch(stage)
        if match is None:
            raise ValueError(f"not a stage: {stage!r}")
        phase, square, count = match["plain"], None, 0
        if match["chain"]:
            phase, square = "jump", torus.named(size, match["chain"])
            count = int(match["captured"])
        elif match["left"]:
            phase, count = "freeze", int(match["left"])
            if match["last"]:
                square = torus.named(size, match["last"])
        cells = position_text.read_board(board, [size] * size, _CELL)
        state = cls(size, cells, position_text.colour_to_move(to_move), phase, square, count)
        if not state._stage_fits():
            raise ValueError(f"the stage does not go with the other fields: {position!r}")
        return state

    def _stage_fits(self) -> bool:
        match self.phase:
            case "play" | "passed":  # FZ6: otherwise the game is over
                return self._has_jump()
            case "over":
                return not self._has_jump()
            case "jump":  # S: the chain can go on
                return bool(self._jumps())
            case "freeze":
                last_is_king = self.square is None or self.board[self.square] == self._enemy.upper()
                return last_is_king and len(self._freezable()) >= self.count  # FZ7
            case _:  # S: after two passes it is the first passer's turn again
                return self.phase == f"over:{self.to_move}"

    def text(self) -> str:
        """Write the position text (S)."""
        board = position_text.write_board(self.board, [self.size] * self.size)
        return f"freeze{self.size} {board} {self.to_move} {self.stage}"

    @property
    def stage(self) -> str:
        if self.phase == "jump":
            return f"jump@{self._name(self.square)}+{self.count}"
        if self.phase == "freeze":
            last = "" if self.square is None else f">{self._name(self.square)}"
            return f"freeze+{self.count}{last}"
        return self.phase

    def _name(self, square: int | None) -> str:
        assert square is not None
        return torus.name(self.size, square)

    # ---- the end

    @property
    def is_over(self) -> bool:
        return self.phase.startswith("over")

    @property
    def winner(self) -> str | None:
        """The opponent of the player without a jump; None for a draw by two passes (FZ6)."""
        return self._enemy if self.phase == "over" else None

    @property
    def end_reason(self) -> str | None:
        if not self.is_over:
            return None
        return "no jump" if self.phase == "over" else "two passes"

    def score(self) -> tuple[float, float]:
        """Return 1 for the winner and 0 otherwise (FZ8)."""
        return float(self.winner == "b"), float(self.winner == "w")

    # ---- the numbers of the actions (A)

    @property
    def _stop(self) -> int:
        return 4 * len(self.board)

    @property
    def _pass(self) -> int:
        return 5 * len(self.board) + 1

    def _frozen_by(self, action: int) -> int:
        return action - self._stop - 1

    def action_text(self, action: int) -> str:
        """Return the notation of one step (A)."""
        if 0 <= action < self._stop:
            square, direction = divmod(action, 4)
            return f"{self._name(square)}:{self._name(self._landing(square, direction))}"
        if action == self._stop:
            return "stop"
        if self._stop < action < self._pass:
            return "=" + self._name(self._frozen_by(action))
        if action == self._pass:
            return "pass"
        raise ValueError(f"no such action: {action}")

    # ---- what is legal

    @property
    def _enemy(self) -> str:
        return opponent(self.to_move)

    def _landing(self, square: int, direction: int) -> int:
        return torus.step(self.size, square, direction, 2)

    def _may_jump(self, square: int, direction: int) -> bool:
        """Judge a jump of the player to move by the board alone (FZ2, FZ3)."""
        over = torus.step(self.size, square, direction, 1)
        return (
            self.board[square] == self.to_move  # FZ2: a soldier, not a king
            and self.board[over] in (self._enemy, self._enemy.upper())
            and self.board[self._landing(square, direction)] == "."
        )

    def _jumps(self) -> list[int]:
        """List the jumps: all of them, or within a chain those of the same soldier (FZ4)."""
        squares = range(len(self.board)) if self.square is None else [self.square]
        return [4 * s + d for s in squares for d in range(4) if self._may_jump(s, d)]

    def _has_jump(self) -> bool:
        return any(self._may_jump(s, d) for s in range(len(self.board)) for d in range(4))

    def _freezable(self) -> list[int]:
        """List the enemy soldiers on squares above the one frozen last (FZ5, FZ7)."""
        lowest = 0 if self.square is None else self.square + 1
        return [s for s in range(lowest, len(self.board)) if self.board[s] == self._enemy]

    def legal(self) -> list[int]:
        """List the legal actions, ascending."""
        match self.phase:
            case "play" | "passed":
                return [*self._jumps(), self._pass]  # FZ6
            case "jump":
                return [*self._jumps(), self._stop]  # FZ4, FZ7
            case "freeze":
                # FZ7: the soldiers above the square must suffice for the pieces after this one
                soldiers = self._freezable()
                last = len(soldiers) - (self.count - 1)
                return [self._stop + 1 + square for square in soldiers[:last]]
            case _:
                return []

    # ---- playing

    def play(self, action: int) -> Self:
        """Return the position after a legal step."""
        self._require_legal(action)
        if action == self._pass:
            if self.phase == "passed":  # FZ6: a draw; the other player passed first
                return replace(self, to_move=self._enemy, phase=f"over:{self._enemy}")
            return self._next_player("passed")
        if action == self._stop:
            return self._jumps_done()
        if action < self._stop:
            return self._jump(*divmod(action, 4))
        return self._freeze(self._frozen_by(action))

    def preview(self, action: int) -> int | None:
        """Return the square that a legal jump captures; None for other steps."""
        self._require_legal(action)
        if action >= self._stop:
            return None
        square, direction = divmod(action, 4)
        return torus.step(self.size, square, direction, 1)

    def _require_legal(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal in {self.text()!r}")

    def _jump(self, square: int, direction: int) -> Self:
        over = torus.step(self.size, square, direction, 1)
        landing = self._landing(square, direction)
        pieces = 2 if self.board[over].isupper() else 1  # FZ3
        cells = list(self.board)
        cells[square] = cells[over] = "."  # FZ3, FZ4: both are empty at once
        cells[landing] = self.to_move
        after = replace(
            self,
            board=tuple(cells),
            phase="jump",
            square=landing,
            count=self.count + pieces,
        )
        return after if after._jumps() else after._jumps_done()  # FZ7

    def _jumps_done(self) -> Self:
        """Go on to the freezes, or to the other player when there is none to make (FZ5)."""
        count = min(self.count, self.board.count(self._enemy))
        if count == 0:
            return self._next_player("play")
        return replace(self, phase="freeze", square=None, count=count)

    def _freeze(self, square: int) -> Self:
        cells = list(self.board)
        cells[square] = self._enemy.upper()  # FZ5
        after = replace(self, board=tuple(cells), square=square, count=self.count - 1)
        return after if after.count else after._next_player("play")

    def _next_player(self, phase: str) -> Self:
        after = replace(self, to_move=self._enemy, phase=phase, square=None, count=0)
        return after if after._has_jump() else replace(after, phase="over")  # FZ6

    # ---- whole turns (FZ9)

    def turns(self) -> Iterator[tuple[str, Self]]:
        """Yield every way to finish the turn: its notation, and the position after it.

        Within a turn only the rest is written: the jumps from the square of the soldier on, or
        the frozen squares alone.
        """
        path = [self.square] if self.phase == "jump" and self.square is not None else []
        yield from self._rest_of_turn(path, [])

    def _rest_of_turn(self, path: list[int], frozen: list[int]) -> Iterator[tuple[str, Self]]:
        for action in self.legal():
            after = self.play(action)
            if action == self._pass:
                yield "pass", after
                continue
            path_then, frozen_then = path, frozen
            if action < self._stop:
                square, direction = divmod(action, 4)
                path_then = [*(path or [square]), self._landing(square, direction)]
            elif action > self._stop:
                frozen_then = [*frozen, self._frozen_by(action)]
            if after.phase in ("jump", "freeze"):
                yield from after._rest_of_turn(path_then, frozen_then)
            else:
                yield self._turn_text(path_then, frozen_then), after

    def _turn_text(self, path: list[int], frozen: list[int]) -> str:
        jumps = ":".join(map(self._name, path))
        freezes = ",".join(map(self._name, frozen))
        return f"{jumps}={freezes}" if freezes else jumps
