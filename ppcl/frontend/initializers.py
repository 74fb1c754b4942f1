"""Initialiser lists: designators and left-out braces resolved (C11 6.7.9)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from ppcl.frontend import native
from ppcl.frontend.expressions import opaque, operands
from ppcl.frontend.indexed import construction, has_constructors, has_conversions
from ppcl.frontend.kinds import Kind, TypeKind
from ppcl.frontend.member_defaults import has_defaults, member_defaults
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader
from ppcl.frontend.records import record_of
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.statement import OpaqueStatement
from ppcl.ir.traverse import descendants
from ppcl.ir.types import ArrayType, IntType, RecordType, Type, VectorType, size_of
from ppcl.ir.unit import Field

Designator = int | str
_MANY = 1024  # elements of an array whose defaults are written out
_OF_OBJECT = (ex.This, ex.OpaqueExpression)
_CONTAINERS = ("std::vector<", "std::map<", "std::unordered_map<")
_CLASSES = ("std::basic_string<", "std::vector<", "std::shared_ptr<", "std::unique_ptr<")


@dataclass
class _Aggregate:
    """An array or record while it is being filled; `slots` by number of element or field."""

    reader: Reader
    type: ArrayType | RecordType
    slots: "dict[int, _Aggregate | ex.Expression]" = field(default_factory=dict)

    @property
    def fields(self) -> tuple[Field, ...]:
        """A record's fields."""
        return record_of(self.reader, self.type).fields if isinstance(self.type, RecordType) else ()

    def is_full(self, index: int) -> bool:
        """Whether an initialiser without a designator goes to the next outer object."""
        if isinstance(self.type, ArrayType):
            return self.type.length is not None and index >= self.type.length
        union = record_of(self.reader, self.type).union
        return index >= (1 if union else len(self.fields))

    def slot_type(self, index: int) -> Type | None:
        """The type of an element or field, None where there is none."""
        if isinstance(self.type, ArrayType):
            return self.type.element
        return self.fields[index].type if index < len(self.fields) else None

    def index_of(self, designator: Designator) -> int | None:
        """The number of the element or field that a designator names."""
        if isinstance(designator, int):
            return designator
        names = [field.name for field in self.fields]
        return names.index(designator) if designator in names else None

    def behind(self, index: int) -> int:
        """The slot that an initialiser without a designator fills behind another one: members of
        an anonymous union lie at the same place, and one of them is filled."""
        end = _end(self.fields[index]) if index < len(self.fields) else None
        following = range(index + 1, len(self.fields))
        past = (number for number in following if _is_past(self.fields[number], end))
        return index + 1 if end is None else next(past, max(len(self.fields), index + 1))

    def inner(self, index: int) -> "_Aggregate | None":
        """The aggregate in a slot, made where it is missing."""
        type_ = self.slot_type(index)
        found = self.slots.get(index)
        if isinstance(found, _Aggregate) or not _is_aggregate(type_):
            return found if isinstance(found, _Aggregate) else None
        self.slots[index] = made = _Aggregate(self.reader, type_)
        return made

    def complete(self) -> bool:
        """Fill what is left out and has a default member initialiser; False where that cannot be
        said here: it names the object, or an array is long."""
        if has_defaults(self.reader, self.type):
            length = self.type.length or 0 if isinstance(self.type, ArrayType) else len(self.fields)
            if length > _MANY or not all(map(self._default, range(length))):
                return False
        return all(slot.complete() for slot in self.slots.values() if isinstance(slot, _Aggregate))

    def _default(self, index: int) -> bool:
        """Fill a slot by its default; False where that is not known."""
        type_ = self.slot_type(index)
        is_other = isinstance(self.type, RecordType) and record_of(self.reader, self.type).union
        if index in self.slots or (is_other and self.slots) or self._is_another(index):
            return True
        if isinstance(self.type, RecordType):
            written = member_defaults(self.reader, self.type).get(self.fields[index].name)
            if written is not None:
                value = _unbraced(self.reader.expression(written), type_)
                self.slots[index] = value
                return not any(isinstance(node, _OF_OBJECT) for node in descendants(value))
        return not has_defaults(self.reader, type_) or self.inner(index) is not None

    def _is_another(self, index: int) -> bool:
        """Whether another member of an anonymous union is filled than this one."""
        fields = self.fields
        return any(
            number < len(fields)
            and not (
                _is_past(fields[number], _end(fields[index]))
                or _is_past(fields[index], _end(fields[number]))
            )
            for number in self.slots
        )

    def finished(self, at: Origin) -> ex.InitList:
        """The list of the slots, None for those left out (an array's last ones are not listed)."""
        parts = {
            index: slot.finished(at) if isinstance(slot, _Aggregate) else slot
            for index, slot in self.slots.items()
        }
        count = max(parts, default=-1) + 1 if isinstance(self.type, ArrayType) else len(self.fields)
        return ex.InitList(at, self.type, tuple(parts.get(index) for index in range(count)))


