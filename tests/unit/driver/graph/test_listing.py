"""What `ppcl graph` prints, for one small program and awkward variants of it."""

import json
import re
import shutil
import subprocess

import pytest

from ppcl.driver.graph.listing import graph_dot, graph_json, graph_remarks, graph_text
from tests.unit.analysis.sources import HEAD, analysed

HOST = (
    HEAD
    + """
int main(int argc, char **argv)
{
    int rows = argc, columns = 4;
    float *h_in = malloc(sizeof(float) * rows * columns);
    float *h_out = malloc(sizeof(float) * rows);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            h_in[i + j * rows] = i + j;
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "sum", NULL);
    cl_mem d_in = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(float) * rows * columns, NULL,
                                 NULL);
    cl_mem d_out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(float) * rows, NULL, NULL);
    cl_mem scratch = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * rows, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_in, CL_TRUE, 0, sizeof(float) * rows * columns, h_in, 0, NULL,
                         NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_in);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_out);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &scratch);
    clSetKernelArg(kernel, 3, sizeof(int), &rows);
    clSetKernelArg(kernel, 4, sizeof(float) * 64, NULL);
    size_t global = rows, local = 64;
    for (int r = 0; r < 5; ++r)
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, sizeof(float) * rows, h_out, 0, NULL, NULL);
    return h_out[0] > 0;
}
"""
)
KERNEL = """
__kernel void sum(__global const float *in, __global float *out, __global float *s, int rows,
                  __local float *tile)
{
    int row = get_global_id(0);
    float total = 0.0f;
    tile[get_local_id(0)] = in[row];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < rows)
        for (int j = 0; j < 4; ++j)
            total += in[row + j * rows] /* a "quoted" | {comment} \\\\ */;
    s[row] = tile[0];
    out[row] = total;
}
"""


@pytest.fixture
def facts(tmp_path):
    return analysed(tmp_path, {"host.c": HOST, "k.cl": KERNEL})


def _line(text):
    return 1 + HOST[: HOST.index(text)].count("\n")


def test_launches(facts):
    (launch,) = graph_json(facts)["launches"]
    arguments = launch.pop("args")
    assert launch == {
        "id": 0,
        "kernel": "sum",
        "program": f"host.c:{_line('clCreateProgramWithSource')}",
        "location": f"host.c:{_line('clEnqueueNDRangeKernel')}",
        "global": ["argc"],
        "local": ["64"],
        "queue": "NULL",
    }
    assert [tuple(argument.values()) for argument in arguments] == [
        (0, "in", "buffer", "d_in", "h_in", "write", None),
        (1, "out", "buffer", "d_out", "h_out", "read", None),
        (2, "s", "buffer", "scratch", None, "none", None),
        (3, "rows", "scalar", None, None, "none", "rows"),
        (4, "tile", "local", None, None, "none", "256"),
    ]
    assert list(arguments[0]) == [
        "index",
        "param",
        "kind",
        "buffer",
        "host",
        "direction",
        "value",
    ]


def test_a_null_local_size_is_null(tmp_path):
    host = HOST.replace("&local, 0", "NULL, 0")
    facts = analysed(tmp_path, {"host.c": host, "k.cl": KERNEL})
    (launch,) = graph_json(facts)["launches"]
    assert launch["local"] is None


def test_aliases(facts):
    assert graph_json(facts)["aliases"] == [
        {"host": "h_in", "buffer": "d_in", "kernel": "sum", "arg": 0, "direction": "write"},
        {"host": "h_out", "buffer": "d_out", "kernel": "sum", "arg": 1, "direction": "read"},
    ]


def test_kernels_list_their_accesses(facts):
    (kernel,) = graph_json(facts)["kernels"]
    assert kernel["name"] == "sum"
    found = [(access["param"], access["kind"]) for access in kernel["accesses"]]
    assert found == [
        ("in", "load"),
        ("tile", "store"),
        ("in", "load"),
        ("tile", "load"),
        ("s", "store"),
        ("out", "store"),
    ]
    assert all(
        set(access) == {"param", "kind", "relation", "exact"} for access in kernel["accesses"]
    )


