"""Access relations: their text, when they are exact, and that they hold the touched elements."""

from dataclasses import replace

import islpy
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from ppcl.analysis.access.delinearise import candidates, split
from ppcl.analysis.access.relation import Relation, relation_of, relations_of, same_elements
from ppcl.analysis.model import AccessEvent, BranchNode, LoopNode
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.linear import at_least
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, Symbol
from tests.unit.analysis.builders import (
    AT,
    access,
    kernel,
    less,
    loop,
    nest,
    number,
    only,
    target,
    unknown,
)
from tests.unit.analysis.generators import (
    LOCAL,
    OFFSET,
    SIZE,
    TID,
    A,
    H,
    J,
    N,
    W,
    X,
    Y,
    evaluate,
    term,
    values,
    work_items,
)

LIST = target("n")
IDS = "go0 >= 0 and g0 >= 0 and l0 >= 0"
READ = unknown("load", "index")


def relate(found: AccessEvent) -> Relation:
    return relation_of(found, kernel(nest(found.loops, found)))


def test_md() -> None:
    found = access(LIST, TID + J * A, (loop(J, N),), (less(TID, A),))
    pairs = "[go0, g0, l0, j] -> n[j, go0 + l0]"
    bounds = f"{IDS} and 0 <= j < N and go0 + l0 < A"
    assert relate(found) == Relation("n", "load", f"[N, A] -> {{ {pairs} : {bounds} }}", True)


def test_planes_rows_and_columns() -> None:
    loops = (loop(J, N), loop(Y, H), loop(X, W))
    assert "-> n[j, y, x] :" in relate(access(LIST, J * H * W + Y * W + X, loops)).text


def test_a_dimension_that_is_not_used_is_not_in_the_domain() -> None:
    other = unknown("local_id", "l1")
    found = relate(access(LIST, other))
    assert found.text == "{ [go1, g1, l1] -> n[l1] : go1 >= 0 and g1 >= 0 and l1 >= 0 }"


def test_sizes_that_occur_bound_the_ids() -> None:
    assert "l0 < L0" in relate(access(LIST, LOCAL + SIZE)).text


INDICES = [
    ("a gather", READ, "n[o0] : o0 >= 0 ", False),
    ("a gathered row", READ * number(4) + J, "n[o0, j] : 0 <= j < 4 and o0 >= 0 ", False),
    ("a product", J * J, "n[o0] : 0 <= j < 4 and o0 >= 0 ", False),
    ("a literal stride", J * number(9), "n[j, 0] : 0 <= j < 4 ", True),
    ("a half", term("/", J, number(2)), "n[floor((j)/2)] : 0 <= j < 4 ", True),
    ("a remainder", term("%", J, number(2)), "n[((j) mod 2)] : 0 <= j < 4 ", True),
    ("a masked index", term("&", J, number(3)), "n[((j) mod 4)] : 0 <= j < 4 ", True),
    ("a shifted index", term(">>", J, number(1)), "n[floor((j)/2)] : 0 <= j < 4 ", True),
    ("clamped", term("min", J, N), "n[min(j, N)] : 0 <= j < 4 ", True),
    ("half of what may be negative", term("/", N, number(2)), "n[o0] : o0 >= 0 ", False),
    ("by a parameter", term("/", J, N), "n[o0] : 0 <= j < 4 and o0 >= 0 ", False),
]


@pytest.mark.parametrize(
    ("index", "image", "exact"), [i[1:] for i in INDICES], ids=[i[0] for i in INDICES]
)
def test_indices(index: Polynomial, image: str, exact: bool) -> None:
    around = (loop(J, number(4)),) if only(J) in index.symbols else ()
    found = relate(access(LIST, index, around))
    assert image in found.text
    assert found.exact is exact


def test_bounds_that_isl_cannot_say_are_dropped() -> None:
    product = relate(access(LIST, J, (loop(J, N * A),)))
    assert (product.text, product.exact) == ("{ [j] -> n[j] : j >= 0 }", False)
    unbounded = relate(access(LIST, J, (loop(J, None, lower=None),)))
    assert (unbounded.text, unbounded.exact) == ("{ [j] -> n[j] }", False)
    guarded = relate(access(LIST, J, (loop(J, N),), (Guard(READ, "!="),)))
    assert (guarded.text, guarded.exact) == ("[N] -> { [j] -> n[j] : 0 <= j < N }", False)


@pytest.mark.parametrize(
    ("step", "stride"), [(4, "(j - 1) mod 4 = 0"), (-4, "(j - N + 1) mod 4 = 0")]
)
def test_strides(step: int, stride: str) -> None:
    found = relate(access(LIST, J, (loop(J, N, lower=ONE, step=step),)))
    assert stride in found.text


def test_guards_are_printed_without_minus_signs() -> None:
    guards = (Guard(TID - N, "!="), Guard(A - X - X - number(3), ">="), Guard(X - number(5), "=="))
    text = relate(access(LIST, X, (loop(X, N),), guards)).text
    assert "go0 + l0 != N and A >= 2*x + 3 and x = 5" in text


def test_what_a_loop_round_the_access_says_is_said_once() -> None:
    found = relate(access(LIST, J, (loop(J, N),), (less(J, N),)))
    assert found == Relation("n", "load", "[N] -> { [j] -> n[j] : 0 <= j < N }", True)


AFTER = unknown("merge", "j")


