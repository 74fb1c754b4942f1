"""Whether a text is seen only where the program ends with an error."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Endings:
    """What the functions of a program, by their keys, do before they end it."""

    functions: Mapping[str, Function]

    def seen_before(self, literal: ex.StringLiteral | ex.IntLiteral) -> bool:
        """Whether a literal is used where the program may go on, or a number in the status that it
        ends with."""
        bodies = self._bodies_around(literal)
        is_number = isinstance(literal, ex.IntLiteral)
        if is_number and any(self._is_status(lambda n: n is literal, b, 0) for b in bodies):
            return True
        uses = [
            self._goes_on(*use, 0)
            for body in bodies
            for use in self._uses(body, lambda node: node is literal)
        ]
        return not uses or any(uses)

    def is_last(self, node: Node) -> bool:
        """Whether a node stands only where the program then ends with an error."""
        bodies = self._bodies_around(node)
        uses = [use for body in bodies for use in self._uses(body, lambda part: part is node)]
        status = any(self._is_status(lambda part: part is node, body, 0) for body in bodies)
        return bool(uses) and all(last for _, _, last in uses) and not status

    def _bodies_around(self, node: Node) -> list[st.Block]:
        bodies = (function.body for function in self.functions.values())
        return [body for body in bodies if body and body.at.span.contains(node.at.span)]

    def _goes_on(self, node: Node, outer: Node, last: bool, depth: int) -> bool:
        """Whether a use that is the last thing, or not, may be seen by a program that goes on."""
        if last:
            return False
        function = self._called(outer)
        if function is None or not isinstance(outer, ex.Call) or depth > _MAX_DEPTH:
            return True
        places = [index for index, given in enumerate(outer.arguments) if bare(given) is node]
        keys = {p.declaration.key for p in function.parameters[places[0] :][:1]} if places else None
        if not keys or function.body is None:
            return True
        return any(
            self._goes_on(*use, depth + 1)
            for use in self._uses(function.body, lambda part: _is_named(part, keys))
        )

    def _is_status(self, wanted: Callable[[Node], bool], body: st.Block, depth: int) -> bool:
        """Whether the wanted nodes of a function may have a part in the status of an ending."""
        if depth > _MAX_DEPTH or any(map(wanted, _made_of(body))):
            return True
        calls = (node for node in descendants(body) if isinstance(node, ex.Call))
        given = ((c, i) for c in calls for i, a in enumerate(c.arguments) if _holds(a, wanted))
        return any(self._gives_status(call, place, depth) for call, place in given)

    def _gives_status(self, call: ex.Call, place: int, depth: int) -> bool:
        function = self._called(call)
        if function is None or function.body is None:
            return call.callee in _WITH_STATUS
        keys = {p.declaration.key for p in function.parameters[place:][:1]}
        return self._is_status(lambda node: _is_named(node, keys), function.body, depth + 1)

    def _called(self, node: Node) -> Function | None:
        target = node.target if isinstance(node, ex.Call) else None
        return self.functions.get(target.key) if target is not None else None

    def _uses(
        self, body: st.Block, wanted: Callable[[Node], bool]
    ) -> Iterator[tuple[Node, Node, bool]]:
        """The wanted nodes of a function, each with that around it, and whether it stands on a
        branch that ends the program."""
        pending: list[tuple[Node, Node, bool]] = [(body, body, False)]
        while pending:
            node, outer, last = pending.pop()
            if wanted(node):
                yield node, outer, last
            around = outer if isinstance(node, ex.Cast) else node
            pending += [(part, around, last or ends) for part, ends in self._parts(node)]

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


def _holds(node: Node, wanted: Callable[[Node], bool]) -> bool:
    return any(map(wanted, descendants(node)))


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
