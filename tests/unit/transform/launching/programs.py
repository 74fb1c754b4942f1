"""Small hosts that launch, resized: the lines that are new, and the sizes that are read then."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.numbers.polynomial import Polynomial, make_term
from ppcl.source import apply_edits
from ppcl.transform.launching import NewSizes, OldSizes, resized
from tests.unit.analysis.sources import analysed

KERNELS = """\
__kernel void k(__global float *a) { a[get_global_id(0)] = 1; }
__kernel void other(__global float *a) { a[get_global_id(0)] = 1; }
"""
C_HEAD = """\
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define BX 16
#define SUM n + BX
#define UP(a, b) (((a) + (b) - 1) / (b) * (b))
#define SIZES(a) (size_t[]){(a) * 16, 4}
#define SHOW printf("%zu", global[0])
#define CHECK(call) do { cl_int e = (call); if (e != CL_SUCCESS) exit(e); } while (0)
#define RETRY(call) do { if ((call) == CL_SUCCESS) break; } while (1)
cl_command_queue queue;
cl_program program;
"""
C_MAIN = """\
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), err;
    cl_kernel k = clCreateKernel(program, "k", 0), other = clCreateKernel(program, "other", 0);
"""
CXX_HEAD = """\
#include <CL/cl.hpp>
#include <cstdlib>
"""
CXX_MAIN = """\
int main(int argc, char **argv)
{
    int n = std::atoi(argv[1]);
    cl::Context context(CL_DEVICE_TYPE_ALL);
    cl::CommandQueue queue(context);
    cl::Program program(context, "");
    cl::Kernel k(program, "k"), other(program, "other");
    cl::make_kernel<cl::Buffer> functor(k);
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, 64);
"""


def c_host(*lines: str, before: str = "") -> tuple[str, str]:
    """A host in C, by its name and text; `before` stands in front of its `main`."""
    return "host.c", C_HEAD + before + C_MAIN + "".join(f"    {line}\n" for line in lines) + "}\n"


def cxx_host(*lines: str, before: str = "") -> tuple[str, str]:
    """A host in C++, as `c_host`."""
    body = "".join(f"    {line}\n" for line in lines)
    return "host.cpp", CXX_HEAD + before + CXX_MAIN + body + "}\n"


@dataclass(frozen=True)
class Resized:
    """What became of a host: the facts before and after, and the lines that are new."""

    before: Facts
    after: Facts
    found: NewSizes
    lines: tuple[str, ...]


def resize(
    root: Path, host: tuple[str, str], dimension: int = 0, factor: int = 4
) -> Resized | OldSizes:
    """Divide the sizes of kernel `k`, and read the new text."""
    name, text = host
    before = analysed(root, {name: text, "k.cl": KERNELS})
    found = resized(before, "k", dimension, factor)
    if isinstance(found, OldSizes):
        return found
    new = apply_edits(before.files[name], found.edits).data.decode("utf-8", "replace")
    old = text.splitlines()
    lines = tuple(line.strip() for line in new.splitlines() if line not in old)
    return Resized(before, analysed(root, {name: new, "k.cl": KERNELS}), found, lines)


def sizes(launch: LaunchEvent) -> tuple[list[str], list[str]]:
    """The sizes of a launch; no local ones for NULL."""
    return [*map(str, launch.global_size or ())], [*map(str, launch.local_size or ())]


def smaller(
    launch: LaunchEvent, dimension: int = 0, factor: int = 4
) -> tuple[list[str], list[str]]:
    """The sizes of a launch, divided."""
    rest = factor - 1 if launch.local_is_null else 0
    return (
        _smaller(launch.global_size or (), dimension, factor, rest),
        _smaller(launch.local_size or (), dimension, factor, rest),
    )


def _smaller(sides: Sequence[Polynomial], dimension: int, factor: int, more: int) -> list[str]:
    """The sides with one divided; `more` is added first where that may leave a rest."""
    by, rest = Polynomial.constant(factor), Polynomial.constant(more)
    found = []
    for number, side in enumerate(sides):
        up = side.divide_exactly(by) or make_term("/", (side + rest, by))
        found.append(str(up if number == dimension else side))
    return found


def checked(found: object, dimension: int = 0, factor: int = 4) -> Resized:
    """The new text launches what it did, `k` with sizes that are divided."""
    assert isinstance(found, Resized)
    pairs = zip(found.before.host.launches, found.after.host.launches, strict=True)
    for old, new in pairs:
        assert new.kernel == old.kernel
        assert new.global_offset == old.global_offset
        expected = smaller(old, dimension, factor) if old.kernel == "k" else sizes(old)
        assert sizes(new) == expected
    assert not [unit.problems for unit in found.after.hosts if unit.problems]
    return found
