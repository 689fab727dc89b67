"""Solved games: known values of small boards, and the ends of games against a plain minimax."""

from __future__ import annotations

import random

import pytest
import reference
import samples
from minimax import best_end

import fylking
from fylking._position import Control
from fylking._proof import Prover
from fylking.search import Solution, solve

B, W = fylking.BLACK, fylking.WHITE

# Margins for Black, and winners, after the opening; without the pie rule.
SIZE_2 = {
    "fravan": {"a1": (1, B), "b2": (1, B), "pass": (-1, W)},
    "herfor": {"a1": (0, B), "b2": (7, B)},  # HF8: equal stones have a winner
    "frasvel": {"a1": (1.5, B), "b2": (1.5, B), "pass": (-1.5, W)},
}
HERFOR_3 = {"c3": (1, B), "b1": (1, B), "a1": (0, B), "b2": (0, B)}
FRASVEL_3 = {None: B, "a1": W}
FRAVAN_3 = {"c3": (1, B), "b1": (1, B), "a1": (1, B), "b2": (-1, W), "pass": (-1, W)}


def after(name, size, opening, pie=False):
    pos = fylking.game(name, size, pie).start()
    if opening:
        pos.push(opening)
    return pos


def check_line(pos, found):
    """The best line is legal, and ends with what was found."""
    end = pos.copy()
    for action in found.line:
        end.push(action)
    assert end.is_over
    assert end.winner == found.winner
    if found.margin is not None:
        assert end.score[0] - end.score[1] == found.margin
    if found.seat is not None:
        assert end.returns[found.seat] == 1.0


@pytest.mark.parametrize(
    ("name", "opening", "margin", "winner"),
    [(name, opening, *end) for name, ends in SIZE_2.items() for opening, end in ends.items()],
)
def test_size_2(name, opening, margin, winner):
    pos = after(name, 2, opening)
    for group in pos.game.symmetries if opening != "pass" else ():
        assert solve(group.position(pos), hash=1).margin == margin
    found = solve(pos, hash=1)
    assert (found.known, found.margin, found.winner) == (True, margin, winner)
    assert found.seat == int(winner == W)
    check_line(pos, found)


@pytest.mark.parametrize(("opening", "margin", "winner"), [(o, *e) for o, e in HERFOR_3.items()])
def test_herfor_3(opening, margin, winner):
    pos = after("herfor", 3, opening)
    found = solve(pos)
    assert (found.margin, found.winner) == (margin, winner)
    check_line(pos, found)


@pytest.mark.slow
@pytest.mark.parametrize(("opening", "margin", "winner"), [(o, *e) for o, e in FRAVAN_3.items()])
def test_fravan_3(opening, margin, winner):
    pos = after("fravan", 3, opening)
    found = solve(pos)
    assert (found.margin, found.winner) == (margin, winner)
    check_line(pos, found)


@pytest.mark.slow
@pytest.mark.parametrize(("opening", "winner"), FRASVEL_3.items())
def test_frasvel_3(opening, winner):
    pos = after("frasvel", 3, opening)
    found = solve(pos, margin=False)
    assert (found.winner, found.margin) == (winner, None)
    check_line(pos, found)


# Positions of Frasvel 3 after which some hundred more can come.
FRASVEL_3_ENDS = [
    ".../wb2.b2/....b2/w2bw3./... w play 1b",
    "wb3b3/..../w4w4..w3/w4w4w4b/.b. w play 1b",
    ".bw/w4w4../b.b3.w/w.b3./b3b3. b play 1b",
    "bb3w/w.../bw5w5.b/.w2w3w3/.b. b play 1b",
]


def reference_end(state, known):
    """What `best_end` says, by the reference: the rules read literally."""
    if state.is_over:
        black, white = state.score()
        margin = black - white if state.to_move == "b" else white - black
        return (1 if state.winner == state.to_move else -1, margin)
    key = (state.board, state.to_move, state.stage)
    if key not in known:
        ends = [reference_end(state.play(action), known) for action in state.legal()]
        known[key] = max((-won, -margin) for won, margin in ends)
    return known[key]


