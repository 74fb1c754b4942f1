"""OpenCL C: address spaces, vectors, builtins, attributes."""

import pytest

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.types import (
    AddressSpace,
    ArrayType,
    FloatType,
    IntType,
    OpaqueType,
    PointerType,
    RecordType,
    VectorType,
)
from ppcl.ir.unit import Attribute, TranslationUnit
from tests.unit.frontend.checks import complaints, function, kernel, nodes

FLOAT, INT = FloatType("float", 32), IntType("int", 32, True)
FLOAT4 = VectorType(FLOAT, 4)


def unit_of(text: str) -> TranslationUnit:
    unit = kernel(text)
    assert not unit.problems
    assert list(complaints(unit, {"kernel.cl": text.encode()})) == []
    return unit


def value(text: str) -> ex.Expression:
    parameters = "__global float4 *p, float4 v, int4 n, int i, float x, __global int *c"
    unit = unit_of(f"__kernel void k({parameters}) {{ {text}; }}")
    body = function(unit, "k").body
    assert body is not None
    (statement,) = body.body
    assert isinstance(statement, st.Evaluate)
    return statement.expression


def test_parameters_of_a_kernel() -> None:
    unit = unit_of(
        """__kernel void k(__global const float4 *restrict a, __local int *b, constant uint *c,
                           read_only image2d_t d, sampler_t e, ulong f) {}"""
    )
    (k,) = unit.functions
    assert k.kernel
    assert [p.type for p in k.parameters] == [
        PointerType(FLOAT4, AddressSpace.GLOBAL, const=True, restrict=True),
        PointerType(INT, AddressSpace.LOCAL),
        PointerType(IntType("unsigned int", 32, False), AddressSpace.CONSTANT),
        OpaqueType("__read_only image2d_t"),
        OpaqueType("sampler_t"),
        IntType("unsigned long", 64, False),
    ]


def test_parameters_that_are_arrays_keep_their_qualifiers() -> None:
    """The qualifiers of what is in the array are those of what the pointer points to."""
    unit = unit_of(
        """void f(constant int a[2], local volatile int b[2][3], global const float4 c[],
                  const int d[2], local int *e[2]) {}"""
    )
    assert [p.type for p in function(unit, "f").parameters] == [
        PointerType(INT, AddressSpace.CONSTANT),
        PointerType(ArrayType(INT, 3), AddressSpace.LOCAL, volatile=True),
        PointerType(FLOAT4, AddressSpace.GLOBAL, const=True),
        PointerType(INT, AddressSpace.PRIVATE, const=True),
        PointerType(PointerType(INT, AddressSpace.LOCAL)),
    ]


def test_attributes_are_evaluated_behind_macros() -> None:
    unit = unit_of(
        """#define TILE 16
        #define KERNEL __kernel __attribute__((reqd_work_group_size(TILE, TILE / 2, 1)))
        KERNEL void k(__global int *a) { } void helper(void) { }"""
    )
    k, helper = unit.functions
    assert k.kernel
    assert k.attributes == (Attribute("reqd_work_group_size", (16, 8, 1)),)
    assert not helper.kernel


def test_variables_in_address_spaces() -> None:
    unit = unit_of(
        "__constant float t[2] = {1, 2}; __kernel void k() { __local int s[4]; const int n = 1; }"
    )
    table, tile, number = [n for n in nodes(unit, st.Variable) if isinstance(n, st.Variable)][::-1]
    table, tile, number = sorted((table, tile, number), key=lambda v: v.declaration.name)[::-1]
    assert (table.space, table.const, table.storage) == (AddressSpace.CONSTANT, True, "global")
    assert (tile.space, tile.type) == (AddressSpace.LOCAL, ArrayType(INT, 4))
    assert (number.space, number.const) == (AddressSpace.PRIVATE, True)


@pytest.mark.parametrize("components", ["x", "xyz", "wzyx", "s0", "s123", "lo", "even"])
def test_swizzles(components: str) -> None:
    node = value(f"v.{components}")
    assert isinstance(node, ex.Swizzle)
    assert node.components == components
    lanes = {"x": 1, "xyz": 3, "wzyx": 4, "s0": 1, "s123": 3, "lo": 2, "even": 2}[components]
    assert node.type == (VectorType(FLOAT, lanes) if lanes > 1 else FLOAT)


