"""`fylking serve` as a process: its options, its end, and requests no client library sends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from programs import started

from fylking.cli import main

pytest.importorskip("uvicorn")


def raw(server, request):
    """The answer to bytes."""
    at = urlsplit(server)
    with socket.create_connection((at.hostname, at.port), timeout=10) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(4096):
            answer += part
    return answer


@pytest.mark.parametrize(
    "path",
    ["/../../../../etc/passwd", "/..", "/./app.py", "//", "http://evil.example/", "/%00", "*"],
)
def test_raw_paths_reach_no_file(server, path):
    host = urlsplit(server).netloc
    request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    status = raw(server, request.encode()).split()[1]
    assert status in (b"400", b"403", b"404")


def test_a_request_without_a_host_or_with_nonsense_is_refused(server):
    assert raw(server, b"GET / HTTP/1.0\r\n\r\n").split()[1] == b"403"
    assert raw(server, b"nonsense\r\n\r\n").split()[1] == b"400"


def test_it_listens_on_the_loopback(server):
    assert urlsplit(server).hostname == "127.0.0.1"


def test_a_port_that_is_taken_is_one_line(server, capsys):
    port = urlsplit(server).port
    assert main(["serve", "--port", str(port)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"fylking: error: cannot listen on 127.0.0.1, port {port}: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("option", ["--host", "--name"])
@pytest.mark.parametrize("value", ["", "http://foo", "foo/", "foo:80", "a b", "[::1"])
def test_what_is_no_host_is_refused(option, value, capsys):
    assert main(["serve", "--port", "0", option, value]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"fylking: error: {value!r} is no host: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "names", "said"),
    [
        ("127.0.0.1", ("foo",), "http://127.0.0.1:80/ (Ctrl-C ends it)"),
        ("0.0.0.0", (), "http://127.0.0.1:80/; for other machines start it with --name"),
        ("[::]", ("foo", "fe80::1"), "http://[::1]:80/, from other machines at http://foo:80/ or"),
    ],
)
def test_it_says_where_it_can_be_reached(host, names, said):
    from fylking.web.serving import _greeting

    assert _greeting(host, 80, names).startswith(f"fylking: play at {said}")


@pytest.mark.parametrize("option", [("--port", "65536"), ("--port", "x"), ("--workers", "0")])
def test_options_that_do_not_fit_are_refused(option, capsys):
    assert main(["serve", *option]) == 2
    assert option[0] in capsys.readouterr().err


def test_without_the_extra_it_is_named():
    program = "import sys; sys.modules['starlette'] = None\nfrom fylking.cli import main; sys.exit(main(['serve']))"
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert found.returncode == 2
    assert 'pip install "fylking[web]"' in found.stderr
    assert found.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_it_while_bots_think():
    program = """if True:
        import sys
        from fylking.cli import main
        from fylking.web import thinking

        thinking.simulations_of = lambda *_: 10**9  # so that they think for five seconds
        sys.exit(main(["serve", "--port", "0", "--workers", "1"]))
    """
    command = [sys.executable, "-c", program]
    with started(command) as process:
        at = re.search(r"http://\S+/", process.stdout.readline().decode())[0]

        def asked(path, fields):
            headers = {"Content-Type": "application/json"}
            request = Request(f"{at}api/games{path}", json.dumps(fields).encode(), headers)
            try:
                with urlopen(request, timeout=20) as answer:
                    return answer.status, json.load(answer)
            except HTTPError as error:
                return error.code, json.load(error)

        games = [asked("", {"game": "freeze", "players": [1, 1]})[1]["id"] for _ in range(2)]
        with ThreadPoolExecutor(2) as threads:
            waiting = [threads.submit(asked, f"/{game}/bot", {}) for game in games]
            for game in games:
                while not json.load(urlopen(f"{at}api/games/{game}", timeout=20))["thinking"]:
                    assert not any(one.done() for one in waiting)
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
            took = time.monotonic() - begun
            answers = [one.result() for one in waiting]
    assert (process.returncode, err) == (130, b"")
    assert answers == [(503, {"error": "the server is being ended"})] * 2
    assert took < 3  # of the four seconds that the first would have gone on, and the second after


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_it():
    command = [sys.executable, "-m", "fylking", "serve", "--port", "0"]
    with started(command) as process:
        assert process.stdout.readline().startswith(b"fylking: play at http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_it_while_a_request_is_half_here():
    command = [sys.executable, "-m", "fylking", "serve", "--port", "0"]
    with started(command) as process:
        at = urlsplit(re.search(r"http://\S+/", process.stdout.readline().decode())[0])
        with socket.create_connection((at.hostname, at.port), timeout=10) as connection:
            connection.sendall(
                f"POST /api/games HTTP/1.1\r\nHost: {at.netloc}\r\nExpect: 100-continue\r\n"
                "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n".encode()
            )
            # So the server has begun to wait for the body.
            assert connection.recv(4096).startswith(b"HTTP/1.1 100 ")
            process.send_signal(signal.SIGINT)
            answer = connection.recv(4096)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")
    assert answer.startswith(b"HTTP/1.1 503 ")
