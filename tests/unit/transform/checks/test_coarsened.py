"""What the check of coarsened kernels lets through, by texts written by hand; and what not."""

from pathlib import Path

import pytest

from ppcl.analysis.reading.kernel import kernel_model
from ppcl.analysis.terms import NotModelled
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.source import SourceFile
from ppcl.transform.checks.coarsened import Coarsened
from ppcl.transform.checks.kind import Difference
from ppcl.transform.checks.values import Allowed, difference
from ppcl.transform.checks.versions import Version, Versions

HEAD = """\
__kernel void k(__global float *a, __global const float *b, __global const float *c, int n, int m)
{
"""
IMAGES = """\
__kernel void k(read_only image2d_t s, write_only image2d_t d, __constant float *c, int n, int m)
{
    const sampler_t nearest = CLK_FILTER_NEAREST;
"""


def version(body: str) -> Version:
    head = IMAGES if "imagef" in body else HEAD
    text = f"{head}{body}}}\n".encode()
    files = {"k.cl": SourceFile("k.cl", text)}
    unit = parse_kernel(Path(), "k.cl", ParseOptions(), {"k.cl": text})
    assert [problem.message for problem in unit.problems] == []
    function = next(each for each in unit.functions if each.kernel)
    return Version(kernel_model(function, unit, files, 1), unit, files)


def same(old: str, new: str, rim: bool = False, dimension: int = 1) -> bool:
    kind = Coarsened("k", dimension, 4, "item", rim)
    try:
        for found in kind.versions(Versions("k", version(old), version(new))):
            if difference(found.old.outline(), found.new.outline(), Allowed()) is not None:
                return False
    except (Difference, NotModelled):
        return False
    return True


EACH = "for (int item = 0; item < 4; ++item)"
ROW = "const int row = get_global_id(1) * 4 + item;"

SIMPLE = """\
    const int row = get_global_id(1);
    a[row * n + get_global_id(0)] = b[row];
"""
SIMPLE_BY_FOUR = f"""\
    {EACH} {{
        {ROW}
        a[row * n + get_global_id(0)] = b[row];
    }}
"""

FILTER = """\
    const int x = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;
    for (int t = 0; t < m; ++t)
        sum += b[row * m + t] * c[x + t];
    a[row * n + x] = sum;
"""
FILTER_BY_FOUR = f"""\
    const int x = get_global_id(0);
    float sum[4];
    {EACH}
        sum[item] = 0.0f;
    for (int t = 0; t < m; ++t)
        {EACH} {{
            {ROW}
            sum[item] += b[row * m + t] * c[x + t];
        }}
    {EACH} {{
        {ROW}
        a[row * n + x] = sum[item];
    }}
"""

GUARDED = """\
    const int x = get_global_id(0);
    const int row = get_global_id(1);
    if (x >= n || row >= m)
        return;
    float sum = 0.0f;
    for (int t = 0; t < m; ++t)
        sum += b[row * m + t] * c[x + t];
    a[row * n + x] = sum;
"""
GUARDED_BY_FOUR = f"""\
    const int x = get_global_id(0);
    const int last = get_global_id(1) * 4 + 3;
    if (x >= n || last >= m) {{
        {EACH} {{
            {ROW}
            if (x >= n || row >= m)
                continue;
            float sum = 0.0f;
            for (int t = 0; t < m; ++t)
                sum += b[row * m + t] * c[x + t];
            a[row * n + x] = sum;
        }}
        return;
    }}
    float sum[4];
    {EACH}
        sum[item] = 0.0f;
    for (int t = 0; t < m; ++t)
        {EACH} {{
            {ROW}
            sum[item] += b[row * m + t] * c[x + t];
        }}
    {EACH} {{
        {ROW}
        a[row * n + x] = sum[item];
    }}
"""

