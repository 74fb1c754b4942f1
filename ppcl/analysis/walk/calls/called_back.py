"""Functions that others may call from some place on, at any time: callbacks, handlers, deleters,
and methods that replace a library's own."""

from typing import TYPE_CHECKING

from ppcl.analysis.walk.calls.reporters import only_tells
from ppcl.analysis.walk.core.value import Closure, FunctionValue, Place
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function

if TYPE_CHECKING:
    from ppcl.analysis.walk.core.machine import Walk

# What only a program's own handlers call, or the program's end.
_HANDLERS = "c:@N@std@S@exception@F@what"
# The virtual functions of the C++ library's buffers, facets and memory resources (C++17): what a
# class made from a template replaces is not seen.
_BUFFERS = "imbue setbuf seekoff seekpos sync showmanyc xsgetn underflow uflow pbackfail xsputn"
_FACETS = """
    do_always_noconv do_close do_compare do_curr_symbol do_date_order do_decimal_point do_encoding
    do_falsename do_frac_digits do_get do_get_date do_get_monthname do_get_time do_get_weekday
    do_get_year do_grouping do_hash do_in do_is do_length do_max_length do_narrow do_neg_format
    do_negative_sign do_open do_out do_pos_format do_positive_sign do_put do_scan_is do_scan_not
    do_thousands_sep do_tolower do_toupper do_transform do_truename do_unshift do_widen
"""
_VIRTUAL = frozenset(f"{_BUFFERS} overflow {_FACETS} do_allocate do_deallocate do_is_equal".split())


def function_of(walk: "Walk", value: FunctionValue | Closure) -> Function | None:
    """The function of the program that is called, None where it has no such body."""
    if isinstance(value, Closure):
        return walk.memory.closures[value.number].function
    return walk.program.functions.get(value.declaration.key)


def may_be_called(walk: "Walk", value: FunctionValue | Closure, at: Origin) -> list[Place]:
    """Say so where it matters when a function runs; the variables that it names."""
    function = function_of(walk, value)
    if function is None or only_tells(function):
        return []
    touched = walk.program.reach.touched([function])
    if touched.acts or touched.command is not None:
        _say(walk, function.declaration.name, at)
    closed = walk.memory.closures[value.number] if isinstance(value, Closure) else None
    return walk.named(touched, closed)


def tell_of_overriders(walk: "Walk") -> None:
    """Say so where it matters when a method runs that a library may call on an object which it
    knows: one that replaces a method of the library's."""
    foreign = {key for function in walk.program.functions.values() for key in function.foreign}
    keys = [key for key in sorted(foreign) if not key.startswith(_HANDLERS)]
    for method in walk.program.functions.values() if keys else ():
        replaces = any(walk.program.classes.replaces(method, key) for key in keys)
        matters = method.role == "method" and not only_tells(method)
        if replaces and matters and walk.program.reach.acts(method):
            _say(walk, method.declaration.name, method.name_at)
    records = walk.program.records.values()
    own = (r for r in records if not r.name.startswith(("std::", "__gnu_cxx::")))
    for record in own:
        read = [method.declaration.last for method in walk.program.classes.methods(record.name)]
        for name in _VIRTUAL.intersection(record.pattern):
            if record.pattern.count(name) > read.count(name):
                _say(walk, f"{record.name}::{name}", None)


def _say(walk: "Walk", name: str, at: Origin | None) -> None:
    walk.gap("PPC108", f"'{name}' may be called back", at)
