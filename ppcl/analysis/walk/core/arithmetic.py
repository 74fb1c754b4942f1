"""Arithmetic on symbolic values, with an eye on where C's arithmetic is not that of integers."""

from dataclasses import replace

from ppcl.analysis.kernels.text import is_length_of_file
from ppcl.analysis.model import Precision
from ppcl.analysis.numbers.polynomial import DEEPEST, ZERO, Polynomial, Symbol, Term, make_term
from ppcl.analysis.walk.core.rounding import EXACT, truncated
from ppcl.analysis.walk.core.value import (
    Number,
    OneOf,
    Pointer,
    Text,
    Value,
    choices_of,
    one_of,
    weaker,
)
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, Type, size_of

COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")
# Narrower integers hold no address.
ADDRESS_BITS = 64
_BEYOND_SIZES = 1 << 32
_MAX_TERMS = 16
# Operations by which sizes are made of sizes.
_OF_SIZES = frozenset({"/", "%", "min", "max", "floor/", "ceil/", "pad"})


def binary(
    op: str, left: Value, right: Value, type_: Type, left_type: Type | None = None
) -> Value | None:
    """`left op right` of result type `type_`; None where nothing can be said. `left_type` is that
    of the left operand, where it may be a pointer and the result is none."""
    if isinstance(left, OneOf) or isinstance(right, OneOf):
        pairs = [(a, b) for a in _usable(left) for b in _usable(right)]
        results = [binary(op, a, b, type_, left_type) for a, b in pairs]
        return one_of([value for value in results if value is not None]) if all(results) else None
    if isinstance(left, Text) and isinstance(right, Number):
        return _text_behind(op, left, right, type_)
    if isinstance(left, Pointer) or isinstance(right, Pointer):
        return _pointer_binary(op, left, right, type_, left_type)
    if not isinstance(left, Number) or not isinstance(right, Number):
        return None
    if isinstance(type_, FloatType):
        exact = left.precision == right.precision == "exact"
        term = make_term(f"f{type_.bits}{op}", (left.value, right.value))
        return _bounded(term, "exact" if exact else "unknown")
    if not isinstance(type_, IntType):
        return None
    precision = weaker(left.precision, right.precision, _wraps(op, left, right, type_))
    if precision == "modular" and op not in ("+", "-", "*", "<<"):
        precision = "unknown"  # a quotient of a wrapped value is not that of the sum
    operands = [
        _signed_mask(side.value, type_) if op == "&" else side.value for side in (left, right)
    ]
    result = _integer_binary(op, operands[0], operands[1], precision)
    if isinstance(result, Number) and result.value.as_int is not None:
        return _convert_known(result.value.as_int, precision, type_)
    if isinstance(result, Number) and not type_.signed and _is_beyond_sizes(result.value):
        return replace(result, precision=weaker(precision, "modular"))
    return result


def _is_beyond_sizes(value: Polynomial) -> bool:
    """Whether a number is made with one that no size is, and may be meant to wrap round."""
    inner = (term for term in value.atoms if isinstance(term, Term))
    return any(abs(coefficient) >= _BEYOND_SIZES for _, coefficient in value.terms) or any(
        _is_beyond_sizes(operand) for term in inner for operand in term.operands
    )


def _text_behind(op: str, left: Text, right: Number, type_: Type) -> Value | None:
    """The rest of a string constant from a character on."""
    distance = right.value.as_int if op == "+" and element_size(type_) == 1 else None
    if distance is None or not 0 <= distance <= len(left.value):
        return None
    return Text(left.value[distance:], None) if distance else left


def _usable(value: Value) -> list[Value]:
    """The choices of an operand: a pointer that may be NULL is not, where it is calculated with."""
    choices = choices_of(value)
    pointers = any(isinstance(choice, Pointer) for choice in choices)
    null = Number(ZERO)
    return [choice for choice in choices if not pointers or choice != null]


def _wraps(op: str, left: Number, right: Number, type_: IntType) -> Precision:
    """Unsigned arithmetic is modular where the mathematical result may lie outside the type; and so
    is a shift of any `int`, which drops what goes beyond it (OpenCL 1.2 §6.3.j)."""
    known = left.value.as_int is not None and right.value.as_int is not None
    if known or op not in ("+", "-", "*", "<<") or (type_.signed and op != "<<"):
        return "exact"
    return "modular" if op == "-" or type_.bits <= 32 else "exact"


def _signed_mask(value: Polynomial, type_: IntType) -> Polynomial:
    """A mask as its bits: one with all high bits set is a negative number, of any width."""
    number = value.as_int
    if number is None or type_.signed or number < 1 << (type_.bits - 1):
        return value
    return Polynomial.constant(number - (1 << type_.bits))


def _integer_binary(
    op: str, left: Polynomial, right: Polynomial, precision: Precision
) -> Value | None:
    match op:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "<<" if right.as_int is not None and 0 <= right.as_int < 63:
            result = left * Polynomial.constant(1 << right.as_int)
        case "/":
            result = _quotient(left, right)
        case "," | "&&" | "||":
            return None
        case _:
            result = make_term(op, (left, right))
    return _bounded(result, precision)


