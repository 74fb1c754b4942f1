"""What expressions are worth, and what they do."""

from collections.abc import Callable
from dataclasses import dataclass

from ppcl.analysis.terms import place
from ppcl.analysis.terms.outline import Effect
from ppcl.analysis.terms.reading import NotModelled, Reading
from ppcl.analysis.terms.term import UNDEFINED, Term
from ppcl.ir import expression as ex
from ppcl.ir.statement import Statement
from ppcl.ir.types import FloatType, IntType, PointerType, Type


@dataclass(frozen=True)
class Statements:
    """What expressions need of statements: the value of a `call` of one of the program's own
    functions, and to `run` a statement."""

    call: Callable[[Reading, ex.Call, tuple[Term, ...]], Term]
    run: Callable[[Statement, Reading], None]


# Numbers of so many bits are computed with in their own type (C99, 6.3.1.1).
_UNPROMOTED = 32
# What it is called with changes nothing (6.12.10).
_HINT = "prefetch"
# Builtins that only give a number of the work-item (OpenCL C 1.2, 6.12.1).
_OF_THE_WORK_ITEM = frozenset(
    [
        "get_work_dim",
        "get_global_size",
        "get_global_id",
        "get_local_size",
        "get_local_id",
        "get_num_groups",
        "get_group_id",
        "get_global_offset",
    ]
)


# Builtins that only compute, of values alone (6.12.2 to 6.12.6), or tell what an image always says
# of itself (6.12.14.5). All others are steps: they stay in their order, as many as they are.
_NAMES = """
    acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh
    cospi erfc erf exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod hypot ilogb ldexp lgamma
    log log2 log10 log1p logb mad maxmag minmag nan nextafter pow pown powr remainder rint rootn
    round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc
    half_cos half_divide half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_powr
    half_recip half_rsqrt half_sin half_sqrt half_tan native_cos native_divide native_exp
    native_exp2 native_exp10 native_log native_log2 native_log10 native_powr native_recip
    native_rsqrt native_sin native_sqrt native_tan
    abs abs_diff add_sat hadd rhadd clamp clz mad_hi mad_sat max min mul_hi rotate sub_sat upsample
    popcount mad24 mul24 degrees mix radians step smoothstep sign cross dot distance length
    normalize fast_distance fast_length fast_normalize isequal isnotequal isgreater isgreaterequal
    isless islessequal islessgreater isfinite isinf isnan isnormal isordered isunordered signbit
    any all bitselect select
    get_image_width get_image_height get_image_depth get_image_dim get_image_array_size
    get_image_channel_data_type get_image_channel_order
"""
_OF_VALUES = frozenset(_NAMES.split())


def is_value(call: ex.Call) -> bool:
    """Whether a call gives a value, the same for the same arguments, and does nothing."""
    if call.callee in _OF_THE_WORK_ITEM:
        return True
    known = call.callee in _OF_VALUES or (call.callee or "").startswith(("convert_", "as_"))
    return known and not any(isinstance(a.type, PointerType) for a in call.arguments)


def value_of(node: ex.Expression, reading: Reading, statements: Statements) -> Term:
    """The value of an expression; what it does is done. Raises NotModelled."""
    return _Expression(reading, statements).value(node)


def _computed(node: ex.Assign) -> tuple[str, tuple[object, ...]]:
    """What `a op= b` computes: `a op b`, where nothing is converted on the way."""
    type_ = node.target.type
    alone = isinstance(type_, IntType | FloatType) and type_.bits >= _UNPROMOTED
    if alone and type_ == node.value.type:
        return node.op.removesuffix("="), (type_,)
    return node.op, (type_, node.value.type)


