"""Reads what a loop reads again and again once, before it.

`for (j = 0; j < n; j++) sum += in[3 * i] - in[3 * j];` takes `in[3 * i]` of each work-item from
memory in each round: the rounds of a row's vectors stand inside of those of the loop, so that
compilers do not take it out. What is read is what the loop's first round reads for certain, from
memory that nothing in the loop writes.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.uniformity import changed_or_addressed
from ppcl.analysis.workgroup.ways import ways_out
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants, evaluated, named, variables
from ppcl.ir.types import AddressSpace, ArrayType, FloatType, IntType, PointerType
from ppcl.rewrite.components import Components, NoComponents, as_number
from ppcl.rewrite.folding import Folding
from ppcl.rewrite.rebuild import rebuilt

_MEMORY = (AddressSpace.GLOBAL, AddressSpace.CONSTANT)
_INT = IntType("int", 32, True)


def read_once(body: st.Block, apart: Collection[int], components: Components) -> st.Block:
    """The body with reads in front of its counted loops, of those `apart`, by identity: of others,
    compilers take as long as for a variable."""
    return _Reads(frozenset(apart), components).block(body)


@dataclass
class _Reads:
    apart: frozenset[int]
    components: Components
    count: int = 0

    def block(self, node: st.Block) -> st.Block:
        """A block with what its loops read in front of them."""

        def change(each: Node) -> Node:
            if not isinstance(each, st.Block):
                return each
            return replace(each, body=tuple(one for s in each.body for one in self._all(s)))

        return rebuilt(node, change)

    def _all(self, node: st.Statement) -> Iterator[st.Statement]:
        if not isinstance(node, st.For) or not self._is_counted(node):
            yield node
            return
        begins, uses = _begins(node), dict[int, ex.NameRef]()
        for read in self._found(node):
            self.count += 1
            own = Declaration("own", f"#read {self.count}")
            use = ex.NameRef(read.at, read.type, own, "variable")
            uses[id(read)] = use
            if _holds(begins):
                yield st.Declare(read.at, (st.Variable(read.at, own, read.type, read, "auto"),))
                continue
            zero = ex.Cast(read.at, read.type, ex.IntLiteral(read.at, _INT, 0), implicit=False)
            yield st.Declare(read.at, (st.Variable(read.at, own, read.type, zero, "auto"),))
            setting = st.Evaluate(read.at, ex.Assign(read.at, read.type, "=", use, read))
            yield st.If(read.at, begins, st.Block(read.at, (setting,)), None)
        yield rebuilt(node, lambda each: uses.get(id(each), each)) if uses else node

    def _is_counted(self, node: st.For) -> bool:
        """Whether a loop's first round is known ahead, and nothing in it writes memory."""
        init = node.init
        if not isinstance(init, st.Declare) or node.condition is None:
            return False
        is_plain = all(v.init is not None and isinstance(v.type, IntType) for v in init.variables)
        own = {v.declaration.key for v in init.variables}
        values = [v.init for v in init.variables if v.init is not None]
        nodes = (each for part in (node.condition, *values) for each in descendants(part))
        is_pure = all(map(self.components.has_no_effect, nodes))
        is_plain = is_plain and not any(not own.isdisjoint(named(value)) for value in values)
        inner = [node.body, *((node.step,) if node.step is not None else ())]
        rounds = (each for part in inner for each in descendants(part))
        return is_plain and is_pure and all(map(self._writes_nothing, rounds))

    def _writes_nothing(self, node: Node) -> bool:
        match node:
            case ex.Assign(target=target):
                return _is_private(target)
            case ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=operand):
                return _is_private(operand)
            case ex.Call():
                return self.components.has_no_effect(node)
            case ex.Unary(op="&") | ex.OpaqueExpression() | ex.StatementExpression():
                return False
            case st.OpaqueStatement() | st.Goto() | st.Label() | st.Switch():
                return False
            case _:
                return True

    def _found(self, loop: st.For) -> list[ex.Expression]:
        """The reads that the first round makes for certain, the same in each round."""
        inner = {v.declaration.key for v in variables(loop)}
        changed = frozenset(changed_or_addressed(st.Block(loop.at, (loop,))) | inner)
        own = loop.body.body if isinstance(loop.body, st.Block) else (loop.body,)
        reads = (n for n in _certain(own) if isinstance(n, ex.Index | ex.Member | ex.Swizzle))
        return [read for read in reads if self._is_kept(read, changed)]

    def _is_kept(self, node: ex.Index | ex.Member | ex.Swizzle, changed: frozenset[str]) -> bool:
        place: ex.Expression = node
        while isinstance(place, ex.Swizzle) or (isinstance(place, ex.Member) and not place.arrow):
            place = place.base
        base = place.base.type if isinstance(place, ex.Index) else None
        if not isinstance(base, PointerType) or base.volatile or base.space not in _MEMORY:
            return False
        if not isinstance(node.type, IntType | FloatType) or id(place) not in self.apart:
            return False
        try:
            self.components.repeatable(node)
        except NoComponents:
            return False
        return changed.isdisjoint(named(node))


def _begins(loop: st.For) -> ex.Expression:
    """Whether a loop has a first round."""
    variables = loop.init.variables if isinstance(loop.init, st.Declare) else ()
    first = {v.declaration.key: v.init for v in variables}

    def change(node: Node) -> Node:
        value = first.get(node.declaration.key) if isinstance(node, ex.NameRef) else None
        return (
            node
            if value is None or not isinstance(node, ex.NameRef)
            else as_number(value, node.type)
        )

    return rebuilt(loop.condition or ex.IntLiteral(loop.at, _INT, 1), change)


def _holds(condition: ex.Expression) -> bool:
    """Whether a comparison of two constants holds."""
    if not isinstance(condition, ex.Binary):
        return False
    left, right = map(Folding({}).value, (condition.left, condition.right))
    if left is None or right is None:
        return False
    return (condition.op in ("<", "<=", "!=") and left < right) or (
        condition.op in (">", ">=", "!=") and left > right
    )


def _is_private(target: ex.Expression) -> bool:
    """Whether a place is a private variable, or a part of one."""
    match target:
        case ex.NameRef(kind="variable"):
            return not isinstance(target.type, PointerType)
        case ex.Member(base=base, arrow=False) | ex.Swizzle(base=base):
            return _is_private(base)
        case ex.Index(base=base):
            return isinstance(base.type, ArrayType) and _is_private(base)
        case _:
            return False


def _certain(statements: Sequence[st.Statement]) -> Iterator[Node]:
    """What is computed in any case, up to the first statement that may leave."""
    for statement in statements:
        match statement:
            case st.Declare(variables=variables):
                for variable in variables:
                    if variable.init is not None:
                        yield from evaluated(variable.init)
            case st.Evaluate(expression=expression):
                yield from evaluated(expression)
            case st.If(condition=condition):
                yield from evaluated(condition)
            case st.Block(body=body):
                yield from _certain(body)
            case _:
                pass
        if any(ways_out(statement)):
            return
