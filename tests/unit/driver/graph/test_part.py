"""A picture of many launches can be had in parts."""

import re
from pathlib import Path

import pytest

from ppcl.diag import PpclError
from ppcl.driver.graph.part import part_of
from ppcl.driver.graph.program_dot import graph_dot
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program, target_of
from tests.command import run_ppcl
from tests.growth.programs import written


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written("kernels", 20, tmp_path_factory.mktemp("large") / "program")


@pytest.fixture(scope="module")
def facts(program: Path):
    project = open_project([str(program)], Choices(target="pocl-cpu"))
    return read_program(project, target_of(project))


def drawn(dot: str) -> set[str]:
    return set(re.findall(r"launch \d+: (\w+)", dot))


def test_only_the_launches_of_some_kernels_are_drawn(facts) -> None:
    assert len(drawn(graph_dot(facts))) == 20
    dot = graph_dot(part_of(facts, ["step_3", "step_17"]))
    assert drawn(dot) == {"step_3", "step_17"}
    assert set(re.findall(r"kernel (step_\d+): work-items", dot)) == {"step_3", "step_17"}
    assert dot.count("clEnqueueWriteBuffer") == 1  # the buffer that both use
    assert dot.count("\n") < graph_dot(facts).count("\n") / 3


def test_a_kernel_that_is_not_launched(facts) -> None:
    with pytest.raises(PpclError, match="no launch of 'other' is known: of step_0, step_1,"):
        part_of(facts, ["step_3", "other"])


def test_what_other_kernels_use_is_left_out(tmp_path: Path) -> None:
    folder = written("kernels", 2, tmp_path / "program")
    host = folder / "main.c"
    other = host.read_text().replace(
        '    kernel = clCreateKernel(program, "step_1"',
        "    cl_mem second = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);\n"
        "    clEnqueueWriteBuffer(queue, second, CL_TRUE, 0, bytes, data, 0, NULL, NULL);\n"
        "    buffer = second;\n"
        '    kernel = clCreateKernel(program, "step_1"',
    )
    host.write_text(other)
    picture = ("graph", ".", "--format", "dot")
    whole = run_ppcl(picture, folder).stdout
    part = run_ppcl((*picture, "--kernel", "step_0"), folder).stdout
    assert 'label="second\\n' in whole
    assert 'label="second\\n' not in part
    assert 'label="buffer\\n' in part


@pytest.mark.parametrize("more", [(), ("--format", "json"), ("--summary",)])
def test_it_is_for_pictures(more: tuple[str, ...], program: Path) -> None:
    done = run_ppcl(("graph", ".", "--kernel", "step_1", *more), program)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--kernel is for --format dot and svg" in done.stderr
