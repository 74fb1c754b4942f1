"""Variables that the statements of their own block change, with a name for each value.

Of `size_t i = get_global_id(0); ... i += get_global_size(0); ...` nothing would be known, as it
may be one number or the other; of two variables both are known.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ppcl.analysis.workgroup.uniformity import changed_root
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, IntType
from ppcl.rewrite.own_variables import addressed
from ppcl.rewrite.rebuild import Kind, as_assignment, rebuilt

_INT = IntType("int", 32, True)
_JUMPS = (st.Goto, st.Label, st.Switch, st.OpaqueStatement, ex.StatementExpression)


def in_versions(body: st.Block) -> st.Block:
    """The body with whole numbers that only statements of their own block change as variables of
    one value each."""
    nodes = list(descendants(body))
    if any(isinstance(node, _JUMPS) for node in nodes):
        return body
    changes = Counter(key for key in map(changed_root, nodes) if key is not None)
    pointed = addressed(nodes)

    def change(node: Node) -> Node:
        if not isinstance(node, st.Block) or not node.scope:
            return node
        direct = Counter(key for key in map(_changed, node.body) if key is not None)
        own = {v.declaration.key: v for v in _declared(node) if _is_plain(v)}
        fine = {k: v for k, v in own.items() if direct[k] == changes[k] > 0 and k not in pointed}
        return _Versions(fine).block(node) if fine else node

    return rebuilt(body, change)


def _declared(node: st.Block) -> list[st.Variable]:
    return [v for each in node.body if isinstance(each, st.Declare) for v in each.variables]


def _is_plain(variable: st.Variable) -> bool:
    is_number = isinstance(variable.type, IntType) and variable.type.bits >= _INT.bits
    is_private = variable.space is AddressSpace.PRIVATE and variable.storage == "auto"
    return is_number and is_private and variable.init is not None


def _changed(node: st.Statement) -> str | None:
    """The key of the number that a statement gives another value, if it does nothing else."""
    match node:
        case st.Evaluate(
            expression=ex.Assign(op=op, target=ex.NameRef() as target, value=value)
        ) if op == "=" or value.type == target.type:
            return target.declaration.key
        case st.Evaluate(
            expression=ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=ex.NameRef() as target)
        ):
            return target.declaration.key
        case _:
            return None


@dataclass(frozen=True)
class _Versions:
    """Renames the `variables` of a block, by key; `now` is what each is called from here on."""

    variables: Mapping[str, st.Variable]
    now: dict[str, Declaration] = field(default_factory=dict)

    def block(self, node: st.Block) -> st.Block:
        """The block with a declaration for each new value."""
        return replace(node, body=tuple(map(self._statement, node.body)))

    def _statement(self, node: st.Statement) -> st.Statement:
        key = _changed(node)
        if key not in self.variables or not isinstance(node, st.Evaluate):
            return self._renamed(node)
        variable, value = self.variables[key or ""], self._renamed(_value(node.expression))
        old = self.now.get(variable.declaration.key, variable.declaration)
        number = int(old.key.rpartition("#version")[2] or 1) if "#version" in old.key else 1
        own = Declaration(old.name, f"{variable.declaration.key}#version{number + 1}")
        self.now[variable.declaration.key] = own
        made = replace(variable, at=node.at, declaration=own, init=value)
        return st.Declare(node.at, (made,))

    def _renamed(self, node: Kind) -> Kind:
        def change(each: Node) -> Node:
            if isinstance(each, ex.NameRef) and each.declaration.key in self.now:
                return replace(each, declaration=self.now[each.declaration.key])
            return each

        return rebuilt(node, change) if self.now else node


def _value(node: ex.Expression) -> ex.Expression:
    """The value that an assignment or a step gives."""
    match node:
        case ex.Assign(op="=", value=value):
            return value
        case ex.Assign(at=at, type=type_, op=op, target=target, value=value):
            return ex.Binary(at, type_, op.removesuffix("="), target, value)
        case ex.Unary():
            return _value(as_assignment(node))
        case _:
            return node
