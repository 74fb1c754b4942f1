"""Handles in arrays and tables: which element is which, and where that is not known."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.sources import analysed

KERNELS = """\
__kernel void first(__global float *a, __global float *b, int n)
{ a[get_global_id(0)] = b[n]; }
__kernel void second(__global float *a, __global float *b, int n)
{ b[get_global_id(0)] = a[n]; }
"""
HEAD = """\
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
cl_context context;
cl_command_queue queue;
cl_program program;
static const char *names[] = {"first", "second"};
"""
SETUP = """
    int n = atoi(argv[1]);
    cl_int err;
    size_t global = n;
    cl_mem bufs[2], other = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n, NULL, &err);
    cl_kernel kernels[2];
"""
KERNEL_TABLE = """
    for (int i = 0; i < 2; i++)
        kernels[i] = clCreateKernel(program, names[i], &err);
"""
BUFFER_TABLE = """
    for (int i = 0; i < 2; i++)
        bufs[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n, NULL, &err);
"""
ARGUMENTS = """
    clSetKernelArg(kernels[0], 0, sizeof(cl_mem), &bufs[0]);
    clSetKernelArg(kernels[0], 1, sizeof(cl_mem), &bufs[1]);
    clSetKernelArg(kernels[0], 2, sizeof(int), &n);
"""
FIRST = "    clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &global, NULL, 0, NULL, NULL);\n"
SECOND = FIRST.replace("[0]", "[1]")


def read(
    root: Path, body: str, before: str = "", name: str = "host.c", kernels: str = KERNELS
) -> Facts:
    """The facts of a host with this body of main after the set-up."""
    main = f"int main(int argc, char **argv)\n{{{SETUP}{body}    return 0;\n}}\n"
    return analysed(root, {name: f"{HEAD}{before}\n{main}", "k.cl": kernels})


def table(facts: Facts) -> list[tuple[str, list[str]]]:
    """Per launch, the kernel and its arguments: buffers by name, numbers, or what is not known."""
    return [
        (
            launch.kernel,
            [
                " ".join(sorted(buffer.name for buffer in argument.buffers))
                if argument.kind == "buffer"
                else str(argument.value)
                if argument.value is not None
                else argument.kind
                for argument in launch.arguments
            ],
        )
        for launch in facts.host.launches
    ]


def test_tables_filled_by_loops(tmp_path: Path) -> None:
    body = KERNEL_TABLE + BUFFER_TABLE + ARGUMENTS + FIRST
    body += """
    size_t sizes[] = {sizeof(cl_mem), sizeof(cl_mem), sizeof(int)};
    void *values[] = {&bufs[1], &other, &n};
    for (int i = 0; i < 3; i++)
        clSetKernelArg(kernels[1], i, sizes[i], values[i]);
