"""`fylking rules`: the numbered rules of a game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import fylking
from fylking.cli import common

if TYPE_CHECKING:
    from fylking.cli.common import Commands


def add(commands: Commands) -> None:
    """Describes the command to the parser."""
    parser = common.add_command(commands, "rules", run, "print the numbered rules of a game")
    common.add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Carries the command out."""
    print(fylking.game(args.game).rules.rstrip())
    return 0