@pytest.mark.parametrize("text", FRASVEL_3_ENDS)
def test_frasvel_3_by_the_reference(text):
    text = "frasvel3 " + text
    won, margin = reference_end(reference.parse(text), {})
    pos = fylking.parse(text, pie=False)
    found = solve(pos, hash=1)
    assert found.winner == (pos.to_move if won > 0 else pos.to_move.other)
    assert found.margin == (margin if pos.to_move == B else -margin)
    assert solve(pos, margin=False, hash=0).winner == found.winner
    check_line(pos, found)


@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_the_pie_choice(name):
    """The second player takes the better side, the first opens so that it is worth least."""
    for opening in ("a1", "b2"):
        pos = after(name, 2, opening, pie=True)
        found = solve(pos, hash=1)
        assert (found.margin, found.winner, found.seat) == (*SIZE_2[name][opening], 1)
        check_line(pos, found)
    pos = after(name, 2, None, pie=True)
    found = solve(pos, hash=1)
    least = min(abs(margin) for opening, (margin, _) in SIZE_2[name].items() if opening != "pass")
    assert (found.seat, abs(found.margin)) == (1, least)
    check_line(pos, found)


@pytest.mark.parametrize("pie", [True, False])
@pytest.mark.parametrize("name", ["fravan", "herfor"])
def test_size_2_by_a_plain_minimax(name, pie):
    pos = after(name, 2, None, pie)
    won, margin = best_end(pos.copy(), {})
    found = solve(pos, hash=1)
    assert found.seat == (0 if won > 0 else 1)
    assert abs(found.margin) == abs(margin)
    check_line(pos, found)


def left(pos):
    """How long a game may go on, more or less: empty points, or (Freeze) jumps."""
    return pos.legal_count() if pos.game.name == "freeze" else pos.board.tolist().count(0)


def ends(game, seeds, most):
    """Positions of random games that are near their ends, so that a plain minimax is quick."""
    for seed in seeds:
        chance = random.Random(f"{samples.label(game)} {seed}")
        pos = game.start()
        while not pos.is_over and (pos.within_turn or left(pos) > most):
            actions = pos.legal_actions()
            pos.push(chance.choice([a for a in actions if a != game.pass_action] or actions))
        if not pos.is_over:
            yield pos


@pytest.mark.parametrize(
    ("game", "most"),
    [
        (fylking.Fravan(3), 6),
        (fylking.Fravan(3, pie=False), 5),
        (fylking.Herfor(3), 7),
        (fylking.Herfor(3, pie=False), 8),
        (fylking.Freeze(6), 3),
    ],
    ids=str,
)
def test_the_ends_of_games(game, most, seeds):
    for pos in ends(game, seeds(8), most):
        won, margin = best_end(pos.copy(), {})
        found = solve(pos, hash=1)
        expected = None if won == 0 else pos.to_move if won > 0 else pos.to_move.other
        assert (found.known, found.winner) == (True, expected), pos.text
        if not game.has_points:
            assert found.margin is None
        else:
            assert found.margin == (margin if pos.to_move == B else -margin), pos.text
        check_line(pos, found)
        same = solve(pos, hash=0)
        assert (same.winner, same.margin) == (found.winner, found.margin)


def margin_value(won, margin):
    """As provers and searchers count: a win is worth a million and the margin in half points."""
    return won * 1_000_000 + round(2 * margin)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        (fylking.Fravan(2), 7),
        (fylking.Fravan(3), 5),
        (fylking.Herfor(2), 7),
        (fylking.Herfor(3, pie=False), 7),
        (fylking.Frasvel(2), 7),
        (fylking.Freeze(6), 3),
    ],
    ids=str,
)
def test_proof_numbers_answer_for_every_bound(game, most, seeds):
    """Whatever the game: the seat may act again, games may be drawn, margins may be anything."""
    for pos in ends(game, seeds(4), most):
        value = margin_value(*best_end(pos.copy(), {}))
        symmetries = game.symmetries if len(game.symmetries) == 12 else ()
        prover = game._provers(game, 1 << 16, symmetries)
        for bound in (-999_999, 0, 1, 1_000_000, value - 1, value, value + 1):
            finished, told, action, _ = prover.prove(pos, bound, -1, -1, Control())
            assert finished
            if value < bound:
                assert value <= told < bound, (pos.text, bound)
                assert action == -1
            else:
                assert bound <= told <= value, (pos.text, bound)
                after = pos.copy()
                after.push(action)
                rest = margin_value(*best_end(after, {}))
                assert (rest if after.seat == pos.seat else -rest) >= bound