"""
    assert table(read(tmp_path, body + SECOND)) == [
        ("first", ["bufs[0]", "bufs[1]", "atoi"]),
        ("second", ["bufs[1]", "other", "atoi"]),
    ]


@pytest.mark.parametrize(
    ("turn", "before"),
    [
        ("cur ^= 1;", "int cur = 0;"),
        ("cur = 1 - cur;", "int cur = 0;"),
        ("cur = !cur;", "int cur = 0;"),
        ("cur = (cur + 1) % 2;", "int cur = 0;"),
        ("cl_mem t = bufs[0]; bufs[0] = bufs[1]; bufs[1] = t;", "const int cur = 0;"),
    ],
)
def test_ping_pong_is_between_the_two(tmp_path: Path, turn: str, before: str) -> None:
    launch = ARGUMENTS.replace("bufs[0]", "bufs[cur]").replace("bufs[1]", "bufs[1 - cur]") + FIRST
    loop = f"    {before}\n    for (int t = 0; t < n; t++) {{{launch}    {turn}\n    }}\n"
    facts = read(tmp_path, KERNEL_TABLE + BUFFER_TABLE + loop)
    assert table(facts) == [("first", ["bufs[0] bufs[1]", "bufs[0] bufs[1]", "atoi"])]


@pytest.mark.parametrize(
    "change",
    [
        "int *p = &which; *p = n;",
        "choose(&which);",
        "if (n > 3) which = 1;",
        "for (int i = 0; i < n; i++) which = 1 - which;",
    ],
)
def test_an_index_that_changes_out_of_sight_is_one_of_all(tmp_path: Path, change: str) -> None:
    body = f"{KERNEL_TABLE}{BUFFER_TABLE}{ARGUMENTS}    int which = 0;\n    {change}\n"
    body += "    clSetKernelArg(kernels[0], 0, sizeof(cl_mem), &bufs[which]);\n" + FIRST
    facts = read(tmp_path, body, "void choose(int *);")
    assert table(facts)[0][1][0] == "bufs[0] bufs[1]"


def test_an_element_stored_at_an_unknown_index_may_be_any(tmp_path: Path) -> None:
    body = KERNEL_TABLE + BUFFER_TABLE + "    bufs[n % 2] = other;\n" + ARGUMENTS + FIRST
    assert table(read(tmp_path, body))[0][1][:2] == ["bufs[0] other", "bufs[1] other"]


def test_a_store_on_one_path_only(tmp_path: Path) -> None:
    """On the path without it, the element is what was stored at an index that is not known."""
    body = "    bufs[n % 2] = other;\n    cl_mem x = clCreateBuffer(context, 0, n, NULL, &err);\n"
    body += "    if (n > 7)\n        bufs[0] = x;\n" + KERNEL_TABLE + ARGUMENTS + FIRST
    assert table(read(tmp_path, body))[0][1][0] == "other x"


def test_a_loop_that_replaces_an_element(tmp_path: Path) -> None:
    """In the first turn the element is what was stored at an index that is not known."""
    body = "    bufs[n % 2] = other;\n    cl_mem x = clCreateBuffer(context, 0, n, NULL, &err);\n"
    launch = ARGUMENTS + FIRST + "        bufs[0] = x;\n"
    body += f"{KERNEL_TABLE}    for (int t = 0; t < n; t++) {{{launch}    }}\n"
    assert table(read(tmp_path, body))[0][1][0] == "other x"


def test_an_iteration_that_may_break(tmp_path: Path) -> None:
    """The iterations behind a break may not have happened: the old element may still be there."""
    fill = "    bufs[0] = bufs[1] = other;\n    for (int i = 0; i < 2; i++) {\n"
    fill += "        if (i == 1 && n > 100)\n            break;\n"
    fill += "        bufs[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, n, NULL, &err);\n    }\n"
    facts = read(tmp_path, KERNEL_TABLE + fill + ARGUMENTS + FIRST)
    assert table(facts)[0][1][:2] == ["bufs[0]", "bufs[1] other"]


def test_iterations_do_not_share_what_they_read(tmp_path: Path) -> None:
    """Two iterations of a small loop call the same input: its values are not equal."""
    body = KERNEL_TABLE + BUFFER_TABLE + ARGUMENTS + "    int v[2];\n"
    body += "    for (int i = 0; i < 2; i++) {\n        v[i] = rand();\n"
    body += "        clSetKernelArg(kernels[0], i, sizeof(cl_mem), &bufs[i]);\n    }\n"
    body += "    int same = v[0] - v[1];\n    clSetKernelArg(kernels[0], 2, sizeof(int), &same);\n"
    assert table(read(tmp_path, body + FIRST))[0][1][2] != "0"


def test_a_counter_that_the_body_changes(tmp_path: Path) -> None:
    fill = "    for (int i = 0; i < 4; i++) {\n"
    fill += "        bufs[i / 2] = clCreateBuffer(context, CL_MEM_READ_WRITE, n, NULL, &err);\n"
    fill += "        i++;\n    }\n"
    facts = read(tmp_path, KERNEL_TABLE + fill + ARGUMENTS + FIRST)
    assert table(facts)[0][1][:2] == ["bufs[0]", "bufs[1]"]


def test_a_table_of_unknown_length(tmp_path: Path) -> None:
    body = "    cl_mem *all = malloc(n * sizeof(cl_mem));\n    for (int i = 0; i < n; i++)\n"
    body += "        all[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, n, NULL, &err);\n"
    body += KERNEL_TABLE + ARGUMENTS.replace("bufs", "all") + FIRST
    (launch,) = read(tmp_path, body).host.launches
    assert [len(argument.buffers) for argument in launch.arguments[:2]] == [1, 1]
    assert not launch.arguments[0].buffers[0].unique


def test_kernels_made_in_a_loop_keep_their_arguments(tmp_path: Path) -> None:
    """A kernel made anew in each iteration: the last one's arguments are known."""
    body = "    for (int t = 0; t < n; t++) {\n"
    body += '    cl_kernel k = clCreateKernel(program, "first", &err);\n'
    body += BUFFER_TABLE + (ARGUMENTS + FIRST).replace("kernels[0]", "k") + "    }\n"
    assert table(read(tmp_path, body)) == [("first", ["bufs[0]", "bufs[1]", "atoi"])]