INSIDE = """\
    const int x = get_global_id(0);
    const int row = get_global_id(1);
    if (x < n && row < m) {
        float sum = 0.0f;
        for (int t = 0; t < m; ++t)
            sum += b[row * m + t] * c[x + t];
        a[row * n + x] = sum;
    }
"""
INSIDE_BY_FOUR = f"""\
    const int x = get_global_id(0);
    const int last = get_global_id(1) * 4 + 3;
    if (x < n && last < m) {{
        float sum[4];
        {EACH}
            sum[item] = 0.0f;
        for (int t = 0; t < m; ++t)
            {EACH} {{
                {ROW}
                sum[item] += b[row * m + t] * c[x + t];
            }}
        {EACH} {{
            {ROW}
            a[row * n + x] = sum[item];
        }}
    }} else
        {EACH} {{
            {ROW}
            if (x < n && row < m) {{
                float sum = 0.0f;
                for (int t = 0; t < m; ++t)
                    sum += b[row * m + t] * c[x + t];
                a[row * n + x] = sum;
            }}
        }}
"""

TILED = """\
    __local float tile[64];
    const int l = get_local_id(1);
    tile[l] = b[get_global_id(1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0.0f;
    for (int t = 0; t < get_local_size(1); ++t)
        s += tile[t] * l;
    a[get_global_id(1)] = s;
"""
TILED_BY_FOUR = f"""\
    __local float tile[64];
    {EACH} {{
        const int l = get_local_id(1) * 4 + item;
        tile[l] = b[get_global_id(1) * 4 + item];
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    float s[4];
    {EACH}
        s[item] = 0.0f;
    for (int t = 0; t < get_local_size(1) * 4; ++t)
        {EACH} {{
            const int l = get_local_id(1) * 4 + item;
            s[item] += tile[t] * l;
        }}
    {EACH}
        a[get_global_id(1) * 4 + item] = s[item];
"""

BLURRED = """\
    const int2 at = {get_global_id(0), get_global_id(1)};
    const int width = get_image_width(s);
    float4 sum = 0.0f;
    for (int t = 0; t < width; ++t)
        sum += c[t] * read_imagef(s, nearest, at + (int2)(t, 0));
    write_imagef(d, at, sum);
"""
BLURRED_BY_FOUR = f"""\
    const int width = get_image_width(s);
    float4 sum[4];
    {EACH}
        sum[item] = 0.0f;
    for (int t = 0; t < width; ++t)
        {EACH} {{
            const int2 at = {{get_global_id(0), get_global_id(1) * 4 + item}};
            sum[item] += c[t] * read_imagef(s, nearest, at + (int2)(t, 0));
        }}
    {EACH} {{
        const int2 at = {{get_global_id(0), get_global_id(1) * 4 + item}};
        write_imagef(d, at, sum[item]);
    }}
"""


@pytest.mark.parametrize(
    ("old", "new", "rim"),
    [
        (BLURRED, BLURRED_BY_FOUR, False),
        (SIMPLE, SIMPLE_BY_FOUR, False),
        (FILTER, FILTER_BY_FOUR, False),
        (GUARDED, GUARDED_BY_FOUR, True),
        (INSIDE, INSIDE_BY_FOUR, True),
        (TILED, TILED_BY_FOUR, False),
    ],
)
def test_the_same_for_each_work_item(old: str, new: str, rim: bool) -> None:
    assert same(old, new, rim)