def test_provers_are_made_by_the_package():
    with pytest.raises(TypeError, match=r"made by fylking\.search"):
        Prover()
    prover = fylking.Frasvel(2)._provers(fylking.Frasvel(2), 0)
    assert prover.game == fylking.Frasvel(2)
    for pos in (fylking.Frasvel(3).start(), fylking.parse("frasvel2 ../b../.. w over:w 1b")):
        with pytest.raises(ValueError, match="no position to search"):
            prover.prove(pos, 1, -1, -1, Control())


def test_frasvel_2_from_every_position(seeds):
    game = fylking.Frasvel(2, pie=False)
    for seed in seeds(10):
        for pos in list(samples.walk(game, seed, 0.1))[:12]:
            won, margin = best_end(pos.copy(), {})
            found = solve(pos, hash=1)
            assert found.winner == (pos.to_move if won > 0 else pos.to_move.other)
            assert found.margin == (margin if pos.to_move == B else -margin)


@pytest.mark.parametrize("name", ["fravan", "herfor", "frasvel"])
def test_the_winner_alone(name):
    pos = after(name, 2, "a1")
    found = solve(pos, margin=False, hash=1)
    assert (found.known, found.winner, found.margin) == (True, B, None)
    check_line(pos, found)
    assert found.nodes <= solve(pos, hash=1).nodes


def test_limits():
    pos = fylking.Fravan(5).start()
    before = samples.facts(pos)
    for limits in ({"nodes": 1}, {"nodes": 5000}, {"seconds": 0}, {"seconds": 0.2}):
        found = solve(pos, hash=1, **limits)
        assert (found.known, found.seat, found.winner, found.margin) == (False, None, None, None)
        assert found.line == ()
        assert str(found) == "unknown"
        assert found.nodes <= limits.get("nodes", 1 << 40)
        assert found.seconds < 2
    assert samples.facts(pos) == before


def test_the_winner_may_be_known_and_the_margin_not():
    """Within limits in between, what is known is said, and is right."""
    pos = after("herfor", 3, "c3")
    full = solve(pos, hash=1)
    seen = set()
    for nodes in range(500, full.nodes + 1, max(1, full.nodes // 40)):
        found = solve(pos, nodes=nodes, hash=1)
        assert found.nodes <= nodes
        assert found.winner in ((B,) if found.known else (None,))
        assert found.margin in (None, full.margin)
        assert full.line[: len(found.line)] == found.line
        seen.add((found.known, found.margin is None, found.line == full.line))
    assert (False, True, False) in seen
    assert (True, False, False) in seen or (True, True, False) in seen


def test_a_finished_game():
    pos = fylking.parse("frasvel2 ../b../.. w over:w 1w")
    found = solve(pos)
    assert found == Solution(True, 1, B, pos.score[0] - pos.score[1], (), 0, 0.0)
    assert str(found).startswith("Black wins, the second player, +")
    drawn = fylking.parse("fravan2 ../.../.. w over:w 1b")
    assert solve(drawn) == Solution(True, None, None, 0.0, (), 0, 0.0)
    assert str(solve(drawn)) == "a draw"
    assert solve(fylking.Freeze(6).start(), nodes=1).margin is None


def test_what_does_not_fit_is_refused():
    pos = fylking.Fravan(2).start()
    for options in ({"nodes": 0}, {"seconds": -1}, {"hash": -1}):
        with pytest.raises(fylking.OptionError, match=next(iter(options))):
            solve(pos, **options)
    with pytest.raises(TypeError, match="fylking position"):
        solve("fravan2")


def test_a_limit_that_falls_before_the_pie_choice_leaves_the_colour_open():
    """The seat is known, the colours are not chosen: no draw, and no margin with a sign."""
    seen = set()
    for nodes in range(300, 900, 7):
        found = solve(fylking.Fravan(size=2).start(), nodes=nodes)
        if found.known and found.winner is None:
            assert (found.seat, found.margin) == (1, None)
            seen.add(str(found))
    assert seen == {"the second player wins"}
