"""The report as one page of HTML: what changed, beside the remark that explains it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ppcl import __version__
from ppcl.diag import Remark, RemarkKind
from ppcl.driver.compile import Compiled
from ppcl.driver.graph.picture import graph_svg, has_graphviz
from ppcl.driver.reports.measured import Row as Measured
from ppcl.emit.templates import page
from ppcl.source import Row, SourceFile, side_by_side
from ppcl.transform.engine import Applied

_KINDS: Sequence[tuple[RemarkKind, str]] = (
    ("passed", "Rewritten"),
    ("review", "Review"),
    ("missed", "Refused"),
    ("analysis", "Found"),
)


@dataclass(frozen=True)
class _Note:
    """A remark as the page shows it; `number` ties it to the rows that it explains."""

    number: int
    remark: Remark
    pass_name: str
    title: str


@dataclass(frozen=True)
class _File:
    """A changed file: its rows, and the numbers of the remarks that explain each of its lines."""

    path: str
    rows: Sequence[Row]
    notes: Mapping[int, Sequence[int]]
    new: bool


def report_page(compiled: Compiled, measured: Sequence[Measured] = ()) -> str:
    """The whole page; it loads nothing and runs nothing."""
    notes = _notes(compiled)
    return page(
        "report/report.html",
        {
            "version": __version__,
            "program": compiled.project.name,
            "target": compiled.target,
            "files": [_file(compiled, path, notes) for path in compiled.changed],
            "unchanged": [p for p in sorted(compiled.results) if not compiled.is_changed(p)],
            "groups": [(title, [n for n in notes if n.remark.kind == k]) for k, title in _KINDS],
            "assumptions": [
                *compiled.project.assumed.words(),
                *compiled.project.stated.words(),
            ],
            "graph": _picture(compiled),
            "measured": measured,
        },
    )


def _notes(compiled: Compiled) -> list[_Note]:
    found = [(each.name, remark) for each in compiled.passes for remark in each.remarks]
    return [
        _Note(number, remark, name, _title(remark, compiled))
        for number, (name, remark) in enumerate(found, 1)
    ]


def _title(remark: Remark, compiled: Compiled) -> str:
    code = compiled.codes.get(remark.code)
    return code.title if code is not None else ""


def _file(compiled: Compiled, path: str, notes: Iterable[_Note]) -> _File:
    before = compiled.files.get(path)
    rows = side_by_side(before or SourceFile(path, b""), compiled.results[path])
    plans = [applied for each in compiled.passes for applied in each.applied]
    return _File(path, rows, _explained(path, plans, notes), before is None)


def _explained(path: str, plans: Iterable[Applied], notes: Iterable[_Note]) -> dict[int, list[int]]:
    """The numbers of the remarks that explain the edits of each line of the user's text."""
    numbers = {id(note.remark): note.number for note in notes}
    lines: dict[int, list[int]] = {}
    for plan in plans:
        for line in dict.fromkeys(place.line for place in plan.places if place.file == path):
            lines.setdefault(line, []).append(numbers[id(plan.remark)])
    return lines


def _picture(compiled: Compiled) -> str | None:
    """The graph without the XML prologue, which has no place inside a page."""
    if compiled.before is None or not has_graphviz():
        return None
    drawn = graph_svg(compiled.before)
    return drawn[drawn.index("<svg") :]
