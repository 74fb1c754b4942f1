"""What `ppcl compile` takes of `ppcl.tune.toml`."""

from pathlib import Path

import pytest

from tests.unit.cli.test_sites import KEY, listed

CPU, GPU = ("--target", "pocl-cpu"), ("--target", "nvidia-gpu")
COMPILE = ("compile", "prog", *CPU, "--remarks", "all")


WHOLE = """
[[device.whole]]
by = "program"
command = "./run"
outcome = "won"
ratio = 1.5
low = 1.4
high = 1.6
pairs = 9
decisions = {}
"""


def device(
    key: str,
    choice: str,
    digest: str,
    target: str = "pocl-cpu",
    done: bool = True,
    whole: str = "",
) -> str:
    """An entry as `ppcl tune` writes it; `whole` is of what it decides."""
    decision = f'"{KEY}" = "{choice}@{digest}"'
    whole = whole.replace("decisions = {}", f"decisions = {{ {decision} }}")
    return f"""
[[device]]
key = "{key}"
target = "{target}"
emit = "opencl"
platform = "pocl"
device = "{key}"
driver = "1"
command = "./run"
complete = {str(done).lower()}

[device.decisions]
{decision}
{whole}"""


@pytest.fixture
def tuned(prog: Path):
    """Writes the file, with these devices."""

    def write(*devices: str) -> None:
        (prog / "ppcl.tune.toml").write_text("format = 1\nppcl = '0.1.0'\n" + "".join(devices))

    return write


@pytest.fixture
def digest(ppcl, prog: Path) -> str:
    return str(listed(ppcl, *CPU)[0]["text"])


def test_what_was_measured_goes_before_the_model(ppcl, tuned, digest: str) -> None:
    assert "relayout" in ppcl(*COMPILE).out
    tuned(device("a", "keep", digest))
    kept = ppcl(*COMPILE)
    assert kept.out == ""
    assert "[PPC032]" in kept.err
    said = "as measured on a (ppcl.tune.toml) [PPC035]"
    assert f"nothing is faster than the program, {said}" in kept.err
    tuned(device("a", "continuous", digest, whole=WHOLE))
    done = ppcl("compile", "prog", *CPU)
    assert "relayout" in done.out
    assert f"its kernels are 1.50 times as fast (95 %: 1.40 to 1.60) by './run', {said}" in done.err


def test_other_targets_are_not_concerned(ppcl, tuned, digest: str) -> None:
    before = ppcl(*COMPILE)
    tuned(device("a", "keep", digest, target="amd-cpu"))
    assert ppcl(*COMPILE).out == before.out


def test_devices_that_do_not_agree(ppcl, tuned, digest: str) -> None:
    tuned(device("a", "keep", digest), device("b", "continuous", digest))
    without = ppcl(*COMPILE)
    assert without.out == ""
    assert f"devices do not agree on '{KEY}' (a: keep@{digest}, b: continuous@" in without.err
    assert "[PPC033]" in without.err
    assert "relayout" in ppcl(*COMPILE, "--device", "b").out
    assert ppcl(*COMPILE, "--device", "a").out == ""


def test_a_device_whose_entry_is_of_another_text_has_no_voice(ppcl, tuned, digest: str) -> None:
    tuned(device("a", "keep", "0000dead"), device("b", "continuous", digest))
    done = ppcl(*COMPILE)
    assert "relayout" in done.out
    assert "PPC033" not in done.err
    said = f"what a decides of '{KEY}' (keep@0000dead) was for another text of it, which is now"
    assert f"{said} {digest}: it is ignored [PPC031]" in done.err
    tuned(device("a", "keep", "0000dead"), device("b", "continuous", "0000beef"))
    done = ppcl(*COMPILE)
    assert ("relayout" in done.out, done.err.count("[PPC031]"), "PPC033" in done.err) == (
        *(True, 2),
        False,
    )


def test_a_device_that_is_not_there(ppcl, tuned, prog: Path, digest: str) -> None:
    missing = ppcl(*COMPILE, "--device", "x")
    assert missing.status == 2
    assert "there is no ppcl.tune.toml; `ppcl tune` writes one" in missing.err
    tuned(device("a", "keep", digest))
    other = ppcl(*COMPILE, "--device", "x")
    assert (other.status, other.out) == (2, "")
    assert "--device x: ppcl.tune.toml has, for pocl-cpu: a" in other.err


def test_an_entry_of_another_text_is_told_and_ignored(ppcl, tuned, digest: str) -> None:
    before = ppcl(*COMPILE)
    tuned(device("a", "keep", "0000dead"))
    stale = ppcl(*COMPILE)
    assert stale.out == before.out
    assert "[PPC031]" in stale.err


