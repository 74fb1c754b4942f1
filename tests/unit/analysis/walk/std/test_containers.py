"""Handles and numbers in the C++ library's containers."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import EscapeEvent, events_of
from tests.unit.analysis.sources import analysed
from tests.unit.analysis.standard import headers
from tests.unit.analysis.walk.core.test_tables import KERNELS, table

HEAD = """\
#include <CL/cl.h>
#include <cstdlib>
cl_context context;
cl_command_queue queue;
cl_program program;
static cl_mem device(int n) { return clCreateBuffer(context, CL_MEM_READ_WRITE, n, NULL, NULL); }
"""
SETUP = """
    int n = atoi(argv[1]);
    size_t global = n;
    cl_kernel k = clCreateKernel(program, "first", NULL);
    cl_mem x = device(n), y = device(n), z = device(n);
"""
SET = """
    clSetKernelArg(k, 0, sizeof(cl_mem), &{0});
    clSetKernelArg(k, 1, sizeof(cl_mem), &{1});
    clSetKernelArg(k, 2, sizeof(int), &n);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
"""


def read(root: Path, body: str, before: str = "") -> Facts:
    """The facts of a C++ host with this body of main after the set-up."""
    main = f"int main(int argc, char **argv)\n{{{SETUP}{body}    return 0;\n}}\n"
    return analysed(
        root, {"host.cpp": f"{headers(before + body)}{HEAD}{before}\n{main}", "k.cl": KERNELS}
    )


def pair(root: Path, body: str, one: str, two: str, before: str = "") -> list[str]:
    """What the first two arguments of the first launch may be."""
    facts = read(root, body + SET.replace("{0}", one).replace("{1}", two), before)
    return table(facts)[0][1][:2]


@pytest.mark.parametrize(
    "made",
    [
        "std::vector<cl_mem> v; v.push_back(x); v.push_back(y);",
        "std::vector<cl_mem> v(2); v[0] = x; v.at(1) = y;",
        "std::vector<cl_mem> v = {x, y};",
        "std::vector<cl_mem> v{x}; v.emplace_back(y);",
        "std::vector<cl_mem> v; v.resize(2); v.front() = x; v.back() = y;",
        "std::vector<cl_mem> v(2, y); v[0] = x;",
        "std::vector<cl_mem> w = {x, y}, v(w); w[0] = z;",
        "std::vector<cl_mem> w = {x, y}, v; v = w; w[1] = z; w.clear();",
        "std::vector<cl_mem> v = {x, z}; v.pop_back(); v.push_back(y);",
        "std::vector<cl_mem> w = {x, y}, v(w.begin(), w.end());",
        "std::vector<cl_mem> v(1, x); v.resize(2); v[1] = y;",
        "std::vector<cl_mem> v = {y, x}; std::swap(v[0], v[1]);",
        "std::vector<cl_mem> v = {z}, w = {x, y}; v.swap(w);",
        "std::vector<cl_mem> v = {z}, w = {x, y}; std::swap(v, w);",
        "std::vector<cl_mem> w = {x, y}; std::vector<cl_mem> v = std::move(w);",
        "std::array<cl_mem, 2> v = {x, y};",
        "std::array<cl_mem, 2> v; v[0] = x; v.at(1) = y;",
        "std::map<int, cl_mem> v; v[0] = x; v[1] = y;",
        "std::map<int, cl_mem> v = {{0, x}, {1, y}};",
        "std::unordered_map<int, cl_mem> v; v.emplace(0, x); v.insert({1, y});",
        "std::unique_ptr<cl_mem[]> v(new cl_mem[2]); v[0] = x; v[1] = y;",
        "auto v = std::make_unique<cl_mem[]>(2); v[0] = x; v[1] = y;",
        "std::unique_ptr<std::vector<cl_mem>> p(new std::vector<cl_mem>{x, y}); auto &v = *p;",
    ],
)
def test_elements_are_told_apart(tmp_path: Path, made: str) -> None:
    assert pair(tmp_path, f"    {made}\n", "v[0]", "v[1]") == ["x", "y"]


@pytest.mark.parametrize(
    "change",
    [
        "v[n % 2] = z;",
        "for (auto &e : v) if (n > 3) e = z;",
        "v.insert(v.begin(), z);",
        "std::reverse(v.begin(), v.end()); v[n % 2] = z;",
        "cl_mem *p = v.data() + n % 2; *p = z;",
        "auto it = v.begin() + n % 2; *it = z;",
        "std::fill(v.begin(), v.begin() + n % 2, z);",
        "std::vector<cl_mem> w = {z, z}; if (n > 3) v = w;",
        "std::vector<cl_mem> w = {z, z}; if (n > 3) v.swap(w);",
        "std::vector<cl_mem> w = {z, z}; std::copy_n(w.begin(), n, v.begin());",
    ],
)
def test_an_element_that_may_have_changed_is_one_of_several(tmp_path: Path, change: str) -> None:
    found = pair(tmp_path, f"    std::vector<cl_mem> v = {{x, y}};\n    {change}\n", "v[0]", "v[1]")
    assert all("z" in one.split() or one == "unknown" for one in found)


def test_a_vector_that_an_unknown_function_gets_is_not_known(tmp_path: Path) -> None:
    body = "    std::vector<cl_mem> v = {x, y};\n    refill(v);\n"
    before = "void refill(std::vector<cl_mem> &);"
    assert pair(tmp_path, body, "v[0]", "v[1]", before) == ["unknown", "unknown"]


def test_copies_of_a_struct_do_not_share_their_vectors(tmp_path: Path) -> None:
    before = "struct Set { std::vector<cl_mem> all; };\n"
    body = "    Set s, t;\n    s.all = {x, y};\n    t = s;\n    t.all[0] = z;\n"
    first, second = pair(tmp_path, body, "s.all[0]", "s.all[1]", before)
    assert "x" in first.split()
    assert second == "y"


def test_vectors_are_passed_and_returned(tmp_path: Path) -> None:
    before = """
