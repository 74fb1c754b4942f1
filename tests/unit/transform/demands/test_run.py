"""What is stated of a program's arguments is checked by it where a rewrite stands on that."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.emit import runtime_file
from ppcl.frontend import HEADERS
from ppcl.transform.demands import run as run_checks
from ppcl.transform.demands.run import c_string
from tests.command import Done, run_ppcl

BASE = Path(__file__).resolve().parents[3] / "cases" / "layout" / "base"
BINDINGS = BASE.parent / "bindings"
OPENED = 'read_kernel("kernel.cl")'
MAIN = "int main(int argc, char **argv)\n{"
CHECK = '    ppcl_require_argument(argc, (const char *const *)argv, 3, "kernel.cl");\n'
STATED = ("--assume", "argv.3=kernel.cl")


def program(folder: Path, *changes: tuple[str, str], base: Path = BASE) -> Path:
    """The base program with changes of its host, of which each applies once."""
    prog = folder / "prog"
    prog.mkdir()
    host = next(base.glob("host.*"))
    text = host.read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (prog / host.name).write_text(text)
    (prog / "kernel.cl").write_text((base / "kernel.cl").read_text())
    return folder


def compiled(folder: Path, *given: str, source: str = "prog") -> Done:
    done = run_ppcl(["compile", source, "--target", "amd-cpu", *given], folder)
    assert done.returncode == 0, done.stderr
    return done


PATHS = {
    "as it is": "argv[3]",
    "with a default": 'argc > 3 ? argv[3] : "other.cl"',
    "by an if": "file",
    "joined": "joined",
}
BEFORE = {
    "by an if": '    const char *file = "other.cl";\n    if (argc >= 4)\n        file = argv[3];\n',
    "joined": '    char joined[99];\n    sprintf(joined, "./%s", argv[3]);\n',
}


@pytest.mark.parametrize("name", PATHS)
def test_a_kernel_file_that_is_stated_is_rewritten_with_a_check(name: str, tmp_path: Path) -> None:
    opened = (
        "    const char *source = read_kernel",
        BEFORE.get(name, "") + "    const char *source = read_kernel",
    )
    program(tmp_path, opened, ('"kernel.cl"', PATHS[name]))
    done = compiled(tmp_path, *STATED)
    assert "PPC201" in done.stderr
    assert "[PPC016]" in done.stderr
    assert f"+{CHECK}" in done.stdout
    assert '+#include "ppcl/ppcl_arguments.h"' in done.stdout


@pytest.mark.parametrize(
    "given", [(), ("--assume", "argv.2=kernel.cl"), ("--assume", "argv.3=other.cl")]
)
def test_without_the_statement_it_is_left_alone(given: tuple[str, ...], tmp_path: Path) -> None:
    program(tmp_path, (OPENED, "read_kernel(argv[3])"))
    done = compiled(tmp_path, *given)
    assert "PPC127" in done.stderr
    assert done.stdout == ""


def test_what_a_rewrite_does_not_need_is_not_checked(tmp_path: Path) -> None:
    program(tmp_path)
    done = compiled(tmp_path, *STATED, "--assume", "argc=4")
    assert "PPC201" in done.stderr
    assert "PPC016" not in done.stderr
    assert "ppcl_require" not in done.stdout


def test_one_of_two_statements_is_enough(tmp_path: Path) -> None:
    program(tmp_path, (OPENED, "read_kernel(argv[3])"))
    done = compiled(tmp_path, *STATED, "--assume", "argv.1=300")
    assert f"+{CHECK}" in done.stdout
    assert done.stdout.count("ppcl_require_argument(argc") == 1


COLUMNS = "int columns = argc > 2 ? atoi(argv[2]) : 7;"


def with_columns(folder: Path, *changes: tuple[str, str]) -> None:
    """The kernel counts to 7, as many columns as the host is told that there are."""
    program(folder, (COLUMNS, "int columns = atoi(argv[2]);"), *changes)
    kernel = folder / "prog" / "kernel.cl"
    kernel.write_text(kernel.read_text().replace("j < columns", "j < 7"))


def test_a_rewrite_that_holds_for_all_arguments_comes_first(tmp_path: Path) -> None:
    with_columns(tmp_path)
    done = compiled(tmp_path, "--assume", "argv.2=7")
    assert "+        sum += table[row * columns + j];" in done.stdout
    assert "PPC016" not in done.stderr


def test_a_number_that_the_rewrite_stands_on_is_checked(tmp_path: Path) -> None:
    with_columns(tmp_path, ("&columns", "&rows"), ("(kernel, 3", "(kernel, 3 * (columns == 7)"))
    done = compiled(tmp_path, "--assume", "argv.2=7", *STATED)
    assert 'argv, 2, "7");\n' in done.stdout
    for given in ((), ("--assume", "argv.2=8")):
        assert compiled(tmp_path, *given).stdout == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (MAIN, f"#ifndef _WIN32\n{MAIN}"),
        (MAIN, f"#define BEGIN {MAIN[:-1]}\nBEGIN{{"),
        (MAIN, "void ppcl_require_count(void);\n" + MAIN),
    ],
    ids=["in an #if", "from a macro", "a name of ppcl's"],
)
def test_where_there_is_no_place_for_a_check_nothing_is_done(
    old: str, new: str, tmp_path: Path
) -> None:
    ends = (
        "    return 0;\n}\n",
        "    return 0;\n}\n#endif\n" if "_WIN32" in new else "    return 0;\n}\n",
    )
    program(tmp_path, (OPENED, "read_kernel(argv[3])"), (old, new), ends)
    done = compiled(tmp_path, *STATED)
    assert "PPC017" in done.stderr
    assert done.stdout == ""


def test_running_on_the_output_changes_nothing(tmp_path: Path) -> None:
    """Stated or not: behind the check it is known. With another file nothing is launched."""
    program(tmp_path, (OPENED, "read_kernel(argv[3])"))
    compiled(tmp_path, *STATED, "-o", "out")
    for given in ((), STATED):
        done = compiled(tmp_path, *given, source="out")
        assert done.stdout == ""
        assert "PPC127" not in done.stderr
    other = run_ppcl(["graph", "out", "--assume", "argv.3=other.cl"], tmp_path)
    assert other.returncode == 3


def test_a_loop_over_arguments_is_followed_behind_the_check(tmp_path: Path) -> None:
    loop = """    const char *file = "other.cl";
    for (int i = 3; i < argc; i++)
        if (!strcmp(argv[i], "-f"))
            file = argv[++i];
    const char *source = read_kernel(file)"""
    string = ("#include <stdio.h>", "#include <stdio.h>\n#include <string.h>")
    program(tmp_path, ('    const char *source = read_kernel("kernel.cl")', loop), string)
    given = ("argc=5", "argv.3=-f", "argv.4=kernel.cl")
    done = compiled(tmp_path, *(f"--assume={each}" for each in given), "-o", "out", "--diff")
    assert "ppcl_require_count(argc, 5);" in done.stdout
    assert compiled(tmp_path, source="out").stdout == ""
    assert "PPC127" not in compiled(tmp_path, source="out").stderr


def test_declarations_come_first_as_in_c89(tmp_path: Path) -> None:
    """As far as they call nothing, which would run unchecked, and leave the arguments alone."""
    declared = f"{MAIN}\n    int count = argc, other;\n    char *first = argv[0];"
    program(tmp_path, (MAIN, declared), (OPENED, "read_kernel(argv[3])"))
    assert f"char *first = argv[0];\n+{CHECK}     int rows" in compiled(tmp_path, *STATED).stdout


@pytest.mark.parametrize(
    ("declared", "index"),
    [
        ("char *first = *argv++;", 4),
        ("char **at = argv += 1;", 4),
        ("int left = --argc;", 3),
        ("int a[argc++];", 3),
    ],
)
def test_declarations_that_change_the_arguments_come_behind(
    declared: str, index: int, tmp_path: Path
) -> None:
    program(tmp_path, (MAIN, f"{MAIN}\n    {declared}"), (OPENED, "read_kernel(argv[3])"))
    done = compiled(tmp_path, "--assume", f"argv.{index}=kernel.cl")
    assert "ppcl_require" in done.stdout
    assert done.stdout.index("ppcl_require") < done.stdout.index(declared)


@pytest.mark.parametrize(
    "said", [b"(void)argc;", CHECK.strip().replace("3,", "2,").encode(), b"exit(argc);"]
)
def test_a_check_of_something_else_is_none(
    said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new text is read without the statement, and must say the same."""
    monkeypatch.setattr(run_checks._Main, "calls", lambda main, needed: said)
    program(tmp_path, (OPENED, "read_kernel(argv[3])"))
    done = compiled(tmp_path, *STATED)
    assert "PPC017" in done.stderr
    assert done.stdout == ""


