"""What becomes of loads that may move: the text as a person would have written it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.api import ExitCode, PpclError
from ppcl_hoist.hoist import Hoist
from tests.conftest import Hoisted, kernel

REWRITES = {
    "the loop is guarded": (
        """
    if (n > 0) {
        for (int j = 0; j < n; j++)
            s += w[k] * x[j];
    }
""",
        """
    if (n > 0) {
        float w_k = w[k];
        for (int j = 0; j < n; j++)
            s += w_k * x[j];
    }
""",
    ),
    "those without work have left": (
        """
    if (n < 1)
        return;
    for (int j = 0; j < n; j++) {
        s += w[k];
        s *= w[k] + x[j];  /* twice */
    }
""",
        """
    if (n < 1)
        return;
    float w_k = w[k];
    for (int j = 0; j < n; j++) {
        s += w_k;
        s *= w_k + x[j];  /* twice */
    }
""",
    ),
    "out of both loops": (
        """
    for (int j = 0; j < 4; j++) {
        for (int l = 0; l < 8; l++)
            s += w[3] * x[j * 8 + l];
    }
""",
        """
    float w_3 = w[3];
    for (int j = 0; j < 4; j++) {
        for (int l = 0; l < 8; l++)
            s += w_3 * x[j * 8 + l];
    }
""",
    ),
    "out of the inner loop": (
        """
    for (int j = 0; j < 4; j++) {
        // a row
        for (int l = 0; l < 8; l++)
            s += w[j] * x[j * 8 + l];
    }
""",
        """
    for (int j = 0; j < 4; j++) {
        // a row
        float w_j = w[j];
        for (int l = 0; l < 8; l++)
            s += w_j * x[j * 8 + l];
    }
""",
    ),
    "an index that is a sum, and a name that the inner block has": (
        """
    for (int j = 0; j < 16; j++) {
        float w_value = x[j];
        s += w[2 * k + (i & 1)] * w_value;
    }
""",
        """
    float w_value2 = w[2 * k + (i & 1)];
    for (int j = 0; j < 16; j++) {
        float w_value = x[j];
        s += w_value2 * w_value;
    }
""",
    ),
    "an index that is loaded itself": (
        """
    for (int j = 0; j < 16; j++)
        s += x[(int)w[k] + j];
""",
        """
    float w_k = w[k];
    for (int j = 0; j < 16; j++)
        s += x[(int)w_k + j];
""",
    ),
    "one under a condition beside one that is not": (
        """
    for (int j = 0; j < 16; j++) {
        if (x[j] > 1.0f)
            s += w[get_group_id(0)];
        s -= sqrt(w[get_group_id(0)]);
    }
""",
        """
    float w_value = w[get_group_id(0)];
    for (int j = 0; j < 16; j++) {
        if (x[j] > 1.0f)
            s += w_value;
        s -= sqrt(w_value);
    }
""",
    ),
    "two of one loop": (
        """
    for (int j = 0; j < 16; j++)
        s += w[k] * x[i];
""",
        """
    float w_k = w[k];
    float x_i = x[i];
    for (int j = 0; j < 16; j++)
        s += w_k * x_i;
""",
    ),
}


@pytest.mark.parametrize("name", REWRITES)
def test_a_rewrite(hoist: Callable[..., Hoisted], name: str) -> None:
    before, after = map(kernel, REWRITES[name])
    text, remarks = hoist(before)
    assert text == after
    assert "HOIST1" in [code for code, _ in remarks]


@pytest.mark.parametrize("name", REWRITES)
def test_the_new_text_is_at_rest(hoist: Callable[..., Hoisted], name: str) -> None:
    after = kernel(REWRITES[name][1])
    text, remarks = hoist(after)
    assert text == after
    assert "HOIST1" not in [code for code, _ in remarks]


def test_a_vector_keeps_its_type_and_the_file_its_line_ends(hoist: Callable[..., Hoisted]) -> None:
    body = "    for (int j = 0; j < 16; j++)\n        s += (w[k] * x[j]).y;"
    before = kernel(body).replace("const float *w", "const float4 *w").replace("\n", "\r\n")
    text, _ = hoist(before)
    assert "    float4 w_k = w[k];\r\n    for (int j" in text
    assert "s += (w_k * x[j]).y;\r\n" in text


def test_a_name_of_a_header_is_taken(hoist: Callable[..., Hoisted], tmp_path: Path) -> None:
    (tmp_path / "names.h").write_text("#define w_k 3\n")
    body = "    for (int j = 0; j < 16; j++)\n        s += w[k] * x[j];"
    text, _ = hoist('#include "names.h"\n' + kernel(body))
    assert "    float w_k2 = w[k];\n    for" in text


def test_the_remark_names_the_load(hoist: Callable[..., Hoisted]) -> None:
    _, remarks = hoist(kernel(REWRITES["the loop is guarded"][0]))
    said = "'w[k]' is loaded once, as 'w_k' in front of the loop"
    assert ("HOIST1", said) in remarks


def test_more_rounds_may_be_asked_for(hoist: Callable[..., Hoisted]) -> None:
    before = kernel("    for (int j = 0; j < 4; j++)\n        s += w[k] * x[j];")
    assert hoist(before, Hoist(rounds=4))[0] != before
    text, remarks = hoist(before, Hoist(rounds=5))
    assert text == before
    assert any("is not shown to run 5 times" in message for _, message in remarks)


@pytest.mark.parametrize("rounds", [0, -1])
def test_a_loop_that_need_not_run_is_no_choice(rounds: int) -> None:
    with pytest.raises(PpclError, match=r"hoist\{rounds\}: at least 1") as caught:
        Hoist(rounds=rounds)
    assert caught.value.exit_code == ExitCode.USAGE
