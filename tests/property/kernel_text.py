"""Prints the kernels of a generated program."""

import math
from dataclasses import dataclass

from tests.property.kernel_snippets import FENCE, HEAD, SMALL
from tests.property.kernel_wording import TYPES, counts, index_of, loaded_place, wording_text
from tests.property.model import (
    Branch,
    Count,
    Exchange,
    Gather,
    Kernel,
    Mix,
    Neighbour,
    Program,
    Repeat,
    RowLoop,
    Small,
    Statement,
    Table,
    Uniform,
    Wander,
)
from tests.property.walk import (
    Parameter,
    has_barrier,
    index_text,
    out_of,
    parameters,
    pitch_text,
    statements,
    width_text,
    written_tables,
)

Lines = list[str]


def kernel_text(program: Program) -> str:
    """The kernel file of a program."""
    parts = []
    if program.sizes == "macro":
        parts.append(f"#define rows {program.rows}\n#define columns {program.columns}\n")
    helpers = {
        s.table: program.table(s.table)
        for kernel in program.kernels
        for s in statements(kernel.body)
        if isinstance(s, RowLoop) and s.form == "helper"
    }
    parts += [
        HEAD,
        wording_text(program),
        *(_row_helper(table, program) for table in helpers.values()),
    ]
    parts += [_Printer(program, kernel).text() for kernel in program.kernels]
    return "\n".join(parts)


def _row_helper(table: Table, program: Program) -> str:
    sizes = ", int rows, int columns" if program.sizes == "run time" else ""
    element = load_text(table, index_text(table, "i", "j", program.style.index))
    return f"""\
uint row_of_{table.name}(__global const {TYPES[table.element]} *{table.name}, int i{sizes})
{{
    uint sum = 1u;
    for (int j = 0; j < {width_text(table)}; j++)
        sum = sum * 3u + {element};
    return sum;
}}
"""


def load_text(table: Table, index: str, base: str | None = None) -> str:
    """An element of a table as a `uint`; counted from a pointer, where one is given."""
    return number_text(table, f"{base or table.name}[{index}]")


def number_text(table: Table, place: str) -> str:
    """What stands at a place as a `uint`."""
    if table.element == "uint2":
        return f"({place}.x + 3u * {place}.y)"
    if table.element == "cell":
        return f"({place}.a + (uint){place}.b)"
    return place if table.element == "uint" else f"(uint){place}"


def store_lines(table: Table, index: str, value: str) -> Lines:
    """Statements that give an element the value of a `uint`; floats hold small integers."""
    place = f"{table.name}[{index}]"
    match table.element:
        case "int":
            return [f"{place} = (int)(({value}) & 0xffffu);"]
        case "uint":
            return [f"{place} = {value};"]
        case "float":
            return [f"{place} = (float)(({value}) & 1023u);"]
        case "uint2":
            return [f"{place} = (uint2)({value}, ({value}) ^ 5u);"]
        case "cell":
            return [f"{place}.a = {value};", f"{place}.b = (float)(({value}) & 255u);"]


def indented(lines: Lines) -> str:
    """Lines with four spaces for each brace that is open, and under each head without one."""
    depth, heads, done = 0, 0, []
    for line in lines:
        depth -= line.startswith("}")
        done.append("    " * (depth + heads) + line)
        depth += line.endswith("{")
        is_head = line.startswith(("for (", "if (")) and line.endswith(")")
        heads = heads + 1 if is_head else 0
    return "\n".join(done) + "\n"


