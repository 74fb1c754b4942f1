"""Plain C++: classes, references, templates, operators, the standard library."""

import pytest

from ppcl.frontend.system_headers import cplusplus_folders
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.types import FloatType, IntType, PointerType, RecordType, ReferenceType
from ppcl.ir.unit import TranslationUnit
from tests.unit.frontend.checks import complaints, function, host, nodes

needs_library = pytest.mark.skipif(not cplusplus_folders(), reason="no libstdc++")
FLOAT = FloatType("float", 32)


def unit_of(text: str) -> TranslationUnit:
    unit = host(text, "host.cpp")
    assert not unit.problems
    assert list(complaints(unit, {"host.cpp": text.encode()})) == []
    return unit


def expressions(unit: TranslationUnit, name: str) -> list[ex.Expression]:
    """The expressions that are statements of a function."""
    body = function(unit, name).body
    assert body is not None
    return [s.expression for s in body.body if isinstance(s, st.Evaluate)]


CLASS = """
namespace app {
class Solver {
public:
    Solver(int n) : size_(n), scale(2.0f) { reset(); }
    void reset();
    float operator[](int i) const { return data[i]; }
    static int made() { return 1; }
    float *data = nullptr;
private:
    int size_; float scale;
};
void Solver::reset() { size_ = 0; this->scale = 1; }
int shared;
}
void use(app::Solver &s, app::Solver *p) { s.reset(); p->reset(); s[1]; app::Solver::made(); }
"""


def test_methods_have_an_owner_and_an_object() -> None:
    unit = unit_of(CLASS)
    reset = function(unit, "app::Solver::reset")
    assert reset.owner == "app::Solver"
    calls = [e for e in expressions(unit, "use") if isinstance(e, ex.Call)]
    names = ["app::Solver::reset", "app::Solver::reset", "app::Solver::operator[]"]
    assert [c.callee for c in calls] == [*names, "app::Solver::made"]
    assert {c.target.key for c in calls[:2] if c.target} == {reset.declaration.key}
    first, second, third, last = (c.receiver for c in calls)
    assert isinstance(first, ex.NameRef)
    assert isinstance(second, ex.Unary)
    assert second.op == "*"
    assert isinstance(third, ex.NameRef)
    assert last is None


def test_members_without_an_object_belong_to_this() -> None:
    first, second = expressions(unit_of(CLASS), "app::Solver::reset")
    assert isinstance(first, ex.Assign)
    assert isinstance(first.target, ex.Member)
    assert first.target.base == ex.This(first.target.at, PointerType(RecordType("app::Solver", 16)))
    assert isinstance(second, ex.Assign)
    assert isinstance(second.target, ex.Member)
    assert second.target.arrow


def test_constructor_initialises_fields_in_their_order() -> None:
    body = expressions(unit_of(CLASS), "app::Solver::Solver")
    assigned = [
        e.target.name for e in body if isinstance(e, ex.Assign) and isinstance(e.target, ex.Member)
    ]
    assert assigned == ["data", "size_", "scale"]
    assert isinstance(body[-1], ex.Call)


def test_implicit_constructor_sets_default_values() -> None:
    unit = unit_of("struct Config { int n = 100; int m; }; int f() { Config c; return c.n; }")
    (assignment,) = expressions(unit, "Config::Config")
    assert isinstance(assignment, ex.Assign)
    assert isinstance(assignment.value, ex.IntLiteral)
    assert assignment.value.value == 100


def test_templates_appear_as_their_instances() -> None:
    text = """template <class T, int N> T scaled(T x) { return x * N; }
    template <class T> struct Box { T *items; T get(int i) { return items[i]; } };
    float f(Box<float> b) { return scaled<int, 3>(2) + scaled<float, 4>(1.0f) + b.get(0); }"""
    unit = unit_of(text)
    found = [f for f in unit.functions if f.template]
    assert [f.result for f in found] == [IntType("int", 32, True), FLOAT, FLOAT]
    assert len({f.declaration.key for f in found}) == 3
    assert len({f.at for f in found}) == 2
    assert unit.records["Box<float>"].fields[0].type == PointerType(FLOAT)


