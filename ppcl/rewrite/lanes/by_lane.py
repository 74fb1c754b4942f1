"""Statements that have no form for vectors: run for one work-item of a vector after another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ppcl.analysis.workgroup.barriers import is_barrier_call
from ppcl.analysis.workgroup.regions import LoopStatement
from ppcl.analysis.workgroup.uniformity import called, changed_or_addressed, with_called
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS, NEIGHBOURS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, children, descendants, named, variables
from ppcl.ir.types import PointerType, Type
from ppcl.ir.unit import Function
from ppcl.rewrite.components import as_number
from ppcl.rewrite.lanes.operations import WIDTH
from ppcl.rewrite.lanes.row import Row
from ppcl.rewrite.lanes.types import INT, NoLanes, array_of_lanes, held, is_narrow, lanes_of
from ppcl.rewrite.masks import is_mask
from ppcl.rewrite.rebuild import rebuilt

_TOGETHER = ("ppcl_", "lanes_", "work_group_", "sub_group_", "async_", "wait_group_")
_ATOMIC = ("atomic_", "atom_")
_APART = (st.Return, st.Goto, st.Label, st.OpaqueStatement, ex.OpaqueExpression)


def check(node: st.Statement, functions: Mapping[str, Function]) -> None:
    """Refuse what work-items cannot do one after another in the middle of a row: what leaves the
    statement, barriers, waiting for each other. Raises NoLanes."""
    is_atomic = isinstance(node, st.Evaluate) and _is_atomic(node.expression)
    nodes = list(descendants(node))
    if any(isinstance(each, _APART) for each in nodes) or _leaves(node):
        raise NoLanes("a statement that is left")
    for each in nodes:
        if isinstance(each, ex.Call):
            own = called(each, functions)
            inner = () if own is None else (f.body for f in with_called(own, functions))
            for body in inner:
                _check_helper(body, functions)
            if own is None and not _is_for_one(each):
                raise NoLanes(f"'{each.callee}' in the middle of a row")
        if not (is_atomic and isinstance(node, st.Evaluate) and each is node.expression):
            _check_memory(each)


def _check_helper(body: st.Block | None, functions: Mapping[str, Function]) -> None:
    for each in descendants(body) if body is not None else ():
        _check_memory(each)
        if not isinstance(each, ex.Call) or called(each, functions) is not None:
            continue
        if each.callee in ITEM_FUNCTIONS or not _is_for_one(each):
            raise NoLanes("a function that asks for its work-item")


def _check_memory(node: Node) -> None:
    """Refuse what work-items may wait for."""
    type_ = getattr(node, "type", None)
    if _is_atomic(node) or (isinstance(type_, PointerType) and type_.volatile):
        raise NoLanes("memory that work-items may wait for")


def _is_atomic(node: Node) -> bool:
    return isinstance(node, ex.Call) and (node.callee or "").startswith(_ATOMIC)


def _is_for_one(call: ex.Call) -> bool:
    name = call.callee or _TOGETHER[0]
    if name in NEIGHBOURS:
        return constant(call.arguments[0]) is not None
    return not is_barrier_call(call) and not name.startswith(_TOGETHER)


def _leaves(node: Node) -> bool:
    """Whether a `break` or `continue` goes out of a statement."""
    if isinstance(node, st.Break | st.Continue):
        return True
    if isinstance(node, LoopStatement | st.Switch):
        return isinstance(node, st.Switch) and any(
            isinstance(each, st.Continue) for each in descendants(node)
        )
    return any(map(_leaves, children(node)))


def names_of(node: st.Statement) -> list[ex.NameRef]:
    """The variables of others that a statement names."""
    nodes = list(descendants(node))
    own = {each.declaration.key for each in nodes if isinstance(each, st.Variable)}
    names = (each for each in nodes if isinstance(each, ex.NameRef) and each.kind != "function")
    return [each for each in names if each.declaration.key not in own]


def together(statements: Sequence[st.Statement], first: int) -> tuple[int, set[str]]:
    """Behind which one the statements end, from the first on, that name what these declare; the
    keys of that."""
    end, declared = first + 1, _declared(statements[first])
    for index in range(first + 1, len(statements)):
        if any(use.declaration.key in declared for use in names_of(statements[index])):
            end = index + 1
            for each in statements[first:end]:
                declared |= _declared(each)
    return end, declared


def _declared(node: st.Statement) -> set[str]:
    if isinstance(node, st.Block) and not node.scope:
        return {key for each in node.body for key in _declared(each)}
    return {v.declaration.key for v in node.variables} if isinstance(node, st.Declare) else set()


@dataclass
class Copies:
    """What one work-item has of a row's values, while it runs a statement: its own `copies`, which
    go back `after` it where it changes them. `vectors` are those with a lane for each work-item, by
    key."""

    row: Row
    lane: ex.NameRef
    mark: str
    vectors: Mapping[str, ex.NameRef]
    copies: dict[str, st.Variable] = field(default_factory=dict)
    after: list[st.Statement] = field(default_factory=list)
    own: set[str] = field(default_factory=set)

    def of(self, node: st.Statement) -> st.Statement:
        """The statement with its copies, for the work-item of one lane. Raises NoLanes."""
        self.own |= {v.declaration.key for v in variables(st.Block(node.at, (node,)))}
        changed, begins = changed_or_addressed(st.Block(node.at, (node,))), _begun(node)
        for use in names_of(node):
            key = use.declaration.key
            if key not in self.copies:
                self._copy(use, key in changed, key == begins)
        body = rebuilt(node, self._changed)
        declared = [st.Declare(node.at, (variable,)) for variable in self.copies.values()]
        return st.Block(node.at, (*declared, body, *self.after))

    def _copy(self, use: ex.NameRef, is_changed: bool, is_begun: bool) -> None:
        key = use.declaration.key
        if key in self.row.arrays:
            return
        vector = self.vectors.get(key)
        if vector is not None:
            place = ex.Index(use.at, lanes_of(use.type).element, vector, self.lane)
            self._declare(use, None if is_begun else _number(use, place, use.type))
            if is_changed:
                self.after.append(_assignment(place, _number(use, self._use(use), place.type)))
            return
        step = self.row.step(use)
        if step is None or (is_changed and key not in self.row.known.shared):
            raise NoLanes("a number that varies")
        if step:
            self._declare(use, self._further(use, step))

    def _further(self, node: ex.Expression, step: int) -> ex.Expression:
        """What grows along a row, for the work-item of the lane."""
        by = ex.IntLiteral(node.at, INT, step)
        more: ex.Expression = self.lane
        if step != 1:
            more = ex.Binary(node.at, INT, "*", self.lane, by)
        if not isinstance(node.type, PointerType) and node.type != INT:
            more = ex.Cast(node.at, node.type, more, implicit=False)
        return ex.Binary(node.at, node.type, "+", node, more)

    def _declare(self, use: ex.NameRef, value: ex.Expression | None) -> None:
        own = use.declaration
        declaration = Declaration(own.name, f"{own.key}#lane{self.mark}")
        self.copies[own.key] = st.Variable(use.at, declaration, use.type, value, "auto")

    def _use(self, use: ex.NameRef) -> ex.NameRef:
        copy = self.copies[use.declaration.key]
        return replace(use, declaration=copy.declaration, kind="variable")

    def _changed(self, node: Node) -> Node:
        match node:
            case ex.NameRef(declaration=own) if own.key in self.copies:
                return self._use(node)
            case ex.Index() if held(node.type) is not None and self._is_of_row(node):
                return self._element(node)
            case ex.Call(callee=callee, arguments=(dimension,)) if callee in NEIGHBOURS:
                return self._further(node, 1) if constant(dimension) == 0 else node
            case _:
                return node

    def _is_of_row(self, node: ex.Index) -> bool:
        """Whether an element is of an array that a row has vectors for, not of the statement's."""
        key = self.row.array_of(node)
        return key is not None and key not in self.own

    def _element(self, node: ex.Index) -> ex.Expression:
        """An element of the work-item's own array, of which a row has vectors."""
        if is_narrow(node.type):
            raise NoLanes("an array of numbers that lanes have more room for")
        return ex.Index(node.at, node.type, _in_lanes(node), self.lane)


