"""Expressions of a pack's work-items, as vectors of their values."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.work_items import constant
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import (
    ROW_LANES,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    Type,
    VectorType,
    VoidType,
)
from ppcl.ir.vector import lane_numbers, stored_lanes
from ppcl.rewrite.components import NoComponents
from ppcl.rewrite.lanes.operations import (
    CHANGE,
    CHANGE_WHERE,
    CONVERT,
    GATHER,
    GATHER_WHERE,
    LOAD,
    LOAD_WHERE,
    MASK,
    NUMBERS,
    PART,
    PART_WHERE,
    PUT,
    SCATTER,
    SCATTER_WHERE,
    SELECT,
    SPLAT,
    STORE,
    STORE_WHERE,
    STRIDED,
)
from ppcl.rewrite.lanes.row import Row

_BITS = 32
INT = IntType("int", _BITS, True)
_COMPARED = ("<", ">", "<=", ">=", "==", "!=")
_TRUTHS = (*_COMPARED, "&&", "||")
_OF_FLOATS = ("+", "-", "*", "/")
_SHIFTS = ("<<", ">>")
_OF_INTEGERS = (*_OF_FLOATS, "%", "&", "|", "^", *_SHIFTS)
# Elements that lie so far apart that their distance, times lanes, is no `int`.
_MOST_APART = 1 << 26
_SIGNED = ("/", "%")  # for which it matters whether there are negative numbers


class NoLanes(Exception):
    """Statements that have no form with lanes; the message says what has none."""


@dataclass(frozen=True)
class Values:
    """Makes vectors of expressions. `mask` says which work-items of a vector are there, None: all.
    `has_lanes` knows the builtin functions that there are of vectors, too. `reads` is false where
    no work-item may come: numbers read no memory there."""

    row: Row
    has_lanes: Callable[[ex.Call], bool]
    mask: ex.Expression | None = None
    reads: bool = True

    def both(self, condition: ex.Expression) -> ex.Expression:
        """A condition, of those that are there."""
        if self.mask is None:
            return condition
        return ex.Binary(condition.at, MASK, "&", self.mask, condition)

    def _under(self, condition: ex.Expression) -> "Values":
        """What is computed for work-items that a condition holds for, if there are any."""
        return replace(self, mask=self.both(condition), reads=False)

    def vector(self, node: ex.Expression) -> ex.Expression:
        """An expression's value in each lane. Raises NoLanes."""
        type_ = lanes_of(node.type)
        if self.row.is_number(node):
            return self._in_all(node, type_)
        match node:
            case ex.NameRef():
                return self.held(node)
            case ex.Index() | ex.Unary(op="*") if self.row.distance(node) == 1:
                return self.loaded(node)
            case ex.Index() | ex.Unary(op="*"):
                return self._gathered(node)
            case ex.Swizzle(base=base) if self._is_read(base):
                return self._part(node)
            case _ if _is_truth(node):
                return _as_type(ex.Unary(node.at, MASK, "-", self.condition(node)), type_)
            case ex.Binary(op=op, left=left, right=right) if left.type == node.type:
                return self.computed(node, type_, op, self.vector(left), right)
            case ex.Unary(op="-" | "+" | "~", operand=operand) if operand.type == node.type:
                return replace(node, type=type_, operand=self.vector(operand))
            case ex.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self._chosen(node, condition, then, otherwise)
            case ex.Cast(operand=operand):
                return self.converted(node.type, operand)
            case ex.Call(arguments=arguments) if self._is_builtin(node) and self.has_lanes(node):
                return replace(node, type=type_, arguments=tuple(map(self.vector, arguments)))
            case _:
                raise NoLanes(f"an expression of the kind {type(node).__name__}")

    def held(self, node: ex.NameRef) -> ex.NameRef:
        """A variable's vector; of one that outlives the pack, what the pack holds of it."""
        own = node.declaration
        if own.key in self.row.outer:
            own = Declaration(own.name, f"{own.key}#held")
        return replace(node, declaration=own, type=lanes_of(node.type))

    def _is_builtin(self, call: ex.Call) -> bool:
        return call.target is None or call.target.key not in self.row.known.functions

    def computed(
        self,
        node: ex.Expression,
        type_: VectorType,
        op: str,
        left: ex.Expression,
        right: ex.Expression,
    ) -> ex.Expression:
        """`left op right`, where one is of a vector's type already. Raises NoLanes."""
        element, given = type_.element, lanes_of(right.type).element
        divisor = _divisor(op, element, right)
        if divisor is not None:
            return ex.Binary(node.at, type_, op, left, divisor)
        value = self.vector(right)
        if op not in (_OF_FLOATS if isinstance(element, FloatType) else _OF_INTEGERS):
            raise NoLanes(f"'{op}'")
        if op not in _SHIFTS and element != given:
            is_signed = isinstance(element, IntType) and op in _SIGNED
            if is_signed or isinstance(given, FloatType):
                raise NoLanes("an operator of several types")
            value = _as_type(value, type_)
        return ex.Binary(node.at, type_, op, left, value)

    def converted(self, type_: Type, operand: ex.Expression) -> ex.Expression:
        """The value of `operand` as one of a type. Raises NoLanes."""
        return _as_type(self.vector(operand), lanes_of(type_))

    def _chosen(
        self,
        node: ex.Expression,
        condition: ex.Expression,
        then: ex.Expression,
        otherwise: ex.Expression,
    ) -> ex.Expression:
        """One of two values by lane, each computed where it is wanted only."""
        if not then.type == otherwise.type == node.type:
            raise NoLanes("a choice of several types")
        if self.row.known.is_uniform(condition):
            raise NoLanes("a choice that a row makes together: compilers take it out of loops")
        asked = self.condition(condition)
        chosen = self._under(asked).vector(then)
        other = self._under(ex.Unary(node.at, MASK, "~", asked)).vector(otherwise)
        return ex.Call(node.at, lanes_of(node.type), SELECT, None, (asked, chosen, other))

    def condition(self, node: ex.Expression) -> ex.Expression:
        """A condition as a mask: -1 in the lanes that it holds for, else 0. Raises NoLanes."""
        if self.row.known.is_uniform(node):
            is_truth = isinstance(node, ex.Binary) and node.op in _TRUTHS
            truth = node if is_truth else _not(_not(node))
            minus = ex.Unary(node.at, INT, "-", self.number(truth))
            return ex.Call(node.at, MASK, SPLAT, None, (minus,))
        match node:
            case ex.Binary(op=op, left=left, right=right) if op in _COMPARED:
                if left.type != right.type:
                    raise NoLanes("a comparison of several types")
                return ex.Binary(node.at, MASK, op, self.vector(left), self.vector(right))
            case ex.Binary(op="&&" | "||" as op, left=left, right=right):
                first = self.condition(left)
                goes_on = first if op == "&&" else ex.Unary(node.at, MASK, "~", first)
                second = self._under(goes_on).condition(right)
                return ex.Binary(node.at, MASK, op[0], first, second)
            case ex.Unary(op="!", operand=operand):
                return ex.Unary(node.at, MASK, "~", self.condition(operand))
            case ex.Cast(operand=operand) if isinstance(node.type, IntType) and _is_truth(operand):
                return self.condition(operand)
            case _:
                vector = self.vector(node)
                zero = ex.IntLiteral(node.at, INT, 0)
                none = ex.Call(node.at, vector.type, SPLAT, None, (zero,))
                return ex.Binary(node.at, MASK, "!=", vector, none)

    def _in_all(self, node: ex.Expression, type_: VectorType) -> ex.Expression:
        """A number that is the same along the row, or grows, in all lanes."""
        self._check_reads(node)
        if self.row.known.is_uniform(node):
            return ex.Call(node.at, type_, SPLAT, None, (node,))
        step = ex.IntLiteral(node.at, type_.element, _wrapped(self.row.step(node) or 0))
        return ex.Call(node.at, type_, NUMBERS, None, (node, step))

    def is_consecutive(self, place: ex.Expression) -> bool:
        """Whether neighbours use neighbouring elements of memory."""
        if isinstance(place, ex.NameRef):
            return place.declaration.key in self.row.outer
        return self.row.distance(place) == 1

    def loaded(self, place: ex.Expression) -> ex.Expression:
        """What elements of memory hold."""
        if not self.is_consecutive(place):
            return self._gathered(place)
        for part in (place.base, place.index) if isinstance(place, ex.Index) else ():
            self._check_reads(part)
        if isinstance(place, ex.Unary):
            self._check_reads(place.operand)
        type_, address = lanes_of(place.type), _address(place, self.mask is not None)
        if self.mask is None:
            return ex.Call(place.at, type_, LOAD, None, (address,))
        return ex.Call(place.at, type_, LOAD_WHERE, None, (self.mask, address))

    def _gathered(self, node: ex.Expression) -> ex.Expression:
        type_, where = lanes_of(node.type), self._elements(node)
        apart = self._apart(node)
        if self.mask is None and apart is not None:
            return ex.Call(node.at, type_, STRIDED, None, (where[0], _number(node, apart)))
        if self.mask is None:
            return ex.Call(node.at, type_, GATHER, None, where)
        return ex.Call(node.at, type_, GATHER_WHERE, None, (self.mask, *where))

    def _elements(self, node: ex.Expression) -> tuple[ex.Expression, ex.Expression]:
        """Elements from anywhere behind an address, and their numbers: 32 bits in each lane."""
        apart = self._apart(node)
        if apart is not None:
            self._check_reads(node)
            numbers = (ex.IntLiteral(node.at, INT, each) for each in (0, apart))
            return _address(node, self.mask is not None), ex.Call(
                node.at, MASK, NUMBERS, None, tuple(numbers)
            )
        match node:
            case ex.Index(base=base, index=index) if isinstance(base.type, PointerType):
                if not base.type.volatile:
                    return self.same(base), self._numbered(index)
            case ex.Call(arguments=(offset, pointer)):
                return self.same(pointer), self._numbered(offset)
        raise NoLanes("memory that is not next to the neighbours'")

    def _apart(self, node: ex.Expression) -> int | None:
        """How far apart neighbours' elements are, if it is not too far to be multiplied."""
        apart = self.row.distance(node)
        return apart if apart is not None and abs(apart) < _MOST_APART else None

    def _numbered(self, index: ex.Expression) -> ex.Expression:
        """The numbers of elements, in 32 bits."""
        while isinstance(index, ex.Cast) and index.implicit and not _is_number(index.type):
            index = index.operand
        return self.vector(index)

    def stored(self, place: ex.Expression, value: ex.Expression) -> ex.Expression:
        """A vector into elements of memory."""
        mask = () if self.mask is None else (self.mask,)
        kinds = (STORE, STORE_WHERE) if self.is_consecutive(place) else (SCATTER, SCATTER_WHERE)
        where = (
            (_address(place, self.mask is not None),)
            if kinds[0] == STORE
            else self._elements(place)
        )
        return ex.Call(place.at, VoidType(), kinds[len(mask)], None, (*mask, *where, value))

    def _part(self, node: ex.Swizzle) -> ex.Expression:
        """A component of OpenCL vectors in memory."""
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
        where, lanes = self._vectors(place)
        try:
            parts = [self.row.components.of(value, number) for number in range(lanes)]
        except NoComponents:
            raise NoLanes("a vector that has no components") from None
        arguments = (*where, *map(self.vector, parts))
        return ex.Call(place.at, VoidType(), PUT[lanes][self._is_masked], None, arguments)

    def _vectors(self, place: ex.Expression) -> tuple[tuple[ex.Expression, ...], int]:
        """Where OpenCL vectors are in memory, under a mask if there is one; how many components
        they have."""
        type_ = place.type
        if not isinstance(type_, VectorType) or type_.lanes not in PUT:
            raise NoLanes("memory with other things than numbers")
        address, numbers = self._elements(place)
        first = ex.Cast(place.at, self._pointer(address, type_.element), address, implicit=False)
        mask = () if self.mask is None else (self.mask,)
        return (*mask, first, numbers), type_.lanes

    def _pointer(self, address: ex.Expression, element: Type) -> PointerType:
        """A pointer to numbers where one to vectors was."""
        const = isinstance(address.type, PointerType) and address.type.const
        return PointerType(element, const=const)

    @property
    def _is_masked(self) -> bool:
        return self.mask is not None

    def number(self, node: ex.Expression) -> ex.Expression:
        """An expression that is a number for the first work-item of a vector, as it is."""
        if not self.row.is_number(node):
            raise NoLanes("a number that varies")
        self._check_reads(node)
        return node

    def _check_reads(self, node: ex.Expression) -> None:
        """Refuse memory that a number is read from where no work-item may come."""
        if not self.reads and any(map(self._is_read, descendants(node))):
            raise NoLanes("memory that is read where no work-item may come")

    def _is_read(self, node: Node) -> bool:
        is_place = isinstance(node, ex.Index) or (isinstance(node, ex.Unary) and node.op == "*")
        return is_place or self.row.components.is_load(node)

    def same(self, node: ex.Expression) -> ex.Expression:
        """An expression that is the same for all work-items of a row, as it is."""
        if not self.row.known.is_uniform(node):
            raise NoLanes("a number that is not the same for a row")
        return self.number(node)


