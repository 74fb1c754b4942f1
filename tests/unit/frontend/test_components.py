"""The components of vectors that a macro's body names."""

import pytest

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import children
from tests.unit.frontend.checks import complaints, function, kernel

MACROS = """
#define COMPONENT x
#define OF_V v.y
#define FIRST(a) a.s0
#define GET(a, c) a.c
#define SWAPPED(a) (a).yxwz
#define PASTED(n) v.s##n
#define BEHIND .z
#define INNER(a) GET(a, COMPONENT)
#define LOW(a) (a).hi.lo
#define SAME(a) a
#define ALIAS v
#define AS_INTS as_int4(v.wzyx)
"""


def value(text: str, macros: str = "") -> ex.Expression:
    parameters = "__global float4 *p, float4 v, __global float4 *q, int i"
    text = f"{macros}__kernel void k({parameters}) {{ {text}; }}"
    unit = kernel(text)
    assert not unit.problems
    assert list(complaints(unit, {"kernel.cl": text.encode()})) == []
    body = function(unit, "k").body
    assert body is not None
    (statement,) = body.body
    assert isinstance(statement, st.Evaluate)
    return statement.expression


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("OF_V += OF_V", "v.y += v.y"),
        ("v.COMPONENT", "v.x"),
        ("FIRST(v) = FIRST(p[i])", "v.s0 = p[i].s0"),
        ("GET(v, yx)", "v.yx"),
        ("GET(v, COMPONENT) = GET((v + v), w)", "v.x = (v + v).w"),
        ("SWAPPED(v) = SWAPPED(v + v)", "(v).yxwz = (v + v).yxwz"),
        ("PASTED(2) = PASTED(1)", "v.s2 = v.s1"),
        ("v BEHIND", "v.z"),
        ("INNER(v) + INNER(p[0])", "v.x + p[0].x"),
        ("LOW(v)", "(v).hi.lo"),
        ("SAME(SAME(v).zyx)", "v.zyx"),
        ("ALIAS.y", "v.y"),
        ("-OF_V * SAME(-v.z)", "-v.y * -v.z"),
        ("v = SAME(v + v) + SAME(v)", "v = v + v + v"),
        ("AS_INTS", "as_int4(v.wzyx)"),
        ("SAME(as_int4(SWAPPED(v)))", "as_int4((v).yxwz)"),
    ],
)
def test_components_in_macros_are_those_that_clang_sees(text: str, meant: str) -> None:
    assert _shape(value(text, MACROS)) == _shape(value(meant))


def test_what_clang_does_not_print_right_is_not_understood() -> None:
    """Its print of `q->y`, of a pointer to a vector, is `q.y`."""
    node = value("ARROW", "#define ARROW q->y\n")
    assert isinstance(node, ex.OpaqueExpression)


def _shape(node: ex.Expression) -> object:
    parts = [_shape(child) for child in children(node) if isinstance(child, ex.Expression)]
    own = [getattr(node, name, None) for name in ("op", "components", "callee")]
    return type(node).__name__, own, str(node.type), parts


def swizzled_last(text: str) -> bool:
    """Whether a kernel's last statement, AS_INTS, is read as what it names of a vector."""
    body = function(kernel(MACROS + text), "k").body
    assert body is not None
    (last,) = body.body[-1:]
    assert isinstance(last, st.Evaluate)
    assert isinstance(last.expression, ex.Call)
    return isinstance(last.expression.arguments[0], ex.Swizzle)


@pytest.mark.parametrize("hint", ["unroll", "unroll 4", "nounroll", "clang loop unroll(enable)"])
def test_components_in_macros_beside_a_hint_for_a_loop(hint: str) -> None:
    loop = f"#pragma {hint}\n    for (int j = 0; j < 4; ++j) q[j] = v;"
    text = f"__kernel void k(__global float4 *q, float4 v) {{\n{loop}\n    AS_INTS; }}"
    assert swizzled_last(text)


def test_components_in_macros_beside_images() -> None:
    parameters = "__read_only image2d_t i, write_only image2d_t o, float4 v"
    text = f"__kernel void k({parameters}) {{ write_imagef(o, (int2)(0), v); AS_INTS; }}"
    assert swizzled_last(text)
