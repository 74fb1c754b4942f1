"""What real hosts did that the walk went round in circles on."""

from pathlib import Path

from ppcl.analysis.model import LaunchEvent, TransferEvent, events_of
from tests.unit.analysis.cplusplus import followed, read


def test_destructors_on_the_way_to_a_handler_that_may_throw_themselves(tmp_path: Path) -> None:
    before = """
#include <vector>
void report(int);
struct Guard { int n; ~Guard() { report(n); } };
"""
    body = """
    cl_mem x = make(4);
    try {
        std::vector<Guard> all(3);
        report(1);
    } catch (...) {
        return 1;
    }
    launch(x, 1);
"""
    assert followed(read(tmp_path, before, body)) == [(["x"], "1")]


def test_a_handler_in_a_destructor_is_walked(tmp_path: Path) -> None:
    before = """
void report(int);
int seen = 1;
struct Guard { ~Guard() { try { report(1); } catch (int) { seen = 2; } } };
"""
    body = """
    cl_mem x = make(4);
    try {
        Guard guard;
        report(2);
    } catch (...) {
    }
    launch(x, seen);
"""
    ((_, seen),) = followed(read(tmp_path, before, body))
    assert seen not in ("1", "2")


def test_sub_buffers_in_a_list_with_their_parent(tmp_path: Path) -> None:
    before = "#include <vector>\n"
    body = """
    std::vector<cl_mem> all;
    cl_mem x = make(4096);
    all.push_back(x);
    for (int i = 1; i < argc; i++) {
        cl_buffer_region region = {1024u * i, 1024};
        cl_mem y = clCreateSubBuffer(
            all[0], CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
        all.push_back(y);
    }
    for (int i = 0; i < argc; i++)
        clEnqueueMapBuffer(queue, all[i], CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, nullptr);
    launch(all[0], 1);
"""
    facts = read(tmp_path, before, body)
    (part,) = [model for model in facts.host.buffers if model.object.name != "x"]
    assert [parent.name for parent in part.parents] == ["x"]


def test_what_a_destructor_reads_after_a_launch_is_recorded(tmp_path: Path) -> None:
    """Memory is the same as when an exception might have left before, the device's is not."""
    before = """
void report(int);
struct Result {
    cl_mem from;
    float to[4];
    ~Result() { clEnqueueReadBuffer(queue, from, CL_TRUE, 0, 16, to, 0, nullptr, nullptr); }
};
"""
    body = """
    Result result;
    result.from = make(16);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &result.from);
    clSetKernelArg(kernel, 1, sizeof(int), &argc);
    size_t global = 1024;
    try {
        Result other = result;
        report(1);
        report(1);
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
        report(1);
    } catch (...) {
    }
"""
    events = list(events_of(read(tmp_path, before, body).host.tree))
    launched = next(i for i, event in enumerate(events) if isinstance(event, LaunchEvent))
    reads = [i for i, event in enumerate(events) if isinstance(event, TransferEvent)]
    other = [i for i in reads if "other" in str(events[i])]
    assert [i > launched for i in other] == [False, True, True]  # the last one: no exception left


def test_a_destructor_that_releases_in_a_loop_does_nothing_else(tmp_path: Path) -> None:
    """What its own variables hold ends with it; what others hold does not."""
    before = """
int left = 3;
struct Events {
    cl_event *all;
    int count;
    ~Events()
    {
        for (int i = 0; i < count; ++i)
            if (all[i])
                clReleaseEvent(all[i]);
        LAST
        delete[] all;
    }
};
"""
    body = """
    cl_mem x = make(4);
    {
        Events events;
        events.count = argc;
        events.all = new cl_event[argc];
    }
    launch(x, left);
"""
    ((_, left),) = followed(read(tmp_path, before.replace("LAST", ""), body))
    assert left == "3"
    ((_, left),) = followed(read(tmp_path, before.replace("LAST", "left = count;"), body))
    assert left == "argc"
