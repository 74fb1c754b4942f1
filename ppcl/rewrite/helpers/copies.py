"""A helper's statements for one call of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants, variables
from ppcl.ir.types import ArrayType, PointerType, VoidType
from ppcl.ir.unit import Function
from ppcl.rewrite.helpers.left import returns
from ppcl.rewrite.rebuild import rebuilt


@dataclass(frozen=True)
class Copy:
    """A helper's statements for one call, with names of their own."""

    mark: str
    call: ex.Call
    function: Function

    def body(self) -> st.Block:
        """The parameters, with their values, and the statements, without `return`."""
        through = self.through()
        pairs = zip(self.function.parameters, self.call.arguments, strict=True)
        declared = [
            st.Declare(
                p.at, (st.Variable(p.at, self._renamed(p.declaration), p.type, given, "auto"),)
            )
            for p, given in pairs
            if p.declaration.key not in through
        ]
        function = self.function.body or st.Block(self.call.at, ())
        keys = {v.declaration.key for v in variables(function)}
        keys |= {p.declaration.key for p in self.function.parameters}
        inner = rebuilt(function, lambda node: self._own(node, keys, through))
        *first, last = inner.body or (st.Empty(self.call.at),)
        if isinstance(last, st.Return) and not any(map(returns, first)):
            ended = self._declared(last)
        else:
            result = self._declared(None)
            ended = (self._ended(last),)
            first = [*result, *first]
        return st.Block(self.call.at, (*declared, *first, *ended))

    def used_in(self, node: st.Statement) -> st.Statement:
        """A statement with the call's value in the place of the call."""
        use = ex.NameRef(self.call.at, self.call.type, self._result, "variable")
        return rebuilt(node, lambda each: use if each is self.call else each)

    @property
    def _result(self) -> Declaration:
        name = f"{self.function.declaration.last}_result"
        return Declaration(name, f"#helper {name}{self.mark}")

    def _declared(self, end: st.Return | None) -> tuple[st.Statement, ...]:
        """The variable for the call's value."""
        type_ = self.function.result
        if isinstance(type_, VoidType):
            return ()
        init = end.value if end is not None else None
        variable = st.Variable(self.call.at, self._result, type_, init, "auto")
        return (st.Declare(self.call.at, (variable,)),)

    def _ended(self, node: st.Statement) -> st.Statement:
        """A statement that sets the value where it returned it."""

        def change(each: Node) -> Node:
            if not isinstance(each, st.Return):
                return each
            if each.value is None:
                return st.Empty(each.at)
            target = ex.NameRef(each.at, self.call.type, self._result, "variable")
            return st.Evaluate(each.at, ex.Assign(each.at, target.type, "=", target, each.value))

        return rebuilt(node, change)

    def _renamed(self, declaration: Declaration) -> Declaration:
        return Declaration(declaration.name, f"{declaration.key}#helper{self.mark}")

    def _own(self, node: Node, keys: set[str], through: Mapping[str, ex.Expression]) -> Node:
        match node:
            case ex.Unary(op="*", operand=operand) if key_of(operand) in through:
                return _followed(node, through[key_of(operand)])
            case ex.Index(base=base) if key_of(base) in through:
                return replace(node, base=through[key_of(base)])
            case ex.Member(base=base, arrow=True) if key_of(base) in through:
                return _member(node, through[key_of(base)])
            case ex.NameRef(declaration=own) if own.key in keys and own.key not in through:
                return replace(node, declaration=self._renamed(own), kind="variable")
            case st.Variable(declaration=own):
                return replace(node, declaration=self._renamed(own))
            case st.Evaluate(
                expression=ex.Assign(
                    op="=", target=ex.NameRef() as target, value=ex.NameRef() as value
                )
            ) if key_of(target) == key_of(value):
                return st.Empty(node.at)
            case _:
                return node

    def value(self, node: ex.Expression) -> ex.Expression:
        """The helper's value, an expression, without pointers that are only followed."""
        through = self.through()
        return rebuilt(node, lambda each: self._own(each, set(), through))

    def through(self) -> dict[str, ex.Expression]:
        """What stands for pointers that are only ever followed: where a variable is, an array, or
        the pointer that is given."""
        nodes = list(descendants(self.function.body)) if self.function.body is not None else []
        followed = {id(n.operand) for n in nodes if isinstance(n, ex.Unary) and n.op == "*"}
        followed |= {id(n.base) for n in nodes if isinstance(n, ex.Member) and n.arrow}
        indexed = {id(n.base) for n in nodes if isinstance(n, ex.Index)}
        found: dict[str, ex.Expression] = {}
        for parameter, argument in zip(self.function.parameters, self.call.arguments, strict=True):
            key = parameter.declaration.key
            uses = {id(n) for n in nodes if key_of(n) == key}
            match plain(argument):
                case ex.Unary(op="&", operand=ex.NameRef()) as address if uses <= followed:
                    found[key] = address
                case ex.NameRef(type=ArrayType()) as array if uses <= indexed:
                    found[key] = array
                case ex.NameRef(type=PointerType()) as pointer if uses <= indexed | followed:
                    found[key] = pointer
                case _:
                    pass
        return found


def _followed(node: ex.Unary, pointer: ex.Expression) -> ex.Expression:
    """What a pointer points to."""
    if isinstance(pointer, ex.Unary) and pointer.op == "&":
        return pointer.operand
    return replace(node, operand=pointer)


def _member(node: ex.Member, pointer: ex.Expression) -> ex.Member:
    """A member of what a pointer points to."""
    if isinstance(pointer, ex.Unary) and pointer.op == "&":
        return replace(node, base=pointer.operand, arrow=False)
    return replace(node, base=pointer)


def plain(node: ex.Expression) -> ex.Expression:
    """An expression without conversions that are not written."""
    while isinstance(node, ex.Cast) and node.implicit:
        node = node.operand
    return node


def key_of(node: Node) -> str:
    """The key of a variable that is named; else none."""
    return node.declaration.key if isinstance(node, ex.NameRef) else ""
