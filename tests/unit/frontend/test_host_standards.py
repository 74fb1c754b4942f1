"""By which standard of C++ a host file is read."""

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
