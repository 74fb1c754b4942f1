"""Mistakes that a pass could make are planted, and `verify` must find each where it is.

The engine's own check would take such plans back; it is switched off here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, Remark
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.driver.verify import (
    PlatformResult,
    Request,
    compile_for,
    exit_code,
    rewritten,
    verify_program,
)
from ppcl.source import Edit, Span
from ppcl.transform import passes, trial
from ppcl.transform.checks.transposed import Layout
from ppcl.transform.contract import Legal, Offer, Plan
from ppcl.transform.manifest import manifest_of
from ppcl.verify import oclgrind
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.programs import read_recipe
from ppcl.verify.recorder import build_recorder
from ppcl.verify.trial import Limits, Rewritten, Trial
from ppcl_transforms.layout import Layout as LayoutPass

CASES = Path(__file__).resolve().parents[1] / "cases" / "verify"
PROGRAM = CASES / "planted"
SHUFFLED = CASES / "shuffled"
HEADER = "ppcl/ppcl_transpose.h"
MISTAKES = {
    "index": ("kernels.cl", b"table[row * columns + c]", b"table[c * rows + row]"),
    "guard": ("kernels.cl", b"    if (i < n)\n", b""),
    "barrier": ("kernels.cl", b"    barrier(CLK_LOCAL_MEM_FENCE);\n", b""),
    "shuffle": ("host.c", b"    shuffle(table);\n", b"    shuffle(table);\n    shuffle(table);\n"),
    "size": ("host.c", b"hundred[1] = {N}", b"hundred[1] = {N - 1}"),
}
# What must be said: the buffer, the first index that is wrong, the kernel that wrote it.
FOUND = {
    "index": ("d_sums", "sum_rows"),
    "guard": ("d_marks", "mark"),
    "barrier": ("d_turned", "turn"),
    "shuffle": ("d_sums", "sum_rows"),
    "size": ("d_counts", "count"),
}
ROWS, COLUMNS = 6, 5


def shuffled(table: list[int]) -> list[int]:
    last = ROWS * COLUMNS - 1
    return [table[i * ROWS % (last + (i == last))] for i in range(last + 1)]


def sums(table: list[int], place: Callable[[int, int], int]) -> list[int]:
    rows, columns = range(ROWS), range(COLUMNS)
    return [sum((c + 1) * table[place(row, c)] for c in columns) for row in rows]


def first_index(mistake: str) -> int:
    """Where the wrong results begin, computed here."""
    table = shuffled([i * i for i in range(ROWS * COLUMNS)])
    right = sums(table, lambda row, c: row * COLUMNS + c)
    wrong = {
        "index": sums(table, lambda row, c: c * ROWS + row),
        "shuffle": sums(shuffled(table), lambda row, c: row * COLUMNS + c),
    }
    if mistake in wrong:
        return next(i for i in range(ROWS) if right[i] != wrong[mistake][i])
    return {"guard": 100, "barrier": 0, "size": 99}[mistake]


@dataclass(frozen=True)
class Place:
    """Where the mistake is made."""

    span: Span
    key: str = "mistake"
    kernels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Planted:
    """A pass that makes a mistake, and declares nothing."""

    what: str = ""
    name: ClassVar[str] = "planted"
    codes: ClassVar[Mapping[str, Code]] = {}

    def sites(self, facts: Facts) -> Iterator[Place]:
        file, old, new = MISTAKES[self.what]
        data = facts.files[file].data
        assert data.count(old) == 1 or new in data
        if new not in data or not new:
            at = data.find(old)
            if at >= 0:
                yield Place(Span(file, at, at + len(old)))

    def offers(self, site: Place, facts: Facts) -> tuple[Offer[None], ...]:
        return (Offer("mistaken", None, None, wanted=True),)

    def check(self, site: Place, offer: Offer[None], facts: Facts) -> Legal[Place, None]:
        return Legal(site, None)

    def plan(self, proof: Legal[Place, None], facts: Facts) -> Plan:
        edit = Edit(proof.site.span, MISTAKES[self.what][2])
        return Plan((edit,), (), Remark("passed", "PPC201", "a mistake is planted"))


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    point = SimpleNamespace(name="planted", load=lambda: Planted)
    monkeypatch.setattr(passes, "available", lambda: {"planted": point})
    monkeypatch.setattr(trial, "check_declaration", lambda before, after, declared: None)


def verified(
    specification: str, platform: Platform, under_oclgrind: bool = False
) -> PlatformResult:
    """The result on a platform, or that of Oclgrind."""
    project = open_project([str(PROGRAM)], Choices())
    chosen = passes.transforms(specification)
    names = (platform.name,)
    request = Request(project, read_recipe(PROGRAM), chosen, names, oclgrind=under_oclgrind)
    result = verify_program(request, lambda text: None)[-1]
    assert result.error is None, result.error
    assert int(exit_code([result])) == (5 if result.findings else 0)
    return result


# What is compared is the same on both: each mistake is made on one of them, a few on both.
ON_POCL = ("shuffle", "size")


@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        *(("intel", mistake) for mistake in MISTAKES if mistake != "size"),
        *(("pocl", mistake) for mistake in ON_POCL),
        *(
            pytest.param(name, mistake, marks=pytest.mark.long)
            for name, mistake in (
                *(("pocl", mistake) for mistake in MISTAKES if mistake not in ON_POCL),
                ("intel", "size"),
            )
        ),
    ],
)
def test_a_planted_mistake_is_found(mistake: str, name: str, platform_of, planted) -> None:
    result = verified(f"planted{{what={mistake}}}", platform_of(name))
    first, *others = result.findings
    buffer, kernel = FOUND[mistake]
    assert (first.kind, first.buffer.partition(" ")[0]) == ("read", buffer)
    assert first.index == first_index(mistake)
    assert f"of {kernel} at host.c:" in first.written_by
    assert first.place.startswith("host.c:")
    assert result.verdict.stable
    declared = [other.message for other in others if other.kind != "stdout"]
    if mistake == "size":
        assert declared == [
            "launch 4 of count: global size is (99,), not (100,), which was not declared"
        ]
    else:
        assert declared == []


def test_a_shuffle_too_many_is_traced_to_the_hosts_write(platform_of, planted) -> None:
    notes = verified("planted{what=shuffle}", platform_of("pocl")).verdict.tally.notes
    assert notes == ["the host's write to d_table ('table' of sum_rows) has other bytes"]


@pytest.mark.skipif(not oclgrind.library(), reason="NO OCLGRIND")
def test_oclgrind_reports_the_race_of_a_missing_barrier(platform_of, planted) -> None:
    result = verified("planted{what=barrier}", platform_of("pocl"), under_oclgrind=True)
    reports = [finding.message for finding in result.findings if finding.kind == "oclgrind"]
    assert any("data race at local memory" in report for report in reports)


@pytest.mark.parametrize("name", ["pocl", "intel"])
def test_without_a_mistake_all_is_equal(name: str, platform_of) -> None:
    result = verified("none", platform_of(name))
    assert result.equal
    assert (result.verdict.tally.launches, result.verdict.tally.plain) == (4, 4)


def test_a_wrong_manifest_hides_nothing(platform_of, loader, tmp_path: Path) -> None:
    """A kernel stores its result the other way round, as declared, but the host is as before."""
    text = (PROGRAM / "kernels.cl").read_bytes()
    turned = text.replace(b"counts[i] = 3", b"counts[i % 20 * 5 + i / 20] = 3")
    assert turned != text
    facts = compiled_facts()
    manifest = manifest_of(facts, ())
    declared = type(manifest)(manifest.kernels, (Layout("count", 0, 4, "20", "5"),))
    platform = platform_of("pocl")
    trial = Trial(
        PROGRAM,
        read_recipe(PROGRAM),
        Rewritten({"kernels.cl": turned}, declared),
        environment(platform, loader, tmp_path),
        build_recorder(tmp_path),
        tmp_path / "trees",
        Limits(stdout=True),
    )
    trial.build()
    (finding,) = trial.compare("./host").findings
    assert (finding.kind, finding.index) == ("stdout", 4)


def compiled_facts() -> Facts:
    project = open_project([str(PROGRAM)], Choices(target="pocl-cpu"))
    return read_program(project, target_of(project))


def shuffled_trial(
    platform: Platform, loader: Loader, folder: Path, back: bytes | None = None
) -> Trial:
    """A program whose transfers shuffle; with another statement in the header on the way back."""
    project = open_project([str(SHUFFLED)], Choices(target="nvidia-gpu"))
    made = rewritten(compile_for(project, "", [LayoutPass()]), read_recipe(SHUFFLED))
    texts = dict(made.texts)
    right = (
        b"ppcl_transpose((char *)ppcl_host, ppcl_copy, ppcl_extent, ppcl_pitch, ppcl_width);\n"
        b"        PPCL_RECORDED(ppcl_host, ppcl_size);\n"
    )
    assert texts[HEADER].count(right) == 1
    if back is not None:
        texts[HEADER] = texts[HEADER].replace(right, back)
    return Trial(
        SHUFFLED,
        read_recipe(SHUFFLED),
        Rewritten(texts, made.manifest),
        environment(platform, loader, folder),
        build_recorder(folder),
        folder / "trees",
    )


@pytest.mark.parametrize("name", ["pocl", "intel"])
def test_what_is_shuffled_is_compared_as_the_host_gets_it(
    name: str, platform_of, loader, tmp_path: Path
) -> None:
    trial = shuffled_trial(platform_of(name), loader, tmp_path)
    trial.build()
    verdict = trial.compare("./host 30 7")
    assert verdict.findings == ()
    assert (verdict.tally.plain, verdict.tally.turned) == (1, 1)


def test_a_shuffle_that_is_missing_on_the_way_back_is_found(
    platform_of, loader, tmp_path: Path
) -> None:
    back = b"PPCL_MEMCPY(ppcl_host, ppcl_copy, ppcl_size); PPCL_RECORDED(ppcl_host, ppcl_size);"
    trial = shuffled_trial(platform_of("pocl"), loader, tmp_path, back)
    trial.build()
    finding, printed = trial.compare("./host 30 7").findings
    assert printed.kind == "stdout"
    assert (finding.buffer, finding.index) == ("d_table ('table' of scale)", 1)


def test_what_is_not_put_back_is_found(platform_of, loader, tmp_path: Path) -> None:
    """The bytes that were read agree with the manifest, but the host never gets them."""
    trial = shuffled_trial(platform_of("pocl"), loader, tmp_path, b"(void)ppcl_width;")
    trial.build()
    first = trial.compare("./host 30 7").findings[0]
    assert (first.kind, first.message) == (
        "read",
        "d_table ('table' of scale): what is read is not put back for the host",
    )
