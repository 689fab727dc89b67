"""Records as columns: a Parquet file with a row a game (the extra `parquet`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fylking.record.files import Reader

if TYPE_CHECKING:
    from fylking.record.game import GameRecord

BATCH = 10_000
"""Games of a row group: so many are held at a time."""


def export_parquet(
    source: str | Path,
    target: str | Path,
    check: bool = True,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Writes the games of a record to a Parquet file, a row each.

    Args:
        source: a file of records.
        target: the file to write.
        check: whether each game is played again, as for `Reader`.
        progress: called with how many games are written, now and then.

    Returns:
        How many games there are.

    Raises:
        ModuleNotFoundError: the extra is not installed.
        RecordError: a line that cannot be read or is not true; nothing is left of the target.
    """
    try:
        pa, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            'Parquet files need pyarrow: pip install "fylking[parquet]"'
        ) from error

    columns = pa.schema([(name, _arrow(pa, kind)) for name, kind in COLUMNS.items()])
    target, written = Path(target), 0
    unfinished = target.with_name(f"{target.name}.part")
    try:
        with (
            Reader(source, check) as games,
            parquet.ParquetWriter(unfinished, columns, compression="zstd") as out,
        ):
            for batch in _batches(games):
                rows = [row_of(game, games.head) for game in batch]
                out.write_table(pa.Table.from_pylist(rows, schema=columns))
                written += len(rows)
                if progress is not None:
                    progress(written)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return written


COLUMNS = {
    "number": "int64",
    "pair": "int64",
    "game": "string",
    "size": "int16",
    "pie": "bool_",
    "version": "string",
    "first_player": "string",
    "second_player": "string",
    "first_seed": "int64",
    "second_seed": "int64",
    "opening": "string",
    "actions": "list string",
    "plies": "int32",
    "first_points": "float64",
    "second_points": "float64",
    "first_colour": "string",
    "black_score": "float64",
    "white_score": "float64",
    "end": "string",
    "forfeit_seat": "int8",
    "forfeit_kind": "string",
    "forfeit_detail": "string",
    "seconds": "list float64",
    "values": "list float64",
    "simulations": "list int64",
}
"""The columns, in order; `list` for lists with an entry an action."""


def row_of(game: GameRecord, head: dict[str, Any]) -> dict[str, Any]:
    """A game as a row."""
    players = [head["players"][player] for player in game.players]
    seeds = game.seeds or (None, None)
    loss, thoughts = game.forfeit, game.thoughts
    known = None if thoughts is None else [thought or {} for thought in thoughts]
    return {
        "number": game.game,
        "pair": game.pair,
        "game": head["game"],
        "size": head["size"],
        "pie": game.pie,
        "version": head["version"],
        "first_player": players[0],
        "second_player": players[1],
        "first_seed": seeds[0],
        "second_seed": seeds[1],
        "opening": game.opening,
        "actions": game.actions,
        "plies": len(game.actions),
        "first_points": game.points[0],
        "second_points": game.points[1],
        "first_colour": game.colours[0],
        "black_score": game.score[0],
        "white_score": game.score[1],
        "end": game.end,
        "forfeit_seat": None if loss is None else loss.seat,
        "forfeit_kind": None if loss is None else loss.kind,
        "forfeit_detail": None if loss is None else loss.detail,
        "seconds": game.seconds,
        "values": None if known is None else [thought.get("value") for thought in known],
        "simulations": None if known is None else [thought.get("simulations") for thought in known],
    }


def _batches(games: Iterable[GameRecord]) -> Iterator[list[GameRecord]]:
    games = iter(games)
    while batch := list(islice(games, BATCH)):
        yield batch


def _arrow(pa: Any, kind: str) -> Any:
    listed, _, name = kind.rpartition(" ")
    made = getattr(pa, name)()
    return pa.list_(made) if listed else made
