"""What constructors do in front of their bodies: bases and members, written or implied."""

from collections.abc import Iterator
from itertools import pairwise

from ppcl.frontend import lexing, native
from ppcl.frontend.expressions import is_expression, operands
from ppcl.frontend.kinds import Kind
from ppcl.frontend.layout import base_places
from ppcl.frontend.member_defaults import default_of
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader, is_made_by_compiler
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.statement import Block, Evaluate, OpaqueStatement, Statement
from ppcl.ir.types import ArrayType, IntType, PointerType, RecordType, VoidType
from ppcl.ir.unit import Function, implied_constructor

_CLASSES = frozenset({Kind.STRUCT, Kind.CLASS, Kind.UNION})
_INDEX = IntType("int", 32, True)
_FEW = 64


def initialisers(reader: Reader, constructor: Cursor, parts: list[Cursor]) -> Iterator[Statement]:
    """What a constructor does before its body; another constructor of the class does all."""
    owner = native.definition(native.semantic_parent(constructor))
    classes = _written_classes(parts)
    delegated = classes.get(native.identity(owner))
    at = reader.place(constructor)
    if delegated is None:
        yield from _parts(reader, owner, parts, at)
    else:
        yield _constructed(reader, _whole(reader, owner, reader.place(delegated)), delegated)


def implied(reader: Reader, owner: Cursor) -> Function:
    """The default constructor of a class that writes none."""
    at = reader.place(owner)
    name = reader.types.name(owner)
    reader.owner = owner
    return Function(
        at,
        reader.name_place(owner),
        Declaration(name, implied_constructor(name)),
        VoidType(),
        (),
        Block(at, tuple(_parts(reader, owner, [], at))),
        owner=name,
        role="constructor",
    )


def _parts(reader: Reader, owner: Cursor, parts: list[Cursor], at: Origin) -> Iterator[Statement]:
    """Bases, then fields, in the order of the class."""
    classes = _written_classes(parts)
    for base in base_places(owner):
        written = classes.get(native.identity(base.definition))
        here = reader.place(written) if written is not None else at
        type_ = reader.types.of(base.definition)
        lvalue = ex.Cast(here, type_, _whole(reader, owner, here), implicit=True)
        if written is not None:
            yield _constructed(reader, lvalue, written)
        else:
            yield from _by_default(reader, base.definition, lvalue, at)
    values = {
        native.spelling(part): (part, value)
        for part, value in pairwise(parts)
        if part.kind == Kind.MEMBER_REF and is_expression(value)
    }
    for field in native.fields(native.type_of(owner)):
        place, value = values.get(native.spelling(field), (field, default_of(field)))
        yield from _field(reader, owner, field, reader.place(place), value)


def _written_classes(parts: list[Cursor]) -> dict[tuple[int, int], Cursor]:
    """The initialisers of bases, or of the class itself, by the class's definition."""
    before: list[Cursor | None] = [None, *parts]
    return {
        native.identity(native.definition(native.declaration_of(native.type_of(part)))): part
        for part, previous in zip(parts, before, strict=False)
        if is_expression(part) and (previous is None or previous.kind != Kind.MEMBER_REF)
    }


def _whole(reader: Reader, owner: Cursor, at: Origin) -> ex.Expression:
    type_ = reader.types.of(owner)
    return ex.Unary(at, type_, "*", ex.This(at, PointerType(type_)))


def _constructed(reader: Reader, lvalue: ex.Expression, value: Cursor) -> Statement:
    """An object made from a written value: by a constructor of the program, or by a copy."""
    made = reader.expression(value)
    target = native.referenced(value)
    own = target.kind == Kind.CONSTRUCTOR and not is_made_by_compiler(target)
    own = own and isinstance(lvalue.type, RecordType)
    if isinstance(made, ex.Construct) and own and reader.is_users(target):
        name = reader.names.qualified(target)
        call = ex.Call(made.at, VoidType(), name, made.target, made.arguments, lvalue)
        return Evaluate(made.at, call)
    return Evaluate(made.at, ex.Assign(made.at, lvalue.type, "=", lvalue, made, True))


def _by_default(
    reader: Reader, definition: Cursor, lvalue: ex.Expression, at: Origin
) -> Iterator[Statement]:
    """The default constructor of a base or member."""
    if not reader.is_users(definition):
        made = ex.Construct(at, lvalue.type, None, ())
        yield Evaluate(at, ex.Assign(at, lvalue.type, "=", lvalue, made, True))
        return
    constructors = _constructors(definition)
    chosen = next((c for c in constructors if _takes_nothing(reader, c)), None)
    if chosen is not None and not is_made_by_compiler(chosen):
        count = max(native.argument_count(chosen), 0)
        defaults = (operands(native.argument(chosen, index))[-1] for index in range(count))
        arguments = tuple(map(reader.expression, defaults))
        name, declaration = reader.names.qualified(chosen), reader.names.declaration(chosen)
        yield Evaluate(at, ex.Call(at, VoidType(), name, declaration, arguments, lvalue))
    elif not _is_seen(definition):
        yield _of_instance(reader, definition, lvalue, at)
    else:
        name = reader.types.name(definition)
        reader.implied.setdefault(implied_constructor(name), definition)
        declaration = Declaration(name, implied_constructor(name))
        yield Evaluate(at, ex.Call(at, VoidType(), name, declaration, (), lvalue))


