"""Where lines go that are put in front of a declaration."""

import pytest

from ppcl.source import SourceFile
from ppcl.transform.lines import in_front_of

FUNCTION = "int f(void);\n"


@pytest.mark.parametrize(
    "text",
    [
        f"#include <a.h>\n^{FUNCTION}",
        f"#include <a.h>\n\n^// what it is\n// and more\n\n{FUNCTION}",
        f"int a; /* of a */\n^/* what\n   it is */\n{FUNCTION}",
        f"int a; /* of a\n */\n^{FUNCTION}",
        f"// the file\n\n^// what it is\n{FUNCTION}"
        f"/* the file */\n^{FUNCTION}",  # a comment that begins the file is the file's
        f"int a;\n// of something else\n\n^// what it is\n{FUNCTION}",
        f"int a;\n// of something else\n\n\n^{FUNCTION}",
    ],
)
def test_a_comment_stays_with_what_it_is_of(text: str) -> None:
    plain = text.replace("^", "").encode()
    found = in_front_of(SourceFile("a.c", plain), plain.index(FUNCTION.encode()))
    assert found == text.index("^")
