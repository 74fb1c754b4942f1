"""Lines of a kernel file that end its build with other options than a plan was made for.

What the command line says of a kernel's macros is a guess where the host makes the options while
it runs: the check stands in the kernel, which the host builds then. What devices define has no
check: the kernel is for all of them.
"""

import re
from collections.abc import Iterable, Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.names.device_names import OF_COMPILERS, device_names, texts_of
from ppcl.analysis.names.named_numbers import enumerator, macros_in, whole_number
from ppcl.analysis.reading.reader import is_kernel
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS
from ppcl.frontend import conditionals, is_include_guard, tokens, undefinitions
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function, Macro
from ppcl.source import Edit, Span
from ppcl.transform.contract import Plan
from ppcl.transform.demands.build import NUMBER, Named, check_lines
from ppcl.transform.lines import in_front_of

_NAME = re.compile(rb"\b[A-Za-z_]\w*")


def kernel_checks(plan: Plan, facts: Facts) -> Iterator[tuple[Named, Edit | None]]:
    """What a plan's kernels are guessed to be built with, each with its check; None where the
    preprocessor cannot tell."""
    edited = {edit.span.file for edit in plan.edits}
    for unit in facts.kernel_units:
        if edited & set(unit.unit.files):
            yield from (_check(unit, facts, *guessed) for guessed in _guessed(unit, facts))
            yield from _once_each(_bounds(plan, unit, facts))
            place = Span(unit.unit.path, 0, 0)
            yield from ((Named(name, place), None) for name in device_names(unit, facts))


def _once_each(
    found: Iterable[tuple[Named, Edit | None]],
) -> Iterator[tuple[Named, Edit | None]]:
    """What is found, without a check that stands in front of another function of the file."""
    seen: set[tuple[str, str, bytes]] = set()
    for named, check in found:
        key = (named.name, named.at.file, check.text if check is not None else b"")
        if key not in seen:
            seen.add(key)
            yield named, check


def _guessed(unit: KernelUnit, facts: Facts) -> Iterator[tuple[str, bytes | None]]:
    """The macros that options may set otherwise and that the text names, None for the body of what
    is not defined."""
    stated = unit.believed if unit.followed else unit.defines  # which a text may define again
    believed = {define.partition("=")[0] for define in stated}
    bodies = dict(unit.unit.given)
    words = facts.once(_words)[id(unit)] if believed else frozenset()
    yield from ((name, bodies[name]) for name in sorted(believed & words))
    if believed and not unit.followed:
        yield from ((name, None) for name in sorted(_asked(unit, facts) - set(bodies)))


def _bounds(plan: Plan, unit: KernelUnit, facts: Facts) -> Iterator[tuple[Named, Edit | None]]:
    """What a changed kernel names numbers by that the plan's sizes stand on, each with its check in
    front of the function; None for what is no macro. Conditions are asked for where they keep out
    work-items that the sizes add; where ids are changed, the dimensions of ids, and what sections
    of the text hang on."""
    changes_ids = _changes_ids(plan, unit)
    for function in unit.unit.functions:
        span, body = function.at.span, function.body
        is_changed = any(span.contains(edit.span) for edit in plan.edits)
        if body is None or not (is_changed or (changes_ids and not function.kernel)):
            continue
        asked = _asked_in(body) if plan.bounded else []
        if changes_ids:
            yield from _sections(unit, facts, span)
            asked += [argument for call in _id_calls(function) for argument in call.arguments]
        for name in sorted({*_enumerators(asked, facts), *_constants(asked, unit)}):
            yield Named(name, span), None
        said = {name: node for each in asked for name, node in macros_in(each)}
        for name, node in sorted(said.items()):
            value = whole_number(node) if node is not None else None
            if value is not None or node is None:
                yield Named(name, span, value), _bound_check(unit, facts, span, name, value)


def _sections(unit: KernelUnit, facts: Facts, span: Span) -> Iterator[tuple[Named, Edit | None]]:
    """The macros that sections of a function's text hang on, each with its check in front of it."""
    source = facts.files[span.file]
    groups = (g for g in conditionals(source.data) if span.start < g.directives[0].start < span.end)
    for name in sorted({word for group in groups for word in group.words}):
        if OF_COMPILERS.match(name):
            continue  # which device_names asks for
        bodies = {macro.body for macro in _macros(unit, name)}
        bodies |= {body for given, body in unit.unit.given if given == name}
        plain = all(not body or NUMBER.match(body) for body in bodies)
        certain = plain and len(bodies) <= 1 and _can_ask(unit, facts, span, name)
        first, worth = _otherwise(name.encode(), *bodies) if certain else (b"", b"")
        place = in_front_of(source, span.start)
        yield (
            Named(name, span),
            check_lines(source, place, first, name, worth) if certain else None,
        )


