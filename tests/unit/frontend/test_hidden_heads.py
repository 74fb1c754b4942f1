"""Statements in the head of a switch or a range-based for, which macros may hide."""

import pytest

from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from tests.unit.frontend.checks import function, host

HIDDEN = {
    "written out": "switch (count++; kind) { case 1: break; }",
    "with a variable": "switch (count++; int k = kind) { case 1: break; }",
    "macro with its semicolon": "switch (FIRST kind) { case 1: break; }",
    "macro of a macro": "switch (OUTER kind) { case 1: break; }",
    "whole head": "switch (BOTH) { case 1: break; }",
    "whole statement": "SWITCH { case 1: break; }",
    "argument of a macro": "CHOOSE(count++; kind) { case 1: break; }",
    "macro in a macro's head": "INDIRECT(kind) { case 1: break; }",
    "range": "for (FIRST int x : values) count += x;",
    "range in a macro": "EACH(x) count += x;",
}
PLAIN = {
    "number": "switch (KIND) { case 1: break; }",
    "macro's argument": "CHOOSE(kind) { case 1: break; }",
    "body with semicolons": "TWICE(kind);",
    "range": "for (int x : values) count += KIND;",
    "range in a macro": "ALL(x) count += x;",
}
MACROS = """
#define FIRST count++;
#define OUTER FIRST
#define BOTH count++; kind
#define SWITCH switch (count++; kind)
#define CHOOSE(x) switch (x)
#define INDIRECT(x) switch (FIRST x)
#define EACH(x) for (count++; int x : values)
#define ALL(x) for (int x : values)
#define TWICE(x) do { switch (x) { case 1: count++; count++; } } while (0)
#define KIND (kind + 1)
"""


def statements(text: str) -> list[st.Statement]:
    given = f"{MACROS}int count; void f(int kind) {{ int values[3] = {{}}; {text} }}"
    unit = host(given, "host.cpp")
    assert not unit.problems
    block = function(unit, "f").body
    assert block is not None
    return [node for node in descendants(block) if isinstance(node, st.Statement)]


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_what_a_head_hides_is_not_followed(text: str) -> None:
    found = statements(text)
    assert any(isinstance(each, st.OpaqueStatement) for each in found)
    assert not any(isinstance(each, st.Switch | st.RangeFor) for each in found)


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_a_head_of_one_part_is_followed(text: str) -> None:
    found = statements(text)
    assert not any(isinstance(each, st.OpaqueStatement) for each in found)
    assert any(isinstance(each, st.Switch | st.RangeFor) for each in found)


def test_a_head_of_c_has_one_part() -> None:
    unit = host("#define TWO ({ 1; 2; })\nvoid f(int k) { switch (({ k++; k; }) + TWO) { } }")
    block = function(unit, "f").body
    assert block is not None
    assert any(isinstance(node, st.Switch) for node in descendants(block))
