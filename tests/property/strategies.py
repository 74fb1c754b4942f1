"""Hypothesis strategies for whole programs, well-defined by construction.

A kernel reads what was written before it, and other work-items' elements only of tables that it
does not write. Barriers stand where all work-items of a group come by. Not made: a group's early
exit that holds a store before a barrier, which pocl 3.1 miscompiles.
"""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from tests.property.model import (
    Branch,
    Count,
    Element,
    Exchange,
    Gather,
    Guard,
    Host,
    Kernel,
    Mix,
    Neighbour,
    NeighbourForm,
    Program,
    Repeat,
    RowForm,
    RowLoop,
    Small,
    Statement,
    Style,
    Table,
    Uniform,
    Wander,
)
from tests.property.walk import has_barrier, read_tables
from tests.property.worded import wordings

Body = tuple[Statement, ...]

ROW_FORMS: tuple[RowForm, ...] = (
    *("for", "for", "for", "for", "helper", "helper", "named", "pointer", "down"),
    *("unsigned", "break", "continue", "dependent", "pairs", "while"),
)
PLAIN: tuple[Element, ...] = ("int", "uint", "float")
ELEMENTS: tuple[Element, ...] = (*PLAIN, *PLAIN, *PLAIN, "uint2", "cell")
LOCALS = {1: ((8,), (16,), (1,), (5,)), 2: ((4, 2), (8, 1), (3, 3)), 3: ((4, 2, 1), (2, 2, 2))}
SMALL = ("vector", "struct", "array", "switch", "select", "constant")


def sometimes(of: int) -> st.SearchStrategy[bool]:
    """True once in so many times; shrinks to False."""
    return st.integers(0, of - 1).map(lambda number: number == of - 1)


styles = st.builds(
    Style,
    suffix=st.sampled_from(("", "_v")),
    index=st.integers(0, 3),
    dead_code=st.booleans(),
    peeled=sometimes(4),
    reversed_order=st.booleans(),
)


@st.composite
def hosts(draw: st.DrawFn) -> Host:
    """A host's habits; those that C lacks only in C++."""
    cplusplus = draw(sometimes(3))
    structures = ("main", "main", "main", "globals", "globals", "struct") + ("class",) * cplusplus
    kinds = ("malloc", "malloc", "calloc") + ("vector", "vector", "new") * cplusplus
    return Host(
        structure=draw(st.sampled_from(structures)),
        cplusplus=cplusplus,
        arrays=draw(st.sampled_from(kinds)),
        fills=draw(st.sampled_from(("inline", "function", "transpose"))),
        upload=draw(
            st.sampled_from(("write", "write", "write", "write", "copy", "copy", "later", "map"))
        ),
        check=draw(st.sampled_from(("none", "macro", "function", "sum"))),
        wrappers=draw(sometimes(3)),
        own_sizes=not draw(sometimes(6)),
        named_bytes=draw(st.booleans()),
        embedded=draw(sometimes(6)),
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, ...]:
    """One to three tables of the host, perhaps one of row numbers, perhaps one of the device.

    The first has nothing that keeps it from being changed.
    """
    found = [Table("t0", draw(st.sampled_from(PLAIN)), draw(sometimes(3)))]
    found += [
        Table(
            f"t{number}",
            draw(st.sampled_from(ELEMENTS)),
            draw(sometimes(3)),
            depth=1 + draw(sometimes(7)),
            pad=draw(st.sampled_from((0, 0, 0, 0, 0, 3))),
        )
        for number in range(1, draw(st.integers(1, 3)))
    ]
    if draw(sometimes(3)):
        found.append(Table("near", by_rows=draw(sometimes(3)), holds_rows=True))
    if draw(sometimes(3)):
        element = draw(st.sampled_from(ELEMENTS))
        found.append(Table("own", element, draw(sometimes(2)), on_host=False))
    first, *others = found
    others = [t if t.pad else replace(t, dumped=t.on_host and draw(sometimes(6))) for t in others]
    found = [first, *others]
    if draw(sometimes(3)):
        found.append(replace(found[0], name="twin"))
    return tuple(found)


@dataclass(frozen=True)
class Scope:
    """What a body may use: tables to read in its own row, in any row; row numbers; barriers."""

    own: tuple[str, ...]
    any_row: tuple[str, ...]
    numbers: tuple[str, ...]
    barriers: bool


@st.composite
def statements(draw: st.DrawFn, scope: Scope, depth: int) -> Statement:
    """One statement, with others inside while `depth` lasts."""
    kinds = ["row"] * 6 * bool(scope.own) + ["mix", "small", "count"]
    kinds += ["neighbour"] * bool(scope.any_row) + ["gather"] * 2 * bool(scope.numbers)
    kinds += ["exchange"] * 4 * scope.barriers
    kinds += ["repeat", "wander", "branch", "uniform"] * bool(depth)
    alone = replace(scope, barriers=False)
    match draw(st.sampled_from(kinds)):
        case "row":
            return RowLoop(draw(st.sampled_from(scope.own)), draw(st.sampled_from(ROW_FORMS)))
        case "neighbour":
            forms: tuple[NeighbourForm, ...] = ("wrap", "clamp", "guard")
            table = draw(st.sampled_from(scope.any_row))
            return Neighbour(table, draw(st.sampled_from(forms)))
        case "gather":
            whole = draw(st.sampled_from((None, None, None, None, *scope.any_row[:1])))
            return Gather(draw(st.sampled_from(scope.numbers)), whole)
        case "small":
            return Small(draw(st.sampled_from(SMALL)))
        case "count":
            return Count()
        case "exchange":
            return Exchange(draw(st.integers(1, 3)))
        case "repeat":
            times = draw(st.sampled_from((2, 3, None)))
            return Repeat(times, draw(bodies(scope, depth - 1)))
        case "wander":
            return Wander(draw(bodies(alone, depth - 1)))
        case "branch":
            other = draw(st.one_of(st.just(()), bodies(alone, depth - 1)))
            return Branch(draw(bodies(alone, depth - 1)), other)
        case "uniform":
            return Uniform(draw(st.booleans()), draw(bodies(scope, depth - 1)))
        case _:
            return Mix(draw(st.integers(1, 9)), draw(st.integers(0, 9)), draw(st.booleans()))