@dataclass(frozen=True)
class _Printer:
    program: Program
    kernel: Kernel

    def text(self) -> str:
        kernel = self.kernel
        declared = ", ".join(self._declared(p) for p in parameters(self.program, kernel))
        lines = [f"__kernel void {kernel.name}({declared})", "{", *self._ids()]
        lines += ["uint acc = (uint)i * 7u + 1u;"]
        if kernel.dimensions > 1:
            lines += ["acc += (uint)c * 31u;"]
        if self.program.style.dead_code:
            lines += ["if (rows < 0) {", "acc += 17u;", "}", "int unused = i + 1;", "(void)unused;"]
        lines += ["int calls = 0;"] * counts(self.program)
        lines += self._body(kernel.body)
        lines += ["acc += (uint)calls;"] * counts(self.program)
        lines += self._live(self._stores())
        if kernel.guard == "block":
            lines.append("}")
        return indented([*lines, "}"])

    def _declared(self, parameter: Parameter) -> str:
        name = parameter.name
        match parameter.kind:
            case "table":
                assert parameter.table is not None
                const = "" if name in written_tables(self.kernel) else "const "
                return f"__global {const}{TYPES[parameter.table.element]} *{name}"
            case "x":
                return f"__global const uint *{name}"
            case "counts" | "out":
                return f"__global uint *{name}"
            case "scalar":
                return f"int {name}"
            case "tile":
                return f"__local uint *{name}"

    def _ids(self) -> Lines:
        """The work-item's row, column and layer, under the kernel's kind of guard."""
        kernel = self.kernel
        row, column = (1, 0) if kernel.flipped and kernel.dimensions > 1 else (0, 1)
        ids, sides = [("i", row)], {"i": "rows"}
        if kernel.dimensions > 1:
            ids.append(("c", column))
            sides["c"] = "columns"
        if kernel.dimensions > 2:
            ids.append(("z", 2))
        lines = self._local_lines()
        if kernel.guard == "clamp":
            for name, dimension in ids:
                lines.append(f"int g{name} = get_global_id({dimension});")
                side = sides.get(name, "2")
                lines.append(f"int {name} = g{name} < {side} ? g{name} : {side} - 1;")
            return lines
        lines += [f"int {name} = get_global_id({dimension});" for name, dimension in ids]
        inside = " && ".join(f"{name} < {side}" for name, side in sides.items())
        outside = " || ".join(f"{name} >= {side}" for name, side in sides.items())
        if kernel.guard == "return":
            lines += [f"if ({outside})", "return;"]
        if kernel.guard == "block":
            lines += [f"if ({inside}) {{"]
        return lines

    def _local_lines(self) -> Lines:
        kernel = self.kernel
        if not has_barrier(kernel.body):
            return []
        assert kernel.local is not None
        dims = range(kernel.dimensions)
        lid = "get_local_id(0)"
        for d in dims[1:]:
            sizes = " * ".join(f"get_local_size({lower})" for lower in range(d))
            lid += f" + get_local_id({d}) * {sizes}"
        group = " * ".join(f"get_local_size({d})" for d in dims)
        tile = [] if kernel.local_argument else [f"__local uint tile[{math.prod(kernel.local)}];"]
        return [*tile, f"uint lid = {lid};", f"uint group = {group};"]

    def _live(self, lines: Lines) -> Lines:
        """Lines for those work-items only that stand for elements."""
        if self.kernel.guard not in ("clamp", "masked"):
            return lines
        g = "g" if self.kernel.guard == "clamp" else ""
        sides = [f"{g}i < rows", f"{g}c < columns"][: min(self.kernel.dimensions, 2)]
        return [f"if ({' && '.join(sides)}) {{", *lines, "}"]

    def _body(self, body: tuple[Statement, ...]) -> Lines:
        return [line for statement in body for line in self._statement(statement)]

    def _reading(self, statement: RowLoop | Neighbour | Gather) -> Lines:
        match statement:
            case RowLoop():
                lines = self._row_loop(statement)
            case Neighbour():
                lines = self._neighbour(statement)
            case Gather():
                lines = self._gather(statement)
        return self._live(lines) if self.kernel.guard == "masked" else lines

    def _statement(self, statement: Statement) -> Lines:
        match statement:
            case Mix(times, plus, helper):
                return [_mix(times, plus, helper, self.program.style.index)]
            case RowLoop() | Neighbour() | Gather():
                return self._reading(statement)
            case Small(kind):
                return SMALL[kind]
            case Count():
                return self._live(["atomic_add(&counts[acc & 7u], 1u);"])
            case Exchange(shift):
                shifted = f"acc += tile[(lid + {shift}u) % group];"
                return ["tile[lid] = acc;", FENCE, shifted, FENCE]
            case Repeat(times, body):
                bound = "mode" if times is None else str(times)
                return [f"for (int r = 0; r < {bound}; r++) {{", *self._body(body), "}"]
            case Wander(body):
                loop = "for (uint w = 0; w < (acc & 3u); w++) {"
                return [loop, *self._body(body), "}"]
            case Branch(then, other):
                branch = ["if (acc & 4u) {", *self._body(then), "}"]
                return [*branch, "else {", *self._body(other), "}"] if other else branch
            case Uniform(by_group, body):
                condition = "(get_group_id(0) & 1) == 0" if by_group else "mode > 2"
                return [f"if ({condition}) {{", *self._body(body), "}"]

    def _row_loop(self, loop: RowLoop) -> Lines:
        table = self.program.table(loop.table)
        width = width_text(table)
        load, next_ = self._load(table, "i", "j", once=True), self._load(table, "i", "(j + 1)")
        add = f"acc = acc * 3u + {load};"
        match loop.form:
            case "for" if self.program.style.peeled:
                first = f"acc = acc * 3u + {self._load(table, 'i', '0', once=True)};"
                return [first, f"for (int j = 1; j < {width}; j++) {{", add, "}"]
            case "for":
                return [f"for (int j = 0; j < {width}; j++)", add]
            case "while":
                return ["{", "int j = 0;", f"while (j < {width}) {{", add, "j++;", "}", "}"]
            case "down":
                return [f"for (int j = {width} - 1; j >= 0; j--)", add]
            case "unsigned":
                return [f"for (uint j = 0; j < (uint){width}; j++)", add]
            case "dependent":
                return [f"for (int j = 0; j < (int)(acc % (uint){width}); j++) {{", add, "}"]
            case "break":
                stop = ["if (acc & 64u) {", "break;", "}"]
                return [f"for (int j = 0; j < {width}; j++) {{", *stop, add, "}"]
            case "continue":
                skip = ["if ((acc + (uint)j) & 1u) {", "continue;", "}"]
                return [f"for (int j = 0; j < {width}; j++) {{", "acc += 1u;", *skip, add, "}"]
            case "pairs":
                one = self._load(table, "i", "j")
                both = f"acc = acc * 5u + {one} + 2u * {next_};"
                pairs = ["{", "int j = 0;", f"for (; j + 1 < {width}; j += 2) {{", both, "}"]
                return [*pairs, f"if (j < {width}) {{", add, "}", "}"]
            case "helper":
                sizes = ", rows, columns" if self.program.sizes == "run time" else ""
                return [f"acc += row_of_{table.name}({table.name}, i{sizes});"]
            case "pointer":
                return self._by_pointer(table)
            case "named":
                at = f"int at = {self._index(table, 'i', 'j')};"
                named = f"acc = acc * 3u + {load_text(table, 'at')};"
                return [f"for (int j = 0; j < {width}; j++) {{", at, named, "}"]

    def _by_pointer(self, table: Table) -> Lines:
        """A pointer to the row's first element, which elements are counted from."""
        const = "" if table.name in written_tables(self.kernel) else "const "
        first = f"i * {pitch_text(table, True)}" if table.by_rows else "i"
        step = "j" if table.by_rows else f"j * {pitch_text(table, False)}"
        start = f"__global {const}{TYPES[table.element]} *start = {table.name} + {first};"
        loop = f"for (int j = 0; j < {width_text(table)}; j++)"
        return ["{", start, loop, f"acc = acc * 3u + {load_text(table, step, 'start')};", "}"]

    def _neighbour(self, neighbour: Neighbour) -> Lines:
        table = self.program.table(neighbour.table)
        rows = {"wrap": "((i + 1) % rows)", "clamp": "min(i + 1, rows - 1)", "guard": "i + 1"}
        loop = f"for (int j = 0; j < {width_text(table)}; j++) {{"
        lines = [loop, f"acc += {self._load(table, rows[neighbour.form], 'j')};", "}"]
        return ["if (i + 1 < rows) {", *lines, "}"] if neighbour.form == "guard" else lines

    def _gather(self, gather: Gather) -> Lines:
        through = self.program.table(gather.through)
        row = f"{through.name}[{self._index(through, 'i', 'j')}]"
        loop = f"for (int j = 0; j < {width_text(through)}; j++) {{"
        if gather.table is None:
            return [loop, f"acc = acc * 3u + x[{row}];", "}"]
        element = self._load(self.program.table(gather.table), "from", "0")
        return [loop, f"int from = {row};", f"acc = acc * 3u + {element};", "}"]

    def _stores(self) -> Lines:
        kernel = self.kernel
        lines = self._own(tuple((name, True) for name in kernel.adds))
        lines += self._own(tuple((name, False) for name in kernel.sets))
        first = ["c == 0", "z == 0"][: kernel.dimensions - 1]
        out = [f"{out_of(kernel)}[i] = acc;"]
        return [*lines, *([f"if ({' && '.join(first)}) {{", *out, "}"] if first else out)]

    def _own(self, tables: tuple[tuple[str, bool], ...]) -> Lines:
        """Changes a work-item's own elements of tables."""
        lines: Lines = []
        for name, adds in tables:
            table = self.program.table(name)
            column = {1: "j", 2: "c", 3: "c * 2 + z"}[self.kernel.dimensions]
            old = f"{self._load(table, 'i', column)} + " if adds else ""
            value = f"{old}acc + (uint){f'({column})' if '*' in column else column}"
            stores = store_lines(table, self._index(table, "i", column), value)
            if self.kernel.dimensions == 1:
                stores = [f"for (int j = 0; j < {width_text(table)}; j++) {{", *stores, "}"]
            lines += stores
        return lines

    def _load(self, table: Table, row: str, column: str, once: bool = False) -> str:
        return number_text(table, loaded_place(self.program, table, row, column, once))

    def _index(self, table: Table, row: str, column: str) -> str:
        return index_of(self.program, table, row, column)


def _mix(times: int, plus: int, helper: bool, form: int) -> str:
    if helper:
        return f"acc = mixed(acc, {times}u, {plus}u);"
    return f"acc = acc * {times}u + {plus}u;" if form % 2 else f"acc = {plus}u + acc * {times}u;"