def _number(use: ex.NameRef, value: ex.Expression, type_: Type) -> ex.Expression:
    """A lane's value as a variable's, or the other way round: masks have all bits in a lane."""
    if is_mask(use.declaration):
        return ex.Unary(value.at, INT, "-", value)
    return as_number(value, type_)


def _begun(node: st.Statement) -> str | None:
    """The key of a variable that a statement only sets."""
    match node:
        case st.Evaluate(expression=ex.Assign(op="=", target=ex.NameRef() as target, value=value)):
            key = target.declaration.key
            return None if key in named(value) else key
        case _:
            return None


def _in_lanes(node: ex.Expression) -> ex.Expression:
    type_: Type = array_of_lanes(node.type)
    if isinstance(node, ex.Index):
        return replace(node, type=type_, base=_in_lanes(node.base))
    return replace(node, type=type_) if isinstance(node, ex.NameRef) else node


def _assignment(place: ex.Expression, value: ex.Expression) -> st.Statement:
    return st.Evaluate(place.at, ex.Assign(place.at, place.type, "=", place, value))


def loop(node: st.Statement, lane: ex.NameRef, mask: ex.NameRef | None) -> st.Statement:
    """A statement for each lane, of those that a mask is set for."""
    at = node.at
    if mask is not None:
        asked = ex.Index(at, INT, mask, lane)
        node = st.If(at, asked, node, None)
    width = ex.NameRef(at, INT, WIDTH, "variable")
    first = st.Variable(at, lane.declaration, INT, ex.IntLiteral(at, INT, 0), "auto")
    condition = ex.Binary(at, INT, "<", lane, width)
    step = ex.Unary(at, INT, "x++", lane)
    return st.For(at, st.Declare(at, (first,)), condition, step, node)
