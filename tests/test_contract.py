"""The contract that every game keeps, on every size, with the pie rule and without."""

from __future__ import annotations

import copy
import pickle
from itertools import islice

import numpy as np
import pytest
import samples

import fylking

every_game = pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)

STAGES = {
    "fravan": {"open", "choose", "play", "passed", "over", "over:b", "over:w"},
    "herfor": {"open", "choose", "play", "passed", "over", "over:b", "over:w"},
    "frasvel": {"open", "choose", "play", "passed", "over:b", "over:w"},
    "freeze": {"play", "passed", "jump", "freeze", "over", "over:b", "over:w"},
}


@pytest.mark.parametrize("name", fylking.GAMES)
def test_the_samples_reach_every_stage(name):
    found = {
        position.stage.partition("@")[0].partition("+")[0]
        for game in samples.GAMES
        if game.name == name
        for position in samples.positions(game)
    }
    assert found == STAGES[name]


@every_game
def test_text_round_trip(game):
    for position in samples.positions(game):
        again = fylking.parse(position.text, pie=game.pie)
        assert again == position
        assert again.text == position.text
        assert again.key == position.key
        assert again.game == game
        assert (again.ply, again.history) == (0, ())
        assert again.legal_actions() == position.legal_actions(), position.text
        assert (again.score, again.winner) == (position.score, position.winner), position.text


@every_game
def test_a_parsed_position_plays_on_alike(game):
    for position in samples.positions(game)[::5]:
        played, parsed = position.copy(), fylking.parse(position.text, pie=game.pie)
        played.play_random(7, max_actions=60)
        parsed.play_random(7, max_actions=60)
        assert played.text == parsed.text, f"from {position.text}"


@every_game
def test_repr_rebuilds_the_position(game):
    for position in samples.positions(game):
        again = eval(repr(position), {"fylking": fylking})
        assert again == position
        assert again.game == game


@every_game
def test_bytes_round_trip(game):
    for position in samples.positions(game):
        data = position.to_bytes()
        again = fylking.Position.from_bytes(data, pie=game.pie)
        assert again == position
        assert again.to_bytes() == data
        assert again.game == game
        assert (again.ply, again.history) == (0, ())


@every_game
def test_board_round_trip(game):
    for position in samples.positions(game):
        board = position.board
        assert (board.dtype, board.shape) == (np.int8, (game.points,))
        first = samples.first_colour(position)
        again = fylking.position(game, board, position.to_move, position.stage, first)
        assert again == position
        again = fylking.position(
            game, board.tolist(), position.to_move.letter, position.stage, first.letter
        )
        assert again == position


@every_game
def test_undo_restores_every_property(game):
    for seed in range(2):
        before = []
        for position in samples.walk(game, seed, 0.1, most=100):
            before.append(samples.facts(position))
        for facts in reversed(before[:-1]):
            last = position.peek()
            assert position.pop() == last
            assert samples.facts(position) == facts, f"seed {seed}"
        with pytest.raises(IndexError):
            position.pop()
        with pytest.raises(IndexError):
            position.peek()
        assert position == game.start()


@every_game
def test_history_replays_the_game(game):
    for position in samples.positions(game):
        again = game.start()
        for action in position.history:
            again.push(action)
        assert again == position
        assert again.ply == position.ply == len(position.history)


@every_game
def test_list_mask_count_and_test_agree(game):
    for position in samples.positions(game):
        actions = position.legal_actions()
        assert actions == sorted(set(actions))
        assert all(type(action) is int for action in actions)
        assert position.legal_count() == len(actions)
        mask = position.legal_mask()
        assert (mask.dtype, mask.shape) == (np.bool_, (game.action_count,))
        assert np.flatnonzero(mask).tolist() == actions, position.text
        tested = [a for a in range(-3, game.action_count + 3) if position.is_legal(a)]
        assert tested == actions, position.text
        assert bool(actions) != position.is_over


@every_game
def test_a_finished_game_takes_no_action(game):
    for position in samples.positions(game):
        if not position.is_over:
            continue
        for action in range(game.action_count):
            with pytest.raises(fylking.IllegalActionError, match="the game is over by"):
                position.push(action)
        with pytest.raises(fylking.IllegalActionError):
            position.random_action(1)
        assert position.play_random(1) == 0
        assert list(position.legal_turns()) == []
        assert fylking.perft(position, 1) == fylking.perft(position, 3) == 0


