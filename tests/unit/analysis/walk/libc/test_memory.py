"""The walk of memcpy and its like: what is read, what is written, and what is there after it."""

import pytest

from ppcl.analysis.model import EscapeEvent, events_of
from tests.unit.analysis.sources import HEAD, analysed

KERNEL = "__kernel void k(__global float *a) { a[get_global_id(0)] = 1; }\n"
STRUCT = "#include <string.h>\nstruct bag { int count; cl_mem mem; float *data; };\n"


def facts_of(tmp_path, body):
    host = f"""{HEAD}{STRUCT}
int main(int argc, char **argv)
{{
    size_t n = atoi(argv[1]);
    cl_kernel kernel = clCreateKernel(0, "k", 0);
    cl_mem d = clCreateBuffer(context, 0, 4 * n, 0, 0), e = clCreateBuffer(context, 0, n, 0, 0);
    float *h = malloc(4 * n), *g = malloc(4 * n);
    struct bag one = {{3, d, h}}, two = {{4, e, g}};
{body}
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &two.mem);
    clEnqueueWriteBuffer(queue, d, CL_TRUE, 0, 4 * n, two.data, 0, 0, 0);
    n = two.count;
    clEnqueueNDRangeKernel(queue, kernel, 1, 0, &n, 0, 0, 0, 0);
}}
"""
    return analysed(tmp_path, {"host.c": host, "k.cl": KERNEL})


def held(facts):
    """What `two` holds at the end: its buffers, its array and its number."""
    (launch,), write = facts.host.launches, facts.host.transfers[-1]
    argument = launch.arguments[0]
    buffers = [b.name for b in argument.buffers] if argument.kind == "buffer" else None
    size = launch.global_size[0] if launch.global_size else None
    return buffers, [host.name for host in write.hosts], size and size.as_int


def uses(facts):
    return [
        (e.object.name, e.reads, e.writes)
        for e in events_of(facts.host.tree)
        if isinstance(e, EscapeEvent)
    ]


@pytest.mark.parametrize("call", ["memcpy(&two, &one, sizeof one)", "memmove(&two, &one, 24)"])
def test_a_struct_that_is_copied_is_the_same(tmp_path, call):
    facts = facts_of(tmp_path, f"    {call};")
    assert held(facts) == (["d"], ["h"], 3)
    assert uses(facts) == [("one", True, False), ("two", False, True)]


def test_a_part_of_a_struct_is_copied_alone(tmp_path):
    facts = facts_of(tmp_path, "    memcpy(&two.mem, &one.mem, sizeof(cl_mem));")
    assert held(facts) == (["d"], ["g"], 4)


def test_a_pointer_is_copied(tmp_path):
    facts = facts_of(tmp_path, "    float *p;\n    memcpy(&p, &h, sizeof p);\n    two.data = p;")
    assert held(facts)[1] == ["h"]


@pytest.mark.parametrize(
    "call",
    [
        "memcpy(&two, &one, n)",
        "memcpy(&two, (char *)&one + n, sizeof one)",
        "memcpy((char *)&two + n, &one, 8)",
        "memset(&two, 0, sizeof two)",
        "memcpy((char *)&two + 4, &one, 20)",
    ],
)
def test_what_is_not_copied_whole_is_not_known(tmp_path, call):
    buffers, hosts, size = held(facts_of(tmp_path, f"    {call};"))
    assert size is None
    assert buffers is None or set(buffers) != {"e"}
    assert hosts != ["g"]


def test_the_bytes_of_a_number_may_be_another_number(tmp_path):
    body = """
    float f = 1;
    int i = 3;
    memcpy(&i, &f, sizeof i);
    two.count = i;
"""
    assert held(facts_of(tmp_path, body))[2] is None


def test_pointers_among_bytes_that_go_elsewhere_are_let_go_of(tmp_path):
    facts = facts_of(tmp_path, "    memcpy(argv, &one, n);")
    assert ("h", True, True) in uses(facts)
    assert any(t.kind == "other" and t.buffers[0].name == "d" for t in facts.host.transfers)


def test_an_array_is_read_and_another_written(tmp_path):
    facts = facts_of(tmp_path, "    memcpy(g, h, 4 * n);")
    assert uses(facts) == [("h", True, False), ("g", False, True)]
