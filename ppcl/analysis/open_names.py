"""Macros of the host that a build may set: what the program was read with is one choice of many.

A name is open where a condition of the user's asks for it and nothing else settles it, or where the
command line defines it. What hangs on an open name is on the list below, or the name needs a check
(DESIGN.md, principle 5): a number in expressions, which is found out by reading the program with
the number not known; text that only prints.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.named_numbers import named_numbers
from ppcl.frontend import (
    Conditional,
    Token,
    conditionals,
    directives_in,
    is_binding,
    is_include_guard,
    tokens,
)
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Macro, TranslationUnit
from ppcl.source import Span

# Names that OpenCL's headers have, or look for: which there are depends on their version.
_RESERVED = re.compile(
    r"CL_(VERSION_\d|TARGET_OPENCL|USE_DEPRECATED|HPP_|ENABLE_|NO_|"
    r"(DEVICE|PLATFORM|CONTEXT|QUEUE|PROGRAM|KERNEL|MEM|IMAGE|COMMAND|EVENT|PROFILING|SAMPLER)_|"
    r"\w+_(KHR|EXT|AMD|ARM|INTEL|NV|QCOM|APPLE|IMG|POCL)\Z)"
)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_PRINTING = frozenset(
    b"printf fprintf puts fputs putchar fflush perror stdout stderr std cout cerr endl".split()
)
_CHOOSING = frozenset(["if", "ifdef", "ifndef", "elif", "else", "endif", "define"])
_PLAIN = frozenset(b"( ) , ; :: << + - / % *".split())


@dataclass(frozen=True)
class OpenName:
    """A macro that a build may set. `is_number`: all that hangs on it are numbers in expressions.
    `numbers` are the names whose values come from it, its own among them; `default` is the group
    that defines it where nobody else did."""

    name: str
    at: Span
    is_number: bool
    numbers: frozenset[str]
    default: Conditional | None = None


def open_names(facts: Facts) -> list[OpenName]:
    """The open names of the host's files on which more hangs than what is known to be idle."""
    return list(_Names(facts).found())


@dataclass(frozen=True)
class _Group:
    """A group of a file, with the macros that it defines if it does nothing else."""

    path: str
    group: Conditional
    defines: frozenset[str]
    idle: bool

    def asks(self, span: Span) -> bool:
        """Whether a place is in one of its conditions, of which only macros hang."""
        own = self.group.directives if self.defines else ()
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
    def plain(self) -> frozenset[bytes]:
        """The operators that are the language's own, and touch no memory."""
        functions = (f.declaration.name for unit in self.facts.hosts for f in unit.functions)
        return _PLAIN - {name.removeprefix("operator").encode() for name in functions}

    def found(self) -> Iterator[OpenName]:
        tested = {w for g in self.groups if not (g.idle or g.defines) for w in g.group.words}
        if any(use.name == "assert" for unit in self.facts.hosts for use in unit.macro_uses):
            tested |= {"NDEBUG"} & self.given.keys()
        deciding = {w for g in self.groups if g.defines for w in g.group.words}
        for name in filter(self._is_open, sorted(tested | deciding | self.given.keys())):
            numbers = self._made_of(name)
            settled = name not in tested and all(map(self._is_number, numbers))
            if not settled or any(map(self._is_used, numbers)):
                yield OpenName(name, self._place(name), settled, numbers, self._default(name))

    def _groups_of(self, path: str) -> Iterator[_Group]:
        data = self.facts.files[path].data
        for group in conditionals(data):
            if not (is_include_guard(data, group) or _is_checked(data, group)):
                idle = all(_is_idle(data, *branch, self.plain) for branch in group.branches)
                yield _Group(path, group, _defined_in(data, group.branches), idle)

    def _is_open(self, name: str) -> bool:
        if _RESERVED.match(name):
            return False
        elsewhere = any(name in unit.elsewhere for unit in self.facts.hosts)
        if elsewhere or name in self.given:
            return name in self.given
        return all(any(g.holds(m.at) for g in self.groups) for m in self.macros.get(name, ()))

    def _default(self, name: str) -> Conditional | None:
        groups = (g.group for g in self.groups if g.defines == {name} == g.group.words)
        return next(groups, None)

    def _place(self, name: str) -> Span:
        for group in self.groups:
            if name in group.group.words | group.defines:
                first = group.group.directives[0]
                return Span(group.path, first.start, first.end)
        return Span(self.facts.hosts[0].path, 0, 0)

    def _made_of(self, name: str) -> frozenset[str]:
        """It, the macros that its groups define, and those whose bodies name one of these."""
        found = {name}.union(*(g.defines for g in self.groups if name in g.group.words))
        while True:
            users = {
                macro.name
                for each in self.macros.values()
                for macro in each
                if found & {word.decode() for word in _WORD.findall(macro.body)}
            }
            if users <= found:
                return frozenset(found)
            found |= users

    def _is_used(self, name: str) -> bool:
        return any(use.name == name for unit in self.facts.hosts for use in unit.macro_uses)

    def _is_number(self, name: str) -> bool:
        """Whether all uses of a macro are numbers in expressions."""
        uses = {use.at for unit in self.facts.hosts for use in unit.macro_uses if use.name == name}
        uses = {use for use in uses if not any(group.asks(use) for group in self.groups)}
        return uses <= self._in_expressions.get(name, frozenset())

    @cached_property
    def _in_expressions(self) -> dict[str, set[Span]]:
        """Where named numbers are operands; what a constant of C++ begins with may be in types."""
        fixed = {span for unit in self.facts.hosts for span in _in_constants(unit)}
        found: dict[str, set[Span]] = {}
        for number in named_numbers(self.facts.units, self.facts.files):
            if number.kind == "macro" and number.node.at.span not in fixed:
                found.setdefault(number.name, set()).add(number.node.at.span)
        return found


