"""The walk on what real hosts do: what is lost is let go of, and nothing ends a path by mistake."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import EscapeEvent, events_of
from ppcl.diag import PpclError
from tests.unit.analysis.sources import analysed

KERNEL = "__kernel void k(__global float *a, int n) { a[get_global_id(0)] = n; }\n"
HEAD = """\
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
cl_context context;
cl_command_queue queue;
cl_program program;
"""
SETUP = """
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    float *h = (float *)malloc(4096);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    int n = argc;
    size_t global = 1024;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &x);
"""
SET = "    clSetKernelArg(kernel, 1, sizeof(int), &n);\n"
LAUNCH = "    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);\n"


def read(root: Path, body: str, before: str = "", name: str = "host.c") -> Facts:
    """The facts of a host with this body of main after the set-up."""
    main = f"int main(int argc, char **argv)\n{{{SETUP}{body}}}\n"
    return analysed(root, {name: f"{HEAD}{before}\n{main}", "k.cl": KERNEL})


def escapes(facts: Facts) -> list[tuple[str, bool]]:
    """The objects that are let go of, and whether they may be written."""
    found = [event for event in events_of(facts.host.tree) if isinstance(event, EscapeEvent)]
    return [(event.object.name, event.writes) for event in found]


@pytest.mark.parametrize("before", ["extern float *shared;", ""])
def test_what_is_stored_in_memory_of_others_is_let_go_of(tmp_path: Path, before: str) -> None:
    inner = "" if before else "extern float *shared;"
    facts = read(tmp_path, f"    {{ {inner} shared = h; }}\n{LAUNCH}", before)
    assert ("h", True) in escapes(facts)


def test_a_variable_that_others_define_is_not_zero(tmp_path: Path) -> None:
    facts = read(tmp_path, f"    extern int mode;\n    if (mode)\n    {LAUNCH}")
    assert len(facts.host.launches) == 1


def test_an_assignment_in_a_statement_expression_may_not_happen(tmp_path: Path) -> None:
    chosen = "    n = 5;\n    int m = ({ if (argc > 9) n = 7; 0; });\n"
    (launch,) = read(tmp_path, chosen + SET + LAUNCH).host.launches
    assert launch.arguments[1].value is None or launch.arguments[1].value.as_int is None


def test_a_throw_ends_its_path_only(tmp_path: Path) -> None:
    facts = read(
        tmp_path, f"    n = 3;\n    if (argc > 2) {{ n = 4; throw 1; }}\n{SET}{LAUNCH}", "", "h.cpp"
    )
    (launch,) = facts.host.launches
    assert launch.arguments[1].value is not None
    assert launch.arguments[1].value.as_int == 3
    assert facts.host.complete


def test_handlers_are_walked(tmp_path: Path) -> None:
    handled = f"    try {{ throw 1; }} catch (int) {{\n{LAUNCH}    }}\n"
    facts = read(tmp_path, handled, "", "h.cpp")
    assert len(facts.host.launches) == 1
    assert facts.host.complete


@pytest.mark.parametrize("given", ["x", "&x", "&box"])
def test_a_buffer_that_an_unknown_function_gets_is_used(tmp_path: Path, given: str) -> None:
    types = "struct box { int n; cl_mem m; };\nvoid consume();"
    passed = f"    struct box box = {{1, x}};\n{LAUNCH}    consume({given});\n"
    facts = read(tmp_path, passed, types)
    others = [transfer for transfer in facts.host.transfers if transfer.kind == "other"]
    assert [buffer.name for transfer in others for buffer in transfer.buffers] == ["x"]
    assert [remark.code for remark in facts.host.remarks] == ["PPC102"]


def test_a_kernel_that_an_unknown_function_gets_may_be_launched_there(tmp_path: Path) -> None:
    facts = read(tmp_path, f"    consume(kernel);\n{LAUNCH}", "void consume(cl_kernel);")
    assert not facts.host.complete
    assert any("may use kernel 'k'" in remark.message for remark in facts.host.remarks)


def test_an_argument_set_at_an_unknown_position_is_one_more(tmp_path: Path) -> None:
    (launch,) = read(
        tmp_path, f"    clSetKernelArg(kernel, n, sizeof(cl_mem), &x);\n{LAUNCH}"
    ).host.launches
    assert {argument.kind for argument in launch.arguments} == {"unknown"}
    assert "index is not known" in launch.arguments[0].reason


def test_output_of_an_array_reads_it_in_its_order(tmp_path: Path) -> None:
    facts = read(tmp_path, f"    fputs((char *)h, stdout);\n{LAUNCH}")
    assert ("h", False) in escapes(facts)


@pytest.mark.parametrize("call", ["strchr((char *)h, 1)", 'strstr((char *)h, "a")'])
def test_a_search_gives_a_pointer_into_its_argument(tmp_path: Path, call: str) -> None:
    facts = read(tmp_path, f"    char *q = {call};\n    *q = 1;\n{LAUNCH}")
    assert ("h", True) in escapes(facts)


def test_the_end_of_a_number_is_written(tmp_path: Path) -> None:
    converted = "    char *end = NULL;\n    n = strtol(argv[1], &end, 10);\n    if (end)\n    "
    assert len(read(tmp_path, converted + LAUNCH).host.launches) == 1


def test_a_label_inside_a_statement_is_not_followed(tmp_path: Path) -> None:
    jumped = "    switch (n) {\n    case 1: { h[0] = 1; break;\n    case 2: h[1] = 2; }\n    }\n"
    facts = read(tmp_path, jumped + LAUNCH)
    assert not facts.host.complete


def test_labels_of_an_inner_switch_are_its_own(tmp_path: Path) -> None:
    nested = "    switch (n) {\n    case 1: switch (argc) { case 2: h[1] = 2; }\n    }\n"
    assert read(tmp_path, nested + LAUNCH).host.complete


def test_a_loop_whose_step_ends_the_program_is_left_by_break(tmp_path: Path) -> None:
    left = "    for (;; exit(0)) {\n        if (n > 1)\n            break;\n    }\n"
    assert len(read(tmp_path, left + LAUNCH).host.launches) == 1


def test_a_number_from_one_of_two_places_is_one_number(tmp_path: Path) -> None:
    """Were it two, forty sums of such numbers would be 2 to the power of 40."""
    chosen = "    int a = argc, b = 2 * argc, s = 0;\n    int *p = argc > 3 ? &a : &b;\n"
    (launch,) = read(
        tmp_path, chosen + 40 * "    s += *p;\n" + "    n = s;\n" + SET + LAUNCH
    ).host.launches
    assert launch.arguments[1].kind == "scalar"


def test_static_variables_outlive_their_function(tmp_path: Path) -> None:
    keep = "static float *keep(float *p) { static float *kept; if (p) kept = p; return kept; }"
    facts = read(tmp_path, f"    keep(h);\n    keep(NULL)[3] = 1;\n{LAUNCH}", keep)
    assert [access.object.name for access in facts.host.accesses] == ["h"]


def test_an_unreached_launch_is_located_with_what_hides_it(tmp_path: Path) -> None:
    hidden = f"static void draw(void) {{ cl_kernel kernel; size_t global;\n{LAUNCH}}}\n"
    with pytest.raises(PpclError) as raised:
        read(tmp_path, "    show(draw);\n", f"void show(void (*)(void));\n{hidden}")
    assert "not reached from 'main'" in raised.value.message
    assert "'draw' may be called back" in raised.value.message
    assert raised.value.location is not None


@pytest.mark.parametrize("array", ["cl_mem both[2] = {x, y};", "cl_mem both[2]; both[n] = x;"])
def test_one_of_an_array_of_buffers_is_not_a_number(tmp_path: Path, array: str) -> None:
    second = "    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);\n"
    chosen = f"{second}    {array}\n    clSetKernelArg(kernel, 0, sizeof(cl_mem), &both[n % 2]);\n"
    (launch,) = read(tmp_path, chosen + LAUNCH).host.launches
    assert launch.arguments[0].kind != "scalar"


def test_a_buffer_that_may_be_null_is_a_buffer(tmp_path: Path) -> None:
    chosen = "    cl_mem y = NULL;\n    if (n > 3)\n        y = x;\n"
    bound = "    clSetKernelArg(kernel, 0, sizeof(cl_mem), &y);\n"
    (launch,) = read(tmp_path, chosen + bound + LAUNCH).host.launches
    assert [buffer.name for buffer in launch.arguments[0].buffers] == ["x"]


@pytest.mark.parametrize("declared", ["float *t", "float t[]", "float t[64]"])
def test_a_parameter_declared_as_an_array_is_a_pointer(tmp_path: Path, declared: str) -> None:
    touch = f"static void touch({declared}) {{ t[1] = 4; t++; t[1] = 5; }}"
    facts = read(tmp_path, f"    touch(h);\n{LAUNCH}", touch)
    assert [(a.object.name, a.offset.as_int) for a in facts.host.accesses] == [("h", 4), ("h", 8)]


def test_a_reference_to_an_array_is_the_array(tmp_path: Path) -> None:
    touch = "static void touch(float (&t)[4]) { t[1] = 4; }"
    facts = read(tmp_path, f"    float four[4];\n    touch(four);\n{LAUNCH}", touch, "h.cpp")
    assert [(a.object.name, a.offset.as_int) for a in facts.host.accesses] == [("four", 4)]


@pytest.mark.parametrize(
    ("fields", "size", "kept"),
    [
        ("int table[8]; int size;", "size", True),
        ("int size; int table[8]; int last;", "size", True),
        ("int size; int table[8];", "size", False),  # the last may be allocated longer
        ("union { int table[8]; int size; };", "size", False),
        ("int table[8]; int size;", "table[2]", False),
    ],
)
def test_an_index_stays_inside_the_array_that_it_goes_into(
    tmp_path: Path, fields: str, size: str, kept: bool
) -> None:
    body = f"    s.{size} = 64;\n    s.table[argc] = 1;\n    global = s.{size};\n{LAUNCH}"
    facts = read(tmp_path, body, f"struct settings {{ {fields} }} s;")
    found = facts.host.launches[0].global_size
    assert found is not None
    assert (str(found[0]) == "64") is kept


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ("m = 64;", "64"),  # what it was before
        ("if (0) m = 7;", "64"),  # never taken
        ("m = m + 1;", "m"),
        ("if (argc > i) m = 7;", "m"),
    ],
)
def test_a_variable_is_kept_by_a_loop_that_assigns_it_to_no_effect(
    tmp_path: Path, change: str, after: str
) -> None:
    loop = f"    int m = 64;\n    for (int i = 0; i < argc; i++) {{ {change} }}\n"
    facts = read(tmp_path, f"{loop}    global = m;\n{LAUNCH}")
    size = facts.host.launches[0].global_size
    assert size is not None
    assert str(size[0]) == after


def test_a_statement_expression_is_walked(tmp_path: Path) -> None:
    macros = """
