"""Objects of C++ hosts: constructors, destructors, bases, virtual methods, references."""

from pathlib import Path

import pytest

from ppcl.analysis.model import EscapeEvent, events_of
from tests.unit.analysis.cplusplus import followed, launches, read

HOLDER = """
struct Holder {
    cl_mem mem;
    int count;
    Holder(size_t bytes, int n) : mem(make(bytes)), count(n) {}
    void run() { launch(mem, count); }
};
"""


@pytest.mark.parametrize(
    "body",
    [
        "Holder h(4096, 7); h.run();",
        "Holder h = Holder(4096, 7); h.run();",
        "Holder *h = new Holder(4096, 7); h->run(); delete h;",
        "Holder(4096, 7).run();",
        "Holder h{4096, 7}; Holder &r = h; r.run();",
        "Holder h(4096, 7); Holder copy = h; copy.run();",
        "Holder h(4096, 7), other(16, 1); other = h; other.run();",
        "static Holder h(4096, 7); h.run();",
    ],
)
def test_constructors_run_on_the_object(body: str, tmp_path: Path) -> None:
    assert followed(read(tmp_path, HOLDER, body)) == [(["mem"], "7")]


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ("int n = 5; Box() {}", "5"),
        ("int n = 5; Box() : Box(6) {} Box(int m) : n(m) {}", "6"),
        ("int n; Box(int m = 8) { n = m; }", "8"),
        ("int n = 5;", "5"),
        ("Inner inner; int &n = inner.n;", "3"),
        ("Inner inner; int n; Box() : n(inner.n + 1) {}", "4"),
    ],
)
def test_members_are_initialised(members: str, expected: str, tmp_path: Path) -> None:
    before = f"struct Inner {{ int n; Inner() {{ n = 3; }} }};\nstruct Box {{ {members} }};"
    facts = read(tmp_path, before, "Box box; launch(make(64), box.n);")
    assert followed(facts)[0][1] == expected


def test_what_a_constructor_keeps_of_the_object_is_the_object(tmp_path: Path) -> None:
    before = """
struct App;
static App *instance;
struct App { int n; App() : n(1) { instance = this; } };
"""
    facts = read(tmp_path, before, "App app; instance->n = 9; launch(make(64), app.n);")
    assert followed(facts)[0][1] == "9"


def test_globals_are_constructed_before_main(tmp_path: Path) -> None:
    before = HOLDER + "Holder global_holder(4096, 7);\n"
    assert followed(read(tmp_path, before, "global_holder.run();")) == [(["mem"], "7")]


GUARD = """
static int counter = 1;
struct Guard { int *p; Guard(int *q) : p(q) {} ~Guard() { *p = *p + 1; } };
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{ Guard g(&counter); }", "2"),
        ("{ Guard g(&counter), h(&counter); }", "3"),
        ("for (;;) { Guard g(&counter); break; }", "2"),
        ("do { Guard g(&counter); continue; } while (0);", "2"),
        ("Guard{&counter};", "2"),
        ("Guard *g = new Guard(&counter); delete g;", "2"),
        ("Guard *g = new Guard(&counter);", "1"),
        ("{ Guard g(&counter); goto end; }\nend:", "2"),
        ("try { Guard g(&counter); throw 1; } catch (int) { }", "2"),
        ("{ struct Two { Guard a, b; } two = {&counter, &counter}; }", "3"),
        ("{ struct Derived : Guard { Derived() : Guard(&counter) {} } d; }", "2"),
        ("{ Guard pair[2] = {&counter, &counter}; }", "3"),
    ],
)
def test_destructors_run_where_objects_end(body: str, expected: str, tmp_path: Path) -> None:
    facts = read(tmp_path, GUARD, f"{body}\n launch(make(64), counter);")
    assert followed(facts)[0][1] == expected


def test_destructors_run_when_a_function_returns(tmp_path: Path) -> None:
    before = GUARD + "static int use(int n) { Guard g(&counter); if (n) return n; return 5; }"
    facts = read(tmp_path, before, "int n = use(3); launch(make(64), 10 * counter + n);")
    assert followed(facts)[0][1] == "23"


def test_the_value_that_is_returned_is_taken_before_destructors_run(tmp_path: Path) -> None:
    before = GUARD + "static int use() { Guard g(&counter); return counter; }"
    facts = read(tmp_path, before, "int n = use(); launch(make(64), 10 * counter + n);")
    assert followed(facts)[0][1] == "21"


def test_what_a_releasing_destructor_reads_is_recorded(tmp_path: Path) -> None:
    """The order of the data decides what is released."""
    before = """
