"""Lines of the host that end a build with another value of a macro than a plan was made for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.frontend import BY_OPTION, Conditional, undefinitions
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.contract import Plan
from ppcl.transform.demands.constants import begins_declaration, constant_at, value_check
from ppcl.transform.lines import in_front_of

# What the preprocessor can compute without further names.
NUMBER = re.compile(rb"[\s0-9a-fA-FxXuUlL()+\-*<>]*\d[\s0-9a-fA-FxXuUlL()+\-*<>]*\Z")


@dataclass(frozen=True)
class Named:
    """A name for whose present definition alone a plan holds; `value` is its number, where the
    plan knows it as one, and `default` the group that defines it where nobody else did. Of one that
    chooses a function by its type, `#if` sees the number only."""

    name: str
    at: Span
    value: int | None = None
    default: Conditional | None = None
    is_macro: bool = True
    chooses: bool = False


def check_of(plan: Plan, facts: Facts, named: Named) -> Edit | None:
    """The lines that check a name, in front of a function that the plan changes; None where neither
    the preprocessor nor a declaration can tell."""
    if named.chooses:
        return None
    if not named.is_macro:
        return _constant_check(plan, facts, named)
    asked = list(_asked(facts, named)) if not _changes(facts, named.name) else []
    given = any(named.name in dict(unit.given) for unit in facts.hosts)
    default = named.default if not given else None
    is_zero = any(worth.strip(b"() ") == b"0" for _, worth in asked)
    for source, function, unit in _places(plan, facts):
        if _sees(facts, unit, named.name, source, function) and len(asked) == 1:
            condition, worth = asked[0]
            start = in_front_of(source, function.at.span.start)
            if not is_zero:
                return check_lines(source, start, b"#if " + condition, named.name, worth)
            # `#if` takes any name that it does not know for 0.
            if default is None and begins_declaration(source.data, start):
                return value_check(source, start, named.name, 0)
    if default is None:
        return None
    source = facts.files[named.at.file]
    start = source.data.rfind(b"\n", 0, default.directives[-1].start + 1) + 1
    return check_lines(source, start, b"#else", named.name, b"as it is defined here", b"")


def _constant_check(plan: Plan, facts: Facts, named: Named) -> Edit | None:
    for source, function, unit in _places(plan, facts):
        start = in_front_of(source, function.at.span.start)
        said = constant_at(source, unit, named.name, start)
        if said is not None and named.value is not None and named.value >= 0:
            return value_check(source, start, named.name, named.value, said)
    return None


def _changes(facts: Facts, name: str) -> bool:
    """Whether a macro has several definitions, or ends before its file does."""
    own = {macro.at for unit in facts.hosts for macro in unit.macros if macro.name == name}
    paths = {path for unit in facts.hosts for path in unit.files}
    ends = (d for path in paths for d in undefinitions(facts.files[path].data))
    return len(own) > 1 or name in ends


def check_lines(
    source: SourceFile, start: int, first: bytes, name: str, worth: bytes, last: bytes = b"#endif"
) -> Edit:
    """An edit that puts lines at a place which end the build for a macro that is not `worth`."""
    ending = source.line_ending
    error = b'#error "rewritten by ppcl for %s %s: run ppcl again"' % (name.encode(), worth)
    text = b"".join(line + ending for line in (first, error, last) if line)
    return Edit(Span(source.path, start, start), text)


def _asked(facts: Facts, named: Named) -> Iterator[tuple[bytes, bytes]]:
    """What holds where the macro is another one, and what it is now, in words."""
    own = [macro for unit in facts.hosts for macro in unit.macros if macro.name == named.name]
    bodies = {macro.body for macro in own}
    bodies |= {body for unit in facts.hosts for given, body in unit.given if given == named.name}
    name = named.name.encode()
    if bodies and named.name in BY_OPTION:
        yield b"!defined(%s)" % name, b"defined"
        return
    if not bodies:
        yield b"defined(%s)" % name, b"not defined"
    if any(macro.parameters is not None for macro in own):
        return
    for body in bodies:
        if NUMBER.match(body):
            value = body if named.value is None else b"%d" % named.value
            yield b"%s != %s" % (name, value), value
        elif not body and named.default is None:
            yield b"!defined(%s)" % name, b"defined"


def _places(plan: Plan, facts: Facts) -> Iterator[tuple[SourceFile, Function, TranslationUnit]]:
    """The functions of the host that the plan changes, in the order of its edits."""
    for edit in sorted(plan.edits):
        for unit in facts.hosts:
            for function in unit.functions:
                if function.body is not None and function.at.span.contains(edit.span):
                    yield facts.files[edit.span.file], function, unit


def _sees(
    facts: Facts, unit: TranslationUnit, name: str, source: SourceFile, function: Function
) -> bool:
    """Whether all definitions of a macro stand in front of a function, if there are any."""
    own = [macro for macro in unit.macros if macro.name == name]
    if not own:
        others = (macro for other in facts.units for macro in other.macros)
        return name in dict(unit.given) or all(macro.name != name for macro in others)
    return all(m.at.file != source.path or m.at.end <= function.at.span.start for m in own)
