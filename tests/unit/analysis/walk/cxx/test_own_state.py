"""Lambdas that change what they hold, their copies, and the functions that are called with each
element."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

COUNTING = "auto f = [i = 0]() mutable { return i++; };"
HEAD = "static int plus(int &i) { return ++i; }\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("f(); f(); n = f();", "2"),
        ("auto g = f; f(); n = g() * 10 + f();", "1"),
        ("f(); auto g = f; f(); f(); n = g() * 10 + f();", "13"),
        ("auto &g = f; g(); n = f();", "1"),
        ("f(); auto g = std::move(f); n = g();", "1"),
        ("auto call = [](auto g) { return g(); }; call(f); call(f); n = f();", "0"),
        ("auto call = [](auto &g) { return g(); }; call(f); call(f); n = f();", "2"),
        ("std::function<int()> g = f; f(); n = g() * 10 + f();", "1"),
        ("std::function<int()> g = f, h = g; g(); n = h() * 10 + g();", "1"),
        ("struct S { decltype(f) own; }; S s{f}; S t = s; s.own(); n = t.own() * 10 + s.own();",
         "1"),
        ("int v[3] = {}; auto g = [i = 0](int) mutable { n = ++i; }; std::for_each(v, v + 3, g);"
         "g(0);", "1"),
        ("int i = 3; auto g = [i]() mutable { return i++; }; g(); i = 7; n = g() * 10 + i;", "47"),
        ("int i = 3; auto g = [i]() mutable { return plus(i); }; auto h = g; g(); n = h() + i;",
         "7"),
        ("auto make = [](int s) { return [s]() mutable { return s++; }; }; auto a = make(1);"
         "auto b = make(5); a(); n = a() * 10 + b();", "25"),
        ("int i = 0; auto g = [&i]() mutable { return i++; }; auto h = g; g(); n = h() + i * 10;",
         "21"),
    ],
)  # fmt: skip
def test_each_copy_has_its_own(body: str, expected: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, f"{COUNTING} (void)f; {body}", "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == expected


@pytest.mark.parametrize(
    "body",
    [
        "std::vector<decltype(f)> v; v.push_back(f); f(); n = v[0]();",
        "std::vector<std::function<int()>> v{f, f}; v[0](); n = v[1]();",
        "std::map<int, std::function<int()>> m; m[0] = f; m[0](); n = f();",
        "auto g = [f]() mutable { return f(); }; g(); n = f();",
        "auto g = [v = std::vector<int>(2)]() mutable { return v[0]++; }; auto h = g; g();n = h();",
        "auto p = std::make_unique<decltype(f)>(f); (*p)(); n = f();",
        "auto t = std::make_tuple(f, f); std::get<0>(t)(); n = std::get<1>(t)();",
    ],
)
def test_copies_that_share_are_not_followed(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, f"{COUNTING} {body}", "host.cpp")
    assert not facts.host.complete or not bound(facts).isdigit()


def launched(root: Path, before: str, setting: str) -> str:
    """What a kernel's second argument is; "" where it is not followed."""
    body = f"""{{
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    int all[] = {{1, 2, 7}};
    std::vector<int> list(all + 1, all + 3);
    size_t size = 64;
    {setting}
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL); }}"""
    facts = read(root, before, body, "host.cpp")
    followed = facts.host.complete and len(facts.host.launches[0].arguments) == 2
    return bound(facts) if followed else ""


TAKING = """
static cl_kernel taken;
static cl_uint count;
static void take(int m) { clSetKernelArg(taken, count++, sizeof m, &m); }
"""
SET = "clSetKernelArg(kernel, i++, sizeof m, &m);"


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        (f"std::for_each(list.begin(), list.end(), [=, i = 0u](int m) mutable {{ {SET} }});", "7"),
        (f"cl_uint i = 0; std::for_each(list.begin(), list.end(), [&](const int &m) {{ {SET} }});",
         "7"),
        (f"cl_uint i = 0; std::for_each(all, all + 2, [&](int m) {{ m++; {SET} }});", "3"),
        (f"cl_uint i = 0; std::for_each(std::begin(all), std::begin(all) + 2, [&](int &m) {{ {SET}"
         "all[1] = 9; });", "9"),
        (f"cl_uint i = 0; std::for_each_n(all, 2, [&](int m) {{ {SET} }});", "2"),
        (f"cl_uint i = 0; std::for_each(all + 3, all + 3, [&](int m) {{ {SET} }});", ""),
        (f"cl_uint i = 0; std::for_each(all, all + argc, [&](int m) {{ {SET} }});", ""),
        (f"cl_uint i = 0; std::for_each(all, all + 3, [&](int m) {{ if (m > 2) return; {SET} }});",
         "2"),
        (f"cl_uint i = 0; std::for_each(list.rbegin(), list.rend(), [&](int m) {{ {SET} }});", ""),
        (f"cl_uint i = 0; std::for_each(all, all + 2, [&](long m) {{ {SET} }});", ""),
        (f"cl_uint i = 0; int to[2]; std::transform(all, all + 2, to, [&](int m) {{ {SET}"
         "return m; });", ""),
        ("taken = kernel; std::for_each(all, all + 2, take);", "2"),
        (f"auto f = [=, i = 0u](const int &m) mutable {{ {SET} }}; for (int m : list) f(m);", "7"),
        (f"auto f = [=, i = 0u](const int &m) mutable {{ {SET} }}; f(all[2]);"
         "auto g = std::for_each(all, all + 1, f); f(all[1]);", "2"),
        (f"auto f = [=, i = 0u](const int &m) mutable {{ {SET} }};"
         "auto g = std::for_each(all, all + 1, f); g(all[2]); f(all[1]);", "7"),
    ],
)  # fmt: skip
def test_a_function_is_called_with_each_element(
    setting: str, expected: str, tmp_path: Path
) -> None:
    found = launched(tmp_path, TAKING, setting)
    assert found == expected if expected else not found.isdigit()