struct Late { cl_mem m; float *data; ~Late() { if (data[5] > 0) clReleaseMemObject(m); } };
"""
    body = "float *data = (float *)malloc(64); { Late late = {make(64), data}; }\n"
    facts = read(tmp_path, before, body + "launch(make(64), 2);")
    assert [access.kind for access in facts.host.accesses if access.object.name == "data"]


def test_a_destructor_may_launch(tmp_path: Path) -> None:
    before = "struct Late { cl_mem m; ~Late() { launch(m, 3); } };\n"
    body = "{ Late late = {make(64)}; launch(late.m, 2); }"
    assert [n for _, n in followed(read(tmp_path, before, body))] == ["2", "3"]


def test_global_objects_end_after_main(tmp_path: Path) -> None:
    before = "struct Late { cl_mem m; ~Late() { launch(m, 3); } };\nstatic Late late;\n"
    body = "late.m = make(64); launch(late.m, 2); if (argc > 3) return 1; return 0;"
    assert [n for _, n in followed(read(tmp_path, before, body))] == ["2", "3"]


SHAPES = """
struct Shape {
    int n;
    Shape() : n(1) {}
    virtual ~Shape() {}
    virtual void run() { launch(make(8), n); }
    virtual int size() = 0;
    void both() { run(); launch(make(8), size()); }
};
struct Square : Shape {
    int m;
    Square() : m(2) {}
    int size() override { return m; }
};
struct Circle : Shape {
    int size() override { return 30; }
    void run() override { launch(make(8), 40); }
};
struct Unrelated { int size() { return 50; } void run() {} };
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Square s; s.both();", ["1", "2"]),
        ("Shape *s = new Square; s->both();", ["1", "2"]),
        ("Circle c; Shape &s = c; s.both();", ["40", "30"]),
        ("Circle c; c.Shape::run();", ["1"]),
        ("Unrelated u; u.run(); launch(make(8), u.size());", ["50"]),
        ("Shape *s[2] = {new Square, new Circle}; s[1]->run();", ["40"]),
        ("Shape *s = new Square(); static_cast<Square *>(s)->m = 9; s->both();", ["1", "9"]),
    ],
)
def test_virtual_calls_go_by_the_objects_class(
    body: str, expected: list[str], tmp_path: Path
) -> None:
    assert [n for _, n in followed(read(tmp_path, SHAPES, body))] == expected


@pytest.mark.parametrize(
    "body",
    [
        "Shape *s = argc > 3 ? (Shape *)new Square : (Shape *)new Circle; s->run();",
        "extern Shape *other(); other()->run();",
    ],
)
def test_a_class_that_is_not_known_may_be_any(body: str, tmp_path: Path) -> None:
    found = [n for _, n in launches(read(tmp_path, SHAPES, body))]
    assert "40" in found
    assert len(found) == 2


def test_a_constructor_calls_its_own_class(tmp_path: Path) -> None:
    before = """
struct Base { Base() { run(); } virtual void run() { launch(make(8), 1); } };
struct Derived : Base { void run() override { launch(make(8), 2); } };
"""
    assert [n for _, n in followed(read(tmp_path, before, "Derived d; d.run();"))] == ["1", "2"]


