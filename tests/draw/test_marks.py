"""Marks on pictures: the last action, previews, targets, territory, numbers, arrows, heat."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import samples
from reading import SVG, marked, parsed, points, positions

import fylking
from fylking import draw

a_few_games = pytest.mark.parametrize("game", samples.SMALL, ids=samples.label)


def names(game, indices):
    return {game.point_name(point) for point in indices}


def changed(preview):
    return {point for round_ in preview.rounds for change in round_ for point in change.points}


# ---- The last action and previews ----


@a_few_games
@pytest.mark.parametrize("seed", range(3))
def test_all_that_the_last_action_changed_is_marked(game, seed):
    position = game.start()
    rng = fylking.Rng(seed)
    for _ in range(25):
        if position.is_over:
            break
        action = position.random_action(rng)
        preview = position.preview(action)
        before = parsed(position.svg(preview=action))
        assert marked(before, "change") == names(game, changed(preview))
        position.push(action)
        after = parsed(position.svg())
        assert marked(after, "change") == names(game, changed(preview))
        assert not marked(parsed(position.svg(last=False)), "change")
        assert not marked(parsed(fylking.parse(position.text, game.pie).svg()), "change")


def test_a_cascade_is_numbered_by_rounds():
    """FV1: the rounds of a turn, each flip with the one in which it happens."""
    position = fylking.Fravan(7, pie=False).start()
    position.play_random(23, max_actions=50)
    action = max(position.legal_actions(), key=lambda a: len(position.preview(a).rounds))
    rounds = position.preview(action).rounds
    assert len(rounds) > 2
    wanted = {}
    for number, changes in enumerate(rounds, 1):
        for change in changes:
            for name in names(position.game, change.points):
                wanted.setdefault(name, []).append(str(number))
    root = parsed(position.svg(preview=action))
    found = {
        g.get("data-at"): (g.get("data-round").split(), g.find(f"{SVG}text").text.split(","))
        for g in root.iter(f"{SVG}g")
        if "change" in g.get("class", "").split()
    }
    assert found == {name: (numbers, numbers) for name, numbers in wanted.items()}


@pytest.mark.parametrize("mover", "bw")
def test_a_stone_that_flips_back_at_once_has_a_dot_of_the_other_colour(mover):
    """FV1: the backlash takes the stone just placed too."""
    board = "w..b/.w.../w.wbw./wb..wb./.bbw.b/bbww./..w."
    if mover == "w":
        board = board.translate(str.maketrans("bw", "wb"))
    position = fylking.parse(f"fravan4 {board} {mover} play 1b")
    theme = draw.THEMES["light"]
    for last in (False, True):
        if last:
            position.push("d4")
        root = parsed(position.svg() if last else position.svg(preview="d4"))
        (change,) = (g for g in root.iter(f"{SVG}g") if g.get("data-at") == "d4")
        shape = next(e for e in change if e.tag in (f"{SVG}path", f"{SVG}circle"))
        # Before it is of its player's colour with a dot of the enemy's, afterwards the other way.
        assert shape.get("fill") == theme.stones[(mover == "b") != last]


def test_a_preview_shows_what_comes_and_what_it_leaves():
    position = fylking.parse("frasvel3 .../..../.b.ww/..../... b play 1b")
    root = parsed(position.svg(preview="b3-c3"))
    (ghost,) = (g for g in root.iter(f"{SVG}g") if "ghost" in g.get("class", "").split())
    assert (ghost.get("class").split()[1], ghost.get("data-height")) == ("black", "2")
    leaving = points(root)[position.game.point_index("b3")]
    assert [g.get("opacity") for g in leaving] == ["0.5"]
    badges = [text.text for text in root.iter(f"{SVG}text") if text.text[0] in "+-"]
    assert sorted(badges) == ["+1", "-1", "-1"]


def test_a_preview_of_an_action_that_is_not_legal_says_why():
    position = fylking.parse("herfor3 .../..../..bw./..../... w play 1b")
    with pytest.raises(fylking.IllegalActionError, match="invades on no axis"):
        position.svg(preview="b2")
    with pytest.raises(fylking.NotationError, match="'z9' is no action"):
        position.svg(preview="z9")


# ---- Targets ----


@a_few_games
def test_targets_are_where_legal_actions_begin_and_go_to(game):
    for position in positions(game):
        begins = {}
        for action in position.legal_actions():
            text = position.action_text(action).lstrip("=")
            ends = text.replace(":", "-").split("-")
            if ends[0] not in ("pass", "black", "white", "stop"):
                begins.setdefault(ends[0], set()).update(ends[1:])
        chain = game._selected(position)
        if chain is None:
            assert marked(parsed(position.svg(targets=True)), "target") == set(begins)
        else:  # FZ4
            name = game.point_name(chain)
            assert set(begins) == {name}
            root = parsed(position.svg(targets=True))
            assert marked(root, "target") == begins[name]
            assert marked(root, "selected") == {name}
        for name in list(begins)[:3]:
            root = parsed(position.svg(targets=True, selected=name))
            assert marked(root, "target") == begins[name]
            assert marked(root, "selected") == {name}


def test_targets_can_be_any_points():
    position = fylking.Freeze(6).start()
    root = parsed(position.svg(targets=("a1", 7, np.int64(7), " B1 ")))
    assert marked(root, "target") == {"a1", "b1", "b2"}
    assert not marked(parsed(position.svg(targets=[])), "target")


# ---- Freeze ----


@pytest.mark.parametrize("size", fylking.Freeze.sizes)
def test_captured_pieces_are_shown_beside_the_board(size):
    """FZ3, FZ5."""
    stages = set()
    for position in positions(fylking.Freeze(size)):
        root = parsed(position.svg())
        waiting = [g for g in root.iter(f"{SVG}g") if "waiting" in g.get("class", "").split()]
        stage, plus, rest = position.stage.partition("+")
        if not plus:
            assert not waiting
            continue
        stages.add(stage.partition("@")[0])
        (group,) = waiting
        count = int(rest.partition(">")[0])
        assert group.get("data-pieces") == str(count)
        assert group.get("class").split()[1] == position.to_move.other.name.lower()
        assert len(list(group.iter(f"{SVG}circle"))) == count
    assert stages == {"jump", "freeze"}


def test_many_captured_pieces_fit_beside_the_board():
    """A chain as long as the board's pieces allow."""
    text = "freeze6 ....../....../....../....../....../bw.... b jump@a1+15"
    root = parsed(fylking.parse(text).svg())
    (group,) = (g for g in root.iter(f"{SVG}g") if "waiting" in g.get("class", "").split())
    circles = [float(c.get("cy")) + float(c.get("r")) for c in group.iter(f"{SVG}circle")]
    assert len(circles) == 15
    assert max(circles) < float(root.get("viewBox").split()[3])


