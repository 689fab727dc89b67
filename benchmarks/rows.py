"""What is measured: one fact table, read by the benchmarks and by the table of results."""

from __future__ import annotations

from dataclasses import dataclass

MOVES = "moves/s"
NODES = "nodes/s"
SIMULATIONS = "simulations/s"
SECONDS = "s"
NANOSECONDS = "ns"
TIMES = "times"
SPEEDUP = "times as fast"

PLAYOUTS = "playouts(start, n, seed)"
LISTED = "playouts(start, n, seed, listed=True)"
MADE = "perft(start, depth, make_leaves=True)"
COUNTED = "perft(start, depth)"
TURNS = "perft_turns(start, 4)"
LIST_LOOP = "is_over, legal_actions(), pick, push"
RANDOM_LOOP = "is_over, random_action(rng), push"


@dataclass(frozen=True)
class Row:
    """A row of the table of results.

    Attributes:
        id: its name, the same in tests, records and tables.
        what: the game and what is done with it.
        how: the public call that is measured.
        unit: what the figure counts: more is better for rates, less for times. TIMES is how many
            times as long as something else it takes, SPEEDUP how many times as fast it is.
        asked: the figure to reach on the path the processor is best at; None: none is asked.
        asked_portable: the figure to reach on the portable path.
    """

    id: str
    what: str
    how: str
    unit: str = MOVES
    asked: float | None = None
    asked_portable: float | None = None

    def asked_on(self, path: str) -> float | None:
        """The figure to reach on an instruction path ("portable" or "avx2")."""
        return self.asked_portable if path == "portable" else self.asked

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit in (MOVES, NODES, SIMULATIONS, SPEEDUP)


_ROWS = [
    Row("fravan-5-playouts", "Fravan 5, playouts", PLAYOUTS, MOVES, 20e6),
    Row("fravan-7-playouts", "Fravan 7, playouts", PLAYOUTS, MOVES, 18e6),
    Row("fravan-10-playouts", "Fravan 10, playouts", PLAYOUTS, MOVES, 8e6),
    Row("herfor-5-playouts", "Herfor 5, playouts", PLAYOUTS, MOVES, 18e6),
    Row("herfor-7-playouts", "Herfor 7, playouts", PLAYOUTS, MOVES, 18e6),
    Row("herfor-10-playouts", "Herfor 10, playouts", PLAYOUTS, MOVES, 15e6),
    Row("herfor-5-listed", "Herfor 5, the full legal list every ply", LISTED, MOVES, 12e6),
    Row("herfor-7-listed", "Herfor 7, the full legal list every ply", LISTED, MOVES, 7e6),
    Row("frasvel-4-playouts", "Frasvel 4, playouts", PLAYOUTS, MOVES, None, 8e6),
    Row("frasvel-5-playouts", "Frasvel 5, playouts", PLAYOUTS, MOVES, 5e6, 4e6),
    Row("frasvel-6-playouts", "Frasvel 6, playouts", PLAYOUTS, MOVES, 4e6, 2.5e6),
    Row("frasvel-8-playouts", "Frasvel 8, playouts", PLAYOUTS, MOVES, 2.5e6, 0.8e6),
    Row("freeze-8-steps", "Freeze 8, through the step functions", LISTED, MOVES, 25e6),
    Row("freeze-8-playouts", "Freeze 8, playouts", PLAYOUTS, MOVES, 40e6),
    Row("fravan-5-perft-made", "Fravan 5, perft 4, every leaf made", MADE, NODES, 25e6),
    Row("fravan-5-perft", "Fravan 5, perft 4, last ply counted", COUNTED, NODES),
    Row("herfor-5-perft-made", "Herfor 5, perft 4, every leaf made", MADE, NODES, 45e6),
    Row("herfor-5-perft", "Herfor 5, perft 4, last ply counted", COUNTED, NODES),
    Row("frasvel-5-perft-made", "Frasvel 5, perft 4, every leaf made", MADE, NODES),
    Row("frasvel-5-perft", "Frasvel 5, perft 4, last ply counted", COUNTED, NODES, 400e6),
    Row("freeze-8-perft-made", "Freeze 8, perft 6, every leaf made", MADE, NODES),
    Row("freeze-8-perft", "Freeze 8, perft 6, last step counted", COUNTED, NODES, 400e6),
    Row("freeze-8-perft-turns", "Freeze 8, 295178145708 sequences of turns", TURNS, SECONDS, 2.0),
    Row("fravan-5-driven", "Fravan 5 from Python (ids to 63)", LIST_LOOP, MOVES, 1.5e6),
    Row("herfor-5-driven", "Herfor 5 from Python (ids to 63)", LIST_LOOP, MOVES, 1.5e6),
    Row("fravan-7-driven", "Fravan 7 from Python (ids to 129)", LIST_LOOP, MOVES, 1.5e6),
    Row("fravan-10-driven", "Fravan 10 from Python (ids to 273)", LIST_LOOP, MOVES, 1e6),
    Row("frasvel-5-driven", "Frasvel 5 from Python (ids to 429)", LIST_LOOP, MOVES, 1e6),
    Row("freeze-8-driven", "Freeze 8 from Python (ids to 321)", LIST_LOOP, MOVES, 1e6),
    Row("fravan-5-random", "Fravan 5 from Python, drawn natively", RANDOM_LOOP, MOVES, 3e6),
    Row("herfor-5-random", "Herfor 5 from Python, drawn natively", RANDOM_LOOP, MOVES, 3e6),
    Row("frasvel-5-random", "Frasvel 5 from Python, drawn natively", RANDOM_LOOP, MOVES, 3e6),
    Row("freeze-8-random", "Freeze 8 from Python, drawn natively", RANDOM_LOOP, MOVES, 3e6),
]

