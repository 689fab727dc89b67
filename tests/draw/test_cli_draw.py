"""`fylking draw` and the pictures of `fylking show`."""

from __future__ import annotations

import json

import pytest
from reading import SVG, cell, parsed, points

import fylking
from fylking import draw, matches
from fylking.cli import main

TEXT = "frasvel3 .../..../.b.ww/..../... b play 1b"


def run(capsys, *argv):
    status = main(argv)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """The record of two games, and the last positions of both."""
    path = tmp_path_factory.mktemp("draw") / "games.jsonl"
    players = tuple(map(matches.parse_player, ["random", "random"]))
    game = fylking.Herfor(3)
    plan = matches.Plan(players, matches.random_openings(game, seed=3), pairs=1, seed=3)
    matches.run(plan, out=str(path))
    _, games = matches.read_record(path)
    return str(path), {game.game: game.replay() for game in games}


# ---- fylking show ----


def test_show_writes_an_svg_beside_what_it_prints(capsys, tmp_path):
    plain = run(capsys, "show", TEXT)
    path = tmp_path / "board.svg"
    assert run(capsys, "show", TEXT, "--svg", str(path)) == plain
    assert path.read_text(encoding="utf-8") == fylking.parse(TEXT).svg() + "\n"


def test_show_writes_an_svg_to_stdout_and_nothing_else(capsys):
    status, out, err = run(
        capsys, "show", TEXT, "--svg", "-", "--theme", "dark", "--targets", "--territory",
        "--preview", "b3-c3",
    )  # fmt: skip
    wanted = fylking.parse(TEXT).svg(theme="dark", targets=True, territory=True, preview="b3-c3")
    assert (status, out, err) == (0, wanted + "\n", "")


def test_show_writes_a_png(capsys, tmp_path):
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    path = tmp_path / "board.png"
    status, out, _ = run(capsys, "show", TEXT, "--png", str(path), "--width", "123")
    assert (status, out) == run(capsys, "show", TEXT)[:2]
    data = path.read_bytes()
    assert data == draw.png(fylking.parse(TEXT).svg(), 123)
    assert int.from_bytes(data[16:20], "big") == 123


# ---- fylking draw ----


def test_draw_writes_a_strip_to_stdout(capsys, record):
    path, games = record
    status, out, err = run(capsys, "draw", path)
    assert (status, err) == (0, "")
    assert out == draw.strip(games[0]) + "\n"
    options = ["--game", "1", "--every", "5", "--columns", "2", "--theme", "print"]
    _, out, _ = run(capsys, "draw", path, *options)
    assert out == draw.strip(games[1], every=5, columns=2, theme="print") + "\n"


def test_draw_writes_an_animation(capsys, record, tmp_path):
    path, games = record
    target = tmp_path / "game.svg"
    assert run(capsys, "draw", path, "--animate", "--out", str(target), "--seconds", "2")[0] == 0
    assert target.read_text(encoding="utf-8") == draw.animation(games[0], seconds=2) + "\n"


def test_draw_writes_png_and_gif(capsys, record, tmp_path):
    pytest.importorskip("resvg_py")
    images = pytest.importorskip("PIL.Image")
    path, games = record
    for name in ("strip.png", "GAME.GIF"):
        target = str(tmp_path / name)
        command = ["draw", path, "--out", target, "--width", "200", "--every", "8"]
        assert run(capsys, *command) == (0, "", "")
        with images.open(target) as image:
            assert image.width == 200
            steps = len([*range(0, games[0].ply, 8), games[0].ply])
            assert getattr(image, "n_frames", 1) == (steps if name == "GAME.GIF" else 1)


def test_the_last_picture_is_the_end_of_the_game(capsys, record):
    path, games = record
    root = parsed(run(capsys, "draw", path)[1])
    last = [e for e in root.iter(f"{SVG}svg") if e.get("class") == "frame"][-1]
    board = [0] * games[0].game.points
    for group in points(last):
        board[int(group.get("data-index"))] = cell(group)
    assert board == games[0].board.tolist()
    assert games[0].is_over


