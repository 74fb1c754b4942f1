"""What hangs on a macro that a build may set."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.open_names import open_names
from tests.unit.analysis.launched import read

# What stands between `#ifdef CHOSEN` and `#endif`.
IDLE = {
    "a header of the system": "#include <math.h>",
    "no space in front of it": "#include<math.h>",
    "a comment behind it": "#include <math.h> // for sqrt",
    "nothing": "",
    "a number by its name": 'printf("%d", SIZE * 2);',
    "text that prints": 'printf("%d\\n", 2 * 3);',
}
ACTIVE = {
    "a header of no name": "#include",
    "a header of the program's": '#include "more.h"',
    "a header and a name": "#include <math.h>\nextern int more;",
    "a macro": "#define LESS\nextern int more;",
    "a text that is read by a pointer": 'printf("%d\\n", *(argv + 1));',
    "a text that a macro reads": "#define FIRST (argv[1])\nputs(FIRST);",
    "a macro of a macro": 'printf("%d", OUTER);',
    "a text behind a cast": 'printf("%d\\n", (int)*argv);',
}


@pytest.mark.parametrize("inside", IDLE.values(), ids=IDLE)
def test_nothing_hangs_on_it(tmp_path: Path, inside: str) -> None:
    assert opened(tmp_path, inside) == []


@pytest.mark.parametrize("inside", ACTIVE.values(), ids=ACTIVE)
def test_something_hangs_on_it(tmp_path: Path, inside: str) -> None:
    assert opened(tmp_path, inside) == ["CHOSEN"]


CLOCK = "double now(void)\n{\n#ifdef CHOSEN\n"
ELSE = """#else
    struct timeval t;
    gettimeofday(&t, NULL);
    return t.tv_sec + 1e-6 * t.tv_usec;
