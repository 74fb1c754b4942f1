"""Puts helpers in the place of their calls."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ppcl.analysis.workgroup.uniformity import called
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import PointerType
from ppcl.ir.unit import Function, Parameter
from ppcl.rewrite.components import Components, NoComponents, as_number
from ppcl.rewrite.helpers.copies import Copy, key_of
from ppcl.rewrite.helpers.order import may_go_first
from ppcl.rewrite.helpers.tails import value_of, with_tails
from ppcl.rewrite.inline import own_expression, unconditional_calls
from ppcl.rewrite.rebuild import rebuilt

Sized = TypeVar("Sized", bound=Node)
_MOST = 20_000  # nodes of copies
_SIMPLE = 3  # nodes of an argument that stands in the place of each use


def with_helpers(body: st.Block, functions: Mapping[str, Function]) -> st.Block | None:
    """A kernel's body without calls of helper functions, as far as they can go; None where it has
    none that can."""
    if not any(called(node, functions) for node in descendants(body)):
        return None
    try:
        return _Maker(functions, Components(functions.keys())).block(body, ())
    except _TooMuch:
        return None


class _TooMuch(Exception):
    """More than a kernel should have the statements of."""


@dataclass(frozen=True)
class _Maker:
    """Puts helpers in the place of calls."""

    functions: Mapping[str, Function]
    components: Components
    _flat: dict[str, Function | None] = field(default_factory=dict)
    _count: list[int] = field(default_factory=lambda: [0, 0])  # of copies, and of their nodes

    def block(self, body: st.Block, above: tuple[str, ...]) -> st.Block:
        """A block with calls replaced; `above` are the functions it is in already."""
        direct = rebuilt(body, lambda node: self._substituted(node, above, _SIMPLE))
        apart = rebuilt(direct, lambda node: self._statement(node, above))
        return rebuilt(apart, lambda node: self._substituted(node, above, None))

    def _helper(self, node: Node, above: tuple[str, ...]) -> Function | None:
        """The helper that a node calls, without calls of others; None where it cannot go."""
        found = called(node, self.functions)
        if found is None or found.declaration.key in above:
            return None
        key = found.declaration.key
        if key not in self._flat:
            self._flat[key] = self._made_flat(found, (*above, key))
        return self._flat[key]

    def _made_flat(self, function: Function, above: tuple[str, ...]) -> Function | None:
        made = with_tails(function)
        if made is None or made.body is None:
            return None
        body = self.block(made.body, above)
        return with_tails(replace(made, body=body)) or made

    def _substituted(self, node: Node, above: tuple[str, ...], most: int | None) -> Node:
        """A call of a function that is one expression, as that; None of its arguments has more
        nodes than `most` where it is used more than once."""
        function = self._helper(node, above)
        if not isinstance(node, ex.Call) or function is None or function.body is None:
            return node
        value = value_of(function.body.body, chosen=most is None)
        if value is None:
            return node
        copy = Copy("", node, function)
        value, through, given = copy.value(value), copy.through(), {}
        names = [n.declaration.key for n in descendants(value) if isinstance(n, ex.NameRef)]
        for parameter, argument in zip(function.parameters, node.arguments, strict=True):
            key = parameter.declaration.key
            size = sum(1 for _ in descendants(argument))
            if most is not None and size > most and names.count(key) > 1:
                return node
            if key not in through:
                given[key] = _as(argument, parameter)
        if not self._is_pure(value) or not all(map(self._is_pure, given.values())):
            return node
        return as_number(self._sized(rebuilt(value, lambda n: given.get(key_of(n), n))), node.type)

    def _sized(self, node: Sized) -> Sized:
        """A node, unless there are too many by now. Raises _TooMuch."""
        self._count[1] += sum(1 for _ in descendants(node))
        if self._count[1] > _MOST:
            raise _TooMuch
        return node

    def _is_pure(self, node: ex.Expression) -> bool:
        try:
            self.components.repeatable(node)
        except NoComponents:
            return False
        return True

    def _statement(self, node: Node, above: tuple[str, ...]) -> Node:
        """A statement behind what it calls."""
        if not isinstance(node, st.Statement):
            return node
        if isinstance(node, st.Declare) and len(node.variables) > 1:
            apart = [st.Declare(node.at, (variable,)) for variable in node.variables]
            changed = tuple(self._statement(each, above) for each in apart)
            if all(each is one for each, one in zip(changed, apart, strict=True)):
                return node
            return st.Block(
                node.at, tuple(c for c in changed if isinstance(c, st.Statement)), False
            )
        if isinstance(node, st.For) and isinstance(node.init, st.Block):
            return _with_beginning(node, node.init)
        for call in unconditional_calls(own_expression(node)):
            function = self._helper(call, above)
            if function is not None and function.body is not None:
                may_go = may_go_first(own_expression(node), call, function, self.components)
                return self._behind(node, call, function, above) if may_go else node
        return node

    def _behind(
        self, node: st.Statement, call: ex.Call, function: Function, above: tuple[str, ...]
    ) -> st.Statement:
        self._count[0] += 1
        copy = Copy(str(self._count[0]), call, function)
        body = self._sized(copy.body()).body
        is_whole = isinstance(node, st.Evaluate) and node.expression is call
        rest = () if is_whole else (self._statement(copy.used_in(node), above),)
        found = tuple(each for each in rest if isinstance(each, st.Statement))
        return st.Block(node.at, (*body, *found), scope=not isinstance(node, st.Declare))


def _with_beginning(node: st.For, block: st.Block) -> st.Statement:
    """A loop behind the statements that its beginning became."""
    *before, last = _flat(block)
    if not isinstance(last, st.Declare | st.Evaluate):
        before, last = [*before, last], st.Empty(node.at)
    init = None if isinstance(last, st.Empty) else last
    return st.Block(node.at, (*before, replace(node, init=init)))


def _flat(block: st.Block) -> Iterator[st.Statement]:
    for each in block.body:
        yield from _flat(each) if isinstance(each, st.Block) else (each,)


def _as(argument: ex.Expression, parameter: Parameter) -> ex.Expression:
    """An argument as the parameter's type."""
    is_pointer = isinstance(parameter.type, PointerType)
    return argument if is_pointer else as_number(argument, parameter.type)
