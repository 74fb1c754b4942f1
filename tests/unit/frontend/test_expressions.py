"""Each kind of expression of C, types and conversions."""

import pytest

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
)
from tests.unit.frontend.checks import complaints, function, host, nodes

PRELUDE = """
#include <stddef.h>
struct point { int x, y; float w[2]; }; union number { int i; float f; };
enum colour { RED, GREEN = 5 }; int g(int); int (*callback)(int); extern int global;
"""
INT, FLOAT = IntType("int", 32, True), FloatType("float", 32)
SIZE = IntType("unsigned long", 64, False)


def value(text: str, more: str = "") -> ex.Expression:
    parameters = "int a, float x, int *p, struct point s, struct point *q"
    whole = f"{PRELUDE} void f({parameters}) {{ {more} {text}; }}"
    unit = host(whole)
    assert not unit.problems
    assert list(complaints(unit, {"host.c": whole.encode()})) == []
    block = function(unit, "f").body
    assert block is not None
    last = block.body[-1]
    assert isinstance(last, st.Evaluate)
    return last.expression


def initialiser(text: str) -> ex.Expression | None:
    unit = host(PRELUDE + text)
    assert not unit.problems
    return unit.globals[-1].init


@pytest.mark.parametrize(
    "op",
    [
        *("+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!="),
        *("&", "^", "|", "&&", "||", ","),
    ],
)
def test_binary_operators(op: str) -> None:
    node = value(f"a {op} p[0]")
    assert isinstance(node, ex.Binary)
    assert node.op == op
    assert isinstance(node.left, ex.NameRef)
    assert isinstance(node.right, ex.Index)


@pytest.mark.parametrize("op", ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="])
def test_assignments(op: str) -> None:
    node = value(f"a {op} p[0]")
    assert isinstance(node, ex.Assign)
    assert node.op == op


@pytest.mark.parametrize(
    ("text", "op"),
    [
        *(("+a", "+"), ("-a", "-"), ("!a", "!"), ("~a", "~"), ("*p", "*"), ("&a", "&")),
        *(("++a", "++x"), ("--a", "--x"), ("a++", "x++"), ("a--", "x--")),
    ],
)
def test_unary_operators(text: str, op: str) -> None:
    node = value(text)
    assert isinstance(node, ex.Unary)
    assert node.op == op


def test_parentheses_are_dropped_and_spans_stay() -> None:
    node = value("(a + (2)) * ((a))")
    assert isinstance(node, ex.Binary)
    assert isinstance(node.left, ex.Binary)
    assert isinstance(node.right, ex.NameRef)
    assert node.at.span.end > node.right.at.span.end
    assert node.at.span.start < node.left.at.span.start


def test_conversions_that_change_the_representation() -> None:
    node = value("x = a")
    assert isinstance(node, ex.Assign)
    assert node.value == ex.Cast(node.value.at, FLOAT, node.value.operand, True)  # type: ignore[union-attr]
    assert isinstance(value("a = (int)x"), ex.Assign)
    written = value("(int)x")
    assert isinstance(written, ex.Cast)
    assert not written.implicit
    assert isinstance(written.operand, ex.NameRef)


def test_pointer_conversions_are_dropped() -> None:
    node = value("p = other", "void *other = 0;")
    assert isinstance(node, ex.Assign)
    assert isinstance(node.value, ex.NameRef)
    assert node.value.type == PointerType(VoidType())


def test_arrays_do_not_decay_in_the_tree() -> None:
    node = value("p = b", "int b[3];")
    assert isinstance(node, ex.Assign)
    assert node.value.type == ArrayType(INT, 3)


def test_members() -> None:
    direct, arrow = value("s.w[1]"), value("q->x")
    assert isinstance(direct, ex.Index)
    assert isinstance(direct.base, ex.Member)
    assert not direct.base.arrow
    assert isinstance(arrow, ex.Member)
    assert arrow.arrow
    assert arrow.name == "x"


def test_calls() -> None:
    named, pointer = value("g(a)"), value("callback(a)")
    assert isinstance(named, ex.Call)
    assert named.callee == "g"
    assert named.target is not None
    assert named.target.key == "g"
    assert isinstance(pointer, ex.Call)
    assert pointer.callee is None
    assert isinstance(pointer.function, ex.NameRef)


def test_constants() -> None:
    for text, expected in {"0x1fu": 31, "017": 15, "'a'": 97, "GREEN": 5, "10L": 10}.items():
        node = value(f"a = {text}")
        assert isinstance(node, ex.Assign)
        inner = node.value.operand if isinstance(node.value, ex.Cast) else node.value
        assert isinstance(inner, ex.IntLiteral)
        assert inner.value == expected
    node = value("x = 1.5e1f")
    assert isinstance(node, ex.Assign)
    assert isinstance(node.value, ex.FloatLiteral)
    assert node.value.value == 15.0


def test_sizes() -> None:
    sizes = {"sizeof(struct point)": 16, "sizeof *p": 4, "sizeof(int[a])": None}
    for text, expected in sizes.items():
        node = value(text)
        assert isinstance(node, ex.SizeOf)
        assert node.value == expected
        assert node.type == SIZE
    offset = value("offsetof(struct point, w)")
    assert isinstance(offset, ex.IntLiteral)
    assert offset.value == 8


def test_conditional_and_its_short_form() -> None:
    node, short = value("a ? 1 : 2"), value("a ?: 2")
    assert isinstance(node, ex.Conditional)
    assert isinstance(short, ex.Conditional)
    assert short.condition == short.then


def listed(node: ex.Expression | None) -> object:
    """An initialiser as nested lists of numbers."""
    if isinstance(node, ex.InitList):
        return [listed(element) for element in node.elements]
    inner = node.operand if isinstance(node, ex.Cast) else node
    return inner.value if isinstance(inner, ex.IntLiteral | ex.FloatLiteral) else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int v[3] = {1, 2};", [1, 2]),
        ("int v[4] = {[2] = 5, 6};", [None, None, 5, 6]),
        ("int v[2][2] = {1, 2, 3, 4};", [[1, 2], [3, 4]]),
        ("int v[][2] = {{1}, {2, 3}};", [[1], [2, 3]]),
        ("struct point v = {1, 2, 3, 4};", [1, 2, [3, 4]]),
        ("struct point v = {.y = 2, .w = {[1] = 3}};", [None, 2, [None, 3]]),
        ("struct point v[2] = {1, 2, 3, 4, 5};", [[1, 2, [3, 4]], [5, None, None]]),
        ("struct point v = {.w[1] = 3, .x = 4, 5};", [4, 5, [None, 3]]),
        ("union number v = {.f = 2};", [None, 2]),
        ("struct { struct { int a, b; }; int c; } v = {{1, 2}, 3};", [1, 2, 3]),
        ("struct { struct { int a, b; }; int c; } v = {1, 2, 3};", [1, 2, 3]),
        ("int v = {3};", 3),
    ],
)
def test_initialiser_lists_in_order_of_elements(text: str, expected: object) -> None:
    assert listed(initialiser(text)) == expected


