"""A host's text is as it was but for what may be added, taken out, or changed at a place: each with
the smallest change that is not allowed."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.analysis.reading.stated import Stated
from ppcl.emit import runtime_file
from ppcl.frontend import ParseOptions
from ppcl.source import Span
from ppcl.targets import load
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.texts import other_text
from tests.unit.small_program import PROGRAM

HOST = """\
#include <CL/cl.h>
#include <stdio.h>
#define ROWS 7
#define TWICE(x) ((x) + (x))
#ifdef DEBUG
#define LOG(x) puts(x)
#else
#define LOG(x) ((void)0)
#endif
#ifndef COLUMNS
#define COLUMNS 9
#endif
#define STEP counted++

int launch(int argc, char **argv);
static int counted;

static int unused(int n)
{
    return n + 1;
}

static void fill(int *table, int rows)
{
    volatile int seen = 0;
    int pitch = rows, *row = table + pitch;
    for (int i = 0; i < rows; i++) {
        int at = TWICE(i);
        int next = counted++;
        table[at] = next;
    }
    if (rows > 3)
        printf("%d %d\\n", rows, pitch);
#ifdef DEBUG
    puts("old");
#endif
}

int main(int argc, char **argv)
{
    int table[100];
    fill(table, argc);
    return launch(argc, argv);
}
"""
LAMBDA = """\
#include <stdio.h>
extern "C" int launch(int argc, char **argv);
int main(int argc, char **argv)
{
    launch(argc, argv);
    int table[10], rows = argc, columns = 2;
    auto at = [table, &rows, columns](int i) { return table[i + rows] + columns; };
    auto all = [=, &rows](int i) { return i + rows; };
    return at(1) + all(columns);
}
"""
Said = Callable[..., str | None]
GLOBAL = "static int counted;"
ERROR = '#error "rewritten by ppcl for it"'
ONE = "#if ROWS != 7"
NUMBER = "typedef char rewritten_by_ppcl_for_ROWS_7_run_ppcl_again"


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Facts]:
    """Reads a host of some texts."""

    def facts(texts: Mapping[str, str], stated: Stated = Stated()) -> Facts:  # noqa: B008
        launch = PROGRAM["host.c"].replace(b"int main(", b"int launch(")
        data = {"launch.c": launch, "sum.cl": PROGRAM["sum.cl"]}
        data |= {path: text.encode() for path, text in texts.items()}
        for path, text in data.items():
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_bytes(text)
        sources = tuple(path for path in data if not path.startswith("ppcl/"))
        reading = Reading({}, ParseOptions(), stated=stated)
        return analyse(tmp_path, sources, data, reading, load("amd-cpu"))

    return facts


@pytest.fixture
def said(read: Callable[..., Facts]) -> Said:
    """What is said of a change of the host: the new text (by a word of `new`) may be a place, that
    of `old` before."""

    def difference(
        was: str, now: str, old: str = "", new: str = "", host: str = HOST, name: str = "host.c"
    ) -> str | None:
        assert host.count(was) == 1
        text = host.replace(was, now)
        places = [Place(_span(host, old, name), _span(text, new, name))] if old else []
        return other_text(read({name: host}), read({name: text}), places)

    return difference


def _span(text: str, part: str, name: str) -> Span:
    assert text.count(part) == 1
    start = text.encode().index(part.encode())
    return Span(name, start, start + len(part.encode()))


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("return n + 1;", "return n +\n        /* one */ 1; // more"),
        ("#define ROWS 7", "#define ROWS   7 /* rows */"),
        ("    for (int i", "    (void)rows;\n    for (int i"),
        ("    puts(", "\n    puts("),
        (
            "static int counted;",
            '#if ROWS != 7\n#error "rewritten by ppcl for it"\n#endif\nstatic int counted;',
        ),
        ("COLUMNS 9\n#endif", f"COLUMNS 9\n#else\n{ERROR}\n#endif"),
        (GLOBAL, f"{NUMBER}[ROWS == 7 ? 1 : -1];\n{GLOBAL}"),
    ],
)
def test_what_may_be_added(said: Said, was: str, now: str) -> None:
    assert said(was, now) is None


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("n + 1", "n - 1"),
        ("n + 1", "n + 1 + 0"),
        ("#define ROWS 7", "#define ROWS 8"),
        ("#define TWICE(x)", "#define TWICE (x)"),
        ("#include <stdio.h>\n", ""),
        ('puts("old")', 'puts("new")'),
        ('"%d %d\\n", rows, pitch', '"%d %d\\n", pitch, rows'),
        (GLOBAL, f"{GLOBAL} static int more;"),
        ("static int unused", "int unused"),
        ("    fill(table, argc);\n", ""),
        ("    fill(table, argc);", "    fill(table, argc); fill(table, argc);"),
        ("volatile int seen = 0;", "int seen = 0;"),
        ("        printf(", "        (void)rows; printf("),
        ("    for (int i", "    (void)seen;\n    for (int i"),
        ("    for (int i", "    (void)STEP;\n    for (int i"),
        ("    for (int i", "    (void)counted++;\n    for (int i"),
        (GLOBAL, f'{ONE}\n#error "no"\n#endif\n{GLOBAL}'),
        (GLOBAL, f"{ONE}\n{ERROR}\n#else\n#define A\n#endif\n{GLOBAL}"),
        (
            "COLUMNS 9\n#endif",
            f"COLUMNS 9\n#else\n{ERROR}\n#define MORE\n#endif",
        ),
        (GLOBAL, f"typedef char rewritten[ROWS == 7 ? 1 : -1];\n{GLOBAL}"),
        (GLOBAL, f"{NUMBER}[ROWS == 8 ? 1 : -1];\n{GLOBAL}"),
        ("#include <stdio.h>", '#include <stdio.h>\n#include "ppcl/ppcl_transpose.h"'),
    ],
)
def test_what_may_not_be_changed(said: Said, was: str, now: str) -> None:
    assert "the host's text at host.c:" in str(said(was, now))


def test_text_may_change_at_a_place(said: Said) -> None:
    assert said("rows > 3", "3 < rows", "rows > 3", "3 < rows") is None
    assert said("rows > 3)", "3 < rows && 1)", "rows > 3", "3 < rows") is not None


def test_a_place_may_be_in_another_one(read: Callable[..., Facts]) -> None:
    text = HOST.replace("table[at]", "table[at + 0]")
    places = [
        Place(_span(HOST, old, "host.c"), _span(text, new, "host.c"))
        for old, new in (("[at]", "[at + 0]"), ("table[at] =", "table[at + 0] ="))
    ]
    assert other_text(read({"host.c": HOST}), read({"host.c": text}), places) is None


def test_a_place_has_one_new_text(read: Callable[..., Facts]) -> None:
    facts = read({"host.c": HOST})
    one, other = _span(HOST, "n + 1", "host.c"), _span(HOST, "rows > 3", "host.c")
    found = other_text(facts, facts, [Place(one, one), Place(one, other)])
    assert found == "one place of the host has two new texts, or two places have one"


@pytest.mark.parametrize(
    ("was", "now", "old", "new", "allowed"),
    [
        ("        int at = TWICE(i);\n", "", "[at]", "[i + i]", True),
        ("        int at = TWICE(i);\n", "", "[at]", "[i * 2]", True),
        ("        int next = counted++;\n", "", "= next", "= 4", False),
        ("        int at = TWICE(i);\n", "", "= next", "= 3", False),
        ("    volatile int seen = 0;\n", "", "= next", "= 4", False),
        ("    int pitch = rows, *row = table + pitch;\n", "", ", pitch)", ", rows)", False),
    ],
)
def test_a_declaration_that_nothing_names_may_go(
    read: Callable[..., Facts], was: str, now: str, old: str, new: str, allowed: bool
) -> None:
    assert HOST.count(was) == HOST.count(old) == 1
    text = HOST.replace(was, now).replace(old, new)
    places = [Place(_span(HOST, old, "host.c"), _span(text, new, "host.c"))]
    found = other_text(read({"host.c": HOST}), read({"host.c": text}), places)
    assert (found is None) == allowed, found


def test_a_declaration_stays_that_no_tree_says_is_named(read: Callable[..., Facts]) -> None:
    old = HOST.replace(GLOBAL, "static char at; static int counted;")
    old = old.replace("= next;", "= next + sizeof(at);")
    new = old.replace("        int at = TWICE(i);\n", "").replace("[at]", "[i + i]")
    places = [Place(_span(old, "[at]", "host.c"), _span(new, "[i + i]", "host.c"))]
    assert other_text(read({"host.c": old}), read({"host.c": new}), places) is not None


@pytest.mark.parametrize(
    ("was", "now", "body", "allowed"),
    [
        ("[table, &rows, columns]", "[table, columns]", "[i + 1] + columns;", True),
        ("[table, &rows, columns]", "[table, &rows]", "[i + rows];", True),
        ("[table, &rows, columns]", "[table, rows, columns]", "[i + rows] + columns;", False),
        ("[table, &rows, columns]", "[table, columns, &rows]", "[i + rows] + columns;", False),
        ("[table, &rows, columns]", "[table]", "[i];", True),
        ("[table, &rows, columns]", "[&rows, columns]", "[i + rows] + columns;", False),
        ("[=, &rows]", "[=]", "[i + rows] + columns;", False),
        ("[=, &rows]", "[&rows]", "[i + rows] + columns;", False),
    ],
)
def test_a_capture_that_the_body_does_not_name_may_go(
    read: Callable[..., Facts], was: str, now: str, body: str, allowed: bool
) -> None:
    held = "[i + rows] + columns;"
    assert LAMBDA.count(was) == LAMBDA.count(held) == 1
    text = LAMBDA.replace(was, now).replace(held, body)
    places = [Place(_span(LAMBDA, held, "host.cpp"), _span(text, body, "host.cpp"))]
    found = other_text(read({"host.cpp": LAMBDA}), read({"host.cpp": text}), places)
    assert (found is None) == allowed, found


@pytest.mark.parametrize(
    ("was", "now", "allowed"),
    [
        ("    fill(", "    int size = argc;\n    fill(", True),
        ("        printf(", "        int size = argc; printf(", False),
    ],
)
def test_a_statement_is_new_where_one_may_stand(
    read: Callable[..., Facts], was: str, now: str, allowed: bool
) -> None:
    text = HOST.replace(was, now)
    new = "int size = argc;"
    found = other_text(
        read({"host.c": HOST}), read({"host.c": text}), [Place(None, _span(text, new, "host.c"))]
    )
    assert (found is None) == allowed, found


HEADER = runtime_file("ppcl_transpose.h").decode()


@pytest.mark.parametrize(
    ("path", "header", "found"),
    [
        ("ppcl/ppcl_transpose.h", HEADER, None),
        ("ppcl/ppcl_transpose.h", f"{HEADER}static int more;\n", "host.c:3:1"),
        ("ppcl/other.h", HEADER, "host.c:3:1"),
    ],
)
def test_ppcls_own_headers_may_be_included(
    read: Callable[..., Facts], path: str, header: str, found: str | None
) -> None:
    text = HOST.replace("<stdio.h>", f'<stdio.h>\n#include "{path}"')
    said = other_text(read({"host.c": HOST}), read({"host.c": text, path: header}), [])
    assert (said is None) == (found is None)
    assert (found or "") in str(said)


CHECKS = """\
#include "ppcl/ppcl_arguments.h"
int main(int argc, char **argv)
{
    ppcl_require_argument(argc, (const char *const *)argv, INDEX, "TEXT");
    ppcl_require_count(argc, COUNT);
"""


@pytest.mark.parametrize(
    ("index", "text", "count", "allowed"),
    [(1, "16", 3, True), (2, "16", 3, False), (1, "17", 3, False), (1, "16", 4, False)],
)
def test_a_run_may_end_that_is_not_as_stated(
    read: Callable[..., Facts], index: int, text: str, count: int, allowed: bool
) -> None:
    checks = CHECKS.replace("INDEX", str(index)).replace("TEXT", text).replace("COUNT", str(count))
    new = HOST.replace("int main(int argc, char **argv)\n{\n", checks)
    header = runtime_file("ppcl_arguments.h").decode()
    stated = Stated(((1, "16"),), 3)
    after = read({"host.c": new, "ppcl/ppcl_arguments.h": header})
    assert (other_text(read({"host.c": HOST}, stated), after, []) is None) == allowed
    assert other_text(read({"host.c": HOST}), after, []) is not None


def test_other_files_of_the_host_are_as_they_were(read: Callable[..., Facts]) -> None:
    other = "int other(int n)\n{\n    return n + 1;\n}\n"
    before = read({"host.c": HOST, "other.c": other})
    assert other_text(before, read({"host.c": HOST, "other.c": f"/* */{other}"}), []) is None
    changed = other_text(before, read({"host.c": HOST, "other.c": other.replace("+", "-")}), [])
    assert changed == "the host's text at other.c:3:14 is not as declared"
    assert other_text(before, read({"host.c": HOST}), []) == "the file 'other.c' is gone"
    assert other_text(read({"host.c": HOST}), before, []) == "the file 'other.c' is new"
