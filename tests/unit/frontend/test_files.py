"""Files: headers, overlays, skipped branches, problems, compile_commands.json."""

import json
from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.frontend import (
    HEADERS,
    ParseOptions,
    parse_host,
    parse_kernel,
    read_compile_commands,
)
from tests.unit.frontend.checks import ROOT, host, kernel

NONE = ParseOptions()


def test_user_headers_are_part_of_the_unit_once() -> None:
    unit = host(
        '#include <stdio.h>\n#include "a.h"\n#include "a.h"\nint main(void) { return f() + N; }',
        a_h="#ifndef A\n#define A\n#define N 3\nstatic int f(void) { return 1; }\n#endif\n",
    )
    assert not unit.problems
    assert unit.files == ("host.c", "a.h")
    assert [f.declaration.name for f in unit.functions] == ["f", "main"]
    assert unit.functions[0].at.span.file == "a.h"
    assert [m.name for m in unit.macros] == ["A", "N"]


def test_overlay_wins_over_the_disk(tmp_path: Path) -> None:
    (tmp_path / "host.c").write_text("int old;")
    (tmp_path / "a.h").write_text("int older;")
    text = b'#include "a.h"\nint mine;'
    unit = parse_host(tmp_path, "host.c", NONE, {"host.c": text, "a.h": b"int newer;"})
    assert [v.declaration.name for v in unit.globals] == ["newer", "mine"]
    plain = parse_host(tmp_path, "host.c", NONE, {})
    assert [v.declaration.name for v in plain.globals] == ["old"]


def test_sources_that_include_sources_and_files_outside(tmp_path: Path) -> None:
    root = tmp_path / "program"
    (root / "src").mkdir(parents=True)
    (tmp_path / "shared.h").write_text("int shared;")
    (root / "src" / "part.c").write_text("int part(void) { return 1; }")
    (root / "src" / "host.c").write_text('#include "part.c"\n#include "../../shared.h"\n')
    unit = parse_host(root, "src/host.c", NONE, {})
    assert unit.files == ("src/host.c", "src/part.c", "../shared.h")
    assert unit.globals[0].at.span.file == "../shared.h"


def test_include_folders_and_defines(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "a.h").write_text("int v[SIZE];")
    options = ParseOptions((str(tmp_path / "inc"),), ("SIZE=3", "FLAG"))
    text = b'#include "a.h"\n#ifdef FLAG\nint flagged;\n#endif\n'
    unit = parse_host(tmp_path, "host.c", options, {"host.c": text})
    assert not unit.problems
    assert [v.declaration.name for v in unit.globals] == ["v", "flagged"]


def test_our_opencl_headers_come_first() -> None:
    unit = host("#include <CL/cl.h>\ncl_mem m; cl_float4 v; cl_int e = CL_INVALID_VALUE;")
    assert not unit.problems
    assert (HEADERS / "CL" / "cl.h").is_file()
    assert [f.name for f in unit.records["cl_float4"].fields][:3] == ["s", "x", "y"]


def test_our_opencl_headers_come_before_the_users_folders(tmp_path: Path) -> None:
    (tmp_path / "CL").mkdir()
    (tmp_path / "CL" / "cl.h").write_text("#error another implementation")
    text = {"host.c": b"#include <CL/cl.h>\ncl_mem m;"}
    assert not parse_host(tmp_path, "host.c", ParseOptions((str(tmp_path),)), text).problems


def test_missing_header_is_a_problem_and_no_end() -> None:
    unit = host('#include "missing.h"\n#include <absent>\nint f(void) { return 1; }')
    assert [p.severity in ("error", "fatal") for p in unit.problems] == [True, True]
    assert [f.declaration.name for f in unit.functions] == ["f"]


def test_unknown_function_is_a_problem() -> None:
    unit = host("int f(void) { return unknown_function(1); }")
    assert [p.severity for p in unit.problems] == ["warning"]
    assert "unknown_function" in unit.problems[0].message


