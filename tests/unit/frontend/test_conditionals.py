"""Groups `#if ... #endif`, as people write them."""

from ppcl.frontend import conditionals, is_include_guard
from ppcl.frontend.conditionals import asked_in

TEXT = b"""/* #if OLD */
#ifndef WIDTH /* the width */
#  define WIDTH 7
#endif
#if defined(FAST) && \\
    LEVEL > 3
const char *text = "#if TEXT"; // #if LINE
%: elif SMALL
# ifdef INNER
int inner;
#endif
#else
int other;
#endif
"""


def test_groups_and_their_words() -> None:
    default, inner, outer = conditionals(TEXT)
    assert default.words == {"WIDTH"}
    assert inner.words == {"INNER"}
    assert outer.words == {"FAST", "LEVEL", "SMALL"}
    assert [TEXT[start:end].strip() for start, end in inner.branches] == [b"int inner;"]
    assert len(outer.branches) == 3
    assert TEXT[slice(*outer.branches[2])] == b"\nint other;\n"
    assert asked_in(TEXT) == {"WIDTH", "FAST", "LEVEL", "SMALL", "INNER"}


def test_a_group_without_its_end_is_none() -> None:
    assert conditionals(b"#ifdef A\nint a;\n") == ()
    assert conditionals(b"#endif\n#else\n") == ()


def test_a_define_without_a_name() -> None:
    text = b"#ifndef A\n#define\n#endif\n"
    assert not is_include_guard(text, conditionals(text)[0])


def test_include_guards() -> None:
    guards = {
        b"// notes\n#ifndef A_H\n#define A_H\nint a;\n#ifdef B\n#endif\n#endif // A_H\n": True,
        b"#if !defined(A_H)\n#define A_H\n#endif\n": True,
        b"#ifndef A_H\n#define A_H 1\nint a;\n#endif\n": True,
        b"#ifndef WIDTH\n#define WIDTH 1\n#endif\n": False,
        b"#ifdef A\nint a;\n#endif\n": False,
        b"#ifndef A_H\n#define A_H\n#endif\nint a;\n": False,
        b"#ifndef A_H\n#define A_H\n#else\nint a;\n#endif\n": False,
    }
    for text, expected in guards.items():
        assert is_include_guard(text, conditionals(text)[-1]) == expected, text