def _quotient(left: Polynomial, right: Polynomial) -> Polynomial:
    exact = left.divide_exactly(right)
    return exact if exact is not None else make_term("/", (left, right))


def _bounded(value: Polynomial, precision: Precision) -> Number | None:
    return (
        None if len(value.terms) > _MAX_TERMS or value.depth > DEEPEST else Number(value, precision)
    )


def _pointer_binary(
    op: str, left: Value, right: Value, type_: Type, left_type: Type | None
) -> Value | None:
    if op == "-" and isinstance(left, Pointer) and isinstance(right, Pointer):
        return _distance(left, right, _step(left_type) if left_type is not None else None)
    if op == "+" and isinstance(left, Number):
        left, right = right, left
    if op not in ("+", "-") or not isinstance(left, Pointer) or not isinstance(right, Number):
        return None
    step = _step(type_)
    if step is None:
        return None
    distance = right.value * Polynomial.constant(step)
    offset = left.offset + distance if op == "+" else left.offset - distance
    return Pointer(left.object, offset, weaker(left.precision, right.precision))


def _distance(left: Pointer, right: Pointer, step: int | None) -> Number | None:
    """The difference of two pointers into one object, in what each step of theirs is."""
    if left.object != right.object or not step:
        return None
    distance = _quotient(left.offset - right.offset, Polynomial.constant(step))
    exact = left.precision == right.precision == "exact" and left.object.unique
    return _bounded(distance, "exact" if exact else "unknown")


def _step(type_: Type) -> int | None:
    """How many bytes 1 is in arithmetic on addresses: one where an integer holds the address."""
    if isinstance(type_, IntType):
        return 1 if type_.bits == ADDRESS_BITS else None
    return element_size(type_)


def element_size(type_: Type) -> int | None:
    """The size in bytes of what a pointer type points to (1 for `void *`, as gcc has it)."""
    if not isinstance(type_, PointerType):
        return None
    size = size_of(type_.pointee)
    return size if size is not None or isinstance(type_.pointee, ArrayType) else 1


def convert(value: Value, target: Type, source: Type) -> Value | None:
    """The value of a cast. Conversions of integers keep the number (docs/adr: trusted conversions);
    None where nothing can be said."""
    if not isinstance(value, Number):
        return value
    if isinstance(target, FloatType) and isinstance(source, FloatType | IntType):
        return _convert_to_float(value, target, source)
    if isinstance(target, IntType) and isinstance(source, FloatType):
        return Number(_integral(value.value), value.precision)
    if isinstance(target, IntType) and isinstance(source, IntType):
        return _convert_integer(value, target, source)
    if value.value == ZERO and PointerType in (type(target), type(source)):
        return value  # a null pointer, also as a truth value
    return None


def _convert_to_float(value: Number, target: FloatType, source: FloatType | IntType) -> Number:
    """The value as a term of its own where it may be rounded, or is an integer no more."""
    number = value.value.as_int
    widened = isinstance(source, FloatType) and source.bits <= target.bits
    if widened or (number is not None and abs(number) <= EXACT.get(target.bits, 0)):
        return value
    precision: Precision = "exact" if value.precision == "exact" else "unknown"
    return Number(make_term("double" if target.bits == 64 else "float", (value.value,)), precision)


def _integral(value: Polynomial) -> Polynomial:
    whole = truncated(value)
    return whole if whole is not None else make_term("int", (value,))


def _convert_integer(value: Number, target: IntType, source: IntType) -> Number | None:
    number = value.value.as_int
    if number is not None:
        return _convert_known(number, value.precision, target)
    most = max((abs(c) for _, c in value.value.terms), default=0)
    if target.bits < 32 or (target.bits < source.bits and most >= 1 << 31):
        return None
    if target.bits < source.bits and not _is_size(value.value):
        return _bounded(make_term(f"int{target.bits}", (value.value,)), value.precision)
    if not target.signed and source.signed and any(c < 0 for _, c in value.value.terms):
        return Number(value.value, weaker(value.precision, "modular"))
    return value


def _is_size(value: Polynomial) -> bool:
    """Whether a value is trusted to fit an `int`: counters, ids and sizes are, those of files too,
    and not what memory holds, which may have marks in its upper bits, or what is made of bits."""
    return all(
        atom.kind != "load"
        if isinstance(atom, Symbol)
        else is_length_of_file(atom)
        or (atom.op in _OF_SIZES and all(_is_size(operand) for operand in atom.operands))
        for atom in value.atoms
    )


def _convert_known(number: int, precision: Precision, target: IntType) -> Number:
    if target.name in ("bool", "_Bool"):
        return Number(Polynomial.constant(int(number != 0)), precision)
    wrapped = number % (1 << target.bits)
    if target.signed and wrapped >= 1 << (target.bits - 1):
        wrapped -= 1 << target.bits
    return Number(Polynomial.constant(wrapped), precision)
