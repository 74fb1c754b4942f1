"""The host arrays and buffers of a generated program, and the lines that fill and report them."""

from dataclasses import dataclass

from tests.property.host_wording import (
    HOST_TYPES,
    head_lines,
    place_text,
    stored_text,
    view_lines,
)
from tests.property.model import Program, Table
from tests.property.walk import changed_tables, count_text, out_of, uses, width_text

Lines = list[str]


@dataclass(frozen=True)
class Array:
    """A buffer `d_name` of `count` elements and, where `on_host`, the array `name` behind it."""

    name: str
    type: str
    count: str
    table: Table | None = None
    on_host: bool = True
    filled: bool = True
    read: bool = False

    @property
    def size(self) -> str:
        """Its size in bytes."""
        return f"sizeof({self.type}) * {self.count}"

    @property
    def width(self) -> int:
        """The bytes of an element."""
        return 8 if self.type in ("cl_uint2", "struct cell") else 4


def arrays(program: Program) -> list[Array]:
    """All of a program's arrays, in order."""
    written = {name for kernel in program.kernels for name in changed_tables(kernel)}
    found = [
        Array(
            table.name,
            HOST_TYPES[table.element],
            count_text(table),
            table,
            on_host=table.on_host,
            filled=table.on_host,
            read=table.on_host and table.name in written,
        )
        for table in program.tables
    ]
    if uses(program, "x"):
        found.append(Array("x", "cl_uint", "rows"))
    if uses(program, "counts"):
        found.append(Array("counts", "cl_uint", "8", read=True))
    outs = [Array(out_of(k), "cl_uint", "rows", filled=False, read=True) for k in program.kernels]
    return found + outs


def element_lines(array: Array, place: str, value: str) -> Lines:
    """Statements that give an element of a host array a value that is a small integer."""
    match array.type:
        case "cl_uint2":
            return [f"{place}.s[0] = {value};", f"{place}.s[1] = {value} + 1;"]
        case "struct cell":
            return [f"{place}.a = {value};", f"{place}.b = (cl_float)({value});"]
        case _:
            return [f"{place} = ({array.type})({value});"]


def number_text(array: Array, place: str) -> str:
    """An element of a host array as an unsigned number."""
    match array.type:
        case "cl_uint2":
            return f"{place}.s[0] + 3u * {place}.s[1]"
        case "struct cell":
            return f"{place}.a + (unsigned){place}.b"
        case _:
            return f"(unsigned){place}"


def fill_lines(program: Program, array: Array, position: int) -> Lines:
    """Loops that fill an array; each gets numbers of its own."""
    if array.name == "counts":
        return ["for (int i = 0; i < 8; i++)", "counts[i] = 0;"]
    if array.table is None:
        return ["for (int i = 0; i < rows; i++)", f"{array.name}[i] = (i * 13 + 5) % 101;"]
    table, style = array.table, program.style
    value = f"(i * {31 + 2 * position} + j * 7 + {position}) % 97"
    if table.holds_rows:
        value = f"(i * 3 + j * 5 + {position}) % rows"
    value = stored_text(program, table, value)
    views, place = view_lines(program, table), place_text(program, table, "i", "j")
    if program.host.fills == "transpose":
        return _transposed(program, array, value)
    width = width_text(table)
    loops = ["for (int i = 0; i < rows; i++) {", f"for (int j = 0; j < {width}; j++) {{"]
    ends = ["}", "}"]
    if program.wording.value == "shaken" and table.name == program.wording.marked:
        other = "rows" if table.by_rows else "columns"
        views.append(f"int kept = {other};")
        loops = [loop.replace(other, "kept") for loop in loops]
        ends.append(f"{other} = kept;")
    if style.peeled:
        first = place_text(program, table, "0", "j")
        row = head_lines(program, table, "0", "j")
        row += element_lines(array, first, value.replace("(i *", "(0 *"))
        head = [loops[1], *row, "}"]
        views, loops[0] = [*views, *head], loops[0].replace("i = 0", "i = 1")
    heads = head_lines(program, table, "i", "j")
    return [*views, *loops, *heads, *element_lines(array, place, value), *ends]


def _transposed(program: Program, array: Array, value: str) -> Lines:
    """The numbers stand row by row in another array first."""
    assert array.table is not None
    source, width = f"from_{array.name}", width_text(array.table)
    loops = ["for (int i = 0; i < rows; i++)", f"for (int j = 0; j < {width}; j++)"]
    place = place_text(program, array.table, "i", "j")
    return [
        f"int *{source} = (int *)malloc(sizeof(int) * rows * {width});",
        *view_lines(program, array.table),
        *loops,
        f"{source}[i * {width} + j] = {value};",
        f"for (int j = 0; j < {width}; j++)",
        "for (int i = 0; i < rows; i++) {",
        *head_lines(program, array.table, "i", "j"),
        *element_lines(array, place, f"{source}[i * {width} + j]"),
        "}",
        f"free({source});",
    ]


def report_lines(program: Program, array: Array, data: str) -> Lines:
    """Adds an array to the digest and writes it to a file, in the order of rows and columns.

    `data` is a pointer to its first element.
    """
    add = "digest = digest * 31u +"
    if array.table is None:
        loop = f"for (int i = 0; i < {array.count}; i++)"
        return [loop, f"{add} {array.name}[i];", f'save("{array.name}.bin", {data}, {array.size});']
    if array.table.dumped:
        return [f'save("{array.name}.bin", {data}, {array.size});']
    width = width_text(array.table)
    size = f"sizeof({array.type}) * rows * {width}"
    place = place_text(program, array.table, "i", "j")
    return [
        "{",
        *view_lines(program, array.table),
        f"{array.type} *flat = ({array.type} *)malloc({size});",
        "for (int i = 0; i < rows; i++) {",
        f"for (int j = 0; j < {width}; j++) {{",
        *head_lines(program, array.table, "i", "j"),
        f"flat[i * {width} + j] = {place};",
        f"{add} {number_text(array, place)};",
        "}",
        "}",
        f'save("{array.name}.bin", flat, {size});',
        "free(flat);",
        "}",
    ]
