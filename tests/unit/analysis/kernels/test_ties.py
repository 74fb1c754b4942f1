"""Several programs: each launch is of the kernel of its program, built as the host builds that."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.paths import Places
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.diag import PpclError
from ppcl.driver.graph.listing import graph_json, graph_text
from ppcl.frontend import ParseOptions
from ppcl.targets import load

HOST = """#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_mem d_x;

static cl_program build(const char *path, const char *options)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(9999);
    size_t size = fread(text, 1, 9998, file);
    text[size] = '\\0';
    cl_program made = clCreateProgramWithSource(context, 1, (const char **)&text, &size, NULL);
    clBuildProgram(made, 1, &device, options, NULL, NULL);
    return made;
}

static void run(cl_program program, const char *name)
{
    size_t n = 8;
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    clSetKernelArg(kernel, 0, sizeof d_x, &d_x);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
}

int main(int argc, char **argv)
{
    char options[64];
    d_x = clCreateBuffer(context, CL_MEM_READ_WRITE, 32, NULL, NULL);
    %s
    return 0;
}
"""
KERNELS = {
    "a.cl": "__kernel void work(__global float *x) { x[get_global_id(0)] = N; }\n",
    "b.cl": "__kernel void work(__global float *x) { x[get_local_id(0)] = N; }\n"
    "__kernel void rest(__global float *x) { x[0] = 1; }\n",
    "c.cl": '#include "shared.h"\n__kernel void work(__global float *x) { x[0] = SHARED; }\n',
    "parts/shared.h": "#define SHARED 3\n",
    "e.cl": "__kernel void rest(__global float *x) { x[0] = 1; }\n",
    "d.cl": '#include "b.cl"\n',
}
A, B = 'cl_program a = build("a.cl", "-DN=1");', 'cl_program b = build("b.cl", "-D N=2");'


def facts_of(folder: Path, body: str, *sources: str, defines: tuple[str, ...] = ()) -> Facts:
    """The facts of a host that does this with its kernel files."""
    (folder / "host.c").write_text(HOST % body)
    (folder / "parts").mkdir()
    for name, text in KERNELS.items():
        (folder / name).write_text(text)
    reading = Reading({}, ParseOptions(defines=defines))
    return analyse(folder, ["host.c", *sources], {}, reading, load("amd-cpu"))


def codes_of(facts: Facts) -> set[str]:
    """The codes of all remarks but those that say that a file is read."""
    return {r.code for r in (*facts.remarks, *facts.host.remarks)} - {"PPC128"}


def launched(facts: Facts) -> list[tuple[str, str | None]]:
    """The files that the launched kernels are from, and their programs."""
    kernels = facts.kernels
    return [(kernels[launch.kernel].path, launch.program) for launch in facts.host.launches]


def test_kernels_of_one_name_are_told_apart_by_their_programs(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, f'{A} {B} run(b, "work"); run(a, "work"); run(b, "rest");')
    assert launched(facts) == [("b.cl", "b.cl"), ("a.cl", "a.cl"), ("b.cl", "b.cl")]
    assert codes_of(facts) == set()
    assert [p.options for p in facts.host.programs] == ["-DN=1", "-D N=2"]
    keys = {launch.kernel for launch in facts.host.launches}
    assert len(keys) == 3
    assert {name.kernel for name in facts.host.kernel_names} == keys


def test_a_program_that_is_not_known_may_have_either_kernel(tmp_path: Path) -> None:
    body = f'{A} {B} run(argc > 1 ? a : b, "work"); run(argc > 1 ? a : b, "rest");'
    facts = facts_of(tmp_path, body)
    assert "PPC107" in codes_of(facts)
    assert not facts.kernels["work"].complete
    assert [launch.kernel for launch in facts.host.launches][1:] == ["rest"]


def test_a_kernel_that_its_program_does_not_have(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, f'{A} {B} run(a, "rest");')
    assert facts.host.launches[0].kernel not in facts.kernels
    assert codes_of(facts) == {"PPC103"}


def test_files_on_the_command_line_do_not_stand_in_for_a_program(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, f'{A} run(a, "work");', "b.cl", "a.cl", defines=("N=7",))
    assert launched(facts) == [("a.cl", "a.cl")]


@pytest.mark.parametrize(
    "again",
    [
        'cl_program b = build("a.cl", "-DN=2"); run(b, "work");',
        'clBuildProgram(a, 1, &device, "-DN=2", NULL, NULL);',
    ],
)
def test_one_file_built_in_two_ways_is_refused(again: str, tmp_path: Path) -> None:
    facts = facts_of(tmp_path, f'{A} run(a, "work"); {again}', defines=("N=1",))
    assert "PPC126" in codes_of(facts)
    assert not any(kernel.complete for kernel in facts.kernels.values())


def test_one_file_built_twice_in_one_way_is_fine(tmp_path: Path) -> None:
    body = f'{A} run(a, "work"); cl_program b = build("a.cl", "-DN=1"); run(b, "work");'
    facts = facts_of(tmp_path, body)
    assert codes_of(facts) == set()
    assert launched(facts) == [("a.cl", "a.cl")] * 2
    assert len(facts.kernels) == 1


@pytest.mark.parametrize(
    ("options", "given", "said"),
    [
        ('sprintf(options, "-DN=%d", 4);', (), None),
        ('sprintf(options, "-D%s=%d -DM", "N", 2 * 2);', (), None),
        ('sprintf(options, "-DN=%d", argc);', (), "the value of -DN is not known, 'argc' is no"),
        ('sprintf(options, "-DN=%d", argc);', ("N=3",), None),
        ('sprintf(options, "-DN=%d", argc);', ("M=3",), "the value of -DN is not known"),
        ('sprintf(options, "-DN=1 %s", argv[1]);', (), "are not followed"),
        ('sprintf(options, argc > 1 ? "-DN=1" : "-DN=2");', (), "are not followed"),
    ],
)
def test_options(options: str, given: tuple[str, ...], said: str | None, tmp_path: Path) -> None:
    body = f'{options} cl_program a = build("e.cl", options); run(a, "rest");'
    facts = facts_of(tmp_path, body, defines=given)
    remarks = [remark.message for remark in facts.remarks if remark.code == "PPC110"]
    assert [said in remark for remark in remarks] == ([True] if said else [])
    assert facts.kernels["rest"].complete == (said is None)


def test_files_that_kernels_include_are_found_and_belong_to_the_program(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, 'cl_program c = build("c.cl", "-I parts"); run(c, "work");')
    assert codes_of(facts) == set()
    assert {"c.cl", "parts/shared.h"} <= set(facts.files)


def test_a_kernel_in_an_included_file(tmp_path: Path) -> None:
    body = 'cl_program d = build("d.cl", "-DN=1"); run(d, "work");'
    facts = facts_of(tmp_path, body, "b.cl", "d.cl")
    assert codes_of(facts) == set()
    assert launched(facts) == [("d.cl", "d.cl")]
    assert facts.kernels["work"].function.name_at.span.file == "b.cl"


@pytest.mark.parametrize(
    "made",
    [
        "clCreateProgramWithBinary(context, 1, &device, &length, &code, NULL, NULL)",
        'clCreateProgramWithBuiltInKernels(context, 1, &device, "work", NULL)',
    ],
)
def test_programs_without_source_are_refused_by_name(made: str, tmp_path: Path) -> None:
    body = "size_t length = 4; const unsigned char *code = 0; cl_program p = "
    facts = facts_of(tmp_path, f'{body}{made}; run(p, "work");', "a.cl", defines=("N=1",))
    assert codes_of(facts) == {"PPC125", "PPC103"}
    assert facts.host.launches[0].kernel not in facts.kernels


@pytest.mark.parametrize("path", ['"a.cl"', "argv[1]"])
def test_a_program_that_may_be_a_binary_has_its_source_s_kernels(path: str, tmp_path: Path) -> None:
    binary = "clCreateProgramWithBinary(context, 1, &device, &length, &code, NULL, NULL)"
    body = f"""
    size_t length = 4;
    const unsigned char *code = 0;
    cl_program a = argc > 2 ? {binary} : build({path}, "-DN=1");
    run(a, "work");
