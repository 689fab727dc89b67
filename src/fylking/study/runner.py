"""Does the work of a study: all of it, or what its file does not have yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from fylking.errors import OptionError
from fylking.journal import Journal, parsed
from fylking.study.executors import MAX_WORKERS, Here, as_they_end, opened
from fylking.study.units import Facts
from fylking.threads import checked_count

FORMAT = 1
"""Version of the lines of a study's file."""

AHEAD = 2
"""Units handed over for each worker, so that none waits for its next one."""


class Unit(Protocol):
    """A piece of work that can be pickled."""

    @property
    def number(self) -> int:
        """The units of a study are numbered from 0."""
        ...

    def identity(self) -> Facts:
        """What tells the unit from others of studies with the same head."""
        ...


class Study(Protocol):
    """What is to be found out, by units that do not depend on each other."""

    @property
    def work(self) -> Callable[[Any], Facts]:
        """The plain function that does a unit."""
        ...

    @property
    def fields(self) -> frozenset[str]:
        """The names of what comes out of a unit."""
        ...

    @property
    def units(self) -> int:
        """How many units there are."""
        ...

    def unit(self, number: int) -> Unit:
        """A unit by its number."""
        ...

    def head(self) -> Facts:
        """What decides what comes out of the units, whatever their number."""
        ...

    def report(self, results: Results) -> Facts:
        """What the results say so far."""
        ...


class Results:
    """What has come out of the units of a study so far.

    Args:
        study: whose units.

    Attributes:
        done: how many units are done.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        self._facts: dict[int, Facts] = {}

    def add(self, number: int, facts: Facts) -> None:
        """Takes in what has come out of a unit."""
        self._facts[number] = facts

    def __contains__(self, number: object) -> bool:
        return number in self._facts

    @property
    def done(self) -> int:
        """How many units are done."""
        return len(self._facts)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.done == self.study.units

    def every(self, step: int, first: int) -> Sequence[Facts]:
        """What has come out of the units first, first + step, ..., in this order."""
        numbers = range(first, self.study.units, step)
        return [self._facts[number] for number in numbers if number in self._facts]

    def report(self) -> Facts:
        """The report of the study, which depends neither on workers nor on what was resumed."""
        return self.study.report(self)


def run(
    study: Study,
    workers: int = 1,
    executor: str | Executor = "processes",
    out: str | Path | None = None,
    progress: Callable[[Results], object] | None = None,
) -> Results:
    """Does the units of a study, as far as its file does not have them.

    Args:
        study: what to do.
        workers: how many units are worked on at once. What comes out does not depend on it.
        executor: "processes", "threads" or "ray", or any executor of `concurrent.futures`, which
            stays open.
        out: the file to write the units to as they end, and to continue if it is there.
        progress: called with the results before the first unit and after each.

    Raises:
        OptionError: `out` is something else than the file of this study.
        Error: a bot, or a worker, has failed.
        ModuleNotFoundError: an executor whose extra is not installed.

    >>> from fylking.study import PieStudy, run
    >>> import fylking
    >>> study = PieStudy(fylking.Fravan(size=2), playouts=1000)
    >>> report = run(study).report()
    >>> [(row["opening"], row["games"]) for row in report["openings"]]
    [('a1', 1000), ('b2', 1000)]
    """
    workers = checked_count(workers, "workers", 1, MAX_WORKERS)
    results = Results(study)
    with ExitStack() as stack:
        journal = None
        if out is not None:
            head = {"fylking_study": FORMAT} | study.head()
            journal = stack.enter_context(Journal(out, "study", head))
            for number, facts in _read(journal, study):
                results.add(number, facts)
        if progress is not None:
            progress(results)
        if results.is_finished:
            return results
        if isinstance(executor, str):
            executor = stack.enter_context(opened(executor, workers))
        left = (study.unit(number) for number in range(study.units) if number not in results)
        ahead = 1 if isinstance(executor, Here) else AHEAD * workers
        for unit, facts in as_they_end(executor, study.work, left, ahead):
            if journal is not None:
                journal.write(unit.identity() | facts)
            results.add(unit.number, facts)
            if progress is not None:
                progress(results)
    return results


def _read(journal: Journal, study: Study) -> Iterator[tuple[int, Facts]]:
    """The units that a file has and that the study wants."""
    wanted = study.fields | set(study.unit(0).identity())
    for line_number, line in journal.lines:
        facts = parsed(line) or {}
        number = facts.get("unit")
        if set(facts) != wanted or type(number) is not int or number < 0:
            raise OptionError(
                f"line {line_number} of {journal.path} is no unit of this study: {line[:40]!r}..."
            )
        if number < study.units:
            identity = study.unit(number).identity()
            if {name: facts.pop(name) for name in identity} == identity:
                yield number, facts
