"""Whether a text is seen only where the program ends with an error."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.graph.failures import (
    Failed,
    bare,
    branches,
    failed_behind,
    failed_if,
    is_failure,
)
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import IntType
from ppcl.ir.unit import Function

_ENDING = frozenset({"abort", "std::abort", "std::terminate", "__assert_fail", "__assert_rtn"})
_WITH_STATUS = frozenset({"exit", "_exit", "_Exit", "quick_exit", "std::exit", "std::quick_exit"})
# Functions that call functions, as deep as error reports are written.
_MAX_DEPTH = 8


# By what a node is known: its identity, or the key of the variable that it names.
Mark = int | str


@dataclass(frozen=True)
class Use:
    """A node, that around it, and whether it stands on a branch that ends the program."""

    node: Node
    outer: Node
    last: bool


@dataclass(frozen=True)
class Endings:
    """What the functions of a program, by their keys, do before they end it.

    Many nodes are asked for of the same few functions: what these hold is gone through once.
    """

    functions: Mapping[str, Function]
    bodies: dict[int, "_Body"] = field(default_factory=dict)
    seen: dict[int, tuple[Node, bool]] = field(default_factory=dict)

    def seen_before(self, literal: ex.StringLiteral | ex.IntLiteral) -> bool:
        """Whether a literal is used where the program may go on, or a number in the status that it
        ends with."""
        if id(literal) not in self.seen:
            self.seen[id(literal)] = literal, self._seen_before(literal)
        return self.seen[id(literal)][1]

    def _seen_before(self, literal: ex.StringLiteral | ex.IntLiteral) -> bool:
        bodies = self._bodies_around(literal)
        is_number = isinstance(literal, ex.IntLiteral)
        if is_number and any(self._is_status({id(literal)}, body, 0) for body in bodies):
            return True
        uses = [
            self._goes_on(use, 0)
            for body in bodies
            for use in self._body(body).by_node.get(id(literal), ())
        ]
        return not uses or any(uses)

    def is_last(self, node: Node) -> bool:
        """Whether a node stands only where the program then ends with an error."""
        bodies = self._bodies_around(node)
        uses = [use for body in bodies for use in self._body(body).by_node.get(id(node), ())]
        status = any(self._is_status({id(node)}, body, 0) for body in bodies)
        return bool(uses) and all(use.last for use in uses) and not status

    def _bodies_around(self, node: Node) -> list[st.Block]:
        bodies = (function.body for function in self.functions.values())
        return [body for body in bodies if body and body.at.span.contains(node.at.span)]

    def _goes_on(self, use: Use, depth: int) -> bool:
        """Whether a use that is the last thing, or not, may be seen by a program that goes on."""
        if use.last:
            return False
        node, outer = use.node, use.outer
        function = self._called(outer)
        if function is None or not isinstance(outer, ex.Call) or depth > _MAX_DEPTH:
            return True
        places = [index for index, given in enumerate(outer.arguments) if bare(given) is node]
        keys = {p.declaration.key for p in function.parameters[places[0] :][:1]} if places else None
        if not keys or function.body is None:
            return True
        return any(
            self._goes_on(use, depth + 1)
            for use in self._body(function.body).uses
            if _is_named(use.node, keys)
        )

    def _is_status(self, wanted: AbstractSet[Mark], body: st.Block, depth: int) -> bool:
        """Whether the wanted nodes of a function may have a part in the status of an ending."""
        held = self._body(body)
        if depth > _MAX_DEPTH or not held.values.isdisjoint(wanted):
            return True
        given = (use for mark in wanted for use in held.given.get(mark, ()))
        return any(self._gives_status(call, place, depth) for call, place in given)

    def _gives_status(self, call: ex.Call, place: int, depth: int) -> bool:
        function = self._called(call)
        if function is None or function.body is None:
            return call.callee in _WITH_STATUS
        keys = {p.declaration.key for p in function.parameters[place:][:1]}
        return self._is_status(keys, function.body, depth + 1)

    def _called(self, node: Node) -> Function | None:
        target = node.target if isinstance(node, ex.Call) else None
        return self.functions.get(target.key) if target is not None else None

    def _body(self, body: st.Block) -> "_Body":
        if id(body) not in self.bodies:
            uses = tuple(self._found(body))
            values = frozenset(mark for node in _made_of(body) for mark in _marks(node))
            self.bodies[id(body)] = _Body(body, uses, values, _given(body))
        return self.bodies[id(body)]

    def _found(self, body: st.Block) -> Iterator[Use]:
        pending = [Use(body, body, False)]
        while pending:
            use = pending.pop()
            yield use
            around = use.outer if isinstance(use.node, ex.Cast) else use.node
            parts = self._parts(use.node)
            pending += [Use(part, around, use.last or ends) for part, ends in parts]

    def _parts(self, node: Node) -> Iterator[tuple[Node, bool]]:
        """The nodes below a node, and whether each is on a branch that ends the program."""
        match node:
            case st.Block(body=body):
                chosen, failed = False, frozenset[str]()
                for index, part in enumerate(body):
                    later = body[index:]
                    yield part, chosen and any(self._ends(each, 0, failed) for each in later)
                    failed |= failed_behind(part)
                    chosen = chosen or any(
                        isinstance(each, st.Return) for each in descendants(part)
                    )
            case st.If() | ex.Conditional():
                yield node.condition, False
                for branch, failed in branches(node):
                    yield branch, self._ends(branch, 0, failed)
            case ex.Binary(op="&&" | "||" as op, left=left, right=right):
                yield left, False
                yield right, self._ends(right, 0, failed_if(left, op == "&&"))
            case _:
                yield from ((part, False) for part in children(node))

    def _ends(self, node: Node, depth: int, failed: Failed = frozenset()) -> bool:
        """Whether a program always ends with an error in a node, where some variables are not 0."""
        match node:
            case ex.Throw():
                return True
            case ex.Lambda() | st.For() | st.While() | st.RangeFor() | st.Switch():
                return False
            case st.If() | ex.Conditional():
                parts = list(branches(node))
                return len(parts) == 2 and all(self._ends(p, depth, failed | f) for p, f in parts)
            case st.Block(body=body):
                for part in body:
                    if self._ends(part, depth, failed):
                        return True
                    failed |= failed_behind(part)
                return False
            case ex.Binary(op="&&" | "||", left=left):
                return self._ends(left, depth, failed)
            case ex.Call() if self._never_returns(node, depth, failed):
                return True
            case _:
                return any(self._ends(part, depth, failed) for part in children(node))

    def _never_returns(self, call: ex.Call, depth: int, failed: Failed) -> bool:
        if call.callee in _ENDING:
            return True
        if call.callee in _WITH_STATUS and call.arguments:
            return is_failure(call.arguments[0], failed)
        function = self._called(call)
        body = function.body if function is not None else None
        if function is None or body is None or depth > _MAX_DEPTH:
            return False
        pairs = zip(function.parameters, call.arguments, strict=False)
        given = frozenset(p.declaration.key for p, a in pairs if is_failure(a, failed))
        returns = any(isinstance(node, st.Return) for node in descendants(body))
        return not returns and self._ends(body, depth + 1, given)


@dataclass(frozen=True)
class _Body:
    """What a function holds: its nodes, the marks of what it gives to its variables, and the
    arguments of its calls, by the marks of what is in them."""

    body: st.Block
    uses: tuple[Use, ...]
    values: frozenset[Mark]
    given: Mapping[Mark, list[tuple[ex.Call, int]]]

    @cached_property
    def by_node(self) -> Mapping[int, list[Use]]:
        """Its nodes by their identities."""
        found: dict[int, list[Use]] = {}
        for use in self.uses:
            found.setdefault(id(use.node), []).append(use)
        return found


def _marks(node: Node) -> Iterator[Mark]:
    yield id(node)
    if isinstance(node, ex.NameRef):
        yield node.declaration.key


def _given(body: st.Block) -> dict[Mark, list[tuple[ex.Call, int]]]:
    found: dict[Mark, list[tuple[ex.Call, int]]] = {}
    for call in (node for node in descendants(body) if isinstance(node, ex.Call)):
        for place, argument in enumerate(call.arguments):
            for mark in {mark for part in descendants(argument) for mark in _marks(part)}:
                found.setdefault(mark, []).append((call, place))
    return found


def _made_of(body: st.Block) -> Iterator[Node]:
    """What a function gives to its variables."""
    for node in descendants(body):
        value = node.init if isinstance(node, st.Variable) else None
        value = node.value if isinstance(node, ex.Assign) else value
        yield from descendants(value) if value is not None else ()


def _is_number(value: ex.Expression | None) -> bool:
    return value is not None and isinstance(value.type, IntType)


def _is_named(node: Node, keys: set[str]) -> bool:
    return isinstance(node, ex.NameRef) and node.declaration.key in keys
