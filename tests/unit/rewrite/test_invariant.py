"""What loops read again and again is read before them, where that is for certain the same."""

import pytest

from tests.unit.backend.small_kernel import c_of

START = "int i = get_global_id(0), sum = 0;"
LOOP = "for (int k = 0; k < n; k++) {{ {} }} out[i] = sum;"
READ = "in[3 * i]"


def is_read_before(text: str) -> bool:
    """Whether what is read at a distance stands in front of the first loop."""
    before = text[: text.index("for (int k = 0")]
    return "in[3 * i" in before


@pytest.mark.parametrize(
    "body",
    [
        f"sum += {READ} * in[3 * k];",
        f"int a[2]; a[k & 1] = {READ}; sum += a[0] ^ k;",
        f"sum += k; if ({READ} > k) break; sum ^= 3;",
        f"if ({READ} < k && in[k] > 0) continue; sum += k;",
    ],
)
def test_what_the_first_round_reads(body: str) -> None:
    assert is_read_before(c_of(f"{START} {LOOP.format(body)}"))


@pytest.mark.parametrize(
    "body",
    [
        f"sum += {READ}; out[k + i] = sum;",
        f"sum += {READ}; atomic_inc(out);",
        f"if (k > 2) sum += {READ};",
        f"sum += k > 2 ? {READ} : k;",
        f"sum += k > 2 && {READ} > 3;",
        f"if (sum > 9) break; sum += {READ};",
        f"sum += k + (int)sizeof({READ});",
        "sum += in[3 * i + k];",
        "int j = 3 * i; sum += in[j];",
        "sum += ((volatile global const int *)in)[3 * i];",
        f"barrier(CLK_GLOBAL_MEM_FENCE); sum += {READ};",
    ],
)
def test_what_it_may_not_read(body: str) -> None:
    assert not is_read_before(c_of(f"{START} {LOOP.format(body)}"))


def test_a_loop_without_rounds_reads_nothing() -> None:
    text = c_of(f"{START} {LOOP.format(f'sum += {READ} + k;')}")
    assert "if (0 < n)" in text
    always = c_of(f"{START} {LOOP.format(f'sum += {READ} + k;').replace('k < n', 'k < 8')}")
    assert "if (0 < 8)" not in always
