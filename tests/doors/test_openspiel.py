"""The games behind the door to OpenSpiel are ours, action for action."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
import samples

import fylking

pyspiel = pytest.importorskip("pyspiel")

from loading import load  # noqa: E402
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402

from fylking.doors import openspiel  # noqa: E402

TERMINAL = int(pyspiel.PlayerId.TERMINAL)

every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
some_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


def walk(game: fylking.Game, seed: int, most: int = 60):
    """The states of a random game, and our position beside each (always the same two objects)."""
    state = load(game).new_initial_state()
    for position in samples.walk(game, seed, 0.1, most):
        if position.ply:
            state.apply_action(position.peek())
        yield state, position


def facts(state) -> dict[str, object]:
    """What OpenSpiel can ask of a state."""
    return {
        "str": str(state),
        "history": state.history(),
        "players": [item.player for item in state.full_history()],
        "move number": state.move_number(),
        "current player": state.current_player(),
        "legal actions": [state.legal_actions(seat) for seat in range(2)],
        "returns": state.returns(),
        "observation": [state.observation_tensor(seat) for seat in range(2)],
        "observation string": [state.observation_string(seat) for seat in range(2)],
        "information state": [state.information_state_string(seat) for seat in range(2)],
        "position": samples.facts(state.position),
    }


def run(program: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


# ---- Games ----


@pytest.mark.parametrize("name", fylking.GAMES)
def test_every_game_of_the_registry_is_registered(name):
    room = fylking.GAMES[name]
    game = pyspiel.load_game(f"fylking_{name}")
    kind = game.get_type()
    assert (kind.short_name, kind.long_name) == (f"fylking_{name}", room.title)
    assert set(kind.parameter_specification) == ({"size", "pie"} if room.has_pie else {"size"})
    made = game.new_initial_state().position.game
    assert made == fylking.game(name)
    assert (made.size, made.pie) == (room.default_size, room.has_pie)


@every_game
def test_games_are_loaded_with_their_parameters(game):
    pie = f",pie={game.pie}" if game.has_pie else ""
    loaded = pyspiel.load_game(f"fylking_{game.name}(size={game.size}{pie})")
    assert str(loaded) == str(load(game))
    assert loaded.new_initial_state().position.game == game
    assert loaded.num_players() == 2
    assert loaded.num_distinct_actions() == game.action_count
    assert loaded.observation_tensor_shape() == list(game.observation_shape)
    assert (loaded.min_utility(), loaded.max_utility(), loaded.utility_sum()) == (-1, 1, 0)
    longest = openspiel.LONGEST if game.max_actions is None else game.max_actions
    assert loaded.max_game_length() == longest


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("fylking_fravan(size=11)", fylking.OptionError, "Fravan is played on sizes 2"),
        ("fylking_freeze(size=7)", fylking.OptionError, "Freeze is played on sizes 6, 8, 10"),
        ("fylking_freeze(pie=True)", pyspiel.SpielError, "Unknown parameter 'pie'"),
        ("fylking_herfor(pie=1)", pyspiel.SpielError, "Wrong type for parameter pie"),
        ("fylking_herfor(size=big)", pyspiel.SpielError, "Wrong type for parameter size"),
        ("fylking_herfor(sise=3)", pyspiel.SpielError, "Unknown parameter 'sise'"),
    ],
)
def test_parameters_that_are_not_offered_are_refused(text, error, message):
    with pytest.raises(error, match=message):
        pyspiel.load_game(text)


def test_a_fifth_game_comes_along():
    program = """
import fylking, pyspiel
class Fifth(fylking.Fravan):
    name, title, __slots__ = "fifth", "Fifth", ()
fylking.GAMES["fifth"] = Fifth
import fylking.doors.openspiel as door
print(pyspiel.load_game("fylking_fifth(size=3)").new_initial_state())
del fylking.GAMES["fifth"]
class Sixth(fylking.Fravan):
    name, title, __slots__ = "sixth", "Sixth", ()
fylking.GAMES["sixth"] = Sixth
door.register()
print(pyspiel.load_game("fylking_sixth(pie=False)").new_initial_state())
"""
    assert run(program).stdout.splitlines() == [
        "fifth3 .../..../...../..../... b open 1b",
        "sixth7 " + fylking.Fravan(7, pie=False).start().text.partition(" ")[2],
    ]


def test_a_process_with_games_and_states_ends_well():
    """What OpenSpiel drops after Python has shut down must not bring it down."""
    program = """