def test_an_argument_may_be_one_of_two_buffers(tmp_path):
    swap = "cl_mem t = d_out; d_out = scratch; scratch = t;"
    host = HOST.replace(
        "        clEnqueueNDRangeKernel",
        f"{{ clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_out); {swap} clEnqueueNDRangeKernel",
    ).replace("0, NULL, NULL);\n    clEnqueueRead", "0, NULL, NULL); }\n    clEnqueueRead")
    facts = analysed(tmp_path, {"host.c": host, "k.cl": KERNEL})
    (launch,) = graph_json(facts)["launches"]
    assert launch["args"][1]["buffer"] == "d_out|scratch"
    rows = [a["buffer"] for a in graph_json(facts)["aliases"] if a["arg"] == 1]
    assert rows == ["d_out", "scratch"]


def test_a_scalar_that_a_wrapper_sets_is_its_callers_value(tmp_path):
    wrapper = "static void set(cl_kernel k, int x) { clSetKernelArg(k, 3, sizeof(int), &x); }\n"
    host = HOST.replace("int main", wrapper + "int main")
    host = host.replace("clSetKernelArg(kernel, 3, sizeof(int), &rows)", "set(kernel, rows)")
    facts = analysed(tmp_path, {"host.c": host, "k.cl": KERNEL})
    (launch,) = graph_json(facts)["launches"]
    assert launch["args"][3]["value"] == "argc"


def test_remarks_say_what_is_careful(tmp_path):
    host = HOST.replace("d_in, CL_TRUE", "d_in, CL_FALSE")
    facts = analysed(tmp_path, {"host.c": host, "k.cl": KERNEL})
    (remark,) = (r for r in graph_remarks(facts) if r.code == "PPC109")
    assert remark.location is not None
    assert remark.location.line == _line("clEnqueueWriteBuffer")
    listed = [r for r in graph_json(facts)["remarks"] if r["code"] == "PPC109"]
    assert listed == [
        {
            "kind": "analysis",
            "code": "PPC109",
            "message": remark.message,
            "location": str(remark.location),
            "args": {},
        }
    ]


def test_json_is_json_and_the_same_every_time(facts, tmp_path):
    again = analysed(tmp_path, {"host.c": HOST, "k.cl": KERNEL})
    assert json.dumps(graph_json(facts)) == json.dumps(graph_json(again))
    assert graph_dot(facts) == graph_dot(again)
    assert graph_text(facts) == graph_text(again)


def test_text(facts):
    place = f"host.c:{_line('clEnqueueNDRangeKernel')}"
    shown, _, programs = graph_text(facts).partition("\nPrograms\n")
    assert "the strings of the program are not followed" in programs
    assert shown == (
        "Launches\n"
        f"  launch  kernel  place{' ' * (len(place) - 5)}  global size  local size\n"
        f"  ------  ------  {'-' * len(place)}  -----------  ----------\n"
        f"  0       sum     {place}  argc         64\n"
        "\n"
        "Aliases\n"
        "  host object  kernel object  kernel argument  transfer direction\n"
        "  -----------  -------------  ---------------  ------------------\n"
        "  h_in         d_in           sum (0th)        write\n"
        "  h_out        d_out          sum (1st)        read\n"
        "\n"
        "Buffers\n"
        "  buffer   place      bytes      host memory\n"
        "  -------  ---------  ---------  ------------------------\n"
        "  d_in     host.c:16  16 * argc  h_in\n"
        "  d_out    host.c:18  4 * argc   h_out\n"
        "  scratch  host.c:19  4 * argc   none: on the device only\n"
        "\n"
        "Other arguments\n"
        "  kernel argument  parameter  kind    value    launches\n"
        "  ---------------  ---------  ------  -------  --------\n"
        "  sum (2nd)        s          buffer  scratch  0\n"
        "  sum (3rd)        rows       scalar  rows     0\n"
        "  sum (4th)        tile       local   256      0\n"
    )


@pytest.mark.parametrize(
    ("sizes", "shown", "text"),
    [
        ("&global, NULL", None, "NULL"),
        ("&global, argc > 5 ? &local : NULL", {"one_of": [["64"], None]}, "64 | NULL"),
        ("&global, argc > 5 ? &local : &global", {"one_of": [["argc"], ["64"]]}, "argc | 64"),
        ("&global, (size_t *)argv[1]", "unknown", "not known"),
    ],
)
def test_local_sizes_that_are_not_one_number(tmp_path, sizes, shown, text):
    host = HOST.replace("&global, &local", sizes)
    facts = analysed(tmp_path, {"host.c": host, "sum.cl": KERNEL})
    (launch,) = graph_json(facts)["launches"]
    assert launch["local"] == shown
    assert re.search(f"argc +{re.escape(text)}$", graph_text(facts), re.MULTILINE)


