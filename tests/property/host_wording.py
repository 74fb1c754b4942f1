"""The ways in which a generated host reaches the elements of its arrays, and what they need."""

from tests.property.model import Access, Factor, Program, Table
from tests.property.walk import index_text, pitch_text, slow_and_fast, width_text

Lines = list[str]

HOST_TYPES = {
    "int": "cl_int",
    "uint": "cl_uint",
    "float": "cl_float",
    "uint2": "cl_uint2",
    "cell": "struct cell",
}
PLAIN = ("int", "uint", "float")
_WIDE = 3  # the form of an index that is made in 64 bits
_FACTORS: dict[Factor, str] = {
    "plain": "{0}",
    "call": "same({0})",
    "counted": "counted({0})",
    "choice": "(calls++ >= 0 ? {0} : {0})",
    "comma": "(calls++, {0})",
    "assign": "(last = {0})",
    "checked": "checked({0})",
    "temporary": "Tick({0}).size",
    "method": "meter.of({0})",
    "operator": "Counted({0})",
    "lambda": "([&] { calls++; return {0}; })()",
}
_HELPERS = """\
static int calls, last;
static unsigned seen;

static int same(int size)
{
    return size;
}

static int counted(int size)
{
    calls++;
    return size;
}

static int checked(int size)
{
    if (size < 0)
        THROW;
    return size;
}

static int place_of(int fast, int slow, int pitch)
{
    return fast + slow * pitch;
}
#define AT(fast, slow, pitch) ((fast) + (slow) * (pitch))
"""
_CLASSES = """
struct Tick {
    int size;
    explicit Tick(int size_) : size(size_) {}
    ~Tick() { calls++; }
};
struct Counted {
    int size;
    explicit Counted(int size_) : size(size_) {}
    operator int() const { calls++; return size; }
};
struct Meter {
    int count;
    int of(int size) { count++; calls += count % 3; return size; }
};
static Meter meter;
struct Shrink {
    int &size;
    ~Shrink() { size--; }
};
"""
_SHRINK = """
static void shrink(int **size)
{
    --**size;
}
"""
_SHAKEN = """
static int rows, columns;
static int shaken(int value)
{
    SIZE = -SIZE;
    return value;
}
"""
_POINTER = """
static {0} *element_{1}({0} *first, int fast, int slow, int pitch)
{{
    return first + (fast + slow * pitch);
}}
"""
_STRUCT = """
struct view_{1} {{
    {0} *data;
    int pitch;
}};
"""
_CLASS = """
struct Grid_{1} {{
    {0} *data;
    int pitch;
    {0} &operator()(int fast, int slow) {{ return data[fast + slow * pitch]; }}
}};
"""
_BY_ACCESS = {"pointer": _POINTER, "struct": _STRUCT, "class": _CLASS}


def wording_text(program: Program) -> str:
    """The functions and types that the host's wording needs."""
    wording, cplusplus = program.wording, program.host.cplusplus
    if not is_worded(program):
        return ""
    thrown = "throw 5" if cplusplus else "exit(5)"
    parts = [_HELPERS.replace("THROW", thrown), _CLASSES if cplusplus else ""]
    parts += [_SHRINK] * (wording.hidden == "cleanup")
    if wording.value == "shaken":
        other = "rows" if program.table(wording.marked).by_rows else "columns"
        parts.append(_SHAKEN.replace("SIZE", other))
    made = _BY_ACCESS.get(wording.host, "")
    types = dict.fromkeys(HOST_TYPES[table.element] for table in program.tables)
    return "".join([*parts, *(made.format(type_, _tag(type_)) for type_ in types)])


def is_worded(program: Program) -> bool:
    """Whether the host has some of its text from here."""
    w = program.wording
    plain = w.host == "index" and w.factor == w.value == "plain" and w.hidden is None
    return not plain


def has_effects(program: Program, table: Table) -> bool:
    """Whether this is the table whose wording has an effect; elements that are read in two parts
    would have it twice in one expression."""
    return table.name == program.wording.marked and table.element in PLAIN


