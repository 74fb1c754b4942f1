"""A program compiled in memory, with the real analysis and the built-in passes."""

import pytest

from ppcl.analysis.reading.assumed import Assumed
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import target_of
from ppcl.transform.passes import transforms
from tests.unit.small_program import PROGRAM

TARGET = Choices(target="amd-cpu")


def test_both_sides_change_and_nothing_else(write) -> None:
    compiled = compile_program(open_project([str(write())], TARGET), transforms())
    assert compiled.changed == ("host.c", "sum.cl")
    lines = [line for line in compiled.diff().splitlines() if line[:2] in ("- ", "+ ")]
    assert [line.split() for line in lines if "values" in line or "total +=" in line] == [
        ["-", "values[r", "*", "columns", "+", "c]", "=", "1.0f", "+", "c;"],
        ["+", "values[c", "*", "rows", "+", "r]", "=", "1.0f", "+", "c;"],
        ["-", "total", "+=", "t[row", "*", "columns", "+", "column];"],
        ["+", "total", "+=", "t[column", "*", "rows", "+", "row];"],
    ]
    assert [remark.code for remark in compiled.remarks if remark.kind == "passed"] == ["PPC201"]
    assert compiled.defects == ()


def test_its_own_output_is_left_as_it_is(write) -> None:
    once = compile_program(open_project([str(write())], TARGET), transforms())
    output = {path: source.data for path, source in once.results.items()}
    again = open_project([str(write("again", output))], TARGET)
    twice = compile_program(again, transforms())
    assert twice.changed == ()
    assert [remark for remark in twice.remarks if remark.kind == "passed"] == []


def test_a_program_is_read_as_its_build_line_says(write) -> None:
    start = b"#if SIZE != 8\n#error the size\n#endif\n"
    toml = b"[program]\nsources = ['host.c', 'sum.cl']\n[build]\ncommand = 'cc -DSIZE=8 host.c'\n"
    files = {**PROGRAM, "host.c": start + PROGRAM["host.c"], "ppcl.toml": toml}
    compiled = compile_program(open_project([str(write(files=files))], TARGET), transforms())
    assert compiled.changed == ("host.c", "sum.cl")
    files["ppcl.toml"] = toml.replace(b"=8", b"=9")
    with pytest.raises(PpclError, match="the size"):
        compile_program(open_project([str(write(files=files))], TARGET), transforms())


def test_no_passes_change_nothing(write) -> None:
    odd = {
        "host.c": b"\xef\xbb\xbf" + PROGRAM["host.c"].replace(b"\n", b"\r\n") + b"// caf\xe9",
        "sum.cl": PROGRAM["sum.cl"].replace(b"    ", b"\t").rstrip(b"\n"),
    }
    compiled = compile_program(open_project([str(write(files=odd))], TARGET), ())
    assert {path: source.data for path, source in compiled.results.items()} == odd
    assert (compiled.changed, compiled.diff()) == ((), "")


def test_headers_are_part_of_the_program_and_outside_ones_are_not(write) -> None:
    host = b'#include "own.h"\n#include "../shared.h"\n' + PROGRAM["host.c"]
    files = {**PROGRAM, "host.c": host, "own.h": b"int own;\n", "../shared.h": b"int shared;\n"}
    compiled = compile_program(open_project([str(write(files=files))], TARGET), transforms())
    assert set(compiled.results) == {"host.c", "own.h", "sum.cl"}
    assert set(compiled.inputs) == {"host.c", "own.h", "sum.cl", "../shared.h"}


def test_an_assumption_is_a_remark(write) -> None:
    choices = Choices(target="amd-cpu", assumed=Assumed((("d_table", "d_sums"),)))
    compiled = compile_program(open_project([str(write())], choices), ())
    (remark,) = (remark for remark in compiled.remarks if remark.code == "PPC005")
    assert "d_table and d_sums do not overlap" in remark.message


def test_an_assumption_on_what_is_not_there_is_a_usage_error(write) -> None:
    choices = Choices(target="amd-cpu", assumed=Assumed((("d_table", "d_tabel"),)))
    with pytest.raises(PpclError, match="named 'd_tabel'; known: d_table, d_sums") as caught:
        compile_program(open_project([str(write())], choices), ())
    assert caught.value.exit_code == ExitCode.USAGE


def test_without_a_target_the_known_ones_are_listed(write) -> None:
    with pytest.raises(PpclError, match="known: amd-cpu, amd-gpu") as caught:
        target_of(open_project([str(write())], Choices()))
    assert caught.value.exit_code == ExitCode.USAGE


def test_places_are_named_from_the_working_directory(write) -> None:
    broken = {**PROGRAM, "sum.cl": b"__kernel void sum() { x; }\n"}
    with pytest.raises(PpclError) as caught:
        compile_program(open_project([str(write(files=broken))], TARGET), ())
    assert str(caught.value).startswith("prog/sum.cl:1:23: error: use of undeclared identifier 'x'")
