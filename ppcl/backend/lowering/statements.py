"""Statements of OpenCL C in C."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from ppcl.analysis.workgroup.barriers import is_barrier
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.backend.c.names import c_identifier
from ppcl.backend.c.printer import placed
from ppcl.backend.lowering.elements import elements_of
from ppcl.backend.lowering.expressions import Expressions
from ppcl.backend.refuse import NotCompiled, without_form
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.types import AddressSpace, ArrayType, RecordType, Type, VectorType
from ppcl.rewrite.initial import as_list, as_vector, zero


@dataclass(frozen=True)
class Statements:
    """Lowers statements. Variables that `expressions.names` places elsewhere are not declared, but
    get their first value by assignment. `leave` is what a `return` of a work-item becomes, None
    where it stays one; `wait` what a barrier becomes. `place` says where a node stands.
    `declared_before` are variables that have their values already, `result` is the type of what is
    returned."""

    expressions: Expressions
    place: Callable[[Origin], str]
    leave: Callable[[], list[Tree]] | None = None
    wait: Callable[[st.Evaluate], list[Tree]] | None = None
    declared_before: frozenset[str] = frozenset()
    result: Type | None = None

    def lower(self, node: st.Statement) -> list[Tree]:
        """The C statements of a statement. Raises NotCompiled where there are none."""
        form = _FORMS.get(type(node))
        if form is None:
            raise without_form(node)
        if isinstance(node, st.Block):
            return form(self, node)
        trees = form(self, node)
        for tree in trees:
            if not isinstance(tree, c_ast.Pragma | c_ast.Label):
                placed(tree, self.place(node.at))
        return trees

    def all(self, nodes: Sequence[st.Statement]) -> list[Tree]:
        """The C statements of several statements."""
        return [tree for node in nodes for tree in self.lower(node)]

    def body(self, node: st.Statement) -> Tree:
        """A statement as the body of another."""
        inner = node.body if isinstance(node, st.Block) else (node,)
        return ctree.block(self.all(inner))

    def declared(self, variable: st.Variable) -> list[Tree]:
        """A variable's declaration, or, if it is kept elsewhere, its first value."""
        key, type_ = variable.declaration.key, variable.type
        if variable.space is AddressSpace.LOCAL or key in self.declared_before:
            return []
        if key in self.expressions.names.by_lane:
            return []
        if key in self.expressions.names.places:
            return self._first_value(variable) if variable.init is not None else []
        init = self.expressions.initial(variable.init, type_) if variable.init is not None else None
        name = self.expressions.names.name(key, variable.declaration.name)
        types = self.expressions.types
        return [types.declare(name, type_, init, const=variable.const)]

    def _first_value(self, variable: st.Variable) -> list[Tree]:
        key, name = variable.declaration.key, variable.declaration.name
        place = self.expressions.names.use(key, name)
        if variable.init is None:
            return []
        return list(self._assigned(place, variable.type, variable.init))

    def _assigned(self, place: Tree, type_: Type, init: ex.Expression) -> Iterator[Tree]:
        """Assignments in place of an initialiser; what it leaves out is 0."""
        listed = as_list(init, type_)
        if listed is None:
            yield ctree.assign(place, self.expressions.as_type(init, type_))
        elif isinstance(type_, VectorType):
            yield ctree.assign(place, self.expressions.lower(as_vector(listed, type_)))
        else:
            for inner, inner_type, value in self._parts(place, type_, listed):
                yield from self._assigned(inner, inner_type, value)

    def _parts(
        self, place: Tree, type_: Type, init: ex.InitList
    ) -> Iterator[tuple[Tree, Type, ex.Expression]]:
        if isinstance(type_, ArrayType):
            parts = [(ctree.element(place, ctree.number(i)), type_.element) for i in _range(type_)]
        elif isinstance(type_, RecordType):
            record = self.expressions.records[type_.name]
            fields = record.fields[:1] if record.union else record.fields
            parts = [(ctree.member(place, c_identifier(each.name)), each.type) for each in fields]
        else:
            parts = [(place, type_)]
        values = elements_of(init, self.expressions.records)
        for index, (part, part_type) in enumerate(parts):
            value = values[index] if index < len(values) else zero(part_type, init.at)
            yield part, part_type, value


