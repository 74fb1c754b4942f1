"""Which work-items are merged on which platform (PPOpenCL §4.2.1), from the model alone."""

from pathlib import Path
from shutil import copytree

import pytest

from ppcl.testing import Choices, compile_program, open_project
from ppcl_transforms.coarsen import Coarsen


def taken(sample: str, target: str) -> set[str]:
    """What the pass does to a sample's kernels, as it names them."""
    return taken_of(Path("samples", sample), target)


def taken_of(folder: Path, target: str) -> set[str]:
    """The same for a program in a folder."""
    project = open_project([str(folder)], Choices(target=target))
    compiled = compile_program(project, (Coarsen(),))
    assert not compiled.defects
    done = [remark for remark in compiled.remarks if remark.code == "PPC240"]
    return {f"{remark.args['dimension']}{remark.args['factor']}" for remark in done}


BASE = Path(__file__).parents[2] / "cases" / "coarsen" / "base"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("nvidia-gpu", {"y3"}),
        ("amd-gpu", {"x2"}),
        ("amd-cpu", {"y3"}),
        ("intel-cpu", {"y3"}),
        ("xeon-phi", {"y3"}),
    ],
)
def test_quasirandom_with_groups_of_320_by_3(target: str, expected: set[str]) -> None:
    """y on NVIDIA; x by a power of two on AMD's GPUs, where 480 or more must be left; never x where
    a CPU makes lanes of it. On AMD's CPU the printed algorithm gives x; here the branch that y has
    in common counts for more (docs/benchmarks.md)."""
    assert taken("quasirandom", target) == expected


@pytest.mark.parametrize("target", ["intel-cpu", "xeon-phi"])
def test_x_stays_where_lanes_are_made_of_it(target: str) -> None:
    assert not any(name.startswith("x") for name in taken("sgemm", target))


ROWS = """
__kernel void bank(__global const float *signal, __global const float *filters,
                   __global float *result, const int width, const int rows, const int taps)
{
    const int x = get_global_id(0);
    const int row = get_global_id(1);
    for (int t = 0; t < taps; ++t)
        BODY
}
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("result[row * width + x] += signal[x * taps + t] * filters[t];", {"x8"}),
        (
            "result[row * width + x] += 3.0f * signal[x * taps + t] * filters[row * taps + t]"
            " + 5.0f * filters[x * taps + t] * signal[row * taps + t];",
            set(),
        ),
        ("result[row * width + x] += signal[t * width + x] * filters[t];", {"x16"}),
    ],
)
def test_rows_that_are_walked(body: str, expected: set[str], tmp_path: Path) -> None:
    """A set of a cache holds eight rows; sums in memory share nothing, unless lanes are made."""
    folder = copytree(BASE, tmp_path / "bank")
    (folder / "kernel.cl").write_text(ROWS.replace("BODY", body))
    assert taken_of(folder, "pocl-cpu") == expected


TURNED = """
__kernel void bank(__global const float *signal, __global const float *filters,
                   __global float *result, const int width, const int rows, const int taps)
{
    const int x = get_global_id(0);
    const int row = get_global_id(1);
    if (row < rows)
        BODY
}
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("result[x * rows + row] = 2.0f * filters[x * rows + row];", {"y8"}),
        ("result[row * width + x] = 2.0f * filters[row * width + x];", set()),
        ("result[x * rows + row * 2] = 2.0f * filters[x * rows + row * 2];", set()),
        ("result[x * rows + row] = filters[row * width + x];", set()),
        ("result[(x & 3) * rows + row] = 2.0f * filters[(x & 3) * rows + row];", set()),
        ("for (int t = 0; t < x + row; ++t) result[x * rows + row] += filters[t];", set()),
    ],
)
def test_neighbours_in_memory_that_lie_along_y(
    body: str, expected: set[str], tmp_path: Path
) -> None:
    """Done one after another they are lanes, which they are along x by themselves."""
    folder = copytree(BASE, tmp_path / "bank")
    host = (folder / "host.c").read_text().replace("#define LOCAL_Y 4", "#define LOCAL_Y 8")
    (folder / "host.c").write_text(host)
    (folder / "kernel.cl").write_text(TURNED.replace("BODY", body))
    assert taken_of(folder, "pocl-cpu") == expected
    assert taken_of(folder, "intel-opencl-cpu") == set()


def sums(count: int) -> str:
    """The body of a kernel with so many sums for each work-item."""
    names = [f"s{number}" for number in range(count)]
    steps = "".join(f"{s} += signal[t * width + x + {s[1:]}] * filters[t]; " for s in names)
    kept = "".join(f"float {name} = 0.0f; " for name in names)
    loop = f"for (int t = 0; t < taps; ++t) {{ {steps}}}"
    return f"{{ {kept}{loop} result[row * width + x] = {' + '.join(names)}; }}"


@pytest.mark.parametrize(("count", "expected"), [(1, {"x16"}), (7, {"x16"}), (8, {"x8"})])
def test_what_is_kept_for_each_fits_registers(
    count: int, expected: set[str], tmp_path: Path
) -> None:
    """Eight sums of 16 work-items are 16 registers of eight, which leave none to compute with."""
    folder = copytree(BASE, tmp_path / "bank")
    text = ROWS.replace("for (int t = 0; t < taps; ++t)\n        BODY", sums(count))
    (folder / "kernel.cl").write_text(text)
    assert taken_of(folder, "pocl-cpu") == expected


def test_no_group_with_barriers_is_made_one_wide_on_pocl() -> None:
    """dct's groups are 8 by 8: eight would be best, but pocl's compiler is not to be trusted then
    (docs/hunt.md)."""
    assert taken("dct", "pocl-cpu") == {"x4"}
    assert taken("dct", "intel-opencl-cpu") == {"y8"}
