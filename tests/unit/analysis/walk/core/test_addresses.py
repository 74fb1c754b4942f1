"""Addresses as numbers: in integers that hold them, as differences, and where they are lost."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.walk.test_real import LAUNCH, SET, escapes, read

WRITE = "    clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, 64, {0}, 0, NULL, NULL);\n"
# Pieces of one allocation, handed out from an address that is kept as a number.
POOL = """
static char *pool;
static long next;
static void *take(long size)
{
    void *piece = (void *)next;
    next += size;
    if (next > 4096 + (long)pool)
        exit(1);
    return piece;
}
"""


def hosts(facts: Facts) -> list[tuple[str, str]]:
    """The host memory of each transfer, and where it begins."""
    transfers = facts.host.transfers
    return [(each.host.name, str(each.host_offset)) for each in transfers if each.host is not None]


def value(facts: Facts) -> str:
    """The number that the kernel gets."""
    (launch,) = facts.host.launches
    return str(launch.arguments[1].value)


def test_memory_that_a_pool_gives_is_a_part_of_it(tmp_path: Path) -> None:
    body = (
        "    pool = malloc(4096); next = (long)pool;\n    float *a = take(n * 4), *b = take(64);\n"
    )
    facts = read(tmp_path, body + WRITE.format("b") + LAUNCH, POOL)
    assert hosts(facts) == [("pool", "4 * argc")]
    assert not [name for name, _ in escapes(facts) if name == "pool"]


def test_an_address_is_found_again_by_its_distance_from_another(tmp_path: Path) -> None:
    body = "    float *p = h + n; long distance = (long)p - (long)h;\n"
    again = "    float *q = (float *)((long)h + distance);\n"
    facts = read(tmp_path, body + again + WRITE.format("q") + LAUNCH)
    assert hosts(facts) == [("h", "4 * argc")]


@pytest.mark.parametrize(
    ("type_", "distance"), [("float", "100"), ("char", "400"), ("double", "50")]
)
def test_a_difference_of_pointers_counts_elements(
    tmp_path: Path, type_: str, distance: str
) -> None:
    body = (
        f"    {type_} *first = ({type_} *)h, *last = ({type_} *)(h + 100);\n    n = last - first;\n"
    )
    assert value(read(tmp_path, body + SET + LAUNCH)) == distance


def test_pointers_into_several_pieces_of_memory_have_no_known_distance(tmp_path: Path) -> None:
    body = """
    char *one = NULL, *other = NULL;
    for (int i = 0; i < argc; ++i) {
        other = one;
        one = malloc(64);
        if (other)
            n = one - other;
    }
"""
    (launch,) = read(tmp_path, body + SET + LAUNCH).host.launches
    assert launch.arguments[1].value is None or launch.arguments[1].value.as_int is None


@pytest.mark.parametrize(
    "kept",
    [
        "long a[4]; a[argc] = (long)h; float *q = (float *)a[argc];",
        "long a[2] = {(long)h, 0}; float *q = (float *)a[argc];",
        "struct { long a[2]; } s; s.a[0] = (long)h; float *q = (float *)s.a[argc];",
        "unsigned long a = (unsigned long)h; a = (a + 63) & ~63ul; float *q = (float *)a;",
        "int a = (int)(long)h; a += 4; float *q = (float *)(long)a;",
    ],
)
def test_an_address_that_is_lost_among_numbers_lets_go_of_its_object(
    tmp_path: Path, kept: str
) -> None:
    facts = read(tmp_path, f"    {kept}\n    q[0] = 1;\n{WRITE.format('h')}{LAUNCH}")
    assert ("h", True) in escapes(facts)