@pytest.mark.parametrize(
    ("old", "new", "rim", "was", "now"),
    [
        (SIMPLE, SIMPLE_BY_FOUR, False, "* 4 + item", "* 4 + 3 - item"),
        (SIMPLE, SIMPLE_BY_FOUR, False, "* 4 + item", "* 2 + item"),
        (SIMPLE, SIMPLE_BY_FOUR, False, "item < 4", "item < 3"),
        (SIMPLE, SIMPLE_BY_FOUR, False, "= b[row]", "= b[row + 1]"),
        (SIMPLE, SIMPLE_BY_FOUR, False, "for (int item = 0", "for (int item = 1"),
        (FILTER, FILTER_BY_FOUR, False, "sum[item] +=", "sum[0] +="),
        (FILTER, FILTER_BY_FOUR, False, "sum[item] +=", "sum[3 - item] +="),
        (FILTER, FILTER_BY_FOUR, False, "sum[item] +=", "sum[item] -="),
        (FILTER, FILTER_BY_FOUR, False, "= sum[item];", "= sum[item] + 1.0f;"),
        (FILTER, FILTER_BY_FOUR, False, "sum[item] = 0.0f", "sum[item] = 1.0f"),
        (FILTER, FILTER_BY_FOUR, False, "float sum[4]", "float sum[5]"),
        (FILTER, FILTER_BY_FOUR, False, "t < m", "t <= m"),
        (GUARDED, GUARDED_BY_FOUR, True, "* 4 + 3", "* 4 + 2"),
        (GUARDED, GUARDED_BY_FOUR, True, "last >= m", "last > m"),
        (GUARDED, GUARDED_BY_FOUR, True, "x >= n || last", "last"),
        (GUARDED, GUARDED_BY_FOUR, True, "continue;", "a[0] = 1.0f;"),
        (GUARDED, GUARDED_BY_FOUR, True, "        return;\n", ""),
        (GUARDED, GUARDED_BY_FOUR, True, "row >= m", "row > m"),
        (INSIDE, INSIDE_BY_FOUR, True, "last < m", "last <= m"),
        (INSIDE, INSIDE_BY_FOUR, True, "last < m", "n < m"),
        (INSIDE, INSIDE_BY_FOUR, True, "row < m)", "row <= m)"),
        (TILED, TILED_BY_FOUR, False, "    barrier(CLK_LOCAL_MEM_FENCE);\n", ""),
        (TILED, TILED_BY_FOUR, False, "get_local_size(1) * 4", "get_local_size(1)"),
        (TILED, TILED_BY_FOUR, False, "get_local_id(1) * 4 + item", "get_local_id(1) + item"),
        (BLURRED, BLURRED_BY_FOUR, False, "        write_imagef(d, at, sum[item]);", ""),
        (BLURRED, BLURRED_BY_FOUR, False, "d, at, sum[item]", "d, at + 1, sum[item]"),
        (BLURRED, BLURRED_BY_FOUR, False, "d, at, sum[item]", "d, at, sum[item] + 1.0f"),
        (BLURRED, BLURRED_BY_FOUR, False, "(t, 0)", "(0, t)"),
        (BLURRED, BLURRED_BY_FOUR, False, "nearest, at", "nearest, -at"),
        (BLURRED, BLURRED_BY_FOUR, False, "image_width", "image_height"),
        (
            *(BLURRED, BLURRED_BY_FOUR, False, "write_imagef(d, at, sum[item]);"),
            "write_imagef(d, at, sum[item]); write_imagef(d, at, sum[item]);",
        ),
    ],
)
def test_what_is_not(old: str, new: str, rim: bool, was: str, now: str) -> None:
    assert was in new
    assert not same(old, new.replace(was, now, 1), rim)


def test_the_size_of_what_is_kept_is_another() -> None:
    old = FILTER.replace("= sum;", "= sum + sizeof sum;")
    new = FILTER_BY_FOUR.replace("= sum[item];", "= sum[item] + sizeof sum;")
    assert new != FILTER_BY_FOUR
    assert not same(old, new)


@pytest.mark.parametrize(
    "new",
    [
        SIMPLE_BY_FOUR.replace("= b[row];", "= b[row]; barrier(CLK_LOCAL_MEM_FENCE);"),
        "    float t;\n" + SIMPLE_BY_FOUR.replace("= b[row];", "= b[row]; t = 1.0f;"),
        "    a[0] = 1.0f;\n" + SIMPLE_BY_FOUR,
        "    float t[2];\n" + SIMPLE_BY_FOUR.replace("= b[row];", "= b[row]; t[0] = 1.0f;"),
        SIMPLE_BY_FOUR.replace("= b[row];", "= b[row]; break;"),
        SIMPLE_BY_FOUR.replace("= b[row];", "= b[row]; item = 3;"),
        "    float t[2]; float *p = t;\n"
        + SIMPLE_BY_FOUR.replace("= b[row];", "= b[row]; *p = 1;"),
        "    float t; float *p = &t;\n" + SIMPLE_BY_FOUR.replace("= b[row];", "= b[row]; *p = 1;"),
    ],
)
def test_work_items_that_would_touch_each_other(new: str) -> None:
    assert same(SIMPLE, SIMPLE_BY_FOUR)
    assert not same(SIMPLE, new)


def test_a_row_that_is_not_inside_reads_nothing_for_the_others() -> None:
    """A load for all of them in front of the guard of each reads where none read before."""
    old = "    const int row = get_global_id(1);\n    if (row < m)\n        a[row] = c[m];\n"
    new = f"""\
    const float w = c[m];
    {EACH} {{
        {ROW}
        if (row < m)
            a[row] = w;
    }}
"""
    assert not same(old, new)
