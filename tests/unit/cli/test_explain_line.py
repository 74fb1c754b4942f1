"""`ppcl explain FILE:LINE`: what is known of a place, and what passes say of it."""

from pathlib import Path

import pytest

from tests.unit.small_program import HOST, KERNEL


def line_of(text: bytes, what: bytes) -> int:
    return text[: text.index(what)].count(b"\n") + 1


def at(what: bytes, text: bytes = HOST, file: str = "prog/host.c") -> str:
    return f"{file}:{line_of(text, what)}"


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        (b"clEnqueueNDRange", "launch 0 of kernel 'sum', global size atoi"),
        (b"clEnqueueNDRange", "  argument 0 't': buffer 'd_table', tied to host object 'table'"),
        (b"clEnqueueNDRange", "  argument 1 's': buffer 'd_sums', on the device only"),
        (b"clEnqueueWrite", "clEnqueueWriteBuffer (write): 'd_table', host object 'table'"),
        (b"cl_mem d_table", "buffer 'd_table', tied to host object 'table' (write)"),
        (
            b"clSetKernelArg(kernel, 2",
            "argument 2 'rows': scalar rows, of kernel 'sum'",
        ),
        (b"values[r", "store of host object 'table' at byte"),
        (b"values[r", "in function 'fill'"),
        (b"clCreateKernel", "kernel 'sum' is created"),
    ],
)
def test_what_is_known_of_the_host(ppcl, what: bytes, expected: str) -> None:
    done = ppcl("explain", at(what))
    assert done.status == 0
    assert expected in done.out
    assert "no target: --target NAME shows what each pass says" in done.out


def test_an_access_of_a_kernel_with_its_relation_and_the_passes(ppcl) -> None:
    place = at(b"t[row", KERNEL, "prog/sum.cl")
    out = ppcl("explain", place, "--target", "amd-cpu").out
    assert "in kernel 'sum'" in out
    assert "load of 't': [rows, columns] -> { [go0, g0, l0, row] -> t[row, go0 + l0]" in out
    assert "layout for amd-cpu:\n" in out
    assert "prog/host.c:20:22: remark: layout of 'd_table' changed" in out


def test_a_pass_says_nothing_of_other_data(ppcl) -> None:
    out = ppcl("explain", at(b"cl_mem d_sums"), "--target", "amd-cpu").out
    assert "'d_sums' is accessed as one row" in out
    assert "d_table" not in out


def test_a_column_tells_accesses_of_a_line_apart(ppcl) -> None:
    kernel = line_of(KERNEL, b"s[column]")
    column = KERNEL.splitlines()[kernel - 1].index(b"s[") + 1
    assert "\n  store of 's'" in ppcl("explain", f"prog/sum.cl:{kernel}:{column}").out
    assert "\n  store of 's'" not in ppcl("explain", f"prog/sum.cl:{kernel}:1").out


def test_nothing_here_names_the_nearest(ppcl) -> None:
    out = ppcl("explain", "prog/host.c:1").out
    assert "nothing is known here; the nearest:" in out
    assert f"line {line_of(HOST, b'values[r')}: store of host object 'table'" in out


def test_remarks_at_a_place_and_those_that_cite_it(ppcl, prog: Path) -> None:
    text = HOST.replace(b"clEnqueueND", b"other(&table[1]);\n    clEnqueueND")
    (prog / "host.c").write_bytes(b"void other(float *);\n" + text)
    out = ppcl("explain", at(b"    other(", b"\n" + text)).out
    assert "'other' is not known and gets a pointer [PPC102]" in out
    assert "host object 'table' is not followed: passed to 'other'" in out


def test_an_argument_that_is_not_known_has_its_reason(ppcl, prog: Path) -> None:
    text = HOST.replace(b"sizeof(cl_mem), &d_table", b"sizeof(cl_mem), other()")
    (prog / "host.c").write_bytes(b"void *other(void);\n" + text)
    out = ppcl("explain", at(b"clEnqueueND", b"\n" + text)).out
    assert "argument 0 't': not known" in out


def test_text_that_is_not_compiled_or_not_called(ppcl, prog: Path) -> None:
    extra = b"#ifdef NEVER\nint skipped;\n#endif\nstatic int idle(void)\n{\n    return 1;\n}\n"
    (prog / "host.c").write_bytes(HOST.replace(b"static void fill", extra + b"static void fill"))
    start = line_of(HOST, b"static void fill")
    assert "is not compiled (see -D)" in ppcl("explain", f"prog/host.c:{start + 1}").out
    out = ppcl("explain", f"prog/host.c:{start + 5}").out
    assert "in function 'idle', which nothing calls from 'main' on" in out


def test_the_ppcl_toml_above_the_file(ppcl, prog: Path) -> None:
    (prog / "cl").mkdir()
    (prog / "sum.cl").rename(prog / "cl/sum.cl")
    text = '[program]\nsources = ["host.c", "cl/sum.cl"]\ntarget = "amd-cpu"\n'
    (prog / "ppcl.toml").write_text(text)
    (prog / "cl/sum.cl").write_bytes(b"// ppcl: keep\n" + KERNEL)
    assert "prog/cl/sum.cl:1:1: remark: not done" in ppcl("explain", "prog/cl/sum.cl:1").out


def test_the_program_is_found_above_the_file(ppcl, prog: Path) -> None:
    """The kernel's folder has no host; another program of the tree is none of its business."""
    (prog / "cl").mkdir()
    (prog / "sum.cl").rename(prog / "cl/sum.cl")
    (prog / "tool.c").write_text("int main(void) { return 0; }")
    assert "load of 't'" in ppcl("explain", at(b"t[row", KERNEL, "prog/cl/sum.cl")).out


def test_a_header_may_stand_above_the_programs_folder(ppcl, prog: Path) -> None:
    Path("util").mkdir()
    Path("util/own.h").touch()
    (prog / "host.c").write_bytes(b'#include "own.h"\n' + HOST)
    out = ppcl("explain", "prog/host.c:1").out
    assert "'own.h' is taken from util" in out
    Path("util/own.h").unlink()
    done = ppcl("explain", "prog/host.c:1")
    assert done.status == 3
    assert "prog/host.c:1:10: error: 'own.h' file not found" in done.err


def test_given_sources_are_the_program(ppcl, prog: Path) -> None:
    Path("apart").mkdir()
    (prog / "sum.cl").rename("apart/sum.cl")
    place = at(b"t[row", KERNEL, "apart/sum.cl")
    assert "load of 't'" in ppcl("explain", place, "prog/host.c", "apart/sum.cl").out
    done = ppcl("explain", place, "prog/host.c")
    assert done.status == 3
    assert "apart/sum.cl is no part of the program: it reads prog/host.c" in done.err


def test_a_file_of_no_program(ppcl) -> None:
    Path("alone").mkdir()
    Path("alone/x.c").write_text("int x;\n")
    done = ppcl("explain", "alone/x.c:1")
    assert done.status == 3
    assert "alone/x.c is part of no program that is found" in done.err