def _range(type_: ArrayType) -> range:
    return range(type_.length or 0)


def _declare(to: Statements, node: st.Declare) -> list[Tree]:
    return [tree for variable in node.variables for tree in to.declared(variable)]


def _evaluate(to: Statements, node: st.Evaluate) -> list[Tree]:
    if is_barrier(node):
        if to.wait is None:
            raise NotCompiled("a barrier in a place where it is not supported", node.at)
        return to.wait(node)
    return [to.expressions.lower(node.expression)]


def _block(to: Statements, node: st.Block) -> list[Tree]:
    inner = to.all(node.body)
    return [ctree.block(inner)] if node.scope else inner


def _if(to: Statements, node: st.If) -> list[Tree]:
    otherwise = to.body(node.otherwise) if node.otherwise is not None else None
    return [c_ast.If(to.expressions.lower(node.condition), to.body(node.then), otherwise)]


def _for(to: Statements, node: st.For) -> list[Tree]:
    condition = to.expressions.lower(node.condition) if node.condition is not None else None
    step = to.expressions.lower(node.step) if node.step is not None else None
    before: list[Tree] = []
    init: Tree | None = None
    if isinstance(node.init, st.Evaluate):
        init = to.expressions.lower(node.init.expression)
    elif isinstance(node.init, st.Declare):
        init, before = _loop_variables(to, node.init)
    elif node.init is not None:
        raise NotCompiled("this beginning of a loop", node.init.at)
    loop = c_ast.For(init, condition, step, to.body(node.body))
    return [*before, loop]


def _loop_variables(to: Statements, node: st.Declare) -> tuple[Tree | None, list[Tree]]:
    """What stands in a loop's head, and what has to stand before the loop."""
    declared = _declare(to, node)
    if all(isinstance(tree, c_ast.Decl) for tree in declared) and declared:
        return c_ast.DeclList(declared), []
    return None, declared


def _while(to: Statements, node: st.While) -> list[Tree]:
    return [c_ast.While(to.expressions.lower(node.condition), to.body(node.body))]


def _do_while(to: Statements, node: st.DoWhile) -> list[Tree]:
    return [c_ast.DoWhile(to.expressions.lower(node.condition), to.body(node.body))]


def _switch(to: Statements, node: st.Switch) -> list[Tree]:
    return [c_ast.Switch(to.expressions.lower(node.subject), to.body(node.body))]


def _case(to: Statements, node: st.Case) -> list[Tree]:
    inner = to.lower(node.body) or [c_ast.EmptyStatement()]
    if node.value is None:
        return [c_ast.Default(inner)]
    return [c_ast.Case(to.expressions.lower(node.value), inner)]


def _return(to: Statements, node: st.Return) -> list[Tree]:
    if to.leave is not None:
        return to.leave()
    if node.value is None:
        return [c_ast.Return(None)]
    return [c_ast.Return(to.expressions.as_type(node.value, to.result or node.value.type))]


def _break(to: Statements, node: st.Break) -> list[Tree]:
    return [c_ast.Break()]


def _continue(to: Statements, node: st.Continue) -> list[Tree]:
    return [c_ast.Continue()]


def _empty(to: Statements, node: st.Empty) -> list[Tree]:
    return [c_ast.EmptyStatement()]


def _goto(to: Statements, node: st.Goto) -> list[Tree]:
    if node.label is None:
        raise NotCompiled("a computed goto", node.at)
    return [c_ast.Goto(c_identifier(node.label))]


def _label(to: Statements, node: st.Label) -> list[Tree]:
    label = c_ast.Label(c_identifier(node.name), c_ast.EmptyStatement())
    return [label, *to.lower(node.body)]


_FORMS: Mapping[type, Callable[..., list[Tree]]] = {
    st.Declare: _declare,
    st.Evaluate: _evaluate,
    st.Block: _block,
    st.If: _if,
    st.For: _for,
    st.While: _while,
    st.DoWhile: _do_while,
    st.Switch: _switch,
    st.Case: _case,
    st.Return: _return,
    st.Break: _break,
    st.Continue: _continue,
    st.Empty: _empty,
    st.Goto: _goto,
    st.Label: _label,
}
