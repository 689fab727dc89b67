"""What is closed at the end of a `with` block."""

from __future__ import annotations

from typing import Self


class Closing:
    """A context manager that is itself, and whose end is `close`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives up what it holds."""
        raise NotImplementedError
