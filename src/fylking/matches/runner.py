"""Plays a match or a ladder: from the plan, or from where its record ends."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from fylking.matches.crew import Crew
from fylking.matches.plan import Plan
from fylking.matches.record import Record, judged
from fylking.matches.results import Results
from fylking.matches.statistics import Sprt
from fylking.threads import checked_threads


def run(
    plan: Plan,
    jobs: int = 1,
    out: str | Path | None = None,
    sprt: Sprt | None = None,
    progress: Callable[[Results], object] | None = None,
) -> Results:
    """Plays what a plan says, as far as it is not recorded yet.

    Args:
        plan: what to play.
        jobs: how many games are played at once, each in a process of its own. How the games go
            does not depend on it, except through the clock.
        out: the file to write the games to as they end, and to continue if it is there.
        sprt: ends a match of two players as soon as it has decided.
        progress: called with the results before the first game and after each.

    Raises:
        OptionError: `out` is something else than a record of this plan.

    >>> from fylking.matches import Plan, RandomOpenings, parse_player
    >>> import fylking
    >>> openings = RandomOpenings(fylking.Fravan(size=2), seed=1)
    >>> plan = Plan((parse_player("random"), parse_player("random")), openings, pairs=2)
    >>> len(run(plan).counted())
    4
    """
    jobs = checked_threads(jobs)
    results = Results(plan, sprt)
    with ExitStack() as stack:
        record = None if out is None else stack.enter_context(Record(out, plan))
        for game in record.games if record is not None else ():
            results.add(game)
        if progress is not None:
            progress(results)
        if results.is_finished:
            return results
        tasks = (task for task in plan.tasks() if task.number not in results)
        crew = stack.enter_context(Crew(plan, jobs))
        for course in crew.play(tasks):
            game = judged(plan, course)
            if record is not None:
                record.add(game)
            results.add(replace(game, thoughts=None))  # a record has them, and they are long
            if progress is not None:
                progress(results)
            if results.is_finished:
                break
    return results