# ---- Errors ----


def test_errors_are_one_line_and_status_2(capsys, record, tmp_path):
    path, _ = record
    here = str(tmp_path / "out")
    for argv, message in (
        (["draw"], "GAMEFILE"),
        (["draw", here + ".jsonl"], "No such file"),
        (["draw", path, "--game", "2"], "has no game 2; it has 0, 1"),
        (["draw", path, "--game", "x"], "'x' is no whole number"),
        (["draw", path, "--every", "0"], "every is 1 or more, not 0"),
        (["draw", path, "--columns", "0"], "columns is 1 to 100"),
        (["draw", path, "--theme", "pink"], "no theme 'pink'"),
        (["draw", path, "--out", here + ".jpg"], "does not end in one of .svg, .png, .gif"),
        (["draw", path, "--out", here + ".png", "--animate"], "a PNG does not move"),
        (["draw", path, "--out", f"{here}/no/a.svg"], "No such file"),
        (["draw", path, "--seconds", "0", "--animate"], "0 is not above 0"),
        (["draw", path, "--seconds", "99", "--animate"], "seconds is 0.05 to 60"),
        (["show", TEXT, "--svg", "-", "--png", "-"], "stdout takes one picture"),
        (["show", TEXT, "--theme", "pink", "--svg", "-"], "no theme 'pink'"),
        (["show", TEXT, "--preview", "a1-b9", "--svg", "-"], "'a1-b9' is no action"),
        (["show", TEXT, "--preview", "c4", "--svg", "-"], "own stack"),
        (["show", TEXT, "--svg", f"{here}/no/a.svg"], "No such file"),
    ):
        status, out, err = run(capsys, *argv)
        assert (status, out, err.count("\n")) == (2, "", 1), argv
        assert message in err


def test_a_game_that_cannot_be_played_again(capsys, record, tmp_path):
    path, _ = record
    with open(path, encoding="utf-8") as file:
        head, *games = file.read().splitlines()
    facts = json.loads(games[0])
    facts["actions"] = "a1 " + facts["actions"]
    path = tmp_path / "tampered.jsonl"
    path.write_text(f"{head}\n{json.dumps(facts)}\n", encoding="utf-8")
    status, _, err = run(capsys, "draw", str(path), "--game", str(facts["game"]))
    assert status == 2
    assert "cannot be played again" in err


def test_a_missing_extra_is_an_error(capsys, record, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    path, _ = record
    for argv in (
        ["draw", path, "--out", str(tmp_path / "a.gif")],
        ["show", TEXT, "--png", "x.png"],
    ):
        status, _, err = run(capsys, *argv)
        assert status == 2
        assert 'pip install "fylking[png]"' in err


def test_a_picture_does_not_pour_into_a_terminal(capsys, monkeypatch, record):
    path, _ = record
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    status, out, err = run(capsys, "draw", path)
    assert (status, out) == (2, "")
    assert "--out FILE" in err
    assert run(capsys, "draw", path, "--out", "-")[1].startswith("<svg")


@pytest.mark.parametrize(
    ("option", "name"), [("--png", "x.svg"), ("--svg", "x.png"), ("--png", "x")]
)
def test_show_writes_what_the_ending_says(capsys, tmp_path, option, name):
    path = tmp_path / name
    status, out, err = run(capsys, "show", TEXT, option, str(path))
    assert (status, out) == (2, "")
    assert f"does not end in .{option[2:]}" in err
    assert not path.exists()


def test_draw_reads_no_further_than_its_game(capsys, tmp_path, record):
    path, _ = record
    torn = tmp_path / "torn.jsonl"
    with open(path, "rb") as file:
        torn.write_bytes(b"".join(file.readlines()[:2]) + b"no game\n")
    assert run(capsys, "draw", str(torn))[0] == 0
    assert "line 3 of" in run(capsys, "draw", str(torn), "--game", "9")[2]
