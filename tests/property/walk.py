"""What a kernel's statements use: shared by the strategies and by both printers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tests.property.model import (
    Branch,
    Count,
    Exchange,
    Gather,
    Kernel,
    Neighbour,
    Program,
    Repeat,
    RowLoop,
    Statement,
    Table,
    Uniform,
    Wander,
)


def statements(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """All statements, those inside others too."""
    for statement in body:
        yield statement
        if isinstance(statement, Repeat | Wander | Uniform):
            yield from statements(statement.body)
        if isinstance(statement, Branch):
            yield from statements(statement.then + statement.other)


def has_barrier(body: tuple[Statement, ...]) -> bool:
    return any(isinstance(statement, Exchange) for statement in statements(body))


def read_tables(body: tuple[Statement, ...]) -> set[str]:
    """The names of the tables that statements read."""
    found: set[str | None] = set()
    for statement in statements(body):
        if isinstance(statement, RowLoop | Neighbour):
            found.add(statement.table)
        if isinstance(statement, Gather):
            found |= {statement.through, statement.table}
    return {name for name in found if name is not None}


def written_tables(kernel: Kernel) -> set[str]:
    return {*kernel.adds, *kernel.sets}


def changed_tables(kernel: Kernel) -> set[str]:
    """The tables whose buffers some launch of a kernel writes."""
    again = (
        {kernel.again[1]} if kernel.again and kernel.again[0] in written_tables(kernel) else set()
    )
    return written_tables(kernel) | set(kernel.swaps or ()) | again


def argument_tables(program: Program, kernel: Kernel) -> list[Table]:
    """The tables that a kernel has as arguments."""
    used = read_tables(kernel.body) | written_tables(kernel) | set(kernel.swaps or ())
    return [table for table in program.tables if table.name in used]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel: its name there, and the table where it is one.

    "x" is the vector to gather from, "counts" the counters, "out" the kernel's own vector; the
    scalars are ints; "tile" is local memory.
    """

    name: str
    kind: Literal["table", "x", "counts", "out", "scalar", "tile"]
    table: Table | None = None


def parameters(program: Program, kernel: Kernel) -> list[Parameter]:
    """The parameters of a kernel in their order."""
    found = [Parameter(t.name, "table", t) for t in argument_tables(program, kernel)]
    inside = list(statements(kernel.body))
    if any(isinstance(s, Gather) and s.table is None for s in inside):
        found.append(Parameter("x", "x"))
    if any(isinstance(s, Count) for s in inside):
        found.append(Parameter("counts", "counts"))
    found.append(Parameter(out_of(kernel), "out"))
    names = ["rows", "columns"] if program.sizes == "run time" else []
    found += [Parameter(name, "scalar") for name in (*names, "mode")]
    if kernel.local_argument and has_barrier(kernel.body):
        found.append(Parameter("tile", "tile"))
    return found


def out_of(kernel: Kernel) -> str:
    """The name of the vector that a kernel's accumulators go to."""
    return f"out_{kernel.name}"


def uses(program: Program, kind: str) -> bool:
    """Whether some kernel has a parameter of this kind."""
    return any(p.kind == kind for k in program.kernels for p in parameters(program, k))


def run_time_sizes(program: Program) -> list[str]:
    """The sizes that the host takes from the command line."""
    names = ["rows", "columns"] if program.wording.constant is None else ["rows"]
    return names if program.sizes == "run time" else []


def width_text(table: Table) -> str:
    """The width of a table as an operand."""
    return "columns" if table.depth == 1 else f"(columns * {table.depth})"


def pitch_text(table: Table, by_rows: bool) -> str:
    """How far apart two rows are, or two columns, as an operand."""
    side = width_text(table) if by_rows else "rows"
    return f"({side} + {table.pad})" if table.pad else side


def count_text(table: Table) -> str:
    """How many elements a table has, padding included, as a product."""
    if table.by_rows:
        return f"rows * {pitch_text(table, True)}"
    return f"{pitch_text(table, False)} * {width_text(table)}"


def index_text(table: Table, row: str, column: str, form: int, pitch: str | None = None) -> str:
    """The index of an element, in one of four ways to write the sum; with other text for the
    pitch, where that is given."""
    slow, fast = (_operand(each) for each in slow_and_fast(table, row, column))
    pitch = pitch or pitch_text(table, table.by_rows)
    return (
        f"{fast} + {slow} * {pitch}",
        f"{slow} * {pitch} + {fast}",
        f"{pitch} * {slow} + {fast}",
        f"{fast} + (size_t){slow} * {pitch}",
    )[form]


def slow_and_fast(table: Table, row: str, column: str) -> tuple[str, str]:
    """What is multiplied by the pitch, and what is added."""
    return (row, column) if table.by_rows else (column, row)


def _operand(text: str) -> str:
    return text if text.replace("_", "").isalnum() or text.startswith("(") else f"({text})"