def test_references_and_default_arguments() -> None:
    unit = unit_of("int g(const int &x, int y = 7); int f(int a) { int &r = a; return g(r); }")
    (variable,) = [n for n in nodes(unit, st.Variable) if isinstance(n, st.Variable)]
    assert variable.type == ReferenceType(IntType("int", 32, True))
    (call,) = [n for n in nodes(unit, ex.Call) if isinstance(n, ex.Call)]
    assert [type(a) for a in call.arguments] == [ex.NameRef, ex.IntLiteral]


def test_default_arguments_do_not_move_a_call_in_a_macro() -> None:
    text = "#define ID(x) x\nint g(int x, int y = 7); int f(int a) { return ID(g(a)); }"
    (call,) = nodes(unit_of(text), ex.Call)
    assert text[call.at.span.start : call.at.span.end] == "g(a)"
    assert call.at.macro is None


def test_new_and_delete() -> None:
    text = "struct T { T(int); }; void f(int n) { float *a = new float[n * 2]; T *t = new T(n);"
    unit = unit_of(text + " delete[] a; delete t; }")
    array, single = [n for n in nodes(unit, ex.New) if isinstance(n, ex.New)]
    assert array.allocated == FLOAT
    assert isinstance(array.count, ex.Cast)
    assert single.count is None
    assert len(single.arguments) == 1
    assert len(nodes(unit, ex.Delete)) == 2


def test_keys_join_translation_units() -> None:
    use = host(
        'extern "C" int plain(int); int mine(int); int f() { return plain(1) + mine(2); }', "a.cpp"
    )
    define = host(
        'extern "C" int plain(int x) { return x; } int mine(int x) { return x; }', "b.cpp"
    )
    called = {n.target.key for n in nodes(use, ex.Call) if isinstance(n, ex.Call) and n.target}
    defined = {f.declaration.key for f in define.functions}
    assert called == defined
    assert "plain" in defined
    in_c = host("int plain(int x) { return x; }", "c.c")
    assert in_c.functions[0].declaration.key == "plain"


def test_range_based_for() -> None:
    unit = unit_of("int f() { int v[3] = {}; int s = 0; for (int &x : v) s += x; return s; }")
    (loop,) = [n for n in nodes(unit, st.RangeFor) if isinstance(n, st.RangeFor)]
    assert loop.variable.declaration.name == "x"
    assert loop.variable.init is None
    assert isinstance(loop.range, ex.NameRef)


def test_head_with_a_declaration_is_a_block() -> None:
    unit = unit_of("int *g(); int f() { if (int *p = g()) return *p; else return 1; }")
    body = function(unit, "f").body
    assert body is not None
    (block,) = body.body
    assert isinstance(block, st.Block)
    assert [type(s) for s in block.body] == [st.Declare, st.If]


def test_what_is_not_modelled_keeps_its_parts() -> None:
    text = "struct S { int n; }; int f(S *s, int S::*p) { return s->*p; }"
    (made,) = nodes(unit_of(text), ex.OpaqueExpression)
    assert isinstance(made, ex.OpaqueExpression)
    assert [type(p) for p in made.parts] == [ex.NameRef, ex.NameRef]


def test_calls_of_a_generic_lambda_are_of_its_instances() -> None:
    text = "int g(int); int f(int a) { auto l = [&](auto k) { return g(k) + a; }; return l(1); }"
    unit = unit_of(text)
    (made,) = nodes(unit, ex.Lambda)
    assert isinstance(made, ex.Lambda)
    assert made.form == "generic"
    (instance,) = (f for f in unit.functions if f.declaration.name == "operator()")
    assert instance.template
    assert instance.body is not None


def test_captures_make_variables() -> None:
    text = (
        "int f(int *t, int n) { auto l = [&t, p = t + 1, &q = n] { return *p + q; }; return l(); }"
    )
    (made,) = nodes(unit_of(text), ex.Lambda)
    assert isinstance(made, ex.Lambda)
    assert [v.declaration.name for v in made.made] == ["p", "q"]
    assert [type(v.init) for v in made.made] == [ex.Binary, ex.NameRef]
    assert isinstance(made.made[1].type, ReferenceType)
    assert len(made.referred) == 1