# Single calls on the position of every game that test_calls.py plays to.
CALLS: dict[str, tuple[str, float | None]] = {
    "copy": ("copy()", 100),
    "to_bytes": ("to_bytes()", 150),
    "from_bytes": ("from_bytes(data)", None),
    "key": ("key", None),
    "legal_count": ("legal_count()", None),
    "legal_actions": ("legal_actions()", None),
    "legal_mask": ("legal_mask(out)", None),
    "observation": ("observation(out), float32", 500),
    "canonical_key": ("canonical_key()", None),
    "push_pop": ("push(a) and pop()", None),
}
CALL_GAMES = {"fravan-7": "Fravan 7", "herfor-7": "Herfor 7", "frasvel-5": "Frasvel 5",
              "freeze-8": "Freeze 8"}  # fmt: skip
_ROWS += [
    Row(f"{game}-{call}", f"{title}, mid-game", f"Position.{how}", NANOSECONDS, asked)
    for call, (how, asked) in CALLS.items()
    for game, title in CALL_GAMES.items()
]

# A batch of 1024 games, started anew as they end; legal masks are written at every step.
BATCH_GAMES = {"fravan-5": ("Fravan 5", 5e6), "herfor-5": ("Herfor 5", 4e6),
               "frasvel-5": ("Frasvel 5", 2.5e6), "freeze-8": ("Freeze 8", 6e6)}  # fmt: skip
BATCHES: dict[str, tuple[str, str, float | None]] = {
    "drawn": ("drawn actions, masks", "step_random(mask=mask)", 1.0),
    "given": ("given actions, masks", "step(actions, mask=mask)", 1.0),
    "drawn-floats": ("drawn, masks, float32 planes", "step_random(mask, observation)", 0.5),
    "given-floats": ("given, masks, float32 planes", "step(actions, mask, observation)", 0.5),
    "given-bytes": ("given, masks, uint8 planes", "step(actions, mask, observation)", 0.5),
}
_ROWS += [
    Row(f"{game}-batch-{kind}", f"{title}, 1024 games, {what}", f"Batch.{how}", MOVES,
        share and share * asked)
    for game, (title, asked) in BATCH_GAMES.items()
    for kind, (what, how, share) in BATCHES.items()
]  # fmt: skip
_ROWS += [
    Row(f"{game}-batch-two-threads", f"{title}, 1024 games, two threads beside one",
        "Batch(..., threads=2).step_random(mask=mask)", SPEEDUP, 1.7, 1.7)
    for game, (title, _) in BATCH_GAMES.items()
]  # fmt: skip

