"""Maps of which all keys are known: gone through in their order, one pair after another."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.launched import bound, read

HEAD = """
struct Wide { float x, y, z; };
enum Key { FIRST, SECOND };
static bool operator<(Key a, Key b) { return (int)a > (int)b; }
static std::map<int, int> given(std::map<int, int> m) { return m; }
static void moved(std::map<int, int> m) { (void)m; }
static void add(std::map<int, int> &m, int key) { m[key] = key; }
struct Holder { std::map<int, int> map; };
"""
MADE = """
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    size_t size = 64;
"""
LAUNCH = "clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);"
SET = "clSetKernelArg(kernel, i++, sizeof(int), &{});"
LOOPS = [
    "for (const auto &[key, value] : m) " + SET.format("value"),
    "for (auto &pair : m) " + SET.format("pair.second"),
    "for (auto it = m.begin(); it != m.end(); ++it) " + SET.format("it->second"),
    "for (auto it = m.begin(); it != m.end(); it++) " + SET.format("(*it).second"),
    "for (std::map<int, int>::const_iterator it = m.cbegin(); it != m.cend(); ++it) "
    + SET.format("it->second"),
]


def launch(root: Path, body: str, loop: str) -> Facts:
    """The facts of a program that sets the kernel's arguments from 0 on by a loop."""
    body = f"{{ {MADE} cl_uint i = 0; {body} {loop} {LAUNCH} }}"
    return read(root, HEAD, body, "host.cpp")


def second(facts: Facts) -> str:
    """What the second argument that was set is; "" where it is not followed."""
    followed = facts.host.complete and len(facts.host.launches[0].arguments) == 2
    return bound(facts) if followed else ""


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("std::map<int, int> m{{1, 7}, {0, 6}};", "7"),
        ("std::map<int, int> m; m[5] = 7; m[-2] = 6;", "7"),
        ("std::map<int, int> m; m.emplace(5, 7); m.insert({-2, 6}); m.emplace(5, 9);", "7"),
        ("std::map<int, int> m{{1, 7}}; m[0] = 6; m[1] = 8;", "8"),
        ("std::map<int, int> m{{1, 7}, {0, 6}}; m.at(1) = 8;", "8"),
        ("std::map<int, int> m{{1, 7}, {0, 6}}; m.find(1)->second = 8;", "8"),
        ("std::map<int, int> o{{1, 7}, {0, 6}}, m; m.swap(o);", "7"),
        ("std::map<int, int> m{{1, 7}}; add(m, 9);", "9"),
        ("std::map<int, int> m{{1, 7}}, &o = m; o[0] = 3;", "7"),
    ],
)
def test_keys_are_gone_through_from_the_smallest_on(
    made: str, expected: str, loop: str, tmp_path: Path
) -> None:
    assert second(launch(tmp_path, made, loop)) == expected


@pytest.mark.parametrize("loop", LOOPS[:3])
@pytest.mark.parametrize(
    "made",
    [
        "std::map<int, int> m{{1, 7}, {0, 6}}; m.erase(0);",
        "std::map<int, int> m{{1, 7}, {0, 6}}; if (argc > 1) m[-1] = 5;",
        "std::map<int, int> m{{1, 7}, {0, 6}}; if (argc > 1) (void)m[-1];",
        "std::map<int, int> m{{1, 7}, {0, 6}}; (void)m[argc];",
        "std::map<int, int> m{{1, 7}, {0, 6}}; m.emplace(argc, 4);",
        "std::map<int, int> m{{1, 7}, {0, 6}}; auto add = [&m](int key) { m[key]; }; add(argc);",
        "std::map<int, int> m{{1, 7}, {0, 6}}; add(m, -1); add(m, argc);",
        "std::map<int, int> m{{1, 7}, {0, 6}}, *p = &m; p->erase(p->begin());",
        "std::map<int, int> m{{1, 7}, {0, 6}}; for (int k = 0; k < argc; k++) m[-k] = k;",
        "std::map<int, int> m{{1, 7}, {0, 6}}; m.clear(); m[3] = argc;",
        "std::map<int, int> m{{1, 7}, {0, 6}}; auto o = m; o[-1] = 5;",
        "std::map<int, int> m{{1, 7}, {0, 6}}; auto o = std::move(m);",
        "std::map<int, int> m{{1, 7}, {0, 6}}; moved(std::move(m));",
        "std::map<int, int> m{{1, 7}, {0, 6}}; moved(static_cast<std::map<int, int> &&>(m));",
        "Holder h{{{1, 7}, {0, 6}}}; Holder g = std::move(h); auto &m = h.map;",
        "std::map<int, int> m{{1, 7}, {0, 6}}, o; o = std::move(m);",
        "std::map<int, int, std::greater<int>> m{{1, 7}, {0, 6}, {-1, 5}};",
        "std::map<int, int> m{{1, 7}, {0, 6}}; std::map<int, int> o{{-1, 5}}; m.merge(o);",
        "std::map<int, int> m{{1, 7}, {0, 6}}; std::map<int, int> o{{-1, 5}};"
        "m.insert(o.begin(), o.end());",
        "std::map<Key, int> m{{FIRST, 7}, {SECOND, 6}};",
        "std::unordered_map<int, int> m{{1, 7}, {0, 6}};",
        "std::multimap<int, int> m{{1, 7}, {1, 6}, {0, 3}};",
    ],
)  # fmt: skip
def test_what_may_have_other_keys_or_another_order(made: str, loop: str, tmp_path: Path) -> None:
    assert not second(launch(tmp_path, made, loop)).isdigit()


