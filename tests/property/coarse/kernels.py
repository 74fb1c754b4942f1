"""Draws a kernel: its ids, a guard, barriers round tiles in local memory, and what it computes."""

from dataclasses import dataclass, replace

from tests.property.coarse.expressions import value
from tests.property.coarse.lines import Braced, Line, Setting
from tests.property.coarse.scope import Scope
from tests.property.coarse.statements import begun, statements

Lines = tuple[Line, ...]
ATOMICS = ("_add", "_xor", "_max", "_or")
_LETTERS = "xyz"

HELPERS = """struct cell_t { uint left, right; };

static uint mix(uint one, uint other)
{
    return one * 5u ^ (other >> 3);
}

uint scaled(uint number, uint by)
{
    uint found = 0u;
    for (uint i = 0; i < (by & 3u); ++i)
        found += number ^ i;
    return found;
}
"""


@dataclass(frozen=True)
class Kernel:
    """A kernel's name, its text, and whether a tile is an argument of it."""

    name: str
    text: str
    local_argument: bool


def kernel(scope: Scope, name: str, local: tuple[int, ...], setting: Setting) -> Kernel:
    """A kernel of groups of that size."""
    head, scope = _ids(scope)
    size = 1
    for side in local:
        size *= side
    argument = scope.chance(2)
    tiled = scope.chance(3)
    body = _tiled(scope, size, argument) if tiled else _guarded(scope)
    given = ["__global const uint *in0", "__global const uint *restrict in1"]
    given += ["__global uint *state", *(f"__global uint *counts{each}" for each in ATOMICS)]
    given += ["const uint total", "int taps", *(f"int n{each}" for each in _LETTERS)]
    given += ["__local uint *tile"] if tiled and argument else []
    keyword = scope.some("__kernel", "kernel")
    text = setting.text((Braced(f"{keyword} void {name}({', '.join(given)})", (*head, *body)),))
    return Kernel(name, text, tiled and argument)


def _ids(scope: Scope) -> tuple[Lines, Scope]:
    """The ids that have a name, and the place of the work-item's own element."""
    ids = {_LETTERS[d]: f"get_global_id({d})" for d in range(scope.dimensions)}
    type_ = scope.some("const int", "int", "size_t", "uint", "const size_t", "int const")
    together = scope.chance(3)
    each = [f"{name} = {asked}" for name, asked in ids.items()]
    lines: Lines = (f"{type_} {', '.join(each)};",)
    if not together:
        lines = tuple(f"{type_} {one};" for one in each)
    at = "x"
    if scope.dimensions > 1:
        at = "y * get_global_size(0) + x"
    if scope.dimensions > 2:
        at = "(z * get_global_size(1) + y) * get_global_size(0) + x"
    lines += (f"{scope.some('const size_t', 'size_t', 'const uint', 'int')} at = {at};",)
    names = (*ids, "at")
    if scope.chance(2):
        dimension = scope.number(0, scope.dimensions - 1)
        lines += (f"{type_} l = get_local_id({dimension}), g = get_group_id({dimension});",)
        names += ("l", "g")
    return lines, replace(scope, ids=names)


def _guarded(scope: Scope) -> Lines:
    tests = [f"(int){_LETTERS[d]} < n{_LETTERS[d]}" for d in range(scope.dimensions)]
    kept = tests if scope.chance(2) else tests[-1:]
    left = [each.replace(" < ", " >= ") for each in kept]
    ahead, scope = begun(scope, 2) if scope.chance(3) else ((), scope)
    inner = (*statements(scope, 5), f"state[at] += {value(scope)};")
    match scope.number(0, 4):
        case 0:
            if scope.chance(2):
                return (*ahead, *(Braced(f"if ({each})", ("return;",)) for each in left), *inner)
            return (*ahead, Braced(f"if ({' || '.join(left)})", ("return;",)), *inner)
        case 1:
            return (*ahead, Braced(f"if ({' && '.join(kept)})", inner))
        case 2:
            leave = Braced(f"if ((at ^ {scope.number(1, 5)}) % 3 == 0)", ("return;",))
            return (*ahead, leave, *inner)
        case _:
            return (*ahead, *inner)


def _tiled(scope: Scope, size: int, argument: bool) -> Lines:
    """A tile in local memory that all write, wait for, and read; in a loop at times."""
    lid = "get_local_id(0)"
    if scope.dimensions > 1:
        lid = f"get_local_id(1) * get_local_size(0) + {lid}"
    if scope.dimensions > 2:
        lid = f"get_local_id(2) * get_local_size(1) * get_local_size(0) + {lid}"
    lines: Lines = (f"const uint lid = {lid};",)
    lines += () if argument else (f"__local uint tile[{size}];",)
    sizes = " * ".join(f"get_local_size({d})" for d in range(scope.dimensions))
    lines += (f"const uint lsize = {scope.some(f'{size}', sizes)};",)
    scope = replace(scope, ids=(*scope.ids, "lid"))
    names = ("sum",) if scope.chance(2) else ("kept", "sum")
    lines += (f"uint {', '.join(f'{each} = {value(scope)}' for each in names)};",)
    scope = replace(scope, reads=names, sets=names)
    ahead, scope = begun(scope, 2) if scope.chance(2) else ((), scope)
    lines += ahead
    wait = scope.some("barrier(CLK_LOCAL_MEM_FENCE);", "barrier(CLK_LOCAL_MEM_FENCE);  // all")
    inside = replace(scope, tile="tile", depth=1)
    rounds = (f"tile[lid] = {value(scope)};", wait, *statements(inside, 3))
    rounds += (f"sum += {value(inside)};", wait)
    if scope.chance(2):
        rounds = (Braced("for (int round = 0; round < taps; ++round)", rounds),)
    last = f"(int){_LETTERS[scope.dimensions - 1]}"
    stored: Line = f"state[at] = {' ^ '.join(names)};"
    guard = f"if ({last} < n{_LETTERS[scope.dimensions - 1]})"
    return (*lines, *rounds, Braced(guard, (stored,)) if scope.chance(2) else stored)
