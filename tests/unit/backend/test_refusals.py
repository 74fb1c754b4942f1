"""What has no form in C is refused with a place and a reason."""

from dataclasses import replace

import pytest

from ppcl.backend.lowering.library import Library
from ppcl.backend.program import compile_unit
from ppcl.backend.refuse import NotCompiled
from ppcl.diag import ExitCode
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.unit import Function
from tests.unit.backend.small_kernel import HEAD, compiled, kernel_of

WAIT = "int w(void) { barrier(CLK_LOCAL_MEM_FENCE); return 1; }"
REFUSED = {
    "recursion": ("out[0] = f(n);", "int f(int n) { return n ? f(n - 1) : 0; }", "recursion"),
    "mutual recursion": (
        "out[0] = f(n);",
        "int g(int n);\nint f(int n) { return g(n); }\nint g(int n) { return f(n); }",
        "recursion",
    ),
    "recursion with barriers": (
        "f(n);",
        "void f(int n) { barrier(CLK_LOCAL_MEM_FENCE); if (n) f(n - 1); }",
        "comes to itself",
    ),
    "printf of a vector": (
        'printf("%v4d", vload4(0, in));',
        "",
        "'printf' for these types",
    ),
    "too much local memory": ("local int a[300000]; a[0] = 1;", "", "bytes of local memory"),
    "no body": ("out[0] = f(n);", "int f(int n);", "not supported"),
    "barrier under a condition": ("while (w() && n) n = 0;", WAIT, "under a condition"),
    "barrier behind &&": ("out[0] = n && w();", WAIT, "under a condition"),
    "target evaluated twice": ("int i; out[i = 1] /= n;", "", "side effect"),
    "lanes evaluated twice": ("int2 v[2]; int i; v[i = 1].x += n;", "", "side effect"),
    "dimension evaluated twice": ("out[0] = get_global_id(n++);", "", "side effect"),
    "packed": (
        "global struct S *p = (global struct S *)out; p->i = 1;",
        "struct __attribute__((packed)) S { char c; int i; };",
        "'struct S' is packed",
    ),
    "bit-field": ("struct S p; p.a = n; out[0] = p.a;", "struct S { int a : 3; };", "bit-fields"),
    "unnamed member": (
        "S p; p.i = n; out[0] = p.i;",
        "typedef struct { union { int i; float f; }; int n; } S;",
        "unnamed members",
    ),
    "holds a packed one": (
        "struct T t; t.n = n; out[0] = t.n;",
        "struct __attribute__((packed)) S { char c; int i; };\nstruct T { int n; struct S s; };",
        "'struct T'",
    ),
    "block": ("int (^b)(int) = ^(int x) { return x; }; out[0] = b(2);", "", "no form in C"),
    "component of a vector by a pointer in a macro": (
        "int4 v = 0, *p = &v; Y = 1; out[0] = v.y;",
        "#define Y p->y",
        "part of a vector in a macro's body",
    ),
    "array without a name": ("int *p = (int[2]){n, 2}; out[0] = p[1];", "", "declare a variable"),
    "address of what has no name": (
        "S *p = &(S){n, 2}; out[0] = p->i;",
        "typedef struct { int i, j; } S;",
        "declare a variable",
    ),
    "union by another member": (
        "union U u = {.f = 2.5f}; out[0] = u.i;",
        "union U { int i; float f; };",
        "another member than its first",
    ),
    "assembly": ('__asm__ volatile("nop"); out[0] = n;', "", "inline assembly has no form in C"),
    "lanes of lanes": ("int4 v = 0; v.xyz.yz = (int2)(1, 2); out[0] = v.y;", "", "lanes of lanes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name: str) -> None:
    body, before, reason = REFUSED[name]
    with pytest.raises(NotCompiled, match=reason) as caught:
        compiled(f"{before}\n{HEAD}{{ {body} }}")
    assert caught.value.at.span.file == "k.cl"


def test_a_vector_that_lost_its_components_is_an_internal_error() -> None:
    """The tree is such as a reader would make that drops them."""
    function, unit = kernel_of("int4 v = 0; out[0] = v.y;")
    lost = replace(unit, functions=(_without_swizzles(function),))
    with pytest.raises(NotCompiled, match="vector is taken for a number") as caught:
        compile_unit(lost, "_1", Library(), lambda at: "k.cl:1")
    assert caught.value.exit_code is ExitCode.INTERNAL


def _without_swizzles(function: Function) -> Function:
    assert function.body is not None
    declared, assigned = function.body.body
    assert isinstance(assigned, st.Evaluate)
    assert isinstance(assigned.expression, ex.Assign)
    value = assigned.expression.value
    assert isinstance(value, ex.Swizzle)
    whole = replace(assigned, expression=replace(assigned.expression, value=value.base))
    return replace(function, body=replace(function.body, body=(declared, whole)))


def test_halves_are_only_loaded_and_stored() -> None:
    text = "kernel void k(global half *out) {{ {0} }}"
    compiled(text.format("vstore_half(vload_half(1, out) + 1.0f, 0, &out[2]);"))
    with pytest.raises(NotCompiled, match="type half"):
        compiled(text.format("out[0] = out[1];"))


def test_a_packed_record_that_no_function_uses_is_nobodys_problem() -> None:
    compiled(f"struct __attribute__((packed)) S {{ char c; int i; }};\n{HEAD}{{ out[0] = n; }}")
