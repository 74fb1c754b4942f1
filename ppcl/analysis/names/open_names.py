"""Macros of the host that a build may set: what the program was read with is one choice of many.

A name is open where a condition of the user's asks for it, or where the command line defines it:
who builds the program chooses, by an option or in the line that defines it. What hangs on an open
name is on the list below, or the name needs a check (DESIGN.md, principle 5): a number in
expressions, which is found out by reading the program with the number not known; text that only
prints. Of names that compilers define by themselves, and where the build's own command is not
understood, what they are in that build is not known: no check would do.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.branches import (
    Vocabulary,
    bodies_of,
    defined_in,
    is_checked,
    is_idle,
    is_idle_body,
    is_mark,
    is_quiet,
    vocabulary,
)
from ppcl.analysis.names.clocks import tells_time
from ppcl.analysis.names.compilers import Compilers
from ppcl.analysis.names.deciding_types import choosing, deciding, referring
from ppcl.analysis.names.headers import searched_headers
from ppcl.analysis.names.named_numbers import named_numbers
from ppcl.frontend import (
    Conditional,
    bracketed,
    changes_values,
    conditionals,
    is_binding,
    is_include_guard,
    next_token,
    questions,
)
from ppcl.ir.unit import Macro
from ppcl.source import Span, words

# Names that OpenCL's headers have, or look for: which there are depends on their version.
_RESERVED = re.compile(
    r"CL_(VERSION_\d|TARGET_OPENCL|USE_DEPRECATED|HPP_|ENABLE_|NO_|"
    r"(DEVICE|PLATFORM|CONTEXT|QUEUE|PROGRAM|KERNEL|MEM|IMAGE|COMMAND|EVENT|PROFILING|SAMPLER)_|"
    r"\w+_(KHR|EXT|AMD|ARM|INTEL|NV|QCOM|APPLE|IMG|POCL)\Z)"
)
_DIFFER = "compilers differ on it"


@dataclass(frozen=True)
class OpenName:
    """A macro that a build may set. `is_number`: all that hangs on it are numbers in expressions.
    `numbers` are the names whose values come from it, its own among them; `default` is the group
    that defines it where nobody else did. `chooses`: its type says which function is called.
    `foreign`: what it is in the program's own build is not known, and why."""

    name: str
    at: Span
    is_number: bool
    numbers: frozenset[str]
    default: Conditional | None = None
    chooses: bool = False
    foreign: str = ""


def open_names(facts: Facts) -> list[OpenName]:
    """The open names of the host's files on which more hangs than what is known to be idle."""
    return list(_Names(facts).found())


@dataclass(frozen=True)
class _Group:
    """A group of a file, with the names that its conditions ask for, those of them that compilers
    differ on, and the macros that it defines if it does nothing else."""

    path: str
    group: Conditional
    names: frozenset[str]
    disputed: frozenset[str]
    defines: frozenset[str]
    idle: bool

    def asks(self, span: Span, anything: bool = False) -> bool:
        """Whether a place is in one of its conditions, of which only macros hang, or anything."""
        own = self.group.directives if self.defines or anything else ()
        return span.file == self.path and any(d.start <= span.start < d.end for d in own)

    def holds(self, span: Span) -> bool:
        """Whether a place is in one of its branches."""
        own = self.group.directives
        return span.file == self.path and own[0].end <= span.start < own[-1].start