def test_an_older_kernel_of_a_loop_is_not_the_newest(tmp_path: Path) -> None:
    """`old` is what the iteration before made: its argument is not that of the newest."""
    body = BUFFER_TABLE + "    cl_kernel old = NULL, k = NULL;\n    for (int t = 0; t < n; t++) {\n"
    body += "    old = k;\n"
    body += '    k = clCreateKernel(program, "first", &err);\n'
    body += ARGUMENTS.replace("kernels[0]", "k").replace("&n", "&t")
    body += "    if (t > 0) {\n    clSetKernelArg(old, 0, sizeof(cl_mem), &other);\n"
    body += FIRST.replace("kernels[0]", "old") + FIRST.replace("kernels[0]", "k") + "    }\n    }\n"
    older, newest = table(read(tmp_path, body))
    assert older[1][0] == "bufs[0] other"
    assert newest[1] == ["bufs[0]", "bufs[1]", "t"]
    assert older[1][2] != "t"


def test_a_kernel_that_an_argument_holds_ages_with_the_others(tmp_path: Path) -> None:
    """`step(k, make())`: the first argument was read before the second one made another kernel."""
    before = """
cl_kernel make(void) { return clCreateKernel(program, "first", NULL); }
cl_kernel step(cl_kernel old, cl_kernel fresh, cl_mem *x) {
    if (old) clSetKernelArg(old, 0, sizeof(cl_mem), x);
    return fresh;
}
"""
    body = BUFFER_TABLE + "    cl_kernel k = NULL;\n    for (int t = 0; t < n; t++) {\n"
    body += "    k = step(k, make(), &other);\n" + ARGUMENTS.replace("kernels[0]", "k")
    body += FIRST.replace("kernels[0]", "k") + "    }\n"
    assert table(read(tmp_path, body, before))[0][1] == ["bufs[0]", "bufs[1]", "atoi"]


def test_numbers_and_structs_by_value_are_no_buffers(tmp_path: Path) -> None:
    sizes = "struct sizes { int rows, columns, depth; };\n"
    kernels = sizes + KERNELS.replace("__global float *a", "struct sizes a", 1)
    kernels = kernels.replace("a[get_global_id(0)] = b[n]", "b[n] = a.rows")
    before = f"{sizes}struct sizes *table_of(void);\n"
    others = "".join(ARGUMENTS.splitlines(keepends=True)[2:])
    body = KERNEL_TABLE + BUFFER_TABLE + others + "    int rows = table_of()->rows;\n"
    body += "    struct sizes all = *table_of();\n"
    body += "    clSetKernelArg(kernels[0], 0, sizeof all, &all);\n"
    body += "    clSetKernelArg(kernels[0], 2, sizeof(int), &rows);\n" + FIRST
    (launch,) = read(tmp_path, body, before, kernels=kernels).host.launches
    assert [argument.kind for argument in launch.arguments] == ["scalar", "buffer", "scalar"]


