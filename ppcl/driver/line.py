"""What there is to say of one line of a program: `ppcl explain FILE:LINE`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.data.linked import linked_sets
from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.driver.known import Known, Subject, known_places
from ppcl.driver.programs.coverage import live_functions
from ppcl.ir.unit import Function
from ppcl.source import SourceFile, Span

# How many of the nearest known places are named where there is nothing at a line.
_NEAREST = 3


@dataclass(frozen=True)
class Line:
    """A line of a file of the program, or one column of it (both from 1)."""

    file: str
    line: int
    column: int | None = None

    def holds(self, source: SourceFile, span: Span) -> bool:
        """Whether a span has text on the line, or at the column."""
        if span.file != self.file:
            return False
        first, last = (
            source.location(span.start).line,
            source.location(max(span.start, span.end - 1)).line,
        )
        if not first <= self.line <= last:
            return False
        if self.column is None:
            return True
        return span.start <= source.offset(self.line, self.column) < max(span.end, span.start + 1)

    def cited_in(self, remark: Remark) -> bool:
        """Whether a remark stands at the line, or its message names it."""
        for at in (remark.location, *(note.location for note in remark.notes)):
            if at is not None and (at.file, at.line) == (self.file, self.line):
                return self.column is None or at.column == self.column
        place = rf"(?<![\w./]){re.escape(self.file)}:{self.line}(?!\d)"
        return re.search(place, remark.message) is not None


@dataclass(frozen=True)
class Told:
    """What is known at a line, the remarks on it, and the data sets that it is about, by the name
    that passes call them."""

    known: tuple[Known, ...]
    remarks: tuple[Remark, ...]
    sets: frozenset[str]


def told_of(facts: Facts, remarks: Iterable[Remark], line: Line) -> Told:
    """Everything that concerns a line."""
    source = facts.files[line.file]
    known = tuple(each for each in known_places(facts) if line.holds(source, each.at.span))
    subjects = {subject for each in known for subject in each.subjects}
    return Told(
        tuple(dict.fromkeys(known)),
        tuple(remark for remark in remarks if line.cited_in(remark)),
        frozenset(_sets(facts, subjects)),
    )


def _sets(facts: Facts, subjects: set[Subject]) -> Iterator[str]:
    for found in linked_sets(facts):
        members: set[Subject] = {target.serial for target in (*found.buffers, *found.hosts)}
        if subjects & (members | set(found.parameters)):
            yield found.name


def concerns(told: Told, line: Line, remark: Remark) -> bool:
    """Whether a pass's remark is about a line, or about data that the line uses."""
    return line.cited_in(remark) or remark.args.get("buffer") in told.sets


def setting(facts: Facts, line: Line) -> Iterator[str]:
    """Where a line stands: in a function that is reached or not, in text that is not compiled."""
    source = facts.files[line.file]
    for unit in facts.units:
        if any(line.holds(source, span) for span in unit.skipped):
            yield "this text is in a branch of #if that is not compiled (see -D)"
            break
    for unit in facts.units:
        for function in unit.functions:
            if function.body is not None and line.holds(source, function.at.span):
                yield _in_function(facts, unit.language == "opencl", function)
                return


def _in_function(facts: Facts, is_opencl: bool, function: Function) -> str:
    name = function.declaration.name
    if is_opencl:
        return f"in {'kernel' if function.kernel else 'function'} '{name}'"
    reached = function.declaration.key in live_functions(facts)
    return f"in function '{name}'" + ("" if reached else ", which nothing calls from 'main' on")


def nearest(facts: Facts, line: Line) -> Sequence[tuple[int, Known]]:
    """The known places of a file that are nearest to a line, with their lines."""
    source = facts.files[line.file]
    found: dict[int, Known] = {}
    for each in known_places(facts):
        if each.at.span.file == line.file:
            found.setdefault(source.location(each.at.span.start).line, each)
    lines = sorted(found, key=lambda number: (abs(number - line.line), number))[:_NEAREST]
    return [(number, found[number]) for number in sorted(lines)]
