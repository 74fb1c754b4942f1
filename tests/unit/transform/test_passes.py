from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import ClassVar, Literal

import pytest

from ppcl.diag import Code, ExitCode, PpclError
from ppcl.diag.codes import CODES
from ppcl.transform import passes
from ppcl.transform.passes import available, codes, documentation, transforms


@dataclass(frozen=True)
class Tuned:
    """A transformation with an option of each type."""

    name: ClassVar[str] = "tuned"
    codes: ClassVar[Mapping[str, Code]] = {
        "TUNED1": Code("tuned", "It was.", "Nothing."),
        "PPC001": Code("not its own", "It is ppcl's.", "Nothing."),
    }
    factor: int = 1
    gain: float = 1.5
    only_loops: bool = False
    order: Literal["rows", "columns"] = "rows"
    label: str = ""


@dataclass(frozen=True)
class Mute:
    """A transformation that does not say what its codes mean."""

    name: ClassVar[str] = "mute"


not_a_transform = 3


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in transformations and two of somebody else."""
    points = {
        name: EntryPoint(name, value, passes.GROUP)
        for name, value in {
            "layout": "ppcl_transforms.layout:Layout",
            "tuned": f"{__name__}:Tuned",
            "broken": f"{__name__}:missing",
            "mute": f"{__name__}:Mute",
            "wrong": f"{__name__}:not_a_transform",
        }.items()
    }
    monkeypatch.setattr(passes, "available", lambda: points)
    monkeypatch.setattr(EntryPoint, "load", _load)


def _load(point: EntryPoint) -> object:
    if point.value.startswith(__name__):
        return globals()[point.attr] if point.attr in globals() else _missing(point.attr)
    module = __import__(point.module, fromlist=[point.attr])
    return getattr(module, point.attr)


def _missing(name: str) -> object:
    raise AttributeError(f"no {name}")


def test_the_default_is_the_built_in_ones_in_their_order() -> None:
    assert [each.name for each in transforms()] == list(passes.BUILT_IN)


def test_none_is_none() -> None:
    assert transforms("none") == ()


def test_the_named_ones_run_in_the_given_order() -> None:
    assert [each.name for each in transforms("tuned,layout")] == ["tuned", "layout"]


def test_options_are_fields_with_their_types() -> None:
    text = "tuned{factor=4, gain=2, only-loops=true, order=columns, label=a b}, layout"
    assert transforms(text)[0] == Tuned(4, 2.0, True, "columns", "a b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("layuot", "unknown pass 'layuot' ('layout'?)"),
        ("", "a name is missing"),
        ("tuned,", "a name is missing"),
        ("tuned;layout", "cannot read 'tuned;layout'"),
        ("tuned{factor=4", "cannot read"),
        ("tuned{factor}", "no option 'factor'; its options: factor, gain, only-loops"),
        ("tuned{speed=4}", "no option 'speed=4'"),
        ("tuned{factor=four}", "tuned{factor}: expected an integer, found 'four'"),
        ("tuned{gain=much}", "expected a number"),
        ("tuned{only-loops=1}", "expected true or false"),
        ("tuned{order=diagonal}", "expected one of rows, columns"),
        ("layout{x=1}", "its options: choose"),
        ("broken", "cannot be loaded: no missing"),
        ("wrong", "it is not a dataclass"),
        ("mute", "it has no `codes`"),
    ],
)
def test_what_cannot_be_understood_is_a_usage_error(text: str, message: str) -> None:
    with pytest.raises(PpclError) as caught:
        transforms(text)
    assert message in caught.value.message
    assert caught.value.exit_code == ExitCode.USAGE


def test_a_page_is_the_docstring_of_the_module_that_is_named() -> None:
    page = documentation("layout")
    for heading in ("## What", "## Legal when", "## Rewrite", "## Cost model", "## References"):
        assert heading in page


def test_the_installed_ones_are_found() -> None:
    assert "layout" in available()


def test_a_pass_brings_its_own_codes_and_none_of_others() -> None:
    found = codes()
    assert found["TUNED1"].title == "tuned"
    assert found["PPC001"] == CODES["PPC001"]
    assert "PPC201" in found
    assert "PPC201" not in CODES
