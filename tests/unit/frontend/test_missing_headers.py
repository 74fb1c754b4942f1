"""A file whose header is missing is not read by one standard after another."""

from pathlib import Path

import pytest

from ppcl.frontend import MISSING_FILE, ParseOptions, parse, parse_host
from ppcl.ir.unit import TranslationUnit

MISSING = b'#include "nowhere.h"\n'


def read(monkeypatch: pytest.MonkeyPatch, text: bytes) -> tuple[TranslationUnit, int]:
    """The file, and how often it was parsed."""
    requests: list[parse.Request] = []
    read_unit = parse.read_unit

    def counted(request: parse.Request) -> TranslationUnit:
        requests.append(request)
        return read_unit(request)

    monkeypatch.setattr(parse, "read_unit", counted)
    return parse_host(Path(), "a.cpp", ParseOptions(), {"a.cpp": text}), len(requests)


def test_no_other_standard_has_a_missing_header(monkeypatch: pytest.MonkeyPatch) -> None:
    unit, times = read(monkeypatch, MISSING + b"int main() { Unknown a; return declared_there; }\n")
    assert unit.problems[0].message.endswith(MISSING_FILE)
    assert len(unit.problems) == 3
    assert times == 1


def test_what_another_standard_mends_is_read_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"#include <cstddef>\nusing namespace std;\nstruct byte {};\nbyte *first;\n"
    unit, times = read(monkeypatch, MISSING + text)
    assert [problem.message for problem in unit.problems] == ["'nowhere.h' file not found"]
    assert times == 2  # by C++17, which has a `byte` of its own, and by C++14


def test_names_alone_are_looked_for_in_all_standards(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, b"int f() { return nobody; }\n")[1] == 3