def _end(field: Field) -> int | None:
    """The offset behind a field, None where that is not known."""
    size = size_of(field.type)
    return field.offset + size if field.offset >= 0 and size is not None else None


def _is_past(field: Field, end: int | None) -> bool:
    return end is None or field.offset < 0 or field.offset >= end


def _is_aggregate(type_: Type | None) -> "TypeGuard[ArrayType | RecordType]":
    """Whether a list goes into a type's parts: `std::string` and its like have constructors."""
    is_class = isinstance(type_, RecordType) and type_.name.startswith(_CLASSES)
    return isinstance(type_, ArrayType | RecordType) and not is_class


@dataclass(frozen=True)
class _Item:
    """An initialiser: its designators, and whether it is a list without a type, which always goes
    in one place."""

    designators: list[Designator]
    value: ex.Expression
    is_bare: bool
    cursor: Cursor


_Path = list[tuple[_Aggregate, int]]


def _unbraced(value: ex.Expression, type_: Type | None) -> ex.Expression:
    """The value of `{value}` where no parts are meant."""
    if not isinstance(value, ex.InitList) or _is_aggregate(type_) or len(value.elements) != 1:
        return value
    return value.elements[0] or value


def _init_list(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    type_ = reader.types.of(cursor)
    items = [_item(reader, child) for child in operands(cursor)]
    if _is_element_itself(type_, items):
        return items[0].value
    if _is_string(type_, items):
        return items[0].value
    is_known = isinstance(type_, RecordType) and record_of(reader, type_).fields
    if isinstance(type_, ArrayType) or (isinstance(type_, RecordType) and is_known):
        root = _Aggregate(reader, type_)
        if _fill(root, items) and root.complete():
            return root.finished(at)
        return opaque(reader, cursor, at, "initialiser")
    return ex.InitList(at, type_, tuple(item.value for item in items))


def _is_element_itself(type_: Type, items: Sequence[_Item]) -> bool:
    """Whether a list is a number or pointer in braces, or an object that a reference is bound to:
    of a class, clang says of all others that they are constructed."""
    if len(items) != 1 or items[0].designators or isinstance(type_, ArrayType | VectorType):
        return False
    return not isinstance(type_, RecordType) or items[0].value.type == type_


def _is_string(type_: Type, items: Sequence[_Item]) -> bool:
    """Whether a list is `{"text"}` for an array of characters."""
    is_single = isinstance(type_, ArrayType) and len(items) == 1
    return is_single and isinstance(items[0].value, ex.StringLiteral) and not _nests(type_)


def _nests(type_: Type) -> bool:
    return isinstance(type_, ArrayType) and not isinstance(type_.element, IntType)


def _item(reader: Reader, cursor: Cursor) -> _Item:
    """An initialiser with its designators; clang gives such an element no type."""
    is_designated = cursor.kind == Kind.UNEXPOSED_EXPRESSION
    if not is_designated or native.type_of(cursor).kind != TypeKind.VOID:
        return _Item([], reader.expression(cursor), cursor.kind == Kind.INIT_LIST, cursor)
    *path, value = native.children(cursor)
    is_bare = value.kind == Kind.INIT_LIST
    return _Item(list(_designators(path)), reader.expression(value), is_bare, value)


def _designators(path: Sequence[Cursor]) -> Iterator[Designator]:
    for part in path:
        if part.kind == Kind.MEMBER_REF:
            if native.spelling(part):  # the fields of an anonymous member are the record's own
                yield native.spelling(part)
        else:
            index = native.evaluate(part)
            yield index if isinstance(index, int) else ""


def _fill(root: _Aggregate, items: Sequence[_Item]) -> bool:
    """Put every initialiser where it belongs; False where that is not understood."""
    path: _Path = [(root, 0)]
    for item in items:
        found = _designated(root, item.designators) if item.designators else _next(path)
        path = found if found is not None else []
        value = _descend(path, item) if path else None
        if value is None:
            return False
        _put(path, value)
    return True


def _put(path: _Path, value: ex.Expression) -> None:
    """Fill the slot at the end of a path; a braced anonymous record fills several."""
    aggregate, index = path[-1]
    behind = aggregate.behind(index)
    values: tuple[ex.Expression | None, ...] = (value,)
    is_record = isinstance(value, ex.InitList) and isinstance(value.type, RecordType)
    if is_record and isinstance(value, ex.InitList) and value.type != aggregate.slot_type(index):
        values = value.elements
        behind = index + len(values)
    for number, part in enumerate(values, index):
        if part is not None:
            aggregate.slots[number] = part
    path[-1] = aggregate, behind


def _designated(root: _Aggregate, designators: Sequence[Designator]) -> _Path | None:
    path: _Path = []
    current: _Aggregate | None = root
    for number, designator in enumerate(designators):
        index = current.index_of(designator) if current is not None else None
        if current is None or index is None:
            return None
        path.append((current, index))
        if number + 1 < len(designators):
            current = current.inner(index)
    return path


def _next(path: _Path) -> _Path:
    """The place behind the last one: full aggregates are left."""
    while len(path) > 1 and path[-1][0].is_full(path[-1][1]):
        path.pop()
        outer, index = path[-1]
        path[-1] = outer, outer.behind(index)
    return path


def _descend(path: _Path, item: _Item) -> ex.Expression | None:
    """Go into aggregates whose braces were left out, until the value fits: that, or what a
    constructor makes of it; None where it fits nowhere."""
    while True:
        aggregate, index = path[-1]
        type_ = aggregate.slot_type(index)
        if type_ is None:
            return None
        made = _made(aggregate.reader, item, type_) if _is_object(type_) else None
        if made is not None:
            return made
        if item.is_bare or _fits(item.value, type_):
            return item.value
        inner = aggregate.inner(index)
        if inner is None or inner.is_full(0):
            return None
        path.append((inner, 0))


def _is_object(type_: Type) -> TypeGuard[RecordType]:
    """Whether a constructor that makes an object of a type is followed: the program's own, or that
    of a container which has elements of its own in braces."""
    if not isinstance(type_, RecordType):
        return False
    return not type_.name.startswith("std::") or type_.name.startswith(_CONTAINERS)


def _made(reader: Reader, item: _Item, type_: RecordType) -> ex.Expression | None:
    """What a constructor of the program's makes of an initialiser; None where none does."""
    if not item.is_bare and item.value.type == type_:
        return None
    made = construction(reader, item.cursor, type_)
    if made is not None:
        return reader.expression(made)
    if not has_constructors(reader, type_) and not has_conversions(reader, item.value.type):
        return None
    at, reason = item.value.at, f"what makes a '{type_.name}'"
    hidden = OpaqueStatement(at, reason, (item.value,))
    return ex.StatementExpression(at, type_, (hidden,), ex.OpaqueExpression(at, type_, reason, ()))


def _fits(value: ex.Expression, type_: Type) -> bool:
    if not _is_aggregate(type_):
        return True
    if isinstance(type_, ArrayType):
        return isinstance(value.type, ArrayType)
    return isinstance(value.type, RecordType)


INITIALIZERS: dict[int, ExpressionReader] = {Kind.INIT_LIST: _init_list}