std::vector<cl_mem> made(int n) {
    std::vector<cl_mem> r;
    for (int i = 0; i < 2; i++)
        r.push_back(device(n));
    return r;
}
void set_by_reference(cl_kernel k, const std::vector<cl_mem> &all) {
    for (size_t i = 0; i < all.size(); ++i)
        clSetKernelArg(k, i, sizeof(cl_mem), &all[i]);
}
void set_by_value(cl_kernel k, std::vector<cl_mem> all) {
    cl_uint index = 0;
    for (auto one : all)
        clSetKernelArg(k, index++, sizeof(cl_mem), &one);
}
void set_by_iterator(cl_kernel k, const std::vector<cl_mem> &all) {
    cl_uint index = 0;
    for (auto it = all.begin(); it != all.end(); ++it)
        clSetKernelArg(k, index++, sizeof(cl_mem), &*it);
}
"""
    launch = SET[SET.index("    clSetKernelArg(k, 2") :]
    for name in ("set_by_reference", "set_by_value", "set_by_iterator"):
        body = f"    auto v = made(n);\n    {name}(k, v);\n{launch}"
        assert table(read(tmp_path, body, before))[0][1][:2] == ["r[0]", "r[1]"], name


def test_a_vector_made_anew_in_each_turn(tmp_path: Path) -> None:
    body = "    for (int t = 0; t < n; t++) {\n        std::vector<cl_mem> v;\n"
    body += "        v.push_back(x);\n        v.push_back(y);\n"
    body += SET.replace("{0}", "v[0]").replace("{1}", "v[1]") + "    }\n"
    assert table(read(tmp_path, body))[0][1][:2] == ["x", "y"]


def test_vectors_kept_from_turn_to_turn_are_not_the_newest(tmp_path: Path) -> None:
    """Each turn makes a vector that is kept: a store to the newest is none to the kept one."""
    body = "    std::vector<cl_mem> kept;\n    for (int t = 0; t < n; t++) {\n"
    body += "        std::vector<cl_mem> v(2);\n        v[0] = t == 0 ? x : z;\n        v[1] = y;\n"
    body += "        if (t == 0)\n            kept.swap(v);\n    }\n"
    assert "x" in pair(tmp_path, body, "kept[0]", "kept[1]")[0].split()


def test_numbers_pushed_one_by_one_are_the_transfers_host_object(tmp_path: Path) -> None:
    body = "    std::vector<float> h;\n    for (int i = 0; i < n; i++)\n        h.push_back(i);\n"
    body += "    clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, 4 * h.size(), &h[0], 0, NULL, NULL);\n"
    facts = read(tmp_path, body + SET.replace("{0}", "x").replace("{1}", "y"))
    (write,) = facts.host.transfers
    assert write.host is not None
    assert write.host.name == "h"


def test_an_index_with_an_effect_is_evaluated_once(tmp_path: Path) -> None:
    body = "    std::vector<cl_mem> v = {x, y, z};\n    int i = 0;\n    cl_mem a = v[i++];\n"
    assert pair(tmp_path, body + "    cl_mem b = v[i];\n", "a", "b") == ["x", "y"]


@pytest.mark.parametrize(
    ("made", "one", "two"),
    [
        ('std::map<std::string, cl_mem> m; m["in"] = x; m["out"] = y;', 'm["in"]', 'm.at("out")'),
        (
            'std::map<std::string, cl_mem> m = {{"in", x}, {"out", y}}; std::string s = "in";',
            "m[s]",
            'm.find("out")->second',
        ),
        ("std::pair<cl_mem, cl_mem> p(x, y);", "p.first", "p.second"),
        ("auto p = std::make_pair(x, y); std::swap(p.first, p.second);", "p.second", "p.first"),
        ("auto t = std::make_tuple(1, x, y);", "std::get<1>(t)", "std::get<2>(t)"),
        ("std::tuple<cl_mem, int, cl_mem> t(x, 1, y);", "std::get<0>(t)", "std::get<2>(t)"),
        ("struct S { cl_mem a, b; }; std::vector<S> v; v.push_back({x, y});", "v[0].a", "v[0].b"),
        (
            "struct S { cl_mem a, b; }; std::vector<S> v(2); v[1].a = x; v[1].b = y;",
            "v[1].a",
            "v.back().b",
        ),
        (
            "struct S { cl_mem a, b; }; auto p = std::make_shared<S>(); p->a = x; (*p).b = y;"
            "auto q = p;",
            "q->a",
            "q->b",
        ),
        (
            "std::shared_ptr<_cl_mem> p(x, clReleaseMemObject), q(y, clReleaseMemObject);"
            "cl_mem a = p.get(), b = q.get();",
            "a",
            "b",
        ),
        (
            "std::vector<std::pair<int, cl_mem>> v; v.push_back({1, x}); v.emplace_back(2, y);",
            "v[0].second",
            "v[1].second",
        ),
        ("std::vector<cl_mem> v = {x, y}; auto it = v.begin(); auto jt = it + 1;", "*it", "*jt"),
        ("std::vector<cl_mem *> v = {&x, &y};", "*v[0]", "*v[1]"),
    ],
)
def test_parts_are_told_apart(tmp_path: Path, made: str, one: str, two: str) -> None:
    assert pair(tmp_path, f"    {made}\n", one, two) == ["x", "y"]


@pytest.mark.parametrize(
    "change",
    [
        "m[std::string(argv[2])] = z;",
        "for (auto &e : m) if (n > 3) e.second = z;",
        "m.find(argv[2])->second = z;",
        "auto it = m.begin(); it->second = z;",
        'auto o = m; if (n > 3) o["in"] = z; m.swap(o);',
        'm.clear(); m["in"] = n > 3 ? z : x; m["out"] = z;',
    ],
)
def test_a_value_that_may_have_changed_is_one_of_several(tmp_path: Path, change: str) -> None:
    body = f'    std::map<std::string, cl_mem> m = {{{{"in", x}}, {{"out", y}}}};\n    {change}\n'
    found = pair(tmp_path, body, 'm["in"]', 'm["out"]')
    assert "z" in found[0].split() or found[0] == "unknown"


def test_putting_in_does_not_replace(tmp_path: Path) -> None:
    body = "    std::map<int, cl_mem> m = {{0, x}, {1, y}};\n    m.insert({0, z});\n"
    assert "x" in pair(tmp_path, body, "m[0]", "m[1]")[0].split()


@pytest.mark.parametrize(
    "change",
    [
        "p.reset(new cl_mem(z));",
        "p = std::make_unique<cl_mem>(z);",
        "*p = z;",
        "q.swap(p);",
        "std::swap(p, q);",
        "p = std::move(q);",
    ],
)
def test_a_smart_pointer_owns_something_else(tmp_path: Path, change: str) -> None:
    body = "    auto p = std::make_unique<cl_mem>(x), q = std::make_unique<cl_mem>(z);\n"
    assert pair(tmp_path, f"{body}    {change}\n", "*p", "y") == ["z", "y"]


def test_objects_behind_smart_pointers(tmp_path: Path) -> None:
    before = """