class _Expression:
    def __init__(self, reading: Reading, statements: Statements) -> None:
        self.reading = reading
        self.statements = statements

    def value(self, node: ex.Expression) -> Term:
        read = _READ.get(type(node))
        if read is None:
            raise NotModelled(type(node).__name__, node.at)
        return read(self, node)

    def _constant(self, node: "ex.IntLiteral | ex.FloatLiteral | ex.StringLiteral") -> Term:
        """A number, and the name that it goes by: a macro's, an enumerator's."""
        spelled = self.reading.spelled(node.at)
        named = spelled if spelled[:1].isalpha() or spelled[:1] == b"_" else b""
        return Term("constant", (node.type, repr(node.value), node.at.macro, named))

    def _place(self, node: ex.Expression) -> place.Lvalue:
        return place.place_of(node, self.reading, self.value)

    def _read(self, node: ex.Expression) -> Term:
        return self._place(node).read(self.reading, node)

    def _cast(self, node: ex.Cast) -> Term:
        value = self.value(node.operand)
        same = node.implicit and node.operand.type == node.type
        return value if same else Term("cast", (node.type,), (value,))

    def _binary(self, node: ex.Binary) -> Term:
        if node.op in ("&&", "||"):
            return self._short(node)
        left, right = self.value(node.left), self.value(node.right)
        return right if node.op == "," else Term(node.op, (node.type,), (left, right))

    def _unary(self, node: ex.Unary) -> Term:
        if node.op == "&":
            return self._place(node.operand).address(node)
        if node.op == "*":
            return self._read(node)
        if node.op not in ex.STEPS:
            return Term(f"{node.op}x", (node.type,), (self.value(node.operand),))
        target = self._place(node.operand)
        old = target.read(self.reading, node.operand)
        new = Term(f"step {node.op.strip('x')}", (node.type,), (old,))
        target.write(self.reading, new, node)
        return old if node.op.startswith("x") else new

    def _assign(self, node: ex.Assign) -> Term:
        if node.op == "=":
            value = self.value(node.value)
            self._place(node.target).write(self.reading, value, node.target)
            return value
        target = self._place(node.target)
        value = self.value(node.value)
        old = target.read(self.reading, node.target)
        new = Term(*_computed(node), (old, value))
        target.write(self.reading, new, node.target)
        return new

    def _short(self, node: ex.Binary) -> Term:
        """`left && right`: the right side is only done where the left one does not decide."""
        left = self.value(node.left)
        found: list[Term] = []

        def right() -> None:
            found.append(self.value(node.right))

        def nothing() -> None:
            pass

        ways = (right, nothing) if node.op == "&&" else (nothing, right)
        self.reading.branch(left, *ways)
        return Term(node.op, (node.type,), (left, *found))

    def _chosen(self, node: ex.Conditional) -> Term:
        condition = self.value(node.condition)
        found: list[Term] = []
        self.reading.branch(
            condition,
            lambda: found.append(self.value(node.then)),
            lambda: found.append(self.value(node.otherwise)),
        )
        return Term("choose", (), (condition, *found))

    def _vector(self, node: ex.VectorLiteral) -> Term:
        return Term("vector", (node.type,), tuple(map(self.value, node.elements)))

    def _list(self, node: ex.InitList) -> Term:
        parts = (UNDEFINED if part is None else self.value(part) for part in node.elements)
        return Term("list", (node.type,), tuple(parts))

    def _block(self, node: ex.StatementExpression) -> Term:
        for statement in node.body:
            self.statements.run(statement, self.reading)
        return UNDEFINED if node.value is None else self.value(node.value)

    def _size(self, node: ex.SizeOf) -> Term:
        return Term("sizeof", (self.reading.spelled(node.at),))

    def _call(self, node: ex.Call) -> Term:
        if node.receiver is not None or node.function is not None or node.callee is None:
            raise NotModelled("a call of something else than a function", node.at)
        arguments = tuple(map(self.value, node.arguments))
        known = self.reading.functions.get(node.target.key) if node.target else None
        if known is not None:
            return self.statements.call(self.reading, node, arguments)
        if node.callee == _HINT:
            return UNDEFINED
        if is_value(node):
            return Term("builtin", (node.callee, node.type), arguments)
        detail: tuple[str, Type] = (node.callee, node.type)
        return self.reading.effect(Effect("call", detail, arguments, node))


_READ: dict[type, Callable[..., Term]] = {
    ex.IntLiteral: _Expression._constant,
    ex.FloatLiteral: _Expression._constant,
    ex.StringLiteral: _Expression._constant,
    ex.NameRef: _Expression._read,
    ex.Index: _Expression._read,
    ex.Member: _Expression._read,
    ex.Swizzle: _Expression._read,
    ex.Unary: _Expression._unary,
    ex.Binary: _Expression._binary,
    ex.Assign: _Expression._assign,
    ex.Conditional: _Expression._chosen,
    ex.Call: _Expression._call,
    ex.VectorLiteral: _Expression._vector,
    ex.InitList: _Expression._list,
    ex.Cast: _Expression._cast,
    ex.SizeOf: _Expression._size,
    ex.StatementExpression: _Expression._block,
}