@pytest.mark.parametrize("size", fylking.Freeze.sizes)
def test_ways_across_the_edge_are_the_short_ones(size):
    board = fylking.Freeze(size)._board
    for one, other in itertools.product(range(0, size * size, 3), range(size * size)):
        if one == other:
            continue
        ways = board.ways(one, other)
        assert ways[0][0] == board.coordinates[one]
        assert ways[-1][1] == board.coordinates[other]
        steps = {(e[0] - b[0], e[1] - b[1]) for b, e in ways}
        (step,) = steps
        assert max(map(abs, step)) <= size // 2
        (f1, r1), (f2, r2) = board.coordinates[one], board.coordinates[other]
        direct = f2 - f1, r2 - r1
        assert all((s - d) % size == 0 for s, d in zip(step, direct, strict=True))
        assert len(ways) == (1 if step == direct else 2)


def test_a_torus_shows_its_far_side_all_around():
    position = fylking.Freeze(6).start()
    root = parsed(position.svg())
    (fringe,) = (e for e in root.iter(f"{SVG}svg") if e.get("class") == "fringe")
    stacks = [g for g in fringe.iter(f"{SVG}g") if "stack" in g.get("class", "").split()]
    board = position.board.reshape(6, 6)
    seen = np.pad(board, 1, mode="wrap")
    seen[1:-1, 1:-1] = 0
    assert len(stacks) == np.count_nonzero(seen)
    assert not list(parsed(fylking.Fravan(3).start().svg()).iter(f"{SVG}svg"))[1:]


# ---- Territory ----


@pytest.mark.parametrize("size", [2, 3, 5, 7])
@pytest.mark.parametrize("seed", range(4))
def test_territory_of_fravan_is_what_is_scored(size, seed):
    """FV10: stones and the points of territories make the score."""
    position = fylking.Fravan(size, pie=False).start()
    position.play_random(seed, max_actions=size * size)
    root = parsed(position.svg(territory=True))
    for colour in fylking.Color:
        squares = [
            e.get("data-at") for e in root.iter(f"{SVG}path")
            if e.get("class") == f"owned {colour.name.lower()}"
        ]  # fmt: skip
        stones = int((position.board == 1 - 2 * colour).sum())
        assert len(set(squares)) == len(squares)
        assert stones + len(squares) == position.score[colour]