def test_swizzle_of_a_load_and_as_a_target() -> None:
    node = value("p[i].xy = v.zw")
    assert isinstance(node, ex.Assign)
    assert isinstance(node.target, ex.Swizzle)
    assert isinstance(node.target.base, ex.Index)


def test_vector_literals() -> None:
    whole, splat = value("v = (float4)(x, v.xyz)"), value("v = (float4)(x) + v")
    assert isinstance(whole, ex.Assign)
    assert isinstance(whole.value, ex.VectorLiteral)
    assert [e.type for e in whole.value.elements] == [FLOAT, VectorType(FLOAT, 3)]
    assert isinstance(splat, ex.Assign)
    assert isinstance(splat.value, ex.Binary)
    assert isinstance(splat.value.left, ex.VectorLiteral)


def test_span_of_a_splat_has_its_parenthesis() -> None:
    text = "__kernel void k(float4 v) { v = v + (float4)( 1.0f ); }"
    unit = unit_of(text)
    (literal,) = nodes(unit, ex.VectorLiteral)
    (sum_,) = nodes(unit, ex.Binary)
    (statement,) = nodes(unit, st.Evaluate)
    shown = [text[n.at.span.start : n.at.span.end] for n in (literal, sum_, statement)]
    assert shown == ["(float4)( 1.0f )", "v + (float4)( 1.0f )", "v = v + (float4)( 1.0f );"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("get_global_id(0)", "get_global_id"),
        ("barrier(CLK_LOCAL_MEM_FENCE)", "barrier"),
        ("vload4(0, (__global float *)p)", "vload4"),
        ("vstore4(v, 0, (__global float *)p)", "vstore4"),
        ("native_exp(v)", "native_exp"),
        ("atomic_add(c, 1)", "atomic_add"),
        ("as_int4(v)", "as_int4"),
        ("as_uint(x)", "as_uint"),
        ("convert_int4_rte(v)", "convert_int4_rte"),
        ("select(v, v, n)", "select"),
        ("mad(x, x, x)", "mad"),
        ("dot(v, v)", "dot"),
        ('printf("%d", i)', "printf"),
    ],
)
def test_builtins_are_calls(text: str, name: str) -> None:
    node = value(text)
    assert isinstance(node, ex.Call)
    assert node.callee == name


def test_comparison_of_vectors() -> None:
    node = value("n = v < v")
    assert isinstance(node, ex.Assign)
    assert node.value.type == VectorType(INT, 4)


def test_structs_with_vectors() -> None:
    unit = unit_of(
        "typedef struct { float3 p; int id; } body;__kernel void k(__global body *b) { b->id = 1; }"
    )
    (k,) = unit.functions
    assert k.parameters[0].type == PointerType(RecordType("body", 32), AddressSpace.GLOBAL)
    assert [(f.name, f.offset) for f in unit.records["body"].fields] == [("p", 0), ("id", 16)]


def test_pragma_does_not_hide_a_loop() -> None:
    unit = unit_of("__kernel void k(int n) {\n#pragma unroll 4\nfor (int i = 0; i < n; ++i) ;\n}")
    body = function(unit, "k").body
    assert body is not None
    assert [type(s) for s in body.body] == [st.For]


def test_defines_and_standards() -> None:
    text = "__kernel void k(__local float *a) { a[SIZE] = 1; }"
    assert kernel(text).problems
    assert not kernel(text, "SIZE=4").problems


def test_all_names_of_the_specification_that_kernels_use() -> None:
    names = "M_PI_F INFINITY NAN MAXFLOAT FLT_EPSILON INT_MAX CLK_GLOBAL_MEM_FENCE HUGE_VALF"
    text = "".join(f"float v{i} = {name};" for i, name in enumerate(names.split()))
    unit_of(f"__kernel void k() {{ {text} half *h; double d = M_PI; ulong u = ULONG_MAX; }}")
