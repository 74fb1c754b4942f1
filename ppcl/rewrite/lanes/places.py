"""Memory of a pack's work-items: what they read and write, next to each other or not."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeGuard

from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, IntType, PointerType, Type, VectorType, VoidType
from ppcl.ir.vector import lane_numbers, stored_lanes
from ppcl.rewrite.components import NoComponents
from ppcl.rewrite.lanes.addresses import Address, address_of, flat
from ppcl.rewrite.lanes.narrow import is_word, part_of, word_of
from ppcl.rewrite.lanes.operations import (
    CHANGE,
    CHANGE_WHERE,
    GATHER,
    GATHER_WHERE,
    KEEP,
    KEEP_WHERE,
    LOAD,
    LOAD_WHERE,
    MASK,
    NUMBERS,
    OWN,
    OWN_WHERE,
    PART,
    PART_WHERE,
    PUT,
    SCATTER,
    SCATTER_WHERE,
    STORE,
    STORE_WHERE,
    STRIDED,
)
from ppcl.rewrite.lanes.records import Part, in_structure
from ppcl.rewrite.lanes.types import (
    BITS,
    INT,
    LONG,
    NoLanes,
    array_of_lanes,
    held,
    is_truth,
    is_wide,
    lanes_of,
)

if TYPE_CHECKING:
    from ppcl.rewrite.lanes.values import Values

# Elements that lie so far apart that their distance, times lanes, is no `int`.
_MOST_APART = 1 << 26


@dataclass(frozen=True)
class Places:
    """Reads and writes memory of several work-items; `values` makes what it is addressed with."""

    values: "Values"

    def read(self, node: ex.Expression) -> ex.Expression:
        """What is read from memory, in each lane."""
        match node:
            case ex.Index() if self.values.row.array_of(node) is not None:
                return self.own(node)
            case ex.Index() | ex.Unary(op="*") | ex.Member():
                return self.loaded(node)
            case ex.Swizzle(base=base) if self.values.is_read(base):
                return self._part(node)
            case _:
                raise NoLanes("a component of a vector that is not in memory")

    def is_consecutive(self, place: ex.Expression) -> bool:
        """Whether neighbours use neighbouring elements of memory."""
        if isinstance(place, ex.NameRef):
            return place.declaration.key in self.values.row.outer
        return self.values.row.distance(place) == 1

    def loaded(self, place: ex.Expression) -> ex.Expression:
        """What elements of memory hold."""
        if not self.is_consecutive(place):
            return self._gathered(place)
        self._check_way(place)
        type_, address = lanes_of(place.type), _address(place, self.values.mask is not None)
        return self._loaded(type_, address)

    def _check_way(self, place: ex.Expression) -> None:
        """Refuse memory that is read on the way to a place where no work-item may come."""
        part = in_structure(place)
        match part or place:
            case Part(pointer=pointer, index=index, inner=inner):
                way = [pointer, *([index] if index is not None else []), *inner]
            case ex.Index(base=base, index=index):
                way = [base, index]
            case ex.Unary(operand=operand):
                way = [operand]
            case ex.Call(arguments=arguments):
                way = list(arguments)
            case _:
                way = []
        for each in way:
            self.values.check_reads(each)

    def _loaded(self, type_: VectorType, address: ex.Expression) -> ex.Expression:
        if self.values.mask is None:
            return ex.Call(address.at, type_, LOAD, None, (address,))
        return ex.Call(address.at, type_, LOAD_WHERE, None, (self.values.mask, address))

    def _gathered(self, node: ex.Expression) -> ex.Expression:
        part, apart = in_structure(node), self._apart(node)
        if part is not None and apart is None:
            kinds, where = (PART, PART_WHERE), self._part_of_structures(part)
            return ex.Call(node.at, lanes_of(node.type), kinds[self._is_masked], None, where)
        type_, where = lanes_of(node.type), self._elements(node)
        if self.values.mask is None and apart is not None:
            return ex.Call(node.at, type_, STRIDED, None, (where[0], _number(node, apart)))
        return self._from(type_, *where)

    def _from(
        self, type_: VectorType, start: ex.Expression, numbers: ex.Expression
    ) -> ex.Expression:
        if self.values.mask is None:
            return ex.Call(start.at, type_, GATHER, None, (start, numbers))
        return ex.Call(start.at, type_, GATHER_WHERE, None, (self.values.mask, start, numbers))

    def _elements(self, node: ex.Expression) -> tuple[ex.Expression, ex.Expression]:
        """Elements from anywhere behind an address, and their numbers: 32 bits in each lane."""
        apart = self._apart(node)
        if apart is not None:
            self._check_way(node)
            numbers = (ex.IntLiteral(node.at, INT, each) for each in (0, apart))
            return _address(node, self.values.mask is not None), ex.Call(
                node.at, MASK, NUMBERS, None, tuple(numbers)
            )
        if isinstance(node, ex.Call):
            offset, pointer = node.arguments
            return self.values.same(pointer), self._numbered(offset)
        found = address_of(node)
        if found is None:
            raise NoLanes("memory that is not next to the neighbours'")
        return self._behind(found)

    def _behind(self, address: Address) -> tuple[ex.Expression, ex.Expression]:
        """The numbers of elements that differ along the row, and the address that they are behind.
        Several are added in 64 bits: their sum may be more than each has room for."""
        pointer = self.values.same(address.pointer)
        is_alike = self.values.row.is_alike
        for number in filter(is_alike, address.numbers):
            type_ = pointer.type
            if isinstance(type_, ArrayType):
                type_ = PointerType(type_.element)
            pointer = ex.Binary(number.at, type_, "+", pointer, self.values.same(number))
        differing = [each for each in address.numbers if not is_alike(each)]
        if len(differing) <= 1:
            zero = ex.IntLiteral(pointer.at, INT, 0)
            return pointer, self._numbered(differing[0] if differing else zero)
        first, *others = differing
        total = self.values.converted(LONG, first)
        for number in others:
            added = self.values.converted(LONG, number)
            total = ex.Binary(number.at, total.type, "+", total, added)
        return pointer, total

    def _apart(self, node: ex.Expression) -> int | None:
        """How far apart neighbours' elements are, if it is not too far to be multiplied."""
        apart = self.values.row.distance(node)
        return apart if apart is not None and abs(apart) < _MOST_APART else None

    def _numbered(self, index: ex.Expression) -> ex.Expression:
        """The numbers of elements: those of 32 bits as they are, before addresses widen them."""
        while isinstance(index, ex.Cast) and is_wide(index.type) and _is_whole(index.operand.type):
            index = index.operand
        return self.values.vector(index)

    def stored(self, place: ex.Expression, value: ex.Expression) -> ex.Expression:
        """A vector into elements of memory."""
        if self.is_consecutive(place):
            return self._stored((_address(place, self.values.mask is not None),), value)
        part = in_structure(place)
        if part is not None and self._apart(place) is None:
            kinds, where = (CHANGE, CHANGE_WHERE), self._part_of_structures(part)
            return ex.Call(value.at, VoidType(), kinds[self._is_masked], None, (*where, value))
        return self._stored(self._elements(place), value)

    def _part_of_structures(self, part: Part) -> tuple[ex.Expression, ...]:
        """Where numbers in structures are, under a mask if there is one: that of the first one, the
        structures' numbers, how many numbers one has room for, and how far on it is."""
        at, type_ = part.place.at, part.place.type
        if part.index is None or type_ != held(type_):
            raise NoLanes("structures that are not next to the neighbours'")
        for each in (part.pointer, *part.inner):
            self.values.same(each)
        first = ex.Unary(at, PointerType(type_, const=part.const), "&", part.first)
        mask = () if self.values.mask is None else (self.values.mask,)
        numbers = self._numbered(part.index)
        return (*mask, first, numbers, _number(part.place, part.count), _number(part.place, 0))

    def _stored(self, where: tuple[ex.Expression, ...], value: ex.Expression) -> ex.Expression:
        mask = () if self.values.mask is None else (self.values.mask,)
        kinds = (STORE, STORE_WHERE) if len(where) == 1 else (SCATTER, SCATTER_WHERE)
        return ex.Call(value.at, VoidType(), kinds[len(mask)], None, (*mask, *where, value))

    def _words(self, place: ex.Expression) -> tuple[ex.Expression, ...]:
        """Where OpenCL vectors are that lanes have as a word: the first, and their numbers where
        they are not next to each other."""
        if isinstance(place, ex.Call):
            raise NoLanes("vectors that may begin in the middle of a word")
        address, numbers = self._elements(place)
        first = ex.Cast(place.at, self._pointer(address, INT), address, implicit=False)
        return (first,) if self._apart(place) == 1 else (first, numbers)

    def _part(self, node: ex.Swizzle) -> ex.Expression:
        """A component of OpenCL vectors in memory."""
        type_ = node.base.type
        if isinstance(type_, VectorType) and is_word(type_):
            where, word = self._words(node.base), lanes_of(INT)
            found = self._loaded(word, *where) if len(where) == 1 else self._from(word, *where)
            return part_of(found, type_, lane_numbers(node.components, type_.lanes)[0])
        where, lanes = self._vectors(node.base)
        part = _number(node, lane_numbers(node.components, lanes)[0])
        kinds, room = (PART, PART_WHERE), _number(node, _room(node.base, lanes))
        arguments = (*where, room, part)
        return ex.Call(node.at, lanes_of(node.type), kinds[self._is_masked], None, arguments)

    def changed(self, place: ex.Swizzle, value: ex.Expression) -> ex.Expression:
        """A vector into a component of OpenCL vectors in memory."""
        where, lanes = self._vectors(place.base)
        part = _number(place, lane_numbers(place.components, lanes)[0])
        kinds = (CHANGE, CHANGE_WHERE)
        arguments = (*where, _number(place, stored_lanes(lanes)), part, value)
        return ex.Call(place.at, VoidType(), kinds[self._is_masked], None, arguments)

    def put(self, place: ex.Expression, value: ex.Expression) -> ex.Expression:
        """A value into OpenCL vectors in memory."""
        type_ = place.type
        if isinstance(type_, VectorType) and is_word(type_) and type_.lanes != 3:
            return self._stored(self._words(place), word_of(self._parts(value, type_.lanes), type_))
        where, lanes = self._vectors(place)
        arguments = (*where, *self._parts(value, lanes))
        return ex.Call(place.at, VoidType(), PUT[lanes][self._is_masked], None, arguments)

    def _parts(self, value: ex.Expression, lanes: int) -> list[ex.Expression]:
        """A vector's components, each in lanes."""
        try:
            parts = [self.values.row.components.of(value, number) for number in range(lanes)]
        except NoComponents:
            raise NoLanes("a vector that has no components") from None
        return list(map(self.values.vector, parts))

    def _vectors(self, place: ex.Expression) -> tuple[tuple[ex.Expression, ...], int]:
        """Where OpenCL vectors are in memory, under a mask if there is one; how many components
        they have."""
        type_ = place.type
        if not isinstance(type_, VectorType) or type_.lanes not in PUT:
            raise NoLanes("memory with other things than numbers")
        if held(type_.element) != type_.element:
            raise NoLanes("memory with other things than numbers")
        address, numbers = self._elements(place)
        first = ex.Cast(place.at, self._pointer(address, type_.element), address, implicit=False)
        mask = () if self.values.mask is None else (self.values.mask,)
        return (*mask, first, numbers), type_.lanes

    def _pointer(self, address: ex.Expression, element: Type) -> PointerType:
        """A pointer to numbers where one to vectors was."""
        const = isinstance(address.type, PointerType) and address.type.const
        return PointerType(element, const=const)

    @property
    def _is_masked(self) -> bool:
        return self.values.mask is not None

    def own(self, node: ex.Index) -> ex.Expression:
        """An element of each work-item's own array."""
        self.values.check_reads(node)
        if self.values.row.is_alike(node.index):
            return self._own_place(node)
        kinds, mask = (OWN, OWN_WHERE), () if self.values.mask is None else (self.values.mask,)
        arguments = (*mask, self._own_place(node.base), self._numbered(node.index))
        return ex.Call(node.at, lanes_of(node.type), kinds[len(mask)], None, arguments)

    def kept(self, node: ex.Index, value: ex.Expression) -> ex.Expression:
        """A vector into elements of the work-items' own arrays, at numbers that differ."""
        kinds, mask = (KEEP, KEEP_WHERE), () if self.values.mask is None else (self.values.mask,)
        arguments = (*mask, self._own_place(node.base), self._numbered(node.index), value)
        return ex.Call(node.at, VoidType(), kinds[len(mask)], None, arguments)

    def _own_place(self, node: ex.Expression) -> ex.Expression:
        type_ = array_of_lanes(node.type)
        if isinstance(node, ex.Index):
            base, index = self._own_place(node.base), self.values.same(node.index)
            return replace(node, type=type_, base=base, index=index)
        return replace(node, type=type_)


