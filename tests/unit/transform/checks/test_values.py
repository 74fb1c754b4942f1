"""Two versions of a kernel: whether they compute the same, and what is said where they do not."""

import re
from pathlib import Path

import pytest

from ppcl.analysis.terms import NotModelled, Outline, outline_of
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.source import Span
from ppcl.transform.checks.values import Allowed, difference
from tests.calls import calls_of

HEAD = """\
__kernel void k(__global float *a, __global const float *b, __global const int *c, int n, float w)
{
"""
ID = "    int i = get_global_id(0);\n"


def outline(body: str, front: str = "") -> Outline:
    text = f"{front}{HEAD}{ID}{body}}}\n".encode()
    unit = parse_kernel(Path(), "k.cl", ParseOptions(), {"k.cl": text})
    assert [problem.message for problem in unit.problems] == []
    function = next(each for each in unit.functions if each.kernel)
    return outline_of(function, unit, lambda at: text[at.span.start : at.span.end])


def differs(old: str, new: str, front: str = "", other: str | None = None) -> bool:
    found = difference(outline(old, front), outline(new, other or front), Allowed())
    return found is not None


SUM = (
    "    float s = 0.0f;\n    for (int j = 0; j < n; j++)\n        s += b[j] * w;\n    a[i] = s;\n"
)
HELPER = "float mean(float x, float y)\n{\n    if (x > y)\n        return x;\n    return y;\n}\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (SUM, SUM.replace("s", "total")),
        (SUM, SUM.replace("    float s", "    int unused = n * 2;\n    float s")),
        (SUM, SUM.replace("b[j] * w", "(b[j] * w)")),
        ("a[i * n + 1] = w;", "a[1 + n * i] = w;"),
        ("a[(i + 1) * n] = w;", "a[i * n + n] = w;"),
        ("a[c[i] - c[n] + 1] = w;", "a[1 - c[n] + c[i]] = w;"),
        ("int j = i + 1; a[j] = w;", "a[i + 1] = w;"),
        ("if (i < n) { a[i] = w; }", "if (i < n)\n a[i] = w;"),
        (
            "float x = w; if (n > 1) x = 2.0f; a[i] = x;",
            "float y = w; if (n > 1) y = 2.0f; a[i] = y;",
        ),
        (
            "float t[2]; t[0] = w; t[1] = b[i]; a[i] = t[n];",
            "float u[2]; u[0] = w; u[1] = b[i]; a[i] = u[n];",
        ),
        ("while (i < n) { a[i] = w; i += 2; }", "int j = i; while (j < n) { a[j] = w; j += 2; }"),
        ("prefetch(&b[i], 1); a[i] = w;", "a[i] = w;"),
    ],
)
def test_other_words_for_the_same(old: str, new: str) -> None:
    assert not differs(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (SUM, SUM.replace("s +=", "s -=")),
        (SUM, SUM.replace("b[j] * w", "b[j] + w")),
        (SUM, SUM.replace("b[j] * w", "w * b[j]")),
        (SUM, SUM.replace("j < n", "j <= n")),
        (SUM, SUM.replace("j = 0", "j = 1")),
        (SUM, SUM.replace("j++", "j += 2")),
        (SUM, SUM.replace("s = 0.0f", "s = 0.5f")),
        (SUM, SUM.replace("s += b[j] * w;", "{ s += b[j] * w; if (s > w) break; }")),
        (SUM, SUM.replace("b[j]", "a[j]")),
        (SUM, SUM.replace("float s", "double s")),
        ("if (i < n) a[i] = w;", "a[i] = w;"),
        ("if (i < n) a[i] = w;", "if (n < i) a[i] = w;"),
        ("if (i < n) a[i] = w; else a[i] = 0;", "if (i < n) a[i] = 0; else a[i] = w;"),
        ("if (i >= n) return; a[i] = w;", "a[i] = w;"),
        ("a[i] = w; a[i + 1] = 0;", "a[i + 1] = 0; a[i] = w;"),
        ("a[i] = w;", "a[i] = w; a[i] = w;"),
        ("a[i] = (w + 1.0f) + b[i];", "a[i] = w + (1.0f + b[i]);"),
        ("float x = a[0]; a[i] = w; a[n] = x;", "a[i] = w; float x = a[0]; a[n] = x;"),
        ("float x = a[0]; barrier(1); a[n] = x;", "barrier(1); float x = a[0]; a[n] = x;"),
        (
            "float t[2]; t[0] = w; t[1] = 1; a[i] = t[n];",
            "float t[2]; t[1] = w; t[0] = 1; a[i] = t[n];",
        ),
        (
            "float4 v = (float4)(w); v.x = 1; a[i] = v.y;",
            "float4 v = (float4)(w); v.y = 1; a[i] = v.y;",
        ),
        ("a[i] = n > 1 ? w : 0;", "a[i] = n > 1 ? 0 : w;"),
        ("a[i] = n > 1 && i ? w : 0;", "a[i] = n > 1 || i ? w : 0;"),
        ("a[i] = sin(w);", "a[i] = cos(w);"),
        ("a[c[i] + c[n] + 1] = w;", "a[1 + c[i] + c[i]] = w;"),
        ("a[c[i] - c[n] + 1] = w;", "a[1 + (c[n] - c[i])] = w;"),
        ("float t[2]; t[0] = w; a[i] = t[n];", "float t[1]; t[0] = w; a[i] = t[n];"),
        (
            "__local float t[2]; t[0] = w; a[i] = t[n];",
            "__local float t[3]; t[0] = w; a[i] = t[n];",
        ),
        ("a[i++] = i;", "a[++i] = i;"),
        ("a[i] = sizeof(float);", "a[i] = 4;"),
        ("a[i] = sizeof(float);", "a[i] = sizeof(int);"),
        ("do { a[i] = w; i++; } while (i < n);", "while (i < n) { a[i] = w; i++; }"),
        (
            "for (; i < n; i++) { if (i == 3) continue; a[i] = w; }",
            "for (; i < n; i++) { if (i == 3) break; a[i] = w; }",
        ),
    ],
)
def test_what_is_not_the_same(old: str, new: str) -> None:
    assert not differs(old, old)
    assert differs(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("case 2: x = 1; break;", "case 3: x = 1; break;"),
        ("case 2: x = 1; break;", "case 2: x = 1;"),
        ("case 2: x = 1; break;", "case 2: x = 2; break;"),
        ("default: x = 5;", "default: x = 6;"),
        ("switch (n)", "switch (i)"),
    ],
)
def test_cases_of_a_switch(old: str, new: str) -> None:
    text = "int x = 0; switch (n) { case 1: case 2: x = 1; break; default: x = 5; } a[i] = x;"
    assert old in text
    assert not differs(text, text)
    assert differs(text, text.replace(old, new))


