"""Sizes of launches that stay as they are: each for its own reason."""

from pathlib import Path

import pytest

from ppcl.transform.launching import OldSizes
from tests.unit.transform.launching.programs import c_host, cxx_host, resize

ONE = "clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL)"
OTHER = ONE.replace("k,", "other,", 1) + ";"
SHARED = ["size_t global = n * 64, local = 64;", OTHER]
CALL = "clEnqueueNDRangeKernel(queue, k, 1, NULL, %s, NULL, 0, NULL, NULL)"
MACROS = (
    f'#define SAID(g) do {{ printf("%zu", *(g)); {CALL % "g"}; }} while (0)\n'
    f"#define FIXED(k) {CALL % '&global'}\n"
    f"#define BOTH(g, h) {CALL % 'g'}; {CALL % 'h'}\n"
    "static int run(cl_kernel k, cl_uint d, const size_t *global)\n"
    "{\n    return clEnqueueNDRangeKernel(queue, k, d, NULL, global, NULL, 0, NULL, NULL);\n}\n"
)
REFUSED = [
    ("another value when it is said again", [*SHARED, f"err = (local = 32) + {ONE};"]),
    (
        "another value when it is said again",
        [
            "size_t local = 64, all[2] = {n, n}, *global = all;",
            f"{ONE.replace('&global', 'global++')};",
        ],
    ),
    ("is not shown to be a multiple of 4", ["size_t global = n, local = 6;", ONE + ";"]),
    ("is not shown to be a multiple of 4", ["size_t global = n, local = n;", ONE + ";"]),
    (
        "a size may be NULL",
        [
            "size_t global = n, local = 64;",
            ONE.replace("&local", "n > 64 ? &local : NULL") + ";",
        ],
    ),
    ("no such dimension", ["clEnqueueTask(queue, k, 0, NULL, NULL);"]),
    (
        "text is not its own",
        [
            "clEnqueueNDRangeKernel(queue, k, 2, NULL, SIZES(n), NULL, 0, NULL, NULL);",
        ],
    ),
    (
        "more than once",
        ["size_t global = n, local = 64;", f"{ONE};", "SAID(&global);"],
    ),
    ("a macro gives the size", ["size_t global = n;", "FIXED(k);"]),
    (
        "no form that is known",
        ["size_t global = n, half = n / 2;", "BOTH(&global, &half);"],
    ),
    (
        "not of type `size_t`",
        ["int global = n;", ONE.replace("&local", "NULL") + ";"],
    ),
    (
        "the number of dimensions changes",
        [
            "size_t global[3] = {n, n, n};",
            "run(k, 3, global);",
            "run(k, 2, global);",
        ],
    ),
    (
        "not compiled here may launch",
        ["size_t global = n, local = 64;", "#ifdef TIMED", f"{ONE};", "#else", f"{ONE};", "#endif"],
    ),
    (
        "not followed",
        [
            "size_t global, local = 64;",
            'scanf("%zu", (size_t *)argv);',
            "extern size_t *given;",
            ONE.replace("&global", "given") + ";",
        ],
    ),
]


@pytest.mark.parametrize(("reason", "host"), REFUSED)
def test_a_size_stays(tmp_path: Path, reason: str, host: list[str]) -> None:
    found = resize(tmp_path, c_host(*host, before=MACROS), 1 if "no such" in reason else 0)
    assert isinstance(found, OldSizes)
    assert reason in found.reason


AGAIN = "run before it, or several times"
CXX = ONE.replace("queue, k,", "queue(), k(),", 1)
# In C++ there are no compound literals that stand in such places.
UNPLACED = [
    (AGAIN, [f"while ({CXX})", "    ;"]),
    (AGAIN, [f"n = n && {CXX};"]),
    (AGAIN, ["do", f"    {CXX};", "while (n < 0);"]),
    (AGAIN, [f"n = (n, {CXX});"]),
    ("jumps past a declaration", ["switch (n) {", "case 1:", "    n = 2;", f"    {CXX};", "}"]),
    ("jumps past a declaration", ["if (n)", "    goto end;", f"{CXX};", "end: n = 1;"]),
    ("a comment or directive stands", ["if (n) // why", f"    {CXX};"]),
    ("a comment or directive stands", ["if (n)", "#ifdef BX", f"    {CXX};", "#endif", "n = 1;"]),
]


@pytest.mark.parametrize(("reason", "lines"), UNPLACED)
def test_a_place_where_no_copy_can_stand(tmp_path: Path, reason: str, lines: list[str]) -> None:
    first = "size_t global = n * 64, local = 64;"
    found = resize(
        tmp_path, cxx_host("#define BX 16", first, CXX.replace("k()", "other()") + ";", *lines)
    )
    assert isinstance(found, OldSizes)
    assert reason in found.reason


def test_a_template_that_is_used_with_several_types(tmp_path: Path) -> None:
    template = (
        "template <typename T> void run(cl::CommandQueue &queue, cl::Kernel &k, T n)\n"
        "{\n    queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(n));\n}\n"
    )
    both = cxx_host("run(queue, k, 16);", "run(queue, k, 16L);", before=template)
    found = resize(tmp_path, both)
    assert isinstance(found, OldSizes)
    assert "template" in found.reason
    assert not isinstance(
        resize(tmp_path, cxx_host("run(queue, k, 16);", before=template)), OldSizes
    )