@pytest.mark.parametrize(
    ("made", "loop", "expected"),
    [
        ("std::map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : m) { clSetKernelArg(kernel, k, sizeof v, &v); if (k == 0) break; }",
         ""),
        ("std::map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : m) { if (k == 0) m[1] = 8; clSetKernelArg(kernel, k, sizeof v, &v);}",
         "8"),
        ("std::map<int, int> m{{0, 6}};",
         "for (auto &[k, v] : m) { if (k == 0) m[1] = 8; clSetKernelArg(kernel, k, sizeof v, &v);}",
         ""),
        ("std::map<int, int> m{{0, 6}};", "for (auto it = m.begin(); it != m.end(); ++it) {"
         "if (i == 0) m[1] = 8; clSetKernelArg(kernel, i++, sizeof(int), &it->second); }", ""),
        ("std::map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto [k, v] : m) { clSetKernelArg(kernel, k, sizeof v, &v); v = 9; m[k] = 10; }",
         "7"),
        ("std::map<int, Wide> m{{0, {1, 2, 3}}, {1, {4, 5, 6}}};",
         "for (auto &[k, v] : m) { int t = (int)v.y; clSetKernelArg(kernel, k, sizeof t, &t); }",
         "5"),
        ("std::map<int, int> m = given({{0, 6}, {1, 7}});",
         "for (auto &[k, v] : m) clSetKernelArg(kernel, k, sizeof v, &v);", "7"),
        ("std::map<unsigned, int> m{{0, 6}, {-1, 7}};",
         "for (auto &[k, v] : m) clSetKernelArg(kernel, i++, sizeof v, &v);", ""),
        ("std::map<int, int> m{{1, 7}}; if (m.find(1) != m.end()) m[0] = 3;",
         "for (auto &[k, v] : m) clSetKernelArg(kernel, i++, sizeof v, &v);", "7"),
        ("std::map<int, int> m{{1, 7}}; if (m.find(0) == m.end()) m[0] = 3;",
         "for (auto &[k, v] : m) clSetKernelArg(kernel, i++, sizeof v, &v);", "7"),
        ("std::map<int, int> m{{1, 7}}; auto e = m.end(); m.erase(1); if (m.find(1) != e) i = 1;",
         "clSetKernelArg(kernel, i, sizeof n, &n);", ""),
        ("std::unordered_map<int, int> m{{1, 7}}; if (m.find(0) == m.end()) i = 1;",
         "clSetKernelArg(kernel, i, sizeof n, &n);", "5"),
        ("std::unordered_map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : m) clSetKernelArg(kernel, k, sizeof v, &v);", "7"),
        ("std::unordered_map<int, int> m{{0, 6}, {1, 7}}; int e = 0;",
         "for (auto &p : m) { e |= clSetKernelArg(kernel, p.first, sizeof(int), &p.second); }",
         "7"),
        ("std::unordered_map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : m) clSetKernelArg(kernel, k & 1, sizeof v, &v);", ""),
        ("std::unordered_map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : m) { clSetKernelArg(kernel, k, sizeof v, &v); if (k) break; }", ""),
        ("std::unordered_map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : m) { clSetKernelArg(kernel, k, sizeof v, &v); m[2] = 3; }", ""),
        ("std::unordered_map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : m) clSetKernelArg(kernel, k, sizeof v, &i);", ""),
        ("std::map<int, int> m{{0, 6}, {1, 7}};",
         "for (auto &[k, v] : std::as_const(m)) clSetKernelArg(kernel, k, sizeof v, &v);", "7"),
    ],
)  # fmt: skip
def test_what_a_loop_changes(made: str, loop: str, expected: str, tmp_path: Path) -> None:
    found = second(launch(tmp_path, made, loop))
    assert found == expected if expected else not found.isdigit()
