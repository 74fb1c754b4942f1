"""What is known of the options that the host gives its kernels."""

import pytest

from ppcl.analysis.build_options import KernelOptions, parsed_options
from ppcl.analysis.text import KnownText
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
