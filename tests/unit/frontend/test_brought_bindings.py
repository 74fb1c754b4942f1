"""A copy of the C++ bindings that stands beside the program is read as ppcl's own are."""

from pathlib import Path

from ppcl.frontend import ParseOptions, parse_host

# What is told of a release, without its text: a class that lacks all that programs call.
_COPY = b"""\
/* Copyright (c) The Khronos Group Inc. */
#pragma once
namespace cl { struct CommandQueue { void enqueueNDRangeKernel(); }; }
"""
_HOST = b"""\
#include "%b"
int main() { return cl::NDRange(8, 4).dimensions() == 2 ? 0 : 1; }
"""


def _problems(root: Path, included: bytes) -> tuple[list[str], tuple[str, ...]]:
    (root / "host.cpp").write_bytes(_HOST % included)
    unit = parse_host(root, "host.cpp", ParseOptions(), {})
    return [problem.message for problem in unit.problems], unit.files


def test_a_copy_beside_the_host(tmp_path: Path) -> None:
    for name in ("cl.hpp", "cl2.hpp", "opencl.hpp"):
        (tmp_path / name).write_bytes(_COPY)
        found, files = _problems(tmp_path, name.encode())
        assert not found
        assert name in files


def test_a_copy_behind_a_header_and_a_folder(tmp_path: Path) -> None:
    helper = b'#pragma once\n  #  include "../cl/cl2.hpp"\n'
    (tmp_path / "cl").mkdir()
    (tmp_path / "cl/cl2.hpp").write_bytes(_COPY)
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc/helper.hpp").write_bytes(helper)
    found, files = _problems(tmp_path, b"inc/helper.hpp")
    assert not found
    assert {"inc/helper.hpp", "cl/cl2.hpp"} <= set(files)


def test_a_file_of_the_program_keeps_its_text(tmp_path: Path) -> None:
    """One that has the name, but is no copy, and one that has another name."""
    own = b"#pragma once\nnamespace cl { struct NDRange { NDRange(int); }; }\n"
    for name, text in (("cl.hpp", own), ("mine.hpp", _COPY)):
        (tmp_path / name).write_bytes(text)
        found, _ = _problems(tmp_path, name.encode())
        assert found


def test_the_copy_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "cl.hpp").write_bytes(_COPY)
    _problems(tmp_path, b"cl.hpp")
    assert (tmp_path / "cl.hpp").read_bytes() == _COPY


def test_two_ways_to_the_bindings(tmp_path: Path) -> None:
    """Both come to the same header, one behind the other."""
    (tmp_path / "cl.hpp").write_bytes(_COPY)
    found, _ = _problems(tmp_path, b'cl.hpp"\n#include <CL/cl.hpp>\n#include "cl.hpp')
    assert not found


def test_numbers_are_no_iterators(tmp_path: Path) -> None:
    text = b"""\
#include <CL/cl.hpp>
int main()
{
    float host[4];
    int flags = 4 | 1, size = 16;
    cl::Context context(CL_DEVICE_TYPE_ALL);
    cl::Buffer taken(context, flags, size, host), made(context, host, host + 4, true);
}
"""
    unit = parse_host(tmp_path, "host.cpp", ParseOptions(), {"host.cpp": text})
    assert not unit.problems
