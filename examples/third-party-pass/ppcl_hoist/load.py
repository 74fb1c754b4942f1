"""What a load must be, wherever it is to stand."""

from collections.abc import Iterator

from ppcl.api import Span, spelled, words
from ppcl.api.tree import (
    Binary,
    Call,
    Cast,
    Index,
    IntLiteral,
    Member,
    NameRef,
    PointerType,
    Swizzle,
    Unary,
    descendants,
)
from ppcl_hoist import reason
from ppcl_hoist.question import Question
from ppcl_hoist.reason import Reason

WORK_ITEM = frozenset(
    f"get_{name}"
    for name in (
        "global_id",
        "local_id",
        "group_id",
        "global_size",
        "local_size",
        "num_groups",
        "global_offset",
        "work_dim",
    )
)
_ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"))


def of_load(question: Question) -> Iterator[Reason]:
    """What stands against moving this load at all."""
    at = question.site.at
    if not question.models:
        yield reason.helper(question.site.function.name_at.span)
    if not all(model.complete for model in question.models):
        yield reason.not_followed(at)
    if len(question.units) != 1:
        yield reason.several_builds(at)
    yield from (reason.of_macro(span) for span in _macros(question))
    if b"\n" in question.source.text(at):
        yield reason.several_lines(at)
    if any(span.overlaps(at) for unit in question.units for span in unit.volatile):
        yield reason.volatile(at)
    for load, path in question.same:
        if isinstance(path[-2], Member | Swizzle):
            yield reason.component(load.at.span)
    yield from _of_value(question)


def type_of(question: Question) -> str | None:
    """How the loaded value's type is spelled, where the parameter spells it in the same way: an
    own name of the program for a type may mean another one in another build."""
    base = question.site.load.base
    if not isinstance(base, NameRef) or not isinstance(base.type, PointerType):
        return None
    spelling = spelled(base.type.pointee)
    own = question.site.function.parameters
    written = (p.at.span for p in own if p.declaration.key == base.declaration.key)
    said = {word for span in written for word in words(question.source.text(span))}
    return spelling if spelling in said else None


def _of_value(question: Question) -> Iterator[Reason]:
    load = question.site.load
    if type_of(question) is None:
        yield reason.no_spelling(load.base.at.span)
    if not all(_is_plain(node) for node in descendants(load) if node is not load):
        yield reason.index_not_plain(load.index.at.span)


def _is_plain(node: object) -> bool:
    match node:
        case IntLiteral() | NameRef() | Cast(implicit=True) | Unary(op="+" | "-" | "~"):
            return True
        case Binary(op=op):
            return op in _ARITHMETIC
        case Call(callee=callee):
            return callee in WORK_ITEM
    return False


def _macros(question: Question) -> Iterator[Span]:
    """The place of the load, where a macro makes a part of it, or gets it, or is named in it."""
    at, said = question.site.at, set(words(question.source.text(question.site.at)))
    nodes = descendants(question.site.load)
    if any(node.at.macro is not None for node in nodes):
        yield at
    for unit in question.units:
        names = {macro.name for macro in unit.macros} | {name for name, _ in unit.given}
        if names & said or any(use.at.overlaps(at) for use in unit.macro_uses):
            yield at


def replaced(question: Question) -> tuple[Index, ...]:
    """The loads that the variable stands for."""
    return tuple(load for load, _ in question.same)
