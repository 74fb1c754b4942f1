"""The symbolic walk of transfers: what moves where, and which objects share their memory."""

import pytest

from ppcl.analysis.data.aliases import aliases
from ppcl.analysis.data.commands import command_graph, definitions_of
from ppcl.analysis.model import AccessEvent, EscapeEvent, events_of
from ppcl.analysis.model.region import COPY_HOST_PTR, USE_HOST_PTR
from tests.unit.analysis.sources import HEAD, analysed

KERNEL = "__kernel void k(__global float *a) { a[get_global_id(0)] = 1; }\n"
SETUP = """
    int n = atoi(argv[1]), m = atoi(argv[2]);
    queue = clCreateCommandQueue(context, 0, 0, 0);
    cl_kernel kernel = clCreateKernel(0, "k", 0);
    float *h = malloc(4 * n);
    cl_mem d = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n, 0, 0);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d);
    size_t global = n;
"""
LAUNCH = "    clEnqueueNDRangeKernel(queue, kernel, 1, 0, &global, 0, 0, 0, 0);\n"


def facts_of(tmp_path, body, setup=SETUP, before=""):
    body += "" if LAUNCH in body else LAUNCH
    host = f"{HEAD}{before}\nint main(int argc, char **argv)\n{{\n{setup}{body}}}\n"
    return analysed(tmp_path, {"host.c": host, "k.cl": KERNEL})


def moves(facts, *kinds):
    return [
        (
            t.kind,
            [b.name for b in t.buffers],
            t.host and t.host.name,
            *(None if v is None else str(v) for v in (t.offset, t.size)),
        )
        for t in facts.host.transfers
        if not kinds or t.kind in kinds
    ]


def codes(facts):
    return [remark.code for remark in facts.host.remarks]


def test_a_rectangle_of_whole_rows_is_one_run(tmp_path):
    body = """
    size_t from[3] = {0, 2, 0}, at[3] = {0, 1, 0}, box[3] = {4 * m, n, 1};
    clEnqueueWriteBufferRect(queue, d, CL_TRUE, from, at, box, 4 * m, 0, 0, 0, h, 0, 0, 0);
"""
    (write,) = facts_of(tmp_path, body).host.transfers
    m, n = "atoi", "atoi"
    assert (str(write.offset), str(write.size)) == (f"8 * {m}", f"4 * {m} * {n}")
    assert str(write.host_offset) == f"4 * {m}"
    assert write.region is not None
    assert [str(side) for side in write.region.extent or ()] == [f"4 * {m}", n, "1"]


@pytest.mark.parametrize(
    "box", ["{4, n, 1}", "{4 * m, n, 2}", "{4 * m, argc > 3 ? n : m, m}", "{4 * m}"]
)
def test_a_rectangle_of_parts_of_rows_is_no_run(tmp_path, box):
    body = f"""
    size_t zero[3] = {{0, 0, 0}}, box[3] = {box};
    clEnqueueReadBufferRect(queue, d, CL_TRUE, zero, zero, box, 4 * m, 8 * m * n, 4 * m, 0, h,
                            0, 0, 0);
"""
    (read,) = facts_of(tmp_path, body).host.transfers
    assert (read.kind, read.host and read.host.name, read.size) == ("read", "h", None)


def test_a_pitch_that_may_be_zero_says_not_where_a_row_starts(tmp_path):
    body = """
    size_t from[3] = {0, 2, 0}, zero[3] = {0, 0, 0}, box[3] = {4 * m, 1, 1};
    clEnqueueWriteBufferRect(queue, d, CL_TRUE, from, zero, box, 4 * n, 0, 0, 0, h, 0, 0, 0);
"""
    (write,) = facts_of(tmp_path, body).host.transfers
    assert (write.offset, write.size) == (None, None)


