"""Random expressions, written in random ways, come back as the tree that they were made from."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as some

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from tests.unit.frontend.checks import complaints, function, host

# Shape: the name or number of a leaf, or the operator and the shapes of the operands.
Shape = str | int | tuple["Shape", ...]


@dataclass(frozen=True)
class Written:
    """An expression's text and the shape that it must come back with."""

    text: str
    shape: Shape


MACROS = "#define ID(x) x\n#define PAREN(x) (x)\n#define BOTH(x) PAREN(ID(x))\n"
GAPS = some.sampled_from(["", " ", "  ", "\n", "\t", "/* ) */", " \\\n ", "// (\n"])
LEAVES = some.sampled_from(["a", "b", "p[1]"]).map(
    lambda name: Written(name, ("[]", "p", 1) if name == "p[1]" else name)
) | some.integers(0, 99).map(lambda value: Written(str(value), value))


def _binary(parts: tuple[Written, str, Written, str, str]) -> Written:
    left, op, right, before, after = parts
    text = f"({left.text}){before}{op}{after}({right.text})"
    return Written(text, (op, left.shape, right.shape))


def _unary(parts: tuple[str, Written, str]) -> Written:
    op, operand, gap = parts
    return Written(f"{op}{gap}({operand.text})", (op, operand.shape))


def _macro(parts: tuple[str, Written, str]) -> Written:
    name, operand, gap = parts
    return Written(f"{name}({gap}{operand.text}{gap})", operand.shape)


def _call(parts: tuple[Written, Written, str]) -> Written:
    first, second, gap = parts
    text = f"g({first.text}{gap},{gap}{second.text})"
    return Written(text, ("g", first.shape, second.shape))


def _larger(inner: some.SearchStrategy[Written]) -> some.SearchStrategy[Written]:
    operators = some.sampled_from(["+", "-", "*", "<", "&&", "|", ">>"])
    return (
        some.tuples(inner, operators, inner, GAPS, GAPS).map(_binary)
        | some.tuples(some.sampled_from(["-", "~", "!"]), inner, GAPS).map(_unary)
        | some.tuples(some.sampled_from(["ID", "PAREN", "BOTH"]), inner, GAPS).map(_macro)
        | some.tuples(inner, inner, GAPS).map(_call)
    )


EXPRESSIONS = some.recursive(LEAVES, _larger, max_leaves=12)


def shape_of(node: ex.Expression) -> Shape:
    """The shape of a tree."""
    match node:
        case ex.Binary(op=op, left=left, right=right):
            return (op, shape_of(left), shape_of(right))
        case ex.Unary(op=op, operand=operand):
            return (op, shape_of(operand))
        case ex.Call(callee=str(name), arguments=arguments):
            return (name, *map(shape_of, arguments))
        case ex.Index(base=base, index=index):
            return ("[]", shape_of(base), shape_of(index))
        case ex.NameRef(declaration=declaration):
            return declaration.name
        case ex.IntLiteral(value=value):
            return value
        case _:
            raise AssertionError(node)


@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS)
def test_round_trip(written: Written) -> None:
    prelude = (
        "#define ID(x) x\n#define PAREN(x) (x)\n#define BOTH(x) PAREN(ID(x))\nint g(int, int);"
    )
    text = f"{prelude} int f(int a, int b, int *p) {{ return ID({written.text}); }}"
    unit = host(text)
    assert not unit.problems
    body = function(unit, "f").body
    assert body is not None
    (returned,) = body.body
    assert isinstance(returned, st.Return)
    assert returned.value is not None
    assert shape_of(returned.value) == written.shape
    assert {node.at.macro for node in descendants(returned.value)} == {None}
    assert list(complaints(unit, {"host.c": text.encode()})) == []