def lanes_of(type_: Type) -> VectorType:
    """The type of a vector with a number of a type in each lane. Raises NoLanes."""
    if isinstance(type_, IntType | FloatType) and _is_number(type_):
        return VectorType(type_, ROW_LANES)
    raise NoLanes("numbers that are not of 32 bits")


def _is_number(type_: Type) -> bool:
    """Whether lanes can have such numbers."""
    if isinstance(type_, IntType):
        return type_.bits == _BITS and type_.is_built_in
    return isinstance(type_, FloatType) and type_.bits == _BITS


def _wrapped(number: int) -> int:
    """A whole number as what its lowest bits are worth."""
    half = 1 << _BITS - 1
    return (number + half) % (2 * half) - half


def _divisor(op: str, type_: Type, node: ex.Expression) -> ex.IntLiteral | None:
    """The constant that all lanes can be divided by, as C does."""
    value = constant(node)
    if op not in _SIGNED or not isinstance(type_, IntType) or value is None:
        return None
    most = (1 << _BITS - type_.signed) - 1
    is_plain = 0 < value <= most or (type_.signed and -most <= value < -1)
    return ex.IntLiteral(node.at, type_, value) if is_plain else None


def _number(node: ex.Expression, value: int) -> ex.IntLiteral:
    return ex.IntLiteral(node.at, INT, value)


