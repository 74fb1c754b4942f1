"""What runs where objects end: destructors, cleanup functions, deleters."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, codes, read

ENDS = """
static int m;
struct D { int &r; ~D() { r--; } };
struct P { int *p; int k; ~P() { --*p; } };
struct H { D d; };
static D make() { return D{n}; }
static int last() { return D{n}.r; }
static void take(D d) { m = d.r; }
static const D &same(const D &d) { return d; }
"""
TEMPORARIES = [
    ("D{n};", "4"),
    ("D(D{n});", "4"),
    ("(void)D{n};", "4"),
    ("D{n}, 0;", "4"),
    ("int p = (D{n}, 7); n += p - 7;", "4"),
    ("if (D{n}.r == 5) n += 2;", "6"),
    ("switch (D{n}.r) { case 5: n += 2; }", "6"),
    ("{ const D &d = D{n}; n *= 2; }", "9"),
    ("{ D &&d = make(); n *= 2; }", "9"),
    ("{ const int &r = D{n}.r; n *= 2; }", "8"),
    ("{ const int &k = P{&n, 1}.k; n *= 2; }", "9"),
    ("same(D{n}); n *= 2;", "8"),
    ("make();", "4"),
    ("{ D d = make(); n *= 2; }", "9"),
    ("n += last() - 5;", "4"),
    ("take(D{n});", "4"),
    ("{ P a{&m}; a = P{&n}; }", "3"),
    ("{ P a = P{&n}; }", "4"),
    ("H{{n}};", "4"),
    ("[&] { return D{n}; }();", "4"),
    ("for (D d{n}; m > 1;) { } n *= 2;", "8"),
    ("static D d{n}; n *= 2;", "10"),
    ("new D{n};", "5"),
    ("delete new D{n};", "4"),
]


@pytest.mark.parametrize(("body", "value"), TEMPORARIES, ids=[c[0] for c in TEMPORARIES])
def test_a_temporary_ends_where_it_should(body: str, value: str, tmp_path: Path) -> None:
    facts = read(tmp_path, ENDS, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == value


PERHAPS = [
    "if (argc > 1 && D{n}.r) { }",
    "argc > 1 ? D{n}.r : 0;",
    "argc > 1 ? D{n} : make();",
    "const D &d = argc > 1 ? D{n} : make();",
    "while (D{n}.r > argc) { }",
    "do { } while (D{n}.r > argc);",
    "for (int i = 0; i < argc; D{n}, i++) { }",
    "for (int i = 0; i < argc; i++) D{n};",
]


@pytest.mark.parametrize("body", PERHAPS)
def test_a_temporary_that_may_not_begin(body: str, tmp_path: Path) -> None:
    value = bound(read(tmp_path, ENDS, body + " (void)0;", "host.cpp"))
    assert value not in ("3", "4")
    assert "&d" in body or value != "5"


CLEANS = """
#define AUTO __attribute__((cleanup(less)))
static void less(int *v) { n -= *v; }
static void twice(int *v) { n *= 2; }
static int leave(void) { AUTO int v = 1; return n; }
static void many(int c) { AUTO int v = 1; if (c) return; n *= 2; }
"""
CLEANED = [
    ("{ AUTO int v = 1; }", "4"),
    ("{ int v __attribute__((cleanup(less))) = 1; n *= 2; }", "9"),
    ("{ AUTO int v = 1, w = 2; }", "2"),
    ("{ AUTO int v = 1; int w __attribute__((cleanup(twice))); }", "9"),
    ("{ int w __attribute__((cleanup(twice))); AUTO int v = 1; }", "8"),
    ("n += leave() - 5;", "4"),
    ("many(1);", "4"),
    ("{ AUTO int v = 1; goto out; } out: n *= 2;", "8"),
    ("for (int i = 0; i < 1; i++) { AUTO int v = 1; break; } n *= 2;", "8"),
    ("do { AUTO int v = 1; continue; } while (0); n *= 2;", "8"),
    ("for (AUTO int i = 0; i < 0; i++) { } n *= 2;", "10"),
    ("static AUTO int v = 1; n *= 2;", "10"),
]


@pytest.mark.parametrize(("body", "value"), CLEANED, ids=[c[0] for c in CLEANED])
def test_a_cleanup_runs_where_the_scope_ends(body: str, value: str, tmp_path: Path) -> None:
    facts = read(tmp_path, CLEANS, body)
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == value


def test_a_cleanup_of_cplusplus(tmp_path: Path) -> None:
    facts = read(tmp_path, CLEANS, "{ [[gnu::cleanup(less)]] int v = 1; n *= 2; }", "host.cpp")
    assert facts.host.complete
    assert bound(facts) == "9"


def test_a_cleanup_that_is_not_known(tmp_path: Path) -> None:
    facts = read(
        tmp_path,
        "void other(int **v);",
        "{ int *v __attribute__((cleanup(other))) = &n; }",
    )
    assert "PPC102" in codes(facts)
    assert bound(facts) != "5"


OWNERS = """
#include <memory>
#include <new>
struct Dec { void operator()(int *x) const { --*x; } };
template <class T> struct Other { void operator()(T *x) const { --*x; } };
struct Free { void operator()(void *x) const { free(x); } };
struct Own { void *operator new(size_t s) { n--; return malloc(s); } int a; };
struct Part : Own { };
static void dec(int *x) { --*x; }
#define MAKE(T, p) new (p) T(3)
"""
OWNED = [
    "{ std::shared_ptr<int> p(&n, [](int *x) { --*x; }); }",
    "{ auto d = [](int *x) { --*x; }; std::unique_ptr<int, decltype(d)> p(&n, d); }",
    "{ std::unique_ptr<int, Dec> p(&n); }",
    "{ std::unique_ptr<int, Dec> p; p.reset(&n); }",
    "{ std::unique_ptr<int, Other<int>> p(&n); }",
    "{ std::unique_ptr<int, void (*)(int *)> p(&n, &dec); }",
    "{ std::shared_ptr<int> p; p.reset(&n, Dec()); }",
    "new Part;",
    "new (&n) int(3);",
    "::new ((void *)&n) int(3);",
    "MAKE(int, &n);",
]


@pytest.mark.parametrize("body", OWNED)
def test_deleters_and_places_of_the_programs_own(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, OWNERS, body, "host.cpp")
    assert codes(facts) & {"PPC101", "PPC108"}
    assert not facts.host.complete or bound(facts) != "5"


def test_an_operator_new_of_the_programs_own(tmp_path: Path) -> None:
    before = "void *operator new(size_t s) { return malloc(s); }"
    facts = read(tmp_path, before, "int *q = new int(3);", "host.cpp")
    assert "PPC101" in codes(facts)
    assert not facts.host.complete


RELEASED = [
    "{ std::unique_ptr<int, Free> p((int *)malloc(4)); }",
    '{ std::shared_ptr<FILE> f(fopen("a", "r"), fclose); }',
    '{ std::shared_ptr<FILE> f(fopen("a", "r"), [](FILE *f) { if (f) fclose(f); }); }',
    "{ std::unique_ptr<float, void (*)(void *)> p((float *)malloc(4), free); }",
    "{ auto q = std::make_unique<int>(4); std::shared_ptr<int> a(new int(3)), b = a; }",
    "int *q = new (std::nothrow) int(3), *r = new (int)(3), *s = new (int[n]);",
]


@pytest.mark.parametrize("body", RELEASED)
def test_what_only_releases_costs_nothing(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, OWNERS, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == "5"


HIDDEN = """
#include <tuple>
#include <utility>
#include <vector>
struct S { int k; ~S() { n--; } };
static std::tuple<int, int> both() { n--; return std::make_tuple(1, 2); }
static void less(int *v) { n -= *v; }
static std::vector<int> values(const S &s) { return std::vector<int>(s.k); }
"""
ONCE = [
    ("int k = std::get<0>(both());", "4"),
    ("int a[2] = {1, 2}, i = 0, j = 1; std::swap(a[i], a[j]); n = a[0];", "2"),
    ("auto l = [k = n * 2](int a) { return k; };", "5"),
    ("auto l = [k = n--] { return k; };", "4"),
    ("({ int v __attribute__((cleanup(less))) = 1; v; });", "4"),
    ("n = ({ int v __attribute__((cleanup(less))) = 1; n + v; });", "6"),
]


@pytest.mark.parametrize(("body", "value"), ONCE, ids=[c[0] for c in ONCE])
def test_what_runs_once(body: str, value: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HIDDEN, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == value


@pytest.mark.parametrize(
    "body",
    [
        "int a[9]; std::swap(a[n--], a[0]);",
        "try { throw S{1}; } catch (const S &) { }",
        "{ S s{1}; auto l = [s] { return s.k; }; }",
        "for (int k : values(S{2})) n += k;",
    ],
)
def test_what_ends_out_of_sight(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HIDDEN, body, "host.cpp")
    assert "PPC101" in codes(facts)
    assert not facts.host.complete
