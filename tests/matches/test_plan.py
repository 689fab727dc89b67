"""Players, openings and plans: what is to be played, before anything is."""

from __future__ import annotations

import subprocess
import sys

import badbots
import pytest

import fylking
from fylking.bots import Limits, RandomBot
from fylking.matches import (
    GivenOpenings,
    Plan,
    RandomOpenings,
    Results,
    Sprt,
    parse_player,
    random_openings,
    read_openings,
)

START = "fravan3 .../..../.b.../..../... w choose 1b"
OTHER = "fravan3 .../..../.b.w./..../... b play 1w"


def make_plan(players=2, pairs=5, game=None, **options):
    game = game or fylking.Fravan(size=3)
    openings = random_openings(game, options.get("seed", 1))
    return Plan((parse_player("random"),) * players, openings, pairs, **options)


# ---- Players ----


def test_a_name():
    player = parse_player(" random ")
    assert isinstance(player.make(), RandomBot)
    assert player.limits is None


def test_arguments_go_to_the_maker_and_limits_to_the_game():
    player = parse_player("badbots:Steady:0.5,name=2,nodes=10,seconds=1")
    bot = player.make()
    assert isinstance(bot, badbots.Steady)
    assert (bot.sleep, bot.name) == (0.5, 2)
    assert player.limits == Limits(nodes=10, seconds=1.0)
    assert isinstance(player.limits.nodes, int)
    assert isinstance(player.limits.seconds, float)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), ("1.5", 1.5), ("true", True), ("False", False), ("none", None), ("word", "word")],
)
def test_values_are_what_they_look_like(text, value):
    bot = parse_player(f"badbots:Steady:name={text}").make()
    assert bot.name == value
    assert type(bot.name) is type(value)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "nobody",
        "nobody:3",
        "rnadom:simulations=4",
        "random:colour=red",
        "random:1,2",
        "random:seed=",
        "random:seed=1,seed=2",
        "random:,",
        "random:nodes=0",
        "random:nodes=1.5",
        "random:seconds=-1",
        "random:seconds=nan",
        "random:seconds=true",
        "no_such_module_anywhere:Bot",
        "__main__:Bot",
        ":Bot",
        "badbots:",
        "badbots:not-a-name",
        "ugi:",
        "ugi:no-such-program-anywhere --flag",
        'ugi:"unbalanced',
    ],
)
def test_no_player(spec):
    with pytest.raises(fylking.OptionError) as caught:
        parse_player(spec)
    assert "\n" not in str(caught.value)


def test_a_module_is_not_run_before_the_match():
    code = "from fylking.matches import parse_player; import sys\n"
    code += "parse_player('badbots:Steady'); print('badbots' in sys.modules)"
    folder = badbots.__file__.rpartition("badbots")[0]
    out = subprocess.check_output([sys.executable, "-c", code], cwd=folder, text=True, timeout=30)
    assert out == "False\n"


# ---- Openings ----


@pytest.mark.parametrize("name", fylking.GAMES)
@pytest.mark.parametrize("plies", [0, 1, 3, 6])
def test_random_openings_depend_on_the_seed_only_and_can_be_played(name, plies):
    game = fylking.game(name)
    one, other = (RandomOpenings(game, plies, seed=5) for _ in range(2))
    texts = [one.text(pair) for pair in range(8)]
    assert [other.text(pair) for pair in reversed(range(8))] == texts[::-1]
    for text in texts:
        pos = fylking.parse(text, game.pie)
        assert not pos.is_over
        assert pos.stage == "open" if game.pie and not plies else True
        assert not pos.stage.startswith(("jump", "freeze"))
    if plies:
        assert [RandomOpenings(game, plies, seed=6).text(pair) for pair in range(8)] != texts
    else:
        assert set(texts) == {game.start().text}


def test_the_pie_choice_is_left_to_the_players_unless_asked():
    game = fylking.Herfor(size=4)
    assert fylking.parse(RandomOpenings(game).text(0)).stage == "choose"
    assert fylking.parse(RandomOpenings(game, 2).text(0)).stage == "play"
    off = fylking.Herfor(size=4, pie=False)
    board = fylking.parse(RandomOpenings(off).text(0), pie=False).board
    assert (board != 0).sum() == 4


@pytest.mark.parametrize("name", fylking.GAMES)
def test_openings_are_varied(name):
    """No two are the same, up to symmetry, as long as there are others."""
    game = fylking.game(name)
    openings = RandomOpenings(game, 4, seed=2)
    keys = {fylking.parse(openings.text(i), game.pie).canonical_key() for i in range(40)}
    assert len(keys) == 40


