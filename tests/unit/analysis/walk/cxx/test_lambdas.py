"""Lambdas and other functions that are called through values."""

from pathlib import Path

import pytest

from tests.unit.analysis.cplusplus import followed, launches, read

LAMBDAS = """
template <typename F> static void twice(F f) { f(1); f(2); }
struct Adder { int n; void run() { auto add = [this](int i) { n += i; }; add(4); } };
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("auto add = [&](int i) { n += i; }; add(5);", "6"),
        ("[&n] { n = 7; }();", "7"),
        ("auto get = [=](int i) { return n + i; }; n = 50; n = get(2);", "3"),
        ("auto get = [n] { return n; }; n = 50; n = get();", "1"),
        ("int m = 3; auto both = [=, &n] { n = m; }; m = 9; both();", "3"),
        ("twice([&](int i) { n += i; });", "4"),
        ("std::function<void(int)> add = [&](int i) { n += i; }; add(8);", "9"),
        ("Adder a = {1}; a.run(); n = a.n;", "5"),
        ("auto get = [m = n + 1, &k = n] { k = 9; return m; }; n = get() + n;", "11"),
        ("auto set = [&](auto k) { n = k; }; set(4);", "4"),
        ("auto outer = [&] { auto inner = [&] { n = 6; }; inner(); }; outer();", "6"),
    ],
)
def test_lambdas_see_what_they_capture(body: str, expected: str, tmp_path: Path) -> None:
    facts = read(tmp_path, LAMBDAS, f"int n = 1; {body} launch(make(8), n);")
    assert followed(facts)[0][1] == expected


@pytest.mark.parametrize(
    "body",
    [
        "int v[3] = {1, 2, 3}; std::for_each(v, v + 3, [&](int i) { n += i; });",
        "for (int k = 0; k < argc; k++) [&] { n++; }();",
        "std::function<void(int)> f = [&](int k) { if (k) n = 7; if (k < 1) f(k + 1); }; f(0);",
        "auto f = [&](auto &&g, int k) -> void { if (k) n = 7; if (!k) g(g, 1); }; f(f, 0);",
        "auto f = [&](auto k) { n = k; }; std::for_each(&argc, &argc + 1, f);",
        "std::function<void()> f; if (argc > 2) f = [&] { n = 2; }; else f = [&] { n = 3; }; f();",
    ],
)
def test_lambdas_that_run_often_or_perhaps(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, LAMBDAS, f"int n = 1; {body} launch(make(8), n);")
    assert launches(facts)[0][1] != "1"


def test_a_comparator_is_walked(tmp_path: Path) -> None:
    before = """
static int calls;
static int compare(const void *a, const void *b)
{
    calls++;
    return *(const int *)a - *(const int *)b;
}
"""
    body = "int v[3] = {3, 1, 2}; qsort(v, 3, sizeof(int), compare); launch(make(8), calls);"
    facts = read(tmp_path, before, body)
    assert followed(facts)[0][1] != "0"


def test_a_lambda_that_an_unknown_function_keeps_may_run_at_any_time(tmp_path: Path) -> None:
    before = "void keep(void (*f)());\n"
    facts = read(tmp_path, before, "static int n; keep([] { n++; }); launch(make(8), n);")
    assert not facts.host.complete
