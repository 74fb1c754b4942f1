"""Texts of kernels that may be others at run time than they are when a file is read by itself."""

from pathlib import Path

import pytest

from ppcl.analysis.model import ProgramModel
from tests.unit.analysis.sources import HEAD, analysed

KERNEL = "__kernel void scale(__global float *x) { x[get_global_id(0) + LESS] *= 2; }\n"
READ = """
static char *read_file(const char *path)
{
    char *found = calloc(4096, 1);
    FILE *file = fopen(path, "rb");
    fread(found, 1, 4095, file);
    return found;
}
"""
MAIN = """
int main(int argc, char **argv)
{
    cl_device_id device = 0;
    size_t n = 8;
    %s
    cl_program program = clCreateProgramWithSource(context, count, text, NULL, NULL);
    clBuildProgram(program, 1, &device, "-I inc/deep -DLESS=0", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "scale", NULL);
    cl_mem d_x = clCreateBuffer(context, CL_MEM_READ_WRITE, 32, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof d_x, &d_x);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
    return 0;
}
"""
ALONE = 'const char *text[1] = {read_file("k/kernel.cl")}; int count = 1;'
BEHIND = 'const char *text[2] = {"#define A 1\\n", read_file("k/kernel.cl")}; int count = 2;'
JOINED = 'const char *text[2] = {read_file("a.cl"), read_file("k/kernel.cl")}; int count = 2;'


def program(root: Path, reads: str, kernel: str, **others: str) -> ProgramModel:
    """The program of a host that reads a kernel, with what stands beside it."""
    texts = {"host.c": HEAD + "#include <stdio.h>\n" + READ + MAIN % reads, "k/kernel.cl": kernel}
    if reads == JOINED:
        texts["a.cl"] = "int one(void) { return 1; }\n"
    beside = {name.replace("__", "/") + ".h": text for name, text in others.items()}
    for name, text in {**texts, **beside}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (found,) = analysed(root, texts).host.programs
    assert not found.problem
    return found


@pytest.mark.parametrize("reads", [ALONE, BEHIND, JOINED])
def test_a_text_that_is_the_same(reads: str, tmp_path: Path) -> None:
    assert program(tmp_path, reads, KERNEL).unread == ""


@pytest.mark.parametrize("reads", [BEHIND, JOINED])
def test_the_number_of_a_line_counts_from_the_first_part(reads: str, tmp_path: Path) -> None:
    found = program(tmp_path, reads, KERNEL.replace("LESS", "(__LINE__ > 1)"))
    assert "'__LINE__'" in found.unread


def test_a_file_by_itself_has_its_own_lines(tmp_path: Path) -> None:
    assert program(tmp_path, ALONE, KERNEL.replace("LESS", "(__LINE__ > 1)")).unread == ""


def test_a_file_has_another_name_in_the_runtime(tmp_path: Path) -> None:
    found = program(tmp_path, ALONE, KERNEL.replace("LESS", "(sizeof(__FILE__) > 12)"))
    assert "'__FILE__'" in found.unread


@pytest.mark.parametrize("reads", [ALONE, JOINED])
def test_a_text_ends_at_a_zero(reads: str, tmp_path: Path) -> None:
    found = program(tmp_path, reads, KERNEL + "\0\n#define MORE 1\n")
    assert "'k/kernel.cl' has a byte that is zero" in found.unread


def test_a_header_above_an_include_folder(tmp_path: Path) -> None:
    kernel = '#include "../less.h"\n' + KERNEL
    assert program(tmp_path, ALONE, kernel, less="").unread == ""
    found = program(tmp_path, ALONE, kernel, less="", inc__deep__x="", inc__less="")
    assert found.unread == "an #include may be of 'less.h' or of 'inc/less.h'"


def test_a_header_that_a_macro_names(tmp_path: Path) -> None:
    kernel = '#define FILE_NAME "../less.h"\n#include FILE_NAME\n' + KERNEL
    assert program(tmp_path, ALONE, kernel, less="").unread == ""
    found = program(tmp_path, ALONE, kernel, less="", inc__deep__x="", inc__less="")
    assert found.unread == "an #include may be of 'less.h' or of 'inc/less.h'"


def test_a_header_of_the_same_name_that_is_not_meant(tmp_path: Path) -> None:
    kernel = '#include "own/less.h"\n' + KERNEL
    assert program(tmp_path, ALONE, kernel, k__own__less="", inc__less="", less="").unread == ""


@pytest.mark.parametrize("reads", [ALONE, JOINED])
def test_an_option_may_say_the_line(reads: str, tmp_path: Path) -> None:
    text = MAIN.replace("-DLESS=0", "-DLESS=__LINE__")
    texts = {"host.c": HEAD + "#include <stdio.h>\n" + READ + text % reads, "k/kernel.cl": KERNEL}
    if reads == JOINED:
        texts["a.cl"] = "int one(void) { return 1; }\n"
    for name, data in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(data)
    (found,) = analysed(tmp_path, texts).host.programs
    assert found.unread == "an option says '__LINE__', which is not the same for every reader"


def test_a_header_that_a_macro_names_beside_one_of_that_name(tmp_path: Path) -> None:
    """The macro may say any file; what others spell is not all."""
    kernel = '#define FILE_NAME "b/less.h"\n#include FILE_NAME\n#include <a/more.h>\n' + KERNEL
    beside = {"k__b__less": "", "inc__deep__a__more": '#include "less.h"\n'}
    beside["inc__deep__a__less"] = ""
    assert program(tmp_path, ALONE, kernel, **beside).unread == ""
    found = program(tmp_path, ALONE, kernel, **beside, inc__deep__b__less="")
    assert "may be of" in found.unread