def test_the_header_is_included_in_front_of_main(tmp_path: Path) -> None:
    program(tmp_path, (OPENED, "read_kernel(argv[3])"))
    host = tmp_path / "prog" / "host.c"
    host.write_text(host.read_text() + '#include "more.h"\n#include <CL/cl_ext.h>\n')
    (tmp_path / "prog" / "more.h").write_text("int more;\n")
    done = compiled(tmp_path, *STATED)
    assert ' #include <CL/cl.h>\n+#include "ppcl/ppcl_arguments.h"' in done.stdout


def test_the_reports_list_what_was_stated(tmp_path: Path) -> None:
    program(tmp_path, (OPENED, "read_kernel(argv[3])"))
    reports = [word for name in ("r.json", "r.sarif", "r.html") for word in ("--report", name)]
    compiled(tmp_path, *STATED, *reports)
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["assumptions"] == {"no-overlap": [], "argv": {"3": "kernel.cl"}}
    said = 'assumed, not proved: argv[3] is "kernel.cl"'
    for name in ("r.json", "r.sarif"):
        assert said.replace('"', '\\"') in (tmp_path / name).read_text()
    assert "argv[3] is &#34;kernel.cl&#34;." in (tmp_path / "r.html").read_text()
    graph = run_ppcl(["graph", "prog", *STATED, "--format", "json"], tmp_path)
    assert json.loads(graph.stdout)["assumptions"] == {"argv": {"3": "kernel.cl"}}
    assert said in run_ppcl(["graph", "prog", *STATED], tmp_path).stderr


