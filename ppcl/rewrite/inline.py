"""Puts helper functions with barriers in the place of their calls (pocl, 4.2).

A call stands in a statement that makes it whenever it is run: what it calls then comes before the
rest of the statement. A `return` at the end of the helper becomes an assignment; another one goes
to a label behind the helper's text.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, children, descendants, variables
from ppcl.ir.types import ArrayType, VoidType
from ppcl.ir.unit import Function
from ppcl.rewrite.rebuild import rebuilt

_LIMIT = 1000


@dataclass(frozen=True)
class NotInlined(Exception):
    """Why a call cannot be replaced by what it calls, and where it stands."""

    reason: str
    at: Origin


def inlined(body: st.Block, functions: Mapping[str, Function], targets: frozenset[str]) -> st.Block:
    """A kernel's body without calls of `targets`, the functions that hold barriers.

    Raises NotInlined where such a call is made under a condition of an expression, or comes to
    itself.
    """
    if not targets:
        return body
    return _Inliner(functions, targets).block(body, ())


@dataclass
class _Inliner:
    functions: Mapping[str, Function]
    targets: frozenset[str]
    count: list[int] = field(default_factory=lambda: [0])

    def block(self, body: st.Block, above: tuple[str, ...]) -> st.Block:
        """A block with all calls in it replaced; `above` are the functions it is in already."""

        def change(node: Node) -> Node:
            return self._changed(node, above) if isinstance(node, st.Statement) else node

        result = rebuilt(body, change)
        for node in descendants(result):
            if isinstance(node, ex.Call) and self._target(node) is not None:
                message = f"'{node.callee}' holds a barrier, and is called under a condition"
                raise NotInlined(f"{message}: call it in a statement of its own", node.at)
        return result

    def _target(self, node: ex.Expression) -> Function | None:
        if not isinstance(node, ex.Call) or node.target is None:
            return None
        return self.functions[node.target.key] if node.target.key in self.targets else None

    def _changed(self, node: st.Statement, above: tuple[str, ...]) -> st.Statement:
        """A statement behind what it calls."""
        if isinstance(node, st.Declare) and len(node.variables) > 1:
            apart = [st.Declare(node.at, (variable,)) for variable in node.variables]
            changed = tuple(self._changed(each, above) for each in apart)
            same = all(each is one for each, one in zip(changed, apart, strict=True))
            return node if same else st.Block(node.at, changed, scope=False)
        for call in unconditional_calls(own_expression(node)):
            function = self._target(call)
            if function is not None:
                return self._replaced(node, call, function, above)
        return node

    def _replaced(
        self, node: st.Statement, call: ex.Call, function: Function, above: tuple[str, ...]
    ) -> st.Statement:
        key = function.declaration.key
        if key in above:
            raise NotInlined(f"'{call.callee}' comes to itself", call.at)
        self.count[0] += 1
        if self.count[0] > _LIMIT:
            raise NotInlined("too many calls of functions that hold barriers", call.at)
        copy = _Copy(str(self.count[0]), call, function)
        inner = self.block(copy.body(), (*above, key))
        parts = [*copy.declared(), inner]
        if not (isinstance(node, st.Evaluate) and node.expression is call):
            parts.append(self._changed(_with_value(node, copy), above))
        return st.Block(node.at, tuple(parts), scope=not isinstance(node, st.Declare))


def own_expression(node: st.Statement) -> ex.Expression | None:
    """What a statement evaluates first, once."""
    match node:
        case st.Evaluate(expression=found) | st.If(condition=found) | st.Switch(subject=found):
            return found
        case st.Return(value=value):
            return value
        case st.Declare(variables=(variable,)):
            return variable.init
        case _:
            return None


def unconditional_calls(node: ex.Expression | None) -> Iterator[ex.Call]:
    """The calls of an expression that may be made before all else in it (C has no order among
    them), arguments before what is called with them."""
    match node:
        case None | ex.SizeOf() | ex.StatementExpression() | ex.OpaqueExpression():
            return
        case ex.Conditional(condition=first) | ex.Binary(op="&&" | "||" | ",", left=first):
            yield from unconditional_calls(first)
            return
        case _:
            pass
    for child in children(node):
        if isinstance(child, ex.Expression):
            yield from unconditional_calls(child)
    if isinstance(node, ex.Call):
        yield node


def _with_value(node: st.Statement, copy: "_Copy") -> st.Statement:
    """A statement with a call's value in the place of the call."""
    result = copy.result
    if result is None:
        raise NotInlined("the value of a function that has none", copy.call.at)
    return rebuilt(node, lambda each: copy.use(result) if each is copy.call else each)


