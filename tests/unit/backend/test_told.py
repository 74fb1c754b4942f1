"""What is not compiled, or may not be found at run time, is said when the program is compiled."""

from pathlib import Path

import pytest

from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.backend.emit import emit
from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.frontend import ParseOptions
from ppcl.targets import load

BASE = Path(__file__).resolve().parents[2] / "cases" / "layout" / "base"
OPTIONS = '&device, "", NULL'
TEXT = 'read_kernel("kernel.cl")'
LEFT_OUT = {
    "PPC303": """
kernel void without(global int *a) { __asm__ volatile("nop"); a[0] = 1; }
""",
    "PPC306": """
int down(int n) { return n > 0 ? down(n - 1) : 0; }
kernel void without(global int *a) { a[0] = down(3); }
""",
}


def emitted(
    folder: Path, host: tuple[str, str] = ("", ""), kernels: str = ""
) -> tuple[str, dict[str, Remark]]:
    """The C of the base program, with a change of its host and more kernels; and the remarks."""
    old, new = host
    text = (BASE / "host.c").read_text()
    assert old == "" or text.count(old) == 1
    (folder / "host.c").write_text(text.replace(old, new) if old else text)
    (folder / "kernel.cl").write_text((BASE / "kernel.cl").read_text() + kernels)
    reading = Reading({}, ParseOptions())
    facts = analyse(folder, ["host.c", "kernel.cl"], {}, reading, load("pocl-cpu"))
    files, remarks = emit(facts)
    return files["ppcl/kernels.c"].decode(), {remark.code: remark for remark in remarks}


def test_a_program_that_is_followed_has_no_more_than_its_kernels(tmp_path: Path) -> None:
    assert emitted(tmp_path)[1].keys() == {"PPC300"}


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("PPC302", TEXT, "read_kernel(argv[1])"),
        ("PPC305", OPTIONS, "&device, argv[1], NULL"),
    ],
)
def test_a_key_that_is_guessed_is_said(code: str, old: str, new: str, tmp_path: Path) -> None:
    remark = emitted(tmp_path, (old, new))[1][code]
    assert remark.kind == "missed"
    assert "clBuildProgram of it fails at run time" in remark.message


def test_a_program_without_kernels_is_said(tmp_path: Path) -> None:
    text = (BASE / "host.c").read_text().replace(TEXT, "getenv(argv[1])")
    (tmp_path / "host.c").write_text(text)
    reading = Reading({}, ParseOptions())
    _, (remark,) = emit(analyse(tmp_path, ["host.c"], {}, reading, load("pocl-cpu")))
    assert (remark.code, remark.kind) == ("PPC304", "missed")
    assert str(remark.location).startswith("host.c:")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("int8 v = (int8)(i); for (int k = 0; k < 9; k++) v += k * a[i + k]; a[i] = v.s3;", "room"),
        ("a[i * i] = a[i * 7 + 3];", "not such that rows of work-items gain"),
    ],
)
def test_what_has_no_vectors_is_said_with_its_place(body: str, reason: str, tmp_path: Path) -> None:
    kernel = (
        f"\nkernel void plain(global int *a)\n{{\n    int i = get_global_id(0);\n    {body}\n}}\n"
    )
    text, remarks = emitted(tmp_path, kernels=kernel)
    line = str(remarks["PPC308"].location).split(":")[1]
    assert reason in remarks["PPC308"].message
    assert f"/* no vectors, kernel.cl:{line}: " in text


@pytest.mark.parametrize("code", LEFT_OUT)
def test_a_kernel_without_a_form_in_c_is_left_out(code: str, tmp_path: Path) -> None:
    text, remarks = emitted(tmp_path, kernels=LEFT_OUT[code])
    refused = remarks[code]
    assert (refused.kind, str(refused.location).split(":")[0]) == ("missed", "kernel.cl")
    assert "kernel 'without' is not compiled to C" in refused.message
    assert "row_sums_1_group" in text
    assert "without_1_group" not in text
    assert "kernel 'without': kernel.cl:" in text  # the log of the build


def test_where_no_kernel_is_left_it_is_an_error(tmp_path: Path) -> None:
    kernel = (BASE / "kernel.cl").read_text().replace("{", "{ down(1);", 1)
    (tmp_path / "kernel.cl").write_text(f"int down(int n) {{ return down(n); }}\n{kernel}")
    (tmp_path / "host.c").write_text((BASE / "host.c").read_text())
    reading = Reading({}, ParseOptions())
    facts = analyse(tmp_path, ["host.c", "kernel.cl"], {}, reading, load("pocl-cpu"))
    with pytest.raises(PpclError, match=r"comes to itself.*\[PPC306\]") as caught:
        emit(facts)
    assert caught.value.exit_code is ExitCode.SOURCE


def test_kernels_that_nobody_is_seen_to_launch(tmp_path: Path) -> None:
    text = (BASE / "host.c").read_text().replace("clEnqueueNDRangeKernel(", "launched(")
    (tmp_path / "host.c").write_text(f"#define launched(...) CL_SUCCESS\n{text}")
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    sources = ["host.c", "kernel.cl"]
    reading = Reading({}, ParseOptions(), of_kernels=True)
    files, _ = emit(analyse(tmp_path, sources, {}, reading, load("pocl-cpu")))
    assert "_group(" in files["ppcl/kernels.c"].decode()
    with pytest.raises(PpclError, match="no kernel launch found"):
        analyse(tmp_path, sources, {}, Reading({}, ParseOptions()), load("pocl-cpu"))
