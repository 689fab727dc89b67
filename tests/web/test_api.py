"""The JSON API: what it does, what it refuses, and that nothing makes it fail."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path

import pytest

import fylking
from fylking import record
from fylking.bots import LEVELS

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

import anyio
from starlette.testclient import TestClient

from fylking.web.app import make_app
from fylking.web.limits import Bounds

PEOPLE = ["Ann", "Bob"]


def client_of(**bounds):
    return TestClient(make_app(Bounds(workers=1, **bounds)), base_url="http://localhost:8765")


@pytest.fixture(scope="module")
def client():
    with client_of() as made:
        yield made


def create(client, **fields):
    if "position" not in fields:
        fields = {"game": "fravan", "size": 3} | fields
    answer = client.post("/api/games", json={"players": PEOPLE} | fields)
    assert answer.status_code == 201, answer.text
    return answer.json()


def post(client, game, what, **fields):
    return client.post(f"/api/games/{game['id']}/{what}", json=fields)


def act(client, game, *actions):
    for action in actions:
        answer = post(client, game, "act", action=action)
        assert answer.status_code == 200, answer.text
    return answer.json()


# ---- What it does ----


def test_rooms_tell_the_games_the_levels_and_the_rules(client):
    found = client.get("/api/rooms").json()
    assert [room["name"] for room in found["rooms"]] == list(fylking.GAMES)
    for room in found["rooms"]:
        assert room["rules"] == fylking.game(room["name"]).rules
        assert room["sizes"] == list(fylking.GAMES[room["name"]].sizes)
    assert found["levels"] == list(LEVELS)


@pytest.mark.parametrize("name", fylking.GAMES)
def test_a_game_against_a_bot_to_its_end(client, name):
    room = fylking.GAMES[name]
    game = create(client, game=name, size=room.sizes[0], players=["Ann", 1], seed=1)
    pos, chance = fylking.game(name, room.sizes[0]).start(), random.Random(1)
    seats = []
    while not game["position"]["over"]:
        seats.append(game["position"]["seat"])
        if game["bot_to_act"]:
            answer = post(client, game, "bot", ply=game["plies"])
        else:
            choices = [one["action"] for one in game["position"]["legal"]]
            action = chance.choice([one for one in choices if one != "pass"] or choices)
            answer = post(client, game, "act", action=action, ply=game["plies"])
        assert answer.status_code == 200, answer.text
        game = answer.json()["game"]
        pos.push(answer.json()["effects"]["action"])
        assert (game["position"]["text"], game["plies"]) == (pos.text, pos.ply)
        assert game["position"]["score"] == list(pos.score)
        legal = [one["action"] for one in game["position"]["legal"]]
        assert legal == [pos.action_text(action) for action in pos.legal_actions()]
    assert set(seats) == {0, 1}
    assert game["position"]["end_reason"] == pos.end_reason
    found = list(record.read(client.get(f"/api/games/{game['id']}/record").content))
    assert found[0].actions == tuple(one["text"] for one in game["actions"])
    thoughts = found[0].thoughts
    assert [thought is None for thought in thoughts] == [seat == 0 for seat in seats]


def test_the_effects_are_those_of_the_preview(client):
    game = create(client, size=4, pie=False)
    act(client, game, "d4", "e4")
    asked = client.get(f"/api/games/{game['id']}/effects", params={"action": "f4"}).json()
    effects = act(client, game, "f4")["effects"]
    assert effects == asked
    assert effects["rounds"] == [[{"kind": "attack", "points": ["e4"], "pieces": 1}]]
    assert (effects["colour"], effects["points"]) == ("black", ["f4"])


def test_actions_tell_the_points_they_touch(client):
    frasvel = create(client, position="frasvel3 .../..../.b.ww/..../... b play 1b")
    legal = {one["action"]: one["points"] for one in frasvel["position"]["legal"]}
    assert legal["b3-c3"] == ["b3", "c3"]
    assert legal["pass"] == []
    freeze = create(client, game="freeze", size=8)
    freeze = act(client, freeze, "b1:b7")["game"]
    assert {"action": "=d4", "points": ["d4"]} in freeze["position"]["legal"]


def test_undo_takes_back_to_where_a_person_acts(client):
    game = create(client, size=3, pie=False, players=["Ann", 1])
    act(client, game, "a1")
    after = post(client, game, "bot").json()["game"]
    assert after["plies"] == 2
    assert post(client, game, "undo").json()["game"]["plies"] == 0
    assert post(client, game, "undo").status_code == 400


def test_undo_within_a_turn_takes_back_one_step(client):
    game = create(client, game="freeze", size=8)
    act(client, game, "b1:b7")
    assert post(client, game, "undo").json()["game"]["plies"] == 0


def test_undo_to_a_ply(client):
    game = create(client)
    act(client, game, "c3", "white", "a1", "b1")
    assert post(client, game, "undo", ply=1).json()["game"]["position"]["stage"] == "choose"
    assert post(client, game, "undo", ply=9).status_code == 400


def test_undo_to_the_ply_where_the_game_stands_takes_nothing_back(client):
    game = create(client)
    act(client, game, "c3", "white")
    assert post(client, game, "undo", ply=2).json()["game"]["plies"] == 2


def test_a_position_of_the_past_is_looked_at(client):
    game = create(client)
    act(client, game, "c3", "white", "a1")
    found = client.get(f"/api/games/{game['id']}", params={"ply": 1}).json()
    assert (found["position"]["stage"], found["plies"]) == ("choose", 3)
    assert client.get(f"/api/games/{game['id']}", params={"ply": 4}).status_code == 400


def test_seats_are_swapped_in_mid_game(client):
    game = create(client, pie=False, players=["Ann", 1])
    act(client, game, "c3")
    found = post(client, game, "seats", players=[2, "Ann"]).json()["game"]
    assert [player["level"] for player in found["players"]] == [2, None]
    assert not found["bot_to_act"]


def test_the_board_is_the_picture_of_the_position(client):
    game = create(client, size=3)
    act(client, game, "c3", "white")
    path = f"/api/games/{game['id']}/board"
    answer = client.get(path, params={"targets": 1, "theme": "dark", "preview": "a1"})
    assert answer.headers["content-type"] == "image/svg+xml"
    pos = fylking.Fravan(3).start()
    pos.push("c3")
    pos.push("white")
    options = {"caption": False, "interactive": True, "prefix": "board"}
    assert answer.text == pos.svg(targets=True, theme="dark", preview="a1", **options)


def test_every_field_of_a_game_is_described(client):
    page = (Path(__file__).parents[2] / "docs" / "web.md").read_text()
    game = create(client)
    assert [name for name in [*game, *game["position"]] if f"`{name}`" not in page] == []


def test_an_analysis_tells_chances_and_candidates(client):
    game = create(client, size=3)
    found = post(client, game, "analyse", simulations=200).json()
    assert found["simulations"] == 200
    assert 0 <= found["black"] <= 1
    assert found["candidates"][0]["action"] == found["line"][0]
    assert sum(one["visits"] for one in found["candidates"]) <= 200


def test_chances_are_blacks_whoever_acts(client):
    won = "fravan2 b./bbb/bw {} play 1b"  # one point is left, and Black leads
    for mover in "bw":
        game = create(client, position=won.format(mover))
        assert post(client, game, "analyse", simulations=50).json()["black"] == 1


# ---- Records and positions, in and out ----


def test_a_record_goes_out_and_in_again(client):
    game = create(client, players=["Ann", 3])
    act(client, game, "c3")
    post(client, game, "bot")
    text = client.get(f"/api/games/{game['id']}/record").text
    answer = client.post("/api/records", json={"record": text})
    assert answer.status_code == 201
    found = answer.json()
    assert found["actions"] == client.get(f"/api/games/{game['id']}").json()["actions"]
    assert [player["level"] for player in found["players"]] == [None, 3]
    assert client.get(f"/api/games/{found['id']}/record").text == text


def test_the_terminal_goes_on_with_a_game_of_the_page(client, tmp_path):
    from fylking.cli import play_sitting

    game = create(client, players=["human", 3], seed=5)
    act(client, game, "c3")
    post(client, game, "bot")
    path = tmp_path / "game.jsonl"
    path.write_bytes(client.get(f"/api/games/{game['id']}/record").content)
    sitting = play_sitting.read(path)
    assert (sitting.people, sitting.seed, sitting.pos.ply) == ({0}, 5, 2)
    play_sitting.write(path, sitting)
    again = client.post("/api/records", json={"record": path.read_text()}).json()
    assert [player["level"] for player in again["players"]] == [None, 3]


def test_a_game_of_a_record_is_chosen_by_its_number(client):
    data = record.line_of(record.head_of(fylking.Fravan(2), PEOPLE))
    for number, action in ((0, "a1"), (5, "b2")):
        pos = fylking.Fravan(2).start()
        pos.push(action)
        data += record.line_of(record.GameRecord.of(pos, number).facts())
    answer = client.post("/api/records", json={"record": data.decode(), "number": 5}).json()
    assert (answer["actions"][0]["text"], answer["numbers"]) == ("b2", [0, 5])
    missing = client.post("/api/records", json={"record": data.decode(), "number": 1})
    assert (missing.status_code, missing.json()) == (400, {"error": "the record has no game 1"})


def test_a_tampered_record_is_refused_with_its_line(client):
    pos = fylking.Fravan(2).start()
    pos.play_random(1)
    facts = record.GameRecord.of(pos).facts() | {"score": [99, 0]}
    data = record.line_of(record.head_of(pos.game, PEOPLE)) + record.line_of(facts)
    answer = client.post("/api/records", json={"record": data.decode()})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("line 2 of the record: score is [99, 0]")


def upload(client, players=PEOPLE, **ended):
    """A game of a record that ended after an action, and that record."""
    pos = fylking.Fravan(2).start()
    pos.push("a1")
    head = record.line_of(record.head_of(pos.game, players))
    line = record.line_of(record.GameRecord.of(pos, **ended).facts())
    answer = client.post("/api/records", json={"record": (head + line).decode()})
    assert answer.status_code == 201, answer.text
    return answer.json(), json.loads(line)


def download(client, game):
    _, line = client.get(f"/api/games/{game['id']}/record").text.splitlines()
    return json.loads(line)


RESIGNATION = record.Loss(1, record.RESIGNED, "had enough")


def test_a_forfeit_in_a_record_is_told(client):
    found, _ = upload(client, forfeit=RESIGNATION)
    assert "forfeit of the second player: had enough" in found["note"]


def test_a_long_reason_of_a_forfeit_is_cut_where_it_is_told(client):
    found, facts = upload(client, forfeit=record.Loss(1, record.RESIGNED, "\u202e" + "x" * 5000))
    assert f": {'x' * 200}…." in found["note"]
    assert download(client, found)["forfeit"] == facts["forfeit"]


@pytest.mark.parametrize("ended", [{"forfeit": RESIGNATION}, {"otherwise": record.CUT_OFF}])
def test_how_a_record_ended_goes_out_again_while_the_game_is_as_it_was(client, ended):
    found, facts = upload(client, **ended)
    post(client, found, "undo", ply=1)  # which changes nothing
    assert download(client, found) == facts
    act(client, found, "white")
    assert download(client, found)["end"] == record.UNFINISHED
    again, _ = upload(client, **ended)
    post(client, again, "undo")
    facts = download(client, again)
    assert (facts["end"], facts["forfeit"]) == (record.UNFINISHED, None)


def test_names_of_a_record_can_be_given_back(client):
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    found, _ = upload(client, ["\u202eAnn\n Lee", family])
    players = [player["name"] for player in found["players"]]
    assert players == ["Ann Lee", family]
    swapped = post(client, found, "seats", players=players[::-1])
    assert swapped.status_code == 200, swapped.text
    assert upload(client, ["\u202e", "Bob"])[0]["players"][0]["name"] == "player"


def test_a_position_text_is_where_a_game_begins(client):
    text = "herfor3 .../..../..bw./..../... w play 1b"
    game = create(client, position=f" {text}\n", pie=False)
    assert (game["position"]["text"], game["pie"]) == (text, False)
    refused = post(client, game, "act", action="b2")
    assert refused.status_code == 400
    assert refused.json()["error"].endswith("(HF3)")


# ---- What it refuses ----


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 3}, "game is a text, not 3"),
        ({}, "game is missing"),
        ({"game": None}, "game is a text, not null"),
        ({"game": "fravan", "size": 99}, "size is 99; Fravan is played on sizes"),
        ({"game": "fravan", "size": "3"}, 'size is a whole number, not "3"'),
        ({"game": "fravan", "size": True}, "size is a whole number, not true"),
        ({"game": "fravan", "pie": 1}, "pie is true or false, not 1"),
        ({"game": "freeze", "pie": True}, "Freeze has no pie rule"),
        ({"game": "fravan", "players": [0, "Ann"]}, "a player is a name, or a level from 1 to 10"),
        ({"game": "fravan", "players": ["Ann"]}, "players is a list of two"),
        ({"game": "fravan", "players": ["", "Bob"]}, "a name has 1 to 40 characters"),
        ({"game": "fravan", "players": ["x" * 41, "Bob"]}, "a name has 1 to 40 characters"),
        ({"game": "fravan", "players": ["\u202eAnn", "Bob"]}, "a name has 1 to 40 characters"),
        ({"game": "fravan", "players": ["\u200d", "Bob"]}, "a name has 1 to 40 characters"),
        ({"game": "fravan", "colour": "red"}, "there is no field 'colour' here"),
        ({"position": "fravan9"}, "fields with single spaces"),
        ({"position": "fravan2 ../.b./.. b choose 1b"}, "White is to move"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(client, fields, reason):
    answer = client.post("/api/games", json=fields)
    assert answer.status_code == 400
    assert reason in answer.json()["error"]


def test_unknown_games_and_addresses_are_404(client):
    for path in ("/api/games/x", "/api/games/x/board", "/api", "/nothing", "/api/games/x/act"):
        assert client.get(path).status_code in (404, 405)
    assert client.post("/api/games/x/act", json={"action": "a1"}).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "status", "reason"),
    [
        ("GET", "/nothing", 404, "there is no address /nothing here"),
        ("POST", "/api/games/", 404, "there is no address /api/games/ here"),
        ("GET", f"/{'x' * 99}", 404, f"there is no address /{'x' * 79}... here"),
        ("DELETE", "/api/games", 405, "/api/games is asked by POST, not by DELETE"),
        ("POST", "/api/rooms", 405, "/api/rooms is asked by GET or HEAD, not by POST"),
    ],
)
def test_what_is_wrong_with_an_address_is_told(client, method, path, status, reason):
    answer = client.request(method, path, follow_redirects=False)
    assert (answer.status_code, answer.json()) == (status, {"error": reason})


@pytest.mark.parametrize("ply", ["999999999", "9" * 5000])
def test_a_ply_that_no_game_has_is_out_of_range(client, ply):
    answer = client.get(f"/api/games/{create(client)['id']}", params={"ply": ply})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith("; it must be from 0 to 10000")


def test_nobody_plays_for_a_bot(client):
    game = create(client, pie=False, players=["Ann", 1])
    act(client, game, "c3")
    refused = post(client, game, "act", action="a1")
    assert (refused.status_code, refused.json()) == (409, {"error": "it is the bot that is to act"})
    assert client.get(f"/api/games/{game['id']}").json()["plies"] == 1


def test_an_action_for_another_ply_is_a_conflict(client):
    game = create(client)
    act(client, game, "c3")
    assert post(client, game, "act", action="white", ply=0).status_code == 409


def test_a_bot_does_not_play_for_a_person(client):
    assert post(client, create(client), "bot").status_code == 409


def test_other_content_types_are_refused(client):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.post("/api/games", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"3", b"\xff", b"[" * 10_000, b'{"game": NaN}', b'{"a": "\\ud800"}']
)
def test_what_is_no_object_is_refused(client, data):
    answer = client.post("/api/games", content=data, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("the request is no JSON")


def test_long_bodies_are_refused_without_being_read(client):
    def endless():
        for _ in range(10_000):
            yield b" " * 1000

    headers = {"Content-Type": "application/json"}
    answer = client.post("/api/games", content=endless(), headers=headers)
    assert answer.status_code == 413
    answer = client.post("/api/records", json={"record": "x" * (1 << 21)})
    assert answer.status_code == 413


def asked_raw(client, headers, *messages):
    """The status that a request has whose body comes in these messages; then nothing comes."""
    left, statuses = list(messages), []

    async def receive():
        if left:
            return left.pop(0)
        await anyio.sleep(30)
        raise AssertionError("it is waited for what does not come")

    async def send(message):
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/games",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json"), *headers],
    }
    anyio.run(client.app, scope, receive, send)
    return statuses


def test_a_body_that_says_that_it_is_long_is_not_waited_for(client):
    assert asked_raw(client, [(b"content-length", b"16385")]) == [413]
    assert asked_raw(client, [(b"content-length", b"9" * 5000)]) == [413]


def test_a_body_that_does_not_come_is_not_waited_for_long(client, monkeypatch):
    monkeypatch.setattr("fylking.web.asks.SECONDS", 0.05)
    part = {"type": "http.request", "body": b"{", "more_body": True}
    assert asked_raw(client, [], part) == [408]


def test_a_body_that_breaks_off_is_no_error_of_the_server(client):
    part = {"type": "http.request", "body": b"{", "more_body": True}
    assert asked_raw(client, [], part, {"type": "http.disconnect"}) == [400]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "https://localhost:8765"},
        {"Host": "evil.example"},
        {"Host": "evil.example:8765"},
        {"Host": "localhost.evil.example"},
        {"Host": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_origins_cannot_drive_it(client, headers):
    for method, path in (("POST", "/api/games"), ("GET", "/api/rooms")):
        answer = client.request(method, path, json={"game": "fravan"}, headers=headers)
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("host", "advice"),
    [
        ("192.168.1.5:8765", " (start it with --name 192.168.1.5)"),
        ("[fe80::1]:8765", " (start it with --name [fe80::1])"),
        ("", "as ''"),
    ],
)
def test_a_name_that_it_does_not_know_can_be_told_to_it(client, host, advice):
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 403
    assert answer.json()["error"].endswith(advice)


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1:8765", "[::1]:8765", "localhost"])
def test_its_own_page_can(client, host):
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/games", json={"game": "fravan"}, headers=headers).status_code == 201


def test_answers_forbid_other_pages_to_use_them(client):
    for path in ("/", "/app.js", "/api/rooms", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2f..%2fapp.py",
        "/%2e%2e/app.py",
        "//etc/passwd",
        "/static/index.html",
        "/index.html/../../app.py",
        "/app.py",
        "/__init__.py",
        "/style.css%00.html",
        "/etc/passwd",
    ],
)
def test_no_file_is_reached_but_those_of_the_page(client, path):
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 404


def test_the_page_has_its_parts_and_nothing_from_elsewhere(client):
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    for name in ("app.js", "board.js", "style.css", "icon.svg"):
        part = client.get(f"/{name}")
        assert part.status_code == 200
        assert "http://" not in part.text.replace("http://www.w3.org/", "")
        assert "https://" not in part.text
    assert "//" not in page.text.replace("<!doctype", "")


# ---- Bounds ----


def test_the_game_that_was_idle_longest_gives_way():
    with client_of(games=3) as client:
        games = [create(client) for _ in range(3)]
        client.get(f"/api/games/{games[0]['id']}")
        games.append(create(client))
        found = [client.get(f"/api/games/{game['id']}").status_code for game in games]
        assert found == [200, 404, 200, 200]


def test_identifiers_cannot_be_guessed(client):
    found = {create(client)["id"] for _ in range(50)}
    assert len(found) == 50
    assert all(len(identifier) >= 22 for identifier in found)


def test_a_full_queue_asks_to_come_back(monkeypatch):
    from fylking.web import thinking

    begun, go_on = threading.Event(), threading.Event()

    class Slow:
        thought = None

        def choose(self, pos, limits):
            begun.set()
            assert go_on.wait(20)
            self.thought = fylking.bots.protocol.Thought(pos.legal_actions()[0])
            return self.thought.action

        def stop(self):
            go_on.set()

    monkeypatch.setattr(thinking, "level_bot", lambda *_, **__: Slow())
    with client_of(queue=1) as client:
        one, other = (create(client, players=[1, "Ann"]) for _ in range(2))
        answers = []
        thread = threading.Thread(target=lambda: answers.append(post(client, one, "bot")))
        thread.start()
        assert begun.wait(20)
        for path in ("bot", "analyse"):
            refused = post(client, other, path)
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) >= 1
            assert "ask again" in refused.json()["error"]
        assert post(client, one, "bot").status_code == 409  # it is thinking already
        assert client.get(f"/api/games/{one['id']}").json()["thinking"]  # nothing is blocked
        go_on.set()
        thread.join(20)
        assert answers[0].status_code == 200
        assert post(client, other, "bot").status_code == 200


def test_a_thought_is_void_when_the_game_has_changed(monkeypatch):
    from fylking.web import thinking

    begun, go_on = threading.Event(), threading.Event()
    make = thinking.level_bot

    def slow(*args, **options):
        bot = make(*args, **options)
        choose = bot.choose

        def wait(pos, limits):
            begun.set()
            assert go_on.wait(20)
            return choose(pos, limits)

        bot.choose = wait
        return bot

    monkeypatch.setattr(thinking, "level_bot", slow)
    with client_of() as client:
        game = create(client, pie=False, players=["Ann", 1])
        act(client, game, "c3")
        answers = []
        thread = threading.Thread(target=lambda: answers.append(post(client, game, "bot")))
        thread.start()
        assert begun.wait(20)
        assert post(client, game, "undo").json()["game"]["plies"] == 0
        go_on.set()
        thread.join(20)
        assert answers[0].status_code == 409
        assert client.get(f"/api/games/{game['id']}").json()["plies"] == 0


def test_who_waits_for_a_bot_is_told_that_the_server_is_being_ended():
    with client_of(seconds=60, simulations=10**9) as client:
        game = create(client, game="freeze", size=8)
        thinkers = client.app.state.house.thinkers
        answers = []
        ask = {"simulations": 10**9}
        threads = [
            threading.Thread(target=lambda: answers.append(post(client, game, "analyse", **ask)))
            for _ in range(2)  # one is thought about, one waits
        ]
        for thread in threads:
            thread.start()
        while len(thinkers._going) < 2:
            time.sleep(0.01)
        client.portal.call(thinkers.close)
        for thread in threads:
            thread.join(20)
        ended = (503, {"error": "the server is being ended"})
        assert [(answer.status_code, answer.json()) for answer in answers] == [ended] * 2
        late = post(client, game, "analyse")
        assert (late.status_code, late.json()) == ended
        begun = time.monotonic()
        thinkers._pool.shutdown()  # which waits for what goes on
        assert time.monotonic() - begun < 20


def test_a_game_does_not_grow_without_bounds():
    with client_of(actions=2) as client:
        game = create(client)
        act(client, game, "c3", "white")
        assert post(client, game, "act", action="a1").status_code == 409


# ---- Nothing makes it fail ----

ODD = [
    None,
    True,
    -1,
    0,
    1,
    10**30,
    0.5,
    "",
    "a1",
    "pass",
    "\x00",
    "é" * 50,
    [],
    ["x", 1],
    {},
    {"a": 1},
]
NAMES = ["game", "size", "pie", "players", "seed", "position", "action", "ply", "record", "number"]
NAMES += ["simulations", "theme", "selected", "preview", "targets", "territory"]


def test_no_request_is_answered_by_500(client, seeds):
    chance = random.Random(seeds(1)[0])
    games = [create(client, game=name, size=None, players=["Ann", 1]) for name in fylking.GAMES]
    paths = ["/api/games", "/api/records", "/api/rooms", "/"]
    for game in games:
        one = f"/api/games/{game['id']}"
        paths += [one, *(f"{one}/{what}" for what in ("board", "effects", "record"))]
        paths += [f"{one}/{what}" for what in ("act", "undo", "seats", "bot", "analyse")]
    statuses = set()
    for _ in range(800):
        path = chance.choice(paths)
        fields = {name: chance.choice(ODD) for name in chance.sample(NAMES, chance.randrange(4))}
        if chance.random() < 0.5:
            query = {name: value for name, value in fields.items() if isinstance(value, str | int)}
            answer = client.get(path, params=query)
        else:
            answer = client.post(path, json=fields)
        statuses.add(answer.status_code)
        assert answer.status_code < 500, (path, fields, answer.text)
        if answer.status_code >= 400 and answer.status_code not in (404, 405):
            assert json.loads(answer.text)["error"]
    assert {200, 400, 405} <= statuses
