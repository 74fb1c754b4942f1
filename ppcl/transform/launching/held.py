"""Sizes in a variable that is for launches alone: they are divided where they are written."""

from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node
from ppcl.ir.types import ArrayType, FloatType, IntType, RecordType, Type
from ppcl.source import Edit, Span
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.quotient import Rounding, divided, without_implicit
from ppcl.transform.launching.sites import Listed, is_size, size_argument


@dataclass(frozen=True)
class Division:
    """What a size is divided by along a dimension, and what becomes of a remainder."""

    dimension: int
    factor: int
    rounding: Rounding


@dataclass(frozen=True)
class Write:
    """A value that a variable gets inside of a node: all of it, or one element of an array."""

    around: Node
    value: ex.Expression
    element: int | None


def divided_where_written(
    tree: HostTree, key: str, arguments: frozenset[Span], division: Division
) -> tuple[Edit, ...] | None:
    """The edits that divide all that a variable gets; None where it is used for something else
    than the launches whose `arguments` these are, where a text is not its own, or where ppcl cannot
    tell one of several values from another."""
    found: list[Edit] = []
    writes = writes_of(tree, key, arguments)
    if writes is not None and not _come_to(tree, key, arguments, writes):
        return None
    for write in writes or ():
        values = values_of(write)
        edits = None if values is None else divided_element(tree, write.around, values, division)
        if edits is None:
            return None
        found += edits
    return None if writes is None else tuple(found)


def writes_of(tree: HostTree, key: str, arguments: frozenset[Span]) -> list[Write] | None:
    """All that a variable gets, if it is used for nothing else than these arguments of launches."""
    variables = tree.variables(key)
    if not variables or not all(_is_known(tree, variable) for variable in variables):
        return None
    found = [Write(each, each.init, None) for each in variables if each.init is not None]
    for use in tree.uses(key):
        if use.at.span in arguments and use.at.macro is None:
            continue
        write = _write_of(tree, use)
        if write is None:
            return None
        found.append(write)
    return found


def _come_to(tree: HostTree, key: str, arguments: frozenset[Span], writes: list[Write]) -> bool:
    """Whether no branch or loop is around a write that is not around all launches, too."""
    launches = [use for use in tree.uses(key) if use.at.span in arguments]
    around = [{id(node) for node in tree.upwards(use)} for use in launches]
    return all(
        all(id(node) in each for each in around)
        for write in writes
        for node in tree.upwards(write.around)
        if not isinstance(node, st.Block | st.Declare | st.Evaluate)
    )


def _is_known(tree: HostTree, variable: st.Variable) -> bool:
    """Whether a variable is of a type that sizes are held in, and all that names it is seen."""
    at = variable.at
    plain = at.macro is None and not variable.part and not variable.weak
    is_volatile = any(at.span in unit.volatile for unit in tree.facts.hosts)
    known = plain and not is_volatile and not variable.declaration.of_template
    return known and _holds_sizes(variable.type) and tree.is_all_seen(variable)


def _holds_sizes(type_: Type) -> bool:
    element = type_.element if isinstance(type_, ArrayType) else type_
    if isinstance(element, IntType):
        return is_size(element)
    return isinstance(type_, RecordType) and type_.name == "cl::NDRange"


def _write_of(tree: HostTree, use: ex.NameRef) -> Write | None:
    """The statement that a use is the target of, and what it writes."""
    target: ex.Expression = use
    parent = tree.parent(use)
    element = None
    if isinstance(parent, ex.Index) and parent.base is use:
        element = written_number(tree, parent.index)
        if element is None:
            return None
        target, parent = parent, tree.parent(parent)
    statement = tree.parent(parent) if parent is not None else None
    if not isinstance(statement, st.Evaluate) or statement.at.macro is not None:
        return None
    match parent:
        case ex.Assign(op="=", target=found, value=value) if found is target:
            return Write(parent, value, element)
        case ex.Call(callee="cl::NDRange::operator=", receiver=found, arguments=(value,)):
            return Write(parent, value, None) if found is target else None
    return None


def written_number(tree: HostTree, node: ex.Expression) -> int | None:
    """A number that is written as such, and no name for it."""
    inner = without_implicit(node)
    if not isinstance(inner, ex.IntLiteral) or inner.at.macro is not None:
        return None
    return inner.value if tree.source(inner).text(inner.at.span).isdigit() else None


def values_of(write: Write) -> dict[int, ex.Expression] | None:
    """What a write gives, by the dimension; None where that is not seen."""
    value = without_implicit(write.value)
    if write.element is not None or isinstance(value.type, IntType | FloatType):
        return {write.element or 0: value}
    if isinstance(value, ex.InitList):
        return by_dimension(value.elements)
    argument = size_argument(value)
    listed = argument is not None and isinstance(argument.sizes, Listed)
    return by_dimension(value.arguments) if isinstance(value, ex.Construct) and listed else None


def by_dimension(elements: tuple[ex.Expression | None, ...]) -> dict[int, ex.Expression]:
    """The elements of a list of sizes that are written."""
    return {number: each for number, each in enumerate(elements) if each is not None}


def divided_element(
    tree: HostTree, around: Node, values: dict[int, ex.Expression], division: Division
) -> tuple[Edit, ...] | None:
    """The edit that divides the value for the dimension, if there is one, inside of a node; None
    where the text there is not that value's own. Of 0, which others follow, nothing is left."""
    value = values.get(division.dimension)
    if value is None or _is_zero(tree, value):
        return ()
    span, whole = without_implicit(value).at.span, around.at.span
    others = [without_implicit(each).at.span for each in values.values() if each is not value]
    apart = whole.contains(span) and span != whole and not any(map(span.overlaps, others))
    if around.at.macro is not None or not apart:
        return None
    if any(whole.overlaps(each) for each in tree.facts.skipped):
        return None
    edit = divided(tree.facts, value, division.factor, division.rounding)
    return None if edit is None else (edit,)


def _is_zero(tree: HostTree, value: ex.Expression) -> bool:
    return written_number(tree, value) == 0
