"""Draws loops of a kernel: all end, some after as many rounds for each work-item."""

from collections.abc import Callable

from tests.property.coarse.expressions import condition, value
from tests.property.coarse.lines import Braced, Line
from tests.property.coarse.scope import Scope

Lines = tuple[Line, ...]
Drawn = Callable[[Scope, int], Lines]


def loop(scope: Scope, statements: Drawn) -> Lines:
    """A loop whose body `statements` draws."""
    counter = scope.fresh("k", "t", "step", "i", "item")
    bound = bound_of(scope)
    read = (*scope.reads, counter)
    inner = scope.inner(reads=read, loops=scope.loops + 1)
    body = (*statements(inner, 2), *_ways_out(inner))
    match scope.number(0, 6):
        case 0:
            head = f"while ({counter} < {bound})"
            inside: Lines = (f"uint {counter} = 0u;", Braced(head, (f"{counter}++;", *body)))
            return (Braced("", inside),)
        case 1:
            body = (f"++{counter};", *body)
            test = f" while ({counter} < {bound});"
            return (Braced("", (f"uint {counter} = 0u;", Braced("do", body, test))),)
        case 2:
            head = f"for (uint {counter} = {bound}; {counter}-- > 0u;)"
        case 3:
            head = f"for (uint {counter} = 0, most = {bound}; {counter} < most; {counter} += 1)"
        case 4:
            unrolled: Lines = (f"#pragma unroll {scope.number(1, 4)}",)
            head = f"for (uint {counter} = 0; {counter} < {bound}; ++{counter})"
            return (*unrolled, Braced(head, body))
        case _:
            step = scope.some(f"{counter}++", f"++{counter}")
            head = f"for (uint {counter} = 0; {counter} < {bound}; {step})"
    return (Braced(head, body),)


def bound_of(scope: Scope) -> str:
    """How often a loop runs: mostly the same for all."""
    if scope.loops > 1 or scope.chance(4):
        return f"({value(scope, 1)}) % {scope.number(2, 4)}u"
    return scope.some("(uint)taps", "(uint)taps", f"{scope.number(1, 4)}u", "(uint)taps + 1u")


def _ways_out(scope: Scope) -> Lines:
    if not scope.chance(4):
        return ()
    lines: Lines = (Braced(f"if ({condition(scope)})", (scope.some("break;", "continue;"),)),)
    if scope.sets:
        lines += (f"{scope.some(*scope.sets)} += {value(scope, 1)};",)
    return lines
