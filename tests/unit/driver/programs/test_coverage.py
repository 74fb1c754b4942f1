"""When a program counts as fully followed, and when not: each twin lacks one thing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.driver.programs.coverage import Coverage, coverage
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program, target_of
from tests.unit.small_program import HOST, PROGRAM

Cover = Callable[..., Coverage]
WRITE = "clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, bytes, table, 0, 0, 0);"


@pytest.fixture
def cover(tmp_path: Path) -> Cover:
    """The coverage of the small program with some text replaced, and lines put in front."""

    def run(*changes: tuple[str, str], front: str = "") -> Coverage:
        text = HOST.decode()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        for name, data in {**PROGRAM, "host.c": (front + text).encode()}.items():
            (tmp_path / name).write_bytes(data)
        project = open_project([str(tmp_path)], Choices(target="pocl-cpu"))
        return coverage(read_program(project, target_of(project)))

    return run


def test_a_program_that_is_fully_followed(cover: Cover) -> None:
    found = cover()
    assert found.followed
    assert (found.launches, found.unreached) == (1, 0)
    assert (found.known_arguments, found.arguments) == (4, 4)
    assert (found.hosts, found.buffers, found.device_only, found.unknown_buffers) == (1, 2, 1, 0)
    assert found.reasons == ()


def test_a_dead_launch_is_not_missed(cover: Cover) -> None:
    dead = "static void dead(cl_command_queue q, cl_kernel k)\n"
    dead += "{ clEnqueueNDRangeKernel(q, k, 1, 0, 0, 0, 0, 0, 0); }\n"
    assert cover(("static void fill", dead + "static void fill")).followed


def test_a_launch_that_is_not_reached(cover: Cover) -> None:
    """Through a pointer that is not followed."""
    other = "static void other(cl_command_queue q, cl_kernel k)\n"
    other += "{ clEnqueueNDRangeKernel(q, k, 1, 0, 0, 0, 0, 0, 0); }\n"
    front = (
        "#include <CL/cl.h>\ntypedef void (*run)(cl_command_queue, cl_kernel);\nrun pick(run);\n"
    )
    found = cover(
        ("static void fill", other + "static void fill"),
        ("return 0;", "pick(other)(queue, kernel); return 0;"),
        front=front,
    )
    assert not found.followed
    assert found.unreached == 1
    assert any("this launch is not reached" in reason.message for reason in found.reasons)
    assert found.reasons[0].location is not None


def test_a_callback_is_told_with_its_place(cover: Cover) -> None:
    seen = "static int seen;\nstatic void done(cl_event e, cl_int s, void *d) { seen = s; }\n"
    call = "cl_event event; clSetEventCallback(event, CL_COMPLETE, done, 0);"
    found = cover((WRITE, f"{WRITE} {call}"), front=f"#include <CL/cl.h>\n{seen}")
    assert not found.followed
    first = found.reasons[0]
    assert first.code == "PPC108"
    assert first.location is not None
    assert first.location.file == "host.c"


def test_a_kernel_that_is_not_there(cover: Cover) -> None:
    found = cover(('"sum"', '"product"'))
    assert not found.followed
    assert found.reasons[0].code == "PPC103"
    assert found.reasons[0].message.startswith("kernel 'product' is not in ")


def test_host_memory_that_is_not_known(cover: Cover) -> None:
    found = cover((WRITE, WRITE.replace("table, 0, 0", "other(), 0, 0")), front="void *other();\n")
    assert not found.followed
    assert (found.unknown_buffers, found.device_only) == (1, 1)


def test_a_transfer_of_a_buffer_that_is_not_known_may_be_of_any(cover: Cover) -> None:
    read = "clEnqueueReadBuffer(queue, other(), CL_TRUE, 0, bytes, table, 0, 0, 0); return 0;"
    found = cover(("return 0;", read), front="#include <CL/cl.h>\ncl_mem other(void);\n")
    assert not found.followed
    assert (found.unknown_buffers, found.device_only) == (1, 0)


def test_a_buffer_that_is_given_away(cover: Cover) -> None:
    front = "#include <CL/cl.h>\nvoid other(cl_mem);\n"
    found = cover(("return 0;", "other(d_sums); return 0;"), front=front)
    assert not found.followed
    assert found.device_only == 0


PART = "cl_buffer_region part = {0, 8}; cl_mem d_part = clCreateSubBuffer(OF, CL_MEM_READ_WRITE, "
PART += "CL_BUFFER_CREATE_TYPE_REGION, &part, 0); "


@pytest.mark.parametrize(("parent", "device_only"), [("d_table", 1), ("d_sums", 2)])
def test_a_part_is_what_its_whole_is(cover: Cover, parent: str, device_only: int) -> None:
    found = cover(("fill(table, rows", PART.replace("OF", parent) + "fill(table, rows"))
    assert found.followed
    assert (found.buffers, found.device_only) == (3, device_only)


def test_a_part_that_is_read_ties_its_whole(cover: Cover) -> None:
    read = "clEnqueueReadBuffer(queue, d_part, CL_TRUE, 0, 8, table, 0, 0, 0); return 0;"
    found = cover(
        ("fill(table, rows", PART.replace("OF", "d_sums") + "fill(table, rows"),
        ("return 0;", read),
    )
    assert (found.buffers, found.device_only, found.unknown_buffers) == (3, 0, 0)


def test_a_part_of_a_buffer_that_is_not_known(cover: Cover) -> None:
    front = "#include <CL/cl.h>\ncl_mem other(void);\n"
    part = PART.replace("OF", "other()")
    found = cover(("fill(table, rows", part + "fill(table, rows"), front=front)
    assert not found.followed
    assert found.device_only == 0


def test_shared_virtual_memory_is_not_followed(cover: Cover) -> None:
    argument = "clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_sums);"
    svm = "clSetKernelArgSVMPointer(kernel, 1, clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));"
    found = cover((argument, svm))
    assert not found.followed
    assert (found.known_arguments, found.arguments) == (3, 4)
    assert any("shared virtual memory" in reason.message for reason in found.reasons)