def test_problem_in_a_foreign_header_stands_at_its_include(tmp_path: Path) -> None:
    text = "#define size_t broken broken\n#include <CL/cl.h>\nint x;"
    unit = host(text)
    assert unit.problems
    assert {p.severity for p in unit.problems} == {"warning"}
    assert {p.span.file for p in unit.problems} == {"host.c"}


def test_skipped_branches() -> None:
    text = "#define ON 1\n#if ON\nint a;\n#else\nint b;\n#endif\n#ifdef OFF\nint c;\n#endif\n"
    unit = host(text)
    skipped = [text[s.start : s.end] for s in unit.skipped]
    assert len(skipped) == 2
    assert "int b;" in skipped[0]
    assert "int c;" in skipped[1]


def test_file_that_is_not_there() -> None:
    for parse in (parse_host, parse_kernel):
        with pytest.raises(PpclError) as error:
            parse(ROOT, "missing.c", NONE, {})
        assert error.value.exit_code == ExitCode.SOURCE
        assert "missing.c" in str(error.value)


def test_syntax_error_has_a_place() -> None:
    unit = kernel("__kernel void k( { }")
    (first, *_) = unit.problems
    assert first.severity == "error"
    assert first.span.file == "kernel.cl"
    assert first.span.start == len("__kernel void k( ")


def test_name_of_the_file_does_not_depend_on_the_folder() -> None:
    unit = host("const char *p = __FILE__;")
    assert "nowhere" not in str(unit.globals)


def test_language_follows_extension_and_standard() -> None:
    text = {"x.c": b"int f(int);"}
    assert parse_host(ROOT, "x.c", NONE, text).language == "c"
    assert parse_host(ROOT, "x.c", ParseOptions(standard="c++14"), text).language == "c++"
    for path in ("x.cc", "x.cpp", "x.cxx", "x.C"):
        assert parse_host(ROOT, path, NONE, {path: b"class A {};"}).language == "c++"


def test_compile_commands(tmp_path: Path) -> None:
    entries = [
        {
            "directory": str(tmp_path / "build"),
            "command": "gcc -O2 -I../inc -I /abs -DN=1 -D M -std=gnu99 -c ../a.c -o a.o",
            "file": "../a.c",
        },
        {
            "directory": str(tmp_path),
            "arguments": ["g++", "-isystem", "sys", "-DTEXT=a b", "b.c"],
            "file": str(tmp_path / "b.c"),
        },
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    found = read_compile_commands(tmp_path)
    assert found[str(tmp_path / "a.c")] == ParseOptions(
        (str(tmp_path / "inc"), "/abs"), ("N=1", "M"), "gnu99", speaking=("-O2",)
    )
    assert found[str(tmp_path / "b.c")] == ParseOptions(
        (str(tmp_path / "sys"),), ("TEXT=a b",), "gnu++17"
    )


@pytest.mark.parametrize("text", [None, "", "{", '[{"file": "a.c"}]', "[1]"])
def test_compile_commands_that_cannot_be_read(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "compile_commands.json").write_text(text)
    with pytest.raises(PpclError) as error:
        read_compile_commands(tmp_path)
    assert error.value.exit_code == ExitCode.USAGE


def test_files_that_a_build_reads_in_front(tmp_path: Path) -> None:
    build = tmp_path / "build"
    build.mkdir()
    (build / "made.h").write_text("#define N 4\n")
    (tmp_path / "host.c").write_text("int first = N, second = ISO;")
    command = "cc -include made.h -include-pch old -include iso.h -I.. -c ../host.c"
    entry = {"directory": str(build), "command": command, "file": "../host.c"}
    (build / "compile_commands.json").write_text(json.dumps([entry]))
    (tmp_path / "iso.h").write_text("#define ISO 5\n")
    (options,) = read_compile_commands(build).values()
    assert options.first == (str(build / "made.h"), "iso.h")
    unit = parse_host(tmp_path, "host.c", options, {})
    assert not unit.problems
    assert set(unit.files) == {"host.c", "build/made.h", "iso.h"}
