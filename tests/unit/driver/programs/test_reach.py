"""Programs that cannot have a launch are told before their files are looked for."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ppcl.driver.programs.discovery import Archive
from ppcl.driver.programs.identifiers import Identifiers
from ppcl.driver.programs.kernel_files import read_kernel_files
from ppcl.driver.programs.reach import may_launch
from ppcl.driver.programs.scan import Scan, scan_host
from ppcl.driver.programs.tree import read_tree
from ppcl.frontend import ParseOptions

LAUNCHER = """#include <CL/cl.h>
int launch_it(cl_command_queue queue, cl_kernel kernel, size_t size) {
    return clEnqueueNDRangeKernel(queue, kernel, 1, 0, &size, 0, 0, 0, 0);
}
"""
MAIN = "int main(void) { return use(1); }\n"


def reached(
    root: Path, files: Mapping[str, str], options: ParseOptions | None = None
) -> tuple[bool, set[str]]:
    """Whether main.c may come to the launch; the files that were parsed to know."""
    chosen = options or ParseOptions()
    (root / "tree").mkdir()
    for name, text in {"gpu.c": LAUNCHER, **files}.items():
        (root / "tree" / name).write_text(text)
    tree = read_tree(root / "tree")

    parsed: set[str] = set()

    def read(paths: Sequence[str]) -> dict[str, Scan]:
        parsed.update(paths)
        return {path: scan_host(tree, path, chosen) for path in paths}

    archive = Archive(
        tree, Identifiers(tree), read_kernel_files(tree), read, lambda path, why: None
    )
    found = may_launch(archive, lambda path: chosen, ["main.c"])
    assert not archive.scans, "no program asked for a file"
    return bool(found), parsed


@pytest.mark.parametrize(
    "files",
    [
        {"main.c": LAUNCHER + "int main(void) { return 0; }"},
        {"main.c": MAIN.replace("use", "launch_it")},
        {"main.c": MAIN, "use.c": "int use(int a) { return launch_it(0, 0, a); }"},
        {
            "main.c": MAIN,
            "use.c": "extern int (*table[])(int); int use(int a) { return table[a](a); }",
            "table.c": "int gpu(int a) { return launch_it(0, 0, a); } int (*table[])(int) = {gpu};",
        },
        {"main.c": '#include "all.h"\n' + MAIN, "all.h": "#define use(a) launch_it(0, 0, a)"},
        {"main.c": "#include <all.h>\n" + MAIN, "all.h": "#define use(a) launch_it(0, 0, a)"},
        {"main.c": "#define J(a, b) a##b\nint main(void) { return J(launch, _it)(0, 0, 1); }"},
        {"main.c": '#define H "all.h"\n#include H\n' + MAIN, "all.h": "int launch_it(int, int);"},
        {"main.c": MAIN.replace("use", "launch\\\n_it")},
    ],
)
def test_what_may_come_to_a_launch(tmp_path: Path, files: dict[str, str]) -> None:
    assert reached(tmp_path, files)[0]


def test_what_options_bring_in(tmp_path: Path) -> None:
    options = ParseOptions(defines=("use(a)=launch_it(0,0,a)",))
    assert reached(tmp_path, {"main.c": MAIN}, options)[0]


def test_headers_outside_the_tree(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "all.h").write_text("#define use(a) launch_it(0, 0, a)")
    options = ParseOptions(include_dirs=(str(tmp_path / "include"),))
    assert reached(tmp_path, {"main.c": "#include <all.h>\n" + MAIN}, options)[0]


def test_a_program_without_a_way_to_a_launch(tmp_path: Path) -> None:
    """The files that it links are not parsed."""
    files = {
        "main.c": MAIN + "/* not launch_it */",
        "use.c": 'int use(int a) { return puts("launch_it"); }',
        "all.h": "int launch_it(int, int, int);",
    }
    assert reached(tmp_path, files) == (False, {"gpu.c"})


def test_a_launch_in_a_program_of_its_own_is_nobody_elses(tmp_path: Path) -> None:
    files = {"main.c": MAIN.replace("use", "launch_it"), "gpu.c": LAUNCHER + "int main() {}"}
    assert reached(tmp_path, files) == (False, {"gpu.c"})