def test_keys_are_equal_exactly_when_texts_are():
    texts: dict[int, str] = {}
    keys: dict[str, int] = {}
    seen = 0
    for game in samples.GAMES:
        for seed in range(3 if game.size > 6 else 12):
            for position in samples.walk(game, 100 + seed, 0.02, most=250):
                text, key = position.text, position.key
                assert texts.setdefault(key, text) == text, "two positions with one key"
                assert keys.setdefault(text, key) == key, "two keys of one position"
                seen += 1
    assert seen > 40_000
    assert len(texts) == len(keys) < seen  # some were met more than once


@every_game
def test_keys_are_64_bits(game):
    keys = [position.key for position in samples.positions(game)]
    assert all(type(key) is int and 0 <= key < 1 << 64 for key in keys)
    assert max(keys) >= 1 << 62


@every_game
def test_equality_is_by_text(game):
    sample = samples.positions(game)[::4]
    for one in sample:
        for other in sample:
            assert (one == other) == (one.text == other.text)
            assert (one != other) == (one.text != other.text)
        assert one != one.text
        assert one != fylking.game("freeze" if game.has_pie else "fravan").start()


@pytest.mark.parametrize("game", [g for g in samples.GAMES if g.pie], ids=samples.label)
def test_equality_ignores_the_pie_flag(game):
    for position in samples.positions(game):
        if position.stage not in ("open", "choose"):
            other = fylking.parse(position.text, pie=False)
            assert other.game != game
            assert other == position
            assert other.key == position.key


@every_game
def test_copies_are_independent(game):
    makers = (lambda p: p.copy(), copy.copy, copy.deepcopy)
    for number, position in enumerate(samples.positions(game)):
        before = samples.facts(position)
        twin = makers[number % 3](position)
        assert samples.facts(twin) == before
        twin.play_random(number, max_actions=5)
        while twin.ply:
            twin.pop()
        assert samples.facts(position) == before
        twin = position.copy()
        other = position.copy()
        while other.ply:
            other.pop()
        del other
        assert samples.facts(twin) == before


def test_deepcopy_keeps_shared_positions_apart():
    position = fylking.Fravan(3).start()
    first, second = copy.deepcopy([position, fylking.Fravan(3).start()])
    first.push(0)
    assert position.ply == second.ply == 0


@every_game
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_keep_the_history(game, protocol):
    for position in samples.positions(game)[::3]:
        again = pickle.loads(pickle.dumps(position, protocol))
        assert samples.facts(again) == samples.facts(position)
        while again.ply:
            again.pop()
        assert again == game.start()


@every_game
def test_a_pickle_of_a_parsed_position_starts_from_it(game):
    for position in samples.positions(game)[::7]:
        parsed = fylking.parse(position.text, pie=game.pie)
        parsed.play_random(3, max_actions=4)
        again = pickle.loads(pickle.dumps(parsed))
        assert samples.facts(again) == samples.facts(parsed)
        while again.ply:
            again.pop()
        assert again == position


@every_game
def test_texts_of_actions_are_unique_and_read_back(game):
    for position in samples.positions(game):
        actions = position.legal_actions()
        texts = [position.action_text(action) for action in actions]
        assert len(set(texts)) == len(texts), position.text
        for action, text in zip(actions, texts, strict=True):
            assert position.parse_action(text) == action
            assert position.parse_action(f"  {text.upper()}\t") == action
            assert position.is_legal(text)
        for action in range(game.action_count):
            assert type(position.action_text(action)) is str


@every_game
def test_an_action_may_be_pushed_as_text(game):
    for position in samples.positions(game)[::4]:
        for action in position.legal_actions()[:5]:
            by_number, by_text = position.copy(), position.copy()
            by_number.push(action)
            by_text.push(position.action_text(action))
            assert by_text == by_number
            assert by_text.peek() == action


@every_game
def test_the_mover_follows_from_the_turns(game):
    """P2, P3, FZ7: never from the number of actions."""
    for seed in range(4):
        walk = samples.walk(game, seed, 0.2, most=100)
        mover, first = next(walk).to_move, fylking.BLACK
        assert mover == fylking.BLACK
        for position in walk:
            action = position.peek()
            chosen = action - game.pass_action - 1 if game.has_pie else -1
            if chosen >= 0:
                first, mover = fylking.Color(1 - chosen), fylking.WHITE
            elif not position.within_turn:
                mover = mover.other
            assert position.to_move is mover
            assert position.seat == (0 if mover == first else 1)


