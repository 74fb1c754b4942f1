"""SOURCEs that are several programs, and files beside them that may be others."""

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled, compile_program
from ppcl.driver.several import compile_programs
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.choosing.decisions import Decision
from ppcl.transform.passes import transforms
from tests.unit.driver.conftest import Write
from tests.unit.small_program import HOST, KERNEL

TARGET = Choices(target="amd-cpu")
# The same program with other numbers, and one that looks at the table as it lies in memory.
LIKE = HOST.replace(b"1.0f", b"2.0f")
UNLIKE = HOST.replace(b"    return 0;", b"    fwrite(table, 4, rows, stdout);\n    return 0;")
UNLIKE = UNLIKE.replace(b"#include <stdlib.h>", b"#include <stdio.h>\n#include <stdlib.h>")
FILL = HOST[HOST.index(b"static void fill") : HOST.index(b"int main")]
DECLARED = b"void fill(float *values, int rows, int columns);\n"
APART = HOST.replace(FILL, DECLARED)
TOOL = b"""#include <stdio.h>
void fill(float *values, int rows, int columns);
int main(void)
{
    float values[6];
    fill(values, 2, 3);
    printf("%f\\n", values[1]);
    return 0;
}
"""


def compiled_in(write: Write, files: dict[str, bytes], *sources: str) -> Compiled:
    folder = write(files=files)
    given = [str(folder / source) for source in sources] or [str(folder)]
    return compile_programs(open_project(given, TARGET), transforms())


def said(compiled: Compiled, code: str) -> list[str]:
    return [f"{r.location}: {r.message}" for r in compiled.remarks if r.code == code]


def test_programs_that_want_the_same_are_rewritten_together(write: Write) -> None:
    files = {"a.c": HOST, "b.c": LIKE, "sum.cl": KERNEL}
    compiled = compiled_in(write, files)
    assert compiled.changed == ("a.c", "b.c", "sum.cl")
    assert len(said(compiled, "PPC201")) == 2
    assert compiled.defects == ()


@pytest.mark.parametrize("sources", [(), ("a.c", "b.c", "sum.cl")])
def test_programs_that_do_not_are_left_alone(sources: tuple[str, ...], write: Write) -> None:
    compiled = compiled_in(write, {"a.c": HOST, "b.c": UNLIKE, "sum.cl": KERNEL}, *sources)
    assert compiled.changed == ()
    (remark,) = said(compiled, "PPC011")
    assert "sum.cl:1:15: not done, 'sum.cl' is shared by the programs of 'a.c' and 'b.c'" in remark


def test_programs_of_a_project_file_are_found(write: Write) -> None:
    settings = b'[program]\nsources = ["a.c", "b.c", "sum.cl"]\n'
    files = {"a.c": HOST, "b.c": UNLIKE, "sum.cl": KERNEL, "ppcl.toml": settings}
    assert said(compiled_in(write, files), "PPC011")


def test_programs_with_kernel_files_of_their_own_do_not_touch_each_other(write: Write) -> None:
    other = UNLIKE.replace(b'"sum"', b'"other"')
    kernel = KERNEL.replace(b"void sum(", b"void other(")
    files = {"a.c": HOST, "b.c": other, "sum.cl": KERNEL, "other.cl": kernel}
    assert compiled_in(write, files).changed == ("a.c", "sum.cl")


def test_a_program_without_a_launch_may_share_a_file(write: Write) -> None:
    shared = b"#include <CL/cl.h>\n" + FILL.replace(b"static ", b"")
    files = {"a.c": APART, "fill.c": shared, "tool.c": TOOL, "sum.cl": KERNEL}
    compiled = compiled_in(write, files)
    assert compiled.changed == ()
    assert "by the programs of 'a.c' and 'tool.c'" in said(compiled, "PPC011")[0]
    assert compiled_in(write, files, "a.c", "fill.c", "sum.cl").changed == (
        "a.c",
        "fill.c",
        "sum.cl",
    )


def test_a_file_beside_the_sources_that_names_what_was_changed_is_told(write: Write) -> None:
    opened = HOST.replace(
        b"cl_context context", b'const char *path = "kernels/sum.cl";\n    cl_context context'
    )
    files = {"a.c": HOST, "b.c": opened, "c.c": HOST, "sum.cl": KERNEL}
    compiled = compiled_in(write, files, "a.c", "sum.cl")
    assert compiled.changed == ("a.c", "sum.cl")
    (remark,) = said(compiled, "PPC012")
    assert remark == "b.c:16:33: 'b.c' names 'sum.cl', which is changed, and is no SOURCE"


def test_other_commands_want_one_program(write: Write) -> None:
    project = open_project([str(write(files={"a.c": HOST, "b.c": LIKE, "sum.cl": KERNEL}))], TARGET)
    with pytest.raises(PpclError, match=r"'main' is here and at .*a.c:11:5") as error:
        compile_program(project, transforms())
    assert error.value.exit_code is ExitCode.USAGE


def test_kernels_as_c_are_of_one_program(write: Write) -> None:
    project = open_project([str(write(files={"a.c": HOST, "b.c": LIKE, "sum.cl": KERNEL}))], TARGET)
    with pytest.raises(PpclError, match=r"a\.c and b\.c each have a 'main'"):
        compile_programs(project, (), lambda facts: ({}, ()))


@pytest.mark.parametrize(
    ("key", "told"), [("layout:sum.t/d_table", False), ("layout:sum.t/none", True)]
)
def test_a_decision_is_of_the_program_that_has_the_site(write: Write, key: str, told: bool) -> None:
    other = HOST.replace(b"d_table", b"d_other")
    folder = write(files={"a.c": HOST, "b.c": other, "sum.cl": KERNEL})
    decided = Choices(target="amd-cpu", decisions={key: Decision("keep")})
    compiled = compile_programs(open_project([str(folder)], decided), transforms())
    assert bool(said(compiled, "PPC030")) == told