def test_copies_and_fills(tmp_path):
    body = """
    cl_mem e = clCreateBuffer(context, 0, 4 * n, 0, 0);
    size_t zero[3] = {0, 0, 0}, box[3] = {4 * n, 1, 1};
    float one = 1;
    clEnqueueFillBuffer(queue, d, &one, 4, 0, 4 * n, 0, 0, 0);
    clEnqueueCopyBuffer(queue, d, e, 8, 4, 4 * n, 0, 0, 0);
    clEnqueueCopyBufferRect(queue, d, e, zero, zero, box, 0, 0, 0, 0, 0, 0, 0);
"""
    fill, copy, box = facts_of(tmp_path, body).host.transfers
    assert (fill.kind, str(fill.offset), str(fill.size)) == ("fill", "0", "4 * atoi")
    for event, start in ((copy, "8"), (box, "0")):
        assert (event.kind, event.buffers[0].name, event.peer and event.peer.name) == (
            "copy",
            "e",
            "d",
        )
        assert (str(event.peer_offset), str(event.size)) == (start, "4 * atoi")
    assert str(copy.offset) == "4"


@pytest.mark.parametrize(
    ("flags", "bits"),
    [
        ("CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY", COPY_HOST_PTR | 4),
        ("how", USE_HOST_PTR | 1),
        ("SHARED", USE_HOST_PTR | 1),
        ("argc > 2 ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR", None),
    ],
)
def test_flags_are_known_by_their_value(tmp_path, flags, bits):
    before = "#define SHARED (CL_MEM_USE_HOST_PTR | CL_MEM_READ_WRITE)\n"
    body = f"""
    cl_mem_flags how = CL_MEM_READ_WRITE;
    how |= CL_MEM_USE_HOST_PTR;
    cl_mem e = clCreateBuffer(context, {flags}, 4 * n, h, 0);
"""
    facts = facts_of(tmp_path, body, before=before)
    model = facts.host.buffers[-1]
    assert (model.object.name, model.bits, model.host and model.host.name) == ("e", bits, "h")
    assert model.may_use_host == (bits is None or bool(bits & USE_HOST_PTR))
    assert moves(facts) == [("create", ["e"], "h", "0", "4 * atoi")]


def test_a_value_in_shared_memory_is_not_kept(tmp_path):
    body = """
    int counts[1] = {64};
    cl_mem e = clCreateBuffer(context, FLAGS, 4, counts, 0);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &e);
    counts[0] = 32;
    global = counts[0];
"""
    for flags, size in (("CL_MEM_COPY_HOST_PTR", 32), ("CL_MEM_USE_HOST_PTR", None)):
        facts = facts_of(tmp_path, body.replace("FLAGS", flags))
        assert (facts.host.launches[0].global_size or ())[0].as_int == size


@pytest.mark.parametrize(
    ("flags", "direction"),
    [
        ("CL_MAP_READ", "read"),
        ("CL_MAP_WRITE", "write"),
        ("CL_MAP_READ | CL_MAP_WRITE", "readwrite"),
        ("CL_MAP_WRITE_INVALIDATE_REGION", "write"),
        ("argc", "readwrite"),
    ],
)
def test_a_mapped_pointer_is_tied_to_its_buffer(tmp_path, flags, direction):
    body = f"""
    struct {{ float *p; }} s;
    s.p = clEnqueueMapBuffer(queue, d, CL_TRUE, {flags}, 0, 4 * n, 0, 0, 0, 0);
    float *q = s.p + 1;
    for (int i = 0; i + 1 < n; i++)
        q[i] = i;
    clEnqueueUnmapMemObject(queue, d, s.p, 0, 0, 0);
{LAUNCH}"""
    facts = facts_of(tmp_path, body)
    assert [(a.host.name, a.buffer.name, a.direction) for a in aliases(facts.host)] == [
        ("p", "d", direction)
    ]
    (store,) = (a for a in facts.host.accesses if a.kind == "store")
    assert store.object == facts.host.transfers[0].host
    assert str(store.offset) == "4 * i + 4"
    graph = command_graph(facts.host, facts.kernels)
    assert store in definitions_of(graph, facts.host.launches[0], facts.host.buffers[0].object)


