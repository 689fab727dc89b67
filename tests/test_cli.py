"""The command line: every command, its errors, and how it behaves on terminals and in pipes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

import fylking
from fylking import cpu
from fylking.cli import main
from fylking.cli.signature import fnv1a, signatures

SIGNATURE = "9f5c44aa8f536136"

CHOOSE = "fravan2 ../.b./.. w choose 1b"
OVER = "fravan2 ../.b./.. b over:b 1b"

posix = pytest.mark.skipif(os.name != "posix", reason="signals, pipes and terminals of POSIX")


def run(capsys, *argv):
    """Status, stdout and stderr of a command run in this process."""
    status = main(argv)
    out, err = capsys.readouterr()
    return status, out, err


def child(*argv, **options):
    """A child process that runs a command."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.Popen([sys.executable, "-m", "fylking", *argv], **options)


# ---- The commands ----


def test_version(capsys):
    assert run(capsys, "--version") == (0, f"fylking {fylking.__version__}\n", "")


def test_help_names_every_command(capsys):
    status, out, err = run(capsys, "--help")
    assert (status, err) == (0, "")
    commands = (
        "play",
        "serve",
        "match",
        "ladder",
        "study",
        "replay",
        "export",
        "show",
        "draw",
        "rules",
        "perft",
        "ugi",
        "bench",
    )
    for command in commands:
        assert re.search(rf"^ +{command} ", out, re.MULTILINE)
        assert run(capsys, command, "--help")[0] == 0


@pytest.mark.parametrize("name", fylking.GAMES)
def test_rules(capsys, name):
    status, out, err = run(capsys, "rules", name.title())
    assert (status, err) == (0, "")
    assert out.strip() == fylking.game(name).rules.strip()


def test_show(capsys):
    status, out, err = run(capsys, "show", CHOOSE)
    assert (status, err) == (0, "")
    assert out.startswith(str(fylking.parse(CHOOSE)))
    assert "Fravan, size 2, pie rule on; White (second player) to move; stage choose" in out
    assert "score: Black 1, White 0" in out
    assert "2 legal actions:\n  black  white\n" in out


def test_show_takes_a_text_without_quotes_and_an_over_position(capsys):
    status, out, _ = run(capsys, "show", "--no-pie", *OVER.split())
    assert status == 0
    assert "pie rule off; won by Black by two passes" in out
    assert out.endswith("no legal actions: the game is over\n")


@pytest.mark.parametrize("name", fylking.GAMES)
def test_show_fits_the_terminal_and_lists_every_action(capsys, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "40")
    pos = fylking.game(name).start()
    _, out, _ = run(capsys, "show", pos.text)
    head, listed = out.split("legal actions:\n")
    assert int(head.split()[-1]) == pos.legal_count()
    assert listed.split() == [pos.action_text(action) for action in pos.legal_actions()]
    assert max(map(len, listed.splitlines())) <= 40


def test_perft(capsys):
    status, out, err = run(capsys, "perft", "fravan", "--size", "3", "--no-pie", "--depth", "3")
    assert (status, err) == (0, "")
    rows = [line.split()[:2] for line in out.splitlines()[4:]]
    assert rows == [["1", "20"], ["2", "381"], ["3", "6878"]]


def test_perft_json(capsys):
    status, out, _ = run(capsys, "perft", "--position", CHOOSE, "--depth", "2", "--json")
    result = json.loads(out)
    assert status == 0
    assert (result["position"], result["pie"], result["counting"]) == (CHOOSE, True, "actions")
    assert [(row["depth"], row["count"]) for row in result["counts"]] == [(1, 2), (2, 14)]
    assert all(row["seconds"] > 0 and row["nodes_per_second"] > 0 for row in result["counts"])


def test_perft_has_the_pie_rule_unless_told_otherwise(capsys):
    for options, expected in (([], True), (["--pie"], True), (["--no-pie"], False)):
        _, out, _ = run(capsys, "perft", "herfor", "--size", "2", "--json", *options)
        assert json.loads(out)["pie"] is expected


def test_perft_of_a_finished_game(capsys):
    _, out, _ = run(capsys, "perft", "--position", OVER, "--depth", "1")
    assert out.splitlines()[-1].split()[:2] == ["1", "0"]
    _, out, _ = run(capsys, "perft", "--position", OVER, "--divide", "--json")
    assert (json.loads(out)["divide"], json.loads(out)["total"]) == ({}, 0)