def test_openings_repeat_when_there_are_no_more():
    openings = RandomOpenings(fylking.Fravan(size=2), 1)
    texts = [openings.text(pair) for pair in range(20)]
    keys = [fylking.parse(text).canonical_key() for text in texts]
    assert len(set(keys)) == 2
    assert keys[0] != keys[1]
    assert len(set(texts)) == len(set(texts[:9])) == 7  # images of each other first


def test_openings_after_the_end_are_an_error():
    with pytest.raises(fylking.OptionError, match="500 random actions"):
        RandomOpenings(fylking.Fravan(size=2), 500).text(0)


def test_openings_from_a_file(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text(f"# two\n\n{START}\r\n  {OTHER}  \n")
    openings = read_openings(str(path))
    assert openings.game == fylking.Fravan(size=3)
    assert [openings.text(pair) for pair in range(3)] == [START, OTHER, START]


@pytest.mark.parametrize(
    ("texts", "error", "message"),
    [
        ([], fylking.OptionError, "no openings"),
        ([START, "nonsense"], fylking.NotationError, "opening 2"),
        ([START, "fravan2 ../.b./.. w choose 1b"], fylking.OptionError, "fravan2, fravan3"),
        (["fravan2 ../.b./.. b over:b 1b"], fylking.OptionError, "opening 1 is over"),
        (["fravan3 .../..../.b.../..../... b choose 1b"], fylking.PositionError, "opening 1"),
    ],
)
def test_no_openings(texts, error, message):
    with pytest.raises(error, match=message):
        GivenOpenings(texts)


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(fylking.OptionError, match="no text file"):
        read_openings(str(tmp_path / "bytes"))


# ---- Plans ----


def test_a_pair_has_one_opening_and_swapped_seats():
    tasks = list(make_plan().tasks())
    assert [task.number for task in tasks] == list(range(10))
    for one, other in zip(tasks[::2], tasks[1::2], strict=True):
        assert one.players == (0, 1)
        assert other.players == (1, 0)
        assert one.opening == other.opening
        assert one.pair == other.pair
    assert len({task.opening for task in tasks}) > 1


def test_seeds_differ_everywhere_and_depend_on_the_seed_and_the_number_only():
    plan = make_plan(pairs=20)
    seeds = [seed for task in plan.tasks() for seed in task.seeds]
    assert len(set(seeds)) == len(seeds) == 80
    assert max(seeds) < 2**53
    fewer = make_plan(pairs=3)
    assert [fewer.task(number) for number in range(6)] == list(plan.tasks())[:6]
    assert make_plan(seed=2).task(0).seeds != plan.task(0).seeds


def test_a_ladder_plays_every_pairing_once_before_any_twice():
    plan = make_plan(players=4, pairs=3)
    tasks = list(plan.tasks())
    assert len(tasks) == plan.games == 36
    for round_ in range(3):
        part = tasks[12 * round_ : 12 * round_ + 12]
        assert {task.pair for task in part} == {round_}
        assert len({task.opening for task in part}) == 1
        assert len({task.players for task in part}) == 12


def test_limits_and_deadlines():
    players = tuple(map(parse_player, ("random", "random:seconds=0.2", "random:simulations=9")))
    plan = Plan(players, random_openings(fylking.Freeze(), 1), limits=Limits(seconds=2))
    assert [plan.limits_of(i) for i in range(3)] == [
        Limits(seconds=2),
        Limits(seconds=0.2),
        Limits(simulations=9),
    ]
    assert [plan.deadline_of(i) for i in range(3)] == [3, 1.2, 60]
    plan = Plan(players, random_openings(fylking.Freeze(), 1), deadline=0.5)
    assert [plan.deadline_of(i) for i in range(3)] == [0.5] * 3


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"pairs": 0},
        {"max_actions": 0},
        {"deadline": 0.0},
        {"deadline": float("nan")},
    ],
    ids=str,
)
def test_no_plan(options):
    with pytest.raises(fylking.OptionError):
        make_plan(**options)


def test_no_seed():
    openings = GivenOpenings([START])
    with pytest.raises(fylking.OptionError):
        Plan((parse_player("random"),) * 2, openings, seed=-1)


def test_a_sequential_test_is_for_two():
    with pytest.raises(fylking.OptionError, match="2 players, not 3"):
        Results(make_plan(players=3), Sprt(0, 10))
