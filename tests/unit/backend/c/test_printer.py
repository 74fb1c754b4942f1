"""Printed C is read back as the same tree, with no parentheses but those that help."""

import pytest
from pycparser import c_ast, c_parser

from ppcl.backend.c.printer import printed

STATEMENTS = [
    "c += (a, b) + (a ? b : (a, 3)) + !((a && b) || !a);",
    "f((a, b), c = d, e);",
    "x = (a == 5) ? ((b < 3) ? 1 : 2) : ((c > 4) ? c : -c);",
    "x = (y = z) + 1;",
    "x = -(a + b) * (int) (a - b) - (a - (b - c));",
    "x = a ? (b, c) : (d = 3);",
    "x = (a ? b : c)[2] + (*p).x + (&q)->y;",
    "x = ~(-a) - -b - --c;",
    "x = ((a < b) < c) | (((d << 2) + 1) & 3);",
    "x = (a << 1) << 2 == b;",
    "x = a - -3;",
    "x = (char) (-a) + (int) b;",
    "x = a * b / c % d + e - f;",
    "x = (a & b & c) ^ d;",
    "return a, b;",
    "int z = (a, b);",
    "if (a)\n    {\n      if (b)\n        x = 1;\n      else\n        x = 2;\n    }",
]


def tree_of(text: str) -> c_ast.FileAST:
    return c_parser.CParser().parse(f"void f()\n{{\n  {text}\n}}\n")


def shape(node: c_ast.Node) -> object:
    values = [getattr(node, name) for name in node.attr_names]
    return (type(node).__name__, values, [(name, shape(child)) for name, child in node.children()])


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_round_trip(text: str) -> None:
    tree = tree_of(text)
    again = printed(tree.ext)
    assert shape(c_parser.CParser().parse(again)) == shape(tree)
    assert "".join(again.split()) == "".join(f"void f(){{{text}}}".split())