@pytest.mark.parametrize("threads", [1, 3])
def test_perft_divide(capsys, threads):
    pos = fylking.Frasvel(size=3, pie=False).start()
    argv = ["perft", "frasvel", "--size", "3", "--no-pie", "--divide", "--depth", "3"]
    argv += ["--threads", str(threads)]
    _, out, _ = run(capsys, *argv)
    table = dict(line.split() for line in out.split("\n\n")[1].splitlines())
    assert int(table.pop("total")) == fylking.perft(pos, 3)
    divide = fylking.perft_divide(pos, 3)
    assert {text: int(number) for text, number in table.items()} == divide
    _, out, _ = run(capsys, *argv, "--json")
    assert json.loads(out)["divide"] == divide


def test_perft_of_turns(capsys):
    _, out, _ = run(capsys, "perft", "freeze", "--turns", "--depth", "2", "--json")
    result = json.loads(out)
    assert result["counting"] == "turns"
    assert [row["count"] for row in result["counts"]] == [175, 151661]
    _, out, _ = run(capsys, "perft", "freeze", "--turns", "--divide", "--depth", "2", "--json")
    result = json.loads(out)
    assert (len(result["divide"]), result["total"]) == (175, 151661)
    assert "b1:b7=d4" in result["divide"]


def test_perft_accepts_the_game_of_its_position(capsys):
    status, *_ = run(capsys, "perft", "fravan", "--size", "2", "--position", CHOOSE)
    assert status == 0


# ---- Bench ----


def test_bench_json(capsys):
    status, out, err = run(capsys, "bench", "--json", "--seconds", "0.1")
    result = json.loads(out)
    assert (status, err) == (0, "")
    assert list(result["moves_per_second"]) == ["fravan7", "herfor7", "frasvel5", "freeze8"]
    for speeds in result["moves_per_second"].values():
        assert len(speeds) == 6
        assert min(speeds.values()) > 0
    assert (result["path"], result["compiler"]) == (cpu.path, cpu.compiler)
    assert result["processor"]
    assert result["signature"] == SIGNATURE


def test_bench_table_is_aligned_and_ends_with_the_signature(capsys):
    _, out, _ = run(capsys, "bench", "--game", "freeze", "--seconds", "0.1")
    facts, table, signature = out.strip().split("\n\n")
    assert signature == f"signature {SIGNATURE}"
    assert "freeze8" in table
    assert "fravan" not in table
    assert len(set(map(len, table.splitlines()))) == 1
    assert cpu.compiler in facts


def test_bench_search(capsys):
    """Simulations a second beside bare random games, on the sizes that the share is asked for."""
    status, out, err = run(capsys, "bench", "--search", "--json", "--seconds", "0.2")
    speeds = json.loads(out)["simulations_per_second"]
    assert (status, err) == (0, "")
    assert list(speeds) == ["fravan5", "herfor5", "frasvel4", "freeze8"]
    for column in speeds.values():
        assert column["share"] == column["search"] / column["playouts"] > 0
    _, out, _ = run(capsys, "bench", "--search", "--game", "freeze", "--seconds", "0.05")
    _, table = out.strip().split("\n\n")
    assert "Monte Carlo search" in table
    assert len(set(map(len, table.splitlines()))) == 1


@pytest.mark.parametrize("path", ["portable", "avx2"])
def test_signature_is_the_same_on_every_path(path):
    if path not in cpu.available:
        pytest.skip(f"this machine has no {path} path")
    code = "from fylking import cpu; from fylking.cli.signature import signatures\n"
    code += "print(cpu.path, signatures()[0])"
    out = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"FYLKING_CPU": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    assert out.split() == [path, SIGNATURE]


def test_signature_is_the_documented_hash():
    assert fnv1a("") == "cbf29ce484222325"  # test vectors of FNV-1a
    assert fnv1a("foobar") == "85944171f73967e8"
    total, parts = signatures()
    assert total == SIGNATURE
    assert list(parts) == list(fylking.GAMES)
    assert fnv1a("".join(f"{part}\n" for part in parts.values())) == total


# ---- Errors ----

