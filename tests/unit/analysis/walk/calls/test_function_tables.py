"""Calls through tables of functions: of an option's action, of a command's handler."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.walk.test_real import LAUNCH, SET, read

BEFORE = """
struct parsed { int count; cl_mem mem; };
struct option { char name; const char *text; int (*action)(struct parsed *); };
static int one(struct parsed *p) { p->count = 1; return 0; }
static int two(struct parsed *p) { p->count = 2; return 0; }
static int drop(struct parsed *p) { p->mem = NULL; return 0; }
static int launches(struct parsed *p) { clFinish(queue); return 0; }
static struct option options[] = {
    {'a', NULL, &one}, {'b', "two", TWO}, {0, NULL, NULL}
};
"""
PARSE = """
    struct parsed p;
    p.count = 7;
    p.mem = x;
    for (struct option *op = options; op->action != NULL; op++)
        if (op->name == argv[1][0] || strcmp(op->text, argv[1]) == 0) {
            CALL;
            break;
        }
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &p.mem);
    n = p.count;
"""


def parsing(root: Path, two: str = "two", call: str = "(*op->action)(&p)") -> Facts:
    """A host that calls what a table says, and then launches."""
    return read(root, PARSE.replace("CALL", call) + SET + LAUNCH, BEFORE.replace("TWO", two))


@pytest.mark.parametrize("call", ["(*op->action)(&p)", "op->action(&p)", "(**op->action)(&p)"])
def test_one_of_a_tables_functions_is_called(tmp_path: Path, call: str) -> None:
    facts = parsing(tmp_path, call=call)
    assert facts.host.complete
    assert not [r for r in facts.remarks if r.code in ("PPC101", "PPC102")]
    (launch,) = facts.host.launches
    assert [b.name for b in launch.arguments[0].buffers] == ["x"]
    assert str(launch.arguments[1].value) not in ("1", "2", "7")


def test_all_of_a_tables_functions_are_seen(tmp_path: Path) -> None:
    (launch,) = parsing(tmp_path, "drop").host.launches
    assert str(launch.arguments[1].value) not in ("1", "7")


def test_a_table_that_is_written_elsewhere_may_have_any_function(tmp_path: Path) -> None:
    body = "    extern void fill(struct option *);\n    fill(options);\n"
    facts = read(
        tmp_path,
        body + PARSE.replace("CALL", "op->action(&p)") + SET + LAUNCH,
        BEFORE.replace("TWO", "two"),
    )
    assert "PPC101" in {remark.code for remark in facts.host.remarks}
    assert str(facts.host.launches[0].arguments[1].value) != "7"


def test_a_member_of_some_element_is_not_another_member(tmp_path: Path) -> None:
    """What is read of an element that is not known is one of that member's values."""
    before = "struct pair { cl_mem in, out; };\n"
    body = """
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    struct pair pairs[2] = {{x, y}, {x, y}};
    cl_mem chosen = pairs[argc % 2].MEMBER;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &chosen);
    """
    for member, name in (("in", "x"), ("out", "y")):
        (launch,) = read(
            tmp_path, body.replace("MEMBER", member) + SET + LAUNCH, before
        ).host.launches
        assert [b.name for b in launch.arguments[0].buffers] == [name]


def test_what_is_stored_in_some_element_may_be_read_from_any(tmp_path: Path) -> None:
    before = "struct pair { cl_mem in, out; };\n"
    body = """
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    struct pair pairs[2] = {{x, x}, {x, x}};
    pairs[(argc + 1) % 2].in = y;
    cl_mem chosen = pairs[argc % 2].in;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &chosen);
    """
    (launch,) = read(tmp_path, body + SET + LAUNCH, before).host.launches
    assert [b.name for b in launch.arguments[0].buffers] == ["x", "y"]