def bodies(scope: Scope, depth: int, least: int = 1) -> st.SearchStrategy[Body]:
    """Some statements."""
    return st.lists(statements(scope, depth), min_size=least, max_size=3).map(tuple)


@st.composite
def kernels(draw: st.DrawFn, name: str, all_: tuple[Table, ...], ready: frozenset[str]) -> Kernel:
    """A kernel that reads only of the tables that are ready."""
    dimensions = draw(st.sampled_from((1, 1, 1, 2, 2, 3)))
    changes = [t for t in all_ if not t.holds_rows]
    if dimensions > 1:
        changes = [t for t in changes if t.depth == dimensions - 1]
    sets = tuple(t.name for t in changes if t.name not in ready or draw(sometimes(4)))
    swaps = _swapped(all_, ready) if draw(sometimes(3)) else None
    if swaps is not None and dimensions == 1 + (dimensions > 1) * all_[0].depth:
        sets = tuple(dict.fromkeys((swaps[1], *(s for s in sets if s != swaps[0]))))
    else:
        swaps = None
    free = [t.name for t in changes if t.name in ready and t.name not in (*sets, *(swaps or ()))]
    adds = tuple(name for name in free if draw(sometimes(3)))
    written = {*sets, *adds}
    unwritten = [t for t in all_ if t.name in ready and t.name not in written]
    own = {t.name for t in unwritten} | (ready & written if dimensions == 1 else set())
    values = tuple(t.name for t in unwritten if not t.holds_rows)
    numbers = tuple(t.name for t in unwritten if t.holds_rows)
    barriers = draw(sometimes(3))
    scope = Scope(tuple(sorted(own)), values, numbers, barriers)
    body = draw(bodies(scope, 2))
    if barriers and not has_barrier(body):
        body = (*body, Exchange(1))
    if own and not (sets or adds or read_tables(body)):
        body = (RowLoop(draw(st.sampled_from(scope.own))), *body)
    if swaps is not None and swaps[0] not in read_tables(body):
        body = (RowLoop(swaps[0]), *body)
    return _with_launch(
        draw, Kernel(name, dimensions, body=body, adds=adds, sets=sets, swaps=swaps)
    )


def _swapped(all_: tuple[Table, ...], ready: frozenset[str]) -> tuple[str, str] | None:
    """Two tables that are alike but for the name."""
    return (all_[0].name, "twin") if all_[-1].name == "twin" and "twin" in ready else None


def _with_launch(draw: st.DrawFn, kernel: Kernel) -> Kernel:
    """The kernel with a guard, a group size and launches that go with its body."""
    guards: tuple[Guard, ...] = ("return", "return", "return", "block", "block", "exact", "clamp")
    guard = draw(st.sampled_from(guards))
    local = draw(st.sampled_from((None, *LOCALS[kernel.dimensions])))
    if has_barrier(kernel.body):
        guard = draw(st.sampled_from(("masked", "masked", "masked", "clamp")))
        local = local or LOCALS[kernel.dimensions][0]
    if guard == "clamp" and {*kernel.adds, *kernel.sets} & read_tables(kernel.body):
        guard = "masked"  # or the last row would be read while its own work-item changes it
    if guard == "exact":
        local = None
    return replace(
        kernel,
        flipped=draw(sometimes(4)),
        guard=guard,
        local=local,
        local_argument=draw(st.booleans()),
        steps=draw(st.integers(2, 3)) if kernel.swaps else draw(st.sampled_from((1, 2))),
        halves=kernel.dimensions == 1 and local is None and draw(sometimes(4)),
    )


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """A whole program: one to three kernels, one after the other."""
    all_ = draw(tables())
    ready = frozenset(table.name for table in all_ if table.on_host)
    made: list[Kernel] = []
    for name in ("ka", "kb", "kc")[: draw(st.sampled_from((1, 1, 2, 2, 3)))]:
        made.append(draw(kernels(name, all_, ready)))
        ready |= set(made[-1].sets)
    used = {name for k in made for name in _used(k)}
    program = Program(
        tuple(table for table in all_ if table.name in used),
        tuple(made),
        rows=draw(st.integers(2, 33)),
        columns=draw(st.integers(1, 9)),
        sizes=draw(st.sampled_from(("run time", "run time", "run time", "macro", "option"))),
        host=draw(hosts()),
        style=draw(styles),
    )
    return replace(program, wording=draw(wordings(program)))


def _used(kernel: Kernel) -> set[str]:
    return read_tables(kernel.body) | {
        *(*kernel.adds, *kernel.sets),
        *(*(kernel.swaps or ()), *(kernel.again or ())),
    }
