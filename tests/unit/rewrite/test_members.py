"""Structures as variables that are their members: which are, and which stay."""

import pytest

from tests.unit.backend.small_kernel import c_of

TYPES = """
typedef struct { int x, y; } Pair;
typedef struct { Pair at; int v[3]; } Part;
typedef struct { int v[40]; } Wide;
typedef union { int x; float y; } Either;
int sum(Pair p) { for (int k = 0; k < 3; k++) p.x += p.y; return p.x; }
void set(Pair *p, int n) { p->x = n; }
"""
START = "int i = get_global_id(0); global Pair *pairs = (global Pair *)out;"
LOOP = "for (int k = 0; k < n; k++) a.x += in[i + k];"


@pytest.mark.parametrize(
    ("body", "is_apart"),
    [
        (f"Pair a = pairs[i]; {LOOP} pairs[i] = a;", True),
        (f"Pair a; a.x = n; {LOOP} out[i] = a.x;", True),
        (f"Pair a = {{n, i}}, b; {LOOP} b = a; out[i] = b.y + b.x;", True),
        (f"Part b; b.at.x = i; Pair a = b.at; {LOOP} b.at = a; out[i] = b.at.x;", True),
        (f"Pair a = {{n, i}}; {LOOP} set(&a, n); out[i] = a.x;", True),
        (f"Pair a = {{n, i}}; Pair *p = &a; {LOOP} p->y = 1; out[i] = a.x;", False),
        (f"Pair a = {{n, i}}; int *p = &a.x; {LOOP} *p = 1; out[i] = a.x;", False),
        (f"Pair a = {{n}}; {LOOP} out[i] = a.x;", False),
        (f"Pair a = n ? pairs[0] : pairs[1]; {LOOP} out[i] = a.x;", False),
        (f"Pair a = *(volatile global Pair *)pairs; {LOOP} out[i] = a.x;", False),
        (f"Pair a = {{n, 1}}; {LOOP} pairs[in[i]] = a; out[i] = a.x;", False),
        (f"Either a; a.x = n; {LOOP} out[i] = a.x;", False),
        (f"Pair a = {{n, i}}; {LOOP} switch (n) {{ case 1: out[i] = a.x; }}", False),
        (f"local Pair a; if (i == 0) {{ a.x = 0; {LOOP} }} out[i] = a.x;", False),
    ],
)
def test_structures_that_go(body: str, is_apart: bool) -> None:
    assert ("a_x" in c_of(f"{START} {body}", TYPES)) == is_apart


def test_long_arrays_are_not_copied() -> None:
    used = "own.v[1] = n; for (int k = 0; k < n; k++) own.v[k] += in[i + k]; out[i] = own.v[1];"
    assert "own_v" in c_of(f"{START} Part own; own.at.x = 1; {used}", TYPES)
    assert "own_v" not in c_of(f"{START} Wide own; {used}", TYPES)


def test_members_that_nobody_asks_for_are_not_read() -> None:
    text = c_of(f"{START} Pair a = pairs[i]; {LOOP} out[i] = a.x;", TYPES)
    assert "pairs[i].x" in text
    assert "pairs[i].y" not in text
