"""Draws expressions of a kernel: unsigned numbers, all of them defined."""

from tests.property.coarse.scope import INPUTS, Scope

_FUNCTIONS = ("min", "max", "rotate", "mix", "mix", "scaled", "abs_diff", "hadd")
_OPERATORS = ("+", "+", "+", "*", "-", "^", "&", "|")
_ASKED = (
    *("get_global_id", "get_global_id", "get_global_id", "get_local_id", "get_local_id"),
    *("get_group_id", "get_global_size", "get_local_size", "get_num_groups", "get_global_offset"),
)


def value(scope: Scope, deep: int = 2) -> str:
    """An unsigned number."""
    if deep == 0:
        return _leaf(scope)
    match scope.number(0, 11):
        case 0 | 1 | 2 | 3:
            return f"{value(scope, deep - 1)} {scope.some(*_OPERATORS)} {_factor(scope, deep - 1)}"
        case 4:
            return f"{_factor(scope, deep - 1)} {scope.some('%', '/')} {scope.number(2, 9)}u"
        case 5:
            return f"{_factor(scope, deep - 1)} {scope.some('>>', '<<')} {scope.number(1, 5)}"
        case 6:
            name = scope.some(*_FUNCTIONS)
            return f"{name}({value(scope, deep - 1)}, {value(scope, deep - 1)})"
        case 7:
            return f"({condition(scope)} ? {value(scope, deep - 1)} : {_leaf(scope)})"
        case 8:
            return f"{scope.some('~', '-', '')}({value(scope, deep - 1)})"
        case 9 if scope.arrays:
            return f"{scope.some(*scope.arrays)}[{_factor(scope, deep - 1)} & 3]"
        case 10 if scope.tile:
            return f"{scope.tile}[({_factor(scope, deep - 1)}) % lsize]"
        case _:
            return load(scope, deep - 1)


def load(scope: Scope, deep: int) -> str:
    """A number of a buffer that nobody writes."""
    return f"{scope.some(*INPUTS)}[({value(scope, deep)}) % total]"


def _factor(scope: Scope, deep: int) -> str:
    found = value(scope, deep)
    return f"({found})" if " " in found else found


def _leaf(scope: Scope) -> str:
    match scope.number(0, 7):
        case 0:
            return f"{scope.number(0, 40)}u"
        case 1:
            return f"(uint){scope.some(*_ASKED)}({scope.number(0, scope.dimensions - 1)})"
        case 2 | 3 if scope.ids:
            return f"(uint){scope.some(*scope.ids)}"
        case 4:
            return "(uint)taps"
        case _ if scope.reads:
            return scope.some(*scope.reads)
        case _:
            return f"{scope.number(1, 9)}u"


def condition(scope: Scope) -> str:
    """A condition: the same for a row, or not."""
    match scope.number(0, 5):
        case 0:
            return f"taps {scope.some('>', '<', '!=')} {scope.number(0, 5)}"
        case 1:
            asked = f"{scope.some(*_ASKED)}({scope.number(0, scope.dimensions - 1)})"
            return f"{asked} {scope.some('<', '>=', '==')} {scope.number(0, 6)}"
        case 2:
            return f"({value(scope, 1)}) % {scope.number(2, 4)}u {scope.some('==', '!=')} 0u"
        case 3:
            both = scope.some("&&", "||")
            return (
                f"({value(scope, 1)}) > {scope.number(0, 30)}u {both} taps > {scope.number(0, 4)}"
            )
        case _:
            return f"({value(scope, 1)}) {scope.some('<', '>')} ({value(scope, 1)})"
