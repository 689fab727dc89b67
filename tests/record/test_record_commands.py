"""`fylking replay` and `fylking export`."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest

import fylking
from fylking import record
from fylking.cli import main


def played(game, actions):
    pos = game.start()
    for action in actions:
        pos.push(action)
    return pos


@pytest.fixture
def path(tmp_path):
    """Two games of Fravan: one with a flip, not finished; one over by passes."""
    game = fylking.Fravan(4)
    first = played(game, ["d4", "white", "e4", "f4", "pass"])
    last = played(game, ["a1", "black", "pass", "pass"])
    path = tmp_path / "games.jsonl"
    with record.Writer(path, record.head_of(game, ["Ann", "Bob"])) as out:
        out.write(record.GameRecord.of(first, 0, seconds=(1.5, None, 2.0, 0.25, 3.0)))
        out.write(record.GameRecord.of(last, 7, players=(1, 0)))
    return path


@pytest.fixture
def replay(path, capsys, monkeypatch):
    def call(*lines, options=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["replay", str(path), *options])
        return status, *capsys.readouterr()

    return call


def test_steps_forward_and_back_with_flips_times_and_score(replay):
    status, out, err = replay("", "n", "next", "n", "back", "text")
    assert (status, err) == (0, "")
    assert "Game 0: Fravan, size 4, pie rule on; Ann (first player) against Bob" in out
    assert "Black (first player): d4, 1.5 s" in out
    assert "Black (first player): f4, attack e4, 0.25 s" in out
    assert "Score so far: Black 3, White 0" in out
    assert (
        out.rstrip()
        .splitlines()[-2]
        .endswith("fravan4 ..../...../....../...bw../....../...../.... b play 1b")
    )


def test_goes_to_a_ply_the_ends_and_another_game(replay):
    status, out, _ = replay("4", "first", "last", "game 7", "last", "moves", "quit")
    assert status == 0
    assert re.findall(r"^\d+/\d+(?=> )", out, re.M) == [
        "0/5",
        "4/5",
        "0/5",
        "5/5",
        "0/4",
        "4/4",
        "4/4",
    ]
    assert "The game ended here: unfinished. Points 0 : 0." in out
    assert (
        "Game 7: Fravan, size 4, pie rule on; Bob (first player) against Ann (second player)" in out
    )
    assert "The game ended here: two passes. Points 0 : 1." in out
    assert "1. a1" in out


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("99", "Not possible: there is no ply 99 in this game of 5 actions."),
        ("back", "Not possible: there is no ply -1"),
        ("game 3", "has no game 3"),
        ("9" * 5000, "is too great a number"),
        (f"game {'9' * 5000}", "is too great a number"),
        ("jump", "Not understood: 'jump'"),
    ],
)
def test_what_is_not_there_is_said_and_asked_again(replay, line, reason):
    status, out, _ = replay(line, "text")
    assert status == 0
    assert reason in out
    assert out.count("0/5> ") == 3  # the line, the text, the end of the input


def test_nothing_of_a_file_commands_the_terminal(tmp_path, monkeypatch, capsys):
    pos = played(fylking.Fravan(2), ["b2"])
    path = tmp_path / "games.jsonl"
    loss = record.Loss(0, record.CRASH, "a\x1b]0;x\x07\nGame 9: b\x9b2J")
    with record.Writer(path, record.head_of(pos.game, ["Zo\u00eb\x1b[2J\r\n", "B\u202e"])) as out:
        out.write(record.GameRecord.of(pos, forfeit=loss))
    monkeypatch.setattr(sys, "stdin", io.StringIO("last\nmoves\n"))
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert all(letter == "\n" or letter.isprintable() for letter in out)
    assert "Zo\u00eb\\x1b[2J\\r\\n (first player)" in out
    assert r"lost it: a\x1b]0;x\x07\nGame 9: b\x9b2J." in out
    assert r"B\u202e (second player)" in out


def test_begins_where_it_is_told(replay):
    _, out, _ = replay(options=("--game", "7", "--ply", "3"))
    assert "3/4> " in out
    status, _, err = replay(options=("--ply", "6"))
    assert (status, "no ply 6" in err) == (2, True)


def test_check(replay, path):
    assert replay(options=("--check",))[1] == "2 games; what the record says is true\n"
    lines = path.read_text().splitlines()
    facts = json.loads(lines[2]) | {"points": [1, 0]}
    path.write_text("\n".join([*lines[:2], json.dumps(facts)]) + "\n")
    status, out, err = replay(options=("--check",))
    assert (status, out) == (2, "")
    assert f"line 3 of {path}: points is [1, 0]" in err
    assert "Not possible: line 3 of" in replay("game 7")[1]


# ---- Export ----


def test_export_has_a_row_a_game(path, tmp_path, capsys):
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "games.parquet"
    assert main(["export", str(path), str(target)]) == 0
    assert capsys.readouterr().out == f"2 games written to {target}\n"
    one, other = parquet.read_table(target).to_pylist()
    assert one["actions"] == ["d4", "white", "e4", "f4", "pass"]
    assert one["seconds"] == [1.5, None, 2.0, 0.25, 3.0]
    assert (one["first_player"], other["first_player"]) == ("Ann", "Bob")
    assert (other["number"], other["end"], other["second_points"]) == (7, "two passes", 1.0)
    assert other["seconds"] is None
    assert tuple(one) == tuple(record.parquet.COLUMNS)


def test_export_of_one_game(path, tmp_path, capsys):
    pytest.importorskip("pyarrow")
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:2]))
    target = tmp_path / "games.parquet"
    assert main(["export", str(path), str(target)]) == 0
    assert capsys.readouterr().out == f"1 game written to {target}\n"


def test_export_in_batches(path, tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("fylking.record.parquet.BATCH", 1)
    counts = []
    record.export_parquet(path, tmp_path / "out.parquet", progress=counts.append)
    assert counts == [1, 2]
    assert parquet.ParquetFile(tmp_path / "out.parquet").num_row_groups == 2


def test_a_broken_record_leaves_no_table(path, tmp_path, capsys):
    pytest.importorskip("pyarrow.parquet")
    path.write_bytes(path.read_bytes() + b"{}\n")
    assert main(["export", str(path), str(tmp_path / "out.parquet")]) == 2
    assert "line 4 of" in capsys.readouterr().err
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_export_names_its_extra_and_its_one_format(path, tmp_path, capsys, monkeypatch):
    assert main(["export", str(path), str(tmp_path / "out.csv")]) == 2
    assert "is not named *.parquet" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["export", str(path), str(tmp_path / "out.parquet")]) == 2
    assert 'pip install "fylking[parquet]"' in capsys.readouterr().err
