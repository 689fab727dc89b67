"""What a match runner that knows no rules asks of two engines, in its order: a generic UGI game.

It sends the whole position before every question, asks the first engine whose turn it is (twice
each ply), both whether the game is over, and the one to move for a move; then both for the result.
"""

from __future__ import annotations

ANSWERS = {"true", "false", "p1win", "p2win", "draw", "none"}


class Arbiter:
    """Plays a game between two engines, and keeps what was said.

    Attributes:
        moves: the moves played.
        queries: how many queries each engine was asked.
    """

    def __init__(self, first, second, opening="startpos"):
        self.engines = (first, second)
        self.start = opening if opening == "startpos" else f"fen {opening}"
        self.moves = []
        self.queries = [0, 0]

    def play(self, go, check=None):
        """Plays to a claimed end; returns the result that both engines give.

        Args:
            go: the arguments of `go`.
            check: called before each question with the moves so far, what was asked and the answer.
        """
        self.check = check or (lambda moves, what, answer: None)
        for number in (0, 1):
            self._ready(number)
        for number in (0, 1):
            self.engines[number].send("uginewgame")
        self._query(0, "p1turn")
        while True:
            turns = [self._query(0, "p1turn") for _ in range(2)]
            us = 0 if turns[1] == "true" else 1
            self._ready(us)
            self._position(us)
            if self._query(us, "gameover") == "true" or self._query(1 - us, "gameover") == "true":
                break
            self.moves.append(self._go(us, go))
        answers = []
        for number in (0, 1):
            self._ready(number)
            self._position(number)
            answers.append((self._query(number, "gameover"), self._query(number, "result")))
        assert answers[0] == answers[1], "gameover or result mismatch"
        return answers[0][1]

    def _ready(self, number):
        assert self.engines[number].ask("isready", "readyok") == "readyok"

    def _position(self, number):
        words = ["position", self.start, *(["moves", *self.moves] if self.moves else [])]
        self.engines[number].send(" ".join(words))

    def _query(self, number, what):
        self._position(number)
        self.engines[number].send(f"query {what}")
        said = self.engines[number].until("response")
        assert len(said) == 1, f"more than an answer: {said}"
        assert len(said[0].split()) == 2, "with more words the answer is not seen"
        answer = said[0].split()[1]
        assert answer in ANSWERS
        self.queries[number] += 1
        self.check(self.moves, what, answer)
        return answer

    def _go(self, number, go):
        self.engines[number].send(f"go {go}")
        *infos, last, best = self.engines[number].until("bestmove")
        assert all(line.split()[0] == "info" for line in [*infos, last])
        assert {"nodes", "time", "nps"} <= set(last.split())
        assert len(best.split()) == 2, "with more words the move is not seen"
        return best.split()[1]
