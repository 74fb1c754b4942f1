"""What is read again after an edit: only what is another text now."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ppcl.analysis.reading import host_units, reader
from ppcl.driver.compile import compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.frontend import ParseOptions, parse_host
from ppcl.ir.unit import TranslationUnit
from ppcl.transform.passes import transforms
from ppcl.transform.trial import unchanged

BASE = Path(__file__).resolve().parents[2] / "cases" / "layout" / "base"
FIXED = "    int columns = COLUMNS;"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The base program with a number of the host's, so that it is read without its value too."""
    host = (BASE / "host.c").read_text()
    (tmp_path / "sizes.h").write_text("enum { COLUMNS = 7 };\n")
    (tmp_path / "host.c").write_text(
        '#include "sizes.h"\n'
        + host.replace("    int columns = argc > 2 ? atoi(argv[2]) : 7;", FIXED)
    )
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    return tmp_path


def test_no_host_file_is_parsed_twice(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def parse(
        root: Path, path: str, options: ParseOptions, texts: Mapping[str, bytes]
    ) -> TranslationUnit:
        parsed.append(texts.get(path) or (root / path).read_bytes())
        return parse_host(root, path, options, texts)

    monkeypatch.setattr(host_units, "parse_host", parse)
    read: list[frozenset[str]] = []
    walk = reader.walk_host

    def walked(*given: object) -> object:
        read.append(frozenset(given[2]))  # type: ignore[arg-type]
        return walk(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(reader, "walk_host", walked)
    compiled = compile_program(open_project([str(folder)], Choices(target="amd-cpu")), transforms())
    assert compiled.changed
    assert len(read) > len(parsed) == len(set(parsed)) == 2
    assert frozenset({"COLUMNS"}) in read


def test_what_is_edited_or_may_include_a_new_file_is_parsed(folder: Path) -> None:
    compiled = compile_program(open_project([str(folder)], Choices(target="amd-cpu")), ())
    facts = compiled.before
    assert facts is not None
    texts = {path: file.data for path, file in facts.files.items()}
    assert [*unchanged(facts, texts)] == ["host.c"]
    assert [*unchanged(facts, {**texts, "kernel.cl": b""})] == ["host.c"]
    for edited in ("host.c", "sizes.h", "new.h"):
        assert unchanged(facts, {**texts, edited: b""}) == {}
