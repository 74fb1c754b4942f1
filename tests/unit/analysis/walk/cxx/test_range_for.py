"""Range-based for: what runs in it without a call in sight."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

POINTS = """
struct Range {{
    int values[3];
    int *begin() {{ {begin}; return values; }}
    int *end() {{ {end}; return values + 3; }}
}};
"""
STEPS = """
struct Place {{
    int at;
    int operator*() const {{ {get}; return at; }}
    Place &operator++() {{ {step}; at++; return *this; }}
}};
inline bool operator!=(Place a, Place b) {{ {compare}; return a.at != b.at; }}
struct Range {{
    Place begin() const {{ return Place{{0}}; }}
    Place end() const {{ return Place{{3}}; }}
}};
"""
FREE = """
struct Range {{ int values[3]; }};
inline int *begin(Range &range) {{ {begin}; return range.values; }}
inline int *end(Range &range) {{ {end}; return range.values + 3; }}
"""
MADE = """
#include <vector>
struct Made {{
    int value;
    Made(int v) : value(v) {{ {make}; }}
    Made(const Made &other) : value(other.value) {{ {copy}; }}
}};
"""
OVER = "Range range{}; for (int value : range) (void)value;"
EFFECTS = {
    "begin": (POINTS, OVER),
    "end": (POINTS, OVER),
    "get": (STEPS, OVER),
    "step": (STEPS, OVER),
    "compare": (STEPS, OVER),
    "free begin": (FREE, OVER),
    "free end": (FREE, OVER),
    "make": (MADE, "std::vector<int> range(3); for (Made made : range) (void)made;"),
    "copy": (MADE, "std::vector<Made> range(3, Made(1)); n = 5; for (Made m : range) (void)m;"),
}
PLACES = ("begin", "end", "get", "step", "compare", "make", "copy")


@pytest.mark.parametrize("place", EFFECTS)
def test_what_a_range_does_is_not_overlooked(place: str, tmp_path: Path) -> None:
    before, body = EFFECTS[place]
    nothing = dict.fromkeys(PLACES, "(void)n")
    effects = {**nothing, place.rsplit(maxsplit=1)[-1]: "n = 2"}
    facts = read(tmp_path, before.format(**effects), body, "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"


@pytest.mark.parametrize("place", EFFECTS)
def test_a_range_that_does_nothing_else_leaves_all_as_it_is(place: str, tmp_path: Path) -> None:
    before, body = EFFECTS[place]
    facts = read(tmp_path, before.format(**dict.fromkeys(PLACES, "")), body, "host.cpp")
    assert facts.host.complete
    assert bound(facts) == "5"


def test_what_a_body_sets_is_changed_behind_it(tmp_path: Path) -> None:
    step = dict.fromkeys(PLACES, "") | {"step": "n = 2"}
    body = "Range range; for (int value : range) { (void)value; n = 5; }"
    facts = read(tmp_path, STEPS.format(**step), body, "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"


def test_members_of_the_range_itself_may_change(tmp_path: Path) -> None:
    before = POINTS.format(begin="count = 2", end="").replace("int values", "int count; int values")
    body = "Range range; range.count = 5; for (int v : range) (void)v; n = range.count;"
    facts = read(tmp_path, before, body, "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"


def test_what_stands_in_front_of_a_subject_or_a_range_is_not_overlooked(tmp_path: Path) -> None:
    for number, head in enumerate(
        ("switch (n = 2; 1) {}", "int a[2]; for (n = 2; int v : a) (void)v;")
    ):
        facts = read(tmp_path / str(number), "", head, "host.cpp")
        assert not facts.host.complete or bound(facts) != "5"
