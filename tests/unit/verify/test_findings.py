"""Matching the commands of two runs, and what is said of a difference."""

import struct
from dataclasses import dataclass

import pytest

from ppcl.transform.checks.kind import Change
from ppcl.transform.checks.kinds import CHANGES, KINDS
from ppcl.transform.checks.passed import Scalar
from ppcl.transform.checks.renamed import NewName
from ppcl.transform.checks.transposed import Layout
from ppcl.transform.manifest import KernelEntry, Manifest, Parameter
from ppcl.verify.changes import expected
from ppcl.verify.changes.change import Shown
from ppcl.verify.findings import compare_runs, matched
from ppcl.verify.log import Argument, Buffer, Launch, Process, Read, Site

MANIFEST = Manifest(
    (
        KernelEntry(
            "k",
            (
                Parameter("t", 0, True, "int32", True, ("d_t",)),
                Parameter("n", 1, False, "int32", False, ()),
            ),
        ),
    ),
    (NewName("k", "k2"),),
)
TURNED = Manifest(MANIFEST.kernels, (*MANIFEST.changes, Layout("k", 0, 4, "n", "2")))
PASSED = Manifest(MANIFEST.kernels, (*TURNED.changes, Scalar("k", 1, 0)))


def ints(*values: int) -> bytes:
    return struct.pack(f"{len(values)}i", *values)


def process(kernel: str, *results: bytes, size: int = 6, n: int = 3) -> Process:
    made = Process("prog", 0, 0, 0)
    made.buffers = {1: Buffer(1, 1, 0, 24, 0, 0, 0)}
    arguments = (Argument(0, "b", 1, b""), Argument(1, "s", 4, ints(n)))
    made.launches = [Launch(2, Site("prog", 16), kernel, (0,), (size,), None, arguments)]
    made.reads = [
        Read(3 + number, 1, Site("prog", 32), 1, 0, "r", data)
        for number, data in enumerate(results)
    ]
    return made


def said(before: Process, after: Process, manifest: Manifest = MANIFEST) -> list[str]:
    return [finding.message for finding in compare_runs([before], [after], manifest)[0]]


ONE, OTHER = ints(1, 2, 3, 4, 5, 6), ints(1, 2, 3, 9, 5, 6)
NAME = "d_t ('t' of k)"


def test_equal_runs() -> None:
    found, tally = compare_runs([process("k", ONE)], [process("k2", ONE)], MANIFEST)
    assert found == []
    assert (tally.launches, tally.plain, tally.turned, tally.bytes, tally.exact) == (
        1,
        1,
        0,
        24,
        True,
    )


def test_a_difference_names_buffer_index_values_and_writer() -> None:
    (finding,) = compare_runs([process("k", ONE)], [process("k2", OTHER)], MANIFEST)[0]
    assert finding.message == f"{NAME}: element 3 is 9, not 4"
    assert (finding.buffer, finding.index, finding.before, finding.after) == (NAME, 3, "4", "9")
    assert finding.written_by.startswith("launch 1 of k at ")


def test_a_changed_layout_is_compared_in_the_old_one() -> None:
    turned = ints(1, 4, 2, 5, 3, 6)
    found, tally = compare_runs([process("k", ONE)], [process("k2", turned)], TURNED)
    assert found == []
    assert (tally.plain, tally.turned) == (0, 1)
    assert said(process("k", ONE), process("k2", ints(1, 9, 2, 5, 3, 6)), TURNED) == [
        f"{NAME}: element 3 (in the original's layout) is 9, not 4"
    ]
    assert said(process("k", ONE), process("k2", ONE), TURNED)