@pytest.mark.parametrize("size", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_territory_of_frasvel_is_what_is_scored(size, seed):
    """FS11: controlled cells, live own stacks and dead enemy stacks make the score."""
    game = fylking.Frasvel(size, pie=False)
    position = game.start()
    position.play_random(seed, max_actions=6 * size)
    board = position.board.tolist()
    root = parsed(position.svg(territory=True))
    expected = [0.0, 0.0]
    for point, cell in enumerate(board):
        if cell:
            enemies = [-board[q] * (1 if cell > 0 else -1) for q in game.neighbours(point)]
            dead = max(enemies) > abs(cell)  # FS9
            expected[(cell < 0) ^ dead] += 1
    for colour in fylking.Color:
        expected[colour] += len(marked_as(root, f"owned {colour.name.lower()}"))
    if position.is_over:  # the half point of the player who passed first
        expected[position.to_move] += 0.5
    assert tuple(expected) == position.score


def marked_as(root, name):
    return {e.get("data-at") for e in root.iter() if e.get("class") == name}


@pytest.mark.parametrize("name", ["herfor", "freeze"])
def test_games_without_territory_have_none(name):
    position = fylking.game(name).start()
    assert position.svg(territory=True) == position.svg()


# ---- Numbers, arrows, heat ----


def test_numbers_stand_where_they_are_asked_for():
    position = fylking.Fravan(3, pie=False).start()
    position.push("c3")
    root = parsed(position.svg(numbers={"c3": 1, 0: "x<y", "e5": 0.5}, caption=False))
    (group,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "numbers")
    assert [text.text for text in group.iter(f"{SVG}text")] == ["x<y", "1", "0.5"]
    every = parsed(position.svg(numbers=range(19)))
    (group,) = (g for g in every.iter(f"{SVG}g") if g.get("class") == "numbers")
    assert [text.text for text in group.iter(f"{SVG}text")] == list(map(str, range(19)))


def test_arrows_go_from_point_to_point():
    root = parsed(fylking.Freeze().start().svg(arrows=[("a1", "c1"), (0, "g1")]))
    ways = [g for g in root.iter(f"{SVG}g") if g.get("class") == "arrow"]
    assert [way.get("data-way") for way in ways] == ["a1-c1", "a1-g1"]
    assert [len(list(way)) for way in ways] == [2, 3]  # a head, and one line or two


def shades(root):
    return {
        e.get("data-at"): (e.get("fill"), e.get("data-value"))
        for e in root.iter(f"{SVG}path")
        if e.get("data-value") is not None
    }


def test_heat_colours_go_from_low_to_high():
    theme = draw.THEMES["light"]
    position = fylking.Herfor(3).start()
    root = parsed(position.svg(heat={"a1": 0, "b2": 5.0, "c3": 10, "d4": None, "e5": float("nan")}))
    assert shades(root) == {
        "a1": (theme.heat[0], "0"), "b2": (theme.heat[2], "5"), "c3": (theme.heat[-1], "10")
    }  # fmt: skip
    balance = draw.Heat(np.linspace(0, 0.5, 19), low=0, high=1, middle=0.5, format=".2f")
    colours = shades(parsed(position.svg(heat=balance)))
    assert (colours["a1"], colours["e5"]) == (
        (theme.balance[0], "0.00"),
        (theme.balance[2], "0.50"),
    )


def legend(root):
    groups = [g for g in root.iter(f"{SVG}g") if g.get("class") == "legend"]
    return [text.text for group in groups for text in group.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("heat", "texts"),
    [
        (draw.Heat({0: 3, 1: 7}, "visits"), ["visits", "3", "5", "7"]),
        (draw.Heat({0: 3, 1: 7}, low=0), ["0", "3.5", "7"]),
        (draw.Heat({0: 0.31}, "w", 0, 1, 0.5, ".0%"), ["w", "0%", "50%", "100%"]),
        (draw.Heat({0: 1.5, 1: 1.25}), ["1.250", "1.375", "1.500"]),
        (draw.Heat({0: 2, 1: 2}), ["1", "2", "3"]),
        (draw.Heat({}), ["-1", "0", "1"]),
        (draw.Heat({0: 1, 1: 10}, middle=4), ["-2", "4", "10"]),
        (draw.Heat({0: 0, 1: 1e300}), ["0", "5e+299", "1e+300"]),
    ],
)
def test_the_legend_tells_the_scale(heat, texts):
    position = fylking.Fravan(3).start()
    assert legend(parsed(position.svg(heat=heat))) == texts
    assert legend(parsed(position.svg(heat=heat, legend=False))) == []


def test_heat_of_a_search():
    """Visits add up over the actions that go to a point, win rates are the best one's."""
    position = fylking.Frasvel(3, pie=False).start()
    position.play_random(3, max_actions=12)
    game = position.game
    found = fylking.search.MCTS(position, seed=1).search(simulations=500)
    counts, best = {}, {}
    for action in position.legal_actions():
        ends = position.action_text(action).split("-")
        if ends != ["pass"] and found.visits[action]:
            point = game.point_index(ends[-1])
            counts[point] = counts.get(point, 0) + found.visits[action]
            best[point] = max(best.get(point, 0), (1 + found.values[action]) / 2)
    assert draw.visits(position, found.visits).values == counts
    assert draw.win_rates(position, found.values).values == pytest.approx(best)
    assert any(position.action_text(a).count("-") for a in position.legal_actions())
    for make in (draw.visits, draw.win_rates):
        with pytest.raises(fylking.OptionError, match="3 values for"):
            make(position, [1, 2, 3])