def test_a_variable_of_one_case_of_a_switch_in_the_next() -> None:
    text = "switch (n) { case 0:; int x; x = 1; case 1: a[i] = x; }"
    assert not differs(text, text)
    assert differs(text, text.replace("x = 1", "x = 2"))
    ended = "switch (n) { case 0:; int x; x = 1; break; case 1: x = 2; a[i] = x; }"
    assert not differs(ended, ended)
    assert differs(ended, ended.replace("x = 2", "x = 3"))


@pytest.mark.parametrize(
    ("old", "new"), [("x > y", "x < y"), ("return x", "return y"), ("return y;", "return y + x;")]
)
def test_a_helper_is_a_part_of_the_kernel(old: str, new: str) -> None:
    body = "a[i] = mean(b[i], w);"
    assert not differs(body, body, HELPER)
    assert differs(body, body, HELPER, HELPER.replace(old, new))
    assert differs(body, "a[i] = mean(w, b[i]);", HELPER)


@pytest.mark.parametrize(
    ("read", "same"),
    [
        ("{}.x + {}.y", True),
        ("{}.y + {}.x", False),
        ("{}.x + {}.x", False),
        ("({}.x) + {}.y", True),
    ],
)
def test_components_of_vectors_that_moved(read: str, same: bool) -> None:
    places = "((__global const float2 *)b)[i + n * 2]", "((__global const float2 *)b)[i * 2 + n]"
    bodies = [f"a[i] = {text};" for text in ("{}.x + {}.y", read)]
    texts = [body.format(place, place) for body, place in zip(bodies, places, strict=True)]
    begin = len(f"{HEAD}{ID}")
    spans = [
        [Span("k.cl", begin + at.start(), begin + at.end()) for at in re.finditer(re.escape(p), t)]
        for p, t in zip(places, texts, strict=True)
    ]
    allowed = Allowed(frozenset({1}), paired=set(zip(*spans, strict=True)))
    found = difference(outline(texts[0]), outline(texts[1]), allowed)
    assert (found is None) == same


def test_a_macro_and_an_enumerator_are_not_their_numbers() -> None:
    front = "#define SIDE 64\nenum { EDGE = 64 };\n"
    for name in ("SIDE", "EDGE"):
        assert not differs(f"a[i * {name}] = w;", f"a[{name} * i] = w;", front)
        assert differs(f"a[i * {name}] = w;", "a[i * 64] = w;", front)
    assert differs("a[i * SIDE] = w;", "a[i * EDGE] = w;", front)


def test_what_a_constant_of_the_file_begins_with() -> None:
    front = "__constant float C[2] = {1.0f, 2.0f};\n"
    assert differs("a[i] = C[n];", "a[i] = C[n];", front, front.replace("2.0f", "3.0f"))


def test_a_large_kernel_takes_no_deep_stack() -> None:
    body = "float s = w;\n" + "s = s * b[i] + 1.0f;\n" * 1000 + "a[i] = s;"
    assert not differs(body, body)
    sums = "int s = n;\n" + "s = s + s * i;\n" * 1000 + "a[s] = w;"
    assert not differs(sums, sums)


def test_what_is_not_followed_is_said() -> None:
    with pytest.raises(NotModelled, match="Label"):
        outline("again: if (i < n) goto again;")


def test_the_work_for_loads_grows_with_the_kernel() -> None:
    """Each of many loads of one array has its partner near: it is not held against all others."""

    def calls(size: int) -> int:
        body = "".join(f"w += b[i * {n} + n] * {n};\n" for n in range(size)) + "a[i] = w;"
        old, new = outline(body), outline(body)
        return calls_of(lambda: difference(old, new, Allowed()))

    first, second, third = (calls(20 * times) for times in (1, 2, 4))
    assert third - second < 2.3 * (second - first), (first, second, third)
