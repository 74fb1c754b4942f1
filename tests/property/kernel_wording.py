"""The ways in which a generated kernel reaches the elements of its tables, and what they need."""

from tests.property.model import Access, Factor, Program, Table
from tests.property.walk import index_text, pitch_text, slow_and_fast

TYPES = {"int": "int", "uint": "uint", "float": "float", "uint2": "uint2", "cell": "struct cell"}
_FACTORS: dict[Factor, str] = {
    "call": "same({0})",
    "counted": "counted({0}, &calls)",
    "choice": "(calls++ >= 0 ? {0} : {0})",
    "comma": "(calls++, {0})",
    "assign": "(calls = {0})",
}
KERNEL_FACTORS = ("plain", *_FACTORS)
_HELPERS = """\
#define AT(fast, slow, pitch) ((fast) + (slow) * (pitch))
int place_of(int fast, int slow, int pitch)
{
    return fast + slow * pitch;
}

int same(int size)
{
    return size;
}

int counted(int size, int *calls)
{
    ++*calls;
    return size;
}
"""
_POINTER = """\
__global const {0} *element_{1}(__global const {0} *first, int fast, int slow, int pitch)
{{
    return first + (fast + slow * pitch);
}}
"""


def wording_text(program: Program) -> str:
    """The functions that the kernels' wording needs."""
    wording = program.wording
    if wording.kernel == "index" and wording.kernel_factor == "plain":
        return ""
    types = dict.fromkeys(t.element for t in program.tables if wording.kernel == "pointer")
    return _HELPERS + "".join(_POINTER.format(TYPES[each], each) for each in types)


def counts(program: Program) -> bool:
    """Whether kernels have a variable `calls`."""
    return program.wording.kernel_factor not in ("plain", "call")


def loaded_place(program: Program, table: Table, row: str, column: str, once: bool) -> str:
    """An element that is read; `once`, where no other element is read in the same expression."""
    slow, fast = slow_and_fast(table, row, column)
    pitch = _pitch(program, table, once)
    match _access_of(program, table):
        case "pointer":
            return f"(*element_{table.element}({table.name}, {fast}, {slow}, {pitch}))"
        case "row":
            return f"(&{table.name}[{slow} * {pitch}])[{fast}]"
        case _:
            return f"{table.name}[{index_of(program, table, row, column, pitch)}]"


def index_of(
    program: Program, table: Table, row: str, column: str, pitch: str | None = None
) -> str:
    """The index of an element, in the program's words."""
    slow, fast = slow_and_fast(table, row, column)
    words = pitch or pitch_text(table, table.by_rows)
    match _access_of(program, table):
        case "function":
            return f"place_of({fast}, {slow}, {words})"
        case "macro":
            return f"AT({fast}, {slow}, {words})"
        case _:
            return index_text(table, row, column, program.style.index, pitch)


def _access_of(program: Program, table: Table) -> Access:
    return program.wording.kernel if table.name == program.wording.marked else "index"


def _pitch(program: Program, table: Table, once: bool) -> str:
    """Its effect, if it has one, must be the only one of the expression."""
    pitch, factor = pitch_text(table, table.by_rows), program.wording.kernel_factor
    plain = table.element in ("int", "uint", "float") and table.name == program.wording.marked
    return _FACTORS.get(factor if plain and once else "plain", "{0}").replace("{0}", pitch)
