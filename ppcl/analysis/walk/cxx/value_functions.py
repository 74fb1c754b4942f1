"""What a library runs of the program's classes without a call in sight: constructors that copy,
destructors, comparisons and other operators, of the objects that it gets, holds or gives."""

from collections.abc import Iterator

from ppcl.analysis.walk.calls.havoc import havoc
from ppcl.analysis.walk.calls.reach import pointed_to
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.std.containers import copies
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, RecordType, ReferenceType, Type
from ppcl.ir.unit import Function

_LIBRARY = ("std::", "__gnu_cxx::")
# Functions that only hand on what they get, and those whose objects constructors are walked for.
_HANDING_ON = frozenset(
    f"std::{name}"
    for name in (
        *("move", "forward", "as_const", "addressof", "get", "ref", "cref", "begin", "end", "size"),
        *("back_inserter", "inserter", "distance", "advance", "next", "prev"),
        *("make_unique", "make_shared", "get_deleter"),
    )
)
# Members that look at a container, and touch no element.
_LOOKING_NAMES = """
    size empty begin end cbegin cend rbegin rend crbegin crend data capacity max_size length c_str
    front back top get operator-> operator* operator++ operator-- operator+ operator- operator+=
    operator-= base value has_value use_count owner_before release get_allocator
"""
_LOOKING = frozenset(_LOOKING_NAMES.split())
_BY_NUMBER = ("std::vector<", "std::array<", "std::deque<", "std::unique_ptr<", "std::span<")
# What is iterated, or pointed to, is not looked at where its places are compared.
_PLACES = (
    *("__gnu_cxx::__normal_iterator<", "std::_Rb_tree_", "std::__detail::_Node_", "std::_List_"),
    *("std::_Deque_iterator<", "std::unique_ptr<", "std::shared_ptr<", "std::nullptr_t"),
)
# What has no element yet when it is made of nothing.
_EMPTY_NAMES = """
    vector list deque map set multimap multiset unordered_map unordered_set unordered_multimap
    unordered_multiset stack queue priority_queue optional unique_ptr shared_ptr weak_ptr function
"""
_EMPTY = tuple(f"std::{name}<" for name in _EMPTY_NAMES.split())
_LENDING = "std::pmr::"  # containers in memory that the program gives them
_NOT_VALUES = ("operator[]", "operator->", "operator new", "operator delete")


def run_value_functions(walk: Walk, call: ex.Call, state: State) -> None:
    """Let those run that a library's function may call, as far as they act on more than objects."""
    if not walk.program.cplusplus or _is_quiet(call):
        return
    given = [part.type for part in call.arguments]
    given += [call.receiver.type] if call.receiver is not None else []
    names = dict.fromkeys(name for type_ in (call.type, *given) for name in _classes(walk, type_))
    found = [function for name in names for function in acting(walk, name)]
    lent = any(_LENDING in getattr(type_, "name", "") for type_ in (call.type, *given))
    if lent or any(_is_allocator(walk, name) for name in names):
        walk.not_followed("an allocator of the program's", call.at)
    if found:
        reason = f"what '{names.popitem()[0]}' does in the library"
        havoc(walk, found, (), state, reason, call.at)


def _is_quiet(call: ex.Call) -> bool:
    """Whether a function is known to call nothing of the kind."""
    if call.callee in _HANDING_ON or (call.callee or "").startswith("cl"):
        return True
    if (call.callee or "").startswith("new "):
        return not call.arguments and _begins(call.type, _EMPTY)
    if call.receiver is not None:
        type_ = call.receiver.type
        by_number = call.method in ("operator[]", "at") and _begins(type_, _BY_NUMBER)
        return by_number or (call.method in _LOOKING and _begins(type_, _LIBRARY))
    return bool(call.arguments) and all(_begins(part.type, _PLACES) for part in call.arguments)


def _begins(type_: Type, names: tuple[str, ...]) -> bool:
    type_ = type_.referent if isinstance(type_, ReferenceType) else type_
    return isinstance(type_, RecordType) and type_.name.startswith(names)


def _classes(walk: Walk, type_: Type) -> Iterator[str]:
    """The program's classes of which objects are used, by their names."""
    yield from _parts(walk, pointed_to(type_))


def _parts(walk: Walk, type_: Type) -> Iterator[str]:
    """The program's classes that objects of a type consist of, or that a template is made for."""
    waiting, seen = [type_], set[str]()
    while waiting:
        part = waiting.pop()
        while isinstance(part, ArrayType):
            part = part.element
        if not isinstance(part, RecordType) or part.name in seen:
            continue
        seen.add(part.name)
        record = walk.program.classes.records.get(part.name)
        if record is not None and not part.name.startswith(_LIBRARY):
            yield part.name
            waiting += (field.type for field in record.own_fields)
            waiting += (RecordType(base.name, None) for base in record.bases)
        waiting += part.arguments


def acting(walk: Walk, name: str) -> tuple[Function, ...]:
    """A class's functions for values that name variables which last, or that call OpenCL."""

    def find() -> tuple[Function, ...]:
        return tuple(f for f in _value_functions(walk, name) if _acts(walk, f))

    return walk.synthetic(("value functions", name), find)


def _is_allocator(walk: Walk, name: str) -> bool:
    record = walk.program.classes.records[name]
    methods = (method.declaration.last for method in walk.program.classes.methods(name))
    return "allocate" in (*record.pattern, *methods)


def _acts(walk: Walk, function: Function) -> bool:
    touched = walk.program.reach.touched([function])
    makes = function.role == "constructor" and not function.parameters
    return bool(walk.named(touched)) or (touched.command is not None and not makes)


def _value_functions(walk: Walk, name: str) -> Iterator[Function]:
    for method in walk.program.classes.methods(name):
        made = method.role == "constructor" and (not method.parameters or copies(method, name))
        named = method.declaration.last
        operator = named.startswith("operator") and named not in _NOT_VALUES
        if made or operator or method.role == "destructor":
            yield method
    for function in walk.program.functions.values():
        taken = [p.type for p in function.parameters]
        if _is_free(function) and any(_is(type_, name) for type_ in taken):
            yield function


def _is_free(function: Function) -> bool:
    """Whether a function is an operator of its operands, or one that the library looks for."""
    if function.owner is not None:
        return function.owner.startswith(_LIBRARY)
    named = function.declaration.last
    return named.startswith("operator") or named == "swap"


def _is(type_: Type, name: str) -> bool:
    type_ = type_.referent if isinstance(type_, ReferenceType) else type_
    return isinstance(type_, RecordType) and type_.name == name
