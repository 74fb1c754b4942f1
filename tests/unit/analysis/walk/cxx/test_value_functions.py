"""What the C++ library runs of the program's classes: copies, comparisons, operators."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

VALUE = """
struct V {
    int a;
    V(int i) : a(i) {}
    V() : a(0) { DEFAULT; }
    V(const V &o) : a(o.a) { COPY; }
    V &operator=(const V &o) { ASSIGN; a = o.a; return *this; }
    bool operator<(const V &o) const { LESS; return a < o.a; }
    bool operator==(const V &o) const { EQUAL; return a == o.a; }
    V operator+(const V &o) const { PLUS; return V(a + o.a); }
    operator int() const { CONVERT; return a; }
    ~V() { END; }
};
struct Less { bool operator()(int a, int b) const { CALLED; return a < b; } };
"""
HASH = """
namespace std {
template <> struct hash<V> { size_t operator()(const V &v) const { HASH; return v.a; } };
}
"""
PLACES = (
    "DEFAULT",
    "COPY",
    "ASSIGN",
    "LESS",
    "EQUAL",
    "PLUS",
    "CONVERT",
    "END",
    "CALLED",
    "HASH",
)
RUNS = [
    ("LESS", "(void)std::max(V{1}, V{2});"),
    ("LESS", "std::map<V, int> m; m[V{1}] = 1; n = 5; m[V{2}] = 2;"),
    ("LESS", "std::set<V> s; s.insert(V{1}); n = 5; s.insert(V{2});"),
    ("LESS", "std::map<V, int> m; m[V{1}] = 1; V v{1}; n = 5; m.find(v);"),
    ("LESS", "std::priority_queue<V> s; s.push(V{1}); n = 5; s.push(V{2});"),
    ("LESS", "V v[2] = {V{1}, V{2}}; std::sort(v, v + 2);"),
    ("LESS", "std::pair<V, int> p, q; n = 5; (void)(p < q);"),
    ("LESS", "std::tuple<V> p, q; n = 5; (void)(p < q);"),
    ("CALLED", "std::map<int, int, Less> m; m[1] = 1; m[2] = 2;"),
    ("CALLED", "std::set<int, Less> m; m.insert(1); m.insert(2);"),
    ("CALLED", "int v[2] = {1, 2}; std::sort(v, v + 2, Less());"),
    ("CALLED", "(void)std::max(1, 2, Less());"),
    ("COPY", "V a{1}, b{2}; std::swap(a, b);"),
    ("ASSIGN", "V a{1}, b{2}; std::swap(a, b);"),
    ("ASSIGN", "V a{1}; n = 5; std::exchange(a, V{2});"),
    ("COPY", "std::vector<V> v(2); n = 5; std::vector<V> w = v;"),
    ("ASSIGN", "std::vector<V> v(2), w(2); n = 5; w = v;"),
    ("COPY", "std::list<V> v(2); n = 5; std::list<V> w(v);"),
    ("COPY", "std::deque<V> v; V a{1}; n = 5; v.push_back(a);"),
    ("COPY", "std::optional<V> o; V a{1}; n = 5; o = a;"),
    ("COPY", "V a{1}; n = 5; auto p = std::make_pair(a, 1); (void)p;"),
    ("COPY", "V a{1}; n = 5; auto p = std::make_tuple(a, 1); (void)p;"),
    ("COPY", "V a{1}; n = 5; std::array<V, 1> p{a}; (void)p;"),
    ("DEFAULT", "std::map<int, V> m; n = 5; m[1];"),
    ("DEFAULT", "std::vector<V> m; n = 5; m.resize(3);"),
    ("EQUAL", "V v[2] = {V{1}, V{2}}; V w{2}; n = 5; (void)(std::find(v, v + 2, w) != v);"),
    ("EQUAL", "std::vector<V> v(2), w(2); n = 5; (void)(v == w);"),
    ("EQUAL", "std::unordered_map<V, int> m; m[V{1}] = 1; n = 5; m[V{1}] = 2;"),
    ("HASH", "std::unordered_map<V, int> m; m[V{1}] = 1;"),
    ("PLUS", "V v[2] = {V{1}, V{2}}; n = 5; (void)std::accumulate(v, v + 2, V(0));"),
    ("CONVERT", "V v[2] = {V{1}, V{2}}; n = 5; (void)std::accumulate(v, v + 2, 0);"),
    ("CONVERT", "V v[2] = {V{1}, V{2}}; int w[2]; n = 5; std::copy(v, v + 2, w);"),
    ("COPY", "struct Two { V v[2]; } a; n = 5; Two b = a; (void)b;"),
    ("COPY", "V v; n = 5; auto f = [v] { return v.a; }; (void)f;"),
    ("COPY", "V v; auto f = [v] { return v.a; }; n = 5; auto g = f; (void)g;"),
    ("END", "std::list<V> v(2); n = 5; v.clear();"),
    ("END", "auto p = std::make_shared<V>(1); n = 5; p.reset();"),
    ("END", "{ std::deque<V> v(2); n = 5; }"),
]


def _class(places: dict[str, str], body: str) -> str:
    """The class, with what it does in some places, and the headers that a body needs."""
    text = VALUE + (HASH if "unordered_map" in body else "")
    for place in PLACES:
        text = text.replace(place, places.get(place, ""))
    return text


@pytest.mark.parametrize(("place", "body"), RUNS)
def test_what_the_library_runs_is_not_overlooked(place: str, body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, _class({place: "n = 2"}, body), body, "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"


@pytest.mark.parametrize(
    "body",
    [
        "std::vector<V> v(2); n = 5; (void)v.size(); V &first = v[0]; (void)first.a;",
        "std::unique_ptr<V> p(new V(1)); n = 5; (void)p->a; (void)p.get();",
        "std::array<V, 2> v; n = 5; (void)v.front();",
    ],
)
def test_what_only_looks_runs_nothing(body: str, tmp_path: Path) -> None:
    effects = dict.fromkeys(PLACES, "n = 2")
    facts = read(tmp_path, _class({**effects, "END": ""}, body), body, "host.cpp")
    assert facts.host.complete
    assert bound(facts) == "5"


def test_an_allocator_of_the_programs_is_not_overlooked(tmp_path: Path) -> None:
    allocator = """
#include <vector>
template <class T> struct A {
    typedef T value_type;
    T *allocate(size_t count) { n = 2; return (T *)malloc(count * sizeof(T)); }
    void deallocate(T *p, size_t) { free(p); }
    bool operator==(const A &) const { return true; }
    bool operator!=(const A &) const { return false; }
};
"""
    facts = read(tmp_path, allocator, "std::vector<int, A<int>> v; v.push_back(1);", "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"


def test_memory_that_a_container_is_lent_is_not_overlooked(tmp_path: Path) -> None:
    body = """
    static int store[64];
    std::pmr::monotonic_buffer_resource pool(store, sizeof store);
    std::pmr::vector<int> v(4, &pool);
    v[0] = 7;"""
    facts = read(tmp_path, "#include <memory_resource>\n#include <vector>\n", body, "host.cpp")
    assert not facts.host.complete


@pytest.mark.parametrize("variable", ["auto &step", "auto step"])
def test_each_element_of_a_range_may_be_the_one_that_is_called(
    tmp_path: Path, variable: str
) -> None:
    body = f"""
    int kept = 0;
    std::function<void()> steps[] = {{[&] {{ kept = 1; }}, [&] {{ n = 2; }}}};
    for ({variable} : steps)
        step();"""
    facts = read(tmp_path, "#include <functional>\n", body, "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"
