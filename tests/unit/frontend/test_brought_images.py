"""Copies of stb_image.h are read as ppcl's own: images are memory of their own."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.diag import PpclError
from ppcl.frontend import ParseOptions
from ppcl.targets import load

# As a copy says it is one; nothing of it is read.
COPY = {
    "stb_image.h": "#define STBI_INCLUDE_STB_IMAGE_H\n#error not read\n",
    "stb_image_write.h": "#define INCLUDE_STB_IMAGE_WRITE_H\n#error not read\n",
}
KERNEL = "__kernel void invert(__global uchar *x) { x[get_global_id(0)] ^= 255; }\n"
HOST = """#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb_image_write.h"
int main(int argc, char **argv)
{
    int width, height, channels;
    unsigned char *image = stbi_load(argv[1], &width, &height, &channels, 0);
    if (!image)
        return 1;
    size_t n = (size_t)width * height * channels;
    const char *text = "TEXT";
    cl_context context = 0;
    cl_command_queue queue = 0;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(program, 0, NULL, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "invert", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n, image, NULL);
    clSetKernelArg(kernel, 0, sizeof x, &x);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, x, CL_TRUE, 0, n, image, 0, NULL, NULL);
    stbi_write_png("out.png", width, height, channels, image, 0);
    stbi_image_free(image);
    return 0;
}
""".replace("TEXT", KERNEL.strip())


def read(root: Path, host: str, name: str = "main.c", folder: str = ".") -> Facts:
    (root / folder).mkdir(exist_ok=True)
    for header, text in COPY.items():
        (root / folder / header).write_text(text)
    (root / name).write_text(host)
    options = ParseOptions(include_dirs=(str(root / folder),))
    return analyse(root, [name], {}, Reading({name: options}, ParseOptions()), load("amd-cpu"))


@pytest.mark.parametrize(("name", "folder"), [("main.c", "."), ("main.cpp", "include")])
def test_an_image_is_memory_of_its_own(tmp_path: Path, name: str, folder: str) -> None:
    facts = read(tmp_path, HOST, name, folder)
    first, last = facts.host.transfers
    assert [host.kind for host in (*first.hosts, *last.hosts)] == ["heap", "heap"]
    assert first.hosts == last.hosts
    assert facts.host.complete
    assert {remark.code for remark in facts.host.remarks} == set()


def test_what_asks_for_more_gets_the_copy_itself(tmp_path: Path) -> None:
    more = HOST.replace("stbi_image_free(image)", "stbi_image_free(stbi_zlib_decode(image))")
    with pytest.raises(PpclError, match="not read"):
        read(tmp_path, more)
