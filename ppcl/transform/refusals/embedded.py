"""Kernels that stand in the host as string constants: what else the host does with the text.

Such a text may be given to OpenCL, by way of variables, parameters and results, with a length that
is counted from it. Whatever else is done with it may see that it was changed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.disturbance import root_of
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import ArrayType, IntType, RecordType, ReferenceType
from ppcl.ir.unit import Function
from ppcl.source import Edit, Span, words

_SOURCE = "clCreateProgramWithSource"
_LENGTHS = 3  # the argument with the lengths, NULL where the texts end with a zero
# Calls whose result is the text again, or a number that is counted from it.
_COUNTED = frozenset({"strlen", "std::strlen", "std::move", "std::make_pair", "std::size"})
_METHODS = frozenset({"c_str", "data", "length", "size", "operator[]", "begin", "end"})
_ADDED = frozenset({"push_back", "emplace_back", "append", "assign", "operator=", "operator+="})
_HOLDERS = ("std::",)
# What it gives away of its text is seen where it is asked for (`Observation`).
_PROGRAM = "cl::Program"
# What asks for a variable's type: where a compiler counts, there need be no tree of it.
_TYPE_OF = (
    rb"\b(?:sizeof|_Countof|decltype|(?:__)?typeof(?:_unqual)?(?:__)?|_?_?[aA]lignof(?:__)?)\b"
)


def seen_embedded(edits: tuple[Edit, ...], facts: Facts) -> tuple[str, Span] | None:
    """Where the host may see that a string constant with a kernel's text was changed."""
    for literal in facts.once(_literals):
        if any(_is_within(edit.span, literal.at.span) for edit in edits):
            found = _Uses(facts).first_other(literal)
            if found is not None:
                return "the host does more with this kernel's text than to build it", found.at.span
    return None


def _nodes(facts: Facts) -> list[Node]:
    return list({id(n): n for unit in facts.hosts for n in unit.nodes}.values())


def _parents(facts: Facts) -> dict[int, Node]:
    return {id(child): node for node in facts.once(_nodes) for child in children(node)}


def _literals(facts: Facts) -> list[ex.StringLiteral]:
    """All string constants that are written as such; macros make others of their arguments."""
    found = (node for node in facts.once(_nodes) if isinstance(node, ex.StringLiteral))
    return [literal for literal in found if literal.at.macro is None]


def _is_within(edit: Span, literal: Span) -> bool:
    """Whether an edit changes a part of a literal: a new name of a kernel is all of one."""
    return literal.contains(edit) and edit != literal


