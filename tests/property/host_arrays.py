"""The host arrays and buffers of a generated program, and the lines that fill and report them."""

from dataclasses import dataclass

from tests.property.model import Program, Table
from tests.property.walk import changed_tables, count_text, index_text, out_of, uses, width_text

Lines = list[str]

HOST_TYPES = {
    "int": "cl_int",
    "uint": "cl_uint",
    "float": "cl_float",
    "uint2": "cl_uint2",
    "cell": "struct cell",
}


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


def element_lines(array: Array, index: str, value: str) -> Lines:
    """Statements that give an element of a host array a value that is a small integer."""
    place = f"{array.name}[{index}]"
    match array.type:
        case "cl_uint2":
            return [f"{place}.s[0] = {value};", f"{place}.s[1] = {value} + 1;"]
        case "struct cell":
            return [f"{place}.a = {value};", f"{place}.b = (cl_float)({value});"]
        case _:
            return [f"{place} = ({array.type})({value});"]


def number_text(array: Array, index: str) -> str:
    """An element of a host array as an unsigned number."""
    place = f"{array.name}[{index}]"
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
    index = index_text(table, "i", "j", style.index)
    if program.host.fills == "transpose":
        return _transposed(array, index, value, width_text(table))
    lines = element_lines(array, index, value)
    inner = [f"for (int j = 0; j < {width_text(table)}; j++) {{", *lines, "}"]
    if style.peeled:
        first = index_text(table, "0", "j", style.index)
        row = element_lines(array, first, value.replace("(i *", "(0 *"))
        head = [f"for (int j = 0; j < {width_text(table)}; j++) {{", *row, "}"]
        return [*head, "for (int i = 1; i < rows; i++) {", *inner, "}"]
    return ["for (int i = 0; i < rows; i++) {", *inner, "}"]


def _transposed(array: Array, index: str, value: str, width: str) -> Lines:
    """The numbers stand row by row in another array first."""
    source = f"from_{array.name}"
    loops = ["for (int i = 0; i < rows; i++)", f"for (int j = 0; j < {width}; j++)"]
    return [
        f"int *{source} = (int *)malloc(sizeof(int) * rows * {width});",
        *loops,
        f"{source}[i * {width} + j] = {value};",
        f"for (int j = 0; j < {width}; j++)",
        "for (int i = 0; i < rows; i++) {",
        *element_lines(array, index, f"{source}[i * {width} + j]"),
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
    index = index_text(array.table, "i", "j", program.style.index)
    return [
        "{",
        f"{array.type} *flat = ({array.type} *)malloc({size});",
        "for (int i = 0; i < rows; i++) {",
        f"for (int j = 0; j < {width}; j++) {{",
        f"flat[i * {width} + j] = {array.name}[{index}];",
        f"{add} {number_text(array, index)};",
        "}",
        "}",
        f'save("{array.name}.bin", flat, {size});',
        "free(flat);",
        "}",
    ]