def access_of(program: Program, table: Table) -> Access:
    """How the elements of a table are reached: only one table's otherwise than by an index."""
    return program.wording.host if table.name == program.wording.marked else "index"


def place_text(program: Program, table: Table, row: str, column: str) -> str:
    """An element of a host array."""
    name, form = table.name, program.style.index
    slow, fast = slow_and_fast(table, row, column)
    pitch = _pitch(program, table)
    index = index_text(table, row, column, form, pitch)
    match access_of(program, table):
        case "index":
            return f"{name}[{index}]"
        case "function":
            return f"{name}[place_of({fast}, {slow}, {pitch})]"
        case "macro":
            return f"{name}[AT({fast}, {slow}, {pitch})]"
        case "pointer":
            tag = _tag(HOST_TYPES[table.element])
            return f"(*element_{tag}(&{name}[0], {fast}, {slow}, {pitch}))"
        case "struct":
            held = index_text(table, row, column, form, f"view_of_{name}->pitch")
            return f"view_of_{name}->data[{held}]"
        case "class" | "lambda":
            return f"at_{name}({fast}, {slow})"
        case "row":
            return f"own_{name}[{fast}]"
        case "variable":
            return f"{name}[at_{name}]"


def head_lines(program: Program, table: Table, row: str, column: str) -> Lines:
    """The declarations that `place_text` needs in the block that it stands in."""
    name, form, pitch = table.name, program.style.index, _pitch(program, table)
    slow, _ = slow_and_fast(table, row, column)
    match access_of(program, table):
        case "row":
            return [f"{HOST_TYPES[table.element]} *own_{name} = &{name}[{slow} * {pitch}];"]
        case "variable":
            type_ = "size_t" if form == _WIDE else "int"
            return [f"{type_} at_{name} = {index_text(table, row, column, form, pitch)};"]
        case _:
            return []


def view_lines(program: Program, table: Table) -> Lines:
    """The declarations that `place_text` needs."""
    name, type_ = table.name, HOST_TYPES[table.element]
    pitch = _pitch(program, table)
    match access_of(program, table):
        case "struct":
            view = f"struct view_{_tag(type_)} held_{name} = {{&{name}[0], {pitch}}};"
            return [view, f"struct view_{_tag(type_)} *view_of_{name} = &held_{name};"]
        case "class":
            return [f"Grid_{_tag(type_)} at_{name} = {{&{name}[0], {pitch}}};"]
        case "lambda":
            index = f"fast + slow * {pitch}"
            head = f"auto at_{name} = [&](int fast, int slow) -> {type_} &"
            return [f"{head} {{ return {name}[{index}]; }};"]
        case _:
            return []


def stored_text(program: Program, table: Table, value: str) -> str:
    """A number that is stored into a table."""
    if not has_effects(program, table):
        return value
    calls = {"plain": value, "counted": f"counted({value})", "shaken": f"shaken({value})"}
    return calls[program.wording.value]


def hidden_lines(program: Program, table: Table) -> Lines:
    """Reads a table once more, with a pitch that is one less than it looks."""
    if program.wording.hidden is None or not has_effects(program, table):
        return []
    changed = {
        "temporary": ["Shrink{odd};"],
        "guard": ["{", "Shrink ends = {odd};", "(void)ends;", "}"],
        "cleanup": ["{", "int *ends __attribute__((cleanup(shrink))) = &odd;", "(void)ends;", "}"],
    }[program.wording.hidden]
    slow = "rows" if table.by_rows else width_text(table)
    return [
        "{",
        f"int odd = {pitch_text(table, table.by_rows)};",
        *changed,
        f"for (int q = 0; q < {slow}; q++)",
        "for (int p = 0; p < odd; p++)",
        f"seen = seen * 31u + (unsigned){table.name}[p + q * odd];",
        "}",
    ]


def _pitch(program: Program, table: Table) -> str:
    pitch = pitch_text(table, table.by_rows)
    factor = program.wording.factor if has_effects(program, table) else "plain"
    return _FACTORS[factor].replace("{0}", pitch)


def _tag(type_: str) -> str:
    return type_.replace("struct ", "")
