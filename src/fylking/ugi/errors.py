"""What can go wrong with a program that is driven."""

from __future__ import annotations

from fylking.errors import Error


class EngineError(Error):
    """A program that is driven by UGI has failed.

    Attributes:
        kind: "crashed" (it ended, or did not start), "timeout" (no answer in time),
            "illegal move", or "protocol" (an answer that UGI does not have). After all but an
            illegal move the program has been ended.
    """

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message, kind)
        self.kind = kind

    def __str__(self) -> str:
        return str(self.args[0])
