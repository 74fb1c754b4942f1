"""Expressions of a pack's work-items, as vectors of their values."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from ppcl.analysis.workgroup.work_items import constant
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import (
    ROW_LANES,
    FloatType,
    IntType,
    Type,
    VectorType,
)
from ppcl.rewrite.folding import Folding
from ppcl.rewrite.lanes.narrow import narrowed, of_ints
from ppcl.rewrite.lanes.operations import (
    BELOW,
    CONVERT,
    MASK,
    NUMBERS,
    SELECT,
    SOME,
    SPLAT,
    UP_TO,
)
from ppcl.rewrite.lanes.places import Places
from ppcl.rewrite.lanes.row import Row
from ppcl.rewrite.lanes.types import (
    BITS,
    DOUBLE,
    INT,
    LONG,
    UINT,
    NoLanes,
    is_narrow,
    is_truth,
    is_wide,
    lanes_of,
)
from ppcl.rewrite.masks import is_mask

_LONGEST = 300  # nodes of a mask
_COMPARED = ("<", ">", "<=", ">=", "==", "!=")
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_TRUTHS = (*_COMPARED, "&&", "||")
_OF_FLOATS = ("+", "-", "*", "/")
_SHIFTS = ("<<", ">>")
_OF_INTEGERS = (*_OF_FLOATS, "%", "&", "|", "^", *_SHIFTS)
_SIGNED = ("/", "%")  # for which it matters whether there are negative numbers


@dataclass(frozen=True)
class Values:
    """Makes vectors of expressions. `mask` says which work-items of a vector are there, None: all.
    `has_lanes` knows the builtin functions that there are of vectors, too. `reads` is false where
    no work-item may come: numbers read no memory there."""

    row: Row
    has_lanes: Callable[[ex.Call], bool]
    mask: ex.Expression | None = None
    reads: bool = True

    @property
    def places(self) -> Places:
        """Reads and writes memory for these work-items."""
        return Places(self)

    def both(self, condition: ex.Expression) -> ex.Expression:
        """A condition, of those that are there."""
        if self.mask is None:
            return condition
        return ex.Binary(condition.at, MASK, "&", self.mask, condition)

    def _under(self, condition: ex.Expression) -> "Values":
        """What is computed for work-items that a condition holds for, if there are any. Raises
        NoLanes where the mask is so long that it should not stand at each load."""
        mask = self.both(condition)
        if next(islice(descendants(mask), _LONGEST, None), None) is not None:
            raise NoLanes("a condition of many parts that read memory")
        return replace(self, mask=mask, reads=False)

    def vector(self, node: ex.Expression) -> ex.Expression:
        """An expression's value in each lane. Raises NoLanes."""
        type_ = lanes_of(node.type)
        if isinstance(node, ex.Cast) and is_narrow(node.type):
            node = replace(node, implicit=False)  # a lane has more room than the number
        if self.row.is_number(node):
            return self._in_all(node, type_)
        match node:
            case ex.NameRef():
                return self.held(node)
            case ex.Index() | ex.Unary(op="*") | ex.Swizzle() | ex.Member():
                return self.places.read(node)
            case _ if _is_truth(node):
                return as_lanes(ex.Unary(node.at, MASK, "-", self.condition(node)), type_)
            case ex.Binary(op=op, left=left, right=right) if left.type == node.type:
                return self.computed(node, type_, op, self.vector(left), right)
            case ex.Unary(op="-" | "+" | "~", operand=operand) if operand.type == node.type:
                return replace(node, type=type_, operand=self.vector(operand))
            case ex.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self._chosen(node, condition, then, otherwise)
            case ex.Cast(operand=operand):
                return self.converted(node.type, operand)
            case ex.Call() if self._is_builtin(node):
                return self._called(node, type_)
            case _:
                raise NoLanes(f"an expression of the kind {type(node).__name__}")

    def _called(self, node: ex.Call, type_: VectorType) -> ex.Expression:
        """What a builtin gives, in each lane."""
        whole = of_ints(node)
        if whole is not None:
            return self.vector(whole)
        if not self.has_lanes(node):
            raise NoLanes(f"'{node.callee}'")
        return replace(node, type=type_, arguments=tuple(map(self.vector, node.arguments)))

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
        number = _divisor(op, element, right) or _count(op, element, right)
        if number is not None:
            return ex.Binary(node.at, type_, op, left, number)
        value = self._operand(type_.element, right)
        if op not in (_OF_FLOATS if isinstance(element, FloatType) else _OF_INTEGERS):
            raise NoLanes(f"'{op}'")
        if op in _SHIFTS and is_wide(element) != is_wide(given):
            value = as_lanes(value, type_)
        elif op not in _SHIFTS and element != given:
            is_signed = isinstance(element, IntType) and op in _SIGNED
            if is_signed or isinstance(given, FloatType):
                raise NoLanes("an operator of several types")
            value = as_lanes(value, type_)
        return ex.Binary(node.at, type_, op, left, value)

    def _operand(self, element: Type, node: ex.Expression) -> ex.Expression:
        """The second operand of an operator that is computed in numbers of a type: of whole numbers
        with more bits, those that matter."""
        is_less = isinstance(element, IntType) and not is_wide(element)
        return (
            self.converted(element, node) if is_less and is_wide(node.type) else self.vector(node)
        )

    def converted(self, type_: Type, operand: ex.Expression) -> ex.Expression:
        """The value of `operand` as one of a type. Raises NoLanes."""
        if is_truth(type_):
            return ex.Unary(operand.at, MASK, "-", self.condition(operand))
        wide = self._wide_number(type_, operand)
        if wide is not None:
            return wide
        if isinstance(type_, IntType) and not is_wide(type_) and is_wide(operand.type):
            with suppress(NoLanes):
                return fitted(self._lowest(operand), type_, UINT)
        return fitted(self.vector(operand), type_, operand.type)

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
        if self.row.is_alike(node):
            is_truth = isinstance(node, ex.Binary) and node.op in _TRUTHS
            truth = node if is_truth else _not(_not(node))
            minus = ex.Unary(node.at, INT, "-", self.number(truth))
            return ex.Call(node.at, MASK, SPLAT, None, (minus,))
        match node:
            case ex.NameRef(declaration=declaration) if is_mask(declaration):
                return self.held(node)
            case ex.Binary(op=op, left=left, right=right) if op in _COMPARED:
                if left.type != right.type:
                    raise NoLanes("a comparison of several types")
                if is_wide(left.type):
                    with suppress(NoLanes):
                        return self._wide_condition(node.at, op, left, right)
                return _compared(op, self.vector(left), self.vector(right))
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
                return _compared("!=", vector, none)

    def _wide_condition(
        self, at: Origin, op: str, left: ex.Expression, right: ex.Expression
    ) -> ex.Expression:
        """A comparison of numbers of 64 bits: one from the first work-item's on, one that is the
        same for all."""
        if self.row.known.is_uniform(left):
            op, left, right = _MIRRORED[op], right, left
        if self.row.step(left) != 1:
            raise NoLanes("a comparison of numbers of 64 bits")
        given = (self.number(left), self.same(right))
        below, up_to = (ex.Call(at, MASK, name, None, given) for name in (BELOW, UP_TO))
        found: ex.Expression = below if op in ("<", ">=") else up_to
        if op in ("==", "!="):
            found = ex.Binary(at, MASK, "&", up_to, ex.Unary(at, MASK, "~", below))
        return ex.Unary(at, MASK, "~", found) if op in (">", ">=", "!=") else found

    def _wide_number(self, type_: Type, node: ex.Expression) -> ex.Expression | None:
        """A number of 64 bits for each lane as one of a type, None where there is none: whole
        numbers have their lowest bits, which are all that an id has."""
        step = self.row.step(node) if is_wide(node.type) else None
        if step is None or is_truth(type_):
            return None
        own = UINT
        if isinstance(type_, IntType):
            own = type_ if type_.bits >= BITS else INT
        elif not self.row.is_id(node):
            return None
        first = ex.Cast(node.at, own, self.number(node), implicit=False)
        given = (first, ex.IntLiteral(node.at, own, _wrapped(step, own.bits)))
        numbers = ex.Call(node.at, lanes_of(own), NUMBERS, None, given)
        return narrowed(as_lanes(numbers, lanes_of(type_)), type_, own)

    def _lowest(self, node: ex.Expression) -> ex.Expression:
        """The lowest bits of numbers of 64: those of a sum or product are of its operands' alone,
        and ids have no others. Raises NoLanes."""
        known, type_ = self._wide_number(UINT, node), lanes_of(UINT)
        if known is not None:
            return known
        match node:
            case ex.Cast(operand=operand) if isinstance(operand.type, IntType):
                if is_wide(operand.type):
                    return self._lowest(operand)
                return self.converted(UINT, operand)
            case ex.Unary(op="-" | "~" | "+" as op, operand=operand):
                return ex.Unary(node.at, type_, op, self._lowest(operand))
            case ex.Binary(op="+" | "-" | "*" | "&" | "|" | "^" as op, left=left, right=right):
                return ex.Binary(node.at, type_, op, self._lowest(left), self._lowest(right))
            case ex.Binary(op="/" | "%" as op, left=left, right=right) if self.row.is_id(left):
                number = constant(right)
                if number is not None and 0 < number < 1 << BITS:
                    divisor = ex.IntLiteral(node.at, UINT, number)
                    return ex.Binary(node.at, type_, op, self._lowest(left), divisor)
        raise NoLanes("numbers of 64 bits")

    def _in_all(self, node: ex.Expression, type_: VectorType) -> ex.Expression:
        """A number that is the same along the row, or grows, in all lanes."""
        if self.row.known.is_uniform(node):
            return ex.Call(node.at, type_, SPLAT, None, (self._if_wanted(node),))
        self.check_reads(node)
        by = _wrapped(self.row.step(node) or 0, type_.element.bits)
        step = ex.IntLiteral(node.at, type_.element, by)
        return ex.Call(node.at, type_, NUMBERS, None, (node, step))

    def _if_wanted(self, node: ex.Expression) -> ex.Expression:
        """A number that is read from memory only if some work-item comes there."""
        if self.reads or self.mask is None or not any(map(self.is_read, descendants(node))):
            return node
        some = ex.Call(node.at, INT, SOME, None, (self.mask,))
        zero = ex.Cast(node.at, node.type, ex.IntLiteral(node.at, INT, 0), implicit=False)
        return ex.Conditional(node.at, node.type, some, node, zero)

    def number(self, node: ex.Expression) -> ex.Expression:
        """An expression that is a number for the first work-item of a vector, as it is."""
        if not self.row.is_number(node):
            raise NoLanes("a number that varies")
        self.check_reads(node)
        return node

    def check_reads(self, node: ex.Expression) -> None:
        """Refuse memory that a number is read from where no work-item may come."""
        if not self.reads and any(map(self.is_read, descendants(node))):
            raise NoLanes("memory that is read where no work-item may come")

    def is_read(self, node: Node) -> bool:
        """Whether a node reads memory, or an array."""
        match node:
            case ex.Index() | ex.Unary(op="*") | ex.Member(arrow=True):
                return True
            case _:
                return self.row.components.is_load(node)

    def same(self, node: ex.Expression) -> ex.Expression:
        """An expression that is the same for all work-items of a row, as it is."""
        if not self.row.known.is_uniform(node):
            raise NoLanes("a number that is not the same for a row")
        return self.number(node)