@dataclass(frozen=True)
class _Names:
    facts: Facts

    @cached_property
    def macros(self) -> dict[str, list[Macro]]:
        found: dict[str, list[Macro]] = {}
        for macro in dict.fromkeys(m for unit in self.facts.hosts for m in unit.macros):
            found.setdefault(macro.name, []).append(macro)
        return found

    @cached_property
    def given(self) -> dict[str, bytes]:
        return {name: body for unit in self.facts.hosts for name, body in unit.given}

    @cached_property
    def groups(self) -> list[_Group]:
        paths = dict.fromkeys(path for unit in self.facts.hosts for path in unit.files)
        own = (path for path in paths if not is_binding(path))
        return [group for path in own for group in self._groups_of(path)]

    @cached_property
    def _own_names(self) -> frozenset[str]:
        units = self.facts.hosts
        functions = {f.declaration.last for unit in units for f in unit.functions if f.body}
        return frozenset(functions | self.macros.keys())

    @cached_property
    def known(self) -> Vocabulary:
        """What the program's own operators and macros leave of the language's."""
        names = (f.declaration.name for unit in self.facts.hosts for f in unit.functions)
        paths = dict.fromkeys(path for unit in self.facts.hosts for path in unit.files)
        texts = [self.facts.files[path].data for path in paths if not is_binding(path)]
        own = frozenset(name.removeprefix("operator").encode() for name in names)
        loud = frozenset(name.encode() for unit in self.facts.hosts for name in referring(unit))
        return vocabulary(texts, own, loud)

    def found(self) -> Iterator[OpenName]:
        yield from self._of_compilers()
        for path, word in (*searched_headers(self.facts), *self._changed_values()):
            yield OpenName(path, Span(path, 0, 0), False, frozenset(), foreign=_unheard(word))
        for name in sorted({n for g in self.groups for n in g.names} | self.given.keys()):
            asking = [g for g in self.groups if name in g.names and (g.defines or not g.idle)]
            disputed = [each for each in asking if name in each.disputed]
            yield from self._hanging(name, disputed, _DIFFER) if disputed else ()
            agreed = [each for each in asking if name not in each.disputed]
            if self._is_open(name) and (agreed or name in self.given):
                yield from self._hanging(name, agreed, self._unheard(name))
            elif agreed and self._is_defined(name):
                yield from self._hanging(name, agreed, "")

    def _changed_values(self) -> Iterator[tuple[str, str]]:
        """The files whose types and values an option may change that is not understood."""
        for unit in self.facts.hosts:
            yield from ((unit.path, w) for w in unit.build.unheard if changes_values(w))

    def _of_compilers(self) -> Iterator[OpenName]:
        """The macros in the code whose values compilers differ on."""
        for name in sorted(Compilers(self.facts.hosts).disputed):
            uses = {u.at for unit in self.facts.hosts for u in unit.macro_uses if u.name == name}
            uses = {at for at in uses if not is_binding(at.file) and not self._is_asked_at(at)}
            numbers = self._in_expressions.get(name, set())
            if uses:
                at, own = min(uses), frozenset({name})
                yield OpenName(name, at, uses <= numbers, own, foreign=_DIFFER)

    def _is_asked_at(self, at: Span) -> bool:
        groups = conditionals(self.facts.files[at.file].data)
        return any(d.start <= at.start < d.end for group in groups for d in group.directives)

    def _hanging(self, name: str, asking: Sequence[_Group], foreign: str) -> Iterator[OpenName]:
        """An open name, if more than idle text hangs on it in the groups that ask for it."""
        tested = any(not (each.idle or each.defines) for each in asking)
        numbers = self._made_of(name, asking)
        numbers = frozenset(n for n in numbers if not self._is_idle(n))
        settled = all(self._is_number(n, n == name) for n in numbers)
        settled = settled and not (tested or self._is_asserted(name))
        if not settled or any(map(self._is_used, numbers)):
            default = self._default(name) if self._is_open(name) else None
            place, chooses = self._place(name), self._chooses(numbers)
            yield OpenName(name, place, settled, numbers, default, chooses, foreign)

    def _is_asserted(self, name: str) -> bool:
        uses = (use for unit in self.facts.hosts for use in unit.macro_uses)
        return name == "NDEBUG" and name in self.given and any(u.name == "assert" for u in uses)

    def _groups_of(self, path: str) -> Iterator[_Group]:
        data = self.facts.files[path].data
        compilers = Compilers(self.facts.hosts)
        for group in conditionals(data):
            if not (is_include_guard(data, group) or is_checked(data, group)):
                idle = all(is_idle(data, *branch, self.known) for branch in group.branches)
                idle = idle or tells_time(data, group, self._own_names)
                asked = questions(group)
                names = frozenset(question.name for question in asked)
                disputed = frozenset(q.name for q in asked if not compilers.agree(q))
                defaults = (n for n in names if self._is_default(path, group, n))
                disputed |= {name for name in defaults if compilers.may_define(name)}
                yield _Group(path, group, names, disputed, defined_in(data, group.branches), idle)

    def _is_default(self, path: str, group: Conditional, name: str) -> bool:
        """Whether a program defines a macro in a group that asks for it, and nowhere else."""
        first, last = group.directives[0], group.directives[-1]
        own = [macro.at for macro in self.macros.get(name, ())]
        inside = all(at.file == path and first.end <= at.start < last.start for at in own)
        return bool(own) and inside

    def _unheard(self, name: str) -> str:
        words = [word for unit in self.facts.hosts for word in unit.build.unheard]
        is_known = name in self.given or not words
        return "" if is_known else _unheard(words[0])

    def _is_open(self, name: str) -> bool:
        if _RESERVED.match(name) or name.startswith("__has_"):
            return False
        elsewhere = any(name in unit.elsewhere for unit in self.facts.hosts)
        if elsewhere or name in self.given:
            return name in self.given
        return all(any(g.holds(m.at) for g in self.groups) for m in self.macros.get(name, ()))

    def _is_defined(self, name: str) -> bool:
        """Whether the program's own text alone says what a macro is."""
        elsewhere = any(name in unit.elsewhere for unit in self.facts.hosts)
        return name in self.macros and not (elsewhere or _RESERVED.match(name))

    def _default(self, name: str) -> Conditional | None:
        """The group that asks for a name alone, and defines it: with others, in its one branch."""
        own = (g for g in self.groups if name in g.defines and g.names == {name})
        groups = (g.group for g in own if len(g.defines) == 1 or len(g.group.branches) == 1)
        return next(groups, None)

    def _place(self, name: str) -> Span:
        for group in self.groups:
            if name in group.names | group.defines:
                first = group.group.directives[0]
                return Span(group.path, first.start, first.end)
        return Span(self.facts.hosts[0].path, 0, 0)

    def _made_of(self, name: str, asking: Sequence[_Group]) -> frozenset[str]:
        """It, the macros that these groups define, and those whose bodies name one of these."""
        found = {name}.union(*(each.defines for each in asking))
        while True:
            users = {
                macro.name
                for each in self.macros.values()
                for macro in each
                if found & {*words(macro.body)}
            }
            if users <= found:
                return frozenset(found)
            found |= users

    def _chooses(self, names: frozenset[str]) -> bool:
        uses = (use for unit in self.facts.hosts for use in unit.macro_uses)
        return any(use.name in names and use.at in self._choosing for use in uses)

    @cached_property
    def _choosing(self) -> frozenset[Span]:
        return frozenset(span for unit in self.facts.hosts for span in choosing(unit))

    def _is_used(self, name: str) -> bool:
        return any(use.name == name for unit in self.facts.hosts for use in unit.macro_uses)

    def _is_idle(self, name: str) -> bool:
        """Whether a macro prints, marks or does nothing, by each of its definitions and uses."""
        own = [each for each in self.groups if name in each.defines]
        if not own or any(not any(g.holds(m.at) for g in own) for m in self.macros.get(name, ())):
            return False
        texts = ((self.facts.files[each.path].data, each.group) for each in own)
        bodies = [(data, *body) for data, group in texts for body in bodies_of(data, group, name)]
        if all(is_mark(*body) for body in bodies):
            return True
        uses = (use.at for unit in self.facts.hosts for use in unit.macro_uses if use.name == name)
        return all(is_idle_body(*body, self.known) for body in bodies) and all(
            self._is_idle_use(at) for at in uses
        )

    def _is_idle_use(self, at: Span) -> bool:
        """Whether an invocation is a statement with arguments of no effect, or in a condition."""
        data = self.facts.files[at.file].data
        inside, behind = bracketed(data, at.start, at.end), next_token(data, at.end)
        if any(group.asks(at) for group in self.groups):
            return True
        if inside is None or behind is None or behind.text != b";":
            return False
        return is_quiet(data, *inside, self.known)

    def _is_number(self, name: str, is_asked: bool) -> bool:
        """Whether all uses of a macro are numbers in expressions, or in conditions: of one that is
        asked for, others than those that are looked at do not count."""
        uses = {use.at for unit in self.facts.hosts for use in unit.macro_uses if use.name == name}
        uses = {use for use in uses if not any(g.asks(use, is_asked) for g in self.groups)}
        return uses <= self._in_expressions.get(name, frozenset())

    @cached_property
    def _in_expressions(self) -> dict[str, set[Span]]:
        """Where named numbers are operands; what a constant of C++ begins with may be in types, and
        the type of what an overloaded function gets says which one is called."""
        fixed = {span for unit in self.facts.hosts for span in deciding(unit)}
        found: dict[str, set[Span]] = {}
        for number in named_numbers(self.facts.units, self.facts.files):
            if number.kind == "macro" and number.node.at.span not in fixed:
                found.setdefault(number.name, set()).add(number.node.at.span)
        return found


def _unheard(word: str) -> str:
    return f"'{word}' of the build's command is not understood"
