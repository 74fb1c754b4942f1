"""Input that is too deep or too large ends with an error, or a result, and never with a crash."""

import pytest

from ppcl.diag import ExitCode, PpclError
from tests.unit.frontend.checks import host, kernel, nodes

DEEP = {
    "sum": "int f(int a) { return a" + "+a" * 10_000 + "; }",
    "assignments": "int f(int a) { return a" + "=a" * 5_000 + "; }",
    "conditionals": "int f(int a) { return " + "a?1:" * 5_000 + "a; }",
    "prefixes": "int f(int a) { return " + "- " * 5_000 + "a; }",
    "casts": "int f(int a) { return " + "(int)" * 5_000 + "a; }",
    "ifs": "void f(int a) { " + "if(a) " * 5_000 + "a++; }",
    "else ifs": "void f(int a) { " + "if(a) a--; else " * 5_000 + "a++; }",
    "loops": "void f(int a) { " + "for(;;) " * 5_000 + "a++; }",
    "labels": "void f(int a) { " + "".join(f"l{i}: " for i in range(5_000)) + "a++; }",
    "blocks": "void f(int a) { " + "{" * 250 + "a++;" + "}" * 250 + "}",
    "calls": "int g(int); int f(int a) { return " + "g(" * 250 + "a" + ")" * 250 + "; }",
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_input_is_an_error_with_a_place(name: str) -> None:
    for parse in (host, kernel):
        with pytest.raises(PpclError) as error:
            parse(DEEP[name])
        assert error.value.exit_code == ExitCode.SOURCE
        assert error.value.location is not None
        assert "nested" in error.value.message


def test_deep_constant_is_an_error() -> None:
    with pytest.raises(PpclError, match="nested"):
        host("int x = 1" + "+1" * 10_000 + ";")


def test_parentheses_beyond_clangs_limit_are_a_problem() -> None:
    unit = host("int f(int a) { return " + "(" * 10_000 + "a" + ")" * 10_000 + "; }")
    assert any("nesting" in p.message for p in unit.problems)


def test_blocks_beyond_clangs_limit_are_an_error() -> None:
    with pytest.raises(PpclError, match="nested"):
        host("void f(int a) {" + "{" * 10_000 + "}" * 10_000 + "}")


def test_deep_types() -> None:
    unit = host(f"int {'*' * 5_000}p; int a{'[1]' * 3_000}; int {'(*' * 200}f{')(void)' * 200};")
    assert len(unit.globals) == 3


def test_what_people_write_is_not_too_deep() -> None:
    text = "int f(int a) { " + "if (a == 1) a--; else " * 150 + "a++; return a" + "+a" * 150 + "; }"
    assert not host(text).problems
    parentheses = "(" * 150 + "a" + "+1)" * 150
    assert not host(f"int f(int a) {{ return {parentheses}; }}").problems


def test_long_files() -> None:
    lines = "".join(f"a[i + {n}] = a[i] * {n}.0f + (float)i;\n" for n in range(1_000))
    unit = kernel(f"__kernel void k(__global float *a, int i) {{ {lines} }}")
    assert not unit.problems
    assert len(nodes(unit)) > 12_000


def test_an_enumeration_without_a_definition_has_some_type() -> None:
    """libclang crashes where it is asked for the name of a type that is none."""
    unit = host("int f(enum missing m) { return m == 1; }")
    assert [function.declaration.name for function in unit.functions] == ["f"]


def test_values_of_blocks_in_each_other() -> None:
    """As macros of checked arithmetic make them; clang's index takes twice as long for each, and
    is asked where objects of records begin with lists."""
    value = "x"
    for number in range(24):
        value = f"({{ int v{number} = {value}; v{number} + 1; }})"
    record = "struct pair { int a, b; };"
    unit = kernel(
        f"{record} int f(int x) {{ struct pair p[] = {{{{x, 1}}}}; return p->a + {value}; }}"
    )
    assert not unit.problems
