"""Puts helper functions with barriers in the place of their calls (pocl, 4.2).

A call must stand as a statement, as the value of an assignment or as an initialiser. A `return`
at the end of the helper becomes an assignment; another one goes to a label behind the helper's
text.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ppcl.backend.barriers import functions_with_barriers
from ppcl.backend.rebuild import rebuilt
from ppcl.backend.refuse import Refused
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import ArrayType, VoidType
from ppcl.ir.unit import Function

_LIMIT = 1000


def inlined(body: st.Block, functions: Mapping[str, Function]) -> st.Block:
    """A kernel's body without calls of functions that hold barriers.

    Raises Refused where such a call stands within an expression, or comes to itself.
    """
    targets = functions_with_barriers(functions)
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
            if isinstance(node, st.Statement):
                found = self._called(node)
                if found is not None:
                    return self._replaced(node, *found, above)
            return node

        result = rebuilt(body, change)
        for node in descendants(result):
            if isinstance(node, ex.Call) and self._target(node) is not None:
                raise Refused(
                    f"'{node.callee}' holds a barrier: call it in a statement of its own", node.at
                )
        return result

    def _target(self, node: ex.Expression | None) -> Function | None:
        if not isinstance(node, ex.Call) or node.target is None:
            return None
        return self.functions[node.target.key] if node.target.key in self.targets else None

    def _called(self, node: st.Statement) -> tuple[ex.Call, Function] | None:
        """The call of a statement that is nothing but a call and what its value goes to."""
        value: ex.Expression | None = None
        match node:
            case st.Evaluate(expression=ex.Assign(op="=", target=ex.NameRef(), value=found)):
                value = found
            case st.Evaluate(expression=found):
                value = found
            case st.Return(value=found) if found is not None:
                value = found
            case st.Declare(variables=(variable,)):
                value = variable.init
        target = self._target(value)
        return (value, target) if target is not None and isinstance(value, ex.Call) else None

    def _replaced(
        self, node: st.Statement, call: ex.Call, function: Function, above: tuple[str, ...]
    ) -> st.Statement:
        key = function.declaration.key
        if key in above:
            raise Refused(f"'{function.declaration.name}' comes to itself", call.at)
        self.count[0] += 1
        if self.count[0] > _LIMIT:
            raise Refused("too many calls of functions that hold barriers", call.at)
        copy = _Copy(str(self.count[0]), call, function)
        inner = self.block(copy.body(), (*above, key))
        return _placed(node, copy, inner)


def _placed(node: st.Statement, copy: "_Copy", inner: st.Block) -> st.Statement:
    """What stands where the call stood, with its value passed on."""
    result = copy.result
    match node:
        case st.Evaluate(expression=ex.Assign() as assign) if result is not None:
            last = st.Evaluate(node.at, replace(assign, value=copy.use(result)))
            return st.Block(node.at, (*copy.declared(), inner, last))
        case st.Return() if result is not None:
            last_return = replace(node, value=copy.use(result))
            return st.Block(node.at, (*copy.declared(), inner, last_return))
        case st.Declare(variables=(variable,)) if result is not None:
            first = replace(variable, init=copy.use(result))
            body = (*copy.declared(), inner, st.Declare(node.at, (first,)))
            return st.Block(node.at, body, scope=False)
        case _:
            return st.Block(node.at, (*copy.declared(), inner))


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
            raise Refused(f"'{function.declaration.name}' has no body", self.call.at)
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
        variables = [n for n in descendants(body) if isinstance(n, st.Variable)] if body else []
        own = [each.declaration.key for each in variables]
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
        raise Refused("an array as a function's value", at)
    return st.Evaluate(at, ex.Assign(at, target.type, "=", target, value))
