"""Elements in braces that are passed as `std::initializer_list`."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.cplusplus import followed, read

HEAD = "#include <initializer_list>\n#include <vector>\n"
MAKE = "    cl_mem x = make(1), y = make(2), z = make(3);\n"


def facts_of(root: Path, body: str, before: str = "") -> Facts:
    """A host that may use lists and three buffers."""
    return read(root, HEAD + before, MAKE + body)


LAUNCH_ALL = "static void all(std::initializer_list<cl_mem> l) { for (auto m : l) launch(m, 1); }"
LAUNCH_ONE = "static void one(std::initializer_list<cl_mem> l) { launch(*l.begin(), 1); }"
PASS_ON = "static void pass(std::initializer_list<cl_mem> l) { all(l); }"


@pytest.mark.parametrize(
    ("body", "buffers"),
    [
        ("all({x, y, z});", ["x", "y", "z"]),
        ("pass({x, y, z});", ["x", "y", "z"]),
        ("std::initializer_list<cl_mem> l = {x, z}; all(l);", ["x", "z"]),
        ("for (cl_mem m : {x, y}) launch(m, 1);", ["x", "y"]),
        ("one({y, x});", ["y"]),
    ],
)
def test_elements_of_a_list(tmp_path: Path, body: str, buffers: list[str]) -> None:
    before = "\n".join((LAUNCH_ALL, LAUNCH_ONE, PASS_ON))
    found = followed(facts_of(tmp_path, f"    {body}\n", before))
    assert sorted({name for names, _ in found for name in names}) == buffers


def test_a_list_in_a_member_is_not_taken_for_its_elements(tmp_path: Path) -> None:
    """Its first element is a pointer to buffers: no element of the list is one of these."""
    before = "struct Holder { std::initializer_list<cl_mem *> held; };\n"
    body = """
    cl_mem both[2] = {x, y}, other[1] = {z};
    Holder h;
    h.held = {both, other};
    for (cl_mem *p : h.held) launch(p[0], 1);
    """
    (found, _) = read(tmp_path, HEAD + before, MAKE + body).host.launches[0].arguments[:2]
    assert found.kind == "unknown" or {b.name for b in found.buffers} >= {"x", "z"}


CLASS = """
namespace clTools {
struct Meter {
    float *seen;
    int count() const;
    ~Meter() { if (count() > 3) seen[0] = 1; }
};
int Meter::count() const { return 4; }
}
static clTools::Meter meter;
"""
EXIT = "    if (argc > 2) exit(1);\n    launch(x, 1);\n"
WRITE = "    clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, 4, h, 0, nullptr, nullptr);\n"


def test_what_runs_at_the_end_may_touch_what_no_buffer_is_tied_to(tmp_path: Path) -> None:
    body = (
        "    float *h = (float *)malloc(4), *other = (float *)malloc(4);\n    meter.seen = other;\n"
    )
    facts = facts_of(tmp_path, body + WRITE + EXIT, CLASS)
    assert followed(facts) == [(["x"], "1")]


def test_what_runs_at_the_end_and_touches_a_buffers_memory_matters(tmp_path: Path) -> None:
    body = "    float *h = (float *)malloc(4);\n    meter.seen = h;\n"
    assert not facts_of(tmp_path, body + WRITE + EXIT, CLASS).host.complete


def test_a_namespace_whose_name_begins_like_opencls_functions_is_no_part_of_it(
    tmp_path: Path,
) -> None:
    before = """
    namespace clThings { struct Base { virtual ~Base() {} virtual int size() = 0; };
    struct Own : Base { int size() override { return 3; } }; Base *some(); }
    static int deep(int n) { return n > 0 ? deep(n - 1) + clThings::some()->size() : 0; }
    """
    facts = facts_of(tmp_path, "    int n = deep(argc);\n    launch(x, n);\n", before)
    assert facts.host.complete