import pyspiel, fylking.doors.openspiel
game = pyspiel.load_game("fylking_freeze")
state = game.new_initial_state()
state.observation_tensor(0)
print(state.information_state_string(0) == "")
"""
    ended = run(program)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("True\n", "", 0)


# ---- States ----


@every_game
def test_states_follow_our_positions(game):
    planes = np.empty(game.observation_shape, np.float32)
    for seed in range(2):
        seats = []
        for state, position in walk(game, seed):
            assert str(state) == state.observation_string(0) == position.text
            assert state.is_terminal() == position.is_over
            assert state.returns() == list(position.returns)
            assert [state.player_return(seat) for seat in range(2)] == state.returns()
            seat = position.seat
            assert state.current_player() == (TERMINAL if position.is_over else seat)
            assert state.legal_actions() == position.legal_actions()
            assert state.legal_actions(1 - seat) == []
            if not position.is_over:
                assert state.legal_actions(seat) == position.legal_actions()
                assert state.legal_actions_mask(seat) == position.legal_mask().tolist()
                seats.append(seat)
            if position.ply % 5 < 2 or position.is_over:
                position.observation(out=planes)
                for player in range(2):
                    tensor = state.observation_tensor(player)
                    assert np.array_equal(tensor, planes.reshape(-1)), position.text
        assert position.is_over
        assert state.history() == list(position.history)
        assert [item.player for item in state.full_history()] == seats
        assert state.move_number() == position.ply == len(seats)
        assert samples.facts(state.position) == samples.facts(position)


@pytest.mark.parametrize("name", [name for name, room in fylking.GAMES.items() if room.has_pie])
def test_who_takes_white_at_the_pie_choice_acts_again(name):
    """P3: after `white` the second player acts twice running, after `black` once."""
    for colour, seats in (("white", [0, 1, 1, 0]), ("black", [0, 1, 0, 1])):
        state = pyspiel.load_game(f"fylking_{name}(size=4)").new_initial_state()
        acting = [state.current_player()]
        for action in ("d4", colour):
            state.apply_action(state.string_to_action(action))
            acting.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
        assert [*acting, state.current_player()] == seats


def test_a_turn_of_freeze_is_played_by_one_seat():
    """FZ7: each step is an action of the same player."""
    state = pyspiel.load_game("fylking_freeze").new_initial_state()
    seats = []
    for step in ("b1:b7", "=d4"):
        seats.append(state.current_player())
        state.apply_action(state.string_to_action(step))
    assert [*seats, state.current_player()] == [0, 0, 1]


@some_games
def test_the_walks_meet_a_seat_that_acts_again(game):
    """Else the comparison with our positions would say little of it."""
    again = 0
    for seed in range(8):
        *_, (state, _) = walk(game, seed)
        seats = [item.player for item in state.full_history()]
        again += sum(one == other for one, other in pairwise(seats))
    assert (again > 0) == (game.pie or game.name == "freeze")


@every_game
def test_texts_of_actions(game):
    for state, position in walk(game, 3, most=20):
        for action in state.legal_actions()[::7]:
            text = state.action_to_string(action)
            assert text == position.action_text(action)
            assert state.string_to_action(text) == action
            assert state.action_to_string(position.seat, action) == text


@some_games
def test_actions_that_are_not_legal_leave_the_state_as_it_was(game):
    for state, position in walk(game, 5, most=20):
        before = facts(state)
        legal = position.legal_actions()
        for action in {*range(-3, game.action_count + 3), 10**9} - {*legal}:
            # -1 is OpenSpiel's own mark for no action; it refuses that by itself.
            error = pyspiel.SpielError if action == -1 else fylking.IllegalActionError
            with pytest.raises(error):
                state.apply_action(action)
        assert facts(state) == before


@some_games
def test_clones_are_independent(game):
    for state, position in walk(game, 6, most=20):
        before = facts(state)
        clone = state.clone()
        assert facts(clone) == before
        if not position.is_over:
            clone.apply_action(clone.legal_actions()[-1])
            child = state.child(state.legal_actions()[-1])
            assert facts(child) == facts(clone)
            assert str(clone) != before["str"]
        assert facts(state) == before
        clone = state.clone()
        kept = state.position
        kept.play_random(1, max_actions=3)
        assert facts(state) == facts(clone) == before


@some_games
def test_what_was_returned_does_not_change_later(game):
    returned, kept = [], []
    for state, _ in walk(game, 7, most=20):
        found = facts(state)
        returned.append(found)
        kept.append(pickle.dumps(found))
    assert [pickle.loads(data) for data in kept] == returned
    actions = state.clone().legal_actions()
    actions.append(7)
    state.returns()[0] = 7.0
    assert facts(state) == returned[-1]


# ---- Pickles and texts ----


@every_game
def test_pickles_and_serialisation(game):
    loaded = load(game)
    for state, position in walk(game, 4, most=20):
        if position.ply % 16 < 2 or position.is_over:
            before = facts(state)
            assert facts(pickle.loads(pickle.dumps(state))) == before
            text = pyspiel.serialize_game_and_state(loaded, state)
            other, again = pyspiel.deserialize_game_and_state(text)
            assert str(other) == str(loaded)
            assert facts(again) == before


@some_games
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))  # pybind11 has no less
def test_every_protocol(game, protocol):
    loaded = load(game)
    assert str(pickle.loads(pickle.dumps(loaded, protocol))) == str(loaded)
    for state, _ in walk(game, protocol, most=10):
        again = pickle.loads(pickle.dumps(state, protocol))
        assert facts(again) == facts(state)


def test_a_pickle_is_read_where_nothing_is_imported(tmp_path):
    state = pyspiel.load_game("fylking_herfor(size=3)").new_initial_state()
    state.apply_action(9)
    file = tmp_path / "pickle"
    file.write_bytes(pickle.dumps((state, state.get_game())))
    program = (
        "import pickle, sys\n"
        "state, game = pickle.load(open(sys.argv[1], 'rb'))\n"
        "print(state, state.history(), game)"
    )
    ended = run(program, str(file))
    assert ended.stdout.strip() == f"{state} [9] {state.get_game()}", ended.stderr


@every_game
def test_a_state_of_a_text(game):
    loaded = load(game)
    for position in samples.positions(game)[::4]:
        state = loaded.new_initial_state(position.text)
        assert state.position == position
        assert str(state) == position.text
        assert state.history() == []
        if not position.is_over:
            action = state.legal_actions()[0]
            for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
                twin.apply_action(action)
                assert twin.history() == [action]
                assert twin.information_state_string(0) == f"{position.text}: {action}"
                after = position.copy()
                after.push(action)
                assert str(twin) == after.text


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("fravan4", fylking.NotationError, "fields"),
        ("fravan3 .../..../...../..../... b play 1b", fylking.OptionError, "not of fylking.Fravan"),
        ("freeze9 ......... b play", fylking.NotationError, "sizes 6, 8, 10"),
        (7, TypeError, "a position text is a str"),
        ({"board": []}, TypeError, "a position text is a str"),
    ],
)
def test_texts_that_are_refused(text, error, message):
    with pytest.raises(error, match=message):
        pyspiel.load_game("fylking_fravan(size=4)").new_initial_state(text)


# ---- Observers ----


@some_games
def test_observers(game):
    loaded = load(game)
    observer, history = make_observation(loaded), make_observation(loaded, INFO_STATE_OBS_TYPE)
    planes = observer.dict["observation"]
    assert (planes.shape, planes.dtype) == (game.observation_shape, np.float32)
    assert (observer.tensor.shape, observer.tensor.dtype) == ((planes.size,), np.float32)
    assert np.shares_memory(observer.tensor, planes)
    assert (history.tensor, history.dict) == (None, {})
    for state, position in walk(game, 9, most=20):
        for player in range(2):
            observer.set_from(state, player)
            assert np.array_equal(planes, position.observation())
            assert np.array_equal(observer.tensor, state.observation_tensor(player))
            assert observer.string_from(state, player) == position.text
            history.set_from(state, player)
            assert history.string_from(state, player) == ", ".join(map(str, position.history))
            assert history.string_from(state, player) == state.information_state_string(player)


def test_nothing_is_private():
    loaded = pyspiel.load_game("fylking_fravan")
    for recall in (False, True):
        kind = pyspiel.IIGObservationType(
            public_info=False,
            perfect_recall=recall,
            private_info=pyspiel.PrivateInfoType.ALL_PLAYERS,
        )
        assert make_observation(loaded, kind).string_from(loaded.new_initial_state(), 0) == ""
    with pytest.raises(ValueError, match="no parameters of observations"):
        make_observation(loaded, params={"egocentric": True})


def test_observers_of_one_game_do_not_share():
    game = pyspiel.load_game("fylking_fravan(size=3)")
    one, other = make_observation(game), make_observation(game)
    state = game.new_initial_state()
    one.set_from(state, 0)
    before = one.tensor.copy()
    state.apply_action(5)
    other.set_from(state, 0)
    assert state.observation_tensor(0) == other.tensor.tolist() != before.tolist()
    assert np.array_equal(one.tensor, before)


# ---- Example ----