@pytest.mark.parametrize(
    "size",
    [
        "(rows + 63) / 64 * 64",
        "(rows + 63) & ~63",
        "rows % 64 ? rows + 64 - rows % 64 : rows",
        "(size_t)ceil((double)rows / 64) * 64",
    ],
)
def test_a_size_is_shown_in_one_form(tmp_path, size):
    host = HOST.replace("global = rows", f"global = {size}").replace(
        HEAD, HEAD + "#include <math.h>\n"
    )
    facts = analysed(tmp_path, {"host.c": host, "sum.cl": KERNEL})
    assert graph_json(facts)["launches"][0]["global"] == ["64 * ((argc + 63) / 64)"]


@pytest.mark.parametrize(
    ("more", "device_only", "host"),
    [
        ("", True, "none: on the device only"),
        ("    load(scratch);\n", None, "not known"),
        (
            "    clEnqueueWriteBuffer(queue, scratch, 1, 0, 4, load(0), 0, 0, 0);\n",
            None,
            "not known",
        ),
        (
            "    clEnqueueWriteBuffer(queue, load(0), 1, 0, 4, h_in, 0, 0, 0);\n",
            None,
            "not known",
        ),
        ("    clEnqueueReadBuffer(queue, scratch, 1, 0, 4, h_in, 0, 0, 0);\n", False, "h_in"),
        ("    clEnqueueCopyBuffer(queue, d_in, scratch, 0, 0, 4, 0, 0, 0);\n", True, None),
    ],
)
def test_a_buffer_is_tied_or_on_the_device_only(tmp_path, more, device_only, host):
    text = HOST.replace("int main", "void *load(void *);\nint main")
    text = text.replace("    return h_out[0]", f"{more}    return h_out[0]")
    facts = analysed(tmp_path, {"host.c": text, "sum.cl": KERNEL})
    found = {buffer["name"]: buffer for buffer in graph_json(facts)["buffers"]}
    assert found["scratch"]["device_only"] is device_only
    assert found["scratch"]["size"] == "4 * argc"
    if host is not None:
        assert re.search(f"scratch .* {host}$", graph_text(facts), re.MULTILINE)


STRING = r'"(?:[^"\\]|\\.)*"'


def _statements(dot):
    """The picture's node names and edges, strings taken out."""
    plain = re.sub(STRING, "_", dot)
    assert plain.count("{") == plain.count("}")
    edges = re.findall(r"^ *(\w+)(?::\w+)? -> (\w+)(?::\w+)?[ ;]", plain, re.MULTILINE)
    nodes = re.findall(r"^ *(\w+) \[label=", plain, re.MULTILINE)
    return nodes, edges


def test_the_picture_declares_each_node_once_and_joins_only_those(facts):
    nodes, edges = _statements(graph_dot(facts))
    assert len(nodes) == len(set(nodes))
    assert {end for edge in edges for end in edge} <= set(nodes)


def test_the_picture_shows_loops_launches_blocks_barriers_and_buffers(facts):
    dot = graph_dot(facts)
    assert "for (int i = 0; i < rows; ++i)" in dot
    assert "writes h_in: h_in[i + j * rows]" in dot
    assert re.search(r'cluster_\w+ \{\s+label="for \(int r = 0; r < 5; \+\+r\)', dot)
    assert "launch 0: sum" in dot
    assert 'label="barrier"' in dot
    assert "int row = get_global_id(0);" in dot
    assert "work-items one by one" in dot
    assert "rows\\ =\\ rows" in dot
    for name in ("d_in", "d_out", "scratch", "h_in", "h_out"):
        assert f'label="{name}\\n' in dot


def test_buffers_point_as_the_data_go(facts):
    ties = re.findall(r':p(\d) \[label="\w+", dir=(\w+)', graph_dot(facts))
    assert ties == [("0", "forward"), ("1", "back"), ("2", "back")]


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_takes_the_picture(facts):
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input=graph_dot(facts), capture_output=True, text=True, check=False
    )
    assert drawn.returncode == 0
    assert not drawn.stderr
    assert "WII function" in drawn.stdout