def _otherwise(name: bytes, body: bytes | None = None) -> tuple[bytes, bytes]:
    """The line that asks whether a macro is another one than this, and what it is, in words."""
    if body is None:
        return b"#if defined(%s)" % name, b"not defined"
    if not body:
        return b"#if !defined(%s)" % name, b"defined"
    return b"#if !defined(%s) || %s != %s" % (name, name, body), body


def _can_ask(unit: KernelUnit, facts: Facts, span: Span, name: str) -> bool:
    """Whether lines in front of a function see what a macro is in it."""
    later = (m.at.file == span.file and m.at.start > span.start for m in _macros(unit, name))
    return is_kernel(span.file) and name not in _ended(unit, facts) and not any(later)


def _is_preprocessed(unit: KernelUnit, name: str, above: frozenset[str] = frozenset()) -> bool:
    """Whether a macro is a number to the preprocessor, which knows no types."""
    bodies = [macro.body for macro in _macros(unit, name) if macro.parameters is None]
    bodies += [body for given, body in unit.unit.given if given == name]
    within = above | {name}
    return bool(bodies) and all(
        NUMBER.match(_NAME.sub(b"1", body))
        and all(
            word not in within and _is_preprocessed(unit, word, within)
            for word in map(bytes.decode, _NAME.findall(body))
        )
        for body in bodies
    )


def _macros(unit: KernelUnit, name: str) -> Iterator[Macro]:
    return (macro for macro in unit.unit.macros if macro.name == name)


def _bound_check(
    unit: KernelUnit, facts: Facts, span: Span, name: str, value: int | None
) -> Edit | None:
    is_one = len({macro.body for macro in _macros(unit, name)}) <= 1
    is_asked = is_one and _can_ask(unit, facts, span, name) and _is_preprocessed(unit, name)
    if value is None or not is_asked:
        return None
    source, worth = facts.files[span.file], b"%d" % value
    first = b"#if %s != %s" % (name.encode(), worth)
    return check_lines(source, in_front_of(source, span.start), first, name, worth)


def _changes_ids(plan: Plan, unit: KernelUnit) -> bool:
    ids = [call.at.span for each in unit.unit.functions for call in _id_calls(each)]
    return any(edit.span.contains(span) for edit in plan.edits for span in ids)


def _id_calls(function: Function) -> Iterator[ex.Call]:
    for node in descendants(function.body) if function.body is not None else ():
        if isinstance(node, ex.Call) and node.callee in ITEM_FUNCTIONS:
            yield node


def _asked_in(body: Node) -> list[Node]:
    """The conditions in a kernel, and what the variables in them begin with."""
    nodes = list(descendants(body))
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


def _constants(asked: Iterable[Node], unit: KernelUnit) -> Iterator[str]:
    """The variables of the file that conditions ask for, whose values no line can ask for."""
    own = {variable.declaration.key for variable in unit.unit.globals}
    for node in (each for one in asked for each in descendants(one)):
        if isinstance(node, ex.NameRef) and node.declaration.key in own:
            yield node.declaration.name


def _ended(unit: KernelUnit, facts: Facts) -> set[str]:
    return {name for text in texts_of(unit, facts) for name in undefinitions(text)}


def _words(facts: Facts) -> dict[int, frozenset[str]]:
    """The words in the texts of units of kernels, by the units' identity."""
    return {
        id(unit): frozenset(
            token.text.decode("utf-8", "replace")
            for text in texts_of(unit, facts)
            for token in tokens(text, 0, len(text))
            if token.kind == "word"
        )
        for unit in facts.kernel_units
    }


def _asked(unit: KernelUnit, facts: Facts) -> set[str]:
    """What the conditions of a text ask for."""
    groups = ((text, group) for text in texts_of(unit, facts) for group in conditionals(text))
    found = {w for text, g in groups if not is_include_guard(text, g) for w in g.words}
    return {word for word in found if not OF_COMPILERS.match(word)}


def _check(
    unit: KernelUnit, facts: Facts, name: str, body: bytes | None
) -> tuple[Named, Edit | None]:
    path = unit.unit.path
    named = Named(name, Span(path, 0, 0))
    alone = all(len(program.files) == 1 for program in unit.programs)
    if not is_kernel(path) or not alone or name in _ended(unit, facts):
        return named, None
    symbol = name.encode()
    if body is None:
        return named, check_lines(
            facts.files[path], 0, b"#if defined(%s)" % symbol, name, b"not defined"
        )
    if not NUMBER.match(body) or (not unit.followed and body.strip(b"() ") == b"0"):
        return named, None
    return named, check_lines(facts.files[path], 0, b"#if %s != %s" % (symbol, body), name, body)