"""
CLOCKS = {
    "a clock": ("", "return omp_get_wtime();", []),
    "a clock with a start": (
        "",
        "static int s = -1;\nif (s < 0) s = time(NULL);\nreturn time(0) - s;",
        [],
    ),
    "a number": ("", "return 5.0;", ["CHOSEN"]),
    "a number beside a clock": ("", "omp_get_wtime();\nreturn 5.0;", ["CHOSEN"]),
    "a variable of the program's": ("static int rows;\n", "rows = 1;\nreturn clock();", ["CHOSEN"]),
    "a pointer": ("static int rows;\n", "int *r = &rows;\nreturn clock();", ["CHOSEN"]),
    "the end of the program": ("", "exit(1);\nreturn clock();", ["CHOSEN"]),
    "a clock of its own": (
        "double omp_get_wtime(void) { return 5; }\n",
        "return omp_get_wtime();",
        ["CHOSEN"],
    ),
    "a macro": ("static int rows;\n#define t rows\n", "int t = 1;\nreturn clock();", ["CHOSEN"]),
}


@pytest.mark.parametrize(("before", "inside", "found"), CLOCKS.values(), ids=CLOCKS)
def test_a_function_that_tells_the_time(
    tmp_path: Path, before: str, inside: str, found: list[str]
) -> None:
    headers = "#include <stdlib.h>\n#include <sys/time.h>\n#include <time.h>\n"
    text = headers + before + CLOCK + f"{inside}\n" + ELSE + "#endif\n}\n"
    facts = read(tmp_path, text, "    now();\n")
    assert [each.name for each in open_names(facts)] == found


def test_a_function_that_does_more_than_tell_the_time(tmp_path: Path) -> None:
    text = "#include <time.h>\nint now(void)\n{\n#ifdef CHOSEN\nreturn time(0);\n#else\n"
    facts = read(tmp_path, text + "return clock();\n#endif\n}\n", "    now();\n")
    assert [each.name for each in open_names(facts)] == ["CHOSEN"]


def test_an_operator_of_the_programs_may_do_anything(tmp_path: Path) -> None:
    own = "#include <ostream>\nstruct Rows {};\nstd::ostream &operator<<(std::ostream &, Rows);\n"
    printing = "#ifdef CHOSEN\nstd::cout << 5;\n#endif\n"
    assert chosen(read(tmp_path / "without", printing, "", "host.cpp")) == []
    assert chosen(read(tmp_path / "with", own + printing, "", "host.cpp")) == ["CHOSEN"]


CALLS = {
    "one function": ("static void show(int) {}\n", []),
    "several": ("static void show(int) {}\nstatic void show(double) {}\n", ["TAG"]),
    "a template": ("template <class T> void show(T) {}\n", ["TAG"]),
}


@pytest.mark.parametrize(("functions", "found"), CALLS.values(), ids=CALLS)
def test_the_type_of_a_number_may_choose(tmp_path: Path, functions: str, found: list[str]) -> None:
    default = "#ifndef TAG\n#define TAG 0\n#endif\n"
    facts = read(tmp_path, default + functions, "    show(TAG);\n", "host.cpp")
    assert [each.name for each in open_names(facts) if not each.is_number] == found


def test_a_reference_reads_what_it_refers_to(tmp_path: Path) -> None:
    body = '    int &first = {};\n#ifdef CHOSEN\n    printf("%d", first);\n#endif\n'
    assert chosen(read(tmp_path, "", body.replace("{}", "argc"), "host.cpp")) == ["CHOSEN"]
    assert chosen(read(tmp_path, "", body.replace("&first = {}", "first = 1"), "host.cpp")) == []


# What `SHOW` is where `CHOSEN` is defined, and how it is used.
IDLE_MACROS = {
    "prints": ("SHOW(...) fprintf(stderr, __VA_ARGS__)", 'SHOW("%d\\n", 2 * n);'),
    "prints more": ('SHOW(x) printf("%d ", x), fflush(stdout)', "SHOW(n);"),
}
ACTIVE_MACROS = {
    "reads memory": ('SHOW(x) printf("%d\\n", x)', "SHOW(argv[1][0]);"),
    "reads memory itself": ('SHOW(x) printf("%d\\n", x[0])', "SHOW(argv[1]);"),
    "calls": ('SHOW(x) printf("%d\\n", x)', "SHOW(rand());"),
    "steps": ('SHOW(x) printf("%d\\n", x)', "SHOW(n++);"),
    "calls itself": ("SHOW(x) srand(x)", "SHOW(n);"),
    "is a statement of its own": ('SHOW(x) printf("%d\\n", x);', "if (n) SHOW(n) n = 2;"),
    "is no statement": ('SHOW(x) printf("%d\\n", x)', "if (n) SHOW(n) n = 2;"),
}


@pytest.mark.parametrize(("macro", "use"), IDLE_MACROS.values(), ids=IDLE_MACROS)
def test_a_macro_is_idle(tmp_path: Path, macro: str, use: str) -> None:
    assert shown(tmp_path, macro, use) == []


@pytest.mark.parametrize(("macro", "use"), ACTIVE_MACROS.values(), ids=ACTIVE_MACROS)
def test_a_macro_is_not_idle(tmp_path: Path, macro: str, use: str) -> None:
    assert shown(tmp_path, macro, use) == ["CHOSEN"]


def shown(folder: Path, macro: str, use: str) -> list[str]:
    before = f"#ifdef CHOSEN\n#define {macro}\n#else\n#define SHOW(...)\n#endif\n"
    return chosen(read(folder, before, f"    {use}\n"))


def opened(folder: Path, inside: str) -> list[str]:
    macros = "#define INNER argv[1][0]\n#define OUTER INNER + 1\n#define SIZE (4)\n"
    return chosen(read(folder, f"{macros}#ifdef CHOSEN\n{inside}\n#endif\n", ""))


def chosen(facts: Facts) -> list[str]:
    return [each.name for each in open_names(facts)]


# A group that gives a type where nobody else did, and whether `#else` in it would see all others.
DEFAULTS = {
    "alone": ("#ifndef REAL\n#define REAL float\n#endif", True),
    "with another name": ('#ifndef REAL\n#define REAL float\n#define SAID "%f"\n#endif', True),
    "or another": (
        '#ifndef REAL\n#define REAL float\n#define SAID "%f"\n#else\n#define SAID "%lf"\n#endif',
        False,
    ),
    "or another one's": ("#if !defined(REAL) && !defined(FINE)\n#define REAL float\n#endif", False),
}


@pytest.mark.parametrize(("group", "known"), DEFAULTS.values(), ids=DEFAULTS)
def test_the_group_of_a_default(tmp_path: Path, group: str, known: bool) -> None:
    facts = read(tmp_path, group + "\n", "    REAL one = 1;\n    (void)one;\n")
    (real,) = (each for each in open_names(facts) if each.name == "REAL")
    assert (real.default is not None) == known
