"""What is known of the options that the host gives its kernels."""

import pytest

from ppcl.analysis.kernels.build_options import KernelOptions, defined_in, parsed_options
from ppcl.analysis.kernels.text import KnownText, UnknownText
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


@pytest.mark.parametrize(
    "text", ["-DA=1 -UA", "-U A", "-include more.h", "A=1", "@file", "-Wp,-DA"]
)
def test_other_options_may_say_anything(text: str) -> None:
    assert "not understood" in options(text).problem


def test_of_several_standards_the_last_counts() -> None:
    assert options("-cl-std=CL1.2 -w -cl-std=CL2.0").standard == "CL2.0"


def test_quotes_that_are_in_one_word() -> None:
    found = options("""-I"a b" -DA=1""")
    assert found.problem.endswith("have quotes or escapes that runtimes differ on")
    found = options("""-I"a" -I 'b/c' -DA=1""")
    assert (found.problem, found.include_dirs, found.defines) == ("", ("a", "b/c"), ("A=1",))


@pytest.mark.parametrize(
    "text",
    [r"-DF=\" -DA=0 -DB=\"", r"-DF=\\ -DA=0", "-DF='x y'", "-DF=' -DA=0 -DB='", '-DF="x'],
)
def test_quotes_that_divide_words(text: str) -> None:
    assert "quotes or escapes" in options(text).problem


@pytest.mark.parametrize("text", ["'-DA=1'", "-D'A=1'", '-cl-std="CL2.0"', "-D 'A=1'"])
def test_options_in_quotes(text: str) -> None:
    assert "not understood" in options(text).problem


@pytest.mark.parametrize("text", ['-DT="int" -DN=4', "-D T='int' -DN=4"])
def test_a_value_in_quotes_is_as_the_command_line_says(text: str) -> None:
    assert "give it with -DT=..." in options(text).problem
    parts = (KnownText(text.encode()),)
    found = parsed_options(parts, ParseOptions(defines=("T=int", "N=5")))
    assert (found.problem, found.open, found.defines) == ("", frozenset("T"), ("N=4",))


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
