"""The sizes of groups that a kernel's own text gives, as attributes: they are divided, too."""

from collections.abc import Iterator

from ppcl.frontend import bracketed, split, tokens
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.rewrite.merging import GROUP_SIZES, Merge
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.launching.quotient import LOOSE, OPERAND, quotient
from ppcl_transforms.coarsen.parts import NoParts


def divided_sizes(
    function: Function, unit: TranslationUnit, source: SourceFile, merge: Merge
) -> Iterator[Edit]:
    """The edits of a kernel's attributes. Raises NoParts where a size is no multiple of the factor,
    or an attribute does not stand in front of the kernel's body."""
    assert function.body is not None
    _refuse_apart(function, unit, source)
    given = [each for each in function.attributes if each.name in GROUP_SIZES]
    head = Span(source.path, function.at.span.start, function.body.at.span.start)
    places = list(_places(source, head))
    if sorted(name for name, _ in places) != sorted(each.name for each in given):
        raise NoParts("the size of its groups stands elsewhere", function.at)
    for attribute in given:
        if len(attribute.arguments) != 3 or attribute.arguments[merge.dimension] % merge.factor:
            message = f"'{attribute.name}' is no multiple of {merge.factor}"
            raise NoParts(message, function.at)
    for _, sizes in places:
        text = source.text(sizes[merge.dimension])
        strength = OPERAND if text.isdigit() else LOOSE
        yield Edit(sizes[merge.dimension], quotient(text, strength, merge.factor, "down"))


def _refuse_apart(function: Function, unit: TranslationUnit, source: SourceFile) -> None:
    """Refuse sizes that stand in front of no body, as those of a declaration do."""
    heads = [
        Span(each.at.span.file, each.at.span.start, each.body.at.span.start)
        for each in unit.functions
        if each.body is not None
    ]
    for name, sizes in _places(source, Span(source.path, 0, len(source.data))):
        if not any(head.contains(sizes[0]) for head in heads):
            raise NoParts(f"'{name}' may be of a declaration of this kernel", function.at)


def _places(source: SourceFile, head: Span) -> Iterator[tuple[str, list[Span]]]:
    """The attributes of that kind in a text, each with the places of its arguments."""
    for token in tokens(source.data, head.start, head.end):
        name = token.text.decode(errors="replace").strip("_")
        inside = bracketed(source.data, token.end, head.end) if name in GROUP_SIZES else None
        if inside is not None:
            yield name, list(_arguments(source, *inside))


def _arguments(source: SourceFile, start: int, end: int) -> Iterator[Span]:
    """The places between the commas of an argument list, without blanks around them."""
    for begin, behind in split(source.data, start, end, b","):
        text = source.data[begin:behind]
        left, right = text.lstrip(), text.rstrip()
        yield Span(source.path, behind - len(left), begin + len(right))
