"""The part of a kernel of merged work-items that stands for one of them.

A loop `for (int item = 0; item < F; item++)` does its body once for each of them: here it is the
body, for the work-item of that number. What stands in no such loop is done once for all, and may
have no effect of its own but a barrier; it cannot depend on the number. A variable `v[F]` that is
only ever used as `v[item]` is a work-item's own `v`.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property

from ppcl.analysis.graph.cfg import BARRIERS
from ppcl.analysis.terms.expression import is_value
from ppcl.analysis.terms.function import reached
from ppcl.analysis.workgroup.barriers import is_barrier_call
from ppcl.analysis.workgroup.uniformity import changed_place
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, children, descendants, variables
from ppcl.ir.types import AddressSpace, ArrayType, PointerType
from ppcl.ir.unit import Function
from ppcl.rewrite.merging.merge import Merge, NotMerged
from ppcl.rewrite.merging.zeros import zeros_of_one
from ppcl.rewrite.rebuild import rebuilt
from ppcl.source import Span


def one_of(
    function: Function, functions: Mapping[str, Function], volatile: Set[Span], merge: Merge
) -> Function:
    """A kernel as one of the merged work-items runs it; `functions` are the program's own, by key,
    `volatile` the places of volatile accesses. Raises NotMerged."""
    assert function.body is not None
    reading = _Reading(merge, function, functions, volatile)
    reading.refuse_addresses(function.body)
    body = reading.block(function.body, True)
    return merge.with_number(replace(function, body=reading.with_own(body)))


@dataclass(frozen=True)
class _Reading:
    merge: Merge
    function: Function
    functions: Mapping[str, Function]
    volatile: Set[Span]

    def refuse_addresses(self, body: st.Block) -> None:
        """Refuse a pointer to a variable of all work-items: what one sets by it is set for all."""
        loops = [f for f in descendants(body) if isinstance(f, st.For) and self._is_over_items(f)]
        inside = {v.declaration.key for loop in loops for v in variables(loop.body)}
        for declaration in reached(self.function):
            private = self._spaces.get(declaration.key) is AddressSpace.PRIVATE
            if private and declaration.key not in inside | self._own_arrays:
                message = f"the address of '{declaration.name}', which all work-items have"
                raise NotMerged(message, self.function.at)

    def block(self, block: st.Block, at_end: bool) -> st.Block:
        """A block that stands in no loop over work-items; `at_end`: of the kernel."""
        following = (*block.body[1:], None)[: len(block.body)]
        ends = (_is_end(each) or (at_end and each is None) for each in following)
        body = (self._once(*each) for each in zip(block.body, ends, strict=True))
        return replace(block, body=tuple(body))

    def _once(self, node: st.Statement, at_end: bool = False) -> st.Statement:
        """A statement that is done once for all work-items, but for what it has loops for."""
        match node:
            case st.For() if self._is_over_items(node):
                return self._each(node, at_end)
            case st.Block():
                return self.block(node, at_end)
            case st.If(condition=condition, then=then, otherwise=otherwise):
                self._quiet(condition)
                rest = self._once(otherwise, at_end) if otherwise is not None else None
                return replace(node, then=self._once(then, at_end), otherwise=rest)
            case st.For(init=init, condition=condition, step=step, body=body):
                for part in (init, condition, step):
                    self._quiet(part)
                return replace(node, body=self._once(body))
            case st.While(condition=condition, body=body):
                self._quiet(condition)
                return replace(node, body=self._once(body))
            case st.DoWhile(condition=condition, body=body):
                self._quiet(condition)
                return replace(node, body=self._once(body))
            case st.Return() | st.Break() | st.Continue() | st.Empty():
                return node
            case st.Switch():
                self._quiet(node)
                return node
            case st.Declare() | st.Evaluate():
                if not _is_barrier(node):
                    self._quiet(node)
                return node
            case _:
                raise NotMerged("a statement that is not read so", node.at)

    def _is_over_items(self, node: st.For) -> bool:
        match node.init:
            case st.Declare(variables=(variable,)):
                return variable.declaration.name == self.merge.item
            case _:
                return False

    def _each(self, node: st.For, at_end: bool) -> st.Statement:
        """The body of a loop over the work-items, for one of them."""
        counter = _counter(node, self.merge.factor)
        if counter is None:
            raise NotMerged(f"a loop over '{self.merge.item}' that does not count all", node.at)
        self._own(node.body, counter)

        def change(each: Node) -> Node:
            return self.merge.number(each.at) if _is(each, counter) else each

        body = rebuilt(node.body, change)
        return _left(body, node.at, at_end)

    def _own(self, body: st.Statement, counter: str) -> None:
        """Refuse what a work-item would do to another: set what is not its own."""
        inside = {v.declaration.key for v in variables(body)}
        for node in descendants(body):
            if is_barrier_call(node):
                raise NotMerged("a barrier in a loop over work-items", node.at)
            target = changed_place(node)
            root = _root(target) if target is not None else None
            if root is None or root.declaration.key in inside | self._own_arrays:
                continue
            if self._is_private(root) or root.declaration.key == counter:
                message = f"'{root.declaration.name}' is set for all work-items at once"
                raise NotMerged(message, node.at)

    def _quiet(self, node: Node | None) -> None:
        """Refuse what has an effect, where it is done once for all."""
        for each in descendants(node) if node is not None else ():
            if each.at.span in self.volatile:
                raise NotMerged("a volatile access that is done once for all", each.at)
            if isinstance(each, ex.Call) and not self._is_value(each):
                raise NotMerged(f"a call of '{each.callee}' that is done once for all", each.at)
            if isinstance(each, ex.StatementExpression | ex.OpaqueExpression):
                raise NotMerged("an expression that is not followed", each.at)
            target = changed_place(each)
            root = _root(target) if target is not None else None
            if target is not None and (root is None or not self._is_private(root)):
                raise NotMerged("a store that is done once for all", each.at)

    def _is_value(self, call: ex.Call) -> bool:
        own = call.target is not None and call.target.key in self.functions
        return not own and is_value(call)

    def _is_private(self, root: ex.NameRef) -> bool:
        """Whether a name is of a variable in private memory."""
        key = root.declaration.key
        space = self._spaces.get(key)
        return space is AddressSpace.PRIVATE or root.kind == "parameter"

    @cached_property
    def _spaces(self) -> Mapping[str, AddressSpace]:
        return {v.declaration.key: v.space for _, v in self.function.variables}

    @cached_property
    def _own_arrays(self) -> frozenset[str]:
        """The variables that hold a value for each work-item, and are used so alone."""
        assert self.function.body is not None
        counters = set(self._counters(self.function.body))
        found = {
            variable.declaration.key
            for _, variable in self.function.variables
            if isinstance(variable.type, ArrayType)
            and variable.type.length == self.merge.factor
            and (variable.init is None or zeros_of_one(variable.init) is not None)
            and variable.space is AddressSpace.PRIVATE
            and not variable.lengths
        }
        used = [node for node in self.function.nodes if isinstance(node, ex.NameRef)]
        bases = {id(base) for base in _items(self.function.nodes, counters)}
        others = {n.declaration.key for n in used if id(n) not in bases}
        sizes = [node for node in self.function.nodes if isinstance(node, ex.SizeOf)]
        return frozenset(found - others - {d.key for size in sizes for d, _ in size.named})

    def _counters(self, node: Node) -> Iterator[str]:
        for each in descendants(node):
            if isinstance(each, st.For) and self._is_over_items(each):
                yield from filter(None, [_counter(each, self.merge.factor)])

    def with_own(self, body: st.Block) -> st.Block:
        """The body with `v` for each `v[item]`."""
        own = self._own_arrays

        def change(node: Node) -> Node:
            match node:
                case st.Variable(declaration=declaration, type=ArrayType(element=element)):
                    begun = zeros_of_one(node.init)
                    mine = declaration.key in own
                    return replace(node, type=element, init=begun) if mine else node
                case ex.Index(base=base, index=index, type=type_):
                    name, number = _without_casts(base), _without_casts(index)
                    is_own = isinstance(name, ex.NameRef) and name.declaration.key in own
                    if is_own and _is(number, self.merge.declaration.key):
                        return replace(name, type=type_, at=node.at)
            return node

        return rebuilt(body, change)


def _items(nodes: tuple[Node, ...], counters: set[str]) -> Iterator[ex.NameRef]:
    """The names of which an element is used that a counter says."""
    for node in nodes:
        if isinstance(node, ex.Index):
            base, index = _without_casts(node.base), _without_casts(node.index)
            is_counter = isinstance(index, ex.NameRef) and index.declaration.key in counters
            if is_counter and isinstance(base, ex.NameRef):
                yield base


def _is_end(node: st.Statement | None) -> bool:
    return isinstance(node, st.Return) and node.value is None


def _counter(node: st.For, factor: int) -> str | None:
    """The key of the counter of a loop that counts from 0 to below the factor, by one."""
    match node:
        case st.For(
            init=st.Declare(variables=(variable,)),
            condition=ex.Binary(op="<", left=left, right=right),
            step=ex.Unary(op="++x" | "x++", operand=stepped),
        ):
            key = variable.declaration.key
            begin, end = (_number(each) for each in (variable.init, right))
            named = _is(_without_casts(left), key) and _is(stepped, key)
            return key if named and (begin, end) == (0, factor) else None
        case _:
            return None


def _number(node: ex.Expression | None) -> int | None:
    found = _without_casts(node) if node is not None else None
    return found.value if isinstance(found, ex.IntLiteral) else None


def _without_casts(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast) and node.implicit:
        node = node.operand
    return node


def _is(node: Node, key: str) -> bool:
    return isinstance(node, ex.NameRef) and node.declaration.key == key


def _left(body: st.Statement, at: Origin, at_end: bool) -> st.Statement:
    """The body of a loop over work-items: `continue` ends the work-item where nothing follows."""

    def ways(node: Node, ended: frozenset[type]) -> Iterator[Node]:
        if isinstance(node, st.Return | st.Break | st.Continue) and type(node) not in ended:
            yield node
        if isinstance(node, st.For | st.While | st.DoWhile):
            ended |= {st.Break, st.Continue}
        elif isinstance(node, st.Switch):
            ended |= {st.Break}
        for child in children(node):
            yield from ways(child, ended)

    for found in ways(body, frozenset({st.Continue} if at_end else ())):
        raise NotMerged("a way out of a loop over work-items", found.at)
    return _with_returns(body) if at_end else body


def _with_returns(node: st.Statement) -> st.Statement:
    """A statement with `return` for each `continue` of the loop that it is the body of."""
    match node:
        case st.Continue():
            return st.Return(node.at, None)
        case st.Block(body=body):
            return replace(node, body=tuple(map(_with_returns, body)))
        case st.If(then=then, otherwise=otherwise):
            rest = _with_returns(otherwise) if otherwise is not None else None
            return replace(node, then=_with_returns(then), otherwise=rest)
        case st.Switch():
            return replace(node, body=_with_returns(node.body))
        case st.Case():
            return replace(node, body=_with_returns(node.body))
        case _:
            return node


def _is_barrier(node: st.Statement) -> bool:
    return (
        isinstance(node, st.Evaluate)
        and isinstance(node.expression, ex.Call)
        and node.expression.callee in BARRIERS
    )


def _root(target: ex.Expression) -> ex.NameRef | None:
    """The variable that a place is, or is a part of; None for one that is reached by a pointer."""
    while isinstance(target, ex.Index | ex.Member | ex.Swizzle | ex.Cast):
        if isinstance(target, ex.Cast):
            target = target.operand
            continue
        arrow = isinstance(target, ex.Member) and target.arrow
        if arrow or isinstance(target.base.type, PointerType):
            return None
        target = target.base
    return target if isinstance(target, ex.NameRef) else None
