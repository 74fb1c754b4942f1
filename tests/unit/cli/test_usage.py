"""What the commands say of how they are used, and of what they did."""

from pathlib import Path

from ppcl.verify.platforms import Platform

SAMPLES = Path(__file__).parents[3] / "samples"


def test_verify_without_a_recipe_says_what_to_give(ppcl) -> None:
    done = ppcl("verify", "prog", "--target", "amd-cpu")
    assert done.status == 2
    assert "prog has no ppcl.toml" in done.err
    assert "give --build COMMAND and --run COMMAND" in done.err


def test_the_keys_of_target_files_are_listed(ppcl) -> None:
    done = ppcl("targets", "--keys")
    assert done.status == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert ["cache.line", "yes", "an", "integer", "bytes"] in [words[:5] for words in lines]
    assert any(words[:1] == ["nominal.1.trip"] for words in lines)


def test_a_shell_completes_options_and_files(ppcl, monkeypatch) -> None:
    monkeypatch.setenv("_PPCL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "ppcl compile --overw")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert ppcl().out == "plain,--overwrite\n"


def test_a_kernel_file_that_is_missing_is_not_nothing_to_change(ppcl, prog) -> None:
    for path in prog.glob("*.cl"):
        path.unlink()
    done = ppcl("compile", *map(str, prog.glob("*.c")), "--target", "amd-cpu")
    assert done.status == 0
    assert "nothing changed, kernel 'sum' is not in the sources" in done.err
    assert "nothing to change" not in done.err


def test_the_platforms_of_this_machine_are_marked(ppcl, monkeypatch) -> None:
    own = [Platform("intel", "intel-opencl-cpu", "lib.so"), Platform("pocl", "pocl-cpu", "lib.so")]
    monkeypatch.setattr("ppcl.cli.targets.find_platforms", lambda: own)
    rows = [line.split() for line in ppcl("targets").out.splitlines()]
    here = {row[0]: row[1] for row in rows}
    assert (here["pocl-cpu"], here["intel-opencl-cpu"]) == ("pocl", "intel")
    assert (here["name"], here["amd-cpu"]) == ("here", "cpu")


def test_two_figures_of_one_layout_are_explained(ppcl) -> None:
    sample = str(SAMPLES / "md")
    said = ppcl("compile", sample, "--target", "amd-cpu").err
    assert "31 or 23 before, 0 after" in said
    assert "for nominal sizes (opt.atoms = 65536 or 48000, opt.neighbours = 32 or 24)" in said
    assert "two of each, and so may be the figures" in " ".join(
        ppcl("explain", "PPC201").out.split()
    )


def test_a_layout_that_needs_a_measurement_can_be_asked_for(ppcl) -> None:
    given = ("compile", str(SAMPLES / "kmeans"), "--target", "intel-opencl-cpu")
    left = ppcl(*given)
    assert "which one is faster needs a measurement" in left.err
    assert "PPOpenCL's reuse distance, by which it would be changed, 33 now, 15" in left.err
    assert left.out == ""
    asked = ppcl(*given, "--passes", "layout{choose=continuous}")
    assert "+            float difference = features[point * nfeatures + l]" in asked.out
    assert ppcl(*given, "--passes", "layout{choose=coalesced}").out == ""


def test_some_data_may_be_changed_alone(ppcl) -> None:
    given = ("compile", str(SAMPLES / "sgemm"), "--target", "pocl-cpu", "--passes")
    one = ppcl(*given, "layout{only=d_a}")
    assert "sum += A[row * lda + p] * B[col + p * ldb];" in one.out
    assert "sgemm__A_relayout" in one.out
    both = ppcl(*given, "layout{only=d_b+d_a}")
    assert both.out == ppcl(*given, "layout").out
    none = ppcl(*given, "layout{only=d_x}")
    assert none.status == 2
    assert "no data are named 'd_x'; known: d_a, d_b, d_c" in none.err


def test_an_array_that_is_in_both_orders_has_no_other(ppcl) -> None:
    """sgemm's C has a row for each work-item of one dimension, and a column for each of another."""
    said = ppcl(
        *("compile", str(SAMPLES / "sgemm"), "--target", "pocl-cpu", "--remarks", "all"),
        *("--passes", "layout{choose=continuous}"),
    ).err
    assert "layout of 'd_a' changed from coalesced to continuous" in said
    assert "layout of 'd_c' kept coalesced" in said