def test_a_search_that_has_not_ended_is_not_used(ppcl, tuned, digest: str) -> None:
    before = ppcl(*COMPILE)
    tuned(device("a", "keep", digest, done=False))
    half = ppcl(*COMPILE)
    assert half.out == before.out
    assert "[PPC034]" in half.err


def test_the_user_goes_first(ppcl, tuned, digest: str) -> None:
    tuned(device("a", "keep", digest))
    assert "relayout" in ppcl(*COMPILE, "--decide", f"{KEY}=best").out
    tuned(device("a", "continuous", digest))
    assert ppcl(*COMPILE, "--decide", "*=keep").out == ""


def test_a_damaged_file_is_an_error(ppcl, tuned, prog: Path) -> None:
    (prog / "ppcl.tune.toml").write_text("format = 7\nppcl = '9.0'\n")
    done = ppcl(*COMPILE)
    assert done.status == 2
    assert "format 7, which ppcl 9.0 wrote, and not 1: tune the program again" in done.err


def test_tune_does_not_decide_what_the_user_does(ppcl, prog: Path) -> None:
    for words in (("--decide", "*=keep"), ("--device", "a")):
        done = ppcl("tune", "prog", "--build", "true", "--run", "true", *words)
        assert (done.status, "tune decides by itself" in done.err) == (2, True)
    done = ppcl("tune", "prog", "--build", "true", "--run", "true", "--emit", "c")
    assert (done.status, "--emit c needs a --target" in done.err) == (2, True)


def test_figures_are_of_what_is_done(ppcl, tuned, prog: Path, digest: str) -> None:
    """No figure stands beside a text that it was not measured of."""
    good = device("a", "continuous", digest, whole=WHOLE)
    for words, entries in [
        (("--decide", f"{KEY}=keep"), (good,)),
        (("--passes", "none"), (good,)),
        ((), (device("a", "continuous", "0000dead", whole=WHOLE),)),
        ((), (device("a", "nonsense", digest, whole=WHOLE),)),
        ((), (good, device("b", "keep", digest))),
    ]:
        tuned(*entries)
        assert "times as fast" not in ppcl(*COMPILE, *words).err, words
    tuned(good)
    assert "times as fast" in ppcl(*COMPILE, "--write").err
    assert "times as fast" not in ppcl(*COMPILE).err  # it is done already


def test_figures_of_a_part_of_the_decisions_are_not_told(ppcl, tuned, digest: str) -> None:
    """`tune --kernel` measures what it decides alone: the rest was decided before."""
    part = WHOLE.replace("decisions = {}", 'decisions = { "layout:k.a/a" = "on@00c0ffee" }')
    tuned(device("a", "continuous", digest, whole=part))
    assert "PPC035" not in ppcl(*COMPILE).err
    tuned(device("a", "continuous", digest))
    assert "PPC035" not in ppcl(*COMPILE).err


def test_what_the_user_decides_needs_no_agreement(ppcl, tuned, digest: str) -> None:
    tuned(device("a", "keep", digest), device("b", "continuous", digest))
    assert "PPC033" not in ppcl(*COMPILE, "--decide", f"{KEY}=keep").err


def test_two_entries_of_one_device_are_an_error(ppcl, tuned, digest: str) -> None:
    tuned(device("a", "keep", digest), device("a", "continuous", digest))
    done = ppcl(*COMPILE)
    assert (done.status, "two entries of one device" in done.err) == (2, True)


def test_sites_shows_what_compile_takes(ppcl, tuned, digest: str) -> None:
    assert listed(ppcl, *CPU)[0]["choices"][0]["taken"]
    tuned(device("a", "keep", digest))
    assert not listed(ppcl, *CPU)[0]["choices"][0]["taken"]


def test_what_is_no_file_of_tunings_is_not_replaced(ppcl, prog: Path) -> None:
    before = (prog / "host.c").read_bytes()
    words = ("tune", "prog", "--build", "true", "--run", "true", "--fresh", "-o")
    assert ppcl(*words, "prog/host.c").status == 2
    assert (prog / "host.c").read_bytes() == before
    assert "it is no file" in ppcl(*words, "/dev/full").err


def test_a_place_that_cannot_be_written_to_is_known_before_anything_runs(ppcl, prog: Path) -> None:
    words = ("tune", "prog", "--build", "true", "--run", "true")
    done = ppcl(*words, "-o", "/proc/none.toml")
    assert (done.status, "cannot write /proc/none.toml: No such" in done.err) == (2, True), done.err
