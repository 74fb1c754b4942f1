"""Text in branches of `#if` that are not compiled: libclang does not see it, so ppcl searches it.

DESIGN.md, "Text that libclang does not see": what such text does with a name is not known.
"""

from collections.abc import Collection, Iterable, Iterator

from ppcl.analysis.facts import Facts
from ppcl.frontend import tokens
from ppcl.ir.unit import Macro
from ppcl.source import Span, uses_of

_STRINGS = ("string", "raw")


def skipped_use(facts: Facts, name: str, files: Collection[str] | None = None) -> Span | None:
    """The first of `skipped_uses`; None where there is none."""
    return next(skipped_uses(facts, name, files), None)


def skipped_uses(facts: Facts, name: str, files: Collection[str] | None = None) -> Iterator[Span]:
    """Where skipped branches (of `files`, if these are given) use an identifier, or a macro that
    does."""
    macros = [macro for unit in facts.units for macro in unit.macros]
    uses = uses_of(_names_using(name, macros))
    for skipped in facts.skipped:
        if files is not None and skipped.file not in files:
            continue
        data = facts.files[skipped.file].data
        for found in uses.finditer(data, skipped.start, skipped.end):
            yield Span(skipped.file, found.start(), found.end())


def skipped_call(facts: Facts, name: str, files: Collection[str]) -> Span | None:
    """The first use in skipped branches of files that may call what has a name: in a string or
    comment none does."""
    found = skipped_uses(facts, name, files)
    return next((use for use in found if not _is_told(facts, use)), None)


def _is_told(facts: Facts, use: Span) -> bool:
    """Whether a use is part of a string or comment in a skipped branch."""
    branch = next(each for each in facts.skipped if each.contains(use))
    for token in tokens(facts.files[use.file].data, branch.start, branch.end):
        if use.start < token.end:
            return use.start < token.start or token.kind in _STRINGS
    return False


def in_skipped(facts: Facts, span: Span) -> bool:
    """Whether a span lies in a skipped branch, or shares bytes with one."""
    return any(span.overlaps(skipped) or skipped.contains(span) for skipped in facts.skipped)


def _names_using(name: str, macros: Iterable[Macro]) -> list[str]:
    """The name, and the macros whose bodies use it, directly or through other macros."""
    found = [name]
    for used in found:
        pattern = uses_of([used])
        found += [m.name for m in macros if m.name not in found and pattern.search(m.body)]
    return found
