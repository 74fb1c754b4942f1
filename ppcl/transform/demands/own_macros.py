"""Lines of a kernel file that end its build with other macros of its own than a plan was made for.

A rewritten kernel stands on what its text says: on a bound that keeps out work-items that the new
sizes add, on the dimensions of ids, on which sections of the text are compiled.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.names.device_names import OF_COMPILERS, texts_of
from ppcl.analysis.names.named_numbers import enumerator, macros_in, whole_number
from ppcl.analysis.reading.reader import is_kernel
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS
from ppcl.frontend import undefinitions
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function, Macro
from ppcl.source import Edit, Span
from ppcl.transform.contract import Plan
from ppcl.transform.demands.build import NUMBER, Named, check_lines
from ppcl.transform.demands.sections import deciding, named_in
from ppcl.transform.lines import in_front_of

_NAME = re.compile(rb"\b[A-Za-z_]\w*")


def own_checks(plan: Plan, unit: KernelUnit, facts: Facts) -> Iterator[tuple[Named, Edit | None]]:
    """What a plan's kernels hang on in their own text, each with its check in front of a function;
    None where no line can ask. Numbers are asked for where they keep out work-items that the sizes
    add; where ids are changed, the dimensions of ids, and what sections of the text hang on.
    """
    return _OwnMacros(plan, unit, facts).checks()


def ended(unit: KernelUnit, facts: Facts) -> frozenset[str]:
    """The macros that the text of a unit ends."""
    return facts.once(_ended)[id(unit)]


def _ended(facts: Facts) -> dict[int, frozenset[str]]:
    units = facts.kernel_units
    return {
        id(u): frozenset(n for t in texts_of(u, facts) for n in undefinitions(t)) for u in units
    }


@dataclass(frozen=True)
class _OwnMacros:
    plan: Plan
    unit: KernelUnit
    facts: Facts

    def checks(self) -> Iterator[tuple[Named, Edit | None]]:
        for function in self.unit.unit.functions:
            if function.body is None or not self._is_changed(function):
                continue
            if self._changes_ids:
                yield from self._of_sections(function)
            asked = list(self._of_numbers(function, self._asked(function)))
            yield from asked
            if self.plan.bounded:
                yield from self._of_all_numbers(function, {named.name for named, _ in asked})

    def _is_changed(self, function: Function) -> bool:
        """Whether a plan changes what a function does: all that kernels call see other ids."""
        span = function.at.span
        is_edited = any(span.contains(edit.span) for edit in self.plan.edits)
        return is_edited or (self._changes_ids and not function.kernel)

    @cached_property
    def _changes_ids(self) -> bool:
        ids = [call.at.span for each in self.unit.unit.functions for call in _id_calls(each)]
        return any(edit.span.contains(span) for edit in self.plan.edits for span in ids)

    def _asked(self, function: Function) -> list[Node]:
        asked = _conditions(function) if self.plan.bounded else []
        calls = _id_calls(function) if self._changes_ids else ()
        return [*asked, *(argument for call in calls for argument in call.arguments)]

    def _of_numbers(
        self, function: Function, asked: list[Node]
    ) -> Iterator[tuple[Named, Edit | None]]:
        """The names of numbers in what is asked for."""
        span = function.at.span
        every = [function.body] if self.plan.bounded and function.body is not None else asked
        for name in sorted({*_enumerators(every, self.facts), *self._constants(asked)}):
            yield Named(name, span), None
        said = {name: node for each in asked for name, node in macros_in(each)}
        for name, node in sorted(said.items()):
            value = whole_number(node) if node is not None else None
            if value is not None or node is None:
                yield Named(name, span, value), self._number_check(span, name, value)

    def _constants(self, asked: Iterable[Node]) -> Iterator[str]:
        """The variables of the file that are asked for, whose values no line can ask for."""
        own = {variable.declaration.key for variable in self.unit.unit.globals}
        for node in (each for one in asked for each in descendants(one)):
            if isinstance(node, ex.NameRef) and node.declaration.key in own:
                yield node.declaration.name

    def _number_check(self, span: Span, name: str, value: int | None) -> Edit | None:
        bodies = self._bodies(name)
        is_asked = len(bodies) == 1 and self._can_ask(span, name) and self._is_preprocessed(name)
        if value is None or not is_asked:
            return None
        source, worth = self.facts.files[span.file], b"%d" % value
        first = b"#if %s != %s" % (name.encode(), worth)
        return check_lines(source, in_front_of(source, span.start), first, name, worth)

    def _of_sections(self, function: Function) -> Iterator[tuple[Named, Edit | None]]:
        """The macros that the sections hang on that decide what a function computes."""
        span = function.at.span
        groups = [section.group for section in deciding(self.unit, self.facts, function)]
        for name in sorted({word for group in groups for word in group.words}):
            if not OF_COMPILERS.match(name):  # which device_names asks for
                yield Named(name, span), self._section_check(span, name)

    def _of_all_numbers(
        self, function: Function, others: Set[str]
    ) -> Iterator[tuple[Named, Edit | None]]:
        """The other macros that are numbers, of all that a function names: how they keep out
        work-items is not told."""
        for name in sorted(named_in(self.unit, self.facts, function) - others):
            bodies = self._bodies(name)
            if bodies and all(NUMBER.match(body) for body in bodies):
                yield Named(name, function.at.span), self._section_check(function.at.span, name)

    def _section_check(self, span: Span, name: str) -> Edit | None:
        bodies, own = self._bodies(name), self._macros(name)
        plain = all(not body or NUMBER.match(body) for body in bodies)
        plain = plain and all(macro.parameters is None for macro in own)
        if not plain or len(bodies) > 1 or not self._can_ask(span, name):
            return None
        first, worth = _otherwise(name.encode(), *bodies)
        source = self.facts.files[span.file]
        return check_lines(source, in_front_of(source, span.start), first, name, worth)

    def _can_ask(self, span: Span, name: str) -> bool:
        """Whether lines in front of a function see what a macro is in it."""
        own = [macro.at for macro in self._macros(name)]
        later = any(at.file == span.file and at.start > span.start for at in own)
        return is_kernel(span.file) and name not in ended(self.unit, self.facts) and not later

    def _macros(self, name: str) -> list[Macro]:
        return [macro for macro in self.unit.unit.macros if macro.name == name]

    def _bodies(self, name: str) -> set[bytes]:
        """What a macro stands for, by the text or by options."""
        found = {macro.body for macro in self._macros(name) if macro.parameters is None}
        return found | {body for given, body in self.unit.unit.given if given == name}

    def _is_preprocessed(self, name: str, above: frozenset[str] = frozenset()) -> bool:
        """Whether a macro is a number to the preprocessor, which knows no types."""
        bodies, within = self._bodies(name), above | {name}
        return bool(bodies) and all(
            NUMBER.match(_NAME.sub(b"1", body))
            and all(
                word not in within and self._is_preprocessed(word, within)
                for word in map(bytes.decode, _NAME.findall(body))
            )
            for body in bodies
        )


def _otherwise(name: bytes, body: bytes | None = None) -> tuple[bytes, bytes]:
    """The line that asks whether a macro is another one than this, and what it is, in words."""
    if body is None:
        return b"#if defined(%s)" % name, b"not defined"
    if not body:
        return b"#if !defined(%s)" % name, b"defined"
    return b"#if !defined(%s) || %s != %s" % (name, name, body), body


def _id_calls(function: Function) -> Iterator[ex.Call]:
    return (c for c in function.of(ex.Call) if c.callee in ITEM_FUNCTIONS)


def _conditions(function: Function) -> list[Node]:
    """The conditions in a kernel, and what the variables in them begin with."""
    nodes = function.nodes
    inits = {n.declaration.key: n.init for n in nodes if isinstance(n, st.Variable) and n.init}
    waiting = [n.condition for n in nodes if isinstance(n, st.If | ex.Conditional)]
    waiting += [n for n in nodes if isinstance(n, ex.Binary) and n.op in ("&&", "||")]
    found: list[Node] = []
    while waiting:
        found.append(waiting.pop())
        keys = [n.declaration.key for n in descendants(found[-1]) if isinstance(n, ex.NameRef)]
        waiting += [inits.pop(key) for key in keys if key in inits]
    return found


def _enumerators(asked: Iterable[Node], facts: Facts) -> Iterator[str]:
    literals = (n for each in asked for n in descendants(each) if isinstance(n, ex.IntLiteral))
    for node in literals:
        said = facts.files[node.at.span.file].said(node.at.span)
        name = enumerator(said) if node.at.macro is None else None
        yield from () if name is None else (name,)
