"""How often a macro says an argument, whatever macros lie between."""

import pytest

from ppcl.analysis.names.macro_arguments import Arguments
from ppcl.ir.unit import Macro
from ppcl.source import Span

NOWHERE = Span("host.c", 0, 0)


def times(definitions: dict[str, tuple[tuple[str, ...] | None, str]], position: int | None) -> int:
    """How often the macro `M` says an argument."""
    macros = {
        name: [Macro(name, NOWHERE, parameters, body.encode())]
        for name, (parameters, body) in definitions.items()
    }
    return Arguments(macros).times(macros["M"][0], position, frozenset())


CHECK = (("STATUS", "WHAT"), "if (STATUS != 0) { printf(WHAT, STATUS); }")


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("FUNC", 1),
        ("FUNC; FUNC", 2),
        ("do { int status = FUNC; CHECK(status, #FUNC); } while (0)", 1),
        ("do { int status = 0; CHECK(status, FUNC); } while (0)", 1),
        ("CHECK(FUNC, #FUNC)", 2),
        ("int a = FUNC; CHECK(a, FUNC)", 2),
        ("CHECK(0, CHECK(FUNC, 1))", 2),
        ("CHECK(0, CHECK(0, FUNC))", 1),
        ("M(FUNC)", 2),
        ("x ## FUNC", 2),
        ("FUNC ## x", 2),
        ("ALIAS(FUNC, #FUNC)", 2),
        ('puts("FUNC"); /* FUNC */ FUNC', 1),
        ("MORE(0, FUNC)", 3),
        ("0", 0),
    ],
)
def test_an_argument_of_a_macro(body: str, count: int) -> None:
    others: dict[str, tuple[tuple[str, ...] | None, str]] = {
        "CHECK": CHECK,
        "ALIAS": (None, "CHECK"),
        "MORE": (("first", "..."), "f(__VA_ARGS__); g(__VA_ARGS__); h(__VA_ARGS__, first)"),
    }
    assert times({**others, "M": (("FUNC",), body)}, 0) == count


def test_without_a_place_the_argument_that_is_said_most_often_counts() -> None:
    macros = {"M": CHECK}
    assert times({**macros}, None) == 2
    assert times({**macros}, 1) == 1