BAD = [
    "",
    "chess",
    "--nonsense",
    "--vers",
    "rules",
    "rules chess",
    "rules fravan herfor",
    "show",
    "show fravan7",
    "show chess8 x",
    "show fravan2 ../.b./.. w nostage 1b",
    "show fravan2 ../.b./.. b choose 1b",
    "show --no-pie fravan2 ../.b./.. w choose 1b",
    "perft",
    "perft chess",
    "perft fravan --size 11",
    "perft fravan --size 1e3",
    f"perft fravan --size {'9' * 5000}",
    f"perft fravan --depth {'9' * 5000}",
    "perft fravan --depth 0",
    "perft fravan --depth -3",
    "perft fravan --depth x",
    "perft fravan --size 2 --depth 1001 --divide",
    "perft fravan --threads 0",
    "perft fravan --threads 1000000000",
    "perft freeze --pie",
    "perft freeze --size 7",
    "perft --size 5",
    "perft --position nonsense",
    "perft --position",
    "play",
    "play chess",
    "play fravan --opponent me",
    "play fravan --side red --opponent random",
    "play fravan --side black",
    "play fravan --seed -1",
    "play fravan --seed 18446744073709551616",
    "play fravan --seed x",
    "play fravan --opponent mcts:foo=3",
    f"match random random --openings {'9' * 5000}",
    "bench --game chess",
    "bench --seconds 0",
    "bench --seconds nan",
    "bench --seconds soon",
    "bench extra",
]


@pytest.mark.parametrize("line", BAD, ids=lambda line: line[:50])
def test_an_error_is_one_line_and_status_2(capsys, line):
    status, _, err = run(capsys, *line.split())
    assert status == 2
    assert err.startswith("fylking: error: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert len(err) < 300


def test_an_error_is_one_line_whatever_was_typed(capsys):
    for argv in (["rules", "a\nb"], ["show", "a\nb"], ["x\ny"], ["rules", "fravan", "a\r\nb"]):
        status, out, err = run(capsys, *argv)
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_position_of_another_game_is_an_error(capsys):
    for argv in (["herfor"], ["--size", "3"]):
        status, _, err = run(capsys, "perft", *argv, "--position", CHOOSE)
        assert status == 2
        assert "fravan2" in err


@pytest.mark.parametrize("command", ["replay", "draw", "replay --check"])
def test_an_error_names_its_file(capsys, tmp_path, command):
    missing = tmp_path / "missing.jsonl"
    assert f"error: {missing}: No such file" in run(capsys, *command.split(), str(missing))[2]
    assert f"error: {tmp_path}: Is a directory" in run(capsys, *command.split(), str(tmp_path))[2]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_an_error():
    with open("/dev/full", "w") as full:
        process = child("rules", "fravan", stdout=full)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (2, "fylking: error: No space left on device\n")


# ---- Terminals, pipes, interrupts ----


def test_python_m_fylking_and_silence_in_a_pipe():
    process = child("perft", "fravan", "--no-pie", "--depth", "4", "--divide")
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert "total" in out
    assert "\r" not in out


@posix
@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("perft", "herfor", "--no-pie", "--depth", "4"), "depth 4: 100%"),
        (("perft", "herfor", "--no-pie", "--depth", "3", "--divide"), "depth 3: 100%"),
        (("bench", "--game", "freeze", "--seconds", "0.1"), "Freeze, random playouts: 0%"),
    ],
)
def test_progress_on_a_terminal(argv, expected):
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    process = child(*argv, stderr=slave)
    os.close(slave)
    seen = []

    def read():
        while True:
            try:
                data = os.read(master, 4096)
            except OSError:  # Linux, when the other end has closed
                return
            if not data:
                return
            seen.append(data)

    reader = threading.Thread(target=read)
    reader.start()
    out, _ = process.communicate(timeout=30)
    reader.join(10)
    os.close(master)
    text = b"".join(seen).decode()
    assert process.returncode == 0
    assert expected in text
    assert text.endswith(" \r")  # the line has gone again
    assert "\n" not in text
    assert "%" not in out


@posix
@pytest.mark.parametrize("options", [[], ["--threads", "2"], ["--divide"], ["--turns"]], ids=str)
def test_ctrl_c_during_a_long_perft(options):
    process = child("perft", "frasvel", "--no-pie", "--depth", "12", *options)
    while process.stdout.readline() != "\n":  # the heading is out, the count goes on
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "")
    assert time.monotonic() - begin < 5


@posix
@pytest.mark.parametrize("argv", [("rules", "fravan"), ("perft", "fravan")], ids=str)
def test_a_closed_pipe_is_no_traceback(argv):
    process = child(*argv)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(20), err) == (141, "")


@posix
def test_no_stdout_at_all():
    command = f'"{sys.executable}" -m fylking rules fravan >&-'
    result = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=20)
    assert (result.returncode, result.stderr) == (0, "")
