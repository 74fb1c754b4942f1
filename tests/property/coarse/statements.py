"""Draws statements of a kernel, some of which all work-items of a row do alike."""

from collections.abc import Callable
from dataclasses import replace

from tests.property.coarse.expressions import condition, value
from tests.property.coarse.lines import Braced, Line
from tests.property.coarse.loops import loop
from tests.property.coarse.scope import COUNTS, Scope

Lines = tuple[Line, ...]
MOST_DEEP = 3
# Names that a pass may want for itself are among them.
NAMES = ("a", "b", "sum", "item", "t", "last_x", "last", "first", "count", "i")


def statements(scope: Scope, most: int) -> Lines:
    """Some statements; what they declare is known to those behind."""
    return begun(scope, most)[0]


def begun(scope: Scope, most: int) -> tuple[Lines, Scope]:
    """Some statements, and what may be said behind them."""
    found: Lines = ()
    for _ in range(scope.number(1, most)):
        lines, scope = _statement(scope)
        found += lines
    return found, scope


def _statement(scope: Scope) -> tuple[Lines, Scope]:
    kinds: list[Callable[[Scope], tuple[Lines, Scope]]] = [_declared, _declared, _array]
    plain: list[Callable[[Scope], Lines]] = [_set, _set, _set, _stored, _vector, _structure, _real]
    if scope.depth < MOST_DEEP:
        plain += [_branch, _branch, _loop, _loop, _loop, _switch, _block]
    chosen = scope.number(0, len(kinds) + len(plain) - 1)
    if chosen < len(kinds):
        return kinds[chosen](scope)
    return plain[chosen - len(kinds)](scope), scope


def declared(scope: Scope, names: tuple[str, ...], constant: bool) -> str:
    """A declaration of numbers."""
    type_ = scope.some("const uint", "uint const") if constant else scope.some("uint", "unsigned")
    return f"{type_} {', '.join(f'{name} = {value(scope)}' for name in names)};"


def _declared(scope: Scope) -> tuple[Lines, Scope]:
    names = (scope.fresh(*NAMES),)
    if scope.chance(3):
        names += (scope.inner(reads=(*scope.reads, *names)).fresh(*NAMES),)
    constant = scope.chance(3)
    line = declared(scope, names, constant) + scope.some("", "", "", " // its own", " /* own */")
    sets = scope.sets if constant else (*scope.sets, *names)
    return (line,), replace(scope, reads=(*scope.reads, *names), sets=sets)


def _array(scope: Scope) -> tuple[Lines, Scope]:
    name = scope.fresh("own", "row", "taken")
    after = replace(scope, arrays=(*scope.arrays, name))
    if scope.chance(2):
        values = ", ".join(value(scope, 1) for _ in range(scope.number(1, 4)))
        return (f"uint {name}[4] = {{{values}}};",), after
    head = scope.some(
        "for (int slot = 0; slot < 4; slot++)", "for (int slot = 0; slot < 4; ++slot)"
    )
    filled = Braced(head, (f"{name}[slot] = {value(scope, 1)} + (uint)slot;",))
    return (f"uint {name}[4];", filled), after


def _set(scope: Scope) -> Lines:
    if scope.arrays and scope.chance(3):
        place = f"{scope.some(*scope.arrays)}[({value(scope, 1)}) & 3]"
    elif scope.sets:
        place = scope.some(*scope.sets)
    else:
        return _stored(scope)
    if scope.chance(6):
        return (scope.some(f"{place}++;", f"--{place};", f"{place} += 3u, {place} ^= 1u;"),)
    return (f"{place} {scope.some('=', '+=', '+=', '^=', '*=')} {value(scope)};",)


def _stored(scope: Scope) -> Lines:
    if scope.chance(4):
        name = scope.some("atomic_add", "atomic_xor", "atomic_max", "atomic_or")
        return (f"{name}(&counts{name[6:]}[({value(scope, 1)}) % {COUNTS}u], {value(scope, 1)});",)
    return (f"state[at] {scope.some('=', '+=', '^=')} {value(scope)};",)


def _vector(scope: Scope) -> Lines:
    name = scope.fresh("pair", "both")
    lines: Lines = (f"uint2 {name} = (uint2)({value(scope, 1)}, {value(scope, 1)});",)
    lines += (f"{name} += (uint2)({value(scope, 1)});", f"state[at] += {name}.x ^ {name}.y;")
    return (Braced("", lines),)


def _structure(scope: Scope) -> Lines:
    name = scope.fresh("cell", "node")
    lines: Lines = (f"struct cell_t {name};", f"{name}.left = {value(scope, 1)};")
    lines += (f"{name}.right = {value(scope, 1)};",)
    lines += (f"state[at] ^= {name}.left * 3u + {name}.right;",)
    return (Braced("", lines),)


def _real(scope: Scope) -> Lines:
    """Arithmetic of floats that hold small integers, so that each order gives the same."""
    name = scope.fresh("real", "total_f")
    lines: Lines = (f"float {name} = 0.0f;",)
    added = f"{name} += (float)(({value(scope, 1)}) & 63u) * 0.5f;"
    lines += (Braced("for (int tap = 0; tap < taps; ++tap)", (added,)),)
    return (Braced("", (*lines, f"state[at] += (uint)(int){name};")),)


def _branch(scope: Scope) -> Lines:
    then = Braced(f"if ({condition(scope)})", statements(scope.inner(), 2))
    if not scope.chance(3):
        return (then,)
    return (then, Braced("else", statements(scope.inner(), 2)))


def _block(scope: Scope) -> Lines:
    if not scope.reads:
        return (Braced("", statements(scope.inner(), 2)),)
    hidden = scope.some(*scope.reads)  # another variable of the same name
    first = f"uint {hidden} = (uint)taps + {scope.number(1, 9)}u;"
    within = scope.inner(sets=tuple({*scope.sets, hidden}))
    return (Braced("", (first, *statements(within, 3))),)


def _switch(scope: Scope) -> Lines:
    body: Lines = ()
    for number in range(scope.number(1, 2)):
        body += (f"case {number}:", *_set(scope), "break;")
    body += ("default:", *_set(scope))
    return (Braced(f"switch (({value(scope, 1)}) % 4u)", body),)


def _loop(scope: Scope) -> Lines:
    return loop(scope, statements)
