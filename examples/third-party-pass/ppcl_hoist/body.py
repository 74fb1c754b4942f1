"""What a loop may do while a load of it is kept: compute, and set private variables."""

from collections.abc import Iterator

from ppcl.api.facts import is_value
from ppcl.api.tree import (
    STEPS,
    AddressSpace,
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Cast,
    Conditional,
    Continue,
    Declaration,
    Declare,
    DoWhile,
    Empty,
    Evaluate,
    Expression,
    FloatLiteral,
    For,
    Function,
    If,
    Index,
    InitList,
    IntLiteral,
    Member,
    NameRef,
    Node,
    PointerType,
    Return,
    SizeOf,
    Swizzle,
    Unary,
    Variable,
    VectorLiteral,
    While,
    descendants,
    variables,
)
from ppcl_hoist import reason
from ppcl_hoist.question import Question
from ppcl_hoist.reason import Reason

_STATEMENTS = Block | Break | Continue | Declare | DoWhile | Empty | Evaluate | For | If | Return
_LITERALS = FloatLiteral | InitList | IntLiteral | SizeOf | VectorLiteral
_VALUES = Binary | Cast | Conditional | Index | Member | NameRef | Swizzle
_QUIET = _STATEMENTS | _LITERALS | _VALUES | Variable | While
_FENCES = ("barrier", "work_group_", "mem_fence", "read_mem_fence", "write_mem_fence")
_COPIES = ("async_work_group_", "wait_group_events")


def of_body(question: Question) -> Iterator[Reason]:
    """What the loop does that may change what is loaded, or may see when it is."""
    private = _private(question.site.function)
    own = {f.declaration.name for unit in question.units for f in unit.functions}
    for node in descendants(question.loop):
        if (found := _of_node(node, private, own)) is not None:
            yield found
    at = question.loop.at.span
    found_volatile = (span for unit in question.units for span in unit.volatile)
    yield from (reason.volatile(span) for span in found_volatile if span.overlaps(at))


def root(target: Expression) -> Declaration | None:
    """The variable of which an expression is the whole or a part; None for what a pointer leads
    to."""
    while not isinstance(target, NameRef):
        match target:
            case Index(base=base) if not isinstance(base.type, PointerType):
                target = base
            case Swizzle(base=base) | Member(base=base, arrow=False):
                target = base
            case _:
                return None
    return target.declaration


def written(node: Node) -> Expression | None:
    """What a node sets, if it sets anything."""
    match node:
        case Assign(target=target):
            return target
        case Unary(op=op, operand=operand) if op in STEPS:
            return operand
    return None


def _private(function: Function) -> set[str]:
    """The variables that no other work-item has."""
    own = variables(function.body) if function.body is not None else ()
    kept = (v for v in own if v.space is AddressSpace.PRIVATE and v.storage == "auto")
    named = (*(v.declaration for v in kept), *(p.declaration for p in function.parameters))
    return {declaration.key for declaration in named}


def _of_node(node: Node, private: set[str], own: set[str]) -> Reason | None:
    at = node.at.span
    target = written(node)
    if target is not None:
        declaration = root(target)
        stays = declaration is not None and declaration.key in private
        return None if stays else reason.store(at)
    if isinstance(node, Call):
        return _of_call(node, own)
    quiet = isinstance(node, _QUIET | Unary)
    return None if quiet else reason.unknown(at)


def _of_call(call: Call, own: set[str]) -> Reason | None:
    at, callee = call.at.span, call.callee or ""
    if callee in own:
        return reason.unknown(at)
    if is_value(call):
        return None
    if callee.startswith(("atomic_", "atom_")):
        return reason.atomic(at)
    if callee.startswith((*_FENCES, *_COPIES)):
        return reason.barrier(at)
    return reason.unknown(at)