def _of_instance(
    reader: Reader, definition: Cursor, lvalue: ex.Expression, at: Origin
) -> Statement:
    """The default constructor of what a template is instantiated to."""
    chosen = reader.made.constructors.get(native.identity(definition))
    if chosen is None:
        reader.made.lack(definition)
    if chosen is None or native.argument_count(chosen) > 0 or is_made_by_compiler(chosen):
        return OpaqueStatement(at, "the implied constructor of a class template", ())
    reader.use(chosen)
    name, declaration = reader.names.qualified(chosen), reader.names.declaration(chosen)
    return Evaluate(at, ex.Call(at, VoidType(), name, declaration, (), lvalue))


def _is_seen(definition: Cursor) -> bool:
    """Whether a class without a constructor that is seen has none: of what a template is
    instantiated to, the template tells, and its bases are what it says where no template is one."""
    template = native.specialized(definition)
    if template.kind >= Kind.INVALID:
        return True
    bases = (c for c in native.children(template) if c.kind == Kind.BASE)
    plain = all(native.referenced(base).kind in _CLASSES for base in bases)
    return plain and not _writes_constructor(template) and not _default_unseen(definition, template)


def _writes_constructor(template: Cursor) -> bool:
    own = [c for c in _constructors(template) if not native.is_defaulted(c)]
    made = [c for c in native.children(template) if c.kind == Kind.FUNCTION_TEMPLATE]
    name = native.spelling(template)
    return bool(own) or any(native.spelling(each).split("<")[0] == name for each in made)


def _default_unseen(definition: Cursor, template: Cursor) -> bool:
    """Whether the template writes a default for a member that is not seen where it is made."""
    fields = [c for c in native.children(template) if c.kind == Kind.FIELD]
    written = {native.spelling(field) for field in fields if default_of(field) is not None}
    made = native.fields(native.type_of(definition))
    seen = {native.spelling(field) for field in made if default_of(field) is not None}
    return not written <= seen


def _constructors(definition: Cursor) -> list[Cursor]:
    return [c for c in native.children(definition) if c.kind == Kind.CONSTRUCTOR]


def _takes_nothing(reader: Reader, constructor: Cursor) -> bool:
    """Whether a constructor can be called without arguments."""
    count = max(native.argument_count(constructor), 0)
    return all(_has_default(reader, native.argument(constructor, n)) for n in range(count))


def _has_default(reader: Reader, parameter: Cursor) -> bool:
    _, text, start, end = reader.spans.source(reader.place(parameter).span)
    return any(token.text == b"=" for token in lexing.tokens(text, start, end))


def _field(
    reader: Reader, owner: Cursor, field: Cursor, at: Origin, value: Cursor | None
) -> Iterator[Statement]:
    type_ = reader.types.of(field)
    this = ex.This(at, PointerType(reader.types.of(owner)))
    target = ex.Member(at, type_, this, native.spelling(field), arrow=True)
    if value is not None:
        yield _initialised(reader, target, at, value)
        return
    element = type_.element if isinstance(type_, ArrayType) else type_
    if isinstance(element, RecordType) and element.name in reader.types.records:
        definition = native.definition(reader.types.records[element.name])
        if not native.is_anonymous_record(definition) and definition.kind in _CLASSES:
            yield from _objects(reader, definition, target, at)


def _objects(
    reader: Reader, definition: Cursor, target: ex.Member, at: Origin
) -> Iterator[Statement]:
    """A member object, or an array of them."""
    if not isinstance(target.type, ArrayType):
        yield from _by_default(reader, definition, target, at)
    elif target.type.length is None or target.type.length > _FEW:
        yield OpaqueStatement(at, "the constructors of many objects", ())
    else:
        for number in range(target.type.length):
            index = ex.IntLiteral(at, _INDEX, number)
            element = ex.Index(at, target.type.element, target, index)
            yield from _by_default(reader, definition, element, at)


def _initialised(reader: Reader, target: ex.Member, at: Origin, value: Cursor) -> Statement:
    statement = _constructed(reader, target, value)
    assert isinstance(statement, Evaluate)
    made = statement.expression
    if not isinstance(made, ex.Assign):
        return statement
    held = made.value.at
    whole = at if at.span.contains(held.span) else _joined(reader, at, held)
    return Evaluate(whole, ex.Assign(whole, target.type, "=", target, made.value, True))


def _joined(reader: Reader, first: Origin, last: Origin) -> Origin:
    """The place of `field(value)`."""
    if first.macro is not None or last.macro is not None:
        return last
    file, text, start, _ = reader.spans.source(first.span)
    end = reader.spans.source(last.span)[3]
    bracket = lexing.next_token(text, end)
    closes = bracket is not None and bracket.text in (b")", b"}")
    return Origin(reader.spans.span(file, start, bracket.end if bracket and closes else end))