def test_a_map_of_host_memory_gives_the_host_s_pointer(tmp_path):
    body = """
    cl_mem e = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4 * n - 8, h + 2, 0);
    float *p = clEnqueueMapBuffer(queue, e, CL_TRUE, CL_MAP_WRITE, 4, 4, 0, 0, 0, 0);
    *p = 1;
"""
    facts = facts_of(tmp_path, body)
    (store,) = facts.host.accesses
    assert (store.object.name, str(store.offset)) == ("h", "12")


def test_two_maps_of_a_buffer_are_the_same_memory(tmp_path):
    body = """
    float *p = clEnqueueMapBuffer(queue, d, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, 0, 0, 0);
    float *q = clEnqueueMapBuffer(queue, d, CL_TRUE, CL_MAP_READ, 0, 4, 0, 0, 0, 0);
    p[0] = 1;
    h[0] = q[0];
"""
    facts = facts_of(tmp_path, body)
    store, load = facts.host.accesses[:2]
    graph = command_graph(facts.host, facts.kernels)
    assert store.object != load.object
    assert store in definitions_of(graph, load, load.object)


@pytest.mark.parametrize("buffer", ["d", "unknown(d)"])
def test_a_sub_buffer_shares_its_parent_s_memory(tmp_path, buffer):
    body = f"""
    cl_buffer_region part = {{64, 4 * m}};
    cl_mem s = clCreateSubBuffer({buffer}, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, 0);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &s);
{LAUNCH}
    clEnqueueReadBuffer(queue, d, CL_TRUE, 0, 4 * n, h, 0, 0, 0);
"""
    facts = facts_of(tmp_path, body, before="cl_mem unknown(cl_mem);")
    model = facts.host.buffers[-1]
    assert (model.object.name, str(model.object.size), str(model.start)) == (
        "s",
        "4 * atoi",
        "64",
    )
    (launch,), read = facts.host.launches, facts.host.transfers[-1]
    assert [b.name for b in launch.arguments[0].buffers] == ["s"]
    graph = command_graph(facts.host, facts.kernels)
    assert launch in definitions_of(graph, read, read.buffers[0])


IMAGE = """
    cl_image_format format = {CL_R, CL_FLOAT};
    size_t zero[3] = {0, 0, 0}, box[3] = {n, m, 1};
"""


@pytest.mark.parametrize(
    "create",
    [
        "clCreateImage2D(context, CL_MEM_READ_ONLY, &format, n, m, 0, 0, 0)",
        "clCreateImage3D(context, CL_MEM_READ_ONLY, &format, n, m, 1, 0, 0, 0, 0)",
        "clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, 0, 0)",
    ],
)
@pytest.mark.parametrize(
    "sampler",
    [
        "clCreateSampler(context, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 0)",
        "clCreateSamplerWithProperties(context, 0, 0)",
    ],
)
def test_images_are_bound_and_tied(tmp_path, create, sampler):
    body = f"""{IMAGE}
    cl_image_desc desc = {{CL_MEM_OBJECT_IMAGE2D, n, m}};
    cl_mem image = {create};
    cl_sampler sampler = {sampler};
    clEnqueueWriteImage(queue, image, CL_TRUE, zero, box, 0, 0, h, 0, 0, 0);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &image);
    clSetKernelArg(kernel, 1, sizeof(cl_sampler), &sampler);
{LAUNCH}
    clEnqueueCopyImageToBuffer(queue, image, d, zero, box, 0, 0, 0, 0);
"""
    facts = facts_of(tmp_path, body)
    first, second = facts.host.launches[0].arguments
    assert (first.kind, [(b.kind, b.name) for b in first.buffers]) == (
        "buffer",
        [("image", "image")],
    )
    assert second.kind == "sampler"
    assert moves(facts) == [
        ("write", ["image"], "h", None, None),
        ("copy", ["d"], None, None, None),
    ]
    copy = facts.host.transfers[-1]
    assert copy.peer == first.buffers[0]
    assert [str(side) for side in (copy.region and copy.region.extent) or ()] == [
        "atoi",
        "atoi",
        "1",
    ]


