"""Which loops get masks, and how what leaves them is told."""

import pytest

from tests.unit.backend.small_kernel import c_of

ID = "int i = get_global_id(0), k = 0, sum = i;"
# Whether a mask is set for any of a pack's vectors.
ANY = "ppcl_some_ints(ppcl_joined_ints("
LEFT = "out[i] = sum + k;"
WHILE = "while (k < (i & 7)) {{ {} k++; }}"
HELPERS = """
int straight(int x) { return x < 3 ? x * 5 : -x; }
int looping(int x) { for (int j = 0; j < x; j++) x += j; return x; }
"""


def asks_for_any(text: str) -> bool:
    """Whether a loop goes on while one of a pack's work-items does, with or without vectors."""
    return "while (ppcl_any(" in text or f"while ({ANY}" in text or f"if ({ANY}" in text


@pytest.mark.parametrize(
    "body",
    [
        WHILE.format("sum ^= k;"),
        WHILE.format("sum += in[i];"),
        WHILE.format("sum += in[i + k];"),
        WHILE.format("sum = straight(sum);"),
        WHILE.format("sum /= 3;"),
        WHILE.format("if (sum & 1) continue; sum += 3;"),
        "for (k = i & 3; k < 40; k++) if ((sum += k) > 90) break;",
        "do sum += ++k; while (sum < 50);",
        "if (i & 1) for (k = 0; k < n; k++) sum ^= k;",
        "for (k = 0; k < n; k++) { sum ^= k; if (sum == 5) return; }",
        WHILE.format("sum += (int)sqrt((float)k);"),
        WHILE.format("sum += in[n];"),
        WHILE.format("sum = looping(sum);"),
    ],
)
def test_loops_that_become_vector_code_have_masks(body: str) -> None:
    assert asks_for_any(c_of(f"{ID} {body} {LEFT}", HELPERS))


@pytest.mark.parametrize(
    "body",
    [
        WHILE.format("sum += in[k * i];"),
        WHILE.format("sum /= n;"),
        WHILE.format("switch (sum) { case 1: sum = 4; }"),
        WHILE.format("atomic_inc(out);"),
        WHILE.format("int8 v = (int8)(k); sum += v.s0 * v.s7;"),
        "again: if (k++ < (i & 7)) goto again; while (sum < i * 2) sum += 3;",
        "for (k = 0; k < n; k++) sum ^= k;",
    ],
)
def test_other_loops_have_none(body: str) -> None:
    assert not asks_for_any(c_of(f"{ID} {body} {LEFT}", HELPERS))


def test_a_side_without_loops_asks_for_nobody() -> None:
    body = "if (i & 1) sum = 3; else for (k = 0; k < n; k++) sum ^= k << (i & 3);"
    assert c_of(f"{ID} {body} {LEFT}").count(f"{ANY}untaken") == 1
    assert f"{ANY}taken" not in c_of(f"{ID} {body} {LEFT}")


def test_a_counter_that_outlives_its_loop_is_not_one_for_all() -> None:
    loop = "for (b = 0; b < 6; b++) sum += b;"
    text = c_of(f"{ID} int b = 7; while (sum < i * 2) {{ {loop} sum -= i & 3; }} out[i] = sum + b;")
    assert text.count(f"while ({ANY}") == 2


def test_a_loop_about_its_own_counter_is_one_for_the_pack() -> None:
    loop = "for (int b = 0; b < 6; b++) sum += b;"
    text = c_of(f"{ID} while (sum < i * 2) {{ {loop} sum -= i & 3; }} {LEFT}")
    assert text.count(f"while ({ANY}") == 1
    assert f"if ({ANY}" in text


def test_a_counter_is_one_for_all_that_have_not_left() -> None:
    loop = "for (int b = 0; b < n; b++) { sum += in[i]; if (sum > 90) break; sum ^= b; }"
    text = c_of(f"{ID} {loop} {LEFT}")
    assert "for (int b = 0; b < n; b++)" in text
    assert f"if ({ANY}active" in text
    assert "while (" not in text
    last = c_of(f"{ID} int b; {loop.replace('int b', 'b')} out[i] = sum + b;")
    assert f"while ({ANY}active" in last
