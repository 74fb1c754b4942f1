"""Which kernels may run in groups of any size, and which have rows along dimension 1."""

import pytest

from ppcl.analysis.workgroup.work_items import LocalSize
from ppcl.backend.c.printer import printed
from ppcl.backend.forms.kernel import CompiledKernel
from ppcl.backend.lowering.library import Library
from ppcl.backend.program import compile_unit
from tests.unit.backend.small_kernel import kernel_of

ROW = "for (int k = 0; k < n; k++) sum += in[i * n + k];"
IDS = "int i = get_global_id(0), j = get_global_id(1);"
NEXT_TO_J = "out[i * n + j] = in[i * n + j];"


def _compiled(body: str, before: str = "", *sizes: LocalSize) -> CompiledKernel:
    head = "kernel void k(global int *out, global const int *in, int n)\n"
    unit = kernel_of("", f"{before}\n{head.replace('void k', 'void own')}{{ {body} }}")[1]
    program = compile_unit(unit, "_1", Library(), lambda at: "k.cl:1", local_sizes=lambda k: sizes)
    return next(k for k in program.kernels if k.name == "own_1")


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("local int s[64]; s[0] = n; out[n] = n;", ""),
        ("barrier(CLK_GLOBAL_MEM_FENCE);", ""),
        ("out[get_local_id(0)] = n;", ""),
        ("out[get_local_size(0)] = n;", ""),
        ("out[get_group_id(1)] = n;", ""),
        ("out[get_num_groups(2)] = n;", ""),
        ("atomic_inc(out);", ""),
        ("while (atom_cmpxchg(out, 0, 1) != 0);", ""),
        ("while (*(volatile global int *)out == 0);", ""),
        ("volatile global int *flag = out; while (*flag == 0);", ""),
        ("out[n] = of_group();", "int of_group(void) { return get_local_id(0); }"),
        ("inner(out);", "void inner(global int *p) { atomic_inc(p); }"),
    ],
)
def test_groups_that_matter(body: str, before: str) -> None:
    assert not _compiled(f"out[get_global_id(0)] = in[0]; {body}", before).any_size


@pytest.mark.parametrize(
    "body",
    [
        "out[get_global_id(0) - get_global_offset(0)] = get_global_size(1) + get_work_dim();",
        "int own[4]; own[1] = in[0]; own[0] = n; out[get_global_id(2)] = own[n & 1];",
        "out[get_global_id(0)] = max(in[0], n); mem_fence(CLK_GLOBAL_MEM_FENCE);",
    ],
)
def test_groups_that_do_not(body: str) -> None:
    assert _compiled(body).any_size


@pytest.mark.parametrize(
    ("body", "is_turned"),
    [
        (NEXT_TO_J, True),
        ("out[j * n + i] = in[j * n + i];", False),
        ("out[i * n + j] = in[j * n + i];", True),
        ("out[j * n + i] = in[i * n + j];", False),
        (
            "int sum = 0; for (int k = 0; k < n; k++) sum += in[i * n + k]; out[j * n + i] = sum;",
            True,
        ),
        (f"{NEXT_TO_J} out[get_global_id(n)] = 1;", False),
        ("out[i * n + j * n] = in[n];", False),
    ],
)
def test_rows_along_the_second_dimension(body: str, is_turned: bool) -> None:
    kernel = _compiled(f"{IDS} {body}")
    assert kernel.turned == is_turned
    assert ("int i = (int) first_y + local_y" in printed(kernel.definitions)) == is_turned


@pytest.mark.parametrize(
    ("body", "turned"),
    [
        ("out[(i * n + j) * n + k] = in[(i * n + j) * n + k];", 2),
        ("out[(i * n + k) * n + j] = in[(i * n + k) * n + j];", 1),
        ("out[(k * n + j) * n + i] = in[(k * n + j) * n + i];", 0),
        ("out[(i * n + j) * n + k] = in[(k * n + j) * n + i];", 2),
    ],
)
def test_rows_along_the_third_dimension(body: str, turned: int) -> None:
    assert _compiled(f"{IDS} int k = get_global_id(2); {body}").turned == turned


@pytest.mark.parametrize(
    ("sizes", "is_turned"),
    [
        ((), False),
        (((8, 16, 1),), True),
        (((8, 16, 1), (16, 4, 2)), True),
        (((8, 16, 1), (16, 2, 1)), False),
        (((64, 1, 1),), False),
    ],
)
def test_groups_that_matter_have_long_rows(sizes: tuple[LocalSize, ...], is_turned: bool) -> None:
    kernel = _compiled(f"{IDS} {NEXT_TO_J} barrier(CLK_LOCAL_MEM_FENCE);", "", *sizes)
    assert kernel.turned == is_turned
    assert kernel.sizes == (tuple((y, x, z) for x, y, z in sizes) if is_turned else sizes)
