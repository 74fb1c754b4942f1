"""Programs found in a tree, as a linker would find their parts."""

import pickle
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ppcl.driver.programs.find import Candidate, Failure, Limits, Programs, find_programs
from ppcl.driver.programs.scan import scan_host
from ppcl.driver.programs.tree import read_tree
from ppcl.driver.sources.project import Choices, Project
from ppcl.frontend import ParseOptions, parse_host
from ppcl.ir.unit import TranslationUnit
from tests.unit.small_program import PROGRAM

HOST, KERNEL = (data.decode() for data in PROGRAM.values())
# The same program with its function elsewhere.
CALLER = HOST.replace(HOST[HOST.index("static") : HOST.index("int main")], "HEAD\n")
FILL = HOST[HOST.index("static") : HOST.index("int main")].removeprefix("static ")
DECLARED = "void fill(float *values, int rows, int columns);"

Find = Callable[..., Programs]


@pytest.fixture
def find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Find:
    """Writes files below `tree` in the working directory, and finds their programs."""
    monkeypatch.chdir(tmp_path)

    def run(files: Mapping[str, str], *sources: str, choices: Choices | None = None) -> Programs:
        for name, text in files.items():
            path = Path("tree", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return find_programs(sources or ("tree",), choices or Choices(), Limits())

    return run


def project_of(candidate: Candidate) -> Project:
    assert isinstance(candidate.project, Project)
    return candidate.project


def sources_of(candidate: Candidate) -> set[str]:
    project = project_of(candidate)
    return {(project.root / source).as_posix() for source in project.sources}


def codes(candidate: Candidate) -> list[str]:
    return [remark.code for remark in candidate.remarks]


def split(main: str, fill: str, head: str = DECLARED) -> dict[str, str]:
    return {main: CALLER.replace("HEAD", head), fill: FILL, "a/sum.cl": KERNEL}


@pytest.mark.parametrize("fill", ["a/fill.c", "a/deep/down/fill.c", "fill.c", "b/util/fill.c"])
def test_a_function_is_found_in_any_folder(find: Find, fill: str) -> None:
    (found,) = find(split("a/main.c", fill)).candidates
    assert sources_of(found) == {"tree/a/main.c", f"tree/{fill}", "tree/a/sum.cl"}


def test_the_nearest_file_is_taken(find: Find) -> None:
    files = split("a/main.c", "a/in/fill.c") | {"fill.c": FILL, "a/extra.c": "int unused;"}
    (found,) = find(files).candidates
    assert sources_of(found) == {"tree/a/main.c", "tree/a/in/fill.c", "tree/a/sum.cl"}
    assert codes(found) == []


def test_a_choice_between_equally_near_files_is_told(find: Find) -> None:
    (found,) = find(split("a/main.c", "a/one.c") | {"a/other.c": FILL}).candidates
    assert "tree/a/one.c" in sources_of(found)
    (remark,) = found.remarks
    assert remark.code == "PPC151"
    assert "tree/a/other.c" in remark.message


def test_of_equally_near_files_that_with_most_of_what_is_needed_is_taken(find: Find) -> None:
    head = DECLARED + " void log_it(void);"
    caller = CALLER.replace("HEAD", head).replace("return 0;", "log_it(); return 0;")
    files = {"a/main.c": caller, "a/sum.cl": KERNEL, "lib/a.c": FILL}
    (found,) = find(files | {"lib/b.c": FILL + "void log_it(void) {}"}).candidates
    assert sources_of(found) == {"tree/a/main.c", "tree/a/sum.cl", "tree/lib/b.c"}


def test_of_equally_near_files_one_that_parses_is_taken(find: Find) -> None:
    files = split("a/main.c", "lib/b.c") | {"lib/a.c": FILL + "missing_type x;"}
    assert "tree/lib/b.c" in sources_of(find(files).candidates[0])


def test_a_definition_in_an_included_file_is_found(find: Find) -> None:
    files = split("a/main.c", "lib/impl.inc") | {"lib/all.c": '#include "impl.inc"\n'}
    (found,) = find(files).candidates
    assert "tree/lib/all.c" in sources_of(found)


def test_files_that_no_program_needs_are_not_read(find: Find) -> None:
    """Nothing is said of them, whatever they are."""
    programs = find({"a/main.c": HOST, "a/sum.cl": KERNEL, "b/other.c": "int ="})
    assert len(programs.candidates) == 1
    assert programs.unread == ()


def test_older_functions_are_found_for_the_library_too(find: Find) -> None:
    old = "int atoi(s) const char *s; { return 1; }"
    (found,) = find({"a/main.c": HOST, "a/sum.cl": KERNEL, "a/atoi.c": old}).candidates
    assert "tree/a/atoi.c" in sources_of(found)


def test_a_file_with_a_main_is_no_part_of_another_program(find: Find) -> None:
    files = split("a/main.c", "b/other.c") | {"b/other.c": FILL + "int main(void) { return 0; }"}
    programs = find(files)
    assert [sources_of(each) for each in programs.candidates] == [
        {"tree/a/main.c", "tree/a/sum.cl"}
    ]
    assert programs.without_launch == 1


# A `main` that calls what is a program of its own elsewhere.
RUN = "int run(int argc, char **argv)"
SHARED = f"{RUN}; int main(int argc, char **argv) {{ return run(argc, argv); }}"
BENCHMARK = HOST.replace("int main(int argc, char **argv)", RUN)


def test_a_main_that_many_folders_complete_is_many_programs(find: Find) -> None:
    """However far they are; each gets its own kernel file, and what lies beside it."""
    parts = {f"{name}/run.c": BENCHMARK for name in ("one", "two", "deep/three")}
    parts |= {f"{name}/sum.cl": KERNEL for name in ("one", "two", "deep/three")}
    parts["two/run.c"] = "void help(void);\n" + BENCHMARK.replace("return 0;", "help(); return 0;")
    helpers = {"two/help.c": "void help(void) {}", "common/help.c": "void help(void) {}"}
    programs = find({"common/main.c": SHARED} | parts | helpers)
    assert {each.name: sources_of(each) for each in programs.candidates} == {
        "tree/one": {"tree/common/main.c", "tree/one/run.c", "tree/one/sum.cl"},
        "tree/two": {
            "tree/common/main.c",
            *("tree/two/run.c", "tree/two/help.c", "tree/two/sum.cl"),
        },
        "tree/deep/three": {
            "tree/common/main.c",
            *("tree/deep/three/run.c", "tree/deep/three/sum.cl"),
        },
    }
    assert not any("PPC151" in codes(each) for each in programs.candidates)


def test_files_of_one_folder_that_complete_a_main_are_many_programs(find: Find) -> None:
    parts = {f"parts/{name}.c": BENCHMARK for name in ("one", "two")}
    found = find({"common/main.c": SHARED, "parts/sum.cl": KERNEL} | parts).candidates
    assert [each.name for each in found] == ["tree/parts/one.c", "tree/parts/two.c"]
    assert all("tree/common/main.c" in sources_of(each) for each in found)


def test_a_folder_that_completes_a_main_without_a_launch_is_no_program(find: Find) -> None:
    parts = {"one/one.c": BENCHMARK, "one/sum.cl": KERNEL, "a/a.c": RUN + " { return 0; }"}
    programs = find({"common/main.c": SHARED} | parts)
    assert [each.name for each in programs.candidates] == ["tree/one"]
    assert programs.without_launch == 1


def test_what_completes_another_main_only_starts_no_program(find: Find) -> None:
    """Each folder's `main` has the definition beside it; a lone one far away is nobody's."""
    own = {f"{name}/main.c": SHARED for name in ("a", "b")}
    own |= {f"{name}/run.c": BENCHMARK for name in ("a", "b")} | {"old/run.c": BENCHMARK}
    found = find(own | {"sum.cl": KERNEL}).candidates
    assert [each.name for each in found] == ["tree/a", "tree/b"]


def test_files_that_a_linker_refuses_together_are_no_program(find: Find) -> None:
    """The other `main` calls what a file of its own defines, and both define `options`."""
    options = "void options(void)"
    start = SHARED.replace("return run", "options(); return run")
    other = f"{options}; void work(void); int main(void) {{ options(); work(); return 0; }}"
    parts = {f"{name}/run.c": BENCHMARK + options + " {}" for name in ("one", "two")}
    parts |= {"other/main.c": other, "work/work.c": f"{options} {{}} void work(void) {{}}"}
    programs = find({"common/main.c": f"{options}; {start}", "sum.cl": KERNEL} | parts)
    assert [each.name for each in programs.candidates] == ["tree/one", "tree/two"]
    assert programs.without_launch == 1


def test_a_part_with_variants_is_no_reason_for_several_programs(find: Find) -> None:
    """The launch is in the file with `main`, whatever fills the array."""
    files = split("a/main.c", "b/fill.c") | {"c/fill.c": FILL}
    (found,) = find(files).candidates
    assert codes(found) == ["PPC151"]


def test_what_a_system_header_declares_is_taken_from_near_only(find: Find) -> None:
    """A program's own `atoi` beside it is linked; that of another program is not."""
    own = {"a/main.c": HOST, "a/sum.cl": KERNEL}
    files = own | {"b/atoi.c": "int atoi(const char *s) { return 1; }"}
    assert "tree/b/atoi.c" not in sources_of(find(files).candidates[0])
    files = own | {"a/atoi.c": "int atoi(const char *s) { return 1; }"}
    assert "tree/a/atoi.c" in sources_of(find(files).candidates[0])


def test_a_loader_of_opencl_in_the_tree_is_no_part_of_a_program(find: Find) -> None:
    loader = """#include <CL/cl.h>
cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    return 0;
}
"""
    files = {"a/main.c": HOST, "a/sum.cl": KERNEL, "a/loader/icd.c": loader}
    (program,) = find(files).candidates
    assert sources_of(program) == {"tree/a/main.c", "tree/a/sum.cl"}


def test_programs_in_one_folder_have_names_of_their_own(find: Find) -> None:
    found = find({"a/x.c": HOST, "a/y.c": HOST, "a/sum.cl": KERNEL}).candidates
    assert [each.name for each in found] == ["tree/a/x.c", "tree/a/y.c"]


def test_a_header_is_found_in_the_tree(find: Find) -> None:
    files = split("a/main.c", "a/fill.c", '#include "fill.h"') | {"util/fill.h": DECLARED}
    (found,) = find(files).candidates
    assert codes(found) == ["PPC150"]
    assert "tree/a/fill.c" in sources_of(found)
    assert str(Path("tree/util")) in found.remarks[0].message


def test_a_headers_own_header_is_found_in_the_tree(find: Find) -> None:
    headers = {"util/fill.h": "#include <deep.h>\n", "other/deep.h": DECLARED, "a/deep.cl": ""}
    (found,) = find(split("a/main.c", "a/fill.c", '#include "fill.h"') | headers).candidates
    folders = project_of(found).options_of("a/main.c").include_dirs
    assert [Path(folder) for folder in folders] == [Path("tree/util"), Path("tree/other")]
    assert codes(found) == ["PPC150", "PPC150"]


def test_a_header_of_another_configuration_is_not_looked_for(find: Find) -> None:
    head = f'#ifdef NEVER\n#include "never.h"\n#endif\n#include "fill.h"\n{DECLARED}'
    headers = {"b/never.h": "#error", "util/fill.h": ""}
    (found,) = find(split("a/main.c", "a/fill.c", head) | headers).candidates
    assert codes(found) == ["PPC150"]
    folders = project_of(found).options_of("a/main.c").include_dirs
    assert [Path(folder) for folder in folders] == [Path("tree/util")]


def test_a_host_whose_headers_are_in_the_tree_is_parsed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[ParseOptions] = []

    def parse(
        root: Path, path: str, options: ParseOptions, overlay: Mapping[str, bytes]
    ) -> TranslationUnit:
        parsed.append(options)
        return parse_host(root, path, options, overlay)

    monkeypatch.setattr("ppcl.driver.programs.scan.parse_host", parse)
    (tmp_path / "main.cpp").write_text('#include "fill.h"\n')
    (tmp_path / "util").mkdir()
    (tmp_path / "util" / "fill.h").write_text("")
    scan = scan_host(read_tree(tmp_path), "main.cpp", ParseOptions())
    assert parsed == [scan.options]
    assert scan.options.include_dirs == (str(tmp_path / "util"),)


def test_a_kernels_header_is_found_in_the_tree(find: Find) -> None:
    kernel = '#include "./sizes.h"\n' + KERNEL
    (found,) = find({"a/main.c": HOST, "a/k/sum.cl": kernel, "a/sizes.h": ""}).candidates
    assert codes(found) == ["PPC150"]
    options = project_of(found).options_of("a/k/sum.cl")
    assert [Path(folder) for folder in options.include_dirs] == [Path("tree/a")]


def test_a_c_file_whose_functions_cplusplus_calls_is_read_as_cplusplus(find: Find) -> None:
    cplusplus = CALLER.replace("= malloc", "= (float *)malloc").replace("HEAD", DECLARED)
    (found,) = find({"a/main.cpp": cplusplus, "a/fill.c": FILL, "a/sum.cl": KERNEL}).candidates
    assert codes(found) == ["PPC152"]
    project = project_of(found)
    assert project.options_of("a/fill.c").standard == "gnu++17"


def test_a_c_file_that_calls_cplusplus_is_read_as_cplusplus(find: Find) -> None:
    caller = CALLER.replace("= malloc", "= (float *)malloc").replace("HEAD", DECLARED)
    (found,) = find({"a/main.c": caller, "a/fill.cpp": FILL, "a/sum.cl": KERNEL}).candidates
    assert codes(found) == ["PPC152"]
    assert "tree/a/fill.cpp" in sources_of(found)


def test_a_c_file_that_is_no_c_is_read_as_cplusplus(find: Find) -> None:
    (found,) = find(
        {
            "a/main.c": "using namespace std;\n" + HOST.replace("= malloc", "= (float *)malloc"),
            "a/sum.cl": KERNEL,
        }
    ).candidates
    assert codes(found) == ["PPC152"]


def test_kernels_are_found_by_path_and_by_name(find: Find) -> None:
    by_path = HOST.replace("cl_program program = 0;", 'cl_program program = open("k/sum.cl");')
    files = {"a/main.c": "cl_program open(const char *);\n" + by_path}
    (found,) = find(files | {"a/k/sum.cl": KERNEL, "a/sum.cl": KERNEL}).candidates
    assert sources_of(found) == {"tree/a/main.c", "tree/a/k/sum.cl"}


def test_a_kernels_name_in_a_variable_is_looked_for_beside_the_host(find: Find) -> None:
    table = 'const char *names[] = {"sum"};\n' + HOST.replace('program, "sum"', "program, names[0]")
    (found,) = find({"a/main.c": table, "a/k.cl": KERNEL, "b/k.cl": KERNEL}).candidates
    assert sources_of(found) == {"tree/a/main.c", "tree/a/k.cl"}


def test_a_folder_with_settings_is_a_program(find: Find) -> None:
    settings = '[program]\nsources = ["host.c", "sum.cl"]\n'
    inner = {"p/ppcl.toml": settings, "p/host.c": HOST, "p/sum.cl": KERNEL, "p/other.c": HOST}
    (found,) = find(inner).candidates
    assert (found.name, sources_of(found)) == ("tree/p", {"tree/p/host.c", "tree/p/sum.cl"})
    assert find({}, "tree/p").candidates == (found,)


def test_settings_that_cannot_be_read_are_a_line(find: Find) -> None:
    (found,) = find({"p/ppcl.toml": "[program]\nnames = 1\n"}).candidates
    assert isinstance(found.project, Failure)
    assert "names" in found.project.message


def test_files_are_one_program_as_they_are(find: Find) -> None:
    files = {"a/main.c": HOST, "a/sum.cl": KERNEL, "a/more.c": "int more;"}
    named = [f"tree/{name}" for name in files]
    (found,) = find(files, *named).candidates
    assert sources_of(found) == set(named)


def test_files_with_several_mains_are_several_programs(find: Find) -> None:
    files = {"a/x.c": HOST, "a/y.c": HOST, "a/sum.cl": KERNEL}
    assert len(find(files, *(f"tree/{name}" for name in files)).candidates) == 2


def test_a_file_that_does_not_parse_is_a_line_where_it_has_a_launch(find: Find) -> None:
    launch = "void f(void) { clEnqueueNDRangeKernel(x y); }"
    programs = find({"a/part.c": launch, "b.c": "int main(void) { return no; }"})
    (found,) = programs.candidates
    assert found.name == "tree/a/part.c"
    assert isinstance(found.project, Failure)
    assert programs.unread == ("tree/b.c",)


def test_definitions_hold_for_all_files(find: Find) -> None:
    choices = Choices(define=("sum=sum",))
    (found,) = find({"a/main.c": HOST, "a/sum.cl": KERNEL}, choices=choices).candidates
    project = project_of(found)
    assert {project.options_of(path).defines for path in project.sources} == {("sum=sum",)}


def test_a_program_that_launches_in_a_header_only_is_found(find: Find) -> None:
    head, main = HOST[: HOST.index("int main")], HOST[HOST.index("int main") :]
    files = {
        "a/all.h": head + main.replace("int main", "int all"),
        "a/main.c": '#include "all.h"\nint main(int argc, char **argv) { return all(argc, argv); }',
        "a/sum.cl": KERNEL,
    }
    (found,) = find(files).candidates
    assert sources_of(found) == {"tree/a/main.c", "tree/a/sum.cl"}


def test_host_files_are_parsed_once(find: Find) -> None:
    (found,) = find({"a/main.c": HOST, "a/sum.cl": KERNEL}).candidates
    assert [pickle.loads(data).path for data in found.parsed.values()] == ["a/main.c"]
    assert found.parsed.keys() <= set(project_of(found).sources)


BINDINGS = """
#include <CL/opencl.hpp>
int main()
{
    cl::Context context(CL_DEVICE_TYPE_ALL);
    cl::CommandQueue queue(context);
    LAUNCH
    return 0;
}
"""
LAUNCH = """
    cl::Kernel sum(cl::Program(context, "__kernel void sum(void) { }", true), "sum");
    queue.enqueueNDRangeKernel(sum, cl::NullRange, cl::NDRange(1));
"""


def test_the_bindings_themselves_are_no_launch(find: Find) -> None:
    (found,) = find(
        {"a.cpp": BINDINGS.replace("LAUNCH", ""), "b.cpp": BINDINGS.replace("LAUNCH", LAUNCH)}
    ).candidates
    assert sources_of(found) == {"tree/b.cpp"}
