"""Each kind of statement of C."""

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from tests.unit.frontend.checks import complaints, function, host, kernel, nodes


def body(text: str) -> tuple[st.Statement, ...]:
    whole = f"void g(void); void f(int a, int b, int *p) {{ {text} }}"
    unit = host(whole)
    assert not unit.problems
    assert list(complaints(unit, {"host.c": whole.encode()})) == []
    block = function(unit, "f").body
    assert block is not None
    return block.body


def kinds(text: str) -> list[str]:
    return [type(statement).__name__ for statement in body(text)]


def test_simple_statements() -> None:
    assert kinds("int x = 1, *y; ; a = b; { g(); } return;") == [
        "Declare",
        "Empty",
        "Evaluate",
        "Block",
        "Return",
    ]


def test_declarators_with_their_places() -> None:
    text = "static int x = 1, *y, z[2] = {1, 2};"
    (declare,) = body(text)
    assert isinstance(declare, st.Declare)
    places = [v.at.span for v in declare.variables]
    whole = f"void g(void); void f(int a, int b, int *p) {{ {text} }}"
    assert [whole[s.start : s.end] for s in places] == ["x = 1", "*y", "z[2] = {1, 2}"]
    assert {v.storage for v in declare.variables} == {"static"}


def test_if_else_and_its_semicolon() -> None:
    (statement,) = body("if (a) b = 1; else b = 2;")
    assert isinstance(statement, st.If)
    assert isinstance(statement.otherwise, st.Evaluate)
    assert statement.at.span.end == statement.otherwise.at.span.end


def test_heads_of_for_statements() -> None:
    def parts(text: str) -> tuple[bool, bool, bool]:
        (loop,) = body(text)
        assert isinstance(loop, st.For)
        return loop.init is not None, loop.condition is not None, loop.step is not None

    assert parts("for (int i = 0; i < a; ++i) g();") == (True, True, True)
    assert parts("for (;;) g();") == (False, False, False)
    assert parts("for (; a;) g();") == (False, True, False)
    assert parts("for (; ; a++) g();") == (False, False, True)
    assert parts("for (a = 0; ; /* ; */ a++) g();") == (True, False, True)
    assert parts("for (a = ';'; a < 2; ) { for (;;) ; }") == (True, True, False)


def test_loops() -> None:
    assert kinds("while (a) --a; do { g(); } while (a < b);") == ["While", "DoWhile"]


def test_switch_with_labels_and_fall_through() -> None:
    (switch,) = body("switch (a) { case 1: case 2: g(); break; default: b = 1; }")
    assert isinstance(switch, st.Switch)
    assert isinstance(switch.body, st.Block)
    first, jump, last = switch.body.body
    assert isinstance(first, st.Case)
    assert isinstance(first.body, st.Case)
    assert isinstance(jump, st.Break)
    assert isinstance(last, st.Case)
    assert last.value is None


def test_what_is_not_modelled_says_so() -> None:
    unit = host('void f(void) { asm("nop"); }')
    (made,) = [n for n in nodes(unit, st.OpaqueStatement) if isinstance(n, st.OpaqueStatement)]
    assert made.reason == "inline assembly"


def test_kernels_may_have_inline_assembly() -> None:
    unit = kernel('__kernel void k(__global int *a) { int l; asm("mov"  : "=r"(l)); *a = l; }')
    assert not unit.problems
    (made,) = [n for n in nodes(unit, st.OpaqueStatement) if isinstance(n, st.OpaqueStatement)]
    assert made.reason == "inline assembly"


def test_a_case_range_is_a_label() -> None:
    unit = host("int f(int a) { switch (a) { case 1: break; case 2 ... 3: return 1; } return 0; }")
    first, last = [n for n in nodes(unit, st.Case) if isinstance(n, st.Case)]
    assert isinstance(first.value, ex.IntLiteral)
    assert isinstance(last.value, ex.OpaqueExpression)
    assert [getattr(part, "value", None) for part in last.value.parts] == [2, 3]


def test_goto_and_labels_have_names() -> None:
    block = function(host("void g(void); void f(void) { goto end; end: g(); }"), "f").body
    assert block is not None
    jump, label = block.body
    assert isinstance(jump, st.Goto)
    assert isinstance(label, st.Label)
    assert jump.label == label.name == "end"
    assert isinstance(label.body, st.Evaluate)


def test_statement_that_clang_drops_is_marked() -> None:
    text = "int f(int a) { int b = 1; a + ; /* ; */ return b; }"
    block = function(host(text), "f").body
    assert block is not None
    _, lost, last = block.body
    assert isinstance(last, st.Return)
    assert isinstance(lost, st.OpaqueStatement)
    assert text[lost.at.span.start : lost.at.span.end] == "a + ;"


def test_initialiser_that_is_not_understood_is_not_taken_for_none() -> None:
    unit = host("int f(void) { int n = undeclared_name; return n; }")
    (variable,) = [n for n in nodes(unit, st.Variable) if isinstance(n, st.Variable)]
    assert isinstance(variable.init, ex.OpaqueExpression)