def test_hosts_of_the_bindings(tmp_path: Path) -> None:
    program(tmp_path, (OPENED, "read_kernel(argv[3])"), base=BINDINGS)
    done = compiled(tmp_path, *STATED)
    assert 'ppcl_require_argument(argc, argv, 3, "kernel.cl");' in done.stdout
    assert "PPC127" in compiled(tmp_path).stderr


def test_texts_as_constants_of_c() -> None:
    assert c_string('a"\\?\n\u00e9') == rb'"a\042\134\077\012\303\251"'


RUN = """#include <CL/cl.h>
#include "ppcl_arguments.h"
int main(int argc, char *argv[])
{
    ppcl_require_argument(argc, ARGV, 1, "a\\040b");
    ppcl_require_count(argc, 2);
    return 0;
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="NO GCC: not checked")
@pytest.mark.parametrize(
    ("compiler", "standard"), [("gcc", "c89"), ("gcc", "c17"), ("g++", "c++11")]
)
def test_the_header_ends_the_program(compiler: str, standard: str, tmp_path: Path) -> None:
    (tmp_path / "ppcl_arguments.h").write_bytes(runtime_file("ppcl_arguments.h"))
    given = "argv" if compiler == "g++" else "(const char *const *)argv"
    source = tmp_path / ("p.cpp" if compiler == "g++" else "p.c")
    source.write_text(RUN.replace("ARGV", given))
    strict = f"-std={standard} -Wall -Wextra -Wcast-qual -pedantic-errors -Werror".split()
    built = [compiler, *strict, "-isystem", HEADERS, source, "-o", tmp_path / "p"]
    subprocess.run(built, check=True)
    for arguments, said in (
        (["a b"], ""),
        (["a"], 'rewritten by ppcl for argv[1] "a b": run ppcl again\n'),
        ([], 'rewritten by ppcl for argv[1] "a b": run ppcl again\n'),
        (["a b", ""], "rewritten by ppcl for argc 2: run ppcl again\n"),
    ):
        done = subprocess.run(
            [tmp_path / "p", *arguments], capture_output=True, text=True, check=False
        )
        assert (done.stderr, done.returncode != 0) == (said, bool(said))