BASES = """
struct First { int a; virtual void one() {} };
struct Second { cl_mem mem; int b; virtual void two() { launch(mem, b); } };
struct Plain { char c; };
struct Both : Plain, First, Second { int own; void two() override { launch(mem, own); } };
"""


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("both.Second::two();", "5"),
        ("both.two();", "6"),
        ("Second *s = &both; s->two();", "6"),
        ("Second *s = &both; s->b = 7; launch(both.mem, both.b);", "7"),
        ("Second &s = both; launch(s.mem, s.b);", "5"),
        ("Second *s = &both; launch(s->mem, static_cast<Both *>(s)->own);", "6"),
        ("Second copy = both; launch(copy.mem, copy.b);", "5"),
        ("First *f = &both; f->a = 8; launch(both.mem, both.b);", "5"),
    ],
)
def test_bases_lie_where_they_do(use: str, expected: str, tmp_path: Path) -> None:
    body = f"Both both; both.mem = make(64); both.b = 5; both.own = 6; {use}"
    assert followed(read(tmp_path, BASES, body)) == [(["mem"], expected)]


def test_a_base_is_constructed_first(tmp_path: Path) -> None:
    before = """
struct Base { int n; Base() : n(3) {} Base(int m) : n(m) {} };
struct Implied : Base { int m; Implied() { m = n + 1; } };
struct Given : Base { int m; Given() : Base(10), m(n + 1) {} };
struct None : Base {};
"""
    body = "Implied i; Given g; None o; launch(make(8), i.m + 100 * g.m + 10000 * o.n);"
    assert followed(read(tmp_path, before, body))[0][1] == str(4 + 1100 + 30000)


def test_references_are_members_and_results(tmp_path: Path) -> None:
    before = """
struct Owner { int n; int data[4]; int &count() { return n; } };
struct User { Owner &owner; User(Owner &o) : owner(o) {} void add() { owner.n += 2; } };
static int *&slot() { static int *p; return p; }
"""
    body = """
    Owner owner; owner.n = 1;
    User user(owner); user.add(); owner.count() += 10;
    int &third = owner.data[2]; third = 50;
    int number = 4; slot() = &number; *slot() = 6;
    launch(make(8), owner.count() + owner.data[2] + 1000 * number);
    """
    assert followed(read(tmp_path, before, body))[0][1] == "6063"


def test_templates_of_classes_and_functions(tmp_path: Path) -> None:
    before = """
template <typename T> struct Buffer {
    cl_mem mem; int n;
    explicit Buffer(int count) : mem(make(count * sizeof(T))), n(count) {}
    ~Buffer() { clReleaseMemObject(mem); }
};
template <typename B> void go(const B &b) { launch(b.mem, b.n); }
"""
    assert followed(read(tmp_path, before, "Buffer<float> b(12); go(b);")) == [(["mem"], "12")]


@pytest.mark.parametrize("mark", ["", "final"])
def test_the_destructor_of_a_class_template(tmp_path: Path, mark: str) -> None:
    before = f"""
template <typename T> struct Set {{ static const int value = 8; }};
template <> struct Set<int> {{ static const int value = 9; }};
template <typename T> void put(T *p, int n) {{ *p = n; }}
template <typename T> struct Count {mark} {{
    T *p;
    explicit Count(T *q) : p(q) {{}}
    ~Count() {{ put(p, Set<T>::value); }}
}};
"""
    body = "int n = 1; { Count<int> c(&n); } launch(make(8), n);"
    assert followed(read(tmp_path, before, body))[0][1] == "9"


def test_a_copy_of_what_is_not_known_is_not_what_was_there_before(tmp_path: Path) -> None:
    before = """
struct Held { int *p; int n; };
void fill(Held *all);
"""
    body = """
    Held all[2], one = {nullptr, 5};
    fill(all);
    one = all[1];
    if (one.p == nullptr) return 1;
    launch(make(8), one.n);
    """
    ((_, number),) = followed(read(tmp_path, before, body))
    assert number != "5"


