"""Helper functions in the place of their calls, so that packs can run their statements together.

A helper that is one expression becomes that expression where its arguments can as well be computed
several times; another one comes before the statement that calls it, with its `return`s as the last
thing that its branches do. What has a form with neither stays a call.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants, variables
from ppcl.ir.types import ArrayType, PointerType, VoidType
from ppcl.ir.unit import Function, Parameter
from ppcl.rewrite.components import Components, NoComponents, as_number
from ppcl.rewrite.inline import own_expression, unconditional_calls
from ppcl.rewrite.rebuild import rebuilt

Sized = TypeVar("Sized", bound=Node)
_MOST = 20_000  # nodes of copies
_SIMPLE = 3  # nodes of an argument that stands in the place of each use


def with_helpers(body: st.Block, functions: Mapping[str, Function]) -> st.Block | None:
    """A kernel's body without calls of helper functions, as far as they can go; None where it has
    none that can."""
    if not any(_called(node, functions) for node in descendants(body)):
        return None
    try:
        return _Maker(functions, Components(functions.keys())).block(body, ())
    except _TooMuch:
        return None


class _TooMuch(Exception):
    """More than a kernel should have the statements of."""


class _NoTails(Exception):
    """A function that returns in the middle of what it does."""


def _called(node: Node, functions: Mapping[str, Function]) -> Function | None:
    """The program's own function that a node calls."""
    if not isinstance(node, ex.Call) or node.target is None:
        return None
    return functions.get(node.target.key)


def _with_tails(function: Function) -> Function | None:
    """A function whose branches end with its `return`s; None where it is a kernel, or has none."""
    if function.kernel or function.body is None:
        return None
    nodes = list(descendants(function.body))
    if any(isinstance(node, st.Goto | st.Label | st.Switch) for node in nodes):
        return None
    if any(v.storage == "static" for v in variables(function.body)):
        return None
    try:
        body = _tails(function.body.body, isinstance(function.result, VoidType))
    except _NoTails:
        return None
    return replace(function, body=replace(function.body, body=body))


def _tails(statements: Sequence[st.Statement], may_end: bool) -> tuple[st.Statement, ...]:
    """Statements of which no `return` has others behind it. Raises _NoTails."""
    for index, statement in enumerate(statements):
        rest = tuple(statements[index + 1 :])
        if isinstance(statement, st.Return):
            return (*statements[:index], statement)
        if not _returns(statement):
            continue
        if isinstance(statement, st.Block):
            return (*statements[:index], *_tails((*statement.body, *rest), may_end))
        if not isinstance(statement, st.If):
            raise _NoTails
        then, otherwise = _body(statement.then), _body(statement.otherwise)
        if rest and not _ends(then) and not _ends(otherwise):
            raise _NoTails
        sides = (
            _tails(side if _ends(side) else (*side, *rest), may_end) for side in (then, otherwise)
        )
        blocks = [st.Block(statement.at, side) for side in sides]
        return (*statements[:index], replace(statement, then=blocks[0], otherwise=blocks[1]))
    if not may_end:
        raise _NoTails
    return tuple(statements)


def _value(statements: Sequence[st.Statement], chosen: bool) -> ex.Expression | None:
    """What a function gives that does nothing else; `chosen`: or gives one of several values."""
    match statements:
        case (st.Return(value=value),):
            return value
        case (st.If(condition=condition, then=then, otherwise=otherwise),) if chosen:
            first, second = _value(_body(then), True), _value(_body(otherwise), True)
            if first is None or second is None or first.type != second.type:
                return None
            sides = as_number(first, first.type), as_number(second, second.type)
            return ex.Conditional(condition.at, first.type, condition, *sides)
        case _:
            return None


def _returns(node: st.Statement) -> bool:
    return any(isinstance(each, st.Return) for each in descendants(node))


def _body(node: st.Statement | None) -> tuple[st.Statement, ...]:
    if node is None:
        return ()
    return node.body if isinstance(node, st.Block) else (node,)