def _wrapped(number: int, bits: int) -> int:
    """A whole number as what its lowest bits are worth."""
    half = 1 << bits - 1
    return (number + half) % (2 * half) - half


def _compared(op: str, left: ex.Expression, right: ex.Expression) -> ex.Expression:
    """A comparison of vectors as a mask, which has as many bits as they have at first."""
    element = left.type.element if isinstance(left.type, VectorType) else left.type
    is_long = element == DOUBLE or is_wide(element)
    mask = VectorType(LONG, ROW_LANES) if is_long else MASK
    return as_lanes(ex.Binary(left.at, mask, op, left, right), MASK)


def fitted(value: ex.Expression, type_: Type, given: Type) -> ex.Expression:
    """A vector of numbers of a type `given` as those of another, in its lanes."""
    if not is_truth(type_):
        return narrowed(as_lanes(value, lanes_of(type_)), type_, given)
    if is_truth(given):
        return value
    zero = ex.IntLiteral(value.at, INT, 0)
    none = ex.Call(value.at, value.type, SPLAT, None, (zero,))
    return ex.Unary(value.at, MASK, "-", _compared("!=", value, none))


def _divisor(op: str, type_: Type, node: ex.Expression) -> ex.IntLiteral | None:
    """The constant that all lanes can be divided by, as C does."""
    value = constant(node)
    if op not in _SIGNED or not isinstance(type_, IntType) or value is None:
        return None
    most = (1 << BITS - type_.signed) - 1
    is_plain = 0 < value <= most or (type_.signed and -most <= value < -1)
    return ex.IntLiteral(node.at, type_, value) if is_plain else None


def _count(op: str, type_: Type, node: ex.Expression) -> ex.IntLiteral | None:
    """The constant by which all lanes can be shifted, as C does."""
    value = Folding({}).value(node) if op in _SHIFTS else None
    if not isinstance(type_, IntType) or not isinstance(value, int):
        return None
    is_plain = 0 <= value < type_.bits and (op == ">>" or not type_.signed)
    return ex.IntLiteral(node.at, INT, value) if is_plain else None


def _not(node: ex.Expression) -> ex.Expression:
    return ex.Unary(node.at, INT, "!", node)


def _is_truth(node: ex.Expression) -> bool:
    """Whether an expression is 0 or 1, in any type."""
    if isinstance(node, ex.Cast):
        return isinstance(node.type, IntType) and _is_truth(node.operand)
    is_not = isinstance(node, ex.Unary) and node.op == "!"
    return is_not or (isinstance(node, ex.Binary) and node.op in _TRUTHS)


def as_lanes(value: ex.Expression, type_: VectorType) -> ex.Expression:
    """The numbers of a vector as those of another type."""
    if value.type == type_:
        return value
    return ex.Call(value.at, type_, CONVERT, None, (value,))