def test_thrown_exceptions_unwind_to_their_handler(tmp_path: Path) -> None:
    before = """
static void check(int status) { if (status) throw status; }
static int state = 1;
"""
    body = """
    try { state = 2; check(argc); state = 3; }
    catch (int code) { printf("%d", code); return 1; }
    launch(make(8), state);
    """
    assert followed(read(tmp_path, before, body))[0][1] == "3"


def test_after_a_handler_that_goes_on_any_state_of_the_body_holds(tmp_path: Path) -> None:
    before = "static void check(int status) { if (status) throw status; }\n"
    body = "int n = 1; try { n = 2; check(argc); n = 3; } catch (...) { } launch(make(8), n);"
    ((_, number),) = followed(read(tmp_path, before, body))
    assert number not in ("1", "2", "3")


def test_a_library_function_may_throw(tmp_path: Path) -> None:
    before = "#include <string>\n"
    body = """
    int n = 1;
    try { n = 2; n = 10 + std::stoi(argv[1]); n = 3; } catch (std::exception &) { }
    launch(make(8), n);
    """
    ((_, number),) = followed(read(tmp_path, before, body))
    assert number != "3"


def test_a_delete_of_a_base_runs_the_derived_destructor(tmp_path: Path) -> None:
    before = """
static int ended;
struct Base { virtual ~Base() { ended += 1; } };
struct Derived : Base { ~Derived() { ended += 10; } };
"""
    body = "Base *b = new Derived; delete b; launch(make(8), ended);"
    assert followed(read(tmp_path, before, body))[0][1] == "11"


def test_a_copy_that_a_member_makes_in_its_own_way_is_not_followed(tmp_path: Path) -> None:
    before = """
struct Inner { int *p; Inner() : p(nullptr) {} Inner(const Inner &o) : p(new int(*o.p + 1)) {} };
struct Outer { Inner inner; };
"""
    facts = read(tmp_path, before, "Outer a; Outer b = a; launch(make(8), 1);")
    assert not facts.host.complete


def test_an_object_of_a_container_may_end_with_it(tmp_path: Path) -> None:
    before = """
#include <vector>
struct Writer { float *p; ~Writer() { p[0] = 1; } };
"""
    body = """
    float *h = (float *)malloc(64);
    { std::vector<Writer> all(2); all[0].p = h; }
    launch(make(8), 1);
    """
    facts = read(tmp_path, before, body)
    escapes = [e.object.name for e in events_of(facts.host.tree) if isinstance(e, EscapeEvent)]
    assert "h" in escapes or not facts.host.complete


def test_a_global_of_a_class_with_implied_constructor(tmp_path: Path) -> None:
    before = """
#include <vector>
struct Handles { cl_program p; std::vector<cl_mem> mems; } all;
"""
    facts = read(tmp_path, before, "all.mems.push_back(make(8)); launch(all.mems[0], 1);")
    assert followed(facts) == [(["mems[0]"], "1")]


def test_a_member_of_the_library_is_all_that_its_functions_touch(tmp_path: Path) -> None:
    before = """
#include <locale>
struct App { std::locale place; cl_mem mem; int n; float *h; };
"""
    body = "App a; a.mem = make(64); a.n = 3; a.place.name(); launch(a.mem, a.n);"
    assert followed(read(tmp_path, before, body)) == [(["mem"], "3")]


def test_what_a_member_of_the_library_holds_is_let_go_of_with_it(tmp_path: Path) -> None:
    before = """
#include <list>
struct App { int n; std::list<float *> held; };
"""
    body = """
    float *h = (float *)malloc(64);
    App a;
    a.held.push_back(h);
    a.held.reverse();
    launch(make(64), 1);
    """
    facts = read(tmp_path, before, body)
    escapes = [e.object.name for e in events_of(facts.host.tree) if isinstance(e, EscapeEvent)]
    assert "h" in escapes
