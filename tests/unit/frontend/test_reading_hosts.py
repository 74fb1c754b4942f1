"""How host files are read: by which standard of C++, with which headers."""

import pytest

from ppcl.frontend import ParseOptions, parse_host
from tests.unit.frontend.checks import ROOT, host

# `std::data` came with C++17, `std::unique_ptr` with C++11; both names are older than that.
DATA = "#include <string>\nusing namespace std;\nint *data;\nint f() { return data[0]; }\n"
POINTER = (
    "#include <memory>\nusing namespace std;\nint unique_ptr;\nint f() { return unique_ptr; }\n"
)


@pytest.mark.parametrize("text", [DATA, POINTER])
def test_the_standard_is_lowered_for_a_source_that_needs_it(text: str) -> None:
    assert not host(text, "host.cpp").problems


def test_the_standard_that_is_asked_for_is_kept() -> None:
    options = ParseOptions(standard="gnu++17")
    assert parse_host(ROOT, "host.cpp", options, {"host.cpp": DATA.encode()}).problems


def test_a_source_that_no_standard_fits_is_read_by_the_newest() -> None:
    version = "#if __cplusplus < 201703L\n#error old\n#endif\n"
    messages = [problem.message for problem in host(f"{version}int a = missing;", "h.cpp").problems]
    assert messages == ["use of undeclared identifier 'missing'"]


def test_main_may_have_no_type_and_other_functions_may_not() -> None:
    (warning,) = host("main() { return 0; }", "host.cpp").problems
    assert warning.severity == "warning"
    (error,) = host("mains() { return 0; }", "host.cpp").problems
    assert error.severity == "error"


@pytest.mark.parametrize("standard", ["c89", "c99", "c11", "gnu99"])
def test_main_of_c_may_return_nothing(standard: str) -> None:
    text = b"void main(int count, char **words) { if (count > 1) return; count = 1; }"
    unit = parse_host(ROOT, "host.c", ParseOptions(standard=standard), {"host.c": text})
    assert all(problem.severity == "warning" for problem in unit.problems)
    assert unit.functions[0].body is not None


def test_main_of_cplusplus_may_not_return_nothing() -> None:
    (error,) = host("void main() {}", "host.cpp").problems
    assert error.severity == "error"


@pytest.mark.parametrize(
    "use",
    [
        'throw std::runtime_error("no");',
        "std::vector<int> v(3); std::sort(v.begin(), v.end());",
        "std::unique_ptr<int> p; p.reset(new int);",
        "char a[4]; memset(a, 0, sizeof a); printf(a);",
    ],
)
def test_a_header_of_the_library_that_is_left_to_others_is_read(use: str) -> None:
    unit = host(f"#include <cstddef>\nint f() {{ {use} return 0; }}", "host.cpp")
    assert not unit.problems
    assert unit.files == ("host.cpp",)


def test_a_name_that_no_header_has_stays_unknown() -> None:
    (error,) = host(
        '#include <cstddef>\nint f() { throw std::no_such_error("no"); }', "host.cpp"
    ).problems
    assert error.severity == "error"


def test_a_header_that_is_not_on_disk_is_found_from_a_folder_below() -> None:
    texts = {
        "src/deep/host.c": b'#include "../../made/one.h"\nint f(void) { return ONE; }',
        "made/one.h": b"#define ONE 1\n",
    }
    unit = parse_host(ROOT, "src/deep/host.c", ParseOptions(), texts)
    assert not unit.problems
    assert unit.files == ("src/deep/host.c", "made/one.h")