def _not(node: ex.Expression) -> ex.Expression:
    return ex.Unary(node.at, INT, "!", node)


def _is_truth(node: ex.Expression) -> bool:
    """Whether an expression is 0 or 1, in any type."""
    if isinstance(node, ex.Cast):
        return isinstance(node.type, IntType) and _is_truth(node.operand)
    is_not = isinstance(node, ex.Unary) and node.op == "!"
    return is_not or (isinstance(node, ex.Binary) and node.op in _TRUTHS)


def _as_type(value: ex.Expression, type_: VectorType) -> ex.Expression:
    if value.type == type_:
        return value
    return ex.Call(value.at, type_, CONVERT, None, (value,))


def _room(place: ex.Expression, lanes: int) -> int:
    """How many numbers lie between two OpenCL vectors."""
    return lanes if isinstance(place, ex.Call) else stored_lanes(lanes)


def _address(place: ex.Expression, is_masked: bool) -> ex.Expression:
    """Where a place is. Under a mask the first work-item may not be there, and its element not in
    the array: then it is the array's first, and what is added."""
    if isinstance(place, ex.Call):
        offset, start = place.arguments
        lanes = place.type.lanes if isinstance(place.type, VectorType) else 1
        step = ex.Binary(
            place.at, offset.type, "*", offset, ex.IntLiteral(place.at, offset.type, lanes)
        )
        return ex.Binary(place.at, start.type, "+", start, step)
    base = place.operand if isinstance(place, ex.Unary) else None
    base = place.base if isinstance(place, ex.Index) else base
    const = base is not None and isinstance(base.type, PointerType) and base.type.const
    pointer = PointerType(place.type, const=const)
    if is_masked and isinstance(place, ex.Index) and isinstance(place.base.type, ArrayType):
        first = replace(place, index=ex.IntLiteral(place.at, INT, 0))
        begin = ex.Unary(place.at, pointer, "&", first)
        return ex.Binary(place.at, pointer, "+", begin, place.index)
    return ex.Unary(place.at, pointer, "&", place)
