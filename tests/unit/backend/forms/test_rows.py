"""Loops that packs of work-items run as vectors, and those that they do not: for each form its twin
that lies beside it."""

import pytest

from ppcl.backend.c.printer import printed
from ppcl.backend.lowering.library import Library
from ppcl.backend.program import compile_unit
from tests.unit.backend.small_kernel import c_of, kernel_of

START = "int i = get_global_id(0), sum = 0, k;"
END = "out[i] = sum;"


def runs_as_vectors(loop: str, before: str = "") -> bool:
    """Whether a whole pack, and one that is cut short, run a loop as vectors."""
    text = c_of(f"{START} {loop} {END}", before)
    found = "ppcl_splat_ints(0)" in text, "ppcl_first_ints(" in text
    assert found[0] == found[1]
    return found[0]


def loop(body: str, head: str = "k = 0; k < n; k++") -> str:
    """A loop that all work-items run alike."""
    return f"for ({head}) {{ {body} }}"


@pytest.mark.parametrize(
    ("of_vectors", "of_numbers"),
    [
        (loop("sum += in[i + k] + in[in[i]];"), loop("sum += in[i + k] + in[above(in[i], k)];")),
        (loop("sum += in[i + k] / in[k] % 7;"), loop("sum += in[i + k] / above(in[k], i);")),
        (loop("sum += in[i + k] << k; sum >>= 2u;"), loop("sum += in[i + k] << above(i, k);")),
        (loop("sum -= i * in[k];"), loop("sum -= above(i, in[i]) * in[k];")),
        (
            loop("float f = in[i + k]; sum += (uint)f;"),
            loop("float f = in[i]; sum += above((int)f, k);"),
        ),
        (loop("if (in[i] & 1) sum += in[i] < k;"), loop("if (above(in[i], k)) sum += k;")),
        (loop("if (i > 2) sum += in[i];"), loop("if (i > 2) sum += in[i]; else atomic_inc(out);")),
        (loop("s[in[i]] = in[2 * i]; sum++;"), loop("s[above(in[i], k)] = k; sum++;")),
        (loop("sum += *(in + i);"), loop("sum += *(volatile global const int *)(in + i);")),
        ("const uint j = i; " + loop("sum += in[i];"), loop("sum += in[above(in[i], k)];")),
        (
            "int y = get_global_id(1); " + loop("sum += in[i + k];", "k = 0; k < y; k++"),
            "int y = get_local_id(0); " + loop("sum += in[above(in[k], i) + i * y];"),
        ),
        (
            "global const int *row = in + get_global_id(1); " + loop("sum += row[k] + in[i];"),
            "global const int *row = i & 1 ? in : out; " + loop("sum += row[i]; row++;"),
        ),
        (
            loop("int v[2]; v[in[i] & 1] = k; sum += v[k & 1];"),
            loop("int v[2], *w = v; w[k & 1] = in[i]; sum += v[0];"),
        ),
        (loop("sum += in[i] + in[(uint)i - 1u];"), loop("sum += in[i]; atomic_inc(out);")),
        (loop("sum = twice(sum, in[i]);"), loop("sum = above(sum, in[i]);")),
        (
            loop("if (i > 3) sum += in[in[k] + i];"),
            loop("sum += i > 3 ? in[in[k] + i] : k;"),
        ),
        (
            loop("if (i > 3 && in[i] > 0) sum += in[k];"),
            loop("if (i > 3 && *(in + in[k] + i) > 0) sum += in[k];"),
        ),
        (loop("sum += i > 3 ? in[i] : k;"), loop("sum += in[n ? i + k : i * k];")),
        (loop("sum += max(in[i], k) + any(in[i]);"), loop("int e; frexp((float)in[i], &e);")),
        (
            loop("uchar c = ((global const uchar *)in)[i + k]; c *= 3; sum += c;"),
            loop("uchar c = above(in[i + k], k); c *= 3; sum += c;"),
        ),
        (
            loop("double d = in[i] * 0.5; float f = d; f *= 1.5; sum += f > d;"),
            loop("double d = in[i] * 0.5; sum += pow(d, 0.3);"),
        ),
        (
            loop("double2 d = vload2(k, (global double *)out); sum += in[i] + d.x;"),
            loop("double8 d = vload8(i, (global double *)out); sum += in[i] + d.s0;"),
        ),
        (
            "n /= 2; sum = n; " + loop("sum += in[i];", "k = 0; k < 9; k++"),
            "n = get_local_id(n); sum = n; " + loop("sum += in[i];", "k = 0; k < 9; k++"),
        ),
        (
            loop("bool b = in[i] > k; b = !b; sum += b;"),
            loop("bool b = above(in[i], k); sum += b;"),
        ),
        (
            loop("sum += convert_uchar_sat(in[i] * 0.5f) + max((char)in[i], (char)k);"),
            loop("sum += rotate((uchar)in[i], (uchar)k);"),
        ),
        (
            "size_t x = get_global_id(0); " + loop("if (x >= 7 && x != k) sum += in[i];"),
            "size_t x = get_global_id(0); " + loop("if (2 * x >= above(i, k)) sum += in[i];"),
        ),
        (
            loop("sum += ((global const uchar4 *)in)[i + k].z;"),
            loop("sum += ((global const uchar2 *)in)[i + k].x;"),
        ),
    ],
    ids=[
        *(
            "memory",
            "division",
            "shifts",
            "widths",
            "conversions",
            "conditions",
            "branches",
            "stores",
        ),
        *(
            "volatile",
            "unsigned",
            "rows",
            "pointers",
            "arrays",
            "atomics",
            "helpers",
            "addresses",
            "pointers to",
            "choices",
            "functions",
            "bytes",
            "doubles",
            "vectors of doubles",
            "parameters",
            "truths",
            "functions of bytes",
            "ids",
            "vectors of bytes",
        ),
    ],
)
def test_what_has_lanes_and_its_twin(of_vectors: str, of_numbers: str) -> None:
    helper = "int twice(int x, int y) { return 2 * x + y; }\n"
    helper += "int above(int x, int y) { for (;; x++) switch (y) { case 9: return x; } }"
    assert runs_as_vectors(of_vectors, helper)
    assert not runs_as_vectors(of_numbers, helper)