struct Base { virtual ~Base() {} virtual void run(cl_kernel k, int n) = 0; };
struct Two : Base {
    cl_mem a, b;
    Two(cl_mem one, cl_mem two) : a(one), b(two) {}
    void run(cl_kernel k, int n) override {
        size_t global = n;
        clSetKernelArg(k, 0, sizeof(cl_mem), &a);
        clSetKernelArg(k, 1, sizeof(cl_mem), &b);
        clSetKernelArg(k, 2, sizeof(int), &n);
        clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
};
"""
    for made in (
        "std::unique_ptr<Base> p(new Two(x, y));",
        "std::unique_ptr<Base> p = std::make_unique<Two>(x, y);",
        "std::shared_ptr<Base> p = std::make_shared<Two>(x, y);",
    ):
        facts = read(tmp_path, f"    {made}\n    p->run(k, n);\n", before)
        assert table(facts)[0][1][:2] == ["x", "y"], made
        assert facts.host.complete, made


def test_destructors_that_a_container_runs_are_seen(tmp_path: Path) -> None:
    """An element whose destructor changes a handle: clearing the vector may change it."""
    before = "cl_mem shown;\ncl_mem third;\nstruct Guard { ~Guard() { shown = third; } };\n"
    body = "    third = z;\n    shown = x;\n    std::vector<Guard> v(1);\n    v.clear();\n"
    assert pair(tmp_path, body, "shown", "y", before)[0] != "x"


@pytest.mark.parametrize(
    ("use", "reads", "writes"),
    [
        ("std::fill(h.begin(), h.end(), 1.0f);", False, True),
        ("std::iota(h.begin(), h.end(), 0);", True, True),
        ("std::copy(g.begin(), g.end(), h.begin());", True, True),
        ("std::sort(h.begin(), h.end());", True, True),
        ("float s = std::accumulate(h.begin(), h.end(), 0.0f); n += s;", True, False),
        ("n += *std::max_element(h.begin(), h.end());", True, False),
        ("for (float &e : h) e = 1;", True, True),
        ("std::vector<float> c(h);", True, False),
        ("g = h;", True, False),
        ("h.push_back(1);", True, False),
        ("h.resize(7);", True, False),
    ],
)
def test_what_goes_through_numbers_is_an_event(
    tmp_path: Path, use: str, reads: bool, writes: bool
) -> None:
    body = f"    std::vector<float> h(n), g(n);\n    float *before = h.data();\n    {use}\n"
    body += "    clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, 4, before, 0, NULL, NULL);\n"
    facts = read(tmp_path, body + SET.replace("{0}", "x").replace("{1}", "y"))
    (write,) = facts.host.transfers
    assert write.host is not None
    events = [
        event
        for event in events_of(facts.host.tree)
        if isinstance(event, EscapeEvent) and event.object == write.host
    ]
    assert (any(e.reads for e in events), any(e.writes for e in events)) == (reads, writes)


@pytest.mark.parametrize("use", ["(void)it->first;", "it->second = z;"])
def test_a_loop_over_a_map_changes_what_it_assigns(tmp_path: Path, use: str) -> None:
    loop = f"for (it = m.begin(); m.end() != it; it++) {{ {use} }}"
    body = f"    std::map<int, cl_mem> m; m[0] = x; std::map<int, cl_mem>::iterator it; {loop}\n"
    found = pair(tmp_path, body, "m[0]", "y")
    assert found == (["x", "y"] if "first" in use else ["x z", "y"])
