"""How kernels are cut into regions, and where their variables are kept."""

import pytest

from ppcl.analysis.workgroup.contexts import contexts
from ppcl.analysis.workgroup.regions import (
    GroupIf,
    GroupJump,
    GroupLoop,
    NotProved,
    ParallelRegion,
    Parts,
    kernel_parts,
)
from ppcl.analysis.workgroup.uniformity import uniformity
from tests.unit.backend.small_kernel import kernel_of

B = "barrier(CLK_LOCAL_MEM_FENCE);"
ID = "int l = get_local_id(0);"
SHAPES = {
    f"{ID} out[l] = 1;": "region",
    f"{ID} {B} out[l] = 1;": "region barrier region",
    f"{B} {B}": "barrier barrier",
    f"if (n) {{ {B} out[0] = 1; }}": "if(barrier region)",
    f"if (n) {B} else {{ out[0] = 1; {B} }}": "if(barrier)else(region barrier)",
    f"for (int i = 0; i < n; i++) {{ out[i] = 1; {B} }}": "loop(region barrier)",
    f"for (int i = 0; i < n; i++) {{ {B} i++; }}": "region loop(barrier region step region)",
    f"while (n > 0) {{ {B} n--; }} out[0] = n;": "loop(barrier region) region",
    f"for (int i = 0; i < n; i++) {{ if (i == 3) break; {B} }}": "loop(if(jump) barrier)",
    f"if (n == 2) return; {B}": "if(jump) barrier",
    f"{ID} {B} if (l == 2) return; out[l] = 1;": "region barrier region",
    f"{ID} if (l) out[l] = 1; {B}": "region barrier",
    f"{ID} for (int i = 0; i < 4; i++) {{ {B} for (;;) if (l) break; }}": (
        "region loop(barrier region)"
    ),
}
REASONS = {
    f"{ID} if (l == 2) return; {B}": "branch",
    f"{ID} if (l) {B}": "branch",
    f"{ID} while (l < n) {{ {B} l++; }}": "loop",
    f"{ID} for (int i = 0; i < n; i++) {{ if (l == i) break; {B} }}": "loop",
    f"switch (n) {{ case 1: {B} }}": "such a statement",
    f"for (int i = 0; i < n; i++) {{ if (i == 3) continue; {B} i++; }}": "continue",
    f"goto end; {B} end: out[0] = 1;": "goto",
    f"int a[2] = {{1, 2}}; if (a[0]) {B}": "branch",
    f"int x = n; int *p = &x; if (x) {B}": "branch",
    f"if (atomic_inc(out)) {B}": "branch",
}


def shape(parts: Parts) -> str:
    return " ".join(_word(part) for part in parts)


def _word(part: object) -> str:
    match part:
        case ParallelRegion():
            return "region"
        case GroupIf(then=then, otherwise=otherwise):
            return f"if({shape(then)})" + (f"else({shape(otherwise)})" if otherwise else "")
        case GroupLoop(init=init, body=body, step=step):
            before = f"{shape(init)} " if init else ""
            return f"{before}loop({shape(body)}{' step ' + shape(step) if step else ''})"
        case GroupJump():
            return "jump"
        case _:
            return "barrier"


@pytest.mark.parametrize("body", SHAPES)
def test_the_regions(body: str) -> None:
    kernel, unit = kernel_of(body)
    assert kernel.body is not None
    functions = {f.declaration.key: f for f in unit.functions}
    assert shape(kernel_parts(kernel.body, uniformity(kernel, functions))) == SHAPES[body]


@pytest.mark.parametrize("body", REASONS)
def test_what_is_not_proved(body: str) -> None:
    kernel, unit = kernel_of(body)
    assert kernel.body is not None
    functions = {f.declaration.key: f for f in unit.functions}
    with pytest.raises(NotProved) as caught:
        kernel_parts(kernel.body, uniformity(kernel, functions))
    assert REASONS[body] in caught.value.reason


@pytest.mark.parametrize(
    ("body", "items", "counters", "again"),
    [
        (f"{ID} int x = in[l]; {B} out[l] = x;", "x", "", "l"),
        (f"{ID} int x = l + 1; {B} out[l] = x;", "", "", "l x"),
        (f"{ID} int x = l + 1; x++; {B} out[l] = x;", "x", "", "l"),
        (f"{ID} for (int i = 0; i < n; i++) {{ out[l] = i; {B} }}", "", "", "l"),
        (f"{ID} int i; for (i = 0; i < n; i++) {B} out[l] = i;", "", "i", "l"),
        (f"local int t; int x = t + 1; {B} out[0] = x;", "x", "", ""),
        (f"int2 v; for (v = 0; v.x < n; v += 1) {{ {B} v.y++; }}", "v", "", ""),
        (
            f"{ID} {{ int t = in[l]; out[l] = t; }} {B} {{ int t = in[l]; out[l] = t; }}",
            "",
            "",
            "l",
        ),
    ],
)
def test_where_variables_are_kept(body: str, items: str, counters: str, again: str) -> None:
    kernel, unit = kernel_of(body)
    assert kernel.body is not None
    known = uniformity(kernel, {f.declaration.key: f for f in unit.functions})
    kept = contexts(kernel_parts(kernel.body, known), known)
    found = [
        " ".join(sorted(v.declaration.name for v in variables))
        for variables in (kept.of_items, kept.counters, kept.derived)
    ]
    assert found == [items, counters, again]


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        (f"int c = in[0]; int *p = &c; {B} out[0] = *p;", "c p"),
        (f"int c, *p = &c; *p = in[0]; {B} out[0] = n;", ""),
        (f"int a[2], c = in[1]; int *p = a + 1, **q = &p; {B} **q = c; out[0] = *p;", "a c p q"),
        (f"int c = in[1], d = f(&c); {B} out[0] = d;", "d"),
        (f"int c = in[1], *p = g(&c); {B} out[0] = *p;", "c p"),
        (f"int c = in[1], *p; h(&p, &c); {B} out[0] = *p;", "c p"),
        (f"int c = in[1]; ulong p = (ulong)&c; {B} out[0] = *(int *)p;", "c p"),
        (f"int c = in[1]; S r; r.p[1] = &c; {B} out[0] = *r.p[1];", "c r"),
        (f"int c = in[1]; S r, *q = &r; q->p[1] = &c; {B} out[0] = *q->p[1];", "c q r"),
        (f"for (int k = 0; k < n; k++) {{ int c = in[k], *p = &c; {B} out[k] = *p; }}", "c p"),
    ],
)
def test_what_is_pointed_to_is_kept_with_what_points(body: str, kept: str) -> None:
    before = "typedef struct { int *p[2]; } S; int f(int *); int *g(int *); void h(int **, int *);"
    function, _ = kernel_of(body, before)
    assert function.body is not None
    known = uniformity(function, {})
    found = contexts(kernel_parts(function.body, known), known).of_items
    assert {v.declaration.name for v in found} == set(kept.split())
