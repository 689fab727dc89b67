"""The evaluations, against what they say of themselves, in slow arithmetic."""

from __future__ import annotations

import pytest
import samples

import fylking

GAMES = [game for game in samples.GAMES if game.size in (2, 3, 5, 6, 8, 10)]


def fravan(pos):
    black, white = pos.score
    return 100 * (black - white)


def herfor(pos):
    """Stones, and where each colour alone may place."""
    black, white = pos.score
    room = []
    for colour in fylking.Color:
        cells = pos.board
        if not cells.all():
            turn = fylking.position(pos.game, cells, colour, "play")
            room.append(sum(action < pos.game.points for action in turn.legal_actions()))
        else:
            room.append(0)
    return 100 * (black - white) + 60 * (room[0] - room[1])


def frasvel(pos):
    """FS9 and FS10 (but counted for nobody where both have equal heights), and heights."""
    cells = pos.board.tolist()
    points = pieces = 0
    for point, cell in enumerate(cells):
        near = [cells[other] for other in pos.game.neighbours(point)]
        black, white = max([0, *near]), max([0, *(-height for height in near)])
        pieces += cell
        if cell == 0:
            points += (black > white) - (white > black)
        else:
            sign = 1 if cell > 0 else -1
            dead = (white if cell > 0 else black) > abs(cell)
            points += -sign if dead else sign
    top = max(map(abs, cells))
    lead = (top in cells) - (-top in cells) if top else 0
    return 100 * points + 60 * pieces + 150 * lead


def freeze(pos):
    """Soldiers, less those that the pieces captured in the turn will freeze; and their jumps."""
    cells = pos.board.tolist()
    soldiers = [cells.count(1), cells.count(-1)]
    if pos.within_turn:
        text = pos.stage.replace(">", "+").split("+")[1]
        soldiers[pos.to_move.other] -= int(text)
    jumps = []
    for sign in (1, -1):
        count = 0
        for square, cell in enumerate(cells):
            if cell == sign:
                for direction in range(4):
                    over = pos.game._board.steps[square][direction]
                    land = pos.game._board.steps[over][direction]
                    count += cells[over] * sign < 0 and cells[land] == 0
        jumps.append(count)
    return 100 * (soldiers[0] - soldiers[1]) + 30 * (jumps[0] - jumps[1])


@pytest.mark.parametrize("game", GAMES, ids=samples.label)
def test_it_is_what_it_says(game):
    slow = {"fravan": fravan, "herfor": herfor, "frasvel": frasvel, "freeze": freeze}[game.name]
    for pos in samples.positions(game):
        assert pos.evaluation == slow(pos), pos.text


@pytest.mark.parametrize("game", GAMES, ids=samples.label)
def test_the_colours_are_alike(game):
    for pos in samples.positions(game):
        if pos.stage not in ("open", "choose"):
            assert fylking.swap_colours(pos).evaluation == -pos.evaluation, pos.text


@pytest.mark.parametrize("game", GAMES, ids=samples.label)
def test_images_are_alike(game):
    for pos in samples.positions(game)[::4]:
        if not pos.stage.startswith("freeze"):
            for symmetry in game.symmetries[1::7]:
                assert symmetry.position(pos).evaluation == pos.evaluation, pos.text
