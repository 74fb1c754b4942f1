"""Arithmetic of times touches nothing else."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, codes, read

CLOCK = "    typedef std::chrono::steady_clock clock_type;\n"
USES = {
    "difference": "auto passed = clock_type::now() - start; (void)passed;",
    "comparison": "while (clock_type::now() - start < std::chrono::milliseconds(5)) ;",
    "count": 'printf("%d", (int)(clock_type::now() - start).count());',
    "conversion": "auto ms = std::chrono::duration_cast<std::chrono::milliseconds>"
    "(clock_type::now() - start); (void)ms;",
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_times_are_no_pointers(use: str, tmp_path: Path) -> None:
    body = f"{CLOCK}    auto start = clock_type::now();\n    {use}"
    facts = read(tmp_path, "#include <chrono>\n", body, "host.cpp")
    assert "PPC102" not in codes(facts)
    assert bound(facts) == "5"


def test_a_function_that_gets_a_time_is_another_matter(tmp_path: Path) -> None:
    before = "#include <chrono>\nvoid note(std::chrono::steady_clock::time_point &when);\n"
    body = f"{CLOCK}    auto start = clock_type::now();\n    note(start);"
    assert "PPC102" in codes(read(tmp_path, before, body, "host.cpp"))
