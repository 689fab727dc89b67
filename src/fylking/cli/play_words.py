"""What `fylking play` says about positions and thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fylking import Color
from fylking.cli import common

if TYPE_CHECKING:
    from fylking import Position
    from fylking.bots import Thought

TURNS = 6
"""The most turns of a line that are told."""


def colour_of(pos: Position, seat: int) -> Color:
    """The colour that a seat has; before the pie choice, the one that it has until then."""
    return pos.to_move if seat == pos.seat else pos.to_move.other


def seats(pos: Position, person: int, opponent: str) -> str:
    """Who sits where, for the person who plays against a bot."""
    mine, its = common.seat_name(person), common.seat_name(1 - person)
    if pos.stage in ("open", "choose"):
        chooser = "you choose" if person == 1 else f"{opponent} chooses"
        return (
            f"You are the {mine}, {opponent} is the {its}.\n"
            f"The colours are open: after the first stone {chooser} black or white."
        )
    return (
        f"You are the {mine} and {colour_of(pos, person)}, "
        f"{opponent} is the {its} and {colour_of(pos, 1 - person)}."
    )


def choice(pos: Position) -> str:
    """What the pie choice that has just been made means."""
    colour = colour_of(pos, 1)
    return f"The second player is {colour}, the first player {colour.other}."


def advice(pos: Position) -> str:
    """What the player to move can do at a special stage."""
    stage = pos.stage
    if stage == "open":
        return "The first player places a black stone; then the second player chooses a side."
    if stage == "choose":
        return (
            "The second player now chooses a side: `black` takes over the stone on the board,\n"
            "`white` leaves it to the first player. Then White moves, whoever that is."
        )
    if stage == "passed":
        return f"{pos.to_move.other} has passed. A pass now ends the game."
    if stage.startswith("jump@"):
        square = stage.removeprefix("jump@").partition("+")[0]
        return f"The chain can go on from {square}: jump again, or `stop`."
    if stage.startswith("freeze+"):
        left, _, last = stage.removeprefix("freeze+").partition(">")
        order = f", after {last}" if last else ""
        return (
            f"Captured pieces to place on enemy soldiers: {left}. Type `=square` for one, in\n"
            f"ascending order{order}, or `=square,square` for all."
        )
    return ""


def effects(before: Position, actions: Sequence[int]) -> list[str]:
    """What actions do beside what they say, a line for each that does."""
    pos = before.copy()
    lines = []
    for action in actions:
        done = common.effects(pos, action)
        if done:
            lines.append(f"{pos.action_text(action)}: {', '.join(done)}")
        pos.push(action)
    return lines


def score(pos: Position) -> str:
    """The score, as if the game ended now where it goes on."""
    if not pos.game.has_points and not pos.is_over:
        return f"{pos.game.title} has no points before its end."
    return f"Score: {common.pair(pos)}."


def result(pos: Position, resigned: int | None = None) -> str:
    """How a game has ended."""
    if resigned is not None:
        winner = colour_of(pos, 1 - resigned)
        return (
            f"The {common.seat_name(resigned)} resigns: "
            f"{winner} (the {common.seat_name(1 - resigned)}) has won."
        )
    if pos.winner is None:
        return f"The game is drawn: {pos.end_reason}. Score: {common.pair(pos)}."
    seat = 0 if pos.returns[0] > 0 else 1
    text = f"{pos.winner} (the {common.seat_name(seat)}) has won: {pos.end_reason}."
    text += f" Score: {common.pair(pos)}."
    if pos.score[0] == pos.score[1]:
        text += f" {pos.winner} passed first, which breaks the tie."
    return text


# ---- Thoughts ----


def turns(pos: Position, actions: Sequence[int], most: int = TURNS) -> list[str]:
    """The texts of the turns that actions make; the last one may be begun only."""
    at = pos.copy()
    texts: list[str] = []
    begun, run = at.copy(), list[int]()
    for action in actions:
        if len(texts) == most or not at.is_legal(action):
            break
        at.push(action)
        run.append(action)
        if not at.within_turn:
            texts.append(pos.game._turn_text(begun, run))
            begun, run = at.copy(), []
    if run:
        texts.append(f"{pos.game._turn_text(begun, run)}...")
    return texts


def outlook(thought: Thought) -> str:
    """What a bot expects for itself; empty when it has no idea."""
    if thought.value is None:
        return ""
    if thought.proven:
        return ("a certain draw", "a certain win", "a certain loss")[round(thought.value)]
    return f"win chance {chance(thought.value)}"


def chance(value: float) -> str:
    """An expected return as the chance to win, a draw being half a win."""
    return f"{50 * (1 + value):.0f} %"


def summary(pos: Position, thought: Thought) -> str:
    """A thought about a position, in a line; empty when there is nothing in it."""
    parts = [outlook(thought)]
    if thought.simulations:
        parts.append(f"{thought.simulations:,} simulations")
    elif thought.nodes:
        parts.append(f"{thought.nodes:,} positions")
    if thought.depth:
        parts.append(f"{thought.depth} actions deep")
    expected = turns(pos, thought.pv)[1:]
    if expected:
        parts.append(f"expects {' '.join(expected)}")
    return ", ".join(filter(None, parts))


def candidates(pos: Position, thought: Thought) -> str:
    """What a bot considered in a position, in lines; empty when it does not tell."""
    if not thought.candidates:
        return ""
    tried = [
        f"{pos.action_text(action)} {visits:,} ({chance(value)})"
        for action, visits, value in thought.candidates
    ]
    return f"Visits, and the win chance after each:\n{common.columns(tried)}"
