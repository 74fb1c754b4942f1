"""Every code of reading and following programs fires where it should."""

from pathlib import Path

import pytest

from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.diag import PpclError
from ppcl.frontend import ParseOptions
from ppcl.targets import load

BASE = Path(__file__).resolve().parents[3] / "cases" / "layout" / "base"
SETS_ROWS = "    clSetKernelArg(kernel, 2, sizeof(int), &rows);"
CREATES = 'clCreateKernel(program, "row_sums", &err)'
START = "int main(int argc, char **argv)\n{"

# Code, and a change of the base program's host.
CHANGES = [
    ("PPC101", CREATES, "clCreateKernel(program, argv[1], &err)"),
    ("PPC102", START, f"void other(int *values);\n{START}\n    int some[2];\n    other(some);"),
    ("PPC103", CREATES, CREATES.replace("row_sums", "column_sums")),
    ("PPC104", SETS_ROWS, SETS_ROWS.replace(" 2,", " argc,")),
    (
        "PPC106",
        START,
        f"static int down(int n) {{ return n ? down(n - 1) : 0; }}\n{START}\n    down(argc);",
    ),
    ("PPC110", '&device, "", NULL', "&device, argv[1], NULL"),
]


def remarks_of(folder: Path, sources: list[str]) -> dict[str, str]:
    """The remarks of an analysis: code to message."""
    facts = analyse(folder, sources, {}, Reading({}, ParseOptions()), load("amd-cpu"))
    found = [*facts.remarks, *facts.host.remarks]
    assert all(remark.location is not None for remark in found)
    return {remark.code: remark.message for remark in found}


@pytest.mark.parametrize(("code", "old", "new"), CHANGES, ids=[code for code, _, _ in CHANGES])
def test_a_change_gets_its_code(code: str, old: str, new: str, tmp_path: Path) -> None:
    host = (BASE / "host.c").read_text()
    assert host.count(old) == 1
    (tmp_path / "host.c").write_text(host.replace(old, new))
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    if code == "PPC101":  # no launch is left: the error says why
        said = "which kernel is launched here is not known; host.c:.* name of a kernel .* argument"
        with pytest.raises(PpclError, match=said):
            remarks_of(tmp_path, ["host.c", "kernel.cl"])
    else:
        assert code in remarks_of(tmp_path, ["host.c", "kernel.cl"])


def test_the_base_program_is_followed_without_a_remark(tmp_path: Path) -> None:
    assert remarks_of(BASE, ["host.c", "kernel.cl"]) == {}


def test_two_kernels_of_one_name(tmp_path: Path) -> None:
    for name in ("host.c", "kernel.cl"):
        (tmp_path / name).write_text((BASE / name).read_text())
    (tmp_path / "again.cl").write_text((BASE / "kernel.cl").read_text())
    sources = ["host.c", "again.cl", "kernel.cl"]
    assert remarks_of(tmp_path, sources) == {}  # the host says which one it opens
    host = (tmp_path / "host.c").read_text()
    (tmp_path / "host.c").write_text(host.replace('read_kernel("kernel.cl")', "argv[3]"))
    assert {"PPC107", "PPC127"} <= remarks_of(tmp_path, sources).keys()


def test_the_standard_of_the_build_options_is_followed(tmp_path: Path) -> None:
    host = (BASE / "host.c").read_text()
    kernel = (BASE / "kernel.cl").read_text()
    test = "#if __OPENCL_C_VERSION__ != 200 || !__FAST_RELAXED_MATH__\n#error options\n#endif\n"
    (tmp_path / "kernel.cl").write_text(test + kernel)
    options = '"-cl-std=CL2.0 -cl-fast-relaxed-math"'
    (tmp_path / "host.c").write_text(host.replace('&device, "", NULL', f"&device, {options}, NULL"))
    assert remarks_of(tmp_path, ["host.c", "kernel.cl"]) == {}


def test_a_feature_of_opencl_2_concerns_its_kernel_only(tmp_path: Path) -> None:
    (tmp_path / "host.c").write_text((BASE / "host.c").read_text())
    other = "kernel void other(global int *a) { a[0] = sub_group_all(a[1]); }\n"
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text() + other)
    facts = analyse(
        tmp_path, ["host.c", "kernel.cl"], {}, Reading({}, ParseOptions()), load("amd-cpu")
    )
    assert facts.kernels["row_sums"].complete
    assert not facts.kernels["other"].complete
    (remark,) = facts.kernels["other"].remarks
    assert (remark.code, str(remark.location)) == ("PPC120", "kernel.cl:11:43")


def test_build_options_are_followed(tmp_path: Path) -> None:
    host = (BASE / "host.c").read_text().replace('&device, "", NULL', '&device, "-DWIDE=4", NULL')
    (tmp_path / "host.c").write_text(host)
    kernel = (BASE / "kernel.cl").read_text()
    (tmp_path / "kernel.cl").write_text(f"#ifndef WIDE\n#error no WIDE\n#endif\n{kernel}")
    assert remarks_of(tmp_path, ["host.c", "kernel.cl"]) == {}


@pytest.mark.parametrize(
    "condition", ["err == CL_SUCCESS && build", "!(build == 0 || err != CL_SUCCESS)"]
)
def test_a_build_that_never_happens_is_none(condition: str, tmp_path: Path) -> None:
    """What decides a condition may stand on either side of its operator."""
    host = (BASE / "host.c").read_text()
    built = 'if (clBuildProgram(program, 1, &device, "", NULL, NULL)'
    other = f'if ({condition}) clBuildProgram(program, 1, &device, "-DA", NULL, NULL);'
    assert host.count(built) == 1
    declared = "const int build = 0;"
    (tmp_path / "host.c").write_text(host.replace(built, f"{declared} {other} {built}"))
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    assert remarks_of(tmp_path, ["host.c", "kernel.cl"]) == {}


def test_the_standard_that_the_host_asks_for_comes_first(tmp_path: Path) -> None:
    host = (BASE / "host.c").read_text()
    kernel = (BASE / "kernel.cl").read_text()
    test = "#if __OPENCL_C_VERSION__ < 200\nkernel void old(global int *a) { a[0] = 1; }\n#endif\n"
    (tmp_path / "kernel.cl").write_text(test + kernel)
    options = '&device, "-cl-std=CL2.0", NULL'
    (tmp_path / "host.c").write_text(host.replace('&device, "", NULL', options))
    reading = Reading({}, ParseOptions())
    facts = analyse(tmp_path, ["host.c", "kernel.cl"], {}, reading, load("amd-cpu"))
    assert "old" not in facts.kernels