@every_game
def test_results_are_consistent(game):
    for position in samples.positions(game):
        black, white = position.score
        assert type(black) is type(white) is float
        seats = position.returns
        assert sum(seats) == 0
        if not position.is_over:
            assert (position.winner, position.end_reason, seats) == (None, None, (0.0, 0.0))
            continue
        assert position.end_reason in ("two passes", "board full", "no jump")
        assert (position.end_reason == "two passes") == position.stage.startswith("over:")
        if position.winner is None:
            assert seats == (0.0, 0.0)
            assert black == white
            assert game.name in ("fravan", "freeze")
        else:
            first = samples.first_colour(position)
            assert seats == ((1.0, -1.0) if position.winner == first else (-1.0, 1.0))
            if black != white:
                assert position.winner == (fylking.BLACK if black > white else fylking.WHITE)
            else:  # HF8
                assert game.name == "herfor"
                assert position.winner == position.to_move


@every_game
def test_games_end_within_the_bound(game):
    if game.max_actions is None:
        assert game.name == "frasvel"
        return
    for passes in ("forced", "uniform"):
        for seed in range(100):
            position = game.start()
            assert position.play_random(seed, passes=passes) <= game.max_actions
            assert position.is_over


@pytest.mark.parametrize(
    "game", [g for g in samples.GAMES if g.name in ("fravan", "herfor")], ids=samples.label
)
def test_the_longest_games_keep_the_bound(game):
    """A pass wherever it is legal and does not end the game."""
    position = game.start()
    while not position.is_over:
        actions = position.legal_actions()
        if game.pass_action in actions and position.stage == "play":
            position.push(game.pass_action)
        else:
            position.push(actions[0])
    assert position.ply <= game.max_actions


@every_game
def test_a_given_mask_is_written_and_stays_the_callers(game):
    out = np.ones(game.action_count, dtype=bool)
    for position in samples.positions(game)[::3]:
        assert position.legal_mask(out) is out
        assert position.legal_mask(out=out) is out
        assert (out == position.legal_mask()).all()
        out[:] = True
        assert np.flatnonzero(position.legal_mask()).tolist() == position.legal_actions()


@every_game
def test_results_belong_to_the_caller(game):
    """What a call gave does not change when the position does, nor the other way round."""

    def snapshot(result):
        actions, mask, board, history = result
        return list(actions), mask.tobytes(), board.tobytes(), history

    position = game.start()
    results, kept = [], []
    while not position.is_over and position.ply < 30:
        results.append(
            (position.legal_actions(), position.legal_mask(), position.board, position.history)
        )
        kept.append(snapshot(results[-1]))
        position.push(position.random_action(position.ply))
    assert [snapshot(result) for result in results] == kept
    position.pop()
    text = position.text
    actions, mask, board, _ = results[-1]
    actions.clear()
    mask[:] = True
    board[:] = 9
    assert position.text == text
    assert position.legal_actions() == kept[-1][0]


@every_game
def test_whole_turns_round_trip(game):
    for position in samples.positions(game)[::2]:
        before = samples.facts(position)
        texts = list(islice(position.legal_turns(), 40))
        assert len(set(texts)) == len(texts)
        assert bool(texts) != position.is_over
        for text in texts[:3] + texts[-3:]:
            position.push_turn(text)
            assert not position.within_turn
            if not before["within_turn"]:
                assert position.turn_text() == text
                played = position.pop_turn()
                assert played
            else:  # pop_turn would take back the whole turn
                while position.ply > before["ply"]:
                    position.pop()
            assert samples.facts(position) == before
        assert samples.facts(position) == before


@pytest.mark.parametrize("game", [g for g in samples.GAMES if g.size < 9], ids=samples.label)
def test_turns_are_counted_as_listed(game):
    for position in samples.positions(game)[::3]:
        texts = list(islice(position.legal_turns(), 3000))
        if len(texts) < 3000:
            assert fylking.perft_turns(position, 1) == len(texts), position.text
            assert len(set(texts)) == len(texts)


def test_games_are_values():
    for game in samples.GAMES:
        twin = fylking.game(game.name, game.size, game.pie)
        assert twin == game
        assert hash(twin) == hash(game)
        assert eval(repr(game), {"fylking": fylking}) == game
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(game, protocol)) == game
        assert copy.copy(game) == copy.deepcopy(game) == game
        for name in ("size", "pie", "points", "name", "colour"):
            with pytest.raises(AttributeError):
                setattr(game, name, 3)
            with pytest.raises(AttributeError):
                delattr(game, name)
    assert len(set(samples.GAMES)) == len(samples.GAMES)
