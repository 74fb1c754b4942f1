"""`ppcl.tune.toml`: what is written is read again; other files are errors that say why."""

from pathlib import Path

import pytest
import tomli_w

from ppcl.diag import PpclError
from ppcl.driver.tune.tuned import Device, Tried, Tuned, key_of, read_tuned, tuned_document
from ppcl.transform.choosing.decisions import Decision

ON = {"layout:k.a/d_a": Decision("on", "00c0ffee")}
TRIED = Tried(ON, "replay", "won", 1.5, (1.4, 1.6), 20, saved=0.25)
FAILED = Tried({"layout:k.a/d_a": Decision("off", "00c0ffee")}, "", "failed", why="it hangs")
DEVICE = Device(
    *("pocl-x", "pocl-cpu", "opencl", "pocl", "X", "3.1", "./run"),
    complete=True,
    decisions=TRIED.decisions,
    tried=(TRIED, FAILED),
    wholes=(TRIED,),
)


def written(tuned: Tuned, folder: Path) -> Path:
    path = folder / "ppcl.tune.toml"
    path.write_text(tomli_w.dumps(tuned_document(tuned)))
    return path


def test_round_trip(tmp_path: Path) -> None:
    tuned = Tuned((DEVICE, Device("b", *("x",) * 6)))
    assert read_tuned(written(tuned, tmp_path)) == tuned


def test_no_file_is_an_empty_record(tmp_path: Path) -> None:
    assert read_tuned(tmp_path / "none.toml") == Tuned()


def test_a_device_has_one_entry() -> None:
    other = Device("a", *("x",) * 6)
    tuned = Tuned().with_device(DEVICE).with_device(other).with_device(DEVICE)
    assert [each.key for each in tuned.devices] == ["a", "pocl-x"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 9\nppcl = '7.0'", "format 9, which ppcl 7.0 wrote, and not 1: tune the program"),
        ("ppcl = '1'", "'format' is missing"),
        ("format = 1\nppcl = '1'\n[[device]]\nkey = 'a'", "'target' is missing"),
        ("format = ", "Invalid value"),
        ("format = " + "[" * 5000, "recursion"),
    ],
)
def test_what_is_no_record(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "ppcl.tune.toml"
    path.write_text(text)
    with pytest.raises(PpclError, match=said) as raised:
        read_tuned(path)
    assert str(path) in raised.value.message


def test_keys_are_words_for_a_command_line() -> None:
    assert key_of("pocl", "AMD EPYC (16)", "3.1+debian") == "pocl-amd-epyc-16-3.1-debian"
    assert key_of("c", "AMD EPYC", "") == "c-amd-epyc"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ratio = 1.5", "ratio = nan", "are no low, ratio and high"),
        ("ratio = 1.5", "ratio = -3.0", "are no low, ratio and high"),
        ("ratio = 1.5", f"ratio = 1{'0' * 400}", "not as `ppcl tune` writes it"),
        ("low = 1.4", "low = 9.0", "are no low, ratio and high"),
        ("pairs = 20", "pairs = inf", "not as `ppcl tune` writes it"),
        ('"layout:k.a/d_a" = ', '"*" = ', "expected a choice"),
    ],
)
def test_figures_that_cannot_be(old: str, new: str, said: str, tmp_path: Path) -> None:
    path = written(Tuned((DEVICE,)), tmp_path)
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(PpclError) as raised:
        read_tuned(path)
    assert said in raised.value.message


def test_only_true_is_complete(tmp_path: Path) -> None:
    path = written(Tuned((DEVICE,)), tmp_path)
    path.write_text(path.read_text().replace("complete = true", 'complete = "false"'))
    assert not read_tuned(path).devices[0].complete
