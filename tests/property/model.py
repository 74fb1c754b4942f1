"""A generated OpenCL program as data: what it computes, apart from how it is written.

Work-item `i` stands for row `i` of `rows`; tables are rectangles of `rows` times a width. All
arithmetic is of `uint`, so nothing overflows; a work-item writes only its own elements, so nothing
races; every element that is read was written before.
"""

from dataclasses import dataclass
from typing import Literal

Element = Literal["int", "uint", "float", "uint2", "cell"]


@dataclass(frozen=True)
class Table:
    """A rectangle of rows times `columns * depth` elements.

    `by_rows` is the layout on the device: element (i, j) at `i * width + j`, else `i + j * rows`;
    `pad` elements more lie between two rows, or two columns.
    `holds_rows`: its elements are numbers of rows, to gather through. `on_host`: the host has an
    array of it, fills it and uploads it; else the first kernel that uses it writes it all.
    `dumped`: the host writes its array to a file as a whole, and not element by element.
    """

    name: str
    element: Element = "int"
    by_rows: bool = False
    depth: int = 1
    pad: int = 0
    holds_rows: bool = False
    on_host: bool = True
    dumped: bool = False


# What a kernel does to its accumulator, `uint acc`, statement by statement.


@dataclass(frozen=True)
class Mix:
    """`acc = acc * times + plus`, as it is or by a helper function."""

    times: int
    plus: int
    helper: bool = False


LoopForm = Literal["for", "while", "down", "unsigned", "dependent", "break", "continue", "pairs"]
RowForm = LoopForm | Literal["helper", "named", "pointer"]


@dataclass(frozen=True)
class RowLoop:
    """Takes in all of row `i` of a table, or a part of it."""

    table: str
    form: RowForm = "for"


NeighbourForm = Literal["wrap", "clamp", "guard"]


@dataclass(frozen=True)
class Neighbour:
    """Takes in a column of the next row: round the end, the last one again, or if there is one."""

    table: str
    form: NeighbourForm = "wrap"


@dataclass(frozen=True)
class Gather:
    """Takes in the elements of `x` that row `i` of a table of row numbers names; or, with a
    `table`, the elements of its rows."""

    through: str
    table: str | None = None


@dataclass(frozen=True)
class Small:
    """A piece without memory of the host: vectors, a struct, a private array, a switch, ..."""

    kind: Literal["vector", "struct", "array", "switch", "select", "constant"]


@dataclass(frozen=True)
class Count:
    """Adds to one of eight counters, atomically."""


@dataclass(frozen=True)
class Exchange:
    """Hands `acc` to another work-item of the group through local memory, between barriers."""

    shift: int


@dataclass(frozen=True)
class Repeat:
    """A loop whose bound is the same for all work-items: a literal, or the argument `mode`."""

    times: int | None
    body: "tuple[Statement, ...]"


@dataclass(frozen=True)
class Wander:
    """A loop whose bound differs between work-items."""

    body: "tuple[Statement, ...]"


@dataclass(frozen=True)
class Branch:
    """A branch that work-items take each for itself."""

    then: "tuple[Statement, ...]"
    other: "tuple[Statement, ...]"


@dataclass(frozen=True)
class Uniform:
    """A branch that all work-items of a group take, or none: on `mode`, or on the group's id."""

    by_group: bool
    body: "tuple[Statement, ...]"


Statement = (
    Mix | RowLoop | Neighbour | Gather | Small | Count | Exchange | Repeat | Wander | Branch
) | Uniform

Guard = Literal["return", "block", "exact", "clamp", "masked"]


@dataclass(frozen=True)
class Kernel:
    """A kernel of 1 to 3 dimensions: rows, columns, and layers of tables of depth 2.

    `guard` keeps work-items beyond the rectangle out: they return, are left out by one `if`, do not
    exist, take part as the last row ("clamp"), or do all but access tables ("masked").
    `flipped` has the columns in dimension 0. `adds` are tables whose own elements it changes,
    `sets` those that it writes anew. `local` is its group size, None for NULL. `steps` is how
    often the host launches it, `halves` whether each time in two parts by an offset; `swaps` are
    two tables whose buffers the host swaps after each step; with `again`, all launches come a
    second time, with the buffer of its second table in place of its first.
    """

    name: str
    dimensions: int = 1
    flipped: bool = False
    guard: Guard = "return"
    body: tuple[Statement, ...] = ()
    adds: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    local: tuple[int, ...] | None = None
    local_argument: bool = False
    steps: int = 1
    halves: bool = False
    swaps: tuple[str, str] | None = None
    again: tuple[str, str] | None = None


Sizes = Literal["run time", "macro", "option"]
Structure = Literal["main", "globals", "struct", "class"]


@dataclass(frozen=True)
class Host:
    """The habits of the host's author."""

    structure: Structure = "main"
    cplusplus: bool = False
    arrays: Literal["malloc", "calloc", "new", "vector"] = "malloc"
    fills: Literal["inline", "function", "transpose"] = "inline"
    upload: Literal["write", "copy", "later", "map"] = "write"
    check: Literal["none", "macro", "function", "sum"] = "none"
    wrappers: bool = False
    own_sizes: bool = True
    named_bytes: bool = True
    embedded: bool = False


Access = Literal[
    *("index", "function", "pointer", "macro", "struct", "class", "lambda", "row", "variable")
]
OfC = Literal["plain", "call", "counted", "choice", "comma", "assign", "checked"]
Factor = OfC | Literal["temporary", "method", "operator", "lambda"]
Constant = Literal["guarded", "macro", "enum", "const", "constexpr", "sizeof"]
Hidden = Literal["temporary", "guard", "cleanup"]


@dataclass(frozen=True)
class Wording:
    """How places and sizes are worded: what an author may write, and a pass must not lose.

    All but the constant is about one table, `marked`. `host` and `kernel` say how its elements are
    reached: by an index, which a function or a macro may give, through a pointer that a function
    gives, or through a view of the array. `factor` and `kernel_factor` say what stands for its
    pitch: most have an effect, which is counted and reported. `value`: what the host stores comes
    from a function with an effect, on a counter or ("shaken") on the size that another layout's
    index would name.
    `constant` gives the number of columns on the host, in place of the command line; `given` is its
    -D in the build, `rebuilt` the one that both versions are built with once more. `hidden`: the
    host reads `marked` once more, with a pitch that code changes of which no call is in sight.
    """

    marked: str = "t0"
    host: Access = "index"
    kernel: Access = "index"
    factor: Factor = "plain"
    kernel_factor: Factor = "plain"
    value: Literal["plain", "counted", "shaken"] = "plain"
    constant: Constant | None = None
    given: int | None = None
    rebuilt: int | None = None
    hidden: Hidden | None = None


@dataclass(frozen=True)
class Style:
    """What does not change the result: two styles of one program must compute the same."""

    suffix: str = ""
    index: int = 0
    dead_code: bool = False
    peeled: bool = False
    reversed_order: bool = False


@dataclass(frozen=True)
class Program:
    """A whole program. `rows` and `columns` are its default sizes."""

    tables: tuple[Table, ...]
    kernels: tuple[Kernel, ...]
    rows: int = 13
    columns: int = 5
    sizes: Sizes = "run time"
    host: Host = Host()
    style: Style = Style()
    wording: Wording = Wording()

    def table(self, name: str) -> Table:
        """The table of this name."""
        return next(table for table in self.tables if table.name == name)