# Searches from the start position, tree included; at least 60 % of the rate of bare playouts.
SEARCH_GAMES = {"fravan-5": "Fravan 5", "herfor-5": "Herfor 5", "frasvel-4": "Frasvel 4",
                "freeze-8": "Freeze 8"}  # fmt: skip
_ROWS += [
    row
    for game, title in SEARCH_GAMES.items()
    for row in (
        Row(f"{game}-mcts", f"{title}, Monte Carlo search", "MCTS(start).search(simulations)",
            SIMULATIONS),
        Row(f"{game}-mcts-beside-playouts", f"{title}, the same beside bare playouts",
            "MCTS(start).search(simulations)", TIMES, 1 / 0.6, 1 / 0.6),
        Row(f"{game}-mcts-two-threads", f"{title}, two threads beside one",
            "MCTS(start, threads=2).search(simulations)", SPEEDUP),
    )
]  # fmt: skip

_PEERS = [
    Row("peer-idle-driven", "an engine that does no work, from Python", LIST_LOOP),
    Row("peer-reversi-playouts", "rust-reversi, Othello, native playouts", "MctsSearch(n)"),
    Row("peer-reversi-driven", "rust-reversi, Othello, from Python", "get_legal_moves_vec()"),
    Row("peer-reversi-random", "rust-reversi, Othello, drawn natively", "get_random_move()"),
    Row("peer-reversi-copy", "rust-reversi, Othello, copy", "clone()", NANOSECONDS),
    *(
        row
        for game, title in (("othello", "Othello"), ("y", "Y 9"), ("hex", "Hex 11"))
        for row in (
            Row(f"peer-openspiel-{game}-playouts", f"OpenSpiel, {title}, native playouts",
                "RandomRolloutEvaluator"),
            Row(f"peer-openspiel-{game}-driven", f"OpenSpiel, {title}, from Python",
                "is_terminal(), legal_actions(), pick, apply_action"),
            Row(f"peer-openspiel-{game}-copy", f"OpenSpiel, {title}, copy", "clone()",
                NANOSECONDS),
        )
    ),
    Row("peer-pgx-othello-batch", "Pgx, Othello, 1024 games at once",
        "auto_reset(step, init), vmapped and compiled"),
    Row("peer-pgx-hex-batch", "Pgx, Hex 11, 1024 games at once",
        "auto_reset(step, init), vmapped and compiled"),
    Row("peer-chess-driven", "python-chess, from Python", "is_game_over(), list, pick, push"),
    Row("peer-chess-perft", "python-chess, perft 3 in Python", "legal_moves, push, pop", NODES),
    Row("peer-chess-copy", "python-chess, copy", "copy(stack=False)", NANOSECONDS),
    Row("peer-shogi-driven", "cshogi, from Python", "is_game_over(), list, pick, push"),
    Row("peer-shogi-copy", "cshogi, copy", "copy()", NANOSECONDS),
]  # fmt: skip

SPIEL_GAMES = {"fravan-5": "Fravan 5", "herfor-5": "Herfor 5", "frasvel-5": "Frasvel 5",
               "freeze-8": "Freeze 8"}  # fmt: skip
_SPIEL = {
    "driven": "is_terminal(), legal_actions(), pick, apply_action",
    "observed": "the same, and observation_tensor()",
    "clone": "clone()",
}
_DOORS = [
    *(
        Row(f"openspiel-{game}-driven", f"OpenSpiel, {title}", _SPIEL["driven"])
        for game, title in SPIEL_GAMES.items()
    ),
    *(
        Row(f"openspiel-{game}-{what}-beside-idle",
            f"OpenSpiel, {title}, beside a game that does nothing", how, TIMES, 1.3, 1.3)
        for what, how in _SPIEL.items()
        for game, title in SPIEL_GAMES.items()
    ),
]  # fmt: skip

ROWS: dict[str, Row] = {row.id: row for row in _ROWS}
"""The rows of fylking by id, in the order of the table."""

PEERS: dict[str, Row] = {row.id: row for row in _PEERS}
"""The rows of other people's packages."""

DOORS: dict[str, Row] = {row.id: row for row in _DOORS}
"""The rows of our games in other people's packages."""
