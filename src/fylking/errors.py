"""The package's exceptions: all are `Error`, which is a ValueError."""

from __future__ import annotations


class Error(ValueError):
    """Base of the package's exceptions."""


class NotationError(Error):
    """A text that cannot be read: characters, fields, a board not of the size's shape."""


class PositionError(Error):
    """A position that can be read but is impossible; the message says which condition fails."""


class OptionError(Error):
    """A size, count, name or array that is not offered or does not fit."""


class IllegalActionError(Error):
    """An action that the rules forbid in a position.

    Attributes:
        rule: number of the rule, as in `docs/rules` ("HF3").
    """

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message, rule)
        self.rule = rule

    def __str__(self) -> str:
        return str(self.args[0])


class RecordError(Error):
    """A file of game records that cannot be read, or says what does not follow from its actions.

    Attributes:
        line: the number of the line, from 1.
    """

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, line)
        self.line = line

    def __str__(self) -> str:
        return str(self.args[0])


def int_text(value: int) -> str:
    """An int for a message; a very long one, which Python may refuse to write, by its length."""
    return str(value) if value.bit_length() <= 256 else f"an int of {value.bit_length()} bits"
