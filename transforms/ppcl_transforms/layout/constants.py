"""Words for whole numbers that a function uses already: for sides that no variable holds."""

import re
from collections.abc import Iterator
from itertools import chain

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.named_numbers import macros_in, whole_number
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function
from ppcl.source import is_plain
from ppcl_transforms.layout.text import Scope

# A word, or what stands in parentheses.
Value = Polynomial | None
_OPERAND = re.compile(rb"\s*(\w+|\([^()]*\))\s*\Z")


def constants_around(facts: Facts, at: Origin) -> Scope:
    """The plain macros with a whole number for a value that bound the loops around a place, then
    those that the other conditions and indices of its function use; then the enumerators and
    literals that bound the loops.

    What the function uses has this value there: a macro that has two in one function is left out.
    One whose text may not stand as an operand is given in parentheses. A number that the function
    does not say is none of its words.
    """
    function = next(_functions_around(facts, at), None)
    if function is None or function.body is None:
        return ()
    bodies = [(m.name, m.body) for unit in facts.units for m in unit.macros]
    bodies += [given for unit in facts.units for given in unit.given]
    loose = {name for name, body in bodies if not _OPERAND.match(body)}
    found: dict[str, set[Value]] = {}
    uses = (_loop_bounds(function, at), _conditions_and_indices(function.body))
    for name, value in (pair for expressions in uses for pair in _used(facts, expressions)):
        found.setdefault(name, set()).add(value)
    macros = [
        (name, v)
        for name, values in found.items()
        for v in values
        if len(values) == 1 and is_plain(name)
    ]
    usable = [(f"({m})" if m in loose else m, value) for m, value in macros if value is not None]
    usable += _literals(facts, _loop_bounds(function, at))
    return tuple(usable)


def said_around(facts: Facts, at: Origin) -> tuple[str, ...]:
    """The variables that the function around a place names: those of the loops there come first.

    Another one of the same number is worth it for another reason.
    """
    functions = list(_functions_around(facts, at))
    bounds = [bound for function in functions for bound in _loop_bounds(function, at)]
    first = (node for bound in bounds for node in descendants(bound))
    nodes = chain(first, *(function.of(ex.NameRef) for function in functions))
    return tuple(dict.fromkeys(n.declaration.name for n in nodes if isinstance(n, ex.NameRef)))


def _literals(facts: Facts, bounds: Iterator[ex.Expression]) -> Iterator[tuple[str, Polynomial]]:
    """The enumerators and the literals in expressions, outside of macros; none with escapes."""
    for bound in bounds:
        for node in descendants(bound):
            if isinstance(node, ex.IntLiteral) and node.at.macro is None:
                text = facts.files[node.at.span.file].said(node.at.span)
                if text.isascii() and not {*text} & {*"\\$"}:
                    yield text, facts.unknown.get(text, Polynomial.constant(node.value))


def _functions_around(facts: Facts, at: Origin) -> Iterator[Function]:
    for unit in facts.units:
        for function in unit.functions:
            if function.body is not None and function.body.at.span.contains(at.span):
                yield function


def _loop_bounds(function: Function, at: Origin) -> Iterator[ex.Expression]:
    """The conditions of the loops around a place, the innermost first."""
    loops = [
        node
        for node in function.loops
        if not isinstance(node, st.RangeFor) and node.at.span.contains(at.span)
    ]
    for loop in reversed(loops):
        if loop.condition is not None:
            yield loop.condition


def _conditions_and_indices(body: Node) -> Iterator[ex.Expression]:
    for node in descendants(body):
        if isinstance(node, st.For | st.While | st.DoWhile | st.If | ex.Conditional):
            if node.condition is not None:
                yield node.condition
        elif isinstance(node, ex.Index):
            yield node.index


def _used(facts: Facts, expressions: Iterator[ex.Expression]) -> Iterator[tuple[str, Value]]:
    """The plain macros in expressions with their values, None for what is no whole number."""
    for expression in expressions:
        for name, node in macros_in(expression):
            number = whole_number(node) if node is not None else None
            known = Polynomial.constant(number) if number is not None else None
            yield name, facts.unknown.get(name, known) if node is not None else None