@dataclass
class _Uses:
    """Follows a text through the host's functions."""

    facts: Facts
    seen: set[str] = field(default_factory=set)

    @cached_property
    def functions(self) -> list[Function]:
        """The host's functions with a body."""
        return [f for unit in self.facts.hosts for f in unit.functions if f.body is not None]

    @property
    def nodes(self) -> list[Node]:
        """All nodes of the host."""
        return self.facts.once(_nodes)

    @property
    def parents(self) -> dict[int, Node]:
        """What each node is directly below of."""
        return self.facts.once(_parents)

    def first_other(self, node: Node) -> Node | None:
        """The first use of what a node gives, and of what is made of that, that is not to build a
        program of it."""
        pending = [node]
        while pending:
            current = pending.pop()
            following = self._follow(current)
            if following is None:
                return current
            pending += following
        return None

    def _follow(self, node: Node) -> list[Node] | None:
        """The nodes that have a node's value next; None where it is used for something else."""
        parent = self.parents.get(id(node))
        match parent:
            case ex.Cast() | ex.Index() | ex.Conditional():
                return [parent]
            case ex.Unary(op="&" | "*" | "+" | "-"):
                return [parent]
            case ex.Binary(op="+" | "-" | "*" | "/"):
                return [parent]
            case st.Variable(declaration=declaration):
                return self._of_variable(declaration.key)
            case ex.Assign(target=target, op="=") if target is not node:
                root = root_of(target)
                return self._of_variable(root.declaration.key) if root is not None else None
            case ex.Assign(target=ex.NameRef()):
                return []  # it gets another value
            case st.Evaluate():
                return []
            case st.Return():
                return self._of_result(parent)
            case ex.Call():
                return self._of_call(parent, node)
            case ex.InitList() | ex.Construct():
                return _of_parts(parent, node)
            case _:
                return None

    def _of_variable(self, key: str) -> list[Node] | None:
        """All uses of a variable, each variable once; what its size is counts as one. None where
        its type is asked for outside of the tree."""
        if key in self.seen:
            return []
        self.seen.add(key)
        uses = [n for n in self.nodes if isinstance(n, ex.NameRef) and n.declaration.key == key]
        names = self._with_macros({use.declaration.name for use in uses} | self._name_of(key))
        said = (n for n in self.nodes if isinstance(n, ex.SizeOf) and self._says(n, names))
        sizes = [size for size in said if self._is_in_scope(size.at.span, key)]
        known = {size.at.span for size in sizes}
        asked = (span for span in self._asked(names) if self._is_in_scope(span, key))
        if any(not any(each.contains(span) for each in known) for span in asked):
            return None
        return [*uses, *sizes]

    def _with_macros(self, names: set[str]) -> set[str]:
        """Some names, with those of the macros that say one of them."""
        macros = [(m.name, {*words(m.body)}) for unit in self.facts.hosts for m in unit.macros]
        while more := {name for name, said in macros if said & names} - names:
            names |= more
        return names

    def _asked(self, names: set[str]) -> Iterator[Span]:
        """Where the text asks for the type of one of some names."""
        either = b"|".join(sorted(re.escape(name.encode()) for name in names))
        asking = re.compile(_TYPE_OF + rb"[\s(*&+]*(?:%b)\b" % either)
        for path in sorted({path for unit in self.facts.hosts for path in unit.files}):
            source = self.facts.files.get(path)
            for found in asking.finditer(source.data) if source is not None and names else ():
                yield Span(path, found.start(), found.end())

    def _name_of(self, key: str) -> set[str]:
        variables = (n for n in self.nodes if isinstance(n, st.Variable))
        return {v.declaration.name for v in variables if v.declaration.key == key}

    def _says(self, node: ex.SizeOf, names: set[str]) -> bool:
        """Whether a `sizeof` is of one of some names, as far as its text says it."""
        text = self.facts.files[node.at.span.file].text(node.at.span)
        return bool(names & {*words(text)})

    def _is_in_scope(self, span: Span, key: str) -> bool:
        """Whether a place is in the function that a variable is of, or the variable in none."""
        homes = [function for function in self.functions if _declares(function, key)]
        return not homes or any(home.at.span.contains(span) for home in homes)

    def _of_result(self, statement: st.Return) -> list[Node]:
        """All calls of the function that a return stands in."""
        spans = [f for f in self.functions if f.at.span.contains(statement.at.span)]
        keys = {function.declaration.key for function in spans}
        found: list[Node] = [
            n
            for n in self.nodes
            if isinstance(n, ex.Call) and n.target is not None and n.target.key in keys
        ]
        new = [call for call in found if f"call {id(call)}" not in self.seen]
        self.seen |= {f"call {id(call)}" for call in new}
        return new

    def _of_call(self, call: ex.Call, node: Node) -> list[Node] | None:
        if call.callee == _SOURCE:
            return [] if self._has_own_lengths(call) else None
        if call.receiver is node:
            return [call] if call.method in _METHODS | _ADDED else None
        if call.callee in _COUNTED:
            return [call] if _has_own_length(node, call.arguments) else None
        if call.method in _ADDED and call.receiver is not None:
            root = root_of(call.receiver)
            return self._of_variable(root.declaration.key) if root is not None else None
        return self._of_parameter(call, node)

    def _of_parameter(self, call: ex.Call, node: Node) -> list[Node] | None:
        key = call.target.key if call.target is not None else ""
        found = [f for f in self.functions if f.declaration.key == key]
        places = [i for i, argument in enumerate(call.arguments) if argument is node]
        if len(found) != 1 or not places or places[0] >= len(found[0].parameters):
            return None
        parameter = found[0].parameters[places[0]]
        is_array = isinstance(parameter.type, ReferenceType) and isinstance(
            parameter.type.referent, ArrayType
        )
        return None if is_array else self._of_variable(parameter.declaration.key)

    def _has_own_lengths(self, call: ex.Call) -> bool:
        """Whether the lengths that a call gives are none, or counted from the text."""
        lengths: ex.Expression = call.arguments[_LENGTHS]
        while isinstance(lengths, ex.Cast):
            lengths = lengths.operand
        if isinstance(lengths, ex.IntLiteral):
            return lengths.value == 0
        return all(self._is_counted(key) for key in _names(lengths))

    def _is_counted(self, key: str) -> bool:
        """Whether all that a variable is given is counted by `strlen`, `sizeof` or a method."""
        variables = (n for n in self.nodes if isinstance(n, st.Variable))
        made = [variable.init for variable in variables if variable.declaration.key == key]
        set_ = [n.value for n in self.nodes if isinstance(n, ex.Assign) and key in _names(n.target)]
        given = [value for value in (*made, *set_) if value is not None]
        return bool(given) and all(_counts(value) for value in given)


def _of_parts(whole: ex.InitList | ex.Construct, text: Node) -> list[Node] | None:
    """What has a text that is a part of a list, or that an object is made of."""
    if isinstance(whole, ex.InitList):
        return [whole] if _has_own_length(text, whole.elements) else None
    name = whole.type.name if isinstance(whole.type, RecordType) else ""
    if name == _PROGRAM:
        return []
    holds = name.startswith(_HOLDERS) and _has_own_length(text, whole.arguments)
    return [whole] if holds else None


def _has_own_length(text: Node, parts: Sequence[ex.Expression | None]) -> bool:
    """Whether the numbers that stand beside a text are counted from it."""
    beside = (part for part in parts if part is not None and part is not text)
    return all(_counts(part) for part in beside if isinstance(part.type, IntType))


def _declares(function: Function, key: str) -> bool:
    """Whether a variable is a parameter of a function, or declared in its body."""
    nodes = descendants(function.body) if function.body is not None else iter(())
    own = {node.declaration.key for node in nodes if isinstance(node, st.Variable)}
    return key in own | {parameter.declaration.key for parameter in function.parameters}


def _names(node: ex.Expression) -> Iterator[str]:
    return (n.declaration.key for n in descendants(node) if isinstance(n, ex.NameRef))


def _counts(value: ex.Expression) -> bool:
    """Whether a number is counted from a text when the program is built or run."""
    nodes = list(descendants(value))
    calls = [n for n in nodes if isinstance(n, ex.Call)]
    if any(c.callee not in _COUNTED and c.method not in _METHODS for c in calls):
        return False
    elements = value.elements if isinstance(value, ex.InitList) else (value,)
    return all(
        any(isinstance(n, ex.Call | ex.SizeOf) for n in descendants(element))
        for element in elements
        if element is not None
    )