def _ends(statements: Sequence[st.Statement]) -> bool:
    """Whether control never comes to the end of some statements."""
    last = statements[-1] if statements else None
    if isinstance(last, st.If):
        return _ends(_body(last.then)) and _ends(_body(last.otherwise))
    if isinstance(last, st.Block):
        return _ends(last.body)
    return isinstance(last, st.Return)


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
        found = _called(node, self.functions)
        if found is None or found.declaration.key in above:
            return None
        key = found.declaration.key
        if key not in self._flat:
            self._flat[key] = self._made_flat(found, (*above, key))
        return self._flat[key]

    def _made_flat(self, function: Function, above: tuple[str, ...]) -> Function | None:
        made = _with_tails(function)
        if made is None or made.body is None:
            return None
        body = self.block(made.body, above)
        return _with_tails(replace(made, body=body)) or made

    def _substituted(self, node: Node, above: tuple[str, ...], most: int | None) -> Node:
        """A call of a function that is one expression, as that; None of its arguments has more
        nodes than `most` where it is used more than once."""
        function = self._helper(node, above)
        if not isinstance(node, ex.Call) or function is None or function.body is None:
            return node
        value = _value(function.body.body, chosen=most is None)
        if value is None:
            return node
        names = [n.declaration.key for n in descendants(value) if isinstance(n, ex.NameRef)]
        given = {}
        for parameter, argument in zip(function.parameters, node.arguments, strict=True):
            key = parameter.declaration.key
            size = sum(1 for _ in descendants(argument))
            if most is not None and size > most and names.count(key) > 1:
                return node
            given[key] = _as(argument, parameter)
        if not self._is_pure(value) or not all(map(self._is_pure, given.values())):
            return node
        return as_number(self._sized(rebuilt(value, lambda n: given.get(_key(n), n))), node.type)

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
                return self._behind(node, call, function, above)
        return node

    def _behind(
        self, node: st.Statement, call: ex.Call, function: Function, above: tuple[str, ...]
    ) -> st.Statement:
        self._count[0] += 1
        copy = _Copy(str(self._count[0]), call, function)
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


@dataclass(frozen=True)
class _Copy:
    """A helper's statements for one call, with names of their own."""

    mark: str
    call: ex.Call
    function: Function

    def body(self) -> st.Block:
        """The parameters, with their values, and the statements, without `return`."""
        through = self._through()
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
        if isinstance(last, st.Return) and not any(map(_returns, first)):
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
            case ex.Unary(op="*", operand=operand) if _key(operand) in through:
                return _followed(node, through[_key(operand)])
            case ex.Index(base=base) if _key(base) in through:
                return replace(node, base=through[_key(base)])
            case ex.NameRef(declaration=own) if own.key in keys and own.key not in through:
                return replace(node, declaration=self._renamed(own), kind="variable")
            case st.Variable(declaration=own):
                return replace(node, declaration=self._renamed(own))
            case st.Evaluate(
                expression=ex.Assign(
                    op="=", target=ex.NameRef() as target, value=ex.NameRef() as value
                )
            ) if _key(target) == _key(value):
                return st.Empty(node.at)
            case _:
                return node

    def _through(self) -> dict[str, ex.Expression]:
        """What stands for pointers that are only ever followed: where a variable is, an array, or
        the pointer that is given."""
        nodes = list(descendants(self.function.body)) if self.function.body is not None else []
        followed = {id(n.operand) for n in nodes if isinstance(n, ex.Unary) and n.op == "*"}
        indexed = {id(n.base) for n in nodes if isinstance(n, ex.Index)}
        found: dict[str, ex.Expression] = {}
        for parameter, argument in zip(self.function.parameters, self.call.arguments, strict=True):
            key = parameter.declaration.key
            uses = {id(n) for n in nodes if _key(n) == key}
            match _plain(argument):
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


def _plain(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast) and node.implicit:
        node = node.operand
    return node


def _key(node: Node) -> str:
    """The key of a variable that is named; else none."""
    return node.declaration.key if isinstance(node, ex.NameRef) else ""


def _as(argument: ex.Expression, parameter: Parameter) -> ex.Expression:
    """An argument as the parameter's type."""
    is_pointer = isinstance(parameter.type, PointerType)
    return argument if is_pointer else as_number(argument, parameter.type)