@pytest.mark.parametrize(
    "holder",
    ["cl_mem m = NULL", "static cl_mem all[4]; cl_mem *all_", "cl_mem *all = calloc(4, 8)"],
)
def test_what_is_made_when_first_needed_is_made(tmp_path: Path, holder: str) -> None:
    """A handle that may still be NULL is tested for it: the branch that makes it is taken once."""
    place = "m" if "m =" in holder else "all[n % 4]"
    body = f"    {holder};\n{KERNEL_TABLE}{BUFFER_TABLE}{ARGUMENTS}"
    body += f"    for (int t = 0; t < n; t++) {{\n        if (!{place})\n            {place} = "
    body += "clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, argv[0], &err);\n"
    body += f"        clSetKernelArg(kernels[0], 0, sizeof(cl_mem), &{place});\n{FIRST}    }}\n"
    facts = read(tmp_path, body)
    assert [transfer.kind for transfer in facts.host.transfers] == ["create"]
    assert [len(a.buffers) for a in facts.host.launches[0].arguments[:2]] == [1, 1]


def test_an_array_with_null_elements_may_hold_null(tmp_path: Path) -> None:
    body = "    cl_mem both[2] = {NULL, other};\n    int used = 0;\n    if (both[n % 2])\n"
    body += "        used = 1;\n" + KERNEL_TABLE + BUFFER_TABLE + ARGUMENTS
    body += "    clSetKernelArg(kernels[0], 2, sizeof(int), &used);\n" + FIRST
    assert table(read(tmp_path, body))[0][1][2] != "1"


def test_a_pointer_that_moves_in_a_loop_points_anywhere(tmp_path: Path) -> None:
    """It may be NULL at first; where it points after some turns is not where it was in one."""
    body = "    float *h = malloc(4 * n), *p = NULL;\n    for (int t = 0; t < n; t++) {\n"
    body += "        if (!p)\n            p = h;\n        p += 1;\n    }\n" + KERNEL_TABLE
    body += "    clEnqueueWriteBuffer(queue, other, CL_TRUE, 0, 4, p, 0, NULL, NULL);\n"
    facts = read(tmp_path, BUFFER_TABLE + body + ARGUMENTS + FIRST)
    (write,) = facts.host.transfers
    assert write.host is not None
    assert write.host.name == "h"
    assert write.host_offset is None or write.host_offset.as_int is None


ARGUMENT = "struct argument { size_t size; const void *value; };\n"
SET_ALL = """
static void set_all(cl_kernel kernel, const struct argument *all)
{
    for (int i = 0; all[i].size; i++)
        clSetKernelArg(kernel, i, all[i].size, all[i].value);
}
"""


def literal(*values: str) -> str:
    """A list of arguments without a name, and its end."""
    elements = ", ".join(f"{{sizeof {value}, &{value}}}" for value in values)
    return f"(struct argument[]){{{elements}, {{0, NULL}}}}"


@pytest.mark.parametrize("name", ["host.c", "host.cpp"])
def test_arguments_from_a_list_without_a_name(name: str, tmp_path: Path) -> None:
    body = (
        KERNEL_TABLE
        + BUFFER_TABLE
        + f"""
    set_all(kernels[0], {literal("bufs[0]", "bufs[1]", "n")});
    set_all(kernels[1], {literal("bufs[1]", "other", "n")});
"""
    )
    assert table(read(tmp_path, body + FIRST + SECOND, ARGUMENT + SET_ALL, name)) == [
        ("first", ["bufs[0]", "bufs[1]", "atoi"]),
        ("second", ["bufs[1]", "other", "atoi"]),
    ]


