"""What functions that are not known may get by reference, and keep."""

import re
from collections.abc import Iterator

from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place, Pointer, Value, cells_of, choices_of
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    ReferenceType,
    Type,
)

# Operators and members of the C++ library that do not change their (other) operands, nor keep
# references to these.
_READING = frozenset({"push_back", "insert", "append", "to_string", "compare"})
_SIGNS = "* -> [] ! + - / % & | ^ ~ << && || == != < > <= >= <=>"
_OPERATORS = frozenset(f"operator{sign}" for sign in _SIGNS.split())
# Members that make an element of what they get.
_IN_PLACE = frozenset({"emplace", "emplace_back", "emplace_front", "try_emplace"})
# Classes of the C++ library whose objects hold values of what they are made of.
_HOLDING_NAMES = """
    pair tuple optional variant array vector deque list forward_list set map multiset multimap
    unordered_set unordered_map stack queue priority_queue complex atomic valarray basic_string
    initializer_list allocator char_traits less greater equal_to hash default_delete ratio
    shared_ptr unique_ptr weak_ptr
"""
_HOLDING = tuple(f"std::{name}<" for name in _HOLDING_NAMES.split())
_LIBRARY = ("std::", "__gnu_cxx::")


def referred_to(walk: Walk, node: ex.Call | ex.Construct) -> list[ex.Expression]:
    """Those of a call's arguments that the function may get by reference and change.

    Numbers and pointers are passed as the declaration says. A copy of an object may share what it
    points to, so an object counts always.
    """
    if isinstance(node, ex.Call) and _only_reads(walk, node):
        return []
    return [
        argument
        for position, argument in enumerate(node.arguments)
        if node.references is None
        or position in node.references
        or isinstance(argument.type, RecordType)
    ]


def let_go_of_referred(walk: Walk, node: ex.Call | ex.Construct, reason: str, state: State) -> None:
    """Let go of all that a call may hand on by reference, and of what points there."""
    for argument in referred_to(walk, node):
        let_go_of(walk, argument, reason, state)


def let_go_of(walk: Walk, node: ex.Expression, reason: str, state: State) -> None:
    """Let go of what an expression designates that was evaluated: from here on it may change at
    any time."""
    for place in designated(walk, node):
        if place.object.kind == "variable":
            walk.memory.mixed.add(place.object.serial)
        pointer = Pointer(place.object, place.offset, place.precision)
        walk.escape(pointer, state, reason, node.at)


def may_keep(walk: Walk, value: Value) -> None:
    """Somebody may keep a pointer and use it later: what it points to may change at any time."""
    cells = cells_of(value)
    for single in (single for cell in cells for single in choices_of(cell)):
        if isinstance(single, Pointer):
            walk.memory.mixed.add(single.object.serial)


def lend(walk: Walk, value: Value) -> None:
    """A function that is not known gets a pointer: what it points to may change where another such
    function runs."""
    held = (single for cell in cells_of(value) for single in choices_of(cell))
    walk.memory.lent.update(single.object.serial for single in held if isinstance(single, Pointer))


def let_go_of_lent(walk: Walk, name: str, state: State, at: Origin) -> None:
    """A function runs that is not known: what others like it got before may change."""
    reason = f"used by '{name}', which may know it from an earlier call"
    for serial in sorted(walk.memory.lent):
        walk.escape(Pointer(walk.identities.by_serial[serial], ZERO), state, reason, at)


def gives_pointers(node: ex.Call) -> bool:
    """Whether a function that is not known may give back what it got: as its result, or in memory
    of the caller. Pointers to characters are texts."""
    into = [a.type.pointee for a in node.arguments if isinstance(a.type, PointerType)]
    given = [node.type, *(type_ for type_ in into if not getattr(type_, "const", False))]
    return any(isinstance(t, PointerType) and not _is_character(t.pointee) for t in given)


def _is_character(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.bits == 8


def designated(walk: Walk, node: ex.Expression) -> tuple[Place, ...]:
    """What an expression that was evaluated designates; all that it may be a part of."""
    found = walk.nodes.designated
    return tuple(place for part in _lvalues(walk, node) for place in found[id(part)])


def _lvalues(walk: Walk, node: ex.Expression) -> Iterator[ex.Expression]:
    """The loads and stores behind an lvalue: of a call that gives a reference and was not
    modelled, all that it may refer to."""
    match node:
        case _ if id(node) in walk.nodes.designated:
            yield node
        case ex.Binary(op=",", right=inner) | ex.Assign(target=inner):
            yield from _lvalues(walk, inner)
        case ex.Unary(op="++x" | "--x", operand=inner):
            yield from _lvalues(walk, inner)
        case ex.Cast(operand=inner) if not _makes_number(node):
            yield from _lvalues(walk, inner)
        case ex.Conditional(then=then, otherwise=otherwise):
            yield from _lvalues(walk, then)
            yield from _lvalues(walk, otherwise)
        case ex.Call(gives_reference=True, receiver=receiver, arguments=arguments):
            for part in (*((receiver,) if receiver is not None else ()), *arguments):
                yield from _lvalues(walk, part)
        case ex.OpaqueExpression(parts=parts):
            for part in parts:
                yield from _lvalues(walk, part)


def _makes_number(node: ex.Cast) -> bool:
    """Whether a conversion gives a number of another type, in an object of its own."""
    numbers = isinstance(node.type, IntType | FloatType)
    return node.implicit and numbers and node.type != node.operand.type


def holds_values(walk: Walk, type_: Type) -> bool:
    """Whether an object of a type holds values of what it is made of, and no reference to that."""
    if isinstance(type_, IntType | FloatType | PointerType):
        return True
    if isinstance(type_, ArrayType):
        return holds_values(walk, type_.element)
    if not isinstance(type_, RecordType):
        return False
    if type_.name.startswith(_LIBRARY):
        listed = type_.name.startswith(_HOLDING)
        return listed and all(holds_values(walk, part) for part in type_.arguments)
    return type_.name in walk.program.records and not _takes_references(walk, type_)


def _takes_references(walk: Walk, type_: RecordType) -> bool:
    """Whether a class of the program's may keep what a constructor gets by reference."""
    record = walk.program.records[type_.name]
    made = (f for f in walk.program.classes.methods(type_.name) if f.role == "constructor")
    given = [p.type for function in made for p in function.parameters]
    given += [field.type for field in record.fields]
    return any(isinstance(t, ReferenceType) and t.referent != type_ for t in given)


def _only_reads(walk: Walk, node: ex.Call) -> bool:
    """Whether a call that is not known leaves what it may get by reference as it is, and keeps no
    reference to it."""
    name = node.method
    if name in _IN_PLACE and node.receiver is not None:
        return holds_values(walk, node.receiver.type)
    if not (node.callee or "").startswith(_LIBRARY):
        return False
    return name in _READING or name in _OPERATORS or _converts(name)


def _converts(name: str) -> bool:
    return re.match(r"operator \w", name) is not None
