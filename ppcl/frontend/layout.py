"""Where base classes lie in an object (Itanium C++ ABI, section 2.4), which libclang does not say.

The offsets are those of an object without virtual bases; the place that clang gives for the first
own field must agree, or none is known.
"""

from dataclasses import dataclass

from ppcl.frontend import native
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor

_POINTER = 8


@dataclass(frozen=True)
class BasePlace:
    """A base class's definition and its offset in bytes, -1 where that is not known."""

    definition: Cursor
    offset: int


def base_places(definition: Cursor) -> list[BasePlace]:
    """The base classes of a class, in their order."""
    found = _written_bases(definition)
    classes = [native.definition(native.referenced(c)) for c in found]
    if not classes:
        return []
    if any(native.is_virtual_base(c) for c in found) or _has_virtual_base(classes):
        return [BasePlace(c, -1) for c in classes]
    places, end = _placed(definition, classes)
    known = _agrees(definition, end)
    return [
        BasePlace(c, offset if known else -1) for c, offset in zip(classes, places, strict=True)
    ]


def _written_bases(definition: Cursor) -> list[Cursor]:
    """The base specifiers; what a template is instantiated to has those of the template.

    Of a template itself, only those that are no template: one may be derived from itself.
    """
    found = [c for c in native.children(definition) if c.kind == Kind.BASE]
    if definition.kind == Kind.CLASS_TEMPLATE:
        return [c for c in found if native.referenced(c).kind != Kind.CLASS_TEMPLATE]
    if found or native.specialized(definition).kind >= Kind.INVALID:
        return found
    return [c for c in native.children(native.specialized(definition)) if c.kind == Kind.BASE]


def _placed(definition: Cursor, classes: list[Cursor]) -> tuple[list[int], int]:
    """The offsets of the bases, and where the last one's data ends."""
    primary = next((c for c in classes if is_polymorphic(c)), None)
    end = _POINTER if primary is None and is_polymorphic(definition) else 0
    if primary is not None:
        end = _data_size(primary)
    places: list[int] = []
    for base in classes:
        if base is primary:
            places.append(0)
            continue
        if _is_empty(base):
            places.append(0)
            continue
        alignment = native.align_of(native.type_of(base))
        places.append(_rounded(end, alignment))
        end = places[-1] + _data_size(base)
    return places, end


def _agrees(definition: Cursor, end: int) -> bool:
    type_ = native.type_of(definition)
    fields = native.fields(type_)
    if not fields:
        alignment = native.align_of(type_)
        return bool(_rounded(max(end, 1), alignment) == native.size_of(type_))
    first = fields[0]
    name = native.encoded(native.spelling(first))
    alignment = native.align_of(native.type_of(first))
    expected = 8 * _rounded(end, alignment)
    return bool(name and alignment > 0 and native.offset_of(type_, name) == expected)


def _rounded(size: int, alignment: int) -> int:
    return -(-size // max(alignment, 1)) * max(alignment, 1)


def _data_size(definition: Cursor) -> int:
    """The size without the padding at the end, in which a derived class may put its own data."""
    type_ = native.type_of(definition)
    size = int(native.size_of(type_))
    if not is_polymorphic(definition) and native.is_pod(type_):
        return size
    fields = native.fields(type_)
    if not fields:
        return _placed(definition, [p.definition for p in base_places(definition)])[1]
    last = fields[-1]
    bits = native.offset_of(type_, native.encoded(native.spelling(last)))
    if bits < 0 or native.is_bit_field(last):
        return size
    return int(bits) // 8 + int(native.size_of(native.type_of(last)))


def _is_empty(definition: Cursor) -> bool:
    no_data = not native.fields(native.type_of(definition)) and not is_polymorphic(definition)
    return no_data and all(_is_empty(p.definition) for p in base_places(definition))


def _has_virtual_base(classes: list[Cursor]) -> bool:
    bases = [c for one in classes for c in _written_bases(one)]
    return any(native.is_virtual_base(c) for c in bases) or (
        bool(bases) and _has_virtual_base([native.definition(native.referenced(c)) for c in bases])
    )


def is_polymorphic(definition: Cursor) -> bool:
    """Whether objects of a class begin with, or hold in a base, a pointer to a method table."""
    own = any(native.is_virtual(part) for part in native.children(definition))
    return own or any(
        is_polymorphic(native.definition(native.referenced(base)))
        for base in _written_bases(definition)
    )
