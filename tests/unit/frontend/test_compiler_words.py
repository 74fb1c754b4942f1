"""Which words of a compiler's call that are not understood may change types and values."""

import pytest

from ppcl.frontend import changes_values


@pytest.mark.parametrize(
    "word",
    [
        *("@opts", "$CFLAGS", "$", "`cat", "opts`", "( cat opts ) a.c", "|| cc -m32 a.c", "$f.c"),
        *("-m32", "-fshort-enums", "-specs=own.specs", "-Wp,-funsigned-char", "`./wrapped cc`"),
        *("PATH=bin", "CCC_OVERRIDE_OPTIONS=+-m32", "CPATH=$F", "eval $F", "arm-linux-gnueabi-gcc"),
    ],
)
def test_words_that_may_hold_options_that_change_values(word: str) -> None:
    assert changes_values(word)


@pytest.mark.parametrize(
    "word",
    [
        *("own a.c", "../src/a.c", "*.c", "~/a.c", "a [1].c", "nvcc", "||", ">", "set -e", "then"),
        *("CPATH=inc", "export LANG=C", "V=1", "-DN=$N", "-Wp,-DM", "-imacros", "-U linux"),
        "(compiled twice, with other options)",
    ],
)
def test_words_that_say_something_of_the_text_only(word: str) -> None:
    assert not changes_values(word)