def test_lambdas_say_what_they_copy() -> None:
    text = "int f(int a, int b) { auto l = [=, &b](int k) { b = a + k; }; l(1); return b; }"
    (made,) = [n for n in nodes(unit_of(text), ex.Lambda) if isinstance(n, ex.Lambda)]
    assert made.copies_rest
    assert made.copied == ()
    assert len(made.referred) == 1
    assert [p.declaration.name for p in made.parameters] == ["k"]


def test_try_has_its_handlers() -> None:
    text = "int g(int); int f(int a) { try { a = g(1); } catch (int e) { throw; } catch (...) { }"
    unit = unit_of(text + " return a; }")
    (outer,) = [n for n in nodes(unit, st.Try) if isinstance(n, st.Try)]
    first, last = outer.handlers
    assert first.variable is not None
    assert first.variable.declaration.name == "e"
    assert not first.catches_all
    assert last.variable is None
    assert last.catches_all
    (thrown,) = [n for n in nodes(unit, ex.Throw) if isinstance(n, ex.Throw)]
    assert thrown.value is None


def test_casts_and_literals() -> None:
    text = "enum class E { A = 2 }; void f(float x) { int a = static_cast<int>(x), b = int(x);"
    unit = unit_of(text + " int *p = nullptr; bool t = true; E e = E::A; long n = 1'000; }")
    values = [v.init for v in nodes(unit, st.Variable) if isinstance(v, st.Variable)]
    assert all(isinstance(v, ex.Cast) and not v.implicit for v in values[:2])
    literals = [v.operand if isinstance(v, ex.Cast) else v for v in values[2:]]
    assert [v.value for v in literals if isinstance(v, ex.IntLiteral)] == [0, 1, 2, 1000]


def test_bases_lend_their_fields() -> None:
    text = "struct A { int x; A(int v) : x(v) {} }; struct B : A { int y; B() : A(1), y(x) {} };"
    unit = unit_of(text + " int f() { B b; return b.x; }")
    assert [(f.name, f.offset) for f in unit.records["B"].fields] == [("x", 0), ("y", 4)]
    first, second = expressions(unit, "B::B")
    assert isinstance(first, ex.Call)
    assert first.callee == "A::A"
    assert isinstance(second, ex.Assign)


@needs_library
def test_vectors() -> None:
    unit = unit_of(
        """#include <vector>
        int f(int n) { std::vector<float> v(n, 1.0f), w; v[n - 1] = 2; w = v; return w.size(); }"""
    )
    allocator = RecordType("std::allocator<float>", 1, (FLOAT,))
    type_ = RecordType("std::vector<float>", 24, (FLOAT, allocator))
    v, w = [n for n in nodes(unit, st.Variable) if isinstance(n, st.Variable)]
    assert v.type == type_
    assert isinstance(v.init, ex.Construct)
    assert len(v.init.arguments) == 2
    assert isinstance(w.init, ex.Construct)
    calls = [n.callee for n in nodes(unit, ex.Call) if isinstance(n, ex.Call)]
    assert calls == ["std::vector::operator[]", "std::vector::operator=", "std::vector::size"]


def test_a_call_of_a_methods_result_is_one_through_a_pointer() -> None:
    text = "typedef int (*run)(int); struct S { run pick(int); }; "
    unit = host(text + "int g(S &s) { return s.pick(1)(2); }", "host.cpp")
    outer, inner = nodes(unit, ex.Call)
    assert isinstance(outer, ex.Call)
    assert isinstance(inner, ex.Call)
    assert (outer.callee, inner.callee) == (None, "S::pick")


@pytest.mark.parametrize(
    ("declared", "defined", "same"),
    [
        ("int f(const int *const p, int n);", "int f(const int *p, const int n) {", True),
        ("namespace a { int f(int *n); }", "int a::f(int *const n) {", True),
        ("int f(const int *p);", "int f(int *p) {", False),
        ("struct S { int f(); int f() const; };", "int S::f() const {", False),
        ("template <class T> struct B {}; int f(B<const int>);", "int f(B<int>) {", False),
    ],
)
def test_qualifiers_of_parameters_do_not_tell_functions_apart(
    declared: str, defined: str, same: bool
) -> None:
    first = host(declared, "a.cpp").functions
    unit = host(f"{declared}\n{defined} return 0; }}", "b.cpp")
    (found,) = [f for f in unit.functions if f.body is not None]
    assert (found.declaration.key == first[0].declaration.key) == same
