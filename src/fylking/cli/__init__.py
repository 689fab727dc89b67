"""The command line: `fylking COMMAND ...`, or `python -m fylking COMMAND ...`.

Each command is a module with `add`, which describes it to the parser, and `run`, which carries it
out. Errors are one line on stderr and exit status 2, an interrupt is status 130.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import fylking
from fylking.cli import (
    bench,
    common,
    draw,
    export,
    ladder,
    match,
    perft,
    play,
    replay,
    rules,
    serve,
    show,
    study,
    ugi,
)

COMMANDS = (play, serve, match, ladder, study, replay, export, show, draw, rules, perft, ugi, bench)

FAILED = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it
PIPE_CLOSED = 141  # 128 + SIGPIPE


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Raises the error, for `main` to print."""
        raise fylking.OptionError(f"{message} (see {self.prog} --help)")


def make_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = Parser(
        prog="fylking",
        description="Fravan, Herfor, Frasvel and Freeze: play, look at positions, count, measure.",
        epilog="`fylking COMMAND --help` tells more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fylking {fylking.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", dest="command")
    for command in COMMANDS:
        command.add(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        argv: the arguments without the program's name; None for the process's own.

    Returns:
        The exit status.
    """
    try:
        status = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_stdout()
        return PIPE_CLOSED
    except OSError as error:
        _give_up_stdout()
        said = error.strerror or str(error)
        file = error.filename
        return _fail(f"{os.fsdecode(file)}: {said}" if isinstance(file, str | bytes) else said)
    except (fylking.Error, ModuleNotFoundError) as error:  # an extra may be missing
        return _fail(str(error))
    return status


def _run(argv: Sequence[str] | None) -> int:
    parser = make_parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit as done:  # --help and --version
        return int(done.code or 0)
    if args.command is None:
        parser.error("which command?")
    status: int = args.run(args)
    return status


def _fail(message: str) -> int:
    print(f"fylking: error: {common.plain(' '.join(message.splitlines()))}", file=sys.stderr)
    return FAILED


def _give_up_stdout() -> None:
    """Nothing more is written where nobody reads, not even what is buffered."""
    with contextlib.suppress(AttributeError, OSError, ValueError):  # no real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
