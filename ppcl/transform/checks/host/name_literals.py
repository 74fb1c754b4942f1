"""Strings that only name kernels: what asks for a kernel by them is all that reads them, beside
what tells of an error that ends the program."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macros import is_said_once
from ppcl.analysis.walk.libc.text_memory import is_string
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, children
from ppcl.ir.types import ArrayType, PointerType, Type
from ppcl.ir.unit import Function
from ppcl.source import Span
from ppcl.transform.refusals.skipped import skipped_use

_ASKING = "clCreateKernel"


@dataclass(frozen=True)
class NameLiterals:
    """Tells of the host's strings whether they may say something else for a kernel's new name;
    `told` are the places where messages of errors then say it, too."""

    facts: Facts
    told: dict[Origin, None] = field(default_factory=dict)
    _known: dict[str, bool] = field(default_factory=dict)

    def own_place(self, literal: Origin) -> Span | None:
        """Where the text of a string stands that is written in the call that asks for a kernel."""
        plain = literal.macro is None and is_said_once(self.facts, literal.span)
        return literal.span if plain else None

    def place(self, literal: Origin) -> Span | None:
        """Where the text of a string stands that has no other use than to ask for kernels."""
        if literal.macro is not None:
            return self._of_macro(literal)
        if not is_said_once(self.facts, literal.span):
            return None
        found = [n for n in self._nodes if isinstance(n, ex.StringLiteral) and n.at == literal]
        return literal.span if found and all(map(self._asks, found)) else None

    @cached_property
    def _nodes(self) -> list[Node]:
        return [node for unit in self.facts.hosts for node in unit.nodes]

    @cached_property
    def _parents(self) -> dict[int, Node]:
        return {id(child): node for node in self._nodes for child in children(node)}

    def _of_macro(self, literal: Origin) -> Span | None:
        """The body of a macro that is one string and stands nowhere but where it asks."""
        name = literal.macro or ""
        own = {macro for unit in self.facts.hosts for macro in unit.macros if macro.name == name}
        uses = {use.at for unit in self.facts.hosts for use in unit.macro_uses if use.name == name}
        word = name.encode()
        others = (macro for unit in self.facts.hosts for macro in unit.macros)
        if len(own) != 1 or uses != {literal.span} or any(word in m.body for m in others):
            return None
        if any(name in dict(unit.given) for unit in self.facts.hosts):
            return None
        found = [n for n in self._nodes if isinstance(n, ex.StringLiteral) and n.at == literal]
        if len(found) != 1 or not self._asks(found[0]) or skipped_use(self.facts, name):
            return None
        (macro,) = own
        return Span(macro.at.file, macro.at.end - len(macro.body), macro.at.end)

    def _asks(self, node: Node) -> bool:
        """Whether the value of a string, or of what holds one, goes where a kernel is asked for."""
        part, parent = self._around(node)
        match parent:
            case ex.Call(receiver=receiver) if receiver is part and receiver is not None:
                read = parent.method in ("c_str", "data") and is_string(receiver.type)
                return read and self._asks(parent)
            case ex.Call(callee=callee, arguments=arguments):
                position = _position(part, arguments)
                if callee == _ASKING:
                    return position == 1
                return not parent.dynamic and self._is_handed_on(parent.target, position)
            case ex.Construct(arguments=(given,)) if given is part and is_string(parent.type):
                return self._asks(parent)
            case ex.Construct(arguments=arguments) | ex.New(arguments=arguments):
                return self._is_handed_on(parent.target, _position(part, arguments))
            case st.Variable(init=init, type=type_) if init is part:
                holds = isinstance(type_, PointerType) or is_string(type_)
                return holds and self._holds(parent.declaration)
            case ex.InitList(elements=elements) if None not in elements:
                whole, outer = self._around(parent)
                return isinstance(outer, st.Variable) and (
                    outer.init is whole and _is_table(outer.type) and self._holds(outer.declaration)
                )
            case _:
                return False

    def _around(self, node: Node) -> tuple[Node, Node | None]:
        """A value with the conversions around it, or as an element, and what that is a part of."""
        parent = self._parents.get(id(node))
        while isinstance(parent, ex.Cast) or (isinstance(parent, ex.Index) and parent.base is node):
            node, parent = parent, self._parents.get(id(parent))
        return node, parent

    def _is_handed_on(self, target: Declaration | None, position: int) -> bool:
        """Whether all that a function of the program does with an argument is to ask by it."""
        if target is None or position < 0:
            return False
        found = list(self._functions(target))
        if len(found) != 1 or position >= len(found[0].parameters):
            return False
        return self._holds(found[0].parameters[position].declaration)

    def _functions(self, target: Declaration) -> Iterator[Function]:
        functions = dict.fromkeys(f for unit in self.facts.hosts for f in unit.functions)
        return (f for f in functions if f.declaration.key == target.key and f.body is not None)

    def _holds(self, holder: Declaration) -> bool:
        """Whether each use of a variable or parameter asks for a kernel by it, or tells of an
        error."""
        if holder.key not in self._known:
            self._known[holder.key] = False  # where it is asked for once more, round a circle
            uses = [n for n in self._nodes if isinstance(n, ex.NameRef) and n.declaration == holder]
            hidden = skipped_use(self.facts, holder.name)
            self._known[holder.key] = hidden is None and all(map(self._may_use, uses))
        return self._known[holder.key]

    def _may_use(self, use: Node) -> bool:
        if self._asks(use):
            return True
        is_last = self.facts.endings.is_last(use)
        self.told.update({use.at: None} if is_last else {})
        return is_last


def _position(part: Node, arguments: Sequence[ex.Expression]) -> int:
    """Which argument a node is; -1: none of them."""
    return next((i for i, given in enumerate(arguments) if given is part), -1)


def _is_table(type_: Type) -> bool:
    """Whether an array holds pointers: one of characters has room for the old name only."""
    return isinstance(type_, ArrayType) and isinstance(type_.element, PointerType)