def test_one_that_is_not_there_is_asked_for_nothing() -> None:
    """The rim of a guard: each access has the mask."""
    counted = loop("sum += in[i + k];", "int k = 0; k < n; k++")
    text = c_of(f"int i = get_global_id(0); if (i >= n) return; int sum = 0; {counted} {END}")
    rim = text[text.index("present") :]
    assert "ppcl_load_ints_where(present, &in[i + k])" in rim
    assert "ppcl_store_ints_where(present, &out[i], sum_2)" in rim
    assert "ppcl_load_ints(" not in rim


@pytest.mark.parametrize(("shortest", "is_one"), [(None, True), (4, True), (3, False), (1, False)])
def test_rows_that_fill_no_vector_have_none(shortest: int | None, is_one: bool) -> None:
    _, unit = kernel_of(f"{START} {loop('sum += in[i + k];')} {END}")
    sizes = ((shortest, 1, 1),) if shortest else ()
    program = compile_unit(
        unit, "_1", Library(), lambda at: "k.cl:1", local_sizes=lambda kernel: sizes
    )
    assert ("ppcl_load_ints" in printed(program.definitions)) == is_one
    assert program.kernels[0].row == (shortest if is_one else None)


WORK = "sum += (in[i + k] ^ k) * 3 + (in[i] & k) * 5 - (in[i + k + 1] | 3) + (in[k] ^ i) * 7;"
DEEP = "int deep(int x) { for (;; x /= 2) switch (x > 9) { case 0: return x; } }"


@pytest.mark.parametrize(
    ("by_lane", "refused"),
    [
        ("sum ^= deep(sum);", "sum ^= get_local_id(k) * deep(sum);"),
        ("if (deep(sum) == 1) sum += k;", "if (deep(sum) == get_local_id(k)) sum += k;"),
        ("atomic_add(out, sum);", "sum += atomic_add(out, sum);"),
        ("float whole; sum += (int)(fract(sum * 0.3f, &whole) * 8);", "k = deep(k);"),
        ("switch (sum & 3) { case 1: sum++; }", "while (atomic_add(out, 1) == 0) sum++;"),
        ("sum -= deep(sum & 7);", "sum -= deep(*(volatile global int *)out);"),
    ],
)
def test_statements_by_lane_and_their_twin(by_lane: str, refused: str) -> None:
    text = c_of(f"{START} {loop(f'{WORK} {WORK} {by_lane}')} {END}", DEEP)
    assert "lane < PPCL_WIDTH" in text
    text = c_of(f"{START} {loop(f'{WORK} {WORK} {refused}')} {END}", DEEP)
    assert "lane < PPCL_WIDTH" not in text


def test_most_of_the_work_is_in_vectors() -> None:
    assert "lane < PPCL_WIDTH" in c_of(f"{START} {loop(f'{WORK} sum ^= deep(sum);')} {END}", DEEP)
    few = loop("sum ^= deep(sum) + in[i];")
    assert "lane < PPCL_WIDTH" not in c_of(f"{START} {few} {END}", DEEP)
