"""What the owner of a program reads: the diff, and the remarks that stand beside it."""

import json
from pathlib import Path
from typing import Any

import pytest
from test_layout import compile_twin
from twins import Twin, read_twins

from ppcl_transforms.layout.new_names import renamed
from ppcl_transforms.layout.text import spaced_as
from tests.command import run_ppcl
from tests.samples import COMMON

SAMPLES = Path(__file__).parents[2] / "samples"
COMMENTS = Path(__file__).parent / "layout" / "comments.toml"


def compiled(source: Path, target: str, out: Path) -> list[dict[str, Any]]:
    """What `ppcl compile -o OUT` says of a program."""
    given = ["compile", source, "--target", target, "-o", out, "--report", out.parent / "r.json"]
    given += ["-I", COMMON]
    done = run_ppcl(given, out.parent)
    assert done.returncode == 0, done.stderr
    passes = json.loads((out.parent / "r.json").read_text())["passes"]
    return [remark for each in passes for remark in each["remarks"]]


def test_a_kernel_has_one_suffix_and_its_parameters_stay_aligned(tmp_path: Path) -> None:
    compiled(SAMPLES / "sgemm", "amd-cpu", tmp_path / "out")
    text = (tmp_path / "out" / "sgemm.cl").read_text()
    signature = text[text.index("__kernel") : text.index("{")].splitlines()
    assert signature[0].startswith("__kernel void sgemm__A_B_relayout(__global")
    assert {len(line) - len(line.lstrip()) for line in signature[1:]} == {
        signature[0].index("(") + 1
    }


def test_there_and_back_is_the_old_name(tmp_path: Path) -> None:
    compiled(SAMPLES / "md", "amd-cpu", tmp_path / "there")
    compiled(tmp_path / "there", "amd-gpu", tmp_path / "back")
    there, back = ((tmp_path / way / "md.cl").read_text() for way in ("there", "back"))
    signature = back[back.index("__kernel") : back.index("{")]
    assert "md_energy__n_relayout(" in there
    assert signature in (SAMPLES / "md" / "md.cl").read_text()
    assert '"md_energy"' in (tmp_path / "back" / "md.c").read_text()


@pytest.mark.parametrize(
    ("old", "wanted"),
    [
        (b"i + j * n", b"(i - 1) * (m * k) + j"),
        (b"i + j*n", b"(i - 1)*(m*k) + j"),
        (b"i+j*n", b"(i-1)*(m*k)+j"),
        (b"i+j * n", b"(i-1) * (m * k)+j"),
        (b"*(&t[i] + j)", b"(i - 1) * (m * k) + j"),
        (b"AT(i, j)", b"(i - 1) * (m * k) + j"),
    ],
)
def test_signs_are_spaced_as_before(old: bytes, wanted: bytes) -> None:
    assert spaced_as(old, b"(i - 1) * (m * k) + j") == wanted


def test_a_second_sign_is_not_joined_to_the_first() -> None:
    assert spaced_as(b"i+j*n", b"j * n - -1 + +k + i") == b"j*n - -1 + +k+i"


PARAMETERS = ["A", "lda", "B", "A_B", "a_very_long_name_of_a_table"]


@pytest.mark.parametrize(
    ("kernel", "changed", "wanted"),
    [
        ("k", {0}, "k__A_relayout"),
        ("k__A_relayout", {1}, "k__A_lda_relayout"),
        ("k__lda_relayout2", {0}, "k__A_lda_relayout"),
        ("k__A_lda_relayout", {0, 1}, "k"),
        ("k", {0, 2}, "k__0_2_relayout"),  # by their names it could be A_B, too
        ("k__0_2_relayout", {2}, "k__A_relayout"),
        ("k", {4}, "k__4_relayout"),
        ("k__4_relayout", {4}, "k"),
        ("k__x_relayout", {0}, "k__x_relayout__A_relayout"),  # the user's own name
        ("k__9_relayout", {0}, "k__9_relayout__A_relayout"),
        ("my__k", {0}, "my__k__A_relayout"),
        ("my__k__A_relayout", {0}, "my__k"),
        ("__A_relayout", {0}, "__A_relayout__A_relayout"),
    ],
)
def test_names_say_what_has_another_layout(kernel: str, changed: set[int], wanted: str) -> None:
    assert renamed(kernel, PARAMETERS, changed) == wanted


