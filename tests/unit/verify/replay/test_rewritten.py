"""A captured launch in the terms of a rewritten program."""

from array import array
from collections.abc import Sequence
from dataclasses import replace

import pytest

from ppcl.transform.checks.kind import Change
from ppcl.transform.checks.passed import Scalar
from ppcl.transform.checks.renamed import NewName
from ppcl.transform.checks.transposed import Layout
from ppcl.transform.manifest import KernelEntry, Manifest, Parameter
from ppcl.verify.log import Argument, Buffer, Contents, KernelTime, Launch, MadeOf, Process, Site
from ppcl.verify.log import Given as Text
from ppcl.verify.replay.capture import Taken, captured
from ppcl.verify.replay.rewritten import Rewriting, rewritten

SITE = Site("", 0)
OLD, NEW = b"kernel k: t[i + j * n]", b"kernel k2: t[i * n + j]"
ROWS = array("i", [0, 1, 2, 10, 11, 12])  # two rows of three
TURNED = array("i", [0, 10, 1, 11, 2, 12])
PARAMETERS = (
    Parameter("t", 0, True, "int32", True, ("d_t",)),
    Parameter("n", 1, False, "int32", False, ()),
)
TEXTS = [(b"int main() {}", b"int main() { }"), (OLD, NEW)]


def taken(text: bytes = OLD, number: int = 1) -> Taken:
    """A launch whose buffer is 1; buffer 2 is a part of 1."""
    process = Process("", 0, 0, 0)
    process.buffers = {1: Buffer(1, 1, 1, 24, 0, 0, 0), 2: Buffer(2, 2, 1, 12, 1, 12, 0)}
    scalar = Argument(1, "s", 4, array("i", [3]).tobytes())
    given = (Argument(0, "b", number, b""), scalar)
    process.launches = [Launch(5, SITE, "k", (0,), (6,), None, given)]
    process.sources, process.options = [Text(3, SITE, text)], [Text(4, SITE, b"-DX")]
    process.made_of = [MadeOf(5, 3, 4, 2, "cpu", "1")]
    process.contents = [Contents(5, 1, after, ROWS.tobytes()) for after in (False, True)]
    process.times = [KernelTime(5, 0, 7_000_000)]
    (found,) = captured([process], lambda kernel, index: "int32")
    assert isinstance(found, Taken)
    return found


def manifest(*changes: Change) -> Manifest:
    return Manifest((KernelEntry("k", PARAMETERS),), changes)


def layout(pitch: str | None = "n") -> Sequence[Change]:
    return NewName("k", "k2"), Layout("k", 0, 4, pitch, "bytes / (4 * (n))"), Scalar("k", 1, 0)


def test_text_name_scalars_and_buffers_are_those_of_the_new_program() -> None:
    old = taken()
    other = rewritten(old, Rewriting(TEXTS, manifest(*layout())))
    new = other.replay
    assert (new.text, new.kernel, new.options) == (NEW, "k2", "-DX")
    assert new.arguments[1].value == array("i", [2]).tobytes()
    (memory,) = new.memories
    assert memory.before == memory.after == TURNED.tobytes()
    assert other.restored([TURNED.tobytes()]) == [ROWS.tobytes()]


def test_an_include_is_replaced_too() -> None:
    old = taken(b'#include "k.h"')
    old = replace(old, replay=replace(old.replay, includes={"k.h": OLD, "other.h": b"x"}))
    new = rewritten(old, Rewriting(TEXTS, manifest(*layout()))).replay
    assert new.includes == {"k.h": NEW, "other.h": b"x"}


@pytest.mark.parametrize(
    ("old", "changes", "said"),
    [
        (taken(b"kernel k: t[i + j * m]"), layout(), "does not give the text of its kernel file"),
        (taken(), layout(None), "its sides are no expressions"),
        (taken(number=2), layout(), "argument 0 is a part of a buffer"),
        (taken(), layout("n + 1"), "not all of the rectangle"),
    ],
    ids=["another text", "unknown sides", "a part of a buffer", "another size"],
)
def test_what_cannot_be_put_so(old: Taken, changes: Sequence[Change], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        rewritten(old, Rewriting(TEXTS, manifest(*changes)))