def _is_whole(type_: Type) -> bool:
    return isinstance(type_, IntType) and not is_truth(type_)


def _number(node: ex.Expression, value: int) -> ex.IntLiteral:
    return ex.IntLiteral(node.at, INT, value)


def _room(place: ex.Expression, lanes: int) -> int:
    """How many numbers lie between two OpenCL vectors."""
    return lanes if isinstance(place, ex.Call) else stored_lanes(lanes)


def _is_of_array(place: ex.Expression) -> TypeGuard[ex.Index]:
    return isinstance(place, ex.Index) and isinstance(place.base.type, ArrayType)


def _address(place: ex.Expression, is_masked: bool) -> ex.Expression:
    """Where a place is. Under a mask the first work-item may not be there, and its element not in
    the array: then it is the array's first, and what is added. So it is in an array of arrays, of
    which compilers know where they end, and would take vectors for longer than they are."""
    if isinstance(place, ex.Call):
        offset, start = place.arguments
        lanes = place.type.lanes if isinstance(place.type, VectorType) else 1
        step = ex.Binary(
            place.at, offset.type, "*", offset, ex.IntLiteral(place.at, offset.type, lanes)
        )
        return ex.Binary(place.at, start.type, "+", start, step)
    part = in_structure(place)
    if part is not None:
        pointer = PointerType(place.type, const=part.const)
        if is_masked and part.index is not None:
            place = part.with_index(_with_sign(part.index))
        return ex.Unary(place.at, pointer, "&", place)
    base = place.operand if isinstance(place, ex.Unary) else None
    base = place.base if isinstance(place, ex.Index) else base
    const = base is not None and isinstance(base.type, PointerType) and base.type.const
    pointer = PointerType(place.type, const=const)
    if _is_of_array(place) and (is_masked or _is_of_array(place.base)):
        zero = ex.IntLiteral(place.at, INT, 0)
        first, index = flat(place) if is_masked else (replace(place, index=zero), place.index)
        begin = ex.Unary(place.at, pointer, "&", first)
        return ex.Binary(place.at, pointer, "+", begin, index)
    if is_masked and isinstance(place, ex.Index):
        place = replace(place, index=_with_sign(place.index))
    return ex.Unary(place.at, pointer, "&", place)


def _with_sign(index: ex.Expression) -> ex.Expression:
    """An index that may be one below 0 for a work-item that is not there."""
    type_ = index.type
    is_wide = isinstance(type_, IntType) and type_.bits > BITS and not type_.signed
    return ex.Cast(index.at, LONG, index, implicit=False) if is_wide else index