def test_strings() -> None:
    for text in ('char v[] = "ab" "c";', 'char v[4] = {"abc"};', 'const char *v = "abc";'):
        node = initialiser(text)
        assert isinstance(node, ex.StringLiteral)
        assert node.value == b"abc"


def test_records_with_offsets() -> None:
    unit = host(PRELUDE + "struct point one; union number two;")
    point = unit.records["struct point"]
    assert [(f.name, f.offset) for f in point.fields] == [("x", 0), ("y", 4), ("w", 8)]
    assert point.size == 16
    assert unit.records["union number"].union
    assert unit.globals[-1].type == RecordType("union number", 4)


def test_a_statement_expression_has_statements_and_a_value() -> None:
    node = value("a = ({ int t = g(a); t + 1; })")
    assert isinstance(node, ex.Assign)
    assert isinstance(node.value, ex.StatementExpression)
    assert [type(part) for part in node.value.body] == [st.Declare]
    assert isinstance(node.value.value, ex.Binary)


def test_a_statement_expression_may_have_no_value() -> None:
    node = value("({ while (a) a--; })")
    assert isinstance(node, ex.StatementExpression)
    assert [type(part) for part in node.body] == [st.While]
    assert node.value is None


def test_keys_tell_variables_apart_and_join_uses() -> None:
    text = "int n; static int s; int f(int n) { { int n = 1; n++; } return n + s; }"
    text += "int h(void) { return n; }"
    names = [n for n in nodes(host(text), ex.NameRef) if isinstance(n, ex.NameRef)]
    keys = [n.declaration.key for n in names]
    assert len(set(keys)) == 4
    assert keys[-1] == "n"
    assert keys[2].startswith("host.c:")


def test_types() -> None:
    unit = host("const unsigned char *const p[2]; long double d; _Bool b;")
    types: list[Type] = [v.type for v in unit.globals[:3]]
    assert types[0] == ArrayType(PointerType(IntType("unsigned char", 8, False), const=True), 2)
    assert types[1] == FloatType("long double", 128)
    assert types[2] == IntType("bool", 8, False)


def test_a_call_of_a_calls_result_is_one_through_a_pointer() -> None:
    """Clang says that it calls `pick`: the call of `pick`, and what that gets, must not be lost."""
    head = "typedef int (*run)(int); run pick(run); int f(int); "
    outer, inner = nodes(host(head + "int g(void) { return (pick(f))(1); }"), ex.Call)
    assert isinstance(outer, ex.Call)
    assert isinstance(inner, ex.Call)
    assert (outer.callee, inner.callee) == (None, "pick")
    assert isinstance(inner.arguments[0], ex.NameRef)
    assert inner.arguments[0].declaration.name == "f"
    (plain,) = nodes(host(head + "int g(void) { return f(2); }"), ex.Call)
    assert isinstance(plain, ex.Call)
    assert plain.callee == "f"
