"""The alias table of a program as a reviewer writes it, and as `ppcl graph` gives it.

A launch is `kernel [global size; local size]`, and then each argument, two spaces or a line apart:

    scale [8; NULL]  in: x -> d_x  out: y <- d_y  factor = 2  tmp: local 64

`->` is a host object written to the buffer, `<-` one read from it, `<->` both; a buffer alone is
device-only; `a|b` is one of two; `?` is not known, or refused. Dimensions are apart by commas.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ARROWS = {"write": "->", "read": "<-", "readwrite": "<->"}
UNKNOWN = "?"


@dataclass(frozen=True)
class Row:
    """A launch: its kernel, its sizes, its arguments in order."""

    kernel: str
    sizes: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return "  ".join((f"{self.kernel} [{self.sizes}]", *self.arguments))


Table = tuple[Row, ...]


def read_table(text: str) -> Table:
    """A table as a case writes it."""
    parts = [part for part in re.split(r"\n\s*|\s{2,}", text.strip()) if part]
    starts = [i for i, part in enumerate(parts) if re.fullmatch(r"\w+ \[.*\]", part)]
    assert starts[:1] == [0], f"no launch at the start of: {text}"
    ends = [*starts[1:], len(parts)]
    return tuple(_row(parts[a:b]) for a, b in zip(starts, ends, strict=True))


def _row(parts: Sequence[str]) -> Row:
    kernel, sizes = parts[0].removesuffix("]").split(" [", 1)
    return Row(kernel, sizes, tuple(parts[1:]))


def table_of(graph: dict[str, object]) -> Table:
    """The table that `ppcl graph --format json` gives."""
    launches = graph["launches"]
    assert isinstance(launches, list)
    return tuple(_launch(launch) for launch in launches)


def _launch(launch: dict[str, object]) -> Row:
    sizes = f"{_sizes(launch['global'])}; {_sizes(launch['local'])}"
    arguments = launch["args"]
    assert isinstance(arguments, list)
    return Row(str(launch["kernel"]), sizes, tuple(map(_argument, arguments)))


def _sizes(sizes: object) -> str:
    if isinstance(sizes, dict):
        return "|".join(map(_sizes, sizes["one_of"]))
    if isinstance(sizes, list):
        return ", ".join(sizes)
    return "NULL" if sizes is None else UNKNOWN


def _argument(argument: dict[str, object]) -> str:
    name, kind = argument["param"] or argument["index"], argument["kind"]
    if kind == "scalar":
        return f"{name} = {argument['value']}"
    if kind == "buffer" and argument["host"]:
        arrow = ARROWS[str(argument["direction"])]
        return f"{name}: {argument['host']} {arrow} {argument['buffer']}"
    shown = {"buffer": argument["buffer"], "local": f"local {argument['value']}"}
    return f"{name}: {shown.get(str(kind), UNKNOWN)}"


def falls_short(found: Table, true: Table) -> bool:
    """Whether a table leaves something open that is known in truth."""
    return len(found) != len(true) or _unknowns(found) > _unknowns(true)


def _unknowns(table: Table) -> int:
    sizes = [size for row in table for size in row.sizes.split("; ")]
    arguments = [argument for row in table for argument in row.arguments]
    return sizes.count(UNKNOWN) + sum(a.endswith(f": {UNKNOWN}") for a in arguments)


def overclaims(found: Table, true: Table) -> Iterator[str]:
    """What a table that falls short says and must not: a buffer that is not the argument's."""
    for row, wanted in _paired(found, true):
        for argument, truth in zip(row.arguments, wanted.arguments, strict=False):
            if not _may_be(argument, truth):
                yield f"{row.kernel}: {argument}, in truth {truth}"


def _paired(found: Table, true: Table) -> Iterator[tuple[Row, Row]]:
    """Launches of a kernel that both tables have equally often."""
    for kernel in {row.kernel for row in true}:
        ours = [row for row in found if row.kernel == kernel]
        theirs = [row for row in true if row.kernel == kernel]
        if len(ours) == len(theirs):
            yield from zip(ours, theirs, strict=True)


def _may_be(argument: str, truth: str) -> bool:
    """Whether an argument's text leaves room for the truth: all its buffers, or no claim."""
    if argument.endswith(UNKNOWN) or truth.endswith(UNKNOWN):
        return True
    if not (_is_buffer(argument) and _is_buffer(truth)):
        return _is_buffer(argument) == _is_buffer(truth)
    return _buffers(argument) >= _buffers(truth)


def _is_buffer(argument: str) -> bool:
    return ": " in argument and ": local" not in argument


def _buffers(argument: str) -> frozenset[str]:
    """All that an argument's text says the buffer may be."""
    return frozenset(argument.rsplit(maxsplit=1)[-1].split("|"))