def test_a_change_names_all_buffers_that_change(tmp_path: Path) -> None:
    remarks = compiled(SAMPLES / "lbm", "intel-cpu", tmp_path / "out")
    (message,) = (remark["message"] for remark in remarks if remark["code"] == "PPC201")
    assert message.startswith("layout of 'd_src' and 'd_dst' changed")
    assert "for nominal sizes (W = 65536 or 48000)" in message


def test_comments_that_speak_of_the_layout_say_that_it_was_changed(tmp_path: Path) -> None:
    remarks = compiled(SAMPLES / "kmeans", "amd-cpu", tmp_path / "out")
    assert not [remark for remark in remarks if remark["code"] == "PPC218"]
    says = " * ppcl: no longer true of features: now features[point * nfeatures + l]\n */\n"
    assert says + "#define" in (tmp_path / "out" / "kmeans.c").read_text()
    assert says + "__kernel" in (tmp_path / "out" / "kmeans.cl").read_text()


def test_a_comment_that_is_not_changed_is_pointed_at(tmp_path: Path) -> None:
    (twin,) = (each for each in read_twins(COMMENTS) if each.name == "comment_to_keep")
    _, report = compile_twin(twin, tmp_path)
    told = [r for each in report["passes"] for r in each["remarks"] if r["code"] == "PPC218"]
    assert [remark["kind"] for remark in told] == ["review"]
    assert [note["message"] for note in told[0]["notes"]] == ["'table[i + j * rows]'"]


@pytest.mark.parametrize("sample", ["md", "kmeans"])
def test_there_and_back_is_the_old_comment(tmp_path: Path, sample: str) -> None:
    compiled(SAMPLES / sample, "amd-cpu", tmp_path / "there")
    compiled(tmp_path / "there", "amd-gpu", tmp_path / "back")
    for name in (f"{sample}.c", f"{sample}.cl"):
        there, back = ((tmp_path / way / name).read_text() for way in ("there", "back"))
        assert "ppcl: no longer true of " in there
        head = back[: back.index("*/")]
        assert head in (SAMPLES / sample / name).read_text()


def test_there_and_back_is_the_old_program(tmp_path: Path) -> None:
    compiled(SAMPLES / "kmeans", "amd-cpu", tmp_path / "there")
    compiled(tmp_path / "there", "amd-gpu", tmp_path / "back")
    for name in ("kmeans.c", "kmeans.cl"):
        assert (tmp_path / "back" / name).read_bytes() == (SAMPLES / "kmeans" / name).read_bytes()


@pytest.mark.parametrize(("mark", "moved"), [("", True), (" // ppcl: keep", False)])
def test_lines_that_must_stay_are_not_aligned(tmp_path: Path, mark: str, moved: bool) -> None:
    signature = "row_sums(__global const int *table, __global int *sums, int rows, int columns)"
    below = " " * len("__kernel void row_sums(")
    parameters = (
        "__global const int *table,",
        f"__global int *sums,{mark}",
        "int rows, int columns",
    )
    lines = "row_sums(" + f"\n{below}".join(parameters) + ")"
    texts, _ = compile_twin(Twin("", "", "", (), ((signature, lines),)), tmp_path)
    after = (tmp_path / "out" / "kernel.cl").read_text()
    assert "row_sums__table_relayout(__global" in after
    wider = below + " " * len("__table_relayout")
    assert (f"\n{wider}__global int *sums," in after) == moved
    assert (f"\n{below}__global int *sums," in after) == (not moved)
    assert texts["kernel.cl"].decode() != after
