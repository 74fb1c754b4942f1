"""What the engine itself refuses, whatever a transformation says."""

from dataclasses import replace

from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.contract import Plan
from ppcl.transform.refusals.obstacle import obstacle_to


def plan_of(*edits: Edit, names: dict[str, str] | None = None) -> Plan:
    return Plan(
        edits,
        tuple(Renamed(old, new) for old, new in (names or {}).items()),
        Remark("passed", "PPC201", "changed"),
    )


def with_file(facts: Facts, path: str, data: bytes) -> Facts:
    return replace(facts, files={**facts.files, path: SourceFile(path, data)})


def test_a_file_outside_the_folder_is_left_alone(before: Facts) -> None:
    facts = with_file(before, "../other.h", b"int x;\n")
    found = obstacle_to(plan_of(Edit(Span("../other.h", 4, 5), b"y")), facts)
    assert found is not None
    assert found.code == "PPC004"


def test_text_that_is_not_compiled_is_left_alone(before: Facts) -> None:
    facts = with_file(before, "more.h", b"#if 0\nint x;\n#endif\n")
    unit = replace(facts.units[0], skipped=(Span("more.h", 0, 20),))
    facts = replace(facts, units=(unit, *facts.units[1:]))
    found = obstacle_to(plan_of(Edit(Span("more.h", 10, 11), b"y")), facts)
    assert found is not None
    assert found.code == "PPC006"


def test_other_edits_are_not_stopped(before: Facts) -> None:
    path = next(iter(before.files))
    assert obstacle_to(plan_of(Edit(Span(path, 0, 0), b"\n")), before) is None