def test_a_list_without_a_name_can_be_written(tmp_path: Path) -> None:
    body = (
        KERNEL_TABLE
        + BUFFER_TABLE
        + f"""
    struct argument *list = {literal("bufs[0]", "bufs[1]", "n")};
    list[1].value = &other;
    set_all(kernels[0], list);
"""
    )
    found = table(read(tmp_path, body + FIRST, ARGUMENT + SET_ALL))
    assert found == [("first", ["bufs[0]", "other", "atoi"])]


def test_a_list_without_a_name_that_another_function_has(tmp_path: Path) -> None:
    body = (
        KERNEL_TABLE
        + BUFFER_TABLE
        + f"""
    struct argument *list = {literal("bufs[0]", "bufs[1]", "n")};
    change(list);
    set_all(kernels[0], list);
"""
    )
    before = ARGUMENT + SET_ALL + "void change(struct argument *);\n"
    assert "atoi" not in table(read(tmp_path, body + FIRST, before))[0][1]


def test_a_list_without_a_name_is_made_anew_each_time(tmp_path: Path) -> None:
    body = (
        KERNEL_TABLE
        + BUFFER_TABLE
        + f"""
    for (int i = 0; i < 2; i++) {{
        struct argument *list = {literal("bufs[1]", "bufs[1]", "n")};
        set_all(kernels[i], list);
        list[0].value = &other;
    }}
"""
    )
    found = table(read(tmp_path, body + FIRST + SECOND, ARGUMENT + SET_ALL))
    assert [arguments[0] for _, arguments in found] == ["bufs[1]", "bufs[1]"]


def test_an_array_begins_with_a_list_of_its_type(tmp_path: Path) -> None:
    """GNU C: no pointer to one."""
    body = KERNEL_TABLE + BUFFER_TABLE + "    cl_mem both[2] = (cl_mem[2]){0};\n"
    body += "    both[0] = other;\n    clSetKernelArg(kernels[0], 0, sizeof(cl_mem), both);\n"
    assert table(read(tmp_path, body + FIRST))[0][1][0] == "other"


SLOTS = """
static const int slots[2][3] = {{0, 1, -1}, {1, 0, -1}};
static void set(cl_kernel kernel, cl_mem *all, int k)
{
    for (int i = 0; slots[k][i] >= 0; i++)
        clSetKernelArg(kernel, i, sizeof(cl_mem), &all[slots[k][i]]);
}
"""


def test_a_table_that_ends_at_a_sentinel(tmp_path: Path) -> None:
    body = KERNEL_TABLE + BUFFER_TABLE + "set(kernels[0], bufs, 0); set(kernels[1], bufs, 1);\n"
    found = table(read(tmp_path, body + FIRST + SECOND, SLOTS))
    assert [arguments[:2] for _, arguments in found] == [
        ["bufs[0]", "bufs[1]"],
        ["bufs[1]", "bufs[0]"],
    ]


@pytest.mark.parametrize(
    "change",
    [
        ("const int slots", "int slots"),
        ("slots[k][i] >= 0;", "slots[k][i] >= n;"),
        ("slots[k][i] >= 0;", "slots[n][i] >= 0;"),
    ],
)
def test_a_sentinel_that_is_not_known(change: tuple[str, str], tmp_path: Path) -> None:
    before = SLOTS.replace(*change).replace("(cl_kernel kernel", "(int n, cl_kernel kernel")
    before += "void elsewhere(int *);\n"
    body = KERNEL_TABLE + BUFFER_TABLE + "elsewhere((int *)slots); set(n, kernels[0], bufs, 0);\n"
    found = table(read(tmp_path, body + FIRST, before))
    assert found[0][1][:2] != ["bufs[0]", "bufs[1]"]
