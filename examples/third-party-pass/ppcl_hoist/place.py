"""Whether a statement can be put in front of a loop, and what the new text is."""

import re
from collections.abc import Iterator

from ppcl.api import Edit, free_name, statement_in_front, words
from ppcl.api.tree import Block, DoWhile, For, Index, IntLiteral, NameRef, descendants
from ppcl_hoist import reason
from ppcl_hoist.load import replaced, type_of
from ppcl_hoist.question import Question
from ppcl_hoist.reason import Reason

_COMMENTS = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DIRECTIVE = re.compile(rb"^[ \t]*(?:#|%:|\?\?=)", re.MULTILINE)


def of_place(question: Question) -> Iterator[Reason]:
    """What stands against a new statement in front of the loop."""
    at = question.loop.at.span
    if isinstance(question.loop, DoWhile):
        yield reason.do_while(at)
    elif not isinstance(question.loop, For):
        yield reason.not_counted(at)
    if question.loop.at.macro is not None:
        yield reason.of_macro(at)
    block = _block(question)
    if block is None:
        yield reason.no_block(at)
    elif _ahead(question, block) or _DIRECTIVE.search(question.source.text(at)):
        yield reason.directive(at)
    if statement_in_front(question.source, at.start, b"") is None:
        yield reason.shared_line(at)


def edits(question: Question) -> tuple[Edit, ...]:
    """The new statement, and its variable for each load."""
    load, start = question.site.load, question.loop.at.span.start
    name = new_name(question).encode("utf-8", "surrogateescape")
    kind = (type_of(question) or "").encode()
    text = b"%b %b = %b;" % (kind, name, question.source.text(load.at.span))
    first = statement_in_front(question.source, start, text)
    return (
        *((first,) if first is not None else ()),
        *(Edit(each.at.span, name) for each in replaced(question)),
    )


def new_name(question: Question) -> str:
    """`w_k` for `w[k]`, or with a number behind it where the program says that already."""
    taken = (word for source in question.beside for word in words(source.data))
    given = (name for unit in question.units for name, _ in unit.given)
    return free_name(_wanted(question.site.load), (*taken, *given))


def _wanted(load: Index) -> str:
    base = load.base.declaration.name if isinstance(load.base, NameRef) else "element"
    match load.index:
        case NameRef(declaration=declaration):
            return f"{base}_{declaration.name}"
        case IntLiteral(value=value):
            return f"{base}_{value}"
    return f"{base}_value"


def _block(question: Question) -> Block | None:
    """The braces in which the loop is a statement of its own."""
    body = question.site.function.body
    blocks = (node for node in descendants(body) if isinstance(node, Block)) if body else ()
    return next((b for b in blocks if any(each is question.loop for each in b.body)), None)


def _ahead(question: Question, block: Block) -> bytes:
    """What the text has between the statement in front of the loop and the loop, but comments."""
    start = question.loop.at.span.start
    ends = [each.at.span.end for each in block.body if each.at.span.end <= start]
    begin = max(ends, default=block.at.span.start + 1)
    between = question.source.data[begin:start]
    return _COMMENTS.sub(b"", between).strip()