def test_an_image_of_a_buffer_shares_its_memory(tmp_path):
    body = """
    cl_image_format format = {CL_R, CL_FLOAT};
    cl_image_desc desc = {CL_MEM_OBJECT_IMAGE1D_BUFFER, n};
    desc.buffer = d;
    cl_mem image = clCreateImage(context, 0, &format, &desc, 0, 0);
"""
    (share,) = facts_of(tmp_path, body).host.transfers
    assert (share.kind, share.buffers[0].name) == ("share", "d")
    assert share.peer is not None
    assert share.peer.kind == "image"


def test_shared_virtual_memory_is_refused_by_name(tmp_path):
    body = f"""
    float *s = clSVMAlloc(context, CL_MEM_READ_WRITE, 4 * n, 0);
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, s, 4 * n, 0, 0, 0);
    s[0] = 1;
    clEnqueueSVMUnmap(queue, s, 0, 0, 0);
    clSetKernelArgSVMPointer(kernel, 0, s);
{LAUNCH}"""
    facts = facts_of(tmp_path, body)
    assert codes(facts) == ["PPC130"] * 4
    (launch,) = facts.host.launches
    (argument,) = launch.arguments
    assert (argument.kind, [b.name for b in argument.buffers]) == ("svm", ["s"])
    escaped = [e for e in events_of(facts.host.tree) if isinstance(e, EscapeEvent)]
    assert {e.object.name for e in escaped} == {"s"}
    assert any(isinstance(e, AccessEvent) for e in events_of(facts.host.tree))


@pytest.mark.parametrize(
    "create",
    ["clCreateFromGLBuffer(context, 0, 1, 0)", "clCreateFromGLTexture(context, 0, 1, 0, 1, 0)"],
)
def test_memory_of_others_is_refused_by_name(tmp_path, create):
    before = "#include <CL/cl_gl.h>\n"
    body = f"""
    cl_mem g = {create};
    clEnqueueAcquireGLObjects(queue, 1, &g, 0, 0, 0);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &g);
{LAUNCH}"""
    facts = facts_of(tmp_path, body, before=before)
    assert codes(facts) == ["PPC131"] * 2
    assert [b.name for b in facts.host.launches[0].arguments[0].buffers] == ["g"]
    assert [kind for kind, buffers, *_ in moves(facts) if buffers == ["g"]] == ["other", "other"]


@pytest.mark.parametrize(("step", "known"), [("next.at += m;", False), ("", True)])
def test_a_pointer_that_only_a_loop_sets_may_have_moved(tmp_path, step, known):
    body = f"""
    struct cursor {{ float *at; }} next;
    float *from;
    next.at = h;
    for (int i = 0; i < n; i++) {{
        from = next.at;
        {step}
    }}
    clEnqueueWriteBuffer(queue, d, CL_TRUE, 0, 4, from, 0, 0, 0);
"""
    (write,) = facts_of(tmp_path, body).host.transfers
    assert write.host.name == "h"
    assert (str(write.host_offset) == "0") == known


def test_sizes_that_a_loop_fills_are_different_numbers(tmp_path) -> None:
    """One expression, the call's argument, stands for the load of each of them."""
    launch = "clEnqueueNDRangeKernel(queue, kernel, 2, 0, sides, sides, 0, 0, 0);"
    body = "size_t sides[2]; for (int i = 0; i < 2; i++) sides[i] = n >> i;\n" + launch
    (first, _) = facts_of(tmp_path, body).host.launches
    assert first.global_size is not None
    assert first.local_size is not None
    assert len({*first.global_size}) == 2
    assert len({*first.local_size}) == 2
