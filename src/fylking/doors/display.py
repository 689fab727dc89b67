"""Render modes of the environments: "ansi", "rgb_array" and, in a window, "human"."""

from __future__ import annotations

import warnings
from time import perf_counter, sleep
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from fylking.doors.shared import checked_choice

if TYPE_CHECKING:
    from fylking._position import Position

MODES = ("human", "ansi", "rgb_array")


class Display:
    """Shows positions in one of the modes.

    Args:
        mode: one of `MODES`, or None: nothing is shown.
        size: width and height of pictures in pixels.
        title: of the window.

    Raises:
        OptionError: another mode, or a size that is not offered.
        ImportError: what the mode needs is not installed.
    """

    _owner: ClassVar[Display | None] = None  # of pygame's window, of which there is one

    def __init__(self, mode: str | None, size: int, title: str) -> None:
        self.mode: str | None = checked_choice("render_mode", mode, (None, *MODES))
        self.size = size
        self.title = title
        self._due = 0.0
        if self.mode in ("human", "rgb_array"):
            from fylking.doors import picture

            picture.checked_size(size)
        if self.mode == "human":
            _pygame()

    def show(self, position: Position, fps: float) -> npt.NDArray[np.uint8] | str | None:
        """The position as text or picture, or None once it is in the window.

        Args:
            position: what is shown.
            fps: the window shows at most so many pictures a second, and waits if need be.
        """
        if self.mode is None:
            warnings.warn(
                "nothing to render: the environment was made without a render_mode", stacklevel=3
            )
            return None
        if self.mode == "ansi":
            return str(position)
        from fylking.doors import picture

        pixels = picture.pixels(position, self.size)
        if self.mode == "rgb_array":
            return pixels
        self._put(pixels, fps)
        return None

    def close(self) -> None:
        """Closes the window; closing again does nothing."""
        if Display._owner is self:
            Display._owner = None
            _pygame().display.quit()

    def _put(self, pixels: npt.NDArray[np.uint8], fps: float) -> None:
        pygame = _pygame()
        height, width, _ = pixels.shape
        if Display._owner is not self or pygame.display.get_surface() is None:
            pygame.display.init()
            pygame.display.set_caption(self.title)
            pygame.display.set_mode((width, height))
            Display._owner = self
        image = pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGB")
        pygame.display.get_surface().blit(image, (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        # Never longer than a picture lasts: a copy of this may run by another process's clock.
        sleep(min(max(0.0, self._due - perf_counter()), 1 / fps))
        self._due = perf_counter() + 1 / fps


class Shown:
    """The part of an environment that shows its position.

    Attributes:
        metadata: "render_fps" is the speed of "human".
        render_mode: one of `MODES`, or None.
    """

    metadata: dict[str, Any]
    render_mode: str | None
    _display: Display
    _position: Position | None

    @property
    def position(self) -> Position:
        """A copy of the position.

        Raises:
            gymnasium.error.ResetNeeded: there is none before the first `reset`.
        """
        return self._here().copy()

    def render(self) -> Any:
        """The position in the render mode.

        Returns:
            A str for "ansi", a uint8 array of shape (picture_size, picture_size, 3) for
            "rgb_array", None for "human".

        Raises:
            gymnasium.error.ResetNeeded: before the first `reset`.
        """
        return self._display.show(self._here(), self.metadata["render_fps"])

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._display.close()

    def _here(self) -> Position:
        if self._position is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._position

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _pygame() -> ModuleType:
    try:
        import pygame
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            'render_mode="human" needs pygame: '
            'pip install "fylking[gymnasium]" or "fylking[pettingzoo]"'
        ) from error
    return pygame