def test_what_the_runtime_shuffled_is_compared_as_the_host_sees_it() -> None:
    after = process("k2", ints(1, 4, 2, 5, 3, 6))
    (read,) = after.reads
    shown = (read.site, read.buffer, read.offset, read.how, read.data)
    after.reads = [Read(read.sequence, 1, *shown, ONE)]
    found, tally = compare_runs([process("k", ONE)], [after], TURNED)
    assert (found, tally.plain, tally.turned) == ([], 1, 1)
    after.reads = [Read(read.sequence, 1, *shown, OTHER)]
    assert said(process("k", ONE), after, TURNED) == [f"{NAME}: element 3 is 9, not 4"]


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (process("k", ONE), "kernel is k, not k2"),
        (process("k2", ONE, size=5), "global size is (5,), not (6,)"),
        (process("k2", ONE, n=4), "argument 1 is 4 (04000000), not 3 (03000000)"),
    ],
    ids=["kernel", "size", "argument"],
)
def test_launches_are_as_declared(after: Process, message: str) -> None:
    before = process("k", ONE)
    assert said(before, after) == [f"launch 1 of k: {message}, which was not declared"]


@pytest.mark.parametrize(("n", "found"), [(2, []), (3, ["is 3 (03000000), not 2 (02000000)"])])
def test_a_declared_argument_must_have_its_new_value(n: int, found: list[str]) -> None:
    after = process("k2", ints(1, 4, 2, 5, 3, 6), n=n)
    messages = [f"launch 1 of k: argument 1 {each}, which was not declared" for each in found]
    assert said(process("k", ONE), after, PASSED) == messages
    assert said(process("k", ONE), after, TURNED) != messages


@dataclass(frozen=True)
class Times(Change):
    """A kind of change that there is not: a kernel is launched so many times for each launch."""

    times: int


class LaunchedTimes(Shown):
    def launches(self, old: Launch, new: Launch) -> tuple[Launch, ...]:
        (change,) = self.manifest.changes
        assert isinstance(change, Times)
        return (new,) * (change.times if change.kernel == old.kernel else 1)


@pytest.mark.parametrize("times", [0, 1, 3])
def test_launches_need_not_be_paired_one_to_one(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expected, "KINDS", {Times: LaunchedTimes})
    before, after = process("k", ONE), process("k", ONE)
    before.launches += process("l").launches
    after.launches = [*after.launches * times, *process("l").launches]
    manifest = Manifest(MANIFEST.kernels, (Times("k", times),))
    assert said(before, after, manifest) == []
    for seen in (after.launches[:-1], [*after.launches, *after.launches[-1:]]):
        after.launches = seen
        assert said(before, after, manifest)


def test_every_kind_that_may_be_declared_is_known_to_verify() -> None:
    assert set(expected.KINDS) == set(CHANGES)
    assert len({change.kind for change in CHANGES}) == len(CHANGES) == len(KINDS)


def test_on_another_device_launches_may_have_other_sizes() -> None:
    before, after = process("k", ints(1), size=6), process("k", ints(1), size=8)
    found, tally = compare_runs([before], [after], Manifest(), other_device=True)
    assert found == []
    assert "global size is (8,), not (6,)" in tally.notes[0]
    wrong, _ = compare_runs(
        [before], [process("k", ints(2), size=8)], Manifest(), other_device=True
    )
    assert [finding.kind for finding in wrong] == ["read", "size"]


def test_reads_that_are_missing() -> None:
    assert said(process("k", ONE, ONE), process("k2", ONE)) == [
        "2 reads and maps in the original, 1 now"
    ]


def test_processes_that_are_missing() -> None:
    (finding,) = compare_runs([process("k")], [], MANIFEST)[0]
    assert finding.message == "1 processes use OpenCL in the original, 0 now"


def test_pairs_are_made_by_call_site_then_order() -> None:
    assert matched([1, 2, 3], [20, 10, 30], ["a", "b", "a"], ["b", "a", "a"]) == [
        (1, 10),
        (2, 20),
        (3, 30),
    ]


def test_other_call_sites_are_paired_by_order() -> None:
    assert matched([1, 2], [10, 20, 30], ["a", "b"], ["c", "a", "b"]) == [
        (1, 10),
        (2, 20),
        (None, 30),
    ]
