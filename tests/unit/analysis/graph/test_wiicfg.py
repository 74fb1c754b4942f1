"""The WII-CFG of programs with wrappers, helpers and several launches."""

import pytest

from ppcl.analysis.graph.wiicfg import BlockKey, Link, WiiCfg, wii_cfg
from ppcl.ir.cfg import ENTRY, EXIT
from tests.unit.analysis.sources import HEAD, analysed

HOST = (
    HEAD
    + """
static cl_kernel kernel;
static int unrelated(int n) { return n + 1; }
static void launch(size_t n)
{
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
}
int main(int argc, char **argv)
{
    int n = unrelated(argc);
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n, NULL, NULL);
    kernel = clCreateKernel(program, "scale", NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    launch(n);
    for (int i = 0; i < 3; ++i)
        launch(n);
    return 0;
}
"""
)
KERNEL = """
void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }
float twice(float x) { return 2.0f * x; }
__kernel void scale(__global float *a)
{
    a[get_global_id(0)] = twice(a[get_global_id(0)]);
    meet();
    a[get_global_id(0)] += 1.0f;
}
__kernel void other(__global float *a) { barrier(CLK_LOCAL_MEM_FENCE); }
"""


@pytest.fixture
def graph(tmp_path) -> WiiCfg:
    return wii_cfg(analysed(tmp_path, {"host.c": HOST, "k.cl": KERNEL}, "intel-cpu"))


def _names(graphs):
    return {cfg.function.name for cfg in graphs.values()}


def test_functions_on_the_way_to_commands_and_barriers_are_joined(graph):
    assert _names(graph.host) == {"main", "launch"}
    assert _names(graph.kernels) == {"scale", "meet"}
    assert graph.entry is not None
    assert graph.host[graph.entry].function.name == "main"


def test_each_call_has_an_edge_to_the_callee_and_one_back(graph):
    main = next(key for key, cfg in graph.host.items() if cfg.function.name == "main")
    launch = next(key for key, cfg in graph.host.items() if cfg.function.name == "launch")
    sites = [block.index for block in graph.host[main].blocks if block.kind == "call"]
    assert len(sites) == 2
    for site in sites:
        there = Link("call", BlockKey(main, site), BlockKey(launch, ENTRY))
        back = Link("return", BlockKey(launch, EXIT), BlockKey(main, site))
        assert {there, back} <= set(graph.links)


def test_each_launch_joins_the_kernel_in(graph):
    assert len(graph.launches) == 2
    scale = next(key for key, cfg in graph.kernels.items() if cfg.function.name == "scale")
    for launch in graph.launches:
        block = graph.host[launch.place.function].blocks[launch.place.block]
        assert block.kind == "launch"
        assert launch.function == scale
        assert Link("call", launch.place, BlockKey(scale, ENTRY)) in graph.links
        assert Link("return", BlockKey(scale, EXIT), launch.place) in graph.links


def test_a_helper_with_a_barrier_is_joined_at_its_call(graph):
    scale = next(key for key, cfg in graph.kernels.items() if cfg.function.name == "scale")
    meet = next(key for key, cfg in graph.kernels.items() if cfg.function.name == "meet")
    assert [block.kind for block in graph.kernels[meet].blocks] == ["entry", "exit", "barrier"]
    (site,) = (block.index for block in graph.kernels[scale].blocks if block.kind == "call")
    assert Link("call", BlockKey(scale, site), BlockKey(meet, ENTRY)) in graph.links


def test_all_links_and_edges_end_at_blocks(graph):
    graphs = {**graph.host, **graph.kernels}
    for link in graph.links:
        for place in (link.source, link.target):
            assert 0 <= place.block < len(graphs[place.function].blocks)


def test_the_target_sets_the_wii_function(graph, tmp_path):
    serial = wii_cfg(analysed(tmp_path, {"host.c": HOST, "k.cl": KERNEL}, "amd-cpu"))
    assert {launch.width for launch in serial.launches} == {1}
    assert {launch.width for launch in graph.launches} == {16}
    assert all("floor(lx/16)" in launch.wii for launch in graph.launches)


def test_a_kernel_that_is_not_in_the_sources_has_no_graph(tmp_path):
    without = wii_cfg(analysed(tmp_path, {"host.c": HOST, "k.cl": "__constant int nothing = 1;"}))
    assert [launch.function for launch in without.launches] == [None, None]
    assert not without.kernels


@pytest.mark.parametrize(
    ("expression", "skippable"),
    [("argc && clEnqueueTask(queue, kernel, 0, NULL, NULL)", True), ("argc + 1", False)],
)
def test_a_launch_in_an_operand_may_be_passed_by(expression, skippable, tmp_path):
    host = HOST.replace("return 0;", f"return {expression};")
    graph = wii_cfg(analysed(tmp_path, {"host.c": host, "k.cl": KERNEL}))
    main = next(cfg for cfg in graph.host.values() if cfg.function.name == "main")
    launches = [block.index for block in main.blocks if block.kind == "launch"]
    assert bool(launches) == skippable
    for launch in launches:
        before = [s for s, row in enumerate(main.successors) if launch in row]
        (behind,) = main.successors[launch]
        assert all(behind in main.successors[source] for source in before)


def test_a_kernel_without_barriers_is_joined_too(tmp_path):
    kernel = KERNEL.replace("    meet();\n", "")
    graph = wii_cfg(analysed(tmp_path, {"host.c": HOST, "k.cl": kernel}))
    assert _names(graph.kernels) == {"scale"}