"""
    facts = facts_of(tmp_path, body, "a.cl")
    assert facts.host.launches[0].kernel in facts.kernels


def test_linked_programs_have_the_kernels_of_their_parts(tmp_path: Path) -> None:
    body = f"""{A} {B} cl_program parts[2] = {{a, b}};
    cl_program all = clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, NULL);
    run(all, "rest");"""
    facts = facts_of(tmp_path, body)
    assert launched(facts)[0][0] == "b.cl"


def test_a_launch_is_found_in_a_kernel_file_with_an_error(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="undeclared identifier 'N'"):
        facts_of(tmp_path, 'cl_program a = build("a.cl", ""); run(a, "work");')


def test_an_error_that_an_unknown_option_may_cause_says_so(tmp_path: Path) -> None:
    body = 'sprintf(options, "-DN=%s", argv[1]); cl_program a = build("a.cl", options);'
    with pytest.raises(PpclError, match="identifier 'N' .the value of -DN is not known"):
        facts_of(tmp_path, f'{body} run(a, "work");')


def test_a_path_is_looked_for_from_the_host_upwards(tmp_path: Path) -> None:
    for name in ("k.cl", "app/k.cl", "app/kernels/l.cl", "include/m.cl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")

    def found(path: str, sources: tuple[str, ...] = ()) -> str | None:
        folders = [str(tmp_path / "include")]
        return Places(tmp_path, "app/host/main.c").find_file(path, sources, folders)

    assert found("k.cl") == "app/k.cl"
    assert found("k.cl", ("k.cl",)) == "k.cl"  # the one that is named
    assert found("./kernels/../kernels/l.cl") == "app/kernels/l.cl"
    assert found("../kernels/l.cl") == "app/kernels/l.cl"
    assert found("m.cl") == "include/m.cl"
    assert found(str(tmp_path / "k.cl")) == "k.cl"
    assert found("none.cl") is None
    assert found("/opt/share/none.cl", ("app/none.cl",)) == "app/none.cl"


def test_the_graph_shows_programs(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, f'{A} run(a, "work");')
    graph = graph_json(facts)
    (program,) = graph["programs"]  # type: ignore[misc]
    assert (program["name"], program["options"], program["problem"]) == ("a.cl", "-DN=1", None)
    assert graph["launches"][0]["program"] == "a.cl"  # type: ignore[index]
    assert "a.cl" in graph_text(facts).partition("Programs\n")[2]
