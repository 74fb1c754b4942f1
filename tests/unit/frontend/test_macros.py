"""Where nodes stand when macros made them."""

import pytest

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.unit import TranslationUnit
from tests.unit.frontend.checks import complaints, host, nodes

PRELUDE = """
#define N 64
#define PAREN(x) (x)
#define SQUARE(x) x*x
#define ADD(a, b) a + b
#define INDEX(r, c) ((r)*N+(c))
#define CHECK(call) do { int e_ = (call); if (e_) fail(#call, __LINE__); } while (0)
#define FOR(i, n) for (int i = 0; i < n; i++)
#define GLUE(a, b) a##b
#define CALL(...) g(__VA_ARGS__)
#define HALF 1 + 1
void fail(const char *, int); int g(int, int); int xy;
"""


def unit_of(statement: str) -> tuple[TranslationUnit, str]:
    text = PRELUDE + "int f(int *a, int i, int b) { " + statement + " }"
    unit = host(text)
    assert not unit.problems
    assert list(complaints(unit, {"host.c": text.encode()})) == []
    return unit, text


def shown(statement: str, kind: type) -> list[tuple[str, str | None]]:
    """The text of all nodes of a kind in f's body, with their macros."""
    unit, text = unit_of(statement)
    found = [n.at for n in nodes(unit, kind)]
    return [(text[at.span.start : at.span.end], at.macro) for at in found]


def test_object_macro_is_a_literal_with_the_name_as_its_place() -> None:
    assert shown("a[i*N] = 1;", ex.IntLiteral) == [("N", "N"), ("1", None)]
    assert shown("a[i*N] = 1;", ex.Binary) == [("i*N", None)]


def test_argument_has_its_own_place() -> None:
    assert shown("i = PAREN(i + b);", ex.Binary) == [("i + b", None)]
    assert shown("i = INDEX(i, b);", ex.NameRef)[1:] == [("i", None), ("b", None)]


def test_macro_body_stands_for_the_invocation() -> None:
    assert shown("i = INDEX(i, b);", ex.Binary) == [("INDEX(i, b)", "INDEX")] * 2
    assert shown("i = INDEX(i, b);", ex.IntLiteral) == [("INDEX(i, b)", "INDEX")]


def test_argument_used_twice_is_joined_by_the_body() -> None:
    assert shown("i = SQUARE(b);", ex.Binary) == [("SQUARE(b)", "SQUARE")]
    assert shown("i = SQUARE(b);", ex.NameRef)[1:] == [("b", None), ("b", None)]


def test_two_arguments_are_joined_by_the_body() -> None:
    assert shown("i = ADD(i, b);", ex.Binary) == [("ADD(i, b)", "ADD")]


def test_macro_in_an_argument_is_the_inner_invocation() -> None:
    assert shown("i = PAREN(PAREN(N) + b);", ex.Binary) == [("PAREN(N) + b", None)]
    assert shown("i = PAREN(PAREN(N) + b);", ex.IntLiteral) == [("N", "N")]


def test_checked_call_over_several_lines_is_exact() -> None:
    call = "g(i, /* a ), comment */\n   b * N)"
    assert (call, None) in shown(f"CHECK({call});", ex.Call)
    assert (f"CHECK({call})", "CHECK") in shown(f"CHECK({call});", st.DoWhile)


def test_pasted_and_stringized_tokens_belong_to_the_macro() -> None:
    assert shown("i = GLUE(x, y);", ex.NameRef)[-1] == ("GLUE(x, y)", "GLUE")
    text = "CHECK(g(i, 2));"
    assert shown(text, ex.StringLiteral) == [("CHECK(g(i, 2))", "CHECK")]


def test_variadic_arguments_are_exact() -> None:
    assert shown("CALL(i, b + N);", ex.Binary) == [("b + N", None)]
    assert shown("CALL(i, b + N);", ex.Call) == [("CALL(i, b + N)", "CALL")]


def test_loop_of_a_macro_with_a_body_outside() -> None:
    loop = "FOR(k, b - 1) { i += k; }"
    assert shown(loop, st.For) == [(loop, None)]
    assert ("{ i += k; }", None) in shown(loop, st.Block)
    assert ("b - 1", None) in shown(loop, ex.Binary)


def test_operation_split_by_a_bare_macro_cannot_be_edited() -> None:
    # i * HALF is (i * 1) + 1: the product has no text of its own.
    assert sorted(shown("i = i * HALF;", ex.Binary)) == [("HALF", "HALF"), ("i * HALF", None)]


def test_operation_split_in_an_argument_belongs_to_the_inner_macro() -> None:
    expected = [("HALF", "HALF"), ("i * HALF", None)]
    assert sorted(shown("i = PAREN(i * HALF);", ex.Binary)) == expected


@pytest.mark.parametrize("text", ["PAREN(i) + PAREN(b)", "PAREN(i) + 1", "1 + PAREN(b)", "N + N"])
def test_operation_between_invocations_is_exact(text: str) -> None:
    assert shown(f"i = {text};", ex.Binary) == [(text, None)]


def test_macro_table() -> None:
    unit, text = unit_of("i = INDEX(i, PAREN(b));")
    macro = next(m for m in unit.macros if m.name == "INDEX")
    assert macro.parameters == ("r", "c")
    assert macro.body == b"((r)*N+(c))"
    assert text[macro.at.start : macro.at.end] == "INDEX(r, c) ((r)*N+(c))"
    assert next(m for m in unit.macros if m.name == "N").parameters is None
    assert next(m for m in unit.macros if m.name == "CALL").parameters == ("...",)
    uses = [(u.name, text[u.at.start : u.at.end]) for u in unit.macro_uses]
    assert uses == [("INDEX", "INDEX(i, PAREN(b))"), ("PAREN", "PAREN(b)")]


def test_locals_of_one_macro_used_twice_are_different() -> None:
    unit, _ = unit_of("CHECK(g(1, 2)); CHECK(g(3, 4));")
    declared = [n.declaration for n in nodes(unit, st.Variable) if isinstance(n, st.Variable)]
    assert len({d.key for d in declared if d.name == "e_"}) == 2
