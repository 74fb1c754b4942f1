from ppcl.transform.refusals.settled import Settled
from ppcl.transform.refusals.skipped import skipped_uses
from tests.unit.small_program import PROGRAM

HOST = next(path for path in PROGRAM if path.endswith(".c"))
HIDDEN = b"""#ifdef OTHER
extern int hidden;
#endif
"""


def settled(read, files: dict[str, bytes], changed: set[str]) -> list[bool]:
    """Whether each skipped use of `hidden` is in no build that passes."""
    facts = read({**PROGRAM, **files})
    return [Settled(facts, changed).has(use) for use in skipped_uses(facts, "hidden")]


def test_what_is_checked_in_its_file(read) -> None:
    assert settled(read, {HOST: PROGRAM[HOST] + HIDDEN}, {HOST}) == [True]


def test_a_line_that_may_stand_in_another_program(read) -> None:
    assert settled(read, {HOST: PROGRAM[HOST] + HIDDEN}, {HOST, "more.c"}) == [False]


def test_a_header_of_the_file(read) -> None:
    files = {HOST: b'#include "more.h"\n' + PROGRAM[HOST], "more.h": HIDDEN}
    assert settled(read, files, {HOST}) == [True]


def test_a_kernel_file(read) -> None:
    path = next(path for path in PROGRAM if path.endswith(".cl"))
    assert settled(read, {path: PROGRAM[path] + HIDDEN}, {HOST}) == [False]


def test_a_header_of_kernels_too(read) -> None:
    path = next(path for path in PROGRAM if path.endswith(".cl"))
    both = {each: b'#include "more.h"\n' + PROGRAM[each] for each in (HOST, path)}
    assert set(settled(read, {**both, "more.h": HIDDEN}, {HOST})) == {False}