#define CHECK(e) ({ cl_int s_ = (e); if (s_ != CL_SUCCESS) exit(1); s_; })
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define CALL(e) ({ if (argc > 7) e; })
static cl_int run(cl_kernel kernel, size_t global)
{
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}
"""
    body = "size_t g = MAX(n, 3);\n    cl_int s = CHECK(run(kernel, g));\n    CALL(run(kernel, 5));"
    facts = read(tmp_path, body, macros)
    sizes = [[str(size) for size in launch.global_size or ()] for launch in facts.host.launches]
    assert sizes == [["max(3, argc)"], ["5"]]
    assert not facts.host.remarks
    assert facts.host.complete


def test_a_statement_expression_may_leave(tmp_path: Path) -> None:
    left = "    m = ({ if (argc > 5) { m = 9; return 1; } m; });\n"
    facts = read(tmp_path, f"    int m = 8;\n{left}    global = m;\n{LAUNCH}")
    assert [str(size) for size in facts.host.launches[0].global_size or ()] == ["8"]


def test_a_function_that_reports_an_error_and_exits_does_not_come_back(tmp_path: Path) -> None:
    fatal = 'void fatal(int error) { fprintf(stderr, "error %d\\n", error); exit(1); }\n'
    body = f"    int m = 8;\n    if (argc > 5) {{ m = 9; fatal(m); }}\n    global = m;\n{LAUNCH}"
    facts = read(tmp_path, body, fatal)
    size = facts.host.launches[0].global_size
    assert size is not None
    assert str(size[0]) == "8"


def test_a_function_that_reports_some_errors_only_comes_back(tmp_path: Path) -> None:
    fatal = 'void fatal(int error) { if (error > 3) return; printf("%d\\n", error); exit(1); }\n'
    body = f"    int m = 8;\n    if (argc > 5) {{ m = 9; fatal(m); }}\n    global = m;\n{LAUNCH}"
    facts = read(tmp_path, body, fatal)
    size = facts.host.launches[0].global_size
    assert size is not None
    assert str(size[0]) != "8"


def test_a_store_through_what_may_be_another_pointer_may_not_happen(tmp_path: Path) -> None:
    body = "    int *p = argc > 2 ? &n : other();\n    n = 3;\n    *p = 5;\n"
    (launch,) = read(tmp_path, body + SET + LAUNCH, "int *other(void);").host.launches
    assert launch.arguments[1].value is None or launch.arguments[1].value.as_int is None


def test_a_read_through_what_may_be_another_pointer_is_not_known(tmp_path: Path) -> None:
    body = "    int m = 3, *p = argc > 2 ? &m : other();\n    n = *p;\n"
    (launch,) = read(tmp_path, body + SET + LAUNCH, "int *other(void);").host.launches
    assert launch.arguments[1].value is None or launch.arguments[1].value.as_int is None


NODES = """
struct node { struct node *next; float *data; };
static struct node *push(struct node *list, float *data)
{
    struct node *one = malloc(sizeof(struct node));
    one->data = data;
    one->next = list;
    return one;
}
"""


def stores(facts: Facts) -> list[str]:
    """The objects that the host writes elements of."""
    return [access.object.name for access in facts.host.accesses if access.kind == "store"]


@pytest.mark.parametrize(
    "body",
    [
        "struct node *list = 0;\n    for (int i = 0; i < argc; i++) list = push(list, h);\n",
        "struct node *list = push(0, h);\n"
        "    for (int i = 0; i < argc; i++) list = push(list, 0);\n",
    ],
)
def test_what_nodes_made_in_a_loop_point_to_is_kept(tmp_path: Path, body: str) -> None:
    facts = read(tmp_path, f"    {body}    list->next->data[0] = 5;\n{LAUNCH}", NODES)
    assert "h" in stores(facts)


def test_a_call_that_sets_a_member_leaves_the_pointers_beside_it(tmp_path: Path) -> None:
    made = "struct state { float *data; cl_int status; };"
    body = "    struct state s;\n    s.data = h;\n"
    body += "    cl_mem y = clCreateBuffer(context, 0, 4, NULL, &s.status);\n    s.data[0] = 5;\n"
    assert "h" in stores(read(tmp_path, body + LAUNCH, made))
