"""Helper functions in the place of their calls: those that go, and those that stay."""

import pytest

from tests.unit.backend.small_kernel import c_of

BODY = "int i = get_global_id(0), sum = 0; for (int k = 0; k < n; k++) {{ {} }} out[i] = sum;"
ONE = "int f(int x) { return x * 3; }"
TAILS = (
    "int f(int x) { if (x < 0) return -1; x += 2; if (x == 5) return 0; else { x++; return x; } }"
)
TO = "void f(int *x) { *x += 2; }"


def has_vectors(helper: str, rounds: str) -> bool:
    """Whether packs run a loop that calls a helper as vectors, without a call."""
    text = c_of(BODY.format(rounds), helper)
    found = "PPCL_WIDTH" in text
    assert found == ("f_1(" not in text)
    return found


@pytest.mark.parametrize(
    ("helper", "rounds"),
    [
        (ONE, "sum += f(in[i + k]) + f(f(i));"),
        (ONE, "if (f(sum) > k) sum -= i;"),
        (ONE, "sum += i > 3 && f(sum) > 4 ? f(i) : k;"),
        (TAILS, "sum += f(in[i + k]) * f(sum);"),
        (TAILS, "int a = 3, b = f(sum - a); sum = b;"),
        (TO, "f(&sum); sum ^= in[i];"),
        (
            "int g(int x) { return x + 1; } int f(int x) { int y = g(x); return y * y; }",
            "sum += f(i);",
        ),
        ("int f(global const int *p, int x) { return p[x]; }", "sum += f(in, i + k);"),
        ("float f(float x) { return x * 0.5f; }", "sum += (int)f((float)i);"),
        (
            "int f(int x) { for (int j = 0; j < 9; j++) if (j * x > 7) return j; return 9; }",
            "sum += f(i);",
        ),
        ("int f(int x) { for (;; x /= 2) if (x < 9) return x; }", "sum += f(i + k);"),
        (
            "void f(int *x) { while (*x > 9) { *x /= 2; if (*x == 12) return; } }",
            "sum += in[i + k]; f(&sum);",
        ),
    ],
)
def test_helpers_that_go(helper: str, rounds: str) -> None:
    assert has_vectors(helper, rounds)


@pytest.mark.parametrize(
    ("helper", "rounds"),
    [
        (
            "int f(int x) { for (int j = 0;; j++) switch (x) { case 7: return j; } return 9; }",
            "sum += f(i);",
        ),
        ("int f(int x) { switch (x) { case 1: return 4; default: return x; } }", "sum += f(i);"),
        ("int f(int x) { if (x & 1) { if (x & 2) return 5; x++; } return x; }", "sum += f(i);"),
        ("int f(int x) { x += 3; return x; }", "sum += i > 3 ? f(i) : k;"),
        ("int f(int x) { x += 3; return x; }", "for (int j = 0; f(j) < i; j++) sum += j;"),
        ("int f(int x) { return atomic_inc((volatile global int *)0 + x); }", "sum += f(i);"),
        (TO, "int *p = &sum; f(p); sum += *p;"),
    ],
)
def test_helpers_that_stay(helper: str, rounds: str) -> None:
    assert not has_vectors(helper, rounds)


@pytest.mark.parametrize(
    ("beside", "behind"),
    [
        ("if (i > 3) { out[i] = 1; return; } out[i] = n;", "if (i > 3) return; out[i] = n;"),
        (
            "if (i > 3) { out[i] = 1; return; } else if (n) { out[i] = 2; return; } out[i] = n;",
            "if (i > 3) { out[i] = 1; return; } barrier(CLK_GLOBAL_MEM_FENCE); out[i] = n;",
        ),
    ],
)
def test_what_follows_a_branch_that_returns(beside: str, behind: str) -> None:
    assert "goto next_item" not in c_of(f"int i = get_global_id(0); {beside}")
    assert "return" not in c_of(f"int i = get_global_id(0); {beside}")
    assert "else" in c_of(f"int i = get_global_id(0); {beside}")
    assert c_of(f"int i = get_global_id(0); {behind}")
