"""Mistakes that a pass could make are planted: the hunt must name the buffer and the index."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.driver.output import OutputFile, mirrored
from ppcl.verify.platforms import find_loader, find_platforms
from tests.property import check as checking
from tests.property.check import Lab, Wrong, check
from tests.property.model import Branch, Exchange, Kernel, Mix, Program, RowLoop, Table
from tests.property.texts import texts_of

# `t0` is changed by its indices, `t1` by a shuffle of its transfers, since it is dumped whole.
TABLES = (Table("t0", "uint"), Table("t1", "uint", dumped=True))
TURNS = Kernel("ka", body=(RowLoop("t0"), Exchange(1)), guard="masked", local=(8,))
BRANCH = Branch((Mix(5, 1),), ())
ADDS = Kernel("kb", body=(RowLoop("t1"), BRANCH), adds=("t1",), guard="exact", steps=2)
PROGRAM = Program(TABLES, (TURNS, ADDS))
ROWS, COLUMNS, GROUP = PROGRAM.rows, PROGRAM.columns, 8

# What stands in the rewritten program, and the mistake in its place.
MISTAKES = {
    "index": (b"t0[i * columns + j];\n    }\n    tile", b"t0[j * rows + i];\n    }\n    tile"),
    "barrier": (b"    barrier(CLK_LOCAL_MEM_FENCE);\n    acc", b"    acc"),
    "guard": (b"    if (acc & 4u) {", b"    {"),
    "shuffle": (b"t1[i + j * rows] = (cl_uint)", b"t1[i * columns + j] = (cl_uint)"),
    "size": (b"work[1] = {(size_t)(rows)}", b"work[1] = {(size_t)(rows - 1)}"),
}
BUFFERS = {"index": "out_ka", "barrier": "out_ka", "guard": "t1", "shuffle": "t1", "size": "t1"}

At = Callable[[int, int], int]


def filled(position: int) -> At:
    """The host's number for row i, column j of a table."""
    return lambda i, j: (i * (31 + 2 * position) + j * 7 + position) % 97


def turned(value: At) -> At:
    """Row-major numbers as they are found by an index that goes by columns."""
    flat = [value(i, j) for i in range(ROWS) for j in range(COLUMNS)]
    return lambda i, j: flat[j * ROWS + i]


def row(value: At, i: int) -> int:
    """What a loop over row i leaves in the accumulator."""
    acc = i * 7 + 1
    for j in range(COLUMNS):
        acc = (acc * 3 + value(i, j)) % 2**32
    return acc


def exchanged(value: At) -> list[int]:
    """The result of `ka`; work-items beyond the rows take part with what they began with."""
    items = range((ROWS + GROUP - 1) // GROUP * GROUP)
    own = [row(value, i) if i < ROWS else i * 7 + 1 for i in items]
    other = [i // GROUP * GROUP + (i % GROUP + 1) % GROUP for i in items]
    return [(own[i] + own[other[i]]) % 2**32 for i in range(ROWS)]


def added(value: At, guarded: bool = True, rows: int = ROWS) -> list[int]:
    """What `kb` leaves in `t1`, column by column."""
    table = {(i, j): value(i, j) for i in range(ROWS) for j in range(COLUMNS)}
    for _ in range(ADDS.steps):
        for i in range(rows):
            acc = row(lambda i, j: table[i, j], i)
            if acc & 4 or not guarded:
                acc = (acc * 5 + 1) % 2**32
            for j in range(COLUMNS):
                table[i, j] = (table[i, j] + acc + j) % 2**32
    return [table[i, j] for j in range(COLUMNS) for i in range(ROWS)]


def first_index(mistake: str) -> int:
    """Where the wrong results begin, computed here."""
    t0, t1 = filled(0), filled(1)
    if mistake == "barrier":
        return 0  # the first work-item reads what its neighbour has not yet written
    if mistake == "index":
        right, wrong = exchanged(t0), exchanged(turned(t0))
    else:
        right = added(t1)
        wrong = {
            "guard": lambda: added(t1, guarded=False),
            "shuffle": lambda: added(turned(t1)),
            "size": lambda: added(t1, rows=ROWS - 1),
        }[mistake]()
    return next(i for i, (a, b) in enumerate(zip(right, wrong, strict=True)) if a != b)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        pytest.skip("NO OPENCL HEADERS, LOADER OR PLATFORM: nothing was built and run")
    old, new = MISTAKES[mistake]

    def spoiled(*arguments: object) -> list[OutputFile]:
        files = mirrored(*arguments)  # type: ignore[arg-type]
        assert sum(file.data.count(old) for file in files) == 1
        return [OutputFile(f.path, f.data.replace(old, new), f.mode) for f in files]

    monkeypatch.setattr(checking, "mirrored", spoiled)
    monkeypatch.setattr(checking, "AGAIN", 1)  # this program computes the same each time
    with pytest.raises(Wrong, match=rf"element {first_index(mistake)} of '{BUFFERS[mistake]}' is"):
        check(texts_of(PROGRAM), Lab(tmp_path, loader, platforms[:1], ("pocl-cpu",)))
