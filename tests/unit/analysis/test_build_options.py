"""What is known of the options that the host gives its kernels."""

import pytest

from ppcl.analysis.build_options import KernelOptions, defined_in, parsed_options
from ppcl.analysis.text import KnownText, UnknownText
from ppcl.frontend import ParseOptions


def options(text: str) -> KernelOptions:
    return parsed_options((KnownText(text.encode()),), ParseOptions())


@pytest.mark.parametrize(
    "text",
    [
        "-DA=1 -D B -I. -I include",
        "-cl-mad-enable -w -Werror -cl-std=CL1.2",
        "-O3 -g -s kernel.cl -cl-nv-verbose -fno-bin-source -save-temps",
    ],
)
def test_options_are_understood(text: str) -> None:
    assert options(text).problem == ""


@pytest.mark.parametrize("text", ["-DA=1 -UA", "-U A", "-include more.h", "A=1", "@file"])
def test_other_options_may_say_anything(text: str) -> None:
    assert "not understood" in options(text).problem


@pytest.mark.parametrize("number", [True, False], ids=["a number", "a text"])
def test_what_is_not_known_is_as_the_command_line_says(number: bool) -> None:
    """A text may have further options in it."""
    parts = (KnownText(b"-DA=1 -DT="), UnknownText("it is no constant", number=number))
    assert "give it with -DT=..." in parsed_options(parts, ParseOptions()).problem
    found = parsed_options(parts, ParseOptions(defines=("T=int", "N=4")))
    assert (found.problem, found.open) == ("", frozenset("T") if number else None)


def test_what_options_define() -> None:
    assert defined_in("-w -DA=1 -D B -DC='x y' -DA=2") == {"A": "A=2", "B": "B", "C": "C=x y"}
    assert defined_in("-DA='") == {}
