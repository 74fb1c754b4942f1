"""Lines below a bracket that an edit moves."""

import pytest

from ppcl.source import Edit, SourceFile, Span, apply_edits
from ppcl.transform.finish.alignment import continued, moved_lines

FILE = "k.cl"


def renamed(text: str, old: str = "work", new: str = "work_anew") -> str:
    """A text with a word replaced at its first place, and the lines that follow it."""
    source = SourceFile(FILE, text.encode())
    start = source.data.index(old.encode())
    edits = [Edit(Span(FILE, start, start + len(old)), new.encode())]
    return apply_edits(
        source, [*edits, *moved_lines(source, edits, continued(source))]
    ).data.decode()


SIGNATURE = """\
__kernel void work(__global int *a, // the (first
                   int n,           /* and
                                       more */
#ifdef M
                   int m,

#endif
                   int k)
{
    other(a,
          n);
}
"""


def test_parameters_stay_below_each_other() -> None:
    moved = renamed(SIGNATURE).splitlines()
    assert [line.index("int") for line in moved if "int" in line] == [33, 24, 24, 24]
    assert [line for line in moved if "int" not in line] == [
        line for line in SIGNATURE.splitlines() if "int" not in line
    ]


def test_there_and_back_is_the_same_text() -> None:
    assert renamed(renamed(SIGNATURE), "work_anew", "work") == SIGNATURE


def test_what_is_aligned_to_a_moved_line_goes_with_it() -> None:
    text = "x = work(one(a,\n             b),\n         two(c,\n             d));\n"
    assert renamed(text) == (
        "x = work_anew(one(a,\n                  b),\n              two(c,\n"
        "                  d));\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "void work(\n    int a,\n    int b)\n",  # indented, not aligned
        "void f(int a,\n       int work)\n",  # the bracket stands in front of the change
        "#define work(a, \\\n             b) a\nint work;\n",
        's = R"(work(a,\n             b))";\n',
        "void work(int a)\n          ;\n",
        "/* work(a,\n        b) */ int work(int c);\n",
    ],
)
def test_other_lines_stay(text: str) -> None:
    assert renamed(text) == text.replace("work", "work_anew", 1)


def test_tabs_stay_and_blanks_follow() -> None:
    assert renamed("\tx = work(a,\n\t\t b);\n", "work", "wo") == "\tx = wo(a,\n\t\t b);\n"
    assert renamed("\tx = work(a,\n\t\t b);\n") == "\tx = work_anew(a,\n\t\t      b);\n"