@dataclass(frozen=True)
class _Copy:
    """One copy of a helper, with names of its own."""

    mark: str
    call: ex.Call
    function: Function

    @property
    def result(self) -> st.Variable | None:
        """The variable that the helper's value goes to."""
        if isinstance(self.function.result, VoidType):
            return None
        name = f"{self.function.declaration.name}_result"
        declaration = Declaration(name, f"{name}#{self.mark}")
        return st.Variable(self.call.at, declaration, self.function.result, None, "auto")

    def use(self, variable: st.Variable) -> ex.NameRef:
        """The value of a variable."""
        return ex.NameRef(self.call.at, variable.type, variable.declaration, "variable")

    def declared(self) -> Iterator[st.Statement]:
        """The declaration of what the value goes to."""
        if self.result is not None:
            yield st.Declare(self.call.at, (self.result,))

    def body(self) -> st.Block:
        """The parameters, which get their values, and the helper's own statements."""
        function = self.function
        if function.body is None:
            raise NotInlined(f"'{function.declaration.name}' has no body", self.call.at)
        pairs = zip(function.parameters, self.call.arguments, strict=True)
        parameters = [
            st.Variable(p.at, self._renamed(p.declaration), p.type, value, "auto")
            for p, value in pairs
        ]
        inner = self._without_returns(rebuilt(function.body, self._own))
        first = tuple(st.Declare(self.call.at, (p,)) for p in parameters)
        return st.Block(self.call.at, (*first, inner))

    def _renamed(self, declaration: Declaration) -> Declaration:
        return Declaration(declaration.name, f"{declaration.key}#{self.mark}")

    def _own(self, node: Node) -> Node:
        """A node with the names of this copy."""
        match node:
            case ex.NameRef(declaration=declaration) if declaration.key in self._keys:
                return replace(node, declaration=self._renamed(declaration))
            case st.Variable(declaration=declaration):
                return replace(node, declaration=self._renamed(declaration))
            case st.Label(name=name):
                return replace(node, name=f"{name}_{self.mark}")
            case st.Goto(label=label) if label is not None:
                return replace(node, label=f"{label}_{self.mark}")
            case _:
                return node

    @property
    def _keys(self) -> frozenset[str]:
        body = self.function.body
        own = [each.declaration.key for each in variables(body)] if body else []
        return frozenset((*own, *(p.declaration.key for p in self.function.parameters)))

    def _without_returns(self, body: st.Block) -> st.Block:
        last = body.body[-1] if body.body else None
        ends = isinstance(last, st.Return)
        kept = st.Block(body.at, body.body[:-1], body.scope) if ends else body
        jumps = any(isinstance(node, st.Return) for node in descendants(kept))
        label = f"end_of_{self.function.declaration.name}_{self.mark}"
        inner = rebuilt(kept, lambda node: self._returned(node, label))
        final = tuple(self._value(last)) if isinstance(last, st.Return) else ()
        empty = st.Empty(body.at)
        end: tuple[st.Statement, ...] = (st.Label(body.at, label, empty),) if jumps else ()
        return st.Block(body.at, (*inner.body, *final, *end))

    def _returned(self, node: Node, label: str) -> Node:
        if not isinstance(node, st.Return):
            return node
        return st.Block(node.at, (*self._value(node), st.Goto(node.at, label)))

    def _value(self, node: st.Return) -> Iterator[st.Statement]:
        if node.value is not None and self.result is not None:
            target = self.use(self.result)
            yield _assigned(node.at, target, node.value)


def _assigned(at: Origin, target: ex.NameRef, value: ex.Expression) -> st.Statement:
    if isinstance(target.type, ArrayType):
        raise NotInlined("an array as a function's value", at)
    return st.Evaluate(at, ex.Assign(at, target.type, "=", target, value))
