"""Structured bindings: names for the parts of a hidden variable."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

HEAD = """
struct Two { int one, two; };
struct Counted { int one, two; Counted() : one(1), two(2) {}
                 Counted(const Counted &o) : one(o.one), two(o.two) { n = 8; } };
static Two made() { n = 6; return {1, 2}; }
struct Bits { unsigned one : 4, two : 4; };
struct Fields { int &one; int two; };
struct Tuple { int one, two; };
namespace std {
template <> struct tuple_size<Tuple> { static const std::size_t value = 2; };
template <size_t I> struct tuple_element<I, Tuple> { using type = int; };
}
template <size_t I> int get(const Tuple &) { n = 7; return 9; }
template <class T> int second(const T &t) { const auto &[a, b] = t; return b; }
"""
PAIRS = ["Two p{1, 2}", "std::pair<int, int> p(1, 2)", "std::tuple<int, int> p(1, 2)"]
PAIRS += ["int p[2] = {1, 2}"]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("auto [a, b] = p; n = b * 10 + a;", "21"),
        ("auto [a, b] = p; b = 7; auto [c, d] = p; n = d * 10 + b;", "27"),
        ("auto &[a, b] = p; b = 7; auto [c, d] = p; n = c * 10 + d;", "17"),
        ("const auto &[a, b] = p; auto &[c, d] = p; c = 3; n = a;", "3"),
        ("auto &&[a, b] = p; a = 4; auto [c, d] = p; n = c;", "4"),
        ("auto &[a, b] = p; int *q = &b; *q = 7; n = b;", "7"),
        ("auto [a, b] = p; auto f = [a] { return a; }; a = 9; n = f();", "1"),
        ("auto [a, b] = p; auto f = [=] { return a; }; a = 9; n = f();", "1"),
        ("auto [a, b] = p; auto f = [&a] { return a; }; a = 9; n = f();", "9"),
        ("auto [a, b] = p; auto f = [&] { return ++a; }; n = f() * 10 + a;", "22"),
        ("auto [a, b] = p; auto f = [c = a] { return c; }; a = 9; n = f();", "1"),
        ("{ auto [a, n] = p; n = 3; (void)a; }", "5"),
    ],
)
def test_names_are_the_parts_of_a_hidden_variable(
    pair: str, body: str, expected: str, tmp_path: Path
) -> None:
    facts = read(tmp_path, HEAD, f"{pair}; {body}", "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("auto [a, b] = made(); (void)a;", "6"),
        ("auto [a, b] = made(); n = b;", "2"),
        ("Counted c; auto [a, b] = c; (void)a;", "8"),
        ("Counted c; auto &[a, b] = c; (void)a;", "5"),
        ("auto [a, b]{Two{3, 4}}; n = a;", "3"),
        ("auto [a, b](Two{3, 4}); n = b;", "4"),
        ("auto &&[a, b] = std::make_pair(3, 4); n = b;", "4"),
        ("n = second(Two{3, 4}) * 10 + second(std::make_pair(5, 6));", "46"),
        ("[[maybe_unused]] auto [a, b] = Two{3, 4}; n = b;", "4"),
        ("if (auto [a, b] = made(); b == 2) n = 9;", "9"),
        ("for (auto [a, b] = made(); b == 3; ++a) n = 9;", "6"),
        ("int c = 1; Fields f{c, 2}; auto [a, b] = f; a = 4; n = c;", "4"),
        ("std::array<int, 2> p{1, 2}; auto &[a, b] = p; b = 4; n = p[1];", "4"),
        ("Two all[] = {{0, 3}, {1, 4}}; for (auto [a, b] : all) b = 7; n = all[1].two;", "4"),
        ("static auto [a, b] = Two{3, 4}; n = b;", "4"),
    ],
)  # fmt: skip
def test_what_is_given_is_evaluated_once(body: str, expected: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == expected


def test_outside_functions(tmp_path: Path) -> None:
    before = "static Two made(); auto [first, last] = made(); static Two made() { return {3, 4}; }"
    facts = read(tmp_path, f"struct Two {{ int a, b; }}; {before}", "n = last;", "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == "4"


@pytest.mark.parametrize(
    "body",
    [
        "Bits bits{1, 2}; auto &[a, b] = bits; bits.two = 3; n = b;",
        "Tuple t{1, 2}; auto [a, b] = t; (void)a;",
        "Tuple t{1, 2}; auto [a, b] = t; n = 5 * a;",
        "std::pair<int &, int> p(n, 2); auto [a, b] = p; a = 7;",
        "auto p = std::tie(n, n); auto &[a, b] = p; b = 7;",
        "Counted c[2]; auto [a, b] = c; (void)a;",
        "Tuple all[2] = {}; for (auto [a, b] : all) (void)a;",
        "int t[2] = {1, 2}; auto [a, b] = *(n++, &t); (void)a;",
    ],
)  # fmt: skip
def test_what_is_not_certain_is_not_followed(body: str, tmp_path: Path) -> None:
    assert not read(tmp_path, HEAD, body, "host.cpp").host.complete


def test_buffers_go_by_the_names(tmp_path: Path) -> None:
    create = "clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL)"
    body = f"auto [first, second] = std::make_pair({create}, {create});"
    loop = "clSetKernelArg(kernel, 0, sizeof(cl_mem), &second);"
    launch = "size_t s = 64; clEnqueueNDRangeKernel(queue, kernel, 1, 0, &s, 0, 0, 0, 0);"
    facts = read(tmp_path, "", f"{{ {LOOP} {body} {loop} {launch} }}", "host.cpp")
    assert facts.host.launches[0].arguments[0].buffers[0].name == "second"


def test_not_certain_outside_functions(tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD + "auto [first, last] = Tuple{1, 2};", "", "host.cpp")
    assert any("structured binding" in remark.message for remark in facts.host.remarks)


LOOP = """
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
"""
SLOTS = "struct Slot { cl_uint index; size_t size; void *value; };\n"


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("for (auto [i, s, v] : slots) clSetKernelArg(kernel, i, s, v);", "5"),
        ("for (auto &[i, s, v] : slots) clSetKernelArg(kernel, i, s, v);", "5"),
        ("for (const auto &[i, s, v] : slots) { if (i == 2) break; clSetKernelArg(kernel, i, s, v);"
         "n += i; }", "5"),
        ("for (auto &[i, s, v] : slots) { clSetKernelArg(kernel, i, s, v);"
         "if (i == 0) slots[1].value = &other; }", "9"),
        ("for (auto &[i, s, v] : slots) { if (i == 0) v = &x; else v = &other;"
         "clSetKernelArg(kernel, slots[i].index, slots[i].size, slots[i].value); }", "9"),
        ("for (auto [i, s, v] : slots) { if (i == 0) v = &x; else v = &other;"
         "clSetKernelArg(kernel, slots[i].index, slots[i].size, slots[i].value); }", "5"),
    ],
)  # fmt: skip
def test_arguments_are_set_from_a_table(loop: str, expected: str, tmp_path: Path) -> None:
    table = "Slot slots[] = {{0, sizeof(cl_mem), &x}, {1, sizeof(int), &n}}; int other = 9;"
    size = "size_t size = 64;"
    launch = "clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);"
    body = f"{{ {LOOP} {table} {size} {loop} {launch} }}"
    facts = read(tmp_path, SLOTS, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == expected
