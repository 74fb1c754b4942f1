"""Launches in functions that launch several kernels: their callers decide the sizes."""

from pathlib import Path

import pytest

from ppcl.transform.launching import OldSizes
from tests.unit.transform.launching.programs import c_host, checked, resize

CALL = "clEnqueueNDRangeKernel(queue, k, 1, NULL, %s, %s, 0, NULL, NULL)"
POINTERS = (
    "static int launch(cl_kernel k, size_t *global, const size_t *local)\n"
    f"{{\n    return {CALL % ('global', 'local')};\n}}\n"
)
NUMBERS = (
    "static int launch(cl_kernel k, size_t global, size_t local)\n"
    f"{{\n    return {CALL % ('&global', '&local')};\n}}\n"
)
ARRAYS = (
    "static int launch(cl_kernel k, int n, int local)\n"
    "{\n    size_t sizes[1] = {n}, group[1];\n    group[0] = local;\n"
    f"    return {CALL % ('sizes', 'group')};\n}}\n"
)
OUTER = "static int outer(cl_kernel k, int m, int g) { return launch(k, m, g); }\n"

GIVEN = [
    (
        NUMBERS,
        ["launch(k, n * 64, 64);", "launch(other, n, 64);"],
        ["launch(k, n * 64 / 4, 64 / 4);"],
    ),
    (
        ARRAYS,
        ["launch(k, n * 64, 64);", "launch(other, n, 64);"],
        ["launch(k, n * 64 / 4, 64 / 4);"],
    ),
    (  # through two functions
        NUMBERS + OUTER,
        ["outer(k, n * 64, 64);", "outer(other, n, 64);"],
        ["outer(k, n * 64 / 4, 64 / 4);"],
    ),
    (  # sizes that are the call's alone, or shared with that of another kernel
        POINTERS,
        [
            "size_t global = n * 64, local = 64;",
            "launch(k, &global, &local);",
            "launch(other, &global, NULL);",
        ],
        [
            "size_t global = n * 64, local = 64 / 4;",
            "size_t global_coarse = global / 4;",
            "launch(k, &global_coarse, &local);",
        ],
    ),
    (  # NULL at one call, and not at another
        POINTERS,
        [
            "size_t global[1] = {n * 64}, local = 64;",
            "launch(k, global, &local);",
            "launch(k, global, NULL);",
        ],
        ["size_t global[1] = {n * 64 / 4}, local = 64 / 4;"],
    ),
]


@pytest.mark.parametrize(("before", "host", "lines"), GIVEN)
def test_the_callers_sizes_are_divided(
    tmp_path: Path, before: str, host: list[str], lines: list[str]
) -> None:
    found = checked(resize(tmp_path, c_host(*host, before=before)))
    assert list(found.lines) == lines


SHARED = "other kernels are launched here too"
TWICE = ["launch(k, n * 64, 64);", "launch(other, n, 64);"]
OUTER_TWICE = ["outer(k, n, 1);", "outer(other, n, 1);"]
KEPT = [
    (SHARED, NUMBERS.replace("return", 'printf("%zu", global);\n    return'), TWICE),
    (SHARED, NUMBERS.replace("size_t local)", "size_t l)\n").replace("&local", "&fixed"), TWICE),
    (SHARED, ARRAYS.replace("= local;", "= local * 4;"), TWICE),
    (
        SHARED,
        NUMBERS + OUTER.replace("m, g)", "m, 64)"),
        ["outer(k, n, 1);", "outer(other, n, 1);"],
    ),
    (SHARED, NUMBERS, ["for (int i = 0; i < 2; ++i)", "    launch(i ? k : other, n, 64);"]),
    (
        "a size may be NULL here",
        POINTERS,
        ["size_t global = n, local = 64;", "launch(k, &global, argc > 1 ? &local : NULL);"],
    ),
]


@pytest.mark.parametrize(("reason", "before", "host"), KEPT)
def test_sizes_stay_where_the_caller_does_not_decide_them_alone(
    tmp_path: Path, reason: str, before: str, host: list[str]
) -> None:
    fixed = "static size_t fixed = 64;\n"
    found = resize(tmp_path, c_host(*host, before=fixed + before))
    assert isinstance(found, OldSizes)
    assert reason in found.reason
