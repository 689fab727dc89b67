"""A preview, carried out on a board by hand, gives the board that playing the action gives."""

from __future__ import annotations

import pytest
import samples


def carried_out(position, action):
    """The board after an action, by its own stone and then what the preview says."""
    game, cells = position.game, position.board.tolist()
    own = 1 - 2 * position.to_move
    preview = position.preview(action)
    assert preview.action == action
    if action < game.pass_action:
        squares = position.action_text(action).replace("-", " ").replace(":", " ").split()
        if len(squares) == 2:
            origin, landing = map(game.point_index, squares)
            cells[landing], cells[origin] = cells[origin], 0
        elif game.has_pie:
            cells[action] = own
    for changes in preview.rounds:
        assert changes, "a round in which nothing changes"
        for kind, points, pieces in changes:
            assert list(points) == sorted(set(points)) != []
            for point in points:
                sign = 1 if cells[point] > 0 else -1
                assert cells[point] != 0
                if kind in ("attack", "backlash", "invade"):
                    assert sign == (own if kind == "backlash" else -own)
                    cells[point] = -sign
                elif kind in ("absorb", "capture"):
                    assert sign == -own
                    cells[point] -= sign * pieces
                else:
                    assert kind in ("grow", "freeze")
                    assert sign == (own if kind == "grow" else -own)
                    cells[point] += sign * pieces
    return cells


@pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
def test_a_preview_tells_the_next_board(game):
    for position in samples.positions(game)[::2]:
        before = samples.facts(position)
        for action in position.legal_actions()[::3]:
            after = position.copy()
            after.push(action)
            text = position.action_text(action)
            assert carried_out(position, action) == after.board.tolist(), (position.text, text)
            assert position.preview(text) == position.preview(action)
        assert samples.facts(position) == before