def _in_constants(unit: TranslationUnit) -> Iterator[Span]:
    """The numbers that constants of C++ begin with."""
    for node in (n for tree in unit.trees for n in descendants(tree)):
        if unit.language == "c++" and isinstance(node, st.Variable) and node.const and node.init:
            yield from (n.at.span for n in descendants(node.init) if isinstance(n, ex.IntLiteral))


def _is_checked(data: bytes, group: Conditional) -> bool:
    """Whether a group ends the build where its name is set, or set to another value."""
    *others, last = group.branches
    first = next(directives_in(data, *last), None)
    ends = first is not None and first.name == "error"
    return ends and (not others or (len(others) == 1 and bool(_defined_in(data, others))))


def _defined_in(data: bytes, branches: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The macros that branches define, if they hold nothing else than that and groups of such."""
    found: set[str] = set()
    for start, end in branches:
        inside = list(directives_in(data, start, end))
        if _text_beside(data, start, end) or any(d.name not in _CHOOSING for d in inside):
            return frozenset()
        names = (d.tokens[0].text for d in inside if d.name == "define" and d.tokens)
        found |= {name.decode("utf-8", "replace") for name in names}
    return frozenset(found)


def _text_beside(data: bytes, start: int, end: int) -> bool:
    """Whether a branch holds more than directives."""
    inside = [*directives_in(data, start, end)]
    starts = [start, *(directive.end for directive in inside)]
    ends = [*(directive.start for directive in inside), end]
    return any(list(tokens(data, *between)) for between in zip(starts, ends, strict=True))


def _is_idle(data: bytes, start: int, end: int, plain: frozenset[bytes]) -> bool:
    """Whether a branch does nothing but to print numbers and text."""
    if _is_frame(data, start, end):
        return True
    before = Token("operator", b";", start)
    for token in tokens(data, start, end):
        calls = token.text == b"(" and before.kind == "word"
        if token.text not in _PRINTING and before.text == b";":
            return False
        if calls and before.text not in _PRINTING:
            return False
        if token.text == b"*" and before.kind not in ("word", "number"):
            return False
        if b"%n" in token.text or (token.kind == "operator" and token.text not in plain):
            return False
        before = token
    return before.text == b";"


def _is_frame(data: bytes, start: int, end: int) -> bool:
    """Whether a branch only includes what systems bring, or begins or ends a part in C."""
    words = [token.text for token in tokens(data, start, end)]
    if words in ([b"extern", b'"C"', b"{"], [b"}"]):
        return True
    inside = directives_in(data, start, end)
    brought = all(d.name == "include" and d.tokens[:1] and d.tokens[0].text == b"<" for d in inside)
    return brought and not _text_beside(data, start, end)
