"""Whether a run had the arguments that the user stated."""

from dataclasses import replace
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.assumed import Assumed
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.analysis.reading.stated import Stated
from ppcl.frontend import ParseOptions
from ppcl.targets import load
from ppcl.verify.log import Launch, Process, Site
from ppcl.verify.stated import check_stated

BASE = Path(__file__).resolve().parents[2] / "cases" / "layout" / "base"
LAUNCH = Launch(1, Site("", 0), "row_sums", (0,), (64,), None, ())


@pytest.fixture(scope="module")
def facts() -> Facts:
    reading = Reading({}, ParseOptions(), stated=Stated(((1, "300"), (3, "k.cl")), 4))
    return analyse(BASE, ["host.c", "kernel.cl"], {}, reading, load("amd-cpu"))


def said(facts: Facts, *runs: tuple[str, ...] | None, launches: bool = True) -> list[str]:
    made = [Process("p", 0, 0, 0, arguments=arguments) for arguments in runs]
    for process in made:
        process.launches = [LAUNCH] if launches else []
    found = list(check_stated(facts, made))
    assert all((each.kind, each.place) == ("assumption", "host.c:18:20") for each in found)
    return [each.message for each in found]


def test_a_run_as_it_is_stated(facts: Facts) -> None:
    assert said(facts, ("./p", "300", "7", "k.cl"), ("./p", "300", "9", "k.cl")) == []
    assert said(facts, None) == []
    assert said(facts, ("./p",), launches=False) == []


def test_another_run(facts: Facts) -> None:
    other = ("./p", "300", "7", "o.cl")
    assert said(facts, other, other) == ['argv[3] is "o.cl" in this run, assumed is "k.cl"']
    assert said(facts, ("./p", "300")) == [
        'there is no argv[3] in this run, which is assumed to be "k.cl"',
        "argc is 2 in this run, assumed is 4",
    ]


def test_groups_that_do_not_fill_the_range(facts: Facts) -> None:
    """Sizes in a run are compared with what is assumed of all."""
    run = Process("p", 0, 0, 0)
    run.launches = [replace(LAUNCH, local_size=(size,)) for size in (16, 24)] + [LAUNCH]
    said = check_stated(replace(facts, assumed=Assumed(full_groups=True)), [run])
    assert [each.message for each in said] == [
        "groups of 24 do not fill 64 work-items of 'row_sums'"
    ]
    assert list(check_stated(facts, [run])) == []
