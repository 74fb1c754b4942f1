"""Objects in braces: which constructors make their parts, and what these hold then."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

HEAD = """
struct Made { int a; Made(int i) : a(i + 1) {} Made(int i, int j) : a(i * j) {} };
struct Copied { int a; Copied() : a(0) {} Copied(const Copied &o) : a(o.a + 1) {} };
struct Began { int a; Began() : a(3) {} };
struct Plain { int a, b; };
struct Outer { Made made; int b; };
struct Rest { Began began; int b; };
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Made all[2] = {1, 2}; n = all[1].a;", "3"),
        ("Made all[2] = {1, {2, 4}}; n = all[1].a;", "8"),
        ("Outer outer = {6, 1}; n = outer.made.a;", "7"),
        ("Outer all[1] = {{{2, 4}, 1}}; n = all[0].made.a;", "8"),
        ("std::array<Made, 2> all{1, 2}; n = all[1].a;", "3"),
        ("std::vector<Made> all{{1, 5}, {2, 4}}; n = all[1].a;", "8"),
        ("Copied c; c.a = 6; Copied all[1] = {c}; n = all[0].a;", "7"),
        ("Began all[2] = {}; n = all[1].a;", "3"),
        ("Rest all[2] = {}; n = all[1].began.a;", "3"),
        ("Rest rest = {}; n = rest.began.a;", "3"),
        ("Plain all[2] = {{1, 2}, {3, 4}}; n = all[1].b;", "4"),
        ("std::vector<Plain> all{{1, 2}, {3, 4}}; n = all[1].b;", "4"),
        ("Plain p{1, 2}; Plain all[2] = {p, p}; n = all[1].b;", "2"),
    ],
)
def test_elements_are_made_by_their_constructors(body: str, expected: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == expected


@pytest.mark.parametrize(
    "body",
    [
        "std::array<std::reference_wrapper<int>, 1> all{n}; n = 5; all[0].get() = 2;",
        "std::vector<std::reference_wrapper<int>> all{n}; n = 5; all[0].get() = 2;",
        "std::map<int, std::reference_wrapper<int>> all; all.emplace(1, n); n = 5;"
        "all.at(1).get() = 2;",
        "std::map<int, std::reference_wrapper<int>> all{{1, n}}; n = 5; all.at(1).get() = 2;",
    ],
)
def test_what_a_list_refers_to_may_change(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, body, "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"


UNIONS = """
struct B { int id; union { int lead; unsigned u; }; int rows; };
struct C { int id; union { struct { int lead; int x; }; int v[2]; }; int rows; };
struct E { int id; union { int v[2]; int whole; }; int rows; };
struct F { int id; union { struct { int lead; int x; } pair; int whole; }; int rows; };
"""


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("struct B b = {1, {4}, 5}; n = b.lead * 10 + b.rows;", "45"),
        ("struct B b = {1, 4, 5}; n = b.lead * 10 + b.rows;", "45"),
        ("struct B b = {.id = 1, .u = 4, .rows = 5}; n = (int)b.u * 10 + b.rows;", "45"),
        ("struct B b = {0}; b.lead = 4; n = b.lead + b.rows;", "4"),
        ("struct C c = {1, {{4, 5}}, 6}; n = c.lead * 100 + c.x * 10 + c.rows;", "456"),
        ("struct C c = {1, 4, 5, 6}; n = c.lead * 100 + c.x * 10 + c.rows;", "456"),
        ("struct C c = {1, {.v = {4, 5}}, 6}; n = c.v[1] * 10 + c.rows;", "56"),
        ("struct E e = {1, 4, 5, 6}; n = e.v[1] * 10 + e.rows;", "56"),
        ("struct F f = {1, 4, 5, 6}; n = f.pair.x * 10 + f.rows;", "56"),
        ("struct B b[2] = {{1, {2}, 3}, {1, {4}, 5}}; n = b[1].lead * 10 + b[1].rows;", "45"),
    ],
)
def test_one_member_of_a_union_begins(
    body: str, expected: str, language: str, tmp_path: Path
) -> None:
    facts = read(tmp_path, UNIONS, body, f"host.{language}")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == expected