@pytest.mark.parametrize(
    ("end", "step", "exact_loop", "exact"),
    [
        (at_least(AFTER, N), 1, True, True),
        (less(AFTER, ONE), -1, True, True),
        (at_least(AFTER, N), 1, False, False),
        (at_least(AFTER, N + ONE), 1, True, False),
    ],
)
def test_the_end_of_a_loop_before_restricts_nothing(end, step, exact_loop, exact) -> None:
    before = replace(loop(J, N, lower=ONE, step=step), exact=exact_loop)
    inside = access(LIST, J, (before,))
    found = access(LIST, TID, guards=(end,))
    assert relation_of(found, kernel(nest((before,), inside), found)).exact is exact


BRANCHES = [
    ("a known condition", (less(TID, N),), True, True),
    ("its opposite", (less(TID, N),), False, True),
    ("an unknown condition", (), True, False),
    ("the opposite of an unknown one", (), False, False),
    ("one of two conditions fails", (less(TID, N), less(TID, A)), False, False),
]


@pytest.mark.parametrize(
    ("condition", "taken", "exact"), [b[1:] for b in BRANCHES], ids=[b[0] for b in BRANCHES]
)
def test_branches(condition: tuple[Guard, ...], taken: bool, exact: bool) -> None:
    found = access(LIST, TID)
    branch = BranchNode(condition, (found,) if taken else (), () if taken else (found,), AT)
    assert relation_of(found, kernel(branch)).exact is exact


def test_what_was_not_followed_makes_relations_inexact() -> None:
    found = access(LIST, TID)
    assert relation_of(found, kernel(found)).exact
    assert not relation_of(found, kernel(LoopNode(None, (found,), AT))).exact
    assert not relation_of(found, replace(kernel(found), complete=False)).exact
    wrapped = access(LIST, TID, precision="modular")
    assert not relate(wrapped).exact
    lost = relate(access(LIST, TID, precision="unknown"))
    assert (lost.text.split(":")[0], lost.exact) == ("{ [go0, g0, l0] -> n[o0] ", False)


def test_all_relations_are_in_program_order() -> None:
    first, second = access(LIST, TID), access(target("m"), J)
    found = relations_of(kernel(first, BranchNode((), (second,), (), AT)))
    assert [relation.param for relation in found] == ["n", "m"]
    assert found[0] == relation_of(first, kernel(first))


@pytest.mark.parametrize("name", ["min", "Exists", "NaN", "_x", "go0", "j", "o0"])
def test_names_that_isl_or_the_relation_uses(name: str) -> None:
    scalar, counter = unknown("parameter", name), unknown("iterator", "j")
    found = access(target(name), TID * READ + scalar, (loop(counter, scalar), loop(J, scalar)))
    relation = relate(found)
    parsed = islpy.Map(relation.text)
    assert parsed.dim(islpy.dim_type.in_) == 5
    assert parsed.dim(islpy.dim_type.param) == 1


def test_same_elements() -> None:
    rows = relate(access(LIST, TID + J * A, (loop(J, N),), (less(TID, A),)))
    again = relate(access(LIST, TID + J * A, (loop(J, N),), (at_least(A - TID, ONE), at_least(J))))
    fewer = relate(access(LIST, TID + J * A, (loop(J, N - ONE),), (less(TID, A),)))
    assert same_elements(rows, again)
    assert not same_elements(rows, fewer)


@given(work_items(), values, st.lists(values, max_size=2), st.integers(1, 3))
def test_the_touched_element_is_in_the_relation(at, index, conditions, room) -> None:
    """At any point where the guards hold: the only element if exact, one of several if not."""
    here, *bounds = evaluate([index, *conditions], at)
    guards = tuple(at_least(v, number(b)) for v, b in zip(conditions, bounds, strict=True))
    counters = [
        v for v in (J, X) if only(v) in {s for v in (index, *conditions) for s in v.symbols}
    ]
    loops = tuple(loop(c, number(at[only(c)] + room), lower=number(at[only(c)])) for c in counters)
    touching = access(LIST, index, loops, guards)
    found = relate(touching)
    image = islpy.Map(found.text)
    by_name = {symbol.name: value for symbol, value in at.items()}
    for kind in (islpy.dim_type.param, islpy.dim_type.in_):
        for position in range(image.dim(kind)):
            name = image.get_dim_name(kind, position)
            image = image.fix_val(kind, position, islpy.Val(by_name[name]))
    elements = image.range()
    event("exact" if found.exact else "not exact")
    if found.exact:
        assert elements.is_singleton()
        point = elements.sample_point()
        size = elements.dim(islpy.dim_type.set)
        parts = [point.get_coordinate_val(islpy.dim_type.set, i).to_python() for i in range(size)]
        assert here in numbers_of(parts, index, touching, at)
    elif here >= 0:
        assert not elements.is_empty()


def numbers_of(
    parts: list[int], index: Polynomial, touching: AccessEvent, at: dict[Symbol, int]
) -> list[int]:
    """What number an element may have: its rows by any of the possible pitches."""
    if len(parts) == 1:
        return parts
    numbers: list[int] = []
    for pitch in candidates([index]):
        rows = split(index, pitch, touching.guards, touching.loops)
        above = numbers_of(parts[:-1], rows.slow, touching, at) if rows else []
        numbers += [row * pitch.evaluate(at) + parts[-1] for row in above]
    return numbers


def test_zero_is_an_index() -> None:
    assert relate(access(LIST, ZERO)).text == "{ [] -> n[0] }"
    assert "[go0 + 1]" in relate(access(LIST, OFFSET + ONE)).text
