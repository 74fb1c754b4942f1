"""What each of the merged work-items has for itself: variables that are computed anew in each loop
over them, and variables that hold a value for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, variables
from ppcl.ir.types import AddressSpace, ArrayType, PointerType, RecordType, Type
from ppcl.rewrite.merging import is_zeros
from ppcl_transforms.coarsen.parts import Each, Joint, NoParts, Part, all_parts
from ppcl_transforms.coarsen.row import Row


@dataclass(frozen=True)
class Own:
    """The variables, by key, that are `computed` anew in each loop that says them, in the
    text's order, and the `arrays`; what each is `declared_in`."""

    computed: dict[str, st.Variable]
    arrays: frozenset[str]
    declared_in: dict[str, st.Declare]


NOTHING = Own({}, frozenset(), {})


def own_of(parts: Sequence[Part], row: Row) -> Own:
    """What is needed in more than one loop over the work-items. Raises NoParts where a variable
    cannot be kept for each."""
    computed: dict[str, st.Variable] = {}
    arrays: set[str] = set()
    declared: dict[str, st.Declare] = {}
    every = list(all_parts(parts))
    loops = [part for part in every if isinstance(part, Each)]
    for each in loops:
        for statement in each.statements:
            _check_sets(statement, each, row)
        for statement, variable in _declared(each.statements):
            key = variable.declaration.key
            declared[key] = statement
            if any(_says(part, key, row) for part in every if not isinstance(part, Each)):
                name = variable.declaration.name
                raise NoParts(f"'{name}' is asked for once for all", variable.at)
            if row.is_computed(variable):
                _check_name(variable, row)
                computed[key] = variable
            elif any(_says(loop, key, row) for loop in loops if loop is not each):
                _check_array(variable, row)
                arrays.add(key)
    return Own(computed, frozenset(arrays), declared)


def needed(statements: Sequence[st.Statement], own: Own, row: Row) -> list[st.Variable]:
    """The computed variables that statements say, and those that these are computed from, in the
    order of the text."""
    said = [node for s in statements for node in _left(s, own)]
    waiting = [use.declaration.key for node in said for use in row.uses(node)]
    found: set[str] = set()
    while waiting:
        key = waiting.pop()
        if key in own.computed and key not in found:
            found.add(key)
            waiting += [use.declaration.key for use in row.uses(own.computed[key])]
    return [variable for key, variable in own.computed.items() if key in found]


def _left(statement: st.Statement, own: Own) -> Sequence[Node]:
    """What is left of a statement where what is computed has been taken out of it."""
    if not isinstance(statement, st.Declare):
        return (statement,)
    return [v for v in statement.variables if v.declaration.key not in own.computed]


def _declared(
    statements: Sequence[st.Statement],
) -> Iterator[tuple[st.Declare, st.Variable]]:
    """The variables that a list of statements declares."""
    for statement in statements:
        if isinstance(statement, st.Declare):
            for variable in statement.variables:
                yield statement, variable


def _says(part: Part, key: str, row: Row) -> bool:
    """Whether a part says a variable, but for what is in the parts of a joint one."""
    match part:
        case Each(statements=statements):
            nodes: tuple[st.Statement, ...] = statements
        case Joint(statement=statement, bodies=bodies):
            inside = {id(use) for body, _ in bodies for use in row.uses(body)}
            return any(
                use.declaration.key == key for use in row.uses(statement) if id(use) not in inside
            )
        case _:
            nodes = (part.statement,)
    return any(use.declaration.key == key for node in nodes for use in row.uses(node))


def _check_sets(statement: st.Statement, each: Each, row: Row) -> None:
    """Refuse a variable of all work-items that one of them would set."""
    inside = {v.declaration.key for s in each.statements for v in variables(s)}
    for key, at in row.sets(statement):
        name = row.variables.get(key)
        if key not in inside and (name is None or key not in row.known.varying):
            raise NoParts("a variable that is the same for all is set where not all come", at)


def _check_name(variable: st.Variable, row: Row) -> None:
    """Refuse a variable that would be declared again where its name, or one that it says, may be
    another variable's."""
    _check_text(variable)
    said = {variable.declaration, *(use.declaration for use in row.uses(variable))}
    keys = {declaration.key for declaration in said}
    names = {declaration.name for declaration in said}
    for other in row.variables.values():
        if other.declaration.name in names and other.declaration.key not in keys:
            name = other.declaration.name
            raise NoParts(f"another variable is called '{name}', too", other.at)


def _check_text(variable: st.Variable) -> None:
    if variable.at.macro is not None:
        name = variable.declaration.name
        raise NoParts(f"'{name}', which a macro declares, is kept for each", variable.at)


def _check_array(variable: st.Variable, row: Row) -> None:
    _check_text(variable)
    name = variable.declaration.name
    if variable.space is not AddressSpace.PRIVATE or variable.storage != "auto":
        raise NoParts(f"'{name}' is no variable of the work-item's own", variable.at)
    if isinstance(variable.type, PointerType) or variable.lengths:
        raise NoParts(f"'{name}', a pointer, is kept from one part to the next", variable.at)
    is_list = _holds_array(variable.type, row) or isinstance(variable.init, ex.InitList)
    if is_list and variable.init is not None and not is_zeros(variable.init):
        begun = "a list" if isinstance(variable.init, ex.InitList) else "a copy"
        raise NoParts(f"'{name}', which begins with {begun}, is kept for each", variable.at)


def _holds_array(type_: Type, row: Row) -> bool:
    """Whether an object is an array, or has one in it, which a copy gives all its elements."""
    fields = row.fields.get(type_.name, ()) if isinstance(type_, RecordType) else ()
    return isinstance(type_, ArrayType) or any(_holds_array(each, row) for each in fields)


def declarations(own: Own, statements: Sequence[st.Statement]) -> Iterator[st.Variable]:
    """The variables of a list of statements that hold a value for each work-item."""
    for _, variable in _declared(statements):
        if variable.declaration.key in own.arrays:
            yield variable
