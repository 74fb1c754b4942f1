"""Elements of lists in braces that constructors make: by the constructor that clang has chosen."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

HEAD = """
struct Made { int a; Made(int i) : a(i + 1) {} Made(float) : a(10) {} Made(const char *) : a(20) {}
              Made next() const { return Made(a); } };
struct Any { int a, b; template <class T> Any(const T &t) : a(sizeof(T)), b((int)t) {} };
struct Plain { int a, b; };
struct Source { int a, b; operator Plain() const { n = 9; return {7, 7}; } };
struct Base { int a; };
struct Derived : Base { int b; };
struct Late { int a; explicit Late(long i) : a(0) { (void)i; } Late(int i) : a(i) {} };
struct Outer { Made first; Plain second; };
struct Converted { int a; Converted(int x) : a(x) {} };
struct Other { operator Converted() const { return Converted(7); } };
struct Held { int a; std::vector<int> list; };
struct Mapped { int a; std::map<int, int> map; };
template <class T> int made(T t) { Made all[1] = {t}; return all[0].a; }
template <class T> int first(const T &t) { Plain all[1] = {t}; return all[0].a; }
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Made all[] = {1, 2.0f}; n = all[1].a * 100 + all[0].a;", "1002"),
        ('Made all[] = {1, "text", {4}}; n = all[1].a + all[2].a;', "25"),
        ("Made all[] = {Made(1).next(), 2}; n = all[0].a * 10 + all[1].a;", "33"),
        ("std::vector<Made> all{1, 2.0f}; n = all[1].a;", "10"),
        ("std::array<Made, 2> all{1, 2.0f}; n = all[1].a;", "10"),
        ("std::initializer_list<Made> all = {1, 2.0f}; n = all.begin()[1].a;", "10"),
        ("Any all[] = {1, 2.5, 'c'}; n = all[1].a * 1000 + all[0].a * 100 + all[2].b;", "8499"),
        ("Outer all[] = {{2.0f, {1, 2}}, {3, {4, 5}}}; n = all[0].first.a + all[1].second.b;",
         "15"),
        ("Outer all[] = {1, 2, 3, 4.0f, 5, 6}; n = all[1].first.a + all[1].second.b;", "16"),
        ("Late all[] = {3, 4}; n = all[1].a;", "4"),
        ("int i = 3; Made all[] = {i++, i++}; n = all[1].a * 10 + i;", "55"),
        ("n = made(2);", "3"),
        ("Held all[] = {{1, {2, 3}}, {4, {5}}}; all[0].list[0] = 9;"
         "n = all[0].list[0] * 100 + all[1].list[0] * 10 + all[0].list.size();", "952"),
        ("Held one{1, {{6, 7}}}; n = one.list[1] * 10 + one.list.size();", "72"),
        ("std::vector<std::vector<int>> all{{1, 2}, {3}}; n = all[1].size() * 10 + all[1][0];",
         "13"),
        ("Mapped one{1, {{2, 3}, {4, 5}}}; n = one.map.at(4);", "5"),
    ],
)  # fmt: skip
def test_the_constructor_is_the_one_that_fits(body: str, expected: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == expected


@pytest.mark.parametrize(
    "body",
    [
        "Source s{1, 2}; Plain all[1] = {s}; n += all[0].a;",
        "Other o; Converted all[1] = {o}; n = all[0].a;",
        "Source s{1, 2}; n = first(s);",
        "n = made(2) + made(2.0f);",
        "auto f = [](auto t) { Made all[1] = {t}; return all[0].a; }; n = f(2) + f(2.0f);",
    ],
)
def test_what_is_not_known_to_make_an_element(body: str, tmp_path: Path) -> None:
    assert not read(tmp_path, HEAD, body, "host.cpp").host.complete


SETTING = """
struct Given {
    size_t size;
    const void *value;
    template <class T> Given(const T &t) : size(sizeof(T)), value(&t) {}
};
static void set(cl_kernel kernel, std::initializer_list<Given> all)
{
    cl_uint i = 0;
    for (const Given &one : all)
        clSetKernelArg(kernel, i++, one.size, one.value);
}
static int again(int i) { return i + 1; }
"""


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("set(kernel, {x, n});", "5"),
        ("set(kernel, {x, 7});", "7"),
        ("set(kernel, {x, n * 3});", "15"),
        ("set(kernel, {x, again(n)});", "6"),
        ("int m = 8; set(kernel, {x, m}); m = 9;", "8"),
        ("int m = 8; std::initializer_list<Given> all = {x, m}; m = 9; set(kernel, all);", "9"),
        ("int m = 8; Given all[] = {x, m}; m = 9;"
         "for (int i = 0; i < 2; i++) clSetKernelArg(kernel, i, all[i].size, all[i].value);", "9"),
        ("int m = 8, o = 3; Given all[] = {x, m}; all[1] = o;"
         "for (int i = 0; i < 2; i++) clSetKernelArg(kernel, i, all[i].size, all[i].value);", "3"),
        ("int m = 8; std::vector<Given> all{x, m}; m = 9;"
         "for (auto [s, v] : all) clSetKernelArg(kernel, &v == nullptr, s, v);", ""),
    ],
)  # fmt: skip
def test_arguments_by_address(setting: str, expected: str, tmp_path: Path) -> None:
    body = f"""{{
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    size_t size = 64;
    {setting}
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL); }}"""
    facts = read(tmp_path, SETTING, body, "host.cpp")
    followed = facts.host.complete and len(facts.host.launches[0].arguments) == 2
    assert (bound(facts) if followed else "") == expected
