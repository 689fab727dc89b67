"""Any mixture of operations on positions behaves like a stack of position texts."""

from __future__ import annotations

import pickle

import pytest
import samples
from hypothesis import given, settings
from hypothesis import strategies as st

import fylking

OPERATIONS = ("push", "text", "turn", "random", "pop", "pop turn", "copy", "pickle", "refused")


@given(
    game=st.sampled_from(samples.GAMES),
    operations=st.lists(
        st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 2**32 - 1)), max_size=60
    ),
)
@settings(max_examples=300, deadline=None)
def test_operations_behave_like_a_stack_of_texts(game, operations):
    position = game.start()
    texts, actions = [position.text], []

    def played(action):
        actions.append(action)
        texts.append(position.text)

    for operation, number in operations:
        legal = position.legal_actions()
        if operation in ("push", "text") and legal:
            action = legal[number % len(legal)]
            position.push(action if operation == "push" else position.action_text(action))
            played(action)
        elif operation == "turn" and legal:
            ply = position.ply
            position.push_turn(next(position.legal_turns()))
            steps = position.history[ply:]
            for _ in steps:
                position.pop()
            for action in steps:
                position.push(action)
                played(action)
        elif operation == "random" and legal:
            action = position.random_action(number)
            assert action in legal
            position.push_unchecked(action)
            played(action)
        elif operation == "pop" and actions:
            assert position.pop() == actions.pop()
            texts.pop()
        elif operation == "pop turn" and actions:
            taken = position.pop_turn()
            assert taken == tuple(actions[len(actions) - len(taken) :])
            del actions[len(actions) - len(taken) :], texts[len(texts) - len(taken) :]
            assert not position.within_turn
        elif operation == "copy":
            position = position.copy()
        elif operation == "pickle":
            position = pickle.loads(pickle.dumps(position))
        elif operation == "refused":
            action = number % game.action_count
            if action not in legal:
                try:
                    position.push(action)
                except fylking.IllegalActionError as error:
                    assert error.rule
                    assert error.rule in str(error) or error.rule == "A"
                else:
                    raise AssertionError(f"{action} was played in {position.text}")
        assert position.text == texts[-1]
        assert position.history == tuple(actions)
    assert fylking.parse(texts[-1], pie=game.pie) == position


@pytest.mark.parametrize("game", samples.GAMES, ids=samples.label)
def test_a_whole_game_is_undone(game):
    """Stacks grow high in whole games, and what a position remembers long."""
    rng = fylking.Rng(1)
    position, before, copies = game.start(), [], []
    while not position.is_over:
        before.append(position.to_bytes())
        if position.ply % 50 == 0:
            copies.append(position.copy())
        other = position.random_action(rng)
        position.push(other)
        assert position.pop() == other
        assert position.to_bytes() == before[-1], f"undone: {other}"
        position.push(position.random_action(rng))
    for undone in (position, *copies):
        while undone.ply:
            undone.pop()
            assert undone.to_bytes() == before[undone.ply]
